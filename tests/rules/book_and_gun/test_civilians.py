"""Civilians run from firing unless they favour the insurgents. III.2.3c, BG-R129."""

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.battle import Hold, HoldAll
from rules.book_and_gun.actions.movement import AdvanceAll, Move, Reform
from rules.book_and_gun.play.ground.tabletop import middle
from rules.book_and_gun.play.movement.civilians import must_flee
from rules.book_and_gun.units import Phase
from rules.kernel.action import UMPIRE

from .field import SOUTH, battle, mob, only
from .war import band, dice, moving, squad


def after_firing(distance=10.0, attitude="pro-army", fired=1, **changes):
    """One army man fired in turn 1, so far south of the middle of a crowd; now it is turn 2."""
    firer = squad(size=1, at=(24, 18 - distance), fired_turn=fired)
    firer = replace(firer, figures=tuple(replace(f, fired_turn=fired) for f in firer.figures))
    crowd = mob(size=1, at=(24, 18), leader=False)
    state = battle(firer, crowd, band(at=(4, 34), facing=SOUTH), phase=Phase.MOVEMENT, civilian_attitude=attitude)
    return moving(replace(state, **changes), 2)


@pytest.mark.rule("BG-III.2.3c", "BG-R129")
@pytest.mark.parametrize(
    ("distance", "attitude", "fired", "flees"),
    [
        (12.0, "neutral", 1, True),
        (12.1, "neutral", 1, False),
        (10.0, "pro-army", 1, True),
        (10.0, "pro-insurgent", 1, False),
        (10.0, "neutral", 0, False),
    ],
)
def test_who_must_flee(distance, attitude, fired, flees):
    war = after_firing(distance, attitude, fired)
    assert (must_flee(war.state, war.unit("crowd")) is not None) is flees


@pytest.mark.rule("BG-R129")
def test_the_distance_is_a_house_rule():
    war = after_firing(14, options=(("civilian-flight-inches", "18"),))
    assert must_flee(war.state, war.unit("crowd")) is not None


@pytest.mark.rule("BG-III.2.3c", "BG-R129")
def test_they_run_straight_away_with_their_open_order_roll_whatever_they_were_told():
    war = after_firing()
    assert war.refuses(Hold(unit="crowd"), by=UMPIRE) == "must-flee"
    assert war.refuses(Reform(unit="crowd", facing=90), by=UMPIRE) == "must-flee"
    events = war.do(Move(unit="crowd", to="south 5"), dice(4, 3, 3), by=UMPIRE)
    moved = only(events, "unit-moved")[0]
    # A mob has no leader: the highest die goes.
    assert (moved.how, moved.inches) == ("flight", 6)
    assert middle(war.unit("crowd").figures) == (24, 24)


@pytest.mark.rule("BG-R129")
def test_once_they_have_run_they_need_not_run_again_from_the_same_shots():
    war = after_firing()
    war.do(HoldAll(), dice(1, 1, 1), by=UMPIRE)
    assert middle(war.unit("crowd").figures) == (24, 20)
    later = replace(war.state, turn=3)
    assert must_flee(later, later.unit("crowd")) is None


@pytest.mark.rule("BG-R129")
@pytest.mark.parametrize("order", [Move(unit="crowd", to="north 2"), AdvanceAll()])
def test_who_has_moved_since_the_shots_goes_where_he_is_told(order):
    war = after_firing(attitude="pro-army")
    war.do(HoldAll(), dice(1, 1, 1), by=UMPIRE)
    war.state = moving(replace(war.state, turn=3), 2).state
    if isinstance(order, AdvanceAll):
        war.do(Hold(unit="able"))
    moved = only(war.do(order, dice(4, 3, 3), by=UMPIRE), "unit-moved")[0]
    assert (moved.unit, moved.how) == ("crowd", "move")


@pytest.mark.rule("BG-R171", "BG-R284")
@pytest.mark.parametrize(("weapons", "off"), [((), 0.0), (("bolt action rifle",), 2.0)])
def test_nobody_keeps_off_a_crowd_without_weapons(weapons, off):
    """A man goes at a civilian 10 inches off: base to base, or 2 inches off whoever has a rifle."""
    crowd = mob(size=1, at=(24, 18), leader=False)
    crowd = crowd.with_figure(replace(crowd.figures[0], traits=replace(crowd.figures[0].traits, weapons=weapons)))
    state = battle(
        squad(size=1, at=(24, 8)),
        crowd,
        band(at=(4, 34), facing=SOUTH),
        phase=Phase.MOVEMENT,
        civilian_attitude="pro-insurgent",
    )
    war = moving(state, 2)
    war.do(Move(unit="able", to="24,18"), dice(6, 6, 6))
    (man,) = war.unit("able").figures
    assert man.at is not None
    assert abs(man.at[1] - 18.0) - 1.0 == pytest.approx(off, abs=0.05)
