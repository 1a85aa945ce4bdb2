"""Files for leagues are read in steps, between which a caller without processes can do other things."""

import gzip
from collections.abc import Callable

import pytest

from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.exchange.pace import ITEM, PIECE, ROW, STEP
from tests.web.leagues.archive import archive_file, bg_stats_export

pytestmark = pytest.mark.long

HEAD = b"date;game;side1;total1;side2;total2;winner\n"
LONG = 30_000
LINE = 5_000
"""Bytes of the longest line of the archive, and a little more."""

# what is read, how much the last piece of a step may have
FILES: dict[str, tuple[str, Callable[[], bytes], int]] = {
    "an archive": (sources.ARCHIVE, lambda: archive_file(60), 30 * ITEM),
    "a packed archive": (sources.ARCHIVE, lambda: gzip.compress(archive_file(60)), 30 * ITEM),
    "an archive of wrong lines": (sources.ARCHIVE, lambda: b"{}\n" * LONG, LINE),
    "results": (sources.PAPER, lambda: HEAD + b"2026-11-03;Belot;A;1;B;2;\n" * (LONG // 10), ITEM),
    "empty lines": (sources.PAPER, lambda: HEAD + b"\n" * LONG, ROW + 1),
    "lines without cells": (sources.PAPER, lambda: HEAD + b";;;;;;\n" * LONG, ROW + 7),
    "an export of BG Stats": (sources.BG_STATS, lambda: bg_stats_export(LONG // 10), 4 * ITEM),
    "a packed export": (sources.BG_STATS, lambda: gzip.compress(bg_stats_export(LONG // 10)), 4 * ITEM),
    "wrong lines": (sources.PAPER, lambda: HEAD + b"a;;b\n" * LONG, ITEM),
}


@pytest.mark.left_to_soak(but_one_in=9)
@pytest.mark.parametrize("name", FILES)
def test_a_step_has_so_much_work_and_one_more_piece(name: str) -> None:
    kind, make, last = FILES[name]
    body = make()
    steps = list(sources.read_steps(kind, body))
    assert len(steps) > 1
    assert max(steps) <= STEP + PIECE + last
    assert sum(steps) + STEP >= len(body), "no part of the file is read outside the steps"
