"""Whether what somebody saw still stands: judged here and nowhere else, for a button as for whatever else acts on what
was shown.

An offer stands as it was seen while its asker has not been told of anything since that he could have seen, his own
side has done nothing, and the rules still make the same offer.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import journal
from campaigns.errors import Stale
from campaigns.tables.battles import EntryKind
from rules.action import Actor, Role
from rules.asking import Offer, keyed
from rules.ruleset import AnyRuleSet


async def require_fresh(
    session: AsyncSession, rules: AnyRuleSet, battle_id: int, by: Actor, seen: int | None, version: int
) -> None:
    """Raises Stale when something has happened between the versions that the actor could have seen, or that his own
    side did. What the other side decided in secret meanwhile does not make his choice stale. None: he saw nothing."""
    if seen is None or seen == version:
        return
    if seen > version:
        raise Stale(version, version)
    for entry in await journal.entries(session, rules, battle_id, after=seen, upto=version):
        visible = any(event.audience is None or by.side in event.audience for event in entry.events)
        if visible or entry.kind is not EntryKind.ACTION or by.role is Role.UMPIRE or entry.by.side == by.side:
            raise Stale(seen, version)


def still_offered(offers: Iterable[Offer], key: str) -> Offer | None:
    """The offer of that key, wherever it stands now; None where it is not made any more."""
    return keyed(offers).get(key)
