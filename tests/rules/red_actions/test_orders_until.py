"""Orders in Red Actions that last until a place is reached or a thing happens."""

import pytest

from rules.battle.orders.data import OrderNoticed, OrderStopped
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.deeds import ORDERING
from rules.red_actions.prompt import prompt
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.tell import tell
from rules.red_actions.units import Concealment
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions.field import area, board, unit
from tests.rules.red_actions.ordered import REGULARS, Field, fight

pytestmark = pytest.mark.rule("RA-action.one")
FARM = area("field", 24, 14, 36, 22, name="The Farm")
"""Reds stand at 30,10, four inches south of it."""


def battle(*more, **given) -> Field:
    return fight(*more, board=board(FARM), **given)


def test_the_order_stands_until_one_of_its_units_gets_there_and_asks_at_once_where_that_is_wanted():
    field = battle(unit("front", card=REGULARS, at=(50, 10)))
    field.order("advance", until="the Farm is reached", at_once=("until",))
    assert field.due().unit == "reds"
    field.put("reds", at=(30.0, 16.0))
    [stopped] = field.goes_on()
    assert isinstance(stopped, OrderStopped)
    mine = tell(field.state, stopped, Viewer(side=ATTACKER))
    assert mine is not None
    assert mine.headline == "Orders 1 are over: the Farm is reached. You are asked"
    assert tell(field.state, stopped, PUBLIC) is None
    assert tell(field.state, stopped, Viewer(side=DEFENDER)) is None
    assert prompt(field.state).asks[0].side == ATTACKER


def test_as_a_rule_the_turn_is_carried_out_first():
    field = battle(unit("front", card=REGULARS, at=(50, 10)))
    field.order("advance", until="the Farm is reached")
    field.put("reds", at=(30.0, 16.0))
    [noticed] = field.goes_on()
    assert isinstance(noticed, OrderNoticed)
    assert field.due() is not None
    assert field.state.orders.standing[0].stands_for("front")


@pytest.mark.parametrize(
    ("until", "changes"),
    [("pinned", {"pinned": True}), ("terror 2", {"terror": 2}), ("fired at", {"shot_at": 1})],
)
def test_what_happens_to_a_unit_ends_its_order(until, changes):
    field = battle()
    field.order("hold", until=until, at_once=("until",))
    field.put("reds", **changes)
    [stopped] = field.goes_on()
    assert isinstance(stopped, OrderStopped)
    assert stopped.units == ("reds",)


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("reached-already", {"until": "30,10 is reached"}),
        ("never-reached", {"until": "Troy is reached"}),
        ("never-reached", {"until": "Whites reaches the Farm"}),
        ("happened-already", {"until": "the Farm is lost"}),
        ("never-happens", {"until": "losses 40"}),
        ("turn-gone", {"until": "turn 1"}),
        ("stop-never", {"until": "turn 9", "lasts": "2 turns"}),
        ("until-told", {"lasts": "until"}),
        ("until-told", {"until": "is reached"}),
        ("no-length", {"until": "near 0"}),
        ("no-such-stop", {"until": "the cows come home"}),
    ],
)
def test_what_cannot_end_an_order_is_refused_and_changes_nothing(code, given):
    field = battle()
    before = field.state
    with pytest.raises(RuleViolation) as refused:
        field.order("advance", **given)
    assert refused.value.code == code
    assert refused.value.remedy
    assert field.state is before


def test_what_is_offered_can_be_given():
    field = battle()
    found = ORDERING.ends(field.state, ATTACKER, ())
    assert {"The Farm is reached", "officer lost", "pinned", "losses 1"} <= {one.text for one in found}
    for one in found:
        assert field.do(GiveOrders(first="advance", until=one.text))


def test_whoever_lies_in_ambush_in_a_place_is_not_betrayed_by_it():
    """Two worlds: an ambush lies in the farm, or it does not. The attacker's order ends alike."""
    heard = []
    for more in ((), (unit("ambush", DEFENDER, "white-volunteers", at=(30, 20), hidden=Concealment.AMBUSH),)):
        field = battle(*more)
        field.order("hold", until="the Farm is taken", at_once=("until",))
        field.put("reds", at=(30.0, 15.0))
        events = field.goes_on()
        heard.append([tell(field.state, event, Viewer(side=ATTACKER)) for event in events])
    assert heard[0] == heard[1]
    assert heard[0][0].headline.startswith("Orders 1 are over: the Farm is taken")
