"""What goes wrong at a table of Kani, as a tree: what the rulebook says, or that it is silent and what tables do."""

from __future__ import annotations

from scorekeeper.core.disputes.customs import (
    Customs,
    ask_where,
    in_bidding,
    in_counting,
    in_dealing,
    in_play,
    name_source,
    noticed_in_dealing,
    noticed_in_play,
)
from scorekeeper.core.disputes.irregularities import (
    ADJUSTMENT,
    Agreed,
    Asked,
    Decided,
    Remedy,
    Settled,
    Way,
    irregularity,
)
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.seating import seat_singly
from scorekeeper.core.text import T, Text
from scorekeeper.games.kani.play import LEAD_BEYOND_CUSTOM

TABLE = Customs("kani")
SILENT, CORRECTED = TABLE.silent, TABLE.corrected


def points_off(reason: Text) -> Way:
    """The custom of taking points from the player at fault, as many as the table says."""
    verdict = T("The player at fault loses the points that the table names; write them as an adjustment.")
    naming = T(
        "The player at fault ({side}) loses the points that the table names; write them as an adjustment."
    )
    settled = Settled(verdict, (CORRECTED, SILENT), Remedy(ADJUSTMENT, reason, negative=True), naming)
    return Way("points", T("The player at fault loses points."), settled)


def lose_deal() -> Way:
    """The custom of giving the deal to the other pair."""
    return TABLE.remedy(
        "lost",
        T("The pair at fault loses the deal."),
        T("Write the deal as failed if the declarer’s pair is at fault, and as made if the others are."),
        Reason(
            T("Whichever pair wins the deal, each of the two scores the value of the bid."),
            ("kani 4.6", "kani 4.7"),
        ),
    )


def taken_back() -> Way:
    """The custom of putting a card right."""
    return TABLE.remedy(
        "taken_back",
        T("The card is taken back, and a right one is played."),
        T("A right card replaces it, and the players after it may change theirs."),
    )


def raise_or_pass(rule: Reason) -> Asked:
    """The customs about a bid that a rule finds too low."""
    return TABLE.ask_table(
        TABLE.remedy(
            "raised",
            T("It is raised until it is enough, or becomes a pass."),
            T("The player bids higher, or passes and is out."),
        ),
        TABLE.remedy(
            "pass", T("It counts as a pass."), T("The player has passed and is out of the bidding.")
        ),
        reasons=(rule,),
    )


WRONG_NUMBER = T("a player had the wrong number of cards")
DEALING = in_dealing(
    TABLE.turned_up_in_dealing(),
    Way(
        "wrong_number",
        T("A player has too many cards, or too few."),
        noticed_in_dealing(
            TABLE.redeal(
                WRONG_NUMBER,
                Reason(T("Every player gets thirteen cards; this was not a deal."), ("kani 1.1",)),
            ),
            TABLE.ask_table(
                TABLE.deal_again(WRONG_NUMBER),
                lose_deal(),
                reasons=(Reason(T("Every player gets thirteen cards."), ("kani 1.1",)),),
            ),
        ),
    ),
    TABLE.wrong_order(
        Reason(T("The cards are dealt one at a time, clockwise."), ("kani 1.3",)), TABLE.unwritten
    ),
    TABLE.pack_not_whole(Reason(T("There are 52 cards, each once."), ("kani 1.1",))),
    TABLE.wrong_dealer(),
)

