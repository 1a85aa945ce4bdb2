"""A league on the pages: an account in every role, each with a phone of its own, and a few matches."""

import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from flask import Flask, current_app, has_app_context
from sqlalchemy import insert, select

from scorekeeper.store import clock
from scorekeeper.store.accounts import devices, sign_ins
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.all_models import METADATA
from scorekeeper.store.db import db
from scorekeeper.store.leagues.exchange import sources
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log import founding
from scorekeeper.store.leagues.log.access import Access, League, Who, find_access
from scorekeeper.store.leagues.matches import assign_match, listing
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.web.conftest import Page, Phone, file_of

Result = TypeVar("Result")
ROLES = ("owner", "organiser", "scorer", "player")
NAMES = ("Vera", "Георги", "Þórdís", "Iñaki")
SHORT = {"target": 10, "tie_at_target": "shared"}
"""Rules by which one deal of Kani is a whole match."""
WON = {"kind": "deal", "bid": 12, "declarer": 0, "partner": 1, "tricks": 12}
"""A deal with which the first two players win it."""


def new() -> str:
    return str(uuid4())


def title(page: Page) -> str:
    """The heading of a page."""
    return " ".join(re.sub(r"<[^>]+>", "", re.findall(r"<h1[^>]*>(.*?)</h1>", page.html, re.S)[0]).split())


def account(name: str) -> int:
    """An account without a password: hashing takes long, and no test here signs in by it."""
    values = {"name": name, "name_key": new(), "handle": new(), "codes_round": 0, "made_at": clock.now()}
    made: int = session().execute(insert(AccountRow).values(**values).returning(AccountRow.id)).scalar_one()
    session().commit()
    return made


def signed_in(app: Flask, number: int) -> Phone:
    """A phone on which an account is signed in."""
    phone = Phone(app.test_client())
    token = sign_ins.begin(session(), number, how="password", words="a phone")
    phone.client.set_cookie("account", token)
    return phone


class Club(NamedTuple):
    """A league with an account in every role."""

    app: Flask
    league: League
    accounts: dict[str, int]

    def phone(self, who: str) -> Phone:
        """A phone: of a role, of a stranger with an account, or of a visitor without one."""
        with self.app.app_context():
            return (
                signed_in(self.app, self.accounts[who])
                if who in self.accounts
                else Phone(self.app.test_client())
            )

    def at(self, path: str = "") -> str:
        """The address of one of the league's pages."""
        return f"/leagues/{self.league.public_id}" + (f"/{path}" if path and path[0] != "?" else path)

    def access(self, role: str = "organiser", device: str | None = None) -> Access:
        """What a role may do; within an application context."""
        found = find_access(session(), self.league.public_id, Who(self.accounts.get(role), device))
        assert found is not None
        return found

    def with_clock_at(self, hour: int, **rules: Any) -> "Club":
        """The league whose clock shows this hour now, so that no test depends on when it runs, and with these rules."""
        ahead = (hour - datetime.now(UTC).hour + 11) % 24 - 11
        with self.context():
            seen = founding.described_seq(session(), self.league.id)
            rules["zone"] = f"Etc/GMT{-ahead:+d}"
            founding.describe_league(session(), self.access("owner"), uuid=new(), seen=seen, rules=rules)
            return self._replace(league=self.access().league)

    def organise(self, change: Callable[..., Result], **given: Any) -> Result:
        """Make a change as an organiser does; within an application context."""
        return change(session(), self.access(), uuid=new(), **given)

    def context(self) -> AbstractContextManager[object]:
        """The application's context: the one that is entered already, or a new one."""
        return nullcontext() if has_app_context() and current_app == self.app else self.app.app_context()

    def players(self, *names: str) -> list[str]:
        """Keys of new players."""
        with self.context():
            return player_changes.add_players(session(), self.access(), uuid=new(), names=list(names))

    def match(self, *deals: dict[str, Any], players: list[str], rules: dict[str, Any] | None = None) -> Match:
        """A match of Kani in the league, written by the one who sits first."""
        with self.context():
            phone = f"{uuid4().hex}{uuid4().hex}"[:43]
            match = assign_match.start_match(
                session(),
                self.access("scorer", phone),
                uuid=new(),
                game="kani",
                rules=SHORT if rules is None else rules,
                players=players,
                names=list(NAMES),
                first_dealer=0,
            )
            devices.remember(session(), phone, match.public_id, "owner")
            for deal in deals:
                match = ledgers.write(session(), match, "recorded", {"entry": deal}, device=phone, seat=0)
            return match

    def add_event(self, match: Match, kind: str, body: dict[str, Any], seat: int | None = None) -> Match:
        """The match with one more event after its last; nothing is derived of it."""
        with self.app.app_context():
            now = ledger.load(session(), match.public_id)
            return ledgers.write(session(), match, kind, body, seen=now.seq, seat=seat)

    def list_players(self, **how: Any) -> list[roster.LeaguePlayer]:
        """Who is in the league."""
        with self.context():
            return roster.list_players(session(), self.league.id, **how)

    def list_matches(self) -> list[listing.LeagueMatch]:
        """Its matches and results, the latest night first."""
        with self.context():
            return listing.list_matches(session(), self.league.id)

    def find_match(self, key: str) -> listing.LeagueMatch | None:
        """A match of the league by its key, or nothing."""
        with self.context():
            return listing.find_match(session(), self.league.id, key)

    def derive(self) -> None:
        """Everything that follows from the matches is worked out."""
        with self.context():
            while derive.step(session(), self.league.id).left:
                pass


