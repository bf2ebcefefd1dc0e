"""Normal moves: formations, turning, roads, ground, enemies. V.12, VIII.0, VIII.1, VIII.4, IX.1."""

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold, SetConditions
from rules.book_and_gun.actions.movement import AdvanceAll, Enter, Move, Reform
from rules.book_and_gun.play.ground.formation import chart_row, order
from rules.book_and_gun.play.ground.tabletop import gap, middle
from rules.book_and_gun.units import Formation, Ground, Morale, Phase, Posture, Spacing, Status
from rules.kernel.action import UMPIRE
from rules.kernel.facts import Source
from rules.table.board import Board, Feature

from .field import PLAIN, SOUTH, army, battle, black_card, cell, hurt, mob, only
from .war import War, dice, led, moving, red, squad


def plain(*units, board=PLAIN, **changes):
    return battle(*units, board=board, phase=Phase.MOVEMENT, **changes)


def with_terrain(*features):
    return replace(PLAIN, features=features)


def moved(events):
    return only(events, "unit-moved")[0]


# ── How far ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.1", "BG-VIII.1.11", "BG-VIII.0.2d", "BG-VIII.0.2c")
def test_a_unit_moves_its_total_and_no_figure_more():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34), facing=SOUTH)))
    before = {f.id: f.at for f in war.unit("able").figures}
    events = war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))
    assert moved(events).allowance == 9
    for figure in war.unit("able").figures:
        assert figure.at == (before[figure.id][0], before[figure.id][1] + 9)


@pytest.mark.rule("BG-VIII.0.1a", "BG-VIII.0.1b")
def test_a_unit_moves_once_and_the_card_is_spent():
    war = moving(plain(squad(at=(10, 8)), squad("baker", at=(30, 8)), cell(at=(10, 34))), cards=2)
    war.do(Move(unit="able", to="north 5"), dice(4, 3, 2))
    assert war.state.run.left == 1
    assert war.refuses(Move(unit="able", to="north 5")) == "had-its-chance"
    war.do(Hold(unit="baker"))
    assert war.state.run is None
    assert war.refuses(Move(unit="baker", to="north 5")) == "had-its-chance"


@pytest.mark.rule("BG-VIII.1.1", "BG-R34")
def test_without_a_board_the_roll_is_taken_by_declared_facts():
    war = moving(plain(squad(), cell()))
    events = war.do(Move(unit="able", terrain=Ground.ROUGH, slope=True), dice(5, 3, 2))
    # 5 is lost in rough ground, half of 5 up the slope
    assert moved(events).inches == 2.5
    assert {(f.name, f.source) for f in moved(events).facts} >= {
        ("terrain", Source.DECLARED),
        ("slope", Source.DECLARED),
    }
    assert moved(events).placed == ()


@pytest.mark.rule("BG-VIII.1.1")
def test_a_unit_may_stop_short_of_its_total():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="north 20", inches=4), dice(4, 3, 2))
    assert moved(events).inches == 4
    assert war.at("able1") == (10, 12)


