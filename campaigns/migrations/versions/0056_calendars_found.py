"""Which campaigns want their deadlines in the calendar is found without reading all of them"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"
branch_labels = None
depends_on = None

WANTS = r"""settings LIKE '%"calendar"\:true%'"""


def upgrade() -> None:
    op.create_index(
        "ix_campaign_calendar", "campaign", ["id"], sqlite_where=sa.text(WANTS), postgresql_where=sa.text(WANTS)
    )


def downgrade() -> None:
    op.drop_index("ix_campaign_calendar", "campaign")
