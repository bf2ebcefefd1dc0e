"""Units and boards are found by what their names fold to, which no database does by itself beyond the English alphabet

A name that holds what cannot be seen is written out ("Mill⟨U+200B⟩"), so that it can be read and typed; of several
names that are one and the same by now, all but the first get a number. No row is lost.
"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from rules.language.naming import folded, revealed, tidy

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

TABLES = ("unit", "keptboard")
LONGEST = 80


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("folded", sa.String(length=240), nullable=False, server_default=sa.text("''")))
        _fill(sa.table(table, *map(sa.column, ("id", "campaign_id", "name", "folded"))))
        op.create_index(f"uq_{table}_campaign_id_folded", table, ["campaign_id", "folded"], unique=True)


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_index(f"uq_{table}_campaign_id_folded", table_name=table)
        op.drop_column(table, "folded")


def _fill(table: sa.TableClause) -> None:
    connection = op.get_bind()
    columns = table.c
    rows = connection.execute(sa.select(columns.id, columns.campaign_id, columns.name).order_by(columns.id)).all()
    for campaign_id in dict.fromkeys(row.campaign_id for row in rows):
        own = {row.id: row.name for row in rows if row.campaign_id == campaign_id}
        for row_id, name in _names(own).items():
            change = sa.update(table).where(columns.id == row_id).values(name=name, folded=folded(name))
            connection.execute(change)


def _names(own: dict[int, str]) -> dict[int, str]:
    """A name for each row, no two of them the same. Those that can stay as they are come first."""
    spoken_for = {folded(name) for name in own.values()}
    given: dict[int, str] = {}
    for row_id in sorted(own, key=lambda row_id: (_readable(own[row_id]) != own[row_id], row_id)):
        used = {folded(name) for name in given.values()}
        wanted = _readable(own[row_id])
        if folded(wanted) in used:
            numbered = (f"{wanted[: LONGEST - 8]} {number}" for number in range(2, 2 * len(own) + 3))
            wanted = next(name for name in numbered if folded(name) not in used | spoken_for)
        given[row_id] = wanted
    return given


def _readable(name: str) -> str:
    return tidy(revealed(tidy(name)))[:LONGEST] or f"⟨{name!r}⟩"[:LONGEST]
