"""The engine's own steps: cards, declared actions, explosions, Morale Tests, the end of a go and of a turn.

`next_step` says which is due; each is small, so that the battle stops wherever somebody must decide.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from rules.five56mm.book.first_aid import reverted
from rules.five56mm.book.morale import Courage, running
from rules.five56mm.book.target_number import Help
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.battle import (
    CardTurned,
    GoBegan,
    GoEnded,
    SkillUsed,
    TurnBegan,
    TurnEnded,
)
from rules.five56mm.events.foot import Calmed, Relapsed
from rules.five56mm.events.vehicles import Drifted, RolledOut, VehicleDamaged
from rules.five56mm.play.courage.courage import rally, take_tests
from rules.five56mm.play.engine.aftermath import end_battle
from rules.five56mm.play.engine.outcome import outcome
from rules.five56mm.play.fire.covering import next_in_window, open_window, those_who_may_interrupt
from rules.five56mm.play.fire.throwing import lies_there
from rules.five56mm.play.harm.blasts import burn
from rules.five56mm.play.harm.gas import recover_from_gas
from rules.five56mm.play.harm.harm import die
from rules.five56mm.play.harm.wrecks import crash, driver_of
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.play.vehicles.wheels import flies_by_itself
from rules.five56mm.state import Character, State
from rules.kernel.chance import Card


class EngineStep(StrEnum):
    """What the engine does next."""

    GRENADE = "grenade"
    MORALE = "morale"
    WINDOW = "window"
    CARRY_OUT = "carry out"
    OPEN_AFTER = "open after"
    END_GO = "end go"
    TURN_CARD = "turn card"
    END_TURN = "end turn"
    BEGIN_TURN = "begin turn"
    END_BATTLE = "end battle"


def next_step(state: State) -> EngineStep | None:
    """The engine's next step; None while somebody must decide, or when the battle is over."""
    if state.question is not None or state.ended is not None or not state.sides:
        return None
    if state.grenade is not None:
        return EngineStep.GRENADE
    if state.frights:
        return EngineStep.MORALE
    if state.window is not None:
        return EngineStep.WINDOW
    if state.intent is not None:
        return EngineStep.CARRY_OUT
    go = state.go
    if go is not None:
        if actions_left(state) > 0:
            return None
        if go.verbs and not go.watched_out and those_who_may_interrupt(state):
            return EngineStep.OPEN_AFTER
        return EngineStep.END_GO
    if outcome(state) is not None:
        return EngineStep.END_BATTLE
    if state.turn == 0 or not state.deck:
        return EngineStep.BEGIN_TURN if state.turn == 0 or _turn_closed(state) else EngineStep.END_TURN
    return EngineStep.TURN_CARD


def _turn_closed(state: State) -> bool:
    return state.closed_turn == state.turn


def take(course: Course, step: EngineStep) -> None:
    """Take a step that is the engine's own: any but carrying out a declared action."""
    match step:
        case EngineStep.GRENADE:
            lies_there(course)
        case EngineStep.MORALE:
            take_tests(course)
        case EngineStep.WINDOW:
            next_in_window(course)
        case EngineStep.OPEN_AFTER:
            open_window(course, "after", those_who_may_interrupt(course.state))
        case EngineStep.END_GO:
            end_go(course)
        case EngineStep.TURN_CARD:
            turn_card(course)
        case EngineStep.END_TURN:
            end_turn(course)
        case EngineStep.BEGIN_TURN:
            begin_turn(course)
        case EngineStep.END_BATTLE:
            result = outcome(course.state)
            assert result is not None
            end_battle(course, result.winner, result.reason, alone=result.alone)
        case EngineStep.CARRY_OUT:
            raise AssertionError("a declared action is carried out by its deed")


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def begin_turn(course: Course) -> None:
    """All cards of those not killed or gone, both of an Elite, and the Jokers. MM-2.3T.4, MM-2.3T.7, MM-R89, MM-R90."""
    state = course.state
    cards = [card for who in state.living() for card in who.cards]
    jokers = [joker.card for joker in state.jokers]
    deck = tuple(card for card in (*cards, *jokers) if card not in state.removed)
    course.happen(TurnBegan(turn=state.turn + 1, deck=deck, citations=("MM-2.3T.7",)))


