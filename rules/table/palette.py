"""How each kind of terrain looks: a quiet fill, a line, and a hatching that tells it apart without any colour.

The fills differ in lightness and the hatchings in shape, so that a map reads for the colour-blind and in black print.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.table.nature import SAME

PAPER = "#ffffff"
GROUND = "#f5f2e7"
INK = "#2b2b2b"
GRID = "#a8a18f"


@dataclass(frozen=True, slots=True)
class Appearance:
    """`layer` orders the drawing from the ground up. `casing` is the edge of a line feature."""

    fill: str
    stroke: str = "none"
    stroke_width: float = 1.2
    hatch: str = ""
    dash: str = ""
    layer: int = 2
    casing: str = ""


_LOOKS: dict[str, Appearance] = {
    "clearing": Appearance("#f7f4ea", "#b9b08f", 1.0, dash="5 4", layer=1),
    "field": Appearance("#efe8cc", "#c9be94", 1.0, hatch="rows", layer=1),
    "plough": Appearance("#e6dac0", "#bfae88", 1.0, hatch="furrows", layer=1),
    "crops": Appearance("#ece0a6", "#b9a866", 1.0, hatch="ears", layer=1),
    "hill": Appearance("#d9b98a", "#8a6a3c", 1.6, layer=0),
    "slope": Appearance("none", "none", hatch="hachures", layer=1),
    "river": Appearance("#b5d0e2", "#5d8aa8", 1.4, hatch="waves", casing="#5d8aa8"),
    "stream": Appearance("#b5d0e2", "#5d8aa8", 1.2, casing="#5d8aa8"),
    "water": Appearance("#b5d0e2", "#5d8aa8", 1.4, hatch="waves"),
    "pond": Appearance("#b5d0e2", "#5d8aa8", 1.4, hatch="waves"),
    "marsh": Appearance("#dde6da", "#7d9aa0", 1.0, hatch="reeds", dash="6 4"),
    "ford": Appearance("#d3e0e2", "#5d8aa8", 1.2, hatch="dots", dash="4 3", layer=3),
    "road": Appearance("#fffdf6", "#9c9280", 1.2, layer=3, casing="#9c9280"),
    "street": Appearance("#fbf9f3", "#a79f8d", 1.0, layer=3, casing="#a79f8d"),
    "track": Appearance("#fbf6e6", "#a2916c", 1.2, layer=3, casing="#a2916c", dash="9 4"),
    "path": Appearance("#fbf6e6", "#a2916c", 1.0, layer=3, casing="#a2916c", dash="3 4"),
    "trail": Appearance("#fbf6e6", "#a2916c", 1.2, layer=3, casing="#a2916c", dash="5 4"),
    "railway": Appearance("#fffdf6", "#4a4a4a", 1.4, layer=4, casing="#4a4a4a", dash="7 5"),
    "bridge": Appearance("#e9e2d2", "#55493a", 2.2, layer=4),
    "rough": Appearance("#e6dfc8", "#a3987a", 1.0, hatch="stones", dash="5 3"),
    "rocks": Appearance("#dcd6ca", "#7f786b", 1.0, hatch="stones", layer=4),
    "rubble": Appearance("#d8d0c6", "#6f6759", 1.2, hatch="rubble", dash="4 3", layer=5),
    "scrub": Appearance("#e2e6c6", "#97a070", 1.0, hatch="tufts", dash="3 3", layer=4),
    "tall grass": Appearance("#e9e8bd", "#a5a25f", 1.0, hatch="ears", dash="3 3", layer=4),
    "woods": Appearance("#cbdcbd", "#54764a", 1.4, hatch="trees", layer=4),
    "orchard": Appearance("#d9e5cc", "#6f8f60", 1.2, hatch="orchard", layer=4),
    "dense": Appearance("#b4cba6", "#42663b", 1.4, hatch="jungle", layer=4),
    "jungle": Appearance("#b4cba6", "#42663b", 1.4, hatch="jungle", layer=4),
    "flat roof": Appearance("#ded8cc", "#3d3932", 2.0, hatch="dots", layer=5),
    "building": Appearance("#c9c2b8", "#3d3932", 2.0, layer=5),
    "bunker": Appearance("#b9b3a8", "#2b2b2b", 2.6, hatch="cross", layer=5),
    "wall": Appearance("#5b544a", "#3d3932", 0.8, layer=6),
    "high wall": Appearance("#3d3932", "#2b2b2b", 0.8, layer=6),
    "door": Appearance("#a9793f", "#5f4423", 1.2, layer=6),
    "open door": Appearance("none", "#a9793f", 1.4, dash="3 3", layer=6),
    "hedge": Appearance("#6f9160", "#4d6b41", 0.8, hatch="hedge", layer=6),
    "fence": Appearance("#8d8371", "#8d8371", 0.6, layer=6),
    "barricade": Appearance("#a9793f", "#5f4423", 1.2, hatch="cross", layer=6),
    "sandbags": Appearance("#c9b07a", "#6f5a30", 1.2, hatch="dots", layer=6),
    "bank": Appearance("#d9d0b4", "#7d6a45", 1.0, hatch="hachures", layer=3),
    "wire": Appearance("none", "#5c5c5c", 1.0, hatch="wire", layer=6),
    "trench": Appearance("#b79f78", "#5f4b2c", 1.6, hatch="furrows", layer=4),
    "crater": Appearance("#cdbb98", "#6b5836", 1.4, hatch="hachures", layer=4),
    "mines": Appearance("#f0ddc9", "#8f3b1f", 1.4, hatch="mines", dash="5 4", layer=4),
    "objective": Appearance("none", "#1f1f1f", 2.4, dash="8 5", layer=7),
    "flare": Appearance("none", "#b58900", 1.4, dash="2 4", layer=6),
    "lamp": Appearance("none", "#b58900", 0.8, dash="1 5", layer=6),
    "searchlight": Appearance("none", "#b58900", 1.0, dash="2 4", layer=6),
    "fire": Appearance("#ffdca6", "#b5551d", 1.2, layer=6),
    "smoke": Appearance("#dcdcdc", "#8c8c8c", 1.4, hatch="smoke", dash="2 4", layer=7),
}

UNKNOWN = Appearance("#ebe7db", "#8f8877", 1.2, dash="6 4")


def look(kind: str) -> Appearance:
    """How a kind of terrain is drawn; a kind that nobody foresaw gets a plain outline."""
    return _LOOKS.get(kind) or _LOOKS.get(SAME.get(kind, kind), UNKNOWN)


def _dot(x: float, y: float, r: float, colour: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{r}" fill="{colour}"/>'


def _mark(d: str, colour: str, width: float = 1.2, fill: str = "none") -> str:
    return f'<path d="{d}" fill="{fill}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"/>'


HATCHES: dict[str, tuple[float, float, str]] = {
    "rows": (14, 14, _mark("M0 7H14", "#d6cb9f", 1.0)),
    "furrows": (10, 10, _mark("M0 10L10 0M-2 2L2 -2M8 12L12 8", "#c2b08a", 1.1)),
    "ears": (16, 14, _mark("M3 10V4M11 13V7M3 6l-2 -2M3 6l2 -2M11 9l-2 -2M11 9l2 -2", "#a8963f", 1.0)),
    "hachures": (13, 13, _mark("M3 2V7M9.5 8V13", "#8a6a3c", 1.1)),
    "waves": (26, 16, _mark("M2 5q3 -3 6 0t6 0M14 13q3 -3 6 0t6 0", "#6f9bb8", 1.1)),
    "reeds": (22, 18, _mark("M3 8H11M7 8V4M5 8L4 5M9 8L10 5M13 16H21M17 16V12", "#6d8a8e", 1.1)),
    "dots": (10, 10, _dot(3, 3, 1.1, "#7f8f8f") + _dot(8, 8, 1.1, "#7f8f8f")),
    "stones": (24, 20, _mark("M3 9l3 -5 4 5zM14 18l4 -6 4 6z", "#867e6d", 1.1)),
    "rubble": (18, 16, _mark("M2 6l4 -3 3 4zM10 14l2 -5 5 3z", "#6f6759", 1.1, "#bdb4a6")),
    "tufts": (20, 18, _mark("M4 8V3M4 8L1 4M4 8L7 4M14 17V12M14 17L11 13M14 17L17 13", "#8a9463", 1.1)),
    "trees": (
        26, 24,
        '<circle cx="7" cy="7" r="4.6" fill="#b3cba2" stroke="#5f8154" stroke-width="1.2"/>'
        '<circle cx="20" cy="18" r="4.6" fill="#b3cba2" stroke="#5f8154" stroke-width="1.2"/>',
    ),
    "orchard": (18, 18, '<circle cx="9" cy="9" r="3.4" fill="none" stroke="#6f8f60" stroke-width="1.2"/>'),
    "jungle": (
        20, 18,
        '<circle cx="5" cy="5" r="4.4" fill="#98b789" stroke="#42663b" stroke-width="1.3"/>'
        '<circle cx="15" cy="14" r="4.4" fill="#98b789" stroke="#42663b" stroke-width="1.3"/>'
        + _mark("M15 2V7M12.5 4.5H17.5M5 11V16M2.5 13.5H7.5", "#42663b", 1.2),
    ),
    "hedge": (9, 9, _dot(4.5, 4.5, 2.4, "#4d6b41")),
    "cross": (8, 8, _mark("M0 0L8 8M8 0L0 8", "#5f4423", 1.0)),
    "wire": (12, 12, _mark("M2 2L10 10M10 2L2 10", "#5c5c5c", 1.3)),
    "mines": (22, 22, _dot(6, 6, 2.6, "#8f3b1f") + _dot(17, 17, 2.6, "#8f3b1f")),
    "smoke": (
        22, 20,
        '<circle cx="6" cy="6" r="4" fill="none" stroke="#9a9a9a" stroke-width="1.2"/>'
        '<circle cx="16" cy="15" r="5" fill="none" stroke="#9a9a9a" stroke-width="1.2"/>',
    ),
    "unseen": (12, 12, _mark("M0 12L12 0M-2 2L2 -2M10 14L14 10", "#8f8c86", 1.0)),
}  # fmt: skip
"""Width and height of a tile and what is in it, in picture units."""


def patterns(names: set[str]) -> str:
    """The definitions of these hatchings."""
    return "".join(
        f'<pattern id="h-{name}" width="{HATCHES[name][0]}" height="{HATCHES[name][1]}" patternUnits="userSpaceOnUse">'
        f"{HATCHES[name][2]}</pattern>"
        for name in sorted(names)
    )
