"""Entries of a match: recording, inserting, correcting, striking, and stopping here."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from flask import abort, g, request, url_for
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper.core.game import Game
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.decided import ways_of
from scorekeeper.core.scoring.players import TOTAL, changes_of
from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts, kinds, ledger
from scorekeeper.store.match.match import EntryRow, Match
from scorekeeper.web.drawing.abbreviations import names_in_line, names_on_keys
from scorekeeper.web.entry.event_form import EventForm
from scorekeeper.web.entry.forms import entry_form, number_in, said_by_choosing
from scorekeeper.web.entry.in_progress import MINE, merge_mine, recorded_form, screen, way_to_show
from scorekeeper.web.match.at_table import entry_at, list_players, next_seat, playing, table_at, table_of
from scorekeeper.web.match.links import SCORE, pages
from scorekeeper.web.match.words import deal_numbers, first_to_play, standing_words, title_of
from scorekeeper.web.request.security import MORE, read_typed
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH, read_query, require

TITLES = {
    "deal": T("Record a deal"),
    "void": T("Void deal"),
    "penalty": T("A penalty"),
    "adjustment": T("An adjustment"),
    "players": T("Who plays"),
}
KEY = "usual:"


class Usual(NamedTuple):
    """The keys of one input, by its name: what they ask, and the words and the value of each."""

    field: str
    asks: str
    keys: tuple[tuple[str, str], ...]

    def holds(self, value: str) -> bool:
        """Whether a key writes this value."""
        return any(value == written for _words, written in self.keys)


def take_usual(game: Game, kind: str, totals: tuple[int, ...]) -> Usual | None:
    """The keys of an entry of this kind, None where there are none; ``totals`` are of those who play. The value of one
    that was tapped is written, where no script did it.
    """
    if kind == "penalty" and game.penalty and game.penalty.usual:
        reasons = tuple((say(text), say(text)) for text in game.penalty.usual)
        usual: Usual | None = Usual("reason", _("What for, if you like"), reasons)
    else:
        usual = _usual_totals(game, totals) if kind == "players" else None
    values = read_typed()
    if usual is None or values is None:
        return usual
    tapped = values.get(MORE, "")
    number = number_in(tapped.removeprefix(KEY)) if tapped.startswith(KEY) else None
    if number is not None and number < len(usual.keys):
        g.typed = MultiDict(values)
        g.typed[usual.field] = usual.keys[number][1]
    return usual


def _usual_totals(game: Game, totals: tuple[int, ...]) -> Usual | None:
    """The totals that a player who joins is mostly given: the worst and the average of those who play."""
    if not totals:
        return None
    worst, average = (max if game.lowest_wins else min)(totals), round(sum(totals) / len(totals))
    bad = _("the worst: %(points)s", points=worst), str(worst)
    usual = _("the average: %(points)s", points=average), str(average)
    return Usual(TOTAL, _("The total to begin with"), (bad, usual))


class EntryPage(EventForm):
    """What recording and correcting share: the form of an entry, one way of writing it or another."""

    template = "matches/entry.html"
    usual: Usual | None = None
    row: EntryRow | None = None
    replaced: EntryRow | None = None
    """The entry that this one is another version of: it is corrected, or played under protest."""
    before: EntryRow | None = None
    next_deal = False
    """Whether the page is about the deal in progress, as it was typed or as the draft has it."""
    drafting = False
    """Whether the page enters the deal in progress, which lies on the server as a draft."""
    versions: Mapping[str, int] = {}
    """The versions of the draft's parts that the page begins with."""

    def __init__(self, match: Match, capability: str, kind: str, slug: str | None, entry: Any = None) -> None:
        game, self.kind = GAMES[match.game], kind
        if kind != "deal":
            self.usual = take_usual(game, kind, self.find_totals(match))
        table = self.find_table(match)
        if kind == "deal" and entry and not slug:
            slug = way_to_show(game, table, entry)
        if kind == "deal":
            entry = {**said_by_choosing(game, slug), **(entry or {})}
        form = entry_form(game, kind, table, slug, entry=entry, seen=match.seq)
        super().__init__(match, capability, form)
        self.slug = form.slug
        """The way to write the deal that is shown."""
        self.ways = ways_of(game) if kind == "deal" else changes_of(game, table) if kind == "players" else ()
        if kind == "deal":
            self.template = screen(game, self.slug)

    def find_table(self, match: Match) -> Table:
        """Who plays when this entry is written: those who play now, those who played then."""
        about = self.replaced or self.before
        return playing(match) if about is None else table_at(match, about.place)

    def find_totals(self, match: Match) -> tuple[int, ...]:
        """The totals before this entry, of those who play; none of a match that cannot be scored."""
        sheet, about = match.scored.sheet, self.replaced or self.before
        if sheet is None or about is None or about.place is None:
            return () if sheet is None else sheet.totals_playing
        seating = self.find_table(match).seating
        begun = (0,) * seating.ever if sheet.start is None else sheet.start.totals
        before = sheet.entries[about.place - 1].totals if about.place else begun
        return tuple(total for side, total in enumerate(before) if side not in seating.left)

    def preview_or_refuse(self) -> Any:
        """Besides: the form again where an input that it asks for is blank, with everything else that is wrong."""
        if blank := self.form.find_blank():
            return self.show_wrong((*blank, *self.proposal.errors))
        return super().preview_or_refuse()

    def address(self, **changed: Any) -> str:
        """This page, with another way to write the deal."""
        return url_for(str(request.endpoint), **{**(request.view_args or {}), **read_query(), **changed})

    def in_use(self, field: Any) -> bool:
        """Whether a list that is seldom needed holds something, or was asked for another line."""
        asked: Mapping[str, str] = read_typed() or {}
        return bool(
            asked.get(MORE) == field.name or any(part.findings for part in field.all()) or field.value
        )

    @cached_property
    def key_names(self) -> list[str]:
        """The players' names as they stand on keys: whole, but where a word of one has no room on a narrow phone."""
        return names_on_keys(self.table.names)

    @property
    def side_names(self) -> dict[str, str]:
        """The sides' names as they stand in a box beside its number, by their whole names."""
        table = self.table
        short = table._replace(names=tuple(names_in_line(table)))
        sides = range(len(table.seating.sides))
        return {table.side_name(side): short.side_name(side) for side in sides}

    @property
    def dealer(self) -> int | None:
        """Who dealt the deal that is written anew, or before which one is inserted; otherwise who deals next."""
        about = self.replaced or self.before
        entry = None if about is None else entry_at(self.match, about.place)
        if entry is None or entry.dealer is None or entry.playing is None:
            return self.next_dealer
        return entry.playing.seating.seat_of(entry.dealer)

    @property
    def who(self) -> str:
        """Who plays, for the page to notice when others do."""
        return list_players(self.table)

    @property
    def next_dealer(self) -> int | None:
        """Whose turn it is to deal."""
        sheet = self.match.scored.sheet
        return None if sheet is None else next_seat(sheet)

    @property
    def totals(self) -> tuple[int, ...]:
        """The totals as they stand now, of those who play in the entry."""
        sheet, seating = self.match.scored.sheet, self.form.seating
        if sheet is None:
            return ()
        totals = sheet.totals[: len(seating.sides) + len(seating.left)]
        return tuple(total for side, total in enumerate(totals) if side not in seating.left)


