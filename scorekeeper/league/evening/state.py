"""An evening as the events of its league tell it: the plan, who is here, the rounds. Each event adds to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import Flag, Number, TextField
from scorekeeper.core.text import T
from scorekeeper.league.evening.evening_plan import MAX_ROUNDS, EveningPlan, plan_of
from scorekeeper.league.evening.played import unit_told_of

PLAN, HERE, DRAFT, ROUNDS, CLOSED = "plan", "here", "draft", "rounds", "closed"
ROUND, TABLE, SAT = "round", "table", "sat"
NUMBER, WHY, EVENT, TAP = "number", "why", "event", "tap"
SAY, CALL, CALLS = "say", "call", "calls"
ASK, ASKS, LET = "ask", "asks", "let"
FROM, UNTIL, WITH, AT, SAID = "from", "until", "with", "table", "said"
DRAW, OUT, NUMBERS, MATCHES, GIVEN, AGAIN = "draw", "round", "numbers", "matches", "given", "again"


NUMBERS_OF_A_PLAYER = (
    Number(name=FROM, label=T("From round"), low=1, high=MAX_ROUNDS, optional=True),
    Number(name=UNTIL, label=T("Leaves after round"), low=1, high=MAX_ROUNDS, optional=True),
    Number(name=AT, label=T("Always at table"), low=1, high=64, optional=True),
)
OF_A_PLAYER = (
    *NUMBERS_OF_A_PLAYER,
    TextField(name=WITH, label=T("Always with"), optional=True),
    Flag(name=SAID, label=T("said so by phone"), optional=True),
)
"""What may be said of a player who is here."""


class Evening(NamedTuple):
    """An evening. ``here`` has what is said of each player who is here: ``from`` and ``until`` which round, always
    ``with`` which other, at which ``table`` always, and ``said`` by a phone and not looked at yet.

    ``draft`` is the draw of the next round as organisers see it before it is published: the ``draw`` document, the
    ``round`` that it gives, the ``numbers`` of the tables. ``rounds`` are those that were published: the same with the
    keys of the ``matches``, the number of the ``event`` that published it, what the organiser has ``given`` of a match
    (a side that has ``won``, or ``void``), and who ``sat`` down in another one's place: by match and seat, the player
    who sits there now. One that was drawn again has ``why``, and those before it.
    ``say`` is the number of the text that stands on every sheet; ``calls`` are the matches that call the referee.
    ``asks`` are the phones of this round that ask to write under a name that another phone has, by their questions:
    the ``match``, the ``seat``, and once it is answered whether the phone is ``let``.
    """

    plan: Mapping[str, Any]
    here: Mapping[str, Mapping[str, Any]]
    draft: Mapping[str, Any] | None
    rounds: tuple[Mapping[str, Any], ...]
    say: int | None
    calls: tuple[str, ...]
    closed: bool
    asks: Mapping[str, Mapping[str, Any]]

    @property
    def options(self) -> EveningPlan:
        """The plan as the arithmetic reads it."""
        return plan_of(self.plan)

    @property
    def next_round(self) -> int:
        """The number of the round to be drawn next."""
        return len(self.rounds) + 1

    def before(self, number: int) -> Evening:
        """The evening as it was before a round was published, with those who are here now."""
        return self._replace(rounds=self.rounds[: number - 1])

    def round_of(self, match: str) -> int | None:
        """The number of the round that a match is part of."""
        return next((at for at, played in enumerate(self.rounds, 1) if match in played[MATCHES]), None)

    def is_here(self, player: str, number: int) -> bool:
        """Whether a player is here for the round of this number."""
        details = self.here.get(player)
        return details is not None and details.get(FROM, 1) <= number <= details.get(UNTIL, number)


def read_evening(document: Mapping[str, Any] | None) -> Evening | None:
    """The evening that a night keeps; None for a night that no one runs."""
    if not document or PLAN not in document:
        return None
    complete = {**EMPTY, **document}
    fields = {name: complete[name] for name in Evening._fields}
    return Evening(**{**fields, ROUNDS: tuple(fields[ROUNDS]), CALLS: tuple(fields[CALLS])})


def rename_people(document: Mapping[str, Any], players: Mapping[str, str]) -> dict[str, Any]:
    """The evening that a night keeps, under the keys that ``players`` have now. What is said of who is here under such
    a key goes before what is said under an older one.
    """
    here = {player: details for player, details in document.get(HERE, {}).items() if player not in players}
    renamed: dict[str, Any] = rename_all(document, players)
    return {**renamed, HERE: {**renamed.get(HERE, {}), **rename_all(here, players)}}


def rename_all(value: Any, players: Mapping[str, str]) -> Any:
    """Everything that names players or fixed pairs, with their new keys."""
    if isinstance(value, str):
        return unit_told_of(value, players)
    if isinstance(value, Mapping):
        return {rename_all(name, players): rename_all(inside, players) for name, inside in value.items()}
    return [rename_all(inside, players) for inside in value] if isinstance(value, list | tuple) else value


EMPTY: Mapping[str, Any] = {HERE: {}, DRAFT: None, ROUNDS: [], SAY: None, CALLS: [], CLOSED: False, ASKS: {}}


def apply_change(document: Mapping[str, Any] | None, change: Mapping[str, Any]) -> dict[str, Any]:
    """The evening after an event: what the event does not name stays; a player who is None is here no more."""
    after = {**EMPTY, **(document or {})}
    after |= {name: change[name] for name in (PLAN, DRAFT, SAY, CLOSED) if name in change}
    if HERE in change:
        merged = {**after[HERE], **change[HERE]}
        after[HERE] = {player: details for player, details in merged.items() if details is not None}
    if ROUND in change:
        after[ROUNDS] = _with_round(after[ROUNDS], change[ROUND])
        after[DRAFT] = None
        after[ASKS] = {}
    if ASK in change:
        question = {name: value for name, value in change[ASK].items() if name != "uuid"}
        asked = change[ASK]["uuid"]
        after[ASKS] = {**after[ASKS], asked: {**after[ASKS].get(asked, {}), **question}}
    if CALL in change:
        match, other_calls = (
            change[CALL]["match"],
            [call for call in after[CALLS] if call != change[CALL]["match"]],
        )
        after[CALLS] = [*other_calls, match] if change[CALL]["open"] else other_calls
    if TABLE in change:
        after[ROUNDS] = [_with_given(played, change[TABLE]) for played in after[ROUNDS]]
    if SAT in change:
        after[ROUNDS] = [_with_substitute(played, change[SAT]) for played in after[ROUNDS]]
    return after


def _with_round(rounds: list[Any], change: Mapping[str, Any]) -> list[Any]:
    """The rounds with one that is new, or drawn again: those before it are kept in it, and what is given of a match
    that stands.
    """
    at = change[NUMBER] - 1
    published = {name: value for name, value in change.items() if name != NUMBER}
    if at >= len(rounds):
        return [*rounds, published]
    before = rounds[at]
    kept = [*before.get(AGAIN, []), {name: value for name, value in before.items() if name != AGAIN}]
    stays = {
        name: {match: details for match, details in before[name].items() if match in published[MATCHES]}
        for name in (GIVEN, SAT)
        if name in before
    }
    return [*rounds[:at], {**published, **stays, AGAIN: kept}, *rounds[at + 1 :]]


def _with_given(played: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A round with what the organiser says of one of its matches; nothing more where neither side nor void is said."""
    match = change["match"]
    if match not in played[MATCHES]:
        return dict(played)
    decision = {name: value for name, value in change.items() if name != "match"}
    left = {key: value for key, value in played.get(GIVEN, {}).items() if key != match}
    return {**played, GIVEN: {**left, match: decision} if decision else left}


def _with_substitute(played: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A round in which another player sits in a seat of one of its matches."""
    match, sat = change["match"], played.get(SAT, {})
    if match not in played[MATCHES]:
        return dict(played)
    return {**played, SAT: {**sat, match: {**sat.get(match, {}), str(change["seat"]): change["player"]}}}
