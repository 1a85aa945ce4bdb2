"""The draw of a round: tables as cards, two taps change two names, and what that breaks is said."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from flask import flash, redirect, request
from flask_babel import gettext as _

from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.league.counting import members_of
from scorekeeper.league.draw.document import CHANGING
from scorekeeper.league.evening import drafts
from scorekeeper.league.evening.drafts import ATTEMPT, HELD
from scorekeeper.league.evening.evening_plan import DEAL_LIMIT, KNOCKOUT, has_deal_limit
from scorekeeper.league.evening.seating import (
    list_here,
    list_substitutes,
    seat_drawn,
    seat_round,
    sides_of,
    swap_players,
)
from scorekeeper.league.evening.state import AGAIN, MATCHES, NUMBER, OUT, ROUND
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.leagues.evening import organising
from scorekeeper.store.leagues.evening.organising import MAX_REASON, list_begun
from scorekeeper.store.leagues.log.access import ORGANISE, Access, Who
from scorekeeper.store.leagues.log.events import LeagueEvent
from scorekeeper.store.leagues.log.refusals import Overtaken, Refused, UuidTaken
from scorekeeper.store.leagues.log.seasons import present_season
from scorekeeper.store.leagues.log.write import derive_key
from scorekeeper.web.desk.ruling_links import short_rules
from scorekeeper.web.entry.forms import number_in
from scorekeeper.web.leagues.evening.rounds import confirm_in_silence, name_members
from scorekeeper.web.leagues.evening.running import EveningPage, find_running, show
from scorekeeper.web.leagues.guard import FieldsForm, go_to, pages, tell_problems, to
from scorekeeper.web.match import seating
from scorekeeper.web.match.links import OWNER
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say
from scorekeeper.web.site.pages import BOTH

MORE = "more"
"""In the address of a draw by which all tables stay and who has no seat gets one, and in what is kept of it."""

TAPS = ("again", "hold", "one", "other")
"""The fields that say what is to change of a draw."""


class Drawing(NamedTuple):
    """A round that is drawn. One that was ``published`` is drawn again: ``why``, and who sits at the tables that have
    ``begun``, which stand; with ``more`` all stand, and who has no seat is drawn. ``running`` is the evening before it,
    without those who have sat down at one of its tables in another one's place.
    """

    running: EveningPage
    published: Mapping[str, Any] | None = None
    why: str = ""
    begun: tuple[list[str], ...] = ()
    more: bool = False

    @property
    def address(self) -> str:
        """The page of this draw."""
        again = {"round": self.running.evening.next_round, "why": self.why} if self.published else {}
        again |= {MORE: 1} if self.more else {}
        return to("draw", self.running.access, date=self.running.night.date, **again)

    @property
    def standing(self) -> Sequence[list[str]]:
        """The tables that stand before anything else is said."""
        return self.published[OUT]["tables"] if self.published and self.more else self.begun

    @property
    def kept(self) -> Mapping[str, Any] | None:
        """The draft as the last organiser left it; None where there is none, it is of another kind, a table of it
        began since, or others are to be drawn: two players are no longer one, a knock-out goes on otherwise.
        """
        evening = self.running.evening
        draft = evening.draft
        if draft is None or draft.get(NUMBER) != (evening.next_round if self.published else None):
            return None
        if draft.get(MORE, False) != self.more:
            return None
        stand = {player for table in self.standing for entrant in table for player in members_of(entrant)}
        played = self.running.rounds() if evening.options.way == KNOCKOUT else ()
        people = stand.union(drafts.list_drawn(evening, played))
        stands = all(table in draft[OUT]["tables"] for table in self.begun)
        return draft if stands and people == _list_entrants(draft).keys() else None


@pages.add("/<public_id>/nights/<date>/run/draw", BOTH, may=ORGANISE)
def draw(access: Access, date: str) -> Any:
    """The draw of the next round, before it is published; or that of the latest one once more, for a reason."""
    drawing = _find_drawing(find_running(access, date))
    running = drawing.running
    if running.evening.closed:
        flash(_("The evening is over."))
        return go_to("evening_end", access, date=date)
    form = FieldsForm(seen=running.night.touched)
    if drawing.published and not drawing.why:
        return show(
            running, "draw_again", {"number": running.evening.next_round, "wrong": "why" in request.args}
        )
    try:
        draft = drawing.kept or _draw(drawing, tables=drawing.standing)
        if request.method == "POST":
            return _change(drawing, form, draft)
    except drafts.CannotDrawError as cannot:
        if running.evening.rounds and cannot.findings[0].text == drafts.NO_MORE:
            flash(say(drafts.NO_MORE))
            return go_to("evening_end", access, date=date)
        form.place(cannot.findings)
        return show(running, "draw", {"tables": [], "number": running.evening.next_round}, form)
    return _show_draft(drawing, form, draft)


def _find_drawing(running: EveningPage) -> Drawing:
    rounds = running.evening.rounds
    if not rounds or number_in(request.args.get("round")) != len(rounds):
        return Drawing(running)
    published = rounds[-1]
    begun = list_begun(session(), published)
    sat, before = list_substitutes(published), running.evening.before(len(rounds))
    before = before._replace(
        here={player: details for player, details in before.here.items() if player not in sat}
    )
    why = " ".join(request.args.get("why", "").split())[:MAX_REASON]
    tables = zip(published[OUT]["tables"], published[MATCHES], strict=True)
    return Drawing(
        running._replace(run=running.run._replace(evening=before)),
        published,
        why,
        tuple(table for table, match in tables if match in begun),
        MORE in request.args,
    )


def _show_draft(drawing: Drawing, form: FieldsForm, draft: Mapping[str, Any]) -> Any:
    running = drawing.running
    evening = running.evening
    knockout = evening.options.way == KNOCKOUT
    repeats = {} if knockout else drafts.list_repeats(evening, draft)
    sitting = _list_sitting(drawing)
    tables = [
        {
            "place": place,
            "number": table.number,
            "sides": sides_of(evening.options, sitting.get(table.players, table.players)),
            "dealer": table.players[table.dealer],
            "repeats": repeats.get(place, []),
            "held": place in draft[HELD],
            "begun": draft[OUT]["tables"][place] in drawing.begun,
        }
        for place, table in enumerate(seat_round(evening.options, draft))
    ]
    values = {
        "tables": sorted(tables, key=itemgetter("number")),
        "resting": drafts.count_rests(evening, draft),
        "counts": draft[OUT]["counts"],
        "together": evening.options.seats == CHANGING,
        "counted": not knockout,
        "least": evening.options.least,
        "fixed": knockout and len(draft[HELD]) == len(tables),
        "number": evening.next_round,
        "drawing": drawing,
        "picked": request.args.get("pick", ""),
        "entrants": _list_entrants(draft),
        "drawn": _name_draft(draft),
    }
    return show(running, "draw", values, form)


def _list_sitting(drawing: Drawing) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Who sits now at the tables of a round that is drawn again, by who was drawn there."""
    options, published = drawing.running.evening.options, drawing.published
    if published is None:
        return {}
    tables = zip(seat_drawn(options, published), seat_round(options, published), strict=True)
    return {drawn.players: sitting.players for drawn, sitting in tables}


