"""Who is mounted, and led horses as what they are under fire: figures of their own. VIII.5, XI.3.5, BG-R138."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.book_and_gun.actions.vehicles import Dismount
from rules.book_and_gun.book.march import LEAST, LIMPS
from rules.book_and_gun.play.ground.tabletop import horses
from rules.book_and_gun.state import State
from rules.book_and_gun.units import LIMP, Figure, FigureTraits, Posture, Unit
from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.table.board import Token

HORSE_ROLE = "led horse"


def own_inches(figure: Figure, inches: float) -> float:
    """What one figure makes of the inches of its unit: with a limp 1 less on foot, and at least 1. BG-R244,
    BG-IX.1.3b"""
    limps = LIMP in figure.traits.injuries and not riding([figure])
    return min(inches, max(LEAST, inches - LIMPS)) if limps else inches


def riding(figures: Iterable[Figure]) -> bool:
    """Whether all of these who are fit ride."""
    fit = [f for f in figures if f.fit]
    return bool(fit) and all(f.steed for f in fit)


def mounted(unit: Unit) -> bool:
    """Whether a unit counts as mounted: all of its fit figures ride, scouts not counted. BG-R253."""
    return riding(f for f in unit.figures if not f.scout)


def cavalry(state: State, unit: Unit) -> bool:
    """Whether the unit has come with horses of its own. BG-XIII.1.1b."""
    home = unit.home or unit.id
    return any(each.unit == home and not each.captured for each in state.steeds)


@once_a_state
def led_horses(state: State, unit: Unit) -> tuple[Figure, ...]:
    """The led horses with a unit as fire finds them: key figures. BG-VIII.5.3b, BG-R138."""
    return tuple(
        Figure(
            id=steed.id,
            number=0,
            name=steed.name,
            rank="",
            role=HORSE_ROLE,
            traits=FigureTraits(key=True),
            at=steed.at,
            facing=steed.facing,
        )
        for steed in state.led_by(unit.id)
        if steed.at is not None or state.board is None
    )


def targets_of(state: State, unit: Unit) -> tuple[Figure, ...]:
    """Who and what of a unit fire can find: its people whom no hull covers, and its led horses while it has people."""
    return (*unit.exposed, *led_horses(state, unit)) if state.steeds and unit.in_play else unit.exposed


def holds_apart(figure: Figure, others: Iterable[Figure]) -> bool:
    """Whether somebody is a horse holder among others: a key figure then, and not where holders stand alone.
    BG-VIII.5.3b."""
    return figure.holds and any(not f.holds and f.role != HORSE_ROLE for f in others)


def require_unhorsed(figures: Sequence[Figure], posture: Posture | None) -> None:
    """Refuses to lie down on horseback. BG-VIII.1.3, BG-R252."""
    rider = next((f for f in figures if f.steed), None)
    if posture is Posture.PRONE and rider is not None:
        raise RuleViolation(
            "on-horseback",
            f"{rider.name} is on horseback and cannot lie down.",
            citation="BG-VIII.1.3",
            remedy=("Use ", Dismount, " first."),
        )


def require_dismounted(figures: Sequence[Figure]) -> None:
    """Refuses to take horses into a vehicle. BG-VIII.5.2a, BG-R252."""
    rider = next((f for f in figures if f.steed or f.holds), None)
    if rider is not None:
        raise RuleViolation(
            "on-horseback",
            f"{rider.name} is on horseback or holds horses, which no vehicle takes aboard.",
            citation="BG-R252",
            remedy="Dismount, and get in next turn.",
        )


def horse_lines(state: State, unit: Unit) -> Iterator[str]:
    """ "8 horses led, held by 2 men, 1 of them taken from the enemy"."""
    led = state.led_by(unit.id)
    if not led:
        return
    holders = len({each.holder for each in led if each.holder})
    taken = sum(each.captured for each in led)
    held = f"held by {counted(holders, 'man', 'men')}" if holders else "held by nobody"
    booty = f", {taken} taken from the enemy" if taken else ""
    yield f"{counted(len(led), 'horse')} led, {held}{booty}"


def led_tokens(state: State, unit: Unit) -> Iterator[Token]:
    """Its led horses."""
    mine = {each.id for each in state.led_by(unit.id)}
    return (each for each in horses(state) if each.id in mine)
