"""The sides of a battle that the staff plays"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battle", sa.Column("staff", sa.Text(), nullable=False, server_default=sa.text("'{}'")))


def downgrade() -> None:
    op.drop_column("battle", "staff")
