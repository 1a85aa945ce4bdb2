"""What the best nights of a unit come to, night by night: the table of any night is read from there.

Read models of before are of another edition: they are derived anew, and pages show the old ones meanwhile, adding up
every night.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("league_tally", sa.Column("best", sa.JSON(none_as_null=True), nullable=True))
