"""Small files that would become large ones: a league's import reads each within 200 MB and ten seconds."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store.leagues.exchange import sources
from tests.soak import in_soak

pytestmark = pytest.mark.long

MAX_MEMORY, MAX_SECONDS = 200_000, 10.0
"""Kilobytes more than the program has without the file, and seconds of CPU."""
CHILD = """
import json, re, sys, time
from scorekeeper.store.leagues.exchange import sources, uploads
def peak():  # of this process alone: what getrusage tells begins with the parent's
    return int(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
body = open(sys.argv[2], "rb").read()
before, began = peak(), time.process_time()
read = sources.read_file(sys.argv[1], body)
packed = uploads.pack_items(read.items)
print(json.dumps({
    "memory": peak() - before,
    "seconds": time.process_time() - began,
    "findings": len(read.findings),
    "codes": sorted({one.code for one in read.findings}),
}))
"""


def seasons(count: int, story: str) -> bytes:
    """An archive whose seasons carry so many objects as a story."""
    lines = archive_lines(
        {"id": "a" * 12, "name": "Copy", "rules": {}},
        [("season", {"id": f"s{n}", "name": "S", "story": "here"}) for n in range(count)],
    )
    return "".join(lines).replace('"here"', story).encode()


def events_of_one_match() -> bytes:
    story = json.dumps([{}] * 300_000)
    event = {
        "kind": "event",
        "match": "m",
        "seq": 1,
        "uuid": "u",
        "event": "recorded",
        "body": {"story": "here"},
    }
    match = {"kind": "match", "id": "m", "players": [], "document": {}}
    head = {"format": "scorekeeper-league/1", "kind": "league", "rules": {}}
    lines = [json.dumps(head), json.dumps(match), *[json.dumps(event).replace('"here"', story)] * 20]
    return "\n".join(lines).encode()


PLAYERS = '"games":[{"id":1,"name":"Belot"}],"players":[{"id":1,"name":"A"},{"id":2,"name":"B"}],'
PLAY = '{"playDate":"2026-11-03","gameRefId":1,"playerScores":[{"playerRefId":1},{"playerRefId":2}]}'


def plays(count: int, play: str, before: str = "") -> bytes:
    return ("{" + before + '"plays":[' + ",".join([play] * count) + "]}").encode()


HEAD = b"date;game;side1;total1;side2;total2;winner\n"
BOMBS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "lines that are no objects": (sources.ARCHIVE, lambda: b"1\n" * 30_000_000),
    "empty lines": (sources.ARCHIVE, lambda: b"\n" * 60_000_000),
    "one line without an end": (sources.ARCHIVE, lambda: b"0" * 200_000_000),
    "lines full of empty objects": (
        sources.ARCHIVE,
        lambda: seasons(50, "[" + ",".join(["{}"] * 1_300_000) + "]"),
    ),
    "lines as full as may be": (sources.ARCHIVE, lambda: seasons(50, "[" + ",".join(["{}"] * 240_000) + "]")),
    "events full of empty objects": (sources.ARCHIVE, events_of_one_match),
    "plays that are empty objects": (sources.BG_STATS, lambda: plays(60_000_000 // 3, "{}")),
    "plays without players": (
        sources.BG_STATS,
        lambda: plays(500_000, '{"gameRefId":[],"locationRefId":[]}'),
    ),
    "plays that are small objects": (sources.BG_STATS, lambda: plays(740_000, '{"a":0}')),
    "nothing but spaces": (sources.BG_STATS, lambda: b" " * 200_000_000),
    "lines of a spreadsheet that are wrong": (sources.PAPER, lambda: HEAD + b"a;;b\n" * 195_000),
    "short plays": (sources.BG_STATS, lambda: plays(160_000, PLAY, PLAYERS)),
    "results without end": (sources.PAPER, lambda: HEAD + b"2026-11-03;Belot;A;1;B;2;\n" * 195_000),
    "a person for each line": (
        sources.PAPER,
        lambda: HEAD + b"".join(b"2026-11-03;Belot;A%d;1;B%d;2;\n" % (n, n) for n in range(24_000)),
    ),
    "a spreadsheet of one line": (sources.PAPER, lambda: b";" * 15_000_000),
    "a spreadsheet of separators": (sources.PAPER, lambda: HEAD + b";" * 15_000_000),
    "a spreadsheet of separators in quotes": (sources.PAPER, lambda: HEAD + b'"' + b'\n";"' * 3_900_000),
    "a spreadsheet of wide letters": (
        sources.PAPER,
        lambda: HEAD + "2026-11-03;Belot;A;1;😀;2;\n".encode() * 495_000,
    ),
    "a spreadsheet too long": (sources.PAPER, lambda: HEAD + b"0" * 200_000_000),
}


TYPICAL = (
    "lines full of empty objects",
    "plays without players",
    "results without end",
    "a spreadsheet of one line",
)
"""One or two of each kind of file; the soak tries them all."""


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("bomb", in_soak(tuple(BOMBS), TYPICAL))
@pytest.mark.usefixtures("processes")
def test_a_small_file_takes_neither_the_memory_nor_the_time_of_the_machine(bomb: str, tmp_path: Path) -> None:
    kind, make = BOMBS[bomb]
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(make(), 6))
    command = [sys.executable, "-c", CHILD, kind, str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    told = json.loads(done.stdout)
    assert told["memory"] < MAX_MEMORY, told
    assert told["seconds"] < MAX_SECONDS, told
    assert told["findings"] <= 2 * (sources.MAX_FINDINGS + 1), told
    assert told["codes"], told


def test_the_mistakes_that_are_not_told_are_counted() -> None:
    wrong = sources.MAX_FINDINGS + 1204
    read = sources.read_file(sources.PAPER, HEAD + b"2026-11-03;;A;1;B;2;\n" * wrong)
    assert len(read.findings) == sources.MAX_FINDINGS + 1
    assert (read.findings[-1].code, read.findings[-1].text.params["n"]) == ("more", 1204)
    assert not read.good
