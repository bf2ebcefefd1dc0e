"""The board of a battle's snapshots is kept once, not in each of them"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "snapshotboard",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_snapshotboard_battle_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("battle_id", "digest", name=op.f("pk_snapshotboard")),
    )
    op.add_column("snapshot", sa.Column("board_digest", sa.String(length=64), nullable=True))


def downgrade() -> None:
    """Snapshots without their board are of no use to the version before: battles are folded from their journals."""
    op.execute("DELETE FROM snapshot WHERE board_digest IS NOT NULL")
    op.drop_column("snapshot", "board_digest")
    op.drop_table("snapshotboard")
