"""What the journal says of each officer and base in a battle: where the unit stood, its fire and combats, what it lost
and took, its nerve. What became of officers is known when the roll is called. RA-R226"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rules.battle.ending import BattleEnded
from rules.kernel.event import Event
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Test
from rules.red_actions.book.pack import Pack
from rules.red_actions.events.charge import ChargeMoved, CombatFought
from rules.red_actions.events.command import OfficerDiced, OfficerPromoted
from rules.red_actions.events.fire import Fired
from rules.red_actions.events.morale import BasesLost, Driven, GaveUp, Marked, Rallied, RoutBegan, Tested
from rules.red_actions.events.movement import Moved, UnitEntered
from rules.red_actions.events.setup import RollCalled
from rules.red_actions.events.turn import BattleOpened, Deployed, TurnBegan, UnitMustered
from rules.red_actions.events.umpire import OfficerRestored, OfficerStruck
from rules.red_actions.units import Loss
from rules.telling.story import BattleStory, MomentKind, Recorder

PASSED = {
    Test.CHARGE: "passed its charge test",
    Test.FEAR: "held its nerve",
    Test.SERIOUS: "stood fast",
    Test.RALLY: "passed its rally test",
}
FAILED = {
    Test.CHARGE: "failed its charge test",
    Test.FEAR: "failed its fear test",
    Test.SERIOUS: "failed its serious test",
    Test.RALLY: "failed its rally test",
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
        self._pack: Pack = BOOK_PACK

    def hear(self, event: Event) -> None:
        told = self.recorder
        match event:
            case BattleOpened():
                told.board, self._pack = event.board, event.pack or BOOK_PACK
            case TurnBegan():
                told.turn = event.turn
            case UnitMustered():
                self._mustered(event)
            case Deployed() | UnitEntered() | ChargeMoved():
                told.stands(event.unit, event.at)
            case Moved():
                told.stands(event.unit, event.way[-1] if event.way else None)
            case Driven():
                told.stands(event.unit, event.at)
            case Fired():
                told.note(MomentKind.FIRED, event.unit, other=event.target, count=1, hits=-1)
            case CombatFought():
                told.note(MomentKind.FOUGHT, event.unit, other=event.target, good=event.loser != event.unit)
                told.note(MomentKind.FOUGHT, event.target, other=event.unit, good=event.loser != event.target)
            case Marked() if event.pinned:
                told.note(MomentKind.BROKE, event.unit, note="was pinned")
            case Tested():
                note = (PASSED if event.passed else FAILED)[event.test]
                told.note(MomentKind.TESTED, event.unit, note=note, good=event.passed)
            case RoutBegan():
                told.note(MomentKind.BROKE, event.unit, note="routed")
            case Rallied():
                told.note(MomentKind.RALLIED, event.unit, note="rallied")
            case _:
                self._losses(event)

    def _mustered(self, event: UnitMustered) -> None:
        told, unit = self.recorder, event.unit
        told.body(unit.id, unit.name, unit.side)
        for officer in event.officers:
            told.member(officer.id, officer.name, unit.side, unit.id)
        people = {*event.leaders, *(officer.id for officer in event.officers)}
        for leader in event.leaders:
            told.member(leader, "", unit.side, unit.id)
        for base in unit.bases:
            if base.id not in people:
                name = self._pack.card(base.card).name if base.card in self._pack else base.card
                told.member(base.id, name, unit.side, unit.id, thing=True)

    def _losses(self, event: Event) -> None:
        told = self.recorder
        match event:
            case OfficerDiced() if event.falls:
                self._falls(event.officer, event.cause)
            case OfficerStruck():
                self._falls(event.officer, "")
            case OfficerRestored():
                told.never(event.officer)
            case OfficerPromoted():
                told.note(MomentKind.ROSE, event.officer, note="a senior officer's place")
            case BasesLost():
                self._lost(event.losses)
                for officer in event.officers:
                    self._falls(officer, "")
            case GaveUp():
                bases = event.prisoners.bases if event.prisoners is not None else ()
                for who in (*event.officers, *(base.id for base in bases)):
                    told.note(MomentKind.TAKEN, who, other=event.to)
                    told.out(who)
                self._lost(event.losses)
                if bases:
                    told.note(MomentKind.CLAIMED, event.to, other=event.unit, count=len(bases), note="captured")
            case RollCalled():
                for each in event.officers:
                    told.settle(each.officer, each.fate)
            case BattleEnded():
                told.over()
            case _:
                return

    def _falls(self, officer: str, cause: str) -> None:
        self.recorder.note(MomentKind.HURT, officer, weapon=cause, note="hit")
        self.recorder.out(officer)

    def _lost(self, losses: Sequence[Loss]) -> None:
        told = self.recorder
        lost: Counter[str] = Counter()
        claimed: Counter[tuple[str, str, str]] = Counter()
        for loss in losses:
            told.note(MomentKind.HURT, loss.base.id, other=loss.by, note=loss.how)
            told.out(loss.base.id)
            lost[loss.unit] += 1
            if loss.by and loss.how in ("destroyed", "captured"):
                claimed[loss.by, loss.unit, loss.how] += 1
        for unit, count in lost.items():
            told.note(MomentKind.LOST, unit, count=count)
        for (by, unit, how), count in claimed.items():
            told.note(MomentKind.CLAIMED, by, other=unit, count=count, note=how)
