"""What this phone has opened lately, as pages show it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from flask import g, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import delete, select

from scorekeeper.core.scoring.sheet import FINISHED
from scorekeeper.core.text import Text
from scorekeeper.games import GAMES
from scorekeeper.store.accounts import owned_matches
from scorekeeper.store.accounts.devices import Summary, recent
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Generations, Match
from scorekeeper.store.match.models import DeviceMatchRow, MatchRow
from scorekeeper.store.transactions import begin_write
from scorekeeper.web.match.links import OWNER, SCORE, allows, link_to
from scorekeeper.web.match.words import say_totals
from scorekeeper.web.site.clock import local
from scorekeeper.web.site.database import session
from scorekeeper.web.site.dates import near_words
from scorekeeper.web.site.devices import device, is_known
from scorekeeper.web.site.languages import speaking_of

SHOWN = 20
LOOKED_THROUGH = 60


class Recent(NamedTuple):
    """A match in a list: its sides, how it stands in one line, and where it is."""

    public_id: str
    game: str
    names: list[str]
    sides: list[str]
    standing: str
    score: str
    over: bool
    address: str
    restore_address: str
    may_restore: bool
    seq: int
    deals: int

    @property
    def sides_text(self) -> str:
        """Who played: two sides against one another, or everyone for themselves."""
        return (" – " if len(self.sides) == 2 else ", ").join(self.sides)

    @property
    def game_name(self) -> Text:
        """The game it is a match of."""
        return GAMES[self.game].name


def _all() -> list[Summary]:
    """Everything on this phone's list, read once a request; nothing for a phone that is new here."""
    summaries: list[Summary] | None = g.get("recent_matches")
    if summaries is None:
        summaries = recent(session(), device(), LOOKED_THROUGH) if is_known() else []
        g.recent_matches = summaries
    return summaries


def recent_matches() -> list[Recent]:
    """The matches of this phone, the last opened first."""
    return [_recent_of(match) for match in _all() if not match.binned][:SHOWN]


def binned_matches() -> list[Recent]:
    """Those that were thrown away."""
    return [_recent_of(match) for match in _all() if match.binned]


def has_binned() -> bool:
    """Whether anything lies in the bin."""
    return any(match.binned for match in _all())


def last_summary() -> Recent | None:
    """The last table at which this phone kept the score."""
    kept = _kept_here()
    return _recent_of(kept[0]) if kept else None


def last_match() -> Match | None:
    """The same, with all its events."""
    summary = last_summary()
    return ledger.load(session(), summary.public_id) if summary else None


def last_rules(game: str) -> dict[str, Any] | None:
    """The house rules of this phone's last table of a game; None where there was none."""
    summary = next((match for match in _kept_here() if match.game == game), None)
    match = ledger.load(session(), summary.public_id) if summary else None
    return dict(match.rules) if match else None


def last_tables() -> list[list[str]]:
    """The names at this phone's last tables of any game, the latest first; those in the bin left out."""
    return [match.names for match in _kept_here()]


def _kept_here() -> list[Summary]:
    """The matches whose score this phone keeps, without those in the bin: one that only watches is offered no names."""
    return [match for match in _all() if not match.binned and allows(match.capability, SCORE)]


def forget_others(public_id: str, kind: str) -> None:
    """A withdrawn link must not live on in the lists of the phones that had opened it; this phone keeps its own."""
    begin_write(session())
    match = select(MatchRow.id).where(MatchRow.public_id == public_id).scalar_subquery()
    rows = DeviceMatchRow.match_id == match, DeviceMatchRow.capability == kind
    session().execute(delete(DeviceMatchRow).where(*rows, DeviceMatchRow.device_id != device()))
    session().commit()


def owned_matches_of(account: int, limit: int, skip: int = 0) -> list[Recent]:
    """The matches that an account owns, the last played first, each by the link that it is known by there."""
    matches = owned_matches.of_account(session(), account, skip=skip, limit=limit)
    generations = _generations_of(matches)
    return [
        _recent_of(match, link_to(match.public_id, match.capability, generations[match.public_id]))
        for match in matches
    ]


def _generations() -> dict[str, Generations]:
    """How often the links of the listed matches were withdrawn, read once a request."""
    generations: dict[str, Generations] | None = g.get("recent_generations")
    if generations is None:
        generations = g.recent_generations = _generations_of(_all())
    return generations


def _generations_of(matches: list[Summary]) -> dict[str, Generations]:
    columns = MatchRow.generation_owner, MatchRow.generation_score, MatchRow.generation_watch
    wanted = MatchRow.public_id.in_([match.public_id for match in matches])
    rows = session().execute(select(MatchRow.public_id, *columns).where(wanted))
    return {key: Generations(*numbers) for key, *numbers in rows}


def _recent_of(match: Summary, key: str | None = None) -> Recent:
    sides = match.sides or [[seat] for seat in range(match.players)]
    key = key or link_to(match.public_id, match.capability, _generations()[match.public_id])
    link: dict[str, Any] = {"public_id": match.public_id, "link": key}
    return Recent(
        public_id=match.public_id,
        game=match.game,
        names=match.names,
        sides=[" & ".join(match.table[seat] for seat in side) for side in sides],
        standing=_say_standing(match),
        score=say_totals(match.totals or ()),
        over=match.status == FINISHED,
        address=url_for("match.sheet", **link),
        restore_address=url_for("match.restore", **link),
        may_restore=allows(match.capability, OWNER),
        seq=match.seq,
        deals=match.deals,
    )


def _say_standing(match: Summary) -> str:
    today = local(datetime.now().astimezone()).date()
    parts = [near_words(local(match.changed_at).date(), today)]
    with speaking_of(match.game):
        parts.append(ngettext("%(num)s deal", "%(num)s deals", match.deals))
    if match.totals is not None:
        parts.append(say_totals(match.totals))
    if match.status == FINISHED:
        parts.append(_("finished"))
    return " · ".join(parts)