def titles_of(row: EntryRow, match: Match) -> dict[str, str]:
    """An entry in words for the page of another version of it: with everything that counts, and in short."""
    return {"row_title": title_of(row, match), "row_short": title_of(row, match, short=True)}


class Recording(EntryPage):
    """A new entry, at the end or before another."""

    def __init__(
        self, match: Match, capability: str, kind: str, slug: str | None = None, entry: Any = None
    ) -> None:
        typed: Mapping[str, str] = read_typed() or {}
        self.before = match.find_row(number_in(typed.get("before", request.args.get("before"))))
        if "before" in request.args and (self.before is None or self.before.event.kind != kinds.RECORDED):
            abort(404)
        super().__init__(match, capability, kind, slug, entry)
        self.plain = self.before is None
        if self.plain and kind in ("deal", "void") and not self.form.was_typed:
            self.form.uuid = drafts.current(match)

    @property
    def title(self) -> Any:
        """What the page is for."""
        return T("Insert a forgotten deal") if self.before and self.kind == "deal" else TITLES[self.kind]

    def show_reused(self, reused: ledger.UuidReused) -> Any:
        """The deal in progress has one UUID on every phone: another phone was quicker, or this one came back."""
        match, event, seen = reused.match, reused.event, self.form.seen or 0
        if match is None or event.device == device() or event.seq <= seen:
            return super().show_reused(reused)
        return self.show_stale(
            ledger.Stale(match, tuple(newer for newer in match.events if newer.seq > seen))
        )

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        body: dict[str, Any] = {"entry": self.form.entry()}
        if self.before is not None:
            body["before"] = self.before.seq
        return kinds.RECORDED, body, {}

    def extra(self) -> dict[str, Any]:
        sheet, dealer = self.match.scored.sheet, self.next_dealer
        over = sheet is not None and sheet.status == FINISHED
        is_next = self.before is None and self.kind == "deal"
        standing: list[tuple[str, str]] = []
        if is_next and sheet is not None and dealer is not None:  # for the drawer beside the deal
            standing = [(_("Dealer"), self.table.names[dealer]), first_to_play(self.table, dealer, self.game)]
            standing += standing_words(self.game, sheet.facts, sheet.table.options)
        return {
            "over": over and self.before is None and self.kind != "adjustment",
            "stopped": self.match.closed is not None,
            "before_title": title_of(self.before, self.match) if self.before else "",
            "deal_number": len(deal_numbers(self.match)) + 1 if is_next else None,
            "standing": standing,
        }


