"""Leagues for measuring. The large one is fifty circles of a hundred players, each with the same two thousand matches
under other names: one circle is derived match by match, and its rows are then copied by the database. So what is
measured is what deriving a hundred thousand matches one by one leaves behind, without the wait;
a test compares the two on a small scale.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Table, insert, select, text, update
from sqlalchemy.orm import Session

from benchmarks.matches import PLAYED
from scorekeeper.core.match import name_key
from scorekeeper.league.results import About, result_document, result_without_deals
from scorekeeper.store.leagues.figures import derive, editions
from scorekeeper.store.leagues.figures.models import ALIKE, DERIVED, MODEL, SUM
from scorekeeper.store.leagues.log.models import (
    LeagueMatchRow,
    LeagueNightRow,
    LeaguePlayerRow,
    LeagueRow,
    LeagueSeasonRow,
)
from scorekeeper.store.match.models import table_of
from scorekeeper.store.transactions import begin_write

FIRST = (
    "Ana",
    "Boris",
    "Vera",
    "Georgi",
    "Þórdís",
    "Iñaki",
    "Maren",
    "Jón",
    "Itziar",
    "Gísli",
    "Elena",
    "Stoyan",
)
FAMILY = ("Petrova", "Etxeberria", "Jónsdóttir", "Ivanov", "Dimitrova", "Agirre", "Helgason")
MARK = "@"
"""Stands in every name of a circle where the copy's number comes."""
TABLEFUL, NIGHT = 20, 12
"""Players meet those of their own twenty; so many matches of a circle are played on a night."""
START = datetime(2020, 1, 7, 19, tzinfo=UTC)
PAIRS = ((0, 2), (1, 3))
OF_ALL = ("league", "night")
"""The sums that are not of anybody."""


def league(
    session: Session, name: str, matches: int, players: int, *, mark: str = "", rules: Mapping[str, Any] = {}
) -> int:
    """Write a public league with results of pairs, in seasons of a year each, not derived yet; its number."""
    at, chance = datetime.now(UTC), random.Random(7)
    begin_write(session)
    made = insert(LeagueRow).values(
        public_id=name, name=name, seq=1, rules=dict(rules), access="public", made_at=at, changed_at=at
    )
    number: int = session.execute(made.returning(LeagueRow.id)).scalar_one()
    common = {"league_id": number, "touched": 1, "made_at": at}
    keys = [f"{mark}p{player}" for player in range(players)]
    rows = [_match(common, chance, keys, mark, at) for at in range(matches)]
    nights = sorted({match["night"] for match in rows})
    years = sorted({night[:4] for night in nights})
    session.execute(
        insert(LeaguePlayerRow), [_player(common, place, key) for place, key in enumerate(keys, 1)]
    )
    session.execute(insert(LeagueNightRow), [_night(common, night) for night in nights])
    session.execute(insert(LeagueSeasonRow), [_season(common, year) for year in years])
    session.execute(insert(LeagueMatchRow), rows)
    session.execute(_SEATS, {"league": number})
    session.commit()
    return number


def _player(common: dict[str, Any], place: int, key: str) -> dict[str, Any]:
    name = name_player(place, key)
    return {**common, "key": key, "number": place, "name": name, "name_key": name_key(name)}


def _night(common: dict[str, Any], night: str) -> dict[str, Any]:
    return {**common, "key": f"n{night}", "date": night, "season": f"y{night[:4]}", "came": []}


def _season(common: dict[str, Any], year: str) -> dict[str, Any]:
    starts, ends = f"{year}-01-01", f"{year}-12-31"
    return {**common, "key": f"y{year}", "name": year, "rules": None, "starts": starts, "ends": ends}


def name_player(place: int, key: str) -> str:
    """A player's name: as many first and family names as in a town, and no two players with the same."""
    return f"{FIRST[place % len(FIRST)]} {FAMILY[place // len(FIRST) % len(FAMILY)]} {key}"


_SEATS = text(
    "INSERT INTO league_seat (league_match_id, place, league_id, player) "
    "SELECT m.id, j.key, m.league_id, j.value FROM league_match m, json_each(m.players) j WHERE m.league_id = :league"
)