@pytest.mark.rule("BG-VIII.1.2b")
def test_every_turn_of_up_to_90_degrees_costs_an_inch():
    # Facing north and going east: 1 of 9 inches goes on the turn.
    war = moving(plain(army(size=1, at=(10, 8)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="east 20"), dice(4, 3, 2))
    assert moved(events).inches == 8
    assert war.unit("able").facing == 90
    # To the rear: 180 degrees cost 2 inches.
    war = moving(plain(army(size=1, at=(10, 20)), cell(at=(10, 34))))
    assert moved(war.do(Move(unit="able", to="south 20"), dice(4, 3, 2))).inches == 7


@pytest.mark.rule("BG-VIII.1.2b")
def test_a_facing_for_the_end_is_paid_for_too():
    war = moving(plain(army(size=1, at=(10, 8)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="north 20", facing=180), dice(4, 3, 2))
    assert moved(events).inches == 7
    assert (war.at("able1"), war.unit("able").facing) == ((10, 15), 180)
    # One inch of the nine is left by an order for 8, and pays for half of the turn: the other inch is off the way.
    war = moving(plain(army(size=1, at=(10, 8)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="north 20", inches=8, facing=180), dice(4, 3, 2))
    assert moved(events).inches == 7


@pytest.mark.rule("BG-VIII.1.2c")
def test_stepping_back_goes_at_a_third_of_the_speed_without_turning():
    war = moving(plain(army(size=1, at=(10, 20)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", backwards=True), dice(4, 3, 2))
    assert moved(events).inches == 3
    assert (war.at("able1"), war.unit("able").facing) == ((10, 17), 0)


@pytest.mark.rule("BG-VIII.1.2d", "BG-V.10")
def test_a_column_that_steps_back_or_turns_about_is_unformed_for_the_turn():
    column = squad(size=4, at=(10, 20), spacing=1.1, formation=Formation.COLUMN)
    war = moving(plain(column, cell(at=(10, 34))))
    events = war.do(Move(unit="able", backwards=True), dice(4, 3, 2))
    assert only(events, "formation-changed")[0].disordered
    assert war.unit("able").disordered_turn == war.state.turn
    war = moving(plain(column, cell(at=(10, 34))))
    war.do(Move(unit="able", to="north-east 20"), dice(4, 3, 2))
    assert war.unit("able").disordered_turn == 0


# ── Formations ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-V.1", "BG-V.2a", "BG-R25")
def test_order_is_measured_by_the_gaps_between_bases():
    assert order(squad(at=(5, 5), spacing=1.9)) is Spacing.CLOSE  # bases are 1 inch across: 0.9 between them
    assert order(squad(at=(5, 5), spacing=2.0)) is Spacing.OPEN
    assert order(army(size=1, at=(5, 5))) is Spacing.OPEN


@pytest.mark.rule("BG-R26", "BG-V.3", "BG-V.4", "BG-V.5", "BG-V.6", "BG-V.7", "BG-V.8", "BG-V.9", "BG-V.11")
@pytest.mark.parametrize("formation", list(Formation))
def test_every_formation_but_the_column_has_the_row_of_its_order(formation):
    expected = "column" if formation is Formation.COLUMN else "close order"
    assert chart_row(squad(), formation, Spacing.CLOSE) == expected
    open_row = "column" if formation is Formation.COLUMN else "open order"
    assert chart_row(cell(), formation, Spacing.OPEN) == open_row


@pytest.mark.rule("BG-R26")
def test_civilians_in_column_go_like_open_order():
    assert chart_row(mob(), Formation.COLUMN, Spacing.OPEN) == "open order"


@pytest.mark.rule("BG-V.12a", "BG-V.12b", "BG-R27")
def test_forming_close_order_takes_the_slower_dice_and_nobody_goes_further_than_they_allow():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    before = {f.id: f.at for f in war.unit("able").figures}
    war.do(Reform(unit="able", order=Spacing.CLOSE), dice(2, 1))
    unit = war.unit("able")
    assert unit.order is Spacing.CLOSE
    for figure in unit.figures:
        walked = ((figure.at[0] - before[figure.id][0]) ** 2 + (figure.at[1] - before[figure.id][1]) ** 2) ** 0.5
        assert walked <= 3.001
    # With 3 inches a line of 12 inches cannot close up to one of 6.
    assert max(f.at[0] for f in unit.figures) - min(f.at[0] for f in unit.figures) > 6.5


@pytest.mark.rule("BG-V.12a", "BG-V.6")
def test_an_arrowhead_is_formed_on_the_march():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    war.do(Move(unit="able", to="north 12", formation=Formation.ARROWHEAD), dice(6, 6, 6))
    ahead = max(f.at[1] for f in war.unit("able").figures)
    assert sum(f.at[1] == ahead for f in war.unit("able").figures) == 1


@pytest.mark.rule("BG-V.12a")
def test_forming_up_needs_something_to_change():
    assert moving(plain(squad(at=(10, 8)), cell(at=(10, 34)))).refuses(Reform(unit="able")) == "as-it-is"


# ── Ground ────────────────────────────────────────────────────────────────────────────────────────────────────────

WOODS = Feature("woods", ((0, 14), (48, 14), (48, 20), (0, 20)))


@pytest.mark.rule("BG-IX.1.2b", "BG-IX.0.1", "BG-R34")
def test_a_way_through_woods_is_measured_and_paid_for_by_the_whole_unit():
    war = moving(plain(squad(at=(10, 12)), cell(at=(10, 34)), board=with_terrain(WOODS)))
    events = war.do(Move(unit="able", to="north 15"), dice(5, 4, 3))
    fact = next(f for f in moved(events).facts if f.name == "terrain")
    assert (fact.value, fact.source) == ("rough", Source.MEASURED)
    assert moved(events).inches == 7  # 12 less the highest die


@pytest.mark.rule("BG-R34")
def test_a_unit_whose_dice_would_not_carry_it_into_the_woods_goes_up_to_their_edge():
    war = moving(plain(squad(at=(10, 5)), cell(at=(10, 34)), board=with_terrain(WOODS)))
    events = war.do(Move(unit="able", to="north 15"), dice(6, 2, 2))
    # 10 inches would reach the wood at 14, 4 would not: it stops before it, 9 inches on.
    assert moved(events).inches == pytest.approx(9, abs=0.1)


@pytest.mark.rule("BG-IX.1.3a")
def test_jungle_is_dense():
    jungle = Feature("jungle", ((0, 9), (48, 9), (48, 30), (0, 30)))
    war = moving(plain(squad(at=(10, 8.9)), cell(at=(10, 34)), board=with_terrain(jungle)))
    events = war.do(Move(unit="able", to="north 15"), dice(3, 3, 3))
    assert moved(events).inches == 3  # 3 struck out and once more from the other 6


@pytest.mark.rule("BG-IX.1.3b", "BG-R32")
def test_a_unit_always_has_an_inch_in_the_jungle():
    jungle = Feature("jungle", ((0, 7), (48, 7), (48, 30), (0, 30)))
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34)), board=with_terrain(jungle)))
    events = war.do(Move(unit="able", to="north 15"), dice(6, 1, 1))
    # 6 is struck out and taken once more from the other 2
    assert moved(events).inches == 1
    assert [figure.at[1] for figure in war.unit("able").figures] == [9] * 7


@pytest.mark.rule("BG-IX.1.4a", "BG-R33")
def test_a_steep_slope_halves_the_way_up_but_not_straight_down():
    # The first side of the outline is the top: this slope falls to the south.
    slope = Feature("slope", ((0, 30), (48, 30), (48, 9), (0, 9)))
    war = moving(plain(squad(at=(10, 9.5)), cell(at=(40, 34)), board=with_terrain(slope)))
    assert moved(war.do(Move(unit="able", to="north 15"), dice(4, 2, 1))).inches == 3.5
    war = moving(plain(squad(at=(10, 28), facing=SOUTH), cell(at=(40, 34)), board=with_terrain(slope)))
    assert moved(war.do(Move(unit="able", to="south 15"), dice(4, 2, 1))).inches == 7


@pytest.mark.rule("BG-IX.2.1")
def test_mud_costs_the_highest_die_off_the_road():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    war.do(SetConditions(ground="mud"), by=UMPIRE)
    assert moved(war.do(Move(unit="able", to="north 15"), dice(5, 3, 2))).inches == 5


@pytest.mark.rule("BG-IX.4.1a")
def test_the_inside_of_a_building_is_rough():
    house = Feature("building", ((0, 9), (48, 9), (48, 30), (0, 30)))
    war = moving(plain(squad(at=(10, 12)), cell(at=(10, 34)), board=with_terrain(house)))
    assert moved(war.do(Move(unit="able", to="north 15"), dice(5, 3, 2))).inches == 5


def test_deep_water_stops_a_unit_on_its_bank():
    river = Feature("river", ((0, 12), (48, 12), (48, 16), (0, 16)))
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34)), board=with_terrain(river)))
    war.do(Move(unit="able", to="north 15"), dice(5, 3, 2))
    assert all(f.at[1] < 12 for f in war.unit("able").figures)


