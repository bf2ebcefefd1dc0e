"""A battle that goes on by itself from turn to turn, with scripted dice."""

from __future__ import annotations

from rules.kernel.action import ENGINE
from rules.kernel.chance import Scripted
from rules.red_actions.actions.segment import Stand
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Trait
from rules.red_actions.decide import decide
from rules.red_actions.evolve import evolve
from rules.red_actions.prompt import proceed
from rules.red_actions.state import ATTACKER, DEFENDER, State
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    battle,
    junior,
)
from tests.rules.red_actions.field import unit as bare_unit

PLAIN = "red-zero-plain"
CLEVER = next(token.id for token in BOOK_PACK.tokens if token.traits == frozenset({Trait.CLEVER}))


def unit(id_, side=ATTACKER, card="red-regulars", token=PLAIN, **changes):
    return bare_unit(id_, side, card, **changes), junior(id_, side, token=token)


def start(*units, turn=0, **changes) -> State:
    """A battle whose next turn is about to begin."""
    return battle(*units, turn=turn, closed=turn, segment=None, first=None, **changes)


def two_each(**changes) -> State:
    return start(
        unit("r1", at=(10, 4)), unit("r2", at=(50, 4)),
        unit("w1", DEFENDER, at=(10, 44)), unit("w2", DEFENDER, at=(50, 44)),
        **changes,
    )  # fmt: skip


class Table:
    """A battle that goes on by itself until somebody is asked; `dice` come in their order."""

    def __init__(self, state: State, *dice: int | str) -> None:
        self.state, self.kinds = state, []
        self.chance = Scripted(str(die) for die in dice)

    def go(self) -> Table:
        while (action := proceed(self.state)) is not None:
            self._do(action, ENGINE)
        return self

    def do(self, action, by=ATTACK) -> Table:
        self._do(action, by)
        return self.go()

    def _do(self, action, by) -> None:
        for event in decide(self.state, action, by, self.chance):
            self.state = evolve(self.state, event)
            self.kinds.append(event.kind)

    @property
    def side(self):
        return None if self.state.segment is None else self.state.segment.side

    def stand(self, ref) -> Table:
        side = self.state.unit(ref).side
        return self.do(Stand(unit=ref), ATTACK if side == ATTACKER else DEFENCE)

    def done(self) -> Table:
        self.chance.finish()
        return self
