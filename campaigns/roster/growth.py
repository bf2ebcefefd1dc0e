"""What people carry from battle to battle, and what they learn: a campaign's policies on the rule set's growth.

Both are career facts. A condition is written down when a battle ends and holds until another one, or until he has
recovered; an upgrade names the battle that earned it, or none where the umpire ordered it. So a battle whose end is
taken back takes them back, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime

from pydantic import BaseModel
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns import interactions
from campaigns.database.store import Store
from campaigns.errors import Command, Refusal, no_figure
from campaigns.members.membership import is_gm, open_campaign, player_of
from campaigns.members.policies import Policies, Repairs, Replacements, WoundedReturn
from campaigns.roster.careers import Standing, Status, facts_of, fold, full_name
from campaigns.roster.elements import stands_alone
from campaigns.roster.units import RosterFigure, RosterUnit, SlotView, figure_view, view_of, views_of
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from campaigns.tables.campaigns import Campaign
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Figure, Slot, Unit
from rules.seam.forces import MusterFigure
from rules.seam.growth import GrowingPerson, Growth, Upgrade
from rules.seam.ruleset import AnyRuleSet

Options = tuple[tuple[str, str], ...]


def keeps(rules: AnyRuleSet, settings: Policies, options: Options) -> Growth | None:
    """The rule set's growth where conditions last: by the campaign's policy, or by the battle's house rules."""
    growth = rules.forces.growth
    kept = growth is not None and (settings.wounded is WoundedReturn.KEPT or growth.kept(options))
    return growth if kept else None


def person_of(slot: SlotView) -> GrowingPerson:
    """Who holds the place, with what is his own; nobody is the sheet alone."""
    if slot.holder is None:
        return GrowingPerson(slot.traits)
    standing = slot.holder.standing
    return GrowingPerson(slot.traits, standing.gains, standing.condition)


def fielded(slot: SlotView, rules: AnyRuleSet, kept: Growth | None) -> MusterFigure | None:
    """The holder as he takes the field, with what lasts of earlier wounds, None where he stays away. `kept`: of
    `keeps`. BG-R113"""
    holder = slot.holder
    if holder is None or holder.excused:
        return None
    condition = holder.standing.condition if kept is not None else ""
    hurt = kept is not None and holder.status is Status.WOUNDED and condition and kept.may_fight(condition)
    if holder.status is not Status.FIT and not hurt:
        return None
    growth = rules.forces.growth
    carried = growth.carried(GrowingPerson(slot.traits, holder.standing.gains, condition)) if growth else ""
    lasting = holder.standing.injuries
    traits = rules.forces.injuries.borne(slot.traits, lasting) if lasting else slot.traits
    return MusterFigure(holder.ref, slot.number, holder.name, holder.rank, slot.role, traits, carried)


def could_field(unit: RosterUnit, rules: AnyRuleSet, settings: Policies, today: date) -> bool:
    """Whether somebody of the unit might take the field in a battle that begins today: the fit, those who fight on
    hurt, and those whom the campaign's policies bring back or replace, if only by a die. BG-R113"""
    kept = keeps(rules, settings, settings.options)
    return any(
        fielded(slot, rules, kept) is not None or may_come_back(unit, slot, settings, today) for slot in unit.slots
    ) or any(stands_alone(slot) or _made_good(slot, settings) for slot in unit.elements)


def may_come_back(unit: RosterUnit, slot: SlotView, settings: Policies, today: date) -> bool:
    """Whether the campaign's policies may bring somebody back into the place; nobody replaces a guest."""
    return comes_back(slot, settings, today) and not (unit.guest and slot.holder is None)


def comes_back(slot: SlotView, settings: Policies, today: date) -> bool:
    """Whether the campaign's policies, or a GM's word about the day, may bring somebody back into the place."""
    holder = slot.holder
    if holder is None:
        return settings.replacements is Replacements.AUTOMATIC
    away = holder.status in (Status.WOUNDED, Status.MISSING) and not holder.excused and not holder.standing.resting
    if away and holder.standing.until is not None:
        return holder.standing.until <= today
    return away and settings.wounded in (WoundedReturn.NEXT_BATTLE, WoundedReturn.D6, WoundedReturn.FATES)


def _made_good(slot: SlotView, settings: Policies) -> bool:
    """An element that stands for men, and that the campaign's policy may repair."""
    holder = slot.holder
    return holder is not None and holder.men > 0 and not holder.excused and settings.repairs is not Repairs.OFF


