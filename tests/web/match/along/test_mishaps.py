"""What can go wrong between a phone and the server that keeps the same match: nothing is lost or doubled."""

import json
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from flask import Flask

from scorekeeper.phone.program import Program
from scorekeeper.store import clock
from scorekeeper.store.match import ledger
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.phone.pocket import BASE, head, page, post, start_match, words
from tests.web.conftest import link
from tests.web.leagues.club import NAMES, WON
from tests.web.match.along.between import (
    HEARTS,
    KANI,
    OTHER,
    SPADES,
    Between,
    ask,
    at_server,
    lose_last,
    record,
    resolve,
    told,
)
from tests.web.sheet_tables import BELOT, FOUR, add_event, open_match


@pytest.mark.parametrize(
    "wrong",
    [timedelta(days=-400), timedelta(minutes=-5), timedelta(minutes=5), timedelta(days=400)],
    ids=["a year slow", "slow", "fast", "a year fast"],
)
def test_a_phone_whose_clock_is_wrong_gives_and_takes_all(
    app: Flask, phone: Program, match: Any, monkeypatch: pytest.MonkeyPatch, wrong: timedelta
) -> None:
    right = clock.now

    def take_phone() -> None:
        monkeypatch.setattr(clock, "now", lambda: right() + wrong)

    def take_server() -> None:
        monkeypatch.setattr(clock, "now", right)

    def fetch() -> Any:
        raw = both.client.get(f"{both.there}/record.jsonl").data
        take_phone()
        return both.hand_in(raw)["state"], told(both.mine()) == told(at_server(app, match))

    both = Between(app, phone, link(app, match, "score", ""))
    assert fetch() == ("same", True)
    record(phone, both.here, HEARTS)
    mine = page(phone, f"{both.here}/record.jsonl").encode()
    take_server()
    assert both.send(mine).json == {"seq": 4, "added": 1}
    event = at_server(app, match).events[-1]
    assert event.at <= event.received, "nothing was written later than it came"
    assert fetch() == ("same", True)
    take_server()
    add_event(app, at_server(app, match), "recorded", {"entry": OTHER})
    assert fetch() == ("same", True)


@cases("who, status, added", ("scorer", 422, 0), ("organiser", 200, 2), ids=["a scorer", "an organiser"])
def test_only_an_organiser_sends_an_adjustment_to_a_match_of_a_league(
    tuesday: Any, phone: Program, who: str, status: int, added: int
) -> None:
    """A phone knows of no league, so it lets everybody write one."""
    match = tuesday.match(WON, players=tuesday.players(*NAMES), rules={})
    both = Between(tuesday.app, phone, link(tuesday.app, match, "score", ""))
    both.client = tuesday.phone(who).client
    both.fetch()
    for name in ("reason", "why"):
        post(
            phone,
            f"{both.here}/record/adjustment",
            reason=name,
            **{f"scores-{seat}": "1" for seat in range(4)},
        )
    answer = both.send()
    assert answer.status_code == status
    assert at_server(tuesday.app, match).seq == match.seq + added
    assert status == 200 or "the organiser’s" in answer.json["problems"][0]


@pytest.mark.parametrize(("name", "status"), [("Боби", 422), ("Zoe", 422), ("Véra", 200)])
def test_a_name_that_may_be_another_persons_does_not_come_into_a_league_with_a_record(
    tuesday: Any, phone: Program, name: str, status: int
) -> None:
    """On the sheet it would be asked who is meant, and a phone that was away knows of no league."""
    tuesday.players("Боби")
    match = tuesday.match(WON, players=tuesday.players(*NAMES), rules={})
    both = Between(tuesday.app, phone, link(tuesday.app, match, "score", ""))
    both.fetch()
    post(phone, f"{both.here}/names", **{"name-0": name})
    record(phone, both.here, KANI)
    answer = both.send()
    assert answer.status_code == status
    if status == 200:
        assert at_server(tuesday.app, match).seat_names[0] == name
        return
    said = f"(a name changed: {name}): In this match’s league the name may be another person’s."
    assert said in answer.json["problems"][0]
    assert at_server(tuesday.app, match).seq == match.seq
    file = both.client.get(f"{both.there}/record.jsonl").data
    assert both.hand_in(file, "&refused=1")["state"] == "parted", "what else was entered is offered"
    assert resolve(both, [match.seq + 2], shown=match.seq).status == 303
    assert both.send().json["added"] == 1
    assert at_server(tuesday.app, match).seat_names[0] == NAMES[0]


