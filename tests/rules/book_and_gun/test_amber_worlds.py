"""Battles on Route Amber by random hands: odds come about as often as they say, refusals change nothing, and nothing of
what lies in the road is betrayed to whoever drives over it."""

from __future__ import annotations

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.state import ARMY, State
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.book_and_gun.worlds import shown, without
from tests.rules.scenario.company import Company
from tests.rules.truth import LONG, SHORT, Jury, Round, offered
from tests.scenarios import LIBRARY

VERBS = ("fire", "move", "throw", "mortar", "detonate", "sweep", "mount", "dismount", "search", "lay")


def hear(jury: Jury[State], seeds: range, offers: int, every: int) -> None:
    """Lays offers of battles on the scenario before the jury, some of each state, until it has heard so many."""
    for seed in seeds:
        road = Company(LIBRARY["route-amber"], seed, eager=0.7)
        number = 0
        while road.step() and jury.offers < offers:
            number += 1
            state: State = road.state.battle
            if number % every or road.state.queue or not RULES.battle.prompt(state):
                continue
            standing = [each for each in offered(RULES, state) if each[0].name() in VERBS]
            for action, by in road.pick.sample(standing, min(3, len(standing))):
                jury.hear(state, action, by)
        if jury.offers >= offers:
            return


def test_odds_on_route_amber_come_about_as_often_as_they_say() -> None:
    jury: Jury[State] = Jury(RULES, came_about, "amber", SHORT)
    hear(jury, range(5), 12, 11)
    assert jury.offers >= 12
    jury.verdict()


@pytest.mark.long
@pytest.mark.parametrize("first", [100, 200, 300, 400])
def test_thousands_of_offers_on_route_amber_come_about_as_often(first: int) -> None:
    jury: Jury[State] = Jury(RULES, came_about, f"amber {first}", (Round(200, 1e-3), *LONG[1:]))
    hear(jury, range(first, first + 100), 600, 3)
    assert jury.offers >= 600
    jury.verdict()


def looked(seeds: range, every: int) -> int:
    times = 0
    for seed in seeds:
        road = Company(LIBRARY["route-amber"], seed, eager=0.7)
        number = 0
        while road.step():
            number += 1
            state: State = road.state.battle
            bare = without(state, ARMY)
            if number % every or bare == state or state.ended is not None:
                continue
            times += 1
            for viewer in (Viewer(ARMY), PUBLIC):
                assert shown(state, viewer) == shown(bare, viewer)
            if every > 20 and times >= 6:
                break
    return times


@pytest.mark.rule("BG-R234", "BG-R288")
def test_nothing_that_lies_in_the_road_is_betrayed_to_whoever_drives_there() -> None:
    assert looked(range(1), 23) >= 4


@pytest.mark.long
def test_nothing_is_betrayed_in_many_battles() -> None:
    assert looked(range(50, 70), 7) > 200
