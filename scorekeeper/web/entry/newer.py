"""What other phones entered of a deal: what came since a page was made, and whose numbers do not fit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.core.text import T
from scorekeeper.store.match import drafts
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.forms import EntryForm, Problem
from scorekeeper.web.entry.in_progress import draft_form, input_words, label_part, who_entered
from scorekeeper.web.entry.inputs import Input
from scorekeeper.web.entry.parts import list_held, parts_in, value_of
from scorekeeper.web.match.holding import from_whom, seat_of_device
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say

MINE = "mine"
"""Names of the parts that a phone still held of a deal that another recorded."""


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
        label, said = label_part(form, name, mine[name]), input_words(theirs[name]) or "–"
        words.append(NewerPart(label, said, who_entered(match, part), input_words(mine[name])))
    return values, words


def who_typed(match: Match, form: EntryForm, problem: Problem) -> str:
    """Who typed which of the numbers that a problem is about; nothing where all of them came from one phone."""
    field, _dot, _rest = problem.finding.path.partition(".")
    known, typed = drafts.parts_of(session(), match), dict[str, list[str]]()
    for name, part in parts_in(form).items():
        value = value_of(part)[0]
        if value and name.startswith(f"{field}."):
            what = f"{part.label.text} {part.typed}"
            typed.setdefault(_who_says(match, known.get(name), value), []).append(what)
    told = [say(T("{who} entered {what}.", who=who, what=", ".join(what))) for who, what in typed.items()]
    return " ".join(one[0].upper() + one[1:] for one in told) if len(typed) > 1 else ""


def _who_says(match: Match, kept: drafts.DraftPart | None, value: tuple[Any, ...]) -> str:
    """Who entered this value of a part: what the draft does not hold yet was typed on this phone."""
    if kept is not None and kept.filled and (kept.value,) == value:
        return who_entered(match, kept)
    return from_whom(match, seat_of_device(match), device(), match.seq + 1, match.events[-1].at)
