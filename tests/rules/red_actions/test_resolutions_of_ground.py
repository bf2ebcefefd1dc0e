"""Moves, ground, works, sight, ambushes, vehicles and trains by declared facts, worked by hand from the book."""

from __future__ import annotations

from typing import Any

import pytest

from rules.book.showing import Resolved
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.red_actions.resolutions import ambush, ground, machines, sight, works

ROWS = {
    form.name(): (form, procedure)
    for form, procedure in (*ground.ROWS, *machines.ROWS, *works.ROWS, *sight.ROWS, *ambush.ROWS)
}


def ask(verb: str, dice: str = "", **facts: Any) -> Resolved:
    """`dice`: six-sided, separated by commas; every one of them must be needed."""
    form, procedure = ROWS[verb]
    chance = Scripted(f"d6:{die}" for die in dice.split(",") if die)
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
    assert len(ROWS) == 19
    for form, _ in ROWS.values():
        assert form.title
        assert form.summary
        assert all(field.description for field in fields_of(form))


# ── Moves and ground ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-move.1", "RA-march.1", "RA-R124")
def test_a_march_by_road() -> None:
    """Regulars with move 8: doubled, and 2 in by road."""
    moved = ask("unit-move", card="red-regulars", marching=True, road=True)
    assert moved.outcome["inches"] == 18
    assert moved.outcome["lines"] == ("+8 move of the card", "+8 marching: double", "+2 by road all the way")
    assert ask("unit-move", card="red-regulars", marching=True, road=True, rain=True).outcome["inches"] == 16


@pytest.mark.rule("RA-march.2", "RA-horse-artillery", "RA-move.officer", "RA-R105")
def test_moves_that_are_and_are_not() -> None:
    assert refused("unit-move", card="red-regulars", marching=True) == "column-needed"
    assert refused("unit-move", card="red-regulars", marching=True, column=True, enemy=40) == "enemy-near"
    assert refused("unit-move", card="red-regulars", marching=True, column=True, shot_at=True) == "shot-at"
    assert refused("unit-move", card="red-cavalry", evading=True) == "no-such-move"
    assert refused("unit-move", card="field-gun", limbers=True) == "no-horse-artillery"
    assert ask("unit-move", card="horse-gun", limbers=True).outcome["inches"] == 7
    assert ask("unit-move", card="white-cossacks", charging=True, ambush=True).outcome["inches"] == 18
    mounted = ask("unit-move", card="senior-officer-mounted", house_rule=("officer-move-mounted=16",))
    assert mounted.outcome["inches"] == 16
    assert ask("unit-move", card="plastoons", evading=True).outcome["inches"] == 5


@pytest.mark.rule("RA-terrain.table", "RA-R91", "RA-terrain.column")
def test_ground() -> None:
    hedge = ask("ground", mover="armoured-car", move=16, ground="hedge")
    assert (hedge.outcome["inches"], hedge.outcome["test"]) == (8, "obstacle")
    woods = ask("ground", mover="tank", move=5, ground="woods", inches=2)
    assert (woods.outcome["inches"], woods.outcome["test"]) == (4, "speed")
    stream = ask("ground", mover="sabres", move=16, ground="small stream")
    assert (stream.outcome["inches"], stream.outcome["ends"]) == (16, True)
    free = ask("ground", mover="sabres", move=16, ground="small stream", house_rule=("small-streams-mounted=free",))
    assert (free.outcome["inches"], free.outcome["ends"]) == (0, False)
    assert refused("ground", mover="sabres", move=16, ground="woods", inches=2, column=False) == "column-needed"
    assert refused("ground", mover="tank", move=5, ground="big stream") == "impassable"


@pytest.mark.rule("RA-R25", "RA-R143", "RA-building.2", "RA-R173")
def test_cover() -> None:
    assert ask("cover", ground="trench").outcome == {"cover": "super-hard", "hard": True, "morale_bonus": True}
    assert ask("cover", ground="wall").outcome == {"cover": "stone-building", "hard": True, "morale_bonus": False}
    assert ask("cover", ground="buildings", stone=True).outcome["cover"] == "soft"
    assert ask("cover", ground="buildings", stone=True, held=True).outcome["cover"] == "stone-building"
    assert ask("cover", ground="open ground", foxholes=2).outcome["cover"] == "foxhole"


