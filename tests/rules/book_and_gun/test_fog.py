"""Fog of war: what a side sees, what it has lost sight of and where, and what others hear of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal, PlaceUnit, Reveal
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Contact, Phase
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Card
from rules.seam.viewing import PUBLIC, Viewer
from rules.table import drawing
from rules.table.board import Feature

from .field import PLAIN, SOUTH, army, battle, black_card, cell, only, player
from .war import War, dice, red

WALLED = replace(PLAIN, features=(Feature("wall", ((0.0, 18.0), (14.0, 18.0)), width=0.5, height=4.0),))
"""A wall higher than a man across the west of the table: behind it nobody is seen."""
FOG = (("fog", "on"),)
ARMY, RED = Viewer("army"), Viewer("insurgents")


def war(*, red_at=(4.0, 24.0), options=FOG, phase=Phase.MOVEMENT, board=WALLED):
    """Able south of the wall looking north, Red north of it looking south; whoever looks has looked once."""
    table = War(
        battle(
            army("able", 3, at=(4.0, 12.0)), cell("red", 3, at=red_at, facing=SOUTH),
            board=board, phase=phase, options=options,
        )
    )  # fmt: skip
    table.do(RuleFact(fact="hidden", value="no"), by=UMPIRE)
    return table


def glimpses(table, side="army"):
    return next(((k.now, k.lost) for k in table.state.knowledge if k.side == side), ((), ()))


def told(table, events, viewer):
    words = [RULES.battle.tell(table.state, event, viewer) for event in events]
    return " / ".join(" ".join((said.headline, *said.lines)) for said in words if said is not None)


def shown(table, viewer):
    scene = RULES.battle.scene(table.state, viewer)
    return "" if scene is None else drawing.draw(scene) + drawing.describe(scene)


@pytest.mark.rule("BG-VI.2.1a")
def test_without_the_house_rule_everybody_is_on_the_table():
    table = war(options=())
    assert table.state.knowledge == ()
    assert RULES.battle.view(table.state, ARMY).unit("red") is not None
    assert RULES.battle.scene(table.state, ARMY).seen is None


def test_who_stands_behind_a_wall_is_not_there_for_the_other_side():
    table = war()
    assert RULES.battle.view(table.state, ARMY).unit("red") is None
    assert RULES.battle.view(table.state, PUBLIC).units == ()  # neither sees the other, so everybody sees nobody
    assert RULES.battle.view(table.state, Viewer(umpire=True)).unit("red") is not None
    assert "Red" not in shown(table, ARMY)
    table.state = black_card(table.state)
    assert {table.refuses(ChargeEnemy(unit="able", target=name)) for name in ("red", "nobody")} == {"no-target"}


@pytest.mark.rule("BG-R130", "BG-R183")
def test_who_fired_at_the_side_is_seen_wherever_it_stands_for_this_turn_and_the_next():
    table = war()
    able = table.unit("able")
    for turn, seen in ((1, True), (2, True), (3, False)):
        table = war()
        table.state = replace(table.state.with_unit(replace(able, under_fire=(Contact(1, "red"),))), turn=turn)
        table.do(RuleFact(fact="hidden", value="no"), by=UMPIRE)
        assert (RULES.battle.view(table.state, ARMY).unit("red") is not None) is seen


def test_who_steps_into_view_is_seen_by_the_other_side_alone_and_his_way_is_not():
    table = war()
    events = table.do(PlaceUnit(unit="red", to="30,24", facing=180), by=UMPIRE)
    (moved,) = only(events, "unit-moved")
    assert moved.audience == ("insurgents",)
    now, lost = glimpses(table)
    assert [(g.unit, g.turn, g.shown) for g in now] == [("red", 2, "3")]
    assert lost == ()
    assert told(table, events, ARMY).startswith("Seen by Army: Red (3) in ")
    assert "Red" not in told(table, events, PUBLIC)
    assert RULES.battle.view(table.state, ARMY).unit("red").strength == 3


def test_who_goes_out_of_sight_leaves_the_place_where_he_was_seen_last():
    table = war(red_at=(30.0, 24.0))
    ((seen,), _) = glimpses(table)
    table.state = replace(table.state, turn=3)
    events = table.do(PlaceUnit(unit="red", to="10,30", facing=90), by=UMPIRE)
    now, lost = glimpses(table)
    assert now == ()
    assert [(g.point, g.turn) for g in lost] == [(seen.point, 2)]
    assert "10,30" not in told(table, events, ARMY)
    assert told(table, events, ARMY).startswith("Out of sight of Army: Red, last seen in ")
    view = RULES.battle.view(table.state, ARMY)
    assert view.unit("red") is None
    (ghost,) = view.scene.markers
    assert (ghost.label, ghost.strength, ghost.states) == ("Red", "T2", ("last seen",))
    assert (ghost.x, ghost.y, ghost.facing) == (*seen.point, SOUTH)
    assert any("Last seen: Red in " in line and "turn 2" in line for line in view.lines)
    assert "last seen" in drawing.describe(view.scene)
    assert RULES.battle.view(table.state, PUBLIC).scene.markers == ()
    assert [mark.label for mark in RULES.battle.view(table.state, RED).scene.markers] == [
        "Able"
    ]  # nor does Red see them


def test_a_ghost_goes_when_its_place_is_seen_to_be_empty():
    table = war(red_at=(30.0, 24.0))
    table.do(PlaceUnit(unit="red", to="10,30", facing=180), by=UMPIRE)
    assert [g.unit for g in glimpses(table)[1]] == ["red"]
    # Red's middle was at 32,24. Able's front comes to 31,21: its men look at the place from less than 4 inches.
    table.do(PlaceUnit(unit="able", to="31,21", facing=0), by=UMPIRE)
    assert glimpses(table)[1] == ()


@pytest.mark.rule("BG-VI.1.1c")
def test_the_umpires_word_decides_before_what_is_measured():
    table = war()
    table.do(RuleFact(fact="spotted", value="yes", unit="able", other="red"), by=UMPIRE)
    assert RULES.battle.view(table.state, ARMY).unit("red") is not None
    table.do(RuleFact(fact="spotted", value="no", unit="able", other="red"), by=UMPIRE)
    assert RULES.battle.view(table.state, ARMY).unit("red") is None
    table.do(PlaceUnit(unit="red", to="30,24", facing=180), by=UMPIRE)
    assert RULES.battle.view(table.state, ARMY).unit("red") is None
    table.do(Reveal(unit="red"), by=UMPIRE)  # a unit on the table counts as spotted until the end of the next turn
    assert RULES.battle.view(table.state, ARMY).unit("red") is not None


@pytest.mark.rule("BG-VIII.1.2a", "BG-R139")
def test_nobody_sees_behind_his_back_but_within_four_inches():
    behind = war(red_at=(4.0, 4.0), board=PLAIN)  # eight inches behind Able's backs, looking away
    assert glimpses(behind) == ((), ())
    near = war(red_at=(4.0, 8.5), board=PLAIN)
    assert [g.unit for g in glimpses(near)[0]] == ["red"]


def test_a_move_out_of_the_others_sight_is_drawn_for_its_own_side_only():
    table = war(red_at=(30.0, 24.0))
    table.state = replace(table.state, run=Run("insurgents", (Card("2H"), Card("3H"))))
    # 3D6 of 6 each, less the highest for want of a leader where there is none: far enough to 20,27, still in view.
    table.do(Move(unit="red", to="26,24"), dice(6, 6, 6), by=red())
    seen = [trace.kind for trace in RULES.battle.view(table.state, ARMY).scene.traces]
    assert seen == ["move"]
    table.state = replace(table.state, turn=3)
    table.do(Move(unit="red", to="10,24"), dice(6, 6, 6), by=red())
    assert RULES.battle.view(table.state, ARMY).scene.traces == ()
    assert [trace.kind for trace in RULES.battle.view(table.state, RED).scene.traces] == ["move"]


def test_the_side_sees_its_ground_and_the_rest_lies_in_the_fog():
    table = war()
    seen = RULES.battle.scene(table.state, ARMY).seen
    assert seen
    assert all(y <= 36.0 for ring in seen for _, y in ring)
    assert RULES.battle.view(table.state, ARMY).scene.seen is None  # measured only when a picture is asked for
    assert RULES.battle.scene(table.state, PUBLIC).seen is None
    assert RULES.battle.scene(table.state, Viewer(umpire=True)).seen is None


def test_the_other_side_remembers_where_one_stood_who_has_been_concealed():
    table = war(options=(), red_at=(30.0, 24.0), board=PLAIN)
    events = table.do(Conceal(unit="red"), by=UMPIRE)
    _, (last,) = glimpses(table)
    assert last.turn == 2
    assert "Out of sight of Army: Red, last seen in " in told(table, events, ARMY)
    assert [mark.states for mark in RULES.battle.view(table.state, ARMY).scene.markers] == [("last seen",)]
    table.do(Reveal(unit="red"), by=UMPIRE)
    assert glimpses(table) == ((), ())
    assert RULES.battle.view(table.state, ARMY).scene.markers == ()


def test_one_may_go_to_where_the_enemy_was_seen_last():
    table = war(red_at=(30.0, 24.0))
    table.do(PlaceUnit(unit="red", to="10,30", facing=180), by=UMPIRE)
    odds = RULES.battle.odds(black_card(table.state), Move(unit="able", to="6in toward Red"), player())
    (way,) = [trace for trace in odds.traces if trace.kind == "plan"][:1]
    assert way.points[-1][0] > way.points[0][0]  # eastward, where Red was
