"""What the journal says of each character in a battle: place, shots, wounds, aid, nerve."""

from __future__ import annotations

from collections.abc import Sequence

from rules.battle.ending import BattleEnded
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import MELEE, WEAPONS
from rules.five56mm.events.battle import BattleOpened, LeftTable, Placed, Restored, SquadMustered, TurnBegan
from rules.five56mm.events.fire import Shot, Thrown
from rules.five56mm.events.foot import Aided, Carried, Died, Fought, Hurt, MoraleTested, Moved
from rules.five56mm.events.hand import WoundDealt, WoundsHealed
from rules.five56mm.events.vehicles import VehicleHit
from rules.kernel.event import Event
from rules.telling.story import BattleStory, MomentKind, Recorder

COURAGE = {Courage.SHAKEN: "was shaken", Courage.WITHDRAWING: "withdrew", Courage.FLEEING: "fled"}
"""What a failed test made somebody do."""


def account(events: Sequence[Event]) -> BattleStory:
    """From these events and no others."""
    told = Recorder()
    for event in events:
        _hear(told, event)
    return told.account()


def weapon_of(key: str) -> str:
    """A weapon's name, as posts have it; "" for none."""
    if key in WEAPONS:
        return WEAPONS[key].title
    return MELEE[key].title.lower() if key in MELEE else ""


def _hear(told: Recorder, event: Event) -> None:
    match event:
        case BattleOpened():
            told.board = event.board
        case TurnBegan():
            told.turn = event.turn
        case SquadMustered():
            _mustered(told, event)
        case Placed():
            told.stands(event.unit, event.at)
        case Moved():
            told.stands(event.character, event.to)
        case Shot():
            weapon = weapon_of(event.weapon) or event.weapon
            told.note(MomentKind.FIRED, event.firer, other=event.target, weapon=weapon, count=1, hits=int(event.hit))
        case Thrown():
            told.note(
                MomentKind.FIRED,
                event.thrower,
                other=event.target,
                weapon=f"{event.grenade} grenade",
                count=1,
                hits=-1,
            )
        case Fought():
            weapon = "hand to hand"
            told.note(MomentKind.FOUGHT, event.attacker, other=event.defender, weapon=weapon, good=event.bout.hit)
        case MoraleTested():
            _tested(told, event)
        case VehicleHit():
            told.note(MomentKind.HURT, event.vehicle, other=event.by, weapon=event.cause, note="hit")
        case Carried():
            told.note(MomentKind.CARRIED, event.carrier, other=event.patient)
        case Aided():
            told.note(MomentKind.TREATED, event.helper, other=event.patient, good=event.roll.passed)
        case BattleEnded():
            told.over()
        case _:
            _befell(told, event)


def _mustered(told: Recorder, event: SquadMustered) -> None:
    told.body(event.squad.id, event.squad.name, event.squad.side)
    for who in event.characters:
        told.member(who.id, f"{who.rank} {who.name}".strip(), who.side, event.squad.id)
        told.stands(who.id, who.at)
    for vehicle in event.vehicles:
        told.member(vehicle.id, vehicle.name, vehicle.side, event.squad.id, thing=True)


def _tested(told: Recorder, event: MoraleTested) -> None:
    good = event.courage is Courage.STEADY
    if event.rally:
        told.note(MomentKind.TESTED, event.character, note="rallied" if good else "did not rally", good=good)
        return
    told.note(MomentKind.TESTED, event.character, note="stood firm" if good else COURAGE[event.courage], good=good)


def _befell(told: Recorder, event: Event) -> None:
    match event:
        case Hurt() if event.injury.level not in (Level.NONE, Level.DEAD):
            weapon = weapon_of(event.weapon) or event.cause
            grade = f"{event.injury.level.value} wound"
            told.note(MomentKind.HURT, event.character, other=event.by, weapon=weapon, note=grade)
        case WoundDealt():
            told.note(MomentKind.HURT, event.character, note=f"{event.wound.level.value} wound")
        case WoundsHealed():
            told.note(MomentKind.HEALED, event.character, note="healed by the umpire")
        case Died():
            weapon = weapon_of(event.weapon) or event.cause
            told.note(MomentKind.HURT, event.character, other=event.by, weapon=weapon, note="killed")
            told.out(event.character)
        case LeftTable():
            told.note(MomentKind.LEFT, event.character, note=event.reason)
            told.out(event.character)
        case Restored():
            told.never(event.character)
        case _:
            return
