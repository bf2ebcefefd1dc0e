"""Slash commands made from the rule sets' actions: a new action appears in Discord without another line.

Each rule set has a group of its own (`/bg fire`, `/mm fire`), in which chapters have their rooms, and one beside it for
the umpire's actions (`/bg-umpire place`), which players are not shown.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Optional, TypeAlias

from discord import app_commands

from bot.actions.groups import MOST_CHOICES, MOST_OPTIONS, CommandChapter, grouped
from bot.talk.command_names import UMPIRE, Verb
from bot.talk.errors import guarded, quietly
from bot.talk.say import Interaction
from bot.talk.text import clip
from rules.kernel.action import Action, FieldSpec, Kind, Role, fields_of
from rules.seam.ruleset import AnyRuleSet

Given: TypeAlias = dict[str, str | int | float | bool]
"""What was filled in, by the field's name."""
Completer: TypeAlias = Callable[[Interaction, FieldSpec, str], Awaitable[list[app_commands.Choice[str]]]]

COMPLETED = frozenset({Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE, Kind.PLACE, Kind.EVENT, Kind.UNTIL})
MORE = "more"
"""The option that takes what 25 options have no room for, as name=value, separated by semicolons."""


MOVED: Mapping[str, str] = {"whisper": "gm whisper", "call-event": "gm event", "declare-end": "battle end"}
"""Verbs of the umpire that have one place for all books, and the path of the command there."""
UMPIRES_WORDS: Mapping[str, str] = {"character": "figure"}
"""What a field is called in the umpire's commands, where a book has a word of its own for the players'."""


Order: TypeAlias = Callable[[Interaction, Verb, Given], Awaitable[None]]
"""Carries an order out: the interaction, the verb, what was filled in."""


def verbs(rules: AnyRuleSet) -> tuple[Verb, ...]:
    """What people may ask for under a rule set: the players' actions, then the umpire's, in the rule set's order."""
    asked = [model for model in rules.battle.action_types() if model.role in (Role.PLAYER, Role.UMPIRE)]
    return tuple(_verb(rules.key, model) for model in sorted(asked, key=lambda model: model.role is Role.UMPIRE))


def _verb(rules: str, model: type[Action]) -> Verb:
    specs = sorted(fields_of(model), key=lambda spec: (not spec.required, spec.fact))
    room = MOST_OPTIONS if len(specs) <= MOST_OPTIONS else MOST_OPTIONS - 1
    return Verb(rules, model, tuple(specs[:room]), tuple(specs[room:]))


def groups(rules: AnyRuleSet, order: Order, complete: Completer) -> list[app_commands.Group]:
    """The groups of a rule set's commands: what is done every turn, the umpire's room, the chapters'."""
    rooms: dict[str, list[app_commands.Command[Any, ..., None]]] = {"": [], UMPIRE: []}
    for verb in verbs(rules):
        rooms.setdefault(verb.chapter, []).append(command(verb, order, complete))
    title = clip(rules.title, 70)
    abouts = {"": title, UMPIRE: f"{title}: the umpire's word (GMs only)"}
    chapters = [
        CommandChapter(
            name, abouts.get(name, f"{title}: {clip(name, 28)}"), tuple(made), gms=name.partition("-")[0] == UMPIRE
        )
        for name, made in rooms.items()
        if made
    ]
    return grouped(rules.group, title, chapters)


def command(verb: Verb, order: Order, complete: Completer) -> app_commands.Command[Any, ..., None]:
    """The slash command of a verb."""

    async def give(interaction: Interaction, **options: str | float | bool | None) -> None:
        await order(interaction, verb, given_of(options))

    callback: Any = guarded(give)
    parameters = [inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Interaction)]
    parameters += [_parameter(spec) for spec in verb.options]
    descriptions = {spec.name: clip(_described(spec), 100) for spec in verb.options}
    if verb.left_out:
        parameters.append(_optional(MORE, str))
        descriptions[MORE] = clip("name=value; … of: " + ", ".join(spec.name for spec in verb.left_out), 100)
    callback.__signature__ = inspect.Signature(parameters)
    callback = app_commands.describe(**descriptions)(callback) if descriptions else callback
    offered = {
        spec.name: [app_commands.Choice(name=clip(choice, 100), value=choice) for choice in spec.choices]
        for spec in verb.options
        if 0 < len(spec.choices) <= MOST_CHOICES and not spec.many
    }
    callback = app_commands.choices(**offered)(callback) if offered else callback
    callback = app_commands.rename(**renamed)(callback) if (renamed := _renamed(verb)) else callback
    elsewhere = MOVED.get(verb.name, "")
    summary = f"Use /{elsewhere} instead, as in every book" if elsewhere else verb.summary
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=verb.name, description=summary, callback=callback, extras={"verb": verb}
    )
    made.guild_only = True
    for spec in verb.options:
        if spec.name not in offered and (spec.kind in COMPLETED or spec.choices):
            made.autocomplete(spec.name)(_completion(spec, complete))
    return made


def _renamed(verb: Verb) -> dict[str, str]:
    if verb.action.role is not Role.UMPIRE:
        return {}
    return {spec.name: UMPIRES_WORDS[spec.name] for spec in verb.options if spec.name in UMPIRES_WORDS}


def given_of(options: Mapping[str, object]) -> Given:
    """What was filled in; `more` taken apart. Options left empty are not there."""
    given: Given = {}
    for name, value in options.items():
        if name == MORE and isinstance(value, str):
            for part in value.split(";"):
                key, _, word = part.partition("=")
                if key.strip():
                    given[key.strip()] = word.strip()
        elif isinstance(value, str | int | float | bool):
            given[name] = value
    return given


def _completion(
    spec: FieldSpec, complete: Completer
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    async def completion(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await quietly(complete(interaction, spec, current))

    return completion


def _parameter(spec: FieldSpec) -> inspect.Parameter:
    kind: Any = str if spec.many else spec.type
    if kind in (int, float) and (spec.minimum is not None or spec.maximum is not None):
        low, high = (None if bound is None else kind(bound) for bound in (spec.minimum, spec.maximum))
        kind = app_commands.Range[kind, low, high]
    if spec.required:
        return inspect.Parameter(spec.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind)
    return _optional(spec.name, kind)


def _optional(name: str, kind: Any) -> inspect.Parameter:
    # Optional[…], not `… | None`: discord.py's Range is no type that | knows.
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=None,
        annotation=Optional[kind],  # noqa: UP045
    )


def _described(spec: FieldSpec) -> str:
    unit = f" ({spec.unit})" if spec.unit and spec.unit not in spec.description else ""
    many = "; several with commas" if spec.many else ""
    return f"{spec.description[:1].upper()}{spec.description[1:]}{unit}{many}" or spec.name
