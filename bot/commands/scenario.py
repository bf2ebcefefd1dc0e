"""/scenario: what there is to fight by, a look at one, and bringing a file of one's own."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence

import discord
import structlog
from discord import app_commands, ui

from bot.actions.events import AS_UMPIRE, described
from bot.commands import options
from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.post.briefings import as_written, quoted
from bot.post.posts import gallery
from bot.reading.attachments import fetched
from bot.talk.command_names import mention
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.paging import pages
from bot.talk.say import BAD, GOOD, Interaction, card, say, say_more, think
from bot.talk.text import clip, escape, small
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Refusal, gm_only
from campaigns.scenario import scenarios
from campaigns.scenario.scenarios import LARGEST_FILE, ListedScenario
from campaigns.thinking import beside
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.language.words import counted
from rules.scenario import Scenario, ScenarioFault, read_scenario
from rules.scenario.rehearsal import stand_ins
from rules.seam.forces import strength_of
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import ScriptedEvent, View
from rules.table import drawing
from rules.table.scene import Scene

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
group = app_commands.Group(name="scenario", description="Scenarios to fight by: list, show, import", guild_only=True)

ENDINGS = (".yaml", ".yml")
MOST_FAULTS = 20
"""Of a file, told at once."""


async def named(interaction: Interaction, current: str) -> options.Choices:
    """The scenarios that the asker may see by name."""

    async def found() -> options.Choices:
        known = await known_to(interaction, await campaign_here(interaction))
        return options.matching(
            [(f"{each.title}{' (kept)' if each.kept else ''}", each.key) for each in known], current
        )

    return await quietly(found())


async def kept(interaction: Interaction, current: str) -> options.Choices:
    """Those that a GM has brought."""

    async def found() -> options.Choices:
        known = await known_to(interaction, await campaign_here(interaction))
        return options.matching([(each.title, each.key) for each in known if each.kept], current)

    return await quietly(found())


async def known_to(interaction: Interaction, here: CampaignView) -> Sequence[ListedScenario]:
    """What a GM keeps for his campaign is his secret until he opens a battle by it."""
    every = await scenarios.listed(desk_of(interaction).store, here.id)
    return [each for each in every if not each.kept or here.is_gm(interaction.user.id)]


async def chosen(interaction: Interaction, here: CampaignView, name: str) -> Scenario:
    """The scenario of that key or title, if the asker may see it. Raises Refusal "no-scenario", "bad-scenario"."""
    known = await known_to(interaction, here)
    if not any(scenarios.goes_by(name, each.key, each.title) for each in known):
        raise scenarios.no_scenario()
    return await scenarios.named(desk_of(interaction).store, here.id, name)


@group.command(name="list", description="The scenarios that this campaign can fight by")
@guarded
async def list_(interaction: Interaction) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    title = desk_of(interaction).store.rules(here.rules).title
    lines = [f"### Scenarios of {escape(title)}"]
    for each in await known_to(interaction, here):
        lines.append(f"**{escape(each.title)}**{' · kept' if each.kept else ''}")
        lines += [small(escape(said)) for said in (each.about, each.summary) if said]
    if len(lines) == 1:
        lines.append("There is none yet.")
    fight = f"a GM fights it with {mention('battle begin')} `scenario: …`, or brings a file."
    foot = f"{mention('scenario show')} tells more of one; {fight}"
    await say(interaction, card(clip("\n".join(lines), 3500), small(foot)))


@group.command(name="show", description="What a scenario is about, and its table; a GM sees its secrets, too")
@app_commands.describe(name="Which scenario")
@app_commands.autocomplete(name=named)
@guarded
async def show(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    scenario = await chosen(interaction, here, name)
    await _show(interaction, here, scenario)


@group.command(name="import", description="Bring a scenario file (.yaml) of your own (GM)")
@app_commands.describe(file="The scenario in YAML; adjutant scenario check tests one beforehand")
@guarded
async def import_(interaction: Interaction, file: discord.Attachment) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    if not here.is_gm(interaction.user.id):
        raise gm_only("bring a scenario")
    store = desk_of(interaction).store
    text = await _fetched(file)
    try:
        scenario = await asyncio.to_thread(read_scenario, text, file=file.filename, rule_sets=store.rule_sets)
    except ScenarioFault as fault:
        await say(interaction, _faulty(file.filename, fault))
        return
    scenarios.require_rules(scenario, store.rules(here.rules))
    await beside(_mustered, store.rules(here.rules), scenario)
    await scenarios.keep(store, here.id, interaction.user.id, scenario)
    await _show(interaction, here, scenario, heading="✔ **Kept** for the battles of this campaign.")


@group.command(name="discard", description="Keep a scenario no longer (GM)")
@app_commands.describe(name="Which scenario")
@app_commands.autocomplete(name=kept)
@guarded
async def discard(interaction: Interaction, name: str) -> None:
    await think(interaction)
    here = await campaign_here(interaction)
    await scenarios.discard(desk_of(interaction).store, here.id, interaction.user.id, name)
    await say(interaction, card("✔ Discarded. Battles that have been opened by it keep it.", accent=GOOD))


async def _fetched(file: discord.Attachment) -> str:
    """Raises Refusal "bad-scenario", "no-file"."""
    if not file.filename.lower().endswith(ENDINGS):
        raise Refusal("bad-scenario", f"{file.filename}: a scenario is a .yaml file.", "Attach one of those.")
    if file.size > LARGEST_FILE:
        most = LARGEST_FILE // 1024
        raise Refusal("bad-scenario", f"{file.filename}: the file is larger than {most} KiB.", "Shorten it.")
    try:
        return (await fetched(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("bad-scenario", f"{file.filename}: this file isn't UTF-8.", "Save it as UTF-8.") from None


def _faulty(name: str, fault: ScenarioFault) -> ui.LayoutView:
    """Every fault with its line, as an editor would list them."""
    faults = fault.all
    head = f"**{escape(name)} cannot be used: {counted(len(faults), 'fault')}.**"
    lines = [
        f"`{each.file.replace('`', '')}:{each.line}` {escape(clip(each.message, 300))}" for each in faults[:MOST_FAULTS]
    ]
    more = [small(f"… and {len(faults) - MOST_FAULTS} more")] if len(faults) > MOST_FAULTS else []
    remedy = "➜ Fix it there and upload it again. `adjutant scenario check FILE` finds the same faults without Discord."
    return card(head, clip("\n".join((*lines, *more)), 3300), remedy, small("Nothing has changed"), accent=BAD)


# ── A look at one ─────────────────────────────────────────────────────────────────────────────────────────────────


async def _show(interaction: Interaction, here: CampaignView, scenario: Scenario, *, heading: str = "") -> None:
    gm = here.is_gm(interaction.user.id)
    store = desk_of(interaction).store
    rules = store.rules(here.rules)
    texts = [heading, _summary(scenario, rules), quoted(as_written(scenario.briefing))]
    events: Sequence[ScriptedEvent] = ()
    scene = None if scenario.board is None else Scene(scenario.board)
    if gm:
        view, events = await beside(_as_it_begins, rules, scenario)
        scene = view.scene or scene
        texts += _secrets(scenario)
    texts.append(small(f"Fight it: {mention('battle begin')} `scenario: {escape(scenario.title)}`"))
    layout = card(*_fitted(texts), accent=GOOD)
    await say(interaction, layout, await _map(layout, scene))
    if events:
        head = f"### Events of {escape(scenario.title)}\n{small('Only GMs see them.')}"
        for number, page in enumerate(pages(map(described, events))):
            await say_more(interaction, card("" if number else head, page))


def _fitted(texts: Sequence[str]) -> list[str]:
    """Within a message: the longest give way first."""
    found = [text for text in texts if text]
    while sum(map(len, found)) > 3900:
        longest = max(range(len(found)), key=lambda place: len(found[place]))
        found[longest] = clip(found[longest], max(len(found[longest]) - 300, 200))
    return found


def _summary(scenario: Scenario, rules: AnyRuleSet) -> str:
    about = [escape(rules.title), escape(scenario.about)]
    if scenario.board is not None:
        about.append(f"{scenario.board.width:g} × {scenario.board.depth:g} {scenario.board.short}")
    if scenario.turn_limit is not None:
        about.append(counted(scenario.turn_limit, "turn"))
    about += [f"{escape(key)}: {escape(choice)}" for key, choice in scenario.options]
    head = f"### {escape(scenario.title)}\n{small(' · '.join(about))}"
    return f"{head}\n{escape(scenario.summary)}" if scenario.summary else head


def _secrets(scenario: Scenario) -> list[str]:
    """Forces, the sides' briefings, and what may be amiss: for the GM."""
    texts: list[str] = []
    for side in scenario.sides:
        forces = [
            f"{escape(force.name)} ({', '.join(filter(None, (strength_of(force.plan), force.role)))})"
            for force in side.forces
        ]
        own = [quoted(as_written(side.briefing))] if side.briefing else []
        texts.append("\n".join((f"**{escape(side.name)}**: {', '.join(forces) or 'nobody'}", *own)))
    warned = [f"⚠ line {warning.line}: {escape(warning.message)}" for warning in scenario.warnings[:5]]
    return [*texts, *(["\n".join(warned)] if warned else [])]


def _mustered(rules: AnyRuleSet, scenario: Scenario) -> object:
    """The battle as it would begin, with made-up people. Raises Refusal "bad-scenario" when these forces cannot
    fight it."""
    try:
        return rules.battle.fold(rules.battle.muster(stand_ins(scenario), Seeded(b"a look at a scenario", 0)))
    except RuleViolation as violation:
        raise Refusal("bad-scenario", violation.message, violation.remedy or "Fix the file.") from None


def _as_it_begins(rules: AnyRuleSet, scenario: Scenario) -> tuple[View, Sequence[ScriptedEvent]]:
    """What the umpire sees then, and what is to happen. Raises as `_mustered` does."""
    state = _mustered(rules, scenario)
    return rules.battle.view(state, AS_UMPIRE), rules.battle.scripted(state, AS_UMPIRE)


async def _map(layout: ui.LayoutView, scene: Scene | None) -> list[discord.File]:
    if scene is None:
        return []
    try:
        drawn = await pictures.map_of(scene)
    except NoPicture as error:
        log.error("no picture", picture="scenario.png", error=str(error))
        return []
    layout.add_item(gallery("scenario.png", drawing.describe(scene)))
    return [discord.File(io.BytesIO(drawn), "scenario.png")]
