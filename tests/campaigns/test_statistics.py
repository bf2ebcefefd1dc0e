"""Numbers of a campaign are those of its journals, whichever way they are added up."""

from __future__ import annotations

from collections import Counter

import pytest

from campaigns.battle.record import aftermath
from campaigns.battle.record.accounts import ToldBattle
from campaigns.story.by_turn import ByTurn
from campaigns.story.statistics import OneBattle, StatsBy, fame, table
from rules.seam.ruleset import Service
from rules.telling.luck import Count, SideLuck
from rules.telling.story import BattleStory, LifeMoment, MomentKind, Recorded
from tests.campaigns.storied import BOOKS, fought
from tests.campaigns.test_stories import fired

NAMES = {"army": "The Army", "insurgents": "The insurgents"}


def one(kept: ToldBattle, number: int = 1, *, days: int = 1, luck: tuple[SideLuck, ...] = ()) -> OneBattle:
    return OneBattle(number, f"Battle {number}", days, kept, ByTurn(luck=luck, hand_overs=4), {"u1": 7, "u2": 8})


@pytest.mark.parametrize("book", BOOKS[:2])
def test_shots_of_figures_and_losses_of_sides_are_those_of_the_events(book: str) -> None:
    battle = fought(book, 3)
    kept = battle.kept()
    names = {side: side for side in sorted({each.side for each in kept.names})}
    sides = table([one(kept)], StatsBy.SIDE, names)
    counts, named = fired(battle.events), kept.named
    shots: Counter[str] = Counter()
    for moment in kept.account.moments:
        if moment.act is MomentKind.FIRED and moment.who in named:
            shots[named[moment.who].side] += moment.count or 1
    assert sum(shots.values()) >= sum(count for who, count in counts.items() if who in named)
    assert {row.side: row.tally.shots for row in sides} == {side: shots[side] for side in names}
    ends = aftermath.fates(kept.service)
    for row in sides:
        own = [ends[each.ref] for each in kept.names if each.side == row.side and each.ref in ends]
        assert row.tally.lost + row.tally.hurt == len(own)

    # Units add up to their sides.
    units = table([one(kept)], StatsBy.UNIT, names)
    for row in sides:
        for number in ("shots", "hits", "felled", "lost", "hurt", "tests", "held", "broke"):
            assert sum(getattr(u.tally, number) for u in units if u.side == row.side) == getattr(row.tally, number)


def kept_of_two() -> ToldBattle:
    """Cole (Able) fires twice, 3 dice and 2, hits twice, fells Haidar and treats Bell, who was wounded; Ridge cell is
    tested twice and breaks once."""
    names = (
        Recorded("u1", "Able", "army"),
        Recorded("f1", "Cole", "army", "u1"),
        Recorded("f2", "Bell", "army", "u1"),
        Recorded("u2", "Ridge cell", "insurgents"),
        Recorded("f3", "Haidar", "insurgents", "u2"),
    )
    moments = (
        LifeMoment(MomentKind.FIRED, "f1", 1, "u2", "M16", count=3, hits=2),
        LifeMoment(MomentKind.FIRED, "f1", 2, "u2", "M16", count=2, hits=0),
        LifeMoment(MomentKind.HURT, "f3", 1, "f1", "M16", note="killed"),
        LifeMoment(MomentKind.HURT, "f2", 1, "f3", "AK", note="wounded"),
        LifeMoment(MomentKind.TESTED, "u2", 1, note="stood firm", good=True),
        LifeMoment(MomentKind.TESTED, "u2", 2, note="failed"),
        LifeMoment(MomentKind.BROKE, "u2", 2, note="routed"),
    )
    service = (
        Service("f3", "killed", "f1"),
        Service("f1", "kill-credited", "f3"),
        Service("f2", "wounded", "f3"),
        Service("f2", "recovered", "f1"),
    )
    return ToldBattle(BattleStory((), moments, 2), service, names)


def test_a_battle_by_hand_in_every_table() -> None:
    luck = (SideLuck("army", (Count("hits", 2, 5, 1.0, 0.8),), 1.12),)
    battle = one(kept_of_two(), days=3, luck=luck)
    figures = {row.name: row.tally for row in table([battle], StatsBy.FIGURE, NAMES)}
    cole = figures["Cole (Able)"]
    assert (cole.shots, cole.aimed, cole.hits, cole.felled, cole.treated, cole.lost) == (5, 5, 2, 1, 1, 0)
    assert (figures["Bell (Able)"].hurt, figures["Haidar (Ridge cell)"].lost) == (0, 1)
    units = {row.name: row.tally for row in table([battle], StatsBy.UNIT, NAMES)}
    assert (units["Ridge cell"].tests, units["Ridge cell"].held, units["Ridge cell"].broke) == (2, 1, 1)
    weapons = {row.name: row.tally for row in table([battle], StatsBy.WEAPON, NAMES)}
    assert (weapons["M16"].shots, weapons["M16"].hits, weapons["M16"].felled) == (5, 2, 1)
    assert (weapons["AK"].felled, weapons["AK"].hurt) == (0, 1)
    players = {row.user: row.tally.felled for row in table([battle], StatsBy.PLAYER, NAMES)}
    assert players == {7: 1, 8: 0}
    rows = table([battle], StatsBy.BATTLE, NAMES)
    assert [(row.name, row.days, row.hand_overs) for row in rows] == [
        ("Battle 1: The Army", 3, 4),
        ("Battle 1: The insurgents", 3, 4),
    ]
    assert rows[0].luck is not None
    assert (rows[0].luck.counts, round(rows[0].luck.above, 2)) == (luck[0].counts, luck[0].above)

    # Twice the same battle: everything twice, everybody once.
    again = {row.name: row.tally for row in table([battle, battle], StatsBy.FIGURE, NAMES)}
    assert (again["Cole (Able)"].battles, again["Cole (Able)"].shots) == (2, 10)


def test_the_hall_of_fame_names_who_holds_a_record() -> None:
    held = {each.what: (each.who, each.how_much) for each in fame([one(kept_of_two(), days=3)], NAMES)}
    assert held["Most felled"] == ("Cole (Able)", "1 enemy")
    assert held["Most comrades treated"] == ("Cole (Able)", "1 comrade")
    assert held["Costliest battle"] == ("Battle 1", "1 lost")
    assert held["Longest battle"] == ("Battle 1", "3 days")
    assert "Most felled in one battle" not in held
    assert "Best shot" not in held
    assert fame([], NAMES) == ()
