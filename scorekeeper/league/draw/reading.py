"""A draw document is read: every problem is reported at its path, and what can be read is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorekeeper.core.fields import Choice, Number, SeatField
from scorekeeper.core.findings import Report
from scorekeeper.core.match import read_name
from scorekeeper.core.options import NO_TABLE
from scorekeeper.core.reading import BAD, quote, read_text, report_all_unknown
from scorekeeper.core.seating import singles
from scorekeeper.core.text import N, T, Text
from scorekeeper.league.draw.document import (
    CHANGING,
    EVEN,
    FORMAT,
    PAIRS,
    RANDOM,
    ROUND_FORMAT,
    SINGLE,
    SIZE_OF,
    SWISS,
    DrawDocument,
    PastRound,
)

FIELDS = (
    *("format", "seats", "sizes", "way", "seed", "players"),
    *("together", "points", "locked", "plan", "rounds"),
)
ROUND_FIELDS = ("tables", "resting", "dealers", "format", "counts", "method")
"""Those of a past round; a round document has its last three besides, and may stand here as it came out."""
MAX_ENTRANTS = 256
MAX_TOGETHER = 256
MAX_POINTS = 1_000
MAX_ROUNDS = 100
MIN_SIZE, MAX_SIZE = 2, 8
MAX_SEED = 100
SEATS_OF_PAIRS = 4
MAX_SCORE = 1_000_000_000

_NAMED = {name: Text("") for name in (CHANGING, PAIRS, SINGLE)}
_SEATS = Choice(choices=_NAMED)
_WAY = Choice(choices={name: Text("") for name in (RANDOM, EVEN, SWISS)})
_SIZE = Number(low=MIN_SIZE, high=MAX_SIZE)
_PLAN = Number(low=1, high=MAX_ROUNDS)
_POINTS = Number(low=-MAX_SCORE, high=MAX_SCORE)
SIZES_NEEDED = T("Write how many sit at a table here, the wanted number first.")


def read_draw(document: Any, report: Report) -> DrawDocument | None:
    """The draw that a document asks for; None after reporting every problem of it."""
    if type(document) is not dict:
        report.error("", "not_an_object", T("Write an object with named fields here."))
        return None
    errors = report.error_count
    report_all_unknown(document, list(FIELDS), "", report)
    if document.get("format") != FORMAT:
        report.error("format", "unknown_format", T("Write “{format}” here.", format=FORMAT))
    seats = _read_choice(document, "seats", _SEATS, report)
    sizes = _read_sizes(document, seats, report)
    way = _read_choice(document, "way", _WAY, report)
    seed = _read_seed(document, report)
    players = _read_players(document, report)
    places = {name: place for place, name in enumerate(players)}
    together = _read_together(document.get("together", []), seats, places, report)
    points = _read_points(document.get("points", {}), report)
    locked = _read_locked(document.get("locked", []), seats, places, report)
    plan = _PLAN.read(document["plan"], "plan", report, NO_TABLE) if "plan" in document else 0
    rounds = _read_rounds(document.get("rounds", []), seats, report)
    if report.error_count > errors:
        return None
    read = DrawDocument(seats, sizes, way, seed, players, together, points, locked, plan, rounds)
    return read if _has_table(read, report) else None


def _read_choice(document: dict[str, Any], name: str, choice: Choice, report: Report) -> Any:
    if name in document:
        return choice.read(document[name], name, report, NO_TABLE)
    report.error(name, "missing", T("Choose one of: {choices}.", choices=list(choice.choices)))
    return BAD


def _read_sizes(document: dict[str, Any], seats: Any, report: Report) -> tuple[int, ...]:
    """The sizes of tables; where there is only one, it may be left out."""
    only = SIZE_OF.get(seats)
    if "sizes" not in document:
        if only is None and seats is not BAD:
            report.error("sizes", "missing", SIZES_NEEDED)
        return () if only is None else (only,)
    values = _read_list(document["sizes"], "sizes", MAX_SIZE - MIN_SIZE + 1, report)
    if document["sizes"] == []:
        report.error("sizes", "list_length", SIZES_NEEDED)
    sizes: list[int] = []
    for index, value in enumerate(values):
        at = f"sizes[{index}]"
        size = _SIZE.read(value, at, report, NO_TABLE)
        if size is BAD:
            continue
        if only not in (None, size):
            report.error(at, "unknown_choice", T("Choose one of: {choices}.", choices=[str(only)]))
        elif size in sizes:
            report.error(at, "size_twice", T("This number is here already."))
        sizes.append(size)
    return tuple(sizes)


def _read_seed(document: dict[str, Any], report: Report) -> str:
    if not document.get("seed", ""):
        report.error("seed", "missing", T("Write a text here."))
        return ""
    return str(read_text(document["seed"], "seed", report, MAX_SEED))


def _read_players(document: dict[str, Any], report: Report) -> tuple[str, ...]:
    if "players" not in document:
        report.error("players", "missing", T("Write the list of the players’ names here."))
        return ()
    seen: set[str] = set()
    names = _read_list(document["players"], "players", MAX_ENTRANTS, report)
    return tuple(
        str(_read_entrant(name, f"players[{index}]", seen, report)) for index, name in enumerate(names)
    )


def _read_list(value: Any, at: str, most: int, report: Report) -> list[Any]:
    """A list; empty after reporting that it is none, or too long."""
    if type(value) is not list:
        report.error(at, "not_a_list", T("Write a list here."))
        return []
    if len(value) > most:
        text = N("At most {n} is possible here.", "At most {n} are possible here.", n=most)
        report.error(at, "too_many", text)
        return []
    return value


def _read_entrant(value: Any, at: str, seen: set[str], report: Report) -> Any:
    """The name of an entrant, or BAD. It joins those ``seen``, and is not among them yet."""
    errors = report.error_count
    name = read_name(value, at, set(), report)
    if report.error_count > errors:
        return BAD
    if name in seen:
        report.error(at, "player_twice", T("“{name}” is here already.", name=quote(name)))
    seen.add(name)
    return name


def _read_place(value: Any, at: str, seen: set[str], places: dict[str, int], report: Report) -> int:
    """The place among ``players`` of one who has to be there."""
    name = _read_entrant(value, at, seen, report)
    if name is not BAD and name not in places:
        text = T("“{name}” is not among the players.", name=quote(name))
        report.error(at, "unknown_player", text)
    return places.get(name, 0) if name is not BAD else 0


def _read_together(
    value: Any, seats: Any, places: dict[str, int], report: Report
) -> tuple[tuple[int, int], ...]:
    """Pairs of places, the lower first."""
    pairs = _read_list(value, "together", MAX_TOGETHER, report)
    if pairs and seats == PAIRS:
        text = T("A pair stays together by itself; leave this out.")
        report.error("together", "not_played", text)
    couples: list[tuple[int, int]] = []
    for index, pair in enumerate(pairs):
        at, errors = f"together[{index}]", report.error_count
        if not _has_length(pair, at, (2,), report):
            continue
        seen: set[str] = set()
        first, second = (
            _read_place(name, f"{at}[{seat}]", seen, places, report) for seat, name in enumerate(pair)
        )
        couple = (min(first, second), max(first, second))
        if report.error_count == errors and couple in couples:
            report.error(at, "pair_twice", T("These two are here already."))
        couples.append(couple)
    return tuple(couples)


def _has_length(value: Any, at: str, lengths: Sequence[int], report: Report) -> bool:
    """Whether it is a list of one of these lengths; if not, that is reported."""
    if type(value) is list and len(value) in lengths:
        return True
    if len(lengths) == 1:
        report.error(at, "list_length", T("Write a list of {size} values here.", size=lengths[0]))
    else:
        text = T("Write a list of {least} to {most} names here.", least=min(lengths), most=max(lengths))
        report.error(at, "list_length", text)
    return False


def _read_points(points: Any, report: Report) -> dict[str, int]:
    """Points by name, also those of people who are not here."""
    if type(points) is not dict:
        report.error("points", "not_an_object", T("Write an object with named fields here."))
        return {}
    if len(points) > MAX_POINTS:
        text = N("At most {n} is possible here.", "At most {n} are possible here.", n=MAX_POINTS)
        report.error("points", "too_many", text)
        return {}
    return {
        name.strip(): _POINTS.read(value, f"points.{quote(name)}", report, NO_TABLE)
        for name, value in points.items()
    }


def _table_lengths(seats: Any) -> Sequence[int]:
    only = SIZE_OF.get(seats)
    return range(MIN_SIZE, MAX_SIZE + 1) if only is None else (only,)


def _read_locked(
    value: Any, seats: Any, places: dict[str, int], report: Report
) -> tuple[tuple[int, ...], ...]:
    seen: set[str] = set()
    tables = []
    for index, table in enumerate(_read_list(value, "locked", MAX_ENTRANTS, report)):
        at = f"locked[{index}]"
        if _has_length(table, at, _table_lengths(seats), report):
            read = [
                _read_place(name, f"{at}[{seat}]", seen, places, report) for seat, name in enumerate(table)
            ]
            tables.append(tuple(read))
    return tuple(tables)


def _read_rounds(value: Any, seats: Any, report: Report) -> tuple[PastRound, ...]:
    rounds = _read_list(value, "rounds", MAX_ROUNDS, report)
    return tuple(
        _read_round(played, f"rounds[{index}]", seats, report) for index, played in enumerate(rounds)
    )


def _read_round(document: Any, at: str, seats: Any, report: Report) -> PastRound:
    """A round as it came out; the names of people who went home are as good as others."""
    if type(document) is not dict:
        report.error(at, "not_an_object", T("Write an object with named fields here."))
        return PastRound((), (), ())
    report_all_unknown(document, list(ROUND_FIELDS), at, report)
    if document.get("format", ROUND_FORMAT) != ROUND_FORMAT:
        report.error(f"{at}.format", "unknown_format", T("Write “{format}” here.", format=ROUND_FORMAT))
    if "tables" not in document:
        report.error(f"{at}.tables", "missing", T("Write a list here."))
    seen: set[str] = set()
    tables = []
    for index, table in enumerate(
        _read_list(document.get("tables", []), f"{at}.tables", MAX_ENTRANTS, report)
    ):
        inside = f"{at}.tables[{index}]"
        if _has_length(table, inside, _table_lengths(seats), report):
            tables.append(_read_names(table, inside, seen, report))
    resting = _read_list(document.get("resting", []), f"{at}.resting", MAX_ENTRANTS, report)
    return PastRound(
        tuple(tables),
        _read_names(resting, f"{at}.resting", seen, report),
        _read_dealers(document, at, seats, report),
    )


def _read_names(names: list[Any], at: str, seen: set[str], report: Report) -> tuple[str, ...]:
    return tuple(str(_read_entrant(name, f"{at}[{seat}]", seen, report)) for seat, name in enumerate(names))


def _read_dealers(document: dict[str, Any], at: str, seats: Any, report: Report) -> tuple[int, ...]:
    """The seat of each table's first dealer; none where they were not written down."""
    tables = document.get("tables")
    if "dealers" not in document or type(tables) is not list:
        return ()
    inside = f"{at}.dealers"
    if not _has_length(document["dealers"], inside, (len(tables),), report):
        return ()
    dealers = []
    for index, (dealer, table) in enumerate(zip(document["dealers"], tables, strict=True)):
        people = len(table) if type(table) is list else MAX_SIZE
        around = NO_TABLE._replace(seating=singles(SEATS_OF_PAIRS if seats == PAIRS else people))
        dealers.append(SeatField().read(dealer, f"{inside}[{index}]", report, around))
    return tuple(dealers)


def _has_table(document: DrawDocument, report: Report) -> bool:
    """Whether a table stands, or one can be made of those here."""
    least = min(document.sizes)
    if document.locked or len(document.players) >= least:
        return True
    text = N(
        "A table takes at least {n} player; write so many here.",
        "A table takes at least {n} players; write so many here.",
        n=least,
    )
    report.error("players", "too_few", text)
    return False
