"""Clocks for people: their days and absences, their time in a battle, whom a question waits for; pauses"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet", sa.String(length=11), nullable=False),
        sa.Column("days_off", sa.String(length=13), nullable=False),
        sa.Column("hinted_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_person")),
    )
    op.create_table(
        "absence",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("in_place", sa.String(length=12), nullable=False),
        sa.Column("delegate", sa.BigInteger(), nullable=True),
        sa.Column("begun", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_absence")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "timebank",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("left", sa.Float(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("refilled_for", sa.Integer(), nullable=False),
        sa.Column("called_for", sa.Integer(), nullable=False),
        sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("misses", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_timebank_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "user_id", name=op.f("pk_timebank")),
    )
    op.create_table(
        "waiting",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("ask_key", sa.String(length=200), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("by_side", sa.String(length=40), nullable=True),
        sa.Column("units", sa.Text(), server_default=sa.text("''"), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("extra", sa.Float(), nullable=False),
        sa.Column("to_gm", sa.Boolean(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_waiting_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_waiting")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "reliability",
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kept", sa.Float(), server_default=sa.text("0"), nullable=False),
        sa.Column("missed", sa.Float(), server_default=sa.text("0"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_reliability_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", "user_id", name=op.f("pk_reliability")),
    )
    op.add_column("timer", sa.Column("user_id", sa.BigInteger(), nullable=True))
    op.add_column("side", sa.Column("at_deadline", sa.String(length=12), nullable=True))
    for column in (
        sa.Column("paused", sa.String(length=12), server_default=sa.text("''"), nullable=False),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("silent", sa.Integer(), server_default=sa.text("0"), nullable=False),
        sa.Column("wishes", sa.Text(), server_default=sa.text("''"), nullable=False),
    ):
        op.add_column("battle", column)
    for table, column in (
        ("absence", "user_id"),
        ("absence", "over"),
        ("timebank", "user_id"),
        ("waiting", "battle_id"),
        ("reliability", "user_id"),
    ):
        op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)


def downgrade() -> None:
    for column in ("wishes", "silent", "paused_at", "paused"):
        op.drop_column("battle", column)
    op.drop_column("side", "at_deadline")
    op.drop_column("timer", "user_id")
    for table in ("reliability", "waiting", "timebank", "absence", "person"):
        op.drop_table(table)
