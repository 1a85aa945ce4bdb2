"""The table's charter: house rules in sentences, who agreed and when, and changes that every seat is asked about."""

import re
from functools import partial
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games import GAMES
from scorekeeper.store.match import kinds, ledger, rule_proposals
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.proposal import propose
from scorekeeper.web.site.database import session
from tests import ledgers
from tests.cases import cases
from tests.web.conftest import Phone, link
from tests.web.match.test_races import at_once
from tests.web.sheet_tables import read_again

NAMES = ["Ana", "Þórdís", "Iñaki", "Георги"]
MADE = {"kind": "deal", "bid": 9, "declarer": 0, "partner": 1, "tricks": 10}


def write(app: Flask, match: Any, kind: str, body: dict[str, Any], **more: Any) -> Match:
    with app.app_context():
        seen = more.pop("seen", None) or ledger.seq_of(session(), match.public_id)
        return ledgers.write(session(), match, kind, body, seen=seen, device="phone", **more)


def list_agreed(match: Match) -> list[int]:
    return sorted(match.accepted)


# --- in the log -----------------------------------------------------------------------------------


@cases(
    "bodies, expected",
    ([], []),
    ([{"seat": 2}], [2]),
    ([{"seat": 2}, {"seat": 0}], [0, 2]),
    ([{"all": True}], [0, 1, 2, 3]),
    ([{"seat": 2}, {"all": True}], [0, 1, 2, 3]),
)
def test_a_seat_agrees_or_the_whole_table(
    app: Flask, kani_match: Any, bodies: list[dict[str, Any]], expected: list[int]
) -> None:
    for body in bodies:
        write(app, kani_match, kinds.ACCEPTED, body)
    assert list_agreed(read_again(app, kani_match)) == expected


NO_AGREEMENT: list[dict[str, Any]] = [
    {},
    {"seat": 4},
    {"seat": -1},
    {"seat": "0"},
    {"seat": True},
    {"all": False},
    {"all": 1},
    {"seat": 0, "all": True},
    {"seats": [0]},
]


@pytest.mark.parametrize("body", NO_AGREEMENT)
def test_what_is_no_agreement_is_refused(app: Flask, kani_match: Any, body: dict[str, Any]) -> None:
    with pytest.raises(ledger.Refused):
        write(app, kani_match, kinds.ACCEPTED, body)


def test_agreeing_once_more_is_refused_and_changes_nothing(app: Flask, kani_match: Any) -> None:
    write(app, kani_match, kinds.ACCEPTED, {"all": True})
    for body in ({"all": True}, {"seat": 1}):
        with pytest.raises(ledger.Refused):
            write(app, kani_match, kinds.ACCEPTED, body)


def test_an_agreement_changes_no_score_and_is_not_what_undo_names(app: Flask, kani_match: Any) -> None:
    before = write(app, kani_match, kinds.RECORDED, {"entry": MADE})
    after = write(app, kani_match, kinds.ACCEPTED, {"all": True})
    assert after.document() == before.document()
    undo = after.undoable()
    assert undo.target == before.seq
    undone = write(app, kani_match, kinds.UNDONE, {"target": after.seq})
    assert list_agreed(undone) == []


def test_an_agreement_goes_with_the_player_to_another_seat(app: Flask, kani_match: Any) -> None:
    match = write(app, kani_match, kinds.ACCEPTED, {"seat": 0})
    players = [*match.players[1:], match.players[0]]
    assert list_agreed(write(app, kani_match, kinds.SEATED, {"players": players})) == [3]


def test_a_deal_is_not_held_up_by_an_agreement_meanwhile(app: Flask, kani_match: Any) -> None:
    write(app, kani_match, kinds.ACCEPTED, {"seat": 0})
    write(app, kani_match, kinds.ACCEPTED, {"seat": 1})
    assert write(app, kani_match, kinds.RECORDED, {"entry": MADE}, seen=1).seq == 4


@cases("kind, body", (kinds.CORRECTED, {"target": 2, "entry": MADE}), (kinds.UNDONE, {"target": 2}))
def test_a_change_of_what_stands_needs_a_writer_who_has_seen_it_all(
    app: Flask, kani_match: Any, kind: str, body: dict[str, Any]
) -> None:
    write(app, kani_match, kinds.RECORDED, {"entry": {"kind": "deal", "bid": "pass"}})
    write(app, kani_match, kinds.ACCEPTED, {"seat": 0})
    with pytest.raises(ledger.Stale):
        write(app, kani_match, kind, body, seen=2)


