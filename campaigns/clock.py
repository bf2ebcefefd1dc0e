"""The time of day and the source of entropy, both injected: nothing in campaigns/ asks the machine for either."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

Entropy = Callable[[int], bytes]
"""`entropy(n)` gives n random bytes."""


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)


system_entropy: Entropy = secrets.token_bytes
