"""The step of resolution: all fire of a period, worked out with those present when it was declared. IA-R024"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, radians, sin

from rules.infantry_action.book.effect import effect
from rules.infantry_action.book.fire import Targeted, fire_on
from rules.infantry_action.book.kinds import Charge, Weapon
from rules.infantry_action.book.mines import cone_targets
from rules.infantry_action.book.reaction import behind_flank
from rules.infantry_action.book.switches import House
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import Fired, FireLapsed, FireResolved, GroupDie, ShotsFired
from rules.infantry_action.events.reaction import FlameSeen
from rules.infantry_action.events.works import DeviceSpent
from rules.infantry_action.figures import Figure
from rules.infantry_action.groups import FirePlan, Group
from rules.infantry_action.on_the_table import Device
from rules.infantry_action.play.air.shooting import after_hits, as_one
from rules.infantry_action.play.command.writing import group_of_firer, side_of_firer
from rules.infantry_action.play.fire.area import on_area
from rules.infantry_action.play.fire.arms import arms, bar, man_bar, of_man
from rules.infantry_action.play.fire.blind import behind_smoke
from rules.infantry_action.play.fire.blows import blows_on
from rules.infantry_action.play.fire.choosing import armour, by_instruction, is_tank_shot
from rules.infantry_action.play.fire.early import fire_with_orders
from rules.infantry_action.play.fire.engaging import engage
from rules.infantry_action.play.fire.shots import Shot, at_unmanned, direct, indirect, thrown, with_number_two
from rules.infantry_action.play.fire.targets import (
    GroupStruck,
    cone_metres,
    hittable,
    identify_hit,
    in_sight,
    mark_of,
)
from rules.infantry_action.play.fire.unmanned import fire_on_unmanned, unmanned
from rules.infantry_action.play.fire.volleys import volleys
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import eye, in_line, work_at
from rules.infantry_action.play.smoke.laying import burning, lay_and_light
from rules.infantry_action.play.support.falling import falling
from rules.infantry_action.play.works.collapse import leave_burning, test_works
from rules.infantry_action.state import State
from rules.kernel.violation import RuleViolation
from rules.table.measure import bearing

MACHINE_GUNS = frozenset(
    {
        Weapon.MAGAZINE_LMG, Weapon.BELT_LMG, Weapon.TRIPOD_MG, Weapon.PIVOT_MG, Weapon.TURRET_MG,
    }
)  # fmt: skip
"""IA-R102"""
FLAME = frozenset({Weapon.FLAME_THROWER, Weapon.AFV_FLAME})
BURSTING = frozenset(
    {
        Weapon.LIGHT_MORTAR, Weapon.MORTAR_60, Weapon.MEDIUM_MORTAR, Weapon.RECOILLESS, Weapon.AT_GUN,
        Weapon.LIGHT_SHELL_GUN, Weapon.SMALL_AFV_GUN, Weapon.AFV_GUN,
    }
)  # fmt: skip
"""Whose bursts drown explosions. IA-R060"""


def resolve(course: Course) -> None:
    """IA-R023: anti-tank shots, special attacks, works, men; smoke and light."""
    before = course.state
    shots = declared(before)
    for side in before.sides:
        _announce(course, side.key, shots)
        _lapse(course, before, side.key, shots)
    _witness(course, before, shots)
    barrages = falling(course)
    engage(course, before, shots, barrages)
    collapsed = test_works(course, before, blows_on(before, shots, barrages))
    before = _got_out(before, course.state, collapsed)
    lay_and_light(course, before, [plan for plan in before.plans if _able(before, plan)])
    devices = _detonated(before)
    for device in devices:
        course.happen(DeviceSpent(device=device.id, citations=("IA-R095",)))
    _blaze(course, before, shots, devices)
    for group in sorted(before.groups, key=lambda group: group.name):
        _on_group(course, before, group, shots, devices, collapsed)
    for vehicle in sorted(before.vehicles, key=lambda vehicle: vehicle.name):
        fire_on_unmanned(course, before, vehicle, shots)
    for barrage in barrages:
        on_area(course, before, barrage)
    leave_burning(course, collapsed)


def _got_out(before: State, now: State, collapsed: frozenset[str]) -> State:
    """As the fire finds them: who got out of a bunker stands in the open. IA-R139"""
    out = [now.figure(man.id) for man in before.fit() if man.at is not None and work_at(before, man.at) in collapsed]
    return before.with_figure(*(man for man in out if man.fit and man.at != before.figure(man.id).at))


# ── What is fired ─────────────────────────────────────────────────────────────────────────────────────────────────


def declared(state: State) -> list[Shot]:
    """The shots of both sides: those written down, the rest as the groups are instructed. Whoever directs a mortar does
    not fire himself. IA-hw.observer-busy"""
    found: list[Shot] = []
    for side in state.sides:
        own: list[Shot] = []
        for group in state.groups_of(side.key):
            plans = [plan for plan in state.plans if (by := state.firer(plan.by)) and by.group == group.id]
            busy = {plan.by for plan in plans}
            own += [shot for plan in plans for shot in of_plan(state, group, plan)]
            own += by_instruction(state, group, frozenset(busy))
        observing = frozenset(shot.observer for shot in own if shot.observer)
        busy = observing | {plan.by for plan in state.plans if plan.how not in ("fire", "hold")}
        found += with_number_two(state, [shot for shot in own if shot.arm.figure not in observing], busy)
    return found


def of_plan(state: State, group: Group, plan: FirePlan) -> tuple[Shot, ...]:
    """The shots that a plan stands for, as things are; nothing for holding, observing, smoke and light."""
    if plan.how in ("hold", "observe", "smoke", "light", "detonate"):
        return ()
    man = state.find(plan.by)
    if plan.how in ("grenade", "molotov", "sticky-bomb", "satchel"):
        charges = {"molotov": Charge.MOLOTOV, "sticky-bomb": Charge.STICKY_BOMB, "satchel": Charge.SATCHEL}
        if man is None or not man.fit:
            return ()
        found = thrown(state, man, state.find_group(plan.target), plan.spot, charges.get(plan.how))
        return () if isinstance(found, RuleViolation) else found
    arm = next((arm for arm in arms(state, group) if arm.by == plan.by), None)
    weapon = next((each for each in Weapon if each.value == plan.weapon), None)
    if man is not None and weapon is not None:
        arm = of_man(state, man, weapon)
    if arm is None:
        return ()
    if plan.how == "blind":
        return behind_smoke(state, arm)
    vehicle = unmanned(state, plan.target)
    if vehicle is not None:
        at_it = at_unmanned(state, arm, vehicle, weapon)
        return () if isinstance(at_it, RuleViolation) else (at_it,)
    target = state.find_group(plan.target)
    if target is None:
        return ()
    shot = direct(state, arm, target, weapon)
    if isinstance(shot, RuleViolation) and arm.weapon.mortar:
        shot = indirect(state, arm, target)
    return () if isinstance(shot, RuleViolation) else (shot,)


def _announce(course: Course, side: str, shots: Iterable[Shot]) -> None:
    state = course.state
    own = tuple(_fired(state, shot, course.house) for shot in shots if state.group(shot.arm.group).side == side)
    if own:
        course.happen(ShotsFired(side=side, shots=own, audience=(side,), citations=("IA-R024",)))


def _lapse(course: Course, before: State, side: str, shots: Iterable[Shot]) -> None:
    """What was written with the orders and comes to no shot. IA-R263"""
    if not fire_with_orders(before):
        return
    fired = {shot.by for shot in shots}
    quiet = ("hold", "observe", "smoke", "light", "detonate")
    own = (plan for plan in before.plans if side_of_firer(before, plan.by) == side)
    lapsed = tuple(plan for plan in own if plan.how not in quiet and plan.by not in fired)
    if lapsed:
        course.happen(FireLapsed(side=side, plans=lapsed, audience=(side,), citations=("IA-R263",)))


def _fired(state: State, shot: Shot, house: House) -> Fired:
    arm = shot.arm
    crew = state.crew(arm.gun) if arm.gun else state.aboard(arm.vehicle) if arm.vehicle else ()
    served = (*arm.men, *(man.id for man in crew), *filter(None, (shot.observer,)))
    at_men = not shot.in_trees and not is_tank_shot(state, shot)
    how = shot.how if shot.how not in ("fire", "blind") else "fire"
    burst = shot.weapon in BURSTING
    return Fired(
        shot.by,
        arm.group,
        shot.weapon.value,
        shot.target,
        shot.at,
        round(shot.metres, 1),
        how,
        arm.men,
        burst,
        effect(shot.weapon, shot.metres, arm.helpers, house).value if at_men else 0,
        tuple(dict.fromkeys(served)),
    )


def _witness(course: Course, before: State, shots: Sequence[Shot]) -> None:
    """Who sees the enemy use flame remembers it. IA-reaction.minus2.flame, IA-R165"""
    burns = [shot for shot in shots if shot.weapon in FLAME]
    uses = [
        (before.group(shot.arm.group).side, place) for shot in burns for place in (shot.arm.eye, Eye(shot.at, ERECT))
    ]
    uses += [(device.side, Eye(device.at, ERECT)) for device in _detonated(before) if device.kind == "fougasse"]
    for side in before.sides:
        against = [place for user, place in uses if user != side.key]
        new = tuple(
            group.id
            for group in before.groups_of(side.key)
            if not group.saw_flame and against and _sees_any(before, group, against)
        )
        if new:
            course.happen(FlameSeen(side=side.key, groups=new, audience=(side.key,), citations=("IA-R165",)))


def _sees_any(state: State, group: Group, places: Sequence[Eye]) -> bool:
    eyes = [mine for man in state.men(group.id) if (mine := eye(state, man)) is not None]
    return any(in_line(state, mine, place) for mine in eyes for place in places)


def _blaze(course: Course, before: State, shots: Sequence[Shot], devices: Sequence[Device]) -> None:
    """Flame lights the ground where it strikes, a fougasse where it stands, and both make smoke. IA-illum.flame,
    IA-R193, IA-R251"""
    burns = {(shot.at, shot.by): before.group(shot.arm.group).side for shot in shots if shot.weapon in FLAME}
    burns |= {(device.at, device.id): device.side for device in devices if device.kind == "fougasse"}
    for (at, by), side in burns.items():
        burning(course, side, at, by, vehicle=False)


def _detonated(state: State) -> tuple[Device, ...]:
    """What is set off. A device whose operator is out goes off no more. IA-mine.claymore-setup, IA-R262"""
    wanted = {plan.target for plan in state.plans if plan.how == "detonate"}
    return tuple(
        device
        for device in state.devices
        if device.id in wanted and ((man := state.find(device.operator)) is None or man.fit)
    )


# ── Fire on men ───────────────────────────────────────────────────────────────────────────────────────────────────


def _on_group(
    course: Course,
    before: State,
    group: Group,
    shots: Sequence[Shot],
    devices: Sequence[Device],
    collapsed: frozenset[str],
) -> None:
    together = as_one(before, group)
    if together[0] != group.id:
        return
    found = GroupStruck(
        group, [shot for shot in shots if shot.target in together and not shot.in_trees], together=together
    )
    everybody = [man for id_ in together for man in before.men(id_)]
    armoured = bool(armour(before, group))
    if armoured:
        found.shots = [shot for shot in found.shots if _at_men(before, shot)]
    for device in devices:
        struck = cone_targets([cone_metres(before, device, man) for man in everybody])
        if struck is not None:
            found.devices.append((device, struck[0]))
    if not found.shots and not found.devices:
        return
    men = [man for man in everybody if hittable(before, man) and in_sight(before, man, found)]
    marks = {man.id: mark_of(before, man, found) for man in men}
    target = Targeted(tuple(volleys(before, found, shots)), tuple(marks.values()))
    result = fire_on(target, course.chance, course.house)
    if result is None:
        return
    score = result.total if men or not armoured else type(result.total)((), label="total")
    course.happen(
        FireResolved(
            target=group.id,
            total=score,
            by=tuple(dict.fromkeys(shot.arm.group for shot in found.shots)),
            dice=tuple(GroupDie(die.group, die.score, die.counts) for die in result.dice),
            hits=result.hits.number if men else 0,
            needs=result.hits.needs,
            die=result.hits.die,
            machine_guns=machine_guns(found.shots),
            behind=behind(before, group, found.shots),
            surprised=_surprised(before, group, found.shots),
            flame=any(shot.weapon in FLAME for shot in found.shots),
            groups=together if len(together) > 1 else (),
            citations=("IA-pot.total", "IA-pot.one-die", "IA-chance.die"),
        )
    )
    if men and result.hits.number:
        identify_hit(course, before, group.id, men, found, result.hits.number, collapsed)
        if found.shots:
            after_hits(course, before, group, found.shots[0].at)


def _able(state: State, plan: FirePlan) -> bool:
    """Whether somebody is left who may fire it as things are. IA-R024, IA-R262"""
    man, group = state.find(plan.by), state.find_group(group_of_firer(state, plan.by))
    if man is not None:
        return man.fit and man_bar(state, man) is None
    return group is not None and any(arm.by == plan.by and bar(state, arm) is None for arm in arms(state, group))


def _at_men(state: State, shot: Shot) -> bool:
    """Of fire at an AFV's group: what strikes men who show; anti-tank shots are worked out before. IA-R162"""
    return isinstance(shot.weapon, Weapon) and not is_tank_shot(state, shot)


