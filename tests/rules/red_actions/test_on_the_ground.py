"""Limbers, horses, trains boarded, hiding, possession, prisoners: worked by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import Hide
from rules.red_actions.actions.captives import DoAway
from rules.red_actions.actions.movement import Embark, Limber, Mount, Move
from rules.red_actions.actions.works import Possess
from rules.red_actions.book.kinds import Cover, Trait
from rules.red_actions.course import Course
from rules.red_actions.deeds import DEEDS
from rules.red_actions.play.captives.prisoners import gain_by_driving_off
from rules.red_actions.play.ground.terrain import cover_of
from rules.red_actions.play.movement.marching import step_march
from rules.red_actions.play.officers.officer_effects import traits
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.units import Abandoned, Base, Concealment, Prisoners, Rails
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    SOUTH,
    area,
    battle,
    board,
    changed,
    junior,
    line,
    unit,
)


def went(state, action, *dice, by: Actor = ATTACK):
    chance = Scripted(str(die) for die in dice)
    course = Course(state, chance)
    course.note(*DEEDS.carry_out(state, action, DEEDS.judge(state, action, by), chance))
    while course.state.question is None and course.state.agenda and course.state.agenda[-1].kind == "march":
        step_march(course, course.state.agenda[-1])
    return course.state


def refused(state, action, by: Actor = ATTACK):
    with pytest.raises(RuleViolation) as found:
        DEEDS.judge(state, action, by)
    return found.value.code


def field(card="red-regulars", *features, parts=(), state=None, **changes):
    reds = unit("reds", card=card, **{"at": (30, 10), **changes})
    return battle(reds, junior("reds"), *parts, board=board(*features), **(state or {}))


# ── Limbers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.mount")
@pytest.mark.rule("RA-form.limber")
def test_guns_limber_as_their_action():
    state = went(field("field-gun", bases=2), Limber(unit="reds"))
    assert state.unit("reds").limbered
    assert state.segment is not None
    assert state.segment.acted
    back = went(field("field-gun", bases=2, limbered=True), Limber(unit="reds", facing=90))
    assert (back.unit("reds").limbered, back.unit("reds").facing) == (False, EAST)
    assert refused(field("mortar", bases=1), Limber(unit="reds")) == "no-limbers"
    assert refused(field("field-gun", bases=2), Limber(unit="reds", path=("30,12",))) == "no-horse-artillery"


@pytest.mark.rule("RA-horse-artillery")
def test_horse_artillery_moves_half_and_unlimbers():
    """14 in, half of it 7."""
    guns = field("horse-gun", bases=2, limbered=True)
    state = went(guns, Limber(unit="reds", path=("30,17",)))
    assert (state.unit("reds").at, state.unit("reds").limbered) == ((30.0, 17.0), False)
    assert refused(guns, Limber(unit="reds", path=("30,17.1",))) == "too-far"
    away = went(changed(guns, "reds", limbered=False), Limber(unit="reds", path=("30,17",)))
    assert (away.unit("reds").at, away.unit("reds").limbered) == ((30.0, 17.0), True)


# ── Horses ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-dismount.1")
@pytest.mark.rule("RA-dismount.2")
@pytest.mark.rule("RA-dismount.4")
def test_cavalry_dismounts_and_one_base_holds_the_horses():
    """Polish uhlans fight on foot as Polish regulars, three bases of four."""
    state = went(field("polish-uhlans"), Mount(unit="reds"))
    reds = state.unit("reds")
    assert (reds.card, len(reds.bases), reds.mounts) == ("polish-regulars", 3, "polish-uhlans")
    assert reds.holder == Base("reds4", "polish-uhlans")
    assert reds.holder_at == (30.0, 10.0)
    assert {base.card for base in reds.bases} == {"polish-regulars"}
    assert refused(field("polish-uhlans", bases=1), Mount(unit="reds")) == "no-holders"
    assert refused(field(), Mount(unit="reds")) == "no-horses"
    assert refused(field("polish-uhlans", moved=2.0, moved_turn=1), Mount(unit="reds")) == "moved"


@pytest.mark.rule("RA-dismount.4", "RA-R121", "RA-R264")
def test_white_cavalry_of_officers_fights_on_foot_as_officers():
    """Four bases: three of White Officers, fire 3 to the Volunteers' 2, and Storm troops; mounted, itself."""
    state = went(field("white-officer-cavalry"), Mount(unit="reds"))
    reds = state.unit("reds")
    assert ([base.card for base in reds.bases], state.card(reds).shoot) == (["white-officers"] * 3, 3)
    assert traits(state, reds) == {Trait.STORM}
    again = went(changed(replace(state, turn=2, segment=field().segment), "reds", acted=1), Mount(unit="reds"))
    assert (again.unit("reds").card, len(again.unit("reds").bases)) == ("white-officer-cavalry", 4)
    plain = went(field("white-cavalry"), Mount(unit="reds"))
    assert plain.unit("reds").card == "white-volunteers"


