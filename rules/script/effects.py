"""Carrying out an effect: what happens, or why it cannot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import ValidationError

from rules.kernel.action import UMPIRE, Action, Kind, Role, fields_of
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.script.events import (
    ChoicePut,
    EffectFailed,
    ObjectiveSet,
    OrderCarriedOut,
    Posted,
    ReservesCame,
    ScriptedEventBegan,
    ScriptRolled,
)
from rules.script.plan import (
    CallEffect,
    ChoiceEffect,
    EndEffect,
    ObjectiveEffect,
    PostEffect,
    ReinforceEffect,
    RollEffect,
    Script,
    ScriptEffect,
    UmpireOrder,
    within,
)
from rules.script.state import PendingEffect, S, Staged
from rules.script.words import effect_words
from rules.seam.forces import MusterUnit
from rules.seam.ruleset import RuleSet
from rules.seam.stage import Stage

NAMED = (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE)
NOBODY: tuple[str, ...] = ()
"""The audience of what only the umpire may know."""


def carry_out(rules: RuleSet[S], stage: Stage[S], state: Staged[S], due: PendingEffect, chance: Chance) -> list[Event]:
    """The events of the queue's first effect. What the rules refuse becomes an EffectFailed for the umpire."""
    try:
        return _carried_out(rules, stage, state, due, chance)
    except RuleViolation as refusal:
        failed = EffectFailed(
            event=due.event,
            effect=effect_words(due.effect, state.script),
            reason=refusal.message,
            remedy=refusal.remedy,
            audience=NOBODY,
        )
        return [failed]


def _carried_out(
    rules: RuleSet[S], stage: Stage[S], state: Staged[S], due: PendingEffect, chance: Chance
) -> list[Event]:
    match due.effect:
        case PostEffect() as post:
            return [Posted(title=_title(state.script, due.event), text=post.text, audience=post.to)]
        case ObjectiveEffect() as objective:
            return [_objective(state, objective)]
        case RollEffect() as roll:
            die = chance.roll(roll.sides, for_=roll.what or "scenario")
            branch = next((b for b in roll.branches if b.faces[0] <= die <= b.faces[1]), None)
            effects = branch.effects if branch is not None else ()
            return [
                ScriptRolled(
                    what=roll.what,
                    die=die,
                    sides=roll.sides,
                    effects=effects,
                    draws=chance.taken(),
                    audience=roll.to,
                )
            ]
        case ChoiceEffect() as choice:
            return [ChoicePut(choice=choice)]
        case CallEffect() as call:
            return [_called(state, call, due.chain)]
        case ReinforceEffect() as reinforce:
            units = arriving(state, reinforce)
            events = rules.battle.reinforce(state.battle, units, chance)
            return [ReservesCame(units=tuple(unit.id for unit in units)), *events]
        case EndEffect() as end:
            return [
                OrderCarriedOut(verb="end"),
                *rules.battle.decide(state.battle, stage.end(end.winner, end.reason), UMPIRE, chance),
            ]
        case UmpireOrder() as order:
            action = order_of(rules, state.script, order)
            return [OrderCarriedOut(verb=order.verb), *rules.battle.decide(state.battle, action, UMPIRE, chance)]


def rehearse(
    rules: RuleSet[S], stage: Stage[S], state: Staged[S], effects: Sequence[ScriptEffect], chance: Chance
) -> list[str]:
    """Why some of these effects could not be carried out as things are. The chance is thrown away: nothing that it
    shows is told."""
    refused: list[str] = []
    for effect in effects:
        try:
            match effect:
                case UmpireOrder():
                    rules.battle.decide(state.battle, order_of(rules, state.script, effect), UMPIRE, chance)
                case EndEffect():
                    rules.battle.decide(state.battle, stage.end(effect.winner, effect.reason), UMPIRE, chance)
                case ReinforceEffect():
                    rules.battle.reinforce(state.battle, arriving(state, effect), chance)
                case CallEffect():
                    _called(state, effect, ())
                case ObjectiveEffect() if not _is_given_somewhere(state.script, effect.key):
                    _objective(state, effect)
                case _:
                    continue
        except RuleViolation as refusal:
            refused.append(f"Not as things are: {effect_words(effect, state.script)}: {refusal.message}")
    return refused


