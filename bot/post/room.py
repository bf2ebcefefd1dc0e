"""What a message has room for."""

from __future__ import annotations

from discord import ui

from bot.talk.say import COMPONENT_LIMIT

MOST_SAID, MOST_PARTS = 3900, COMPONENT_LIMIT
"""Characters and components that a message has room for: Discord takes 4,000 and 40."""


def fits(*views: ui.LayoutView) -> bool:
    """Whether one message has room for all of these."""
    parts = [part for view in views for part in view.walk_children()]
    said = sum(len(part.content) for part in parts if isinstance(part, ui.TextDisplay))
    return said <= MOST_SAID and len(parts) <= MOST_PARTS


def say_in_one(view: ui.LayoutView) -> None:
    """Let what is told stand in one text: each by itself takes a message's room for components."""
    for frame in view.children:
        if isinstance(frame, ui.Container):
            parts = list(frame.children)
            said = [part.content for part in parts if isinstance(part, ui.TextDisplay)]
            frame.clear_items()
            frame.add_item(ui.TextDisplay("\n".join(said)))
            for part in parts:
                if not isinstance(part, ui.TextDisplay | ui.Separator):
                    frame.add_item(part)
