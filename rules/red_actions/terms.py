"""What the words of the book mean that stand in posts and panels."""

from __future__ import annotations

from rules.seam.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("segment", "what one unit does in a turn: one action, with small things beside it"),
    Term("terror", "each marker takes a base off what the unit counts as; more markers than bases and it routs"),
    Term("humiliated", "a terror marker that never comes off"),
    Term("pinned", "no move towards the enemy until a rally test is passed; on foot it counts as evading"),
    Term("routs", "it runs a full move at once and again each segment until it rallies", ("rout", "routing", "routed")),
    Term("retires", "it goes back 3 in (horse and limbered guns 6), facing the enemy", ("retire", "retired")),
    Term(
        "evading",
        "it moves at its lower speed, and fire at it counts less, for the rest of the turn",
        ("evade", "evades"),
    ),
    Term("formed", "cavalry in one straight line: fire at it counts 2 columns more, and nobody passes through it"),
    Term("limbered", "a gun hooked up: it moves and does not fire", ("unlimbered",)),
    Term("token", "what an officer is worth: drawn before the battle, a morale number and sometimes a characteristic"),
    Term(
        "morale",
        "of an officer: added to the fear, serious, rally and charge numbers of a unit that he leads or is near",
    ),
    Term("Partisan", "it scouts farther, and fire at it in cover counts a column less"),
    Term("Skirmisher", "fire at it counts a column less"),
    Term("fear test", "2d6 up to the unit's fear number with its officers' effect; 12 always fails; failed: it routs"),
    Term("serious test", "the same with the serious number; failed: it retires"),
    Term("columns", "of the shooting table: cover moves fire to a weaker one"),
    Term("Mob", "it rolls 3 or more before anything but shooting, charging and going back"),
    Term("Clever", "an officer whose unit may try to act before an enemy unit: on a 6; it scouts farther, too"),
    Term("Commissar", "an officer who lets no other kind of officer take his unit over"),
    Term("Storm", "it may give up a base instead of retiring"),
    Term("Specialist", "it may take a terror marker instead of retiring"),
    Term("flight number", "the share of its points that an army may lose, routing units counted, before it breaks"),
)
