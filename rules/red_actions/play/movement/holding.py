"""Hide, take possession, do away with prisoners. RA-action.hide, RA-action.possess, RA-misc.prisoners.4"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from shapely import Point as Spot
from shapely.ops import nearest_points

from rules.kernel.action import Actor, SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.red_actions.actions.ambush import Hide
from rules.red_actions.actions.captives import DoAway
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.ambush import bar_doing_away, bar_hide, bar_possession
from rules.red_actions.book.kinds import Arm, Mover
from rules.red_actions.book.morale import Doing
from rules.red_actions.book.sight import is_low
from rules.red_actions.book.terrain import Ground
from rules.red_actions.events.morale import WeaponsManned
from rules.red_actions.events.movement import BuildingTaken, Hid, PrisonersGone, PrisonersTaken, ThingsTaken
from rules.red_actions.play.captives.prisoners import guarded, touches
from rules.red_actions.play.ground.features import buildings, called, key_of, land_of
from rules.red_actions.play.ground.layout import WIDTH, distance_to, outline
from rules.red_actions.play.ground.measures import TOUCHING
from rules.red_actions.play.ground.terrain import cover_and_ground, grounds_of
from rules.red_actions.play.morale.hesitation import require_nerve
from rules.red_actions.play.morale.routers import may_go_back
from rules.red_actions.play.movement.mounting import Change
from rules.red_actions.play.movement.surroundings import spot
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.sight.knowledge import seen_by_enemy
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import require_segment
from rules.red_actions.play.vehicles.capture import takeable, taken
from rules.red_actions.state import State
from rules.red_actions.units import Abandoned, Concealment, Loss, Point, Unit
from rules.seam.asking import Offer
from rules.table.board import Feature
from rules.table.measure import between

_HIDING = (Ground.WOODS, Ground.DENSE_WOODS, Ground.BUILDINGS, Ground.DITCH, Ground.SCRUB)


def judge_hide(state: State, action: Hide, by: Actor) -> Change:
    """RA-action.hide, RA-building.5, RA-R142"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    if unit.hidden is not Concealment.NO:
        raise RuleViolation("hidden", f"{unit.name} is hidden already.", remedy="Choose another action.")
    grounds = grounds_of(state, unit)
    ground = next((each for each in _HIDING if each in grounds), cover_and_ground(state, unit)[1])
    low = is_low(state.card(unit).arm, not unit.limbered) and state.card(unit).arm is not Arm.TACHANKA
    bar_hide(low, ground, seen_by_enemy(state, unit) is not None)
    return Change(unit, Hid(unit=unit.id, audience=(unit.side,), citations=("RA-action.hide",)))


def hide_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is not None and unit.at is not None and not unit.routing:
        yield from if_lawful(state, Hide(unit=ref), judge_hide, side, "Hide")


# ── Possession ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Prize:
    """Something that a unit touches and may take. `key`: what the battle calls it, of which no two are alike; `take`
    gives what happens, or refuses it."""

    key: str
    word: str
    at: Point
    take: Callable[[], Event]


def prizes(state: State, unit: Unit) -> tuple[Prize, ...]:
    """All that it touches: buildings, what lies abandoned, prisoners. RA-action.possess"""
    found: list[Prize] = []
    own_shape = outline(state, unit)
    for feature in buildings(state, own_shape, TOUCHING):
        if key_of(feature) != unit.holds:
            found.append(_building(state, unit, feature))
    for heap in state.abandoned:
        if distance_to(state, unit, heap.at) <= WIDTH:
            found.append(Prize(heap.id, _heap_words(state, heap), heap.at, _taker(state, unit, heap)))
    for vehicle in takeable(state, unit):
        assert vehicle.at is not None
        found.append(Prize(vehicle.id, vehicle.name, vehicle.at, partial(taken, state, unit, vehicle)))
    for held in state.prisoners:
        if held.guard != unit.id and touches(state, unit, held):
            watched = held.owner != unit.side and guarded(state, held)
            event = PrisonersTaken(prisoners=held.id, unit=unit.id, owner=unit.side, citations=("RA-misc.prisoners.3",))
            found.append(Prize(held.id, "the prisoners", held.at, _checked(event, watched)))
    return tuple(found)


def _checked(event: Event, watched: bool) -> Callable[[], Event]:
    def take() -> Event:
        bar_possession(True, watched)
        return event

    return take


