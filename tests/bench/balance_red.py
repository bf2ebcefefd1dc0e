"""The matches of Red Actions: how the sides of its scenarios may mean to play, for `tests.bench.balance`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.red_actions.play.turn.flight import lost, original
from tests.bench.aims_red import RedAiming, RedIntent
from tests.bench.balance import Lost, Match


def points_lost(staged: Any, sides: Sequence[str]) -> Lost:
    """Points of each army that are gone, of those that it brought. RA-R13"""
    state = staged.battle
    return {side: lost(state, side) for side in sides}, {side: original(state, side) for side in sides}


CHURCH = (31.7, 36.0)
_COLUMN = RedIntent(
    CHURCH, storm=7, choices=("Let him lead",),
    ways={
        "volunteers": ((36.0, 22.0), (40.0, 28.0)),
        "conscripts": ((30.0, 22.0), (31.0, 28.5)),
        "maxims": ((34.0, 20.0),),
        "cossacks": ((50.0, 23.0), (50.0, 30.0)),
    },
)  # fmt: skip
_VILLAGE = RedIntent(CHURCH, throws_out=True, ways={"horse": ((28.0, 36.0),), "tachankas": ((46.0, 34.0),)})
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
                    "volunteers": ((24.0, 20.0), (30.0, 28.0)),
                    "conscripts": ((34.0, 22.0), (38.0, 28.5)),
                },
            ),
        },
        "defender": {
            "where they stand": _VILLAGE,
            "horse to the fight": replace(_VILLAGE, ways={"horse": ((24.0, 30.0),), "tachankas": ((46.0, 30.0),)}),
        },
    },
    careless={
        "walks": RedIntent(CHURCH, storm=1, worth=None, charge=None, rallies=False),
        "walks and fires": RedIntent(CHURCH, storm=1, worth=0.0, charge=None),
    },
    player=RedAiming,
    lost=points_lost,
)

FARM = (35.0, 35.5)
_BRIGADE = RedIntent(
    FARM, storm=6, choices=("At a gallop",),
    ways={
        "battery": ((30.0, 10.0),), "tachankas": ((34.0, 13.0),),
        "first-squadron": ((14.0, 22.0),), "second-squadron": ((58.0, 20.0),),
        "third-squadron": ((16.0, 20.0),), "cossacks": ((60.0, 24.0),),
        "second-regiment": ((62.0, 24.0),),
    },
)  # fmt: skip
_REGIMENT = RedIntent(FARM, throws_out=True, ways={"uhlans": ((44.0, 40.0),)})
ZBRUCH = Match(
    "zbruch-ridge",
    "red-actions",
    careful={
        "attacker": {
            "both flanks": _BRIGADE,
            "the west": replace(
                _BRIGADE,
                ways={**_BRIGADE.ways, "second-squadron": ((14.0, 18.0),), "cossacks": ((12.0, 24.0),)},
            ),
        },
        "defender": {
            "where they stand": _REGIMENT,
            "the third company forward": replace(_REGIMENT, ways={**_REGIMENT.ways, "road-company": ((37.5, 29.5),)}),
        },
    },
    careless={
        "walks": RedIntent(FARM, storm=1, worth=None, charge=None, rallies=False),
        "walks and fires": RedIntent(FARM, storm=1, worth=0.0, charge=None),
    },
    player=RedAiming,
    lost=points_lost,
)

RED_MATCHES = {match.scenario: match for match in (DON, ZBRUCH)}
