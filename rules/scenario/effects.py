"""What an event brings about: from the file's words to the effects of a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

from pydantic import BaseModel, ValidationError

from rules.kernel.action import Action, FieldSpec, Kind, Role, fields_of
from rules.scenario.reader import Reader, YamlPath
from rules.scenario.sheet import (
    EFFECTS,
    ChoicePart,
    EndPart,
    ObjectivePart,
    PostPart,
    ReinforcePart,
    RollPart,
)
from rules.script.actions import SCRIPT_ACTIONS
from rules.script.plan import (
    Branch,
    CallEffect,
    ChoiceEffect,
    EndEffect,
    ObjectiveEffect,
    Option,
    PostEffect,
    ReinforceEffect,
    RollEffect,
    ScriptEffect,
    ScriptPart,
    UmpireOrder,
)
from rules.seam.ruleset import AnyRuleSet
from rules.table.marked_yaml import Plain

E = TypeVar("E", bound=ScriptPart)
UNITS = (Kind.UNIT, Kind.OWN_UNIT, Kind.ENEMY_UNIT)
_FACES = re.compile(r"\s*(\d{1,2})\s*(?:[-–]\s*(\d{1,2}))?\s*")


@cache
def orders(rules: AnyRuleSet) -> dict[str, type[Action]]:
    """The umpire's verbs of the rule set, which an effect may use."""
    return {
        kind.name(): kind
        for kind in rules.battle.action_types()
        if kind.role is Role.UMPIRE and not issubclass(kind, SCRIPT_ACTIONS)
    }


def effects(reader: Reader, path: YamlPath) -> tuple[ScriptEffect, ...] | None:
    """The effects listed at that path. None when one of them is faulty."""
    listed = reader.listing(path, "effects")
    found = [_effect(reader, (*path, index)) for index in range(len(listed))]
    read = tuple(effect for effect in found if effect is not None)
    return read if len(read) == len(listed) else None


def _effect(reader: Reader, path: YamlPath) -> ScriptEffect | None:
    value = reader.at(path)
    known = (*EFFECTS, "call", *orders(reader.rules))
    if isinstance(value, str):
        value = {value: None}  # a verb that needs nothing
    if not isinstance(value, dict) or len(value) != 1:
        reader.fault(path, "an effect is one word with what it needs, such as “post: …”; several each have a dash")
        return None
    (word,) = value
    where = (*path, word)
    if not reader.known(word, known, where, "effect"):
        return None
    match word:
        case "call":
            return _call(reader, where)
        case "roll":
            return _roll(reader, where)
        case "choice":
            return _choice(reader, where)
        case "post" | "reinforce" | "objective" | "end":
            return _SIMPLE[word](reader, where)
        case _:
            return _order(reader, orders(reader.rules)[word], where)


def _built(reader: Reader, kind: type[E], path: YamlPath, **values: object) -> E | None:
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        reader.invalid(error, path)
        return None


# ── Words, units, objectives, the end ─────────────────────────────────────────────────────────────────────────────


def _post(reader: Reader, path: YamlPath) -> PostEffect | None:
    value = reader.at(path)
    part = reader.read(PostPart, path, {"text": value} if isinstance(value, str) else value)
    if part is None:
        return None
    return _built(reader, PostEffect, path, text=part.text.strip(), to=reader.audience(part.to, (*path, "to")))


def _reinforce(reader: Reader, path: YamlPath) -> ReinforceEffect | None:
    value = reader.at(path)
    short = not isinstance(value, dict)
    part = reader.read(ReinforcePart, path, {"forces": value} if short else value)
    if part is None:
        return None
    where = path if short else (*path, "forces")
    forces = [part.forces] if isinstance(part.forces, str) else part.forces
    for index, force in enumerate(forces):
        here = where if isinstance(part.forces, str) else (*where, index)
        if reader.force(force, here) and not reader.forces[force].reserve:
            reader.fault(here, f"“{force}” is there from the start; write “reserve: true” with it to keep it back")
    at = reader.spot(part.at, (*path, "at"))
    return _built(reader, ReinforceEffect, path, forces=tuple(forces), at=at, facing=part.facing)


def _objective(reader: Reader, path: YamlPath) -> ObjectiveEffect | None:
    part = reader.read(ObjectivePart, path)
    if part is None:
        return None
    to = reader.audience(part.to, (*path, "to"))
    if part.place:
        reader.spot(part.place, (*path, "place"))
    if not all([_somebody(reader, word, (*path, "about", index)) for index, word in enumerate(part.about)]):
        return None
    return _built(
        reader,
        ObjectiveEffect,
        path,
        key=part.key,
        text=part.text.strip(),
        state=part.state,
        to=to,
        place=part.place.strip(),
        secret=part.secret,
        at_end=part.at_end,
        aim=part.aim,
        about=tuple(part.about),
        edge=part.edge,
    )


