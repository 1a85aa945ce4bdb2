"""What pages ask of the read model. Every answer costs the same however many matches a league has.

``league`` is a league's inner number. A **scope** is a season's key, or ``""`` for all time. Long lists come in pages:
a page's ``next`` is the cursor to ask for the following one with (``after``), None at the end. Units are
player keys, or pairs joined by ``+`` (:func:`counting.members_of`); names are the caller's affair (``people.named``).
Merged players appear under the key of whom they turned out to be.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy.orm import Session

from scorekeeper.core.text import Text
from scorekeeper.league.changes import Cause, Change
from scorekeeper.league.counting import Share
from scorekeeper.league.form import Form
from scorekeeper.league.measures import Sum
from scorekeeper.league.ratings import Move, Rating
from scorekeeper.league.records import Record
from scorekeeper.league.results import Result
from scorekeeper.league.rules import LeagueRules
from scorekeeper.league.standings import Row

Item = TypeVar("Item")
PAGE = 50


class State(NamedTuple):
    """How fresh the figures are. ``version`` moves with everything that becomes visible (an ETag).

    While ``updating`` the figures are the old ones: ``done`` of ``total`` matches are through the present ``phase``
    (``matches``, ``order``, ``tables``, or empty).
    """

    version: int
    updating: bool
    phase: str
    done: int
    total: int


class Page(NamedTuple, Generic[Item]):
    """Part of a list, with the cursor of the part after it."""

    items: tuple[Item, ...]
    next: str | None


class Placed(NamedTuple):
    """A row of a table with its position, from 1 on; those below the line have positions too, and no rank."""

    position: int
    row: Row


class Given(NamedTuple):
    """What one match gave to a unit, and where the match stands in the order of all."""

    share: Share
    ord: str


class Listed(NamedTuple):
    """A match in a list. ``players`` and ``totals`` are by seat and by side; ``winners`` are sides.

    ``state``: ``open``, ``confirmed``, ``waiting`` or ``contested``; ``status`` None while it is open. ``why_not`` says
    why it does not count, None when it does.
    """

    match: str
    ord: str
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
    """Which matches are listed. ``season`` ``""`` means those of none; ``player`` is a key of today."""

    season: str | None = None
    game: str | None = None
    player: str | None = None
    state: str | None = None


EVERY = Filter()


class Played(NamedTuple):
    """A match in a player's past: how it came out for them, and the ratings people saw after it (None: not rated)."""

    match: str
    ord: str
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
    """Somebody a player met (or played with): in ``sum`` how often, and how often they came out better (or won)."""

    player: str
    sum: Sum


class PlayerPage(NamedTuple):
    """All of a player's figures in one scope. ``sums`` are by game (``""``: every game together), then by measure;
    ``forms`` and ``ratings`` by game and are of all time.
    """

    key: str
    sums: Mapping[str, Mapping[str, Sum]]
    forms: Mapping[str, Form]
    ratings: Mapping[str, Rated]
    places: Mapping[str, Placed]
    partners: tuple[Opponent, ...]
    opponents: tuple[Opponent, ...]


class HeadToHead(NamedTuple):
    """Two players: how often each was placed before the other, by game (``""``: all), and as partners."""

    one: str
    other: str
    one_before: Mapping[str, Sum]
    other_before: Mapping[str, Sum]
    together: Mapping[str, Sum]
    matches: tuple[Listed, ...]


class Level(NamedTuple):
    """A line of a statistics table."""

    who: str
    sum: Sum


class Effect(NamedTuple):
    """What a match did: to the ratings, and to the tables (shares by scope). ``revisions`` are its corrections."""

    moves: tuple[Move, ...]
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


class Changes(NamedTuple):
    """What changed in a table since a moment, and why. ``since`` is the night of the table that it is compared with."""

    since: str
    changes: tuple[Change, ...]
    revisions: tuple[Revision, ...]


class Yearbook(NamedTuple):
    """The figures of a calendar year: a table of its nights alone, and what was outstanding in it."""

    year: int
    matches: int
    nights: int
    players: int
    games: Mapping[str, int]
    rows: tuple[Row, ...]
    records: Mapping[str, Mapping[str, tuple[Record, ...]]]
    risers: tuple[tuple[str, int, int], ...]
    pairs: tuple[Level, ...]
    most_matches: tuple[tuple[str, int], ...]