# ── Roads ─────────────────────────────────────────────────────────────────────────────────────────────────────────

ROAD = Feature("road", ((20, 0), (20, 36)), width=3.0)


def column(name="able", at=(19.5, 8), size=6):
    """Two abreast on the road, looking north."""
    unit = squad(name, size=size, formation=Formation.COLUMN, order=Spacing.CLOSE)
    figures = tuple(replace(f, at=(at[0] + 1.1 * (i % 2), at[1] - 1.1 * (i // 2))) for i, f in enumerate(unit.figures))
    return replace(unit, figures=figures)


@pytest.mark.rule("BG-VIII.4.1", "BG-V.8", "BG-R35")
def test_a_column_on_the_road_from_start_to_end_rolls_road_dice():
    war = moving(plain(column(), cell(at=(2, 34)), board=with_terrain(ROAD)))
    events = war.do(Move(unit="able", to="north 20"), dice(5, 4, 3, 2))
    assert moved(events).inches == 14
    # Off the road at the end: cross-country dice.
    war = moving(plain(column(), cell(at=(2, 34)), board=with_terrain(ROAD)))
    assert len(moved(war.do(Move(unit="able", to="40,20"), dice(5, 4, 3))).dice) == 3


@pytest.mark.rule("BG-VIII.4.1", "BG-V.8")
def test_without_a_board_a_column_is_on_a_road_by_the_players_word():
    """The army's column: three dice, four on a road."""
    war = moving(plain(squad(formation=Formation.COLUMN, order=Spacing.CLOSE), cell()))
    assert moved(war.do(Move(unit="able", on_road=True), dice(5, 4, 3, 2))).inches == 14
    war = moving(plain(squad(formation=Formation.COLUMN, order=Spacing.CLOSE), cell()))
    assert moved(war.do(Move(unit="able"), dice(5, 4, 3))).inches == 12


@pytest.mark.rule("BG-VIII.4.1")
def test_columns_behind_one_another_march_on_one_card_with_one_roll():
    board = with_terrain(ROAD)
    state = plain(column(at=(19.5, 14)), column("baker", at=(19.5, 10.5)), cell(at=(2, 34)), board=board)
    war = moving(state)
    war.do(Move(unit="able", to="north 20", road_group=("baker",)), dice(2, 2, 1, 1))
    assert war.state.run is None
    assert middle(war.unit("able").figures)[1] == pytest.approx(14 - 1.1 + 6, abs=0.1)
    assert middle(war.unit("baker").figures)[1] == pytest.approx(10.5 - 1.1 + 6, abs=0.2)
    assert all(f.move_turn == 2 for f in war.unit("baker").figures)


@pytest.mark.rule("BG-VIII.4.1", "BG-R177", "BG-IV.1a")
def test_one_unit_without_a_leader_slows_the_whole_column():
    """Able's leader goes in front, more than 6 in ahead of Baker, who has none: of 6, 2, 1 and 1 the 6 is lost."""
    able, baker = column(at=(19.5, 14), size=12), column("baker", at=(19.5, 7.2))
    war = moving(plain(led(able, 1), led(baker, 0), cell(at=(2, 34)), board=with_terrain(ROAD)))
    war.do(Move(unit="able", to="north 20", road_group=("baker",)), dice(6, 2, 1, 1))
    assert middle(war.unit("able").figures)[1] == pytest.approx(14 - 2.75 + 4, abs=0.1)
    assert middle(war.unit("baker").figures)[1] == pytest.approx(7.2 - 1.1 + 4, abs=0.2)


@pytest.mark.rule("BG-VIII.4.1")
def test_a_unit_that_is_not_right_behind_marches_on_its_own_card():
    board = with_terrain(ROAD)
    state = plain(column(at=(19.5, 20)), column("baker", at=(19.5, 8)), cell(at=(2, 34)), board=board)
    assert moving(state).refuses(Move(unit="able", to="north 9", road_group=("baker",))) == "not-contiguous"


# ── Enemies ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.4")
def test_a_move_that_is_no_charge_keeps_two_inches_from_the_enemy():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 16), facing=SOUTH)))
    war.do(Move(unit="able", to="north 15"), dice(6, 6, 6))
    assert gap(war.unit("able").fit, war.unit("red").fit) >= 2 - 0.01


