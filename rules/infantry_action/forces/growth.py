"""What a man carries from battle to battle: a wound, which one battle's rest heals. Nobody learns anything: all troops
are of one quality. IA-R201, IA-notes.troop-quality
"""

from __future__ import annotations

from rules.infantry_action.book.points import written
from rules.infantry_action.forces.traits import FigureTraits, kit_in_words, load_figure
from rules.seam.growth import GrowingPerson, unlearned


def _sheet(person: GrowingPerson) -> FigureTraits:
    return load_figure(person.traits, "a man")


def sheet(person: GrowingPerson) -> tuple[str, ...]:
    """Rank, what he carries, what he costs."""
    traits = _sheet(person)
    return (
        traits.rank.value.capitalize(),
        ", ".join(kit_in_words(traits)).capitalize(),
        f"{written(traits.cost.value)} points",
    )


GROWTH = unlearned(
    sheet,
    lambda person: ", ".join(kit_in_words(_sheet(person))),
    why="Nobody learns anything in Infantry Action: all troops are of one quality.",
    citation="IA-notes.troop-quality",
    remedy="Raise men of a higher rank, or agree on average dice for the group.",
)
