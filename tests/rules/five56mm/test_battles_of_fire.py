"""3.2 Fire, 4.3 Auto-Fire, 7.0 Weapons and 8.0 sights in battles: the number of a shot there, and what it changes.

All numbers are worked out from the charts of the book: Close 2, Short 3, Medium 4, Long 5, Extreme 6.
"""

from __future__ import annotations

import pytest

from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, Fire, Throw
from rules.five56mm.actions.foot import Aim, Carry, Hide, Stealth
from rules.five56mm.book.injury import Level
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.target_number import Roll
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.five56mm.events.fire import AmmoTested, Shot, SpotTried, Thrown
from rules.five56mm.events.foot import Hurt
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import Action
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one, truck

SCOPE = (WeaponSight.TELESCOPIC,)


def refused(battle: Skirmish, action: Action) -> str:
    before = battle.state
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    assert battle.state == before
    return caught.value.code


def at(inches: float, *weapons: str | Arm, others=(), light: Light = Light.FULL, gear=(), **alpha) -> Skirmish:
    """Alpha, whose card is up, so many inches south of Red on open ground."""
    people = (man("Alpha", BLACK, (30, 1), *weapons, **alpha), man("Red", RED, (30, 1 + inches), gear=gear))
    battle = Skirmish(*people, *others, light=light)
    battle.card("alpha")
    return battle


def shot(battle: Skirmish, dice: str = "1", **more) -> Roll:
    """What he needs, and what he has thrown; a 1 hits nothing."""
    return one(battle.do(Fire(target="red", **more), dice), Shot).roll


def spends(battle: Skirmish, who: str, action: Action, dice: str = "") -> None:
    """His go, used for one action."""
    battle.card(who)
    battle.do(action, dice)
    if battle.state.go is not None and actions_left(battle.state):
        battle.do(EndGo())
    battle.run()


# ── A hit and its wound ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.9", "MM-3.2.11", "MM-5.0.1", "MM-5.0.2")
@pytest.mark.parametrize(
    ("dice", "wounds"),
    [
        ("2", []),  # 2 + 1 against 4
        ("3,5,6", [Level.SERIOUS]),  # 3 + 1 = 4: a hit; 5 + 4 = 9 against 6 + 1 = 7
        ("3,3,6", []),  # 7 against 7
        ("3,4,6", [Level.MINOR]),
        ("3,6,6", [Level.CRITICAL]),
    ],
)
def test_a_shot_that_reaches_its_number_wounds_by_the_margin(dice: str, wounds: list[Level]) -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 1), aim=1), man("Red", RED, (30, 13), strength=1))
    battle.card("alpha")
    assert shot(battle, dice).number.value == 4
    assert [wound.level for wound in battle["red"].wounds] == wounds
    assert battle["alpha"].fired_turn == battle.state.turn
    assert dict(battle.state.under_fire) == {"red": 1}


# ── Spotting ──────────────────────────────────────────────────────────────────────────────────────────────────────


def tried(
    inches: float, hidden: float, *, by: Action | None = None, skills: tuple[Skill, ...] = (), **more: int
) -> Roll:
    """The spotting test of somebody who fires at one who is so much obscured, a 1; who fails has not fired."""
    able = (Skill.SNIPER, *skills)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 1), "m21", aim=3, skills=able, **more), man("Red", RED, (30, 1 + inches))
    )
    if by is not None:
        spends(battle, "red", by)
    battle.card("alpha")
    found = one(battle.do(Fire(target="red", obscured=hidden), "1"), SpotTried)
    assert battle.state.go is not None
    assert ("red", 0) in battle.state.go.tried
    assert battle["alpha"].fired_turn != battle.state.turn
    (roll,) = found.rolls
    return roll


@pytest.mark.rule("MM-3.2.4")
@pytest.mark.parametrize(("inches", "number"), [(3, 2), (6, 3), (12, 4), (20, 5), (33, 6)])
def test_spotting_by_the_distance(inches: float, number: int) -> None:
    assert tried(inches, 60).number.value == number


@pytest.mark.rule("MM-3.2.5", "MM-3.2.6", "MM-10.T.1")
def test_what_makes_spotting_harder_and_easier() -> None:
    assert tried(12, 60, by=Stealth()).number.value == 5
    assert tried(12, 80).number.value == 5  # a fifth of him shows
    assert [tried(12, 60, skills=skills).bonus.value for skills in ((), (Skill.TRACKER,))] == [0, 1]


@pytest.mark.rule("MM-4.2.7", "MM-4.2.8")
@pytest.mark.parametrize(("inches", "hidden", "number"), [(3, 10, 4), (6, 10, 5), (12, 10, 6), (12, 30, 7), (3, 60, 6)])
def test_spotting_one_who_hides(inches: float, hidden: float, number: int) -> None:
    assert tried(inches, hidden, by=Hide(), morale=1).number.value == number


