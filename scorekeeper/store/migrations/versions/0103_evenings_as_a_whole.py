"""Evenings that count as a whole in the standings of a league."""

import sqlalchemy as sa
from alembic import op

revision = "0103"
down_revision = "0102"
branch_labels = None
depends_on = None


def plain(length: int) -> sa.String:
    """Text that is ordered as Python orders it."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("league_share", sa.Column("matches", sa.SmallInteger(), server_default="1", nullable=False))
    op.create_table(
        "league_evening",
        sa.Column("model_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("scope", plain(40), nullable=False),
        sa.Column("source", plain(41), nullable=False),
        sa.Column("position", plain(90), nullable=False),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_evening_model_id")),
        sa.PrimaryKeyConstraint("model_id", "scope", "source", name=op.f("pk_league_evening")),
    )
