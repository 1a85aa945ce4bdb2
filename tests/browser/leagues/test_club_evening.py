"""A club's evening on its phones: 24 players of Belot, one organiser, a phone at each table, two that watch a seat."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urljoin

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, expect
from sqlalchemy import func, select

from scorekeeper import create_app
from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.games import GAMES
from scorekeeper.league.results import CONFIRMED, CONTESTED
from scorekeeper.store.accounts import sign_ins
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import tonight
from scorekeeper.store.leagues.matches.listing import Assignment, find_assignment
from scorekeeper.web.leagues.evening.tonight import table_address, tonight_address
from scorekeeper.web.site.database import session
from tests.browser.conftest import UNKEPT
from tests.browser.entry import test_belot as belot
from tests.browser.entry.screens import digits
from tests.browser.entry_table import Phone as TablePhone
from tests.browser.looking import CLIPPED, LANGUAGES, THEMES, look, make_phone
from tests.browser.spoken import LOCALES, speak
from tests.browser.test_large_text import OVER_ONE_ANOTHER
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
        expect(self.page.locator("body")).to_contain_text(say(words, **values), use_inner_text=True)

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
        self.league: Club = founded(self.app, "private")
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


@pytest.fixture
def evening(processes: None, browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(browser, tmp_path)
    yield made
    made.close()


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


def see_the_own_table(evening: Evening, tables: Sequence[Seated]) -> None:
    """Those who only watch their seat see the new table by themselves."""
    seats = {name: table.number for table in tables for name in table.names}
    for name, phone in evening.watching.items():
        if name in seats:
            expect(phone.page.locator(".my-table")).to_have_text(re.compile(rf"^{seats[name]}\D"))
        else:
            told = "You rest in this round." if name in evening.resting else "You have no seat in this round."
            expect(phone.page.locator(".my-rest")).to_have_text(say(told))


def contest(sat: Sat) -> None:
    """Who holds the phone has lost, and says that the result is not right."""
    phone, seat = sat.phone, sat.round % 4
    mine, theirs = totals_of(sat)[seat % 2], totals_of(sat)[1 - seat % 2]
    assert mine < theirs
    phone.open_sheet()
    phone.looks("over", "Next round")
    phone.press("Confirm the result")
    with_reason = phone.page.locator("details").filter(has_text=say("It is not right")).first
    phone.tap(with_reason.locator("summary"))
    with_reason.locator("input[name=reason]").fill("Преброихме още веднъж")
    phone.tap(with_reason.get_by_role("button"))
    expect(phone.page.locator("main [role=status]").filter(has_text=say("contested"))).to_be_visible()


def settle(organiser: Phone, number: int) -> None:
    """The organiser looks at a contested match of an earlier round and confirms it."""
    organiser.press("Round %(number)s", number=number)
    organiser.tap(organiser.page.locator(".live.first > a").first)
    organiser.press("Confirm")
    organiser.reads("Confirmed.")


def type_result(organiser: Phone, table: int, *totals: int) -> None:
    """A table kept its score on paper; the organiser types how it ended."""
    organiser.press("More about table %(number)s", number=table)
    organiser.looks("a table", "That is how it ended")
    for side, total in enumerate(totals):
        organiser.page.locator(f"#total-{side}").fill(str(total))
    organiser.press("That is how it ended")
    expect(card_of(organiser, table)).to_contain_text(say("waits to be confirmed"))
    expect(card_of(organiser, table)).to_contain_text(" : ".join(map(str, totals)))


def seat_substitute(evening: Evening, sat: Sat) -> str:
    """A guest sits down in the first seat of a table, and stays; whose place it was."""
    organiser, left = evening.organiser, sat.seated.names[0]
    organiser.open(evening.run("/here"))
    organiser.tap(organiser.page.locator("summary").filter(has_text=say("Add guests")))
    organiser.page.locator("#guest").fill(SUBSTITUTE)
    organiser.press("Add")
    expect(organiser.page.get_by_role("checkbox", name=SUBSTITUTE)).to_be_checked()
    organiser.open(evening.run("/rounds"))
    organiser.press("More about table %(number)s", number=sat.seated.number)
    organiser.press("Another player sits down")
    organiser.looks("substitute", "Save")
    organiser.tap(organiser.page.locator("input[name=seat]").first)
    organiser.page.locator("select[name=player]").select_option(label=SUBSTITUTE)
    organiser.tap(organiser.page.locator("input[name=stays]"))
    organiser.press("Save")
    expect(card_of(organiser, sat.seated.number)).to_contain_text(SUBSTITUTE)
    return left


def call_last_deal(organiser: Phone, table: int) -> None:
    organiser.press("More about table %(number)s", number=table)
    organiser.press("Last deal")
    expect(organiser.page.locator(".notice")).to_be_visible()


def card_of(organiser: Phone, table: int) -> Locator:
    number = organiser.page.locator(".t", has_text=re.compile(rf"^{table}$"))
    return organiser.page.locator(".live").filter(has=number)


def enter_a_deal_while_the_power_goes(evening: Evening, sat: Sat, deal: int) -> None:
    """It waits on the phone until the server answers again, and is written once."""
    phone, recorded = sat.phone, len(sat.phone.entries())
    phone.open_sheet()
    phone.press("Record a deal")
    phone.pill("Contract", "hearts")
    phone.pill("Declarer", sat.seated.names[(sat.seated.number + deal) % 4])
    digits(phone, points_of(sat, deal))
    phone.wait_until_kept()
    evening.kill()
    phone.press("Save")
    expect(phone.page.locator("#outbox ol > li")).to_have_count(1)
    evening.server.start()
    expect(phone.page.locator("#outbox ol > li")).to_have_count(0)
    assert len(phone.entries()) == recorded + 1


def is_over(sat: Sat) -> None:
    """The sheet leads to the next round, and offers no rematch."""
    sat.phone.open_sheet()
    expect(sat.phone.key("Next round")).to_be_visible()
    expect(sat.phone.key("Rematch, same seats")).to_have_count(0)


# --- what came of it ------------------------------------------------------------------------------


def score(sat: Sat) -> Sheet:
    """The sheet as the engine scores what was recorded."""
    document = sat.phone.context.request.get(f"{sat.sheet}/export.json").json()
    report = Report()
    sheet = score_match(document, GAMES, report)
    assert sheet is not None, report.errors
    return sheet


def totals_of(sat: Sat) -> tuple[int, ...]:
    return tuple(score(sat).totals)


class Own(NamedTuple):
    """What a player has: evening points, difference, wins."""

    points: Fraction = Fraction(0)
    difference: Fraction = Fraction(0)
    wins: Fraction = Fraction(0)

    def __add__(self, other: Any) -> Own:
        return Own(*(one + more for one, more in zip(self, other, strict=True)))


def add_up(evening: Evening) -> dict[str, Own]:
    """Everybody's evening, counted from the totals on the sheets."""
    own = dict.fromkeys((*NAMES, SUBSTITUTE), Own())
    played = Counter[str]()
    for sat in evening.sat:
        totals = totals_of(sat)
        for side, names in enumerate(sat.seated.sides):
            apart = totals[side] - totals[1 - side]
            won = Fraction((apart > 0) - (apart < 0) + 1, 2)
            for name in names:
                own[name] += Own(won, Fraction(apart), won)
                played[name] += 1
    for name, rests in evening.rested.items():
        points, difference, _wins = own[name]
        times = Fraction(rests, played[name] or 1)
        own[name] += Own(points * times if played[name] else Fraction(rests, 2), difference * times)
    return own


