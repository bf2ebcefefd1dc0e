"""`decide`: the one way in. It judges an action, lets its events happen on a course, and gives them back.

An action of a go that somebody on Covering Fire may interrupt is only declared; the engine carries it out when the
window is over. A step in which a skill's owner wants to be asked is broken off and taken up again with his answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.action import UMPIRE, Action, Actor, Role
from rules.battle.admission import not_asked
from rules.chance import Chance, Draw
from rules.event import Event
from rules.five56mm.actions import GO_ACTIONS, AnyGoAction
from rules.five56mm.actions.battle import (
    Answer,
    ArmLuck,
    Bombard,
    CallMoraleTest,
    DeclareEnd,
    EndGo,
    PlaceUnit,
    Proceed,
    RemoveCharacter,
    RestoreCharacter,
    RuleFact,
    SetAmmoLow,
    SetLight,
    StandingAnswer,
)
from rules.five56mm.actions.fire import CoverShot, ThrowBack
from rules.five56mm.actions.foot import Escape, FaceAbout, Withdraw
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Help
from rules.five56mm.events.battle import (
    Answered,
    Asked,
    CoverPassed,
    Declared,
    GoOver,
    IntentDropped,
    SkillUsed,
    StandingSet,
)
from rules.five56mm.events.fire import GrenadeLeft
from rules.five56mm.events.foot import ConsentSpoken
from rules.five56mm.play.courage.courage import frighten
from rules.five56mm.play.engine import engine, umpire
from rules.five56mm.play.engine.admission import require_admitted, require_asked, require_settled
from rules.five56mm.play.engine.table import TABLE
from rules.five56mm.play.fire import firing, throwing
from rules.five56mm.play.fire.covering import open_window, those_who_may_interrupt
from rules.five56mm.play.melee import melee
from rules.five56mm.play.movement import movement
from rules.five56mm.play.turn.course import Course, Unanswered, lucky
from rules.five56mm.play.turn.goes import acting, actions_left, current, find_character, may_fall_back
from rules.five56mm.play.turn.standing import topic
from rules.five56mm.state import Held, Question, State
from rules.violation import RuleViolation

Perform = Callable[[Course], None]


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """What happens when `by` asks for this. Raises RuleViolation; changes nothing."""
    require_admitted(state, action, by)
    if isinstance(action, GO_ACTIONS):
        return _go_action(state, action, by, chance)
    match action:
        case CoverShot():
            return _cover_shot(state, action, by, chance)
        case ThrowBack():
            return _throw_back(state, action, by, chance)
        case Answer():
            return _answer(state, action, by, chance)
        case Proceed():
            return _proceed(state, chance)
        case Escape():
            require_settled(state)
            melee.check_escape(state, action, by)
            return run(state, chance, lambda course: melee.do_escape(course, action, by), action)
        case Bombard():
            return run(state, chance, lambda course: umpire.bombard(course, action), action)
        case StandingAnswer():
            return _standing(state, action, by, chance)
        case _:
            return run(state, chance, lambda course: _simple(course, action, by), None)


def run(
    state: State,
    chance: Chance,
    perform: Perform,
    action: Action | None,
    *,
    draws: Sequence[Draw] = (),
    answers: Sequence[bool] = (),
) -> list[Event]:
    """Perform one step to its end, or as far as the question that breaks it off."""
    course = Course(state, chance, answers, draws)
    try:
        perform(course)
    except Unanswered as unanswered:
        prospect = unanswered.prospect
        question = Question(
            number=state.questions + 1,
            kind="help",
            side=state.character(prospect.who).side,
            who=(prospect.who,),
            about=prospect.who,
            help=prospect.help,
            margin=prospect.roll.margin,
            what=prospect.roll.what,
        )
        drawn = tuple(course.draws)
        held = Held(drawn, tuple(answers), _rolling(action))
        return [Asked(question=question, held=held, draws=drawn[len(draws) :])]
    frighten(course, state)
    return course.events


def _rolling(action: Action | None) -> AnyGoAction | Escape | CoverShot | ThrowBack | Bombard | None:
    if action is None or isinstance(action, Escape | CoverShot | ThrowBack | Bombard):
        return action
    assert isinstance(action, GO_ACTIONS)
    return action  # pyright: ignore[reportReturnType]  # GO_ACTIONS are the members of AnyGoAction


# ── The go ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _go_action(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    """Check; declare it where somebody may interrupt, else carry it out. MM-2.2.1, MM-2.2.2, MM-3.6.2."""
    require_settled(state)
    who = acting(state, getattr(action, "character", None), by)
    entry = TABLE[type(action)]
    entry.check(state, action, who)
    waiting = those_who_may_interrupt(state)
    if not waiting:
        return run(state, chance, lambda course: entry.do(course, action, who), action)
    course = Course(state, chance)
    intent = _rolling(action)
    assert intent is not None
    assert not isinstance(intent, Escape | CoverShot | ThrowBack | Bombard)
    course.happen(Declared(character=who.id, intent=intent, citations=("MM-3.6.2",)))
    open_window(course, "before", waiting)
    return course.events


def _simple(course: Course, action: Action, by: Actor) -> None:
    match action:
        case EndGo():
            _end_go(course, action, by)
        case FaceAbout():
            require_settled(course.state)
            movement.face(course, action, acting(course.state, action.character, by))
        case Withdraw():
            require_settled(course.state)
            melee.withdraw(course, action, by)
        case ArmLuck():
            _arm_luck(course, action, by)
        case RuleFact():
            umpire.rule_fact(course, action)
        case SetLight():
            umpire.set_light(course, action)
        case PlaceUnit():
            umpire.place_unit(course, action)
        case RemoveCharacter():
            umpire.remove(course, action)
        case RestoreCharacter():
            umpire.restore(course, action)
        case CallMoraleTest():
            umpire.call_morale_test(course, action)
        case SetAmmoLow():
            umpire.set_ammo_low(course, action)
        case DeclareEnd():
            umpire.declare_end(course, action)
        case _:
            raise RuleViolation("unknown-action", "There is no such action in 5.56mm.", remedy="Choose from the list.")


def _end_go(course: Course, action: EndGo, by: Actor) -> None:
    """MM-2.3T.6, MM-2.2.4, MM-9.01.1."""
    require_settled(course.state)
    who = acting(course.state, action.character, by)
    go = current(course.state)
    unmoved = go.forced is not Courage.STEADY and not go.forced_done
    if unmoved and may_fall_back(course.state, who) and actions_left(course.state) > 0:
        raise RuleViolation(
            "must-fall-back",
            f"{who.name} is {go.forced.value} and must get away from the enemy first.",
            citation="MM-9.01.2",
            remedy="Fall back.",
        )
    course.happen(GoOver(character=who.id, citations=("MM-2.2.4",)))


def _arm_luck(course: Course, action: ArmLuck, by: Actor) -> None:
    """MM-10.LB.1, MM-R72."""
    who = find_character(course.state, action.character)
    if by.role is Role.PLAYER and by.side != who.side:
        raise RuleViolation("not-yours", f"{who.name} is not on your side.", remedy="Choose one of yours.")
    if course.house.choice("lucky-timing") != "before-roll":
        raise RuleViolation(
            "luck-after-roll",
            "At this table luck is used on a die that is seen.",
            citation="MM-R72",
            remedy="Set the standing answer “lucky” to ask, yes or no.",
        )
    if not who.able or who.luck_armed or not lucky(course.state, who):
        raise RuleViolation(
            "no-luck", f"{who.name} has no luck to use now.", citation="MM-10.LB.1", remedy="One +1 in a turn."
        )
    course.happen(SkillUsed(character=who.id, help=Help.LUCKY, armed=True, rolled=False, citations=("MM-10.LB.1",)))


# ── Answers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _cover_shot(state: State, action: CoverShot, by: Actor, chance: Chance) -> Sequence[Event]:
    """MM-3.6.2."""
    question = require_asked(state, by, "cover")
    who = find_character(state, action.character)
    if who.id not in question.who:
        raise RuleViolation(
            "not-covering", f"{who.name} is not asked.", citation="MM-3.6.2", remedy="Answer for the one who is."
        )
    firing.check_cover_shot(state, action, who)
    return run(state, chance, lambda course: _fire_cover(course, action), action)


def _fire_cover(course: Course, action: CoverShot) -> None:
    who = find_character(course.state, action.character)
    question = course.state.question
    if firing.do_cover_shot(course, action, who) and question is not None:
        _close(course, question, "shot")


def _close(course: Course, question: Question, answer: str) -> None:
    event = Answered(number=question.number, question=question.kind, side=question.side, answer=answer)
    course.happen(event)


def _throw_back(state: State, action: ThrowBack, by: Actor, chance: Chance) -> Sequence[Event]:
    """MM-3.2.18 to MM-3.2.24."""
    require_asked(state, by, "throw-back")
    throwing.check_throw_back_action(state, action)
    return run(state, chance, lambda course: _throw_it_back(course, action), action)


def _throw_it_back(course: Course, action: ThrowBack) -> None:
    who = find_character(course.state, action.character)
    aim = throwing.aim_point(course.state, who, action.target, action.at, action.range)
    near = throwing.read_caught(course.state, action.blast)
    if course.state.question is not None:
        _close(course, course.state.question, "thrown back")
    throwing.throw_back(course, who, aim, near)


def _answer(state: State, action: Answer, by: Actor, chance: Chance) -> Sequence[Event]:
    """Yes or no. For a shot from Covering Fire and a throw-back “yes” needs the action of that name."""
    question = state.question
    if question is None:
        raise not_asked("Nobody has asked anything.")
    require_asked(state, by, question.kind)
    yes = action.answer == "yes"
    if question.kind == "help":
        return _resume(state, question, yes, chance)
    if yes and question.kind != "withdraw":
        raise RuleViolation(
            "say-how",
            "Say at whom, or where to.",
            remedy=("Use ", CoverShot, " or ", ThrowBack, "."),
        )
    course = Course(state, chance)
    _close(course, question, action.answer)
    if question.kind == "withdraw":
        course.happen(ConsentSpoken(character=question.about, given=yes, citations=("MM-3.7.9",)))
    elif question.kind == "cover":
        course.happen(CoverPassed(character=question.who[0], this_go=action.this_go))
    else:
        course.happen(GrenadeLeft(side=question.side))
    return course.events


def _standing(state: State, action: StandingAnswer, by: Actor, chance: Chance) -> Sequence[Event]:
    """For all such questions to come, and for the one that stands: covering fire and a throw-back are then up to the
    engine, which finds the standing answer."""
    if by.side is None:
        raise RuleViolation("no-side", "A standing answer belongs to a side.", remedy="Let its player give it.")
    course = Course(state, chance)
    event = StandingSet(side=by.side, question=action.question, answer=action.answer, audience=(by.side,))
    course.happen(event)
    question, yes = state.question, action.answer == "yes"
    meant = question is not None and question.side == by.side and topic(question) == action.question
    if question is None or not meant or action.answer == "ask":
        return course.events
    if question.kind == "help":
        return [*course.events, *_resume(course.state, question, yes, chance)]
    _close(course, question, action.answer)
    if question.kind == "withdraw":
        course.happen(ConsentSpoken(character=question.about, given=yes, citations=("MM-3.7.9",)))
    return course.events


def _resume(state: State, question: Question, yes: bool, chance: Chance) -> Sequence[Event]:
    """The broken-off step again from its start, with the same dice and one answer more."""
    held = state.held
    assert held is not None
    opening = Course(state, chance)
    _close(opening, question, "yes" if yes else "no")
    now = opening.state
    answers = (*held.answers, yes)
    events = run(now, chance, _performer(now, held), held.action, draws=held.draws, answers=answers)
    return [*opening.events, *events]


def _performer(state: State, held: Held) -> Perform:
    action = held.action
    match action:
        case None:
            step = engine.next_step(state)
            assert step is not None
            return lambda course: _take(course, step)
        case Escape():
            return lambda course: melee.do_escape(course, action, UMPIRE)
        case CoverShot():
            return lambda course: _fire_cover(course, action)
        case ThrowBack():
            return lambda course: _throw_it_back(course, action)
        case Bombard():
            return lambda course: umpire.bombard(course, action)
        case _:
            who = acting(state, None, UMPIRE)
            return lambda course: TABLE[type(action)].do(course, action, who)


# ── The engine ────────────────────────────────────────────────────────────────────────────────────────────────────


def _proceed(state: State, chance: Chance) -> Sequence[Event]:
    step = engine.next_step(state)
    if step is None:
        raise RuleViolation("nothing-due", "The engine has nothing to do.", remedy="Somebody must decide.")
    return run(state, chance, lambda course: _take(course, step), None)


def _take(course: Course, step: engine.Step) -> None:
    intent = course.state.intent
    if step is not engine.Step.CARRY_OUT or intent is None:
        engine.take(course, step)
        return
    who = acting(course.state, None, UMPIRE)
    try:
        TABLE[type(intent)].check(course.state, intent, who)
    except RuleViolation as refusal:
        course.happen(IntentDropped(character=who.id, reason=refusal.message, citations=("MM-3.6.2",)))
        return
    TABLE[type(intent)].do(course, intent, who)
    if course.state.intent is not None:
        # It was not spent: the target was not spotted. He may do something else (MM-4.2.9).
        course.happen(IntentDropped(character=who.id, reason="the target was not spotted", citations=("MM-4.2.9",)))
