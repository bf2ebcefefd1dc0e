"""The JSON Schema for editors takes what the reader takes, and refuses what is plainly wrong."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rules.registry import rule_set, rule_sets
from rules.scenario import library, schema
from rules.scenario.effects import orders
from rules.table.marked_yaml import read_marked
from tests.rules.scenario.patterns import PATROL, RAID


@cache
def made(rules: str) -> Any:
    """The schema of a rule set: made once."""
    return schema(rule_set(rules))


def complaints(rules: str, text: str) -> list[str]:
    validator = Draft202012Validator(made(rules))
    errors: Any = validator.iter_errors(read_marked(text, "x.yaml").value)
    return [error.json_path for error in errors]


@pytest.mark.parametrize("rules", list(rule_sets()))
def test_it_is_a_schema_that_knows_the_umpires_verbs(rules: str) -> None:
    Draft202012Validator.check_schema(made(rules))
    text = json.dumps(made(rules))
    for verb in orders(rule_set(rules)):
        assert f'"{verb}"' in text
    assert "run-script" not in text


def test_it_takes_sound_files() -> None:
    assert complaints("five56mm", RAID) == []
    assert complaints("book-and-gun", PATROL) == []
    for rules in rule_sets():
        for scenario in library(rules):
            assert complaints(rules, scenario.text) == [], scenario.key


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("rules: five56mm", "rules: book-and-gun", "$.rules"),
        ("before-roll", "in-between", "$.options['lucky-timing']"),
        ("place: C2", "place: {x: 1}", "$.sides.black.forces.alpha.place"),
        ("organisation: militia", "organisation: knights", "$.sides.red.forces.band.organisation"),
        ("skills: [Leader]", "skills: [Dancer]", "$.sides.black.forces.bravo.figures[0].skills[0]"),
        ("light: Low Light", "light: Gloom", "$.details.light"),
        ("{radio: Mortar fire}", "{wireless: Mortar fire}", "$.events[0].when"),
        ("blast_of: frag", "blast_of: nuke", "$.events[0].effects[1]"),
        ("      - call: dark", "      - cull: dark", "$.events[1].effects[1]"),
    ],
)
def test_it_refuses_what_is_plainly_wrong(old: str, new: str, where: str) -> None:
    assert where in complaints("five56mm", RAID.replace(old, new, 1))
