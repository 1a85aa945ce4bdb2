"""One finished match as a league sees it: who was there, who won, and the facts of every deal.

A result is made once from a match document, its sheet and the players' ids; it is plain JSON going out and in, so that
a league can keep it and never score the match again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.core.game import Game
from scorekeeper.core.match import name_key
from scorekeeper.core.scoring.outlook import find_decisive_entry
from scorekeeper.core.scoring.players import LEAVE
from scorekeeper.core.scoring.scores import AFTER_END, DECIDED, Entry
from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.core.scoring.statistics import PlayedDeal, PlayedLine
from scorekeeper.core.seating import Seating
from scorekeeper.core.text import NOTHING
from scorekeeper.league.strangers import is_stranger, stranger_at

FINISHED, STOPPED, ABANDONED = "finished", "stopped", "abandoned"
CONFIRMED, WAITING, CONTESTED = "confirmed", "waiting", "contested"


class About(NamedTuple):
    """What a league knows of a match besides its document.

    ``players`` are ids by seat. ``night`` is the league's day (``2026-11-20``), ``moment`` when the match ended, in UTC
    (``2026-11-20T21:30:00Z``, or empty). ``version`` is the ledger's ``seq`` that counts: the confirmed one. ``came``
    grows with every match that comes into the league: matches of one moment are in that order.
    """

    match: str
    players: tuple[str, ...]
    night: str
    moment: str = ""
    confirmation: str = CONFIRMED
    version: int = 0
    season: str | None = None
    series: str | None = None
    best_of: int | None = None
    came: int = 0


class Result(NamedTuple):
    """A match that is over. ``totals`` and ``deals`` are empty where only the outcome was handed down.

    A match that was ``begun`` on paper counts for who won alone: its points are not those of its deals. Its players are
    those who began it, and the last ``joined`` who joined; where others sat there in the end, ``ended`` has the ids by
    seat. Sides that ``left`` were played no more in the end.
    ``placements`` gives every side its place, level sides the same; ``endless`` says that the rules knew neither a
    target nor a number of deals, so that stopping was the only end it could have; ``decisive`` is the entry from which
    the winner was always ahead. Measures that the table did not play for are ``unplayed``.
    """

    about: About
    game: str
    preset: str
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    lowest_wins: bool
    status: str
    endless: bool
    winners: tuple[int, ...]
    placements: tuple[int, ...]
    decisive: int | None = None
    deals: tuple[PlayedDeal, ...] = ()
    begun: bool = False
    ended: tuple[str, ...] = ()
    left: tuple[int, ...] = ()
    unplayed: tuple[str, ...] = ()
    joined: int = 0

    @property
    def has_points(self) -> bool:
        """Whether its totals count in what is made of points: tie-breaks, records, statistics."""
        return bool(self.totals) and not self.begun

    @property
    def has_deals(self) -> bool:
        """Whether its deals are known one by one: not those on paper, nor where the table wrote all points itself."""
        return not self.begun and any(deal.outcome != DECIDED for deal in self.deals)

    @property
    def match(self) -> str:
        return self.about.match

    @property
    def players(self) -> tuple[str, ...]:
        """The ids by seat."""
        return self.about.players

    @property
    def night(self) -> str:
        return self.about.night

    @property
    def order(self) -> tuple[str, str, int, str]:
        """What results are put in order by: night, moment, the order in which they came in, match."""
        about = self.about
        return about.night, about.moment, about.came, about.match

    @property
    def seating(self) -> Seating:
        """Who sat where."""
        return Seating(len(self.players), self.sides)

    def people_at(self, deal: PlayedDeal) -> tuple[str, ...]:
        """The ids by seat of who played a deal."""
        return deal.people or self.players

    def told_of(self, players: Mapping[str, str], *, ended: bool) -> Result:
        """The same under the ids that players have now; with ``ended`` it is the result of who sat there in the end."""

        def move(ids: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(players.get(player, player) for player in ids)

        whose = move(self.ended if ended and self.ended else self.players)
        deals = (
            self.deals
            if not self.ended
            else tuple(deal._replace(people=move(deal.people)) for deal in self.deals)
        )
        return self._replace(about=self.about._replace(players=whose), ended=move(self.ended), deals=deals)

    def members(self, side: int) -> tuple[str, ...]:
        """The ids of a side's players, in seat order."""
        return tuple(self.players[seat] for seat in self.sides[side])

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def count_written(self, side: int) -> int:
        """The written points, so that more is always better: negative where the lowest total wins."""
        if not self.has_points:
            return 0
        return -self.totals[side] if self.lowest_wins else self.totals[side]

    def difference(self, side: int) -> int:
        """How far a side ended ahead of the best other side that played on; negative when it ended behind."""
        others = [
            self.count_written(other) for other in range(len(self.sides)) if other not in (side, *self.left)
        ]
        return self.count_written(side) - max(others) if others else 0


