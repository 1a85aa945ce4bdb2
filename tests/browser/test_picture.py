"""The picture that is sent: its words stand within its margins and beside each other, with any names of players."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.browser.conftest import Phone
from tests.browser.shown import EIGHT, MATCHES, kinaskak, taken_in

MARGIN, SIZE = 75, 1080  # a J hangs over a little
WIDE = "Щ"
LONG = [f"{name} {name}sdóttir-{WIDE * 12}" for name in ("Margrét", "Guðbjörg", "Sigríður", "Þórdís")]
PLAYERS = {
    "belot": ["Мария-Антоанета Стоянова", "Станислав Христов-Джумалийски", "Радостина Иванова", "Георги"],
    "belot_end": LONG,
    "kani": LONG,
    "kinaskak": EIGHT,
    "belot_long": ["Щедромир", "Щастливка", "Шумшумшум", "Жужужужуж"],
    "kinaskak_end": [f"{name} {'W' * 30}" for name in EIGHT],
}
"""Who sits at the tables of some matches."""

WRITTEN = """() => [...document.querySelectorAll("text")].filter((one) => one.textContent.trim()).map((one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return { words: one.textContent, left, right, top, bottom };
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


@pytest.mark.parametrize("language", ["bg", "is", "eu", "es"])
@pytest.mark.parametrize("name", PLAYERS)
def test_the_words_of_the_picture_stand_within_its_margins(phone: Phone, name: str, language: str) -> None:
    given = {**MATCHES[name], "players": PLAYERS[name], "format": "scorekeeper-match/1"}
    texts = looked_at(phone, json.dumps({**given, "game": name.partition("_")[0]}), language)
    assert min(one["bottom"] - one["top"] for one in texts) > 20, "no one reads it in a chat"


def test_eight_winners_are_all_named(phone: Phone) -> None:
    level = [{**kinaskak(n), "hands": [0 if n == seat else 50 for seat in range(8)]} for n in range(8)]
    match = {"format": "scorekeeper-match/1", "game": "kinaskak", "players": EIGHT, "entries": level}
    texts = looked_at(phone, json.dumps(match), "is")
    winners = next(one["words"] for one in texts if one["words"].count(",") == 6 and " og " in one["words"])
    assert not [name for name in EIGHT if name.split()[0][:3] not in winners]
