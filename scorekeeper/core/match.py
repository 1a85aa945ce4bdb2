"""A match document: who played, under which rules, deal after deal."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.core.fields import SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.options import Rules
from scorekeeper.core.reading import BAD, MAX_NOTE, UNWRITABLE, Table, read_text, report_all_unknown
from scorekeeper.core.scoring.start import START, PaperStart, read_start
from scorekeeper.core.text import N, T

FORMAT = "scorekeeper-match/1"
MAX_ENTRIES = 2000
MAX_NAME = 60
MAX_PLAYERS = 100
KINDS = ("deal", "void", "penalty", "adjustment", "players", "end")
FIELDS = (
    "format",
    "game",
    "rules",
    "players",
    "first_dealer",
    "start",
    "entries",
    "played",
    "place",
    "note",
    "sheet",
    "code",
)


class MatchDocument(NamedTuple):
    """A match document that has been read: its game, rules, table and first dealer, its entries as given, and how it
    was begun on paper.

    The fold reads the entries one by one, because the rules of a deal can depend on the deals before it.
    """

    game: Game
    rules: Rules
    table: Table
    first_dealer: int
    entries: tuple[Any, ...]
    start: PaperStart | None = None


def read_match(document: Any, games: Mapping[str, Game], report: Report) -> MatchDocument | None:
    """The match that a document describes; None when the deals cannot be read without its game or number of players.

    Every problem outside the entries is reported.
    """
    if type(document) is not dict:
        report.error("", "not_an_object", T("A match document is a JSON object."))
        return None
    report_all_unknown(document, list(FIELDS), "", report)
    if document.get("format") != FORMAT:
        report.error("format", "unknown_format", T("Write “{format}” here.", format=FORMAT))
    _read_circumstances(document, report)
    entries = _read_entries(document, report)
    names = _read_names(document.get("players"), report)
    slug = document.get("game")
    if type(slug) is not str or slug not in games:
        report.error("game", "unknown_game", T("Choose one of: {choices}.", choices=list(games)))
        return None
    return _read_table(games[slug], document, names, entries, report)


def _read_table(
    game: Game, document: dict[str, Any], names: tuple[str, ...], entries: tuple[Any, ...], report: Report
) -> MatchDocument | None:
    if type(document.get("players")) is list and len(names) not in game.players:
        text = N(
            "{game} is played by {numbers} people; here is {n} name.",
            "{game} is played by {numbers} people; here are {n} names.",
            n=len(names),
            game=game.name,
            numbers=list(game.players),
        )
        report.error("players", "player_count", text)
    number = len(names) if len(names) in game.players else max(game.players)
    rules = game.read_rules(document.get("rules", {}), number, report)
    table = Table(game.seat(number, rules.options), (*names, *("?" * number))[:number], rules.options)
    dealer = SeatField().read(document.get("first_dealer", 0), "first_dealer", report, table)
    if len(names) != number and len(game.players) > 1:
        return None
    start = read_start(game, document[START], table, report) if START in document else None
    return MatchDocument(game, rules, table, 0 if dealer is BAD else dealer, entries, start)


def _read_entries(document: dict[str, Any], report: Report) -> tuple[Any, ...]:
    entries = document.get("entries")
    if type(entries) is not list:
        code = "not_a_list" if "entries" in document else "missing"
        report.error("entries", code, T("Write the list of entries here; it may be empty."))
        return ()
    if len(entries) > MAX_ENTRIES:
        text = N(
            "At most {n} entry belongs to a match.", "At most {n} entries belong to a match.", n=MAX_ENTRIES
        )
        report.error("entries", "too_many", text)
        return ()
    return tuple(entries)


def _read_circumstances(document: dict[str, Any], report: Report) -> None:
    for name, most in (("place", MAX_NAME * 2), ("note", MAX_NOTE)):
        if name in document:
            read_text(document[name], name, report, most)
    if "played" in document and not _is_date(document["played"]):
        report.error("played", "not_a_date", T("Write the date as year-month-day: 2026-11-20."))


def _is_date(value: Any) -> bool:
    """Whether it is a date as year-month-day; Python also reads week dates, which are refused."""
    if type(value) is not str or len(value) != 10 or not value.isascii():
        return False
    from datetime import date  # here, because few documents carry one

    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _read_names(given: Any, report: Report) -> tuple[str, ...]:
    if type(given) is not list:
        report.error("players", "missing", T("Write the list of the players’ names here."))
        return ()
    if len(given) > MAX_PLAYERS:
        return ("",) * len(given)
    seen: set[str] = set()
    return tuple(read_name(name, f"players[{seat}]", seen, report) for seat, name in enumerate(given))


def read_name(value: Any, at: str, seen: set[str], report: Report) -> str:
    """A player's name; "?" where it cannot be read. Its key joins those ``seen``, and is not among them yet."""
    name = read_text(value, at, report, MAX_NAME)
    if name is BAD:
        return "?"
    if "\n" in name or "\t" in name or "\r" in name:
        report.error(at, "unwritable", T("A name stands on one line."))
    if not name.isprintable() and any(map(_hides, name)):
        report.error(at, "unwritable", UNWRITABLE)
    if not any(map(is_visible, name)):
        report.error(at, "blank_name", T("Every player needs a name."))
    key = name_key(name)
    if key and key in seen:
        text = T("Two players have the same name; make them differ: “{name} 2”.", name=name)
        report.error(at, "same_name", text)
    seen.add(key)
    return str(name)


def is_visible(character: str) -> bool:
    """Whether a character is enough for a name: a letter, a figure or a picture that is not empty."""
    seen = character.isalnum() or unicodedata.category(character)[0] == "S"
    return seen and character not in EMPTY


EMPTY = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and a pattern of dots that show nothing."""


def _hides(character: str) -> bool:
    """Whether a character is invisible and turns or hides the characters around it.

    Invisible characters that join letters, mark a direction or make a country's flag are allowed.
    """
    joins = "\u200c" <= character <= "\u200f" or character == "\u061c"
    flag = "\U000e0020" <= character <= "\U000e007f"
    return unicodedata.category(character) in ("Cf", "Co") and not (joins or flag)


def name_key(name: str) -> str:
    """The key by which two spellings of one name are equal: without case, with accents composed in one way."""
    return unicodedata.normalize("NFC", " ".join(name.split()).casefold())
