"""One weapon and one target: where it is engaged, at what range, and what forbids the shot. IA-R059, IA-R064"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace

from rules.infantry_action.book.effect import Means, effect
from rules.infantry_action.book.kinds import Charge, Gear, Posture, Weapon
from rules.infantry_action.book.leaders import crew_test_for
from rules.infantry_action.book.reaction_results import Band, band_of
from rules.infantry_action.book.reaction_results import fire_bar as nerve_bar
from rules.infantry_action.book.restrictions import (
    Friend,
    bursts_in_trees,
    grenade_reaches,
    indirect_bar,
    over_friends,
    spot_affects,
    target_bar,
)
from rules.infantry_action.book.speech import hears
from rules.infantry_action.facts import LOCATED, RANGE
from rules.infantry_action.figures import Figure, Vehicle
from rules.infantry_action.groups import Group, Located
from rules.infantry_action.play.air.shooting import aircraft_bar
from rules.infantry_action.play.command.reach import noises
from rules.infantry_action.play.fire.arms import Arm, bar, bar_where_he_is, bears, man_bar, own_weapons, stands, usable
from rules.infantry_action.play.ground.facts import in_sight
from rules.infantry_action.play.ground.facts import metres as metres_between
from rules.infantry_action.play.ground.lines import ERECT, Eye, crosses, trees_on
from rules.infantry_action.play.ground.places import board_of, counted, eye, in_line
from rules.infantry_action.play.sight.fields import along_flight, looks_at
from rules.infantry_action.play.sight.locating import Point3, locates, shapes, standing
from rules.infantry_action.state import State
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import between
from rules.table.terrain import terrain

HEIGHT_OF_A_BASE = 6.0
"""Metres beside the line within which a friend's base is crossed."""
HALF_FRONT = 5.0
_HAIR = 1e-3
BESIDE = 10.0
"""Metres within which a number two is beside the gunner. IA-R068"""


@dataclass(frozen=True, slots=True)
class Shot:
    """What a weapon does to a target group in this period. `at`: where it is engaged; `metres`: to the nearest of its
    men whom the weapon can hit; `observer`: who directs a mortar."""

    arm: Arm
    weapon: Means
    target: str
    at: Point
    metres: float
    how: str = "fire"
    observer: str = ""
    in_trees: bool = False
    """The bombs burst in trees, to no effect. IA-hw.mortar-trees"""
    screen: float | None = None
    """Fired blind through smoke so many metres long."""

    @property
    def by(self) -> str:
        return self.arm.by


def band_for(state: State, arm: Arm) -> Band:
    """What the last reaction test lets this weapon do: crews and leaders may have one of their own. IA-R114, IA-R115"""
    group = state.group(arm.group)
    bound = group.bound
    if bound.score is None or state.armour_of(group.id) is not None:
        return Band.FREE
    if bound.leader and bound.leader == arm.men[0] and bound.leader_score is not None:
        return band_of(bound.leader_score)
    if bound.crews is not None and crew_test_for(arm.weapon, _serving(state, arm)):
        return band_of(bound.crews)
    return band_of(bound.score)


def _serving(state: State, arm: Arm) -> int:
    """Unhit men who serve it: of a gun its crew, of an LMG with a man beside the gunner both. IA-R114"""
    if arm.gun:
        return len(state.crew(arm.gun))
    if not arm.weapon.lmg:
        return len(arm.men)
    others = (man for man in state.men(arm.group) if man.id not in arm.men and man.serves is None)
    return 1 + any(man.at is not None and between(man.at, arm.at) <= BESIDE for man in others)


def direct(state: State, arm: Arm, target: Group, weapon: Weapon | None = None) -> Shot | RuleViolation:
    """Direct fire at a group: where it ended if that can be, else where it passed nearest; a door gun from that point
    of the flight which is nearest of those from which it can. Never raises. IA-sa.targets, IA-hw.targets,
    IA-air.helicopter-reply, IA-R059, IA-R064"""
    vehicle = state.find_vehicle(arm.vehicle)
    if vehicle is None or not vehicle.type.kind.aircraft or len(vehicle.doing.path) < 2:
        return _direct(state, arm, target, weapon)
    places = [replace(arm, eye=each.eye, heading=each.heading) for each in along_flight(vehicle)]
    found = [_direct(state, place, target, weapon) for place in places]
    return min((shot for shot in found if isinstance(shot, Shot)), key=lambda shot: shot.metres, default=found[0])


