"""AFVs, works, mines, light and smoke by declared facts, worked by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.infantry_action.resolutions import armour, light_and_smoke, mines, works
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

ROWS = {
    form.name(): (form, procedure)
    for form, procedure in (*armour.ROWS, *works.ROWS, *mines.ROWS, *light_and_smoke.ROWS)
}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    """`dice`: six-sided, separated by commas; every one of them must be needed."""
    form, procedure = ROWS[verb]
    chance = Scripted(f"d6:{die}" if die.isdigit() else die for die in dice.split(",") if die)
    resolved = procedure(form(**facts), chance)
    chance.finish()
    return resolved


def refused(verb: str, **facts: Any) -> str:
    form, procedure = ROWS[verb]
    with pytest.raises(RuleViolation) as violation:
        procedure(form(**facts), Scripted(""))
    assert violation.value.citation
    assert violation.value.remedy
    return violation.value.code


def test_every_form_has_its_words() -> None:
    assert len(ROWS) == 15
    for form, _ in ROWS.values():
        assert form.title
        assert form.summary
        assert all(field.description for field in fields_of(form))


@pytest.mark.rule("IA-at.weapons", "IA-at.knock-out", "IA-at.catches-fire")
def test_a_bazooka_at_a_sherman() -> None:
    """60 m: up to 100 the one-man weapon has 4; flank +1; 4 + 1 + 3 = 8, knocked out; 2 burns."""
    shot = ask("anti-tank", "3,2", weapon="one-man anti-tank weapon", range=60, tons=30, year=1944, angle=90)
    assert shot.outcome["points"] == 5
    assert (shot.outcome["knocked_out"], shot.outcome["on_fire"], shot.outcome["needs"]) == (True, True, 3)
    assert shot.outcome["modifiers"] == ("+4 one-man anti-tank weapon", "+1 on the flank or rear")


@pytest.mark.rule("IA-at.afv-gun", "IA-at.minus1.heavy", "IA-at.minus1.target-moved", "IA-at.minus2.firer-moved")
def test_a_tank_on_the_move_at_a_heavy_tank_on_the_move() -> None:
    """8 at 400 m, -2 tank gun, -1 moved 60 m, -1 56 tons in 1944, -2 moved itself: 2; a 5 makes 7."""
    shot = ask(
        "anti-tank", "5", weapon="AFV gun of 75 mm or more", range=400, tons=56, target_moved=60, firer_moved=True
    )
    assert (shot.outcome["points"], shot.outcome["total"], shot.outcome["knocked_out"]) == (2, 7, False)
    assert shot.outcome["weight"] == "heavy"


@pytest.mark.rule("IA-at.weapons")
def test_a_gun_with_its_crew() -> None:
    """A conventional gun at 200 m has 3, numbers two and three 1 each; at 50 m they add nothing."""
    gun = {"weapon": "anti-tank gun", "tons": 30, "helpers": 2}
    assert ask("anti-tank", "1", range=200, **gun).outcome["points"] == 5
    assert ask("anti-tank", "1", range=50, **gun).outcome["points"] == 3
    assert ask("anti-tank", "1", range=200, house_rule=("anti-tank-helpers=no",), **gun).outcome["points"] == 3


@pytest.mark.rule("IA-at.light-weapons", "IA-at.minus2.smoke")
def test_shots_that_are_refused() -> None:
    assert refused("anti-tank", weapon="turret machine gun", range=50, tons=10) == "no-anti-tank-effect"
    assert refused("anti-tank", weapon="automatic light shell gun", range=50, tons=16) == "no-anti-tank-effect"
    assert refused("anti-tank", weapon="anti-tank missile set", range=200, tons=30) == "out-of-range"
    assert refused("anti-tank", weapon="anti-tank gun", range=200, tons=30, screen=100) == "behind-smoke"


@pytest.mark.rule("IA-at.knock-out-on-1", "IA-at.catches-fire")
def test_special_attacks() -> None:
    """A man-pack flame thrower has points between 25 and 50 m only; the AFV's up to 100."""
    burnt = ask("attack-afv", "1,4", attack="flame", range=40)
    assert (burnt.outcome["knocked_out"], burnt.outcome["on_fire"]) == (True, False)
    assert ask("attack-afv", "2", attack="off-table fire", range=500).outcome["knocked_out"] is False
    assert ask("attack-afv", "6", attack="flame", range=90, flame="AFV flame thrower").outcome["knocked_out"] is False
    assert refused("attack-afv", attack="flame", range=20) == "out-of-range"
    assert refused("attack-afv", attack="sticky bomb", range=11) == "out-of-reach"


