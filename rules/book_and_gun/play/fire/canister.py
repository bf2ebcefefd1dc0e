"""Canister: a gun fires into all that stand before its muzzle, and friends just beside it. X.2.8.

Order of chance: a D6 for each figure, then a card for each hit (BG-R11, BG-R86).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from shapely import Point as Spot
from shapely import Polygon

from rules.battle.deed import lawful
from rules.book_and_gun import facts
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.book.arms import Arm, arm
from rules.book_and_gun.book.casualty import CasualtyDeck, blast
from rules.book_and_gun.book.guns import require_canister
from rules.book_and_gun.book.measures import FIRE
from rules.book_and_gun.book.tables import CANISTER
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import CanisterFired, FireDeclared
from rules.book_and_gun.play.fire.aim import LawfulShot, man
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire import ReadyVolley, all_aimed, binds, fire, judge_fire, reloading
from rules.book_and_gun.play.fire.fire_events import canistered
from rules.book_and_gun.play.fire.fire_forecast import fire_odds
from rules.book_and_gun.play.fire.fire_offers import shots
from rules.book_and_gun.play.fire.firers import Firers, declared, firers, hands, weapons
from rules.book_and_gun.play.fire.line_to_target import everybody
from rules.book_and_gun.play.fire.vehicle_volley import turn_turret
from rules.book_and_gun.play.ground.tabletop import are_enemies, distance
from rules.book_and_gun.play.sight.looks import strangers
from rules.book_and_gun.play.sight.watching import watch
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Point
from rules.table.measure import bearing, between, step

SAFE = float(FIRE["canister: friends safe up to"])
BESIDE = float(FIRE["canister: friends beside it, within"])
"""Inches from the muzzle up to which friends beside the template are safe, and how near to it they are not beyond
that. BG-X.2.8c"""
_HAIR = 1e-6
_EDGES = 13
"""Points of the template's far end."""


@dataclass(frozen=True, slots=True)
class CanisterRound:
    """A round of canister before its dice. `caught`: everybody who is rolled for, in roster order."""

    unit: Unit
    who: Firers
    shot: LawfulShot
    caught: tuple[tuple[Unit, Figure], ...]
    known: tuple[Fact, ...]
    action: Fire


def judge_volley(state: State, action: Fire, by: Actor) -> ReadyVolley | CanisterRound:
    """A volley, or a round of canister."""
    return judge_canister(state, action, by) if action.canister else judge_fire(state, action, by)


def judge_canister(state: State, action: Fire, by: Actor) -> CanisterRound:
    """Raises RuleViolation: no gun that fires canister, nobody within its 8 inches, and all that forbids a shot.
    BG-X.2.8a, BG-R248."""
    unit = claim(state, action.unit, by, Phase.FIRE)
    figure, weapon = _gunner(state, unit, action)
    action = action.model_copy(update={"figure": figure.id, "weapon": weapon.key})
    who = firers(state, unit, figure.id)
    aimed = all_aimed(state, unit, who.figures, action)
    if not aimed.shots:
        raise RuleViolation(
            "not-at-vehicles",
            "Canister is fired at people.",
            citation="BG-X.2.8a",
            remedy="Fire at the vehicle with the gun's usual round.",
        )
    shot = aimed.shots[0]
    range_ = next((float(fact.value) for fact in shot.facts if fact.name == "range"), 0.0)
    reach = CANISTER["canister"].length
    if range_ > reach + _HAIR:
        raise RuleViolation(
            Why.TOO_FAR,
            f"The nearest is {range_:g} in away; canister reaches {reach:g} in.",
            citation="BG-X.2.8a",
            remedy="Wait until they come nearer, or fire the usual round.",
        )
    require_allowed(state, unit, (shot,), insist=action.insist)
    serving = hands(state, unit, [(shot.figure, weapon)])
    spent = {f.id for f in who.spent}
    who = replace(who, spent=(*who.spent, *(f for f in unit.fit if f.id in serving - spent)))
    caught, known = _caught(state, unit, shot, serving, action)
    return CanisterRound(unit, who, shot, caught, known, action)


def _gunner(state: State, unit: Unit, action: Fire) -> tuple[Figure, Arm]:
    """Who fires it: the figure that is named, else the first with a gun that can."""
    found = [f for f in unit.figures if f.id == action.figure] if action.figure else list(fire_chances(state, unit))
    refused: RuleViolation | None = None
    for figure in found:
        try:
            for weapon in weapons(state, unit, figure, action.weapon):
                require_canister(weapon)
                return figure, weapon
        except RuleViolation as violation:
            refused = refused or violation
    raise refused or RuleViolation(
        "no-canister",
        f"{unit.name} has no gun that could fire canister now.",
        citation="BG-R248",
        remedy="Fire without canister.",
    )


# ── Who is in it ─────────────────────────────────────────────────────────────────────────────────────────────────


def _caught(
    state: State, unit: Unit, shot: LawfulShot, serving: frozenset[str], action: Fire
) -> tuple[tuple[tuple[Unit, Figure], ...], tuple[Fact, ...]]:
    """Everybody in the template whom the gunner sees, and friends just outside it. Without positions so many of the
    target as are said. BG-X.2.8a, BG-X.2.8c, BG-R248."""
    me, there = shot.figure.at, shot.at.at
    if state.board is None or me is None or there is None:
        count, fact = facts.fact(
            state, facts.IN_TEMPLATE, unit.id, shot.target.id, declared=action.in_template, default=1
        )
        return tuple((shot.target, f) for f in shot.target.exposed[: max(1, int(count))]), (fact,)
    looks = bearing(me, there)
    template = _template(me, looks)
    found: list[tuple[Unit, Figure]] = []
    for other, figure in everybody(state, unit.side):
        if figure.at is None or figure.id == shot.figure.id or figure.id in serving:
            continue
        outside = float(template.distance(Spot(figure.at)))
        friend = other.side == unit.side
        beside = friend and between(me, figure.at) > SAFE + _HAIR and outside <= BESIDE + _HAIR
        if (outside <= _HAIR or beside) and _seen(state, unit, shot.figure, figure):
            found.append((other, figure))
    return tuple(found), ()


