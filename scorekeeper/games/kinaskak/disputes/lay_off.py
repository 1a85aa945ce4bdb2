"""May this card be added to that meld?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling, yes_if
from scorekeeper.core.fields import Flag
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import JOKER, Card, card_text, cards_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.explaining import JOKER_LIMITS
from scorekeeper.games.kinaskak.disputes.table import CARD, IS_DOWN, ONE_MELD, lies_as, read_meld_and_card
from scorekeeper.games.kinaskak.options import KinaskakOptions
from scorekeeper.games.kinaskak.play import SET, Meld, jokers_fit, open_ends


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Whether the card may be added, and why or why not. None after reporting an impossible meld. (kinaskak 4.2)"""
    read = read_meld_and_card(values, table, report)
    if read is None:
        return None
    meld, card = read
    fits, reason = lay_off_reason(meld, card, table.options)
    reasons = [is_down_reason(values["is_down"])]
    legal = values["is_down"] and fits
    if values["is_down"] and values.get("went_down_this_turn"):
        at_once = table.options.lay_off_same_turn
        reasons.append(same_turn_reason(at_once))
        legal = legal and at_once
    verdict = T("This may not be laid off here: {card}.", card=card_text(card))
    if legal:
        verdict = T("This may be laid off here: {card}.", card=card_text(card))
    return Ruling({"legal": legal}, verdict, (*reasons, reason, *lies_as(values, table.options)))


def lay_off_reason(meld: Meld, card: Card, options: KinaskakOptions) -> tuple[bool, Reason]:
    """Whether a card may be added to a meld (a run from low to high), and why or why not. (kinaskak 4.2, 7.4)"""
    if card == JOKER and not jokers_fit((*meld.cards, card), options):
        return False, Reason(JOKER_LIMITS[options.joker_limit], ("kinaskak 3.5",))
    if meld.kind == SET:
        rank = next(real.rank for real in meld.cards if real != JOKER)
        cites = ("kinaskak 3.4", "kinaskak 1.5") if card == JOKER else ("kinaskak 3.4",)
        fits = card == JOKER or card.rank == rank
        text = T("A set takes any card of its rank, as many as one likes.")
        return fits, Reason(text, cites)
    ends = open_ends(meld.cards, options)
    if not ends and options.around_ace:
        text = T("This run has every card of its suit; nothing can be added.")
        return False, Reason(text, ("kinaskak 7.4",))
    if not ends:
        return False, Reason(T("This run reaches from ace to ace; nothing can be added."), ("kinaskak 3.2",))
    text = T("Only the next card at either end lengthens this run: {cards}.", cards=cards_text(ends))
    further_cites = (
        *(("kinaskak 1.5",) if card == JOKER else ()),
        *(("kinaskak 7.4",) if options.around_ace else ()),
    )
    return card == JOKER or card in ends, Reason(text, ("kinaskak 3.1", "kinaskak 3.2", *further_cites))


def is_down_reason(is_down: bool) -> Reason:
    """The reason by which a player may, or may not yet, add to melds on the table. (kinaskak 4.2)"""
    if is_down:
        return Reason(T("A player who has gone down may add to the melds on the table."), ("kinaskak 4.2",))
    return Reason(T("Before going down one may not add to any meld."), ("kinaskak 4.2",))


def same_turn_reason(at_once: bool) -> Reason:
    """The reason by which a player may, or may not, lay off in the turn of going down. (kinaskak 4.2)"""
    if at_once:
        text = T("At this table one may lay off in the very turn in which one goes down.")
    else:
        text = T("At this table one may not lay off in the turn in which one goes down.")
    return Reason(text, ("kinaskak 4.2",))


QUESTION = Question(
    slug="lay_off",
    title=T("May this card be added to that meld?"),
    fields=(
        ONE_MELD,
        CARD,
        IS_DOWN,
        Flag(name="went_down_this_turn", label=T("The player went down in this very turn"), optional=True),
    ),
    answer=answer,
    decides=yes_if("legal"),
)
