"""What the words of the book mean that stand in posts and panels."""

from __future__ import annotations

from rules.seam.viewing import Term

TERMS: tuple[Term, ...] = (
    Term("located", "seen well enough to be fired at; the distance depends on what it does and where it is"),
    Term("fire effect", "what a weapon scores at its range, before what the target does and the dice"),
    Term("potential hit", "somebody of the target may fall; dice then find out who, or nobody"),
    Term("reaction", "three dice and factors at the end of a period under fire: what the group may do in the next"),
    Term("wary", "reaction 5 to 9: nobody goes closer erect, nor closer to enemies within 25 m"),
    Term("will not go forward", "reaction 0 to 4: as wary, and nobody goes on foot towards a located enemy"),
    Term("keeps its head down", "reaction -5 to -1: as before, and no fire over 25 m", ("keep their heads down",)),
    Term("panic", "reaction -6 or less: the group runs from the enemy", ("runs in panic", "run in panic")),
    Term("goes for the enemy", "reaction 15 or more: the whole group must end nearer to him", ("go for the enemy",)),
    Term("period", "what both sides ordered in secret is carried out at once: movement, fire, casualties, reaction"),
    Term("seal", "your orders bind you; with the last seal of both sides they are opened and carried out", ("sealed",)),
    Term("prone", "lying: slower, harder to see and to hit"),
    Term("dormant", "an order that cannot be carried out now and waits until it can"),
    Term("out of communication", "no speech, radio or messenger reaches the group: it carries on as ordered last"),
    Term("isolated", "nobody is within 30 m (10 m lying down)"),
    Term("intermingled", "men of both sides within 10 m of each other"),
    Term("closed down", "an AFV with all hatches shut: it sees little and moves slower"),
)
