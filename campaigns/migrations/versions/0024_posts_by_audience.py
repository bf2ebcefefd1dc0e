"""The newest post for one side alone is found without reading those for the others"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

OF_SIDES = "audience IS NOT NULL"


def upgrade() -> None:
    op.create_index(
        "ix_outboxpost_audience",
        "outboxpost",
        ["battle_id", "audience", "recipient", "position"],
        unique=False,
        sqlite_where=sa.text(OF_SIDES),
        postgresql_where=sa.text(OF_SIDES),
    )


def downgrade() -> None:
    op.drop_index("ix_outboxpost_audience", table_name="outboxpost")
