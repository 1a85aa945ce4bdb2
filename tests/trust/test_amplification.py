"""Small documents that would become large answers: each costs at most twenty times its bytes, 200 MB, ten seconds."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.games import GAMES
from scorekeeper.league.files.archive import archive_lines
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.migrate import upgrade
from tests.copies import make_or_copy
from tests.soak import in_soak
from tests.trust import work
from tests.trust.costs import MAX_MEMORY, MAX_SECONDS, measure
from tests.trust.test_bombs import BOMBS, HEAD
from tests.trust.test_uploads import found_league
from tests.trust.worst_documents import GOOD, MATCHES, QUESTIONS, SIDES, match

pytestmark = pytest.mark.usefixtures("processes")

ALWAYS = ("kinaskak: cards that are none", "kinaskak: long names")
SOME = (*ALWAYS, "belot: unknown fields", "a list of objects", "nested lists")
LONG_NAME = "\U0001f600"
ENTERED: dict[str, Callable[[str], bytes]] = {
    "long names": lambda game: match(game, GOOD[game], letter=LONG_NAME),
    "good deals": lambda game: match(game, GOOD[game]),
    "voids": lambda game: match(game, {"kind": "void"}, letter=LONG_NAME),
    "notes": lambda game: match(game, {**GOOD[game], "note": "&" * 500}, letter=LONG_NAME),
    "adjustments": lambda game: match(
        game, {"kind": "adjustment", "scores": [1] * SIDES[game], "reason": "x"}, letter=LONG_NAME
    ),
}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("amplification") / "scorekeeper.db"
    make_or_copy(f"sqlite:///{file}", upgrade)
    return str(file)


@pytest.mark.left_to_soak(but_one_in=5)
@pytest.mark.parametrize("name", in_soak(list(MATCHES), SOME))
def test_a_match_document_is_scored_without_growing(name: str) -> None:
    measure(work.prepare_scoring, MATCHES[name]()).assert_bounded()


@pytest.mark.parametrize("name", in_soak(list(QUESTIONS), list(QUESTIONS)[::8]))
def test_a_question_is_answered_without_growing(name: str) -> None:
    measure(work.prepare_ruling, QUESTIONS[name]()).assert_bounded()


@pytest.mark.parametrize("name", in_soak(list(QUESTIONS), list(QUESTIONS)[-2:-1]))
def test_the_api_answers_a_question_without_growing(name: str, database: str) -> None:
    measure(work.prepare_post, QUESTIONS[name](), database, "/rulings").assert_bounded()


@pytest.mark.left_to_soak
@pytest.mark.parametrize("name", in_soak(list(MATCHES), SOME[2:3]))
def test_the_api_scores_a_document_without_growing(name: str, database: str) -> None:
    measure(work.prepare_post, MATCHES[name](), database, "/score").assert_bounded()


@pytest.mark.parametrize("name", in_soak(list(MATCHES), ALWAYS[1:]))
def test_a_match_is_brought_in_without_growing(name: str, database: str) -> None:
    measure(work.prepare_import, MATCHES[name](), database).assert_bounded()


@pytest.mark.left_to_soak
@pytest.mark.parametrize("what", in_soak(list(ENTERED), ["long names"]))
@pytest.mark.parametrize("game", in_soak(list(GOOD), ["kinaskak"]))
@pytest.mark.parametrize("page", in_soak(work.PAGES, work.PAGES[:1]))
def test_what_is_made_from_a_match_is_not_much_more_than_it(
    game: str, what: str, page: str, database: str
) -> None:
    measure(work.prepare_page, ENTERED[what](game), database, page).assert_bounded()


def record(line: dict[str, Any], count: int, **first: Any) -> bytes:
    """A record of so many equal events, the opening changed by ``first``."""
    head = {"format": "scorekeeper-record/1", "kind": "match", "id": "a" * 12, "document": {"game": "kani"}}
    opened = {"kind": "event", "match": "a" * 12, "seq": 1, "uuid": work.FIRST.decode(), **line, **first}
    said = [json.dumps(one).encode() for one in (head, opened, {**line, "kind": "event", "match": "a" * 12})]
    count = min(count, MAX_BYTES // (len(said[2]) + 1) - 2)
    return b"\n".join([*said[:2], *[said[2]] * count])


OPENED = {"event": "opened", "at": "2026-11-23T00:00:00Z", "body": {"players": [1], "names": [1]}}
RECORDS = {
    "events without hashes": lambda: record({"event": "recorded", "body": {}, "at": ""}, 100_000),
    "events that are wrong": lambda: record({**OPENED, "content": "x", "chain": "x"}, 100_000),
    "empty events": lambda: record({}, 200_000),
    "a long event": lambda: record({**OPENED, "names": {"1": "&" * 1_500_000}}, 0),
    "nested bodies": lambda: record({"event": "recorded"}, 1, body=[]).replace(
        b"[]", b"[" * 900 + b"]" * 900
    ),
    "lines that are no events": lambda: b"1\n" * 900_000,
    "more than may be": lambda: b"1" * (MAX_BYTES + 1),
}


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("name", in_soak(list(RECORDS), list(RECORDS)[2:4]))
def test_a_record_is_compared_without_growing(name: str, database: str) -> None:
    measure(work.prepare_proof, RECORDS[name](), database).assert_bounded()


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
    measure(work.prepare_verifying, make(), ending).assert_bounded()


@pytest.mark.left_to_soak
@pytest.mark.parametrize("name", in_soak(list(FILES), list(FILES)[:1]))
def test_many_lines_are_scored_in_little_memory_however_many(name: str) -> None:
    """Each line has an answer of its own, so the answers to many bad lines are longer than they."""
    cost = measure(work.prepare_scoring_of_lines, FILES[name][1]())
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
    measure(work.prepare_address, ADDRESSES[name].encode(), database).assert_bounded()


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


@pytest.mark.left_to_soak
@pytest.mark.parametrize("name", in_soak(list(HANDED_IN), ["short plays"]))
def test_a_file_for_a_league_comes_in_without_growing(name: str, league: tuple[str, str, str]) -> None:
    kind, make = HANDED_IN[name]
    measure(work.prepare_upload, make(), *league, kind).assert_bounded()


def long_league() -> bytes:
    """An archive of one match as long as may be, whose players have the longest names and play without a target."""
    document = json.loads(match("kani", GOOD["kani"], rules={"settlement": "chips"}))
    document["entries"][-1] = {"kind": "end"}
    ids = [f"p{seat}" for seat in range(4)]
    people = [("player", {"id": one, "name": one + LONG_NAME * 58}) for one in ids]
    played = {"id": "m", "players": ids, "date": "2026-11-03", "document": document}
    lines = archive_lines({"id": "a" * 12, "name": "Copy", "rules": {}}, [*people, ("match", played)])
    return "".join(lines).encode()


def short_plays(players: int, game: str, count: int, teams: str = "") -> bytes:
    """An export of BG Stats: the shortest plays there are, of players with the longest names, in teams or alone."""
    people = [{"id": one, "name": f"{one}{LONG_NAME * 59}"} for one in range(1, players + 1)]
    seats: list[dict[str, Any]] = [{"playerRefId": one} for one in range(1, players + 1)]
    for seat, one in enumerate(seats if teams else ()):
        one["team"] = teams[seat % len(teams)]
    usual = {
        "gameRefId": 1,
        "playDate": "2026-11-03",
        "playerScores": seats,
        **({"usesTeams": 1} if teams else {}),
    }
    plays = [{"id": number, **usual} for number in range(count)]
    export = {"games": [{"id": 1, "name": game}], "players": people, "plays": plays}
    return json.dumps(export, separators=(",", ":")).encode()


LEAGUES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "short plays of pairs": (sources.BG_STATS, lambda: short_plays(4, "Belot", in_soak(1000, 200), "AB")),
    "short plays of many": (sources.BG_STATS, lambda: short_plays(8, "Kínaskák", in_soak(1000, 200))),
    "one long match": (sources.ARCHIVE, long_league),
    "short results": (sources.PAPER, lambda: HEAD + b"2026-11-03;Belot;A;1;B;2;\n" * in_soak(1000, 200)),
}
TAKEN = (
    "archive",
    "archive?packed=",
    "sheets/wide.csv",
    "sheets/tidy.csv",
    "sheets/deals.csv",
    "sheets/deals.xlsx",
    "nights.ics",
    "export",
)


@pytest.mark.left_to_soak
@pytest.mark.parametrize("path", in_soak(TAKEN, TAKEN[4:5]))
@pytest.mark.parametrize("name", in_soak(list(LEAGUES), ["short plays of many", "one long match"]))
def test_what_leaves_a_league_is_not_much_more_than_what_came_in(
    name: str, path: str, league: tuple[str, str, str]
) -> None:
    kind, make = LEAGUES[name]
    measure(work.prepare_export, make(), *league, kind, path).assert_bounded()


PADS = [
    f"/pads/{slug}?size={size}&players={GAMES[slug].players[-1]}" for slug in GOOD for size in ("a4", "a6")
]


@pytest.mark.parametrize("address", in_soak(["/pads", *PADS], PADS[-1:]))
def test_a_pad_is_a_page_however_many_play(address: str, database: str) -> None:
    measure(work.prepare_address, address.encode(), database).assert_bounded()
