"""Every route of a league, tried as everybody: in it by every role, beside it, and from another league."""

import csv
import io
import json
import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.league.files.spreadsheets import unescape_formula
from scorekeeper.store.accounts import accounts, sign_ins
from scorekeeper.store.db import db
from scorekeeper.store.leagues.evening.organising import plan_evening
from scorekeeper.store.leagues.log import founding, nights, seasons
from scorekeeper.store.leagues.log.access import Who, find_access, link_of
from scorekeeper.store.leagues.people import invitations, player_changes, roster
from scorekeeper.web.site.database import session
from tests.soak import SOAK
from tests.store.conftest import kani
from tests.store.leagues.conftest import Club, new
from tests.trust.league_routes import (
    CONFIRM,
    ENTER,
    INVITATION,
    LINK,
    ORGANISE,
    OWN,
    PLACE,
    READ,
    ROUTES,
    SELF,
)
from tests.trust.routes import ACCOUNT
from tests.trust.test_fuzz import LIGHT, NAMES, ODD, check
from tests.trust.test_inputs import DOCUMENTS
from tests.trust.world import Visitor, World, all_routes, got_in, make_world

pytestmark = pytest.mark.long

ROLES = {
    "player": {READ, CONFIRM},
    "scorer": {READ, CONFIRM, ENTER},
    "organiser": {READ, CONFIRM, ENTER, ORGANISE, SELF},
    "owner": {READ, CONFIRM, ENTER, ORGANISE, OWN, SELF},
    "stranger": set(),
    "visitor": set(),
}
NIGHT = "2026-11-17"
GUESS = "A" * 24
INSIDE = (READ, CONFIRM, ENTER, ORGANISE, OWN, SELF)


class Leagues(NamedTuple):
    """A private league with an account in every role, and what stands in its addresses; another one of a stranger's."""

    world: World
    values: dict[str, str]
    other: str
    link: str
    invitation: str


@pytest.fixture(scope="module")
def leagues(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Leagues]:
    for world in make_world(tmp_path_factory.mktemp("leagues")):
        with world.app.test_request_context("http://localhost/"):
            found = _found_leagues(world)
            db.engine.dispose()
        world.template.write_bytes(world.file.read_bytes())
        yield found


def _found_leagues(world: World) -> Leagues:
    people = {}
    for name in ROLES:
        if name != "visitor":
            account = accounts.make(session(), f"The {name}", password="lau karta eskuan")
            people[name] = account.id
            world.cookies[name] = sign_ins.begin(session(), account.id, how="password", words="a phone")
    owner, stranger = Who(people["owner"]), Who(people["stranger"])
    league = founding.found_league(session(), owner, uuid=new(), name="Þriðjudagur", access="private")
    other = founding.found_league(session(), stranger, uuid=new(), name="Miðvikudagur", access="private")
    club = Club(session(), league, people)
    for role in ("organiser", "scorer", "player"):
        token = invitations.invite(session(), club.owner, role=role)
        invitations.accept_invitation(session(), token, Who(people[role]), uuid=new())
    match = club.adopt(club.match(kani(bid=12, declarer=0, tricks=12)))
    values = {
        "public_id": league.public_id,
        "key": match.key,
        "player": club.players("Ana")[0],
        "date": NIGHT,
        "season": str(seasons.add_season(session(), club.owner, uuid=new(), name="Autumn").event.subject),
        "unit": club.players("Vera")[0],
        "what": "hide",
        "kind": "matches",
        "year": "2026",
        "match_id": match.key,
        "token": GUESS,
        "number": "1",
    }
    night = nights.plan_night(session(), club.owner, uuid=new(), date=NIGHT).event.subject
    plan_evening(session(), club.owner, uuid=new(), key=str(night), plan={})
    invitation = invitations.invite(session(), club.owner, role="player")
    link = link_of(world.app.config["SECRET_KEY"], league)
    return Leagues(world, values, other.public_id, link, invitation)