def _somebody(reader: Reader, word: str, path: YamlPath) -> bool:
    """A force, or one of its figures: "consul", "alpha.3"."""
    return reader.figure(word, path) if "." in word else reader.force(word, path)


def _end(reader: Reader, path: YamlPath) -> EndEffect | None:
    part = reader.read(EndPart, path)
    if part is None:
        return None
    playable = [side.key for side in reader.sides.values() if side.playable]
    if not reader.known(part.winner, [*playable, "draw"], (*path, "winner"), "winner"):
        return None
    return _built(reader, EndEffect, path, winner=None if part.winner == "draw" else part.winner, reason=part.reason)


_SIMPLE: dict[str, Callable[[Reader, YamlPath], ScriptEffect | None]] = {
    "post": _post,
    "reinforce": _reinforce,
    "objective": _objective,
    "end": _end,
}


def _call(reader: Reader, path: YamlPath) -> CallEffect | None:
    word = reader.at(path)
    if not isinstance(word, str):
        reader.fault(path, "“call” needs the key of an event")
        return None
    return CallEffect(event=word) if reader.event(word, path) else None


# ── Dice and choices ──────────────────────────────────────────────────────────────────────────────────────────────


def _roll(reader: Reader, path: YamlPath) -> RollEffect | None:
    part = reader.read(RollPart, path)
    where = (*path, "branches")
    branches = [_branch(reader, faces, (*where, faces)) for faces in reader.mapping(where, "faces of the die")]
    if part is None or None in branches:
        return None
    to = reader.audience(part.to, (*path, "to"))
    return _built(reader, RollEffect, where, sides=part.die, what=part.what, to=to, branches=tuple(branches))


def _branch(reader: Reader, faces: str, path: YamlPath) -> Branch | None:
    match = _FACES.fullmatch(faces)
    inner = effects(reader, path)
    if match is None:
        reader.fault(path, f"“{faces}” are no faces of a die; write “4” or “1-3”")
        return None
    return inner if inner is None else Branch(faces=(int(match[1]), int(match[2] or match[1])), effects=inner)


def _choice(reader: Reader, path: YamlPath) -> ChoiceEffect | None:
    part = reader.read(ChoicePart, path)
    where = (*path, "options")
    listed = reader.mapping(where, "options")
    options = [_option(reader, label, (*where, label)) for label in listed]
    if part is None or None in options or not reader.side(part.side, (*path, "side")):
        return None
    labels = list(listed)
    if part.default is not None and not reader.known(part.default, labels, (*path, "default"), "option"):
        return None
    default = 0 if part.default is None else labels.index(part.default)
    given = {"side": part.side, "question": part.question.strip(), "options": tuple(options), "default": default}
    return _built(reader, ChoiceEffect, where, **given)


def _option(reader: Reader, label: str, path: YamlPath) -> Option | None:
    inner = effects(reader, path)
    return None if inner is None else _built(reader, Option, path, label=label, effects=inner)


# ── The umpire's orders ───────────────────────────────────────────────────────────────────────────────────────────


def _order(reader: Reader, kind: type[Action], path: YamlPath) -> UmpireOrder | None:
    """An action of the umpire, whose units, figures and places the file must know."""
    value = reader.at(path)
    specs = fields_of(kind)
    given: Plain = {} if value is None else value
    if isinstance(given, dict):
        given = {name: _place_words(specs, name, each) for name, each in given.items()}
    action = reader.read(kind, path, given)
    if action is None:
        return None
    good = [_named(reader, spec, action, (*path, spec.name)) for spec in specs]
    if not all(good):
        return None
    return _built(reader, UmpireOrder, path, verb=kind.name(), action=reader.rules.battle.actions.dump(action))


def _place_words(specs: tuple[FieldSpec, ...], name: str, value: Plain) -> Plain:
    """[x, y] is the place that actions write "x,y"."""
    is_place = any(spec.name == name and spec.kind is Kind.PLACE for spec in specs)
    if not is_place or not isinstance(value, list):
        return value
    numbers = [f"{n:g}" for n in value if isinstance(n, int | float)]
    return ",".join(numbers) if len(numbers) == len(value) == 2 else value


def _named(reader: Reader, spec: FieldSpec, action: BaseModel, path: YamlPath) -> bool:
    check = _check_of(reader, spec)
    if check is None:
        return True
    value: object = getattr(action, spec.name)
    if spec.many:
        names = cast("tuple[str, ...]", value)
        return all([check(each, (*path, index)) for index, each in enumerate(names)])
    return value is None or check(str(value), path)


def _check_of(reader: Reader, spec: FieldSpec) -> Callable[[str, YamlPath], bool] | None:
    if spec.kind is Kind.FIGURE:
        return reader.figure
    if spec.kind in UNITS:
        return reader.unit
    if spec.kind is Kind.PLACE:
        return lambda text, path: reader.board_is_faulty or reader.spot(text, path) is not None
    return None
