"""The schema of 1.0. A database of 0018, the last one before, keeps its facts; its figures are derived anew."""

from __future__ import annotations

import re
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0100"
down_revision = None
branch_labels = None
depends_on = None

LEFT_BEHIND = (
    *("taken", "played", "given", "share", "tally", "meeting", "standing", "sum", "effect", "rating"),
    *("form", "record", "year", "alike", "checkpoint", "model"),
)
"""A league's derived tables at 0018."""

FACTS = """
account: id number key, name text(60), name_key text(200) unique, handle text(43) unique, password text null,
  codes_round integer, made_at moment
attempt: kind text(20) key, who text(43) key, level float, at float
device: id text(43) key, label text(60) null, last_seen moment
emptied: id number key, public_id text(12) unique, generation_owner integer, generation_score integer,
  generation_watch integer, opened_at moment, emptied_at moment, begun json null
forgotten: id number key, kind text(10), place text(12), who text(43), unique(kind place who)
kept_ruling: id text(22) key, packed json, at moment
league: id number key, public_id text(12) unique, name text(60), about text null, seq integer, rules json,
  rules_seq integer, access text(10) index, generation_link integer, derived_seq integer, made_at moment,
  changed_at moment, binned_at moment null
match: id number key, public_id text(12) unique, game text(20), seq integer, pulse integer =0,
  generation_owner integer, generation_score integer, generation_watch integer,
  series number >match index null, best_of small null, device_id text(43) null, opened_at moment,
  changed_at moment, binned_at moment null, summary json null, begun json null
player: id number key
setting: name text(40) key, value text
account_match: account_id number key >account:cascade, match_id number key >match index, generation integer,
  at moment
device_match: device_id text(43) key >device:cascade, match_id number key >match index, capability text(5),
  at moment, ix_device_match_device_id_at(device_id at)
draft_part: match_id number key >match, draft text(36) key, name text(40) key, version integer, value json,
  device_id text(43) null, seat small null, at moment
emptied_event: id number key, emptied_id number >emptied, seq integer, uuid text(36) unique, at moment,
  content text(64) null, chain text(64) null, unique(emptied_id seq)
event: id number key, match_id number >match, seq integer, uuid text(36) unique, kind text(20), body json,
  device_id text(43) null, seat small null, at moment, received moment null, content text(64) null,
  chain text(64) null, unique(match_id seq)
free_text: id number key, match_id number >match index, text text null, salt text(32) with:text null,
  seal text(64) null
holder: id number key, match_id number >match index, device_id text(43), seat small null, name text(60) null,
  seq integer =0, since moment
league_device: league_id number key >league, device_id text(43) key >device:cascade index, generation integer,
  at moment
league_event: id number key, league_id number >league, seq integer, uuid text(36) unique, kind text(20),
  subject text(40) null, body json, account_id number >account:set-null index null, device_id text(43) null,
  at moment, unique(league_id seq), ix_league_event_league_id_subject(league_id subject)
league_import: id number key, league_id number >league, key text(40), kind text(20),
  account_id number >account:set-null index null, at moment, undone_at moment null, unique(league_id key)
league_invitation: id number key, digest text(43) unique, league_id number >league index, role text(10),
  player text(40) null, uses_left integer null, made_by number >account:set-null index null, made_at moment,
  expires_at moment, revoked_at moment null
league_lease: league_id number key >league, holder text(36), until moment
league_match: id number key, league_id number >league, key text(40), match_id number >match unique null,
  season text(40) null, night text(10), moment moment null, players json, people json null, game text(20),
  series text(40) null, best_of small null, confirmation text(10), confirmed_seq integer null, agreed json,
  out boolean, imported text(40) index null, touched integer, made_at moment, status text(10) null,
  result json null, seen_seq integer, dirty boolean, unique(league_id key),
  ix_league_match_league_id_confirmation(league_id confirmation),
  ix_league_match_league_id_dirty(league_id dirty), ix_league_match_league_id_night_key(league_id night key),
  ix_league_match_league_id_season(league_id season)
league_night: id number key, league_id number >league, key text(40), date text(10), season text(40) null,
  place text(120) null, starts text(5) null, planned boolean, cancelled boolean, came json,
  imported text(40) null, touched integer, made_at moment, unique(league_id key), unique(league_id date)
league_player: id number key, league_id number >league, key text(40), number integer, name text(60) null,
  name_key text(200) null, account_id number >account:set-null index null, merged_into text(40) null,
  guest boolean, imported text(40) null, touched integer, made_at moment, unique(league_id key),
  ix_league_player_league_id_name_key(league_id name_key)
league_revision: id number key, league_id number >league, at moment, match plain(40), kind text(10),
  late boolean, before json, after json, ratings json null, ix_league_revision_at(league_id at),
  ix_league_revision_match(league_id match)
league_role: league_id number key >league, account_id number key >account:cascade index, role text(10),
  touched integer, at moment
league_season: id number key, league_id number >league, key text(40), name text(60), starts text(10) null,
  ends text(10) null, rules json null, rules_seq integer, imported text(40) null, touched integer,
  made_at moment, unique(league_id key)
league_text: id number key, league_id number >league index, text text null
league_upload: id number key, league_id number >league, key text(40), kind text(20),
  account_id number >account:set-null index null, state text(10), plan json, problems json, items bytes,
  done integer, total integer, at moment, unique(league_id key)
offer: match_id number key >match, uuid text(36), rules json, why text null, device_id text(43) null,
  confirmed json, at moment
origin: match_id number key >match, public_id text(12) key, seq integer, at moment, address text(200) null,
  theirs text null
passkey: id number key, account_id number >account:cascade index, credential text(1400) unique,
  public_key bytes, sign_count big, host text(255), words text(60), made_at moment, used_at moment null
player_name: id number key, player_id number >player index, name text(60) null, at moment,
  salt text(32) with:name null, seal text(64) null
recovery_code: id number key, account_id number >account:cascade index, digest text(43)
sign_in: id number key, account_id number >account:cascade index, digest text(43) unique, words text(60),
  how text(10), made_at moment, seen_at moment, confirmed_at moment null
ticket: digest text(43) key, kind text(10), account_id number >account:cascade index null, expires_at moment
league_seat: league_match_id number key >league_match:cascade, place small key, league_id number >league,
  player text(40), ix_league_seat_league_id_player(league_id player)
"""
"""A table and its columns: name, type, and what else is so. Text of the type ``plain`` is ordered byte by byte.

``key``: a part of the primary key; ``>match``: refers to a match, and goes with it (``:cascade``) or becomes null
(``:set-null``); ``=0``: 0 by default; ``with:text``: null where ``text`` is. A name with columns in brackets is an
index. A table that is ``slim`` has no numbers of rows in SQLite.
"""
FIGURES = """
league_model: id number key, league_id number >league index, current boolean, retired boolean,
  edition integer, rules json, version integer, cursor big null, recompute_from plain(90) null, moved json,
  done integer, total integer, names text(60), changed_at moment
league_alike: model_id number key >league_model, one plain(40) key, other plain(40) key, near small
league_meeting slim: model_id number key >league_model, scope plain(40) key, unit plain(700) key,
  rival plain(700) key, position plain(90) key, met small, won big
league_played slim: model_id number key >league_model, player plain(40) key, pool plain(40) key,
  position plain(90) key, seat small key, match plain(40), kind text(8), mu float null, sigma float null,
  matches integer null, shown integer null, expected small null
league_record slim: model_id number key >league_model, game plain(40) key, kind plain(20) key, low big key,
  match plain(40) key, unit plain(700) key, value big, season plain(40), night plain(10)
league_share slim: model_id number key >league_model, scope plain(40) key, unit plain(700) key,
  night plain(10) key, position plain(90) key, number small key, points big, wins big, written big,
  difference big, source plain(41)
league_sum slim: model_id number key >league_model, about plain(8) key, measure plain(60) key,
  who plain(90) key, season plain(40) key, game plain(40) key, got big, out_of big
league_taken: model_id number key >league_model, match plain(40) key, position plain(90), season plain(40),
  game plain(40), night text(10), series plain(40) null, state text(10), counted boolean, facts json,
  observed bytes null, ix_league_taken_game(model_id game position), ix_league_taken_order(model_id position),
  ix_league_taken_season(model_id season position), ix_league_taken_series(model_id series),
  ix_league_taken_state(model_id state position)
"""

