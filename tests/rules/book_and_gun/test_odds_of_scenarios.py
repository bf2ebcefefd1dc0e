"""What the offers of Market day and the schoolhouse promise comes about as often when they are decided."""

from __future__ import annotations

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.state import State
from tests.rules.book_and_gun.outcomes import came_about
from tests.rules.scenario.company import Company
from tests.rules.truth import LONG, SHORT, Jury, Round, offered
from tests.scenarios import LIBRARY

VERBS = (
    "fire", "move", "charge", "throw", "mortar", "fire-mission", "request-fire", "detonate", "sweep", "mount",
    "dismount",
    "search", "lay", "breach",
)  # fmt: skip
SCENARIOS = ("market-day", "the-schoolhouse")


def hear(jury: Jury[State], scenario: str, seeds: range, offers: int, every: int) -> None:
    """Lays offers before the jury, of each state some, those of different verbs first, until it has heard so many."""
    for seed in seeds:
        company = Company(LIBRARY[scenario], seed, eager=0.7)
        number = 0
        while jury.offers < offers and company.step():
            number += 1
            state: State = company.state.battle
            if number % every or company.state.queue or not RULES.battle.prompt(state):
                continue
            standing = [each for each in offered(RULES, state) if each[0].name() in VERBS]
            company.pick.shuffle(standing)
            by_verb = {action.name(): (action, by) for action, by in standing}
            for action, by in by_verb.values():
                jury.hear(state, action, by)


def test_odds_of_market_day_come_about_as_often_as_they_say() -> None:
    jury: Jury[State] = Jury(RULES, came_about, "market-day", SHORT)
    hear(jury, "market-day", range(3), 6, 17)
    assert jury.offers >= 6
    jury.verdict()


@pytest.mark.long
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("first", [100, 200, 300, 400])
def test_thousands_of_offers_come_about_as_often(scenario: str, first: int) -> None:
    jury: Jury[State] = Jury(RULES, came_about, f"{scenario} {first}", (Round(200, 1e-3), *LONG[1:]))
    hear(jury, scenario, range(first, first + 100), 600, 3)
    assert jury.offers >= 600
    jury.verdict()
