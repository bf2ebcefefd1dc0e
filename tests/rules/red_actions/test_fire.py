"""Shooting on the table: who fires, at what distance, in which column; priorities and refusals."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.facts import Ruled
from rules.kernel.facts import Source
from rules.kernel.refusals import Why
from rules.red_actions.actions.fight import Fire
from rules.red_actions.book import priorities
from rules.red_actions.book.kinds import Light, UnitFormation
from rules.red_actions.book.shooting import Band
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.aiming import refusal
from rules.red_actions.play.fire.deeds import judge_fire
from rules.red_actions.state import DEFENDER
from rules.red_actions.units import Base, Concealment
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    NORTH,
    SOUTH,
    area,
    battle,
    board,
    changed,
    junior,
    line,
    officer,
    unit,
)
from tests.rules.red_actions.firing import REGULARS, VOLUNTEERS, facing_off, refused, shot

# ── Bases, distance, column ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-shoot.2", "RA-shoot.3", "RA-shoot.4", "RA-shoot.range.1")
def test_four_bases_close_by() -> None:
    """2 × 4 bases at 5.2 in of 12: close; total 8 is column 4."""
    one = shot(facing_off(6))
    assert (round(one.distance, 2), one.far) == (5.2, Band.CLOSE)
    assert (one.column.total, one.column.number) == (8, 4)


@pytest.mark.rule("RA-shoot.range.2")
def test_long_range_halves() -> None:
    """9.2 in is over half of 12: 8 × ½ = 4, column 2."""
    one = shot(facing_off(10))
    assert one.far is Band.LONG
    assert (one.column.total, one.column.number) == (4, 2)


@pytest.mark.rule("RA-shoot.range.1", "RA-harass")
def test_out_of_range_says_how_far() -> None:
    found = refusal(facing_off(15), Shot("reds", "whites"))
    assert found is not None
    assert found.code == Why.OUT_OF_RANGE
    assert "14.2 in" in found.message
    assert refusal(facing_off(15), Shot("reds", "whites", harassing=True)) is None
    assert refusal(facing_off(26), Shot("reds", "whites", harassing=True)) is not None


@pytest.mark.rule("RA-shoot.3", "RA-def.effective")
def test_terror_takes_bases_away() -> None:
    state = changed(facing_off(6), "reds", terror=1, humiliated=2)
    assert shot(state).parts[0].bases == 1
    assert shot(changed(state, "reds", terror=2)).parts[0].bases == Fraction(1, 2)


@pytest.mark.rule("RA-arc.1")
def test_friends_in_the_way() -> None:
    """A friendly line right in front blocks all four; moved aside by two bases it blocks two."""
    state = facing_off(6)
    screen = unit("screen", at=(30, 12))
    blocked = replace(state, units=(*state.units, screen))
    assert refusal(blocked, Shot("reds", "whites")).code == Why.OUT_OF_ARC
    aside = replace(state, units=(*state.units, unit("screen", at=(32.4, 11))))
    assert len(shot(aside).parts[0].pieces) == 2


@pytest.mark.rule("RA-shoot.1", "RA-shoot.move.rifle")
def test_riflemen_turn_by_quarters_to_fire() -> None:
    """They look east: a quarter turn left brings the enemy in the north into their front."""
    one = shot(changed(facing_off(6), "reds", facing=EAST))
    assert one.turned
    assert one.unit.facing == NORTH
    still = Shot("reds", "whites", no_turn=True)
    assert refusal(changed(facing_off(6), "reds", facing=EAST), still).code == "out-of-arc"
    aslant = changed(facing_off(10), "reds", facing=45.0, bases=(Base("reds1", REGULARS),))
    aslant = changed(aslant, "whites", bases=(Base("whites1", VOLUNTEERS),))
    assert refusal(aslant, Shot("reds", "whites")).code == "out-of-arc"


@pytest.mark.rule("RA-shoot.move.rifle")
def test_riflemen_deploy_from_column() -> None:
    state = changed(facing_off(8), "reds", formation=UnitFormation.COLUMN)
    one = shot(state)
    assert one.unit.formation is UnitFormation.LINE
    assert len(one.parts[0].pieces) == 4
    cavalry = changed(facing_off(6, card="red-cavalry"), "reds", formation=UnitFormation.COLUMN)
    assert len(shot(cavalry).parts[0].pieces) == 1


@pytest.mark.rule("RA-shoot.move.sabres", "RA-note.cavalry-fire")
def test_sabres_turn_about() -> None:
    one = shot(changed(facing_off(6, card="red-cavalry"), "reds", facing=SOUTH))
    assert one.unit.facing == NORTH
    assert one.column.total == 2


@pytest.mark.rule("RA-shoot.move.mg", "RA-shoot.move.guns")
def test_machine_guns_pivot_up_to_45() -> None:
    state = facing_off(10, card="mg-team", bases=1)
    assert shot(changed(state, "reds", facing=40.0)).unit.facing == pytest.approx(0.0, abs=0.1)
    assert shot(changed(state, "reds", facing=60.0)).unit.facing == pytest.approx(15.0, abs=0.1)
    assert refusal(changed(state, "reds", facing=80.0), Shot("reds", "whites")) is not None


@pytest.mark.rule("RA-arc.2")
def test_tachankas_fire_to_their_rear() -> None:
    state = facing_off(10, card="tachanka", bases=2)
    assert refusal(state, Shot("reds", "whites")).code == "out-of-arc"
    assert shot(changed(state, "reds", facing=SOUTH)).parts[0].bases == 2


@pytest.mark.rule("RA-shoot.mods.cumulative")
def test_machine_guns_within_eight_inches() -> None:
    """8 at 7.2 in: close, column 4, +3; at 9.2 in column 4 alone."""
    near, far = facing_off(8, card="mg-team", bases=1), facing_off(10, card="mg-team", bases=1)
    assert shot(near).column.number == 7
    assert shot(far).column.number == 4


@pytest.mark.rule("RA-shoot.mods.best", "RA-shoot.cover.hard")
def test_woods_are_worth_three_columns() -> None:
    """A total of 8 × 3 Latvians' 12: column 6, less 3."""
    state = facing_off(6, card="latvian-rifles")
    wooded = replace(state, board=board(area("woods", 20, 15, 40, 25)))
    wooded = changed(wooded, "whites", moved=1.0, moved_turn=1, acted=1)
    one = shot(wooded)
    assert (one.column.base, one.column.number) == (6, 3)


