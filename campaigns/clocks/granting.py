"""What is granted: a GM's excuse and a look at everybody's clock; what its players want a deadline to do for a side."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import col, select

from campaigns.clocks import people, waits
from campaigns.clocks.bank import Account
from campaigns.clocks.pausing import running_battle
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, gm_only
from campaigns.members.membership import is_gm, open_campaign, own_side, require_member, sides_of
from campaigns.members.policies import AtDeadline, Policies
from campaigns.tables.clocks import TimeBank
from rules.kernel.action import SideId


@dataclass(frozen=True, slots=True)
class PersonsClock:
    """Somebody's clock in a battle. `runs_out`: None while he is not asked."""

    user_id: int
    asked: bool
    asleep: bool
    left: timedelta
    runs_out: datetime | None
    misses: int


async def excuse(store: Store, battle_id: int, who: int, user_id: int) -> None:
    """A GM takes back somebody's newest miss in the battle and has his clock start again. Raises Refusal: "no-battle",
    "not-running", "umpire-only", "not-asked" (nothing is asked of him now)."""
    now = store.clock.now()
    async with store.writing_battle(battle_id) as session:
        battle, campaign, member = await running_battle(session, battle_id, who)
        if not member.gm:
            raise gm_only("excuse somebody")
        bank = await session.get(TimeBank, (battle_id, user_id))
        if bank is None or bank.since is None:
            raise Refusal("not-asked", "Nothing is asked of him now.", ("See whom it waits for: ", Command("gm clock")))
        bank.misses = max(0, bank.misses - 1)
        settings = Policies.model_validate_json(campaign.settings)
        await waits.derive(session, battle, settings, now, renew=(user_id,))


async def clocks(store: Store, battle_id: int, who: int) -> tuple[PersonsClock, ...]:
    """Everybody's clock in a battle, for its GM. Raises Refusal: "no-battle", "not-running", "umpire-only"."""
    now = store.clock.now()
    async with store.reading() as session:
        _, _, member = await running_battle(session, battle_id, who, locked=False)
        if not member.gm:
            raise gm_only("see everybody's clock")
        found = select(TimeBank).where(TimeBank.battle_id == battle_id).order_by(col(TimeBank.user_id))
        banks = (await session.exec(found)).all()
        days = await people.hours(session, {bank.user_id for bank in banks})
    told: list[PersonsClock] = []
    for bank in banks:
        hours, account = days[bank.user_id], Account.of(bank.left, bank.since)
        told.append(
            PersonsClock(
                bank.user_id,
                bank.since is not None,
                not hours.awake(now),
                account.at(now, hours),
                account.runs_out(hours),
                bank.misses,
            )
        )
    return tuple(told)


async def at_deadline(store: Store, campaign_id: int, who: int, side: SideId, policy: AtDeadline | None) -> None:
    """What a deadline does for a side, by the word of one of its players or a GM; None: as the campaign has it.

    Raises Refusal: "no-campaign", "campaign-closed", "not-your-side", "unknown-side".
    """
    async with store.writing() as session:
        await open_campaign(session, campaign_id)
        await require_member(session, campaign_id, who)
        sides = await sides_of(session, campaign_id)
        if side not in sides:
            raise Refusal("unknown-side", f"There is no side {side!r}.", "Choose one from the list.")
        if await own_side(session, campaign_id, who) != side and not await is_gm(session, campaign_id, who):
            raise Refusal("not-your-side", "You do not play that side.", "Only its players, or the GM, settle that.")
        sides[side].at_deadline = policy
