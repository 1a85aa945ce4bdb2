"""The deal in progress as pages show it: its form, which parts are in, and what other phones entered of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import current_app, render_template, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.core.fields import CardField, Group
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm, Game
from scorekeeper.core.play.cards import card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.scoring.decided import is_decided
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.store.match import drafts
from scorekeeper.store.match.match import Event, Match
from scorekeeper.web.entry.forms import WHO_DEALT, EntryForm, Problem, choose_form, deal_form
from scorekeeper.web.entry.inputs import ABSENT, Input, alternatives
from scorekeeper.web.entry.parts import entry_from, list_held, open_parts, parts_in, value_of, way_for
from scorekeeper.web.match.at_table import list_players, playing, table_at
from scorekeeper.web.match.current import PARTS, read_beside
from scorekeeper.web.match.holding import from_whom, seat_of_device
from scorekeeper.web.match.words import summarize_event
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say

SCREEN = "games/entry.html"
MINE = "mine"
"""Names of the parts that a phone still held of a deal that another recorded."""


def parts_now(match: Match) -> Mapping[str, drafts.DraftPart]:
    """What is in of the deal in progress, by name."""
    return read_beside(match, PARTS, lambda: drafts.parts_of(session(), match))


def draft_entry(
    match: Match, parts: Mapping[str, drafts.DraftPart], slug: str | None = None, usual: str = ""
) -> tuple[DealForm, dict[str, Any]]:
    """The way to write the deal in progress, the one of ``slug`` or what shows most of it, and what it holds there."""
    game, table = GAMES[match.game], playing(match)
    way = choose_form(game, table, slug or way_for(game, parts, usual or game.forms[0].slug))
    return way, entry_from(way, parts, table)


def draft_form(match: Match, slug: str | None, parts: Mapping[str, drafts.DraftPart]) -> EntryForm:
    """The form of a deal, showing what the draft holds."""
    way, entry = draft_entry(match, parts, slug)
    return deal_form(way, playing(match), entry, match.seq)


def recorded_form(match: Match, seq: int, slug: str | None) -> EntryForm | None:
    """The form that shows a recorded deal; None where this way of writing it cannot show all of it."""
    row = match.find_row(seq)
    if row is None or row.entry["kind"] != "deal":
        return None
    table = table_at(match, row.place)
    form = deal_form(choose_form(GAMES[match.game], table, slug), table, row.entry, match.seq)
    return form if form.entry() == row.entry else None


def _late_page(match: Match, event: Event, slug: str) -> str:
    """The word that the deal was recorded already, for a phone that still holds a part of it."""
    row = match.find_row(event.seq)
    is_deal = row is not None and row.entry["kind"] == "deal"
    return render_template(
        "games/entry/late.html",
        match=match,
        summary=summarize_event(match, event, row),
        row=url_for("match.sheet", _anchor=f"e{event.seq}"),
        correct=url_for("match.correct", seq=event.seq, form=slug) if is_deal else "",
    )


def draft_document(match: Match, slug: str | None, shown: str = "") -> dict[str, Any]:
    """The draft as it stands, and what became of the one that a page has ``shown``."""
    parts = parts_now(match)
    current = drafts.current(match)
    event = next((event for event in match.events if event.uuid == shown != current), None)
    return {
        "draft": current,
        "following": drafts.name_following(match),
        "seq": match.seq,
        "who": list_players(playing(match)),
        "parts": parts_document(match, slug, parts),
        "late": _late_page(match, event, slug or "") if event is not None else "",
        "row": url_for("match.sheet", _anchor=f"e{event.seq}") if event is not None else "",
        "recorded": _list_recorded(match, event, slug) if event is not None else {},
    }


def _list_recorded(match: Match, event: Event, slug: str | None) -> dict[str, dict[str, list[str]]]:
    """What the inputs of each part hold of a recorded deal, as far as the page that shows it can."""
    form = recorded_form(match, event.seq, slug)
    return {name: list_held(part) for name, part in parts_in(form).items()} if form is not None else {}


def parts_document(match: Match, slug: str | None, parts: Mapping[str, drafts.DraftPart]) -> dict[str, Any]:
    """Parts by name: their versions, what their inputs hold, who entered them, and whether it was this phone."""
    inputs = parts_in(draft_form(match, slug, parts))
    return {
        name: {
            "version": part.version,
            "filled": part.filled,
            "inputs": list_held(inputs[name]),
            "who": who_entered(match, part),
            "mine": part.device == device(),
        }
        for name, part in parts.items()
        if name in inputs
    }


def list_own_screens(game: Game) -> list[str]:
    """The ways to write a deal for which a game has a screen of its own."""
    return [form.slug for form in game.forms if screen(game, form.slug) != SCREEN]


def way_to_show(game: Game, table: Table, entry: Mapping[str, Any]) -> str | None:
    """A way with a screen of its own that shows a written deal as it is; None where there is none."""
    own = (choose_form(game, table, slug) for slug in list_own_screens(game))
    return next((way.slug for way in own if deal_form(way, table, entry).entry() == entry), None)


def usual_way(match: Match) -> str:
    """How this table wrote its last deal, if that has a screen of its own; otherwise the first way that has one."""
    game = GAMES[match.game]
    own, last_way = list_own_screens(game), _last_way(match)
    return last_way if last_way in own or (last_way and not own) else (own or [game.forms[0].slug])[0]


def _last_way(match: Match) -> str | None:
    """The way in which the last deal was written; None where the game has but one."""
    game = GAMES[match.game]
    dealt = (entry for entry in reversed(match.entries) if entry["kind"] == "deal" and not is_decided(entry))
    if len(game.forms) == 1 or (last := next(dealt, None)) is None:
        return None
    plain = {name: value for name, value in last.items() if name not in ("note", "dealer")}
    return choose_form(game, playing(match), None, plain).slug


def screen(game: Game, slug: str) -> str:
    """The template that enters a deal of this game in this way: the game's own, or the one for every game."""
    names = [f"games/{game.slug}/entry/{slug}.html", SCREEN]
    return str(current_app.jinja_env.select_template(names).name)


