"""Vehicles, medics and fights in the dark: cases of whole goes worked by hand from the book, fought on the board."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.five56mm.actions.fire import AutoFire, Fire
from rules.five56mm.actions.foot import (
    Engage,
    Escape,
    TreatInjury,
)
from rules.five56mm.actions.vehicles import BoardVehicle, Leave
from rules.five56mm.book.injury import Level
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.events.foot import Aided, Fought, Hurt
from rules.five56mm.events.vehicles import Boarded
from rules.five56mm.odds import odds
from rules.five56mm.play.fire.shots import shoot
from rules.five56mm.play.fire.targets import DeclaredShot, shot_at
from rules.five56mm.play.turn.course import Course
from rules.five56mm.state import BLACK, RED, Combat
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck


def refused(battle: Skirmish, action: object) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)  # type: ignore[arg-type]  # any action
    return caught.value.code


# ── Vehicles ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-12.1.1", "MM-R116")
def test_a_vehicle_that_drives_off_may_be_boarded() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 16)), man("Red", RED, (30, 38)), vehicles=[truck(at=(30, 20), moved=12.0)]
    )
    battle.card("alpha")
    assert one(battle.do(BoardVehicle(vehicle="truck")), Boarded).place == "passenger"


@pytest.mark.rule("MM-12.1.5", "MM-4.73.1", "MM-R116")
def test_a_hovering_helicopter_stands_still_in_the_air() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, hover=0, moved=16.0)
    crew = (aboard(man("Pilot", BLACK), hawk, "pilot"), aboard(man("Ranger", BLACK, strength=3), hawk))
    battle = Skirmish(*crew, man("Red", RED, (50, 38)), vehicles=[hawk])
    battle.card("ranger")
    hurt = one(battle.do(Leave(), "2,6"), Hurt)  # 12.11: D6+6 from a standstill, not D6+5 for its 16 in
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == 2 + 6


@pytest.mark.rule("MM-12.9.2", "MM-R57", "MM-R59")
def test_the_hurt_pilots_card_does_not_end_the_co_pilots_hover() -> None:
    hawk = truck("Hawk", BLACK, (30, 20), "black-hawk", flying=True, hover=1)
    pilot = aboard(man("Pilot", BLACK, wounds=[Level.SERIOUS]), hawk, "pilot")
    second = aboard(man("Second", BLACK), hawk, "co-pilot")
    battle = Skirmish(pilot, second, man("Red", RED, (50, 38)), vehicles=[replace(hawk, flown_turn=1)])
    battle.card("pilot")
    assert battle.state.vehicle("hawk").hover == 1
    unflown = Skirmish(pilot, second, man("Red", RED, (50, 38)), vehicles=[hawk])
    unflown.card("pilot")
    assert unflown.state.vehicle("hawk").hover is None


@pytest.mark.rule("MM-7.6.7", "MM-12.51.7", "MM-R84", "MM-R98")
def test_a_heap_round_goes_off_inside_a_vehicle_that_is_immobilised_already() -> None:
    jeep = truck("Jeep", RED, (30, 20), "jeep")
    jeep = replace(jeep, damage=(Damage.IMMOBILISED,))
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m82", aim=2, skills=[Skill.SNIPER]),
        aboard(man("Red", RED), jeep, "driver"),
        man("Mate", RED, (50, 38)),
        vehicles=[jeep],
    )
    battle.card("alpha")
    aimed = shot_at(battle.state, battle["alpha"], battle.state.vehicle("jeep"), "HEAP", DeclaredShot())
    # 9 + 1 and 6 more against Armour 6 and a 6: -4, which changes nothing; then 1 + 3 against a 3 for the driver.
    course = Course(battle.state, Scripted("d6:4,d6:1,d6:6,d6:1,d6:3"))
    shoot(course, battle["alpha"], aimed)
    assert one(course.events, Hurt).injury.level is Level.MINOR


@pytest.mark.rule("MM-3.24.4", "MM-3.24.5", "MM-R09", "MM-R97", "MM-12.4.1")
def test_who_fires_from_a_vehicle() -> None:
    for full_speed, raised in ((False, 1), (True, 2)):
        hmmv = truck(at=(30, 10), moved=12.0, full_speed=full_speed)
        battle = Skirmish(
            aboard(man("Driver", BLACK), hmmv, "driver"),
            aboard(man("Alpha", BLACK), hmmv),
            man("Red", RED, (30, 22)),
            vehicles=[hmmv],
        )
        battle.card("alpha")
        assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + raised
        battle.end_turn()
        battle.card("driver")
        assert refused(battle, Fire(target="red")) == "at-the-wheel"


# ── Medics in the dark ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-6.2.3", "MM-8.0.11", "MM-5.0.4", "MM-4.4.2", "MM-8.0.2")
def test_a_wounded_medic_in_no_light() -> None:
    def number(*gear: Gear) -> int:
        battle = Skirmish(
            man(
                "Doc", BLACK, (30, 10), morale=3, skills=[Skill.MEDIC], gear=gear, wounds=[Level.SERIOUS],
            ),
            man("Alpha", BLACK, (30.9, 10), wounds=[Level.SERIOUS]),
            man("Red", RED, (30, 38)),
            light=Light.NO,
        )  # fmt: skip
        battle.card("doc")
        events = battle.do(TreatInjury(patient="alpha"), "6")
        return one(events, Aided).roll.number.value

    assert number() == 4 + 1 + 2
    assert number(Gear.GOGGLES) == 4 + 1


@pytest.mark.rule("MM-6.2.4", "MM-3.7.1", "MM-3.7.2")
def test_engaging_in_no_light_needs_eyes_and_a_better_blow() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), morale=1), man("Red", RED, (30, 11)), light=Light.NO)
    battle.card("alpha")
    # To see him: 3 by 4.24 and 2 for the dark; 4 + 1. Then a defence of 2 (and a rifle butt) with the 2 on top.
    events = battle.do(Engage(target="red"), "4,2,1")
    assert one(events, SpotTried).rolls[0].number.value == 5
    assert one(events, Fought).bout.attack.number.value == 2 + 1 + 2


# ── Chances ───────────────────────────────────────────────────────────────────────────────────────────────────────


def chances(battle: Skirmish, action: Action) -> dict[str, Fraction]:
    return dict(odds(battle.state, action, Actor.player(BLACK)).chances)


@pytest.mark.rule("MM-3.24.9", "MM-3.24.10", "MM-R15", "MM-4.3.7")
def test_the_chance_of_an_auto_fire_counts_how_far_the_targets_stand_apart() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m60", aim=1, skills=[Skill.MACHINE_GUNNER]),
        man("Red", RED, (30, 20)),
        man("Mate", RED, (33, 20)),
    )
    battle.card("alpha")
    # 10 in: Medium, 4. First shot on 3+; Mate stands 3 in away: on 4+, and with the last shot's own +1 on 5+.
    found = odds(battle.state, AutoFire(target="red", others=("mate", "mate")), Actor.player(BLACK))
    assert [number.value for number in found.numbers] == [4, 5, 6]
    miss = Fraction(2, 6) * Fraction(3, 6) * Fraction(4, 6)
    assert dict(found.chances) == {"at least one hit": 1 - miss}


@pytest.mark.rule("MM-R05", "MM-R06", "MM-6.2.7")
def test_a_further_target_of_an_auto_fire_is_spotted_once_for_all_shots_at_it() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m60", morale=1, aim=2, skills=[Skill.MACHINE_GUNNER]),
        man("Red", RED, (30, 20)),
        man("Mate", RED, (31, 20)),
        light=Light.LOW,
    )
    battle.card("alpha")
    # Seen on 4+ each (4 and 1 against a Morale of 1). Shots: TN 5, on 3+; the last TN 6, on 4+.
    seen = Fraction(3, 6)
    mate = 1 - seen + seen * Fraction(2, 6) * Fraction(3, 6)
    expected = seen * (1 - Fraction(2, 6) * mate)
    assert chances(battle, AutoFire(target="red", others=("mate", "mate")))["at least one hit"] == expected


@pytest.mark.rule("MM-3.7.10", "MM-R43", "MM-5.0.4")
def test_the_chance_to_escape_counts_his_own_wounds() -> None:
    def clean(*wounds: Level) -> Fraction:
        battle = Skirmish(man("Alpha", BLACK, (30, 10), wounds=wounds), man("Red", RED, (30, 10.9)))
        battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
        battle.card("alpha")
        return chances(battle, Escape())["without harm"]

    assert clean() == Fraction(21, 36)
    assert clean(Level.SERIOUS) == Fraction(15, 36)


@pytest.mark.rule("MM-6.2.7", "MM-3.7.2")
def test_the_chance_to_engage_in_low_light_begins_with_seeing_him() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 10.9)), light=Light.LOW)
    battle.card("alpha")
    # 1 and 1 for the light: on 2+. Both have rifle butts; +1 for Engaging, +1 to reach for the light: a tie hits.
    assert chances(battle, Engage(target="red")) == {
        "spotted": Fraction(5, 6),
        "hit": Fraction(5, 6) * Fraction(21, 36),
    }
