"""The only way an action is refused."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel.action import Action


class RuleViolation(Exception):
    """A player asked for what the rules, or the state of the battle, do not allow. Nothing has changed.

    ``code`` is a stable word for tests and translations ("out-of-range"), ``message`` says what is wrong,
    ``citation`` is the ledger id it rests on ("BG-X.1.31a"; empty where no rule is involved),
    ``remedy`` says what to do instead. A message must reveal nothing that the asking side may not know.

    A remedy that names an action gives its class among the words (``("Use ", Move, ": it runs.")``): what the action
    is called where the player sits only the front end knows. ``remedy`` has its title there, ``parts`` the class.
    """

    def __init__(
        self, code: str, message: str, *, citation: str = "", remedy: str | Sequence[str | type[Action]] = ""
    ) -> None:
        super().__init__(message)
        self.code = str(code)
        self.message = message
        self.citation = citation
        self.parts = (remedy,) if isinstance(remedy, str) else tuple(remedy)
        self.remedy = "".join(part if isinstance(part, str) else part.title for part in self.parts)
