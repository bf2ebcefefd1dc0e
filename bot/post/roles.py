"""Who attacks and who defends in a battle, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.talk.controls import Option
from bot.talk.text import escape
from campaigns.campaign.campaign import CampaignView
from campaigns.scenario.roles import Roles, every_way
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet

Names = Mapping[SideId, str]
"""What each side is called, by key."""


def way_key(way: Roles) -> str:
    """One way of sharing the roles, as a select gives it back: "attacker,defender", in the armies' order."""
    return ",".join(way.values())


def way_of(rules: AnyRuleSet, key: str) -> Roles | None:
    return next((way for way in every_way(rules) if way_key(way) == key), None)


def in_words(rules: AnyRuleSet, names: Names, roles: Roles) -> str:
    """ "Reds attacks, Whites defends by agreement"; nothing where there are no roles. Whoever attacks comes first."""
    return ", ".join(f"{names.get(army, army)} {_verb(rules, roles[army])}" for army in _in_order(rules, roles))


def bold(rules: AnyRuleSet, names: Names, roles: Roles) -> str:
    """The same as a sentence of a post, with the armies' names in bold type."""
    said = [f"**{escape(names.get(army, army))}** {_verb(rules, roles[army])}" for army in _in_order(rules, roles)]
    return f"{', '.join(said)}." if said else ""


def choices(rules: AnyRuleSet, names: Names) -> list[Option]:
    """All ways of sharing the roles, for a select; nothing where there are none."""
    return [(in_words(rules, names, way), way_key(way), "") for way in every_way(rules)]


def names_in(here: CampaignView) -> dict[SideId, str]:
    return {side.key: side.name for side in here.sides}


def _in_order(rules: AnyRuleSet, roles: Roles) -> list[SideId]:
    known = {role.key: number for number, role in enumerate(rules.forces.roles)}
    return sorted((army for army in roles if roles[army] in known), key=lambda each: known[roles[each]])


def _verb(rules: AnyRuleSet, role: SideId) -> str:
    kind = rules.forces.role(role)
    return kind.does[1] if kind is not None else role
