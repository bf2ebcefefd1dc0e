"""Sight, cover, reach and trains in a battle: an action is decided, and what it comes to on the ground is looked at.

Foot is 0.8 in deep, horse 1.2: a line whose middle is at y = 20 has its front at 20.4 or 20.6.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.movement import Move
from rules.red_actions.actions.segment import Answer
from rules.red_actions.book.kinds import UnitFormation, Weather
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State
from rules.red_actions.units import Base, Concealment, Mode, Rails
from rules.table.board import Feature
from tests.rules.red_actions.charges import field as facing
from tests.rules.red_actions.field import DEFENCE, EAST, NORTH, answering, area, board, changed, junior, line, unit
from tests.rules.red_actions.firing import REGULARS, VOLUNTEERS
from tests.rules.red_actions.nerves import battle
from tests.rules.red_actions.turning import Table

FAR = (unit("idle", DEFENDER, VOLUNTEERS, at=(67, 46)), junior("idle", DEFENDER, token="white-zero-plain"))
OFFICERS = (junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain"))


def field(*ground: Feature, reds: Any = None, whites: Any = None, **changes: Any) -> State:
    """Reds and Whites on this ground. Whites answer no question."""
    ours = unit("reds", **{"card": REGULARS, "at": (30, 10), **(reds or {})})
    theirs = unit("whites", DEFENDER, **{"card": VOLUNTEERS, "at": (30, 26), **(whites or {})})
    state = battle(ours, theirs, *OFFICERS, *FAR, board=board(*ground), **changes)
    return answering(state, DEFENDER, mode="normal", return_fire="no", spare="retire")


# ── Sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def made_out(state: State, north: float) -> bool:
    """Whether the Whites' marker is known when the Reds, who look north, have gone so far."""
    state = changed(state, "whites", hidden=Concealment.MARKER, marker=3)
    return (
        Table(state).do(Move(unit="reds", path=(f"30,{north}",))).done().state.unit("whites").hidden is Concealment.NO
    )


@pytest.mark.rule("RA-vis.1")
@pytest.mark.parametrize(("north", "seen"), [(23.1, False), (23.2, True)])
def test_infantry_that_keeps_still_in_scrub_is_made_out_at_two_inches(north: float, seen: bool) -> None:
    """Their front is at 25.6, an inch inside the scrub."""
    assert made_out(field(area("scrub", 20, 24.6, 40, 34), reds={"at": (30, 18)}), north) is seen


@pytest.mark.rule("RA-vis.2")
@pytest.mark.parametrize(("north", "seen"), [(21.1, False), (21.2, True)])
def test_in_one_wood_with_them_one_sees_four_inches(north: float, seen: bool) -> None:
    state = field(area("woods", 20, 20, 40, 34), reds={"at": (30, 20.6)}, whites={"moved": 2.0, "moved_turn": 1})
    assert made_out(state, north) is seen


@pytest.mark.rule("RA-vis.3", "RA-R262")
@pytest.mark.parametrize(("edge", "seen"), [(23.3, False), (23.5, True)])
def test_horse_near_the_edge_of_a_wood_is_seen_from_anywhere(edge: float, seen: bool) -> None:
    """Their front is at 25.4, 2.1 or 1.9 in inside; the Reds are 14 in off."""
    assert made_out(field(area("woods", 20, edge, 40, 34), whites={"card": "white-cossacks"}), 11) is seen


@pytest.mark.rule("RA-vis.4", "RA-R262")
@pytest.mark.parametrize(("north", "seen"), [(11.5, False), (11.7, True)])
def test_from_less_than_two_inches_inside_a_wood_one_sees_out(north: float, seen: bool) -> None:
    """The wood ends at 14; their front is 2.1 or 1.9 in inside."""
    assert made_out(field(area("woods", 20, 4, 40, 14), reds={"at": (30, 9)}), north) is seen


@pytest.mark.rule("RA-vis.4", "RA-R262")
def test_men_less_than_two_inches_inside_a_wood_fire_out_of_it() -> None:
    """Their front is 1.8 in inside, their middle 2.2; 5.2 in off: column 4, an 8 is a marker."""
    state = field(area("woods", 20, 4, 40, 12.2), whites={"at": (30, 16)})
    assert Table(state, 4, 4).do(Fire(unit="reds", target="whites")).done().state.unit("whites").terror == 1
    deeper = field(area("woods", 20, 4, 40, 12.5), whites={"at": (30, 16)})
    with pytest.raises(RuleViolation, match="does not see"):
        Table(deeper).do(Fire(unit="reds", target="whites"))


