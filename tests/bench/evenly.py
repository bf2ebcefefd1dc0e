"""Whether hands that order ahead play as well as hands of the same temper that click."""

from __future__ import annotations

import asyncio
from tempfile import TemporaryDirectory

from campaigns.battle import battles
from campaigns.battle.battles import Field
from campaigns.clock import ManualClock
from campaigns.store import Store
from rules.registry import rule_set
from rules.viewing import Viewer
from tests.bench import pace
from tests.bench.hands import KINDS
from tests.bench.pace import START, TABLE, Plan

SMALL = Plan(
    "small",
    "book-and-gun",
    kinds=("us-infantry-squad", "insurgent-cell-of-7"),
    each=2,
    board=("village", 30, 20),
    turns=5,
)


def score(plan: Plan, number: int) -> float:
    """1 where the ordering hand comes off better, 0 where the clicking one does, ½ for a draw. Both are of the same
    temper; each takes either side and either temper by turns, so that neither side's strength counts."""
    return asyncio.run(_score(plan, number))


async def _score(plan: Plan, number: int) -> float:
    # Two battles, with the sides swapped, have the same dice; four make a round.
    temper, swapped, dice = number % 2, number // 2 % 2, number // 4
    with TemporaryDirectory() as folder:
        word = f"evenly {plan.name} {dice} {temper}"
        store = Store(f"sqlite+aiosqlite:///{folder}/even.db", ManualClock(START), entropy=pace.repeated(word))
        await store.open()
        try:
            players = TABLE.players[::-1] if swapped else TABLE.players
            hands = dict(zip(players, (KINDS["orders"][temper](), KINDS["clicks"][temper]()), strict=True))
            await pace.fought(store, plan, "", dice, _unposted, playing_hands=hands)
            (info,) = await battles.of_campaign(store, 1)
            battle = await battles.load(store, info.id)
        finally:
            await store.close()
    ordering, clicking = (_came_off(battle, side) for side in _sides(plan, swapped=bool(swapped)))
    return 0.5 if ordering == clicking else float(ordering > clicking)


def _sides(plan: Plan, *, swapped: bool) -> list[str]:
    """The side of the ordering hand, and that of the clicking one."""
    sides = [side.key for side in rule_set(plan.rules).forces.sides][:2]
    return sides[::-1] if swapped else sides


def _came_off(battle: Field, side: str) -> tuple[bool, float]:
    """Whether the side has won, and which part of its men stands in the end: what counts where nobody has."""
    own = [unit for unit in battle.rules.battle.view(battle.state, Viewer(side)).units if unit.side == side]
    men = sum(len(unit.figures) for unit in own)
    result = battle.info.result
    return result is not None and result.winner == side, sum(unit.strength or 0 for unit in own) / men


async def _unposted() -> None:
    """Nobody reads of these battles."""
