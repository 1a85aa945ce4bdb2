"""Forms for entries and house rules, made from each game's fields.

A form says what was typed as a document's entry (``entry()``); the engine reads it like any JSON, and its findings
come back to the inputs they are about (``place()``).
"""

from __future__ import annotations

import re
import uuid as uuids
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict
from wtforms.form import BaseForm

from scorekeeper.core.fields import SEAT_LEFT, Flag, Group, PerSide, SeatField, TextField
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import DealForm, Game
from scorekeeper.core.reading import MAX_NOTE, Field, Table, missing_text
from scorekeeper.core.renumbering import in_document, in_seats
from scorekeeper.core.scoring.decided import read_deal, ways_of
from scorekeeper.core.scoring.fold import ADJUSTMENT_FIELDS, END_FIELDS, REASON, VOID_FIELDS
from scorekeeper.core.scoring.players import changes_of
from scorekeeper.core.text import T
from scorekeeper.web.entry.input_sets import make_input
from scorekeeper.web.entry.inputs import ABSENT, Input, PillsInput, TicksInput
from scorekeeper.web.request.security import read_typed
from scorekeeper.web.site.languages import say

NOTE = TextField(name="note", label=T("Note"), most=MAX_NOTE, optional=True)
WHO_DEALT = SeatField(
    name="dealer",
    label=T("Who really dealt"),
    hint=T("only when it was not the one whose turn it was; the rotation goes on from there"),
    optional=True,
)
_WORD = re.compile(r"\w+")
SHORT_WORD = 4
"""Letters of a word that is no article or preposition, and may have an ending."""
_STEPS = re.compile(r"\[(\d+)\]|([^.\[\]]+)")


class Problem(NamedTuple):
    """One line of the summary above a form: the input it is about (if any) and the finding."""

    input: Input | None
    finding: Finding

    @property
    def sentence(self) -> str:
        """The finding, after the names of its input that it does not say itself: ``Golds › Ana: Write …``."""
        sentence, names = say(self.finding.text), self.input.names if self.input is not None else []
        untold = [name for name in names if not self._tells(name)]
        if not untold:
            return sentence
        between = " " if untold[-1].endswith("?") else ": "
        if sentence.startswith(tuple(f"{name}:" for name in names)):  # it begins with a name too
            between = " › "
        return f"{' › '.join(untold)}{between}{sentence}"

    def _tells(self, name: str) -> bool:
        """Whether the sentence says a name: a player’s as it is, other words also with another ending."""
        text = self.finding.text
        if self.input is not None and name in self.input.people:
            return name in _words_in(text.params.values())
        chosen = {key: "" for key, value in text.params.items() if type(value) in (list, tuple)}
        sentence_words = _WORD.findall(say(text._replace(params={**text.params, **chosen})).casefold())
        words = _WORD.findall(name.casefold())
        if any(word.isdigit() for word in words):
            return False  # which one of a list it is, the sentence does not know
        long = [word for word in words if len(word) >= SHORT_WORD] or words
        return all(any(_is_alike(word, other) for other in sentence_words) for word in long)


def _is_alike(word: str, other: str) -> bool:
    """Whether two words are one, but for the ending of a word that is not short."""
    stem = word[: max(SHORT_WORD, len(word) - 2)]
    return word == other or (
        len(word) >= SHORT_WORD and other.startswith(stem) and len(other) < len(stem) + 6
    )


def _words_in(values: Iterable[Any]) -> Iterator[str]:
    """The words that are put into a sentence as they are."""
    for value in values:
        if type(value) is str:
            yield value
        elif type(value) in (list, tuple):
            yield from _words_in(value)


def steps(path: str) -> list[str | int]:
    """The parts of a path: ``declarations[0].top`` is ``["declarations", 0, "top"]``."""
    return [int(number) if number else name for number, name in _STEPS.findall(path)]


