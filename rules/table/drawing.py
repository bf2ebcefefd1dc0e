"""Pictures of the table: one SVG for what one viewer may see, and its words for those who cannot.

The same scene always gives the same text, byte for byte. A picture needs no fonts, no files and no network. Its type is
large enough to be read when it is shown 400 pixels wide.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum

from shapely import Polygon, box
from shapely.ops import unary_union

from rules.table import changes, drawn_changes, figures, furniture, labelling, symbols, traces
from rules.table.board import Board, Point
from rules.table.canvas import Canvas, Frame, element
from rules.table.effort import near_enough
from rules.table.footprint import area, rings_of
from rules.table.ground import ground
from rules.table.lettering import written
from rules.table.palette import GROUND, PAPER, patterns
from rules.table.pixels import Picture
from rules.table.reference import size_in_squares, square_of
from rules.table.room import Room
from rules.table.scene import Changes, Scene, UnitMark

PAGE = 1000.0
CHANGED = 420
"""Characters of a picture's words that tell of what has changed."""


class Layer(StrEnum):
    """What may be shown or left out."""

    GRID = "grid"
    NAMES = "names"
    TRACES = "traces"
    CHANGES = "changes"
    RANGES = "ranges"
    SIGHT = "sight"
    FOG = "fog"


USUAL = frozenset({Layer.GRID, Layer.NAMES, Layer.TRACES, Layer.CHANGES, Layer.RANGES, Layer.FOG})
"""The layers of a picture that nobody asked anything special of."""

_EXPLAINED = ("mines", "smoke")
"""Ground that the key explains where it is on the map."""
UNSEEN = "unseen"
"""The hatch over ground out of sight."""

_DARK = {"night": 0.50, "moon": 0.34, "dusk": 0.16}


def whole(board: Board) -> Frame:
    return Frame(0.0, 0.0, board.width, board.depth)


def around(board: Board, point: Point, reach: float = 8.0) -> Frame:
    """A square part of the board with a point in its middle, moved to stay on the board. More of the board where a
    map of that part would take too long."""
    wide, deep = min(2 * reach, board.width), min(2 * reach, board.depth)
    west = min(max(point[0] - wide / 2, 0.0), board.width - wide)
    south = min(max(point[1] - deep / 2, 0.0), board.depth - deep)
    return near_enough(board.features, whole(board), Frame(west, south, west + wide, south + deep))


def draw(
    scene: Scene,
    *,
    width: int = 1024,
    frame: Frame | None = None,
    layers: Collection[str] = USUAL,
    background: Picture | None = None,
    key: Sequence[furniture.LegendLine] | None = None,
    steady: dict[str, Point] | None = None,
) -> str:
    """The picture of a scene as SVG text, `width` pixels wide. `frame`: a part of the board instead of all of it.
    `background`: the picture that came with an imported board. `key`: what its key explains; None: all that it shows.
    `steady`: where symbols stood from their units on the picture before, so that they do not hop; it is brought up to
    date.

    Raises ValueError for a unit whose symbol code is unknown.
    """
    frame = frame or whole(scene.board)
    scale = (PAGE - 2 * furniture.MARGIN) / frame.width
    top = (furniture.HEAD if scene.caption else 16.0) + (furniture.NEWS if scene.news else 0.0)
    canvas = Canvas(frame, furniture.MARGIN, top, scale)
    shown = frozenset(Layer(layer) for layer in layers)
    hatches: set[str] = set()
    body = _map(scene, canvas, shown, hatches, background, steady)
    if key is None:
        fog = [furniture.FOG] if f"url(#h-{UNSEEN})" in body else []
        key = [*_strokes(scene, shown), *_looks(scene, frame), *_states(scene, frame), *fog, *_sides(scene, frame)]
    below = furniture.foot(scene.board, canvas, canvas.bottom + 54.0)
    explained, lines = furniture.key(key, canvas, canvas.bottom + 88.0)
    height = canvas.bottom + furniture.FOOT + (lines * furniture.KEY_LINE or 8.0)
    below += explained
    described = written(describe(scene, frame=frame))
    head = furniture.caption(scene.caption, canvas) + furniture.news(scene.news, canvas)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE:g} {height:.0f}" width="{width}" '
        f'height="{round(width * height / PAGE)}" role="img" aria-labelledby="t d">'
        f'<title id="t">{written(scene.caption or scene.board.name or "Map")}</title><desc id="d">{described}</desc>'
        f'<defs><clipPath id="map"><rect x="{canvas.left:.1f}" y="{canvas.top:.1f}" '
        f'width="{canvas.right - canvas.left:.1f}" height="{canvas.bottom - canvas.top:.1f}"/></clipPath>'
        f"{patterns(hatches)}</defs>"
        f'<rect width="{PAGE:g}" height="{height:.0f}" fill="{PAPER}"/>'
        f'<g clip-path="url(#map)">{body}</g>'
        f"{furniture.margins(scene.board, canvas)}{head}{below}</svg>"
    )