def who_entered(match: Match, part: drafts.DraftPart) -> str:
    """From where a part came: a seat, this phone, another."""
    return from_whom(match, part.seat, part.device, match.seq + 1, part.at)


class PartMark(NamedTuple):
    """One part of the deal in progress, and whether it is in; or what is asked of each seat or side, and theirs.

    ``words`` is what was entered, where everybody at the table knows it.
    """

    label: str
    done: bool
    each: tuple[PartMark, ...] = ()
    words: str = ""


def marks_of(match: Match) -> list[PartMark]:
    """Which parts of the deal in progress are in, for all at the table to see; none before it begins."""
    parts = parts_now(match)
    if not any(part.filled for part in parts.values()):
        return []
    form = draft_form(match, None, parts)
    needed = [part.name for part in open_parts(form)]
    shown_fields = choose_form(GAMES[match.game], playing(match), form.slug).in_play
    marks: dict[str, PartMark] = {}
    for name, part in parts_in(form).items():
        done = name in parts and parts[name].filled
        if not done and part.name not in needed:
            continue
        whole, _dot, inside = name.partition(".")
        mark = PartMark(
            str(part.label.text), done, (), input_words(part) if done and whole in shown_fields else ""
        )
        if inside:
            before = marks.get(whole, PartMark(str(form[whole].label.text), False))
            mark = before._replace(each=(*before.each, mark))
        marks[whole] = mark
    return list(marks.values())


def in_play(match: Match) -> str:
    """What everybody at the table knows of the deal in progress, in words: ``Bid 9 · Declarer Ana``."""
    marks = [inner for mark in marks_of(match) for inner in (mark.each or (mark,)) if inner.words]
    return " · ".join(f"{mark.label} {mark.words}" for mark in marks)


def known_so_far(match: Match, *, everything: bool) -> dict[str, Any]:
    """What is in of the deal in progress, as a part of an entry: what all at the table know, or ``everything``."""
    way, entry = draft_entry(match, parts_now(match))
    return {
        name: [None if item is ABSENT else item for item in value] if isinstance(value, list) else value
        for name, value in entry.items()
        if everything or name in (*way.in_play, WHO_DEALT.name)
    }


def input_words(part: Any) -> str:
    """What an input holds, in words."""
    if part.parts:
        inside = ((inner.label.text, input_words(inner)) for inner in part.parts)
        return ", ".join(f"{label} {words}".strip() for label, words in inside if words)
    group = next((way for way in alternatives(part.field) if isinstance(way, Group)), None)
    if group is not None and isinstance(part.value, dict):
        counts = ((field.label, part.value.get(field.name)) for field in group.fields)
        return ", ".join(f"{say(label)} {number}" for label, number in counts if number)
    if isinstance(part.field, CardField):
        return say(card_text(part.field.read(part.typed, "", Report(), part.table)))
    words: dict[str, Any] = {key: text for key, text, _value in getattr(part, "options", ())}
    return say(words.get(part.typed, part.typed))


