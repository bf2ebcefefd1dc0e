"""Battles as each viewer was told them, turn by turn, and the prefaces of their reports"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battlebyturn",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("viewer", sa.String(length=40), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name="fk_battlebyturn_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "viewer", name="pk_battlebyturn"),
    )
    op.create_table(
        "preface",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name="fk_preface_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", name="pk_preface"),
    )


def downgrade() -> None:
    op.drop_table("preface")
    op.drop_table("battlebyturn")
