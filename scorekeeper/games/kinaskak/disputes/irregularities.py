"""What goes wrong at a table of Kínaskák, and what the rulebook says about it: data, from the leaves up."""

from __future__ import annotations

from scorekeeper.core.irregularities import (
    ADJUSTMENT,
    VOID,
    Agreed,
    Asked,
    Decided,
    Record,
    Settled,
    Way,
    irregularity,
)
from scorekeeper.core.rulings import Reason
from scorekeeper.core.seating import singles
from scorekeeper.core.text import T, Text

_SILENT = T("The rulebook says nothing about this; the table decides.")
_BY_VOID = (
    Reason(T("A deal without a result is void, and its contract stays."), ("kinaskak 9.1", "kinaskak 2.2")),
)
_BY_CORRECTION = (Reason(T("What the table decides is written down as a correction."), ("kinaskak 9.2",)),)
_TAKEN_BACK = Reason(T("Only what the rules allow stays on the table."), ("kinaskak 4",))
_AS_IT_IS = T("Play goes on as it is.")


def _remedy(remedy: Text) -> Settled:
    """The table's choice, with nothing to write down."""
    return Settled(T("{remedy} Nothing is written down.", remedy=remedy), _BY_CORRECTION)


def _void(mishap: Text) -> Settled:
    """The same player deals again; the mishap is the entry's reason."""
    verdict = T("The deal is void; the same player deals again, to the same contract.")
    return Settled(verdict, _BY_VOID, Record(VOID, mishap))


def _next_deals(mishap: Text) -> Settled:
    verdict = T("The deal is void; the next player deals, to the same contract.")
    return Settled(verdict, _BY_VOID, Record(VOID, mishap, redeal=False))


def _points(mishap: Text, remedy: Text = _AS_IT_IS) -> Way:
    """The custom of naming points besides the remedy."""
    verdict = T("{remedy} The points that the table names are added to the player’s total.", remedy=remedy)
    naming = T(
        "{remedy} The points that the table names are added to the player’s total ({side}).", remedy=remedy
    )
    settled = Settled(verdict, _BY_CORRECTION, Record(ADJUSTMENT, mishap), naming)
    return Way("points", T("points that the table names"), settled)


def _like_a_buy(mishap: Text, remedy: Text) -> Way:
    """The custom of charging the price of a buy too many."""
    priced = Reason(T("A buy too many is the only offence that the rulebook prices."), ("kinaskak 5.4",))
    settled = Settled(
        T("{remedy} The player is charged as for a buy too many.", remedy=remedy),
        (*_BY_CORRECTION, priced),
        Record(ADJUSTMENT, mishap, points="buy_penalty"),
        T("{remedy} The player ({side}) is charged as for a buy too many.", remedy=remedy),
    )
    return Way(
        "like_a_buy", T("as many points as a buy too many: {points}", points=Agreed("buy_penalty")), settled
    )


def _offence(mishap: Text, remedy: Text) -> tuple[Way, ...]:
    """The remedy that the rules ask for; the table says what the offence costs besides."""
    nothing = Way("nothing", T("nothing more"), _remedy(remedy))
    return nothing, _points(mishap, remedy), _like_a_buy(mishap, remedy)


def _custom(*ways: Way) -> Asked:
    """Where the rulebook is silent: what tables do."""
    reasons = (Reason(_SILENT, ("kinaskak 9.1", "kinaskak 9.2")),)
    return Asked(
        T("The rulebook says nothing about this. What does your table do?"), ways, reasons, silent=True
    )


_DEALT_WRONGLY = T("the cards were dealt wrongly")
_TOO_MANY_CARDS, _TOO_FEW_CARDS = T("a hand with too many cards"), T("a hand with too few cards")
_SEEN = T("a card was seen that should not have been")
_MISDEAL = Asked(
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
                    Way("same", T("the same player"), _void(_DEALT_WRONGLY)),
                    Way("next", T("the next player"), _next_deals(_DEALT_WRONGLY)),
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
            _custom(
                Way("void", T("the deal is void"), _void(_DEALT_WRONGLY)),
                Way(
                    "play_on",
                    T("everybody plays on with what they have"),
                    _remedy(T("Everybody plays on with the cards that they have.")),
                ),
            ),
        ),
    ),
    (Reason(T("The cards are dealt one at a time until every player holds thirteen."), ("kinaskak 1.3",)),),
)

