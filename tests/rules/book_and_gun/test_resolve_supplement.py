"""Explosives, horses, houses, smoke, talk and the supplementary rules by declared facts, each a worked case."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.book_and_gun.test_resolve import outcome, refused

# ── Explosives ───────────────────────────────────────────────────────────────────────────────────────────────────

DEVICES = {
    # X.12's chart, typed anew: less than the number hits, and a 1 always.
    "command detonated mine": (5, 4, 3, 1), "c4": (5, 4, 3, 1), "ied": (5, 4, 2, 1), "car bomb": (5, 4, 2, 1),
    "booby trap": (5, 4, 2, 2),
}  # fmt: skip
GRENADES = {"hand grenade": (5, 4, 3, 1), "rifle grenade": (5, 4, 3, 2)}
CLASSES = ("I", "II", "III", "IV")


@pytest.mark.rule("BG-X.12.chart", "BG-R96", "BG-X.12.1d")
def test_the_chart_of_devices() -> None:
    differing: list[str] = []
    asked = [("device", {"kind": kind}, row) for kind, row in DEVICES.items()]
    asked += [
        ("grenade", {"weapon": weapon, "range": 3 if weapon == "hand grenade" else 6}, row)
        for weapon, row in GRENADES.items()
    ]
    for action, facts, row in asked:
        for target_class, number in zip(CLASSES, row, strict=True):
            for die in range(1, 7):
                hits = die < number or die == 1
                cards = ",card:2S" if hits else ""
                got = outcome(action, f"d6:{die}{cards}", classes=(target_class,), **facts)["hits"]
                if got != hits:
                    differing.append(f"{facts} class {target_class}, {die}: {got}")
    assert differing == []


@pytest.mark.rule("BG-X.12.1a", "BG-X.12.1b", "BG-X.12.1c", "BG-R128", "BG-R11")
def test_grenades_reach_and_bursts() -> None:
    """Six bursts of an automatic launcher, two men of class III (less than 3) under each: dice first, then cards."""
    assert refused("grenade", range=3.5) == "out-of-range"
    assert refused("grenade", weapon="rifle grenade", range=3.5) == "out-of-range"
    assert refused("grenade", weapon="rifle grenade", range=12.5) == "out-of-range"
    assert refused("grenade", weapon="agl", range=7.5) == "out-of-range"
    dice = "d6:2,d6:6," + ",".join(["d6:5,d6:5"] * 5)
    got = outcome("grenade", f"{dice},card:4H,card:KD", weapon="agl", range=24, classes=("III", "III"))
    assert (got["bursts"], got["hits"], got["casualties"]) == (6, 1, ["figure 1 killed"])
    mixed = outcome("grenade", "d6:3,d6:4,card:9C", range=2, classes=("II", "II"))
    assert mixed["hits"] == 1, "less than 4; class II clubs do nothing"
    assert mixed["killed"] + mixed["wounded"] == 0


@pytest.mark.rule("BG-X.12.2", "BG-R65")
def test_flash_bangs() -> None:
    assert outcome("flash-bang", within=3) == {"stunned": 3, "turns": 2, "close_combat_modifier": -2}
    assert outcome("flash-bang", house_rule=("flash-bang-modifier=+2",))["close_combat_modifier"] == 2


@pytest.mark.rule(
    "BG-X.12.3a", "BG-X.12.31", "BG-X.12.5", "BG-X.12.51", "BG-X.12.6", "BG-X.12.62a", "BG-X.12.7", "BG-XIII.3.1"
)
def test_who_may_set_off_what() -> None:
    assert refused("device", kind="c4", ability="insurgent") == "no-ability"
    assert refused("device", kind="ied", ability="none") == "no-ability"
    assert outcome("device", kind="ied", ability="insurgent")["template"] == 3
    assert refused("device", kind="c4", phases_spent=1) == "charge-not-ready"
    assert refused("device", kind="command detonated mine", wire=10.5) == "wire-too-short"
    assert refused("device", kind="command detonated mine", sight=False) == "no-line-of-sight"
    assert outcome("device", kind="c4", sight=False, stays=True)["operator_lost"] is True
    assert outcome("device", "d6:4,card:4H", kind="land mine", classes=("IV",))["killed"] == 1, (
        "class I whatever the ground"
    )
    assert refused("device", kind="land mine", classes=("I", "I")) == "one-figure"
    assert outcome("place-device", kind="c4", phases_spent=1) == {"phases": 2, "left": 1, "ready": False, "template": 2}


@pytest.mark.rule("BG-X.12.4", "BG-X.12.41", "BG-IX.4.4b", "BG-R102")
def test_a_shaped_charge() -> None:
    """Less than 5 opens; then troops on both sides on its row: class III less than 3."""
    got = outcome("shaped-charge", "d6:4,d6:2,card:2D,card:9S", classes=("III",))
    assert (got["opens"], got["hits"], got["wounded"]) == (True, 1, 1), "class III: a diamond hits, a nine wounds"
    assert outcome("shaped-charge", "d6:5", classes=("III",))["opens"] is False
    assert refused("shaped-charge", ability="insurgent") == "no-ability"
    assert refused("shaped-charge", sight=False) == "no-line-of-sight"
    assert outcome("shaped-charge", "d6:6", sight=False, fuse=2)["opens"] is False


@pytest.mark.rule("BG-X.12.8", "BG-R103", "BG-X.12.9", "BG-R127", "BG-X.12.62b")
def test_stakes_and_bombers() -> None:
    assert outcome("anti-mobility", "d6:4")["result"] == "wounded"
    assert outcome("anti-mobility", "d6:5")["result"] == "none"
    assert outcome("anti-mobility", house_rule=("anti-mobility=automatic",)) == {"die": None, "result": "wounded"}
    assert outcome("suicide-bomber", "d6:4,card:4H", classes=("I",))["killed"] == 1
    assert outcome("suicide-bomber", classes=("I",), killed_before=True)["explodes"] is False
    switched = {"classes": ("I",), "killed_before": True, "house_rule": ("dead-mans-switch=yes",)}
    assert outcome("suicide-bomber", "d6:5", **switched)["explodes"] is True


@pytest.mark.rule("BG-XIII.3.2a", "BG-XIII.3.2b", "BG-R112")
@pytest.mark.parametrize(
    ("script", "result", "attacked"),
    [
        ("d20:2,d6:5", "missed", True), ("d20:3", "unsure", False), ("d20:4", "unsure", False),
        ("d20:5", "defused", False),
        ("d20:18", "defused", False), ("d20:19,d6:4,card:4H", "booby trapped", True),
    ],
)  # fmt: skip
def test_mine_detectors(script: str, result: str, attacked: bool) -> None:
    got = outcome("locate-mine", script)
    assert (got["result"], got["mine_attack"]) == (result, attacked)
    assert refused("locate-mine", distance=2.5) == "out-of-range"
    assert refused("locate-mine", engineer=False) == "no-ability"
    assert refused("locate-mine", detector=False) == "no-detector"


# ── Horses ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "BG-VIII.5.3a",
    "BG-VIII.5.3b",
    "BG-VIII.5.4",
    "BG-VIII.5.41",
    "BG-R46",
    "BG-R45",
    "BG-R138",
    "BG-XIII.1.1b",
    "BG-VIII.5.2b",
)
def test_horses() -> None:
    assert outcome("horse-holders", men=18)["holders"] == 4, "the book's own example"
    assert outcome("horse-holders", men=7)["holders"] == 1
    assert outcome("stampede", "d6:5", side="army", holder=True)["stampedes"] is False
    ran = outcome("stampede", "d6:4,d6:1,d6:2,d6:3,d6:4,d6:5", side="insurgents")
    assert (ran["stampedes"], ran["stays_on"], ran["inches"]) == (True, 3, 15)
    assert refused("stampede", side="army", hit=False) == "no-horse-hit"
    assert outcome("ride", wounded=1) == {"allowed": True}
    assert refused("ride", wounded=2) == "no-room"
    assert refused("ride", riders=2) == "no-room"
    assert refused("ride", wounded=1, fit_horse=False) == "no-room"
    assert refused("ride", wounded=1, house_rule=("double-riding=never",)) == "no-room"
    assert refused("ride", captured=True, trained=False) == "not-a-rider"
    assert outcome("mounted-hit", result="killed") == {"rider": "killed", "horse_lost": True, "led_horse": False}
    assert outcome("mounted-hit", result="wounded")["led_horse"] is True


@pytest.mark.rule(
    "BG-VIII.4.2a",
    "BG-VIII.4.21a",
    "BG-VIII.4.21b",
    "BG-VIII.4.21c",
    "BG-VIII.5.2a",
    "BG-VIII.5.21",
    "BG-R42",
    "BG-XI.3.5f",
)
def test_mounting() -> None:
    assert outcome("mount", "d6:4", distance=4)["mounts"] is True
    assert outcome("mount", "d6:3", distance=4)["mounts"] is False
    assert outcome("mount", "d6:3,d6:1", distance=4, scout=True)["mounts"] is True
    assert outcome("mount", "d6:6,d6:5", way="dismount", charge=True)["inches"] == 11
    assert refused("mount", way="dismount", charge=True, on="horse") == "no-charge"
    assert refused("mount", way="both") == "one-of-both"
    assert refused("evade", side="army", mounted=True, evasions_made=1) == "once-a-turn"


# ── Houses ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "BG-IX.3.1a", "BG-IX.3.1d", "BG-IX.3.1e", "BG-IX.4.2a", "BG-IX.4.2b", "BG-IX.4.3a", "BG-IX.4.3b", "BG-IX.4.4a"
)
def test_walls_doors_windows_and_rooms() -> None:
    steps = [outcome("obstacle", turn=turn)["step"] for turn in (1, 2, 3)]
    assert steps == ["moves up and stops", "stands on top", "moves off at its normal rate"]
    assert refused("obstacle", who="gun") == "no-crossing"
    assert outcome("window", turn=2)["step"] == "is inside and stops"
    assert refused("window", turn=2, used=True) == "one-a-turn"
    assert refused("window", enemy_in_room=True) == "enemy-in-room"
    assert outcome("room", fit=2, enemies=1, wounded=3)["left"] == 0
    assert refused("room", fit=2, enemies=2) == "room-full"
    assert refused("door", enemy_holds=True) == "locked"
    assert outcome("door", enemy_holds=True, opened=True)["costs"] == 0
    assert refused("door", used=True) == "one-at-a-time"
    assert refused("door", vehicle=True) == "vehicles-stay-out"


@pytest.mark.rule("BG-IX.4.6a", "BG-IX.4.6b", "BG-R105")
def test_a_house_is_shot_to_pieces() -> None:
    """A 1 destroys it: everybody class I, less than 5. Otherwise class IV, less than 1: only a 1."""
    down = outcome("building", "d6:1,d6:4,d6:5,card:4C", occupants=2)
    assert (down["destroyed"], down["hits"], down["wounded"]) == (True, 1, 1)
    stands = outcome("building", "d6:2,d6:2,d6:1,card:4H,card:KC", occupants=2)
    assert (stands["destroyed"], stands["hits"], stands["killed"]) == (False, 1, 1)
    assert refused("building", attack="light mortar") == "mortars"


# ── Smoke and talk ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.14.3a", "BG-X.14.3b", "BG-X.14.31a", "BG-X.14.31b", "BG-X.14.3c", "BG-R101")
def test_smoke() -> None:
    assert [outcome("smoke", source="grenade", turns=n)["inches"] for n in range(3)] == [3, 6, 0]
    assert [outcome("smoke", source="medium mortar", turns=n)["inches"] for n in range(4)] == [3, 6, 6, 0]
    assert outcome("smoke", thermal=True)["blocks_sight"] is False
    assert outcome("smoke", source="discharger")["width"] == 6, "a half ring at 3 inches"
    assert outcome("smoke", source="artillery")["width"] == 4
    assert refused("smoke-grenade", side="insurgents") == "no-smoke-grenades"
    assert refused("smoke-grenade", distance=3.5) == "out-of-range"
    assert refused("smoke-grenade", left=0) == "none-left"


@pytest.mark.rule("BG-X.2.4d", "BG-X.14.4", "BG-X.14.5", "BG-X.14.51", "BG-R106")
def test_talk() -> None:
    assert outcome("request-fire", "d6:2")["arrives"] is False
    assert outcome("request-fire", "d6:3")["arrives"] is True
    assert outcome("request-fire", "d6:3", under_fire=True)["arrives"] is False
    assert outcome("request-fire", "d6:3", under_fire=True, rto=True)["arrives"] is True
    assert outcome("request-fire", direct=True)["die"] is None
    assert refused("request-fire", missions=0) == "none-left"
    for radio, inches in {
        "personal role radio": 24,
        "squad radio": 36,
        "platoon radio": 48,
        "vehicle radio": 100,
    }.items():
        assert outcome("radio", radio=radio, distance=inches)["contact"] is True
        assert outcome("radio", radio=radio, distance=inches + 0.5)["contact"] is False
    assert refused("radio", radio="squad radio", side="insurgents") == "no-radio"


# ── XIII ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "BG-XIII.4.1a", "BG-XIII.4.1b", "BG-XIII.4.2", "BG-XIII.5.1", "BG-XIII.7.1a", "BG-XIII.7.1b", "BG-XIII.8.2",
    "BG-XIII.8.3", "BG-XIII.8.4", "BG-XIII.9.1", "BG-R66",
)  # fmt: skip
def test_the_supplementary_rules() -> None:
    assert outcome("search", "d6:4")["found"] is True
    assert outcome("search", "d6:5", searchers=0, vehicle=True)["found"] is False
    assert refused("search", searchers=1) == "too-few"
    assert outcome("drive-captured", side="army")["drives"] is True
    assert outcome("drive-captured", "d6:2", side="insurgents")["drives"] is True
    assert outcome("drive-captured", "d6:3", side="insurgents")["drives"] is False
    assert refused("drive-captured", side="army", vehicle="helicopter") == "nobody-flies"
    assert outcome("hostage", told=True)["does"] == "follows"
    assert outcome("hostage", in_danger=True)["does"] == "moved by the opposing side"
    assert outcome("hostage", told=True, in_zone=True)["does"] == "rescued"
    assert (outcome("dog", handler=True)["modifier"], outcome("dog", handler=False)["modifier"]) == (3, 2)
    assert outcome("dog", house_rule=("dog-modifier=as-printed",))["modifier"] == -3
    assert outcome("dog", hidden_enemy=4)["detects"] is True
    assert outcome("dog", hidden_enemy=4.5)["detects"] is False
    assert refused("dog", target=6.5) == "out-of-range"
    assert outcome("seismic", distance=3)["detects"] is True
    assert outcome("seismic", distance=3.5)["detects"] is False
    assert outcome("radar", target="infantry", distance=50)["detects"] is True
    assert outcome("radar", target="infantry", distance=51)["detects"] is False
    assert outcome("radar", target="infantry", moving=False)["detects"] is False
    assert outcome("radar", target="vehicle", line_of_sight=False, woods_only=True, moving=False)["detects"] is True
    assert [outcome("trip-flare", turns=n)["burns"] for n in (0, 2, 3)] == [True, True, False]
    assert outcome("trip-flare", distance=6.5)["lit"] is False


# ── The finished half ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R10", "BG-VIII.0.2a", "BG-R09", "BG-X.0.3")
def test_cards() -> None:
    assert outcome("cards", card="black", army=2) == {
        "side": "army",
        "does": "activates",
        "phase_over": False,
        "reshuffle": False,
    }
    assert outcome("cards", card="red", insurgents=0)["does"] == "discarded"
    assert outcome("cards", card="red joker")["does"] == "joker"
    assert outcome("cards", card="black", army=1, insurgents=1, cards_left=0)["reshuffle"] is True
    assert outcome("cards", card="black", army=1, insurgents=0)["phase_over"] is True
    assert outcome("fire-card", near=5, far=2) == {"fire_as": "unit", "on_this_card": 5, "cards_needed": 3}
    assert outcome("fire-card", near=5, far=2, leader=False) == {
        "fire_as": "figure",
        "on_this_card": 1,
        "cards_needed": 7,
    }


@pytest.mark.rule("BG-VI.1.a", "BG-VI.1.b", "BG-R28")
@pytest.mark.parametrize(
    ("facts", "allowed"),
    [
        ({"distance": 6}, True),
        ({"distance": 7}, False),
        ({"distance": 20, "fired": True}, True),
        ({"distance": 20, "fired": True, "lost_from_sight": True}, False),
        ({"distance": 20, "moved": True}, True),
        ({"distance": 20, "spotted": True}, True),
        ({"distance": 5, "on_table": False}, False),
        ({"distance": 5, "line_of_sight": False, "spotted": True}, False),
    ],
)
def test_may_fire_at(facts: dict[str, Any], allowed: bool) -> None:
    assert outcome("may-fire-at", **facts)["allowed"] is allowed


@pytest.mark.rule("BG-X.1.5.a1", "BG-R90", "BG-V.1", "BG-V.2b", "BG-VIII.1.2b", "BG-VIII.4.5a")
def test_positions() -> None:
    got = outcome("target-class", clear_open=3, rough=4, range=36)
    assert (got["target_class"], got["area_depth"]) == ("III", 18)
    assert outcome("target-class", clear_close=2, building=2)["target_class"] == "IV", "ties to the higher class"
    assert outcome("target-class", wall=5, clear_open=2, range=36)["area_depth"] == 9
    assert outcome("ranks", ranks=(5, 4, 3)) == {"ranks": 2, "figures": 9, "waiting": 3}
    assert outcome("ranks", ranks=(5, 4, 3), order="close", use="fire")["figures"] == 12
    assert outcome("turning", degrees=91)["inches"] == 2
    assert outcome("turning", degrees=90, back=2)["inches"] == 7
    assert outcome("turning", degrees=180, fleeing=True)["inches"] == 0
    assert outcome("scout", side="army", distance=12)["dice"] == 3
    assert refused("scout", side="army", distance=12.5) == "too-far"
    assert outcome("scout", side="army", distance=24, radio=True)["limit"] == 24
    assert refused("scout", side="civilians", distance=1) == "no-scouts"


@pytest.mark.rule("BG-R83", "BG-R84", "BG-R82", "BG-R87")
def test_weapons_over_turns() -> None:
    assert outcome("markers", weapon="light cannon")["fires_again"] == 3, "the ruling's own example"
    assert outcome("markers", weapon="heavy cannon", crew=2)["markers"] == 6
    assert outcome("restock", source="supply point", turn=4)["fires_again"] == 6
    assert refused("restock", source="none") == "no-source"
    assert outcome("burst", weapon="medium machinegun", mount="tripod", figures=4)["each"] == [2, 2, 1, 1]
    assert outcome("burst", weapon="light machinegun", figures=1)["each"] == [4]
    assert refused("burst", weapon="law") == "no-cone"


@pytest.mark.rule(
    "BG-XI.5.2b",
    "BG-R135",
    "BG-XI.3.2",
    "BG-R133",
    "BG-XI.4.41",
    "BG-R63",
    "BG-XII.2.31",
    "BG-R24",
    "BG-R120",
    "BG-R129",
)
def test_conduct() -> None:
    assert [outcome("guards", prisoners=n)["guards"] for n in (0, 5, 6)] == [0, 1, 2]
    assert outcome("capture", owner_within=6)["captured"] is False
    assert outcome("capture", owner_within=6.5)["captured"] is True
    assert outcome("capture", what="led horses", captors="infantry")["may_ride"] is False
    assert outcome("supports", distances=(2, 3, 3.5), fighting=4) == {"supports": 2, "in_combat": 6}
    assert outcome("surrounded", front=6, right=5, rear=4, left=6)["surrounded"] is True
    assert outcome("surrounded", front=6, right=5, rear=4)["surrounded"] is False
    assert outcome("desperation", side="insurgents", defends="mosque", loser_die=6)["result"] == "killed"
    assert outcome("desperation", side="army", defends="village", loser_die=7)["result"] == "runs"
    assert outcome("routed-under-fire", "d6:6", side="army", leader=True)["removed"] is True
    assert outcome("commander", units=2)["has_commander"] is False
    assert outcome("commander", units=3, lost="killed")["major_check"] is True
    assert outcome("commander", units=3, lost="wounded")["major_check"] is False
    assert outcome("retreat-edge", state="shaken", nearest="west", own="south")["edge"] == "west"
    assert outcome("retreat-edge", state="routed", nearest="west", own="south")["edge"] == "south"
    assert outcome("flight", "d6:1,d6:2,d6:3", distance=12)["inches"] == 6
    assert outcome("flight", distance=12.5)["flees"] is False
    assert outcome("canister", "d6:4", figures=0, friends_outside=("6 0.5", "3 0.5", "6 1.5"))["dice"] == [4]


@pytest.mark.rule("BG-III.2.1c", "BG-III.2.1d", "BG-R137", "BG-R21", "BG-R17")
def test_organisations_and_munitions() -> None:
    assert outcome("organisation", cells=8) == {"heavy_machineguns": 2, "recoilless_rifles": 2, "light_sams": 1}
    assert outcome("organisation", unit="insurgent-cell")["figures"] == 14
    assert refused("organisation", unit="legion") == "unknown-unit"
    squad = outcome("munitions", side="army", figures=7, launchers=1)
    assert squad == {"laws": 2, "hand_grenades": 7, "rifle_grenades": 6, "smoke_grenades": 1, "flash_bangs": 0}
    cell = outcome("munitions", side="insurgents", figures=14)
    assert (cell["laws"], cell["hand_grenades"], cell["smoke_grenades"]) == (0, 14, 0)
