"""A reminder at the GM's word, beside the one that each deadline sends by itself. Who sleeps is told when he wakes."""

from __future__ import annotations

from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import finding
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, gm_only
from campaigns.post.matter import Matter
from campaigns.tables.posts import PostKind
from rules.kernel.action import SideId


async def remind(store: Store, battle_id: int, who: int, *, side: SideId | None = None) -> tuple[SideId, ...]:
    """Remind the sides that the battle waits for (or that one) now. Returns those reminded.

    Raises Refusal: "umpire-only", "no-battle", "not-asked" (it waits for nobody, or not for that side), and what
    `finding.require_running` raises.
    """
    waiting = {(each.ask_key, each.side): each for each in await waits.standing(store, battle_id)}

    async def reminded() -> tuple[SideId, ...]:
        async with store.reading() as session:
            _, _, member = await finding.row_of(session, battle_id, who=who, locked=False)
            if member is None or not member.gm:
                raise gm_only("have somebody reminded")
            conduct = await take_up(store, session, battle_id, who=who)
        asks = [ask for ask in conduct.prompt.asks if side in (None, ask.side)]
        if not asks:
            raise Refusal(
                "not-asked",
                "The battle does not wait for that side.",
                ("See whom it waits for: ", Command("status"), "."),
            )
        async with store.writing() as session:
            await conduct.write_in(session, who=who)
            for ask in asks:
                asked = waiting.get((ask.key, ask.side))
                users = asked.users if asked is not None else await conduct.answerers([ask])
                due = asked.due if asked is not None else None
                matter = Matter(topic="reminder", side=ask.side, ask_keys=(ask.key,), users=users, due=due)
                await conduct.post(PostKind.REMINDER, matter, to_seq=conduct.seq)
                await waits.told(session, conduct.row, users, conduct.now)
        return tuple(ask.side for ask in asks)

    return await alone(store, battle_id, reminded)
