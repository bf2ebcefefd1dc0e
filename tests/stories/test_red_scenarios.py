"""Both scenarios of Red Actions through the bot, to their end: tokens kept, troops placed, segments by slash command
and button, questions answered, the bot started anew in the middle of charges, and what it costs the table."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from campaigns.battle import battles
from campaigns.tables.battles import BattleStatus
from rules.kernel.action import Action
from rules.seam.asking import Ask
from tests.bot.world import Person, World, ids_of, said, world

MOST = 900
"""Answers of any of these battles at most."""
BOLD = ("charge", "fire", "move", "rally-rout", "rally-terror", "rail", "possess", "enter")
"""What random hands like best, so that something happens."""


@pytest.mark.parametrize("scenario", ["don-village", pytest.param("zbruch-ridge", marks=pytest.mark.long)])
async def test_a_scenario_by_post(scenario: str, tmp_path: Path) -> None:
    async with world(tmp_path) as front:
        await front.gm.slash(front.channel, "campaign create", name="Far away", rules="red-actions")
        await front.ada.slash(front.channel, "campaign join", side="attacker")
        await front.ivo.slash(front.channel, "campaign join", side="defender")
        await front.gm.slash(front.channel, "battle open", scenario=scenario)
        await front.ada.slash(front.thread, "battle ready", words="go")
        await front.ivo.slash(front.thread, "battle ready", words="stay")
        await front.gm.slash(front.channel, "battle begin")
        in_charges = await _fought(front, random.Random(f"{scenario} 1"))
        (info,) = await battles.of_campaign(front.store, 1)
        assert info.status is BattleStatus.ENDED
        assert in_charges or scenario != "don-village"
        await front.agrees(info.id)


async def _fought(front: World, pick: random.Random) -> int:
    """To the end; how often the bot was started anew while a charge waited for an answer."""
    (info,) = await battles.of_campaign(front.store, 1)
    in_charges = 0
    for _ in range(MOST):
        now = await battles.load(front.store, info.id)
        if now.info.status is not BattleStatus.RUNNING:
            return in_charges
        ask = pick.choice(now.prompt.asks)
        if ask.key.startswith("question") and in_charges < 2:
            await front.restart()
            in_charges += 1
        who = front.ada if ask.side == "attacker" else front.ivo
        await _answers(front, who, now, ask, pick)
    raise AssertionError("the battle does not end")


async def _answers(front: World, who: Person, now: battles.StandingBattle, ask: Ask, pick: random.Random) -> None:
    """By command where a unit may do something, else by one of the prompt's own buttons."""
    action = None if ask.key.startswith("question") else _bold(now, ask, pick)
    if action is not None:
        done = await who.slash(front.thread, action.name(), **_given(action))
        if done.response is not None and (go := ids_of(done.response, "go")):
            await who.click(done.response, custom_id=go[0])
            return
        if "✔" in said(done):
            return
        raise AssertionError(f"{action!r}: {said(done)}")
    prompt = front.prompt()
    buttons = ids_of(prompt, "quick")
    if buttons and not ask.face.secret:
        await who.click(prompt, custom_id=pick.choice(buttons[: max(1, len(buttons) // 2)]))
        return
    done = await who.slash(front.thread, ask.default.name(), **_given(ask.default))
    assert "✔" in said(done), said(done)


def _bold(now: battles.StandingBattle, ask: Ask, pick: random.Random) -> Action | None:
    """What the first unit does that may do something bold; the others are not asked what they could."""
    for unit in pick.sample(ask.units, len(ask.units)):
        offers = now.rules.battle.offers(now.state, ask.side, unit)
        if found := [offer.action for offer in offers if not offer.needs and offer.verb in BOLD]:
            return pick.choice(found)
    return None


def _given(action: Action) -> dict[str, Any]:
    """The action's fields as a command takes them."""
    given = action.model_dump(exclude_unset=True, exclude={"verb"})
    return {
        name: ", ".join(map(str, value)) if isinstance(value, tuple | list) else value
        for name, value in given.items()
        if value is not None
    }
