"""A scenario file becomes a scenario; whatever is wrong with one is told with its line."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from shapely import Point, Polygon

from rules.five56mm.book.organisations import ready_squad
from rules.five56mm.book.profile import Gear, Skill, load_traits
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.registry import rule_set
from rules.scenario import Scenario, ScenarioFault, muster_parts, read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.script.plan import (
    AllOf,
    AnyOf,
    CallEffect,
    ChoiceEffect,
    Chosen,
    EndEffect,
    Entered,
    JokerTurned,
    Losses,
    Not,
    ObjectiveEffect,
    OnlyCalled,
    PlaceHeld,
    PostEffect,
    RadioAnswered,
    ReinforceEffect,
    RollEffect,
    Script,
    Turn,
    UmpireOrder,
)
from rules.seam.forces import MusterUnit
from tests.rules.scenario.patterns import PATROL, RAID


def test_a_sound_file_tells_forces_board_and_house_rules() -> None:
    raid = read_scenario(RAID)
    assert (raid.key, raid.title, raid.summary, raid.rules, raid.turn_limit) == (
        "raid",
        "Raid",
        "A raid",
        "five56mm",
        6,
    )
    assert dict(raid.options) == {"lucky-timing": "before-roll", "joker-returns": "false"}
    assert raid.board is not None
    assert (raid.board.width, raid.board.edges) == (36, (("black", "south"), ("red", "north")))
    assert [(side.key, side.name, side.briefing) for side in raid.sides] == [
        ("black", "The raiders", "Take the mill."),
        ("red", "Red", ""),
    ]
    alpha, bravo, band = raid.forces
    # C2 is the middle of the third square of 4 in eastwards and the second northwards.
    assert (alpha.name, alpha.place, alpha.facing, alpha.reserve) == ("Alpha", (10, 6), 90, False)
    assert len(alpha.plan.figures) == len(ready_squad("rangers").members) == 10
    assert (bravo.name, bravo.reserve, bravo.names) == ("The second wave", True, ("Joe", "", "Kay"))
    assert (band.place, band.names[:2], len(band.names)) == ((20, 24), ("Aziz", ""), 10)
    assert raid.warnings == ()


def test_figures_written_out_have_their_own_sheets() -> None:
    bravo = read_scenario(RAID).forces[1]
    joe, second, kay = (load_traits(figure.traits, "") for figure in bravo.plan.figures)
    assert (joe.leader, joe.weapons, joe.morale, joe.skills) == (True, 1, 2, (Skill.LEADER,))
    assert (second.leader, second.arms) == (False, (Arm("m16"), Arm("m203", loads=("frag", "stun"))))
    assert second.gear == (Gear.RADIO,)
    assert (kay.morale, kay.arms) == (1, (Arm("ak47", (WeaponSight.TELESCOPIC,)),))
    assert [(f.number, f.rank) for f in bravo.plan.figures] == [(1, "Sergeant"), (2, "Private"), (3, "Private")]


def test_triggers_and_effects_become_a_script() -> None:
    mortars, wave, dark, inside = read_scenario(RAID).script.events
    assert mortars.when == RadioAnswered(call="Mortar fire")
    post, choice = mortars.effects
    assert post == PostEffect(text="Rounds on the way")
    assert isinstance(choice, ChoiceEffect)
    assert [(option.label, len(option.effects)) for option in choice.options] == [("On the mill", 1), ("Nowhere", 0)]
    assert choice.default == 1
    order = choice.options[0].effects[0]
    assert isinstance(order, UmpireOrder)
    assert json.loads(order.action) | {"victims": []} == {
        "verb": "bombard",
        "blast_of": "frag",
        "at": "Mill",
        "victims": [],
    }
    assert wave.when == AnyOf(
        of=(
            Turn(turn=3, every=2),
            JokerTurned(card="RJ", from_turn=2),
            Losses(side="black", unit="alpha", percent=30),
        )
    )
    comes, call, roll = wave.effects
    assert (comes, call) == (ReinforceEffect(forces=("bravo",)), CallEffect(event="dark"))
    assert isinstance(roll, RollEffect)
    assert [branch.faces for branch in roll.branches] == [(1, 3), (6, 6)]
    assert dark.when == OnlyCalled()
    assert dark.effects[1] == ObjectiveEffect(key="mill", text="Take the mill", to=("black",))
    assert isinstance(inside.when, AllOf)
    entered, never = inside.when.of
    assert isinstance(entered, Entered)
    assert (entered.units, entered.name, set(entered.area)) == (
        ("alpha",),
        "Mill",
        {(10, 10), (16, 10), (16, 15), (10, 15)},
    )
    assert never == Not(of=Chosen(event="mortars", option="On the mill"))
    assert inside.effects == (
        ObjectiveEffect(key="mill", state="achieved", to=("black",)),
        EndEffect(winner="black", reason="They are in"),
    )


@pytest.mark.parametrize(
    ("area", "holds", "misses"),
    [
        ("{at: G6, radius: 3}", (26, 24.9), (26, 25.1)),
        ("[A1, C1, C3, A3]", (8, 8), (11, 11)),
        ("[[0, 0], [4, 0], [0, 4]]", (1, 1), (3, 3)),
    ],
)
def test_an_area_is_a_circle_or_has_corners(area: str, holds: tuple[float, float], misses: tuple[float, float]) -> None:
    text = RAID.replace("area: Mill", f"area: {area}")
    when = read_scenario(text).script.events[3].when
    assert isinstance(when, AllOf)
    entered = when.of[0]
    assert isinstance(entered, Entered)
    polygon = Polygon(entered.area)
    assert polygon.covers(Point(holds))
    assert not polygon.covers(Point(misses))


def test_a_place_is_held_against_a_side_and_clear_of_it() -> None:
    text = RAID.replace(
        "entered: {side: black, area: Mill, units: [alpha]}", "held: {side: black, against: red, area: Mill, clear: 4}"
    )
    when = read_scenario(text).script.events[3].when
    assert isinstance(when, AllOf)
    held = when.of[0]
    assert isinstance(held, PlaceHeld)
    assert (held.side, held.against, held.name, held.clear) == ("black", "red", "Mill", 4)
    assert Polygon(held.area).bounds == (10, 10, 16, 15)
    line = text[: text.index("held:")].count("\n") + 1
    with pytest.raises(ScenarioFault, match=f"scenario.yaml:{line}: .*the black holds nothing against itself"):
        read_scenario(text.replace("against: red", "against: black"))


def test_a_battle_gets_the_ids_of_its_own_figures() -> None:
    raid = read_scenario(RAID)
    units = {force.key: unit for force, unit in zip(raid.forces, mustered(raid), strict=True)}
    brought, script = muster_parts(raid, units)
    told = json.loads(brought)
    assert told["light"] == "Low Light"
    assert told["jokers"] == [{"card": "RJ"}]
    assert told["radio"] == [
        {"key": "Mortar fire", "number": 4},
        {"key": "Air strike", "number": 5, "once": False, "side": "black"},
    ]
    (truck,) = told["vehicles"]
    assert truck["crew"] == [["driver", "F-band-2"], ["passenger", "F-band-3"]]
    assert truck["at"] == [30, 22]  # H6
    assert told["kit"] == [{"figure": "F-alpha-2", "gear": ["night vision goggles"]}]
    read = Script.model_validate_json(script)
    assert (read.ref("alpha"), read.ref("bravo.3"), read.ref("nobody")) == ("U-alpha", "F-bravo-3", "nobody")


def test_a_figure_who_is_not_there_leaves_his_seat_empty() -> None:
    raid = read_scenario(RAID)
    units = {force.key: unit for force, unit in zip(raid.forces, mustered(raid), strict=True)}
    band = units["band"]
    units["band"] = replace(band, figures=tuple(f for f in band.figures if f.number != 3))
    brought, script = muster_parts(raid, units)
    assert json.loads(brought)["vehicles"][0]["crew"] == [["driver", "F-band-2"]]
    assert Script.model_validate_json(script).ref("band.3") == "band.3"


def mustered(raid: Scenario) -> list[MusterUnit]:
    """The forces with ids as a campaign has them."""
    call = stand_ins(raid)
    there = {unit.id: unit for side in call.sides for unit in side.units} | {unit.id: unit for unit in call.reserves}
    return [
        replace(
            there[force.key],
            id=f"U-{force.key}",
            figures=tuple(replace(f, id=f"F-{force.key}-{f.number}") for f in there[force.key].figures),
        )
        for force in raid.forces
    ]


def test_a_rule_set_that_lends_nothing_has_scenarios_of_its_organisations() -> None:
    patrol = read_scenario(PATROL)
    assert [len(force.plan.figures) for force in patrol.forces] == [7, 14]
    assert muster_parts(patrol, {})[0] == ""
    book = rule_set("book-and-gun")
    bare = {"book-and-gun": replace(book, forces=replace(book.forces, scenario=None))}
    text = PATROL.replace("{organisation: insurgent-cell}", "{organisation: insurgent-cell, figures: [1]}")
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text, rule_sets=bare)
    assert (fault.value.line, "written out" in fault.value.message) == (10, True)


def test_all_faults_are_told_at_once_in_the_order_of_their_lines() -> None:
    text = RAID.replace("light: Low Light", "light: Gloom").replace("organisation: militia", "organisation: millitia")
    text = text.replace("- reinforce: bravo", "- reinforce: brawo").replace("radio: Mortar fire}", "radio: Mortar}")
    with pytest.raises(ScenarioFault) as fault:
        read_scenario(text, file="raid.yaml")
    lines = str(fault.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["raid.yaml"] * 3
    assert [one.line for one in fault.value.all] == [34, 38, 76]
    assert "did you mean “militia”?" in lines[0]
    assert "did you mean “bravo”?" in lines[2]
    # The radio call is no fault of its own while the calls themselves cannot be read.
    assert "Mortar" not in str(fault.value)


@pytest.mark.parametrize(
    ("said", "choice"),
    [("false", "false"), ("off", "false"), ("'no'", "false"), ("true", None), ("'on'", None), ("yes", None)],
)
def test_yes_and_no_are_house_rules_however_they_are_said(said: str, choice: str | None) -> None:
    """Also what YAML makes true or false of; the default is not kept."""
    options = dict(read_scenario(RAID.replace("joker-returns: false", f"joker-returns: {said}")).options)
    assert options.get("joker-returns") == choice
