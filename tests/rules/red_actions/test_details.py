"""What scenario files say under Red Actions: the parts of `details`, officers written out, the files of the library."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Light, Trait, UnitFormation, Weather
from rules.red_actions.forces.details import SCENARIO, Details, OfficerSheet, written_out
from rules.red_actions.forces.organisations import raise_unit
from rules.red_actions.forces.scenario import OfficerPlan, RailPlan, ScenarioPlan, TroopPlan, equipped
from rules.red_actions.forces.traits import load_element, load_figure, load_unit
from rules.seam.scenario_part import SheetFault
from rules.table.board import Point
from rules.table.marked_yaml import read_marked

NAMES = ("don-village", "zbruch-ridge")


class Everybody:
    """A cast in which everybody is there; all named places are at 7,8."""

    def figure(self, name: str) -> str | None:
        return f"id-{name}"

    def side(self, name: str) -> str:
        return name

    def place(self, text: str) -> Point:
        return (7.0, 8.0)


def brought(**parts: Any) -> ScenarioPlan:
    return ScenarioPlan.read(SCENARIO.brought(Details.model_validate(parts), Everybody()))


def text_of(name: str) -> Any:
    text = files("rules.red_actions").joinpath("scenarios", f"{name}.yaml").read_text("utf-8")
    return read_marked(text, name).value


def test_everything_that_a_file_may_say() -> None:
    found = brought(
        armies={"attacker": "konnarmiya"},
        light="moonlight",
        weather="rain",
        entries={"attacker": ["Ford", [3, 0]]},
        troops={
            "guns": {"deployed": "ambush", "equipment": ["gas"], "limbered": True, "cart": False},
            "horse": {"arrives": 4, "entry": "Ford", "formation": "column", "formed": True},
            "train": {"rails": {"line": "Line", "along": 12.5, "ahead": False}, "card": "train-engine"},
            "riders": {"aboard": "train"},
        },
        officers={"horse.1": {"token": "red-plus2-storm", "general": True}},
        destroyed=["Bridge"],
        burning={"Farm": 2},
    )
    assert found.armies == (("attacker", "konnarmiya"),)
    assert (found.light, found.weather) == (Light.MOON, Weather.RAIN)
    assert found.entries == (("attacker", ((7.0, 8.0), (3.0, 0.0))),)
    assert found.plan("id-guns") == TroopPlan(
        unit="id-guns", how="ambush", equipment=(Trait.GAS,), limbered=True, cart=False
    )
    assert found.plan("id-horse") == TroopPlan(
        unit="id-horse", arrives=4, entry=(7.0, 8.0), formation=UnitFormation.COLUMN, formed=True
    )
    assert found.plan("id-train").rails == RailPlan(line="Line", along=12.5, ahead=False)
    assert found.plan("id-riders").aboard == "id-train"
    assert found.officer("id-horse.1") == OfficerPlan(figure="id-horse.1", token="red-plus2-storm", general=True)
    assert found.destroyed == ("Bridge",)
    assert found.burning == (("Farm", 2),)
    assert found.plan("somebody") == TroopPlan(unit="somebody")


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"armies": {"attacker": "french"}}, "no army “french”"),
        ({"troops": {"a": {"card": "zouaves"}}}, "no card “zouaves”"),
        ({"officers": {"a.1": {"token": "red-plus9"}}}, "no token “red-plus9”"),
        ({"troops": {"a": {"aboard": "train", "arrives": 3}}}, "leave arrives and entry out"),
        ({"troops": {"a": {"arrives": 1}}}, "greater than or equal to 2"),
        ({"pack": {"card": [{"id": "red-regulars", "move": "far"}]}}, "card red-regulars, move"),
        ({"pack": {"cards": []}}, "a pack has no such part"),
        ({"burning": {"Farm": 5}}, "less than or equal to 4"),
        ({"light": "noon"}, "'day', 'moonlight' or 'dark'"),
        ({"horses": 3}, "horses"),
    ],
)
def test_what_is_wrong_is_named(parts: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError) as fault:
        Details.model_validate(parts)
    assert words in str(fault.value)


@pytest.mark.rule("RA-R04")
def test_a_card_of_one_s_own() -> None:
    """A whole new card may be named; one of the book's may differ in a field."""
    zouave = BOOK_PACK.card("polish-regulars").model_dump(mode="json", by_alias=True)
    parts = {"pack": {"card": [{**zouave, "id": "zouaves", "points": 13}]}, "troops": {"a": {"card": "zouaves"}}}
    assert brought(**parts).own_pack().card("zouaves").points == 13


