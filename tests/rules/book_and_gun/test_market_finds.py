"""What the patrol of Market day finds pays: a bomb frees its weapons, the telephone shows who watches it. XIII.9.1"""

from __future__ import annotations

from typing import Any

import pytest

from rules.book_and_gun.actions.battle import PlaceUnit
from rules.book_and_gun.actions.devices import SearchPeople
from rules.book_and_gun.units import Phase
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.registry import rule_set
from rules.scenario.rehearsal import stand_ins
from tests.scenarios import LIBRARY

BATTLE = rule_set("book-and-gun").battle


def searched(target: str, die: int) -> Any:
    """Market day after Command has been placed beside them and searched them with that die, on its first card."""
    state = BATTLE.fold(BATTLE.muster(stand_ins(LIBRARY["market-day"]), Seeded(b"finds", 0)))
    for step in range(1, 200):
        asks = BATTLE.prompt(state).asks
        if asks and "command" in asks[0].units and state.battle.phase is Phase.MOVEMENT:
            break
        engine = BATTLE.proceed(state)
        action, by = (engine, ENGINE) if engine else (asks[0].default, Actor.player(asks[0].side))
        state = BATTLE.fold(BATTLE.decide(state, action, by, Seeded(b"finds", step)), state)
    x, y = state.battle.unit(target).fit[0].at
    state = done(state, PlaceUnit(unit="command", to=f"{x - 1:.1f},{y:.1f}"), UMPIRE, "")
    state = done(state, SearchPeople(unit="command", target=target), Actor.player("army"), f"d6:{die}")
    for step in range(12):  # the headman asks to tea, and is answered; then what the search has brought about
        asks, engine = BATTLE.prompt(state).asks, BATTLE.proceed(state)
        if engine is not None:
            state = BATTLE.fold(BATTLE.decide(state, engine, ENGINE, Seeded(b"after", step)), state)
        elif asks and any(offer.verb == "choose" for offer in asks[0].quick):
            state = done(state, asks[0].default, Actor.player("army"), "")
    return state


def done(state: Any, action: Action, by: Actor, dice: str) -> Any:
    return BATTLE.fold(BATTLE.decide(state, action, by, Scripted(dice)), state)


@pytest.mark.rule("BG-XIII.9.1", "BG-R293")
def test_a_bomb_that_is_found_frees_the_patrols_weapons() -> None:
    assert searched("bus-queue", 4).battle.side("army").roe == 3
    assert searched("bus-queue", 5).battle.side("army").roe == 2


@pytest.mark.rule("BG-XIII.9.1", "BG-VI.1.1c")
def test_the_telephone_shows_who_watches_from_the_reeds() -> None:
    found, missed = searched("melon-sellers", 1).battle, searched("melon-sellers", 6).battle
    assert not found.unit("eyes").concealed
    assert missed.unit("eyes").concealed
