"""Boards that a campaign keeps, and the pictures under them"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "boardpicture",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_boardpicture_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_boardpicture")),
    )
    op.create_index(op.f("ix_boardpicture_campaign_id"), "boardpicture", ["campaign_id"], unique=False)
    op.create_table(
        "keptboard",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("picture_id", sa.Integer(), nullable=True),
        sa.Column("made_by", sa.BigInteger(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_keptboard_campaign_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["picture_id"], ["boardpicture.id"], name=op.f("fk_keptboard_picture_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_keptboard")),
        sa.UniqueConstraint("campaign_id", "name", name=op.f("uq_keptboard_campaign_id_name")),
    )
    op.create_table(
        "battlepicture",
        sa.Column("battle_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("picture_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_battlepicture_battle_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["picture_id"], ["boardpicture.id"], name=op.f("fk_battlepicture_picture_id")),
        sa.PrimaryKeyConstraint("battle_id", name=op.f("pk_battlepicture")),
    )
    op.create_index(op.f("ix_battlepicture_picture_id"), "battlepicture", ["picture_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_battlepicture_picture_id"), table_name="battlepicture")
    op.drop_table("battlepicture")
    op.drop_table("keptboard")
    op.drop_index(op.f("ix_boardpicture_campaign_id"), table_name="boardpicture")
    op.drop_table("boardpicture")
