"""What tables of Kínaskák do about a mistake: a remedy, a void deal, points, the price of a buy too many."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import ADJUSTMENT, VOID, Agreed, Asked, Remedy, Settled, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T, Text

SILENT = T("The rulebook says nothing about this; the table decides.")
BY_VOID = (
    Reason(T("A deal without a result is void, and its contract stays."), ("kinaskak 9.1", "kinaskak 2.2")),
)
BY_CORRECTION = (Reason(T("What the table decides is written down as a correction."), ("kinaskak 9.2",)),)
AS_IT_IS = T("Play goes on as it is.")


def apply_remedy(remedy: Text) -> Settled:
    """The remedy that the table chose, with nothing to write down."""
    return Settled(T("{remedy} Nothing is written down.", remedy=remedy), BY_CORRECTION)


def redeal(mishap: Text) -> Settled:
    """The same player deals again; the mishap is the reason of the entry."""
    verdict = T("The deal is void; the same player deals again, to the same contract.")
    return Settled(verdict, BY_VOID, Remedy(VOID, mishap))


def pass_deal_on(mishap: Text) -> Settled:
    """The next player deals, where the table wants it so."""
    verdict = T("The deal is void; the next player deals, to the same contract.")
    return Settled(verdict, BY_VOID, Remedy(VOID, mishap, redeal=False))


def agree_on_points(mishap: Text, remedy: Text = AS_IT_IS) -> Way:
    """The custom of adding points that the table names, besides the remedy."""
    verdict = T("{remedy} The points that the table names are added to the player’s total.", remedy=remedy)
    naming = T(
        "{remedy} The points that the table names are added to the player’s total ({side}).", remedy=remedy
    )
    settled = Settled(verdict, BY_CORRECTION, Remedy(ADJUSTMENT, mishap), naming)
    return Way("points", T("points that the table names"), settled)


def charge_as_buy(mishap: Text, remedy: Text) -> Way:
    """The custom of charging the price of a buy too many."""
    priced = Reason(T("A buy too many is the only offence that the rulebook prices."), ("kinaskak 5.4",))
    settled = Settled(
        T("{remedy} The player is charged as for a buy too many.", remedy=remedy),
        (*BY_CORRECTION, priced),
        Remedy(ADJUSTMENT, mishap, points="buy_penalty"),
        T("{remedy} The player ({side}) is charged as for a buy too many.", remedy=remedy),
    )
    return Way(
        "like_a_buy", T("as many points as a buy too many: {points}", points=Agreed("buy_penalty")), settled
    )


def charge_offence(mishap: Text, remedy: Text) -> tuple[Way, ...]:
    """The ways to settle an offence: the remedy of the rules alone, or with points that the table adds."""
    nothing = Way("nothing", T("nothing more"), apply_remedy(remedy))
    return nothing, agree_on_points(mishap, remedy), charge_as_buy(mishap, remedy)


def ask_table(*ways: Way) -> Asked:
    """A question that the rulebook leaves to the table; the ways are what tables do."""
    reasons = (Reason(SILENT, ("kinaskak 9.1", "kinaskak 9.2")),)
    return Asked(
        T("The rulebook says nothing about this. What does your table do?"), ways, reasons, silent=True
    )
