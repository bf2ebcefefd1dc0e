"""From what a person filled in to an action: names become references, through that person's own view only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from pydantic import ValidationError

from campaigns.errors import Command, Refusal
from rules.book.showing import Value
from rules.kernel.action import Action, FieldSpec, Kind, fields_of
from rules.language.naming import same
from rules.seam.asking import Offer
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View

UNITS = (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT)


def action_type(rules: AnyRuleSet, verb: str) -> type[Action]:
    """Raises Refusal "unknown-action" for a verb of another rule set."""
    found = next((model for model in rules.battle.action_types() if model.name() == verb), None)
    if found is None:
        raise Refusal(
            "unknown-action", f"{rules.title} knows no “{verb}”.", ("See ", Command("help"), " for what there is.")
        )
    return found


def action_of(
    rules: AnyRuleSet, verb: str, given: Mapping[str, Value | tuple[str, ...]], view: View, *, side: str | None = None
) -> Action:
    """The action that was meant. `side` tells a player's own units from the enemy's where names are the same.

    Raises Refusal "unknown-action", "unknown-option" or "unknown-choice": what is wrong and what it takes.
    """
    model = action_type(rules, verb)
    return _whole(model, given, view, side, lambda read: model.model_validate(read))


def filled(offer: Offer, words: Mapping[str, Value], view: View, *, side: str | None = None) -> Action:
    """The offer's action with what its player has filled in. Raises Refusal "unknown-option" or "unknown-choice"."""
    return _whole(type(offer.action), words, view, side, lambda read: offer.filled(**read))


def _whole(
    model: type[Action],
    given: Mapping[str, Value | tuple[str, ...]],
    view: View,
    side: str | None,
    make: Callable[[dict[str, object]], Action],
) -> Action:
    specs = {spec.name: spec for spec in fields_of(model)}
    strange = [name for name in given if name not in specs]
    if strange:
        known = ", ".join(specs) or "none"
        raise Refusal(
            "unknown-option", f"“{model.name()}” has no option {strange[0]!r} in this battle.", f"It takes: {known}."
        )
    read = {name: _read(specs[name], value, view, side) for name, value in given.items()}
    try:
        return make(read)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = next((str(part) for part in reversed(first["loc"]) if part in specs), "")
        raise Refusal(
            "unknown-choice", _fault(specs.get(name), name, first["type"], first["msg"]), _wanted(specs.get(name))
        ) from None


def _read(spec: FieldSpec, value: Value | tuple[str, ...], view: View, side: str | None) -> object:
    if spec.many:
        words = value if isinstance(value, tuple) else words_of(str(value))
        return tuple(reference(spec, word, view, side) for word in words)
    return reference(spec, value, view, side) if isinstance(value, str) else value


_COMMA = re.compile(r",(?!\d)|(?<!\d),")
"""One between two figures without a space belongs to a place: "12.5,30"."""


def words_of(text: str) -> tuple[str, ...]:
    """Several values with commas: "B2, B3", "12.5,30, 14,32".

    >>> words_of("50,7"), words_of("B2,B3, 12.5,30")
    (('50,7',), ('B2', 'B3', '12.5,30'))
    """
    return tuple(word.strip() for word in _COMMA.split(text) if word.strip())


def reference(spec: FieldSpec, word: str, view: View, side: str | None) -> str:
    """The reference of the unit or figure of that name that the viewer knows; anything else as it stands."""
    units = [unit for unit in view.units if _fits(spec.kind, unit.side, side)]
    if spec.kind in UNITS:
        found = {unit.ref for unit in units if same(unit.name, word)}
    elif spec.kind is Kind.FIGURE:
        found = {man.id for unit in units for man in unit.figures if same(man.name, word)}
    else:
        return word
    return found.pop() if len(found) == 1 else word.strip()


def _fits(kind: Kind | None, unit_side: str, side: str | None) -> bool:
    if side is None or kind not in (Kind.OWN_UNIT, Kind.ENEMY_UNIT):
        return True
    return (unit_side == side) == (kind is Kind.OWN_UNIT)


def _fault(spec: FieldSpec | None, name: str, kind: str, message: str) -> str:
    if kind == "missing":
        return f"{name or 'An option'} is missing."
    return f"{name}: {message}." if spec else f"{message}."


def _wanted(spec: FieldSpec | None) -> str:
    if spec is None:
        return "Look at the command's options and try again."
    if spec.choices:
        return f"{spec.name} takes one of: {_listed(spec.choices)}."
    low = f" from {spec.minimum:g}" if spec.minimum is not None else ""
    high = f" to {spec.maximum:g}" if spec.maximum is not None else ""
    what = {int: "a whole number", float: "a number", bool: "yes or no"}.get(spec.type, "text")
    return f"{spec.name} takes {what}{low}{high}{f' ({spec.unit})' if spec.unit else ''}: {spec.description}."


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
