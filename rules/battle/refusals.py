"""Why an action is refused before its own chapter looks at it: one code each, in every rule set."""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    UNKNOWN_FACT = "unknown-fact"
    FACT_UNREADABLE = "fact-unreadable"
    FACT_NEEDED = "fact-needed"
    NOT_TOWARDS = "not-towards"
