"""A battle's event in its server's calendar"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "calendarevent",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("seen", sa.DateTime(timezone=True), nullable=True),
        sa.Column("shown", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("again_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("battle_id", name="pk_calendarevent"),
    )


def downgrade() -> None:
    op.drop_table("calendarevent")
