"""Who fights a scenario of the library for its aim, and in which ways: what `tests.bench.balance` has fought."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.bench.aiming_convoy import AimingConvoy, Driving
from tests.bench.aiming_patrol import AimingPatrol, Patrolling
from tests.bench.aiming_raid import AimingRaid, Raiding
from tests.bench.aims import Intent

Lost = tuple[Mapping[str, int], Mapping[str, int]]
"""By side what is lost at the end of a battle, and of how much."""


@dataclass(frozen=True, slots=True)
class Match:
    """How the two sides of a scenario may mean to play, by the names of their ways. `lost`: how a rule set counts
    losses that are no figures."""

    scenario: str
    rules: str
    careful: Mapping[str, Mapping[str, Any]]
    careless: Mapping[str, Any]
    """Of the side that attacks, against a careful defender; the first is the mindless one, which must lose."""
    lost: Callable[[Any, Sequence[str]], Lost] | None = None
    hands: Callable[[Any], Any] | None = None
    """Who plays an intent of it; None: the hands of its rule set."""

    @property
    def attacker(self) -> str:
        return next(iter(self.careful))

    @property
    def defender(self) -> str:
        return next(side for side in self.careful if side != self.attacker)

    def drawn_up(self, number: int) -> Mapping[str, str]:
        """Which way each side plays that battle: every pair comes round."""
        attacks, defends = list(self.careful[self.attacker]), list(self.careful[self.defender])
        pair = number % (len(attacks) * len(defends))
        return {self.attacker: attacks[pair % len(attacks)], self.defender: defends[pair // len(attacks)]}


# ── The mill road ─────────────────────────────────────────────────────────────────────────────────────────────────

MILL = (24.4, 16.3)
LANE, CLINIC, STORE = (20.8, 9.6), (26.8, 11.0), (29.6, 12.0)
"""Where squads gather: beside the lane, behind the clinic, and beside the store."""
_VILLAGE = (
    (24.4, 14.0), (24.4, 15.4), (21.4, 14.2), (27.2, 14.2), (21.4, 18.6), (27.3, 18.9), (24.4, 18.6), (22.8, 10.4),
    (26.8, 11.2), (29.6, 12.0), (34.8, 12.4), (31.8, 12.4), (31.8, 10.8), (23.4, 6.6), (24.7, 7.0), (22.6, 9.0),
    (22.8, 4.6), (28.4, 4.6), (29.8, 7.2), (30.0, 5.0), (16.4, 8.0), (16.4, 12.4), (10.0, 12.4), (16.4, 15.4),
    (16.4, 19.4), (10.4, 15.4), (27.2, 15.2), (33.6, 15.6), (33.4, 20.2), (20.0, 22.0),
)  # fmt: skip
"""Doors and the corners of houses."""
_STORMS = Intent(
    MILL,
    storm=5,
    charge=0.4,
    corners=_VILLAGE,
    ways={"first-squad": (LANE,), "second-squad": (CLINIC,), "third-squad": ((22.6, 10.0),)},
    choices=("Wave him on", "Burn it and go", "North of the mill"),
)
_HOLDS = Intent(
    MILL,
    charge=0.4,
    corners=_VILLAGE,
    throws_out=True,
    choices=("Fight on",),
    ways={"well-cell": ((24.4, 19.5),)},
)
MILL_ROAD = Match(
    "the-mill-road",
    "book-and-gun",
    careful={
        "army": {
            "past the clinic": _STORMS,
            "clinic and store": replace(
                _STORMS, ways={"first-squad": (LANE,), "second-squad": (STORE,), "third-squad": (CLINIC,)}
            ),
            "hold for the engineers": replace(
                _STORMS, choices=("Wave him on", "Hold it for the engineers", "North of the bakery")
            ),
        },
        "insurgents": {
            "where they stand": _HOLDS,
            "round the mill": replace(
                _HOLDS,
                ways={"well-cell": ((24.4, 19.5),), "poplar-cell": ((20.0, 19.0),), "ridge-cell": ((28.5, 18.0),)},
            ),
        },
    },
    careless={
        "walks": Intent(MILL, storm=1, worth=None, charge=None),
        "walks and fires": Intent(MILL, storm=1, worth=0.0, charge=None),
    },
)
# ── The roof of the Meridian ──────────────────────────────────────────────────────────────────────────────────────

HELIPAD = (27.0, 15.0)
_ROOF = ((11.2, 4.0), (11.0, 9.5), (11.0, 16.0), (21.0, 9.0), (21.0, 15.8), (22.8, 8.0), (23.0, 9.0), (29.0, 8.5),
         (29.0, 4.0), (23.0, 4.0), (17.8, 7.6), (23.0, 16.8), (9.0, 20.0), (5.6, 17.0), (12.0, 18.0), (17.0, 18.5),
         (22.6, 19.8), (19.0, 22.8), (26.4, 20.0), (26.0, 25.0), (9.0, 24.0), (2.0, 17.0), (12.0, 23.0))  # fmt: skip
"""Places beside pool, stairs, bar, lift motors and tank."""
_FLIES = Intent(
    HELIPAD,
    signal="bird-lands",
    brought="consul",
    worth=0.12,
    calls=("Extraction", "Gunship"),
    choices=("One minute more", "North of the pool"),
    corners=_ROOF,
)
_STAYS = Intent(
    HELIPAD,
    prey="consul",
    worth=0.08,
    throws_out=True,
    calls=("Friends",),
    choices=("Ours. Fire them at the helipad",),
    corners=_ROOF,
)
LAST_BIRD = Match(
    "last-bird",
    "five56mm",
    careful={
        "black": {
            "by the lift motors": replace(_FLIES, ways={"guard": ((22.5, 6.5),), "consul": ((26.0, 3.5),)}),
            "behind the sandbags": replace(_FLIES, ways={"guard": ((25.5, 13.0),), "consul": ((26.0, 3.5),)}),
        },
        "red": {
            "along the planters": replace(_STAYS, ways={"committee": ((16.0, 17.4),), "friends": ((24.0, 18.0),)}),
            "round by the east stair": replace(
                _STAYS, ways={"committee": ((21.0, 19.0),), "friends": ((26.0, 19.0),)}
            ),
        },
    },
    careless={
        "walks": Intent(HELIPAD, storm=1, worth=None, charge=None, calls=("Extraction",), choices=("One minute more",),
                        corners=_ROOF, walks=True),
        "walks and fires": Intent(HELIPAD, storm=1, worth=0.0, charge=None, calls=("Extraction", "Gunship"),
                                  choices=("One minute more", "North of the pool"), corners=_ROOF, walks=True),
    },
)  # fmt: skip


# ── The brick works ───────────────────────────────────────────────────────────────────────────────────────────────

HOUSE = (27.0, 23.0)
_WORKS = (
    (21.5, 12.5), (21.5, 15.5), (23.2, 23.0), (25.0, 23.0), (27.6, 19.6), (27.6, 21.6), (35.0, 21.0), (31.5, 21.2),
    (30.8, 19.8), (19.9, 16.2), (20.2, 18.5), (15.2, 20.2), (34.5, 13.2), (34.5, 17.5), (35.5, 23.0), (23.2, 26.5),
    (30.8, 26.4), (20.0, 25.2), (10.2, 13.2), (10.2, 28.6), (24.2, 16.0), (29.8, 16.0), (19.5, 20.2), (19.0, 25.5),
    (11.7, 20.5), (11.8, 27.2),
)  # fmt: skip
"""Gate, breach, doors and the corners of houses and walls."""
_RAIDS = Intent(
    HOUSE,
    storm=2,
    worth=0.12,
    choices=("The yard before the kiln", "Turn every drawer out", "Stay and finish it"),
    corners=_WORKS,
)
_GUARDS = Intent(
    HOUSE,
    worth=0.08,
    throws_out=True,
    calls=("Cousins",),
    ways={"house": ((27.0, 23.0),), "yard": ((19.0, 19.5),), "cousins": ((31.5, 21.2), (27.0, 19.0))},
    corners=_WORKS,
)
BRICK_KILN = Match(
    "brick-kiln",
    "five56mm",
    careful={
        "black": {
            "by the gate": replace(_RAIDS, ways={"assault": ((21.5, 12.5),), "section": ((16.0, 12.5),)}),
            "by the breach": replace(
                _RAIDS, ways={"assault": ((34.5, 13.0), (35.0, 18.0)), "section": ((21.5, 12.5),)}
            ),
        },
        "red": {
            "in the yard": _GUARDS,
            "round the house": replace(
                _GUARDS,
                ways={"house": ((27.0, 23.0),), "yard": ((25.0, 19.0),), "cousins": ((31.5, 21.2), (30.9, 19.8))},
            ),
        },
    },
    careless={
        "walks": Intent(HOUSE, storm=1, worth=None, charge=None, corners=_WORKS, walks=True),
        "walks and fires": Intent(HOUSE, storm=1, worth=0.0, charge=None, corners=_WORKS, walks=True),
    },
)  # fmt: skip

# ── Route Amber ───────────────────────────────────────────────────────────────────────────────────────────────────

AMBER, CULVERT, FLOOR = (62.0, 15.0), (35.6, 15.6), (24.0, 7.5)
_DRIVES = Driving(
    AMBER,
    worth=0.15,
    charge=None,
    lanes=(0.0, -3.1, 3.1),
    road=((0.0, 15.0), (16.0, 15.0), (30.0, 16.0), (44.0, 15.0), AMBER),
    lands=FLOOR,
    drive=(("carrier", 1), ("tank", 1), ("first-truck", 2), ("second-truck", 2)),
)
_WAYLAYS = Driving(CULVERT, worth=0.15, charge=None)
ROUTE_AMBER = Match(
    "route-amber",
    "book-and-gun",
    careful={
        "army": {
            "together": _DRIVES,
            "one truck behind": replace(
                _DRIVES, drive=(("carrier", 1), ("tank", 1), ("first-truck", 2), ("second-truck", 3))
            ),
        },
        "insurgents": {"fire early": _WAYLAYS, "fire late": replace(_WAYLAYS, worth=0.3)},
    },
    careless={"walks": replace(_DRIVES, worth=None, lands=None)},
    hands=AimingConvoy,
)

# ── Market day ────────────────────────────────────────────────────────────────────────────────────────────────────

TOLL_HOUSE = (42.5, 19.3)
_STREETS = (
    (10.0, 14.3), (18.0, 14.3), (22.0, 12.6), (22.0, 15.8), (24.6, 14.2), (27.4, 12.6), (27.4, 15.8), (31.0, 15.0),
    (36.6, 15.0), (38.8, 17.0), (39.2, 19.3), (39.2, 15.4), (42.5, 16.4), (46.0, 16.4), (46.0, 22.4), (39.0, 22.4),
    (22.0, 24.4), (27.4, 24.2), (29.4, 27.0), (35.4, 27.0), (21.6, 2.2), (27.4, 2.2),
)  # fmt: skip
"""Along the road, over both fords, and round the corners of houses."""
_PATROLS = Patrolling(
    TOLL_HOUSE,
    storm=5,
    worth=0.12,
    charge=0.4,
    choices=("Walk on",),
    corners=_STREETS,
    ways={
        "one-section": ((22.0, 15.8), (29.0, 16.0)),
        "two-section": ((22.0, 12.6), (28.6, 13.0)),
        "sappers": ((18.0, 14.3), (28.0, 14.4)),
        "command": ((16.0, 14.3), (24.6, 14.2)),
    },
)
_BARS = Patrolling(
    TOLL_HOUSE,
    worth=0.1,
    charge=0.4,
    throws_out=True,
    corners=_STREETS,
    sits=("gun", "tubes", "eyes"),
    screens=("bus-queue", "melon-sellers"),
    ways={"orchard-cell": ((41.0, 12.6),), "riders": ((29.0, 26.6), (38.0, 24.0))},
)
MARKET_DAY = Match(
    "market-day",
    "book-and-gun",
    careful={
        "army": {
            "through the market": _PATROLS,
            "by the goat ford": replace(
                _PATROLS,
                choices=("Sit down",),
                ways={**_PATROLS.ways, "one-section": ((22.0, 24.4), (29.4, 27.0), (36.4, 26.0))},
            ),
        },
        "insurgents": {
            "before the toll house": _BARS,
            "in the toll house": replace(
                _BARS, ways={"orchard-cell": (TOLL_HOUSE,), "riders": ((20.0, 27.0), (14.0, 26.0))}
            ),
        },
    },
    careless={
        "walks": replace(_PATROLS, storm=1, worth=None, charge=None, searches=0),
        "walks and fires": replace(_PATROLS, storm=1, worth=0.0, charge=None, searches=0),
    },
    hands=AimingPatrol,
)

# ── The schoolhouse ───────────────────────────────────────────────────────────────────────────────────────────────

FRONT_ROOM, FOOTBALL_FIELD = (23.8, 15.2), (23.0, 9.6)
_DARRA = (
    (21.0, 12.2), (21.0, 13.8), (23.5, 12.2), (23.5, 13.8), (23.5, 18.2), (23.5, 19.8), (18.4, 12.2), (18.4, 19.8),
    (28.6, 12.2), (28.6, 19.8), (30.0, 10.0), (16.0, 10.0), (36.2, 12.2), (36.2, 8.6), (31.0, 20.8), (31.0, 14.0),
    (9.5, 20.0), (18.0, 25.0),
)  # fmt: skip
"""Breach, doors and the corners of walls and houses."""
_RAIDS_SCHOOL = Raiding(
    FRONT_ROOM,
    storm=2,
    worth=0.1,
    charge=0.4,
    dog=50,
    zone=FOOTBALL_FIELD,
    away=(8.0, 2.0),
    corners=_DARRA,
    ways={"entry-team": ((20.6, 11.6),), "dog-team": ((20.0, 10.6),), "cordon": ((25.5, 10.8),)},
)
_KEEPS = Raiding(
    FRONT_ROOM,
    worth=0.08,
    charge=0.4,
    throws_out=True,
    sits=("rocket", "keepers"),
    corners=_DARRA,
    ways={"school-cell": ((22.0, 16.4),), "tailors": ((36.4, 11.8),), "cousins": ((18.0, 23.0), (23.5, 19.8))},
)
SCHOOLHOUSE = Match(
    "the-schoolhouse",
    "book-and-gun",
    careful={
        "army": {
            "by the breach": _RAIDS_SCHOOL,
            "round both corners": replace(
                _RAIDS_SCHOOL,
                ways={
                    "entry-team": ((20.6, 11.6),),
                    "dog-team": ((20.0, 10.6),),
                    "cordon": ((18.0, 11.4), (17.6, 16.0)),
                },
            ),
        },
        "insurgents": {
            "in the school": _KEEPS,
            "round the school": replace(
                _KEEPS, ways={**_KEEPS.ways, "tailors": ((31.0, 14.0),), "cousins": ((16.0, 19.0), (18.0, 14.0))}
            ),
        },
    },
    careless={
        "walks": replace(_RAIDS_SCHOOL, storm=1, worth=None, charge=None, dog=None),
        "walks and fires": replace(_RAIDS_SCHOOL, storm=1, worth=0.0, charge=None, dog=None),
    },
    hands=AimingRaid,
)

MATCHES = {match.scenario: match for match in (MILL_ROAD, LAST_BIRD, BRICK_KILN, ROUTE_AMBER, MARKET_DAY, SCHOOLHOUSE)}
