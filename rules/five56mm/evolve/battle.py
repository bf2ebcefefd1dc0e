"""Applying the events of the frame."""

from __future__ import annotations

from rules.battle.board import still_standing
from rules.battle.ending import BattleEnded
from rules.battle.facts import still_holding, with_ruling
from rules.battle.orders.data import phase_over, under_way
from rules.battle.question import StandingReply, Window, with_answer
from rules.battle.umpire import FactRuled
from rules.five56mm.actions.battle import Reply
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Help
from rules.five56mm.events.battle import (
    ActionDeclared,
    ActionTaken,
    AmmoLowSet,
    Answered,
    Asked,
    BattleEvent,
    BattleOpened,
    CardTurned,
    CareGiven,
    CoverPassed,
    Faced,
    Frightened,
    GoBegan,
    GoEnded,
    GoOver,
    IntentDropped,
    LeftTable,
    LightSet,
    LuckRolled,
    Placed,
    Restored,
    SkillUsed,
    SquadMustered,
    StandingSet,
    TurnBegan,
    TurnEnded,
    WatchSet,
    WindowOpened,
)
from rules.five56mm.state import Character, Go, Life, Stance, State
from rules.kernel.changing import replace


def evolve_battle(state: State, event: BattleEvent) -> State:
    match event:
        case BattleOpened():
            return State(
                title=event.title,
                sides=event.sides,
                board=event.board,
                options=event.options,
                light=event.light,
                turn_limit=event.turn_limit,
                jokers=event.jokers,
                radio=event.radio,
                care=event.care,
            )
        case SquadMustered():
            return replace(
                state,
                squads=(*state.squads, event.squad),
                characters=(*state.characters, *event.characters),
                vehicles=(*state.vehicles, *event.vehicles),
            )
        case LuckRolled():
            return _changed(state, event.character, luck=event.luck)
        case TurnBegan():
            ruled = still_holding(state.ruled, event.turn)
            board = still_standing(state.board, event.turn)
            return replace(state, turn=event.turn, deck=event.deck, ruled=ruled, board=board, go=None)
        case TurnEnded():
            orders = phase_over(state.orders, event.turn, "")
            return replace(state, deck=(), go=None, closed_turn=event.turn, orders=orders)
        case CardTurned() | GoBegan() | ActionTaken() | GoOver() | GoEnded():
            return _go(state, event)
        case ActionDeclared() | IntentDropped() | WindowOpened() | CoverPassed() | Asked() | Answered():
            return _interrupted(state, event)
        case StandingSet():
            said: StandingReply[Reply] = StandingReply(event.side, event.question, event.answer)
            return replace(state, standing=with_answer(state.standing, said))
        case WatchSet():
            kept_watches = tuple(w for w in state.watches if w.character != event.watch.character)
            return replace(state, watches=(*kept_watches, event.watch))
        case SkillUsed():
            return _skill_used(state, event)
        case Faced():
            return _changed(state, event.character, facing=event.facing)
        case Frightened():
            return replace(state, frights=(*state.frights, *event.frights))
        case FactRuled():
            return replace(state, ruled=with_ruling(state.ruled, event.ruled))
        case LightSet():
            return replace(state, light=event.light)
        case Placed() | LeftTable() | Restored() | AmmoLowSet():
            return _umpire(state, event)
        case CareGiven():
            return replace(state, settled=True)
        case BattleEnded():
            return replace(state, ended=event.ended)


def _changed(state: State, who: str, **fields: object) -> State:
    return state.with_character(replace(state.character(who), **fields))


# ── Cards and goes ────────────────────────────────────────────────────────────────────────────────────────────────


def _go(state: State, event: CardTurned | GoBegan | ActionTaken | GoOver | GoEnded) -> State:
    match event:
        case CardTurned():
            return _card_turned(state, event)
        case GoBegan():
            go = Go(event.character, event.card, event.second, event.allowance, event.special, forced=event.forced)
            return replace(_changed(state, event.character, lost_actions=0), go=go)
        case ActionTaken():
            state = _changed(state, event.character, acted_turn=state.turn)
            state = replace(state, intent=None, cleared=False, window=None)
            if state.go is None or state.go.character != event.character:
                return state
            go = replace(
                state.go,
                spent=state.go.spent + event.cost,
                verbs=(*state.go.verbs, event.verb),
                aimed=event.verb == "aim",
                forced_done=state.go.forced_done or event.forced,
                watched_out=False,
            )
            return replace(state, go=go)
        case GoOver():
            if state.go is None:
                return state
            return replace(state, go=replace(state.go, over=True), intent=None, cleared=False)
        case GoEnded():
            return replace(state, go=None, intent=None, cleared=False, window=None)


def _card_turned(state: State, event: CardTurned) -> State:
    deck = list(state.deck)
    deck.remove(event.card)
    removed = state.removed if event.returns else (*state.removed, event.card)
    state = replace(state, deck=tuple(deck), removed=removed, orders=under_way(state.orders))
    if event.character is None:
        return state
    who = state.character(event.character)
    goes = who.goes + 1 if who.goes_turn == state.turn else 1
    who = replace(who, goes=goes, goes_turn=state.turn)
    if event.fate != "given-up":
        if who.stance is Stance.CARRYING:
            for other in state.characters:
                if other.partner == who.id:
                    state = state.with_character(replace(other, stance=Stance.NONE, partner=None))
        who = replace(who, stance=Stance.NONE, partner=None)
    watches = tuple(w for w in state.watches if w.character != who.id)
    state = replace(state.with_character(who), watches=watches)
    vehicle = state.find_vehicle(who.vehicle)
    if vehicle is None or who.place not in ("driver", "pilot", "co-pilot"):
        return state
    if who.place == "co-pilot" and any(c.place == "pilot" and c.able for c in state.aboard(vehicle.id)):
        return state
    if vehicle.flown_turn == state.turn and who.goes == 1 and vehicle.helicopter:
        return state  # the other one at the controls has flown it this turn
    return state.with_vehicle(replace(vehicle, moved=0.0, full_speed=False, hover=None))


