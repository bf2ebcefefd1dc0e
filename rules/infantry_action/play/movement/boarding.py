"""Who enters and leaves vehicles, and which guns are limbered, in a period. IA-foot.deduct-10, IA-veh.mount"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.infantry_action.book.air import roped
from rules.infantry_action.book.bases import base, base_width
from rules.infantry_action.book.driving import Manoeuvre, horses_kept
from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.figures import Figure, Gun, Point, Vehicle, VehicleKind
from rules.infantry_action.groups import GroupOrder, Task
from rules.infantry_action.play.ground.passage import within_reach
from rules.infantry_action.state import State
from rules.table.measure import step

RIDDEN = (VehicleKind.HORSE, VehicleKind.CYCLE, VehicleKind.MOTORCYCLE)
REACH = 12.0
"""Metres from the middle of a vehicle at which one climbs aboard, or a gun is hooked on."""
ABREAST = 7
"""Men who stand side by side when they have got out."""
_BEHIND = 8.0
"""Metres behind the middle of a vehicle at which they stand."""


@dataclass(slots=True)
class Traffic:
    """What the period's tasks mean for vehicles: who gets out, who is already beside and gets in before they drive off,
    who walks to them, guns to hook on and off."""

    leaving: dict[str, str] = field(default_factory=dict[str, str])
    """Figure to vehicle."""
    entering: dict[str, str] = field(default_factory=dict[str, str])
    limbering: dict[str, str] = field(default_factory=dict[str, str])
    """Gun to vehicle."""
    unlimbering: dict[str, str] = field(default_factory=dict[str, str])

    def manoeuvres(self, state: State, vehicle: Vehicle) -> tuple[Manoeuvre, ...]:
        """What the vehicle does for them before it drives. IA-veh.mount, IA-veh.limber, IA-R042"""
        found: list[Manoeuvre] = []
        ridden = vehicle.type.kind in RIDDEN
        if vehicle.id in self.leaving.values():
            found.append(Manoeuvre.DISMOUNT if ridden else Manoeuvre.SET_DOWN)
        if any(v == vehicle.id and beside(state, state.find(f), vehicle) for f, v in self.entering.items()):
            found.append(Manoeuvre.MOUNT if ridden else Manoeuvre.PICK_UP)
        if vehicle.id in self.limbering.values():
            found.append(Manoeuvre.LIMBER)
        if vehicle.id in self.unlimbering.values():
            found.append(Manoeuvre.UNLIMBER)
        return tuple(found)


def beside(state: State, man: Figure | None, vehicle: Vehicle) -> bool:
    """Whether he stands so near to it that he gets in at once, with neither deep water nor the wall of a house between.
    IA-R268"""
    at = None if man is None else man.at
    return at is not None and vehicle.at is not None and within_reach(state, at, vehicle.at, REACH)


def traffic(state: State, orders: Iterable[tuple[str, GroupOrder]]) -> Traffic:
    """The boarding and towing that these orders ask for and that can be begun."""
    found = Traffic()
    for group, order in orders:
        for task in order.tasks:
            _add(state, group, task, found)
    return found


def _add(state: State, group: str, task: Task, found: Traffic) -> None:
    vehicle = state.find_vehicle(task.subject)
    men = [man for man in state.men(group) if not task.figure or man.id == task.figure]
    match task.kind:
        case "leave" | "rope-down":
            out = [man for man in men if man.aboard is not None and _gets_out(state, man, task)]
            if not task.figure:
                out = out[: len(out) - _holding(state, out)]
            out = _roped(state, out, task, found)
            found.leaving.update({man.id: man.aboard for man in out if man.aboard is not None})
        case "enter" if vehicle is not None and vehicle.able:
            free = room(state, vehicle) - sum(1 for v in found.entering.values() if v == vehicle.id)
            found.entering.update({m.id: vehicle.id for m in men[: max(0, free)] if m.aboard is None})
        case "limber" if vehicle is not None and vehicle.able:
            found.limbering.update({g.id: vehicle.id for g in state.guns_of(group) if g.towed_by is None})
        case "unlimber":
            found.unlimbering.update({g.id: g.towed_by for g in state.guns_of(group) if g.towed_by is not None})
        case _:
            pass


def _gets_out(state: State, man: Figure, task: Task) -> bool:
    """Passengers and riders do; of a crew only whoever is named."""
    vehicle = state.vehicle(man.aboard or "")
    return man.place == "passenger" or man.id == task.figure or not vehicle.able or vehicle.type.kind in RIDDEN


def _roped(state: State, men: list[Figure], task: Task, found: Traffic) -> list[Figure]:
    """Of those in a hovering helicopter five slide down a rope in a period, and nobody gets out otherwise; on the
    ground nobody needs a rope. IA-air.helicopter-rope"""
    down: list[Figure] = []
    for man in men:
        vehicle = state.vehicle(man.aboard or "")
        if not vehicle.aloft:
            down.append(man)
            continue
        before = sum(1 for v in found.leaving.values() if v == vehicle.id) + sum(
            1 for m in down if m.aboard == vehicle.id
        )
        if task.kind == "rope-down" and before < roped(before + 1):
            down.append(man)
    return down


def _holding(state: State, riders: list[Figure]) -> int:
    """How many of these stay in the saddle and hold the horses of the others: the fewest that the book lets. IA-R046"""
    mounted = [man for man in riders if state.vehicle(man.aboard or "").type.kind is VehicleKind.HORSE]
    return next((stay for stay in range(len(mounted)) if horses_kept(len(mounted) - stay, stay)), len(mounted))


def room(state: State, vehicle: Vehicle) -> int:
    return vehicle.type.seats + vehicle.type.crew - len(state.aboard(vehicle.id))


def place_aboard(state: State, vehicle: Vehicle) -> str:
    """Where somebody sits who climbs aboard: at the wheel of a vehicle without any crew, else as a passenger."""
    crewed = any(man.place != "passenger" for man in state.aboard(vehicle.id))
    return "passenger" if crewed else "driver"


def out_of(state: State, vehicle: Vehicle, number: int) -> Point | None:
    """Where somebody stands who has left it: behind it, one beside the other so that no bases overlap, seven in a rank.
    IA-sa.overlapping-bases, IA-R227"""
    if vehicle.at is None:
        return None
    rank, file = divmod(number, ABREAST)
    back = step(vehicle.at, vehicle.facing + 180.0, _BEHIND + rank * base(Posture.PRONE, state.house).depth)
    side = 1 if file % 2 else -1
    return state.on_table(step(back, vehicle.facing + 90.0 * side, base_width(state.house) * ((file + 1) // 2)))


def hooks_on(state: State, gun: Gun, vehicle: Vehicle) -> bool:
    """Whether gun, crew and tractor are together. IA-R268"""
    near = gun.at is not None and vehicle.at is not None and within_reach(state, gun.at, vehicle.at, REACH + 8.0)
    return (near and bool(state.crew(gun.id)) and not vehicle.hard) or (near and vehicle.type.apc)