@pytest.mark.rule("IA-afvcrew.escape", "IA-afvcrew.riders")
def test_crew_and_riders() -> None:
    """Commander 6 takes the one SMG, 2 a casualty, 6 a pistol; riders 3 out, 2 not."""
    out = ask("crew-escape", "6,2,6,3,2", crew=3, smgs=1, riders=2).outcome
    assert (out["with_smg"], out["with_pistol"], out["crew_casualties"]) == (1, 1, 1)
    assert (out["riders_out"], out["rider_casualties"]) == (1, 1)


@pytest.mark.rule("IA-afvreact.dice", "IA-afvreact.results")
def test_the_reaction_of_an_afv() -> None:
    """2 + 3, stationary -1, shots 5 and -2 in all -5, one AFV lost -2, dark -3: -6, away under smoke."""
    test = ask("afv-reaction", "2,3", shots=(5, -2), lost_afvs=1, light="dark").outcome
    assert (test["score"], test["result"]) == (-6, "must turn and retire under smoke")
    assert (test["must_retire"], test["may_reverse_firing"], test["makes_smoke"]) == (True, False, True)


@pytest.mark.rule("IA-build.destroyed", "IA-build.fire-die", "IA-build.fire-always", "IA-build.prepared")
def test_buildings() -> None:
    """A tank gun at 60 m has 8, a bazooka at 60 m has 4: 12 and any die; the bazooka sets fire for certain."""
    both = ask("building", "1", weapons=("AFV gun of 75 mm or more", "one-man anti-tank weapon"), ranges=(60,)).outcome
    assert (both["points"], both["destroyed"], both["burning"], both["left"]) == (12, True, True, "nothing")
    alone = ask("building", "3,5", weapons=("AFV gun of 75 mm or more",), ranges=(60,)).outcome
    assert (alone["total"], alone["burning"], alone["left"]) == (11, False, "soft cover")
    below = ask("building", "3,1", weapons=("AFV gun of 75 mm or more",), ranges=(60,), prepared=True).outcome
    assert (below["burning"], below["left"]) == (True, "bunker")
    stands = ask("building", "5", off_table=True).outcome
    assert (stands["destroyed"], stands["left"]) == (False, None)


@pytest.mark.rule("IA-build.when")
def test_buildings_refused() -> None:
    assert refused("building", weapons=("tripod machine gun",)) == "harmless"
    assert refused("building", weapons=("81 mm mortar",), ranges=(200,)) == "harmless"
    assert refused("building") == "harmless"
    assert refused("building", weapons=("recoilless gun",) * 3, ranges=(50, 60)) == "ranges"
    turret = ask("building", "1", weapons=("turret machine gun",), house_rule=("vehicle-mg-harms-buildings=yes",))
    assert turret.outcome["total"] == 11


@pytest.mark.rule("IA-bunker.collapse", "IA-bunker.escape")
def test_bunkers() -> None:
    fallen = ask("bunker", "2,5,4", satchels=1, occupants=2).outcome
    assert (fallen["collapsed"], fallen["escaped"], fallen["casualties"]) == (True, 1, 1)
    held = ask("bunker", "3", weapons=("AFV gun of 75 mm or more",), mm=105, occupants=2).outcome
    assert (held["collapsed"], held["escaped"], held["casualties"]) == (False, 0, 0)
    assert refused("bunker", weapons=("AFV gun of 75 mm or more",), mm=90) == "harmless"
    assert refused("bunker", weapons=("anti-tank missile set",), ranges=(100,)) == "harmless"


@pytest.mark.rule("IA-mine.ap-foot", "IA-mine.ap-foot-other", "IA-mine.spotted-choice", "IA-mine.marked-crossing")
def test_men_on_mines() -> None:
    walk = ask("cross-mines", "4,3,6", men=5).outcome
    assert (walk["across"], walk["casualties"], walk["spotters"], walk["stopped"]) == (1, 1, 1, 2)
    night = ask("cross-mines", "4,3,6", men=3, light="moonlight").outcome
    assert (night["across"], night["casualties"], night["spotters"]) == (2, 1, 0)
    assert ask("cross-mines", men=3, marked=True).outcome["across"] == 3
    assert ask("cross-mines", men=3, mines="anti-tank mines").outcome["across"] == 3


