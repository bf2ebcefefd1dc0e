"""Who may fight and who may join, and sheets: refused alike under every rule set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.seam.forces import ElementKind, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.seam.mustering import TwoSides, ids_of, require_board
from rules.seam.ruleset import AnyRuleSet
from rules.seam.sheets import ScenarioData, SheetKind

FORCES = TwoSides(book="Any book", keys=("north", "south"), citation="AB-1", unit="band", lasting="bands or men")


def refusal_of(asked: Callable[[], object]) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        asked()
    return refused.value


def band(key: str, side: str) -> MusterUnit:
    man = MusterFigure(f"{key}1", 1, "A man", "", "", "")
    gun = MusterElement(f"{key}-gun", 2, ElementKind.GUN, "gun", "A gun", "{}")
    return MusterUnit(key, key.title(), side, "", "", "", (man,), elements=(gun,))


def side(key: str, *units: MusterUnit) -> MusterSide:
    return MusterSide(key, key.title(), units)


NORTH, SOUTH = side("north", band("a", "north")), side("south", band("b", "south"))


@pytest.mark.parametrize(
    ("sides", "code", "words"),
    [
        ((NORTH,), "sides", "Any book is fought by two sides, north and south."),
        ((NORTH, NORTH), "sides", "Any book is fought by two sides, north and south."),
        ((NORTH, side("south")), "no-force", "South has nobody in this battle."),
        ((NORTH, side("south", replace(band("b", "south"), figures=()))), "no-force", "South has nobody in"),
        ((NORTH, side("south", band("b", "south"), band("c", "north"))), "wrong-side", "C is not of South."),
        ((NORTH, side("south", band("a", "south"))), "same-id", "Two bands or men bear one id."),
    ],
)
def test_who_may_not_fight(sides: tuple[MusterSide, ...], code: str, words: str) -> None:
    refused = refusal_of(lambda: FORCES.require(sides))
    assert (refused.code, refused.remedy != "") == (code, True)
    assert refused.message.startswith(words)


def test_who_may_not_join() -> None:
    FORCES.require((NORTH, SOUTH))
    FORCES.require_joining([band("c", "south")], {"a", "a1", "b"})
    assert ids_of(band("c", "south")) == ("c", "c1", "c-gun")
    for there in ids_of(band("c", "south")):
        refused = refusal_of(lambda known=there: FORCES.require_joining([band("c", "south")], {known}))
        assert (refused.code, refused.message) == ("same-id", "C is in the battle already.")
    refused = refusal_of(lambda: FORCES.require_joining([band("c", "west")], ()))
    assert (refused.code, refused.remedy) == ("wrong-side", "Put it on north or south.")
    assert refusal_of(lambda: require_board(None, "Any book", "AB-2")).code == "no-board"


@dataclass(frozen=True, slots=True)
class Traits:
    skill: int = 0


class Plan(ScenarioData):
    light: int = 0


def test_a_sheet_is_read_as_it_was_written_and_refused_with_the_place_of_its_fault() -> None:
    sheet = SheetKind(Traits)
    for traits in (Traits(), Traits(3)):
        assert sheet.load(sheet.dump(traits), "Ann") == traits
    assert (sheet.dump(Traits()), sheet.load("", "Ann")) == ("{}", Traits())
    refused = refusal_of(lambda: sheet.load('{"skill": "high"}', "Ann"))
    assert refused.code == "unreadable-sheet"
    assert refused.message.startswith("The sheet of Ann cannot be read: skill: ")
    refused = refusal_of(lambda: sheet.load("{", "Ann"))
    assert "None" not in refused.message
    refused = refusal_of(lambda: Plan.read('{"dark": 1}'))
    assert (refused.code, refused.message.startswith("The scenario cannot be read: dark: ")) == (
        "unreadable-scenario",
        True,
    )


@pytest.mark.parametrize("rules", rule_sets().values(), ids=rule_sets())
def test_an_unreadable_sheet_is_refused_between_battles_too(rules: AnyRuleSet) -> None:
    plan = rules.forces.raise_unit(rules.forces.organisations[0].key)
    broken = replace(plan, figures=tuple(replace(each, traits="[]") for each in plan.figures))
    leader = broken.figures[0].number
    assert refusal_of(lambda: rules.forces.regroup(broken, leader, False)).code == "unreadable-sheet"
