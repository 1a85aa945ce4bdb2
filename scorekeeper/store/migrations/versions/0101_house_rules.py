"""House rules that phones keep under a name, and those of a league's tables."""

import sqlalchemy as sa
from alembic import op

revision = "0101"
down_revision = "0100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rule_set",
        sa.Column("device_id", sa.String(43), nullable=False),
        sa.Column("game", sa.String(20), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("rules", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_rule_set_device_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("device_id", "game", "name", name=op.f("pk_rule_set")),
    )
    with op.batch_alter_table("league") as league:
        league.add_column(sa.Column("house", sa.JSON(), server_default="{}", nullable=False))
