"""A league on its pages: founding, invitations, players, seasons, nights; who is refused sees a page that is not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.store.leagues.log import founding, seasons
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.matches import confirm_match, record_result
from scorekeeper.store.leagues.people import (
    invitations,
    player_changes,
    roster,
)
from scorekeeper.web.site.database import session
from tests.web.accounts.room import in_the_room, make_account
from tests.web.conftest import Page
from tests.web.leagues.club import (
    NAMES,
    WON,
    Club,
    account,
    club,
    handed_in,
    new,
    rows_in,
    signed_in,
    taken_in,
    title,
)

# --- founding -------------------------------------------------------------------------------------


def test_a_league_is_founded_with_an_account_and_a_name_alone(app: Flask) -> None:
    phone = in_the_room(app)
    page = phone.get("/leagues/")
    assert "You need an account to found a league, but not to read it or to play in it." in page.words
    page = phone.click("Found a league")
    assert title(page) == "Sign in"
    make_account(phone, "Vera")
    phone.get("/leagues/new")
    page = phone.press("Found the league", name="Þriðjudagur í Götubarnum")
    assert title(page) == "Table"
    assert "What now?" in page.words
    assert "Updating" not in page.words
    assert {
        "Start a match",
        "Add a player",
        "Invite",
        "Begin a season",
        "Bring results in",
    } <= page.links.keys()
    assert "Þriðjudagur í Götubarnum" in phone.get("/").links
    assert "Þriðjudagur í Götubarnum" in phone.get("/leagues/").words


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"name": ""}, "Write a name here."),
        ({"name": "x" * 61}, "60"),
        ({"name": "Tuesdays", "zone": "Europe/Reykjavikk"}, "time zone"),
    ],
)
def test_what_is_wrong_with_a_new_league_stands_at_its_field_and_nothing_typed_is_lost(
    app: Flask, typed: dict[str, str], said: str
) -> None:
    with app.app_context():
        phone = signed_in(app, account("Vera"))
    phone.get("/leagues/new")
    page = phone.press("Found the league", **typed)
    assert phone.status == 422
    assert said in page.words
    assert {name: page.forms[0].value(name) for name in typed} == typed


NOTHING_YET = ("", "matches", "players", "nights", "statistics", "ratings", "records", "changes", "seasons")


def test_every_list_of_a_new_league_says_in_one_look_that_nothing_is_there_yet(tuesday: Club) -> None:
    phone = tuesday.phone("organiser")
    pages = {path: phone.get(tuesday.at(path)) for path in (*NOTHING_YET, "take-in", "taken-out")}
    assert [path for path, page in pages.items() if page.html.count('class="empty"') != 1] == []
    assert "No player has such a name." in phone.get(tuesday.at("players?q=Vera")).words


# --- invitations ----------------------------------------------------------------------------------


def link_in(page: Page) -> str:
    return "/leagues/join/" + page.words.partition("/leagues/join/")[2].split()[0]


def invite(tuesday: Club, **typed: str) -> str:
    """The address of a new invitation by the organiser."""
    phone = tuesday.phone("organiser")
    phone.get(tuesday.at("invite"))
    return link_in(phone.press("Make a link", **typed))


def test_an_invitation_opened_signed_out_leads_to_signing_in_and_back(tuesday: Club) -> None:
    where = invite(tuesday, role="scorer")
    phone = in_the_room(tuesday.app)
    make_account(phone, "Ane")
    phone.get("/account/")
    phone.press("Sign out")
    page = phone.get(where)
    assert "brings matches into the league and may add guests" in page.words
    page = phone.press("Sign in and join")
    assert title(page) == "Sign in"
    page = phone.press("Sign in", name="Ane", password="lau karta eskuan")
    assert title(page) == "Þriðjudagur"
    page = phone.press("Join as Ane")
    assert "Welcome to the league." in page.words
    assert "Start a match" in page.links


def test_who_makes_an_account_because_of_an_invitation_comes_back_to_it(tuesday: Club) -> None:
    phone = in_the_room(tuesday.app)
    phone.get(invite(tuesday, role="player"))
    phone.press("Sign in and join")
    phone.click("New here? Make an account")
    page = phone.press("Make an account", name="Nýr", password="lau karta eskuan")
    assert title(page) == "Þriðjudagur"
    assert "Welcome to the league." in phone.press("Join as Nýr").words


@pytest.mark.parametrize("spoilt", ["used", "revoked", "expired", "unknown", "anonymous", "undone"])
def test_an_invitation_that_is_no_good_looks_like_none(tuesday: Club, spoilt: str) -> None:
    where = invite(tuesday)
    if spoilt == "used":
        first = tuesday.phone("stranger")
        first.get(where)
        first.press("Join as Stranger")
    elif spoilt == "revoked":
        organiser = tuesday.phone("organiser")
        organiser.get(tuesday.at("members"))
        organiser.press("Withdraw")
    elif spoilt == "expired":
        with tuesday.app.app_context():
            token = invitations.invite(
                session(), tuesday.access(), role="player", lasts=timedelta(microseconds=1)
            )
        where = f"/leagues/join/{token}"
    elif spoilt in ("anonymous", "undone"):
        where = claim_link_of_who_is_gone(tuesday, spoilt)
    else:
        where = where[:-3] + ("xyz" if not where.endswith("xyz") else "abc")
    phone = tuesday.phone("visitor")
    phone.get(where)
    assert phone.status == 404


def claim_link_of_who_is_gone(tuesday: Club, how: str) -> str:
    """The link to a player who asked to be anonymous meanwhile, or whose import was undone."""
    organiser = tuesday.phone("organiser")
    handed_in(tuesday, organiser, "paper", b"date;game;side1;total1;side2;total2\n2026-01-06;Kani;Ana;1;Bo;2")
    taken_in(organiser)
    with tuesday.app.app_context():
        [ana] = roster.list_players(session(), tuesday.league.id, search="Ana")
        token = invitations.invite(session(), tuesday.access(), player=ana.key)
        if how == "anonymous":
            player_changes.hide_player(session(), tuesday.access(), uuid=new(), key=ana.key)
        else:
            organiser.press("Take all of it out again")
    return f"/leagues/join/{token}"


def test_a_claim_link_hands_a_player_to_an_account(tuesday: Club) -> None:
    with tuesday.app.app_context():
        [vera] = tuesday.players("Vera")
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at(f"players/{vera}/edit"))
    organiser.click("Make a link")
    where = link_in(organiser.press("Make a link"))
    stranger = tuesday.phone("stranger")
    page = stranger.get(where)
    assert "From then on the results of Vera are yours." in page.words
    stranger.press("Join as Stranger")
    stranger.get(tuesday.at(f"players/{vera}/edit"))
    page = stranger.press("Save", name="Вера")
    assert title(page) == "Вера"
    assert "It is another player" not in stranger.get(tuesday.at(f"players/{vera}/edit")).words


def test_who_claimed_a_player_keeps_the_rights_to_whom_they_turned_out_to_be(tuesday: Club) -> None:
    with tuesday.app.app_context():
        vera, other = tuesday.players("Vera", "Вера")
        token = invitations.invite(session(), tuesday.access(), player=vera)
        invitations.accept_invitation(session(), token, Who(tuesday.accounts["player"]), uuid=new())
        player_changes.merge(session(), tuesday.access(), uuid=new(), key=vera, into=other)
    organiser = tuesday.phone("organiser")
    assert "Make a link" not in organiser.get(tuesday.at(f"players/{other}/edit")).links
    phone = tuesday.phone("player")
    phone.get(tuesday.at(f"players/{other}"))
    phone.click("Change")
    page = phone.press("Save", name="Vera Ivanova")
    assert title(page) == "Vera Ivanova"
    phone.click("Change")
    page = phone.press("Let go of the player")
    assert "Change" not in page.links


# --- who reads ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("access", "who", "status"),
    [
        ("public", "visitor", 200),
        ("public", "stranger", 200),
        ("link", "visitor", 404),
        ("link", "holder", 200),
        ("link", "player", 200),
        ("private", "visitor", 404),
        ("private", "holder", 404),
        ("private", "stranger", 404),
        ("private", "player", 200),
    ],
)
def test_who_reads_a_league(app: Flask, access: str, who: str, status: int) -> None:
    tuesday = club(app, "link" if who == "holder" else access)
    phone = tuesday.phone(who)
    if who == "holder":
        link = (
            tuesday.phone("owner").get(tuesday.at("more")).words.partition("http://localhost")[2].split()[0]
        )
        phone.get(link)
        assert phone.status == 200
        if access == "private":
            with app.app_context():
                given = {"name": "Þriðjudagur", "about": "", "open_to": access}
                seen = founding.described_seq(session(), tuesday.league.id)
                founding.describe_league(session(), tuesday.access("owner"), uuid=new(), seen=seen, **given)
    for page in ("", "matches", "players", "export", "nights.ics", "sheets/wide.csv"):
        phone.get(tuesday.at(page))
        assert phone.status == status, page
    if status == 404:
        refused = phone.response.get_data(as_text=True)
        unknown = phone.get("/leagues/aaaaaaaaaaaa/sheets/wide.csv").html
        assert refused.replace(tuesday.league.public_id, "aaaaaaaaaaaa") == unknown


# --- players --------------------------------------------------------------------------------------


def test_names_that_may_be_one_are_hinted_at_and_two_players_become_one_and_two_again(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    for name in ("Georgi", "Георги", "Ане"):
        organiser.get(tuesday.at("players/new"))
        organiser.press("Save", name=name)
    page = organiser.get(tuesday.at("players"))
    assert "Is this one and the same?" in page.words
    with tuesday.app.app_context():
        keys = {one.name: one.key for one in roster.list_players(session(), tuesday.league.id)}
    organiser.get(tuesday.at(f"players/{keys['Георги']}/edit"))
    organiser.press("Make them one", into=keys["Georgi"])
    assert "Георги" not in organiser.get(tuesday.at("players")).links
    assert title(organiser.get(tuesday.at(f"players/{keys['Георги']}"))) == "Georgi"
    organiser.get(tuesday.at(f"players/{keys['Georgi']}/edit"))
    organiser.press("Георги is another player after all")
    assert {"Georgi", "Георги"} <= organiser.get(tuesday.at("players")).links.keys()


def test_anonymity_takes_the_name_and_leaves_the_results(tuesday: Club) -> None:
    with tuesday.app.app_context():
        keys = tuesday.players(*NAMES)
        match = tuesday.match(WON, players=keys)
        tuesday.derive()
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at(f"players/{keys[0]}/edit"))
    organiser.press("Take the name away for good", sure="1")
    page = organiser.get(tuesday.at(f"matches/{match.public_id}"))
    assert "Vera" not in page.words
    assert "Player 1" in page.words
    assert "12" in page.words


def test_a_name_that_is_missing_is_said_at_the_field(tuesday: Club) -> None:
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at("players/new"))
    page = phone.press("Save", name="  ")
    assert phone.status == 422
    assert "Write a name here." in page.words


# --- rules ----------------------------------------------------------------------------------------


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


# --- seasons and nights ---------------------------------------------------------------------------


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


def test_a_new_season_offers_to_take_in_what_lies_in_its_dates(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    with tuesday.app.app_context():
        for night in ("2019-03-05", "2019-03-12", "2019-07-02"):
            record_result.record_result(
                session(),
                tuesday.access(),
                uuid=new(),
                game="belot",
                players=[None, None],
                names=["Ana", "Boris"],
                sides=[[0], [1]],
                winners=[0],
                night=night,
            )
    organiser.get(tuesday.at("seasons/new"))
    page = organiser.press("Save", name="Vor 2019", starts="2019-01-01", ends="2019-06-30")
    assert "2 matches were played on its nights and are in no season." in page.words
    page = organiser.press("Take 2 matches in")
    assert "2 matches are in the season now." in page.words
    assert title(page) == "Table · Vor 2019"
    assert "No match counts here yet" not in page.words, "whether it is worked out already or not"
    with tuesday.app.app_context():
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
        key = seasons.add_season(session(), tuesday.access(), uuid=new(), name="Haust").event.subject
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


def test_who_came_is_ticked(tuesday: Club) -> None:
    with tuesday.app.app_context():
        _vera, ivan = tuesday.players("Vera", "Ivan")
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-12-01")
    organiser.get(tuesday.at("nights/2026-12-01/came"))
    page = organiser.press("Save", came=[ivan])
    assert "Ivan" in page.links
    assert "Vera" not in page.links


# --- what owners decide ---------------------------------------------------------------------------


def test_a_withdrawn_link_opens_nothing_and_a_league_in_the_bin_is_its_owners(app: Flask) -> None:
    tuesday = club(app, "link")
    owner = tuesday.phone("owner")
    link = owner.get(tuesday.at("settings")).words.partition("http://localhost")[2].split()[0]
    holder = tuesday.phone("visitor")
    assert title(holder.get(link)) == "Table"
    owner.press("Withdraw the link and make a new one")
    for address in (link, tuesday.at()):
        holder.get(address)
        assert holder.status == 404
    page = owner.press("Throw the league into the bin")
    assert "Only its owners see it there" in page.words
    organiser = tuesday.phone("organiser")
    organiser.get(tuesday.at())
    assert organiser.status == 404
    owner.press("Take the league out of the bin")
    organiser.get(tuesday.at())
    assert organiser.status == 200


def test_two_owners_who_change_the_name_at_once_hear_of_each_other(tuesday: Club) -> None:
    one, other = tuesday.phone("owner"), tuesday.phone("owner")
    for phone in (one, other):
        phone.get(tuesday.at("settings"))
    one.press("Save", name="Miðvikudagur")
    page = other.press("Save", name="Fimmtudagur")
    assert other.status == 422
    assert "Another person changed this while you were typing" in page.words
    assert page.forms[0].value("name") == "Fimmtudagur"
    page = other.press("Save")
    assert "Saved." in page.words, "who has heard of it may mean it all the same"
    assert "Fimmtudagur" in page.links


def test_other_rules_work_the_table_out_anew(tuesday: Club) -> None:
    with tuesday.app.app_context():
        keys = tuesday.players(*NAMES)
        match = tuesday.match(WON, players=keys)
        confirm_match.confirm_as_organiser(
            session(), tuesday.access(), uuid=new(), key=match.public_id, version=match.seq
        )
        tuesday.derive()
    owner = tuesday.phone("owner")
    assert owner.get(tuesday.at()).html.count("<strong>½</strong>") == 2
    owner.get(tuesday.at("rules"))
    owner.press("Save", shared="full", win="3")
    with tuesday.app.app_context():
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
        season = seasons.add_season(session(), tuesday.access(), uuid=new(), name="Haust").event.subject
    assert said not in owner.get(tuesday.at("rules")).words, "they wait already"
    owner.press("Save", confirmation="nobody")
    assert said in owner.get(tuesday.at("rules")).words
    assert said not in owner.get(tuesday.at(f"seasons/{season}/rules")).words, (
        "none of them is of this season"
    )


def test_members_get_other_roles_and_leave(tuesday: Club) -> None:
    owner = tuesday.phone("owner")
    page = owner.get(tuesday.at("members"))
    scorer = str(tuesday.accounts["scorer"])
    [index] = [index for index, form in enumerate(page.forms) if form.value("account") == scorer]
    owner.press("Save", index, role="")
    phone = tuesday.phone("scorer")
    phone.get(tuesday.at())
    assert phone.status == 404
    phone = tuesday.phone("player")
    phone.get(tuesday.at("more"))
    page = phone.press("Leave the league")
    assert "You have left the league. Your results stay in it." in page.words
    owner.get(tuesday.at("more"))
    page = owner.press("Leave the league")
    assert "owner" in page.words
    assert owner.get(tuesday.at("members")).words.count("Owner") >= 1


def test_the_person_and_organisers_alone_change_a_name(tuesday: Club) -> None:
    with tuesday.app.app_context():
        [vera] = tuesday.players("Vera")
        found = roster.find_player(session(), tuesday.league.id, vera)
        assert found is not None
        player_changes.add_player(session(), tuesday.access(), uuid=new(), name="Ivan")
    for who in ("scorer", "player", "stranger", "visitor"):
        phone = tuesday.phone(who)
        phone.get(tuesday.at(f"players/{vera}/edit"))
        assert phone.status == 404, who