def _is_given_somewhere(script: Script, key: str) -> bool:
    """Whether an event gives the objective: that it is judged before that is a matter of the battle's course."""
    effects = (effect for event in script.events for effect in within(event.effects))
    return any(isinstance(effect, ObjectiveEffect) and effect.key == key and effect.text for effect in effects)


def order_of(rules: RuleSet[S], script: Script, order: UmpireOrder) -> Action:
    """The umpire's action of an order, with this battle's units in it. Raises RuleViolation for one that cannot be."""
    try:
        action = rules.battle.actions.load(order.action)
    except ValidationError as error:
        raise RuleViolation(
            "bad-order",
            f"The scenario's “{order.verb}” cannot be read: {error.errors()[0]['msg']}.",
            remedy="Correct the scenario; give the order by hand in this battle.",
        ) from None
    if action.role is not Role.UMPIRE:
        raise RuleViolation(
            "bad-order", f"“{order.verb}” is not for the umpire to do.", remedy="Use an action of the umpire."
        )
    changed = {spec.name: _named(script, getattr(action, spec.name)) for spec in fields_of(type(action)) if
               spec.kind in NAMED}  # fmt: skip
    return action.model_copy(update=changed)


def _named(script: Script, value: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
    if value is None:
        return None
    return script.ref(value) if isinstance(value, str) else tuple(script.ref(name) for name in value)


def arriving(state: Staged[S], reinforce: ReinforceEffect) -> tuple[MusterUnit, ...]:
    """The units that come, where the effect puts them. A part that nobody plays in this battle holds up nobody else.
    Raises RuleViolation when one is not there to come."""
    units: list[MusterUnit] = []
    played = [name for name in reinforce.forces if name in dict(state.script.refs)]
    for name in played or reinforce.forces:
        wanted = state.script.ref(name)
        unit = next((unit for unit in state.reserves if unit.id == wanted), None)
        if unit is None:
            raise RuleViolation("not-in-reserve", f"“{name}” is not in reserve, or has come.", remedy="Nothing to do.")
        place = unit.place if reinforce.at is None else reinforce.at
        facing = unit.facing if reinforce.facing is None else reinforce.facing
        units.append(replace(unit, place=place, facing=facing))
    return tuple(units)


def _objective(state: Staged[S], objective: ObjectiveEffect) -> ObjectiveSet:
    given = next((known for known in state.objectives if known.key == objective.key), None)
    if given is None and not objective.text:
        raise RuleViolation(
            "no-objective", f"The objective “{objective.key}” was never given.", remedy="Give it first."
        )
    if given is not None:
        kept = {
            "text": objective.text or given.text,
            "to": objective.to or given.to,
            "place": objective.place or given.place,
            "secret": objective.secret or given.secret,
            "at_end": objective.at_end or given.at_end,
            "aim": objective.aim or given.aim,
            "about": objective.about or given.about,
            "edge": objective.edge or given.edge,
        }
        objective = objective.model_copy(update=kept)
    return ObjectiveSet(objective=objective, new=given is None, audience=objective.to)


def _called(state: Staged[S], call: CallEffect, chain: tuple[str, ...]) -> ScriptedEventBegan:
    plan = state.script.event(call.event)
    if plan is None:
        raise RuleViolation("unknown-event", f"There is no event “{call.event}”.", remedy="Correct the scenario.")
    if plan.once and any(occurrence.event == plan.key for occurrence in state.occurrences):
        raise RuleViolation("has-happened", f"“{plan.title}” has happened already.", remedy="Nothing to do.")
    if plan.key in chain:
        raise RuleViolation("circle", f"“{plan.title}” would call itself.", remedy="Correct the scenario.")
    return ScriptedEventBegan(event=plan.key, title=plan.title, how="event", chain=chain, audience=NOBODY)


def _title(script: Script, key: str) -> str:
    plan = script.event(key)
    return plan.title if plan is not None else key
