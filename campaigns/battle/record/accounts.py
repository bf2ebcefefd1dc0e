"""What each viewer may be told of a battle that has ended, kept beside it.

A side's account is made of the events that it may know, and names of the others whom its view shows when the battle is
over and whose fate everybody was told, as the closing post does. It is reckoned when a battle ends, and again wherever
one is missing: of battles that ended before there were any, and of those that came from another database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter
from sqlmodel import col, delete, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.tables.base import given
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.stories import BattleAccount, BattleByTurn
from rules.kernel.event import Event
from rules.seam.forces import Muster
from rules.seam.ruleset import AnyRuleSet, Service
from rules.seam.service import CREDITED
from rules.seam.viewing import PUBLIC, Viewer
from rules.telling.story import BattleStory, Recorded

EVERYTHING = "*"
"""The viewer who may know all of it."""
EVERYBODY = ""
"""What is no secret."""
_FATES = ("killed", "destroyed", "wounded", "knocked-out", "damaged", "captured", "missing")


@dataclass(frozen=True, slots=True)
class ToldBattle:
    """What one viewer may be told: the moments, what the events come to for careers, whom the viewer may name."""

    account: BattleStory
    service: tuple[Service, ...] = ()
    names: tuple[Recorded, ...] = ()

    @property
    def named(self) -> Mapping[str, Recorded]:
        return {each.ref: each for each in self.names}

    def knows(self, ref: str) -> bool:
        return any(each.ref == ref for each in self.names)


KEPT: TypeAdapter[ToldBattle] = TypeAdapter(ToldBattle)


def reckon(rules: AnyRuleSet, state: Any, events: Sequence[Event], muster: Muster) -> dict[str, str]:
    """The accounts of all viewers, by viewer, as they are kept. Takes its time."""
    made = {side.key: told_to(rules, state, events, Viewer(side.key)) for side in muster.sides}
    made |= {EVERYBODY: told_to(rules, state, events, PUBLIC), EVERYTHING: whole(rules, events)}
    units = [*(unit for side in muster.sides for unit in side.units), *muster.reserves]
    called = {one.id: one.name for unit in units for one in (*unit.figures, *unit.elements)}
    return {key: KEPT.dump_json(_named(each, called), exclude_defaults=True).decode() for key, each in made.items()}


def _named(kept: ToldBattle, called: Mapping[str, str]) -> ToldBattle:
    """With names for those to whom the events give none."""
    names = tuple(replace(each, name=each.name or called.get(each.ref, each.ref)) for each in kept.names)
    return replace(kept, names=names)


def whole(rules: AnyRuleSet, events: Sequence[Event]) -> ToldBattle:
    """For who may know everything."""
    account = rules.battle.account(events)
    return ToldBattle(replace(account, named=()), rules.battle.service(events), account.named)


def told_to(rules: AnyRuleSet, state: Any, events: Sequence[Event], viewer: Viewer) -> ToldBattle:
    """For the players of a side, or for everybody."""
    own = {viewer.side, *(each for each, by in rules.battle.controllers(state).items() if by == viewer.side)}
    heard = [event for event in events if event.audience is None or viewer.side in event.audience]
    service, account = rules.battle.service(heard), rules.battle.account(heard)
    everybody = rules.battle.account(events).named
    seen = _shown(rules, state, viewer)
    if seen != _shown(rules, state, Viewer(umpire=True)):
        fell = {each.of for each in _public(rules, events) if each.what in _FATES}
        seen |= fell | {each.body for each in everybody if each.ref in fell and each.body}
        everybody = tuple(each for each in everybody if each.side in own or each.ref in seen)
    known = {each.ref for each in everybody}
    # A side learns that it has felled somebody where it may know who that was.
    service = tuple(each for each in service if each.of in known and (each.what not in CREDITED or each.by in known))
    moments = tuple(each for each in account.moments if each.who in known)
    return ToldBattle(replace(account, named=(), moments=moments), service, everybody)


def _shown(rules: AnyRuleSet, state: Any, viewer: Viewer) -> set[str]:
    """The refs of people and bodies that the viewer is shown now that it is over."""
    units = rules.battle.view(state, viewer).units
    return {ref for unit in units for ref in (unit.ref, *(figure.id for figure in unit.figures))}


def _public(rules: AnyRuleSet, events: Sequence[Event]) -> Iterable[Service]:
    return rules.battle.service([event for event in events if event.audience is None])


# ── Keeping ───────────────────────────────────────────────────────────────────────────────────────────────────────


def keep(session: AsyncSession, battle_id: int, accounts: Mapping[str, str]) -> None:
    """Write down what has been reckoned of a battle that has none."""
    session.add_all(BattleAccount(battle_id=battle_id, viewer=key, told=told) for key, told in accounts.items())


async def drop(session: AsyncSession, battle_id: int) -> None:
    """The battle goes on: it has neither an account nor a report turn by turn."""
    await session.exec(delete(BattleAccount).where(col(BattleAccount.battle_id) == battle_id))
    await session.exec(delete(BattleByTurn).where(col(BattleByTurn.battle_id) == battle_id))


_KEPT = (
    select(Battle.id, BattleAccount.told)
    .join(BattleAccount, (col(BattleAccount.battle_id) == Battle.id) & (col(BattleAccount.viewer) == given("viewer")))
    .where(col(Battle.campaign_id) == given("campaign"), col(Battle.status) == BattleStatus.ENDED)
    .order_by(col(Battle.number))
)


async def kept(session: AsyncSession, campaign_id: int, viewer: str) -> dict[int, ToldBattle]:
    """The accounts of a campaign's ended battles for that viewer, by battle, the first one first. A side that was not
    in a battle has none of it."""
    rows = (await session.exec(_KEPT, params={"campaign": campaign_id, "viewer": viewer})).all()
    return {battle: _read(told) for battle, told in rows if battle is not None}


@lru_cache(maxsize=128)
def _read(told: str) -> ToldBattle:
    """Read once: whoever writes a whole chronicle asks for the same accounts with every unit."""
    return KEPT.validate_json(told)