def write_number(number: Fraction, *, signed: bool = False) -> str:
    """A number as Bulgarians write it: halves as such, others with one digit behind the comma."""
    whole, sign = abs(number), "−" if number < 0 else "+" if signed and number else ""
    if whole.denominator == 2:
        return f"{sign}{whole.numerator // 2 or ''}½"
    return sign + f"{float(whole):.1f}".removesuffix(".0").replace(".", ",")


def list_standings(own: dict[str, Own]) -> list[tuple[str, str, str, str]]:
    """Place, name, difference and points of everybody, the best first; who is level in everything shares a place."""
    better = {name: sum(other > one for other in own.values()) for name, one in own.items()}
    return [
        (str(better[name] + 1), name, write_number(one.difference, signed=True), write_number(one.points))
        for name, one in own.items()
    ]


ROWS = """rows => rows.map((row) => {
  const words = (part) => row.querySelector(part).firstChild.textContent.trim();
  return [words("td"), words("th"), words("td:last-child small"), words("td:last-child b")];
})"""
"""Place, name, difference and points of each row of the standings."""


def assert_seats_are_those_of_the_draw(evening: Evening) -> None:
    """Every match belongs to the league and the night, and the right people sit in their seats."""
    names = {key: name for name, key in evening.keys.items()}
    for sat in evening.sat:
        found = evening.find(sat)
        assert found.league.public_id == evening.league.league.public_id
        assert found.match.night == evening.date
        assert tuple(names.get(key, SUBSTITUTE) for key in found.match.players) == sat.seated.names
        assert tuple(score(sat).table.names) == evening.sheets.get(sat.match, sat.seated.names)


