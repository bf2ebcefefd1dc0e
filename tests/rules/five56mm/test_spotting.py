"""3.2, 4.2 and 6.2: seeing an enemy before firing at him, by day, hidden and in the dark; optics of 8.0."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import SetLight
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Stealth
from rules.five56mm.book.fire import ShotAt, ShotValues, to_hit
from rules.five56mm.book.light import Light, Optics, darkness
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.spotting import Concealment, Eyes, Look, concealment, due, in_sight, spot
from rules.five56mm.book.tables import WEAPONS
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.five56mm.events.battle import LightSet
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.state import RED, Stance
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one

EYES = Eyes(0)


def number(look: Look, eyes: Eyes = EYES, light: Light = Light.FULL) -> tuple[int, int]:
    test = due(look, eyes, light)
    assert test is not None
    return test.number.value, test.bonus.value


@pytest.mark.rule("MM-3.24.1", "MM-3.24.2", "MM-R04")
@pytest.mark.parametrize(
    ("obscured", "how"),
    [(0, "none"), (24, "none"), (25, "partial"), (49, "partial"), (50, "full"), (99, "full")],
)
def test_concealment_by_the_share_that_is_obscured(obscured: float, how: str) -> None:
    assert concealment(obscured) is Concealment(how)


@pytest.mark.rule("MM-3.2.1", "MM-R04")
def test_nothing_is_seen_of_a_target_wholly_obscured() -> None:
    assert not in_sight(Look(10, 100))
    assert in_sight(Look(10, 99))
    assert in_sight(Look(10, 100), Optics(sights=(WeaponSight.THERMAL,)))


@pytest.mark.rule("MM-3.2.2", "MM-R04")
def test_half_of_a_target_in_plain_view_needs_no_roll() -> None:
    assert due(Look(10, 50), EYES) is None
    assert due(Look(10, 51), EYES) is not None


@pytest.mark.rule("MM-3.2.3", "MM-3.2.4", "MM-3.2.5", "MM-3.2.6", "MM-3.2.7")
def test_the_books_mujahideen_does_not_spot_the_sniper() -> None:
    # 30 in: TN 5; Stealth and less than a quarter in sight: 7. The sniper has fired: +2. A 4 makes 6: not spotted.
    look = Look(30, 80, stealth=True, fired=True)
    assert number(look) == (7, 2)
    assert not spot(look, EYES, Scripted("d6:4")).seen
    assert spot(look, EYES, Scripted("d6:5")).seen


@pytest.mark.rule("MM-3.2.4", "MM-R03")
@pytest.mark.parametrize(("inches", "tn"), [(0.5, 1), (2, 1), (3, 2), (8, 3), (16, 4), (32, 5), (33, 6)])
def test_spotting_number_by_distance(inches: float, tn: int) -> None:
    assert number(Look(inches, 60))[0] == tn


@pytest.mark.rule("MM-10.T.1")
def test_a_tracker_adds_one() -> None:
    assert number(Look(10, 60), Eyes(1, tracker=True)) == (4, 2)


# ── Giving oneself away ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.7", "MM-R07")
@pytest.mark.parametrize(
    ("fired", "moved", "bonus"), [(None, False, 0), (2, False, 2), (2, True, 2), (1, False, 2), (1, True, 0)]
)
def test_who_has_fired_is_easier_to_see(fired: int | None, moved: bool, bonus: int) -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.end_turn()
    assert battle.state.turn == 2
    battle.put(replace(battle["red"], fired_turn=fired, moved_since=moved))
    battle.card("alpha")
    tried = one(battle.do(Fire(target="red", obscured=60), "1"), SpotTried)
    assert tried.rolls[0].bonus.value == bonus


@pytest.mark.rule("MM-7.4.3", "MM-R07")
def test_an_mp5sd_does_not_give_its_firer_away() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10), "mp5sd"), man("Red", RED, (30, 17)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    assert battle["alpha"].fired_turn is None


@pytest.mark.rule("MM-3.2.7")
def test_an_ordinary_shot_gives_its_firer_away() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 17)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    assert (battle["alpha"].fired_turn, battle["alpha"].moved_since) == (1, False)


# ── In a go ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.8", "MM-R05")
def test_a_failed_spotting_costs_no_action_but_is_not_tried_again_this_go() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    events = battle.do(Fire(target="red", obscured=60), "3")  # 10 in: TN 4
    assert one(events, SpotTried).seen is False
    assert battle.state.go is not None
    assert battle.state.go.spent == 0
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red", obscured=60))
    assert refused.value.citation == "MM-3.2.8"
    battle.do(Stealth())


@pytest.mark.rule("MM-R05")
def test_by_house_rule_every_action_allows_another_try() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)), options=[("spot-attempts", "per-action")])
    battle.card("alpha")
    battle.do(Fire(target="red", obscured=60), "3")
    with pytest.raises(RuleViolation):
        battle.do(Fire(target="red", obscured=60))
    battle.do(Stealth())
    assert one(battle.do(Fire(target="red", obscured=60), "4,1"), SpotTried).seen


@pytest.mark.rule("MM-R06", "MM-3.2.3")
def test_a_target_once_spotted_is_seen_for_the_rest_of_the_go() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red", obscured=60), "4,1"), SpotTried).seen
    assert all_of(battle.do(Fire(target="red", obscured=60), "1"), SpotTried) == []


@pytest.mark.rule("MM-3.2.1")
def test_without_a_line_of_sight_nobody_fires() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red", obscured=100))
    assert refused.value.citation == "MM-3.2.1"


# ── Hiding ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.2.6", "MM-4.2.7", "MM-4.2.8", "MM-R49")
@pytest.mark.parametrize(
    ("inches", "obscured", "tn"), [(1.5, 10, 3), (3, 10, 4), (8, 30, 6), (16, 60, 8), (20, 10, 7), (40, 10, 8)]
)
def test_spotting_a_hidden_man(inches: float, obscured: float, tn: int) -> None:
    # 4.24 by distance, +1 in partial and +2 in full concealment; the rows of 3.22 do not count.
    assert number(Look(inches, obscured, hidden=True))[0] == tn


@pytest.mark.rule("MM-4.2.5", "MM-R50")
def test_a_hidden_man_in_plain_view_or_too_near_has_only_stealth() -> None:
    assert due(Look(10, 0, hidden=True), EYES) is None
    assert due(Look(0.5, 40, hidden=True), EYES) is None
    shot = ShotValues(WEAPONS["m16"], 0, ShotAt(Look(10, 0, hidden=True)))
    assert [i.reason for i in to_hit(shot)[0].items] == ["M16, medium", "target is using Stealth"]


@pytest.mark.rule("MM-4.2.10", "MM-R50")
def test_a_spotted_hidden_man_is_harder_to_hit_for_hiding_and_concealment() -> None:
    shot = ShotValues(WEAPONS["m16"], 0, ShotAt(Look(10, 30, hidden=True)))
    number_, _ = to_hit(shot)
    assert number_.value == 4 + 1 + 1
    assert "MM-4.2.10" in {item.citation for item in number_.items}


@pytest.mark.rule("MM-4.2.9", "MM-4.2.6")
def test_who_does_not_spot_the_hidden_man_may_do_something_else() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 13)))
    battle.put(replace(battle["red"], stance=Stance.HIDDEN))
    battle.card("alpha")
    events = battle.do(Fire(target="red", obscured=30), "3")  # 3 in: TN 4, +1 partial
    assert one(events, SpotTried).rolls[0].number.value == 5
    assert all_of(events, Shot) == []
    battle.do(Stealth())


# ── In the dark ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-6.2.1", "MM-6.2.8")
def test_by_day_the_light_changes_nothing() -> None:
    assert Skirmish(man("Alpha"), man("Red", RED)).state.light is Light.FULL
    assert darkness(Light.FULL) is None


@pytest.mark.rule("MM-6.2.3", "MM-6.2.6")
def test_darkness_adds_to_every_action() -> None:
    for light, amount in ((Light.NO, 2), (Light.LOW, 1)):
        item = darkness(light)
        assert item is not None
        assert item.amount == amount


@pytest.mark.rule("MM-6.2.4", "MM-6.2.5", "MM-R05")
def test_in_no_light_everybody_counts_as_hiding_and_who_hides_takes_two_rolls() -> None:
    plain = due(Look(10, 0), EYES, Light.NO)
    hidden = due(Look(10, 30, hidden=True), EYES, Light.NO)
    assert plain is not None
    assert hidden is not None
    assert (plain.rolls, plain.number.value) == (1, 6 + 2)
    assert (hidden.rolls, hidden.number.value) == (2, 6 + 1 + 2)
    keen = Eyes(3, tracker=True)
    assert spot(Look(3, 30, hidden=True), keen, Scripted("d6:3,d6:3"), Light.NO).seen  # TN 4 + 1 + 2 against 3 + 4
    assert not spot(Look(3, 30, hidden=True), keen, Scripted("d6:6,d6:2"), Light.NO).seen


@pytest.mark.rule("MM-2.3N.4")
def test_an_impossible_spotting_rolls_no_die() -> None:
    assert not spot(Look(10, 0), EYES, Scripted(""), Light.NO).seen
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)), light=Light.NO)
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(target="red"))
    assert refused.value.citation == "MM-2.3N.4"


@pytest.mark.rule("MM-6.2.7", "MM-R64")
def test_in_low_light_everybody_must_be_spotted() -> None:
    assert number(Look(10, 0), EYES, Light.LOW)[0] == 4 + 1
    assert number(Look(10, 10, hidden=True), EYES, Light.LOW)[0] == 6 + 1


@pytest.mark.rule("MM-6.2.6", "MM-R107")
def test_low_light_hampers_the_shot_too() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10), morale=1), man("Red", RED, (30, 20)), light=Light.LOW)
    battle.card("alpha")
    events = battle.do(Fire(target="red"), "4,1")
    assert one(events, Shot).roll.number.value == 4 + 1


@pytest.mark.rule("MM-6.2.2")
def test_the_light_by_a_die() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED))
    for die, light in ((2, Light.NO), (3, Light.LOW), (6, Light.FULL)):
        assert one(battle.do(SetLight(), str(die)), LightSet).light is light
        assert battle.state.light is light


# ── Optics ────────────────────────────────────────────────────────────────────────────────────────────────────────


def amount(light: Light, optics: Optics, inches: float) -> int:
    item = darkness(light, optics, inches)
    return item.amount if item else 0


@pytest.mark.rule("MM-8.0.11", "MM-R65", "MM-R02")
def test_goggles_in_no_light_by_distance() -> None:
    goggles = Optics(goggles=True)
    assert [amount(Light.NO, goggles, d) for d in (0, 10, 11, 25, 26)] == [0, 0, 1, 1, 2]


@pytest.mark.rule("MM-8.0.12", "MM-R65")
def test_goggles_in_low_light_take_the_penalty_and_sharpen_the_eye() -> None:
    assert amount(Light.LOW, Optics(goggles=True), 20) == 0
    assert number(Look(10, 0), Eyes(0, optics=Optics(goggles=True)), Light.LOW) == (4, 1)


@pytest.mark.rule("MM-8.0.13", "MM-R65")
def test_a_night_vision_sight_by_distance_and_the_best_device_counts() -> None:
    sight = Optics(sights=(WeaponSight.NIGHT_VISION,))
    assert [amount(Light.NO, sight, d) for d in (20, 21, 40, 41)] == [0, 1, 1, 2]
    assert amount(Light.NO, Optics(True, (WeaponSight.NIGHT_VISION,)), 15) == 0
    assert amount(Light.LOW, sight, 15) == 0


@pytest.mark.rule("MM-8.0.13")
def test_a_night_vision_sight_helps_only_the_weapon_that_bears_it() -> None:
    gun = Arm("m16", (WeaponSight.NIGHT_VISION,))
    battle = Skirmish(man("Alpha", "black", (30, 10), gun, "m9", morale=3), man("Red", RED, (30, 13)), light=Light.NO)
    battle.card("alpha")
    with_sight = battle.do(Fire(target="red", weapon="m16"), "1,1")  # 3 in, spotting TN 4; M16 Close, TN 2
    assert one(with_sight, Shot).roll.number.value == 2
    assert one(battle.do(Fire(target="red", weapon="m9"), "1"), Shot).roll.number.value == 2 + 2


@pytest.mark.rule("MM-8.0.14", "MM-R65")
def test_a_thermal_sight_needs_no_spotting_and_knows_no_darkness() -> None:
    thermal = Optics(sights=(WeaponSight.THERMAL,))
    for light in (Light.NO, Light.LOW):
        assert amount(light, thermal, 30) == 0
        assert due(Look(30, 0), Eyes(0, optics=thermal), light) is None


@pytest.mark.rule("MM-8.0.15", "MM-8.0.16")
def test_a_thermal_sight_shoots_through_cover() -> None:
    gun = Arm("m16", (WeaponSight.THERMAL,))
    battle = Skirmish(man("Alpha", "black", (30, 10), gun), man("Red", RED, (30, 20)))
    battle.card("alpha")
    events = battle.do(Fire(target="red", obscured=80, through="light"), "4,2,6")
    assert one(events, Shot).roll.number.value == 4  # the concealment is cancelled
    events = battle.do(Fire(target="red", obscured=80, through="heavy"), "4")
    assert one(events, Shot).hit


@pytest.mark.rule("MM-8.0.12")
def test_goggles_are_worn_by_the_character() -> None:
    battle = Skirmish(
        man("Alpha", at=(30, 10), gear=[Gear.GOGGLES], skills=[Skill.TRACKER]),
        man("Red", RED, (30, 20)),
        light=Light.LOW,
    )
    battle.card("alpha")
    tried = one(battle.do(Fire(target="red"), "1"), SpotTried)
    assert (tried.rolls[0].number.value, tried.rolls[0].bonus.value) == (4, 2)
