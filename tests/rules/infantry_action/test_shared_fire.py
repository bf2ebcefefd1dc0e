"""Fire of several weapons: each man has his part in whom it felled, apart from what he felled alone. IA-R203"""

from __future__ import annotations

import pytest

from rules.infantry_action.events.fire import Fired, FireResolved, ManDie, MenDiced, ShotsFired, SupportCalled
from rules.infantry_action.events.turn import GroupMustered
from rules.infantry_action.forces.service import service
from rules.infantry_action.on_the_table import Mission
from rules.infantry_action.state import ATTACKER
from rules.kernel.event import Event
from rules.kernel.facts import Item, Itemised
from rules.seam.ruleset import Service
from tests.rules.infantry_action.test_service import FOE, GUNNER, begun, called

SECTION = "attacker-gb44-section-1"
RIFLEMAN, SECOND = f"{SECTION}.2", f"{SECTION}.10"
NOTHING = Itemised((Item(0, "nothing"),))


def fired(who: str, weapon: str, points: int, *served: str) -> Fired:
    return Fired(who, SECTION, weapon, FOE, (0, 0), 100.0, men=(who,), points=points, served=(who, *served))


def felled(*numbers: int) -> MenDiced:
    fell = tuple(f"{FOE}.{number}" for number in numbers)
    return MenDiced(target=FOE, dice=tuple(ManDie(who, 1, 3) for who in fell), casualties=fell)


def credits(events: list[Event], *dice: str) -> list[Service]:
    return [each for each in service(called(events, *dice)) if each.what.endswith("credited")]


def name(events: list[Event], group: str) -> str:
    return next(event.group.name for event in events if isinstance(event, GroupMustered) and event.group.id == group)


@pytest.mark.rule("IA-pot.total")
def test_of_several_weapons_each_man_has_the_part_of_his_points() -> None:
    events, _ = begun()
    shots = (fired(GUNNER, "magazine LMG", 4, SECOND), fired(RIFLEMAN, "rifle", 2))
    own = name(events, SECTION)
    found = credits([*events, ShotsFired(side=ATTACKER, shots=shots), felled(4, 5)], "d6:1", "d6:3")
    # One of the two was killed, the other is wounded: nobody has a part in a death that was none.
    words = f"in the fire of {own} that felled 2"
    assert found == [
        Service(GUNNER, "share-credited", f"{FOE}.4", f"magazine LMG, 4 of 6 points, {words}"),
        Service(SECOND, "share-credited", f"{FOE}.4", f"magazine LMG, 4 of 6 points, {words}"),
        Service(RIFLEMAN, "share-credited", f"{FOE}.4", f"rifle, 2 of 6 points, {words}"),
    ]
    dead = next(
        each
        for each in service(called([*events, ShotsFired(side=ATTACKER, shots=shots), felled(4)], "d6:1"))
        if each.what == "killed"
    )
    assert (dead.by, dead.note) == (None, f"fire of {own}")


@pytest.mark.rule("IA-pot.total")
def test_a_crew_has_its_part_in_what_its_weapon_felled_alone() -> None:
    events, _ = begun()
    found = credits(
        [*events, ShotsFired(side=ATTACKER, shots=(fired(GUNNER, "magazine LMG", 4, SECOND),)), felled(4)], "d6:1"
    )
    assert found == [
        Service(GUNNER, "kill-credited", f"{FOE}.4", "magazine LMG"),
        Service(SECOND, "share-credited", f"{FOE}.4", "magazine LMG, with its crew"),
    ]


def test_fire_on_two_groups_as_one_counts_whichever_was_aimed_at() -> None:
    events, _ = begun()
    other = "defender-de44-gruppe-2"
    resolved = FireResolved(target=FOE, total=NOTHING, by=(SECTION,), hits=1, groups=(FOE, other))
    shot = Fired(GUNNER, SECTION, "magazine LMG", other, (0, 0), 100.0, men=(GUNNER,), points=4)
    found = credits([*events, ShotsFired(side=ATTACKER, shots=(shot,)), resolved, felled(4)], "d6:1")
    assert found == [Service(GUNNER, "kill-credited", f"{FOE}.4", "magazine LMG")]


@pytest.mark.rule("IA-off.observer-call")
def test_whoever_called_the_fire_has_a_part_in_it() -> None:
    events, _ = begun()
    mission = Mission("m1", ATTACKER, RIFLEMAN, "fire", (0, 0), 0.0, 2)
    falls = FireResolved(target="", total=NOTHING, by=(), hits=1, groups=(FOE,), off_table=True, mission="m1")
    hit = MenDiced(target="", dice=(ManDie(f"{FOE}.4", 1, 3),), casualties=(f"{FOE}.4",))
    found = credits([*events, SupportCalled(side=ATTACKER, mission=mission), falls, hit], "d6:1")
    assert found == [
        Service(RIFLEMAN, "share-credited", f"{FOE}.4", "called the off-table fire that felled 1"),
    ]