def turn_card(course: Course) -> None:
    """The next card, and whose it is. MM-2.3T.5, MM-2.3T.8, MM-2.3T.11, MM-R90."""
    state = course.state
    card = course.chance.draw(state.deck, for_="turn deck")
    joker = next((j for j in state.jokers if j.card == card), None)
    if joker is not None:
        returns = not joker.once and state.house.on("joker-returns")
        course.happen(
            CardTurned(
                card=card,
                character=None,
                fate="joker",
                scenario_event=joker.event,
                returns=returns,
                citations=("MM-2.3T.11",),
            )
        )
        return
    who = next(c for c in state.characters if card in c.cards)
    fate = _fate(state, who)
    course.happen(
        CardTurned(
            card=card,
            character=who.id,
            fate=fate,
            returns=fate not in ("dead", "left"),
            citations=("MM-2.3T.8",) if fate == "dead" else ("MM-2.3T.5",),
        )
    )
    burn(course, course.state.character(who.id))
    now = course.state.character(who.id)
    if fate == "go" and now.able:
        begin_go(course, now, card)


def _fate(state: State, who: Character) -> Literal["go", "dead", "left", "down", "given-up"]:
    if not who.alive:
        return "dead" if who.life.value == "dead" else "left"
    if who.gave_up_turn == state.turn:
        return "given-up"
    return "down" if who.down else "go"


def begin_go(course: Course, who: Character, card: Card) -> None:
    """Two actions or a special one; less on a second card, after a stun or a throw-back, with a Critical Wound.

    MM-2.2.1, MM-2.3T.9, MM-2.3T.10, MM-3.2.19, MM-5.01.3, MM-7.8.5, MM-R22, MM-R31, MM-R88.
    """
    state = course.state
    second = who.goes > 1
    allowance = 1 if second else 2
    if who.threw_back_turn == state.turn or who.one_action:
        allowance = min(allowance, 1)
    allowance = max(0, allowance - who.lost_actions)
    special = allowance == 2 and not second
    course.happen(
        GoBegan(
            character=who.id,
            card=card,
            second=second,
            allowance=allowance,
            special=special,
            forced=who.courage,
            citations=("MM-2.3T.9",) if second else ("MM-2.2.1",),
        )
    )


# ── Ends ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def end_go(course: Course) -> None:
    """Gas, rally, and a shaken man's fright is over. MM-7.8.8, MM-9.4.6, MM-9.01.3, MM-R69."""
    go = course.state.go
    assert go is not None
    who = course.state.character(go.character)
    if who.alive:
        recover_from_gas(course, who.id)
        if go.forced is Courage.SHAKEN and who.courage is Courage.SHAKEN:
            course.happen(Calmed(character=who.id, citations=("MM-9.01.3",)))
        elif running([go.forced]) and running([who.courage]) and who.able and not _another_card(course.state, who):
            rally(course, who)
    if who.luck_armed:
        course.happen(SkillUsed(character=who.id, help=Help.LUCKY, armed=True))
    course.happen(GoEnded(character=who.id, citations=("MM-2.3T.6",)))


def _another_card(state: State, who: Character) -> bool:
    """An Elite rallies at the end of his last go of the turn. MM-R69."""
    return any(card in state.deck for card in who.cards)


def end_turn(course: Course) -> None:
    """First Aid that no longer holds, those whose time has run out, helicopters that nobody flies.

    MM-3.5.4, MM-5.01.4, MM-R34, MM-R46, MM-R59.
    """
    turn = course.state.turn
    for who in tuple(course.state.living()):
        for wound in who.wounds:
            if wound.aid_until == turn:
                after = reverted(wound, turn)
                course.happen(Relapsed(character=who.id, wound=after, citations=("MM-3.5.4",)))
    for who in tuple(course.state.living()):
        now = course.state.character(who.id)
        if any(wound.dies_at == turn for wound in now.wounds):
            die(course, who.id, "mortal wound")
    for vehicle in course.state.vehicles:
        if flies_by_itself(course.state, vehicle):
            crash(course, vehicle.id, vehicle.moved)
            if not course.state.vehicle(vehicle.id).stopped:
                course.happen(VehicleDamaged(vehicle=vehicle.id, damage=Damage.IMMOBILISED, citations=("MM-R59",)))
        elif vehicle.helicopter and vehicle.flying and vehicle.flown_turn != turn and not vehicle.unattended:
            course.happen(Drifted(vehicle=vehicle.id, citations=("MM-R59",)))
        elif not vehicle.helicopter and vehicle.moved and driver_of(course.state, vehicle) is None:
            course.happen(RolledOut(vehicle=vehicle.id, citations=("MM-R205",)))
    course.happen(TurnEnded(turn=turn, citations=("MM-2.3T.7",)))
