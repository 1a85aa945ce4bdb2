"""What the description of the API says of leagues: their addresses, parameters and answers."""

from __future__ import annotations

from typing import Any

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
    "league-events": _make_schema(events=_list(EVENT), next=NUMBER),
}


def _query(name: str, description: str, schema: Schema = TEXT) -> Schema:
    return {"name": name, "in": "query", "description": description, "schema": schema}


LEAGUE = {"name": "public_id", "in": "path", "required": True, "schema": TEXT}
LINK = _query("link", "The token of the league's link, for a league that is open to everyone who has it.")
AFTER = _query("after", "What the part before said in “next”; anything else is refused.")
ADDRESSES: dict[str, tuple[str, str, tuple[Schema, ...]]] = {
    "": ("A league: its rules and seasons", "league", ()),
    "/players": ("The players of a league", "league-players", (AFTER,)),
    "/standings": (
        "The standings of a season, now or after a night",
        "league-standings",
        (
            _query("season", "A season; all time without one."),
            _query("on", "A night: 2026-11-20.", {"type": "string", "format": "date"}),
            AFTER,
        ),
    ),
    "/matches": ("The matches of a league, the latest first", "league-matches", (AFTER,)),
    "/events": ("What happened in a league, from an event on", "league-events", (AFTER,)),
}
"""Below ``/leagues/{public_id}``: what is there, the schema of the answer, and what may be asked for."""
