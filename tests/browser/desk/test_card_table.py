"""The card table of the desk: the cards lie as before the players, and what they answer is said while they are laid."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Request, Route, expect

from tests.browser.conftest import Phone
from tests.browser.desk.test_questions import tap, value_of
from tests.browser.looking import LANGUAGES
from tests.browser.shown import import_shown

HEARTS = 'input[name="contract"][value="hearts"]'
TRUMP = 'input[name="trump"][value="hearts"]'
# The question, what is chosen first, the cards by field; then the cards that are lit, and words of what is said.
LAID: list[tuple[str, str, dict[str, str], str, str]] = [
    (
        "belot/legal_cards",
        HEARTS,
        {"hand": "9H AH AS KD 7D", "trick": "7C 10C 8H"},
        "9H AH",
        "Only 9♥ or A♥ may be",
    ),
    ("belot/legal_cards", HEARTS, {"hand": "7C KD", "trick": "AC"}, "7C", "7♣"),
    ("kani/legal_cards", TRUMP, {"hand": "7H KD 2D AS", "trick": "AD 9D"}, "KD 2D", "K♦ or 2♦"),
    ("escoba/captures", "", {"table": "7O 3C 1E", "card": "5O"}, "7O 3C", "7 of golds"),
    ("kinaskak/go_down", 'input[name="round"][value="1"]', {"hand": "5H 6H 7H 8H 9H"}, "", "cannot go down"),
]


def lay(phone: Phone, chosen: str, cards: dict[str, str]) -> None:
    """Choose, and tap the cards of each field."""
    if chosen:
        phone.page.locator(chosen).first.check()
    for name, some in cards.items():
        tap(phone, name, *some.split())


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(
    ("question", "chosen", "cards", "lit", "said"), LAID, ids=[f"{one[0]}: {one[2]}" for one in LAID]
)
def test_the_answer_is_said_and_lit_while_cards_are_laid(
    phone: Phone, question: str, chosen: str, cards: dict[str, str], lit: str, said: str
) -> None:
    phone.open(f"/desk/{question}")
    lay(phone, chosen, cards)
    told = phone.page.locator("[data-table]")
    expect(told).to_contain_text(said)
    shining = phone.page.locator(".tray .lit")
    expect(shining).to_have_count(len(lit.split()))
    assert shining.evaluate_all("all => all.map((one) => one.dataset.held)") == lit.split()


@pytest.mark.left_to_soak
def test_a_greyed_card_says_that_it_is_not_the_answer(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    lay(phone, HEARTS, {"hand": "7C KD", "trick": "AC"})
    grey = phone.page.locator(".tray .grey")
    expect(grey).to_have_attribute("data-held", "KD")
    expect(grey).to_have_accessible_description("this is not the answer")
    expect(phone.page.locator(".tray .lit")).to_have_accessible_description("this is the answer")


def test_another_card_takes_the_answer_away_until_there_is_a_new_one(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    lay(phone, HEARTS, {"hand": "7C KD", "trick": "AC"})
    told = phone.page.locator("[data-table]")
    expect(told).to_contain_text("Only 7♣")
    phone.page.locator('[data-held="7C"]').click()
    expect(told).to_contain_text("any card may be played")
    assert value_of(phone, "hand") == "KD"


def test_the_last_of_quick_taps_is_what_is_answered(phone: Phone) -> None:
    """An answer that is late is one to other cards."""
    phone.open("/desk/belot/legal_cards")
    answers: list[Any] = []

    def hold_back(route: Any) -> None:
        if route.request.method == "POST" and not answers:
            answers.append(route)  # the first is answered last
        else:
            route.fallback()

    phone.page.route("**/desk/belot/legal_cards", hold_back)
    with phone.page.expect_request(lambda one: one.method == "POST"):
        lay(phone, HEARTS, {"hand": "7C KD"})
    lay(phone, "", {"trick": "AC"})
    expect(phone.page.locator("[data-table]")).to_contain_text("Only 7♣")
    for route in answers:
        route.fulfill(json={"html": "<b>late</b>", "cards": ["KD"]})
    expect(phone.page.locator("[data-table]")).to_contain_text("Only 7♣")


def test_without_network_the_cards_stay_and_nothing_complains(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    wrong: list[str] = []
    phone.page.on("pageerror", lambda error: wrong.append(str(error)))
    phone.page.context.set_offline(True)
    lay(phone, HEARTS, {"hand": "7C KD", "trick": "AC"})
    with phone.page.expect_event("requestfailed"):
        phone.page.locator(HEARTS.replace("hearts", "clubs")).check()
    assert (value_of(phone, "hand"), value_of(phone, "trick"), wrong) == ("7C KD", "AC", [])
    phone.page.context.set_offline(False)
    with phone.page.expect_response(lambda one: one.request.method == "POST"):
        phone.page.locator(HEARTS).check()
    expect(phone.page.locator("[data-table]")).to_contain_text("Only 7♣")


def test_laying_cards_keeps_nothing_on_the_server(phone: Phone) -> None:
    phone.open("/desk/belot/legal_cards")
    asked: list[Request] = []
    phone.page.on("request", lambda one: asked.append(one) if one.method == "POST" else None)
    lay(phone, HEARTS, {"hand": "7C KD", "trick": "AC"})
    expect(phone.page.locator("[data-table]")).to_contain_text("Only 7♣")
    answers = [one.response() for one in asked if not one.failure]
    assert {answer.status for answer in answers if answer} == {200}
    assert phone.page.url.endswith("/desk/belot/legal_cards")


# A full hand and a trick of each pack; then how many of its cards are lit, and how wide a card is at least.
FULL: dict[str, tuple[str, str, dict[str, str], int, int]] = {
    "belot_long": ("legal_cards", HEARTS, {"hand": "9H AH AS 10S KD 7D 8D QD", "trick": "7C 10C 8H"}, 2, 44),
    "kani": (
        "legal_cards",
        TRUMP,
        {"hand": "2H 3H 5H KH 7D 8D 9D AS KS 4S 5S 6S 7S", "trick": "AH 10H 9C"},
        4,
        22,
    ),
    "escoba": ("captures", "", {"table": "7O 3C 5B 1E 4C", "card": "5O"}, 5, 24),
}
SHOWN = ("belot_long", "escoba", "kani", "belot_long", "kani")
"""The match in which each language is looked at."""


WIDTHS = "all => all.map((one) => one.getBoundingClientRect().width)"


def lay_full(phone: Phone, match: str, language: str) -> None:
    """A match's question with all the cards that its players can have laid."""
    question, chosen, cards, lit, _width = FULL[match]
    sheet = import_shown(phone.page.context, phone.server, match)
    phone.open(f"{sheet}/desk/{question}?lang={language}")
    lay(phone, chosen, cards)
    expect(phone.page.locator(".tray .lit")).to_have_count(lit)
    phone.page.evaluate("scrollTo(0, 0)")


