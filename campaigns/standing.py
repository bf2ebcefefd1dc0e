"""For whom somebody may act in a battle, and as whom he looks at it."""

from __future__ import annotations

from campaigns import journal
from campaigns.conduct import Conduct
from campaigns.errors import Refusal, Stale, gm_only
from campaigns.membership import is_gm, own_side
from campaigns.models import EntryKind
from rules.action import UMPIRE, Action, Actor, Kind, Role, SideId, fields_of


async def sides_spoken_for(field: Conduct, who: int) -> tuple[SideId, ...]:
    """A player's own side first, then those that it controls at the moment; nothing for one who plays none."""
    own = await own_side(field.session, field.row.campaign_id, who)
    if own is None:
        return ()
    controlled = [side for side, by in field.rules.controllers(field.state).items() if by == own and side != own]
    return (own, *controlled)


async def actor_for(field: Conduct, action: Action, who: int, side: SideId | None) -> Actor:
    """As whom somebody takes this action: for the side that he names, else for the side of the unit that it is about,
    else for the side that is asked, else for his own.

    A GM acts as the umpire, and for any side whose answer is waited for. Raises Refusal: "umpire-only", "engine-only",
    "not-your-side", "unknown-side", "which-side".
    """
    gm = await is_gm(field.session, field.row.campaign_id, who)
    if action.role is Role.ENGINE:
        raise Refusal("engine-only", "The engine does that by itself.", "Choose one of the actions that are offered.")
    if action.role is Role.UMPIRE:
        if not gm:
            raise gm_only("do that")
        return UMPIRE
    sides = await sides_spoken_for(field, who)
    if side is not None and side not in {kind.key for kind in field.rules.sides}:
        raise Refusal("unknown-side", f"There is no side {side!r}.", "Choose one from the list.")
    if side is not None and side not in sides and not gm:
        raise Refusal("not-your-side", "You do not play that side.", "Only its players, or the GM, act for it.")
    side = side or _side_meant(field, action, sides, gm)
    ask = field.prompt.for_side(side)
    if ask is not None and ask.umpire:
        if not gm:
            raise gm_only("answer that")
        return Actor(Role.UMPIRE, side)
    return Actor.player(side)


def _side_meant(field: Conduct, action: Action, sides: tuple[SideId, ...], gm: bool) -> SideId:
    # A GM who plays a side himself does not act for the others by accident: he must name them.
    asked = [ask for ask in field.prompt.asks if ask.side in sides or (gm and (ask.umpire or not sides))]
    about = [ask.side for ask in asked if _own_units(action) & set(ask.units)]
    own_turn = [ask.side for ask in asked if ask.side in sides]
    in_turn = [ask.side for ask in asked]
    if len(set(in_turn)) > 1 and not about and not own_turn:
        raise Refusal("which-side", "Several sides are asked.", "Name the side that you act for.")
    for candidates in (about, own_turn, in_turn, sides):
        if candidates:
            return candidates[0]
    raise Refusal("which-side", "Nobody is asked at the moment.", "Name the side that you act for.")


def _own_units(action: Action) -> set[str]:
    refs: set[str] = set()
    for spec in fields_of(type(action)):
        if spec.kind is Kind.OWN_UNIT:
            value: str | tuple[str, ...] | None = getattr(action, spec.name)
            refs.update((value,) if isinstance(value, str) else value or ())
    return refs


async def require_fresh(field: Conduct, by: Actor, seen: int | None) -> None:
    """Raises Stale when something has happened since version `seen` that the actor could have seen, or that his own
    side did. What the other side decided in secret meanwhile does not make his choice stale."""
    if seen is None or seen == field.loaded:
        return
    if seen > field.loaded:
        raise Stale(field.loaded, field.loaded)
    for entry in await journal.entries(field.session, field.rules, field.id, after=seen):
        visible = any(event.audience is None or by.side in event.audience for event in entry.events)
        if visible or entry.kind is not EntryKind.ACTION or by.role is Role.UMPIRE or entry.by.side == by.side:
            raise Stale(seen, field.loaded)
