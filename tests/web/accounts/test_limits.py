"""What may be tried how often: failures are counted for all workers together, what is good never is."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store.accounts import accounts
from scorekeeper.store.accounts.attempts import Limit
from scorekeeper.web.match import links
from scorekeeper.web.request import limits
from scorekeeper.web.site.database import session
from tests.cases import cases
from tests.web.accounts.room import HOST, PASSWORD, in_the_room, make_account, sign_in, title
from tests.web.conftest import Page, Phone, link

pytestmark = pytest.mark.long


def few(monkeypatch: pytest.MonkeyPatch, name: str, burst: int) -> None:
    monkeypatch.setattr(limits, name, Limit(getattr(limits, name).kind, burst, 1000.0))


def test_failed_sign_ins_are_counted_across_workers_and_even_the_right_password_waits_then(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, "SIGN_IN_AS", 4)
    make_account(in_the_room(app))
    worker = create_app(dict(app.config))
    for place in (app, worker, app, worker):
        phone = in_the_room(place)
        assert "do not fit" in sign_in(phone, password="wrong").words
    for place in (app, worker):
        phone = in_the_room(place)
        page = sign_in(phone)
        assert phone.status == 429
        assert "Too many tries. Wait 17 minutes" in page.words
    vera = in_the_room(app)
    make_account(vera, "Vera")
    assert title(sign_in(in_the_room(worker), "Vera")) == "Vera", "others get in"


def test_a_browser_that_signed_in_before_is_not_stopped_by_the_wrong_tries_of_others(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SIGN_IN_AS", "SIGN_IN_HERE", "SIGN_IN_AS_ANYWHERE"):
        few(monkeypatch, name, 2)
    few(monkeypatch, "SIGN_IN_KNOWN", 3)
    known = in_the_room(app)
    make_account(known)
    sign_out(known)
    make_account(in_the_room(app), "Vera")
    for _ in range(4):
        stranger = in_the_room(app)
        sign_in(stranger, password="wrong")
    assert stranger.status == 429
    assert title(sign_in(known)) == "Ana", "behind the same address, to the same account"
    sign_out(known)
    for _ in range(4):
        sign_in(known, password="wrong")
    assert known.status == 429, "its own wrong tries are counted"
    sign_in(known, "Vera", "wrong")
    assert known.status == 429, "to Vera's account it is a stranger"


def test_a_browser_cannot_say_itself_that_it_is_known(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "SIGN_IN_AS", 2)
    known = in_the_room(app)
    make_account(known)
    kept = known.client.get_cookie("known", HOST)
    assert (kept.http_only, kept.same_site) == (True, "Lax")
    browser, *signatures = kept.value.split(".")
    forged = ["x" * 16 + "." + ".".join(signatures), f"{browser}.{signatures[0]}.{'A' * 43}", "nonsense", ""]
    for cookie in forged:
        stranger = in_the_room(app)
        stranger.client.set_cookie("known", cookie, domain=HOST)
        sign_in(stranger, password="wrong")
    assert stranger.status == 429


def test_every_page_that_asks_for_patience_tells_when(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "SIGN_IN_HERE", 1)
    few(monkeypatch, "NEW_ACCOUNT", 1)
    phone = in_the_room(app)
    for _ in range(2):
        page = sign_in(phone, password="wrong")
    assert_tells_when(phone, page)
    assert_tells_when(phone, sign_in_by_code(phone))
    for name in ("Ana", "Vera"):
        phone = in_the_room(app)
        page = make_account(phone, name)
    assert_tells_when(phone, page)


def sign_in_by_code(phone: Phone) -> Page:
    phone.get("/account/recover")
    return phone.press("Sign in", name="Ana", code="wrong")


def assert_tells_when(phone: Phone, page: Page) -> None:
    assert phone.status == 429
    assert 900 < int(phone.response.headers["Retry-After"]) <= 1000
    assert "Wait 17 minutes" in page.words


def sign_out(phone: Phone) -> None:
    phone.get("/account/")
    phone.press("Sign out")


def test_names_that_are_not_there_are_counted_alike(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, "SIGN_IN_AS", 2)
    make_account(in_the_room(app))
    for name in ("Ana", "Unknown"):
        phones = [in_the_room(app) for _ in range(3)]
        for phone in phones:
            sign_in(phone, name, "wrong")
        assert [phone.status for phone in phones] == [422, 422, 429], name


def test_good_sign_ins_are_never_counted(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SIGN_IN_AS", "SIGN_IN_HERE", "SIGN_IN_AS_ANYWHERE"):
        few(monkeypatch, name, 1)
    make_account(in_the_room(app))
    for _ in range(5):
        assert title(sign_in(in_the_room(app))) == "Ana"


def test_new_accounts_are_counted_by_where_they_come_from(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, "NEW_ACCOUNT", 2)
    for number in range(2):
        make_account(in_the_room(app), f"Player {number}")
    page = make_account(in_the_room(app), "Player 3")
    assert "Too many tries" in page.words
    elsewhere = in_the_room(app)
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert title(make_account(elsewhere, "Player 3")) == "Recovery codes"


def test_unknown_links_are_counted_and_good_ones_are_not(
    app: Flask, kani_match: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, "UNKNOWN_LINK", 5)
    good = link(app, kani_match, links.WATCH)
    phone = Phone(app.test_client())
    for _ in range(20):
        assert phone.client.get(good).status_code == 200
    guesses = [
        f"{good}x",
        "/account/in/guess",
        "/m/nothing/wnothing",
        link(app, kani_match, links.WATCH, "share"),
    ]
    assert [phone.client.get(guess).status_code for guess in (*guesses, guesses[0])] == [404] * 5
    pages = [phone.client.get(guess) for guess in guesses]
    assert {page.status_code for page in pages} == {429}
    assert not [page for page in pages if int(page.headers["Retry-After"]) <= 0]
    assert all(page.headers["Busy"] for page in pages)
    assert phone.client.get(good).status_code == 200, "a phone with a good link notices nothing"
    assert phone.client.get("/nowhere").status_code == 404


def test_eighty_phones_behind_one_address_read_and_record(app: Flask, kani_match: Any) -> None:
    score = link(app, kani_match, links.SCORE)
    for _ in range(80):
        assert app.test_client().get(score).status_code == 200
    with app.app_context():
        from sqlalchemy import text

        assert session().execute(text("SELECT count(*) FROM attempt")).scalar() == 0


@cases(
    "remote, forwarded, trusted, seen",
    ("192.0.2.1", "198.51.100.9", "", "192.0.2.1"),
    ("192.0.2.1", "198.51.100.9", "192.0.2.0/24", "198.51.100.9"),
    ("192.0.2.1", "203.0.113.5, 198.51.100.9", "192.0.2.1", "198.51.100.9"),
    ("192.0.2.1", "203.0.113.5, 192.0.2.2", "192.0.2.0/24", "203.0.113.5"),
    ("192.0.2.1", "nonsense", "192.0.2.1", "unknown"),
    ("2001:db8:1:2:aaaa::1", "", "", "2001:db8:1:2::/64"),
    ("::ffff:192.0.2.1", "198.51.100.9", "192.0.2.1", "198.51.100.9"),
)
def test_forwarded_addresses_are_believed_from_our_own_proxies(
    app: Flask, remote: str, forwarded: str, trusted: str, seen: str
) -> None:
    app.config["TRUSTED_PROXIES"] = trusted
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    with app.test_request_context("/", environ_base={"REMOTE_ADDR": remote}, headers=headers):
        assert limits.client() == seen


def test_what_is_counted_names_no_person(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    sign_in(in_the_room(app), "Ana Ivanova", "wrong")
    with app.app_context():
        from sqlalchemy import text

        stored = str(session().execute(text("SELECT * FROM attempt")).all())
        accounts.make(session(), "Ana Ivanova", password=PASSWORD)
    assert stored != "[]"
    assert "ivanova" not in stored.casefold()
    assert "127.0.0.1" not in stored


def test_the_page_that_asks_for_patience_reads_well(app: Flask) -> None:
    with app.test_request_context("/"):
        response = limits.too_often(61)
    assert "Wait 2 minutes" in Page(response.get_data(as_text=True)).words
