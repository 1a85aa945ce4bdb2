"""What goes wrong at a table of Eskoba, as a tree: what the rulebook says, or that it is silent and what tables do."""

from __future__ import annotations

from scorekeeper.core.customs import Customs
from scorekeeper.core.irregularities import ADJUSTMENT, Asked, Decided, Record, Settled, Way, irregularity
from scorekeeper.core.rulings import Reason
from scorekeeper.core.seating import pairs, singles
from scorekeeper.core.text import T, Text
from scorekeeper.games.escoba.disputes.whole_deal import NUMBERS_OF_PLAYERS
from scorekeeper.games.escoba.options import LAST_CAPTURE, LAST_ESCOBA

TABLE = Customs("escoba")
SILENT, CORRECTED = TABLE.silent, TABLE.corrected
MAKES_FIFTEEN = Reason(
    T("The card played takes cards from the table only if together they make exactly fifteen."),
    ("escoba 3.1",),
)


def one_point(reason: Text) -> Way:
    """The custom of taking a point from the side at fault."""
    verdict = T("The side at fault loses one point; write it as an adjustment.")
    naming = T("The side at fault ({side}) loses one point; write it as an adjustment.")
    record = Record(ADJUSTMENT, reason, points=1, negative=True)
    settled = Settled(verdict, (CORRECTED, SILENT), record, naming)
    return Way("point", T("The side at fault loses a point."), settled)


WRONG_NUMBER = T("a player had the wrong number of cards")
DEALING = Asked(
    T("What went wrong in the dealing?"),
    (
        TABLE.turned_up_in_dealing(),
        Way(
            "wrong_number",
            T("A player, or the table, has too many cards or too few."),
            Asked(
                T("When was it noticed?"),
                (
                    Way(
                        "before_play",
                        T("Before a card of these hands was played."),
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
                    ),
                    Way(
                        "in_play",
                        T("After a card was played."),
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
            Asked(
                T("When was it noticed?"),
                (
                    Way(
                        "before_play",
                        T("Before a card of these hands was played."),
                        TABLE.play_on(
                            T("The dealer takes the four cards and has the escobas that they make."),
                            Reason(
                                T("When the opening table makes an escoba, the dealer takes the four cards."),
                                ("escoba 2.3",),
                            ),
                        ),
                    ),
                    Way(
                        "in_play",
                        T("After a card was played."),
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
            ),
        ),
    ),
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

PLAY = Asked(
    T("What went wrong in the play?"),
    (
        Way(
            "out_of_turn",
            T("A player played out of turn."),
            TABLE.ask_table(
                TABLE.back_to_hand(),
                TABLE.remedy(
                    "stands",
                    T("The card stays where the others have played on."),
                    T("The play stands, and the turn goes on from there."),
                ),
                reasons=(
                    Reason(
                        T("The player after the dealer begins, and the others follow in turn."),
                        ("escoba 2.2",),
                    ),
                ),
            ),
        ),
        TABLE.shown_in_play(
            TABLE.remedy(
                "laid_down",
                T("It stays on the table as that player’s next card."),
                T("It is played in that player’s next turn."),
            )
        ),
        Way(
            "looked_in_pile",
            T("A player looked through a pile during the play."),
            TABLE.ask_table(TABLE.warning(), one_point(T("looking through a pile during the play"))),
        ),
    ),
)

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

TREE = Asked(
    T("Where did something go wrong?"),
    (
        Way("dealing", T("In the dealing"), DEALING),
        Way("capturing", T("With a capture"), CAPTURING),
        Way("sweeping", T("With an escoba"), SWEEPING),
        Way("play", T("In the play"), PLAY),
        Way("counting", T("At the end or in the count"), COUNTING),
    ),
)

QUESTION = irregularity(
    TREE,
    NUMBERS_OF_PLAYERS,
    lambda players, options: pairs(players) if options.partnerships else singles(players),
)
