"""Small battles in which orders are given and followed."""

from __future__ import annotations

from typing import Any

from rules.battle.orders.following import FollowOrders
from rules.kernel.action import ENGINE, Action
from rules.kernel.chance import Scripted
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.decide import decide
from rules.red_actions.deeds import ORDERS
from rules.red_actions.evolve import evolve
from rules.red_actions.prompt import proceed
from rules.red_actions.state import ATTACKER, DEFENDER, State
from tests.rules.battle.alarms import at_once
from tests.rules.red_actions.field import (
    ATTACK,
    answering,
    battle,
    changed,
    junior,
    unit,
)

REGULARS = "red-regulars"


OFFICERS = (junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain"))
"""Neither helps nor hinders."""


class Field:
    """A battle that goes on."""

    def __init__(self, state: State) -> None:
        self.state = answering(state, DEFENDER, mode="normal", return_fire="no", charged="stand", spare="retire")

    def do(self, action: Action, *dice: int, by=ATTACK):
        chance = Scripted(str(die) for die in dice)
        events = decide(self.state, action, by, chance)
        for event in events:
            self.state = evolve(self.state, event)
        return events

    def order(self, first: str, by=ATTACK, **given):
        return self.do(GiveOrders.model_validate({"first": first, **at_once(given)}), by=by)

    def due(self, side=ATTACKER) -> Any:
        """The action that the orders come to; None where they have nothing to say."""
        if not isinstance(proceed(self.state), FollowOrders):
            return None
        [found] = ORDERS.due(self.state, side)
        return getattr(found, "action", found)

    def goes_on(self, *dice: int):
        action = proceed(self.state)
        assert action is not None
        return self.do(action, *dice, by=ENGINE)

    def put(self, ref: str, **changes) -> None:
        self.state = changed(self.state, ref, **changes)


def fight(*more, reds=None, whites=None, **changes) -> Field:
    """Four bases of red regulars at 30,10 look north; Whites 20 inches before them look south."""
    own = reds or unit("reds", card=REGULARS, at=(30, 10))
    foe = whites or unit("whites", DEFENDER, "white-volunteers", at=(30, 30))
    return Field(battle(own, foe, *OFFICERS, *more, **changes))


def ends(move) -> tuple[float, float]:
    assert isinstance(move, Move)
    x, y = move.path[-1].split(",")
    return float(x), float(y)
