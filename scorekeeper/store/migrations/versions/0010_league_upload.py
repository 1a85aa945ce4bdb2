"""What was handed in to a league and is on its way in."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "league_upload",
        sa.Column("id", KEY, nullable=False),
        sa.Column("league_id", KEY, nullable=False),
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("plan", sa.JSON(), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.Column("items", sa.LargeBinary(), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_league_upload_account_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["league_id"], ["league.id"], name=op.f("fk_league_upload_league_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_league_upload")),
        sa.UniqueConstraint("league_id", "key", name=op.f("uq_league_upload_league_id_key")),
    )
    with op.batch_alter_table("league_upload", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_league_upload_account_id"), ["account_id"], unique=False)
