"""What a group can fire with: men with their small arms, guns with their crews, weapons on vehicles.

Each is an `Arm` by the name that a fire plan knows it by: a figure's id, a gun's id, or "vehicle/n" for a mount.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.battle.facts import IN_ARC
from rules.infantry_action.book.afv_reaction import result_of
from rules.infantry_action.book.air import DOORS, door_towards
from rules.infantry_action.book.bases import (
    TURRET_ARC,
    base,
    exposed_man_reaches,
    exposed_man_sees,
    in_base_arc,
    in_gun_arc,
    in_wedge,
)
from rules.infantry_action.book.effect import points
from rules.infantry_action.book.kinds import Cover, Gear, Pace, Posture, Weapon
from rules.infantry_action.book.restrictions import (
    BesideFiring,
    afv_weapons,
    bunker_bar,
    crowded,
    fire_bar,
    grenade_bar,
    ground_weapon_bar,
    helper_near,
    missile_bar,
    turret_engages,
    vehicle_weapon_bar,
)
from rules.infantry_action.figures import Figure, Gun, Mounted, Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.air.shooting import landed
from rules.infantry_action.play.ground.lines import ERECT, Eye
from rules.infantry_action.play.ground.places import board_of, counted, cover_at, eye, eye_of, overlaps
from rules.infantry_action.play.movement.ways import waded
from rules.infantry_action.play.support.registering import registers
from rules.infantry_action.state import State
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import between


@dataclass(frozen=True, slots=True)
class Arm:
    """Something that fires. `men`: the gunner first, then those who help; of a mount the gunner alone."""

    by: str
    group: str
    weapon: Weapon
    eye: Eye
    men: tuple[str, ...]
    figure: str = ""
    """The man whose own weapon it is."""
    gun: str = ""
    vehicle: str = ""
    mount: int = -1
    helpers: int = 0
    heading: float | None = None
    """Of an aircraft at the point of its flight from which it fires; None: as it stands."""

    @property
    def at(self) -> Point:
        return self.eye.at

    @property
    def measured(self) -> Point:
        """Where distances begin: of a weapon on a vehicle at its front edge. IA-R017"""
        return self.eye.measured


def arms(state: State, group: Group) -> Iterator[Arm]:
    """Everything of a group that could fire directly, whatever it may fire at. A man who serves a gun has only that;
    of a man's own weapons the first is listed, `own_weapons` has the others."""
    for gun in state.guns_of(group.id):
        found = of_gun(state, gun)
        if found is not None:
            yield found
    for vehicle in state.vehicles_of(group.id):
        yield from of_vehicle(state, vehicle)
    for man in state.men(group.id):
        found = of_man(state, man)
        if found is not None:
            yield found


def of_gun(state: State, gun: Gun) -> Arm | None:
    crew = state.crew(gun.id)
    if gun.at is None or gun.gone or not crew or gun.towed_by is not None:
        return None
    near = tuple(man for man in crew if man.at is not None and helper_near(between(man.at, gun.at)))
    if not near:
        return None
    helping = [man for man in near[1:3] if man.doing.moved <= 0 and not man.doing.busy and not _directs(state, man)]
    return Arm(
        gun.id,
        gun.group,
        gun.kind,
        Eye(gun.at, ERECT),
        (near[0].id, *(man.id for man in helping)),
        gun=gun.id,
        helpers=len(helping),
    )


def of_vehicle(state: State, vehicle: Vehicle) -> Iterator[Arm]:
    """One weapon for each man of the crew but the driver. IA-R070"""
    where = eye_of(vehicle)
    crew = [man for man in state.aboard(vehicle.id) if man.place != "passenger"]
    if where is None or not vehicle.able or not crew:
        return
    driver = any(man.place == "driver" for man in crew)
    gunners = [man for man in crew if man.place != "driver"] or crew
    for number, mount in enumerate(vehicle.mounts):
        if number < max(1 if not vehicle.hard else 0, afv_weapons(len(crew), driver)):
            man = gunners[number]
            by = Mounted(vehicle, number).ref
            yield Arm(by, vehicle.group, mount.weapon, where, (man.id,), vehicle=vehicle.id, mount=number)


def of_man(state: State, man: Figure, weapon: Weapon | None = None) -> Arm | None:
    """A man with a weapon of his own. One who mans a gun that stands ready has none beside it. IA-R006"""
    gun = state.find_gun(man.serves)
    if gun is not None and not gun.gone and gun.at is not None and _at_it(man, gun):
        return None
    where = eye(state, man)
    if where is None or not man.weapons:
        return None
    if man.aboard is not None and not shows(state, man):
        return None
    return Arm(man.id, man.group, weapon or man.weapons[0], where, (man.id,), figure=man.id)


