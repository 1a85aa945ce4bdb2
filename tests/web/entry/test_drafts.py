"""The deal in progress over HTTP: parts and their versions, the preview, and the draft becoming one deal."""

import re
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.store.match import feed, ledger
from scorekeeper.store.match.match import AHEAD
from scorekeeper.store.match.models import DraftPartRow
from scorekeeper.store.transactions import begin_write
from scorekeeper.web.match.current import match_of
from scorekeeper.web.site.database import session
from tests.cases import case, cases
from tests.web.conftest import Page, link
from tests.web.sheet_tables import add_event, open_match, read_again

JSON, HTML = "application/json", "text/html"
DEAL = {"bid": ["9"], "declarer": ["0"], "partner": ["2"], "tricks": ["10"]}


class Scorer:
    """A phone whose page speaks to the server: what the page's own JavaScript would send."""

    def __init__(self, app: Flask, match: Any, kind: str = "score") -> None:
        self.client, self.base = app.test_client(), link(app, match, kind)
        self.token, self.versions = "", dict[str, int]()
        self.look()

    def look(self, **asked: str) -> dict[str, Any]:
        """The draft as it stands."""
        response = self.client.get(f"{self.base}/draft.json", query_string=asked)
        self.state: dict[str, Any] = response.get_json() or {}
        self.token = self.state.get("token", self.token)
        self.versions = {name: part["version"] for name, part in self.state.get("parts", {}).items()}
        return self.state

    def post(self, page: str, body: Any, token: str | None = None) -> Any:
        """Send JSON."""
        headers = {"X-CSRFToken": self.token if token is None else token}
        response = self.client.post(f"{self.base}/draft/{page}", json=body, headers=headers)
        self.status = response.status_code
        return response.get_json(silent=True)

    def part(self, name: str, inputs: dict[str, list[str]], version: int | None = None, **more: Any) -> Any:
        """Enter one part."""
        seen = self.versions.get(name, 0) if version is None else version
        body = {"draft": self.state["draft"], "part": name, "version": seen, "inputs": inputs, **more}
        answer = self.post("part", body)
        if self.status == 200:
            self.versions[name] = answer["version"]
        return answer

    def record(self, inputs: dict[str, list[str]], *, accept: str = JSON, **more: Any) -> Any:
        """Save, as the page of this phone posts its form: by its script, or without."""
        given = {"draft": self.state["draft"], "seen": self.state["seq"], "form": "", **more}
        versions = " ".join(f"{name}={version}" for name, version in self.versions.items())
        form = {"uuid": given["draft"], "seen": given["seen"], "parts_seen": versions, **inputs}
        headers = {"X-CSRFToken": self.token, "Accept": accept}
        address = f"{self.base}/record/deal?form={given['form']}"
        response = self.client.post(address, data=form, headers=headers)
        self.status, self.html = response.status_code, response.get_data(as_text=True)
        return response.get_json(silent=True)

    def record_kept(self, inputs: dict[str, list[str]], **more: Any) -> Any:
        """Save, as a page of the version before does."""
        body = {"draft": self.state["draft"], "seen": self.state["seq"], "versions": self.versions}
        return self.post("record", {**body, "inputs": inputs, **more})


@pytest.fixture
def ana(app: Flask, kani_match: Any) -> Scorer:
    return Scorer(app, kani_match)


@pytest.fixture
def vera(app: Flask, kani_match: Any) -> Scorer:
    return Scorer(app, kani_match)


def entries(app: Flask, match: Any) -> list[Any]:
    return list(read_again(app, match).document()["entries"])


def test_parts_from_two_phones_stand_beside_one_another(
    app: Flask, kani_match: Any, ana: Scorer, vera: Scorer
) -> None:
    ana.part("bid", {"bid": ["9"]})
    vera.part("declarer", {"declarer": ["0"]})
    assert (ana.status, vera.status) == (200, 200)
    parts = ana.look()["parts"]
    assert {name: part["inputs"] for name, part in parts.items()} == {
        "bid": {"bid": ["9"]},
        "declarer": {"declarer": ["0"]},
    }
    assert ana.state["seq"] == kani_match.seq
    assert entries(app, kani_match) == []