def address(leagues: Leagues, name: str, **more: str) -> str:
    """The address of a route, with a match's, player's or season's key in its place."""
    values = {**leagues.values, **more}
    if "player" in name:
        values["key"] = values["player"]
    elif "season" in name:
        values["key"] = values["season"]
    rule = all_routes(leagues.world.app)[name].rule
    return re.sub(r"<(?:[^:<>]+:)?(\w+)>", lambda part: quote(values[part[1]], safe=""), rule)


def of(*needs: str) -> list[str]:
    return [name for name, need in ROUTES.items() if need in needs]


@pytest.mark.parametrize("role", ROLES)
def test_for_who_may_not_there_is_no_such_page_and_nothing_is_written(leagues: Leagues, role: str) -> None:
    leagues.world.put_back()
    before, visitor, let_in = leagues.world.contents(), Visitor(leagues.world, role), []
    for name in of(*(set(INSIDE) - ROLES[role])):
        response = visitor.ask(name, address(leagues, name), name="Mine now", role="owner", access="public")
        if response.status_code != 404:
            let_in.append((name, response.status_code))
        elif "Þriðjudagur" in response.get_data(as_text=True):
            let_in.append((name, "names the league"))
    assert let_in == []
    assert leagues.world.contents() == before


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("role", [role for role, may in ROLES.items() if may])
def test_every_role_gets_in_where_it_may(leagues: Leagues, role: str) -> None:
    visitor, refused = Visitor(leagues.world, role), []
    for name in of(*ROLES[role]):
        leagues.world.put_back()
        response = visitor.ask(name, address(leagues, name))
        if not (got_in(response) or (name in NEEDING_MORE and response.status_code == 404)):
            refused.append((name, response.status_code))
        response.close()  # two that go out in portions would end in each other's context
    assert refused == []


NEEDING_MORE = {
    "GET leagues.row",
    "GET leagues.spreadsheet",
    "GET leagues.workbook",
    "GET leagues.upload",
    "POST leagues.upload",
    "GET leagues.take_in",
    "GET leagues.taken",
    "POST leagues.taken",
    "POST leagues.take_in",
    "POST leagues.confirm_result",
    "POST leagues.confirm",
    "POST leagues.contest",
    "POST leagues.decline",
    "POST leagues.leave_rematch",
    "POST leagues.revoke",
    "POST leagues.set_role",
    "GET leagues.pair",
    "POST leagues.take_out",
    "GET leagues.yearbook",
    "GET leagues.here_player",
    "POST leagues.here_player",
    "GET leagues.evening_table",
    "GET leagues.evening_result",
    "GET leagues.evening_picture",
    "POST leagues.evening_table",
    "GET leagues.substitute",
    "POST leagues.substitute",
    "GET leagues.correct",
    "POST leagues.correct",
}
"""Answers to something that is not asked here, or that this league does not have; their own tests open them."""


def test_an_owner_elsewhere_reaches_nothing_through_their_own_league(leagues: Leagues) -> None:
    """The other league's address, with keys of this one in it."""
    leagues.world.put_back()
    before, visitor, told = leagues.world.contents(), Visitor(leagues.world, "stranger"), []
    for name in of(*INSIDE):
        where = address(leagues, name, public_id=leagues.other)
        if "<key>" not in all_routes(leagues.world.app)[name].rule and "<unit>" not in where:
            continue
        response = visitor.ask(name, where, into=leagues.values["player"])
        if response.status_code not in (404, 302, 303) or "Ana" in response.get_data(as_text=True):
            told.append((name, response.status_code))
    assert told == []
    after = leagues.world.contents()
    assert {name: rows for name, rows in after.items() if rows != before[name]} == {}