TYPES = {
    "number": sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
    "big": sa.BigInteger(),
    "small": sa.SmallInteger(),
    "integer": sa.Integer(),
    "float": sa.Float(),
    "boolean": sa.Boolean(),
    "moment": sa.DateTime(timezone=True),
    "json": sa.JSON(),
    "text": sa.Text(),
    "bytes": sa.LargeBinary(),
}
BRACKETS = re.compile(r"(\w+)\((.*)\)")


def upgrade() -> None:
    if sa.inspect(op.get_bind()).has_table("match"):
        for table in LEFT_BEHIND:
            op.drop_table(f"league_{table}")
        op.execute("DELETE FROM league_lease")
        op.execute("UPDATE league SET derived_seq = 0")
    else:
        create_facts()
    create_figures()


def create_facts() -> None:
    create_tables(FACTS)
    op.create_index(
        "ix_league_match_out",
        "league_match",
        ["league_id", "touched"],
        sqlite_where=sa.text("out IS 1"),
        postgresql_where=sa.text("out IS true"),
    )


def create_figures() -> None:
    create_tables(FIGURES)


def create_tables(listing: str) -> None:
    for table in re.split(r"\n(?=\w)", listing.strip()):
        head, columns = table.split(": ", 1)
        name, *slim = head.split()
        parts: list[Any] = []
        indexes = []
        for part in re.split(r",\s+", columns):
            listed = BRACKETS.fullmatch(part)
            if listed is None:
                parts.append(read_column(*part.split()))
            elif listed[1] == "unique":
                parts.append(sa.UniqueConstraint(*listed[2].split()))
            else:
                indexes.append((listed[1], name, listed[2].split()))
        op.create_table(name, *parts, **({"sqlite_with_rowid": False} if slim else {}))
        for index in indexes:
            op.create_index(*index)


def read_column(name: str, kind: str, *marks: str) -> sa.Column[Any]:
    more: list[Any] = []
    options: dict[str, Any] = {"primary_key": "key" in marks, "nullable": "null" in marks}
    options |= {mark: True for mark in ("unique", "index") if mark in marks}
    for mark in marks:
        if mark.startswith(">"):
            table, _, action = mark[1:].partition(":")
            more.append(sa.ForeignKey(f"{table}.id", ondelete=action.upper().replace("-", " ") or None))
        elif mark.startswith("with:"):
            more.append(sa.CheckConstraint(f"{name} IS NULL OR {mark[5:]} IS NOT NULL"))
        elif mark.startswith("="):
            options["server_default"] = mark[1:]
    return sa.Column(name, read_type(kind), *more, **options)


def read_type(kind: str) -> Any:
    sized = BRACKETS.fullmatch(kind)
    if sized is None:
        return TYPES[kind]
    length = int(sized[2])
    if sized[1] == "text":
        return sa.String(length)
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")
