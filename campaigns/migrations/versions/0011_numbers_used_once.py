"""SQLite, too, never gives the number of a deleted row away again: buttons of long ago carry it"""

# pyright: basic
# (Alembic writes columns without their type argument.)

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        _count_on(connection)
    op.drop_table("retiredids")


def downgrade() -> None:
    """A table that counts on is none the worse for it: only what the version before kept beside them comes back."""
    op.create_table(
        "retiredids",
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", name=op.f("pk_retiredids")),
    )


def _count_on(connection: sa.Connection) -> None:
    if connection.exec_driver_sql("PRAGMA foreign_keys").scalar():
        raise RuntimeError("tables cannot be made anew while foreign keys are kept: their rows would go along")
    counted = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%PRIMARY KEY (id)%'"
    for table in connection.exec_driver_sql(counted).scalars().all():
        with op.batch_alter_table(table, recreate="always", table_kwargs={"sqlite_autoincrement": True}):
            pass
    for table, last in connection.exec_driver_sql("SELECT kind, last FROM retiredids").all():
        connection.exec_driver_sql("DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?", (table, last))
        connection.exec_driver_sql(
            "INSERT INTO sqlite_sequence (name, seq) SELECT ?, ?"
            " WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)",
            (table, last, table),
        )
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").all():
        raise RuntimeError(f"rows point at nothing: {broken[:5]}")
