"""The reaction tests of groups in a battle: what the table says about their nerves, and what binds them afterwards.
Worked by hand from the book's text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Pace, Posture, Rank, Weapon
from rules.infantry_action.book.reaction import factors
from rules.infantry_action.course import Course
from rules.infantry_action.events.turn import PeriodBegan
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import FREE, Bound, Instructions, Suffered
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.fire.shots import band_for
from rules.infantry_action.play.reaction.circumstances import circumstances
from rules.infantry_action.play.reaction.testing import due
from rules.infantry_action.play.reaction.testing import test as reaction_step
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.chance import Scripted, Seeded
from tests.rules.infantry_action.field import (
    SOUTH,
    area,
    carried_out,
    changed,
    field,
    grouped,
    happened,
    located,
    officer,
    order,
    section,
    team,
    vehicle,
)


def under_fire(state: State, target: str, by: tuple[str, ...] = (), **what) -> State:
    """The same at the end of the fire, with that group under it."""
    suffered = Suffered(target, by=by, **what)
    return replace(state, step=PeriodStep.REACTION, suffered=(*state.suffered, suffered))


def seen(state: State, group: str = "able"):
    return circumstances(state, state.group(group))


def cited(state: State, group: str = "able") -> dict[str, int]:
    """The factors of its test at the end of the period, without the prefix that all of them share; it is under fire."""
    if state.suffering(group) is None:
        state = under_fire(state, group)
    course = Course(replace(state, step=PeriodStep.REACTION), Seeded(b"nerves" * 6, 1))
    reaction_step(course)
    tested = next(event for event in happened(course, "group-tested") if event.group == group)
    assert course.state.group(group).score == tested.score
    return {item.citation.removeprefix("IA-reaction."): item.amount for item in tested.factors.items}


def reacted(state: State, dice: str) -> Course:
    chance = Scripted(dice)
    course = Course(replace(state, step=PeriodStep.REACTION), chance)
    reaction_step(course)
    chance.finish()
    return course


def two(**changes) -> State:
    """Able in the south, Red 100 m to the north of it; four men each, standing in the open 10 m apart."""
    return field(
        section("able", ATTACKER, at=(100, 50), **changes), section("red", DEFENDER, at=(100, 150), facing=SOUTH)
    )


def in_sight(state: State) -> State:
    """The same where nobody is hidden from the other side."""
    return replace(state, options=(*state.options, ("hidden-deployment", "off")))


def did(state: State, who: str, **doing) -> State:
    return changed(state, who, doing=replace(state.figure(who).doing, **doing))


# ── Who tests ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-reaction.when")
def test_a_group_that_was_not_under_fire_takes_no_test():
    assert reacted(two(), "").events == []


@pytest.mark.rule("IA-reaction.when")
def test_only_the_group_under_fire_tests():
    course = reacted(under_fire(two(), "able", ("red",)), "4,4,4")
    assert [event.group for event in happened(course, "group-tested")] == ["able"]


@pytest.mark.rule("IA-reaction.when")
def test_the_crew_of_an_afv_takes_no_general_test_and_a_lorry_load_does():
    state = field(vehicle("tank", ATTACKER), section("red", DEFENDER, at=(100, 150), facing=SOUTH))
    state = under_fire(state, "tank", ("red",))
    assert not due(state, state.group("tank"))
    on_foot = state.with_vehicle(
        replace(state.vehicle("tank"), type=replace(state.vehicle("tank").type, kind="soft vehicle"))
    )
    assert due(on_foot, on_foot.group("tank"))


@pytest.mark.rule("IA-reaction.when", "IA-afvcrew.exposed-targets")
def test_passengers_of_an_afv_test_only_if_they_were_fired_at_themselves():
    state = field(vehicle("tank", ATTACKER), section("able", ATTACKER), section("red", DEFENDER, at=(100, 150)))
    for id_ in ("able1", "able2", "able3", "able4"):
        state = changed(state, id_, at=None, aboard="tank", place="passenger")
    shelled = under_fire(state, "able", off_table=True)
    assert not due(shelled, shelled.group("able"))
    shot_at = under_fire(state, "able", ("red",))
    assert due(shot_at, shot_at.group("able"))


# ── What adds ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-reaction.plus1.lmg")
def test_each_friendly_lmg_that_fired_within_100_m_adds_one():
    state = field(
        section("able", ATTACKER, at=(100, 50)),
        section("bren", ATTACKER, 3, at=(229, 50), spacing=1, weapons=(Weapon.MAGAZINE_LMG,)),
        section("far", ATTACKER, 1, at=(300, 50), weapons=(Weapon.BELT_LMG,)),
        team("vickers", ATTACKER, Weapon.TRIPOD_MG, at=(120, 40)),
        section("red", DEFENDER, at=(100, 150)),
    )
    state = did(did(did(state, "bren1", fired=True), "bren2", fired=True), "far1", fired=True)
    state = did(state, "vickers1", fired=True)
    assert seen(state).lmgs == 2, "at 99 and 100 m; bren3 is silent, far1 170 m off, the Vickers on a tripod"


@pytest.mark.rule("IA-reaction.plus1.opponent-under-fire")
def test_its_opponents_under_fire_from_others_add_one_and_from_itself_nothing():
    state = field(
        section("able", ATTACKER), section("baker", ATTACKER, at=(200, 50)), section("red", DEFENDER, at=(100, 150))
    )
    state = under_fire(state, "able", ("red",))
    alone = under_fire(state, "red", ("able",))
    helped = under_fire(state, "red", ("able", "baker"))
    assert "plus1.opponent-under-fire" not in cited(alone)
    assert cited(helped)["plus1.opponent-under-fire"] == 1


@pytest.mark.rule("IA-reaction.plus1.active")
def test_firing_grenading_or_moving_towards_the_enemy_adds_one():
    state = located(replace(two(), step=PeriodStep.REACTION), "able", "red")
    assert not seen(state).active
    assert seen(did(state, "able3", fired=True)).active
    assert seen(did(state, "able3", grenaded=True)).active
    ahead = did(state, "able2", moved=30.0, path=((110.0, 20.0), (110.0, 50.0)))
    back = did(state, "able2", moved=30.0, path=((110.0, 80.0), (110.0, 50.0)))
    assert seen(ahead).active
    assert not seen(back).active


@pytest.mark.rule("IA-reaction.plus1.enemy-in-open")
def test_an_enemy_seen_in_the_open_adds_one_and_one_in_a_wood_or_unlocated_nothing():
    state = replace(two(), step=PeriodStep.REACTION)
    assert "plus1.enemy-in-open" not in cited(state)
    assert cited(located(state, "able", "red"))["plus1.enemy-in-open"] == 1
    wood = field(
        section("able", ATTACKER), section("red", DEFENDER, at=(100, 150)), features=(area("woods", 80, 140, 200, 200),)
    )
    assert "plus1.enemy-in-open" not in cited(located(replace(wood, step=PeriodStep.REACTION), "able", "red"))


@pytest.mark.rule("IA-reaction.plus1.enemy-hit")
def test_an_enemy_seen_hit_or_running_in_the_open_adds_one_more():
    state = located(replace(two(), step=PeriodStep.REACTION), "able", "red")
    hit = changed(state, "red2", life=Life.CASUALTY, lost_in=1)
    old = changed(state, "red2", life=Life.CASUALTY, lost_in=0)
    runs = did(state, "red3", panic=True)
    assert cited(hit) == {**cited(state), "plus1.enemy-hit": 1}
    assert cited(runs) == {**cited(state), "plus1.enemy-hit": 1}
    assert cited(old) == cited(state), "he fell in an earlier period"


# ── What deducts ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-reaction.minus1.fire-points")
@pytest.mark.parametrize(("points", "amount"), [(9, 0), (10, -1), (19, -1), (20, -2), (37, -3)])
def test_each_ten_points_deduct_one(points: int, amount: int):
    state = under_fire(two(), "able", ("red",), points=points)
    assert cited(state).get("minus1.fire-points", 0) == amount


@pytest.mark.rule("IA-reaction.minus1.no-leader", "IA-iso.leader")
def test_a_group_whose_leader_has_fallen_deducts_one_for_each_man_left():
    state = changed(two(), "able1", life=Life.CASUALTY)
    assert cited(state)["minus1.no-leader"] == -3
    assert "minus1.no-leader" not in cited(two())


@pytest.mark.rule("IA-reaction.minus1.no-leader", "IA-iso.leader")
def test_a_standing_leader_of_another_group_within_30_m_is_enough():
    state = field(
        section("able", ATTACKER, rank=Rank.PRIVATE),
        officer("chief", ATTACKER, at=(160, 50)),
        section("red", DEFENDER, at=(100, 150)),
    )
    assert "minus1.no-leader" not in cited(state), "able4 at 130 stands 30 m from him"
    prone = changed(state, "chief1", posture=Posture.PRONE)
    assert cited(prone)["minus1.no-leader"] == -4


@pytest.mark.rule("IA-reaction.minus1.isolated", "IA-iso.figure")
def test_each_man_by_himself_deducts_one():
    state = field(section("able", ATTACKER, 4, spacing=31), section("red", DEFENDER, at=(100, 150)))
    assert cited(state)["minus1.isolated"] == -4
    near = changed(state, "able2", at=(130.0, 50.0))
    assert cited(near)["minus1.isolated"] == -2, "the first two are 30 m apart"


@pytest.mark.rule("IA-reaction.minus1.lost-battle", "IA-reaction.minus1.lost-period")
def test_a_loss_counts_twice_in_its_own_period_and_once_later():
    state = changed(changed(two(), "able3", life=Life.CASUALTY, lost_in=1), "able4", life=Life.CASUALTY, lost_in=0)
    state = changed(state, "able", lost=("able3", "able4"))
    assert cited(state)["minus1.lost-battle"] == -2
    assert cited(state)["minus1.lost-period"] == -1


@pytest.mark.rule("IA-reaction.minus1.machine-guns")
def test_each_machine_gun_that_fires_on_it_deducts_one():
    assert cited(under_fire(two(), "able", ("red",), machine_guns=2))["minus1.machine-guns"] == -2


@pytest.mark.rule("IA-reaction.minus2.leader-panicked")
def test_the_leader_led_a_dash_in_the_period_before():
    assert cited(changed(two(), "able", led_panic_in=0))["minus2.leader-panicked"] == -2
    assert "minus2.leader-panicked" not in cited(changed(two(), "able", led_panic_in=1))


@pytest.mark.rule("IA-reaction.minus2.friends-panicked")
@pytest.mark.parametrize(("east", "features", "counts"), [
    (155, (), True), (175, (), True), (185, (), False),
    (160, (area("woods", 150, 0, 190, 200),), False), (150, (area("woods", 145, 0, 190, 200),), True),
])  # fmt: skip
def test_friends_who_run_by_within_25_m_or_50_m_in_the_open(east: int, features: tuple, counts: bool):
    """Able stands from 100 to 130; the runners' way is 25, 45, 55, 30 and 20 m to the east of it."""
    state = field(
        section("able", ATTACKER), section("baker", ATTACKER, 1, at=(east, 0)), section("red", DEFENDER, at=(100, 150)),
        features=features,
    )  # fmt: skip
    way = ((float(east), 75.0), (float(east), 0.0))
    state = grouped(did(state, "baker1", panic=True, path=way, moved=75.0), "baker", panicked_in=1)
    assert ("minus2.friends-panicked" in cited(state)) is counts


