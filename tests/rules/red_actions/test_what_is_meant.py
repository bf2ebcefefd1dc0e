"""Which building, vehicle or piece of ground is meant: by its key, by its whole name, by a place on the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.ambush import Scout
from rules.red_actions.actions.works import FightFire, Possess, SetFire
from rules.red_actions.deeds import DEEDS
from rules.red_actions.play.movement.holding import judge_possess, possess_offers, prizes
from rules.red_actions.play.works.buildings import judge_set
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Abandoned, Base, Blaze, Rout
from tests.rules.red_actions.field import ATTACK, SOUTH, area, battle, board, changed, unit

FARM = area("building", 25.5, 10.5, 28, 13, name="Farm")
OLD_FARM = area("building", 31, 10.5, 34, 13, name="Old Farm")


def farms(*more) -> State:
    return battle(unit("reds", card="red-regulars", at=(30, 10)), *more, board=board(FARM, OLD_FARM))


def guns(*names: str) -> State:
    """Batteries of these names have left their guns behind, 0.6 in before the Reds."""
    crews = (unit(f"crew-{n}", DEFENDER, "field-gun", at=None, name=name) for n, name in enumerate(names, start=1))
    left = tuple(
        Abandoned(
            f"heap-{n}", "guns", f"crew-{n}", DEFENDER, (27.0 + 2.0 * n, 11.0), SOUTH, (Base(f"g{n}", "field-gun"),)
        )
        for n, _ in enumerate(names, start=1)
    )
    return battle(unit("reds", card="red-regulars", at=(30, 10)), *crews, abandoned=left)


def taken(state: State, what: str | None) -> str:
    event = judge_possess(state, Possess(unit="reds", what=what), ATTACK).event
    return getattr(event, "building", "") or getattr(event, "taken", "") or getattr(event, "vehicle", "")


@pytest.mark.rule("RA-action.possess")
def test_a_name_is_meant_as_a_whole():
    assert {taken(farms(), "Old Farm"), taken(farms(), "old farm"), taken(farms(), "the Old  Farm")} == {"Old Farm"}
    assert taken(farms(), "Farm") == "Farm"
    state = guns("Battery 1", "Battery 10")
    assert taken(state, "the guns of Battery 10") == "heap-2"
    assert taken(state, "guns of battery 1") == "heap-1"
    assert taken(state, "heap-2") == "heap-2"


@pytest.mark.rule("RA-action.possess")
def test_a_place_is_meant_where_nothing_is_called_so():
    """So buttons of older battles named what they took."""
    assert taken(farms(), "26.5,11") == "Farm"
    assert taken(farms(), "32.5,11") == "Old Farm"
    with pytest.raises(RuleViolation) as caught:
        taken(farms(), None)
    assert caught.value.code == "which"


@pytest.mark.rule("RA-action.possess")
def test_of_two_of_one_name_the_player_says_which():
    twins = guns("Battery", "Battery")
    with pytest.raises(RuleViolation) as caught:
        taken(twins, "guns of Battery")
    assert caught.value.code == "which"
    assert taken(twins, "31,11") == "heap-2"


@pytest.mark.rule("RA-action.possess")
def test_offers_to_take_carry_what_they_take():
    for state in (farms(), guns("Battery 1", "Battery 10"), guns("Battery", "Battery")):
        offers = [each.action for each in DEEDS.offers(state, ATTACKER, "reds") if isinstance(each.action, Possess)]
        keys = [prize.key for prize in prizes(state, state.unit("reds"))]
        assert [each.what for each in offers] == keys
        assert [taken(state, key) for key in keys] == keys


@pytest.mark.rule("RA-action.possess")
def test_nobody_is_offered_possession_who_may_not_take_it():
    """Who is not there, is another side's, is off the table, routs, or has no segment now."""

    def offered(state: State, ref: str = "reds") -> list[str | None]:
        return [each.action.what for each in possess_offers(state, ATTACKER, ref) if isinstance(each.action, Possess)]

    state = farms(unit("whites", DEFENDER, at=(26.0, 10.0)))
    assert offered(state) == ["Farm", "Old Farm"]
    assert offered(state, "whites") == offered(state, "nobody") == []
    assert offered(changed(state, "reds", at=None)) == []
    assert offered(changed(state, "reds", rout=Rout(1, "whites"))) == []
    assert offered(replace(state, segment=None)) == []


@pytest.mark.rule("RA-building.fire.1", "RA-building.fire.4")
def test_offers_of_fire_carry_the_building():
    """Two barns without a name, one corner of the first as near to the second."""
    barns = (area("building", 25.5, 10.5, 30, 13), area("building", 30, 10.5, 34, 13))
    state = battle(unit("reds", card="red-regulars", at=(30, 10)), board=board(*barns))
    offers = [each.action for each in DEEDS.offers(state, ATTACKER, "reds") if isinstance(each.action, SetFire)]
    keys = ["building at 25.5,10.5", "building at 30,10.5"]
    assert sorted(each.building for each in offers) == keys
    assert sorted(judge_set(state, each, ATTACK).building for each in offers) == keys
    burning = battle(unit("reds", card="red-regulars", at=(30, 10)), board=board(*barns), blazes=(Blaze(keys[1], 2),))
    fought = [each.action for each in DEEDS.offers(burning, ATTACKER, "reds") if isinstance(each.action, FightFire)]
    assert [each.building for each in fought] == [keys[1]]
    named = judge_set(farms(), SetFire(unit="reds", building="old farm"), ATTACK)
    assert named.building == "Old Farm"
    assert judge_set(state, SetFire(unit="reds", building="33,12"), ATTACK).building == keys[1]


@pytest.mark.rule("RA-ambush.scout.1")
def test_offers_to_scout_carry_the_ground():
    """A wood around a ruin: each is scouted by itself."""
    wood, house = area("woods", 25, 12, 35, 20), area("building", 28, 13, 31, 15)
    state = battle(unit("reds", card="red-regulars", at=(30, 10)), board=board(wood, house))
    offers = [each.action for each in DEEDS.offers(state, ATTACKER, "reds") if isinstance(each.action, Scout)]
    assert sorted(each.place for each in offers) == ["building at 28,13", "woods at 25,12"]
    for action in offers:
        assert DEEDS.judge(state, action, ATTACK).key == action.place
    assert DEEDS.judge(state, Scout(unit="reds", place="29,14"), ATTACK).key in ("building at 28,13", "woods at 25,12")
