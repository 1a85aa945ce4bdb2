"""Every page of a league with its address, once for a large league and once for a small one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.orm import Session

from benchmarks.evening import hold_evening
from benchmarks.matches import CIRCLES, NOT_PLAYED, PLAYED, PLAYERS
from scorekeeper.games import GAMES
from scorekeeper.store.accounts import owned_matches, sign_ins
from scorekeeper.store.accounts.models import AccountRow
from scorekeeper.store.clock import now
from scorekeeper.store.leagues.evening.pulse import stream_link_of
from scorekeeper.store.leagues.exchange import sources, uploads
from scorekeeper.store.leagues.log import access, models, nights
from scorekeeper.store.match import ledger
from scorekeeper.store.transactions import begin_write


class Place(NamedTuple):
    """A league whose pages are measured, and the things in its middle that they show."""

    league: str
    copy: str
    """Stands in the names of the circle that is looked at."""
    season: str
    night: str
    middle: int
    seated: int
    """So many players come to the evening of today."""


LARGE = Place("large", "3", "y2021", "2021-06-01", 2500, 120)
SMALL = Place("small", "", "y2020", "2020-02-04", 10, 16)

UPLOAD = str(UUID(int=4 << 76 | 2 << 62))
"""What was handed in to both leagues, and asks who is who."""
HANDED_IN = "date,game,side1,side2,winner\n" + "".join(
    f"2026-11-17,{GAMES[PLAYED].name},Ana Petrova {n} & Goergi Ivanov {n},Thordis {n} & Xabier {n},1\n"
    for n in range(15)
)

PAST = {"season": "{season}", "on": "{night}"}
SHOWN: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    ("the table", "leagues.standings", {}),
    ("the table from its middle", "leagues.standings", {"after": "{middle}"}),
    ("the table of a season", "leagues.standings", {"season": "{season}"}),
    ("the table of all time", "leagues.standings", {"season": ""}),
    ("the table on a past date", "leagues.standings", PAST),
    ("its middle, many of them level", "leagues.standings", {**PAST, "after": "{middle}"}),
    ("its middle after few nights", "leagues.standings", {**PAST, "on": "{year}-02-04", "after": "{middle}"}),
    ("that of all time, its middle", "leagues.standings", {**PAST, "season": "", "after": "{middle}"}),
    ("a row of the table and its matches", "leagues.row", {"unit": "{copy}p3", "season": "{season}"}),
    ("what has changed since the last night", "leagues.changes", {"season": ""}),
    ("what has changed since a past night", "leagues.changes", {"season": "", "since": "{night}"}),
    ("the matches", "leagues.matches", {}),
    ("the matches of a season and game", "leagues.matches", {"season": "{season}", "game": PLAYED}),
    ("the matches of a season that wait", "leagues.matches", {"season": "{season}", "state": "waiting"}),
    ("the corrections that wait", "leagues.matches", {"state": "proposed"}),
    ("the matches of a player", "leagues.matches", {"player": "{copy}p3"}),
    (
        "the matches of a game that is not played",
        "leagues.matches",
        {"season": "{season}", "game": NOT_PLAYED},
    ),
    ("a match", "leagues.match", {"key": "{copy}m50"}),
    ("moving a match", "leagues.move", {"key": "{copy}m50"}),
    ("matches to take in", "leagues.take", {}),
    ("taking a match in", "leagues.take_in", {"match_id": "{match}"}),
    ("starting a match", "leagues.start", {}),
    ("the players", "leagues.players", {}),
    ("the players from the middle", "leagues.players", {"skip": "{middle}"}),
    ("players looked for", "leagues.players", {"q": "petrova"}),
    ("a player", "leagues.player", {"key": "{copy}p3"}),
    ("a player in a season", "leagues.player", {"key": "{copy}p3", "season": "{season}"}),
    ("changing a player", "leagues.edit_player", {"key": "{copy}p3"}),
    ("which of two players remains", "leagues.merge_players", {"key": "{copy}p3", "other": "{copy}p4"}),
    ("rematches that wait", "leagues.rematches", {}),
    ("a new player", "leagues.new_player", {}),
    ("two players", "leagues.pair", {"a": "{copy}p3", "b": "{copy}p4"}),
    ("the nights", "leagues.nights", {}),
    ("a night", "leagues.night", {"date": "{night}"}),
    ("changing a night", "leagues.change_night", {"date": "{night}"}),
    ("who came to a night", "leagues.who_came", {"date": "{night}"}),
    ("planning a night", "leagues.plan", {}),
    ("an evening: the plan", "leagues.plan_evening", {"date": "{today}"}),
    ("an evening: who is here", "leagues.here", {"date": "{today}"}),
    ("an evening: the draw of round 4", "leagues.draw", {"date": "{today}"}),
    ("an evening: its tables and standings", "leagues.rounds", {"date": "{today}"}),
    ("an evening: the board", "leagues.board", {"date": "{today}"}),
    ("an evening: on paper", "leagues.evening_paper", {"date": "{today}"}),
    ("an evening: the end", "leagues.evening_end", {"date": "{today}"}),
    ("an evening: its picture", "leagues.evening_picture", {"date": "{today}"}),
    ("an evening: the result to send", "leagues.evening_result", {"date": "{today}"}),
    ("an evening: the own seat", "leagues.my_seat", {"token": "{token}", "player": "{copy}p3"}),
    ("an evening: how far it is", "leagues.evening_pulse", {"date": "{today}", "token": "{stream}"}),
    ("statistics: a share", "leagues.statistics", {"measure": "wins", "season": "{season}"}),
    ("statistics: a mean", "leagues.statistics", {"measure": "place", "season": ""}),
    ("statistics: a number", "leagues.statistics", {"measure": "shared_wins", "season": ""}),
    ("statistics: pairs", "leagues.statistics", {"measure": "won_together", "about": "pair", "season": ""}),
    ("statistics of a game", "leagues.statistics", {"measure": "difference", "game": PLAYED, "season": ""}),
    ("the cross table", "leagues.cross_table", {"season": ""}),
    ("ratings", "leagues.ratings", {}),
    ("ratings in a game", "leagues.ratings", {"game": PLAYED}),
    ("records", "leagues.records", {"season": "{season}"}),
    ("the book of a year", "leagues.yearbook", {"year": "{year}"}),
    ("the seasons", "leagues.seasons", {}),
    ("a new season", "leagues.new_season", {}),
    ("changing a season", "leagues.change_season", {"key": "{season}"}),
    ("the rules of a season", "leagues.season_rules", {"key": "{season}"}),
    ("more", "leagues.more", {}),
    ("settings", "leagues.settings", {}),
    ("rules", "leagues.rules", {}),
    ("members", "leagues.members", {}),
    ("an invitation", "leagues.invite", {"player": "{copy}p3"}),
    ("what can be taken along", "leagues.export", {}),
    ("what came in", "leagues.imports", {}),
    ("who is who in what was handed in", "leagues.upload", {"key": UPLOAD.replace("-", "")}),
    ("old notebooks", "leagues.paper", {}),
    ("what was taken out", "leagues.taken_out", {}),
    ("JSON: the league", "league_api.league", {}),
    ("JSON: the players", "league_api.league_players", {}),
    ("JSON: the standings", "league_api.league_standings", {}),
    ("JSON: the standings on a past date", "league_api.league_standings", PAST),
    ("JSON: the matches", "league_api.league_matches", {}),
    ("JSON: the ratings", "league_api.league_ratings", {}),
    ("JSON: the statistics", "league_api.league_statistics", {}),
    ("JSON: the nights", "league_api.league_nights", {}),
    ("JSON: the rounds of an evening", "league_api.league_rounds", {"date": "{today}"}),
    ("in a frame of another site", "leagues.embed", {}),
    ("JSON: the events", "league_api.league_events", {}),
)
"""What it is called, its endpoint, and what it is asked for."""


class Way(NamedTuple):
    """A way to count, what it is called, and the pages that are others by it (none named: all are looked at)."""

    rules: Mapping[str, Any]
    label: str = ""
    pages: tuple[str, ...] = ()


OF_TABLES = (
    "the table",
    "the table of all time",
    "the table on a past date",
    "its middle, many of them level",
    "its middle after few nights",
    "that of all time, its middle",
    "a row of the table and its matches",
    "what has changed since the last night",
    "what has changed since a past night",
)
WAYS = {
    "": Way({}),
    "nights": Way({"best_nights": 10}, ", by best nights", OF_TABLES),
    "ratings": Way({"counting": "rating"}, ", by ratings", OF_TABLES),
}

NOT_MEASURED = {
    "leagues.index": "of no league",
    "leagues.new": "of no league",
    "leagues.join": "of no league",
    "leagues.link": "leads to the table",
    "leagues.again": "of one result that was taken out",
    "leagues.correct": "of one result",
    "leagues.template": "an empty file",
    "leagues.template_workbook": "the same",
    "leagues.standings_sheet": "every row there is",
    "leagues.archive": "everything there is",
    "leagues.spreadsheet": "everything there is",
    "leagues.standings_workbook": "every row there is",
    "leagues.workbook": "everything there is",
    "leagues.calendar": "every night there is",
    "leagues.calendar_by_link": "every night there is",
    "leagues.taken": "of what came in together",
    "leagues.claims": "of at most 96 players",
    **{
        f"leagues.{page}": "of one table, one player or one code"
        for page in [
            "run",
            "here_player",
            "substitute",
            "evening_table",
            "table_codes",
            "table_qr",
            "at_table",
            "tonight",
            "tonight_qr",
        ]
    },
}
"""Addresses that are no pages of a league, or files that are meant to hold all of it."""


def owner(session: Session, leagues: list[int]) -> tuple[str, str]:
    """An account that owns these leagues, with a match that may be taken in: its cookie, and the match's address."""
    begin_write(session)
    values = {"name": "keeper", "name_key": "keeper", "handle": "keeper", "codes_round": 0, "made_at": now()}
    account = session.execute(insert(AccountRow).values(**values).returning(AccountRow.id)).scalar_one()
    session.execute(
        insert(models.LeagueRoleRow),
        [
            {"league_id": league, "account_id": account, "role": "owner", "touched": 1, "at": now()}
            for league in leagues
        ],
    )
    session.commit()
    for league in leagues:
        theirs = access.find_access_by_id(session, league, access.Who(account, None))
        assert theirs is not None
        uploads.receive_upload(session, theirs, uuid=UPLOAD, kind=sources.PAPER, body=HANDED_IN.encode())
        for place in (LARGE, SMALL):
            if theirs.league.public_id == place.league:
                hold_evening(session, theirs, list_seated(place))
    match = ledger.open_match(
        session,
        game=PLAYED,
        rules={},
        names=["Ana Petrova", "Goergi Ivanov", "Thordis", "Xabier"],
        first_dealer=0,
        uuid=str(uuid4()),
        device=None,
    )
    owned_matches.adopt(session, account, match.public_id)
    return sign_ins.begin(session, account, how="password", words="make bench"), match.public_id