def _building(state: State, unit: Unit, feature: Feature) -> Prize:
    """Infantry alone takes buildings, and not over the heads of those inside. RA-building.4"""
    land = land_of(state)
    assert land is not None
    assert unit.at is not None
    shape = land.area_of(feature)
    inside = shape.buffer(-0.4)
    goal = inside if not inside.is_empty else shape
    near = nearest_points(goal, Spot(unit.at))[0]
    at = unit.at if goal.covers(Spot(unit.at)) else (round(near.x, 3), round(near.y, 3))

    def take() -> Event:
        card = state.card(unit)
        if card.mover is not Mover.INFANTRY or card.arm is Arm.OFFICER:
            raise RuleViolation(
                "infantry-only", "Only infantry takes possession of buildings.", citation="RA-building.4",
                remedy="Dismount first, or send infantry.",
            )  # fmt: skip
        for enemy in state.enemies(unit.side):
            if enemy.at is not None and shape.covers(Spot(enemy.at)) and enemy.hidden is Concealment.NO:
                raise RuleViolation(
                    "enemy-inside", f"{enemy.name} is in {called(feature)}.", citation="RA-building.4",
                    remedy="Drive the enemy out first.",
                )  # fmt: skip
        return BuildingTaken(
            unit=unit.id, building=key_of(feature), at=at, audience=secret_to(unit), citations=("RA-building.4",)
        )

    return Prize(key_of(feature), called(feature), at, take)


def _heap_words(state: State, heap: Abandoned) -> str:
    whose = state.find(heap.unit)
    return f"the {heap.what} of {whose.name if whose is not None else state.side(heap.side).name}"


def _taker(state: State, unit: Unit, heap: Abandoned) -> Callable[[], Event]:
    """A crew takes its own weapons again; an enemy captures guns, vehicles and horses. RA-rally.crew.3, RA-R60,
    RA-R198"""

    def take() -> Event:
        if heap.what == "weapons" or heap.side == unit.side:
            if heap.unit != unit.id:
                raise RuleViolation(
                    "not-its-own", f"{unit.name} cannot use {_heap_words(state, heap)}.", citation="RA-R198",
                    remedy="Only its own crew can.",
                )  # fmt: skip
            if not may_go_back(state, heap):
                raise RuleViolation(
                    "weapons-threatened", "An enemy has those weapons within close range or reach.",
                    citation="RA-rally.crew.3", remedy="Drive him off first.",
                )  # fmt: skip
            return WeaponsManned(unit=unit.id, left=heap.id, citations=("RA-R60",))
        losses = tuple(Loss(base, heap.unit, heap.side, "captured", state.turn, unit.id) for base in heap.bases)
        tanks = tuple(base.id for base in heap.bases if state.cards.card(base.card).arm is Arm.TANK)
        return ThingsTaken(
            unit=unit.id, what=heap.what, taken=heap.id, losses=losses, tanks=tanks, citations=("RA-action.possess",)
        )

    return take


def judge_possess(state: State, action: Possess, by: Actor) -> Change:
    """RA-action.possess, RA-building.4, RA-misc.prisoners.3"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    found = prizes(state, unit)
    if not found:
        raise RuleViolation(
            "nothing-to-take", f"{unit.name} touches nothing that it could take.", citation="RA-action.possess",
            remedy="Move up to it first.",
        )  # fmt: skip
    return Change(unit, _meant(state, unit, action.what, found).take())


def _meant(state: State, unit: Unit, written: str | None, found: tuple[Prize, ...]) -> Prize:
    """The one of that key, else of that whole name; where nothing is called so, what lies nearest to that place.
    Raises RuleViolation where several may be meant."""
    if written is not None:
        for prize in found:
            if prize.key == written:
                return prize
    named = [each for each in found if written is None or _plain(each.word) == _plain(written)]
    if written is not None and not named:
        goal = spot(state, unit, written)
        return min(found, key=lambda each: (between(each.at, goal), each.word))
    if len(named) > 1:
        raise RuleViolation(
            "which", f"{unit.name} touches several things.", citation="RA-action.possess",
            remedy=f"Say where one is: {', '.join(f'{p.word} at {p.at[0]:g},{p.at[1]:g}' for p in named)}.",
        )  # fmt: skip
    return named[0]


def _plain(name: str) -> str:
    """ "the Mill", "mill": one name."""
    return folded(name).removeprefix("the ")


def possess_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None:
        return
    found = prizes(state, unit)
    for prize in found:
        what = None if len(found) == 1 else prize.key
        yield from if_lawful(state, Possess(unit=ref, what=what), judge_possess, side, f"Take {prize.word}")


# ── Prisoners ───────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_do_away(state: State, action: DoAway, by: Actor) -> Change:
    """RA-misc.prisoners.4"""
    unit = require_segment(state, action.unit, by)
    held = next(
        (p for p in state.prisoners if p.owner == unit.side and p.side != unit.side and touches(state, unit, p)), None
    )
    bar_doing_away(held is not None, state.house)
    assert held is not None
    return Change(unit, PrisonersGone(prisoners=held, unit=unit.id, citations=("RA-misc.prisoners.4",)))