def test_without_a_goal_a_unit_goes_for_the_nearest_enemy_that_its_side_knows_of():
    hidden = replace(cell("hidden", at=(10, 16), facing=SOUTH), concealed=True)
    war = moving(plain(army(size=1, at=(10, 8)), hidden, cell(at=(30, 8), facing=SOUTH)))
    war.do(Move(unit="able"), dice(2, 2, 2))
    assert war.at("able1") == (15, 8)  # east, an inch on the turn


def test_nobody_can_be_moved_towards_a_name_that_he_may_not_know():
    hidden = replace(cell("hidden", at=(10, 30), facing=SOUTH), concealed=True)
    war = moving(plain(squad(at=(10, 8)), hidden))
    assert war.refuses(Move(unit="able", to="6in toward Hidden")) == "place-unknown"
    assert war.refuses(Move(unit="able", to="6in toward Nobody")) == "place-unknown"


# ── Who may not ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_each_refusal_says_why():
    steady, pinned = squad(at=(10, 8)), squad("baker", at=(30, 8), leader=False, morale=Morale.PINNED)
    state = plain(steady, pinned, cell(at=(10, 34), facing=SOUTH))
    war = moving(state, cards=2)
    assert war.refuses(Move(unit="baker", to="north 3")) == "pinned"
    assert war.refuses(Move(unit="red", to="north 3")) == "not-yours"
    assert war.refuses(Move(unit="nobody", to="north 3")) == "not-yours"
    assert war.refuses(Move(unit="red", to="south 3"), by=red()) == "not-your-turn"
    assert war.refuses(Move(unit="able", to="Z99")) == "place-off-board"
    assert war.refuses(Move(unit="able", figures="scouts", to="north 3")) == "nobody-to-move"


