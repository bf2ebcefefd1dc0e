"""What the journal says of each figure in a battle: where it stood, its fire, its wounds, its unit's nerve."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.ending import BattleEnded
from rules.book_and_gun.book.arms import spelled
from rules.book_and_gun.events.battle import (
    BattleOpened,
    FigureCaptured,
    FigureFell,
    FigureHealed,
    FigureLeft,
    TurnBegan,
    UnitMustered,
)
from rules.book_and_gun.events.combat import (
    Fought,
    MoraleChanged,
    MoraleTested,
    PortionDetached,
    PortionRejoined,
    PrisonerFreed,
)
from rules.book_and_gun.events.explosives import BurstRolled
from rules.book_and_gun.events.fire import Volleyed
from rules.book_and_gun.events.hostages import HostageRescued
from rules.book_and_gun.events.indirect import MortarFired
from rules.book_and_gun.events.movement import UnitEntered, UnitMoved, WoundedTaken
from rules.book_and_gun.units import Morale, Placed, Status
from rules.kernel.event import Event
from rules.telling.story import BattleStory, MomentKind, Recorder

TESTS = {
    "rally": ("rallied", "did not rally"),
    "close into combat": ("closed in", "did not close in"),
    "stand and fight": ("stood and fought", "did not stand"),
    "evasion": ("got away", "did not get away"),
    "critical": ("kept its nerve", "lost its nerve"),
    "pinned": ("kept its nerve", "stayed pinned"),
}
"""What is said of a unit that has passed or failed on each chart of will; major morale tests a whole side."""
STATES = {Morale.PINNED: "was pinned", Morale.SHAKEN: "was shaken", Morale.ROUTED: "routed"}


def account(events: Sequence[Event]) -> BattleStory:
    """From these events and no others."""
    told = Recorder()
    for event in events:
        _hear(told, event)
    return told.account()


def _hear(told: Recorder, event: Event) -> None:
    match event:
        case BattleOpened():
            told.board = event.board
        case TurnBegan():
            told.turn = event.turn
        case UnitMustered():
            told.body(event.unit.id, event.unit.name, event.unit.side)
            for man in event.unit.figures:
                told.member(man.id, f"{man.rank} {man.name}".strip(), event.unit.side, event.unit.id)
            if not event.unit.reserve:
                for man in event.unit.figures:
                    told.stands(man.id, man.at)
        case UnitEntered() | UnitMoved():
            _placed(told, event.placed)
        case Volleyed():
            told.note(
                MomentKind.FIRED,
                event.figure,
                other=event.target_figure or event.target,
                weapon=spelled(event.weapon).replace("_", " "),
                count=max(len(event.dice), 1),
                hits=event.hits,
            )
        case BurstRolled() if event.by:
            told.note(
                MomentKind.FIRED,
                event.by,
                other=event.unit,
                weapon=event.device,
                count=len(event.dice),
                hits=event.hits,
            )
        case MortarFired():
            told.note(MomentKind.FIRED, event.figure, weapon=spelled(event.weapon), count=1)
        case FigureFell() | FigureCaptured() | FigureLeft() | FigureHealed() | PrisonerFreed():
            _befell(told, event)
        case WoundedTaken():
            for carrier, wounded in event.pairs:
                if wounded:
                    told.note(MomentKind.CARRIED, carrier, other=wounded)
        case Fought():
            told.note(MomentKind.FOUGHT, event.charger, other=event.defender, good=event.loser != event.charger)
            told.note(MomentKind.FOUGHT, event.defender, other=event.charger, good=event.loser != event.defender)
        case MoraleTested() if event.unit is not None and event.chart in TESTS:
            told.note(MomentKind.TESTED, event.unit, note=TESTS[event.chart][not event.passed], good=event.passed)
        case MoraleChanged() if event.morale is Morale.STEADY:
            told.note(MomentKind.RALLIED, event.unit, note="was steady again")
        case MoraleChanged():
            told.note(MomentKind.BROKE, event.unit, note=STATES[event.morale])
        case PortionDetached():
            side = told.side_of(event.unit)
            told.regroup(event.figures, event.portion, event.name, side)
        case PortionRejoined():
            told.regroup(told.everybody(event.portion), event.unit, "", told.side_of(event.unit))
        case HostageRescued():
            told.note(MomentKind.LEFT, event.hostage, note="brought to safety")
            told.out(event.hostage)
        case BattleEnded():
            told.over()
        case _:
            return


def _placed(told: Recorder, placed: Sequence[Placed]) -> None:
    for each in placed:
        told.stands(each.figure, each.at)


def _befell(told: Recorder, event: FigureFell | FigureCaptured | FigureLeft | FigureHealed | PrisonerFreed) -> None:
    match event:
        case FigureFell():
            weapon = spelled(event.weapon).replace("_", " ") or event.cause
            what = "killed" if event.status is Status.KILLED else "wounded"
            told.note(MomentKind.HURT, event.figure, other=event.by or event.by_unit, weapon=weapon, note=what)
            told.out(event.figure)
        case FigureCaptured():
            told.note(MomentKind.TAKEN, event.figure, other=event.captor)
            told.out(event.figure)
        case FigureLeft():
            told.note(MomentKind.LEFT, event.figure, note=event.reason)
            told.out(event.figure)
        case FigureHealed():
            told.back(event.figure)
            told.note(MomentKind.HEALED, event.figure, note=event.reason)
        case PrisonerFreed():
            told.note(MomentKind.FREED, event.figure)
