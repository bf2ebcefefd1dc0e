"""Who played where and when, who asks to join, and numbers that are not used again"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "stint",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_stint_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_stint")),
    )
    op.create_index(op.f("ix_stint_campaign_id"), "stint", ["campaign_id"], unique=False)
    op.create_index(op.f("ix_stint_user_id"), "stint", ["user_id"], unique=False)
    op.create_table(
        "joinrequest",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("phrase", sa.String(length=200), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sa.Column("fate", sa.String(length=12), nullable=False),
        sa.Column("settled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("settled_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_joinrequest_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_joinrequest")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_joinrequest_campaign_id"), "joinrequest", ["campaign_id"], unique=False)
    op.create_index(op.f("ix_joinrequest_user_id"), "joinrequest", ["user_id"], unique=False)
    op.create_table(
        "retiredids",
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_retiredids")),
    )
    op.create_index(op.f("ix_journalentry_user_id"), "journalentry", ["user_id"], unique=False)
    # Who had left before stints were kept has his last one in his row as a player.
    op.execute(
        "INSERT INTO stint (campaign_id, user_id, side, since, until, removed) "
        "SELECT player.campaign_id, player.user_id, side.key, player.joined_at, player.left_at, false "
        "FROM player JOIN side ON side.id = player.side_id WHERE player.left_at IS NOT NULL"
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_journalentry_user_id"), table_name="journalentry")
    op.drop_table("retiredids")
    op.drop_index(op.f("ix_joinrequest_user_id"), table_name="joinrequest")
    op.drop_index(op.f("ix_joinrequest_campaign_id"), table_name="joinrequest")
    op.drop_table("joinrequest")
    op.drop_index(op.f("ix_stint_user_id"), table_name="stint")
    op.drop_index(op.f("ix_stint_campaign_id"), table_name="stint")
    op.drop_table("stint")