@pytest.mark.rule("IA-reaction.minus2.behind-flank", "IA-reaction.minus2.surprise")
def test_fire_from_behind_and_surprise_deduct_two_each():
    found = cited(under_fire(two(), "able", ("red",), behind=True, surprised=True))
    assert (found["minus2.behind-flank"], found["minus2.surprise"]) == (-2, -2)


@pytest.mark.rule("IA-reaction.minus2.armour", "IA-R017", "IA-R229")
@pytest.mark.parametrize(("north", "fires", "counts"), [(146.5, False, True), (147.5, False, False), (300, True, True)])
def test_enemy_armour_within_100_m_or_firing(north: float, fires: bool, counts: bool):
    """Its front edge is 3.5 m north of it, and they stand at 50."""
    state = field(section("able", ATTACKER), vehicle("tank", DEFENDER, at=(100, north)))
    state = under_fire(state, "able", ("tank",) if fires else ())
    assert ("minus2.armour" in cited(in_sight(state))) is counts
    assert ("minus2.armour" in cited(state)) is fires, "unseen it counts by its fire alone"


@pytest.mark.rule("IA-reaction.minus2.armour")
def test_a_wreck_frightens_nobody():
    state = field(section("able", ATTACKER), vehicle("tank", DEFENDER, at=(100, 100), condition="knocked out"))
    assert "minus2.armour" not in cited(state)


