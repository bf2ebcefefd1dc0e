"""The panel: what one unit may lawfully do now, with measured facts and exact odds, for its player's eyes only.

`survey` reads the offers from the rule set (slow: in a thread); `panel` lays them out within Discord's limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import discord
from discord import ui

from bot.reading import fields
from bot.reading.autocomplete import unit_label
from bot.talk.controls import Item, Option, button, choose, rows
from bot.talk.emblems import emblem, of_unit
from bot.talk.people import listed
from bot.talk.say import GOOD, PLAIN, TEXT_LIMIT
from bot.talk.text import clip, escape, pieces, small
from bot.talk.ticket import Ticket
from bot.talk.under_way import carried_out
from campaigns.battle.battles import StandingBattle
from rules.kernel.action import Actor, SideId
from rules.kernel.facts import in_short
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Odds, Offer, Prospect, keyed
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View

SHOWN, LISTED = 7, 50
"""Offers with a button of their own, and those in selects below. With two selects of units and five quick answers
that makes 38 components of the 40 that Discord allows."""
WHOLE, SCREEN = 2600, 1100
"""Characters of all offers of a unit, and those that a phone shows at once: of more the sums stand behind *Why?*."""
MOST_CHANCES = 8
"""Chances named with each offer."""
SHORT = 18
"""Characters of an offer's label that fit a button beside its text."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """An offer by its key, and what may come of it."""

    key: str
    offer: Offer
    odds: Odds


async def chances_of(battle: StandingBattle, side: SideId, unit: str) -> tuple[Weighed, ...]:
    """All lawful offers of a unit with their odds, found once for the battle as it stands."""

    def surveyed(state: object, side: SideId, unit: str) -> tuple[Weighed, ...]:
        return survey(battle.rules, state, side, unit)

    return await battle.thought("survey", surveyed, side, unit)


def survey(rules: AnyRuleSet, state: object, side: SideId, unit: str) -> tuple[Weighed, ...]:
    """All lawful offers of a unit. Those that still need a word from the player have no odds yet."""
    return weighed(rules, state, side, rules.battle.offers(state, side, unit))


def weighed(rules: AnyRuleSet, state: object, side: SideId, offers: Sequence[Offer]) -> tuple[Weighed, ...]:
    """These offers with their odds."""
    return tuple(Weighed(key, offer, _odds(rules, state, side, offer)) for key, offer in keyed(offers).items())


def _odds(rules: AnyRuleSet, state: object, side: SideId, offer: Offer) -> Odds:
    if offer.needs:
        return Odds(facts=offer.facts, notes=())
    try:
        return rules.battle.odds(state, offer.filled(), Actor.player(side))
    except RuleViolation as refused:
        return Odds(facts=offer.facts, notes=(refused.message,))


def panel(
    battle: StandingBattle,
    view: View,
    ticket: Ticket,
    chances: Sequence[Weighed],
    *,
    heading: str = "",
    done: bool = False,
    only: str | None = None,
    others: Sequence[int] = (),
    places: Sequence[Option] = (),
    sums: bool = False,
) -> ui.LayoutView:
    """The panel of `ticket.unit`, or the choice of a unit where it names none. `heading` comes first: what has changed
    or, if it is `done`, what was done. `only`: the key of the one offer to show by itself; `others`: the fellows whom
    his side waits for, where it waits for him no more; `places`: where the unit may be sent, for a select; `sums`: with
    all numbers, though they are longer than a phone's screen."""
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=GOOD if done else PLAIN)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(frame)
    if heading:
        frame.add_item(ui.TextDisplay(clip(heading, 1200)))
    ask = battle.prompt.for_side(ticket.side)
    ticket = ticket.but(ticket.what, choice="")
    if others:
        waits = f"**Your orders are sealed; waiting for {listed(others, first=False)}.**"
        frame.add_item(ui.TextDisplay(f"{waits}\n{small(escape(clip(view.headline, 200)))}"))
        frame.add_item(rows([button(ticket.but("orders", choice=""), "Orders …", emoji="✍️")])[0])
        return layout
    if ask is None:
        frame.add_item(ui.TextDisplay(waiting(battle, view)))
        return layout
    shown: tuple[Weighed, ...] = ()
    if ticket.unit:
        # Deeds before holding and looking.
        chances = sorted(chances, key=lambda chance: chance.offer.action.idles)
        shown = tuple(chance for chance in chances if only in (None, chance.key))[: SHOWN - bool(places)]
        if ask.question != ask.face.question and chances:
            frame.add_item(ui.TextDisplay(_question(ask)))
        room = WHOLE if sums or only is not None else SCREEN
        if _offers(frame, battle.rules, view, ticket, chances, shown, only, ask, room):
            why = button(ticket.but("why", choice=""), "Why? Show the sums", emoji="🧮")
            frame.add_item(rows([why])[0])
        if places and only is None:
            frame.add_item(choose(ticket.but("where"), "Where to… (or write it with the buttons above)", places))
    else:
        frame.add_item(ui.TextDisplay(_question(ask)))
    for row in units_to_pick(ask.units, view, ticket, but=ticket.unit):
        frame.add_item(row)
    buttons = quick_buttons(ask.quick, ticket, battle.rules, but=[chance.offer for chance in shown])
    if battle.rules.battle.ordering is not None and len(buttons) < 5:
        buttons.append(button(ticket.but("orders", choice=""), "Orders …", emoji="✍️"))
    for row in rows(buttons):
        frame.add_item(row)
    return layout


