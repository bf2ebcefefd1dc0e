"""The envelope: what several sides, and several players of a side, hand in unseen by each other, opened together.

Everybody hands in his sheet, and another in its place until the envelope is opened. A sealed sheet is bound by a
commitment that all may see and nobody can read: a hash of its words and a salt that is told when it is opened. The
envelope opens by itself with the last seal; at a deadline the absent are sealed for, one after the other. A seal may be
lifted as long as no other side has sealed anything: after that it would only make the others wait.

A side that is one hands in one sheet. Where its players seal at different times, each seals for certain units; what is
left of the side is a sheet that waits for its own seal.

All of it is plain data for a battle's state, and pure functions. What a sheet says is text of the rule set's own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from rules.battle.admission import not_asked
from rules.kernel.action import SideId
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

Writer: TypeAlias = tuple[SideId, tuple[str, ...]]
"""A side, and those of its units for which one of its players writes: that is how its players are told apart. No units
where the side is one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one writer hands in. `seal` is empty while nothing binds him; `salt` is as secret as the words."""

    side: SideId
    units: tuple[str, ...] = ()
    words: str | None = None
    seal: str = ""
    salt: str = ""
    absent: bool = False
    """The deadline sealed it."""

    @property
    def writer(self) -> Writer:
        return self.side, self.units


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
            raise _nothing_asked()
        return found

    def of(self, side: SideId) -> tuple[Sheet, ...]:
        """The side's sheets; none of a side that is not asked to write."""
        return tuple(sheet for sheet in self.sheets if sheet.side == side)

    def asked_of(self, side: SideId) -> tuple[Sheet, ...]:
        """The same. Raises RuleViolation for a side that is not asked."""
        if not (found := self.of(side)):
            raise _nothing_asked()
        return found

    def unwritten(self, side: SideId) -> Sheet | None:
        """What of the side's is not sealed; None where all of it is."""
        return next((sheet for sheet in self.of(side) if not sheet.seal), None)

    def bound(self, side: SideId) -> frozenset[str]:
        """The units that one of several seals of the side binds by name."""
        return frozenset(unit for sheet in self.of(side) if sheet.seal for unit in sheet.units)

    def waits_for(self) -> tuple[Writer, ...]:
        """Whose seal is missing."""
        return tuple(sheet.writer for sheet in self.sheets if not sheet.seal)


def laid_out(key: str, writers: Iterable[Writer]) -> Envelope:
    """An empty one. ValueError without writers, or with one twice."""
    asked = tuple(writers)
    if not asked or len(set(asked)) != len(asked):
        raise ValueError("an envelope has writers, each of them once")
    return Envelope(key, tuple(Sheet(side, units) for side, units in asked))


def parted(envelope: Envelope, writer: Writer, left: tuple[str, ...]) -> Envelope:
    """With a sheet of his own for a writer of a side whose unwritten sheet it is taken from; `left`: whom the other
    part is for, none where he takes all of it."""
    side, units = writer
    two = (Sheet(side, units), *((Sheet(side, left),) if left else ()))
    return _in_place_of(envelope, envelope.unwritten(side), two)


def joined(envelope: Envelope, side: SideId, units: tuple[str, ...]) -> Envelope:
    """With those seals of the side gone that bind one of these units, or all of them where none is named: what they
    bound is unwritten again, in one sheet with what was so before."""
    own = envelope.of(side)
    again = [sheet for sheet in own if not sheet.seal or not units or set(sheet.units) & set(units)]
    whole = len(again) == len(own)
    one = Sheet(side, () if whole else tuple(dict.fromkeys(unit for sheet in again for unit in sheet.units)))
    first, *others = again
    rest = replace(envelope, sheets=tuple(sheet for sheet in envelope.sheets if sheet not in others))
    return _in_place_of(rest, first, (one,))


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
        raise not_sealed()
    if not may_lift(envelope, writer):
        raise RuleViolation(
            "seal-stands", "Another side has sealed its orders, so your seal stands.", remedy="Hand in another sheet."
        )
    return _with(envelope, replace(sheet, seal="", salt=""))


def not_sealed() -> RuleViolation:
    return RuleViolation(Why.NOT_SEALED, "Your sheet is not sealed.", remedy="Write on it as you like.")


def may_lift(envelope: Envelope, writer: Writer) -> bool:
    """Whether taking the seal back, or undoing it, is still open to him."""
    others = (sheet for sheet in envelope.sheets if sheet.side != writer[0])
    return not envelope.opened and bool(envelope.sheet(writer).seal) and not any(sheet.seal for sheet in others)


def holds(key: str, sheet: Sheet) -> bool:
    """Whether an opened sheet is the one that was sealed; anybody may check it."""
    return sheet.words is not None and sheet.seal == commitment(key, sheet.writer, sheet.words, sheet.salt)


def commitment(key: str, writer: Writer, words: str, salt: str) -> str:
    """SHA-256 over the parts, each after its length, so that no two sheets are one text."""
    side, units = writer
    parts = [part.encode() for part in (key, side, *(units or ("",)), words, salt)]
    return hashlib.sha256(b"".join(f"{len(part)}:".encode() + part for part in parts)).hexdigest()


def _nothing_asked() -> RuleViolation:
    return not_asked("Nobody has asked you for anything in writing.")


def _bound(key: str, sheet: Sheet, words: str, salt: str) -> Sheet:
    if not salt:
        raise ValueError("a seal without salt can be guessed")
    return replace(sheet, words=words, seal=commitment(key, sheet.writer, words, salt), salt=salt)


def _with(envelope: Envelope, changed: Sheet) -> Envelope:
    sheets = tuple(changed if sheet.writer == changed.writer else sheet for sheet in envelope.sheets)
    return replace(envelope, sheets=sheets)


def _in_place_of(envelope: Envelope, old: Sheet | None, new: tuple[Sheet, ...]) -> Envelope:
    put = (new if sheet == old else (sheet,) for sheet in envelope.sheets)
    return replace(envelope, sheets=tuple(sheet for each in put for sheet in each))


def _opened_by_last(envelope: Envelope) -> Envelope:
    return replace(envelope, opened=not envelope.waits_for())


def _require_closed(envelope: Envelope) -> None:
    if envelope.opened:
        raise RuleViolation("envelope-opened", "All sheets are on the table.", remedy="Wait for the next ones.")
