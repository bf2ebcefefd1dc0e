"""What ails a database that has done nothing wrong itself: no room left, somebody who keeps it, a disk that fails.

Drivers say it by codes, which are the same in every language and version: SQLite's result codes, PostgreSQL's states.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from enum import StrEnum
from typing import cast

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree


class Unreachable(ConnectionError):
    """Nobody answers where the database's server should be."""

    sqlstate = "08001"
    """PostgreSQL's own for that: sqlclient_unable_to_establish_sqlconnection."""


class Trouble(StrEnum):
    """In words, as a sentence has them without its capital."""

    FULL = "the host's disk is full"
    BUSY = "the database is busy"
    FAILING = "the host's disk does not do what it should"
    READ_ONLY = "the database cannot be written"
    CLOSED = "the database cannot be opened"
    """Its file or its server lets the program not in, or there is none of that name."""
    AWAY = "the database cannot be reached"


_SQLITE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
    sqlite3.SQLITE_PROTOCOL: Trouble.BUSY,
    sqlite3.SQLITE_IOERR: Trouble.FAILING,
    sqlite3.SQLITE_CORRUPT: Trouble.FAILING,
    sqlite3.SQLITE_NOTADB: Trouble.FAILING,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: Trouble.CLOSED,
    sqlite3.SQLITE_PERM: Trouble.CLOSED,
    sqlite3.SQLITE_AUTH: Trouble.CLOSED,
}
"""By the primary result code: the low byte of what SQLite says."""
_POSTGRESQL = {
    "53100": Trouble.FULL,  # disk_full
    "53300": Trouble.BUSY,  # too_many_connections
    "55P03": Trouble.BUSY,  # lock_not_available: lock_timeout has passed
    "25P03": Trouble.BUSY,  # idle_in_transaction_session_timeout has passed
    "57014": Trouble.BUSY,  # query_canceled: statement_timeout has passed
    "40001": Trouble.BUSY,  # serialization_failure
    "40P01": Trouble.BUSY,  # deadlock_detected
    "58030": Trouble.FAILING,  # io_error
    "XX001": Trouble.FAILING,  # data_corrupted
    "XX002": Trouble.FAILING,  # index_corrupted
    "25006": Trouble.READ_ONLY,  # read_only_sql_transaction
    "28000": Trouble.CLOSED,  # invalid_authorization_specification
    "28P01": Trouble.CLOSED,  # invalid_password
    "3D000": Trouble.CLOSED,  # invalid_catalog_name: no such database
    "42501": Trouble.CLOSED,  # insufficient_privilege
    "57P01": Trouble.AWAY,  # admin_shutdown
    "57P02": Trouble.AWAY,  # crash_shutdown
    "57P03": Trouble.AWAY,  # cannot_connect_now
}
_CONNECTION = "08"
"""The class of PostgreSQL's states in which there is no connection."""


def trouble_of(error: BaseException) -> Trouble | None:
    """What ails the database; None for an error that says nothing of that kind."""
    return next((found for each in _causes(error) if (found := _said(each)) is not None), None)


def in_words(error: BaseException) -> str:
    """An error for the host: what ails the database, where it is that, and the error as Python shows it."""
    trouble = trouble_of(error)
    return repr(error) if trouble is None else f"{trouble}: {error!r}"


def to_log(error: BaseException) -> dict[str, str]:
    """What a log entry says beside the error: "trouble", where something ails the database."""
    trouble = trouble_of(error)
    return {} if trouble is None else {"trouble": str(trouble)}


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what it was raised from, and those of a group, each with its own."""
    at: BaseException | None = error
    while at is not None:
        yield at
        if isinstance(at, BaseExceptionGroup):
            for one in cast("BaseExceptionGroup[BaseException]", at).exceptions:
                yield from _causes(one)
        at = at.orig if isinstance(at, DBAPIError) and at.orig is not None else at.__cause__


def _said(error: BaseException) -> Trouble | None:
    if isinstance(error, NoneFree):
        return Trouble.BUSY
    code: object = getattr(error, "sqlite_errorcode", None)
    if isinstance(code, int):
        return _SQLITE.get(code & 0xFF)
    state: object = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return Trouble.AWAY if state.startswith(_CONNECTION) else _POSTGRESQL.get(state)
    return None
