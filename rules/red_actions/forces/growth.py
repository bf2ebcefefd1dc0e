"""What an officer carries from battle to battle: a wound, which one battle's rest heals. Nobody learns anything: what
an officer is worth is drawn for every battle. RA-R226, RA-def.officer.draw.3
"""

from __future__ import annotations

from rules.red_actions.forces.traits import FigureTraits, load_figure
from rules.seam.growth import GrowingPerson, unlearned


def _sheet(person: GrowingPerson) -> FigureTraits:
    return load_figure(person.traits, "an officer")


def _words(traits: FigureTraits) -> str:
    if traits.post == "senior":
        return "commanding general" if traits.general else "senior officer"
    return "junior officer" if traits.post == "junior" else "leader without a token"


def sheet(person: GrowingPerson) -> tuple[str, ...]:
    """What he is, and how his token comes."""
    traits = _sheet(person)
    tokens = {
        "senior": "His token is chosen from those drawn before each battle",
        "junior": "His token is drawn before each battle",
        "leader": "He has no token",
    }
    return (_words(traits).capitalize(), tokens[traits.post])


GROWTH = unlearned(
    sheet,
    lambda person: _words(_sheet(person)),
    why="Nobody learns anything in Red Actions: what an officer is worth is drawn for every battle.",
    citation="RA-def.officer.draw.3",
    remedy="Promote or decorate him.",
    misses=True,  # RA-R226
)
