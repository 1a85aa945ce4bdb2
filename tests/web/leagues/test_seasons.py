"""A league's rules, seasons and nights."""

import re
from html import unescape

import pytest
from flask import Flask

from scorekeeper.league.rules import LeagueRules
from scorekeeper.store.leagues.log import seasons
from scorekeeper.store.leagues.matches import confirm_match
from scorekeeper.web.leagues import settings
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, Phone
from tests.web.leagues.club import NAMES, WON, Club, club, rows_in, title
from tests.web.leagues.test_sources import a_result

pytestmark = pytest.mark.long


def rule_values(page: Page) -> dict[str, str]:
    return dict(next(form for form in page.forms if "least_matches" in form.names).values)


def test_a_preset_of_an_existing_league_sets_its_rules_and_keeps_what_no_preset_is_about(
    tuesday: Club,
) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("rules"))
    owner.press("Save", zone="Atlantic/Reykjavik", win="3", stopped="y")
    owner.get(tuesday.at("rules"))
    page = owner.press("Points for places, for games where everybody plays alone", provisional="7")
    assert "Saved" not in page.words, "looking at a preset changes nothing yet"
    shown = rule_values(page)
    assert (shown["counting"], shown["win"]) == ("placement", "1")
    assert (shown["zone"], shown["provisional"]) == ("Atlantic/Reykjavik", "7"), "no preset is about these"
    assert rule_values(owner.press("Fixed pairs, two points for a win"))["win"] == "2"
    page = owner.press("The best rating leads")
    assert rule_values(page)["win"] == "1", "nothing of the preset before is left"
    owner.press("Save")
    with tuesday.app.app_context():
        rules = tuesday.access("owner").league.options
    assert (rules.counting, rules.unit, rules.confirmation, rules.least_matches) == (
        "rating",
        "player",
        "organiser",
        5,
    )
    assert (rules.zone, rules.provisional, rules.stopped) == ("Atlantic/Reykjavik", 7, True)
    assert "✓ The best rating leads" in owner.get(tuesday.at("rules")).words


