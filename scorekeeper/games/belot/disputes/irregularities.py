"""What goes wrong at a Belot table, as a tree: what the rulebook says, or that it is silent and what tables do."""

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
    PENALTY,
    Agreed,
    Asked,
    Remedy,
    Settled,
    Way,
    irregularity,
)
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.seating import seat_in_pairs
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.scoring import (
    CALLED_OUT_OF_TURN,
    EXPOSED,
    FALSE_DECLARATION,
    LED_OUT_OF_TURN,
    REVOKE,
    TOLD_PARTNER,
)

TABLE = Customs("belot", silence="6")
SILENT = TABLE.silent
PAYS = Reason(
    T(
        "For an offence the side at fault pays {points}, and the deal in progress is void.",
        points=Agreed("penalty_points"),
    ),
    ("belot 6", "belot 6.1"),
)
FIRST_CALL = Reason(T("The wronged side has first call in the next deal."), ("belot 6.2",))
ANNOUNCED_THEN = Reason(
    T("A declaration that is not announced with its holder’s first card does not count."), ("belot 4.1",)
)


def penalty(reason: Text, *reasons: Reason) -> Settled:
    """The side at fault pays. (belot 6.1, 6.2)"""
    points = Agreed("penalty_points")
    verdict = T("The side at fault pays {points}; the deal is not counted.", points=points)
    naming = T("The side at fault ({side}) pays {points}; the deal is not counted.", points=points)
    return Settled(verdict, (*reasons, PAYS, FIRST_CALL), Remedy(PENALTY, reason), naming)


def pays(reason: Text) -> Way:
    """The custom of treating it as an offence."""
    return Way("penalty", T("It is an offence: the side at fault pays."), penalty(reason, SILENT))


FRENCH_CODE = TABLE.written_in("Fédération Française de Belote, Code d’arbitrage, 3.1.2")
FRENCH_FAULTS = TABLE.written_in("contree.org, Fautes et sanctions")
BELA = TABLE.written_in("Bela (hr.wikipedia.org/wiki/Belot)")
"""Where the customs of other tables of belote are written down."""


WRONG_NUMBER = T("a player had the wrong number of cards")
SIXTH_CARD = T("a sixth card seen before the bidding was over")
PACKETS = Reason(
    T("Everyone gets eight cards in all: three, two, and three after the bidding."),
    ("belot 1.2", "belot 1.5"),
)
DEALING = in_dealing(
    TABLE.turned_up_in_dealing(),
    Way(
        "wrong_number",
        T("A player has too many cards, or too few."),
        noticed_in_dealing(
            TABLE.ask_table(
                TABLE.deal_again(WRONG_NUMBER),
                TABLE.remedy(
                    "put_right",
                    T("A card is drawn from the hand that has too many, and play goes on."),
                    T("The hands are put right, and play goes on."),
                ),
                reasons=(PACKETS,),
            ),
            TABLE.ask_table(
                TABLE.deal_again(WRONG_NUMBER),
                pays(WRONG_NUMBER),
                reasons=(Reason(T("A hand has eight cards."), ("belot 1.5", "belot 4.12")),),
            ),
        ),
    ),
    TABLE.wrong_order(PACKETS, FRENCH_CODE),
    Way(
        "sixth_card",
        T("A player saw a sixth card before the bidding was over."),
        TABLE.ask_table(
            name_source(TABLE.deal_again(SIXTH_CARD), FRENCH_FAULTS),
            name_source(
                TABLE.remedy(
                    "passes",
                    T("The card goes back on the pack, and that player only passes."),
                    T("The card lies on the pack again; the player who saw it bids no more in this deal."),
                ),
                TABLE.unwritten,
            ),
            name_source(pays(SIXTH_CARD), BELA),
            reasons=(Reason(T("The bidding is done with five cards in hand."), ("belot 1.2",)),),
        ),
    ),
    TABLE.pack_not_whole(Reason(T("There are 32 cards, each once."), ("belot 1.1",))),
    TABLE.wrong_dealer(),
)

LOW_BID = T("a bid that was not above the one before it")
RISING = Reason(
    T("A bid must be above the one before: clubs, diamonds, hearts, spades, no trumps, all trumps."),
    ("belot 1.3",),
)
BIDDING = in_bidding(
    Way(
        "out_of_turn",
        T("A player called out of turn."),
        penalty(
            CALLED_OUT_OF_TURN,
            Reason(T("The player after the dealer speaks first, the others in turn."), ("belot 1.3",)),
        ),
    ),
    Way("insufficient", T("A bid was not above the one before it."), penalty(LOW_BID, RISING)),
    Way(
        "wrong_contra",
        T("Contra or recontra was said by the wrong side."),
        penalty(
            T("contra or recontra by the wrong side"),
            Reason(
                T("Contra is for an opponent of the declarer, recontra for the declarer’s side."),
                ("belot 1.4",),
            ),
        ),
    ),
    TABLE.call_taken_back(pays(T("a call taken back"))),
)

