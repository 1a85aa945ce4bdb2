"""What the description of the API says of leagues: their addresses, parameters and answers."""

from __future__ import annotations

from scorekeeper.core.scoring.statistics import COUNT, MEAN, SHARE
from scorekeeper.games import GAMES
from scorekeeper.league.evening.standings import AWAY, PLAYED, RESTED, WAITING
from scorekeeper.league.measures import PAIR
from scorekeeper.league.measures import PLAYER as ONE_PLAYER
from scorekeeper.web.api.schema import (
    FLAG,
    MAYBE_NUMBER,
    MAYBE_TEXT,
    NUMBER,
    OBJECT,
    TEXT,
    Schema,
    list_of,
    object_of,
)

FRACTION = {"type": "number", "description": "The number that the text beside it writes, unrounded."}
SEASON = object_of(season=TEXT, name=TEXT, starts=MAYBE_TEXT, ends=MAYBE_TEXT)
PLAYER = object_of(player=TEXT, name=MAYBE_TEXT, number=NUMBER, guest=FLAG)
ROW = object_of(
    position=NUMBER,
    rank=MAYBE_NUMBER,
    players=list_of(TEXT),
    value=TEXT,
    value_value=FRACTION,
    matches=NUMBER,
    points=TEXT,
    points_value=FRACTION,
    wins=TEXT,
    wins_value=FRACTION,
    written=NUMBER,
    difference=NUMBER,
    text=TEXT,
)
MATCH = object_of(
    match=TEXT,
    night=TEXT,
    season=MAYBE_TEXT,
    game=TEXT,
    players=list_of(TEXT),
    sides=list_of(list_of(NUMBER)),
    totals=list_of(NUMBER),
    winners=list_of(NUMBER),
    placements=list_of(NUMBER),
    status=MAYBE_TEXT,
    state=TEXT,
    why_not=MAYBE_TEXT,
)
RATING = object_of(
    player=TEXT,
    rating=NUMBER,
    highest=NUMBER,
    mu=FRACTION,
    sigma=FRACTION,
    matches=NUMBER,
    night=TEXT,
    provisional=FLAG,
    inactive=FLAG,
)
LEVEL = object_of(players=list_of(TEXT), got=NUMBER, of=NUMBER, below=FLAG)
NIGHT = object_of(
    night=TEXT,
    season=MAYBE_TEXT,
    place=MAYBE_TEXT,
    starts=MAYBE_TEXT,
    planned=FLAG,
    cancelled=FLAG,
    came=list_of(TEXT),
)
TABLE = object_of(
    table=NUMBER,
    match=TEXT,
    sides=list_of(list_of(TEXT)),
    totals=list_of(NUMBER),
    placements=list_of(NUMBER),
    won=MAYBE_NUMBER,
    void=FLAG,
)
ROUND = object_of(round=NUMBER, tables=list_of(TABLE), resting=list_of(TEXT))
AMOUNTS = {
    "points": TEXT,
    "points_value": FRACTION,
    "difference": TEXT,
    "difference_value": FRACTION,
    "wins": TEXT,
    "wins_value": FRACTION,
}
CELL = object_of(state={"enum": [PLAYED, RESTED, AWAY, WAITING]}, **AMOUNTS)
EVENING_ROW = object_of(place=NUMBER, players=list_of(TEXT), by=TEXT, **AMOUNTS, rounds=list_of(CELL))
EVENT = object_of(seq=NUMBER, event=TEXT, subject=MAYBE_TEXT, at=TEXT, body=OBJECT)
SCHEMAS: dict[str, Schema] = {
    "league": object_of(
        league=TEXT,
        name=TEXT,
        about=MAYBE_TEXT,
        access={"enum": ["public", "link", "private"]},
        seq=NUMBER,
        updating=FLAG,
        rules=OBJECT,
        seasons=list_of(SEASON),
    ),
    "league-players": object_of(players=list_of(PLAYER), next=MAYBE_NUMBER),
    "league-standings": object_of(season=MAYBE_TEXT, on=MAYBE_TEXT, rows=list_of(ROW), next=MAYBE_TEXT),
    "league-matches": object_of(matches=list_of(MATCH), next=MAYBE_TEXT),
    "league-ratings": object_of(game=MAYBE_TEXT, rows=list_of(RATING), next=MAYBE_TEXT),
    "league-statistics": object_of(
        season=MAYBE_TEXT,
        game=MAYBE_TEXT,
        about={"enum": [ONE_PLAYER, PAIR]},
        measure=TEXT,
        kind={"enum": [COUNT, SHARE, MEAN]},
        text=TEXT,
        measures=list_of(TEXT),
        league=list_of(NUMBER),
        rows=list_of(LEVEL),
        next=MAYBE_TEXT,
    ),
    "league-nights": object_of(nights=list_of(NIGHT), next=MAYBE_NUMBER),
    "league-rounds": object_of(
        night=TEXT, closed=FLAG, rounds=list_of(ROUND), standings=list_of(EVENING_ROW)
    ),
    "league-events": object_of(events=list_of(EVENT), next=NUMBER),
}


def _query(name: str, description: str, schema: Schema = TEXT) -> Schema:
    return {"name": name, "in": "query", "description": description, "schema": schema}


LEAGUE = {"name": "public_id", "in": "path", "required": True, "schema": TEXT}
LINK = _query("link", "The token of the league's link, for a league that is open to everyone who has it.")
AFTER = _query("after", "What the part before said in “next”; anything else is refused.")
SEASON_ASKED = _query("season", "A season; all time without one.")
GAME = _query("game", "A game; all of them together without one.", {"type": "string", "enum": list(GAMES)})
DATE = {**LEAGUE, "name": "date", "schema": {"type": "string", "format": "date"}}
ADDRESSES: dict[str, tuple[str, str, tuple[Schema, ...]]] = {
    "": ("A league: its rules and seasons", "league", ()),
    "/players": ("The players of a league", "league-players", (AFTER,)),
    "/standings": (
        "The standings of a season, now or after a night",
        "league-standings",
        (SEASON_ASKED, _query("on", "A night: 2026-11-20.", {"type": "string", "format": "date"}), AFTER),
    ),
    "/matches": ("The matches of a league, the latest first", "league-matches", (AFTER,)),
    "/ratings": ("The ratings of a league, best first", "league-ratings", (GAME, AFTER)),
    "/statistics": (
        "One measure of every player or pair of a league",
        "league-statistics",
        (
            _query("measure", "One of “measures” of the answer; wins without one."),
            _query("about", "“pair” for pairs; players without it.", {"enum": [ONE_PLAYER, PAIR]}),
            SEASON_ASKED,
            GAME,
            AFTER,
        ),
    ),
    "/nights": ("The nights of a league, the latest first", "league-nights", (AFTER,)),
    "/nights/{date}/rounds": ("The rounds and standings of an evening", "league-rounds", (DATE,)),
    "/events": ("What happened in a league, from an event on", "league-events", (AFTER,)),
}
"""Below ``/leagues/{public_id}``: what is there, the schema of the answer, and what may be asked for."""
