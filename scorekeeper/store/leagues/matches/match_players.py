"""The players of a match in its league: suggested, seated with keys or as new guests, and changed later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.core.match import name_key
from scorekeeper.core.text import T
from scorekeeper.league.strangers import stranger_at
from scorekeeper.store.leagues.log.fields import FieldReader
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.refusals import make_refusal
from scorekeeper.store.leagues.log.write import LeagueWrite
from scorekeeper.store.leagues.matches.listing import LeagueMatch, select_matches
from scorekeeper.store.leagues.people.player_changes import new_player
from scorekeeper.store.leagues.people.roster import (
    Alike,
    LeaguePlayer,
    find_alike_each,
    find_current_players,
    find_players,
    is_respelled,
    merged_keys,
)
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow


def suggest_players(session: Session, league: int, table_match: Match) -> list[list[Alike]]:
    """By seat, the players who may have sat there: those of the same series first, then those with a near name.

    Of a person of the series whose name was changed since to another, the players of that name come first.
    """
    before = _players_in_series(session, league, table_match)
    players = find_current_players(session, league, before.values())
    alike = find_alike_each(session, league, table_match.seat_names)
    names = dict(zip(table_match.players, table_match.seat_names, strict=True))
    unclear = {change.person for change in find_unclear(session, league, before, table_match.until(1), names)}
    for seat, person in enumerate(table_match.players):
        player = players.get(before.get(person, ""))
        if player is not None:
            others = [candidate for candidate in alike[seat] if candidate.player.key != player.key]
            renamed = person in unclear
            alike[seat] = [*others, Alike(player, False)] if renamed else [Alike(player, True), *others]
    return alike


class Renamed(NamedTuple):
    """A changed name that may be another person's. ``player`` counts so far; ``near`` are others who may be meant.

    ``same``: the first of those near is called so.
    """

    person: int
    name: str
    player: LeaguePlayer
    near: tuple[LeaguePlayer, ...]
    same: bool


def find_unclear(
    session: Session, league: int, keys: Mapping[int, str], before: Match, names: Mapping[int, str]
) -> list[Renamed]:
    """The names of which it has to be said whether another person is meant. ``keys`` and ``names`` are by the match's
    number of a person, ``before`` is the match with the names of before.

    A slip of the pen is not asked about, nor a name that means the same player.
    """
    called = dict(zip(before.players, before.seat_names, strict=True))
    changed = {person: name for person, name in names.items() if name_key(name) != name_key(called[person])}
    players = find_current_players(session, league, keys.values())
    sitting = [players[key] for person, key in keys.items() if person not in changed and key in players]
    unclear = []
    alike = find_alike_each(session, league, changed.values()) if changed else []
    for (person, name), near in zip(changed.items(), alike, strict=True):
        player = players.get(keys.get(person, ""))
        meant = next((candidate.player for candidate in near if candidate.same), None)
        if player is None or meant == player or (meant is None and is_respelled(called[person], name)):
            continue
        others = [candidate.player for candidate in near if candidate.player not in (player, *sitting)]
        others.sort(key=lambda other: other != meant)
        unclear.append(Renamed(person, name, player, tuple(others), meant in others))
    return unclear


def _players_in_series(session: Session, league: int, table_match: Match) -> dict[int, str]:
    """The players that this match's people were in the league's other matches of the series."""
    if table_match.series is None:
        return {}
    series = select(MatchRow.id).where(MatchRow.series == table_match.series)
    query = select_matches(LeagueMatchRow.league_id == league, LeagueMatchRow.match_id.in_(series))
    players: dict[int, str] = {}
    for row in session.execute(query.order_by(LeagueMatchRow.id)):
        players.update(zip(row.people or (), row.players, strict=False))
    return players


def seat_players(write: LeagueWrite, players: Sequence[str | None], names: Sequence[str]) -> list[str]:
    """Everybody's key by seat: known ones are checked, for the others guests are made of their names."""
    form = FieldReader()
    chosen = [key for key in players if key]
    league_players = find_players(write.session, write.league.id, chosen)
    for seat, key in enumerate(players):
        at = f"players[{seat}]"
        if key == stranger_at(seat):
            continue
        if key and (key not in league_players or league_players[key].merged_into is not None):
            form.report.error(at, "unknown_player", T("There is no such player in this league."))
        elif key and chosen.count(key) > 1:
            form.report.error(at, "twice", T("One person cannot sit on two seats."))
    new = {seat: form.name(names[seat], f"players[{seat}]") for seat, key in enumerate(players) if not key}
    form.check()
    made = {seat: str(new_player(write, name, guest=True).subject) for seat, name in new.items()}
    return [key or made[seat] for seat, key in enumerate(players)]


def changed_players(write: LeagueWrite, row: LeagueMatch, players: Sequence[str]) -> dict[str, Any]:
    """The players of a match, if any changes; then what was agreed is asked again. Those who stay keep their key, for a
    merge may be taken back.
    """
    into = merged_keys(write.session, write.league.id)
    before = [into.get(key, key) for key in row.players]
    if list(players) == before:
        return {}
    if len(players) != len(before) or not all(players):
        raise make_refusal("players", "player_count", T("Say for every seat of the match who sat there."))
    sat = seat_players(write, players, [""] * len(players))
    seats = zip(row.players, before, sat, strict=True)
    return {"players": [own if now == was else now for own, was, now in seats], "again": True}
