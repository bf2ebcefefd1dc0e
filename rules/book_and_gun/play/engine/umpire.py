"""The umpire's word: facts, conditions, engagement, who is seen, who stands where, who is out, who has won.

His word on visibility is final (BG-VI.1.1c); no rule limits what he sets here but that it makes sense.
"""

from __future__ import annotations

from dataclasses import replace

from rules.battle.ending import Ended, battle_ended, declared_end
from rules.battle.umpire import rule_fact, table_of
from rules.book_and_gun.actions.battle import (
    Conceal,
    DeclareEnd,
    PlaceUnit,
    RemoveFigure,
    RestoreFigure,
    Reveal,
    SetAttitude,
    SetConditions,
    SetEngagementRules,
)
from rules.book_and_gun.events.battle import (
    AttitudeSet,
    ConditionsSet,
    EngagementRulesSet,
    FigureHealed,
    FigureLeft,
    UnitConcealed,
    UnitRevealed,
)
from rules.book_and_gun.events.fire import UnitSpotted
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.facts import FACTS
from rules.book_and_gun.play.ground.formation import anchor, laid_out
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.turn.sequence import find_figure, find_unit
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.reference import Surroundings, place


def set_conditions(state: State, action: SetConditions, by: Actor) -> list[Event]:
    """BG-R30, BG-IX.2.1, BG-IX.2.2a, BG-VI.2.2b."""
    now = state.conditions
    changed = replace(
        now,
        light=action.light or now.light,
        weather=action.weather or now.weather,
        ground=action.ground or now.ground,
        visibility=None if action.unlimited else (action.visibility or now.visibility),
    )
    if changed == now:
        raise RuleViolation(Why.AS_IT_IS, "Nothing was to be changed.", remedy="Give what is to be set.")
    return [ConditionsSet(conditions=changed, citations=("BG-R30",))]


def set_engagement_rules(state: State, action: SetEngagementRules, by: Actor) -> list[Event]:
    """BG-III.2.4.0."""
    if all(s.key != action.side for s in state.sides):
        raise RuleViolation("unknown-side", f"No {action.side} take part.", remedy="Choose a side of the battle.")
    return [EngagementRulesSet(side=action.side, roe=action.roe, citations=("BG-III.2.4.0",))]


def set_attitude(state: State, action: SetAttitude, by: Actor) -> list[Event]:
    """BG-III.2.3b."""
    return [AttitudeSet(attitude=action.attitude, citations=("BG-III.2.3b",))]


def reveal(state: State, action: Reveal, by: Actor) -> list[Event]:
    """Places a concealed unit on the table; one on the table counts as spotted until the end of the next turn.
    BG-VI.1.1c, BG-R29."""
    unit = find_unit(state, action.unit)
    if unit.concealed:
        return [UnitRevealed(unit=unit.id, reason="umpire", citations=("BG-VI.1.1c",))]
    return [
        UnitSpotted(unit=unit.id, side=side.key, until=state.turn + 1, reason="umpire", citations=("BG-VI.1.1c",))
        for side in state.sides
        if side.key != unit.side and side.key in (ARMY, INSURGENTS)
    ]


def conceal(state: State, action: Conceal, by: Actor) -> list[Event]:
    """BG-VI.1.1c."""
    unit = find_unit(state, action.unit)
    if unit.concealed:
        raise RuleViolation(Why.AS_IT_IS, f"{unit.name} is concealed already.", remedy="Reveal it, or leave it.")
    return [UnitConcealed(unit=unit.id, audience=(unit.side,), citations=("BG-VI.1.1c",))]


def place_unit(state: State, action: PlaceUnit, by: Actor) -> list[Event]:
    """Sets a unit down in its formation with its front at a place."""
    return set_down(state, find_unit(state, action.unit), action.to, action.facing, knowing=None)


def set_down(state: State, unit: Unit, to: str, towards: float | None, *, knowing: SideId | None) -> list[Event]:
    """The unit in its formation with its front at a place, as the side that is `knowing` may name it; None: the
    umpire, who may name any. Raises RuleViolation for a place that it does not know."""
    board = table_of(state.board)
    facing = unit.facing if towards is None else towards
    spot = place(to, Surroundings(board, anchor(unit.present, facing), facing, known_places(state, board, knowing)))
    figures = unit.present
    placed = laid_out(board, figures, unit.formation, unit.order, spot, facing)
    return [
        UnitMoved(
            unit=unit.id,
            figures=tuple(f.id for f in figures),
            how="placed",
            placed=placed,
            facing=facing,
            uses_move=False,
            goal=to,
            audience=(unit.side,) if unit.concealed else None,
        )
    ]


def remove_figure(state: State, action: RemoveFigure, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    if not figure.on_field:
        raise RuleViolation(Why.NOT_THERE, f"{figure.name} is not on the field.", remedy="Choose another figure.")
    return [FigureLeft(unit=unit.id, figure=figure.id, reason=action.reason)]


def restore_figure(state: State, action: RestoreFigure, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    if figure.fit:
        raise RuleViolation("is-fit", f"{figure.name} is fit.", remedy="Choose another figure.")
    return [FigureHealed(unit=unit.id, figure=figure.id, reason="umpire")]


def end(state: State, ended: Ended, chance: Chance) -> list[Event]:
    """The scenario's objectives are the umpire's to judge. BG-R131."""
    return [battle_ended(ended, "BG-R131")]


RULE_FACT = rule_fact(FACTS, find_unit, citations=("BG-VI.1.1c",))
DECLARE_END = declared_end(DeclareEnd, end)
