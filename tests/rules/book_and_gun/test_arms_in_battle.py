"""What a battle makes of arms and gear: true ranges, reloading, goggles and lasers, drugs, leaders, weapons ready.

A rifleman stands at (20, 10) and looks north; assault rifles hit single figures (class II) on 6 at short range, which
ends at 9 inches, and on 5 at medium range, which ends at 18.
"""

from dataclasses import replace

import pytest

from rules.book_and_gun.units import Status

from .field import SOUTH, cell, kinds, mob, only
from .test_fire_battle import BLACK, FOE, ONE, carrying, firefight, refusal, replace_at, shoot, under

MISSES = "d20:20,d20:20,d20:20"


def number(state, **action):
    """What the rifleman must roll."""
    events, _ = shoot(state, MISSES, unit="able", target="red", **action)
    return only(events, "volleyed")[0].to_hit.value


@pytest.mark.rule("BG-I.1.2b")
def test_where_the_table_plays_true_ranges_every_band_reaches_twice_as_far():
    back = replace_at(ONE, (20.0, 1.0))
    at_sixteen, at_thirty = (firefight(back, replace_at(FOE, (20.0, 1.0 + far))) for far in (16.0, 30.0))
    doubled = (("ranges", "doubled"),)

    assert number(at_sixteen) == 5  # medium
    assert number(replace(at_sixteen, options=doubled)) == 6  # short as far as 18
    assert refusal(at_thirty, unit="able", target="red") == "out-of-range"
    assert number(replace(at_thirty, options=doubled)) == 5  # medium as far as 36


@pytest.mark.rule("BG-X.2.4c")
def test_a_rifleman_fires_turn_after_turn_without_reloading():
    _, after = shoot(firefight(ONE, FOE), MISSES, unit="able", target="red")
    assert after.figure("able1").reload == ()
    events, after = shoot(replace(after, turn=3, run=BLACK), MISSES, unit="able", target="red")
    assert "reload-marked" not in kinds(events)
    assert after.unit("able").fired_turn == 3


@pytest.mark.rule("BG-VI.2.2d", "BG-X.5.2b", "BG-R30")
@pytest.mark.parametrize(
    ("gear", "hits_on"),
    [
        ({"night_vision": "infrared"}, 5),
        ({"night_vision": "infrared", "laser_aiming": True}, 6),
        ({"night_vision": "thermal"}, 6),
    ],
)
def test_at_night_a_laser_or_thermal_goggles_spare_the_point_that_infrared_costs(gear, hits_on):
    night = replace(firefight(ONE, FOE).conditions, light="night", visibility=14.0)
    assert number(firefight(carrying(ONE, **gear), FOE, conditions=night)) == hits_on


@pytest.mark.rule("BG-VI.2.2d", "BG-R30")
def test_a_laser_alone_lets_nobody_see_at_night():
    night = replace(firefight(ONE, FOE).conditions, light="night", visibility=14.0)
    armed = firefight(carrying(ONE, laser_aiming=True), FOE, conditions=night)
    assert refusal(armed, unit="able", target="red") == "no-line-of-sight"  # 7 inches; he is 8 away


@pytest.mark.rule("BG-X.5.4", "BG-R70", "BG-R145")
def test_most_of_a_target_on_drugs_is_harder_to_hit_with_small_arms_alone():
    three = cell(size=3, at=(18.0, 18.0), facing=SOUTH)
    one = carrying(three, number=1, drug_user=True)
    two = carrying(one, number=2, drug_user=True)
    near, far = ONE, replace_at(ONE, (20.0, 2.0))

    assert [number(firefight(far, target)) for target in (three, one, two)] == [5, 5, 4]
    heavy = carrying(near, "heavy machinegun")
    shots = [
        shoot(firefight(heavy, target), ",".join(["d20:20"] * 6), unit="able", target="red")[0] for target in (one, two)
    ]
    assert len({only(events, "volleyed")[0].to_hit.value for events in shots}) == 1


@pytest.mark.rule("BG-IV.1c", "BG-R07")
def test_no_card_but_an_ace_harms_a_leader_unless_he_himself_is_aimed_at():
    state = firefight(ONE, cell(size=2, at=(20.0, 18.0), facing=SOUTH))  # the leader is the nearer

    events, after = shoot(state, "d20:1,d20:20,d20:20,card:9H", unit="able", target="red")
    assert [e.figure for e in only(events, "figure-fell")] == ["red2"]
    assert after.figure("red1").fit

    _, after = shoot(state, "d20:1,d20:20,d20:20,card:9H", unit="able", target="red", target_figure="red1")
    assert (after.figure("red1").status, after.figure("red2").status) == (Status.KILLED, Status.FIT)


@pytest.mark.rule("BG-III.2.4.c", "BG-R119")
def test_weapons_ready_accepts_harm_to_bystanders_but_neither_unseen_nor_civilian_targets():
    """A machinegun's cone holds a bystander, 6 inches away, and the enemy behind him: five dice, class II."""
    gunner = carrying(ONE, "medium machinegun")
    crowd = mob("crowd", size=1, at=(20.0, 16.0))
    state = firefight(gunner, replace_at(FOE, (20.0, 20.0)), crowd, civilian_attitude="neutral")
    script = "d20:1,d20:20,d20:20,d20:20,d20:20,card:9H"

    after = {roe: shoot(under(state, roe), script, unit="able", target="red")[1] for roe in (2, 3)}
    assert {each.figure("crowd1").status for each in after.values()} == {Status.KILLED}
    assert after[3].figure("able1").fit
    assert after[2].figure("able1").status is Status.GONE  # weapons tight: the leader answers for it

    _, aimed = shoot(under(state, 3), ",".join(["d20:20"] * 5), unit="able", target="crowd")
    assert aimed.figure("able1").status is Status.GONE
    unseen = under(firefight(ONE, FOE), 3)
    unseen = unseen.with_unit(replace(unseen.unit("red"), moved_turn=0))
    assert refusal(unseen, unit="able", target="red") == "not-spotted"
