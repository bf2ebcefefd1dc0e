"""House-rule switches: where a ruling leaves tables a choice, a battle's options may take another than the default."""

from __future__ import annotations

from rules.book import house
from rules.book.house import Switches
from rules.book.house import switch as _switch

HOUSE = Switches(
    _switch("MM-R120", "sealed-orders", "Both sides order a whole turn at once, under seal", "off", "on"),
    _switch(
        "MM-R02", "shared-end-point", "To which row of a banded chart a shared end point belongs", "lower", "upper"
    ),
    _switch("MM-R05", "spot-attempts", "How often one enemy may be tried for", "per-go", "per-action"),
    _switch("MM-R10", "moving-vehicle-target", "TN of a vehicle that merely moves", "0", "1"),
    _switch("MM-R11", "auto-fire-penalty", "What the Auto-Fire +1 rests on", "second-target", "second-shot"),
    _switch("MM-R13", "minigun-shots", "Shots of a Minigun's Auto-Fire", "7", "6"),
    _switch("MM-R19", "sniper-rifle-sight-at-close-and-short", "Aim with a sniper rifle at Close and Short", "1", "2"),
    _switch("MM-R23", "hand-explosion", "What a grenade exploding in the hand does", "blast", "direct"),
    _switch("MM-R24", "blast-tn", "Whether the die of a blast is rolled again", "per-victim", "per-explosion"),
    _switch("MM-R25", "blast-cover", "Blasts and cover", "ignored", "blocked-without-line-of-sight"),
    _switch("MM-R27", "launched-miss", "Where a launched round that misses goes", "deviate", "no-effect"),
    _switch("MM-R28", "m203-ammo", "Ammo of the M203", "none", "as-grenade"),
    _switch("MM-R29", "ammo-every-shot-ends-on-higher-roll", "A high Ammo die ends the tests", "false", "true"),
    _switch("MM-R32", "gas-retest-inside", "When those inside CS gas test again", "on-entry", "every-turn"),
    _switch("MM-R41", "fire-into-melee", "Firing at figures in hand-to-hand combat", "allowed", "forbidden"),
    _switch("MM-R42", "wound-penalty-scope", "What wound penalties raise", "all-tests", "actions-only"),
    _switch("MM-R47", "medical-care-after-battle", "Care for the Mortally Wounded", "true", "false"),
    _switch("MM-R53", "helicopter-full-speed-at-plus-4", "Extra inches at a margin of 4", "16", "20"),
    _switch("MM-R55", "land-ability", "Ability of the vehicle that Land adds", "speed", "manoeuvre"),
    _switch("MM-R56", "land-damaged", "What a crash landing counts as", "major", "minor"),
    _switch("MM-R66", "machinegun-armour", "Body armour against machineguns", "1", "0"),
    _switch("MM-R68", "morale-tests-per-event", "Morale Tests of one event", "one", "one-per-trigger"),
    _switch("MM-R71", "leader-rerolls-himself", "The Leader's own Morale Tests", "false", "true"),
    _switch("MM-R72", "lucky-timing", "When a Lucky +1 is declared", "after-roll", "before-roll"),
    _switch("MM-R75", "purchases-pool", "How Purchases add up", "squad", "character"),
    _switch("MM-R78", "vehicle-target-bonus", "Bonus for shooting at a vehicle", "2", "1"),
    _switch("MM-R81", "helicopter-crash-step", "Who crashes one row higher", "occupants-and-vehicle", "vehicle-only"),
    _switch("MM-R89", "joker-returns", "Jokers are shuffled in again", "true", "false"),
    _switch("MM-R92", "wounds-between-battles", "Wounds after a battle", "healed", "kept"),
)

SWITCHES = HOUSE.all


class House(house.House):
    __slots__ = ()
    switches = HOUSE

    @property
    def upper(self) -> bool:
        """Shared end points belong to the upper row. MM-R02."""
        return self.choice("shared-end-point") == "upper"


BOOK = House()
"""Every switch at its default."""