def test_a_name_with_which_another_person_came_into_the_league_is_not_taken_back_by_a_record(
    tuesday: Any, phone: Program
) -> None:
    [bobi] = tuesday.players("Боби")
    match = tuesday.match(WON, players=tuesday.players(*NAMES), rules={})
    called = tuesday.phone("organiser")
    called.get(link(tuesday.app, match, "score", "names"))
    called.press("Save", **{"name-0": "Боби"})
    called.press("Save", **{"who-0": bobi})
    both = Between(tuesday.app, phone, link(tuesday.app, match, "score", ""))
    both.fetch()
    add_event(phone.app, both.mine(), "undone", {"target": both.mine().seq})
    answer = both.send()
    assert answer.status_code == 422
    assert "With this name another person came into the league" in answer.json["problems"][0]
    assert at_server(tuesday.app, match).seat_names[0] == "Боби"


@pytest.mark.parametrize("keep", [[], [4], [4, 5]], ids=["nothing", "what both have", "all"])
def test_a_deal_that_is_at_the_server_after_that_of_another_is_not_written_twice(
    app: Flask, match: Any, between: Between, keep: list[int]
) -> None:
    """It waited in a page of the server in this browser, and went both ways; another one wrote in between."""
    record(between.phone, between.here, HEARTS)
    made = between.mine().events[-1]
    record(between.phone, between.here, SPADES)
    add_event(app, match, "recorded", {"entry": BELOT})
    with app.app_context():
        ledger.append(
            session(), match.public_id, seen=4, uuid=made.uuid, kind="recorded", body=dict(made.body), seat=2
        )
    assert between.fetch()["state"] == "parted"
    shown = page(between.phone, f"/along/{between.listed['id']}")
    assert [f'name="keep" value="{seq}"' in shown for seq in (4, 5)] == [False, True]
    assert resolve(between, keep, shown=5).status == 303
    between.send()
    between.fetch()
    assert told(at_server(app, match)) == told(between.mine())
    assert [event.uuid for event in between.mine().events].count(made.uuid) == 1
    assert len(between.mine().rows()) == 4 + (5 in keep)


def test_the_servers_answer_says_nothing_is_new_where_only_the_phone_has_more(between: Between) -> None:
    """A page that is open is read anew for what is new, and a phone must not read it anew for its own."""
    record(between.phone, between.here, HEARTS)
    said = between.fetch()
    assert (said["state"], said["added"]) == ("ahead", 0)


def test_a_server_restored_from_an_older_backup_gets_back_what_it_lost(
    app: Flask, match: Any, between: Between
) -> None:
    before = between.client.get(f"{between.there}/record.jsonl").data
    add_event(app, match, "recorded", {"entry": BELOT})
    between.fetch()
    lose_last(app, match)
    said = between.hand_in(before)
    assert (said["state"], said["seq"], said["last"]) == ("ahead", 3, 4)
    assert between.send().json == {"seq": 4, "added": 1}
    assert between.fetch()["state"] == "same"
    assert told(at_server(app, match)) == told(between.mine())


def test_a_server_that_was_restored_and_played_on_to_the_same_number_has_another_code(
    app: Flask, match: Any, between: Between
) -> None:
    """The window asks for the record where number or code differ (phone/along.js)."""
    record(between.phone, between.here, HEARTS)
    between.send()
    between.fetch()
    assert ask(between.client, f"{between.there}/log")["code"] == between.listed["code"]
    lose_last(app, match)
    add_event(app, at_server(app, match), "recorded", {"entry": OTHER})
    log = ask(between.client, f"{between.there}/log")
    assert log["seq"] == between.listed["last"] == between.listed["seq"] == 4
    assert log["code"] == at_server(app, match).code != between.listed["code"]
    assert between.fetch()["state"] == "parted"
    shown = words(page(between.phone, f"/along/{between.listed['id']}"))
    assert [deal in shown for deal in ("hearts by Ana: 62–100", "hearts by Ana: 120–42")] == [True, True]
    assert resolve(between, [4]).status == 303
    assert between.send().json == {"seq": 5, "added": 1}
    between.fetch()
    assert told(at_server(app, match)) == told(between.mine())