def _offers(
    frame: ui.Container[ui.LayoutView],
    rules: AnyRuleSet,
    view: View,
    ticket: Ticket,
    chances: Sequence[Weighed],
    shown: Sequence[Weighed],
    only: str | None,
    ask: Ask,
    screen: int,
) -> bool:
    """Whether sums are left out: all offers together have so many characters of a screen."""
    unit = view.unit(ticket.unit)
    title = escape(unit_label(unit)) if unit else "This unit"
    place = f" · at {escape(unit.at)}" if unit and unit.at else ""
    sign = emblem(of_unit(unit, _branches(view).get(unit.ref, ""))) if unit else ""
    frame.add_item(ui.TextDisplay(f"### {sign}{title}\n{small(escape(clip(view.headline, 100)) + place)}"))
    if not chances:
        nothing = "It has nothing that it may do now. Choose another unit."
        frame.add_item(ui.TextDisplay(_question(ask) if ask.quick else nothing))
        return False
    room = WHOLE // max(len(shown), 1)
    whole = [described(chance, 0, room) for chance in shown]
    brief = sum(map(len, whole)) > screen
    for chance, (label, number) in zip(shown, _told_apart([chance.offer for chance in shown]), strict=True):
        words = in_brief(chance, number) if brief else described(chance, number, room)
        section: ui.Section[ui.LayoutView] = ui.Section(
            ui.TextDisplay(words),
            accessory=offer_button(chance.key, chance.offer, ticket, rules, label=label),
        )
        frame.add_item(section)
    others = [chance for chance in chances if chance.key not in {one.key for one in shown}]
    for part, start in enumerate(range(0, min(len(others), LISTED), 25)):
        options = [
            (chance.offer.label, chance.key, plain_odds(chance.odds) or chance.offer.detail)
            for chance in others[start : start + 25]
        ]
        words = "Everything else it may do…" if only is None else "All else it may do…"
        frame.add_item(choose(ticket.but("more", choice=str(part)), words, options))
    return brief


def _question(ask: Ask) -> str:
    return f"**{escape(clip(ask.question, 300))}**"


def _told_apart(offers: Sequence[Offer]) -> list[tuple[str, int]]:
    """What the buttons of these offers say. Where several would say the same each gets a number, which its words then
    bear, too; 0 where none is needed."""
    labels = [_short(offer) for offer in offers]
    seen: Counter[str] = Counter()
    found: list[tuple[str, int]] = []
    for label in labels:
        seen[label] += 1
        found.append((f"{label} {seen[label]}", seen[label]) if labels.count(label) > 1 else (label, 0))
    return found


def _short(offer: Offer) -> str:
    """The offer's own words where they fit a button beside its text, otherwise what such an action is called."""
    return offer.label if len(offer.label) <= SHORT else offer.action.title or _spoken(offer.verb)


def _spoken(verb: str) -> str:
    return verb.replace("-", " ").capitalize()


def described(chance: Weighed, number: int = 0, room: int = TEXT_LIMIT) -> str:
    """An offer in words: what it is, the odds, the number with its reasons, the facts. `number`: of its button, where
    several are called the same; `room`: characters, the last lines are left out where they are too many."""
    offer, odds = chance.offer, chance.odds
    lines = [f"**{f'{number} · ' if number else ''}{escape(offer.label)}**"]
    lines += [escape(offer.detail)] if offer.detail else []
    lines += [f"{_sign(one)} {chance_text(one.words, one.chance)}" for one in odds.chances[:MOST_CHANCES]]
    lines += [escape(str(number)) for number in odds.numbers]
    lines += [small(escape(note)) for note in odds.notes[:4]]
    facts = odds.facts or offer.facts
    lines += [small(escape(in_short(facts)))] if facts else []
    return pieces(lines, room)[0]


