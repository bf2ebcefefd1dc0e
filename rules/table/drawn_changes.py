"""What has changed, drawn: tracks that begin faded, thin fire with its hits, the fallen, new ground, ground won."""

from __future__ import annotations

import math
from itertools import pairwise

from rules.table.canvas import Canvas, element, path, turned
from rules.table.footprint import area, rings_of
from rules.table.furniture import LegendLine
from rules.table.lettering import lettered
from rules.table.scene import Changes, FireLine, GroundWon, LossMark, Track

FIRE, HIT, NEW = "#b3261e", "#ffd23f", "#7a1fa2"
_FADES = (0.25, 0.5, 0.75, 1.0)
"""How strong a track is, quarter by quarter."""
DASH = {"retreat": "3 8"}


def below(found: Changes, canvas: Canvas) -> str:
    """What lies under the figures: new ground and tracks."""
    out = "".join(_ground(ring, canvas) for each in found.laid for ring in rings_of(area(each))[:1])
    return out + "".join(_track(track, canvas) for track in found.tracks)


def above(found: Changes, canvas: Canvas) -> str:
    """What lies over them: fire, what burst, who fell, ground won."""
    out = "".join(_burst(canvas.to(at), max(radius * canvas.scale, 12.0)) for at, radius in found.bursts)
    lines = sorted(found.fire, key=lambda line: line.hits > 0)
    out += "".join(_shot(line, canvas) for line in lines)
    out += "".join(_fallen(loss, canvas) for loss in found.losses)
    return out + "".join(_won(won, canvas) for won in found.won)


def legend(found: Changes) -> list[LegendLine]:
    """What the strokes mean, of those that are there."""
    entries: list[LegendLine] = []
    if found.tracks:
        entries.append(LegendLine("moved, from its faded end", _track_sign()))
    if found.fire:
        entries.append(LegendLine("fired", _line((-14.0, 4.0), (10.0, -4.0))))
        entries += [LegendLine("hits", _hits((0.0, 0.0), 1))] if any(line.hits for line in found.fire) else []
    if found.bursts:
        entries.append(LegendLine("burst", _burst((0.0, 0.0), 11.0)))
    if found.losses:
        entries.append(LegendLine("fell", _cross((0.0, 0.0), "#333333")))
    if found.laid:
        entries.append(LegendLine("new ground", _edged(path([(-11, -9), (11, -9), (11, 9), (-11, 9)], closed=True))))
    if found.won:
        entries.append(LegendLine("ground won", _pennant(-6.0, 9.0, "#333333")))
    return entries


def _edged(d: str) -> str:
    """Ground with a bold broken edge: it was not there."""
    return element(
        "path", d=d, fill="none", stroke=NEW, stroke_width=3.0, stroke_dasharray="9 5", stroke_linejoin="round"
    )


def _ground(ring: tuple[tuple[float, float], ...], canvas: Canvas) -> str:
    return _edged(canvas.line(ring, closed=True))


# ── Tracks ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _track(track: Track, canvas: Canvas) -> str:
    """A way in its side's colour that grows stronger to its end, an arrow there and a hollow ring where it began."""
    points = [canvas.to(point) for point in track.points]
    wide = 6.0 if track.how == "charge" else 4.0
    if sum(math.dist(a, b) for a, b in pairwise(points)) < 4.0:
        return ""
    tip = points[-1]
    direction = math.degrees(math.atan2(tip[0] - points[-2][0], points[-2][1] - tip[1]))
    root = turned(*tip, direction + 180.0, min(6.0 + wide * 1.6, math.dist(points[-2], tip) * 0.9))
    left, right = turned(*root, direction - 90.0, wide * 1.7), turned(*root, direction + 90.0, wide * 1.7)
    out = ""
    for part, strength in zip(_quarters([*points[:-1], root]), _FADES, strict=True):
        common = {"d": path(part), "fill": "none", "stroke_linejoin": "round", "stroke_linecap": "butt"}
        out += element(
            "path", **common, stroke="#ffffff", stroke_width=wide + 3.0, stroke_opacity=f"{0.8 * strength:.2f}"
        )
        dashes = {"stroke_dasharray": DASH[track.how]} if track.how in DASH else {}
        out += element(
            "path", **common, stroke=track.colour, stroke_width=wide, stroke_opacity=f"{strength:.2f}", **dashes
        )
    x, y = points[0]
    start = element("circle", cx=x, cy=y, r=5.0, fill="#ffffff", fill_opacity="0.55", stroke=track.colour,
                    stroke_width=2.0, stroke_opacity="0.6")  # fmt: skip
    head = element("path", d=path([left, tip, right], closed=True), fill=track.colour, stroke="#fff", stroke_width=1.4)
    return out + start + head


