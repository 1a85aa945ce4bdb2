"""A published round is drawn again for a reason: tables that have begun stand, and both draws stay listed."""

import re
from urllib.parse import quote

import pytest

from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests.web.conftest import Page, Phone, link
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import TWELVE, draft_of, matches_of, run, running, scan, sits, win


def again(club: Club, organiser: Phone, why: str = "Ivan had gone home") -> Page:
    """The draw of round 1 once more."""
    organiser.get(run(club, "rounds"))
    organiser.click("Draw round 1 again")
    return organiser.get(f"{organiser.address}&why={quote(why)}")


def test_a_round_is_drawn_again_only_for_a_reason_and_both_draws_stay_listed(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    first = running(tuesday, organiser, *TWELVE)
    assert "Published: Organiser, " in first.words
    assert "Say why this round is drawn again." in again(tuesday, organiser, " ").words
    page = again(tuesday, organiser)
    assert "“Ivan had gone home”" in page.words
    drawn = draft_of(page)
    page = organiser.press("Publish round 1")
    assert "drawn again: “Ivan had gone home”" in page.words
    assert "Draw 1, which no longer counts" in page.words
    assert len(set(matches_of(page)) - set(matches_of(first))) == 3
    assert all(name in page.words for name in drawn.split())


def test_a_draw_that_no_longer_counts_names_who_is_here_no_more(tuesday: Club, organiser: Phone) -> None:
    running(tuesday, organiser, *TWELVE)
    keys = {one.name: one.key for one in tuesday.list_players()}
    organiser.get(run(tuesday, "here"))
    organiser.press("Save", here=[key for name, key in keys.items() if name not in TWELVE[:4]])
    again(tuesday, organiser)
    page = organiser.press("Publish round 1")
    former = page.html.partition("which no longer counts")[2].partition("</details>")[0]
    assert set(re.findall(r"\w+", re.sub("<[^>]+>", " ", former))) >= set(TWELVE)


def test_a_table_that_has_begun_stands_in_the_new_draw_and_the_others_are_drawn(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    first = running(tuesday, organiser, *TWELVE)
    before = matches_of(first)
    win(tuesday, before[1])
    page = again(tuesday, organiser)
    assert page.words.count("This table has begun; it stays as it is.") == 1
    card = next(
        one for one in re.findall(r'class="tcard.*?</section>', page.html, re.S) if "has begun" in one
    )
    assert 'id="table-2"' in card
    assert "<button" not in card
    assert "pick=" not in card
    stands = re.findall(r'class="name">([^<]+)<', card)
    page = organiser.press("Draw again")
    assert all(name in page.words for name in stands)
    assert page.words.count("This table has begun; it stays as it is.") == 1
    after = matches_of(organiser.press("Publish round 1"))
    assert before[1] in after
    assert not {before[0], before[2]} & set(after)


def test_a_table_that_begins_while_the_draw_is_looked_at_stands_before_it_is_published(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    before = matches_of(running(tuesday, organiser, *TWELVE))
    again(tuesday, organiser)
    win(tuesday, before[0])
    page = organiser.press("Publish round 1")
    assert "The draw has changed meanwhile." in page.words
    assert "This table has begun; it stays as it is." in page.words
    assert before[0] in matches_of(organiser.press("Publish round 1"))


def test_a_phone_that_has_a_table_open_that_is_no_more_cannot_record_there(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    before = matches_of(running(tuesday, organiser, *TWELVE))
    table = scan(tuesday, organiser, 1)
    again(tuesday, organiser)
    assert before[0] not in matches_of(organiser.press("Publish round 1"))
    page = table.get(table.address)
    assert "Ivan had gone home" in page.words
    assert "Abandoned: no winner" in page.words
    assert "Record a deal" not in page.words
    for key in ("Rematch, same seats", "Undo"):
        assert key not in page.words, "it is a match of no evening any more"
    assert "Round 1 of 4" in table.click("Next round").words, "the phone finds the new seat"
    assert before[0] not in organiser.get(tuesday.at("take-in")).html, "nothing of it could count"


def test_who_only_watches_a_match_that_was_called_off_is_not_led_to_the_code_of_its_table(
    tuesday: Club, tonight: None, organiser: Phone
) -> None:
    before = matches_of(running(tuesday, organiser, *TWELVE))
    table = scan(tuesday, organiser, 1)
    again(tuesday, organiser)
    organiser.press("Publish round 1")
    assert "This phone stays at the table" in table.get(table.address).words
    with tuesday.app.app_context():
        called_off = ledger.load(session(), before[0])
    page = tuesday.phone("visitor").get(link(tuesday.app, called_off, "watch"))
    assert "Abandoned: no winner" in page.words
    assert "This phone stays at the table" not in page.words


def test_two_names_change_places_in_a_round_that_is_drawn_again(tuesday: Club, organiser: Phone) -> None:
    running(tuesday, organiser, *TWELVE)
    page = again(tuesday, organiser)
    before = re.findall(r'class="name"[^>]*>([^<]+)<', page.html)
    organiser.click(before[0])
    page = organiser.press(before[4])
    after = re.findall(r'class="name"[^>]*>([^<]+)<', page.html)
    assert (after[0], after[4]) == (before[4], before[0])
    assert "“Ivan had gone home”" in page.words
    assert "Round 2" in organiser.get(run(tuesday, "draw")).words, "the next round has a draw of its own"


def test_a_round_that_is_played_at_every_table_is_not_drawn_again(tuesday: Club, organiser: Phone) -> None:
    for match in matches_of(running(tuesday, organiser)):
        win(tuesday, match)
    assert "Draw round 1 again" not in organiser.get(run(tuesday, "rounds")).words


@pytest.mark.parametrize("begun", [False, True])
def test_four_who_have_no_seat_get_a_table_more_and_all_others_stay(tuesday: Club, begun: bool) -> None:
    organiser = tuesday.phone("organiser")
    before = matches_of(running(tuesday, organiser, *TWELVE, "Lora", "Bogdan"))
    if begun:
        for match in before:
            win(tuesday, match)
    assert "+ table" not in organiser.get(run(tuesday, "rounds")).words, "two are too few"
    organiser.get(run(tuesday, "here"))
    organiser.press("Add", guest="Silvia")
    organiser.press("Add", guest="Zara")
    organiser.get(run(tuesday, "rounds"))
    page = organiser.click("+ table")
    assert "“a table more”" in page.words
    assert page.html.count('class="tcard held"') == len(before)
    after = matches_of(organiser.press("Publish round 1"))
    assert set(before) < set(after)
    assert len(after) == len(before) + 1
    assert "+ table" not in organiser.page.words


def test_a_draw_that_was_begun_for_another_reason_moves_no_table_of_a_table_more(tuesday: Club) -> None:
    organiser = tuesday.phone("organiser")
    guests = ("Lora", "Bogdan", "Silvia", "Zara")
    before = matches_of(running(tuesday, organiser, *TWELVE))
    organiser.get(run(tuesday, "here"))
    organiser.press("Add", guest=", ".join(guests))
    again(tuesday, organiser)
    organiser.press("Draw again")
    organiser.get(run(tuesday, "rounds"))
    page = organiser.click("+ table")
    assert page.html.count('class="tcard held"') == len(before)
    newest = re.findall(r'class="tcard".*?</section>', page.html, re.S)
    assert [all(name in card for name in guests) for card in newest] == [True]
    organiser.press("Draw again")
    assert set(before) < set(matches_of(organiser.press("Publish round 1")))


@pytest.mark.parametrize("begun", [False, True])
def test_who_sat_down_at_a_table_is_not_drawn_to_another_one(tuesday: Club, begun: bool) -> None:
    organiser = tuesday.phone("organiser")
    page = running(tuesday, organiser, *TWELVE, "Lora", "Bogdan")
    match, resting = matches_of(page)[0], str(re.search(r"resting: ([^,]+),", page.words)[1])
    left = sits(tuesday, page, 1)[1]
    organiser.get(run(tuesday, f"table/{match}"))
    page = organiser.click("Another player sits down")
    chosen = re.findall(rf'value="([^"]+)"[^>]*>{resting}<', page.html)[0]
    organiser.press("Save", seat="1", player=chosen, since="here" if begun else "start")
    for guest in ("Silvia", "Zara"):
        organiser.get(run(tuesday, "here"))
        organiser.press("Add", guest=guest)
    assert "+ table" not in organiser.get(run(tuesday, "rounds")).words, "three have no seat"
    organiser.get(run(tuesday, "here"))
    organiser.press("Add", guest="Mimi")
    organiser.get(run(tuesday, "rounds"))
    page = organiser.click("+ table")
    cards = re.findall(r'class="tcard.*?</section>', page.html, re.S)
    assert [resting in card for card in cards].count(True) == 1
    assert not any(left in card for card in cards)
    page = organiser.press("Publish round 1")
    assert match in matches_of(page)
    assert page.words.partition("Published:")[0].count(resting) == 1


def test_a_table_that_has_begun_stands_though_one_of_it_has_left(tuesday: Club, organiser: Phone) -> None:
    before = matches_of(running(tuesday, organiser, *TWELVE))
    win(tuesday, before[0])
    page = again(tuesday, organiser)
    card = next(
        one for one in re.findall(r'class="tcard.*?</section>', page.html, re.S) if "has begun" in one
    )
    gone = re.findall(r'class="name">([^<]+)<', card)[0]
    page = organiser.get(run(tuesday, "here"))
    tiles = re.findall(r'name="here"\s+value="([^"]+)"[^>]*><span[^>]*>([^<]+)<', page.html)
    organiser.press("Save", here=[key for key, name in tiles if name != gone])
    page = again(tuesday, organiser)
    assert gone in page.words
    assert before[0] in matches_of(organiser.press("Publish round 1"))
