"""The matches that were taken out of a league are found by an index that has no others."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_league_match_out",
        "league_match",
        ["league_id", "touched"],
        sqlite_where=sa.text("out IS 1"),
        postgresql_where=sa.text("out IS true"),
    )
