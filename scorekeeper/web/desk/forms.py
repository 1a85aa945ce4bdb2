"""The form of a question, made from its fields, and what of a question document people are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from werkzeug.datastructures import MultiDict

from scorekeeper.core import fields
from scorekeeper.core.disputes.rulings import Question
from scorekeeper.core.findings import Finding
from scorekeeper.core.game import Game
from scorekeeper.core.play.cards import Pack
from scorekeeper.core.reading import Field, Table
from scorekeeper.core.text import N, Player, T
from scorekeeper.web.desk.ruling_links import frame
from scorekeeper.web.drawing.abbreviations import names_on_keys
from scorekeeper.web.drawing.faces import Face, face
from scorekeeper.web.entry.forms import EntryForm
from scorekeeper.web.entry.input_sets import make_input
from scorekeeper.web.entry.inputs import Input, PillsInput, alternatives
from scorekeeper.web.entry.notation import NotationInput
from scorekeeper.web.site.languages import say

MAX_VERSIONS = 2
MAX_STATES = 3
"""So many states a key goes round, beside none."""
MAX_KEYS = 8
"""So many numbers stand in one row of keys."""
MAX_EMPTY_ROWS = 13
"""So many empty lines a list of tricks shows at once, so that not each has to be asked for."""


def table_for(game: Game, options: Any, names: Sequence[str] = (), players: int | None = None) -> Table:
    """Who sits at the table of a question: the match's players, or the seats, by the numbers that rulings call them.

    As long as it is not known how many play, there are as many seats as the game allows.
    """
    players = len(names) or players or max(game.players)
    player_names = list(names) or [say(Player(seat, opens=True).unnamed) for seat in range(players)]
    return Table(game.seat(players, options), tuple(player_names), options)


class Asking(NamedTuple):
    """What the parts of the entry's screens need to draw keys at the desk."""

    table: Table
    versions: Mapping[str, int] = {}

    @staticmethod
    def asks_seat(part: Input) -> bool:
        """Whether an input asks for one player: keys in the colours of the sides."""
        return isinstance(part.field, fields.SeatField)

    @staticmethod
    def asks_number(part: Input) -> bool:
        """Whether an input asks for one of a few numbers: a row of keys."""
        return isinstance(part, PillsInput) and isinstance(part.field, fields.Number)

    @staticmethod
    def counts_each(part: Input) -> bool:
        """Whether an input counts something that each player did a few times: a number that is tapped up and down."""
        of = part.field.of if isinstance(part.field, fields.PerSide) else None
        return isinstance(of, fields.Number) and of.blank == 0

    @staticmethod
    def asks_side(part: Input) -> bool:
        """Whether an input asks for one of two sides, or none between them: a three-way row."""
        two = isinstance(part, PillsInput) and sum(type(value) is int for *_, value in part.options) == 2
        return two and isinstance(part.field, fields.SideField)

    def choose_small(self, inputs: Sequence[Input]) -> list[Input]:
        """Those that may be left blank and have few states: small keys that go round them."""
        return [
            part
            for part in inputs
            if isinstance(part, PillsInput)
            and part.clearable
            and len(part.options) <= MAX_STATES
            and not self.asks_seat(part)
        ]

    @property
    def key_names(self) -> list[str]:
        """The players' names as they stand on keys."""
        return names_on_keys(self.table.names)


def name_players(question: Question) -> Question:
    """The question at a known table: in place of a list with a value a side or seat, an input for each by its name."""
    return question.but(fields=tuple(map(_name_players, question.fields)))


def name_counts(question: Question) -> Question:
    """The question with an input for each player in place of a list of numbers by seat; lists of cards stay lists."""
    return question.but(
        fields=tuple(_name_players(field) if _is_counts(field) else field for field in question.fields)
    )


def _is_counts(field: Field) -> bool:
    return isinstance(field, fields.Repeated) and field.by_seat and isinstance(field.of, fields.Number)


def _name_players(field: Field) -> Field:
    if isinstance(field, fields.Group):
        return field.but(fields=tuple(map(_name_players, field.fields)))
    if not isinstance(field, fields.Repeated):
        return field
    if not (field.by_side or field.by_seat):
        return field.but(of=_name_players(field.of))
    field_type = fields.PerSide if field.by_side else fields.PerSeat
    return field_type(
        name=field.name, label=field.label, hint=field.hint, of=field.of, optional=field.optional
    )


def find_by_players(
    asked: Iterable[Field], values: Mapping[str, Any]
) -> Iterator[tuple[fields.Repeated, int]]:
    """The lists with a value a side or a seat, and how many values each has: 0 where it is not given."""
    for field in asked:
        value = values.get(field.name)
        if isinstance(field, fields.Group):
            yield from find_by_players(field.fields, value or {})
        elif isinstance(field, fields.Repeated) and (field.by_side or field.by_seat):
            yield field, len(value or ())
        elif isinstance(field, fields.Repeated) and isinstance(field.of, fields.Group):
            lines: Iterable[Mapping[str, Any]] = value or ({},)
            for line in lines:
                yield from find_by_players(field.of.fields, line)


