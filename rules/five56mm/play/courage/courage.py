"""9.4 Morale Tests in a battle: who is frightened by what has happened, tests, rallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from rules.five56mm.book.morale import Courage, after_rally, crosses_quarter, morale_test, running
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.events.battle import Frightened
from rules.five56mm.events.foot import Died, MoraleTested
from rules.five56mm.play.ground import field
from rules.five56mm.play.turn.course import Course, body_penalties, fold
from rules.five56mm.state import Character, Fright, Life, Squad, State
from rules.kernel.event import Event


def frightened(before: State, events: Sequence[Event]) -> Sequence[Frightened]:
    """Who must test because of what a step has done. MM-9.4.3, MM-9.4.4, MM-9.4.5, MM-R68, MM-R70.

    When the battle is over nobody tests: only the survival dice of MM-5.1.1 are still rolled.
    """
    state = fold(before, events)
    if state.settled or state.ended is not None:
        return ()
    frights: list[Fright] = []
    for event in events:
        if isinstance(event, Died):
            frights += _killed_nearby(state, before, event.character)
    were_dead, are_dead = _dead(before.characters), _dead(state.characters)
    for squad in state.squads:
        frights += _leader(state, before, squad)
        frights += _quarter(state, squad, were_dead.get(squad.id, 0), are_dead.get(squad.id, 0))
    known = {(f.character, f.reason) for f in state.frights}
    fresh = _counted(state, [f for f in frights if (f.character, f.reason) not in known])
    if not fresh:
        return ()
    cited = tuple(dict.fromkeys(f.citation for f in fresh))
    return (Frightened(frights=tuple(fresh), citations=cited),)


def _counted(state: State, frights: list[Fright]) -> list[Fright]:
    """One test for each character, however many reasons, unless the table wants one for each. MM-R68."""
    order = {who.id: number for number, who in enumerate(state.characters)}
    frights = sorted(frights, key=lambda f: order[f.character])
    if state.house.choice("morale-tests-per-event") == "one-per-trigger":
        return frights
    due = {f.character for f in state.frights}
    found: dict[str, Fright] = {}
    for fright in frights:
        if fright.character not in due:
            found.setdefault(fright.character, fright)
    return list(found.values())


def may_test(who: Character) -> bool:
    """The dead, the incapacitated and those who run already do not test. MM-R68."""
    return who.able and not running([who.courage])


def _members(state: State, squad: Squad, but: str | None = None) -> Iterable[Character]:
    return (c for c in state.living(squad.side) if c.squad == squad.id and c.id != but and may_test(c))


def _killed_nearby(state: State, before: State, victim: str) -> list[Fright]:
    """A friend killed within 2 in. MM-9.4.4."""
    fallen = before.character(victim)
    reason = f"{fallen.name} killed close by"
    found: list[Fright] = []
    for who in state.living(fallen.side):
        inches = field.distance(state, who.id, victim)
        if who.id != victim and inches is not None and inches <= NUMBERS.friend_killed and may_test(who):
            found.append(Fright(who.id, reason, "MM-9.4.4"))
    return found


def _leader(state: State, before: State, squad: Squad) -> list[Fright]:
    """The squad's leader killed, or running since now. MM-9.4.3, MM-R68, MM-R70."""
    if squad.leader is None or (was := before.find(squad.leader)) is None:
        return []
    now = state.character(squad.leader)
    killed = was.life is Life.ALIVE and now.life is Life.DEAD
    flees = not running([was.courage]) and running([now.courage]) and now.alive
    if not (killed or flees):
        return []
    reason = f"leader {now.name} {'killed' if killed else 'runs'}"
    return [Fright(who.id, reason, "MM-9.4.3") for who in _members(state, squad, now.id)]


def _dead(characters: tuple[Character, ...]) -> Mapping[str | None, int]:
    """How many have died, by squad."""
    return Counter(who.squad for who in characters if who.life is Life.DEAD)


def _quarter(state: State, squad: Squad, were_dead: int, are_dead: int) -> list[Fright]:
    """A quarter, half or three quarters of the squad dead. MM-9.4.5, MM-R68."""
    if not crosses_quarter(squad.strength, were_dead, are_dead):
        return []
    reason = f"{are_dead} of {squad.strength} killed"
    return [Fright(who.id, reason, "MM-9.4.5") for who in _members(state, squad)]


def take_tests(course: Course) -> None:
    """All Morale Tests that are due, in squad order. MM-9.4.2, MM-R93."""
    for fright in course.state.frights:
        who = course.state.character(fright.character)
        if fright not in course.state.frights:
            continue
        penalties = body_penalties(course.state, who, action=False)
        test, courage = morale_test(who.traits.morale, course.chance, penalties, course.helps(who))
        course.happen(
            MoraleTested(
                character=who.id,
                reason=fright.reason,
                roll=test,
                courage=courage if courage is not Courage.STEADY else _unshaken(who),
                citations=("MM-9.4.2", fright.citation),
            )
        )


def _unshaken(who: Character) -> Courage:
    """A passed test leaves a shaken man as he was: his move away is still due. MM-9.01.3."""
    return who.courage


def rally(course: Course, who: Character) -> None:
    """At the end of his go a running man may test again, each time at one more. MM-9.4.6, MM-9.4.7, MM-R69, MM-R71."""
    penalties = body_penalties(course.state, who, action=False)
    test, courage = morale_test(
        who.traits.morale, course.chance, penalties, course.helps(who), who.failed_rallies, "rally"
    )
    course.happen(
        MoraleTested(
            character=who.id,
            reason="rally",
            roll=test,
            courage=after_rally(who.courage, courage),
            rally=True,
            citations=("MM-9.4.6", "MM-9.4.7"),
        )
    )
