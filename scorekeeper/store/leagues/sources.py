"""What can be brought into a league, read into one list of items: archives, BG Stats' exports, lines from paper.

An item is an archive's record (:mod:`scorekeeper.league.archive`); a match has its ledger's events beside it. Nothing
here touches the database, and whatever is wrong is a finding with its line.
"""

from __future__ import annotations

import csv
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import Any, NamedTuple

from scorekeeper.core.documents import parse
from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.archive import Reader
from scorekeeper.league.spreadsheets import plain

ARCHIVE, BG_STATS, PAPER = "archive", "bg_stats", "paper"
MOST_BYTES = 256 * 1024 * 1024
"""What an archive may come to unpacked: some ten thousand matches with every deal."""
MOST_ITEMS = 200_000
MOST_SIDES = 8
PACKED = b"\x1f\x8b"

Item = dict[str, Any]


class Read(NamedTuple):
    """What was read: the items in the order in which they go in, and what is wrong or odd."""

    items: list[Item]
    findings: list[Finding]

    @property
    def good(self) -> bool:
        """Whether it may go in."""
        return bool(self.items) and all(finding.severity != "error" for finding in self.findings)


def read(kind: str, body: bytes) -> Read:
    """Read what was handed in as one of the three kinds."""
    report = Report()
    items = list(_READERS[kind](body, report))
    if len(items) > MOST_ITEMS:
        report.error("", "too_many", T("At most {most} matches can be brought in at once.", most=MOST_ITEMS))
    if not items and not report.errors:
        report.error("", "missing", T("There is nothing in it that a league could take in."))
    return Read(items[:MOST_ITEMS], [*report.errors, *report.suspects])


def unpacked(body: bytes, report: Report, most: int = MOST_BYTES) -> bytes:
    """A file as it was before it was packed; a packed one that would grow beyond all bounds is refused."""
    if not body.startswith(PACKED):
        return body
    unpacker = zlib.decompressobj(31)
    try:
        whole = unpacker.decompress(body, most)
    except zlib.error:
        report.error("", "cut_off", T("The archive is damaged: it cannot be unpacked."))
        return b""
    if unpacker.unconsumed_tail:
        report.error("", "too_large", T("The archive is too large to be taken in at once."))
        return b""
    if not unpacker.eof:
        report.error("", "cut_off", T("The archive ends too early: its last line is missing."))
        return b""
    return whole


def _archive(body: bytes, report: Report) -> Iterator[Item]:
    lines = unpacked(body, report).splitlines(keepends=True)
    if report.errors:
        return
    reader = Reader(report)
    found = list(reader.records(lines))
    if reader.league is not None and found:
        yield {**reader.league, "kind": "league", "line": 1}
    events: dict[str, list[Mapping[str, Any]]] = {}
    for record in found:
        if record.kind == "event":
            events.setdefault(str(record.body["match"]), []).append(record.body)
    merges = []
    for record in found:
        if record.kind == "event":
            continue
        item = {**record.body, "line": record.line}
        if record.kind == "match":
            item["events"] = sorted(events.get(str(item["id"]), []), key=_seq)
        if record.kind == "player" and item.get("merged_into"):
            merges.append(
                {"kind": "merge", "id": item["id"], "into": item["merged_into"], "line": record.line}
            )
        yield item
    yield from merges


def _seq(event: Mapping[str, Any]) -> int:
    return event["seq"] if type(event.get("seq")) is int else 0


# --- BG Stats -------------------------------------------------------------------------------------

Numbered = Mapping[Any, Mapping[str, Any]]
NO_NUMBER = T("This is no number by which BG Stats could name anything; it is left out.")


def _bg_stats(body: bytes, report: Report) -> Iterator[Item]:
    document, wrong = parse(unpacked(body, report), most=MOST_BYTES)
    if report.errors:
        return
    if wrong is not None or type(document) is not dict or type(document.get("plays")) is not list:
        report.error("", "unknown_format", T("This is not an export of BG Stats: it has no list of plays."))
        return
    players, games, places = (_numbered(document, name, report) for name in ("players", "games", "locations"))
    for one in players.values():
        yield {"kind": "player", "id": _id("player", one), "name": str(one.get("name", ""))[:60]}
    for number, play in enumerate(_dicts(document["plays"])):
        for path in _odd(play):
            report.suspect(f"plays[{number}].{path}", "left_out", NO_NUMBER)
        item = _play(play, players, games, places)
        if item is None:
            text = T("This play names nobody, or no day; it is left out.")
            report.suspect(f"plays[{number}]", "left_out", text)
        else:
            yield item


def _dicts(value: Any) -> list[dict[str, Any]]:
    return [one for one in value if type(one) is dict] if type(value) is list else []


