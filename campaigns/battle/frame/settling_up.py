"""What is to be settled when a battle is over: who comes back, who steps up, who fills the empty places, who is
honoured.

Each step is a proposal made by rule from the rosters as they are now, and carrying it out does what the roster's own
commands do. So a step can be left and taken up again until the units are called to another battle; what is left goes
by the campaign's policies when that begins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record import finding
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies, Replacements
from campaigns.roster import promoting, rosters
from campaigns.roster.careers import Standing, facts_of, fold, in_force
from campaigns.roster.growth import keeps
from campaigns.roster.rosters import AWAY
from campaigns.roster.units import RosterFigure, RosterUnit, views_where
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus, BattleUnit
from campaigns.tables.roster import CareerFact, FactKind, Unit
from rules.action import SideId
from rules.ruleset import AnyRuleSet

MENTION = "Mentioned in dispatches"
"""What whoever did most is proposed for."""
_DID = (FactKind.KILL_CREDITED, FactKind.DESTROY_CREDITED, FactKind.SHARE_CREDITED)


class ClosingStep(StrEnum):
    """In the order in which they are taken: whoever steps up leaves a place for a newcomer."""

    FATES = "fates"
    SUCCESSION = "succession"
    REPLACEMENTS = "replacements"
    HONOURS = "honours"


@dataclass(frozen=True, slots=True)
class LineToSettle:
    """One line of a step. `figure`: whom it is about; `place`: the id of the slot that is filled or taken."""

    unit: RosterUnit
    figure: RosterFigure
    place: int | None = None
    role: str = ""
    """Of the place."""
    kills: int = 0
    destroyed: int = 0
    shares: int = 0

    @property
    def ref(self) -> str:
        """No two lines of a step have one: a man may have left several places empty, and die in the last."""
        return self.figure.ref if self.place is None else f"{self.place}.{self.figure.ref}"


@dataclass(frozen=True, slots=True)
class Settlement:
    """All that is left to settle after a battle. `elsewhere`: units that have been called to another one since."""

    battle_id: int
    campaign_id: int
    title: str
    settings: Policies
    steps: Mapping[ClosingStep, tuple[LineToSettle, ...]]
    elsewhere: tuple[str, ...]
    guests: tuple[RosterUnit, ...] = ()
    """Of the scene, of whom somebody lives: on no roster until a GM takes them on."""

    def can_be_done(self, step: ClosingStep) -> bool:
        """Whether anything of the step is left, and the campaign allows it."""
        sent = step is not ClosingStep.REPLACEMENTS or self.settings.replacements is not Replacements.NONE
        return bool(self.steps[step]) and sent


async def settlement(store: Store, battle_id: int, who: int) -> Settlement:
    """What is left to settle, for a GM. Raises Refusal: "no-battle", "umpire-only", "not-over"."""
    async with store.reading() as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who, locked=False)
        await require_gm(session, row.campaign_id, who, "close a battle")
        if row.status != BattleStatus.ENDED:
            raise Refusal("not-over", f"{row.title} is not over.", "Wait until it has ended.")
        fought = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
        views = await views_where(session, col(Unit.id).in_(fought) & col(Unit.disbanded_at).is_(None))
        free = [unit for unit in views if unit.fighting is None]
        lasting = [unit for unit in free if not unit.guest]
        rules, settings = store.rules(campaign.rules), Policies.model_validate_json(campaign.settings)
        honours = await _honours(session, row, free)
    return Settlement(
        battle_id=battle_id,
        campaign_id=row.campaign_id,
        title=row.title,
        settings=settings,
        steps={
            ClosingStep.FATES: tuple(_away(free, rules, settings)),
            ClosingStep.SUCCESSION: tuple(
                LineToSettle(step.unit, step.figure, step.place.id, step.place.role)
                for unit in lasting
                for step in promoting.steps(unit, rules)
            ),
            ClosingStep.REPLACEMENTS: tuple(
                LineToSettle(unit, slot.last, slot.id, slot.role)
                for unit in lasting
                for slot in unit.places
                if slot.holder is None
            ),
            ClosingStep.HONOURS: honours,
        },
        elsewhere=tuple(unit.name for unit in views if unit.fighting is not None),
        guests=tuple(unit for unit in free if unit.guest and _living(unit)),
    )


def _living(unit: RosterUnit) -> list[RosterFigure]:
    return [slot.holder for slot in unit.places if slot.holder is not None]


async def take_on(store: Store, battle_id: int, who: int, unit_id: int) -> RosterUnit:
    """A guest joins: the unit stands on the roster of its side from now on. Raises Refusal as `settlement` does, and
    "nothing-left" for whoever is no guest of the battle, or is called to another one."""
    now = await settlement(store, battle_id, who)
    async with store.writing() as session:
        found = next((unit for unit in now.guests if unit.id == unit_id), None)
        row = await session.get_one(Unit, unit_id) if found is not None else None
        if found is None or row is None or not row.guest:
            raise Refusal("nothing-left", "That guest has joined already, or is gone.", "Open the panel again.")
        row.guest = False
        at = store.clock.now()
        for man in _living(found):
            note = f"a guest of {now.title} until then; joined"
            session.add(CareerFact(figure_id=man.id, kind=FactKind.NOTED, note=note, user_id=who, at=at))
    return found


async def carry_out(
    store: Store, battle_id: int, who: int, step: ClosingStep, only: Collection[str] | None = None
) -> tuple[LineToSettle, ...]:
    """Carry out a step, or only the proposals with these references, all of them or none. Returns those that were: who
    steps up into a place that somebody else must leave first takes them along.

    Raises Refusal: "nothing-left", what `settlement` raises, and what the roster's own commands do.
    """
    now = await settlement(store, battle_id, who)
    chosen = tuple(each for each in now.steps[step] if only is None or each.ref in only)
    done = await _carried_out(store, battle_id, who, step, chosen, now) if chosen else ()
    if not done:
        raise Refusal("nothing-left", "All of that is settled already.", "Open the panel again.")
    return done


async def _carried_out(
    store: Store, battle_id: int, who: int, step: ClosingStep, chosen: Sequence[LineToSettle], now: Settlement
) -> tuple[LineToSettle, ...]:
    """Another GM may have been faster: then less is left than was chosen, or nothing."""
    match step:
        case ClosingStep.FATES:
            await rosters.recover_several(store, [each.figure.id for each in chosen], who)
        case ClosingStep.SUCCESSION:
            units = dict.fromkeys(each.unit.id for each in chosen)
            only = [(each.figure.id, each.place) for each in chosen]
            up = {(one.figure.id, one.place.id) for one in await promoting.step_up(store, list(units), who, only)}
            return tuple(each for each in now.steps[step] if (each.figure.id, each.place) in up)
        case ClosingStep.REPLACEMENTS:
            await rosters.replace_several(store, [each.place for each in chosen if each.place is not None], who)
        case ClosingStep.HONOURS:
            people = [each.figure.id for each in chosen]
            honoured = await rosters.decorate_several(store, people, who, MENTION, battle_id)
            return tuple(each for each in chosen if each.figure.id in honoured)
    return tuple(chosen)


async def carry_out_all(store: Store, battle_id: int, who: int) -> Mapping[ClosingStep, tuple[LineToSettle, ...]]:
    """Carry out succession, replacements (where the campaign sends any) and honours, in this order; the hurt and the
    missing are left to the campaign's policy.

    Raises what `carry_out` does; "nothing-left" where none of them has anything left.
    """
    done: dict[ClosingStep, tuple[LineToSettle, ...]] = {}
    for step in (ClosingStep.SUCCESSION, ClosingStep.REPLACEMENTS, ClosingStep.HONOURS):
        now = await settlement(store, battle_id, who)
        if now.can_be_done(step):
            done[step] = await carry_out(store, battle_id, who, step)
    if not done:
        raise Refusal(
            "nothing-left", "All is settled already.", "Those who are away come back by the campaign's policy."
        )
    return done


def _away(units: Sequence[RosterUnit], rules: AnyRuleSet, settings: Policies) -> list[LineToSettle]:
    """Those who are hurt, taken or missing, and what is damaged or short of men; not those who fight on as they are."""
    kept = keeps(rules, settings, settings.options)
    return [
        LineToSettle(unit, slot.holder, slot.id, slot.role)
        for unit in units
        for slot in unit.places
        if slot.holder is not None
        and (slot.holder.status in AWAY or slot.holder.standing.lost)
        and not (kept is not None and slot.holder.standing.condition and kept.may_fight(slot.holder.standing.condition))
    ]


async def _honours(session: AsyncSession, row: Battle, units: Sequence[RosterUnit]) -> tuple[LineToSettle, ...]:
    """On each side whoever did most in the battle, unless they have been honoured for it: by those whom they felled and
    what they destroyed alone, then by what they had a part in."""
    people = {
        man.id: (unit, man) for unit in units for man, slot in unit.everybody if slot in (*unit.slots, *unit.struck)
    }
    facts = await facts_of(session, people)
    best: dict[SideId, list[LineToSettle]] = {}
    for figure, (unit, man) in people.items():
        own = [fact for fact in in_force(facts[figure]) if fact.battle_id == pk(row.id)]
        did = _done(own)
        if not (did.kills or did.destroyed or did.shares):
            continue
        one = LineToSettle(unit, man, None, "", did.kills, did.destroyed, did.shares)
        first = best.get(unit.side, [one])
        if _merit(one) >= _merit(first[0]):
            best[unit.side] = [*(each for each in first if _merit(each) == _merit(one) and each is not one), one]
    decorated = {figure for figure in people if any(_for_it(fact, pk(row.id)) for fact in in_force(facts[figure]))}
    return tuple(each for found in best.values() for each in found if each.figure.id not in decorated)


def _done(facts: Sequence[CareerFact]) -> Standing:
    return fold(fact for fact in facts if fact.kind in _DID)


def _merit(one: LineToSettle) -> tuple[int, int]:
    return one.kills + one.destroyed, one.shares


def _for_it(fact: CareerFact, battle_id: int) -> bool:
    return fact.kind == FactKind.DECORATED and fact.battle_id == battle_id