DUTIES = Reason(
    T(
        "Follow suit; in trumps and at all trumps play higher if you can; ruff when an opponent holds the trick."
    ),
    ("belot 2.1", "belot 2.2", "belot 2.3"),
)
ANNOUNCED_FIRST = Reason(T("Belote is announced when the first of the two is played."), ("belot 4.9",))
CLAIM = TABLE.claim(
    name_source(pays(T("a claim that did not hold")), TABLE.unwritten),
    beside=(
        Way(
            "belote_out",
            T("King and queen of trumps are in one hand, and belote is not announced yet."),
            TABLE.ask_table(
                name_source(
                    TABLE.remedy(
                        "counts_open",
                        T("It counts if it is said while the cards are laid open."),
                        T("Belote counts: cards that are laid open on a claim count as played."),
                    ),
                    TABLE.unwritten,
                ),
                name_source(TABLE.played_out(), TABLE.unwritten),
                reasons=(ANNOUNCED_FIRST,),
            ),
        ),
    ),
)
PLAY = in_play(
    Way(
        "revoke",
        T("A player could have followed suit, raised or ruffed, and did not."),
        noticed_in_play(
            TABLE.ask_table(
                TABLE.remedy(
                    "corrected",
                    T("The card goes back, and a legal one is played."),
                    T("A legal card replaces it, and the players after it may change theirs."),
                    DUTIES,
                ),
                pays(REVOKE),
                reasons=(DUTIES,),
            ),
            penalty(REVOKE, DUTIES),
        ),
    ),
    Way(
        "out_of_turn",
        T("A player led or played out of turn."),
        TABLE.ask_table(
            TABLE.back_to_hand(),
            TABLE.trick_stands(),
            pays(LED_OUT_OF_TURN),
            reasons=(
                Reason(
                    T("The player after the dealer leads first, then the winner of each trick."),
                    ("belot 1.5",),
                ),
            ),
        ),
    ),
    TABLE.shown_in_play(TABLE.must_be_played(), pays(EXPOSED)),
    TABLE.told_partner(pays(TOLD_PARTNER)),
    CLAIM,
)

NAMED_LAST = Reason(T("Its cards are named after the last trick."), ("belot 4.8",))
STRUCK = TABLE.remedy("struck", T("It does not count."), T("It does not count."))
ANNOUNCING = Asked(
    T("What went wrong with a declaration?"),
    (
        Way(
            "too_late",
            T("It was announced after its holder’s first card."),
            TABLE.play_on(T("It does not count, and nothing else follows."), ANNOUNCED_THEN),
        ),
        Way(
            "belote_too_late",
            T("Belote was announced with the second of king and queen, or later."),
            TABLE.play_on(
                T("It does not count, and nothing else follows."),
                ANNOUNCED_FIRST,
            ),
        ),
        Way(
            "belote_thrown_off",
            T("Belote was announced with a card that did not follow suit."),
            TABLE.play_on(
                T(
                    "In a trump suit a ruff is enough, so it counts; at all trumps a card thrown off announces nothing."
                ),
                Reason(
                    T(
                        "Belote goes with leading the card, following suit with it or, in a trump "
                        "suit, ruffing with it."
                    ),
                    ("belot 4.9",),
                ),
            ),
        ),
        Way(
            "false",
            T("Its holder did not have the cards."),
            TABLE.ask_table(
                TABLE.remedy(
                    "struck",
                    T("It does not count, and play goes on."),
                    T("It does not count; the other declarations are compared without it."),
                    Reason(T("Only cards held together bring points."), ("belot 4", "belot 4.12")),
                ),
                pays(FALSE_DECLARATION),
            ),
        ),
        Way(
            "one_card_twice",
            T("One card was used in a carre and in a sequence."),
            TABLE.play_on(
                T("It counts in one of them only; its holder chooses which."),
                Reason(
                    T("A card counts in one of them; a belote may share cards with either."), ("belot 4.5",)
                ),
            ),
        ),
        Way(
            "at_no_trumps",
            T("Something was announced at no trumps."),
            TABLE.play_on(
                T("It does not count, and nothing else follows."),
                Reason(T("At no trumps nothing is announced, and no declaration counts."), ("belot 4.4",)),
            ),
        ),
        Way(
            "not_named",
            T("After the last trick its holder would not name the cards."),
            TABLE.ask_table(
                STRUCK,
                TABLE.remedy(
                    "looked_up",
                    T("The tricks are turned over, and the cards are looked for."),
                    T("It counts if the cards are found among those its holder played."),
                ),
                reasons=(NAMED_LAST,),
            ),
        ),
        Way(
            "too_early",
            T("It was announced before its holder’s turn."),
            TABLE.ask_table(
                name_source(
                    TABLE.remedy(
                        "said_again",
                        T("It counts if it is said again with its holder’s first card."),
                        T("It counts if it is said again with its holder’s first card."),
                    ),
                    TABLE.unwritten,
                ),
                name_source(STRUCK, FRENCH_FAULTS),
                name_source(pays(TOLD_PARTNER), TABLE.unwritten),
                reasons=(ANNOUNCED_THEN,),
            ),
        ),
        Way(
            "named_too_early",
            T("Its top card or its suit was named before the last trick."),
            TABLE.ask_table(
                name_source(
                    TABLE.remedy(
                        "stands",
                        T("It stands: elsewhere its cards are shown at the second trick."),
                        T("It counts as it was announced."),
                    ),
                    FRENCH_FAULTS,
                ),
                name_source(STRUCK, TABLE.unwritten),
                name_source(pays(TOLD_PARTNER), TABLE.unwritten),
                reasons=(NAMED_LAST,),
            ),
        ),
    ),
)

COUNTING = in_counting(
    Way(
        "counts_differ",
        T("The two sides’ points do not add up."),
        TABLE.play_on(
            T("Count again: all points of a deal are 162, 258 or 130; the desk finds the slip."),
            Reason(T("The contract fixes the total of all points of a deal."), ("belot 5",)),
        ),
    ),
    TABLE.tricks_mixed(),
    TABLE.written_wrong(),
)

TREE = ask_where(
    DEALING,
    BIDDING,
    Way("announcing", T("With a declaration or a belote"), ANNOUNCING),
    PLAY,
    COUNTING,
)

QUESTION = irregularity(TREE, (4,), seat_in_pairs)
