"""The facts of the tabletop that the book asks for, and what is known of each in a battle.

A fact is asked for by its subjects: who acts, and at whom where it holds towards somebody.
"""

from __future__ import annotations

from rules.battle.facts import (
    DISTANCE,
    IN_ARC,
    IN_CONTACT,
    LEADER_NEAR,
    LINE_OF_SIGHT,
    RANGE,
    Flag,
    Number,
    OneOf,
    Quantity,
    Vocabulary,
)
from rules.battle.facts import fact as fact
from rules.battle.facts import ruled as ruled
from rules.battle.facts import said as said
from rules.book_and_gun.units import Ground

VISIBILITY = Quantity("visibility")
TARGET_CLASS = OneOf("target class", ("I", "II", "III", "IV"), towards=True)
HIDDEN = Flag("hidden", towards=True)
SPOTTED = Flag("spotted", towards=True)
BYSTANDERS = Flag("bystanders", towards=True)
IN_TEMPLATE = Number("in template", towards=True, whole=True)
TERRAIN = OneOf("terrain", tuple(ground.value for ground in Ground))
SLOPE = Flag("slope")
ON_ROAD = Flag("on road")
STRAIGHT = Flag("straight", towards=True)
FROM_REAR = Flag("from rear", towards=True)
OVER_OBSTACLE = Flag("over obstacle", towards=True)
IN_BUILDING = Flag("in building")
IN_WATER = Flag("in water")
ON_WALL = Flag("on wall")
SURROUNDED = Flag("surrounded")
DESPERATE_DEFENCE = Flag("desperate defence")
SOURCE = Flag("source")
FELLOW_NEAR = Flag("fellow near")
WIRE = Flag("wire", towards=True)

FACTS = Vocabulary(
    RANGE, DISTANCE, VISIBILITY, LINE_OF_SIGHT, IN_ARC, TARGET_CLASS, HIDDEN, SPOTTED, BYSTANDERS, IN_TEMPLATE,
    TERRAIN, SLOPE, ON_ROAD, STRAIGHT, FROM_REAR, OVER_OBSTACLE, IN_BUILDING, IN_WATER, ON_WALL, SURROUNDED,
    DESPERATE_DEFENCE, LEADER_NEAR, SOURCE, IN_CONTACT, FELLOW_NEAR, WIRE,
)  # fmt: skip
