"""What is to be settled when a battle is over: who comes back, what lasts of wounds, what is repaired, who steps up,
who fills the empty places, which weak units become one, who is honoured, who may learn.

Each step is a proposal made by rule from the rosters as they are now, and carrying it out does what the roster's own
commands do. So a step can be left and taken up again until the units are called to another battle; what is left goes
by the campaign's policies when that begins.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from sqlmodel import col, select

from campaigns.battle.frame import deserving
from campaigns.battle.record import finding, lasting
from campaigns.battle.record.lasting import InjuryDrawn
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.honours import granting
from campaigns.honours.granting import Grant
from campaigns.honours.proposing import Contested, HonourProposal
from campaigns.members.membership import require_gm
from campaigns.members.policies import Policies, Replacements
from campaigns.roster import growth, injuries, promoting, regrouping, rosters
from campaigns.roster.growth import keeps
from campaigns.roster.injuries import InjuryGiven
from campaigns.roster.resting import day_words
from campaigns.roster.rosters import AWAY
from campaigns.roster.units import RosterFigure, RosterUnit, SlotView, views_where
from campaigns.tables.battles import BattleStatus, BattleUnit
from campaigns.tables.roster import PERSON, CareerFact, FactKind, Unit
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet

LONGEST_REST, LONGEST_DAYS = 9, 366
"""Battles, and days."""


class ClosingStep(StrEnum):
    """In the order in which they are taken: whoever steps up leaves a place for a newcomer."""

    FATES = "fates"
    INJURIES = "injuries"
    REPAIRS = "repairs"
    SUCCESSION = "succession"
    REPLACEMENTS = "replacements"
    MERGERS = "mergers"
    HONOURS = "honours"
    LEARNING = "learning"


BY_THEMSELVES = (ClosingStep.MERGERS, ClosingStep.LEARNING)
"""Steps of which nothing is done but what somebody chooses."""
AT_ONCE = (ClosingStep.SUCCESSION, ClosingStep.REPLACEMENTS, ClosingStep.HONOURS)
"""Steps that are taken together: what is hurt or damaged is left to the campaign's policy."""


@dataclass(frozen=True, slots=True)
class LineToSettle:
    """One line of a step. `figure`: whom or what it is about, None where that is the whole unit; `place`: the id of the
    slot that is filled or taken."""

    unit: RosterUnit
    figure: RosterFigure | None
    place: int | None = None
    role: str = ""
    """Of the place."""
    proposal: HonourProposal | None = None
    """Of an honour."""
    into: RosterUnit | None = None
    """Of a merger: the unit that takes the others in."""
    leader: int | None = None
    """And the figure who leads them then."""
    to_spend: int = 0
    """Upgrades."""
    injury: InjuryDrawn | None = None
    """What the dice propose that they keep of a wound."""

    @property
    def man(self) -> RosterFigure:
        """Whom it is about, where that is one. Raises ValueError."""
        if self.figure is None:
            raise ValueError(f"this is about all of {self.unit.name}")
        return self.figure

    @property
    def ref(self) -> str:
        """No two lines of a step have one: a man may have left several places empty, and die in the last."""
        if self.proposal is not None:
            return self.proposal.ref
        if self.figure is None:
            return self.unit.ref
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
    contested: tuple[Contested, ...] = ()
    """Honours given for it that careers bear out no more."""
    may_rest: bool = True
    """Whether a GM says how long somebody stays away; else the rule set does."""

    def can_be_done(self, step: ClosingStep) -> bool:
        """Whether anything of the step is left, and the campaign allows it."""
        sent = step is not ClosingStep.REPLACEMENTS or self.settings.replacements is not Replacements.NONE
        return bool(self.steps[step]) and sent


