"""The step of resolution: all fire of a period, worked out with those present when it was declared. IA-R024"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import atan2, cos, degrees, radians, sin

from rules.infantry_action.book import fire as chapter
from rules.infantry_action.book.bases import counted_posture, posture_under_fire
from rules.infantry_action.book.casualties import Figure as Target
from rules.infantry_action.book.casualties import Going, SoftVehicle, attacked_works, identify
from rules.infantry_action.book.fire import Firer, Mark, Targeted, Volley, fire_on, shield_helps
from rules.infantry_action.book.kinds import Charge, Cover, Gear, Posture, Weapon
from rules.infantry_action.book.mines import in_cone
from rules.infantry_action.book.reaction import behind_flank
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import Fired, FireResolved, GroupDie, ManDie, MenDiced, ShotsFired, SoftDie
from rules.infantry_action.events.reaction import FlameSeen
from rules.infantry_action.events.works import DeviceSpent
from rules.infantry_action.figures import Figure, Life, Point, VehicleKind
from rules.infantry_action.play.air.shooting import after_hits, as_one
from rules.infantry_action.play.fire.arms import arms, of_man, shows
from rules.infantry_action.play.fire.blind import behind_smoke
from rules.infantry_action.play.fire.choosing import armour, by_instruction, is_tank_shot
from rules.infantry_action.play.fire.engaging import engage
from rules.infantry_action.play.fire.shots import Shot, direct, indirect, thrown, with_number_two
from rules.infantry_action.play.fire.works import blows_on
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import cover, eye, in_line, overlap, work_at
from rules.infantry_action.play.smoke.laying import lay_and_light
from rules.infantry_action.play.support.falling import Barrage, falling
from rules.infantry_action.play.works.testing import leave_burning, test_works
from rules.infantry_action.state import Device, FirePlan, Group, State
from rules.table.measure import bearing, between
from rules.violation import RuleViolation

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
    _witness(course, before, shots)
    barrages = falling(course)
    engage(course, before, shots, barrages)
    collapsed = test_works(course, before, blows_on(before, shots, barrages))
    before = _got_out(before, course.state, collapsed)
    lay_and_light(course, before)
    devices = _detonated(before)
    for device in devices:
        course.happen(DeviceSpent(device=device.id, citations=("IA-R095",)))
    for group in sorted(before.groups, key=lambda group: group.name):
        _on_group(course, before, group, shots, devices, collapsed)
    for barrage in barrages:
        _on_area(course, before, barrage)
    leave_burning(course, collapsed)


def _got_out(before: State, now: State, collapsed: frozenset[str]) -> State:
    """As the fire finds them: who got out of a bunker stands in the open. IA-R139"""
    out = [now.figure(man.id) for man in before.fit() if man.at is not None and work_at(before, man.at) in collapsed]
    return before.with_figure(*(man for man in out if man.fit and man.at != before.figure(man.id).at))


# ── What is fired ─────────────────────────────────────────────────────────────────────────────────────────────────


def declared(state: State) -> list[Shot]:
    """The shots of both sides: those written down, the rest as the groups are instructed."""
    found: list[Shot] = []
    for side in state.sides:
        own: list[Shot] = []
        for group in state.groups_of(side.key):
            plans = [plan for plan in state.plans if _whose(state, plan) == group.id]
            busy = {plan.by for plan in plans} | {plan.by.partition("/")[0] for plan in plans if "/" not in plan.by}
            own += [shot for plan in plans for shot in of_plan(state, group, plan)]
            own += by_instruction(state, group, frozenset(busy))
        found += with_number_two(state, own)
    return found


def _whose(state: State, plan: FirePlan) -> str:
    man, gun = state.find(plan.by), state.find_gun(plan.by)
    if man is not None:
        return man.group
    if gun is not None:
        return gun.group
    vehicle = state.find_vehicle(plan.by.partition("/")[0])
    return vehicle.group if vehicle is not None else ""


def of_plan(state: State, group: Group, plan: FirePlan) -> tuple[Shot, ...]:
    """The shots that a plan stands for, as things are; nothing for holding, observing, smoke and light."""
    if plan.how in ("hold", "observe", "smoke", "light", "detonate"):
        return ()
    man = state.find(plan.by)
    if plan.how in ("grenade", "molotov", "sticky-bomb", "satchel"):
        charges = {"molotov": Charge.MOLOTOV, "sticky-bomb": Charge.STICKY_BOMB, "satchel": Charge.SATCHEL}
        if man is None:
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
    target = state.find_group(plan.target)
    if target is None:
        return ()
    shot = direct(state, arm, target, weapon)
    if isinstance(shot, RuleViolation) and arm.weapon.mortar:
        shot = indirect(state, arm, target)
    return () if isinstance(shot, RuleViolation) else (shot,)


def _announce(course: Course, side: str, shots: Iterable[Shot]) -> None:
    own = tuple(_fired(shot) for shot in shots if course.state.group(shot.arm.group).side == side)
    if own:
        course.happen(ShotsFired(side=side, shots=own, audience=(side,), citations=("IA-R024",)))


def _fired(shot: Shot) -> Fired:
    how = shot.how if shot.how not in ("fire", "blind") else "fire"
    burst = shot.weapon in BURSTING
    return Fired(
        shot.by,
        shot.arm.group,
        shot.weapon.value,
        shot.target,
        shot.at,
        round(shot.metres, 1),
        how,
        shot.arm.men,
        burst,
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


def _detonated(state: State) -> tuple[Device, ...]:
    wanted = {plan.target for plan in state.plans if plan.how == "detonate"}
    return tuple(device for device in state.devices if device.id in wanted)


# ── Fire on men ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Fire:
    """All that strikes one group."""

    group: Group
    shots: list[Shot] = field(default_factory=list[Shot])
    devices: list[tuple[Device, float]] = field(default_factory=list[tuple[Device, float]])
    together: tuple[str, ...] = ()
    """The groups that are one target, itself among them. IA-air.para-target"""


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
    found = _Fire(group, [shot for shot in shots if shot.target in together and not shot.in_trees], together=together)
    everybody = [man for id_ in together for man in before.men(id_)]
    armoured = bool(armour(before, group))
    if armoured:
        found.shots = [shot for shot in found.shots if _at_men(before, shot)]
    for device in devices:
        metres = [m for man in everybody if (m := _cone(before, device, man)) is not None]
        if metres:
            found.devices.append((device, min(metres)))
    if not found.shots and not found.devices:
        return
    men = [man for man in everybody if _hittable(before, man) and _in_sight(before, man, found)]
    marks = {man.id: _mark(before, man, found) for man in men}
    target = Targeted(tuple(_volleys(before, found, shots)), tuple(marks.values()))
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
            machine_guns=sum(1 for shot in found.shots if shot.weapon in MACHINE_GUNS),
            behind=_behind(before, group, found.shots),
            surprised=_surprised(before, group, found.shots),
            flame=any(shot.weapon in FLAME for shot in found.shots),
            groups=together if len(together) > 1 else (),
            citations=("IA-pot.total", "IA-pot.one-die", "IA-chance.die"),
        )
    )
    if men and result.hits.number:
        _identify(course, before, group.id, men, found, result.hits.number, collapsed)
        if found.shots:
            after_hits(course, before, group, found.shots[0].at)


def _at_men(state: State, shot: Shot) -> bool:
    """Of fire at an AFV's group: what strikes men who show; anti-tank shots are worked out before. IA-R162"""
    return isinstance(shot.weapon, Weapon) and not is_tank_shot(state, shot)


