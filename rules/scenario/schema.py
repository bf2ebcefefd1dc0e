"""JSON Schema of scenario files, for editors that check a file while it is written. It is wider than the reader: what
the file's parts say of each other only the reader knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from rules.book.house import chosen
from rules.book.showing import Switch
from rules.kernel.action import Kind, fields_of
from rules.kernel.facts import NO, YES
from rules.scenario.effects import orders
from rules.scenario.reader import PLAIN_PART
from rules.scenario.sheet import EFFECTS, LEAVES, ElementPart, EventPart, FilePart, ForcePart, SidePart
from rules.seam.ruleset import AnyRuleSet
from rules.table.board_file import BoardPart

Json: TypeAlias = dict[str, Any]
DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Json = {"type": "string"}
POINT: Json = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}


def schema(rules: AnyRuleSet) -> Json:
    """The schema of the scenario files of one rule set, its umpire's verbs among the effects."""
    part = rules.forces.scenario or PLAIN_PART
    verbs = orders(rules)
    models: list[type[BaseModel]] = [FilePart, SidePart, ForcePart, ElementPart, EventPart, BoardPart, part.details]
    models += [*LEAVES.values(), *EFFECTS.values(), *verbs.values(), *([part.sheet] if part.sheet else [])]
    refs, definitions = models_json_schema([(model, "validation") for model in models], by_alias=True)
    defs: Json = definitions["$defs"]

    def of(model: type[BaseModel]) -> Json:
        return dict(refs[model, "validation"])

    def properties(model: type[BaseModel]) -> Json:
        found: Json = defs[of(model)["$ref"].removeprefix("#/$defs/")]["properties"]
        return found

    kinds = [kind.key for kind in rules.forces.organisations]
    types = [each.key for each in rules.forces.elements]
    properties(FilePart).update(
        rules={"const": rules.key},
        options=_closed({switch.key: _choices(switch) for switch in rules.book.switches}),
        board=of(BoardPart),
        sides=_closed({side.key: of(SidePart) for side in rules.forces.in_files}),
        details=of(part.details),
        events={"type": "array", "items": of(EventPart)},
    )
    properties(SidePart)["forces"] = {"type": "object", "additionalProperties": of(ForcePart)}
    properties(ForcePart).update(
        organisation={"enum": kinds},
        figures={"type": "array", "items": of(part.sheet)} if part.sheet else {"maxItems": 0},
        elements={"type": ["object", "null"], "additionalProperties": {"anyOf": [{"enum": types}, of(ElementPart)]}},
    )
    properties(ElementPart)["type"] = {"enum": types}
    properties(EventPart).update(when=_ref("Trigger"), effects=_list("Effect"))
    properties(EFFECTS["roll"])["branches"] = {
        "type": "object",
        "patternProperties": {r"^\s*\d+\s*([-–]\s*\d+)?\s*$": _list("Effect")},
        "additionalProperties": False,
    }
    properties(EFFECTS["choice"])["options"] = {"type": "object", "additionalProperties": _list("Effect")}
    for kind in verbs.values():
        properties(kind).pop("verb")
        for spec in fields_of(kind):
            if spec.kind is Kind.PLACE:
                properties(kind)[spec.name] = {"anyOf": [TEXT, POINT, {"type": "null"}]}
    defs["Trigger"] = _trigger([of(leaf) for leaf in LEAVES.values()])
    defs["Effect"] = _effect({word: of(model) for word, model in EFFECTS.items()}, {w: of(k) for w, k in verbs.items()})
    return {"$schema": DIALECT, "title": f"Scenario of {rules.title}", **of(FilePart), "$defs": defs}


def _choices(switch: Switch) -> Json:
    """With the other words for yes and no, and as YAML reads them unquoted: true, 3."""
    words: list[str | bool | int] = list(switch.choices)
    words += [word for word in (*YES, *NO) if word not in switch.choices and chosen(switch, word) is not None]
    words += [said for said in (True, False) if chosen(switch, str(said).lower()) is not None]
    words += [int(choice) for choice in switch.choices if choice.isdecimal()]
    return {"enum": words}


def _closed(properties: Json) -> Json:
    return {"type": ["object", "null"], "properties": properties, "additionalProperties": False}


def _ref(name: str) -> Json:
    return {"$ref": f"#/$defs/{name}"}


def _list(name: str) -> Json:
    return {"type": ["array", "null"], "items": _ref(name)}


def _trigger(leaves: list[Json]) -> Json:
    several: Json = {"type": "array", "items": _ref("Trigger"), "minItems": 1}
    return {
        "anyOf": [
            {"const": "called", "description": "only the GM calls it"},
            {"type": "null"},
            *leaves,
            _one("all", several),
            _one("any", several),
            _one("not", _ref("Trigger")),
        ]
    }


def _effect(own: Mapping[str, Json], verbs: Mapping[str, Json]) -> Json:
    forces: Json = {"type": "array", "items": TEXT, "minItems": 1}
    short = {"post": [TEXT], "reinforce": [TEXT, forces]}
    parts = [_one(word, {"anyOf": [*short.get(word, []), body]}) for word, body in own.items()]
    parts += [_one(word, {"anyOf": [{"type": "null"}, body]}) for word, body in verbs.items()]
    return {"anyOf": [*parts, _one("call", TEXT), {"enum": list(verbs)}]}


def _one(word: str, body: Json) -> Json:
    return {"type": "object", "properties": {word: body}, "required": [word], "additionalProperties": False}