@pytest.mark.rule("IA-reaction.minus2.flame")
def test_flame_seen_once_is_never_forgotten():
    assert cited(changed(two(), "able", saw_flame=True))["minus2.flame"] == -2


@pytest.mark.rule("IA-reaction.minus2.intermingled", "IA-reaction.minus2.enemy-close", "IA-R229")
def test_an_enemy_who_came_in_among_them_deducts_two_and_his_nearness_two_more():
    state = field(section("able", ATTACKER), section("red", DEFENDER, 1, at=(100, 60)))
    came = did(state, "red1", moved=30.0, path=((100.0, 90.0), (100.0, 60.0)))
    assert not {"minus2.intermingled", "minus2.enemy-close"} & set(cited(came)), "nobody knows of him"
    came, state = in_sight(came), in_sight(state)
    assert (cited(came)["minus2.intermingled"], cited(came)["minus2.enemy-close"]) == (-2, -2)
    stood = cited(state)
    assert "minus2.intermingled" not in stood, "he has not moved forward"
    assert stood["minus2.enemy-close"] == -2


@pytest.mark.rule("IA-reaction.minus2.enemy-close")
@pytest.mark.parametrize(("north", "counts"), [(75, True), (76, False)])
def test_an_enemy_within_25_m(north: int, counts: bool):
    state = field(section("able", ATTACKER), section("red", DEFENDER, 1, at=(100, north)))
    assert ("minus2.enemy-close" in cited(in_sight(state))) is counts


