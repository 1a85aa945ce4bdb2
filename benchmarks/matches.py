"""The matches that everything is measured with: deals of a game's own worked examples, as tables play them."""

from __future__ import annotations

from itertools import cycle, islice
from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from scorekeeper.core.findings import Report
from scorekeeper.core.game import Game
from scorekeeper.core.rulebook import load_examples
from scorekeeper.core.scoring.fold import score_match
from scorekeeper.core.scoring.sheet import OPEN
from scorekeeper.games import GAMES
from scorekeeper.store.match import ledger
from scorekeeper.store.match.match import Match
from tests.samples import sample_deal

PLAYED, NOT_PLAYED = list(GAMES)[:2]
"""The game that measured leagues play, and one that they do not."""
PLAYERS, CIRCLES = 5_000, 50
"""Of the large league: its circles play among themselves."""
NAMES = ("Ana", "Þórdís", "Iñaki", "Георги")
ENDLESS_RULES: dict[str, Any] = {"target": None}


def is_endless(game: Game) -> bool:
    """Whether people may play a game until they like, so that its matches may be of any length."""
    report = Report()
    read = game.read_rules(ENDLESS_RULES, game.players[0], report)
    return not report.errors and read.options.values().get("target", 0) is None


ENDLESS = next(slug for slug, game in GAMES.items() if is_endless(game))
ENDLESS_DEAL = sample_deal(ENDLESS)


def open_endless(session: Session) -> Match:
    """A match that goes on as long as people like, just opened."""
    return ledger.open_match(
        session,
        game=ENDLESS,
        rules=ENDLESS_RULES,
        names=NAMES,
        first_dealer=0,
        uuid=str(uuid4()),
        device=None,
    )


def record_deal(session: Session, match: Match, deal: dict[str, Any] = ENDLESS_DEAL) -> Match:
    """The same match with one more deal."""
    body, uuid = {"entry": deal}, str(uuid4())
    return ledger.append(
        session, match.public_id, seen=match.seq, uuid=uuid, kind="recorded", body=body
    ).match


def make_match(game: str = PLAYED, deals: int = 20) -> dict[str, Any]:
    """A match of so many deals that bring points, or of as many as the game has; no side reaches the target."""
    target: Any = GAMES[game].options.list_options().get("target")
    rules = {"target": target.field.high} if target else {}
    examples = load_examples(game)
    match = {**examples[0].match, "rules": rules, "entries": []}
    for entry in islice(cycle(_worked_deals(game, match)), 3 * deals):
        longer = {**match, "entries": [*match["entries"], entry]}
        sheet = score_match(longer, GAMES, Report())
        match = match if sheet is None else longer
        if len(match["entries"]) == deals or (sheet is not None and sheet.status != OPEN):
            break
    return match


def _worked_deals(game: str, match: dict[str, Any]) -> list[dict[str, Any]]:
    """The deals of a game's examples that bring points under the rules of this match, and do not end it."""
    entries = [entry for example in load_examples(game) for entry in example.match["entries"]]
    deals = [
        entry
        for entry in entries
        if type(entry) is dict and entry.get("kind") == "deal" and "dealer" not in entry
    ]
    sheets = [score_match({**match, "entries": [deal]}, GAMES, Report()) for deal in deals]
    return [
        deal
        for deal, sheet in zip(deals, sheets, strict=True)
        if sheet is not None and sheet.status == OPEN and any(sheet.totals)
    ]
