"""Matches that were emptied out of the bin: ids, times and hashes, so that their UUIDs stay taken.

What lies in the bin already counts from today: until now nothing went out of it.
"""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


MATCH = sa.table("match", sa.column("binned_at", MOMENT))


def upgrade() -> None:
    binned = sa.update(MATCH).where(MATCH.c.binned_at.is_not(None))
    op.execute(binned.values(binned_at=datetime.now(UTC)))
    op.create_table(
        "emptied",
        sa.Column("id", KEY, nullable=False),
        sa.Column("public_id", sa.String(length=12), nullable=False),
        sa.Column("generation_owner", sa.Integer(), nullable=False),
        sa.Column("generation_score", sa.Integer(), nullable=False),
        sa.Column("generation_watch", sa.Integer(), nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("emptied_at", MOMENT, nullable=False),
        sa.Column("begun", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_emptied")),
        sa.UniqueConstraint("public_id", name=op.f("uq_emptied_public_id")),
    )
    op.create_table(
        "emptied_event",
        sa.Column("id", KEY, nullable=False),
        sa.Column("emptied_id", KEY, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("content", sa.String(length=64), nullable=True),
        sa.Column("chain", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["emptied_id"], ["emptied.id"], name=op.f("fk_emptied_event_emptied_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_emptied_event")),
        sa.UniqueConstraint("emptied_id", "seq", name=op.f("uq_emptied_event_emptied_id_seq")),
        sa.UniqueConstraint("uuid", name=op.f("uq_emptied_event_uuid")),
    )
