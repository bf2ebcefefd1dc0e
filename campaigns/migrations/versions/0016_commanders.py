"""Who commands a unit in a battle, and who has chosen his units for it"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battleunit", sa.Column("commander", sa.Integer(), nullable=True))
    op.add_column("battle", sa.Column("check_in", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("battle", "check_in")
    op.drop_column("battleunit", "commander")
