"""Which card may I call to find my partner?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import card_text, list_choices
from scorekeeper.core.reading import Table
from scorekeeper.core.text import N, T, Text
from scorekeeper.games.kani.disputes.fields import TRUMP, WHOLE_HAND
from scorekeeper.games.kani.play import callable_cards, lead_beyond_custom, say_alone

WHAT_BECOMES_OF_IT: Mapping[str, Text] = {
    "highest_missing": T("Its holder plays it to the first trick and is the partner."),
    "any_missing": T("Its holder plays it to the first trick and is the partner."),
    "highest_shown": T("Its holder says so and is the partner, but need not play it."),
    "highest_exchanged": T("Its holder hands it over for another card and is the partner."),
}


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """Which cards the declarer may call. (kani 3.2, 3.3)"""
    trump, options = values["trump"], table.options
    cards = callable_cards(trump, values["hand"], options.partner_call)
    result = {"callable": [str(card) for card in cards]}
    if not cards:
        verdict = T("The declarer holds every trump, calls no card, and plays alone.")
        text = T("A declarer with all thirteen trumps alone scores the value of the bid.")
        return Ruling(result, verdict, (Reason(text, ("kani 3.3",)), *say_alone(options, every_trump=True)))
    if options.partner_call == "any_missing":
        verdict = N(
            "Only {cards} may be called.",
            "Any one of {cards} may be called.",
            n=len(cards),
            cards=list_choices(cards),
        )
        why = Reason(T("At this table any trump that the declarer lacks may be called."), ("kani 3.2",))
    else:
        verdict = T("Only {card} may be called.", card=card_text(cards[0]))
        text = T("At this table the highest trump that the declarer lacks is called.")
        why = Reason(text, ("kani 3.2", "kani 1.2"))
    beyond = lead_beyond_custom(options)
    reasons = [
        why,
        Reason(WHAT_BECOMES_OF_IT[options.partner_call], ("kani 3.2",)),
        *([] if beyond is None else [beyond]),
        *say_alone(options, every_trump=False),
    ]
    return Ruling(result, verdict, tuple(reasons))


QUESTION = Question(
    slug="partner_call",
    title=T("Which card may I call to find my partner?"),
    fields=(TRUMP, WHOLE_HAND),
    answer=answer,
)