def entered_by(match: Match, event: Any) -> str:
    """Who entered which part of a recorded deal; nothing when all of it came from one phone."""
    parts = drafts.parts_of(session(), match, event.uuid)
    filled = {name: part for name, part in parts.items() if part.filled}
    if len({part.seat if part.seat is not None else part.device for part in filled.values()}) < 2:
        return ""
    form, parts_by = draft_form(match, None, filled), dict[str, list[str]]()
    for name, part in parts_in(form).items():
        if name in filled:
            parts_by.setdefault(who_entered(match, filled[name]), []).append(label_part(form, name, part))
    return " ".join(_say_entered(parts_by))


def _say_entered(parts_by: Mapping[str, Sequence[str]]) -> list[str]:
    return [
        say(T("{who} entered {what}.", who=who, what=", ".join(labels))) for who, labels in parts_by.items()
    ]


def label_part(form: EntryForm, name: str, part: Any) -> str:
    """What a part is called where its field is not seen: the field, and whose it is."""
    whole, _dot, index = name.partition(".")
    if not index:
        return str(part.label.text)
    return say(T("{what}: {name}", what=form[whole].label.text, name=part.label.text))


def merge_mine(form: EntryForm, typed: MultiDict[str, str]) -> MultiDict[str, str]:
    """A recorded deal as its ``form`` shows it, with what a phone still held of some parts in its place."""
    values: MultiDict[str, str] = MultiDict()
    parts = parts_in(form)
    for field in form:
        _put(values, field, list_held(field))
    for name in typed[MINE].split():
        if name in parts:
            _put(values, parts[name], {})
    for name in typed:
        if name != MINE:
            values.setlist(name, typed.getlist(name))
    return values


def _put(values: MultiDict[str, str], part: Input, held: Mapping[str, list[str]]) -> None:
    """Put what the inputs of a part hold in the place of what was typed into them."""
    for name in list_held(part):
        values.poplist(name)
    for name, typed in held.items():
        values.setlist(name, typed)


class NewerPart(NamedTuple):
    """A part that another phone entered, in words: its name, what it says there, who says so, and what is said here."""

    label: str
    theirs: str
    who: str
    mine: str


def merge_parts(
    match: Match, form: EntryForm, newer: Mapping[str, drafts.DraftPart]
) -> tuple[MultiDict[str, str], list[NewerPart]]:
    """Everything that was typed, with the parts of other phones in its place; and those parts in words."""
    values, words = MultiDict(read_typed() or {}), list[NewerPart]()
    mine, theirs = parts_in(form), parts_in(draft_form(match, form.slug, newer))
    for name, part in newer.items():
        _put(values, mine[name], list_held(theirs[name]))
        label, entered = label_part(form, name, mine[name]), input_words(theirs[name]) or "–"
        words.append(NewerPart(label, entered, who_entered(match, part), input_words(mine[name])))
    return values, words


def who_typed(match: Match, form: EntryForm, problem: Problem) -> str:
    """Who typed which of the numbers that a problem is about; nothing where all of them came from one phone."""
    field, _dot, _rest = problem.finding.path.partition(".")
    parts, typed = parts_now(match), dict[str, list[str]]()
    for name, part in parts_in(form).items():
        value = value_of(part)[0]
        if value and name.startswith(f"{field}."):
            entered = f"{part.label.text} {part.typed}"
            typed.setdefault(_who_says(match, parts.get(name), value), []).append(entered)
    sentences = _say_entered(typed)
    return " ".join(sentence[0].upper() + sentence[1:] for sentence in sentences) if len(typed) > 1 else ""


def _who_says(match: Match, kept: drafts.DraftPart | None, value: tuple[Any, ...]) -> str:
    """Who entered this value of a part: what the draft does not hold yet was typed on this phone."""
    if kept is not None and kept.filled and (kept.value,) == value:
        return who_entered(match, kept)
    return from_whom(match, seat_of_device(match), device(), match.seq + 1, match.events[-1].at)
