"""Every route, tried as everybody: who may, gets in; for all others there is no such page, and nothing is written."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from werkzeug.test import TestResponse

import scorekeeper
from scorekeeper.web.site.pages import Pages
from tests.cases import cases
from tests.soak import in_turn
from tests.trust.routes import (
    ACCOUNT,
    ANYBODY,
    KEEPER,
    KNOWN,
    OWNER,
    PHONE,
    PROVED,
    ROUTES,
    SCORE,
    TICKET,
    WATCH,
    read_documented,
)
from tests.trust.world import ALLOWED, Visitor, World, address, all_routes, got_in, of

pytestmark = pytest.mark.long

FILES = {"static": ANYBODY, "assets": ANYBODY}
"""Our own scripts and styles, which are no pages."""


def test_the_tables_of_the_documents_name_every_page_with_its_address_and_who_may_open_it(
    world: World,
) -> None:
    registered = [pages for pages in world.app.blueprints.values() if isinstance(pages, Pages)]
    doors = FILES | {page: may for pages in registered for page, may in pages.doors.items()}
    known = {
        name: (rule.rule, doors.get(rule.endpoint, "not registered by Pages.add"))
        for name, rule in all_routes(world.app).items()
    }
    assert read_documented() == known


def test_a_page_is_registered_in_one_way_only() -> None:
    other = re.compile(r"\.add_url_rule\(|@\w+\.(?:route|get|post)\(|\bBlueprint\(")
    package = Path(scorekeeper.__file__).parent
    found = {
        path.relative_to(package).as_posix()
        for path in sorted(package.rglob("*.py"))
        if other.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"web/site/pages.py", "web/site/assets.py"}


# --- links to a match -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [WATCH, SCORE, OWNER])
def test_a_link_opens_what_it_allows(world: World, kind: str) -> None:
    visitor, refused = Visitor(world), []
    for name in of(*ALLOWED[kind]):
        world.put_back()
        if name in NEEDING_MORE:
            continue
        response = visitor.ask(name, address(world, name, kind))
        if not got_in(response):
            refused.append((name, response.status_code))
    assert refused == []


NEEDING_MORE = {
    "POST match.league_word",
    "POST match.restore",
    "POST match.agree",
    "POST match.change",
    "POST match.follow",
}
"""Answers to something that is not asked here; their own tests open them."""

WRONG = (
    "a guess to watch",
    "a guess to score",
    "a guess to own",
    "a watcher who says score",
    "a watcher who says owner",
    "no kind at all",
    "the owner of another match",
    "a match that is not there",
    "a withdrawn link to score",
)


@cases(
    "who, account",
    *((who, "visitor") for who in (WATCH, SCORE, *WRONG)),
    (WATCH, "stranger"),
    ("a guess to own", "stranger"),
)
def test_for_everybody_else_there_is_no_such_page_and_nothing_is_written(
    world: World, who: str, account: str
) -> None:
    world.put_back()
    before, visitor, let_in = world.contents(), Visitor(world, account), []
    names = of(*{WATCH, SCORE, OWNER} - ALLOWED.get(who, set()))
    for name in in_turn(names, WRONG.index(who), 3) if who in WRONG else names:
        where = address(world, name, who)
        response = visitor.ask(name, where)
        if response.status_code != 404 or not like_nothing(visitor, response, where):
            let_in.append((name, response.status_code))
    assert let_in == []
    assert world.contents() == before


def like_nothing(visitor: Visitor, response: TestResponse, where: str) -> bool:
    """Whether a page looks like one that has never been, but for its own address."""
    shown = response.get_data(as_text=True)
    for said in {where, quote(where), where.replace("&", "&amp;")}:
        shown = shown.replace(said, "/nowhere")
    return shown == visitor.nothing


def test_a_watcher_decides_no_dispute(world: World) -> None:
    world.put_back()
    before = world.contents()
    name = "POST match.decide"
    assert Visitor(world).ask(name, address(world, name, WATCH), keep="other").status_code == 404
    assert world.contents() == before


# --- accounts -------------------------------------------------------------------------------------


@cases(
    "account, need, to",
    ("visitor", ACCOUNT, "/account/sign-in"),
    ("visitor", PROVED, "/account/sign-in"),
    ("invented", ACCOUNT, "/account/sign-in"),
    ("invented", PROVED, "/account/sign-in"),
    ("visitor", KNOWN, "/account/sign-in"),
    ("invented", KNOWN, "/account/sign-in"),
    ("lent", KNOWN, "/account/confirm"),
    ("lent", PROVED, "/account/confirm"),
)
def test_who_is_not_signed_in_is_asked_to(world: World, account: str, need: str, to: str) -> None:
    world.put_back()
    before, visitor, let_in = world.contents(), Visitor(world, account), []
    for name in of(need):
        response = visitor.ask(name, address(world, name))
        if response.status_code != 303 or not response.headers["Location"].startswith(to):
            let_in.append((name, response.status_code, response.headers.get("Location")))
    assert let_in == []
    assert world.contents() == before


@pytest.mark.parametrize("account", ["proved", "stranger"])
def test_who_is_signed_in_gets_in_and_sees_their_own(world: World, account: str) -> None:
    own, others = ("Ana", "Vera") if account == "proved" else ("Vera", "Ana")
    visitor, refused = Visitor(world, account), []
    for name in of(ACCOUNT, KNOWN, PROVED):
        world.put_back()
        response = visitor.ask(name, address(world, name), match="nothing", which="0")
        text = response.get_data(as_text=True)
        takes_something_away = name in ("POST accounts.remove_match", "POST accounts.end_sign_in")
        if response.status_code >= 500 or not (got_in(response) or takes_something_away):
            refused.append((name, response.status_code))
        elif f">{others}<" in text or f'"{others}"' in text:
            refused.append((name, f"shows {others} to {own}"))
    assert refused == []


def test_no_account_ends_or_takes_what_is_another_s(world: World) -> None:
    world.put_back()
    before, vera = world.contents(), Visitor(world, "stranger")
    public_id = world.links[OWNER][0]
    for number in range(1, 6):
        for name in ("POST accounts.end_sign_in", "POST accounts.remove_key"):
            vera.ask(name, address(world, name), which=str(number), sign_in=str(number))
    vera.ask("POST accounts.remove_match", "/account/matches/remove", match=public_id)
    after = world.contents()
    ana = before["account"][0][0]
    for table in ("account", "passkey", "account_match", "recovery_code"):
        assert after[table] == before[table]
    assert [row for row in after["sign_in"] if row[1] == ana] == [
        row for row in before["sign_in"] if row[1] == ana
    ]


@pytest.mark.parametrize("ticket", ["x" * 43, "", "../../", "' OR 1=1 --"])
def test_a_link_that_signs_in_cannot_be_guessed_and_works_once(world: World, ticket: str) -> None:
    world.put_back()
    for name in of(TICKET):
        if ticket:
            assert Visitor(world).ask(name, address(world, name, ticket=ticket)).status_code in (404, 308)
    assert got_in(Visitor(world).ask("GET accounts.link", address(world, "GET accounts.link")))
    used = address(world, "POST accounts.link")
    assert Visitor(world).ask("POST accounts.link", used).status_code == 303
    for name in of(TICKET):
        assert Visitor(world).ask(name, used).status_code == 404


# --- every route ----------------------------------------------------------------------------------


def test_everybody_gets_in_where_everybody_may(world: World) -> None:
    refused = []
    for name in of(ANYBODY, KEEPER):
        world.put_back()
        response = Visitor(world).ask(name, address(world, name), players="4")
        # There is no last table on a new phone, and the program for phones alone is there where it was built.
        expected = name in ("POST starting.again", "GET phone.window")
        if not (got_in(response) or expected):
            refused.append((name, response.status_code))
    assert refused == []


def test_on_a_server_there_is_no_page_for_phones_alone(world: World) -> None:
    world.put_back()
    visitor, before = Visitor(world, "proved"), world.contents()
    answered = {name: visitor.ask(name, address(world, name)).status_code for name in of(PHONE)}
    assert answered == dict.fromkeys(answered, 404)
    assert {name.partition(" ")[2].partition(".")[0] for name in answered} == {"along", "keeping"}
    assert world.contents() == before


def test_asking_for_a_page_never_writes(world: World) -> None:
    world.put_back()
    visitor, before = Visitor(world, "proved"), world.contents()
    for name in (name for name in ROUTES if name.startswith("GET")):
        for who in (OWNER, WATCH):
            visitor.ask(name, address(world, name, who))
    after = world.contents()
    before.pop("account_match"), after.pop("account_match")  # the owner's match becomes the account's
    assert after == before


POSTED = [name for name, may in ROUTES.items() if name.startswith("POST") and may != PHONE]


def test_no_form_is_taken_without_its_token(world: World) -> None:
    world.put_back()
    visitor, before, taken = Visitor(world, "proved"), world.contents(), []
    for name in POSTED:
        view = world.app.view_functions[name.partition(" ")[2]]
        response = visitor.ask(name, address(world, name), token=False)
        if not hasattr(view, "stores_nothing") and response.status_code != 400:
            taken.append((name, response.status_code))
    assert taken == []
    assert world.contents() == before


def test_another_browsers_token_is_no_token(world: World) -> None:
    world.put_back()
    mine, theirs, before, taken = Visitor(world, "proved"), Visitor(world), world.contents(), []
    mine.token = theirs.token
    for name in POSTED:
        view = world.app.view_functions[name.partition(" ")[2]]
        response = mine.ask(name, address(world, name))
        if not hasattr(view, "stores_nothing") and response.status_code != 400:
            taken.append((name, response.status_code))
    assert taken == []
    assert world.contents() == before


OUR_FILES = ("GET static", "GET assets", "GET phone.window", "GET phone.file")
"""The program for phones alone says itself what its window may load; tests/web/site looks at its headers."""


def test_every_answer_carries_what_protects_it(world: World) -> None:
    """Over plain http and behind TLS, found and not found, allowed and refused."""
    world.put_back()
    visitor, wrong = Visitor(world, "proved"), []
    for name in (name for name in ROUTES if name.startswith("GET") and name not in OUR_FILES):
        for who in (OWNER, "a guess to own"):
            where = address(world, name, who)
            for scheme in ("http", "https"):
                response = visitor.client.get(where, base_url=f"{scheme}://localhost")
                wrong += [(name, scheme, fault) for fault in faults(response, scheme)]
    assert wrong == []


def faults(response: TestResponse, scheme: str) -> Iterator[str]:
    """What is not as it should be in the headers of an answer."""
    headers = response.headers
    policy = {
        part.split()[0]: part.split()[1:]
        for part in headers.get("Content-Security-Policy", "").split(";")
        if part
    }
    if policy.get("default-src") != ["'none'"] or "unsafe" in str(policy) or "*" in str(policy):
        yield "Content-Security-Policy"
    if policy.get("form-action") != ["'self'"] or policy.get("frame-ancestors") != ["'none'"]:
        yield "form-action or frame-ancestors"
    for header, value in (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin")):
        if headers.get(header) != value:
            yield header
    if ("Strict-Transport-Security" in headers) != (scheme == "https"):
        yield "Strict-Transport-Security"
    for cookie in headers.getlist("Set-Cookie"):
        plain = cookie.startswith("tz=")
        if not plain and ("HttpOnly" not in cookie or "SameSite=Lax" not in cookie):
            yield f"cookie {cookie.partition('=')[0]}"
        if ("Secure" in cookie) != (scheme == "https"):
            yield f"Secure of {cookie.partition('=')[0]}"
    if "Server" in headers and re.search(r"\d", headers["Server"]):
        yield "Server says its version"
    if response.mimetype == "application/json":
        json.loads(response.get_data())


SEEN = ("", "0", "-1", "1", "99", "x", "9" * 400)


@pytest.mark.parametrize("seen", SEEN)
def test_a_form_that_says_nothing_or_nonsense_about_what_it_saw_is_refused_in_sight(
    world: World, seen: str
) -> None:
    visitor, broken = Visitor(world), []
    for name in in_turn([name for name in of(SCORE, OWNER) if name.startswith("POST")], SEEN.index(seen), 3):
        world.put_back()
        response = visitor.ask(name, address(world, name), seen=seen, uuid=seen, tricks=seen, which=seen)
        if response.status_code >= 500:
            broken.append((name, response.status_code))
    assert broken == []


def test_a_form_without_a_single_value_is_answered(world: World) -> None:
    """Its token came in a header, so nothing at all was typed."""
    visitor, broken = Visitor(world), []
    for name in of(SCORE, OWNER, ANYBODY):
        if name.startswith("POST"):
            world.put_back()
            response = visitor.client.post(address(world, name), headers={"X-CSRFToken": visitor.token})
            if response.status_code >= 500:
                broken.append((name, response.status_code))
    assert broken == []
