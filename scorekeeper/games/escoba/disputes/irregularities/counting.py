"""What goes wrong at the end of a deal: the cards left on the table, the piles and their count."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import Asked, Decided, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.escoba.disputes.irregularities.penalties import TABLE
from scorekeeper.games.escoba.options import LAST_CAPTURE, LAST_ESCOBA

MIXED = T("the piles were mixed before they were counted")
COUNTING = Asked(
    T("What went wrong at the end or in the count?"),
    (
        Way(
            "counts_differ",
            T("The cards, golds or sevens do not add up."),
            TABLE.play_on(
                T("Count again: forty cards, ten golds, four sevens; the desk finds the slip."),
                Reason(
                    T("All sides together end with forty cards, ten golds and four sevens."), ("escoba 1.1",)
                ),
            ),
        ),
        Way(
            "left_total",
            T("What is left is not ten more than fifteens."),
            TABLE.play_on(
                T(
                    "Some capture was not fifteen. If it cannot be found, the deal is counted as it was played."
                ),
                Reason(
                    T("Cards left add up to 10, 25, 40 and so on, when every capture was fifteen."),
                    ("escoba 4.3",),
                ),
            ),
        ),
        Way(
            "left_taken",
            T("The wrong player took the cards left on the table."),
            Decided(
                "leftover",
                {
                    LAST_CAPTURE: TABLE.play_on(
                        T("They go to the player who captured last, and are put on that pile."),
                        Reason(T("At this table the cards left go to the last capture."), ("escoba 4.1",)),
                    ),
                    LAST_ESCOBA: TABLE.play_on(
                        T(
                            "They go to the player who made the last escoba of the deal; if there was none, "
                            "to the one who captured last."
                        ),
                        Reason(T("At this table the cards left go to the last escoba."), ("escoba 4.1",)),
                    ),
                },
            ),
        ),
        Way(
            "piles_mixed",
            T("The piles were mixed before they were counted."),
            TABLE.ask_table(TABLE.deal_again(MIXED), TABLE.agree_on_points(MIXED)),
        ),
        TABLE.written_wrong(),
    ),
)
