"""What a side proposes for the end of a battle. A proposal is known by the post that shows it: whoever says yes or no
to that post has answered what he read there, whatever has been proposed since."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, field_validator
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.errors import Refusal
from campaigns.post import older, strikes
from campaigns.tables.battles import Battle
from rules.kernel.action import SideId

Fate = Literal["replaced", "declined", "over"]
"""Why a proposal no longer stands: another came after it, a side said no, or the battle has ended."""


class Proposal(BaseModel):
    """An end that a side proposes. It holds when every side of `needed` has agreed. `reason`: "" where none was given;
    `post`: the outbox's number of the post that shows it, 0 in battles from before posts were numbered."""

    model_config = ConfigDict(frozen=True)

    winner: SideId | None
    reason: str
    by: SideId
    agreed: tuple[SideId, ...]
    needed: tuple[SideId, ...]
    post: int = 0

    _given = field_validator("reason")(older.given_reason)

    @property
    def settled(self) -> bool:
        return set(self.needed) <= set(self.agreed)


class Replaced(Refusal):
    """Somebody answered a proposal that no longer stands (code "replaced"); `standing` has taken its place."""

    def __init__(self, standing: Proposal, titles: Mapping[SideId, str]) -> None:
        what = f"that {titles.get(standing.winner, standing.winner)} wins" if standing.winner else "a draw"
        super().__init__(
            "replaced",
            f"That proposal no longer stands: {titles.get(standing.by, standing.by)} has proposed {what} since.",
            "Answer the newer proposal.",
        )
        self.standing = standing


def renumber(row: Battle, numbers: Mapping[int, int]) -> None:
    """The posts of a battle have got new numbers: the proposal is known by that of its new post."""
    proposal = standing(row)
    if proposal is not None and proposal.post in numbers:
        row.proposal = proposal.model_copy(update={"post": numbers[proposal.post]}).model_dump_json()


def standing(row: Battle) -> Proposal | None:
    """What is proposed for this battle at the moment."""
    return Proposal.model_validate_json(row.proposal) if row.proposal else None


async def strike(session: AsyncSession, battle: Battle, fate: Fate, now: datetime) -> None:
    """Nothing is proposed any more; the post that proposed it loses its buttons."""
    proposal = standing(battle)
    battle.proposal = None
    if proposal is not None and proposal.post:
        await strikes.strike(session, proposal.post, fate, now)
