"""The picture that is sent: its words stand within its margins and beside each other, with any names of players."""

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Phone
from tests.browser.looking import soon
from tests.browser.sheet.test_sheet import bring
from tests.browser.shown import EIGHT, LONG_NAMES, MATCHES, kinaskak, taken_in
from tests.documents import match_document
from tests.soak import in_turn

MARGIN, SIZE = 75, 1080  # a J hangs over a little
WIDE = "Щ"
LONG = [f"{name} {name}sdóttir-{WIDE * 12}" for name in ("Margrét", "Guðbjörg", "Sigríður", "Þórdís")]
PLAYERS = {
    "belot": ["Мария-Антоанета Стоянова", "Станислав Христов-Джумалийски", "Радостина Иванова", "Георги"],
    "belot_end": LONG,
    "kani": LONG,
    "kinaskak": EIGHT,
    "kani_last": LONG,
    "escoba": LONG[:2],
    "belot_long": ["Щедромир", "Щастливка", "Шумшумшум", "Жужужужуж"],
    "kinaskak_end": [f"{name} {'W' * 30}" for name in EIGHT],
}
"""Who sits at the tables of some matches."""

WRITTEN = """() => [...document.querySelectorAll("text")].filter((one) => one.textContent.trim()).map((one) => {
  const { left, right, top, bottom, height } = one.getBoundingClientRect();
  const bare = /[^0-9 –+−]/.test(one.textContent) ? 0 : 1; // figures have neither accents nor tails
  const [above, below] = [bare * height / 4, bare * height / 5];
  return { height, words: one.textContent, left, right, top: top + above, bottom: bottom - below };
})"""
DEEP = 0.3
"""The part of a letter's height that lines may share: the room for accents above and tails below."""


def overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two texts are written over one another."""
    share = DEEP * min(one["bottom"] - one["top"], other["bottom"] - other["top"])
    deep = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > share
    return deep and min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1


def looked_at(phone: Phone, text: str, language: str) -> list[dict[str, Any]]:
    sheet = taken_in(phone.page.context, phone.server, text)
    phone.page.set_viewport_size({"width": SIZE, "height": SIZE})
    phone.open(f"{sheet}/picture.svg?lang={language}")
    texts: list[dict[str, Any]] = phone.page.evaluate(WRITTEN)
    out = [
        one for one in texts if one["left"] < MARGIN or one["right"] > SIZE - MARGIN or one["bottom"] > SIZE
    ]
    assert out == []
    crossed = [
        (one["words"], two["words"])
        for place, one in enumerate(texts)
        for two in texts[:place]
        if overlap(one, two)
    ]
    assert crossed == []
    return texts


def in_turns() -> list[tuple[str, str]]:
    """Each picture in two languages, by turns; in the soak in all."""
    names = enumerate(PLAYERS)
    return [(name, one) for turn, name in names for one in in_turn(("bg", "is", "eu", "es"), turn, 2)]


@pytest.mark.left_to_soak(but_one_in=9)
@pytest.mark.soak
@pytest.mark.parametrize(("name", "language"), in_turns())
def test_the_words_of_the_picture_stand_within_its_margins(phone: Phone, name: str, language: str) -> None:
    given = {**MATCHES[name], "players": PLAYERS[name], "format": "scorekeeper-match/1"}
    texts = looked_at(phone, json.dumps({**given, "game": name.partition("_")[0]}), language)
    assert min(one["height"] for one in texts) > 20, "no one reads it in a chat"


def level_hands(turn: int, players: int) -> dict[str, Any]:
    """A round that one player wins and the others lose by much."""
    return {
        "kind": "deal",
        "hands": [0 if seat == turn % players else 150 + 5 * seat for seat in range(players)],
    }


@pytest.mark.left_to_soak(but_one_in=4)
@pytest.mark.parametrize("rounds", [0, 1, 5, 8], ids=["none", "one", "some", "all"])
def test_two_to_eight_players_stand_in_a_picture(phone: Phone, rounds: int) -> None:
    for players, language in zip(range(2, 9), ("en", "bg", "is", "eu", "es", "en", "bg"), strict=True):
        entries = [level_hands(turn, players) for turn in range(rounds)]
        match = match_document("kinaskak", LONG_NAMES[:players], entries)
        texts = looked_at(phone, json.dumps(match), language)
        said = [one["words"] for one in texts]
        totals = [sum(entry["hands"][seat] for entry in entries) for seat in range(players)]
        assert not [total for total in totals if not [one for one in said if str(total) in one]], players


@pytest.mark.parametrize("payers", [3, 1])
def test_who_pays_whom_stands_in_the_picture(phone: Phone, payers: int) -> None:
    deal = {
        "kind": "deal",
        "bid": 9,
        "declarer": 0,
        "partner": None if payers == 3 else 1,
        "tricks": 13 if payers == 3 else 9,
    }
    entries = [*([deal] * 2), {"kind": "end"}]
    rules = {"settlement": "chips"}
    match = match_document("kani", LONG_NAMES[:4], entries, rules=rules)
    said = " ".join(one["words"] for one in looked_at(phone, json.dumps(match), "en"))
    assert said.count(" pays ") >= payers


def test_eight_winners_are_all_named(phone: Phone) -> None:
    level = [{**kinaskak(n), "hands": [0 if n == seat else 50 for seat in range(8)]} for n in range(8)]
    match = {"format": "scorekeeper-match/1", "game": "kinaskak", "players": EIGHT, "entries": level}
    texts = looked_at(phone, json.dumps(match), "is")
    winners = next(one["words"] for one in texts if one["words"].count(",") == 6 and " og " in one["words"])
    assert not [name for name in EIGHT if name.split()[0][:3] not in winners]


def test_nothing_moves_when_the_script_comes(phone: Phone) -> None:
    text, late = look_while_waiting_for(phone, "**/js/result.js*")
    save = phone.page.get_by_role("button", name="Save the picture")
    expect(save).to_be_disabled()
    before = text.bounding_box()
    late[0].continue_()
    expect(save).to_be_enabled()
    assert text.bounding_box() == before


def test_nothing_moves_when_the_picture_comes(phone: Phone) -> None:
    text, late = look_while_waiting_for(phone, "**/picture.svg*")
    before = text.bounding_box()
    late[0].continue_()
    picture = phone.page.locator("#picture")
    soon(phone.page, lambda: picture.evaluate("picture => picture.naturalWidth"), "the picture never came")
    assert text.bounding_box() == before


def look_while_waiting_for(phone: Phone, address: str) -> tuple[Locator, list[Route]]:
    """The text to be sent, on a page for which a file is held back until its route goes on."""
    sheet, late = bring(phone, "belot_end"), list[Route]()
    phone.page.route(address, lambda route: late.append(route))
    phone.page.goto(f"{sheet}/result", wait_until="commit")
    text = phone.page.locator("#text")
    expect(text).to_be_visible()
    soon(phone.page, lambda: late, f"the page never asked for {address}")
    return text, late