@pytest.mark.left_to_soak(but_one_in=6)
@pytest.mark.parametrize(
    ("language", "width", "match"), list(zip(LANGUAGES, (360, 320, 390, 360, 412), SHOWN, strict=True))
)
def test_everything_on_the_table_is_whole_and_large_enough(
    phone: Phone, language: str, width: int, match: str
) -> None:
    phone.page.set_viewport_size({"width": width, "height": 640})
    lay_full(phone, match, language)
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = phone.page.locator(".card-table .tray button, .card-table .fan button").evaluate_all(
        "all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert min(box["height"] for box in boxes) >= 43.9
    assert min(box["width"] for box in boxes) >= FULL[match][-1] - 0.1
    fan = phone.page.locator(".card-table .fan:visible .card").evaluate_all(WIDTHS)
    assert min(fan) >= width / 10 - 2, "a pack lies in rows of ten cards at most"
    assert min(box["left"] for box in boxes) >= 0
    assert max(box["right"] for box in boxes) <= width


def test_who_sits_where_is_written_at_the_trick(phone: Phone, context: BrowserContext) -> None:
    sheet = import_shown(context, phone.server, "belot")
    phone.open(f"{sheet}/phone")
    names = phone.page.locator('button[name="seat"]').all_inner_texts()
    phone.tap_on(phone.page.locator('button[name="seat"]').nth(1))
    phone.open(f"{sheet}/desk/legal_cards")
    around = phone.page.locator(".around li")
    assert around.all_text_contents() == ["you", *names[2:], names[0]]
    lefts = [box["x"] for box in (one.bounding_box() for one in around.all()[1:]) if box]
    assert lefts[0] > lefts[2], "the turn goes to the right"


@pytest.mark.left_to_soak
def test_without_a_known_seat_a_tapped_name_is_the_one_to_play(phone: Phone, context: BrowserContext) -> None:
    sheet = import_shown(context, phone.server, "belot_long")
    phone.open(f"{sheet}/desk/legal_cards?lang=en")
    keys = phone.page.locator(".around button")
    names = keys.all_text_contents()
    keys.nth(2).click()
    assert keys.all_text_contents() == [*names[2:], *names[:2]]
    expect(keys.first).to_have_accessible_name(f"{names[2]} is to play.")
    lowest = max(keys.all(), key=lambda one: (one.bounding_box() or {"y": 0})["y"])
    assert lowest.text_content() == names[2]


@pytest.mark.left_to_soak
def test_a_whole_trick_has_no_names_since_it_is_not_known_who_led(
    phone: Phone, context: BrowserContext
) -> None:
    sheet = import_shown(context, phone.server, "belot")
    phone.open(f"{sheet}/desk/trick_winner")
    expect(phone.page.locator(".card-table .tray")).to_have_count(1)
    expect(phone.page.locator(".around")).to_have_count(0)


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize(("language", "match"), list(zip(LANGUAGES, reversed(SHOWN), strict=True)))
def test_trick_verdict_hand_pack_and_key_are_in_sight_at_once(
    phone: Phone, language: str, match: str
) -> None:
    lay_full(phone, match, language)
    pack, key = phone.page.locator(".fan:visible .suit").last, phone.page.locator(".act .main")
    bottom, top = (
        one.evaluate(f"(one) => one.getBoundingClientRect().{edge}")
        for one, edge in ((pack, "bottom"), (key, "top"))
    )
    assert bottom <= top, "no card is under the key"
    expect(key).to_be_in_viewport(ratio=1)
    rows = phone.page.locator(".card-table .hand .tray, .card-table .fan:visible .suit").evaluate_all(
        "all => all.map((row) => new Set([...row.children].map((one) => one.offsetTop)).size)"
    )
    assert max(rows) == (2 if match == "kani" else 1), (
        "a hand and a suit lie in one row, a suit of thirteen in two"
    )


COVERED = """() => [...document.querySelectorAll(".fan .card")].filter((one) => one.checkVisibility()).filter((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return ![y + 2, y + height - 2].every((at) => one.contains(document.elementFromPoint(x + width / 2, at)));
}).map((one) => one.dataset.card)"""


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("language", ["bg", "eu"])
def test_every_card_of_a_pack_of_52_is_in_sight_and_under_no_key(phone: Phone, language: str) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    for question in ("kani/legal_cards", "kinaskak/contract", "kinaskak/lay_off", "kinaskak/take_joker"):
        phone.open(f"/desk/{question}?lang={language}")
        expect(phone.page.locator(".fan:visible .card").first).to_be_visible()
        assert phone.page.evaluate(COVERED) == [], question
    lay_full(phone, "kani", language)
    assert phone.page.evaluate(COVERED) == [], "nor once the answer is said"


@pytest.mark.left_to_soak
def test_a_pack_that_is_opened_further_down_comes_into_view(phone: Phone) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.open("/desk/kinaskak/mismatch")
    for hand in (0, 3):
        phone.page.locator("details.written > summary").nth(hand).click()
        key = phone.page.locator("details.written").nth(hand).locator(".open")
        if key.get_attribute("aria-expanded") == "false":
            key.click()
        expect(phone.page.locator(".fan:visible .card").last).to_be_in_viewport(ratio=1)
        assert phone.page.evaluate(COVERED) == []


# The question and its language, what is chosen first, the cards in the order in which a hand taps them.
STEADY = [
    ("kinaskak/meld", "is", "", "5H 6H 7H 8H 2C"),
    ("kinaskak/go_down", "en", 'input[name="round"][value="3"]', "5H 6H 7H 8H"),
    ("kinaskak/hand_points", "bg", "", "5H 6H 7H 8H AS JK"),
    ("kinaskak/buy_dispute", "is", "", "5H 6H 7H"),
    ("belot/find_declarations", "bg", HEARTS, "7H 8H 9H 10H JC QC KC AC"),
    ("belot/declarations", "es", HEARTS, "7H 8H 9H 10H JH QH"),
    ("escoba/opening_table", "eu", "", "7O 3C 1E 4C 5C 6C 7C 10C"),
]


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize(("question", "language", "chosen", "cards"), STEADY, ids=[one[0] for one in STEADY])
def test_the_verdict_moves_no_card_of_the_pack(
    phone: Phone, question: str, language: str, chosen: str, cards: str
) -> None:
    phone.open(f"/desk/{question}?lang={language}")
    if chosen:
        phone.page.locator(chosen).first.check()
    pack = phone.page.locator(".fan:visible")
    where = [pack.locator(f'[data-card="{one}"]').bounding_box() for one in cards.split()]
    for box in where:
        assert box
        with phone.page.expect_response(lambda one: one.request.method == "POST") as answer:
            phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        answer.value.finished()
        phone.page.wait_for_function("() => new Promise((drawn) => requestAnimationFrame(() => drawn(true)))")
    assert phone.page.locator("input[data-pack]").first.input_value() == cards, "what was tapped where it lay"
    assert [pack.locator(f'[data-card="{one}"]').bounding_box() for one in cards.split()] == where


def test_the_cards_of_declarations_lie_where_their_players_sit(phone: Phone) -> None:
    phone.open(f"{import_shown(phone.page.context, phone.server, 'belot_long')}/desk/declarations")
    places = [phone.page.locator(f".ring .s{turn} .tray").bounding_box() or {} for turn in range(4)]
    below, right, above, left = places
    assert above["y"] < right["y"] == left["y"] < below["y"]
    assert left["x"] + left["width"] <= right["x"], "the turn goes to the right"
    lay(phone, HEARTS, {"shown-0": "7H 8H 9H", "shown-1": "10C JC QC KC"})
    expect(phone.page.locator("[data-table]")).to_contain_text("50 for")
    phone.look("declared")


def test_the_lines_to_write_cards_on_wait_a_moment_for_the_table(phone: Phone) -> None:
    """Else each opening shows them for an instant, where cards are laid then; without the script they come."""
    phone.page.route("**/*.js*", lambda route: route.abort())
    film = phone.page.context.new_cdp_session(phone.page)
    film.send("Animation.enable")
    film.send("Animation.setPlaybackRate", {"playbackRate": 0})
    phone.open("/desk/belot/legal_cards?lang=en")
    line = phone.page.locator(".card-table .field input").first
    expect(line).to_be_hidden()
    film.send("Animation.setPlaybackRate", {"playbackRate": 1})
    expect(line).to_be_visible()


@pytest.mark.parametrize("question", ["belot/score", "belot/declarations", "belot/auction", "kani/mismatch"])
def test_nothing_moves_when_the_scripts_of_a_question_come(phone: Phone, question: str) -> None:
    """What they lay and fold is drawn once they have; where they never come, it is there after two seconds."""
    page, late = phone.page, list[Route]()
    page.route("**/js/*.js*", lambda route: late.append(route))
    film = page.context.new_cdp_session(page)
    film.send("Animation.enable")
    film.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.goto(f"{phone.server}/desk/{question}?lang=en", wait_until="commit")
    key = page.locator(".act > .main")
    expect(key).to_be_attached()
    expect(key).to_be_hidden()
    for route in late:
        route.continue_()
    page.unroute("**/js/*.js*")
    expect(key).to_be_visible()