def _map(
    scene: Scene,
    canvas: Canvas,
    layers: frozenset[Layer],
    hatches: set[str],
    background: Picture | None,
    steady: dict[str, Point] | None,
) -> str:
    board = scene.board
    out = element("rect", x=canvas.left, y=canvas.top, width=canvas.right - canvas.left,
                  height=canvas.bottom - canvas.top, fill=GROUND)  # fmt: skip
    out += _behind(background, board, canvas) if background else ""
    out += ground(board, canvas, hatches)
    out += _darkness(board, canvas)
    if Layer.GRID in layers:
        out += furniture.grid(board, canvas)
    if Layer.FOG in layers and scene.seen is not None:
        hatches.add(UNSEEN)
        out += _outside(scene.seen, canvas, "#8d8878", "0.30", f"url(#h-{UNSEEN})", soften=0.15 * board.square)
    if Layer.SIGHT in layers and scene.sight:
        d = "".join(canvas.line(ring, closed=True) for ring in scene.sight)
        out += element("path", d=d, fill="#f2c230", fill_opacity="0.25", stroke="#a87a00", stroke_width=1.6)
    shown = [u for u in symbols.as_called(scene.units) if canvas.frame.holds((u.x, u.y), 1.0)]
    ghosts = [u for u in scene.markers if canvas.frame.holds((u.x, u.y), 1.0)]
    if Layer.RANGES in layers:
        out += "".join(traces.reach(reach, canvas) for reach in scene.reaches)
    wrecks = [token for token in scene.wrecks if canvas.frame.holds((token.x, token.y), 2.0)]
    out += "".join(figures.wreck(token, canvas) for token in wrecks)
    fallen = [u for u in scene.fallen if canvas.frame.holds((u.x, u.y), 1.0)]
    goals = labelling.goals(board, scene.objectives)
    out += labelling.rings(goals, canvas)
    bounds = (canvas.left, canvas.top, canvas.right, canvas.bottom)
    taken = [box for u in (*shown, *ghosts) for box in figures.figure_boxes(u, canvas)]
    taken += [box for token in wrecks for box in figures.wreck_boxes(token, canvas)]
    taken += [box for u in fallen for box in figures.fallen_boxes(u, canvas)]
    written = labelling.goal_names(goals, canvas, Room(bounds, taken))
    taken += [name.box for name in written]
    laid = [box for feature in board.features if feature.kind == "mines" for box in labelling.pieces(feature, canvas)]
    everybody, chosen = (*shown, *ghosts), scene.selected
    at = symbols.place_symbols(everybody, canvas, selected=chosen, taken=[*taken, *laid], steady=steady)
    if any(not unit.single and unit.ref not in at for unit in shown):
        at = symbols.place_symbols(everybody, canvas, selected=chosen, taken=taken, steady=steady)
    crowded = [symbols.by_name(u) for u in shown if not u.single and u.ref not in at]
    if crowded:
        taken += [symbols.symbol_boxes(u, *at[u.ref]) for u in (*shown, *ghosts) if u.ref in at]
        at |= symbols.place_symbols(crowded, canvas, taken=taken)
        shown = [next((u for u in crowded if u.ref == unit.ref), unit) for unit in shown]
    if steady is not None:
        stand = {unit.ref: canvas.to((unit.x, unit.y)) for unit in everybody if unit.ref in at}
        steady |= {ref: (at[ref][0] - x, at[ref][1] - y) for ref, (x, y) in stand.items()}
    if Layer.NAMES in layers:
        taken += [symbols.symbol_boxes(u, *at[u.ref]) for u in (*shown, *ghosts) if u.ref in at]
        written += labelling.names(board, canvas, Room(bounds, taken), [name.text for name in written])
    out += labelling.lettering(written)
    changed = scene.changes if Layer.CHANGES in layers else None
    out += drawn_changes.below(changed, canvas) if changed is not None else ""
    out += "".join(figures.figures(unit, canvas) for unit in (*ghosts, *shown))
    out += "".join(figures.fallen(unit, canvas) for unit in fallen)
    if changed is not None:
        out += drawn_changes.above(changed, canvas)
    elif Layer.TRACES in layers:
        sides = symbols.colours(scene)
        laid_out = sorted(scene.traces, key=lambda trace: trace.kind != traces.LATER)
        out += "".join(traces.trace(trace, canvas, sides.get(trace.side, "#444444")) for trace in laid_out)
    for unit in ghosts:
        if unit.ref in at:
            out += symbols.unit_symbol(unit, *at[unit.ref], canvas, selected=False, ghost=True)
    for unit in sorted(shown, key=lambda u: u.ref == scene.selected):
        if unit.ref in at:
            out += symbols.unit_symbol(unit, *at[unit.ref], canvas, selected=unit.ref == scene.selected)
        else:
            out += symbols.bare_badges(unit, canvas)
    out += "".join(figures.wreck_name(token, canvas) for token in wrecks)
    if Layer.TRACES in layers and changed is None:
        out += "".join(traces.label(trace, canvas) for trace in scene.traces)
    return out


