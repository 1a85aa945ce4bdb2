"""What goes wrong on the table: the contract, cards laid off and jokers taken."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import Asked, Decided, Settled, Way
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.irregularities.remedies import SILENT, charge_offence

TAKEN_BACK = Reason(T("Only what the rules allow stays on the table."), ("kinaskak 4",))
BAD_CONTRACT_REASONS = (
    Reason(
        T("Only a player who holds the contract of the round may lay it down."),
        ("kinaskak 4.1", "kinaskak 2.3"),
    ),
    Reason(T("The round alone decides what is collected."), ("kinaskak 2.4",)),
    TAKEN_BACK,
)
BAD_CONTRACT = Asked(
    T("The player has not gone down and takes the cards back. Does it cost anything besides?"),
    charge_offence(
        T("what was laid down was not the contract"),
        T("The player has not gone down and takes the cards back."),
    ),
    (*BAD_CONTRACT_REASONS, Reason(SILENT, ("kinaskak 9.2",))),
    silent=True,
)

EARLY_JOKER = Settled(
    T("The joker goes back to its place and the card back into the hand; first one goes down."),
    (Reason(T("Only a player who has gone down takes a joker."), ("kinaskak 4.3",)), TAKEN_BACK),
)
SET_JOKER = Settled(
    T("The joker goes back: it is never taken out of a set."),
    (Reason(T("Jokers are taken out of runs, never out of sets."), ("kinaskak 4.3",)), TAKEN_BACK),
)
OWN_JOKER = Decided(
    "own_jokers",
    {
        False: Settled(
            T("The joker goes back: it is taken only out of the runs of others."),
            (Reason(T("A joker is taken out of the runs of others."), ("kinaskak 4.3",)), TAKEN_BACK),
        ),
        True: Settled(
            T("Nothing is wrong, if its taker had gone down: the joker stays with them."),
            (Reason(T("At this table jokers may be taken out of one’s own runs too."), ("kinaskak 4.3",)),),
        ),
    },
)
OTHER_CARD = Settled(
    T("The joker goes back: only the very card it stands for may replace it."),
    (
        Reason(T("A joker is taken for the card it stands for."), ("kinaskak 4.3", "kinaskak 1.5")),
        TAKEN_BACK,
    ),
)
JOKER = Asked(
    T("How was the joker taken?"),
    (
        Way("before_going_down", T("before its taker had gone down"), EARLY_JOKER),
        Way("from_a_set", T("out of a set"), SET_JOKER),
        Way("from_own_run", T("out of one’s own run"), OWN_JOKER),
        Way("for_another_card", T("for a card it does not stand for"), OTHER_CARD),
    ),
)

SAME_TURN = Decided(
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
                TAKEN_BACK,
            ),
        ),
    },
)
LAID_OFF = Asked(
    T("What was wrong with laying off?"),
    (
        Way(
            "before_going_down",
            T("the player had not gone down"),
            Settled(
                T("The card goes back into the hand; first one goes down."),
                (Reason(T("Before going down one may not add to any meld."), ("kinaskak 4.2",)), TAKEN_BACK),
            ),
        ),
        Way("same_turn", T("the player went down in this very turn"), SAME_TURN),
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
                    TAKEN_BACK,
                ),
            ),
        ),
    ),
)
