"""A season that counts evenings: the table, a row and a match say which evening gave what."""

from scorekeeper.store.leagues.figures.reading import ranked_rows
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone
from tests.web.leagues.club import WON, Club
from tests.web.leagues.evening.test_evening import DATE, EIGHT, matches_of, plan, run, running, win
from tests.web.leagues.test_standings import row_of


def count_evenings(club: Club) -> None:
    """The owner says that the places of the evenings bring points, and that one match is enough for a place."""
    owner = club.phone("owner")
    page = owner.get(club.at("rules?preset=evenings"))
    form = next(form for form in page.forms if "Save" in form.buttons)
    assert form.value("counting") == "evening_places"
    owner.press("Save", least_matches="1")


def test_the_table_the_row_and_the_match_name_the_evening(tuesday: Club, organiser: Phone) -> None:
    count_evenings(tuesday)
    matches = matches_of(running(tuesday, organiser, *EIGHT))
    for match in matches:
        win(tuesday, match)
    organiser.get(run(tuesday, "rounds"))
    tuesday.derive()
    page = organiser.get(tuesday.at("?season="))
    assert "No match counts here yet." in page.words, "the evening is not closed"
    assert "Only evenings that were run and closed count here." in page.words
    assert "Plan a night" in page.links
    assert "counts here when it is over" not in page.words
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    with tuesday.app.app_context():
        tuesday.match(WON, players=tuesday.players("Mila", "Petya", "Stefan", "Todor"))
        tuesday.derive()
        placed = ranked_rows.list_standings(session(), tuesday.league.id, "").items
        assert len(placed) == len(EIGHT)
    page = organiser.get(tuesday.at("?season="))
    assert "evenings that were run and closed count here" in page.words
    told = row_of(page, "Ana").split()
    assert told[-1] == ("6.25" if "won" in told else "0.25"), "four share the places of four"
    page = organiser.click("Ana")
    assert "from evenings with 1 match" in page.words
    assert "of 8 on the evening, shared by 4: " in page.words
    assert any(address.endswith(f"/nights/{DATE}/run/end") for address in page.links.values())
    page = organiser.get(tuesday.at(f"matches/{matches[0]}"))
    assert page.words.count("of 8 on the evening") == 4, "those who sat there"
    lists = organiser.get(tuesday.at("matches"))
    other = next(one for one in matches_of(lists) if one not in matches)
    page = organiser.get(tuesday.at(f"matches/{other}"))
    assert "This match counts in ratings and statistics." not in page.words, "it waits to be confirmed"
    assert "This match counts in ratings and statistics." in organiser.press("Confirm").words


def test_the_plan_says_what_the_evening_is_to_the_season(tuesday: Club, organiser: Phone) -> None:
    count_evenings(tuesday)
    organiser.get(tuesday.at("seasons/new"))
    organiser.press("Save", name="Autumn", starts="2026-11-01")
    plan(tuesday, organiser)
    page = organiser.get(run(tuesday, "plan"))
    assert "It goes into the season Autumn: points for the places, once it is closed." in page.words