def list_seated(place: Place) -> list[str]:
    """Who comes to the evening; a circle of the large league has a hundred players."""
    places = (divmod(number, PLAYERS // CIRCLES) for number in range(place.seated))
    return [f"{int(place.copy) + circle if place.copy else ''}p{number}" for circle, number in places]


def addresses(app: Any, match: str, way: str = "") -> Iterator[tuple[str, str, str]]:
    """Every page: its name, and its address in the large and in the small league that count in this way."""
    only = WAYS[way].pages
    with app.test_request_context():
        from flask import url_for

        evenings = {place: _name_evening(place) for place in (LARGE, SMALL)}
        for label, endpoint, asked in SHOWN:
            if label in only or not only:
                yield (
                    label,
                    *(
                        url_for(
                            endpoint,
                            **_name_place(place, asked, {"match": match, **evenings[place]}),
                            public_id=f"{place.league}{way}",
                        )
                        for place in (LARGE, SMALL)
                    ),
                )


def _name_evening(place: Place) -> dict[str, str]:
    """The date of the evening, and the unguessable parts of its links, for those who play and for pages that follow."""
    from scorekeeper.web.match.links import key
    from scorekeeper.web.site.database import session

    admitted = access.find_access(session(), place.league, access.Who(None, None))
    assert admitted is not None
    today = nights.tonight(admitted.league)
    return {
        "today": today,
        "stream": stream_link_of(key(), admitted.league, today),
        "token": access.place_link_of(key(), admitted.league, access.TONIGHT),
    }


def _name_place(place: Place, asked: Mapping[str, str], more: Mapping[str, str]) -> dict[str, str]:
    values = {**place._asdict(), "year": place.season[1:], **more}
    return {name: value.format(**values) for name, value in asked.items()}
