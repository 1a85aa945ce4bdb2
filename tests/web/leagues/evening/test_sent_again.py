"""A page of an evening that is sent once more, because no answer came: what it says anew is said, and nothing twice."""

import re

from tests.web.conftest import Phone
from tests.web.leagues.club import Club
from tests.web.leagues.evening.test_evening import EIGHT, matches_of, plan, run, running, tick
from tests.web.leagues.evening.test_here import list_ticked
from tests.web.reading import Page

ALREADY = "This form had been sent already. Press the button once more if you mean something new."


def go_back(phone: Phone, page: Page, address: str) -> None:
    """The page before stands there again, as the browser kept it."""
    phone.page, phone.address = page, address


def test_who_is_here_takes_what_is_ticked_while_the_first_answer_is_lost(
    tuesday: Club, organiser: Phone
) -> None:
    keys = dict(zip(EIGHT, tuesday.players(*EIGHT), strict=True))
    plan(tuesday, organiser)
    ana, boris, vera = (keys[name] for name in ("Ana", "Boris", "Vera"))
    page = organiser.get(run(tuesday, "here"))
    organiser.press("Save", here=[ana, boris])
    go_back(organiser, page, run(tuesday, "here"))
    assert set(list_ticked(organiser.press("Save", here=[ana, vera]))) == {ana, vera}
    second = tuesday.phone("owner")
    second.get(run(tuesday, "here"))
    second.press("Save", here=[vera])
    go_back(organiser, page, run(tuesday, "here"))
    assert set(list_ticked(organiser.press("Save", here=[ana, boris]))) == {vera}, "it was said already"


def test_what_is_known_of_a_player_is_not_changed_without_a_word(tuesday: Club, organiser: Phone) -> None:
    ana, _boris = tuesday.players("Ana", "Boris")
    plan(tuesday, organiser)
    organiser.press("Save", here=[ana])
    address = run(tuesday, f"here/{ana}")
    page = organiser.get(address)
    assert "from round 2" in organiser.press("Save", **{"from": "2"}).words
    go_back(organiser, page, address)
    assert "from round 2" in organiser.press("Save", **{"from": "2"}).words
    go_back(organiser, page, address)
    assert ALREADY in organiser.press("Save", **{"from": "3"}).words
    assert "from round 3" in organiser.press("Save").words


def test_a_table_is_decided_as_it_was_said_last(tuesday: Club, organiser: Phone) -> None:
    match = matches_of(running(tuesday, organiser))[0]
    page = organiser.get(run(tuesday, f"table/{match}"))
    organiser.press("Does not count: as if they had rested")
    go_back(organiser, page, run(tuesday, f"table/{match}"))
    organiser.press_like("Won by")
    assert ALREADY in organiser.page.words
    organiser.press_like("Won by")
    assert "won by" in organiser.page.words


def test_a_line_to_all_tables_is_the_last_that_was_said(tuesday: Club, organiser: Phone) -> None:
    running(tuesday, organiser)
    page = organiser.get(run(tuesday, "rounds"))
    for _time in range(2):
        go_back(organiser, page, run(tuesday, "rounds"))
        assert ALREADY not in organiser.press("Say", say="Soup at eight").words
    go_back(organiser, page, run(tuesday, "rounds"))
    assert ALREADY in organiser.press("Say", say="Soup at nine").words
    organiser.press("Say", say="Soup at nine")
    assert 'value="Soup at nine"' in organiser.page.html


def list_held(organiser: Phone) -> list[str]:
    return re.findall(r'aria-pressed="(\w+)"', organiser.page.html)


def test_a_tap_on_the_draw_counts_once_and_another_one_is_not_taken_for_it(
    tuesday: Club, organiser: Phone
) -> None:
    plan(tuesday, organiser, *EIGHT)
    tick(tuesday, organiser, *EIGHT)
    page = organiser.page
    for _time in range(2):
        go_back(organiser, page, run(tuesday, "draw"))
        organiser.press_like("1 This table stays")
        assert ALREADY not in organiser.page.words
        assert list_held(organiser) == ["true", "false"]
    go_back(organiser, page, run(tuesday, "draw"))
    organiser.press_like("2 This table stays")
    assert ALREADY in organiser.page.words
    organiser.press_like("2 This table stays")
    assert list_held(organiser) == ["true", "true"]


def test_a_guest_whose_name_is_mended_while_the_first_answer_is_lost_is_here(
    tuesday: Club, organiser: Phone
) -> None:
    plan(tuesday, organiser)
    page = organiser.get(run(tuesday, "here"))
    assert "1 here" in organiser.press("Add", guest="Boris").words
    go_back(organiser, page, run(tuesday, "here"))
    assert "2 here" in organiser.press("Add", guest="Boris, Mila").words
    go_back(organiser, page, run(tuesday, "here"))
    assert "2 here" in organiser.press("Add", guest="Boris, Mila").words
