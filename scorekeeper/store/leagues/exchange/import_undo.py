"""What an import changes of what was there before: kept in its plan, and put back when all of it is taken out again.

What was changed since, or is needed by other matches by now, is not put back.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from scorekeeper.core.findings import Report
from scorekeeper.games import GAMES
from scorekeeper.store.leagues.log import event_kinds
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueNightRow
from scorekeeper.store.leagues.log.nights import Night, find_night_by_key, played_on
from scorekeeper.store.leagues.log.write import LeagueWrite

Plan = dict[str, Any]


def has_matches(write: LeagueWrite) -> bool:
    """Whether there is any match in the league."""
    ours = LeagueMatchRow.league_id == write.league.id, LeagueMatchRow.out.is_(False)
    return write.session.execute(select(LeagueMatchRow.id).where(*ours).limit(1)).first() is not None


def take_rules(write: LeagueWrite, plan: Plan, rules: dict[str, Any]) -> None:
    """The league goes by these rules, which came with its first matches."""
    plan["rules"] = {"before": write.league.rules, "taken": rules}
    _describe(write, rules)


def take_house(write: LeagueWrite, plan: Plan, given: Any) -> None:
    """The league's tables play by these house rules, which came with its first matches, if it had none itself.

    Rules that this program cannot play by are left out.
    """
    house = dict[str, Any]()
    for slug, rules in given.items() if type(given) is dict else ():
        report = Report()
        if slug in GAMES:
            GAMES[slug].read_rules_alone(rules, report)
            house |= {slug: rules} if not report.errors else {}
    if house and not write.league.house:
        plan["house"] = house
        _describe(write, house, "house")


def _describe(write: LeagueWrite, rules: dict[str, Any], field: str = "rules") -> None:
    write.write(event_kinds.DESCRIBED, write.league.public_id, {field: rules, "told": []})


def keep_called_off(write: LeagueWrite, plan: Plan, night: Night | None) -> None:
    """A match has come in on a night; ``night`` is as it was before. One that was called off is on again by that."""
    if night is None or not night.cancelled:
        return
    now = find_night_by_key(write.session, write.league.id, night.key)
    if now is not None and not now.cancelled:
        plan.setdefault("called_off", {})[now.key] = now.touched


def write_place(write: LeagueWrite, plan: Plan, night: Night, place: str) -> None:
    """Say where a night was that has no place yet."""
    write.put_beside(LeagueNightRow, night.key, place=place)
    plan.setdefault("places", {})[night.key] = place


def put_back(write: LeagueWrite, plan: Plan) -> None:
    """All of it, within the write that has taken out what the import brought."""
    rules = plan.get("rules")
    if rules is not None and write.league.rules == rules["taken"] and not has_matches(write):
        _describe(write, rules["before"])
    if plan.get("house") and write.league.house == plan["house"] and not has_matches(write):
        _describe(write, {}, "house")
    for key, touched in plan.get("called_off", {}).items():
        night = find_night_by_key(write.session, write.league.id, key)
        if night is not None and night.touched == touched and not played_on(write, night.date):
            write.write(event_kinds.NIGHT, key, {"cancelled": True})
    for key, place in plan.get("places", {}).items():
        night = find_night_by_key(write.session, write.league.id, key)
        if night is not None and night.place == place:
            write.put_beside(LeagueNightRow, key, place=None)
