"""Whose go it is and what he may still do in it: 2.2, 2.3 and the states that take actions away."""

from __future__ import annotations

from rules.five56mm.book.morale import Courage
from rules.five56mm.state import Character, Go, Stance, State, Vehicle
from rules.kernel.action import Actor, Role
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded

Target = Character | Vehicle


def find(state: State, ref: str) -> Target:
    """A character or vehicle by id or name. RuleViolation for one that there is not."""
    wanted = folded(ref)
    for unit in (*state.characters, *state.vehicles):
        if wanted in (folded(unit.id), folded(unit.name)):
            return unit
    raise RuleViolation(
        "unknown-unit", "There is nobody and nothing of that name here.", remedy="Choose from the list."
    )


def find_character(state: State, ref: str) -> Character:
    unit = find(state, ref)
    if isinstance(unit, Vehicle):
        raise RuleViolation("not-a-character", f"{unit.name} is a vehicle.", remedy="Choose a character.")
    return unit


def require_alive(who: Character) -> None:
    if not who.alive:
        raise RuleViolation("not-there", f"{who.name} is no longer in the battle.", remedy="Choose somebody else.")


def current(state: State) -> Go:
    """The go under way. RuleViolation when there is none. MM-2.3T.5."""
    if state.go is None:
        raise RuleViolation("no-go", "No card is on the table.", citation="MM-2.3T.5", remedy="Wait for the next card.")
    return state.go


def acting(state: State, ref: str | None, by: Actor) -> Character:
    """The character whose card is up, if it is he who is asked to act, and by his own side. MM-2.3T.5."""
    go = current(state)
    who = state.character(go.character)
    if by.role is Role.PLAYER and by.side != who.side:
        raise RuleViolation(
            Why.NOT_YOUR_TURN, f"It is the go of {who.name}, of the other side.", citation="MM-2.3T.5", remedy="Wait."
        )
    if ref is not None and find(state, ref).id != who.id:
        raise RuleViolation(
            "not-his-card",
            f"The card on the table is that of {who.name}.",
            citation="MM-2.3T.5",
            remedy=f"Act with {who.name}, or end the go.",
        )
    return who


def actions_left(state: State) -> int:
    """Actions that the go still allows: a Critical Wound leaves one per turn, over both cards of an Elite.

    MM-5.01.3, MM-R88.
    """
    go = state.go
    if go is None or go.over:
        return 0
    who = state.character(go.character)
    if not who.able:
        return 0
    if who.one_action:
        acted_before = go.spent or who.acted_turn == state.turn
        return 0 if acted_before else min(1, go.left)
    return go.left


def require_action(state: State, who: Character) -> None:
    """RuleViolation unless he has a single action left and nothing bars it. MM-2.2.1, MM-5.01.4."""
    _require_able(state, who)
    if actions_left(state) < 1:
        raise RuleViolation(
            "no-actions",
            f"{who.name} has no action left in this go.",
            citation="MM-5.01.3" if who.one_action else "MM-2.2.1",
            remedy="End the go.",
        )


def require_special(state: State, who: Character) -> None:
    """RuleViolation unless the whole of a two-action go is left. MM-2.2.3, MM-2.3T.10, MM-5.01.3."""
    _require_able(state, who)
    go = current(state)
    if go.second:
        raise RuleViolation(
            "second-card",
            "An Elite character takes no special action on his second card.",
            citation="MM-2.3T.10",
            remedy="Take a single action.",
        )
    if who.one_action:
        raise RuleViolation(
            "critical",
            f"{who.name} is Critically Wounded: no special action.",
            citation="MM-5.01.3",
            remedy="One action.",
        )
    if go.spent or not go.special or actions_left(state) < 2:
        raise RuleViolation(
            "not-whole-go",
            "A special action takes the whole go of two actions.",
            citation="MM-2.2.3",
            remedy="Take a single action, or end the go.",
        )


def require_fresh(state: State, who: Character) -> None:
    """RuleViolation unless he has done nothing in this go, nor on an Elite's other card. MM-3.6.1, MM-R16."""
    require_action(state, who)
    go = current(state)
    if go.spent or (go.second and who.acted_turn == state.turn):
        raise RuleViolation(
            "not-fresh",
            "Covering Fire must be the only thing he does.",
            citation="MM-3.6.1",
            remedy="Take another action, or end the go.",
        )


def _require_able(state: State, who: Character) -> None:
    require_alive(who)
    if who.down:
        raise RuleViolation(
            "incapacitated", f"{who.name} is Mortally Wounded.", citation="MM-5.01.4", remedy="End the go."
        )
    if current(state).over:
        raise RuleViolation("go-over", f"The go of {who.name} is over.", citation="MM-2.3T.6", remedy="Wait.")


def require_free(state: State, who: Character, *, leaving: bool = False) -> None:
    """RuleViolation in hand-to-hand combat, but for a Move or a Sprint (`leaving`) of one whom the opponents let go.
    MM-3.7.9, MM-R41."""
    if not state.combats_of(who.id):
        return
    let_go = current(state).consent == "given"
    if leaving and let_go:
        return
    raise RuleViolation(
        "in-combat",
        f"{who.name} is in hand-to-hand combat.",
        citation="MM-3.7.9" if let_go else "MM-3.7.10",
        remedy="Move or Sprint away first: they let him go."
        if let_go
        else "Engage, ask to withdraw, try to escape, or end the go.",
    )


def require_afoot(who: Character) -> None:
    if who.vehicle is not None:
        raise RuleViolation(
            Why.ABOARD, f"{who.name} is aboard a vehicle.", citation="MM-12.1.1", remedy="Leave the vehicle first."
        )


def require_unforced(state: State, who: Character) -> None:
    """RuleViolation while fear demands a move first. MM-9.01.1, MM-9.01.2, MM-9.01.3."""
    go = current(state)
    if go.forced is Courage.STEADY:
        return
    if not go.forced_done:
        raise RuleViolation(
            "must-fall-back",
            f"{who.name} is {go.forced.value} and must first get away from the enemy.",
            citation="MM-9.01.2",
            remedy="Fall back.",
        )
    if go.forced is Courage.FLEEING:
        raise RuleViolation(
            "fleeing", f"{who.name} flees and does nothing else.", citation="MM-9.01.1", remedy="End the go."
        )


def may_fall_back(state: State, who: Character) -> bool:
    """Whether he could make the move that fear demands: not from a vehicle, nor out of hand-to-hand combat."""
    return who.able and who.vehicle is None and not state.combats_of(who.id) and who.stance is not Stance.CARRIED


def has_had_first_card(state: State, who: Character) -> bool:
    """Whether his go of this turn has begun or is over. MM-3.2.18, MM-R22."""
    return who.goes_turn == state.turn and who.goes > 0