def _numbered(document: Mapping[str, Any], name: str, report: Report) -> Numbered:
    """What the plays name by its ``id``; whatever has none that could be one is left out."""
    listed = list(enumerate(_dicts(document.get(name))))
    for number, one in listed:
        if not _is_number(one.get("id")):
            report.suspect(f"{name}[{number}].id", "left_out", NO_NUMBER)
    return {one["id"]: one for _number, one in listed if _is_number(one.get("id"))}


def _is_number(value: Any) -> bool:
    return type(value) in (int, str)


def _odd(play: Mapping[str, Any]) -> Iterator[str]:
    """Where a play names something by what cannot be a number."""
    for name in ("gameRefId", "locationRefId"):
        if play.get(name) is not None and not _is_number(play[name]):
            yield name
    for place, one in enumerate(_dicts(play.get("playerScores"))):
        if not _is_number(one.get("playerRefId")):
            yield f"playerScores[{place}].playerRefId"


def _named(known: Numbered, given: Any) -> Mapping[str, Any]:
    """The thing that a play names; nothing where it names none."""
    return known.get(given, {}) if _is_number(given) else {}


def _id(what: str, one: Mapping[str, Any]) -> str:
    said = str(one.get("uuid") or one.get("id"))
    return f"bgs-{sha256(f'{what}|{said}'.encode()).hexdigest()[:20]}"


def _play(play: Mapping[str, Any], players: Numbered, games: Numbered, places: Numbered) -> Item | None:
    scores = [one for one in _dicts(play.get("playerScores")) if _named(players, one.get("playerRefId"))]
    day = str(play.get("playDate", ""))[:10]
    if len(scores) < 2 or not _is_date(day):
        return None
    teams = _teams(scores, bool(play.get("usesTeams")))
    game = _named(games, play.get("gameRefId"))
    item = {
        "kind": "result",
        "id": _id("play", play),
        "players": [_id("player", players[one["playerRefId"]]) for one in scores],
        "game": slug_of(str(game.get("name", "?"))),
        "sides": teams,
        "winners": [
            side for side, seats in enumerate(teams) if any(scores[seat].get("winner") for seat in seats)
        ],
        "date": day,
    }
    totals = [_number(scores[seats[0]].get("score")) for seats in teams]
    if not game.get("noPoints") and all(total is not None for total in totals):
        item["totals"] = totals
    place = _named(places, play.get("locationRefId")).get("name")
    return {**item, "place": str(place)[:120]} if place else item


def _teams(scores: list[dict[str, Any]], together: bool) -> list[list[int]]:
    """The seats of every side: those of the same team, or everybody alone."""
    if not together:
        return [[seat] for seat in range(len(scores))]
    found: dict[str, list[int]] = {}
    for seat, one in enumerate(scores):
        found.setdefault(str(one.get("team") or f"seat {seat}"), []).append(seat)
    return list(found.values())


def _number(value: Any) -> int | None:
    """A score as BG Stats writes it: a text, at times a sum like ``12+7``."""
    text = str(value).strip() if value is not None else ""
    if not re.fullmatch(r"[+-]?\d{1,6}([+-]\d{1,6}){0,20}", text):
        return None
    return sum(int(part) for part in re.findall(r"[+-]?\d+", text))


def slug_of(name: str) -> str:
    """The game that a name means; an unknown game keeps its own name, shortened."""
    known = {_plain(spelling): slug for slug, spellings in SPELLINGS.items() for spelling in spellings}
    return known.get(_plain(name)) or (name.strip()[:20] or "?")


def _plain(name: str) -> str:
    return name.strip().casefold().replace("í", "i").replace("á", "a")


SPELLINGS = {
    "belot": ("Belot", "Белот", "Bridge-Belote", "Bulgarian Belot"),
    "kani": ("Kani", "Kaninn", "Kaninnbridds"),
    "escoba": ("Escoba", "Eskoba", "Escoba de 15"),
    "kinaskak": ("Kínaskák", "Kinaskak"),
}
"""What the games are called in other programs and on paper."""


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == 10


# --- paper ----------------------------------------------------------------------------------------

PAPER_HEADER = (
    "date",
    "game",
    *(f"{what}{n}" for n in range(1, MOST_SIDES + 1) for what in ("side", "total")),
    "winner",
)
"""The columns of the template: partners of a side are joined by ``&``; ``winner`` is a side's number, or blank."""


