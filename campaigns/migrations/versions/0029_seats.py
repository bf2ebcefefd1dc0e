"""Volunteers, and seats that others take over until their owners are back"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "volunteer",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("campaign_id", "user_id"),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_volunteer_user_id"), "volunteer", ["user_id"])
    op.create_table(
        "playerseat",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("owner", sa.BigInteger(), nullable=False),
        sa.Column("holder", sa.BigInteger(), nullable=False),
        sa.Column("stands", sa.String(length=8), nullable=False),
        sa.Column("joined", sa.Boolean(), nullable=False, server_default=sa.text("false")),
        sa.Column("units", sa.Text(), nullable=False, server_default=sa.text("'[]'")),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_playerseat_campaign_id"), "playerseat", ["campaign_id"])
    op.create_index(op.f("ix_playerseat_owner"), "playerseat", ["owner"])


def downgrade() -> None:
    op.drop_table("playerseat")
    op.drop_table("volunteer")