@pytest.mark.rule("MM-4.2.5", "MM-4.2.10", "MM-3.24.7", "MM-3.3.2")
@pytest.mark.parametrize(
    ("by", "hidden", "dice", "number"),
    [
        (Stealth(), 0, "1", 5),  # Medium 4, +1
        (Stealth(), 30, "1", 6),  # and partial concealment
        (Hide(), 0, "1", 5),  # in plain view he has only what Stealth gives
        (Hide(), 30, "6,1", 6),  # 6 + 1 against 7; then 4, +1 Hiding, +1
        (Hide(), 60, "6,1", 7),  # 6 + 2 against 8 (morale 2)
    ],
)
def test_shooting_at_one_who_ducks_or_hides(by: Action, hidden: float, dice: str, number: int) -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 1), morale=2, aim=3), man("Red", RED, (30, 13)))
    spends(battle, "red", by)
    battle.card("alpha")
    found = one(battle.do(Fire(target="red", obscured=hidden), dice), Shot)
    assert found.roll.number.value == number
    assert battle["alpha"].fired_turn == battle.state.turn


@pytest.mark.rule("MM-6.2.5")
def test_one_who_hides_in_no_light_takes_two_rolls() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 1), morale=3), man("Red", RED, (30, 4)), light=Light.NO)
    spends(battle, "red", Hide())
    battle.card("alpha")
    # 2 to 4 in: 4 for one who hides, +2 in the dark, +1 partial concealment = 7 twice; 4 + 3, then 3 + 3
    found = one(battle.do(Fire(target="red", obscured=30), "4,3"), SpotTried)
    assert [(roll.number.value, roll.passed) for roll in found.rolls] == [(7, True), (7, False)]
    assert not found.seen
    assert battle["alpha"].fired_turn != battle.state.turn


# ── Modifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.24.6", "MM-7.6.1", "MM-7.7.1", "MM-7.9.1", "MM-9.2.2", "MM-10.SN.1", "MM-10.MG.1", "MM-10.H.1")
@pytest.mark.parametrize(
    ("weapon", "skill", "dice"),
    [("m21", Skill.SNIPER, "1"), ("m60", Skill.MACHINE_GUNNER, "1"), ("law", Skill.HEAVY_WEAPONS, "1,6,6")],
)
def test_specialist_weapons_want_their_skill(weapon: str, skill: Skill, dice: str) -> None:
    """At 12 in each is at Medium range: 4. A missed rocket scatters by two more dice, far over."""
    numbers: list[int] = []
    for skills in ((), (skill,)):
        battle = at(12, weapon, skills=skills)
        numbers.append(shot(battle, dice, weapon=weapon).number.value)
        assert battle["alpha"].arms[0].out is (weapon == "law")
    assert numbers == [6, 4]


@pytest.mark.rule("MM-10.SN.2")
def test_a_sniper_need_not_mind_the_closest() -> None:
    """The rifle at 20 in: Long 5, +1; the sniper's: Medium 4."""
    near = (man("Near", RED, (30, 11)),)
    assert shot(at(20, "m16", others=near)).number.value == 6
    assert shot(at(20, "m21", others=near, skills=[Skill.SNIPER])).number.value == 4


@pytest.mark.rule("MM-3.25.4", "MM-4.5.1")
def test_whoever_carries_and_whoever_is_carried_is_hit_more_easily() -> None:
    people = (man("Hurt", RED, (30.8, 13), wounds=[Level.CRITICAL]), man("Idle", RED, (33, 13)))
    battle = Skirmish(man("Alpha", BLACK, (30, 1), "m16"), man("Red", RED, (30, 13)), *people)
    spends(battle, "red", Carry(patient="hurt", to="30,16"), "1")  # 1 against 2: he struggles and both stay
    battle.card("alpha")
    rolls = [one(battle.do(Fire(target="red", not_closest=False), "1"), Shot).roll]
    assert {item.citation: item.amount for item in rolls[0].bonus.items}["MM-3.25.4"] == 1
    battle.end_turn()
    battle.card("alpha")
    idle = one(battle.do(Fire(target="idle", not_closest=False), "1"), Shot).roll
    assert "MM-3.25.4" not in {item.citation for item in idle.bonus.items}
    assert battle["red"].partner == "hurt"


@pytest.mark.rule("MM-3.25.5")
def test_a_vehicle_is_hit_more_easily() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 1)), man("Red", RED, (5, 38)), vehicles=[truck(side=RED, at=(30, 15))])
    battle.card("alpha")
    roll = one(battle.do(Fire(target="truck"), "1"), Shot).roll
    assert (roll.number.value, roll.bonus.value) == (4, 2)  # 12 in to its side: Medium
    assert battle.state.go is not None
    assert battle.state.go.fire_target == "truck"