@pytest.mark.rule("RA-evade.2", "RA-shoot.mods.best")
def test_evading_in_the_open() -> None:
    assert shot(changed(facing_off(6), "whites", evading=True)).column.number == 2


@pytest.mark.rule("RA-rally.pinned.4")
def test_pinned_and_still_counts_as_evading() -> None:
    assert shot(changed(facing_off(6), "whites", pinned=True)).column.number == 2
    moved = changed(facing_off(6), "whites", pinned=True, moved=2.0, moved_turn=1)
    assert shot(moved).column.number == 4


@pytest.mark.rule("RA-shoot.mods.cumulative", "RA-enfilade.1")
def test_road_column_and_enfilade() -> None:
    road = line("road", (30, 0), (30, 40), width=2.0)
    state = replace(changed(facing_off(8), "whites", formation=UnitFormation.COLUMN), board=board(road))
    assert shot(state).column.shift.value == 2
    side_on = changed(facing_off(9, bases=2), "whites", facing=EAST)
    assert shot(side_on).column.shift.value == 1


@pytest.mark.rule("RA-char.skirmisher", "RA-char.partisan.2")
def test_skirmishers() -> None:
    assert shot(facing_off(6, target="plastoons")).column.number == 3


@pytest.mark.rule("RA-weather.night.range")
def test_a_dark_night() -> None:
    assert refusal(replace(facing_off(5), light=Light.DARK), Shot("reds", "whites")) is not None
    assert shot(replace(facing_off(3.5), light=Light.DARK)).far is Band.CLOSE


@pytest.mark.rule("RA-shoot.2")
def test_nobody_fires_at_what_he_does_not_see() -> None:
    wood = replace(facing_off(10), board=board(area("woods", 20, 13, 40, 17)))
    assert refusal(wood, Shot("reds", "whites")).code == Why.NO_LINE_OF_SIGHT