class StillOpenError(ValueError):
    """A match that is not over has no result."""


def result_of(
    document: Mapping[str, Any], sheet: Sheet, about: About, players_by_name: Mapping[str, str] = NOTHING
) -> Result:
    """The result of a match that is over, from its document and sheet.

    ``players_by_name`` are the players of the league by the keys of their names: where another person sat down or
    joined, it is who began the match under that name, a player of that name, or a stranger.
    """
    if sheet.status == OPEN:
        raise StillOpenError(about.match)
    game, sides = sheet.game, sheet.table.seating.sides
    people = _people_by_row(document, sheet, about.players, players_by_name)
    ended = people[-1] if people else ()
    joined = _list_joined(people, about.players)
    return Result(
        about=about._replace(players=(*about.players, *joined)) if joined else about,
        game=game.slug,
        preset=sheet.rules.preset,
        sides=sides,
        totals=sheet.totals,
        lowest_wins=game.lowest_wins,
        status=_status(sheet),
        endless=getattr(sheet.rules.options, "target", 0) is None and sheet.limit.deals is None,
        winners=sheet.winners,
        placements=placements_of(sheet.totals, sheet.winners, game.lowest_wins, sheet.left),
        decisive=find_decisive_entry(sheet),
        deals=played_deals(document, sheet, people),
        begun=sheet.start is not None,
        ended=ended,
        left=sheet.left,
        unplayed=game.statistics.unplayed(sheet.rules.options),
        joined=len(joined),
    )


def _people_by_row(
    document: Mapping[str, Any], sheet: Sheet, players: Sequence[str], players_by_name: Mapping[str, str]
) -> list[tuple[str, ...]]:
    """The ids by seat of who sat there after every row of the sheet; nothing where all stayed. Who left and plays again
    has the seat that is played.
    """
    if all(row.players is None for row in sheet.entries):
        return []
    names = began = tuple(document["players"])
    own = {name_key(name): player for name, player in zip(began, players, strict=True)}
    left, people = set[int](), list[tuple[str, ...]]()
    for row, entry in zip(sheet.entries, document["entries"], strict=True):
        names = row.players or names
        if row.players and LEAVE in entry:
            left.add(entry[LEAVE])
        ids = dict[int, str]()
        for seat in sorted(range(len(names)), key=left.__contains__):
            key = name_key(names[seat])
            player = own.get(key) or players_by_name.get(key, "")
            known = player and player not in ids.values() and not is_stranger(player)
            ids[seat] = player if known else stranger_at(seat)
        people.append(tuple(ids[seat] for seat in range(len(names))))
    return people


def recall_people(result: Result, document: Mapping[str, Any], sheet: Sheet) -> dict[str, str]:
    """The players by the keys of the names that they have now, as the ``result`` of this version knew them: a name may
    be erased since, or be another player's.
    """
    names, names_by_row = tuple(document["players"]), list[tuple[str, ...]]()
    for row in sheet.entries:
        names = row.players or names
        names_by_row.append(names)
    sat = [*((names_by_row[deal.at], deal.people) for deal in result.deals), (names, result.ended)]
    pairs = (pair for called, people in sat for pair in zip(called, people, strict=False))
    return {name_key(name): player for name, player in pairs if not is_stranger(player)}


def _list_joined(people: Sequence[tuple[str, ...]], players: Sequence[str]) -> tuple[str, ...]:
    """The ids of who joined, seat by seat: the first who sat there. One who began the match has that result."""
    ids = list(players)
    for seat in range(len(players), len(people[-1]) if people else 0):
        first = next(sat[seat] for sat in people if len(sat) > seat)
        ids.append(first if first not in ids else stranger_at(seat))
    return tuple(ids[len(players) :])