def test_a_preset_is_ticked_only_while_its_rules_stand_and_can_be_tapped_again(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    page = owner.get(tuesday.at("rules"))
    assert "✓ A point for every win" in page.words
    owner.press("Save", counting="total", best_nights="5")
    page = owner.get(tuesday.at("rules"))
    assert "✓" not in page.words
    assert (rule_values(page)["counting"], rule_values(page)["best_nights"]) == ("total", "5"), (
        "the tick that stood there does not take the number back"
    )
    page = owner.press("A point for every win", **{"best_nights-word": "none", "stopped": "y"})
    assert (rule_values(page)["counting"], rule_values(page)["stopped"]) == ("wins", "y")
    assert "✓ A point for every win" in page.words
    owner.press("Save")
    assert "✓ A point for every win" in owner.get(tuesday.at("rules")).words
    assert tuesday_rules(tuesday).best_nights is None


def tuesday_rules(tuesday: Club) -> LeagueRules:
    with tuesday.app.app_context():
        session().rollback()
        return tuesday.access("owner").league.options


def test_a_season_inside_another_says_whose_nights_and_how_many_matches_are_whose(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("seasons/new"))
    organiser.press("Save", name="Whole", starts="2026-01-01", ends="2026-12-31")
    with tuesday.app.app_context():
        sat = tuesday.players("A", "B", "C", "D")
        [whole] = seasons.list_seasons(session(), tuesday.league.id)
        for night in ("2026-05-05", "2026-04-04", "2026-06-02"):  # the last one is a night of one season only
            a_result(tuesday, sat, night, whole.key)
    organiser.get(tuesday.at("seasons/new"))
    said = "matches of these nights count in “Spring”, and not in “Whole”."
    page = organiser.press("Save", name="Spring", starts="2026-03-01", ends="2026-05-31")
    assert f"Mar 1, 2026 – May 31, 2026: {said}" in " ".join(page.words.split())
    assert "So far" not in page.words
    with tuesday.app.app_context():
        both = seasons.list_seasons(session(), tuesday.league.id)
        a_result(tuesday, sat, "2026-03-03", both[0].key)
    for one in both:
        words = " ".join(organiser.get(tuesday.at(f"seasons/{one.key}")).words.split())
        assert said in words, "the pages of both say it"
        assert "So far that takes 1 match out of “Whole”." in words
        assert "2 matches of these nights are still in “Whole”." in words


@pytest.mark.parametrize("played", [False, True])
def test_a_night_is_deleted_only_while_it_is_empty(tuesday: Club, played: bool, organiser: Phone) -> None:
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-03-03")
    page = organiser.get(tuesday.at("nights/2026-03-03/change"))
    assert "Nothing was played on it." in page.words
    if played:
        with tuesday.app.app_context():
            a_result(tuesday, tuesday.players("A", "B", "C", "D"), night="2026-03-03")
    page = organiser.press("Delete the night")
    there = organiser.client.get(tuesday.at("nights/2026-03-03")).status_code
    assert (there, "The night is deleted." in page.words) == ((200, False) if played else (404, True))
    if played:
        assert "Only a night without matches" in page.words
        assert "Delete the night" not in organiser.get(tuesday.at("nights/2026-03-03/change")).words


@pytest.mark.parametrize(
    ("language", "half", "share"),
    [("en", "0.5", "66.67 %"), ("bg", "0,5", "66,67 %"), ("is", "0,5", "66,67%"), ("eu", "0,5", "% 66,67")],
)
def test_fractions_and_shares_are_written_as_the_language_does(
    tuesday: Club, language: str, half: str, share: str
) -> None:
    with tuesday.app.app_context():
        sat = tuesday.players("A", "B", "C", "D")
        match = tuesday.match(WON, players=sat)
        tuesday.organise(confirm_match.confirm_as_organiser, key=match.public_id, version=match.seq)
        for day in (1, 2):
            a_result(tuesday, [sat[1], sat[0], sat[3], sat[2]], night=f"2026-03-0{day}")
    owner = tuesday.phone("owner")
    page = owner.get(tuesday.at(f"?lang={language}"))
    assert f"<strong>{half}</strong>" in page.html
    owner.get(tuesday.at("rules?lang=en"))
    owner.press("Save", counting="win_share", shared="full", least_matches="0")
    tuesday.derive()
    shown = " ".join(owner.get(tuesday.at(f"?lang={language}")).html.split())
    assert f"<strong>{share}</strong>" in shown.replace("\N{NO-BREAK SPACE}", " ")
    changed = owner.get(tuesday.at("changes?since=2026-01-01")).words
    assert f"→ {share}" in " ".join(changed.replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_preset_of_a_season_is_a_rule_of_its_own(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("seasons/new"))
    owner.press("Save", name="Haust")
    owner.get(tuesday.at("seasons"))
    owner.click("Change")
    owner.click("Rules of its own")
    page = owner.press("The most written points a match")
    assert rule_values(page)["counting"] == "average"
    assert rule_values(page)["own"] == "yes", "who chooses a preset here wants it"
    assert "rules of its own" in owner.press("Save").words
    owner.click("Change")
    owner.click("Rules of its own")
    assert rule_values(owner.page)["counting"] == "average"


def test_a_season_has_rules_of_its_own(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("seasons/new"))
    page = owner.press("Save", name="Haust 2026", starts="2026-11-30", ends="2026-09-01")
    assert owner.status == 422
    assert page.forms[0].value("starts") == "2026-11-30"
    owner.press("Save", ends="2026-12-20")
    owner.get(tuesday.at("seasons"))
    owner.click("Change")
    owner.click("Rules of its own")
    page = owner.press("Save", own="yes", win="3", confirmation="nobody")
    assert "rules of its own" in page.words
    owner.click("Change")
    owner.click("Rules of its own")
    assert owner.page.forms[0].value("win") == "3"


def test_a_new_season_offers_to_take_in_what_lies_in_its_dates(tuesday: Club, organiser: Phone) -> None:
    with tuesday.app.app_context():
        for night in ("2019-03-05", "2019-03-12", "2019-07-02"):
            ledgers.record_result(
                session(), tuesday.access(), "belot", [None, None], [[0], [1]], night, names=["Ana", "Boris"]
            )
    organiser.get(tuesday.at("seasons/new"))
    page = organiser.press("Save", name="Vor 2019", starts="2019-01-01", ends="2019-06-30")
    assert "2 matches were played on its nights and are in no season." in page.words
    page = organiser.press("Take 2 matches in")
    assert "2 matches are in the season now." in page.words
    assert title(page) == "Table · Vor 2019"
    assert "No match counts here yet" not in page.words, "whether it is worked out already or not"
    tuesday.derive()
    assert "Ana" in rows_in(organiser.get(organiser.address))
    organiser.get(tuesday.at("seasons/new"))
    page = organiser.press("Save", name="2019", starts="2019-01-01", ends="2019-12-31")
    assert "1 match was played on its nights and is in no season." in page.words
    assert "2 matches of its nights are in another season." in page.words
    organiser.press("Take 3 matches in, also from other seasons")
    organiser.get(tuesday.at("seasons/new"))
    page = organiser.press("Save", name="2018", starts="2018-01-01", ends="2018-12-31")
    assert title(page) == "Seasons", "nothing lies there"


def test_a_seasons_nights_are_the_leagues_and_so_its_rules_say_nothing_of_them(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    owner.get(tuesday.at("rules"))
    assert {"zone", "day_ends"} <= owner.page.forms[0].names
    owner.press("Save", zone="Europe/Sofia", day_ends="5")
    with tuesday.app.app_context():
        key = tuesday.organise(seasons.add_season, name="Haust").event.subject
    page = owner.get(tuesday.at(f"seasons/{key}/rules"))
    assert not {"zone", "day_ends"} & page.forms[0].names
    owner.press("Save", own="yes", win="3")
    with tuesday.app.app_context():
        [season] = seasons.list_seasons(session(), tuesday.league.id)
    kept = season.rules or {}
    assert [kept[name] for name in ("win", "zone", "day_ends")] == [3, "Europe/Sofia", 5]


def test_a_night_is_planned_called_off_and_in_every_calendar_under_the_same_name(app: Flask) -> None:
    tuesday = club(app, "public")
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("nights/plan"))
    page = organiser.press("Save", date="soon", starts="25:00", place="Götubarinn")
    assert organiser.status == 422
    assert page.forms[0].value("place") == "Götubarinn"
    organiser.press("Save", date="2026-12-01", starts="19:30")
    before = tuesday.phone("visitor").get(tuesday.at("nights.ics")).html
    organiser.get(tuesday.at("nights/2026-12-01"))
    organiser.click("Change")
    page = organiser.press("Save", cancelled="y")
    assert "does not take place" in page.words
    after = tuesday.phone("visitor").get(tuesday.at("nights.ics")).html
    uid = next(line for line in before.splitlines() if line.startswith("UID:"))
    assert uid in after
    assert "STATUS:CANCELLED" in after
    assert "LOCATION:Götubarinn" in after


@pytest.mark.parametrize("far", ["9999-12-31", "0001-01-01"])
def test_a_night_that_no_clock_shows_is_refused_and_asked_for_is_no_night(tuesday: Club, far: str) -> None:
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date=far, starts="20:00")
    assert organiser.status == 422
    assert organiser.client.get(tuesday.at("nights.ics")).status_code == 200
    assert organiser.client.get(tuesday.at(f"changes?since={far}")).status_code == 200


def test_who_came_is_ticked(tuesday: Club, organiser: Phone) -> None:
    _vera, ivan = tuesday.players("Vera", "Ivan")
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-12-01")
    organiser.get(tuesday.at("nights/2026-12-01/came"))
    page = organiser.press("Save", came=[ivan])
    assert "Ivan" in page.links
    assert "Vera" not in page.links


def test_other_rules_work_the_table_out_anew(tuesday: Club) -> None:
    with tuesday.app.app_context():
        keys = tuesday.players(*NAMES)
        match = tuesday.match(WON, players=keys)
        tuesday.organise(confirm_match.confirm_as_organiser, key=match.public_id, version=match.seq)
        tuesday.derive()
    owner = tuesday.phone("owner")
    assert owner.get(tuesday.at()).html.count("<strong>0.5</strong>") == 2
    owner.get(tuesday.at("rules"))
    owner.press("Save", shared="full", win="3")
    tuesday.derive()
    assert owner.get(tuesday.at()).html.count("<strong>3</strong>") == 2
    owner.get(tuesday.at("rules"))
    page = owner.press("Save", win="many")
    assert owner.status == 422
    assert page.forms[0].value("win") == "many"


def test_who_asks_for_confirmation_hears_that_matches_will_wait(tuesday: Club) -> None:
    said = "Some matches count although they are not confirmed."
    owner = tuesday.phone("owner")
    with tuesday.app.app_context():
        keys = tuesday.players(*NAMES)
        tuesday.match(WON, players=keys)
        tuesday.derive()
        season = tuesday.organise(seasons.add_season, name="Haust").event.subject
    assert said not in owner.get(tuesday.at("rules")).words, "they wait already"
    owner.press("Save", confirmation="nobody")
    assert said in owner.get(tuesday.at("rules")).words
    assert said not in owner.get(tuesday.at(f"seasons/{season}/rules")).words, (
        "none of them is of this season"
    )


def test_what_counts_begins_with_five_cards_and_their_examples(tuesday: Club) -> None:
    page = tuesday.phone("owner").get(tuesday.at("rules"))
    cards = re.findall(
        r"<li.*?</li>", page.html.partition('class="rule-cards"')[2].partition("</ul>")[0], re.S
    )
    told = [" ".join(unescape(re.sub(r"<[^>]+>", " ", card)).split()) for card in cards]
    assert told[0] == "✓ A point for every win after five matches 1 Ana 4 2 Vera 3 3 Boris 2 4 Georgi 1"
    assert told[1].endswith("after five matches of the same pairs 1 Ana & Vera 6 2 Boris & Georgi 4")
    assert told[2].endswith("after three matches, each alone 1 Ana 8 2 Vera 6 3 Boris 3 4 Georgi 1")
    assert told[3].endswith("after an evening of five rounds 1 Ana 10 2 Vera 7 3 Boris 5 4 Georgi 3")
    assert [len(told), "The best rating leads" in told[4]] == [5, True]


def test_every_rule_stands_on_one_line_which_is_folded_unless_something_is_wrong_there(tuesday: Club) -> None:
    assert sorted(name for _, names in settings.LINES.values() for name in names) == sorted(
        LeagueRules.list_options()
    )
    owner = tuesday.phone("owner")
    page = owner.get(tuesday.at("rules"))
    assert "<details open" not in page.html
    assert "Fewest matches 3" in " ".join(page.words.split())
    page = owner.press("Save", zone="Sofia")
    opened = re.findall(r"<details open><summary><span>([^<]*)", page.html)
    assert (owner.status, opened) == (422, ["Time zone"])
