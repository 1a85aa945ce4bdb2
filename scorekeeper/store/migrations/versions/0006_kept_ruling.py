"""Rulings too long for a QR code, kept under a short link."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "kept_ruling",
        sa.Column("id", sa.String(length=22), nullable=False),
        sa.Column("packed", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kept_ruling")),
    )
