"""Reading the players of a league: names, merges, and the players that a name may mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.league.merging import follow_merges
from scorekeeper.store.leagues.figures.models import ALIKE, MODEL
from scorekeeper.store.leagues.log.models import LeaguePlayerRow
from scorekeeper.store.leagues.people.former_names import read_former_names
from scorekeeper.store.leagues.people.spelling import drop_each_letter, fold_name, is_one_slip, strip_marks
from scorekeeper.store.match.models import table_of

PLAYER = table_of(LeaguePlayerRow).c
IN_ONE = 400
"""How many keys go into one statement."""


class LeaguePlayer(NamedTuple):
    """A player. ``name`` is None for an anonymous one, which pages call by its ``number``.

    ``account`` is the one that claimed the player, ``merged_into`` the key of the player that this one was merged into.
    ``touched`` is the event to have seen before changing anything. Who is ``away`` stands in no list for the
    next match.
    """

    key: str
    number: int
    name: str | None
    guest: bool
    account: int | None
    merged_into: str | None
    touched: int
    made_at: datetime
    away: bool


class ShownName(NamedTuple):
    """What a player is shown as: a name, or None and then the number."""

    name: str | None
    number: int


class Alike(NamedTuple):
    """A player whose name is near another one. ``same``: the names are one but for case and accents' composition.

    ``alias``: it is not the player's name of today that is near, but a former one, or that of a player merged into
    this one. Such a name is the ``same`` where no player has it today and it means one player alone.
    """

    player: LeaguePlayer
    same: bool
    alias: bool = False


_PLAYER = tuple(PLAYER["account_id" if name == "account" else name] for name in LeaguePlayer._fields)


def list_players(
    session: Session,
    league: int,
    *,
    search: str = "",
    merged: bool = False,
    away: bool | None = None,
    skip: int = 0,
    limit: int | None = None,
) -> list[LeaguePlayer]:
    """Players by name, the anonymous last by number; those merged into others only if ``merged``, those who are
    ``away``, or are not, alone if it is said.

    ``search`` finds names that hold these letters, in either case.
    """
    query = select(*_PLAYER).where(PLAYER.league_id == league)
    if not merged:
        query = query.where(PLAYER.merged_into.is_(None))
    if away is not None:
        query = query.where(PLAYER.away.is_(away))
    if search.strip():
        query = query.where(PLAYER.name_key.contains(name_key(search), autoescape=True))
    nameless = PLAYER.name_key.is_(None)
    ordered = query.order_by(nameless, PLAYER.name_key, PLAYER.number)
    return [LeaguePlayer(*row) for row in session.execute(ordered.offset(skip).limit(limit))]


def find_player(session: Session, league: int, key: str) -> LeaguePlayer | None:
    """The player of this very key; None when there is none."""
    return find_players(session, league, [key]).get(key)


def find_current_player(session: Session, league: int, key: str) -> LeaguePlayer | None:
    """The player of a key, merges followed."""
    return find_current_players(session, league, [key]).get(key)


def find_current_players(session: Session, league: int, keys: Iterable[str]) -> dict[str, LeaguePlayer]:
    """The players of these keys, merges followed; unknown keys are missing."""
    wanted = dict.fromkeys(keys)
    players, asked = find_players(session, league, wanted), set(wanted)
    while further := {player.merged_into for player in players.values() if player.merged_into} - asked:
        asked |= further
        players |= find_players(session, league, further)
    last = follow_merges({key: player.merged_into for key, player in players.items() if player.merged_into})
    return {key: players[last.get(key, key)] for key in wanted if last.get(key, key) in players}


def find_players(session: Session, league: int, keys: Iterable[str]) -> dict[str, LeaguePlayer]:
    """The players of these very keys; those that do not exist are missing."""
    wanted, players = sorted(set(keys)), {}
    for at in range(0, len(wanted), IN_ONE):
        some = PLAYER.key.in_(wanted[at : at + IN_ONE])
        for row in session.execute(select(*_PLAYER).where(PLAYER.league_id == league, some)):
            players[row.key] = LeaguePlayer(*row)
    return players


def merged_keys(session: Session, league: int) -> dict[str, str]:
    """The key of every merged player with the key at the end of its chain of merges."""
    merged = PLAYER.league_id == league, PLAYER.merged_into.is_not(None)
    query = select(PLAYER.key, PLAYER.merged_into).where(*merged)
    return follow_merges({key: str(into) for key, into in session.execute(query)})


def players_by_name(session: Session, league: int) -> dict[str, str]:
    """The player that each name means now, by its key: what players are called goes before what others were called.

    Where a name means several, it means none of them.
    """
    named = PLAYER.league_id == league, PLAYER.name_key.is_not(None)
    query = select(PLAYER.name_key, PLAYER.key).where(*named)
    today = [(str(name), str(key)) for name, key in session.execute(query)]
    former = [(name_key(name), key) for key, name in read_former_names(session, league)]
    merged, meant = merged_keys(session, league), dict[str, set[str]]()
    taken = {name for name, _key in today}
    for name, key in (*today, *(pair for pair in former if pair[0] not in taken)):
        meant.setdefault(name, set()).add(merged.get(key, key))
    return {name: keys.pop() for name, keys in meant.items() if len(keys) == 1}


def shown_names(session: Session, league: int, keys: Iterable[str]) -> dict[str, ShownName]:
    """The names under which these players are shown, merges followed."""
    players = find_current_players(session, league, keys)
    return {key: ShownName(player.name, player.number) for key, player in players.items()}


def player_of_account(session: Session, league: int, account: int | None) -> LeaguePlayer | None:
    """The player that an account has claimed in a league, merges followed; None without one."""
    if account is None:
        return None
    ours = PLAYER.league_id == league, PLAYER.account_id == account
    key = session.execute(select(PLAYER.key).where(*ours).order_by(PLAYER.id).limit(1)).scalar()
    return None if key is None else find_current_player(session, league, key)


# --- names that may be one ------------------------------------------------------------------------


def find_alike(session: Session, league: int, name: str, *, limit: int = 5) -> list[Alike]:
    """Players who may be meant by this name, the likeliest first."""
    return find_alike_each(session, league, [name], limit=limit)[0]


def find_alike_each(
    session: Session, league: int, names: Iterable[str], *, limit: int = 5
) -> list[list[Alike]]:
    """The same for many names at once: everybody's name is read only once, and more only of those that are near."""
    wanted = list(names)
    may_mean = _near_to([fold_name(name) for name in wanted])
    former = ((key, name_key(name)) for key, name in read_former_names(session, league))
    aliases = [_Spelling(key, name, strip_marks(name), True) for key, name in former]
    spelled = [name for name in _read_name_keys(session, league) if may_mean(strip_marks(name))]
    spellings = _read_spellings(session, league, spelled, merged=True)
    spellings += [spelling for spelling in aliases if may_mean(spelling.folded)]
    players = find_current_players(session, league, [spelling.key for spelling in spellings])
    return [_rank_alike(spellings, players, name, limit) for name in wanted]


