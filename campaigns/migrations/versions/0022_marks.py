"""How much everybody, and each side, has been told of a battle: buttons remembered the journal's newest number"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battle", sa.Column("marks", sa.Text(), server_default=sa.text("''"), nullable=False))
    op.add_column("journalentry", sa.Column("told", sa.Integer(), nullable=True))
    # What posts from before the upgrade tell of is found by the numbers that their buttons bear.
    entry = sa.table("journalentry", *map(sa.column, ("seq", "told")))
    op.execute(sa.update(entry).values(told=entry.c.seq))
    op.add_column("consideredorder", sa.Column("number", sa.Integer(), server_default=sa.text("0"), nullable=False))
    considered = sa.table("consideredorder", *map(sa.column, ("id", "number")))
    op.execute(sa.update(considered).values(number=considered.c.id))
    op.create_index("ix_journalentry_battle_id_told", "journalentry", ["battle_id", "told"])


def downgrade() -> None:
    op.drop_index("ix_journalentry_battle_id_told", table_name="journalentry")
    op.drop_column("consideredorder", "number")
    op.drop_column("journalentry", "told")
    op.drop_column("battle", "marks")
