"""Drafts as posts: the dice of one, and the unit that it has become."""

from __future__ import annotations

from bot.sending.outbox_pump import Message
from bot.talk.say import GOOD, card
from bot.talk.text import escape, small
from campaigns.post.matter import DraftRaised, DraftRolled


def rolled(who: str, side: str, draft: DraftRolled) -> Message:
    """The dice of a draft, which everybody may trust because everybody has seen them."""
    unit = escape(draft.unit)
    again = f"has the roll of a {unit} back that never fought" if draft.again else "rolls"
    head = f"{who} {again} for a {escape(draft.title)} of **{side}**"
    dice = f"🎲 **{escape(draft.roll)}**"
    return Message(card(f"{head}:\n{dice}", small(f"It stands until the {unit} is raised.")))


def raised(who: str, side: str, draft: DraftRaised) -> Message:
    head = f"{who} raises **{escape(draft.unit)}** for **{side}**: a {escape(draft.title)}"
    limit = f" of {escape(draft.budget)}" if draft.budget else ""
    cost = f"**{escape(draft.spent)}**{limit} {escape(draft.coin)} spent"
    each = f"{escape(draft.roll)}\nEach: {escape(draft.costs)}"
    return Message(card(f"{head}, {cost}.", small(each), accent=GOOD))
