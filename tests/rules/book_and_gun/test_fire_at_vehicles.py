"""Fire at vehicles and by them in a battle. X.6 to X.8, X.1.1; expected values by the book's charts, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.actions.movement import ChargeEnemy
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.ground.hulls import standing
from rules.book_and_gun.play.sight.lookout import in_view, looking, shown
from rules.book_and_gun.state import ARMY, INSURGENTS, Run
from rules.book_and_gun.units import FigureTraits, Phase, Status
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.chance import Card
from rules.seam.viewing import Viewer

from .field import SOUTH, army, cell, hurt, only
from .motor import inside, motorised, vehicle
from .war import War, black, cards, red

RPG = FigureTraits(weapons=("maw",), leader=True)


def firing(state, side):
    """The fire phase with cards for a side; everybody on foot has moved in view."""
    state = replace(state, units=tuple(u if u.aboard else replace(u, moved_turn=2) for u in state.units))
    cards_ = tuple(Card(f"{n}{'S' if side == ARMY else 'H'}") for n in "23456")
    return War(replace(state, phase=Phase.FIRE, run=Run(side, cards_)))


def gunner(at=(20.0, 26.0), traits=RPG, **changes):
    unit = cell("red", 1, at=at, facing=SOUTH, **changes)
    return replace(unit, figures=(replace(unit.figures[0], traits=traits),))


def ambush(kind="btr", *, passengers=0, riders=0, at=(20.0, 10.0), foe=None, side=INSURGENTS, moved=0.0, **changes):
    """A BTR 16 inches from a man with an RPG: medium armour charts apart, MAW hits light armour on 5, short."""
    own, body = vehicle("btr", kind, at=at, moved_turn=2 if moved else 0)
    body = replace(body, moved_turn=2 if moved else 0, moved_inches=moved, allowance=14.0)
    units = [own, foe or gunner()]
    if passengers:
        units.append(inside(army("able", passengers, at=at), body))
    if riders:
        units.append(inside(army("top", riders, at=at), body, "rider"))
    return firing(motorised(units, [body], **changes), side)


def d20(*values):
    return ",".join(f"d20:{value}" for value in values)


def d6(*values):
    return ",".join(f"d6:{value}" for value in values)


SHOT = Fire(unit="red", target="btr")


@pytest.mark.rule("BG-X.6.1", "BG-X.6.1b", "BG-X.6.chart", "BG-X.7.5", "BG-R91", "BG-VI.2.1b")
def test_an_rpg_rolls_two_dice_against_its_number_for_the_armour():
    war = ambush()
    (shot,) = only(war.do(SHOT, d20(6, 19), red()), "vehicle-fired-at")
    # MAW, short to 30 in, light armour: 5. The BTR stands in the open and has not moved: class I.
    assert (shot.to_hit.value, shot.target_class, shot.hits) == (5, "I", 0)
    assert war.state.vehicle("btr-v").condition is VehicleCondition.SOUND


@pytest.mark.rule("BG-X.6.1", "BG-X.8.22", "BG-R91", "BG-R93", "BG-X.2.10")
def test_a_heart_destroys_it_in_class_one_and_all_inside_are_rolled_for():
    war = ambush(passengers=2)
    # One hit (5), its card a heart: destroyed. 1D6 for each of four inside, under 5 hits (class I of a grenade):
    # the driver is hit, a heart kills him; the first passenger too, a club wounds him.
    script = ",".join((d20(5, 20), cards("9H"), d6(1, 6, 4, 5), cards("2H", "3C")))
    events = war.do(SHOT, script, red())
    assert war.state.vehicle("btr-v").wreck
    assert [war.figure(who).status for who in ("btr1", "btr2", "able1", "able2")] == [
        Status.KILLED,
        Status.FIT,
        Status.WOUNDED,
        Status.FIT,
    ]
    outs = only(events, "people-out")
    assert {(out.unit, out.figures, out.why) for out in outs} == {
        ("btr", ("btr2",), "wreck"),
        ("able", ("able1", "able2"), "wreck"),
    }
    assert {out.beside for out in outs} == {"south"}  # away from the man with the RPG, who stands north of it
    assert all(war.figure(who).seat is None and war.at(who)[1] < 10 for who in ("btr2", "able1", "able2"))
    assert war.refuses(Fire(unit="able", target="red", figure="able2"), black()) in ("not-your-turn", "boarded")


@pytest.mark.rule("BG-X.8.2", "BG-R92")
def test_a_hit_within_two_of_the_number_that_does_not_destroy_comes_through():
    for die, through in ((2, False), (3, True)):  # the number is 5: 3, 4 and 5 come through
        war = ambush()
        inside_ = d6(6, 6) if through else ""
        events = war.do(SHOT, ",".join(filter(None, (d20(die, 20), cards("4C"), inside_))), red())
        (hit,) = only(events, "vehicle-struck")
        assert (hit.fate, hit.penetrated) == ("immobilized", through)
        assert war.state.vehicle("btr-v").condition is VehicleCondition.IMMOBILIZED
        assert war.state.vehicle("btr-v").at == (20.0, 10.0)


@pytest.mark.rule("BG-X.8.21", "BG-R93", "BG-X.6.1")
def test_a_bullet_that_comes_through_finds_one_passenger_by_the_highest_die():
    # A heavy machinegun at soft armour, short: 4; one die. 4 comes through; passengers roll 1D20, the highest is hit.
    foe = gunner(at=(20.0, 20.0), traits=FigureTraits(weapons=("heavy machinegun",), leader=True))
    own, body = vehicle("btr", "truck", at=(20.0, 10.0))
    war = firing(motorised([own, foe, inside(army("able", 2, at=(20, 10)), body)], [body]), INSURGENTS)
    war.do(SHOT, ",".join((d20(4), cards("4S"), d20(7, 12), cards("2D"))), red())
    assert war.figure("able2").status is Status.KILLED
    assert war.figure("btr1").fit
    assert war.state.vehicle("btr-v").condition is VehicleCondition.SOUND


@pytest.mark.rule("BG-VIII.2.9b", "BG-VIII.2.9c", "BG-R116", "BG-R209")
def test_riders_suffer_a_hit_and_the_first_who_is_hurt_makes_the_rest_jump():
    war = ambush("t-72", riders=2)
    # MAW at heavy armour, short: 3, less 1 for reactive armour: 2. A spade does nothing, but 2 comes through.
    script = ",".join((d20(2, 20), cards("4S"), d6(6, 6, 6), d6(2, 6), cards("2H")))
    events = war.do(SHOT, script, red())
    assert war.figure("top1").status is Status.KILLED
    (out,) = only(events, "people-out")
    assert (out.why, out.figures) == ("jump", ("top2",))
    assert war.figure("top2").seat is None


@pytest.mark.rule("BG-VIII.2.9b", "BG-X.1.5.b1")
def test_riders_may_be_aimed_at_apart_and_those_inside_not():
    war = ambush("t-72", riders=2)
    rifles = replace(war.unit("red").figures[0], traits=FigureTraits(weapons=("assault rifle",), leader=True))
    war.state = war.state.with_figure(rifles)
    war.do(Fire(unit="red", target="top", target_class="II"), d20(19, 19, 19), red())
    war = ambush(passengers=2)
    assert war.refuses(Fire(unit="red", target="able"), red()) == "no-target"
    assert war.refuses(Fire(unit="red", target="btr", target_figure="btr1"), red()) == "unknown-figure"


@pytest.mark.rule("BG-X.7.5", "BG-VIII.2.2a", "BG-X.1.5.b2")
def test_half_of_its_allowance_makes_it_a_moving_target():
    for inches, of in ((6.9, "I"), (7.0, "II")):
        war = ambush(moved=inches)
        (shot,) = only(war.do(SHOT, d20(20, 20), red()), "vehicle-fired-at")
        assert shot.target_class == of


@pytest.mark.rule("BG-X.6.chart", "BG-X.8.31", "BG-X.8.3")
def test_what_cannot_hurt_it_and_what_is_too_near_is_refused_before_any_die():
    rifle = FigureTraits(weapons=("assault rifle",), leader=True)
    assert ambush(foe=gunner(traits=rifle)).refuses(SHOT, red()) == "no-vehicle-row"
    law = FigureTraits(weapons=("medium machinegun",), leader=True)
    assert ambush("t-72", foe=gunner(at=(20, 17), traits=law)).refuses(SHOT, red()) == "cannot-hurt-it"
    missile = FigureTraits(weapons=("matgm",), leader=True)
    near = cell("red", 2, at=(20.0, 18.0), facing=SOUTH)
    near = replace(near, figures=tuple(replace(f, traits=replace(missile, team=1)) for f in near.figures))
    assert ambush(foe=near).refuses(replace_figure(SHOT, "red1"), red()) == "too-near"


def replace_figure(action, figure):
    return action.model_copy(update={"figure": figure})


@pytest.mark.rule("BG-X.8.1a", "BG-X.8.1b", "BG-X.6.1f")
def test_armour_takes_from_the_number_and_sights_add_to_it():
    own, body = vehicle("own", "m1", at=(20.0, 10.0))
    foe, other = vehicle("foe", "t-72", at=(20.0, 30.0), facing=SOUTH, side=INSURGENTS)
    war = firing(motorised([own, foe], [body, other]), ARMY)
    shots = only(war.do(Fire(unit="own", target="foe"), d20(20, 20, 20, 20, 20, 20)), "vehicle-fired-at")
    # Heavy cannon at heavy armour, short to 60 in: 4, +1 thermal sights, +1 stabilized gun, -1 reactive armour.
    assert [(shot.weapon, shot.to_hit.value) for shot in shots] == [("heavy cannon on vehicle", 5)]


@pytest.mark.rule("BG-X.1.1", "BG-X.6.1e", "BG-R123", "BG-R213", "BG-R78")
def test_each_served_weapon_fires_once_on_one_card_at_what_it_can_hurt():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0))
    foe, other = vehicle("foe", "technical", at=(20.0, 30.0), facing=SOUTH, side=INSURGENTS)
    men = cell("red", 3, at=(12.0, 24.0), facing=SOUTH)
    war = firing(motorised([own, foe, men], [body, other]), ARMY)
    # The autocannon (5 dice) at the technical; the machinegun (6 on a vehicle) cannot reach it and fires at the men.
    script = ",".join((d20(*(20,) * 6), d20(*(20,) * 5)))
    events = war.do(Fire(unit="own", target="foe", also_at=("red",)), script)
    assert [(e.weapon, len(e.dice)) for e in only(events, "volleyed")] == [("medium machinegun on vehicle", 6)]
    assert [(e.weapon, len(e.dice)) for e in only(events, "vehicle-fired-at")] == [("autocannon on vehicle", 5)]
    assert war.refuses(Fire(unit="own", target="foe")) == "had-its-chance"


@pytest.mark.rule("BG-R123", "BG-R214")
def test_each_weapon_may_have_its_own_target_and_a_turret_looks_where_it_fired():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0))
    west, east = cell("west", 3, at=(4.0, 10.0)), cell("east", 3, at=(34.0, 10.0))
    war = firing(motorised([own, west, east], [body]), ARMY)
    war.do(Fire(unit="own", target="west", each_at=("east", "west")), d20(*(20,) * 12))
    assert {e.target for e in only(war.events, "volleyed")} == {"west", "east"}
    assert war.state.vehicle("own-v").turret == 270.0  # the machinegun fired last, at those in the west
    assert war.state.vehicle("own-v").facing == 0.0


@pytest.mark.rule("BG-R213")
def test_without_men_weapons_are_silent():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0), crew=2)
    war = firing(motorised([own, cell("red", 3, at=(20, 24))], [body]), ARMY)
    events = war.do(Fire(unit="own", target="red"), d20(*(20,) * 6))
    assert [e.weapon for e in only(events, "volleyed")] == ["autocannon on vehicle"]
    driver, body = vehicle("own", "bradley", at=(20.0, 10.0), crew=1)
    moved = replace(body, moved_turn=2, moved_inches=8.0, allowance=10.0)
    war = firing(motorised([driver, cell("red", 3, at=(20, 24))], [moved]), ARMY)
    assert war.refuses(Fire(unit="own", target="red")) in ("aboard", "had-its-chance")


@pytest.mark.rule("BG-R91")
def test_an_immobilized_vehicle_fires_on_and_does_not_move():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0))
    body = replace(body, condition=VehicleCondition.IMMOBILIZED)
    war = firing(motorised([own, cell("red", 3, at=(20, 24))], [body]), ARMY)
    assert war.do(Fire(unit="own", target="red"), d20(*(20,) * 12))


@pytest.mark.rule("BG-X.2.10", "BG-VI.2.1b")
def test_a_wreck_stays_and_stands_in_the_way_of_sight():
    wreck, body = vehicle("btr", "btr", at=(20.0, 18.0), facing=90.0)
    body = replace(body, condition=VehicleCondition.DESTROYED)
    dead = hurt(replace(wreck, figures=tuple(replace(f, seat=None) for f in wreck.figures)), Status.KILLED, 1, 2)
    own, foe = army("able", 1, at=(20, 12)), cell("red", 1, at=(20, 24), facing=SOUTH)
    state = motorised([own, dead, foe], [body])
    men, red_ = [looking(state, own, own.fit)], shown(state, foe.present)
    assert in_view(state.board, men, red_)
    assert not in_view(state.board, men, red_, standing(state))
    scene = RULES.battle.view(state, Viewer("insurgents")).scene
    assert [(token.id, token.state) for token in scene.wrecks] == [("btr-v", "destroyed")]


@pytest.mark.rule("BG-VI.1.d", "BG-R29")
def test_whoever_looks_from_inside_a_vehicle_spots_at_half():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0))
    foe = replace(cell("red", 3, at=(20, 20), facing=SOUTH), moved_turn=0)
    war = firing(motorised([own, foe], [body]), ARMY)
    war.state = war.state.with_unit(replace(war.unit("red"), moved_turn=0))
    (looked,) = only(war.do(Spot(unit="own", target="red"), d20(20)), "spotting-tried")
    whole, half = looked.number.items
    assert half.amount == whole.amount // 2 - whole.amount


@pytest.mark.rule("BG-R134", "BG-R218")
def test_nobody_checks_morale_aboard_and_nobody_charges_a_vehicle():
    own, body = vehicle("own", "bradley", at=(20.0, 10.0))
    lost = hurt(own, Status.KILLED, 2, 3)
    war = War(replace(motorised([lost, cell("red", 3, at=(20, 14))], [body]), phase=Phase.MORALE))
    assert not only(war.engine(), "morale-tested")  # two of three are dead, and nobody checks
    state = replace(war.state, phase=Phase.MOVEMENT, run=Run(INSURGENTS, (Card("2H"),)))
    assert War(state).refuses(ChargeEnemy(unit="red", target="own"), red()) == "no-charge"


@pytest.mark.rule("BG-X.6.1", "BG-R91")
def test_the_odds_are_the_chart_and_the_cards():
    war = ambush()
    odds = DEEDS.odds(war.state, SHOT, red())
    found = {one.outcome.kind: one.chance for one in odds.chances}
    # Two dice, each hits on 5 of 20; of 54 cards 26 are hearts or diamonds, 39 anything but a spade or joker.
    none, one, two = Fraction(9, 16), Fraction(6, 16), Fraction(1, 16)
    assert found["vehicle hit"] == 1 - none
    assert found["vehicle destroyed"] == one * Fraction(26, 54) + two * (1 - Fraction(28 * 27, 54 * 53))
    assert found["vehicle stopped"] == one * Fraction(39, 54) + two * (1 - Fraction(15 * 14, 54 * 53))


@pytest.mark.rule("BG-XIII.10.1", "BG-R91")
def test_careers_know_who_destroyed_which_vehicle_with_what():
    war = ambush()
    war.do(SHOT, ",".join((d20(5, 20), cards("9H"), d6(6, 6))), red())
    told = [(e.of, e.what, e.by, e.note) for e in service(war.events)]
    assert ("btr-v", "destroyed", "red1", "maw") in told


@pytest.mark.rule("BG-R216")
def test_who_is_carried_behind_a_hull_is_not_shown_to_the_enemy():
    war = ambush(passengers=3)
    theirs = RULES.battle.view(war.state, Viewer("insurgents"))
    ours = RULES.battle.view(war.state, Viewer("army"))
    assert {unit.ref for unit in theirs.units} == {"btr", "red"}
    assert {unit.ref for unit in ours.units} == {"btr", "red", "able"}
    assert any("3 inside" in line for unit in ours.units for line in unit.lines)