def with_number(record: bytes, uuid: str) -> bytes:
    """A record whose last event has another's number."""
    *others, last = record.splitlines()
    return b"\n".join([*others, json.dumps(json.loads(last) | {"uuid": uuid}).encode()])


@pytest.mark.parametrize("whose", ["of another match", "of this match"])
def test_an_event_with_the_number_of_another_one_is_refused_in_words(
    app: Flask, match: Any, between: Between, whose: str
) -> None:
    record(between.phone, between.here, HEARTS)
    record(between.phone, between.here, SPADES)
    other = open_match(app, "belot", FOUR, [BELOT]) if whose == "of another match" else match
    mine = page(between.phone, f"{between.here}/record.jsonl").encode()
    answer = between.send(with_number(mine, other.events[-1].uuid))
    assert answer.status_code == 422
    assert answer.json["problems"] == [
        "Event 5 (Deal 4: Boris ♠ 40–122): this was changed after it was recorded"
    ]
    assert at_server(app, match).seq == 3


def test_a_match_with_the_number_of_another_ones_event_comes_without_its_past(
    app: Flask, phone: Program
) -> None:
    other = open_match(app, "belot", FOUR, [BELOT])
    sheet = start_match(phone)
    record(phone, sheet, HEARTS)
    given = with_number(page(phone, f"{sheet}/record.jsonl").encode(), other.events[-1].uuid)
    client = app.test_client()
    answer = client.post(
        "/hand-over", data=given, headers={"X-CSRFToken": ask(client, "/hand-over")["token"]}
    )
    assert (answer.status_code, answer.json["seq"]) == (200, 2)
    assert told(at_server(app, other)) == told(other)


def test_a_file_of_the_servers_match_takes_no_way_to_the_server_away(
    app: Flask, match: Any, between: Between
) -> None:
    """Another player sends the file that the server gave; it is taken in like any other."""
    add_event(app, match, "recorded", {"entry": OTHER})
    file = between.client.get(f"{between.there}/record.jsonl").text
    assert post(between.phone, "/import", document=file).status == 303
    record(between.phone, between.here, HEARTS)
    assert (between.listed["seq"], between.listed["last"]) == (4, 5)
    assert between.send().json == {"seq": 5, "added": 1}


@pytest.mark.parametrize(
    ("first", "then", "kept"),
    [("owner", "watch", "/o"), ("score", "watch", "/s"), ("watch", "score", "/s"), ("score", "owner", "/o")],
)
def test_of_two_links_by_which_a_phone_takes_along_the_one_counts_that_allows_more(
    app: Flask, phone: Program, match: Any, first: str, then: str, kept: str
) -> None:
    answers = [Between(app, phone, link(app, match, kind, "")).fetch() for kind in (first, then)]
    both = Between(app, phone, link(app, match, then, ""))
    assert kept in both.listed["there"]
    assert kept in both.listed["here"]
    assert answers[1]["here"] == both.listed["here"]


def test_a_link_that_took_the_place_of_a_withdrawn_one_counts(
    app: Flask, match: Any, between: Between
) -> None:
    client = app.test_client()
    headers = {"X-CSRFToken": ask(client, link(app, match, "owner", "log"))["token"]}
    assert (
        client.post(link(app, match, "owner", "withdraw"), data={"letter": "s"}, headers=headers).status_code
        == 303
    )
    assert between.client.get(f"{between.there}/log").status_code == 404
    again = Between(app, between.phone, link(app, at_server(app, match), "score", ""))
    assert again.fetch()["state"] == "same"
    assert again.listed["there"] == again.there != between.there


def test_the_record_of_another_match_is_not_taken_along(app: Flask, phone: Program, match: Any) -> None:
    other = open_match(app, "belot", FOUR, [BELOT])
    raw = app.test_client().get(link(app, other, "watch", "record.jsonl")).data
    said = Between(app, phone, link(app, match, "score", "")).hand_in(raw)
    assert (said["status"], said["problems"]) == (422, ["This is the record of another match."])