def _template(at: Point, looks: float) -> Polygon:
    """60 degrees wide and 8 inches long from the muzzle. BG-X.2.8a"""
    chart = CANISTER["canister"]
    half = chart.degrees / 2
    ways = (looks - half + n * chart.degrees / (_EDGES - 1) for n in range(_EDGES))
    return Polygon([at, *(step(at, way, chart.length) for way in ways)])


def _seen(state: State, unit: Unit, gunner: Figure, figure: Figure) -> bool:
    eyes = watch(state, unit, (gunner,), (figure,))
    return eyes is not None and eyes.sees(gunner.id, figure.id)


# ── Fired ────────────────────────────────────────────────────────────────────────────────────────────────────────


def volley_or_canister(state: State, ready: ReadyVolley | CanisterRound, chance: Chance) -> list[Event]:
    return canister(state, ready, chance) if isinstance(ready, CanisterRound) else fire(state, ready, chance)


def canister(state: State, ready: CanisterRound, chance: Chance) -> list[Event]:
    """1D6 for each, a card for each hit; then the gun is reloaded. BG-X.2.8a, BG-X.2.8b, BG-X.2.4a, BG-R86."""
    course, unit, shot = Course(state, chance), ready.unit, ready.shot
    afoot = shot.figure.seat is None
    if afoot and not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, ready.who.spent):
        course.note(FireDeclared(unit=unit.id, how="figures", citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, ready.who.spent))
    deck = CasualtyDeck(course.state.casualty_deck, state.options)
    done = blast([man(state, other, f) for other, f in ready.caught], deck, chance, weapon="canister")
    draws = list(chance.taken())
    course.note(
        CanisterFired(
            unit=unit.id,
            figure=shot.figure.id,
            weapon=shot.weapon.key,
            target=shot.target.id,
            dice=done.dice,
            facts=(*shot.facts, *ready.known),
            draws=tuple(draws[: len(done.dice)]),
            citations=("BG-X.2.8a", "BG-X.2.8c", "BG-R248"),
        )
    )
    course.note(*canistered(state, shot.figure, shot.weapon, shot.target.id, done.casualties, draws[len(done.dice) :]))
    turn_turret(course, unit, shot.figure, shot.at.at)
    reloading(course, state, unit, shot.figure, shot.weapon)
    enforce(course, state, unit, (shot,), insisted=ready.action.insist, as_unit=False)
    return course.events


# ── Odds and offers ──────────────────────────────────────────────────────────────────────────────────────────────


def volley_odds(state: State, ready: ReadyVolley | CanisterRound) -> Odds:
    return canister_odds(state, ready) if isinstance(ready, CanisterRound) else fire_odds(state, ready)


def canister_odds(state: State, ready: CanisterRound) -> Odds:
    """That somebody falls: of the enemy, of one's own, of bystanders; each on a 1 to 3 of their D6. BG-X.2.8a."""
    unit = ready.unit
    foes = {u.id for u, _ in ready.caught if u.id == ready.shot.target.id or are_enemies(state, unit, u)}
    own = {u.id for u, _ in ready.caught if u.side == unit.side}
    others = {u.id for u, _ in ready.caught} - foes - own
    count = Counter(u.id for u, _ in ready.caught)
    names = ", ".join(f"{number} of {state.unit(each).name}" for each, number in count.items())
    return Odds(
        facts=(*ready.shot.facts, *ready.known),
        chances=(
            *_falls(ready, foes, "at least one casualty", danger=False),
            *_falls(ready, own, "one of your own men is hit", danger=True),
            *_falls(ready, others, "a bystander is hit", danger=True),
        ),
        notes=(f"canister: 1D6 each, hit on 1 to 3: {names}", "a heart kills, any other card wounds"),
    )


def _falls(ready: CanisterRound, units: set[str], words: str, *, danger: bool) -> Iterator[Prospect]:
    count = sum(unit.id in units for unit, _ in ready.caught)
    if count:
        safe = 1 - Fraction(CANISTER["canister"].highest_die, 6)
        yield Prospect(words, 1 - safe**count, Outcome("falls", "+".join(sorted(units))), danger=danger)


def volleys_and_canister(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    yield from shots(state, side, unit_id)
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is not None and state.board is not None:
        yield from _canisters(state, side, unit)


def _canisters(state: State, side: SideId, unit: Unit) -> Iterator[Offer]:
    """One offer for each enemy that stands near enough before a gun."""
    by = Actor.player(side)
    reach = CANISTER["canister"].length
    guns = [
        (f, key)
        for f in fire_chances(state, unit)
        for key in _carried(state, unit, f)
        if arm(key, state.options).canister
    ]
    for figure, key in guns:
        for foe in strangers(state, unit):
            if (distance(unit, foe) or 0.0) > 2 * reach:
                continue
            action = Fire(unit=unit.id, target=foe.id, figure=figure.id, weapon=key, canister=True)
            if lawful(judge_volley, state, action, by):
                ready = judge_canister(state, action, by)
                yield Offer(
                    action, f"Canister at {foe.name}", facts=ready.shot.facts, detail=f"{len(ready.caught)} before it"
                )


def _carried(state: State, unit: Unit, figure: Figure) -> tuple[str, ...]:
    try:
        return tuple(weapon.key for weapon in weapons(state, unit, figure, None))
    except RuleViolation:
        return ()
