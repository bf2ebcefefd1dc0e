"""Every panel and every prompt of whole battles by random hands: no two buttons or choices with one label, and nothing
cut off in a label, a description or a line of text. By hundreds of panels as it is, by thousands with `--long`."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count

import discord
import pytest
from simcord.components import walk_components

from bot.panels import panel
from bot.panels.panel import Weighed
from bot.post import prompts
from bot.talk.ticket import Ticket
from campaigns.battle.battles import StandingBattle
from campaigns.battle.record.info import BattleInfo
from campaigns.battle.record.marks import marks_of
from campaigns.campaign.campaign import CampaignView, PlayerView, SideView
from campaigns.clocks.waits import QuestionPut
from campaigns.members.policies import Policies
from campaigns.tables.battles import BattleStatus
from rules.scenario import Scenario
from rules.scenario.scenario import Force
from rules.seam.asking import Odds, keyed
from rules.seam.viewing import Viewer
from tests.bot.reading import Reader, without_script
from tests.scenarios import LIBRARY

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OPENS = " …"
"""Ends the words of a button that asks for more: it is set off, not cut off."""
LONG = ("Bartholomew Featherstonehaugh", "Abdulrahman Al-Hashimi", "Maximiliano Villanueva")
"""Names as long as people have them; a number tells their bearers apart."""


def with_long_names(scenario: Scenario) -> Scenario:
    """The same forces, their people by names of some length."""
    number = count(1)

    def named(force: Force) -> Force:
        names = tuple(f"{LONG[place % len(LONG)]} {next(number)}" for place, _ in enumerate(force.plan.figures))
        return replace(force, names=names)

    sides = tuple(replace(side, forces=tuple(map(named, side.forces))) for side in scenario.sides)
    return replace(scenario, sides=sides)


def field_of(reader: Reader) -> StandingBattle:
    """The battle as its panels get it."""
    info = BattleInfo(
        1, 1, 1, "A battle", 1, BattleStatus.RUNNING, 1, marks_of("", 1), None, (), None, "", "", (), None, None, NOW,
        NOW, None, (),
    )  # fmt: skip
    return StandingBattle(info, reader.rules, reader.state, reader.rules.battle.prompt(reader.state))


def campaign_of(scenario: Scenario) -> CampaignView:
    sides = tuple(
        SideView(side.key, side.name, (PlayerView(number, side.name),)) for number, side in enumerate(scenario.sides, 1)
    )
    return CampaignView(1, 1, 1, "A campaign", scenario.rules, Policies(), sides, (9,), closed=False)


async def views_of(reader: Reader, *, odds: bool) -> AsyncIterator[discord.ui.LayoutView]:
    """The prompt's post, and the panels of those who may act; `odds`: with what may come of each offer."""
    battle = field_of(reader)
    waiting = [QuestionPut(ask.key, ask.side, (1,), frozenset(), NOW, False) for ask in battle.prompt.asks]
    yield (await prompts.post(battle, campaign_of(reader.scenario), waiting, ()))[0]
    for ask in battle.prompt.asks:
        view = reader.rules.battle.view(reader.state, Viewer(ask.side))
        yield panel.panel(battle, view, Ticket("now", 1, 1, ask.side), ())
        for unit in ask.units[:3]:
            offers = keyed(reader.rules.battle.offers(reader.state, ask.side, unit))
            chances = (
                panel.survey(reader.rules, reader.state, ask.side, unit)
                if odds
                else [Weighed(key, offer, Odds()) for key, offer in offers.items()]
            )
            yield panel.panel(battle, view, Ticket("pick", 1, 1, ask.side, unit), chances)


def faults_of(layout: discord.ui.LayoutView) -> Iterator[str]:
    """What a player must not find on it."""
    labels: list[str] = []
    for part in walk_components(layout.to_components()):
        if "label" in part and "custom_id" in part:
            labels.append(part["label"])
        choices = part.get("options") or []
        shown = [choice["label"] for choice in choices]
        yield from (f"twice among the choices: {label}" for label in repeated(shown))
        words = [
            *shown,
            *(choice.get("description") or "" for choice in choices),
            *part.get("content", "").splitlines(),
        ]
        yield from (f"cut off: {line}" for line in words if cut(line))
    yield from (f"two buttons: {label}" for label in repeated(labels))
    yield from (f"cut off: {label}" for label in labels if cut(label))


def cut(words: str) -> bool:
    return words.endswith("…") and not words.endswith(OPENS)


def repeated(words: list[str]) -> list[str]:
    return [word for word, count in Counter(words).items() if count > 1]


BATTLES = [pytest.param(key, seed, id=f"{key}, {seed}") for seed in (5, 11, 23) for key in LIBRARY]
SHORT, WITH_ODDS = 90, 12
"""Prompts read where no long run is wanted; every so many have their panels with odds."""


@pytest.mark.parametrize(("key", "seed"), BATTLES)
async def test_nothing_is_cut_off_and_no_two_buttons_say_the_same(key: str, seed: int, long: bool) -> None:
    if seed != BATTLES[0].values[1] and not long:
        pytest.skip("one battle of each scenario is enough: more with --long")
    scenario = with_long_names(LIBRARY[key] if seed % 2 else without_script(LIBRARY[key]))
    reader = Reader(scenario, seed, eager=0.9)
    found: list[str] = []
    for number, _ in enumerate(reader.deeds()):
        async for layout in views_of(reader, odds=number % WITH_ODDS == 0):
            found += faults_of(layout)
        if number > SHORT and not long:
            break
    assert not found, "\n".join(dict.fromkeys(found))
