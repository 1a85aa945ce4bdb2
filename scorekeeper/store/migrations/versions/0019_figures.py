"""A league's figures from plain rows: all that follows from its matches is derived anew, corrections are kept."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

GONE = (
    *("taken", "played", "given", "share", "tally", "meeting", "standing", "sum", "effect", "rating"),
    *("form", "record", "year", "alike", "checkpoint", "model"),
)
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SLIM = {"sqlite_with_rowid": False}


def plain(length: int) -> sa.types.TypeEngine[str]:
    """Text ordered byte by byte."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


KEY, UNIT, POSITION, SOURCE = plain(40), plain(700), plain(90), plain(41)


def column(name: str, kind: Any, *, empty: bool = False) -> Any:
    return sa.Column(name, kind, nullable=empty)


def of_model(name: str, keys: dict[str, Any], *columns: Any, **options: Any) -> None:
    """A table in which each row belongs to one model."""
    op.create_table(
        name,
        column("model_id", NUMBER),
        *(column(key, kind) for key, kind in keys.items()),
        *columns,
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f(f"fk_{name}_model_id")),
        sa.PrimaryKeyConstraint("model_id", *keys, name=op.f(f"pk_{name}")),
        **options,
    )


def upgrade() -> None:
    for table in GONE:
        op.drop_table(f"league_{table}")
    op.execute("DELETE FROM league_lease")
    op.execute("UPDATE league SET derived_seq = 0")
    op.create_table(
        "league_model",
        *(column("id", NUMBER), column("league_id", NUMBER), column("current", sa.Boolean())),
        *(column("retired", sa.Boolean()), column("edition", sa.Integer()), column("rules", sa.JSON())),
        *(column("version", sa.Integer()), column("cursor", sa.BigInteger(), empty=True)),
        *(column("recompute_from", POSITION, empty=True), column("moved", sa.JSON())),
        *(column("done", sa.Integer()), column("total", sa.Integer()), column("names", sa.String(60))),
        column("changed_at", sa.DateTime(timezone=True)),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_model_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_model")),
    )
    op.create_index(op.f("ix_league_model_league_id"), "league_model", ["league_id"])
    matches()
    standings()
    figures()


def matches() -> None:
    of_model(
        "league_taken",
        {"match": KEY},
        *(column("position", POSITION), column("season", KEY), column("game", KEY)),
        *(column("night", sa.String(10)), column("series", KEY, empty=True), column("state", sa.String(10))),
        *(column("counted", sa.Boolean()), column("facts", sa.JSON())),
        column("observed", sa.LargeBinary(), empty=True),
    )
    for name, *by in (("order",), ("season", "season"), ("game", "game"), ("state", "state")):
        op.create_index(f"ix_league_taken_{name}", "league_taken", ["model_id", *by, "position"])
    op.create_index("ix_league_taken_series", "league_taken", ["model_id", "series"])
    of_model(
        "league_played",
        {"player": KEY, "pool": KEY, "position": POSITION, "seat": sa.SmallInteger()},
        *(column("match", KEY), column("kind", sa.String(8))),
        *(column("mu", sa.Float(), empty=True), column("sigma", sa.Float(), empty=True)),
        *(column("matches", sa.Integer(), empty=True), column("shown", sa.Integer(), empty=True)),
        column("expected", sa.SmallInteger(), empty=True),
        **SLIM,
    )


def standings() -> None:
    of_model(
        "league_share",
        {"scope": KEY, "unit": UNIT, "night": plain(10), "position": POSITION, "number": sa.SmallInteger()},
        *(column(name, sa.BigInteger()) for name in ("points", "wins", "written", "difference")),
        column("source", SOURCE),
        **SLIM,
    )
    of_model(
        "league_meeting",
        {"scope": KEY, "unit": UNIT, "rival": UNIT, "position": POSITION},
        *(column("met", sa.SmallInteger()), column("won", sa.BigInteger())),
        **SLIM,
    )


def figures() -> None:
    of_model(
        "league_sum",
        {"about": plain(8), "measure": plain(60), "who": plain(90), "season": KEY, "game": KEY},
        *(column("got", sa.BigInteger()), column("out_of", sa.BigInteger())),
        **SLIM,
    )
    of_model(
        "league_record",
        {"game": KEY, "kind": plain(20), "low": sa.BigInteger(), "match": KEY, "unit": UNIT},
        *(column("value", sa.BigInteger()), column("season", KEY), column("night", plain(10))),
        **SLIM,
    )
    of_model("league_alike", {"one": KEY, "other": KEY}, column("near", sa.SmallInteger()))
