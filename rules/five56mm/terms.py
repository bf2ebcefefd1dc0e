"""The words of the book that stand in posts and panels without more ado, and what they mean."""

from __future__ import annotations

from rules.seam.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("TN 5", "the Target Number: a D6 and the ability that counts must come to 5 or more together"),
    Term("go", "what a character does on his card: two actions, or one special action", ("his go",)),
    Term("special action", "it stands in place of both actions of a go"),
    Term("★", "a Joker: it sets off an event of the scenario", ("joker",)),
    Term("shaken", "on his next go one Move away from the enemy, then he is steady again"),
    Term("withdrawing", "one Move away from the enemy each go until he passes a test at its end"),
    Term("fleeing", "his whole go is spent on getting away until he passes a test at its end"),
    Term("Covering Fire", "he waits with his weapon and shoots at those who come into sight before his next card"),
    Term("Hiding", "no enemy may fire at him before he has spotted him, and then with TN +1", ("hide", "hidden")),
    Term("Stealth", "fire at him has TN +1, and spotting him too"),
)
"""MM-2.3N.1, MM-2.3T.5, MM-2.3T.11."""