class Kept(NamedTuple):
    """A new league as the file in which it is alone, to be copied."""

    file: bytes
    league: League
    accounts: dict[str, int]


NEW: dict[str, Kept] = {}
"""A new league by its access. To found one and to invite three people takes a tenth of a second."""


def club(app: Flask, access: str = "private") -> Club:
    """A new league. Where it is the first thing in a database, it comes as a copy."""
    if not nothing_in(app):
        return founded(app, access)
    if access not in NEW:
        made = founded(app, access)
        NEW[access] = Kept(closed(app).read_bytes(), made.league, made.accounts)
        return made
    kept = NEW[access]
    closed(app).write_bytes(kept.file)
    return Club(app, kept.league, dict(kept.accounts))


def nothing_in(app: Flask) -> bool:
    """Whether an application's database has no row yet."""
    with app.app_context(), db.engine.connect() as opened:
        return not any(
            opened.execute(select(1).select_from(table)).first() for table in METADATA.sorted_tables
        )


def closed(app: Flask) -> Path:
    """The file of an application's database, which no connection holds open."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    return file_of(app)


def founded(app: Flask, access: str) -> Club:
    """A new league, founded."""
    with app.app_context():
        accounts = {name: account(name.title()) for name in (*ROLES, "stranger")}
        league = founding.found_league(
            session(), Who(accounts["owner"]), uuid=new(), name="Þriðjudagur", access=access
        )
        made = Club(app, league, accounts)
        for role in ROLES[1:]:
            token = invitations.invite(session(), made.access("owner"), role=role)
            invitations.accept_invitation(session(), token, Who(accounts[role]), uuid=new())
    return made


def handed_in(made: Club, phone: Phone, kind: str, body: bytes, **said: Any) -> Page:
    """Hand a file in on the page for it, which finds out its ``kind``; the page that asks who is who. ``said`` is how
    it is to be read.
    """
    assert sources.kind_of(body) == kind
    page = phone.get(made.at("imports"))
    form = next(form for form in page.forms if "Read it" in form.buttons)
    data: Any = {**dict(form.values), "file": (io.BytesIO(body), "file"), **said}
    return phone._show(phone.client.post(made.at("imports"), data=data, follow_redirects=True))


def taken_in(phone: Phone, **who_is_who: str) -> Page:
    """Let what was handed in go in, and look at its page until all of it is in the league."""
    page = phone.press("Bring them in", **who_is_who)
    while "on its way in" in page.words:
        page = phone.get(phone.address)
    return page


def archive_of(made: Club) -> bytes:
    """The league's archive, packed, as a player takes it along."""
    return made.phone("player").client.get(made.at("archive?packed=")).get_data()


def rows_in(page: Page) -> list[str]:
    """The names of a table, in order."""
    return [words for words, where in page.links.items() if "/table/" in where]


def club_of_table(app: Flask, table: str) -> Club:
    """An open league that took in a table of results, with all that follows from it."""
    made = club(app, "public")
    organiser = made.phone("organiser")
    handed_in(made, organiser, "paper", table.encode())
    taken_in(organiser)
    with app.app_context():
        made.derive()
    return made
