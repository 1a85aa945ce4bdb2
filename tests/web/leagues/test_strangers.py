"""A play of BG Stats with an anonymous player: the others' result counts, and the league gets no player of it."""

import json
import re

from tests.web.conftest import Phone
from tests.web.leagues.club import Club, archive_of, founded, handed_in, rows_in, taken_in

ACCESS = "public"


def plays(*days: str) -> bytes:
    """Vera beats a stranger, Ivan and another stranger, once on each day."""
    people = [("Vera", False), ("Anonymous player", True), ("Ivan", False)]
    seats = [(0, "9", True), (1, "4", False), (2, "3", False), (1, "2", False)]
    scores = [{"playerRefId": n, "score": score, "winner": won} for n, score, won in seats]
    document = {
        "players": [
            {"id": n, "uuid": f"p{n}", "name": name, "isAnonymous": anonymous}
            for n, (name, anonymous) in enumerate(people)
        ],
        "games": [{"id": 1, "name": "Kani"}],
        "plays": [{"uuid": day, "gameRefId": 1, "playDate": day, "playerScores": scores} for day in days],
    }
    return json.dumps(document).encode()


def test_the_others_result_counts_and_the_stranger_is_nowhere(tuesday: Club, organiser: Phone) -> None:
    page = handed_in(tuesday, organiser, "bg_stats", plays("2026-01-06", "2026-01-13", "2026-01-20"))
    assert "Anonymous player" not in page.words, "it is not asked who that is"
    assert "Vera 9 – a stranger 4 – Ivan 3 – a stranger 2" in page.words
    taken_in(organiser)
    tuesday.derive()
    assert [one.name for one in tuesday.list_players()] == ["Ivan", "Vera"]
    key = tuesday.list_matches()[0].key
    for address in ("", "players", "ratings", "records", "statistics", "yearbook/2026", "pair"):
        page = organiser.get(tuesday.at(address))
        assert organiser.status == 200, address
        assert "?1" not in page.html, address
        # whose matches are listed as they were played
        figures = page.words.partition("The latest evening")[0]
        assert "a stranger" not in figures, address
    page = organiser.get(tuesday.at(f"matches/{key}"))
    assert len(re.findall("a stranger", page.words)) == 2
    assert not any("players/?" in where or "players/%3F" in where for where in page.links.values())
    assert rows_in(organiser.get(tuesday.at())) == ["Vera", "Ivan"]
    organiser.get(tuesday.at(f"matches/{key}/move"))
    page = organiser.press("Save", night="2026-01-21")
    assert "Jan 21, 2026" in page.words
    for address in ("archive", "sheets/wide.csv", "sheets/tidy.csv"):
        organiser.get(tuesday.at(address))
        assert organiser.status == 200, address


def test_an_archive_brings_the_stranger_along(tuesday: Club, organiser: Phone) -> None:
    handed_in(tuesday, organiser, "bg_stats", plays("2026-01-06"))
    taken_in(organiser)
    body = archive_of(tuesday)
    other = founded(tuesday.app, "public")
    phone = other.phone("organiser")
    page = handed_in(other, phone, "archive", body)
    assert "Bring them in" in page.html
    taken_in(phone)
    [row] = other.list_matches()
    assert row.players[1::2] == ("?1", "?3")
    assert {one.name for one in other.list_players()} == {"Ivan", "Vera"}
