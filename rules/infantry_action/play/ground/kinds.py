"""The table's kinds of terrain, as this book speaks of them."""

from __future__ import annotations

from rules.table.board import Feature
from rules.table.nature import PLAIN, SAME

FIGURE = 1.8
"""Metres of a man: the table's usual heights are counted in men."""

WOODS = frozenset({"woods", "jungle", "dense", "orchard"})
"""Woods, and jungle brush."""
TREES = frozenset({"woods", "jungle", "dense", "orchard"})
"""Where trees stand: they stop vehicles and burst mortar bombs. IA-hw.mortar-trees, IA-R044"""
BRUSH = frozenset({"jungle", "dense"})
"""Hacked through on foot, crushed by tanks. IA-foot.deduct-10, IA-veh.brush"""
BUSHES = frozenset({"scrub", "rocks", "rubble", "tall grass", "crops", "crater"})
"""Individual bushes and rocks, and what hides like them."""
LINES = frozenset({"hedge", "wall", "high wall", "fence", "barricade", "sandbags"})
"""What one takes cover behind."""
OBSTACLES = frozenset({"hedge", "wall", "high wall", "wire", "barricade", "sandbags", "fence", "trench", "bank"})
"""Infantry obstacles: 10 m each time. IA-foot.deduct-10"""
VEHICLE_OBSTACLES = frozenset({"hedge", "wall", "high wall", "trench", "barricade", "sandbags", "fence", "bank"})
"""Hedges, walls, ditches and banks: for tracked or many-wheeled AFVs and horses. IA-veh.obstacle"""
WATER = frozenset({"river", "water", "pond", "stream"})
WADED = frozenset({"stream", "marsh", "ford"})
BUILT = frozenset({"building"})
DEFENCES = frozenset({"bunker", "trench", "emplacement"})
ROADS = frozenset({"road", "street", "bridge"})
"""Hard roads. IA-veh.cycles"""
WAYS = frozenset({"road", "street", "bridge", "track", "path", "trail", "clearing"})
"""Roads and rides, on which vehicles pass a wood. IA-R044"""
STEEP = frozenset({"slope"})


def kind_of(feature: Feature) -> str:
    """Its kind by the table's own word for it."""
    return SAME.get(feature.kind, feature.kind)


def is_any(feature: Feature, kinds: frozenset[str]) -> bool:
    return kind_of(feature) in kinds


def top(feature: Feature) -> float:
    """Metres above its base: as the board gives it, else the usual height of its kind."""
    return feature.height or PLAIN.of(feature.kind).height * FIGURE