@pytest.mark.rule("IA-mine.at-hard", "IA-mine.at-soft", "IA-mine.ap-soft-vehicle", "IA-mine.at-trigger")
def test_vehicles_on_mines() -> None:
    tank = ask("drive-over-mines", "2,6,3,5", vehicle="hard vehicle", crew=2, smgs=1).outcome
    assert (tank["harm"], tank["escaped"], tank["casualties"], tank["on_fire"]) == ("knocked out", 2, 0, False)
    lorry = ask("drive-over-mines", "1,4", vehicle="soft vehicle", mines="both", passengers=1).outcome
    assert (lorry["harm"], lorry["escaped"], lorry["casualties"]) == ("destroyed", 1, 1)
    light = ask("drive-over-mines", "1,4", vehicle="soft vehicle", mines="anti-personnel mines", passengers=1).outcome
    assert (light["harm"], light["casualties"]) == ("disabled", 1)
    gun = ask("drive-over-mines", "1,4,4", vehicle="wheeled gun", crew=3).outcome
    assert (gun["harm"], gun["casualties"]) == ("destroyed", 1)
    assert ask("drive-over-mines", vehicle="horse").outcome["harm"] == "unharmed"
    assert ask("drive-over-mines", vehicle="wheeled gun", mines="anti-personnel mines").outcome["harm"] == "unharmed"
    assert ask("drive-over-mines", vehicle="flail vehicle", mines="both").outcome["clears"] == "for everybody"


@pytest.mark.rule("IA-mine.claymore-cone", "IA-mine.claymore-setup", "IA-mine.fougasse")
def test_claymores_and_fougasses() -> None:
    """10 up to 25 m, 5 up to 50 m, in a cone of 45 degrees to each side."""
    assert ask("claymore", distance=25, off_centre=45).outcome["points"] == 10
    assert ask("claymore", distance=26).outcome["points"] == 5
    assert ask("claymore", distance=26, off_centre=46).outcome["in_cone"] is False
    assert ask("claymore", distance=51).outcome["points"] == 0
    assert ask("claymore", device="fougasse", distance=40, operator=0).outcome["flame"] is True
    assert refused("claymore", distance=20, operator=9) == "too-close"
    assert refused("claymore", distance=20, set_up=0) == "not-set-up"


@pytest.mark.rule("IA-mine.mark-detector", "IA-mine.mark-bayonet", "IA-mine.lift", "IA-mine.bangalore", "IA-mine.flail")
def test_clearing_mines() -> None:
    assert ask("clear-mines", work="mark", engineer=True, detector=True).outcome["periods"] == 1
    assert ask("clear-mines", work="mark", prone=True, pace="halt").outcome["periods"] == 5
    assert ask("clear-mines", work="lift", engineer=True, marked=True, mines="both").outcome["periods"] == 3
    strip = ask("clear-mines", work="vehicle line charge").outcome
    assert (strip["width"], strip["depth"]) == (20, 50)
    assert ask("clear-mines", work="flail vehicle").outcome["depth"] is None
    assert refused("clear-mines", work="mark") == "cannot-mark"
    assert refused("clear-mines", work="lift", engineer=True) == "not-marked"
    assert refused("clear-mines", work="lift", marked=True) == "cannot-lift"


@pytest.mark.rule("IA-mine.who")
def test_who_lays_mines() -> None:
    assert ask("lay-mines", device="mines", defender=True).outcome["allowed"] is True
    assert ask("lay-mines", device="Claymore").outcome["allowed"] is True
    assert refused("lay-mines", device="fougasse") == "not-the-defender"


@pytest.mark.rule("IA-illum.off-table", "IA-illum.flame", "IA-smoke.duration", "IA-smoke.fifty")
def test_light_and_smoke() -> None:
    mission = ask("illuminate", source="off-table mission", period=4).outcome
    assert (mission["radius"], mission["first"], mission["last"], mission["smoke"]) == (150, 4, 8, False)
    once = ask("smoke-screen", source="medium mortar", period=4).outcome
    assert (once["length"], once["lies"], once["first"], once["last"]) == (100, "down wind", 5, 6)
    fed = ask("smoke-screen", source="light mortar", period=4, last_fed=6).outcome
    assert (fed["first"], fed["last"]) == (5, 8)
    wreck = ask("smoke-screen", source="burning vehicle", period=4).outcome
    assert (wreck["first"], wreck["last"]) == (5, 8)
    assert refused("smoke-screen", source="light mortar", period=4, last_fed=3) == "periods"


@pytest.mark.rule("IA-smoke.blind-fire", "IA-smoke.blind-anti-tank")
def test_firing_blind() -> None:
    assert ask("fire-blind", points=9, behind=50).outcome["points"] == 4
    assert ask("fire-blind", points=9, behind=51).outcome["points"] == 0
    assert ask("fire-blind", anti_tank=True).outcome["allowed"] is True
    assert refused("fire-blind", anti_tank=True, length=60) == "screen-too-long"
    assert refused("fire-blind", anti_tank=True, located=False) == "not-located"


@pytest.mark.rule("IA-smoke.medium-mortar")
def test_the_wind() -> None:
    assert ask("wind", "d12:3").outcome["degrees"] == 90
    assert ask("wind", house_rule=("wind=none-parallel-to-base-line",)).outcome["degrees"] is None