def test_a_part_that_another_phone_has_changed_is_refused_with_what_stands_now(
    ana: Scorer, vera: Scorer
) -> None:
    ana.part("bid", {"bid": ["9"]})
    answer = vera.part("bid", {"bid": ["8"]}, version=0)
    assert vera.status == 409
    assert answer["kind"] == "part"
    assert answer["parts"]["bid"]["inputs"] == {"bid": ["9"]}
    assert vera.part("bid", {"bid": ["8"]}, version=answer["parts"]["bid"]["version"])["version"] == 2


def test_the_same_value_twice_is_one_writing(ana: Scorer, vera: Scorer) -> None:
    assert ana.part("bid", {"bid": ["9"]})["version"] == 1
    assert vera.part("bid", {"bid": ["9"]}, version=0)["version"] == 1


def test_a_part_is_emptied_and_its_version_goes_on(ana: Scorer) -> None:
    ana.part("bid", {"bid": ["9"]})
    assert ana.part("bid", {"bid": []}) == {"part": "bid", "version": 2, "filled": False}
    assert ana.look()["parts"]["bid"]["filled"] is False


@cases(
    "part, inputs, status",
    case("a word", "bid", {"bid": ["many"]}, 422),
    case("below zero", "tricks", {"tricks": ["-3"]}, 422),
    case("no card", "called", {"called": ["ZZ"]}, 422),
    case("free text", "note", {"note": ["Vera cheats"]}, 400),
    case("no field", "nothing", {"nothing": ["1"]}, 400),
    case("too long", "bid", {"bid": ["9" * 5000]}, 400),
    case("no list", "bid", {"bid": "9"}, 400),
    case("too many", "bid", {f"x{number}": [] for number in range(2000)}, 400),
)
def test_only_facts_that_the_field_can_read_are_kept(
    ana: Scorer, part: str, inputs: Any, status: int
) -> None:
    ana.part(part, inputs)
    assert ana.status == status
    assert ana.look()["parts"] == {}


def test_without_the_token_nothing_is_written_and_a_fresh_one_does(ana: Scorer) -> None:
    body = {"draft": ana.state["draft"], "part": "bid", "version": 0, "inputs": {"bid": ["9"]}}
    assert ana.post("part", body, token="old") is None
    assert ana.status == 400
    ana.look()
    ana.post("part", body)
    assert ana.status == 200


def test_a_link_to_look_on_neither_reads_nor_writes_the_parts(app: Flask, kani_match: Any) -> None:
    watcher = Scorer(app, kani_match, "watch")
    assert watcher.client.get(f"{watcher.base}/draft.json").status_code == 404
    for page in ("part", "preview", "record", "empty"):
        watcher.post(page, {}, token="any")
        assert watcher.status in (400, 404)


def test_watchers_see_what_all_know_and_check_marks_for_the_rest(
    app: Flask, kani_match: Any, ana: Scorer
) -> None:
    watcher = Scorer(app, kani_match, "watch")
    assert "The deal in progress" not in watcher.client.get(watcher.base).text
    ana.part("declarer", {"declarer": ["1"]})
    ana.part("tricks", {"tricks": ["11"]})
    _before, _words, seen = watcher.client.get(watcher.base).text.partition("The deal in progress")
    seen = seen.partition("</div>")[0]
    assert re.search(r"✓</span>\s*Declarer <b>Þórdís</b>", seen)
    assert re.search(r"✓</span>\s*Tricks taken<span", seen)
    assert re.search(r"…</span>\s*Bid", seen)
    assert "11" not in seen


def test_two_phones_that_record_the_same_draft_make_one_deal(
    app: Flask, kani_match: Any, ana: Scorer, vera: Scorer
) -> None:
    first, second = ana.record(DEAL), vera.record(DEAL)
    assert (ana.status, vera.status) == (200, 200)
    assert first["seq"] == second["seq"]
    assert second["repeated"] is True
    assert len(entries(app, kani_match)) == 1
    assert first["draft"] != ana.state["draft"]


def test_a_draft_recorded_with_something_else_shows_both(
    app: Flask, kani_match: Any, ana: Scorer, vera: Scorer
) -> None:
    ana.record(DEAL)
    answer = vera.record({**DEAL, "tricks": ["12"]})
    assert (vera.status, answer["kind"]) == (409, "reused")
    assert answer["html"].count("9 by Ana with Iñaki") == 2
    assert len(entries(app, kani_match)) == 1


