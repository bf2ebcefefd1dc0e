"""What the journal says of each man in a battle: where he stood, whom he fired at, by what he was hit, his group's
nerve. What became of the casualties is known when the roll is called. IA-R201"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.battle.ending import BattleEnded
from rules.infantry_action.book.reaction_results import Band, band_of
from rules.infantry_action.events.armour import TankShot
from rules.infantry_action.events.fire import Fired, FireResolved, MenDiced, ShotsFired
from rules.infantry_action.events.movement import GroupJoined, GroupParted, ManLost, Moved
from rules.infantry_action.events.reaction import GroupSurrendered, GroupTested
from rules.infantry_action.events.turn import BattleOpened, GroupMustered, PeriodBegan, RollCalled
from rules.infantry_action.events.umpire import FigureRemoved, FigureRestored
from rules.infantry_action.figures import Life
from rules.kernel.event import Event
from rules.telling.story import BattleStory, MomentKind, Recorder

BANDS = {
    Band.MUST_ADVANCE: "went for the enemy",
    Band.FREE: "kept its head",
    Band.UNDER_10: "was wary",
    Band.UNDER_5: "would not go forward",
    Band.UNDER_0: "kept its head down",
    Band.PANIC: "ran in panic",
}


def account(events: Sequence[Event]) -> BattleStory:
    """From these events and no others."""
    told = _Told()
    for event in events:
        told.hear(event)
    return told.recorder.account()


class _Told:
    def __init__(self) -> None:
        self.recorder = Recorder()
        self._by: dict[str, str] = {}
        """Of each group that was fired on in this period, the only group that did."""

    def hear(self, event: Event) -> None:
        told = self.recorder
        match event:
            case BattleOpened():
                told.board = event.board
            case PeriodBegan():
                told.turn, self._by = event.period, {}
            case GroupMustered():
                self._mustered(event)
            case Moved():
                for man in event.men:
                    told.stands(man.figure, man.at)
                for vehicle in event.vehicles:
                    told.stands(vehicle.vehicle, vehicle.at)
            case GroupParted():
                told.regroup((*event.figures, *event.guns), event.new.id, event.new.name, event.new.side)
            case GroupJoined():
                told.regroup(told.everybody(event.group), event.other, "", told.side_of(event.group))
            case ShotsFired():
                self._fired(event.shots)
            case FireResolved():
                by = event.by[0] if len(event.by) == 1 and not event.mission else ""
                for group in event.groups or (event.target,):
                    self._by[group] = by
            case MenDiced():
                for man in event.casualties:
                    self._out(man, self._by.get(event.target, ""), "hit")
            case TankShot():
                note = "knocked out" if event.knocked_out else "hit without effect"
                told.note(MomentKind.HURT, event.vehicle, other=event.group, weapon=event.weapon, note=note)
            case GroupTested():
                band = band_of(event.score)
                act = MomentKind.BROKE if band.panics else MomentKind.TESTED
                told.note(act, event.group, note=BANDS[band], good=band in (Band.FREE, Band.MUST_ADVANCE))
            case GroupSurrendered():
                for each in event.dice:
                    if each.surrenders:
                        told.note(MomentKind.TAKEN, each.figure, other=event.to)
                        told.out(each.figure)
            case _:
                self._ends(event)

    def _ends(self, event: Event) -> None:
        told = self.recorder
        match event:
            case ManLost() if event.life is Life.CASUALTY:
                self._out(event.figure, "", "hit", event.cause)
            case ManLost():
                told.note(MomentKind.LEFT, event.figure, note=event.cause)
                told.out(event.figure)
            case FigureRemoved():
                told.never(event.figure)
                told.note(MomentKind.LEFT, event.figure, note=event.reason)
                told.out(event.figure)
            case FigureRestored():
                told.never(event.figure)
            case RollCalled():
                for missed in event.missed:
                    if missed.fate in ("killed", "wounded"):
                        told.settle(missed.figure, missed.fate)
            case BattleEnded():
                told.over()
            case _:
                return

    def _mustered(self, event: GroupMustered) -> None:
        told, group = self.recorder, event.group
        told.body(group.id, group.name, group.side)
        for man in event.figures:
            told.member(man.id, man.called, man.side, group.id)
            told.stands(man.id, man.at)
        for thing in (*event.guns, *event.vehicles):
            told.member(thing.id, thing.name, thing.side, group.id, thing=True)
            told.stands(thing.id, thing.at)

    def _fired(self, shots: Iterable[Fired]) -> None:
        """Each man who had a part in a shot, and the gun or vehicle that fired it."""
        for shot in shots:
            if shot.how != "observe":
                for who in dict.fromkeys((shot.by, *(shot.served or shot.men))):
                    self.recorder.note(MomentKind.FIRED, who, other=shot.target, weapon=shot.weapon, count=1, hits=-1)

    def _out(self, man: str, by: str, note: str, cause: str = "") -> None:
        self.recorder.note(MomentKind.HURT, man, other=by, weapon=cause, note=note)
        self.recorder.out(man)
