"""What the offers of a character come to, as orders take them up: shots, ways, care."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rules.battle.orders.by_hand import DeedsByHand, likeliest
from rules.battle.orders.data import Step
from rules.battle.orders.table import Comes, taken
from rules.five56mm.actions.fire import AutoFire, CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import Engage, FallBack, FirstAid, Move, Sprint, TreatInjury
from rules.five56mm.book.explosions import radius
from rules.five56mm.book.injury import Level, move_left
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.orders.signs import somebody_may_come
from rules.five56mm.play.courage import flight
from rules.five56mm.play.engine.steps import STEPS
from rules.five56mm.play.ground import field, levels, passage
from rules.five56mm.play.ground.goals import PlaceMeant, goal_named, target_level
from rules.five56mm.play.movement import ways
from rules.five56mm.state import Character, Point, Stance, State
from rules.kernel.action import Action, SideId
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds
from rules.table.gate import cut
from rules.table.measure import between, length
from rules.table.reference import point_text

BY_HAND: DeedsByHand[State] = DeedsByHand(STEPS.rows.values(), {"sprint": "move", "first-aid": "treat-injury"})
offers, plain = BY_HAND.offers, BY_HAND.plain
ARRIVED = 0.5
"""Inches from where he was sent within which somebody has arrived."""
_POOR = Fraction(1, 6)
"""A chance to hit below which he aims first."""
BESIDE = 2.0
"""Inches that a character keeps from the one whom he follows."""


def must(state: State, side: SideId, unit: str) -> Iterator[Action]:
    """The move that fear demands. MM-9.01.1, MM-9.01.2, MM-9.01.3."""
    go = state.go
    if go is None or go.forced is Courage.STEADY:
        return
    if state.board is None:
        yield FallBack(character=unit, path=("4 even",))
    yield from (taken(offer) for offer in offers(state, side, unit, "fall-back"))


# ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def fire_best(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """The shot that is likeliest to hit; hand to hand, the man who holds him."""
    yield from fight(state, side, unit, step)
    yield from likeliest(_shots(state, side, unit, step))


def fire_nearest(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """Offers name the nearest target first."""
    yield from fight(state, side, unit, step)
    yield from (action for _, action in _shots(state, side, unit, step))


def fire_at(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    for _, action in _shots(state, side, unit, step):
        if isinstance(action, Fire) and action.target == step.at:
            yield action


def aimed_fire(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """He aims where he has somebody to fire at, and fires. MM-3.4.1."""
    if next(_shots(state, side, unit, step), None) is not None:
        yield from plain("aim")(state, side, unit, step)
        yield from fire_best(state, side, unit, step)


def auto_fire(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """The burst that is likeliest to hit somebody. MM-4.3.1."""
    return likeliest(_shots(state, side, unit, step, AutoFire))


def throw(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """At an enemy with no friend in reach of the blast. MM-7.8.2."""
    for action in likeliest(_shots(state, side, unit, step, Throw)):
        if isinstance(action, Throw) and action.target and not _endangers(state, side, action):
            yield action


def best_attack(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """The best use of the rest of his go: hand to hand, the man who holds him; two shots, an aimed one where a shot is
    poor, a burst, or a grenade with no friend in reach of it. MM-2.2.1, MM-3.4.1, MM-4.3.1, MM-7.8.2."""
    yield from fight(state, side, unit, step)
    go = state.go
    both = go is not None and go.left > 1
    found: list[tuple[Fraction, Action]] = []
    for chance, action in _shots(state, side, unit, step):
        if both and 0 < chance < _POOR:
            found += ((2 * chance, aim) for aim in plain("aim")(state, side, unit, step))
        found.append((1 - (1 - chance) ** 2 if both else chance, action))
    found += _shots(state, side, unit, step, AutoFire)
    found += (
        (chance, action)
        for chance, action in _shots(state, side, unit, step, Throw)
        if isinstance(action, Throw) and action.target and not _endangers(state, side, action)
    )
    yield from likeliest(found)


def _endangers(state: State, side: SideId, action: Throw) -> bool:
    near = radius(action.grenade or "frag")
    gaps = (field.distance(state, action.target or "", friend.id) for friend in state.living(side))
    return any(gap is not None and gap <= near for gap in gaps)


def _shots(
    state: State, side: SideId, unit: str, step: Step, kind: type[Action] = Fire
) -> Iterator[tuple[Fraction, Action]]:
    return BY_HAND.worth(state, side, offers(state, side, unit, kind.name()), step.number, _chance)


def _chance(odds: Odds) -> Fraction:
    """To hit; where nobody has reckoned that, that anything comes of it."""
    hits = [one.chance for one in odds.chances if one.outcome.kind == "hit"]
    return hits[0] if hits else max((one.chance for one in odds.chances if not one.danger), default=Fraction(0))


def fight(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """Whom he is in hand-to-hand combat with. MM-3.7.1."""
    held = state.opponents(unit)
    for offer in offers(state, side, unit, "engage") if held else ():
        if isinstance(offer.action, Engage) and offer.action.target in held:
            yield taken(offer)


def cover(watch: str) -> Comes[State]:
    """Covering Fire, unasked, where somebody may come; towards the place that the order names. MM-3.6.1."""

    def comes_to(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
        if not somebody_may_come(state, state.character(unit)):
            return
        for offer in offers(state, side, unit, "covering-fire"):
            if isinstance(offer.action, CoveringFire):
                yield taken(offer, watch=watch, orders="fire", toward=step.at or None)

    return comes_to


# ── Ways ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def advance(verb: str) -> Comes[State]:
    """Towards the nearest enemy, to an inch from him or as near as the order lets him."""

    def comes_to(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
        prey = ways.nearest_enemy(state, state.character(unit))
        if prey is not None:
            yield from _towards(state, side, unit, verb, state.position(prey), NUMBERS.contact, step.number)

    return comes_to


def advance_to(verb: str) -> Comes[State]:
    """To a place of the table and its level, until he is there; from a floor or roof he goes down first. MM-R226"""

    def comes_to(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
        who = state.character(unit)
        try:
            goal = goal_named(state, who, step.at)
        except RuleViolation:
            return
        level = target_level(state, who, goal)
        if state.board is None or who.at is None or level == who.level:
            yield from _towards(state, side, unit, verb, goal.at, 0.0, step.number)
        elif levels.same_house(state.board, who.at, goal.at):
            yield from _stairs(state, side, unit, verb, "up" if level > who.level else "down")
        elif who.level:
            yield from _stairs(state, side, unit, verb, "down")
        else:
            yield from _towards(state, side, unit, verb, goal.at, 0.0, step.number)
            yield from _climb(state, side, unit, verb, goal)

    return comes_to


def stairs(way: str) -> Comes[State]:
    """One floor up or down by the stairs of the house that he is in. MM-R226"""

    def comes_to(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
        yield from _stairs(state, side, unit, "move", way)

    return comes_to


def _stairs(state: State, side: SideId, unit: str, verb: str, way: str) -> Iterator[Action]:
    """`verb`: a Move or a Sprint; the stairs are offered as a Move."""
    for offer in offers(state, side, unit, "move"):
        if isinstance(offer.action, Move) and offer.action.to == way:
            sprint = verb == "sprint" and next(offers(state, side, unit, "sprint", needs=True), None)
            yield taken(sprint, to=way) if sprint else taken(offer)


def _climb(state: State, side: SideId, unit: str, verb: str, goal: PlaceMeant) -> Iterator[Action]:
    """Onto a roof whose wall is at hand, where no straight way is open. MM-R227"""
    for offer in offers(state, side, unit, "move"):
        action = offer.action
        if isinstance(action, Move) and (action.to or "").endswith(" roof") and state.board is not None:
            onto = goal_named(state, state.character(unit), action.to or "")
            if verb == "move" and goal.level == onto.level and levels.same_house(state.board, onto.at, goal.at):
                yield taken(offer)


def follow(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """To another character of the side, up to two inches from him."""
    leader = state.find(step.at)
    if leader is not None and leader.alive and leader.id != unit:
        yield from _towards(state, side, unit, "move", state.position(leader), BESIDE, None)


def draw_back(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """As far from the enemy as a Move gets him."""
    who = state.character(unit)
    if who.at is not None:
        goal = flight.best_way(state, who, move_left(who.wounds))
        yield from _towards(state, side, unit, "move", goal, 0.0, None)


def take_cover(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """To the nearest place that no enemy looks at; where there is none, or he is there, with his head down."""
    who = state.character(unit)
    if who.at is not None and field.in_view_of_enemies(state, side, who.at, who.level):
        here = who.at
        ends = sorted(flight.ways(state, who, move_left(who.wounds)), key=lambda end: between(here, end))
        hidden = next((end for end in ends if not field.in_view_of_enemies(state, side, end, who.level)), None)
        yield from _towards(state, side, unit, "move", hidden, 0.0, None)
    if who.stance is not Stance.STEALTH:
        yield from plain("stealth")(state, side, unit, step)


def _towards(
    state: State, side: SideId, unit: str, verb: str, goal: Point | None, stop: float, within: float | None
) -> Iterator[Action]:
    """A Move or a Sprint on, as far as he gets, `stop` inches short of the goal, and no nearer to an enemy than
    `within`."""
    who = state.character(unit)
    here = who.at
    if here is None or goal is None or between(here, goal) - stop <= ARRIVED:
        return
    reach = move_left(who.wounds) if verb == "move" else move_left(who.wounds) + ways.SPRINT
    if within is not None:
        reach = min(reach, flight.from_enemies(state, side, here) - within)
    end = _round(state, who, here, goal, reach, stop)
    if end is None:
        straight = ways.towards(state, here, goal, reach, stop, level=who.level)
        end = None if straight is None else point_text(straight)
    if end is not None:
        for offer in offers(state, side, unit, verb, needs=True):
            if isinstance(offer.action, Move | Sprint):
                yield taken(offer, to=end)


def _round(state: State, who: Character, here: Point, goal: Point, reach: float, stop: float) -> str | None:
    """The places of a way that goes round what stands between, by a door or a gate, as far as he gets; None where he
    goes straight. MM-6.1.2, MM-6.1.3"""
    if state.board is None or who.level:
        return None
    route = passage.round_walls(state.board, here, goal)
    far = min(reach, length(route) - stop)
    if len(route) < 3 or far < ARRIVED:
        return None
    part = cut(route, far)
    if passage.closed(state, part) is not None:
        return None
    return "; ".join(point_text(place) for place in part[1:])


def close_in(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """Hand to hand with somebody beside him, or he runs at the nearest. MM-3.7.1, MM-3.7.8."""
    yield from fight(state, side, unit, step)
    for verb in ("engage", "move", "sprint"):
        for offer in offers(state, side, unit, verb):
            action = offer.action
            if isinstance(action, Engage | Move | Sprint):
                whom = action.target if isinstance(action, Engage) else action.close_in
                if whom and step.at in ("", whom):
                    yield taken(offer)


def drive_to(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """The vehicle that he drives or flies, without a task. MM-4.6.3, MM-4.7.3."""
    for verb in ("drive", "pilot"):
        for offer in offers(state, side, unit, verb, needs=True):
            yield taken(offer, to=step.at)


# ── Care ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def treat(state: State, side: SideId, unit: str, step: Step) -> Iterator[Action]:
    """Wounded friends beside him and he himself, whoever has not been helped yet. MM-3.5.1, MM-4.4.1."""
    for verb in ("treat-injury", "first-aid"):
        for offer in offers(state, side, unit, verb):
            action = offer.action
            if isinstance(action, TreatInjury | FirstAid) and in_need(state.character(action.patient)):
                yield taken(offer)


def in_need(patient: Character) -> bool:
    return any(wound.aid_until is None and wound.level is not Level.NONE for wound in patient.wounds)