@pytest.mark.rule("RA-building.1")
def test_bases_that_fit_at_the_windows() -> None:
    """A house 2.5 in wide has room for two bases."""
    house = area("house", 28.75, 8, 31.25, 11.5, name="Mill")
    state = replace(changed(facing_off(6), "reds", holds="Mill"), board=board(house))
    assert shot(state).parts[0].bases == 2


@pytest.mark.rule("RA-shoot.range.1")
def test_the_umpire_says_how_far() -> None:
    ruled = replace(facing_off(10), ruled=(Ruled("distance", 6.0, "reds", "whites"),))
    assert shot(ruled).far is Band.CLOSE
    assert [fact.source for fact in shot(ruled).facts] == [Source.RULING, Source.RULING, Source.MEASURED]


# ── Priorities ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-priority.1")
def test_the_chart_numbers_the_three_priorities_from_the_first() -> None:
    (chart,) = priorities.CHARTS
    assert [order for order, _ in chart.rows] == [1, 2, 3]


@pytest.mark.rule("RA-priority.1", "RA-priority.3", "RA-priority.4")
def test_a_plain_breach_of_the_priorities_is_refused() -> None:
    """Guns on their limbers 11 in off threaten nobody; riflemen 5 in off do, and are closer."""
    reds = unit("reds", card=REGULARS, at=(30, 10))
    guns = unit("guns", DEFENDER, "field-gun", bases=1, at=(27, 20), limbered=True)
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(31, 16))
    state = battle(reds, guns, whites)
    action = Fire(unit="reds", target="guns")
    found = refused(lambda: judge_fire(state, action, ATTACK))
    assert found.code == "other-target-first"
    assert "Whites" in found.remedy
    assert judge_fire(state, Fire(unit="reds", target="whites"), ATTACK)
    led = battle(reds, guns, whites, officer("chief", at=(30, 8)))
    assert judge_fire(led, action, ATTACK)
    ruled = replace(state, ruled=(Ruled("proper target", True, "reds", "guns"),))
    assert judge_fire(ruled, action, ATTACK)
    running = changed(state, "whites", at=(31.0, 30.0))
    assert judge_fire(running, action, ATTACK)


@pytest.mark.rule("RA-priority.1")
def test_between_threats_the_player_chooses() -> None:
    reds = unit("reds", card=REGULARS, at=(30, 10))
    near = unit("near", DEFENDER, VOLUNTEERS, at=(32, 15), bases=2)
    far = unit("far", DEFENDER, VOLUNTEERS, at=(28, 20), bases=2)
    assert judge_fire(battle(reds, near, far), Fire(unit="reds", target="far"), ATTACK)


# ── Refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-priority.3")
@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Fire(unit="reds"), "one-target"),
        (Fire(unit="reds", target="whites", place="G7"), "one-target"),
        (Fire(unit="reds", target="nobody"), Why.NO_TARGET),
        (Fire(unit="reds", target="reds"), Why.NO_TARGET),
        (Fire(unit="reds", target="whites", car=2), "no-train"),
        (Fire(unit="whites", target="reds"), Why.UNKNOWN_UNIT),
    ],
)
def test_refusals(action: Fire, code: str) -> None:
    assert refused(lambda: judge_fire(facing_off(6), action, ATTACK)).code == code


def test_a_hidden_unit_is_no_target_and_is_not_betrayed() -> None:
    hidden = changed(facing_off(6), "whites", hidden=Concealment.AMBUSH)
    known = refused(lambda: judge_fire(hidden, Fire(unit="reds", target="whites"), ATTACK))
    unknown = refused(lambda: judge_fire(hidden, Fire(unit="reds", target="nobody"), ATTACK))
    assert (known.code, known.message) == (unknown.code, unknown.message)


def test_officers_lend_their_traits() -> None:
    state = battle(unit("reds", card=REGULARS), unit("whites", DEFENDER, VOLUNTEERS, at=(30, 16)),
                   junior("whites", DEFENDER, token="white-plus1-skirmisher"))  # fmt: skip
    assert shot(state).column.number == 3
