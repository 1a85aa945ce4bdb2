"""A player who is away for a while: in no list for the next match, with everything that was played."""

from scorekeeper.store.leagues.people import player_changes
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone
from tests.web.leagues.club import Club, new
from tests.web.leagues.evening.test_evening import EIGHT, plan, run, tick


def say_away(club: Club, name: str) -> None:
    with club.app.app_context():
        keys = {one.name: one.key for one in club.list_players()}
        player_changes.set_away(session(), club.access(), uuid=new(), key=keys[name], away=True)


def test_an_organiser_says_on_the_player_s_page_who_is_away_and_brings_them_back_from_the_list(
    tuesday: Club, organiser: Phone
) -> None:
    tuesday.players("Ana", "Boris")
    organiser.get(tuesday.at("players"))
    organiser.click("Ana")
    organiser.click("Change")
    page = organiser.press("Is away for a while")
    assert "Ana away" in " ".join(page.words.split())
    page = organiser.get(tuesday.at("players"))
    assert page.words.index("Boris") < page.words.index("Away") < page.words.index("Ana")
    organiser.get(tuesday.at("start"))
    assert "Boris" in organiser.page.html
    assert "Ana" not in organiser.page.html
    organiser.get(tuesday.at("players"))
    organiser.press("Is back")
    assert "Away" not in organiser.get(tuesday.at("players")).words


def test_only_organisers_say_so(tuesday: Club) -> None:
    ana, _boris = tuesday.players("Ana", "Boris")
    say_away(tuesday, "Ana")
    scorer = tuesday.phone("scorer")
    page = scorer.get(tuesday.at("players"))
    assert "Away" in page.words
    assert "Is back" not in page.words
    scorer.get(tuesday.at(f"players/{ana}/edit"))
    assert scorer.status == 404


def test_who_is_away_has_no_tile_and_is_not_ticked_as_last_time(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT)
    say_away(tuesday, "Vera")
    assert "Vera" in organiser.get(run(tuesday, "here")).words, "who is here is here"
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-12-03")
    organiser.get(tuesday.at("nights/2026-12-03/run/plan"))
    page = organiser.press("Who is here?")
    assert "7 here" in page.words
    assert "Vera" not in page.words
    assert "8 here" in organiser.press("Add", guest="Vera").words, "the name still means the player"
    assert len(tuesday.list_players()) == len(EIGHT)
