"""4.3 Auto-Fire: shots, targets and their modifiers by class and weapon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import SetAmmoLow
from rules.five56mm.actions.fire import AutoFire
from rules.five56mm.actions.foot import Aim
from rules.five56mm.book.fire import ShotAt, ShotOfBurst, ShotValues, check_auto_fire, check_auto_fire_target, to_hit
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.spotting import Look
from rules.five56mm.book.switches import BOOK, House
from rules.five56mm.book.tables import WEAPONS
from rules.five56mm.book.weapons import auto_fire_shots
from rules.five56mm.events.battle import ActionTaken
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.state import RED
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one


def extra(weapon: str, shot: int, apart: float = 0.0, house: House = BOOK) -> int:
    """What the number of the shot and its target add. `apart` 0: the first target again."""
    values = ShotValues(
        WEAPONS[weapon],
        0,
        ShotAt(Look(15)),
        skills=(Skill.MACHINE_GUNNER,),
        auto_fire=ShotOfBurst(shot, apart == 0, apart),
    )
    number, _ = to_hit(values, house)
    return number.value - number.items[0].amount


@pytest.mark.rule("MM-4.3.1", "MM-7.2.1", "MM-7.3.1", "MM-7.5.6", "MM-7.6.3", "MM-7.9.2")
def test_which_weapons_can_auto_fire() -> None:
    for key in ("mp5", "mp5sd", "p90", "uzi", "m16", "m4", "ak47", "fn-fal", "saw", "m2", "m60", "minigun"):
        check_auto_fire(WEAPONS[key])
    for key in ("m9", "benelli-m1", "m203", "m21", "law", "rpg"):
        with pytest.raises(RuleViolation, match="cannot Auto-Fire"):
            check_auto_fire(WEAPONS[key])


@pytest.mark.rule(
    "MM-4.3.2", "MM-4.3.5", "MM-7.4.1", "MM-7.5.1", "MM-7.7.2", "MM-7.7.4", "MM-7.7.5", "MM-7.7.8", "MM-R13"
)
def test_how_many_shots_each_has() -> None:
    shots = {key: auto_fire_shots(WEAPONS[key]) for key in ("uzi", "m16", "m60", "saw", "m2", "minigun")}
    assert shots == {"uzi": 2, "m16": 2, "m60": 3, "saw": 4, "m2": 2, "minigun": 7}
    six = House((("minigun-shots", "6"),))
    assert auto_fire_shots(WEAPONS["minigun"], six) == 6


@pytest.mark.rule("MM-3.24.8", "MM-4.3.4", "MM-R11")
def test_the_second_target_of_a_rifle_costs_one() -> None:
    assert (extra("m16", 1), extra("m16", 2), extra("m16", 2, apart=1)) == (0, 0, 1)
    by_shot = House((("auto-fire-penalty", "second-shot"),))
    assert extra("m16", 2, house=by_shot) == 1


@pytest.mark.rule("MM-7.4.2")
def test_an_mp5_has_no_penalty() -> None:
    assert [extra(key, 2, apart=1) for key in ("mp5", "mp5sd", "uzi", "p90")] == [0, 0, 1, 1]


@pytest.mark.rule("MM-7.5.2", "MM-R14")
def test_both_shots_of_an_fn_fal_are_at_one() -> None:
    assert (extra("fn-fal", 1), extra("fn-fal", 2), extra("fn-fal", 2, apart=1)) == (1, 1, 1)
    number, _ = to_hit(ShotValues(WEAPONS["fn-fal"], 0, ShotAt(Look(10)), second_fire=True))
    assert number.value == 4  # two separate Fire actions: none


@pytest.mark.rule(
    "MM-3.24.9", "MM-3.24.10", "MM-4.3.6", "MM-4.3.7", "MM-7.7.2", "MM-7.7.3", "MM-7.7.7", "MM-R12", "MM-R15"
)
def test_a_machineguns_late_and_wide_shots() -> None:
    assert [extra("m60", shot) for shot in (1, 2, 3)] == [0, 0, 1]
    assert [extra("m60", shot, apart=2) for shot in (2, 3)] == [0, 1]
    assert [extra("m60", shot, apart=2.1) for shot in (2, 3)] == [1, 2]


@pytest.mark.rule("MM-7.7.4")
def test_a_saws_third_and_fourth_shots() -> None:
    assert [extra("saw", shot) for shot in (1, 2, 3, 4)] == [0, 0, 1, 1]


@pytest.mark.rule("MM-7.7.5")
def test_an_m2_has_neither_penalty() -> None:
    assert [extra("m2", 2), extra("m2", 2, apart=3.5)] == [0, 0]


@pytest.mark.rule("MM-7.7.8", "MM-R13")
def test_a_miniguns_shots() -> None:
    assert [extra("minigun", shot) for shot in range(1, 8)] == [0, 0, 0, 1, 1, 2, 2]
    six = House((("minigun-shots", "6"),))
    assert [extra("minigun", shot, house=six) for shot in range(1, 7)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.rule("MM-4.3.3", "MM-4.3.7", "MM-7.7.3", "MM-R15")
def test_how_far_the_further_targets_may_be_from_the_first() -> None:
    check_auto_fire_target(WEAPONS["m16"], 2)
    check_auto_fire_target(WEAPONS["m60"], 4)
    with pytest.raises(RuleViolation):
        check_auto_fire_target(WEAPONS["m16"], 2.1)
    with pytest.raises(RuleViolation):
        check_auto_fire_target(WEAPONS["m60"], 4.1)


# ── In a battle ───────────────────────────────────────────────────────────────────────────────────────────────────


def gunner(weapon: str = "m60") -> Skirmish:
    battle = Skirmish(
        man("Gunner", "black", (30, 10), weapon, aim=1, skills=[Skill.MACHINE_GUNNER], gear=[]),
        man("One", RED, (30, 25)),
        man("Two", RED, (31.5, 25)),
        man("Three", RED, (33.5, 25)),
        man("Four", RED, (38, 25)),
    )
    battle.card("gunner")
    return battle


@pytest.mark.rule("MM-4.3.5", "MM-4.3.6", "MM-4.3.7", "MM-2.2.3")
def test_a_machinegun_sweeps_three_men() -> None:
    battle = gunner()
    events = battle.do(AutoFire(target="one", others=("two", "three")), "1,1,1")
    numbers = [shot.roll.number.value for shot in all_of(events, Shot)]
    assert numbers == [4, 4, 4 + 1 + 1]  # Medium; the third is the late shot, and over 2 in away
    assert one(events, ActionTaken).cost == 2


@pytest.mark.rule("MM-4.3.7", "MM-4.3.5")
def test_targets_too_far_or_too_many_are_refused() -> None:
    battle = gunner()
    with pytest.raises(RuleViolation) as far:
        battle.do(AutoFire(target="one", others=("four",)))
    assert far.value.citation == "MM-4.3.7"
    with pytest.raises(RuleViolation) as many:
        battle.do(AutoFire(target="one", others=("two", "one", "two")))
    assert many.value.code == "too-many-targets"


@pytest.mark.rule("MM-4.3.2", "MM-R96")
def test_the_shots_left_go_to_the_next_who_still_stands() -> None:
    battle = gunner()
    events = battle.do(AutoFire(target="one", others=("one", "two")), "6,6,1,1,1")
    # The first shot kills (6 + 5 against 1); the second goes on to Two, the third too.
    assert [shot.target for shot in all_of(events, Shot)] == ["one", "two", "two"]


@pytest.mark.rule("MM-R06")
def test_each_new_target_that_needs_spotting_is_spotted_before_the_shot_at_it() -> None:
    battle = gunner()
    battle.state = replace(battle.state, board=battle.state.board)
    events = battle.do(AutoFire(target="one", others=("two",), obscured=60), "6,1,1")  # Two is not spotted: shot lost
    tried = [(event.target, event.seen) for event in all_of(events, SpotTried)]
    assert tried == [("one", True), ("two", False)]
    assert [shot.target for shot in all_of(events, Shot)] == ["one"]


@pytest.mark.rule("MM-R29")
def test_the_shots_left_are_lost_when_the_last_round_is_gone() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.do(SetAmmoLow(character="alpha"))
    battle.card("alpha")
    events = battle.do(AutoFire(target="red"), "1,1")
    assert len(all_of(events, Shot)) == 1


@pytest.mark.rule("MM-R18")
def test_aim_gives_nothing_to_auto_fire() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(Aim())
    with pytest.raises(RuleViolation) as refused:
        battle.do(AutoFire(target="red"))
    assert refused.value.citation == "MM-2.2.3"


@pytest.mark.rule("MM-4.3.1")
def test_a_man_with_a_sniper_rifle_only_cannot_auto_fire() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10), "m21"), man("Red", RED, (30, 20)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(AutoFire(target="red"))
    assert refused.value.citation == "MM-4.3.1"


@pytest.mark.rule("MM-4.3.3")
def test_without_a_board_the_distance_between_targets_is_declared() -> None:
    battle = Skirmish(man("Alpha"), man("One", RED), man("Two", RED), board=None)
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(AutoFire(target="one", others=("two",), range=10))
    assert refused.value.code == "fact-needed"
    events = battle.do(AutoFire(target="one", others=("two",), range=10, apart=1.5), "1,1")
    assert [shot.roll.number.value for shot in all_of(events, Shot)] == [4, 5]
