"""Leagues: their log, and the state that it comes to."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "league",
        sa.Column("id", KEY, nullable=False),
        sa.Column("public_id", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("about", sa.Text(), nullable=True),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("rules_seq", sa.Integer(), nullable=False),
        sa.Column("access", sa.String(length=10), nullable=False),
        sa.Column("generation_link", sa.Integer(), nullable=False),
        sa.Column("derived_seq", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league")),
        sa.UniqueConstraint("public_id", name=op.f("uq_league_public_id")),
    )
    with op.batch_alter_table("league", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_access"), ["access"], unique=False)

    op.create_table(
        "league_device",
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("device_id", sa.String(length=43), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_league_device_device_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_device_league_id")),
        sa.PrimaryKeyConstraint("league_id", "device_id", name=op.f("pk_league_device")),
    )
    with op.batch_alter_table("league_device", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_device_device_id"), ["device_id"], unique=False)

    op.create_table(
        "league_event",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=True),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("device_id", sa.String(length=43), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_event_account_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_event_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_event")),
        sa.UniqueConstraint("league_id", "seq", name=op.f("uq_league_event_league_id_seq")),
        sa.UniqueConstraint("uuid", name=op.f("uq_league_event_uuid")),
    )
    with op.batch_alter_table("league_event", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_event_account_id"), ["account_id"], unique=False)
        batch_op.create_index("ix_league_event_league_id_subject", ["league_id", "subject"], unique=False)

    op.create_table(
        "league_import",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("undone_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_import_account_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_import_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_import")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_import_league_id_key")),
    )
    with op.batch_alter_table("league_import", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_import_account_id"), ["account_id"], unique=False)

    op.create_table(
        "league_invitation",
        sa.Column("id", KEY, nullable=False),
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("player", sa.String(length=40), nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=True),
        sa.Column("made_by", KEY, nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_invitation_league_id")),
        sa.ForeignKeyConstraint(
            ["made_by"], ["account.id"], name=op.f("fk_league_invitation_made_by"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_invitation")),
        sa.UniqueConstraint("digest", name=op.f("uq_league_invitation_digest")),
    )
    with op.batch_alter_table("league_invitation", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_invitation_league_id"), ["league_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_league_invitation_made_by"), ["made_by"], unique=False)

    op.create_table(
        "league_match",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("match_id", KEY, nullable=True),
        sa.Column("season", sa.String(length=40), nullable=True),
        sa.Column("night", sa.String(length=10), nullable=False),
        sa.Column("moment", sa.DateTime(timezone=True), nullable=True),
        sa.Column("players", sa.JSON(), nullable=False),
        sa.Column("people", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("series", sa.String(length=40), nullable=True),
        sa.Column("best_of", sa.SmallInteger(), nullable=True),
        sa.Column("confirmation", sa.String(length=10), nullable=False),
        sa.Column("confirmed_seq", sa.Integer(), nullable=True),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("out", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.String(length=40), nullable=True),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=True),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("seen_seq", sa.Integer(), nullable=False),
        sa.Column("dirty", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_match_league_id")),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_league_match_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_match")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_match_league_id_key")),
        sa.UniqueConstraint("match_id", name=op.f("uq_league_match_match_id")),
    )
    with op.batch_alter_table("league_match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_match_imported"), ["imported"], unique=False)
        batch_op.create_index(
            "ix_league_match_league_id_confirmation", ["league_id", "confirmation"], unique=False
        )
        batch_op.create_index("ix_league_match_league_id_dirty", ["league_id", "dirty"], unique=False)
        batch_op.create_index(
            "ix_league_match_league_id_night_key", ["league_id", "night", "key"], unique=False
        )
        batch_op.create_index("ix_league_match_league_id_season", ["league_id", "season"], unique=False)

    op.create_table(
        "league_night",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("date", sa.String(length=10), nullable=False),
        sa.Column("season", sa.String(length=40), nullable=True),
        sa.Column("place", sa.String(length=120), nullable=True),
        sa.Column("starts", sa.String(length=5), nullable=True),
        sa.Column("planned", sa.Boolean(), nullable=False),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.Column("came", sa.JSON(), nullable=False),
        sa.Column("imported", sa.String(length=40), nullable=True),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_night_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_night")),
        sa.UniqueConstraint("league_id", "date", name=op.f("uq_league_night_league_id_date")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_night_league_id_key")),
    )
    op.create_table(
        "league_player",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("name_key", sa.String(length=200), nullable=True),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("merged_into", sa.String(length=40), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("imported", sa.String(length=40), nullable=True),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_player_account_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_player_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_player")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_player_league_id_key")),
    )
    with op.batch_alter_table("league_player", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_player_account_id"), ["account_id"], unique=False)
        batch_op.create_index("ix_league_player_league_id_name_key", ["league_id", "name_key"], unique=False)

    op.create_table(
        "league_role",
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_role_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_role_league_id")),
        sa.PrimaryKeyConstraint("league_id", "account_id", name=op.f("pk_league_role")),
    )
    with op.batch_alter_table("league_role", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_role_account_id"), ["account_id"], unique=False)

    op.create_table(
        "league_season",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("starts", sa.String(length=10), nullable=True),
        sa.Column("ends", sa.String(length=10), nullable=True),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("rules_seq", sa.Integer(), nullable=False),
        sa.Column("imported", sa.String(length=40), nullable=True),
        sa.Column("touched", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_season_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_season")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_season_league_id_key")),
    )
    op.create_table(
        "league_text",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_text_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_text")),
    )
    with op.batch_alter_table("league_text", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_text_league_id"), ["league_id"], unique=False)

    op.create_table(
        "league_seat",
        sa.Column("league_match_id", KEY, nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("player", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_seat_league_id")),
        sa.ForeignKeyConstraint(
            ["league_match_id"],
            ["league_match.id"],
            name=op.f("fk_league_seat_league_match_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("league_match_id", "place", name=op.f("pk_league_seat")),
    )
    with op.batch_alter_table("league_seat", schema=None) as batch_op:
        batch_op.create_index("ix_league_seat_league_id_player", ["league_id", "player"], unique=False)
