"""For whom somebody may act in a battle, and as whom he looks at it."""

from __future__ import annotations

from typing import Any

from campaigns.battle.course.conduct import Conduct
from campaigns.errors import Refusal, gm_only
from campaigns.members.membership import Member
from rules.kernel.action import UMPIRE, Action, Actor, Kind, Role, SideId, fields_of
from rules.seam.asking import Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer

NOBODY = Member(0)


def sides_spoken_for(member: Member | None, rules: AnyRuleSet, state: Any) -> tuple[SideId, ...]:
    """A player's own side first, then those that it controls at the moment; nothing for one who plays none."""
    own = member.side if member is not None else None
    if own is None:
        return ()
    controlled = [side for side, by in rules.battle.controllers(state).items() if by == own and side != own]
    return (own, *controlled)


def sides_answered_for(member: Member, rules: AnyRuleSet, state: Any) -> tuple[SideId, ...]:
    """The sides that somebody may act for now: his own first, then those it controls; all of them for a GM."""
    spoken_for = sides_spoken_for(member, rules, state)
    others = [kind.key for kind in rules.forces.sides if member.gm or kind.key in spoken_for]
    return tuple(dict.fromkeys((*spoken_for[:1], *others)))


def viewer_of(member: Member, *, umpire: bool = False) -> Viewer:
    """As whom somebody looks at a battle: the umpire, his side, or the public.

    A GM who plays a side himself sees what that side sees, unless he asks to look as the umpire (`umpire`).
    """
    if member.gm and (umpire or member.side is None):
        return Viewer(umpire=True)
    return Viewer(side=member.side) if member.side else PUBLIC


def actor_for(conduct: Conduct, action: Action, side: SideId | None) -> Actor:
    """As whom the asker takes this action: for the side that he names, else for the side of the unit that it is about,
    else for the side that is asked, else for his own.

    A GM acts as the umpire, and for any side whose answer is waited for. Raises Refusal: "umpire-only", "engine-only",
    "not-your-side", "unknown-side", "which-side".
    """
    member = conduct.member or NOBODY
    if action.role is Role.ENGINE:
        raise Refusal("engine-only", "The engine does that by itself.", "Choose one of the actions that are offered.")
    if action.role is Role.UMPIRE:
        if not member.gm:
            raise gm_only("do that")
        return UMPIRE
    sides = sides_spoken_for(member, conduct.rules, conduct.state)
    if side is not None and side not in {kind.key for kind in conduct.rules.forces.sides}:
        raise Refusal("unknown-side", f"There is no side {side!r}.", "Choose one from the list.")
    if side is not None and side not in sides and not member.gm:
        raise Refusal("not-your-side", "You do not play that side.", "Only its players, or the GM, act for it.")
    actor = speaking_for(conduct.prompt, side or _side_meant(conduct, action, sides, member.gm))
    if actor.role is Role.UMPIRE and not member.gm:
        raise gm_only("answer that")
    return actor


def speaking_for(prompt: Prompt, side: SideId) -> Actor:
    """Who answers for a side: the umpire what he is asked about it, its player everything else."""
    ask = prompt.for_side(side)
    return Actor(Role.UMPIRE, side) if ask is not None and ask.umpire else Actor.player(side)


def _side_meant(conduct: Conduct, action: Action, sides: tuple[SideId, ...], gm: bool) -> SideId:
    # A GM who plays a side himself does not act for the others by accident: he must name them.
    asked = [ask for ask in conduct.prompt.asks if ask.side in sides or (gm and (ask.umpire or not sides))]
    about = [ask.side for ask in asked if own_units(action) & set(ask.units)]
    own_turn = [ask.side for ask in asked if ask.side in sides]
    in_turn = [ask.side for ask in asked]
    if len(set(in_turn)) > 1 and not about and not own_turn:
        raise Refusal("which-side", "Several sides are asked.", "Name the side that you act for.")
    for candidates in (about, own_turn, in_turn, sides):
        if candidates:
            return candidates[0]
    raise Refusal("which-side", "Nobody is asked at the moment.", "Name the side that you act for.")


def own_units(action: Action) -> set[str]:
    """The units of his own that an action names."""
    refs: set[str] = set()
    for spec in fields_of(type(action)):
        if spec.kind is Kind.OWN_UNIT:
            value: str | tuple[str, ...] | None = getattr(action, spec.name)
            refs.update((value,) if isinstance(value, str) else value or ())
    return refs