@pytest.mark.rule("IA-reaction.cover-choice")
def test_a_group_all_of_which_is_in_cover_adds_or_deducts_two_as_instructed():
    wood = (area("woods", 90, 40, 140, 60),)
    state = field(section("able", ATTACKER), section("red", DEFENDER, at=(100, 150)), features=wood)
    assert cited(state)["cover-choice"] == 2
    assert cited(changed(state, "able", instructions=Instructions(cover=-2)))["cover-choice"] == -2
    assert "cover-choice" not in cited(changed(state, "able4", at=(145.0, 50.0))), "one of them stands outside"


@pytest.mark.rule("IA-reaction.cover-choice")
def test_the_choice_after_the_dice_is_the_one_that_leaves_the_group_free():
    """House rule: 4 + 4 + 5 + 2 is 15, and would drive it at the enemy; 13 - 2 is 11."""
    wood = (area("woods", 90, 40, 140, 60),)
    forces = section("able", ATTACKER), section("red", DEFENDER, at=(100, 150))
    before = under_fire(field(*forces, features=wood), "able", ("red",))
    after = replace(before, options=(("cover-choice-timing", "after-dice"),))
    assert happened(reacted(before, "4,4,5"), "group-tested")[0].score == 15
    assert happened(reacted(after, "4,4,5"), "group-tested")[0].score == 11


@pytest.mark.rule("IA-notes.troop-quality")
def test_an_agreed_quality_is_a_factor():
    assert factors(seen(changed(two(), "able", quality=-1))).value == -1