async def settlement(store: Store, battle_id: int, who: int) -> Settlement:
    """What is left to settle, for a GM. Raises Refusal: "no-battle", "umpire-only", "not-over", "bad-awards"."""
    async with store.reading() as session:
        row, campaign = await finding.battle_row(session, battle_id, who=who, locked=False)
        await require_gm(session, row.campaign_id, who, "close a battle")
        if row.status != BattleStatus.ENDED:
            raise Refusal("not-over", f"{row.title} is not over.", "Wait until it has ended.")
        fought = select(BattleUnit.unit_id).where(BattleUnit.battle_id == battle_id)
        views = await views_where(session, col(Unit.id).in_(fought) & col(Unit.disbanded_at).is_(None))
        free = [unit for unit in views if unit.fighting is None]
        serving = [unit for unit in free if not unit.guest]
        rules, settings = store.rules(campaign.rules), Policies.model_validate_json(campaign.settings)
        honours = await deserving.proposed(store, session, row, campaign, free)
        maimed = await lasting.drawn(session, row, rules, settings, serving)
    away = _away(free, rules, settings)
    return Settlement(
        battle_id=battle_id,
        campaign_id=row.campaign_id,
        title=row.title,
        settings=settings,
        steps={
            ClosingStep.FATES: tuple(each for each in away if each.man.kind == PERSON),
            ClosingStep.INJURIES: tuple(
                LineToSettle(each.unit, each.figure, injury=each) for each in maimed if each.injury is not None
            ),
            ClosingStep.REPAIRS: tuple(each for each in away if each.man.kind != PERSON),
            ClosingStep.SUCCESSION: tuple(
                LineToSettle(step.unit, step.figure, step.place.id, step.place.role)
                for unit in serving
                for step in promoting.steps(unit, rules)
            ),
            ClosingStep.REPLACEMENTS: tuple(
                LineToSettle(unit, slot.last, slot.id, slot.role)
                for unit in serving
                for slot in unit.places
                if slot.holder is None
            ),
            ClosingStep.MERGERS: tuple(_weak(serving, rules)),
            ClosingStep.HONOURS: tuple(
                LineToSettle(each.unit, each.figure, proposal=each) for each in honours.proposals
            ),
            ClosingStep.LEARNING: tuple(_learners(serving, settings.experience)),
        },
        elsewhere=tuple(unit.name for unit in views if unit.fighting is not None),
        guests=tuple(unit for unit in free if unit.guest and _living(unit)),
        contested=honours.contested,
        may_rest=keeps(rules, settings, settings.options) is None,
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
    chosen = tuple(
        each for each in now.steps[step] if (only is None and step not in BY_THEMSELVES) or each.ref in (only or ())
    )
    done = await _carried_out(store, battle_id, who, step, chosen, now) if chosen else ()
    if not done:
        raise Refusal("nothing-left", "All of that is settled already.", "Open the panel again.")
    return done


async def _carried_out(
    store: Store, battle_id: int, who: int, step: ClosingStep, chosen: Sequence[LineToSettle], now: Settlement
) -> tuple[LineToSettle, ...]:
    """Another GM may have been faster: then less is left than was chosen, or nothing."""
    match step:
        case ClosingStep.FATES | ClosingStep.REPAIRS:
            await rosters.recover_several(store, [each.man.id for each in chosen], who)
        case ClosingStep.INJURIES:
            await injuries.give(store, who, [_given(each, now.battle_id) for each in chosen])
        case ClosingStep.SUCCESSION:
            units = dict.fromkeys(each.unit.id for each in chosen)
            only = [(each.man.id, each.place) for each in chosen]
            up = {(one.figure.id, one.place.id) for one in await promoting.step_up(store, list(units), who, only)}
            return tuple(each for each in now.steps[step] if (each.man.id, each.place) in up)
        case ClosingStep.REPLACEMENTS:
            await rosters.replace_several(store, [each.place for each in chosen if each.place is not None], who)
        case ClosingStep.MERGERS:
            return tuple([each for each in chosen if await _merged(store, each, who)])
        case ClosingStep.HONOURS:
            given = set(await granting.grant(store, battle_id, who, [grant_of(each) for each in chosen]))
            return tuple(each for each in chosen if grant_of(each) in given)
        case ClosingStep.LEARNING:
            return ()  # whoever learns chooses what
    return tuple(chosen)


def _given(one: LineToSettle, battle_id: int) -> InjuryGiven:
    drawn = one.injury
    if drawn is None or drawn.injury is None:
        raise ValueError(f"{one.ref} is about no injury")
    return InjuryGiven(drawn.figure.id, drawn.injury.key, battle_id, drawn.dice)


async def carry_out_all(store: Store, battle_id: int, who: int) -> Mapping[ClosingStep, tuple[LineToSettle, ...]]:
    """Carry out succession, replacements (where the campaign sends any) and honours, in this order; the hurt and the
    missing are left to the campaign's policy.

    Raises what `carry_out` does; "nothing-left" where none of them has anything left.
    """
    done: dict[ClosingStep, tuple[LineToSettle, ...]] = {}
    for step in AT_ONCE:
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


def grant_of(one: LineToSettle, citation: str = "") -> Grant:
    """The honour that a line proposes; with the citation that somebody has written, or with its own. Raises ValueError
    for a line that is about something else."""
    proposal = one.proposal
    if proposal is None:
        raise ValueError(f"{one.ref} is about no honour")
    award, first = proposal.award, next(iter(proposal.seqs), None)
    figure, unit = (one.figure.id, None) if one.figure is not None else (None, one.unit.id)
    return Grant(award.name, award.worn, citation or proposal.citation, first, figure, unit)


async def honour(store: Store, battle_id: int, who: int, ref: str, *, citation: str = "") -> LineToSettle:
    """Give one of the honours that are proposed, with a citation of one's own. Raises Refusal: "nothing-left",
    "bad-text", and what `settlement` raises."""
    one = await _proposed(store, battle_id, who, ref)
    if not await granting.grant(store, battle_id, who, [grant_of(one, granting.cited(citation))]):
        raise _nothing_left()
    return one


async def decline(store: Store, battle_id: int, who: int, ref: str) -> LineToSettle:
    """Decline one of them: it is not proposed again for this battle. Raises as `honour` does."""
    one = await _proposed(store, battle_id, who, ref)
    assert one.proposal is not None, "of the step of honours"
    figure, unit = (one.figure.id, None) if one.figure is not None else (None, one.unit.id)
    await granting.decline(store, battle_id, who, one.proposal.award.key, figure_id=figure, unit_id=unit)
    return one


async def rest(
    store: Store, battle_id: int, who: int, refs: Collection[str], battles: int = 0, *, days: int = 0
) -> tuple[LineToSettle, ...]:
    """Say for how many battles more, or for how many `days` of the calendar from today, these hurt or missing people
    stay away; 0 of both leaves them to the policy again. Whose day has come is back in the next battle.

    Raises Refusal: "nothing-left", "bad-rest", "no-rest" (the rule set says it), and what `settlement` raises.
    """
    if not 0 <= battles <= LONGEST_REST:
        raise Refusal("bad-rest", f"That is 0 to {LONGEST_REST} battles.", "Choose one of them.")
    if not 0 <= days <= LONGEST_DAYS:
        raise Refusal("bad-rest", f"That is 0 to {LONGEST_DAYS} days.", "Choose one of them.")
    now = await settlement(store, battle_id, who)
    if not now.may_rest:
        raise Refusal("no-rest", "In this campaign wounds say how long somebody is away.", "See the wounded policy.")
    chosen = tuple(each for each in now.steps[ClosingStep.FATES] if each.ref in refs)
    if not chosen:
        raise _nothing_left()
    async with store.writing() as session:
        at = store.clock.now()
        for each in chosen:
            fact = CareerFact(figure_id=each.man.id, kind=FactKind.RESTING, men=battles, user_id=who, at=at)
            if days:
                day = at.date() + timedelta(days=days)
                fact.details, fact.note = day.isoformat(), f"until {day_words(day)}"
            session.add(fact)
    return chosen


async def _proposed(store: Store, battle_id: int, who: int, ref: str) -> LineToSettle:
    now = await settlement(store, battle_id, who)
    found = next((each for each in now.steps[ClosingStep.HONOURS] if each.ref == ref), None)
    if found is None:
        raise _nothing_left()
    return found


def _nothing_left() -> Refusal:
    return Refusal("nothing-left", "All of that is settled already.", "Open the panel again.")


def _weak(units: Sequence[RosterUnit], rules: AnyRuleSet) -> Iterable[LineToSettle]:
    """Two units of one kind that together have no more people than one of them should have: the weaker goes into the
    stronger. Only of units without vehicles and guns, and each of them once."""
    alike: dict[tuple[str, str, str], list[RosterUnit]] = {}
    for unit in units:
        if _living(unit) and not unit.elements and 2 * len(_serving(unit)) <= len(unit.slots):
            alike.setdefault((unit.side, unit.nation, unit.organisation), []).append(unit)
    for found in alike.values():
        found.sort(key=lambda unit: (-len(_serving(unit)), unit.id))
        for strong, weak in zip(found[::2], found[1::2], strict=False):
            yield LineToSettle(weak, None, into=strong, leader=_leader([*_serving(strong), *_serving(weak)], rules))


def _leader(slots: Sequence[SlotView], rules: AnyRuleSet) -> int | None:
    """Whoever holds a leading place, else the first of them."""
    leads = rules.forces.succession.leads if rules.forces.succession is not None else None
    leading = [slot for slot in slots if leads is not None and leads(slot.traits)]
    return next((slot.holder.id for slot in (*leading, *slots) if slot.holder is not None), None)


async def _merged(store: Store, one: LineToSettle, who: int) -> bool:
    """Raises Refusal as `regrouping.merge` does, also where the book allows no such unit."""
    if one.into is None:
        return False
    try:
        await regrouping.merge(store, one.into.id, one.unit.id, who, leader=one.leader)
    except RuleViolation as violation:
        raise Refusal("not-alike", violation.message, violation.remedy or "Leave them as they are.") from None
    return True


def _serving(unit: RosterUnit) -> list[SlotView]:
    return [slot for slot in unit.slots if slot.holder is not None]


def _learners(units: Sequence[RosterUnit], every: int) -> Iterable[LineToSettle]:
    """Who has earned an upgrade that nobody has chosen yet."""
    for unit in units:
        for slot in _serving(unit):
            if slot.holder is not None and (spare := growth.left(slot.holder.standing, every)):
                yield LineToSettle(unit, slot.holder, to_spend=spare)
