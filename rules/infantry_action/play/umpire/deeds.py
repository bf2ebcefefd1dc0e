"""The umpire's deeds. All are certain: what they bring about is said, or falls with the next resolution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.battle.deed import certain
from rules.battle.ending import Ended, declared_end
from rules.battle.facts import Ruled, with_ruling
from rules.battle.hand import Subject, exchanged, has_it, has_none, no_such_thing, on_record
from rules.battle.umpire import not_on_table, out_already, rule_fact, table_of, there
from rules.infantry_action.actions.umpire import (
    THINGS,
    Bombard,
    DeclareEnd,
    Give,
    Heal,
    Kill,
    LayMines,
    PlaceGroup,
    RemoveFigure,
    SetLight,
    Steady,
    Take,
)
from rules.infantry_action.book.kinds import Charge, Gear, Light, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import SupportCalled
from rules.infantry_action.events.movement import GunMoved, ManLost, ManMoved, VehicleMoved
from rules.infantry_action.events.umpire import (
    FigureRemoved,
    FigureRestored,
    GroupPlaced,
    GroupSteadied,
    KitChanged,
    LightSet,
)
from rules.infantry_action.facts import FACTS
from rules.infantry_action.figures import NOTHING, Figure, Life, Point
from rules.infantry_action.groups import FREE, Group
from rules.infantry_action.knowledge import sees, who_see_any
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.play.support.falling import UMPIRE
from rules.infantry_action.play.umpire.mines import lay
from rules.infantry_action.play.victory.count import reckoning
from rules.infantry_action.play.victory.roll_call import end_battle
from rules.infantry_action.state import State
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.table.reference import Surroundings, place


def _group(state: State, ref: str) -> Group:
    vehicle = state.find_vehicle(ref)
    return there(state.find_group(vehicle.group if vehicle is not None else ref), Why.UNKNOWN_UNIT, "group")


def _figure(state: State, ref: str, *, fit: bool = True) -> Figure:
    found = there(state.find(ref), Why.UNKNOWN_FIGURE, "man")
    if fit and not found.fit:
        raise out_already(found.name)
    return found


def _at(state: State, text: str, start: Point | None = None) -> Point:
    places = {group.name: at for group in state.groups if (at := state.anchor(group.id)) is not None}
    return place(text, Surroundings(table_of(state.board), start, places=places))


def _light(state: State, action: SetLight, by: Actor) -> Sequence[Event]:
    light = Light(action.light)
    if light is state.light:
        raise RuleViolation(Why.AS_IT_IS, f"It is {light.value} already.", remedy="Name another light.")
    return (LightSet(light=light, citations=("IA-loc.table",)),)


def _place(state: State, action: PlaceGroup, by: Actor) -> Sequence[Event]:
    """Everybody keeps his place beside the leader, on the table."""
    group = _group(state, action.unit)
    before = state.anchor(group.id)
    to = _at(state, action.to, before)
    if before is None:
        raise not_on_table(group.name)
    board = table_of(state.board)

    def moved(at: Point) -> Point:
        x, y = at[0] + to[0] - before[0], at[1] + to[1] - before[1]
        return min(max(x, 0.0), board.width), min(max(y, 0.0), board.depth)

    men = tuple(
        ManMoved(man.id, moved(man.at), _turned(man.facing, action), man.posture, NOTHING, man.share)
        for man in state.men(group.id)
        if man.at is not None
    )
    guns = tuple(
        GunMoved(gun.id, moved(gun.at), _turned(gun.facing, action), NOTHING, gun.ready_from, gun.towed_by)
        for gun in state.guns_of(group.id)
        if gun.at is not None
    )
    vehicles = tuple(
        VehicleMoved(
            vehicle.id,
            moved(vehicle.at),
            _turned(vehicle.facing, action),
            vehicle.turret,
            NOTHING,
            vehicle.closed,
            vehicle.running,
            vehicle.halted_in,
        )
        for vehicle in state.fleet(group.id)
        if vehicle.at is not None
    )
    return (GroupPlaced(group=group.id, men=men, guns=guns, vehicles=vehicles, audience=who_see_any(state, group.id)),)


def _turned(facing: float, action: PlaceGroup) -> float:
    return facing if action.facing is None else action.facing


def _remove(state: State, action: RemoveFigure, by: Actor) -> Sequence[Event]:
    man = _figure(state, action.figure)
    return (FigureRemoved(figure=man.id, reason=action.reason, audience=who_see_any(state, man.group)),)


def _bombard(state: State, action: Bombard, by: Actor) -> Sequence[Event]:
    """It falls in the next resolution and costs nobody anything."""
    at = _at(state, action.at)
    side = state.sides[0].key
    mission = Mission(
        f"bombardment {len(state.missions) + 1}, period {state.period}",
        side,
        UMPIRE,
        action.what,
        at,
        action.angle,
        state.period,
        1,
        action.multiple,
    )
    return (SupportCalled(side=side, mission=mission, audience=(), citations=("IA-off.modes",)),)


def _end(state: State, ended: Ended, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    end_battle(course, ended, "IA-vic.objectives")
    return course.events


def _heard(state: State, ruled: Ruled) -> tuple[SideId, ...] | None:
    """The sides who are shown the groups that it is about, before it or once it holds."""
    after = replace(state, ruled=with_ruling(state.ruled, ruled))
    sides = tuple(
        side.key
        for side in state.sides
        if any(all(sees(each, side.key, ref) for ref in ruled.subjects) for each in (state, after))
    )
    return None if len(sides) == len(state.sides) else sides


# ── His hand ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _subject(state: State, man: Figure) -> Subject:
    return Subject(man.group, man.side, man.name, man.name, who_see_any(state, man.group))


def _kill(state: State, action: Kill, by: Actor) -> Sequence[Event]:
    man = _figure(state, action.figure)
    lost = ManLost(
        figure=man.id,
        life=Life.CASUALTY,
        cause="the umpire's word",
        killed=True,
        audience=who_see_any(state, man.group),
    )
    return on_record(action, _subject(state, man), "hit"), lost


def _heal(state: State, action: Heal, by: Actor) -> Sequence[Event]:
    man = _figure(state, action.figure, fit=False)
    if man.life is not Life.CASUALTY:
        raise RuleViolation(
            Why.NOT_WOUNDED, f"{man.name} isn't a casualty.", remedy="Choose somebody who has been hit."
        )
    restored = FigureRestored(figure=man.id, audience=who_see_any(state, man.group))
    return on_record(action, _subject(state, man), "healed"), restored


def _steady(state: State, action: Steady, by: Actor) -> Sequence[Event]:
    group = _group(state, action.unit)
    if group.bound == FREE:
        raise RuleViolation(Why.IS_STEADY, f"{group.name} is free of any test.", remedy="Choose one that is bound.")
    whom = Subject(group.id, group.side, group.name, group.name, who_see_any(state, group.id))
    steadied = GroupSteadied(group=group.id, audience=who_see_any(state, group.id))
    return on_record(action, whom, "steadied"), steadied


def _give(state: State, action: Give, by: Actor) -> Sequence[Event]:
    man, thing = _figure(state, action.figure), _thing(action.what)
    if thing == "grenades":
        if man.grenades:
            raise has_it(_subject(state, man))
        return exchanged(action, _subject(state, man), _kit(man, "grenades", given=True, grenades=True))
    if isinstance(thing, Charge):
        return exchanged(
            action, _subject(state, man), _kit(man, f"a {thing}", given=True, charges=(*man.charges, thing))
        )
    if isinstance(thing, Gear):
        if thing in man.gear:
            raise has_it(_subject(state, man))
        return exchanged(action, _subject(state, man), _kit(man, f"a {thing}", given=True, gear=(*man.gear, thing)))
    if thing in man.weapons:
        raise has_it(_subject(state, man))
    weapons = (Weapon(thing), *man.weapons)
    return exchanged(action, _subject(state, man), _kit(man, f"a {thing}", given=True, weapons=weapons))


def _take(state: State, action: Take, by: Actor) -> Sequence[Event]:
    man, thing = _figure(state, action.figure), _thing(action.what)
    missing = has_none(_subject(state, man), action.what)
    if thing == "grenades":
        if not man.grenades:
            raise missing
        return exchanged(action, _subject(state, man), _kit(man, "the grenades", given=False, grenades=False))
    if isinstance(thing, Charge):
        if thing not in man.charges:
            raise missing
        charges = list(man.charges)
        charges.remove(thing)
        return exchanged(action, _subject(state, man), _kit(man, f"a {thing}", given=False, charges=tuple(charges)))
    if isinstance(thing, Gear):
        if thing not in man.gear:
            raise missing
        gear = tuple(own for own in man.gear if own is not thing)
        return exchanged(action, _subject(state, man), _kit(man, f"the {thing}", given=False, gear=gear))
    if thing not in man.weapons:
        raise missing
    weapons = tuple(own for own in man.weapons if own != thing)
    return exchanged(action, _subject(state, man), _kit(man, f"the {thing}", given=False, weapons=weapons))


def _kit(man: Figure, what: str, *, given: bool, **changes: Any) -> KitChanged:
    after = replace(man, **changes)
    return KitChanged(
        what=what,
        given=given,
        figure=man.id,
        weapons=after.weapons,
        gear=after.gear,
        charges=after.charges,
        grenades=after.grenades,
    )


def _thing(what: str) -> Weapon | Gear | Charge | str:
    word = folded(what)
    if word in ("grenades", "grenade", "hand grenades"):
        return "grenades"
    kinds = (*Gear, *Charge, *(weapon for weapon in Weapon if weapon.small_arm))
    for kind in kinds:
        if word in (folded(kind.value), f"{folded(kind.value)}s"):
            return kind
    for kind in kinds:
        if word and word in folded(kind.value):
            return kind
    unknown = RuleViolation(Why.UNKNOWN_WEAPON, f"There is no “{what}”.", remedy=f"Name one of: {THINGS}.")
    raise no_such_thing(what, unknown, THINGS)


UMPIRE_DEEDS = (
    certain(SetLight, _light),
    certain(PlaceGroup, _place),
    certain(RemoveFigure, _remove),
    certain(Bombard, _bombard),
    certain(LayMines, lay),
    declared_end(DeclareEnd, _end, counted=reckoning, named=State.playing),
    rule_fact(FACTS, _group, heard=_heard),
    certain(Kill, _kill),
    certain(Heal, _heal),
    certain(Steady, _steady),
    certain(Give, _give),
    certain(Take, _take),
)
