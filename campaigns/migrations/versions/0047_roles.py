"""Who attacks and who defends is a battle's: sides are armies"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0047"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battle", sa.Column("roles", sa.Text(), nullable=False, server_default=sa.text("'{}'")))
    op.add_column("draft", sa.Column("side", sa.String(length=40), nullable=False, server_default=sa.text("''")))
    op.execute("UPDATE draft SET side = 'defender' WHERE kind LIKE 'own-%-defending'")
    op.execute("UPDATE draft SET side = 'attacker' WHERE kind LIKE 'own-%' AND side = ''")


def downgrade() -> None:
    op.drop_column("draft", "side")
    op.drop_column("battle", "roles")
