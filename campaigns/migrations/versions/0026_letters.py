"""Letters that players write to their units before they are sent, and how a side means to fight"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "orderletter",
        sa.Column("battle_id", sa.Integer(), sa.ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("side", sa.String(length=40), primary_key=True),
        sa.Column("lines", sa.Text(), nullable=False, server_default=sa.text("'[]'")),
        sa.Column("sent", sa.Text(), nullable=False, server_default=sa.text("'[]'")),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "sideintent",
        sa.Column("battle_id", sa.Integer(), sa.ForeignKey("battle.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("side", sa.String(length=40), primary_key=True),
        sa.Column("boldness", sa.String(length=20), nullable=False),
        sa.Column("roles", sa.Text(), nullable=False, server_default=sa.text("'{}'")),
    )


def downgrade() -> None:
    op.drop_table("sideintent")
    op.drop_table("orderletter")