@pytest.mark.rule("BG-XII.1.21b")
def test_units_of_an_immobile_side_form_up_in_place_but_do_not_move():
    state = plain(squad(at=(10, 8)), cell(at=(10, 34), facing=SOUTH))
    state = state.with_side(replace(state.side("army"), immobile_turn=2))
    war = moving(state)
    assert war.refuses(Move(unit="able", to="north 3")) == "immobile"
    war.do(Reform(unit="able", facing=90), dice(4, 3, 2))
    assert war.unit("able").facing == 90
    assert middle(war.unit("able").figures)[0] == pytest.approx(16, abs=3)


@pytest.mark.rule("BG-VIII.0.2b", "BG-R126")
def test_a_reserve_is_placed_on_the_edge_on_its_card_and_does_not_move_in_that_turn():
    reserve = replace(squad(), reserve=True, figures=tuple(replace(f, at=None) for f in squad().figures))
    war = moving(plain(reserve, squad("baker", at=(30, 20)), cell(at=(10, 34))), cards=3)
    assert war.refuses(Move(unit="able", to="north 3")) == "not-there"
    war.do(Enter(unit="able", to="10,1"))
    assert not war.unit("able").reserve
    assert all(f.at[1] < 4 for f in war.unit("able").figures)
    assert war.refuses(Move(unit="able", to="north 3")) == "entered"
    assert war.refuses(Enter(unit="baker")) == "on-table"


