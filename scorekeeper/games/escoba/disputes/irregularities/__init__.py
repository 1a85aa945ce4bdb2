"""What goes wrong at a table of Eskoba, as a tree: what the rulebook says, or that it is silent and what tables do."""

from __future__ import annotations

from scorekeeper.core.disputes.customs import ask_where, in_play
from scorekeeper.core.disputes.irregularities import Way, irregularity
from scorekeeper.core.disputes.rulings import Reason
from scorekeeper.core.text import T
from scorekeeper.games.escoba.disputes.irregularities.capturing import CAPTURING, SWEEPING
from scorekeeper.games.escoba.disputes.irregularities.counting import COUNTING
from scorekeeper.games.escoba.disputes.irregularities.dealing import DEALING
from scorekeeper.games.escoba.disputes.irregularities.penalties import TABLE, one_point
from scorekeeper.games.escoba.disputes.whole_deal import NUMBERS_OF_PLAYERS
from scorekeeper.games.escoba.options import seat_players

PLAY = in_play(
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
)

TREE = ask_where(
    DEALING,
    Way("capturing", T("With a capture"), CAPTURING),
    Way("sweeping", T("With an escoba"), SWEEPING),
    PLAY,
    Way("counting", T("At the end or in the count"), COUNTING),
)

QUESTION = irregularity(TREE, NUMBERS_OF_PLAYERS, seat_players)
