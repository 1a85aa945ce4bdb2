"""Opening a match: names that differ, seats around a table, the last table again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from typing import Any

from scorekeeper.core.findings import Finding, Report
from scorekeeper.core.game import ANTICLOCKWISE, Game
from scorekeeper.core.match import FORMAT, name_key, read_match
from scorekeeper.core.scoring.sheet import Sheet
from scorekeeper.core.text import T, render
from scorekeeper.games import GAMES
from scorekeeper.store.accounts.devices import remember
from scorekeeper.store.leagues.log.access import Who
from scorekeeper.store.leagues.matches.follow_rematch import follow_rematch
from scorekeeper.store.match import ledger, seat_holders
from scorekeeper.store.match.match import Match
from scorekeeper.translations.catalogues import LANGUAGES
from scorekeeper.web.accounts.browser_session import current
from scorekeeper.web.match.links import OWNER
from scorekeeper.web.site.database import session
from scorekeeper.web.site.devices import device
from scorekeeper.web.site.languages import say, translations

RING = {
    1: (0,),
    2: (0, 4),
    3: (0, 3, 5),
    4: (0, 2, 4, 6),
    5: (0, 2, 3, 5, 6),
    6: (0, 1, 3, 4, 5, 7),
    7: (0, 1, 2, 3, 5, 6, 7),
    8: tuple(range(8)),
}
"""Places around a table, clockwise as seen from above, the first nearest to the reader."""


def places(game: Game, players: int) -> tuple[int, ...]:
    """Where each seat is drawn: in the order of play, in the game's own direction."""
    ring = RING[players]
    if game.direction == ANTICLOCKWISE:
        return tuple((8 - place) % 8 for place in ring)
    return ring


def stand_ins(players: int) -> list[str]:
    """Names for a table in a hurry; they can be mended at any time."""
    return [say(T("Player {n}", n=number + 1)) for number in range(players)]


@cache
def _every_stand_in() -> frozenset[str]:
    texts = [T("Player {n}", n=number) for number in range(1, max(RING) + 1)]
    return frozenset(render(text, translations(code)) for text in texts for code in LANGUAGES)


def is_stand_in(name: str) -> bool:
    """Whether a name only stands for one, in any language in which a match may be opened."""
    return name in _every_stand_in()


def tell_apart(names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The names with every second Georgi made Georgi 2, and those that had to change."""
    taken = {name_key(name) for name in names}
    seen: set[str] = set()
    apart, changed = [], []
    for name in names:
        if name and name_key(name) in seen:
            numbered = (f"{name} {number}" for number in count(2))
            name = next(candidate for candidate in numbered if name_key(candidate) not in taken)
            changed.append(name)
        seen.add(name_key(name))
        taken.add(name_key(name))
        apart.append(name)
    return apart, changed


def problems_of(
    game: Game, rules: Mapping[str, Any], names: Sequence[str], first_dealer: int
) -> list[Finding]:
    """What the engine finds wrong with a table before anything is dealt."""
    report = Report()
    document = {
        "format": FORMAT,
        "game": game.slug,
        "rules": dict(rules),
        "players": list(names),
        "first_dealer": first_dealer,
        "entries": [],
    }
    read_match(document, GAMES, report)
    return report.errors


def open_table(
    game: str,
    rules: Mapping[str, Any],
    names: Sequence[str],
    first_dealer: int,
    uuid: str,
    before: Match | None = None,
    otherwise: str = OWNER,
) -> Match:
    """Open a match, owned by this device. ``before`` is the match that it is a rematch of.

    ``otherwise`` is what this device may do if another one was quicker to send the same request.
    """
    match: Match = ledger.open_match(
        session(),
        game=game,
        rules=dict(rules),
        names=list(names),
        first_dealer=first_dealer,
        uuid=uuid,
        device=device(),
        series=before.public_id if before else None,
        players=before.players if before else None,
    )
    if before is not None:
        seat_holders.carry(session(), before, match)
    remember(session(), device(), match.public_id, find_capability(match, otherwise))
    if before is not None:
        follow_into_league(before, match)
    return match


def follow_into_league(before: Match, match: Match) -> None:
    """Put a rematch where the match before it is, as far as this phone may."""
    sign_in = current()
    follow_rematch(session(), before, match, Who(sign_in.account.id if sign_in else None, device()))


def find_capability(match: Match, otherwise: str) -> str:
    """What this device may do with a match that was just opened: everything, if it opened it."""
    return OWNER if match.device == device() else otherwise


def rematch(match: Match, uuid: str, otherwise: str = OWNER) -> Match:
    """The same game, rules and seats once more; the deal passes on as if it were one evening."""
    first_dealer = next_first_dealer(match)
    return open_table(match.game, match.rules, match.seat_names, first_dealer, uuid, match, otherwise)


def next_first_dealer(match: Match) -> int:
    """Who deals first in a rematch: the seat after the one that dealt last, among those who began the match."""
    sheet = match.sheet()
    if not isinstance(sheet, Sheet):
        return match.first_dealer
    dealt = [entry.dealer for entry in sheet.entries if entry.dealer is not None]
    after = sheet.table.seating.after(dealt[-1]) if dealt else match.first_dealer
    dealer = after if sheet.next_dealer is None else sheet.next_dealer
    return dealer if dealer < len(match.players) else 0