def test_recording_what_another_phone_has_just_changed_asks_to_look_once_more(
    ana: Scorer, vera: Scorer
) -> None:
    ana.part("tricks", {"tricks": ["12"]})
    answer = vera.record(DEAL)
    assert (vera.status, answer["kind"]) == (409, "part")
    assert "Tricks taken" in answer["html"]
    vera.versions = {name: part["version"] for name, part in answer["parts"].items()}
    vera.record({**DEAL, "tricks": ["12"]})
    assert vera.status == 200


@pytest.mark.long
def test_a_part_that_comes_between_looking_and_recording_is_not_lost(
    app: Flask, kani_match: Any, ana: Scorer, vera: Scorer
) -> None:
    """Another phone's part is being written while the deal is: the deal waits for it, and then asks to look."""
    ana.part("tricks", {"tricks": ["10"]})
    ana.look()
    with app.app_context(), ThreadPoolExecutor(1) as pool:
        begin_write(session())
        recording = pool.submit(ana.record, DEAL)
        wait([recording], 0.3)  # it has looked by now; were it slower, it would see the part at once
        changed = update(DraftPartRow).where(DraftPartRow.match_id == kani_match.id)
        session().execute(changed.values(value=[12], version=2))
        feed.bump(session(), kani_match)
        session().commit()
        answer = recording.result(20)
    assert (ana.status, answer["kind"]) == (409, "part")
    assert answer["parts"]["tricks"]["inputs"] == {"tricks": ["12"]}
    assert entries(app, kani_match) == []


def test_an_event_that_was_not_seen_stops_the_deal(app: Flask, kani_match: Any, ana: Scorer) -> None:
    add_event(app, kani_match, "recorded", {"entry": {"kind": "deal", "bid": "pass"}})
    answer = ana.record(DEAL)
    assert (ana.status, answer["kind"]) == (409, "stale")
    assert "All passed" in answer["html"]
    assert "9 by Ana with Iñaki" in answer["html"]
    ana.record(DEAL, seen=answer["seq"])
    assert ana.status == 200
    assert [entry["bid"] for entry in entries(app, kani_match)] == ["pass", 9]


@pytest.mark.parametrize("way", ["page", "script", "kept"])
@cases(
    "theirs, mine, status, kind, said",
    ("deal", DEAL | {"tricks": ["12"]}, 409, "stale", "9 by Ana with Iñaki · 10 tricks taken"),
    ("part", DEAL, 409, "part", "Something was entered on another phone a moment ago"),
    ("", {"bid": ["9"]}, 422, "wrong", "Not saved yet: something has to be put right."),
    ("", DEAL, 0, "", ""),
    ids=["recorded meanwhile", "a newer part", "incomplete", "nothing in the way"],
)
def test_page_and_script_post_one_form_and_get_one_answer(
    app: Flask,
    kani_match: Any,
    ana: Scorer,
    vera: Scorer,
    way: str,
    theirs: str,
    mine: Any,
    status: int,
    kind: str,
    said: str,
) -> None:
    if theirs == "deal":
        ana.record(DEAL)
    elif theirs:
        ana.part("tricks", {"tricks": ["12"]})
    answer = (
        vera.record_kept(mine) if way == "kept" else vera.record(mine, accept=HTML if way == "page" else JSON)
    )
    if not kind:
        assert vera.status == (303 if way == "page" else 200)
        assert [entry["tricks"] for entry in entries(app, kani_match)] == [10]
        return
    html = vera.html if way == "page" else answer["html"]
    assert vera.status == status
    assert said in " ".join(Page(html).words.split())
    assert way == "page" or answer["kind"] == ("reused" if theirs == "deal" else kind)
    assert len(entries(app, kani_match)) == (theirs == "deal")


ZOE, ZORA = ({"kind": "players", "seat": seat, "name": name} for seat, name in ((0, "Zoe"), (2, "Zora")))
LEFT, JOINED = {"kind": "players", "leave": 1}, {"kind": "players", "join": "Zoe", "total": 9}
THEIRS = {**DEAL, "bid": ["8"]}
THREE = {"hands-0": ["0"], "hands-1": ["15"], "hands-2": ["25"]}


