"""The commands that every server has, one module per area; those of the rule sets are made in `bot.actions`."""

from __future__ import annotations

from typing import Any

from discord import app_commands


def in_menus() -> list[app_commands.ContextMenu]:
    """What stands in the context menus of people and messages."""
    from bot.commands.menus import menus

    return menus


def everywhere() -> list[app_commands.Command[Any, ..., Any] | app_commands.Group]:
    """In the order in which /help lists them."""
    from bot.commands import (
        battle,
        battle_assigning,
        battle_closing,
        battle_honours,
        battle_staff,
        battle_taking_back,
        battle_verifying,
        board,
        campaign,
        campaign_opening,
        chronicle_site,
        clock,
        diary,
        figure,
        figure_file,
        first_battle,
        gm,
        gm_deputy,
        guide,
        honours,
        look,
        orders,
        printing,
        privacy,
        replay,
        scenario,
        stats,
        table,
        travelling,
        unit,
        unit_regrouping,
        volunteering,
    )

    adding = (first_battle, battle_assigning, battle_closing, battle_staff, battle_taking_back, battle_verifying)
    assert all(part.group is battle.group for part in adding), "which lists what they add"
    assert unit_regrouping.group is unit.group, "as does this one"
    assert diary.group is chronicle_site.group is campaign.group, "as do these"
    assert volunteering.group is campaign_opening.group is travelling.group is campaign.group, "and these"
    assert gm_deputy.group is gm.group, "and this one"
    assert figure_file.group is figure.group, "and this"
    assert printing.unit is unit, "sheets for paper as well"
    assert honours.unit_commands is unit, "honours add to units and to the campaign"
    assert battle_honours.show_panel is battle_closing.show_panel, "and this one to the close"

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
        *stats.commands,
        *table.commands,
        *replay.commands,
        *guide.commands,
    ]
