"""3.7 Engage in a battle: attacks, additional fighters, withdrawing by consent, escaping."""

from __future__ import annotations

from dataclasses import dataclass

from rules.five56mm.actions.foot import Engage, Escape, Withdraw
from rules.five56mm.book.hand_to_hand import Fighter, MeleeSituation, attack, blow_harm, escape
from rules.five56mm.book.light import Light, Optics
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.spotting import Look, SpottingDue
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.book.weapons import melee_bonus
from rules.five56mm.events.battle import ActionTaken, Asked, GoOver
from rules.five56mm.events.foot import CombatBegan, CombatEnded, ConsentSpoken, EscapeTried, Fought
from rules.five56mm.play.fire.shots import require_not_tried, spotted
from rules.five56mm.play.fire.targets import look_at, spotting_due
from rules.five56mm.play.ground import field, passage
from rules.five56mm.play.ground.facts import BEHIND, HIGHER, MORE_DEFENDERS, OBSTACLE_BETWEEN, Facts
from rules.five56mm.play.harm.harm import hurt
from rules.five56mm.play.turn.course import Course, body_penalties, in_the_dark
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import (
    acting,
    current,
    find_character,
    require_action,
    require_afoot,
    require_alive,
)
from rules.five56mm.state import Character, Question, State
from rules.kernel.action import Actor, Role
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack about to be rolled. `begins`: it starts the combat."""

    target: Character
    begins: bool
    how: MeleeSituation
    facts: tuple[Fact, ...]
    look: Look
    spotting: SpottingDue | None
    """In the dark the enemy must be seen before the combat begins (MM-6.2.4, MM-6.2.7)."""


def fighter(who: Character) -> Fighter:
    """MM-3.7.2, MM-7.1.2 to MM-7.1.4, MM-10.B.1."""
    return Fighter(who.traits.strength, melee_bonus(who.arms), who.has(Skill.BLACK_BELT))


def check_engage(state: State, action: Engage, who: Character) -> Attack:
    """MM-3.7.1, MM-3.7.4, MM-3.7.6, MM-3.7.7, MM-R36, MM-R37, MM-R105."""
    require_action(state, who)
    require_afoot(who)
    if current(state).forced is not Courage.STEADY:
        raise RuleViolation(
            "afraid", f"{who.name} is {current(state).forced.value}.", citation="MM-9.01.2", remedy="Fall back."
        )
    target = find_character(state, action.target)
    require_alive(target)
    if target.side == who.side or target.vehicle is not None:
        raise RuleViolation(
            Why.NO_TARGET, f"{target.name} cannot be engaged.", citation="MM-3.7.1", remedy="Choose an enemy on foot."
        )
    facts = Facts(state)
    combat = next((c for c in state.combats_of(who.id) if c.has(target.id)), None)
    if combat is None and not facts.contact(who.id, target.id, action.contact):
        raise RuleViolation(
            "not-in-reach",
            f"{target.name} is not within {NUMBERS.contact:g} in.",
            citation="MM-3.7.1",
            remedy="Move to him first and Engage as second action (without a board: declare contact).",
        )
    first = combat is None or (combat.starter == who.id and not combat.struck)
    how = _situation(state, action, who, target, first, facts)
    look, spotting = Look(0.0), None
    if combat is None and state.light is not Light.FULL:
        look = look_at(state, target, field.distance(state, who.id, target.id) or NUMBERS.contact, 0.0)
        spotting = spotting_due(state, who, target, look, optics_of(who))
        require_not_tried(state, who, target, spotting)
    return Attack(target, combat is None, how, facts.used, look, spotting)


def optics_of(who: Character) -> Optics:
    return Optics(goggles=who.wears(Gear.GOGGLES))


def _situation(
    state: State, action: Engage, who: Character, target: Character, first: bool, facts: Facts
) -> MeleeSituation:
    behind = False
    if first:
        behind = bool(facts.known(BEHIND, who.id, target.id, action.behind, lambda: _behind(state, who, target), False))
    higher = facts.known(HIGHER, who.id, target.id, action.higher, lambda: _higher(state, who, target), "level")
    obstacle = facts.known(
        OBSTACLE_BETWEEN, who.id, target.id, action.obstacle, lambda: _obstacle(state, who, target), False
    )
    defenders = facts.known(
        MORE_DEFENDERS,
        who.id,
        target.id,
        None if action.more_defenders is None else float(action.more_defenders),
        lambda: _more_defenders(state, who, target),
        0.0,
    )
    return MeleeSituation(
        engaging=first,
        behind=behind,
        attacker_higher=higher == "attacker",
        more_attackers=_more_attackers(state, who, target),
        obstacle=bool(obstacle),
        defender_higher=higher == "defender",
        more_defenders=int(defenders or 0),
    )


def _behind(state: State, who: Character, target: Character) -> bool | None:
    """The defender does not see him coming. MM-3.71.2, MM-2.0.2."""
    ahead = field.faces(state, target.id, who.id)
    return None if ahead is None else not ahead


def _higher(state: State, who: Character, target: Character) -> str | None:
    """Half an inch of height counts. MM-3.71.3, MM-3.72.2."""
    mine, his = field.elevation(state, who.id), field.elevation(state, target.id)
    if mine is None or his is None:
        return None
    if abs(mine - his) < 0.5:
        return "level"
    return "attacker" if mine > his else "defender"


def _obstacle(state: State, who: Character, target: Character) -> bool | None:
    """A wall or hedge stands between the two. MM-3.72.1."""
    here, there = state.position(who), state.position(target)
    if state.board is None or here is None or there is None or here == there:
        return None
    return any(s.obstacle for s in field.stretches(state.board, (here, there), who.level))


def _more_attackers(state: State, who: Character, target: Character) -> int:
    """Others of his side in hand-to-hand combat with the defender, able to act. MM-3.7.6, MM-R105."""
    others = (state.character(other) for other in state.opponents(target.id) if other != who.id)
    return sum(other.able and other.side == who.side for other in others)


def _more_defenders(state: State, who: Character, target: Character) -> float | None:
    """Others of the defender's side within 1 in of the attacker, able to act. MM-3.7.7, MM-R105."""
    found = 0
    for other in state.living(target.side):
        if other.vehicle is not None or other.id == target.id or not other.able:
            continue
        near = passage.contact(state, other.id, who.id)
        if near is None:
            return None
        found += near
    return float(found)


