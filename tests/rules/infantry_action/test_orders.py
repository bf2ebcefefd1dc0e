"""Orders in a battle: written, sealed, opened together; who can be reached; dormant, halted and out-of-touch groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.orders.sealing import SealOrders
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.movement import CarryOn, GiveTask, OrderGroup
from rules.infantry_action.book.kinds import Charge, Gear, Pace, Posture, Weapon
from rules.infantry_action.book.speech import Touch
from rules.infantry_action.decide import decide, odds
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Bound
from rules.infantry_action.offers import offers
from rules.infantry_action.play.command.reach import commander, in_touch
from rules.infantry_action.prompt import prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.tell import tell
from rules.infantry_action.view import view
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.measure import length
from tests.rules.infantry_action.field import (
    ATTACK,
    DEFENCE,
    SOUTH,
    carried_out,
    changed,
    field,
    located,
    mined,
    officer,
    order,
    section,
    team,
    vehicle,
)


def platoon(*more, at=(130, 50), **changes) -> State:
    """An officer with a radio at (100, 50), a section beside him, an enemy section far off with its own officer."""
    return field(
        officer("hq", ATTACKER, at=(100, 50)),
        section("able", ATTACKER, 3, at=at),
        officer("chief", DEFENDER, at=(100, 390), facing=SOUTH),
        *more,
        **changes,
    )


def asked(state: State, action, by=ATTACK) -> State:
    for event in decide(state, action, by, Seeded(b"orders", 1)):
        state = evolve(state, event)
    return state


def refused(state: State, action, by=ATTACK) -> str:
    with pytest.raises(RuleViolation) as found:
        decide(state, action, by, Scripted(""))
    assert found.value.message
    assert found.value.remedy
    return found.value.code


# ── Written in secret, opened together ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-orders.written", "IA-orders.content", "IA-R021")
def test_an_order_says_where_and_how_fast_and_is_known_to_its_own_side_alone() -> None:
    state = platoon()
    (event,) = decide(state, OrderGroup(unit="able", pace="walk", to="130,120"), ATTACK, Scripted(""))
    assert event.audience == (ATTACKER,)
    after = evolve(state, event)
    draft = after.draft_of("able")
    assert draft is not None
    assert (draft.pace, draft.path) == (Pace.WALK, ((130.0, 120.0),))
    for viewer in (Viewer(side=DEFENDER), PUBLIC):
        assert tell(after, event, viewer) is None
        assert view(after, viewer) == view(state, viewer)


@pytest.mark.rule("IA-orders.written", "IA-R021", "IA-orders.simultaneous")
def test_both_seal_and_only_then_the_sheets_are_opened() -> None:
    state = asked(platoon(), OrderGroup(unit="able", pace="walk", to="130,120"))
    assert {ask.side for ask in prompt(state).asks} == {ATTACKER, DEFENDER}
    state = asked(state, SealOrders())
    assert {ask.side for ask in prompt(state).asks} == {DEFENDER}
    assert state.step is PeriodStep.ORDERS
    assert refused(state, OrderGroup(unit="able", pace="halt")) == "sealed"
    state = asked(state, SealOrders(), DEFENCE)
    assert (state.step, prompt(state).asks) == (PeriodStep.MOVEMENT, ())


@pytest.mark.rule("IA-orders.written")
def test_nobody_orders_the_other_sides_groups_and_unknown_reads_like_hidden() -> None:
    state = platoon()
    assert refused(state, OrderGroup(unit="chief", pace="halt")) == refused(
        state, OrderGroup(unit="nobody", pace="halt")
    )


@pytest.mark.rule("IA-orders.content")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (OrderGroup(unit="able", pace="walk"), "no-place"),
        (OrderGroup(unit="able", pace="halt", to="130,120"), "no-pace"),
        (OrderGroup(unit="able", pace="drive", to="130,120"), "on-foot"),
        (OrderGroup(unit="able", pace="dash", to="130,120", silent=True), "not-silent"),
        (OrderGroup(unit="able", pace="double", to="130,120", silent=True), "not-silent"),
        (OrderGroup(unit="able", pace="manhandle", to="130,120"), "no-gun"),
    ],
)
def test_an_order_that_makes_no_sense_is_refused(action, code: str) -> None:
    assert refused(platoon(), action) == code


@pytest.mark.rule("IA-foot.double", "IA-foot.double-limit", "IA-R034")
def test_nobody_doubles_twice_in_three_periods_or_with_a_bangalore() -> None:
    double = OrderGroup(unit="able", pace="double", to="130,120")
    assert asked(platoon(period=4), double).drafts
    tired = changed(platoon(period=4), "able2", doubled_in=2)
    assert refused(tired, double) == "doubled-lately"
    assert asked(replace(tired, period=5), double).drafts
    assert refused(changed(platoon(), "able2", charges=(Charge.BANGALORE,)), double) == "too-heavy"


@pytest.mark.rule("IA-foot.manhandle", "IA-foot.carry-shares")
def test_a_gun_is_manhandled_by_three_and_does_not_walk() -> None:
    two = platoon(team("gun", ATTACKER, Weapon.AT_GUN, 2, at=(120, 50)))
    three = platoon(team("gun", ATTACKER, Weapon.AT_GUN, 3, at=(120, 50)))
    assert refused(two, OrderGroup(unit="gun", pace="manhandle", to="120,60")) == "too-few-men"
    assert asked(three, OrderGroup(unit="gun", pace="manhandle", to="120,60")).drafts
    assert refused(three, OrderGroup(unit="gun", pace="walk", to="120,90")) == "gun-stays"


@pytest.mark.rule("IA-veh.reverse-swim-horse", "IA-mine.at-hard")
def test_a_tank_neither_swims_nor_walks_nor_moves_when_it_is_immobile() -> None:
    state = platoon(vehicle("tank", ATTACKER, at=(120, 50)))
    assert refused(state, OrderGroup(unit="tank", pace="swim", to="120,90")) == "not-amphibious"
    assert refused(state, OrderGroup(unit="tank", pace="walk", to="120,90")) == "no-driving-pace"


# ── Who can be reached ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-orders.communication", "IA-orders.speech-range", "IA-R028")
@pytest.mark.parametrize(
    ("east", "noise", "reached"),
    [
        (150.0, (), True),
        (150.1, (), False),
        (150.0, (((150.0, 150.0), "fire"),), False),
        (150.0, (((150.0, 150.1), "fire"),), True),
        (110.0, (((150.0, 50.0), "burst"),), True),
        (110.1, (((150.0, 50.0), "burst"),), False),
    ],
)
def test_speech_carries_50_m_and_10_near_the_noise_of_the_last_period(east, noise, reached) -> None:
    state = platoon(at=(east, 50), noise=noise)
    assert in_touch(state, state.group("able")) is (Touch.SPEECH if reached else None)


@pytest.mark.rule("IA-orders.communication", "IA-R027")
def test_a_radio_at_both_ends_reaches_any_distance() -> None:
    state = platoon(at=(500, 300))
    assert in_touch(state, state.group("able")) is None
    state = changed(state, "able3", gear=(Gear.RADIO,))
    assert in_touch(state, state.group("able")) is Touch.RADIO
    assert in_touch(changed(state, "hq1", gear=()), state.group("able")) is None


@pytest.mark.rule("IA-orders.communication", "IA-R027")
def test_a_messenger_who_has_heard_the_officer_and_comes_near_brings_the_order() -> None:
    runner = section("runner", ATTACKER, 1, at=(480, 300))
    state = platoon(runner, at=(500, 300), period=5)
    assert in_touch(state, state.group("able")) is None
    state = changed(state, "runner1", briefed_in=3)
    assert in_touch(state, state.group("able")) is Touch.MESSENGER


@pytest.mark.rule("IA-orders.communication", "IA-R026")
def test_the_successor_of_a_fallen_officer_commands() -> None:
    state = changed(platoon(), "hq1", life=Life.CASUALTY)
    found = commander(state, ATTACKER)
    assert found is not None
    assert found.id == "able1"
    assert in_touch(state, state.group("able")) is Touch.OWN


@pytest.mark.rule("IA-orders.communication", "IA-orders.out-of-touch")
def test_who_is_out_of_touch_may_only_be_halted() -> None:
    state = changed(platoon(at=(500, 300)), "able", ordered=True)
    assert refused(state, OrderGroup(unit="able", pace="walk", to="500,350")) == "out-of-touch"
    assert refused(state, GiveTask(unit="able", what="prepare")) == "out-of-touch"
    assert asked(state, OrderGroup(unit="able", pace="halt")).drafts


@pytest.mark.rule("IA-orders.communication", "IA-R243")
def test_a_first_order_was_given_before_the_battle_and_a_second_one_must_reach_them() -> None:
    state = asked(platoon(at=(500, 300)), OrderGroup(unit="able", pace="walk", to="500,350"))
    gone = carried_out(state, dict(state.drafts)).state
    assert gone.figure("able1").at == (500.0, 350.0)
    again = replace(gone, period=2, drafts=(), step=PeriodStep.ORDERS)
    assert refused(again, OrderGroup(unit="able", pace="walk", to="500,300")) == "out-of-touch"


@pytest.mark.rule("IA-orders.out-of-touch", "IA-orders.halted", "IA-R029")
def test_it_goes_on_with_its_last_order_but_once_halted_waits_for_a_new_one() -> None:
    state = changed(platoon(at=(300, 50)), "able", order=order(Pace.WALK, (300, 300)))
    on = carried_out(state, {}).state
    assert on.figure("able1").at == (300.0, 100.0)
    halted = carried_out(state, {"able": order()}).state
    assert (halted.figure("able1").at, halted.group("able").halted) == ((300, 50), True)
    still = carried_out(replace(halted, period=2, drafts=()), {}).state
    assert still.figure("able1").at == (300, 50)
    again = changed(replace(still, period=3, drafts=()), "able3", gear=(Gear.RADIO,))
    again = asked(replace(again, step=PeriodStep.ORDERS), OrderGroup(unit="able", pace="walk", to="300,300"))
    assert carried_out(again, dict(again.drafts)).state.figure("able1").at == (300.0, 100.0)


@pytest.mark.rule("IA-R022")
def test_a_group_without_any_order_stays_and_one_in_touch_carries_on_unless_the_house_halts_it() -> None:
    assert carried_out(platoon(), {}).state.figure("able1").at == (130, 50)
    state = changed(platoon(), "able", order=order(Pace.WALK, (130, 300)))
    assert carried_out(state, {}).state.figure("able1").at == (130.0, 100.0)
    house = replace(state, options=(("missing-order", "halt"),))
    assert carried_out(house, {}).state.figure("able1").at == (130, 50)


@pytest.mark.rule("IA-orders.out-of-touch")
def test_as_before_takes_back_what_was_written() -> None:
    state = asked(platoon(), OrderGroup(unit="able", pace="walk", to="130,120"))
    assert asked(state, CarryOn()).drafts == ()
    assert refused(platoon(), CarryOn(unit="able")) == "nothing-written"


# ── What a reaction leaves ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-reaction.next-period", "IA-reaction.cumulative")
def test_a_way_that_fear_forbids_is_refused_when_it_is_written() -> None:
    state = platoon(section("red", DEFENDER, 1, at=(130, 200), facing=SOUTH))
    state = located(changed(state, "able", bound=Bound(score=0)), "able", "red")
    assert refused(state, OrderGroup(unit="able", pace="walk", to="130,150"))
    panicked = changed(state, "able", bound=Bound(score=-6))
    assert refused(panicked, OrderGroup(unit="able", pace="halt")) == "reaction"
    assert not any(not offer.needs for offer in offers(panicked, ATTACKER, "able"))


@pytest.mark.rule("IA-reaction.cumulative")
@pytest.mark.parametrize(("to", "barred"), [("220,80", False), ("219,80", True), ("130,40", False)])
def test_whoever_may_not_go_closer_may_end_as_far_off_as_before(to: str, barred: bool) -> None:
    """Red is 150 m north of Able. 90 m east and 120 m south of Red are 150 m, too."""
    state = platoon(section("red", DEFENDER, 1, at=(130, 200), facing=SOUTH))
    assert (state.anchor("able"), state.anchor("red")) == ((130, 50), (130, 200))
    state = located(changed(state, "able", bound=Bound(score=0)), "able", "red")
    order = OrderGroup(unit="able", pace="walk", to=to)
    if barred:
        assert refused(state, order) == "reaction"
    else:
        assert odds(state, order, ATTACK) is not None


@pytest.mark.rule("IA-orders.information", "IA-R157")
def test_a_place_is_not_named_by_an_enemy_that_nobody_has_seen() -> None:
    state = platoon(section("red", DEFENDER, 1, at=(130, 200), facing=SOUTH))
    unknown = refused(state, OrderGroup(unit="able", pace="walk", to="60m toward Red"))
    assert unknown == refused(state, OrderGroup(unit="able", pace="walk", to="60m toward Nobody"))


@pytest.mark.rule("IA-orders.content")
def test_the_way_is_foreseen_with_what_this_period_takes() -> None:
    found = odds(platoon(), OrderGroup(unit="able", pace="walk", to="130,120"), ATTACK)
    assert found is not None
    facts = {fact.name: fact.value for fact in found.facts}
    assert facts["way"] == 50.0
    assert found.notes == ("This period takes it 50 of 70 m, to C3.",)


@pytest.mark.rule("IA-orders.content", "IA-foot.walk")
def test_the_way_is_drawn_as_far_as_this_period_takes_it_and_the_rest_for_later() -> None:
    """A walk takes 50 m of the 70 north; on the way of one period nothing is left for later."""
    state = platoon()
    here = state.anchor("able")
    assert here is not None
    found = odds(state, OrderGroup(unit="able", pace="walk", to=f"{here[0]:g},{here[1] + 70:g}"), ATTACK)
    assert found is not None
    lengths = [(trace.kind, round(length(trace.points))) for trace in found.traces]
    assert lengths[0] == ("plan", 50)
    assert {metres for kind, metres in lengths if kind == "plan"} == {50}
    assert {metres for kind, metres in lengths if kind == "later"} == {70}
    near = odds(state, OrderGroup(unit="able", pace="walk", to=f"{here[0]:g},{here[1] + 40:g}"), ATTACK)
    assert near is not None
    assert {trace.kind for trace in near.traces} == {"plan"}


# ── Tasks and instructions ────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("IA-mine.mark-bayonet", "IA-mine.lift", "IA-mine.bangalore", "IA-smoke.projectors")
@pytest.mark.parametrize(
    ("what", "code"),
    [
        ("bangalore", "cannot-work"),
        ("set-claymore", "cannot-work"),
        ("lift-mines", "cannot-work"),
        ("take-over", "cannot-work"),
        ("smoke-salvo", "projectors-empty"),
        ("flail", "no-flail"),
        ("line-charge", "no-charge"),
        ("prepare", "no-gun"),
        ("leave", "on-foot"),
        ("enter", "no-vehicle"),
    ],
)
def test_a_task_without_the_means_is_refused(what: str, code: str) -> None:
    assert refused(platoon(), GiveTask.model_validate({"unit": "able", "what": what})) == code


@pytest.mark.rule("IA-mine.lift", "IA-R157")
def test_mines_of_which_a_side_knows_nothing_are_lifted_like_none() -> None:
    engineers = changed(platoon(), "able1", specialities=("engineer",))
    lift = GiveTask(unit="able", what="lift-mines", at="130,60")
    hidden = replace(engineers, mines=(mined(13, 6, marked=True),))
    assert refused(hidden, lift) == refused(engineers, lift) == "not-marked"
    known = replace(engineers, mines=(mined(13, 6, marked=True, known=(ATTACKER,)),))
    assert asked(known, lift).drafts


@pytest.mark.rule("IA-reaction.cover-choice", "IA-mine.spotted-choice")
def test_instructions_stand_until_they_are_changed() -> None:
    state = asked(platoon(), Instruct(unit="able", mines="cross", cover="-2"))
    said = state.group("able").instructions
    assert (said.mines, said.cover, said.fire) == ("cross", -2, "")
    assert refused(state, Instruct(unit="able", mines="cross")) == "as-it-is"


@pytest.mark.rule("IA-base.postures")
def test_a_group_that_halts_may_lie_down() -> None:
    state = asked(platoon(), OrderGroup(unit="able", pace="halt", posture="prone"))
    after = carried_out(state, dict(state.drafts)).state
    assert {man.posture for man in after.men("able")} == {Posture.PRONE}


def test_every_word_of_an_order_stands_in_its_draft() -> None:
    """What the player says of pace, place, facing, posture, silence, hatches and turret, and nothing where he says
    nothing."""
    state = platoon(vehicle("tank", ATTACKER, at=(110, 50)))
    for closed in (True, False, None):
        written = asked(state, OrderGroup(unit="tank", pace="drive", to="110,90", facing=90, closed=closed, turret=270))
        draft = written.draft_of("tank")
        assert draft is not None
        said = (draft.pace, draft.path[-1], draft.facing, draft.closed, draft.turret)
        assert said == (Pace.DRIVE, (110.0, 90.0), 90.0, closed, 270.0)
    for silent in (True, False):
        draft = asked(
            state, OrderGroup(unit="able", pace="walk", to="130,60", posture="prone", silent=silent)
        ).draft_of("able")
        assert draft is not None
        assert (draft.pace, draft.posture, draft.silent) == (Pace.WALK, Posture.PRONE, silent)
        assert (draft.facing, draft.closed, draft.turret) == (None, None, None)


# ── In silence ────────────────────────────────────────────────────────────────────────────────────────────────────


def under_way() -> State:
    """Able is within speech, Baker has a radio 200 m off; both had their first order before."""
    state = platoon(section("baker", ATTACKER, 3, at=(300, 50)), period=2)
    state = changed(state, "baker1", gear=(Gear.RADIO,))
    return changed(changed(state, "able", ordered=True), "baker", ordered=True)


@pytest.mark.rule("IA-foot.silent", "IA-R033", "IA-orders.communication")
@pytest.mark.parametrize("unit", ["able", "baker"])
def test_an_officer_who_goes_in_silence_calls_no_orders(unit: str) -> None:
    """Neither by speech nor into a radio; whoever only halts needs no word of his."""
    ahead = OrderGroup(unit=unit, pace="walk", to="130,120")
    silently = OrderGroup(unit="hq", pace="walk", to="100,60", silent=True)
    quiet = asked(under_way(), silently)
    assert refused(quiet, ahead) == "not-silent"
    assert refused(quiet, GiveTask(unit=unit, what="withdraw")) == "not-silent"
    halted = asked(quiet, OrderGroup(unit=unit, pace="halt")).draft_of(unit)
    assert halted is not None
    aloud = asked(quiet, OrderGroup(unit="hq", pace="walk", to="100,60"))
    told = asked(aloud, ahead)
    assert told.draft_of(unit) is not None
    assert refused(told, silently) == "not-silent"


@pytest.mark.rule("IA-foot.silent", "IA-R243")
def test_first_orders_were_given_before_the_silence() -> None:
    state = asked(platoon(), OrderGroup(unit="hq", pace="walk", to="100,60", silent=True))
    assert asked(state, OrderGroup(unit="able", pace="walk", to="130,120")).draft_of("able") is not None


@pytest.mark.rule("IA-foot.silent")
def test_he_is_still_silent_where_his_silent_order_goes_on() -> None:
    state = changed(under_way(), "hq", ordered=True, order=order(Pace.WALK, (100, 300), silent=True))
    assert refused(state, OrderGroup(unit="able", pace="walk", to="130,120")) == "not-silent"
