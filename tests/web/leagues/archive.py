"""A league as another server would hand it on: three seasons of matches, in every game, with their deals.

Nothing in it is left to chance: the same matches every time, so that a page can be compared with what is known of them.
"""

import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Any

from scorekeeper.core.findings import Report
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import OPEN, sheet_document
from scorekeeper.games import GAMES
from scorekeeper.league.files.archive import archive_lines
from tests.documents import match_document
from tests.games.escoba.deals import make_deal

Deal = dict[str, Any]
PEOPLE = (
    "Vera",
    "Георги",
    "Þórdís Hallgrímsdóttir",
    "Iñaki",
    "Ane",
    "Иван",
    "Guðrún",
    "=SUM(A1)",
    "José María",
    "Дядо Ваньо",
    "Nekane Etxeberria",
    "Sigurður",
)
A_SEASON, A_NIGHT, ON_PAPER = 100, 3, 25
"""So many in each of three seasons, on a night; and every so-manieth was written on paper only."""
FIRST_NIGHT = date(2024, 1, 2)
RULES = {"preset": "wins", "win": 2, "zone": "Atlantic/Reykjavik"}


def belot(n: int) -> Deal:
    """A deal of Belot: every kind of contract in turn, made and lost."""
    contract, whole = (("hearts", 162), ("all_trumps", 258), ("spades", 162), ("no_trumps", 130))[n % 4]
    taken = whole * (40 + n * 7 % 41) // 100
    return {"kind": "deal", "contract": contract, "declarer": n % 4, "trick_points": [taken, whole - taken]}


def kani(n: int) -> Deal:
    """A deal of Kani, made or one trick short."""
    bid = 7 + n % 5
    return {
        "kind": "deal",
        "bid": bid,
        "declarer": n % 4,
        "partner": (n + 1 + n % 3) % 4,
        "tricks": bid - n % 2,
    }


def escoba(n: int) -> Deal:
    """A deal of Eskoba for two."""
    cards, golds, sevens = 18 + n * 3 % 7, 3 + n % 5, n % 5
    return make_deal(
        [n % 4, n % 3],
        [cards, 40 - cards],
        [golds, 10 - golds],
        [sevens, 4 - sevens],
        0 if sevens == 4 else 1 if sevens == 0 else n % 2,
        kind="deal",
    )


def kinaskak(n: int) -> Deal:
    """A round of Kínaskák for three: one player goes out."""
    return {
        "kind": "deal",
        "hands": [0 if seat == n % 3 else 10 * seat + 5 * (n % 9) + 5 for seat in range(3)],
    }


PLAYED: tuple[tuple[str, int, dict[str, Any], Callable[[int], Deal]], ...] = (
    ("belot", 4, {"target": 40}, belot),
    ("kani", 4, {"target": 20, "tie_at_target": "shared"}, kani),
    ("escoba", 2, {"target": 8}, escoba),
    ("kinaskak", 3, {}, kinaskak),
)
"""The games, how many play, the rules of the table, and how a deal comes to be."""


def people_of(n: int, count: int) -> list[int]:
    """Who plays match ``n``, by seat: everybody meets everybody in the course of a year."""
    step = (1, 5, 7, 11)[n // 4 % 4]
    return [(n * 5 + n // 12 + seat * step) % len(PEOPLE) for seat in range(count)]


def address_of(n: int) -> str:
    """The address of match ``n``, which it keeps on every server where it is free."""
    return f"match{n:07}".translate(str.maketrans("01", "ab"))


def night_of(n: int, a_season: int = A_SEASON) -> str:
    """The night of match ``n``: one a week with three matches, from the second of January on."""
    season, number = divmod(n, a_season)
    start = FIRST_NIGHT.replace(year=FIRST_NIGHT.year + season)
    return (start + timedelta(weeks=number // A_NIGHT)).isoformat()


def document_of(n: int) -> dict[str, Any]:
    """Match ``n``, played to its end, with its sheet."""
    game, count, rules, deal = PLAYED[n % len(PLAYED)]
    document: dict[str, Any] = match_document(
        game, [PEOPLE[one] for one in people_of(n, count)], [], rules=rules
    )
    for number in range(60):
        document["entries"].append(deal(n * 3 + number))
        report = Report()
        sheet = score_match(document, GAMES, report)
        assert sheet is not None, (n, number, report.errors)
        if sheet.status != OPEN:
            return {**document, "sheet": sheet_document(sheet)}
    raise AssertionError(f"match {n} has no end")


def _records(a_season: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for year in range(3):
        dates = {"starts": f"{2024 + year}-01-01", "ends": f"{2024 + year}-12-31"}
        yield "season", {"id": f"season{year}", "name": f"Season {2024 + year}", **dates}
    for number, name in enumerate(PEOPLE, 1):
        yield "player", {"id": f"player{number}", "name": name, "number": number}
    for night in dict.fromkeys(night_of(n, a_season) for n in range(3 * a_season)):
        yield "night", {"id": f"night{night}", "date": night, "season": f"season{int(night[:4]) - 2024}"}
    paper = [n for n in range(3 * a_season) if n % ON_PAPER == 0]
    for n in range(3 * a_season):
        if n not in paper:
            yield "match", _match(n, a_season)
    for n in paper:
        yield "result", _result(n, a_season)


def _match(n: int, a_season: int) -> dict[str, Any]:
    document, at = document_of(n), f"{night_of(n, a_season)}T{19 + n % A_NIGHT}:30:00Z"
    return {**_place(n, len(document["players"]), a_season), "opened_at": at, "document": document}


def _result(n: int, a_season: int) -> dict[str, Any]:
    sides = {"sides": [[0, 2], [1, 3]], "winners": [n // ON_PAPER % 2]}
    return {
        **_place(n, 4, a_season),
        "game": "belot",
        **sides,
        "totals": [151, 98][:: 1 - n // ON_PAPER % 2 * 2],
    }


def _place(n: int, count: int, a_season: int) -> dict[str, Any]:
    state = "contested" if n % 97 == 96 else "waiting" if n % 61 == 60 else "confirmed"
    return {
        "id": address_of(n),
        "players": [f"player{one + 1}" for one in people_of(n, count)],
        "season": f"season{n // a_season}",
        "date": night_of(n, a_season),
        "confirmation": state,
    }


def archive_file(a_season: int = A_SEASON) -> bytes:
    """The whole league as one file."""
    header = {"id": "a" * 12, "name": "Þriðjudagskvöld í Götubarnum", "rules": RULES}
    return "".join(archive_lines(header, _records(a_season))).encode()


def bg_stats_export(plays: int) -> bytes:
    """An export of BG Stats with so many plays of two."""
    scores = [{"playerRefId": 1, "score": "151", "winner": True}, {"playerRefId": 2, "score": "90"}]
    play = {"gameRefId": 1, "playDate": "2026-11-03 20:00:00", "playerScores": scores}
    return json.dumps(
        {
            "players": [{"id": 1, "name": "Ana"}, {"id": 2, "name": "Jon"}],
            "games": [{"id": 1, "name": "Belot"}],
            "plays": [{**play, "uuid": f"play-{number}"} for number in range(plays)],
        }
    ).encode()
