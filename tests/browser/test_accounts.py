"""Accounts in a real browser: a passkey on localhost, a password in the room, another phone by its camera."""

import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Phone
from tests.browser.entry_table import ROOM
from tests.browser.looking import make_phone

PASSWORD = "fjögur spil í hendi"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
CODES = re.compile(r"[2-9a-z]{4}(?:-[2-9a-z]{4}){3}")


class Authenticator:
    """The part of a phone that keeps passkeys, played by Chromium."""

    def __init__(self, page: Page) -> None:
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        made = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = made["authenticatorId"]

    def credentials(self) -> list[dict[str, Any]]:
        """The passkeys it holds."""
        found = self.devtools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})
        return list(found["credentials"])

    def put(self, credential: dict[str, Any]) -> None:
        """Give it a passkey."""
        self.devtools.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})

    def refuse(self, refused: bool) -> None:
        """The finger is not the owner's."""
        self.devtools.send(
            "WebAuthn.setUserVerified", {"authenticatorId": self.id, "isUserVerified": not refused}
        )


@pytest.fixture
def localhost(server: str) -> str:
    return f"http://localhost:{urlsplit(server).port}"


@pytest.fixture
def here(page: Page, localhost: str, request: pytest.FixtureRequest) -> Phone:
    """A phone at an address where passkeys are possible."""
    return Phone(page, localhost, request.node.name.removeprefix("test_").partition("[")[0])


@pytest.fixture
def away(browser: Browser) -> Iterator[BrowserContext]:
    """Another phone, which knows nothing of the first."""
    context = make_phone(browser)
    yield context
    context.close()


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def codes_of(page: Page) -> list[str]:
    """The recovery codes on a page, once all of it is there."""
    expect(page.locator("main")).to_contain_text(CODES)
    page.wait_for_load_state()
    return CODES.findall(page.inner_text("main"))


def make_account(phone: Phone, name: str) -> Authenticator:
    keys = Authenticator(phone.page)
    phone.open("/account/new")
    phone.write("Name", name)
    by_passkey(phone, "With a passkey")
    heading(phone.page, "Recovery codes")
    return keys


TWICE = 350
"""Milliseconds after which a second tap on the same button counts."""
UNUSED = "Nothing happened: the passkey was not used."


def by_passkey(phone: Phone, button: str) -> None:
    """Tap a button that asks for a passkey. A busy Chromium may let the key go unused; then one tries again."""
    for _time in range(6):
        before = phone.page.url
        phone.tap(button)
        if phone.page.wait_for_function(CAME_OF_IT, arg=before).json_value() != UNUSED:
            return


CAME_OF_IT = """before => location.href !== before ? "another page"
  : [...document.querySelectorAll("[data-said]")].map((one) => one.textContent).join("")"""
"""What the page says came of a passkey; nothing yet, as long as it says nothing."""


def test_accounts_by_passkey(here: Phone) -> None:
    here.open("/")
    here.tap("Rules and more")
    here.tap("Account")
    heading(here.page, "Sign in")
    here.look("sign-in")
    here.tap("New here? Make an account")
    here.look("new")
    make_account(here, "Þórdís")
    here.look("welcome")
    here.tap("Show my recovery codes")
    assert len(set(codes_of(here.page))) == 10
    here.look("codes")
    here.tap("I have written them down")
    heading(here.page, "Þórdís")
    here.look("account")

    here.tap("Sign out")
    here.reads("You are signed out")
    here.open("/account/")
    heading(here.page, "Sign in")
    by_passkey(here, "Sign in with a passkey")
    heading(here.page, "Þórdís")

    here.tap("Where you are signed in")
    here.reads("by passkey")
    here.reads("this phone")
    here.look("sign-ins")
    here.open("/account/keys")
    here.reads("for localhost")
    here.look("keys")


@pytest.mark.left_to_soak
def test_accounts_matches_come_to_the_account(here: Phone) -> None:
    here.open("/start/kani")
    here.tap("Start")
    make_account(here, "Ana")
    here.tap("Later")
    here.tap("Add the 1 match that this phone owns")
    here.reads("1 match is in your account now")
    here.look("matches")
    here.open("/start/belot")
    here.tap("Start")
    here.page.wait_for_url("**/m/**")
    here.open("/account/")
    expect(here.page.locator(".list strong")).to_have_text(["Belot", "Kani"])
    here.look("account-with-matches")


def test_accounts_on_another_phone(here: Phone, away: BrowserContext) -> None:
    make_account(here, "Георги")
    here.open("/account/another")
    here.look("another")
    here.tap("Show the QR code")
    here.look("square")
    link = here.page.locator(".address").text_content() or ""

    other = Phone(away.new_page(), here.server, here.name)
    other.open(link)
    heading(other.page, "Sign in on this phone?")
    other.look("other-phone")
    other.tap("Sign in as Георги")
    heading(other.page, "Георги")
    assert "HttpOnly" in cookie_flags(away)

    late = Phone(away.new_page(), here.server, here.name)
    late.open(link)
    heading(late.page, "There is no page here.")

    here.open("/account/sign-ins")
    here.reads("by another phone")
    here.page.get_by_role("button", name=re.compile("^Sign out .+·")).click()
    here.reads("Signed out there.")
    other.open("/account/")
    heading(other.page, "Sign in")


def cookie_flags(context: BrowserContext) -> str:
    found = next(cookie for cookie in context.cookies() if cookie["name"] == "account")
    assert found["sameSite"] == "Lax"
    assert not found["secure"], "plain http may play too"
    return "HttpOnly" if found["httpOnly"] else ""


