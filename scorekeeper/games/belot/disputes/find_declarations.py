"""What may this hand announce?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from scorekeeper.core.disputes.rulings import Question, Reason, Ruling
from scorekeeper.core.findings import Report
from scorekeeper.core.play.cards import cards_text
from scorekeeper.core.reading import Table
from scorekeeper.core.text import T, Text
from scorekeeper.games.belot.deal import BELOTE, CARRE, NO_TRUMPS, SEQUENCE
from scorekeeper.games.belot.disputes.fields import CONTRACT, WHOLE_HAND
from scorekeeper.games.belot.play import Held, find_declarations, points_of
from scorekeeper.games.belot.scoring.counting import VALUE_CITES, declaration_name

CHOICE = T("A card of a carre and of a sequence counts in one of them; its holder chooses which.")


def answer(values: Mapping[str, Any], table: Table, report: Report) -> Ruling | None:
    """What a hand may announce, and where its holder has to choose. (belot 4.2, 4.3, 4.4, 4.5, 4.9)"""
    contract = values["contract"]
    holdings = find_declarations(values["hand"], contract, table.options)
    result = {"declarations": [held_document(held) for held in holdings]}
    if contract == NO_TRUMPS and not table.options.carres_at_no_trumps:
        nothing = T("At no trumps nothing is announced, and no declaration counts.")
        return Ruling(result, nothing, (Reason(nothing, ("belot 4.4",)),))
    if not holdings:
        nothing = T("This hand has nothing to announce.")
        if contract == NO_TRUMPS:
            why = T("At no trumps only carres are announced.")
            return Ruling(result, nothing, (Reason(why, ("belot 7.15",)),))
        why = T(
            "It has no three cards of a suit in a row, no four of a rank from nines up, "
            "and no king and queen of trumps."
        )
        return Ruling(result, nothing, (Reason(why, ("belot 4.2", "belot 4.3", "belot 4.9")),))
    custom = ("belot 7.15",) if contract == NO_TRUMPS else ()
    reasons = [Reason(_worth(held), (*VALUE_CITES[held.declaration.kind], *custom)) for held in holdings]
    choice = _to_choose_from(holdings)
    verdict = T("This hand may announce: {declarations}.", declarations=_names(holdings))
    if choice:
        rest = [held for held in holdings if held not in choice]
        verdict = T(
            "A card can be in one of these only, so the holder chooses: {declarations}.",
            declarations=_say_choices(_find_choices(choice)),
        )
        if rest:
            params = {"choice": verdict, "declarations": _names(rest)}
            verdict = T("{choice} With either choice this hand may also announce: {declarations}.", **params)
        reasons.append(Reason(CHOICE, ("belot 4.5",)))
        if any(held.declaration.kind == BELOTE for held in rest):
            text = T("A belote may use cards of its holder’s carre or sequence.")
            reasons.append(Reason(text, ("belot 4.5", "belot 4.9")))
    return Ruling(result, verdict, tuple(reasons))


def held_document(held: Held) -> dict[str, Any]:
    """A declaration as a deal's document has it, without its player, and with its cards."""
    kind = held.declaration.kind
    document: dict[str, Any] = {"kind": kind}
    if kind == SEQUENCE:
        document |= {"length": held.declaration.length, "top": held.declaration.top}
    if kind == CARRE:
        document["rank"] = held.declaration.rank
    else:
        document["suit"] = held.declaration.suit
    return {**document, "cards": [str(card) for card in held.cards]}


def _worth(held: Held) -> Text:
    declaration = held.declaration
    params = {
        "declaration": declaration_name(declaration),
        "cards": cards_text(held.cards),
        "points": points_of(declaration),
    }
    return T("{declaration} ({cards}): {points}", **params)


def _names(holdings: Sequence[Held]) -> list[Text]:
    return [declaration_name(held.declaration) for held in holdings]


def _to_choose_from(holdings: Sequence[Held]) -> list[Held]:
    """Those that share a card with another one; a belote shares its cards with anything. (belot 4.5)"""
    contested = [held for held in holdings if held.declaration.kind != BELOTE]
    times = Counter(card for held in contested for card in held.cards)
    return [held for held in contested if any(times[card] > 1 for card in held.cards)]


def _find_choices(contested: Sequence[Held]) -> list[tuple[Held, ...]]:
    """Each set of these that go together, with nothing left out that goes with them too."""
    good = [
        chosen
        for number in range(1, len(contested) + 1)
        for chosen in combinations(contested, number)
        if len({card for held in chosen for card in held.cards}) == sum(len(held.cards) for held in chosen)
    ]
    return [choice for choice in good if not any(set(choice) < set(larger) for larger in good)]


def _say_choices(choices: Sequence[tuple[Held, ...]]) -> Text:
    """What the holder chooses from, and what each choice is worth."""
    first, *other_choices = choices
    worth = sum(points_of(held.declaration) for held in first)
    choice = Text("{declarations} ({points})", {"declarations": _join(_names(first)), "points": worth})
    return (
        T("{choice}, or {other}", choice=choice, other=_say_choices(other_choices))
        if other_choices
        else choice
    )


def _join(names: Sequence[Text]) -> Text:
    *first, last = names
    return T("{names} and {last}", names=first, last=last) if first else last


QUESTION = Question(
    slug="find_declarations",
    title=T("What may this hand announce?"),
    fields=(WHOLE_HAND, CONTRACT),
    answer=answer,
)
