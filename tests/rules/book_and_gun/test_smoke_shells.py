"""Smoke of mortars, guns and vehicles' dischargers in a battle, worked by hand. X.14.3; the wind blows east."""

from __future__ import annotations

from dataclasses import replace

import pytest
from shapely import Point as Spot
from shapely import Polygon

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn, Bombard
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.play.explosives.discharging import discharges
from rules.book_and_gun.state import INSURGENTS, Run
from rules.book_and_gun.units import Morale, Phase
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Card
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from rules.table.drawing import describe, draw
from rules.table.footprint import area

from .field import EAST, NORTH, PLAIN, SOUTH, army, battle, cell, only
from .motor import vehicle
from .test_fire_missions import asked, mission
from .test_mortars import fire_phase, foes, round_at, team
from .war import War, dice

WALL = Feature("high wall", ((0, 18), (48, 18)), height=4.0, width=0.3, hardness="hard")
WINDY = replace(PLAIN, wind=EAST)
RED_SIDE = Actor.player("insurgents")
FIRE_OFF = Throw(unit="tank", grenade="smoke dischargers")


def clouds(state):
    return [(f.outline, f.width) for f in state.board.features if f.kind == "smoke"]


def next_turn(war):
    war.state = replace(war.state, phase=Phase.MORALE, phase_steps=("morale", "ended"))
    war.do(BeginTurn(), by=ENGINE)


# ── Shells ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.14.3a", "BG-X.14.31a", "BG-R101", "BG-R256")
@pytest.mark.parametrize(("weapon", "width", "lengths"), [("light mortar", 2, (6,)), ("medium mortar", 3, (6, 6))])
def test_a_mortars_smoke_hurts_nobody_grows_downwind_and_lasts_by_its_calibre(weapon, width, lengths):
    war = fire_phase(team(weapon=weapon), foes(), board=WINDY)
    # Deviation 2: on target, on the head of the leader. Nobody has a die.
    events = war.do(round_at("16,26", smoke=True), dice(2))
    assert not only(events, "blast-rolled")
    assert not only(events, "figure-fell")
    assert only(events, "mortar-fired")[0].rounds == 1
    (burst,) = only(events, "bombarded")
    assert (burst.smoke, burst.burst) == (True, (16, 26))
    assert clouds(war.state) == [(((16 - width / 2, 26), (19, 26)), width)]
    for inches in lengths:
        next_turn(war)
        assert clouds(war.state) == [(((16 - width / 2, 26), (16 + inches, 26)), width)]
    next_turn(war)
    assert (clouds(war.state), war.state.screens) == ([], ())


@pytest.mark.rule("BG-X.14.3a", "BG-X.13.1b", "BG-R99", "BG-R256")
def test_it_goes_astray_as_any_round_and_beyond_the_table_lays_nothing():
    war = fire_phase(team(at=(20, 8)), foes(at=(20, 28)), board=WINDY)
    # Deviation 1: short, 3 inches towards the mortar at (21.4, 8).
    war.do(round_at("21.4,28", smoke=True), dice(3, 3))
    (screen,) = war.state.screens
    assert screen.at == (21.4, 25)
    edge = fire_phase(team(at=(20, 20)), foes(at=(20, 34)), board=WINDY)
    # Long by 4 from y = 34 is beyond the edge at y = 36.
    edge.do(round_at("21.4,34", smoke=True), dice(6, 4))
    assert edge.state.screens == ()


@pytest.mark.rule("BG-X.14.3a", "BG-X.14.31a", "BG-R101", "BG-R256")
def test_a_mission_of_artillery_lays_smoke_and_an_air_strike_has_none():
    war = asked(board=WINDY)
    war.do(mission("16,26", smoke=True), dice(2))
    assert clouds(war.state) == [(((14, 26), (19, 26)), 4)]
    assert [(each.what, each.number) for each in war.state.missions] == [("artillery", 1)]
    strike = asked(what="artillery", board=WINDY)
    assert strike.refuses(mission("16,26", smoke=True, building=True)) in ("no-building", "smoke-at-building")
    bomb = Bombard(blast_of="air strike", at="16,26", smoke=True)
    assert strike.refuses(bomb, UMPIRE) == "no-smoke-shells"
    assert strike.refuses(Bombard(blast_of="artillery", victims=("red",), smoke=True), UMPIRE) == "no-place"
    strike.do(Bombard(blast_of="artillery", at="16,26", smoke=True, on_target=True), by=UMPIRE)
    assert len(strike.state.screens) == 1