# ── What binds ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-reaction.dice", "IA-reaction.next-period", "IA-reaction.result.10")
def test_three_dice_and_the_factors_bind_the_group_in_the_next_period():
    """3 + 4 + 5 = 12; 12 points against it and a machine gun: 12 - 1 - 1 = 10."""
    course = reacted(under_fire(two(), "able", ("red",), points=12, machine_guns=1), "3,4,5")
    event = happened(course, "group-tested")[0]
    assert (event.dice, event.score) == ((3, 4, 5), 10)
    assert course.state.group("able").bound == Bound(score=10)
    assert [draw.value for draw in event.draws] == [3, 4, 5]


@pytest.mark.rule("IA-reaction.next-period")
def test_a_result_binds_for_the_next_period_only():
    """1 + 1 + 3 = 5: above the 5 below which the corporal would test."""
    state = reacted(under_fire(two(), "able", ("red",)), "1,1,3").state
    second = evolve(state, PeriodBegan(period=2))
    assert second.group("able").bound.score == 5
    assert evolve(second, PeriodBegan(period=3)).group("able").bound == FREE


@pytest.mark.rule("IA-reaction.result.under-0", "IA-crewtest.plus1")
def test_crews_have_the_better_line_where_one_point_makes_it():
    """1 + 1 + 2; 20 points, a loss in this period and a machine gun: 4 - 2 - 1 - 1 - 1 = -1, no fire over 25 m; the
    crew has 0 and may fire."""
    state = field(team("able", ATTACKER, Weapon.TRIPOD_MG, 4), section("red", DEFENDER, at=(100, 150)))
    state = changed(state, "able4", life=Life.CASUALTY, lost_in=1)
    state = changed(state, "able", lost=("able4",), instructions=Instructions(leader="never"))
    state = under_fire(state, "able", ("red",), points=20, machine_guns=1)
    bound = reacted(state, "1,1,2").state.group("able").bound
    assert (bound.score, bound.crews) == (-1, 0)
    declined = changed(state, "able", instructions=Instructions(leader="never", crews=False))
    assert reacted(declined, "1,1,2").state.group("able").bound.crews is None


@pytest.mark.rule("IA-crewtest.plus1")
def test_nobody_is_made_to_advance_by_the_crews_point():
    """14 is free, 15 is not."""
    assert reacted(under_fire(two(), "able", ("red",)), "4,5,5").state.group("able").bound.crews is None


@pytest.mark.rule("IA-crewtest.plus1")
def test_the_crews_line_is_for_weapons_with_two_men_and_anti_tank_weapons():
    state = field(
        section("able", ATTACKER, 3, at=(100, 50)), team("gun", ATTACKER, Weapon.TRIPOD_MG, 2, at=(200, 50)),
        section("red", DEFENDER, at=(100, 150)),
    )  # fmt: skip
    state = changed(changed(state, "able1", weapons=(Weapon.ONE_MAN_AT,)), "able2", weapons=(Weapon.BELT_LMG,))
    bound = Bound(score=-1, crews=0)
    state = grouped(grouped(state, "able", bound=bound), "gun", bound=bound)
    bands = {
        arm.by: band_for(state, arm).may_fire_over_25 for g in ("able", "gun") for arm in arms(state, state.group(g))
    }
    assert bands == {"able1": True, "able2": True, "able3": False, "gun-gun": True}, "the LMG has a man 10 m off"
    alone = changed(state, "gun2", life=Life.CASUALTY)
    gun = next(arms(alone, alone.group("gun")))
    assert not band_for(alone, gun).may_fire_over_25


