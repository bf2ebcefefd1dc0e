"""Which entry of the journal gave which order: it was searched for in the words of all entries before"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "givenorder",
        sa.Column("battle_id", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["battle_id"], ["battle.id"], name=op.f("fk_givenorder_battle_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("battle_id", "side", "number", "seq", name=op.f("pk_givenorder")),
    )
    connection = op.get_bind()
    entry = sa.table("journalentry", *map(sa.column, ("battle_id", "seq", "events")))
    given = sa.table("givenorder", *map(sa.column, ("battle_id", "side", "number", "seq")))
    told = sa.select(entry).where(entry.c.events.like('%"orders-given"%'))
    for battle_id, seq, events in connection.execute(told).all():
        for event in map(json.loads, filter(None, events.split("\n"))):
            if event["kind"] == "orders-given":
                order = {"side": event["order"]["side"], "number": event["order"]["number"]}
                connection.execute(sa.insert(given).values(battle_id=battle_id, seq=seq, **order))


def downgrade() -> None:
    op.drop_table("givenorder")
