"""The values with which ``reading`` answers. A merged player appears under the key of the player it is."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.core.text import Text
from scorekeeper.league.changes import Cause, RowChange
from scorekeeper.league.counting import Share
from scorekeeper.league.form import RecentForm
from scorekeeper.league.measures import Sum
from scorekeeper.league.ratings import Rating, RatingMove
from scorekeeper.league.records import Record
from scorekeeper.league.tie_breaks import Placed, StandingsRow

Item = TypeVar("Item")
PAGE = 50


class FiguresState(NamedTuple):
    """How fresh the figures are. ``version`` moves with everything that becomes visible (an ETag).

    While ``updating`` some figures are the old ones: ``done`` of ``total`` matches are through the present ``phase``
    (``matches`` that are taken in, the ``order`` in which ratings follow, or empty). ``only_ratings`` says that all
    others are those of now.
    """

    version: int
    updating: bool
    phase: str
    done: int
    total: int
    only_ratings: bool = False


class Page(NamedTuple, Generic[Item]):
    """Part of a list, with the cursor of the part after it."""

    items: tuple[Item, ...]
    next: str | None


class RowMatch(NamedTuple):
    """What one match gave to a unit, and where the match stands in the order of all."""

    share: Share
    position: str


class Listed(NamedTuple):
    """A match in a list. ``players`` and ``totals`` are by seat and by side; ``winners`` are sides.

    ``state``: ``open``, ``confirmed`` (also where no side is asked), ``waiting``, ``contested``, or ``proposed`` (a
    correction of a confirmed one waits); ``status`` None while it is open. ``why_not`` says why it does not count,
    None when it does.
    """

    match: str
    position: str
    night: str
    season: str | None
    game: str
    players: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    placements: tuple[int, ...]
    status: str | None
    state: str
    why_not: Text | None


class Filter(NamedTuple):
    """Which matches are listed. ``season`` ``""`` means those of none; ``player`` is a key of today.

    Of ``players`` one sat there. ``since`` and ``until`` are nights, both included.
    """

    season: str | None = None
    game: str | None = None
    player: str | None = None
    state: str | None = None
    players: tuple[str, ...] | None = None
    since: str | None = None
    until: str | None = None


EVERY = Filter()


class PlayedMatch(NamedTuple):
    """A match in a player's past: how it came out for them, and the ratings people saw after it (None: not rated)."""

    match: str
    position: str
    night: str
    game: str
    kind: str
    shown: int | None
    shown_game: int | None


class Rated(NamedTuple):
    """A player's rating in a pool (a game, or ``""``: overall), and its marks as of the league's today."""

    pool: str
    player: str
    rating: Rating
    provisional: bool
    inactive: bool


class Opponent(NamedTuple):
    """An opponent or partner of a player. ``sum``: how often they met, and how often the player did better or won."""

    player: str
    sum: Sum


class PlayerPage(NamedTuple):
    """All of a player's figures in one scope. ``sums`` are by game (``""``: every game together), then by measure;
    ``forms`` and ``ratings`` by game and are of all time.
    """

    key: str
    sums: Mapping[str, Mapping[str, Sum]]
    forms: Mapping[str, RecentForm]
    ratings: Mapping[str, Rated]
    places: Mapping[str, Placed]
    partners: tuple[Opponent, ...]
    opponents: tuple[Opponent, ...]


class HeadToHead(NamedTuple):
    """Two players: how often each was placed before the other, by game (``""``: all), and as partners; and a page of
    their matches.
    """

    one: str
    other: str
    one_before: Mapping[str, Sum]
    other_before: Mapping[str, Sum]
    together: Mapping[str, Sum]
    matches: tuple[Listed, ...]
    next: str | None


class Level(NamedTuple):
    """A line of a list of statistics; one ``below`` the line rests on too little for a place."""

    who: str
    sum: Sum
    below: bool


class MatchEffect(NamedTuple):
    """What a match did: to the ratings, and to the standings (shares by scope). ``revisions`` are its corrections."""

    moves: tuple[RatingMove, ...]
    shares: Mapping[str, tuple[Share, ...]]
    why_not: Text | None
    revisions: tuple[Revision, ...]


class Revision(NamedTuple):
    """A match that came to give something else than before. ``ratings`` are ``[before, after]`` as people saw them,
    by player, at the end of all matches; ``late`` says that others had been played since.
    """

    at: datetime
    match: str
    kind: str
    late: bool
    causes: Mapping[str, tuple[Cause, ...]]
    ratings: Mapping[str, tuple[int, int]]


class StandingsChanges(NamedTuple):
    """What changed in the standings since a moment, and why: by matches that were counted since, and by corrections.

    ``next`` is how many rows and corrections to skip for the following page, None at the end. Where so many matches
    changed that only the ``latest`` were looked at, they reach back to the night ``reach``, if that is known.
    ``everybody`` says whether all rows were compared: in large standings only the rows of units that played are.
    """

    changes: tuple[RowChange, ...]
    revisions: tuple[Revision, ...]
    next: int | None
    latest: int | None
    reach: str | None
    everybody: bool


class Yearbook(NamedTuple):
    """The figures of a calendar year: standings of its nights alone, and what was outstanding in it."""

    year: int
    matches: int
    nights: int
    players: int
    games: Mapping[str, int]
    rows: tuple[StandingsRow, ...]
    records: Mapping[str, Mapping[str, tuple[Record, ...]]]
    risers: tuple[tuple[str, int, int], ...]
    pairs: tuple[Level, ...]
    most_matches: tuple[tuple[str, int], ...]
