"""Deputies, signs of life, elections of a GM; of several who are asked, who is told first"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

_NEW = (("campaign", "deputy_called_at"), ("player", "last_at"), ("gm", "last_at"))


def upgrade() -> None:
    op.add_column("campaign", sa.Column("deputy", sa.BigInteger(), nullable=True))
    for table, column in _NEW:
        op.add_column(table, sa.Column(column, sa.DateTime(timezone=True), nullable=True))
    op.add_column("waiting", sa.Column("lead", sa.BigInteger(), nullable=False, server_default=sa.text("0")))
    op.create_table(
        "election",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("campaign_id", sa.Integer(), sa.ForeignKey("campaign.id", ondelete="CASCADE"), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("elected", sa.BigInteger(), nullable=False),
        sa.Column("post", sa.Integer(), nullable=False),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_election_campaign_id"), "election", ["campaign_id"])
    op.create_table(
        "electioncandidate",
        sa.Column("election_id", sa.Integer(), sa.ForeignKey("election.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "electionvote",
        sa.Column("election_id", sa.Integer(), sa.ForeignKey("election.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("candidate", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    for table in ("electionvote", "electioncandidate", "election"):
        op.drop_table(table)
    op.drop_column("waiting", "lead")
    for table, column in reversed(_NEW):
        op.drop_column(table, column)
    op.drop_column("campaign", "deputy")
