"""Small documents that would become large answers: each costs at most twenty times its bytes, 200 MB, ten seconds."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from random import Random
from urllib.parse import quote

import pytest

from scorekeeper.league.archive import archive_lines
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.migrate import upgrade
from tests.soak import in_soak
from tests.trust import work
from tests.trust.costs import MAX_MEMORY, MAX_SECONDS, measure
from tests.trust.test_bombs import BOMBS
from tests.trust.test_uploads import found_league
from tests.trust.worst_documents import GOOD, MATCHES, QUESTIONS, match

pytestmark = pytest.mark.soak

ALWAYS = ("escoba: plays that are none", "kinaskak: cards that are none", "kinaskak: long names")
SOME = (*ALWAYS, "belot: unknown fields", "a list of objects", "nested lists")
LOOKED_AT = ("long names", "good deals", "voids", "notes", "adjustments")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("amplification") / "scorekeeper.db"
    upgrade(f"sqlite:///{file}")
    return str(file)


@pytest.mark.parametrize("name", in_soak(list(MATCHES), SOME))
def test_a_match_document_is_scored_without_growing(name: str) -> None:
    measure(work.scored, MATCHES[name]()).check()


@pytest.mark.parametrize("name", in_soak(list(QUESTIONS), list(QUESTIONS)[::8]))
def test_a_question_is_answered_without_growing(name: str) -> None:
    measure(work.ruled, QUESTIONS[name]()).check()


@pytest.mark.parametrize("name", in_soak(list(QUESTIONS), list(QUESTIONS)[-2:-1]))
def test_the_api_answers_a_question_without_growing(name: str, database: str) -> None:
    measure(work.posted, QUESTIONS[name](), database, "/rulings").check()


@pytest.mark.parametrize("name", in_soak(list(MATCHES), ALWAYS))
def test_the_api_scores_a_document_without_growing(name: str, database: str) -> None:
    measure(work.posted, MATCHES[name](), database, "/score").check()


@pytest.mark.parametrize("name", in_soak(list(MATCHES), ALWAYS))
def test_a_match_is_brought_in_without_growing(name: str, database: str) -> None:
    measure(work.imported, MATCHES[name](), database).check()


@pytest.mark.parametrize("what", in_soak(LOOKED_AT, LOOKED_AT[:1]))
@pytest.mark.parametrize("game", in_soak(list(GOOD), ["kinaskak"]))
@pytest.mark.parametrize("page", in_soak(work.PAGES, work.PAGES[:1]))
def test_what_is_made_from_a_match_is_not_much_more_than_it(
    game: str, what: str, page: str, database: str
) -> None:
    entry = {"voids": {"kind": "void"}, "notes": {**GOOD[game], "note": "&" * 500}}.get(what, GOOD[game])
    measure(work.looked_at, match(game, entry, letter="\U0001f600"), database, page).check()


@pytest.mark.parametrize("game", in_soak(list(GOOD), ["kinaskak"]))
def test_the_sheet_of_a_long_match_takes_little_memory_and_time(game: str, database: str) -> None:
    cost = measure(work.looked_at, match(game, GOOD[game], letter="&"), database, "")
    assert (cost.memory <= MAX_MEMORY, cost.seconds <= MAX_SECONDS) == (True, True), cost


ENTRY = '{"kind":"deal","hands":[' + ",".join(['["8Z","8Z","8Z"]'] * 8) + "]}"
FILES = {
    "wrong documents": (".jsonl", lambda: b"\n".join([match("kinaskak", ENTRY, 60)] * 80)),
    "lines that are no documents": (".jsonl", lambda: b"1\n" * 100_000),
    "empty lines": (".jsonl", lambda: b"\n" * 4_000_000),
    "one line without an end": (".jsonl", lambda: b"1" * 30_000_000),
    "a wrong document": (".json", lambda: match("kinaskak", ENTRY)),
    "an archive of wrong lines": (
        ".jsonl",
        lambda: b'{"format":"scorekeeper-league/1","kind":"league"}\n' + b"{}\n" * 100_000,
    ),
}


@pytest.mark.parametrize("name", in_soak(list(FILES), list(FILES)[-1:]))
def test_a_file_is_verified_without_growing(name: str, tmp_path: Path) -> None:
    ending, make = FILES[name]
    measure(work.verified, make(), ending).check()


@pytest.mark.parametrize("name", in_soak(list(FILES), list(FILES)[:1]))
def test_many_lines_are_scored_in_little_memory_however_many(name: str) -> None:
    """Each line has an answer of its own, so the answers to many bad lines are longer than they."""
    cost = measure(work.scored_lines, FILES[name][1]())
    assert (cost.memory <= MAX_MEMORY, cost.seconds <= MAX_SECONDS) == (True, True), cost


LONG = 8_000
ADDRESSES = {
    "repeated options": "/api/v1/rules/belot?" + "&".join(["lang=is"] * (LONG // 8)),
    "a long article": "/api/v1/rules/belot/" + "9" * LONG,
    "a long language": "/api/v1/games?lang=" + "x" * LONG,
    "a long league": "/api/v1/leagues/" + "x" * LONG,
    "a long cursor": "/api/v1/leagues/x/events?since=" + "9" * LONG,
    "a long ruling": "/ruling/" + "A" * LONG,
    "a picture of a long ruling": "/ruling/" + "A" * LONG + "/qr.svg",
    "many answers at the desk": "/desk/belot/auction?" + "&".join(["calls=hearts"] * (LONG // 14)),
    "brackets": "/search?q=" + quote("([{" * (LONG // 9)),
}


@pytest.mark.parametrize("name", in_soak(list(ADDRESSES), list(ADDRESSES)[:2]))
def test_a_long_address_is_answered_without_growing(name: str, database: str) -> None:
    measure(work.asked, ADDRESSES[name].encode(), database).check()


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, str]:
    """A database, the page of a league where files are handed in, and the cookie of one of its organisers."""
    file = tmp_path_factory.mktemp("league") / "scorekeeper.db"
    public_id, account = found_league(f"sqlite:///{file}")
    return str(file), f"/leagues/{public_id}/imports", account


def long_archive() -> bytes:
    """An archive as large as may be handed in, which no packing makes smaller."""
    digits = Random(14)
    seasons = (
        ("season", {"id": f"s{n}", "name": "S", "story": digits.randbytes(1_500_000).hex()})
        for n in range(21)
    )
    return "".join(archive_lines({"id": "a" * 12, "name": "Copy", "rules": {}}, seasons)).encode()


HANDED_IN: dict[str, tuple[str, Callable[[], bytes]]] = {
    **{name: (kind, lambda make=make: gzip.compress(make(), 6)) for name, (kind, make) in BOMBS.items()},
    "an archive as large as may be": (sources.ARCHIVE, long_archive),
}


@pytest.mark.parametrize("name", in_soak(list(HANDED_IN), ["a person for each line", "short plays"]))
def test_a_file_for_a_league_comes_in_without_growing(name: str, league: tuple[str, str, str]) -> None:
    kind, make = HANDED_IN[name]
    measure(work.handed_in, make(), *league, kind).check()
