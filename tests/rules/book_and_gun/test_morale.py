"""XII.1: major, critical and pinned morale, on plain numbers and in the morale phase of a battle."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.book.morale import critical, critical_due, major, pinned
from rules.book_and_gun.state import Side
from rules.book_and_gun.units import Morale, Phase, Status, UnitTraits
from rules.kernel.chance import Scripted

from .field import SOUTH, army, battle, cell, hurt, kinds, mob, only, play

GO = CheckMorale()
# XII.1 as printed (army critical and pinned by BG-R58): side, major, with leader, without leader
CHART = [("army", 8, 10, 8), ("insurgents", 7, 9, 6), ("civilians", 7, 8, 7)]


def rolls(total):
    """Two dice with that total."""
    return f"d6:{min(6, total - 1)},d6:{total - min(6, total - 1)}"


def evening(*units, **changes):
    return battle(*units, phase=Phase.MORALE, **changes)


# ── The chart ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XII.1.chart", "BG-XII.1.21a", "BG-XII.1.21b")
@pytest.mark.parametrize(("side", "top"), [(side, top) for side, top, _, _ in CHART])
def test_major_morale_passes_up_to_the_printed_number(side, top):
    assert major(side, Scripted(rolls(top))).passed
    assert not major(side, Scripted(rolls(top + 1))).passed


@pytest.mark.rule("BG-XII.1.chart", "BG-XII.1.31a")
@pytest.mark.parametrize(("side", "_", "led", "leaderless"), CHART)
def test_a_critical_check_passes_pins_by_one_and_routs_by_two(side, _, led, leaderless):
    for leader, top in ((True, led), (False, leaderless)):
        expected = {top: Morale.STEADY, top + 1: Morale.PINNED, top + 2: Morale.ROUTED}
        for total, outcome in expected.items():
            assert critical(side, Morale.STEADY, Scripted(rolls(total)), leader=leader)[1] is outcome, (leader, total)


@pytest.mark.rule("BG-XII.1.chart", "BG-XII.1.41a")
@pytest.mark.parametrize(("side", "_", "led", "leaderless"), CHART)
def test_a_pinned_check_frees_holds_by_one_and_shakes_by_two(side, _, led, leaderless):
    for leader, top in ((True, led), (False, leaderless)):
        expected = {top: Morale.STEADY, top + 1: Morale.PINNED, top + 2: Morale.SHAKEN}
        for total, outcome in expected.items():
            assert pinned(side, Scripted(rolls(total)), leader=leader)[1] is outcome, (leader, total)


@pytest.mark.rule("BG-XII.2.11b", "BG-XII.2.21b")
@pytest.mark.parametrize("state", [Morale.SHAKEN, Morale.PINNED])
def test_shaken_and_pinned_units_are_checked_at_one_less(state):
    rolled, after = critical("insurgents", state, Scripted(rolls(9)), leader=True)

    assert rolled.limit.value == 8
    assert after is state  # 9 would have passed; now it is one above, which pins: no better, no worse


@pytest.mark.rule("BG-XII.1.41a")
def test_the_pinned_check_has_no_penalty_but_by_house_rule():
    literal = (("state-penalty-on-recovery", "yes"),)

    assert pinned("army", Scripted(rolls(8)), leader=False)[1] is Morale.STEADY
    assert pinned("army", Scripted(rolls(8)), leader=False, options=literal)[1] is Morale.PINNED


def test_house_rules_of_the_critical_check():
    equal_routs = (("critical-order", "equal-routs"),)
    lower = (("morale-number", "top-of-range"),)
    army_eight = (("army-critical-with-leader", "8"),)

    assert critical("army", Morale.STEADY, Scripted(rolls(11)), leader=True, options=equal_routs)[1] is Morale.ROUTED
    assert critical("army", Morale.STEADY, Scripted(rolls(12)), leader=True, options=equal_routs)[1] is Morale.PINNED
    assert critical("army", Morale.STEADY, Scripted(rolls(10)), leader=True, options=lower)[1] is Morale.PINNED
    assert critical("army", Morale.STEADY, Scripted(rolls(9)), leader=True, options=army_eight)[1] is Morale.PINNED


@pytest.mark.rule("BG-XII.1.1", "BG-XII.1.3a")
@pytest.mark.parametrize(
    ("fit", "original", "due"), [(4, 7, False), (3, 7, True), (7, 14, False), (6, 14, True), (1, 2, False)]
)
def test_a_unit_is_critical_below_half_of_its_strength(fit, original, due):
    assert critical_due(fit, original) is due


@pytest.mark.rule("BG-XII.1.3a")
def test_a_shaken_unit_that_was_hit_is_critical_at_any_strength():
    assert critical_due(7, 7, hit_while_shaken=True)


def test_by_house_rule_half_is_enough():
    assert critical_due(7, 14, options=(("critical-at", "half-or-less"),))


# ── The phase ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VII.3.d.3", "BG-XII.1.1")
def test_nobody_is_checked_without_a_reason():
    events, _ = play(evening(army(size=7, at=(10, 10)), cell(at=(10, 30))), GO)

    assert kinds(events) == ["phase-step-done"]


@pytest.mark.rule("BG-XII.1.3a", "BG-XII.1.31a")
def test_a_unit_below_half_takes_its_critical_check_and_is_pinned():
    state = evening(hurt(army(at=(10, 10)), Status.KILLED, 4, 5, 6, 7), cell(at=(10, 30)))

    events, after = play(state, GO, rolls(11))  # army with leader passes up to 10

    (tested,) = only(events, "morale-tested")
    assert (tested.chart, tested.unit, tested.leader, tested.top.value) == ("critical", "able", "able1", 10)
    assert after.unit("able").morale is Morale.PINNED


@pytest.mark.rule("BG-XII.1.31a", "BG-XII.1.31b", "BG-XII.2.3a")
def test_a_failed_critical_check_routs_loses_1d6_and_runs_4d6_to_its_own_edge():
    state = evening(army(at=(10, 30)), hurt(cell(size=7, at=(10, 20), facing=SOUTH), Status.KILLED, 1, 6, 7))
    state = state.with_unit(hurt(state.unit("red"), Status.WOUNDED, 5))

    # no leader: passes up to 6, 8 routs. 1 man lost of red2, red3, red4; then 1+1+2+1 = 5 inches north
    events, after = play(state, GO, "d6:6,d6:2,d6:1,d6:1,d6:1,d6:2,d6:1")

    red = after.unit("red")
    assert red.morale is Morale.ROUTED
    assert red.figure("red2").status is Status.KILLED
    assert [red.figure(f"red{n}").at for n in (3, 4)] == [(14, 25), (16, 25)]
    assert red.figure("red5").at == (18, 20)  # wounded, carried by nobody
    assert only(events, "figure-fell")[0].cause == "rout"


@pytest.mark.rule("BG-XII.1.3a")
def test_a_shaken_unit_hit_this_turn_is_checked_and_one_hit_earlier_is_not():
    shaken = {"morale": Morale.SHAKEN, "morale_turn": 1}
    fresh = army(size=4, at=(10, 10), hit_while_shaken_turn=2, **shaken)
    earlier = army("bravo", size=4, at=(30, 10), hit_while_shaken_turn=1, **shaken)

    events, after = play(evening(fresh, earlier, cell(at=(10, 30))), GO, rolls(9))

    assert [t.unit for t in only(events, "morale-tested")] == ["able"]
    assert after.unit("able").morale is Morale.SHAKEN


@pytest.mark.rule("BG-XII.1.4", "BG-XII.1.41a")
def test_a_pinned_unit_is_checked_in_the_turn_in_which_it_was_pinned():
    state = evening(army(size=4, at=(10, 10), morale=Morale.PINNED, morale_turn=2), cell(at=(10, 30)))

    events, after = play(state, GO, rolls(10))

    assert [t.chart for t in only(events, "morale-tested")] == ["pinned"]
    assert after.unit("able").morale is Morale.STEADY


@pytest.mark.rule("BG-XII.1.41a", "BG-XII.2.1")
def test_a_pinned_unit_that_fails_badly_is_shaken_and_goes_4d6_back():
    state = evening(army(size=2, at=(10, 10), morale=Morale.PINNED, morale_turn=2), cell(at=(10, 30)))

    _, after = play(state, GO, rolls(12) + ",d6:1,d6:2,d6:1,d6:1")

    assert after.unit("able").morale is Morale.SHAKEN
    assert [f.at for f in after.unit("able").figures] == [(10, 5), (12, 5)]


@pytest.mark.rule("BG-XII.1.3b", "BG-XII.1.4")
def test_a_unit_pinned_by_its_critical_check_is_not_checked_again_in_this_phase():
    state = evening(hurt(army(at=(10, 10)), Status.KILLED, 4, 5, 6, 7), cell(at=(10, 30)))

    events, _ = play(state, GO, rolls(11))

    assert [t.chart for t in only(events, "morale-tested")] == ["critical"]


@pytest.mark.rule("BG-XII.1.3b")
def test_each_unit_is_checked_on_its_own_army_first():
    red = hurt(cell(at=(10, 30), facing=SOUTH), Status.KILLED, 4, 5, 6, 7)
    crowd = hurt(mob(at=(30, 20)), Status.KILLED, 1, 2, 3, 4)
    able = hurt(army(at=(10, 10)), Status.KILLED, 4, 5, 6, 7)

    events, _ = play(evening(crowd, red, able), GO, ",".join([rolls(2)] * 3))

    assert [t.unit for t in only(events, "morale-tested")] == ["able", "red", "crowd"]


@pytest.mark.rule("BG-XII.1.2a", "BG-XII.1.2b", "BG-XII.1.21b")
def test_the_loss_of_the_commander_makes_a_side_immobile_for_the_coming_turn():
    state = evening(army(at=(10, 10)), cell(at=(10, 30)))
    sides = (Side("army", "Army", "south", commander="able1", commander_lost_turn=2), *state.sides[1:])

    events, after = play(replace(state, sides=sides), GO, rolls(9))  # army passes up to 8

    (tested,) = only(events, "morale-tested")
    assert (tested.chart, tested.side, tested.unit) == ("major", "army", None)
    assert after.side("army").immobile_turn == 3


@pytest.mark.rule("BG-XII.1.21a", "BG-XII.1.2b")
def test_a_side_without_its_commander_is_checked_in_every_later_turn():
    state = evening(army(at=(10, 10)), cell(at=(10, 30)), turn=5)
    sides = (Side("army", "Army", "south", commander="able1", commander_lost_turn=2), *state.sides[1:])

    _, after = play(replace(state, sides=sides), GO, rolls(8))

    assert after.side("army").immobile_turn == 0


@pytest.mark.rule("BG-XII.1.1")
def test_the_order_is_major_then_critical_then_pinned():
    able = hurt(army(at=(10, 10)), Status.KILLED, 4, 5, 6, 7)
    bravo = army("bravo", size=4, at=(30, 10), morale=Morale.PINNED, morale_turn=1)
    state = evening(bravo, able, cell(at=(10, 30)))
    sides = (Side("army", "Army", "south", commander="x", commander_lost_turn=1), *state.sides[1:])

    events, _ = play(replace(state, sides=sides), GO, ",".join([rolls(2)] * 3))

    assert [(t.chart, t.unit) for t in only(events, "morale-tested")] == [
        ("major", None),
        ("critical", "able"),
        ("pinned", "bravo"),
    ]


@pytest.mark.rule("BG-XII.1.3a")
def test_leaders_who_belong_to_no_unit_are_not_checked():
    traits = UnitTraits(basic=False, independent=True)
    staff = hurt(army("staff", size=3, at=(10, 10), traits=traits), Status.KILLED, 2, 3)

    events, _ = play(evening(staff, army(at=(20, 10)), cell(at=(10, 30))), GO)

    assert only(events, "morale-tested") == []


@pytest.mark.rule("BG-VII.3.d.2")
def test_a_reload_marker_goes_from_a_weapon_that_neither_fired_nor_moved_this_turn():
    def gun(name, fired, **changes):
        unit = army(name, size=1, at=(10, 10), **changes)
        return replace(unit, figures=(replace(unit.figures[0], reload=(("haw", 2, fired),)),))

    state = evening(gun("able", 1), gun("bravo", 2), gun("charlie", 1, moved_turn=2), cell(at=(10, 30)))

    events, after = play(state, GO)

    assert [e.unit for e in only(events, "reload-marked")] == ["able"]
    assert after.figure("able1").reload[0][1] == 1


def test_house_rules_of_recovery():
    pinned_unit = army(at=(10, 10), morale=Morale.PINNED, morale_turn=1)
    shaken_unit = army(at=(10, 10), morale=Morale.SHAKEN, morale_turn=1)

    only_rally = evening(pinned_unit, cell(at=(10, 30)), options=(("pinned-recovery", "rally-only"),))
    events, after = play(only_rally, GO, "d6:5")
    assert [t.chart for t in only(events, "morale-tested")] == ["rally"]
    assert after.unit("able").morale is Morale.STEADY

    standing = evening(shaken_unit, cell(at=(10, 30)), options=(("shaken-rally", "end-of-turn-stand"),))
    events, after = play(standing, GO, "d6:6")
    assert after.unit("able").morale is Morale.SHAKEN
    assert only(events, "unit-moved") == []
