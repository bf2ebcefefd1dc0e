"""Scenario files of Infantry Action: what they say beyond forces and board; regrouping between battles."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.kinds import Gear, Rank, Weapon
from rules.infantry_action.forces.details import SCENARIO, Details, ManSheet, written_out
from rules.infantry_action.forces.growth import GROWTH
from rules.infantry_action.forces.organisations import raise_unit
from rules.infantry_action.forces.regrouping import regrouped
from rules.infantry_action.forces.scenario import ScenarioPlan
from rules.infantry_action.forces.traits import load_figure
from rules.kernel.violation import RuleViolation
from rules.seam.growth import GrowingPerson
from rules.seam.scenario_part import SheetFault
from rules.table.board import Point


class Cast:
    def figure(self, name: str) -> str | None:
        return None

    def side(self, name: str) -> str:
        return name

    def place(self, text: str) -> Point:
        return (50.0, 60.0) if text == "Ford" else (0.0, 0.0)


def test_details_become_what_the_muster_reads() -> None:
    details = Details.model_validate(
        {
            "year": 1951,
            "light": "moonlight",
            "defender": "defender",
            "support": {"attacker": 100},
            "fire": [{"side": "attacker", "at": "Ford", "period": 3, "multiple": 2}],
            "mines": [{"side": "defender", "kinds": ["anti-tank"], "start": [10, 10], "end": "Ford"}],
            "objectives": {"Ford": 40},
        }
    )
    scenario = ScenarioPlan.read(SCENARIO.brought(details, Cast()))

    assert (scenario.year, scenario.defender, scenario.support) == (1951, "defender", (("attacker", 100),))
    assert scenario.light is not None
    assert scenario.light.value == "moonlight"
    assert (scenario.missions[0].at, scenario.missions[0].multiple) == ((50.0, 60.0), 2)
    assert [kind.value for kind in scenario.belts[0].kinds] == ["anti-tank mines"]
    assert scenario.objectives[0].points == 40


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"year": 1918}, "greater than or equal to 1925"),
        ({"support": {"attacker": 70}}, "multiple of 50"),
        ({"works": {"Wall": {"kind": "trench", "side": "attacker"}}}, "only the agreed defender builds"),
        (
            {"defender": "defender", "works": {"Pit": {"kind": "emplacement", "side": "defender"}}},
            "needs the model",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Details.model_validate(given)


def test_every_name_in_it_is_checked() -> None:
    details = Details.model_validate(
        {
            "defender": "defender",
            "works": {"Hill trench": {"kind": "trench", "side": "defender"}},
            "devices": [{"kind": "trip flare", "side": "defender", "at": "C3", "wire": [40, 40]}],
            "objectives": {"Ford": 40},
        }
    )
    found = {(mention.kind, mention.text) for mention in SCENARIO.mentions(details)}

    assert found == {
        ("side", "defender"), ("place", "Hill trench"), ("place", "C3"), ("place", "40,40"), ("place", "Ford"),
    }  # fmt: skip


def test_men_are_written_out_in_the_books_words() -> None:
    sheets = [
        ManSheet(rank="officer", title="Captain", kit="sub machine gun, grenades, radio"),
        ManSheet(kit="rifle, 2 satchel charge, engineer"),
    ]
    plan = written_out(raise_unit("gb44-section"), sheets)
    captain, sapper = (load_figure(figure.traits, "him") for figure in plan.figures)

    assert [figure.rank for figure in plan.figures] == ["Captain", "Private"]
    assert (captain.rank, captain.weapons, captain.gear) == (Rank.OFFICER, (Weapon.SMG,), (Gear.RADIO,))
    assert (len(sapper.charges), sapper.specialities) == (2, ("engineer",))
    with pytest.raises(ValueError, match="nobody carries that"):
        ManSheet(kit="longbow")
    with pytest.raises(SheetFault, match="without a commission") as fault:
        written_out(raise_unit("gb44-section"), [ManSheet(), ManSheet(rank="sergeant", kit="forward observer")])
    assert fault.value.number == 2


def test_crews_stay_with_their_guns_where_all_of_them_are_there() -> None:
    """The mortar of the headquarters is served by numbers 6 and 7."""
    assert written_out(raise_unit("gb44-hq"), [ManSheet()] * 5).elements == ()
    assert [each.number for each in written_out(raise_unit("gb44-hq"), [ManSheet()] * 9).elements] == [10]


def test_who_leads_is_an_officer_or_an_nco() -> None:
    plan = raise_unit("gb44-section")

    assert regrouped(plan, 1, False) == plan
    with pytest.raises(RuleViolation, match="A Private leads nobody"):
        regrouped(plan, 2, False)


def test_wounded_men_sit_a_battle_out() -> None:
    """IA-R201"""
    assert not GROWTH.may_fight("wounded")
    assert GROWTH.may_fight(GROWTH.rested("wounded"))
    assert GROWTH.sheet(GrowingPerson(raise_unit("gb44-section").figures[0].traits)) == (
        "Corporal", "Sub machine gun, hand grenades", "27 points",
    )  # fmt: skip
    with pytest.raises(RuleViolation, match="one quality"):
        GROWTH.upgrade(GrowingPerson("{}"), (), "anything")
