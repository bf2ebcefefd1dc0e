"""The words of the book that stand in posts and panels without more ado, and what they mean."""

from __future__ import annotations

from rules.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("TN 5", "the Target Number: a D6 and the ability that counts must come to 5 or more together"),
    Term("special action", "it stands in place of both actions of a go"),
    Term("★", "a Joker: it sets off an event of the scenario"),
)
"""MM-2.3N.1, MM-2.3T.5, MM-2.3T.11."""
