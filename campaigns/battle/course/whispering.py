"""The umpire's word to one side alone: an entry of the journal for its eyes, which `settle` confides to it as all that
not everybody is told (`dispatches.confide`), in its thread and to those who want it in private."""

from __future__ import annotations

from campaigns import interactions
from campaigns.battle.course.acted import Acted
from campaigns.battle.course.overtaking import alone
from campaigns.battle.course.settling import settle
from campaigns.battle.course.taking_up import take_up
from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import gm_only
from campaigns.post.matter import Matter
from rules.kernel.action import UMPIRE, SideId
from rules.script.actions import Whisper


async def to_side(
    store: Store, battle_id: int, who: int, side: SideId, text: str, *, interaction_id: int | None = None
) -> Acted:
    """Tell one side something, for good. In public it is said that there is news for one side, and not for which.

    Raises Refusal: "no-battle", "umpire-only", "not-begun", "battle-over", "cancelled"; RuleViolation "unknown-side".
    """

    async def told() -> Acted:
        async with store.reading() as session:
            first = await interactions.first(session, interaction_id, "whisper")
            if first is not None:
                return _again(first)
            _, _, member = await finding.row_of(session, battle_id, who=who, locked=False)
            if member is None or not member.gm:
                raise gm_only("whisper to a side")
            conduct = await take_up(store, session, battle_id, who=who)
        await conduct.decide(Whisper(side=side, text=text), UMPIRE, user_id=who, interaction_id=interaction_id)
        await conduct.go_on(sliced=True)
        await conduct.prepare()
        async with store.writing() as session:
            claim = await interactions.claim(session, interaction_id, "whisper", store.clock.now())
            if claim.first is not None:
                return _again(claim.first)
            await conduct.write_in(session, who=who)
            acted = await settle(conduct, announce=Matter(topic="whispered"))
            claim.settle(acted)
        conduct.keep()
        return acted

    return await alone(store, battle_id, told)


def _again(first: str) -> Acted:
    return Acted.model_validate_json(first).model_copy(update={"duplicate": True})