class DeskForm(EntryForm):
    """The form of one question."""

    def __init__(
        self, question: Question, table: Table, answers: Mapping[str, Any], values: MultiDict[str, str] | None
    ) -> None:
        question = question.but(fields=tuple(field for field in question.fields if field.matters(table)))
        self.question = question
        super().__init__(
            "", question.fields, table, entry=_with_rows(question, answers, len(table.names)), values=values
        )

    def document(self, game: Game, rules: Mapping[str, Any]) -> dict[str, Any]:
        """The question document. A list that was left blank is an empty one where it has to be there."""
        blank: dict[str, Any] = {
            field.name: []
            for field in self.question.fields
            if not field.optional and isinstance(field, fields.CardsField | fields.Repeated)
        }
        return {**frame(game.slug, self.question.slug, rules), **blank, **self.values()}

    @staticmethod
    def make_input(field: Field, table: Table) -> Any:
        """A box that is not ticked says nothing, so what may decide a verdict is asked, with nothing preset.

        A number of which few are possible is a key.
        """
        at_table = field.at(table)
        is_key = (
            isinstance(at_table, fields.Number)
            and at_table.none is None
            and at_table.high - at_table.low < MAX_KEYS
        )
        if is_key or isinstance(at_table, fields.Flag):
            return PillsInput(at_table, table)
        return make_input(field, table)

    def place(self, findings: Iterable[Finding], at: str = "") -> None:
        """Put the engine's findings at their inputs; a yes or no that is missing is asked for as such."""
        flags = {field.name: field for field in self.question.fields if isinstance(field, fields.Flag)}
        super().place([_yes_or_no(finding, flags.get(finding.path)) for finding in findings], at)

    @property
    def laid(self) -> list[Input]:
        """The inputs whose cards lie before the players, alone, in a group or a list: the card table draws them."""
        lists = self.question.laying is None
        return [
            whole
            for whole in self.inputs
            if any(getattr(part, "lies", "") for part in _look_into(whole, lists))
        ]

    @property
    def below(self) -> list[Input]:
        """The inputs below the card table: what may be left out, and lists of what is no card."""
        return [
            part for part in self.inputs if part not in self.laid and (part.clearable or part.kind == "rows")
        ]

    @property
    def calls(self) -> list[NotationInput]:
        """The inputs that take a list of calls, seat after seat."""
        return [part for part in self.inputs if isinstance(part, NotationInput) and part.words]

    @property
    def has_counts(self) -> bool:
        """Whether a line takes numbers, for which a game may have boxes."""
        inside = (part for whole in self.inputs for part in whole.all())
        return any(
            isinstance(part, NotationInput) and not part.words and part.takes_numbers for part in inside
        )

    @property
    def any_laid(self) -> bool:
        """Whether a card lies anywhere, or a list holds something else that is shown."""
        return _is_any_laid(self.question.fields, self.values())

    @property
    def packs(self) -> list[Pack]:
        """The packs whose cards can be tapped in this form."""
        by_slug = {pack.slug: pack for pack in (pack_of(field) for field in self.question.fields) if pack}
        return list(by_slug.values())


def _is_any_laid(asked: Iterable[Field], values: Mapping[str, Any]) -> bool:
    """Whether a field of cards, or a list, is filled in; also those of a group."""
    for field in asked:
        value = values.get(field.name)
        if isinstance(field, fields.Group):
            filled = isinstance(value, Mapping) and _is_any_laid(field.fields, value)
        elif isinstance(field, fields.PerSide | fields.Repeated):
            filled = any(map(_holds, value or ()))
        else:
            filled = bool(value) and pack_of(field) is not None
        if filled:
            return True
    return False


def _holds(value: Any) -> bool:
    return any(map(_holds, value.values())) if isinstance(value, Mapping) else value not in (None, "", [])


def _yes_or_no(finding: Finding, flag: Field | None) -> Finding:
    if flag is None or finding.code != "missing":
        return finding
    return finding._replace(text=T("“{label}”: yes or no?", label=flag.label))


def _look_into(whole: Input, lists: bool) -> Iterator[Input]:
    """An input and those of a group; also those of a list, unless its cards are laid one after the other."""
    yield whole
    for part in whole.parts if lists or whole.kind == "group" else ():
        yield part
        yield from part.parts


def _with_rows(question: Question, answers: Mapping[str, Any], players: int) -> Mapping[str, Any]:
    """Lists that are short get all of their lines at once: the tricks, a hand a player, both versions of a deal."""
    padded = {}
    for field in question.fields:
        lines = _lines(field, players)
        if lines:
            written = list(answers.get(field.name, ()))
            padded[field.name] = [*written, *lines[len(written) :]]
    return {**answers, **padded}


def _lines(field: Field, players: int) -> list[Any]:
    """The empty lines of a list, as many as are surely needed; none for what is not a list."""
    if not isinstance(field, fields.Repeated):
        return []
    if any(isinstance(way, fields.CardsField) for way in alternatives(field.of)):
        number = min(players, field.most) if field.by_seat else field.most
        return [None] * number if number <= MAX_EMPTY_ROWS else []
    if isinstance(field.of, fields.Group) and field.most <= MAX_VERSIONS:
        return [{part.name: _lines(part, players) for part in field.of.fields}] * field.most
    return []