def read_confirmations(sats: Iterable[Sat], evening: Evening) -> dict[int, str]:
    """How the matches of a round stand, by table."""
    return {sat.seated.number: evening.find(sat).match.confirmation for sat in sats}


def test_an_evening_of_24_is_run_from_the_plan_to_the_podium(evening: Evening) -> None:
    organiser, second = evening.organiser, evening.phone("owner")
    plan(organiser, evening)
    tick_everybody(organiser)
    evening.watch_seats()

    # the first round: 23 people at five tables, three rest
    swap(organiser, read_draw(organiser, 1))
    tables = publish(evening, 1)
    see_the_own_table(evening, tables)
    first = sit_everybody_down(evening, 1, tables)
    evening.tables[-1].open(evening.squares[-1])
    evening.tables[-1].reads(
        "No match is drawn for this table now. Scan the code again when the round is published."
    )
    for deal in range(DEALS):
        tap_deal(first[1], deal)
    for number in (2, 3, 4):
        send_deals(first[number], *range(DEALS))
    send_deals(first[5], 0)
    is_over(first[1])
    contest(first[2])
    with organiser.counted_apart("typed result"):
        type_result(organiser, 5, 31, 18)
    assert totals_of(first[5]) == (31, 18)

    # the second round, which two publish at once: a contest holds back its own match alone
    draw_next(organiser, 2)
    second.open(evening.run("/draw"))
    tables = publish(evening, 2)
    assert read_confirmations(first.values(), evening) == {**dict.fromkeys(first, CONFIRMED), 2: CONTESTED}
    with second.counted_apart("second organiser"):
        second.press("Publish round %(number)s", number=2)
        second.reads("%(name)s has published round %(number)s already.", name="Organiser", number=2)
        second.heads("Round %(number)s of %(rounds)s", number=2, rounds=ROUNDS)
    assert evening.count_matches() == 5 + 6
    see_the_own_table(evening, tables)
    now = sit_everybody_down(evening, 2, tables)
    send_deals(now[3], 0)
    with organiser.counted_apart("last deal"):
        call_last_deal(organiser, 3)
    send_deals(now[3], 1)
    is_over(now[3])
    for number in (1, 2, 4, 5, 6):
        send_deals(now[number], *range(DEALS))
    with organiser.counted_apart("contest"):
        settle(organiser, 1)
    assert evening.find(first[2]).match.confirmation == CONFIRMED
    organiser.open(evening.run("/rounds"))

    # the third round: the power goes while a deal is entered
    draw_next(organiser, 3)
    tables = publish(evening, 3)
    see_the_own_table(evening, tables)
    now = sit_everybody_down(evening, 3, tables)
    for sat in now.values():
        send_deals(sat, 0)
    before = {number: sat.phone.document() for number, sat in now.items()}
    enter_a_deal_while_the_power_goes(evening, now[1], 1)
    assert {number: sat.phone.document() for number, sat in now.items() if number != 1} == {
        number: document for number, document in before.items() if number != 1
    }
    send_deals(now[1], 2)
    with organiser.counted_apart("substitute"):
        left = seat_substitute(evening, now[2])
    evening.sheets[now[2].match] = (SUBSTITUTE, *now[2].seated.names[1:])
    for number in range(2, TABLES + 1):
        send_deals(now[number], 1, 2)
    organiser.open(evening.run("/rounds"))
    organiser.looks("rounds", "Draw round %(number)s", number=4)

    # the last round without the two who have left: 22 people at five tables
    draw_next(organiser, 4)
    tables = publish(evening, 4)
    seated = {name for table in tables for name in table.names} | set(evening.resting)
    assert seated.isdisjoint({*LEAVING, left})
    assert SUBSTITUTE in seated
    see_the_own_table(evening, tables)
    for sat in sit_everybody_down(evening, 4, tables).values():
        send_deals(sat, *range(DEALS))
    organiser.open(evening.run("/rounds"))
    organiser.press("To the end")
    organiser.looks("end", "Close the evening")
    standings = list_standings(add_up(evening))
    assert sorted(map(tuple, organiser.page.locator("table.evening tbody tr").evaluate_all(ROWS))) == sorted(
        standings
    )
    expect(organiser.page.locator(".podium")).to_contain_text(
        next(name for place, name, *_ in standings if place == "1")
    )
    organiser.press("Close the evening")
    expect(organiser.key("Open the evening again")).to_be_visible()
    assert set(read_confirmations(evening.sat, evening).values()) == {CONFIRMED}

    assert_seats_are_those_of_the_draw(evening)
    assert evening.count_matches() == len(evening.sat) == 5 + 6 + 6 + 5
    assert organiser.taps <= MAX_TAPS, organiser.apart
    for phone in (organiser, second, *evening.tables, *evening.watching.values()):
        assert phone.wrong == [], phone.page.url


