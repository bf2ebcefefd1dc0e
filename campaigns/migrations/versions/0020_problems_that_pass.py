"""Whether what keeps a side's thread from being made may pass is said by itself, not by how the problem begins"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sidethread", sa.Column("passing", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.execute("UPDATE sidethread SET passing = true WHERE problem LIKE 'Discord does not do it now%'")


def downgrade() -> None:
    op.drop_column("sidethread", "passing")
