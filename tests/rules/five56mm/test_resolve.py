"""One-off resolutions by declared facts: `adjutant resolve five56mm ACTION`."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.five56mm.resolve import RESOLUTIONS, resolve
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted, ScriptError
from rules.kernel.facts import Source
from rules.kernel.violation import RuleViolation

FORMS = {form.name(): form for form in RESOLUTIONS}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    chance = Scripted([f"d6:{die}" for die in dice.split(",") if die])
    resolved = resolve(FORMS[verb](**facts), chance)
    chance.finish()
    return resolved


def test_every_resolution_has_a_form() -> None:
    assert len(FORMS) == 27
    for form in RESOLUTIONS:
        assert form.title
        assert form.summary
        assert all(field.description for field in fields_of(form))


@pytest.mark.rule("MM-3.2.3", "MM-3.2.4")
def test_spot() -> None:
    resolved = ask("spot", "4", range=30, obscured=80, stealth=True, fired=True)
    assert (resolved.outcome["seen"], resolved.outcome["rolls"], resolved.outcome["target_number"]) == (False, 1, 7)
    assert ask("spot", range=10).outcome["seen"] is True
    with pytest.raises(RuleViolation):
        ask("spot", range=10, obscured=100)


@pytest.mark.rule("MM-3.2.9", "MM-5.0.1")
def test_fire_with_its_wound() -> None:
    resolved = ask("fire", "4,3,3", weapon="m16", range=22, weapons=2, obscured=30, victim_strength=1)
    assert resolved.outcome["hit"] is True
    assert resolved.outcome["target_number"] == 6
    assert resolved.outcome["modifiers"] == ("+5 M16, long", "+1 partial concealment")
    assert resolved.outcome["wound"] == "critical"
    facts = {fact.name: fact for fact in resolved.facts}
    assert facts["range"].source is Source.DECLARED
    assert facts["obscured"].source is Source.DECLARED
    assert facts["light"].source is Source.DEFAULT


@pytest.mark.rule("MM-5.01.4")
def test_a_mortal_wound_counts_down() -> None:
    resolved = ask("fire", "4,3,2,5", weapon="m16", range=12, victim_strength=1)
    assert (resolved.outcome["wound"], resolved.outcome["countdown"]) == ("mortal", 6)


@pytest.mark.rule("MM-2.3N.4", "MM-7.0.7")
def test_shots_that_cannot_be_fired() -> None:
    for facts in (
        {"weapon": "m16", "range": 41},
        {"weapon": "m16", "range": 35, "obscured": 60},
        {"weapon": "knife", "range": 2},
    ):
        with pytest.raises(RuleViolation):
            ask("fire", **facts)


@pytest.mark.rule("MM-7.5.5", "MM-R27", "MM-7.0.10", "MM-10.S.1")
def test_duds_misses_ammunition_and_second_chances() -> None:
    assert ask("fire", weapon="m203", range=6).outcome["dud"] is True
    at_truck = {"weapon": "m203", "range": 12, "target": "vehicle", "vehicle": "jeep"}
    assert ask("fire", "6", load="cs", **at_truck).outcome["damage"] == "none"
    assert ask("fire", "6,6,6", load="frag", **at_truck).outcome["damage"] != "none"
    miss = ask("fire", "2,6,4", weapon="law", range=10, target="point", skills=("Heavy Weapons",))
    assert (miss.outcome["scatter"], miss.outcome["direction"]) == (3, "directly long")
    low = ask("fire", "1,3", weapon="m16", range=12, ammo_low=True)
    assert low.outcome["out_of_ammo"] is True
    again = ask("fire", "1,5,1,6", weapon="m16", range=12, sharpshooter=True)
    assert again.outcome["hit"] is True


@pytest.mark.rule("MM-4.3.3")
def test_shots_of_an_auto_fire() -> None:
    resolved = ask("fire", "1", weapon="m60", range=12, skills=("Machine Gunner",), auto_fire=3, apart=3)
    assert resolved.outcome["target_number"] == 6
    with pytest.raises(RuleViolation):
        ask("fire", weapon="m16", range=12, auto_fire=2, apart=3)


@pytest.mark.rule("MM-R13")
def test_house_rules_may_be_given() -> None:
    with pytest.raises(RuleViolation) as refused:
        ask("light", house_rule=("nonsense",))
    assert refused.value.code == "house-rule"
    resolved = ask("pilot", "3", task="full-speed", morale=0, skills=("Pilot",), house_rule=("land-ability=manoeuvre",))
    assert resolved.outcome["extra_inches"] == 24


@pytest.mark.rule("MM-3.2.14", "MM-3.2.16", "MM-7.8.1")
def test_throw() -> None:
    hit = ask("throw", "4", range=6)
    assert hit.outcome["on_target"] is True
    miss = ask("throw", "1,6,2,3", range=6)
    assert (miss.outcome["distance"], miss.outcome["direction"], miss.outcome["from_thrower"]) == (
        3,
        "directly short",
        3,
    )


@pytest.mark.rule("MM-7.8.3", "MM-7.8.5", "MM-7.8.6", "MM-8.0.9")
def test_blast() -> None:
    assert ask("blast", "1,2", of="frag", distance=2.5).outcome["wound"] == "minor"
    assert ask("blast", of="frag", distance=3.5).outcome["caught"] is False
    assert ask("blast", "2,5", of="stun", distance=2).outcome["actions_lost"] == 1
    assert ask("blast", "3,1", of="cs", distance=3.5).outcome["poisoned"] is True
    assert ask("blast", of="cs", distance=1, respirator=True).outcome["poisoned"] is False
    assert ask("blast", of="wp", distance=4, burning=True).outcome["wound"] == "none"
    assert ask("blast", "1,6", of="law", direct=True, body_armour=True).outcome["wound"] == "dead"


@pytest.mark.rule("MM-5.0.2", "MM-7.4.4", "MM-8.0.16")
def test_injury() -> None:
    assert ask("injury", "3,4", damage=4, strength=2).outcome["wound"] == "minor"
    assert (
        ask("injury", "3,4", damage=4, source="sub machinegun", body_armour=True, armour_gives=1).outcome["margin"]
        == -2
    )
    assert ask("injury", damage=9, cover="heavy").outcome == {"wound": "none", "margin": None, "countdown": None}


@pytest.mark.rule("MM-3.5.2", "MM-4.4.2", "MM-4.5.3", "MM-4.5.5", "MM-5.1.3")
def test_those_who_help() -> None:
    aided = ask("first-aid", "4,3", wound="serious").outcome
    assert (aided["helped"], aided["wound"], aided["turns"]) == (True, "minor", 3)
    treated = ask("treat-injury", "4", wound="critical").outcome
    assert (treated["helped"], treated["wound"], treated["target_number"], treated["total"]) == (
        False,
        "critical",
        5,
        4,
    )
    assert ask("carry", "5", wound="mortal").outcome["inches"] == 5
    assert ask("carry", wound="critical", carriers=2).outcome["inches"] == 6
    assert ask("survive", "3").outcome["survives"] is True


@pytest.mark.rule("MM-4.1.1", "MM-4.2.3", "MM-6.1.4")
def test_on_foot() -> None:
    assert ask("sprint", "3", movement=2).outcome["inches"] == 9
    assert ask("hide", "5").outcome["inches"] == 3
    assert ask("cross", "4", path=("3 bog",)).outcome["covered"] == 2


@pytest.mark.rule("MM-3.7.2", "MM-3.7.10", "MM-9.4.2", "MM-9.4.6")
def test_fighting_and_fear() -> None:
    engaged = ask("engage", "2,4,5,4", strength=1, weapon="knife", defender_weapon="rifle-butt")
    assert (engaged.outcome["margin"], engaged.outcome["wound"]) == (5, "dead")
    assert ask("engage", "6,1").outcome["hit"] is False
    escaped = ask("escape", "3,3,4,5", opponent_strength=2, strength=1).outcome
    assert (escaped["away"], escaped["struck"], escaped["penalty"], escaped["margin"]) == (True, True, 2, -2)
    assert (escaped["damage_tn"], escaped["resist_total"], escaped["wound"]) == (6, 6, "none")
    assert ask("morale", "1").outcome["state"] == "withdrawing"
    assert ask("morale", "1,4", leader=True).outcome["state"] == "steady"
    assert ask("morale", "3", rally="fleeing", failed_rallies=1).outcome["state"] == "fleeing"


@pytest.mark.rule("MM-4.6.7", "MM-4.72.5", "MM-4.81.2")
def test_at_the_wheel_and_on_the_rope() -> None:
    driven = ask("drive", "1", task="full-speed", skills=("Driver",))
    assert (driven.outcome["extra_inches"], driven.outcome["margin"]) == (8, 2)
    landed = ask("pilot", "1,5", task="hover", skills=("Pilot",))
    assert (landed.outcome["overshoot"], landed.outcome["aboard"]) == (3, 1)
    assert ask("fast-rope", "5").outcome["inches"] == 2
    assert ask("fast-rope", "1,1,6").outcome["wound"] == "none"


@pytest.mark.rule("MM-12.1.3", "MM-12.2.1", "MM-12.5.1", "MM-12.51.6", "MM-12.6.2")
def test_collisions() -> None:
    left = ask("leave", "2,1", speed=12).outcome
    assert (left["wound"], left["damage"]) == ("minor", "D6")
    assert ask("leave", speed=8).outcome["damage"] is None
    assert ask("ram", "1,6", speed=12, movement=1).outcome["avoided"] is True
    assert ask("ram", "1,1,2,1", speed=12).outcome["wound"] == "serious"
    assert ask("ram", speed=3).outcome["avoided"] is True
    armour = ask("armour", "6,2,3", vehicle="black-hawk", hit=10, mounted_weapons=True)
    assert (armour.outcome["damage"], armour.outcome["weapons_work"]) == ("immobilised", False)
    assert ask("crash", "1,6", vehicle="black-hawk", speed=16).outcome["damage"] == "D6+6"
    assert ask("crash", "1,6", speed=16, whom="vehicle").outcome["damage"] == "D6+6"
    assert ask("crash", speed=2).outcome["result"] == "none"


@pytest.mark.rule("MM-4.9.1", "MM-4.9.2", "MM-6.2.2", "MM-11.1R.3")
def test_radio_light_and_budgets() -> None:
    assert ask("radio", "3", number=5, leader_morale=2).outcome["answered"] is True
    assert ask("light", "4").outcome["light"] == "Low Light"
    squad = ask("random-squad", "3,4")
    assert squad.outcome == {"upgrades": 19, "purchases": 95}
    assert squad.events[0].citations == ("MM-11.1R.3",)


def test_given_dice_must_fit() -> None:
    with pytest.raises(ScriptError):
        ask("light")
    with pytest.raises(ScriptError):
        ask("light", "3,3")


@pytest.mark.rule("MM-3.24.15")
def test_fire_at_a_helicopter_in_flight() -> None:
    """An M16 at 12 in has 4 to reach; 5 at what flies."""
    for flying, number in ((False, 4), (True, 5)):
        asked = ask("fire", "1", weapon="m16", range=12, target="vehicle", helicopter=flying)
        assert asked.outcome["target_number"] == number