def test_names_are_handed_to_the_reader() -> None:
    details = Details.model_validate(
        {
            "armies": {"attacker": "soviet"},
            "entries": {"attacker": ["A1"]},
            "troops": {"train": {"rails": {"line": "Line"}}, "riders": {"aboard": "train"}, "horse": {"entry": "B2"}},
            "officers": {"horse.1": {}},
            "destroyed": ["Bridge"],
            "burning": {"Farm": 1},
        }
    )
    found = [(mention.kind, mention.text) for mention in SCENARIO.mentions(details)]
    assert found == [
        ("side", "attacker"),
        ("side", "attacker"),
        ("place", "A1"),
        ("force", "train"),
        ("place", "Line"),
        ("force", "riders"),
        ("force", "train"),
        ("force", "horse"),
        ("place", "B2"),
        ("figure", "horse.1"),
        ("place", "Bridge"),
        ("place", "Farm"),
    ]


@pytest.mark.rule("RA-gas.1")
def test_equipment_makes_a_card_of_its_own() -> None:
    pack, card = equipped(BOOK_PACK, "field-gun", (Trait.GAS,))
    assert (card, Trait.GAS in pack.card(card).traits, Trait.GAS in pack.card("field-gun").traits) == (
        "field-gun-gas", True, False
    )  # fmt: skip
    assert equipped(pack, "field-gun", (Trait.GAS,)) == (pack, card)
    assert equipped(BOOK_PACK, "engineers", (Trait.TOOLS,)) == (BOOK_PACK, "engineers")


# ── Officers written out ──────────────────────────────────────────────────────────────────────────────────────────


def test_officers_written_out() -> None:
    plan = written_out(
        raise_unit("soviet-red-regulars-4"), [OfficerSheet(name="A"), OfficerSheet(name="B", rank="Komroty", level=1)]
    )
    assert [(figure.number, figure.rank) for figure in plan.figures] == [(1, "Kombat"), (2, "Komroty")]
    assert [element.number for element in plan.elements] == [3, 4, 5, 6]
    assert load_figure(plan.figures[1].traits, "").level == 1
    general = written_out(raise_unit("soviet-general"), [OfficerSheet(post="senior", general=True)])
    assert load_figure(general.figures[0].traits, "").general


@pytest.mark.rule("RA-def.officer.senior")
def test_a_senior_officer_is_a_force_by_himself() -> None:
    with pytest.raises(SheetFault, match="a force by himself"):
        written_out(raise_unit("soviet-red-regulars-4"), [OfficerSheet(post="senior")])
    with pytest.raises(SheetFault, match="post: senior"):
        written_out(raise_unit("soviet-general"), [OfficerSheet()])


# ── The library ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", NAMES)
def test_the_library_s_details_and_forces(name: str) -> None:
    """The points of both sides, reserves with them, lie within a tenth of each other."""
    value = text_of(name)
    Details.model_validate(value["details"])
    points: dict[str, int] = {}
    for side, part in value["sides"].items():
        assert part["briefing"]
        total = 0
        for force in part["forces"].values():
            plan = raise_unit(force["organisation"])
            assert plan.side in ("", side)
            assert len(force["names"]) == len(plan.figures)
            total += sum(BOOK_PACK.card(element.type.key).points for element in plan.elements)
        points[side] = total
    assert abs(points["attacker"] - points["defender"]) * 10 <= max(points.values())


@pytest.mark.parametrize("load", [load_figure, load_unit, load_element])
def test_traits_that_cannot_be_read_say_what_to_do(load: Callable[[str, str], object]) -> None:
    """They come from the list of organisations; nobody has written them himself."""
    with pytest.raises(RuleViolation, match="of 1st Company cannot be read") as refused:
        load("[]", "1st Company")
    assert refused.value.remedy == "Raise it again from the list of organisations."
