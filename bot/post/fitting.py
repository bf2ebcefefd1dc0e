"""Two messages in one, where Discord takes so much."""

from __future__ import annotations

from discord import ui

from bot.sending.outbox_pump import Message
from bot.talk.say import COMPONENT_LIMIT

MOST_SAID, MOST_PARTS = 3900, COMPONENT_LIMIT
"""Characters and components that a message has room for: Discord takes 4,000 and 40."""


def below(message: Message, other: Message) -> Message | None:
    """Return the first message with the other below it, calling whom the other calls; None: there is no room."""
    if not _fits(message.view, other.view):
        _close_up(message.view)
    if not _fits(message.view, other.view):
        return None
    for item in list(other.view.children):
        other.view.remove_item(item)
        message.view.add_item(item)
    message.files += other.files
    message.mentions = other.mentions
    return message


def _fits(*views: ui.LayoutView) -> bool:
    """Whether one message has room for all of these."""
    parts = [part for view in views for part in view.walk_children()]
    said = sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay))
    return said <= MOST_SAID and len(parts) <= MOST_PARTS


def _close_up(view: ui.LayoutView) -> None:
    """Leave out the space between its texts: each gap counts as much as a text."""
    for part in list(view.walk_children()):
        if isinstance(part, ui.Separator) and not part.visible and isinstance(part.parent, ui.Container):
            part.parent.remove_item(part)