@cases(
    "accepted, given, valid",
    ([], None, True),
    ([0], None, False),
    ([0], [], False),
    ([0], [1], False),
    ([0], [0], True),
    ([0, 2], [0], False),
    ([0, 2], [2, 0, 1], True),
    ([0], [0, 4], False),
    ([0], "0", False),
)
def test_rules_that_were_agreed_to_change_only_with_those_who_agreed(
    app: Flask, kani_match: Any, accepted: list[int], given: Any, valid: bool
) -> None:
    for seat in accepted:
        write(app, kani_match, kinds.ACCEPTED, {"seat": seat})
    body = {"rules": {"target": 60}} | ({} if given is None else {"agreed": given})
    assert propose(read_again(app, kani_match), kinds.SETTINGS, body).valid is valid


def test_a_change_is_agreed_to_by_those_who_made_it_and_undone_with_its_agreements(
    app: Flask, kani_match: Any
) -> None:
    write(app, kani_match, kinds.ACCEPTED, {"seat": 0})
    changed = write(app, kani_match, kinds.SETTINGS, {"rules": {"target": 60}, "agreed": [0, 3]})
    assert list_agreed(changed) == [0, 3]
    undone = write(app, kani_match, kinds.UNDONE, {"target": changed.seq})
    assert (list_agreed(undone), undone.rules) == ([0], {})


# --- on the pages ---------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_every_house_rule_is_a_sentence_with_its_article(phone: Phone, slug: str) -> None:
    phone.get(f"/start/{slug}")
    phone.press("Start")
    page = phone.get(f"{phone.address}/charter")
    cited = [given["href"] for tag, given in page.attributes if tag == "a" and given.get("class") == "cite"]
    assert len(cited) == len(GAMES[slug].options.list_options())
    assert not [address for address in cited if not re.search(rf"/rules/{slug}(/customs)?#a", address)]


@pytest.mark.long
def test_a_seat_agrees_on_its_own_phone_and_it_is_shown_ever_after(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, sheet: str
) -> None:
    assert "not agreed" in another_phone.get(sheet).words
    phone.get(sheet)
    phone.press("Iñaki")
    phone.get(f"{sheet}/charter")
    phone.press("I agree")
    assert list_agreed(read_again(app, kani_match)) == [2]
    page = another_phone.get(f"{sheet}/charter")
    assert page.words.count("not agreed") == 3
    assert "agreed, " in page.words
    assert "I agree" not in page.words
    assert "agreed by 1 of 4" in another_phone.get(sheet).words


def test_one_tap_agrees_for_all(app: Flask, phone: Phone, kani_match: Any) -> None:
    sheet = link(app, kani_match, "owner")
    phone.get(f"{sheet}/charter")
    phone.press("We all agree")
    assert list_agreed(read_again(app, kani_match)) == [0, 1, 2, 3]
    assert phone.page.words.count("together with the table") == 4
    assert "agreed by all" in phone.get(sheet).words


def test_a_watcher_sees_the_charter_and_agrees_to_nothing(app: Flask, phone: Phone, kani_match: Any) -> None:
    charter = link(app, kani_match, "watch", "charter")
    assert not [form for form in phone.get(charter).forms if form.attributes.get("method") == "post"]
    phone.post(f"{charter}/agree", [])
    assert phone.status in (400, 404)


def test_rules_that_changed_meanwhile_are_looked_at_once_more(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any
) -> None:
    charter = link(app, kani_match, "owner", "charter")
    phone.get(charter)
    write(app, kani_match, kinds.SETTINGS, {"rules": {"target": 60}})
    phone.press("We all agree")
    assert "have changed meanwhile" in phone.page.words
    assert list_agreed(read_again(app, kani_match)) == []
    phone.press("We all agree")
    assert list_agreed(read_again(app, kani_match)) == [0, 1, 2, 3]


@pytest.fixture
def asked_around(app: Flask, phone: Phone, kani_match: Any) -> str:
    """Ana and Iñaki had agreed; Ana, on her phone, proposes another target. The match's address."""
    sheet = link(app, kani_match, "score")
    write(app, kani_match, kinds.RECORDED, {"entry": MADE})
    for seat in (0, 2):
        write(app, kani_match, kinds.ACCEPTED, {"seat": seat})
    phone.get(sheet)
    phone.press("Ana")
    phone.get(f"{sheet}/rules")
    phone.press("See what changes", bid_value="flat_10")
    assert "The table has to agree" in phone.page.words
    assert read_again(app, kani_match).seq == 4
    phone.press("Ask everybody on their phones")
    return sheet


@pytest.mark.long
def test_a_change_waits_for_those_who_had_agreed(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, asked_around: str
) -> None:
    assert "It waits for: Iñaki" in phone.page.words
    another_phone.get(asked_around)
    assert "offer-waits" in another_phone.page.ids
    another_phone.press("Iñaki")
    another_phone.click("Look at the change")
    assert re.search(r'<td class="number">9</td>\s*<td class="number">10</td>', another_phone.page.html)
    assert "rules" not in read_again(app, kani_match).events[-1].body
    another_phone.press("Iñaki agrees to the change")
    after = read_again(app, kani_match)
    assert list_agreed(after) == [0, 2]
    assert after.rules["bid_value"] == "flat_10"
    assert after.events[-1].kind == kinds.SETTINGS
    assert "offer-waits" not in phone.get(asked_around).ids


