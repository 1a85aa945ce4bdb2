"""The worst match and question documents that anybody could think of, by name: each is made when it is asked for."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from scorekeeper.core.documents import MAX_BYTES
from scorekeeper.core.match import MAX_ENTRIES
from tests.games.escoba.deals import make_deal

Make = Callable[[], bytes]
PLAYERS = {"belot": 4, "kani": 4, "escoba": 6, "kinaskak": 8}
SIDES = {"belot": 2, "kani": 4, "escoba": 6, "kinaskak": 8}
DECK = [rank + suit for suit in "SHCD" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
SPANISH = [f"{rank}{suit}" for suit in "OCEB" for rank in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)]
RUNS = [{"player": p, "kind": "sequence", "length": 3, "top": t} for p in range(4) for t in "QKA789J"]
GOOD: dict[str, dict[str, Any]] = {
    "belot": {
        "kind": "deal",
        "contract": "all_trumps",
        "declarer": 0,
        "doubling": "recontra",
        "trick_points": [158, 100],
    },
    "kani": {"kind": "deal", "bid": 9, "declarer": 0, "partner": 2, "tricks": 10},
    "escoba": {
        "kind": "deal",
        "most": {"cards": 0, "golds": 0, "sevens": 0},
        "seven_of_golds": 0,
        "escobas": [1] * 6,
    },
    "kinaskak": {"kind": "deal", "hands": [0, *[5] * 7]},
}


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def match(game: str, entry: Any, most: int = MAX_ENTRIES, letter: str = "", **more: Any) -> bytes:
    """A match of so many equal entries, as many as its size allows; ``letter`` fills every name."""
    names = [chr(65 + n) + letter * 59 for n in range(PLAYERS[game])]
    document = {"format": "scorekeeper-match/1", "game": game, "players": names, **more}
    document["game"] = more.get("called", game)
    head = _json(document)[:-1] + ',"entries":['
    said = entry if type(entry) is str else _json(entry)
    count = min(most, (MAX_BYTES - len(head.encode()) - 2) // (len(said.encode()) + 1))
    return (head + ",".join([said] * count) + "]}").encode()


def question(game: str, name: str, **given: Any) -> bytes:
    """A question document."""
    return _json({"format": "scorekeeper-question/1", "game": game, "question": name, **given}).encode()


def _fields(count: int) -> str:
    return '{"kind":"deal",' + ",".join(f'"{n:x}":0' for n in range(count)) + "}"


def _matches() -> Iterator[tuple[str, Make]]:
    for game, good in GOOD.items():
        for what, entry in {
            "good deals": good,
            "empty objects": {},
            "no objects": 1,
            "empty deals": {"kind": "deal"},
            "voids": {"kind": "void"},
            "adjustments": {"kind": "adjustment", "scores": [1] * SIDES[game], "reason": "x"},
            "unknown fields": _fields(400),
            "notes": {**good, "note": "&" * 500},
        }.items():
            yield f"{game}: {what}", lambda game=game, entry=entry: match(game, entry)
        yield f"{game}: more entries than any match", lambda game=game: match(game, "{}", 2_000_000)
        yield f"{game}: a deal of fields", lambda game=game: match(game, _fields(380_000))
        yield f"{game}: long names", lambda game=game, good=good: match(game, good, letter="\U0001f600")
        yield f"{game}: names of a megabyte", lambda game=game: match(game, {}, players=["x" * 1_000_000] * 3)
        yield (
            f"{game}: 300,000 players",
            lambda game=game: match(game, {}, players=[f"{n}" for n in range(300_000)]),
        )
        yield (
            f"{game}: 250,000 rules",
            lambda game=game: match(game, {}, rules={f"{n}": 0 for n in range(250_000)}),
        )


def _deals() -> Iterator[tuple[str, Make]]:
    belot, kani = GOOD["belot"], GOOD["kani"]
    plays = [{"seat": 9, "card": "9Z", "takes": ["8Z"] * 3}]
    for name, game, entry in (
        ("declarations without end", "belot", {**belot, "declarations": [{}] * 900_000}),
        ("too many declarations", "belot", {**belot, "declarations": RUNS}),
        ("empty declarations", "belot", {**belot, "declarations": [{}] * 600}),
        (
            "many wrong fields",
            "belot",
            {**dict.fromkeys((*belot, "capot", "dealer", "note"), 99), "kind": "deal"},
        ),
        ("large numbers", "belot", {**belot, "trick_points": [int("9" * 4000), 62]}),
        ("tricks without end", "kani", {**kani, "tricks": [4] * 500_000}),
        ("calls without end", "kani", {**kani, "calls": ["pass"] * 500_000}),
        ("calls that are none", "kani", {**kani, "calls": ["z"] * 300}),
        ("piles without end", "escoba", {"kind": "deal", "escobas": [0] * 6, "piles": [SPANISH * 1000] * 6}),
        ("plays that are none", "escoba", {"kind": "deal", "table": SPANISH[:4], "plays": plays * 36}),
        ("plays without end", "escoba", {"kind": "deal", "table": SPANISH[:4], "plays": plays * 50_000}),
        ("cards that are none", "kinaskak", {"kind": "deal", "hands": [["8Z"] * 45] * 8, "buys": ["x"] * 8}),
        ("cards without end", "kinaskak", {"kind": "deal", "hands": [["JK"] * 500_000]}),
    ):
        yield f"{game}: {name}", lambda game=game, entry=entry: match(game, entry)


def _oddities() -> Iterator[tuple[str, Make]]:
    yield "nested lists", lambda: b"[" * MAX_BYTES
    yield "nested objects", lambda: b'{"a":' * 700_000
    yield "a list of lists", lambda: b"[" + b"[]," * 1_300_000 + b"[]]"
    yield "a list of objects", lambda: b"[" + b'{"a":1},' * 490_000 + b"{}]"
    yield "a game of megabytes", lambda: match("belot", {}, called="x" * 1_900_000)
    yield "a kind of megabytes", lambda: match("belot", {"kind": "x" * 3_900_000})
    yield "a preset of megabytes", lambda: match("belot", {}, rules={"preset": "y" * 3_900_000})
    yield "an option of megabytes", lambda: match("belot", {}, rules={"y" * 3_900_000: 1})
    yield "a sheet of empty lists", lambda: match("belot", {}, sheet=[[]] * 1_000_000)


MATCHES: dict[str, Make] = {name: make for some in (_matches(), _deals(), _oddities()) for name, make in some}


def _lists() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Questions whose lists are long."""
    yield "belot", "legal_cards", {"contract": "hearts", "hand": ["7H"] * 600_000, "trick": []}
    yield "belot", "trick_winner", {"contract": "hearts", "trick": [{}] * 600_000}
    yield "belot", "declarations", {"contract": "hearts", "declarations": RUNS * 1500}
    yield "belot", "find_declarations", {"contract": "hearts", "hand": ["7H"] * 600_000}
    yield "belot", "auction", {"calls": ["hearts", "contra", "recontra"] * 100_000}
    yield "kani", "auction", {"calls": [7, 8] * 500_000}
    yield "kani", "partner_call", {"trump": "hearts", "hand": ["7H"] * 600_000}
    yield "escoba", "captures", {"table": ["1O"] * 500_000, "card": "7O"}
    yield "escoba", "captures", {"table": [card for card in SPANISH if card != "1O"], "card": "1O"}
    yield "escoba", "opening_table", {"table": ["1O"] * 500_000}
    yield "kinaskak", "meld", {"cards": ["JK"] * 600_000}
    yield "kinaskak", "contract", {"round": 1, "melds": [{"kind": "run", "cards": ["7H"] * 10}] * 40_000}
    yield "kinaskak", "contract", {"round": 8, "melds": [{"kind": "run", "cards": ["JK"] * 30_000}] * 3}
    yield "kinaskak", "hand_points", {"cards": ["7" * 3_900_000]}
    yield "kinaskak", "buy_dispute", {"drawn": ["7H"] * 600_000}
    yield "belot", "x" * 3_900_000, {}


