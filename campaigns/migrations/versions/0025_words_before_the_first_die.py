"""When a player's words for the dice were noted, and for whom a battle begins as soon as every side has been heard

Words that were noted before have no time: whoever gave them is heard anew.
"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("player", sa.Column("phrase_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("battle", sa.Column("begins_for", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("battle", "begins_for")
    op.drop_column("player", "phrase_at")