@pytest.mark.rule("BG-X.14.31b", "BG-VI.2.3")
def test_nobody_fires_through_it():
    war = fire_phase(team(), foes(at=(20, 20), size=1, moved_turn=2, moved_inches=3.0), board=WINDY)
    shot = Fire(unit="mort", target="red", figure="mort1")
    RULES.battle.odds(war.state, shot, Actor.player("army"))
    # A medium mortar's screen is 3 inches wide: from y = 12.5 to 15.5 and from x = 16.5 to 21 it lies between them.
    war.do(Bombard(blast_of="medium mortar", at="18,14", smoke=True, on_target=True), by=UMPIRE)
    assert war.refuses(shot) == "no-line-of-sight"


@pytest.mark.rule("BG-X.14.3a", "BG-R256")
def test_odds_say_how_it_lies_and_how_likely_it_comes_down_where_it_is_aimed():
    war = fire_phase(team(weapon="medium mortar"), foes(), board=WINDY, turn=4)
    odds = RULES.battle.odds(war.state, round_at("16,26", smoke=True), Actor.player("army"))
    # 1 and 2 of the six are on target; the third turn is its last.
    assert [(each.words, each.chance * 3) for each in odds.chances] == [("on target", 1)]
    assert odds.notes[-1] == "smoke lies 3 in to the east, 6 in next turn, and is gone in turn 7"


# ── Dischargers ───────────────────────────────────────────────────────────────────────────────────────────────────


def parked(kind="t-72", phase=Phase.FIRE, at=(20, 10), facing=NORTH, side="army", foe=None, **given):
    unit, body = vehicle("tank", kind, at=at, facing=facing, side=side)
    foe = foe or cell(at=(18, 24), facing=SOUTH, size=3)
    state = battle(unit, foe, vehicles=(body,), board=given.pop("board", WINDY), phase=phase, **given)
    return War(replace(state, run=Run("army", (Card("2S"),))))


def covers(state, *spots):
    lying = [area(f) for f in state.board.features if f.kind == "smoke"]
    return [any(each.covers(Spot(spot)) for each in lying) for spot in spots]


@pytest.mark.rule("BG-X.14.3b", "BG-X.14.31a", "BG-R101", "BG-R257")
def test_dischargers_lay_a_half_ring_before_the_vehicle_that_drifts_and_goes():
    war = parked()
    events = war.do(FIRE_OFF)
    (laid,) = only(events, "smoke-laid")
    # A T-72 is 4.8 long: its bow is 2.4 ahead of its middle, the ring's middle line 5.4, from 4.9 to 5.9.
    assert (laid.screen.ring, laid.vehicle) == (5.4, "tank-v")
    ahead, inside, behind, left, right = (20, 15.4), (20, 12), (20, 4.6), (14.6, 10.2), (25.4, 10.2)
    assert covers(war.state, ahead, inside, behind, left, right) == [True, False, False, True, True]
    # Drifting 3 inches to the east, its left limb comes to 17.6, its right one to 28.4; after 6 it covers the vehicle.
    assert covers(war.state, (17.5, 10.2), (28.2, 10.2), (20, 10.2)) == [True, True, False]
    next_turn(war)
    assert covers(war.state, (20, 10.2), (31, 10.2), behind) == [True, True, False]
    next_turn(war)
    assert clouds(war.state) == []


@pytest.mark.rule("BG-X.14.3b", "BG-X.14.31a", "BG-R257")
def test_before_they_are_fired_the_odds_show_the_outline_of_the_smoke():
    war = parked()
    (outline,) = RULES.battle.odds(war.state, FIRE_OFF, Actor.player("army")).traces
    # The spots of the test above: ahead of the bow and beside the hull, not between, not behind.
    lies = Polygon(outline.points)
    spots = [(20, 15.4), (20, 12), (20, 4.6), (14.6, 10.2), (25.4, 10.2)]
    assert [lies.covers(Spot(spot)) for spot in spots] == [True, False, False, True, True]
    war.do(FIRE_OFF)
    assert [f.outline for f in war.state.board.features if f.kind == "smoke"] == [outline.points]
    scene = replace(RULES.battle.view(war.state, Viewer("army")).scene, traces=(outline,))
    assert "smoke at" in describe(scene)
    assert "stroke-dasharray" in draw(scene)