@pytest.mark.rule("RA-dismount.3")
def test_they_mount_where_their_horses_are():
    state = went(field("polish-uhlans"), Mount(unit="reds"))
    state = changed(replace(state, turn=2, segment=field().segment), "reds", acted=1)
    mounted = went(state, Mount(unit="reds"))
    assert (mounted.unit("reds").card, len(mounted.unit("reds").bases)) == ("polish-uhlans", 4)
    assert mounted.unit("reds").holder is None
    assert refused(changed(state, "reds", at=(30.0, 16.0)), Mount(unit="reds")) == "no-horses"


# ── Trains ──────────────────────────────────────────────────────────────────────────────────────────────────────────

RAIL = line("railway", (10, 12), (60, 12), name="Rail", width=0.5)


def _train(last=0.0):
    cars = (Base("engine", "train-engine"), Base("wagon", "train-other"))
    train = unit("train", card="train-engine", bases=1, at=(31.2, 12), rails=Rails("Rail", 23.6, last=last))
    return replace(train, bases=cars)


@pytest.mark.rule("RA-train.cars.3")
@pytest.mark.rule("RA-dismount.1")
def test_troops_board_a_standing_train_and_get_off():
    """The reds' front is at 10.4, the train's side at 11.4: one inch."""
    state = went(field("red-regulars", RAIL, parts=(_train(),)), Embark(unit="reds", carrier="train"))
    reds = state.unit("reds")
    assert (reds.aboard, reds.car, reds.at) == ("train", "wagon", None)
    state = changed(replace(state, turn=2, segment=field().segment), "reds", acted=1)
    off = went(state, Embark(unit="reds"))
    assert off.unit("reds").aboard == ""
    assert off.unit("reds").at is not None
    running = field("red-regulars", RAIL, parts=(_train(4.0),))
    assert refused(running, Embark(unit="reds", carrier="train")) == "train-runs"
    far = changed(field("red-regulars", RAIL, parts=(_train(),)), "reds", at=(30.0, 6.0))
    assert refused(far, Embark(unit="reds", carrier="train")) == "out-of-touch"
    horse = field("red-cavalry", RAIL, parts=(_train(),))
    assert refused(horse, Embark(unit="reds", carrier="train")) == "no-room"


@pytest.mark.rule("RA-dismount.1", "RA-R196", "RA-R273")
@pytest.mark.parametrize("bridged", [False, True])
def test_nobody_boards_a_train_across_deep_water(bridged):
    """The pond lies between the reds' front, at 10.4, and the train's side, at 11.4."""
    pond = area("pond", 20, 10.6, 40, 11.2)
    bridge = line("bridge", (30, 10), (30, 12), width=1.0)
    state = field("red-regulars", pond, *([bridge] if bridged else []), RAIL, parts=(_train(),))
    offered = {offer.verb for offer in DEEDS.offers(state, ATTACKER, "reds")}
    assert ("board" in offered) is bridged
    if bridged:
        assert went(state, Embark(unit="reds", carrier="train")).unit("reds").aboard == "train"
    else:
        assert refused(state, Embark(unit="reds", carrier="train")) == "out-of-touch"


@pytest.mark.rule("RA-dismount.3", "RA-R196", "RA-R273")
def test_nobody_mounts_across_deep_water():
    """The horses' middle is 1.5 in north of the riders' front at 10.4, their side 0.9 in."""
    pond = area("pond", 20, 10.6, 40, 11.1)

    def dismounted(*features):
        state = went(field("polish-uhlans", *features), Mount(unit="reds"))
        state = changed(replace(state, turn=2, segment=field().segment), "reds", acted=1)
        return changed(state, "reds", holder_at=(30.0, 11.9))

    assert refused(dismounted(pond), Mount(unit="reds")) == "no-horses"
    assert went(dismounted(), Mount(unit="reds")).unit("reds").holder is None


# ── Hiding and possession ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-action.hide")
@pytest.mark.rule("RA-building.5")
def test_hiding_needs_cover_and_nobody_who_sees():
    wood = area("woods", 20, 5, 40, 15)
    state = went(field("red-regulars", wood), Hide(unit="reds"))
    assert state.unit("reds").hidden is Concealment.HIDING
    assert refused(field(), Hide(unit="reds")) == "no-hiding-place"
    near = unit("whites", DEFENDER, at=(30, 13.5))
    assert refused(field("red-regulars", wood, parts=(near,)), Hide(unit="reds")) == "in-sight"
    assert refused(field("red-cavalry", wood), Hide(unit="reds")) == "no-hiders"


@pytest.mark.rule("RA-action.possess")
@pytest.mark.rule("RA-building.4")
def test_infantry_takes_a_building_and_has_its_cover():
    mill = area("building", 25, 10.5, 35, 16, hardness="hard", name="Mill")
    state = went(field("red-regulars", mill), Possess(unit="reds"))
    assert state.unit("reds").holds == "Mill"
    assert state.unit("reds").at == pytest.approx((30.0, 10.9))
    assert cover_of(state, state.unit("reds")) is Cover.STONE
    left = changed(replace(state, turn=2, segment=field().segment), "reds", acted=1)
    moved = went(left, Move.model_validate({"unit": "reds", "path": ("30,8",)}))
    assert moved.unit("reds").holds == ""
    assert refused(field("red-cavalry", mill), Possess(unit="reds")) == "infantry-only"
    inside = unit("whites", DEFENDER, at=(30, 14))
    assert refused(field("red-regulars", mill, parts=(inside,)), Possess(unit="reds")) == "enemy-inside"
    assert refused(field(), Possess(unit="reds")) == "nothing-to-take"


@pytest.mark.rule("RA-action.possess")
def test_abandoned_guns_are_captured():
    guns = Abandoned("heap", "guns", "battery", DEFENDER, (30.0, 11.0), SOUTH, (Base("g1", "field-gun"),))
    state = went(field(state={"abandoned": (guns,)}), Possess(unit="reds"))
    assert state.abandoned == ()
    (loss,) = state.losses
    assert (loss.base.id, loss.how, loss.by) == ("g1", "captured", "reds")


@pytest.mark.rule("RA-tank.capture")
def test_a_captured_tank_is_remembered():
    tank = Abandoned("heap", "vehicle", "tank", DEFENDER, (30.0, 11.0), SOUTH, (Base("t1", "tank-mg"),))
    state = went(field(state={"abandoned": (tank,)}), Possess(unit="reds"))
    assert state.captured_tanks == ("t1",)


@pytest.mark.rule("RA-rally.crew.3")
def test_only_a_crew_takes_its_weapons_again():
    heap = Abandoned("heap", "weapons", "reds", ATTACKER, (30.0, 11.0), SOUTH, ())
    state = field("mg-team", bases=1, state={"abandoned": (heap,)})
    assert went(state, Possess(unit="reds")).abandoned == ()
    others = field(state={"abandoned": (replace(heap, unit="gunners"),)})
    assert refused(others, Possess(unit="reds")) == "not-its-own"
    threatened = field("mg-team", bases=1, parts=(unit("whites", DEFENDER, "red-cavalry", at=(30, 20)),),
        state={"abandoned": (heap,)})  # fmt: skip
    assert refused(threatened, Possess(unit="reds")) == "weapons-threatened"


