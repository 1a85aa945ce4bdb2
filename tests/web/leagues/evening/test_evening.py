"""An evening on the organisers' pages, from who is here to the podium."""

import re
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log.nights import find_night
from scorekeeper.store.leagues.log.refusals import Refused
from scorekeeper.store.leagues.matches import assign_match, confirm_match, listing
from scorekeeper.store.leagues.people import player_changes
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import case, cases
from tests.web.conftest import Page, Phone, link
from tests.web.leagues.club import Club, new
from tests.web.sheet_tables import BELOT

DATE = "2026-11-26"
EIGHT = ("Ana", "Boris", "Vera", "Georgi", "Desi", "Elena", "Ivan", "Kalina")
TWELVE = (*EIGHT, "Nikola", "Mila", "Petya", "Stefan")
JOINS = {"kind": "players", "join": "Zlatka", "total": 7}
LEAVES = {"kind": "players", "leave": 1}


def plan(club: Club, organiser: Phone, *names: str) -> None:
    """A night with a plan of Belot with partners that change."""
    if names:
        club.players(*names)
    organiser.get(club.at("nights/plan"))
    organiser.press("Save", date=DATE)
    organiser.get(club.at(f"nights/{DATE}/run/plan"))
    organiser.press("Who is here?", plan_name="Thursday")


def run(club: Club, step: str) -> str:
    return club.at(f"nights/{DATE}/run/{step}")


def tick(club: Club, organiser: Phone, *names: str, number: int = 1) -> None:
    """These are here; the league has other players too."""
    page = organiser.get(run(club, "here"))
    tiles = re.findall(r'name="here"\s+value="([^"]+)"[^>]*><span[^>]*>([^<]+)<', page.html)
    organiser.press(f"Draw round {number}", here=[key for key, name in tiles if name in names])


def matches_of(page: Any) -> list[str]:
    return list(dict.fromkeys(re.findall(r"/matches/([a-z0-9]{12})", page.html)))


def win(club: Club, match: str, first: Mapping[str, Any] = BELOT) -> None:
    """The first side wins it; ``first`` is the first deal."""
    with club.app.app_context():
        for deal in range(20):
            found = ledger.load(session(), match)
            if found.scored.sheet is not None and found.scored.sheet.status != "open":
                return
            ledgers.write(
                session(),
                match,
                "recorded",
                {"entry": dict(BELOT if deal else first)},
                seen=found.seq,
                device="phone",
                seat=0,
            )


def test_an_evening_goes_from_who_is_here_to_the_podium(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT)
    page = organiser.page
    assert "0 repeated partners · 0 repeated opponents" in page.words
    page = organiser.press("Publish round 1")
    assert "Round 1 of 4" in page.words
    for match in matches_of(page):
        win(tuesday, match)
    page = organiser.get(run(tuesday, "rounds"))
    assert "all tables are through" in page.words
    organiser.click("Draw round 2")
    organiser.press("Publish round 2")
    page = organiser.get(run(tuesday, "end"))
    assert "8 players, 2 rounds" in page.words
    rows = re.findall(r"<tr>.*?</tr>", page.html, re.S)[1:]
    assert [" ".join(re.sub("<[^>]+>", " ", row).split()).split()[0] for row in rows] == ["1"] * 4 + ["5"] * 4


def test_guests_are_added_and_are_here_at_once(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser)
    for number, name in enumerate(("Ana", "Boris"), 1):
        page = organiser.press("Add", guest=name)
        assert f"{number} here" in page.words
    assert "2 here" in organiser.press("Add", guest="ana").words, "she is known by now"
    page = organiser.press("Add", guest="Vera, Georgi\nDesi\n\n boris ;Ivan\t" + "x" * 61)
    assert "2 here" in page.words
    assert organiser.status == 422, "a name is too long, and none is added"
    assert page.forms[-1].value("guest").startswith("Vera, Georgi"), "what was pasted is there still"
    assert "8 here" in organiser.press("Add", guest=", ".join(EIGHT)).words, "a pasted list"


def running(club: Club, organiser: Phone, *names: str) -> Page:
    """The first round of an evening is published; the page of its tables."""
    plan(club, organiser, *(names or EIGHT))
    tick(club, organiser, *(names or EIGHT))
    return organiser.press("Publish round 1")


def codes(organiser: Phone, club: Club) -> dict[str, str]:
    """The addresses that the printed squares have, by what stands above them."""
    page = organiser.get(club.at("tables"))
    found = re.findall(r"<b>([^<]+)</b>.*?<a\s+href=\"([^\"]+)\"", page.html, re.S)
    return {" ".join(words.split()): address for words, address in found}


def sits(club: Club, page: Page, number: int) -> list[str]:
    """Who sits at a table, by seat, as its match has it."""
    with club.app.app_context():
        for match in matches_of(page):
            found = ledger.load(session(), match)
            assert found is not None
            if number == 1 + matches_of(page).index(match):
                return found.seat_names
    raise AssertionError


