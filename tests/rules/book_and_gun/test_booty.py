"""Vehicles that others have left: taken, driven, their guns served. XIII.1.1, XIII.4; by the book, by hand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.combat import Capture
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import MountVehicle
from rules.book_and_gun.course import Course
from rules.book_and_gun.deeds import DEEDS
from rules.book_and_gun.events.battle import UnitMustered
from rules.book_and_gun.forces.service import service
from rules.book_and_gun.play.aboard.crew import served
from rules.book_and_gun.play.combat.booty import take_vehicles
from rules.book_and_gun.play.combat.capture import PRISONERS
from rules.book_and_gun.state import Run
from rules.book_and_gun.units import Phase, Status
from rules.book_and_gun.vehicles import VehicleCondition
from rules.kernel.chance import Card, Scripted
from rules.seam.viewing import Viewer

from .field import SOUTH, army, cell, only
from .motor import motorised, vehicle
from .war import War, black, dice, led, red

# A jeep with a machinegun at (20, 10): 2.6 by 1.2 inches, so its east side is at 20.6; whoever stands at x = 21.1 with
# half an inch of base touches it.
AT_IT = (21.1, 10.0)


def left(*, kind="gun-jeep", at=AT_IT, size=3, dead=True, side="insurgents"):
    """A jeep of the army whose crew is dead, and a cell in line from `at` to the east."""
    own, body = vehicle("own", kind, at=(20.0, 10.0))
    if dead:
        own = replace(own, figures=tuple(replace(f, status=Status.KILLED) for f in own.figures))
    band = led(cell("red", size, at=at, facing=SOUTH, spacing=1.1), 2)
    band = band if side == "insurgents" else led(army("red", size, at=at, spacing=1.1), 2)
    return War(motorised([own, army("far", 3, at=(40, 30)), band], [body]))


def taken(war):
    """What falls to whom at the end of the close combat phase."""
    course = Course(war.state, Scripted(""))
    take_vehicles(course)
    war.state = course.state
    war.events += course.events
    return course.events


def lost(war):
    """What the roster hears of vehicles that were taken."""
    came = [UnitMustered(unit=war.unit("own"), vehicles=war.state.vehicles)]
    return [(s.of, s.what, s.by) for s in service([*came, *war.events]) if s.what == "captured"]


def on_card(war, side):
    cards = tuple(Card(f"{n}{'H' if side == 'insurgents' else 'S'}") for n in "2345")
    war.state = replace(war.state, phase=Phase.MOVEMENT, run=Run(side, cards))


def captured(**given):
    war = left(**given)
    taken(war)
    on_card(war, "insurgents")
    return war


@pytest.mark.rule("BG-XIII.1.1a", "BG-R135", "BG-R273")
def test_what_nobody_is_left_in_falls_to_the_enemy_who_stands_at_it():
    war = left()
    (taking,) = taken(war)
    assert (taking.kind, taking.unit, taking.captor) == ("vehicle-taken", "own", "red")
    body = war.state.vehicle("own-v")
    assert (body.unit, body.taken) == ("red", True)
    assert lost(war) == [("own-v", "captured", "red")]
    told = RULES.battle.tell(war.state, taking, Viewer("army"))
    assert told is not None
    assert told.headline == "Red takes Own from Own."


@pytest.mark.rule("BG-XIII.1.1a", "BG-R273")
@pytest.mark.parametrize("why", ["crew", "near", "apart", "wreck", "switch"])
def test_it_stays_whose_it_was_while_somebody_of_its_side_is_near(why):
    war = left(dead=why != "crew", at=(24.0, 10.0) if why == "apart" else AT_IT)
    if why == "near":  # 6 inches from the west side of the hull, which is at 19.4
        far = war.unit("far")
        near = replace(far, figures=tuple(replace(f, at=(13.5 - f.number / 10, 10.0)) for f in far.figures))
        war.state = war.state.with_unit(near)
    if why == "wreck":
        body = war.state.vehicle("own-v")
        war.state = war.state.with_vehicle(replace(body, condition=VehicleCondition.DESTROYED))
    if why == "switch":
        war.state = replace(war.state, options=(*war.state.options, ("capture", "no")))
    assert taken(war) == []


@pytest.mark.rule("BG-XIII.1.1a", "BG-XI.5.2b", "BG-R273")
def test_the_wounded_in_it_are_prisoners():
    war = left()
    war.state = war.state.with_figure(replace(war.figure("own1"), status=Status.WOUNDED))
    assert [event.kind for event in taken(war)] == ["figure-captured", "vehicle-taken"]
    assert (war.figure("own1").status, war.figure("own1").captor) == (Status.CAPTURED, "red")


@pytest.mark.rule("BG-XI.5.2b", "BG-R273")
def test_who_cannot_guard_all_of_the_wounded_takes_neither_them_nor_the_vehicle():
    war = left(size=1)  # a lone man guards as many as one figure may, and has one less already
    others = army("far", PRISONERS - 1, at=(40, 30))
    held = tuple(replace(man, status=Status.CAPTURED, captor="red") for man in others.figures)
    war.state = war.state.with_unit(replace(others, figures=held))
    for name in ("own1", "own2"):
        war.state = war.state.with_figure(replace(war.figure(name), status=Status.WOUNDED))
    assert taken(war) == []
    assert war.figure("own1").status is Status.WOUNDED


@pytest.mark.rule("BG-XIII.4.1b", "BG-R274")
def test_insurgents_drive_it_on_a_1_or_2():
    war = captured()
    ride = MountVehicle(unit="red", into="red")
    # Men at 21.1, 22.2, 23.3 stand 0, 1.1 and 2.2 inches off: all of them get in with a 3, and once in three at all.
    found = {one.outcome.kind: one.chance for one in DEEDS.odds(war.state, ride, red()).chances}
    assert found == {
        "driver found": Fraction(1, 3),
        "all aboard": Fraction(1, 3) * Fraction(4, 6),
        "aboard": Fraction(1, 3),
    }
    events = war.do(ride, dice(2, 3), red())
    (sought,) = only(events, "driver-sought")
    assert (sought.die, sought.able) == (2, True)
    assert [war.figure(f"red{n}").seat.place for n in (1, 2, 3)] == ["driver", "crew", "passenger"]
    war.state = replace(war.state, turn=3)
    on_card(war, "insurgents")
    war.do(Move(unit="red", to="20,30"), dice(3, 3, 3, 3, 3), red())
    assert war.at("red1") == war.state.vehicle("own-v").at == (20.0, 25.0)


@pytest.mark.rule("BG-XIII.4.1b", "BG-R274")
def test_on_any_other_die_none_of_them_ever_drives_it():
    war = captured()
    events = war.do(MountVehicle(unit="red", into="red"), dice(3), red())
    assert not only(events, "people-in")
    assert all(f.seat is None for f in war.unit("red").figures)
    war.state = replace(war.state, turn=3)
    on_card(war, "insurgents")
    assert war.refuses(MountVehicle(unit="red", into="red"), red()) == "nobody-drives"
    shown = RULES.battle.view(war.state, Viewer("insurgents")).units
    assert any("taken, nobody can drive it" in str(each) for each in shown)


@pytest.mark.rule("BG-XIII.4.1a", "BG-XIII.1.1a", "BG-R273", "BG-R274")
def test_the_army_drives_what_it_takes_without_a_die_and_crewmen_alone_serve_its_main_armament():
    own, body = vehicle("own", "t-55", at=(20.0, 10.0), side="insurgents")
    own = replace(own, figures=tuple(replace(f, status=Status.KILLED) for f in own.figures))
    # The tank is 2.3 wide: its east side is at 21.15.
    able = led(army("able", 4, at=(21.65, 10.0), spacing=1.1), 2)
    war = War(motorised([own, able, cell("red", 3, at=(40, 30))], [body]))
    taken(war)
    on_card(war, "army")
    assert not only(war.do(MountVehicle(unit="able", into="able"), dice(6), black()), "driver-sought")
    # Four men for a driver and three weapons: without a crewman nobody has the cannon, the machineguns have theirs.
    tank = war.state.vehicle("own-v")
    assert [post.weapon.split(":")[0] for post in served(war.state, tank)][:1] != ["medium cannon"]
    assert len(served(war.state, tank)) == 2
    war.state = war.state.with_figure(replace(war.figure("able3"), of_crew=True))
    posts = served(war.state, war.state.vehicle("own-v"))
    assert posts[0].weapon.startswith("medium cannon")
    assert posts[0].figure == "able3"


@pytest.mark.rule("BG-XIII.4.1a", "BG-R274")
@pytest.mark.parametrize(("side", "rolled"), [("army", (2,)), ("insurgents", (1, 2))])
def test_what_its_own_crew_has_left_for_good_others_of_its_side_drive(side, rolled):
    war = left(side=side)
    if side == "insurgents":
        own = replace(war.unit("own"), side="insurgents")
        war.state = war.state.with_unit(own)
    assert taken(war) == []
    on_card(war, side)
    events = war.do(MountVehicle(unit="red", into="own"), dice(*rolled), red() if side == "insurgents" else black())
    assert [event.kind for event in events if event.kind in ("driver-sought", "vehicle-taken", "people-in")] == [
        *(["driver-sought"] if side == "insurgents" else []),
        "vehicle-taken",
        "people-in",
    ]
    assert war.state.vehicle("own-v").unit == "red"
    assert lost(war) == []


@pytest.mark.rule("BG-XIII.4.2", "BG-R273")
def test_a_helicopter_that_was_taken_is_flown_by_nobody():
    war = left(kind="medevac", at=(21.2, 10.0))
    war.state = war.state.with_vehicle(replace(war.state.vehicle("own-v"), flight="landed"))
    assert [event.kind for event in taken(war)] == ["vehicle-taken"]
    on_card(war, "insurgents")
    assert war.refuses(MountVehicle(unit="red", into="red"), red()) == "captured-aircraft"


@pytest.mark.rule("BG-XIII.1.1a", "BG-R273")
def test_without_a_board_the_word_takes_it():
    war = left()
    bare = replace(
        war.state,
        board=None,
        units=tuple(replace(u, figures=tuple(replace(f, at=None) for f in u.figures)) for u in war.state.units),
        vehicles=tuple(replace(v, at=None) for v in war.state.vehicles),
    )
    on_card(war, "insurgents")
    said = Capture(unit="red", vehicle_of="own", in_contact=True, fellow_near=False)
    assert war.refuses(said, red()) == "no-vehicle-to-take"  # on the board it falls by itself
    war.state = bare
    on_card(war, "insurgents")
    assert war.refuses(Capture(unit="red"), red()) == "what-to-capture"
    assert war.refuses(Capture(unit="red", vehicle_of="far", in_contact=True, fellow_near=False), red()) == (
        "no-vehicle-to-take"
    )
    near = Capture(unit="red", vehicle_of="own", in_contact=True, fellow_near=True)
    assert war.refuses(near, red()) == "not-captured"
    war.do(said, "", red())
    assert war.state.vehicle("own-v").unit == "red"
    war.do(MountVehicle(unit="red", into="red", distance=0.0), dice(1, 1), red())
    assert war.figure("red1").seat.place == "driver"