class _Spelling(NamedTuple):
    """A name of a player; ``alias``: one that no player is called by today."""

    key: str
    name_key: str
    folded: str
    alias: bool


def _read_name_keys(session: Session, league: int) -> list[str]:
    """Every name once, those of merged players too: the index has them all, and no row is read."""
    query: Any = select(PLAYER.name_key).where(PLAYER.league_id == league, PLAYER.name_key.is_not(None))
    return list(dict.fromkeys(session.execute(query).scalars()))


def _read_spellings(
    session: Session, league: int, spelled: Sequence[str], *, merged: bool = False
) -> list[_Spelling]:
    """The players who are spelled so; those merged into others only if ``merged``."""
    query: Any = select(PLAYER.key, PLAYER.name_key, PLAYER.merged_into).where(PLAYER.league_id == league)
    if not merged:
        query = query.where(PLAYER.merged_into.is_(None))
    spellings: list[_Spelling] = []
    for at in range(0, len(spelled), IN_ONE):
        some = session.execute(query.where(PLAYER.name_key.in_(spelled[at : at + IN_ONE])))
        spellings += [_Spelling(key, name, strip_marks(name), into is not None) for key, name, into in some]
    return spellings


def _rank_alike(
    everybody: list[_Spelling], players: Mapping[str, LeaguePlayer], name: str, limit: int
) -> list[Alike]:
    """The players that a name may mean, each by the nearest of its spellings."""
    wanted, plain = name_key(name), fold_name(name)
    may_mean = _near_to([plain])
    scored = [
        (_nearness(wanted, plain, spelling), spelling) for spelling in everybody if may_mean(spelling.folded)
    ]
    best: dict[LeaguePlayer, tuple[int, _Spelling]] = {}
    for near, spelling in sorted(scored, key=lambda pair: (-pair[0], pair[1].alias, pair[1].name_key)):
        if near and players[spelling.key].name is not None:
            best.setdefault(players[spelling.key], (near, spelling))
    same = [(player, spelling.alias) for player, (_, spelling) in best.items() if spelling.name_key == wanted]
    of_today = [player for player, alias in same if not alias]
    meant = of_today or [player for player, _alias in same if len(same) == 1]
    return [Alike(player, player in meant, spelling.alias) for player, (_, spelling) in best.items()][:limit]


