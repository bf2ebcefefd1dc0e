"""Accounts of battles for the stories of figures, and portraits"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0042"
down_revision = "0040"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "battleaccount",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("viewer", sa.String(length=40), nullable=False),
        sa.Column("told", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name="fk_battleaccount_battle_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "viewer", name="pk_battleaccount"),
    )
    op.create_table(
        "portrait",
        sa.Column("figure_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["figure_id"], ["figure.id"], name="fk_portrait_figure_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("figure_id", name="pk_portrait"),
    )


def downgrade() -> None:
    op.drop_table("portrait")
    op.drop_table("battleaccount")