class EntryForm(BaseForm):
    """Inputs for some of the engine's fields. ``inputs`` are the game's own, ``more`` those seldom needed.

    ``uuid`` and ``seen`` go along hidden with every form that records: what makes a repeated request the same
    event, and the last event the reader had seen. ``asked`` are fields that a document may leave out and a form not:
    people who write by hand should say why.
    """

    asked: Sequence[Field] = ()

    def __init__(
        self,
        kind: str,
        fields: Sequence[Field],
        table: Table,
        *,
        more: Sequence[Field] = (),
        entry: Mapping[str, Any] | None = None,
        seen: int | None = None,
        values: MultiDict[str, str] | None = None,
        slug: str = "",
    ) -> None:
        self.slug, self.of_document, self.seating = slug, (*fields, *more), table.seating
        table = table._replace(seating=table.seating.without_gaps())
        super().__init__({field.name: self.make_input(field, table) for field in self.of_document})
        self.kind, self.problems = kind, list[Problem]()
        self.inputs: list[Input] = [self[field.name] for field in fields]
        self.more: list[Input] = [self[field.name] for field in more]
        self.was_typed = values is not None
        self.uuid = identity(values) if values else str(uuids.uuid4())
        self.seen = number_in(values.get("seen")) if values else seen
        entered = in_seats(self.of_document, entry or {}, self.seating)
        for field in self:
            field.process(values, entered.get(field.short_name, ABSENT))
        self.of_left = dict(self._find_left(values or MultiDict()))
        for name, typed in self.of_left.items():
            self._place(
                Finding(name, SEAT_LEFT, T("{typed} was entered for a player who left.", typed=typed)), name
            )

    def _find_left(self, values: MultiDict[str, str]) -> Iterator[tuple[str, str]]:
        """What a page of before had entered for people who play no more, by its path."""
        for field in self.of_document if self.seating.left else ():
            for number in self.seating.left if isinstance(field, PerSide) else ():
                whole = f"{field.name}-{number}"
                names = [name for name in values if f"{name}-".startswith(f"{whole}-")]
                parts = (value.strip() for name in names for value in values.getlist(name)[:1])
                if typed := ", ".join(filter(None, parts)):
                    yield f"{field.name}[{number}]", typed

    @staticmethod
    def make_input(field: Field, table: Table) -> Any:
        """The (unbound) input of one of the fields."""
        return make_input(field, table)

    def entry(self) -> dict[str, Any]:
        """What was typed, as an entry of a match document."""
        return {"kind": self.kind, **self.values()}

    def values(self) -> dict[str, Any]:
        """What was typed, by field, as a document numbers those who sit there; blank inputs left out."""
        held = ((field.short_name, field.value) for field in self)
        typed = {name: value for name, value in held if value is not ABSENT}
        whole = in_document(self.of_document, typed, self.seating)
        for path, entered in self.of_left.items():  # the engine refuses it, so that it is seen not to count
            name, number = steps(path)
            if type(whole.get(str(name))) is list:
                whole[str(name)][int(number)] = entered
        return whole

    def find_blank(self) -> list[Finding]:
        """One finding for each input that the form asks for and that is blank."""
        blank = [field for field in self.asked if self[field.name].value is ABSENT]
        return [finding for field in blank for finding in _blank_findings(field)]

    def place(self, findings: Iterable[Finding], at: str = "") -> None:
        """Put the engine's findings at the inputs they are about; ``at`` is the entry's own path (``entries[3]``)."""
        prefix = f"{at}." if at else ""
        for finding in findings:
            self._place(
                finding, finding.path.removeprefix(prefix) if finding.path.startswith(prefix) else None
            )

    def _place(self, finding: Finding, path: str | None) -> None:
        field = self.find(path or "")
        if field is not None and field.value is ABSENT and finding.code == "wrong_type":
            finding = finding._replace(text=missing_text(field.field))
        if field is not None and finding not in field.findings:
            field.findings.append(finding)
        if Problem(field, finding) not in self.problems:
            self.problems.append(Problem(field, finding))

    def find(self, path: str) -> Input | None:
        """The innermost input that a path of the entry leads to."""
        path_steps = steps(path)
        if not path_steps or path_steps[0] not in self:
            return None
        whole, inside = self[path_steps[0]], path_steps[1:]
        if isinstance(whole.field, PerSide) and inside and self.seating.left:
            known = inside[0] in self.seating.numbers
            inside = [self.seating.seat_of(int(inside[0])), *inside[1:]] if known else []
        return whole.at(inside)

    def fresh_uuid(self) -> None:
        """Forget the identity of the request: it was used for another event."""
        self.uuid = str(uuids.uuid4())

    @property
    def more_open(self) -> bool:
        """Whether the seldom needed inputs hold something that should be seen."""
        return any(part.findings or part.value is not ABSENT for field in self.more for part in field.all())


def _blank_findings(field: Field) -> Iterator[Finding]:
    """That a field is blank; of several that belong together each one, where a person looks for it."""
    parts = [part for part in field.fields if not part.optional] if isinstance(field, Group) else []
    for part in parts or [field]:
        path = f"{field.name}.{part.name}" if parts else field.name
        yield Finding(path, "missing", missing_text(part))