@pytest.mark.parametrize("role", ["visitor", "stranger"])
def test_links_and_invitations_are_not_guessed_and_a_private_league_has_no_link(
    leagues: Leagues, role: str
) -> None:
    leagues.world.put_back()
    before, visitor = leagues.world.contents(), Visitor(leagues.world, role)
    for name in of(LINK, INVITATION, PLACE):
        for token in (GUESS, "x", leagues.link if "join" not in name else GUESS):
            assert visitor.ask(name, address(leagues, name, token=token)).status_code == 404, name
    assert (
        visitor.client.get(f"/api/v1/leagues/{leagues.values['public_id']}?link={leagues.link}").status_code
        == 404
    )
    assert leagues.world.contents() == before


def test_an_invitation_is_shown_to_all_who_have_it(leagues: Leagues) -> None:
    leagues.world.put_back()
    name = "GET leagues.join"
    assert got_in(
        Visitor(leagues.world, "stranger").ask(name, address(leagues, name, token=leagues.invitation))
    )


def test_no_form_of_a_league_is_taken_without_its_token(leagues: Leagues) -> None:
    leagues.world.put_back()
    before, visitor, taken = leagues.world.contents(), Visitor(leagues.world, "owner"), []
    for name in (name for name in ROUTES if name.startswith("POST")):
        where = address(leagues, name, token=leagues.invitation)
        response = visitor.ask(name, where, token=False)
        elsewhere = response.status_code == 303 and visitor.client.get(where).location == response.location
        if response.status_code not in (400, 404) and not elsewhere:
            taken.append((name, response.status_code))
    assert taken == []
    assert leagues.world.contents() == before


def test_who_is_not_signed_in_founds_no_league(leagues: Leagues) -> None:
    leagues.world.put_back()
    before, visitor = leagues.world.contents(), Visitor(leagues.world)
    for name in of(ACCOUNT):
        answer = visitor.ask(name, address(leagues, name), name="Mine")
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/account/sign-in")
    assert leagues.world.contents() == before


FIELDS = (
    "name",
    "about",
    "access",
    "date",
    "place",
    "starts",
    "ends",
    "season",
    "game",
    "seat-0",
    "seat-1",
    "seat-2",
    "seat-3",
    "dealer",
    "into",
    "role",
    "account",
    "player",
    "seen",
    "uuid",
    "version",
    "reason",
    "names",
    "document",
    "came",
    "winners",
    "totals",
    "side",
    "preset",
    "win",
    "night",
    "lasts",
    "uses",
    "guest",
    "text",
    "separator",
)


@pytest.mark.left_to_soak(but_one_in=3)
@pytest.mark.parametrize("name", [name for name in ROUTES if name.startswith("POST")])
def test_a_form_of_a_league_filled_at_random_never_fails(leagues: Leagues, name: str) -> None:
    leagues.world.put_back()
    visitor, where = Visitor(leagues.world, "owner"), address(leagues, name)

    @settings(LIGHT, max_examples=100 if SOAK else 4)
    @given(values=st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=14))
    def fill(values: dict[str, str]) -> None:
        response = visitor.client.post(where, data={"csrf_token": visitor.token, **values})
        assert response.status_code < 500, values

    fill()


@pytest.mark.parametrize("odd", ["x", "-1", "99999999999999999999", "1e9", "½"])
def test_an_invitation_that_lasts_for_nonsense_is_refused_in_words(leagues: Leagues, odd: str) -> None:
    leagues.world.put_back()
    before, visitor = leagues.world.contents(), Visitor(leagues.world, "owner")
    name = "POST leagues.invite"
    for field in ("lasts", "uses"):
        given = {"role": "player", "lasts": "14", "uses": "1", field: odd}
        assert visitor.ask(name, address(leagues, name), **given).status_code == 422
    assert leagues.world.contents() == before


# --- names that attack ----------------------------------------------------------------------------


