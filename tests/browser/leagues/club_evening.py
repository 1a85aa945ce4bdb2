"""A club with phones, and what its people do on an evening: the organiser and those at the tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, expect
from sqlalchemy import func, select

from scorekeeper import create_app
from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.matches.listing import Assignment, find_assignment
from scorekeeper.web.leagues.evening.tonight import table_address, tonight_address
from scorekeeper.web.site.database import session
from scorekeeper.web.site.prose import one_stop
from tests.browser.conftest import UNKEPT
from tests.browser.entry import test_belot as belot
from tests.browser.entry_table import Phone as TablePhone
from tests.browser.looking import THEMES, look, make_phone
from tests.browser.spoken import LOCALES, speak
from tests.soak import in_soak
from tests.trust.servers import Server
from tests.web.leagues.club import Club, founded
from tests.web.reading import Page

LANGUAGE = "bg"
NAMES = (
    "Александър",
    "Борис",
    "Вера",
    "Георги Ст.",
    "Георги Стоянов",
    "Десислава",
    "Елена",
    "Живко",
    "Златка",
    "Иван",
    "Йордан",
    "Калина",
    "Любомир",
    "Мария",
    "Никола",
    "Огнян",
    "Петя",
    "Радослав",
    "Стефан",
    "Теодора",
    "Hrafnhildur Anna",
    "Georgi-Stefan",
    "Цветан",
    "Юлия",
)
LATE, LEAVING = "Десислава", ("Живко", "Петя")
SUBSTITUTE = "Лора"
"""Who comes during the third round and stays, in the place of who has to go."""
TABLES, ROUNDS, DEALS = 6, 4, 3
WATCHING = (LATE, "Огнян")
MAX_TAPS, MAX_TAPS_TO_THE_SHEET = 60, 3

NARROW = """addEventListener("load", () => {
  const look = () => {
    const wide = document.documentElement.scrollWidth;
    if (wide > 360) console.error(`${location.pathname} is ${wide} wide`);
  };
  look();
  document.addEventListener("htmx:after:swap", look);
})"""
"""Every page that a phone comes to says by itself that it is wider than the phone."""
NO_ANSWER = ("net::ERR_CONNECTION_", "net::ERR_INCOMPLETE_", "net::ERR_EMPTY_", "Failed to fetch")
"""What a browser, and htmx, say of a server that is not there."""


def say(words: str, **values: Any) -> str:
    """A sentence of the program as the phones of this club say it."""
    said = speak(words, LANGUAGE, "belot")
    return said % values if values else said


class Phone(TablePhone):
    """A phone that taps what it reads in its own language; what its browser complains of is kept."""

    def __init__(self, context: BrowserContext, club: Evening) -> None:
        self.club, self.apart = club, dict[str, int]()
        super().__init__(context, language=LANGUAGE)
        self.game = "belot"
        self.page.on("console", self._note_complaint)

    def _note_complaint(self, message: ConsoleMessage) -> None:
        """A form that was refused is no complaint, nor that a server that was killed does not answer."""
        refused = any(f"status of {code}" in message.text for code in (409, 422))
        gone = self.club.kills and any(one in message.text for one in NO_ANSWER)
        if message.type == "error" and not refused and not gone:
            self.wrong.append(message.text)

    def open(self, address: str) -> None:
        """Scan a square, or type an address."""
        self.page.goto(urljoin(self.club.server_address, address))

    def key(self, words: str, **values: Any) -> Locator:
        """A key or a link of the page itself."""
        name, main = say(words, **values), self.page.locator("main, .top")
        found = main.get_by_role("button", name=name, exact=True)
        return found.or_(main.get_by_role("link", name=name, exact=True)).first

    def press(self, words: str, **values: Any) -> None:
        """Tap a key."""
        self.tap(self.key(words, **values))

    def reads(self, words: str, **values: Any) -> None:
        """Wait until the page says so."""
        expect(self.page.locator("body")).to_contain_text(one_stop(say(words, **values)), use_inner_text=True)

    def heads(self, words: str, **values: Any) -> None:
        """Wait until the head of the page says so."""
        expect(self.page.locator("h1")).to_contain_text(say(words, **values), ignore_case=True)

    def looks(self, name: str, words: str, **values: Any) -> None:
        """Once a key is there, nothing on this screen is cut off; in the soak axe reads it in both themes."""
        expect(self.key(words, **values)).to_be_visible()
        themes = in_soak(THEMES, THEMES[:1])
        look(self.page, "club-evening", name, themes, audit=in_soak(True, False))

    @contextmanager
    def counted_apart(self, why: str) -> Iterator[None]:
        """What an evening does not need of its organiser unless something happens."""
        before = self.taps
        yield
        self.apart[why] = self.apart.get(why, 0) + self.taps - before
        self.taps = before


class Seated(NamedTuple):
    """A table of a round as the draw shows it: its number and the names by seat."""

    number: int
    names: tuple[str, ...]

    @property
    def sides(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return self.names[::2], self.names[1::2]


class Sat(NamedTuple):
    """A table that is played: its round, who sits there, the phone that writes, and the address of its sheet."""

    round: int
    seated: Seated
    phone: Phone
    sheet: str

    @property
    def match(self) -> str:
        found = re.search(r"/m/([^/]+)/", self.sheet)
        assert found
        return found[1]


class Evening:
    """A league on a server of its own, and the phones of those who came."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.server = Server(folder, f"sqlite:///{folder / 'club.db'}", workers=1)
        self.server.start()
        self.kills = 0
        self.app: Flask = create_app(
            {"SECRET_KEY": self.server.key, "SQLALCHEMY_DATABASE_URI": self.server.url, "TESTING": True}
        )
        self.league: Club = founded(self.app, "private").with_clock_at(hour=19)
        with self.app.app_context():
            self.keys = dict(zip(NAMES, self.league.players(*NAMES), strict=True))
            self.date = tonight(self.league.league)
        organiser = self.league.phone("organiser")
        organiser.get(self.league.at("nights/plan"))
        organiser.press("Save", date=self.date)
        with self.app.test_request_context():
            self.evenings_square = tonight_address(self.league.league)
            self.squares = [table_address(self.league.league, number) for number in range(1, TABLES + 1)]
        self.sat: list[Sat] = []
        self.resting: list[str] = []
        self.rested = Counter[str]()
        self.organiser = self.phone("organiser")
        self.tables = [self.phone() for _table in range(TABLES)]
        self.watching: dict[str, Phone] = {}
        self.sheets: dict[str, tuple[str, ...]] = {}
        """The names that a sheet ends with, where they are others than the draw has."""

    @property
    def server_address(self) -> str:
        return f"http://{self.server.host}:{self.server.port}"

    def phone(self, account: str | None = None) -> Phone:
        """One more phone; an account may be signed in there."""
        context = make_phone(self.browser, locale=LOCALES[LANGUAGE], **UNKEPT)
        context.add_init_script(NARROW)
        self.contexts.append(context)
        if account is not None:
            with self.app.app_context():
                token = sign_ins.begin(
                    session(), self.league.accounts[account], how="password", words="a phone"
                )
            context.add_cookies([{"name": "account", "value": token, "url": self.server_address}])
        return Phone(context, self)

    def run(self, step: str = "") -> str:
        """The address of a step of the evening."""
        return self.league.at(f"nights/{self.date}/run{step}")

    def find(self, sat: Sat) -> Assignment:
        """Where the match of a table stands in its league."""
        with self.app.app_context():
            found = find_assignment(session(), sat.match)
        assert found is not None
        return found

    def count_matches(self) -> int:
        """How many matches the league has."""
        with self.app.app_context():
            query = select(func.count()).select_from(LeagueMatchRow)
            return int(session().execute(query).scalar_one())

    def watch_seats(self) -> None:
        """Two find their own names in the evening's square, and leave the page open."""
        for name in WATCHING:
            phone = self.phone()
            phone.open(self.evenings_square)
            phone.press(name)
            phone.reads("The first round is not published yet.")
            self.watching[name] = phone

    def kill(self) -> None:
        """The power is gone."""
        self.kills += 1
        self.server.kill()

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.server.kill()


