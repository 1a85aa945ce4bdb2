"""A phone in the room that makes an account, signs in, and shows a square."""

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.web.conftest import Page, Phone

PASSWORD = "lau karta eskuan"
ROOM, HOST = "http://table.lan", "table.lan"
CODE = re.compile(r"[2-9a-z]{4}(?:-[2-9a-z]{4}){3}")


class RoomClient(FlaskClient):
    """Asks for every page at an address where passkeys are not possible."""

    def open(self, *args: Any, **given: Any) -> Any:
        if args and isinstance(args[0], str):
            given.setdefault("base_url", ROOM)
        return super().open(*args, **given)


def in_the_room(app: Flask) -> Phone:
    """A phone in the room."""
    return Phone(RoomClient(app, app.response_class))


def make_account(phone: Phone, name: str = "Ana", password: str = PASSWORD) -> Page:
    phone.get("/account/new")
    return phone.press("Make an account", name=name, password=password)


def sign_in(phone: Phone, name: str = "Ana", password: str = PASSWORD) -> Page:
    phone.get("/account/sign-in")
    return phone.press("Sign in", name=name, password=password)


def title(page: Page) -> str:
    return re.sub(r"<[^>]+>", "", re.findall(r"<h1>(.*?)</h1>", page.html, re.S)[0]).strip()


def nonce_free(html: str) -> str:
    """A page without what is new in every answer."""
    return re.sub(r'name="csrf_token" value="[^"]*"', "", html)


def token(client: FlaskClient) -> str:
    return Page(client.get("/account/new").get_data(as_text=True)).forms[0].value("csrf_token")


def square_of(phone: Phone) -> str:
    phone.get("/account/another")
    page = phone.press("Show the QR code")
    assert "<svg" in page.html
    found = re.search(r"http://[\w.]+(/account/in/[\w-]+)", page.words)
    return found[1]