@pytest.mark.rule("RA-vis.5")
@pytest.mark.parametrize(("north", "seen"), [(21.1, False), (21.2, True)])
def test_infantry_that_keeps_still_at_a_hedge_is_made_out_at_four_inches(north: float, seen: bool) -> None:
    """Their front is at 25.6. They themselves see through it."""
    state = field(line("hedge", (20, 25.4), (40, 25.4)), reds={"at": (30, 18)})
    assert made_out(state, north) is seen
    fire = Fire(unit="whites", target="reds")
    theirs = replace(changed(state, "reds", at=(30, 20)), segment=Segment(DEFENDER))
    theirs = answering(theirs, ATTACKER, mode="normal", return_fire="no")
    assert Table(theirs, 4, 4).do(fire, DEFENCE).done().state.unit("reds").terror == 1


@pytest.mark.rule("RA-weather.rain")
@pytest.mark.parametrize(
    ("weather", "north", "seen"), [(Weather.RAIN, 4.1, False), (Weather.RAIN, 4.2, True), (Weather.CLEAR, 4.1, True)]
)
def test_in_rain_nobody_sees_further_than_forty_inches(weather: Weather, north: float, seen: bool) -> None:
    """Their front is at 44.6."""
    assert made_out(field(reds={"at": (30, 2)}, whites={"at": (30, 45)}, weather=weather), north) is seen


@pytest.mark.rule("RA-morale.trigger.ambushed", "RA-ambush.shoot-only", "RA-preempt.ambush")
@pytest.mark.parametrize(("fear", "routs"), [((4, 4), False), ((4, 5), True)])
def test_who_is_ambushed_takes_a_marker_and_a_fear_test(fear: tuple[int, int], routs: bool) -> None:
    """Whites at the edge of a wood let the Reds come within their charge of 10 in, and fire when they are within close
    range, 6 in: column 4, a 2 does nothing. At routers 8 in further off nobody fires."""
    whites = {"at": (30, 24), "hidden": Concealment.AMBUSH}
    state = field(area("woods", 20, 23, 40, 34), reds={"at": (30, 11)}, whites=whites)
    table = Table(state, *fear, *(() if routs else (1, 1))).do(Move(unit="reds", path=("30,18",)))
    assert table.do(Answer(answer="lie-low"), DEFENCE).state.question is not None
    reds = table.do(Answer(answer="fire"), DEFENCE).done().state.unit("reds")
    assert (reds.terror, reds.routing) == (1, routs)
    assert table.state.unit("whites").hidden is Concealment.NO


# ── Buildings ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-building.2")
@pytest.mark.parametrize(("mode", "marked"), [(Mode.NORMAL, 1), (Mode.EVADING, 0)])
def test_troops_that_only_pass_through_a_house_have_soft_cover(mode: Mode, marked: int) -> None:
    """4 - 1: a 9 is a marker. At their evasive speed they have all of its cover: 4 - 3, nothing."""
    moving = {"at": (30, 16), "moved": 2.0, "moved_turn": 1, "acted": 1, "mode": mode, "mode_turn": 1}
    state = field(area("house", 25, 15, 35, 20, name="Hut"), whites=moving | {"evading": mode is Mode.EVADING})
    after = Table(state, 4, 5).do(Fire(unit="reds", target="whites")).done().state.unit("whites")
    assert (after.terror, after.at) == (marked, (30, 16))


@pytest.mark.rule("RA-building.3", "RA-R246")
@pytest.mark.parametrize(("kind", "marked"), [("building", 1), ("village", 0)])
def test_a_farm_covers_no_more_bases_than_its_front_takes(kind: str, marked: int) -> None:
    """A hut of 2.4 by 1.2 in has 7.2 in of front, six bases of 30 mm. Of three companies of four in it the last is in
    the open: column 4, an 8 is a marker. A village covers it: 1, nothing."""
    inside = {"at": (30, 16), "formation": UnitFormation.RANKS, "holds": "the hut", "fired_turn": 1}
    hut = area(kind, 28.8, 15.4, 31.2, 16.6, name="the hut")
    state = field(hut, whites=inside)
    others = tuple(unit(name, DEFENDER, VOLUNTEERS, **inside) for name in ("first", "second"))
    state = replace(state, units=(*others, *state.units))
    assert Table(state, 4, 4).do(Fire(unit="reds", target="whites")).done().state.unit("whites").terror == marked


