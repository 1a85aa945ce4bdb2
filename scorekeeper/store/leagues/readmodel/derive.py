"""The way in for all who derive a league: which leagues wait, one turn of steps, a rebuild beside the shown model.

First matches that changed are taken in; then what depends on their order is derived again from the nearest checkpoint;
then the standings are ranked. An interrupted process goes on where it was: every step is whole, or did not happen.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from scorekeeper.store.leagues.log.models import LeagueMatchRow, LeagueRow
from scorekeeper.store.leagues.readmodel.editions import EDITION
from scorekeeper.store.leagues.readmodel.models import MODEL
from scorekeeper.store.leagues.readmodel.steps import HOLD, Deriver, Progress

NOTHING_LEFT = Progress("", 0, 0, left=False, worked=False)


def leagues_to_derive(session: Session, league: int | None = None) -> list[int]:
    """The leagues (or only whether this one) in which something has to be derived again."""
    dirty = select(LeagueMatchRow.id).where(
        LeagueMatchRow.league_id == LeagueRow.id, LeagueMatchRow.dirty.is_(True)
    )
    unfinished = select(MODEL.c.id).where(
        MODEL.c.league_id == LeagueRow.id,
        or_(MODEL.c.current.is_(False), MODEL.c.phase != "", MODEL.c.edition != EDITION),
    )
    query = select(LeagueRow.id).where(
        or_(LeagueRow.seq != LeagueRow.derived_seq, dirty.exists(), unfinished.exists())
    )
    if league is not None:
        query = query.where(LeagueRow.id == league)
    return list(session.execute(query.order_by(LeagueRow.id)).scalars())


def step(
    session: Session,
    league: int,
    seconds: float = 0.1,
    *,
    stopped: Callable[[], bool] = lambda: False,
    small: bool = False,
) -> Progress:
    """Derive for about so long. ``small``, in a request after something was written, leaves long work to the keeper."""
    if not leagues_to_derive(session, league):
        return NOTHING_LEFT
    deriver, until = Deriver(session, league, small=small), time.monotonic() + seconds
    with deriver.hold_lease() as ours:
        while ours and deriver.advance():
            if time.monotonic() > until or stopped():
                break
    return deriver.progress


def rebuild(
    session: Session,
    league: int,
    told: Callable[[Progress], None] = lambda progress: None,
    *,
    hold: float = HOLD,
    anew: bool = False,
) -> int | None:
    """Build the read model from the matches beside the one that pages show, which it replaces when it is ready.

    One that was interrupted is taken up again, unless ``anew``. Returns how many rows differ from those of the model
    that was shown (0 where there was none; :data:`MAX_TOLD` and more are not counted), None when another process
    derives this league.
    """
    deriver = Deriver(session, league, hold=hold)
    with deriver.hold_lease() as ours:
        if ours:
            deriver.compare = True
            deriver.begin(anew=anew)
            while deriver.advance():
                told(deriver.progress)
    return None if deriver.progress.left else deriver.differing
