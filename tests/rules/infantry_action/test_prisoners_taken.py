"""Prisoners in a battle: escorts, the way to the rear, escapes. Worked by hand from the book's text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.movement import GiveTask
from rules.infantry_action.book.kinds import Pace, Posture, Rank, Weapon
from rules.infantry_action.course import Course
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Group, Suffered
from rules.infantry_action.knowledge import sees, who_see_any
from rules.infantry_action.play.fire.arms import arms
from rules.infantry_action.play.movement.escorts import captured_near
from rules.infantry_action.play.movement.order_judging import judge_task
from rules.infantry_action.play.reaction.prisoners import guard_prisoners
from rules.infantry_action.play.reaction.testing import freed_name
from rules.infantry_action.play.reaction.testing import test as reaction_step
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.rules.infantry_action.field import DEFENCE, carried_out, changed, field, happened, order, section, task


def taken(in_period: int = 1, *, escort: str = "", at: tuple[float, float] = (150, 210)) -> State:
    """Two men of Able are prisoners of Red, who stand at 150, 200."""
    state = field(section("able", ATTACKER), section("red", DEFENDER, 3, at=(150, 200), spacing=5), period=2)
    captives = Group("pow", "Prisoners of Able", ATTACKER, "prisoners", escort=escort)
    state = replace(state, groups=(*state.groups, captives))
    for number, id_ in enumerate(("able3", "able4")):
        state = changed(
            state, id_, group="pow", life=Life.PRISONER, lost_in=in_period, weapons=(), at=(at[0] + 3.0 * number, at[1])
        )
    return changed(state, "able", lost=("able3", "able4"))


def closed(state: State) -> Course:
    course = Course(replace(state, step=PeriodStep.CLOSING), Scripted(""))
    guard_prisoners(course)
    return course


@pytest.mark.rule("IA-pris.handling")
def test_nobody_need_be_named_in_the_period_in_which_they_were_taken():
    assert closed(taken(2)).events == []


@pytest.mark.rule("IA-pris.handling", "IA-pris.escape")
def test_without_an_escort_they_are_free_a_period_later():
    course = closed(taken(1))
    assert happened(course, "prisoners-freed")[0].why == "no escort"
    after = course.state
    assert (after.group("pow").kind, after.group("pow").side) == ("infantry", ATTACKER)
    assert [man.life for man in after.men("pow")] == [Life.FIT, Life.FIT]
    assert after.group("able").lost == (), "figures that come back stop counting"


@pytest.mark.rule("IA-pris.escape")
def test_one_guard_within_30_m_holds_them_and_none_lets_them_go():
    assert closed(taken(1, escort="red1")).events == []
    near = taken(1, escort="red1", at=(150, 230))
    assert closed(near).events == []
    far = closed(taken(1, escort="red1", at=(150, 230.5)))
    assert happened(far, "prisoners-freed")[0].why == "unguarded"


@pytest.mark.rule("IA-pris.escape")
def test_a_guard_who_is_off_the_table_guards_nobody():
    """Whoever has gone or waits has no place; it is not measured from a corner of the table."""
    state = taken(1, escort="red1", at=(2, 2))
    for id_ in ("red1", "red2", "red3"):
        state = changed(state, id_, at=None)
    assert happened(closed(state), "prisoners-freed")[0].why == "unguarded"


@pytest.mark.rule("IA-pris.escape")
def test_an_escort_who_takes_cover_loses_them_from_sight():
    """All prone and 20 m apart: more than 10."""
    state = taken(1, escort="red1", at=(150, 220))
    for id_ in ("red1", "red2", "red3", "able3", "able4"):
        state = changed(state, id_, posture=Posture.PRONE)
    assert happened(closed(state), "prisoners-freed")[0].why == "unguarded"


@pytest.mark.rule("IA-pris.escape")
def test_a_fallen_escort_guards_nobody():
    state = taken(1, escort="red1")
    for id_ in ("red1", "red2", "red3"):
        state = changed(state, id_, life=Life.CASUALTY)
    assert happened(closed(state), "prisoners-freed")[0].why == "unguarded"


@pytest.mark.rule("IA-pris.unarmed")
def test_who_has_escaped_is_unarmed_until_he_takes_over_a_weapon():
    state = closed(taken(1)).state
    assert list(arms(state, state.group("pow"))) == []
    armed = changed(state, "able3", weapons=(Weapon.RIFLE,))
    assert [arm.by for arm in arms(armed, armed.group("pow"))] == ["able3"]


@pytest.mark.rule("IA-pris.unarmed", "IA-pris.handling")
def test_prisoners_fire_at_nobody_and_are_no_secret():
    state = taken(1)
    assert list(arms(state, state.group("pow"))) == []
    assert sees(state, DEFENDER, "pow")
    assert sees(state, ATTACKER, "pow")
    assert who_see_any(state, "pow") is None


@pytest.mark.rule("IA-pris.handling")
def test_a_man_told_to_escort_them_leaves_his_group_and_walks_home_with_them():
    course = carried_out(taken(1), {"red": task("escort", "pow")})
    named = happened(course, "escort-named")[0]
    assert (named.group, named.escort) == ("pow", "red2"), "the corporal stays; red2 is the nearer of the privates"
    state = course.state
    home = state.group(state.figure("red2").group)
    assert home.name == "Escort of Red"
    assert home.order is not None
    assert home.order.path[-1][1] == 400, "his base line is the north edge"
    assert closed(state).events == []
    after = carried_out(replace(state, period=3), {}).state
    escort = after.figure("red2")
    assert escort.at is not None
    assert escort.at[1] > 200
    assert all(abs((after.figure(i).at or (0, 0))[1] - escort.at[1]) <= 8 for i in ("able3", "able4"))


@pytest.mark.rule("IA-pris.handling", "IA-pris.escape")
@pytest.mark.parametrize("life", [Life.CASUALTY, Life.PRISONER, Life.LOST])
def test_another_man_takes_over_from_an_escort_who_is_out(life: Life):
    first = carried_out(taken(1), {"red": task("escort", "pow")}).state
    state = replace(changed(first, "red2", life=life), period=3)
    course = carried_out(state, {"red": task("escort", "pow")})
    assert [event.escort for event in happened(course, "escort-named")] == ["red3"]
    after = course.state
    assert len({group.id for group in after.groups}) == len(after.groups), "his group is another one"
    assert after.group(after.figure("red3").group).name == "Escort 2 of Red"
    assert [man.id for man in after.men(after.figure("red3").group)] == ["red3"]


@pytest.mark.rule("IA-pris.handling")
def test_only_prisoners_within_30_m_are_taken_over():
    assert happened(carried_out(taken(1, at=(150, 240)), {"red": task("escort", "pow")}), "escort-named") == []


@pytest.mark.rule("IA-pris.handling")
def test_an_escort_where_there_are_no_prisoners_is_refused():
    near, far = (changed(taken(1, at=at), "red1", rank=Rank.OFFICER) for at in ((150.0, 210.0), (150.0, 240.0)))
    wanted = GiveTask(unit="red", what="escort")
    assert judge_task(near, wanted, DEFENCE).order.tasks[0].kind == "escort"
    with pytest.raises(RuleViolation, match="No prisoners without an escort"):
        judge_task(far, wanted, DEFENCE)


@pytest.mark.rule("IA-pris.handling")
def test_at_the_base_line_they_leave_the_table_and_stay_prisoners():
    state = taken(1, escort="red1", at=(150, 395))
    state = changed(state, "red1", at=(150.0, 380.0), group="red", facing=0.0)
    moved = carried_out(state, {"red": order(Pace.WALK, (150, 400))}).state
    assert moved.figure("red1").at == (150.0, 400.0)
    after = closed(moved).state
    assert [after.figure(i).at for i in ("able3", "able4")] == [None, None]
    assert {after.figure(i).life for i in ("able3", "able4")} == {Life.PRISONER}


@pytest.mark.rule("IA-pris.reaction")
def test_prisoners_under_shells_test_and_a_panic_frees_them():
    """Their guards are within 25 m, and no comrade counts for them: 2 + 2 leaderless + 2 isolated. 100 points:
    3 - 10 - 6 = -13. 40 points: 18 - 4 - 6 = 8."""
    shelled = replace(taken(1, escort="red1"), suffered=(Suffered("pow", points=100, off_table=True),))
    course = Course(shelled, Scripted("1,1,1"))
    reaction_step(course)
    assert happened(course, "prisoners-freed")[0].why == "panic"
    assert course.state.group("pow").kind == "infantry"
    steady = Course(replace(shelled, suffered=(Suffered("pow", points=40, off_table=True),)), Scripted("6,6,6"))
    reaction_step(steady)
    assert happened(steady, "prisoners-freed") == []
    assert happened(steady, "group-tested")[0].score == 8


@pytest.mark.rule("IA-pris.escape", "IA-R117")
def test_who_gets_away_is_called_after_the_group_that_they_were():
    """A group may be called as prisoners are; those of older battles are called by what they were called."""
    assert freed_name(Group("pow", "Prisoners of Prisoners of war", ATTACKER, "prisoners", of="Prisoners of war")) == (
        "Men back from Prisoners of war"
    )
    assert freed_name(Group("pow", "Prisoners of Able", ATTACKER, "prisoners")) == "Men back from Prisoners of Able"


@pytest.mark.rule("IA-pris.handling", "IA-R117")
def test_another_man_is_named_where_the_escort_has_fallen_and_none_beside_one_who_stands():
    state = taken(1, escort="red1")
    assert captured_near(state, state.group("red")) is None
    fallen = changed(state, "red1", life=Life.CASUALTY)
    course = carried_out(fallen, {"red": task("escort", "pow")})
    assert [(event.group, event.escort) for event in happened(course, "escort-named")] == [("pow", "red2")]
