"""The letter on the order panel: what the side wants, what is written and would be done, warnings, plans and Send."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import discord
from discord import ui

from bot.talk.controls import Item, button, choose, rows
from bot.talk.say import card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle.course.authority import own_units
from campaigns.battle.letters.letter import Letter, lasts_of
from rules.battle.orders.letters import LetterShown
from rules.kernel.action import FieldSpec, Kind
from rules.language.words import counted
from rules.seam.ordering import Alarm, Horizon, Ordering, Strength, UntilWhat
from rules.seam.planning import AimStanding, Boldness, LetterPlan, LetterWarning, RoleProposal, UnitRole
from rules.seam.viewing import View

AIMS, WARNINGS, REFUSED = 2, 3, 3
"""Lines of each."""
PLANS = 3
"""Plans with a button of their own."""
_MARKS = {"open": "🎯", "achieved": "✔", "failed": "✖"}


@dataclass(frozen=True, slots=True)
class LetterSheet:
    """A letter as its writer sees it. `plans`: those that one click writes; `role`: of the unit whose page it is."""

    letter: Letter
    comes: LetterShown
    plans: tuple[LetterPlan, ...] = ()
    aims: tuple[AimStanding, ...] = ()
    boldness: Boldness = Boldness.STEADY
    role: RoleProposal | None = None
    measure: str = "in"
    """The board's measure in short."""


def aim_lines(aims: Sequence[AimStanding], measure: str, view: View, most: int = AIMS) -> list[str]:
    """ "🎯 Bring a man into the mill · nearest: 1st Squad, 9 in". `measure`: the board's in short."""
    lines: list[str] = []
    for one in aims[:most]:
        near = view.unit(one.nearest)
        words = f"{_MARKS.get(one.aim.state, '🎯')} {escape(clip(one.aim.text, 110))}"
        if one.inside:
            words += f" · {counted(len(one.inside), 'unit')} there"
        elif near is not None and one.distance is not None:
            words += f" · nearest: {escape(clip(near.name, 30))}, {one.distance:.0f} {measure}"
        lines.append(words)
    return lines


def warning_lines(sheet: LetterSheet) -> list[str]:
    """What the writer should see before the letter is sent."""
    refused = [f"⛔ {escape(clip(line.why.message, 140))}" for line in sheet.comes.refused[:REFUSED]]
    more = len(sheet.comes.refused) - REFUSED
    refused += [f"⛔ … and {counted(more, 'line')} more"] if more > 0 else []
    return [*refused, *(f"⚠️ {escape(clip(one.words, 140))}" for one in _most_urgent(sheet.comes.warnings))]


def _most_urgent(warnings: Sequence[LetterWarning]) -> Sequence[LetterWarning]:
    return sorted(warnings, key=lambda one: list(type(one.kind)).index(one.kind))[:WARNINGS]


def head(sheet: LetterSheet, ordering: Ordering[object]) -> str:
    """ "✉️ Your letter: 4 lines, until the mill is reached, not sent"."""
    if not sheet.letter.lines:
        return "✉️ Your letter is empty: take a plan, or write to a unit"
    until = ordering.lasting(sheet.letter.lines)
    ends = f", until {clip(until, 80)}" if until else ""
    return f"✉️ Your letter: {counted(len(sheet.letter.lines), 'line')}{ends}, not sent"


def plan_controls(ticket: Ticket, sheet: LetterSheet) -> list[ui.ActionRow[ui.LayoutView]]:
    """Each plan writes the letter anew; the first one in colour while nothing is written."""
    first = discord.ButtonStyle.secondary if sheet.letter.lines else discord.ButtonStyle.primary
    buttons: list[Item] = []
    for number, plan in enumerate(sheet.plans[:PLANS]):
        style = first if number == 0 else discord.ButtonStyle.secondary
        buttons.append(button(ticket.but("letter-plan", choice=plan.key), clip(plan.label, 60), style))
    if sheet.letter.sent and not sheet.letter.lines:
        buttons.append(button(ticket.but("letter-again"), "As last time"))
    made = rows(buttons)
    if others := [(clip(plan.label, 90), plan.key, clip(plan.why, 90)) for plan in sheet.plans[PLANS : PLANS + 25]]:
        made.append(choose(ticket.but("letter-plan"), "Other plans…", others))
    return made


def boldness_control(ticket: Ticket, sheet: LetterSheet) -> ui.ActionRow[ui.LayoutView]:
    options = [(f"Boldness: {each.value}", each.value, _DARES[each]) for each in Boldness]
    return choose(ticket.but("letter-bold"), "How bold…", options, chosen=(sheet.boldness.value,))


_DARES = {
    Boldness.CAREFUL: "good shots only, stays out of reach",
    Boldness.STEADY: "goes for the aim, keeps people alive",
    Boldness.BOLD: "the aim comes first",
}


