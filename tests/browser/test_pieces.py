"""A choice, a further page and the progress of work change the page of a league that is open, without another one."""

import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from werkzeug.serving import make_server

from scorekeeper import create_app
from scorekeeper.league.statistics import measures_of
from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.leagues.exchange import sources, table_layouts, uploads
from scorekeeper.store.leagues.exchange.imports import begin_import
from scorekeeper.web.leagues.exchange import upload_page
from scorekeeper.web.site.database import session
from tests.browser.conftest import Quiet
from tests.browser.looking import COLOURS, SIZE, WHOLE, hindrances, load_anew, look, make_phone
from tests.web.leagues.club import WON, Club, club, new

MANY = 130
"""Players: more than one page shows."""
FIGURE = "main h2, main figcaption"
RESULT = "2026-01-13,Belot,Ana & Vera,151,Iñaki & Jón,93"
RESULTS = 250
AGAIN = 60_000
"""Milliseconds after which a page that asks by itself has asked again, also on a slow machine."""


class Served(NamedTuple):
    """A public league, and where it is served."""

    address: str
    club: Club
    players: list[str]

    def play(self, *, derived: bool = True) -> None:
        """A match more; its figures are worked out now or later."""
        with self.club.app.app_context():
            self.club.match(WON, players=self.players[:4])
            if derived:
                self.club.derive()

    def derive(self) -> None:
        with self.club.app.app_context():
            self.club.derive()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, migrated_sqlite: Path) -> Iterator[Served]:
    url = f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path_factory.mktemp('pieces'))}"
    app = create_app({"SECRET_KEY": b"a key for pieces", "SQLALCHEMY_DATABASE_URI": url})
    made = club(app, "public")
    players = made.players(*(f"Player {number:03}" for number in range(MANY)))
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    league = Served(f"http://127.0.0.1:{server.server_port}{made.at()}", made, players)
    league.play()
    yield league
    server.shutdown()
    thread.join(10)
    server.server_close()


