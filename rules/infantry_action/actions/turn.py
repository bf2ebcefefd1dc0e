"""The engine's own step."""

from __future__ import annotations

from typing import ClassVar, Literal

from rules.kernel.action import Action, Role


class Proceed(Action):
    """The period goes on to its next step. IA-R023"""

    title: ClassVar[str] = "Proceed"
    summary: ClassVar[str] = "The period goes on"
    role: ClassVar[Role] = Role.ENGINE
    verb: Literal["proceed"] = "proceed"
