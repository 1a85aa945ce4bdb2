"""Step 2, follow: derive what depends on the order of matches (ratings, form, records) from a checkpoint on.

A match whose players come to it with the very ratings they had before is not rated again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.league.form import Form, Forms, Streak
from scorekeeper.league.ratings import NEW, OVERALL, Move, Rating, Ratings, move_document
from scorekeeper.league.records import Record, Records
from scorekeeper.league.rules import BY_RATING, LeagueRules
from scorekeeper.league.strangers import is_stranger
from scorekeeper.store.leagues.readmodel import checkpoints, write_rows
from scorekeeper.store.leagues.readmodel.inputs import (
    ALL_TIME,
    RulesByScope,
    light_result,
    pack,
    scope_of_year,
    unpack,
    year_of,
)
from scorekeeper.store.leagues.readmodel.models import EFFECT, FORM, PLAYED, RATING, RECORD, TAKEN, YEAR

FEW_NEW = 100
"""So many matches at the end are derived from what stands now, without a checkpoint."""
_WALKED = (
    TAKEN.c.match,
    TAKEN.c.ord,
    TAKEN.c.night,
    TAKEN.c.game,
    TAKEN.c.season,
    TAKEN.c.facts,
    EFFECT.c.moves,
)


class Year(NamedTuple):
    """A player's year: how many matches, and the overall rating that people saw before and after it."""

    matches: int
    before: int
    after: int


