"""Who has held a place is a row of its own; a battle keeps the place in which each figure fought it"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from campaigns.tables.base import UtcDateTime

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "holding",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("slot_id", sa.Integer(), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("until", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["slot_id"], ["slot.id"], name=op.f("fk_holding_slot_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["figure_id"], ["figure.id"], name=op.f("fk_holding_figure_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holding")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_holding_slot_id"), "holding", ["slot_id"], unique=False)
    op.create_index(op.f("ix_holding_figure_id"), "holding", ["figure_id"], unique=False)
    op.add_column("slot", sa.Column("struck", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.add_column("careerfact", sa.Column("slot_id", sa.Integer(), nullable=True))
    # Until now a figure had one place for life, and the others in it came after.
    op.execute(
        "INSERT INTO holding (slot_id, figure_id, since, until)"
        " SELECT figure.slot_id, figure.id,"
        " (SELECT min(fact.at) FROM careerfact fact WHERE fact.figure_id = figure.id),"
        " (SELECT max(fact.at) FROM careerfact fact WHERE fact.figure_id = figure.id AND fact.kind = 'replaced'"
        " AND fact.id NOT IN (SELECT corrects_id FROM careerfact WHERE corrects_id IS NOT NULL))"
        " FROM figure ORDER BY figure.id"
    )
    # Places went along with people: a battle that their unit did not fight is theirs, not the unit's.
    op.execute(
        "UPDATE careerfact SET slot_id = (SELECT figure.slot_id FROM figure"
        " JOIN slot ON slot.id = figure.slot_id"
        " JOIN battleunit ON battleunit.unit_id = slot.unit_id AND battleunit.battle_id = careerfact.battle_id"
        " WHERE figure.id = careerfact.figure_id) WHERE battle_id IS NOT NULL AND user_id IS NULL"
    )


def downgrade() -> None:
    op.drop_column("careerfact", "slot_id")
    op.drop_column("slot", "struck")
    op.drop_index(op.f("ix_holding_figure_id"), table_name="holding")
    op.drop_index(op.f("ix_holding_slot_id"), table_name="holding")
    op.drop_table("holding")