@pytest.mark.long
def test_the_table_confirms_together_on_one_phone(
    app: Flask, phone: Phone, kani_match: Any, asked_around: str
) -> None:
    phone.get(f"{asked_around}/charter")
    phone.press("We all agree, here at the table")
    assert list_agreed(read_again(app, kani_match)) == [0, 1, 2, 3]


def test_a_change_that_a_later_deal_made_impossible_waits_and_says_so(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    match = write(app, kani_match, kinds.ACCEPTED, {"seat": 2})
    with app.app_context():
        rule_proposals.make(session(), match, {"min_bid": 9}, "", "phone", 0)
    write(app, kani_match, kinds.RECORDED, {"entry": MADE | {"bid": 7}})
    phone.get(link(app, kani_match, "score", "charter"))
    phone.press("We all agree, here at the table")
    assert "With these rules some entry would not be possible any more." in phone.page.words
    assert read_again(app, kani_match).rules == {}
    write(app, kani_match, kinds.CORRECTED, {"target": 3, "entry": MADE})
    phone.press("We all agree, here at the table")
    assert read_again(app, kani_match).rules == {"min_bid": 9}


@pytest.mark.long
def test_a_change_is_withdrawn(app: Flask, phone: Phone, kani_match: Any, asked_around: str) -> None:
    before = read_again(app, kani_match)
    phone.get(f"{asked_around}/charter")
    phone.press("Withdraw the change")
    assert read_again(app, kani_match).seq == before.seq
    assert "A change is proposed" not in phone.page.words


@pytest.mark.long
def test_a_change_that_the_table_makes_meanwhile_leaves_none_that_waits(
    app: Flask, phone: Phone, another_phone: Phone, kani_match: Any, asked_around: str
) -> None:
    another_phone.get(asked_around)
    another_phone.press("Iñaki")
    another_phone.click("Look at the change")
    phone.get(f"{asked_around}/rules")
    phone.press("See what changes", overtricks="1")
    phone.press("We all agree, here at the table")
    another_phone.press("Iñaki agrees to the change")
    assert "This change does not wait any more." in another_phone.page.words
    rules = read_again(app, kani_match).rules
    assert rules["overtricks"] == 1
    assert "bid_value" not in rules


@pytest.mark.long
def test_a_seat_that_agreed_to_nothing_does_not_complete_a_change(
    app: Flask, another_phone: Phone, kani_match: Any, asked_around: str
) -> None:
    another_phone.get(asked_around)
    another_phone.press("Георги")
    page = another_phone.get(f"{asked_around}/charter")
    assert "agrees to the change" not in page.words
    assert read_again(app, kani_match).rules == {}


@pytest.mark.long
def test_two_who_confirm_at_once_make_one_event(app: Flask, kani_match: Any, asked_around: str) -> None:
    with app.app_context():
        match = read_again(app, kani_match)
        offer = rule_proposals.current(session(), match.id)
        rule_proposals.confirm(session(), match, offer.uuid, 2)
        first = rule_proposals.settle(session(), match.public_id, "phone", 2)
        second = rule_proposals.settle(session(), match.public_id, "phone", 2)
    assert (first, second) == (True, False)
    assert [event.kind for event in read_again(app, kani_match).events].count(kinds.SETTINGS) == 1


def test_a_seat_and_the_table_that_confirm_at_once_make_one_event(app: Flask, kani_match: Any) -> None:
    charter, phones = link(app, kani_match, "score", "charter"), [Phone(app.test_client()) for _ in range(3)]
    phones[0].get(link(app, kani_match, "score"))
    phones[0].press("Iñaki")
    for seat in (0, 2):
        write(app, kani_match, kinds.ACCEPTED, {"seat": seat})
    with app.app_context():
        rule_proposals.make(session(), read_again(app, kani_match), {"target": 60}, "", "phone", 0)
    for phone in phones:
        phone.get(charter)
    keys = ["Iñaki agrees to the change", *["We all agree, here at the table"] * 2]
    at_once(*(partial(phone.press, key) for phone, key in zip(phones, keys, strict=True)))
    assert [phone.status for phone in phones] == [200] * 3
    after = read_again(app, kani_match)
    assert [event.kind for event in after.events].count(kinds.SETTINGS) == 1
    assert after.rules == {"target": 60}


def test_a_table_that_agreed_to_nothing_changes_its_rules_as_before(
    app: Flask, phone: Phone, kani_match: Any
) -> None:
    phone.get(link(app, kani_match, "score", "rules"))
    phone.press("Save", bid_value="flat_10")
    assert read_again(app, kani_match).rules["bid_value"] == "flat_10"
