"""Who holds which phone, and changes of house rules that wait for the table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "holder",
        sa.Column("id", KEY, nullable=False),
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("device_id", sa.String(length=43), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_holder_match_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holder")),
    )
    with op.batch_alter_table("holder", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_holder_match_id"), ["match_id"], unique=False)
    op.create_table(
        "offer",
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("device_id", sa.String(length=43), nullable=True),
        sa.Column("confirmed", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_offer_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_offer")),
    )
