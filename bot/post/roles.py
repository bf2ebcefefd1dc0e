"""Who attacks and who defends in a battle, in words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.talk.controls import Option
from bot.talk.text import escape
from campaigns.campaign.campaign import CampaignView
from campaigns.scenario.roles import Roles, every_way
from rules.kernel.action import SideId
from rules.language.words import capital
from rules.seam.forces import RoleKind
from rules.seam.ruleset import AnyRuleSet

Names = Mapping[SideId, str]
"""What each side is called, by key."""


def way_key(way: Roles) -> str:
    """One way of sharing the roles, as a select gives it back: "attacker,defender", in the armies' order."""
    return ",".join(way.values())


def way_of(rules: AnyRuleSet, key: str) -> Roles | None:
    return next((way for way in every_way(rules) if way_key(way) == key), None)


def in_words(rules: AnyRuleSet, names: Names, roles: Roles) -> str:
    """ "Attacker: Reds, agreed defender: Whites"; nothing where there are no roles. Whoever attacks comes first."""
    said = (f"{role.title.lower()}: {names.get(army, army)}" for role, army in _in_order(rules, roles))
    return capital(", ".join(said))


def bold(rules: AnyRuleSet, names: Names, roles: Roles) -> str:
    """The same for a post, with the armies' names in bold type."""
    said = (f"{role.title.lower()}: **{escape(names.get(army, army))}**" for role, army in _in_order(rules, roles))
    return capital(", ".join(said))


def choices(rules: AnyRuleSet, names: Names) -> list[Option]:
    """All ways of sharing the roles, for a select; nothing where there are none."""
    return [(in_words(rules, names, way), way_key(way), "") for way in every_way(rules)]


def names_in(here: CampaignView) -> dict[SideId, str]:
    return {side.key: side.name for side in here.sides}


def _in_order(rules: AnyRuleSet, roles: Roles) -> list[tuple[RoleKind, SideId]]:
    return [(role, army) for role in rules.forces.roles for army, key in roles.items() if key == role.key]
