"""The commonest tasks that a group could be given now, each ready to be written. IA-foot.deduct-10"""

from __future__ import annotations

from collections.abc import Iterator

from rules.battle.deed import lawful
from rules.infantry_action.actions.movement import GiveTask, TaskName
from rules.infantry_action.figures import Vehicle
from rules.infantry_action.groups import Group
from rules.infantry_action.play.movement.boarding import RIDDEN, beside, hooks_on, room
from rules.infantry_action.play.movement.escorts import captured_near
from rules.infantry_action.play.movement.order_judging import judge_task
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.seam.asking import Offer

Candidate = tuple[TaskName, str, str]
"""What, with whom or what, and how it is called."""


def offers_of(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """Prisoners to be taken to the rear, weapons to be made ready, vehicles to get into and out of, guns to be hooked
    on and off, smoke; only what may be written and is not written yet."""
    group = state.find_group(unit)
    if state.step is not PeriodStep.ORDERS or group is None or group.side != side:
        return
    draft = state.draft_of(unit)
    written = {task.kind for task in draft.tasks} if draft is not None else set[str]()
    for what, subject, label in _candidates(state, group):
        action = GiveTask(unit=unit, what=what, subject=subject or None)
        if what not in written and lawful(judge_task, state, action, Actor.player(side)):
            yield Offer(action, label)


def _candidates(state: State, group: Group) -> Iterator[Candidate]:
    prisoners = captured_near(state, group)
    if prisoners is not None:
        yield "escort", prisoners.id, f"Take {prisoners.name} to the rear"
    yield from _with_guns(state, group)
    yield from _aboard(state, group)
    for vehicle in _beside(state, group):
        yield "enter", vehicle.id, f"Get into {vehicle.name}"
    if any(vehicle.smoke for vehicle in state.vehicles_of(group.id)):
        yield "smoke-salvo", "", "Fire the smoke projectors"


def _with_guns(state: State, group: Group) -> Iterator[Candidate]:
    guns = [gun for gun in state.guns_of(group.id) if state.crew(gun.id)]
    standing = [gun for gun in guns if gun.towed_by is None and gun.at is not None]
    if any(gun.ready_from is None for gun in standing):
        yield "prepare", "", "Make the weapon ready"
    for vehicle in state.vehicles:
        if vehicle.side == group.side and vehicle.able and any(hooks_on(state, gun, vehicle) for gun in standing):
            yield "limber", vehicle.id, f"Hook on to {vehicle.name}"
    if any(gun.towed_by is not None for gun in guns):
        yield "unlimber", "", "Unhook the gun"


def _aboard(state: State, group: Group) -> Iterator[Candidate]:
    """Passengers and riders: crews stay."""
    carriers = [vehicle for man in state.men(group.id) if (vehicle := state.find_vehicle(man.aboard)) is not None]
    riding = any(man.aboard is not None and man.place == "passenger" for man in state.men(group.id))
    if any(vehicle.aloft for vehicle in carriers):
        if riding:
            yield "rope-down", "", "Down the rope"
    elif riding or any(vehicle.type.kind in RIDDEN for vehicle in carriers):
        yield "leave", "", "Get out" if riding else "Dismount"


def _beside(state: State, group: Group) -> Iterator[Vehicle]:
    """Vehicles of its side that stand beside somebody of it and have room for one more."""
    men = [man for man in state.men(group.id) if man.on_foot]
    for vehicle in state.vehicles:
        open_to_it = vehicle.side == group.side and vehicle.able and not vehicle.aloft and room(state, vehicle) > 0
        if open_to_it and any(beside(state, man, vehicle) for man in men):
            yield vehicle
