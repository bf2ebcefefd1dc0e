"""Where the sandbox's campaigns take their random bytes from."""

from __future__ import annotations

from hashlib import shake_256

from campaigns.clock import system_entropy

OPENING = b"Adjutant sandbox, opening 1"


class SandboxEntropy:
    """The same bytes in every sandbox while the first battle is set up, so that everybody meets the same squads and
    the same first cards; real entropy for all that comes later."""

    def __init__(self, *, opening: bool) -> None:
        self.opening = opening
        self._given = 0

    def __call__(self, count: int) -> bytes:
        if not self.opening:
            return system_entropy(count)
        start, self._given = self._given, self._given + count
        return shake_256(OPENING).digest(self._given)[start:]
