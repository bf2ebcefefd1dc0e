"""Universal VTT maps: what the editors export, and what strangers might."""

from __future__ import annotations

import base64
import contextlib
import json
import math
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.table.board import Board, Token
from rules.table.faults import BoardFault
from rules.table.pixels import picture_of
from rules.table.sight import Sight
from rules.table.uvtt import MOST_PIXELS, read_uvtt
from tests.charts import chart


def png(width: int, height: int) -> bytes:
    head = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + head + struct.pack(">I", zlib.crc32(head))


def exported(**more: object) -> dict[str, object]:
    """As Dungeondraft writes it: 10 by 8 cells, a wall with a door in it, a lamp."""
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8}, "pixels_per_grid": 100},
        "line_of_sight": [[{"x": 5, "y": 0}, {"x": 5, "y": 3}], [{"x": 5, "y": 4}, {"x": 5, "y": 8}]],
        "objects_line_of_sight": [[{"x": 1, "y": 1}, {"x": 2, "y": 1}]],
        "portals": [
            {
                "position": {"x": 5, "y": 3.5},
                "bounds": [{"x": 5, "y": 3}, {"x": 5, "y": 4}],
                "rotation": 1.5,
                "closed": True,
                "freestanding": False,
            }
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ff101018"},
        "lights": [{"position": {"x": 8, "y": 2}, "range": 2, "intensity": 1, "color": "ffffcc88", "shadows": True}],
        "image": base64.b64encode(png(1000, 800)).decode(),
        **more,
    }


def read(value: object, **more: float):
    return read_uvtt(json.dumps(value).encode(), file="keep.uvtt", **more)


def test_an_exported_map_becomes_a_board_with_the_north_on_top() -> None:
    imported = read(exported(), cell=2.0)
    board = imported.board
    assert (board.width, board.depth, board.light) == (20.0, 16.0, "night")
    kinds = [f.kind for f in board.features]
    assert kinds == ["high wall", "high wall", "barricade", "door", "lamp"]
    assert board.features[0].outline == ((10, 16), (10, 10))  # from the north edge, three cells down
    lamp = board.features[-1]
    assert (lamp.outline, lamp.width) == (((16, 12),), 8.0)
    assert imported.picture is not None
    assert (imported.picture.format, imported.picture.width, imported.picture.height) == ("png", 1000, 800)


def test_a_shut_door_hides_and_an_open_one_does_not() -> None:
    west, east = Token("w", 4, 9), Token("e", 16, 9)
    assert Sight(read(exported(), cell=2.0).board).look(west, east).share == 0.0
    portals = [{"bounds": [{"x": 5, "y": 3}, {"x": 5, "y": 4}], "closed": False}]
    assert Sight(read(exported(portals=portals), cell=2.0).board).look(west, east).share == 1.0


def test_a_cropped_map_counts_from_its_origin() -> None:
    resolution = {"map_origin": {"x": 5, "y": 2}, "map_size": {"x": 4, "y": 4}, "pixels_per_grid": 100}
    walls = [[{"x": 6, "y": 3}, {"x": 8, "y": 3}]]
    board = read(
        exported(resolution=resolution, line_of_sight=walls, objects_line_of_sight=[], portals=[], lights=[])
    ).board
    assert board.features[0].outline == ((1, 3), (3, 3))


def test_walls_without_length_are_left_out_and_told() -> None:
    imported = read(exported(line_of_sight=[[{"x": 1, "y": 1}, {"x": 1, "y": 1}], []]))
    assert imported.notes == ("2 walls without length were left out",)


