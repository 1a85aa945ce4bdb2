"""The match for a television: how it stands, readable from four metres, and following by itself."""

from __future__ import annotations

from typing import NamedTuple

from flask import render_template
from flask_babel import gettext as _

from scorekeeper.core.scoring.sheet import FINISHED, Sheet
from scorekeeper.core.text import N, T, Text
from scorekeeper.games import GAMES
from scorekeeper.store.match.match import Match
from scorekeeper.web.entry.in_progress import in_play
from scorekeeper.web.match.links import WATCH, pages
from scorekeeper.web.match.words import (
    deal_numbers,
    entry_line,
    first_to_play,
    standing_words,
    table_of,
)

LAST_DEALS = 4


class Side(NamedTuple):
    """A side as the television shows it."""

    name: str
    total: int
    ahead: bool
    deals: bool
    needs: Text | None


class Deal(NamedTuple):
    """One of the last deals."""

    number: int
    told: str
    scores: list[int]


@pages.add("/tv", may=WATCH)
def tv(match: Match, capability: str) -> str:
    """How it stands, in huge figures."""
    table, sheet = table_of(match), match.scored.sheet
    return render_template(
        "matches/tv.html",
        match=match,
        capability=capability,
        game=GAMES[match.game],
        sides=_sides(match, sheet) if sheet is not None else [],
        names=[table.side_name(side) for side in range(len(table.seating.sides))],
        deals=_deals(match),
        facts=[*_facts(match, sheet), *((_("In play"), words) for words in (in_play(match),) if words)],
        finished=sheet is not None and sheet.status == FINISHED,
        winners=table.people(sheet.winners) if sheet is not None else [],
        long=sheet is not None and any(not -100 < total < 1000 for total in sheet.totals),
        target=getattr(table.options, "target", None),
    )


def _sides(match: Match, sheet: Sheet) -> list[Side]:
    seating, best = sheet.table.seating, GAMES[match.game].best(sheet.totals)
    dealer = sheet.next_dealer
    return [
        Side(
            sheet.table.side_name(side),
            total,
            bool(sheet.entries) and len(best) < len(sheet.totals) and side in best,
            dealer is not None and dealer in seating.sides[side],
            _needs(match, sheet, side),
        )
        for side, total in enumerate(sheet.totals)
    ]


def _needs(match: Match, sheet: Sheet, side: int) -> Text | None:
    """What is missing to the target; where the fewest points win, what is too many."""
    target, game = getattr(sheet.table.options, "target", None), GAMES[match.game]
    if sheet.status == FINISHED:
        return None
    if target is not None and not game.lowest_wins:
        left = target - sheet.totals[side]
        return N("{n} to go", "{n} to go", n=left) if left > 0 else T("at the target")
    if game.lowest_wins and sheet.entries:
        behind = sheet.totals[side] - min(sheet.totals)
        return N("{n} behind", "{n} behind", n=behind) if behind else T("in the lead")
    return None


def _facts(match: Match, sheet: Sheet | None) -> list[tuple[str, str]]:
    if sheet is None or sheet.next_dealer is None:
        return []
    game = GAMES[match.game]
    said = [(_("Dealer"), sheet.table.names[sheet.next_dealer])]
    said.append(first_to_play(sheet.table, sheet.next_dealer, game))
    return [*said, *standing_words(game, sheet.facts)]


def _deals(match: Match) -> list[Deal]:
    """The last deals, the newest first."""
    game, table, counted = GAMES[match.game], table_of(match), deal_numbers(match)
    scored, found = match.scored.rows, []
    for row in reversed(match.rows()):
        entry = scored[row.place or 0] if (row.place or 0) < len(scored) else None
        if row.seq in counted and entry is not None:
            found.append(
                Deal(counted[row.seq], entry_line(row.entry, game, table, short=True), list(entry.scores))
            )
        if len(found) == LAST_DEALS:
            break
    return found
