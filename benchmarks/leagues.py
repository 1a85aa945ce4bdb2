"""Pages of a league of 100,000 matches beside the same pages of one of 100, and recording while a correction in the
first week of the large one is followed through all that came after it.
"""

from __future__ import annotations

import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from sqlalchemy import select, update
from sqlalchemy.orm import Session, sessionmaker

from benchmarks.matches import ENDLESS, ENDLESS_DEAL, ENDLESS_RULES
from benchmarks.measure import Figure, medians

MATCHES, PLAYERS, CIRCLES = 100_000, 5_000, 50
FEW_MATCHES, FEW_PLAYERS = 100, 20
STEP = 10
"""Matches of a circle between two checkpoints: 500 of the large league, as many as it would have by itself."""
MAX_PAGE, MAX_RECORDING = 5.0, 3.0
ROUNDS, DEALS, MAX_SECONDS = 9, 100, 120.0
BREATH = 0.02
"""Seconds between two deals: fifty a second, as many as a town's tables have."""


def figures() -> list[Figure]:
    """Both ratios, and the time until everything after the correction is right."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCOREKEEPER_INSTANCE"] = folder
        os.environ["SCOREKEEPER_DATABASE_URL"] = f"sqlite:///{Path(folder, 'leagues.db')}"
        try:
            return _figures()
        finally:
            del os.environ["SCOREKEEPER_DATABASE_URL"]


def _figures() -> list[Figure]:
    from benchmarks import league_pages
    from scorekeeper import create_app
    from scorekeeper.server.supervisor import freeze_application
    from scorekeeper.store import instance
    from scorekeeper.store.engine import session_factory
    from scorekeeper.store.migrate import upgrade

    instance.prepare()
    url = instance.database_url()
    upgrade(url)
    sessions = session_factory(url)
    found: list[Figure] = []
    with sessions() as session:
        leagues = {way: build_leagues(session, way) for way in league_pages.WAYS}
        cookie, match = league_pages.owner(session, [one for two in leagues.values() for one in two[:2]])
    app = freeze_application(create_app())
    for way, (_, _, rate) in leagues.items():
        found += _pages(app, cookie, match, way)
        what = f"deriving a league from nothing{league_pages.WAYS[way].told}"
        found.append(Figure(what, f"{rate:.0f} matches a second", "no figure", True))
    found += _measure_recording(url, sessions, leagues[""][1])
    sessions.kw["bind"].dispose()
    return found


def build_leagues(session: Session, way: str = "") -> tuple[int, int, float]:
    """The small and the large league that count in this way, and how many matches a second were derived."""
    from benchmarks import league_pages, league_rows
    from scorekeeper.store.leagues.readmodel import checkpoints

    rules = league_pages.WAYS[way].rules
    small = league_rows.league(session, f"small{way}", FEW_MATCHES, FEW_PLAYERS, rules=rules)
    league_rows.derive_all(session, small)
    usual, checkpoints.MIN_SPACING = checkpoints.MIN_SPACING, STEP
    of_one = MATCHES // CIRCLES
    circle = league_rows.league(
        session, f"circle{way}", of_one, PLAYERS // CIRCLES, mark=league_rows.MARK, rules=rules
    )
    begun = time.perf_counter()
    league_rows.derive_all(session, circle)
    rate = of_one / (time.perf_counter() - begun)
    checkpoints.MIN_SPACING = usual
    return small, league_rows.multiply(session, f"large{way}", circle, CIRCLES), rate


def _pages(app: Any, cookie: str, match: str, way: str) -> Iterator[Figure]:
    """Every page of the large league beside the same one of the small league, as their owner sees them."""
    from benchmarks import league_pages
    from scorekeeper.web.accounts.browser_session import COOKIE

    client = app.test_client()
    client.set_cookie(COOKIE, cookie)
    for what, *both in league_pages.addresses(app, match, way):
        slow, quick = medians(ROUNDS, *(lambda address=address: _get(client, address) for address in both))
        yield _page(f"{what}{league_pages.WAYS[way].told}", slow, quick)


def _get(client: Any, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)


def _page(what: str, large: float, small: float) -> Figure:
    ratio = large / small
    measured = f"{large * 1000:.1f} ms, {ratio:.2f} × that of {FEW_MATCHES} matches ({small * 1000:.1f} ms)"
    return Figure(what, measured, f"{MAX_PAGE:g} ×", ratio <= MAX_PAGE)


# --- recording while something is derived -------------------------------------------------------------


def _measure_recording(url: str, sessions: sessionmaker[Session], large: int) -> list[Figure]:
    from scorekeeper.store.leagues.readmodel import derive, keeper

    with sessions() as session:
        idle = _time_recording(session, DEALS)
        _correct(session, large)
        begun = time.perf_counter()
        process = multiprocessing.get_context("fork").Process(target=keeper.run, args=(url,))
        process.start()
        busy: list[float] = []
        try:
            while (
                left := derive.leagues_to_derive(session, large)
            ) and time.perf_counter() - begun < MAX_SECONDS:
                session.commit()
                busy += _time_recording(session, 5)
        finally:
            process.terminate()
            process.join()
        took = time.perf_counter() - begun
    quiet, loud = statistics.median(idle), statistics.median(busy)
    late = statistics.quantiles(busy, n=20)[-1]
    measured = (
        f"{loud * 1000:.1f} ms, {loud / quiet:.2f} × that of an idle server ({quiet * 1000:.1f} ms); "
        f"one of twenty took {late * 1000:.0f} ms or more"
    )
    corrected, kept = f"{took:.0f} s{', and not at its end' if left else ''}", loud <= MAX_RECORDING * quiet
    return [
        Figure("recording a deal elsewhere meanwhile", measured, f"{MAX_RECORDING:g} ×", kept),
        Figure(
            "a correction in the first week, until all that follows is right", corrected, "no figure", True
        ),
    ]


def _time_recording(session: Session, deals: int) -> list[float]:
    """The seconds of each deal recorded in a match of no league, of at most twenty deals."""
    from scorekeeper.store.match import ledger

    times: list[float] = []
    while len(times) < deals:
        match = ledger.open_match(
            session,
            game=ENDLESS,
            rules=ENDLESS_RULES,
            names=["Ana", "Boris", "Vera", "Georgi"],
            first_dealer=0,
            uuid=str(uuid4()),
            device=None,
        )
        for _ in range(min(20, deals - len(times))):
            begun = time.perf_counter()
            match = ledger.append(
                session,
                match.public_id,
                seen=match.seq,
                uuid=str(uuid4()),
                kind="recorded",
                body={"entry": ENDLESS_DEAL},
            ).match
            times.append(time.perf_counter() - begun)
            time.sleep(BREATH)
    return times


def _correct(session: Session, league: int) -> None:
    """The other side won the first match of one circle."""
    from scorekeeper.league.results import read_result, result_document
    from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
    from scorekeeper.store.transactions import begin_write

    begin_write(session)
    mine = LeagueMatchRow.league_id == league, LeagueMatchRow.key == "3m0"
    was = read_result(session.execute(select(LeagueMatchRow.result).where(*mine)).scalar_one())
    other = was._replace(
        winners=(1 - was.winners[0],), totals=was.totals[::-1], placements=was.placements[::-1]
    )
    session.execute(update(LeagueMatchRow).where(*mine).values(result=result_document(other), dirty=True))
    session.execute(update(LeagueRow).where(LeagueRow.id == league).values(seq=LeagueRow.seq + 1))
    session.commit()


if __name__ == "__main__":
    from benchmarks.measure import report

    report("Leagues", figures())
