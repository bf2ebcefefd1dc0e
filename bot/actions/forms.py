"""Modals: the fields that an offer still needs, asked for one by one and read back after any restart."""

from __future__ import annotations

import discord
from discord import ui

from bot.actions.verbs import MORE, given_of
from bot.talk.controls import Values
from bot.talk.text import clip
from bot.talk.ticket import Ticket
from rules.book.showing import Value
from rules.kernel.action import FieldSpec

MOST_FIELDS = 5


def form(ticket: Ticket, title: str, specs: tuple[FieldSpec, ...]) -> ui.Modal:
    """A modal with a field for each spec; what five fields have no room for is asked for in the last one."""
    modal = ui.Modal(title=clip(title, 45), custom_id=str(ticket), timeout=None)
    own = specs if len(specs) <= MOST_FIELDS else specs[: MOST_FIELDS - 1]
    for spec in own:
        modal.add_item(_field(spec))
    if len(own) < len(specs):
        names = ", ".join(spec.name for spec in specs[len(own) :])
        words: ui.TextInput[ui.Modal] = ui.TextInput(
            custom_id=MORE,
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=1000,
            placeholder="name=value; …",
        )
        modal.add_item(ui.Label(text="More", description=clip(f"name=value; … of: {names}", 100), component=words))
    # A finished modal is not kept by discord.py: its submit is routed by custom id, before and after a restart alike.
    modal.stop()
    return modal


def read(values: Values) -> dict[str, Value]:
    """What was filled in; fields left empty are not there."""
    return {name: value for name, value in given_of(dict(values)).items() if value != ""}


def _field(spec: FieldSpec) -> ui.Label[ui.Modal]:
    label = clip(spec.name.replace("_", " ").capitalize(), 45)
    about = clip(f"{spec.description}{f' ({spec.unit})' if spec.unit else ''}", 100)
    choices = ("yes", "no") if spec.type is bool else spec.choices
    if choices and len(choices) <= 25:
        select: ui.Select[ui.Modal] = ui.Select(
            custom_id=spec.name,
            required=spec.required,
            min_values=1 if spec.required else 0,
            max_values=len(choices) if spec.many else 1,
        )
        for choice in choices:
            select.add_option(label=clip(choice, 100), value=clip(choice, 100), default=choice == str(spec.default))
        return ui.Label(text=label, description=about, component=select)
    most = 4 if spec.type is bool else 200
    hint = ", ".join(spec.choices) or ("several with commas" if spec.many else _range(spec))
    words: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=spec.name, required=spec.required, max_length=most, placeholder=clip(hint, 100) or None
    )
    return ui.Label(text=label, description=about, component=words)


def _range(spec: FieldSpec) -> str:
    if spec.minimum is None and spec.maximum is None:
        return ""
    low = "" if spec.minimum is None else f"from {spec.minimum:g} "
    return f"{low}{'' if spec.maximum is None else f'to {spec.maximum:g}'}".strip()
