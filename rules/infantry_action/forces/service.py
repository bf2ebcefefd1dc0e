"""What a battle did to each man's career, and to each gun's and vehicle's.

The roll that is called when it is over has the last word; until then whoever has fallen stands there as wounded.
IA-R201, IA-R202
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.event import Event
from rules.infantry_action.events.fire import MenDiced, ShotsFired
from rules.infantry_action.events.movement import ManLost, VehicleHarmed
from rules.infantry_action.events.turn import GroupMustered, Missed, PeriodBegan, RollCalled
from rules.infantry_action.events.umpire import FigureRemoved, FigureRestored
from rules.infantry_action.figures import Condition, Life
from rules.ruleset import Service
from rules.service import wounds_after

_FATES = {Life.CASUALTY: "wounded", Life.PRISONER: "captured", Life.LOST: "missing"}
_SO_FAR = {Life.CASUALTY: "hit"}
"""Whether he lives is said when the roll is called. IA-R201"""
_CONDITIONS = {
    Condition.IMMOBILISED: "damaged",
    Condition.KNOCKED_OUT: "knocked-out",
    Condition.DESTROYED: "destroyed",
}


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Fielded, wounded, killed, captured, missing, kill-credited; of guns and vehicles fielded, damaged, knocked out,
    destroyed, captured. Whom the umpire has restored was never lost."""
    told = _Told()
    for event in events:
        told.hear(event)
    return (*told.fielded, *told.fates())


def condition_after(events: Sequence[Event]) -> Mapping[str, str]:
    """Who was wounded carries that into the next battle. IA-R201"""
    came = [man.id for event in events if isinstance(event, GroupMustered) for man in event.figures]
    return wounds_after(service(events), came)


class _Told:
    """What the events so far have told."""

    def __init__(self) -> None:
        self.fielded: list[Service] = []
        self._sides: dict[str, str] = {}
        self._lost: dict[str, Service] = {}
        self._wrecks: dict[str, Service] = {}
        self._shots: dict[str, list[tuple[str, str]]] = {}
        """This period's weapons by the group that they were fired at: who fires each, and its class."""
        self._called: RollCalled | None = None

    def hear(self, event: Event) -> None:
        match event:
            case GroupMustered():
                for man in event.figures:
                    self._sides[man.id] = man.side
                    self.fielded.append(Service(man.id, "fielded"))
                self.fielded += [Service(each.id, "fielded") for each in (*event.guns, *event.vehicles)]
            case PeriodBegan():
                self._shots = {}
            case ShotsFired():
                for shot in event.shots:
                    if shot.how != "observe" and shot.men:
                        self._shots.setdefault(shot.target, []).append((shot.men[0], shot.weapon))
            case MenDiced():
                by, weapon = self._alone(event.target)
                for who in event.casualties:
                    self._lost[who] = Service(who, _FATES[event.life], by, weapon, told=_SO_FAR.get(event.life, ""))
                for vehicle in event.destroyed:
                    self._wrecks[vehicle] = Service(vehicle, "destroyed", by, weapon)
            case ManLost() if event.life in _FATES:
                so_far = _SO_FAR.get(event.life, "")
                self._lost[event.figure] = Service(event.figure, _FATES[event.life], None, event.cause, told=so_far)
            case FigureRemoved():
                self._lost.pop(event.figure, None)
            case FigureRestored():
                self._lost.pop(event.figure, None)
            case VehicleHarmed() if event.condition in _CONDITIONS:
                what = "destroyed" if event.burning else _CONDITIONS[event.condition]
                self._wrecks[event.vehicle] = Service(event.vehicle, what, None, event.cause)
            case RollCalled():
                self._called = event
            case _:
                return

    def _alone(self, target: str) -> tuple[str | None, str]:
        """Whose weapon alone fired at that group in this period. IA-R203"""
        shots = self._shots.get(target, [])
        return shots[0] if len(shots) == 1 else (None, "")

    def fates(self) -> list[Service]:
        if self._called is None:
            return [*self._lost.values(), *self._wrecks.values()]
        found: list[Service] = []
        for missed in self._called.missed:
            found += self._missed(missed)
        for wreck in self._called.wrecks:
            before = self._wrecks.get(wreck.element)
            by, note = (before.by, before.note) if before is not None else (None, "")
            found.append(Service(wreck.element, wreck.what, by, note))
            if wreck.what == "destroyed" and by is not None:
                found.append(Service(by, "destroy-credited", wreck.element, note))
        return found

    def _missed(self, missed: Missed) -> list[Service]:
        before = self._lost.get(missed.figure)
        by, note = (before.by, before.note) if before is not None else (None, "")
        entries = [Service(missed.figure, missed.fate, by, note)]
        foe = by is not None and self._sides.get(by) != self._sides.get(missed.figure)
        if missed.fate == "killed" and by is not None and foe:
            entries.append(Service(by, "kill-credited", missed.figure, note))
        return entries
