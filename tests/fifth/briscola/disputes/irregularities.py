"""What goes wrong at a table of Briscola."""

from __future__ import annotations

from scorekeeper.core.customs import Customs
from scorekeeper.core.irregularities import Asked, Way, irregularity
from scorekeeper.core.seating import pairs
from scorekeeper.core.text import T

TABLE = Customs("briscola")
MISDEALT = T("the cards were dealt wrong")
CUSTOMS = (TABLE.deal_again(MISDEALT), TABLE.agree_on_points(MISDEALT))
TREE = Asked(
    T("Where did something go wrong?"),
    (
        Way("dealing", T("In the dealing"), TABLE.ask_table(*CUSTOMS)),
        TABLE.written_wrong(),
    ),
)
QUESTION = irregularity(TREE, (2, 4), lambda players, options: pairs(players))
