"""Who may ask for what, when: the same answer under every rule set."""

from __future__ import annotations

import pytest

from rules.battle.umpire import RuleFact
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.battle import BeginTurn, HoldAll
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.battle import EndGo, Proceed
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.rules.book_and_gun.field import army, battle, cell
from tests.rules.five56mm.skirmish import BLACK, RED, Skirmish, man

BEGUN = {
    "book-and-gun": (BOOK_AND_GUN, battle(army(), cell()), HoldAll(), BeginTurn(), "army"),
    "five56mm": (
        FIVE56MM, Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 30))).state, EndGo(), Proceed(),
        BLACK,
    ),
}  # fmt: skip


@pytest.mark.parametrize("key", BEGUN)
def test_roles_sides_beginning_and_end(key):
    rules, state, players, engines, side = BEGUN[key]
    ruling = RuleFact(fact="range", value="9")

    def code(start, action, by):
        with pytest.raises(RuleViolation) as refused:
            rules.battle.decide(start, action, by, Scripted(""))
        assert refused.value.remedy
        return refused.value.code

    assert code(state, engines, Actor.player(side)) == "engine-only"
    assert code(state, engines, UMPIRE) == "engine-only"
    assert code(state, ruling, Actor.player(side)) == "umpire-only"
    assert code(state, ruling, ENGINE) == "umpire-only"
    assert code(state, players, Actor.player("martians")) == "no-side"
    assert code(rules.battle.blank(), players, Actor.player(side)) == "not-begun"
    end = next(kind for kind in rules.battle.action_types() if kind.name() == "declare-end")
    over = rules.battle.fold(
        rules.battle.decide(state, end(winner="draw", reason="night falls"), UMPIRE, Scripted("")), state
    )
    assert code(over, players, Actor.player(side)) == "battle-over"
    assert code(over, ruling, UMPIRE) == "battle-over"
