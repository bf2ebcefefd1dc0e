"""Whole periods in which fire finds its men: chance, hits, who is diced for, radios, men in bunkers and from the sky.
Worked by hand from the book."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.book.kinds import Gear, Posture, Weapon
from rules.infantry_action.figures import Life
from rules.infantry_action.on_the_table import Drop
from rules.infantry_action.state import ATTACKER, DEFENDER
from tests.rules.infantry_action.field import SOUTH, Force, area, field, section
from tests.rules.infantry_action.table import Table
from tests.rules.infantry_action.test_periods_of_fire import AT_RED, STANDS, armed, begun, shooter


def fallen(table: Table, group: str = "red") -> list[str]:
    return [man.id for man in table.state.figures if man.group == group and man.life is Life.CASUALTY]


@pytest.mark.rule("IA-chance.die", "IA-chance.small-group", "IA-R082")
def test_each_group_throws_one_die_that_counts_up_to_its_men() -> None:
    """Able has three men: its 3 counts. Baker has one: its 2 is nothing. Rifles 2 each, a man in the open 2, -4 for
    four who did not fire before: 8 + 2 - 4 + 3 = 9."""
    baker = section("baker", ATTACKER, 1, at=(80, 100))
    red = section("red", DEFENDER, 1, at=(105, 195), facing=SOUTH)
    table = begun(shooter(3, spacing=10.0), baker, red, dice=f"3,2,4,{STANDS}")
    table.period(fire=[AT_RED, Fire(unit="baker", target="red")])
    resolved = table.happened("fire-resolved")[0]
    assert [(die.die, die.counts) for die in resolved.dice] == [(3, 3), (2, 0)]
    assert (resolved.total.value, resolved.needs) == (9, 5)
    assert fallen(table) == []
    table.finish()


@pytest.mark.rule("IA-pot.one-die", "IA-ident.first")
@pytest.mark.parametrize(("die", "hits"), [("4", 0), ("5", 1)])
def test_from_5_points_one_die_of_5_or_6_is_a_hit(die: str, hits: int) -> None:
    """Four rifles 8, first fire -4, two in the open, one prone 3, chance 1: 8. The first man diced for falls on 2."""
    red = armed(section("red", DEFENDER, 2, at=(105, 190), facing=SOUTH), 2, posture=Posture.PRONE)
    more = "2," if hits else ""
    table = begun(shooter(4, spacing=5.0), red, dice=f"1,{die},{more}{STANDS}")
    table.period(fire=[AT_RED])
    resolved = table.happened("fire-resolved")[0]
    assert (resolved.total.value, resolved.needs, resolved.hits) == (8, 5, hits)
    assert fallen(table) == ["red1"][:hits]
    table.finish()


@pytest.mark.rule("IA-pot.automatic", "IA-ident.first", "IA-ident.rest", "IA-ident.stop", "IA-ident.priority")
def test_30_points_are_two_hits_and_the_dicing_stops_with_the_second() -> None:
    """Six rifles 12, first fire -6, ten men erect in the open 20, chance 6: 32, two hits. The corporal is first, by his
    rank: 2; the next 2 is nothing, the third man's 1 is. Nobody else is diced for."""
    red = section("red", DEFENDER, 10, at=(82.5, 200), facing=SOUTH, spacing=10.0)
    table = begun(shooter(6, spacing=10.0), red, dice=f"6,2,2,1,{STANDS}")
    table.period(fire=[AT_RED])
    resolved = table.happened("fire-resolved")[0]
    assert (resolved.total.value, resolved.needs, resolved.hits) == (32, None, 2)
    (diced,) = table.happened("men-diced")
    assert [(die.die, die.at_most) for die in diced.dice] == [(2, 2), (2, 1), (1, 1)]
    assert diced.dice[0].figure == "red1"
    assert fallen(table) == [diced.dice[0].figure, diced.dice[2].figure]
    assert table.state.group("red").lost == tuple(fallen(table))
    table.finish()


@pytest.mark.rule("IA-ident.priority")
def test_a_private_who_stands_is_diced_for_before_his_corporal_who_lies() -> None:
    red = armed(section("red", DEFENDER, 2, at=(105, 190), facing=SOUTH), 1, posture=Posture.PRONE)
    table = begun(shooter(4, spacing=5.0), red, dice=f"1,6,2,{STANDS}")
    table.period(fire=[AT_RED])
    assert fallen(table) == ["red2"]
    table.finish()


@pytest.mark.rule("IA-soft.radio")
@pytest.mark.parametrize(("die", "works"), [("1", False), ("2", True)])
def test_the_set_of_a_radio_man_who_is_diced_for_takes_a_die(die: str, works: bool) -> None:
    """He is not hit himself: a 3."""
    red = armed(section("red", DEFENDER, 1, at=(105, 190), facing=SOUTH), gear=(Gear.RADIO,))
    table = begun(shooter(4, spacing=5.0), red, dice=f"1,6,3,{die},{STANDS}")
    table.period(fire=[AT_RED])
    man = table.state.figure("red1")
    assert (man.life, man.has(Gear.RADIO)) == (Life.FIT, works)
    table.finish()


@pytest.mark.rule("IA-tt.bunker")
def test_men_in_a_bunker_take_3_off_each() -> None:
    """Two of them, 60 m off: rifles 8, first fire -4, -6, chance 1: -1, a hit on 6; the first falls on 2."""
    red = section("red", DEFENDER, 2, at=(105, 160), facing=SOUTH, spacing=5.0)
    pillbox = area("bunker", 98, 155, 115, 165, name="The pillbox")
    table = begun(shooter(4, spacing=5.0), red, features=(pillbox,), dice=f"1,6,2,{STANDS}")
    table.period(fire=[AT_RED])
    assert table.total()["tt.bunker"] == -6
    resolved = table.happened("fire-resolved")[0]
    assert (resolved.total.value, resolved.needs) == (-1, 6)
    assert fallen(table) == ["red1"]
    table.finish()


def in_the_sky(force: Force) -> Force:
    return replace(force, figures=tuple(replace(man, at=None) for man in force.figures))


@pytest.mark.rule("IA-air.para-target", "IA-air.para-first-period")
def test_paratroops_are_one_target_in_the_period_in_which_they_land() -> None:
    """One man of each of two groups comes down where he should (7, whatever the clock says); fire on one of them counts
    both, erect in the open: 4. Rifles 4 x 2 - 4, chance 1: 9. The hit is diced for among both."""
    one = in_the_sky(section("one", DEFENDER, 1, facing=SOUTH))
    two = in_the_sky(section("two", DEFENDER, 1, facing=SOUTH))
    drops = (
        Drop("one", (110, 190), 1, real=(("one1", (110.0, 190.0)),)),
        Drop("two", (125, 190), 1, real=(("two1", (125.0, 190.0)),)),
    )
    state = field(shooter(4, spacing=10.0), one, two, drops=drops, options=(("para-drop", "declared"),))
    table = Table(state, f"1,6,2,{STANDS}")
    table.hold()
    table.period(fire=[Fire(unit="able", target="one")])
    resolved = table.happened("fire-resolved")[0]
    assert set(resolved.groups) == {"one", "two"}
    assert table.total()["tt.exposed"] == 2
    assert resolved.total.value == 9
    assert len(fallen(table, "one") + fallen(table, "two")) == 1
    assert table.happened("shots-fired")[0].shots[0].weapon == Weapon.RIFLE.value
    table.finish()
