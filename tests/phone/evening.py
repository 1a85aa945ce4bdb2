"""An evening on a phone, through the pages: matches of every game, a series, the desk, and a league of one's own.

It is walked in the browser's Python, so it needs nothing that the phone does not have.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from werkzeug.test import create_environ

from scorekeeper.core.disputes.adjudication import adjudicate
from scorekeeper.core.findings import Report
from scorekeeper.core.rulebook import load_rulings
from scorekeeper.games import GAMES
from scorekeeper.phone.program import Program
from scorekeeper.store.leagues.log.access import Who, find_access, link_of
from scorekeeper.store.leagues.people import roster
from scorekeeper.web.desk import ruling_links
from scorekeeper.web.site.database import session
from tests.documents import question_document
from tests.phone.window import Window
from tests.web.reading import Page, Phone

BASE = "/phone/app"
NIGHT = "2026-11-17"
VOID = question_document("kani", "irregularity", answers=["dealing", "wrong_number", "before_play"])
"""A question whose ruling can be written down: the deal is void."""
Played = tuple[int, dict[str, str], dict[str, str], dict[str, str]]
PLAYED: dict[str, Played] = {
    "belot": (
        4,
        {"contract": "hearts", "declarer": "0", "trick_points-0": "120"},
        {"trick_points-0": "90", "trick_points-1": ""},
        {"trick_points-0": "100", "trick_points-1": ""},
    ),
    "kani": (
        4,
        {"bid": "9", "declarer": "0", "partner": "2", "tricks": "10"},
        {"tricks": "8"},
        {"tricks": "11"},
    ),
    "escoba": (
        2,
        {
            "most-cards": "0",
            "most-golds": "0",
            "most-sevens": "0",
            "seven_of_golds": "0",
            "escobas-0": "3",
            "escobas-1": "0",
        },
        {"escobas-0": "2"},
        {"escobas-1": "1"},
    ),
    "kinaskak": (
        4,
        {f"hands-{seat}": f"low={seat}" for seat in range(1, 4)},
        {"hands-2": "low=5"},
        {"hands-3": "low=6"},
    ),
}
"""The players of a game, a deal, its correction, and what a protest says of it."""
AT_DESK: dict[str, tuple[str, dict[str, str]]] = {
    "belot": ("legal_cards", {"contract": "hearts", "hand": "7H JC", "trick": "AS 9H"}),
    "kani": ("legal_cards", {"trump": "hearts", "hand": "7H JC", "trick": "9S"}),
    "escoba": ("leftover", {"last_capture": "0", "last_escoba": "1"}),
    "kinaskak": ("lay_off", {"meld-kind": "run", "meld-cards": "5H 6H 7H 8H", "card": "9H", "is_down": "y"}),
}
"""A question of a game and its answers."""


class Found(NamedTuple):
    """Something of the evening: how the names of the pages about it begin, and what stands in their addresses."""

    about: tuple[str, ...]
    values: dict[str, Any]


class Evening:
    """One person with one phone."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.window = Window(program)
        self.phone = Phone(self.window)  # type: ignore[arg-type]  # it asks for no more than a window has

    def go(self, address: str) -> Page:
        """Open a page that has to be there."""
        page = self.phone.get(address)
        self.stand()
        return page

    def press(self, button: str, form: int | None = None, **typed: str | list[str]) -> Page:
        """Press a button that has to lead on."""
        known = [words for one in self.phone.page.forms for words in one.buttons]
        assert button in known, f"{self.phone.address} has no “{button}”: {known}"
        page = self.phone.press(button, form, **typed)
        self.stand()
        return page

    def stand(self) -> None:
        """Fails where the page that is shown is none."""
        said = " ".join(self.phone.page.words.split())[:600]
        assert self.phone.status == 200, f"{self.phone.address}: {self.phone.status} {said}"

    # --- the evening --------------------------------------------------------------------------

    def play(self) -> list[Found]:
        """Matches of every game and a league; what stands in their addresses."""
        matches = [found for game in PLAYED for found in self.play_match(game)]
        taken = self.take_in_export(matches[0].values)
        about_nothing = Found(("",), {})
        return [about_nothing, self.find_asset(), *matches, taken, *self.ask_desk(), *self.hold_league()]

    def play_match(self, game: str) -> Iterator[Found]:
        """Deals, a correction, a protest, a ruling, an undo; and the first match of a series."""
        players, deal, correction, protest = PLAYED[game]
        sheet = self.start(game, players)
        for _ in range(3):
            self.record(sheet, deal)
        row, *_, last = self.rows(sheet)
        self.go(f"{sheet}/row/{row}/correct")
        self.press("Correct", **correction)
        if "Look before you save" in self.phone.page.words:
            self.press("Save it so")
        code = self.ask_at_match(sheet, game, row)
        self.go(f"{sheet}/row/{last}/protest")
        self.press("Play on under protest", **protest)
        dispute = self.find(r"/protest/(\d+)", self.go(sheet).html)
        self.record(sheet, deal)
        self.go(f"{sheet}/undo")
        self.press("Undo it")
        public_id, link = sheet.removeprefix(f"{BASE}/m/").split("/")
        question = AT_DESK[game][0]
        found = {"public_id": public_id, "link": link, "code": code, "question": question, "seq": row}
        yield Found(("match.", "along."), found)
        yield Found(("match.dispute",), {**found, "seq": dispute})
        if game == "kani":
            yield Found(("match.record_ruling",), {**found, "code": self.rule(VOID)})
        yield from self.play_series(game)

    def start(self, game: str, players: int) -> str:
        """A match in a hurry; its address."""
        self.go(f"/start/{game}?players={players}")
        self.press("Start")
        return self.phone.address

    def record(self, sheet: str, deal: dict[str, str]) -> None:
        """One more deal."""
        self.go(f"{sheet}/record/deal")
        self.press("Save", **deal)

    def rows(self, sheet: str) -> list[int]:
        """The lasting numbers of the entries."""
        return [int(name[1:]) for name in self.go(sheet).ids if re.fullmatch(r"e\d+", name)]

    def find(self, pattern: str, text: str) -> str:
        """The part of a page that is looked for."""
        found = re.search(pattern, text)
        assert found is not None, f"{self.phone.address} has no {pattern}"
        return found[1]

    def ask_at_match(self, sheet: str, game: str, row: int) -> str:
        """A question asked at a match, and its ruling pinned to a row; the ruling's code."""
        question, typed = AT_DESK[game]
        self.go(f"{sheet}/desk/{question}")
        self.press("Get the verdict", **typed)
        code = self.find(r"/ruling/([^/?]+)", self.phone.address)
        self.press("Pin it", target=str(row))
        return code

    def play_series(self, game: str) -> Iterator[Found]:
        """A match that was stopped, and its rematch, best of three."""
        players, deal, *_ = PLAYED[game]
        self.go(f"/start/{game}?players={players}")
        self.press("Start")
        sheet = self.phone.address.partition("?")[0]
        self.record(sheet, deal)
        self.go(f"{sheet}/stop")
        self.press("Stop here")
        self.go(sheet)
        self.press("Rematch, same seats")
        following = self.phone.address.partition("?")[0]
        self.go(f"{following}/series")
        self.press("Save", best_of="3")
        for one in (sheet, following):
            public_id, link = one.removeprefix(f"{BASE}/m/").split("/")[:2]
            yield Found(("match.",), {"public_id": public_id, "link": link})

    def take_in_export(self, match: dict[str, Any]) -> Found:
        """The file of a match taken in as another match, which says the same."""
        text = self.export(match)
        page = self.go("/import")
        self.press(next(iter(page.forms[0].buttons)), 0, document=text)
        public_id, link = self.phone.address.removeprefix(f"{BASE}/m/").split("/")[:2]
        taken = {"public_id": public_id, "link": link}
        before, after = json.loads(text), json.loads(self.export(taken))
        assert after["sheet"]["totals"] == before["sheet"]["totals"]
        assert after["entries"] == before["entries"]
        return Found(("match.",), taken)

    def export(self, match: dict[str, Any]) -> str:
        """The file of a match."""
        shown = self.window.get(f"/m/{match['public_id']}/{match['link']}/export.json")
        return str(shown.get_data(as_text=True))

    def find_asset(self) -> Found:
        """A script as pages name it."""
        html = self.go("/").html
        digest = self.find(r"/static/([0-9a-f]{10})/js/", html)
        return Found(
            ("assets",), {"digest": digest, "name": self.find(rf"/static/{digest}/(js/[^\"?]+)", html)}
        )

    # --- the desk -----------------------------------------------------------------------------

    def ask_desk(self) -> Iterator[Found]:
        """Every question of every game, with its first worked ruling, and the pages of its rules."""
        self.go("/desk/belot/legal_cards")
        self.press("Get the verdict", **AT_DESK["belot"][1])
        for game in GAMES:
            yield Found(("rules.", "api."), {"game": game, "number": "1.1", "article": "1.1"})
            yield Found(("starting.", "printing."), {"slug": game})
            good = [one for one in load_rulings(game) if "errors" not in one.expect]
            asked = {one.question["question"]: one.question for one in reversed(good)}
            for slug, question in asked.items():
                yield Found(("desk.",), {"game": game, "question": slug, "code": self.rule(question)})

    def rule(self, question: dict[str, Any]) -> str:
        """The code of a ruling, as it stands in its address."""
        answered = adjudicate(question, GAMES, Report())
        assert answered is not None, question
        with self.program.app.request_context(create_environ()):
            return ruling_links.code_of(answered, question)

    # --- a league -----------------------------------------------------------------------------

    def hold_league(self) -> Iterator[Found]:
        """A league with a season, a night, a match that counts, one that waits to come in, and its archive taken in."""
        home = self.found_league("Þriðjudagur")
        self.go(f"{home}/seasons/new")
        self.press("Save", name="Haust")
        self.go(f"{home}/nights/plan")
        self.press("Save", date=NIGHT)
        drawn, player, stream = self.run_evening(f"{home}/nights/{NIGHT}")
        match = self.play_in_league(home)
        self.go(f"{home}/matches/{match}")
        self.press("Confirm")
        while self.program.keep_leagues():
            pass  # what a page of a busy machine had no time for is derived between pages, as the worker does it
        table = self.go(f"{home}?season=").words
        assert "Vera" in table, f"the match does not count: {table}"
        archive = self.window.get(f"{home}/archive?packed=").get_data()
        public_id = home.rpartition("/")[2]
        waiting = self.start("kani", 4).removeprefix(f"{BASE}/m/").split("/")[0]
        season = self.find(r'/seasons/(?!new)([^/"?]+)', self.go(f"{home}/seasons").html)
        found = {
            "public_id": public_id,
            "date": NIGHT,
            "year": NIGHT[:4],
            "match_id": waiting,
            **self.read_league(public_id),
        }
        yield Found(("leagues.", "league_api."), found)
        yield Found(("leagues.match", "leagues.again", "leagues.move"), {**found, "key": match})
        yield Found(("leagues.evening_table", "leagues.substitute"), {**found, "key": drawn})
        yield Found(("leagues.evening_pulse",), {**found, "token": stream})
        yield Found(("leagues.here_player",), {**found, "key": player})
        yield Found(("leagues.correct",), {**found, "key": self.write_result(home, match)})
        yield Found(
            ("leagues.player", "leagues.edit_player", "leagues.merge_players"),
            {**found, "key": found["unit"]},
        )
        yield Found(("leagues.change_season", "leagues.season_rules"), {**found, "key": season})
        yield Found(("leagues.taken",), {**found, "key": self.take_many(home)})
        yield self.take_in_archive(archive)

    def take_many(self, home: str) -> str:
        """A match taken in by the way for many; the key of what came in together."""
        match = self.start("kani", 4).removeprefix(f"{BASE}/m/").split("/")[0]
        self.go(f"{home}/take-in")
        self.press("What will come in?", match=match)
        self.press("Take them in")
        return self.phone.address.rpartition("/")[2]

    def run_evening(self, night: str) -> tuple[str, str, str]:
        """An evening whose first table is won: the key of its match, and of a player who is here, and the end of the
        address at which its pages ask how far it is.
        """
        self.go(f"{night}/run/plan")
        page = self.press("Who is here?")
        for name in ("Zlata", "Zlatko", "Zora", "Zvezda"):
            page = self.press("Add", guest=name)
        player = re.findall(r'name="was"\s+value="([^"]+)"', page.html)[0]
        self.press("Draw round 1")
        page = self.press("Publish round 1")
        table, stream = (self.find(one, page.html) for one in (r"/matches/(\w{12})", r"/live/([\w-]+)"))
        self.go(f"{night}/run/table/{table}")
        self.phone.press_like("Won by")
        self.stand()
        return table, player, stream

    def found_league(self, name: str) -> str:
        """The address of a new league."""
        self.go("/leagues/new")
        self.press("Found the league", name=name)
        return self.phone.address.partition("?")[0]

    def play_in_league(self, home: str) -> str:
        """A match of the league, played to its end; its key."""
        self.go(f"{home}/start")
        self.press("Start", game="escoba", **{"seat-0": "Vera", "seat-1": "Iñaki"})
        sheet = self.phone.address.partition("?")[0]
        for _ in range(3):
            self.record(sheet, PLAYED["escoba"][1])
        return sheet.removeprefix(f"{BASE}/m/").split("/")[0]

    def write_result(self, home: str, other: str) -> str:
        """A result that stood on paper; its key."""
        self.go(f"{home}/paper")
        self.press(
            "Save",
            game="escoba",
            won="2",
            **{"side-1": "Vera", "side-2": "Iñaki", "total-1": "8", "total-2": "21"},
        )
        return self.find(rf"/matches/(?!{other})([^/\"?]+)", self.go(f"{home}/matches").html)

    def read_league(self, public_id: str) -> dict[str, Any]:
        """A player of the league and its link, from the store."""
        with self.program.app.app_context():
            access = find_access(session(), public_id, Who(1))
            player = roster.list_players(session(), access.league.id)[0].key
            return {"unit": player, "token": link_of(self.program.app.config["SECRET_KEY"], access.league)}

    def take_in_archive(self, archive: bytes) -> Found:
        """A second league that takes in what the first one gave."""
        home = self.found_league("Miðvikudagur")
        page = self.go(f"{home}/imports")
        form = next(form for form in page.forms if "Read it" in form.buttons)
        values = {**dict(form.values), "file": ("league.jsonl.gz", archive)}
        self.phone._show(self.window.post(f"{home}/imports", values))  # type: ignore[arg-type]
        self.stand()
        key = self.phone.address.rpartition("/")[2]
        self.press("Bring them in")
        return Found(("leagues.upload",), {"public_id": home.rpartition("/")[2], "key": key})
