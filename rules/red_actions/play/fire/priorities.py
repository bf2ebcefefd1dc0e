"""Firing priorities in a battle: only a clear breach is refused. RA-priority.1, RA-priority.2, RA-R204"""

from __future__ import annotations

from rules.kernel.once import once_a_state
from rules.kernel.violation import RuleViolation
from rules.red_actions.book.charging import may_charge
from rules.red_actions.book.kinds import Arm, Cover
from rules.red_actions.book.priorities import PossibleTarget, priority_bar
from rules.red_actions.book.shooting import Band, band
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.aiming import AimedVolley, aimed_volley
from rules.red_actions.play.ground.facts import CLEARLY_APART, PROPER_TARGET, ruled
from rules.red_actions.play.ground.layout import layout, shape
from rules.red_actions.play.ground.lines import distance, sees
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.state import State
from rules.red_actions.units import Concealment, Unit

NEAR = 4.0
"""Inches within which a senior officer is with a unit, and a lone officer is not clearly apart. RA-R204"""


def senior_present(state: State, unit: Unit) -> bool:
    """A senior officer is with it, or near. RA-priority.4, RA-R204"""
    if state.seniors_with(unit.id):
        return True
    return any(
        state.senior(other.id) is not None and not other.with_unit and distance(state, unit, other) <= NEAR
        for other in state.on_table(unit.side)
    )


def threatens(state: State, enemy: Unit, unit: Unit) -> bool:
    """Whether it can fire at the unit, or has it within its charge. RA-priority.1, RA-R204"""
    card = state.card(enemy)
    if enemy.routing or not card.arm.fights:
        return False
    inches = distance(state, enemy, unit)
    reach = max((state.cards.card(base.card).range for base in enemy.bases), default=0)
    fires = not enemy.limbered and band(inches, reach, state.light).shoots
    charges = may_charge(card.arm) and not enemy.pinned and inches <= card.move
    return (fires or charges) and sees(state, enemy, unit)


def as_target(state: State, unit: Unit, enemy: Unit, far: Band) -> PossibleTarget:
    lone = state.card(enemy).arm is Arm.OFFICER
    return PossibleTarget(
        enemy.name,
        threatens(state, enemy, unit),
        far is Band.CLOSE,
        cover_of(state, enemy, unit) is Cover.OPEN,
        lone_officer=lone,
        apart=not lone or clearly_apart(state, enemy),
    )


def clearly_apart(state: State, officer: Unit) -> bool:
    """RA-def.officer.senior-unit.2, RA-R204"""
    word = ruled(state, CLEARLY_APART, officer.id)
    if word is not None:
        return word
    others = (unit for unit in state.on_table(officer.side) if unit.id != officer.id)
    return all(distance(state, officer, other) > NEAR for other in others)


@once_a_state
def rival(state: State, unit: str, enemy: str) -> PossibleTarget | None:
    """How an enemy stands in the priorities that a unit could fire at directly, and to some effect; None: it could
    not."""
    own, other = state.unit(unit), state.unit(enemy)
    if other.hidden is not Concealment.NO or ruled(state, PROPER_TARGET, unit, enemy) is False:
        return None
    try:
        found = aimed_volley(state, shot_at(state, own, other))
    except RuleViolation:
        return None
    return None if found.harmless else as_target(state, own, other, found.far)


def shot_at(state: State, unit: Unit, enemy: Unit, observer: str = "", car: int | None = None) -> Shot:
    """At a unit; at the nearest car of a train that still stands, where none is named. RA-R97"""
    if not state.card(enemy).arm.train:
        return Shot(unit.id, enemy.id, observer=observer)
    if car is not None:
        return Shot(unit.id, enemy.id, car=enemy.bases[car - 1].id, observer=observer)
    own = shape(layout(state, unit))
    whole = {base.id for base in enemy.bases if not base.wrecked}
    stood = [each for each in layout(state, enemy) if each.base in whole]
    nearest = min(stood, key=lambda each: shape((each,)).distance(own), default=None)
    return Shot(unit.id, enemy.id, car=nearest.base if nearest is not None else "", observer=observer)


def require_proper(state: State, chosen: AimedVolley) -> None:
    """Refuses a target before which another plainly comes: one no worse in any of the three points, and better in one.
    Between units that threaten it the player chooses. RA-priority.1, RA-priority.2, RA-priority.4, RA-R204"""
    unit, enemy = chosen.unit, chosen.goal.unit
    word = ruled(state, PROPER_TARGET, unit.id, enemy.id) if enemy is not None else None
    if enemy is None or word:
        return
    if word is False:
        raise RuleViolation(
            "other-target-first",
            f"The umpire rules that {enemy.name} isn't a proper target of {unit.name}.",
            citation="RA-priority.1",
            remedy="Fire at another.",
        )
    own = as_target(state, unit, enemy, chosen.far)
    lone = own.lone_officer
    if lone and not own.apart:
        _raise(priority_bar(own, (), senior_present(state, unit)))
    if (own.threatens and not lone) or senior_present(state, unit):
        return
    others = [rival(state, unit.id, other.id) for other in state.enemies(unit.side) if other.id != enemy.id]
    rivals = [each for each in others if each is not None]
    _raise(priority_bar(own, [each for each in rivals if lone or _plainly_before(each, own)]))


def _plainly_before(other: PossibleTarget, chosen: PossibleTarget) -> bool:
    return other != chosen and all(a <= b for a, b in zip(other.rank, chosen.rank, strict=True))


def _raise(barred: RuleViolation | None) -> None:
    if barred is not None:
        raise barred