@cases(
    "game, form, inputs, later, mine, place",
    case("a player sat down", "kani", "", DEAL, [ZOE], "9 by Ana with Vera", 0),
    case("another phone recorded one first", "kani", "", DEAL, [THEIRS, ZOE], "9 by Ana with Vera", 1),
    case("two sat down, between deals", "kani", "", DEAL, [ZOE, THEIRS, ZORA], "9 by Ana with Vera", 0),
    case("a player left", "kinaskak", "points", THREE, [LEFT], "Boris: 15", 0),
    case("a player joined", "kinaskak", "points", THREE, [JOINED], "Boris: 15", 0),
)
def test_a_deal_of_players_who_changed_meanwhile_names_them_and_goes_before_the_change(
    app: Flask, game: str, form: str, inputs: Any, later: list[Any], mine: str, place: int
) -> None:
    match = open_match(app, game, ("Ana", "Boris", "Vera", "Georgi")[: 4 if game == "kani" else 3])
    phone = Scorer(app, match)
    for one in later:
        if "kind" in one:
            add_event(app, read_again(app, match), "recorded", {"entry": one})
        else:
            Scorer(app, match).record(one)
    asked = phone.record(inputs, form=form)
    assert phone.status == 409
    assert mine in asked["html"]
    assert re.search(r"Recorded, it goes before: \w+", asked["html"])
    again = {"draft": asked["again"], "seen": asked["seq"], "form": form}
    placed = {**inputs, **asked["also"]}
    assert phone.record(placed, **again)["repeated"] is False
    kinds = ["deal" if "kind" not in one else "players" for one in later]
    assert [one["kind"] for one in entries(app, match)] == [*kinds[:place], "deal", *kinds[place:]]
    assert phone.record(placed, **again)["repeated"] is True


def test_a_deal_whose_answer_was_lost_is_the_same_deal_after_the_players_changed(
    app: Flask, kani_match: Any, ana: Scorer
) -> None:
    ana.record(DEAL)
    add_event(app, read_again(app, kani_match), "recorded", {"entry": ZOE})
    assert ana.record(DEAL)["repeated"] is True
    assert [one["kind"] for one in entries(app, kani_match)] == ["deal", "players"]


def test_a_late_part_is_refused_in_words(ana: Scorer, vera: Scorer) -> None:
    ana.record(DEAL)
    answer = vera.part("tricks", {"tricks": ["12"]})
    assert (vera.status, answer["kind"]) == (409, "recorded")
    assert "This deal is recorded already" in answer["late"]
    assert "9 by Ana with Iñaki" in answer["late"]
    assert vera.look(draft=vera.state["draft"])["late"] != ""
    assert vera.state["parts"] == {}


def now(app: Flask, match: Any) -> Any:
    with app.app_context():
        return match_of(match.public_id)


@pytest.mark.parametrize("over", [False, True])
def test_the_next_deal_is_offered_while_the_match_goes_on_and_no_longer(
    app: Flask, kani_match: Any, ana: Scorer, vera: Scorer, over: bool
) -> None:
    draft = vera.state["draft"]
    ana.record(DEAL)
    if over:
        add_event(app, now(app, kani_match), "closed", {"winners": [0]})
    late = vera.look(draft=draft)["late"]
    assert "This deal is recorded already" in late
    assert ("Enter the next deal" in late) is not over


def test_a_deal_that_is_not_complete_says_what_is_missing(ana: Scorer) -> None:
    answer = ana.record({"bid": ["9"], "declarer": ["0"]})
    assert (ana.status, answer["kind"]) == (422, "wrong")
    assert set(answer["placed"]) == {"partner", "tricks"}


@pytest.mark.long
def test_a_void_takes_the_place_of_the_deal_in_progress(
    app: Flask, kani_match: Any, ana: Scorer, phone: Any
) -> None:
    ana.part("bid", {"bid": ["9"]})
    phone.get(link(app, kani_match, "score", "record/void"))
    phone.press("Save")
    assert ana.look()["parts"] == {}
    assert [entry["kind"] for entry in entries(app, kani_match)] == ["void"]


def test_the_preview_stores_nothing(app: Flask, kani_match: Any, ana: Scorer) -> None:
    answer = ana.post("preview", {"inputs": DEAL})
    assert answer["complete"] is True
    assert "Ana +9 → total 9" in " ".join(Page(answer["html"]).words.split())
    assert "10 tricks taken: made" in answer["html"]
    assert ana.post("preview", {"inputs": {"bid": ["9"]}})["complete"] is False
    assert entries(app, kani_match) == []
    assert ana.look()["parts"] == {}


