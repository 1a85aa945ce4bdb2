"""Pages that follow their match: fragments, their tags, and where pages are told to listen."""

from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.match import feed, kinds, ledger
from scorekeeper.store.match.feed import raise_generation
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.store.conftest import erase_player
from tests.web.conftest import Page, Phone, link


def pass_out(app: Flask, match: Any) -> None:
    with app.app_context():
        seen = ledger.seq_of(session(), match.public_id) or 0
        ledgers.write(
            session(),
            match,
            kinds.RECORDED,
            {"entry": {"kind": "deal", "bid": "pass"}},
            seen=seen,
            device="another phone",
            seat=1,
        )


def read_how_to_follow(page: Page) -> dict[str, str]:
    """What a page knows of how to follow."""
    return next(given for _tag, given in page.attributes if given.get("id") == "live")


PAGES = ("sheet", "tv", "charter")


@pytest.mark.parametrize("which", PAGES)
def test_a_fragment_is_the_middle_of_its_page(app: Flask, phone: Phone, kani_match: Any, which: str) -> None:
    whole = phone.get(link(app, kani_match, "score", "" if which == "sheet" else which))
    address = read_how_to_follow(whole)["data-fragment"]
    part = phone.get(address)
    assert phone.status == 200
    assert "<html" not in part.html
    assert "<main" not in part.html
    assert {"live", "live-news"} & set(part.ids) == {"live"}
    assert read_how_to_follow(part)["data-fragment"] == address
    inside = [name for name in part.ids if name != "live"]
    assert set(inside) <= set(whole.ids)


@pytest.mark.parametrize("which", PAGES)
def test_a_fragment_is_told_once(app: Flask, phone: Phone, kani_match: Any, which: str) -> None:
    address = link(app, kani_match, "watch", f"live/{which}")
    phone.get(address)
    tag = phone.response.headers["ETag"]
    assert int(phone.response.headers["Live-Every"]) <= 3
    for expected in (304, 200):
        phone.get(address, **{"If-None-Match": tag})
        assert phone.status == expected
        assert phone.response.headers["Live-Every"]
        pass_out(app, kani_match)


@pytest.mark.parametrize("page", ["", "live/sheet", "live/pulse", "draft.json"])
def test_a_tag_that_a_proxy_made_weak_is_known_and_nothing_is_kept_on_the_way(
    app: Flask, phone: Phone, kani_match: Any, page: str
) -> None:
    """nginx and Cloudflare do so where they pack answers by themselves."""
    address = link(app, kani_match, "score", page)
    phone.get(address)  # the phone has its cookies from here on
    phone.get(address)
    assert phone.response.headers["Cache-Control"] == "private, no-cache"
    tag = f"W/{phone.response.headers['ETag']}"
    for expected in (304, 200):
        phone.get(address, **{"If-None-Match": tag})
        assert phone.status == expected
        pass_out(app, kani_match)


@pytest.mark.parametrize("page", ["", "tv", "record/deal"])
def test_a_page_that_has_just_come_hears_that_nothing_is_new(
    app: Flask, phone: Phone, kani_match: Any, page: str
) -> None:
    whole = link(app, kani_match, "score", page)
    phone.get(whole)  # the phone has its cookies from here on
    known = read_how_to_follow(phone.get(whole))
    for expected in (304, 200):
        phone.get(known["data-fragment"], **{"If-None-Match": f'"{known["data-tag"]}"'})
        assert phone.status == expected
        pass_out(app, kani_match)


@pytest.mark.long
def test_what_is_no_event_gives_a_new_page_too(app: Flask, phone: Phone, kani_match: Any) -> None:
    for address in (link(app, kani_match, "watch"), link(app, kani_match, "watch", "live/sheet")):
        for change in (
            lambda: erase_player(session(), kani_match.players[2]),
            lambda: (feed.bump(session(), kani_match), session().commit()),
        ):
            phone.get(address)
            phone.get(address, **{"If-None-Match": phone.response.headers["ETag"]})
            assert phone.status == 304
            tag = phone.response.headers["ETag"]
            with app.app_context():
                change()
            phone.get(address, **{"If-None-Match": tag})
            assert phone.status == 200
    assert "Iñaki" not in phone.page.words


