"""Fire at aircraft in a battle, and the fire on their way to their target. X.9 to X.11, VIII.2.12, XIII.6; by hand.

Numbers by X.9: at helicopters LSAM to 40 in 3, 3 dice; AA autocannon to 60 in 4, 5 dice; tripod MMG to 12 in 2, 1 die;
tripod HMG to 14 in 3, to 18 in 2, 1 die."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun.actions.battle import StandingAnswer
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.devices import Device
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.blasts.blasting import under_template
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.state import ARMY, INSURGENTS, Run
from rules.book_and_gun.units import FigureTraits, Phase, Status
from rules.kernel.chance import Card
from rules.table.measure import bearing

from .field import EAST, NORTH, SOUTH, army, cell, only
from .motor import flown, inside, motorised, vehicle
from .war import War, black, cards, red


def d20(*values):
    return ",".join(f"d20:{value}" for value in values)


def armed(*weapons, at=(36.0, 26.0), name="red", size=1, facing=None, **changes):
    """One man with these weapons, or with his crew, in the north."""
    facing = bearing(at, (24.0, 10.0)) if facing is None else facing
    unit = cell(name, size, at=at, facing=facing, spacing=1.0, **changes)
    traits = FigureTraits(weapons=weapons, leader=True, crew="cannon" in weapons[0])
    rest = (replace(f, traits=FigureTraits(weapons=("assault rifle",), crew=traits.crew)) for f in unit.figures[1:])
    return replace(unit, figures=(replace(unit.figures[0], traits=traits), *rest))


def firing(state, side):
    """The fire phase; everybody on foot has moved in view."""
    state = replace(state, units=tuple(u if u.aboard else replace(u, moved_turn=2) for u in state.units))
    cards_ = tuple(Card(f"{n}{'S' if side == ARMY else 'H'}") for n in "23456")
    return War(replace(state, phase=Phase.FIRE, run=Run(side, cards_)))


def sky(kind="huey", *foes, at=(24.0, 10.0), side=INSURGENTS, aboard=0, moved=None, **body):
    """A helicopter of the army hovering at (24, 10) and insurgents; the fire phase with cards for one of them."""
    own, machine = flown("air", kind, at=at, **{k: v for k, v in body.items() if k in ("flight", "traits", "facing")})
    if moved is not None:
        machine = replace(machine, flight="moving", moved_turn=2, moved_inches=10.0, flown=moved)
    units = [own, *foes]
    if aboard:
        units.append(inside(army("able", aboard, at=at), machine))
    extra = body.get("vehicles", ())
    return firing(motorised(units, [machine, *extra]), side)


AT = Fire(unit="red", target="air")


@pytest.mark.rule("BG-X.9.1", "BG-X.9.2", "BG-X.9.chart", "BG-X.10.6", "BG-X.10.11", "BG-R91")
def test_a_light_missile_rolls_three_dice_at_a_hovering_helicopter():
    war = sky("huey", armed("light sam", "assault rifle", at=(24.0, 30.0)))
    (shot,) = only(war.do(AT, d20(4, 19, 8), red()), "vehicle-fired-at")
    # 20 in away: short, helicopter, 3; hovering: class II.
    assert (shot.to_hit.value, shot.target_class, shot.hits, shot.flying) == (3, "II", 0, "helo")


@pytest.mark.rule("BG-X.10.7", "BG-VIII.2.2a")
def test_a_moving_helicopter_is_class_three_and_takes_two_cards():
    war = sky("huey", armed("light sam"), moved=((4.0, 10.0), (24.0, 10.0)))
    events = war.do(AT, ",".join((d20(3, 19, 8), cards("9H", "2S"))), red())
    (shot,) = only(events, "vehicle-fired-at")
    assert shot.target_class == "III"


@pytest.mark.rule("BG-X.10.8", "BG-VIII.2.2b", "BG-X.9.chart")
def test_a_fixed_wing_is_class_four_and_machineguns_cannot_hit_jets():
    war = sky("a-10", armed("light sam"))
    (shot,) = only(war.do(AT, d20(9, 19, 8), red()), "vehicle-fired-at")
    assert (shot.to_hit.value, shot.target_class) == (3, "IV")  # slow jet, short
    jet = sky("a-10", armed("medium machinegun on tripod", at=(24.0, 20.0)))
    assert jet.refuses(AT, red()) == "cannot-hurt-it"  # N/A


@pytest.mark.rule("BG-X.11.1a", "BG-R71")
def test_an_armoured_attack_helicopter_is_harder_to_hit():
    war = sky("apache", armed("light sam"))
    (shot,) = only(war.do(AT, d20(9, 19, 8), red()), "vehicle-fired-at")
    assert shot.to_hit.value == 2  # 3, the die one worse


@pytest.mark.rule("BG-R91", "BG-R109", "BG-R272")
def test_destroyed_in_flight_all_aboard_are_lost_and_nothing_stays_on_the_table():
    war = sky("huey", armed("light sam"), aboard=2)
    # Class II: a heart kills, by the suits alone.
    events = war.do(AT, ",".join((d20(1, 19, 8), cards("9H"))), red())
    assert {f.status for u in ("air", "able") for f in war.unit(u).figures} == {Status.KILLED}
    assert war.state.vehicle("air-v").wreck
    assert standing(war.state) == ()
    (gone,) = only(events, "aircraft-gone")
    assert gone.why == "shot down"
    assert [entry.what for entry in service(events) if entry.of == "air-v"] == ["destroyed"]


@pytest.mark.rule("BG-R109", "BG-R270", "BG-R272")
def test_damaged_it_sets_its_passengers_down_and_leaves_with_its_crew():
    war = sky("huey", armed("light sam"), aboard=2)
    events = war.do(AT, ",".join((d20(1, 19, 8), cards("9D"))), red())  # class II: a diamond wounds
    (gone,) = only(events, "aircraft-gone")
    assert (gone.why, {who for _, who in gone.figures}) == ("damaged", {"air1", "air2", "air3"})
    assert {f.status for f in war.unit("air").figures} == {Status.GONE}
    assert all(f.fit and f.seat is None and f.at is not None for f in war.unit("able").figures)
    # The crew came home: nobody is missing; the aircraft is damaged for later.
    assert [(entry.of, entry.what) for entry in service(events)] == [("air-v", "damaged")]


@pytest.mark.rule("BG-VIII.2.12a", "BG-X.10.9", "BG-R265")
@pytest.mark.parametrize("weapon", ["assault rifle", "medium machinegun", "maw", "sniper rifle"])
def test_what_has_no_row_is_not_fired_at_aircraft_in_flight(weapon):
    war = sky("huey", armed(weapon, at=(24.0, 20.0)))
    assert war.refuses(AT, red()) == "no-aircraft-row"


@pytest.mark.rule("BG-X.10.9", "BG-X.10.10", "BG-R76", "BG-R265")
@pytest.mark.parametrize(
    ("weapon", "inches", "number"),
    [("medium machinegun on tripod", 12, 2), ("heavy machinegun", 14, 3), ("heavy machinegun", 18, 2)],
)
def test_machineguns_on_tripods_roll_one_die(weapon, inches, number):
    war = sky("huey", armed(weapon, at=(24.0, 10.0 + inches)))
    (shot,) = only(war.do(AT, d20(20), red()), "vehicle-fired-at")
    assert shot.to_hit.value == number


@pytest.mark.rule("BG-X.10.10", "BG-X.10.14", "BG-R265")
def test_a_mount_and_an_autocannon_in_a_turret_reach_up_a_heavy_machinegun_in_a_turret_does_not():
    def beside(kind):
        own, body = vehicle("red", kind, at=(24.0, 24.0), side=INSURGENTS, facing=EAST)
        return sky("huey", own, vehicles=(body,))

    (shot,) = only(beside("technical").do(AT, d20(20), red()), "vehicle-fired-at")
    assert shot.to_hit.value == 3  # HMG at 14 in
    burst = only(beside("lav").do(AT, d20(*(20,) * 5), red()), "vehicle-fired-at")  # its machinegun stays silent
    assert [(one.to_hit.value, len(one.dice)) for one in burst] == [(4, 5)]
    assert beside("btr").refuses(AT, red()) == "no-aircraft-row"
    (fan,) = only(beside("shilka").do(AT, d20(20, 20, 20, 20, 20), red()), "vehicle-fired-at")
    assert (fan.to_hit.value, len(fan.dice)) == (4, 5)


@pytest.mark.rule("BG-VIII.1.21", "BG-X.10.15", "BG-R114", "BG-R266")
def test_an_anti_aircraft_gun_fires_in_any_direction():
    gun = armed("light aa cannon", size=4, facing=NORTH)  # it looks away
    war = sky("huey", gun)
    (shot,) = only(war.do(replace_only(AT, "red1"), d20(9, 9), red()), "vehicle-fired-at")
    assert (shot.to_hit.value, len(shot.dice)) == (3, 2)  # light AA cannon to 40 in: 3
    sam = sky("huey", armed("light sam", facing=NORTH))
    assert sam.refuses(AT, red()) == "out-of-arc"


def replace_only(fire, figure):
    return fire.model_copy(update={"figure": figure})


@pytest.mark.rule("BG-XIII.6.1", "BG-R111")
def test_a_modified_rpg_is_fired_at_hovering_helicopters_as_at_medium_armour():
    war = sky("huey", armed("modified rpg"))
    (shot,) = only(war.do(AT, d20(9, 9), red()), "vehicle-fired-at")
    assert (len(shot.dice), shot.target_class) == (2, "II")
    moving = sky("huey", armed("modified rpg"), moved=((4.0, 10.0), (24.0, 10.0)))
    assert moving.refuses(AT, red()) == "must-hover"


@pytest.mark.rule("BG-X.11.1b", "BG-R110", "BG-X.10.5")
def test_on_the_ground_it_is_a_soft_or_light_vehicle_that_stands():
    war = sky("huey", armed("maw", at=(24.0, 26.0)), flight="landed")
    (shot,) = only(war.do(AT, d20(20, 20), red()), "vehicle-fired-at")
    assert (shot.flying, shot.armour, shot.target_class) == (None, "soft", "I")
    assert sky("huey", armed("light sam"), flight="landed").refuses(AT, red()) == "no-vehicle-row"
    attack = sky("apache", armed("maw", at=(24.0, 26.0)), flight="landed")
    (shot,) = only(attack.do(AT, d20(20, 20), red()), "vehicle-fired-at")
    assert (shot.armour, shot.to_hit.value) == ("light", 5)  # no more the one of X.11.1


# ── On its way ───────────────────────────────────────────────────────────────────────────────────────────────────

ATTACK = Fire(unit="air", target="prey")


def prey(**given):
    return cell("prey", 1, at=(24.0, 20.0), facing=SOUTH, **given)


def raid(kind="huey", *foes, **given):
    """The army's aircraft attacks a man 10 in north of it."""
    return sky(kind, prey(), *foes, side=ARMY, **given)


