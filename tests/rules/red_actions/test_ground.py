"""Where bases stand, who sees whom, what covers: worked out by hand on a plain table in inches."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import Polygon, union_all

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Fire
from rules.red_actions.book.kinds import Cover, Light, StruckSide, UnitFormation, Weather
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.aiming import aimed_volley
from rules.red_actions.play.fire.deeds import judge_fire
from rules.red_actions.play.ground.fronts import behind_front, box, side_struck, within_sides
from rules.red_actions.play.ground.layout import distance, in_contact, layout
from rules.red_actions.play.ground.lines import (
    enfiladed,
    line_between,
    sees,
    visible_enemies,
)
from rules.red_actions.play.ground.measures import uphill
from rules.red_actions.play.ground.terrain import cover_of, foxhole_columns, in_works
from rules.red_actions.state import DEFENDER
from rules.red_actions.units import Concealment, Foxholes, Mode, Rails
from tests.charts import chart
from tests.rules.red_actions.field import (
    ATTACK,
    EAST,
    NORTH,
    SOUTH,
    WEST,
    area,
    battle,
    board,
    changed,
    line,
    officer,
    unit,
)


def _one(*features, **changes):
    return battle(unit("reds", at=(30, 10), **changes), unit("whites", DEFENDER, at=(30, 30)), board=board(*features))


# ── Bases ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-form.contact")
def test_a_line_of_four_stands_side_by_side_in_contact():
    """Four bases 1.2 in wide: middles 1.8 and 0.6 to either side."""
    state = _one()
    bases = layout(state, state.unit("reds"))
    assert [stood.at for stood in bases] == [(28.2, 10), (29.4, 10), (30.6, 10), (31.8, 10)]
    own = box(state, "reds")
    assert (own.left, own.right, own.front) == pytest.approx((-2.4, 2.4, 0.4))


@pytest.mark.rule("RA-form.column")
def test_a_column_is_one_base_wide():
    state = _one(formation=UnitFormation.COLUMN, facing=EAST)
    block = box(state, state.unit("reds"))
    assert block.width == pytest.approx(1.2)
    assert block.depth == pytest.approx(4 * 0.8)
    assert layout(state, state.unit("reds"))[0].at == pytest.approx((31.2, 10))


@pytest.mark.rule("RA-form.contact")
@chart("formation", list(UnitFormation))
@chart("count", range(1, 7))
@chart("card", ["red-conscripts", "red-cavalry"])
def test_bases_touch_and_never_overlap(formation, count, card):
    state = battle(unit("reds", card=card, bases=count, formation=formation, facing=37.0))
    shapes = [Polygon(stood.corners) for stood in layout(state, state.unit("reds"))]
    together = union_all([shape.buffer(0.01) for shape in shapes])
    assert together.geom_type == "Polygon"
    for i, one in enumerate(shapes):
        assert all(one.intersection(other).area < 1e-4 for other in shapes[i + 1 :])


@pytest.mark.rule("RA-train.cars.1")
def test_cars_stand_along_the_rails():
    """A front 20 in along a line to the east that starts at x = 10: cars of 2.4 in end at 30, 27.6, 25.2."""
    rail = line("railway", (10, 24), (60, 24), name="Rail")
    train = unit("train", card="train-engine", bases=3, at=(26.4, 24), rails=Rails("Rail", 20.0))
    state = battle(train, board=board(rail))
    assert [stood.at for stood in layout(state, train)] == [(28.8, 24), (26.4, 24), (24, 24)]
    back = changed(state, "train", rails=Rails("Rail", 12.8, ahead=False))
    assert [stood.at for stood in layout(back, back.unit("train"))] == [(28.8, 24), (26.4, 24), (24, 24)]


@pytest.mark.rule("RA-def.officer.senior-unit.1")
def test_an_attached_officer_is_where_his_unit_is():
    state = battle(unit("reds", at=(30, 10)), officer("ivan", at=(50, 40), with_unit="reds"))
    assert distance(state, state.unit("reds"), state.unit("ivan")) == 0


def test_distance_runs_between_the_nearest_points():
    """Middles 20 in apart, each block 0.4 in deep to its front: 19.2."""
    state = _one()
    assert distance(state, state.unit("reds"), state.unit("whites")) == pytest.approx(19.2)
    near = changed(state, "whites", at=(30.0, 10.8))
    assert in_contact(near, near.unit("reds"), near.unit("whites"))


# ── Flank and rear ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-charge.flank.1")
@pytest.mark.rule("RA-charge.rear.1")
@pytest.mark.parametrize(
    ("at", "struck"),
    [
        ((30, 10), StruckSide.FRONT),
        ((45, 30), StruckSide.FLANK),
        ((45, 29), StruckSide.FRONT),  # the target's front line lies at y = 29.6
        ((30, 40), StruckSide.REAR),
        ((40, 40), StruckSide.FLANK),
    ],
)
def test_where_a_charge_strikes(at, struck):
    state = changed(_one(), "reds", at=at)
    assert side_struck(state, state.unit("reds"), state.unit("whites")) is struck


@pytest.mark.rule("RA-charge.flank.1")
def test_shares_behind_and_within():
    """Of a line of four to the east that faces the same way, half lie inside the sides (27.6 to 32.4)."""
    state = changed(_one(), "reds", at=(32.4, 40.0))
    assert behind_front(state, state.unit("whites"), state.unit("reds")) == 1.0
    assert within_sides(state, state.unit("whites"), state.unit("reds")) == 0.5


@pytest.mark.rule("RA-form.contact")
def test_a_square_has_no_flank():
    state = changed(changed(_one(), "reds", at=(45.0, 30.0)), "whites", formation=UnitFormation.SQUARE)
    assert side_struck(state, state.unit("reds"), state.unit("whites")) is StruckSide.FRONT


# ── Sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sees(*features, **changes):
    state = battle(
        unit("reds", at=(30, 10)), unit("whites", DEFENDER, **{"at": (30.0, 30.0), **changes}), board=board(*features)
    )
    return sees(state, state.unit("reds"), state.unit("whites"))


@pytest.mark.rule("RA-vis.7")
def test_troops_see_all_round():
    state = battle(unit("reds", facing=SOUTH), unit("whites", DEFENDER, at=(30, 30)))
    assert sees(state, state.unit("reds"), state.unit("whites"))


@pytest.mark.rule("RA-vis.8")
def test_troops_see_through_other_units():
    state = battle(unit("reds"), unit("guard", at=(30, 20), bases=6), unit("whites", DEFENDER, at=(30, 30)))
    assert sees(state, state.unit("reds"), state.unit("whites"))


@pytest.mark.rule("RA-vis.1")
def test_houses_and_woods_stand_in_the_way():
    assert _sees()
    assert not _sees(area("building", 20, 18, 40, 22))
    assert not _sees(area("woods", 20, 18, 40, 22))
    assert _sees(area("wall", 20, 18, 40, 18.3))


@pytest.mark.rule("RA-vis.3")
def test_who_moves_at_the_edge_of_a_wood_is_seen_from_anywhere():
    """The wood's edge lies at y = 29: middles 1 in inside. Horse is 1.2 in deep: with its middle at 31.6 it is 2 in
    inside."""
    wood = area("woods", 20, 29, 40, 40)
    assert not _sees(wood)
    assert _sees(wood, moved=4.0, moved_turn=1, acted=1)
    assert _sees(wood, card="red-cavalry")
    assert _sees(wood, card="red-cavalry", at=(30.0, 31.55))
    assert not _sees(wood, card="red-cavalry", at=(30.0, 31.65))


@pytest.mark.rule("RA-vis.1")
def test_still_infantry_in_cover_is_seen_at_two_inches():
    """The front of the whites is 0.8 in nearer than the middles: 13.0 - 10 - 0.8 = 2.2 and 2.0."""
    wood = area("woods", 20, 12.5, 40, 40)
    assert not _sees(wood, at=(30.0, 13.0))
    assert _sees(wood, at=(30.0, 12.8))
    assert _sees(wood, at=(30.0, 14.8), moved=2.0, moved_turn=1, acted=1)


@pytest.mark.rule("RA-vis.2")
def test_inside_a_wood_one_sees_four_inches():
    wood = area("woods", 20, 0, 40, 40)
    assert _sees(wood, at=(30.0, 14.8))
    assert not _sees(wood, at=(30.0, 14.9))


@pytest.mark.rule("RA-vis.4", "RA-R262")
def test_from_within_two_inches_of_the_edge_one_sees_out():
    """Their front is 0.4 in ahead of their middles, at 10.4."""
    assert _sees(area("woods", 20, 0, 40, 12.35))
    assert not _sees(area("woods", 20, 0, 40, 12.45))


@pytest.mark.rule("RA-vis.4", "RA-R262")
def test_men_less_than_two_inches_inside_a_wood_fire_out_of_it():
    """The wood ends at 12.2, 1.8 in ahead of their front; 2.2 ahead of it nobody sees a target."""
    reds, whites = unit("reds", card="red-regulars", at=(30, 10)), unit("whites", DEFENDER, at=(30, 16))
    action = Fire(unit="reds", target="whites")
    edge = battle(reds, whites, board=board(area("woods", 20, 0, 40, 12.2)))
    aimed = judge_fire(edge, action, ATTACK)
    assert aimed is not None
    deep = battle(reds, whites, board=board(area("woods", 20, 0, 40, 12.6)))
    with pytest.raises(RuleViolation, match="does not see"):
        judge_fire(deep, action, ATTACK)


@pytest.mark.rule("RA-vis.5")
def test_a_hedge_hides_who_is_behind_it_and_not_who_looks_through_it():
    near_reds = line("hedge", (20, 10.7), (40, 10.7))
    assert _sees(near_reds)
    lined = line("hedge", (20, 29.4), (40, 29.4))
    assert not _sees(lined)
    close = line("hedge", (20, 13.9), (40, 13.9))
    assert _sees(close, at=(30.0, 14.8))
    lying_back = line("hedge", (20, 12.0), (40, 12.0))
    assert not _sees(lying_back, at=(30.0, 14.8))


@pytest.mark.rule("RA-vis.6")
def test_from_a_hill_one_overlooks_a_wood_but_not_the_ground_just_behind():
    hill = area("hill", 20, 0, 40, 12, height=3.0)
    wood = area("woods", 20, 18, 40, 20)
    assert _sees(hill, wood)
    assert not _sees(hill, wood, at=(30.0, 21.9))
    assert not _sees(area("hill", 20, 18, 40, 20, height=3.0))


@pytest.mark.rule("RA-weather.night.range")
@pytest.mark.parametrize(("light", "inches"), [(Light.DARK, 3.0), (Light.MOON, 6.0)])
def test_sight_at_night(light, inches):
    for apart, seen in ((inches, True), (inches + 0.1, False)):
        state = battle(unit("reds"), unit("whites", DEFENDER, at=(30, 10.8 + apart)), light=light)
        assert sees(state, state.unit("reds"), state.unit("whites")) is seen


@pytest.mark.rule("RA-weather.rain")
def test_rain_ends_sight_at_forty_inches():
    state = battle(
        unit("reds", at=(10, 10)), unit("whites", DEFENDER, at=(10, 46)), unit("far", DEFENDER, at=(60, 40)),
        weather=Weather.RAIN,
    )  # fmt: skip
    assert [each.id for each in visible_enemies(state, state.unit("reds"))] == ["whites"]


@pytest.mark.rule("RA-seq.reveal")
def test_small_bodies_in_the_open_are_seen_at_forty_inches():
    """Three bases at 50 in are not seen, four are; so are guns."""
    state = battle(unit("reds", at=(10, 10)), unit("few", DEFENDER, at=(60, 10), bases=3),
        unit("many", DEFENDER, at=(60, 20)), unit("guns", DEFENDER, "field-gun", at=(60, 30), bases=1))  # fmt: skip
    assert {each.id for each in visible_enemies(state, state.unit("reds"))} == {"many", "guns"}


@pytest.mark.rule("RA-action.hide")
def test_hidden_horse_in_a_wood_is_seen_at_two_inches():
    wood = area("woods", 20, 12.5, 40, 40)
    assert not _sees(wood, at=(30.0, 13.2), card="red-cavalry", hidden=Concealment.HIDING)


# ── Cover ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _cover(*features, **changes):
    state = battle(
        unit("reds", at=(30, 10)), unit("whites", DEFENDER, **{"at": (30.0, 30.0), **changes}), board=board(*features)
    )
    return cover_of(state, state.unit("whites"), state.unit("reds"))


@pytest.mark.rule("RA-shoot.cover.hard")
@pytest.mark.rule("RA-shoot.cover.soft")
@pytest.mark.rule("RA-shoot.cover.superhard")
def test_cover_by_ground():
    assert _cover() is Cover.OPEN
    assert _cover(area("woods", 20, 29, 40, 40)) is Cover.WOODS
    assert _cover(area("scrub", 20, 29, 40, 40)) is Cover.SOFT
    assert _cover(line("trench", (20, 30), (40, 30), width=0.8)) is Cover.SUPER_HARD
    assert _cover(line("wall", (20, 29.4), (40, 29.4))) is Cover.STONE
    assert _cover(line("wall", (20, 30.6), (40, 30.6))) is Cover.OPEN


@pytest.mark.rule("RA-building.4")
@pytest.mark.rule("RA-building.2")
def test_buildings_cover_who_holds_them():
    mill = area("building", 20, 25, 40, 35, hardness="hard", name="Mill")
    assert _cover(mill) is Cover.SOFT
    assert _cover(mill, holds="Mill") is Cover.STONE
    assert _cover(mill, mode=Mode.EVADING, mode_turn=1) is Cover.STONE
    hut = area("building", 20, 25, 40, 35, name="Hut")
    assert _cover(hut, holds="Hut") is Cover.WOODEN


def test_most_bases_decide():
    """Bases at x = 28.2, 29.4, 30.6, 31.8: the wood begins at 30 and holds half, which is not most of them."""
    assert _cover(area("woods", 30, 20, 40, 40)) is Cover.OPEN
    assert _cover(area("woods", 29, 20, 40, 40)) is Cover.WOODS


@pytest.mark.rule("RA-R62")
def test_a_unit_is_in_foxholes_up_to_half_their_width_from_their_middle_and_at_least_an_inch():
    wide, narrow = Foxholes((30.0, 10.0), NORTH, 4.8, 4), Foxholes((30.0, 10.0), NORTH, 1.2, 4)
    assert [wide.holds((30.0 + off, 10.0)) for off in (0.0, 2.39, 2.41)] == [True, True, False]
    assert [narrow.holds((30.0, 10.0 + off)) for off in (0.99, 1.01)] == [True, False]


@pytest.mark.rule("RA-dig.1")
def test_foxholes_count_whole_columns():
    state = _one()
    dug = Foxholes((30.0, 10.0), NORTH, 4.8, 7)
    state = replace(state, foxholes=(dug,))
    assert foxhole_columns(state, state.unit("reds")) == 1
    assert cover_of(state, state.unit("reds")) is Cover.FOXHOLE
    assert foxhole_columns(state, state.unit("whites")) == 0


@pytest.mark.rule("RA-morale.mod.works")
def test_works_steady_and_walls_do_not():
    state = _one(line("trench", (20, 10), (40, 10), width=0.8))
    assert in_works(state, state.unit("reds"))
    wall = _one(line("wall", (20, 10.6), (40, 10.6)))
    assert not in_works(wall, wall.unit("reds"))


@pytest.mark.rule("RA-combat.modifiers.uphill")
def test_who_stands_higher():
    state = _one(area("hill", 20, 0, 40, 15, height=2.0))
    assert uphill(state, state.unit("reds").at, state.unit("whites").at)
    assert not uphill(state, state.unit("whites").at, state.unit("reds").at)


# ── Fire ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-arc.1")
def test_bases_have_what_lies_ahead_in_their_arc():
    state = changed(_one(), "whites", at=(30.0, 20.0))
    assert len(_firing(state)) == 4
    aside = changed(state, "reds", facing=EAST)
    with pytest.raises(RuleViolation, match="in its arc"):
        _firing(aside)
    assert len(_firing(aside, no_turn=False)) == 4
    assert len(_firing(changed(state, "reds", facing=SOUTH), no_turn=False)) == 4


def _firing(state, *, no_turn=True):
    (part,) = aimed_volley(state, Shot("reds", "whites", no_turn=no_turn)).parts
    return [piece.base.id for piece in part.firing]


@pytest.mark.rule("RA-arc.1")
def test_friends_stand_in_the_way():
    """Two bases of the guard, 28.8 to 31.2, right before the two in the middle; a whole line of them before all."""
    reds, whites = unit("reds"), unit("whites", DEFENDER, at=(30, 20))
    assert _firing(battle(reds, unit("guard", at=(30, 11.5), bases=2), whites)) == ["reds1", "reds4"]
    with pytest.raises(RuleViolation, match="no friends in the way"):
        _firing(battle(reds, unit("guard", at=(30, 15)), whites))


@pytest.mark.rule("RA-enfilade.1")
@pytest.mark.rule("RA-enfilade.2")
def test_fire_down_a_line_enfilades_it():
    """Whites in line at y = 30 from x = 27.6 to 32.4; from 45 the far end is 17.4 in away: 17.4 tan 11 = 3.38 in."""
    state = changed(_one(bases=1), "reds", at=(45.0, 30.0), facing=WEST)
    reds = state.unit("reds")
    assert enfiladed(state, reds, state.unit("whites"))
    inside, outside = changed(state, "reds", at=(45.0, 26.3)), changed(state, "reds", at=(45.0, 26.1))
    assert enfiladed(inside, inside.unit("reds"), state.unit("whites"))
    assert not enfiladed(outside, outside.unit("reds"), state.unit("whites"))
    column = changed(state, "whites", formation=UnitFormation.COLUMN)
    assert not enfiladed(column, reds, column.unit("whites"))


@pytest.mark.rule("RA-enfilade.2", "RA-R162")
def test_two_ranks_are_enfiladed_in_a_battle_and_a_square_is_not():
    """Four bases look west from 42: none is over 1.8 in off the axis, where 14.4 tan 11 = 2.8 in are allowed."""
    state = changed(_one(), "reds", at=(42.0, 30.0), facing=WEST)
    for formation, hit in ((UnitFormation.RANKS, True), (UnitFormation.SQUARE, False)):
        stood = changed(state, "whites", formation=formation)
        assert judge_fire(stood, Fire(unit="reds", target="whites"), ATTACK).aim.mark.enfiladed is hit


@pytest.mark.rule("RA-building.3", "RA-R246")
def test_a_farm_covers_as_many_bases_as_its_front_takes_and_a_village_all():
    """A hut of 2.4 by 1.2 in has 7.2 in of front: 182.88 mm, six bases of 30 mm. Two companies of four in two ranks
    stand in it: the first has room, of the second two bases only, so half of it is in the open."""
    first = unit("first", at=(30, 10), formation=UnitFormation.RANKS, holds="the hut", bases=4)
    second = unit("second", at=(30, 10), formation=UnitFormation.RANKS, holds="the hut", bases=4)
    hut = area("building", 28.8, 9.4, 31.2, 10.6, name="the hut")
    state = battle(first, second, board=board(hut))
    assert cover_of(state, "first") is Cover.WOODEN
    assert cover_of(battle(second, board=board(hut)), "second") is Cover.WOODEN
    third = unit("third", at=(30, 10), formation=UnitFormation.RANKS, holds="the hut", bases=4)
    assert cover_of(battle(first, second, third, board=board(hut)), "third") is Cover.OPEN
    village = area("village", 28.8, 9.4, 31.2, 10.6, name="the hut")
    assert cover_of(battle(first, second, third, board=board(village)), "third") is Cover.WOODEN


@pytest.mark.rule("RA-form.contact")
@pytest.mark.parametrize("bases", [2, 3, 4, 5, 6])
def test_the_bases_of_a_square_touch_one_another_and_lie_over_none(bases):
    reds = battle(unit("reds", bases=bases, formation=UnitFormation.SQUARE))
    stood = [Polygon(each.corners) for each in layout(reds, "reds")]
    for one, each in enumerate(stood):
        others = stood[:one] + stood[one + 1 :]
        assert all(each.intersection(other).area < 1e-4 for other in others)
        assert min(each.distance(other) for other in others) < 1e-4


@pytest.mark.rule("RA-form.contact")
@pytest.mark.parametrize("bases", [3, 4, 5, 6])
def test_the_front_and_the_rear_of_a_square_close_it_at_the_corners(bases):
    """From its front to its rear: the width of the bases at its sides, and the depths of two."""
    reds = battle(unit("reds", bases=bases, formation=UnitFormation.SQUARE, at=(30, 20)))
    _, south, _, north = union_all([Polygon(each.corners) for each in layout(reds, "reds")]).bounds
    one = layout(reds, "reds")[0]
    assert north - south == pytest.approx(one.width + 2 * one.depth, abs=1e-4)


@pytest.mark.rule("RA-vis.2", "RA-vis.6")
def test_a_line_that_touches_a_corner_alone_is_not_barred():
    """From (30, 10) to (34, 14), past a house whose south-east corner is at (32, 12), and through one from (32.5, 11.5)
    up."""

    def barred(house):
        return line_between(board(house), (), (30.0, 10.0), (34.0, 14.0)).blocked

    assert not barred(area("building", 28, 12, 32, 16, height=3.0))
    assert barred(area("building", 28, 11.5, 32.5, 16, height=3.0))
