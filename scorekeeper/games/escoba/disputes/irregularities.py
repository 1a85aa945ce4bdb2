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
redeal, play_on, custom, again = TABLE.redeal, TABLE.play_on, TABLE.custom, TABLE.again
MAKES_FIFTEEN = Reason(
    T("The card played takes cards from the table only if together they make exactly fifteen."),
    ("escoba 3.1",),
)


def one_point(reason: Text) -> Way:
    """The custom of taking a point from the side at fault."""
    verdict = T("The side at fault loses one point; write it as an adjustment.")
    record = Record(ADJUSTMENT, reason, points=1, negative=True)
    return Way("point", T("The side at fault loses a point."), Settled(verdict, (CORRECTED, SILENT), record))


WRONG_NUMBER = T("a player had the wrong number of cards")
DEALING = Asked(
    T("What went wrong in the dealing?"),
    (
        Way(
            "exposed_card",
            T("A card was turned up while dealing."),
            custom(
                again(T("a card was turned up while dealing")),
                Way(
                    "play_on",
                    T("The card is turned down again, and play goes on."),
                    play_on(T("Play goes on with the same cards."), SILENT),
                ),
            ),
        ),
        Way(
            "wrong_number",
            T("Somebody has too many cards, or too few, or the table has."),
            Asked(
                T("When was it noticed?"),
                (
                    Way(
                        "before_play",
                        T("Before a card of these hands was played."),
                        custom(
                            Way(
                                "put_right",
                                T("The hands are put right, and play goes on."),
                                play_on(
                                    T(
                                        "Cards are drawn unseen from the hand that has too many, or dealt to the one "
                                        "that has too few."
                                    ),
                                    SILENT,
                                ),
                            ),
                            again(WRONG_NUMBER),
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
                        custom(
                            again(WRONG_NUMBER),
                            Way(
                                "play_on",
                                T("Play goes on until the pack is out."),
                                play_on(T("Play goes on; whoever has no card misses a turn."), SILENT),
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
            custom(
                Way(
                    "taken_back",
                    T("They go back into the pack, which is shuffled."),
                    play_on(T("They go back into the pack, and play goes on."), SILENT),
                ),
                again(T("cards were laid on the table with a later dealing")),
                reasons=(Reason(T("Nothing more goes on the table after the first four."), ("escoba 2.4",)),),
            ),
        ),
        Way(
            "pack_not_whole",
            T("A card is missing from the pack, or is there twice."),
            redeal(
                T("the pack was not whole"),
                Reason(T("There are 40 cards, each once."), ("escoba 1.1",)),
            ),
        ),
        Way(
            "wrong_dealer",
            T("The wrong player dealt."),
            play_on(
                T(
                    "The deal stands, and the next seat after the one that really dealt deals next; name that dealer."
                ),
                Reason(
                    T("If another seat really dealt, the rotation goes on from that seat."), ("escoba 9.5",)
                ),
            ),
        ),
        Way(
            "opening_overlooked",
            T("The dealer overlooked an escoba of the opening table."),
            Asked(
                T("When was it noticed?"),
                (
                    Way(
                        "before_play",
                        T("Before a card of these hands was played."),
                        play_on(
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
                        custom(
                            Way(
                                "lost",
                                T("It is lost: the cards were played on."),
                                play_on(
                                    T("The table stays as it is, and the dealer has no escoba of it."), SILENT
                                ),
                            ),
                            Way(
                                "written",
                                T("The dealer has the escobas, but not the cards."),
                                play_on(
                                    T(
                                        "Write the escobas down with the deal; the cards stay with their takers."
                                    ),
                                    SILENT,
                                ),
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
                        custom(
                            Way(
                                "laid_down",
                                T("The cards go back, and the card played stays on the table."),
                                play_on(
                                    T(
                                        "The cards taken go back to the table, and the card played stays there."
                                    ),
                                    MAKES_FIFTEEN,
                                    SILENT,
                                ),
                            ),
                            Way(
                                "put_right",
                                T("The player takes what the card really can take."),
                                play_on(
                                    T("The cards go back, and the player may take a set that makes fifteen."),
                                    MAKES_FIFTEEN,
                                    SILENT,
                                ),
                            ),
                            reasons=(MAKES_FIFTEEN,),
                        ),
                    ),
                    Way(
                        "later",
                        T("Later."),
                        custom(
                            Way(
                                "stands",
                                T("It stands; the deal is counted as it was played."),
                                play_on(
                                    T(
                                        "The capture stands. What is left at the end will not be "
                                        "ten more than fifteens."
                                    ),
                                    Reason(
                                        T(
                                            "Only when every capture was fifteen is what is left "
                                            "ten more than fifteens."
                                        ),
                                        ("escoba 4.3",),
                                    ),
                                    SILENT,
                                ),
                            ),
                            again(NOT_FIFTEEN),
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
            play_on(
                T("One of the two sets goes back; the player chooses which."),
                Reason(T("A card takes one set of cards; its player chooses which."), ("escoba 3.5",)),
            ),
        ),
        Way(
            "overlooked",
            T("Somebody laid down a card that could capture."),
            Decided(
                "must_capture",
                {
                    False: play_on(
                        T("Nothing is wrong: the card stays on the table."),
                        Reason(
                            T("One may always lay a card down, unless the table says otherwise."),
                            ("escoba 3.2",),
                        ),
                    ),
                    True: custom(
                        Way(
                            "taken",
                            T("The player takes a set, if the next card has not been played."),
                            play_on(
                                T("The player takes a set that makes fifteen, while nobody has played on."),
                                SILENT,
                            ),
                        ),
                        Way(
                            "next",
                            T("Whoever is next may take it."),
                            play_on(
                                T(
                                    "The next player may capture in place of the one who overlooked it, "
                                    "and then plays."
                                ),
                                SILENT,
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
            T("Somebody wants to take a play back."),
            custom(
                Way("stands", T("What was played is played."), play_on(T("The play stands."), SILENT)),
                Way(
                    "taken_back",
                    T("It may be taken back until the next card is played."),
                    play_on(T("The play is taken back, if the next card has not been played."), SILENT),
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
            play_on(
                T("It is no escoba, but the capture stands if it made fifteen."),
                Reason(T("An escoba takes every card on the table with one card."), ("escoba 3.3",)),
            ),
        ),
        Way(
            "not_marked",
            T("It was made, but not marked, and its maker only said so later."),
            custom(
                Way(
                    "counts",
                    T("It counts if the table remembers it."),
                    play_on(
                        T("It is one escoba more; correct the number if the deal is written already."),
                        Reason(T("1 point for every escoba."), ("escoba 5.1",)),
                        SILENT,
                    ),
                ),
                Way("lost", T("It does not count."), play_on(T("It does not count."), SILENT)),
            ),
        ),
        Way(
            "last_cards",
            T("Somebody claims an escoba for the cards left at the end."),
            play_on(
                T("It is no escoba: taking what is left is not a capture."),
                Reason(T("Taking what is left at the end is never an escoba."), ("escoba 4.2",)),
            ),
        ),
        Way(
            "last_card",
            T("Somebody claims to have swept the table with the last card of the deal."),
            play_on(
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
            T("Somebody played out of turn."),
            custom(
                Way(
                    "taken_back",
                    T("The card is taken back, and the right player goes on."),
                    play_on(T("The card goes back to its hand, and the right player goes on."), SILENT),
                ),
                Way(
                    "stands",
                    T("The card stays where the others have played on."),
                    play_on(T("The play stands, and the turn goes on from there."), SILENT),
                ),
                reasons=(
                    Reason(
                        T("The player after the dealer begins, and the others follow in turn."),
                        ("escoba 2.2",),
                    ),
                ),
            ),
        ),
        Way(
            "exposed_card",
            T("Somebody showed a card, or dropped it face up."),
            custom(
                Way(
                    "picked_up",
                    T("It is picked up, and nothing comes of it."),
                    play_on(T("Play goes on."), SILENT),
                ),
                Way(
                    "laid_down",
                    T("It stays on the table as that player’s next card."),
                    play_on(T("It is played in that player’s next turn."), SILENT),
                ),
            ),
        ),
        Way(
            "looked_in_pile",
            T("Somebody looked through a pile during the play."),
            custom(
                Way(
                    "warning",
                    T("A warning."),
                    play_on(T("The table warns the player; nothing is written down."), SILENT),
                ),
                one_point(T("looking through a pile during the play")),
            ),
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
            play_on(
                T("Count again: forty cards, ten golds, four sevens; the desk finds the slip."),
                Reason(
                    T("All sides together end with forty cards, ten golds and four sevens."), ("escoba 1.1",)
                ),
            ),
        ),
        Way(
            "left_total",
            T("What is left is not ten more than fifteens."),
            play_on(
                T(
                    "Some capture was not fifteen. If nobody can say which, the deal is counted as it was played."
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
                    LAST_CAPTURE: play_on(
                        T("They go to whoever captured last, and are put on that pile."),
                        Reason(T("At this table the cards left go to the last capture."), ("escoba 4.1",)),
                    ),
                    LAST_ESCOBA: play_on(
                        T(
                            "They go to whoever made the last escoba of the deal; if there was "
                            "none, to whoever captured last."
                        ),
                        Reason(T("At this table the cards left go to the last escoba."), ("escoba 4.1",)),
                    ),
                },
            ),
        ),
        Way(
            "piles_mixed",
            T("The piles were mixed before they were counted."),
            custom(
                again(MIXED),
                TABLE.agreed(MIXED),
            ),
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
