"""The chain over a battle's journal, the first answers in its dice, and seeds that are sealed before their battle

Entries that were written before have no link: the chain begins with the next one, and `verify` says so.
"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

COLUMNS = {
    "battle": (
        sa.Column("head", sa.String(length=64), server_default=sa.text("''"), nullable=False),
        sa.Column("seal", sa.String(length=64), server_default=sa.text("''"), nullable=False),
        sa.Column("frame", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("words", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("unheard", sa.Text(), server_default=sa.text("'[]'"), nullable=False),
        sa.Column("struck", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    ),
    "journalentry": (
        sa.Column("head", sa.String(length=64), server_default=sa.text("''"), nullable=False),
        sa.Column("word", sa.String(length=40), server_default=sa.text("''"), nullable=False),
        sa.Column("struck", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    ),
    "battleseed": (sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=True),),
}


def upgrade() -> None:
    for table, columns in COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    op.create_table(
        "nextseed",
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("sealed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_nextseed_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", name=op.f("pk_nextseed")),
    )


def downgrade() -> None:
    op.drop_table("nextseed")
    for table, columns in COLUMNS.items():
        for column in columns:
            op.drop_column(table, column.name)
