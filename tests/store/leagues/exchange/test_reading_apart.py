"""A heavy file is read in a process of its own, and what it finds is what the reader finds here."""

import gzip

import pytest

from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store.leagues.exchange import reading_apart, sources
from scorekeeper.store.leagues.exchange.reading_apart import Limits

pytestmark = pytest.mark.long

HEAD = b"date;game;side1;total1;side2;total2;winner\n"
LEAGUE = {"id": "a" * 12, "name": "Copy", "rules": {}}
FILES = {
    "a table": (sources.PAPER, HEAD + "2026-11-03;Belot;Ана & Þór;151;Boris & Ivan;98;\n".encode() * 30),
    "a table with mistakes": (sources.PAPER, HEAD + b"a;;b\n" * 200),
    "an archive": (
        sources.ARCHIVE,
        "".join(
            archive_lines(LEAGUE, [("season", {"id": f"s{n}", "name": "S"}) for n in range(50)])
        ).encode(),
    ),
    "half an archive": (sources.ARCHIVE, b'{"format":"scorekeeper-league/1","kind":"league"}\n'),
    "no file at all": (sources.BG_STATS, b"{}"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_read_apart_is_what_is_read_here(name: str) -> None:
    kind, body = FILES[name]
    apart, here = reading_apart.read_file(kind, gzip.compress(body)), sources.read_file(kind, body)
    assert list(apart.items) == list(here.items)
    assert [str(one.text) for one in apart.findings] == [str(one.text) for one in here.findings]
    assert [one._replace(text=here.findings[0].text) for one in apart.findings] == [
        one._replace(text=here.findings[0].text) for one in here.findings
    ]
    assert (apart.found, apart.good) == (here.found, here.good)


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("limits", [Limits(60_000_000, 60), Limits(1_000_000_000, 1)])
def test_a_file_beyond_the_limits_is_refused_in_words(limits: Limits) -> None:
    heavy = gzip.compress(
        HEAD + b"".join(b"2026-11-03;Belot;A%d;1;B;2;\n" % (n % 4000) for n in range(49_000))
    )
    read = reading_apart.read_file(sources.PAPER, heavy, None, limits)
    assert [one.code for one in read.findings] == ["too_heavy"]
    assert not read.good
    assert "several smaller files" in str(read.findings[0].text)