class Phone:
    """A phone on which the page must stay the same document; what its console complains of is kept."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.page: Page = context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda one: one.type in ("error", "warning") and self.wrong.append(one.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.goto(address)
        self.page.evaluate("window.sameDocument = true")

    def is_same(self) -> bool:
        return self.page.evaluate("window.sameDocument === true") is True


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = make_phone(browser)
    yield made
    made.close()


def test_a_choice_changes_the_page_that_is_open_and_back_takes_it_back(
    served: Served, context: BrowserContext
) -> None:
    phone = Phone(context, f"{served.address}/matches")
    page = phone.page
    matches = page.locator("main ul.list > li")
    expect(matches.first).to_contain_text("Kani")
    page.get_by_label("Game").focus()
    page.get_by_label("Game").select_option("belot")
    expect(page.locator("main")).to_contain_text("No match fits what is chosen above.")
    expect(page).to_have_url(re.compile("game=belot"))
    expect(page.get_by_label("Game"), "the list that was chosen from stays in the hand").to_be_focused()
    expect(page.locator("#swapped")).to_have_text("Matches")
    expect(page.locator(".languages a").first).to_have_attribute("href", re.compile("game=belot"))
    for theme, options in (("dark", COLOURS), ("light", WHOLE)):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert hindrances(page, options) == []
    page.go_back()
    expect(matches.first).to_contain_text("Kani")
    expect(page.get_by_label("Game")).to_have_value("")
    page.go_forward()
    expect(page.locator("main")).to_contain_text("No match fits what is chosen above.")
    expect(page.get_by_label("Game")).to_have_value("belot")
    assert phone.is_same()
    assert phone.wrong == []


def test_a_further_page_comes_into_the_place_of_the_one_before_and_begins_at_its_top(
    served: Served, context: BrowserContext
) -> None:
    phone = Phone(context, f"{served.address}/players")
    page = phone.page
    expect(page.get_by_text("Player 000")).to_be_visible()
    page.get_by_role("link", name="Next page").tap()
    expect(page.get_by_text(f"Player {MANY - 1}")).to_be_attached()
    expect(page.get_by_text("Player 000")).to_have_count(0)
    expect(page).to_have_url(re.compile("skip="))
    expect(page.locator("main")).to_be_focused()
    page.wait_for_function("scrollY === 0")
    page.get_by_label("Name").fill("Player 12")
    page.keyboard.press("Enter")
    expect(page.locator("main ul.list > li")).to_have_count(10)
    beginning = re.compile(r"^(?!.*skip=)")
    expect(page, "a search for a name begins at the first page").to_have_url(beginning)
    assert phone.is_same()
    assert phone.wrong == []


def test_the_statistics_show_another_figure_by_keyboard_alone(
    served: Served, context: BrowserContext
) -> None:
    phone = Phone(context, f"{served.address}/statistics")
    page = phone.page
    before = page.locator(FIGURE).first.inner_text()
    page.get_by_label("What").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator(FIGURE).first).not_to_have_text(before)
    expect(page.get_by_label("What")).to_be_focused()
    said = page.locator(FIGURE).first.inner_text()
    expect(page.locator("#swapped")).to_have_text(f"Statistics: {said}")
    look(page, "pieces", "statistics")
    assert phone.is_same()
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_a_list_shows_what_is_shown_also_where_the_server_chose_otherwise(
    served: Served, context: BrowserContext
) -> None:
    phone = Phone(context, f"{served.address}/statistics?game=belot")
    game, figure = phone.page.get_by_label("Game"), phone.page.get_by_label("What")
    usual = figure.input_value()
    only_there = next(code for code in measures_of("belot") if code not in measures_of("kani"))
    for code in (only_there, usual, only_there):
        figure.select_option(code)
        expect(figure.locator("option[selected]")).to_have_attribute("value", code)
    game.select_option("kani")
    expect(figure.locator(f"option[value={only_there}]")).to_have_count(0)
    expect(figure).to_have_value(usual)
    said = figure.locator("option[selected]").inner_text()
    expect(phone.page.locator(FIGURE).first).to_have_text(said)
    assert phone.is_same()


def test_without_scripts_the_same_forms_and_links_lead_to_the_same_pages(
    served: Served, browser: Browser
) -> None:
    context = browser.new_context(viewport=SIZE, java_script_enabled=False, locale="en-GB")  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{served.address}/matches?after=9")
    page.get_by_label("Game").select_option("belot")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("main")).to_contain_text("No match fits what is chosen above.")
    expect(page, "a choice begins at the first page").to_have_url(
        re.compile(r"/matches\?game=belot&state=&q=$")
    )
    page.goto(f"{served.address}/players")
    page.get_by_role("link", name="Next page").click()
    expect(page.get_by_text(f"Player {MANY - 1}")).to_be_visible()
    context.close()


def test_figures_that_are_worked_out_come_by_themselves_but_not_under_a_finger(
    served: Served, context: BrowserContext
) -> None:
    served.play(derived=False)
    phone = Phone(context, f"{served.address}?season=")
    page, waiting = phone.page, phone.page.get_by_text("Updating: these figures")
    expect(waiting).to_be_visible()
    page.mouse.move(180, 300)
    page.mouse.down()
    served.derive()
    page.evaluate("0")  # an answer from before is heard of now
    for _answer in range(2):  # and one may have been asked for before
        with page.expect_response(lambda answer: "?season=" in answer.url, timeout=AGAIN):
            pass
    page.wait_for_timeout(300)
    expect(waiting).to_be_visible()
    page.mouse.up()
    expect(waiting).to_have_count(0, timeout=AGAIN)
    assert phone.is_same()
    assert phone.wrong == []


def test_a_page_that_asks_by_itself_is_not_replaced_by_one_that_is_gone_nor_loses_the_focus(
    served: Served, context: BrowserContext
) -> None:
    served.play(derived=False)
    phone = Phone(context, f"{served.address}/matches")
    page, waiting = phone.page, phone.page.get_by_text("Updating: these figures")
    page.get_by_label("Game").focus()
    gone = re.compile(f"{re.escape(served.address)}/matches$")
    page.route(gone, lambda route: route.fulfill(status=404, content_type="text/html", body="<p>gone</p>"))
    with page.expect_response(lambda answer: answer.status == 404, timeout=AGAIN):
        pass
    page.wait_for_timeout(300)
    expect(waiting).to_be_visible()
    page.unroute(gone)
    served.derive()
    expect(waiting).to_have_count(0, timeout=AGAIN)
    expect(page.get_by_label("Game"), "what came by itself takes nothing out of the hand").to_be_focused()
    assert phone.is_same()
    assert [one for one in phone.wrong if "404" not in one] == []


@pytest.mark.left_to_soak
def test_old_results_that_come_in_count_up_on_the_page_that_is_open(
    served: Served, context: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upload_page, "STEP_SECONDS", 0)  # no machine is so quick that it is done at once
    club = served.club
    with club.app.app_context():
        body = "\n".join([",".join(table_layouts.PAPER_HEADER), *([RESULT] * RESULTS)]).encode()
        access = club.access()
        key = uploads.receive_upload(session(), access, uuid=new(), kind=sources.PAPER, body=body)
        begin_import(session(), access, key)
        token = sign_ins.begin(session(), club.accounts["organiser"], how="password", words="a phone")
    context.add_cookies([{"name": "account", "value": token, "url": served.address}])
    phone = Phone(context, f"{served.address}/imports/{key}")
    progress = phone.page.locator("main progress").first
    before, whole = progress.get_attribute("value") or "", progress.get_attribute("max") or ""
    assert 0 < int(before) < int(whole), "it is still being done"
    phone.page.get_by_text("Take all of it out again").first.tap()
    expect(progress).not_to_have_attribute("value", before, timeout=AGAIN)
    expect(phone.page.locator("main details").last).to_have_attribute("open", "")
    expect(progress).to_have_attribute("value", whole, timeout=180_000)
    assert phone.is_same()
    assert phone.wrong == []


@pytest.mark.left_to_soak
def test_a_choice_without_network_is_answered_as_a_page_without_network_is(
    served: Served, context: BrowserContext
) -> None:
    phone = Phone(context, f"{served.address}/matches")
    phone.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    load_anew(phone.page)
    context.set_offline(True)
    phone.page.get_by_label("Game").select_option("belot")
    expect(phone.page.get_by_role("heading", name="No network")).to_be_visible()
    expect(phone.page).to_have_url(re.compile("game=belot"))
