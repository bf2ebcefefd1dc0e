"""VIII.6 and VIII.7: rallying, by the chart and in a battle."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.actions.movement import RallyUnit
from rules.book_and_gun.play.morale.rally import rally
from rules.book_and_gun.units import Morale, Phase, Status
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

from .field import army, battle, black_card, cell, hurt, kinds, only, play, player

# VIII.6 as printed: side, has leader, has no leader
CHART = [("army", 5, 4), ("insurgents", 4, 3), ("civilians", 3, 2)]
SHAKEN = {"morale": Morale.SHAKEN, "morale_turn": 1}
PINNED = {"morale": Morale.PINNED, "morale_turn": 1}
RALLY = RallyUnit(unit="able")


@pytest.mark.rule("BG-VIII.6.1c")
@pytest.mark.parametrize(("side", "led", "leaderless"), CHART)
def test_the_listed_numbers_rally(side, led, leaderless):
    for own, top in ((True, led), (False, leaderless)):
        for die in range(1, 7):
            assert rally(side, Morale.SHAKEN, Scripted(f"d6:{die}"), own=own).passed == (die <= top)


@pytest.mark.rule("BG-XII.2.11b")
def test_the_state_of_a_unit_does_not_count_against_its_rally_but_by_house_rule():
    literal = (("state-penalty-on-recovery", "yes"),)

    assert rally("army", Morale.SHAKEN, Scripted("d6:5"), own=True).passed
    assert not rally("army", Morale.SHAKEN, Scripted("d6:5"), own=True, options=literal).passed


@pytest.mark.rule("BG-VIII.7.1", "BG-VIII.7.3a", "BG-VII.3.a.2")
def test_a_shaken_unit_that_rallies_may_move_on_the_same_card():
    state = black_card(battle(army(at=(10, 10), **SHAKEN), cell(at=(10, 30))))

    events, after = play(state, RALLY, "d6:5", player())

    assert kinds(events) == ["morale-tested", "morale-changed"]
    assert after.unit("able").morale is Morale.STEADY
    assert after.run is not None  # the card is not spent
    assert after.run.left == 1
    assert all(f.move_turn < after.turn for f in after.unit("able").figures)


@pytest.mark.rule("BG-VIII.7.3b", "BG-VIII.7.3a")
def test_a_shaken_unit_that_does_not_rally_goes_4d6_back_and_its_chance_is_spent():
    state = black_card(battle(army(size=2, at=(10, 12), **SHAKEN), cell(at=(10, 30))))

    _, after = play(state, RALLY, "d6:6,d6:2,d6:3,d6:1,d6:1", player())

    able = after.unit("able")
    assert able.morale is Morale.SHAKEN
    assert [f.at for f in able.figures] == [(3, 12), (5, 12)]  # 7 inches to the nearest edge, the western one
    assert {f.move_turn for f in able.figures} == {2}
    assert after.run is None


@pytest.mark.rule("BG-VIII.7.4a")
def test_shaken_men_who_run_off_the_field_are_out_for_good():
    state = black_card(battle(army(size=2, at=(9, 5), **SHAKEN), cell(at=(10, 30))))

    _, after = play(state, RALLY, "d6:6,d6:1,d6:1,d6:2,d6:2", player())

    assert [f.status for f in after.unit("able").figures] == [Status.GONE, Status.GONE]


@pytest.mark.rule("BG-VIII.7.4a")
def test_shaken_men_do_not_run_towards_the_enemy():
    # The west edge is nearest, but an enemy stands there: they go to their own edge, the southern one.
    state = black_card(battle(army(size=2, at=(9, 14), **SHAKEN), cell(size=1, at=(2, 14))))

    _, after = play(state, RALLY, "d6:6,d6:1,d6:1,d6:2,d6:2", player())

    assert [f.at for f in after.unit("able").figures] == [(9, 8), (11, 8)]


@pytest.mark.rule("BG-VIII.6.1a")
def test_without_a_leader_within_six_inches_the_attempt_fails_without_a_roll():
    lost = hurt(army(size=3, at=(10, 12), **SHAKEN), Status.KILLED, 1)
    state = black_card(battle(lost, army("bravo", at=(30, 12)), cell(at=(10, 30))))

    events, after = play(state, RALLY, "d6:1,d6:1,d6:1,d6:1", player())

    assert only(events, "morale-tested") == []
    assert after.unit("able").morale is Morale.SHAKEN


def test_by_house_rule_a_unit_alone_rolls_in_the_column_without_leader():
    lost = hurt(army(size=3, at=(10, 12), **SHAKEN), Status.KILLED, 1)
    options = (("rally-without-leader", "no-leader-column"),)
    state = black_card(battle(lost, army("bravo", at=(30, 12)), cell(at=(10, 30)), options=options))

    events, after = play(state, RALLY, "d6:4", player())

    assert only(events, "morale-tested")[0].top.value == 4
    assert after.unit("able").morale is Morale.STEADY


@pytest.mark.rule("BG-VIII.6.1a", "BG-VIII.6.1b", "BG-VIII.6.1c")
def test_another_leader_spends_his_one_attempt_of_the_turn():
    able = hurt(army(size=3, at=(10, 12), **SHAKEN), Status.KILLED, 1)
    charlie = hurt(army("charlie", size=3, at=(10, 16), **SHAKEN), Status.KILLED, 1)
    bravo = army("bravo", size=1, at=(14, 14))
    state = black_card(battle(able, charlie, bravo, cell(at=(10, 34))), number=2)

    events, state = play(state, RALLY, "d6:4", player())

    (tested,) = only(events, "morale-tested")
    assert (tested.leader, tested.top.value) == ("bravo1", 4)
    assert state.figure("bravo1").rally_turn == 2

    events, state = play(state, RallyUnit(unit="charlie"), "d6:1,d6:1,d6:1,d6:1", player())
    assert only(events, "morale-tested") == []


@pytest.mark.rule("BG-XII.2.2", "BG-VIII.6.1a")
def test_a_leader_may_free_a_pinned_unit_on_its_card():
    state = black_card(battle(army(at=(10, 12), **PINNED), cell(at=(10, 30))))

    _, freed = play(state, RALLY, "d6:5", player())
    _, held = play(state, RALLY, "d6:6", player())

    assert freed.unit("able").morale is Morale.STEADY
    assert held.unit("able").morale is Morale.PINNED
    assert [f.at for f in held.unit("able").figures] == [f.at for f in state.unit("able").figures]
    assert held.figure("able1").rally_turn == 2


def test_a_pinned_unit_has_no_second_attempt():
    state = black_card(battle(army(at=(10, 12), **PINNED), cell(at=(10, 30))))
    _, state = play(state, RALLY, "d6:6", player())

    with pytest.raises(RuleViolation) as refused:
        play(state, RALLY, by=player())

    assert refused.value.code == "pinned"


def test_a_steady_unit_has_nothing_to_rally_from():
    state = black_card(battle(army(at=(10, 12)), cell(at=(10, 30))))

    with pytest.raises(RuleViolation) as refused:
        play(state, RALLY, by=player())

    assert refused.value.code == "nothing-to-rally"


def test_without_a_board_the_player_may_say_that_no_leader_is_near():
    state = black_card(battle(army(size=3, **SHAKEN), cell()))

    events, after = play(state, RallyUnit(unit="able", leader_near=False), "d6:3,d6:3,d6:3,d6:3", player())

    (moved,) = only(events, "unit-moved")
    assert (moved.how, moved.inches, moved.placed) == ("retreat", 12, ())
    assert after.unit("able").morale is Morale.SHAKEN


@pytest.mark.rule("BG-VII.3.d.1", "BG-XII.2.3b", "BG-VIII.6.1c")
def test_a_routed_unit_rallies_to_shaken_in_the_morale_phase_of_the_turn_after():
    red = cell(at=(10, 30), morale=Morale.ROUTED, morale_turn=1)
    state = battle(army(at=(10, 5)), red, phase=Phase.MORALE)

    events, after = play(state, CheckMorale(), "d6:4")

    assert only(events, "morale-tested")[0].leader == "red1"  # its own leader, though he ran with it
    assert after.unit("red").morale is Morale.SHAKEN
    assert [f.at for f in after.unit("red").figures] == [f.at for f in red.figures]


@pytest.mark.rule("BG-VII.3.d.1", "BG-XII.2.3b")
def test_a_routed_unit_that_does_not_rally_is_removed():
    red = cell(at=(10, 30), morale=Morale.ROUTED, morale_turn=1)

    _, after = play(battle(army(at=(10, 5)), red, phase=Phase.MORALE), CheckMorale(), "d6:5")

    assert {f.status for f in after.unit("red").figures} == {Status.GONE}


@pytest.mark.rule("BG-XII.2.3b")
def test_a_unit_that_routed_this_turn_waits():
    red = cell(at=(10, 30), morale=Morale.ROUTED, morale_turn=2)

    events, after = play(battle(army(at=(10, 5)), red, phase=Phase.MORALE), CheckMorale())

    assert after.unit("red").morale is Morale.ROUTED
    assert only(events, "figure-left") == []


@pytest.mark.rule("BG-XII.2.3b")
def test_a_rallied_rout_may_rally_from_shaken_in_the_next_turn():
    able = army(at=(10, 12), morale=Morale.SHAKEN, morale_turn=2)
    state = black_card(battle(able, cell(at=(10, 30)), turn=3))

    _, after = play(state, RALLY, "d6:2", player())

    assert after.unit("able").morale is Morale.STEADY
    with pytest.raises(RuleViolation):
        play(replace(state, turn=2), RALLY, by=player())


def test_house_rules_of_retreat_and_of_pinned_men():
    shaken = black_card(
        battle(army(size=1, at=(10, 12), **SHAKEN), cell(at=(10, 30)), options=(("shaken-retreat", "normal-move"),))
    )
    events, _ = play(shaken, RALLY, "d6:6,d6:1,d6:2,d6:3", player())  # open order foot: 3D6
    assert only(events, "unit-moved")[0].dice == (1, 2, 3)

    pinned = black_card(
        battle(army(at=(10, 12), **PINNED), cell(at=(10, 30)), options=(("pinned-recovery", "check-only"),))
    )
    with pytest.raises(RuleViolation) as refused:
        play(pinned, RALLY, by=player())
    assert refused.value.code == "pinned"
