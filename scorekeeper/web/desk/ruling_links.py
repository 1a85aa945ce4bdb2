"""A ruling in an address: the question, the rules with their edition, and the short result, for ever the same."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask import url_for

from scorekeeper.core.anonymous import drop_names
from scorekeeper.core.disputes.adjudication import FRAME, QUESTION_FORMAT, Answered, adjudicate
from scorekeeper.core.disputes.rulings import drop_sentences
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Rules
from scorekeeper.games import GAMES
from scorekeeper.store.match import rulings
from scorekeeper.web.site.alone import outside_address
from scorekeeper.web.site.database import session

VERSION = 1
MAX_ADDRESS = 1200
"""Bytes of the longest address that a phone's camera reads from a square without trouble."""
MAX_CODE = 2000
PARTS = 6


class RulingCard(NamedTuple):
    """A ruling as its link carries it, and what the engine answers today (None: it refuses the question)."""

    question: dict[str, Any]
    result: Any
    answered: Answered | None
    errors: tuple[Finding, ...]

    @property
    def changed(self) -> bool:
        """Whether today's engine answers otherwise than the link says; what the link does not speak of is no answer."""
        if self.answered is None:
            return True
        result = drop_sentences(self.answered.ruling.result)
        if not isinstance(self.result, dict):
            return bool(result != self.result)
        return any(result.get(name) != value for name, value in self.result.items())


def short_rules(game: Game, rules: Rules) -> dict[str, Any]:
    """The preset, the edition, and every option that differs from the preset."""
    usual = game.read_rules_alone({"preset": rules.preset}, Report()).options.values()
    values = rules.options.values()
    short = {
        "preset": rules.preset,
        "edition": rules.edition,
        **{name: value for name, value in values.items() if usual[name] != value},
    }
    reread = game.read_rules_alone(short, Report()).options.values()
    return short if reread == values else {**short, **values}


def frame(game: str, question: str, rules: Any) -> dict[str, Any]:
    """The beginning of a question document."""
    return {"format": QUESTION_FORMAT, "game": game, "question": question, "rules": rules}


def drop_frame(document: Mapping[str, Any]) -> dict[str, Any]:
    """What a question document was given, without its beginning."""
    return {name: value for name, value in document.items() if name not in FRAME}


def pack(answered: Answered, question: Mapping[str, Any]) -> list[Any]:
    """What a link carries, as JSON. It holds no name."""
    game, asked, rules, ruling = answered
    return [
        VERSION,
        game.slug,
        asked.slug,
        short_rules(game, rules),
        drop_names(drop_frame(question)),
        drop_sentences(ruling.result),
    ]


def unpack(packed: Any, names: Sequence[str] = (), dealer: int | None = None) -> RulingCard | None:
    """The ruling that a link carries, computed afresh; None when this is no link of ours.

    ``names`` are the players of the match where it is shown, ``dealer`` the seat that dealt.
    """
    if type(packed) is not list or len(packed) != PARTS or packed[0] != VERSION:
        return None
    _version, game, asked, rules, fields, result = packed
    if type(fields) is not dict or type(game) is not str or game not in GAMES:
        return None
    beginning = frame(game, asked, rules)
    question = {**beginning, **fields, **beginning}
    report = Report()
    answered = adjudicate(question, GAMES, report, names, dealer)
    return RulingCard(question, result, answered, tuple(report.errors))


def encode(packed: list[Any]) -> str:
    """Letters for an address."""
    squeezed = zlib.compress(rulings.canonical(packed), 9, -zlib.MAX_WBITS)
    return base64.urlsafe_b64encode(squeezed).decode().rstrip("=")


def decode(code: str) -> Any:
    """What these letters carry; None when they are not ours. Never more than a little memory."""
    if len(code) > MAX_CODE or not code.isascii():
        return None
    unfold = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        raw = unfold.decompress(
            base64.b64decode(code + "=" * (-len(code) % 4), b"-_", validate=True), rulings.MAX_BYTES
        )
        if unfold.unconsumed_tail or not unfold.eof or unfold.unused_data:
            return None
        return json.loads(raw)
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None


def code_of(answered: Answered, question: Mapping[str, Any]) -> str:
    """The ruling in letters; the name of a kept one, with a dot before it, where it is too long for a square."""
    return short_code_of(answered, question) or "." + rulings.keep(session(), pack(answered, question))


def short_code_of(answered: Answered, question: Mapping[str, Any]) -> str | None:
    """The ruling in letters; None where it is too long for a square."""
    code = encode(pack(answered, question))
    return code if is_short(code) else None


def open_card(code: str, names: Sequence[str] = (), dealer: int | None = None) -> RulingCard | None:
    """The ruling of an address; None when it leads to none."""
    packed = rulings.find(session(), code[1:]) if is_kept(code) else decode(code)
    return unpack(packed, names, dealer)


def is_short(code: str) -> bool:
    """Whether a camera reads the address of these letters from a square."""
    return len(full_address(code)) <= MAX_ADDRESS


def is_kept(code: str) -> bool:
    """Whether an address names a ruling that is kept here, instead of holding it."""
    return code.startswith(".")


def full_address(code: str) -> str:
    """The permanent link, with the host that the reader used, or the window around a program on a phone."""
    return outside_address(url_for("desk.ruling", code=code))
