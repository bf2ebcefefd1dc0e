"""What of a career a viewer may know: one's own people are known, whom they met only as far as the battles showed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from campaigns.battle.record.accounts import EVERYBODY, EVERYTHING, ToldBattle
from campaigns.campaign.campaign import CampaignView
from campaigns.members.policies import Files
from campaigns.refs import figure_ref
from campaigns.roster.careers import Career, CareerLine, Standing
from campaigns.tables.roster import CareerFact, FactKind, Figure
from rules.telling.story import LifeMoment, MomentKind

CREDITS = (FactKind.KILL_CREDITED, FactKind.DESTROY_CREDITED, FactKind.SHARE_CREDITED)
_OUTCOMES: Mapping[str, MomentKind] = {"captured": MomentKind.TAKEN, "missing": MomentKind.LEFT}


def viewer_of(here: CampaignView, who: int) -> str:
    """As whom somebody reads the files of a campaign."""
    if here.is_gm(who) or here.settings.files is Files.OPEN:
        return EVERYTHING
    return here.side_of(who) or EVERYBODY


def seen(career: Career, told: Mapping[int, ToldBattle], viewer: str) -> Career:
    """The career as that viewer may read it: credits for enemies of whom he knows nothing are left out, and those who
    did something to the figure are named where he may name them."""
    if viewer == EVERYTHING:
        return career
    lines = tuple(filter(None, (_seen_line(career.ref, line, told) for line in career.facts)))
    left = {kind: sum(1 for line in lines if line.kind is kind and not line.void) for kind in CREDITS}
    standing: Standing = replace(
        career.standing,
        kills=left[FactKind.KILL_CREDITED],
        destroyed=left[FactKind.DESTROY_CREDITED],
        shares=left[FactKind.SHARE_CREDITED],
    )
    return replace(career, facts=lines, standing=standing)


def _seen_line(ref: str, line: CareerLine, told: Mapping[int, ToldBattle]) -> CareerLine | None:
    kept = told.get(line.battle_id or 0)
    if kept is None or not kept.names or not line.told:
        return line
    own = [each for each in kept.service if each.of == ref and each.what == line.kind.value]
    named = not line.by_ref or kept.knows(line.by_ref)
    if line.kind in CREDITS:
        if not named or not own:
            return None
        same = next((each for each in own if each.by == (line.by_ref or None)), own[0])
        return replace(line, note=same.note)
    # What somebody carries on with is nobody's deed: no record of the battle that the viewer saw has it.
    note = own[-1].note if own else line.note if line.kind is FactKind.CONDITION else ""
    return replace(line, by=line.by if named else "", by_ref=line.by_ref if named else "", note=note)


# ── What has been taken back ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Something that a battle left behind and somebody has corrected: nobody reads of it any more."""

    of: str
    kind: str
    by: str


async def gone(session: AsyncSession, battles: Iterable[int]) -> dict[int, set[TakenBack]]:
    """What has been taken back of each of these battles, and does not stand again."""
    ids = list(battles)
    if not ids:
        return {}
    corrections = select(CareerFact.corrects_id).where(
        col(CareerFact.battle_id).in_(ids), col(CareerFact.corrects_id).is_not(None)
    )
    void = set((await session.exec(corrections)).all())
    if not void:
        return {}
    facts = (await session.exec(select(CareerFact).where(col(CareerFact.battle_id).in_(ids)))).all()
    people = {fact.figure_id for fact in facts} | {fact.by_figure_id for fact in facts}
    rows = (await session.exec(select(Figure).where(col(Figure.id).in_(people - {None})))).all()
    refs: dict[int | None, str] = {row.id: figure_ref(row) for row in rows}

    def key(fact: CareerFact) -> tuple[int, TakenBack]:
        return fact.battle_id or 0, TakenBack(refs.get(fact.figure_id, ""), fact.kind, refs.get(fact.by_figure_id, ""))

    standing = {key(fact) for fact in facts if fact.id not in void and fact.kind != FactKind.CORRECTED}
    found: dict[int, set[TakenBack]] = {}
    for battle, what in {key(fact) for fact in facts if fact.id in void} - standing:
        found.setdefault(battle, set()).add(what)
    return found


def without(kept: ToldBattle, struck: set[TakenBack]) -> ToldBattle:
    """The account without what has been taken back."""
    if not struck:
        return kept
    what = {(each.of, each.kind) for each in struck}
    credited = {(each.of, each.by) for each in struck if each.kind in CREDITS}
    credited |= {(each.by or "", each.of) for each in kept.service if (each.of, "killed") in what}
    service = tuple(
        each
        for each in kept.service
        if (each.of, each.what) not in what or each.what in CREDITS
        if each.what not in CREDITS or (each.of, each.by or "") not in credited
    )
    moments = tuple(filter(None, (_left_of(each, what, credited) for each in kept.account.moments)))
    return replace(kept, account=replace(kept.account, moments=moments), service=service)


def _left_of(moment: LifeMoment, what: set[tuple[str, str]], credited: set[tuple[str, str]]) -> LifeMoment | None:
    if moment.act is MomentKind.HURT:
        kind = moment.note if moment.note in ("killed", "destroyed", "damaged", "knocked out") else "wounded"
        if (moment.who, kind) in what:
            return None
        return replace(moment, other="") if (moment.other, moment.who) in credited else moment
    outcome = next((kind for kind, act in _OUTCOMES.items() if act is moment.act), "")
    return None if outcome and (moment.who, outcome) in what else moment