def _darkness(board: Board, canvas: Canvas) -> str:
    """A veil over what no flare, lamp or fire lights."""
    share = _DARK.get(board.light)
    if not share:
        return ""
    lit = [f for f in board.features if f.kind in ("flare", "lamp", "fire", "searchlight")]
    rings = [ring for f in lit for ring in rings_of(area(f))]
    glow = "".join(canvas.line(ring, closed=True) for ring in rings)
    light = element("path", d=glow, fill="#ffdf7e", fill_opacity="0.22") if glow else ""
    return light + _outside(rings, canvas, "#16233f", f"{share:.2f}")


def _behind(picture: Picture, board: Board, canvas: Canvas) -> str:
    """A background picture, stretched over the whole board."""
    (x0, y0), (x1, y1) = canvas.to((0.0, board.depth)), canvas.to((board.width, 0.0))
    data = b64encode(picture.data).decode()
    return element(
        "image", x=x0, y=y0, width=x1 - x0, height=y1 - y0, preserveAspectRatio="none",
        href=f"data:image/{picture.format};base64,{data}",
    )  # fmt: skip


def _outside(
    rings: Collection[tuple[Point, ...]],
    canvas: Canvas,
    fill: str,
    opacity: str,
    hatch: str = "",
    *,
    soften: float = 0.0,
) -> str:
    """Everything on the map but these rings. `soften`: how far the corners of measured squares are rounded."""
    f = canvas.frame
    d = canvas.line([(f.west, f.south), (f.west, f.north), (f.east, f.north), (f.east, f.south)], closed=True)
    if not rings:
        body = element("path", d=d, fill=fill, fill_opacity=opacity)
        return body + (element("path", d=d, fill=hatch) if hatch else "")
    lit = unary_union([Polygon(ring).buffer(0) for ring in rings if len(ring) > 2])
    part = box(f.west, f.south, f.east, f.north)
    dark = part.difference(lit)
    if soften:
        dark = dark.buffer(-soften).buffer(2 * soften).buffer(-soften).simplify(soften / 8).intersection(part)
    d = "".join(canvas.line(ring, closed=True) for ring in rings_of(dark))
    if not d:
        return ""
    body = element("path", d=d, fill=fill, fill_opacity=opacity, fill_rule="evenodd")
    return body + (element("path", d=d, fill=hatch, fill_rule="evenodd") if hatch else "")


def key_of(scenes: Iterable[Scene], news: Changes) -> list[furniture.LegendLine]:
    """A key for pictures that belong together: the strokes of all that changed, and the sides on any of them."""
    found = [line for scene in scenes for line in _sides(scene, whole(scene.board))]
    return [*drawn_changes.legend(news), *dict.fromkeys(found)]


def _strokes(scene: Scene, layers: frozenset[Layer]) -> list[furniture.LegendLine]:
    return drawn_changes.legend(scene.changes) if scene.changes is not None and Layer.CHANGES in layers else []


def _states(scene: Scene, frame: Frame) -> list[furniture.LegendLine]:
    used: dict[str, furniture.LegendLine] = {}
    for unit in _shown(scene, frame):
        for state in unit.states:
            if state in symbols.BADGES:
                letter, colour = symbols.BADGES[state]
                used.setdefault(letter, furniture.LegendLine(state, symbols.badge(letter, colour)))
    return [used[letter] for letter in sorted(used)]


