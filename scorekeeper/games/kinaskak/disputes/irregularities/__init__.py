"""What goes wrong at a table of Kínaskák, and what the rulebook says about it, as a tree."""

from __future__ import annotations

from scorekeeper.core.disputes.irregularities import Asked, Settled, Way, irregularity
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.seating import seat_singly
from scorekeeper.core.text import T
from scorekeeper.games.kinaskak.disputes.irregularities.buying import BUY
from scorekeeper.games.kinaskak.disputes.irregularities.hands import EXPOSED, MISDEAL, WRONG_NUMBER
from scorekeeper.games.kinaskak.disputes.irregularities.laying_down import BAD_CONTRACT, JOKER, LAID_OFF
from scorekeeper.games.kinaskak.disputes.irregularities.remedies import (
    agree_on_points,
    apply_remedy,
    ask_table,
)

TURN = ask_table(
    Way(
        "take_back",
        T("what was done is taken back, and the right player goes on"),
        apply_remedy(T("What was done is taken back, and the player whose turn it is goes on.")),
    ),
    Way(
        "stands",
        T("it stands, and the next player goes on"),
        apply_remedy(T("What was done stands, and the next player goes on.")),
    ),
    agree_on_points(T("drawing or throwing out of turn")),
)

STOCK = Settled(
    T("The deal ends and everybody counts their hand; mark that the stock ran out."),
    (Reason(T("When the stock is used up before anybody goes out the deal ends."), ("kinaskak 6.7",)),),
)

TREE = Asked(
    T("What went wrong?"),
    (
        Way("misdeal", T("the cards were dealt wrongly"), MISDEAL),
        Way("wrong_number", T("a player holds a wrong number of cards"), WRONG_NUMBER),
        Way("exposed_card", T("a card was seen that should not have been"), EXPOSED),
        Way("out_of_turn", T("a player drew or threw out of turn"), TURN),
        Way("not_the_contract", T("what was laid down is not the contract"), BAD_CONTRACT),
        Way("laid_off", T("a card was laid off that should not have been"), LAID_OFF),
        Way("joker_taken", T("a joker was taken that should not have been"), JOKER),
        Way("buy", T("something was wrong with a buy"), BUY),
        Way("stock_ran_out", T("the stock ran out"), STOCK),
    ),
)

QUESTION = irregularity(TREE, tuple(range(2, 9)), seat_singly)
