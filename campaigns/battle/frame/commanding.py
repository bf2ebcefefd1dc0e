"""Who commands which unit in a battle, who is asked for it, and who may stand in for him.

A unit is commanded by the player to whom it was assigned for the battle, else by the one who raised it, as long as he
plays for its side. What nobody commands is everybody's on its side.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.course.authority import own_units
from campaigns.battle.course.conduct import Conduct
from campaigns.battle.record import finding
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_unit
from campaigns.members.commanders import home_units
from campaigns.members.membership import is_gm, player_of
from campaigns.members.policies import Policies, StandIn
from campaigns.tables.battles import BattleStatus, BattleUnit, EntryKind, JournalEntry
from campaigns.tables.campaigns import Player, Side
from campaigns.tables.roster import Unit
from rules.kernel.action import Action, Actor, Role, SideId
from rules.seam.ruleset import AnyRuleSet


@dataclass(frozen=True, slots=True)
class Assigned:
    """A unit in a battle and who commands it: his user id and name; None and "": everybody of its side."""

    unit_id: int
    unit: str
    side: str
    user: int | None
    name: str


async def assignments(store: Store, battle_id: int) -> tuple[Assigned, ...]:
    """Who commands which of the units that were called, the oldest first."""
    async with store.reading() as session:
        return tuple((await _assigned(session, battle_id)).values())


async def _assigned(session: AsyncSession, battle_id: int) -> dict[int, Assigned]:
    called = (
        select(BattleUnit, Unit, Side.key)
        .join(Unit, col(Unit.id) == BattleUnit.unit_id)
        .join(Side, col(Side.id) == Unit.side_id)
        .where(BattleUnit.battle_id == battle_id)
        .order_by(col(Unit.id))
    )
    rows = (await session.exec(called)).all()
    ids = {number for call, unit, _ in rows for number in (call.commander, unit.player_id) if number is not None}
    present = select(Player).where(col(Player.id).in_(ids), col(Player.left_at).is_(None))
    players = {player.id: player for player in (await session.exec(present)).all()}
    found: dict[int, Assigned] = {}
    for call, unit, side in rows:
        candidates = [players.get(call.commander), players.get(unit.player_id)]
        his = next((player for player in candidates if player and player.side_id == unit.side_id), None)
        found[call.unit_id] = Assigned(
            call.unit_id, unit.name, side, his.user_id if his else None, his.name if his else ""
        )
    return found


async def assign(store: Store, battle_id: int, who: int, unit_id: int, user_id: int) -> Assigned:
    """Give the command of a unit to another player of its side: a GM, or the one who has it.

    Raises Refusal: "no-battle", "battle-over", "cancelled", "unknown-unit", "not-yours", "not-your-side".
    """
    async with store.writing_battle(battle_id) as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who)
        if row.status != BattleStatus.OPEN:
            finding.require_running(row)
        found = (await _assigned(session, battle_id)).get(unit_id)
        own = await player_of(session, row.campaign_id, who)
        gm = await is_gm(session, row.campaign_id, who)
        unit = await session.get(Unit, unit_id)
        if found is None or unit is None or not (gm or (own is not None and own.side_id == unit.side_id)):
            raise no_unit()
        if not gm and found.user not in (None, who):
            raise _not_his(found, "Ask him, or the GM, to hand it over.")
        player = await player_of(session, row.campaign_id, user_id)
        if player is None or player.side_id != unit.side_id:
            raise Refusal(
                "not-your-side", f"Only players of its side can command {found.unit}.", "Choose one of its players."
            )
        calls = select(BattleUnit).where(BattleUnit.battle_id == battle_id, BattleUnit.unit_id == unit_id)
        (await session.exec(calls)).one().commander = player.id
        await session.flush()
        await waits.derive(session, row, Policies.model_validate_json(campaign.settings), store.clock.now())
        return (await _assigned(session, battle_id))[unit_id]


# ── For whose units ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Shares:
    """The units of a side that take orders: the player's own, those that are nobody's among them, and his fellows'."""

    own: tuple[str, ...]
    others: tuple[str, ...]


async def shares(session: AsyncSession, battle_id: int, units: Sequence[str], side: SideId, who: int) -> Shares:
    """How a side's units are shared out between one of its players and his fellows."""
    assigned = await _assigned(session, battle_id)
    home = await home_units(session, battle_id, units)
    his = {ref: assigned[home[ref]] for ref in units if home.get(ref) in assigned}
    others = {ref for ref, one in his.items() if one.side == side and one.user not in (None, who)}
    return Shares(tuple(ref for ref in units if ref not in others), tuple(ref for ref in units if ref in others))