LOWEST = Reason(T("The lowest bid at this table is {bid}.", bid=Agreed("min_bid")), ("kani 2.2",))
HIGHER = Reason(
    T("Every bid must be higher than the one before it; otherwise the player passes."), ("kani 2.3",)
)
BIDDING = in_bidding(
    Way(
        "out_of_turn",
        T("A player called out of turn."),
        TABLE.ask_table(
            TABLE.remedy(
                "taken_back",
                T("The call is taken back, and the right player calls."),
                T("The call does not count; the right player calls."),
            ),
            TABLE.remedy(
                "stands", T("The call stands, and bidding goes on from there."), T("The call stands.")
            ),
            TABLE.deal_again(T("a call out of turn")),
            reasons=(
                Reason(
                    T("The player after the dealer calls first, and then everybody in turn."),
                    ("kani 2.1",),
                ),
            ),
        ),
    ),
    Way("insufficient", T("A bid was not higher than the one before it."), raise_or_pass(HIGHER)),
    Way("too_low", T("The first bid was below the lowest bid."), raise_or_pass(LOWEST)),
    Way(
        "thirteen",
        T("A player said thirteen."),
        TABLE.play_on(
            T("It is Kani: thirteen tricks are bid by saying Kani."),
            Reason(T("To bid all thirteen tricks one says Kani."), ("kani 2.5",)),
        ),
    ),
    Way(
        "after_pass",
        T("A player who had passed bid again."),
        TABLE.play_on(
            T("The call does not count; a player who has passed is out."),
            Reason(T("A player who has passed is out of the bidding."), ("kani 2.4",)),
        ),
    ),
    TABLE.call_taken_back(),
)

CALLS = Reason(T("The declarer calls a trump they lack; the table’s rules say which."), ("kani 3.2",))
MUST_SHOW = T("the holder of the called card kept it")
HIGHEST_CALLED = TABLE.ask_table(
    TABLE.remedy(
        "called_anew",
        T("Another card is called, if no other player has played to the trick yet."),
        T("The declarer calls the highest trump that they lack."),
        CALLS,
    ),
    TABLE.remedy(
        "stands",
        T("The call stands: the player who holds that card is the partner."),
        T("The player who holds the called card is the partner."),
    ),
    reasons=(CALLS,),
)
HAS_TO_PLAY = Reason(
    T("Where the called card has to be played, its holder plays it to the first trick."), ("kani 3.2",)
)
KEPT = noticed_in_play(
    TABLE.play_on(
        T("The called card is played to the first trick, and the other goes back to its hand."),
        HAS_TO_PLAY,
    ),
    TABLE.ask_table(TABLE.deal_again(MUST_SHOW), lose_deal(), points_off(MUST_SHOW), reasons=(HAS_TO_PLAY,)),
)
TRUMP_LED = Reason(T("The declarer leads a trump to the first trick."), ("kani 3.1",))
LEAD_BACK = T("The card goes back, and the declarer leads a trump, if they have one.")
ANY_LEAD = Reason(T("At this table the declarer may lead any card."), ("kani 3.1",))
ANY_CARD = TABLE.play_on(T("Nothing is wrong: the declarer may lead any card."), ANY_LEAD)
NOTHING_WRONG = Decided(
    "partner_call",
    {
        **dict.fromkeys(("highest_missing", "highest_shown", "highest_exchanged"), ANY_CARD),
        "any_missing": TABLE.play_on(T("Nothing is wrong: the suit that was led is trump."), ANY_LEAD),
    },
)
NO_TRUMP_LED = T("the declarer did not lead a trump")
CALLING = Asked(
    T("What went wrong with the called card or the first lead?"),
    (
        Way(
            "own_card",
            T("The declarer called a card of their own hand."),
            TABLE.ask_table(
                TABLE.remedy(
                    "called_anew",
                    T("Another card is called, if no other player has played to the trick yet."),
                    T("The declarer calls a trump that they lack."),
                    CALLS,
                ),
                TABLE.remedy(
                    "alone",
                    T("The declarer plays alone against three."),
                    T(
                        "There is no partner; if the table counts this, the declarer needs all thirteen tricks."
                    ),
                    Reason(
                        T(
                            "Only a declarer who held every trump plays alone, and then takes all thirteen tricks."
                        ),
                        ("kani 3.3",),
                    ),
                ),
                TABLE.deal_again(T("the declarer called a card of their own hand")),
                reasons=(CALLS,),
            ),
        ),
        Way(
            "not_highest",
            T("The card called was not the highest trump that the declarer lacks."),
            Decided(
                "partner_call",
                {
                    **dict.fromkeys(
                        ("highest_missing", "highest_shown", "highest_exchanged"), HIGHEST_CALLED
                    ),
                    "any_missing": TABLE.play_on(
                        T("Nothing is wrong: any trump that the declarer lacks may be called."), CALLS
                    ),
                },
            ),
        ),
        Way(
            "holder_kept_it",
            T("The holder of the called card did not play it to the first trick."),
            Decided(
                "partner_call",
                {
                    **dict.fromkeys(("highest_missing", "any_missing"), KEPT),
                    "highest_shown": TABLE.play_on(
                        T("Nothing is wrong: the holder of the called card says so and need not play it."),
                        Reason(T("At this table the called card is only shown."), ("kani 3.2",)),
                    ),
                    "highest_exchanged": TABLE.play_on(
                        T(
                            "Nothing is wrong: the called card was handed over before the lead and "
                            "need not be played."
                        ),
                        Reason(
                            T("At this table the called card goes to the declarer for another card."),
                            ("kani 3.2",),
                        ),
                    ),
                },
            ),
        ),
        Way(
            "no_trump_led",
            T("The declarer did not lead a trump."),
            Decided(
                "first_lead",
                {
                    "trump": Decided(
                        "partner_call",
                        {
                            **dict.fromkeys(
                                ("highest_missing", "any_missing", "highest_exchanged"),
                                TABLE.play_on(LEAD_BACK, TRUMP_LED),
                            ),
                            "highest_shown": TABLE.play_on(
                                LEAD_BACK, TRUMP_LED, Reason(LEAD_BEYOND_CUSTOM, ("kani 3.2", "kani 3.1"))
                            ),
                        },
                    ),
                    "any": NOTHING_WRONG,
                },
            ),
        ),
        Way(
            "no_trump_led_later",
            T("The declarer did not lead a trump, and it was noticed after the first trick."),
            Decided(
                "first_lead",
                {
                    "trump": TABLE.ask_table(
                        TABLE.trick_stands(),
                        lose_deal(),
                        TABLE.deal_again(NO_TRUMP_LED),
                        points_off(NO_TRUMP_LED),
                        reasons=(TRUMP_LED,),
                    ),
                    "any": NOTHING_WRONG,
                },
            ),
        ),
    ),
)