def _searches() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Questions that search."""
    for hand in (DECK[:14], DECK[:20] + ["JK"] * 4, DECK[::2] + ["JK"] * 9, DECK[:13] * 3, DECK + ["JK"] * 2):
        for round_ in (1, 4, 7, 8):
            yield "kinaskak", "go_down", {"round": round_, "hand": hand}
    counts: tuple[tuple[str, Any], ...] = (
        ("belot", {**GOOD["belot"], "trick_points": [100, 162], "declarations": RUNS[:12]}),
        ("belot", {**GOOD["belot"], "declarations": [{}] * 900_000}),
        ("kani", {**GOOD["kani"], "tricks": [4, 4, 4, 4]}),
        ("kani", {**GOOD["kani"], "tricks": [4] * 900_000}),
        (
            "escoba",
            make_deal(
                [2, *[0] * 5], [22, 18, 3, 0, 0, 0], [6, 4, 1, 0, 0, 0], [3, 1, 1, 0, 0, 0], 0, kind="deal"
            ),
        ),
        (
            "escoba",
            {"kind": "deal", "escobas": [0] * 6, "piles": [SPANISH[n * 7 : n * 7 + 7] for n in range(6)]},
        ),
        ("escoba", {"kind": "deal", "escobas": [0] * 6, "piles": [SPANISH * 200] * 6}),
        ("kinaskak", {"kind": "deal", "hands": [["JK"] * 10] * 8, "buys": [9] * 8}),
        ("kinaskak", {"kind": "deal", "hands": [["JK", "AS", "5H"] * 5] * 7 + [[]], "buys": [0] * 8}),
        ("kinaskak", {"kind": "deal", "hands": [10**15] * 7 + [3]}),
    )
    for game, deal in counts:
        yield game, "mismatch", {"counts": deal}
    for game, good in GOOD.items():
        yield game, "what_if", {"match": json.loads(match(game, good)), "other": {}}
        yield game, "what_if", {"match": {}, "other": {f"{n}": 0 for n in range(250_000)}}


QUESTIONS: dict[str, Make] = {
    f"{number}. {game}: {name[:20]}": lambda game=game, name=name, given=given: question(game, name, **given)
    for number, (game, name, given) in enumerate((*_lists(), *_searches()))
}
