"""4.5 The hurt are carried out of vehicles, by those aboard and by those who reach them: in battles on a board."""

from __future__ import annotations

import pytest

from rules.five56mm.actions.foot import Carry, FirstAid, TreatInjury
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.foot import Carried
from rules.five56mm.events.vehicles import GotOut
from rules.five56mm.odds import odds
from rules.five56mm.offers import offers
from rules.five56mm.state import BLACK, RED, Stance
from rules.kernel.action import Action, Actor
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from rules.table.measure import between
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck


def ambulance(level: Level = Level.MORTAL, *people, car=None, board=None) -> Skirmish:
    """A vehicle from (29, 8) to (31, 12) with a hurt driver, somebody beside him and somebody an inch from its side."""
    vehicle = car or truck(at=(30, 10))
    return Skirmish(
        aboard(man("Driver", wounds=[level]), vehicle, "driver"), aboard(man("Rider"), vehicle),
        man("Alpha", BLACK, (32, 10)), man("Red", RED, (30, 38)), *people,
        vehicles=[vehicle], board=board or Board(60, 40),
    )  # fmt: skip


def refused(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)
    return caught.value.code


@pytest.mark.rule("MM-4.5.1", "MM-4.5.2", "MM-4.5.3", "MM-R212")
def test_somebody_beside_a_vehicle_carries_the_hurt_out_of_it() -> None:
    battle = ambulance()
    battle.card("alpha")
    events = battle.do(Carry(patient="driver", to="36,10"), "4")  # one above 3: 4 in
    assert one(events, GotOut).character == "driver"
    assert one(events, Carried).inches == 4
    assert (battle["driver"].vehicle, battle["driver"].place) == (None, "")
    assert battle["alpha"].at == (36, 10)
    assert battle["driver"].at is not None
    assert between(battle["driver"].at, (36, 10)) <= 1
    assert (battle["alpha"].stance, battle["driver"].stance) == (Stance.CARRYING, Stance.CARRIED)


@pytest.mark.rule("MM-4.5.1", "MM-4.5.3", "MM-12.1.2", "MM-R212")
def test_somebody_aboard_carries_the_hurt_out_and_counts_from_the_vehicles_side() -> None:
    battle = ambulance()
    battle.card("rider")
    events = battle.do(Carry(patient="driver", to="36,10"), "3")  # just 3: 3 in
    assert {each.character for each in all_of(events, GotOut)} == {"driver", "rider"}
    assert battle["rider"].at == pytest.approx((34.6, 10))  # he gets out at (31.6, 10)
    assert battle.state.aboard("truck") == ()


@pytest.mark.rule("MM-4.5.4", "MM-R212")
def test_whoever_struggles_leaves_him_where_he_is() -> None:
    battle = ambulance()
    battle.card("rider")
    events = battle.do(Carry(patient="driver", to="36,10"), "2")
    assert all_of(events, GotOut) == []
    assert {who.id for who in battle.state.aboard("truck")} == {"driver", "rider"}


@pytest.mark.rule("MM-4.5.5", "MM-R212")
def test_one_aboard_and_one_beside_it_carry_him_six_inches() -> None:
    battle = ambulance(Level.CRITICAL)
    battle.card("rider")
    battle.do(Carry(patient="driver", second="alpha", to="40,10"))
    assert battle["rider"].at == pytest.approx((37.6, 10))
    assert all(between(battle[each].at or (0, 0), (37.6, 10)) <= 1 for each in ("driver", "alpha"))


@pytest.mark.rule("MM-12.1.2", "MM-R212")
@pytest.mark.parametrize(
    ("who", "more", "why"),
    [
        ("rider", {"moved": 6.0}, "moving-vehicle"),
        ("alpha", {"moved": 6.0}, "moving-vehicle"),
        ("rider", {"profile": "black-hawk", "flying": True, "hover": 0}, "moving-vehicle"),
        ("alpha", {"profile": "black-hawk", "flying": True, "hover": 0}, "not-adjacent"),
    ],
)
def test_nobody_is_carried_out_of_what_moves_or_flies(who: str, more, why: str) -> None:
    battle = ambulance(car=truck(at=(30, 10), **more))
    battle.card(who)
    assert refused(battle, Carry(patient="driver", to="36,10")) == why


@pytest.mark.rule("MM-4.5.1", "MM-R204", "MM-R212")
def test_nobody_carries_him_out_from_afar_or_through_a_wall() -> None:
    far = ambulance(Level.MORTAL, man("Far", BLACK, (33, 10)))
    far.card("far")
    assert refused(far, Carry(patient="driver", to="36,10")) == "not-adjacent"
    wall = Board(60, 40, features=(Feature("wall", ((31.5, 5), (31.5, 15)), height=2.0, width=0.2),))
    walled = ambulance(board=wall)
    walled.card("alpha")
    assert refused(walled, Carry(patient="driver", to="36,10")) == "not-adjacent"


@pytest.mark.rule("MM-4.5.1", "MM-R201", "MM-R204", "MM-R212")
def test_the_hurt_are_not_lifted_out_on_the_far_side_of_a_vehicle_beside_a_wall() -> None:
    """The wall leaves 0.8 in beside the vehicle, too little for a second base; only its west side is free."""
    wall = Board(60, 40, features=(Feature("wall", ((31.9, 2), (31.9, 18)), height=4.0, width=0.2),))
    battle = ambulance(Level.MORTAL, man("Carl", BLACK, (31.4, 10)), board=wall)
    battle.card("carl")
    events = battle.do(Carry(patient="driver", to="31.4,13"), "3")
    assert one(events, GotOut).at == (31.4, 10)


@pytest.mark.rule("MM-3.5.1", "MM-4.4.1", "MM-R212")
def test_whoever_reaches_the_vehicle_helps_those_aboard_it() -> None:
    battle = ambulance(Level.MORTAL, man("Doc", BLACK, (28, 10), skills=[Skill.MEDIC]))
    battle.card("alpha")
    battle.do(FirstAid(patient="driver"), "6,1")
    battle.end_turn()
    battle.card("doc")
    battle.do(TreatInjury(patient="driver"), "6")
    assert not battle["driver"].down


@pytest.mark.rule("MM-R212")
@pytest.mark.parametrize("who", ["rider", "alpha"])
def test_carrying_out_is_offered_with_its_odds(who: str) -> None:
    battle = ambulance()
    battle.card(who)
    found = [each.action for each in offers(battle.state, BLACK, who) if isinstance(each.action, Carry)]
    assert [action.patient for action in found] == ["driver"]
    assert odds(battle.state, found[0], Actor.player(BLACK)).chances
    battle.do(found[0], "6")
    assert battle["driver"].vehicle is None
