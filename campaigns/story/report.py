"""The report of a battle that is over: its course, what turned it, its cost, who did what, whose dice fell how.

Pure data for one viewer, made again from the journal and the careers whenever somebody reads it: a fate that has been
corrected since is gone from the losses, and whoever reads it twice reads the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby

from campaigns.battle.record import accounts, aftermath
from campaigns.battle.record.accounts import EVERYBODY, ToldBattle
from campaigns.battle.record.aftermath import FATES, FigureDeeds, Participant
from campaigns.battle.record.closing import BattleOutcome
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.errors import Refusal, no_battle
from campaigns.roster.careers import titles_of
from campaigns.scenario.roles import in_words, roles_of
from campaigns.story import by_turn, prefaces, reckoning, seen
from campaigns.story.by_turn import ByTurn, Objective, TurnRecord
from campaigns.story.prefaces import Foreword
from campaigns.story.seen import TakenBack
from campaigns.story.turning import TurningPoint, turning_points
from campaigns.story.variety import StoryPage
from campaigns.tables.base import pk
from campaigns.tables.battles import Battle, BattleStatus
from rules.kernel.action import SideId
from rules.language.words import are_several, counted, listed, within
from rules.telling.luck import SideLuck
from rules.telling.story import MomentKind


@dataclass(frozen=True, slots=True)
class TurnTold:
    """One turn, or several in which nothing was lost and nothing decided. `label`: "Turn 3", "Turns 4 to 6"; `text`:
    a few sentences; `deeds`, `story`: the longer course, a line each."""

    turn: int
    label: str
    text: str
    deeds: tuple[str, ...] = ()
    story: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FateOf:
    """Who of a unit met one fate; `names` with how many men of a base were lost."""

    fate: str
    unit: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SideReport:
    """What it cost one side, as far as the reader may know. `fielded`, `elements`: as everybody was told when it
    ended; `luck` None: the reader was shown none of its dice; `role`: what it was ("attacker"), "" where the book has
    no roles."""

    side: SideId
    name: str
    fielded: int
    elements: int
    fates: tuple[FateOf, ...]
    luck: SideLuck | None = None
    role: str = ""


@dataclass(frozen=True, slots=True)
class BattleReport:
    """`number`: of the battle in its campaign; `turn`: what the book calls one; `opening`: one or two sentences;
    `corrected`: people and things of whom something has been taken back since."""

    battle_id: int
    number: int
    title: str
    begun_at: datetime | None
    ended_at: datetime | None
    winner: str
    reason: str
    turn: str
    opening: str
    course: tuple[TurnTold, ...]
    turning: tuple[TurningPoint, ...]
    sides: tuple[SideReport, ...]
    deeds: tuple[FigureDeeds, ...]
    objectives: tuple[Objective, ...]
    corrected: tuple[str, ...] = ()
    hand_overs: int = 0
    preface: Foreword | None = None


@dataclass(frozen=True, slots=True)
class ReportParts:
    """What a report is made of. `kept`: without what has been taken back; `names`: of the sides in the battle, as
    everybody knows them; `roles`: what they were, in words; `struck`: what has been taken back."""

    battle_id: int
    number: int
    title: str
    kept: ToldBattle
    told: ByTurn
    names: Mapping[SideId, str]
    turn: str
    result: BattleOutcome | None
    begun_at: datetime | None = None
    ended_at: datetime | None = None
    roles: Mapping[SideId, str] = field(default_factory=dict[SideId, str])
    struck: frozenset[TakenBack] = frozenset()
    preface: Foreword | None = None


async def report_of(store: Store, here: CampaignView, battle_id: int, who: int) -> BattleReport:
    """The report as this person may read it. Raises Refusal: "no-battle", "no-end-yet"."""
    return await report_for(store, here, battle_id, seen.viewer_of(here, who))


async def report_for(store: Store, here: CampaignView, battle_id: int, viewer: str) -> BattleReport:
    """The report for a side by its key, for everybody (`accounts.EVERYBODY`), or for whoever may know everything
    (`accounts.EVERYTHING`). A side that was not in the battle reads what everybody does.

    Raises Refusal: "no-battle", "no-end-yet".
    """
    async with store.reading() as session:
        row = await session.get(Battle, battle_id)
        if row is None or row.campaign_id != here.id or row.status == BattleStatus.CANCELLED:
            raise no_battle()
        if row.status != BattleStatus.ENDED:
            raise Refusal("no-end-yet", "The battle is not over.", "Its report can be read when it is.")
    await reckoning.make_missing(store, here.id)
    async with store.reading() as session:
        told = await accounts.kept(session, here.id, viewer)
        if battle_id not in told:
            viewer = EVERYBODY
            told = await accounts.kept(session, here.id, viewer)
        struck = (await seen.gone(session, [battle_id])).get(battle_id, set())
        title = (await titles_of(session, [row]))[pk(row.id)]
        foreword = await prefaces.of_battle(session, battle_id)
    kept = told.get(battle_id)
    turns = (await by_turn.kept(store, here.id, viewer)).get(battle_id)
    if kept is None or turns is None:  # its end has been taken back meanwhile
        raise Refusal("no-end-yet", "The battle is not over.", "Its report can be read when it is.")
    known = frozenset(each for each in struck if kept.knows(each.of))
    result = BattleOutcome.model_validate_json(row.result) if row.result else None
    names, rules = _names(here, result), store.rules(here.rules)
    return made_of(
        ReportParts(
            battle_id=battle_id,
            number=row.number,
            title=title,
            kept=seen.without(kept, struck),
            told=turns,
            names=names,
            turn=rules.battle.turn,
            result=result,
            begun_at=row.begun_at,
            ended_at=row.ended_at,
            roles={side: in_words(rules, roles_of(row), side, name) for side, name in names.items()},
            struck=known,
            preface=foreword,
        )
    )


def _names(here: CampaignView, result: BattleOutcome | None) -> dict[SideId, str]:
    names = {side.key: side.name for side in here.sides}
    if result is not None and result.aftermath is not None:
        names |= {side.side: side.name for side in result.aftermath.sides}
    return names


# ── What it says ──────────────────────────────────────────────────────────────────────────────────────────────────


def made_of(parts: ReportParts) -> BattleReport:
    """The report."""
    page = StoryPage("report", parts.battle_id)
    result = parts.result
    winner = parts.names.get(result.winner or "", result.winner or "") if result is not None else ""
    reason = result.reason.rstrip(".") if result is not None else ""
    people = people_in(parts.kept)
    ends = aftermath.fates(parts.kept.service)
    return BattleReport(
        battle_id=parts.battle_id,
        number=parts.number,
        title=parts.title,
        begun_at=parts.begun_at,
        ended_at=parts.ended_at,
        winner=winner,
        reason=reason,
        turn=parts.turn,
        opening=_opening(parts, winner, reason, page),
        course=tuple(_course(parts, page)),
        turning=turning_points(parts.kept, parts.told, parts.names, parts.turn, page),
        sides=tuple(_sides(parts, people, ends)),
        deeds=tuple(aftermath.deeds_of(parts.kept.service, people, ends)),
        objectives=parts.told.objectives,
        corrected=tuple(sorted({parts.kept.named[each.of].name for each in parts.struck})),
        hand_overs=parts.told.hand_overs,
        preface=parts.preface,
    )


def people_in(kept: ToldBattle) -> dict[str, Participant]:
    """Everybody and everything in a battle that the viewer may name, bodies left out."""
    named = kept.named
    return {
        each.ref: Participant(
            name=each.name,
            unit=named[each.body].name if each.body in named else "",
            side=each.side,
            element=each.thing,
        )
        for each in kept.names
        if each.body
    }


def _opening(parts: ReportParts, winner: str, reason: str, page: StoryPage) -> str:
    fielded = parts.result.aftermath.sides if parts.result is not None and parts.result.aftermath is not None else ()
    strengths = [
        f"{within(side.name)}{_beside(parts.roles, side.side)} with {_strength(side.fielded, side.elements)}"
        for side in fielded
    ]
    battle, why = within(parts.title), f": {reason}" if reason else ""
    said = [page.say("met", battle=battle, sides=listed(strengths))] if strengths else []
    turns = [each.turn for each in parts.told.turns if each.turn]
    length = f"after {counted(turns[-1], parts.turn)}" if turns else "at once"
    kind = "report_won" if winner else "report_drawn"
    said.append(page.say(kind, battle=battle, winner=within(winner), why=why, length=length))
    return " ".join(filter(None, said))


def _beside(roles: Mapping[SideId, str], side: SideId) -> str:
    """ " (attacker)"."""
    return f" ({role})" if (role := roles.get(side)) else ""


def _strength(men: int, elements: int) -> str:
    said = [counted(men, "man", "men")] if men or not elements else []
    said += [counted(elements, "vehicle, gun or animal", "vehicles, guns and animals")] if elements else []
    return " and ".join(said)


def _course(parts: ReportParts, page: StoryPage) -> Iterable[TurnTold]:
    fired = _fired(parts)
    for quiet, group in groupby(parts.told.turns, key=lambda each: each.quiet and not each.story):
        run = list(group)
        if quiet and len(run) > 1:
            yield _quiet(parts, run, fired, page)
        else:
            yield from (_turn(parts, each, fired, page) for each in run)


def _fired(parts: ReportParts) -> dict[int, dict[SideId, int]]:
    """How often each side fired, by turn."""
    named, found = parts.kept.named, dict[int, dict[SideId, int]]()
    for each in parts.kept.account.moments:
        if each.act is MomentKind.FIRED and each.who in named:
            own = found.setdefault(each.turn, {})
            own[named[each.who].side] = own.get(named[each.who].side, 0) + 1
    return found


def _turn(
    parts: ReportParts, record: TurnRecord, fired: Mapping[int, Mapping[SideId, int]], page: StoryPage
) -> TurnTold:
    label = f"{parts.turn.capitalize()} {record.turn}" if record.turn else f"Before {parts.turn} 1"
    said = [_fire(parts, [record], fired, page)]
    if record.costs:
        said.append(page.say("turn_cost", record.turn, what="; ".join(record.costs)))
    elif said[0]:
        said.append(page.say("turn_no_loss", record.turn))
    if record.decided:
        said.append(page.say("turn_decided", record.turn, what="; ".join(record.decided)))
    if record.aims:
        said.append(page.say("turn_aims", record.turn, what="; ".join(record.aims)))
    if not any(said):
        said.append(page.say("turn_no_loss" if record.story else "turn_quiet", record.turn))
    return TurnTold(record.turn, label, " ".join(filter(None, said)), record.deeds, record.story)


def _quiet(
    parts: ReportParts, run: Sequence[TurnRecord], fired: Mapping[int, Mapping[SideId, int]], page: StoryPage
) -> TurnTold:
    first, last = run[0].turn, run[-1].turn
    label = (
        f"{parts.turn.capitalize()}s {first} to {last}"
        if last > first + 1
        else (f"{parts.turn.capitalize()}s {first} and {last}")
    )
    shots = _fire(parts, run, fired, page)
    kind = "turn_no_loss" if shots else "turn_quiet"
    said = [shots, page.say(kind, first)]
    return TurnTold(first, label, " ".join(filter(None, said)))


def _fire(
    parts: ReportParts,
    run: Sequence[TurnRecord],
    fired: Mapping[int, Mapping[SideId, int]],
    page: StoryPage,
) -> str:
    sums = {side: sum(fired.get(each.turn, {}).get(side, 0) for each in run) for side in parts.names}
    told = [(parts.names[side], count) for side, count in sums.items() if count]
    if not told:
        return ""
    clauses = [f"{within(name)} {'fire' if are_several(name) else 'fires'} {_times(count)}" for name, count in told]
    return page.say("turn_fire", run[0].turn, what=listed(clauses))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _sides(parts: ReportParts, people: Mapping[str, Participant], ends: Mapping[str, str]) -> Iterable[SideReport]:
    result = parts.result
    fielded = {side.side: side for side in result.aftermath.sides} if result and result.aftermath else {}
    lucks = {one.side: one for one in parts.told.luck}
    for side, name in parts.names.items():
        fates = tuple(_fates(side, people, ends, aftermath.men_lost(parts.kept.service)))
        came = fielded.get(side)
        if came is not None or fates or side in lucks:
            yield SideReport(
                side=side,
                name=name,
                fielded=came.fielded if came is not None else 0,
                elements=came.elements if came is not None else 0,
                fates=fates,
                luck=lucks.get(side),
                role=parts.roles.get(side, ""),
            )


def _fates(
    side: SideId, people: Mapping[str, Participant], ends: Mapping[str, str], men: Mapping[str, int]
) -> Iterable[FateOf]:
    own = {ref: person for ref, person in people.items() if person.side == side}
    for fate in FATES:
        met: dict[str, list[str]] = {}
        for ref, person in own.items():
            if ends.get(ref) == fate:
                met.setdefault(person.unit, []).append(person.name)
        yield from (FateOf(fate, unit, tuple(names)) for unit, names in met.items())
    fewer: dict[str, list[str]] = {}
    for ref, person in own.items():
        if men.get(ref):
            fewer.setdefault(person.unit, []).append(f"{person.name} {men[ref]}")
    yield from (FateOf("men-lost", unit, tuple(names)) for unit, names in fewer.items())
