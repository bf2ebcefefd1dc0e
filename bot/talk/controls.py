"""Buttons, selects and modals that survive a restart: each carries a `Ticket`, and the ticket names its handler.

Dynamic items live in views with `timeout=None` only: a timed view would take them out of service for the whole
process. Modals are not kept by discord.py over a restart, so none is kept at all: every submit is routed by its
custom id.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Self, TypeAlias, cast

import discord
from discord import ui

from bot.talk import errors, places
from bot.talk.emblems import PictureOption
from bot.talk.say import Interaction, think
from bot.talk.text import clip, whole
from bot.talk.ticket import PATTERN, Ticket, read

Values: TypeAlias = dict[str, str]
"""What a modal's fields hold, or {"": …} for each chosen value of a select, in order, joined by a newline."""
Handler: TypeAlias = Callable[[Interaction, Ticket, Values], Awaitable[None]]


class Answer(StrEnum):
    """How a handler's interaction is acknowledged, at once and before any query."""

    BESIDE = "beside"
    """A new message for the asker's eyes only."""
    IN_PLACE = "in place"
    """The asker's own panel changes."""
    MODAL = "modal"
    """The handler opens a modal, from the ticket alone."""


_handlers: dict[str, tuple[Handler, Answer]] = {}


def handles(what: str, answer: Answer) -> Callable[[Handler], Handler]:
    """Marks the handler of all tickets of that name."""

    def mark(handler: Handler) -> Handler:
        _handlers[what] = (handler, answer)
        return handler

    return mark


async def carry_out(interaction: Interaction, custom_id: str, values: Values) -> None:
    """Acknowledge and do what the ticket is for. Anything that goes wrong is answered by the one error path."""

    async def work() -> None:
        ticket = read(custom_id)
        found = _handlers.get(ticket.what) if ticket else None
        if ticket is None or found is None:
            raise errors.outdated()
        handler, answer = found
        if answer is Answer.BESIDE or (answer is Answer.IN_PLACE and not on_own_panel(interaction)):
            await think(interaction)
        elif answer is Answer.IN_PLACE:
            await interaction.response.defer()
            await places.take()
        await handler(interaction, ticket, values)

    await errors.guard(interaction, work)


def on_own_panel(interaction: Interaction) -> bool:
    """A message that everybody sees is never replaced by one person's panel."""
    return interaction.message is not None and interaction.message.flags.ephemeral


Item: TypeAlias = "ui.Item[ui.LayoutView]"


class Control(ui.DynamicItem[ui.Item[ui.LayoutView]], template=PATTERN):
    """A button or a select whose custom id is a ticket."""

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /) -> Self:
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        values = self.item.values if isinstance(self.item, ui.Select) else []
        await carry_out(interaction, self.custom_id, {"": "\n".join(values)})


def button(
    ticket: Ticket, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary, emoji: str | None = None
) -> Item:
    return _item(ui.Button(label=clip(label, 80), style=style, custom_id=str(ticket), emoji=emoji))


def _item(inner: ui.Item[ui.LayoutView]) -> Item:
    # discord.py types every dynamic item as one for old and new layouts alike; ours stand in new ones only.
    return cast(Item, Control(inner))


NONE: Mapping[str, str] = MappingProxyType({})
Option: TypeAlias = tuple[str, str, str]
"""Label, value and description of one choice of a select."""


def choose(
    ticket: Ticket,
    placeholder: str,
    options: Sequence[Option],
    *,
    chosen: Collection[object] = (),
    least: int = 1,
    most: int = 1,
    pictures: Mapping[str, str] = NONE,
) -> ui.ActionRow[ui.LayoutView]:
    """A select of up to 25 options in a row of its own, of which `least` to `most` may be taken. `chosen`: the values
    that it shows as taken; `pictures`: the emblem before a choice, by its value."""
    select: ui.Select[ui.LayoutView] = ui.Select(
        custom_id=str(ticket), placeholder=clip(placeholder, 150), min_values=least, max_values=most
    )
    for label, value, about in options[:25]:
        select.append_option(
            PictureOption(
                pictures.get(value, ""),
                label=whole(label, 100) or "?",
                value=value,
                description=whole(about, 100) or None,
                default=value in chosen,
            )
        )
    return ui.ActionRow(_item(select))


def choose_several(ticket: Ticket, placeholder: str, options: Sequence[Option]) -> ui.ActionRow[ui.LayoutView]:
    """The same, of which any number may be chosen, but at least one."""
    return choose(ticket, placeholder, options, most=min(len(options), 25))


def rows(buttons: Sequence[Item]) -> list[ui.ActionRow[ui.LayoutView]]:
    """The buttons in rows of five."""
    return [ui.ActionRow(*buttons[start : start + 5]) for start in range(0, len(buttons), 5)]


async def route_modal(interaction: Interaction) -> None:
    """A modal was submitted: hand its fields to the handler that its custom id names."""
    data: Any = interaction.data
    ours = interaction.type is discord.InteractionType.modal_submit and data
    if ours and re.fullmatch(PATTERN, str(data.get("custom_id", ""))):
        await carry_out(interaction, str(data["custom_id"]), _fields(data.get("components", [])))


def _fields(components: Sequence[dict[str, Any]]) -> Values:
    found: Values = {}
    for component in components:
        inner = [component["component"]] if "component" in component else component.get("components", [])
        if inner:
            found |= _fields(inner)
        elif "custom_id" in component:
            value = component.get("value")
            chosen = component.get("values") or []
            found[component["custom_id"]] = "\n".join(map(str, chosen)) if value is None else str(value)
    return found
