"""Players of a league who are away for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0104"
down_revision = "0103"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("league_player", sa.Column("away", sa.Boolean(), server_default=sa.false(), nullable=False))