@pytest.mark.rule("MM-3.25.3", "MM-7.6.2", "MM-8.0.3", "MM-8.0.4", "MM-8.0.5")
@pytest.mark.parametrize(
    ("weapon", "inches", "bonus"),
    [
        ("m16", 12, 1),
        ("m21", 20, 2),
        (Arm("m16", sights=SCOPE), 12, 2),
        (Arm("m21", sights=SCOPE), 20, 2),
        (Arm("m4", sights=SCOPE), 8, 1),  # Short
    ],
)
def test_aim_and_what_sights_make_of_it(weapon: str | Arm, inches: float, bonus: int) -> None:
    battle = at(inches, weapon, skills=[Skill.SNIPER])
    battle.do(Aim())
    assert battle.state.go is not None
    assert battle.state.go.aimed
    assert shot(battle).bonus.value == bonus
    assert not battle.state.go or not battle.state.go.aimed


@pytest.mark.rule("MM-8.0.4")
def test_a_second_sight_on_a_snipers_rifle_helps_at_extreme_range() -> None:
    people = (man("Alpha", BLACK, (1, 20), Arm("m21", sights=SCOPE), skills=[Skill.SNIPER], facing=90.0),)
    battle = Skirmish(*people, man("Red", RED, (47, 20)))
    battle.card("alpha")
    battle.do(Aim())
    roll = shot(battle)
    assert (roll.number.value, roll.bonus.value) == (6, 3)


@pytest.mark.rule("MM-7.3.3", "MM-7.6.4", "MM-7.6.6")
@pytest.mark.parametrize(("weapon", "inches", "first"), [("benelli-m1", 5, 3), ("m40", 20, 4), ("m82", 20, 4)])
def test_the_second_shot_of_a_slow_gun(weapon: str, inches: float, first: int) -> None:
    battle = at(inches, weapon, skills=[Skill.SNIPER])
    assert [shot(battle, weapon=weapon).number.value for _ in range(2)] == [first, first + 1]
    assert dict(battle.state.under_fire) == {"red": 2}


@pytest.mark.rule("MM-7.0.6")
def test_an_enemy_may_be_too_near() -> None:
    battle = at(0.9, "m16")
    assert refused(battle, Fire(target="red")) == "too-near"


@pytest.mark.rule("MM-7.0.12")
def test_whoever_saves_his_rounds_tests_only_at_the_next_1() -> None:
    battle = at(12, Arm("m16", ammo_low=True))
    events = battle.do(Fire(target="red"), "1,5")  # 5 is above the 4 of the M16
    assert not one(events, AmmoTested).test.out
    (rifle,) = battle["alpha"].arms
    assert (rifle.out, rifle.every_shot) == (False, False)
    assert not all_of(battle.do(Fire(target="red"), "2"), AmmoTested)


@pytest.mark.rule("MM-3.24.14")
def test_holding_on_to_a_grenade_is_harder() -> None:
    """4 in: Short, 3; held 4. A throw of 1 fails by 2 or 3 and goes D6 or D6+1 in, a 6, long of him,
    where nobody is; the other 6 is the Ammo roll."""
    numbers = []
    for hold, dice in ((False, "1,6,6,4"), (True, "1,6,6,4")):
        battle = at(4, "frag", others=(man("Far", RED, (5, 38)),))
        numbers.append(one(battle.do(Throw(target="red", hold=hold), dice), Thrown).roll.number.value)
        assert battle["alpha"].fired_turn == battle.state.turn
    assert numbers == [3, 4]


@pytest.mark.rule("MM-8.0.14")
def test_a_thermal_sight_knows_no_darkness() -> None:
    """Medium 4. The bare rifle needs the test for one who hides and +2."""
    battle = at(12, Arm("m16", sights=(WeaponSight.THERMAL,)), light=Light.NO)
    assert shot(battle).number.value == 4
    assert battle["alpha"].fired_turn == battle.state.turn
    bare = at(12, "m16", light=Light.NO, morale=3)
    one(bare.do(Fire(target="red"), "1"), SpotTried)
    assert bare["alpha"].fired_turn != bare.state.turn


# ── Auto-Fire ─────────────────────────────────────────────────────────────────────────────────────────────────────


