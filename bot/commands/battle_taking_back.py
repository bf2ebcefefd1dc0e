"""/battle undo and /battle redo: taking back one step or several, and bringing them back."""

from __future__ import annotations

from discord import app_commands

from bot.commands import options
from bot.commands.battle import group
from bot.talk.command_names import mention
from bot.talk.desk import battle_info_here, desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import GOOD, Interaction, card, say, think
from campaigns.battle import battles
from campaigns.errors import Refusal
from campaigns.tables.battles import BattleStatus

MAY_BE_TAKEN_BACK = (BattleStatus.RUNNING, BattleStatus.ENDED)


async def _steps(interaction: Interaction, current: str) -> options.Choices:
    """What the asker could take back, in his own words, each with how much goes with it."""

    async def found() -> options.Choices:
        info = await battle_info_here(interaction, *MAY_BE_TAKEN_BACK)
        steps = await battles.steps(desk_of(interaction).store, info.id, interaction.user.id)
        named = [
            (f"{step.words[:70]}{f' · and {number} after it' if number else ' · only this'}", str(step.to))
            for number, step in enumerate(steps)
        ]
        return options.matching(named, current)

    return await quietly(found())


@group.command(
    name="undo", description="Take back the last action or several: a player's if nothing was revealed, a GM any"
)
@app_commands.describe(to="The first that is taken back, with all after it; leave empty for the newest alone")
@app_commands.autocomplete(to=_steps)
@guarded
async def undo(interaction: Interaction, to: str = "") -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, *MAY_BE_TAKEN_BACK)
    if to.strip() and not to.strip().isdecimal():
        raise Refusal("no-step", "There is no such step.", "Choose one from the list.")
    upto = int(to) if to.strip() else None
    await battles.undo(desk.store, info.id, interaction.user.id, to=upto, interaction_id=interaction.id)
    desk.post()
    kept = f"Dice and cards are never drawn a second time. {mention('battle redo')} brings it back."
    await say(interaction, card(f"✔ Taken back. {kept}", accent=GOOD))


@group.command(name="redo", description="Bring back what was taken back last, while nothing has been decided since")
@guarded
async def redo(interaction: Interaction) -> None:
    await think(interaction)
    desk = desk_of(interaction)
    info = await battle_info_here(interaction, BattleStatus.RUNNING)
    await battles.redo(desk.store, info.id, interaction.user.id, interaction_id=interaction.id)
    desk.post()
    await say(interaction, card("✔ Brought back, with the same dice and cards.", accent=GOOD))