@pytest.mark.long
def test_without_javascript_a_deal_waits_half_entered(
    app: Flask, kani_match: Any, phone: Any, another_phone: Any
) -> None:
    phone.get(link(app, kani_match, "score", "record/deal"))
    phone.press("Put it aside until the deal is played", bid="9", declarer="0")
    another_phone.get(link(app, kani_match, "score", "record/deal"))
    form = another_phone.page.forms[0]
    assert (form.value("bid"), form.value("declarer")) == ("9", "0")
    another_phone.press("Save", partner="2", tricks="9")
    assert [entry["tricks"] for entry in entries(app, kani_match)] == [9]


def test_what_another_phone_entered_before_a_deal_is_put_aside_stays(
    app: Flask, kani_match: Any, ana: Scorer, phone: Any
) -> None:
    """A part that comes after the page was read is shown beside what was typed, and nothing typed is lost."""
    phone.get(link(app, kani_match, "score", "record/deal"))
    ana.part("bid", {"bid": ["8"]})
    ana.part("declarer", {"declarer": ["1"]})
    phone.press("Put it aside until the deal is played", bid="9", partner="2")
    assert phone.status == 409
    assert "Bid: 8" in " ".join(phone.page.words.split())
    assert ana.look()["parts"]["bid"]["inputs"] == {"bid": ["8"]}
    assert "partner" not in ana.state["parts"], "all of them are written, or none"
    form = phone.page.forms[0]
    assert {name: form.value(name) for name in ("bid", "partner")} == {"bid": "8", "partner": "2"}
    phone.press("Put it aside until the deal is played")
    filled = {name: part["inputs"][name] for name, part in ana.look()["parts"].items()}
    assert filled == {"bid": ["8"], "declarer": ["1"], "partner": ["2"]}


def test_a_deal_that_was_recorded_before_it_is_put_aside_is_shown_with_what_was_typed(
    app: Flask, kani_match: Any, ana: Scorer, phone: Any
) -> None:
    phone.get(link(app, kani_match, "score", "record/deal"))
    ana.record(DEAL)
    phone.press("Put it aside until the deal is played", bid="11")
    assert phone.status == 409
    assert "9 by Ana with Iñaki" in phone.page.words
    assert phone.page.forms[0].value("bid") == "11"
    phone.press("Save mine too", declarer="1", partner="0", tricks="11")
    assert [entry["bid"] for entry in entries(app, kani_match)] == [9, 11]


def test_a_deal_of_a_match_that_went_into_the_bin_is_not_put_aside_and_stays_on_the_page(
    app: Flask, kani_match: Any, ana: Scorer, phone: Any
) -> None:
    phone.get(link(app, kani_match, "score", "record/deal"))
    add_event(app, kani_match, "binned", {})
    phone.press("Put it aside until the deal is played", bid="11")
    assert phone.status == 422
    assert "This match lies in the bin; take it out first." in phone.page.words
    assert phone.page.forms[0].value("bid") == "11"
    assert ana.look()["parts"] == {}


@pytest.mark.long
def test_without_javascript_what_others_entered_meanwhile_is_looked_at_before_it_is_recorded(
    app: Flask, kani_match: Any, phone: Any, another_phone: Any
) -> None:
    phone.get(link(app, kani_match, "score", "record/deal"))
    another_phone.get(link(app, kani_match, "score", "record/deal"))
    another_phone.press("Put it aside until the deal is played", bid="11", declarer="1")
    phone.press("Save", bid="9", declarer="1", partner="2", tricks="9")
    assert phone.status == 409
    assert "Something was entered on another phone a moment ago" in phone.page.html
    assert entries(app, kani_match) == []
    form = phone.page.forms[0]
    told = {name: form.value(name) for name in ("bid", "declarer", "partner", "tricks")}
    assert told == {"bid": "11", "declarer": "1", "partner": "2", "tricks": "9"}
    phone.press("Save")
    assert [(entry["bid"], entry["tricks"]) for entry in entries(app, kani_match)] == [(11, 9)]