def test_the_plan_begins_as_the_last_evening_was_and_may_be_a_new_one(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser, *EIGHT)
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", points="bands", rounds="6")
    tick(tuesday, organiser, *EIGHT)
    organiser.get(tuesday.at("nights/plan"))
    organiser.press("Save", date="2026-12-03")
    page = organiser.get(tuesday.at("nights/2026-12-03/run/plan"))
    assert "as in “Thursday”" in page.words
    assert page.forms[0].value("rounds") == "6"
    assert page.forms[0].value("points") == "bands"
    assert organiser.click("new plan").forms[0].value("points") == "win"
    organiser.click("as in “Thursday”")
    page = organiser.press("Who is here?")
    assert "8 here" in page.words, "those of last time are ticked"


def test_a_plan_that_the_game_cannot_play_is_said_at_its_line(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser)
    organiser.get(run(tuesday, "plan"))
    page = organiser.press("Who is here?", game="kani")
    assert organiser.status == 422
    assert "Kani is played so: each for themselves" in page.words
    assert "0 here" in organiser.press("Who is here?", game="kani", seats="single").words


@pytest.mark.parametrize(("name", "value"), [("deals", "4"), ("last_deal", "21:40")])
def test_a_game_that_counts_no_deals_has_no_length_in_its_plan(tuesday: Club, name: str, value: str) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser)
    organiser.get(run(tuesday, "plan"))
    page = organiser.press("Who is here?", game="kinaskak", seats="single", **{name: value})
    assert organiser.status == 422
    assert "Kínaskák is played to its end: its matches have no number of deals." in page.words
    assert page.forms[0].value(name) == value
    assert "0 here" in organiser.press("Who is here?", **{name: ""}).words


def test_two_names_change_places_by_two_taps_and_what_it_breaks_is_said(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    running(tuesday, organiser)
    page = organiser.get(run(tuesday, "draw"))
    before = re.findall(r'class="name"[^>]*>([^<]+)<', page.html)
    organiser.click(before[0])
    page = organiser.press(before[4])
    after = re.findall(r'class="name"[^>]*>([^<]+)<', page.html)
    assert (after[0], after[4]) == (before[4], before[0])
    counted = re.findall(r"(\d+) repeated partners · (\d+) repeated opponents", page.words)
    told = [page.words.count(f"{what} in round 1") for what in ("partners", "against each other")]
    assert [tuple(map(str, told))] == counted


def test_a_table_that_is_kept_stands_when_the_rest_is_drawn_again(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *TWELVE)
    tick(tuesday, organiser, *TWELVE)
    page = organiser.page
    cards = re.findall(r'class="tcard.*?</section>', page.html, re.S)
    kept = set(re.findall(r'class="name"[^>]*>([^<]+)<', cards[0]))
    organiser.press("1 This table stays when the rest is drawn again")
    page = organiser.press("Draw again")
    cards = re.findall(r'class="tcard held.*?</section>', page.html, re.S)
    assert [set(re.findall(r'class="name"[^>]*>([^<]+)<', card)) for card in cards] == [kept]


def test_two_organisers_see_each_other_and_a_round_is_published_once(tuesday: Club) -> None:
    organiser, owner = tuesday.phone("organiser"), tuesday.phone("owner")
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT)
    owner.get(run(tuesday, "draw"))
    organiser.press("Publish round 1")
    page = owner.press("Publish round 1")
    assert "Organiser has published round 1 already." in page.words
    assert "Round 1 of 4" in page.words, "and no key for the next one where that of this one was"
    assert len(matches_of(page)) == 2


def test_a_draw_that_changed_behind_the_page_is_shown_before_it_is_published(tuesday: Club) -> None:
    """From the second round on the draw is by points, and a table that was late is through."""
    organiser, owner = tuesday.phone("organiser"), tuesday.phone("owner")
    plan(tuesday, organiser, *TWELVE)
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", way="swiss")
    tick(tuesday, organiser, *TWELVE)
    matches = matches_of(organiser.press("Publish round 1"))
    seen = organiser.get(run(tuesday, "draw"))
    for match in matches:
        win(tuesday, match)
    # by lot the points may have changed nothing
    if draft_of(owner.get(run(tuesday, "draw"))) == draft_of(seen):
        owner.press("Draw again")
    page = organiser.press("Publish round 2")
    assert "The draw has changed meanwhile." in page.words
    assert draft_of(page) != draft_of(seen)
    page = organiser.press("Publish round 2")
    assert "Round 2 of 4" in page.words


def test_a_swap_that_came_too_late_says_so_in_words_for_taps(tuesday: Club) -> None:
    organiser, owner = tuesday.phone("organiser"), tuesday.phone("owner")
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT)
    owner.get(run(tuesday, "draw"))
    organiser.press("Publish round 1")
    page = owner.press("1 This table stays when the rest is drawn again")
    assert "Look at what stands now, and tap again." in page.words
    assert "typing" not in page.words


def draft_of(page: Page) -> str:
    """The names that the draw shows."""
    return " ".join(re.findall(r'class="name"[^>]*>([^<]+)<', page.html))


