"""The commands that every server has, one module per area; those of the rule sets are made in `bot.actions`."""

from __future__ import annotations

from typing import Any

from discord import app_commands


def everywhere() -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """In the order in which /help lists them."""
    from bot.commands import (
        battle,
        board,
        campaign,
        clock,
        command,
        figure,
        gm,
        guide,
        look,
        orders,
        privacy,
        regrouping,
        scenario,
        table,
        taking_back,
        unit,
        verifying,
    )

    assert command.group is taking_back.group is verifying.group is battle.group, "which lists what they add"
    assert regrouping.group is unit.group, "as does this one"

    return [
        campaign.group,
        unit.group,
        figure.group,
        battle.group,
        board.group,
        scenario.group,
        gm.group,
        clock.group,
        privacy.group,
        *look.commands,
        *orders.commands,
        *table.commands,
        *guide.commands,
    ]
