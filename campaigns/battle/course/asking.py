"""Whom a question is put to: the players who command the units that it is about, their side, or the GMs."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.clocks.roll import Roll
from campaigns.members.commanders import commanders
from rules.kernel.action import SideId
from rules.seam.asking import Ask
from rules.seam.ruleset import AnyRuleSet


async def asked_of(
    session: AsyncSession, roll: Roll, battle_id: int, rules: AnyRuleSet, state: object, asks: Sequence[Ask]
) -> dict[tuple[str, SideId], list[int]]:
    """The users that each ask is put to: the commanders of the units that it is about; where one of them is nobody's,
    or it is about none, the players of its side (or of the one that runs it); the GMs for what the umpire is asked, and
    for a side that nobody plays."""
    controllers = rules.battle.controllers(state)
    found: dict[tuple[str, SideId], list[int]] = {}
    for ask in asks:
        on_side = {} if ask.umpire else roll.on_side(controllers.get(ask.side, ask.side))
        users = list(on_side.values()) or roll.gms
        if len(on_side) > 1 and ask.bodies:
            users = await commanders(session, battle_id, ask.bodies, on_side) or users
        found[ask.key, ask.side] = users
    return found