def test_a_match_that_began_at_the_server_is_not_said_to_come_from_elsewhere(between: Between) -> None:
    record(between.phone, between.here, HEARTS)
    between.send()
    between.fetch()
    came = "It came from another Scorekeeper"
    assert came not in between.client.get(f"{between.there}/proof").text
    assert came in page(between.phone, f"{between.here}/proof")


def test_the_other_matches_of_a_series_hear_of_deals_that_a_phone_sends(
    app: Flask, phone: Program, match: Any
) -> None:
    both = Between(app, phone, link(app, open_match(app, "belot", before=match), "score", ""))
    both.fetch()
    record(phone, both.here, HEARTS)
    before = at_server(app, match).pulse
    both.send()
    assert at_server(app, match).pulse == before + 1
    both.send()
    assert at_server(app, match).pulse == before + 1, "nothing came"


@cases("keep, deals", ([4], 3), ([4, 6], 4), ([], 2), ids=["the first deal", "both deals", "nothing"])
def test_a_match_that_the_server_refuses_goes_on_without_what_it_does_not_take(
    app: Flask, match: Any, between: Between, keep: list[int], deals: int
) -> None:
    record(between.phone, between.here, HEARTS)
    post(
        between.phone,
        f"{between.here}/record/adjustment",
        reason="late",
        **{"scores-0": "-10", "scores-1": "0"},
    )
    record(between.phone, between.here, SPADES)
    raw = between.client.get(f"{between.there}/record.jsonl").data
    before = told(between.mine())
    assert between.hand_in(raw, "&refused=1")["state"] == "parted"
    assert told(between.mine()) == before, "a person is asked"
    said = page(between.phone, f"/along/{between.listed['id']}")
    assert "The server did not take what was entered on this phone" in said
    assert said.count('name="keep"') == 3
    assert resolve(between, keep, shown=3).status == 303
    assert between.listed["parted"] is False
    assert between.send().json["added"] == len(keep)
    between.fetch()
    assert told(at_server(app, match)) == told(between.mine())
    assert len(between.mine().rows()) == deals


def test_a_server_that_has_all_has_refused_nothing(between: Between) -> None:
    raw = between.client.get(f"{between.there}/record.jsonl").data
    assert between.hand_in(raw, "&refused=1")["state"] == "same"


def test_a_name_that_another_match_began_with_stays_where_the_servers_match_is_taken(
    app: Flask, match: Any, between: Between
) -> None:
    """The rename was only on this phone; a rematch has begun with the new name since."""
    with between.phone.app.app_context():
        mine = ledger.load(session(), between.listed["id"])
        names = {mine.players[0]: "Ásta"}
        ledger.rename(session(), mine.public_id, seen=mine.seq, uuid=str(uuid4()), names=names)
        rematch = ledgers.open_match(
            session(), "belot", ("Ásta", *FOUR[1:]), series=mine.public_id, players=mine.players
        )
    add_event(app, match, "recorded", {"entry": BELOT})
    assert between.fetch()["state"] == "parted"
    assert resolve(between, []).status == 303
    assert between.mine().seat_names == list(FOUR)
    with between.phone.app.app_context():
        found = ledger.load(session(), rematch.public_id)
    assert found.seat_names[0] == "Ásta"


def list_matches(phone: Program, league: str) -> str:
    """What the league says of its matches once all is derived."""
    while phone.keep_leagues():
        pass
    return words(page(phone, f"{league}/matches"))


def test_a_league_of_the_phone_hears_that_something_was_left_out(
    app: Flask, phone: Program, match: Any
) -> None:
    both = Between(app, phone, link(app, match, "owner", ""))
    both.fetch()
    founded = head(post(phone, "/leagues/new", name="Tuesdays", preset="wins", access="private"), "Location")
    league = urlsplit(founded).path.removeprefix(BASE)
    assert post(phone, f"{league}/take-in/{both.listed['id']}").status == 303
    post(phone, f"{both.here}/stop", reason="late")
    assert both.listed["last"] == 4
    assert list_matches(phone, league).count("Stopped before its end") == 1
    both.hand_in(both.client.get(f"{both.there}/record.jsonl").data, "&refused=1")
    assert resolve(both, [], shown=3).status == 303
    assert "Stopped before its end" not in list_matches(phone, league)