def _match(
    common: dict[str, Any], chance: random.Random, keys: list[str], mark: str, at: int
) -> dict[str, Any]:
    moment = START + timedelta(days=7 * (at // NIGHT), minutes=10 * (at % NIGHT))
    circle = chance.randrange(max(1, len(keys) // TABLEFUL)) * TABLEFUL
    players = chance.sample(keys[circle : circle + TABLEFUL], 4)
    night, key, behind = moment.date().isoformat(), f"{mark}m{at}", chance.randrange(60, 150)
    won = chance.randrange(2)
    totals = (151, behind) if won == 0 else (behind, 151)
    result = result_without_deals(About(key, tuple(players), night), PLAYED, PAIRS, (won,), totals)
    return {
        **common,
        "key": key,
        "season": f"y{night[:4]}",
        "night": night,
        "moment": moment,
        "players": players,
        "game": PLAYED,
        "confirmation": "confirmed",
        "agreed": [],
        "status": result.status,
        "dirty": False,
        "result": result_document(result),
    }


def derive_all(session: Session, number: int) -> editions.Model:
    """Derive a league from nothing."""
    assert derive.rebuild(session, number, hold=derive.HURRY) is not None
    model = editions.current_model(session, number)
    session.commit()
    return model


def multiply(session: Session, name: str, circle: int, copies: int) -> int:
    """A derived league of so many copies of a derived circle."""
    model = editions.current_model(session, circle)
    begin_write(session)
    raw = session.connection().connection.dbapi_connection
    assert raw is not None
    raw.create_function("renamed", 2, _rename, deterministic=True)
    at = datetime.now(UTC)
    rules = session.execute(select(LeagueRow.rules).where(LeagueRow.id == circle)).scalar_one()
    made = insert(LeagueRow).values(
        public_id=name,
        name=name,
        seq=1,
        rules=rules,
        access="public",
        made_at=at,
        changed_at=at,
        derived_seq=1,
    )
    number: int = session.execute(made.returning(LeagueRow.id)).scalar_one()
    for row in (LeaguePlayerRow, LeagueMatchRow):
        _copy(session, table_of(row), "league_id", circle, number, copies)
    for row in (LeagueSeasonRow, LeagueNightRow):
        _copy(session, table_of(row), "league_id", circle, number, 1)
    session.execute(_SEATS, {"league": number})
    _multiply_model(session, model, number, copies)
    session.commit()
    while derive.step(session, number, 60.0).left:
        pass
    session.commit()
    return number


def _multiply_model(session: Session, model: editions.Model, number: int, copies: int) -> None:
    big = editions.begin_model(session, number, model.by_scope, 0)
    for table in DERIVED:
        if table is not ALIKE:
            _copy(session, table, "model_id", model.id, big, copies)
    for row in session.execute(select(SUM).where(SUM.c.model_id == model.id, SUM.c.about.in_(OF_ALL))).all():
        values = {"model_id": big, "got": row.got * copies, "out_of": row.out_of * copies}
        session.execute(insert(SUM).values(**{**row._mapping, **values}))
    session.execute(update(MODEL).where(MODEL.c.id == big).values(cursor=None))


def _rename(data: bytes | None, copy: str) -> bytes | None:
    return None if data is None else zlib.compress(zlib.decompress(data).replace(b"@", copy.encode()), 1)


def _copy(session: Session, table: Table, owner: str, source: int, target: int, copies: int) -> None:
    """Copy the rows of one owner for another, so many times, with other names in them."""
    columns = [column for column in table.columns if column.name != "id"]
    values = []
    for column in columns:
        kind = str(column.type)
        if column.name == owner:
            values.append(":other")
        elif kind == "BLOB":
            values.append(f"renamed({column.name}, c.n)")
        elif kind == "JSON" or kind.startswith(("VARCHAR", "TEXT")):
            values.append(f"replace(t.{column.name}, '{MARK}', c.n)")
        else:
            values.append(f"t.{column.name}")
    only = f" AND t.about NOT IN {OF_ALL}" if table is SUM else ""
    names = ", ".join(column.name for column in columns)
    session.execute(
        text(
            "WITH RECURSIVE c(i, n) AS (SELECT 0, '0' UNION ALL "
            f"SELECT i + 1, CAST(i + 1 AS TEXT) FROM c WHERE i + 1 < {copies}) "
            f"INSERT INTO {table.name} ({names}) SELECT {', '.join(values)} "
            f"FROM c, {table.name} t WHERE t.{owner} = :one{only}"
        ),
        {"one": source, "other": target},
    )