def test_a_reserve_enters_over_an_edge_only():
    reserve = replace(squad(), reserve=True, figures=tuple(replace(f, at=None) for f in squad().figures))
    war = moving(plain(reserve, cell(at=(10, 34))))
    assert war.refuses(Enter(unit="able", to="24,18")) == "not-on-edge"


# ── Lying down ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.4.3a", "BG-R43")
def test_a_unit_lies_down_before_it_moves_and_then_crawls_1d6():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="north 15", posture=Posture.PRONE), dice(4))
    assert moved(events).inches == 4
    assert all(f.posture is Posture.PRONE for f in war.unit("able").figures)


@pytest.mark.rule("BG-R43")
def test_standing_up_is_free():
    prone = squad(at=(10, 8))
    prone = replace(prone, figures=tuple(replace(f, posture=Posture.PRONE) for f in prone.figures))
    war = moving(plain(prone, cell(at=(10, 34))))
    events = war.do(Move(unit="able", to="north 15", posture=Posture.STANDING), dice(4, 3, 2))
    assert moved(events).inches == 9


# ── All at once ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.13")
def test_all_advance_one_unit_for_each_card():
    state = plain(squad(at=(4, 8)), squad("baker", at=(20, 8)), squad("charlie", at=(34, 8)), cell(at=(20, 34)))
    war = moving(state, cards=2)
    war.do(AdvanceAll(), dice(4, 3, 2, 1, 1, 1))
    assert [middle(war.unit(name).figures)[1] for name in ("able", "baker", "charlie")] == [17, 11, 8]
    assert war.state.run is None


@pytest.mark.rule("BG-VIII.1.13", "BG-VIII.7.1")
def test_a_shaken_unit_that_rallies_advances_on_the_same_card():
    """An army unit with its leader rallies on 5 or less."""
    war = moving(plain(squad(at=(4, 8), morale=Morale.SHAKEN, morale_turn=1), cell(at=(4, 34))))
    war.do(AdvanceAll(), dice(5, 4, 3, 2))
    assert war.unit("able").morale is Morale.STEADY
    assert middle(war.unit("able").figures)[1] == 17
    assert war.state.run is None


@pytest.mark.rule("BG-VIII.1.13", "BG-R49")
def test_a_pinned_unit_that_is_not_freed_uses_up_its_card_and_the_next_advances():
    """A 6 frees nobody; the second card is Baker's."""
    pinned = squad(at=(4, 8), morale=Morale.PINNED, morale_turn=1)
    war = moving(plain(pinned, squad("baker", at=(20, 8)), cell(at=(20, 34))), cards=2)
    war.do(AdvanceAll(), dice(6, 4, 3, 2))
    assert war.unit("able").morale is Morale.PINNED
    assert [middle(war.unit(name).figures)[1] for name in ("able", "baker")] == [8, 17]
    assert war.state.run is None


def test_a_killed_man_stays_where_he_fell():
    war = moving(plain(hurt(squad(at=(10, 8)), Status.KILLED, 7), cell(at=(10, 34))))
    war.do(Move(unit="able", to="north 15"), dice(4, 3, 2))
    assert war.at("able7") == (22, 8)


def test_the_last_way_is_kept_for_the_picture():
    war: War = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    war.do(Move(unit="able", to="north 15"), dice(4, 3, 2))
    assert war.state.last.points == ((16, 8), (16, 17))
    assert isinstance(war.state.board, Board)