@pytest.mark.rule("BG-VIII.2.12b", "BG-R115", "BG-R269")
def test_whoever_can_fires_before_the_attack_once_and_has_fired_for_the_turn():
    war = raid("huey", armed("light sam", "assault rifle"))
    # LSAM: 3 dice miss; then both door guns at the man, 6 dice each.
    events = war.do(ATTACK, d20(*(20,) * 3, *(20,) * 12))
    (up,) = only(events, "vehicle-fired-at")
    assert (up.unit, up.figure, up.target_class) == ("red", "red1", "II")
    assert len(only(events, "volleyed")) == 2
    assert war.figure("red1").fire_turn == 2
    # On the insurgents' card nobody is left who could fire.
    war.state = replace(war.state, run=Run(INSURGENTS, (Card("5H"),)))
    assert war.refuses(AT, red()) == "had-its-chance"


@pytest.mark.rule("BG-VIII.2.12b", "BG-R109", "BG-R115")
def test_an_aircraft_that_is_damaged_on_its_way_loses_its_attack():
    war = raid("huey", armed("light sam"), armed("light sam", name="late", at=(30.0, 30.0)))
    events = war.do(ATTACK, ",".join((d20(1, 19, 19), cards("9D"))))
    assert only(events, "volleyed") == []
    (lost,) = only(events, "attack-lost")
    assert (lost.vehicle, lost.target) == ("air-v", "prey")
    assert war.figure("late1").fire_turn == 0  # nobody fires at what has turned away


