"""Vehicles, aircraft and guns by declared facts: each a worked case from the book's charts."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book_and_gun.book.tables import DICE_AIRCRAFT, DICE_VEHICLES
from tests.rules.book_and_gun.test_resolve import outcome, refused

# ── The charts of X.6 and X.9, typed anew from the book ───────────────────────────────────────────────────────────

SHORT, MEDIUM, LONG = 0, 1, 2
AT_VEHICLES = {
    # weapon: three bands of (limit, soft, light, medium, heavy); 0 is N/A. BG-R76, BG-R77.
    "medium machinegun": [(9, 3, 0, 0, 0)],
    "heavy machinegun": [(14, 4, 3, 0, 0), (18, 3, 0, 0, 0), (20, 2, 0, 0, 0)],
    "agl": [(12, 4, 3, 2, 0), (16, 3, 2, 0, 0), (24, 2, 0, 0, 0)],
    "law": [(9, 5, 4, 3, 2), (13, 4, 3, 2, 0), (20, 3, 2, 0, 0)],
    "maw": [(30, 6, 5, 4, 3), (40, 5, 4, 3, 2), (60, 4, 3, 2, 0)],
    "haw": [(48, 7, 6, 5, 4), (70, 6, 5, 4, 2), (100, 5, 3, 2, 0)],
    "latgm": [(20, 8, 7, 5, 3), (40, 6, 6, 4, 3), (60, 5, 4, 2, 0)],
    "matgm": [(33, 8, 7, 6, 4), (66, 7, 6, 5, 4), (100, 6, 5, 3, 2)],
    "hatgm": [(66, 9, 8, 7, 6), (133, 8, 7, 6, 5), (200, 7, 6, 5, 4)],
    "autocannon": [(30, 8, 7, 6, 3), (60, 7, 6, 4, 2), (90, 6, 4, 2, 0)],
    "light cannon": [(20, 6, 5, 4, 2), (50, 5, 4, 2, 0), (80, 4, 3, 2, 0)],
    "medium cannon": [(40, 7, 6, 5, 3), (80, 6, 5, 4, 2), (120, 5, 4, 2, 0)],
    "heavy cannon": [(60, 8, 7, 6, 4), (120, 7, 6, 5, 3), (180, 6, 5, 4, 2)],
}
DICE = {"agl": 1, "law": 1, "maw": 2, "light cannon": 2, "haw": 3, "medium cannon": 3, "latgm": 4, "matgm": 4,
        "hatgm": 4,
        "autocannon": 5, "heavy cannon": 6, "medium machinegun": 1, "heavy machinegun": 1}  # fmt: skip
AT_AIRCRAFT = {
    "medium machinegun": [(12, 2, 3, 0, 0)],
    "heavy machinegun": [(14, 3, 4, 0, 0), (18, 2, 0, 0, 0)],
    "light sam": [(40, 3, 4, 3, 2), (70, 3, 2, 0, 0), (100, 2, 0, 0, 0)],
    "medium sam": [(80, 4, 6, 4, 3), (150, 3, 5, 3, 2), (300, 2, 4, 2, 0)],
    "aa autocannon": [(60, 4, 4, 3, 2), (120, 5, 3, 2, 0), (200, 4, 2, 2, 0)],
    "light aa cannon": [(40, 3, 3, 2, 0), (80, 4, 3, 2, 0), (150, 3, 2, 0, 0)],
    "medium aa cannon": [(60, 2, 3, 2, 0), (120, 3, 4, 2, 0), (200, 2, 2, 0, 0)],
    "heavy aa cannon": [(70, 0, 4, 3, 2), (130, 2, 5, 2, 0), (250, 2, 2, 0, 0)],
}
AIR_DICE = {"medium machinegun": 1, "heavy machinegun": 1, "light aa cannon": 2, "light sam": 3, "medium aa cannon": 4,
            "aa autocannon": 5, "heavy aa cannon": 6, "medium sam": 7}  # fmt: skip


@pytest.mark.rule(
    "BG-X.6.chart", "BG-X.6.1a", "BG-X.6.1b", "BG-X.6.1c", "BG-X.6.1d", "BG-X.6.1e", "BG-X.6.1f", "BG-X.8.3", "BG-R75"
)
def test_the_chart_at_vehicles() -> None:
    differing: list[str] = []
    for weapon, bands in AT_VEHICLES.items():
        for limit, *cells in bands:
            for armour, number in zip(("soft", "light", "medium", "heavy"), cells, strict=True):
                misses = ",".join(["d20:20"] * DICE[weapon])
                got = outcome("fire-vehicle", misses, weapon=weapon, range=limit, armour=armour)
                if (got["to_hit"] or 0, got["number_of_dice"]) != (number, DICE[weapon]):
                    differing.append(f"{weapon} at {limit} in, {armour}: {got['to_hit']}, book {number}")
        farther = bands[-1][0] + 0.5
        if refused("fire-vehicle", weapon=weapon, range=farther, armour="soft") != "out-of-range":
            differing.append(f"{weapon} reaches beyond {bands[-1][0]}")
    assert differing == []
    assert set(AT_VEHICLES) | {"artillery", "air strike"} == set(DICE_VEHICLES)


@pytest.mark.rule("BG-X.9.chart", "BG-X.9.2", "BG-X.9.1")
def test_the_chart_at_aircraft() -> None:
    differing: list[str] = []
    for weapon, bands in AT_AIRCRAFT.items():
        for limit, *cells in bands:
            for kind, number in zip(("helo", "prop", "slow jet", "fast jet"), cells, strict=True):
                misses = ",".join(["d20:20"] * AIR_DICE[weapon])
                got = outcome("fire-aircraft", misses, weapon=weapon, range=limit, type=kind)
                if (got["to_hit"] or 0, got["number_of_dice"]) != (number, AIR_DICE[weapon]):
                    differing.append(f"{weapon} at {limit} in, {kind}: {got['to_hit']}, book {number}")
    assert differing == []
    assert set(AT_AIRCRAFT) == set(DICE_AIRCRAFT)


# ── A shot ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.8.1a", "BG-X.8.1b", "BG-XIII.2.1", "BG-XIII.2.2", "BG-R69", "BG-R71")
def test_what_changes_the_number() -> None:
    """A medium cannon at 30 in at medium armour: 5. NATO +2, elite +1; reactive −1; sights and stabilizer +2: 9."""
    got = outcome(
        "fire-vehicle", "d20:10,d20:20,d20:19", weapon="medium cannon", range=30, armour="medium", nationality="nato",
        elite=True, armour_extras=("reactive armour",), aids=("thermal sights", "stabilized gun"),
    )  # fmt: skip
    assert got["to_hit"] == 9
    assert got["hits"] == 0
    assert refused("fire-vehicle", weapon="law", range=5, armour="soft", elite=True) == "elite-of-whom"


@pytest.mark.rule("BG-X.6.1", "BG-X.8.2", "BG-X.8.22", "BG-R91", "BG-R92", "BG-R93", "BG-R11")
def test_a_hit_that_comes_through() -> None:
    """MAW at 25 in, medium: 4. The 3 hits and is within 2 of 4; class III, nine of clubs: nothing. Inside 1D6 each,
    less than 5 hits: the second man, king of clubs of class I: wounded."""
    got = outcome(
        "fire-vehicle", "d20:3,d20:12,card:9C,d6:5,d6:2,d6:6,card:KC", weapon="maw", range=25, armour="medium",
        target_class="III", crew=3,
    )  # fmt: skip
    assert (got["hits"], got["vehicle"], got["penetrations"], got["occupants"]) == (
        1,
        "unharmed",
        1,
        ["crew 2 wounded"],
    )
    shallow = outcome(
        "fire-vehicle", "d20:1,d20:12,card:9C", weapon="maw", range=25, armour="medium", target_class="III", crew=3
    )
    assert shallow["penetrations"] == 0, "a 1 is more than 2 below 4"


@pytest.mark.rule("BG-X.7.5", "BG-R91", "BG-R93", "BG-R121")
def test_a_destroyed_vehicle_ends_the_cards() -> None:
    """LATGM at 30 in, light: 6. Two dice hit; class I, a heart destroys: those inside are rolled for once, and the
    second hit draws nothing."""
    got = outcome(
        "fire-vehicle", "d20:6,d20:2,d20:18,d20:20,card:4H,d6:1,d6:6,card:2S", weapon="latgm", range=30, armour="light",
        crew=1, passengers=1,
    )  # fmt: skip
    assert (got["hits"], got["vehicle"], got["cards"], got["occupants"]) == (2, "destroyed", ["4H"], [])


@pytest.mark.rule("BG-X.8.21", "BG-R93")
def test_a_bullet_finds_one_passenger() -> None:
    """Heavy machinegun at 10 in, light: 3. The 2 hits, class II spades: nothing, and comes through; the passengers roll
    11, 15, 15, then the two 4 and 9: the third takes the card, a heart kills."""
    got = outcome(
        "fire-vehicle", "d20:2,card:5S,d20:11,d20:15,d20:15,d20:4,d20:9,card:7H", weapon="heavy machinegun", range=10,
        armour="light", target_class="II", crew=2, passengers=3,
    )  # fmt: skip
    assert got["occupants"] == ["passenger 3 killed"]


@pytest.mark.rule("BG-VIII.2.9b", "BG-VIII.2.9c", "BG-R116")
def test_riders_suffer_with_their_tank() -> None:
    """MAW at 20 in, heavy: 3. One hit, class I spades: nothing, and it comes through an empty tank; the riders roll 5,
    4: the second is hit, diamonds kill in class I, and the other jumps."""
    got = outcome(
        "fire-vehicle", "d20:3,d20:20,card:QS,d6:5,d6:4,card:3D", weapon="maw", range=20, armour="heavy", riders=2
    )
    assert (got["vehicle"], got["riders_hurt"], got["jumped"]) == ("unharmed", ["rider 2 killed"], True)


@pytest.mark.rule("BG-X.8.31", "BG-X.8.3", "BG-R77")
def test_missiles_and_machineguns_by_house_rule() -> None:
    assert refused("fire-vehicle", weapon="matgm", range=9, armour="heavy") == "too-near"
    misses = "d20:20,d20:20,d20:20,d20:20"
    assert outcome("fire-vehicle", misses, weapon="matgm", range=10, armour="heavy")["to_hit"] == 4
    printed = ("atgm-bands=first-printed-row",)
    assert outcome("fire-vehicle", misses, weapon="latgm", range=45, armour="soft", house_rule=printed)["to_hit"] == 8
    assert outcome("fire-vehicle", misses, weapon="latgm", range=55, armour="soft", house_rule=printed)["to_hit"] == 6
    many = ("vehicle-mg-dice=personnel-count",)
    six = outcome(
        "fire-vehicle", ",".join(["d20:20"] * 6), weapon="heavy machinegun", range=9, armour="soft", house_rule=many
    )
    assert six["number_of_dice"] == 6
    assert refused("fire-vehicle", weapon="assault rifle", range=5, armour="soft") == "no-vehicle-row"
    assert refused("fire-vehicle", weapon="law", range=5, armour="soft", line_of_sight=False) == "no-line-of-sight"


# ── Blasts ───────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = {
    # (attack, armour): cards that destroy, that immobilize, that do nothing.
    ("artillery", "soft"): ("KS JD QC", "2H AH TH", "2D 9C AS RJ"),
    ("artillery", "light"): ("KS JD QC", "2H AH TH", "2D 9C AS RJ"),
    ("artillery", "medium"): ("KH QH JH", "KS JD QC", "AH 2H 9C"),
    ("artillery", "heavy"): ("", "AS AH", "KH 2H QC"),
    ("air strike", "soft"): ("KS JD QC", "2H 9D AD", "2C 9S AS"),
    ("air strike", "light"): ("KS JD QC", "2H 9D AD", "2C 9S AS"),
    ("air strike", "medium"): ("KS JD QC", "2H AH", "9D AD 2C"),
    ("air strike", "heavy"): ("AS AH", "KS JD", "2H 9C"),
}


@pytest.mark.rule(
    "BG-X.7.221a", "BG-X.7.221b", "BG-X.7.221c", "BG-X.7.221d", "BG-X.7.23a", "BG-X.7.23b", "BG-X.7.23c", "BG-X.7.23d",
    "BG-R94",
)  # fmt: skip
def test_cards_of_artillery_and_air_strikes() -> None:
    differing: list[str] = []
    for (attack, armour), cells in CARDS.items():
        for fate, drawn in zip(("destroyed", "immobilized", "unharmed"), cells, strict=True):
            for card in drawn.split():
                got = outcome("blast-vehicle", f"d20:1,card:{card}", attack=attack, armour=armour)
                if got["vehicle"] != fate:
                    differing.append(f"{attack} at {armour}, {card}: {got['vehicle']}, book {fate}")
    assert differing == []


@pytest.mark.rule("BG-X.7.22a", "BG-X.7.22b", "BG-X.7.223a", "BG-X.7.223b")
def test_observers_beams_and_bomblets() -> None:
    assert outcome("blast-vehicle", "d20:4", attack="artillery", armour="soft")["to_hit"] == 3
    assert outcome("blast-vehicle", "d20:5", attack="artillery", armour="soft", designator=True)["to_hit"] == 4
    both = {"attack": "artillery", "armour": "heavy", "improved_munitions": True}
    assert outcome("blast-vehicle", "d20:4,d6:5", **both)["hit"] is False, "2 + 2 is reached, the bomblet misses on 5"
    hit = outcome("blast-vehicle", "d20:4,d6:4,card:AS", **both)
    assert (hit["to_hit"], hit["second_die"], hit["vehicle"]) == (4, 4, "destroyed"), "by the cards of an air strike"
    assert refused("blast-vehicle", armour="soft", contact=False) == "nobody-observes-it"
    assert refused("blast-vehicle", armour="soft", observer_sees=False) == "nobody-observes-it"
    assert refused("blast-vehicle", armour="soft", attack="air strike", improved_munitions=True) == "no-bomblets"


@pytest.mark.rule("BG-X.12.71a", "BG-X.12.71b", "BG-X.12.51", "BG-X.12.62b", "BG-R95")
def test_devices_and_mines_under_vehicles() -> None:
    """C4, class II: less than 4. IED, class III: less than 2. A mine stops on 1 to 4; all are class IV: below 2."""
    assert (
        outcome("device-vehicle", "d6:3,card:9D", device="c4", armour="heavy", target_class="II")["vehicle"]
        == "immobilized"
    )
    assert outcome("device-vehicle", "d6:2", device="ied", armour="medium", target_class="III")["hit"] is False
    assert refused("device-vehicle", device="hand grenade", armour="light") == "soft-only"
    mine = outcome("anti-vehicle-mine", "d6:4,d6:2,d6:1,card:5H,card:KS", crew=1, passengers=1)
    assert (mine["vehicle"], mine["occupants"]) == ("immobilized", ["passenger 1 killed"])
    assert outcome("anti-vehicle-mine", "d6:5,d6:3", crew=1)["vehicle"] == "unharmed"


# ── Class, room, nerve ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.2.2a", "BG-X.7.5", "BG-R40")
@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"allowance": 16, "inches": 7.5}, "I"),
        ({"allowance": 16, "inches": 8}, "II"),
        ({"ground": "rough"}, "III"),
        ({"hull_down": True}, "III"),
        ({"ground": "urban", "allowance": 10, "inches": 5}, "IV"),
        ({"part_cover": True}, "IV"),
        ({"allowance": 0, "inches": 0}, "I"),
    ],
)
def test_vehicle_class(facts: dict[str, Any], found: str) -> None:
    assert outcome("vehicle-class", **facts)["target_class"] == found


@pytest.mark.rule("BG-VIII.2.6b", "BG-VIII.2.71b", "BG-VIII.2.8", "BG-VIII.2.9a", "BG-VIII.2.10b")
def test_capacity() -> None:
    book = {"wagon": (6, 0), "limber": (2, 0), "light wheeled": (7, 0), "medium wheeled": (12, 0),
            "heavy wheeled": (16, 0),
            "light tracked": (7, 0), "heavy tracked": (0, 7), "armoured car": (0, 7), "boat": (9, 0)}  # fmt: skip
    for carrier, (inside, riders) in book.items():
        got = outcome("capacity", vehicle=carrier)
        assert (got["inside"], got["riders"]) == (inside, riders), carrier
        assert refused("capacity", vehicle=carrier, inside=inside + 1) == "no-room"
        assert refused("capacity", vehicle=carrier, riders=riders + 1) == "no-room-outside"
    assert outcome("capacity", vehicle="limber", gun_crew=4, inside=4)["free"] == 0


@pytest.mark.rule("BG-R123", "BG-R134", "BG-XII.1.21b")
def test_shots_and_morale() -> None:
    assert outcome("vehicle-shots", weapons=3, fired=1, state="immobilized")["shots"] == 2
    assert refused("vehicle-shots", weapons=1, state="destroyed") == "destroyed"
    assert outcome("vehicle-morale", kind="vehicle", check="major") == {"checks": False, "stopped_by_major": True}
    assert outcome("vehicle-morale", kind="gun crew", check="critical")["checks"] is True
    assert outcome("vehicle-morale", kind="aircraft", check="major")["stopped_by_major"] is False


# ── Aircraft ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.11.1a", "BG-X.10.5", "BG-R91", "BG-R109", "BG-VIII.2.2b")
def test_fire_at_aircraft() -> None:
    """A light missile at 40 in at a helicopter: 3, an armoured one 2. Moving: class III, a heart is a hit, a two of the
    second card wounds: damaged. Hovering: class II, a diamond damages. A jet: class IV, diamonds do nothing."""
    armoured = outcome("fire-aircraft", "d20:3,d20:9,d20:9", weapon="light sam", range=40, type="helo", armoured=True)
    assert (armoured["to_hit"], armoured["aircraft"]) == (2, "unharmed")
    moving = outcome("fire-aircraft", "d20:3,d20:9,d20:9,card:4H,card:2C", weapon="stinger", range=40, type="helo")
    assert (moving["aircraft"], moving["attack_lost"]) == ("damaged", True)
    hovering = outcome(
        "fire-aircraft", "d20:3,d20:9,d20:9,card:4D", weapon="sa7", range=40, type="helo", state="hovering"
    )
    assert hovering["aircraft"] == "damaged"
    jet = outcome("fire-aircraft", "d20:2,d20:9,d20:9,card:4D", weapon="light sam", range=40, type="fast jet")
    assert jet["aircraft"] == "unharmed"
    assert refused("fire-aircraft", weapon="light sam", range=9, type="prop", state="hovering") == "always-moving"
    assert refused("fire-aircraft", weapon="assault rifle", range=9, type="helo") == "no-aircraft-row"
    assert refused("fire-aircraft", weapon="light sam", range=9, type="helo", state="landed") == "on-the-ground"


@pytest.mark.rule("BG-XIII.6.1", "BG-R111", "BG-R110", "BG-X.11.1b", "BG-VIII.2.12a", "BG-VIII.2.131")
def test_modified_launchers_targets_and_landings() -> None:
    """A modified RPG at 25 in: MAW, medium 4, two dice; only at a helicopter that hovers."""
    rpg = outcome(
        "fire-aircraft", "d20:4,d20:9,card:4H", weapon="modified rpg", range=25, type="helo", state="hovering"
    )
    assert (rpg["to_hit"], rpg["number_of_dice"], rpg["aircraft"]) == (4, 2, "destroyed")
    assert refused("fire-aircraft", weapon="modified rpg", range=25, type="helo") == "must-hover"
    landed = outcome("aircraft-target", weapon="law", type="helo", state="landed", armoured=True)
    assert (landed["may_fire"], landed["treated_as"], landed["armour"]) == (True, "ground vehicle", "light")
    assert outcome("aircraft-target", weapon="law", type="helo", state="hovering")["may_fire"] is False
    assert outcome("land", unload=True)["may_take_off"] is True
    assert refused("land", load=True, unload=True) == "one-of-both"
    assert refused("land", hovering=False) == "cannot-land"


@pytest.mark.rule("BG-VIII.2.12b", "BG-R115")
def test_a_path_of_attack_under_fire() -> None:
    """A machinegun misses; the missile's hit damages: the attack is lost, and the third weapon keeps its fire."""
    got = outcome(
        "attack-path", "d20:20,d20:3,d20:20,d20:20,card:4H,card:9C",
        type="helo", shots=("heavy machinegun 10", "light sam 30", "aa autocannon 20"),
    )  # fmt: skip
    assert (got["aircraft"], got["attacks"], got["fired"]) == ("damaged", False, 2)
    assert outcome("attack-path", type="fast jet")["attacks"] is True
    assert refused("attack-path", type="helo", shots=("light sam",)) == "bad-shot"


