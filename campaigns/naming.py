"""Names that people give to campaigns, sides, units, boards, battles and figures: what they may be made of."""

from __future__ import annotations

from campaigns.errors import Refusal
from rules.language.naming import fault_in, tidy

LONGEST = 80
LONGEST_OF_A_PERSON = 40


def proper_name(name: str) -> str:
    """A name in ordinary letters with single spaces. Raises Refusal "bad-name" when nothing or more than 80 characters
    are left, or where it holds what cannot be seen or only looks like something else."""
    name = tidy(name)
    if not 1 <= len(name) <= LONGEST:
        raise Refusal("bad-name", f"A name has 1 to {LONGEST} characters.", "Give another one.")
    return _sound(name)


def person_name(given: str, family: str) -> tuple[str, str]:
    """A person's names, the given one may be empty. Raises Refusal "bad-name" as `proper_name` does."""
    given, family = tidy(given), tidy(family)
    if len(given) > LONGEST_OF_A_PERSON or not 1 <= len(family) <= LONGEST_OF_A_PERSON:
        words = f"A figure has a family name; each name has at most {LONGEST_OF_A_PERSON} characters."
        raise Refusal("bad-name", words, "Give another.")
    return (_sound(given) if given else ""), _sound(family)


def _sound(name: str) -> str:
    fault = fault_in(name)
    if fault:
        raise Refusal("bad-name", f"That name cannot be used. {fault}", "Type it again, in letters of one alphabet.")
    return name
