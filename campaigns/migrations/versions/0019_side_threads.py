"""What is for one side alone: posts with an audience, private threads and who is in them; who has looked at what"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outboxpost", sa.Column("audience", sa.String(length=40), nullable=True))
    op.add_column("outboxpost", sa.Column("recipient", sa.BigInteger(), nullable=True))
    op.add_column("player", sa.Column("direct", sa.Boolean(), server_default=sa.text("false"), nullable=False))
    op.create_table(
        "sidethread",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_sidethread_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sidethread")),
        sa.UniqueConstraint("campaign_id", "side", name=op.f("uq_sidethread_campaign_id_side")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "sideguest",
        sa.Column("thread", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("inside", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["thread"], ["sidethread.id"], name=op.f("fk_sideguest_thread"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("thread", "user_id", name=op.f("pk_sideguest")),
    )
    op.create_table(
        "lookedat",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_lookedat_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "user_id", name=op.f("pk_lookedat")),
    )
    op.create_index(op.f("ix_lookedat_user_id"), "lookedat", ["user_id"], unique=False)
    op.create_index(op.f("ix_sidethread_due"), "sidethread", ["due"], unique=False)
    op.create_index(op.f("ix_sidethread_thread_id"), "sidethread", ["thread_id"], unique=False)


def downgrade() -> None:
    op.drop_table("lookedat")
    op.drop_table("sideguest")
    op.drop_table("sidethread")
    op.execute("DELETE FROM outboxpost WHERE audience IS NOT NULL")
    op.drop_column("player", "direct")
    op.drop_column("outboxpost", "recipient")
    op.drop_column("outboxpost", "audience")
