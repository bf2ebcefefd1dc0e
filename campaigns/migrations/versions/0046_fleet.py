"""Several processes on one database: who is there, who holds which shard; the next timer by an index"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0046"
down_revision = "0044"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "fleetmember",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("shards", sa.Integer(), nullable=False),
        sa.Column("named", sa.Text(), nullable=True),
        sa.Column("beats", sa.Integer(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_fleetmember"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "shardlease",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("holder", sa.Integer(), nullable=True),
        sa.Column("freed_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["holder"], ["fleetmember.id"], name="fk_shardlease_holder", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("shard", name="pk_shardlease"),
    )
    op.create_index("ix_shardlease_holder", "shardlease", ["holder"])
    op.create_table(
        "signin",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name="pk_signin"),
    )
    op.add_column("outboxpost", sa.Column("cause", sa.BigInteger(), nullable=True))
    active = sa.text("fired_at IS NULL AND cancelled_at IS NULL")
    op.create_index(
        "ix_timer_active_fires",
        "timer",
        [sa.text("coalesce(not_before, due)")],
        sqlite_where=active,
        postgresql_where=active,
    )


def downgrade() -> None:
    op.drop_index("ix_timer_active_fires", table_name="timer")
    op.drop_column("outboxpost", "cause")
    op.drop_table("signin")
    op.drop_index("ix_shardlease_holder", table_name="shardlease")
    op.drop_table("shardlease")
    op.drop_table("fleetmember")
