"""Deadlines that passed without a word are counted by side; what somebody who is away wants meanwhile"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battle", sa.Column("silences", sa.Text(), nullable=False, server_default=sa.text("'{}'")))
    op.drop_column("battle", "silent")
    # "orders" meant that the battle waits as long as the policy says; that has a word of its own now.
    op.execute("UPDATE absence SET in_place = 'pause' WHERE in_place = 'orders'")


def downgrade() -> None:
    op.execute("UPDATE absence SET in_place = 'orders' WHERE in_place IN ('pause', 'staff')")
    op.add_column("battle", sa.Column("silent", sa.Integer(), nullable=False, server_default=sa.text("0")))
    op.drop_column("battle", "silences")
