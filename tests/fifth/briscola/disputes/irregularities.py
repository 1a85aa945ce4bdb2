"""What goes wrong at a table of Briscola."""

from __future__ import annotations

from scorekeeper.games.briscola.options import seat_players

from scorekeeper.core.disputes.customs import Customs, ask_where
from scorekeeper.core.disputes.irregularities import Way, irregularity
from scorekeeper.core.text import T

TABLE = Customs("briscola")
MISDEALT = T("the cards were dealt wrong")
CUSTOMS = (TABLE.deal_again(MISDEALT), TABLE.agree_on_points(MISDEALT))
TREE = ask_where(
    Way("dealing", T("In the dealing"), TABLE.ask_table(*CUSTOMS)),
    TABLE.written_wrong(),
)
QUESTION = irregularity(TREE, (2, 4), seat_players)
