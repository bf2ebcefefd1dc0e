"""Where the sandbox's campaigns take their random bytes from."""

from __future__ import annotations

from hashlib import shake_256

from campaigns.clock import system_entropy

OPENING = b"Adjutant sandbox, opening 2"


class SandboxEntropy:
    """The same bytes in every sandbox while a first battle is set up, whichever is first, so that everybody meets the
    same squads and the same first cards; real entropy for all that comes later."""

    def __init__(self) -> None:
        self._opening: bytes | None = None
        self._given = 0

    def open(self, name: str) -> None:
        """Give the bytes of the battle of that name from now on, from their beginning."""
        self._opening, self._given = OPENING + name.encode(), 0

    def opened(self) -> None:
        """Real entropy from now on."""
        self._opening = None

    def __call__(self, count: int) -> bytes:
        if self._opening is None:
            return system_entropy(count)
        start, self._given = self._given, self._given + count
        return shake_256(self._opening).digest(self._given)[start:]