def test_a_phone_that_scans_a_table_writes_its_match_and_no_other(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    found = codes(organiser, tuesday)
    guest = tuesday.phone("guest")
    page = guest.get(found["Table 1"])
    assert "Who are you?" in page.words
    seats = re.findall(r'name="seat"\s+value="\d">([^<]+)<', page.html)
    page = guest.press(seats[2])
    assert guest.address.startswith(f"/m/{match}/s")
    assert "Record a deal" in page.words
    other = tuesday.phone("another guest")
    other.get(found["Table 1"])
    page = other.press(seats[2])
    assert f"is already held by {seats[2]}" in page.words
    guest.get(found["Table 1"].replace("/tables/1/", "/tables/2/"))
    assert guest.status == 404, "each table has a link of its own"


def test_a_table_is_dead_between_evenings_and_once_its_match_is_confirmed(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    found = codes(organiser, tuesday)
    guest = tuesday.phone("guest")
    assert "No match is drawn for this table now" in guest.get(found["Table 1"]).words
    page = running(tuesday, organiser)
    win(tuesday, matches_of(page)[0])
    organiser.get(run(tuesday, "rounds"))
    organiser.press("Confirm all")
    assert "is confirmed" in guest.get(found["Table 1"]).words
    assert "Who are you?" in guest.get(found["Table 2"]).words
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    assert "No match is drawn for this table now" in guest.get(found["Table 2"]).words


def test_a_player_sees_the_own_seat_the_rounds_so_far_and_the_place(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    home = codes(organiser, tuesday)["My seat"]
    first, _other, partner, _last = sits(tuesday, page, 1)
    guest = tuesday.phone("guest")
    guest.get(home)
    page = guest.click(first)
    assert "Round 1 of 4" in page.words
    assert f"{partner}your partner" in "".join(page.words.split("\n"))
    win(tuesday, match)
    page = guest.get(guest.address)
    assert f"with {partner} against" in page.words
    assert "Place 1 this evening, points: 1" in page.words
    assert "Who are you?" in guest.get(f"{home}/nosuchplayer").words


def test_a_player_s_phone_has_the_place_once_the_evening_is_closed(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    guest = scan(tuesday, organiser, 1)
    sheet = guest.address
    win(tuesday, match)
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    page = guest.get(sheet)
    assert "Rematch" not in page.words
    page = guest.click("Next round")
    assert "The evening is over." in page.words
    assert "1place this evening" in "".join(page.words.split("\n"))
    assert "I have just come" not in guest.click("I am another player").words


def test_who_turned_out_to_be_another_after_the_close_still_has_the_place_and_the_rounds(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    match = matches_of(running(tuesday, organiser))[0]
    guest = scan(tuesday, organiser, 1)
    sheet = guest.address
    win(tuesday, match)
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    guest.get(sheet)
    before = guest.click("Next round").words
    key = guest.address.rpartition("/")[2]
    anna, *_ = tuesday.players("Anna")
    with tuesday.app.app_context():
        tuesday.organise(player_changes.merge, key=key, into=anna)
    after = guest.get(guest.address).words
    assert "Anna" in after
    for words in ("place this evening", "156 – 52"):
        assert (words in before, words in after) == (True, True), words


def test_the_sheet_of_an_evening_leads_to_the_next_seat_and_offers_no_rematch(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    guest = tuesday.phone("guest")
    page = guest.get(codes(organiser, tuesday)["Table 1"])
    name = re.findall(r'name="seat"\s+value="1">([^<]+)<', page.html)[0]
    guest.press(name)
    sheet = guest.address
    win(tuesday, match)
    page = guest.get(sheet)
    assert "Rematch" not in page.words
    page = guest.click("Next round")
    assert name in page.words
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    assert "Round 2 of 4" in guest.get(guest.address).words


@pytest.mark.parametrize("since", ["here", "start"])
def test_the_phone_of_who_sat_down_leads_to_the_own_next_seat(
    tuesday: Club, tonight: None, organiser: Phone, since: str
) -> None:
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    left = sits(tuesday, page, 1)[1]
    (came,) = tuesday.players("Zlatka")
    organiser.get(run(tuesday, f"table/{match}/substitute"))
    organiser.press("Save", seat="1", player=came, since=since, stays="y")
    guest = tuesday.phone("guest")
    guest.get(codes(organiser, tuesday)["Table 1"])
    guest.press("Zlatka")
    sheet = guest.address
    win(tuesday, match)
    guest.get(sheet)
    page = guest.click("Next round")
    assert "Zlatka" in page.words
    assert left not in page.words
    key = next(
        one.key for one in tuesday.list_players() if one.name == (left if since == "here" else "Zlatka")
    )
    page = guest.get(f"{guest.address.rpartition('/')[0]}/{key}")
    assert "table 1" in page.words, "the round stands with who has its result"


def test_a_phone_may_stay_at_its_table_and_is_asked_there_who_holds_it_in_the_next_round(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    match = matches_of(running(tuesday, organiser))[0]
    guest = scan(tuesday, organiser, 1)
    sheet = guest.address
    assert "This phone stays at the table" not in guest.get(sheet).words
    win(tuesday, match)
    guest.get(sheet)
    page = guest.click("This phone stays at the table")
    assert "The match of this table is over." in page.words
    assert "data-hx-trigger" in page.html, "it changes by itself"
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    page = guest.get(guest.address)
    assert "Table 1" in page.words
    assert "Who are you?" in page.words
    guest.press(re.findall(r'name="seat"\s+value="0">([^<]+)<', page.html)[0])
    assert guest.address.startswith("/m/")
    assert match not in guest.address


def test_who_only_watches_is_not_led_to_the_code_of_a_table(tuesday: Club, tonight: None, app: Flask) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    win(tuesday, match)
    with app.app_context():
        found = ledger.load(session(), match)
    page = tuesday.phone("guest").get(link(app, found, "watch"))
    assert "Next round" in page.words
    assert "This phone stays at the table" not in page.words


def test_who_rests_reads_how_many_a_table_takes(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT, "Nikola")
    tick(tuesday, organiser, *EIGHT, "Nikola")
    assert "Too few for a table of their own: it takes 4." in organiser.page.words


def test_the_organiser_types_a_result_calls_the_last_deal_or_gives_a_table(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    first, second = matches_of(page)
    organiser.get(run(tuesday, f"table/{first}"))
    page = organiser.press("That is how it ended", **{"total-0": "151", "total-1": ""})
    assert organiser.status == 422
    assert "Write a total for each side." in page.words
    page = organiser.press("That is how it ended", **{"total-0": "151", "total-1": "98"})
    assert "151 – 98" in page.words
    page = organiser.press("Last deal")
    assert "Last deal at 1 table." in page.words
    organiser.get(run(tuesday, f"table/{second}"))
    page = organiser.press("Does not count: as if they had rested")
    assert "does not count: as if they had rested" in page.words
    assert "all tables are through" in page.words


def test_a_game_that_counts_no_deals_has_no_last_one_to_call(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", game="kinaskak", seats="single")
    tick(tuesday, organiser, *EIGHT)
    page = organiser.press("Publish round 1")
    assert "Last deal" not in page.words
    assert "Last deal" not in organiser.get(run(tuesday, f"table/{matches_of(page)[0]}")).words


@cases(
    "changes, asked, written",
    case("one joined", [JOINS], [0, 1, 2, 3, 4], "10 – 20 – 30 – 40 – 50"),
    case("one left", [LEAVES], [0, 2, 3], "10 – 15 – 30 – 40"),
    case("one joined and one left", [JOINS, LEAVES], [0, 2, 3, 4], "10 – 15 – 30 – 40 – 50"),
)
def test_a_total_is_typed_for_each_who_plays_where_people_came_and_went(
    tuesday: Club, changes: list[dict[str, Any]], asked: list[int], written: str
) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser, *EIGHT[:4])
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", game="kinaskak", seats="single")
    tick(tuesday, organiser, *EIGHT[:4])
    (match,) = matches_of(organiser.press("Publish round 1"))
    with tuesday.app.app_context():
        for entry in ({"kind": "deal", "hands": [0, 15, 5, 5]}, *changes):
            seen = ledger.load(session(), match).seq
            ledgers.write(session(), match, "recorded", {"entry": entry}, seen=seen, device="phone", seat=0)
    page = organiser.get(run(tuesday, "rounds"))
    assert ("Zlatka" in page.words) == (JOINS in changes), "beside the totals stand those who made them"
    page = organiser.get(run(tuesday, f"table/{match}"))
    fields = re.findall(r'name="(total-\d)"', page.html)
    assert fields == [f"total-{side}" for side in asked]
    form = {field: str(10 + 10 * int(field[-1])) for field in fields}
    for _time in range(2):
        organiser.page, organiser.address = page, run(tuesday, f"table/{match}")
        assert written in organiser.press("That is how it ended", **form).words, "also where no answer came"


@pytest.mark.parametrize(("game", "keyboard"), [("kani", "text"), ("kinaskak", "numeric")])
def test_a_total_below_nothing_is_typed_on_a_keyboard_with_a_minus(
    tuesday: Club, organiser: Phone, game: str, keyboard: str
) -> None:
    plan(tuesday, organiser, *EIGHT[:4])
    organiser.get(run(tuesday, "plan"))
    organiser.press("Who is here?", game=game, seats="single")
    tick(tuesday, organiser, *EIGHT[:4])
    (match,) = matches_of(organiser.press("Publish round 1"))
    page = organiser.get(run(tuesday, f"table/{match}"))
    assert re.findall(r'inputmode="(\w+)" id="total-', page.html) == [keyboard] * 4


@pytest.mark.parametrize("finished", [False, True])
def test_a_table_whose_match_was_taken_out_of_the_league_says_so_and_is_given_or_rests(
    tuesday: Club, organiser: Phone, finished: bool
) -> None:
    match = matches_of(running(tuesday, organiser))[0]
    if finished:
        win(tuesday, match)
    with tuesday.app.app_context():
        row = listing.find_match(session(), tuesday.league.id, match)
        tuesday.organise(assign_match.take_match_out, key=match, seen=row.touched)
    page = organiser.get(run(tuesday, "rounds"))
    assert "taken out of the league" in page.words
    assert "151 :" not in page.words
    page = organiser.get(run(tuesday, f"table/{match}/substitute"))
    assert organiser.address == run(tuesday, f"table/{match}"), (
        "who sits there is said of matches of the league"
    )
    assert "Another player sits down" not in page.words
    assert "That is how it ended" not in page.words
    page = organiser.press("Does not count: as if they had rested")
    assert "does not count: as if they had rested" in page.words


def test_a_table_that_never_finishes_is_taken_as_it_stands(tuesday: Club, organiser: Phone) -> None:
    match = matches_of(running(tuesday, organiser))[0]
    organiser.get(run(tuesday, f"table/{match}"))
    page = organiser.press("As it stands: the totals now count")
    assert "No deal is recorded yet" in page.words
    with tuesday.app.app_context():
        found = ledger.load(session(), match)
        body = {"entry": BELOT}
        ledger.append(session(), match, seen=found.seq, uuid=new(), kind="recorded", body=body, seat=0)
    organiser.get(run(tuesday, f"table/{match}"))
    page = organiser.press("As it stands: the totals now count")
    assert "waits to be confirmed" in page.words


def test_the_organiser_says_who_sits_in_whose_place_and_later_draws_know(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    left = sits(tuesday, page, 1)[1]
    (came,) = tuesday.players("Zlatka")
    organiser.get(run(tuesday, f"table/{match}"))
    page = organiser.click("Another player sits down")
    assert "The points of this match are of who began it" in page.words
    page = organiser.press("Save", seat="1", player="", stays="y")
    assert organiser.status == 422
    assert "Choose who sits there." in page.words
    page = organiser.press("Save", seat="1", player=came, stays="y")
    assert "Zlatka" in page.words
    assert left not in page.words.partition("Say to all tables")[0]
    page = organiser.get(run(tuesday, "draw"))
    assert "Zlatka" in page.words
    assert left not in page.words
    home = codes(organiser, tuesday)["My seat"]
    assert "1table" in tuesday.phone("guest").get(f"{home}/{came}").words.replace("\n", "")


def test_the_codes_are_those_of_all_tables_that_the_evening_needs(tuesday: Club, organiser: Phone) -> None:
    many = [f"{name} {number}" for name in EIGHT for number in range(1, 5)]
    plan(tuesday, organiser, *many)
    assert "Table 6" in organiser.click("Codes").words
    assert "Table 7" not in organiser.page.words
    tick(tuesday, organiser, *many)
    organiser.get(run(tuesday, "here"))
    assert "Table 8" in organiser.click("Codes").words
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 1")
    assert "Table 8" in organiser.click("Codes").words
    assert "Table 9" not in organiser.page.words


def test_what_no_one_objected_to_is_confirmed_by_the_next_round_and_it_says_so(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser)
    match = matches_of(page)[0]
    win(tuesday, match)
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    page = organiser.get(tuesday.at(f"matches/{match}"))
    assert "confirmed, no one objected until the next round" in page.words


@pytest.mark.parametrize("who", ["scorer", "player"])
def test_everybody_in_the_league_follows_the_evening_and_only_organisers_run_it(
    tuesday: Club, who: str, organiser: Phone
) -> None:
    page = running(tuesday, organiser)
    win(tuesday, matches_of(page)[0])
    reader = tuesday.phone(who)
    page = reader.get(tuesday.at(f"nights/{DATE}"))
    assert "Run the evening" not in page.words
    assert "The standings of the evening" in page.words
    assert "Close the evening" not in reader.click("All of the evening").words
    assert "Round 1 of 4" in reader.get(tuesday.at(f"nights/{DATE}/board")).words
    for step in ("plan", "here", "draw", "rounds"):
        reader.get(run(tuesday, step))
        assert reader.status == 404


def test_a_contested_table_leads_to_its_match_and_back_and_the_end_says_what_it_gives(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    win(tuesday, match)
    assert "result is contested" not in organiser.get(run(tuesday, "end")).words
    organiser.get(tuesday.at(f"matches/{match}"))
    with tuesday.app.app_context():
        found = ledger.load(session(), match)
        confirm_match.contest_as_organiser(
            session(), tuesday.access(), uuid=new(), key=match, version=found.seq
        )
    for page in (organiser.get(run(tuesday, "end")), organiser.press("Close the evening")):
        assert "1 result is contested. It gives no points until it is settled" in " ".join(page.words.split())
    organiser.get(tuesday.at(f"matches/{match}"))
    assert "Round 1 of 4" in organiser.click("The evening: Round 1").words
    assert "The evening: Round 1" not in tuesday.phone("player").get(tuesday.at(f"matches/{match}")).words


def test_a_table_whose_match_lies_in_the_bin_is_not_through_and_the_last_deal_is_called_at_the_others(
    tuesday: Club,
) -> None:
    organiser = tuesday.phone("organiser")
    matches = matches_of(running(tuesday, organiser))
    with tuesday.app.app_context():
        ledgers.write(session(), matches[0], "binned", {}, seen=1, device="phone", seat=0)
    organiser.press("Last deal")
    assert organiser.status == 200
    assert "Last deal at 1 table." in organiser.page.words
    win(tuesday, matches[1])
    page = organiser.get(run(tuesday, "rounds"))
    assert "in the bin" in page.words
    assert "all tables are through" not in page.words
    with tuesday.app.app_context():
        ledgers.write(session(), matches[0], "restored", {}, seen=2, device="phone", seat=0)
    win(tuesday, matches[0])
    assert "all tables are through" in organiser.get(run(tuesday, "rounds")).words
    with tuesday.app.app_context():
        seen = ledger.load(session(), matches[0]).seq
        ledgers.write(session(), matches[0], "binned", {}, seen=seen, device="phone", seat=0)
    page = organiser.get(run(tuesday, "rounds"))
    assert ("in the bin" in page.words, "all tables are through" in page.words) == (True, False)
    assert "2 wait to be confirmed" not in page.words


def test_too_few_for_a_table_is_said_on_the_page_of_the_draw(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT[:3])
    assert "Publish" not in organiser.page.words
    assert "Who is here?" in organiser.page.words


def scan(club: Club, organiser: Phone, number: int, name: str = "guest") -> Phone:
    """A phone that scanned a table's code and is held by who sits there first."""
    guest = club.phone(name)
    page = guest.get(codes(organiser, club)[f"Table {number}"])
    guest.press(re.findall(r'name="seat"\s+value="0">([^<]+)<', page.html)[0])
    return guest


def test_a_table_calls_the_referee_and_the_call_stands_until_it_is_taken(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    first, second = matches_of(running(tuesday, organiser))
    guest = scan(tuesday, organiser, 2)
    guest.get(f"{guest.address.partition('?')[0]}/more")
    guest.click("Call the referee")
    page = guest.press("Call the referee")
    assert page.words.count("The referee is called.") == 2
    page = organiser.get(run(tuesday, "rounds"))
    assert matches_of(page) == [second, first], "what needs help stands first"
    assert "calls the referee" in page.words
    assert "calls the referee" in organiser.get(tuesday.at(f"nights/{DATE}/board")).words
    organiser.get(run(tuesday, f"table/{second}"))
    page = organiser.press("I go to this table")
    assert "calls the referee" not in page.words
    assert "The referee is called." not in guest.get(guest.address).words


def test_no_other_match_calls_a_referee(tuesday: Club, over: Any, app: Flask) -> None:
    guest = tuesday.phone("guest")
    sheet = link(app, over, "score")
    assert "Call the referee" not in guest.get(f"{sheet}/more").words
    page = guest.get(f"{sheet}/call")
    assert "no referee to call" in page.words
    assert page.forms == [] or all("Call the referee" not in form.buttons for form in page.forms)


def test_what_is_said_to_all_tables_stands_on_sheets_seats_and_the_board(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    running(tuesday, organiser)
    guest = scan(tuesday, organiser, 1)
    organiser.get(run(tuesday, "rounds"))
    organiser.press("Say", say="Soup at eight")
    assert "Soup at eight" in guest.get(guest.address).words
    assert "Soup at eight" in organiser.get(tuesday.at(f"nights/{DATE}/board")).words
    organiser.get(run(tuesday, "rounds"))
    organiser.press("Say", say="")
    assert "Soup at eight" not in guest.get(guest.address).words


def test_a_player_says_by_phone_to_be_here_and_the_organiser_sees_that(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    plan(tuesday, organiser, *EIGHT)
    home = codes(organiser, tuesday)["My seat"]
    guest = tuesday.phone("guest")
    page = guest.get(f"{home}?q=k")
    assert "Kalina" not in page.words, "two letters are asked"
    guest.get(f"{home}?q=ka")
    page = guest.press("Kalina")
    assert "The first round is not published yet." in page.words
    page = organiser.get(run(tuesday, "here"))
    assert "1 here" in page.words
    assert "said so by phone" in page.words
    assert "said so by phone" not in organiser.press("Save").words
    assert "1 here" in organiser.page.words


def test_who_says_it_after_the_first_round_is_here_from_the_next_one(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    running(tuesday, organiser)
    tuesday.players("Zlatka")
    guest = tuesday.phone("guest")
    guest.get(f"{codes(organiser, tuesday)['My seat']}?q=zl")
    page = guest.press("Zlatka")
    assert "You have no seat in this round." in page.words
    assert "from round 2" in organiser.get(run(tuesday, "here")).words


def test_a_phone_says_so_for_a_few_and_no_more(tuesday: Club, tonight: None, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    home = codes(organiser, tuesday)["My seat"]
    guest = tuesday.phone("guest")
    for name in EIGHT[:5]:
        guest.get(f"{home}?q={name[:2]}")
        guest.press(name)
    guest.get(f"{home}?q=el")
    assert "often enough" in guest.press("Elena").words
    assert "5 here" in organiser.get(run(tuesday, "here")).words


def test_a_round_is_printed_with_a_code_a_table_that_leads_there_and_a_wrong_one_nowhere(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    page = running(tuesday, organiser)
    match = matches_of(page)[1]
    home = codes(organiser, tuesday)["My seat"]
    organiser.get(run(tuesday, "rounds"))
    page = organiser.click("On paper")
    printed = re.findall(r'class="code">(\d{4})<', page.html)
    assert len(set(printed)) == 2
    assert all(page.words.count(name) >= 3 for name in EIGHT), "on the list, on a slip, in the standings"
    guest = tuesday.phone("guest")
    guest.get(home)
    page = guest.press("To the table", code=f"{printed[1][:2]} {printed[1][2:]}")
    assert "Table 2" in page.words
    guest.press(re.findall(r'name="seat"\s+value="0">([^<]+)<', page.html)[0])
    assert guest.address.startswith(f"/m/{match}/s")
    wrong = next(code for code in ("0000", "0001", "0002") if code not in printed)
    guest.get(home)
    page = guest.press("To the table", code=wrong)
    assert guest.status == 404, "so that wrong ones are counted"
    assert "No table has this code in this round." in page.words
    assert f'value="{wrong}"' in page.html, "what was typed is there still"
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    guest.get(home)
    guest.press("To the table", code=printed[1])
    assert guest.status == 404, "each round has codes of its own"


def test_two_who_are_one_are_put_together_only_once_the_evening_is_closed(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser, *EIGHT, "Anna")
    for match in matches_of(page):
        win(tuesday, match)
    with tuesday.app.app_context():
        keys = {one.name: one.key for one in tuesday.list_players()}
        given = {"access": tuesday.access(), "key": keys["Anna"], "into": resting(tuesday, keys, "Anna")}
        with pytest.raises(Refused) as refused:
            player_changes.merge(session(), uuid=new(), **given)
        assert [one.code for one in refused.value.findings] == ["in_evening"]
    organiser.get(run(tuesday, "end"))
    assert "9 players" in organiser.page.words
    organiser.press("Close the evening")
    with tuesday.app.app_context():
        player_changes.merge(session(), uuid=new(), **given)
    assert "8 players" in organiser.get(run(tuesday, "end")).words
    page = organiser.press("Open the evening again")
    assert "Two players are one since the close" in page.words, "both would be drawn"
    with tuesday.app.app_context():
        player_changes.unmerge(session(), tuesday.access(), uuid=new(), key=keys["Anna"])
    assert "Close the evening" in organiser.press("Open the evening again").words


def test_an_evening_is_opened_again_once_one_of_it_was_put_together_with_another_player(
    tuesday: Club, tonight: None
) -> None:
    organiser = tuesday.phone("organiser")
    for match in matches_of(running(tuesday, organiser)):
        win(tuesday, match)
    organiser.get(run(tuesday, "end"))
    organiser.press("Close the evening")
    anna, *_ = tuesday.players("Anna")
    with tuesday.app.app_context():
        ana = next(one.key for one in tuesday.list_players() if one.name == "Ana")
        player_changes.merge(session(), tuesday.access(), uuid=new(), key=ana, into=anna)
    organiser.get(run(tuesday, "end"))
    assert "Close the evening" in organiser.press("Open the evening again").words
    organiser.get(run(tuesday, "draw"))
    for match in matches_of(organiser.press("Publish round 2")):
        win(tuesday, match)
    home = codes(organiser, tuesday)["My seat"]
    seat = tuesday.phone("guest").get(f"{home}/{ana}").words
    assert "· AnnaRound 2 of 4" in seat, "by the address of before"
    assert "8 players, 2 rounds" in organiser.get(run(tuesday, "end")).words
    assert len(re.findall("<tr>.*?Anna.*?</tr>", organiser.page.html, re.S)) == 1
    tick(tuesday, organiser, *EIGHT[1:], number=3)
    assert "Anna" not in organiser.page.words, "is here no more, by no key"
    tick(tuesday, organiser, "Anna", *EIGHT[1:], number=3)
    assert "Anna" in organiser.page.words
    with tuesday.app.app_context():
        player_changes.unmerge(session(), tuesday.access(), uuid=new(), key=ana)
    page = organiser.get(run(tuesday, "end"))
    assert "9 players, 2 rounds" in page.words, "Ana in the first, Anna in the second"
    organiser.get(run(tuesday, "draw"))
    assert "Round 3 of 4" in organiser.press("Publish round 3").words


def test_who_is_in_an_evening_that_is_still_run_may_turn_out_to_be_another_player(
    tuesday: Club, organiser: Phone, tonight: None
) -> None:
    matches = matches_of(running(tuesday, organiser))
    seats = codes(organiser, tuesday)["My seat"]
    organiser.get(run(tuesday, "draw"))
    anna, *_ = tuesday.players("Anna")
    ana = next(one.key for one in tuesday.list_players() if one.name == "Ana")
    organiser.get(tuesday.at(f"players/{ana}/merge?other={anna}"))
    organiser.press("Make them one", stays=anna)
    assert organiser.status == 200
    for match in matches:
        win(tuesday, match)
    assert "Anna" in organiser.get(run(tuesday, "rounds")).words
    guest = tuesday.phone("guest")
    for key in (ana, anna):
        assert "· AnnaRound 1 of 4" in guest.get(f"{seats}/{key}").words
    organiser.get(run(tuesday, "draw"))
    page = organiser.press("Publish round 2")
    assert "Round 2 of 4" in page.words
    for match in matches_of(page):
        win(tuesday, match)
    assert "8 players, 2 rounds" in organiser.get(run(tuesday, "end")).words
    assert len(re.findall("<tr>.*?Anna.*?</tr>", organiser.page.html, re.S)) == 1


def test_a_draw_that_was_kept_while_two_were_one_is_drawn_again(tuesday: Club, organiser: Phone) -> None:
    for match in matches_of(running(tuesday, organiser)):
        win(tuesday, match)
    ana = put_together(tuesday, "Ana", "Anna")
    organiser.get(run(tuesday, "draw"))
    assert "Anna" in organiser.press("Draw again").words
    with tuesday.app.app_context():
        player_changes.unmerge(session(), tuesday.access(), uuid=new(), key=ana)
    assert "Anna" not in organiser.get(run(tuesday, "draw")).words
    page = organiser.press("Publish round 2")
    assert "Round 2 of 4" in page.words
    assert "Ana" in sits(tuesday, page, 1) + sits(tuesday, page, 2)


def test_a_page_from_before_two_were_put_together_says_it_of_the_one_they_are(
    tuesday: Club, organiser: Phone
) -> None:
    running(tuesday, organiser)
    tiles = re.findall(
        r'name="here"\s+value="([^"]+)"[^>]*><span[^>]*>([^<]+)<', organiser.get(run(tuesday, "here")).html
    )
    ana = put_together(tuesday, "Ana", "Anna")
    organiser.press("Save", here=[key for key, name in tiles if name != "Ana"])
    page = organiser.get(run(tuesday, "here"))
    assert "7 here" in page.words
    organiser.press("Save", here=[key for key, name in tiles if name != "Ana"] + [ana])
    assert "8 here" in organiser.page.words
    assert "Anna · Thursday" in organiser.get(run(tuesday, f"here/{ana}")).words


def put_together(club: Club, name: str, other: str) -> str:
    """A player turns out to be a new one of another name; the key of before."""
    (into,) = club.players(other)
    key = next(one.key for one in club.list_players() if one.name == name)
    with club.app.app_context():
        player_changes.merge(session(), club.access(), uuid=new(), key=key, into=into)
    return key


def resting(club: Club, keys: dict[str, str], other: str) -> str:
    """Who rests in the first round; where that is the other one, any player."""
    night = find_night(session(), club.league.id, DATE)
    assert night is not None
    evening = find_run(session(), club.league.id, night).evening
    (found,) = evening.rounds[0]["round"]["resting"]
    return str(found) if found != keys[other] else keys["Ana"]


def test_the_last_deal_has_a_time_by_the_league_s_clock(tuesday: Club, organiser: Phone) -> None:
    plan(tuesday, organiser, *EIGHT)
    organiser.get(run(tuesday, "plan"))
    page = organiser.press("Who is here?", last_deal="25:00")
    assert organiser.status == 422
    assert "Write the time as hours and minutes" in page.words
    organiser.press("Who is here?", last_deal="21:40")
    assert "last deal at 21:40" in organiser.get(run(tuesday, "plan")).words
    tick(tuesday, organiser, *EIGHT)
    page = organiser.press("Publish round 1")
    assert re.search(r"tables play · \s*last deal at 21:40", page.words)
    assert 'data-last-deal="2026-11-26T21:40:00+00:00"' in page.html


def test_how_it_ended_is_confirmed_in_one_look_by_a_key_a_side(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    match = matches_of(running(tuesday, organiser))[0]
    guest = tuesday.phone("guest")
    page = guest.get(codes(organiser, tuesday)["Table 1"])
    guest.press(re.findall(r'name="seat"\s+value="1">([^<]+)<', page.html)[0])
    sheet = guest.address.partition("?")[0]
    win(tuesday, match)
    page = guest.get(f"{sheet}/league")
    assert "Is that how it ended?" in page.words
    assert " ".join(
        re.sub("<[^>]+>", "", page.html.partition("<h1")[2].partition("</h1>")[0]).split()
    ).endswith("Table 1 · round 1")
    assert "Silence until the next round is agreement." in page.words
    assert re.findall(r"<b[^>]*>\s*(\d+)</b>", page.html) == ["156", "52"]
    assert page.words.count("agreed") == 1, "who wrote it has agreed"
    key = next(button for form in page.forms for button in form.buttons if "tap if it is right" in button)
    page = guest.press(key)
    assert "confirmed" in page.words
    assert "finished" in organiser.get(run(tuesday, "rounds")).words


def test_a_side_that_says_no_holds_back_its_own_match_alone(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    first, second = matches_of(running(tuesday, organiser))
    guest = tuesday.phone("guest")
    page = guest.get(codes(organiser, tuesday)["Table 1"])
    guest.press(re.findall(r'name="seat"\s+value="1">([^<]+)<', page.html)[0])
    sheet = guest.address.partition("?")[0]
    for match in (first, second):
        win(tuesday, match)
    guest.get(f"{sheet}/league")
    guest.press("It is not right", reason="We had 60")
    organiser.get(run(tuesday, "draw"))
    organiser.press("Publish round 2")
    assert "contested" in organiser.get(f"{run(tuesday, 'rounds')}?round=1").words
    assert "no one objected" in organiser.get(tuesday.at(f"matches/{second}")).words
    assert "no one objected" not in organiser.get(tuesday.at(f"matches/{first}")).words


def test_a_sentence_has_one_stop_after_a_name_that_ends_in_one(tuesday: Club, tonight: None) -> None:
    organiser = tuesday.phone("organiser")
    running(tuesday, organiser, "Ana A.", "Boris B.", "Vera V.", "Georgi G.")
    page = tuesday.phone("stranger").get(codes(organiser, tuesday)["Table 1"])
    assert re.search(r"Deals first: \w+ \w\.(?!\.)", page.words)
