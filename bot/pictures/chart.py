"""BarChart of numbers as one SVG, by Pygal: the same numbers give the same bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.language.naming import revealed

WIDE = 900
"""Size in picture units, and its width in pixels."""
_HEAD, _ROW = 130, 62
"""Room for the title and the scale, and for the bars of one name."""
_LABEL = 34
"""Characters of a name."""
_COLOURS = ("#1f4e79", "#8c2f1b", "#c9a227")
_INK, _PAPER, _SOFT = "#23211d", "#f7f4ea", "#6d675b"
_REMARK = re.compile(r"<!--.*?-->", re.DOTALL)


@dataclass(frozen=True, slots=True)
class BarChart:
    """A title, the names, and for each series its name and a number for every name."""

    title: str
    names: Sequence[str]
    series: Sequence[tuple[str, Sequence[int]]]


def bars(what: BarChart) -> str:
    """The drawing, the first name on top."""
    import pygal  # takes a quarter of a second, and is wanted for charts alone
    from pygal.style import Style

    style = Style(
        background=_PAPER,
        plot_background=_PAPER,
        foreground=_INK,
        foreground_strong=_INK,
        foreground_subtle=_SOFT,
        opacity="1",
        colors=_COLOURS,
        value_colors=("#ffffff",) * len(_COLOURS),
        font_family="DejaVu Sans",
        label_font_size=16,
        major_label_font_size=16,
        title_font_size=24,
        legend_font_size=16,
        value_font_size=15,
    )
    most = max((number for _, numbers in what.series for number in numbers), default=0)
    step = max(1, -(-most // 8))
    chart = pygal.HorizontalBar(
        config=pygal.Config(js=(), no_prefix=True, disable_xml_declaration=True),
        style=style,
        width=WIDE,
        height=_HEAD + _ROW * max(len(what.names), 1),
        explicit_size=True,
        print_values=True,
        print_zeroes=False,
        legend_at_bottom=True,
        y_labels=list(range(0, most + step, step)),
        formatter=lambda number: f"{number:g}" if number else "",
    )
    chart.title = revealed(what.title)
    chart.x_labels = [_short(revealed(name)) for name in reversed(what.names)]
    for name, numbers in what.series:
        chart.add(name, list(reversed(numbers)))
    return _REMARK.sub("", chart.render(is_unicode=True))


def words_of(what: BarChart) -> str:
    """What the bars say."""
    rows = [
        f"{name}: {', '.join(f'{numbers[at]} {series.lower()}' for series, numbers in what.series)}"
        for at, name in enumerate(what.names)
    ]
    return f"{what.title}. {'. '.join(rows)}."


def _short(name: str) -> str:
    return name if len(name) <= _LABEL else f"{name[: _LABEL - 1]}…"
