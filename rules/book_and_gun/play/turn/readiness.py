"""Who may move and who may fire: states of units and figures that take the chance away, each with its reason.

`firing_obstacle` and `moving_obstacle` give the refusal that a player would get, or None. They judge states only;
targets, ranges and cards are for others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.book_and_gun.book.switches import on, switch
from rules.book_and_gun.hostages import HOSTAGES
from rules.book_and_gun.play.aboard.crew import post_of, through_the_tube
from rules.book_and_gun.play.ground.cycling import rides
from rules.book_and_gun.play.ground.tabletop import gap
from rules.book_and_gun.play.turn.leadership import near_leaders, parts
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Morale, Posture, Unit
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation

PartOfUnit = Literal["unit", "separated", "scouts"]
"""A part of a unit that moves on a card of its own."""

TOGETHER = 2.0
"""Inches between bases of figures that are in one place."""

# ── Fire ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def firing_obstacle(state: State, unit: Unit, figure: Figure) -> RuleViolation | None:
    """Why a figure may not fire this turn, whatever the target. BG-X.2.3a, BG-X.2.3b."""
    if not figure.fit:
        return _no("not-fit", f"{figure.name} is {figure.status.value} and cannot fire.", "BG-R44")
    if figure.fire_turn == state.turn:
        return _no("already-fired", f"{figure.name} has had the chance to fire in this turn.", "BG-X.0.2")
    return _unit_obstacle(state, unit) or _figure_obstacle(state, figure)


def _unit_obstacle(state: State, unit: Unit) -> RuleViolation | None:
    """Shaken, routed and, by house rule, pinned units do not fire. BG-X.2.3b, BG-R50, BG-R51."""
    if unit.morale is Morale.ROUTED:
        return _no(Why.ROUTING, f"{unit.name} is routed and cannot fire.", "BG-X.2.3b")
    if unit.morale is Morale.SHAKEN and not on(state, "shaken-fire"):
        return _no("shaken", f"{unit.name} is shaken and cannot fire.", "BG-R51", "Rally it in a movement phase.")
    if unit.morale is Morale.PINNED and not on(state, "pinned-fire"):
        return _no("pinned", f"{unit.name} is pinned and cannot fire.", "BG-R50")
    if unit.fit and not allowed_to_fire(state, unit):
        return _no("disordered", f"{unit.name} is disordered: half of it may fire, and has.", "BG-XI.3.5c")
    return None


def _figure_obstacle(state: State, figure: Figure) -> RuleViolation | None:
    """What keeps one figure from firing: who lies prone fires every other turn. BG-VIII.4.3c."""
    name, turn = figure.name, state.turn
    if figure.boarded_turn == turn:
        return _no("boarded", f"{name} has mounted or dismounted in this turn and cannot fire.", "BG-R42")
    if figure.seat is not None:
        return _aboard(state, figure)
    if rides(state, figure):
        return _no("on-bicycle", f"{name} rides a bicycle and cannot fire.", "BG-R280", "Get off it first.")
    if figure.holds:
        return _no("holds-horses", f"{name} holds the horses and cannot fire.", "BG-X.2.3a", "Let another figure fire.")
    if not figure.traits.weapons:
        return _no("unarmed", f"{name} is unarmed.", "BG-X.2.3a")
    if figure.charged_turn == turn:
        return _no("charged", f"{name} used a charge move in this turn and cannot fire.", "BG-X.2.3a")
    if figure.carries or figure.carried_turn == turn:
        return _no("carrying", f"{name} carries a wounded man and cannot fire.", "BG-X.2.2b")
    if figure.stunned_until >= turn:
        return _no("stunned", f"{name} is stunned until the end of turn {figure.stunned_until}.", "BG-X.12.2")
    if figure.restock_turn:
        return _no("restocking", f"{name} is restocking ammunition.", "BG-X.2.1b")
    if figure.posture is Posture.PRONE and figure.fired_prone_turn == turn - 1 > 0:
        return _no("fired-prone", f"{name} lies prone and fired so in the last turn.", "BG-R43", "Stand up first.")
    if all(weapon in figure.empty for weapon in figure.traits.weapons):
        return _no("out-of-ammunition", f"{name} is out of ammunition.", "BG-X.2.1a", "Restock for two full turns.")
    marked = {weapon for weapon, markers, _ in figure.reload if markers}
    if all(weapon in marked for weapon in figure.traits.weapons):
        return _no("reloading", f"{name} is reloading.", "BG-R83")
    return None


def _aboard(state: State, figure: Figure) -> RuleViolation | None:
    """In or on a vehicle its crew alone fire, with what it mounts. BG-R123, BG-R213."""
    post = post_of(state, figure)
    if post is None:
        return _no(Why.ABOARD, f"{figure.name} serves no weapon of the vehicle.", "BG-R123", "Get out to fire on foot.")
    if post.weapon in figure.empty:
        return _no("out-of-ammunition", f"{figure.name} is out of ammunition.", "BG-X.2.1a", "Restock on foot.")
    if not through_the_tube(post) and any(key == post.weapon and markers for key, markers, _ in figure.reload):
        return _no("reloading", f"{figure.name} is reloading.", "BG-R83")
    return None


def fire_chances(state: State, unit: Unit) -> tuple[Figure, ...]:
    """The figures of a unit that may still fire in this phase."""
    if unit.reserve or _unit_obstacle(state, unit):
        return ()
    return tuple(f for f in unit.figures if f.fit and f.fire_turn != state.turn and _figure_obstacle(state, f) is None)


def allowed_to_fire(state: State, unit: Unit) -> int:
    """How many more figures of a unit may fire: of one that has failed to evade half, rounded down. BG-XI.3.5c,
    BG-R68."""
    if unit.baulked_turn != state.turn or not state.turn:
        return len(unit.fit)
    return max(0, len(unit.fit) // 2 - sum(f.fired_turn == state.turn for f in unit.figures))


# ── Movement ──────────────────────────────────────────────────────────────────────────────────────────────────────


def moving_obstacle(state: State, unit: Unit) -> RuleViolation | None:
    """Why a unit has no chance to move on a card of this turn, not even to be rallied or to form up in place. Who is
    pinned stays where they are. BG-XII.1.41b."""
    if unit.reserve:
        return None
    if unit.entered_turn == state.turn:
        return _no("entered", f"{unit.name} entered the table in this turn and cannot move.", "BG-VIII.0.2b")
    if unit.morale is Morale.ROUTED:
        return _no(Why.ROUTING, f"{unit.name} is routed: it runs by itself after all cards.", "BG-R53")
    if unit.morale is Morale.SHAKEN:
        return _shaken(state, unit)
    if unit.morale is Morale.PINNED and not may_be_unpinned(state, unit):
        return _no(
            "pinned", f"{unit.name} is pinned and cannot move.", "BG-R50", "It is checked again in the morale phase."
        )
    return None


def _shaken(state: State, unit: Unit) -> RuleViolation | None:
    """A shaken unit has its card from the turn after it was shaken, unless it was driven back already. BG-R48."""
    if switch(state, "shaken-rally") != "movement-phase":
        return _no("shaken", f"{unit.name} is shaken and rallies at the end of the turn only.", "BG-R48")
    if unit.morale_turn >= state.turn:
        return _no("shaken", f"{unit.name} became shaken in this turn.", "BG-R48", "It may rally in the next turn.")
    if unit.retreat_turn == state.turn:
        return _no("shaken", f"{unit.name} was driven back in this turn and cannot rally.", "BG-R54")
    return None


def may_be_unpinned(state: State, unit: Unit) -> bool:
    """A leader within 6 inches may spend his attempt of the turn on a pinned unit. BG-R49, BG-VIII.6.1b."""
    if switch(state, "pinned-recovery") == "check-only":
        return False
    return any(leader.rally_turn != state.turn for leader in near_leaders(state, unit))


def movers(state: State, unit: Unit) -> dict[PartOfUnit, tuple[Figure, ...]]:
    """The groups of a unit that still have a chance to move, each on a card of its own: "unit" (those with the
    leader), "separated" (horse holders among them), "scouts". BG-IV.2b, BG-R23, BG-R253, BG-VIII.0.1a."""
    if unit.traits.kind == HOSTAGES:
        return {}
    if not unit.reserve and (not unit.in_play or moving_obstacle(state, unit)):
        return {}
    if state.vehicles and not unit.reserve and any(f.seat is not None for f in unit.present):
        return _mounted(state, unit)
    if unit.reserve:
        return {"unit": unit.figures} if all(f.move_turn != state.turn for f in unit.figures) else {}
    whole = parts(state, unit)
    led, separated = _fresh(state, whole.led), _fresh(state, whole.separated)
    scouts = tuple(f for f in whole.scouts if f.move_turn != state.turn)
    own = whole.leader is not None and any(f.id == whole.leader.id for f in unit.figures)
    if own and whole.leader is not None and whole.leader.move_turn == state.turn:
        led, separated = (), (*led, *separated)
    if state.steeds and (holders := tuple(f for f in led if f.holds)) != led:
        led, separated = tuple(f for f in led if not f.holds), (*separated, *holders)
    found: dict[PartOfUnit, tuple[Figure, ...]] = {"unit": led, "separated": separated, "scouts": scouts}
    return {key: figures for key, figures in found.items() if _can_go(state, figures)}


def _mounted(state: State, unit: Unit) -> dict[PartOfUnit, tuple[Figure, ...]]:
    """Those aboard go, or get out, on one card, wherever their vehicles stand; those on foot have their own.
    BG-X.1.1, BG-R215."""
    seated = _fresh(state, tuple(f for f in unit.present if f.seat is not None))
    walking = _fresh(state, tuple(f for f in unit.present if f.seat is None))
    found: dict[PartOfUnit, tuple[Figure, ...]] = {"unit": seated, "separated": walking}
    return {key: figures for key, figures in found.items() if _can_go(state, figures)}


def _fresh(state: State, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    return tuple(f for f in figures if f.move_turn != state.turn)


def _can_go(state: State, figures: tuple[Figure, ...]) -> bool:
    """At least one fit figure that is free to walk, or two wounded who help each other. BG-R44, BG-VIII.4.4b."""
    if any(f.fit and f.stunned_until < state.turn and not f.restock_turn for f in figures):
        return True
    wounded = [f for f in figures if not f.fit]
    return len(wounded) >= 2 and not any(f.fit for f in figures) and helping(wounded) != []


def helping(wounded: Sequence[Figure]) -> list[Figure]:
    """Wounded who are within 2 inches of one another, base to base, and can help each other. BG-VIII.4.4b, BG-R178."""
    return [f for f in wounded if any(_together(f, other) for other in wounded if other is not f)]


def _together(one: Figure, other: Figure) -> bool:
    found = gap([one], [other])
    return found is None or found <= TOGETHER


def _no(code: str, message: str, citation: str, remedy: str = "Choose another unit or figure.") -> RuleViolation:
    return RuleViolation(code, message, citation=citation, remedy=remedy)
