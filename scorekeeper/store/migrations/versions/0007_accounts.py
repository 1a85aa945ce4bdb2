"""Accounts: who may sign in, by what, and how often it was tried."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", KEY, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("handle", sa.String(length=43), nullable=False),
        sa.Column("password", sa.Text(), nullable=True),
        sa.Column("codes_round", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("handle", name=op.f("uq_account_handle")),
        sa.UniqueConstraint("name_key", name=op.f("uq_account_name_key")),
    )
    op.create_table(
        "attempt",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("who", sa.String(length=43), nullable=False),
        sa.Column("level", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "who", name=op.f("pk_attempt")),
    )
    op.create_table(
        "account_match",
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("match_id", KEY, nullable=False),
        sa.Column("generation", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_account_match_account_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["match_id"], ["match.id"], name=op.f("fk_account_match_match_id")),
        sa.PrimaryKeyConstraint("account_id", "match_id", name=op.f("pk_account_match")),
    )
    with op.batch_alter_table("account_match", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_account_match_match_id"), ["match_id"], unique=False)

    op.create_table(
        "passkey",
        sa.Column("id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("credential", sa.String(length=1400), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("words", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_passkey_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkey")),
        sa.UniqueConstraint("credential", name=op.f("uq_passkey_credential")),
    )
    with op.batch_alter_table("passkey", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passkey_account_id"), ["account_id"], unique=False)

    op.create_table(
        "recovery_code",
        sa.Column("id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_recovery_code_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_code")),
    )
    with op.batch_alter_table("recovery_code", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_recovery_code_account_id"), ["account_id"], unique=False)

    op.create_table(
        "sign_in",
        sa.Column("id", KEY, nullable=False),
        sa.Column("account_id", KEY, nullable=False),
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.Column("words", sa.String(length=60), nullable=False),
        sa.Column("how", sa.String(length=10), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_sign_in_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in")),
        sa.UniqueConstraint("digest", name=op.f("uq_sign_in_digest")),
    )
    with op.batch_alter_table("sign_in", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_account_id"), ["account_id"], unique=False)

    op.create_table(
        "ticket",
        sa.Column("digest", sa.String(length=43), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_ticket_account_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_ticket")),
    )
    with op.batch_alter_table("ticket", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_ticket_account_id"), ["account_id"], unique=False)
