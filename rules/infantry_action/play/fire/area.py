"""Off-table fire where it falls: a total of its own over everybody in the area. IA-off.one-target-group"""

from __future__ import annotations

from rules.infantry_action.book.fire import Targeted, Volley, fire_on
from rules.infantry_action.course import Course
from rules.infantry_action.events.fire import FireResolved, GroupDie
from rules.infantry_action.figures import Figure, Life
from rules.infantry_action.groups import Group
from rules.infantry_action.play.fire.targets import GroupStruck, as_target, diced, hittable, mark_of
from rules.infantry_action.play.support.falling import Barrage
from rules.infantry_action.state import State


def _under_shells(state: State) -> tuple[Figure, ...]:
    """Shells ask nobody whether he is a prisoner. IA-pris.reaction"""
    return tuple(man for man in state.figures if man.fit or (man.life is Life.PRISONER and man.at is not None))


def on_area(course: Course, before: State, barrage: Barrage) -> None:
    """A total of its own over everybody in the area. IA-off.one-target-group, IA-R079, IA-R080"""
    men = [
        man
        for man in _under_shells(before)
        if (at := before.position(man)) is not None and barrage.covers(at) and hittable(before, man)
    ]
    groups = tuple(
        dict.fromkeys(
            man.group
            for man in _under_shells(before)
            if (at := before.position(man)) is not None and barrage.covers(at)
        )
    )
    if not groups:
        return
    nothing = GroupStruck(Group("", "", ""))
    target = Targeted(
        (Volley(barrage.mission.id, (), support=barrage.multiple),),
        tuple(mark_of(before, man, nothing) for man in men),
    )
    result = fire_on(target, course.chance, course.house)
    if result is None:
        return
    course.happen(
        FireResolved(
            target="",
            total=result.total,
            by=(),
            dice=tuple(GroupDie(die.group, die.score, die.counts) for die in result.dice),
            hits=result.hits.number if men else 0,
            needs=result.hits.needs,
            die=result.hits.die,
            groups=groups,
            off_table=True,
            mission=barrage.mission.id,
            citations=("IA-off.one-target-group", "IA-off.effect", "IA-off.area"),
        )
    )
    if men and result.hits.number:
        figures = [as_target(before, man, (barrage.mission.at,), (), frozenset()) for man in men]
        diced(course, before, "", figures, result.hits.number, ())
