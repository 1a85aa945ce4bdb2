"""The ledger: matches, their events, people, words, devices."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.String(length=43), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=True),
        sa.Column("last_seen", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("public_id", sa.String(length=12), nullable=False),
        sa.Column("game", sa.String(length=20), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("generation_owner", sa.Integer(), nullable=False),
        sa.Column("generation_score", sa.Integer(), nullable=False),
        sa.Column("generation_watch", sa.Integer(), nullable=False),
        sa.Column("series", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("device_id", sa.String(length=43), nullable=True),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("binned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("summary", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["series"], ["match.id"], name=op.f("fk_match_series")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match")),
        sa.UniqueConstraint("public_id", name=op.f("uq_match_public_id")),
    )
    with op.batch_alter_table("match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_series"), ["series"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
    )
    op.create_table(
        "device_match",
        sa.Column("device_id", sa.String(length=43), nullable=False),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("capability", sa.String(length=5), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_device_match_device_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_device_match_match_id")),
        sa.PrimaryKeyConstraint("device_id", "match_id", name=op.f("pk_device_match")),
    )
    with op.batch_alter_table("device_match", schema=None) as batch_op:
        batch_op.create_index("ix_device_match_device_id_at", ["device_id", "at"], unique=False)
        batch_op.create_index(batch_op.f("ix_device_match_match_id"), ["match_id"], unique=False)

    op.create_table(
        "event",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("device_id", sa.String(length=43), nullable=True),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_event_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("match_id", "seq", name=op.f("uq_event_match_id_seq")),
        sa.UniqueConstraint("uuid", name=op.f("uq_event_uuid")),
    )
    op.create_table(
        "free_text",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_free_text_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_free_text")),
    )
    with op.batch_alter_table("free_text", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_free_text_match_id"), ["match_id"], unique=False)

    op.create_table(
        "player_name",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_player_name_player_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_name")),
    )
    with op.batch_alter_table("player_name", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_player_name_player_id"), ["player_id"], unique=False)
