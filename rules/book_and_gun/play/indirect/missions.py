"""A mission from off the board that has been asked for: where it falls, what may come of it. X.13.2, BG-R230."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.book_and_gun import facts
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.actions.indirect import FireMission, RequestFire
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.signals import SHELLS
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.indirect import Guidance, MissionFired
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.fire.bombard import Gunner, PointOfAim, Shelling, aim_of, fall, require_round
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.firers import Firers, support_weapon
from rules.book_and_gun.play.ground.blast import blast_at
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import known_to
from rules.book_and_gun.play.indirect.blast_forecast import known_odds
from rules.book_and_gun.play.indirect.mortars import shots_at
from rules.book_and_gun.play.indirect.observers import seeing
from rules.book_and_gun.play.indirect.requests import ASKED, GUIDED, callers, message_of
from rules.book_and_gun.play.sight.looks import strangers
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.state import State
from rules.book_and_gun.support import FireRequest, OffBoard, off_board_key
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer
from rules.table.board import Point
from rules.table.measure import between, tidy
from rules.table.reference import Surroundings, place, point_text

# ── The mission ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ReadyMission:
    """A mission before its dice."""

    unit: Unit
    who: Firers
    message: FireRequest
    shelling: Shelling
    guided: Guidance
    in_a_row: int
    at: Point
    facts: tuple[Fact, ...]
    shots: tuple[LawfulShot, ...]
    insist: bool

    @property
    def caller(self) -> Figure:
        return self.who.figures[0]


def judge_mission(state: State, action: FireMission, by: Actor) -> ReadyMission:
    """Raises RuleViolation: no card, no message that arrived in this turn, no board, nobody who may call it sees the
    place, no building there, the rules of engagement. BG-X.13.21, BG-X.13.22, BG-IX.4.6a, BG-R230."""
    unit = claim(state, action.unit, by, Phase.FIRE)
    message = message_of(state, unit)
    if message is None or not message.arrived:
        raise RuleViolation(
            "not-requested",
            f"No request of {unit.name} got through in this turn.",
            citation="BG-R106",
            remedy=("Use ", RequestFire, " in a movement phase."),
        )
    board = state.board
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board that a template could be laid on.",
            citation="BG-X.13.22",
            remedy="Ask the umpire to bombard: they name who lies under it.",
        )
    able = [f for f in callers(state, unit) if f.fire_turn != state.turn]
    first = able[0].at if able else None
    at = place(action.at, Surroundings(board, first, unit.facing, known_places(state, board, unit.side)))
    at = tidy(at[0]), tidy(at[1])
    caller = seeing(state, unit, able, at)
    if caller is None:
        raise RuleViolation(
            "not-observed",
            f"{unit.name} has nobody who may call fire and sees that place.",
            citation="BG-X.13.21",
            remedy="Aim where its leader or observer sees.",
        )
    who = support_weapon(state, unit, caller.id)
    guided = _guided(unit, message, at)
    row = _row(state, unit, message.what, at)
    blast = Bombard(
        blast_of=message.what,
        at=point_text(at),
        on_target=bool(guided),
        building=action.building,
        smoke=action.smoke,
        bomblets=action.bomblets,
        turns_before=min(row - 1, 20),
    )
    aimed = PointOfAim(at, caller.at, aim_of(state, blast).building)
    require_round(blast, aimed)
    known = blast_at(known_to(state, unit.side), blast, at)
    shelling = Shelling(blast, aimed, known, lased=guided == "laser designator")
    here = caller.at
    _, far = facts.fact(state, facts.RANGE, unit.id, measured=lambda: between(here, at) if here else None, default=0.0)
    shots = shots_at(state, unit, caller, arm("medium mortar", state.options), shelling, far)
    require_allowed(state, unit, shots, insist=action.insist)
    said = facts.said(state, unit.id, facts.LINE_OF_SIGHT)
    return ReadyMission(unit, who, message, shelling, guided, row, at, (far, *said), shots, action.insist)


def _guided(unit: Unit, message: FireRequest, at: Point) -> Guidance:
    """What spares it the deviation. BG-X.14.1, BG-X.14.2."""
    if message.what not in GUIDED:
        return ""
    if message.lit == at:
        return "laser designator"
    return "GPS" if any(f.traits.gps for f in unit.fit) else ""


def _row(state: State, unit: Unit, what: OffBoard, at: Point) -> int:
    """Turns of such fire at exactly this point, this one included. BG-R98."""
    key = off_board_key(unit.side, what)
    before = next((laid for laid in state.laid if laid.mortar == key), None)
    again = before is not None and (before.at, before.turn) == (at, state.turn - 1)
    return before.in_a_row + 1 if before is not None and again else 1


def fire_mission(state: State, ready: ReadyMission, chance: Chance) -> list[Event]:
    """It falls: deviation, the building, everybody beneath it. BG-X.13.21, BG-X.13.22, BG-R98, BG-R99, BG-R105."""
    unit, caller = ready.unit, ready.caller
    course = Course(state, chance)
    course.note(activated(course.state, unit, ready.who.spent))
    course.note(
        MissionFired(
            unit=unit.id,
            figure=caller.id,
            what=ready.message.what,
            at=ready.at,
            guided=ready.guided,
            in_a_row=ready.in_a_row,
            facts=ready.facts,
            audience=(unit.side,),
            citations=("BG-X.13.21", "BG-R230"),
        )
    )
    fall(course, ready.shelling, Gunner(unit.id, caller.id))
    enforce(course, state, unit, ready.shots, insisted=ready.insist, as_unit=False)
    return course.events


def mission_odds(state: State, ready: ReadyMission) -> Odds:
    """The chances of a mission. BG-X.13.1b, BG-X.13.12, BG-IX.4.6a, BG-R97, BG-R105."""
    notes = [
        f"{ready.caller.name} calls {ASKED[ready.message.what]}",
        f"No deviation: {ready.guided}" if ready.guided else "",
        "The same point as last turn: both dice count 2 less" if ready.in_a_row > 1 and not ready.guided else "",
    ]
    return known_odds(state, ready.unit, ready.shelling, ready.facts, notes)


def fire_missions(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """The missions of the unit whose card it is: at each enemy that its caller sees, where the laser points, and at a
    place."""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None:
        yield from missions_of(state, unit)


def missions_of(state: State, unit: Unit) -> Iterator[Offer]:
    """The same, whoever's card it is."""
    message = message_of(state, unit)
    if state.board is None or message is None or not message.arrived or not callers(state, unit):
        return
    name = ASKED[message.what].removeprefix("an ").capitalize()
    if message.lit is not None:
        yield from _offered(state, unit, message.lit, f"{name} where the laser points")
    for foe in strangers(state, unit):
        for figure in foe.exposed[:3]:
            found = list(_offered(state, unit, figure.at, f"{name} on {foe.name}")) if figure.at is not None else []
            if found:
                yield from found
                break
    yield Offer(FireMission.draft(unit=unit.id), f"{name} at a place", needs=("at",))
    if message.what in SHELLS:
        yield Offer(FireMission.draft(unit=unit.id, smoke=True), f"{name} smoke at a place", needs=("at",))


def _offered(state: State, unit: Unit, at: Point, label: str) -> Iterator[Offer]:
    action = FireMission(unit=unit.id, at=point_text(at))
    try:
        ready = judge_mission(state, action, Actor.player(unit.side))
    except RuleViolation:
        return
    yield Offer(action, label, facts=ready.facts, detail=f"{len(ready.shelling.meant.struck)} under the blast")