# ── After a battle ────────────────────────────────────────────────────────────────────────────────────────────────


async def after_battle(
    session: AsyncSession,
    row: Battle,
    rules: AnyRuleSet,
    conditions: Mapping[str, str],
    known: Mapping[str, int],
    options: Options,
    now: datetime,
) -> None:
    """Write down in which condition the battle left those who fought in it, and heal by a step those who sat it out
    where conditions last. `conditions`: by reference, as the rule set's growth has them after the battle's events;
    `known`: the campaign's figures in it, by reference; their service is in the careers already."""
    growth = rules.forces.growth
    if growth is None:
        return
    after = {known[ref]: text for ref, text in conditions.items() if ref in known}
    standing = {figure: fold(facts) for figure, facts in (await facts_of(session, after)).items()}
    for figure, condition in after.items():
        lives = standing[figure].status not in (Status.KILLED, Status.RETIRED)
        if lives and condition != standing[figure].condition:
            session.add(_conditioned(growth, figure, condition, pk(row.id), now))
    settings = Policies.model_validate_json((await session.get_one(Campaign, row.campaign_id)).settings)
    if keeps(rules, settings, options):
        await _rest(session, row, growth, frozenset(known.values()), now)
    await session.flush()


async def _rest(session: AsyncSession, row: Battle, growth: Growth, fought: frozenset[int], now: datetime) -> None:
    found = select(Unit).where(Unit.campaign_id == row.campaign_id, col(Unit.disbanded_at).is_(None))
    for unit in await views_of(session, (await session.exec(found)).all()):
        if unit.fighting not in (None, row.id):
            continue
        for slot in unit.slots:
            man = slot.holder
            if man is None or man.id in fought or man.status is not Status.WOUNDED or not man.standing.condition:
                continue
            left = growth.rested(man.standing.condition)
            if left:
                session.add(_conditioned(growth, man.id, left, pk(row.id), now))
            else:
                session.add(
                    CareerFact(
                        figure_id=man.id, battle_id=row.id, kind=FactKind.RECOVERED, note="sat the battle out", at=now
                    )
                )


def _conditioned(growth: Growth, figure: int, condition: str, battle_id: int, now: datetime) -> CareerFact:
    words = growth.describe(condition) or "nothing left"
    return CareerFact(
        figure_id=figure, battle_id=battle_id, kind=FactKind.CONDITION, note=words, details=condition, at=now
    )


# ── Upgrades ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a figure may learn. `left`: upgrades earned and not yet spent; `by_order`: only the umpire's order lets him
    learn another one."""

    figure: RosterFigure
    unit: RosterUnit
    left: int
    by_order: bool
    sheet: tuple[str, ...]
    offers: tuple[Upgrade, ...]


class _Learned(BaseModel):
    figure_id: int


def earned(standing: Standing, every: int) -> int:
    """Upgrades that his battles come to, under a policy of one for every so many; those spent are not taken off."""
    return len(standing.battles) // every if every else 0


def left(standing: Standing, every: int) -> int:
    """Upgrades that he may still spend. Nobody learns while he is dead, gone or in other hands."""
    if standing.status not in (Status.FIT, Status.WOUNDED):
        return 0
    return max(0, earned(standing, every) - standing.spent)


async def learners(store: Store, campaign_id: int, who: int) -> tuple[tuple[RosterUnit, RosterFigure, int], ...]:
    """Figures with an upgrade to spend, of this person's own units or, for a GM, of all; with how many."""
    async with store.reading() as session:
        campaign = await session.get_one(Campaign, campaign_id)
        every = Policies.model_validate_json(campaign.settings).experience
        gm = await is_gm(session, campaign_id, who)
        found = select(Unit).where(Unit.campaign_id == campaign_id, col(Unit.disbanded_at).is_(None))
        units = await views_of(session, (await session.exec(found.order_by(col(Unit.id)))).all())
    return tuple(
        (unit, slot.holder, spare)
        for unit in units
        if gm or unit.owner == who
        for slot in unit.slots
        if slot.holder is not None and (spare := left(slot.holder.standing, every))
    )


async def lessons(store: Store, figure: int, who: int) -> Lessons:
    """What a figure may learn now.

    Raises Refusal: "unknown-figure", "not-yours", "no-upgrades" (the rule set has none), "nothing-earned", "away".
    """
    async with store.reading() as session:
        return (await _lessons(session, store, figure, who))[0]


