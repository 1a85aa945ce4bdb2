"""Step 1, take in: write matches, shares and sums, many rows at a time, in the caller's transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import JSON, and_, bindparam, case, cast, delete, func, insert, select
from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league.form import kind_of
from scorekeeper.league.results import read_result
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.readmodel.deltas import (
    EVERY_NIGHT,
    Delta,
    Given,
    Source,
    only_counts,
    read_shares,
    shares_document,
)
from scorekeeper.store.leagues.readmodel.inputs import RulesByScope, Taken, body_of, facts_of, unpack
from scorekeeper.store.leagues.readmodel.models import EFFECT, GIVEN, PLAYED, SHARE, SUM, TAKEN, TALLY
from scorekeeper.store.upsert import insert_in

AT_ONCE = 400
"""So many names are asked for in one statement."""
OFTENER = 1e-12
"""What an observation more adds to a level: less than two means lie apart, so that it decides among equals alone."""
Sums = Mapping[Any, list[int]]


def put_rows(session: Session, table: Any, values: Sequence[Mapping[str, Any]]) -> None:
    """Write rows over those that have the same key."""
    if values:
        session.execute(_put_statement(session.get_bind().dialect.name, table), values)


@cache
def _put_statement(dialect: str, table: Any) -> Any:
    new = insert_in(dialect, table)
    keys = [column.name for column in table.primary_key]
    rest = {column.name: new.excluded[column.name] for column in table.columns if column.name not in keys}
    return new.on_conflict_do_update(index_elements=keys, set_=rest)


def drop_rows(session: Session, table: Any, keys: Sequence[Mapping[str, Any]], **only: int) -> None:
    """Delete the rows with these values; with ``only``, if those columns are as given."""
    if keys:
        query = delete(table).where(*(table.c[name] == bindparam(f"_{name}") for name in keys[0]))
        query = query.where(*(table.c[name] == value for name, value in only.items()))
        session.execute(query, [{f"_{name}": value for name, value in key.items()} for key in keys])


@cache
def _add_statement(dialect: str, table: Any, amounts: tuple[str, ...], least: int) -> Any:
    new = insert_in(dialect, table)
    total = {name: table.c[name] + new.excluded[name] for name in amounts}
    if table is SUM:
        out_of = total["out_of"]
        mean = case((out_of == 0, 0.0), else_=total["got"] * 1.0 / out_of + out_of * OFTENER)
        total["level"] = case((table.c.plain, total["got"] * 1.0), else_=mean)
        total["few"] = and_(table.c.plain.is_(False), out_of < least)
    keys = [column.name for column in table.primary_key]
    return new.on_conflict_do_update(index_elements=keys, set_=total)


def add_up(session: Session, model: int, delta: Delta, rules: RulesByScope) -> None:
    """Add the differences to the sums; what came to nothing goes. Where only the best nights count, they are put."""
    names = "about", "who", "scope", "game", "measure"
    for least, sums in _by_line(delta.sums, rules).items():
        _add(session, model, SUM, sums, ("got", "out_of"), names, least)
    amounts = "matches", "points", "wins", "written", "difference"
    tallies = {key: numbers for key, numbers in delta.tallies.items() if key[2] == EVERY_NIGHT}
    _add(session, model, TALLY, tallies, amounts, ("scope", "unit", "night"))


def _by_line(sums: Sums, rules: RulesByScope) -> dict[int, dict[Any, list[int]]]:
    """The sums by how many observations lift one above the line in its scope."""
    found: dict[int, dict[Any, list[int]]] = {}
    for key, numbers in sums.items():
        found.setdefault(rules.of(key[2]).least_matches, {})[key] = numbers
    return found


def _add(
    session: Session,
    model: int,
    table: Any,
    differences: Sums,
    amounts: tuple[str, ...],
    keys: tuple[str, ...],
    least: int = 0,
) -> None:
    values: list[dict[str, Any]] = []
    for key, numbers in sorted(differences.items()):
        if any(numbers):
            named = {"model_id": model, **dict(zip(keys, key, strict=True))}
            values.append(
                named | dict(zip(amounts, numbers, strict=True)) | _level(table, key, numbers, least)
            )
    if values:
        session.execute(_add_statement(session.get_bind().dialect.name, table, amounts, least), values)
    often = "out_of" if table is SUM else "matches"
    fewer = [row for row in values if row[often] < 0]
    drop_rows(
        session, table, [{name: row[name] for name in ("model_id", *keys)} for row in fewer], **{often: 0}
    )


def _level(table: Any, key: tuple[str, ...], numbers: list[int], least: int) -> dict[str, Any]:
    """The columns that order a new sum in lists. The database works them out for a sum that is there already."""
    if table is not SUM:
        return {}
    got, out_of = numbers
    return level_of(only_counts(key[3], key[4]), got, out_of, least)


def level_of(only: bool, got: int, out_of: int, least: int) -> dict[str, Any]:
    """Where a sum stands in a list, of a measure that ``only`` counts or of a mean; and whether below the line."""
    mean = got / out_of + out_of * OFTENER if out_of else 0.0
    return {"plain": only, "few": not only and out_of < least, "level": float(got) if only else mean}


def select_names(session: Session, names: Iterable[str]) -> Any:
    """These names as a query: one parameter, however many there are."""
    given = sorted(names)
    if session.get_bind().dialect.name == "postgresql":
        every = func.json_array_elements_text(cast(given, JSON))
    else:
        every = func.json_each(json.dumps(given))
    return select(every.table_valued("value").c.value)


def read_taken_rows(session: Session, model: int, keys: Iterable[str]) -> dict[str, Any]:
    """Matches as they were taken in, by key."""
    found = {}
    for some in _in_portions(keys):
        query = select(TAKEN).where(TAKEN.c.model_id == model, TAKEN.c.match.in_(some))
        found.update({row.match: row for row in session.execute(query)})
    return found


def read_given(session: Session, model: int, sources: Iterable[str]) -> dict[Source, Given]:
    """What these sources gave."""
    found = {}
    for some in _in_portions(sources):
        query = select(GIVEN).where(GIVEN.c.model_id == model, GIVEN.c.source.in_(some))
        for row in session.execute(query):
            found[row.source, row.scope] = Given(row.ord, read_shares(row.shares))
    return found


def _in_portions(keys: Iterable[str]) -> Iterable[list[str]]:
    wanted = sorted(set(keys))
    return (wanted[start : start + AT_ONCE] for start in range(0, len(wanted), AT_ONCE))


def put_given(session: Session, model: int, delta: Delta) -> None:
    """Write what the sources give now, and the ways to it from those they give to."""
    gone = [
        {"source": source, "scope": scope} for (source, scope), one in delta.given.items() if not one.shares
    ]
    drop_rows(session, GIVEN, [{"model_id": model, **key} for key in gone])
    put_rows(
        session,
        GIVEN,
        [
            {
                "model_id": model,
                "source": source,
                "scope": scope,
                "ord": one.ord,
                "shares": shares_document(one.shares),
            }
            for (source, scope), one in delta.given.items()
            if one.shares
        ],
    )
    come = {(scope, unit, order): source for scope, unit, order, source in delta.come}
    drop_rows(
        session,
        SHARE,
        [
            {"model_id": model, "scope": scope, "unit": unit, "ord": order}
            for scope, unit, order in dict.fromkeys(delta.gone)
            if (scope, unit, order) not in come
        ],
    )
    put_rows(
        session,
        SHARE,
        [
            {"model_id": model, "scope": scope, "unit": unit, "ord": order, "source": source}
            for (scope, unit, order), source in come.items()
        ],
    )


def put_taken(
    session: Session, model: int, before: Mapping[str, Taken], after: Mapping[str, Taken | None]
) -> None:
    """Write matches as they are now taken in (None: no longer). Who played them, and what that changed in the ratings,
    is made anew only where it is not as it was.
    """
    there = [one for one in after.values() if one is not None]
    put_rows(session, TAKEN, [_taken_row(model, one) for one in there])
    other = [key for key in after if rating_inputs(before.get(key)) != rating_inputs(after[key])]
    gone = [key for key in other if key in before]
    drop_rows(session, TAKEN, [{"model_id": model, "match": key} for key in gone if after[key] is None])
    for table in (PLAYED, EFFECT):
        drop_rows(session, table, [{"model_id": model, "match": key} for key in gone])
    played = [row for key in other if (one := after[key]) is not None for row in _played_rows(model, one)]
    if played:
        session.execute(insert(PLAYED), played)


def rating_inputs(one: Taken | None) -> Any:
    """All that ratings and form depend on; None where a match is not there."""
    if one is None:
        return None
    here = one.ord, one.season, one.game, one.players
    if not one.counted or one.result is None:
        return here
    return *here, one.result.sides, one.result.placements, one.result.winners


def _taken_row(model: int, one: Taken) -> dict[str, Any]:
    return {
        "model_id": model,
        "match": one.match,
        "ord": one.ord,
        "season": one.season,
        "game": one.game,
        "night": one.night,
        "series": one.series,
        "state": one.state,
        "counted": one.counted,
        "facts": facts_of(one),
        "body": body_of(one),
    }


def _played_rows(model: int, one: Taken) -> Iterable[dict[str, Any]]:
    for seat, player in enumerate(one.players):
        if is_stranger(player):
            continue
        kind = ""
        if one.counted and one.result is not None:
            kind = kind_of(one.result, one.result.side_of(seat))
        yield {
            "model_id": model,
            "player": player,
            "ord": one.ord,
            "seat": seat,
            "match": one.match,
            "season": one.season,
            "game": one.game,
            "kind": kind,
            "shown": None,
            "shown_game": None,
        }


def read_taken(row: Any) -> Taken:
    """A match as it was taken in, from its row."""
    reason = row.facts.get("why_not")
    return Taken(
        row.match,
        row.ord,
        row.season,
        row.game,
        row.night,
        row.series,
        row.state,
        row.counted,
        tuple(row.facts["players"]),
        None if reason is None else Text(*reason),
        None if row.body is None else read_result(unpack(row.body)),
    )
