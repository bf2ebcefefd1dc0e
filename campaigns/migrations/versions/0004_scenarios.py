"""Scenarios that a campaign keeps, and those that battles are fought by"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keptscenario",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kept_by", sa.BigInteger(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_keptscenario_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keptscenario")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_keptscenario_campaign_id_key")),
    )
    op.create_table(
        "battlescenario",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("briefing", sa.Text(), nullable=False),
        sa.Column("orders", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_battlescenario_battle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("battle_id", name=op.f("pk_battlescenario")),
    )
    op.create_index(op.f("ix_battlescenario_key"), "battlescenario", ["key"], unique=False)
    op.add_column("battleunit", sa.Column("force", sa.String(length=60), nullable=True))
    op.add_column("battleunit", sa.Column("reserve", sa.Boolean(), server_default=sa.text("false"), nullable=False))


def downgrade() -> None:
    op.drop_column("battleunit", "reserve")
    op.drop_column("battleunit", "force")
    op.drop_index(op.f("ix_battlescenario_key"), table_name="battlescenario")
    op.drop_table("battlescenario")
    op.drop_table("keptscenario")