def pack_of(field: Field) -> Pack | None:
    """The pack of the first card field inside a field."""
    if isinstance(field, fields.CardField | fields.CardsField):
        return field.pack
    inside = field.fields if isinstance(field, fields.Group) else getattr(field, "of", ())
    parts = inside if isinstance(inside, tuple) else (inside,)
    return next((pack for part in parts if (pack := pack_of(part)) is not None), None)


# --- a question in words --------------------------------------------------------------------------


class GivenFact(NamedTuple):
    """Something given in a question: its label, and words, or cards, or further facts."""

    label: str
    words: str = ""
    faces: tuple[Face, ...] = ()
    parts: tuple[GivenFact, ...] = ()


def facts(question: Question, document: Mapping[str, Any], table: Table) -> list[GivenFact]:
    """What a question was asked about."""
    answers = ((field, document[field.name]) for field in question.fields if field.name in document)
    return [_fact(say(field.label), field, value, table) for field, value in answers]


def _fact(label: str, field: Field, value: Any, table: Table) -> GivenFact:
    if value is None:
        return GivenFact(label, _say_nothing(field))
    for way in alternatives(field):
        if way.fits(value):
            return _fact_of_value(label, way, value, table)
    return GivenFact(label, str(value))


def _say_nothing(field: Field) -> str:
    """What null says in a field: the word that the field has for it, or that it was left blank."""
    if isinstance(field, fields.SeatField | fields.SideField) and field.or_none:
        return say(T("nobody"))
    word = next(
        (way.none for way in alternatives(field) if isinstance(way, fields.Number) and way.none), None
    )
    return "–" if word is None else say(word)


def _fact_of_value(label: str, field: Field, value: Any, table: Table) -> GivenFact:
    if isinstance(field, fields.CardField | fields.CardsField):
        cards = [field.pack.parse(notation) for notation in ([value] if isinstance(value, str) else value)]
        return GivenFact(label, "" if cards else "–", tuple(face(card) for card in cards if card is not None))
    if isinstance(field, fields.Group):
        inside = [
            _fact(say(part.label), part, value[part.name], table)
            for part in field.fields
            if part.name in value
        ]
        return GivenFact(label, parts=tuple(inside))
    if isinstance(field, fields.PerSide | fields.Repeated):
        return _list(label, field, value, table)
    if isinstance(field, fields.Document):
        deals = len(value.get("entries") or ()) if type(value.get("entries")) is list else None
        return GivenFact(label, "…" if deals is None else say(N("{n} entry", "{n} entries", n=deals)))
    return GivenFact(label, _word(field, value, table))


def _list(label: str, field: fields.PerSide | fields.Repeated, values: list[Any], table: Table) -> GivenFact:
    names: list[str] = []
    if isinstance(field, fields.PerSeat) or (isinstance(field, fields.Repeated) and field.by_seat):
        names = list(table.names)
    elif isinstance(field, fields.PerSide):
        names = [table.side_name(side) for side in range(len(table.seating.sides))]
    headings = [names[index] if index < len(names) else str(index + 1) for index in range(len(values))]
    inside = [_fact(name, field.of, value, table) for name, value in zip(headings, values, strict=True)]
    if not names and all(fact.words for fact in inside):
        return GivenFact(label, ", ".join(fact.words for fact in inside) or "–")
    return GivenFact(label, parts=tuple(inside)) if inside else GivenFact(label, "–")


def _word(field: Field, value: Any, table: Table) -> str:
    if isinstance(field, fields.Choice):
        return say(field.choices.get(value)) or str(value)
    if isinstance(field, fields.SeatField) and value < len(table.names):
        return table.names[value]
    if isinstance(field, fields.SideField) and value < len(table.seating.sides):
        return table.side_name(value)
    if isinstance(field, fields.Flag):
        return say(T("yes") if value else T("no"))
    return str(value)


class Cards(NamedTuple):
    """Cards that a result names together, under its name, and which of several groups they are."""

    faces: tuple[Face, ...]
    name: str
    number: int


def cards_in(game_pack: Pack | None, result: Mapping[str, Any]) -> list[Cards]:
    """The cards that a result names, group by group: what may be played, each capture, each meld, each pile."""
    if game_pack is None:
        return []
    groups_of_cards: list[Cards] = []
    for name, value in result.items():
        groups = value if type(value) is list and value and not isinstance(value[0], str) else [value]
        for number, group in enumerate(groups):
            cards = group.get("cards") if isinstance(group, dict) else group
            notation = cards if isinstance(cards, list) else []
            parsed = [game_pack.parse(text) if isinstance(text, str) else None for text in notation]
            if parsed and None not in parsed:
                groups_of_cards.append(
                    Cards(tuple(face(card) for card in parsed if card is not None), name, number)
                )
    return groups_of_cards
