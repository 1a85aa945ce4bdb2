"""An evening of an archive into its night, after the players and matches that it names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.core.text import T
from scorekeeper.league.evening.kept import list_changes
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.event_kinds import EVENING
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueNightRow
from scorekeeper.store.leagues.log.nights import find_night_by_key
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite


def take_evening(write: LeagueWrite, item: Mapping[str, Any], made: Mapping[str, str]) -> None:
    """Write what an archive says of an evening, unless the night has one already. ``made`` are the keys of what came
    in, by kind and id. Raises Refused where it is not written as an evening is.
    """
    night = made.get(f"night {item['night']}", "")
    found = find_night_by_key(write.session, write.league.id, night)
    if found is None or find_run(write.session, write.league.id, found).evening is not None:
        return
    form = FieldReader()
    name = form.name(item["name"]) if item.get("name") else None
    form.check()
    changes = list_changes(item["evening"], _keys_of("player", made), _keys_of("match", made))
    if changes is None:
        raise make_refusal("evening", "no_evening", T("This is not written as an evening is."))
    for body in changes:
        write.write(EVENING, night, body)
    write.put_beside(LeagueNightRow, night, plan_name=name)


def _keys_of(kind: str, made: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(f"{kind} "): key for name, key in made.items() if name.startswith(f"{kind} ")}
