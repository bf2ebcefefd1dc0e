"""Hostages take places in vehicles, get in and out with whoever leads them, and are flown out. XIII.5.1, VIII.4.2."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn
from rules.book_and_gun.actions.movement import CarryWounded, Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.course import Course
from rules.book_and_gun.decide import odds
from rules.book_and_gun.events.hostages import HostageRescued
from rules.book_and_gun.hostages import Captive
from rules.book_and_gun.play.blasts.crashing import leave
from rules.book_and_gun.play.ground.tabletop import in_sight
from rules.book_and_gun.stage import situation
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.book_and_gun.units import FigureTraits, Phase, Status
from rules.book_and_gun.vehicles import Seat
from rules.kernel.action import ENGINE
from rules.kernel.chance import Scripted
from rules.seam.viewing import Viewer
from rules.table.board import Feature
from tests.rules.book_and_gun.field import PLAIN, army, cell, mob, player
from tests.rules.book_and_gun.motor import flown, inside, motorised, vehicle
from tests.rules.book_and_gun.war import War, dice, led, moving

FOLLOW = CarryWounded(carrier="able1", wounded="held1")


def held(size=1, at=(20.0, 8.5)):
    """Hostages; the first stands 1.5 inches from the first of the squad, base to base 0.5."""
    unit = mob("held", size, at=at, leader=False)
    people = tuple(replace(f, traits=FigureTraits(), role="hostage") for f in unit.figures)
    return replace(unit, figures=people, traits=replace(unit.traits, kind="hostages", mob=False))


def squad(size=3):
    return led(army("able", size, at=(20.0, 10.0), spacing=1.2), 1)


def beside(kind="humvee", *, people=3, hostages=1, follow=("held1",), flight=None):
    """A squad before the hull of a vehicle at (20, 14), a hostage with it."""
    made = flown("lorry", kind, at=(20.0, 14.0), flight=flight) if flight else vehicle("lorry", kind, at=(20.0, 14.0))
    units = [squad(people), held(hostages), made[0], cell("red", 3, at=(20.0, 34.0))]
    captives = tuple(Captive(name, ARMY, "able1") for name in follow)
    return moving(motorised(units, [made[1]], hostages=captives, civilian_attitude="neutral"), 3)


def aboard(kind="truck", *, at=(20.0, 10.0), board=PLAIN, flight=None, by=ARMY, leader="able1", seated=True, side=ARMY):
    """The squad in a vehicle; the hostage sits there with them, or stands outside."""
    made = flown("lorry", kind, at=at, flight=flight, side=side) if flight else vehicle("lorry", kind, at=at, side=side)
    body = made[1]
    home = held(at=(at[0] + 3.0, at[1]))
    home = inside(home, body) if seated else home
    units = [inside(squad(), body), home, made[0], cell("red", 3, at=(20.0, 34.0))]
    captives = (Captive("held1", by, leader),)
    return moving(
        motorised(units, [body], board=board, hostages=captives, civilian_attitude="neutral"),
        3,
    )


def turn_over(war):
    done = War(replace(war.state, phase=Phase.MORALE, phase_steps=("morale", "ended"), run=None))
    done.do(BeginTurn(), "", ENGINE)
    return done


@pytest.mark.rule("BG-XIII.5.1", "BG-VIII.4.21a", "BG-VIII.4.21c", "BG-R282")
def test_a_hostage_gets_in_with_whoever_leads_it_on_their_die():
    war = beside("truck")
    war.do(MountVehicle(unit="able", into="lorry"), dice(6))  # nobody is more than 6 inches away
    assert war.figure("held1").seat == Seat("lorry-v", "truck", "passenger")
    assert war.at("held1") == (20.0, 14.0)
    assert war.figure("held1").boarded_turn == 2


@pytest.mark.rule("BG-VIII.4.21c", "BG-R282")
def test_a_hostage_stays_with_a_leader_who_does_not_reach_the_vehicle():
    # The truck's tail is nearer to the men than 3 inches, and farther than 1.
    war = beside("truck")
    war.do(MountVehicle(unit="able", into="lorry"), dice(1))
    assert war.figure("able1").seat is None
    assert war.figure("held1").seat is None


@pytest.mark.rule("BG-VIII.2.71b", "BG-R282")
def test_hostages_take_places_like_everybody():
    # A truck takes twelve: two men and eleven hostages would be thirteen.
    many = tuple(f"held{n}" for n in range(1, 12))
    units = beside("truck", people=2, hostages=11, follow=many).state
    close = units.with_unit(
        replace(
            units.unit("held"),
            figures=tuple(replace(f, at=(18.5 + 0.1 * f.number, 8.7)) for f in units.unit("held").figures),
        )
    )
    assert War(close).refuses(MountVehicle(unit="able", into="lorry")) == "no-room"
    fewer = War(replace(close, hostages=close.hostages[:10]))
    fewer.do(MountVehicle(unit="able", into="lorry"), dice(6))
    assert len(fewer.state.people_in("lorry-v")) == 1 + 2 + 10  # the driver, and twelve


@pytest.mark.rule("BG-R282")
def test_the_odds_are_those_of_the_leaders_die():
    def chances(war):
        found = odds(war.state, MountVehicle(unit="able", into="lorry"), player()).chances
        return {each.outcome.kind: each.chance for each in found}

    alone = beside("truck", follow=())
    assert chances(beside("truck")) == chances(alone)


@pytest.mark.rule("BG-VIII.4.21a", "BG-R282")
def test_it_gets_out_with_them_and_follows_where_their_die_takes_them():
    war = aboard()
    war.do(Dismount(unit="able"))
    assert war.figure("held1").seat is None
    assert war.at("held1") not in (None, (20.0, 10.0))
    gone = aboard()
    gone.do(Dismount(unit="able", to="20,20"), dice(6))
    x, y = gone.at("able1")
    hx, hy = gone.at("held1")
    assert ((x - hx) ** 2 + (y - hy) ** 2) ** 0.5 < 2.5  # beside its leader


@pytest.mark.rule("BG-R282")
def test_it_goes_where_the_vehicle_goes_and_nobody_moves_it_inside():
    war = aboard()
    war.do(Move(unit="lorry", to="30,10", inches=4.0), dice(3, 3, 3, 3))
    assert war.at("held1") == war.state.vehicle("lorry-v").at
    assert war.figure("held1").seat is not None


@pytest.mark.rule("BG-R263", "BG-R282")
def test_somebody_beside_the_vehicle_calls_a_hostage_out_whose_leader_is_gone():
    war = aboard(leader="")
    out = war.state.with_unit(
        replace(
            war.unit("able"),
            figures=tuple(replace(f, seat=None, at=(19.0 + f.number, 6.2)) for f in war.unit("able").figures),
        )
    )
    war = War(out)
    offers = {offer.label for offer in RULES.battle.offers(war.state, ARMY, "able")}
    assert any(" follows " in label for label in offers)
    war.do(FOLLOW)
    assert war.figure("held1").seat is None
    assert war.state.hostages == (Captive("held1", ARMY, "able1"),)


@pytest.mark.rule("BG-VIII.2.131", "BG-R282")
def test_nobody_is_called_out_of_a_helicopter_in_the_air():
    war = aboard("huey", flight="hovering", leader="")
    out = war.state.with_unit(
        replace(war.unit("able"), figures=tuple(replace(f, seat=None) for f in war.unit("able").figures))
    )
    assert War(out).refuses(FOLLOW) == "too-far-to-lead"  # it is 24 inches up


@pytest.mark.rule("BG-VIII.2.131", "BG-VIII.4.21a", "BG-R282")
def test_a_helicopter_touches_down_for_a_squad_with_its_hostage_and_takes_off():
    war = beside("huey", flight="hovering")
    war.do(Move(unit="lorry", flight="touch down", load=("able",), to="40,4"), dice(6))
    assert war.figure("held1").seat == Seat("lorry-v", "huey", "passenger", aloft=True)
    assert war.at("held1") == (40.0, 4.0)
    # And sets everybody down again, the hostage once.
    down = War(replace(war.state, turn=4, run=war.state.run))
    down = moving(replace(down.state, phase=Phase.MOVEMENT), 3)
    down.do(Move(unit="lorry", flight="touch down", unload=True))
    assert down.figure("held1").seat is None
    assert down.state.people_in("lorry-v") == tuple(down.unit("lorry").figures)


# ── Safe ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.5.1", "BG-R264", "BG-R283")
def test_a_vehicle_in_the_rescue_zone_brings_a_hostage_out_also_without_its_leader():
    zone = Feature("rescue zone", ((16.0, 6.0), (24.0, 6.0), (24.0, 14.0), (16.0, 14.0)))
    board = replace(PLAIN, features=(zone,))
    war = turn_over(aboard(board=board))
    assert war.figure("held1").status is Status.GONE
    war = turn_over(aboard(board=board, leader=""))  # whoever led it is gone: the driver brings it
    assert war.figure("held1").status is Status.GONE
    war = turn_over(aboard(board=board, side=INSURGENTS, by=INSURGENTS, leader="", seated=True))
    assert war.figure("held1").fit


@pytest.mark.rule("BG-R264", "BG-R283")
def test_in_the_air_over_a_zone_it_is_not_there_yet_and_over_the_edge_it_is_out():
    zone = Feature("rescue zone", ((16.0, 6.0), (24.0, 6.0), (24.0, 14.0), (16.0, 14.0)))
    board = replace(PLAIN, features=(zone,))
    assert turn_over(aboard("huey", board=board, flight="hovering")).figure("held1").fit
    assert not turn_over(aboard("huey", board=board, flight="landed")).figure("held1").fit
    # The army's own edge is the south: 2 inches deep.
    assert not turn_over(aboard("huey", at=(20.0, 1.5), board=board, flight="moving")).figure("held1").fit


@pytest.mark.rule("BG-R109", "BG-R272", "BG-R283")
def test_whoever_flies_home_in_a_damaged_helicopter_is_freed():
    # Nothing to land on: the jungle below is dense.
    wood = Feature("jungle", ((10.0, 0.0), (30.0, 0.0), (30.0, 20.0), (10.0, 20.0)))
    war = aboard("huey", board=replace(PLAIN, features=(wood,)), flight="hovering")
    course = Course(war.state, Scripted(""))
    leave(course, "lorry-v")
    assert [each.hostage for each in course.events if isinstance(each, HostageRescued)] == ["held1"]
    assert course.state.figure("held1").status is Status.GONE


@pytest.mark.rule("BG-R283")
def test_for_a_scenarios_events_the_freed_have_left_and_are_no_loss():
    zone = Feature("rescue zone", ((16.0, 6.0), (24.0, 6.0), (24.0, 14.0), (16.0, 14.0)))
    war = turn_over(aboard(board=replace(PLAIN, features=(zone,))))
    (body,) = (each for each in situation(war.state).bodies if each.figure == "held1")
    assert body.left
    assert not body.able


# ── Who knows ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R216", "BG-R282")
def test_whoever_carries_them_knows_it_and_the_others_do_not():
    war = aboard()
    home = war.unit("held")
    assert in_sight(war.state, ARMY, home)
    assert not in_sight(war.state, INSURGENTS, home)
    assert war.unit("held").name not in str(RULES.battle.view(war.state, Viewer(INSURGENTS)).units)
    assert all("follows" not in offer.label for offer in RULES.battle.offers(war.state, INSURGENTS, "red"))