def _hittable(state: State, man: Figure) -> bool:
    """On foot, in a soft vehicle, or showing from an AFV. IA-afvcrew.exposed-targets, IA-R162"""
    vehicle = state.find_vehicle(man.aboard)
    if vehicle is None:
        return man.at is not None
    if not vehicle.hard:
        return True
    commander = man.place == "commander" and not vehicle.closed
    return commander or shows(state, man)


def _in_sight(state: State, man: Figure, fire: _Fire) -> bool:
    """Whether some firer, or the observer of a mortar, can see him; a grenade needs nobody to. IA-R064"""
    if any(_cone(state, device, man) is not None for device, _ in fire.devices):
        return True
    if state.house.choice("target-figures") == "whole-group":
        return True
    mine = eye(state, man)
    if mine is None:
        return False
    for shot in fire.shots:
        if shot.how != "fire" or shot.observer:
            return True
        if in_line(state, shot.arm.eye, mine) or between(shot.at, mine.at) < 0.5:
            return True
    return not fire.shots


def _cone(state: State, device: Device, man: Figure) -> float | None:
    at = state.position(man)
    return None if at is None else in_cone(device.at, device.facing, at)


def _mark(state: State, man: Figure, fire: _Fire) -> Mark:
    """The man as fire finds him. IA-tt.exposed, IA-tt.erect"""
    vehicle = state.find_vehicle(man.aboard)
    nearest = min((shot.arm.at for shot in fire.shots), key=lambda at: between(at, man.at or at), default=None)
    gun = state.find_gun(man.serves)
    erect = counted_posture(
        posture_under_fire(man.doing.pace, man.posture), serves_heavy_weapon=gun is not None and not gun.gone
    )
    others = [other for other in state.figures if other.at is not None and other.fit and other.id != man.id]
    return Mark(
        cover=Cover.SOFT if vehicle is not None and vehicle.hard else cover(state, man, nearest),
        erect=erect is Posture.ERECT or man.landed_in == state.period,
        dashed=man.doing.dashed,
        grenading=any(shot.by == man.id and shot.how != "fire" for shot in fire.shots) or _grenades(state, man),
        entering=man.doing.boarding,
        overlapping=man.at is not None and any(overlap(state, man, other) for other in others),
        shielded=gun is not None and gun.shield and _shielded(state, man, fire),
        partly_inside=vehicle is not None and vehicle.hard,
        riding=vehicle is not None and not vehicle.hard,
    )


