"""The envelope: what several sides, and several players of a side, hand in unseen by each other, opened together.

Everybody hands in his sheet, and another in its place until the envelope is opened. A sealed sheet is bound by a
commitment that all may see and nobody can read: a hash of its words and a salt that is told when it is opened. The
envelope opens by itself with the last seal; at a deadline the absent are sealed for, one after the other. A seal may be
lifted as long as no other side has sealed anything: after that it would only make the others wait.

All of it is plain data for a battle's state, and pure functions. What a sheet says is text of the rule set's own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.action import SideId
from rules.battle.admission import not_asked
from rules.violation import RuleViolation

Writer: TypeAlias = tuple[SideId, str]
"""A side and one of its players, by whatever word the rule set tells them apart ("" where a side is one)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one writer hands in. `seal` is empty while nothing binds him; `salt` is as secret as the words."""

    side: SideId
    player: str = ""
    words: str | None = None
    seal: str = ""
    salt: str = ""
    absent: bool = False
    """The deadline sealed it."""

    @property
    def writer(self) -> Writer:
        return self.side, self.player


@dataclass(frozen=True, slots=True)
class Envelope:
    """`key` names what it is for ("orders of period 3") and goes into every seal: none fits another envelope."""

    key: str
    sheets: tuple[Sheet, ...]
    opened: bool = False

    def sheet(self, writer: Writer) -> Sheet:
        """Raises RuleViolation for somebody who is not asked to write."""
        found = next((sheet for sheet in self.sheets if sheet.writer == writer), None)
        if found is None:
            raise not_asked("Nobody has asked you for anything in writing.")
        return found

    def waits_for(self) -> tuple[Writer, ...]:
        """Whose seal is missing."""
        return tuple(sheet.writer for sheet in self.sheets if not sheet.seal)


def laid_out(key: str, writers: Iterable[Writer]) -> Envelope:
    """An empty one. ValueError without writers, or with one twice."""
    asked = tuple(writers)
    if not asked or len(set(asked)) != len(asked):
        raise ValueError("an envelope has writers, each of them once")
    return Envelope(key, tuple(Sheet(side, player) for side, player in asked))


def sealed(envelope: Envelope, writer: Writer, salt: str, words: str) -> Envelope:
    """Sealed with these words, which may take the place of a sealed sheet until the envelope is opened. The last seal
    opens it. `salt`: not to be guessed, and another one each time."""
    _require_closed(envelope)
    return _opened_by_last(_with(envelope, _bound(envelope.key, envelope.sheet(writer), words, salt)))


def lifted(envelope: Envelope, writer: Writer) -> Envelope:
    """The seal broken by its own writer, the words as they were. RuleViolation once another side has sealed."""
    _require_closed(envelope)
    sheet = envelope.sheet(writer)
    if not sheet.seal:
        raise RuleViolation("not-sealed", "Your sheet is not sealed.", remedy="Write on it as you like.")
    if not may_lift(envelope, writer):
        raise RuleViolation(
            "seal-stands", "Another side has sealed its orders, so your seal stands.", remedy="Hand in another sheet."
        )
    return _with(envelope, replace(sheet, seal="", salt=""))


def may_lift(envelope: Envelope, writer: Writer) -> bool:
    """Whether taking the seal back, or undoing it, is still open to him."""
    others = (sheet for sheet in envelope.sheets if sheet.side != writer[0])
    return not envelope.opened and bool(envelope.sheet(writer).seal) and not any(sheet.seal for sheet in others)


def holds(key: str, sheet: Sheet) -> bool:
    """Whether an opened sheet is the one that was sealed; anybody may check it."""
    return sheet.words is not None and sheet.seal == commitment(key, sheet.writer, sheet.words, sheet.salt)


def commitment(key: str, writer: Writer, words: str, salt: str) -> str:
    """SHA-256 over the parts, each after its length, so that no two sheets are one text."""
    parts = [part.encode() for part in (key, *writer, words, salt)]
    return hashlib.sha256(b"".join(f"{len(part)}:".encode() + part for part in parts)).hexdigest()


def _bound(key: str, sheet: Sheet, words: str, salt: str) -> Sheet:
    if not salt:
        raise ValueError("a seal without salt can be guessed")
    return replace(sheet, words=words, seal=commitment(key, sheet.writer, words, salt), salt=salt)


def _with(envelope: Envelope, changed: Sheet) -> Envelope:
    sheets = tuple(changed if sheet.writer == changed.writer else sheet for sheet in envelope.sheets)
    return replace(envelope, sheets=sheets)


def _opened_by_last(envelope: Envelope) -> Envelope:
    return replace(envelope, opened=not envelope.waits_for())


def _require_closed(envelope: Envelope) -> None:
    if envelope.opened:
        raise RuleViolation("envelope-opened", "All sheets are on the table.", remedy="Wait for the next ones.")
