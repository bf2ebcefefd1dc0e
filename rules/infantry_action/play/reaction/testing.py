"""The step of reaction: every group and AFV that was under fire tests, and is bound in the next period. IA-R023

All tests are taken on the table as it stands when the fire is over; what they bind is settled when all dice are down.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.infantry_action.book import reaction as book
from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.book.leaders import commands, crew_band, joins_panic, leader_test
from rules.infantry_action.book.prisoners import surrender
from rules.infantry_action.book.reaction import Circumstances, Reaction, takes_general_test
from rules.infantry_action.book.reaction_results import Band, band_of, retires
from rules.infantry_action.book.speech import hears
from rules.infantry_action.course import Course
from rules.infantry_action.events.reaction import GroupSurrendered, GroupTested, ManSurrenderDie, PrisonersFreed
from rules.infantry_action.figures import Figure
from rules.infantry_action.groups import Bound, Group
from rules.infantry_action.knowledge import who_see_any
from rules.infantry_action.play.armour.courage import test_end
from rules.infantry_action.play.command.reach import noises
from rules.infantry_action.play.fire.arms import shows
from rules.infantry_action.play.ground.places import counted, eye, in_line
from rules.infantry_action.play.reaction.circumstances import circumstances, members, mingled
from rules.infantry_action.state import State
from rules.kernel.chance import Draw
from rules.kernel.changing import replace
from rules.table.measure import between

LEADER_BELOW = {"never": None, "below 10": 10, "below 5": 5, "below 0": 0}


@dataclass(frozen=True, slots=True)
class _Tested:
    """A group's dice, and its leader's."""

    group: Group
    reaction: Reaction
    leader: Figure | None
    own: Reaction | None
    draws: tuple[Draw, ...]


def test(course: Course) -> None:
    """IA-reaction.when, IA-afvreact.when-end"""
    test_end(course)
    state = course.state
    tested = [_dice(course, state, group) for group in sorted(state.groups, key=_by_name) if due(state, group)]
    scores = {each.group.id: each.reaction.score for each in tested}
    for each in tested:
        _bind(course, state, each, scores)
    for each in tested:
        if each.reaction.band.panics:
            _give_up(course, each.group.id)


def _by_name(group: Group) -> str:
    return group.name


def due(state: State, group: Group) -> bool:
    """Whether the group takes the general test: under fire, and no crew of an AFV; passengers of one only if they were
    fired on themselves. IA-reaction.when, IA-R096, IA-R097"""
    suffered = state.suffering(group.id)
    men = members(state, group)
    if suffered is None or not men:
        return False
    riding = all(_in_armour(state, man) for man in men)
    return takes_general_test(
        True,
        afv_crew=state.armour_of(group.id) is not None,
        afv_passenger=riding,
        hit_at=bool(suffered.by) or any(man.aboard is not None and shows(state, man) for man in men),
    )


def _in_armour(state: State, man: Figure) -> bool:
    vehicle = state.find_vehicle(man.aboard)
    return vehicle is not None and vehicle.hard


# ── The dice ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _dice(course: Course, state: State, group: Group) -> _Tested:
    """IA-reaction.dice, IA-leadertest.separate"""
    seen = circumstances(state, group)
    dice = book.reaction_dice(course.chance, group.average, course.house)
    reaction = _with_cover(course, seen, dice)
    leader = state.senior(group.id)
    below = LEADER_BELOW[group.instructions.leader]
    own = None
    if leader is not None and below is not None and reaction.score < below:
        own = leader_test(seen, leader.rank, course.chance, group.average, course.house)
    return _Tested(group, reaction, leader if own is not None else None, own, course.chance.taken())


def _with_cover(course: Course, seen: Circumstances, dice: tuple[int, ...]) -> Reaction:
    """With the 2 of cover as instructed; where it is chosen after the dice, the one that leaves the group free if
    either does. IA-reaction.cover-choice, IA-R107"""
    wanted = Reaction(dice, book.factors(seen))
    if not seen.in_cover or course.house.choice("cover-choice-timing") != "after-dice":
        return wanted
    other = Reaction(dice, book.factors(replace(seen, cover_adds=not seen.cover_adds)))
    return other if other.band is Band.FREE and wanted.band is not Band.FREE else wanted


# ── What binds ────────────────────────────────────────────────────────────────────────────────────────────────────


def _bind(course: Course, state: State, tested: _Tested, scores: dict[str, int]) -> None:
    """IA-reaction.next-period, IA-crewtest.plus1, IA-leadertest.separate, IA-reaction.result.under-5-intermingled"""
    group, score = tested.group, tested.reaction.score
    enemies = [scores.get(enemy.id) for enemy in mingled(state, group)]
    raised = crew_band(score, declined=not group.instructions.crews) > band_of(score)
    bound = Bound(
        score=score,
        crews=score + 1 if raised else None,
        leader=tested.leader.id if tested.leader is not None else "",
        leader_score=tested.own.score if tested.own is not None else None,
        joined=_joined(state, tested),
        retire=bool(enemies) and not tested.reaction.band.panics and retires(score, enemies),
    )
    if group.kind == "prisoners":
        bound = Bound(score=score)
    seen = who_see_any(course.state, group.id)
    course.note(
        GroupTested(
            group=group.id,
            dice=tested.reaction.dice,
            factors=tested.reaction.factors,
            score=score,
            bound=bound,
            leader_dice=tested.own.dice if tested.own is not None else (),
            leader_factors=tested.own.factors if tested.own is not None else None,
            draws=tested.draws,
            audience=seen,
            citations=(
                "IA-reaction.dice",
                "IA-reaction.cumulative",
                *(("IA-leadertest.separate", "IA-R115") if tested.own is not None else ()),
                *(("IA-crewtest.plus1",) if raised else ()),
            ),
        )
    )


def _joined(state: State, tested: _Tested) -> tuple[str, ...]:
    """Who runs with the group's senior leader if he panics, by his own test or with his group; he himself is the first
    where his group stays. IA-leadertest.panic, IA-R116"""
    leader = tested.leader or state.senior(tested.group.id)
    runs = (tested.own or tested.reaction).band.panics
    if leader is None or not runs or tested.group.kind == "prisoners":
        return ()
    stays = not tested.reaction.band.panics
    return (
        *((leader.id,) if stays else ()),
        *(man.id for man in state.fit(leader.side) if man.id != leader.id and _runs_with(state, leader, man)),
    )


def _runs_with(state: State, leader: Figure, man: Figure) -> bool:
    here, there = state.measured(leader), state.measured(man)
    if here is None or there is None:
        return False
    senior = state.senior(man.group)
    commanded = commands(
        leader.rank,
        man.group == leader.group,
        leads_group=senior is not None and senior.id == man.id,
        in_speech=hears(here, there, noises(state)),
    )
    mine, his = eye(state, man), eye(state, leader)
    return joins_panic(
        commanded,
        between(here, there),
        both_prone=counted(state, man) is Posture.PRONE and counted(state, leader) is Posture.PRONE,
        sees_dash=mine is not None and his is not None and in_line(state, mine, his),
    )


# ── Surrender ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _give_up(course: Course, group_id: str) -> None:
    """A group in panic among the enemy: a die for each man. Prisoners in panic get away.
    IA-reaction.result.surrender, IA-R113, IA-R117"""
    state = course.state
    group = state.group(group_id)
    if group.kind == "prisoners":
        course.happen(
            PrisonersFreed(
                group=group.id,
                name=freed_name(group),
                why="panic",
                audience=who_see_any(state, group.id),
                citations=("IA-pris.reaction", "IA-R117"),
            )
        )
        return
    enemies = mingled(state, group)
    if not enemies:
        return
    dice = surrender([man.id for man in members(state, group)], course.chance)
    given = [die.name for die in dice if die.surrenders]
    captives = Group(
        f"{group.id}-prisoners-{state.period}", f"Prisoners of {group.name}", group.side, "prisoners", of=group.name
    )
    course.happen(
        GroupSurrendered(
            group=group.id,
            to=enemies[0].id,
            dice=tuple(ManSurrenderDie(die.name, die.die, die.surrenders) for die in dice),
            prisoners=captives if given else None,
            audience=who_see_any(state, group.id, enemies[0].id),
            citations=("IA-reaction.result.surrender", "IA-R113"),
        )
    )


def freed_name(group: Group) -> str:
    """What they are called when they have got away; prisoners of older battles do not say of whom they were."""
    return f"Men back from {group.of or group.name}"
