"""Groups that part and join, at the start of a period. IA-R158

A part is made at once, so that it can be given an order of its own in the same period; the other side is shown the
group as it was until both sides' orders are opened (`knowledge.as_shown`). Two groups become one at the opening.
"""

from __future__ import annotations

from rules.infantry_action.actions.movement import Join, Split
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import GroupJoined, GroupParted
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.play.command.reach import require_reach
from rules.infantry_action.play.command.writing import require_own, require_written_for
from rules.infantry_action.play.movement.order_judging import JudgedOrder
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import between

NEAR = 30.0
"""Metres within which every man of either group has one of the other."""


def judge_split(state: State, action: Split, by: Actor) -> list[Event]:
    """The men who go are a group of their own, with the order, the reaction and the memory of the whole. Every part
    needs a man; crews stay with their vehicles. Raises RuleViolation. IA-R158, IA-reaction.split-memory"""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    require_reach(state, group)
    fit = {man.id: man for man in state.men(group.id)}
    going = tuple(dict.fromkeys(action.figures))
    if any(id_ not in fit for id_ in going):
        raise RuleViolation(
            Why.UNKNOWN_FIGURE, f"Not all of these are in {group.name}.", remedy="Choose fit men of that one group."
        )
    if len(going) == len(fit):
        raise RuleViolation(
            "nobody-left", f"Nobody would be left of {group.name}.", citation="IA-R158", remedy="Leave a man behind."
        )
    crew = next((fit[id_] for id_ in going if fit[id_].aboard is not None and fit[id_].place != "passenger"), None)
    if crew is not None:
        raise RuleViolation(
            Why.CREW,
            f"{crew.name} is crew of his vehicle.",
            citation="IA-R158",
            remedy="Split off men who are on foot.",
        )
    new = part_of(state, group, action.called)
    gone = set(going)
    guns = tuple(
        gun.id for gun in state.guns_of(group.id) if (served := state.crew(gun.id)) and {m.id for m in served} <= gone
    )
    return [
        GroupParted(
            group=group.id,
            new=new,
            figures=going,
            guns=guns,
            audience=(side,),
            citations=("IA-R158", "IA-reaction.split-memory"),
        )
    ]


def part_of(state: State, group: Group, called: str) -> Group:
    """A new group of men of that one, with what it remembers. IA-R158"""
    number = next(n for n in range(2, 1000) if state.find_group(f"{group.id}-{n}") is None)
    return replace(
        group,
        id=f"{group.id}-{number}",
        name=called or f"{_whole(state, group)}, part {_next(state, group)}",
        kind="infantry" if group.kind == "vehicle" else group.kind,
        parted_from=group.id,
        parted_in=state.period,
    )


def _whole(state: State, group: Group) -> str:
    """The name of what it was split off from; of a part of a part that of the whole. IA-R158"""
    while group.parted_from and (before := state.find_group(group.parted_from)) is not None:
        group = before
    return group.name


def _next(state: State, group: Group) -> int:
    """The next number among the parts of one whole, whatever these are called."""
    whole = _whole(state, group)
    names = {each.name for each in state.groups}
    return next(n for n in range(2, 1000) if f"{whole}, part {n}" not in names)


def judge_join(state: State, action: Join, by: Actor) -> JudgedOrder:
    """Written like an order: at the opening the one group becomes part of the other. Raises RuleViolation. IA-R158"""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    other = require_own(state, side, action.other)
    touch = require_reach(state, group)
    if group.id == other.id:
        raise RuleViolation("same-group", f"{group.name} is one group.", remedy="Name two different groups.")
    found = _join_bar(state, group, other)
    if found is not None:
        raise found
    written = state.draft_of(group.id) or group.order or GroupOrder()
    others = tuple(task for task in written.tasks if task.kind != "join")
    order = replace(written, tasks=(*others, Task("join", other.id)), given=state.period)
    return JudgedOrder(side, group, order, touch)


def _join_bar(state: State, group: Group, other: Group) -> RuleViolation | None:
    if state.vehicles_of(group.id) or state.vehicles_of(other.id):
        return RuleViolation(
            "vehicle",
            "A vehicle with its crew stays a group of its own.",
            citation="IA-units.group",
            remedy="Let the men enter the vehicle instead.",
        )
    if not (_close(state, group, other) and _close(state, other, group)):
        return RuleViolation(
            "too-far",
            f"{group.name} and {other.name} are more than {NEAR:.0f} m apart.",
            citation="IA-R158",
            remedy="Bring every man to within 30 m of the other group first.",
        )
    return None


def _close(state: State, ones: Group, others: Group) -> bool:
    """Whether each man of the one has a man of the other near."""
    places = [at for man in state.men(others.id) if (at := state.position(man)) is not None]
    return bool(places) and all(
        (at := state.position(man)) is not None and min(between(at, place) for place in places) <= NEAR + 1e-6
        for man in state.men(ones.id)
    )


def join_up(course: Course) -> None:
    """What was written to join does so, before anybody moves. IA-R158, IA-reaction.merge-memory"""
    for id_, order in course.state.drafts:
        for task in order.tasks:
            state = course.state
            group, other = state.find_group(id_), state.find_group(task.subject)
            if task.kind != "join" or group is None or other is None or not any(state.men(id_)):
                continue
            if not any(state.men(other.id)) or _join_bar(state, group, other) is not None:
                continue
            course.happen(
                GroupJoined(
                    group=id_,
                    other=other.id,
                    audience=(group.side,),
                    citations=("IA-R158", "IA-reaction.merge-memory"),
                )
            )
