"""The one way in which anything is done in a battle, whichever way it was asked for: by a command, by an offer's
button, by the confirmation of an action that was shown first, by an event's, by the panel of orders.

Each comes to an `Intention`: a seat, and the action that was meant from it. What is answered is made of what the
action's own transaction left behind.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.sending.deliveries import warned, where_posted
from bot.talk.desk import desk_of
from bot.talk.people import listed
from bot.talk.say import Interaction
from bot.talk.text import clip, escape, small
from bot.talk.under_way import carried_out
from campaigns.battle import battles
from campaigns.battle.battles import Done, Seat
from campaigns.battle.telling.telling import confided
from rules.kernel.action import Action, SideId
from rules.seam.viewing import Viewer
from rules.telling.gathering import gather
from rules.telling.told import Told


@dataclass(frozen=True, slots=True)
class Intention:
    """An action that is meant, from a seat. `side`: for whom, where the seat speaks for several; `unit`: the unit whose
    panel it came from, to which "something else" leads back; empty: it was given as a command."""

    seat: Seat
    action: Action
    side: SideId | None = None
    unit: str = ""

    @property
    def title(self) -> str:
        return type(self.action).title or self.action.name()


Wording: TypeAlias = Callable[[Seat, Done, str], Awaitable[str]]
"""What came of something, under its label, in words for its giver."""


async def carry_out(
    interaction: Interaction, meant: Intention, label: str = "", wording: Wording | None = None
) -> tuple[Done, str]:
    """Do it and have it posted. What came of it, and in words for its giver: as `wording` has it, else "✔ Fire at
    Cell 2" with what only his side may know of it. Raises Refusal, Stale, RuleViolation; then nothing has changed."""
    done = await battles.take(meant.seat, meant.action, side=meant.side, interaction_id=interaction.id)
    try:
        words = await (wording or _words)(meant.seat, done, label or meant.title)
        words += await _left_to_others(meant, done)
    finally:
        # Not before: what is posted for everybody would be put together while the giver waits for his answer.
        desk_of(interaction).post()
    return done, words


async def _left_to_others(meant: Intention, done: Done) -> str:
    """Whom his side waits for, of what he has done for his own units and his fellows have not for theirs."""
    if not meant.action.stands_for or meant.seat.member.side is None:
        return ""
    seat = await meant.seat.gone_on(done.after)
    others = await seat.left_to(meant.side or meant.seat.member.side)
    return f"\n→ That was for your own units; waiting for {listed(others, first=False)}." if others else ""


async def _words(seat: Seat, done: Done, label: str) -> str:
    own = await done.told(seat.viewer)
    secret = [told for _, kept in confided(own) for told in gather(kept)]
    said = f"✔ **{escape(clip(label, 200))}**"
    if done.after.info.carried_out is not None:
        return f"{said}\n{carried_out(done.after.info.carried_out)}"
    if not secret:
        return f"{said} — {await where_posted(seat.store, done.after.info)}"
    warning = await warned(seat.store, done.after.info.id)
    return "\n".join(filter(None, (said, *_secrets(secret, seat.viewer), warning)))


def _secrets(tolds: Sequence[Told], viewer: Viewer) -> list[str]:
    lines = [
        f"• **{escape(clip(told.headline, 150))}** {escape(clip(' '.join(told.lines), 250))}" for told in tolds[:4]
    ]
    return [small("Only you know:" if viewer.umpire else "Only your side knows:"), *lines]