def _paper(body: bytes, report: Report) -> Iterator[Item]:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        report.error("", "not_utf8", T("Save the table as CSV in UTF-8."))
        return
    try:
        rows = list(csv.reader(text.splitlines(), delimiter=_delimiter(text)))
    except csv.Error:
        report.error("", "not_csv", T("Save the table as CSV in UTF-8."))
        return
    header = [cell.strip().casefold() for cell in rows[0]] if rows else []
    if not {"date", "game", "side1", "side2"} <= set(header):
        text_ = T("The first line names the columns: {columns}.", columns=", ".join(PAPER_HEADER[:6]) + " …")
        report.error("line 1", "missing", text_)
        return
    people: dict[str, Item] = {}
    results: list[Item] = []
    before: Counter[str] = Counter()
    for line, row in enumerate(rows[1:], 2):
        cells = dict(zip(header, (plain(cell).strip() for cell in row), strict=False))
        item = _paper_line(line, cells, people, report) if any(cells.values()) else None
        if item is not None:
            results.append({**item, "id": _paper_id(cells, before)})
    yield from people.values()
    yield from results


def _paper_id(cells: Mapping[str, str], before: Counter[str]) -> str:
    """A line is the same result wherever it stands in a table; of equal lines the first, the second and so on."""
    said = "|".join(f"{name}={cells[name]}" for name in sorted(cells) if cells[name])
    before[said] += 1
    return f"paper-{sha256(f'{before[said]}|{said}'.encode()).hexdigest()[:20]}"


def _delimiter(text: str) -> str:
    first = text.splitlines()[0] if text.strip() else ""
    return max(",;\t", key=first.count)


def _paper_line(line: int, cells: Mapping[str, str], people: dict[str, Item], report: Report) -> Item | None:
    names = [_sides(cells.get(f"side{n}", "")) for n in range(1, MOST_SIDES + 1)]
    names = [side for side in names if side]
    totals = [cells.get(f"total{n}", "") for n in range(1, len(names) + 1)]
    at = f"line {line}"
    before = len(report.errors)
    if not _is_date(cells.get("date", "")):
        report.error(f"{at}.date", "not_a_date", T("Write the date as year-month-day: 2026-11-20."))
    if not cells.get("game"):
        report.error(f"{at}.game", "missing", T("Say which game was played."))
    if len(names) < 2:
        report.error(f"{at}.side2", "missing", T("Everybody plays on one side, and there are at least two."))
    everybody = [name for side in names for name in side]
    if len({name.casefold() for name in everybody}) != len(everybody):
        report.error(at, "twice", T("One person cannot sit on two seats."))
    numbers = [_number(total) if total else None for total in totals]
    if any(total and number is None for total, number in zip(totals, numbers, strict=True)):
        report.error(f"{at}.total1", "not_a_number", T("Write whole numbers up to a million."))
    winners = _winners(at, cells.get("winner", ""), numbers, slug_of(cells.get("game", "")), report)
    if len(report.errors) > before:
        return None
    return _paper_result(line, cells, names, numbers, winners, people)


def _paper_result(
    line: int,
    cells: Mapping[str, str],
    names: list[list[str]],
    numbers: list[int | None],
    winners: list[int],
    people: dict[str, Item],
) -> Item:
    seats: list[str] = []
    sides: list[list[int]] = []
    for side in names:
        sides.append(list(range(len(seats), len(seats) + len(side))))
        seats += [_person(name, people) for name in side]
    item: Item = {
        "kind": "result",
        "players": seats,
        "game": slug_of(cells["game"]),
        "sides": sides,
        "winners": winners,
        "date": cells["date"],
        "line": line,
    }
    return {**item, "totals": numbers} if all(number is not None for number in numbers) else item


def _sides(cell: str) -> list[str]:
    return [name.strip()[:60] for name in re.split(r"[&+/]", cell) if name.strip()]


def _person(name: str, people: dict[str, Item]) -> str:
    own = f"paper-{sha256(name.casefold().encode()).hexdigest()[:20]}"
    people.setdefault(own, {"kind": "player", "id": own, "name": name})
    return own


def _winners(at: str, said: str, totals: list[int | None], game: str, report: Report) -> list[int]:
    """The side that is named, or else the one with the best total; level ones share."""
    if said:
        if said.isdecimal() and 1 <= int(said) <= len(totals):
            return [int(said) - 1]
        report.error(
            f"{at}.winner", "not_sides", T("Write the number of the side that won, or leave it blank.")
        )
        return []
    known = [total for total in totals if total is not None]
    if len(known) != len(totals) or not known:
        report.error(f"{at}.winner", "missing", T("Without all totals, say which side won."))
        return []
    best = min(known) if game in GAMES and GAMES[game].lowest_wins else max(known)
    return [side for side, total in enumerate(totals) if total == best]


_READERS = {ARCHIVE: _archive, BG_STATS: _bg_stats, PAPER: _paper}


def people_in(items: Iterable[Item]) -> list[Item]:
    """Everybody who is named in what was handed in."""
    return [item for item in items if item["kind"] == "player"]
