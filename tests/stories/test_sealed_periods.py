"""Infantry Action by post: a section and a platoon's headquarters against a German one, period by period.

Both sides write in secret; the bot is restarted between a seal and the opening; a deadline passes; nobody is shown what
the other has written.
"""

from __future__ import annotations

from pathlib import Path

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from tests.bot.world import World, ids_of, said, text_of, world

PERIODS = 4


async def test_four_periods_by_post(tmp_path: Path) -> None:
    async with world(tmp_path) as front:
        await _battle(front)
        for number in range(1, PERIODS + 1):
            await _period(front, number)
        await front.gm.slash(front.thread, "battle end", reason="night falls")
        (info,) = await battles.of_campaign(front.store, 1)
        assert info.status is BattleStatus.ENDED
        assert "night falls" in " ".join(front.texts())


async def _battle(front: World) -> None:
    await front.gm.slash(front.channel, "campaign create", name="Hedgerows", rules="infantry-action")
    joined = await front.ada.slash(
        front.channel, "campaign join", side="attacker", unit="gb44-section", unit_name="1 Section"
    )
    assert "fit" in said(joined)
    await front.ada.slash(front.channel, "unit raise", kind="gb44-hq", name="Platoon HQ")
    await front.ivo.slash(front.channel, "campaign join", side="defender", unit="de44-gruppe", unit_name="1. Gruppe")
    await front.gm.slash(front.channel, "battle open", title="The hedge")
    await front.ada.slash(front.thread, "battle ready", words="up the lane")
    await front.ivo.slash(front.thread, "battle ready", words="halten")
    await front.gm.slash(front.channel, "battle begin")
    (info,) = await battles.of_campaign(front.store, 1)
    assert info.status is BattleStatus.RUNNING


async def _period(front: World, number: int) -> None:
    """One period: orders, then fire where somebody has been located."""
    shown = await front.ada.slash(front.thread, "ia order", unit="Platoon HQ", pace="walk", to="north 30")
    if "reached by" in said(shown):
        done = await front.ada.click(shown.response, custom_id=ids_of(shown.response, "go")[0])
    else:  # the last reaction test forbids it, by its rule
        assert "Rule IA-" in said(shown)
        done = await front.ada.slash(front.thread, "ia order", unit="Platoon HQ", pace="halt", posture="prone")
    assert "✔" in said(done)
    await _sealed(front, number)
    if "Say who fires" in text_of(front.prompt()):
        await _sealed(front, number)


async def _sealed(front: World, number: int) -> None:
    """The first seal changes the line of the question's post, what it binds is nowhere; a restart before the second
    changes nothing."""
    assert "🔏 **First Army** open · **Second Army** open" in text_of(front.prompt())
    seals = "\n".join(front.texts()).count("🔏 **First Army**")
    await front.ada.slash(front.thread, "ia orders seal-orders")
    said_by_all = "\n".join(front.texts())
    assert said_by_all.count("🔏 **First Army**") == seals, "a seal has no post of its own"
    assert "has sealed its orders" not in said_by_all
    assert "🔏 **First Army** sealed · **Second Army** open" in text_of(front.prompt())
    assert "walk to" not in said_by_all
    if number == 2:
        await front.restart()
    await front.ivo.slash(front.thread, "ia orders seal-orders")
