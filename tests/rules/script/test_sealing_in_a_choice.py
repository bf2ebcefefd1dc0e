"""A scenario's choice holds up nobody who has orders to seal: the other side is asked for its seal at the same time."""

from __future__ import annotations

from rules.battle.orders.sealing import BreakSeal, SealOrders
from rules.kernel.action import Actor
from rules.script.actions import Choose
from tests.rules.scenario.company import STEPS, Company
from tests.scenarios import LIBRARY


def test_the_other_side_seals_while_one_chooses_and_may_take_it_back() -> None:
    """The charcoal burner of the bamboo track steps out when a period begins, and both are to write orders then."""
    company = Company(LIBRARY["bamboo-track"], 3, eager=0.0)
    battle = company.rules.battle
    for _ in range(STEPS):
        if company.state.open is not None:
            break
        assert company.step()
    choice, other = battle.prompt(company.state).asks
    assert (choice.key, choice.side) == ("choice:1", "attacker")
    assert (other.side, other.default) == ("defender", SealOrders())
    assert battle.prompt(company.state).for_side("attacker") == choice
    company.happen(SealOrders(), Actor.player("defender"))
    assert battle.prompt(company.state).asks == (choice,)
    company.happen(BreakSeal(), Actor.player("defender"))
    assert battle.prompt(company.state).asks == (choice, other)
    company.happen(SealOrders(), Actor.player("defender"))
    company.happen(Choose(option="Wave him away"), Actor.player("attacker"))
    while not (asks := battle.prompt(company.state).asks):
        company.step()
    assert [(ask.side, ask.key) for ask in asks] == [("attacker", other.key.replace("defender", "attacker"))]
