"""What careers carry from battle to battle, and squads in the making"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("careerfact", sa.Column("details", sa.Text(), nullable=True))
    op.create_table(
        "draft",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=80), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("rolled_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("raised_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("unit_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_draft_campaign_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_draft_unit_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_draft")),
    )
    op.create_index(
        "uq_draft_open",
        "draft",
        ["campaign_id", "user_id"],
        unique=True,
        sqlite_where=sa.text("raised_at IS NULL"),
        postgresql_where=sa.text("raised_at IS NULL"),
    )
    op.create_index(op.f("ix_draft_user_id"), "draft", ["user_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_draft_user_id"), table_name="draft")
    op.drop_index(
        "uq_draft_open",
        table_name="draft",
        sqlite_where=sa.text("raised_at IS NULL"),
        postgresql_where=sa.text("raised_at IS NULL"),
    )
    op.drop_table("draft")
    op.drop_column("careerfact", "details")
