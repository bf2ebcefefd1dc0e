"""Movement in words: where a group has come to, for those who see it."""

from __future__ import annotations

from collections.abc import Sequence

from rules.infantry_action.events.movement import (
    GroupJoined,
    GroupParted,
    GunLost,
    HorsesGone,
    ManLost,
    Moved,
    MovementEvent,
    TookOver,
    VehicleHarmed,
)
from rules.infantry_action.figures import Doing, Life
from rules.infantry_action.tell.words import Words
from rules.kernel.changing import replace
from rules.language.words import capital, compass, listed, within
from rules.table.measure import bearing
from rules.table.strokes import FallenStroke
from rules.telling.told import NAMELESS, Casualty, Gravity, TellingRole, Told, Upshot

_WHY = {
    "panic": "runs in panic",
    "retire": "falls back",
    "must-advance": "goes forward on its own",
    "reaction": "stays where it is: its last reaction test forbids the order",
}
_TOLD = frozenset({"holders", "horses lost"})
"""What other events say better."""
_GOES = {
    "walk": "walks", "dash": "dashes", "crawl": "crawls", "double": "doubles", "manhandle": "manhandles its gun",
    "move and fire": "drives", "high speed dash": "dashes", "reverse": "reverses", "swim": "swims",
}  # fmt: skip


def tell_movement(words: Words, event: MovementEvent) -> Told | None:
    match event:
        case Moved():
            return _moved(words, event)
        case GroupParted():
            names = listed([words.figure(id_) for id_ in event.figures])
            return Told(f"{event.new.name} parts from {words.group(event.group)}: {names}")
        case GroupJoined():
            return Told(f"{words.group(event.group)} joins {words.group(event.other)}")
        case TookOver():
            what = event.weapon.value if event.weapon else event.gear.value if event.gear else "gun"
            end = "serviceable" if event.serviceable else "out of action"
            return Told(f"{words.figure(event.figure)} takes over a {what}: {end}")
        case ManLost():
            return _lost(words, event)
        case VehicleHarmed():
            if not words.sees(words.state.vehicle(event.vehicle).group):
                return None
            fire = " and burns" if event.burning else ""
            name, what = words.vehicle(event.vehicle), f"is {event.condition.value}{fire}"
            return Told(f"{name} {what}", important=True, upshots=(Upshot(name, what, Gravity.VEHICLE),))
        case GunLost():
            name = words.state.gun(event.gun).name
            lost = (Upshot(name, "is lost", Gravity.VEHICLE),)
            return Told(f"{name} is lost: {event.cause}", important=True, upshots=lost)
        case HorsesGone():
            return Told(f"Nobody holds the horses of {words.group(event.group)}: they are gone")


def _moved(words: Words, event: Moved) -> Told | None:
    """One line a group. Standing still is not worth a word."""
    if not words.sees(event.group) or event.why in _TOLD:
        return None
    name = words.group(event.group)
    doing = [man.doing for man in event.men] + [vehicle.doing for vehicle in event.vehicles]
    farthest = max((each.moved for each in doing), default=0.0)
    boarded = [man for man in event.men if man.doing.boarding]
    if farthest < 0.5:
        if boarded:
            return Told(f"{name} {'gets in' if boarded[0].aboard else 'gets out'}")
        return Told(f"{name} {_WHY[event.why]}") if event.why in _WHY else None
    pace = next(each.pace for each in doing if each.moved == farthest)
    goes = _WHY.get(event.why) or _GOES.get(pace.value, "moves")
    if event.why == "reaction":
        goes = _GOES.get(pace.value, "moves")
    if not words.own(words.state.group(event.group).side):
        return Told(f"{name} {goes} {_way(doing)}")
    at = words.state.anchor(event.group)
    to = f" to {words.place(at)}" if at is not None else ""
    return Told(f"{name} {goes}{to}", details=(f"{farthest:.0f} m",), role=TellingRole.ALONE)


def _way(doing: Sequence[Doing]) -> str:
    """Where the other side sees it set off to: how far it came is seen only by who still has it in sight."""
    path = next(each.path for each in doing if len(each.path) > 1)
    return compass(bearing(path[0], path[1]))


def _lost(words: Words, event: ManLost) -> Told | None:
    man = words.state.figure(event.figure)
    if not words.sees(man.group):
        return None
    if event.life is Life.WITHDRAWN:
        return Told(f"{words.figure(man.id)} leaves the table")
    name, group = words.figure(man.id) if words.own(man.side) else NAMELESS, words.group(man.group)
    lost = event.life is Life.LOST
    fallen = Casualty(name, "lost" if lost else "hit", group, cause=event.cause)
    said = Told(
        f"{group} loses {name}: {event.cause}",
        casualties=(fallen,),
        important=True,
        strokes=(FallenStroke(man.group, man.id),),
    )
    if event.cause == "mine":  # the men among the mines have been told of
        return replace(said, role=TellingRole.FOLLOWS)
    if lost:  # one after the other, out of one crowd
        panic = f"{capital(event.cause)} in {within(group)}"
        return replace(said, headline=panic, role=TellingRole.OPENS, about=f"lost:{man.group}", tally="nobody lost")
    return said