def do_engage(course: Course, ready: Ready[Engage, Attack]) -> None:
    """The defender's die, the attacker's, and the blow. MM-3.7.1 to MM-3.7.5, MM-5.0.3, MM-R38, MM-R43."""
    who, found = ready.who, ready.found
    if not spotted(course, who, found.target, found.spotting, found.look, optics_of(who), found.facts):
        return
    course.happen(ActionTaken(character=who.id, verb="engage", cost=1))
    if found.begins:
        course.happen(CombatBegan(starter=who.id, other=found.target.id, citations=("MM-3.7.1",)))
    bout = attack(
        fighter(who),
        fighter(found.target),
        found.how,
        course.chance,
        in_the_dark(course.state, who),
        course.helps(who),
    )
    course.happen(
        Fought(attacker=who.id, defender=found.target.id, bout=bout, facts=found.facts, citations=("MM-3.7.2",))
    )
    if bout.hit:
        blow = blow_harm(who.traits.strength, bout.attack.margin)
        hurt(course, found.target.id, blow, by=who.id, weapon=melee_bonus(who.arms).key)


# ── Leaving ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _in_combat(state: State, ref: str | None, by: Actor) -> Character:
    who = acting(state, ref, by)
    if not state.combats_of(who.id):
        raise RuleViolation(
            "not-in-combat",
            f"{who.name} is not in hand-to-hand combat.",
            citation="MM-3.7.9",
            remedy="Move as you like.",
        )
    require_action(state, who)
    return who


def judge_withdraw(state: State, action: Withdraw, by: Actor) -> Character:
    """MM-3.7.9."""
    who = _in_combat(state, action.character, by)
    if current(state).consent:
        raise RuleViolation(
            "asked-already", "They have answered already.", citation="MM-3.7.9", remedy="Fight on, or try to escape."
        )
    return who


def do_withdraw(course: Course, who: Character) -> None:
    """The opponents are asked; a standing answer spares the wait. MM-3.7.9."""
    side = course.state.character(course.state.opponents(who.id)[0]).side
    standing = course.state.answer(side, "withdraw") or "ask"
    if standing != "ask":
        course.happen(ConsentSpoken(character=who.id, given=standing == "yes", citations=("MM-3.7.9",)))
        return
    opponents = course.state.opponents(who.id)
    question = Question(course.state.questions + 1, "withdraw", side, opponents, about=who.id)
    course.happen(Asked(question=question, citations=("MM-3.7.9",)))


@dataclass(frozen=True, slots=True)
class Escaping:
    """Who tries to break away, and who holds him."""

    who: Character
    opponent: Character


def judge_escape(state: State, action: Escape, by: Actor) -> Escaping:
    """At the start of the go, once. MM-3.7.10, MM-R40."""
    who = _in_combat(state, action.character, by)
    go = current(state)
    if go.escape_tried or go.spent:
        raise RuleViolation(
            "escape-at-start",
            "An escape is tried once, at the start of the go.",
            citation="MM-3.7.10",
            remedy="Engage, or end the go.",
        )
    opponents = [state.character(o) for o in state.opponents(who.id)]
    strongest = max(opponents, key=lambda o: o.traits.strength)
    if action.opponent is None:
        return Escaping(who, strongest)
    named = find_character(state, action.opponent)
    if named.id not in {o.id for o in opponents}:
        raise RuleViolation("not-his-opponent", f"{named.name} does not fight him.", remedy="Leave it empty.")
    if by.role is Role.PLAYER and named.id != strongest.id:
        raise RuleViolation(
            "enemy-names",
            "Who holds him is the enemy's to say; the strongest does unless the umpire names another.",
            citation="MM-3.7.10",
            remedy="Leave it empty.",
        )
    return Escaping(who, named)


def do_escape(course: Course, escaping: Escaping) -> None:
    """MM-3.7.10, MM-3.7.11, MM-3.73.1 to MM-3.73.3, MM-R40, MM-R43."""
    who, opponent = escaping.who, escaping.opponent
    penalties = body_penalties(course.state, who, action=True)
    tried = escape(who.traits.movement, opponent.traits.strength, course.chance, penalties, course.helps(who))
    course.happen(EscapeTried(character=who.id, opponent=opponent.id, escape=tried, citations=("MM-3.7.10",)))
    if tried.away:
        for other in course.state.opponents(who.id):
            course.happen(CombatEnded(one=who.id, other=other))
    else:
        course.happen(GoOver(character=who.id, citations=("MM-3.73.3",)))
    if tried.struck:
        hurt(
            course,
            who.id,
            blow_harm(opponent.traits.strength, 0),
            by=opponent.id,
            weapon=melee_bonus(opponent.arms).key,
        )