def burst(weapon: str, apart: float, shots: int, *, skills=()) -> tuple[list[int], Skirmish]:
    """The numbers of an Auto-Fire at Red and at Other beside him, every shot a 1."""
    battle = at(12, weapon, others=(man("Other", RED, (30 + apart, 13)),), skills=skills)
    events = battle.do(AutoFire(target="red", others=("other",), not_closest=False), ",".join("1" * shots))
    assert battle.state.go is None or battle.state.go.spent == 2
    return [each.roll.number.value for each in all_of(events, Shot)], battle


@pytest.mark.rule("MM-3.24.8", "MM-4.3.4", "MM-7.4.1", "MM-7.4.2", "MM-7.5.1", "MM-7.5.2")
@pytest.mark.parametrize(
    ("weapon", "numbers"),
    [("m16", [4, 5]), ("ak47", [4, 5]), ("uzi", [4, 5]), ("mp5", [4, 4]), ("mp5sd", [4, 4]), ("fn-fal", [5, 5])],
)
def test_rifles_and_sub_machineguns_have_one_shot_more(weapon: str, numbers: list[int]) -> None:
    """12 in is Medium for each; the AK's Medium ends at 14, the MP5SD's at 13."""
    found, battle = burst(weapon, 1.5, 2)
    assert found == numbers
    assert dict(battle.state.under_fire) == {"red": 1, "other": 1}


@pytest.mark.rule("MM-7.4.1", "MM-7.5.1", "MM-4.3.3")
@pytest.mark.parametrize("weapon", ["m16", "uzi"])
def test_their_second_target_is_within_2_in_and_there_is_no_third(weapon: str) -> None:
    others = (man("Wide", RED, (32.5, 13)), man("Other", RED, (31, 13)))
    battle = at(12, weapon, others=others)
    assert refused(battle, AutoFire(target="red", others=("wide",))) == "too-far-from-first"
    assert refused(battle, AutoFire(target="red", others=("other", "red"))) == "too-many-targets"


@pytest.mark.rule("MM-7.7.2", "MM-7.7.3", "MM-7.7.4", "MM-7.7.7", "MM-10.MG.1")
@pytest.mark.parametrize(
    ("weapon", "apart", "numbers"),
    [
        ("m60", 1.5, [4, 4, 5]),
        ("m60", 3, [4, 5, 6]),  # more than 2 in away: +1
        ("saw", 1.5, [4, 4, 5, 5]),
    ],
)
def test_machineguns_have_more_shots_and_a_wider_beat(weapon: str, apart: float, numbers: list[int]) -> None:
    found, battle = burst(weapon, apart, len(numbers), skills=[Skill.MACHINE_GUNNER])
    assert found == numbers
    assert dict(battle.state.under_fire) == {"red": 1, "other": len(numbers) - 1}
    wide = at(12, weapon, others=(man("Wide", RED, (34.5, 13)),), skills=[Skill.MACHINE_GUNNER])
    assert refused(wide, AutoFire(target="red", others=("wide",))) == "too-far-from-first"


@pytest.mark.rule("MM-7.2.1", "MM-7.3.1", "MM-7.5.6", "MM-7.6.3", "MM-7.9.2")
@pytest.mark.parametrize("weapon", ["m9", "benelli-m1", "m203", "m21", "law"])
def test_what_has_no_auto_fire(weapon: str) -> None:
    battle = at(12, Arm(weapon, loads=("frag",)) if weapon == "m203" else weapon)
    assert refused(battle, AutoFire(target="red", weapon=weapon)) == "no-auto-fire"


# ── Damage ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.3.2")
@pytest.mark.parametrize(("inches", "number"), [(3, 7), (5, 6), (12, 5), (14, 4), (18, 3)])
def test_a_shotgun_does_less_the_farther_it_fires(inches: float, number: int) -> None:
    """A 1, 4 of the gun, and +2, +1, 0, -1, -2."""
    battle = at(inches, "benelli-m1", aim=3)
    hurt = one(battle.do(Fire(target="red"), "6,1,6"), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == number
    assert battle["red"].wounds[-1:] == () or battle["red"].wounds[-1].level is hurt.injury.level


@pytest.mark.rule("MM-8.0.6", "MM-8.0.7", "MM-7.4.4")
@pytest.mark.parametrize(
    ("weapon", "bonus"), [("m16", 1), ("m21", 1), ("m9", 2), ("uzi", 2), ("benelli-m1", 2), ("p90", 1)]
)
def test_body_armour_against_fire(weapon: str, bonus: int) -> None:
    """Of a 5 and the weapon, against a 6 and what the armour gives."""
    battle = at(9, weapon, aim=3, gear=[Gear.BODY_ARMOUR])
    hurt = one(battle.do(Fire(target="red"), "6,5,6"), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.bonus.value == bonus
    margin = hurt.injury.roll.margin
    assert len(battle["red"].wounds) == (1 if -5 < margin < 0 else 0)