def _list_entrants(draft: Mapping[str, Any]) -> dict[str, str]:
    """The entrant that each player is in the draw: fixed pairs change places as one."""
    entrants = [entrant for table in draft[OUT]["tables"] for entrant in table] + list(draft[OUT]["resting"])
    return {player: entrant for entrant in entrants for player in members_of(entrant)}


def _draw(drawing: Drawing, **more: Any) -> dict[str, Any]:
    evening, published = drawing.running.evening, drawing.published
    draft = _draw_next(drawing.running, len(published.get(AGAIN, [])) + 1 if published else 0, **more)
    return {**drafts.stay_as_published(evening, draft, published), MORE: drawing.more} if published else draft


def _draw_next(running: EveningPage, times: int, **more: Any) -> dict[str, Any]:
    """The next round by a lot of its own, and by another one after it was published so many ``times``."""
    evening, played = running.evening, running.rounds()
    seed = derive_key(
        f"{running.access.league.public_id}|{running.night.key}|{evening.next_round}"
        + f"|{times}" * bool(times)
    )
    if evening.options.way == KNOCKOUT:
        return drafts.draw_stage(evening, evening.next_round, seed, played, **more)
    standings = running.standings(played) if evening.rounds else []
    levels = sorted({row.points for row in standings})
    points = {player: levels.index(row.points) for row in standings for player in row.players}
    return drafts.draw_draft(evening, evening.next_round, seed, points, **more)


