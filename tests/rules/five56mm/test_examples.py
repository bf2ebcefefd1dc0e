"""The worked examples of the book, played through; where the book contradicts itself the rulings decide."""

from __future__ import annotations

import pytest

from rules.book.showing import Resolution
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, Fire
from rules.five56mm.actions.foot import Engage, Move, Sprint
from rules.five56mm.actions.vehicles import FastRope, Pilot
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.organisations import ready_squad
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.spotting import Eyes, Look, spot
from rules.five56mm.book.squads import upgrades_spent
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.events.foot import Died, Fought, Hurt, Moved
from rules.five56mm.events.vehicles import Travelled
from rules.five56mm.resolutions.foot import Cross
from rules.five56mm.resolve import resolve
from rules.five56mm.state import BLACK, RED
from rules.kernel.chance import Scripted
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck


@pytest.mark.rule("MM-2.3N.1", "MM-3.24.1", "MM-R104")
def test_2_3_a_ranger_shoots_a_militiaman_in_partial_concealment() -> None:
    # 22 in with an M16 is Long, 5, and 1 for concealment: a 4 and Weapons +2 hit.
    battle = Skirmish(man("Ranger", BLACK, (30, 8), aim=2), man("Militia", RED, (30, 30)), man("Other", RED, (5, 38)))
    battle.card("ranger")
    shot = one(battle.do(Fire(target="militia", obscured=30), "4,1,6"), Shot)
    assert (shot.roll.number.value, shot.roll.total, shot.hit) == (6, 6, True)


@pytest.mark.rule("MM-2.3N.3", "MM-6.1.4", "MM-R63")
def test_2_3_and_crosses_a_ruined_building_at_full_speed() -> None:
    battle = Skirmish(man("Ranger", BLACK, movement=1), man("Militia", RED), board=None)
    battle.card("ranger")
    moved = one(battle.do(Move(path=("4 ruined building TN 2",)), "4"), Moved)
    assert moved.inches == 4
    crossing = moved.crossings[0].roll
    assert crossing is not None
    assert crossing.margin == 3


@pytest.mark.rule("MM-3.2.3", "MM-3.2.7", "MM-3.2.8")
def test_3_2_a_mujahideen_does_not_spot_the_sniper_on_the_hillside() -> None:
    sighting = spot(Look(30, 80, stealth=True, fired=True), Eyes(0), Scripted("d6:4"))
    assert (sighting.rolls[0].number.value, sighting.rolls[0].total, sighting.seen) == (7, 6, False)


@pytest.mark.rule("MM-3.2.10", "MM-7.0.5")
def test_3_2_a_militiaman_at_22_inches_is_at_long_range_of_an_m16() -> None:
    battle = Skirmish(man("Ranger", BLACK, (30, 8), aim=2), man("Militia", RED, (30, 30)))
    battle.card("ranger")
    shot = one(battle.do(Fire(target="militia"), "1"), Shot)
    assert str(shot.roll.number) == "5 = 5 M16, long"


@pytest.mark.rule("MM-4.1.1")
def test_4_1_the_ranger_sprints_nine_inches() -> None:
    battle = Skirmish(man("Ranger", BLACK, (30, 8), movement=2), man("Militia", RED, (30, 39)))
    battle.card("ranger")
    assert one(battle.do(Sprint(to="30,18"), "3"), Moved).inches == 9


@pytest.mark.rule("MM-4.7.2", "MM-4.73.1", "MM-R54")
def test_4_7_the_pilot_hovers_and_the_rangers_rope_down() -> None:
    hawk = truck("Hawk", BLACK, (30, 5), "black-hawk", flying=True)
    battle = Skirmish(
        aboard(man("Pilot", BLACK, None, morale=2, skills=[Skill.PILOT]), hawk, "pilot"),
        aboard(man("Ranger", BLACK), hawk),
        man("Militia", RED, (5, 39)),
        vehicles=[hawk],
    )
    battle.card("pilot")
    hovered = one(battle.do(Pilot(to="30,29", task="hover"), "1"), Travelled)
    assert hovered.task is not None
    assert (hovered.moved, hovered.task.roll.total, hovered.task.roll.number.value, hovered.hover) == (24, 5, 5, 0)
    battle.run()
    battle.card("ranger")
    assert one(battle.do(FastRope(to="30,35"), "4"), Moved).inches == 1


