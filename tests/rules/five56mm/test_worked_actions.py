"""Ground, hand-to-hand combat, courage and vehicles, worked by hand from the book.

Each line is one case: what is declared, the dice in their order (MM-R93), what must come out of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from tests.charts import chart
from tests.rules.five56mm.worked import outcome, picked

DRIVER, PILOT = {"skills": ("Driver",)}, {"skills": ("Pilot",)}


# ── On foot ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-6.1.3", "MM-6.1.4", "MM-6.1.5", "MM-3.1.2", "MM-R61", "MM-R62", "MM-R63", "MM-R108")
@chart(
    ("path", "dice", "facts", "covered", "left"),
    [
        (("4 even",), "", {}, 4, 0), (("2 brush", "2 light undergrowth"), "", {}, 4, 0),
        (("3 dense undergrowth",), "1", {}, 1, 0), (("3 dense undergrowth",), "2", {}, 2, 0),
        (("3 sand dunes",), "3", {}, 3, 1), (("3 light rubble",), "1", {"movement": 2}, 3, 1),
        (("3 shallow water",), "1", {}, 0, 4), (("3 shallow water",), "2", {}, 1, 0),
        (("3 bog",), "3", {}, 1, 0), (("3 dense rubble",), "4", {}, 2, 0), (("3 deep water",), "6", {}, 3, 1),
        (("1 obstacle",), "3", {}, 0, 0), (("1.1 obstacle",), "4", {}, 0, 4), (("1.1 obstacle",), "5", {}, 0, 1.8),
        (("2 obstacle", "1 even"), "6", {}, 1, 1), (("2.1 obstacle",), "5", {}, 0, 4),
        (("1 obstacle", "2 dense rubble"), "5,5", {}, 2, 1), (("3 mud TN 5",), "6", {}, 2, 0),
        (("3 bog",), "4", {"penalty": 1}, 1, 0), (("3 bog",), "4", {"light": "No Light"}, 0, 4),
        # 6.1: 9 in, a wall of 1.5 in by a 3 and Movement 1 against 4 costs 6, then 2 in of rubble at full pace.
        (("1.5 obstacle", "2 dense rubble"), "3,5", {"inches": 9, "movement": 1}, 2, 1),
    ],
)  # fmt: skip
def test_difficult_ground(path: tuple[str, ...], dice: str, facts: dict[str, Any], covered: float, left: float) -> None:
    found = outcome("cross", dice, path=path, **facts)
    assert picked(found, "covered", "left") == (pytest.approx(covered), pytest.approx(left))


@pytest.mark.rule("MM-6.1.3", "MM-R62")
@pytest.mark.parametrize("stretch", ["3.1 obstacle", "2 lava", "dense rubble", "2 3 bog"])
def test_ways_that_nobody_walks(stretch: str) -> None:
    with pytest.raises(RuleViolation):
        outcome("cross", path=(stretch,))


@pytest.mark.rule("MM-6.1.3", "MM-4.2.2")
@pytest.mark.parametrize(
    "stretch", ["2 Dense Rubble", "2 dense-rubble", '2" dense rubble', "2 in of dense rubble", "dense rubble 2 in"]
)
def test_ground_however_it_is_written(stretch: str) -> None:
    assert outcome("cross", "5", path=(stretch,))["covered"] == 2
    assert outcome("hide", "6", ground="Dense-Rubble")["inches"] == 1


@pytest.mark.rule("MM-4.2.2", "MM-4.2.3", "MM-4.2.4", "MM-R108")
@chart(
    ("ground", "number"),
    [
        ("even", 3), ("street", 3), ("grassland", 3), ("light woodland", 3), ("brush", 4), ("light undergrowth", 4),
        ("light rubble", 5), ("dense undergrowth", 5), ("sand dunes", 5), ("dense rubble", 6), ("obstacle", 6),
        ("bog", 6), ("shallow water", 6), ("deep water", 6),
    ],
)  # fmt: skip
def test_creeping_while_hiding(ground: str, number: int) -> None:
    moved = [outcome("hide", str(die), ground=ground, movement=3)["inches"] for die in (1, 2, 3, 4, 5, 6)]
    expected = [0 if die + 3 < number else min(4, die + 3 - number + 1) for die in (1, 2, 3, 4, 5, 6)]
    assert moved == expected


@pytest.mark.rule("MM-4.1.1", "MM-R48")
def test_sprinting() -> None:
    assert outcome("sprint", "3", movement=2)["inches"] == 9
    assert outcome("sprint", "6", move=3)["inches"] == 9


# ── Hand to hand ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "MM-3.7.2", "MM-3.71.1", "MM-3.71.2", "MM-3.71.3", "MM-3.71.4", "MM-3.72.1", "MM-3.72.2", "MM-3.72.3", "MM-3.7.4",
    "MM-3.7.5", "MM-7.1.2", "MM-7.1.3", "MM-7.1.4", "MM-10.B.1", "MM-R37", "MM-R43", "MM-R103", "MM-6.2.3",
)  # fmt: skip
@chart(
    ("facts", "number", "total"),
    [
        # Dice: the defender's 6, the attacker's 1.
        ({}, 6, 2), ({"engaging": False}, 6, 1), ({"strength": 1, "weapon": "knife"}, 6, 5),
        ({"weapon": "rifle-butt", "engaging": False}, 6, 2), ({"behind": True}, 6, 4),
        ({"behind": True, "engaging": False}, 6, 1), ({"attacker_higher": True}, 6, 3),
        ({"attacker_higher": True, "engaging": False}, 6, 1), ({"more_attackers": 2, "engaging": False}, 6, 3),
        ({"black_belt": True}, 6, 3), ({"defender_strength": 2, "defender_weapon": "knife"}, 10, 2),
        ({"defender_weapon": "rifle-butt", "defender_black_belt": True}, 8, 2), ({"obstacle": True}, 7, 2),
        ({"defender_higher": True, "engaging": False}, 7, 1), ({"more_defenders": 3}, 9, 2), ({"penalty": 2}, 8, 2),
        ({"defender_penalty": 3}, 6, 2), ({"light": "No Light"}, 8, 2), ({"light": "Low Light", "goggles": True}, 6, 2),
    ],
)  # fmt: skip
def test_an_attack(facts: dict[str, Any], number: int, total: int) -> None:
    assert picked(outcome("engage", "6,1", **facts), "target_number", "total", "hit") == (number, total, False)


@pytest.mark.rule("MM-5.0.3", "MM-R38", "MM-R39", "MM-8.0.6", "MM-5.0.5")
def test_a_blow_counts_its_margin() -> None:
    """5.0 with the Engaging +1 of 3.71: 8 against 3, damage 5 + 1 + 5 against a 4."""
    blow = outcome("engage", "2,4,5,4", strength=1, weapon="knife", defender_weapon="rifle-butt")
    assert picked(blow, "target_number", "total", "damage_tn", "injury_margin", "wound") == (3, 8, 11, -7, "dead")
    worn = outcome("engage", "2,2,3,2", body_armour=True, defender_penalty=1)  # 3 against 2; 3 + 1 + 1 against 2 + 1
    assert picked(worn, "damage_tn", "resist_total", "wound") == (5, 3, "serious")
    level = outcome("engage", "3,2,1,6")  # 2 + 1 for Engaging equals 3: a hit with no margin
    assert picked(level, "hit", "margin", "damage_tn") == (True, 0, 1)


@pytest.mark.rule("MM-3.7.10", "MM-3.7.11", "MM-3.73.1", "MM-3.73.2", "MM-3.73.3", "MM-R40", "MM-R43")
@pytest.mark.parametrize(
    ("dice", "facts", "result"),
    [
        ("4,4", {}, (True, False, 0)), ("4,3", {}, (True, False, 1)), ("4,2,1,6", {}, (True, True, 2)),
        ("4,1,1,6", {}, (False, True, 0)), ("4,5", {"opponent_strength": 1}, (True, False, 0)),
        ("4,3", {"movement": 1}, (True, False, 0)), ("4,4", {"penalty": 1}, (True, False, 1)),
    ],
)  # fmt: skip
def test_escaping(dice: str, facts: dict[str, Any], result: tuple[bool, bool, int]) -> None:
    assert picked(outcome("escape", dice, **facts), "away", "struck", "penalty") == result


@pytest.mark.rule("MM-R40", "MM-5.0.1")
def test_what_holds_him_strikes_without_a_margin() -> None:
    struck = outcome("escape", "4,1,3,2", opponent_strength=2, body_armour=True, penalty=1)
    # D6 3 and Strength 2, one more for his wound, against 2 and the armour's 1.
    assert picked(struck, "damage_tn", "resist_total", "wound") == (6, 3, "critical")


# ── Courage ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "MM-9.4.2", "MM-9.4.6", "MM-9.4.7", "MM-9.01.1", "MM-9.01.2", "MM-9.01.3", "MM-10.L.1", "MM-10.F.1", "MM-R69",
    "MM-R71", "MM-R42",
)  # fmt: skip
@chart(
    ("dice", "facts", "state"),
    [
        ("3", {}, "steady"), ("2", {}, "shaken"), ("1", {}, "withdrawing"), ("1", {"penalty": 1}, "fleeing"),
        ("1", {"morale": 2}, "steady"), ("2,1", {"leader": True}, "withdrawing"), ("1,2", {"fearless": True}, "shaken"),
        ("2,1", {"fearless": True}, "shaken"), ("1,1,3", {"leader": True, "fearless": True}, "steady"),
        ("2", {"lucky": True}, "steady"), ("3", {"rally": "withdrawing"}, "steady"),
        ("2", {"rally": "withdrawing"}, "withdrawing"), ("2", {"rally": "fleeing"}, "fleeing"),
        ("3", {"rally": "withdrawing", "failed_rallies": 1}, "withdrawing"),
        ("4", {"rally": "fleeing", "failed_rallies": 1}, "steady"),
        ("1", {"rally": "withdrawing", "failed_rallies": 1}, "fleeing"),
    ],
)  # fmt: skip
def test_courage(dice: str, facts: dict[str, Any], state: str) -> None:
    assert outcome("morale", dice, **facts)["state"] == state


@pytest.mark.rule("MM-4.9.1", "MM-4.9.2", "MM-R60", "MM-6.2.6")
def test_a_call_by_radio() -> None:
    assert outcome("radio", "4", number=5, morale=1)["answered"] is True
    assert outcome("radio", "3", number=5, morale=1, leader_morale=2)["answered"] is True
    assert outcome("radio", "4", number=5, morale=1, leader_morale=0)["answered"] is True
    assert outcome("radio", "4", number=5, morale=1, light="Low Light")["answered"] is False
    assert outcome("radio", "4", number=5, morale=1, penalty=1)["answered"] is False


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.6.1", "MM-4.6.2", "MM-4.6.6", "MM-4.6.7", "MM-4.6.9", "MM-12.51.2", "MM-12.51.3", "MM-R52")
@chart(
    ("dice", "facts", "margin", "won"),
    [
        # Full Speed 3, with the HMMV's Speed 4: a 1 is +2. Turn 4, with its Manoeuvre 4.
        ("1", {"task": "full-speed", **DRIVER}, 2, 8), ("1", {"task": "full-speed"}, 0, 4),
        ("2", {"task": "full-speed"}, 1, 6), ("4", {"task": "full-speed"}, 3, 10), ("5", {"task": "full-speed"}, 4, 12),
        ("6", {"task": "full-speed", "morale": 3}, 8, 14),
        ("1", {"task": "full-speed", "damage": ("major",)}, -1, 0),
        ("2", {"task": "full-speed", "damage": ("major", "crippling"), **DRIVER}, 0, 4),
        ("1", {"task": "full-speed", "light": "No Light", **DRIVER}, 0, 4),
        ("1", {"task": "full-speed", "vehicle": "jeep", **DRIVER}, 1, 6), ("1", {"task": "turn", **DRIVER}, 1, 1),
        ("2", {"task": "turn", **DRIVER}, 2, 2), ("4", {"task": "turn", **DRIVER}, 4, 3),
        ("6", {"task": "turn", **DRIVER}, 6, 4), ("3", {"task": "turn", "vehicle": "jeep", **DRIVER}, 4, 3),
        ("1", {"task": "turn"}, -1, 0),
    ],
)  # fmt: skip
def test_driver_tasks(dice: str, facts: dict[str, Any], margin: int, won: int) -> None:
    found = outcome("drive", dice, **facts)
    kind = "extra_inches" if facts["task"] == "full-speed" else "right_angles"
    assert picked(found, "margin", kind) == (margin, won)


@pytest.mark.rule("MM-12.51.5", "MM-R83", "MM-R107")
def test_keeping_control() -> None:
    assert picked(outcome("drive", "1", task="control"), "target_number", "crashes") == (8, True)
    assert outcome("drive", "2", task="control", **DRIVER)["done"] is True
    dark = outcome("drive", "2", task="control", light="No Light", damage=("major", "immobilised"), **DRIVER)
    assert dark["target_number"] == 7


@pytest.mark.rule(
    "MM-4.7.1", "MM-4.7.2", "MM-4.73.1", "MM-4.73.2", "MM-4.74.1", "MM-4.75.1", "MM-12.9.2", "MM-R53", "MM-R54",
)  # fmt: skip
@chart(
    ("dice", "facts", "margin", "expected"),
    [
        # Hover 5, Manoeuvre 2; Full Speed 3, Speed 10; Bank 4, Manoeuvre 2.
        ("3", {"task": "hover", **PILOT}, 0, {"aboard": 0, "overshoot": 0}),
        ("2", {"task": "hover", **PILOT}, -1, {"aboard": 1, "overshoot": 0}),
        ("1,3", {"task": "hover", **PILOT}, -2, {"aboard": 1, "overshoot": 2}),
        ("2,6", {"task": "hover"}, -3, {"aboard": 2, "overshoot": 6}),
        ("1,6", {"task": "hover"}, -4, {"aboard": 3, "overshoot": 7}),
        ("3", {"task": "hover", "co_pilot": True, **PILOT}, -1, {"aboard": 1}),
        ("1", {"task": "full-speed", **PILOT}, 8, {"extra_inches": 24}),
        ("1", {"task": "full-speed", "penalty": 8, **PILOT}, 0, {"extra_inches": 4}),
        ("1", {"task": "full-speed", "penalty": 7, **PILOT}, 1, {"extra_inches": 8}),
        ("1", {"task": "full-speed", "penalty": 6, **PILOT}, 2, {"extra_inches": 12}),
        ("1", {"task": "full-speed", "penalty": 5, **PILOT}, 3, {"extra_inches": 16}),
        ("1", {"task": "full-speed", "penalty": 4, **PILOT}, 4, {"extra_inches": 16}),
        ("1", {"task": "full-speed", "penalty": 3, **PILOT}, 5, {"extra_inches": 20}),
        ("2", {"task": "bank", **PILOT}, 0, {"right_angles": 1}),
        ("4", {"task": "bank", **PILOT}, 2, {"right_angles": 2}),
        ("6", {"task": "bank", "morale": 3, **PILOT}, 7, {"right_angles": 4}),
        ("1", {"task": "bank", **PILOT}, -1, {"right_angles": 0, "done": False}),
    ],
)  # fmt: skip
def test_pilot_tasks(dice: str, facts: dict[str, Any], margin: int, expected: dict[str, object]) -> None:
    found = outcome("pilot", dice, **facts)
    assert found["margin"] == margin
    assert {name: found[name] for name in expected} == expected


@pytest.mark.rule("MM-4.72.1", "MM-4.72.2", "MM-4.72.3", "MM-4.72.4", "MM-4.72.5", "MM-R55", "MM-R56", "MM-R94")
@pytest.mark.parametrize(
    ("penalty", "dice", "overshoot", "vehicle", "inside", "near"),
    [
        # A 1 with Speed 10 makes 11 against 7 and the penalty.
        (4, "1", 0, "whole", None, None), (5, "1,5", 3, "whole", None, None), (6, "1,5", 4, "whole", None, None),
        (7, "1,5", 6, "whole", None, None), (8, "1,5", 6, "damaged", "D6+2", None),
        (9, "1,5", 6, "immobilised", "D6+4", None), (10, "1,5", 6, "destroyed", "D6+8", "D6+4"),
        (12, "1,1", 2, "destroyed", "D6+8", "D6+4"),
    ],
)  # fmt: skip
def test_landings(penalty: int, dice: str, overshoot: int, vehicle: str, inside: str | None, near: str | None) -> None:
    found = outcome("pilot", dice, task="land", penalty=penalty, **PILOT)
    assert picked(found, "overshoot", "vehicle", "inside_tn", "near_tn") == (overshoot, vehicle, inside, near)


@pytest.mark.rule("MM-4.8.1", "MM-4.81.1", "MM-4.81.2", "MM-4.73.2", "MM-R58")
@pytest.mark.parametrize(
    ("dice", "facts", "inches", "damage"),
    [
        ("4", {}, 1, None), ("5", {}, 2, None), ("6", {}, 3, None), ("6", {"movement": 3}, 3, None),
        ("3,4,6", {}, 0, 3), ("3,1,1", {}, 0, 0), ("2,4,6", {}, 0, 5), ("1,4,6", {}, 0, 7),
        ("4,4,6", {"hover": 1}, 0, 3), ("4,4,6", {"hover": 3}, 0, 7), ("5", {"light": "Low Light"}, 1, None),
    ],
)  # fmt: skip
def test_down_the_rope(dice: str, facts: dict[str, Any], inches: float, damage: int | None) -> None:
    found = outcome("fast-rope", dice, **facts)
    assert (found["inches"], found.get("damage_tn")) == (inches, damage)


@pytest.mark.rule("MM-12.1.3", "MM-12.1.5", "MM-R02", "MM-R82")
@chart(
    ("facts", "damage"),
    [
        ({"speed": 0}, None), ({"speed": 10}, None), ({"speed": 10.5}, "D6"), ({"speed": 15}, "D6"),
        ({"speed": 20}, "D6+1"), ({"speed": 25}, "D6+2"), ({"speed": 30}, "D6+4"), ({"speed": 31}, "D6+6"),
        ({"speed": 0, "vehicle": "black-hawk", "in_the_air": True}, "D6+6"),
        ({"speed": 12, "vehicle": "black-hawk", "in_the_air": True}, "D6+4"),
        ({"speed": 20, "vehicle": "black-hawk", "in_the_air": True}, "D6+5"),
        ({"speed": 0, "vehicle": "black-hawk"}, None),
        ({"speed": 20, "vehicle": "black-hawk", "hovering": True}, "D6+6"),
    ],
)  # fmt: skip
def test_leaving_vehicles(facts: dict[str, Any], damage: str | None) -> None:
    assert outcome("leave", "1,6" if damage else "", **facts)["damage"] == damage


@pytest.mark.rule("MM-12.1.5", "MM-R82")
def test_a_slow_helicopter_has_a_fixed_fall() -> None:
    found = outcome("leave", "3", speed=8, vehicle="black-hawk", in_the_air=True)
    assert picked(found, "damage_tn", "wound") == (4, "minor")


@pytest.mark.rule("MM-12.2.1", "MM-12.2.2", "MM-12.2.3", "MM-12.2.4", "MM-R82", "MM-R86", "MM-R43")
def test_ramming() -> None:
    # The driver's 2 with Morale 1 and the HMMV's 4 makes 7.
    assert outcome("ram", "2,6", speed=12, driver_morale=1, movement=1)["avoided"] is True
    hit = outcome("ram", "2,6,4,3", speed=12, driver_morale=1)
    assert picked(hit, "avoided", "damage", "damage_tn", "wound") == (False, "D6+1", 5, "serious")
    assert outcome("ram", "2,6,4,3", speed=12, penalty=1)["damage_tn"] == 6
    speeds = [outcome("ram", "6,1,1,6", speed=s)["damage"] for s in (5, 10, 11, 16, 21, 26, 31)]
    assert speeds == ["D6", "D6", "D6+1", "D6+2", "D6+4", "D6+8", "D6+12"]
    assert outcome("ram", speed=4.9)["avoided"] is True
    both = outcome("ram", "6,1,6,1", speed=26, rammed="jeep")  # 14 against 9 and against 7
    assert picked(both, "vehicle", "rammed", "inside_tn") == ("destroyed", "destroyed", "D6+4")
    assert outcome("ram", "1,6,1,6", speed=8, rammed="jeep")["inside_tn"] is None


@pytest.mark.rule("MM-12.5.1", "MM-12.51.1", "MM-12.51.4", "MM-12.51.6", "MM-12.51.7", "MM-12.51.8", "MM-R80", "MM-R84")
@pytest.mark.parametrize(
    ("dice", "facts", "damage"),
    [
        # The HMMV's Armour 8 and a 1 make 9.
        ("1,1", {"hit": 8}, "none"), ("2,1", {"hit": 8}, "minor"), ("2,1", {"hit": 8, "damage": ("minor",)}, "major"),
        ("3,1", {"hit": 8}, "major"), ("4,1", {"hit": 8}, "crippling"), ("5,1", {"hit": 8}, "immobilised"),
        ("6,1", {"hit": 8}, "destroyed"), ("1,1", {"hit": 6, "damage": ("immobilised",)}, "none"),
        ("2,1", {"hit": 6, "damage": ("immobilised",)}, "destroyed"),
        ("6,3", {"hit": 10, "vehicle": "black-hawk"}, "crippling"),
        ("6,2", {"hit": 10, "vehicle": "black-hawk"}, "immobilised"),
    ],
)  # fmt: skip
def test_vehicle_damage(dice: str, facts: dict[str, Any], damage: str) -> None:
    assert outcome("armour", dice, **facts)["damage"] == damage


@pytest.mark.rule("MM-12.51.6", "MM-R93")
def test_mounted_weapons_of_an_immobilised_vehicle() -> None:
    worked = [outcome("armour", f"5,1,{die}", hit=8, mounted_weapons=True)["weapons_work"] for die in (3, 4)]
    assert worked == [False, True]


@pytest.mark.rule("MM-12.6.2", "MM-12.6.3", "MM-12.6.4", "MM-R81", "MM-R82")
@pytest.mark.parametrize(
    ("speed", "truck", "itself", "hawk", "hawk_itself"),
    [
        (4, None, None, "D6+1", "D6+2"), (10, "D6+1", "D6+2", "D6+2", "D6+4"), (15, "D6+2", "D6+4", "D6+4", "D6+6"),
        (16, "D6+4", "D6+6", "D6+6", "D6+8"), (25, "D6+6", "D6+8", "D6+8", "D6+12"),
        (30, "D6+8", "D6+12", "D6+12", "D6+12"), (40, "D6+12", "D6+12", "D6+12", "D6+12"),
    ],
)  # fmt: skip
def test_crashes(
    speed: float, truck: str | None, itself: str | None, hawk: str | None, hawk_itself: str | None
) -> None:
    found: list[object] = []
    for vehicle in ("hmmv", "black-hawk"):
        for whom in ("occupant", "vehicle"):
            dice = "" if speed < 5 and vehicle == "hmmv" else "2,6"
            asked = outcome("crash", dice, vehicle=vehicle, speed=speed, whom=whom, strength=3)
            found.append(asked["damage"])
    assert found == [truck, itself, hawk, hawk_itself]


@pytest.mark.rule("MM-10.LB.1", "MM-R72")
def test_luck_helps_one_roll_of_an_action() -> None:
    # Two obstacles of 1 in, TN 3: a 2 and his luck crosses the first at a quarter; the second 2 stops him.
    found = outcome("cross", "2,2", path=("1 obstacle", "1 obstacle"), inches=9, lucky=True)
    assert picked(found, "left", "stopped") == (5, True)
    twice = outcome("spot", "5,5", range=3, hidden=True, obscured=10, light="No Light", lucky=True)  # 6 each
    assert twice["seen"] is False


# ── Hopeless tests ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-2.3N.4", "MM-R93", "MM-R117")
def test_no_die_is_rolled_where_even_a_6_would_not_do() -> None:
    hidden = outcome("hide", ground="obstacle", penalty=1)  # 6 and 1 against Movement 0
    assert picked(hidden, "hidden", "inches", "die", "target_number") == (True, 0, None, 7)
    assert outcome("hide", "6", ground="obstacle", penalty=1, lucky=True)["inches"] == 1
    assert picked(outcome("cross", path=("2.5 obstacle",), light="No Light"), "covered", "left") == (0, 4)
    assert outcome("carry", wound="mortal", penalty=4)["inches"] == 0
    assert outcome("throw-back", range=5, penalty=3)["picked_up"] is False
    assert outcome("shake-off-gas", number=9, turns_out=2)["recovered"] is False
    assert outcome("drive", task="control", vehicle="jeep", damage=("major", "crippling"), penalty=3)["crashes"] is True
    for verb, facts in (("radio", {"number": 7}), ("drive", {"task": "turn", "penalty": 7, **DRIVER})):
        with pytest.raises(RuleViolation):
            outcome(verb, **facts)