@chart(
    ("value", "words"),
    [
        (exported(image=base64.b64encode(b"MZ an executable").decode()), "neither PNG"),
        (exported(image="not base64!"), "not base64"),
        (exported(image=base64.b64encode(png(40_000, 40_000)).decode()), "pixels"),
        (exported(resolution={"map_size": {"x": 4000, "y": 8}}), "cells a side"),
        (exported(resolution={"map_size": {"x": 0, "y": 8}}), "cells a side"),
        (exported(resolution={"map_size": {"x": "wide", "y": 8}}), "resolution.map_size.x"),
        (exported(lights=[{"position": {"x": 1e9, "y": 0}, "range": 1}]), "lights.0.position.x"),
        (exported(line_of_sight=[[{"x": 1, "y": 1}] * 50_000]), "simplify"),
        (exported(line_of_sight="walls"), "line_of_sight"),
        ({}, "resolution"),
        ([], "dictionary"),
        (None, "dictionary"),
    ],
)
def test_a_faulty_map_is_refused_in_words(value: object, words: str) -> None:
    with pytest.raises(BoardFault) as fault:
        read(value)
    assert fault.value.file == "keep.uvtt"
    assert words in fault.value.message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"PK\x03\x04 a zip", "archive"),
        (b"\x1f\x8b gzip", "archive"),
        (b"\xff\xfe\x00", "not text"),
        (b'{"resolution": ', "JSON"),
        (b"[" * 200_000, "not a map"),
        (b'{"resolution": {"map_size": {"x": NaN, "y": 8}}}', "NaN"),
        (b" " * (24 * 2**20 + 1), "24 MiB"),
        (b"", "JSON"),
    ],
)
def test_a_hostile_file_is_refused_before_it_does_harm(data: bytes, words: str) -> None:
    with pytest.raises(BoardFault) as fault:
        read_uvtt(data)
    assert words in fault.value.message


def test_a_wall_that_crosses_itself_without_end_is_refused() -> None:
    star = [{"x": 4 + 3 * math.cos(turn * 2.5), "y": 4 + 3 * math.sin(turn * 2.5)} for turn in range(2000)]
    for key in ("line_of_sight", "objects_line_of_sight"):
        with pytest.raises(BoardFault, match="crosses itself again and again"):
            read(exported(**{key: [star]}))


@pytest.mark.parametrize(("wide", "high"), [(1, 39_999_999), (39_999_999, 1), (20_000, 1_000), (8_000, 8_000)])
def test_a_picture_that_claims_to_be_longer_than_any_is_refused_unseen(wide: int, high: int) -> None:
    with pytest.raises(BoardFault, match=f"{wide} by {high} pixels"):
        read(exported(image=base64.b64encode(png(wide, high)).decode()))


def test_a_cell_must_have_a_length() -> None:
    with pytest.raises(BoardFault, match="cell"):
        read(exported(), cell=0.0)


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    with contextlib.suppress(BoardFault):
        assert isinstance(read_uvtt(data).board, Board)


@given(st.binary(max_size=60), st.sampled_from([b"\x89PNG\r\n\x1a\n", b"\xff\xd8", b"RIFF\0\0\0\0WEBP", b""]))
def test_no_bytes_break_the_picture_reader(data: bytes, head: bytes) -> None:
    picture = picture_of(head + data)
    assert picture is None or picture.width * picture.height > 0
    assert MOST_PIXELS > 0


def test_sizes_are_read_from_the_heads_of_pictures() -> None:
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x03\x20\x04\x00" + b"\0" * 12
    lossless = b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + ((1023) | (799 << 14)).to_bytes(4, "little") + b"\0" * 8
    extended = b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + (1023).to_bytes(3, "little") + (799).to_bytes(3, "little")
    lossy = b"RIFF\0\0\0\0WEBPVP8 " + b"\0" * 7 + b"\x9d\x01\x2a" + struct.pack("<HH", 1024, 800)
    for data, kind in (
        (png(1024, 800), "png"),
        (jpeg, "jpeg"),
        (lossless, "webp"),
        (extended, "webp"),
        (lossy, "webp"),
    ):
        picture = picture_of(data)
        assert picture is not None
        assert (picture.format, picture.width, picture.height) == (kind, 1024, 800)
