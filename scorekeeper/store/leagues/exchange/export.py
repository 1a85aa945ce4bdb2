"""A league on its way out: the records of its archive, and its results one after the other.

Everything is read in portions, so that a league of a hundred thousand matches takes no more memory than a small one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from scorekeeper.league.evening.kept import write_evening
from scorekeeper.league.files.archive import archive_lines
from scorekeeper.league.results import Result, ending_of, read_result
from scorekeeper.store.leagues.evening.reading import find_run
from scorekeeper.store.leagues.log import nights, seasons
from scorekeeper.store.leagues.log.access import League
from scorekeeper.store.leagues.log.models import LeagueMatchRow
from scorekeeper.store.leagues.log.nights import Night
from scorekeeper.store.leagues.log.seasons import Season
from scorekeeper.store.leagues.matches.listing import LeagueMatch, read_row, select_arrivals, select_matches
from scorekeeper.store.leagues.matches.match_history import read_histories
from scorekeeper.store.leagues.matches.sat_down import list_sat_down_keys
from scorekeeper.store.leagues.matches.scored import who_by_name
from scorekeeper.store.leagues.people import roster
from scorekeeper.store.leagues.people.former_names import read_former_names
from scorekeeper.store.leagues.people.roster import LeaguePlayer
from scorekeeper.store.match import statements
from scorekeeper.store.match.match import Match
from scorekeeper.store.match.models import MatchRow
from scorekeeper.store.match.record.chain import moment
from scorekeeper.store.match.record.past import beginning, event_line, read_words
from scorekeeper.store.match.record.transfer import export_document

PORTION = 100

Line = tuple[str, Mapping[str, Any]]


def export_archive(session: Session, league: League) -> Iterator[str]:
    """The lines of a league's archive (:mod:`scorekeeper.league.files.archive`); of the same league the same bytes."""
    header = {"id": league.public_id, "name": league.name, "rules": league.rules, "access": league.access}
    if league.house:
        header["house"] = league.house
    if league.about:
        header["about"] = league.about
    return archive_lines(header, _records(session, league))


def _records(session: Session, league: League) -> Iterator[Line]:
    for season in reversed(seasons.list_seasons(session, league.id)):
        yield "season", _pick(season, "name", "starts", "ends", "rules")
    former: dict[str, list[str]] = defaultdict(list)
    for key, name in read_former_names(session, league.id):
        former[key].append(name)
    for player in sorted(
        roster.list_players(session, league.id, merged=True), key=lambda listed: listed.number
    ):
        yield "player", _player(player, former[player.key])
    for night in reversed(nights.list_nights(session, league.id)):
        yield "night", _night(night)
    by_name = roster.players_by_name(session, league.id)
    for row, match, history in _add_histories(session, league.id):
        if match is not None:
            sat = (
                list_sat_down_keys(match, who_by_name(session, row, match, by_name))
                if match.has_changes
                else {}
            )
            yield "match", {**_match(row, match), **_given_fields(history=history, sat=sat or None)}
    for portion in _portions(session, league.id):
        matches = [match for _row, match in _add_matches(session, portion) if match is not None]
        words = read_words(session, matches)
        for match in matches:
            yield from (("event", event_line(match, event, words)) for event in match.events)
    for row, match, history in _add_histories(session, league.id):
        if match is None and row.result is not None:
            yield "result", {**_result(row, row.result), **_given_fields(history=history)}
    for night in reversed(nights.list_nights(session, league.id)):
        run = find_run(session, league.id, night)
        if run.evening is not None:
            document = write_evening(run.evening)
            yield "evening", _given_fields(night=night.key, name=run.plan_name, evening=document)


def _player(player: LeaguePlayer, former: list[str]) -> dict[str, Any]:
    former_names = former or None if player.name is not None else None
    guest, away = player.guest or None, player.away or None
    return _pick(player, "name", "number", "merged_into", guest=guest, away=away, former=former_names)


def _night(night: Night) -> dict[str, Any]:
    planned, cancelled, came = night.planned or None, night.cancelled or None, list(night.came) or None
    fields = "date", "season", "place", "starts"
    return _pick(night, *fields, planned=planned, cancelled=cancelled, came=came)


def _pick(row: Season | LeaguePlayer | Night, *names: str, **more: Any) -> dict[str, Any]:
    """The key of a row, these fields of it and ``more``, as far as they say something."""
    fields = row._asdict()
    return _given_fields(id=row.key, **{name: fields[name] for name in names}, **more)