_WRONG_NUMBER = Asked(
    T("Thirteen are dealt, one is drawn, and each buy brings two. What is wrong with the hand?"),
    (
        Way(
            "too_many",
            T("it holds too many cards"),
            _custom(
                Way("void", T("the deal is void"), _void(_TOO_MANY_CARDS)),
                Way(
                    "throw",
                    T("its player throws without drawing until it is right"),
                    _remedy(T("The player throws without drawing until the hand is right.")),
                ),
                _points(_TOO_MANY_CARDS),
            ),
        ),
        Way(
            "too_few",
            T("it holds too few cards"),
            _custom(
                Way("void", T("the deal is void"), _void(_TOO_FEW_CARDS)),
                Way(
                    "draw",
                    T("its player draws from the stock until it is right"),
                    _remedy(T("The player draws from the stock until the hand is right.")),
                ),
                Way("play_on", T("play goes on as it is"), _remedy(_AS_IT_IS)),
            ),
        ),
    ),
    (
        Reason(
            T("A hand holds at most fourteen cards and two for each buy."), ("kinaskak 1.3", "kinaskak 5.2")
        ),
    ),
)

_EXPOSED = _custom(
    Way(
        "shuffle",
        T("the card goes back into the middle of the stock"),
        _remedy(T("The card goes back into the middle of the stock.")),
    ),
    Way(
        "keep",
        T("the player keeps it, and play goes on"),
        _remedy(T("The player keeps the card that was seen.")),
    ),
    Way("void", T("the deal is void"), _void(_SEEN)),
    _points(_SEEN),
)

_BAD_CONTRACT_REASONS = (
    Reason(
        T("Only a player who holds the contract of the round may lay it down."),
        ("kinaskak 4.1", "kinaskak 2.3"),
    ),
    Reason(T("The round alone decides what is collected."), ("kinaskak 2.4",)),
    _TAKEN_BACK,
)
_BAD_CONTRACT = Asked(
    T("The player has not gone down and takes the cards back. Does it cost anything besides?"),
    _offence(
        T("what was laid down was not the contract"),
        T("The player has not gone down and takes the cards back."),
    ),
    (*_BAD_CONTRACT_REASONS, Reason(_SILENT, ("kinaskak 9.2",))),
    silent=True,
)

_EARLY_JOKER = Settled(
    T("The joker goes back to its place and the card back into the hand; first one goes down."),
    (Reason(T("Only a player who has gone down takes a joker."), ("kinaskak 4.3",)), _TAKEN_BACK),
)
_SET_JOKER = Settled(
    T("The joker goes back: it is never taken out of a set."),
    (Reason(T("Jokers are taken out of runs, never out of sets."), ("kinaskak 4.3",)), _TAKEN_BACK),
)
_OWN_JOKER = Decided(
    "own_jokers",
    {
        False: Settled(
            T("The joker goes back: it is taken only out of the runs of others."),
            (Reason(T("A joker is taken out of the runs of others."), ("kinaskak 4.3",)), _TAKEN_BACK),
        ),
        True: Settled(
            T("Nothing is wrong, if its taker had gone down: the joker stays with them."),
            (Reason(T("At this table jokers may be taken out of one’s own runs too."), ("kinaskak 4.3",)),),
        ),
    },
)
_OTHER_CARD = Settled(
    T("The joker goes back: only the very card it stands for may replace it."),
    (
        Reason(T("A joker is taken for the card it stands for."), ("kinaskak 4.3", "kinaskak 1.5")),
        _TAKEN_BACK,
    ),
)
_JOKER = Asked(
    T("How was the joker taken?"),
    (
        Way("before_going_down", T("before its taker had gone down"), _EARLY_JOKER),
        Way("from_a_set", T("out of a set"), _SET_JOKER),
        Way("from_own_run", T("out of one’s own run"), _OWN_JOKER),
        Way("for_another_card", T("for a card it does not stand for"), _OTHER_CARD),
    ),
)