def _sides(scene: Scene, frame: Frame) -> list[furniture.LegendLine]:
    """The sides on the picture with the shape and colour of their figures."""
    names = dict(scene.side_names)
    found = sorted({(u.side, u.affiliation, u.colour) for u in (*_shown(scene, frame), *_fallen(scene, frame))})
    return [furniture.LegendLine(names.get(side, side), figures.side_dot(kind, colour)) for side, kind, colour in found]


def _looks(scene: Scene, frame: Frame) -> list[furniture.LegendLine]:
    """What the looks of figures mean, as far as somebody looks so; and the flag of an objective."""
    looks = {token.state for unit in _shown(scene, frame) for token in unit.figures}
    found = (
        [furniture.LegendLine("objective", labelling.flag(-6.0, 8.0, 20.0))]
        if labelling.goals(scene.board, scene.objectives)
        else []
    )
    found += [furniture.LegendLine("wounded", figures.look_of("wounded"))] if "wounded" in looks else []
    down = looks & figures.DOWN or _fallen(scene, frame)
    found += [furniture.LegendLine("out of action", figures.look_of("killed"))] if down else []
    seen = {feature.kind for feature in scene.board.features if feature.outline}
    return found + [furniture.patch(kind) for kind in _EXPLAINED if kind in seen]


def _shown(scene: Scene, frame: Frame) -> list[UnitMark]:
    return [unit for unit in (*scene.units, *scene.markers) if frame.holds((unit.x, unit.y), 1.0)]


def _fallen(scene: Scene, frame: Frame) -> list[UnitMark]:
    return [unit for unit in scene.fallen if frame.holds((unit.x, unit.y), 1.0)]


# ── In words ──────────────────────────────────────────────────────────────────────────────────────────────────────


def describe(scene: Scene, *, frame: Frame | None = None, limit: int = 1000) -> str:
    """The picture in words, for Discord's alt text: the board, each unit with its place and state, what happened."""
    board, frame = scene.board, frame or whole(scene.board)
    columns, rows = size_in_squares(board)
    size = f"{board.width:g} by {board.depth:g} {board.measure}, {columns} by {rows} squares"
    parts = [f"Map of {board.name or 'the table'}, {size}"]
    if board.light != "day":
        parts[0] += f", {board.light}"
    if frame != whole(board):
        parts.append(
            f"shown: {square_of(board, (frame.west, frame.south))} to {square_of(board, (frame.east, frame.north))}"
        )
    parts += labelling.told(labelling.goals(board, scene.objectives), board)
    sides = dict(scene.side_names)
    if scene.changes is not None:
        parts.append(_changed(scene.changes, board, sides))
    seen = [u for u in (*scene.units, *scene.markers) if frame.holds((u.x, u.y), 1.0)]
    parts += [_unit_words(board, unit, sides.get(unit.side, unit.side)) for unit in seen]
    for unit in _fallen(scene, frame):
        parts.append(f"{len(unit.figures)} of {unit.label} out of action at {square_of(board, (unit.x, unit.y))}")
    for token in scene.wrecks:
        parts.append(f"{token.label or 'wreck'} destroyed at {square_of(board, (token.x, token.y))}")
    for trace in scene.traces if scene.changes is None else ():
        if trace.points:
            here, there = square_of(board, trace.points[0]), square_of(board, trace.points[-1])
            way = f"at {there}" if here == there or trace.kind == "blast" else f"{here} to {there}"
            parts.append(
                f"{trace.label or trace.kind} at {here}" if trace.kind == traces.AREA else f"{trace.kind} {way}"
            )
    text = "; ".join(parts) + "."
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _changed(found: Changes, board: Board, sides: dict[str, str]) -> str:
    """What has changed, as far as there is room for it before the units; how much more there is."""
    clauses = changes.in_words(found, board, sides)
    since = f"changed {found.since}".rstrip() if found.since else "changed"
    said: list[str] = []
    for clause in clauses:
        if said and len(", ".join((*said, clause))) > CHANGED:
            said.append(f"and {len(clauses) - len(said)} more")
            break
        said.append(clause)
    return f"{since}: {', '.join(said) or 'nothing that you saw'}"


def _unit_words(board: Board, unit: UnitMark, side: str) -> str:
    name = f"marker {unit.label}" if unit.label.isdigit() else unit.label
    words = f"{name} ({side}) at {square_of(board, (unit.x, unit.y))}"
    details = [unit.strength, *unit.states]
    shown = ", ".join(detail for detail in details if detail)
    return f"{words}: {shown}" if shown else words