# ── Guns ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.3.1a", "BG-VIII.3.1b", "BG-VIII.3.1c", "BG-VIII.3.3", "BG-VIII.1.21", "BG-R39", "BG-R114")
def test_guns_are_limbered_pushed_and_turned() -> None:
    assert outcome("limber", weapon="medium cannon", crew=4)["turns"] == 1
    assert outcome("limber", weapon="medium cannon", crew=2)["turns"] == 3
    assert refused("limber", weapon="law") == "not-towed"
    assert outcome("manhandle", "d6:5,d6:3", weapon="light cannon", figures=2)["inches"] == 8
    assert outcome("manhandle", "d6:5,d6:3", weapon="light cannon", rough=True)["inches"] == 3
    assert refused("manhandle", weapon="medium cannon") == "gun-too-heavy"
    assert refused("manhandle", weapon="light cannon", figures=1) == "too-few"
    assert refused("manhandle", weapon="light cannon", carriage="base plate") == "not-on-wheels"
    assert outcome("turn-gun", weapon="light cannon") == {"free": False, "may_fire": False}
    assert outcome("turn-gun", weapon="light cannon", push_and_fire=True)["may_fire"] is True
    assert outcome("turn-gun", weapon="heavy cannon", carriage="anti-aircraft mount") == {
        "free": True,
        "may_fire": True,
    }


