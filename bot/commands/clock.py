"""/clock: when the asker sleeps, when he is away, and how his time stands; pauses by agreement.

What he tells holds on every server and in every battle; his clocks follow at once.
"""

from __future__ import annotations

import discord
from discord import app_commands, ui

from bot.commands import options
from bot.post import clocks
from bot.talk.command_names import mention
from bot.talk.controls import Answer, Values, button, choose, handles, rows
from bot.talk.desk import battle_info_here, campaign_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.clocks import granting, habits, pausing
from campaigns.clocks.habits import WEEK, Habits
from campaigns.clocks.hours import MOST_DAYS_OFF
from campaigns.clocks.people import InPlace
from campaigns.errors import Refusal
from campaigns.members.policies import AtDeadline
from campaigns.tables.battles import BattleStatus

group = app_commands.Group(name="clock", description="Your time zone, nights, days off and absences; your deadlines")
NIGHTS = ("22:00-07:00", "23:00-08:00", "00:00-08:00", "21:00-06:00", "01:00-09:00")


@group.command(name="show", description="When you sleep, when you are away, and how your time stands")
@guarded
async def show(interaction: Interaction) -> None:
    await think(interaction)
    await _panel(interaction, await habits.show(desk_of(interaction).store, interaction.user.id))


async def _panel(interaction: Interaction, shown: Habits, done: str = "", left: str = "") -> None:
    """What he has told, with what changes it."""
    here = [each for each in shown.running if each.guild_id == interaction.guild_id]
    lines = "\n".join(clocks.running_text(each) for each in here[:15])
    elsewhere = len(shown.running) - len(here)
    more = small(f"… and {elsewhere} on other servers") if elsewhere else ""
    how = small(
        f"{mention('clock zone')} · {mention('clock hours')} · {mention('clock days-off')} · {mention('clock away')}. "
        "While you sleep, are off or away your time stands still, and you are never mentioned."
    )
    head = f"✔ **{done}**\n" if done else ""
    view = card(f"{head}### Your clock\n{clocks.habits_text(shown)}", left, lines, more, how, accent=GOOD)
    if shown.hours.zone:
        night = [(quiet.replace("-", " to "), quiet, "") for quiet in NIGHTS]
        view.add_item(choose(Ticket("clock-night"), "Quiet hours …", [*night, ("None", "none", "")]))
        view.add_item(_week(shown))
    if shown.away:
        instead = [(each.name, str(each.value), "") for each in _INSTEAD]
        view.add_item(choose(Ticket("clock-meanwhile"), "What shall happen meanwhile? …", instead))
        for row in rows([button(Ticket("clock-back"), "I am back", discord.ButtonStyle.success)]):
            view.add_item(row)
    await say(interaction, view)


def _week(shown: Habits) -> ui.ActionRow[ui.LayoutView]:
    usual = [((5, 6), "Saturday and Sunday"), ((4, 5), "Friday and Saturday"), ((6,), "Sunday"), ((), "None")]
    given = [(name, ".".join(map(str, days)) or "none", "") for days, name in usual]
    return choose(Ticket("clock-off"), "Days off …", given)