def _near_to(plains: Sequence[str]) -> Callable[[str], bool]:
    """A quick test for names that may be near one of these: a slip leaves one half as it is, and a family name left out
    is the end.
    """
    starts = tuple(plain[: len(plain) // 2] for plain in plains)
    ends = tuple(plain[len(plain) // 2 + 1 :] for plain in plains)
    shorter = {
        " ".join(words[:number])
        for words in (plain.split(" ") for plain in plains)
        for number in range(1, len(words))
    }
    return lambda name: name.startswith(starts) or name.endswith(ends) or name in shorter


def _nearness(wanted: str, plain: str, spelling: _Spelling) -> int:
    """4 for the same name, 3 for the same but for accents or script, 2 for one slip, 1 for a family name left out."""
    if wanted == spelling.name_key:
        return 4
    if not plain or plain == spelling.folded:
        return 3 if plain else 0
    if is_one_slip(plain, spelling.folded):
        return 2
    shorter, longer = (
        (plain, spelling.folded) if len(plain) < len(spelling.folded) else (spelling.folded, plain)
    )
    return int(len(shorter) >= 3 and longer.startswith(shorter + " "))


def is_respelled(name: str, other: str) -> bool:
    """Whether two names are so near that one is the other, spelled otherwise: case, accents, script, or one slip."""
    spelled = _Spelling("", name_key(other), fold_name(other), False)
    return _nearness(name_key(name), fold_name(name), spelled) > 1


MAX_IN_ONE = 50
"""A spelling that more players share than this is no hint."""
MAX_ALIKE = 50


def names_version(session: Session, league: int) -> str:
    """How many players there are, and a number that moves with every new name and every merge."""
    number, moved = func.count(), func.coalesce(func.sum(PLAYER.touched), 0)
    row = session.execute(select(number, moved).where(PLAYER.league_id == league)).one()
    return f"{row[0]}|{row[1]}"


def find_pairs_alike(session: Session, league: int, *, limit: int = MAX_ALIKE) -> list[tuple[str, str, int]]:
    """Pairs of players whose names are so near that they may be one: the same spelling, or one slip apart; the nearest
    first. It compares everybody's name: the figures keep what it finds.
    """
    groups: dict[str, list[_Spelling]] = {}
    for spelling in _read_spellings(session, league, _read_name_keys(session, league)):
        for shared in drop_each_letter(spelling.folded):
            groups.setdefault(shared, []).append(spelling)
    pairs: dict[tuple[str, str], int] = {}
    for group in groups.values():
        for left, right in combinations(group[:MAX_IN_ONE], 2):
            near = _nearness(left.name_key, left.folded, right)
            if near > 1:
                pairs[min(left.key, right.key), max(left.key, right.key)] = near
    best = sorted(pairs, key=lambda pair: (-pairs[pair], pair))[:limit]
    return [(left, right, pairs[left, right]) for left, right in best]


def list_duplicates(
    session: Session, league: int, *, limit: int = 20
) -> list[tuple[LeaguePlayer, LeaguePlayer]]:
    """Pairs of players whose names may mean one, as the figures last had them."""
    query = (
        select(ALIKE.c.one, ALIKE.c.other)
        .join(MODEL, MODEL.c.id == ALIKE.c.model_id)
        .where(MODEL.c.league_id == league, MODEL.c.current.is_(True))
    )
    ordered = query.order_by(ALIKE.c.near.desc(), ALIKE.c.one, ALIKE.c.other)
    pairs = session.execute(ordered).all()
    players = find_players(session, league, [key for pair in pairs for key in pair])
    named = {
        key: player
        for key, player in players.items()
        if player.name is not None and player.merged_into is None
    }
    return [(named[left], named[right]) for left, right in pairs if left in named and right in named][:limit]


def next_number(session: Session, league: int) -> int:
    """The number of the next new player."""
    highest = select(func.max(PLAYER.number)).where(PLAYER.league_id == league)
    return int(session.execute(highest).scalar() or 0) + 1
