"""Every building that the program draws has a door, and a man gets in by it."""

from __future__ import annotations

import pytest

from rules.book_and_gun.play.ground import passage
from rules.table.boards import KINDS, SCALES, generate
from rules.table.measure import bearing, step
from rules.table.text_grid import read_grid

GRID = """\
......
.BB...
.BBD..
......"""


def doors(board):
    return {
        feature.name or str(number): [o for o in feature.openings if o.kind == "door"]
        for number, feature in enumerate(board.features)
        if feature.kind == "building"
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("measure", SCALES)
def test_every_building_of_a_generated_board_has_a_door(kind: str, measure: str, long: bool) -> None:
    for seed in range(8 if long else 3):
        size = 40 * SCALES[measure].plan
        assert all(doors(generate(kind, seed, width=size, depth=size, measure=measure)).values()), (kind, seed)


@pytest.mark.parametrize("kind", KINDS)
def test_a_man_gets_in_by_each_door(kind: str) -> None:
    """From an inch before the middle of each door to half an inch behind it, or the other way round."""
    for seed in range(4):
        board = generate(kind, seed, width=40.0, depth=40.0)
        for name, found in doors(board).items():
            for door in found:
                at = (door.a[0] + door.b[0]) / 2, (door.a[1] + door.b[1]) / 2
                across = bearing(door.a, door.b) + 90.0
                one, other = step(at, across % 360.0, 1.0), step(at, (across + 180.0) % 360.0, 1.0)
                assert passage.is_open(board, one, other), (kind, seed, name)


def test_a_doorway_of_a_grid_is_a_door_in_the_wall_beside_it() -> None:
    """The building's east wall stands at 6; the doorway's cell from 2 to 4 north, so the door about 3, 0.9 wide."""
    (found,) = doors(read_grid(GRID)).values()
    assert [(o.a, o.b) for o in found] in ([((6.0, 2.55), (6.0, 3.45))], [((6.0, 3.45), (6.0, 2.55))])


def test_a_building_of_a_grid_without_a_doorway_has_its_door_in_the_middle_of_its_longest_wall() -> None:
    """Six inches long from 2 to 8, two deep from 4 to 6: in its southern wall about 5."""
    (found,) = doors(read_grid("......\n.BBB..\n......\n......")).values()
    (door,) = found
    assert {door.a, door.b} == {(4.55, 4.0), (5.45, 4.0)}
