"""What is counted, and what never is: eighty phones play behind one address, on servers of several processes."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from flask import Flask

from scorekeeper import create_app
from scorekeeper.store.accounts.attempts import Limit
from scorekeeper.store.db import db
from scorekeeper.web.request import limits
from tests.live.conftest import Watcher
from tests.trust.heavy_records import make_record, steps_of
from tests.trust.servers import Phone, Server, ask, live_port, open_matches
from tests.trust.world import Visitor, World

pytestmark = pytest.mark.long

PHONES = 80
START = "/start/kani"


def few(monkeypatch: pytest.MonkeyPatch, burst: int) -> None:
    monkeypatch.setattr(limits, "NEW_MATCH", Limit(limits.NEW_MATCH.kind, burst, 1000.0))


def start(visitor: Visitor, uuid: str | None = None) -> Any:
    from uuid import uuid4

    return visitor.ask("POST starting.start", START, players="4", uuid=uuid or str(uuid4()))


def test_new_matches_are_counted_for_all_workers_and_play_goes_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, 3)
    world.put_back()
    other: Flask = create_app(dict(world.app.config))
    first, second = Visitor(world), Visitor(world._replace(app=other))
    sheets = [start(visitor).headers["Location"] for visitor in (first, second, first)]
    for visitor in (first, second):
        refused = start(visitor)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        assert "scores can be entered meanwhile" in refused.get_data(as_text=True)
        for sheet in sheets:
            assert visitor.client.get(sheet).status_code == 200
            recorded = visitor.ask("POST match.record", f"{sheet}/record/deal?form=bid", bid="pass", seen="1")
            assert recorded.status_code in (303, 409)
        assert visitor.ask("POST match.rematch", f"{sheets[0]}/rematch").status_code == 429
        longer = visitor.ask("POST starting.start_full", f"{START}/full", players="4")
        assert longer.status_code == 429, "the address of versions before"
    with other.app_context():
        db.engine.dispose()
    elsewhere = Visitor(world)
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert start(elsewhere).status_code == 303


def test_what_is_handed_over_counts_as_new_matches_do(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    few(monkeypatch, 2)
    world.put_back()
    client = Visitor(world).client
    headers = {"X-CSRFToken": client.get("/hand-over").json["token"], "Accept": "application/json"}
    records = [make_record(steps_of("recorded", 2), number=UUID(int=number)) for number in (1, 2, 3)]
    answers = [
        client.post("/hand-over", data=body, headers=headers)
        for body in (*records[:1], *records[:1], *records[1:])
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429], (
        "the same match again is no new one"
    )
    assert "scores can be entered meanwhile" in answers[-1].json["problems"][0]
    assert int(answers[-1].headers["Retry-After"]) > 0


def test_a_form_that_was_sent_back_opened_nothing_and_is_not_counted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, 1)
    world.put_back()
    visitor = Visitor(world)
    for _ in range(5):
        assert visitor.ask("POST importing.take", "/import", document="{}").status_code == 422
    assert start(visitor).status_code == 303


def test_a_club_of_eighty_behind_one_address_starts_twenty_tables(world: World) -> None:
    world.put_back()
    for _ in range(PHONES // 4):
        assert start(Visitor(world)).status_code == 303


def test_who_says_to_come_from_elsewhere_is_not_believed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, 1)
    world.put_back()
    visitor = Visitor(world)
    assert start(visitor).status_code == 303
    visitor.client.environ_base["HTTP_X_FORWARDED_FOR"] = "203.0.113.99"
    assert start(visitor).status_code == 429


def test_a_home_behind_our_proxy_is_one_with_all_addresses_of_its_phones(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, 2)
    world.put_back()
    monkeypatch.setitem(world.app.config, "TRUSTED_PROXIES", "127.0.0.1")

    def start_from(address: str) -> int:
        visitor = Visitor(world)
        visitor.client.environ_base["HTTP_X_FORWARDED_FOR"] = address
        return int(start(visitor).status_code)

    assert [start_from(f"2001:db8:1:2::{phone}") for phone in "abc"] == [303, 303, 429]
    assert start_from("2001:db8:1:3::a") == 303, "the neighbours"


def test_links_to_leagues_and_invitations_that_were_not_given_out_are_counted_too(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "UNKNOWN_LINK", Limit("unknown link", 4, 1000.0))
    world.put_back()
    client, guess = world.app.test_client(), "A" * 24
    guesses = [
        f"/leagues/nothing/link/{guess}",
        f"/leagues/join/{guess}",
        f"/leagues/nothing/link/{guess}/nights.ics",
        f"/api/v1/leagues/nothing?link={guess}",
    ]
    assert [client.get(where).status_code for where in guesses] == [404] * 4
    assert [client.get(where).status_code for where in guesses] == [429] * 4
    assert client.get("/leagues/").status_code == 200


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_guesses_at_the_streams_and_at_the_pages_are_counted_together(tmp_path: Path) -> None:
    server = Server(tmp_path, f"sqlite:///{tmp_path}/scorekeeper.db", workers=2)
    server.before = (
        "import scorekeeper.store.accounts.attempts as a; a.UNKNOWN_LINK = a.Limit('unknown link', 3, 1000.0)"
    )
    server.start()
    try:
        [match] = open_matches(server.url, server.key)
        wrong, port = f"{match.public_id}/w{'A' * 24}", live_port(server)
        answers = [ask(port, f"/live/{wrong}")[0], ask(server.port, f"/m/{wrong}")[0]]
        answers += [
            ask(port, f"/live/{wrong}", **{"X-Forwarded-For": f"203.0.113.{number}"})[0]
            for number in range(3)
        ]
        assert answers == [404, 404, 404, 429, 429], "a client that claims another address is not believed"
        assert "Minutes to wait: " in ask(port, f"/live/{wrong}")[1]
        assert ask(server.port, f"/m/{wrong}")[0] == 429
        assert ask(server.port, match.path("watch"))[0] == 200
        watcher = Watcher(port, match, match.path("watch").rpartition("/")[2])
        assert watcher.next()[0] == "message", "a watcher with a good link notices nothing"
        watcher.close()
    finally:
        said = server.stop()
    assert "Traceback" not in said


@pytest.mark.left_to_soak
@pytest.mark.usefixtures("processes")
def test_eighty_phones_read_and_record_behind_one_address(tmp_path: Any) -> None:
    """On a real server with two processes: every read and every record is answered."""
    url = f"sqlite:///{tmp_path}/scorekeeper.db"
    server = Server(tmp_path, url, workers=2).start()
    try:
        matches = open_matches(url, server.key, PHONES // 4)
        answers = []
        for number in range(PHONES):
            phone = Phone(server.port, matches[number // 4])
            phone.open()
            answers.append(phone.ask("GET", matches[number // 4].path("watch"))[0])
            answers.append(
                phone.record(f"{number}", f"00000000-0000-4000-8000-{number:012}", number % 4 + 1).status
            )
            phone.hang_up()
    finally:
        server.stop()
    assert set(answers) == {200, 303}
