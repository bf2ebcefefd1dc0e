"""House-rule switches: where a ruling leaves tables a choice, a battle's options may take another than the default."""

from __future__ import annotations

from rules.book import house
from rules.book.house import NO_LIMIT, Switches, numbers
from rules.book.house import switch as _switch

AGREED_POINTS = (NO_LIMIT, "100", "150", "200", "250", "300", "400", "500", "600", "800", "1000", "1500")
AGREED_LIMITS = (NO_LIMIT, "250", "500", "750", "1000", "1500", "2000", "3000")

HOUSE = Switches(
    _switch("IA-R003", "figure-scale", "Which figures stand on the table", "25mm", "54mm"),
    _switch("IA-R005", "grenade-only-man", "What a man with grenades alone has beside", "pistol", "no-pistol"),
    _switch("IA-R019", "leader-isolation", "Who is isolated from leaders", "group", "figure"),
    _switch("IA-R022", "missing-order", "What a group without a new order does", "continue", "halt"),
    _switch("IA-R023", "fire-declaration", "When fire is declared", "after-movement", "with-orders"),
    _switch("IA-R028", "voice-relay", "Whether other groups pass orders on by voice", "no", "yes"),
    _switch("IA-R030", "foot-minus-ten", "What the 10 m of the foot table are", "deduction", "allowance"),
    _switch("IA-R035", "mixed-pace", "A way of which a part is waded or climbed", "slowest", "proportional"),
    _switch("IA-R041", "vehicle-turn-cost", "What turns cost", "each-turn", "only-over-45", "over-45-double"),
    _switch("IA-R047", "para-drop", "How paratroops come down", "rolled", "declared"),
    _switch("IA-R054", "standing-still-row", "Erect men who stand still are located as", "moving-erect", "stationary"),
    _switch("IA-R055", "location-shared", "For whom a located target is located", "group", "side"),
    _switch("IA-R064", "target-figures", "Which figures of a target count", "visible", "whole-group"),
    _switch("IA-R067", "flame-close-range", "Flame at 25 m or less", "printed", "as-50"),
    _switch("IA-R076", "first-registration-periods", "Periods of an observer's first registration", "3", "0"),
    _switch("IA-R081", "off-table-chance-die", "A chance die for off-table fire", "no", "yes"),
    _switch("IA-R082", "chance-die-men", "The men a chance die is held against", "men-in-group", "men-firing"),
    _switch("IA-R085", "soft-cover-removes-first-point", "Soft cover spares the first target point", "no", "yes"),
    _switch("IA-R090", "hits-beyond-40", "Potential hits beyond 40", "cap-3", "one-per-ten"),
    _switch(
        "IA-R106", "intermingled-metres", "Within how many metres men are intermingled", *numbers(1, 25), default="10"
    ),
    _switch("IA-R107", "cover-choice-timing", "When the 2 of cover is chosen", "before-dice", "after-dice"),
    _switch("IA-R111", "panic-distance", "Metres of a panic dash", "75", "30"),
    _switch("IA-R120", "anti-tank-helpers", "Numbers two and three count against tanks", "yes", "no"),
    _switch("IA-R134", "vehicle-mg-harms-buildings", "Vehicle machine guns harm buildings", "no", "yes"),
    _switch("IA-R149", "wind", "Where the wind comes from", "rolled", "none-parallel-to-base-line"),
    _switch("IA-R151", "prisoner-value", "What a prisoner counts", "half", "full", "none"),
    _switch("IA-R152", "air-surcharge-counts", "The surcharge of air landing counts in the end", "no", "yes"),
    _switch("IA-R155", "victory-mode", "How the victor is established", "friendly", "convention"),
    _switch("IA-R156", "average-dice", "Average dice for groups that are agreed on", "off", "per-group"),
    _switch("IA-R157", "hidden-deployment", "Groups are hidden until located", "on", "off"),
    _switch("IA-R166", "command-structure", "A group or side without a leader", "warn", "enforce"),
    _switch("IA-R201", "casualty-fate", "What became of casualties after the battle", "rolled", "wounded", "killed"),
    _switch("IA-R205", "force-points", "Points of a unit that a player puts together", *AGREED_POINTS),
    _switch("IA-R206", "agreed-defender", "Which side stays on the defensive", "none", "defender", "attacker"),
    _switch("IA-R206", "points-limit", "Points that each side may have on the table", *AGREED_LIMITS),
)

SWITCHES = HOUSE.all


class House(house.House):
    __slots__ = ()
    switches = HOUSE


BOOK = House()
"""Every switch at its default."""
