"""Shooting, direct hits, charges, combat, pursuit and retiring by declared facts, worked by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import TypeAdapter

from rules.book.showing import Resolution, Resolved
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.resolve import RESOLUTIONS, resolve
from tests.charts import chart

FORMS: Mapping[str, type[Resolution]] = {form.model_fields["verb"].default: form for form in RESOLUTIONS}


def run(verb: str, dice: str = "", **facts: Any) -> Resolved:
    chance = Scripted(dice)
    resolved = resolve(TypeAdapter(FORMS[verb]).validate_python(facts), chance)
    chance.finish()
    assert all(step.text for step in resolved.events)
    return resolved


def outcome(verb: str, dice: str = "", **facts: Any) -> Mapping[str, Any]:
    return run(verb, dice, **facts).outcome


def refused(verb: str, **facts: Any) -> str:
    with pytest.raises(RuleViolation) as refusal:
        run(verb, **facts)
    assert refusal.value.citation.startswith("RA-")
    assert refusal.value.remedy
    return refusal.value.code


SHOT = {"firer": "red-regulars", "target": "red-regulars", "bases": 5}
"""Shooting value 2, range 12: at close range 10, which is column 5."""


@pytest.mark.rule("RA-shoot.3", "RA-shoot.4", "RA-shoot.7", "RA-R03", "RA-R16", "RA-R18")
@chart(
    ("facts", "dice", "total", "column", "result"),
    [
        ({"range": 6}, "4,5", 10, 5, "2 x Ter"),
        ({"range": 7}, "4,5", 5, 3, "Ter"),
        ({"range": 6, "terror": 2}, "4,5", 6, 3, "Ter"),
        ({"range": 6, "terror": 1, "humiliated": 4}, "6,6", 1, 1, "Ter S!"),
        ({"range": 6, "firing": 3, "terror": 1}, "4,4", 6, 3, "Ret"),
        ({"range": 6, "firing": 3, "terror": 1, "house_rule": ("terror-and-arc=subtract",)}, "4,5", 4, 2, "Ret"),
        ({"range": 6, "cover": "soft"}, "5,5", 10, 4, "2 x Ter S!"),
        ({"range": 6, "cover": "super-hard"}, "", 10, 0, "-"),
        ({"range": 6, "evading": True, "cover": "soft"}, "5,6", 10, 2, "Ter S! Off"),
        ({"range": 6, "foxholes": 1.75}, "5,5", 10, 4, "2 x Ter S!"),
        ({"range": 6, "enfiladed": True}, "1,1", 10, 6, "-"),
        ({"range": 6, "on_road": True, "formation": "column"}, "6,5", 10, 7, "Kill! S! Off"),
        ({"range": 6, "speculative": True}, "6,4", 5, 3, "Ter"),
        ({"range": 6, "lent_traits": ("skirmisher",)}, "5,5", 10, 4, "2 x Ter S!"),
        ({"range": 6, "house_rule": ("shooting-table=as-transcribed",)}, "6,6", 10, 5, "Ter S! Off"),
    ],
)
def test_a_company_shoots(facts: dict[str, Any], dice: str, total: int, column: int, result: str) -> None:
    found = outcome("shoot", dice, **SHOT, **facts)
    assert (found["total"], found["column"], found["result"]) == (total, column, result)


@pytest.mark.rule("RA-R21", "RA-shoot.mods.cumulative")
def test_machine_guns_close_by() -> None:
    """Two teams of value 8 are 16, column 8; at 8 in three more, so column 10 at most."""
    guns = {"firer": "mg-team", "target": "red-regulars", "bases": 2}
    assert outcome("shoot", "1,1", **guns, range=8)["column"] == 10
    assert outcome("shoot", "1,1", **guns, range=8.5)["column"] == 8
    assert outcome("shoot", "1,1", **guns, range=8, cover="stone-building")["column"] == 7


@pytest.mark.rule("RA-R90", "RA-ac.vulnerable", "RA-ac.kill", "RA-tank.terror")
def test_armour_as_target_and_as_firer() -> None:
    guns = {"firer": "mg-team", "bases": 4, "range": 8}
    car = outcome("shoot", "6,4", **guns, target="armoured-car")
    assert (car["result"], car["bases_killed"], car["pinned"]) == ("Kill!", 1, False)
    tank = outcome("shoot", **guns, target="tank-mg")
    assert (tank["roll"], tank["result"], tank["terror"]) == (None, "-", 0)
    assert outcome("shoot", **{**SHOT, "target": "armoured-car"}, range=4)["roll"] is None
    fired_at = outcome("shoot", "1,1", firer="tank-mg", bases=1, target="red-regulars", range=20)
    assert (fired_at["total"], fired_at["terror"]) == (5, 1)


@pytest.mark.rule("RA-harass", "RA-R19", "RA-weather.night.range", "RA-indirect.1", "RA-R29", "RA-R168")
def test_what_cannot_be_shot() -> None:
    assert outcome("shoot", **SHOT, range=24)["band"] == "harassing fire only"
    assert refused("shoot", **SHOT, range=24.5) == "out-of-range"
    assert refused("shoot", **SHOT, range=4, light="dark night") == "out-of-range"
    assert refused("shoot", firer="train-engine", target="red-regulars", bases=1, range=4) == "out-of-range"
    assert refused("shoot", **SHOT, range=4, observed="observed, first turn") == "no-indirect-fire"
    battery = {"firer": "field-gun", "target": "red-regulars", "bases": 2, "observed": "observed, later turn"}
    assert refused("shoot", **battery, range=20, gun_range=121) == "out-of-range"
    assert outcome("shoot", "1,1", **battery, range=20, gun_range=120)["total"] == 27, "36 at three quarters"


@pytest.mark.rule("RA-shoot.7", "RA-R03")
def test_a_cell_by_itself() -> None:
    assert outcome("shooting-cell", "3,3", total=10)["result"] == "Ret"
    assert outcome("shooting-cell", "6,6", total=1, shift=3)["result"] == "Kill! S! Off"
    assert outcome("shooting-cell", total=0, shift=3)["column"] == 0
    assert outcome("shooting-cell", total=5, shift=-3)["roll"] is None


@pytest.mark.rule("RA-R19", "RA-R20", "RA-arc.1", "RA-enfilade.1", "RA-enfilade.2")
def test_ranges_and_arcs() -> None:
    close = outcome("range-band", card="red-regulars", range=6)
    assert (close["band"], close["answered"], close["ends_march"]) == ("close range", True, True)
    assert outcome("range-band", card="red-regulars", range=12)["answered"] is False
    assert outcome("fire-arc", card="red-regulars", bearing=100) == {"in_arc": False, "turn": 90.0}
    assert outcome("fire-arc", card="tachanka", bearing=180) == {"in_arc": True, "turn": 0.0}
    assert outcome("fire-arc", card="red-regulars", bearing=45)["turn"] is None
    assert outcome("fire-arc", card="train-artillery-turret", bearing=180, train_behind=True)["in_arc"] is False
    assert outcome("enfilade", right=8, ahead=2, width=4, depth=0.5)["enfiladed"] is True
    assert outcome("enfilade", right=8, ahead=2, width=4, formation="column")["enfiladed"] is False


@pytest.mark.rule("RA-priority.1", "RA-priority.4")
def test_priorities() -> None:
    targets = ("column: open", "woods: close", "guns: threat", "staff: close open officer beside")
    found = outcome("firing-priority", targets=targets)
    assert (found["order"], found["first"]) == (("guns", "woods", "column"), ("guns",))
    assert refused("firing-priority", targets=targets, chosen="woods") == "other-target-first"
    assert outcome("firing-priority", targets=targets, chosen="woods", senior=True)["first"] == ("guns",)
    assert refused("firing-priority", targets=targets, chosen="nobody") == "unknown-target"
    assert refused("firing-priority", targets=("guns: loud",)) == "unclear-target"


@pytest.mark.rule("RA-ammo.guns", "RA-ammo.mortars", "RA-R117")
def test_rounds() -> None:
    assert outcome("rounds", fired=3) == {"limber": 0, "cart": 5, "left": 5}
    assert outcome("rounds", fired=3, refilled=True) == {"limber": 2, "cart": 5, "left": 7}
    assert outcome("rounds", mortar=True, cart=False, fired=3)["left"] == 0
    assert refused("rounds", fired=9) == "no-rounds"
    assert outcome("rounds", fired=9, house_rule=("ammunition=off",))["left"] is None


@pytest.mark.rule("RA-dh.1", "RA-dh.2", "RA-dh.mod.range", "RA-dh.mod.poor", "RA-dh.building", "RA-R17", "RA-R33")
def test_direct_hits() -> None:
    near = outcome("direct-hits", "5,5,4,5", firer="field-gun", bases=2, range=30)
    assert (near["number"], near["scores"], near["hits"]) == (10, (10, 9), 1)
    far = outcome("direct-hits", "6,6", firer="early-soviet-field-gun", bases=1, range=85)
    assert (far["number"], far["hits"]) == (13, 0)
    again = outcome("direct-hits", "5,6", firer="early-soviet-field-gun", bases=1, range=85, rounds_before=1)
    assert (again["number"], again["hits"]) == (11, 1)
    car = outcome("direct-hits", "6,6", firer="mortar", bases=1, range=10, target="moving vehicle")
    assert (car["number"], car["hits"]) == (12, 1)
    assert outcome("direct-hits", "1,1", firer="field-gun", bases=2, range=5, terror=2)["scores"] == (2,)
    assert refused("direct-hits", firer="red-regulars", bases=2, range=5) == "no-gun"
    assert outcome("collapse", "4,4,5,4", hits=3)["destroyed"] is True
    assert outcome("collapse", "5,5", stone=True)["destroyed"] is False


FIGHT = {"charger": "red-regulars", "charger_bases": 4, "charged": "red-regulars", "charged_bases": 4}
"""Combat number 3 a side: 12 against 12."""


@pytest.mark.rule("RA-combat.1", "RA-combat.2", "RA-combat.3", "RA-combat.4", "RA-combat.equal")
@pytest.mark.rule("RA-R06", "RA-R07", "RA-R08", "RA-R10", "RA-R11")
@pytest.mark.parametrize(
    ("facts", "dice", "charger_stronger", "odds", "result", "names"),
    [
        ({}, "3,4", True, "Advantage", "W/Retires 1 x Ter", "charged"),
        ({}, "3,3", True, "Advantage", "S/Retires 1 x Ter", "charger"),
        ({"charged_has": ("cover",)}, "3,4", False, "Advantage", "W/Retires 1 x Ter", "charger"),
        ({"charged_has": ("fortified",)}, "2,2", False, "3:2", "S/Retires 3 x Ter", "charged"),
        ({"charged_has": ("fortified", "uphill")}, "6,6", False, "3:2", "W/Defeated", "charger"),
        ({"charger_markers": 2}, "5,4", False, "2:1", "W/Retires 3 x Ter", "charger"),
        ({"charger_markers": 4}, "6,5", False, "4:1", "W/Surrenders", "charger"),
        # 12 against 3 x (4 - 1) x 1/2 = 9/2: 8:3, so 5:2
        ({"facing": "flank"}, "4,4", True, "5:2", "W/Retires 3 x Ter", "charged"),
        # 12 against 3 x (4 - 3) x 1/2 = 3/2: 8:1, so 4:1
        ({"facing": "rear"}, "1,1", True, "4:1", "S/Humiliated", "charger"),
        ({"charger_uphill": True, "charger_markers": 1}, "6,4", False, "Advantage", "W/Retires 3 x Ter", "charger"),
    ],
)
def test_combats(facts: dict[str, Any], dice: str, charger_stronger: bool, odds: str, result: str, names: str) -> None:
    found = outcome("combat", dice, **FIGHT, **facts)
    assert (found["charger_stronger"], found["odds"], found["result"], found["names"]) == (
        charger_stronger, odds, result, names,
    )  # fmt: skip


@pytest.mark.rule("RA-R11", "RA-charge.guns", "RA-R89", "RA-form.cavalry.1")
def test_combats_that_are_none() -> None:
    assert outcome("combat", **FIGHT, facing="rear", charged_markers=2)["result"] == "rout"
    assert refused("combat", **{**FIGHT, "charged": "field-gun"}) == "no-combat"
    assert refused("combat", **{**FIGHT, "charger": "tank-mg"}) == "no-combat"
    assert refused("combat", **{**FIGHT, "charger": "mg-team"}) == "may-not-charge"
    assert refused("combat", **FIGHT, counter_charge=True) == "no-counter-charge"
    assert refused("combat", **FIGHT, charger_formed=True) == "loose"


@pytest.mark.rule("RA-charge.target.riflemen", "RA-charge.fear", "RA-charge.flee", "RA-charge.counter", "RA-R127")
def test_charges() -> None:
    sabres = {"charger": "red-cavalry", "target": "red-cavalry"}
    found = outcome("charge-target", **sabres)
    assert found == {
        "charge_test": True, "fear_test": True, "may_flee": True, "may_shoot": True, "may_counter_charge": True,
        "terror_at_contact": 0, "contact": "combat",
    }  # fmt: skip
    behind = outcome("charge-target", **sabres, facing="rear", acted=True, ambush=True)
    assert (behind["charge_test"], behind["may_flee"], behind["may_shoot"]) == (False, False, False)
    assert (behind["terror_at_contact"], behind["may_counter_charge"]) == (3, False)
    assert refused("charge-target", charger="red-regulars", target="red-cavalry") == "front-of-sabres"
    routing = outcome("charge-target", charger="red-regulars", target="red-cavalry", routing=True)
    assert (routing["fear_test"], routing["contact"]) == (False, "caught as in a pursuit")
    assert outcome("charge-target", charger="red-cavalry", target="mortar")["contact"] is None
    assert outcome("charge-target", charger="tank-mg", target="red-regulars")["contact"].startswith(
        "the target damages"
    )


@pytest.mark.rule("RA-tank.charge.2", "RA-tank.charge.3", "RA-ac.charge.2")
def test_against_vehicles() -> None:
    assert outcome("against-vehicle", "5")["immobilised"] is False
    assert outcome("against-vehicle", "4", grenadiers=True)["immobilised"] is True


@pytest.mark.rule("RA-pursuit.1", "RA-pursuit.3", "RA-pursuit.4", "RA-pursuit.6")
def test_pursuits() -> None:
    slow = outcome("pursuit", pursuer="red-cavalry", router="red-regulars", bases=5)
    assert slow == {"caught": True, "destroyed": 3, "prisoners": 2}
    assert outcome("pursuit", "3", pursuer="red-cavalry", router="red-cavalry", bases=4)["caught"] is False
    assert outcome("pursuit", "4", pursuer="red-cavalry", router="red-cavalry", bases=4)["prisoners"] == 2
    assert refused("pursuit", pursuer="red-regulars", router="red-regulars", bases=4) == "no-pursuit"


@pytest.mark.rule("RA-retire.1", "RA-retire.2", "RA-retire.3", "RA-retire.5", "RA-retire.10", "RA-R64", "RA-R65")
def test_retiring() -> None:
    foot = outcome("retire", card="red-regulars", bases=4)
    assert foot == {"inches": 3, "terror": 0, "instead": (), "evades": True}
    assert outcome("retire", card="red-cavalry", bases=4)["inches"] == 6
    assert outcome("retire", card="red-regulars", gone_back=2)["inches"] == 1
    assert outcome("retire", card="red-conscripts", hard_cover=True)["instead"] == (), "a Mob"
    assert outcome("retire", card="red-regulars", hard_cover=True)["instead"] == ("cover",)
    lent = outcome("retire", card="red-regulars", bases=4, lent_traits=("storm",))
    assert lent["instead"] == ("base",)
    assert outcome("retire", card="field-gun", bases=1)["inches"] == 0
    out = outcome("retire", card="red-regulars", hard_cover=True, gone_back=3, out_of_combat=True)
    assert (out["inches"], out["instead"]) == (3, ())
    marker = ("second-retire=terror",)
    assert outcome("retire", card="red-regulars", gone_back=3, house_rule=marker)["terror"] == 1
    assert outcome("retire", card="senior-officer-mounted", bases=1)["inches"] == 6


def test_every_form_has_its_own_name_and_says_what_it_is() -> None:
    assert len(FORMS) == len(RESOLUTIONS)
    for form in RESOLUTIONS:
        assert form.title
        assert form.summary