@pytest.mark.rule("IA-leadertest.separate", "IA-leadertest.factors")
def test_a_leader_tests_for_himself_below_the_score_that_his_instructions_name():
    """The group: 1 + 1 + 2 = 4. The corporal: 3 + 3 + 2 + 2 for his rank = 10; it binds him alone."""
    course = reacted(under_fire(two(), "able", ("red",)), "1,1,2,3,3,2")
    event = happened(course, "group-tested")[0]
    assert (event.score, event.bound.leader, event.bound.leader_score) == (4, "able1", 10)
    state = course.state
    bands = {arm.by: band_for(state, arm).value for arm in arms(state, state.group("able"))}
    assert bands == {"able1": 4, "able2": 2, "able3": 2, "able4": 2}
    never = changed(under_fire(two(), "able", ("red",)), "able", instructions=Instructions(leader="never"))
    assert happened(reacted(never, "1,1,2"), "group-tested")[0].bound.leader == ""


@pytest.mark.rule("IA-leadertest.factors")
def test_a_leader_ignores_isolation():
    """Men 31 m apart: all 4 isolated, none leaderless, as the corporal leads himself. The group 1 + 1 + 1 - 4 = -1; the
    corporal 1 + 1 + 1 + 2 = 5."""
    state = field(section("able", ATTACKER, 4, spacing=31), section("red", DEFENDER, at=(100, 150)))
    event = happened(reacted(under_fire(state, "able", ("red",)), "1,1,1,1,1,1"), "group-tested")[0]
    assert (event.score, event.bound.leader_score) == (-1, 5)


@pytest.mark.rule("IA-leadertest.panic")
def test_men_under_command_near_or_in_sight_run_with_a_leader_who_panics():
    """150 points: 6 + 6 + 6 - 15 = 3 for the group; 1 + 1 + 1 + 5 - 15 = -7 for the officer: he runs."""
    lead = officer("able", ATTACKER, at=(100, 50))
    state = field(
        lead,
        section("baker", ATTACKER, 2, at=(120, 50)),
        section("far", ATTACKER, 2, at=(300, 50)),
        section("red", DEFENDER, at=(100, 150)),
    )
    state = changed(state, "able", instructions=Instructions(leader="below 10"))
    state = under_fire(state, "able", ("red",), points=150)
    bound = happened(reacted(state, "6,6,6,1,1,1"), "group-tested")[0].bound
    assert (bound.score, bound.leader_score) == (3, -7)
    assert bound.joined == ("able1", "baker1"), "the leader of a group of his platoon who hears him; not his men"


@pytest.mark.rule("IA-leadertest.panic")
def test_a_corporal_takes_his_own_men_with_him():
    state = changed(two(), "able", instructions=Instructions(leader="below 10"))
    state = under_fire(state, "able", ("red",), points=120)
    bound = happened(reacted(state, "6,6,6,1,1,1"), "group-tested")[0].bound
    assert (bound.score, bound.leader_score) == (6, -7)
    assert bound.joined == ("able1", "able2", "able3", "able4")
    runs = carried_out(evolve(reacted(state, "6,6,6,1,1,1").state, PeriodBegan(period=2)), {})
    assert all(runs.state.figure(f"able{n}").doing.panic for n in (1, 2, 3, 4))


@pytest.mark.rule("IA-leadertest.separate")
def test_a_leader_with_a_better_result_does_not_run_with_his_group():
    """100 points: 3 - 10 = -7 for the group; 6 + 5 + 5 + 2 - 10 = 8 for the corporal."""
    state = under_fire(two(), "able", ("red",), points=100)
    after = reacted(state, "1,1,1,6,5,5").state
    runs = carried_out(evolve(after, PeriodBegan(period=2)), {}).state
    assert [runs.figure(f"able{n}").doing.panic for n in (1, 2, 3, 4)] == [False, True, True, True]


# ── Retiring and surrender ────────────────────────────────────────────────────────────────────────────────────────


def among() -> State:
    """Able and Red stand 10 m apart and see each other."""
    state = in_sight(field(section("able", ATTACKER), section("red", DEFENDER, at=(100, 60), facing=SOUTH)))
    for name in ("able", "red"):
        state = changed(state, name, instructions=Instructions(leader="never"))
    return state