_SAME_TURN = Decided(
    "lay_off_same_turn",
    {
        True: Settled(
            T("Nothing is wrong: the card stays where it was laid."),
            (
                Reason(
                    T("At this table one may lay off in the turn in which one goes down."), ("kinaskak 4.2",)
                ),
            ),
        ),
        False: Settled(
            T("The card goes back into the hand; it may be laid off from the player’s next turn on."),
            (
                Reason(T("At this table one waits with laying off until the next turn."), ("kinaskak 4.2",)),
                _TAKEN_BACK,
            ),
        ),
    },
)
_LAID_OFF = Asked(
    T("What was wrong with laying off?"),
    (
        Way(
            "before_going_down",
            T("the player had not gone down"),
            Settled(
                T("The card goes back into the hand; first one goes down."),
                (Reason(T("Before going down one may not add to any meld."), ("kinaskak 4.2",)), _TAKEN_BACK),
            ),
        ),
        Way("same_turn", T("the player went down in this very turn"), _SAME_TURN),
        Way(
            "does_not_fit",
            T("the card does not belong to that meld"),
            Settled(
                T("The card goes back into the hand."),
                (
                    Reason(
                        T("A run takes the next card at either end, a set a card of its rank."),
                        ("kinaskak 3.1", "kinaskak 3.2", "kinaskak 3.4"),
                    ),
                    _TAKEN_BACK,
                ),
            ),
        ),
    ),
)

_EACH_COSTS = Reason(
    T(
        "Buys without penalty at this table: {free}. Each one more costs {points}.",
        free=Agreed("max_buys"),
        points=Agreed("buy_penalty"),
    ),
    ("kinaskak 5.3", "kinaskak 5.4"),
)
_TOO_MANY_BUYS = Asked(
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
                (_EACH_COSTS,),
            ),
        ),
        Way(
            "yes",
            T("yes, without this buy"),
            Settled(
                T("Correct the deal, or add {points} to the player’s total.", points=Agreed("buy_penalty")),
                (_EACH_COSTS, *_BY_CORRECTION),
                Record(ADJUSTMENT, T("a buy too many"), points="buy_penalty"),
                T(
                    "Correct the deal, or add {points} to the player’s total ({side}).",
                    points=Agreed("buy_penalty"),
                ),
            ),
        ),
    ),
)

_LAST_ROUND_BUY = Decided(
    "last_round_buys",
    {
        True: Settled(
            T("Nothing is wrong: the buy stands."),
            (Reason(T("At this table cards may be bought in the eighth round too."), ("kinaskak 5.6",)),),
        ),
        False: Asked(
            T("Nothing is bought in the eighth round: both cards go back. Does it cost anything besides?"),
            _offence(T("a buy in the eighth round"), T("Both cards of the buy go back.")),
            (
                Reason(T("In the eighth round nothing can be bought."), ("kinaskak 5.6",)),
                Reason(_SILENT, ("kinaskak 9.2",)),
            ),
            silent=True,
        ),
    },
)
_BUY = Asked(
    T("What was wrong with the buy?"),
    (
        Way("too_many", T("it was a buy more than are free"), _TOO_MANY_BUYS),
        Way("eighth_round", T("it was in the eighth round"), _LAST_ROUND_BUY),
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

_TURN = _custom(
    Way(
        "take_back",
        T("what was done is taken back, and the right player goes on"),
        _remedy(T("What was done is taken back, and the player whose turn it is goes on.")),
    ),
    Way(
        "stands",
        T("it stands, and the next player goes on"),
        _remedy(T("What was done stands, and the next player goes on.")),
    ),
    _points(T("drawing or throwing out of turn")),
)

_STOCK = Settled(
    T("The deal ends and everybody counts their hand; mark that the stock ran out."),
    (Reason(T("When the stock is used up before anybody goes out the deal ends."), ("kinaskak 6.7",)),),
)

TREE = Asked(
    T("What went wrong?"),
    (
        Way("misdeal", T("the cards were dealt wrongly"), _MISDEAL),
        Way("wrong_number", T("a player holds a wrong number of cards"), _WRONG_NUMBER),
        Way("exposed_card", T("a card was seen that should not have been"), _EXPOSED),
        Way("out_of_turn", T("a player drew or threw out of turn"), _TURN),
        Way("not_the_contract", T("what was laid down is not the contract"), _BAD_CONTRACT),
        Way("laid_off", T("a card was laid off that should not have been"), _LAID_OFF),
        Way("joker_taken", T("a joker was taken that should not have been"), _JOKER),
        Way("buy", T("something was wrong with a buy"), _BUY),
        Way("stock_ran_out", T("the stock ran out"), _STOCK),
    ),
)

QUESTION = irregularity(TREE, tuple(range(2, 9)), lambda players, options: singles(players))