def _direct(state: State, arm: Arm, target: Group, weapon: Weapon | None) -> Shot | RuleViolation:
    found = bar(state, arm)
    if found is not None:
        return found
    sighting = state.located(arm.group, target.id)
    if sighting is None:
        return target_bar(arm.weapon, 0.0, False, False, False, state.house) or _lost()
    best = _engaged(state, arm, target, sighting)
    if isinstance(best, RuleViolation):
        return best
    point, metres = best
    used = weapon or _best(state, arm, metres, target)
    found = (
        _bar_in_hand(state, arm, used)
        or aircraft_bar(state, used, target)
        or target_bar(used, metres, True, True, True, state.house)
        or nerve_bar(band_for(state, arm), metres)
    )
    if found is not None:
        return found
    trees = used.mortar and bursts_in_trees(trees_on(board_of(state), arm.at, point.at))
    return Shot(arm, used, target.id, point.at, metres, in_trees=trees)


def _bar_in_hand(state: State, arm: Arm, weapon: Weapon) -> RuleViolation | None:
    """Why a man does not fire this weapon of his where he is. IA-opt.bunker-no-rockets"""
    return bar_where_he_is(state, state.figure(arm.figure), weapon) if arm.figure else None


def _best(state: State, arm: Arm, metres: float, target: Group) -> Weapon:
    if not arm.figure:
        return arm.weapon
    man = state.figure(arm.figure)
    fit = tuple(weapon for weapon in usable(state, man).weapons if aircraft_bar(state, weapon, target) is None)
    return own_weapons(replace(man, weapons=fit), metres) or arm.weapon


def _engaged(state: State, arm: Arm, target: Group, sighting: Located) -> tuple[Point3, float] | RuleViolation:
    """The nearest man whom it can hit where he ended, else the nearest place on anybody's way."""
    places = shapes(state, target)
    standing = {state.position(man) for man in state.men(target.id)}
    ends = [place for place in places if place.at in standing]
    seen = arc = False
    for some in (ends, places):
        away = [(between(arm.measured, place.eye.measured), place) for place in some]
        for near, place in sorted(away, key=lambda pair: pair[0]):
            if not bears(state, arm, place.at, target.id):
                continue
            arc = True
            if not in_sight(state, arm.group, target.id, arm.eye, place.eye):
                continue
            seen = True
            if not _blocked_by_friends(state, arm, place):
                word = state.word(RANGE, arm.group, target.id)
                return place, near if word is None else word
    del sighting
    if seen:
        return _friends_between()
    return target_bar(arm.weapon, 0.0, True, seen or not arc, arc, state.house) or _lost()


def at_unmanned(state: State, arm: Arm, vehicle: Vehicle, weapon: Weapon | None = None) -> Shot | RuleViolation:
    """Direct fire at a soft vehicle that stands empty, where it stands. Never raises. IA-R093"""
    found = bar(state, arm)
    place = standing(vehicle)
    if found is not None or place is None:
        return found or _lost()
    metres = between(arm.measured, place.eye.measured)
    used = weapon or arm.weapon
    if weapon is None and arm.figure:
        used = own_weapons(usable(state, state.figure(arm.figure)), metres) or arm.weapon
    known, in_sight = locates(state, state.group(arm.group), vehicle), in_line(state, arm.eye, place.eye)
    found = (
        _bar_in_hand(state, arm, used)
        or target_bar(used, metres, known, in_sight, bears(state, arm, place.at), state.house)
        or nerve_bar(band_for(state, arm), metres)
        or (_friends_between() if _blocked_by_friends(state, arm, place) else None)
    )
    if found is not None:
        return found
    trees = used.mortar and bursts_in_trees(trees_on(board_of(state), arm.at, place.at))
    return Shot(arm, used, vehicle.id, place.at, metres, in_trees=trees)


def _friends_between() -> RuleViolation:
    words = "Friends stand in the way."
    return RuleViolation("over-friends", words, citation="IA-sa.over-friends", remedy="Fire from another place.")


def _lost() -> RuleViolation:
    return RuleViolation("no-shot", "It cannot be hit from there.", citation="IA-R059", remedy="Name another target.")


