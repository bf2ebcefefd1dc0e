"""House-rule switches: where a ruling leaves tables a choice, a battle's options may take another than the default.

A switch is here only if it works: each key is asked for in the chapter that it concerns. Switches of chapters that
are not played yet come with them.
"""

from __future__ import annotations

from typing import Protocol

from rules.book import house
from rules.book.house import HouseRules as HouseRules
from rules.book.house import Switches, numbers
from rules.book.house import switch as _switch


class HasHouseRules(Protocol):
    """A battle's state, or anything else that carries its options."""

    @property
    def options(self) -> HouseRules: ...


HOUSE = Switches(
    # Turn sequence and cards
    _switch("", "pace", "Turn all cards of one colour at once, or one card at a time", "run", "card"),
    _switch("BG-R196", "sealed-orders", "Both sides order a whole phase at once, under seal", "off", "on"),
    _switch("BG-R01", "neutral-civilians", "When neutral civilians act", "after-all", "black-cards", "red-cards"),
    _switch(
        "BG-R03", "casualty-deck", "When the casualty deck is shuffled", "per-phase", "shuffle-every-draw", "per-battle"
    ),
    _switch("BG-R09", "fire-card", "What a fire card activates", "declared", "always-unit", "always-figure"),
    # Civilians and engagement
    _switch("", "civilian-attitude", "Whom the civilians favour", "neutral", "pro-insurgent", "pro-army"),
    _switch("", "rules-of-engagement", "What binds the army, 1 hold to 4 free", "none", "1", "2", "3", "4"),
    # Organisation and leadership
    _switch("BG-R19", "milan-class", "Weapon class of the MILAN 2", "matgm", "latgm"),
    _switch("BG-R21", "laws-per-squad", "LAWs of a squad that carries them", *numbers(0, 7), default="2"),
    _switch("BG-R22", "leader-succession", "Who follows a lost leader", "none", "next-figure-next-turn"),
    _switch("BG-R24", "commander", "How the commander-in-chief is found", "secret", "highest-rank"),
    _switch("BG-R06", "key-figures", "Which figures are key", "by-role", "roster-flag-only"),
    # Movement
    _switch("BG-R27", "formation-change", "Dice of a unit that changes formation", "slower", "start-formation"),
    _switch("BG-R31", "rough-penalty", "Die lost in rough terrain", "chart", "highest-for-all"),
    _switch("BG-R33", "slope-rounding", "Half inches on a slope", "exact", "down", "up"),
    _switch("BG-R36", "charge-declare", "When a charge is declared", "before-roll", "after-roll"),
    _switch("BG-R38", "over-snow-dice", "Dice of over snow vehicles on snow", "3", "4"),
    _switch("BG-R41", "medium-wheeled-row", "Row of medium wheeled vehicles", "heavy", "light"),
    _switch("BG-R45", "double-riding", "Whom a fit horse carries besides its rider", "wounded-only", "never"),
    _switch(
        "BG-R129", "civilian-flight-inches", "How near firing sends civilians running", *numbers(6, 36), default="12"
    ),
    # Spotting and fire
    _switch("BG-I.1.2b", "ranges", "Printed ranges, or doubled to true ones", "printed", "doubled"),
    _switch(
        "BG-VI.3.1a", "concealment", "The side that sets up on the table and may hide", "none", "army", "insurgents"
    ),
    _switch("BG-R183", "fog", "Whether a side sees no more of the enemy than its men do", "off", "on"),
    _switch("BG-R28", "spot-within-6", "Units within 6 inches of the firer", "free-fire", "roll"),
    _switch("BG-R29", "vehicle-spotting-half", "What is halved when spotting from inside a vehicle", "number", "range"),
    _switch("BG-III.2.3a", "attack-civilians", "Whether the army may attack civilians", "allowed", "self-defence-only"),
    _switch("BG-R119", "roe", "Who judges the rules of engagement", "enforce", "umpire-only"),
    _switch("BG-R14", "half-fire-rounding", "Half of the figures on joker fire 1", "down", "up"),
    _switch("BG-R04", "joker-casualty", "A joker as casualty card", "soft-only", "redraw"),
    _switch("BG-R05", "ace-suit", "Aces and face cards", "rank-first", "suit-must-hit"),
    _switch("BG-R07", "hit-allocation", "Which figure a hit falls on", "nearest", "random", "owner-chooses"),
    _switch("BG-R69", "national-efficiency", "National modifiers on fire", "die", "to-hit-literal", "off"),
    _switch("BG-R70", "protection-sign", "Body armour and drugs", "harder", "literal"),
    _switch("BG-R72", "natural-1-hits", "A natural 1 hits where the chart has a number", "yes", "no"),
    _switch("BG-R73", "mg-medium-class-iv", "Medium and heavy machinegun, medium range, class IV", "1", "2"),
    _switch("BG-R87", "mg-cone", "Machinegun firing cone", "shared-dice", "full-dice-per-figure", "off"),
    _switch("BG-R88", "rock-and-roll", "Submachineguns and assault rifles on automatic (XIII.9.2)", "on", "off"),
    _switch(
        "BG-R89",
        "hidden-class-iv",
        "What may not fire at hidden class IV figures",
        "all-small-arms",
        "rifles-and-pistols-only",
    ),
    _switch(
        "BG-R96",
        "d6-charts",
        "Charts of 1D6: what hits",
        "less-than-and-1",
        "equal-or-less",
        "strict",
    ),
    _switch("BG-R229", "mortar-rounds", "Rounds that each mortar brings", "unlimited", *numbers(1, 40)),
    _switch("BG-R98", "deviation-shift", "What repeated fire at one point takes from the dice", "flat", "cumulative"),
    _switch("BG-R97", "indirect-cards", "Who under a mortar's template draws a card", "hit-only", "every-figure"),
    # Fire at vehicles, explosives
    _switch(
        "BG-R76", "hmg-bands", "Short and medium range of the heavy machinegun at vehicles", "exchanged", "printed"
    ),
    _switch("BG-R77", "atgm-bands", "Range bands of guided missiles", "thirds", "first-printed-row"),
    _switch("BG-R78", "vehicle-mg-dice", "Dice of a machinegun at a vehicle", "1", "personnel-count"),
    _switch("BG-R83", "vehicle-gun-reload", "Whether cannon on vehicles are reloaded", "none", "as-artillery"),
    _switch("BG-R94", "artillery-medium", "Artillery's cards at medium vehicles", "face-of-hearts", "as-air-strike"),
    _switch(
        "BG-R235", "laid-before", "Who lays mines and traps before the first card", "none", "army", "insurgents", "both"
    ),
    _switch("BG-R103", "anti-mobility", "Hidden stakes", "roll", "automatic"),
    _switch("BG-R127", "dead-mans-switch", "Whether a suicide bomber who is killed explodes", "no", "yes"),
    # Close combat
    _switch("BG-R61", "close-into-die", "Die to close into combat", "d6", "d10"),
    _switch(
        "BG-R63", "desperation-applies", "Whose losers suffer desperation results", "both", "desperate-side-wins-only"
    ),
    _switch(
        "BG-R60",
        "loser-test",
        "Test of the side that lost a close combat",
        "none",
        "critical-chart-pass-shaken-fail-rout",
    ),
    _switch("BG-R67", "insurgent-wall", "Insurgents defending a wall", "-1", "+1"),
    _switch("BG-R65", "flash-bang-modifier", "Close combat of figures stunned by a flash bang", "-2", "+2"),
    _switch("BG-R66", "dog-modifier", "Dogs in close combat", "plus", "as-printed"),
    # Morale
    _switch("BG-R135", "capture", "Capture of wounded men left alone with the enemy (XIII.1)", "on", "off"),
    _switch("BG-R47", "rally-without-leader", "Rally with no leader near", "fails", "no-leader-column"),
    _switch("BG-R48", "shaken-retreat", "How far a shaken unit goes", "4d6", "normal-move"),
    _switch("BG-R48", "shaken-rally", "When a shaken unit rallies", "movement-phase", "end-of-turn-stand"),
    _switch("BG-R49", "pinned-recovery", "How a pinned unit recovers", "both", "check-only", "rally-only"),
    _switch("BG-R50", "pinned-fire", "Whether pinned units fire", "yes", "no"),
    _switch("BG-R51", "shaken-fire", "Whether shaken units fire", "no", "yes-with-plus-1-to-die"),
    _switch("BG-R52", "state-penalty-on-recovery", "State penalty on rally rolls and pinned checks", "no", "yes"),
    _switch("BG-R53", "rout-casualties", "Figures lost on routing", "1d6", "none"),
    _switch("BG-R55", "critical-at", "Losses that call for a critical check", "below-half", "half-or-less"),
    _switch("BG-R56", "critical-order", "Critical check result equal to the number", "graded", "equal-routs"),
    _switch("BG-R57", "morale-number", "What the morale number is", "range-inclusive", "top-of-range"),
    _switch("BG-R58", "army-critical-with-leader", "Army critical range, with leader", *numbers(2, 12), default="10"),
    _switch(
        "BG-R58", "army-critical-without-leader", "Army critical range, without leader", *numbers(2, 12), default="8"
    ),
)
SWITCHES = HOUSE.all
"""All switches, in the order of the book."""


class House(house.House):
    __slots__ = ()
    switches = HOUSE


def switch(source: HouseRules | HasHouseRules, key: str) -> str:
    """The choice in force for `key`, from a battle's options or a state that carries them. Raises KeyError for a key
    that no switch has."""
    return HOUSE.choice(_options(source), key)


def on(source: HouseRules | HasHouseRules, key: str) -> bool:
    """Whether a switch of yes and no is on. Raises ValueError for another."""
    return House(_options(source)).on(key)


def _options(source: HouseRules | HasHouseRules) -> HouseRules:
    return source if isinstance(source, tuple) else source.options
