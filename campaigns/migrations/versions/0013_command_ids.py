"""The ids of published commands"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("publishedcommands", sa.Column("ids", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("publishedcommands", "ids")
