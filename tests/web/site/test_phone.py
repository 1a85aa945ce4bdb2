"""The program for phones alone, offered where it was built and where browsers allow it."""

from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.store import instance
from tests.cases import cases


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout in which `make phone` has run."""
    folder = tmp_path / "build" / "phone"
    (folder / "packed").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html>")
    (folder / "version.json").write_text('{"files": [{"bytes": 6000000}, {"bytes": 400000}]}')
    (folder / "packed" / "1.pack").write_bytes(b"\x1f\x8b")
    monkeypatch.setattr(instance, "checkout", lambda: tmp_path)
    monkeypatch.delenv(instance.PHONE_VARIABLE)
    return folder


@cases(
    "address, says",
    ("https://club.example", "The whole program on this phone"),
    ("http://localhost", "The whole program on this phone"),
    ("http://192.168.1.5", "only where the address begins with https"),
)
def test_it_is_offered_where_browsers_allow_it(app: Flask, built: Path, address: str, says: str) -> None:
    app.config["HOSTS"] = ("club.example", "localhost", "192.168.1.5")
    assert says in app.test_client().get("/more", base_url=address).get_data(as_text=True)


@cases(
    "address, says",
    ("https://club.example", 'href="/phone/">Works without network: keep it on this phone'),
    ("http://localhost", 'href="/phone/">Works without network: keep it on this phone'),
    ("http://192.168.1.5", "once the address begins with https"),
)
def test_the_first_page_offers_it_or_says_what_it_takes(
    app: Flask, built: Path, address: str, says: str
) -> None:
    app.config["HOSTS"] = ("club.example", "localhost", "192.168.1.5")
    page = app.test_client().get("/", base_url=address).get_data(as_text=True)
    assert says in " ".join(page.split())


def test_how_much_is_fetched_is_said_as_the_language_writes_it(app: Flask, built: Path) -> None:
    said = {
        language: app.test_client().get("/more", headers={"Accept-Language": language}).get_data(as_text=True)
        for language in ("en", "bg")
    }
    assert "about 6.4 MB" in said["en"]
    assert "около 6,4 MB" in said["bg"]


def test_where_it_was_not_built_nothing_is_said_and_there_is_nothing(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "checkout", lambda: tmp_path)
    client = app.test_client()
    assert "whole program" not in client.get("/more").get_data(as_text=True)
    assert "without network" not in client.get("/").get_data(as_text=True)
    assert client.get("/phone/").status_code == 404


def test_where_the_program_is_installed_a_setting_says_where_it_lies(
    app: Flask, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance, "checkout", lambda: None)
    assert app.test_client().get("/phone/").status_code == 404
    monkeypatch.setenv(instance.PHONE_VARIABLE, str(built.rename(tmp_path / "phone")))
    assert "whole program" in app.test_client().get("/more").get_data(as_text=True)
    assert app.test_client().get("/phone/version.json").status_code == 200


@pytest.mark.parametrize(
    ("name", "kind"),
    [("", "text/html"), ("version.json", "application/json"), ("packed/1.pack", "application/octet-stream")],
)
def test_its_files_are_handed_out_and_may_be_framed_by_no_one(
    app: Flask, built: Path, name: str, kind: str
) -> None:
    answer = app.test_client().get(f"/phone/{name}", headers={"Accept-Encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.mimetype == kind
    assert answer.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert answer.headers["Cache-Control"] == "no-cache, no-transform"


def test_its_window_lets_the_page_in_its_frame_use_the_camera(app: Flask, built: Path) -> None:
    answer = app.test_client().get("/phone/")
    assert answer.headers.getlist("Permissions-Policy") == ["camera=(self), microphone=(), geolocation=()"]


@pytest.mark.parametrize("name", ["../version.json", "packed/../../secret", "nothing.js"])
def test_nothing_else_is(app: Flask, built: Path, name: str) -> None:
    (built.parent / "secret").write_text("secret")
    assert app.test_client().get(f"/phone/{name}").status_code == 404


def test_a_page_of_the_program_is_opened_by_its_window(app: Flask, built: Path) -> None:
    assert app.test_client().get("/phone/app/rules/belot").location == "/phone/"