# ── Vehicles and trains ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-tank.speed", "RA-tank.obstacle", "RA-R92", "RA-R93", "RA-R179")
def test_breakdown() -> None:
    """A tank with move 5 goes 3 in over a hedge: obstacle, then speed."""
    both = ask("breakdown", "4,1", vehicle="tank", move=5, inches=3, grounds=("hedge",))
    assert (both.outcome["tests"], both.outcome["state"]) == (("obstacle", "speed"), "broken down")
    stuck = ask("breakdown", "1", vehicle="tank", move=5, inches=3, grounds=("hedge",))
    assert (stuck.outcome["state"], stuck.outcome["moves"]) == ("stuck for good", False)
    assert ask("breakdown", vehicle="tank", move=5, inches=2).outcome["tests"] == ()
    assert (
        ask("breakdown", "2", vehicle="armoured-car", move=16, inches=2, grounds=("ford",)).outcome["state"] == "stuck"
    )
    assert refused("breakdown", vehicle="armoured-car", move=16, inches=2, grounds=("wall",)) == "impassable"


@pytest.mark.rule("RA-R94")
def test_recovery() -> None:
    assert ask("recovery", "3", state="stuck").outcome["moves"] is False
    assert ask("recovery", "4", state="broken down").outcome["moves"] is True
    assert refused("recovery", state="stuck for good") == "no-recovery"


@pytest.mark.rule("RA-R96", "RA-R151", "RA-train.move.3")
def test_train_moves() -> None:
    assert ask("train-move", does="start").outcome["inches"] == 1
    assert ask("train-move", does="start", house_rule=("train-step=metres",)).outcome["inches"] == 2
    held = ask("train-move", does="hold", last=8)
    assert (held.outcome["inches"], held.outcome["braking"]) == (8, (4, 2, 1))
    stopped = ask("train-move", does="hold", last=8, block=7)
    assert (stopped.outcome["inches"], stopped.outcome["stands"]) == (5, True)
    assert refused("train-move", does="stand", last=8) == "train-step"


@pytest.mark.rule("RA-R97", "RA-R98", "RA-train.hits.2")
def test_train_hits() -> None:
    engine = ask("train-hits", car="train-engine", hits=1)
    assert engine.outcome == {
        "state": "hit", "fear_test": True, "duty": "leave the range of enemy artillery", "allowance": 6,
    }  # fmt: skip
    assert ask("train-hits", car="train-artillery-turret", hits=2).outcome["state"] == "destroyed"
    assert ask("train-hits", car="train-mg", hits=1, afraid=True).outcome["duty"] == "leave the table"
    assert refused("train-hits", car="train-mg", hits=1, now=2) == "too-many-hits"


# ── Works ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-building.fire.1", "RA-building.fire.2", "RA-building.fire.4", "RA-R103")
def test_fires() -> None:
    lit = ask("building-fire", "3", does="light")
    assert (lit.outcome["markers"], lit.outcome["next_turn"]) == (1, 2)
    assert lit.events[0].citations == ("RA-building.fire.1",)
    out = ask("building-fire", "5", does="fight", markers=2)
    assert (out.outcome["markers"], out.outcome["next_turn"]) == (0, 0)
    assert out.events[0].citations == ("RA-building.fire.4",)
    assert ask("building-fire", "6", does="light", markers=4).outcome["destroyed"] is True
    assert refused("building-fire", does="fight") == "no-fire"


