"""How campaigns/ says no. What a rule book forbids is a `rules.violation.RuleViolation` and passes unchanged."""

from __future__ import annotations


class Refusal(Exception):
    """Somebody asked for what cannot be done. Nothing has changed.

    ``code`` is a stable word for tests and translations ("not-your-side"), ``message`` says what is wrong, ``remedy``
    what to do instead. "You may not know" and "does not exist" carry the same code and the same words.
    """

    def __init__(self, code: str, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.remedy = remedy


class Stale(Refusal):
    """The asker looked at an older state of the battle (code "stale"): entries `seen` + 1 to `version` are new."""

    def __init__(self, seen: int, version: int) -> None:
        super().__init__(
            "stale",
            "The battle has gone on since that was shown to you.",
            "Look at what has happened since, then choose again from the newest prompt.",
        )
        self.seen = seen
        self.version = version


def no_campaign() -> Refusal:
    return Refusal("no-campaign", "There is no such campaign here.", "A GM opens one with /campaign create.")


def no_battle() -> Refusal:
    return Refusal(
        "no-battle", "There is no such battle here.", "Ask in the battle's own channel or name one of your campaign."
    )


def no_unit() -> Refusal:
    return Refusal("unknown-unit", "There is no such unit here.", "Choose one of your campaign's units from the list.")


def no_figure() -> Refusal:
    return Refusal("unknown-figure", "There is no such figure here.", "Choose one from the unit's roster.")


def gm_only(what: str) -> Refusal:
    return Refusal("umpire-only", f"Only a GM of this campaign may {what}.", "Ask your GM to do it.")
