"""Whose sitting a post belongs to, and which entries its message tells of"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

SITTINGS = "kind = 'sitting' AND status = 'sent' AND message_id IS NOT NULL"


def upgrade() -> None:
    op.add_column("outboxpost", sa.Column("sitting", sa.String(length=24), server_default="", nullable=False))
    op.add_column("outboxpost", sa.Column("shown_from", sa.Integer(), nullable=True))
    op.add_column("outboxpost", sa.Column("shown_to", sa.Integer(), nullable=True))
    op.add_column("outboxpost", sa.Column("shown_since", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_outboxpost_sittings",
        "outboxpost",
        ["battle_id", "position"],
        unique=False,
        sqlite_where=sa.text(SITTINGS),
        postgresql_where=sa.text(SITTINGS),
    )


def downgrade() -> None:
    op.drop_index("ix_outboxpost_sittings", table_name="outboxpost")
    for column in ("shown_since", "shown_to", "shown_from", "sitting"):
        op.drop_column("outboxpost", column)
