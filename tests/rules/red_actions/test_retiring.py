"""Retire results: distances, the allowance of a turn, who forgoes them."""

from __future__ import annotations

import pytest

from rules.red_actions.book.kinds import Arm, Trait
from rules.red_actions.book.retiring import (
    CHARTS,
    Instead,
    Retiree,
    allowance_left,
    combat_retirement,
    evades_after_retiring,
    retire_distance,
    retirement,
)
from rules.red_actions.book.switches import BOOK, House
from tests.charts import chart

MARKER, EXEMPT = House((("second-retire", "terror"),)), House((("combat-retire", "exemptions-apply"),))
STORM, SPECIAL, MOB = frozenset({Trait.STORM}), frozenset({Trait.SPECIALIST}), frozenset({Trait.MOB})


@pytest.mark.rule("RA-retire.1", "RA-retire.2", "RA-R66", "RA-R67")
@pytest.mark.parametrize(
    ("arm", "mounted", "inches"),
    [
        (Arm.RIFLE, False, 3), (Arm.MG, False, 3), (Arm.MORTAR, False, 3), (Arm.SABRE, False, 6),
        (Arm.TACHANKA, False, 6), (Arm.GUN, False, 6), (Arm.OFFICER, True, 6), (Arm.OFFICER, False, 3),
        (Arm.TANK, False, 0), (Arm.ARMOURED_CAR, False, 0), (Arm.ENGINE, False, 0),
    ],
)  # fmt: skip
def test_distances(arm: Arm, mounted: bool, inches: float) -> None:
    assert retire_distance(arm, mounted) == inches


@pytest.mark.rule("RA-retire.10", "RA-R66")
@pytest.mark.parametrize(
    ("arm", "back", "left"),
    [(Arm.RIFLE, 0, 3), (Arm.RIFLE, 2, 1), (Arm.RIFLE, 3, 0), (Arm.SABRE, 8, 0), (Arm.SABRE, 4, 2)],
)
def test_the_allowance_of_a_turn(arm: Arm, back: float, left: float) -> None:
    assert allowance_left(arm, back) == left


@pytest.mark.rule("RA-retire.1", "RA-retire.2", "RA-retire.3", "RA-retire.4", "RA-retire.5", "RA-retire.10")
@pytest.mark.rule("RA-result.ret", "RA-retire.opt", "RA-result.ret.opt", "RA-dig.4", "RA-char.storm.1")
@pytest.mark.rule("RA-char.specialist.1", "RA-R47", "RA-R63", "RA-R65", "RA-R66", "RA-R141", "RA-R148")
@chart(
    ("unit", "house", "inches", "instead", "terror"),
    [
        (Retiree(Arm.RIFLE, bases=4), BOOK, 3, (), 0),
        (Retiree(Arm.GUN, limbered=False), BOOK, 0, (), 0),
        (Retiree(Arm.GUN, limbered=False, in_cover=True, gone_back=9), MARKER, 0, (), 0),
        (Retiree(Arm.GUN), BOOK, 6, (), 0),
        (Retiree(Arm.MORTAR, limbered=False), BOOK, 3, (), 0),
        (Retiree(Arm.RIFLE, in_cover=True), BOOK, 3, (Instead.COVER,), 0),
        (Retiree(Arm.RIFLE, in_cover=True, cover_used=True), BOOK, 3, (), 0),
        (Retiree(Arm.RIFLE, MOB, in_cover=True), BOOK, 3, (), 0),
        (Retiree(Arm.RIFLE, MOB | STORM, bases=3, in_cover=True), BOOK, 3, (Instead.COVER, Instead.BASE), 0),
        (Retiree(Arm.RIFLE, STORM, bases=4), BOOK, 3, (Instead.BASE,), 0),
        (Retiree(Arm.RIFLE, STORM, bases=1), BOOK, 3, (), 0),
        (Retiree(Arm.RIFLE, SPECIAL, bases=1), BOOK, 3, (Instead.TERROR,), 0),
        (Retiree(Arm.RIFLE, SPECIAL, in_cover=True), BOOK, 3, (Instead.COVER, Instead.TERROR), 0),
        (Retiree(Arm.RIFLE, STORM, bases=4, gone_back=3), BOOK, 0, (), 0),
        (Retiree(Arm.RIFLE, in_cover=True, gone_back=3), BOOK, 0, (Instead.COVER,), 0),
        (Retiree(Arm.RIFLE, gone_back=2), BOOK, 1, (), 0),
        (Retiree(Arm.SABRE, gone_back=4), BOOK, 2, (), 0),
        (Retiree(Arm.RIFLE, gone_back=3), MARKER, 0, (), 1),
        (Retiree(Arm.RIFLE, gone_back=1, retired_before=True), MARKER, 0, (), 1),
        (Retiree(Arm.RIFLE, gone_back=1), MARKER, 2, (), 0),
        (Retiree(Arm.RIFLE, in_cover=True, retired_before=True), MARKER, 0, (Instead.COVER,), 1),
        (Retiree(Arm.RIFLE, retired_before=True, gone_back=3), BOOK, 0, (), 0),
        (Retiree(Arm.OFFICER, mounted=True), BOOK, 6, (), 0),
        (Retiree(Arm.OFFICER), BOOK, 3, (), 0),
        (Retiree(Arm.TANK), BOOK, 0, (), 0),
    ],
)
def test_a_retire_result(unit: Retiree, house: House, inches: float, instead: tuple[Instead, ...], terror: int) -> None:
    found = retirement(unit, house)
    assert (found.inches, found.instead, found.terror) == (inches, instead, terror)
    assert found.citation.startswith("RA-")


@pytest.mark.rule("RA-R64", "RA-combat.result.w-retires")
def test_out_of_combat_nobody_refuses() -> None:
    storm = Retiree(Arm.RIFLE, STORM, bases=4, in_cover=True, gone_back=3, retired_before=True)
    compulsory = combat_retirement(storm)
    assert (compulsory.inches, compulsory.instead, compulsory.terror) == (3, (), 0)
    assert combat_retirement(storm, MARKER) == compulsory
    assert combat_retirement(storm, EXEMPT).inches == 0
    assert combat_retirement(Retiree(Arm.RIFLE, STORM, bases=4), EXEMPT).instead == (Instead.BASE,)


@pytest.mark.rule("RA-retire.6", "RA-R68")
def test_only_troops_with_an_evasive_speed_evade_after_it() -> None:
    assert evades_after_retiring(4)
    assert not evades_after_retiring(0)
    assert not evades_after_retiring(None)


@pytest.mark.rule("RA-retire.1", "RA-retire.2", "RA-R65")
def test_the_charts_typed_once_more() -> None:
    charts = {chart.name: chart.rows for chart in CHARTS}
    assert [row[1] for row in charts["retire"]] == ["3", "6", "disregard it", "never retire"]
    assert [row[0] for row in charts["retire-exemptions"]] == [1, 2, 3, 4, 4]
