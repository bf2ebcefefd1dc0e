"""Units and figures that came from another database keep the numbers by which their battles call them"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("unit", "figure"):
        op.add_column(table, sa.Column("called", sa.Integer(), nullable=True))


def downgrade() -> None:
    for table in ("figure", "unit"):
        op.drop_column(table, "called")