@pytest.mark.rule("BG-R115", "BG-R271")
def test_the_range_is_the_shortest_to_the_path():
    # The helicopter came from (4, 10) to (44, 10) and hovers there: the gunner at (24, 22) is 12 in from its way.
    gunner = armed("medium machinegun on tripod", at=(24.0, 22.0))
    machine = {"at": (44.0, 10.0)}
    war = sky("huey", cell("prey", 1, at=(44.0, 20.0), facing=SOUTH), gunner, side=ARMY, **machine)
    body = replace(war.state.vehicle("air-v"), moved_turn=2, moved_inches=40.0, flown=((4.0, 10.0), (44.0, 10.0)))
    war.state = war.state.with_vehicle(body)
    (up,) = only(war.do(ATTACK, d20(*(20,) * 13)), "vehicle-fired-at")
    assert next(f.value for f in up.facts if f.name == "range") == 12.0
    assert up.target_class == "II"
    # Where it has hovered since before, it is out of range.
    still = sky("huey", cell("prey", 1, at=(44.0, 20.0), facing=SOUTH), gunner, side=ARMY, **machine)
    assert only(still.do(ATTACK, d20(*(20,) * 12)), "vehicle-fired-at") == []


@pytest.mark.rule("BG-R115", "BG-R271")
def test_a_jets_path_leads_on_to_its_target():
    # From (24, 4) to a man at (24, 30); the gun at (40, 30) is 16 in from the path's end and 30.5 from its start.
    target = cell("prey", 1, at=(24.0, 30.0), facing=SOUTH)
    war = sky("a-10", target, armed("light sam", at=(40.0, 30.0)), at=(24.0, 4.0), side=ARMY)
    up = only(war.do(ATTACK, d20(*(20,) * 3, *(20,) * 6)), "vehicle-fired-at")[0]
    assert next(f.value for f in up.facts if f.name == "range") == 16.0


