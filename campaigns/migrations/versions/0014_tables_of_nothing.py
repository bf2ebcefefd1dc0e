"""Two tables that nothing was ever written to are gone; the indexes of some rows go before those of all"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

PROMPTS = "kind = 'prompt' AND status = 'sent' AND message_id IS NOT NULL"
ACTIVE = "fired_at IS NULL AND cancelled_at IS NULL"
PARTIAL = {
    "ix_timer_active_battle": ("timer", ["battle_id", "due"], ACTIVE),
    "ix_timer_active_due": ("timer", ["due"], ACTIVE),
    "ix_outboxpost_pending": ("outboxpost", ["battle_id", "campaign_id", "id"], "status = 'pending'"),
    "ix_outboxpost_pending_campaign": ("outboxpost", ["campaign_id", "battle_id", "id"], "status = 'pending'"),
    "ix_outboxpost_dead": ("outboxpost", ["campaign_id", "battle_id", "id"], "status = 'dead'"),
    "ix_outboxpost_prompts": ("outboxpost", ["battle_id", "position"], PROMPTS),
}
"""Indexes of some rows only: what they hold, and the rows."""


def upgrade() -> None:
    op.drop_index(op.f("ix_sealedorder_battle_id"), table_name="sealedorder")
    op.drop_table("sealedorder")
    op.drop_index(op.f("ix_vehicle_unit_id"), table_name="vehicle")
    op.drop_table("vehicle")
    # Of two that serve alike SQLite takes the one that was made last; making its tables anew has mixed them.
    for name, (table, columns, where) in PARTIAL.items():
        op.drop_index(name, table_name=table)
        op.create_index(
            name, table, columns, unique=False, sqlite_where=sa.text(where), postgresql_where=sa.text(where)
        )


def downgrade() -> None:
    op.create_table(
        "vehicle",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("traits", sa.Text(), nullable=False),
        sa.Column("lost_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_vehicle_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vehicle")),
    )
    op.create_index(op.f("ix_vehicle_unit_id"), "vehicle", ["unit_id"], unique=False)
    op.create_table(
        "sealedorder",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("condition", sa.Text(), nullable=False),
        sa.Column("intent", sa.Text(), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_sealedorder_battle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sealedorder")),
    )
    op.create_index(op.f("ix_sealedorder_battle_id"), "sealedorder", ["battle_id"], unique=False)
