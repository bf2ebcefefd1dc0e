"""Migrations that take something away from versions that are still at work.

While processes of a fleet are upgraded one after the other, two versions work on one schema. So a migration adds
(expands); what nobody uses any more goes with a later one (contracts). Such a one says so in its module:

    contracts = "0060"  # the first schema whose version no longer needs what goes here
"""

from __future__ import annotations

from collections.abc import Iterable

from alembic.script import Script
from sqlalchemy import Connection, inspect, text


def contracts(script: Script) -> str | None:
    """The first schema whose version does without what this migration takes away; None: it takes nothing away."""
    return getattr(script.module, "contracts", None)


def in_the_way(connection: Connection, pending: Iterable[Script], known: Iterable[str]) -> str | None:
    """Why these migrations have to wait, in one line: processes are at work that need what would go. `known`: the
    schemas up to the one that the database has, which is that of the oldest process at work at most."""
    if connection.dialect.name != "postgresql":  # a file serves one process, which holds it
        return None
    past = set(known)
    taking = [script.revision for script in pending if (first := contracts(script)) is not None and first not in past]
    if not taking or not inspect(connection).has_table("fleetmember"):
        return None
    there = text("SELECT name FROM fleetmember WHERE until > clock_timestamp() ORDER BY id LIMIT 1")
    name = connection.execute(there).scalar()
    if name is None:
        return None
    return f"{name} works on it and needs what schema {taking[0]} takes away: stop all processes of that version first"