# ── Prisoners ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _prisoners(at=(30.0, 14.0), guard=""):
    return Prisoners("held", "lost", ATTACKER, DEFENDER, at, (Base("p1", "red-regulars"),), guard)


@pytest.mark.rule("RA-misc.prisoners.1")
def test_who_moves_onto_unguarded_prisoners_has_them():
    state = field(state={"prisoners": (_prisoners(),)})
    state = went(state, Move.model_validate({"unit": "reds", "path": ("30,13.4",)}))
    (held,) = state.prisoners
    assert (held.owner, held.guard) == (ATTACKER, "reds")
    guard = unit("whites", DEFENDER, at=(30, 16.0), bases=1)
    guarded = field(parts=(guard,), state={"prisoners": (_prisoners(at=(30.0, 15.0), guard="whites"),)})
    kept = went(guarded, Move.model_validate({"unit": "reds", "path": ("30,13.2",)}))
    assert kept.prisoners[0].owner == DEFENDER


@pytest.mark.rule("RA-misc.prisoners.3")
def test_prisoners_in_buildings_are_taken_possession_of():
    barn = area("building", 28, 12, 32, 18, name="Barn")
    state = field("red-regulars", barn, state={"prisoners": (_prisoners(),)})
    near = went(state, Move.model_validate({"unit": "reds", "path": ("30,13",), "pace": "normal"}))
    assert near.prisoners[0].owner == DEFENDER
    again = changed(replace(near, turn=2, segment=field().segment), "reds", acted=1, holds="Barn")
    taken = went(again, Possess(unit="reds", what="prisoners"))
    assert taken.prisoners[0].owner == ATTACKER


@pytest.mark.rule("RA-misc.prisoners.4")
def test_prisoners_are_harmed_by_house_rule_alone():
    held = Prisoners("held", "lost", DEFENDER, ATTACKER, (30.0, 11.0), (Base("p1", "polish-regulars"),), "reds")
    assert refused(field(state={"prisoners": (held,)}), DoAway(unit="reds")) == "prisoners-live"
    on = {"prisoners": (held,), "options": (("do-away-with-prisoners", "on"),)}
    state = went(field(state=on), DoAway(unit="reds"))
    assert state.prisoners == ()
    assert [loss.base.id for loss in state.losses] == ["p1"]


def test_prisoners_go_with_their_guard():
    held = Prisoners("held", "lost", DEFENDER, ATTACKER, (30.0, 11.0), (Base("p1", "polish-regulars"),), "reds")
    state = went(field(state={"prisoners": (held,)}), Move.model_validate({"unit": "reds", "path": ("30,16",)}))
    assert state.prisoners[0].at == (30.0, 16.0)


@pytest.mark.rule("RA-misc.prisoners.2")
def test_who_drives_off_their_guard_has_the_prisoners():
    """The whites are the only unit in contact; of two, both would have to go."""
    whites = unit("whites", DEFENDER, at=(30, 16.0), bases=1)
    before = field(parts=(whites,), state={"prisoners": (_prisoners(at=(30.0, 15.0), guard="whites"),)})
    gone = Course(changed(before, "whites", at=(30.0, 24.0)), Scripted(()))
    gain_by_driving_off(gone, before, "whites", "reds")
    assert gone.state.prisoners[0].owner == ATTACKER
    second = unit("others", DEFENDER, at=(30, 14.0), bases=1)
    two = field(parts=(whites, second), state={"prisoners": before.prisoners})
    kept = Course(changed(two, "whites", at=(30.0, 24.0)), Scripted(()))
    gain_by_driving_off(kept, two, "whites", "reds")
    assert kept.state.prisoners[0].owner == DEFENDER
