"""5.0 Injury: damage against Strength, five grades of wound, and what they cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import SetAmmoLow
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Stealth
from rules.five56mm.book.fire import shot_harm
from rules.five56mm.book.injury import (
    Harm,
    Level,
    StruckBody,
    WoundOnRecord,
    incapacitated,
    injure,
    move_left,
    one_action,
    penalty,
    wound_level,
)
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import WEAPONS, Category, Dice
from rules.five56mm.events.battle import TurnEnded
from rules.five56mm.events.foot import CombatEnded, Died, Hurt
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import RED, Combat, Life
from rules.kernel.chance import Scripted
from rules.kernel.facts import Item
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, man, one

AK47 = shot_harm(WEAPONS["ak47"], Category.MEDIUM)


@pytest.mark.rule("MM-5.0.1", "MM-5.0.2", "MM-3.2.11")
def test_damage_is_d6_and_the_weapons_damage_resisted_by_d6_and_strength() -> None:
    # AK47, Damage 4: 3 + 4 = 7. Strength +2 and a 5 make 7: no wound; a 4 makes a Minor one.
    assert injure(AK47, StruckBody(2), Scripted("d6:3,d6:5")).level is Level.NONE
    assert injure(AK47, StruckBody(2), Scripted("d6:3,d6:4")).level is Level.MINOR


@pytest.mark.rule("MM-5.01.1", "MM-5.01.2", "MM-5.01.3", "MM-5.01.4", "MM-5.01.5")
@pytest.mark.parametrize(
    ("margin", "level"),
    [(0, Level.NONE), (-1, Level.MINOR), (-2, Level.SERIOUS), (-3, Level.CRITICAL), (-4, Level.MORTAL),
     (-5, Level.DEAD), (-9, Level.DEAD)],
)  # fmt: skip
def test_the_wound_by_the_margin(margin: int, level: Level) -> None:
    assert wound_level(margin, minor=False) is level


@pytest.mark.rule("MM-5.01.1", "MM-R44")
def test_a_second_minor_wound_is_a_serious_one() -> None:
    assert wound_level(-1, minor=True) is Level.SERIOUS
    assert wound_level(-2, minor=True) is Level.SERIOUS
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18), wounds=[Level.MINOR]))
    battle.card("alpha")
    hurt = one(battle.do(Fire(target="red"), "6,1,4"), Hurt)  # 1 + 4 against 4: -1
    assert [wound.level for wound in battle["red"].wounds] == [Level.MINOR, Level.SERIOUS]
    assert hurt.wound == WoundOnRecord(2, Level.SERIOUS)


@pytest.mark.rule("MM-5.0.4", "MM-5.01.2", "MM-5.01.3", "MM-R45")
def test_penalties_of_several_wounds_add_up() -> None:
    both = (WoundOnRecord(1, Level.SERIOUS), WoundOnRecord(2, Level.CRITICAL))
    assert (penalty(both), move_left(both), one_action(both)) == (3, 1, True)
    assert (penalty((WoundOnRecord(1, Level.MINOR),)), move_left((WoundOnRecord(1, Level.MINOR),))) == (0, 4)


@pytest.mark.rule("MM-5.0.5", "MM-R42")
def test_the_books_limping_ranger_is_hit_again() -> None:
    # AK47 4 + 4, +1 for his Serious Wound: TN 9. Strength 2 and a 4 make 6: -3, a Critical Wound.
    penalties = (Item(1, "wounds", "MM-5.0.4"),)
    hurt = injure(AK47, StruckBody(2, penalties=penalties), Scripted("d6:4,d6:4"))
    assert hurt.roll is not None
    assert (hurt.roll.number.value, hurt.roll.margin, hurt.level) == (9, -3, Level.CRITICAL)


@pytest.mark.rule("MM-R42")
def test_by_house_rule_wounds_hamper_actions_only() -> None:
    def resisted(options: list[tuple[str, str]]) -> int:
        battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18), wounds=[Level.SERIOUS]), options=options)
        battle.card("alpha")
        roll = one(battle.do(Fire(target="red"), "6,1,6"), Hurt).injury.roll
        assert roll is not None
        return roll.number.value

    assert resisted([]) == 1 + 4 + 1
    assert resisted([("wound-penalty-scope", "actions-only")]) == 1 + 4


@pytest.mark.rule("MM-5.01.3")
def test_a_critical_wound_leaves_one_action() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10), wounds=[Level.CRITICAL]), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Stealth())
    assert actions_left(battle.state) == 0


@pytest.mark.rule("MM-5.01.4", "MM-R46")
def test_a_mortal_wound_kills_at_the_end_of_its_last_turn() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18)), man("Guard", RED, (50, 38)))
    battle.card("alpha")
    hurt = one(battle.do(Fire(target="red"), "6,2,2,1"), Hurt)  # 2 + 4 against 2: -4, and D6+1 = 2 turns
    assert (hurt.injury.level, hurt.injury.countdown) == (Level.MORTAL, 2)
    assert incapacitated(battle["red"].wounds)
    assert battle["red"].wounds[0].dies_at == 3
    battle.end_turn()
    battle.end_turn()
    assert battle["red"].alive
    events = battle.end_turn("6")  # the Guard tests his morale: half of his squad is dead
    assert one(events, Died).character == "red"
    assert events.index(one(events, Died)) < events.index(one(events, TurnEnded))


@pytest.mark.rule("MM-R46")
def test_a_man_who_is_down_resists_further_hits_as_usual() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18), wounds=[Level.MORTAL]), man("Guard", RED))
    battle.card("alpha")
    battle.do(Fire(target="red"), "6,1,3")  # 1 + 4 against 3: -2
    assert [w.level for w in battle["red"].wounds] == [Level.MORTAL, Level.SERIOUS]


@pytest.mark.rule("MM-5.01.4")
def test_who_is_down_fights_nobody_any_more() -> None:
    battle = Skirmish(
        man("Alpha", at=(30, 10)), man("Bravo", at=(31, 18)), man("Red", RED, (30, 18)), man("Guard", RED)
    )
    battle.state = replace(battle.state, combats=(Combat("bravo", "red"),))
    battle.card("alpha")
    events = battle.do(Fire(target="red"), "6,2,2,1")
    assert one(events, CombatEnded).one == "red"
    assert battle.state.combats == ()


@pytest.mark.rule("MM-5.01.5")
def test_minus_five_kills() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 18)), man("Guard", RED))
    battle.card("alpha")
    died = one(battle.do(Fire(target="red"), "6,3,2"), Died)  # 3 + 4 against 2
    assert (died.character, died.by, died.weapon) == ("red", "alpha", "m16")
    assert battle["red"].life is Life.DEAD


# ── Body armour ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-8.0.6", "MM-8.0.7", "MM-8.0.8", "MM-7.4.4", "MM-R66", "MM-R67")
@pytest.mark.parametrize(
    ("weapon", "bonus"),
    [("ak47", 1), ("m21", 1), ("law", 1), ("frag", 1), ("m9", 2), ("benelli-m1", 2), ("mp5", 2), ("p90", 1),
     ("m60", 1), ("m2", 1)],
)  # fmt: skip
def test_what_body_armour_gives(weapon: str, bonus: int) -> None:
    category = Category.MEDIUM
    harm = replace(shot_harm(WEAPONS[weapon], category), items=())
    hurt = injure(harm, StruckBody(0, body_armour=True), Scripted("d6:1,d6:6"))
    assert hurt.roll is not None
    assert hurt.roll.bonus.value == bonus


@pytest.mark.rule("MM-8.0.8", "MM-R66")
def test_body_armour_gives_nothing_against_a_crash() -> None:
    crash = Harm("crash", Dice(6, 2))
    hurt = injure(crash, StruckBody(0, body_armour=True), Scripted("d6:1,d6:6"))
    assert hurt.roll is not None
    assert hurt.roll.bonus.value == 0
    machinegun = shot_harm(WEAPONS["m60"], Category.MEDIUM)
    none = injure(
        machinegun, StruckBody(0, body_armour=True), Scripted("d6:1,d6:6"), House((("machinegun-armour", "0"),))
    )
    assert none.roll is not None
    assert none.roll.bonus.value == 0


@pytest.mark.rule("MM-8.0.16")
@pytest.mark.parametrize(("cover", "bonus"), [("light", 2), ("medium", 3)])
def test_cover_shot_through_adds_to_strength(cover: str, bonus: int) -> None:
    hurt = injure(replace(AK47, cover=cover), StruckBody(1), Scripted("d6:1,d6:6"))
    assert hurt.roll is not None
    assert hurt.roll.bonus.value == 1 + bonus


@pytest.mark.rule("MM-8.0.16")
def test_heavy_cover_stops_the_shot_without_a_die() -> None:
    assert injure(replace(AK47, cover="heavy"), StruckBody(0), Scripted("")).level is Level.NONE


@pytest.mark.rule("MM-12.7.4")
def test_armoured_glass_adds_one() -> None:
    hurt = injure(replace(AK47, glass=True), StruckBody(0), Scripted("d6:1,d6:5"))
    assert hurt.roll is not None
    assert hurt.roll.bonus.value == 1


def test_an_ammo_low_weapon_must_be_one_that_he_has() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED))
    with pytest.raises(RuleViolation, match="no such weapon"):
        battle.do(SetAmmoLow(character="alpha", weapon="m60"))
