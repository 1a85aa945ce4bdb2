"""Who is forgotten, by ids alone; and what the database knows of the server: the fingerprint of its key."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "forgotten",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("place", sa.String(length=12), nullable=False),
        sa.Column("who", sa.String(length=43), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_forgotten")),
        sa.UniqueConstraint("kind", "place", "who", name=op.f("uq_forgotten_kind_place_who")),
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_setting")),
    )
