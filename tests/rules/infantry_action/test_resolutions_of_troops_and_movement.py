"""One-off resolutions of troops, movement, landings, figures and victory, by declared facts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.infantry_action.resolutions import figures, landing, movement, troops, victory
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation

ROWS = (*troops.ROWS, *movement.ROWS, *landing.ROWS, *figures.ROWS, *victory.ROWS)
FORMS = {form.name(): (form, resolve) for form, resolve in ROWS}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    form, resolve = FORMS[verb]
    chance = Scripted(dice)
    resolved = resolve(form(**facts), chance)
    chance.finish()
    return resolved


def refused(verb: str, **facts: Any) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        ask(verb, **facts)
    assert caught.value.citation.startswith("IA-")
    assert caught.value.remedy
    return caught.value


def test_every_form_can_be_filled_in() -> None:
    assert len(FORMS) == len(ROWS) == 14
    for form, _ in ROWS:
        assert form.title
        assert form.summary
        assert all(field.description for field in fields_of(form))


@pytest.mark.rule("IA-cost.man", "IA-cost.rank", "IA-opt.defender-double", "IA-opt.air-landed-cost")
def test_points_of_a_man() -> None:
    resolved = ask("man-points", rank="corporal", weapon=("sub machine gun", "hand grenade"))
    assert resolved.outcome["points"] == 27
    assert resolved.outcome["items"] == ("10 man", "10 corporal", "5 sub machine gun", "2 hand grenade")
    assert ask("man-points", weapon=("rifle",), air_landed=True).outcome["points"] == 22.5
    assert ask("man-points", weapon=("rifle",), defends=True).outcome["points"] == 30
    assert ask("man-points", gear=("radio",)).events[0].kind == "pistol"
    facts = {fact.name: fact.source for fact in resolved.facts}
    assert (facts["rank"], facts["defends"]) == (Source.DECLARED, Source.DEFAULT)
    assert refused("man-points", weapon=("tripod machine gun",)).code == "not-carried"
    assert refused("man-points", air_landed=True, defends=True).code == "not-both"


@pytest.mark.rule("IA-cost.equipment-50", "IA-opt.emplacement-cost")
def test_points_of_a_weapon() -> None:
    assert ask("weapon-points", weapon="anti-tank gun", emplacement=True).outcome["points"] == 75
    assert ask("weapon-points", weapon="anti-tank gun", emplacement=True, defends=True).outcome["points"] == 125


@pytest.mark.rule("IA-cost.afv", "IA-cost.soft-vehicle", "IA-cost.small-mounts", "IA-cost.vehicle-extras")
def test_points_of_a_vehicle() -> None:
    tank = ask("vehicle-points", vehicle="AFV", tons=27.5, weapon=("AFV gun of 75 mm or more", "turret machine gun"))
    assert tank.outcome["points"] == 217.5
    assert ask("vehicle-points", vehicle="soft vehicle", tons=3, gear=("radio",)).outcome["points"] == 50
    assert ask("vehicle-points", vehicle="motorcycle").outcome["points"] == 10
    assert ask("vehicle-points", vehicle="AFV", tons=10, line_charge=True).outcome["points"] == 65
    assert refused("vehicle-points", vehicle="AFV").code == "tons-needed"
    assert refused("vehicle-points", vehicle="horse", line_charge=True).code == "not-mounted"
    assert refused("vehicle-points", vehicle="AFV", tons=10, weapon=("rifle",)).code == "not-mounted"


@pytest.mark.rule("IA-opt.field-defences", "IA-opt.bunker-cost", "IA-opt.trench-cost", "IA-opt.off-table-cost")
def test_points_of_works() -> None:
    # 30 + 50, 4 × 5, 2 × 5, 3 × 10, 5 × 2, 10, 2 × 3, 2 × 100.
    resolved = ask(
        "works-points", bunker=(2, 5), trench=4, ap_mines=2, at_mines=3, wire=4, pungis=1, fougasses=1, trip_flares=2,
        support=2, multiple=2,
    )  # fmt: skip
    assert resolved.outcome["points"] == 366
    assert ask("works-points", support=1, defender=False).outcome["points"] == 50
    assert refused("works-points", wire=1, defender=False).code == "not-defender"
    assert refused("works-points", bunker=(-1,)).code == "bad-bunker"


@pytest.mark.rule("IA-cost.afv-commanders", "IA-cost.apc-commanders")
def test_commanders() -> None:
    assert ask("afv-commanders", afv=("sergeant", "corporal")).outcome["accepted"] is True
    resolved = ask("afv-commanders", carrier=("corporal", "corporal", "lance corporal"))
    assert resolved.outcome["accepted"] is False
    assert resolved.events[0].citations == ("IA-cost.apc-commanders",)
    assert refused("afv-commanders").code == "no-afv"


@pytest.mark.rule("IA-foot.walk", "IA-foot.silent", "IA-foot.double-limit", "IA-foot.manhandle", "IA-foot.double")
def test_a_move_on_foot() -> None:
    resolved = ask("foot-move", pace="walk", done=("crossing an obstacle",), going=("woods",), silent=True)
    assert (resolved.outcome["metres"], resolved.outcome["may_fire"]) == (15, False)
    assert resolved.outcome["items"] == ("+50 walk", "-10 crossing an obstacle", "-10 woods")
    assert ask("foot-move", pace="double", since_double=3, carries=("rifle",)).outcome["metres"] == 75
    assert ask("foot-move", pace="manhandle", men_at_gun=3).outcome["metres"] == 15
    waded = ask("foot-move", pace="walk", hard=True)
    assert (waded.outcome["metres"], waded.outcome["may_fire"], waded.outcome["may_grenade"]) == (20, False, True)
    ten = ask("foot-move", pace="walk", going=("woods",), house_rule=("foot-minus-ten=allowance",))
    assert ten.outcome["metres"] == 10
    assert refused("foot-move", pace="double", since_double=2).code == "doubled-lately"
    assert refused("foot-move", pace="double", carries=("2 inch mortar",)).code == "too-heavy"
    assert refused("foot-move", pace="double", going=("carrying a share",)).code == "too-heavy"
    assert refused("foot-move", pace="dash", silent=True).code == "not-silent"
    assert refused("foot-move", pace="manhandle").code == "men-needed"
    assert refused("foot-move", pace="manhandle", men_at_gun=2).code == "too-few-men"


@pytest.mark.rule("IA-veh.move-and-fire", "IA-veh.turns", "IA-veh.closed-down-deductions", "IA-veh.cycles")
def test_a_move_of_a_vehicle() -> None:
    closed = ask(
        "vehicle-move", vehicle="AFV", pace="high speed dash", closed_down=True, turn=(30,),
        done=("accelerating from a halt",),
    )  # fmt: skip
    assert (closed.outcome["metres"], closed.outcome["may_fire"]) == (40, False)  # 180 − 40 − 50 − 50
    assert ask("vehicle-move", vehicle="pedal cycle", pace="move and fire").outcome["metres"] == 60
    road = ask("vehicle-move", vehicle="pedal cycle", pace="move and fire", hard_road=True, light="moonlight")
    assert road.outcome["metres"] == 80
    assert refused("vehicle-move", vehicle="soft vehicle", pace="swim").code == "not-amphibious"
    hedge = ("crossing a hedge, wall, ditch or bank",)
    assert refused("vehicle-move", vehicle="soft vehicle", pace="move and fire", done=hedge).code == "cannot-cross"
    assert ask("vehicle-move", vehicle="AFV", pace="move and fire", wheels=6, done=hedge).outcome["metres"] == 80
    assert refused("vehicle-move", vehicle="horse", pace="high speed dash").code == "horse-pace"


@pytest.mark.rule("IA-air.para-drop", "IA-air.para-hazard", "IA-air.para-water-weapons")
def test_a_drop_into_water() -> None:
    resolved = ask("para-drop", "d12:3,d6:2,d6:3,d6:1,d12:7,d6:6,d6:6", men=1, weapons=1, ground=("water",))
    assert resolved.outcome["drops"] == ("man 1: 50 m towards 3 o'clock", "weapon 1: 120 m towards 7 o'clock")
    assert (resolved.outcome["casualties"], resolved.outcome["weapons_lost"]) == (1, 1)
    assert refused("para-drop", house_rule=("para-drop=declared",)).code == "dropped-really"


@pytest.mark.rule("IA-air.glider-run", "IA-air.helicopter-space", "IA-air.helicopter-rope")
def test_landing_places() -> None:
    assert ask("landing-place", aircraft="glider", metres=100).outcome["lands"] is True
    assert refused("landing-place", aircraft="glider", metres=90).code == "run-too-short"
    assert ask("landing-place", aircraft="helicopter", metres=2).outcome["lands"] is True
    hovers = ask("landing-place", aircraft="helicopter", metres=1, men=12)
    assert (hovers.outcome["lands"], hovers.outcome["rope_periods"]) == (False, 3)


@pytest.mark.rule("IA-air.brought-down", "IA-air.crash-survival")
def test_men_hit_aboard() -> None:
    assert ask("aircraft-hit", "2,6", aircraft="helicopter", hit=2).outcome["down"] is False
    crash = ask("aircraft-hit", "1,4,3,6,2", aircraft="glider", hit=1, passengers=2)
    assert (crash.outcome["crew_survive"], crash.outcome["passengers_survive"]) == (1, 1)


@pytest.mark.rule("IA-loc.arc-infantry", "IA-loc.arc-exposed-man", "IA-loc.arc-heavy-weapon", "IA-loc.arc-turret")
def test_arcs() -> None:
    assert ask("arc", who="infantry", ahead=100, aside=40).outcome["sees"] is True
    assert ask("arc", who="infantry", ahead=100, aside=40, posture="prone").outcome["sees"] is False
    man = ask("arc", who="exposed man", ahead=100, aside=60)
    assert (man.outcome["sees"], man.outcome["fires"]) == (True, False)
    assert ask("arc", who="heavy weapon", ahead=100, aside=42).outcome["fires"] is False
    assert ask("arc", who="turret", ahead=100, aside=41).outcome["fires"] is True


@pytest.mark.rule("IA-iso.figure", "IA-iso.leader")
def test_isolation() -> None:
    far = ask("isolation", distance=20, posture="erect", other_posture="prone", rank="corporal")
    assert (far.outcome["isolated"], far.outcome["isolated_from_leader"]) == (False, True)
    near = ask("isolation", distance=20, posture="prone", other_posture="prone")
    assert (near.outcome["isolated"], near.outcome["isolated_from_leader"]) == (True, None)


@pytest.mark.rule("IA-orders.speech-range", "IA-orders.speech-overheard")
def test_speech() -> None:
    shout = ask("speech", distance=40, enemy=45)
    assert (shout.outcome["heard"], shout.outcome["overheard"]) == (True, True)
    drowned = ask("speech", distance=40, noise=True, enemy=45, enemy_noise=True)
    assert (drowned.outcome["heard"], drowned.outcome["overheard"]) == (False, False)
    assert ask("speech", distance=10).outcome["overheard"] is None


@pytest.mark.rule("IA-vic.friendly", "IA-vic.convention", "IA-vic.field-defences", "IA-vic.objectives")
def test_the_victor() -> None:
    # First: 150 + 40 + 10 + 0 = 200; second: 80 + 50 + 0 + 40 = 170: a lead of 30, and a tenth of 300 is 30.
    facts: dict[str, Any] = {
        "remains": 300, "lost": 100, "places": 20, "strength": 300,
        "other_remains": 160, "other_lost": 80, "other_objectives": 40, "other_strength": 200,
    }  # fmt: skip
    resolved = ask("victor", **facts)
    assert (resolved.outcome["first"], resolved.outcome["second"]) == (200, 170)
    assert (resolved.outcome["winner"], resolved.outcome["lead_needed"]) == ("first side", 30)
    assert ask("victor", **{**facts, "strength": 301}).outcome["winner"] == "draw"
    convention = ask("victor", **{**facts, "strength": 301}, house_rule=("victory-mode=convention",))
    assert convention.outcome["winner"] == "first side"
