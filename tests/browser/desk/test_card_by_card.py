"""A deal laid card by card with a finger: quick taps, a network that goes away, every language."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Phone
from tests.browser.looking import LANGUAGES
from tests.web.desk.test_card_by_card import longest_deal

TRICKS = longest_deal("belot").question["tricks"]


def begin(phone: Phone, language: str = "en") -> None:
    """Hearts by seat 1, who leads."""
    phone.open(f"/desk/belot/deal?lang={language}")
    phone.page.locator('input[name="contract"][value="hearts"]').check()
    phone.page.locator('input[name="declarer"]').first.check()
    phone.page.locator('input[name="leader"]').first.check()
    expect(phone.page.locator("[data-unsaid]")).to_have_count(0)


def card(phone: Phone, notation: str) -> Locator:
    return phone.page.locator(f'.fan button[value="{notation}"]')


def laid(phone: Phone) -> list[str]:
    """The cards of the tricks so far, as the form holds them."""
    return phone.page.locator('input[name^="tricks-"]').evaluate_all("all => all.map((one) => one.value)")


def lay_quickly(phone: Phone, cards: list[str]) -> None:
    """Tap every card before the first answer comes."""
    phone.page.evaluate(
        "all => { for (const one of all) document.querySelector(`.fan button[value='${one}']`).click(); }",
        cards,
    )


@pytest.mark.left_to_soak
def test_a_whole_deal_is_a_tap_a_card_and_the_verdict_one_more(phone: Phone) -> None:
    begin(phone)
    doubled = phone.page.locator('[data-goes="doubling"]')
    phone.page.locator("summary", has_text="What else counts").click()
    doubled.click()
    phone.taps = 0
    for number, trick in enumerate(TRICKS):
        for one in trick:
            phone.tap_on(card(phone, one))
            expect(card(phone, one)).to_be_disabled()
        assert laid(phone)[number] == " ".join(trick)
    expect(phone.page.locator(".told")).to_have_text("All cards are laid.")
    # Each card brought a key of its own, which goes on where the last one stood.
    for state in ("contra", "recontra"):
        expect(doubled).to_have_text(state)
        doubled.click()
    expect(doubled).to_have_attribute("aria-pressed", "false")
    phone.tap("Get the verdict")
    expect(phone.page.locator("#verdict")).to_contain_text("Every card was played by the rules.")
    assert phone.taps == 32 + 1


def test_taps_that_are_faster_than_the_answers_all_count_in_their_order(phone: Phone) -> None:
    begin(phone)
    places = [one.bounding_box() or {} for one in phone.page.locator(".players > li").all()]
    top, bottom = min(places, key=lambda one: one["y"]), max(places, key=lambda one: one["y"])
    assert top["x"] == bottom["x"] < max(one["x"] for one in places), "four sit around the table"
    lay_quickly(phone, [one for trick in TRICKS[:3] for one in trick])
    expect(phone.page.locator('input[name="tricks-2"]')).to_have_value(" ".join(TRICKS[2]))
    assert laid(phone) == [" ".join(trick) for trick in TRICKS[:3]]


def test_an_answer_that_comes_while_the_finger_is_on_a_card_takes_no_tap_away(phone: Phone) -> None:
    begin(phone)
    page, first, second = phone.page, card(phone, TRICKS[0][0]), card(phone, TRICKS[0][1])
    second.scroll_into_view_if_needed()
    box = second.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response(lambda answer: answer.request.method == "POST") as answer:
        first.dispatch_event("click")
        page.mouse.down()
    answer.value.finished()
    page.wait_for_timeout(150)
    expect(first, "the table stays as it is under the finger").to_be_enabled()
    page.mouse.up()
    expect(second).to_be_disabled()
    assert laid(phone) == [" ".join(TRICKS[0][:2])]


AWAY = "No network: kept on this phone, sent later"
ASKS = "**/desk/*/deal*"


def to_taps(answer: Callable[[Route], None]) -> Callable[[Route], None]:
    """What taps are answered with; pages come as they are."""
    return lambda route: answer(route) if route.request.method == "POST" else route.fallback()


def say_nothing(route: Route) -> None:
    """The server answers no tap; the browser does not know that it is without network."""
    route.abort()


def answer_for_it(route: Route) -> None:
    """A proxy whose server is started anew knows no such page."""
    route.fulfill(status=404, content_type="text/plain", body="404 page not found")


def greet(route: Route) -> None:
    """A guest network wants its terms accepted first."""
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome</h1><form id=terms></form>")


@pytest.mark.parametrize("answer", [say_nothing, answer_for_it, greet])
def test_without_an_answer_the_table_says_so_and_asks_again_by_itself(phone: Phone, answer: Any) -> None:
    begin(phone)
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()
    phone.page.route(
        ASKS, lambda route: answer(route) if route.request.method == "POST" else route.fallback()
    )
    for one in TRICKS[0][1:3]:
        card(phone, one).click()
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    expect(phone.page.get_by_role("status")).to_have_text(AWAY)
    assert laid(phone) == [TRICKS[0][0]]
    phone.page.unroute(ASKS)
    expect(phone.page.locator('input[name="tricks-0"]')).to_have_value(" ".join(TRICKS[0][:3]))
    expect(phone.page.locator(".told")).not_to_have_text(AWAY)


def test_the_verdict_waits_for_the_cards_that_are_not_sent_yet(phone: Phone) -> None:
    begin(phone)
    *first, before_last, last = [one for trick in TRICKS for one in trick]
    lay_quickly(phone, first)
    expect(card(phone, first[-1])).to_be_disabled()
    phone.page.context.set_offline(True)
    lay_quickly(phone, [before_last, last])
    phone.tap("Get the verdict")
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#verdict")).to_contain_text("Every card was played by the rules.")


def test_a_verdict_asked_for_without_network_comes_when_it_is_back(phone: Phone) -> None:
    begin(phone)
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()
    phone.page.context.set_offline(True)
    phone.tap("Get the verdict")
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    phone.page.context.set_offline(False)
    expect(phone.page.locator("#verdict")).to_have_text("The cards so far show none that was not allowed.")


def test_another_language_that_is_chosen_without_network_is_asked_for_when_it_is_back(phone: Phone) -> None:
    begin(phone)
    phone.page.context.set_offline(True)
    card(phone, TRICKS[0][0]).click()
    phone.page.locator("button[name=lang][value=es]").dispatch_event("click")
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    with phone.page.expect_request(lambda asked: (asked.post_data or "").endswith("&lang=es")):
        phone.page.context.set_offline(False)
    phone.page.wait_for_load_state()
    expect(phone.page.locator("#verdict")).to_have_count(0)
    assert laid(phone) == [TRICKS[0][0]]


def test_what_is_changed_while_an_answer_is_under_way_stays_changed(phone: Phone) -> None:
    phone.open("/desk/escoba/deal")
    phone.page.locator('input[name="dealer"]').first.check()
    late: list[Route] = []
    phone.page.route(ASKS, lambda route: late.append(route))
    with phone.page.expect_request(ASKS):
        card(phone, "7O").click()
    phone.page.locator(".asked-first > summary").click()
    phone.page.locator('input[name="dealer"]').nth(1).check()
    three = phone.page.locator('[name="seats"][value="3"]')
    three.click()
    late[0].continue_()
    phone.page.unroute(ASKS)
    expect(card(phone, "7O")).to_be_disabled()
    expect(three).to_have_attribute("aria-pressed", "true")
    expect(three).to_be_focused()
    expect(phone.page.locator('input[name="dealer"]').nth(1)).to_be_checked()
    card(phone, "3C").click()
    expect(card(phone, "3C")).to_be_disabled()
    expect(phone.page.locator(".players li")).to_have_count(3)


def test_a_table_that_is_loaded_anew_goes_on_where_it_was(phone: Phone) -> None:
    begin(phone)
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()
    phone.page.route(ASKS, to_taps(say_nothing))
    card(phone, TRICKS[0][1]).click()
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    phone.page.reload()
    expect(phone.page.locator(".told")).to_have_text(AWAY)
    card(phone, TRICKS[0][2]).click()
    phone.page.unroute(ASKS)
    expect(phone.page.locator('input[name="tricks-0"]')).to_have_value(" ".join(TRICKS[0][:3]))
    expect(phone.page.locator('input[name="contract"][value="hearts"]')).to_be_checked()
    phone.page.reload()
    expect(phone.page.locator('input[name="tricks-0"]')).to_have_value(" ".join(TRICKS[0][:3]))
    phone.open("/desk/belot/deal")
    expect(phone.page.locator(".fan")).to_be_visible()
    assert laid(phone) == []


@pytest.mark.left_to_soak
def test_a_browser_that_lost_its_cookie_lays_the_card_all_the_same(phone: Phone) -> None:
    begin(phone)
    phone.page.context.clear_cookies()
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()
    assert laid(phone) == [TRICKS[0][0]]


def test_the_last_card_is_taken_back_and_the_focus_stays_where_it_was(phone: Phone) -> None:
    begin(phone)
    for one in TRICKS[0][:2]:
        card(phone, one).click()
        expect(card(phone, one)).to_be_disabled()
    back = phone.page.get_by_role("button", name="Take the last one back")
    back.focus()
    phone.page.keyboard.press("Enter")
    expect(card(phone, TRICKS[0][1])).to_be_enabled()
    expect(back).to_be_focused()
    assert laid(phone) == [TRICKS[0][0]]


def test_in_eskoba_the_captures_are_keys(phone: Phone) -> None:
    phone.open("/desk/escoba/deal")
    phone.page.locator('input[name="dealer"]').first.check()
    expect(phone.page.locator("[data-unsaid]")).to_have_count(0)
    for one in ("7O", "3C", "1E", "10B"):
        card(phone, one).click()
        # A click that is tried again, because the table came anew under it, would be the second of a nervous finger.
        expect(card(phone, one)).to_be_disabled()
    card(phone, "5O").click()
    ways = phone.page.locator(".ways button")
    expect(ways).to_have_count(2)
    expect(ways.first).to_have_accessible_name("5 of golds, 7 of golds, 3 of cups,")
    ways.first.click()
    expect(phone.page.locator(".open-cards li")).to_have_count(2)
    expect(phone.page.locator(".turn")).to_contain_text("Seat 1")


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize(("language", "width"), list(zip(LANGUAGES, (360, 360, 320, 412, 390), strict=True)))
def test_the_table_fits_and_no_tap_moves_the_cards(phone: Phone, language: str, width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 640})
    begin(phone, language)
    lines = "one => one.clientHeight / parseFloat(getComputedStyle(one).lineHeight)"
    assert width < 360 or phone.page.locator("h1").evaluate(lines) < 2.5, "the question takes two lines"
    card(phone, TRICKS[0][0]).click()
    expect(card(phone, TRICKS[0][0])).to_be_disabled()

    def where() -> Any:
        return phone.page.evaluate("document.querySelector('.fan').getBoundingClientRect().top + scrollY")

    before = where()
    for one in (*TRICKS[0][1:], TRICKS[1][0]):
        card(phone, one).click()
        expect(card(phone, one)).to_be_disabled()
        assert abs(where() - before) < 1, one
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for key in phone.page.locator(".below-cards button").all():
        assert key.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") <= 20, (
            "words, not the digits of a keypad"
        )


def test_a_hand_is_seen_while_it_is_tapped_and_no_tap_moves_the_pack(phone: Phone) -> None:
    phone.open("/desk/kinaskak/deal?lang=is")
    for name in ("first", "round"):
        phone.page.locator(f'input[name="{name}"]').first.check()
    expect(phone.page.locator("[data-unsaid]")).to_have_count(0)
    hand = ["5H", "6H", "7H", "8H", "2C"]
    where = [card(phone, one).bounding_box() for one in hand]
    for number, box in enumerate(where):
        assert box
        phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(phone.page.locator(".written-hand .card")).to_have_count(number + 1)
    written = phone.page.locator('input[name="hands-0"]')
    assert written.input_value() == " ".join(hand), "what was tapped where it lay"
    phone.page.locator('.written-hand [value="0 7H"]').click()
    expect(phone.page.locator(".written-hand .card")).to_have_count(4)
    expect(phone.page.get_by_role("button", name="Taka það síðasta aftur")).to_be_enabled()
    expect(phone.page.locator(".written-hand .card").first).to_be_in_viewport(ratio=1)
    assert written.input_value() == "5H 6H 8H 2C"
    assert [card(phone, one).bounding_box() for one in hand] == where


def test_a_card_that_is_tapped_before_the_dealer_is_known_waits_for_it(phone: Phone) -> None:
    phone.open("/desk/escoba/deal")
    expect(phone.page.locator(".told")).to_have_text("Say first: Dealer")
    card(phone, "7O").click()
    expect(phone.page.locator("#problems")).to_have_count(0)
    phone.page.locator('input[name="dealer"]').first.check()
    expect(card(phone, "7O")).to_be_disabled()
    expect(phone.page.locator(".told")).to_have_text("Tap the four cards of the opening table.")
    for one in ("3C", "1E", "4B"):
        card(phone, one).click()
        expect(card(phone, one)).to_be_disabled()
    expect(phone.page.get_by_role("status")).to_contain_text(
        "The opening table adds up to 15: 1 escoba for the dealer"
    )