def test_a_deal_saved_after_another_event_takes_its_parts_along(
    app: Flask, kani_match: Any, ana: Scorer, phone: Any
) -> None:
    ana.part("bid", {"bid": ["9"]})
    phone.get(link(app, kani_match, "score", "record/deal"))
    add_event(app, kani_match, "recorded", {"entry": {"kind": "deal", "bid": "pass"}})
    phone.press("Save", declarer="0", partner="2", tricks="10")
    assert phone.status == 409
    phone.press("Save mine too")
    assert [entry["bid"] for entry in entries(app, kani_match)] == ["pass", 9]
    assert ana.look()["parts"] == {}


def test_emptying_the_draft_is_seen_by_every_phone(ana: Scorer, vera: Scorer) -> None:
    ana.part("bid", {"bid": ["9"]})
    vera.post("empty", {"draft": vera.state["draft"]})
    assert vera.status == 200
    assert ana.look()["parts"]["bid"]["inputs"] == {"bid": []}


def test_the_draft_of_a_match_in_the_bin_is_not_emptied(app: Flask, kani_match: Any, ana: Scorer) -> None:
    ana.part("bid", {"bid": ["9"]})
    add_event(app, kani_match, "binned", {})
    ana.post("empty", {"draft": ana.state["draft"]})
    assert ana.status == 422
    assert ana.look()["parts"]["bid"]["inputs"] == {"bid": ["9"]}


def test_an_unchanged_draft_costs_nothing(ana: Scorer) -> None:
    first = ana.client.get(f"{ana.base}/draft.json")
    again = ana.client.get(f"{ana.base}/draft.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    ana.part("bid", {"bid": ["9"]})
    again = ana.client.get(f"{ana.base}/draft.json", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200


def test_the_names_of_the_next_drafts_are_known_beforehand(app: Flask, kani_match: Any, ana: Scorer) -> None:
    names = [ana.state["draft"], *ana.state["following"]]
    assert len(set(names)) == 1 + AHEAD
    for number, name in enumerate(names[:3]):
        assert (
            ana.record({**DEAL, "tricks": [str(9 + number)]}, draft=name, seen=kani_match.seq + number)[
                "draft"
            ]
            == names[number + 1]
        )
    assert [entry["tricks"] for entry in entries(app, kani_match)] == [9, 10, 11]


def test_a_hand_that_is_not_in_yet_did_not_go_out(app: Flask) -> None:
    with app.app_context():
        match = ledger.open_match(
            session(),
            game="kinaskak",
            rules={},
            names=["Anna", "Björn", "Jón"],
            first_dealer=0,
            uuid="00000000-0000-4000-8000-0000000000aa",
            device=None,
        )
    anna = Scorer(app, match)
    hands = {"hands-0": ["0"], "hands-1": ["jokers=1 low=2"]}
    for name, held in hands.items():
        anna.part(name.replace("-", "."), {name: held}, form="hands")
        assert anna.status == 200
    answer = anna.record(hands, form="hands")
    assert (anna.status, list(answer["placed"])) == (422, ["hands.2"])
    anna.record({**hands, "hands-2": ["25"], "buys-2": ["4"]}, form="hands")
    assert anna.status == 200
    assert entries(app, match)[0]["hands"] == [0, {"jokers": 1, "low": 2}, 25]


@cases(
    "theirs, mine, said",
    case("two phones", "97", "60", "Vera entered Ana & Vera 97. This phone entered Boris & Георги 60."),
    case("counts that fit", "97", "65", ""),
    case("one phone", "", "163", ""),
)
def test_counts_that_do_not_fit_say_which_phone_typed_which(
    app: Flask, theirs: str, mine: str, said: str
) -> None:
    match = open_match(app, "belot", ("Ana", "Boris", "Vera", "Георги"), [])
    vera, phone = Scorer(app, match), Scorer(app, match)
    vera.client.post(f"{vera.base}/phone", data={"seat": "2", "csrf_token": vera.token})
    if theirs:
        vera.part("trick_points.0", {"trick_points-0": [theirs]})
    inputs = {"contract": ["hearts"], "declarer": ["0"], "trick_points-0": [theirs], "trick_points-1": [mine]}
    before = phone.post("preview", {"inputs": inputs})["html"]
    typed = {name: value for name, (value,) in inputs.items()}
    given = {"csrf_token": phone.token, "uuid": phone.state["draft"], "seen": str(match.seq), **typed}
    saved = phone.client.post(f"{phone.base}/record/deal", data=given)
    for html in (before, saved.get_data(as_text=True)):
        words = " ".join(Page(html).words.split())
        assert said in words
        assert bool(said) == (" entered " in words)
