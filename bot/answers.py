"""What the buttons of a prompt and of a panel do: pick a unit, see its offers, do one, answer for the whole side.

Each loads the battle as it stands. Where it has gone on since the button was shown, nothing is done: the asker hears
what has changed and gets the present panel.
"""

from __future__ import annotations

from bot import forms
from bot.controls import Answer, Values, handles, on_own_panel
from bot.deliveries import warned, where_posted
from bot.desk import desk_of
from bot.news import heard
from bot.panel import marked, panel, survey
from bot.preview import Order, shown_first
from bot.references import action_of, action_type
from bot.say import Interaction, say
from bot.text import clip, escape, small
from bot.ticket import Ticket, bits, numeral, parts
from campaigns import battles
from campaigns.battles import Acted, Field
from campaigns.errors import Command, Refusal, Stale
from campaigns.models import EntryKind
from campaigns.store import Store
from campaigns.thinking import beside
from rules.action import fields_of
from rules.gathering import gather
from rules.ruleset import Offer, Told, Viewer


@handles("open", Answer.BESIDE)
async def open_panel(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The choice of a unit, for the asker alone."""
    await show(interaction, ticket, heading=await _first_words(interaction, ticket))


@handles("pick", Answer.IN_PLACE)
async def pick(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A unit was chosen: what may it do?"""
    chosen = ticket.but("pick", unit=values.get("", ""))
    # On a panel of his own he has read it already.
    first = changes if on_own_panel(interaction) else _first_words
    await show(interaction, chosen, heading=await first(interaction, ticket))


@handles("more", Answer.IN_PLACE)
async def more(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """One of the offers that had no button of its own."""
    heading = await changes(interaction, ticket)
    await show(interaction, ticket, heading=heading, only=None if heading else numeral(values.get("", "")))


@handles("do", Answer.IN_PLACE)
async def do(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An offer of a unit is taken."""
    await _take(interaction, ticket, {})


@handles("quick", Answer.IN_PLACE)
async def quick(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """An answer for the whole side."""
    await _take(interaction, ticket, {})


@handles("ask", Answer.MODAL)
async def ask(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The offer needs a word from the player: a form opens at once, made from the button alone."""
    mark, key, verb, fields = parts(ticket.choice, 4)
    rules = desk_of(interaction).store.rules(key)
    model = action_type(rules, verb)
    wanted = tuple(spec for place, spec in enumerate(fields_of(model)) if bits(fields) >> place & 1)
    await interaction.response.send_modal(forms.form(ticket.but("form", choice=mark), model.title or verb, wanted))


@handles("form", Answer.IN_PLACE)
async def submit(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The form was filled in. An order with a way is shown first; anything else is done."""
    if not await _shown_first(interaction, ticket, values):
        await _take(interaction, ticket, values)


@handles("back", Answer.IN_PLACE)
async def back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Rather something else: the unit's panel again."""
    await show(interaction, ticket, heading=await changes(interaction, ticket))


async def _shown_first(interaction: Interaction, ticket: Ticket, values: Values) -> bool:
    """Shows where the order may lead and asks for a yes. False where there is nothing to show first."""
    battle, viewer = await present(interaction, ticket)
    if await since(desk_of(interaction).store, battle, viewer, ticket.version):
        return False
    offer = await _offer(battle, ticket)
    if offer is None:
        return False
    view = await battle.view(viewer)
    given = {**dict(offer.given), **forms.read(values)}
    action = action_of(battle.rules, offer.verb, given, view, side=ticket.side)
    return await shown_first(interaction, Order(battle, viewer, ticket.side, action, ticket.unit))


async def _take(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    store = desk_of(interaction).store
    battle, viewer = await present(interaction, ticket)
    try:
        if await since(store, battle, viewer, ticket.version):
            raise Stale(ticket.version, battle.info.version)
        offer = await _offer(battle, ticket)
        if offer is None:
            raise Stale(ticket.version, battle.info.version)
        view = await battle.view(viewer)
        given = {**dict(offer.given), **forms.read(values)}
        action = action_of(battle.rules, offer.verb, given, view, side=ticket.side)
        acted = await battles.act(
            store,
            battle.info.id,
            action,
            interaction.user.id,
            interaction_id=interaction.id,
            seen_version=ticket.version,
            side=ticket.side,
        )
    except Stale:
        await show(interaction, ticket, heading=await changes(interaction, ticket, refused=True))
        return
    desk_of(interaction).post()
    await show(interaction, ticket.but("pick", unit=""), heading=await done(store, acted, offer.label, viewer))


async def _offer(battle: Field, ticket: Ticket) -> Offer | None:
    """The offer that the button showed, as the rules make it now; None where they make none such any more."""
    asked = battle.prompt.for_side(ticket.side)
    if asked is None:
        raise not_your_turn(battle)
    if ticket.unit:
        offers = await beside(battle.rules.offers, battle.state, ticket.side, ticket.unit)
    else:
        offers = asked.quick
    return marked(offers, ticket.choice)


async def present(interaction: Interaction, ticket: Ticket) -> tuple[Field, Viewer]:
    """The battle as it stands, if the asker may speak for the ticket's side.

    Raises Refusal "not-your-side", "no-battle".
    """
    store = desk_of(interaction).store
    battle = await battles.load(store, ticket.battle, guild_id=interaction.guild_id)
    spoken_for = await battles.speaks_for(store, battle.info.id, interaction.user.id)
    if ticket.side not in spoken_for:
        titles = {side.key: side.title for side in battle.rules.sides}
        raise Refusal(
            "not-your-side",
            f"This is for {titles.get(ticket.side, ticket.side)} to decide, and you do not command there.",
            ("Wait for your own side's prompt; ", Command("now"), " tells you what you may do."),
        )
    return battle, await battles.viewer(store, battle.info.id, interaction.user.id)


async def show(interaction: Interaction, ticket: Ticket, *, heading: str = "", only: int | None = None) -> None:
    """The present panel of the ticket's unit, or the choice of units."""
    battle, viewer = await present(interaction, ticket)
    view = await battle.view(viewer)
    asked = battle.prompt.for_side(ticket.side)
    if asked is not None and not ticket.unit and len(asked.units) == 1:
        ticket = ticket.but(ticket.what, unit=asked.units[0])
    if asked is not None and ticket.unit and ticket.unit not in asked.units:
        known = view.unit(ticket.unit)
        name = known.name if known else "That unit"
        states = f" ({', '.join(known.states)})" if known and known.states else ""
        heading = "\n".join(
            filter(None, (heading, f"{escape(name)} cannot act now{escape(states)}. Choose another unit."))
        )
        ticket = ticket.but(ticket.what, unit="")
    chances = ()
    if asked is not None and ticket.unit:
        chances = await beside(survey, battle.rules, battle.state, ticket.side, ticket.unit)
    await say(interaction, panel(battle, view, ticket, chances, heading=heading, only=only))


async def _first_words(interaction: Interaction, ticket: Ticket) -> str:
    """What the asker's side alone has learned, and what has happened since the button was shown."""
    battle, viewer = await present(interaction, ticket)
    own = await heard(desk_of(interaction).store, battle, viewer)
    return "\n".join(filter(None, (own, await changes(interaction, ticket))))


async def changes(interaction: Interaction, ticket: Ticket, *, refused: bool = False) -> str:
    """What has happened since the button was shown, in the asker's view; empty when nothing has that he may know."""
    battle, viewer = await present(interaction, ticket)
    told = await since(desk_of(interaction).store, battle, viewer, ticket.version)
    if not told:
        return "**That button was out of date, so nothing was done.** This is how it stands now:" if refused else ""
    listed = [f"• {escape(clip(headline, 150))}" for headline in told[-6:]]
    first = small(f"… and {len(told) - 6} things before that") if len(told) > 6 else ""
    words = "**That button was out of date, so nothing was done.** Since then:" if refused else "**Since that post:**"
    return "\n".join(filter(None, (words, first, *listed)))


async def since(store: Store, battle: Field, viewer: Viewer, seen: int) -> list[str]:
    """Headlines of what the viewer may know of the entries after `seen`."""
    if battle.info.version <= seen:
        return []
    report = await battles.report(store, battle.info.id, seen + 1, battle.info.version, viewer)
    news = [told.headline for line in report.lines if not line.undone for told in gather(line.tolds)]
    if any(line.entry.kind is EntryKind.UNDO for line in report.lines):
        news.append("Something was taken back")
    return news


async def done(store: Store, acted: Acted, label: str, viewer: Viewer) -> str:
    """ "✔ Fire at Cell 2", and what only the asker's side may know of it."""
    own = await battles.report(store, acted.battle_id, acted.from_seq, acted.to_seq, viewer)
    everybody = await battles.report(store, acted.battle_id, acted.from_seq, acted.to_seq, Viewer())
    public = {told for line in everybody.lines for told in line.tolds}
    secret = [told for line in own.lines for told in gather(told for told in line.tolds if told not in public)]
    said = f"✔ **{escape(clip(label, 200))}**"
    if not secret:
        return f"{said} — {await where_posted(store, acted.battle_id)}"
    warning = await warned(store, acted.battle_id)
    return "\n".join(filter(None, (said, *_secrets(secret, viewer), warning)))


def _secrets(tolds: list[Told], viewer: Viewer) -> list[str]:
    lines = [
        f"• **{escape(clip(told.headline, 150))}** {escape(clip(' '.join(told.lines), 250))}" for told in tolds[:4]
    ]
    return [small("Only you know:" if viewer.umpire else "Only your side knows:"), *lines]


def not_your_turn(battle: Field) -> Refusal:
    titles = {side.key: side.title for side in battle.rules.sides}
    asked = " and ".join(titles.get(ask.side, ask.side) for ask in battle.prompt.asks) or "nobody"
    return Refusal("not-your-turn", f"It is not your turn: the battle waits for {asked}.", "Wait for your prompt.")
