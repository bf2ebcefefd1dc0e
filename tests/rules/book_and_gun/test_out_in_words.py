"""Whoever gets out of a vehicle that is called as its unit is: they are counted, it does not get out of itself."""

from __future__ import annotations

from rules.book_and_gun.events.vehicles import PeopleIn, PeopleOut
from rules.book_and_gun.state import ARMY
from rules.book_and_gun.tell import tell
from rules.seam.viewing import Viewer
from tests.rules.book_and_gun.field import army
from tests.rules.book_and_gun.motor import inside, motorised, vehicle


def test_the_people_of_a_lone_vehicle_get_out_of_it_by_their_number():
    (unit, body), squad = vehicle("lorry", "truck", crew=2), army("able", 3)
    state = motorised([unit, inside(squad, body)], [body])
    out = {"vehicle": body.id, "why": "dismount"}
    said = [
        tell(state, event, Viewer(ARMY)).headline
        for event in (
            PeopleOut(unit="lorry", figures=("lorry1", "lorry2"), beside="left", **out),
            PeopleOut(unit="lorry", figures=("lorry1",), **out),
            PeopleOut(unit="able", figures=("able1", "able2"), **out),
            PeopleIn(unit="lorry", vehicle=body.id, seats=(("lorry1", "driver"),)),
        )
    ]
    assert said == [
        "2 men get out of Lorry on its left side.",
        "1 man gets out of Lorry.",
        "Able gets out of Lorry.",
        "1 man gets into Lorry.",
    ]
