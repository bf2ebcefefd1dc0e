"""House-rule switches: where a ruling leaves tables a choice, a battle's options may take another than the default."""

from __future__ import annotations

from rules.book import house
from rules.book.house import NO_LIMIT, Switches, numbers
from rules.book.house import switch as _switch

_BY_ARMY = "by-army"
_UNIT_POINTS = ("20", "30", "40", "50", "60", "80", "100", "120", "150", "200", "300")

HOUSE = Switches(
    _switch("RA-R01", "shooting-table", "The cells of the shooting table", "reconstructed", "as-transcribed", "custom"),
    _switch("RA-R06", "combat-ratio", "Odds between two columns of the combat table", "round-down", "nearest"),
    _switch("RA-R08", "combat-modifiers", "How the percentages of a combat join", "add", "multiply"),
    _switch("RA-R11", "flank-markers", "When a charge in flank or rear sets terror", "at-contact", "at-declaration"),
    _switch("RA-R12", "flight-test", "When an army breaks", "exceed", "reach"),
    _switch("RA-R13", "flight-units", "Whose points are lost", "bases", "whole-units-only"),
    _switch("RA-R16", "terror-and-arc", "Terror of a unit of which a part can fire", "minimum", "subtract"),
    _switch("RA-R21", "mg-bonus", "Who has the machine-gun bonus", "all-mg", "foot-mg-only"),
    _switch(
        "RA-R29",
        "indirect-range",
        "What the distance from the observer is for",
        "observer-for-effect",
        "observer-for-everything",
    ),
    _switch("RA-R36", "serious-tests", "A serious result that also costs the last officer", "one", "two"),
    _switch("RA-R45", "commissar-charge", "A Commissar's unit that will not charge takes terror", "off", "on"),
    _switch("RA-R46", "mob-scope", "What a Mob hesitates over", "all-else", "moves-only"),
    _switch("RA-R53", "router-tests", "Tests of a unit that routers pass through", "both", "fear-only"),
    _switch("RA-R54", "failed-charge", "After a failed charge test", "may-act", "segment-lost"),
    _switch("RA-R56", "rally-terror-limit", "Terror that one rally takes off", "none", "d3", "one-per-base"),
    _switch("RA-R61", "rally-rules", "The rules of rallying from rout", "pygmy", "original"),
    _switch("RA-R61", "rally-delay", "Rallied units hold back for two turns a turn of rout", "off", "on"),
    _switch(
        "RA-R64", "combat-retire", "Whether a lost combat's retirement can be refused", "compulsory", "exemptions-apply"
    ),
    _switch("RA-retire.opt", "second-retire", "Another retire result in one turn", "remainder", "terror"),
    _switch("RA-R69", "forfeit", "What costs a unit its segment", "movement", "any-status-change"),
    _switch("RA-R70", "return-fire", "What return fire costs", "uses-segment", "free-once-per-turn"),
    _switch("RA-R71", "voluntary-flight", "Who may flee from a charge", "front-and-unacted", "front-only"),
    _switch("RA-R72", "voluntary-flight-state", "A unit that fled from a charge is", "steady", "routing"),
    _switch("RA-R74", "pinned-charge", "Chargers that are pinned on the way", "test", "continues", "cancelled"),
    _switch("RA-R75", "charge-fire-range", "The distance of fire at chargers", "start", "close"),
    _switch("RA-R91", "small-streams-mounted", "What a small stream costs horses and wheels", "whole-move", "free"),
    _switch("RA-R96", "train-step", "The first and last step of a train", "inches", "metres"),
    _switch(
        "RA-R99",
        "tank-capture-penalty",
        "What a captured tank counts beside its loss",
        "points",
        "none",
        *numbers(1, 100),
    ),
    _switch("RA-R100", "ambush-charge-tests", "Fear tests of who is charged from ambush", "two", "one"),
    _switch("RA-R105", "officer-move-mounted", "Inches of a mounted officer", "20", "16"),
    _switch("RA-R107", "marker-split", "Markers of a unit that divides", "all-up", "exact"),
    _switch("RA-R108", "initiative", "Who moves a unit next", "standard", "cards", "dice"),
    _switch("RA-R108", "both-ones-end-turn", "With dice for initiative, two ones end the turn", "off", "on"),
    _switch("RA-R108", "allow-pass", "A side may pass", "off", "on"),
    _switch("RA-R117", "ammunition", "Guns and mortars count their rounds", "on", "off"),
    _switch("RA-R136", "officer-points", "Points of a senior officer", *numbers(0, 50)),
    _switch("RA-R143", "building-cover", "Who has the cover of buildings", "possession", "any-stationary"),
    _switch("RA-R150", "partisan-woods", "Partisans in woods", "none", "full-speed"),
    _switch("RA-seq.dummy", "dummy-markers", "Dummy position markers of a side", *numbers(0, 6)),
    _switch("RA-seq.attacker-markers", "attacker-markers", "The attacker uses position markers too", "off", "on"),
    _switch("RA-R14", "flight-percent-attacker", "The attacker's flight number", _BY_ARMY, *numbers(1, 100)),
    _switch("RA-R14", "flight-percent-defender", "The defender's flight number", _BY_ARMY, *numbers(1, 100)),
    _switch("RA-def.base.2", "gun-base", "Guns that a base stands for", "two", "one"),
    _switch("RA-R220", "base-recovery", "What comes back of a base that was lost", "half", "none", "all"),
    _switch("RA-R228", "unit-points", "Points of a unit that a player puts together", NO_LIMIT, *_UNIT_POINTS),
    _switch("RA-R240", "sealed-orders", "Both sides order a whole turn at once, under seal", "off", "turn"),
    _switch("RA-misc.prisoners.4", "do-away-with-prisoners", "Troops may do away with prisoners", "off", "on"),
)

SWITCHES = HOUSE.all


class House(house.House):
    __slots__ = ()
    switches = HOUSE


BOOK = House()
"""Every switch at its default."""
