"""Who knows what stands where; what comes to light."""

from __future__ import annotations

import pytest

from rules.red_actions.play.sight.knowledge import may_see, name_for, reveal_seen, show, who_know_all
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Phase
from rules.red_actions.units import Concealment
from rules.viewing import PUBLIC, Viewer
from tests.rules.red_actions.field import area, battle, board, course, officer, unit

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