def _change(drawing: Drawing, form: FieldsForm, draft: Mapping[str, Any]) -> Any:
    """What a key of the page asks for: another lot, a table held, two names changed, or the round published."""
    tables, held, attempt = draft[OUT]["tables"], list(draft[HELD]), draft[ATTEMPT]
    fields, running = request.form, drawing.running
    if "publish" in fields:
        return _publish(drawing, form, draft)
    if "again" in fields:
        stand = [tables[place] for place in held]
        changed = _draw(drawing, attempt=attempt + 1, tables=stand, held=None)
    elif "hold" in fields:
        place = number_in(fields["hold"])
        movable = place is not None and place < len(tables) and tables[place] not in drawing.begun
        held = sorted({place} ^ set(held)) if movable else held
        changed = {**draft, HELD: held}
    else:
        entrants, fixed = _list_entrants(draft), {entrant for table in drawing.begun for entrant in table}
        first, second = entrants.get(fields.get("one", "")), entrants.get(fields.get("other", ""))
        if first is None or second is None or first == second or fixed & {first, second}:
            return redirect(drawing.address, 303)
        changed = _draw(drawing, attempt=attempt, tables=swap_players(tables, first, second), held=held)
    tap = {name: fields[name] for name in TAPS if name in fields}
    key = running.night.key
    with form.writing():
        organising.keep_draft(session(), running.access, **form.change, key=key, draft=changed, tap=tap)
    return redirect(drawing.address, 303)


def _publish(drawing: Drawing, form: FieldsForm, draft: Mapping[str, Any]) -> Any:
    running = drawing.running
    evening, access = running.evening, running.access
    here = Access(access.league, access.role, Who(access.who.account, device()))
    season = present_season(session(), access.league, running.night.date)
    kept = {name: value for name, value in draft.items() if name not in (HELD, ATTEMPT, NUMBER, MORE)}
    new = organising.NewRound(
        evening.next_round,
        kept,
        _rules(running),
        _names(running),
        season.key if season else None,
        drawing.why,
    )
    shown = number_in(request.form["publish"])
    if shown == new.number and request.form.get("drawn") != _name_draft(draft):
        return _tell_changed(drawing, shown)
    try:
        written = organising.publish_round(session(), here, **form.change, key=running.night.key, round_=new)
    except Overtaken as overtaken:
        return _tell_changed(drawing, shown, overtaken.since)
    except UuidTaken:
        return _tell_changed(drawing, shown)
    except Refused as refusal:
        form.place(refusal.findings)
        tell_problems(form)
        return redirect(drawing.address, 303)
    confirm_in_silence(running, form.uuid)
    for match in written.event.body[ROUND][MATCHES]:
        remember(session(), device(), match, OWNER)
    return go_to("rounds", access, date=running.night.date)


def _name_draft(draft: Mapping[str, Any]) -> str:
    """A name of the draw on the page: a result that came in meanwhile may have changed what is drawn."""
    return derive_key(json.dumps(draft[OUT], sort_keys=True))


def _tell_changed(drawing: Drawing, shown: int | None, since: Sequence[LeagueEvent] = ()) -> Any:
    """What an organiser sees who publishes another draw than the one that stands, or a round that another one has
    published.
    """
    access = drawing.running.access
    published = next((event for event in since if event.body.get(ROUND, {}).get(NUMBER) == shown), None)
    if published is not None:
        who = name_members(access).get(published.account or 0)
        sentence = _("%(name)s has published round %(number)s already.", name=who, number=shown)
        flash(sentence if who else _("Round %(number)s was already published.", number=shown))
        return go_to("rounds", access, date=drawing.running.night.date)
    flash(_("The draw has changed meanwhile. Look at it before you publish it."))
    return redirect(drawing.address, 303)


def _rules(running: EveningPage) -> dict[int, dict[str, Any]]:
    """The rules of a match by how many play it: the league's house rules, and the plan's number of deals."""
    plan = running.evening.options
    game = GAMES[plan.game]
    house = dict(running.access.league.house.get(game.slug, {}))
    if plan.deals is not None and has_deal_limit(game):
        house |= {DEAL_LIMIT: plan.deals}
    return {size: short_rules(game, game.read_rules(house, size, Report())) for size in game.players}


def _names(running: EveningPage) -> dict[str, str]:
    """What stands on the sheets: no two of one evening are written alike."""
    players: Sequence[str] = list_here(running.evening, running.evening.next_round)
    apart, _changed = seating.tell_apart([running.names[player] for player in players])
    return dict(zip(players, apart, strict=True))
