"""The events of a scenario file, and what an author hardly meant: events that wait for what cannot come."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from rules.language.naming import folded
from rules.scenario.effects import effects
from rules.scenario.reader import Reader, YamlPath, meant
from rules.scenario.sheet import EventPart
from rules.scenario.triggers import trigger
from rules.script.plan import (
    AllOf,
    AnyOf,
    CallEffect,
    ChoiceEffect,
    Chosen,
    EventPlan,
    Happened,
    Not,
    ObjectiveEffect,
    OnlyCalled,
    ReinforceEffect,
    Script,
    Trigger,
    Turn,
    leaves,
    within,
)

EVENTS: YamlPath = ("events",)


def know_events(reader: Reader) -> None:
    """The keys of all events, so that they may name each other in any order."""
    for index, event in enumerate(reader.listing(EVENTS, "events")):
        key = event.get("key") if isinstance(event, dict) else None
        if isinstance(key, str):
            if key in reader.events:
                reader.fault((*EVENTS, index, "key"), f"there are two events “{key}”")
            reader.events.append(key)


def script(reader: Reader, turn_limit: int | None) -> Script:
    """The script, without the names of who is who. Empty when something in it is faulty."""
    listed = reader.listing(EVENTS, "events")
    read = [_event(reader, (*EVENTS, index)) for index in range(len(listed))]
    plans = [plan for plan in read if plan is not None]
    if len(plans) < len(listed):
        return Script()
    _options_are_there(reader, plans)
    _objectives_are_given(reader, plans)
    _reserves_come(reader, plans)
    _events_can_come(reader, plans, turn_limit)
    try:
        return Script(events=tuple(plans))
    except ValidationError as error:
        reader.invalid(error, EVENTS)
        return Script()


def _event(reader: Reader, path: YamlPath) -> EventPlan | None:
    part = reader.read(EventPart, path)
    when = trigger(reader, (*path, "when"))
    does = effects(reader, (*path, "effects"))
    if part is None or when is None or does is None:
        return None
    try:
        return EventPlan(key=part.key, title=part.title, when=when, once=part.once, effects=does)
    except ValidationError as error:
        reader.invalid(error, path)
        return None


# ── What events say of each other ─────────────────────────────────────────────────────────────────────────────────


def _options_are_there(reader: Reader, plans: list[EventPlan]) -> None:
    labels = {
        plan.key: [
            o.label for effect in within(plan.effects) if isinstance(effect, ChoiceEffect) for o in effect.options
        ]
        for plan in plans
    }
    for index, plan in enumerate(plans):
        for leaf in leaves(plan.when):
            if isinstance(leaf, Chosen) and folded(leaf.option) not in map(folded, labels[leaf.event]):
                there = meant(leaf.option, labels[leaf.event])
                message = f"the event “{leaf.event}” puts no option “{leaf.option}” to anybody{there}"
                reader.fault(_line_of(reader, (*EVENTS, index, "when"), leaf.option), message)


def _line_of(reader: Reader, path: YamlPath, text: str) -> YamlPath:
    """Where in that part a text stands."""
    return next((where for where in _paths(reader, path) if reader.at(where) == text), path)


def _paths(reader: Reader, path: YamlPath) -> Iterator[YamlPath]:
    return (where for where in reader.marked.lines if where[: len(path)] == path)


def _objectives_are_given(reader: Reader, plans: list[EventPlan]) -> None:
    objectives = [
        (i, e) for i, plan in enumerate(plans) for e in within(plan.effects) if isinstance(e, ObjectiveEffect)
    ]
    given = {objective.key for _, objective in objectives if objective.text}
    for index, objective in objectives:
        if objective.key not in given:
            where = _line_of(reader, (*EVENTS, index, "effects"), objective.key)
            reader.fault(where, f"no event says in words what the objective “{objective.key}” is")


def _reserves_come(reader: Reader, plans: list[EventPlan]) -> None:
    brought = {
        force
        for plan in plans
        for effect in within(plan.effects)
        if isinstance(effect, ReinforceEffect)
        for force in effect.forces
    }
    for key, force in reader.forces.items():
        if force.reserve and key not in brought:
            reader.warn(("sides", force.side, "forces", key), f"no event brings the reserve “{key}” in")


def _events_can_come(reader: Reader, plans: list[EventPlan], turn_limit: int | None) -> None:
    """An event can come when its trigger can be fulfilled by what may happen, or another event that can come calls
    it. One that is only called by the GM can come, too."""
    can: set[str] = set()
    while True:
        called = {
            effect.event
            for plan in plans
            if plan.key in can
            for effect in within(plan.effects)
            if isinstance(effect, CallEffect)
        }
        more = {plan.key for plan in plans if plan.key in called or _may_come(plan.when, can, turn_limit)}
        if more <= can:
            break
        can |= more
    for index, plan in enumerate(plans):
        if plan.key not in can:
            where = (*EVENTS, index, "when")
            reader.warn(where, f"nothing can bring “{plan.key}” about but the GM, who may call every event")


def _may_come(when: Trigger, can: set[str], turn_limit: int | None) -> bool:
    match when:
        case AllOf():
            return all(_may_come(part, can, turn_limit) for part in when.of)
        case AnyOf():
            return any(_may_come(part, can, turn_limit) for part in when.of)
        case Not():
            return True
        case Turn():
            return turn_limit is None or when.turn <= turn_limit
        case Happened() | Chosen():
            return when.event in can
        case OnlyCalled():
            return True
        case _:
            return turn_limit is None or when.from_turn is None or when.from_turn <= turn_limit