def _grenades(state: State, man: Figure) -> bool:
    return any(plan.by == man.id and plan.how in ("grenade", "molotov") for plan in state.plans)


def _shielded(state: State, man: Figure, fire: _Fire) -> bool:
    gun = state.gun(man.serves or "")
    if gun.at is None or man.at is None:
        return False
    bearings = [(bearing(gun.at, shot.arm.at) - gun.facing + 180.0) % 360.0 - 180.0 for shot in fire.shots]
    return shield_helps(between(gun.at, man.at), bearings, any(shot.how == "grenade" for shot in fire.shots))


# ── Who fires ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _volleys(state: State, fire: _Fire, shots: Sequence[Shot]) -> list[Volley]:
    """One for each firing group, in roster order. IA-R082, IA-R083"""
    found: list[Volley] = []
    for group in state.groups:
        own = [shot for shot in fire.shots if shot.arm.group == group.id]
        if not own:
            continue
        split = any(shot.arm.group == group.id and shot.target not in fire.together for shot in shots)
        found.append(
            Volley(
                group.name,
                tuple(_firer(state, shot) for shot in own),
                men=sum(1 for _ in state.men(group.id)),
                men_firing=len({man for shot in own for man in shot.arm.men}),
                split=split,
                blind=all(shot.how == "blind" for shot in own),
                average=group.average,
            )
        )
    for device, metres in fire.devices:
        found.append(Volley(device.kind, (Firer(Weapon.CLAYMORE, metres),)))
    return found


def _firer(state: State, shot: Shot) -> Firer:
    man = state.figure(shot.arm.men[0])
    vehicle = state.find_vehicle(shot.arm.vehicle or man.aboard)
    moving = vehicle is not None and vehicle.doing.moved > 0
    last = _last_fired(state, shot)
    works = bool(work_at(state, shot.at))
    return Firer(
        shot.weapon,
        shot.metres,
        helpers=shot.arm.helpers,
        moved=man.doing.moved > 0 and vehicle is None,
        fresh=last < state.period - 1 or state.period == 1,
        from_moving_vehicle=moving,
        at_works=works,
    )


def _last_fired(state: State, shot: Shot) -> int:
    if shot.arm.gun:
        return state.gun(shot.arm.gun).fired_in
    if shot.arm.vehicle:
        return state.vehicle(shot.arm.vehicle).mounts[shot.arm.mount].fired_in
    return state.figure(shot.arm.men[0]).fired_in


def _behind(state: State, group: Group, shots: Sequence[Shot]) -> bool:
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
    """Fire from a group that it had not located and that had not fired from there before. IA-R165"""
    return any(
        state.located(group.id, shot.arm.group) is None and not state.group(shot.arm.group).fired_from_here
        for shot in shots
    )


# ── Who is hit ────────────────────────────────────────────────────────────────────────────────────────────────────


def _identify(
    course: Course,
    before: State,
    target: str,
    men: Sequence[Figure],
    fire: _Fire,
    hits: int,
    collapsed: frozenset[str],
) -> None:
    """IA-ident.first, IA-ident.priority, IA-soft.vehicle-save, IA-soft.radio, IA-R091"""
    sources = [shot.arm.at for shot in fire.shots] or [device.at for device, _ in fire.devices]
    attacks = [shot.weapon for shot in fire.shots]
    figures = [_as_target(before, man, sources, attacks, collapsed) for man in men]
    diced(course, before, target, figures, hits, tuple(dict.fromkeys(shot.arm.group for shot in fire.shots)))


