"""Ground, worked by hand from the book: its table typed once more, ways, breakdown tests, roads, columns, cover."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.book import cover as covers
from rules.red_actions.book import terrain
from rules.red_actions.book.cover import cover
from rules.red_actions.book.kinds import Cover, Mover
from rules.red_actions.book.switches import House
from rules.red_actions.book.terrain import BreakdownDie, Ground, WayPiece, breakdown_dice, cell, price, way
from tests.charts import chart

FOOT, HORSE, WHEELS, CAR, TANK = Mover.INFANTRY, Mover.SABRES, Mover.LIMBERED, Mover.ARMOURED_CAR, Mover.TANK
MOVERS = (FOOT, HORSE, WHEELS, CAR, TANK)
FREE_STREAMS = House((("small-streams-mounted", "free"),))
FAST_PARTISANS = House((("partisan-woods", "full-speed"),))
STANDING_COVER = House((("building-cover", "any-stationary"),))

PAGE_8 = """
Hedges         ¼ move        | ½ move    | ½ move    | ½ move *     | Da *
Walls          ¼ move        | Nyet!     | Nyet!     | Nyet!        | Da *
Small streams  ½ move        | Full move | Full move | Nyet!        | Da *
Big streams    ½ move        | Nyet!     | Nyet!     | Nyet!        | Nyet!
Fords          Full speed    | Full speed| ½ speed   | ½ speed *    | Da
Trenches       ½ move        | Nyet!     | Nyet!     | Nyet!        | Da *
Wire           Halt and test | Nyet!     | Nyet!     | Nyet!        | Da *
Crushed wire   ½ move        | Nyet!     | Nyet!     | Entire move *| Da
Up normal hills Full speed   | Full speed| ½ speed   | ½ speed      | Full speed
Steep slopes   ½ speed       | ½ speed   | ¼ speed   | ¼ speed      | ½ speed
Buildings      Full speed    | ¼ speed   | ¼ speed   | ¼ speed      | ½ speed*
Boggy ground   ½ speed       | Nyet!     | Nyet!     | Nyet!        | Nyet!
Rough ground   ½ speed       | ½ speed   | ½ speed   | Nyet!        | ½ speed*
Woods          ½ speed       | ½ speed   | ½ speed   | ¼ speed *    | ½ speed *
Dense woods    ½ speed       | ¼ speed   | Nyet!     | Nyet!        | Nyet!
"""
NAMES = {
    "Up normal hills": Ground.HILL,
    "Dense woods": Ground.DENSE_WOODS,
    "Boggy ground": Ground.BOGGY,
    "Rough ground": Ground.ROUGH,
    "Crushed wire": Ground.CRUSHED_WIRE,
    "Small streams": Ground.SMALL_STREAM,
    "Big streams": Ground.BIG_STREAM,
    "Steep slopes": Ground.STEEP,
    "Hedges": Ground.HEDGE,
    "Walls": Ground.WALL,
    "Fords": Ground.FORD,
    "Trenches": Ground.TRENCH,
    "Wire": Ground.WIRE,
    "Buildings": Ground.BUILDINGS,
    "Woods": Ground.WOODS,
}
OUR_WORDS = {
    "¼ move": "1/4 move", "½ move": "1/2 move", "¼ speed": "1/4 speed", "½ speed": "1/2 speed",
    "Full move": "whole move", "Entire move": "whole move", "Full speed": "full speed", "Nyet!": "impassable",
    "Da": "passable", "Halt and test": "halt and test",
}  # fmt: skip


def typed() -> dict[Ground, list[str]]:
    page: dict[Ground, list[str]] = {}
    for line in PAGE_8.strip().splitlines():
        name = next(each for each in NAMES if line.startswith(each))
        cells = [each.strip() for each in line.removeprefix(name).split("|")]
        page[NAMES[name]] = [
            OUR_WORDS[each.rstrip("* ")] + (" *" if each.endswith("*") else "") for each in cells
        ]  # fmt: skip
    return page


@pytest.mark.rule("RA-terrain.table", "RA-terrain.star")
def test_the_table_of_page_8_typed_once_more() -> None:
    """Fifteen rows of the page, then open ground and road, which are free."""
    shown = {Ground(str(row[0])): list(row[1:]) for row in terrain.CHARTS[0].rows}
    free = dict.fromkeys((Ground.OPEN, Ground.ROAD), ["full speed"] * 5)
    assert shown == typed() | free
    for ground, words in typed().items():
        assert [cell(ground, mover).words for mover in MOVERS] == words


# ── What crossing and moving inside cost ────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-terrain.table", "RA-R91", "RA-R170", "RA-R171")
@chart(
    ("step", "mover", "move", "inches"),
    [
        (WayPiece(Ground.HEDGE), FOOT, 8, 2),  # a quarter of 8
        (WayPiece(Ground.HEDGE), HORSE, 16, 8),  # half of 16
        (WayPiece(Ground.WALL), FOOT, 6, 1.5),
        (WayPiece(Ground.SMALL_STREAM), FOOT, 8, 4),
        (WayPiece(Ground.BIG_STREAM), FOOT, 8, 4),
        (WayPiece(Ground.TRENCH), FOOT, 8, 4),
        (WayPiece(Ground.TRENCH), TANK, 5, 0),
        (WayPiece(Ground.CRUSHED_WIRE), FOOT, 8, 4),
        (WayPiece(Ground.SMALL_STREAM), HORSE, 16, 16),  # the whole move
        (WayPiece(Ground.CRUSHED_WIRE), CAR, 16, 16),
        (WayPiece(Ground.FORD, 2), HORSE, 16, 2),
        (WayPiece(Ground.FORD, 2), WHEELS, 14, 4),  # half speed: two for one
        (WayPiece(Ground.HILL, 3), WHEELS, 8, 6),
        (WayPiece(Ground.HILL, 3, uphill=False), WHEELS, 8, 3),
        (WayPiece(Ground.STEEP, 2), WHEELS, 8, 8),  # quarter speed: four for one
        (WayPiece(Ground.STEEP, 2, uphill=False), FOOT, 8, 4),
        (WayPiece(Ground.BUILDINGS, 4), FOOT, 8, 4),
        (WayPiece(Ground.BUILDINGS, 4), HORSE, 16, 16),
        (WayPiece(Ground.BOGGY, 3), FOOT, 8, 6),
        (WayPiece(Ground.WOODS, 3), HORSE, 16, 6),
        (WayPiece(Ground.DENSE_WOODS, 3), HORSE, 16, 12),
        (WayPiece(Ground.ROUGH, 2), TANK, 5, 4),
        (WayPiece(Ground.OPEN, 7), FOOT, 8, 7),
        (WayPiece(Ground.SCRUB, 5), HORSE, 16, 5),
        (WayPiece(Ground.LANE), HORSE, 16, 0),
    ],
)
def test_what_a_piece_of_a_way_costs(step: WayPiece, mover: Mover, move: float, inches: float) -> None:
    assert price(step, mover, move).inches == pytest.approx(inches)


@pytest.mark.rule("RA-terrain.table")
@pytest.mark.parametrize(
    ("ground", "mover"),
    [
        (Ground.WALL, HORSE), (Ground.SMALL_STREAM, CAR), (Ground.BIG_STREAM, TANK), (Ground.TRENCH, CAR),
        (Ground.WIRE, HORSE), (Ground.WIRE, CAR), (Ground.CRUSHED_WIRE, WHEELS), (Ground.BOGGY, HORSE),
        (Ground.ROUGH, CAR), (Ground.DENSE_WOODS, WHEELS), (Ground.DENSE_WOODS, TANK),
    ],
)  # fmt: skip
def test_nyet(ground: Ground, mover: Mover) -> None:
    with pytest.raises(RuleViolation) as refused:
        price(WayPiece(ground, 1), mover, 10)
    assert refused.value.code == "impassable"


def test_a_train_has_no_column_in_the_table() -> None:
    with pytest.raises(RuleViolation) as refused:
        price(WayPiece(Ground.OPEN, 1), Mover.RAIL, 8)
    assert refused.value.code == "rails"


@pytest.mark.rule("RA-R91")
def test_streams_by_house_rule() -> None:
    assert price(WayPiece(Ground.SMALL_STREAM), HORSE, 16, house=FREE_STREAMS).inches == 0
    assert price(WayPiece(Ground.SMALL_STREAM), WHEELS, 8, house=FREE_STREAMS).inches == 0
    assert price(WayPiece(Ground.SMALL_STREAM), FOOT, 8, house=FREE_STREAMS).inches == 4


@pytest.mark.rule("RA-R150", "RA-char.partisan.1")
def test_partisans_in_woods_by_house_rule() -> None:
    """By the ruling partisans are as slow as others; by the house rule 4 in of wood cost 4."""
    assert price(WayPiece(Ground.WOODS, 4), FOOT, 8, partisan=True).inches == 8
    assert price(WayPiece(Ground.WOODS, 4), FOOT, 8, partisan=True, house=FAST_PARTISANS).inches == 4
    assert price(WayPiece(Ground.DENSE_WOODS, 4), HORSE, 16, partisan=True, house=FAST_PARTISANS).inches == 4
    assert price(WayPiece(Ground.WOODS, 4), FOOT, 8, house=FAST_PARTISANS).inches == 8
    assert price(WayPiece(Ground.ROUGH, 4), FOOT, 8, partisan=True, house=FAST_PARTISANS).inches == 8
    assert cell(Ground.WOODS, FOOT, house=FAST_PARTISANS) == cell(Ground.WOODS, FOOT)


# ── Whole ways ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-move.1", "RA-terrain.table")
def test_a_way_adds_up() -> None:
    """2 in open, a hedge (2), 2 in of wood (4): 8 of 8."""
    prices = way((WayPiece(Ground.OPEN, 2), WayPiece(Ground.HEDGE), WayPiece(Ground.WOODS, 2)), FOOT, 8, 8)
    assert [each.inches for each in prices] == [2, 2, 4]
    assert sum(each.inches for each in prices) == 8


@pytest.mark.rule("RA-move.1", "RA-R91")
def test_a_way_that_is_too_long() -> None:
    """5 in open leave 3; a stream wants 4."""
    with pytest.raises(RuleViolation) as refused:
        way((WayPiece(Ground.OPEN, 5), WayPiece(Ground.SMALL_STREAM)), FOOT, 8, 8)
    assert refused.value.code == "too-far"


@pytest.mark.rule("RA-R91")
def test_the_whole_move_starts_touching_and_ends_beyond() -> None:
    assert way((WayPiece(Ground.SMALL_STREAM),), HORSE, 16, 16)[0].ends
    with pytest.raises(RuleViolation) as refused:
        way((WayPiece(Ground.OPEN, 1), WayPiece(Ground.SMALL_STREAM)), HORSE, 16, 16)
    assert refused.value.code == "start-touching"
    with pytest.raises(RuleViolation) as refused:
        way((WayPiece(Ground.SMALL_STREAM), WayPiece(Ground.OPEN, 1)), HORSE, 16, 20)
    assert refused.value.code == "ends-there"


@pytest.mark.rule("RA-R91", "RA-wire.2")
def test_foot_halts_at_wire() -> None:
    prices = way((WayPiece(Ground.OPEN, 3), WayPiece(Ground.WIRE)), FOOT, 8, 8)
    assert prices[-1].ends
    assert sum(each.inches for each in prices) == 3
    with pytest.raises(RuleViolation):
        way((WayPiece(Ground.WIRE), WayPiece(Ground.OPEN, 1)), FOOT, 8, 8)


@pytest.mark.rule("RA-terrain.road.1", "RA-R125", "RA-R170")
def test_a_column_on_a_road() -> None:
    """Buildings and a stream (a bridge or ford) cost nothing more; uphill does, downhill not."""
    assert price(WayPiece(Ground.BUILDINGS, 4, by_road=True), HORSE, 16).inches == 4
    assert price(WayPiece(Ground.SMALL_STREAM, 0, by_road=True), HORSE, 16).inches == 0
    assert price(WayPiece(Ground.DENSE_WOODS, 4, by_road=True), WHEELS, 8).inches == 4
    assert price(WayPiece(Ground.HILL, 3, by_road=True), WHEELS, 8).inches == 6
    assert price(WayPiece(Ground.STEEP, 2, by_road=True), FOOT, 8).inches == 4
    assert price(WayPiece(Ground.STEEP, 2, uphill=False, by_road=True), FOOT, 8).inches == 2


@pytest.mark.rule("RA-R91")
def test_how_far_what_is_left_goes() -> None:
    """4 in of wood take all 8 in of a rifleman, 3½ in of houses all 14 in of wheels; a road through a wood is free."""
    for step, mover, left in (
        (WayPiece(Ground.WOODS, 4), FOOT, 8),
        (WayPiece(Ground.BUILDINGS, 3.5), WHEELS, 14),
        (WayPiece(Ground.WOODS, 14, by_road=True), WHEELS, 14),
    ):
        assert [each.inches for each in way((step,), mover, left, left)] == [left]
        with pytest.raises(RuleViolation):
            way((replace(step, inches=step.inches + 0.1),), mover, left, left)


# ── Breakdown tests ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-terrain.star", "RA-R92", "RA-R93", "RA-terrain.star-speed")
@chart(
    ("mover", "move", "inches", "grounds", "dice"),
    [
        (TANK, 5, 2.5, (Ground.OPEN,), ""),  # exactly half: none
        (TANK, 5, 3, (Ground.OPEN,), "speed"),
        (TANK, 5, 3, (Ground.ROAD,), "speed"),
        (TANK, 5, 2, (Ground.OPEN, Ground.HEDGE), "obstacle"),
        (TANK, 5, 4, (Ground.OPEN, Ground.HEDGE, Ground.TRENCH), "obstacle obstacle speed"),
        (TANK, 5, 2, (Ground.WIRE,), "wire"),
        (TANK, 5, 2, (Ground.CRUSHED_WIRE,), ""),  # no star for tanks
        (TANK, 5, 1, (Ground.WOODS,), "speed"),
        (TANK, 5, 4, (Ground.WOODS, Ground.BUILDINGS), "speed"),  # still one
        (TANK, 5, 2, (Ground.FORD,), ""),
        (CAR, 16, 10, (Ground.OPEN, Ground.HILL, Ground.ROAD), ""),
        (CAR, 16, 10, (Ground.OPEN, Ground.STEEP), "speed"),
        (CAR, 16, 8, (Ground.OPEN, Ground.STEEP), ""),
        (CAR, 16, 3, (Ground.FORD,), "obstacle"),
        (CAR, 16, 0, (Ground.CRUSHED_WIRE,), "obstacle"),
        (CAR, 16, 2, (Ground.WOODS,), "speed"),
        (CAR, 16, 12, (Ground.OPEN, Ground.HEDGE), "obstacle"),  # RA-R172: a line isn't an area
        (FOOT, 8, 8, (Ground.HEDGE, Ground.WOODS), ""),
    ],
)
def test_the_dice_of_a_segment(
    mover: Mover, move: float, inches: float, grounds: tuple[Ground, ...], dice: str
) -> None:
    steps = [WayPiece(ground, 0 if ground.line else 1) for ground in grounds]
    assert breakdown_dice(mover, move, inches, steps) == tuple(BreakdownDie(each) for each in dice.split())


@pytest.mark.rule("RA-R172", "RA-ac.speed")
def test_an_armoured_car_on_a_road_through_woods() -> None:
    steps = (WayPiece(Ground.WOODS, 10, by_road=True),)
    assert breakdown_dice(CAR, 16, 10, steps) == ()


# ── Columns and frontage ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-terrain.column")
def test_horse_and_wheels_are_in_column_in_woods_and_buildings() -> None:
    for mover in (HORSE, WHEELS):
        for ground in (Ground.WOODS, Ground.BUILDINGS):
            with pytest.raises(RuleViolation) as refused:
                terrain.bar_spread(mover, (Ground.OPEN, ground), column=False)
            assert refused.value.code == "column-needed"
            terrain.bar_spread(mover, (ground,), column=True)
    terrain.bar_spread(FOOT, (Ground.WOODS, Ground.BUILDINGS), column=False)
    terrain.bar_spread(HORSE, (Ground.ROUGH, Ground.SCRUB), column=False)


@pytest.mark.rule("RA-building.1", "RA-building.3", "RA-R126")
def test_frontage() -> None:
    """A base is 30 mm: 4 in (101.6 mm) take three."""
    assert covers.frontage(4) == 3
    assert covers.frontage(1) == 1
    assert covers.firing_out(5, 3) == 3
    assert covers.firing_out(2, 3) == 2
    assert covers.firing_out(4) == 4
    assert covers.covered_in_farm(6, 4) == 4


# ── Cover ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule(
    "RA-R25",
    "RA-shoot.cover.superhard",
    "RA-shoot.cover.stone",
    "RA-shoot.cover.soft",
    "RA-shoot.cover.hard",
    "RA-R171",
)
@chart(
    ("ground", "expected"),
    [
        (Ground.OPEN, Cover.OPEN), (Ground.ROUGH, Cover.OPEN), (Ground.FORD, Cover.OPEN), (Ground.HILL, Cover.OPEN),
        (Ground.HEDGE, Cover.SOFT), (Ground.SCRUB, Cover.SOFT), (Ground.DITCH, Cover.SOFT),
        (Ground.WOODS, Cover.WOODS), (Ground.DENSE_WOODS, Cover.WOODS), (Ground.WALL, Cover.STONE),
        (Ground.TRENCH, Cover.SUPER_HARD), (Ground.SANDBAGS, Cover.SUPER_HARD),
    ],
)  # fmt: skip
def test_the_cover_of_ground(ground: Ground, expected: Cover) -> None:
    assert cover(ground) is expected


@pytest.mark.rule("RA-building.2", "RA-building.4", "RA-R143", "RA-R24")
def test_the_cover_of_buildings() -> None:
    """Passing through: soft. Infantry that evades: all of it. Standing: soft until possession is taken."""
    town = Ground.BUILDINGS
    assert cover(town, moving=True) is Cover.SOFT
    assert cover(town, moving=True, held=True) is Cover.SOFT
    assert cover(town, moving=True, evading=True) is Cover.WOODEN
    assert cover(town, stone=True, moving=True, evading=True) is Cover.STONE
    assert cover(town) is Cover.SOFT
    assert cover(town, evading=True) is Cover.WOODEN
    assert cover(town, held=True) is Cover.WOODEN
    assert cover(town, stone=True, held=True) is Cover.STONE
    assert cover(town, infantry=False, moving=True, evading=True) is Cover.SOFT
    assert cover(town, house=STANDING_COVER) is Cover.WOODEN
    assert cover(town, moving=True, house=STANDING_COVER) is Cover.SOFT


@pytest.mark.rule("RA-R62", "RA-R25")
def test_foxholes_and_ground() -> None:
    assert covers.with_foxholes(Cover.OPEN, 1) is Cover.FOXHOLE
    assert covers.with_foxholes(Cover.SOFT, 2) is Cover.FOXHOLE
    assert covers.with_foxholes(Cover.WOODS, 3) is Cover.WOODS
    assert covers.with_foxholes(Cover.OPEN, 0) is Cover.OPEN


@pytest.mark.rule("RA-R173", "RA-morale.mod.works")
def test_what_steadies() -> None:
    assert covers.steadies(Ground.TRENCH, Cover.SUPER_HARD)
    assert covers.steadies(Ground.BUILDINGS, Cover.STONE)
    assert not covers.steadies(Ground.BUILDINGS, Cover.WOODEN)
    assert not covers.steadies(Ground.WALL, Cover.STONE)
    assert Cover.STONE.hard
