"""What goes wrong with a buy."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import ADJUSTMENT, Agreed, Asked, Decided, Remedy, Settled, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.irregularities.remedies import BY_CORRECTION, SILENT, charge_offence

EACH_COSTS = Reason(
    T(
        "Buys without penalty at this table: {free}. Each one more costs {points}.",
        free=Agreed("max_buys"),
        points=Agreed("buy_penalty"),
    ),
    ("kinaskak 5.3", "kinaskak 5.4"),
)
TOO_MANY_BUYS = Asked(
    T("Is the deal written down already?"),
    (
        Way(
            "no",
            T("not yet"),
            Settled(
                T(
                    "The buy was against the rule. It stands and costs {points}: "
                    "write the number of buys with the deal.",
                    points=Agreed("buy_penalty"),
                ),
                (EACH_COSTS,),
            ),
        ),
        Way(
            "yes",
            T("yes, without this buy"),
            Settled(
                T("Correct the deal, or add {points} to the player’s total.", points=Agreed("buy_penalty")),
                (EACH_COSTS, *BY_CORRECTION),
                Remedy(ADJUSTMENT, T("a buy too many"), points="buy_penalty"),
                T(
                    "Correct the deal, or add {points} to the player’s total ({side}).",
                    points=Agreed("buy_penalty"),
                ),
            ),
        ),
    ),
)

LAST_ROUND_BUY = Decided(
    "last_round_buys",
    {
        True: Settled(
            T("Nothing is wrong: the buy stands."),
            (Reason(T("At this table cards may be bought in the eighth round too."), ("kinaskak 5.6",)),),
        ),
        False: Asked(
            T("Nothing is bought in the eighth round: both cards go back. Does it cost anything besides?"),
            charge_offence(T("a buy in the eighth round"), T("Both cards of the buy go back.")),
            (
                Reason(T("In the eighth round nothing can be bought."), ("kinaskak 5.6",)),
                Reason(SILENT, ("kinaskak 9.2",)),
            ),
            silent=True,
        ),
    },
)
BUY = Asked(
    T("What was wrong with the buy?"),
    (
        Way("too_many", T("it was a buy more than are free"), TOO_MANY_BUYS),
        Way("eighth_round", T("it was in the eighth round"), LAST_ROUND_BUY),
        Way(
            "forehand_not_asked",
            T("the player in forehand was passed over"),
            Settled(
                T("The player in forehand may still take the card; then both cards of the buy go back."),
                (
                    Reason(
                        T("The player in forehand has the first right to a thrown card."), ("kinaskak 5.1",)
                    ),
                ),
            ),
        ),
        Way(
            "who_was_first",
            T("two called at once"),
            Settled(
                T("Each claimant draws the top card of the stock, and the highest may buy."),
                (Reason(T("The drawn cards then go into the middle of the stock."), ("kinaskak 5.5",)),),
            ),
        ),
        Way(
            "one_card",
            T("its player took one card, or three"),
            Settled(
                T("A buy is two cards: the thrown one and the top of the stock. Put it right."),
                (Reason(T("A player who buys takes two cards."), ("kinaskak 5.2",)),),
            ),
        ),
    ),
)