def _skill_used(state: State, event: SkillUsed) -> State:
    who = state.character(event.character)
    if event.help is not Help.LUCKY:
        return state.with_character(replace(who, spent=(*who.spent, event.help)))
    if event.rolled and who.luck_armed:
        return state.with_character(replace(who, luck_armed=False))
    armed = event.armed and not event.rolled
    return state.with_character(replace(who, luck=who.luck - 1, luck_turn=state.turn, luck_armed=armed))


# ── Interruptions ─────────────────────────────────────────────────────────────────────────────────────────────────


def _interrupted(
    state: State, event: ActionDeclared | IntentDropped | WindowOpened | CoverPassed | Asked | Answered
) -> State:
    match event:
        case ActionDeclared():
            return replace(state, intent=event.intent, cleared=False)
        case IntentDropped():
            return replace(state, intent=None, cleared=False, window=None)
        case WindowOpened():
            return replace(state, window=Window(event.phase, event.waiting))
        case CoverPassed():
            return closed(_held(state, event), event.character)
        case Asked():
            return replace(
                state, question=event.question, questions=event.question.number, held=event.held or state.held
            )
        case Answered():
            return replace(state, question=None, held=None)


def _held(state: State, event: CoverPassed) -> State:
    if state.go is None or not event.this_go:
        return state
    return replace(state, go=replace(state.go, cover_held=(*state.go.cover_held, event.character)))


def closed(state: State, who: str) -> State:
    """He has had his chance in this window; the last one closes it."""
    if state.window is None:
        return state
    waiting = tuple(w for w in state.window.waiting if w != who)
    if waiting:
        return replace(state, window=replace(state.window, waiting=waiting))
    if state.window.phase == "before":
        return replace(state, window=None, cleared=True)
    go = None if state.go is None else replace(state.go, watched_out=True)
    return replace(state, window=None, go=go)


# ── The umpire ────────────────────────────────────────────────────────────────────────────────────────────────────


def _umpire(state: State, event: Placed | LeftTable | Restored | AmmoLowSet) -> State:
    match event:
        case Placed():
            vehicle = state.find_vehicle(event.unit)
            if vehicle is not None:
                return state.with_vehicle(replace(vehicle, at=event.at, facing=event.facing, left=""))
            state = _in_nobodys_arms(state, event.unit)
            return _changed(
                state,
                event.unit,
                at=event.at,
                facing=event.facing,
                moved_since=True,
                vehicle=None,
                place="",
                level=event.level,
            )
        case LeftTable():
            state = gone(state, event.character, Life.LEFT)
            return _changed(state, event.character, left=event.edge)
        case Restored():
            state = struck_down(_in_nobodys_arms(state, event.character), event.character)
            who = state.character(event.character)
            whole = replace(
                who,
                life=Life.ALIVE,
                left="",
                wounds=(),
                poison=None,
                burning=None,
                courage=Courage.STEADY,
                failed_rallies=0,
                lost_actions=0,
                stance=Stance.NONE,
            )
            removed = tuple(card for card in state.removed if card not in who.cards)
            return replace(state.with_character(whole), removed=removed)
        case AmmoLowSet():
            who = state.character(event.character)
            arms = tuple(
                replace(arm, ammo_low=event.low, out=arm.out and event.low) if arm.weapon in event.weapons else arm
                for arm in who.arms
            )
            return state.with_character(replace(who, arms=arms))


def gone(state: State, who: str, life: Life) -> State:
    """A character is out of the battle: no combat, no watch, no fright of his remains."""
    character = state.character(who)
    at = state.position(character)
    character = replace(character, life=life, stance=Stance.NONE, partner=None, at=at, vehicle=None, place="")
    state = _released(state.with_character(character), character)
    go = state.go
    if go is not None and go.character == who:
        go = replace(go, over=True)
    return replace(
        state,
        go=go,
        combats=tuple(c for c in state.combats if not c.has(who)),
        watches=tuple(w for w in state.watches if w.character != who),
        frights=tuple(f for f in state.frights if f.character != who),
        clouds=tuple(replace(c, inside=tuple(i for i in c.inside if i != who)) for c in state.clouds),
    )


def struck_down(state: State, who: str) -> State:
    """He does nothing any more of what he kept doing; whoever carries him carries on. MM-5.01.4."""
    state = replace(state, watches=tuple(w for w in state.watches if w.character != who))
    character = state.character(who)
    if character.stance is Stance.CARRIED:
        return state
    return _changed(_released(state, character), who, stance=Stance.NONE, partner=None)


def _released(state: State, who: Character) -> State:
    """Nobody carries him any more nor is carried by him, and whoever helped with it does so no longer."""
    loose = {other.id for other in state.characters if other.partner == who.id}
    loose |= {other.id for other in state.characters if other.partner in loose and other.id != who.id}
    for other in loose:
        state = _changed(state, other, stance=Stance.NONE, partner=None)
    return state


def _in_nobodys_arms(state: State, who: str) -> State:
    """Wherever the umpire puts him, he neither carries nor is carried."""
    character = state.character(who)
    if character.stance not in (Stance.CARRYING, Stance.CARRIED):
        return state
    return _changed(_released(state, character), who, stance=Stance.NONE, partner=None)