class Correcting(EntryPage):
    """An entry as it should have been written."""

    def __init__(
        self, match: Match, capability: str, row: EntryRow, entry: Mapping[str, Any] | None = None
    ) -> None:
        kind = request.args.get("kind", row.entry["kind"])
        if kind not in (row.entry["kind"], "deal"):
            abort(404)
        typed = read_typed()
        if typed and MINE in typed and (shown := recorded_form(match, row.seq, request.args.get("form"))):
            g.typed = merge_mine(shown, typed)
        if entry is None and kind == row.entry["kind"]:
            entry = row.entry
        self.row = self.replaced = row
        super().__init__(match, capability, kind, request.args.get("form"), entry)

    title = T("Correct")

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        assert self.row is not None
        return kinds.CORRECTED, {"target": self.row.seq, "entry": self.form.entry()}, self.say_why()

    def extra(self) -> dict[str, Any]:
        assert self.row is not None
        return {"row": self.row, **titles_of(self.row, self.match)}


class Striking(EventForm):
    """An entry that should not stand: it was never dealt, or dealt but void."""

    template = "matches/strike.html"
    title = T("Strike out")
    always_preview = True

    def __init__(self, match: Match, capability: str, row: EntryRow) -> None:
        super().__init__(match, capability)
        self.row, self.way = row, self.typed.get("as", "")
        self.redeal, self.reason = self.typed.get("redeal") != "no", self.typed.get("reason", "").strip()

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        way = self.way if self.row.entry["kind"] == "deal" else kinds.NEVER_DEALT
        body: dict[str, Any] = {"target": self.row.seq, "as": way}
        if way == kinds.VOID:
            body["redeal"] = self.redeal
        return kinds.STRUCK, body, {"reason": self.reason} if self.reason else {}

    def extra(self) -> dict[str, Any]:
        return {"row": self.row, "row_title": title_of(self.row, self.match)}


class Stopping(EventForm):
    """People stop here: the match closes with its standing."""

    template = "matches/stop.html"
    plain = True

    def __init__(self, match: Match, capability: str) -> None:
        super().__init__(
            match, capability, entry_form(GAMES[match.game], "end", playing(match), seen=match.seq)
        )
        self.abandoned = self.typed.get("abandoned") == "y"

    def wanted_event(self) -> tuple[str, dict[str, Any], dict[str, Any]]:
        values = self.form.values()
        texts = {name: values[name] for name in kinds.ENTRY_TEXTS if name in values}
        body = {"winners": values["winners"]} if "winners" in values else {}
        return kinds.CLOSED, {"winners": []} if self.abandoned else body, texts

    def extra(self) -> dict[str, Any]:
        sheet = self.match.scored.sheet
        best = [] if sheet is None else self.game.best(sheet.totals, sheet.left)
        return {
            "over": sheet is not None and sheet.status == FINISHED,
            "best": [table_of(self.match).side_name(side) for side in best],
        }


def row_of(match: Match, seq: int) -> EntryRow:
    """The entry of an address; a missing page when it is not there or cannot be changed."""
    row = require(match.find_row(seq))
    if row.event.kind != kinds.RECORDED:
        abort(404)
    return row


@pages.add("/row/<int:seq>/correct", BOTH, may=SCORE)
def correct(match: Match, capability: str, seq: int) -> Any:
    """Correct an entry."""
    return Correcting(match, capability, row_of(match, seq)).answer(kinds.CORRECTED, {"target": seq})


@pages.add("/row/<int:seq>/strike", BOTH, may=SCORE)
def strike(match: Match, capability: str, seq: int) -> Any:
    """Strike an entry."""
    return Striking(match, capability, row_of(match, seq)).answer(kinds.STRUCK, {"target": seq})


@pages.add("/stop", BOTH, may=SCORE)
def stop(match: Match, capability: str) -> Any:
    """Stop here."""
    return Stopping(match, capability).answer(kinds.CLOSED)
