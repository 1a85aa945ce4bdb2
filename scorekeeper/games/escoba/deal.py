"""The facts of one deal of Eskoba, the four ways to write them down, and their reading.

The fields of a document show which way it uses; all of them lead to the same :class:`DealTally`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import (
    CardField,
    CardsField,
    Flag,
    Group,
    Number,
    PerSide,
    Repeated,
    SeatField,
    SideField,
)
from scorekeeper.core.findings import Report
from scorekeeper.core.game import DealForm
from scorekeeper.core.play.cards import ON_TABLE, PACK_40, Card
from scorekeeper.core.reading import BAD, Field, Table, is_whole, keep_readable, read_fields, values_or_bad
from scorekeeper.core.scoring.decided import DEAL_ALSO
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.options import EscobaOptions
from scorekeeper.games.escoba.play import ALL_PLAYS, OPENING, EndedDeal, follow, of_sides, plays_of
from scorekeeper.games.escoba.play.tally import (
    ALL_CARDS,
    ALL_GOLDS,
    ALL_SEVENS,
    TEN,
    TOTALS,
    CardCounts,
    DealTally,
    fill_blank,
    sole_taker,
    tally_of_counts,
    tally_of_piles,
)

NOT_PLAYED = T("This table does not play for this.")
MOST, COUNTS, PILES, PLAYS, NO_CAPTURES = "most", "counts", "piles", "plays", "nobody"

_TIE = T("none, when the best are level")
ESCOBAS = PerSide(name="escobas", label=T("Escobas"), of=Number(high=ALL_CARDS // 2, blank=0))
SEVEN = SideField(name="seven_of_golds", label=T("Seven of golds"))
SETENTA = SideField(
    name="setenta", label=T("Setenta"), hint=T("none, when the best are level"), or_none=True, optional=True
)
LEFT = CardsField(
    name="left",
    label=T("Cards left on the table"),
    hint=T("They are already in their taker’s pile; here they are only checked."),
    pack=PACK_40,
    heap="left",
    most=ALL_CARDS,
    example="6B 11B 12B",
    optional=True,
)


class FewField(Repeated):
    """The sides with few cards, called by the number of the table. (escoba 5.8, 7.4)"""

    def at(self, table: Table) -> Field:
        few = table.options.few_cards
        return self if few == TEN else self.but(label=T("Fewer than {n} cards", n=few))


def _all_of(name: str, label: Text) -> Field:
    """The side that has all of a kind; asked where that is worth anything. (escoba 7.2)"""
    played_for = (f"{name}_value", (1, 2, 3, 4, 5))
    return SideField(name=name, label=label, or_none=True, optional=True, only_with=played_for)


MOST_FIELDS: tuple[Field, ...] = (
    Group(
        name="most",
        label=T("Who had the most"),
        fields=(
            SideField(name="cards", label=T("Cards"), hint=_TIE, or_none=True),
            SideField(name="golds", label=T("Golds"), hint=_TIE, or_none=True),
            SideField(name="sevens", label=T("Sevens"), hint=_TIE, or_none=True),
        ),
    ),
    SEVEN,
    ESCOBAS,
    _all_of("all_golds", T("All ten golds")),
    _all_of("all_sevens", T("All four sevens")),
    FewField(name="under_ten", label=T("Fewer than ten cards"), of=SideField(), most=6, optional=True),
    Repeated(name="no_cards", label=T("No card at all"), of=SideField(), most=6, optional=True),
    SETENTA,
    LEFT,
)
_REST = T("One may be left blank; it is worked out.")
COUNTS_FIELDS: tuple[Field, ...] = (
    ESCOBAS,
    PerSide(name="cards", label=T("Cards"), hint=_REST, of=Number(high=ALL_CARDS), blanks=1),
    PerSide(name="golds", label=T("Golds"), hint=_REST, of=Number(high=ALL_GOLDS), blanks=1),
    PerSide(name="sevens", label=T("Sevens"), hint=_REST, of=Number(high=ALL_SEVENS), blanks=1),
    SEVEN,
    SETENTA,
    LEFT,
)
PILES_FIELDS: tuple[Field, ...] = (
    ESCOBAS,
    PerSide(name="piles", label=T("The cards each side took"), of=CardsField(pack=PACK_40, most=ALL_CARDS)),
    LEFT,
)
PLAY = Group(
    label=T("Card played"),
    fields=(
        SeatField(name="seat", label=T("Player")),
        CardField(name="card", label=T("Card"), pack=PACK_40),
        CardsField(name="takes", label=T("Takes"), pack=PACK_40, most=ALL_CARDS, heap="taken", optional=True),
    ),
)
PLAYS_FIELDS: tuple[Field, ...] = (
    CardsField(
        name="table", label=T("Opening table"), pack=PACK_40, lies=ON_TABLE, most=ALL_CARDS, count=OPENING
    ),
    Repeated(
        name="plays",
        label=T("Every card played, in order"),
        hint=T("The player after the dealer begins."),
        of=PLAY,
        most=ALL_PLAYS,
        part=T("Play {n}"),
    ),
    LEFT,
)
OPENING_TABLE, PLAYED = PLAYS_FIELDS[:2]
NO_CAPTURES_FIELDS: tuple[Field, ...] = (Flag(name="nobody_captured", label=T("No captures in this deal")),)
IN_PLAY = ("escobas",)
FORMS = (
    DealForm(slug=MOST, title=T("Who had the most"), fields=MOST_FIELDS, in_play=IN_PLAY),
    DealForm(slug=COUNTS, title=T("Counts"), fields=COUNTS_FIELDS, in_play=IN_PLAY),
    DealForm(slug=PILES, title=T("Cards of each pile"), fields=PILES_FIELDS, in_play=IN_PLAY),
    DealForm(slug=PLAYS, title=T("Card by card, while it is played"), fields=PLAYS_FIELDS),
    DealForm(slug=NO_CAPTURES, title=T("No captures"), fields=NO_CAPTURES_FIELDS),
)
TOTAL_TEXTS: Mapping[str, Text] = {
    "cards": T("All sides together take 40 cards, not {sum}."),
    "golds": T("All sides together take 10 golds, not {sum}."),
    "sevens": T("All sides together take 4 sevens, not {sum}."),
}
_NAMES = {form.slug: tuple(field.name for field in form.fields) for form in FORMS}
_KNOWN = {slug: DEAL_ALSO.union(names) for slug, names in _NAMES.items()}
_FIELDS = {form.slug: form.fields for form in FORMS}
_ALL_NAMES = frozenset().union(*_NAMES.values())
_ALSO = DEAL_ALSO | _ALL_NAMES
# The first of these that a deal has tells how it is written.
_MARKS = {
    "most": MOST,
    **dict.fromkeys(TOTALS, COUNTS),
    "piles": PILES,
    **dict.fromkeys(("plays", "table"), PLAYS),
    **dict.fromkeys(("all_golds", "all_sevens", "under_ten", "no_cards"), MOST),
    "nobody_captured": NO_CAPTURES,
}


class EscobaDeal(NamedTuple):
    """One deal. ``tally`` is scored, and None if there were no captures; the other facts are only checked.

    ``piles`` are the sides' cards where they were given, ``played`` the deal card by card. Parts that could not be
    read are BAD.
    """

    form: str
    tally: DealTally | None
    left: tuple[Card, ...] | None = None
    piles: tuple[tuple[Card, ...], ...] | None = None
    played: EndedDeal | None = None


def read_deal(data: Mapping[str, Any], at: str, report: Report, table: Table) -> EscobaDeal | None:
    """The deal that a JSON entry describes, with BAD for parts that could not be read; None without a clear form."""
    form = next((form for mark, form in _MARKS.items() if mark in data), None)
    if form is None:
        text = T(
            "Write who had the most, the counts, the piles or every play; or that there were no captures."
        )
        report.error(at, "no_form", text)
        return None
    fields = _FIELDS[form]
    values = read_fields(fields, data, at, report, table, _ALSO)
    foreign = data.keys() - _KNOWN[form]
    if foreign:
        _report_foreign(data, foreign, form, at, report)
    for field in fields:
        if field.name not in values and not field.optional:
            values[field.name] = BAD
    if form == COUNTS:
        _check_totals(values, at, report)
    if form in (MOST, COUNTS):
        _check_played(values, at, report, table)
    if form == NO_CAPTURES and values["nobody_captured"] is False:
        text = T("There were captures, so write who had the most, the counts, the piles or every play.")
        report.error(f"{at}.nobody_captured", "no_form", text)
        return None
    return _READERS[form](values, table)


def _check_totals(values: dict[str, Any], at: str, report: Report) -> None:
    """Report counts that do not add up to the whole pack, all the golds, all the sevens. (escoba 1.1)"""
    for name, all_of_it in TOTALS.items():
        numbers = values[name]
        counted = sum([number for number in keep_readable(numbers) if number is not None])
        open_to_more = not numbers or None in numbers or BAD in numbers
        if counted > all_of_it or (counted < all_of_it and not open_to_more):
            text = TOTAL_TEXTS[name]._replace(params={"sum": counted})
            report.error(f"{at}.{name}", f"{name}_total", text, "escoba 1.1")


def _check_played(values: dict[str, Any], at: str, report: Report, table: Table) -> None:
    """Report what this table does not play for, and a setenta that is played for and missing. (escoba 7.2, 7.5)"""
    options: EscobaOptions = table.options
    for name, worth in (("all_golds", options.all_golds_value), ("all_sevens", options.all_sevens_value)):
        if not worth and values.get(name) is not None:
            report.error(f"{at}.{name}", "not_played", NOT_PLAYED, "escoba 7.2")
    if not options.setenta and "setenta" in values:
        report.error(f"{at}.setenta", "not_played", NOT_PLAYED, "escoba 7.5")
    elif options.setenta and "setenta" not in values:
        values["setenta"] = BAD
        text = T("Say who has the best setenta, or that the best are level.")
        report.error(f"{at}.setenta", "missing", text, "escoba 7.5")


def _report_foreign(data: Mapping[str, Any], foreign: set[str], form: str, at: str, report: Report) -> None:
    """Report fields of another way to write a deal; ``nobody_captured: false`` goes with every way."""
    for name in [name for name in data if name in _ALL_NAMES & foreign]:
        if name != "nobody_captured" or data[name] is not False:
            params = {"name": name, "fields": list(_NAMES[form])}
            text = T(
                "“{name}” belongs to another way of writing a deal; together belong: {fields}.", **params
            )
            report.error(f"{at}.{name}", "mixed_forms", text)


def _from_most(values: dict[str, Any], table: Table) -> EscobaDeal:
    """The deal by its majorities. A side that took every card has all the golds and sevens, written or not."""
    no_cards: tuple[int, ...] = values.get("no_cards", ())
    under_ten: tuple[int, ...] = values.get("under_ten", ())
    all_golds, all_sevens = values.get("all_golds"), values.get("all_sevens")
    if no_cards and is_whole((no_cards, under_ten)):
        under_ten = (*under_ten, *[side for side in no_cards if side not in under_ten])
        sole = sole_taker(no_cards, len(table.seating.sides))
        all_golds = sole if all_golds is None else all_golds
        all_sevens = sole if all_sevens is None else all_sevens
    leaders = values["most"] or dict.fromkeys(TOTALS, BAD)
    tally = DealTally(
        values_or_bad(values["escobas"], len(table.seating.sides)),
        leaders["cards"],
        leaders["golds"],
        leaders["sevens"],
        values["seven_of_golds"],
        all_golds,
        all_sevens,
        under_ten,
        no_cards,
        setenta=values.get("setenta"),
    )
    return EscobaDeal(MOST, tally, values.get("left"))


def _from_counts(values: dict[str, Any], table: Table) -> EscobaDeal:
    sides = len(table.seating.sides)
    counts = CardCounts(
        *[fill_blank(values_or_bad(values[name], sides), all_of_it) for name, all_of_it in TOTALS.items()]
    )
    escobas = values_or_bad(values["escobas"], sides)
    tally = tally_of_counts(escobas, counts, values["seven_of_golds"], table.options.few_cards)
    return EscobaDeal(COUNTS, tally._replace(setenta=values.get("setenta")), values.get("left"))


def _from_piles(values: dict[str, Any], table: Table) -> EscobaDeal:
    sides = len(table.seating.sides)
    escobas, piles = values_or_bad(values["escobas"], sides), values_or_bad(values["piles"], sides)
    return EscobaDeal(
        PILES, tally_of_piles(escobas, piles, table.options.few_cards), values.get("left"), piles
    )


def _from_plays(values: dict[str, Any], table: Table) -> EscobaDeal:
    left = values.get("left")
    if values["plays"] is BAD:
        return EscobaDeal(PLAYS, None, left)
    played = follow(values["table"], plays_of(values["plays"]), table)
    if played.nobody_captured or not played.sure:
        return EscobaDeal(PLAYS, None, left, None, played)
    piles, escobas = of_sides(played, table)
    return EscobaDeal(PLAYS, tally_of_piles(escobas, piles, table.options.few_cards), left, piles, played)


_READERS: Mapping[str, Callable[[dict[str, Any], Table], EscobaDeal]] = {
    MOST: _from_most,
    COUNTS: _from_counts,
    PILES: _from_piles,
    PLAYS: _from_plays,
    NO_CAPTURES: lambda values, table: EscobaDeal(NO_CAPTURES, None),
}
