"""A unit keeps its part from scenario to scenario, players wish for parts, guests of a scene are on no roster"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("battleunit", sa.Column("part", sa.String(length=60), nullable=False, server_default=sa.text("''")))
    op.add_column("battleunit", sa.Column("raised", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.add_column("unit", sa.Column("guest", sa.Boolean(), nullable=False, server_default=sa.text("false")))
    op.create_table(
        "partwish",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("force", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_partwish_battle_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_partwish_unit_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "unit_id", name=op.f("pk_partwish")),
    )


def downgrade() -> None:
    op.drop_table("partwish")
    op.drop_column("unit", "guest")
    op.drop_column("battleunit", "raised")
    op.drop_column("battleunit", "part")