def _blocked_by_friends(state: State, arm: Arm, place: Point3) -> bool:
    """IA-sa.over-friends, IA-R063"""
    if arm.vehicle or arm.weapon.mortar:
        return False
    side = state.group(arm.group).side
    crossed = _crossing(arm.at, place.at)
    land = terrain(board_of(state))
    shooter, target = land.elevation(arm.at), land.elevation(place.at)
    between_them = [
        Friend(counted(state, man) is Posture.PRONE, shooter - land.elevation(man.at), target - land.elevation(man.at))
        for man in state.fit(side)
        if man.at is not None and crossed(man.at) and man.id not in arm.men
    ]
    return not over_friends(between_them, stands(state, arm), place.eye.height >= ERECT)


def _crossing(start: Point, end: Point) -> Callable[[Point], bool]:
    """Whether the line crosses the front of somebody's base, 5 m to each side, well before the target."""
    (x, y), (dx, dy), size = start, (end[0] - start[0], end[1] - start[1]), between(start, end)

    def crossed(at: Point) -> bool:
        ahead, beside = at[0] - x, at[1] - y
        # Far beside the line are most: their twice signed area with it says so.
        if abs(ahead * dy - beside * dx) > (HALF_FRONT + _HAIR) * size:
            return False
        # Times the length of the line: a target on the firer's own spot has none.
        if ahead * dx + beside * dy < size or between(at, start) >= size or between(at, end) < HEIGHT_OF_A_BASE:
            return False  # who stands abreast of him is not between
        side = (-dy / size * HALF_FRONT, dx / size * HALF_FRONT)
        return crosses((start, end), ((at[0] - side[0], at[1] - side[1]), (at[0] + side[0], at[1] + side[1])))

    return crossed


# ── Indirect, grenades, charges ───────────────────────────────────────────────────────────────────────────────────


def indirect(state: State, arm: Arm, target: Group, observer: str = "") -> Shot | RuleViolation:
    """A mortar at what an observer has located and can tell its crew of. IA-hw.mortar-indirect, IA-R073"""
    found = bar(state, arm)
    if found is not None:
        return found
    found = _nearest(state, target, arm.measured)
    if found is None:
        return _lost()
    reached, nearest = found
    names = [observer] if observer else [man.id for man in state.fit(state.group(arm.group).side)]
    eyes = [state.figure(name) for name in names if _observes(state, state.figure(name), target)]
    speaking = [man for man in eyes if _speaks_with(state, man, arm)]
    wrong = indirect_bar(arm.weapon, bool(eyes), bool(speaking))
    metres = metres_between(state, arm.group, target.id, arm.measured, reached)
    wrong = wrong or target_bar(arm.weapon, metres, True, True, True, state.house)
    wrong = wrong or nerve_bar(band_for(state, arm), metres)
    if wrong is not None:
        return wrong
    trees = bursts_in_trees(trees_on(board_of(state), arm.at, nearest))
    return Shot(arm, arm.weapon, target.id, nearest, metres, observer=speaking[0].id, in_trees=trees)


def _nearest(state: State, target: Group, at: Point) -> tuple[Point, Point] | None:
    """Of its nearest man the place to which distances run, and where he is. IA-R017"""
    places = [
        (reached, where)
        for man in state.men(target.id)
        if (where := state.position(man)) is not None and (reached := state.measured(man)) is not None
    ]
    return min(places, key=lambda pair: between(at, pair[0]), default=None)


def _observes(state: State, man: Figure, target: Group) -> bool:
    """His group has it located, and he himself has somebody of it in sight."""
    mine = eye(state, man)
    if mine is None or state.located(man.group, target.id) is None or man.doing.panic:
        return False
    places = [where for other in state.men(target.id) if (where := state.position(other)) is not None]
    return any(
        looks_at(state, man, at, target.id) and in_sight(state, man.group, target.id, mine, Eye(at, ERECT))
        for at in places
    )


def _speaks_with(state: State, man: Figure, arm: Arm) -> bool:
    """By voice, in the same group, or by radio at both ends; whoever goes in silence tells nobody. IA-R073, IA-R033"""
    at = state.measured(man)
    if at is None or man.doing.silent:
        return False
    if man.group == arm.group or hears(at, arm.measured, noises(state)):
        return True
    side = state.group(arm.group).side
    radios = [each for each in state.fit(side) if each.has(Gear.RADIO) and each.ready_from <= state.period]
    here = [r for r in radios if r.group == man.group or _near(state, r, at)]
    there = [r for r in radios if r.group == arm.group or _near(state, r, arm.measured)]
    return any(one.id != other.id for one in here for other in there)


