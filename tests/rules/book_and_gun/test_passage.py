"""What closes the way of figures in a battle: water, walls, houses and other people, in charges, flights and moves."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun.actions.combat import AnswerCharge, ResolveCloseCombat
from rules.book_and_gun.actions.movement import ChargeEnemy, Move
from rules.book_and_gun.units import Formation
from rules.table.board import Feature, Opening

from .field import PLAIN, SOUTH, army, battle, cell, charging, only, play
from .war import War, dice, moving, red, squad

GO = ResolveCloseCombat()


def river(south: float, north: float) -> Feature:
    return Feature("river", ((0, south), (48, south), (48, north), (0, north)))


def wall(at: float, height: float = 0.6) -> Feature:
    return Feature("wall", ((0, at), (48, at)), width=0.2, height=height)


def house(south: float, *openings: Opening) -> Feature:
    """From 4 to 44 inches east, 4 inches deep."""
    return Feature(
        "building", ((4, south), (44, south), (44, south + 4), (4, south + 4)), height=2.5, openings=openings
    )


def on(*features: Feature):
    return replace(PLAIN, features=features)


def moved(unit):
    return replace(unit, figures=tuple(replace(f, move_turn=2) for f in unit.figures))


def next_turn(war: War) -> War:
    return moving(replace(war.state, turn=war.state.turn + 1))


# ── Charges ───────────────────────────────────────────────────────────────────────────────────────────────────────


def facing_each_other(*features: Feature, more=()) -> War:
    """Two men at 10 north, two enemies 9 inches before them."""
    able, foe = army(size=2, at=(20, 10)), moved(cell(size=2, at=(20, 20), facing=SOUTH))
    return moving(battle(able, foe, *more, board=on(*features)))


@pytest.mark.rule("BG-VIII.1.41a", "BG-R203", "BG-R200")
@pytest.mark.parametrize("thing", [river(14, 15), wall(15, 1.6), house(13)])
def test_nobody_charges_through_what_is_closed(thing: Feature) -> None:
    assert facing_each_other(thing).refuses(ChargeEnemy(unit="able", target="red")) == "not-straight"


@pytest.mark.rule("BG-IX.3.1a", "BG-R201")
def test_a_low_wall_half_way_ends_a_charge_that_is_not_made_from_it() -> None:
    assert facing_each_other(wall(15)).refuses(ChargeEnemy(unit="able", target="red")) == "not-straight"


@pytest.mark.rule("BG-R203")
@pytest.mark.parametrize(
    "between", [army("baker", size=3, at=(19.5, 15), spacing=1.2), cell("blue", size=3, at=(19.5, 15), spacing=1.2)]
)
def test_nobody_charges_through_another_unit(between) -> None:
    war = facing_each_other(more=(between,))
    assert war.refuses(ChargeEnemy(unit="able", target="red")) == "not-straight"


@pytest.mark.rule("BG-R203")
def test_enemies_whom_nobody_has_seen_stop_a_charge_that_runs_into_them() -> None:
    """They stand at 15, with half an inch of base: a man of 0.6 inch comes to 15 - 0.5 - 0.3 = 14.2."""
    hidden = replace(cell("blue", size=3, at=(19.5, 15), spacing=1.2), concealed=True)
    war = facing_each_other(more=(hidden,))
    war.do(ChargeEnemy(unit="able", target="red"), dice(3, 3, 3, 3))

    assert war.state.charges == ()
    assert all(13.5 <= f.at[1] <= 14.2 for f in war.unit("able").figures)


@pytest.mark.rule("BG-R203")
def test_a_bridge_carries_a_charge() -> None:
    bridge = Feature("bridge", ((21, 13.5), (21, 15.5)), width=5.0)
    war = facing_each_other(river(14, 15), bridge)
    war.do(ChargeEnemy(unit="able", target="red"), dice(3, 3, 3, 3))

    assert [f.at for f in war.unit("able").figures] == [(20, 17), (22, 17)]
    assert len(war.state.charges) == 1


@pytest.mark.rule("BG-IX.1.2b", "BG-R200")
def test_a_hedge_costs_a_charge_its_highest_die() -> None:
    """4 + 3 + 3 + 1 are 11 inches for 9; without the 4 they are 7."""
    hedge = Feature("hedge", ((0, 15), (48, 15)), width=0.4, height=0.8)
    war = facing_each_other(hedge)
    war.do(ChargeEnemy(unit="able", target="red"), dice(4, 3, 3, 1))

    assert war.state.charges == ()
    assert war.at("able1") == (20, 17)


# ── Close combat ──────────────────────────────────────────────────────────────────────────────────────────────────


def two_inches_apart(*features: Feature, size: int = 1, foes: int = 1):
    able, foe = army(size=size, at=(20, 10)), cell(size=foes, at=(20, 13), facing=SOUTH)
    return charging(battle(able, foe, board=on(*features)), "able", "red")


@pytest.mark.rule("BG-XI.5.3b", "BG-R203")
def test_nobody_fights_through_the_wall_of_a_house() -> None:
    """The charger closes on 1 and is met on 1; he stops before the wall at 12."""
    events, after = play(two_inches_apart(house(12)), GO, "d6:1,d6:1")
    if not only(events, "combat-ended"):
        events, after = play(after, AnswerCharge(unit="red", answer="stand"), "", red())

    assert only(events, "fought") == []
    assert after.figure("able1").at[1] < 12
    assert after.figure("red1").fit


@pytest.mark.rule("BG-R203", "BG-IX.4.3b", "BG-R206")
def test_a_breach_lets_the_charger_in() -> None:
    breach = Opening("breach", (19, 12), (21, 12))
    state = two_inches_apart(house(12, breach))
    _, state = play(state, GO, "d6:1,d6:1")
    events, after = play(state, AnswerCharge(unit="red", answer="stand"), "d20:15,d20:5,d20:2", red())

    assert len(only(events, "fought")) == 1
    assert after.figure("able1").at == (20, 12)


@pytest.mark.rule("BG-V.1", "BG-V.2b", "BG-R204")
def test_two_ranks_fight_and_the_third_comes_up_when_they_are_gone() -> None:
    """Three defenders one behind the other in close order; the charger beats the first two in the first round."""
    state = two_inches_apart(foes=3)
    deep = state.unit("red")
    placed = tuple(replace(f, at=(20.0, 13.0 + 1.1 * n)) for n, f in enumerate(deep.figures))
    state = replace(state, units=(state.unit("able"), replace(deep, figures=placed)))
    events, _ = play(state, GO, "d6:1,d6:1,d20:20,d20:1,d20:2,d20:20,d20:1,d20:2,d20:20,d20:1,d20:2")

    assert [(one.round, one.defender) for one in only(events, "fought")] == [(1, "red1"), (1, "red2"), (2, "red3")]


# ── Flight ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R202", "BG-XI.3.3", "BG-R200")
@pytest.mark.parametrize("thing", [river(18, 20), wall(18.1, 1.6), house(18)])
def test_the_shaken_stop_at_what_is_closed(thing: Feature) -> None:
    """16 inches from 13 would bring them to 29; their bases stop at 18, their middles at 17.5."""
    able, foe = army(size=2, at=(24, 10)), cell(size=2, at=(24, 13), facing=SOUTH)
    board = replace(on(thing), depth=26.0)
    state = charging(battle(able, foe, board=board), "able", "red")
    events, after = play(state, GO, "d6:1,d6:6,d6:4,d6:4,d6:4,d6:4")

    assert [f.at for f in after.unit("red").figures] == [pytest.approx((x, 17.5), abs=0.06) for x in (24, 26)]
    (ran,) = (one for one in only(events, "unit-moved") if one.how == "retreat")
    assert ran.inches == pytest.approx(4.5, abs=0.06)


@pytest.mark.rule("BG-R202", "BG-R68")
def test_whoever_evades_against_a_wall_is_caught_there() -> None:
    """Half of 12 inches would carry them clear of the 6 that the chargers have left; the wall stops them after 1."""
    able, foe = army(size=1, at=(24, 10)), cell(size=1, at=(24, 13), facing=SOUTH)
    state = charging(battle(able, foe, board=on(wall(14.6, 1.6))), "able", "red", inches=10.0, distance=6.0)
    _, state = play(state, GO, "d6:1,d6:1")
    events, after = play(state, AnswerCharge(unit="red", answer="evade"), "d6:4,d6:4,d6:4,d20:20,d20:1,d20:2", red())

    assert [one.defender for one in only(events, "fought")] == ["red1"]
    assert after.figure("red1").at[1] <= 14.0


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IX.3.1a", "BG-R201")
def test_a_wall_is_crossed_in_three_turns() -> None:
    """Up to it: its face at 12.9 less half a base. On top of it: 13. Then off it, 10 inches and more."""
    line = army(size=3, at=(20, 9), formation=Formation.LINE)
    war = moving(battle(line, cell(size=1, at=(20, 34)), board=on(wall(13))))
    war.do(Move(unit="able", to="north 15"), dice(6, 5, 4))
    assert [f.at[1] for f in war.unit("able").figures] == [pytest.approx(12.4, abs=0.06)] * 3

    war = next_turn(war)
    war.do(Move(unit="able", to="north 15"), dice(6, 5, 4))
    assert [f.at[1] for f in war.unit("able").figures] == [pytest.approx(13.0, abs=0.06)] * 3

    war = next_turn(war)
    war.do(Move(unit="able", to="north 15"), dice(6, 5, 4))
    assert all(f.at[1] >= 23.0 for f in war.unit("able").figures)


@pytest.mark.rule("BG-IX.4.3a", "BG-IX.4.3b", "BG-R202")
def test_a_line_goes_into_a_house_by_its_door_only() -> None:
    door = Opening("door", (19.4, 13), (20.6, 13))
    war = moving(battle(army(size=3, at=(18, 9)), cell(size=1, at=(20, 34)), board=on(house(13, door))))
    war.do(Move(unit="able", to="20,15"), dice(6, 6, 6))

    inside = [f.at for f in war.unit("able").figures if f.at[1] > 13.0]
    assert inside
    assert all(f.at[1] < 12.75 or f.at[1] > 13.25 for f in war.unit("able").figures)


@pytest.mark.rule("BG-R171", "BG-VIII.1.1")
def test_a_move_keeps_two_inches_from_enemies_all_along_its_way() -> None:
    """An enemy 2 inches beside the way at 18 north: bases 2 inches apart are middles 3 apart, first where he is still
    the root of 5 inches ahead: at 15.76."""
    war = moving(battle(army(size=1, at=(20, 9)), cell(size=1, at=(22, 18)), board=on()))
    war.do(Move(unit="able", to="20,30"), dice(6, 6, 6))
    assert war.at("able1") == (20, pytest.approx(15.76, abs=0.02))


@pytest.mark.rule("BG-R202")
def test_a_line_goes_over_a_bridge_one_behind_the_other() -> None:
    """Seven men 12 inches wide, a bridge of 3: nobody is in the water, and some are across."""
    bridge = Feature("bridge", ((24, 11.5), (24, 16.5)), width=3.0)
    line = squad(size=7, at=(18, 9), formation=Formation.LINE)
    war = moving(battle(line, cell(size=1, at=(24, 34)), board=on(river(12, 16), bridge)))
    war.do(Move(unit="able", to="24,22"), dice(6, 6, 6))

    places = [f.at for f in war.unit("able").figures]
    assert any(y > 16 for _, y in places)
    assert all(not 12 <= y <= 16 or 22.5 <= x <= 25.5 for x, y in places)
