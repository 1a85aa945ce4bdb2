"""An evening in the phone's browser: a match of every game to its end, each in its language, and a night of a league.

Every page is answered by Python in the browser, and every form is sent by its own button. One window plays it all:
a cold start takes longer than a match.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.looking import LANGUAGES
from tests.browser.phone.host import Host, Window, emptied
from tests.soak import in_soak

NIGHT = "2026-11-17"
ENTER = """values => {
  for (const [name, value] of Object.entries(values)) {
    const named = [...document.querySelectorAll(`[name="${name}"]`)];
    const field = named.find((one) => one.type === "radio" && one.value === value) ?? named[0];
    if (field.type === "radio") field.checked = true;
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""
"""Puts values into the fields of a page, as a thumb would."""
Values = dict[str, str]


class Played(NamedTuple):
    """A match: its game, language and players, the deal that is repeated, and what is wrong in it at first."""

    game: str
    language: str
    players: int
    deal: Values
    deals: int
    wrong: Values


EVENING = (
    Played(
        "belot",
        "bg",
        4,
        {"contract": "all_trumps", "declarer": "0", "trick_points-0": "200"},
        8,
        {"trick_points-0": "190"},
    ),
    Played(
        "kani",
        "is",
        4,
        {"bid": "kani", "declarer": "0", "partner": "-", "tricks": "13"},
        2,
        {"partner": "2", "tricks": "12"},
    ),
    Played(
        "escoba",
        "eu",
        2,
        {
            "most-cards": "0",
            "most-golds": "0",
            "most-sevens": "0",
            "seven_of_golds": "0",
            "escobas-0": "7",
            "escobas-1": "1",
        },
        2,
        {"escobas-1": "2"},
    ),
    Played(
        "kinaskak",
        "is",
        4,
        {
            "hands-0": "0",
            **{f"hands-{seat}": "low=13" for seat in range(1, 4)},
        },  # who has not gone out holds them
        8,
        {"hands-2": "low=12"},
    ),
)


@pytest.fixture(scope="module")
def window(kept_phone: BrowserContext, lasting_host: Host) -> Iterator[Window]:
    """The program, awake, and no network any more."""
    with emptied(kept_phone, lasting_host) as opened:
        opened.open().page.context.set_offline(True)
        yield opened


def go_to(window: Window, path: str) -> None:
    window.frame.goto(f"{window.host.address}app{path}")


def press(window: Window, selector: str) -> None:
    """Press a key or a link that leads on; the page that follows is there."""
    window.frame.evaluate("document.documentElement.dataset.left = ''")
    window.inside.locator(selector).last.click()
    expect(window.inside.locator("html:not([data-left])")).to_be_attached()
    window.frame.wait_for_load_state()


def send(window: Window, values: Values, button: str = "form button.main") -> None:
    """Enter values and press the page's key."""
    window.frame.evaluate(ENTER, values)
    press(window, button)


def record(window: Window, match: str, deal: Values, rows: int) -> None:
    go_to(window, f"{match}/record/deal")
    send(window, deal)
    window.expect_path(match)
    window.expect_rows(rows)


def start(window: Window, played: Played, language: str) -> str:
    """A new match in a language; its path."""
    go_to(window, f"/start/{played.game}?lang={language}&players={played.players}")
    expect(window.inside.locator("html")).to_have_attribute("lang", language)
    send(window, {})
    expect(window.page).to_have_url(re.compile("#/m/"))
    return window.path


def play(window: Window, played: Played, language: str) -> None:
    """A whole match. Its first deal is written down wrongly and corrected."""
    match = start(window, played, language)
    record(window, match, {**played.deal, **played.wrong}, 1)
    row = window.rows.first.get_attribute("id")
    go_to(window, f"{match}/row/{row.removeprefix('e')}/correct")
    send(window, played.deal)
    window.expect_path(match)
    for number in range(2, played.deals + 1):
        expect(window.inside.locator(".winner")).to_have_count(0)
        record(window, match, played.deal, number)
    expect(window.inside.locator(".winner")).to_be_visible()


@pytest.mark.left_to_soak
@pytest.mark.parametrize("language", in_soak(LANGUAGES, ("",)))
def test_a_match_of_every_game_comes_to_its_end(window: Window, language: str) -> None:
    for played in EVENING:
        play(window, played, language or played.language)
    assert window.complaints == []


def test_no_page_takes_the_program_for_away_while_the_phone_has_no_network(window: Window) -> None:
    """A deal that is not complete stays in the form with what is missing; nothing is kept for later or called sent."""
    match = start(window, EVENING[1], "en")
    assert window.frame.evaluate("navigator.onLine") is False
    go_to(window, f"{match}/record/deal")
    # What was entered would be sent by itself while Save still waits for its answer.
    window.frame.evaluate(
        f"""values => {{
          const ask = window.fetch;
          window.fetch = (...asked) => new Promise((done) => setTimeout(done, 1000)).then(() => ask(...asked));
          ({ENTER})(values);
          [...document.querySelectorAll("form button.main")].at(-1).click();
        }}""",
        {"bid": "9", "declarer": "0"},
    )
    expect(window.inside.locator("#entry-notices")).to_contain_text(
        "Not saved yet: something has to be put right."
    )
    expect(window.inside.locator("input[name=bid]:checked")).to_have_value("9")
    expect(window.inside.locator("#outbox")).to_be_hidden()
    expect(window.inside.locator("#live-off")).to_be_hidden()
    expect(window.inside.locator("#entry-status")).to_have_text("Kept on this phone")
    assert "sent" not in (window.inside.locator("#entry-said").text_content() or "")
    send(window, {"partner": "2", "tricks": "9"})
    window.expect_path(match)
    window.expect_rows(1)
    assert window.complaints == []


def test_the_desk_gives_its_verdict_card_by_card_while_the_phone_has_no_network(window: Window) -> None:
    go_to(window, "/desk/belot/deal?lang=en")
    assert window.frame.evaluate("navigator.onLine") is False
    window.frame.evaluate(ENTER, {"contract": "hearts", "declarer": "0", "leader": "0"})
    window.inside.locator(".fan button").first.click()
    expect(window.inside.locator(".fan button").first).to_be_disabled()
    window.tap("Get the verdict")
    expect(window.inside.locator("#verdict")).to_be_visible()
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_a_ruling_of_the_desk_is_written_into_a_match(window: Window) -> None:
    match = start(window, EVENING[1], "is")
    go_to(window, f"{match}/desk/irregularity")
    for answer in ("dealing", "wrong_number", "before_play"):
        press(window, f"main a[href$='a={answer}']")
    press(window, "main a[href*='/record']")
    send(window, {})
    window.expect_path(match)
    window.expect_rows(1)
    assert window.complaints == []


@pytest.mark.left_to_soak
def test_a_league_of_ones_own_holds_a_night_of_two_tables(window: Window) -> None:
    go_to(window, "/leagues/new?lang=eu")
    send(window, {"name": "Asteartea"})
    home = window.path
    go_to(window, f"{home}/nights/plan")
    send(window, {"date": NIGHT})
    eskoba = EVENING[2]
    for seats in (("Ane", "Iñaki"), ("Maialen", "Jon")):
        go_to(window, f"{home}/start")
        send(window, {"game": "escoba", **{f"seat-{seat}": name for seat, name in enumerate(seats)}})
        match = window.path
        for number in range(1, eskoba.deals + 1):
            record(window, match, eskoba.deal, number)
        expect(window.inside.locator(".winner")).to_contain_text(seats[0])
        go_to(window, f"{home}/matches/{match.split('/')[2]}")
        send(window, {}, "form[action$='/confirm'] button")
    go_to(window, f"{home}?season=")
    for name in ("Ane", "Maialen"):
        expect(window.inside.locator("main table")).to_contain_text(name)
    assert window.complaints == []
