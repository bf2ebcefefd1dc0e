"""Mount, dismount, embark, get off. RA-action.mount, RA-dismount.1"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shapely import Polygon

from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.movement import Embark, Mount
from rules.red_actions.book.dismounting import bar_change, bar_remount, fighting_bases
from rules.red_actions.book.kinds import Arm, Trait
from rules.red_actions.book.morale import Doing
from rules.red_actions.course import Course
from rules.red_actions.events.movement import Boarded, Dismounted, Remounted
from rules.red_actions.play.ground.layout import distance as measured
from rules.red_actions.play.ground.layout import distance_to, layout
from rules.red_actions.play.ground.lines import distance
from rules.red_actions.play.ground.measures import BESIDE
from rules.red_actions.play.ground.passage import at_hand, has_room
from rules.red_actions.play.morale.hesitation import hesitates, require_nerve
from rules.red_actions.play.morale.rallying import hesitation_facts, hesitation_odds
from rules.red_actions.play.officers.officer_effects import secret_to
from rules.red_actions.play.sight.knowledge import reveal_seen
from rules.red_actions.play.turn.offering import if_lawful, own
from rules.red_actions.play.turn.segments import act_done, require_segment, take
from rules.red_actions.state import State
from rules.red_actions.units import Point, Unit
from rules.seam.asking import Odds, Offer
from rules.table.board import Token
from rules.table.measure import step

NEAR = BESIDE
"""Inches at which troops are with their horses, or at a train. RA-R196"""
_HORSES = 0.6
"""Inches from the middle of the base that holds the horses to its side."""
_ROUNDED = 0.02
"""Inches that a round base of straight sides falls short of its circle."""
_RIDE_ALONG = (Arm.RIFLE, Arm.MG, Arm.MORTAR, Arm.OFFICER)


@dataclass(frozen=True, slots=True)
class Change:
    """What is to happen, judged."""

    unit: Unit
    event: Event


def judge_mount(state: State, action: Mount, by: Actor) -> Change:
    """Who holds the horses rides along with the last who mount. RA-dismount.1, RA-dismount.2, RA-dismount.3,
    RA-dismount.4, RA-R121, RA-R277"""
    unit = require_segment(state, action.unit, by)
    require_nerve(state, unit, Doing.OTHER)
    bar_change(unit.moved_turn == state.turn and unit.moved > 0)
    card = state.card(unit)
    secret = secret_to(unit)
    if unit.mounts:
        horses = state.horses_of(unit)
        bar_remount(bool(horses) and all(_at_horses(state, unit, there) for _, there in horses))
        last = not unit.herd and not state.sharing(unit.id)
        bases = (*(replace(base, card=unit.mounts) for base in unit.bases), *(base for base, _ in unit.horses if last))
        return Change(
            unit,
            Remounted(unit=unit.id, card=unit.mounts, bases=bases, audience=secret, citations=("RA-dismount.3",)),
        )
    if card.arm is not Arm.SABRE or not card.dismounts_as:
        raise RuleViolation(
            "no-horses", f"{unit.name} does not fight mounted and on foot.", citation="RA-dismount.2",
            remedy="Choose another action.",
        )  # fmt: skip
    left = fighting_bases(len(unit.bases))
    on_foot = tuple(replace(base, card=card.dismounts_as) for base in unit.bases[:left])
    return Change(
        unit,
        Dismounted(
            unit=unit.id,
            card=card.dismounts_as,
            bases=on_foot,
            holder=unit.bases[-1],
            audience=secret,
            citations=("RA-dismount.2", "RA-dismount.4"),
        ),
    )


def _at_horses(state: State, unit: Unit, there: Point | None) -> bool:
    """RA-R196, RA-R273"""
    if there is None or distance_to(state, unit, there) > NEAR + _HORSES:
        return False
    return at_hand(state, unit, (Token("", *there, radius=_HORSES),), NEAR + _ROUNDED)


def at_train(state: State, unit: Unit, train: Unit) -> bool:
    """Whether troops stand at a train: within an inch, which is the umpire's to say, with nothing closed to them
    between. RA-R196, RA-R273"""
    if distance(state, unit, train) > NEAR:
        return False
    cars = (each.token for each in layout(state, train))
    return at_hand(state, unit, cars, max(NEAR, measured(state, unit, train)))


def judge_board(state: State, action: Embark, by: Actor) -> Change:
    """Onto a standing train, one unit a car; or off it on the side away from the enemy. RA-dismount.1, RA-train.cars.3,
    RA-R196"""
    unit = require_segment(state, action.unit, by, off_table=True)
    require_nerve(state, unit, Doing.OTHER)
    bar_change(unit.moved_turn == state.turn and unit.moved > 0)
    if action.carrier is None:
        return Change(unit, _off(state, unit))
    carrier = state.find(action.carrier)
    card = state.card(unit)
    if unit.aboard or unit.at is None:
        raise RuleViolation("aboard", f"{unit.name} is aboard already.", remedy="Let it get off.")
    if card.arm not in _RIDE_ALONG:
        raise RuleViolation(
            Why.NO_ROOM, f"{unit.name} does not fit into a train.", citation="RA-train.cars.3", remedy="Let it march."
        )
    if carrier is None or carrier.side != unit.side or carrier.rails is None:
        raise RuleViolation(
            "no-carrier", "There is no train of yours like that.", citation="RA-dismount.1", remedy="Name your train."
        )
    if carrier.rails.last > 0:
        raise RuleViolation(
            "train-runs", f"{carrier.name} is running.", citation="RA-dismount.1", remedy="Wait until it stands."
        )
    if not at_train(state, unit, carrier):
        raise RuleViolation(
            Why.OUT_OF_TOUCH, f"{unit.name} is not at {carrier.name}.", citation="RA-dismount.1",
            remedy="Move up to it first.",
        )  # fmt: skip
    taken = {each.car for each in state.units if each.aboard == carrier.id}
    cars = [
        base
        for base in carrier.bases
        if Trait.CARRIES_TROOPS in state.cards.card(base.card).traits and not base.wrecked and base.id not in taken
    ]
    if not cars:
        raise RuleViolation(
            "train-full", f"{carrier.name} has no free car for troops.", citation="RA-R196", remedy="Let it march."
        )
    return Change(
        unit,
        Boarded(
            unit=unit.id, carrier=carrier.id, car=cars[0].id, facing=unit.facing, audience=secret_to(unit),
            citations=("RA-dismount.1",),
        ),
    )  # fmt: skip


def _off(state: State, unit: Unit) -> Boarded:
    """Beside its car, on the first side where it has room."""
    carrier = state.find(unit.aboard)
    if carrier is None:
        raise RuleViolation(Why.NOT_ABOARD, f"{unit.name} is not aboard anything.", remedy="Name what it is to board.")
    if carrier.rails is not None and carrier.rails.last > 0:
        raise RuleViolation(
            "train-runs", f"{carrier.name} is running.", citation="RA-dismount.1", remedy="Wait until it stands."
        )
    stood = next((each for each in layout(state, carrier) if each.base == unit.car), layout(state, carrier)[0])
    for side in (90.0, 270.0):
        facing = (stood.facing + side) % 360.0
        for away in (1.2, 2.2, 3.2):
            at = step(stood.at, facing, away)
            if _free(state, unit, at, facing):
                return Boarded(unit=unit.id, at=at, facing=facing, citations=("RA-dismount.1",))
    raise RuleViolation(Why.NO_ROOM, "There is no room beside the train.", remedy="Clear a place beside it first.")


def _free(state: State, unit: Unit, at: Point, facing: float) -> bool:
    return has_room(state, unit, (at, facing, unit.formation), was=Polygon())


def carry_change(state: State, ready: Change, chance: Chance) -> Sequence[Event]:
    course = Course(state, chance)
    take(course, ready.unit.id)
    if hesitates(course, ready.unit.id, Doing.OTHER):
        return course.events
    course.happen(ready.event)
    reveal_seen(course)
    act_done(course, ready.unit.id)
    return course.events


def change_odds(state: State, ready: Change) -> Odds:
    return Odds(
        hesitation_facts(state, ready.unit, Doing.OTHER), chances=hesitation_odds(state, ready.unit, Doing.OTHER)
    )


def mount_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None or unit.at is None or unit.routing:
        return
    if unit.mounts:
        yield from if_lawful(state, Mount(unit=ref), judge_mount, side, "Mount")
    elif state.card(unit).dismounts_as:
        yield from if_lawful(state, Mount(unit=ref), judge_mount, side, "Dismount", "one base holds the horses")


def board_offers(state: State, side: SideId, ref: str) -> Iterator[Offer]:
    unit = own(state, side, ref)
    if unit is None:
        return
    if unit.aboard:
        yield from if_lawful(state, Embark(unit=ref), judge_board, side, "Get off")
        return
    for train in state.of(side):
        if train.rails is not None and unit.at is not None and at_train(state, unit, train):
            yield from if_lawful(state, Embark(unit=ref, carrier=train.id), judge_board, side, f"Board {train.name}")