@pytest.mark.rule("MM-5.0.3", "MM-R38", "MM-R39")
def test_5_0_a_delta_soldier_engages_with_his_knife() -> None:
    # The book has 7, +4 and 10; Engaging +1 of table 3.71 makes it 8, +5 and 11. The militiaman is dead either way.
    battle = Skirmish(
        man("Delta", BLACK, (30, 10), "m4", "knife", strength=1),
        man("Militia", RED, (30, 10.9), "ak47"),
        man("Other", RED, (5, 38)),
    )
    battle.card("delta")
    events = battle.do(Engage(target="militia"), "2,4,5,4")
    bout = one(events, Fought).bout
    assert (bout.attack.number.value, bout.attack.total, bout.attack.margin) == (3, 8, 5)
    roll = one(events, Hurt).injury.roll
    assert roll is not None
    assert (roll.number.value, roll.margin) == (11, -7)
    assert one(events, Died).character == "militia"


@pytest.mark.rule("MM-5.0.4", "MM-5.0.5", "MM-5.01.3")
def test_5_0_the_wounded_ranger_is_shot_again() -> None:
    ranger = man("Ranger", BLACK, (30, 10), strength=2, wounds=[Level.SERIOUS])
    battle = Skirmish(ranger, man("Militia", RED, (30, 18), "ak47"))
    battle.card("militia")
    hurt = one(battle.do(Fire(target="ranger"), "6,4,4"), Hurt)
    assert hurt.injury.roll is not None
    assert (hurt.injury.roll.number.value, hurt.injury.roll.total, hurt.injury.level) == (9, 6, Level.CRITICAL)
    assert battle["ranger"].wounds == (WoundOnRecord(1, Level.SERIOUS), WoundOnRecord(2, Level.CRITICAL))
    battle.do(EndGo())
    battle.run()
    battle.card("ranger")
    moved = one(battle.do(Move(to="30,2")), Moved)
    assert moved.inches == 1


@pytest.mark.rule("MM-6.1.1", "MM-6.1.2", "MM-6.1.5")
def test_6_1_over_the_wall_and_through_the_rubble() -> None:
    form = Cross(path=("1.5 obstacle", "2 dense rubble"), inches=9, movement=1)
    resolved = resolve(form, Scripted("d6:3,d6:5"))
    assert isinstance(form, Resolution)
    assert (resolved.outcome["left"], resolved.outcome["stopped"]) == (1, False)


@pytest.mark.rule("MM-11.2.1", "MM-R76")
def test_11_2_the_sample_squad_costs_more_than_it_says() -> None:
    assert upgrades_spent(ready_squad("sample-squad").members) == 21


@pytest.mark.rule("MM-12.4.1", "MM-12.4.4", "MM-3.24.5", "MM-R79")
def test_12_4_a_delta_soldier_at_the_m2_of_a_humvee() -> None:
    # The book calls 12 in Short, TN 3 and 5 at Full Speed; by the profile it is Medium: 4 and 6. Both hit and kill.
    humvee = truck("Humvee", BLACK, (30, 8), mounts=("m2",), moved=24, full_speed=True)
    battle = Skirmish(
        aboard(man("Delta", BLACK, None, aim=3, skills=[Skill.MACHINE_GUNNER]), humvee, "gunner"),
        man("One", RED, (30, 20)),
        man("Two", RED, (31, 20)),
        *(man(f"Red{n}", RED, (3 + n, 38)) for n in range(8)),
        vehicles=[humvee],
    )
    battle.card("delta")
    events = battle.do(AutoFire(target="one", others=("two",)), "3,4,5,4,5,6")
    assert [(shot.roll.number.value, shot.roll.total) for shot in all_of(events, Shot)] == [(6, 6), (6, 7)]
    margins = [hurt.injury.roll.margin for hurt in all_of(events, Hurt) if hurt.injury.roll]
    assert margins == [5 - 11, 6 - 12]
    assert [died.character for died in all_of(events, Died)] == ["one", "two"]
    assert all_of(events, SpotTried) == []