def _at_it(man: Figure, gun: Gun) -> bool:
    return man.at is not None and gun.at is not None and helper_near(between(man.at, gun.at))


def shows(state: State, man: Figure) -> bool:
    """Whether a man aboard can fire his own weapon: over an open side, from a soft vehicle, out of an APC's hatch.
    IA-loc.arc-exposed-man, IA-afvcrew.exposed-targets"""
    vehicle = state.vehicle(man.aboard or "")
    if man.place in ("driver", "gunner"):
        return False
    if not vehicle.hard:
        return not vehicle.type.kind.aircraft
    return (vehicle.type.open_topped or (vehicle.type.apc and not vehicle.closed)) and man.place == "passenger"


def own_weapons(man: Figure, metres: float) -> Weapon | None:
    """The weapon with which he scores most at that range; None: none of them reaches. IA-R006, IA-R066"""
    best = max(man.weapons, key=lambda weapon: points(weapon, metres), default=None)
    return best if best is not None and points(best, metres) > 0 else None


# ── What keeps it from firing, and where it bears ─────────────────────────────────────────────────────────────────


def bar(state: State, arm: Arm) -> RuleViolation | None:
    """Why it fires at nothing in this period; None: it may."""
    if arm.gun:
        return _gun_bar(state, state.gun(arm.gun), arm)
    if arm.vehicle:
        return _mount_bar(state, state.vehicle(arm.vehicle), arm)
    man = state.figure(arm.figure)
    return man_bar(state, man) or _nothing_usable(state, man, arm.weapon)


def man_bar(state: State, man: Figure, *, grenades: bool = False) -> RuleViolation | None:
    """IA-sa.no-fire-after, IA-R048, IA-R111, IA-soft.takeover-delay"""
    if man.doing.panic:
        return _no("panic", f"{man.name} is running in panic.", "IA-R111", "He fires again when he has stopped.")
    down = landed(state, man)
    if not (down.grenades if grenades else down.fires):
        return _no("landed", f"{man.name} has just landed.", down.citation, "He fires from the next period.")
    if man.doing.busy:
        return _no("busy", f"{man.name} has his hands full in this period.", "IA-R006", "Let another man fire.")
    if man.ready_from > state.period:
        return _no("taken-over", f"{man.name} has only just taken it over.", "IA-soft.takeover-delay", "Next period.")
    doing = doing_of(state, man)
    if grenades:
        heavy = man.serves is not None
        return grenade_bar(doing, man.grenades, man.has(Gear.RADIO), heavy)
    return _from_vehicle(state, man) if man.aboard is not None else fire_bar(doing)


def _from_vehicle(state: State, man: Figure) -> RuleViolation | None:
    vehicle = state.vehicle(man.aboard or "")
    return vehicle_weapon_bar(vehicle.doing.pace, vehicle.doing.moved > 0)


def doing_of(state: State, man: Figure) -> BesideFiring:
    """What the book's restrictions ask for."""
    return BesideFiring(
        pace=Pace.CRAWL if man.aboard is None and waded(board_of(state), man.doing.path) else man.doing.pace,
        turned=man.doing.turned,
        silent=man.doing.silent,
        carrying_share=man.share and man.doing.moved > 0,
        directing=_directs(state, man),
    )


def _directs(state: State, man: Figure) -> bool:
    """Whether he is told off to observe for a mortar, or registers targets. IA-hw.observer-busy, IA-R076"""
    observes = any(plan.by == man.id and plan.how == "observe" for plan in state.plans)
    return observes or registers(state, man.id)


def _gun_bar(state: State, gun: Gun, arm: Arm) -> RuleViolation | None:
    """IA-hw.no-move-and-fire, IA-foot.prepare-weapon, IA-hw.missile-crew, IA-air.para-second-period"""
    prepared = gun.ready_from is not None and gun.ready_from <= state.period
    found = ground_weapon_bar(moved=gun.doing.moved > 0 or gun.doing.turned, prepared=prepared, name=gun.name)
    if found is not None:
        return found
    gunner = state.figure(arm.men[0])
    down = landed(state, gunner, heavy=True)
    if not down.fires:
        return _no("landed", f"{gun.name} came down by air.", down.citation, "It fires from the third on.")
    if gunner.doing.panic or gunner.doing.busy or gunner.doing.silent or gunner.ready_from > state.period:
        return _no("busy", f"Nobody is free to fire {gun.name}.", "IA-R006", "Fire it in the next period.")
    if gun.kind is Weapon.MISSILE:
        return missile_bar(len(arm.men), gun.missiles)
    return bar_where_he_is(state, gunner, gun.kind)


