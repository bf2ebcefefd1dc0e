"""The ready organisations: each is lawful, and costs what the price list says."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from decimal import Decimal
from importlib.resources import files

import pytest

from rules.infantry_action.book.kinds import Rank
from rules.infantry_action.figures import VehicleKind, VehicleType
from rules.infantry_action.forces.costing import faults_of, plan_cost, roll_of_plan
from rules.infantry_action.forces.garage import ELEMENT_TYPES, VEHICLES, vehicle_value
from rules.infantry_action.forces.organisations import ORGANISATIONS, raise_unit
from rules.infantry_action.forces.traits import load_figure
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.violation import RuleViolation
from rules.seam.forces import DEFENDING
from tests.charts import chart

KEYS = [each.key for each in ORGANISATIONS]


@chart("key", KEYS)
def test_every_organisation_is_lawful_by_itself(key: str) -> None:
    """IA-cost.afv-commanders, IA-cost.afv-crew-weapons, IA-cost.command-structure: nothing is refused, and no group of
    three is without a leader. That a side needs an officer besides is no fault of a section."""
    faults = faults_of([roll_of_plan(raise_unit(key))])

    assert [fault.text for fault in faults if "no commissioned officer" not in fault.text] == []


@chart("key", KEYS)
def test_every_place_of_a_crew_is_held_once(key: str) -> None:
    plan = raise_unit(key)
    numbers = {figure.number for figure in plan.figures}
    seated = [number for element in plan.elements for _, number in element.crew]

    assert len(seated) == len(set(seated))
    assert set(seated) <= numbers
    assert not numbers & {element.number for element in plan.elements}
    for element in plan.elements:
        held = [place for place, _ in element.crew]
        assert held == list(element.type.places[: len(held)])


def test_either_side_may_have_any_nation() -> None:
    assert len(set(KEYS)) == len(KEYS), "each stands once"
    assert all(each.is_for(ATTACKER) and each.is_for(DEFENDER) for each in ORGANISATIONS)
    assert raise_unit("gb44-section" + DEFENDING) == raise_unit("gb44-section"), (
        "as it was called while sides were roles"
    )


@pytest.mark.parametrize(
    ("key", "points"),
    [
        # 10 men 100; corporal 10, SMG 5, grenades 2; six with rifle 5 and grenades 2: 42;
        # lance corporal 5, rifle, grenades 7; Bren 15; number two 7
        ("gb44-section", "193"),
        # 7 men 70; officer 25, grenades 2; sergeant 15, SMG 5, grenades 2; rifle 5, radio 30; runner 7; PIAT 30;
        # lance corporal 5, rifle 5; rifle 5; 2 inch mortar 20
        ("gb44-hq", "226"),
        # 9 men 90; corporal 10, SMG 5, grenades 2; belt-fed LMG 20; rifle 5; lance corporal 5, 7; five with 7: 35
        ("de44-gruppe", "179"),
        # Sherman 30 t 150, gun 50, two machine guns 60, radio 30; 5 men 50; sergeant 15, SMG 5, grenades 2; SMG 5
        ("gb44-sherman", "367"),
        # gun 50; 5 men 50; corporal 10, rifle 5, grenades 2; four rifles 20
        ("de44-pak40", "137"),
        # 8 men 80; corporal 10, assault rifle 10, grenades 2; RPK 15, grenades 2; RPG 30; lance corporal 5, 10, 2;
        # four with assault rifle 10 and grenades 2: 48
        ("su70-section", "214"),
        # 10 men 100; corporal 10 + 12; lance corporal 5 + 12; two M79 30; three with 12: 36; 12 and a Claymore 10;
        # assault rifle 10, LAW 30; M60 20
        ("us68-squad", "287"),
        # two door guns 60; aircraft and crew are free (IA-R008)
        ("us68-huey", "60"),
        # 5 men 50; corporal 10, SMG 5, grenades 2; two with 2 satchel charges 6 each: 12; two with rifle 5 and three
        # bottles 9: 28
        ("pa44-saboteurs", "107"),
    ],
)
def test_what_an_organisation_costs(key: str, points: str) -> None:
    """IA-cost.man, IA-cost.rank, IA-cost.personal-weapon, IA-cost.grenades, IA-cost.afv, IA-R007, IA-R010"""
    assert plan_cost(raise_unit(key)).value == Decimal(points)


@pytest.mark.parametrize(
    ("model", "points"),
    [
        ("jeep", "6.25"),  # 5 and 5 a ton of its 0.25 t
        ("truck-3", "20"),
        ("horse", "5"),
        ("motorcycle", "10"),
        ("carrier", "20"),  # 4 t, no weapon of its own
        ("bmp-1", "225"),  # 13 t 65, gun 50, machine gun 30, missile set 50, radio 30
        ("crocodile", "335"),  # 41 t 205, gun 50, machine gun 30, flame thrower 20, radio 30
    ],
)
def test_what_a_vehicle_costs(model: str, points: str) -> None:
    """IA-cost.afv, IA-cost.soft-vehicle, IA-cost.small-mounts, IA-R004, IA-R007"""
    assert vehicle_value(model).value == Decimal(points)


def test_an_afv_has_a_commander_beside_its_driver() -> None:
    places = {each.key: each.places for each in ELEMENT_TYPES}

    assert places["sherman"] == ("driver", "commander", "gunner", "gunner", "gunner")
    assert places["m113"][:2] == ("driver", "commander")
    assert places["m113"].count("passenger") == 11
    assert places["truck-3"] == ("driver", *["passenger"] * 20)
    assert places["at-57"] == ("gunner", "number two", "number three", "crew")


def test_a_forward_observer_is_an_officer() -> None:
    """IA-R011"""
    with pytest.raises(RuleViolation, match="without a commission"):
        load_figure('{"rank":"sergeant","specialities":["forward observer"]}', "Sergeant Miller")
    assert load_figure('{"rank":"officer","specialities":["forward observer"]}', "Captain Ames").rank is Rank.OFFICER


def test_a_sheet_that_cannot_be_read_names_whose_it_is() -> None:
    with pytest.raises(RuleViolation, match="The sheet of Jones"):
        load_figure('{"weapons":["longbow"]}', "Jones")


def test_a_vehicle_is_what_its_sheet_says_in_every_word() -> None:
    """`garage.toml`, read by itself: what it says of a vehicle its type says, and what it leaves out is left out."""
    sheet = tomllib.loads(files("rules.infantry_action.forces").joinpath("garage.toml").read_text("utf-8"))
    names = {each.name for each in fields(VehicleType)} - {"turreted"}
    for row in sheet["vehicle"]:
        said = {name: tuple(each) if isinstance(each, list) else each for name, each in row.items() if name in names}
        plain = VehicleType(row["key"], row["title"], VehicleKind(row.get("kind", "AFV")))
        said |= {"tons": Decimal(row.get("tons", 0)), "turreted": row.get("turret", 0) > 0}
        assert VEHICLES[row["key"]] == replace(plain, **said)