class OrderState:
    """Ratings, form and records after a match. ``records`` are by scope; a league's ratings know its rules.

    ``years`` has every player's matches and overall ratings, as people saw them before and after, of each year from
    ``since`` on (all years without it): those before are over, and nothing that comes changes them.
    """

    def __init__(self, rules: LeagueRules, since: str = "") -> None:
        self.ratings, self.forms = Ratings(rules), Forms()
        self.records: dict[str, Records] = {}
        self.years: dict[tuple[str, str], Year] = {}
        self.ord, self.since = "", since

    def document(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {
            "ratings": self.ratings.document(),
            "forms": self.forms.document(),
            "records": {scope: records.document() for scope, records in self.records.items()},
            "year": {
                player: list(one) for (player, year), one in self.years.items() if year == year_of(self.ord)
            },
        }

    @classmethod
    def resume(cls, point: checkpoints.Checkpoint, rules: LeagueRules) -> OrderState:
        """What :meth:`document` wrote, or nothing yet."""
        running = cls(rules, since=year_of(point.ord))
        running.ord = point.ord
        if point.document:
            year = point.document["year"].items()
            running.years = {(player, running.since): Year(*one) for player, one in year}
            running.ratings = Ratings.resume(point.document["ratings"], rules)
            running.forms = Forms.resume(point.document["forms"])
            written = point.document["records"].items()
            running.records = {scope: Records.resume(records) for scope, records in written}
        return running

    def add(self, row: Any) -> tuple[Move, ...] | None:
        """Go on by one match; what it moved, or None if that stands in its row already."""
        result = light_result(row.match, row.night, row.game, row.facts)
        self.forms.add(result)
        for scope in dict.fromkeys((ALL_TIME, row.season, scope_of_year(row.night))):
            records = self.records.setdefault(scope, Records())
            for kind, *record in row.facts.get("records", ()):
                records.put(row.game, kind, Record(*record))
        self.ord = row.ord
        players = [player for player in dict.fromkeys(result.players) if not is_stranger(player)]
        before = [self._shown_rating(player) for player in players]
        known = row.moves is not None and self._go_on(unpack(row.moves))
        moves = None if known else self.ratings.add(result)
        for player, shown in zip(players, before, strict=True):
            year = self.years.get((player, year_of(row.night)), Year(0, shown, shown))
            self.years[player, year_of(row.night)] = Year(
                year.matches + 1, year.before, self._shown_rating(player)
            )
        return moves

    def _shown_rating(self, player: str) -> int:
        return self.ratings.pools.get(OVERALL, {}).get(player, NEW).shown

    def _go_on(self, moves: Sequence[Mapping[str, Any]]) -> bool:
        """Take what a match moved from its row, if everybody comes to it as they did then."""
        pools = self.ratings.pools
        for move in moves:
            if list(pools.get(move["pool"], {}).get(move["player"], NEW)) != move["before"]:
                return False
        for move in moves:
            pools.setdefault(move["pool"], {})[move["player"]] = Rating(*move["after"])
        return True


def matches_after(session: Session, model: int, after: str, limit: int) -> Sequence[Any]:
    """Matches that count, in order, each with what it moved when it was last looked at."""
    query = select(*_WALKED).outerjoin(
        EFFECT, (EFFECT.c.model_id == TAKEN.c.model_id) & (EFFECT.c.match == TAKEN.c.match)
    )
    query = query.where(TAKEN.c.model_id == model, TAKEN.c.counted.is_(True), TAKEN.c.ord > after)
    return session.execute(query.order_by(TAKEN.c.ord).limit(limit)).all()


def count_after(session: Session, model: int, after: str) -> int:
    """How many matches that count come after a place in the order."""
    query = select(func.count()).select_from(TAKEN)
    return session.execute(
        query.where(TAKEN.c.model_id == model, TAKEN.c.counted.is_(True), TAKEN.c.ord > after)
    ).scalar_one()


def put_moves(session: Session, model: int, moved: Iterable[tuple[str, Sequence[Move]]]) -> None:
    """Write what matches moved, and the ratings that people saw after each."""
    effects, shown = [], []
    for match, moves in moved:
        effects.append(
            {"model_id": model, "match": match, "moves": pack([move_document(one) for one in moves])}
        )
        after: dict[str, dict[str, int]] = {}
        for move in moves:
            name = "shown" if move.pool == OVERALL else "shown_game"
            after.setdefault(move.player, {})[name] = move.after.shown
        shown += [
            {"_model": model, "_match": match, "_player": player, "shown": None, "shown_game": None, **seen}
            for player, seen in after.items()
        ]
    write_rows.put_rows(session, EFFECT, effects)
    if shown:
        session.execute(_SHOW, shown)


def _show() -> Any:
    query = update(PLAYED).where(
        PLAYED.c.model_id == bindparam("_model"), PLAYED.c.match == bindparam("_match")
    )
    return query.where(PLAYED.c.player == bindparam("_player")).values(
        shown=bindparam("shown"), shown_game=bindparam("shown_game")
    )


_SHOW = _show()


def read_state(
    session: Session, model: int, rules: LeagueRules, players: Iterable[str] | None, order: str
) -> OrderState:
    """What stands now, at the end of all matches: of these players, or (None) of everybody; of years that of ``order``
    and those after it.
    """
    running = OrderState(rules, since=year_of(order))
    running.ord = order
    running.years = _years(session, model, players, YEAR.c.year >= running.since)
    for row in _rows_of(session, model, RATING, players):
        running.ratings.pools.setdefault(row.pool, {})[row.player] = Rating(*row.rating)
    for row in _rows_of(session, model, FORM, players):
        running.forms.forms[row.player, row.game] = read_form(row.form)
    for row in session.execute(select(RECORD).where(RECORD.c.model_id == model)):
        kept = tuple(Record(*one) for one in row.kept)
        running.records.setdefault(row.scope, Records()).kept[row.game, row.kind] = kept
    return running


def _rows_of(
    session: Session, model: int, table: Any, players: Iterable[str] | None, *only: Any
) -> Iterable[Any]:
    query = select(table).where(table.c.model_id == model, *only)
    if players is None:
        yield from session.execute(query)
        return
    wanted = sorted(set(players))
    for start in range(0, len(wanted), write_rows.AT_ONCE):
        yield from session.execute(
            query.where(table.c.player.in_(wanted[start : start + write_rows.AT_ONCE]))
        )


def _years(
    session: Session, model: int, players: Iterable[str] | None, *only: Any
) -> dict[tuple[str, str], Year]:
    found = _rows_of(session, model, YEAR, players, *only)
    return {(row.player, row.year): Year(row.matches, row.before, row.after) for row in found}


def read_form(form: Sequence[Any]) -> Form:
    """A form from its row."""
    latest, *streaks = form
    return Form(tuple((kind, match) for kind, match in latest), *(Streak(*streak) for streak in streaks))


Rows = dict[Any, dict[tuple[Any, ...], dict[str, Any]]]


def rows_of_state(model: int, running: OrderState) -> Rows:
    """The rows that ratings, form, records and years come to, by table and key."""
    found: Rows = {RATING: {}, FORM: {}, RECORD: {}, YEAR: {}}
    for (player, year), one in running.years.items():
        found[YEAR][player, year] = {
            "model_id": model,
            "player": player,
            "year": year,
            **one._asdict(),
            "rise": one.after - one.before,
        }
    for pool, known in running.ratings.pools.items():
        for player, rating in known.items():
            found[RATING][player, pool] = {
                "model_id": model,
                "player": player,
                "pool": pool,
                "shown": rating.shown,
                "rating": list(rating),
            }
    for (player, game), form in running.forms.forms.items():
        latest, *streaks = form
        written = [[list(one) for one in latest], *(list(streak) for streak in streaks)]
        found[FORM][player, game] = {"model_id": model, "player": player, "game": game, "form": written}
    for scope, records in running.records.items():
        for (game, kind), kept in records.kept.items():
            found[RECORD][scope, game, kind] = {
                "model_id": model,
                "scope": scope,
                "game": game,
                "kind": kind,
                "kept": [list(one) for one in kept],
            }
    return found


class Difference(dict[Any, tuple[list[dict[str, Any]], list[dict[str, Any]]]]):
    """By table: rows to write, and keys of rows to delete."""


def rows_to_change(
    session: Session, model: int, running: OrderState, players: Iterable[str] | None = None
) -> Difference:
    """What is to be written so that the rows of now say what ``running`` does: of these players, or of everybody."""
    before = read_state(session, model, running.ratings.rules, players, running.since)
    return rows_between(rows_of_state(model, before), rows_of_state(model, running))


def rows_between(before: Rows, after: Rows) -> Difference:
    """What makes the rows of before those of after."""
    found = Difference()
    for table, rows in after.items():
        old = before[table]
        names = [column.name for column in table.primary_key]
        gone = [{name: row[name] for name in names} for key, row in old.items() if key not in rows]
        found[table] = [row for key, row in rows.items() if old.get(key) != row], gone
    return found


def finished_years(session: Session, model: int, running: OrderState) -> Difference:
    """The changes of years that are over at this state, which then forgets them."""
    year, found = year_of(running.ord), Difference({YEAR: ([], [])})
    if running.since < year:
        past = OrderState(running.ratings.rules)
        past.years = {key: one for key, one in running.years.items() if key[1] < year}
        before = OrderState(running.ratings.rules)
        before.years = _years(session, model, None, YEAR.c.year >= running.since, YEAR.c.year < year)
        found = rows_between(rows_of_state(model, before), rows_of_state(model, past))
        running.years = {key: one for key, one in running.years.items() if key[1] == year}
        running.since = year
    return found


def shown_moves(session: Session, model: int, found: Difference) -> Mapping[str, tuple[int, int]]:
    """Whose overall rating a difference changes, from what to what, as people see it."""
    after = {row["player"]: row["shown"] for row in found[RATING][0] if row["pool"] == OVERALL}
    gone = {row["player"] for row in found[RATING][1] if row["pool"] == OVERALL}
    before = {
        row.player: row.shown
        for row in _rows_of(session, model, RATING, {*after, *gone})
        if row.pool == OVERALL
    }
    start = NEW.shown
    moves = {player: (before.get(player, start), after.get(player, start)) for player in {*after, *gone}}
    return {player: move for player, move in sorted(moves.items()) if move[0] != move[1]}


def scopes_to_rank(rules: RulesByScope, found: Difference, moved: Mapping[str, Any]) -> Iterator[str]:
    """The scopes whose standings are ordered by ratings, and years in which a rating changed."""
    if moved:
        yield from (scope for scope, own in rules.scopes.items() if own.counting == BY_RATING)
    if rules.of(ALL_TIME).counting == BY_RATING:
        rows = (row for some in found[YEAR] for row in some)
        yield from dict.fromkeys(scope_of_year(row["year"]) for row in rows)
