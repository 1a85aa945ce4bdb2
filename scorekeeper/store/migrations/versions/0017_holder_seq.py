"""Who held a phone goes by the events of its match, and no more by the clock, which may jump."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

EVENT = sa.table("event", sa.column("match_id"), sa.column("at"))
HOLDER = sa.table("holder", sa.column("match_id"), sa.column("seq"), sa.column("since"))


def upgrade() -> None:
    op.add_column("holder", sa.Column("seq", sa.Integer(), nullable=False, server_default="0"))
    written = (EVENT.c.match_id == HOLDER.c.match_id) & (EVENT.c.at <= HOLDER.c.since)
    before = sa.select(sa.func.count()).select_from(EVENT).where(written).scalar_subquery()
    op.execute(sa.update(HOLDER).values(seq=before))