@pytest.mark.rule("BG-X.14.3b", "BG-R257")
def test_they_fire_once_without_a_card_where_the_turret_looks():
    war = parked(phase=Phase.MOVEMENT)
    war.state = war.state.with_vehicle(replace(war.state.vehicle("tank-v"), turret=EAST))
    before = war.state.run
    war.do(FIRE_OFF)
    assert war.state.run == before
    assert all(f.fire_turn != war.state.turn for f in war.unit("tank").figures)
    assert covers(war.state, (25.4, 10), (14.4, 10)) == [True, False]
    assert war.refuses(FIRE_OFF) == "has-none"
    assert war.state.vehicle("tank-v").discharged


@pytest.mark.rule("BG-X.14.3b", "BG-R257")
def test_who_may_not_lay_it():
    assert parked("t-55").refuses(FIRE_OFF) == "no-dischargers"
    assert parked().refuses(FIRE_OFF.model_copy(update={"to": "B2"})) == "aimed-dischargers"
    assert parked(phase=Phase.MORALE).refuses(FIRE_OFF) == "wrong-phase"
    war = parked()
    war.state = war.state.with_unit(replace(war.unit("tank"), morale=Morale.ROUTED))
    assert war.refuses(FIRE_OFF) == "routing"
    assert parked(board=None).refuses(FIRE_OFF) == "no-board"
    red = parked(side="insurgents", foe=army(at=(18, 24), facing=SOUTH, size=3))
    assert red.refuses(FIRE_OFF, RED_SIDE) == "not-your-turn"
    red.state = replace(red.state, run=Run(INSURGENTS, (Card("2H"),)))
    red.do(FIRE_OFF, by=RED_SIDE)  # their vehicles have them, though their men have no smoke grenades


@pytest.mark.rule("BG-R257")
def test_it_is_offered_in_both_phases_while_somebody_is_there_to_hide_from():
    for phase in (Phase.MOVEMENT, Phase.FIRE):
        war = parked(phase=phase)
        assert [o.label for o in discharges(war.state, "army", "tank")] == ["Smoke dischargers of Tank"]
    hidden = parked(board=replace(WINDY, features=(replace(WALL, outline=((0, 18), (48, 18))),)))
    assert list(discharges(hidden.state, "army", "tank")) == []


@pytest.mark.rule("BG-R257")
def test_everybody_reads_whose_smoke_it_is_where_they_know_the_vehicle():
    war = parked()
    (laid,) = only(war.do(FIRE_OFF), "smoke-laid")
    told = RULES.battle.tell(war.state, laid, Viewer("army"))
    assert "Tank fires its smoke dischargers" in told.headline
    public = RULES.battle.tell(war.state, laid, PUBLIC)
    assert "smoke dischargers" in public.headline


# ── Orders ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.14.3a", "BG-X.14.3b")
def test_orders_lay_smoke_with_whatever_there_is():
    war = fire_phase(team(), foes(), board=WINDY)
    war.do(GiveOrders(first="smoke at", to="16,22", units=("mort",)))
    war.do(RULES.battle.proceed(war.state), dice(2), by=ENGINE)
    assert [each.at for each in war.state.screens] == [(16, 22)]
    tank = parked(phase=Phase.MOVEMENT)
    tank.do(GiveOrders(first="smoke dischargers", then="hold", units=("tank",)))
    assert ORDERS.answers(tank.state, "army")
    tank.do(RULES.battle.proceed(tank.state), by=ENGINE)
    assert tank.state.vehicle("tank-v").discharged


@pytest.mark.rule("BG-X.14.3a")
def test_smoke_ahead_goes_across_the_way_to_the_nearest_enemy():
    war = fire_phase(team(at=(20, 8)), foes(at=(17, 28)), board=WINDY)
    war.do(GiveOrders(first="smoke ahead", units=("mort",)))
    war.do(RULES.battle.proceed(war.state), dice(2), by=ENGINE)
    (screen,) = war.state.screens
    # The mortar team's middle is at (21.4, 8), the cell's at (23, 28): 2 inches before it, 1.5 upwind, to the west.
    assert screen.at == (21.3, 26.0)