@pytest.mark.rule("BG-VIII.1.13")
def test_every_unit_has_its_card_before_what_is_separated_from_one():
    """Able's leader moves; its two men out of his reach wait, like all of Baker: the one card is Baker's."""
    able = squad(at=(4, 8))
    far = replace(
        able,
        figures=tuple(
            replace(f, at=(40.0 + f.number, 8.0)) if f.number > 5 else replace(f, move_turn=2) for f in able.figures
        ),
    )
    war = moving(plain(far, squad("baker", at=(20, 8)), cell(at=(20, 34))), cards=1)
    war.do(AdvanceAll(), dice(4, 3, 2))
    assert [event.unit for event in war.events if event.kind == "unit-moved"] == ["baker"]


# ── What stands in the way ────────────────────────────────────────────────────────────────────────────────────────

LAKE = Feature("water", ((6, 14), (26, 14), (26, 20), (6, 20)))


def advanced(war, *script):
    return moved(war.do(Move(unit="able"), dice(*script)))


def test_an_advance_goes_round_water_that_nobody_can_enter():
    war = moving(plain(squad(at=(10, 10)), cell(at=(10, 34)), board=with_terrain(LAKE)))
    event = advanced(war, 6, 5, 4)
    assert event.inches > 8
    assert event.path[-1][0] < 6 or event.path[-1][0] > 20


def test_an_advance_goes_over_the_bridge():
    canal = Feature("water", ((0, 16), (72, 16), (72, 20), (0, 20)))
    bridge = Feature("bridge", ((24, 15), (24, 21)), width=4.0)
    war = moving(plain(squad(at=(10, 12)), cell(at=(10, 34)), board=with_terrain(canal, bridge)))
    event = advanced(war, 6, 5, 4)
    assert event.path[-1][0] > 18


def test_an_advance_goes_round_its_own_side():
    """Baker lies across the way, three ranks deep; straight ahead there are five inches."""
    rank = [squad(f"baker{n}", at=(6.0, 15.0 + n)) for n in range(3)]
    war = moving(plain(squad(at=(10, 8)), *rank, cell(at=(12, 34))))
    assert advanced(war, 4, 4, 3).inches > 7


def test_an_open_advance_goes_straight_ahead():
    war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34))))
    event = advanced(war, 4, 3, 2)
    assert (event.inches, event.path) == (9.0, ((16.0, 8.0), (16.0, 17.0)))


@pytest.mark.rule("BG-VIII.1.2b")
def test_a_move_that_falls_short_says_why():
    def short(to, *script, **given):
        war = moving(plain(squad(at=(10, 8)), cell(at=(10, 34)), **given))
        return moved(war.do(Move(unit="able", to=to), dice(*script))).short

    assert short("north 20", 4, 3, 2) == ""
    assert short("north 3", 4, 3, 2) == "as far as it was ordered"
    assert short("east 20", 4, 3, 2) == "1 in for turning"
    assert short("north 20", 4, 3, 2, board=with_terrain(LAKE)) == "the ground ahead stops it"


@pytest.mark.rule("BG-VIII.1.2c")
def test_a_step_back_says_that_it_costs_three_for_one():
    war = moving(plain(squad(at=(10, 12)), cell(at=(10, 34))))
    event = moved(war.do(Move(unit="able", backwards=True), dice(4, 3, 2)))
    assert (event.inches, event.short) == (3.0, "3 in for each inch back")


# ── Charges that cannot come home ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VIII.1.4", "BG-R36")
def test_a_charge_that_no_roll_can_bring_home_is_not_offered():
    """20 inches: 4D6 are 24 at most, but through rough ground the highest die is lost, which leaves 18."""

    def charges(*features):
        state = plain(squad(at=(10, 8)), cell(at=(10, 29)), board=with_terrain(*features))
        offers = RULES.battle.offers(black_card(state, 1), "army", "able")
        return [offer.label for offer in offers if offer.verb == "charge"]

    assert charges() == ["Charge Red"]
    assert charges(Feature("rough", ((0, 14), (40, 14), (40, 20), (0, 20)))) == []