def _quarters(points: list[tuple[float, float]]) -> list[list[tuple[float, float]]]:
    """The line in four parts of one length."""
    whole = sum(math.dist(a, b) for a, b in pairwise(points))
    cuts = [whole * share for share in (0.25, 0.5, 0.75)]
    parts, gone = [[points[0]]], 0.0
    for a, b in pairwise(points):
        leg = math.dist(a, b)
        while cuts and leg and gone + leg >= cuts[0]:
            share = (cuts.pop(0) - gone) / leg
            at = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            parts[-1].append(at)
            parts.append([at])
        parts[-1].append(b)
        gone += leg
    return [*parts, *([points[-1], points[-1]] for _ in range(4 - len(parts)))]


def _track_sign() -> str:
    out = ""
    for place, strength in enumerate(_FADES):
        x = -14.0 + 6.0 * place
        out += element(
            "path",
            d=path([(x, 0.0), (x + 6.0, 0.0)]),
            stroke="#333333",
            stroke_width=4.0,
            stroke_opacity=f"{strength:.2f}",
        )
    return out + element("path", d=path([(8.0, -6.0), (16.0, 0.0), (8.0, 6.0)], closed=True), fill="#333333")


# ── Fire and losses ───────────────────────────────────────────────────────────────────────────────────────────────


def _shot(line: FireLine, canvas: Canvas) -> str:
    end = canvas.to(line.end)
    if line.start is None:
        return _hits(end, line.hits) if line.hits else _miss(end)
    start = canvas.to(line.start)
    if math.dist(start, end) < 4.0:
        return _hits(end, line.hits) if line.hits else ""
    return _line(start, end) + (_hits(end, line.hits) if line.hits else _miss(end))


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    d = path([start, end])
    return element("path", d=d, stroke="#ffffff", stroke_width=4.2, stroke_opacity="0.75") + element(
        "path", d=d, stroke=FIRE, stroke_width=1.9
    )


def _hits(at: tuple[float, float], hits: int) -> str:
    """A flash at whoever was hit, with the number of hits where there were several."""
    spikes = [turned(*at, 22.5 * i, 13.0 if i % 2 == 0 else 7.0) for i in range(16)]
    flash = element("path", d=path(spikes, closed=True), fill=HIT, stroke=FIRE, stroke_width=1.8)
    if hits < 2:
        return flash
    return flash + lettered(str(hits), at[0], at[1] + 5.5, 11.0, colour="#5a0f0a", anchor="middle", weight=1.4)


def _miss(at: tuple[float, float]) -> str:
    return element("circle", cx=at[0], cy=at[1], r=4.5, fill="#ffffff", stroke=FIRE, stroke_width=1.9)


def _burst(at: tuple[float, float], reach: float) -> str:
    ring = element("circle", cx=at[0], cy=at[1], r=reach, fill="#e67e22", fill_opacity="0.18", stroke="#a8480b",
                   stroke_width=2.0, stroke_dasharray="5 4")  # fmt: skip
    spikes = [turned(*at, 22.5 * i, 10.0 if i % 2 == 0 else 5.0) for i in range(16)]
    return ring + element("path", d=path(spikes, closed=True), fill="#f5b041", stroke="#a8480b", stroke_width=1.4)


def _fallen(loss: LossMark, canvas: Canvas) -> str:
    return _cross(canvas.to(loss.at), loss.colour)


def _cross(at: tuple[float, float], colour: str) -> str:
    """A cross with a black edge: whoever fell since, larger than those who lay there before."""
    x, y = at
    cross = path([(x - 9.0, y - 9.0), (x + 9.0, y + 9.0)]) + path([(x - 9.0, y + 9.0), (x + 9.0, y - 9.0)])
    strokes = (("#ffffff", 9.5), ("#111111", 6.4), (colour, 3.2))
    return "".join(
        element("path", d=cross, stroke=ink, stroke_width=wide, stroke_linecap="round") for ink, wide in strokes
    )


def _won(won: GroundWon, canvas: Canvas) -> str:
    return _pennant(*canvas.to(won.at), won.colour)


def _pennant(x: float, y: float, colour: str) -> str:
    """A swallow-tailed flag in the colour of who stands there now."""
    cloth = path(
        [(x, y - 24.0), (x + 22.0, y - 24.0), (x + 16.0, y - 17.0), (x + 22.0, y - 10.0), (x, y - 10.0)], closed=True
    )
    return (
        element("path", d=path([(x, y), (x, y - 25.0)]), stroke="#ffffff", stroke_width=5.0)
        + element("path", d=path([(x, y), (x, y - 25.0)]), stroke="#111111", stroke_width=2.6)
        + element("path", d=cloth, fill=colour, stroke="#ffffff", stroke_width=1.6)
    )
