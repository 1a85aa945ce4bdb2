"""House rules of a match in words: what a change of them changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.core.text import N, T
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Event, Match
from scorekeeper.web.entry.rules_words import OptionDifference, compare_rules
from scorekeeper.web.site.languages import say

MAX_NAMED = 2
"""So many changed options are named in one line; of the others it says how many they are."""


def differences(match: Match, rules: Mapping[str, Any]) -> list[OptionDifference]:
    """What of the house rules a change changes."""
    return compare_rules(GAMES[match.game], match.rules, rules, len(match.players))


def settings_words(match: Match, event: Event) -> str:
    """What a change of house rules or first dealer changed: ``Points to win: 151 → 101``."""
    before = match.until(event.seq - 1)
    said = []
    if "rules" in event.body:
        said.append(_rules_words(differences(before, event.body["rules"])))
    if "first_dealer" in event.body:
        old, new = (match.seat_names[seat] for seat in (before.first_dealer, event.body["first_dealer"]))
        said.append(say(T("first dealer: {before} → {after}", before=old, after=new)))
    if "start" in event.body:
        said.append(say(T("begun on paper with {totals}", totals=say_totals(event.body["start"]["totals"]))))
    return "; ".join(said)


def say_totals(totals: Sequence[int]) -> str:
    """Totals in a row: ``40 – 26``."""
    return " – ".join(str(total).replace("-", "−") for total in totals)


def _rules_words(changed: list[OptionDifference]) -> str:
    if not changed:
        return say(T("house rules chosen anew, none of them different"))
    named = [
        T("{rule}: {before} → {after}", rule=one.label, before=one.before, after=one.after)
        for one in changed[:MAX_NAMED]
    ]
    words, more = "; ".join(say(text) for text in named), len(changed) - len(named)
    return (
        words
        if not more
        else say(
            N("{rules}; and {n} more house rule", "{rules}; and {n} more house rules", n=more, rules=words)
        )
    )