def _near(state: State, man: Figure, at: Point) -> bool:
    where = state.measured(man)
    return where is not None and hears(where, at, noises(state))


def thrown(
    state: State, man: Figure, target: Group | None, spot: Point | None, charge: Charge | None = None
) -> tuple[Shot, ...] | RuleViolation:
    """A hand grenade or charge at a group, or at a place, where it may reach several, or nobody but the building that
    stands there. IA-sa.grenade-no-los, IA-build.when, IA-R062"""
    found = man_bar(state, man, grenades=charge is None)
    if found is not None:
        return found
    where = eye(state, man)
    if where is None or man.aboard is not None:
        return RuleViolation(Why.ABOARD, f"{man.name} is aboard.", citation="IA-R062", remedy="He must get out first.")
    arm = Arm(man.id, man.group, Weapon.GRENADE, where, (man.id,), figure=man.id)
    means: Means = charge or Weapon.GRENADE
    wrong = nerve_bar(band_for(state, arm), 0.0)
    if wrong is not None:
        return wrong
    how = "grenade" if charge is None else charge.value
    if target is not None:
        near, at = _nearest_with(state, target, where.at)
        word = state.word(RANGE, man.group, target.id)
        metres = near if word is None else word
        known = state.located(man.group, target.id) is not None or _was_located(state, man.group, target)
        if at is None or not grenade_reaches(metres, known):
            words = "No located enemy of that group is within 25 m."
            return RuleViolation("too-far", words, citation="IA-R062", remedy="Name a nearer one, or a place.")
        return (Shot(arm, means, target.id, at, metres, how),)
    if spot is None or between(where.at, spot) > 25.0:
        return RuleViolation("too-far", "That is over 25 m away.", citation="IA-R062", remedy="Name a nearer place.")
    struck = [group.id for group in state.groups if spot_affects(_nearest_with(state, group, spot)[0])]
    return tuple(Shot(arm, means, target, spot, between(where.at, spot), how) for target in struck or ("",))


def _nearest_with(state: State, target: Group, at: Point) -> tuple[float, Point | None]:
    found = _nearest(state, target, at)
    return (between(at, found[0]), found[1]) if found is not None else (float("inf"), None)


def _was_located(state: State, by: str, target: Group) -> bool:
    """Located in an earlier period, and it has not moved since. IA-R062"""
    if state.word(LOCATED, by, target.id) is False:
        return False
    known = any(s.by == by and s.target == target.id for s in state.sightings)
    return known and all(man.doing.moved <= 0 for man in state.men(target.id))


def score(state: State, shot: Shot) -> int:
    """Its fire effect points, for comparing targets."""
    return effect(shot.weapon, shot.metres, shot.arm.helpers, state.house).value


def with_number_two(state: State, shots: list[Shot], busy: Set[str] = frozenset()) -> list[Shot]:
    """Number twos of LMGs: a man of the group beside the gunner who adds no less so than with his own weapon, and does
    nothing else. `busy`: men who throw, observe or lay smoke in this period. IA-sa.lmg-no2, IA-R006, IA-R068"""
    taken: set[str] = set()
    changed: list[Shot] = []
    for shot in shots:
        if not (isinstance(shot.weapon, Weapon) and shot.weapon.lmg) or shot.arm.helpers:
            changed.append(shot)
            continue
        helper = next((man for man in _beside(state, shot) if man not in taken and man not in busy), None)
        if helper is None:
            changed.append(shot)
            continue
        taken.add(helper)
        changed.append(replace(shot, arm=replace(shot.arm, helpers=1, men=(*shot.arm.men, helper))))
    return [shot for shot in changed if not (shot.arm.figure in taken and shot.how == "fire")]


def _beside(state: State, shot: Shot) -> Iterator[str]:
    for man in state.men(shot.arm.group):
        if man.id in shot.arm.men or man.at is None or man.rank.leads or between(man.at, shot.arm.at) > BESIDE:
            continue
        if man_bar(state, man) is not None or any(weapon.lmg for weapon in man.weapons) or man.serves is not None:
            continue
        own = own_weapons(man, shot.metres)
        gain = effect(shot.weapon, shot.metres, 1).value - effect(shot.weapon, shot.metres).value
        if gain >= (effect(own, shot.metres).value if own is not None else 0):
            yield man.id