FOLLOW = Reason(
    T("A player with a card of the suit led must play one; there is no need to trump."), ("kani 3.5",)
)
REVOKE = T("suit not followed")
PLAY = in_play(
    Way(
        "revoke",
        T("A player could have followed suit, and did not."),
        noticed_in_play(
            TABLE.ask_table(taken_back(), lose_deal(), points_off(REVOKE), reasons=(FOLLOW,)),
            TABLE.ask_table(lose_deal(), TABLE.deal_again(REVOKE), points_off(REVOKE), reasons=(FOLLOW,)),
        ),
    ),
    Way(
        "no_trump_played",
        T("A player without the suit led did not trump."),
        TABLE.play_on(T("Nothing is wrong: there is no need to trump."), FOLLOW),
    ),
    Way(
        "out_of_turn",
        T("A player led or played out of turn."),
        TABLE.ask_table(
            taken_back(),
            TABLE.trick_stands(),
            lose_deal(),
            reasons=(
                Reason(
                    T("The declarer leads first, then the winner of each trick."),
                    ("kani 3.1", "kani 3.7"),
                ),
            ),
        ),
    ),
    TABLE.shown_in_play(TABLE.must_be_played(), points_off(T("a card shown in the play"))),
    TABLE.told_partner(points_off(T("telling the partner about the cards"))),
    TABLE.claim(name_source(points_off(T("a claim that did not hold")), TABLE.unwritten)),
)

COUNTING = in_counting(
    Way(
        "counts_differ",
        T("The tricks do not add up to thirteen."),
        TABLE.play_on(
            T("Count again: a deal has thirteen tricks of four cards; the desk finds the slip."),
            Reason(T("A deal has thirteen tricks."), ("kani 1.1",)),
        ),
    ),
    Way(
        "too_many",
        T("The pair took more tricks than it bid."),
        TABLE.play_on(
            T("Nothing is wrong, and the tricks beyond the bid score nothing."),
            Reason(T("Tricks beyond the bid score nothing."), ("kani 4.8",)),
        ),
    ),
    TABLE.tricks_mixed(),
    TABLE.written_wrong(),
)

TREE = ask_where(
    DEALING,
    BIDDING,
    Way("calling", T("With the called card or the first lead"), CALLING),
    PLAY,
    COUNTING,
)

QUESTION = irregularity(TREE, (4,), seat_singly)
