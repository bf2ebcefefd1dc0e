"""The matches of Red Actions: how the sides of its scenarios may mean to play, for `tests.bench.balance`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.red_actions.play.turn.flight import lost, original
from tests.bench.aims_red import RedIntent
from tests.bench.balance import Fought
from tests.bench.matches import Lost, Match


def points_lost(staged: Any, sides: Sequence[str]) -> Lost:
    """Points of each army that are gone, of those that it brought. RA-R13"""
    state = staged.battle
    return {side: lost(state, side) for side in sides}, {side: original(state, side) for side in sides}


CHURCH = (31.7, 36.0)
_COLUMN = RedIntent(
    CHURCH, storm=6, choices=("Let him lead",),
    ways={
        "volunteers": ((36.0, 24.0), (36.0, 30.5)),
        "conscripts": ((25.0, 21.0), (26.0, 29.0)),
        "maxims": ((34.0, 22.0),),
        "cossacks": ((50.0, 23.0), (47.0, 37.0)),
    },
)  # fmt: skip
_VILLAGE = RedIntent(
    CHURCH,
    throws_out=True,
    hunts=("horse", "hamlets", "old-soldiers"),
    ways={"horse": ((28.0, 40.0),), "tachankas": ((46.0, 38.0),)},
)
DON = Match(
    "don-village",
    "red-actions",
    careful={
        "attacker": {
            "by the houses": _COLUMN,
            "by the rye": replace(
                _COLUMN,
                ways={
                    **_COLUMN.ways,
                    "volunteers": ((24.0, 20.0), (26.0, 30.0)),
                    "conscripts": ((35.5, 24.0), (36.0, 30.0)),
                },
            ),
        },
        "defender": {
            "where they stand": _VILLAGE,
            "horse to the fight": replace(_VILLAGE, ways={"horse": ((24.0, 33.0),), "tachankas": ((45.0, 39.0),)}),
        },
    },
    careless={
        "walks": RedIntent(CHURCH, storm=1, worth=None, charge=None, rallies=False),
        "walks and fires": RedIntent(CHURCH, storm=1, worth=0.0, charge=None),
    },
    lost=points_lost,
)

FARM = (36.5, 32.3)
_BRIGADE = RedIntent(
    FARM, storm=5, choices=("At a gallop",),
    ways={
        "battery": ((30.0, 10.0),), "tachankas": ((37.0, 17.0),),
        "first-squadron": ((14.0, 22.0), (15.0, 33.0)), "second-squadron": ((58.0, 20.0), (58.0, 32.0)),
        "third-squadron": ((16.0, 20.0), (16.0, 31.0)), "cossacks": ((60.0, 22.0), (60.0, 31.0)),
        "second-regiment": ((60.0, 22.0), (58.0, 31.0)),
    },
)  # fmt: skip
_REGIMENT = RedIntent(FARM, throws_out=True, hunts=("uhlans", "relief"), ways={"uhlans": ((44.0, 40.0),)})
ZBRUCH = Match(
    "zbruch-ridge",
    "red-actions",
    careful={
        "attacker": {
            "both flanks": _BRIGADE,
            "the west": replace(
                _BRIGADE,
                ways={
                    **_BRIGADE.ways,
                    "second-squadron": ((14.0, 18.0), (16.0, 34.0)),
                    "cossacks": ((12.0, 24.0), (14.0, 35.0)),
                },
            ),
        },
        "defender": {
            "where they stand": _REGIMENT,
            "the third company forward": replace(_REGIMENT, ways={**_REGIMENT.ways, "road-company": ((37.5, 30.5),)}),
        },
    },
    careless={
        "walks": RedIntent(FARM, storm=1, worth=None, charge=None, rallies=False),
        "walks and fires": RedIntent(FARM, storm=1, worth=0.0, charge=None),
    },
    lost=points_lost,
)

CLOCK = "turns are played"
"""What the reason of a battle says that nobody has decided."""


def decided(found: Sequence[Fought]) -> float:
    """Of a hundred battles, how many end by an aim or a flight and not by the clock."""
    return 100 * sum(CLOCK not in battle.reason for battle in found) / len(found)


RED_MATCHES = {match.scenario: match for match in (DON, ZBRUCH)}
