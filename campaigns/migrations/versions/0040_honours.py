"""Honours: what bears a career's lines out, awards with their citations, honours of units, a campaign's own awards"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"
branch_labels = None
depends_on = None

_EMPTY = sa.text("''")


def upgrade() -> None:
    op.add_column("careerfact", sa.Column("seq", sa.Integer(), nullable=True))
    op.add_column("careerfact", sa.Column("award", sa.Text(), nullable=True))
    op.add_column("careerfact", sa.Column("citation", sa.Text(), nullable=False, server_default=_EMPTY))
    op.create_table(
        "unithonour",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("award", sa.Text(), nullable=True),
        sa.Column("citation", sa.Text(), nullable=False, server_default=_EMPTY),
        sa.Column("seq", sa.Integer(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked", sa.Text(), nullable=False, server_default=_EMPTY),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_unithonour_unit_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_unithonour_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unithonour")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_unithonour_unit_id"), "unithonour", ["unit_id"])
    op.create_index(op.f("ix_unithonour_battle_id"), "unithonour", ["battle_id"])
    op.create_table(
        "declinedhonour",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("award", sa.String(length=40), nullable=False),
        sa.Column("figure_id", sa.Integer(), nullable=True),
        sa.Column("unit_id", sa.Integer(), nullable=True),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["battle_id"], ["battle.id"], name=op.f("fk_declinedhonour_battle_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["figure_id"], ["figure.id"], name=op.f("fk_declinedhonour_figure_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_declinedhonour_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_declinedhonour")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_declinedhonour_battle_id"), "declinedhonour", ["battle_id"])
    op.create_table(
        "keptawards",
        sa.Column("campaign_id", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("title", sa.String(length=80), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kept_by", sa.BigInteger(), nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_keptawards_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("campaign_id", name=op.f("pk_keptawards")),
    )


def downgrade() -> None:
    op.drop_table("keptawards")
    op.drop_table("declinedhonour")
    op.drop_table("unithonour")
    for column in ("citation", "award", "seq"):
        op.drop_column("careerfact", column)
