"""The simulation's curves as pictures: SVG, and the same as PNG to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from pathlib import Path

import resvg_py

from tests.bench.scale import evenings
from tests.bench.scale.simulation import Simulated

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 420, 70, 50, 130, 60
COLOURS = ("#1f5fa8", "#c2410c", "#15803d", "#7c3aed")
FONT = Path(__file__).parents[3] / "bot" / "fonts" / "DejaVuSans.ttf"
Line = tuple[str, Sequence[tuple[float, float]]]
"""Its name, and its points."""
Axis = Sequence[tuple[float, str]]
"""Places between 0 and 1, and what stands there."""


def draw(found: Sequence[tuple[Simulated, list[Simulated]]], folder: Path) -> Iterator[Path]:
    """Write the pictures; each file in turn."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in (("scaling-answers", _answers(found)), ("scaling-load", _load(found)), ("scaling-day", _day())):
        (folder / f"{name}.svg").write_text(svg, "utf-8")
        png = resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(FONT)])
        (folder / f"{name}.png").write_bytes(bytes(png))
        yield folder / f"{name}.png"


def _answers(found: Sequence[tuple[Simulated, list[Simulated]]]) -> str:
    """The 99th percentile of an answer by processes, a line for each number of campaigns."""
    lines: list[Line] = []
    for best, fewer in found:
        points = [(log10(each.processes) / 3, _seconds(each.answer_99)) for each in (*reversed(fewer), best)]
        lines.append((f"{best.campaigns:,} campaigns", points))
    below = [(log10(number) / 3, str(number)) for number in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)]
    beside = [(_seconds(number), f"{number:g} s") for number in (0.1, 0.3, 1, 3, 10, 30, 100, 1000, 10000)]
    return _chart(
        "99 of 100 answers come within", "processes", lines, below, beside, (_seconds(3), "Discord waits 3 s")
    )


def _seconds(seconds: float) -> float:
    """Its height: from 0.1 s to 10,000 s."""
    return min(max((log10(max(seconds, 0.01)) + 1) / 5, 0.0), 1.0)


def _load(found: Sequence[tuple[Simulated, list[Simulated]]]) -> str:
    """How much of each there must be, by campaigns."""

    def points(values: Sequence[float]) -> list[tuple[float, float]]:
        sizes = [(log10(best.campaigns) - 2) / 3 for best, _ in found]
        return [
            (at, min(max((log10(max(value, 0.001)) + 3) / 6, 0), 1)) for at, value in zip(sizes, values, strict=True)
        ]

    lines: list[Line] = [
        ("processes busy", points([best.busy_processes * best.processes for best, _ in found])),
        ("cores busy", points([best.busy_database * best.cores for best, _ in found])),
        ("of Discord's limit", points([best.busy_discord for best, _ in found])),
    ]
    below = [((power - 2) / 3, f"{10**power:,}") for power in (2, 3, 4, 5)]
    beside = [((power + 3) / 6, f"{10.0**power:g}") for power in range(-3, 4)]
    return _chart(
        "Work on a Sunday evening, two hours' average", "campaigns", lines, below, beside, (0.5, "one is full")
    )


def _day() -> str:
    """When sittings begin."""
    shares = evenings.by_hour()
    top = max(shares)
    points = [(hour / 23, share / top) for hour, share in enumerate(shares)]
    below = [(hour / 23, str(hour)) for hour in range(0, 24, 3)]
    beside = [(share / top, f"{100 * share:.0f} %") for share in (0, 0.05, 0.1, 0.15, 0.2, 0.25)]
    return _chart("When sittings begin", "hour, UTC", [("of a day's sittings", points)], below, beside, None)


def _chart(
    title: str, what: str, lines: Sequence[Line], below: Axis, beside: Axis, mark: tuple[float, str] | None
) -> str:
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(at: float) -> float:
        return round(LEFT + wide * at, 1)

    def y(at: float) -> float:
        return round(TOP + high * (1 - at), 1)

    parts = [f'<text x="{LEFT}" y="28" font-size="17">{title}</text>']
    parts += [f'<text x="{x(0.5)}" y="{HEIGHT - 14}" text-anchor="middle">{what}</text>']
    for at, word in below:
        parts.append(f'<path d="M{x(at)} {y(0)}V{y(1)}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{x(at)}" y="{y(0) + 20}" text-anchor="middle">{word}</text>')
    for at, word in beside:
        parts.append(f'<path d="M{x(0)} {y(at)}H{x(1)}" stroke="#e5e7eb"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y(at) + 4}" text-anchor="end">{word}</text>')
    if mark is not None:
        parts.append(f'<path d="M{x(0)} {y(mark[0])}H{x(1)}" stroke="#b91c1c" stroke-dasharray="6 4"/>')
        parts.append(f'<text x="{x(1) - 4}" y="{y(mark[0]) - 6}" text-anchor="end" fill="#b91c1c">{mark[1]}</text>')
    for number, (name, points) in enumerate(lines):
        colour = COLOURS[number % len(COLOURS)]
        path = "L".join(f"{x(right)} {y(up)}" for right, up in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x(right)}" cy="{y(up)}" r="4" fill="{colour}"/>' for right, up in points]
        parts.append(f'<text x="{WIDTH - RIGHT + 10}" y="{TOP + 20 * number + 8}" fill="{colour}">{name}</text>')
    style = 'font-family="DejaVu Sans" font-size="12" fill="#111827"'
    size = f'width="{WIDTH}" height="{HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}><rect {size} fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )
