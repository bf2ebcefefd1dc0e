"""Who takes prisoners to the rear, and their way there. IA-pris.handling, IA-R117"""

from __future__ import annotations

from collections.abc import Mapping

from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import GroupParted
from rules.infantry_action.events.reaction import EscortNamed, PrisonersWalked
from rules.infantry_action.figures import Figure, Life, Point
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.ground.clearing import clear_places, make_room
from rules.infantry_action.state import State
from rules.table.measure import bearing, between, on_edge, step

REACH = 30.0
"""Metres within which a man can be told to take prisoners over."""
_APART = 4.0
"""Metres behind their escort at which prisoners walk, and between them."""


def escort(course: Course, orders: Mapping[str, GroupOrder]) -> None:
    """Prisoners walk with whoever takes them; new escorts are told off for the periods to come."""
    _walk(course)
    for group, order in orders.items():
        for task in order.tasks:
            if task.kind == "escort":
                _name(course, group, task)


def captives(state: State, group: Group) -> tuple[Figure, ...]:
    """The men of a group of prisoners who are on the table."""
    return tuple(
        man for man in state.figures if man.group == group.id and man.life is Life.PRISONER and man.at is not None
    )


def captured_near(state: State, group: Group, subject: str = "") -> Group | None:
    """Prisoners without an escort beside a group of their captors: those named, else the nearest."""
    men = [man for man in state.men(group.id) if man.on_foot]
    found: list[tuple[float, Group]] = []
    for each in state.groups:
        if (
            each.kind != "prisoners"
            or each.side == group.side
            or _escorted(state, each)
            or subject not in ("", each.id)
        ):
            continue
        metres = min((between(m.at, c.at) for m in men for c in captives(state, each) if m.at and c.at), default=999.0)
        if metres <= REACH:
            found.append((metres, each))
    return min(found, key=lambda pair: pair[0])[1] if found else None


def _escorted(state: State, prisoners: Group) -> bool:
    """Whoever has fallen or is taken himself is no escort any more."""
    man = state.find(prisoners.escort)
    return man is not None and man.fit


def _name(course: Course, group_id: str, task: Task) -> None:
    """The man leaves his group, unless he is all of it, and goes to his own base line from the next period on."""
    state = course.state
    group = state.group(group_id)
    prisoners = captured_near(state, group, task.subject)
    men = [man for man in state.men(group_id) if man.on_foot and task.figure in ("", man.id)]
    if prisoners is None or not men:
        return
    where = [man.at for man in captives(state, prisoners) if man.at is not None]
    man = min(men, key=lambda man: (man.rank.level, man.serves is not None, _metres(man, where)))
    course.happen(
        EscortNamed(
            group=prisoners.id,
            escort=man.id,
            audience=who_see_any(state, group_id, prisoners.id),
            citations=("IA-pris.handling", "IA-R117"),
        )
    )
    if sum(1 for _ in state.men(group_id)) < 2:
        return
    ids, names = {each.id for each in state.groups}, {each.name for each in state.groups}
    new = Group(
        _free(f"{prisoners.id}-escort", f"{prisoners.id}-escort{{}}", ids),
        _free(f"Escort of {group.name}", f"Escort {{}} of {group.name}", names),
        group.side,
        order=_home(state, man),
        instructions=group.instructions,
        lost=group.lost,
        hidden=group.hidden,
        average=group.average,
        quality=group.quality,
        saw_flame=group.saw_flame,
    )
    course.happen(
        GroupParted(
            group=group_id,
            new=new,
            figures=(man.id,),
            audience=(group.side,),
            citations=("IA-pris.handling", "IA-reaction.split-memory"),
        )
    )


def _free(first: str, others: str, taken: set[str]) -> str:
    """The first that no group has, numbered from 2 where one before bears it."""
    if first not in taken:
        return first
    return next(each for number in range(2, 1000) if (each := others.format(number)) not in taken)


def _metres(man: Figure, places: list[Point]) -> float:
    return min((between(man.at or at, at) for at in places), default=0.0)


def _home(state: State, man: Figure) -> GroupOrder | None:
    edge = dict(state.board.edges).get(man.side) if state.board is not None else None
    if state.board is None or edge is None or man.at is None:
        return None
    return GroupOrder(Pace.WALK, (on_edge(state.board, man.at, edge),), given=state.period)


def _walk(course: Course) -> None:
    """They go where their escort went in this period, behind him, as near as they have room. IA-R255"""
    for group in course.state.groups:
        state = course.state
        man = state.find(group.escort)
        if group.kind != "prisoners" or man is None or not man.fit or man.at is None or man.doing.moved <= 0:
            continue
        led = captives(state, group)
        behind = [_place(man, man.at, row) for row in range(len(led))]
        places = tuple(
            (each.id, at) for each, at in zip(led, clear_places(state, man.side, man.at, behind), strict=True)
        )
        course.happen(
            PrisonersWalked(
                group=group.id,
                places=places,
                audience=who_see_any(state, group.id),
                citations=("IA-pris.handling", "IA-R117"),
            )
        )
        make_room(course, man.side, (each.id for each in led))


def _place(escort: Figure, at: Point, row: int) -> Point:
    path = escort.doing.path
    ahead = bearing(path[-2], path[-1]) if len(path) > 1 else escort.facing
    behind = step(at, ahead + 180.0, _APART * (1 + row // 2))
    return step(behind, ahead + (90.0 if row % 2 else -90.0), _APART / 2)
