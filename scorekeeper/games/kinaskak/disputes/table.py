"""A meld on the table: the fields that ask for it, and the meld that they describe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.fields import CardField, Choice, Flag, Group, Number, Repeated
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import JOKER, ON_TABLE, PACK_THREE, PLAYED, Card, card_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.deal import MAX_BUYS, TABLE_CARDS
from scorekeeper.games.kinaskak.disputes.explaining import flaws, lies_reasons
from scorekeeper.games.kinaskak.options import MAX_ROUNDS, KinaskakOptions
from scorekeeper.games.kinaskak.play import RUN, SET, Meld, in_order

MAX_MELD = 30
MAX_MELDS = 12
MELD_FIELDS = (
    Choice(name="kind", label=T("Run or set"), choices={RUN: T("a run"), SET: T("a set")}),
    TABLE_CARDS.but(name="cards", label=T("Its cards, in order"), lies=ON_TABLE, most=MAX_MELD),
)


ROUND = Number(
    name="round", label=T("Round"), low=1, high=MAX_ROUNDS, limit=lambda options: options.last_round
)
BUYS_OF_ONE = Number(
    name="buys",
    label=T("Buys of that player in this deal"),
    high=MAX_BUYS,
    optional=True,
    only_with=("last_round_buys", (True,)),
)
MELDS = Repeated(name="melds", label=T("What was laid down"), of=Group(fields=MELD_FIELDS), most=MAX_MELDS)
ONE_MELD = Group(name="meld", label=T("The meld on the table"), fields=MELD_FIELDS)
CARD = CardField(name="card", label=T("The card"), pack=PACK_THREE, lies=PLAYED)
IS_DOWN = Flag(name="is_down", label=T("The player has gone down"))


def check_copies(cards: Iterable[Card], options: KinaskakOptions, at: str, report: Report) -> None:
    """Report cards that are on the table, or in the hands, more often than in the packs. (kinaskak 1.1, 7.1)"""
    cites = options.cite("kinaskak 1.1", "packs", "jokers")
    for card, held in Counter(cards).items():
        most = options.copies_of(card)
        if card == JOKER and held > most:
            text = T("There are {n} jokers in all; here are {held}.", n=most, held=held)
            report.error(at, "too_many_jokers", text, *cites)
        elif card != JOKER and held > most:
            params = {"held": held, "card": card_text(card)}
            text = T("Of each card there are {n}; here are {held} of {card}.", n=most, **params)
            report.error(at, "too_many_copies", text, *cites)


def read_meld(values: Mapping[str, Any], table: Table, report: Report) -> Meld | None:
    """The meld on the table, a run from low to high; None after reporting why it cannot lie there."""
    meld = Meld(values["meld"]["kind"], values["meld"]["cards"])
    wrong = flaws(meld, table.options)
    for flaw in wrong:
        report.error("meld.cards", "not_a_meld", flaw.text, *flaw.cites)
    if wrong or meld.kind == SET:
        return None if wrong else meld
    order = in_order(meld.cards, table.options)
    if order is None:
        text = T(
            "Write the cards of the run in the order in which they lie; a joker stands where its card would."
        )
        report.error("meld.cards", "not_in_order", text, "kinaskak 3.1")
        return None
    return Meld(RUN, order)


def read_meld_and_card(values: Mapping[str, Any], table: Table, report: Report) -> tuple[Meld, Card] | None:
    """The meld of :data:`ONE_MELD` and the card of :data:`CARD`; None after reporting what cannot be."""
    meld, card = read_meld(values, table, report), values["card"]
    check_copies((*values["meld"]["cards"], card), table.options, "card", report)
    return None if meld is None or report.errors else (meld, card)


def lies_as(values: Mapping[str, Any], options: KinaskakOptions) -> tuple[Reason, ...]:
    """How the meld on the table was read, where its cards leave its order open."""
    meld = values["meld"]
    return lies_reasons(meld["cards"], options) if meld["kind"] == RUN else ()