def _place_document(row: LeagueMatch) -> dict[str, Any]:
    """What the league knows of a match besides its document: season, date, series, and how far it is confirmed."""
    return _given_fields(
        id=row.key,
        players=list(row.players),
        people=list(row.people) if row.people else None,
        season=row.season,
        date=row.night,
        series=row.series,
        best_of=row.best_of,
        confirmation=row.confirmation,
        confirmed_seq=row.confirmed_seq,
        agreed=list(row.agreed) or None,
    )


def _match(row: LeagueMatch, match: Match) -> dict[str, Any]:
    return {
        **_place_document(row),
        "opened_at": moment(match.opened_at),
        "document": export_document(match),
        "binned": match.binned,
        **beginning(match),
    }


def _result(row: LeagueMatch, result: Mapping[str, Any]) -> dict[str, Any]:
    outcome = {name: result[name] for name in ("game", "sides", "winners", "totals", "preset", "lowest_wins")}
    outcome |= ending_of(result)
    return {**_place_document(row), **outcome, "moment": moment(row.moment) if row.moment else ""}


def _given_fields(**fields: Any) -> dict[str, Any]:
    """The fields that say something."""
    return {name: value for name, value in fields.items() if value is not None}


def _add_matches(session: Session, portion: list[LeagueMatch]) -> Iterator[tuple[LeagueMatch, Match | None]]:
    ids = [row.match_id for row in portion if row.match_id is not None]
    matches = {match.id: match for match in statements.load_many(session, ids)}
    series = _series(session, portion, matches)
    for row in portion:
        match = matches.get(row.match_id or 0)
        first, best_of = series.get(match.series or 0, (None, None)) if match else (row.series, row.best_of)
        yield row._replace(series=first, best_of=best_of), match


def _series(
    session: Session, portion: list[LeagueMatch], matches: Mapping[int, Match]
) -> dict[int, tuple[str, int | None]]:
    """By the first match of each series: what it is called, and of how many it is the best.

    It is called by that match, or where that is not the league's by the first one that is.
    """
    firsts = {match.series for match in matches.values() if match.series is not None}
    if not firsts:
        return {}
    lead = aliased(MatchRow)
    query = (
        select(MatchRow.series, MatchRow.public_id, lead.best_of)
        .join(lead, lead.id == MatchRow.series)
        .join(LeagueMatchRow, LeagueMatchRow.match_id == MatchRow.id)
        .where(MatchRow.series.in_(firsts), LeagueMatchRow.league_id == portion[0].league_id)
        .where(LeagueMatchRow.out.is_(False))
        .order_by((MatchRow.id == MatchRow.series).desc(), MatchRow.id)
    )
    by_first: dict[int, tuple[str, int | None]] = {}
    for first, public_id, best_of in session.execute(query):
        by_first.setdefault(int(first or 0), (public_id, best_of))
    return by_first


def _add_histories(
    session: Session, league: int
) -> Iterator[tuple[LeagueMatch, Match | None, list[dict[str, Any]] | None]]:
    """The matches, each with what was said of it in the league."""
    for portion in _portions(session, league):
        histories = read_histories(session, league, [row.key for row in portion])
        yield from ((row, match, histories.get(row.key)) for row, match in _add_matches(session, portion))


_ARRIVED = ("came", "id")
_PLAYED = ("night", "dated", "moment", "came", "id")
"""The orders in which matches are read: as they came in, and as they were played."""


def _portions(
    session: Session, league: int, order: Sequence[str] = _ARRIVED, season: str | None = None
) -> Iterator[list[LeagueMatch]]:
    came, row = select_arrivals(league).subquery(), LeagueMatchRow
    columns = {
        "came": func.coalesce(came.c.came, 0),
        "id": row.id,
        "night": row.night,
        "moment": row.moment,
        "dated": row.moment.is_not(None),
    }
    query = select(row.id).outerjoin(came, came.c.subject == row.key)
    query = query.where(
        row.league_id == league, row.out.is_(False), *([row.season == season] if season else ())
    )
    wanted = list(session.execute(query.order_by(*(columns[name] for name in order))).scalars())
    for start in range(0, len(wanted), PORTION):
        ids = wanted[start : start + PORTION]
        by_id = {match.id: match for match in map(read_row, session.execute(select_matches(row.id.in_(ids))))}
        yield [by_id[number] for number in ids if number in by_id]


def export_results(session: Session, league: int, season: str | None = None) -> Iterator[Result]:
    """The results of finished matches as they were played, of one season or of all, players under the keys of today's
    merges.
    """
    into = roster.merged_keys(session, league)
    for portion in _portions(session, league, _PLAYED, season):
        for row in portion:
            if row.result is not None:
                yield read_result(row.result).told_of(into, ended=False)