@pytest.mark.left_to_soak
@pytest.mark.soak
def test_no_page_of_an_evening_is_cut_off_in_any_language(evening: Evening) -> None:
    organiser = evening.organiser
    plan(organiser, evening)
    tick_everybody(organiser)
    first = sit_everybody_down(evening, 1, publish(evening, 1))
    send_deals(first[1], *range(DEALS))
    send_deals(first[2], 0)
    night, key = evening.league.at(f"nights/{evening.date}"), evening.keys[NAMES[0]]
    pages = (
        night,
        f"{night}/board",
        *map(
            evening.run,
            ("/plan", "/here", f"/here/{key}", "/draw", "/rounds", f"/table/{first[2].match}", "/end"),
        ),
        evening.league.at("tables"),
        *evening.squares[::5],
        evening.evenings_square,
        *(f"{evening.evenings_square}/{evening.keys[name]}" for name in NAMES),
        first[1].sheet,
    )
    for language in LANGUAGES:
        for number, path in enumerate(pages):
            organiser.open(f"{path}?lang={language}")
            look(
                organiser.page,
                "club-evening",
                f"{number:02}-{language}",
                audit=language == LANGUAGE and number < 13,
            )
            organiser.page.evaluate("document.documentElement.style.fontSize = '200%'")
            wide = organiser.page.evaluate("document.documentElement.scrollWidth")
            found = organiser.page.evaluate(CLIPPED) + organiser.page.evaluate(OVER_ONE_ANOTHER)
            assert (wide, found) == (360, []), f"{language} {path}"
    assert organiser.wrong == []
