"""Isolation from other figures, and from officers and NCOs."""

from __future__ import annotations

import pytest

from rules.infantry_action.book.isolation import CountedFigure, close, isolated, leaderless, led_by
from rules.infantry_action.book.kinds import Posture, Rank
from rules.infantry_action.book.switches import House

ERECT, PRONE = Posture.ERECT, Posture.PRONE


def man(name: str, x: float, posture: Posture = ERECT, rank: Rank = Rank.PRIVATE) -> CountedFigure:
    return CountedFigure(name, (x, 0.0), posture, rank)


@pytest.mark.rule("IA-iso.figure")
@pytest.mark.parametrize(
    ("one", "other", "apart", "together"),
    [
        (ERECT, ERECT, 30.0, True),
        (ERECT, ERECT, 30.1, False),
        (ERECT, PRONE, 30.0, True),
        (PRONE, ERECT, 30.0, True),
        (PRONE, PRONE, 10.0, True),
        (PRONE, PRONE, 10.1, False),
        (PRONE, PRONE, 30.0, False),
    ],
)
def test_two_figures(one: Posture, other: Posture, apart: float, together: bool) -> None:
    assert close(man("a", 0, one), man("b", apart, other)) is together


@pytest.mark.rule("IA-iso.figure")
def test_a_man_of_another_group_is_company_and_a_lone_leader_is_isolated() -> None:
    section = (man("a", 0), man("b", 20), man("leader", 100, rank=Rank.CORPORAL))
    assert isolated(section, section) == ("leader",)
    neighbour = man("other group", 125)
    assert isolated(section, (*section, neighbour)) == ()
    assert isolated(section[:1], section[:1]) == ("a",)


@pytest.mark.rule("IA-iso.leader")
@pytest.mark.parametrize(
    ("posture", "apart", "led"), [(ERECT, 30.0, True), (ERECT, 30.1, False), (PRONE, 10.0, True), (PRONE, 11.0, False)]
)
def test_the_leaders_posture_decides(posture: Posture, apart: float, led: bool) -> None:
    leader = man("leader", apart, posture, Rank.LANCE_CORPORAL)
    for own in Posture:
        assert led_by(man("a", 0, own), leader) is led
    assert not led_by(man("a", 0), man("private", 1))


@pytest.mark.rule("IA-iso.leader")
def test_one_man_in_touch_serves_the_whole_group() -> None:
    group = (man("a", 0), man("b", 25), man("c", 50))
    officer = man("officer", 80, rank=Rank.OFFICER)
    assert leaderless(group, (*group, officer)) == ()
    assert leaderless(group, (*group, man("officer", 81, rank=Rank.OFFICER))) == ("a", "b", "c")
    each = House((("leader-isolation", "figure"),))
    assert leaderless(group, (*group, officer), each) == ("a", "b")


@pytest.mark.rule("IA-iso.leader")
def test_a_leader_is_never_isolated_from_leaders() -> None:
    group = (man("corporal", 0, PRONE, Rank.CORPORAL), man("a", 60))
    assert leaderless(group, group) == ()
    assert leaderless(group, group, House((("leader-isolation", "figure"),))) == ("a",)
    assert leaderless((group[0],), (group[0],)) == ()
