"""The application's frame: headers, cookies, languages, error pages, tokens in forms."""

import subprocess
import sys
from typing import Any

import pytest
from flask import Flask
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from scorekeeper import create_app
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.sheet_tables import open_match


def test_the_engine_needs_no_flask() -> None:
    code = "import sys, scorekeeper, scorekeeper.games; assert 'flask' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.long
def test_the_factory_starts_no_thread_and_loads_what_is_seldom_needed_later() -> None:
    code = (
        "import sys, threading; from scorekeeper import create_app;"
        "create_app({'SECRET_KEY': 'x', 'SQLALCHEMY_DATABASE_URI': 'sqlite://'});"
        "assert threading.active_count() == 1;"
        "late = {'segno', 'openpyxl', 'psycopg', 'gunicorn', 'alembic'} & set(sys.modules); assert not late, late"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("address", ["/", "/start/kani", "/rules/kani", "/nowhere"])
def test_every_page_carries_the_guards(phone: Phone, address: str) -> None:
    phone.get(address)
    headers = phone.response.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


def test_no_search_engine_shows_what_a_link_opens(app: Flask, phone: Phone) -> None:
    match = open_match(app, "belot", ("Ana", "Boris", "Vera", "Georgi"))
    for kind in ("watch", "score"):
        for page in ("", "tv", "export.json", "result"):
            phone.get(link(app, match, kind, page))
            assert phone.response.headers["X-Robots-Tag"] == "noindex", (kind, page, phone.status)
    for address in ("/", "/rules/belot", "/static/style.css"):
        phone.get(address)
        assert "X-Robots-Tag" not in phone.response.headers


def test_an_answer_that_is_no_page_carries_no_word_about_cameras(phone: Phone) -> None:
    phone.get("/playing.json")
    assert phone.response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Permissions-Policy" not in phone.response.headers


def test_our_own_files_are_taken_for_what_they_are_and_carry_nothing_else(phone: Phone) -> None:
    phone.get("/static/style.css")
    assert phone.response.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Security-Policy" not in phone.response.headers


def test_what_has_not_changed_keeps_the_policy_it_was_sent_with(phone: Phone) -> None:
    phone.get("/static/style.css")
    again = phone.client.get("/static/style.css", headers={"If-None-Match": phone.response.headers["ETag"]})
    assert again.status_code == 304
    assert "Content-Security-Policy" not in again.headers


@pytest.mark.parametrize("address", ["/", "/about", "/start/belot", "/import", "/rules/kani", "/bin"])
def test_pages_hold_no_inline_script_or_style(phone: Phone, address: str) -> None:
    for tag, given in phone.get(address).attributes:
        assert tag != "style", given
        assert tag != "script" or str(dict(given).get("src")).startswith("/static/"), given
        assert "style" not in given
        assert not [name for name in given if name.startswith("on")]


def test_a_program_that_asks_in_a_language_leaves_the_pages_in_theirs(phone: Phone) -> None:
    for address in ("/api/v1/rules/kani?lang=is", "/api/v1/nothing?lang=is", "/static/style.css?lang=is"):
        assert phone.client.get(address).headers.getlist("Set-Cookie") == []
    assert ("html", {"lang": "eu"}) in phone.get("/", **{"Accept-Language": "eu"}).attributes


def test_cookies_are_secure_under_tls_and_usable_without(app: Flask) -> None:
    for scheme, secure in (("http", False), ("https", True)):
        response = app.test_client().get("/start/kani?lang=is", base_url=f"{scheme}://localhost")
        cookies = response.headers.getlist("Set-Cookie")
        assert {cookie.partition("=")[0] for cookie in cookies} >= {"lang", "scorekeeper"}
        for cookie in cookies:
            assert "HttpOnly" in cookie
            assert "SameSite=Lax" in cookie
            assert ("Secure" in cookie) is secure


@pytest.mark.long
def test_the_device_is_stored_as_a_digest(phone: Phone, app: Flask) -> None:
    phone.get("/start/kani")
    phone.press("Start")
    cookie = phone.client.get_cookie("device")
    assert cookie.max_age is not None
    assert cookie.max_age > 300 * 24 * 3600
    with app.app_context():
        from sqlalchemy import select

        from scorekeeper.store.match.models import DeviceRow
        from scorekeeper.web.site.database import session

        stored = session().execute(select(DeviceRow.id)).scalars().all()
    assert stored
    assert cookie.value not in stored


@cases(
    "accepted, spoken",
    ("bg", "bg"),
    ("is-IS,is;q=0.9,en;q=0.8", "is"),
    ("eu", "eu"),
    ("es-MX", "es"),
    ("de,fr;q=0.5", "en"),
    ("", "en"),
)
def test_a_page_speaks_what_the_browser_prefers(phone: Phone, accepted: str, spoken: str) -> None:
    page = phone.get("/", **{"Accept-Language": accepted})
    assert ("html", {"lang": spoken}) in page.attributes


def test_a_chosen_language_is_remembered(phone: Phone) -> None:
    phone.get("/about")
    page = phone.click("Íslenska")
    assert ("html", {"lang": "is"}) in page.attributes
    assert ("html", {"lang": "is"}) in phone.get("/", **{"Accept-Language": "bg"}).attributes
    assert ("html", {"lang": "is"}) in phone.get("/?lang=xx").attributes, "an unknown one changes nothing"


def test_switching_the_language_keeps_what_was_typed(phone: Phone) -> None:
    phone.get("/start/kani")
    page = phone.press("Euskara", **{"name-0": "Iñaki", "overtricks": "six"})
    assert phone.status == 200
    assert ("html", {"lang": "eu"}) in page.attributes
    assert page.forms[0].value("name-0") == "Iñaki"
    assert page.forms[0].value("overtricks") == "six"
    assert ("html", {"lang": "eu"}) in phone.get("/").attributes


def test_a_lost_token_shows_the_filled_form_again_and_saves_nothing(phone: Phone) -> None:
    phone.get("/start/kani")
    phone.client.delete_cookie("scorekeeper")
    page = phone.press("Start", **{"name-0": "Þórdís", "overtricks": "3"})
    assert phone.status == 400
    assert page.forms[0].value("name-0") == "Þórdís"
    assert page.forms[0].value("overtricks") == "3"
    assert "Nothing was saved yet" in page.words
    assert "Matches on this phone" not in Phone(phone.client).get("/").words


@pytest.mark.long
def test_a_button_without_a_page_of_its_own_can_be_pressed_again(phone: Phone) -> None:
    phone.get("/start/kani")
    phone.press("Start")
    phone.get("/")
    phone.client.delete_cookie("scorekeeper")
    page = phone.press("The last table again: Kani")
    assert phone.status == 400
    assert "Send it once more" in page.words
    phone.press("Send again")
    assert phone.address.startswith("/m/")


BLOCKED = "the browser keeps no cookies"


@pytest.mark.parametrize("address", ["/start/kani", "/desk/belot/deal", "/again"])
def test_a_browser_that_keeps_no_cookies_is_told_so(app: Flask, address: str) -> None:
    answer = app.test_client(use_cookies=False).post(address, data={"players": "4"})
    assert answer.status_code == 400
    assert BLOCKED in answer.get_data(as_text=True)


def test_a_browser_that_lost_one_cookie_is_told_nothing_of_all(phone: Phone) -> None:
    phone.get("/start/kani")
    phone.press("Start")
    phone.get("/start/kani")
    phone.client.delete_cookie("scorekeeper")
    assert BLOCKED not in phone.press("Start").words
    assert phone.status == 400


@pytest.mark.parametrize("address", ["/start/kani", "/again", "/import", "/m/x/oy/withdraw"])
def test_no_change_without_a_token(app: Flask, address: str) -> None:
    assert app.test_client().post(address, data={"players": "4"}).status_code == 400


def test_errors_are_told_in_the_readers_language_and_lead_on(phone: Phone) -> None:
    page = phone.get("/nowhere?lang=en")
    assert phone.status == 404
    assert page.links["To the first page"] == "/"


def test_too_much_is_refused_in_words(app: Flask) -> None:
    answer = app.test_client().post("/import", data={"document": "x" * (5 * 1024 * 1024)})
    assert answer.status_code == 413
    assert "too much" in answer.get_data(as_text=True)


def test_a_failure_inside_is_told_without_details() -> None:
    app = create_app({"SECRET_KEY": "x", "SQLALCHEMY_DATABASE_URI": "sqlite://"})
    app.add_url_rule("/fails", view_func=lambda: {}["sqlite:////nowhere/at/all.db"])
    answer = app.test_client().get("/fails")
    assert answer.status_code == 500
    assert "What was saved before is safe" in answer.get_data(as_text=True)
    assert "sqlite" not in answer.get_data(as_text=True)


class TwoHoursAgo(TimestampSigner):
    """Signs as if two hours ago."""

    def get_timestamp(self) -> int:
        return super().get_timestamp() - 2 * 3600


def test_a_page_that_was_open_for_two_hours_is_still_good(phone: Phone, app: Flask) -> None:
    phone.get("/start/kani")
    assert app.secret_key is not None
    with phone.client.session_transaction() as cookie:
        signing = URLSafeTimedSerializer(app.secret_key, "wtf-csrf-token", signer=TwoHoursAgo)
        token = signing.dumps(cookie["csrf_token"])
    kept = [(name, value) for name, value in phone.page.forms[0].values if name != "csrf_token"]
    phone.post("/start/kani", [*kept, ("csrf_token", str(token))])
    assert phone.status == 200
    assert phone.address.startswith("/m/")


@pytest.mark.long
def test_a_restart_loses_no_link_no_cookie_and_no_half_filled_form(app: Flask, kani_match: Any) -> None:
    before = Phone(app.test_client())
    before.get("/start/kani")
    restarted = create_app(dict(app.config))
    after = Phone(restarted.test_client())
    for name in ("scorekeeper", "device"):
        cookie = before.client.get_cookie(name)
        if cookie:
            after.client.set_cookie(name, cookie.value)
    after.page, after.address = before.page, before.address
    after.press("Start", **{"name-0": "Ana"})
    assert after.status == 200
    assert after.address.startswith("/m/")
    assert after.client.get(link(app, kani_match, "owner")).status_code == 200
