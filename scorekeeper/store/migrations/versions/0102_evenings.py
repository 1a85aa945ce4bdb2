"""Evenings that are run: what was said of one lies at its night."""

import sqlalchemy as sa
from alembic import op

revision = "0102"
down_revision = "0101"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("league_night") as night:
        night.add_column(sa.Column("evening", sa.JSON(none_as_null=True), nullable=True))
        night.add_column(sa.Column("plan_name", sa.String(60), nullable=True))
