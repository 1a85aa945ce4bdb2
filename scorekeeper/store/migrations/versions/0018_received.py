"""When an event that was written elsewhere came here, and where a match of two places is kept too."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("event", sa.Column("received", sa.DateTime(timezone=True), nullable=True))
    op.create_table(
        "origin",
        sa.Column("match_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("public_id", sa.String(length=12), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("address", sa.String(length=200), nullable=True),
        sa.Column("theirs", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_origin_match_id_match")),
        sa.PrimaryKeyConstraint("match_id", "public_id", name=op.f("pk_origin")),
    )
