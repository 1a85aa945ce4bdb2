"""What the read model keeps of years, of meetings by night, and of names that may be one.

Read models of before are of another edition: they are derived anew, and pages show the old ones meanwhile. The past of
those is read from the beginning, for their checkpoints are not written as they are now.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def plain(length: int) -> sa.types.TypeEngine[str]:
    """Text ordered byte by byte."""
    return sa.String(length).with_variant(sa.String(length, collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "league_year",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("player", plain(40), nullable=False),
        sa.Column("year", plain(4), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("rise", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_year_model_id")),
        sa.PrimaryKeyConstraint("model_id", "player", "year", name=op.f("pk_league_year")),
    )
    with op.batch_alter_table("league_year", schema=None) as batch_op:
        batch_op.create_index("ix_league_year_rise", ["model_id", "year", "rise"], unique=False)
        batch_op.create_index("ix_league_year_matches", ["model_id", "year", "matches"], unique=False)
    op.create_table(
        "league_alike",
        sa.Column("model_id", KEY, nullable=False),
        sa.Column("one", plain(40), nullable=False),
        sa.Column("other", plain(40), nullable=False),
        sa.Column("near", sa.SmallInteger(), nullable=False),
        sa.ForeignKeyConstraint(["model_id"], ["league_model.id"], name=op.f("fk_league_alike_model_id")),
        sa.PrimaryKeyConstraint("model_id", "one", "other", name=op.f("pk_league_alike")),
    )
    op.add_column("league_model", sa.Column("names", sa.String(length=60), nullable=False, server_default=""))
    op.add_column("league_meeting", sa.Column("first", plain(10), nullable=False, server_default=""))
    op.add_column("league_meeting", sa.Column("nights", sa.JSON(), nullable=False, server_default="{}"))
    op.execute("DELETE FROM league_checkpoint")
