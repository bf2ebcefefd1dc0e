"""Pictures of the table: complete, readable, the same every time, and of nothing but the scene."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

from rules.table import drawing, figures, traces
from rules.table.board import Board, Feature, Token
from rules.table.boards import KINDS, generate
from rules.table.canvas import Canvas, Frame
from rules.table.drawing import Layer, around, describe, draw
from rules.table.palette import HATCHES, look
from rules.table.pixels import picture_of
from rules.table.scene import Reach, Scene, Trace, UnitMark
from rules.table.symbols import BADGES, LABEL, symbol
from tests.examples import examples

SVG = "{http://www.w3.org/2000/svg}"
LETTER = "stroke-linecap"
"""Every lettered word has it once."""


def unit(ref: str, x: float, y: float, **more: object) -> UnitMark:
    friend = {"label": ref.title(), "side": "army", "affiliation": "friend", "colour": "#2f6fb3", "strength": "7/7"}
    return replace(UnitMark(ref, "", "", "", "", x, y), **{**friend, **more})


def squad(ref: str, x: float, y: float, count: int = 3, **more: object) -> UnitMark:
    return unit(
        ref, x, y, figures=tuple(Token(f"{ref}{i}", x + 2.0 * i, y, label=str(i + 1)) for i in range(count)), **more
    )


VILLAGE = generate("village", 7)
SCENE = Scene(
    VILLAGE,
    (
        squad("first", 12, 6, states=("shaken", "has fired")),
        squad("cell", 24, 28, side="insurgents", affiliation="hostile", colour="#b33a3a", facing=180.0),
    ),
    (unit("marker 3", 40, 30, affiliation="unknown", side="insurgents", strength="", states=("last seen",)),),
    (
        Trace("move", ((12, 2), (12, 6)), "army"),
        Trace("fire", ((12, 6), (24, 28)), "army", "2 hits"),
        Trace("blast", ((30, 10),), radius=2.0),
    ),
    "Turn 2 · fire phase",
    wrecks=(Token("w", 30, 20, 40, kind="vehicle", length=3, width=1.8, label="BMP"),),
)


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def pixels(svg: str, width: int = 400) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_of_board_makes_a_picture_within_what_discord_takes(kind: str) -> None:
    svg = draw(replace(SCENE, board=generate(kind, 3)))
    picture = picture_of(pixels(svg, 1600))
    assert picture is not None
    assert picture.width == 1600
    assert len(picture.data) < 8 * 1024 * 1024


def test_the_same_scene_gives_the_same_bytes() -> None:
    assert draw(SCENE) == draw(replace(SCENE))
    assert pixels(draw(SCENE)) == pixels(draw(SCENE))


def test_a_picture_needs_no_font() -> None:
    assert "<text" not in draw(SCENE)


def test_type_is_large_enough_on_a_phone() -> None:
    # Shown 400 pixels wide, a picture of 1000 units is reduced to two fifths.
    assert LABEL * 400 / drawing.PAGE > 8.0


def test_a_picture_tells_itself_in_words() -> None:
    words = describe(SCENE)
    assert words.startswith("Map of village 7, 48 by 36 inches, 12 by 9 squares; ")
    assert "First (army) at D2: 7/7, shaken, has fired" in words
    assert "Cell (insurgents) at G8: 7/7" in words
    assert "BMP destroyed at H6" in words
    assert "move D1 to D2; fire D2 to G8; blast at H3" in words
    root = parsed(draw(SCENE))
    assert root.findtext(f"{SVG}title") == "Turn 2 · fire phase"
    assert root.findtext(f"{SVG}desc") == words


def test_the_word_for_a_shot_stands_in_the_middle_of_its_way_and_that_for_a_blast_at_its_place() -> None:
    """Of three places the last leg counts, from 20 to 30 in: its middle is at 25."""
    canvas = Canvas(Frame(0, 0, 36, 24), 0.0, 0.0, 20.0)
    there = traces.label(Trace("blast", ((25, 12),), label="2 hits"), canvas)
    assert traces.label(Trace("fire", ((2, 12), (20, 12), (30, 12)), label="2 hits"), canvas) == there
    assert traces.label(Trace("blast", ((2, 12), (25, 12)), label="2 hits"), canvas) == there
    assert traces.label(Trace("fire", ((25, 12),), label="2 hits"), canvas) == ""


def test_words_stay_within_their_limit() -> None:
    crowd = tuple(unit(f"unit number {i}", 10, 10) for i in range(60))
    assert len(describe(replace(SCENE, units=crowd), limit=1000)) <= 1000


def test_a_part_of_the_board_speaks_only_of_that_part() -> None:
    frame = around(SCENE.board, (12, 6), reach=6)
    assert (frame.west, frame.east, frame.south, frame.north) == (6, 18, 0, 12)
    words = describe(SCENE, frame=frame)
    assert "First" in words
    assert "Cell" not in words
    assert "shown: B1 to E4" in words


def test_figures_have_their_numbers_only_where_there_is_room() -> None:
    wide = Scene(Board(120, 90), (squad("first", 60, 45, count=2),))
    without = replace(wide, units=(unit("first", 60, 45),))
    near = draw(wide, frame=around(wide.board, (60, 45), 8))
    far, plain = draw(wide), draw(without)
    near_without = draw(without, frame=around(wide.board, (60, 45), 8))
    assert far.count(LETTER) == plain.count(LETTER)
    assert near.count(LETTER) == near_without.count(LETTER) + 2


def test_layers_can_be_left_out() -> None:
    ranged = replace(SCENE, reaches=(Reach(12, 6, 6, 0, 180, "short"),), seen=(((0, 0), (20, 0), (20, 20)),))
    full = draw(ranged)
    for layer in (Layer.GRID, Layer.NAMES, Layer.TRACES, Layer.RANGES, Layer.FOG):
        assert len(draw(ranged, layers=drawing.USUAL - {layer})) < len(full), layer
    seen = replace(SCENE, sight=(((0, 0), (20, 0), (20, 20)),))
    assert len(draw(seen, layers={*drawing.USUAL, "sight"})) > len(draw(seen))
    with pytest.raises(ValueError, match="smell"):
        draw(SCENE, layers={"smell"})


def test_fog_lies_over_what_is_not_seen() -> None:
    assert "h-unseen" not in draw(SCENE)
    assert "h-unseen" in draw(replace(SCENE, seen=()))
    whole = ((0.0, 0.0), (48.0, 0.0), (48.0, 36.0), (0.0, 36.0))
    assert "url(#h-unseen)" not in draw(replace(SCENE, seen=(whole,)))


def test_night_is_dark_but_for_what_is_lit() -> None:
    board = Board(24, 24)
    flare = Feature("flare", ((12, 12),), width=10)
    day, night = Scene(board), Scene(replace(board, light="night"))
    lit = Scene(replace(board, light="night", features=(flare,)))
    assert "#16233f" not in draw(day)
    assert "#16233f" in draw(night)
    assert pixels(draw(lit)) != pixels(draw(night))


def test_a_destroyed_vehicle_stays_on_the_picture() -> None:
    assert draw(SCENE) != draw(replace(SCENE, wrecks=()))


def test_the_key_explains_the_states_on_the_picture_and_no_others() -> None:
    quiet = replace(SCENE, units=tuple(replace(u, states=()) for u in SCENE.units), markers=())
    assert BADGES["shaken"][1] in draw(SCENE)
    assert BADGES["shaken"][1] not in draw(quiet)


@pytest.mark.parametrize("affiliation", ["friend", "hostile", "neutral", "unknown", "martian"])
def test_sides_differ_by_shape_as_well_as_by_colour(affiliation: str) -> None:
    grey = draw(Scene(Board(24, 24), (squad("a", 10, 10, affiliation=affiliation, colour="#777777"),)))
    other = draw(Scene(Board(24, 24), (squad("a", 10, 10, affiliation="neutral", colour="#777777"),)))
    assert (grey == other) == (affiliation == "neutral")


def test_a_symbol_code_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no NATO symbol"):
        symbol("99999999999999999999", "#777777")


def test_an_imported_picture_lies_under_the_map() -> None:
    red = '<rect width="8" height="8" fill="red"/>'
    tile = picture_of(pixels(f'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">{red}</svg>', 8))
    assert tile is not None
    svg = draw(SCENE, background=tile)
    assert "data:image/png;base64," in svg
    assert pixels(svg) != pixels(draw(SCENE))


def test_symbols_are_moved_apart_and_kept_on_the_map() -> None:
    crowd = replace(SCENE, units=tuple(squad(f"u{i}", 20 + i / 10, 18) for i in range(6)), markers=())
    root = parsed(draw(crowd))
    text = ElementTree.tostring(root, encoding="unicode")
    places = {m for m in re.findall(r'transform="translate\(([-\d. ]+)\) scale\(0\.460\)"', text)}
    assert len(places) == 6


def test_a_symbol_stands_clear_of_mines_but_not_of_other_ground() -> None:
    def place(*features: Feature) -> tuple[float, float]:
        scene = Scene(Board(60, 40, features), (squad("first", 20, 20),), (), (), "Turn 1")
        (spot,) = set(re.findall(r'transform="translate\(([-\d. ]+)\) scale\(0\.460\)"', draw(scene)))
        x, y = map(float, spot.split())
        return x, y

    around = ((17.0, 14.0), (27.0, 14.0), (27.0, 26.0), (17.0, 26.0))
    bare = place()
    assert place(Feature("field", around)) == bare
    assert place(Feature("mines", around)) != bare


def test_all_ground_but_open_ground_ways_and_structures_has_a_hatching() -> None:
    """A map reads without any colour: what is no line and no structure is told apart by its hatching. Kinds that share
    one are the same to every rule set, or differ in their outline."""
    kinds = (
        "field", "plough", "crops", "slope", "river", "water", "pond", "marsh", "ford", "rough", "rocks", "rubble",
        "scrub", "tall grass", "woods", "orchard", "dense", "jungle", "bunker", "hedge", "barricade", "sandbags",
        "wire", "trench", "crater", "mines", "smoke",
    )  # fmt: skip
    looks = {kind: look(kind) for kind in kinds}
    assert [kind for kind, own in looks.items() if own.hatch not in HATCHES] == []
    alike: dict[tuple[str, float, str, int], list[str]] = {}
    for kind, own in looks.items():
        alike.setdefault((own.hatch, own.stroke_width, own.dash, own.layer), []).append(kind)
    assert [kinds for kinds in alike.values() if len(kinds) > 1] == [["river", "water", "pond"], ["dense", "jungle"]]


def test_what_is_put_up_on_the_ground_is_drawn_over_all_that_grows_or_lies_there() -> None:
    """Wire through a wood and a fence round a field are seen, whatever stands in the list first."""
    ground = ("field", "crops", "woods", "orchard", "jungle", "marsh", "rubble", "road", "river", "crater", "trench")
    put_up = ("wall", "high wall", "door", "hedge", "fence", "barricade", "sandbags", "wire")
    highest = max(look(kind).layer for kind in ground)
    assert [kind for kind in put_up if look(kind).layer <= highest] == []


names = st.text(max_size=24)


@examples(25, 60)
@given(names, names, names, names)
def test_whatever_people_call_things_the_picture_stays_well_formed(a: str, b: str, c: str, d: str) -> None:
    board = Board(24, 24, (Feature("woods", ((1, 1), (9, 1), (9, 9)), name=a),), name=b)
    svg = draw(Scene(board, (unit("u", 12, 12, label=c, strength=d),), caption=a + b))
    parsed(svg)
    assert pixels(svg, 200)


@examples(25, 60)
@given(st.lists(st.tuples(st.floats(0, 48), st.floats(0, 36), st.booleans()), min_size=1, max_size=8))
def test_nothing_that_is_not_in_the_scene_is_in_the_picture(spots: list[tuple[float, float, bool]]) -> None:
    everybody = [squad(f"Company{i}", x, y) for i, (x, y, _) in enumerate(spots)]
    visible = tuple(u for u, (*_, seen) in zip(everybody, spots, strict=True) if seen)
    shown = draw(Scene(VILLAGE, visible))
    assert shown == draw(Scene(VILLAGE, tuple(replace(u) for u in visible)))
    for u, (*_, seen) in zip(everybody, spots, strict=True):
        assert (u.label in shown) == seen


def test_what_the_shading_of_the_fog_means_stands_below_the_map() -> None:
    whole = ((0.0, 0.0), (48.0, 0.0), (48.0, 36.0), (0.0, 36.0))
    height = [
        re.search(r'viewBox="0 0 1000 (\d+)"', draw(scene))[1] for scene in (Scene(VILLAGE), Scene(VILLAGE, seen=()))
    ]
    assert int(height[0]) < int(height[1]), "a line of the key is added"
    assert 'id="h-unseen"' not in draw(Scene(VILLAGE)), "without fog there is no word of it"
    assert "url(#h-unseen)" not in draw(Scene(VILLAGE, seen=(whole,))), "nor where everything is seen"


def test_a_marker_and_a_wreck_are_told_in_words() -> None:
    marker = UnitMark("marker 3", "3", "red", "hostile", "#aa3333", 10, 10, symbol="10061000000000000000")
    ghost = UnitMark("u4", "Cell 4", "red", "hostile", "#aa3333", 20, 10, strength="T2", states=("last seen",))
    scene = Scene(VILLAGE, markers=(marker, ghost), wrecks=(Token("t", 30, 10, length=3.0, width=1.6, label="Truck"),))
    words = describe(scene)
    for told in ("marker 3 (red) at C3", "Cell 4 (red) at F3: T2, last seen", "Truck destroyed at H3"):
        assert told in words
    assert draw(scene).count("<svg") == 1


def test_the_fallen_are_crosses_large_enough_for_a_phone() -> None:
    lie = squad("first", 12, 6, count=2)
    without = Scene(Board(120, 90), (squad("cell", 60, 45),))
    drawn, plain = draw(replace(without, fallen=(lie,))), draw(without)
    assert figures.fallen_radius(lie.figures[0], Canvas(Frame(0, 0, 120, 90), 0, 0, 8.0)) * 2 * 390 / drawing.PAGE > 7.0
    crosses = [line for line in parsed(drawn).iter(f"{SVG}path") if line.get("stroke-width") == "3.4"]
    assert len(crosses) == 2
    assert "2 of First out of action at D2" in describe(replace(without, fallen=(lie,)))
    assert drawn.count(LETTER) > plain.count(LETTER)  # the key says what a cross is


def test_the_way_for_later_lies_faint_below_that_of_now() -> None:
    now, later = Trace("plan", ((12, 6), (12, 16)), "army"), Trace("later", ((12, 6), (12, 26)), "army")
    way = replace(SCENE, traces=(now, later))
    drawn = [
        (line.get("stroke-opacity"), line.get("stroke-dasharray")) for line in parsed(draw(way)).iter(f"{SVG}path")
    ]
    faint, strong = (traces.FAINT, "2 10"), (None, "2 8")
    assert drawn.count(faint) == drawn.count(strong) == 1
    assert drawn.index(faint) < drawn.index(strong)
    assert "plan D2 to D5; later D2 to D7" in describe(way)


def test_the_ground_is_drawn_from_below_to_what_stands_on_it() -> None:
    """Heights, fields, water, ways and crossings, growth and diggings, houses, what is built between them."""
    rising = (
        ("hill",),
        ("clearing", "field", "plough", "crops", "slope"),
        ("river", "stream", "water", "pond", "marsh", "rough"),
        ("ford", "road", "street", "track", "path", "trail", "bank"),
        (
            "railway",
            "bridge",
            "rocks",
            "scrub",
            "tall grass",
            "woods",
            "orchard",
            "jungle",
            "trench",
            "crater",
            "mines",
        ),
        ("building", "bunker", "rubble"),
        ("wall", "high wall", "door", "hedge", "fence", "barricade", "sandbags", "wire", "fire", "flare", "lamp"),
        ("objective", "smoke"),
    )
    for below, above in pairwise(rising):
        assert max(look(kind).layer for kind in below) < min(look(kind).layer for kind in above), (below, above)


def test_a_horse_is_a_white_body_along_its_facing_with_a_head_before_it() -> None:
    """One that is led, and the one under a rider: each a body, longer than wide, and a head in its unit's colour."""
    tokens = (Token("led", 12, 6, 90.0, kind="horse"), Token("rider", 20, 6, 0.0, kind="rider"))
    scene = Scene(Board(40, 20), (unit("troop", 12, 6, figures=tuple(tokens)),))
    found = list(parsed(draw(scene)).iter())
    bodies = [each for each in found if each.tag == f"{SVG}ellipse" and each.get("fill") == "#ffffff"]
    assert [float(each.attrib["ry"]) > float(each.attrib["rx"]) > 0 for each in bodies] == [True, True]
    assert [each.attrib["transform"].split()[0] for each in bodies] == ["rotate(90", "rotate(0"]
    for body, (across, along) in zip(bodies, ((1, 0), (0, -1)), strict=True):
        x, y, ahead = float(body.attrib["cx"]), float(body.attrib["cy"]), float(body.attrib["ry"])
        heads = [
            each for each in found
            if each.tag == f"{SVG}circle" and each.get("fill") == "#2f6fb3" and 0 < float(each.attrib["r"]) < ahead / 2
        ]  # fmt: skip
        at = (x + across * ahead, y + along * ahead)
        assert any(
            abs(float(each.attrib["cx"]) - at[0]) < 0.2 and abs(float(each.attrib["cy"]) - at[1]) < 0.2
            for each in heads
        )


def test_a_symbol_has_an_edge_and_the_one_that_is_selected_a_yellow_one() -> None:
    scene = Scene(Board(40, 20), (unit("able", 10, 10), unit("baker", 30, 10)))
    edges = [
        [
            each.get("stroke")
            for each in parsed(draw(shown)).iter(f"{SVG}path")
            if each.get("stroke-width") in {"13", "24"}
        ]
        for shown in (scene, replace(scene, selected="baker"))
    ]
    assert edges == [["#ffffff", "#ffffff"], ["#ffffff", "#f2b705"]]
