"""A league whose matches are rows, so that a test can change a hundred of them in no time."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.league.results import About, result_document, result_without_deals
from scorekeeper.store.leagues.figures import derive
from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeaguePlayerRow, LeagueRow, LeagueSeasonRow
from scorekeeper.store.transactions import in_one_write

DAY = datetime(2026, 1, 6, 20, tzinfo=UTC)
PAIRS = ((0, 2), (1, 3))
NOW = datetime(2026, 11, 20, tzinfo=UTC)
NUMBERS = count()


class Club:
    """A league and what can happen in it. Everything is written as the log's functions leave it behind."""

    def __init__(self, session: Session, players: Iterable[str] = "abcdefgh", **rules: Any) -> None:
        self.session, self.players, self.number = session, list(players), 0
        values = {
            "public_id": f"club{next(NUMBERS):08}",
            "name": "Club",
            "seq": 1,
            "rules": rules,
            "access": "link",
            "made_at": NOW,
            "changed_at": NOW,
        }
        self.id = in_one_write(
            session,
            lambda: session.execute(insert(LeagueRow).values(**values).returning(LeagueRow.id)).scalar_one(),
        )
        for number, key in enumerate(self.players, 1):
            self._add(
                LeaguePlayerRow,
                key=key,
                number=number,
                name=key.upper(),
                name_key=key,
                touched=1,
                made_at=NOW,
            )

    def _add(self, row: Any, **values: Any) -> None:
        self._do(insert(row).values(league_id=self.id, **values))

    def _do(self, *statements: Any) -> None:
        def execute_all() -> None:
            for statement in statements:
                self.session.execute(statement)
            moved = update(LeagueRow).where(LeagueRow.id == self.id)
            self.session.execute(moved.values(seq=LeagueRow.seq + 1))

        in_one_write(self.session, execute_all)

    def season(self, key: str, **rules: Any) -> None:
        self._add(LeagueSeasonRow, key=key, name=key, rules=rules or None, touched=1, made_at=NOW)

    def rules(self, **rules: Any) -> None:
        self._do(update(LeagueRow).where(LeagueRow.id == self.id).values(rules=rules))

    def play(
        self,
        players: str,
        winners: tuple[int, ...] = (0,),
        totals: tuple[int, ...] = (),
        *,
        day: int = 0,
        season: str | None = None,
        game: str = "belot",
        pairs: bool | None = None,
        confirmation: str = "confirmed",
        series: str | None = None,
        best_of: int | None = None,
        key: str = "",
    ) -> str:
        """A result without deals; its key."""
        self.number += 1
        key, moment = key or f"m{self.number}", DAY + timedelta(days=day, minutes=self.number)
        together = len(players) == 4 if pairs is None else pairs
        sides = PAIRS if together else tuple((seat,) for seat in range(len(players)))
        about = About(key, tuple(players), moment.date().isoformat())
        result = result_without_deals(about, game, sides, winners, totals)
        self._add(
            LeagueMatchRow,
            key=key,
            season=season,
            night=about.night,
            moment=moment,
            players=list(players),
            game=game,
            confirmation=confirmation,
            agreed=[],
            touched=1,
            made_at=NOW,
            result=result_document(result),
            dirty=True,
            status=result.status,
            series=series,
            best_of=best_of,
        )
        return key

    def change(self, key: str, **values: Any) -> None:
        self._do(self._match(key).values(dirty=True, **values))

    def correct(self, key: str, winner: int, totals: tuple[int, ...] = ()) -> None:
        """Say that another side won, and by how much; totals are asked for in turn for as many sides as there are."""
        row = self.session.execute(select(LeagueMatchRow).where(*self._where(key))).scalar_one()
        known = row.result
        about = About(key, tuple(row.players), row.night)
        sides = known["sides"]
        points = [totals[side % len(totals)] for side in range(len(sides))] if totals else []
        result = result_without_deals(about, row.game, sides, [winner % len(sides)], points)
        self.change(key, result=result_document(result))

    def merge(self, key: str, into: str | None) -> None:
        """Say who a player turned out to be; None takes it back."""
        player = update(LeaguePlayerRow).where(
            LeaguePlayerRow.league_id == self.id, LeaguePlayerRow.key == key
        )
        mine = update(LeagueMatchRow).where(LeagueMatchRow.league_id == self.id)
        self._do(player.values(merged_into=into), mine.values(dirty=True))

    def _where(self, key: str) -> tuple[Any, ...]:
        return LeagueMatchRow.league_id == self.id, LeagueMatchRow.key == key

    def _match(self, key: str) -> Any:
        return update(LeagueMatchRow).where(*self._where(key))

    def derive(self) -> None:
        """To the end, as the keeper does."""
        for _ in range(200):
            if not derive.step(self.session, self.id, 5.0).left:
                return
        raise AssertionError("there is no end to it")


@pytest.fixture
def club(session: Session) -> Club:
    return Club(session)
