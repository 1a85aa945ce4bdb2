"""What goes wrong with the cards held: a wrong dealing, a wrong number, a card that was seen."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import Asked, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.irregularities.remedies import (
    AS_IT_IS,
    agree_on_points,
    apply_remedy,
    ask_table,
    pass_deal_on,
    redeal,
)

DEALT_WRONGLY = T("the cards were dealt wrongly")
TOO_MANY_CARDS, TOO_FEW_CARDS = T("a hand with too many cards"), T("a hand with too few cards")
SEEN = T("a card was seen that should not have been")
MISDEAL = Asked(
    T("When was it seen?"),
    (
        Way(
            "before_play",
            T("before the first card was drawn or bought"),
            Asked(
                T(
                    "Who deals again? The rulebook lets the same player deal, unless the table says otherwise."
                ),
                (
                    Way("same", T("the same player"), redeal(DEALT_WRONGLY)),
                    Way("next", T("the next player"), pass_deal_on(DEALT_WRONGLY)),
                ),
                (
                    Reason(
                        T("A void deal is dealt again by the same player, or by the next."), ("kinaskak 9.1",)
                    ),
                ),
            ),
        ),
        Way(
            "during_play",
            T("when play had begun"),
            ask_table(
                Way("void", T("the deal is void"), redeal(DEALT_WRONGLY)),
                Way(
                    "play_on",
                    T("everybody plays on with what they have"),
                    apply_remedy(T("Everybody plays on with the cards that they have.")),
                ),
            ),
        ),
    ),
    (Reason(T("The cards are dealt one at a time until every player holds thirteen."), ("kinaskak 1.3",)),),
)

WRONG_NUMBER = Asked(
    T("Thirteen are dealt, one is drawn, and each buy brings two. What is wrong with the hand?"),
    (
        Way(
            "too_many",
            T("it holds too many cards"),
            ask_table(
                Way("void", T("the deal is void"), redeal(TOO_MANY_CARDS)),
                Way(
                    "throw",
                    T("its player throws without drawing until it is right"),
                    apply_remedy(T("The player throws without drawing until the hand is right.")),
                ),
                agree_on_points(TOO_MANY_CARDS),
            ),
        ),
        Way(
            "too_few",
            T("it holds too few cards"),
            ask_table(
                Way("void", T("the deal is void"), redeal(TOO_FEW_CARDS)),
                Way(
                    "draw",
                    T("its player draws from the stock until it is right"),
                    apply_remedy(T("The player draws from the stock until the hand is right.")),
                ),
                Way("play_on", T("play goes on as it is"), apply_remedy(AS_IT_IS)),
            ),
        ),
    ),
    (
        Reason(
            T("A hand holds at most fourteen cards and two for each buy."), ("kinaskak 1.3", "kinaskak 5.2")
        ),
    ),
)

EXPOSED = ask_table(
    Way(
        "shuffle",
        T("the card goes back into the middle of the stock"),
        apply_remedy(T("The card goes back into the middle of the stock.")),
    ),
    Way(
        "keep",
        T("the player keeps it, and play goes on"),
        apply_remedy(T("The player keeps the card that was seen.")),
    ),
    Way("void", T("the deal is void"), redeal(SEEN)),
    agree_on_points(SEEN),
)
