"""The questions of Kínaskák, in the order of the desk: one file a question."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.core.rulings import Question
from scorekeeper.games.kinaskak.disputes import (
    buy,
    buy_dispute,
    contract,
    go_down,
    hand_points,
    irregularities,
    lay_off,
    meld,
    mismatch,
    take_joker,
    whole_deal,
)

QUESTIONS: Mapping[str, Question] = {
    question.slug: question
    for question in (
        go_down.QUESTION,
        meld.QUESTION,
        contract.QUESTION,
        lay_off.QUESTION,
        take_joker.QUESTION,
        buy.QUESTION,
        buy_dispute.QUESTION,
        hand_points.QUESTION,
        whole_deal.QUESTION,
        mismatch.QUESTION,
        irregularities.QUESTION,
    )
}
