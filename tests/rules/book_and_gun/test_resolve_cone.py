"""Several units in one cone, and fire from inside a building, asked with declared facts."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from tests.rules.book_and_gun.test_resolve import outcome, refused, resolved

TWO_UNITS = {
    "weapon": "light machinegun", "range": 9, "target_class": "II", "target_figures": 3, "further_units": ["III 4 14"],
}  # fmt: skip


@pytest.mark.rule("BG-X.2.7", "BG-R87")
def test_a_machineguns_dice_are_dealt_out_over_all_in_its_cone_each_at_their_own_number() -> None:
    """Four dice on seven figures, the nearest first: three fall on the unit at 9 in (short range, class II: 5), the
    fourth on the one at 14 in (medium range, class III: 2)."""
    found = outcome("fire", "d20:6,d20:7,d20:8,d20:3", **TWO_UNITS)
    assert found["dice"] == [6, 7, 8, 3]
    assert found["hits_by_unit"] == ["target: 0", "unit 2: 0"]
    told = resolved("fire", "d20:6,d20:7,d20:8,d20:3", **TWO_UNITS).events[0].text
    assert "target: 5" in told
    assert "unit 2: 2" in told


@pytest.mark.rule("BG-R87")
def test_the_nearer_unit_is_dealt_dice_first_though_it_is_named_second() -> None:
    near = {**TWO_UNITS, "range": 14, "target_class": "III", "target_figures": 4, "further_units": ["II 3 9"]}
    assert outcome("fire", "d20:6,d20:7,d20:8,d20:3", **near)["hits_by_unit"] == ["unit 2: 0", "target: 0"]


@pytest.mark.rule("BG-R87")
def test_by_house_rule_each_figure_of_the_cone_is_rolled_at_with_all_dice() -> None:
    two = {**TWO_UNITS, "target_figures": 1, "further_units": ["III 1 14"]}
    script = ",".join(["d20:19"] * 8)
    assert len(outcome("fire", script, **two, house_rule=("mg-cone=full-dice-per-figure",))["dice"]) == 8


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_a_rifle_on_automatic_has_a_cone_and_a_rifle_has_none() -> None:
    rifle = {**TWO_UNITS, "weapon": "assault rifle", "range": 6, "further_units": ["I, 1 figure, 7 in"]}
    assert refused("fire", **rifle) == "no-cone"
    assert outcome("fire", "d20:19,d20:19,d20:19", **rifle, automatic=True)["hits_by_unit"] == ["target: 0"]
    assert refused("fire", **TWO_UNITS, target="leader") == "not-aimed"
    assert refused("fire", **TWO_UNITS, house_rule=("mg-cone=off",)) == "no-cone"
    with pytest.raises(RuleViolation, match="no further unit"):
        resolved("fire", **{**TWO_UNITS, "further_units": ["V 4 9"]})


@pytest.mark.rule("BG-IX.4.5")
def test_nothing_with_a_back_blast_is_fired_from_inside_a_building() -> None:
    launcher = {"weapon": "law", "range": 9, "target_class": "II", "inside": True}
    assert refused("fire", **launcher) == "indoors"
    assert outcome("fire", "d20:19,d20:19,d20:19", **{**launcher, "weapon": "assault rifle"})["hits"] == 0


@pytest.mark.rule("BG-X.1.5.d2", "BG-R89")
def test_one_small_arm_among_heavier_weapons_keeps_a_volley_from_hidden_figures() -> None:
    """A LAW may fire at them; a volley of a LAW and a rifle may not, whichever is named first."""
    hidden = {"range": 9, "target_class": "IV", "hidden": True}
    assert outcome("fire", ",".join(["d20:20"] * 6), weapon="law", **hidden)["hits"] == 0
    for first, second in (("law", "assault rifle"), ("assault rifle", "law")):
        assert refused("fire", weapon=first, more_weapons=[second], **hidden) == "hidden-target"
    shown = outcome(
        "fire", ",".join(["d20:20"] * 9), weapon="law", more_weapons=["assault rifle"], **{**hidden, "hidden": False}
    )
    assert len(shown["dice"]) == 9


@pytest.mark.rule("BG-IX.4.5")
def test_one_launcher_among_rifles_keeps_a_volley_from_being_fired_inside() -> None:
    inside = {"weapon": "assault rifle", "more_weapons": ["law"], "range": 9, "target_class": "II", "inside": True}
    assert refused("fire", **inside) == "indoors"


@pytest.mark.rule("BG-X.1.5.a2", "BG-R05")
def test_leaders_and_key_figures_may_be_all_of_a_target_but_no_more() -> None:
    """Two leaders and a key figure are three."""
    three = {"weapon": "assault rifle", "range": 5, "target_class": "I", "leader": True, "higher_leader": True}
    assert outcome("fire", "d20:20,d20:20,d20:20", **three, key_figures=1, target_figures=3)["hits"] == 0
    assert refused("fire", **three, key_figures=1, target_figures=2) == "target-figures"
