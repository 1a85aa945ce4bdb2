"""What no one may lose: races, repeated and reused forms, expired tokens, links that allow too little, restarts."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier
from typing import Any

import pytest

from scorekeeper import create_app
from tests.web.conftest import Phone, link
from tests.web.match.test_playing import BELOT, KANI, document, record, rows, start
from tests.web.sheet_tables import add_event, read_again

pytestmark = pytest.mark.long


def fill(phone: Any, page: str, values: dict[str, str]) -> list[tuple[str, str]]:
    """What a form would send, filled in but not sent."""
    phone.get(page)
    form = next(form for form in phone.page.forms if "uuid" in form.names)
    return [*((name, value) for name, value in form.values if name not in values), *values.items()]


def test_the_slower_phone_sees_both_and_records_its_own_too(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(another_phone, f"{sheet}/record/deal", {**KANI, "tricks": "12"})
    record(phone, sheet, KANI)
    another_phone.post(f"{sheet}/record/deal", mine)
    assert another_phone.status == 409
    assert "Something was written here while you were typing" in another_phone.page.words
    assert "9 by Player 1 with Player 3" in another_phone.page.words
    assert another_phone.page.forms[0].value("tricks") == "12"
    assert "Keep theirs, drop mine" in another_phone.page.links
    another_phone.press("Save mine too")
    assert another_phone.address == sheet
    assert [entry["tricks"] for entry in document(phone, sheet)["entries"]] == [10, 12]


def test_the_slower_phone_corrects_the_other_deal_with_what_was_typed(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(another_phone, f"{sheet}/record/deal", {**KANI, "tricks": "12"})
    record(phone, sheet, KANI)
    another_phone.post(f"{sheet}/record/deal", mine)
    another_phone.press("Correct theirs with mine")
    assert another_phone.status == 200
    assert [entry["tricks"] for entry in document(phone, sheet)["entries"]] == [12]


def test_a_form_sent_twice_is_one_deal(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(phone, f"{sheet}/record/deal", KANI)
    for _time in range(3):
        phone.post(f"{sheet}/record/deal", mine)
        assert phone.status == 200
        assert phone.address == sheet
    assert len(document(phone, sheet)["entries"]) == 1


def test_an_old_form_with_a_new_deal_is_refused_in_sight_and_nothing_typed_is_lost(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(phone, f"{sheet}/record/deal", KANI)
    phone.post(f"{sheet}/record/deal", mine)
    again = [(name, "11" if name == "tricks" else value) for name, value in mine]
    phone.post(f"{sheet}/record/deal", again)
    assert phone.status == 409
    assert "This form was saved before" in phone.page.words
    assert "9 by Player 1" in phone.page.words
    form = phone.page.forms[0]
    assert form.value("tricks") == "11"
    assert form.value("uuid") != dict(mine)["uuid"]
    phone.press("Save it as another entry")
    assert [entry["tricks"] for entry in document(phone, sheet)["entries"]] == [10, 11]


def test_a_token_that_is_no_longer_good_shows_the_form_as_it_was_filled_in(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(phone, f"{sheet}/record/deal", {**KANI, "csrf_token": "stale"})
    phone.post(f"{sheet}/record/deal", mine)
    assert phone.status == 400
    assert phone.page.forms[0].value("tricks") == "10"
    assert phone.page.forms[0].value("uuid") == dict(mine)["uuid"]
    phone.press("Save")
    assert phone.address == sheet
    assert len(document(phone, sheet)["entries"]) == 1


def test_another_language_keeps_what_is_typed(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    phone.get(f"{sheet}/record/deal")
    phone.press("Íslenska", **BELOT)
    assert phone.status == 200
    assert phone.page.forms[0].value("trick_points-0") == "120"
    assert '<html lang="is">' in phone.page.html


def test_what_is_wrong_stands_at_its_field_and_the_rest_stays(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    record(phone, sheet, {**BELOT, "trick_points-0": "lots"})
    assert phone.status == 422
    assert phone.page.forms[0].value("trick_points-0") == "lots"
    assert phone.page.forms[0].value("contract") == "hearts"
    assert "trick_points-0-error" in phone.page.ids


WRITING = (
    "record/deal",
    "record/void",
    "record/adjustment",
    "row/2/correct",
    "row/2/strike",
    "stop",
    "undo",
    "redo",
    "names",
    "seats",
    "dealer",
    "rules",
    "rematch",
    "bin",
    "keep",
    "restore",
    "withdraw",
)
OWNERS = ("bin", "keep", "restore", "withdraw")


@pytest.mark.left_to_soak(but_one_in=2)
@pytest.mark.parametrize("page", WRITING)
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_to_look_on_writes_nothing_and_says_nothing(
    app: Any, phone: Any, kani_match: Any, page: str, method: str
) -> None:
    record(phone, link(app, kani_match, "owner").rstrip("/"), KANI)
    token = fill(phone, link(app, kani_match, "score", "record/deal"), {})
    for kind in ("watch", *(["score"] if page in OWNERS else [])):
        address = link(app, kani_match, kind, page)
        if method == "get":
            phone.get(address)
        else:
            phone.post(address, token)
        assert phone.status in (404, 405), (kind, page)
    assert len(document(phone, link(app, kani_match, "watch").rstrip("/"))["entries"]) == 1


def test_a_link_to_look_on_shows_the_sheet_without_a_button(app: Any, phone: Any, kani_match: Any) -> None:
    page = phone.get(link(app, kani_match, "watch").rstrip("/"))
    assert phone.status == 200
    assert "Record a deal" not in page.links
    assert "Names" not in page.links
    assert phone.get(link(app, kani_match, "watch", "export.json"))


def test_asking_again_for_an_unchanged_sheet_costs_nothing(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(sheet)
    tag = phone.response.headers["ETag"]
    assert phone.client.get(sheet, headers={"If-None-Match": tag}).status_code == 304
    assert phone.client.get(f"{sheet}?lang=is", headers={"If-None-Match": tag}).status_code == 200
    phone.client.get(f"{sheet}?lang=en")
    assert phone.client.get(sheet, headers={"If-None-Match": tag}).status_code == 304
    record(phone, sheet, KANI)
    assert phone.client.get(sheet, headers={"If-None-Match": tag}).status_code == 200


def test_a_rematch_is_one_match_however_often_it_is_tapped(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/names")
    phone.press("Save", **{"name-0": "Ana"})
    phone.get(f"{sheet}/stop")
    phone.press("Stop here")
    another_phone.get(sheet)
    opened = []
    for device in (phone, another_phone):
        device.press("Rematch, same seats")
        opened.append(device.address)
        assert device.status == 200
        assert "Ana" in device.page.words
    assert opened[0] == opened[1] != sheet


def test_a_rematch_stays_the_same_though_the_match_before_it_goes_on(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/stop")
    phone.press("Stop here")
    another_phone.get(sheet)
    phone.press("Rematch, same seats")
    opened = phone.address
    phone.get(f"{sheet}/about")
    phone.press("Save", place="Reykjavík")
    another_phone.press("Rematch, same seats")
    assert another_phone.address == opened


def test_after_a_rematch_that_was_thrown_away_another_one_begins(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/stop")
    phone.press("Stop here")
    phone.press("Rematch, same seats")
    thrown = phone.address
    phone.get(f"{thrown}/bin")
    phone.press("Into the bin")
    opened = []
    for device in (phone, another_phone):
        device.get(sheet)
    for device in (phone, another_phone):
        device.press("Rematch, same seats")
        opened.append(device.address)
    assert opened[0] == opened[1] != thrown


def at_once(*taps: Callable[[], Any]) -> None:
    """Let several phones tap at the same moment."""
    gate = Barrier(len(taps))

    def tap(one: Callable[[], Any]) -> None:
        gate.wait()
        one()

    with ThreadPoolExecutor(len(taps)) as pool:
        list(pool.map(tap, taps))


def test_a_match_is_taken_out_of_the_bin_however_many_tap_at_once(app: Any, kani_match: Any) -> None:
    phones = [Phone(app.test_client()) for _ in range(4)]
    for _round in range(4):
        add_event(app, read_again(app, kani_match), "binned", {})
        for phone in phones:
            phone.get(link(app, kani_match, "owner"))
        at_once(*(partial(phone.press, "Take it out") for phone in phones))
        assert [phone.status for phone in phones] == [200] * 4
        assert all("lies in the bin" not in phone.page.words for phone in phones)


def test_names_are_mended_and_a_second_georgi_gets_a_number(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/names")
    phone.press("Save", **{"name-0": "Georgi", "name-2": "georgi"})
    assert phone.status == 409
    assert phone.page.forms[0].value("name-2") == "georgi 2"
    phone.press("Save")
    assert document(phone, sheet)["players"] == ["Georgi", "Player 2", "georgi 2", "Player 4"]
    phone.get(f"{sheet}/names")
    assert phone.page.forms[0].value("name-1") == "", "a name that only stands for one is no text to delete"
    phone.press("Save", **{"name-1": " "})
    assert document(phone, sheet)["players"] == ["Georgi", "Player 2", "georgi 2", "Player 4"]
    phone.get(f"{sheet}/names")
    phone.press("Save", **{"name-0": " "})
    assert phone.status == 422
    assert "name-0-error" in phone.page.ids


def test_names_change_places_and_are_saved_all_at_once(phone: Any) -> None:
    sheet = start(phone, "belot", 4)
    for names in (
        ["Ana", "Bea", "Carla", "Dora"],
        ["Bea", "Ana", "Carla", "Eva"],
        ["ANA", "bea", "Eva", "Carla"],
    ):
        phone.get(f"{sheet}/names")
        phone.press("Save", **{f"name-{seat}": name for seat, name in enumerate(names)})
        assert (phone.status, phone.address) == (200, sheet)
        assert document(phone, sheet)["players"] == names


def test_names_that_lost_a_race_are_not_saved_by_halves(phone: Any, another_phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(
        another_phone, f"{sheet}/names", {"name-0": "Player 2", "name-1": "Player 1", "name-3": "Eva"}
    )
    record(phone, sheet, KANI)
    another_phone.post(f"{sheet}/names", mine)
    assert another_phone.status == 409
    assert "The match went on while you were typing" in another_phone.page.words
    assert document(phone, sheet)["players"] == [f"Player {number}" for number in range(1, 5)]
    another_phone.press("Save")
    assert document(phone, sheet)["players"] == ["Player 2", "Player 1", "Player 3", "Eva"]


def test_the_bin_and_back(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    phone.get(f"{sheet}/bin")
    phone.press("Into the bin")
    assert phone.address == "/"
    assert sheet not in phone.page.links.values()
    phone.get(sheet)
    assert "lies in the bin" in phone.page.words
    assert "Record a deal" not in phone.page.links
    phone.press("Take it out")
    assert "Record a deal" in phone.page.links


def test_a_restart_loses_no_link_no_cookie_and_no_half_filled_form(app: Any, phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    mine = fill(phone, f"{sheet}/record/deal", KANI)
    names = ("SECRET_KEY", "SQLALCHEMY_DATABASE_URI", "TESTING")
    config = {name: app.config[name] for name in names}
    other = Phone(create_app(config).test_client())
    for name in ("scorekeeper", "device"):
        cookie = phone.client.get_cookie(name)
        other.client.set_cookie(name, cookie.value)
    other.post(f"{sheet}/record/deal", mine)
    assert other.status == 200
    assert other.address == sheet
    assert len(document(other, sheet)["entries"]) == 1
    assert sheet in other.get("/").links.values()


def test_a_match_opened_by_a_link_is_on_this_phone_from_now_on(app: Any, phone: Any, kani_match: Any) -> None:
    address = link(app, kani_match, "watch").rstrip("/")
    phone.get(address)
    assert address in phone.get("/").links.values()


def test_a_row_that_is_not_there_is_a_missing_page(phone: Any) -> None:
    sheet = start(phone, "kani", 4)
    for page in (
        "row/99",
        "row/99/correct",
        "row/1/strike",
        "record/end",
        "record/deal?before=99",
        "record/deal?before=x",
    ):
        phone.get(f"{sheet}/{page}")
        assert phone.status == 404, page
    assert rows(phone, sheet) == []
