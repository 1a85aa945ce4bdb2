"""Pages without JavaScript, in a real browser: what was asked for is where one looks, and nothing typed is lost."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.leagues.matches import listing
from scorekeeper.web.site.database import session
from tests.browser.conftest import HEIGHT, WIDTH
from tests.browser.looking import MAX_WAIT
from tests.browser.shown import import_shown
from tests.browser.test_pages import INSIDE, OUTSIDE
from tests.browser.test_pieces import Served, served
from tests.cases import case, cases
from tests.soak import in_soak

__all__ = ["served"]

WRITTEN = ("record/deal?form=most", "record/deal?form=counts", "record/deal?form=piles")
PLAIN: dict[str, tuple[str, ...]] = {
    "": in_soak(OUTSIDE, ("/start/kani", "/import/codes", "/desk/kinaskak/lay_off")),
    "belot": in_soak(INSIDE["belot"], ("row/2", "undo", "record/deal")),
    "escoba": (*WRITTEN, "row/2"),
    "kani": ("record/deal", "row/2"),
    "kinaskak": ("record/deal?form=hands", "record/deal?form=points"),
}
"""Pages by the match that they belong to: those on which something is typed, counted or worked out; all in the soak."""

LEAGUE = in_soak(
    " matches nights players statistics ratings records seasons changes more players/{player} "
    "pair?a={player}&b={other} matches/{match} nights/{night} players/new players/{player}/edit players/{player}/merge "
    "seasons/new nights/plan matches/{match}/move nights/{night}/came nights/{night}/change "
    "members invite imports rematches taken-out settings rules start paper take-in export yearbook/2026",
    " matches/{match} paper start rules export",
).split(" ")
ACCOUNT = in_soak(" another codes data delete keys matches password sign-ins confirm", "keys confirm").split(
    " "
)
"""Pages of a league as its owner sees them, and of the account."""

IDLE = """() => {
  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 1
    && !one.closest(".skip") && !clipped(one);
  const idle = "button[type=button]:not([popovertarget]), a:not([href]), .scripted, dialog[open]";
  const sends = ":is(button, select, input:not([type=hidden])):not([popovertarget])";
  return [...document.querySelectorAll(`${idle}, ${sends}`)]
    .filter((one) => seen(one) && (one.matches(idle) || !one.form)).map((one) => one.outerHTML.slice(0, 120));
}"""
"""What is shown and does nothing: keys that send no form, what scripts alone show."""

WORD_A_LINE = """() => [...document.querySelectorAll("form :is(.number, .counted-for, label, legend), .hint, p, dd")]
  .filter((one) => one.checkVisibility() && getComputedStyle(one).clipPath === "none")
  .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)).filter((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
    const words = node.textContent.trim().split(/\\s+/).length;
    return words >= 3 && lines >= words;
  }).map((node) => node.textContent.trim())"""
"""Sentences that go down the page a word at a time."""

UNNAMED = """() => {
  const clipped = (one) => one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
  const seen = (one) => one.checkVisibility() && !clipped(one) && one.innerText.trim() !== "";
  const boxes = [...document.querySelectorAll("form input[type=text]:not([placeholder^=' ']), form textarea")];
  const heads = (box) => [box.closest(".box, .tally, .field, fieldset, label"), ...(box.labels || [])]
    .flatMap((one) => one ? [one, ...one.querySelectorAll("*")] : []);
  const named = (box) => box.placeholder.match(/[^\\d]/) || heads(box).some((one) => seen(one)
    && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
  return boxes.filter((box) => box.checkVisibility() && !named(box)).map((box) => box.name);
}"""
"""Boxes beside which no name is seen."""


@pytest.fixture
def plain(browser: Browser) -> Iterator[Page]:
    """A phone whose scripts are off."""
    context = browser.new_context(
        viewport={"width": WIDTH, "height": HEIGHT}, java_script_enabled=False, locale="en-GB", has_touch=True
    )
    context.set_default_timeout(MAX_WAIT)
    yield context.new_page()
    context.close()


def test_escobas_that_are_left_blank_are_none(plain: Page, server: str) -> None:
    sheet = import_shown(plain.context, server, "escoba")
    plain.goto(f"{sheet}/record/deal?form=counts")
    expect(plain.locator('input[name="escobas-0"]')).to_have_attribute("placeholder", "0")
    for name, number in (("cards", "22"), ("golds", "6"), ("sevens", "3")):
        plain.locator(f'input[name="{name}-0"]').fill(number)
    plain.locator('input[name="seven_of_golds"][value="0"]').check()
    plain.get_by_role("button", name="Save", exact=True).click()
    plain.wait_for_url(lambda url: "/record/" not in url)
    deal = plain.context.request.get(f"{sheet}/export.json").json()["entries"][-1]
    assert deal["escobas"] == [0, 0]


@pytest.mark.left_to_soak
def test_one_number_of_escobas_says_that_the_other_side_has_none(plain: Page, server: str) -> None:
    sheet = import_shown(plain.context, server, "escoba")
    plain.goto(f"{sheet}/record/deal?form=counts")
    plain.locator('input[name="escobas-1"]').fill("2")
    for name, number in (("cards", "22"), ("golds", "6"), ("sevens", "3")):
        plain.locator(f'input[name="{name}-0"]').fill(number)
    plain.locator('input[name="seven_of_golds"][value="0"]').check()
    plain.get_by_role("button", name="Save", exact=True).click()
    plain.wait_for_url(lambda url: "/record/" not in url)
    deal = plain.context.request.get(f"{sheet}/export.json").json()["entries"][-1]
    assert deal["escobas"] == [0, 2]


def test_add_another_comes_back_at_the_new_line_of_a_deal(plain: Page, server: str) -> None:
    sheet = import_shown(plain.context, server, "escoba")
    plain.goto(f"{sheet}/record/deal?form=plays")
    for number in range(4):
        plain.locator(f'input[name="plays-{number}-card"]').fill("7O")
        plain.get_by_role("button", name="Add another").click()
        plain.wait_for_load_state()
        expect(plain.locator(f"#plays-{number + 1}")).to_be_in_viewport()
        expect(plain.locator(f'input[name="plays-{number}-card"]')).to_have_value("7O")
    assert "form=plays" in plain.url


@pytest.mark.left_to_soak(but_one_in=4)
@cases("address", "/desk/belot/declarations", "/desk/kinaskak/contract", "/desk/escoba/deal?way=lines")
def test_add_another_comes_back_at_the_new_line_of_a_question(plain: Page, server: str, address: str) -> None:
    plain.goto(f"{server}{address}")
    for _time in range(3):
        before = plain.locator(".rows > .field").count()
        plain.get_by_role("button", name="Add another").click()
        plain.wait_for_load_state()
        expect(plain.locator(".rows > .field")).to_have_count(before + 1)
        expect(plain.locator(".rows > .field").last).to_be_in_viewport()


@pytest.mark.left_to_soak
@cases(
    "address, scripts",
    case("declarations", "/desk/belot/declarations", False),
    case("plays", "/desk/escoba/deal?way=lines", False),
    case("plays, with scripts", "/desk/escoba/deal?way=lines", True),
)
def test_what_is_wrong_is_in_sight_after_a_line_was_added(
    browser: Browser, server: str, address: str, scripts: bool
) -> None:
    size: ViewportSize = {"width": WIDTH, "height": HEIGHT}
    context = browser.new_context(viewport=size, java_script_enabled=scripts, locale="en-GB")
    context.set_default_timeout(MAX_WAIT)
    page = context.new_page()
    page.goto(f"{server}{address}")
    for _time in range(3):
        page.get_by_role("button", name="Add another").click()
        page.wait_for_load_state()
    page.get_by_role("button", name="Get the verdict").click()
    expect(page.locator("#problems")).to_be_in_viewport()
    context.close()


def test_without_a_capture_the_last_escoba_is_not_asked_for(plain: Page, server: str) -> None:
    plain.goto(f"{server}/desk/escoba/leftover")
    capture, escoba = (plain.locator(f"#last_{what}") for what in ("capture", "escoba"))
    capture.get_by_label("nobody").check()
    expect(escoba).to_be_hidden()
    capture.get_by_label("Seat 2").check()
    escoba.get_by_label("Seat 1").check()
    capture.get_by_label("nobody").check()
    expect(escoba, "what cannot be is in sight").to_be_visible()
    plain.get_by_role("button", name="Get the verdict").click()
    expect(plain.locator("#problems")).to_contain_text("An escoba is a capture too")


@pytest.mark.parametrize("match", list(PLAIN))
def test_nothing_is_shown_that_scripts_alone_can_do_and_large_text_keeps_every_name(
    plain: Page, server: str, match: str
) -> None:
    sheet = import_shown(plain.context, server, match) if match else server
    for path in PLAIN[match]:
        plain.goto(f"{sheet}/{path}".replace(f"{server}//", f"{server}/").removesuffix("/"))
        for size in ("100%", "200%"):
            plain.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            assert plain.evaluate(IDLE) == [], path
            # of usual size, columns have names above them and no sentence is squeezed
            assert plain.evaluate(WORD_A_LINE if size == "100%" else UNNAMED) == [], path
            assert plain.evaluate("document.documentElement.scrollWidth") <= WIDTH, (path, size)


def test_nothing_is_shown_in_a_league_or_an_account_that_scripts_alone_can_do(
    plain: Page, served: Served
) -> None:
    club = served.club
    with club.app.app_context():
        token = sign_ins.begin(session(), club.accounts["owner"], how="password", words="a phone")
        [match] = listing.list_matches(session(), club.league.id)
    plain.context.add_cookies([{"name": "account", "value": token, "url": served.address}])
    player, other = served.players[:2]
    names = {"player": player, "other": other, "match": match.key, "night": match.night}
    account = f"{served.address.partition('/leagues/')[0]}/account"
    pages = [
        *(f"{served.address}/{path.format(**names)}".rstrip("/") for path in LEAGUE),
        *(f"{account}/{path}".rstrip("/") for path in ACCOUNT),
    ]
    found: dict[str, object] = {}
    for page in pages:
        answer = plain.goto(page)
        found[page] = plain.evaluate(IDLE) if answer and answer.ok else "no page"
    assert {page: idle for page, idle in found.items() if idle} == {}


def test_counts_stand_beside_what_is_counted(plain: Page, server: str) -> None:
    sheet = import_shown(plain.context, server, "escoba")
    plain.goto(f"{sheet}/record/deal?form=counts")
    for name in ("cards", "golds", "sevens"):
        heading, box = plain.locator(f"#{name} legend"), plain.locator(f'input[name="{name}-1"]')
        beside, below = heading.bounding_box(), box.bounding_box()
        assert beside["x"] + beside["width"] <= below["x"], name
        assert beside["y"] < below["y"] + below["height"], name
        assert below["width"] >= 88, name
    plain.evaluate("document.documentElement.style.fontSize = '200%'")
    for label in plain.locator(".numbers-of .counted label").all():
        expect(label).to_have_css("clip-path", "none")
