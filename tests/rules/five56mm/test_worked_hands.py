"""Spotting, grenades and those who help, worked by hand from the book.

Each line is one case: what is declared, the dice in their order (MM-R93), what must come out of it.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from tests.charts import chart
from tests.rules.five56mm.worked import outcome, picked

# ── Spotting ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.4", "MM-4.2.7", "MM-R02", "MM-R03")
@pytest.mark.parametrize(
    ("inches", "plain", "hidden"),
    [
        (0.5, 1, 3), (2, 1, 3), (2.1, 2, 4), (4, 2, 4), (4.5, 3, 5), (8, 3, 5), (16, 4, 6), (16.5, 5, 7), (32, 5, 7),
        (32.1, 6, 8), (70, 6, 8),
    ],
)  # fmt: skip
def test_spotting_by_distance(inches: float, plain: int, hidden: int) -> None:
    # 60% obscured: a test is due, with no modifier of 3.22; for a Hidden one it is full concealment, +2.
    assert outcome("spot", "1", range=inches, obscured=60)["target_number"] == plain
    if inches >= 1:  # nearer, he is no more than Stealthy
        found = outcome("spot", "1", range=inches, obscured=60, hidden=True, morale=3, fired=True)
        assert found["target_number"] == hidden + 2
    else:
        assert outcome("spot", "1", range=inches, obscured=60, hidden=True)["target_number"] == plain + 1


@pytest.mark.rule(
    "MM-3.2.2", "MM-3.2.5", "MM-3.2.6", "MM-3.2.7", "MM-4.2.5", "MM-4.2.6", "MM-4.2.8", "MM-10.T.1", "MM-R04", "MM-R49",
    "MM-R50", "MM-6.2.4", "MM-6.2.5", "MM-6.2.7", "MM-8.0.12", "MM-8.0.14", "MM-R64", "MM-R65",
)  # fmt: skip
@chart(
    ("facts", "needed"),
    [
        # At 10 in: 3.21 gives 4, 4.24 gives 6. `needed`: TN less all that is added to the roll; None: no test.
        ({"obscured": 50}, None), ({"obscured": 51}, 4), ({"obscured": 75}, 4), ({"obscured": 76}, 5),
        ({"obscured": 76, "stealth": True}, 6), ({"obscured": 60, "fired": True}, 2),
        ({"obscured": 60, "tracker": True, "fired": True, "morale": 1}, 0), ({"hidden": True}, None),
        ({"hidden": True, "obscured": 1}, 6), ({"hidden": True, "obscured": 25, "morale": 1}, 6),
        ({"hidden": True, "obscured": 80, "morale": 2}, 6), ({"hidden": True, "obscured": 80, "fired": True}, 6),
        ({"hidden": True, "obscured": 80, "stealth": True, "morale": 2}, 6), ({"penalty": 1, "obscured": 60}, 5),
        ({"light": "Low Light"}, 5), ({"light": "Low Light", "stealth": True}, 6),
        ({"light": "Low Light", "goggles": True}, 3), ({"light": "Low Light", "hidden": True, "obscured": 5}, 7),
        ({"light": "Low Light", "sights": ("night vision sight",)}, 4),
        ({"light": "Low Light", "sights": ("thermal imaging sight",)}, None),
        ({"light": "No Light", "morale": 2}, 6), ({"light": "No Light", "goggles": True}, 6),
        ({"light": "No Light", "sights": ("thermal imaging sight",)}, None),
        ({"light": "No Light", "obscured": 30, "morale": 3}, 6),
    ],
)  # fmt: skip
def test_what_a_spotter_needs(facts: dict[str, Any], needed: int | None) -> None:
    if needed is None:
        assert outcome("spot", range=10, **facts) == {"seen": True, "rolls": 0}
    elif needed > 6:
        assert outcome("spot", range=10, **facts)["seen"] is False
    else:
        assert outcome("spot", str(max(1, needed)), range=10, **facts)["seen"] is True
        if needed > 1:
            assert outcome("spot", str(needed - 1), range=10, **facts)["seen"] is False


@pytest.mark.rule("MM-6.2.5", "MM-R05", "MM-R93")
def test_a_hidden_one_in_no_light_takes_two_rolls() -> None:
    facts = {"range": 3, "hidden": True, "obscured": 10, "light": "No Light"}  # 4 + 2
    assert picked(outcome("spot", "6,6", **facts), "seen", "rolls") == (True, 2)
    assert picked(outcome("spot", "6,5", **facts), "seen", "rolls") == (False, 2)


@pytest.mark.rule("MM-3.2.7")
def test_the_sniper_on_the_hillside() -> None:
    """3.2: 30 in, Stealth, less than a quarter to be seen, but he has Fired: 4 + 2 against 7."""
    facts = {"range": 30, "stealth": True, "obscured": 80, "fired": True}
    assert picked(outcome("spot", "4", **facts), "target_number", "total", "seen") == (7, 6, False)


# ── Grenades ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.14", "MM-3.2.25", "MM-3.24.14", "MM-3.24.4", "MM-R20", "MM-8.0.11")
@chart(
    ("facts", "expected"),
    [
        ({"range": 1}, 2), ({"range": 3}, 3), ({"range": 5}, 4), ({"range": 7}, 5), ({"range": 9}, 6),
        ({"range": 11}, 6), ({"range": 5, "hold": True}, 5), ({"range": 5, "platform": "moving"}, 5),
        ({"range": 5, "platform": "full-speed"}, 6), ({"range": 5, "light": "No Light"}, 6),
        ({"range": 5, "light": "No Light", "goggles": True}, 4), ({"range": 5, "penalty": 2}, 6),
    ],
)  # fmt: skip
def test_the_number_of_a_throw(facts: dict[str, Any], expected: int) -> None:
    assert outcome("throw", "6", strength=3, **facts)["target_number"] == expected


@pytest.mark.rule("MM-3.2.16", "MM-3.2.17", "MM-7.8.1", "MM-R21", "MM-R93", "MM-R94")
@pytest.mark.parametrize(
    ("dice", "distance", "direction", "from_thrower"),
    [
        # Medium, 4. A 3 misses by 1: D3; a 2 by 2: D6; a 1 by 3, after its Ammo roll: D6+1.
        ("3,5,4", 3, "directly long", 9), ("3,2,3", 1, "directly short", 5), ("2,6,3", 6, "directly short", 0),
        ("1,6,6,1", 7, "90 degrees left", 9.22), ("1,5,1,6", 2, "90 degrees right", 6.32),
        ("2,4,2", 4, "45 degrees left", 9.27), ("2,4,5", 4, "45 degrees right", 9.27),
    ],
)  # fmt: skip
def test_where_a_miss_lands(dice: str, distance: int, direction: str, from_thrower: float) -> None:
    found = outcome("throw", dice, range=6)
    assert picked(found, "distance", "direction", "from_thrower") == (distance, direction, from_thrower)


@pytest.mark.rule("MM-3.2.20", "MM-3.2.21", "MM-3.2.22", "MM-3.2.23", "MM-R22", "MM-R42", "MM-R107")
def test_throwing_back() -> None:
    assert picked(outcome("throw-back", "3", range=5), "picked_up", "in_hand") == (False, True)
    assert picked(outcome("throw-back", "3,3", range=5, morale=1, strength=1), "thrown", "in_hand") == (True, False)
    assert picked(outcome("throw-back", "4,3", range=5), "thrown", "in_hand") == (False, True)
    assert outcome("throw-back", "5", range=5, penalty=2)["target_number"] == 4 + 2
    # The dark hampers the throw, not the picking up.
    dark = outcome("throw-back", "4,5", range=5, light="No Light")
    assert picked(dark, "target_number", "in_hand") == (6, True)
    for inches in (0.5, 7, 9):
        with pytest.raises(RuleViolation):
            outcome("throw-back", range=inches)


@pytest.mark.rule("MM-7.8.3", "MM-7.8.9", "MM-7.8.10", "MM-7.9.4", "MM-7.9.6", "MM-12.51.9", "MM-R02", "MM-R26")
@chart(
    ("of", "inches", "plus"),
    [
        ("frag", 0, 6), ("frag", 1, 6), ("frag", 1.1, 4), ("frag", 2, 4), ("frag", 3, 2), ("frag", 3.01, None),
        ("wp", 1, 4), ("wp", 2, 2), ("wp", 3, 1), ("wp", 4, 0), ("wp", 4.1, None), ("law", 1, 8), ("law", 2, 6),
        ("law", 3, 4), ("law", 4, 2), ("rpg", 0.2, 7), ("rpg", 2, 5), ("rpg", 2.5, 3), ("rpg", 4, 1), ("rpg", 5, None),
        ("vehicle", 4, 4), ("vehicle", 0.5, 4), ("vehicle", 4.2, None),
    ],
)  # fmt: skip
def test_blasts_by_distance(of: str, inches: float, plus: int | None) -> None:
    if plus is None:
        assert outcome("blast", of=of, distance=inches) == {"caught": False}
    else:
        found = outcome("blast", "2,6", of=of, distance=inches, strength=3)
        assert found["damage_tn"] == 2 + plus


@pytest.mark.rule("MM-7.8.10", "MM-R33")
def test_burning_on() -> None:
    tns = [outcome("blast", "3,6", of="wp", distance=d, burning=True)["damage_tn"] for d in (1, 2, 3)]
    assert tns == [5, 4, 3]
    assert outcome("blast", of="wp", distance=3.5, burning=True)["wound"] == "none"


@pytest.mark.rule("MM-7.8.4", "MM-7.8.5", "MM-R31", "MM-R42")
@pytest.mark.parametrize(
    ("dice", "facts", "lost"),
    [
        ("1,6", {"distance": 0}, 1), ("1,5", {"distance": 1}, 2), ("1,5", {"distance": 2}, 0),
        ("1,4", {"distance": 1.5}, 1), ("1,1", {"distance": 3}, 2), ("1,2", {"distance": 3}, 1),
        ("1,1", {"distance": 3, "morale": 2}, 0), ("1,3", {"distance": 3, "penalty": 1}, 1),
    ],
)  # fmt: skip
def test_stunned(dice: str, facts: dict[str, Any], lost: int) -> None:
    assert outcome("blast", dice, of="stun", **facts)["actions_lost"] == lost


@pytest.mark.rule("MM-7.8.6", "MM-7.8.8", "MM-8.0.9", "MM-R32")
def test_gas() -> None:
    assert [outcome("blast", "2,6", of="cs", distance=d)["gas_tn"] for d in (1, 2, 3, 4)] == [6, 4, 3, 2]
    assert outcome("blast", "2,5", of="cs", distance=1)["poisoned"] is True
    assert outcome("blast", "2,5", of="cs", distance=1, strength=1)["poisoned"] is False
    assert outcome("blast", of="cs", distance=1, respirator=True)["poisoned"] is False
    assert outcome("shake-off-gas", "4", number=6, turns_out=1)["recovered"] is False
    assert outcome("shake-off-gas", "4", number=6, turns_out=2)["recovered"] is True
    assert outcome("shake-off-gas", "4", number=6, turns_out=0, strength=2)["recovered"] is True
    assert outcome("shake-off-gas", "4", number=6, turns_out=2, penalty=1)["recovered"] is False
    assert outcome("shake-off-gas", "4", number=6, turns_out=1, lucky=True)["recovered"] is True


# ── Those who help ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.5.2", "MM-3.5.3", "MM-3.5.6", "MM-4.4.2", "MM-4.4.3", "MM-4.4.4", "MM-4.4.6", "MM-8.0.2")
@pytest.mark.parametrize(
    ("facts", "number", "better"),
    [
        ({"wound": "minor"}, 2, "none"), ({"wound": "serious"}, 4, "minor"), ({"wound": "critical"}, 5, "serious"),
        ({"wound": "mortal"}, 6, "critical"), ({"wound": "serious", "himself": True}, 5, "minor"),
        ({"wound": "minor", "penalty": 2}, 4, "none"), ({"wound": "minor", "light": "No Light"}, 4, "none"),
        ({"wound": "minor", "light": "Low Light"}, 3, "none"),
        ({"wound": "minor", "light": "No Light", "goggles": True}, 2, "none"),
        ({"wound": "mortal", "kit": True, "light": "Low Light"}, 7, "critical"),
    ],
)  # fmt: skip
def test_helping(facts: dict[str, Any], number: int, better: str) -> None:
    needed = number - (1 if facts.get("kit") else 0)
    first = outcome("first-aid", f"{needed},5", **facts)
    assert picked(first, "target_number", "wound", "turns") == (number, better, 4)
    treated = outcome("treat-injury", str(needed), **facts)
    assert picked(treated, "target_number", "wound", "helped") == (number, better, True)
    failed = outcome("treat-injury", str(needed - 1), **facts)
    assert picked(failed, "wound", "helped") == (facts["wound"], False)


@pytest.mark.rule("MM-3.5.4", "MM-R94")
def test_how_long_first_aid_holds() -> None:
    held = [outcome("first-aid", f"6,{die}", wound="minor")["turns"] for die in range(1, 7)]
    assert held == [2, 2, 3, 3, 4, 4]


@pytest.mark.rule("MM-3.5.7", "MM-4.4.6", "MM-2.3N.4")
def test_help_that_cannot_be() -> None:
    for verb in ("first-aid", "treat-injury"):
        for facts in ({"wound": "mortal", "himself": True}, {"wound": "critical", "penalty": 2}):
            with pytest.raises(RuleViolation):
                outcome(verb, **facts)


@pytest.mark.rule("MM-4.5.2", "MM-4.5.3", "MM-4.5.4", "MM-4.5.5")
@pytest.mark.parametrize(
    ("dice", "facts", "inches"),
    [
        ("1", {"wound": "critical"}, 0), ("2", {"wound": "critical"}, 3), ("3", {"wound": "critical"}, 4),
        ("4", {"wound": "critical"}, 5), ("6", {"wound": "critical"}, 6), ("2", {"wound": "mortal"}, 0),
        ("3", {"wound": "mortal"}, 3), ("3", {"wound": "mortal", "strength": 1}, 4),
        ("3", {"wound": "mortal", "strength": 1, "penalty": 1}, 3), ("3", {"wound": "mortal", "light": "Low Light"}, 0),
        ("", {"wound": "mortal", "carriers": 2}, 6),
    ],
)  # fmt: skip
def test_carrying(dice: str, facts: dict[str, Any], inches: float) -> None:
    assert outcome("carry", dice, **facts)["inches"] == inches


@pytest.mark.rule("MM-5.1.1", "MM-5.1.2", "MM-5.1.3", "MM-R47")
def test_after_the_battle() -> None:
    assert [outcome("survive", str(die))["survives"] for die in (2, 3)] == [False, True]
    assert outcome("survive", "3", medic_morale=1)["survives"] is True  # the hospital's +3 is better than his