# ── Who fires ─────────────────────────────────────────────────────────────────────────────────────────────────────


def machine_guns(shots: Sequence[Shot]) -> int:
    """How many machine guns fire on one group. IA-reaction.minus1.machine-guns, IA-R102"""
    return sum(1 for shot in shots if shot.weapon in MACHINE_GUNS)


def behind(state: State, group: Group, shots: Sequence[Shot]) -> bool:
    """IA-reaction.minus2.behind-flank, IA-R104"""
    men = [man for man in state.men(group.id) if state.position(man) is not None]
    if not men:
        return False
    places = [state.position(man) or (0.0, 0.0) for man in men]
    middle = sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
    facing = mean_facing(men)
    return any(
        shot.arm.at != middle and behind_flank((bearing(middle, shot.arm.at) - facing + 180.0) % 360.0 - 180.0)
        for shot in shots
        if shot.how == "fire"
    )


def mean_facing(men: Sequence[Figure]) -> float:
    east = sum(sin(radians(man.facing)) for man in men)
    north = sum(cos(radians(man.facing)) for man in men)
    return degrees(atan2(east, north)) % 360.0


def _surprised(state: State, group: Group, shots: Sequence[Shot]) -> bool:
    """Fire from a group that it had not located and that had not fired from there before. IA-reaction.minus2.surprise,
    IA-R165"""
    return any(
        state.located(group.id, shot.arm.group) is None and not state.group(shot.arm.group).fired_from_here
        for shot in shots
    )