def in_brief(chance: Weighed, number: int = 0) -> str:
    """An offer in one or two lines: what it is, what may come of it, its danger in red; no sums."""
    offer = chance.offer
    head = f"**{f'{number} · ' if number else ''}{escape(offer.label)}**"
    about = [escape(clip(offer.detail, 110))] if offer.detail else []
    told = plain_odds(chance.odds)
    return "\n".join([head, " · ".join([*about, *([escape(told)] if told else [])])]).strip()


def _sign(prospect: Prospect) -> str:
    """A target, or a red mark before what nobody would want."""
    return "🟥" if prospect.danger else "🎯"


def chance_text(what: str, odd: Fraction) -> str:
    """ "at least one hit **65 %** (13/20)"; a fraction that nobody would read is left out."""
    exact = f" ({odd.numerator}/{odd.denominator})" if 1 < odd.denominator <= 1000 else ""
    share = f"{float(odd) * 100:.1f}".removesuffix(".0") if 0.001 <= odd <= 0.999 else f"{float(odd) * 100:.4g}"
    return f"{escape(what)} **{share} %**{exact}"


def plain_odds(odds: Odds) -> str:
    wanted = [one for one in odds.chances if not one.danger][:2]
    feared = [one for one in odds.chances if one.danger][:1]
    return " · ".join(
        f"{'🟥 ' if one.danger else ''}{one.words} {float(one.chance) * 100:.0f} %" for one in (*feared, *wanted)
    )


def offer_button(
    key: str, offer: Offer, ticket: Ticket, rules: AnyRuleSet, *, what: str = "do", label: str = ""
) -> Item:
    """Does the offer; where it needs a word from the player, opens the form for it. The button carries what the form
    asks for, because a form must open before anything can be looked up. `label`: other words than the offer's own."""
    label = label or offer.label
    if not offer.needs:
        style = discord.ButtonStyle.secondary if offer.action.idles else discord.ButtonStyle.primary
        return button(ticket.but(what, choice=key), label, style)
    choice = f"{key}.{rules.key}.{offer.verb}.{fields.written(type(offer.action), offer.needs)}"
    return button(ticket.but("ask", choice=choice), f"{label.rstrip('… ')} …")


def quick_buttons(
    quick: Sequence[Offer], ticket: Ticket, rules: AnyRuleSet, but: Sequence[Offer] = (), *, whose: str = ""
) -> list[Item]:
    """Answers for the ticket's whole side that need no unit. `but`: offers that have a button already; `whose`: put
    before each where several sides are asked in one post."""
    side = ticket.but("quick", unit="", choice="")
    found = [(key, offer) for key, offer in keyed(quick[:5]).items() if offer not in but]
    return [offer_button(key, offer, side, rules, what="quick", label=f"{whose}{offer.label}") for key, offer in found]


def units_to_pick(
    units: Sequence[str], view: View, ticket: Ticket, *, but: str = "", selects: int = 2
) -> list[ui.ActionRow[ui.LayoutView]]:
    """Selects of the units of the ticket's side that may be picked, as the viewer knows them."""
    known = [unit for unit in (view.unit(ref) for ref in units) if unit is not None and unit.ref != but]
    branches = _branches(view)
    signs = {unit.ref: of_unit(unit, branches.get(unit.ref, "")) for unit in known}
    made: list[ui.ActionRow[ui.LayoutView]] = []
    for part, start in enumerate(range(0, min(len(known), 25 * selects), 25)):
        options = [
            (unit_label(unit), unit.ref, f"at {unit.at}" if unit.at else "") for unit in known[start : start + 25]
        ]
        words = "Choose another unit…" if but else "Choose a unit…"
        made.append(choose(ticket.but("pick", unit="", choice=str(part)), words, options, pictures=signs))
    return made


def _branches(view: View) -> dict[str, str]:
    """The arm of each unit that the viewer sees drawn; of one man alone none."""
    drawn = view.scene.units if view.scene is not None else ()
    return {mark.ref: mark.branch or "1211" for mark in drawn if not mark.single}


def waits_for(battle: StandingBattle) -> str:
    """Who must decide now: "The battle waits for Army."."""
    if battle.info.result is not None:
        return "The battle is over."
    if battle.info.carried_out is not None:
        return carried_out(battle.info.carried_out)
    asked = " and ".join(battle.info.called(ask.side) for ask in battle.prompt.asks)
    words = f"The battle waits for {escape(asked)}." if asked else "Nobody has to decide anything just now."
    staffed = " and ".join(battle.info.called(side) for side in battle.info.staff)
    return f"{words} The staff plays {escape(staffed)}." if staffed else words


def waiting(battle: StandingBattle, view: View) -> str:
    """The same for somebody who need not decide, with how the battle stands."""
    now = f"**{waits_for(battle)}**"
    return now if battle.info.result is not None else f"{now}\n{small(escape(clip(view.headline, 200)))}"
