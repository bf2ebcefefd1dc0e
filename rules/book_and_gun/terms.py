"""The words of the book that stand in posts and panels without more ado, and what they mean."""

from __future__ import annotations

from rules.book_and_gun.play.ground.cover import CLASS_WORDS
from rules.seam.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("TO HIT 6", "each D20 that shows 6 or less hits, a 20 never does"),
    *(Term(f"class {key}", words) for key, words in CLASS_WORDS.items()),
    Term("★", "a joker: its side names a unit, and a D6 says what becomes of that unit", ("joker",)),
    Term("shaken", "no fire; each movement phase a try to rally, and 4D6 in towards the nearest edge where it fails"),
    Term("pinned", "no move; it may fire and defend itself; a check in the morale phase frees it or makes it shaken"),
    Term("routed", "it runs 4D6 in to the nearest edge each turn, and is out of the game beyond it", ("routs", "rout")),
    Term("concealed", "the enemy does not see it on the table until it fires, or he comes near"),
    Term("critical check", "after half of a unit is lost, or a shaken one is hit: 2D6 on the morale chart"),
    Term("reserve", "not on the table yet", ("in reserve",)),
)
"""BG-X.3.1, BG-X.1.5.a1 to BG-X.1.5.d1, BG-VIII.1.14, BG-X.1.13, BG-R72."""
