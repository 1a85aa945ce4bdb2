"""Leagues derived from nothing and corrected, pages of one of 100,000 matches beside the same pages of one of 100, and
recording while a correction in the first week of the large one is followed through all that came after it.
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

from sqlalchemy import select, update
from sqlalchemy.orm import Session, sessionmaker

from benchmarks.matches import CIRCLES, PLAYERS, open_endless, record_deal
from benchmarks.measure import Figure, medians

MATCHES = 100_000
FEW_MATCHES, FEW_PLAYERS = 100, 20
MAX_PAGE, MAX_SLOW, MAX_RECORDING = 0.3, 0.8, 3.0
"""Seconds of a page, and of one that looks at a past of best nights or compares two tables; a ratio."""
SIZES = ((5_000, 700, 1.5), (20_000, 450, 6.0))
"""Matches of a league, how many a second it is derived with, and seconds until all ratings behind a correction in its
first week are right.
"""
IN_TABLE = 0.1
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
    from scorekeeper.server.supervisor import put_aside
    from scorekeeper.store import instance
    from scorekeeper.store.engine import session_factory
    from scorekeeper.store.migrate import upgrade

    instance.prepare()
    url = instance.database_url()
    upgrade(url)
    sessions = session_factory(url)
    measured: list[Figure] = []
    with sessions() as session:
        leagues = {way: build_leagues(session, way) for way in league_pages.WAYS}
        cookie, match = league_pages.owner(
            session, [league for pair in leagues.values() for league in pair[:2]]
        )
        for matches, rate, seconds in SIZES:
            measured += _derivation(session, matches, rate, seconds)
    app = create_app()
    put_aside()
    for way, (_, _, rate) in leagues.items():
        measured += _pages(app, cookie, match, way)
        label = f"deriving a league from nothing{league_pages.WAYS[way].label}"
        measured.append(Figure(label, f"{rate:.0f} matches a second", "no figure", True))
    measured += _measure_recording(url, sessions, leagues[""][1])
    sessions.kw["bind"].dispose()
    return measured


def build_leagues(session: Session, way: str = "") -> tuple[int, int, float]:
    """The small and the large league that count in this way, and how many matches a second were derived."""
    from benchmarks import league_pages, league_rows

    rules = league_pages.WAYS[way].rules
    small = league_rows.league(session, f"small{way}", FEW_MATCHES, FEW_PLAYERS, rules=rules)
    league_rows.derive_all(session, small)
    of_one = MATCHES // CIRCLES
    circle = league_rows.league(
        session, f"circle{way}", of_one, PLAYERS // CIRCLES, mark=league_rows.MARK, rules=rules
    )
    begun = time.perf_counter()
    league_rows.derive_all(session, circle)
    rate = of_one / (time.perf_counter() - begun)
    return small, league_rows.multiply(session, f"large{way}", circle, CIRCLES), rate


def _pages(app: Any, cookie: str, match: str, way: str) -> Iterator[Figure]:
    from benchmarks import league_pages
    from scorekeeper.web.accounts.browser_session import COOKIE

    client = app.test_client()
    client.set_cookie(COOKIE, cookie)
    for label, *both in league_pages.addresses(app, match, way):
        slow, quick = medians(ROUNDS, *(lambda address=address: _get(client, address) for address in both))
        on_a_past_date = "past date" in label or "middle" in label
        rare = label.startswith("what has changed") or (way == "nights" and on_a_past_date)
        most = MAX_SLOW if rare else MAX_PAGE
        yield _page(f"{label}{league_pages.WAYS[way].label}", slow, quick, most)


def _get(client: Any, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)


def _page(label: str, large: float, small: float, most: float) -> Figure:
    measured = f"{large * 1000:.1f} ms; with {FEW_MATCHES} matches {small * 1000:.1f} ms"
    return Figure(label, measured, f"{most * 1000:.0f} ms", large <= most)


# --- deriving -----------------------------------------------------------------------------------------


def _derivation(session: Session, matches: int, rate: int, seconds: float) -> Iterator[Figure]:
    """A league derived from nothing, and then corrected on its last night and in its first week."""
    from benchmarks import league_rows

    league = league_rows.league(session, f"of{matches}", matches, matches // 20)
    begun = time.perf_counter()
    league_rows.derive_all(session, league)
    measured = matches / (time.perf_counter() - begun)
    amount = f"{matches:,} matches"
    yield Figure(f"{amount} from nothing", f"{measured:.0f} a second", f"{rate} a second", measured >= rate)
    for key, where in ((f"m{matches - 3}", "last night"), ("m3", "first week")):
        in_table, all_right = _follow(session, league, key)
        at = f"{in_table:.2f} s in the table, {all_right:.2f} s until all ratings are right"
        kept = in_table <= IN_TABLE and all_right <= seconds
        yield Figure(f"{amount}, a correction of the {where}", at, f"{IN_TABLE:g} s, {seconds:g} s", kept)


def _follow(session: Session, league: int, key: str) -> tuple[float, float]:
    """Correct a match; the seconds until it is in the table, and until all that follows is right."""
    from scorekeeper.store.leagues.figures import derive

    _correct(session, league, key)
    begun = time.perf_counter()
    deriver = derive.Deriver(session, league)
    with deriver.hold_lease() as ours:
        assert ours
        deriver.advance()
        in_table = time.perf_counter() - begun
        while deriver.advance():
            pass
    return in_table, time.perf_counter() - begun


# --- recording while something is derived -------------------------------------------------------------


def _measure_recording(url: str, sessions: sessionmaker[Session], large: int) -> list[Figure]:
    from scorekeeper.store import keeper
    from scorekeeper.store.leagues.figures import derive

    with sessions() as session:
        idle = _time_recording(session, DEALS)
        _correct(session, large, "3m0")
        begun = time.perf_counter()
        process = multiprocessing.get_context("fork").Process(target=keeper.run, args=(url, None))
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
    times: list[float] = []
    while len(times) < deals:
        match = open_endless(session)
        for _ in range(min(20, deals - len(times))):
            begun = time.perf_counter()
            match = record_deal(session, match)
            times.append(time.perf_counter() - begun)
            time.sleep(BREATH)
    return times


def _correct(session: Session, league: int, key: str) -> None:
    """The other side won a match."""
    from scorekeeper.league.results import read_result, result_document
    from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
    from scorekeeper.store.transactions import begin_write

    begin_write(session)
    mine = LeagueMatchRow.league_id == league, LeagueMatchRow.key == key
    was = read_result(session.execute(select(LeagueMatchRow.result).where(*mine)).scalar_one())
    turned = was._replace(
        winners=(1 - was.winners[0],), totals=was.totals[::-1], placements=was.placements[::-1]
    )
    session.execute(update(LeagueMatchRow).where(*mine).values(result=result_document(turned), dirty=True))
    session.execute(update(LeagueRow).where(LeagueRow.id == league).values(seq=LeagueRow.seq + 1))
    session.commit()


if __name__ == "__main__":
    from benchmarks.measure import report

    report("Leagues", figures())