@pytest.mark.rule("BG-R269")
def test_a_side_may_hold_its_fire_at_attacking_aircraft():
    war = raid("huey", armed("light sam"))
    war.do(StandingAnswer(at_aircraft="hold"), by=red())
    assert only(war.do(ATTACK, d20(*(20,) * 12)), "vehicle-fired-at") == []
    unseen, shown = replace(armed("light sam"), concealed=True), armed("light sam", name="open", at=(12.0, 24.0))
    hidden = raid("huey", unseen, shown)
    hidden.do(StandingAnswer(at_aircraft="shown"), by=red())
    (up,) = only(hidden.do(ATTACK, d20(*(20,) * 3, *(20,) * 12)), "vehicle-fired-at")
    assert up.unit == "open"


@pytest.mark.rule("BG-R115", "BG-R269")
def test_the_odds_know_what_vehicles_show_and_not_what_people_carry():
    own, shilka = vehicle("gun", "shilka", at=(24.0, 34.0), side=INSURGENTS)
    war = sky("huey", prey(), own, vehicles=(shilka,), side=ARMY)
    odds = DEEDS.odds(war.state, ATTACK, black())
    lost = next(one for one in odds.chances if one.outcome.kind == "attack lost")
    falls = next(one for one in odds.chances if one.outcome.kind == "falls")
    assert Fraction(0) < lost.chance < Fraction(1)
    alone = DEEDS.odds(sky("huey", prey(), side=ARMY).state, ATTACK, black())
    free = next(one for one in alone.chances if one.outcome.kind == "falls")
    assert falls.chance == free.chance * (1 - lost.chance)
    # A man with a missile may or may not be there: the attacker reads the same.
    plain, sam = (DEEDS.odds(raid("huey", armed(w)).state, ATTACK, black()) for w in ("assault rifle", "light sam"))
    assert plain == sam


@pytest.mark.rule("BG-VIII.2.12b")
def test_a_landed_helicopter_fires_without_a_path():
    war = raid("huey", armed("light sam"), flight="landed")
    assert only(war.do(ATTACK, d20(*(20,) * 12)), "vehicle-fired-at") == []


@pytest.mark.rule("BG-VIII.2.12a")
def test_people_in_the_air_are_nobodys_target_and_no_blast_reaches_it():
    war = sky("huey", armed("maw", at=(24.0, 14.0)), aboard=3)
    assert war.refuses(Fire(unit="red", target="able"), red()) == "no-target"  # they are in there, unseen
    bomb = Device("bomb", "ied", "insurgents", (24.0, 10.0))
    assert list(under_template(war.state, bomb)) == []
    down = sky("huey", flight="landed")
    assert [v.id for v in under_template(down.state, bomb)] == ["air-v"]
