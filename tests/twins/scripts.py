"""What a scenario's script can hide under any rule set: its events, what it tells one side, secret aims, reserves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.script.actions import CallEvent, Whisper
from rules.script.plan import (
    Branch,
    EventPlan,
    ObjectiveEffect,
    PostEffect,
    ReinforceEffect,
    RollEffect,
    Script,
    Turn,
)
from rules.script.state import Staged
from rules.seam.forces import Muster, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.script.patrol import RULES, Rest, Tell, unit
from tests.twins.twin import Decision, Hiding, Secret

SIDES = ("blue", "red")
RESERVES = (unit("unit-3", "blue", 2),)


def _plans() -> Iterator[EventPlan]:
    yield EventPlan(key="news", title="News", when=Turn(turn=1), effects=(PostEffect(text="Smoke", to=("red",)),))
    for side in SIDES:
        aim = ObjectiveEffect(key=f"hold {side}", text=f"{side} holds the mill", to=(side,))
        yield EventPlan(key=f"aim-{side}", title=f"Aim of {side}", when=Turn(turn=1), effects=(aim,))
        won = ObjectiveEffect(key=f"hold {side}", state="achieved")
        yield EventPlan(key=f"done-{side}", title=f"{side} has it", when=Turn(turn=3), effects=(won,))
    roll = RollEffect(
        what="weather", to=("blue",), branches=(Branch(faces=(1, 3), effects=()), Branch(faces=(4, 6), effects=()))
    )
    yield EventPlan(key="roll", title="Roll", when=Turn(turn=2), effects=(roll,))
    yield EventPlan(key="help", title="Help comes", when=Turn(turn=4), effects=(ReinforceEffect(forces=("bravo",)),))


class Battle:
    """A patrol in which turns pass, and the umpire calls events and whispers."""

    def __init__(self, seed: int) -> None:
        self.pick, self.key, self.number = random.Random(seed), f"patrol {seed}".encode(), 0
        self.decisions: list[Decision] = []
        self.state: Staged[Any] = RULES.battle.blank()
        sides = tuple(MusterSide(side, side.title(), (_squad(n, side),)) for n, side in enumerate(SIDES, 1))
        script = Script(events=tuple(_plans()), refs=(("bravo", "unit-3"),))
        call = Muster("Patrol", sides, None, script=script.model_dump_json(), reserves=RESERVES)
        self.happen(None, UMPIRE, RULES.battle.muster(call, Seeded(self.key, 0)))

    def happen(self, action: Action | None, by: Actor, events: Any) -> None:
        before, found = self.state, tuple[Event, ...](events)
        self.state = RULES.battle.fold(found, before)
        self.decisions.append(Decision(before, action, by, found, self.state))

    def step(self) -> bool:
        action, by = RULES.battle.proceed(self.state), ENGINE
        if action is None:
            action, by = self.pick.choice(
                (
                    (Tell(what="turn"), UMPIRE),
                    (Rest(), Actor.player("blue")),
                    (Whisper(side=self.pick.choice(SIDES), text="Look out"), UMPIRE),
                    (CallEvent(event=self.pick.choice(("news", "roll")), again=True), UMPIRE),
                )
            )
        self.number += 1
        try:
            self.happen(action, by, RULES.battle.decide(self.state, action, by, Seeded(self.key, self.number)))
        except RuleViolation:
            assert by is UMPIRE
        return self.number < 40


def _squad(number: int, side: str) -> MusterUnit:
    return unit(f"unit-{number}", side, 4)


def script(state: Staged[Any], viewer: Viewer, dice: random.Random) -> Staged[Any] | None:
    """What has not happened yet is something else."""
    happened = {each.event for each in state.occurrences}
    other = PostEffect(text="Something else")
    changed = tuple(
        each if each.key in happened else replace_plan(each, title="Another", effects=(other,))
        for each in state.script.events
    )
    made = state.script.model_copy(update={"events": changed})
    return replace(state, script=made) if changed != state.script.events else None


def replace_plan(plan: EventPlan, **changes: Any) -> EventPlan:
    return plan.model_copy(update=changes)


def aims(state: Staged[Any], viewer: Viewer, dice: random.Random) -> Staged[Any] | None:
    """The others are to do something else, and have done it or not."""
    found = [each for each in state.objectives if each.to is not None and viewer.side not in each.to]
    if not found:
        return None
    changed = tuple(
        each.model_copy(update={"text": "Take the bridge", "state": "failed"}) if each in found else each
        for each in state.objectives
    )
    return replace(state, objectives=changed)


def reserves(state: Staged[Any], viewer: Viewer, dice: random.Random) -> Staged[Any] | None:
    """Others are held back, or nobody."""
    return replace(state, reserves=()) if state.reserves else None


def words(state: Staged[Any], viewer: Viewer) -> list[str]:
    return ["unit-3", "Unit-3", "nobody", "news", "Help comes"]


HIDING = Hiding(
    "script",
    RULES,
    Battle,
    (
        Secret(
            "script",
            script,
            frozenset({"ScriptOpened", "ScriptedEventBegan", "ScriptRolled", "EffectFailed", "Posted"}),
        ),
        Secret("aims", aims, frozenset({"ObjectiveSet"})),
        Secret("reserves", reserves, frozenset()),
        Secret("whispers", None, frozenset({"Whispered"})),
    ),
    words,
    (*map(Viewer, SIDES), PUBLIC),
)
