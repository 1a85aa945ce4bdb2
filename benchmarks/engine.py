"""The engine and the command line: the fold, the stream of matches, the start of a process."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path
from time import perf_counter

from benchmarks.matches import PLAYED, make_match
from benchmarks.measure import Figure, best_of, medians, show_ms
from scorekeeper.cli.answering import answer_lines
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import sheet_document
from scorekeeper.games import GAMES, score

MANY = 100_000
DEALS = 20
MAX_FOLD = 0.001


def figures() -> list[Figure]:
    """The figures of the engine, the quickest first."""
    return [*(figure for game in GAMES for figure in _fold(game)), *_start(), *_stream()]


def _fold(game: str) -> list[Figure]:
    match = make_match(game, DEALS)

    def fold() -> object:
        report = Report()
        sheet = score_match(match, GAMES, report)
        assert sheet is not None, report.errors
        return sheet

    def explain() -> object:
        return sheet_document(fold())  # type: ignore[arg-type]

    values, sentences = best_of(20, fold, 10), best_of(20, explain, 10)
    # The deals are a game's worked examples: those of other games are longer, such as a deal card by card.
    asked = "1 ms" if game == PLAYED else "no figure"
    return [
        Figure(label, show_ms(seconds), asked, game != PLAYED or seconds <= MAX_FOLD)
        for label, seconds in (
            (f"fold of {len(match['entries'])} deals of {game}, as values", values),
            ("the same with every explanation as a sentence", sentences),
        )
    ]


def _start() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "match.json")
        file.write_text(json.dumps(make_match(deals=DEALS)), encoding="utf-8")
        bare = [sys.executable, "-c", "import json, dataclasses, tomllib"]
        ours = [str(Path(sys.executable).with_name("scorekeeper")), "score", str(file)]
        for command in (bare, ours):
            _run(command)
        least, taken = medians(15, lambda: _run(bare), lambda: _run(ours))
    ratio = taken / least
    return [
        Figure(
            "`scorekeeper score` of one match, process included",
            f"{show_ms(taken)}, {ratio:.2f} × a bare Python with three imports",
            "2 ×",
            ratio <= 2,
        )
    ]


def _run(command: list[str]) -> None:
    # Where writing bytecode is forbidden every start would compile the program again, and measure that.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)


class _Lines(io.RawIOBase):
    """Standard input with so many matches, made line by line; ``peaks`` notes the memory on the way."""

    def __init__(self, line: bytes, number: int) -> None:
        super().__init__()
        self.line, self.left, self.number = line, number, number
        self.peaks: dict[int, int] = {}

    def readline(self, size: int | None = -1) -> bytes:
        if not self.left:
            return b""
        done = self.number - self.left
        if tracemalloc.is_tracing() and done in (1000, self.number - 1):
            self.peaks[done] = tracemalloc.get_traced_memory()[0]
        self.left -= 1
        return self.line


class _Nowhere(io.RawIOBase):
    def write(self, data: object) -> int:
        return len(data)  # type: ignore[arg-type]


def _stream() -> list[Figure]:
    line = json.dumps(make_match(deals=DEALS)).encode() + b"\n"
    rates = []
    for _ in range(3):
        begun = perf_counter()
        answer_lines(_Lines(line, 1000), _Nowhere(), score)  # type: ignore[arg-type]
        rates.append(1000 * DEALS / (perf_counter() - begun))
    short = json.dumps(make_match(deals=1)).encode() + b"\n"
    lines = _Lines(short, MANY)
    tracemalloc.start()
    answer_lines(lines, _Nowhere(), score)  # type: ignore[arg-type]
    tracemalloc.stop()
    early, late = lines.peaks[1000], lines.peaks[MANY - 1]
    rate = max(rates)
    return [
        Figure("`score --jsonl`, deals a second on one core", f"{rate:,.0f}", "15,000", rate >= 15_000),
        Figure(
            f"memory after 1,000 and after {MANY:,} matches",
            f"{early / 1024:,.0f} KiB, {late / 1024:,.0f} KiB",
            "flat",
            late <= early * 1.1,
        ),
    ]
