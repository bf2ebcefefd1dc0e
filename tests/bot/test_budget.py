"""No click costs more than it may: at most two states are built for it, and eight queries beside the posts are made."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from discord import app_commands

from bot import client as client  # every button's module is known from here on
from bot.commands import everywhere
from bot.talk import controls
from tests.bot.budget import BUTTONS, COMMANDS, LIMITS, QUERIES, REBUILDS, walked
from tests.bot.counting import Cost
from tests.painting import unpainted

WALKED = sorted(kind for kind, limit in LIMITS.items() if limit.walked)


@pytest.fixture(scope="module")
def costs(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Cost]]:
    """Of each kind of click, each time that it was made."""
    folder: Path = tmp_path_factory.mktemp("budget")
    with unpainted():
        return asyncio.run(walked(folder))


@pytest.mark.parametrize("kind", WALKED)
def test_a_click_keeps_within_its_budget(costs: Mapping[str, list[Cost]], kind: str) -> None:
    assert costs.get(kind), f"nobody has made this click: {kind}"
    for cost in costs[kind]:
        assert cost.rebuilds <= LIMITS[kind].rebuilds, cost
        assert len(cost.queries) <= LIMITS[kind].queries, cost


def test_nothing_is_clicked_that_is_not_entered(costs: Mapping[str, list[Cost]]) -> None:
    assert set(costs) <= set(WALKED)


def test_every_button_and_form_is_entered() -> None:
    assert set(controls._handlers) == set(BUTTONS)


def test_every_command_is_entered() -> None:
    assert set(_names()) == set(COMMANDS)


def test_what_may_cost_more_or_is_not_walked_says_why() -> None:
    for kind, limit in LIMITS.items():
        usual = limit.walked and limit.queries <= QUERIES and limit.rebuilds <= REBUILDS
        assert limit.why or usual, kind


def _names() -> Iterator[str]:
    for command in everywhere():
        parts = command.walk_commands() if isinstance(command, app_commands.Group) else [command]
        yield from (part.qualified_name for part in parts if isinstance(part, app_commands.Command))