async def shares_of(store: Store, battle_id: int, units: Sequence[str], side: SideId, who: int) -> Shares:
    async with store.reading() as session:
        return await shares(session, battle_id, units, side, who)


async def for_his_own(conduct: Conduct, action: Action, by: Actor, who: int) -> Action:
    """The action for the units of the player who asks, where it stands for these, he names none, and a fellow of his
    commands others. Raises Refusal "not-yours" where all of them are his fellows'."""
    field, ordering, side = action.stands_for, conduct.rules.battle.ordering, by.side
    member = conduct.member
    own_side = member is not None and side is not None and member.side == side and by.role is Role.PLAYER
    if not field or getattr(action, field) or ordering is None or side is None or not own_side:
        return action
    found = await shares(conduct.session, conduct.id, ordering.units(conduct.state, side), side, who)
    if not found.others:
        return action
    if not found.own:
        raise Refusal(
            "not-yours", "You command none of these units.", "Leave it to those who do, or name the units it is for."
        )
    return action.model_copy(update={field: found.own})


# ── Who may act ───────────────────────────────────────────────────────────────────────────────────────────────────


async def require_command(conduct: Conduct, action: Action, by: Actor, who: int) -> None:
    """Raises Refusal "not-yours" where the campaign wants each player to command his own units, and this is about
    another's."""
    policy, member = conduct.settings.stand_in, conduct.member
    if policy is StandIn.ANYONE or by.role is not Role.PLAYER or (member is not None and member.gm):
        return
    assigned = await _assigned(conduct.session, conduct.id)
    refs = own_units(action)
    ask = conduct.prompt.for_side(by.side or "")
    about = refs or set(ask.bodies if ask is not None else ())
    of = await home_units(conduct.session, conduct.id, about)
    others = {assigned[of[ref]] for ref in about if ref in of and of[ref] in assigned}
    others = {one for one in others if one.side == by.side and one.user not in (None, who)}
    # Of a question to the whole side it is enough to command one of those whom it is about.
    if not others or (not refs and len(others) < len({of.get(ref) for ref in about})):
        return
    if policy is StandIn.AFTER_DEADLINE and await _late(conduct, others, assigned, by.side or ""):
        return
    when = (
        "once he has let a deadline pass, anybody of your side may"
        if policy is StandIn.AFTER_DEADLINE
        else ("here only he or the GM acts with it")
    )
    raise _not_his(min(others, key=lambda one: one.unit_id), f"Leave it to him: {when}.")


def _not_his(assigned: Assigned, remedy: str) -> Refusal:
    whose = f"{assigned.name}'s" if assigned.name else "another player's"
    return Refusal(
        "not-yours",
        f"{assigned.unit} is {whose} to command.",
        (f"{remedy} ", Command("battle assign"), " hands a unit over."),
    )


async def _late(conduct: Conduct, others: Iterable[Assigned], assigned: Mapping[int, Assigned], side: str) -> bool:
    """Whether each of these commanders has let a deadline pass for one of his units since he last acted."""
    for user in {one.user for one in others}:
        of_battle = select(JournalEntry).where(
            JournalEntry.battle_id == conduct.id, col(JournalEntry.kind) == EntryKind.ACTION
        )
        newest = of_battle.where(JournalEntry.user_id == user).order_by(col(JournalEntry.seq).desc()).limit(1)
        last = (await conduct.session.exec(newest)).first()
        since = last.seq if last is not None else 0
        missed = of_battle.where(
            JournalEntry.seq > since, JournalEntry.side == side, col(JournalEntry.absent).is_(True)
        )
        his = {one.unit_id for one in assigned.values() if one.user == user}
        if not await _any_about(conduct.session, conduct.rules, (await conduct.session.exec(missed)).all(), his):
            return False
    return True


async def _any_about(session: AsyncSession, rules: AnyRuleSet, entries: Sequence[JournalEntry], his: set[int]) -> bool:
    """Whether a default was carried out for one of his units, or for the whole side."""
    for entry in entries:
        refs = own_units(rules.battle.actions.load(entry.intent))
        if not refs or his & set((await home_units(session, entry.battle_id, refs)).values()):
            return True
    return False