def _mount_bar(state: State, vehicle: Vehicle, arm: Arm) -> RuleViolation | None:
    """In reverse only whom his test makes retire. IA-veh.dash, IA-R040, IA-R070, IA-R163, IA-R164"""
    mount = vehicle.mounts[arm.mount]
    score = state.group(vehicle.group).bound.score
    retiring = score is not None and result_of(score).may_reverse_firing and vehicle.doing.pace is Pace.REVERSE
    flies = vehicle.type.kind.aircraft
    found = None if flies else vehicle_weapon_bar(vehicle.doing.pace, vehicle.doing.moved > 0, retiring)
    if found is not None:
        return found
    if mount.weapon is Weapon.PIVOT_MG and vehicle.hard and vehicle.closed:
        return _no("closed", f"{vehicle.name} is closed down.", "IA-R070", "Open it with the next order.")
    if mount.weapon is Weapon.MISSILE:
        return missile_bar(1, mount.missiles)
    return None


def bar_where_he_is(state: State, man: Figure, weapon: Weapon) -> RuleViolation | None:
    """Rockets and recoilless weapons are not fired from bunkers. IA-opt.bunker-no-rockets, IA-R015"""
    if cover_at(state, man.at, behind=False) is not Cover.BUNKER:
        return None
    return bunker_bar(weapon, rocket=man.rocket)


def usable(state: State, man: Figure) -> Figure:
    """The man with those of his weapons that can be fired where he is."""
    return replace(man, weapons=tuple(each for each in man.weapons if bar_where_he_is(state, man, each) is None))


def _nothing_usable(state: State, man: Figure, weapon: Weapon) -> RuleViolation | None:
    return None if usable(state, man).weapons else bar_where_he_is(state, man, weapon)


def _no(code: str, message: str, citation: str, remedy: str) -> RuleViolation:
    return RuleViolation(code, message, citation=citation, remedy=remedy)


def bears(state: State, arm: Arm, at: Point, target: str = "") -> bool:
    """Whether a place is in its arc of fire; the umpire's word on the group that is there holds. IA-loc.arc-infantry,
    IA-loc.arc-heavy-weapon, IA-hw.turret-targets, IA-sa.overlapping-bases, IA-R184"""
    word = state.word(IN_ARC, arm.group, target) if target else None
    if word is not None:
        return word
    if arm.gun:
        gun = state.gun(arm.gun)
        assert gun.at is not None
        return in_gun_arc(gun.at, gun.facing, at)
    if arm.vehicle:
        return _mount_bears(state, state.vehicle(arm.vehicle), arm, at)
    man = state.figure(arm.figure)
    vehicle = state.find_vehicle(man.aboard)
    if vehicle is not None:
        return vehicle.at is not None and exposed_man_reaches(vehicle.at, vehicle.facing, at)
    assert man.at is not None
    shape = base(counted(state, man), state.house)
    return in_base_arc(man.at, man.facing, at, crowded(shape) if overlaps(state, man) else shape)


def _mount_bears(state: State, vehicle: Vehicle, arm: Arm, at: Point) -> bool:
    """A turret fires at what it faces, or what driver and commander see: it is laid on that. IA-hw.turret-targets"""
    assert vehicle.at is not None
    if vehicle.mounts[arm.mount].turret:
        commander = any(man.place == "commander" for man in state.aboard(vehicle.id)) and not vehicle.closed
        by_crew = (
            in_wedge(vehicle.at, vehicle.facing, at, TURRET_ARC),
            commander and exposed_man_sees(vehicle.at, vehicle.turret, at),
        )
        return turret_engages(in_wedge(vehicle.at, vehicle.turret, at, TURRET_ARC), by_crew)
    if vehicle.type.kind.aircraft:
        heading = vehicle.facing if arm.heading is None else arm.heading
        return door_towards(arm.at, heading, at) == DOORS[arm.mount % 2]
    return in_wedge(vehicle.at, vehicle.facing, at, TURRET_ARC)


def stands(state: State, arm: Arm) -> bool:
    """Whether the shooter is upright: over prone friends he fires. IA-R063"""
    if not arm.figure:
        return True
    man = state.figure(arm.figure)
    return man.aboard is not None or counted(state, man) is Posture.ERECT
