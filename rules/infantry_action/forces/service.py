"""What a battle did to each man's career, and to each gun's and vehicle's.

The roll that is called when it is over has the last word; until then whoever has fallen stands there as wounded.
IA-R201, IA-R202
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.infantry_action.events.armour import AfvAttacked, TankShot
from rules.infantry_action.events.fire import Fired, FireResolved, MenDiced, ShotsFired, SupportCalled
from rules.infantry_action.events.movement import ManLost, VehicleHarmed
from rules.infantry_action.events.turn import GroupMustered, PeriodBegan, RollCalled
from rules.infantry_action.events.umpire import FigureRemoved, FigureRestored
from rules.infantry_action.figures import Condition, Life
from rules.kernel.event import Event
from rules.language.words import listed
from rules.seam.ruleset import Service
from rules.seam.service import wounds_after

_FATES = {Life.CASUALTY: "wounded", Life.PRISONER: "captured", Life.LOST: "missing"}
_SO_FAR = {Life.CASUALTY: "hit"}
"""Whether he lives is said when the roll is called. IA-R201"""
_CONDITIONS = {
    Condition.IMMOBILISED: "damaged",
    Condition.KNOCKED_OUT: "knocked-out",
    Condition.DESTROYED: "destroyed",
}


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    """Fielded, wounded, killed, captured, missing, kill-credited, share-credited; of guns and vehicles fielded,
    damaged, knocked out, destroyed, captured. Whom the umpire has restored was never lost."""
    told = _Told()
    for event in events:
        told.hear(event)
    return (*told.fielded, *told.fates())


def condition_after(events: Sequence[Event]) -> Mapping[str, str]:
    """Who was wounded carries that into the next battle. IA-R201"""
    came = [man.id for event in events if isinstance(event, GroupMustered) for man in event.figures]
    return wounds_after(service(events), came)


@dataclass(frozen=True, slots=True)
class _Fire:
    """Fire that felled or destroyed something: all the weapons in it. `groups`: who fired, by name; `felled`: how
    many by this fire. `mission`: it came from off the table, and `shots` is whoever called it."""

    shots: tuple[Fired, ...] = ()
    groups: tuple[str, ...] = ()
    felled: int = 1
    mission: bool = False

    @property
    def alone(self) -> Fired | None:
        """The only weapon in it. IA-R203"""
        return self.shots[0] if len(self.shots) == 1 and not self.mission else None

    @property
    def by(self) -> str | None:
        return self.alone.men[0] if self.alone is not None else None

    @property
    def note(self) -> str:
        """What stands beside whoever fell: the weapon, or whose fire it was."""
        if self.alone is not None:
            return self.alone.weapon
        if self.mission:
            return "off-table fire"
        return f"fire of {listed(self.groups)}" if self.groups else ""

    def parts(self) -> Iterator[tuple[str, str]]:
        """All who have a part in it but whoever fired alone, each with what it was. IA-R203"""
        total = sum(shot.points for shot in self.shots)
        for shot in self.shots:
            for who in shot.served or shot.men:
                if who == self.by:
                    continue
                if self.mission:
                    yield who, f"called the off-table fire that felled {self.felled}"
                elif self.alone is not None:
                    yield who, f"{shot.weapon}, with its crew"
                else:
                    score = f", {shot.points} of {total} points" if total else ""
                    yield who, f"{shot.weapon}{score}, in the fire of {listed(self.groups)} that felled {self.felled}"


_NOBODY = _Fire()


class _Told:
    """What the events so far have told."""

    def __init__(self) -> None:
        self.fielded: list[Service] = []
        self._sides: dict[str, str] = {}
        self._groups: dict[str, str] = {}
        self._lost: dict[str, tuple[Service, _Fire]] = {}
        self._wrecks: dict[str, tuple[Service, _Fire]] = {}
        self._shots: dict[str, list[Fired]] = {}
        """This period's weapons by the group that they were fired at."""
        self._struck: dict[str, tuple[str, ...]] = {}
        """Groups that were fired on as one in this period, by the first of them."""
        self._callers: dict[str, str] = {}
        """Who called which off-table mission."""
        self._falls = ""
        """The mission whose fire was worked out last."""
        self._called: RollCalled | None = None

    def hear(self, event: Event) -> None:
        match event:
            case GroupMustered():
                self._groups[event.group.id] = event.group.name
                for man in event.figures:
                    self._sides[man.id] = man.side
                    self.fielded.append(Service(man.id, "fielded"))
                self.fielded += [Service(each.id, "fielded") for each in (*event.guns, *event.vehicles)]
            case PeriodBegan():
                self._shots, self._struck = {}, {}
            case ShotsFired():
                for shot in event.shots:
                    if shot.how != "observe" and shot.men:
                        self._shots.setdefault(shot.target, []).append(shot)
            case SupportCalled():
                self._callers[event.mission.id] = event.mission.caller
            case FireResolved():
                self._falls = event.mission
                self._struck[event.target] = event.groups or (event.target,)
            case MenDiced():
                fire = self._fire(event.target, len(event.casualties))
                for who in event.casualties:
                    told = _SO_FAR.get(event.life, "")
                    self._lost[who] = Service(who, _FATES[event.life], fire.by, fire.note, told=told), fire
                for vehicle in event.destroyed:
                    self._wrecks[vehicle] = Service(vehicle, "destroyed", fire.by, fire.note), fire
            case TankShot() if event.knocked_out:
                self._knocked_out(event.vehicle, [event.by])
            case AfvAttacked() if event.knocked_out:
                self._knocked_out(event.vehicle, [attack.by for attack in event.dice if attack.die == 1])
            case ManLost() if event.life in _FATES:
                so_far = _SO_FAR.get(event.life, "")
                lost = Service(event.figure, _FATES[event.life], None, event.cause, told=so_far)
                self._lost[event.figure] = lost, _NOBODY
            case FigureRemoved():
                self._lost.pop(event.figure, None)
            case FigureRestored():
                self._lost.pop(event.figure, None)
            case VehicleHarmed() if event.condition in _CONDITIONS:
                what = "destroyed" if event.burning else _CONDITIONS[event.condition]
                self._wrecks[event.vehicle] = Service(event.vehicle, what, None, event.cause), _NOBODY
            case RollCalled():
                self._called = event
            case _:
                return

    def _fire(self, target: str, felled: int) -> _Fire:
        """All that was fired at that group in this period; without a group, what the last mission brought."""
        if not target:
            caller = self._callers.get(self._falls, "")
            if caller not in self._sides:
                return _Fire((), (), felled, mission=True)
            called = Fired(caller, "", "off-table fire", "", (0.0, 0.0), 0.0, men=(caller,), served=(caller,))
            return _Fire((called,), (), felled, mission=True)
        at = self._struck.get(target, (target,))
        return self._of([shot for group in at for shot in self._shots.get(group, ())], felled)

    def _of(self, shots: Sequence[Fired], felled: int) -> _Fire:
        groups = dict.fromkeys(self._groups.get(shot.group, "") for shot in shots)
        return _Fire(tuple(shots), tuple(filter(None, groups)), felled)

    def _knocked_out(self, vehicle: str, by: Sequence[str]) -> None:
        """By the first whose shot did it: a later one strikes a wreck. IA-R126"""
        fired = [shot for shots in self._shots.values() for shot in shots if shot.by in by[:1]]
        fire = self._of(fired[:1], 1)
        self._wrecks[vehicle] = Service(vehicle, "knocked-out", fire.by, fire.note), fire

    def fates(self) -> list[Service]:
        if self._called is None:
            return [entry for entry, _ in (*self._lost.values(), *self._wrecks.values())]
        found: list[Service] = []
        for missed in self._called.missed:
            before, fire = self._lost.get(missed.figure, (Service("", ""), _NOBODY))
            found.append(Service(missed.figure, missed.fate, before.by, before.note))
            if missed.fate == "killed":
                found += self._credits(missed.figure, fire, "kill")
        for wreck in self._called.wrecks:
            before, fire = self._wrecks.get(wreck.element, (Service("", ""), _NOBODY))
            found.append(Service(wreck.element, wreck.what, before.by, before.note))
            if wreck.what == "destroyed" and before.by is not None:
                found += self._credits(wreck.element, fire, "destroy")
        return found

    def _credits(self, whom: str, fire: _Fire, what: str) -> Iterator[Service]:
        """A sole kill for whoever fired alone, and a share for each who had a part in it: of the enemy alone."""
        if fire.by is not None and self._foe(fire.by, whom):
            yield Service(fire.by, f"{what}-credited", whom, fire.note)
        for who, part in fire.parts():
            if self._foe(who, whom):
                yield Service(who, "share-credited", whom, part)

    def _foe(self, by: str, whom: str) -> bool:
        return self._sides.get(by) != self._sides.get(whom)