@pytest.mark.rule("BG-X.1.31b", "BG-X.2.6b", "BG-VIII.3.4", "BG-R42", "BG-R83")
def test_bands_and_crews() -> None:
    assert outcome("gun-bands", weapon="medium machinegun", ranges=(10, 40))["allowed"] is False, "short and long"
    assert outcome("gun-bands", weapon="medium machinegun", ranges=(10, 30))["allowed"] is True, "short and medium"
    assert outcome("may-fire", weapon="light cannon", crew=2, gunners=1)["allowed"] is True
    assert outcome("may-fire", weapon="light cannon", crew=2, gunners=0)["reason"] == "crew-missing"
    assert outcome("may-fire", weapon="light cannon", crew=2, gunners=2, prone=1)["reason"] == "crew-missing"
    assert outcome("may-fire", weapon="light cannon", dismounted=True)["reason"] == "just-dismounted"
    assert outcome("may-fire", weapon="light cannon", markers=1)["reason"] == "reloading"
    assert outcome("may-fire", weapon="heavy cannon", moved=True)["reason"] == "moved-gun"


@pytest.mark.rule("BG-R107", "BG-R108", "BG-X.4.16", "BG-X.4.17")
@pytest.mark.parametrize(
    ("bore", "kind", "found"),
    [
        (15, "gun", "light cannon"), (41, "gun", "light cannon"), (42, "gun", "medium cannon"),
        (100, "gun", "medium cannon"),
        (101, "gun", "heavy cannon"), (155, "gun", "heavy cannon"), (84, "recoilless rifle", "maw recoilless rifle"),
        (106, "recoilless rifle", "haw recoilless rifle"), (40, "anti-aircraft gun", "light aa cannon"),
        (50, "anti-aircraft gun", "medium aa cannon"), (128, "anti-aircraft gun", "heavy aa cannon"),
    ],
)  # fmt: skip
def test_calibres(bore: float, kind: str, found: str) -> None:
    assert outcome("weapon-class", calibre=bore, kind=kind)["weapon_class"] == found
    assert refused("weapon-class", calibre=203) == "off-board"
