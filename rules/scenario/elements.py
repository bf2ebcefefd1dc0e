"""The vehicles, guns, bases and animals of a scenario's force, and the keys by which events name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.scenario.reader import Reader, YamlPath
from rules.scenario.sheet import ElementPart
from rules.seam.forces import ElementPlan, ElementType, UnitPlan

WHAT = "vehicle, gun, base or animal"


def own_keys(plan: UnitPlan) -> tuple[str, ...]:
    """What those of an organisation are called: by their type, the second of a type with a 2 behind it."""
    seen: Counter[str] = Counter()
    keys: list[str] = []
    for element in plan.elements:
        seen[element.type.key] += 1
        count = seen[element.type.key]
        keys.append(element.type.key if count == 1 else f"{element.type.key}-{count}")
    return tuple(keys)


def with_elements(reader: Reader, plan: UnitPlan, path: YamlPath) -> tuple[UnitPlan, tuple[str, ...]]:
    """The unit with the elements that the file writes out, instead of its organisation's own; and their keys."""
    where = (*path, "elements")
    if reader.at(where) is None:
        return plan, own_keys(plan)
    listed = reader.mapping(where, "elements")
    first = max((figure.number for figure in plan.figures), default=0) + 1
    found: list[ElementPlan] = []
    seated: set[int] = set()
    for number, key in enumerate(listed, start=first):
        reader.require_key(key, (*where, key), "an element")
        if key.isdecimal():
            reader.fault((*where, key), f"“{key}” would be a figure's number; give it a name")
        element = _element(reader, plan, number, seated, (*where, key))
        if element is not None:
            found.append(element)
    if len(found) < len(listed):
        found = []
    return replace(plan, elements=tuple(found)), tuple(listed)


def _element(reader: Reader, plan: UnitPlan, number: int, seated: set[int], path: YamlPath) -> ElementPlan | None:
    value = reader.at(path)
    part = reader.read(ElementPart, path, {"type": value} if isinstance(value, str) else value)
    types = {each.key: each for each in reader.rules.forces.elements}
    if part is None or not reader.known(part.type, types, path if isinstance(value, str) else (*path, "type"), WHAT):
        return None
    crew = tuple(_crew(reader, part, types[part.type], plan, seated, (*path, "crew")))
    return ElementPlan(number, types[part.type], part.name or "", crew)


def _crew(
    reader: Reader, part: ElementPart, kind: ElementType, plan: UnitPlan, seated: set[int], path: YamlPath
) -> Iterator[tuple[str, int]]:
    """Who has which place: figures of the force by their numbers, each in one place."""
    own = {figure.number for figure in plan.figures}
    for place, given in part.crew.items():
        where = (*path, place)
        if not reader.known(place, dict.fromkeys(kind.places), where, "place"):
            continue
        numbers: Sequence[int] = [given] if isinstance(given, int) else given
        if len(numbers) > (room := kind.places.count(place)):
            reader.fault(where, f"{kind.title} has room for {room} as {place}, not for {len(numbers)}")
        for number in numbers:
            if number not in own:
                reader.fault(where, f"the force has no figure number {number}")
            elif number in seated:
                reader.fault(where, f"figure {number} has two places")
            seated.add(number)
            yield place, number
