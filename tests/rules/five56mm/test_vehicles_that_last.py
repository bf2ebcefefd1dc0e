"""Vehicles of the roster: they take the field as they stand there, and what befalls them is their service."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import SetVehicle
from rules.five56mm.book.target_number import Roll
from rules.five56mm.book.vehicle_damage import ArmourTest, Damage
from rules.five56mm.events.vehicles import VehicleHit, VehicleSet
from rules.kernel.action import UMPIRE
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.facts import Itemised
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.table.board import Board


def patrol(condition: str = "") -> Muster:
    """The book's motor patrol with its HMMV as the roster has it, against one man."""
    plan = RULES.forces.raise_unit("motor-patrol")
    men = tuple(
        MusterFigure(f"f{f.number}", f.number, f"Man {f.number}", f.rank, f.role, f.traits) for f in plan.figures
    )
    (own,) = plan.elements
    crew = tuple((place, f"f{number}") for place, number in own.crew)
    iron = MusterElement(
        "f6", own.number, own.type.kind, own.type.key, "Old Ironsides", own.type.traits, 0, crew, condition
    )
    black = MusterUnit("u1", "Chalk Four", "black", plan.organisation, "", plan.traits, men, elements=(iron,))
    red = MusterUnit("u2", "Red", "red", "militia", "", "", (MusterFigure("f9", 1, "Red", "Private", "", "{}"),))
    return Muster("Road", (MusterSide("black", "B", (black,)), MusterSide("red", "R", (red,))), Board(40, 30))


def test_a_vehicle_of_the_roster_takes_the_field_with_its_crew_and_its_damage() -> None:
    state = RULES.battle.fold(RULES.battle.muster(patrol('["minor", "major"]'), Seeded(b"x" * 32, 0)))
    (iron,) = state.vehicles
    assert (iron.id, iron.name, iron.profile.key, [arm.weapon for arm in iron.mounts]) == (
        "f6",
        "Old Ironsides",
        "hmmv",
        ["m2"],
    )
    assert iron.damage == (Damage.MINOR, Damage.MAJOR)
    assert [(who.id, who.place) for who in state.aboard("f6")] == [
        ("f2", "driver"),
        ("f3", "gunner"),
        ("f1", "passenger"),
        ("f4", "passenger"),
        ("f5", "passenger"),
    ]


@pytest.mark.rule("MM-12.51.1", "MM-12.51.8", "MM-R119")
def test_what_befalls_a_vehicle_is_its_service_and_who_destroys_it_is_credited() -> None:
    mustered = RULES.battle.muster(patrol('["minor"]'), Seeded(b"x" * 32, 0))

    def hit(damage: Damage) -> VehicleHit:
        roll = Roll("armour", Itemised(()), Itemised(()), (1,), 1)
        return VehicleHit(vehicle="f6", cause="RPG", test=ArmourTest(None, roll, damage), by="f9")

    def told(*events: Event) -> list[tuple[str, str, str | None, str, str]]:
        found = RULES.battle.service([*mustered, *events])
        return [(s.of, s.what, s.by, s.note, s.condition) for s in found if s.what != "fielded"]

    assert [s.of for s in RULES.battle.service(mustered)] == ["f1", "f2", "f3", "f4", "f5", "f6", "f9"]
    assert told(hit(Damage.NONE)) == []
    assert told(hit(Damage.MAJOR), hit(Damage.IMMOBILISED)) == [
        ("f6", "damaged", "f9", "RPG, major damage", '["minor","major"]'),
        ("f6", "knocked-out", "f9", "RPG", '["minor","major","immobilised"]'),
    ]
    lost = [("f6", "destroyed", "f9", "RPG", ""), ("f9", "destroy-credited", "f6", "RPG", "")]
    assert told(hit(Damage.DESTROYED), hit(Damage.MAJOR)) == lost
    whole = VehicleSet(vehicle="f6", to="whole", side="black")
    assert told(hit(Damage.DESTROYED), whole) == [("f6", "repaired", None, "by the umpire", "")]
    taken = VehicleSet(vehicle="f6", to="captured", side="red")
    assert told(taken) == [("f6", "captured", None, "by the umpire", "")]
    assert told(taken, VehicleSet(vehicle="f6", to="captured", side="black")) == []


def test_the_umpire_says_what_becomes_of_a_vehicle() -> None:
    state = RULES.battle.fold(RULES.battle.muster(patrol(), Seeded(b"x" * 32, 0)))

    def set_(to: str):  # type: ignore[no-untyped-def]
        action = SetVehicle.model_validate({"vehicle": "f6", "to": to})
        return RULES.battle.fold(RULES.battle.decide(state, action, UMPIRE, Seeded(b"x" * 32, 1)), state)

    assert set_("immobilised").vehicle("f6").damage == (Damage.IMMOBILISED,)
    with pytest.raises(RuleViolation, match="aboard"):
        set_("captured")
    for who in state.characters:
        state = state.with_character(replace(who, vehicle=None, place="", at=(5.0, 5.0)))
    assert set_("captured").vehicle("f6").side == "red"
    state = set_("destroyed")
    with pytest.raises(RuleViolation, match="wreck"):
        set_("captured")
    assert set_("whole").vehicle("f6").damage == ()
