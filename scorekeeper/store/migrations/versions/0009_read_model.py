"""The read model of leagues: everything in it is derived from the matches."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def plain(length: int) -> sa.types.TypeEngine[str]:
    """Text ordered byte by byte."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "league_lease",
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("holder", sa.String(length=36), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_lease_league_id")),
        sa.PrimaryKeyConstraint("league_id", name=op.f("pk_league_lease")),
    )
    op.create_table(
        "league_model",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("rules", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("cursor", sa.BigInteger(), nullable=True),
        sa.Column("through", plain(90), nullable=False),
        sa.Column("redo", plain(90), nullable=True),
        sa.Column("ranks", sa.JSON(), nullable=False),
        sa.Column("phase", sa.String(length=10), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_model_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_model")),
    )
    with op.batch_alter_table("league_model", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_model_league_id"), ["league_id"], unique=False)

    op.create_table(
        "league_revision",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("match", plain(40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("ratings", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_revision_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_revision")),
    )
    with op.batch_alter_table("league_revision", schema=None) as batch_op:
        batch_op.create_index("ix_league_revision_at", ["league_id", "at"], unique=False)
        batch_op.create_index("ix_league_revision_match", ["league_id", "match"], unique=False)

    op.create_table(
        "league_checkpoint",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=5), nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("ord", plain(90), nullable=False),
        sa.Column("document", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["model_id"], ["league_model.id"], name=op.f("fk_league_checkpoint_model_id")
        ),
        sa.PrimaryKeyConstraint("model_id", "kind", "scope", "ord", name=op.f("pk_league_checkpoint")),
    )
    op.create_table(
        "league_effect",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("match", plain(40), nullable=False),
        sa.Column("moves", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_effect_model_id")),
        sa.PrimaryKeyConstraint("model_id", "match", name=op.f("pk_league_effect")),
    )
    op.create_table(
        "league_form",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("player", plain(40), nullable=False),
        sa.Column("game", plain(40), nullable=False),
        sa.Column("form", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_form_model_id")),
        sa.PrimaryKeyConstraint("model_id", "player", "game", name=op.f("pk_league_form")),
    )
    op.create_table(
        "league_given",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("source", plain(41), nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("ord", plain(90), nullable=False),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_given_model_id")),
        sa.PrimaryKeyConstraint("model_id", "source", "scope", name=op.f("pk_league_given")),
    )
    with op.batch_alter_table("league_given", schema=None) as batch_op:
        batch_op.create_index("ix_league_given_order", ["model_id", "scope", "ord"], unique=False)

    op.create_table(
        "league_meeting",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("unit", plain(700), nullable=False),
        sa.Column("rival", plain(700), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("won", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_meeting_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "unit", "rival", name=op.f("pk_league_meeting")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "league_played",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("player", plain(40), nullable=False),
        sa.Column("ord", plain(90), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("match", plain(40), nullable=False),
        sa.Column("season", plain(40), nullable=False),
        sa.Column("game", plain(40), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=True),
        sa.Column("shown_game", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_played_model_id")),
        sa.PrimaryKeyConstraint("model_id", "player", "ord", "seat", name=op.f("pk_league_played")),
    )
    with op.batch_alter_table("league_played", schema=None) as batch_op:
        batch_op.create_index("ix_league_played_match", ["model_id", "match"], unique=False)

    op.create_table(
        "league_rating",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("player", plain(40), nullable=False),
        sa.Column("pool", plain(40), nullable=False),
        sa.Column("shown", sa.Integer(), nullable=False),
        sa.Column("rating", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_rating_model_id")),
        sa.PrimaryKeyConstraint("model_id", "player", "pool", name=op.f("pk_league_rating")),
    )
    with op.batch_alter_table("league_rating", schema=None) as batch_op:
        batch_op.create_index("ix_league_rating_shown", ["model_id", "pool", "shown"], unique=False)

    op.create_table(
        "league_record",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("game", plain(40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("kept", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_record_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "game", "kind", name=op.f("pk_league_record")),
    )
    op.create_table(
        "league_share",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("unit", plain(700), nullable=False),
        sa.Column("ord", plain(90), nullable=False),
        sa.Column("source", plain(41), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_share_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "unit", "ord", name=op.f("pk_league_share")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "league_standing",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("unit", plain(700), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("value", sa.String(length=40), nullable=False),
        sa.Column("row", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_standing_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "unit", name=op.f("pk_league_standing")),
    )
    with op.batch_alter_table("league_standing", schema=None) as batch_op:
        batch_op.create_index("ix_league_standing_position", ["model_id", "scope", "position"], unique=False)

    op.create_table(
        "league_sum",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("about", plain(8), nullable=False),
        sa.Column("who", plain(90), nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("game", plain(40), nullable=False),
        sa.Column("measure", plain(60), nullable=False),
        sa.Column("got", sa.BigInteger(), nullable=False),
        sa.Column("out_of", sa.BigInteger(), nullable=False),
        sa.Column("plain", sa.Boolean(), nullable=False),
        sa.Column("few", sa.Boolean(), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_sum_model_id")),
        sa.PrimaryKeyConstraint(
            "model_id", "about", "who", "scope", "game", "measure", name=op.f("pk_league_sum")
        ),
        sqlite_with_rowid=False,
    )
    with op.batch_alter_table("league_sum", schema=None) as batch_op:
        batch_op.create_index(
            "ix_league_sum_table",
            ["model_id", "measure", "about", "scope", "game", "few", "level", "who"],
            unique=False,
            sqlite_where=sa.text("about IN ('player', 'pair')"),
            postgresql_where=sa.text("about IN ('player', 'pair')"),
        )

    op.create_table(
        "league_taken",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("match", plain(40), nullable=False),
        sa.Column("ord", plain(90), nullable=False),
        sa.Column("season", plain(40), nullable=False),
        sa.Column("game", plain(40), nullable=False),
        sa.Column("night", sa.String(length=10), nullable=False),
        sa.Column("series", plain(40), nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("counted", sa.Boolean(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=True),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_taken_model_id")),
        sa.PrimaryKeyConstraint("model_id", "match", name=op.f("pk_league_taken")),
    )
    with op.batch_alter_table("league_taken", schema=None) as batch_op:
        batch_op.create_index("ix_league_taken_game", ["model_id", "game", "ord"], unique=False)
        batch_op.create_index("ix_league_taken_order", ["model_id", "ord"], unique=False)
        batch_op.create_index("ix_league_taken_season", ["model_id", "season", "ord"], unique=False)
        batch_op.create_index(
            "ix_league_taken_season_game", ["model_id", "season", "game", "ord"], unique=False
        )
        batch_op.create_index("ix_league_taken_series", ["model_id", "series"], unique=False)
        batch_op.create_index("ix_league_taken_state", ["model_id", "state", "ord"], unique=False)

    op.create_table(
        "league_tally",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("unit", plain(700), nullable=False),
        sa.Column("night", plain(10), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("wins", sa.BigInteger(), nullable=False),
        sa.Column("written", sa.BigInteger(), nullable=False),
        sa.Column("difference", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_tally_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "unit", "night", name=op.f("pk_league_tally")),
        sqlite_with_rowid=False,
    )
