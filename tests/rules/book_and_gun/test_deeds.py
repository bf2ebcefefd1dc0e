"""One deed an action, and whoever judges sees no dice.

That nothing is refused once it has been judged is held by the random battles: a `LateRefusal` would end them.
"""

from inspect import signature
from typing import get_type_hints

import pytest

from rules.book_and_gun import actions
from rules.book_and_gun.deeds import DEEDS
from rules.chance import Chance


def test_every_action_has_exactly_one_deed():
    assert set(DEEDS.rows) == set(actions.ACTIONS)
    assert all(deed.action is action for action, deed in DEEDS.rows.items())


@pytest.mark.parametrize("deed", DEEDS.rows.values(), ids=lambda deed: deed.action.__name__)
def test_who_judges_gets_no_chance_and_neither_does_who_tells_the_odds(deed):
    for asked, parameters in ((deed.judge, 3), (deed.odds, 2), (deed.offers, 3)):
        taken = signature(asked).parameters
        assert len(taken) == parameters
        given = get_type_hints(getattr(asked, "func", asked))
        assert all(given[name] is not Chance for name in taken)
    assert get_type_hints(deed.judge)[list(signature(deed.judge).parameters)[1]] is deed.action