def horizon_control(
    ticket: Ticket, sheet: LetterSheet, ordering: Ordering[object], horizons: Sequence[Horizon]
) -> list[ui.ActionRow[ui.LayoutView]]:
    """For how long the letter lasts, on a unit's page its lines for that unit. Where each line says it there must be
    one."""
    apart = any(one.action is not None and not one.lasts for one in horizons)
    kinds = tuple({type(one.action) for one in horizons if one.action is not None})
    if ticket.unit and not apart:
        horizons = [one for one in horizons if one.action is None]  # a seal is for all of them
    lines = [line for line in sheet.letter.lines if not ticket.unit or ticket.unit in own_units(line)]
    lasts, until = lasts_of(lines), ordering.lasting(lines)
    if not horizons or not ((apart and not ticket.unit) or any(hasattr(line, "lasts") for line in lines)):
        return []
    default = None if ticket.unit and not apart else horizons[0].action
    seal = None if ticket.unit and not apart else next((x for x in sheet.letter.lines if isinstance(x, kinds)), default)
    said = tuple(one.label for one in horizons if one.action == seal and (apart or one.lasts == lasts))
    options = [(f"Lasts: {clip(one.label, 80)}", one.label, clip(one.detail, 90)) for one in horizons]
    if until:
        options.append((f"Lasts: until {clip(until, 80)}", THIS, "as it is written now"))
        said = (THIS,)
    options.append(("Lasts: until a place is reached …", PLACES, "you are asked which"))
    options.append(("Lasts: until something happens …", THINGS, "you are asked what"))
    return [choose(ticket.but("letter-horizon"), "For how long…", options, chosen=said)]


def until_panel(ticket: Ticket, what: str, found: Sequence[UntilWhat]) -> ui.LayoutView:
    """Which place, or which thing: the letter then lasts until it is reached, or happens."""
    places = what == PLACES
    view = card(
        f"**{'Until which place is reached?' if places else 'Until what happens?'}**",
        small("Your orders then end with the phase, turn or period. *What happens when…*: at once, or they only tell."),
    )
    offered = [one for one in found if one.place == places]
    options = [(clip(f"{one.text[:1].upper()}{one.text[1:]}", 90), one.text, clip(one.detail, 90)) for one in offered]
    if options:
        words = "Choose a place…" if places else "Choose what…"
        view.add_item(choose(ticket.but("letter-until", choice=""), words, options[:25]))
    own = button(ticket.but("letter-until-ask", choice=""), "In your own words …", emoji="✏️")
    back = button(ticket.but("orders", choice=""), "◀ Letter")
    for row in rows([own, back]):
        view.add_item(row)
    return view


THIS, PLACES, THINGS = "until.this", "until.places", "until.things"
"""Options of the select beside the horizons: what it lasts until now, and two that ask which."""
UNTIL_FIELD = FieldSpec(
    name="until",
    type=str,
    description="the mill is reached · 2nd Squad reaches G7 · the mill is lost · new enemy · losses 3",
    required=True,
    default=None,
    kind=Kind.UNTIL,
    fact=False,
    choices=(),
    minimum=None,
    maximum=None,
    many=False,
)
"""What the letter lasts until, in its writer's own words."""


def alarm_control(ticket: Ticket, alarms: Sequence[Alarm]) -> list[ui.ActionRow[ui.LayoutView]]:
    """How loud each alarm of the letter is: three options for each, chosen as it stands."""
    options = [
        (clip(f"{alarm.words[:1].upper()}{alarm.words[1:]}: {LOUD[strength]}", 90), f"{alarm.key}.{strength}", "")
        for alarm in alarms[:8]
        for strength in LOUD
    ]
    chosen = tuple(f"{alarm.key}.{alarm.strength}" for alarm in alarms if alarm.strength is not None)
    words = "What happens when…"
    return [choose(ticket.but("letter-alarm"), words, options, chosen=chosen, most=len(options))] if options else []


def louder(alarms: Sequence[Alarm], chosen: Sequence[str]) -> dict[str, Strength]:
    """What has been chosen otherwise than it stands. Whoever picks another option of an alarm need not take the old
    one away."""
    found: dict[str, Strength] = {}
    for alarm in alarms:
        for strength in LOUD:
            if strength != alarm.strength and f"{alarm.key}.{strength}" in chosen:
                found[alarm.key] = strength
    return found


LOUD: Mapping[Strength, str] = MappingProxyType(
    {"tell": "just tell me", "later": "go on, then ask me", "now": "ask me now"}
)
"""Each strength as it is chosen; "then": when the phase, turn or period is over."""


def role_control(ticket: Ticket, role: RoleProposal) -> ui.ActionRow[ui.LayoutView]:
    """On a unit's page: what it is for."""
    options = [(f"Role: {each.value}", each.value, "") for each in role.choices[:25]]
    return choose(ticket.but("letter-role"), "What it is for…", options, chosen=(role.role.value,))


def role_named(word: str) -> UnitRole | None:
    return next((each for each in UnitRole if each.value == word), None)


def send_buttons(ticket: Ticket, sheet: LetterSheet, *, seals: bool) -> list[Item]:
    """Send, with its seal where one is asked for; what can be sent only in part says so. Beside it the line or the
    letter can be struck, and seen on a map."""
    if not sheet.letter.lines:
        return []
    words = "Seal and send" if seals else "Send"
    whole = sheet.comes.lawful
    sending = button(
        ticket.but("letter-send", unit="", choice="" if whole else "rest"),
        words if whole else f"{words} the rest",
        discord.ButtonStyle.success,
        emoji="🔏" if seals else "📨",
    )
    strike = button(ticket.but("letter-strike"), "Strike its line" if ticket.unit else "Tear up")
    return [sending, strike, button(ticket.but("letter-map", unit=""), "Map", emoji="🗺️")]