async def learn(
    store: Store, figure: int, who: int, key: str, *, seen: int | None = None, interaction_id: int | None = None
) -> RosterFigure:
    """Spend an earned upgrade of a figure; by a GM, where none is left, it is his order. `seen`: how many the asker saw
    left to spend.

    Raises Refusal as `lessons` does, "fighting" while he is in a battle, "learned" when another number is left by now;
    RuleViolation for what he may not learn.
    """
    now = store.clock.now()
    async with store.writing() as session:
        claim = await interactions.claim(session, interaction_id, "upgrade", now)
        if claim.first is None:
            found, slot, every = await _lessons(session, store, figure, who)
            if seen not in (None, found.left):
                words = f"{found.figure.name} has {found.left or 'no'} upgrades to spend by now, not {seen}."
                raise Refusal("learned", words, ("See what he may learn: ", Command("figure upgrade"), "."))
            unit = await session.get_one(Unit, found.unit.id)
            growth = store.rules((await open_campaign(session, unit.campaign_id)).rules).forces.growth
            assert growth is not None
            if found.unit.fighting is not None and await _has_begun(session, found.unit.fighting):
                raise Refusal("fighting", f"{found.figure.name} is in a battle.", "Wait until it has ended.")
            upgrade = growth.upgrade(person_of(slot), _comrades(found.unit, slot), key)
            standing = found.figure.standing
            battle = standing.battles[(standing.spent + 1) * every - 1] if found.left else None
            session.add(
                CareerFact(
                    figure_id=figure,
                    battle_id=battle,
                    kind=FactKind.UPGRADED,
                    note=upgrade.title if battle else f"{upgrade.title}, by the umpire's order",
                    details=upgrade.key,
                    user_id=who,
                    at=now,
                )
            )
            await session.flush()
            claim.settle(_Learned(figure_id=figure))
        row = await session.get_one(Figure, figure)
        place = await session.get_one(Slot, row.slot_id)
        return figure_view(place, row, (await facts_of(session, [figure]))[figure])


async def _lessons(session: AsyncSession, store: Store, figure: int, who: int) -> tuple[Lessons, SlotView, int]:
    row = await session.get(Figure, figure)
    if row is None:
        raise no_figure()
    place = await session.get_one(Slot, row.slot_id)
    unit = await view_of(session, place.unit_id)
    campaign = await session.get_one(Campaign, unit.campaign_id)
    gm = await is_gm(session, campaign_id := unit.campaign_id, who)
    if not gm and await player_of(session, campaign_id, who) is None:
        raise no_figure()
    if not gm and unit.owner != who:
        raise Refusal("not-yours", f"{unit.name} is not your unit.", "Ask the player who raised it, or the GM.")
    growth = store.rules(campaign.rules).forces.growth
    if growth is not None and place.kind != PERSON:
        raise Refusal("no-person", f"{full_name(row)} learns nothing.", "Choose a man of its crew.")
    if growth is None:
        raise Refusal("no-upgrades", "Nobody learns anything under these rules.", "Decorate or promote him instead.")
    slot = next((slot for slot in unit.slots if slot.holder is not None and slot.holder.id == figure), None)
    if slot is None or slot.holder is None or slot.holder.status not in (Status.FIT, Status.WOUNDED):
        raise Refusal("away", "He is not with his unit.", "Only those who are with their unit learn.")
    every = Policies.model_validate_json(campaign.settings).experience
    spare = left(slot.holder.standing, every)
    if not spare and not gm:
        raise _nothing_earned(slot.holder, every)
    person = person_of(slot)
    offers = growth.upgrades(person, _comrades(unit, slot))
    return Lessons(slot.holder, unit, spare, not spare, growth.sheet(person), offers), slot, every


def _comrades(unit: RosterUnit, slot: SlotView) -> tuple[GrowingPerson, ...]:
    return tuple(person_of(other) for other in unit.slots if other.id != slot.id)


def _nothing_earned(man: RosterFigure, every: int) -> Refusal:
    if not every:
        words = "This campaign has no upgrades for battles survived."
        return Refusal(
            "nothing-earned", words, ("A GM can set that house rule: ", Command("gm policy"), " experience.")
        )
    more = every * (man.standing.spent + 1) - len(man.standing.battles)
    words = f"{man.name} has no upgrade to spend: one comes with every {every} battles survived."
    return Refusal("nothing-earned", words, f"{more} more to go.")


async def _has_begun(session: AsyncSession, battle_id: int) -> bool:
    return (await session.get_one(Battle, battle_id)).status == BattleStatus.RUNNING
