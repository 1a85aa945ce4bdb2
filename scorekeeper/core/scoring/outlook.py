"""What a match still needs: points to go, how near its end is, and afterwards which entry decided it."""

from __future__ import annotations

from typing import NamedTuple

from scorekeeper.core.scoring.ending import Because
from scorekeeper.core.scoring.parts import Reach
from scorekeeper.core.scoring.sheet import FINISHED, Sheet


class Need(NamedTuple):
    """One side's way to the end: ``to_go`` points to the target, ``behind`` the best side by so many.

    ``can_finish``: an ordinary next deal can take this side past the target.
    """

    side: int
    to_go: int | None
    behind: int
    can_finish: bool


class Outlook(NamedTuple):
    """What an open match still needs, side by side, and why it goes on.

    ``deals_left`` is for a match that ends after a number of deals, by the articles ``left_cites``.
    """

    needs: tuple[Need, ...]
    reach: Reach
    because: Because
    deals_left: int | None
    left_cites: tuple[str, ...]


def outlook(sheet: Sheet) -> Outlook | None:
    """What is still needed; None once the match is over."""
    if sheet.status == FINISHED:
        return None
    reach = sheet.game.reach(sheet.playing, sheet.carry)
    target = getattr(sheet.rules.options, "target", None)
    best = sheet.totals[sheet.ranking[0]]
    needs = []
    for side, total in enumerate(sheet.totals):
        if side in sheet.left:
            continue
        to_go = max(0, target - total) if target is not None else None
        near = to_go is not None and reach.most is not None and to_go <= reach.most
        needs.append(Need(side, to_go, abs(best - total), near))
    left, cites = reach.deals_left, reach.cites
    if sheet.limit.deals is not None:
        left, cites = sheet.limit.deals - sheet.played, (sheet.limit.cite,)
    return Outlook(tuple(needs), reach, sheet.because, left, cites)


def find_decisive_entry(sheet: Sheet) -> int | None:
    """The index of the entry from which the winner was ahead of all others to the end, or that won outright.

    None while the match is open, where a win is shared, and where the winner was not ahead (people stopped) or was
    ahead on paper already.
    """
    if sheet.status != FINISHED or len(sheet.winners) != 1:
        return None
    if sheet.won_outright:
        return sheet.ended
    decisive = None
    was_ahead = sheet.start is not None and sheet.game.best(sheet.start.totals) == sheet.winners
    playing = [*(entry.playing for entry in sheet.entries[1:]), sheet.playing]
    for index, (entry, after) in enumerate(zip(sheet.entries, playing, strict=True)):
        left = after.seating.left if after is not None else ()
        ahead = sheet.game.best(entry.totals, left) == sheet.winners
        if ahead and not was_ahead:
            decisive = index
        elif not ahead:
            decisive = None
        was_ahead = ahead
    return decisive
