"""Results without deals: written down from a notebook, corrected, and taken in again after they were taken out."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from flask import abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.core.fields import TextField
from scorekeeper.core.findings import SUSPECT, Finding, Report
from scorekeeper.core.text import T, Text
from scorekeeper.games import GAMES
from scorekeeper.league.files.spreadsheets import csv_text
from scorekeeper.league.plausible import EACH_OR_NONE, WHOLE_NUMBERS, Outcome, check_outcome, note_oddities
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.bg_stats import number_of
from scorekeeper.store.leagues.log import seasons
from scorekeeper.store.leagues.log.access import ORGANISE, SCORE, Access
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import assign_match, listing, record_result
from scorekeeper.store.leagues.matches.listing import LeagueMatch
from scorekeeper.store.leagues.matches.repeats import EnteredResult, note_repeats
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.match import ledger
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.rounds import name_members
from scorekeeper.web.leagues.guard import FieldsForm, find_asker, go_to, page, pages, to
from scorekeeper.web.leagues.matches.playing import SUGGESTED, game_field, game_or_first
from scorekeeper.web.leagues.people.who_is_who import LookAgain, find_players_behind
from scorekeeper.web.leagues.words import Names, game_name, night_words
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.pages import BOTH

NIGHT = TextField(name="night", label=T("Night"), most=10)
SIDES = 8
AT_ONCE = 50
WRITTEN = {"encoding": "utf-8", "separator": ","}
"""How a typed line is handed on to be read as one of a spreadsheet."""


class SideLine(NamedTuple):
    """One side as it was typed: its players, its total, whether it is ticked as the winner; and what is wrong."""

    number: int
    players: str
    total: str
    won: bool
    wrong: tuple[Finding, ...] = ()


# --- written down ---------------------------------------------------------------------------------


@pages.add("/<public_id>/paper", BOTH, may=SCORE)
def paper(access: Access) -> Any:
    """One old result after the other: the night and the game stay, the rest is cleared."""
    before = request.args
    usual = before.get("night", "")[:10] or tonight(access.league)
    form = FieldsForm(NIGHT, game_field(), night=usual, game=game_or_first(before.get("game")))
    rows = _typed_sides()
    values: dict[str, Any] = {"odd": [], "unclear": []}
    if request.method == "POST":
        try:
            typed = [row for row in rows if row.players or row.total]
            with form.saving(_("Written down. The next one?")):
                _record(access, form, typed)
                return go_to("paper", access, night=form.text("night"), game=form.text("game"))
        except LookAgain as again_:
            values |= {"odd": again_.odd, "unclear": again_.unclear}
    everybody = roster.list_players(session(), access.league.id, limit=SUGGESTED)
    placed = [row._replace(wrong=_wrong_with(form, row.number)) for row in rows]
    return page("paper", {**values, "everybody": everybody, "rows": placed, **_about_lines()}, form)


def _typed_sides() -> list[SideLine]:
    typed, ticked = request.form, set(request.form.getlist("won"))
    return [
        SideLine(n, typed.get(f"side-{n}", "")[:200], typed.get(f"total-{n}", "")[:20], str(n) in ticked)
        for n in range(1, SIDES + 1)
    ]


def _about_lines() -> dict[str, str]:
    """What a page of lines needs besides them: what was typed, and the games whose totals may be negative."""
    signed = (slug for slug, game in GAMES.items() if game.usual_totals[0] < 0)
    return {"sure": _hidden_lines(), "signed": " ".join(signed)}


def _hidden_lines() -> str:
    """What was typed, as a form hands it on: after a change the page asks again."""
    names = ("night", "game", *(f"{field}-{n}" for n in range(1, SIDES + 1) for field in ("side", "total")))
    return "|".join([*(request.form.get(name, "") for name in names), *request.form.getlist("won")])[:2000]


def _wrong_with(form: FieldsForm, number: int) -> tuple[Finding, ...]:
    """What is wrong with one side, to be said where it stands."""
    paths = (f"side-{number}", f"total-{number}")
    return tuple(problem.finding for problem in form.problems if problem.finding.path in paths)


def _record(access: Access, form: FieldsForm, rows: list[SideLine]) -> None:
    """The typed result, read as a line of a spreadsheet. Raises LookAgain, Refused."""
    reading = _read(form, rows)
    result = next(item for item in reading.items if item["kind"] == "result")
    written = {item["id"]: item["name"] for item in reading.items if item["kind"] == "player"}
    names = [written[player] for player in result["players"]]
    players, unclear = find_players_behind(access, names)
    odd = [finding for finding in reading.findings if finding.severity == SUSPECT]
    people = [player.key if player else name for player, name in zip(players, names, strict=True)]
    night, game, sides, winners = result["date"], result["game"], result["sides"], result["winners"]
    totals, called = result.get("totals") or (), dict(zip(people, names, strict=True))
    entered = EnteredResult("", night, game, people, sides, totals, winners, called)
    odd += _find_repeats(access, entered)
    odd = [] if request.form.get("sure") == _hidden_lines() else odd
    if odd or not all(unclear_name.answer for unclear_name in unclear):
        raise LookAgain(odd, unclear)
    season = seasons.present_season(session(), access.league, night)
    record_result.record_result(
        session(),
        access,
        uuid=form.uuid,
        game=game,
        players=[player and player.key for player in players],
        names=names,
        sides=sides,
        winners=winners,
        totals=totals,
        night=night,
        season=season.key if season else None,
    )


def _find_repeats(access: Access, entered: EnteredResult, own: str | None = None) -> list[Finding]:
    report = Report()
    note_repeats(session(), access.league, [entered], report, own)
    return report.suspects


def _read(form: FieldsForm, rows: list[SideLine]) -> sources.Read:
    numbers = range(1, max(len(rows), 2) + 1)
    header = ("date", "game", *(f"{field}{n}" for n in numbers for field in ("side", "total")), "winner")
    cells = [cell for row in rows for cell in (row.players, row.total)]
    won = " ".join(str(place) for place, row in enumerate(rows, 1) if row.won)
    blank = [""] * (len(header) - 3 - len(cells))
    line = csv_text(header, [[form.text("night"), form.text("game"), *cells, *blank, won]])
    reading = sources.read_file(sources.PAPER, line.encode(), WRITTEN)
    errors = [finding for finding in reading.findings if finding.severity == "error"]
    if errors:
        placed = [finding._replace(path=_input(finding, rows)) for finding in errors]
        raise Refused(tuple(sorted(placed, key=lambda finding: int(finding.path.partition("-")[2] or 0))))
    return reading


def _input(finding: Finding, rows: list[SideLine]) -> str:
    """The input that a finding about the line is about."""
    numbers = [row.number for row in rows]
    column = finding.path.partition(".")[2]
    field, place = column.rstrip("0123456789"), int(re.sub(r"\D", "", column) or 1)
    if field in ("side", "total"):
        free = next(number for number in range(1, SIDES + 2) if number not in numbers)
        return f"{field}-{numbers[place - 1] if place <= len(numbers) else min(free, SIDES)}"
    places = {
        "date": "night",
        "game": "game",
        "winner": f"total-{next((row.number for row in rows if not row.total), 1)}",
    }
    return places.get(column, f"side-{numbers[0] if numbers else 1}")


# --- corrected ------------------------------------------------------------------------------------


@pages.add("/<public_id>/matches/<key>/correct", BOTH, may=ORGANISE)
def correct(access: Access, key: str) -> Any:
    """Correct a result in place: the game, the totals, the winners."""
    row = listing.find_match(session(), access.league.id, key)
    if row is None or row.people is not None or row.result is None:
        abort(404)
    form = FieldsForm(game_field(row.game), seen=row.touched, game=row.game)
    values: dict[str, Any] = {"match": row, "odd": []}
    if request.method == "POST":
        try:
            with form.saving(_("Corrected. The tables are being worked out anew.")):
                _correct(access, form, row)
                return go_to("match", access, key=key)
        except LookAgain as again_:
            values["odd"] = again_.odd
    names = Names(access.league.id, row.players)
    rows = [line._replace(wrong=_wrong_with(form, line.number)) for line in _sides_of(row, names)]
    return page("correct", {**values, "rows": rows, **_about_lines()}, form)


def _sides_of(row: LeagueMatch, names: Names) -> list[SideLine]:
    """The sides of a result as they stand, or with what was typed."""
    result, typed = row.result or {}, read_typed()
    ticked = [str(side + 1) for side in result["winners"]] if typed is None else typed.getlist("won")
    totals = result.get("totals") or [""] * len(result["sides"])
    return [
        SideLine(
            number,
            names.side(row.players[seat] for seat in seats),
            str(total) if typed is None else typed.get(f"total-{number}", "")[:20],
            str(number) in ticked,
        )
        for number, (seats, total) in enumerate(zip(result["sides"], totals, strict=True), 1)
    ]


def _correct(access: Access, form: FieldsForm, row: LeagueMatch) -> None:
    names = Names(access.league.id, row.players)
    rows, game, result = _sides_of(row, names), form.text("game"), row.result or {}
    totals = _read_totals(rows)
    won = [place for place, side in enumerate(rows) if side.won]
    report = Report()
    if game != row.game:
        check_outcome(Outcome(game, result["sides"], totals, won), report)
    elif game in GAMES and totals:
        note_oddities(GAMES[game], Outcome(game, result["sides"], totals, won), report)
    if report.errors:
        raise Refused(tuple(finding._replace(path="game") for finding in report.errors))
    called = {key: names[key] for key in row.players}
    entered = EnteredResult(
        "", row.night, game, row.players, result["sides"], totals, won, called, row.moment
    )
    odd = [*report.suspects, *_find_repeats(access, entered, row.key)]
    if odd and request.form.get("sure") != _hidden_lines():
        raise LookAgain(odd, [])
    record_result.correct_result(
        session(), access, **form.change, key=row.key, game=game, winners=won, totals=totals
    )


def _read_totals(rows: list[SideLine]) -> list[int]:
    """The totals as they were typed, all or none. Raises Refused with everything that is wrong."""
    read = [number_of(side.total) if side.total else None for side in rows]
    wrong = [side.number for side, number in zip(rows, read, strict=True) if side.total and number is None]
    blank = [side.number for side in rows if not side.total] if any(side.total for side in rows) else []
    faults = [(number, "not_a_number", WHOLE_NUMBERS) for number in wrong]
    faults += [(number, "side_count", EACH_OR_NONE) for number in blank]
    if faults:
        raise Refused(tuple(Finding(f"total-{number}", code, text) for number, code, text in sorted(faults)))
    return [number for number in read if number is not None]


# --- taken out ------------------------------------------------------------------------------------


class Previewed(NamedTuple):
    """A match in words: the night, the game, and its sides with their totals."""

    night: str
    game: Text | str
    sides: tuple[str, ...]


def preview_of(item: dict[str, Any], names: dict[str, str]) -> Previewed:
    """A match or a result as an archive has it, in words."""
    people_ = [
        _("a stranger") if is_stranger(key) else names.get(str(key), str(key)) for key in item["players"]
    ]
    night = _day(str(item.get("night") or item.get("date") or ""))
    if item["kind"] == "match":
        return Previewed(night, game_name(item["document"]["game"]), tuple(people_))
    totals = item.get("totals") or [""] * len(item["sides"])
    sides = (
        f"{' & '.join(people_[seat] for seat in seats)} {total}".strip()
        for seats, total in zip(item["sides"], totals, strict=False)
    )
    return Previewed(night, game_name(item["game"]), tuple(sides))


def _day(written: str) -> str:
    """A date as the reader writes dates; what is none stands as it was written."""
    try:
        return night_words(written)
    except ValueError:
        return written


def _preview_of_row(row: LeagueMatch, names: Names) -> Previewed:
    called = {key: names[key] for key in row.players}
    if row.result is None or row.people is not None:
        return Previewed(night_words(row.night), game_name(row.game), (", ".join(called.values()),))
    return preview_of({**row.result, "kind": "result", "players": row.players, "date": row.night}, called)


@pages.add("/<public_id>/matches/<key>/again", BOTH, may=ORGANISE)
def again(access: Access, key: str) -> Any:
    """A result that was taken out of the league can be taken in again here."""
    row = record_result.find_taken_out(session(), access.league.id, key)
    if row is None:
        if listing.find_match(session(), access.league.id, key) is not None:
            return go_to("match", access, key=key)
        abort(404)
    form = FieldsForm(seen=row.touched)
    if request.method == "POST":
        with form.saving(_("The match is in the league.")):
            record_result.restore_result(session(), access, **form.change, key=key)
            return go_to("match", access, key=key)
    values = {"result": _preview_of_row(row, Names(access.league.id, row.players))}
    return page("again", values, form)


@pages.add("/<public_id>/taken-out", may=ORGANISE)
def taken_out(access: Access) -> Any:
    """The matches that were taken out of the league, the latest first."""
    skip = number_in(request.args.get("skip")) or 0
    removals = record_result.list_taken_out(session(), access.league.id, skip=skip, limit=AT_ONCE + 1)
    listed = removals[:AT_ONCE]
    names = Names(access.league.id, {key for removal in listed for key in removal.match.players})
    members = name_members(access)
    values = {
        "gone": [_describe_gone(removal, names, members) for removal in listed],
        "before": to("taken_out", access, skip=max(0, skip - AT_ONCE) or None) if skip else None,
        "after": to("taken_out", access, skip=skip + AT_ONCE) if len(removals) > AT_ONCE else None,
    }
    return page("taken_out", values)


def _describe_gone(removal: record_result.TakenOut, names: Names, members: dict[int, str]) -> dict[str, Any]:
    """In words, who took it out and when, and the page that takes it in again (``back``), if there is one."""
    row, back = removal.match, None
    if row.people is None:
        back = url_for("leagues.again", key=row.key)
    elif match := ledger.load(session(), row.key):
        mine = assign_match.may_adopt(session(), match, find_asker())
        back = url_for("leagues.take_in", match_id=row.key) if mine else None
    by = members.get(removal.event.account or 0)
    return {"words": _preview_of_row(row, names), "by": by, "at": removal.event.at, "back": back}
