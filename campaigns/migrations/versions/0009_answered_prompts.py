"""Prompts that have been answered and still show their buttons"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "answeredprompt",
        sa.Column("post_id", sa.Integer(), nullable=False),
        sa.Column("overtaken_by", sa.Integer(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("struck_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["post_id"], ["outboxpost.id"], name=op.f("fk_answeredprompt_post_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["overtaken_by"], ["outboxpost.id"], name=op.f("fk_answeredprompt_overtaken_by"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_answeredprompt")),
    )
    op.create_index(op.f("ix_answeredprompt_due"), "answeredprompt", ["due"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_answeredprompt_due"), table_name="answeredprompt")
    op.drop_table("answeredprompt")
