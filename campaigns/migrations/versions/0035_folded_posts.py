"""What came to nothing has no post of its own: the next one that tells something tells it folded"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outboxpost", sa.Column("folded_from", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("outboxpost", "folded_from")
