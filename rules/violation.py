"""The only way an action is refused."""

from __future__ import annotations


class RuleViolation(Exception):
    """A player asked for what the rules, or the state of the battle, do not allow. Nothing has changed.

    ``code`` is a stable word for tests and translations ("out-of-range"), ``message`` says what is wrong,
    ``citation`` is the ledger id it rests on ("BG-X.1.31a"; empty where no rule is involved),
    ``remedy`` says what to do instead. A message must reveal nothing that the asking side may not know.
    """

    def __init__(self, code: str, message: str, *, citation: str = "", remedy: str = "") -> None:
        super().__init__(message)
        self.code = str(code)
        self.message = message
        self.citation = citation
        self.remedy = remedy
