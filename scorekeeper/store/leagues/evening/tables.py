"""What an organiser does to the match of a table: calls its last deal, or types how it ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any
from uuid import UUID, uuid5

from sqlalchemy.orm import Session

from scorekeeper.core.scoring.sheet import OPEN, Sheet
from scorekeeper.core.text import T
from scorekeeper.games import GAMES
from scorekeeper.league.evening.evening_plan import DEAL_LIMIT, has_deal_limit
from scorekeeper.league.evening.state import GIVEN, MATCHES, SAT
from scorekeeper.store.leagues.log.refusals import NotThere, make_refusal
from scorekeeper.store.match import ledger, statements
from scorekeeper.store.match.kinds import CLOSED, RECORDED, SETTINGS
from scorekeeper.store.match.match import Match


def call_last_deal(session: Session, public_id: str, *, uuid: str, device: str | None, why: str) -> bool:
    """Let the deal that is being played be the last one: then the highest total wins, and the match is finished.

    ``why`` is what the house rules' change says. Whether there was anything to call: a match that is over, or whose
    game knows no such rule, stays as it is.
    """
    match = _load(session, public_id)
    sheet = open_sheet(match)
    if sheet is None or not has_deal_limit(GAMES[match.game]):
        return False
    _limit(session, match, sheet.played + 1, uuid, device, why)
    return True


def type_result(
    session: Session, public_id: str, *, uuid: str, device: str | None, totals: Sequence[int], reason: str
) -> Match:
    """Write how a table ended that kept its score on paper: a deal that the table decided brings the totals, and the
    match is over. Refused where it is over already (path ``totals``), and where the game finds the points wrong.
    """
    match = _load(session, public_id)
    sheet = _expect_open(match)
    if len(totals) != len(sheet.totals):
        raise make_refusal("totals", "list_length", T("Write a total for each side."))
    # UUIDs that follow from that of the request, so that a retried one writes the same
    uuids = (str(uuid5(UUID(uuid), str(number))) for number in count())
    if has_deal_limit(GAMES[match.game]):
        match = _limit(session, match, sheet.played + 1, next(uuids), device, reason)
    decided = [total - before for total, before in zip(totals, sheet.totals, strict=True)]
    entry = {"kind": "deal", "decided": decided}
    match = _append(session, match, RECORDED, {"entry": entry}, {"reason": reason}, next(uuids), device)
    if open_sheet(match) is not None:
        match = _append(session, match, CLOSED, {}, {"reason": reason}, next(uuids), device)
    return match


def end_as_it_stands(session: Session, public_id: str, *, uuid: str, device: str | None, why: str) -> Match:
    """End a match that never finishes with its totals now; the deal in play is not recorded. Refused (path ``totals``)
    where it is over already, and where nothing has been recorded.
    """
    match = _load(session, public_id)
    sheet = _expect_open(match)
    if not sheet.played:
        raise make_refusal("totals", "no_deals", T("No deal is recorded yet, so nothing stands."))
    if has_deal_limit(GAMES[match.game]):
        return _limit(session, match, sheet.played, uuid, device, why)
    return _append(session, match, CLOSED, {}, {"reason": why}, uuid, device)


def _load(session: Session, public_id: str) -> Match:
    match = ledger.load(session, public_id)
    if match is None or match.binned:
        raise NotThere(public_id)
    return match


def open_sheet(match: Match) -> Sheet | None:
    """The sheet of a match that is still played; None of one that is over."""
    sheet = match.scored.sheet
    return sheet if isinstance(sheet, Sheet) and sheet.status == OPEN else None


def _expect_open(match: Match) -> Sheet:
    sheet = open_sheet(match)
    if sheet is None:
        raise make_refusal("totals", "over", T("This match is over; correct it on its sheet."))
    return sheet


def list_begun(session: Session, played: Mapping[str, Any]) -> set[str]:
    """The matches of a round that stand when it is drawn again: something is recorded, or an organiser has decided
    something, also who sits there.
    """
    decided = {*played.get(GIVEN, {}), *played.get(SAT, {})}
    loaded = {key: statements.load(session, key) for key in played[MATCHES] if key not in decided}
    recorded = {key for key, match in loaded.items() if match is not None and match.rows()}
    return recorded | (set(played[MATCHES]) - loaded.keys())


def _limit(session: Session, match: Match, deals: int, uuid: str, device: str | None, why: str) -> Match:
    rules = {**match.rules, DEAL_LIMIT: deals}
    return _append(session, match, SETTINGS, {"rules": rules}, {"why": why}, uuid, device)


def _append(
    session: Session,
    match: Match,
    kind: str,
    body: dict[str, Any],
    texts: dict[str, str],
    uuid: str,
    device: str | None,
) -> Match:
    return ledger.append(
        session, match.public_id, seen=match.seq, uuid=uuid, kind=kind, body=body, texts=texts, device=device
    ).match
