"""What is brought into a league: who is who in leagues of many, and a result that was taken out."""

import gzip
import json
import re

import pytest

from scorekeeper.store.leagues.matches import assign_match
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.leagues.exchange import upload_page
from scorekeeper.web.leagues.matches import shown
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import Club, archive_of, handed_in, new, rows_in, taken_in

pytestmark = pytest.mark.long
ACCESS = "public"

PAPER = b"date;game;side1;total1;side2;total2\n2026-01-06;Eskoba;Ana;7;Boris;3\n2026-01-06;Eskoba;Cvetan;7;Eneko;3\n"


def asked_about(page: Page) -> list[str]:
    """The lists in which an organiser says who is who."""
    form = next(form for form in page.forms if "Bring them in" in form.buttons)
    return sorted(name for name in form.names if name.startswith("is-"))


def everybody(made: Club) -> list[str | None]:
    session().rollback()
    return [one.name for one in made.list_players(merged=True)]


def test_names_are_asked_about_page_by_page_and_all_others_stay_who_they_were(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_page, "NAMES_AT_ONCE", 3)
    ana, boris, *_others = tuesday.players("Ana", "Boris", "Sindri")
    organiser = tuesday.phone("organiser")
    assert asked_about(handed_in(tuesday, organiser, "paper", PAPER)) == ["is-0", "is-1", "is-2"]
    page = organiser.press("Next page →", **{"is-2": boris, "is-1": ""})
    assert asked_about(page) == ["is-3"]
    page = organiser.press("← Previous page")
    kept = next(form for form in page.forms if "Bring them in" in form.buttons)
    assert [kept.value(f"is-{number}") for number in range(3)] == [ana, "", boris]
    organiser.press("Next page →")
    taken_in(organiser)
    with tuesday.app.app_context():
        assert everybody(tuesday) == ["Ana", "Boris", "Boris", "Eneko", "Sindri"]


def test_in_a_large_league_the_player_of_a_name_is_looked_for(
    tuesday: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown, "MAX_OFFERED", 2)
    *_others, spelled = tuesday.players("Ana", "Dóra", "Fjóla", "Annabella")
    organiser = tuesday.phone("organiser")
    page = handed_in(tuesday, organiser, "paper", PAPER)
    assert "Annabella" not in page.words
    assert "look for the others by name" in page.words
    page = organiser.get(f"{organiser.address}?q=bella")
    assert "Annabella" in page.words
    organiser.press("Only keep the names for now", **{"is-0": spelled})
    taken_in(organiser)
    with tuesday.app.app_context():
        assert everybody(tuesday) == ["Ana", "Annabella", "Boris", "Cvetan", "Dóra", "Eneko", "Fjóla"]


def test_the_page_of_names_is_no_longer_in_a_league_of_hundreds(tuesday: Club, organiser: Phone) -> None:
    tuesday.players(*(f"Sindri {number}" for number in range(shown.MAX_OFFERED + 20)))
    page = handed_in(tuesday, organiser, "archive", archive_of(tuesday))
    assert len(asked_about(page)) == upload_page.NAMES_AT_ONCE
    assert page.html.count("<option") == 2 * upload_page.NAMES_AT_ONCE
    assert page.html.count(" selected>") == upload_page.NAMES_AT_ONCE
    page = organiser.press("Next page →")
    look_for = next(form for form in page.forms if "Look for" in form.buttons)
    assert look_for.value("skip") == str(upload_page.NAMES_AT_ONCE), (
        "who is looked for is offered to the same names"
    )


def a_result(made: Club, players: list[str], night: str = "2026-01-05", season: str | None = None) -> str:
    """An old result that an organiser wrote down, and what follows from it."""
    written = ledgers.record_result(
        session(), made.access(), "belot", players, [[0, 2], [1, 3]], night, totals=[151, 99], season=season
    )
    made.derive()
    return str(written.event.subject)


