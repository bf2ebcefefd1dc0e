"""Pictures in the war diary"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0046"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "diarypicture",
        sa.Column("entry_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["entry_id"], ["diaryentry.id"], name="fk_diarypicture_entry_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("entry_id", name="pk_diarypicture"),
    )


def downgrade() -> None:
    op.drop_table("diarypicture")
