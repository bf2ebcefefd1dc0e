"""One deed an action, and whoever judges sees no dice.

That nothing is refused once it has been judged is held by the random battles: a `LateRefusal` would end them.
"""

from inspect import signature
from typing import get_type_hints

import pytest

from rules.book_and_gun import RULES, actions
from rules.book_and_gun.deeds import DEEDS
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Chance
from tests.charts import chart
from tests.rules.truth import require_whole

from .test_random_battles import STEPS, Battle


def test_every_action_has_exactly_one_deed():
    assert set(DEEDS.rows) == set(actions.ACTIONS)
    assert all(deed.action is action for action, deed in DEEDS.rows.items())


@chart("deed", DEEDS.rows.values(), ids=lambda deed: deed.action.__name__)
def test_who_judges_gets_no_chance_and_neither_does_who_tells_the_odds(deed):
    for asked, parameters in ((deed.judge, 3), (deed.odds, 2), (deed.offers, 3)):
        taken = signature(asked).parameters
        assert len(taken) == parameters
        given = get_type_hints(getattr(asked, "func", asked))
        assert all(given[name] is not Chance for name in taken)
    assert get_type_hints(deed.judge)[list(signature(deed.judge).parameters)[1]] is deed.action


@pytest.mark.parametrize("seed", range(6))
def test_a_deed_offers_its_own_action_and_what_it_offers_it_judges_well(seed):
    battle = Battle(seed)
    for number in range(STEPS):
        if number % 5 == 0:
            for ask in RULES.battle.prompt(battle.state).asks:
                for unit in ask.units:
                    judge_offers(battle.state, ask, unit)
        if not battle.step():
            break


def judge_offers(state, ask, unit):
    by = UMPIRE if ask.umpire else Actor.player(ask.side)
    for action, deed in DEEDS.rows.items():
        for offer in deed.offers(state, ask.side, unit):
            assert type(offer.action) is action
            require_whole(offer)
            if not offer.needs:
                deed.odds(state, deed.judge(state, offer.filled(), by))
