"""Dogs that their handlers send at somebody in the movement phase. XIII.7.1b, R261.

The dog runs as a charge does: it halts 2 inches away, may be fired at there, and goes in when close combat is fought
(`hounds`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.book.charge import HALT
from rules.book_and_gun.book.supplement import DOG_ATTACKS
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.hounds import DogSent
from rules.book_and_gun.events.movement import UnitMoved
from rules.book_and_gun.evolve.movement import placed as set_down
from rules.book_and_gun.hounds import Hunt, dog_of, handler_of
from rules.book_and_gun.play.aboard.crew import require_on_foot
from rules.book_and_gun.play.blasts.tripping import walk
from rules.book_and_gun.play.combat import closing
from rules.book_and_gun.play.combat.assault import enemy_unit
from rules.book_and_gun.play.combat.hounds import VOICE, fought
from rules.book_and_gun.play.combat.lane import in_the_way, lane
from rules.book_and_gun.play.combat.melee import first_bout
from rules.book_and_gun.play.ground import housing, passage
from rules.book_and_gun.play.ground.formation import settled
from rules.book_and_gun.play.ground.tabletop import BASE, gap, known_enemies, stays_put
from rules.book_and_gun.play.movement.movement_offers import at_will
from rules.book_and_gun.play.turn.sequence import activated, claim, require_mobile
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Placed, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.formation import Position
from rules.table.measure import bearing, between, toward


@dataclass(frozen=True, slots=True)
class Hunting:
    """A dog that is about to be sent at somebody; `handler`: who goes in with it."""

    unit: Unit
    dog: Figure
    handler: Figure | None
    target: Unit
    victim: Figure
    known: tuple[Fact, ...]

    @property
    def goers(self) -> tuple[Figure, ...]:
        return (self.dog,) if self.handler is None else (self.dog, self.handler)


# ── Sending ──────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_hunt(state: State, action: ChargeEnemy, by: Actor) -> Hunting:
    """Raises RuleViolation: no such dog, nobody to send it, it has moved, nobody within 6 inches of it on an open way.
    BG-XIII.7.1a, BG-XIII.7.1b, BG-R261."""
    unit = claim(state, action.unit, by, Phase.MOVEMENT)
    require_mobile(state, unit)
    dog, handler = _team(unit, action)
    target = enemy_unit(state, unit, action.target)
    goers = (dog, handler) if action.with_handler else (dog,)
    for each in goers:
        _require_fresh(state, each)
    victim, fact = _victim(state, unit, goers, target, action)
    return Hunting(unit, dog, handler if action.with_handler else None, target, victim, (fact,))


def _team(unit: Unit, action: ChargeEnemy) -> tuple[Figure, Figure]:
    """The dog and its handler, both able. BG-XIII.7.1a"""
    dog = next((f for f in unit.fit if f.id == action.dog and f.traits.dog), None)
    if dog is None:
        raise RuleViolation(
            "no-dog", f"{unit.name} has no such dog on its feet.", citation="BG-XIII.7.1a", remedy="Name its dog."
        )
    handler = handler_of(unit, dog)
    near = handler is not None and handler.fit and (gap([dog], [handler]) or 0.0) <= VOICE
    if handler is None or not near:
        raise RuleViolation(
            "no-handler",
            f"{dog.name} obeys nobody but its handler, unhurt and within {VOICE:g} in.",
            citation="BG-XIII.7.1a",
            remedy="Bring them together again; until then it fights where it stands.",
        )
    require_on_foot((dog, handler), "do that")
    return dog, handler


def _require_fresh(state: State, figure: Figure) -> None:
    if figure.move_turn == state.turn or stays_put(state, figure) or figure.carries:
        raise RuleViolation(
            Why.CANNOT_MOVE,
            f"{figure.name} has moved in this turn, or is not free to.",
            citation="BG-VIII.0.1a",
            remedy="Send a dog before its unit moves.",
        )


def _victim(
    state: State, unit: Unit, goers: Sequence[Figure], target: Unit, action: ChargeEnemy
) -> tuple[Figure, Fact]:
    """The one named, else the nearest whom all who go can reach. BG-XIII.7.1b"""
    found = [f for f in target.present if f.seat is None and action.victim in (None, f.id)]
    if not found:
        raise RuleViolation(
            "nobody-to-bite",
            f"{target.name} has nobody such on foot.",
            citation="BG-XIII.7.1b",
            remedy="Name another figure, or leave it to the dog.",
        )
    whom = sorted(found, key=lambda f: (gap(goers, [f]) or 0.0, not f.fit))
    if state.board is not None:
        whom = [f for f in whom if all(_reaches(state, unit, each, target, f) for each in goers)] or whom
    victim = whom[0]
    distance, fact = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        target.id,
        declared=action.distance,
        measured=lambda: max((gap([each], [victim]) or 0.0) for each in goers) if state.board is not None else None,
    )
    closed = state.board is not None and not all(_open(state, unit, each, target, victim) for each in goers)
    if distance > DOG_ATTACKS or closed:
        why = "something closes the way" if closed else f"it is {distance:.1f} in away"
        raise RuleViolation(
            Why.TOO_FAR,
            f"A dog attacks within {DOG_ATTACKS} in: {why}.",
            citation="BG-XIII.7.1b",
            remedy="Move nearer first; the handler may stay behind.",
        )
    return victim, fact


def _reaches(state: State, unit: Unit, goer: Figure, target: Unit, victim: Figure) -> bool:
    near = (gap([goer], [victim]) or 0.0) <= DOG_ATTACKS
    return near and _open(state, unit, goer, target, victim)


def _open(state: State, unit: Unit, goer: Figure, target: Unit, victim: Figure) -> bool:
    """Whether nothing that its side sees closes the way. BG-R203"""
    return lane(state, unit, [goer], replace(target, figures=(victim,))) is not None


def send_dog(course: Course, ready: Hunting) -> None:
    """It runs up to 2 inches, with its handler or without; the card is spent only where nobody else of the unit has a
    move left. BG-XIII.7.1b, BG-VIII.1.42a, BG-R261."""
    state, unit = course.state, ready.unit
    names = [each.id for each in ready.goers]
    others = any(f.move_turn != state.turn for f in unit.fit if f.id not in names)
    course.note(activated(state, unit, ready.goers, free=others))
    course.note(
        DogSent(
            unit=unit.id,
            dog=ready.dog.id,
            target=ready.target.id,
            victim=ready.victim.id,
            handler=ready.handler.id if ready.handler is not None else "",
            citations=("BG-XIII.7.1b", "BG-R261"),
        )
    )
    placed = _halted(state, ready)
    if placed:
        start = ready.dog.at or placed[0].at
        walk(
            course,
            UnitMoved(
                unit=unit.id,
                figures=tuple(names),
                how="set on",
                inches=round(between(start, placed[0].at), 2),
                placed=placed,
                path=(start, placed[0].at),
                facts=ready.known,
                goal=ready.target.id,
                citations=("BG-XIII.7.1b", "BG-VIII.1.42a"),
            ),
        )


def _halted(state: State, ready: Hunting) -> tuple[Placed, ...]:
    """Each on its own straight way, 2 inches from whom they go for, or where something stops it."""
    foe, board = ready.victim.at, housing.ground_of(state, ready.goers)
    if foe is None or board is None:
        return ()
    bodies = in_the_way(state, ready.unit, ready.target)
    wanted: list[Position] = []
    for each in ready.goers:
        if each.at is None:
            return ()
        going = max(0.0, between(each.at, foe) - 2 * BASE - HALT)
        end = passage.way_of(board, (each.at, toward(each.at, foe, going)), bodies).points[-1]
        wanted.append(Position(*end, round(bearing(each.at, foe), 1)))
    return settled(state, [each.id for each in ready.goers], wanted)


# ── Before the click ─────────────────────────────────────────────────────────────────────────────────────────────


def hunt_odds(state: State, ready: Hunting) -> Odds:
    """The one fight as things stand now: what the enemy's fire and nerve change until then is not in it.
    BG-XI.4.1, BG-R66."""
    hunt = Hunt(ready.unit.id, ready.dog.id, ready.victim.id, state.turn)
    placed = closing.close_in(state, ready.goers, [ready.victim])
    there = state.with_unit(set_down(ready.unit, placed))
    odds = first_bout(there, fought(there, hunt, [there.figure(each.id) for each in ready.goers]))
    name = ready.dog.name
    return Odds(
        facts=ready.known,
        chances=(
            Prospect(f"{name} beats {ready.victim.name}", odds.charger_wins, Outcome("dog wins", name)),
            Prospect("the loser is killed", odds.killed, Outcome("dog's fight", "killed")),
            Prospect("the loser is wounded", odds.wounded, Outcome("dog's fight", "wounded")),
            Prospect("the loser runs", odds.runs, Outcome("dog's fight", "runs")),
        ),
        notes=(
            "the dog halts 2 in away, may be fired at there, and fights in the close combat phase",
            *((f"{ready.handler.name} and {name} suffer alike if they lose",) if ready.handler is not None else ()),
        ),
    )


def hunts(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """Each dog at each enemy whom it reaches, alone and with its handler."""
    unit = at_will(state, side, unit_id)
    if unit is None or state.board is None or not any(f.traits.dog for f in unit.fit):
        return
    for handler in (f for f in unit.fit if f.traits.handler):
        dog = dog_of(unit, handler)
        if dog is None or not dog.fit:
            continue
        for enemy in known_enemies(state, unit):
            for along in (False, True):
                action = ChargeEnemy(unit=unit.id, target=enemy.id, dog=dog.id, with_handler=along)
                try:
                    ready = judge_hunt(state, action, Actor.player(side))
                except RuleViolation:
                    continue
                what = f"{handler.name} goes in with {dog.name} at" if along else f"Send {dog.name} at"
                yield Offer(action, f"{what} {enemy.name}", facts=ready.known, detail=ready.victim.name)
