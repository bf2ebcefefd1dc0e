"""A separated group is checked on its own, and is a body of its own while its morale is another. XII.1.3, XII.1.4."""

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn, CallMoraleTest
from rules.book_and_gun.actions.combat import CheckMorale
from rules.book_and_gun.play.turn.readiness import movers
from rules.book_and_gun.stage import situation
from rules.book_and_gun.tell import tell
from rules.book_and_gun.units import Morale, Phase, Status
from rules.book_and_gun.view import view
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Scripted
from rules.seam.viewing import Viewer

from .field import SOUTH, army, battle, cell, hurt, kinds, only, play


def spread(**changes):
    """Seven men of the army, in the open: the leader (1) and 2, 3 at x = 10 to 14, 4 to 7 at x = 30 to 36."""
    unit = army(at=(10, 10), **changes)
    far = {4: (30.0, 10.0), 5: (32.0, 10.0), 6: (34.0, 10.0), 7: (36.0, 10.0)}
    return replace(unit, figures=tuple(replace(f, at=far.get(f.number, f.at)) for f in unit.figures))


def field(unit, phase=Phase.MORALE):
    return battle(unit, cell(at=(4, 34), facing=SOUTH), phase=phase)


def ids(unit):
    return [f.number for f in unit.figures]


@pytest.mark.rule("BG-XII.1.3b", "BG-R194", "BG-R55")
def test_led_part_and_separated_group_are_checked_one_after_the_other():
    # 3 of 7 fit: 1 and 2 with the leader, 6 far off. With the leader up to 10 passes, without one up to 8.
    weak = hurt(spread(), Status.KILLED, 3, 4, 5, 7)
    events, state = play(field(weak), CheckMorale(), "d6:5,d6:5,d6:4,d6:4")
    first, second = only(events, "morale-tested")
    assert (first.top.value, first.leader, first.facts) == (10, "able1", ())
    assert (second.top.value, second.leader) == (8, None)
    assert second.facts[0].words == "separated group 1 figure"
    assert "portion-detached" not in kinds(events)  # both hold
    assert state.unit("able").morale is Morale.STEADY


@pytest.mark.rule("BG-XII.1.3b", "BG-XII.1.31a", "BG-R56")
def test_a_group_that_is_pinned_alone_is_a_body_of_its_own():
    weak = hurt(spread(), Status.KILLED, 3, 4, 5, 7)
    # 10 holds with the leader; 9 is one above 8: the group is pinned.
    events, state = play(field(weak), CheckMorale(), "d6:5,d6:5,d6:4,d6:5")
    assert state.unit("able").morale is Morale.STEADY
    alone = state.unit("able.apart")
    assert (alone.name, alone.morale, ids(alone), alone.home) == ("Able, apart", Morale.PINNED, [6], "able")
    assert ids(state.unit("able")) == [1, 2, 3, 4, 5, 7]
    assert [u.id for u in state.units] == ["able", "able.apart", "red"]
    told = [t.headline for e in events if (t := tell(state, e, Viewer("army"))) is not None]
    assert "1 figure of Able, out of the leader's reach, is a body of its own." in told
    names = {u.name: (u.strength, u.original) for u in view(state, Viewer("army")).units}
    assert names == {"Able": (2, 7), "Able, apart": (1, 1), "Red": (7, None)}
    # Scripts go on counting them as men of Able.
    assert {body.unit for body in situation(state).bodies} == {"able", "red"}


@pytest.mark.rule("BG-XII.1.3b", "BG-XII.1.31b", "BG-XII.1.32")
def test_a_group_may_rout_while_the_rest_stands_and_its_losses_are_the_units():
    weak = hurt(spread(), Status.KILLED, 3, 4, 5)  # 1, 2 with the leader; 6 and 7 far off: 4 of 7 are fit
    weak = hurt(weak, Status.WOUNDED, 2)  # 3 of 7
    # 2 holds; 10 is two above 8: rout. 1D6 casualties: 1 falls; the last runs 4D6 = 14 inches to the southern edge,
    # which is 10 away, and is gone.
    script = "d6:1,d6:1,d6:5,d6:5,d6:1,d6:3,d6:3,d6:4,d6:4"
    events, state = play(field(weak), CheckMorale(), script)
    assert state.unit("able.apart").morale is Morale.ROUTED
    assert state.unit("able").morale is Morale.STEADY
    assert [e.figure for e in only(events, "figure-left")] == ["able7"]
    # Next turn they are counted as losses of Able again.
    events, later = play(replace(state, phase_steps=("ended",)), BeginTurn())
    assert "portion-rejoined" in kinds(events)
    assert ids(later.unit("able")) == [1, 2, 3, 4, 5, 6, 7]
    assert later.unit("able").original == 7
    assert [f.status for f in later.unit("able").figures[5:]] == [Status.KILLED, Status.GONE]
    assert view(later, Viewer("army")).unit("able.apart") is None
    assert {body.unit for body in situation(later).bodies} == {"able", "red"}


@pytest.mark.rule("BG-XII.1.4", "BG-XII.1.41a", "BG-R49")
def test_a_pinned_unit_may_be_freed_by_halves_and_is_one_again_when_both_are_steady():
    pinned = spread(morale=Morale.PINNED, morale_turn=1)
    # Up to 10 frees the led part, up to 8 the group: 10 and 9.
    _, state = play(field(pinned), CheckMorale(), "d6:5,d6:5,d6:4,d6:5")
    assert state.unit("able").morale is Morale.STEADY
    assert state.unit("able.apart").morale is Morale.PINNED
    _, state = play(replace(state, phase_steps=("ended",)), BeginTurn())
    assert ids(state.unit("able.apart")) == [4, 5, 6, 7]
    assert movers(state, state.unit("able"))
    assert not movers(state, state.unit("able.apart"))  # pinned, and no leader near
    # The next morale phase frees the group; at the start of the turn after that Able is whole.
    _, state = play(replace(state, phase=Phase.MORALE), CheckMorale(), "d6:4,d6:4")
    _, state = play(replace(state, phase_steps=("ended",)), BeginTurn())
    assert ids(state.unit("able")) == [1, 2, 3, 4, 5, 6, 7]
    assert state.unit("able.apart").figures == ()


@pytest.mark.rule("BG-R194", "BG-R55")
def test_the_strength_that_counts_is_that_of_the_whole_unit():
    pinned = hurt(spread(morale=Morale.PINNED, morale_turn=1), Status.KILLED, 3, 7)
    _, state = play(field(pinned), CheckMorale(), "d6:5,d6:5,d6:4,d6:5")
    # Able has 2 fit men and the group 3: 5 of 7, not below half. Only the pinned group rolls.
    events, _ = play(replace(state, phase=Phase.MORALE), CheckMorale(), "d6:1,d6:1")
    assert [(e.chart, e.unit) for e in only(events, "morale-tested")] == [("pinned", "able.apart")]


@pytest.mark.rule("BG-R193")
def test_a_called_test_is_the_whole_units():
    state = field(spread(), Phase.MOVEMENT)
    events = list(RULES.battle.decide(state, CallMoraleTest(unit="able"), UMPIRE, Scripted("d6:1,d6:1")))
    assert len(only(events, "morale-tested")) == 1
