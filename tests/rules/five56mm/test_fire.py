"""3.2 Fire: the Target Number with every modifier of 3.24 and 3.25, weapons of 7.0, ammunition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.five56mm.actions.battle import SetAmmoLow
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Aim
from rules.five56mm.book.fire import Platform, ShotAt, ShotOfBurst, ShotValues, aim, shot_harm, to_hit
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.spotting import Look
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import WEAPONS, Category
from rules.five56mm.book.weapons import Arm, WeaponSight, ammo, range_category
from rules.five56mm.events.fire import AmmoTested, Shot
from rules.five56mm.state import RED, Combat, Stance
from rules.kernel.chance import Scripted
from rules.kernel.facts import Item
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, man, one

PLAIN = ShotValues(WEAPONS["m16"], 0, ShotAt(Look(12)))
"""An M16 at 12 in: Medium, TN 4."""


def shot(**changes: Any) -> ShotValues:
    return replace(PLAIN, **changes)


def mark(**changes: Any) -> ShotValues:
    return replace(PLAIN, mark=replace(PLAIN.mark, **changes))


def added(changed: ShotValues, house: House | None = None) -> dict[str, int]:
    """The items beyond the range, by ledger id."""
    number, _ = to_hit(changed, house or House())
    return {item.citation: item.amount for item in number.items[1:]}


# ── Range ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.9", "MM-3.2.10")
@pytest.mark.parametrize(("inches", "tn"), [(4, 2), (9, 3), (19, 4), (22, 5), (40, 6)])
def test_base_number_by_range_category(inches: float, tn: int) -> None:
    # M16: Close 1, Short 5, Medium 10, Long 20, Extreme 30, maximum 40. 22 in is the book's example: Long, TN 5.
    number, bonus = to_hit(ShotValues(WEAPONS["m16"], 2, ShotAt(Look(inches))))
    assert (number.value, bonus.value) == (tn, 2)


@pytest.mark.rule("MM-7.0.5", "MM-7.0.6", "MM-7.0.7")
def test_a_category_begins_at_its_number() -> None:
    assert range_category(WEAPONS["mp5"], 12) is Category.MEDIUM
    assert range_category(WEAPONS["mp5"], 11.99) is Category.SHORT
    assert range_category(WEAPONS["m16"], 40) is Category.EXTREME
    with pytest.raises(RuleViolation, match="too near") as near:
        range_category(WEAPONS["m16"], 0.9)
    with pytest.raises(RuleViolation, match="maximum range") as far:
        range_category(WEAPONS["m16"], 40.1)
    assert (near.value.citation, far.value.citation) == ("MM-7.0.6", "MM-7.0.7")


@pytest.mark.rule("MM-7.0.8", "MM-R41")
def test_a_weapon_with_close_0_fires_at_an_adjacent_enemy_unless_they_have_engaged() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10), "m9"), man("Red", RED, (30, 10.8)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    battle.state = replace(battle.state, combats=(Combat("alpha", "red"),))
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red"))
    assert refused.value.code == "in-combat"


# ── Modifiers to the number ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.24.1", "MM-3.24.2")
def test_concealment() -> None:
    assert added(mark(look=Look(12, 25))) == {"MM-3.24.1": 1}
    assert added(mark(look=Look(12, 50))) == {"MM-3.24.2": 2}


@pytest.mark.rule("MM-3.24.7", "MM-3.3.1", "MM-3.3.2")
def test_stealth_counts_beside_concealment() -> None:
    assert added(mark(look=Look(12, 25, stealth=True))) == {"MM-3.24.1": 1, "MM-3.24.7": 1}


@pytest.mark.rule("MM-3.24.3")
def test_a_sprinting_target() -> None:
    assert added(mark(sprinting=True)) == {"MM-3.24.3": 1}


@pytest.mark.rule("MM-3.24.4", "MM-3.24.5", "MM-R09", "MM-R57")
def test_a_firer_aboard_a_moving_vehicle() -> None:
    assert added(shot(platform=Platform("moving"))) == {"MM-3.24.4": 1}
    assert added(shot(platform=Platform("full-speed"))) == {"MM-3.24.5": 2}
    assert added(shot(platform=Platform("moving", hover=3))) == {"MM-4.73.2": 3}
    assert added(shot(platform=Platform("moving", hover=0))) == {}


@pytest.mark.rule("MM-3.24.6", "MM-9.2.2", "MM-7.6.1", "MM-7.7.1", "MM-7.9.1", "MM-12.4.2", "MM-12.4.3")
@pytest.mark.parametrize(
    ("weapon", "skill"), [("m21", Skill.SNIPER), ("m60", Skill.MACHINE_GUNNER), ("law", Skill.HEAVY_WEAPONS)]
)
def test_a_specialist_weapon_without_the_skill(weapon: str, skill: Skill) -> None:
    arm = WEAPONS[weapon]
    assert added(shot(weapon=arm)) == {"MM-3.24.6": 2}
    assert added(shot(weapon=arm, skills=(skill,))) == {}
    assert added(shot(weapon=arm, platform=Platform(mounted=True))) == {"MM-12.4.3": 1}


@pytest.mark.rule("MM-10.SN.1", "MM-10.MG.1", "MM-10.H.1")
def test_each_skill_covers_its_own_class_only() -> None:
    assert added(shot(weapon=WEAPONS["m40"], skills=(Skill.SNIPER,))) == {}
    assert added(shot(weapon=WEAPONS["saw"], skills=(Skill.MACHINE_GUNNER,))) == {}
    assert added(shot(weapon=WEAPONS["rpg"], skills=(Skill.HEAVY_WEAPONS,))) == {}
    assert added(shot(weapon=WEAPONS["saw"], skills=(Skill.SNIPER,))) == {"MM-3.24.6": 2}


@pytest.mark.rule("MM-3.24.11", "MM-10.SN.2", "MM-R08")
def test_not_the_closest_enemy() -> None:
    assert added(mark(not_closest=True)) == {"MM-3.24.11": 1}
    assert added(replace(mark(not_closest=True), skills=(Skill.SNIPER,))) == {}
    assert added(replace(mark(not_closest=True), auto_fire=ShotOfBurst(1))) == {"MM-3.24.11": 1}
    assert added(replace(mark(not_closest=True), auto_fire=ShotOfBurst(2))) == {}


@pytest.mark.rule("MM-3.24.12", "MM-3.24.15", "MM-4.72.6", "MM-R10")
def test_vehicles_at_full_speed_and_helicopters_in_flight() -> None:
    assert added(mark(kind="vehicle", full_speed=True)) == {"MM-3.24.12": 1}
    assert added(mark(kind="vehicle", full_speed=True, helicopter_in_flight=True)) == {"MM-3.24.12": 1, "MM-3.24.15": 1}
    assert added(mark(kind="vehicle")) == {}  # landed: neither
    assert added(mark(kind="vehicle", moving=True)) == {}
    assert added(mark(kind="vehicle", moving=True), House((("moving-vehicle-target", "1"),))) == {"MM-R10": 1}


@pytest.mark.rule("MM-12.7.2", "MM-12.7.3", "MM-R97")
def test_crew_as_targets_get_full_speed_and_flight_but_no_vehicle_bonus() -> None:
    occupant = mark(kind="occupant", full_speed=True, helicopter_in_flight=True, look=Look(12, 50))
    assert added(occupant) == {"MM-3.24.2": 2, "MM-3.24.12": 1, "MM-3.24.15": 1}
    assert to_hit(occupant)[1].value == 0


@pytest.mark.rule("MM-3.24.13", "MM-3.6.4")
def test_covering_fire() -> None:
    assert added(shot(covering=True)) == {"MM-3.24.13": 1}


@pytest.mark.rule("MM-7.2.3", "MM-7.3.3", "MM-7.6.4", "MM-7.6.6")
@pytest.mark.parametrize(
    ("weapon", "cited"),
    [("desert-eagle", "MM-7.2.3"), ("benelli-m1", "MM-7.3.3"), ("m40", "MM-7.6.4"), ("m82", "MM-7.6.6")],
)
def test_a_second_fire_action_with_a_heavy_or_slow_gun(weapon: str, cited: str) -> None:
    skilled = shot(weapon=WEAPONS[weapon], skills=(Skill.SNIPER,))
    assert added(replace(skilled, second_fire=True)) == {cited: 1}
    assert added(skilled) == {}
    assert added(shot(second_fire=True)) == {}


@pytest.mark.rule("MM-8.0.10")
@pytest.mark.parametrize(("inches", "amount"), [(12, {}), (22, {"MM-8.0.10": 1}), (35, {"MM-8.0.10": 1})])
def test_a_respirator_at_long_and_extreme_range(inches: float, amount: dict[str, int]) -> None:
    assert added(replace(mark(look=Look(inches)), respirator=True)) == amount


@pytest.mark.rule("MM-5.0.4")
def test_wounds_of_the_firer() -> None:
    assert added(shot(penalties=(Item(3, "wounds", "MM-5.0.4"),))) == {"MM-5.0.4": 3}


@pytest.mark.rule("MM-R20", "MM-R27")
def test_a_place_has_no_modifiers_of_a_target() -> None:
    place = replace(mark(kind="point", look=Look(12, 60, stealth=True), not_closest=True), weapon=WEAPONS["m203"])
    assert added(replace(place, respirator=True)) == {}


# ── Modifiers to the roll ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.25.1", "MM-3.25.2", "MM-3.25.4", "MM-3.25.5", "MM-R78")
def test_what_makes_a_target_easier_to_hit() -> None:
    def bonus(changed: ShotValues, *options: tuple[str, str]) -> int:
        return to_hit(changed, House(options))[1].value

    assert bonus(mark(incapacitated=True)) == 1
    assert bonus(mark(unaware=True)) == 1
    assert bonus(mark(carrying=True)) == 1
    assert bonus(mark(kind="vehicle")) == 2
    assert bonus(mark(kind="vehicle"), ("vehicle-target-bonus", "1")) == 1


@pytest.mark.rule("MM-3.4.1", "MM-3.25.3", "MM-7.6.2", "MM-8.0.3", "MM-8.0.4", "MM-8.0.5", "MM-R19")
def test_what_aim_gives() -> None:
    rifle, carbine, scope = WEAPONS["m21"], WEAPONS["m16"], (WeaponSight.TELESCOPIC,)
    by = {
        (weapon.key, bool(sights), category): aim(weapon, sights, category).amount
        for weapon in (rifle, carbine)
        for sights in ((), scope)
        for category in (Category.SHORT, Category.MEDIUM, Category.EXTREME)
    }
    assert by == {
        ("m21", False, Category.SHORT): 1, ("m21", False, Category.MEDIUM): 2, ("m21", False, Category.EXTREME): 2,
        ("m21", True, Category.SHORT): 1, ("m21", True, Category.MEDIUM): 2, ("m21", True, Category.EXTREME): 3,
        ("m16", False, Category.SHORT): 1, ("m16", False, Category.MEDIUM): 1, ("m16", False, Category.EXTREME): 1,
        ("m16", True, Category.SHORT): 1, ("m16", True, Category.MEDIUM): 2, ("m16", True, Category.EXTREME): 2,
    }  # fmt: skip
    house = House((("sniper-rifle-sight-at-close-and-short", "2"),))
    assert aim(rifle, (), Category.CLOSE, house).amount == 2


@pytest.mark.rule("MM-3.4.1", "MM-3.4.2", "MM-R18")
def test_aim_counts_for_the_fire_that_follows_it_and_is_lost_otherwise() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(Aim())
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.bonus.value == 1
    battle.run()
    battle.end_turn()
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    battle.do(Aim())
    battle.run()
    battle.end_turn()
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.bonus.value == 0


# ── Two Fire actions ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.12", "MM-R96")
def test_two_fire_actions_must_be_at_the_same_target() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)), man("Other", RED, (34, 20)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="other"))
    assert refused.value.citation == "MM-3.2.12"
    battle.do(Fire(target="red"), "1")


@pytest.mark.rule("MM-7.2.3")
def test_the_second_shot_of_a_desert_eagle_kicks() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10), "desert-eagle"), man("Red", RED, (30, 20)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 3
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4


# ── The board says so ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.24.11", "MM-R08")
def test_the_closest_enemy_in_best_sight_is_measured() -> None:
    battle = Skirmish(
        man("Alpha", at=(30, 10)),
        man("Near", RED, (32, 18)),
        man("Far", RED, (30, 24)),
        man("Behind", RED, (30, 6), facing=0),
    )
    battle.card("alpha")
    # Behind stands at his back when he turns to Far, Near does not.
    far = one(battle.do(Fire(target="far"), "1"), Shot)
    assert {f.name: f.value for f in far.facts}["not closest"] is True
    assert far.roll.number.value == 4 + 1


@pytest.mark.rule("MM-2.0.2", "MM-3.25.2")
def test_a_target_that_looks_away_does_not_see_the_firer() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20), facing=0))
    battle.card("alpha")
    fired = one(battle.do(Fire(target="red"), "1"), Shot)
    assert {f.name: f.value for f in fired.facts}["unaware"] is True
    assert fired.roll.bonus.value == 1


@pytest.mark.rule("MM-2.0.2")
@pytest.mark.parametrize(("facing", "unaware"), [(180, False), (90, False), (89, True), (0, True)])
def test_a_character_sees_the_180_degrees_before_him(facing: float, unaware: bool) -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20), facing=facing))
    battle.card("alpha")
    fired = one(battle.do(Fire(target="red"), "1"), Shot)
    assert {f.name: f.value for f in fired.facts}["unaware"] is unaware


@pytest.mark.rule("MM-3.24.3", "MM-3.25.1", "MM-3.25.4")
def test_states_of_the_target_reach_the_number() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.put(replace(battle["red"], stance=Stance.SPRINTING))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 5
    battle.put(replace(battle["red"], stance=Stance.CARRYING))
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.bonus.value == 1


@pytest.mark.rule("MM-R41")
def test_by_house_rule_nobody_fires_into_a_combat() -> None:
    def battle(*options: tuple[str, str]) -> Skirmish:
        found = Skirmish(
            man("Alpha", at=(30, 10)), man("Bravo", at=(30, 19)), man("Red", RED, (30, 20)), options=options
        )
        found.state = replace(found.state, combats=(Combat("bravo", "red"),))
        found.card("alpha")
        return found

    battle().do(Fire(target="red"), "1")
    with pytest.raises(RuleViolation) as refused:
        battle(("fire-into-melee", "forbidden")).do(Fire(target="red"))
    assert refused.value.code == "in-melee"


@pytest.mark.rule("MM-2.3N.4")
def test_an_impossible_shot_is_refused_before_a_die_is_rolled() -> None:
    battle = Skirmish(man("Alpha", at=(30, 1)), man("Red", RED, (30, 36)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red", obscured=30))  # Extreme 6 + 1 concealment
    assert refused.value.citation == "MM-2.3N.4"


# ── Shotguns, ammunition ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.3.2")
@pytest.mark.parametrize(
    ("category", "extra"), [("close", 2), ("short", 1), ("medium", 0), ("long", -1), ("extreme", -2)]
)
def test_a_shotguns_damage_falls_with_the_range(category: str, extra: int) -> None:
    harm = shot_harm(WEAPONS["benelli-m1"], Category(category))
    assert harm.dice.plus + sum(item.amount for item in harm.items) == 4 + extra


@pytest.mark.rule("MM-7.0.9", "MM-R30")
def test_nobody_runs_out_unless_he_is_low() -> None:
    assert ammo(WEAPONS["m16"], Arm("m16"), 1, Scripted("")) is None


@pytest.mark.rule("MM-7.0.10", "MM-7.0.11", "MM-7.0.12")
@pytest.mark.parametrize(("die", "out", "every"), [(3, True, False), (4, False, True), (5, False, False)])
def test_an_ammo_roll_after_a_one(die: int, out: bool, every: bool) -> None:
    # M16, AMMO 4: less is the last round, equal tests every shot from now on, more is nothing.
    low = Arm("m16", ammo_low=True)
    test = ammo(WEAPONS["m16"], low, 1, Scripted(f"d6:{die}"))
    assert test is not None
    assert (test.out, test.every_shot) == (out, every)
    assert ammo(WEAPONS["m16"], low, 2, Scripted("")) is None


@pytest.mark.rule("MM-R29", "MM-7.0.11")
def test_the_roll_after_every_shot_stays_unless_a_house_rule_ends_it() -> None:
    steady = Arm("m16", ammo_low=True, every_shot=True)
    stays = ammo(WEAPONS["m16"], steady, 5, Scripted("d6:6"))
    ends = ammo(WEAPONS["m16"], steady, 5, Scripted("d6:6"), House((("ammo-every-shot-ends-on-higher-roll", "true"),)))
    assert stays is not None
    assert ends is not None
    assert (stays.every_shot, ends.every_shot) == (True, False)


@pytest.mark.rule("MM-7.0.9", "MM-7.0.10")
def test_a_weapon_that_is_out_cannot_be_fired_again() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.do(SetAmmoLow(character="alpha"))
    battle.card("alpha")
    test = one(battle.do(Fire(target="red"), "1,2"), AmmoTested).test
    assert test.out
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red", weapon="m16"))
    assert refused.value.citation == "MM-7.0.10"


@pytest.mark.rule("MM-7.0.11")
def test_an_equal_ammo_die_is_remembered() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.do(SetAmmoLow(character="alpha", weapon="m16"))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1,4")
    assert one(battle.do(Fire(target="red"), "3,5"), AmmoTested).test.out is False


@pytest.mark.rule("MM-7.1.1")
def test_a_knife_is_not_fired() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10), "m16", "knife"), man("Red", RED, (30, 20)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red", weapon="knife"))
    assert refused.value.citation == "MM-7.1.1"


@pytest.mark.rule("MM-8.0.10")
def test_a_worn_respirator_reaches_the_number() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10), aim=1, gear=[Gear.RESPIRATOR]), man("Red", RED, (30, 32)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 5 + 1