@pytest.mark.rule("RA-wire.1", "RA-wire.2", "RA-wire.3", "RA-wire.5", "RA-tank.wire")
def test_wire() -> None:
    assert ask("wire", "4,4").outcome["across"] is False
    assert ask("wire", "4,4", engineers=True).outcome["state"] == "a lane is cut, and they are across"
    assert ask("wire", "1", mover="tank").outcome["state"] == "stuck"
    assert refused("wire", mover="sabres") == "no-wire"
    cleared = ask("clear-wire", "2,4,3", inches=8)
    assert (cleared.outcome["strips"], cleared.outcome["crushed"]) == (2, 1)
    assert ask("clear-wire", "1", inches=8).outcome["strips"] == 0
    assert refused("clear-wire", inches=8, remover=False) == "no-remover"


@pytest.mark.rule("RA-dig.1", "RA-dig.2", "RA-R62")
def test_digging() -> None:
    assert ask("dig", segments=3, tools=True).outcome == {"quarters": 6, "shift": -1}
    assert ask("dig", segments=3).outcome == {"quarters": 3, "shift": 0}
    assert refused("dig", segments=7, tools=True) == "dug"
    assert refused("dig", segments=1, infantry=False) == "no-diggers"


# ── Sight ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-vis.1", "RA-vis.3", "RA-R147", "RA-weather.night.range")
def test_visibility() -> None:
    assert ask("visibility", ground="woods", depth=1).outcome["inches"] == 40
    assert ask("visibility", ground="hedge", still=True, lining=True, distance=4).outcome["seen"] is True
    assert ask("visibility", ground="hedge", still=True, distance=4).outcome["seen"] is False
    assert ask("visibility", large=True, light="dark night").outcome["inches"] == 3
    assert len(ask("made-out", distance=16).outcome["made_out"]) == 4  # type: ignore[arg-type]


@pytest.mark.rule("RA-weather.night.veer", "RA-weather.night.friends")
def test_in_the_dark() -> None:
    assert ask("heading", "1").outcome["degrees"] == -30
    assert ask("heading", "6").outcome["degrees"] == 30
    assert ask("heading", follows=True).outcome["die"] is None
    assert ask("friend-or-enemy", "1").outcome["fires"] is True
    assert refused("friend-or-enemy", light="day") == "daylight"


# ── Ambushes, dismounting, initiative ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-ambush.scout.1", "RA-ambush.scout.2", "RA-R101")
def test_scouting() -> None:
    assert ask("scout", "4", distance=8, partisan=True, clever=True).outcome == {
        "die": 4, "discovered": True, "reach": 8,
    }  # fmt: skip
    assert ask("scout", "3", distance=4).outcome["discovered"] is False
    assert refused("scout", distance=5) == "too-far-to-scout"


@pytest.mark.rule("RA-ambush.spring.1", "RA-R100", "RA-march.3")
def test_springing() -> None:
    charged = ask("spring", does="charge", before=14, now=10, reach=10, marching=True)
    assert charged.outcome == {"terror": 1, "fear_tests": 2, "modifier": -3}
    one = ask("spring", does="charge", before=14, now=10, reach=10, house_rule=("ambush-charge-tests=one",))
    assert one.outcome["fear_tests"] == 1
    assert refused("spring", does="shoot", before=14, now=7, reach=12) == "out-of-reach"
    assert ask("spring", does="shoot", before=14, now=6, reach=12).outcome["fear_tests"] == 1


@pytest.mark.rule("RA-dismount.4", "RA-R121")
def test_dismounting() -> None:
    assert ask("dismount", cavalry="White Cossacks", bases=4).outcome == {"card": "Plastoons", "bases": 3}
    assert refused("dismount", cavalry="White Cossacks", bases=1) == "no-holders"
    assert refused("dismount", cavalry="White Cossacks", bases=4, moved=True) == "moved"


@pytest.mark.rule("RA-init.standard.1", "RA-init.dice.2", "RA-init.dice.3", "RA-R109")
def test_initiative() -> None:
    assert ask("initiative", "2,2,3,5").outcome["winner"] == "second"
    assert ask("initiative", "2,2", way="segment", last_loser="first").outcome["winner"] == "first"
    ended = ask("initiative", "1,1", way="segment", house_rule=("both-ones-end-turn=on",))
    assert ended.outcome["turn_ends"] is True