def _call_by(leagues: Leagues, names: list[str]) -> None:
    """The league, its players, its place and what is said of it are called by these names."""
    owner = sign_ins.find(session(), leagues.world.cookies["owner"])
    access = find_access(session(), leagues.values["public_id"], Who(owner.account.id))
    league = access.league.id
    founding.describe_league(
        session(),
        access,
        uuid=new(),
        seen=founding.described_seq(session(), league),
        name=names[0],
        about="\n".join(names),
    )
    for number, player in enumerate(roster.list_players(session(), league)):
        called = names[number % len(names)]
        player_changes.rename(session(), access, uuid=new(), key=player.key, seen=player.touched, name=called)
    nights.plan_night(session(), access, uuid=new(), date="2026-12-01", place=names[1])


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("names", NAMES, ids=["markup", "directions", "formulas", "emoji"])
def test_names_are_text_in_every_page_of_a_league_and_in_all_that_is_taken_out_of_it(
    leagues: Leagues, names: list[str]
) -> None:
    leagues.world.put_back()
    with leagues.world.app.test_request_context("http://localhost/"):
        _call_by(leagues, names)
    visitor, shown = Visitor(leagues.world, "owner"), 0
    for name in (name for name in ROUTES if name.startswith("GET")):
        for more in ({}, {"kind": "standings"}, {"kind": "players"}) if "spreadsheet" in name else ({},):
            answer = visitor.client.get(address(leagues, name, **more), follow_redirects=True)
            assert answer.status_code in (200, 404), (name, answer.status_code)
            if "spreadsheetml" in answer.mimetype:
                continue  # the empty table names no one
            shown += check_answer(name, answer.mimetype, answer.get_data(as_text=True), names)
    assert shown > 10, "the names are on the pages"


def check_answer(name: str, kind: str, text: str, names: list[str]) -> bool:
    """Whether the answer shows a name, and shows it as text in its own format."""
    if kind == "text/csv":
        cells = [cell for row in csv.reader(io.StringIO(text.lstrip("\ufeff"))) for cell in row]
        assert not [cell for cell in cells if cell[:1] in "=+@" and cell[:1]], name
        return any(names[0] in unescape_formula(cell) for cell in cells)
    if kind == "text/calendar":
        lines = text.replace("\r\n ", "").split("\r\n")
        assert all(re.match(r"[A-Z-]+[:;]", line) for line in lines if line), lines
        return False
    if kind == "application/json":
        return f'"{names[0]}"' in json.dumps(json.loads(text), ensure_ascii=False).replace('\\"', '"')
    if kind == "application/x-ndjson":
        return any(names[0] in json.dumps(json.loads(line), ensure_ascii=False) for line in text.splitlines())
    return check(name, kind, text, names)


@pytest.mark.parametrize("empty", ["\u3164", "\u2800", "\u115f\u1160", "\u202eab", "a\u200bb"])
def test_a_league_and_its_players_have_names_that_can_be_seen(leagues: Leagues, empty: str) -> None:
    leagues.world.put_back()
    before, visitor = leagues.world.contents(), Visitor(leagues.world, "owner")
    for name in (
        "POST leagues.new",
        "POST leagues.settings",
        "POST leagues.new_player",
        "POST leagues.new_season",
    ):
        answer = visitor.ask(name, address(leagues, name), name=empty, access="private", seen="99")
        assert answer.status_code == 422, name
    assert leagues.world.contents() == before


def test_a_hostile_archive_is_refused_in_words_by_a_league(leagues: Leagues) -> None:
    leagues.world.put_back()
    before, visitor, name = leagues.world.contents(), Visitor(leagues.world, "owner"), "POST leagues.imports"
    for document in DOCUMENTS.values():
        raw = document if isinstance(document, bytes) else document.encode("utf-8", "surrogatepass")
        sent = {"csrf_token": visitor.token, "kind": "archive", "file": (io.BytesIO(raw), "a.jsonl.gz")}
        assert visitor.client.post(address(leagues, name), data=sent).status_code == 422
    assert leagues.world.contents() == before
