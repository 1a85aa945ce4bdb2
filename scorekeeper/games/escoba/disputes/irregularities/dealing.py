"""What goes wrong in the dealing: cards too many or too few, and an opening table that was overlooked."""

from __future__ import annotations

from scorekeeper.core.disputes.customs import in_dealing
from scorekeeper.core.disputes.irregularities import Asked, Node, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.escoba.disputes.irregularities.penalties import TABLE


def ask_when_noticed(before: Node, after: Node) -> Asked:
    """Whether a mistake in the dealing was noticed before a card of these hands was played, or after it."""
    return Asked(
        T("When was it noticed?"),
        (
            Way("before_play", T("Before a card of these hands was played."), before),
            Way("in_play", T("After a card was played."), after),
        ),
    )


WRONG_NUMBER = T("a player had the wrong number of cards")
DEALING = in_dealing(
    TABLE.turned_up_in_dealing(),
    Way(
        "wrong_number",
        T("A player, or the table, has too many cards or too few."),
        ask_when_noticed(
            TABLE.ask_table(
                TABLE.remedy(
                    "put_right",
                    T("The hands are put right, and play goes on."),
                    T(
                        "Cards are drawn unseen from the hand that has too many, or dealt to the one "
                        "that has too few."
                    ),
                ),
                TABLE.deal_again(WRONG_NUMBER),
                reasons=(
                    Reason(
                        T("Everyone gets three cards, and the opening table four."),
                        ("escoba 2.1", "escoba 2.4"),
                    ),
                ),
            ),
            TABLE.ask_table(
                TABLE.deal_again(WRONG_NUMBER),
                TABLE.remedy(
                    "play_on",
                    T("Play goes on until the pack is out."),
                    T("Play goes on; a player without a card misses a turn."),
                ),
                reasons=(
                    Reason(
                        T("Everyone gets three cards at a time until the pack is out."),
                        ("escoba 2.4",),
                    ),
                ),
            ),
        ),
    ),
    Way(
        "cards_added",
        T("Cards were laid on the table with the second or a later dealing."),
        TABLE.ask_table(
            TABLE.remedy(
                "taken_back",
                T("They go back into the pack, which is shuffled."),
                T("They go back into the pack, and play goes on."),
            ),
            TABLE.deal_again(T("cards were laid on the table with a later dealing")),
            reasons=(Reason(T("Nothing more goes on the table after the first four."), ("escoba 2.4",)),),
        ),
    ),
    TABLE.pack_not_whole(Reason(T("There are 40 cards, each once."), ("escoba 1.1",))),
    TABLE.wrong_dealer(),
    Way(
        "opening_overlooked",
        T("The dealer overlooked an escoba of the opening table."),
        ask_when_noticed(
            TABLE.play_on(
                T("The dealer takes the four cards and has the escobas that they make."),
                Reason(
                    T("When the opening table makes an escoba, the dealer takes the four cards."),
                    ("escoba 2.3",),
                ),
            ),
            TABLE.ask_table(
                TABLE.remedy(
                    "lost",
                    T("It is lost: the cards were played on."),
                    T("The table stays as it is, and the dealer has no escoba of it."),
                ),
                TABLE.remedy(
                    "written",
                    T("The dealer has the escobas, but not the cards."),
                    T("Write the escobas down with the deal; the cards stay with their takers."),
                ),
            ),
        ),
    ),
)