# --- what people do -------------------------------------------------------------------------------


def plan(organiser: Phone, evening: Evening) -> None:
    """The evening is Belot with partners that change, three deals a match."""
    organiser.open(evening.league.at(f"nights/{evening.date}"))
    organiser.press("Run the evening")
    organiser.looks("plan", "Who is here?")
    organiser.tap(organiser.page.locator("summary").filter(has_text=say("Length")))
    organiser.page.locator("input[name=deals]").fill(str(DEALS))
    organiser.press("Who is here?")


def tick_everybody(organiser: Phone) -> None:
    """All 24 are ticked; one comes to the second round, two leave after the third."""
    for name in NAMES:
        organiser.tap(organiser.page.get_by_role("checkbox", name=name, exact=True))
    expect(organiser.page.locator("#count")).to_have_text("24")
    organiser.press("Save")
    for name, label, number in (
        (LATE, "From round", 2),
        *((one, "Leaves after round", 3) for one in LEAVING),
    ):
        organiser.press("More about %(name)s", name=name)
        organiser.page.get_by_label(say(label), exact=True).fill(str(number))
        organiser.press("Save")
    organiser.looks("here", "Draw round %(number)s", number=1)
    organiser.press("Draw round %(number)s", number=1)


def read_draw(organiser: Phone, number: int) -> list[Seated]:
    """The tables that the draw shows, by their numbers."""
    organiser.heads("Round %(number)s", number=number)
    cards = organiser.page.locator(".tcard:not(.rest)").all()
    found = []
    for card in cards:
        one, other = (
            [name.inner_text() for name in side.locator(".name").all()] for side in card.locator(".nm").all()
        )
        seats = tuple(name for pair in zip(one, other, strict=True) for name in pair)
        found.append(Seated(int(card.locator(".t").inner_text().split()[0]), seats))
    return found