def diced(
    course: Course, before: State, target: str, figures: Sequence[Target], hits: int, by: tuple[str, ...]
) -> None:
    vehicles = {
        vehicle.id: SoftVehicle(_going(before, vehicle.id), vehicle.type.kind not in _NEVER_BURN)
        for vehicle in before.vehicles
        if not vehicle.hard and not vehicle.type.kind.aircraft
    }
    found = identify(figures, hits, course.chance, vehicles)
    radios = tuple(die.name for die in found.figures if die.radio_lost)
    course.happen(
        MenDiced(
            target=target,
            dice=tuple(ManDie(die.name, die.die, die.at_most, die.radio_die) for die in found.figures),
            vehicles=tuple(SoftDie(die.vehicle, die.die, die.needs, die.fire_die) for die in found.vehicles),
            casualties=tuple(
                id_ for id_ in found.casualties if course.state.figure(id_).life is before.figure(id_).life
            ),
            radios=radios,
            destroyed=tuple(die.vehicle for die in found.vehicles if die.destroyed),
            burning=tuple(die.vehicle for die in found.vehicles if die.destroyed and die.burns),
            by=by,
            citations=("IA-ident.first", "IA-ident.rest", "IA-ident.priority", "IA-soft.vehicle-save", "IA-soft.radio"),
        )
    )


_NEVER_BURN = (VehicleKind.HORSE, VehicleKind.CYCLE)


def _going(state: State, vehicle: str) -> Going:
    doing = state.vehicle(vehicle).doing
    if doing.moved <= 0:
        return Going.STATIONARY
    return Going.DASHING if doing.dashed else Going.MOVING


def _as_target(
    state: State,
    man: Figure,
    sources: Sequence[Point],
    attacks: Sequence[Weapon | Charge],
    collapsed: frozenset[str],
) -> Target:
    at = state.position(man) or (0.0, 0.0)
    vehicle = state.find_vehicle(man.aboard)
    soft = vehicle is not None and not vehicle.hard
    sheltered = cover(state, man, min(sources, key=lambda s: between(s, at), default=None))
    gun = state.find_gun(man.serves)
    posture = counted_posture(
        posture_under_fire(man.doing.pace, man.posture), serves_heavy_weapon=gun is not None and not gun.gone
    )
    work = work_at(state, man.at)
    return Target(
        man.id,
        erect=soft or posture is Posture.ERECT or _grenades(state, man),
        moving=man.doing.moved > 0,
        firing=_fires(state, man),
        cover=sheltered,
        rank=man.rank,
        metres=min((between(source, at) for source in sources), default=0.0),
        first=attacked_works(sheltered, attacks, work in collapsed),
        radio=man.has(Gear.RADIO),
        vehicle=vehicle.id if soft and vehicle is not None else "",
    )


def _fires(state: State, man: Figure) -> bool:
    """He fires or grenades in this period: the shots were fired before anybody is diced for."""
    return man.doing.fired or man.doing.grenaded


# ── Off-table fire ────────────────────────────────────────────────────────────────────────────────────────────────


def _under_shells(state: State) -> tuple[Figure, ...]:
    """Shells ask nobody whether he is a prisoner. IA-pris.reaction"""
    return tuple(man for man in state.figures if man.fit or (man.life is Life.PRISONER and man.at is not None))


def _on_area(course: Course, before: State, barrage: Barrage) -> None:
    """A total of its own over everybody in the area. IA-off.one-target-group, IA-R079, IA-R080"""
    men = [
        man
        for man in _under_shells(before)
        if (at := before.position(man)) is not None and barrage.covers(at) and _hittable(before, man)
    ]
    groups = tuple(
        dict.fromkeys(
            man.group
            for man in _under_shells(before)
            if (at := before.position(man)) is not None and barrage.covers(at)
        )
    )
    if not groups:
        return
    nothing = _Fire(Group("", "", ""))
    target = Targeted(
        (Volley(barrage.mission.id, (), support=barrage.multiple),),
        tuple(_mark(before, man, nothing) for man in men),
    )
    result = chapter.fire_on(target, course.chance, course.house)
    if result is None:
        return
    course.happen(
        FireResolved(
            target="",
            total=result.total,
            by=(),
            dice=tuple(GroupDie(die.group, die.score, die.counts) for die in result.dice),
            hits=result.hits.number if men else 0,
            needs=result.hits.needs,
            die=result.hits.die,
            groups=groups,
            off_table=True,
            citations=("IA-off.one-target-group", "IA-off.effect", "IA-off.area"),
        )
    )
    if men and result.hits.number:
        figures = [_as_target(before, man, (barrage.mission.at,), (), frozenset()) for man in men]
        diced(course, before, "", figures, result.hits.number, ())