@pytest.mark.rule("IA-reaction.result.under-5-intermingled")
def test_the_lower_of_two_groups_among_each_other_retires():
    """Able 1 + 1 + 4 - 2 = 4, Red 3 + 3 + 3 - 2 = 7: an enemy is within 25 m of both."""
    state = under_fire(under_fire(among(), "able", ("red",)), "red", ("able",))
    after = reacted(state, "1,1,4,3,3,3").state
    assert after.group("able").bound.retire
    assert not after.group("red").bound.retire


@pytest.mark.rule("IA-reaction.result.under-5-intermingled")
def test_an_enemy_that_took_no_test_counts_as_ten_and_equal_scores_make_nobody_retire():
    alone = reacted(under_fire(among(), "able", ("red",)), "1,1,4").state
    assert alone.group("able").bound.retire
    both = under_fire(under_fire(among(), "able", ("red",)), "red", ("able",))
    equal = reacted(both, "1,1,4,1,1,4").state
    assert not equal.group("able").bound.retire
    assert not equal.group("red").bound.retire


@pytest.mark.rule("IA-reaction.result.surrender", "IA-pris.handling", "IA-reaction.minus1.lost-battle")
def test_men_in_panic_among_the_enemy_dice_and_surrender_on_less_than_five():
    """90 points: 3 - 9 - 2 = -8. 4, 1 surrender, 5, 6 run."""
    state = under_fire(among(), "able", ("red",), points=90)
    course = reacted(state, "1,1,1,4,5,1,6")
    event = happened(course, "group-surrendered")[0]
    assert (event.to, [die.surrenders for die in event.dice]) == ("red", [True, False, True, False])
    after = course.state
    captive = after.figure("able1")
    assert (captive.life, captive.weapons, captive.grenades) == (Life.PRISONER, (), False)
    assert after.group(captive.group).kind == "prisoners"
    assert set(after.group("able").lost) == {"able1", "able3"}
    assert [each.id for each in after.men("able")] == ["able2", "able4"]


@pytest.mark.rule("IA-reaction.result.surrender", "IA-reaction.result.under-minus-5")
def test_a_panic_with_nobody_among_them_is_a_dash():
    """100 points, and Red in the open: 3 - 10 + 1 = -6; 75 m straight away from Red in the next period."""
    state = under_fire(two(), "able", ("red",), points=100)
    state = changed(state, "able", instructions=Instructions(leader="never"))
    state = located(state, "able", "red")
    course = reacted(state, "1,1,1")
    assert happened(course, "group-surrendered") == []
    assert course.state.group("able").bound.score == -6
    after = carried_out(evolve(course.state, PeriodBegan(period=2)), {"able": order(Pace.HALT)}).state
    assert all(after.figure(f"able{n}").doing.panic for n in (1, 2, 3, 4))


@pytest.mark.rule("IA-reaction.cumulative", "IA-reaction.result.under-0")
def test_what_is_fired_over_25_m_is_refused_below_nought_and_in_panic_everything():
    state = two()
    arm = next(arms(state, state.group("able")))
    below = changed(state, "able", bound=Bound(score=-1))
    assert not band_for(below, arm).may_fire_over_25
    assert band_for(changed(state, "able", bound=Bound(score=-6)), arm).panics
    assert band_for(changed(state, "able", bound=Bound(score=0)), arm).may_fire_over_25


@pytest.mark.rule("IA-leadertest.separate", "IA-R115")
def test_a_leader_who_has_parted_from_his_group_is_bound_by_his_own_test():
    """The group has 4, the corporal 10: with his men he goes nowhere near the enemy, by himself he does."""
    state = located(two(), "able", "red")
    state = changed(state, "able", bound=Bound(4, leader="able1", leader_score=10))
    ahead = {"able": order(Pace.WALK, (100, 90))}
    assert happened(carried_out(state, ahead), "moved") == []
    for id_ in ("able2", "able3", "able4"):
        state = changed(state, id_, life=Life.WITHDRAWN)
    assert happened(carried_out(state, ahead), "moved")[0].men[0].at == (100.0, 90.0)