def state(session: Session, league: int) -> State:
    """How fresh the figures are. Every page shows it, and has it in its ETag."""
    raise NotImplementedError


def rules_of(session: Session, league: int, scope: str) -> LeagueRules:
    """The rules by which a scope is counted."""
    raise NotImplementedError


def standings(
    session: Session, league: int, scope: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The table from the position after ``after`` on. Cursors are positions."""
    raise NotImplementedError


def standing_of(session: Session, league: int, scope: str, unit: str) -> Placed | None:
    """One unit's row; None when it has none."""
    raise NotImplementedError


def standings_on(
    session: Session, league: int, scope: str, night: str, *, after: int = 0, limit: int = PAGE
) -> Page[Placed]:
    """The table as it was after a night (with today's corrections): from the nearest checkpoint."""
    raise NotImplementedError


def row_matches(
    session: Session, league: int, scope: str, unit: str, *, after: str | None = None, limit: int = PAGE
) -> Page[Given]:
    """Which matches gave a unit its points, the latest first. Cursors are ``ord``s."""
    raise NotImplementedError


def changes_since(
    session: Session, league: int, scope: str, since: datetime, *, limit: int = PAGE
) -> Changes:
    """What changed in a table since a moment, and because of which matches: those played, and those corrected."""
    raise NotImplementedError


def revisions(
    session: Session, league: int, *, after: str | None = None, limit: int = PAGE
) -> Page[Revision]:
    """Corrections of matches that had counted, the latest first."""
    raise NotImplementedError


def player(session: Session, league: int, key: str, scope: str = "") -> PlayerPage | None:
    """A player's figures; None when nothing is known of such a player."""
    raise NotImplementedError


def rating_history(
    session: Session, league: int, key: str, *, after: str | None = None, limit: int = 200
) -> Page[Played]:
    """A player's matches with the ratings after each, the latest first; also their form at a glance."""
    raise NotImplementedError


def ratings(
    session: Session, league: int, pool: str = "", *, after: str | None = None, limit: int = PAGE
) -> Page[Rated]:
    """Everybody's rating in a pool, best first."""
    raise NotImplementedError


def head_to_head(session: Session, league: int, one: str, other: str, scope: str = "") -> HeadToHead:
    """Two players against each other and together, with their latest matches."""
    raise NotImplementedError


def statistics(
    session: Session,
    league: int,
    measure: str,
    *,
    about: str = "player",
    game: str = "",
    scope: str = "",
    after: str | None = None,
    limit: int = PAGE,
) -> Page[Level]:
    """One measure of every player or pair, best first, small numbers last.

    ``game`` ``""`` is for measures of every game.
    """
    raise NotImplementedError


def league_sums(session: Session, league: int, scope: str = "") -> dict[str, dict[str, Sum]]:
    """The sums of everybody together, by game and measure."""
    raise NotImplementedError


def records(session: Session, league: int, scope: str = "") -> dict[str, dict[str, tuple[Record, ...]]]:
    """The greatest of every kind, by game and kind (:data:`records.KINDS`), greatest first."""
    raise NotImplementedError


def matches(
    session: Session, league: int, which: Filter = EVERY, *, after: str | None = None, limit: int = PAGE
) -> Page[Listed]:
    """Matches, the latest first. Cursors are ``ord``s."""
    raise NotImplementedError


def of_night(session: Session, league: int, night: str) -> tuple[Listed, ...]:
    """The matches of one night in order."""
    raise NotImplementedError


def result(session: Session, league: int, match: str) -> Result | None:
    """A match's result as it was taken in, with the players of today; None while it is open, or unknown."""
    raise NotImplementedError


def match_effect(session: Session, league: int, match: str) -> Effect | None:
    """What a match changed in ratings and tables, and why; None for an unknown match."""
    raise NotImplementedError


def yearbook(session: Session, league: int, year: int) -> Yearbook:
    """The figures of a calendar year."""
    raise NotImplementedError