def played_deals(
    document: Mapping[str, Any], sheet: Sheet, people: Sequence[tuple[str, ...]] = ()
) -> tuple[PlayedDeal, ...]:
    """The deals of a match that counted, from its document and sheet, in the order in which they were played.

    ``people`` are the ids by seat after every row, where people came and went.
    """
    deals = []
    for at, (row, entry) in enumerate(zip(sheet.entries, document["entries"], strict=True)):
        if row.kind == "deal" and row.outcome != AFTER_END:
            left = row.playing.seating.left if row.playing is not None else ()
            sat = people[at] if people else ()
            deals.append(_deal(at, row, entry, sheet.game)._replace(left=left, people=sat))
    return tuple(deals)


def result_without_deals(
    about: About,
    game: str,
    sides: Sequence[Sequence[int]],
    winners: Iterable[int],
    totals: Sequence[int] = (),
    *,
    lowest_wins: bool = False,
    stopped: bool = False,
    endless: bool = False,
) -> Result:
    """The result of a match whose deals are not known, from an old notebook or the export of another program."""
    won = tuple(sorted(winners))
    known_totals = tuple(totals)
    placed = placements_of(known_totals or (0,) * len(sides), won, lowest_wins)
    return Result(
        about=about,
        game=game,
        preset="",
        sides=tuple(tuple(seats) for seats in sides),
        totals=known_totals,
        lowest_wins=lowest_wins,
        status=ABANDONED if not won else STOPPED if stopped else FINISHED,
        endless=endless,
        winners=won,
        placements=placed,
    )


def ending_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say how a match without deals ended; empty unless people stopped it."""
    if document.get("status") != STOPPED:
        return {}
    return {"status": STOPPED} | ({"endless": True} if document.get("endless") else {})


def placements_of(
    totals: Sequence[int], winners: Sequence[int], lowest_wins: bool, left: Sequence[int] = ()
) -> tuple[int, ...]:
    """The place of each side: the winners first, also with a lower total, then the rest by their totals.

    Sides that ``left`` come last, in side order.
    """

    def key(side: int) -> tuple[int, int]:
        if side in left:
            return 2, side
        if side in winners:
            return 0, 0
        return 1, totals[side] if lowest_wins else -totals[side]

    keys = [key(side) for side in range(len(totals))]
    return tuple(1 + sum(other < mine for other in keys) for mine in keys)


def _status(sheet: Sheet) -> str:
    if any(row.kind == "end" and row.outcome != AFTER_END for row in sheet.entries):
        return STOPPED if sheet.winners else ABANDONED
    return FINISHED


def _deal(at: int, row: Entry, entry: Mapping[str, Any], game: Game) -> PlayedDeal:
    lines = tuple(PlayedLine(line.side, line.points, line.code) for line in row.lines)
    facts = {name: value for name, value in entry.items() if name not in ("kind", "note")}
    return PlayedDeal(
        at, row.dealer or 0, row.outcome or "", row.scores, row.totals, lines, facts, game.round_of(row.facts)
    )


def result_document(result: Result) -> dict[str, Any]:
    """A result as JSON."""
    document = result._asdict()
    document["about"] = result.about._asdict()
    document["deals"] = [
        {**deal._asdict(), "lines": [list(line) for line in deal.lines]} for deal in result.deals
    ]
    return document


def read_result(document: Mapping[str, Any]) -> Result:
    """The result that :func:`result_document` wrote."""
    about = About(**{**document["about"], "players": tuple(document["about"]["players"])})
    names = ("totals", "winners", "placements", "ended", "left", "unplayed")
    lists = {name: tuple(document.get(name, ())) for name in names}
    return Result(
        **{
            **document,
            **lists,
            "about": about,
            "sides": tuple(tuple(seats) for seats in document["sides"]),
            "deals": tuple(_read_deal(deal) for deal in document["deals"]),
        }
    )


def _read_deal(document: Mapping[str, Any]) -> PlayedDeal:
    lines = tuple(PlayedLine(*line) for line in document["lines"])
    lists = {name: tuple(document[name]) for name in ("scores", "totals")}
    changes = {name: tuple(document.get(name, ())) for name in ("left", "people")}
    return PlayedDeal(**{**document, **lists, **changes, "lines": lines})