@handles("clock-night", Answer.IN_PLACE)
async def choose_night(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Quiet hours from the panel's select."""
    shown = await habits.set_quiet(desk_of(interaction).store, interaction.user.id, values[""])
    await _panel(interaction, shown, "Your quiet hours are set.")


@handles("clock-off", Answer.IN_PLACE)
async def choose_days(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Days off from the panel's select."""
    named = ", ".join(WEEK[int(day)] for day in values[""].split(".")) if values[""] != "none" else "none"
    shown = await habits.set_days_off(desk_of(interaction).store, interaction.user.id, habits.days_named(named))
    await _panel(interaction, shown, "Your days off are set.")


@handles("clock-back", Answer.IN_PLACE)
async def come_back(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """The panel's button."""
    desk = desk_of(interaction)
    shown = await habits.back(desk.store, interaction.user.id)
    desk.wake()
    await _panel(interaction, shown, "Welcome back.")


async def _zones(interaction: Interaction, current: str) -> options.Choices:
    async def found() -> options.Choices:
        fitting = habits.zones_like(current, desk_of(interaction).store.clock.now())
        return [app_commands.Choice(name=name[:100], value=zone) for name, zone in fitting[:25]]

    return await quietly(found())


@group.command(name="zone", description="Where you live: your time zone")
@app_commands.describe(zone="Begin to write the nearest big city; leave empty to take it back")
@app_commands.autocomplete(zone=_zones)
@guarded
async def zone(interaction: Interaction, zone: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    shown = await habits.set_zone(desk.store, interaction.user.id, zone)
    desk.wake()
    await _panel(interaction, shown, "Your time zone is set." if zone else "Your time zone is forgotten.")


@group.command(name="hours", description="When you are left alone every night: nothing falls due, no mention")
@app_commands.describe(quiet="Such as 22:30-07:00 by your own clock; none: no quiet hours")
@guarded
async def hours(interaction: Interaction, quiet: str) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    shown = await habits.set_quiet(desk.store, interaction.user.id, quiet)
    desk.wake()
    await _panel(interaction, shown, "Your quiet hours are set.")


@group.command(name="days-off", description="Days of the week on which you do not play")
@app_commands.describe(days=f"Such as Saturday, Sunday (at most {MOST_DAYS_OFF}); none: no days off")
@guarded
async def days_off(interaction: Interaction, days: str) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    shown = await habits.set_days_off(desk.store, interaction.user.id, habits.days_named(days))
    desk.wake()
    await _panel(interaction, shown, "Your days off are set.")


_INSTEAD = [
    app_commands.Choice(name="The battle pauses, as long as the campaign gives; then the staff plays", value="pause"),
    app_commands.Choice(name="The staff plays at once", value="staff"),
    app_commands.Choice(name="My written orders stand, and deadlines do what they do", value="orders"),
    app_commands.Choice(name="The GMs answer", value="gm"),
]


@group.command(name="away", description="You are away: from when, until when, and who answers in your place")
@app_commands.describe(
    until="The last day: 2031-05-24, tomorrow, 10 days, or with an hour: 2031-05-24 18:00",
    since="The first day; leave empty for now",
    delegate="Who answers for you: somebody of your side, or a GM",
    meanwhile="What shall happen where you name nobody. Others of your side are asked in any case",
)
@app_commands.choices(meanwhile=_INSTEAD)
@guarded
async def away(
    interaction: Interaction,
    until: str,
    since: str = "",
    delegate: discord.User | None = None,
    meanwhile: str = "pause",
) -> None:
    await think(interaction)
    desk, who = desk_of(interaction), interaction.user.id
    known, now = (await habits.show(desk.store, who)).hours, desk.store.clock.now()
    begins, ends = habits.moment(since, known, now), habits.moment(until, known, now, end=True)
    instead = InPlace.DELEGATE if delegate is not None else InPlace(meanwhile)
    shown = await habits.away(desk.store, who, begins, ends, instead, delegate.id if delegate else None)
    desk.wake()
    await _panel(interaction, shown, "Noted. Good journey.", await _orders_left(interaction, shown))


async def _orders_left(interaction: Interaction, shown: Habits) -> str:
    """What he leaves behind: his orders that stand, in each battle of his."""
    lines: list[str] = []
    for running in shown.running[:5]:
        seat = await battles.sit(desk_of(interaction).store, running.battle_id, interaction.user.id)
        ordering, side = seat.battle.rules.battle.ordering, seat.member.side
        if ordering is None or side is None:
            continue
        standing = [one for one in await seat.battle.thought("standing", ordering.standing, side) if not one.stopped]
        own = "; ".join(escape(clip(one.words, 80)) for one in standing[:3]) or "none"
        more = f" and {len(standing) - 3} more" if len(standing) > 3 else ""
        lines.append(f"Orders that stand in *{escape(running.title)}*: {own}{more}")
    return "\n".join(lines)


@handles("clock-meanwhile", Answer.IN_PLACE)
async def choose_meanwhile(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What shall happen meanwhile, from the panel's select."""
    desk = desk_of(interaction)
    shown = await habits.meanwhile(desk.store, interaction.user.id, InPlace(values[""]))
    desk.wake()
    desk.post()
    await _panel(interaction, shown, "Noted.", await _orders_left(interaction, shown))


@group.command(name="back", description="You are back; absences to come are taken back too")
@guarded
async def back(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    shown = await habits.back(desk.store, interaction.user.id)
    desk.wake()
    await _panel(interaction, shown, "Welcome back.")


@group.command(name="pause", description="Ask for a pause of this battle; it comes when every side has asked")
@app_commands.guild_only()
@guarded
async def pause(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    done = await pausing.pause(desk.store, info.id, interaction.user.id)
    desk.post()
    words = "The clocks stand still." if done else "Asked. They stand still when the others agree."
    await say(interaction, card(f"✔ {words}", accent=GOOD))


@group.command(name="resume", description="Have this battle's clocks run again; they do when every side has asked")
@app_commands.guild_only()
@guarded
async def resume(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    done = await pausing.resume(desk.store, info.id, interaction.user.id)
    desk.wake()
    words = "The clocks run again." if done else "Asked. They run when the others agree."
    await say(interaction, card(f"✔ {words}", accent=GOOD))


_POLICIES = [
    app_commands.Choice(name="As the campaign has it", value=""),
    app_commands.Choice(name="What the prompt names", value=AtDeadline.DEFAULT.value),
    app_commands.Choice(name="Hold, where the rules let us", value=AtDeadline.HOLD.value),
    app_commands.Choice(name="Ask the GM first", value=AtDeadline.GM.value),
]


@group.command(name="side", description="What a deadline that your side lets pass does for it")
@app_commands.describe(deadline="What it does", side="Which side, for a GM; leave empty for your own")
@app_commands.choices(deadline=_POLICIES)
@app_commands.autocomplete(side=options.sides)
@app_commands.guild_only()
@guarded
async def side(interaction: Interaction, deadline: str, side: str = "") -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    key = here.side_key(side) if side else here.side_of(interaction.user.id)
    if key is None:
        raise Refusal("which-side", "You play no side here.", "Name the side.")
    policy = AtDeadline(deadline) if deadline else None
    await granting.at_deadline(desk_of(interaction).store, here.id, interaction.user.id, key, policy)
    of_campaign = policy or here.settings.at_deadline
    chosen = here.side(key)
    words = (
        f"✔ A deadline that **{escape(chosen.name if chosen else key)}** lets pass: {clocks.AT_DEADLINE[of_campaign]}."
    )
    await say(interaction, card(words, accent=GOOD))
