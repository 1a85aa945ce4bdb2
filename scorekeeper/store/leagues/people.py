"""The players of a league, under one name: :mod:`roster` reads them, :mod:`players` changes them."""

from __future__ import annotations

from scorekeeper.store.leagues.players import (
    account_of,
    add_player,
    add_players,
    hide,
    let_go,
    merge,
    rename,
    set_guest,
    unmerge,
)
from scorekeeper.store.leagues.roster import (
    Alike,
    Named,
    Player,
    alike,
    alike_each,
    canonical,
    duplicates,
    known,
    meant,
    merged_keys,
    named,
    of_account,
    player,
    players,
)

__all__ = [
    "Alike", "Named", "Player", "account_of", "add_player", "add_players", "alike", "alike_each", "canonical",
    "duplicates", "hide", "known", "let_go", "meant", "merge", "merged_keys", "named", "of_account", "player",
    "players", "rename", "set_guest", "unmerge",
]  # fmt: skip