def test_a_result_that_was_taken_out_is_taken_in_again_on_the_page_that_says_so(tuesday: Club) -> None:
    with tuesday.app.app_context():
        sat = tuesday.players("Ana", "Boris", "Cvetan", "Dóra")
        key = a_result(tuesday, sat)
    before = archive_of(tuesday)
    organiser, at = tuesday.phone("organiser"), tuesday.at(f"matches/{key}")
    organiser.get(at)
    page = organiser.press("Take it out of the league")
    assert organiser.address == f"{at}/again"
    assert "Its own page stays" not in page.words
    assert "Ana & Cvetan 151 – Boris & Dóra 99" in " ".join(page.words.split())
    tuesday.derive()
    assert organiser.client.get(at).status_code == 404
    assert rows_in(organiser.get(tuesday.at())) == []
    organiser.get(f"{at}/again")
    page = organiser.press("Take it in")
    assert (organiser.address, organiser.status) == (at, 200)
    tuesday.derive()
    assert without_moments(archive_of(tuesday)) == without_moments(before)
    assert len(rows_in(organiser.get(tuesday.at()))) == 4


def without_moments(archive: bytes) -> list[dict[str, object]]:
    """The lines of a league's archive without when something was said."""
    found = [json.loads(line) for line in gzip.decompress(archive).splitlines()[:-1]]
    for one in found:
        for said in one.get("history", ()):
            del said["at"]
    return found


def test_a_result_whose_players_became_one_stays_out_and_it_is_said_why(tuesday: Club) -> None:
    with tuesday.app.app_context():
        sat = tuesday.players("Ana", "Boris", "Cvetan", "Dóra")
        key = a_result(tuesday, sat)
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at(f"matches/{key}"))
    organiser.press("Take it out of the league")
    with tuesday.app.app_context():
        tuesday.organise(player_changes.merge, key=sat[0], into=sat[1])
    page = organiser.press("Take it in")
    assert organiser.status == 422
    assert "One person cannot sit on two seats." in page.words


@pytest.mark.parametrize("who", ["scorer", "visitor"])
def test_only_organisers_take_a_result_in_again(tuesday: Club, who: str) -> None:
    with tuesday.app.app_context():
        key = a_result(tuesday, tuesday.players("Ana", "Boris", "Cvetan", "Dóra"))
        row = tuesday.find_match(key)
        assign_match.take_match_out(session(), tuesday.access(), uuid=new(), key=key, seen=row.touched)
    at = tuesday.at(f"matches/{key}/again")
    assert tuesday.phone("organiser").client.get(at).status_code == 200
    assert tuesday.phone(who).client.get(at).status_code == 404


def test_only_names_that_may_be_a_players_stand_open_and_the_rest_is_a_line_each(tuesday: Club) -> None:
    tuesday.players("Ana", "Borris", "Eneko")
    page = handed_in(tuesday, tuesday.phone("organiser"), "paper", PAPER)
    told = page.html.partition("Who is who?")[2].partition("What will come in")[0]
    shut = re.findall(r"<details><summary>(.*?)</summary>(.*?)</details>", told, re.S)
    said = [" ".join(re.sub("<[^>]+>", "", words).split()) for words, _inside in shut]
    assert said == ["2 names are known: Ana, Eneko", "1 new player: Cvetan"]
    assert asked_about(page) == ["is-0", "is-1", "is-2", "is-3"], "what is folded is sent with the form"
    [asked] = re.findall(r'name="is-(\d)"', re.sub(r"<details>.*?</details>", "", told, flags=re.S))
    assert f'<label for="is-{asked}">Boris</label>' in told


def plays_in_pairs(number: int) -> bytes:
    """An export of so many plays of Belot by others each, of which no one says who were partners."""
    people = [{"id": one, "name": f"{'ABCDEFGH'[one % 8]}{one}"} for one in range(4 * number)]
    scores = [
        [{"playerRefId": 4 * play + seat, "score": str(100 + seat), "winner": seat == 0} for seat in range(4)]
        for play in range(number)
    ]
    plays = [
        {"uuid": f"u{play}", "gameRefId": 1, "playDate": "2026-01-06 20:00:00", "playerScores": some}
        for play, some in enumerate(scores)
    ]
    return json.dumps({"players": people, "games": [{"id": 1, "name": "Belot"}], "plays": plays}).encode()


def test_the_same_remark_about_many_plays_is_said_once_and_many_groups_are_folded(tuesday: Club) -> None:
    page = handed_in(tuesday, tuesday.phone("organiser"), "bg_stats", plays_in_pairs(20))
    remark = "play 1, play 2, play 3, play 4, play 5 and 15 more: Who played with whom is not known"
    assert remark in page.words
    assert page.words.count("Who played with whom is not known") == 1
    assert "14 more groups" in page.words
    form = next(form for form in page.forms if "Read it again" in form.buttons)
    assert {f"with-{number}" for number in range(20)} <= form.names
