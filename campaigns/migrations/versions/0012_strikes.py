"""One table of posts that lose their buttons: prompts, proposals and requests alike"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_SHARED = "post_id, overtaken_by, due, attempts, problem, struck_at"


def upgrade() -> None:
    op.create_table(
        "strike",
        sa.Column("post_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("overtaken_by", sa.Integer(), nullable=True),
        sa.Column("fate", sa.String(length=12), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("struck_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["post_id"], ["outboxpost.id"], name=op.f("fk_strike_post_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["overtaken_by"], ["outboxpost.id"], name=op.f("fk_strike_overtaken_by"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("post_id", name=op.f("pk_strike")),
    )
    op.create_index(op.f("ix_strike_due"), "strike", ["due"], unique=False)
    op.execute(f"INSERT INTO strike (fate, {_SHARED}) SELECT '', {_SHARED} FROM answeredprompt")
    op.drop_index(op.f("ix_answeredprompt_due"), table_name="answeredprompt")
    op.drop_table("answeredprompt")
    _posts_become_strikes()


def _posts_become_strikes() -> None:
    """Proposals and requests were struck by posts of their own; those that have not been sent are written down here."""
    connection = op.get_bind()
    post = sa.table("outboxpost", *map(sa.column, ("id", "status", "matter", "due")))
    strike = sa.table("strike", *map(sa.column, ("post_id", "fate", "due", "attempts", "problem")))
    told = sa.select(post).where(post.c.matter.like('{"topic":"struck"%')).order_by(post.c.id)
    rows = connection.execute(told).all()
    there = set(connection.execute(sa.select(post.c.id)).scalars()) if rows else set()
    for row in rows:
        words = dict(json.loads(row.matter)["words"])
        number = int(words["post"])
        if row.status in ("pending", "dead") and number in there:
            there.remove(number)
            about = {"post_id": number, "fate": words["fate"], "due": row.due, "attempts": 0, "problem": ""}
            connection.execute(sa.insert(strike).values(about))
    if rows:
        connection.execute(sa.delete(post).where(post.c.id.in_([row.id for row in rows])))


def downgrade() -> None:
    """What is to be struck beside prompts keeps its buttons: they say themselves what has changed."""
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
    op.execute(f"INSERT INTO answeredprompt ({_SHARED}) SELECT {_SHARED} FROM strike WHERE overtaken_by IS NOT NULL")
    op.drop_index(op.f("ix_strike_due"), table_name="strike")
    op.drop_table("strike")
