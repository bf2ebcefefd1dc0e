"""Who knows what stands where; what comes to light."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.action import UMPIRE as UMPIRES
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.umpire import Kill, Steady, Wound
from rules.red_actions.decide import decide, odds
from rules.red_actions.knowledge import may_see, name_for, who_know_all
from rules.red_actions.play.morale.numbers import flank_threatened
from rules.red_actions.play.sight.knowledge import reveal_seen, show
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Phase
from rules.red_actions.units import Concealment
from rules.red_actions.view import states
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions.field import ATTACK, area, battle, board, course, junior, officer, unit

WOOD = area("woods", 20, 29, 40, 40)
RED, WHITE, UMPIRE = Viewer(side=ATTACKER), Viewer(side=DEFENDER), Viewer(umpire=True)


def _one(hidden, *, at=(30, 32), red_at=(30, 10), **changes):
    return battle(
        unit("reds", at=red_at), unit("whites", DEFENDER, at=at, hidden=hidden, marker=3), board=board(WOOD), **changes
    )


@pytest.mark.rule("RA-seq.3")
@pytest.mark.parametrize("hidden", [Concealment.MARKER, Concealment.AMBUSH, Concealment.HIDING])
def test_hidden_units_are_their_sides_own(hidden):
    state = _one(hidden)
    assert [may_see(state, viewer, "whites") for viewer in (RED, WHITE, UMPIRE, PUBLIC)] == [False, True, True, False]
    assert may_see(state, PUBLIC, "reds")
    assert who_know_all(state, "whites") == (DEFENDER,)
    assert who_know_all(state, "reds") is None
    assert name_for(state, RED, "whites") == ("Marker 3" if hidden is Concealment.MARKER else "an unseen enemy")
    assert name_for(state, WHITE, "whites") == "Whites"


@pytest.mark.rule("RA-seq.3", "RA-ambush.place")
@pytest.mark.parametrize(
    ("hidden", "shown"),
    [(Concealment.MARKER, "marker 3"), (Concealment.AMBUSH, "in ambush"), (Concealment.HIDING, "hidden")],
)
def test_its_own_side_is_shown_how_a_unit_is_hidden(hidden, shown):
    state = _one(hidden)
    whites = state.unit("whites")
    assert shown in states(state, whites, own=True)
    assert not {"marker 3", "as a marker", "in ambush", "hidden"} & set(states(state, whites, own=False))


@pytest.mark.rule("RA-def.officer.senior-unit.1")
def test_an_officer_is_hidden_with_his_unit():
    state = battle(
        unit("reds"),
        unit("whites", DEFENDER, at=(30, 32), hidden=Concealment.AMBUSH),
        officer("ivan", DEFENDER, with_unit="whites"),
    )
    assert not may_see(state, RED, "ivan")


@pytest.mark.rule("RA-seq.reinforce")
def test_who_has_not_come_is_not_known():
    state = battle(unit("reds"), unit("late", DEFENDER, at=None, arrives=3))
    assert not may_see(state, RED, "late")


@pytest.mark.rule("RA-seq.reveal")
def test_a_marker_that_an_enemy_sees_is_revealed():
    went = course(_one(Concealment.MARKER, at=(30, 20)))
    reveal_seen(went)
    assert [event.kind for event in went.events] == ["revealed"]
    assert went.state.unit("whites").hidden is Concealment.NO
    unseen = course(_one(Concealment.MARKER))
    reveal_seen(unseen)
    assert not unseen.events


@pytest.mark.rule("RA-seq.reveal")
def test_nothing_is_revealed_while_sides_deploy():
    went = course(_one(Concealment.MARKER, at=(30, 20), phase=Phase.DEPLOYING))
    reveal_seen(went)
    assert not went.events


@pytest.mark.rule("RA-ambush.corner")
def test_who_comes_round_a_corner_sees_an_ambush_in_the_open():
    """In the wood it is not seen beyond 2 in; behind a house it is, once the line is clear."""
    in_wood = course(_one(Concealment.AMBUSH, red_at=(30, 26.5)))
    reveal_seen(in_wood)
    assert not in_wood.events
    open_ = course(_one(Concealment.AMBUSH, at=(30, 20)))
    reveal_seen(open_)
    assert open_.state.unit("whites").hidden is Concealment.NO


@pytest.mark.rule("RA-seq.dummy")
def test_a_dummy_that_is_seen_goes():
    state = battle(unit("reds"), dummies=(Dummy(DEFENDER, 1, (30.0, 20.0)), Dummy(DEFENDER, 2, (30.0, 32.0))),
        board=board(WOOD))  # fmt: skip
    went = course(state)
    reveal_seen(went)
    assert [dummy.marker for dummy in went.state.dummies] == [2]


@pytest.mark.rule("RA-seq.reveal")
def test_showing_says_what_it_was():
    went = course(_one(Concealment.MARKER))
    show(went, "whites", why="fired")
    show(went, "whites", why="fired")
    (event,) = went.events
    assert (event.was, event.marker, event.why) == (Concealment.MARKER, 3, "fired")


def _refused(state, action):
    with pytest.raises(RuleViolation) as refusal:
        decide(state, action, ATTACK, Scripted(""))
    return refusal.value.code, refusal.value.message, refusal.value.citation, refusal.value.remedy


@pytest.mark.rule("RA-seq.dummy", "RA-vis.2")
def test_a_dummy_behind_a_wood_stays():
    """Ten inches of it lie between; the marker stands in the open beyond, 20 in off."""
    beyond = Dummy(DEFENDER, 1, (30.0, 30.0))
    state = battle(unit("reds"), dummies=(beyond,), board=board(area("woods", 20, 14, 40, 24)))
    went = course(state)
    reveal_seen(went)
    assert went.state.dummies == (beyond,)


@pytest.mark.rule("RA-seq.3", "RA-seq.dummy", "RA-ambush.place")
def test_a_typed_number_unmasks_no_marker_and_a_marker_is_one_by_its_own_name():
    """Marker 3 is whites, marker 4 nobody; u5 lies in ambush, and there is no u6."""
    state = battle(
        unit("reds"),
        junior("reds", token="red-zero-plain"),
        unit("u4", DEFENDER, at=(30, 32), hidden=Concealment.MARKER, marker=3),
        unit("u5", DEFENDER, at=(33, 32), hidden=Concealment.AMBUSH),
        board=board(WOOD),
        dummies=(Dummy(DEFENDER, 4, (36.0, 32.0)),),
    )
    for asked in (
        lambda ref: Charge(unit="reds", target=ref),
        lambda ref: Fire(unit="reds", target=ref),
        lambda ref: GiveOrders(first="fire at", target=ref),
    ):
        nobody = _refused(state, asked("u6"))
        assert [_refused(state, asked(ref)) for ref in ("u4", "u5")] == [
            tuple(each.replace("u6", ref) for each in nobody) for ref in ("u4", "u5")
        ]
        whites, dummy = (_refused(state, asked(ref)) for ref in ("Marker 3", "marker 4"))
        assert whites[:3] == ("only-a-marker", "Nobody has made out what stands at marker 3.", "RA-seq.reveal")
        assert tuple(each.replace("4", "3") for each in dummy) == whites
    for number in (3, 4):
        (moved, *_) = [
            event
            for event in decide(state, Move(unit="reds", path=(f"2in toward Marker {number}",)), ATTACK, Scripted(""))
            if event.kind == "moved"
        ]
        assert moved.unit == "reds"


@pytest.mark.rule("RA-R248", "RA-charge.onward")
def test_who_is_hidden_bars_no_charge_that_is_announced():
    """Neither by his marker nor by the name that the refusal would give: the charger meets him on the way."""
    lurkers = unit("lurkers", DEFENDER, at=(30, 14), hidden=Concealment.MARKER, marker=3)
    whites = unit("whites", DEFENDER, at=(30, 17), bases=2)
    state = battle(unit("reds", bases=2), junior("reds", token="red-zero-plain"), whites, lurkers)
    without = battle(unit("reds", bases=2), junior("reds", token="red-zero-plain"), whites)
    assert odds(state, Charge(unit="reds", target="whites"), ATTACK) == odds(
        without, Charge(unit="reds", target="whites"), ATTACK
    )
    seen = state.with_unit(replace(state.unit("lurkers"), hidden=Concealment.NO))
    assert _refused(seen, Charge(unit="reds", target="whites"))[:2] == (
        "in-the-way",
        "Lurkers is in the way of Whites.",
    )


@pytest.mark.rule("RA-R248", "RA-morale.mod.flank")
@pytest.mark.parametrize(("hidden", "threatens"), [(Concealment.NO, True), (Concealment.MARKER, False)])
def test_a_marker_behind_a_unit_threatens_its_flank_no_more_than_a_dummy(hidden, threatens):
    state = battle(unit("reds", at=(30, 20)), unit("whites", DEFENDER, at=(30, 15), hidden=hidden, marker=3))
    assert flank_threatened(state, state.unit("reds")) is threatens


@pytest.mark.rule("RA-ambush.place")
@pytest.mark.parametrize(
    "hand",
    [
        Kill(figure="whites-junior", reason="a sniper"),
        Wound(unit="whites", what="base", reason="a mine in the wood"),
        Steady(unit="whites", reason="their colonel"),
    ],
)
def test_the_umpires_reason_is_heard_by_those_who_may_know_whom_it_is_about(hand):
    whites = unit("whites", DEFENDER, at=(30, 32), hidden=Concealment.AMBUSH, terror=1)
    state = battle(unit("reds"), whites, junior("whites", DEFENDER, token="white-zero-plain"), board=board(WOOD))
    events = decide(state, hand, UMPIRES, Scripted("d6:6,d6:6" if hand.name() == "wound" else ""))
    assert events[0].kind == "umpire-acted"
    assert {event.audience for event in events if event.kind != "agenda-set"} == {(DEFENDER,)}
    open_ = state.with_unit(replace(state.unit("whites"), hidden=Concealment.NO))
    told = decide(open_, hand, UMPIRES, Scripted("d6:6,d6:6" if hand.name() == "wound" else ""))
    assert {event.audience for event in told} == {None}
