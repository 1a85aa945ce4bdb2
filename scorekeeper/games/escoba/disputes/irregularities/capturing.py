"""What goes wrong with captures and escobas."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import Asked, Decided, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.escoba.disputes.irregularities.penalties import TABLE, one_point

MAKES_FIFTEEN = Reason(
    T("The card played takes cards from the table only if together they make exactly fifteen."),
    ("escoba 3.1",),
)
NOT_FIFTEEN = T("a capture that was not fifteen")
CAPTURING = Asked(
    T("What went wrong with a capture?"),
    (
        Way(
            "not_fifteen",
            T("What was taken does not make fifteen."),
            Asked(
                T("When was it noticed?"),
                (
                    Way(
                        "before_next_play",
                        T("Before the next card was played."),
                        TABLE.ask_table(
                            TABLE.remedy(
                                "laid_down",
                                T("The cards go back, and the card played stays on the table."),
                                T("The cards taken go back to the table, and the card played stays there."),
                                MAKES_FIFTEEN,
                            ),
                            TABLE.remedy(
                                "put_right",
                                T("The player takes what the card really can take."),
                                T("The cards go back, and the player may take a set that makes fifteen."),
                                MAKES_FIFTEEN,
                            ),
                            reasons=(MAKES_FIFTEEN,),
                        ),
                    ),
                    Way(
                        "later",
                        T("Later."),
                        TABLE.ask_table(
                            TABLE.remedy(
                                "stands",
                                T("It stands; the deal is counted as it was played."),
                                T(
                                    "The capture stands. The cards left at the end will not add up to "
                                    "ten more than fifteens."
                                ),
                                Reason(
                                    T(
                                        "The cards left add up to ten more than fifteens only when "
                                        "every capture was fifteen."
                                    ),
                                    ("escoba 4.3",),
                                ),
                            ),
                            TABLE.deal_again(NOT_FIFTEEN),
                            one_point(NOT_FIFTEEN),
                            reasons=(MAKES_FIFTEEN,),
                        ),
                    ),
                ),
            ),
        ),
        Way(
            "two_sets",
            T("One card took two sets that each make fifteen."),
            TABLE.play_on(
                T("One of the two sets goes back; the player chooses which."),
                Reason(T("A card takes one set of cards; its player chooses which."), ("escoba 3.5",)),
            ),
        ),
        Way(
            "overlooked",
            T("A player laid down a card that could capture."),
            Decided(
                "must_capture",
                {
                    False: TABLE.play_on(
                        T("Nothing is wrong: the card stays on the table."),
                        Reason(
                            T("One may always lay a card down, unless the table says otherwise."),
                            ("escoba 3.2",),
                        ),
                    ),
                    True: TABLE.ask_table(
                        TABLE.remedy(
                            "taken",
                            T("The player takes a set, if the next card has not been played."),
                            T("The player takes a set that makes fifteen, if play has not gone on."),
                        ),
                        TABLE.remedy(
                            "next",
                            T("The next player may take it."),
                            T(
                                "The next player may capture in place of the one who overlooked it, "
                                "and then plays."
                            ),
                        ),
                        one_point(T("a capture that had to be made was not made")),
                        reasons=(Reason(T("At this table who can capture must."), ("escoba 3.2",)),),
                    ),
                },
            ),
        ),
        Way(
            "changed_mind",
            T("A player wants to take a play back."),
            TABLE.ask_table(
                TABLE.remedy("stands", T("What was played is played."), T("The play stands.")),
                TABLE.remedy(
                    "taken_back",
                    T("It may be taken back until the next card is played."),
                    T("The play is taken back, if the next card has not been played."),
                ),
            ),
        ),
    ),
)

SWEEPING = Asked(
    T("What went wrong with an escoba?"),
    (
        Way(
            "card_remained",
            T("A card was still on the table."),
            TABLE.play_on(
                T("It is no escoba, but the capture stands if it made fifteen."),
                Reason(T("An escoba takes every card on the table with one card."), ("escoba 3.3",)),
            ),
        ),
        Way(
            "not_marked",
            T("It was made, but not marked, and its maker only said so later."),
            TABLE.ask_table(
                TABLE.remedy(
                    "counts",
                    T("It counts if the table remembers it."),
                    T("It is one escoba more; correct the number if the deal is written already."),
                    Reason(T("1 point for every escoba."), ("escoba 5.1",)),
                ),
                TABLE.remedy("lost", T("It does not count."), T("It does not count.")),
            ),
        ),
        Way(
            "last_cards",
            T("A player claims an escoba for the cards left at the end."),
            TABLE.play_on(
                T("It is no escoba: taking the cards left is not a capture."),
                Reason(T("Taking the cards left at the end is never an escoba."), ("escoba 4.2",)),
            ),
        ),
        Way(
            "last_card",
            T("A player claims to have swept the table with the last card of the deal."),
            TABLE.play_on(
                T("That cannot be: some capture before it was not fifteen."),
                Reason(
                    T("Something is always left, and the last card can never sweep the table."),
                    ("escoba 4.3",),
                ),
            ),
        ),
    ),
)
