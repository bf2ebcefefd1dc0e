"""Orders in the writing: selects, a list of yes and no, and forms for the rest, made from the fields of the rule set's
own action. The draft is kept beside the battle; the controls carry its number only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
from discord import ui

from bot.reading import fields
from bot.reading.autocomplete import unit_label
from bot.talk.controls import Item, Option, button, choose, rows
from bot.talk.say import PLAIN
from bot.talk.text import clip, escape
from bot.talk.ticket import Ticket
from rules.kernel.action import Action, FieldSpec, Kind, fields_of
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View

NONE = "-"
"""Chosen where a field is to be left empty."""
SELECTS, FORM, FORMS = 10, 5, 3
"""Fields with a select of their own, fields of one form, and forms. With what stands around them that is 31 of the 40
components that Discord allows; four more selects have room beside."""
ONE_SELECT, SECOND = 25, "~2"
"""Options of one select; what the choice of a field's second select ends with, for those that one has no room for."""
_UNITS = (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT)


@dataclass(frozen=True, slots=True)
class FieldsAsked:
    """How the fields of an action are asked for: by a select each, all that are yes or no by one, the rest in forms."""

    chosen: list[FieldSpec] = field(default_factory=list)
    flags: list[FieldSpec] = field(default_factory=list)
    written: list[FieldSpec] = field(default_factory=list)

    def forms(self) -> list[list[FieldSpec]]:
        """As few as have room for them, of about the same length; what three have no room for is in the last."""
        count = min(-(-len(self.written) // FORM), FORMS)
        size = min(-(-len(self.written) // count), FORM) if count else 0
        starts = [size * number for number in range(count)]
        return [self.written[start : start + size if start != starts[-1] else None] for start in starts]


def asked(model: type[Action]) -> FieldsAsked:
    found = FieldsAsked()
    for spec in fields_of(model):
        if spec.type is bool and not spec.many and len(found.flags) < 25:
            found.flags.append(spec)
        elif (_listed(spec) or spec.kind in _UNITS) and len(found.chosen) < SELECTS:
            found.chosen.append(spec)
        else:
            found.written.append(spec)
    return found


def _listed(spec: FieldSpec) -> bool:
    """Whether one select has room for its choices and for nothing, or two where one of them is chosen."""
    return 0 < len(spec.choices) < (ONE_SELECT if spec.many else 2 * ONE_SELECT)


def order_form(
    rules: AnyRuleSet, action: Action, number: int, ticket: Ticket, view: View, heading: str
) -> ui.LayoutView:
    """The draft of that number, and what can be changed in it."""
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=PLAIN)
    layout.add_item(frame)
    if heading:
        frame.add_item(ui.TextDisplay(clip(heading, 1100)))
    frame.add_item(ui.TextDisplay(f"### New orders\n{escape(clip(_read(action, view), 1500))}"))
    how, ticket = asked(type(action)), ticket.but("orders-set")
    for spec in how.chosen:
        given = getattr(action, spec.name)
        held = tuple(given) if spec.many else (given,)
        options = _options(spec, view, ticket.side)
        if options:
            own = ticket.but("orders-set", choice=f"{number}.{spec.name}")
            now, more = options[:ONE_SELECT], options[ONE_SELECT:]
            most = min(len(now), ONE_SELECT) if spec.many else 1
            frame.add_item(choose(own, _named(spec), now, chosen=held, most=most, least=0 if spec.many else 1))
            if more:
                own = ticket.but("orders-set", choice=f"{number}.{spec.name}{SECOND}")
                frame.add_item(choose(own, f"{_named(spec)}: more …", more, chosen=held))
    if how.flags:
        on = [spec.name for spec in how.flags if getattr(action, spec.name)]
        flags = [(_first_up(spec.description), spec.name, "") for spec in how.flags]
        own = ticket.but("orders-flags", choice=str(number))
        frame.add_item(choose(own, "What holds; when they stop and ask…", flags, chosen=on, most=len(flags), least=0))
    buttons: list[Item] = [button(ticket.but("orders-give", choice=str(number)), "Give", discord.ButtonStyle.success)]
    for form in how.forms():
        these = fields.written(type(action), [spec.name for spec in form])
        names = ", ".join(spec.name.replace("_", " ") for spec in form)
        own = ticket.but("orders-ask", choice=f"{number}.{rules.key}.{action.name()}.{these}")
        buttons.append(button(own, f"{clip(_first_up(names), 60)} …"))
    buttons.append(button(ticket.but("orders", choice=""), "Drop"))
    for row in rows(buttons):
        frame.add_item(row)
    return layout


def _read(action: Action, view: View) -> str:
    """ "First advance · then look · for 2nd Squad": what has been filled in."""
    said = [
        f"{_first_up(spec.name.replace('_', ' '))}: {_value(getattr(action, spec.name), view)}"
        for spec in fields_of(type(action))
        if getattr(action, spec.name) != spec.default and getattr(action, spec.name) not in (None, ())
    ]
    return "\n".join(said)


def _value(value: object, view: View) -> str:
    if isinstance(value, tuple):
        return ", ".join(_value(one, view) for one in value)  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, bool):
        return "yes" if value else "no"
    unit = view.unit(value) if isinstance(value, str) else None
    return unit.name if unit is not None else f"{value:g}" if isinstance(value, float) else str(value)


def _options(spec: FieldSpec, view: View, side: str) -> list[Option]:
    empty: Sequence[Option] = () if spec.required or spec.many else ((f"{_named(spec)}: nothing", NONE, ""),)
    if spec.kind not in _UNITS:
        return [*empty, *((f"{_named(spec)}: {choice}", choice, "") for choice in spec.choices)]
    units = [
        unit for unit in view.units if spec.kind is Kind.UNIT or (unit.side == side) == (spec.kind is Kind.OWN_UNIT)
    ]
    room = 25 - len(empty)
    # The enemy first: whom they fire at is chosen more often than whom they follow.
    units.sort(key=lambda unit: unit.side == side)
    found: list[Option] = [
        (f"{_named(spec)}: {unit_label(unit)}", unit.ref, unit.at and f"at {unit.at}") for unit in units
    ]
    return [*empty, *found[:room]] if found else []


def _named(spec: FieldSpec) -> str:
    return _first_up(spec.name.replace("_", " "))


def _first_up(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