def said_by_choosing(game: Game, slug: str | None) -> dict[str, bool]:
    """Who chooses a way that asks for one tick alone has said it: a second tap would only repeat that."""
    fields = next((way.fields for way in ways_of(game) if way.slug == slug), ())
    return {field.name: True for field in fields if len(fields) == 1 and isinstance(field, Flag)}


def choose_form(
    game: Game, table: Table, slug: str | None, entry: Mapping[str, Any] | None = None
) -> DealForm:
    """The way to write a deal that was asked for, or that can show the whole entry, or the quickest."""
    by_name = next((form for form in ways_of(game) if form.slug == slug), None)
    if by_name is not None or not entry:
        return by_name or game.forms[0]
    rewritten = [(form, deal_form(form, table, entry).entry()) for form in ways_of(game)]
    for form, written in rewritten:
        if written == entry:
            return form
    read = read_deal(game, entry, "", Report(), table)
    # or else the first that comes to the same deal in other words
    alike = (form for form, written in rewritten if read == read_deal(game, written, "", Report(), table))
    return game.forms[0] if read is None else next(alike, game.forms[0])


def deal_form(
    way: DealForm,
    table: Table,
    entry: Mapping[str, Any] | None = None,
    seen: int | None = None,
    values: MultiDict[str, str] | None = None,
) -> EntryForm:
    """The form for a deal in one way of writing it: blank, or showing ``entry``, or ``values`` that were typed."""
    fields = [field for field in way.fields if field.matters(table)]
    form = EntryForm(
        "deal", fields, table, more=(WHO_DEALT, NOTE), entry=entry, seen=seen, values=values, slug=way.slug
    )
    # A document shows by what it holds which way it was written; a blank form knows it, and what it still needs.
    form.asked = [field for field in fields if not field.optional]
    return form


def entry_form(
    game: Game,
    kind: str,
    table: Table,
    slug: str | None = None,
    *,
    entry: Mapping[str, Any] | None = None,
    seen: int | None = None,
    values: MultiDict[str, str] | None = None,
) -> EntryForm:
    """The form for an entry of any kind, in the way of ``slug``: blank, showing ``entry``, or what was typed."""
    values = read_typed() if values is None else values
    if kind == "deal":
        return deal_form(choose_form(game, table, slug, entry), table, entry, seen, values)
    fields, way = _FIELDS.get(kind, ()), ""
    if kind == "void":
        entry = {"redeal": True, **(entry or {})}
    elif kind == "penalty":
        assert game.penalty is not None, "asked only where the game has a penalty"
        fields = (*game.penalty.fields, REASON)
    elif kind == "players":
        change = _choose_change(game, table, slug, entry or {})
        fields, way = change.fields, change.slug
    form = EntryForm(kind, fields, table, more=(NOTE,), entry=entry, seen=seen, values=values, slug=way)
    if kind == "adjustment":
        form["scores"].blank = 0  # a side left blank gets nothing
    elif kind == "penalty":
        form["reason"].hint = T("may stay empty; everybody can read it at the entry")
        for field in form.inputs:
            usual = getattr(table.options, f"penalty_{field.short_name}", None)
            field.placeholder = "" if usual is None else str(usual)
    return form


_FIELDS: Mapping[str, Sequence[Field]] = {
    # whether the same seat deals again is always said
    "void": [field.but(optional=False) if field.name == "redeal" else field for field in VOID_FIELDS],
    "adjustment": ADJUSTMENT_FIELDS,
    "end": END_FIELDS,
}


def _choose_change(game: Game, table: Table, slug: str | None, entry: Mapping[str, Any]) -> DealForm:
    ways = changes_of(game, table)
    entered = next((way for way in ways if way.fields[0].name in entry), ways[0])
    wanted = slug or entered.slug
    return next((way for way in ways if way.slug == wanted), ways[0])


def identity(values: Mapping[str, str]) -> str:
    """The identity of the request that a form carries; a new one if it lost it."""
    try:
        return str(uuids.UUID(values.get("uuid") or ""))
    except ValueError:
        return str(uuids.uuid4())


def number_in(value: str | None) -> int | None:
    """A small number from an address or a hidden input, if it is one."""
    return int(value) if value and re.fullmatch(r"[0-9]{1,9}", value) else None


def focus_of(field: Input) -> str:
    """The id of the element that a link to an input should lead to."""
    if isinstance(field, PillsInput | TicksInput) and field.options:
        return f"{field.id}-0"
    return f"{field.id}"