def swap(organiser: Phone, tables: Sequence[Seated]) -> None:
    """The first of one table and the first of the next change places; the others stay."""
    one, other = tables[0].names[0], tables[1].names[0]
    with organiser.counted_apart("swap"):
        organiser.press(one)
        organiser.reads("Tap a second name: it changes places with %(name)s.", name=one)
        organiser.looks("draw", "Publish round %(number)s", number=1)
        organiser.press(other)
        organiser.reads("Tap a name, then another: they change places.")
    places = {one: other, other: one}
    wanted = [Seated(table.number, tuple(places.get(name, name) for name in table.names)) for table in tables]
    assert set(map(unordered, read_draw(organiser, 1))) == set(map(unordered, wanted))


def unordered(table: Seated) -> frozenset[frozenset[str]]:
    """Who plays with whom against whom."""
    return frozenset(map(frozenset, table.sides))


def publish(evening: Evening, number: int) -> list[Seated]:
    """The tables of a round that is published as it is drawn."""
    organiser = evening.organiser
    tables = read_draw(organiser, number)
    evening.resting = organiser.page.locator(".tcard.rest .name").all_inner_texts()
    evening.rested.update(evening.resting)
    organiser.press("Publish round %(number)s", number=number)
    organiser.heads("Round %(number)s of %(rounds)s", number=number, rounds=ROUNDS)
    return tables


def draw_next(organiser: Phone, number: int) -> None:
    """From the tables that have played to the next draw."""
    organiser.press("Draw round %(number)s", number=number)
    organiser.heads("Round %(number)s", number=number)


def sit_down(evening: Evening, number: int, seated: Seated) -> Sat:
    """The phone of a table scans its square; a tap on one of the four names that are drawn there opens the sheet."""
    phone, seat = evening.tables[seated.number - 1], number % 4
    before = phone.taps
    phone.open(evening.squares[seated.number - 1])
    expect(phone.page.locator(".seat-choice button")).to_have_text(list(seated.names))
    phone.press(seated.names[seat])
    phone.page.wait_for_url("**/m/**")
    assert phone.taps - before <= MAX_TAPS_TO_THE_SHEET
    phone.sheet = phone.page.url
    return Sat(number, seated, phone, phone.sheet)


def sit_everybody_down(evening: Evening, number: int, tables: Sequence[Seated]) -> dict[int, Sat]:
    """The tables of a round by their numbers."""
    now = {one.number: sit_down(evening, number, one) for one in tables}
    evening.sat += now.values()
    return now


def points_of(sat: Sat, deal: int) -> str:
    """What the first side takes in a deal: every table tells another story."""
    return str(20 + (31 * sat.round + 47 * sat.seated.number + 59 * deal) % 122)


def tap_deal(sat: Sat, deal: int) -> None:
    """A deal is recorded by taps; what the page says before is what is written."""
    declarer = sat.seated.names[(sat.seated.number + deal) % 4]
    belot.deal(sat.phone, "hearts", declarer, points={0: points_of(sat, deal)})


def send_deal(sat: Sat, deal: int) -> None:
    """A deal is sent by the form of this phone, as a browser without scripts sends it."""
    address, ask = f"{sat.sheet}/record/deal", sat.phone.context.request
    form = next(one for one in Page(ask.get(address).text()).forms if "contract" in one.names)
    declarer = str((sat.seated.number + deal) % 4)
    typed = {"contract": "hearts", "declarer": declarer, "trick_points-0": points_of(sat, deal)}
    values: dict[str, Any] = {name: value for name, value in form.values if name not in typed} | typed
    answer = ask.post(
        urljoin(address, form.attributes.get("action") or address), form=values, max_redirects=0
    )
    assert answer.status == 303, Page(answer.text()).words


def send_deals(sat: Sat, *deals: int) -> None:
    for deal in deals:
        send_deal(sat, deal)
