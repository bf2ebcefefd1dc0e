"""What Discord offers while an option is typed: only what the asker may know, at most 25 choices of 100 characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import structlog
from discord import AppCommandOptionType, InteractionType, app_commands

from bot.reading import places
from bot.reading.references import UNITS
from bot.talk.say import Interaction
from bot.talk.seat import seat_here
from bot.talk.text import clip
from campaigns.battle.battles import Seat
from campaigns.battle.letters import letter
from campaigns.errors import Refusal
from campaigns.thinking import beside, work_for
from rules.kernel.action import FieldSpec, Kind
from rules.language.naming import folded
from rules.seam.viewing import UnitView, View

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

MOST, LONGEST = 25, 100


def matching(options: Iterable[tuple[str, str]], current: str) -> list[app_commands.Choice[str]]:
    """The (label, value) pairs whose label or value contains what has been typed: first those in which it stands as
    whole words, then those that begin with it. So a name that is typed in full is offered, however many are like it."""
    typed = folded(current)
    found = [(label, value) for label, value in options if typed in folded(label) or typed == folded(value)]
    if not typed:
        return _choices(found)
    words = re.compile(rf"(?<!\w){re.escape(typed)}(?!\w)")

    def rank(option: tuple[str, str]) -> tuple[bool, bool]:
        label = folded(option[0])
        return not words.search(label), not label.startswith(typed)

    return _choices(sorted(found, key=rank))


def _choices(found: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    fitting = {value: label for label, value in reversed(list(found)) if 0 < len(value) <= LONGEST}
    return [
        app_commands.Choice(name=clip(label, LONGEST) or "?", value=value) for value, label in reversed(fitting.items())
    ][:MOST]


_BY_ID = frozenset(
    {
        AppCommandOptionType.user,
        AppCommandOptionType.channel,
        AppCommandOptionType.role,
        AppCommandOptionType.mentionable,
        AppCommandOptionType.attachment,
    }
)


async def may_complete(interaction: Interaction) -> bool:
    """Makes an autocomplete interaction one that discord.py can read; what it would give up on is answered here, with
    nothing to choose from, and False. Of any interaction it is noted for which server it is.

    While one option is completed Discord sends the others as far as they are typed: a number that is none yet ("12,",
    "-") is left out, as if it were not filled in. A command or an option that there is no more, because Discord still
    shows an older form of it, offers nothing.
    """
    work_for(interaction.guild_id)
    if interaction.type is not InteractionType.autocomplete or interaction.data is None:
        return True
    data: dict[str, Any] = dict(interaction.data)
    data["options"] = [option for option in map(_legible, data.get("options", ())) if option is not None]
    interaction.data = data  # type: ignore[assignment]  # the same payload, with fewer options
    command = interaction.command
    if isinstance(command, app_commands.Command):
        focused = _focused(data["options"])
        if any(option.display_name == focused and option.autocomplete for option in command.parameters):
            return True
    log.info("nothing to complete", interaction=interaction.id, command=data.get("name"))
    await interaction.response.autocomplete([])
    return False


def _focused(options: Iterable[dict[str, Any]]) -> str:
    """The name of the option that is being typed, however deep its command lies in groups."""
    for option in options:
        if option.get("focused"):
            return option["name"]
        if found := _focused(option.get("options", ())):
            return found
    return ""


def _legible(option: dict[str, Any]) -> dict[str, Any] | None:
    if "options" in option:
        return {**option, "options": [part for part in map(_legible, option["options"]) if part is not None]}
    if option.get("focused"):
        return option
    kind, value = AppCommandOptionType(option["type"]), option.get("value")
    if kind is AppCommandOptionType.number and value not in (None, ""):
        try:
            float(value)
        except ValueError:
            return None
    return None if kind in _BY_ID and not str(value).isdecimal() else option


async def complete(interaction: Interaction, spec: FieldSpec, current: str) -> list[app_commands.Choice[str]]:
    """Choices for one option of a generated command. Where there is no battle, or none of the asker's: no choices."""
    if spec.choices:
        return _tail(spec, current, [(choice, choice) for choice in spec.choices])
    try:
        seat = await seat_here(interaction, umpire=spec.kind is Kind.EVENT)
    except Refusal:
        return []
    battle = seat.battle
    if interaction.command is not None and interaction.command.extras["verb"].rules != battle.rules.key:
        return []  # another book's: the order would be refused
    if spec.kind is Kind.EVENT:
        known = await beside(battle.rules.battle.scripted, battle.state, seat.viewer) if seat.viewer.umpire else ()
        return matching([(event.title, event.key) for event in known], current)
    if spec.kind is Kind.UNTIL:
        return matching(await _until(seat), current)
    if spec.kind is Kind.PLACE:
        return _choices(places.routes(seat.view, current, _mover(interaction)))
    return _tail(spec, current, options(spec, seat.view, seat.viewer.side))


