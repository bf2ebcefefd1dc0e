"""What waits is found without reading all that was ever sent; recurring tasks leave a sign of life"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

PENDING = "status = 'pending'"
DEAD = "status = 'dead'"
PROMPTS = "kind = 'prompt' AND status = 'sent' AND message_id IS NOT NULL"
ACTIVE = "fired_at IS NULL AND cancelled_at IS NULL"


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("task", sa.String(length=20), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("well_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("task", name=op.f("pk_heartbeat")),
    )
    op.drop_index(op.f("ix_outboxpost_status"), table_name="outboxpost")
    op.create_index("ix_outboxpost_battle_id_position", "outboxpost", ["battle_id", "position"], unique=False)
    _partial("ix_outboxpost_pending", "outboxpost", ["battle_id", "campaign_id", "id"], PENDING)
    _partial("ix_outboxpost_pending_campaign", "outboxpost", ["campaign_id", "battle_id", "id"], PENDING)
    _partial("ix_outboxpost_dead", "outboxpost", ["campaign_id", "battle_id", "id"], DEAD)
    _partial("ix_outboxpost_prompts", "outboxpost", ["battle_id", "position"], PROMPTS)
    op.add_column("timer", sa.Column("not_before", sa.DateTime(timezone=True), nullable=True))
    op.add_column("timer", sa.Column("tries", sa.Integer(), server_default=sa.text("0"), nullable=False))
    op.drop_index(op.f("ix_timer_due"), table_name="timer")
    _partial("ix_timer_active_battle", "timer", ["battle_id", "due"], ACTIVE)
    _partial("ix_timer_active_due", "timer", ["due"], ACTIVE)


def downgrade() -> None:
    op.drop_index("ix_timer_active_due", table_name="timer")
    op.drop_index("ix_timer_active_battle", table_name="timer")
    op.create_index(op.f("ix_timer_due"), "timer", ["due"], unique=False)
    op.drop_column("timer", "tries")
    op.drop_column("timer", "not_before")
    for name in ("prompts", "dead", "pending_campaign", "pending", "battle_id_position"):
        op.drop_index(f"ix_outboxpost_{name}", table_name="outboxpost")
    op.create_index(op.f("ix_outboxpost_status"), "outboxpost", ["status"], unique=False)
    op.drop_table("heartbeat")


def _partial(name: str, table: str, columns: list[str], where: str) -> None:
    op.create_index(name, table, columns, unique=False, sqlite_where=sa.text(where), postgresql_where=sa.text(where))