@pytest.mark.long
def test_a_page_with_a_form_asks_for_the_pulse_alone(app: Flask, phone: Phone, kani_match: Any) -> None:
    found = read_how_to_follow(phone.get(link(app, kani_match, "score", "record/deal")))
    assert "data-follows" not in found
    phone.get(found["data-fragment"])
    assert phone.response.get_json() == {"seq": 1, "pulse": 0}
    tag = phone.response.headers["ETag"]
    phone.get(found["data-fragment"], **{"If-None-Match": tag})
    assert phone.status == 304
    pass_out(app, kani_match)
    phone.get(found["data-fragment"], **{"If-None-Match": tag})
    assert phone.response.get_json() == {"seq": 2, "pulse": 1}


@pytest.mark.parametrize("which", [*PAGES, "nothing"])
def test_fragments_open_with_a_link_only(app: Flask, phone: Phone, kani_match: Any, which: str) -> None:
    right = link(app, kani_match, "watch", f"live/{which}")
    phone.get(right)
    assert phone.status == (404 if which == "nothing" else 200)
    phone.get(right.replace(f"{kani_match.public_id}/w", f"{kani_match.public_id}/s"))
    assert phone.status == 404
    with app.app_context():
        raise_generation(session(), kani_match.public_id, "watch")
    phone.get(right)
    assert phone.status == 404


def test_the_last_thing_that_happened_is_told_in_a_line(app: Flask, phone: Phone, kani_match: Any) -> None:
    address = link(app, kani_match, "watch")
    assert read_how_to_follow(phone.get(address))["data-news"] == ""
    pass_out(app, kani_match)
    found = read_how_to_follow(phone.get(address))
    assert "Deal 1" in found["data-news"]
    assert "Þórdís" in found["data-news"]
    assert found["data-row"] == "e2"
    assert (found["data-seq"], found["data-pulse"]) == ("2", "1")


CASES = {
    "no streams": ({}, "table.lan:8000", "", "'self'"),
    "the next port": (
        {"LIVE_PORT": "8001"},
        "192.168.1.7:8000",
        "http://192.168.1.7:8001/live",
        "'self' http://192.168.1.7:8001",
    ),
    "six numbers": (
        {"LIVE_PORT": "8001"},
        "[fe80::1]:8000",
        "http://[fe80::1]:8001/live",
        "'self' http://[fe80::1]:8001",
    ),
    "a path": ({"LIVE_PORT": "8001", "LIVE_URL": "/live/"}, "score.lan", "/live", "'self'"),
    "another host": (
        {"LIVE_URL": "https://live.example/s"},
        "score.lan",
        "https://live.example/s",
        "'self' https://live.example",
    ),
    "a forged host": ({"LIVE_PORT": "8001"}, "x;script-src", "", "'self'"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_page_is_told_where_to_listen_and_may(app: Flask, phone: Phone, kani_match: Any, case: str) -> None:
    config, host, base, allowed = CASES[case]
    app.config.update(config)
    address = link(app, kani_match, "watch")
    response = phone.client.get(address, headers={"Host": host})
    if response.status_code == 421:
        assert case == "a forged host"
        return
    tail = address.removeprefix("/m")
    assert read_how_to_follow(Page(response.get_data(as_text=True)))["data-stream"] == (
        base + tail if base else ""
    )
    policy = response.headers["Content-Security-Policy"]
    assert f"connect-src {allowed};" in policy
    assert policy.count("connect-src") == 1


def test_a_page_that_came_by_tls_does_not_listen_in_the_clear(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    app.config["LIVE_PORT"] = "8001"
    response = phone.client.get(link(app, kani_match, "watch"), base_url="https://score.lan")
    assert read_how_to_follow(Page(response.get_data(as_text=True)))["data-stream"] == ""


def test_other_pages_keep_their_policy(phone: Phone, app: Flask) -> None:
    app.config["LIVE_PORT"] = "8001"
    phone.get("/")
    assert "connect-src 'self';" in phone.response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(("width", "capability"), [(4, "watch"), (4, "owner")])
def test_the_television_shows_who_deals_and_what_is_missing(
    app: Flask, phone: Phone, kani_match: Any, width: int, capability: str
) -> None:
    page = phone.get(link(app, kani_match, capability, "tv"))
    assert phone.status == 200
    assert page.words.count("100 to go") == width
    assert "Dealer" in page.words
    pass_out(app, kani_match)
    assert "tv-deal-1" in phone.get(phone.address).ids
