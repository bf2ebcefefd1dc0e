"""3.6 Covering Fire in a battle: taking it up, and interrupting an enemy's go before an action or after it.

The windows: before each action of an enemy's go, when it has been declared, and once after the last one. What is
between two actions is before the second.
"""

from __future__ import annotations

from rules.battle.deed import lawful
from rules.five56mm.actions.fire import CoveringFire, CoverShot
from rules.five56mm.events.battle import ActionTaken, Asked, CoverPassed, Faced, WatchSet, WindowOpened
from rules.five56mm.events.foot import StanceTaken
from rules.five56mm.play.fire.firing import CoverShooting, check_cover_shot, do_cover_shot
from rules.five56mm.play.fire.targets import guns, ranges_of, require_may_fire
from rules.five56mm.play.ground import field
from rules.five56mm.play.ground.facts import direction
from rules.five56mm.play.turn.course import Course
from rules.five56mm.play.turn.deeds import Ready
from rules.five56mm.play.turn.goes import current, require_free, require_fresh, require_unforced
from rules.five56mm.state import Character, Question, Stance, State, Watch
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation


def check_covering_fire(state: State, action: CoveringFire, who: Character) -> float | None:
    """Where he turns to watch, if he turns. MM-3.6.1, MM-R16."""
    require_fresh(state, who)
    require_free(state, who)
    require_unforced(state, who)
    require_may_fire(state, who)
    if not guns(state, who):
        raise RuleViolation(
            Why.UNARMED, f"{who.name} has nothing to fire.", citation="MM-3.6.1", remedy="Do something else."
        )
    return None if action.toward is None else round(direction(state, who, action.toward), 1)


def do_covering_fire(course: Course, ready: Ready[CoveringFire, float | None]) -> None:
    """He watches until his next card or his one shot. MM-3.6.1, MM-R16."""
    action, who, facing = ready.action, ready.who, ready.found
    cost = max(1, current(course.state).left)
    if facing is not None:
        course.happen(Faced(character=who.id, facing=facing))
    course.happen(ActionTaken(character=who.id, verb="covering-fire", cost=cost, citations=("MM-3.6.1",)))
    course.happen(StanceTaken(character=who.id, stance=Stance.COVERING))
    watch = Watch(who.id, action.watch, action.orders)
    course.happen(WatchSet(watch=watch, audience=(who.side,)))


def watch_of(state: State, who: str) -> Watch:
    return next((w for w in state.watches if w.character == who), Watch(who, "acting", "ask"))


def those_who_may_interrupt(state: State) -> tuple[str, ...]:
    """Enemies of the acting character on Covering Fire who could shoot now, in squad order. MM-3.6.2."""
    if state.go is None:
        return ()
    acting = state.character(state.go.character)
    found: list[str] = []
    for who in state.enemies(acting.side):
        watches = who.stance is Stance.COVERING and who.able and state.answer(who.side, "cover") != "no"
        if watches and who.id not in state.go.cover_held and (targets(state, who) or may_declare(state, who)):
            found.append(who.id)
    return tuple(found)


def targets(state: State, who: Character) -> tuple[str, ...]:
    """Whom he could shoot at now, best first: the acting enemy, then the others if he watches anyone. MM-3.6.2."""
    go = state.go
    if go is None:
        return ()
    acting = state.character(go.character)
    wanted = [acting.id]
    if acting.vehicle is not None:
        wanted.append(acting.vehicle)
    if watch_of(state, who.id).whom == "anyone":
        wanted += [c.id for c in state.enemies(who.side) if c.id != acting.id and c.able]
    found: list[tuple[float, int, str]] = []
    for order, unit in enumerate(wanted):
        try:
            check_cover_shot(state, CoverShot(character=who.id, target=unit), who)
        except RuleViolation:
            continue
        found.append((0 if order == 0 else field.distance(state, who.id, unit) or 0.0, order, unit))
    return tuple(unit for *_, unit in sorted(found))


def may_declare(state: State, who: Character) -> bool:
    """Without a table: whether he could shoot at the acting enemy from some range that may be declared. Not at one
    whom he has failed to spot. MM-3.6.2, MM-3.2.8"""
    if state.board is not None or state.go is None:
        return False
    acting, reach = state.go.character, ranges_of(gun.profile for gun in guns(state, who))
    shots = (CoverShot(character=who.id, target=acting, range=inches) for inches in reach)
    return any(lawful(check_cover_shot, state, shot, who) for shot in shots)


def open_window(course: Course, phase: str, waiting: tuple[str, ...]) -> None:
    course.happen(
        WindowOpened(phase="before" if phase == "before" else "after", waiting=waiting, citations=("MM-3.6.2",))
    )


def next_in_window(course: Course) -> None:
    """The first of those who wait: he fires by his orders, or his side is asked. MM-3.6.2."""
    window = course.state.window
    assert window is not None
    who = course.state.character(window.waiting[0])
    possible = targets(course.state, who)
    held = course.state.answer(who.side, "cover") == "no"
    if held or not who.able or who.stance is not Stance.COVERING or not (possible or may_declare(course.state, who)):
        course.happen(CoverPassed(character=who.id))
        return
    orders = watch_of(course.state, who.id).orders
    if (orders == "fire" or course.state.answer(who.side, "cover") == "yes") and possible:
        aimed = check_cover_shot(course.state, CoverShot(character=who.id, target=possible[0]), who)
        if not do_cover_shot(course, CoverShooting(who, aimed, ())):
            course.happen(CoverPassed(character=who.id))
        return
    question = Question(
        course.state.questions + 1,
        "cover",
        who.side,
        (who.id,),
        about=current(course.state).character,
        phase=window.phase,
    )
    course.happen(Asked(question=question, citations=("MM-3.6.2",)))
