"""The envelope: what several sides, and several players of a side, hand in unseen by each other, opened together.

Everybody writes his sheet and may write it anew until the envelope is opened. A sealed sheet is bound by a commitment
that all may see and nobody can read: a hash of its words and a salt that is told when it is opened. The envelope opens
by itself with the last seal; at a deadline the absent are sealed for, one after the other. A seal may be lifted as long
as no other side has sealed anything: after that it would only make the others wait.

All of it is plain data for a battle's state, and pure functions. What a sheet says is text of the rule set's own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.action import SideId
from rules.battle.admission import not_asked
from rules.refusals import Why
from rules.violation import RuleViolation

Writer: TypeAlias = tuple[SideId, str]
"""A side and one of its players, by whatever word the rule set tells them apart ("" where a side is one)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one writer hands in. `seal` is empty while it may be written on; `salt` is as secret as the words."""

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


def drafted(envelope: Envelope, writer: Writer, words: str) -> Envelope:
    """Written, or written anew, and not sealed yet. RuleViolation on a sealed sheet."""
    _require_closed(envelope)
    if envelope.sheet(writer).seal:
        raise RuleViolation("sealed", "Your sheet is sealed.", remedy="Hand in another one, sealed as well.")
    return _with(envelope, replace(envelope.sheet(writer), words=words))


def sealed(envelope: Envelope, writer: Writer, salt: str, words: str | None = None) -> Envelope:
    """Sealed as it is written, or with other words, which may take the place of a sealed sheet until the envelope is
    opened. The last seal opens it.

    `salt`: not to be guessed, and another one each time. RuleViolation where nothing is written, or for a sheet that is
    sealed and to stay as it is.
    """
    _require_closed(envelope)
    sheet = envelope.sheet(writer)
    if sheet.seal and words is None:
        raise RuleViolation("sealed", "Your sheet is sealed already.", remedy="Wait for the others.")
    said = sheet.words if words is None else words
    if said is None:
        raise RuleViolation(Why.NOTHING_WRITTEN, "There is nothing on your sheet.", remedy="Write it first.")
    return _opened_by_last(_with(envelope, _bound(envelope.key, replace(sheet, words=said), salt)))


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


def seen_by(envelope: Envelope, side: SideId | None, *, umpire: bool = False) -> Envelope:
    """What a viewer may know of it: until it is opened his own side's sheets, and of the others their seals alone: not
    even whether anything is written. Nothing but seals for the public (no side)."""
    if envelope.opened or umpire:
        return envelope
    return replace(
        envelope,
        sheets=tuple(
            sheet if sheet.side == side else Sheet(sheet.side, sheet.player, seal=sheet.seal)
            for sheet in envelope.sheets
        ),
    )


def holds(key: str, sheet: Sheet) -> bool:
    """Whether an opened sheet is the one that was sealed; anybody may check it."""
    return sheet.words is not None and sheet.seal == commitment(key, sheet.writer, sheet.words, sheet.salt)


def commitment(key: str, writer: Writer, words: str, salt: str) -> str:
    """SHA-256 over the parts, each after its length, so that no two sheets are one text."""
    parts = [part.encode() for part in (key, *writer, words, salt)]
    return hashlib.sha256(b"".join(f"{len(part)}:".encode() + part for part in parts)).hexdigest()


def _bound(key: str, sheet: Sheet, salt: str) -> Sheet:
    if not salt:
        raise ValueError("a seal without salt can be guessed")
    assert sheet.words is not None
    return replace(sheet, seal=commitment(key, sheet.writer, sheet.words, salt), salt=salt)


def _with(envelope: Envelope, changed: Sheet) -> Envelope:
    sheets = tuple(changed if sheet.writer == changed.writer else sheet for sheet in envelope.sheets)
    return replace(envelope, sheets=sheets)


def _opened_by_last(envelope: Envelope) -> Envelope:
    return replace(envelope, opened=not envelope.waits_for())


def _require_closed(envelope: Envelope) -> None:
    if envelope.opened:
        raise RuleViolation("envelope-opened", "All sheets are on the table.", remedy="Wait for the next ones.")
