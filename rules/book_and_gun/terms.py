"""The words of the book that stand in posts and panels without more ado, and what they mean."""

from __future__ import annotations

from rules.book_and_gun.play.ground.cover import CLASS_WORDS
from rules.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("TO HIT 6", "each D20 that shows 6 or less hits, a 20 never does"),
    *(Term(f"class {key}", words) for key, words in CLASS_WORDS.items()),
    Term("★", "a joker: its side names a unit, and a D6 says what becomes of that unit"),
)
"""BG-X.3.1, BG-X.1.5.a1 to BG-X.1.5.d1, BG-VIII.1.14, BG-X.1.13, BG-R72."""
