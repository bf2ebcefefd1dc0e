"""What lies behind a marker stands as its side has placed it. RA-seq.3"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.battle.deed import Deeds
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.red_actions.actions.setup import PlaceDummy, Ready
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.events.turn import MarkerPlaced
from rules.red_actions.play.setup.deeds import SETUP_DEEDS
from rules.red_actions.state import DEFENDER, Dummy, State
from rules.red_actions.units import Concealment, Unit
from tests.rules.red_actions.mustering import GUNS, INFANTRY, fold, mustered, with_tokens

DEEDS = Deeds[State].of(SETUP_DEEDS)
DEFEND = Actor.player(DEFENDER)
FOOT, BATTERY = f"{DEFENDER}-{INFANTRY}-1", f"{DEFENDER}-{GUNS}-1"


def placed(unit: Unit) -> Unit:
    """Along the edge of the farm, each base at its own spot and turned a little."""
    spots = tuple((base.id, 1.5 * n, 0.25 * n, 10.0 * n) for n, base in enumerate(unit.bases))
    return replace(unit, at=(42.0, 28.0), facing=165.0, formation=UnitFormation.LINING, spots=spots, holds="Farm")


def stood(state: State) -> State:
    guns = replace(state.unit(BATTERY), at=(20.0, 40.0))
    return state.with_unit(placed(state.unit(FOOT))).with_unit(guns)


@pytest.mark.rule("RA-seq.3")
def test_a_marker_changes_nothing_of_how_the_unit_behind_it_stands() -> None:
    """Numbered from the west; facing, formation, each base's own spot and the building stay."""
    state = stood(with_tokens(mustered()))
    laid = fold(DEEDS.decide(state, Ready(), DEFEND, Scripted("")), state)
    for ref in (BATTERY, FOOT):
        number = laid.unit(ref).marker
        assert laid.unit(ref) == replace(state.unit(ref), marker=number, hidden=Concealment.MARKER)
    assert 0 < laid.unit(BATTERY).marker < laid.unit(FOOT).marker


@pytest.mark.rule("RA-seq.3")
def test_a_dummy_is_numbered_among_the_others_and_only_its_side_hears_which_it_is() -> None:
    """It lies farthest to the west, and is marker 1."""
    state = stood(with_tokens(mustered(options=(("dummy-markers", "2"),))))
    state = fold(DEEDS.decide(state, PlaceDummy(place="10,40"), DEFEND, Scripted("")), state)
    said = [
        event
        for event in DEEDS.decide(state, Ready(), DEFEND, Scripted(""))
        if isinstance(event, MarkerPlaced) and event.marker == 1
    ]
    assert [(event.audience, event.at, event.dummy) for event in said] == [
        ((DEFENDER,), (10.0, 40.0), Dummy(DEFENDER, 1, (10.0, 40.0))), (None, (10.0, 40.0), None),
    ]  # fmt: skip
