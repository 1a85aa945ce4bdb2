"""What the description of the API says of leagues: their addresses, parameters and answers."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.scoring.statistics import COUNT, MEAN, SHARE
from scorekeeper.games import GAMES
from scorekeeper.league.evening.standings import AWAY, PLAYED, RESTED, WAITING
from scorekeeper.league.measures import PAIR
from scorekeeper.league.measures import PLAYER as ONE_PLAYER

Schema = dict[str, Any]

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
FRACTION = {"type": "number", "description": "The number that the text beside it writes, unrounded."}
MAYBE_TEXT, MAYBE_NUMBER = {"type": ["string", "null"]}, {"type": ["integer", "null"]}
OBJECT: Schema = {"type": "object"}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _make_schema(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}


SEASON = _make_schema(season=TEXT, name=TEXT, starts=MAYBE_TEXT, ends=MAYBE_TEXT)
PLAYER = _make_schema(player=TEXT, name=MAYBE_TEXT, number=NUMBER, guest=FLAG)
ROW = _make_schema(
    position=NUMBER,
    rank=MAYBE_NUMBER,
    players=_list(TEXT),
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
MATCH = _make_schema(
    match=TEXT,
    night=TEXT,
    season=MAYBE_TEXT,
    game=TEXT,
    players=_list(TEXT),
    sides=_list(_list(NUMBER)),
    totals=_list(NUMBER),
    winners=_list(NUMBER),
    placements=_list(NUMBER),
    status=MAYBE_TEXT,
    state=TEXT,
    why_not=MAYBE_TEXT,
)
RATING = _make_schema(
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
LEVEL = _make_schema(players=_list(TEXT), got=NUMBER, of=NUMBER, below=FLAG)
NIGHT = _make_schema(
    night=TEXT,
    season=MAYBE_TEXT,
    place=MAYBE_TEXT,
    starts=MAYBE_TEXT,
    planned=FLAG,
    cancelled=FLAG,
    came=_list(TEXT),
)
TABLE = _make_schema(
    table=NUMBER,
    match=TEXT,
    sides=_list(_list(TEXT)),
    totals=_list(NUMBER),
    placements=_list(NUMBER),
    won=MAYBE_NUMBER,
    void=FLAG,
)
ROUND = _make_schema(round=NUMBER, tables=_list(TABLE), resting=_list(TEXT))
AMOUNTS = {
    "points": TEXT,
    "points_value": FRACTION,
    "difference": TEXT,
    "difference_value": FRACTION,
    "wins": TEXT,
    "wins_value": FRACTION,
}
CELL = _make_schema(state={"enum": [PLAYED, RESTED, AWAY, WAITING]}, **AMOUNTS)
EVENING_ROW = _make_schema(place=NUMBER, players=_list(TEXT), by=TEXT, **AMOUNTS, rounds=_list(CELL))
EVENT = _make_schema(seq=NUMBER, event=TEXT, subject=MAYBE_TEXT, at=TEXT, body=OBJECT)
SCHEMAS: dict[str, Schema] = {
    "league": _make_schema(
        league=TEXT,
        name=TEXT,
        about=MAYBE_TEXT,
        access={"enum": ["public", "link", "private"]},
        seq=NUMBER,
        updating=FLAG,
        rules=OBJECT,
        seasons=_list(SEASON),
    ),
    "league-players": _make_schema(players=_list(PLAYER), next=MAYBE_NUMBER),
    "league-standings": _make_schema(season=MAYBE_TEXT, on=MAYBE_TEXT, rows=_list(ROW), next=MAYBE_TEXT),
    "league-matches": _make_schema(matches=_list(MATCH), next=MAYBE_TEXT),
    "league-ratings": _make_schema(game=MAYBE_TEXT, rows=_list(RATING), next=MAYBE_TEXT),
    "league-statistics": _make_schema(
        season=MAYBE_TEXT,
        game=MAYBE_TEXT,
        about={"enum": [ONE_PLAYER, PAIR]},
        measure=TEXT,
        kind={"enum": [COUNT, SHARE, MEAN]},
        text=TEXT,
        measures=_list(TEXT),
        rows=_list(LEVEL),
        next=MAYBE_TEXT,
    ),
    "league-nights": _make_schema(nights=_list(NIGHT), next=MAYBE_NUMBER),
    "league-rounds": _make_schema(night=TEXT, closed=FLAG, rounds=_list(ROUND), standings=_list(EVENING_ROW)),
    "league-events": _make_schema(events=_list(EVENT), next=NUMBER),
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