# ── Charges ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CHARGE = Charge(unit="reds", target="whites")
TO_COMBAT = (3, 4, 4, 5, 3, 3, 6, 6)
"""The charge test, the fear test, a 6 in combat, both officers."""


def charging(card: str = REGULARS, foe: str = VOLUNTEERS, *ground: Feature, **whites: Any) -> State:
    state = facing(card, foe, **whites)
    state = replace(state, board=board(*ground), units=(*state.units, FAR[0]), officers=(*state.officers, FAR[1]))
    return answering(state, DEFENDER, charged="stand")


@pytest.mark.rule("RA-charge.legal.reach", "RA-charge.contact")
def test_a_charge_goes_as_far_as_its_card_and_no_further() -> None:
    """8 in from front to front, and they are in contact: the Reds' middle is 0.8 in before the Whites'. A 6 in
    Advantage sends the Whites back 3 in."""
    met = Table(charging(at=(30, 18.8)), *TO_COMBAT).do(CHARGE).done().state
    assert met.unit("reds").at == pytest.approx((30, 18), abs=0.11)
    assert met.unit("whites").at == pytest.approx((30, 21.8))
    with pytest.raises(RuleViolation):
        Table(charging(at=(30, 18.9))).do(CHARGE)
    with pytest.raises(RuleViolation):
        Table(charging(REGULARS, VOLUNTEERS, area("pond", 20, 12, 40, 14))).do(CHARGE)


@pytest.mark.rule("RA-charge.target.riflemen")
def test_riflemen_charge_sabres_from_behind_alone() -> None:
    """Cossacks that look north fear the enemy behind them: 9 - 2 stands on a 6. Three markers leave them one of four
    bases: 5 x 1 x 1/2 against 12, 4:1, where a 6 is the weaker's retreat with three more, and they rout."""
    with pytest.raises(RuleViolation, match="front of sabres"):
        Table(charging(foe="white-cossacks")).do(CHARGE)
    behind = Table(charging(foe="white-cossacks", facing=NORTH), 3, 4, 3, 3, 3, 3, 6, 6).do(CHARGE).done().state
    assert behind.unit("whites").routing


@pytest.mark.rule("RA-charge.target.sabres")
def test_sabres_charge_any_troops_but_vehicles() -> None:
    """4 x 4 = 16 against 16: equal, the chargers go back with a marker on a 6."""
    met = Table(charging("red-cavalry"), *TO_COMBAT).do(CHARGE).done().state
    assert met.unit("reds").terror == 1
    for vehicle in ("tank-mg", "armoured-car"):
        with pytest.raises(RuleViolation, match="vehicles"):
            Table(charging("red-cavalry", vehicle, bases=1)).do(CHARGE)


@pytest.mark.rule("RA-charge.target.none")
@pytest.mark.parametrize("card", ["tachanka", "mg-team", "mortar", "field-gun"])
def test_crews_charge_nobody_and_keep_their_segment(card: str) -> None:
    table = Table(charging(card))
    with pytest.raises(RuleViolation):
        table.do(CHARGE)
    assert table.stand("reds").state.unit("reds").acted == 1


# ── Trains ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-train.cars.2", "RA-train.artillery.2", "RA-train.mg")
@pytest.mark.parametrize(("last", "dice", "north"), [(0.0, (1, 1, 1, 1), 33), (4.0, (1, 1), 30)])
def test_a_train_on_the_move_fires_its_machine_guns_alone(last: float, dice: tuple[int, ...], north: int) -> None:
    """From its head in the east: machine-guns, a turret, the engine, a boxcar; Volunteers 8.4 in to the north. It
    stands: the turret throws for a hit, and 16 + 24 are column 10, where a 2 is a retire; on the move 16 is column 8,
    and nothing."""
    made = unit("train", card="train-engine", bases=4, at=(30, 20), facing=EAST)
    cars = ("train-mg", "train-artillery-turret", "train-engine", "train-other")
    bases = tuple(Base(f"car{n}", card) for n, card in enumerate(cars, 1))
    train = replace(made, bases=bases, rails=Rails("Line", 34.8, last=last))
    whites = unit("whites", DEFENDER, VOLUNTEERS, at=(30, 30))
    state = battle(train, whites, OFFICERS[1], *FAR, board=board(line("railway", (0, 20), (72, 20), name="Line")))
    state = answering(state, DEFENDER, mode="normal", return_fire="no")
    after = Table(state, *dice).do(Fire(unit="train", target="whites")).done().state
    assert after.unit("whites").at == pytest.approx((30, north))