async def _until(seat: Seat) -> list[tuple[str, str]]:
    """What orders of the asker's side can last until now."""
    side = seat.viewer.side
    ordering = seat.battle.rules.battle.ordering
    if side is None or ordering is None:
        return []
    found = await letter.ends_of(seat.battle, side)
    return [(f"{one.text} · {one.detail}" if one.detail else one.text, one.text) for one in found]


def _mover(interaction: Interaction) -> str:
    """Who would go: what stands in the command's option for an own unit or man, as far as it is filled in."""
    verb = interaction.command.extras.get("verb") if interaction.command is not None else None
    named = [spec.name for spec in getattr(verb, "options", ()) if spec.kind in (Kind.OWN_UNIT, Kind.FIGURE)]
    filled = (getattr(interaction.namespace, name, None) for name in named)
    return next((word for word in filled if isinstance(word, str)), "")


def options(spec: FieldSpec, view: View, side: str | None) -> list[tuple[str, str]]:
    """The units or figures of a view that fit the option. Without a side (the GM) every unit may be somebody's own."""
    if spec.kind in UNITS:
        return [(unit_label(unit), unit.ref) for unit in view.units if _fits(spec.kind, unit, side)]
    if spec.kind is Kind.FIGURE:
        return [
            (f"{man.number} {man.name} · {unit.name} · {man.status}", man.id)
            for unit in view.units
            for man in unit.figures
        ]
    return []


def unit_label(unit: UnitView) -> str:
    """ "1st Squad 7/9 · shaken"; of an enemy only what shows: "Mill cell: 6"; one man alone: "Cole · hiding"."""
    men = "" if unit.strength is None else f": {unit.strength}"
    if unit.strength is not None and unit.original is not None:
        men = "" if unit.strength == unit.original == 1 else f" {unit.strength}/{unit.original}"
    return " · ".join((f"{unit.name}{men}", *unit.states))


def _fits(kind: Kind | None, unit: UnitView, side: str | None) -> bool:
    return side is None or kind is Kind.UNIT or (unit.side == side) == (kind is Kind.OWN_UNIT)


def _tail(spec: FieldSpec, current: str, options: list[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    return several(current, options) if spec.many else matching(options, current)


def several(current: str, options: list[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """Choices of an option that takes several values with commas: the last one is being typed, the earlier ones are
    kept."""
    if "," not in current:
        return matching(options, current)
    before, _, last = current.rpartition(",")
    kept = [word.strip() for word in before.split(",") if word.strip()]
    label = {value: label for label, value in options}
    found = [choice for choice in matching(options, last) if choice.value not in kept]
    joined = [
        (", ".join([*(label.get(word, word) for word in kept), choice.name]), (*kept, choice.value)) for choice in found
    ]
    return [
        app_commands.Choice(name=name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}", value=",".join(values))
        for name, values in joined
        if len(",".join(values)) <= LONGEST
    ]