@pytest.mark.left_to_soak
def test_accounts_refuse_a_passkey_that_does_not_fit(here: Phone, away: BrowserContext) -> None:
    keys = make_account(here, "Iñaki")
    here.open("/account/keys")
    by_passkey(here, "Add a passkey on this phone")
    expect(here.page.locator("[data-said]")).to_have_text(
        "This phone has a passkey for this account already."
    )
    (credential,) = keys.credentials()

    other = Phone(away.new_page(), here.server, here.name)
    stranger = Authenticator(other.page)
    other.open("/account/sign-in")
    stranger.put({**credential, "userHandle": credential["credentialId"], "signCount": 0})
    by_passkey(other, "Sign in with a passkey")
    said = other.page.locator("[data-said]")
    expect(said).to_have_text("This passkey does not fit. Nothing was changed.")
    other.look("does-not-fit")
    stranger.refuse(True)
    other.page.wait_for_timeout(TWICE)  # a second tap that comes sooner is none
    other.tap("Sign in with a passkey")
    expect(said).to_have_text(UNUSED)
    assert other.page.evaluate("document.cookie") == "" or "account" not in other.page.evaluate(
        "document.cookie"
    )


@pytest.mark.left_to_soak
def test_accounts_forget_a_person_by_passkey(here: Phone) -> None:
    keys = make_account(here, "Vera")
    here.open("/account/data")
    here.look("data")
    with here.page.expect_download() as download:
        here.tap("All of it as a file")
    stored = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert stored["name"] == "Vera"
    assert stored["passkeys"][0]["host"] == "localhost"
    here.open("/account/delete")
    here.look("delete")
    here.write("Type the account’s name to go on", "vera")
    here.tap("Delete the account")
    here.reads("The account is deleted")
    here.open("/account/sign-in")
    assert len(keys.credentials()) == 1
    by_passkey(here, "Sign in with a passkey")
    expect(here.page.locator("[data-said]")).to_have_text("This passkey does not fit. Nothing was changed.")


@pytest.mark.left_to_soak
def test_accounts_by_password_where_passkeys_are_possible(here: Phone) -> None:
    here.open("/account/new")
    here.write("Name", "Ástrós")
    here.page.get_by_text("With a password instead").click()
    field = here.page.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("type", "password")
    assert field.evaluate("one => one.closest('form').elements.name.value") == "Ástrós"
    field.fill("short")
    here.tap("Make an account")
    here.reads("At least 10 characters")
    here.look("too-short")
    expect(field).to_be_visible()
    expect(here.page.get_by_label("Name", exact=True)).to_have_value("Ástrós")
    field.fill(PASSWORD)
    here.tap("Make an account")
    heading(here.page, "Recovery codes")
    here.open("/account/")
    here.tap("Sign out")
    here.reads("You are signed out")
    here.open("/account/sign-in")
    here.write("Name", "Ástrós")
    here.write("Password", PASSWORD)
    here.tap_on(here.page.get_by_role("button", name="Sign in", exact=True))
    heading(here.page, "Ástrós")


@pytest.mark.left_to_soak
def test_every_password_is_typed_unseen_in_the_form_that_sends_it(here: Phone) -> None:
    make_account(here, "Ósk")
    here.open("/account/password")
    passwords = [here.page.locator('[name="password"]').evaluate(UNSEEN)]
    here.tap("Save")
    here.page.context.clear_cookies()
    for page in ("new", "sign-in"):
        here.open(f"/account/{page}")
        passwords.append(here.page.locator('[name="password"]').evaluate(UNSEEN))
    assert passwords == [["password", "form"]] * 3


UNSEEN = "one => [one.type, one.closest('form') && one.closest('form').id]"


def test_accounts_by_password_in_the_room(
    browser: Browser, server: str, request: pytest.FixtureRequest
) -> None:
    context = make_phone(browser)
    phone = Phone(context.new_page(), f"http://{ROOM}:{urlsplit(server).port}", "accounts_in_the_room")
    phone.open("/account/sign-in")
    assert phone.page.evaluate("isSecureContext") is False
    phone.reads("browsers allow passkeys over https only")
    assert phone.page.get_by_role("button", name="Sign in with a passkey").count() == 0
    phone.look("sign-in")
    phone.tap("New here? Make an account")
    phone.write("Name", "Jón")
    phone.write("Password", "short")
    phone.tap("Make an account")
    phone.look("too-short")
    phone.write("Password", PASSWORD)
    phone.tap("Make an account")
    heading(phone.page, "Recovery codes")
    phone.tap("Show my recovery codes")
    code = codes_of(phone.page)[3]
    phone.tap("I have written them down")
    phone.tap("Sign out")
    phone.open("/account/sign-in")
    phone.write("Name", "jón")
    phone.write("Password", "not the password")
    phone.tap("Sign in", role="button")
    phone.reads("Name and password do not fit together.")
    phone.look("wrong")
    phone.write("Password", PASSWORD)
    phone.tap("Sign in", role="button")
    heading(phone.page, "Jón")
    phone.tap("Sign out")
    phone.open("/account/recover")
    phone.look("recover")
    phone.write("Name", "Jón")
    phone.write("Recovery code", code.upper())
    phone.tap("Sign in", role="button")
    heading(phone.page, "Ways to sign in")
    phone.look("ways")
    phone.tap("Change the password")
    phone.look("password")
    context.close()
