"""Links that are keys: what each allows, and that a wrong one looks like no page at all."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.match import capabilities, ledger
from scorekeeper.web.match import links
from scorekeeper.web.site.database import session
from tests.web.conftest import Phone, file_of, link


def test_a_token_has_one_shape_and_differs_by_match_kind_and_generation(app: Flask) -> None:
    with app.test_request_context():
        said = [
            capabilities.token(links.key(), match, kind, generation)
            for match in ("abc", "abd")
            for kind in links.CAPABILITIES
            for generation in (1, 2)
        ]
    assert len(set(said)) == len(said)
    assert {len(token) for token in said} == {24}
    assert not [token for token in said if not (token.isascii() and "=" not in token and "/" not in token)]


def test_a_token_hangs_on_the_servers_key(app: Flask) -> None:
    with app.test_request_context():
        before = capabilities.token(links.key(), "abc", links.OWNER, 1)
        app.secret_key = b"another key"
        assert capabilities.token(links.key(), "abc", links.OWNER, 1) != before


@pytest.mark.parametrize(("kind", "status"), [("owner", 200), ("score", 404), ("watch", 404)])
def test_only_the_owner_sees_the_links(
    phone: Phone, app: Flask, kani_match: Any, kind: str, status: int
) -> None:
    phone.get(link(app, kani_match, kind, "keep"))
    assert phone.status == status


def test_the_kind_cannot_be_changed_in_the_address(phone: Phone, app: Flask, kani_match: Any) -> None:
    watch = link(app, kani_match, links.WATCH, "qr/w.svg")
    phone.get(watch)
    assert phone.status == 200
    for letter in "osx":
        phone.get(watch.replace(f"{kani_match.public_id}/w", f"{kani_match.public_id}/{letter}"))
        assert phone.status == 404


def test_a_wrong_link_looks_like_no_page(phone: Phone, app: Flask, kani_match: Any) -> None:
    right = link(app, kani_match, links.OWNER)
    nowhere = phone.get("/nowhere").html
    wrong = [
        right[:-1] + ("A" if right[-1] != "A" else "B"),
        right[:-1],
        right.replace("/o", "/oé", 1),
        right.replace("/o", "/x", 1),
        right.replace(kani_match.public_id, "22222222222a"),
        "/m/x/o",
    ]
    assert phone.client.get(right).status_code == 200
    for address in wrong:
        shown = phone.get(address)
        assert phone.status == 404
        assert shown.html.replace(address, "/nowhere").replace("%C3%A9", "é") == nowhere.replace(
            "%C3%A9", "é"
        )


@pytest.mark.long
def test_raising_the_generation_withdraws_one_kind_and_no_other(
    phone: Phone, app: Flask, kani_match: Any
) -> None:
    page = phone.get(link(app, kani_match, links.OWNER, "keep"))
    old = {kind: link(app, kani_match, kind, "qr/w.svg") for kind in links.CAPABILITIES}
    form = next(form for form in page.forms if form.buttons["Withdraw it now"]["value"] == "s")
    page = phone.press("Withdraw it now", form=page.forms.index(form))
    assert phone.status == 200
    for kind, status in (("owner", 200), ("score", 404), ("watch", 200)):
        assert phone.client.get(old[kind]).status_code == status
    with app.app_context():
        fresh = ledger.load(session(), kani_match.public_id)
    assert phone.client.get(link(app, fresh, links.SCORE, "qr/w.svg")).status_code == 200


def test_a_withdrawn_link_does_not_live_on_in_other_phones_lists(
    phone: Phone, another_phone: Phone, app: Flask, kani_match: Any
) -> None:
    from scorekeeper.store.accounts.devices import device_id

    another_phone.client.set_cookie("device", "x" * 32)
    with app.app_context():
        remember(session(), device_id("x" * 32), kani_match.public_id, links.SCORE)
    assert "Ana" in another_phone.get("/").words
    page = phone.get(link(app, kani_match, links.OWNER, "keep"))
    form = next(form for form in page.forms if form.buttons["Withdraw it now"]["value"] == "s")
    phone.press("Withdraw it now", form=page.forms.index(form))
    assert "Ana" not in another_phone.get("/").words


def test_a_qr_picture_is_an_address_of_its_own_and_shows_no_more_than_its_reader_may(
    phone: Phone, app: Flask, kani_match: Any
) -> None:
    phone.get(link(app, kani_match, links.WATCH, "qr/w.svg"))
    assert phone.response.mimetype == "image/svg+xml"
    assert phone.response.get_data(as_text=True).startswith("<svg")
    phone.get(link(app, kani_match, links.WATCH, "qr/o.svg"))
    assert phone.status == 404


def test_nothing_secret_is_stored(app: Flask, kani_match: Any) -> None:
    with app.test_request_context():
        tokens = [
            links.link_to(kani_match.public_id, kind, kani_match.generations)[1:]
            for kind in links.CAPABILITIES
        ]
    file = file_of(app)
    stored = b"".join(one.read_bytes() for one in file.parent.glob(f"{file.name}*"))
    assert kani_match.public_id.encode() in stored
    assert not [token for token in tokens if token.encode() in stored]
