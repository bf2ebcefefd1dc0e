"""A runner: one order, and a man runs to a group that nobody reaches, tells it what to do, and comes back.
IA-orders.communication, IA-R027, IA-R248"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.battle.deed import lawful
from rules.infantry_action.actions.movement import OrderGroup, SendRunner
from rules.infantry_action.book.foot import FOOT, may_double_again, too_heavy
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.book.reaction_results import band_of
from rules.infantry_action.book.speech import hears
from rules.infantry_action.course import Course
from rules.infantry_action.events.movement import GroupJoined, GroupParted
from rules.infantry_action.events.orders import OrderWritten, RunnerFared, RunnerSent
from rules.infantry_action.figures import LONG_AGO, Figure, Point
from rules.infantry_action.groups import Group, GroupOrder, Message
from rules.infantry_action.play.command.reach import awaits_first_order, commander, in_touch, noises
from rules.infantry_action.play.command.writing import require_written_for
from rules.infantry_action.play.movement.finding import found_way
from rules.infantry_action.play.movement.order_judging import read_order
from rules.infantry_action.play.movement.parting import NEAR, part_of
from rules.infantry_action.state import PeriodStep, State
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.seam.asking import Odds, Offer
from rules.table.measure import between, length, toward
from rules.table.scene import Trace

_BESIDE = 3.0
"""Metres from the man he runs to at which he stops."""


@dataclass(frozen=True, slots=True)
class ReadyRunner:
    """A runner who may be sent. `way`: his way to the group as it stands, its start first."""

    side: SideId
    to: Group
    runner: Figure
    order: GroupOrder
    way: tuple[Point, ...]


# ── Sending ───────────────────────────────────────────────────────────────────────────────────────────────────────


def judge_runner(state: State, action: SendRunner, by: Actor) -> ReadyRunner:
    """Raises RuleViolation where the group can be told at once, where a runner is already on his way to it, or where
    nobody near the officer can go. IA-orders.communication, IA-R027, IA-R248"""
    side, group = require_written_for(state, by, PeriodStep.ORDERS, action.unit)
    if in_touch(state, group) is not None or awaits_first_order(group):
        raise RuleViolation(
            "in-touch",
            f"{group.name} can be told at once.",
            citation="IA-orders.communication",
            remedy="Order it yourself.",
        )
    if carried_to(state, group.id) is not None:
        raise RuleViolation(
            "runner-sent",
            f"A runner is on his way to {group.name}.",
            citation="IA-R248",
            remedy="Wait until he is there, or order him back.",
        )
    runner = next(iter(_candidates(state, side, group)), None)
    if runner is None or runner.at is None:
        raise RuleViolation(
            Why.OUT_OF_TOUCH,
            f"Nobody who could run to {group.name} is within speech of your officer.",
            citation="IA-R027",
            remedy="Bring a man on foot within 50 m of him, who serves no gun and is not alone in his group.",
        )
    order, _ = read_order(
        state,
        group,
        OrderGroup(
            unit=group.id,
            pace=action.pace,
            to=action.to,
            facing=action.facing,
            formation=action.formation,
            posture=action.posture,
        ),
    )
    return ReadyRunner(side, group, runner, order, (runner.at, *_towards(state, runner, group)))


def carried_to(state: State, group: str) -> Message | None:
    """What a runner carries to that group, and has not told it yet; whoever has fallen carries nothing."""
    return next((each for each in state.messages if each.to == group and not each.told and runs_yet(state, each)), None)


def runs_yet(state: State, message: Message) -> bool:
    """Whether the runner is still on his feet, and by himself. IA-R248"""
    runner = state.find(message.runner)
    return runner is not None and runner.on_foot and runner.group == message.group


def _candidates(state: State, side: SideId, to: Group) -> list[Figure]:
    """Who stands within speech of the officer and can go: privates first, the unburdened, the nearest."""
    officer, at = commander(state, side), state.anchor(to.id)
    if officer is None or at is None:
        return []
    found = [
        man
        for man in state.fit(side)
        if man.on_foot
        and man.briefed_in == state.period
        and man.id != officer.id
        and man.group != to.id
        and man.serves is None
        and sum(1 for _ in state.men(man.group)) > 1
        and not _bound(state, man)
    ]
    return sorted(
        found,
        key=lambda man: (
            man.group != officer.group,
            man.rank.level,
            bool(_burden(man)),
            round(between(man.at or at, at), 3),
            man.id,
        ),
    )


def _bound(state: State, man: Figure) -> bool:
    bound = state.group(man.group).bound
    return bound.retire or (bound.score is not None and band_of(bound.score).panics)


def _burden(man: Figure) -> str:
    return too_heavy(man.weapons, man.gear, man.charges, share=False)


def send(state: State, ready: ReadyRunner) -> list[Event]:
    """He leaves his group at once; he sets out with the movement of this period."""
    home = state.group(ready.runner.group)
    new = replace(part_of(state, home, _called(state, home)), kind="infantry", order=None, halted=False)
    message = Message(ready.side, ready.runner.id, new.id, ready.to.id, ready.order, home.id, state.period)
    return [
        GroupParted(
            group=home.id, new=new, figures=(ready.runner.id,), audience=(ready.side,), citations=("IA-R158", "IA-R248")
        ),
        RunnerSent(
            side=ready.side, message=message, audience=(ready.side,), citations=("IA-orders.communication", "IA-R027")
        ),
    ]


def _called(state: State, home: Group) -> str:
    """A name that no other group has, and that does not betray to whom he runs."""
    names = {group.name for group in state.groups}
    first = f"Runner of {home.name}"
    return (
        first
        if first not in names
        else next(name for number in range(2, 1000) if (name := f"Runner {number} of {home.name}") not in names)
    )


def preview(state: State, ready: ReadyRunner) -> Odds:
    """Who runs, how far, and when he can be there."""
    metres = length(ready.way)
    periods = max(1, math.ceil(metres / FOOT.pace[Pace.WALK]))
    note = (
        f"{ready.runner.name} runs to {ready.to.name}, {metres:.0f} m: about {counted(periods, 'period')}. "
        f"Until he is there it goes on as it does now."
    )
    return Odds(
        facts=(Fact("reached by", "messenger", Source.MEASURED),),
        notes=(note,),
        traces=(Trace("plan", ready.way, ready.side),),
    )


def offers_of(state: State, side: SideId, unit: str) -> Iterator[Offer]:
    """Where nothing else reaches the group."""
    by = Actor.player(side)
    if state.step is not PeriodStep.ORDERS or not lawful(judge_runner, state, SendRunner(unit=unit, pace="halt"), by):
        return
    for pace in ("drive",) if state.vehicles_of(unit) else ("walk", "crawl"):
        action = SendRunner.draft(unit=unit, pace=pace)
        yield Offer(action, f"Send a runner: {pace}…", needs=("to",), detail="nobody else reaches it")
    yield Offer(SendRunner(unit=unit, pace="halt"), "Send a runner: halt", detail="it stays where he finds it")


# ── Running ───────────────────────────────────────────────────────────────────────────────────────────────────────


def run(course: Course) -> None:
    """At the opening of the orders: who is within speech of his group tells it; the others are told where to run."""
    for message in course.state.messages:
        state = course.state
        runner, to = state.find(message.runner), state.group(message.to)
        if runner is None or not runs_yet(state, message):
            course.happen(_fared(message, "lost"))
        elif not message.told and not any(state.men(to.id)):
            course.happen(_fared(message, "nobody"))
        elif not message.told and _reaches(state, runner, to):
            _tells(course, message, to)
        else:
            _goes_on(course, message, runner)


def _reaches(state: State, runner: Figure, to: Group) -> bool:
    at = runner.at
    return at is not None and any(
        hears(at, there, noises(state)) for man in state.men(to.id) if (there := state.measured(man)) is not None
    )


def _tells(course: Course, message: Message, to: Group) -> None:
    """The group takes the order up in this period, unless it has a newer one."""
    state = course.state
    if state.draft_of(to.id) is None:
        found = found_way(state, to, state.anchor(to.id), message.order.path)
        order = replace(message.order, path=found.path, given=state.period)
        course.happen(
            OrderWritten(side=message.side, group=to.id, order=order, audience=(message.side,), citations=("IA-R027",))
        )
    course.happen(_fared(message, "told"))


def _goes_on(course: Course, message: Message, runner: Figure) -> None:
    """Towards the group that he is to tell, or home, where he joins his own men again."""
    state = course.state
    goal = state.group(message.home if message.told else message.to)
    if not any(state.men(goal.id)):
        course.happen(_fared(message, "lost"))
        return
    if message.told and _near(state, runner, goal):
        course.happen(
            GroupJoined(group=message.group, other=goal.id, audience=(message.side,), citations=("IA-R158", "IA-R248"))
        )
        course.happen(_fared(message, "back"))
        return
    if state.draft_of(message.group) is not None:
        return
    last = None if runner.doubled_in == LONG_AGO else runner.doubled_in
    pace = Pace.DOUBLE if not _burden(runner) and may_double_again(last, state.period) else Pace.WALK
    order = GroupOrder(pace, _towards(state, runner, goal), given=state.period)
    course.happen(OrderWritten(side=message.side, group=message.group, order=order, audience=(message.side,)))


def _near(state: State, runner: Figure, goal: Group) -> bool:
    places = [at for man in state.men(goal.id) if (at := state.position(man)) is not None]
    return runner.at is not None and any(between(runner.at, at) <= NEAR for at in places)


def _towards(state: State, runner: Figure, goal: Group) -> tuple[Point, ...]:
    """To its nearest man as it stands now, by the way that is open."""
    assert runner.at is not None
    places = [at for man in state.men(goal.id) if (at := state.position(man)) is not None]
    nearest = min(places, key=lambda at: (round(between(at, runner.at or at), 3), at))
    short = toward(nearest, runner.at, min(_BESIDE, between(nearest, runner.at)))
    return found_way(state, state.group(runner.group), runner.at, (short,)).path


def _fared(message: Message, what: Literal["told", "nobody", "back", "lost"]) -> RunnerFared:
    return RunnerFared(
        side=message.side,
        runner=message.runner,
        to=message.to,
        what=what,
        audience=(message.side,),
        citations=("IA-R027", "IA-R248"),
    )
