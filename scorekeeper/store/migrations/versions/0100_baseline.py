"""The schema of 1.0. A database of 0018, the last one before, keeps its facts; its figures are derived anew."""

from __future__ import annotations

from functools import partial
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
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT, JSON, JSON_OR_NULL = sa.DateTime(timezone=True), sa.JSON(), sa.JSON(none_as_null=True)
BIG, SMALL, INTEGER, FLOAT = sa.BigInteger(), sa.SmallInteger(), sa.Integer(), sa.Float()
BOOLEAN, DATE, TEXT, BYTES = sa.Boolean(), sa.Date(), sa.Text(), sa.LargeBinary()
SLIM = {"sqlite_with_rowid": False}
column: Any = partial(sa.Column, nullable=False)
text: Any = sa.String
of: Any = sa.ForeignKey


def plain(length: int) -> Any:
    """Text ordered byte by byte."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


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
    op.create_table(
        "account",
        column("id", NUMBER, primary_key=True),
        column("name", text(60)),
        column("name_key", text(200), unique=True),
        column("handle", text(43), unique=True),
        column("password", TEXT, nullable=True),
        column("codes_round", INTEGER),
        column("made_at", MOMENT),
    )
    op.create_table(
        "attempt",
        column("kind", text(20), primary_key=True),
        column("who", text(43), primary_key=True),
        column("level", FLOAT),
        column("at", FLOAT),
    )
    op.create_table(
        "device",
        column("id", text(43), primary_key=True),
        column("label", text(60), nullable=True),
        column("last_seen", MOMENT),
    )
    op.create_table(
        "emptied",
        column("id", NUMBER, primary_key=True),
        column("public_id", text(12), unique=True),
        column("generation_owner", INTEGER),
        column("generation_score", INTEGER),
        column("generation_watch", INTEGER),
        column("opened_at", MOMENT),
        column("emptied_at", MOMENT),
        column("begun", JSON_OR_NULL, nullable=True),
    )
    op.create_table(
        "forgotten",
        column("id", NUMBER, primary_key=True),
        column("kind", text(10)),
        column("place", text(12)),
        column("who", text(43)),
        sa.UniqueConstraint("kind", "place", "who"),
    )
    op.create_table(
        "kept_ruling", column("id", text(22), primary_key=True), column("packed", JSON), column("at", MOMENT)
    )
    op.create_table(
        "league",
        column("id", NUMBER, primary_key=True),
        column("public_id", text(12), unique=True),
        column("name", text(60)),
        column("about", TEXT, nullable=True),
        column("seq", INTEGER),
        column("rules", JSON),
        column("rules_seq", INTEGER),
        column("access", text(10), index=True),
        column("generation_link", INTEGER),
        column("derived_seq", INTEGER),
        column("made_at", MOMENT),
        column("changed_at", MOMENT),
        column("binned_at", MOMENT, nullable=True),
    )
    op.create_table(
        "match",
        column("id", NUMBER, primary_key=True),
        column("public_id", text(12), unique=True),
        column("game", text(20)),
        column("seq", INTEGER),
        column("pulse", INTEGER, server_default="0"),
        column("generation_owner", INTEGER),
        column("generation_score", INTEGER),
        column("generation_watch", INTEGER),
        column("series", NUMBER, of("match.id"), index=True, nullable=True),
        column("best_of", SMALL, nullable=True),
        column("device_id", text(43), nullable=True),
        column("opened_at", MOMENT),
        column("changed_at", MOMENT),
        column("binned_at", MOMENT, nullable=True),
        column("summary", JSON_OR_NULL, nullable=True),
        column("begun", JSON_OR_NULL, nullable=True),
    )
    op.create_table("player", column("id", NUMBER, primary_key=True))
    op.create_table("setting", column("name", text(40), primary_key=True), column("value", TEXT))
    op.create_table(
        "account_match",
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), primary_key=True),
        column("match_id", NUMBER, of("match.id"), primary_key=True, index=True),
        column("generation", INTEGER),
        column("at", MOMENT),
    )
    op.create_table(
        "device_match",
        column("device_id", text(43), of("device.id", ondelete="CASCADE"), primary_key=True),
        column("match_id", NUMBER, of("match.id"), primary_key=True, index=True),
        column("capability", text(5)),
        column("at", MOMENT),
    )
    op.create_index("ix_device_match_device_id_at", "device_match", ["device_id", "at"])
    op.create_table(
        "draft_part",
        column("match_id", NUMBER, of("match.id"), primary_key=True),
        column("draft", text(36), primary_key=True),
        column("name", text(40), primary_key=True),
        column("version", INTEGER),
        column("value", JSON),
        column("device_id", text(43), nullable=True),
        column("seat", SMALL, nullable=True),
        column("at", MOMENT),
    )
    op.create_table(
        "emptied_event",
        column("id", NUMBER, primary_key=True),
        column("emptied_id", NUMBER, of("emptied.id")),
        column("seq", INTEGER),
        column("uuid", text(36), unique=True),
        column("at", MOMENT),
        column("content", text(64), nullable=True),
        column("chain", text(64), nullable=True),
        sa.UniqueConstraint("emptied_id", "seq"),
    )
    op.create_table(
        "event",
        column("id", NUMBER, primary_key=True),
        column("match_id", NUMBER, of("match.id")),
        column("seq", INTEGER),
        column("uuid", text(36), unique=True),
        column("kind", text(20)),
        column("body", JSON),
        column("device_id", text(43), nullable=True),
        column("seat", SMALL, nullable=True),
        column("at", MOMENT),
        column("received", MOMENT, nullable=True),
        column("content", text(64), nullable=True),
        column("chain", text(64), nullable=True),
        sa.UniqueConstraint("match_id", "seq"),
    )
    op.create_table(
        "free_text",
        column("id", NUMBER, primary_key=True),
        column("match_id", NUMBER, of("match.id"), index=True),
        column("text", TEXT, nullable=True),
        column("salt", text(32), sa.CheckConstraint("salt IS NULL OR text IS NOT NULL"), nullable=True),
        column("seal", text(64), nullable=True),
    )
    op.create_table(
        "holder",
        column("id", NUMBER, primary_key=True),
        column("match_id", NUMBER, of("match.id"), index=True),
        column("device_id", text(43)),
        column("seat", SMALL, nullable=True),
        column("name", text(60), nullable=True),
        column("seq", INTEGER, server_default="0"),
        column("since", MOMENT),
    )
    op.create_table(
        "league_device",
        column("league_id", NUMBER, of("league.id"), primary_key=True),
        column("device_id", text(43), of("device.id", ondelete="CASCADE"), primary_key=True, index=True),
        column("generation", INTEGER),
        column("at", MOMENT),
    )
    op.create_table(
        "league_event",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("seq", INTEGER),
        column("uuid", text(36), unique=True),
        column("kind", text(20)),
        column("subject", text(40), nullable=True),
        column("body", JSON),
        column("account_id", NUMBER, of("account.id", ondelete="SET NULL"), index=True, nullable=True),
        column("device_id", text(43), nullable=True),
        column("at", MOMENT),
        sa.UniqueConstraint("league_id", "seq"),
    )
    op.create_index("ix_league_event_league_id_subject", "league_event", ["league_id", "subject"])
    op.create_table(
        "league_import",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("kind", text(20)),
        column("account_id", NUMBER, of("account.id", ondelete="SET NULL"), index=True, nullable=True),
        column("at", MOMENT),
        column("undone_at", MOMENT, nullable=True),
        sa.UniqueConstraint("league_id", "key"),
    )
    op.create_table(
        "league_invitation",
        column("id", NUMBER, primary_key=True),
        column("digest", text(43), unique=True),
        column("league_id", NUMBER, of("league.id"), index=True),
        column("role", text(10)),
        column("player", text(40), nullable=True),
        column("uses_left", INTEGER, nullable=True),
        column("made_by", NUMBER, of("account.id", ondelete="SET NULL"), index=True, nullable=True),
        column("made_at", MOMENT),
        column("expires_at", MOMENT),
        column("revoked_at", MOMENT, nullable=True),
    )
    op.create_table(
        "league_lease",
        column("league_id", NUMBER, of("league.id"), primary_key=True),
        column("holder", text(36)),
        column("until", MOMENT),
    )
    op.create_table(
        "league_match",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("match_id", NUMBER, of("match.id"), unique=True, nullable=True),
        column("season", text(40), nullable=True),
        column("night", text(10)),
        column("moment", MOMENT, nullable=True),
        column("players", JSON),
        column("people", JSON_OR_NULL, nullable=True),
        column("game", text(20)),
        column("series", text(40), nullable=True),
        column("best_of", SMALL, nullable=True),
        column("confirmation", text(10)),
        column("confirmed_seq", INTEGER, nullable=True),
        column("agreed", JSON),
        column("out", BOOLEAN),
        column("imported", text(40), index=True, nullable=True),
        column("touched", INTEGER),
        column("made_at", MOMENT),
        column("status", text(10), nullable=True),
        column("result", JSON_OR_NULL, nullable=True),
        column("seen_seq", INTEGER),
        column("dirty", BOOLEAN),
        sa.UniqueConstraint("league_id", "key"),
    )
    op.create_index("ix_league_match_league_id_confirmation", "league_match", ["league_id", "confirmation"])
    op.create_index("ix_league_match_league_id_dirty", "league_match", ["league_id", "dirty"])
    op.create_index("ix_league_match_league_id_night_key", "league_match", ["league_id", "night", "key"])
    op.create_index("ix_league_match_league_id_season", "league_match", ["league_id", "season"])
    op.create_index(
        "ix_league_match_out",
        "league_match",
        ["league_id", "touched"],
        sqlite_where=sa.text("out IS 1"),
        postgresql_where=sa.text("out IS true"),
    )
    op.create_table(
        "league_night",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("date", text(10)),
        column("season", text(40), nullable=True),
        column("place", text(120), nullable=True),
        column("starts", text(5), nullable=True),
        column("planned", BOOLEAN),
        column("cancelled", BOOLEAN),
        column("came", JSON),
        column("imported", text(40), nullable=True),
        column("touched", INTEGER),
        column("made_at", MOMENT),
        sa.UniqueConstraint("league_id", "key"),
        sa.UniqueConstraint("league_id", "date"),
    )
    op.create_table(
        "league_player",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("number", INTEGER),
        column("name", text(60), nullable=True),
        column("name_key", text(200), nullable=True),
        column("account_id", NUMBER, of("account.id", ondelete="SET NULL"), index=True, nullable=True),
        column("merged_into", text(40), nullable=True),
        column("guest", BOOLEAN),
        column("imported", text(40), nullable=True),
        column("touched", INTEGER),
        column("made_at", MOMENT),
        sa.UniqueConstraint("league_id", "key"),
    )
    op.create_index("ix_league_player_league_id_name_key", "league_player", ["league_id", "name_key"])
    op.create_table(
        "league_revision",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("at", MOMENT),
        column("match", plain(40)),
        column("kind", text(10)),
        column("late", BOOLEAN),
        column("before", JSON),
        column("after", JSON),
        column("ratings", JSON_OR_NULL, nullable=True),
    )
    op.create_index("ix_league_revision_at", "league_revision", ["league_id", "at"])
    op.create_index("ix_league_revision_match", "league_revision", ["league_id", "match"])
    op.create_table(
        "league_role",
        column("league_id", NUMBER, of("league.id"), primary_key=True),
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), primary_key=True, index=True),
        column("role", text(10)),
        column("touched", INTEGER),
        column("at", MOMENT),
    )
    op.create_table(
        "league_season",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("name", text(60)),
        column("starts", text(10), nullable=True),
        column("ends", text(10), nullable=True),
        column("rules", JSON_OR_NULL, nullable=True),
        column("rules_seq", INTEGER),
        column("imported", text(40), nullable=True),
        column("touched", INTEGER),
        column("made_at", MOMENT),
        sa.UniqueConstraint("league_id", "key"),
    )
    op.create_table(
        "league_text",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id"), index=True),
        column("text", TEXT, nullable=True),
    )
    op.create_table(
        "league_upload",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("key", text(40)),
        column("kind", text(20)),
        column("account_id", NUMBER, of("account.id", ondelete="SET NULL"), index=True, nullable=True),
        column("state", text(10)),
        column("plan", JSON),
        column("problems", JSON),
        column("items", BYTES),
        column("done", INTEGER),
        column("total", INTEGER),
        column("at", MOMENT),
        sa.UniqueConstraint("league_id", "key"),
    )
    op.create_table(
        "offer",
        column("match_id", NUMBER, of("match.id"), primary_key=True),
        column("uuid", text(36)),
        column("rules", JSON),
        column("why", TEXT, nullable=True),
        column("device_id", text(43), nullable=True),
        column("confirmed", JSON),
        column("at", MOMENT),
    )
    op.create_table(
        "origin",
        column("match_id", NUMBER, of("match.id"), primary_key=True),
        column("public_id", text(12), primary_key=True),
        column("seq", INTEGER),
        column("at", MOMENT),
        column("address", text(200), nullable=True),
        column("theirs", TEXT, nullable=True),
    )
    op.create_table(
        "passkey",
        column("id", NUMBER, primary_key=True),
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), index=True),
        column("credential", text(1400), unique=True),
        column("public_key", BYTES),
        column("sign_count", BIG),
        column("host", text(255)),
        column("words", text(60)),
        column("made_at", MOMENT),
        column("used_at", MOMENT, nullable=True),
    )
    op.create_table(
        "player_name",
        column("id", NUMBER, primary_key=True),
        column("player_id", NUMBER, of("player.id"), index=True),
        column("name", text(60), nullable=True),
        column("at", MOMENT),
        column("salt", text(32), sa.CheckConstraint("salt IS NULL OR name IS NOT NULL"), nullable=True),
        column("seal", text(64), nullable=True),
    )
    op.create_table(
        "recovery_code",
        column("id", NUMBER, primary_key=True),
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), index=True),
        column("digest", text(43)),
    )
    op.create_table(
        "sign_in",
        column("id", NUMBER, primary_key=True),
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), index=True),
        column("digest", text(43), unique=True),
        column("words", text(60)),
        column("how", text(10)),
        column("made_at", MOMENT),
        column("seen_at", MOMENT),
        column("confirmed_at", MOMENT, nullable=True),
    )
    op.create_table(
        "ticket",
        column("digest", text(43), primary_key=True),
        column("kind", text(10)),
        column("account_id", NUMBER, of("account.id", ondelete="CASCADE"), index=True, nullable=True),
        column("expires_at", MOMENT),
    )
    op.create_table(
        "league_seat",
        column("league_match_id", NUMBER, of("league_match.id", ondelete="CASCADE"), primary_key=True),
        column("place", SMALL, primary_key=True),
        column("league_id", NUMBER, of("league.id")),
        column("player", text(40)),
    )
    op.create_index("ix_league_seat_league_id_player", "league_seat", ["league_id", "player"])


def create_figures() -> None:
    op.create_table(
        "league_model",
        column("id", NUMBER, primary_key=True),
        column("league_id", NUMBER, of("league.id"), index=True),
        column("current", BOOLEAN),
        column("retired", BOOLEAN),
        column("edition", INTEGER),
        column("rules", JSON),
        column("version", INTEGER),
        column("cursor", BIG, nullable=True),
        column("recompute_from", plain(90), nullable=True),
        column("moved", JSON),
        column("done", INTEGER),
        column("total", INTEGER),
        column("names", text(60)),
        column("changed_at", MOMENT),
    )
    op.create_table(
        "league_alike",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("one", plain(40), primary_key=True),
        column("other", plain(40), primary_key=True),
        column("near", SMALL),
    )
    op.create_table(
        "league_meeting",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("scope", plain(40), primary_key=True),
        column("unit", plain(700), primary_key=True),
        column("rival", plain(700), primary_key=True),
        column("position", plain(90), primary_key=True),
        column("met", SMALL),
        column("won", BIG),
        **SLIM,
    )
    op.create_table(
        "league_played",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("player", plain(40), primary_key=True),
        column("pool", plain(40), primary_key=True),
        column("position", plain(90), primary_key=True),
        column("seat", SMALL, primary_key=True),
        column("match", plain(40)),
        column("kind", text(8)),
        column("mu", FLOAT, nullable=True),
        column("sigma", FLOAT, nullable=True),
        column("matches", INTEGER, nullable=True),
        column("shown", INTEGER, nullable=True),
        column("expected", SMALL, nullable=True),
        **SLIM,
    )
    op.create_table(
        "league_record",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("game", plain(40), primary_key=True),
        column("kind", plain(20), primary_key=True),
        column("low", BIG, primary_key=True),
        column("match", plain(40), primary_key=True),
        column("unit", plain(700), primary_key=True),
        column("value", BIG),
        column("season", plain(40)),
        column("night", plain(10)),
        **SLIM,
    )
    op.create_table(
        "league_share",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("scope", plain(40), primary_key=True),
        column("unit", plain(700), primary_key=True),
        column("night", plain(10), primary_key=True),
        column("position", plain(90), primary_key=True),
        column("number", SMALL, primary_key=True),
        column("points", BIG),
        column("wins", BIG),
        column("written", BIG),
        column("difference", BIG),
        column("source", plain(41)),
        **SLIM,
    )
    op.create_table(
        "league_sum",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("about", plain(8), primary_key=True),
        column("measure", plain(60), primary_key=True),
        column("who", plain(90), primary_key=True),
        column("season", plain(40), primary_key=True),
        column("game", plain(40), primary_key=True),
        column("got", BIG),
        column("out_of", BIG),
        **SLIM,
    )
    op.create_table(
        "league_taken",
        column("model_id", NUMBER, of("league_model.id"), primary_key=True),
        column("match", plain(40), primary_key=True),
        column("position", plain(90)),
        column("season", plain(40)),
        column("game", plain(40)),
        column("night", text(10)),
        column("series", plain(40), nullable=True),
        column("state", text(10)),
        column("counted", BOOLEAN),
        column("facts", JSON),
        column("observed", BYTES, nullable=True),
    )
    op.create_index("ix_league_taken_game", "league_taken", ["model_id", "game", "position"])
    op.create_index("ix_league_taken_order", "league_taken", ["model_id", "position"])
    op.create_index("ix_league_taken_season", "league_taken", ["model_id", "season", "position"])
    op.create_index("ix_league_taken_series", "league_taken", ["model_id", "series"])
    op.create_index("ix_league_taken_state", "league_taken", ["model_id", "state", "position"])
