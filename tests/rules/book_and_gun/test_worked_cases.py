"""Cases worked by hand with the book open: each expected value is what the printed rule, or the ruling, gives.

`facts` are what an umpire would declare, `script` his dice and cards, and the outcome is checked key by key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.book_and_gun.resolve import RESOLUTIONS, resolve
from rules.kernel.chance import FULL_DECK, RANKS, Scripted, is_joker
from rules.kernel.violation import RuleViolation
from tests.charts import chart

FORMS = {form.name(): form for form in RESOLUTIONS}
CLASSES = ("I", "II", "III", "IV")


def outcome(action: str, script: str = "", **facts: object) -> Mapping[str, Any]:
    chance = Scripted(script)
    found = resolve(FORMS[action].model_validate(facts), chance).outcome
    chance.finish()
    return found


def refused(action: str, script: str = "", **facts: object) -> str:
    with pytest.raises(RuleViolation) as violation:
        outcome(action, script, **facts)
    return violation.value.code


def d20(*values: int) -> str:
    return ",".join(f"d20:{value}" for value in values)


def d6(*values: int) -> str:
    return ",".join(f"d6:{value}" for value in values)


# ── X.3 Direct fire: every weapon, every band, every class ───────────────────────────────────────────────────────

# weapon: number of D20 (X.3.2, BG-R78, BG-R79), then per band the far limit and the cells of classes I to IV.
# A dash is N/A. The two printed 12s of class IV are 1 by BG-R73.
ARMS: dict[str, tuple[int, str]] = {
    "pistol": (1, "9: 3 2 1 -"),
    "shotgun": (1, "9: 3 2 1 -"),
    "homemade gun": (1, "9: 3 2 1 -"),
    "bolt action rifle": (1, "9: 4 3 2 - / 18: 4 1 1 - / 36: 2 1 - -"),
    "semi auto rifle": (2, "9: 5 3 2 1 / 18: 4 2 2 - / 36: 3 2 - -"),
    "self loading rifle": (2, "9: 6 5 4 3 / 18: 6 5 3 2 / 36: 6 5 3 1"),
    "assault rifle": (3, "9: 7 6 4 3 / 18: 6 5 4 2 / 27: 6 4 3 1"),
    "submachinegun": (3, "9: 7 5 3 2"),
    "squad automatic rifle": (3, "9: 7 5 3 2 / 30: 5 3 2 1 / 45: 4 2 1 1"),
    "light machinegun": (4, "9: 7 5 3 2 / 30: 6 4 2 1 / 45: 5 3 2 1"),
    "medium machinegun": (5, "18: 7 5 3 2 / 36: 6 4 2 1 / 52: 5 3 2 1"),
    "medium machinegun on tripod": (6, "18: 7 5 3 2 / 36: 6 4 2 1 / 52: 5 3 2 1"),
    "heavy machinegun": (6, "27: 7 5 3 2 / 45: 6 4 2 1 / 60: 5 3 2 1"),
    "law": (6, "30: 6 5 4 3"),
    "armbrust": (6, "30: 6 5 4 3"),
    "maw": (6, "60: 7 6 5 4"),
    "haw": (6, "100: 8 7 6 5"),
    "latgm": (6, "50: 9 8 7 6"),
    "matgm": (6, "100: 10 9 8 7"),
    "hatgm": (6, "200: 11 10 9 8"),
    "autocannon": (6, "90: 6 5 4 3"),
    "light cannon": (6, "80: 6 5 3 2"),
    "medium cannon": (6, "120: 6 5 4 3"),
    "heavy cannon": (6, "180: 7 6 5 4"),
}
LEAST = {"latgm": 5.0, "matgm": 10.0, "hatgm": 15.0}


@pytest.mark.rule("BG-X.3.chart", "BG-X.3.2a", "BG-X.3.2f", "BG-R73", "BG-R75", "BG-R78", "BG-X.8.31", "BG-R77")
@chart("weapon", list(ARMS))
def test_every_band_from_just_beyond_the_last_to_its_limit(weapon: str) -> None:
    count, bands = ARMS[weapon]
    near, far = LEAST.get(weapon, 0.0), 0.0
    for band in bands.split(" / "):
        limit, _, cells = band.partition(": ")
        far = float(limit)
        for target_class, cell in zip(CLASSES, cells.split(), strict=True):
            for inches in (near, far):  # the limit is inclusive; 0.01 inches further is the next band
                shot = outcome("fire", d20(*[20] * count), weapon=weapon, range=inches, target_class=target_class)
                assert shot["to_hit"] == (None if cell == "-" else int(cell)), (inches, target_class)
                assert len(shot["dice"]) == count
        near = far + 0.01
    assert refused("fire", weapon=weapon, range=far + 0.01, target_class="I") == "out-of-range"
    if weapon in LEAST:
        assert refused("fire", weapon=weapon, range=LEAST[weapon] - 0.01, target_class="I") == "too-near"


# The same shot every time: an assault rifle at 9 inches (short) at class II, printed 6.
MODIFIED: list[tuple[int, dict[str, Any]]] = [
    # National efficiency is the die's modifier (BG-R69), so NATO's -2 raises the number by 2, insurgents' +2 lowers it.
    (8, {"nationality": "nato"}),
    (9, {"nationality": "nato", "elite": True}),
    (7, {"nationality": "asian"}),
    (8, {"nationality": "asian", "elite": True}),
    (6, {"nationality": "former soviet"}),
    (7, {"nationality": "former soviet", "elite": True}),
    (5, {"nationality": "third world"}),
    (6, {"nationality": "third world", "elite": True}),
    (4, {"nationality": "insurgents"}),
    (5, {"nationality": "insurgents", "elite": True}),
    # Armour and drugs each add 1 to the die of a small arm (BG-R70); a Korea vest does not.
    (5, {"body_armour": "modern"}),
    (6, {"body_armour": "flak"}),
    (5, {"drug_users": True}),
    (4, {"body_armour": "modern", "drug_users": True}),
    # Infrared goggles add 1 to the die, a laser aiming device takes that away again and does nothing else.
    (5, {"night_vision": "infrared"}),
    (6, {"night_vision": "infrared", "laser_aiming": True}),
    (6, {"night_vision": "thermal"}),
    (6, {"laser_aiming": True}),
    # Joker 6: -1 to the die.
    (7, {"joker": 6}),
    # All together: 6 +2 +1 (elite) -1 (armour) -1 (drugs) -1 (infrared) +1 (joker 6).
    (
        7,
        {
            "nationality": "nato",
            "elite": True,
            "body_armour": "modern",
            "drug_users": True,
            "night_vision": "infrared",
            "joker": 6,
        },
    ),
]


@pytest.mark.rule("BG-XIII.2.1", "BG-XIII.2.2", "BG-X.5.2a", "BG-X.5.3", "BG-X.5.4", "BG-R69", "BG-R70", "BG-R71")
@chart(("number", "facts"), MODIFIED)
def test_modifiers_of_a_shot(number: int, facts: dict[str, Any]) -> None:
    # The number itself hits, one more misses: 2 spades in class II are no casualty.
    shot = outcome(
        "fire", f"{d20(number, number + 1, 20)},card:2S", weapon="assault rifle", range=9, target_class="II", **facts
    )
    assert (shot["to_hit"], shot["hits"]) == (number, 1)


@pytest.mark.rule("BG-X.5.3", "BG-R70")
@pytest.mark.parametrize(("weapon", "number"), [("heavy machinegun", 5), ("law", 5), ("medium cannon", 5)])
def test_armour_and_drugs_do_not_stop_what_is_no_small_arm(weapon: str, number: int) -> None:
    shot = outcome(
        "fire", d20(*[20] * 6), weapon=weapon, range=20, target_class="II", body_armour="modern", drug_users=True
    )
    assert shot["to_hit"] == number


@pytest.mark.rule("BG-R78", "BG-R79")
@chart(
    ("weapon", "mount", "dice"),
    [
        ("light machinegun", "vehicle", 6),
        ("medium machinegun", "bipod", 5),
        ("medium machinegun", "tripod", 6),
        ("medium machinegun", "vehicle", 6),
        ("heavy machinegun", "vehicle", 6),
        # Names of the book: M240 and PKM on their bipods, M249 and LSW, the Soviet AK and RPG7.
        ("M240", None, 5),
        ("PKM", "tripod", 6),
        ("M249", None, 4),
        ("LSW", None, 3),
        ("AK", None, 3),
        ("RPG7", None, 6),
        ("rpg-7", None, 6),
        ("Ak 47", None, 3),
        ("sub-machine gun", None, 3),
        ("LIGHT MACHINE GUN", None, 4),
    ],
)
def test_dice_by_mount_and_by_name(weapon: str, mount: str | None, dice: int) -> None:
    shot = outcome("fire", d20(*[20] * dice), weapon=weapon, mount=mount, range=9, target_class="II")
    assert len(shot["dice"]) == dice
    assert refused("fire", weapon="assault rifle", mount="tripod", range=9, target_class="II") == "no-mount"


@pytest.mark.rule("BG-R72")
def test_a_natural_1_hits_whatever_the_number_but_never_an_empty_cell() -> None:
    # A bolt action rifle at long range: class II is 1, insurgents fire at it with 1 - 2 = -1; class III is N/A.
    facts: dict[str, Any] = {"weapon": "bolt action rifle", "range": 36, "nationality": "insurgents"}
    one = outcome("fire", "d20:1,card:2H", target_class="II", **facts)
    assert (one["to_hit"], one["hits"], one["killed"]) == (-1, 1, 1)
    assert outcome("fire", "d20:2", target_class="II", **facts)["hits"] == 0
    assert outcome("fire", "d20:1", target_class="III", **facts)["hits"] == 0


# ── X.1.5 Casualty cards: all 54 in every class ──────────────────────────────────────────────────────────────────

# What the suit does to an ordinary figure; H, D, C, S.
BY_SUIT = {
    "I": {"H": "killed", "D": "killed", "C": "wounded", "S": "none"},
    "II": {"H": "killed", "D": "wounded", "C": "none", "S": "none"},
    "III": {"H": "hit", "D": "hit", "C": "none", "S": "none"},
    "IV": {"H": "hit", "D": "none", "C": "none", "S": "none"},
}


@pytest.mark.rule("BG-X.1.5.a2", "BG-X.1.5.b2", "BG-X.1.5.c2", "BG-X.1.5.d3", "BG-R04", "BG-R05", "BG-R08")
@chart("present", ["ordinary", "leader and key", "leader named", "figure named", "key named"])
@chart("target_class", CLASSES)
def test_every_card_of_the_deck(target_class: str, present: str) -> None:
    special = "hit" if target_class in ("III", "IV") else "killed"
    facts: dict[str, Any] = {
        "ordinary": {"figures": 6},
        "leader and key": {"figures": 5, "leader": True, "key_figures": 1},
        "leader named": {"named": "leader"},
        "figure named": {"named": "figure"},
        "key named": {"named": "key figure"},
    }[present]
    plain = {"leader named": "leader", "key named": "key figure"}.get(present, "figure")
    for card in FULL_DECK:
        who, result = plain, "none" if is_joker(card) else BY_SUIT[target_class][card[1]]
        if card[0] == "A" and not is_joker(card) and present in ("leader and key", "leader named"):
            who, result = "leader", special
        if card[0] in "KQJ" and not is_joker(card) and present in ("leader and key", "key named"):
            who, result = "key figure", special
        if result != "hit":
            found = outcome("casualty", f"card:{card}", target_class=target_class, **facts)
            assert found["result"] == result, card
            assert found["figure"] == (None if result == "none" else who), card
            continue
        for second in ("JC", "TC"):  # a jack kills, a ten wounds, whatever the suit
            if second == card:
                continue
            found = outcome("casualty", f"card:{card},card:{second}", target_class=target_class, **facts)
            assert (found["result"], found["figure"]) == ("killed" if second == "JC" else "wounded", who), card


@pytest.mark.rule("BG-X.1.5.c2", "BG-R04")
@chart("rank", RANKS)
def test_the_second_card_goes_by_rank_and_never_by_suit(rank: str) -> None:
    expected = "killed" if rank in "AKQJ" else "wounded"
    for suit in "CDS":
        found = outcome("casualty", f"card:3H,card:{rank}{suit}", target_class="IV")
        assert found["result"] == expected
    # Both jokers are set aside, and another card is drawn.
    found = outcome("casualty", f"card:3H,card:RJ,card:BJ,card:{rank}S", target_class="III")
    assert (found["result"], len(found["cards"])) == (expected, 4)


@pytest.mark.rule("BG-X.2.61a", "BG-X.2.61b", "BG-X.2.61c", "BG-R85", "BG-R04")
@pytest.mark.parametrize("target_class", CLASSES)
def test_every_card_against_a_gun_crew(target_class: str) -> None:
    for card in FULL_DECK:
        expected = "none"
        if not is_joker(card) and card[0] in "AKQJ":
            expected = {"H": "killed", "D": "wounded"}.get(card[1], "none")
        facts = {"target_class": target_class, "figures": 3, "leader": True, "gun_crew": True}
        assert outcome("casualty", f"card:{card}", **facts)["result"] == expected, card
        by_gun = outcome("casualty", f"card:{card}", artillery_fires=True, **facts)["result"]
        assert by_gun == ("gun destroyed" if is_joker(card) else expected), card


@pytest.mark.rule("BG-R125", "BG-X.2.2a")
def test_a_wounded_man_is_class_iii_and_any_hit_kills_him() -> None:
    # The second card, a 2, would only wound somebody unhurt.
    assert outcome("casualty", "card:4D,card:2C", target_class="III", named="wounded figure")["result"] == "killed"
    assert refused("casualty", "card:4D", target_class="I", named="wounded figure") == "wounded-class"


@pytest.mark.rule("BG-X.5.1a", "BG-X.5.1b", "BG-R81")
def test_every_card_of_a_sniper() -> None:
    for card in FULL_DECK:
        kills = not is_joker(card) and card[0] not in "AKQJ"
        for target in ("figure", "leader", "key figure"):
            assert outcome("sniper", f"card:{card}", range=30, target=target)["killed"] == int(kills)
    assert refused("sniper", range=30.01) == "out-of-range"
    assert refused("sniper", range=9, hidden=True, target_class="IV") == "hidden-target"
    assert refused("sniper", range=9, hidden=True, target_class="II") == "hidden-class"


# ── Volleys ──────────────────────────────────────────────────────────────────────────────────────────────────────

RIFLE: dict[str, Any] = {"weapon": "assault rifle", "range": 9, "target_class": "I"}  # 3D20, 7 or less


@pytest.mark.rule("BG-R07", "BG-R121")
def test_ordinary_men_fall_before_key_men_and_the_leader_last() -> None:
    # 6 hits of two rifles on 2 men, a key man and the leader. Clubs wound in class I; spades do nothing. After the
    # fifth card (two men, spade, key man, leader) nobody is unhurt: the sixth hit draws no card.
    script = d20(1, 2, 3, 4, 5, 6) + ",card:2C,card:3C,card:2S,card:4C,card:5C"
    shot = outcome("fire", script, figures=2, target_figures=4, key_figures=1, leader=True, **RIFLE)
    assert shot["casualties"] == ["figure 1 wounded", "figure 2 wounded", "key figure 1 wounded", "leader wounded"]
    assert (shot["hits"], len(shot["cards"])) == (6, 5)


@pytest.mark.rule("BG-IV.3b", "BG-R05")
def test_the_units_own_leader_is_hit_before_a_higher_one() -> None:
    script = d20(1, 2, 3) + ",card:AS,card:AC,card:AD"
    shot = outcome("fire", script, target_figures=5, leader=True, higher_leader=True, **RIFLE)
    # First ace: own leader; second: the higher one; third: no leader is left, a diamond kills an ordinary man.
    assert shot["casualties"] == ["leader killed", "higher leader killed", "figure 1 killed"]


@pytest.mark.rule("BG-X.2.1a", "BG-R82")
@pytest.mark.parametrize(
    ("script", "facts", "dry"),
    [
        (d20(1, 1, 20) + ",card:2S,card:3S", {}, 1),
        (d20(1, 20, 20, 1, 20, 20) + ",card:2S,card:3S", {"figures": 2}, 0),  # a 1 each: no pair in one weapon
        (d20(1, 20, 20, 1, 20, 20) + ",card:2S,card:3S", {"joker": 3}, 0),  # a 1 in each of two shots
        (d20(20, 20, 20, 1, 1, 20) + ",card:2S,card:3S", {"joker": 3}, 1),  # both in the second shot
    ],
)
def test_snake_eyes_are_judged_weapon_by_weapon_and_shot_by_shot(script: str, facts: dict[str, Any], dry: int) -> None:
    assert outcome("fire", script, **facts, **RIFLE)["out_of_ammunition"] == dry


@pytest.mark.rule("BG-R82", "BG-R158")
def test_a_disposable_launcher_has_no_ammunition_to_shoot_up() -> None:
    script = d20(1, 1, 20, 20, 20, 20) + ",card:2S,card:3S"
    assert outcome("fire", script, weapon="law", range=20, target_class="I")["out_of_ammunition"] == 0
    assert outcome("fire", script, weapon="maw", range=20, target_class="I")["out_of_ammunition"] == 1


@pytest.mark.rule("BG-X.1.13.1", "BG-R14")
@pytest.mark.parametrize(("figures", "firing"), [(7, 3), (6, 3), (2, 1), (1, 0)])
def test_joker_1_lets_half_fire_rounded_down(figures: int, firing: int) -> None:
    shot = outcome("fire", d20(*[20] * 3 * firing), figures=figures, joker=1, **RIFLE)
    assert shot["firing"] == firing
    assert outcome("joker-fire", "d6:1", figures=figures)["figures_firing"] == firing


@pytest.mark.rule("BG-X.1.13.2", "BG-R16")
def test_joker_2_draws_two_cards_for_each_hitting_die() -> None:
    shot = outcome("fire", d20(7, 8, 2) + ",card:2H,card:3C,card:4S,card:5D", joker=2, **RIFLE)
    assert (shot["hits"], shot["killed"], shot["wounded"]) == (4, 2, 1)


@pytest.mark.rule("BG-X.1.13.5", "BG-R16")
@pytest.mark.parametrize(
    ("cards", "stand"),
    [
        (("2H", "3H", "4H"), ["figure 1 killed", "figure 2 killed"]),  # 3 casualties: half is 1.5, 2 stand
        (("2C", "3S", "4H"), ["figure 1 wounded"]),  # 2 casualties: the first stands
        (("2S", "3S", "4H"), ["figure 1 killed"]),  # 1 casualty: half, rounded up, is 1
    ],
)
def test_joker_5_keeps_the_first_half_of_the_casualties(cards: tuple[str, ...], stand: list[str]) -> None:
    script = d20(1, 2, 3) + "".join(f",card:{card}" for card in cards)
    assert outcome("fire", script, joker=5, **RIFLE)["casualties"] == stand


@pytest.mark.rule("BG-X.1.13.4", "BG-R15")
def test_joker_4_hides_what_is_beyond_2d6_but_not_from_thermal_imaging() -> None:
    facts: dict[str, Any] = {"weapon": "assault rifle", "target_class": "I", "joker": 4}
    misses = "," + d20(20, 20, 20)
    assert outcome("fire", d6(3, 4) + misses, range=7, **facts)["hits"] == 0  # at 7 inches exactly it is in sight
    assert refused("fire", d6(3, 4), range=7.5, **facts) == "smoke"
    assert outcome("fire", d6(3, 4) + misses, range=7.5, night_vision="thermal", **facts)["hits"] == 0


@pytest.mark.rule("BG-R80", "BG-X.4.15")
def test_a_launcher_hits_no_more_men_than_its_template_holds_and_a_cannon_has_none() -> None:
    hits = d20(1, 2, 3, 4, 5, 6)
    facts: dict[str, Any] = {"range": 20, "target_class": "I", "target_figures": 2}
    law = outcome("fire", hits + ",card:2C,card:3C", weapon="law", **facts)
    assert (law["hits"], law["wounded"]) == (2, 2)
    cannon = outcome("fire", hits + ",card:2S,card:3S,card:4S,card:5S,card:6S,card:7S", weapon="light cannon", **facts)
    assert cannon["hits"] == 6


@pytest.mark.rule("BG-X.1.5.d2", "BG-R89")
@pytest.mark.parametrize("weapon", ["pistol", "assault rifle", "light machinegun", "medium machinegun on tripod"])
def test_small_arms_may_not_fire_at_hidden_men(weapon: str) -> None:
    facts: dict[str, Any] = {"range": 9, "target_class": "IV", "hidden": True}
    assert refused("fire", weapon=weapon, **facts) == "hidden-target"
    assert outcome("fire", d20(*[20] * 6), weapon="heavy machinegun", **facts)["to_hit"] == 2
    assert refused("fire", weapon=weapon, range=9, target_class="II", hidden=True) == "hidden-class"


@pytest.mark.rule("BG-XIII.2.2")
def test_elite_of_no_nation_is_refused_rather_than_ignored() -> None:
    assert refused("fire", elite=True, **RIFLE) == "elite-of-whom"


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8b", "BG-X.2.9", "BG-R86", "BG-R04")
def test_canister_and_back_blast_hit_on_1_to_3_and_only_hearts_kill() -> None:
    # Five men: 3, 1 and 2 are hits. A heart kills, an ace of spades is like any other card, a joker wounds.
    script = d6(3, 4, 1, 6, 2) + ",card:2H,card:AS,card:RJ"
    for action in ("canister", "back-blast"):
        found = outcome(action, script, figures=5)
        assert (found["hits"], found["killed"], found["wounded"]) == (3, 1, 2)
    for weapon in ("armbrust", "hatgm", "assault rifle"):
        assert refused("back-blast", figures=1, weapon=weapon) == "no-back-blast"


@pytest.mark.rule(
    "BG-X.2.4a", "BG-X.2.4c", "BG-X.2.6a", "BG-X.2.6b", "BG-VIII.3.2a", "BG-VIII.3.2b", "BG-R83", "BG-R84"
)
@chart(
    ("weapon", "facts", "expected"),
    [
        ("light cannon", {}, 1),
        ("medium cannon", {}, 2),
        ("heavy cannon", {}, 4),
        ("heavy cannon", {"crew": 2}, 6),  # two men under four
        ("light cannon", {"moved": True}, 2),
        ("light cannon", {"crew": 2, "moved": True}, 3),  # 1 + 2 missing is more than 2
        ("medium cannon", {"moved": True}, "moved-gun"),
        ("heavy cannon", {"crew": 1}, "crew-missing"),
        ("light cannon", {"crew": 5}, "crew"),
        ("latgm", {"crew": 0}, "crew"),
        ("latgm", {"crew": 1}, 1),
        ("matgm", {"moved": True}, 1),
        ("haw recoilless rifle", {}, 0),
        ("haw recoilless rifle", {"moved": True}, 2),
        ("maw", {"moved": True}, 1),
        ("heavy machinegun", {"moved": True}, 1),
        ("light machinegun", {"moved": True}, 0),
        ("law", {"moved": True}, 0),
    ],
)
def test_reload_markers(weapon: str, facts: dict[str, Any], expected: int | str) -> None:
    if isinstance(expected, str):
        assert refused("reload", weapon=weapon, **facts) == expected
    else:
        assert outcome("reload", weapon=weapon, **facts)["markers"] == expected


@pytest.mark.rule("BG-III.2.4.a", "BG-III.2.4.b", "BG-III.2.4.c", "BG-III.2.4.d", "BG-R119")
@pytest.mark.parametrize(
    ("roe", "facts", "allowed", "removed"),
    [
        (1, {}, False, "nobody"),
        (1, {"fired_on_by_target": True}, True, "nobody"),
        (1, {"fired_on_by_target": True, "spotted": False}, False, "nobody"),
        (1, {"fired_on_by_target": True, "non_combatants_in_line": True, "insist": True}, False, "figure"),
        (2, {"leader": False, "insist": True}, False, "leader"),
        (2, {"civilians_harmed": True}, True, "leader"),
        (3, {"civilians_harmed": True}, True, "nobody"),  # some injury is expected and accepted
        (3, {"target_is_civilian": True}, True, "figure"),
        (4, {"target_is_civilian": True}, True, "figure"),
        (4, {"spotted": False}, True, "nobody"),
    ],
)
def test_rules_of_engagement(roe: int, facts: dict[str, Any], allowed: bool, removed: str) -> None:
    found = outcome("rules-of-engagement", roe=roe, **facts)
    assert (found["allowed"], found["removed"]) == (allowed, removed)


# ── VI Spotting ──────────────────────────────────────────────────────────────────────────────────────────────────

SEEN: list[tuple[str, float, bool, dict[str, Any], int]] = [
    # side, distance, leader, circumstances, the number
    ("army", 4.01, True, {}, 14),
    ("army", 6, False, {}, 12),
    ("army", 6.01, True, {}, 12),
    ("army", 12, False, {}, 10),
    ("insurgents", 6, True, {}, 12),
    ("insurgents", 6, False, {}, 10),
    ("insurgents", 12, True, {}, 10),
    ("insurgents", 12, False, {}, 8),
    ("civilians", 8, True, {}, 10),
    ("civilians", 8, False, {}, 8),
    ("civilians", 12, True, {}, 8),
    ("civilians", 12, False, {}, 6),
    ("army", 6, True, {"in_vehicle": True}, 7),  # half of 14
    ("army", 3, True, {"weather": "fog"}, 14),  # the rows stand at 2, 3 and 6 inches
    ("army", 3.5, True, {"weather": "rain"}, 12),
    ("army", 3, True, {"weather": "falling snow", "in_vehicle": True}, 7),
    ("army", 6, True, {"weather": "fog", "night_vision": "thermal"}, 14),
    ("army", 6, True, {"weather": "rain", "night_vision": "thermal"}, 12),
    ("army", 10, True, {"light": "night", "visibility": 20}, 12),  # 20 halved is 10
    ("army", 12, True, {"light": "night", "visibility": 12, "night_vision": "infrared"}, 12),
]


@pytest.mark.rule("BG-VI.1.c", "BG-VI.1.d", "BG-VI.2.2b", "BG-VI.2.2c", "BG-IX.2.2a", "BG-IX.2.2b", "BG-R29", "BG-R30")
@chart(("side", "distance", "leader", "facts", "number"), SEEN)
def test_spotting_numbers(side: str, distance: float, leader: bool, facts: dict[str, Any], number: int) -> None:
    look = {"side": side, "distance": distance, "leader": leader, **facts}
    assert outcome("spot", d20(number), **look)["spotted"]
    missed = outcome("spot", d20(number + 1), **look)
    assert (missed["spotted"], missed["number"]) == (False, number)


@pytest.mark.rule("BG-VI.1.c", "BG-R29", "BG-R30")
def test_near_enemies_are_seen_without_a_roll_and_far_ones_not_at_all() -> None:
    assert outcome("spot", side="army", distance=4, in_vehicle=True)["automatic"]
    assert outcome("spot", side="civilians", distance=2, weather="fog")["automatic"]
    assert refused("spot", side="army", distance=12.01) == "too-far-to-spot"
    assert refused("spot", side="army", distance=6.01, weather="rain") == "too-far-to-spot"
    assert refused("spot", side="army", distance=5.5, light="night", weather="rain", visibility=20) == (
        "beyond-visibility"  # halved twice: 5 inches
    )


# ── VIII Movement ────────────────────────────────────────────────────────────────────────────────────────────────

MOVES: list[tuple[dict[str, Any], tuple[int, ...], float]] = [
    # Chart dice, and the sum on clear ground.
    ({"side": "army", "order": "close"}, (6, 1), 7),
    ({"side": "army"}, (6, 4, 2), 12),
    ({"side": "army", "formation": "column"}, (6, 4, 2), 12),
    ({"side": "army", "formation": "column", "on_road": True}, (6, 4, 2, 1), 13),
    ({"side": "civilians", "formation": "column", "on_road": True}, (6, 4, 2), 12),  # no road dice
    ({"side": "insurgents", "formation": "mass", "order": "close"}, (3, 3), 6),
    # A formation change rolls the smaller number: close 2, open 3; column on a road 4, line 3.
    ({"side": "army", "order": "close", "new_order": "open"}, (3, 4), 7),
    ({"side": "army", "formation": "column", "new_formation": "line", "on_road": True}, (3, 4, 1), 8),
    # Rough: Army loses the highest, insurgents the lowest, civilians nothing.
    ({"side": "army", "terrain": "rough"}, (6, 4, 2), 6),
    ({"side": "insurgents", "terrain": "rough"}, (6, 4, 2), 10),
    ({"side": "civilians", "terrain": "rough"}, (6, 4, 2), 12),
    # Dense: the same die, and its value once more: 4 + 2 - 6 is nothing, but one inch remains; 6 + 4 - 2 is 8.
    ({"side": "army", "terrain": "dense"}, (6, 4, 2), 1),
    ({"side": "insurgents", "terrain": "dense"}, (6, 4, 2), 8),
    ({"side": "civilians", "terrain": "dense"}, (6, 4, 2), 12),
    # A slope halves what is left, half inches stay: 7 / 2; (6, 4, 3) in rough 7 / 2.
    ({"side": "army", "order": "close", "slope": True}, (6, 1), 3.5),
    ({"side": "army", "terrain": "rough", "slope": True}, (6, 4, 3), 3.5),
    # Snow and mud: the lowest on a road, the highest off it.
    ({"side": "army", "formation": "column", "on_road": True, "surface": "snow"}, (6, 4, 2, 1), 12),
    ({"side": "insurgents", "surface": "mud"}, (6, 4, 2), 6),
    # One after another, each on the dice left: leaderless -6, mud on the road -2, rough (insurgents) -4: 5 is left.
    (
        {
            "side": "insurgents",
            "formation": "column",
            "on_road": True,
            "leader": False,
            "surface": "mud",
            "terrain": "rough",
        },
        (6, 5, 4, 2),
        5,
    ),
    ({"side": "army", "leader": False, "surface": "mud", "terrain": "rough"}, (6, 5, 4), 1),  # no die is left
    ({"side": "army", "leader": False}, (6, 4, 2), 6),
    ({"side": "army", "carrying": True}, (6, 4, 2), 6),
    ({"side": "army", "carrying": True, "terrain": "rough"}, (6, 4, 2), 2),
    ({"side": "insurgents", "carrying": True, "leader": False, "terrain": "rough"}, (6, 4, 2), 1),
    # Prone 1D6 whatever the ground; scouts and a leader alone 3D6, whatever the order of the unit.
    ({"side": "army", "mover": "prone", "terrain": "dense", "slope": True, "surface": "mud"}, (4,), 4),
    ({"side": "army", "mover": "scout", "order": "close"}, (6, 4, 2), 12),
    ({"side": "army", "mover": "lone leader", "leader": False, "terrain": "rough"}, (6, 4, 2), 6),
]


@pytest.mark.rule("BG-VIII.1.43a", "BG-VIII.1.43b", "BG-VIII.1.43c", "BG-R31", "BG-R32", "BG-R33", "BG-R34", "BG-R44")
@chart(("facts", "dice", "inches"), MOVES)
def test_moves(facts: dict[str, Any], dice: tuple[int, ...], inches: float) -> None:
    assert outcome("move", d6(*dice), **facts)["inches"] == inches


@pytest.mark.rule("BG-VIII.4.4a", "BG-R34")
def test_what_the_wounded_cost_stands_among_the_deductions_in_its_place() -> None:
    found = outcome("move", d6(6, 4, 2), side="army", carrying=True, terrain="rough")
    assert found["deductions"] == ("wounded to carry −6", "rough terrain −4")


@pytest.mark.rule("BG-VIII.1.14", "BG-R12", "BG-R13")
def test_every_joker_in_the_movement_phase() -> None:
    army = {"side": "army", "terrain": "rough"}
    more = outcome("joker-move", d6(1, 6, 5, 4, 3), **army)
    assert more["inches"] == 12  # four dice; rough takes the 6 of the larger set
    assert outcome("joker-move", d6(2), **army)["inches"] == 0
    assert outcome("joker-move", d6(3, 6, 5), **army)["inches"] == 11  # 2D6 plain, no terrain
    assert outcome("joker-move", d6(4, 6, 5, 4, 3), **army)["inches"] == 6  # 5 + 4 in rough, less 3
    assert outcome("joker-move", d6(4, 2, 1, 1, 6), **army)["inches"] == 1  # 2 less 6: one inch at least
    healed = outcome("joker-move", d6(5, 6, 5, 4), wounded=2, **army)
    assert (healed["healed"], healed["inches"]) == (2, 9)
    hit = outcome("joker-move", d6(6, 6, 5, 4, 3), enemy_distance=12, **army)
    assert (hit["inches"], hit["reached"], hit["moved"]) == (12, True, 10)  # charge dice 4, rough takes the 6
    short = outcome("joker-move", d6(6, 6, 5, 4, 3), enemy_distance=13, **army)
    assert (short["reached"], short["moved"]) == (False, 11)  # 12 in would be nearer than 2 in
    assert outcome("joker-move", d6(6), may_charge=False, **army)["inches"] == 0
    unknown = outcome("joker-move", d6(6, 6, 5, 4, 3), **army)  # the distance is found on the table
    assert (unknown["inches"], unknown["reached"]) == (12, None)


@pytest.mark.rule("BG-VIII.1.4", "BG-VIII.1.42a", "BG-VIII.4.2a", "BG-R36")
def test_charges() -> None:
    # 4 dice in open order: declared at 24 inches at most. The total equal to the distance arrives.
    assert outcome("charge", d6(6, 6, 6, 6), side="army", distance=24)["reached"]
    assert refused("charge", side="army", distance=24.01) == "out-of-reach"
    assert refused("charge", side="army", distance=18.01, order="close") == "out-of-reach"  # 3 dice
    after = outcome("charge", d6(6, 6, 6, 6), side="army", distance=25, house_rule=("Charge_Declare = After-Roll",))
    assert (after["reached"], after["moved"]) == (False, 23)
    short = outcome("charge", d6(2, 2, 2, 3), side="insurgents", distance=10)
    assert (short["inches"], short["reached"], short["moved"]) == (9, False, 8)
    assert outcome("charge", d6(1, 2, 1, 1), side="insurgents", distance=10)["moved"] == 5
    dense = outcome("charge", d6(6, 5, 4, 2), side="insurgents", distance=13, terrain="dense")
    assert (dense["inches"], dense["reached"]) == (13, True)  # 6 + 5 + 4, less 2 once more
    assert outcome("charge", d6(6, 6), side="army", distance=12, dismounting=True)["reached"]
    assert refused("charge", side="army", distance=12.01, dismounting=True) == "out-of-reach"
    assert refused("charge", side="civilians", distance=5, mob=False) == "no-charge"


# ── XI Close combat ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.6.1c", "BG-R47", "BG-R48", "BG-R53")
@pytest.mark.parametrize(("side", "own", "other"), [("army", 5, 4), ("insurgents", 4, 3), ("civilians", 3, 2)])
def test_rally_by_side_and_leader(side: str, own: int, other: int) -> None:
    for leader, top in (("own", own), ("other", other)):
        assert outcome("rally", d6(top), side=side, leader=leader)["state"] == "steady"
        assert outcome("rally", d6(top + 1), side=side, leader=leader)["state"] == "shaken"
        assert outcome("rally", d6(top), side=side, leader=leader, state="routed")["state"] == "shaken"
        assert outcome("rally", d6(top + 1), side=side, leader=leader, state="routed")["removed"]
        assert outcome("rally", d6(top + 1), side=side, leader=leader, state="pinned")["state"] == "pinned"
    assert outcome("rally", side=side, leader="none", state="routed")["removed"]
    back = outcome("rally", d6(own + 1, 6, 5, 4, 3), side=side, leader="own", retreat=True)
    assert back["retreat"] == 18


@pytest.mark.rule("BG-XI.2.1", "BG-XI.2.3", "BG-R52", "BG-R61")
@pytest.mark.parametrize(("side", "led", "alone"), [("army", 5, 4), ("insurgents", 3, 3), ("civilians", 2, 2)])
def test_closing_by_side_and_leader(side: str, led: int, alone: int) -> None:
    for leader, top in ((True, led), (False, alone)):
        assert outcome("close-into", d6(top), side=side, leader=leader)["closes"]
        failed = outcome("close-into", d6(top + 1), side=side, leader=leader)
        assert (failed["closes"], failed["state"], failed["back"]) == (False, "pinned", 6)
        assert not outcome("close-into", d6(top), side=side, leader=leader, state="pinned")["closes"]


@pytest.mark.rule("BG-XI.3.1", "BG-XI.3.3", "BG-XII.2.11a", "BG-XII.2.21a", "BG-R52", "BG-R54")
@pytest.mark.parametrize(("side", "led", "alone"), [("army", 5, 5), ("insurgents", 4, 3), ("civilians", 3, 3)])
def test_standing_by_side_leader_and_state(side: str, led: int, alone: int) -> None:
    for leader, top in ((True, led), (False, alone)):
        facts: dict[str, Any] = {"side": side, "leader": leader}
        assert outcome("stand-and-fight", d6(top), **facts)["stands"]
        assert outcome("stand-and-fight", d6(top + 1), **facts)["state"] == "shaken"
        for state, after in (("pinned", "shaken"), ("shaken", "routed")):  # tested one lower
            assert outcome("stand-and-fight", d6(top - 1), state=state, **facts)["state"] == state
            assert outcome("stand-and-fight", d6(top), state=state, **facts)["state"] == after


@pytest.mark.rule("BG-XI.3.5a", "BG-XI.3.5b", "BG-R68")
def test_evasion() -> None:
    # Foot: 3 dice, 7 in, half is 3.5; the charger has 2 + 3.5 in to go.
    foot = {"side": "army"}
    assert outcome("evade", d6(4, 2, 1), unused=5.5, **foot)["caught"]
    missed = outcome("evade", d6(4, 2, 1), unused=5.49, **foot)
    assert (missed["caught"], missed["inches"], missed["gap"]) == (False, 3.5, 5.5)
    assert refused("evade", order="close", **foot) == "close-order"
    for side, top in (("army", 4), ("insurgents", 3), ("civilians", 2)):
        assert outcome("evade", d6(top, 3, 4), side=side, mounted=True)["inches"] == 7
        assert not outcome("evade", d6(top + 1), side=side, mounted=True)["evades"]


# Column: what applies, then army, insurgents, civilians as printed.
COLUMNS = {
    "leader": (1, 1, 1),
    "horse holder or vehicle crew": (-1, 0, 0),
    "close order": (-1, -2, -3),
    "circle": (1, 2, 2),
    "on wall": (2, 1, 1),
    "behind wall": (1, -1, -1),
    "in building": (2, 1, 0),
    "mounted": (1, 1, 1),
    "prone": (-2, -1, -1),
    "attacked from rear": (-2, -3, -4),
    "in water": (-1, -3, -3),
    "wounded": (-1, -1, -2),
    "shaken": (-1, -1, -1),
    "pinned": (-1, -1, -1),
    "failed evasion": (-1, -1, -1),
    "stunned": (-2, -2, -2),
    "handler with dog": (3, 3, 3),
    "dog alone": (2, 2, 2),
}
DEFENDER_ONLY = {"close order", "circle", "in building"}


@pytest.mark.rule("BG-XI.4.mod", "BG-XII.2.11b", "BG-XII.2.21b", "BG-R65", "BG-R66", "BG-R67")
@chart("applies", list(COLUMNS))
def test_every_column_of_the_close_combat_chart(applies: str) -> None:
    for side, modifier in zip(("army", "insurgents", "civilians"), COLUMNS[applies], strict=True):
        foe = "insurgents" if side == "army" else "army"
        over = ("on wall",) if applies == "behind wall" else ()  # F needs an enemy on top
        last = applies == "wounded"  # L: the wounded fight only where they are defended to the last
        defends = outcome(
            "close-combat",
            d20(20, 1, 20),
            charger=foe,
            defender=side,
            charger_is=over,
            defender_is=(applies,),
            desperation="defender" if last else "none",
        )
        assert defends["defender_modifier"] == modifier
        assert defends["defender_total"] == 1 + modifier
        if applies != "behind wall":
            charges = outcome(
                "close-combat",
                d20(20, 1, 20),
                charger=side,
                defender=foe,
                charger_is=(applies,),
                desperation="charger" if last else "none",
            )
            assert charges["charger_modifier"] == (0 if applies in DEFENDER_ONLY else modifier)
    rear = outcome(
        "close-combat", d20(20, 1, 20), charger="army", defender="army", defender_is=("attacked from rear",), round=2
    )
    assert rear["defender_modifier"] == 0  # the first round only


@pytest.mark.rule("BG-XI.4.1", "BG-R11", "BG-R67")
def test_modifiers_add_up_and_equal_totals_are_fought_again() -> None:
    # An insurgent leader in close order inside a building, attacked from the rear: 1 - 2 + 1 - 3 = -3.
    # 10 against 13 - 3 is a tie; then 5 against 9 - 3 = 6: the defender wins, and the charger's die is a 3: killed.
    found = outcome(
        "close-combat",
        d20(10, 13, 5, 9, 3),
        charger="army",
        defender="insurgents",
        defender_is=("leader", "close order", "in building", "attacked from rear"),
    )
    assert (found["defender_modifier"], found["ties"]) == (-3, 1)
    assert (found["winner"], found["loser"], found["result"]) == ("defender", "charger", "killed")


@pytest.mark.rule("BG-XI.4.3", "BG-XI.4.4", "BG-R62", "BG-R63")
@pytest.mark.parametrize(
    ("die", "normal", "desperate"),
    [
        (1, "killed", "killed"),
        (3, "killed", "killed"),
        (4, "wounded", "killed"),
        (6, "wounded", "killed"),
        (7, "runs", "wounded"),
        (13, "runs", "wounded"),
        (14, "runs", "runs"),
        (20, "runs", "runs"),
    ],
)
def test_what_becomes_of_the_loser(die: int, normal: str, desperate: str) -> None:
    pair = {"charger": "army", "defender": "insurgents"}
    assert outcome("close-combat", d20(20, 1, die), **pair)["result"] == normal
    for who in ("charger", "defender"):  # whichever side is desperate, its opponent's losers fare the same
        assert outcome("close-combat", d20(20, 1, die), desperation=who, **pair)["result"] == desperate


@pytest.mark.rule("BG-R64", "BG-R67", "BG-XI.5.2a", "BG-XI.5.3b")
def test_a_combat_that_cannot_be_is_refused() -> None:
    pair = {"charger": "army", "defender": "insurgents"}
    assert refused("close-combat", defender_is=("behind wall",), **pair) == "nobody-on-wall"
    assert refused("close-combat", defender_is=("on wall", "behind wall"), **pair) == "contradiction"
    assert refused("close-combat", charger_is=("shaken", "pinned"), **pair) == "contradiction"
    assert refused("close-combat", charger_is=("handler with dog", "dog alone"), **pair) == "contradiction"
    assert refused("close-combat", defender_is=("wounded",), **pair) == "wounded"
    assert refused("close-combat", defender_is=("wounded",), desperation="charger", **pair) == "wounded"


# ── XII Morale ───────────────────────────────────────────────────────────────────────────────────────────────────


def two_dice(total: int) -> str:
    return d6(total // 2, total - total // 2)


@pytest.mark.rule("BG-XII.1.2b", "BG-XII.1.chart", "BG-R57")
@pytest.mark.parametrize(("side", "top"), [("army", 8), ("insurgents", 7), ("civilians", 7)])
def test_major_morale(side: str, top: int) -> None:
    assert not outcome("major-morale", two_dice(top), side=side)["immobile"]
    assert outcome("major-morale", two_dice(top + 1), side=side)["immobile"]


@pytest.mark.rule("BG-XII.1.chart", "BG-XII.1.31a", "BG-XII.1.41a", "BG-R52", "BG-R56", "BG-R57", "BG-R58", "BG-R59")
@pytest.mark.parametrize(
    ("side", "leader", "top"),
    [
        ("army", True, 10),  # the row is lost in print; BG-R58
        ("army", False, 8),
        ("insurgents", True, 9),
        ("insurgents", False, 6),
        ("civilians", True, 8),
        ("civilians", False, 7),
    ],
)
def test_critical_and_pinned_morale_at_the_number_and_beyond(side: str, leader: bool, top: int) -> None:
    facts: dict[str, Any] = {"side": side, "leader": leader}
    after = [outcome("critical-morale", two_dice(top + n), **facts)["state"] for n in range(3)]
    assert after == ["steady", "pinned", "routed"]
    # One lower for a pinned unit and for a shaken one, which a result of pinned leaves shaken.
    after = [outcome("critical-morale", two_dice(top - 1 + n), state="pinned", **facts)["state"] for n in range(3)]
    assert after == ["pinned", "pinned", "routed"]
    after = [outcome("critical-morale", two_dice(top - 1 + n), state="shaken", **facts)["state"] for n in range(3)]
    assert after == ["shaken", "shaken", "routed"]
    # The check by which a pinned unit recovers has no penalty.
    after = [outcome("pinned-morale", two_dice(top + n), **facts)["state"] for n in range(3)]
    assert after == ["steady", "pinned", "shaken"]


@pytest.mark.rule("BG-XII.1.3a", "BG-R55")
def test_when_a_critical_check_is_due() -> None:
    unit = {"side": "army", "leader": True}
    for fit, original, due in ((4, 7, False), (3, 7, True), (7, 14, False), (6, 14, True)):
        found = outcome("critical-morale", two_dice(5) if due else "", fit=fit, original=original, **unit)
        assert found["due"] is due
    hit = {"fit": 7, "original": 7, "state": "shaken", "hit_while_shaken": True}
    assert outcome("critical-morale", two_dice(9), **hit, **unit)["state"] == "shaken"
    assert refused("critical-morale", fit=3, **unit) == "strength"
    assert refused("critical-morale", fit=8, original=7, **unit) == "strength"
    assert refused("critical-morale", hit_while_shaken=True, **unit) == "not-shaken"


@pytest.mark.rule("BG-XII.2.3a", "BG-R53")
def test_rout_takes_ordinary_men_then_key_men_then_leaders_and_the_rest_runs() -> None:
    some = outcome("rout", d6(4, 6, 5, 4, 3), figures=2, key_figures=1, leaders=2)
    assert some["lost_figures"] == ["figure 1", "figure 2", "key figure 1", "leader 1"]
    assert (some["left"], some["inches"]) == (1, 18)
    nobody = outcome("rout", d6(6), figures=3, leaders=1)  # nobody is left, so nobody runs
    assert (nobody["lost"], nobody["left"], nobody["inches"]) == (4, 0, None)


@pytest.mark.rule("BG-XI.5.3a", "BG-R117")
def test_stragglers_never_include_a_leader() -> None:
    assert outcome("stragglers", d6(6), figures=4, leaders=1) == {"stay": 4, "over": 1}
    assert outcome("stragglers", d6(2), figures=6, leaders=1) == {"stay": 2, "over": 5}
