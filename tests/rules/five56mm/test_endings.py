"""Where a way may end, with exact chances; every die; ranges and ground of a survey; the lines of the picture."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import shapely

from rules.five56mm import RULES
from rules.five56mm.actions.fire import Fire, Throw
from rules.five56mm.actions.foot import Carry, Hide, Move, Sprint
from rules.five56mm.book.injury import Level
from rules.five56mm.evolve.picture import MOST
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import Actor
from rules.seam.asking import Odds
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature, Point
from rules.table.scene import Reach, Scene, Trace
from tests.rules.five56mm.skirmish import FIELD, Skirmish, aboard, man, truck

BY_BLACK = Actor.player(BLACK)
BOG = Board(60, 40, features=(Feature("marsh", ((20, 12), (40, 12), (40, 13), (20, 13))),))
"""An inch of bog, 12 to 13 in from the south edge."""


def forecast(battle: Skirmish, action: Move | Sprint | Hide | Carry) -> Odds:
    return RULES.battle.odds(battle.state, action, BY_BLACK)


def before_alpha(board: Board = BOG, **alpha: int) -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), movement=alpha.get("movement", 0)), man("Red", RED, (30, 38)), board=board
    )
    battle.card("alpha")
    return battle


# ── Moves ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.1.1")
def test_open_ground_is_certain() -> None:
    found = forecast(before_alpha(FIELD), Move(to="30,13"))
    assert list(map(tuple, found.chances)) == [("gets all the way", Fraction(1))]
    assert found.notes == ()
    assert [(fact.name, fact.value) for fact in found.facts] == [("path", 3.0)]
    (aslant,) = forecast(before_alpha(FIELD), Move(to="32,13")).facts
    assert aslant.value == 3.61, "the root of 13"


@pytest.mark.rule("MM-6.1.1", "MM-6.1.2", "MM-6.1.4", "MM-6.1.5")
def test_a_move_through_a_bog_by_every_face_of_the_die() -> None:
    """Two inches to the bog leave 2 of 4. TN 3 with Movement +0: a 1 or 2 stops him at its edge, at 12. By 0 an inch
    costs four: half of it, 12.5. By 1 it costs two: he is over it, at 13, and nothing is left. By 2 and more it costs
    one, and the last inch brings him to 14."""
    found = forecast(before_alpha(), Move(to="30,14"))
    assert dict(found.chances)["gets all the way"] == Fraction(2, 6)
    # 4 in to a square of the reference: 12 to 16 is row 4.
    assert list(map(tuple, found.chances[1:])) == [("ends in H4", Fraction(1))]
    average = (2 + 2 + 2.5 + 3 + 4 + 4) / 6
    assert found.notes == (f"{average:.1f} in on average",)
    assert ("bog", 1.0) in [(fact.name, fact.value) for fact in found.facts]
    way, usual = found.traces
    assert (way.kind, way.points[-1]) == ("plan", (30, 14))
    assert usual.kind == "move"
    assert usual.points[-1][1] == pytest.approx(10 + average, abs=0.01)


@pytest.mark.rule("MM-4.1.1")
def test_a_sprint_by_every_face() -> None:
    """4 in and a D6 of inches more, Movement +1 one more: 10 in need a 5 or 6."""
    found = forecast(before_alpha(FIELD, movement=1), Sprint(to="30,20"))
    assert dict(found.chances)["gets all the way"] == Fraction(2, 6)
    assert sum((share for what, share in found.chances if what.startswith("ends")), Fraction(0)) == 1


@pytest.mark.rule("MM-4.2.1", "MM-4.2.2", "MM-4.2.3")
def test_creeping_by_every_face() -> None:
    """Even ground, TN 3: a 1 or 2 gets him nowhere, a 3 an inch, more the two that he wants."""
    found = forecast(before_alpha(FIELD), Hide(to="30,12"))
    assert dict(found.chances)["gets all the way"] == Fraction(3, 6)
    assert found.notes == (f"{(0 + 0 + 1 + 2 + 2 + 2) / 6:.1f} in on average",)


@pytest.mark.rule("MM-4.5.2", "MM-4.5.3")
def test_carrying_the_wounded_by_every_face() -> None:
    """A Mortal Wound is TN 3, and passing it by 0 is worth 3 in, by 1 four: four inches back need a 4."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)), man("Hurt", BLACK, (30.5, 10), wounds=[Level.MORTAL]), man("Red", RED, (30, 38))
    )
    battle.card("alpha")
    found = forecast(battle, Carry(patient="hurt", to="30,6"))
    assert dict(found.chances)["gets all the way"] == Fraction(3, 6)
    assert found.notes == (f"{(0 + 0 + 3 + 4 + 4 + 4) / 6:.1f} in on average",)
    assert str(found.numbers[0]) == "TN 3 (mortal wound)"


# ── The survey ────────────────────────────────────────────────────────────────────────────────────────────────────


def surveyed(battle: Skirmish, viewer: Viewer, who: str = "alpha") -> Scene:
    assert RULES.battle.survey is not None
    scene = RULES.battle.survey(battle.state, viewer, who)
    assert scene is not None
    return scene


@pytest.mark.rule("MM-7.0.5", "MM-7.0.7")
def test_the_ranges_of_the_weapon_that_reaches_farthest_as_rings() -> None:
    """An M16: 5, 10, 20, 30 and at most 40 in. Nobody but his own side and the umpire learns what he carries."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m9", "m16"), man("Red", RED, (30, 38)))
    rings = tuple(
        Reach(30, 10, end, label=label)
        for label, end in (("close 5", 5), ("short 10", 10), ("medium 20", 20), ("long 30", 30), ("extreme 40", 40))
    )
    for viewer in (Viewer(BLACK), Viewer(umpire=True)):
        scene = surveyed(battle, viewer)
        assert (scene.selected, scene.reaches) == ("alpha", rings)
    for viewer in (Viewer(RED), Viewer()):
        assert surveyed(battle, viewer).reaches == ()
        assert surveyed(battle, viewer).sight == ()


@pytest.mark.rule("MM-7.0.5", "MM-7.0.6")
def test_a_launcher_has_no_ring_where_it_is_too_near_to_fire() -> None:
    """An M203 needs 8 in: its first ring is at 16."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m203"), man("Red", RED, (30, 38)))
    assert [reach.radius for reach in surveyed(battle, Viewer(BLACK)).reaches] == [16, 24, 32]


def test_a_ring_that_no_corner_of_the_board_lies_in_is_left_out() -> None:
    """24 by 18 in: 30 in across, so that the ring of 30 and that of 40 would lie outside."""
    battle = Skirmish(man("Alpha", BLACK, (12, 4)), man("Red", RED, (12, 16)), board=Board(24, 18))
    assert [reach.radius for reach in surveyed(battle, Viewer(BLACK)).reaches] == [5, 10, 20]


def seen(battle: Skirmish, at: Point) -> bool:
    """Whether that place lies on ground in Alpha's sight: inside one of the outlines more than inside holes."""
    return (
        sum(shapely.Polygon(ring).contains(shapely.Point(at)) for ring in surveyed(battle, Viewer(BLACK)).sight) % 2
        == 1
    )


@pytest.mark.rule("MM-2.0.2")
def test_he_sees_the_ground_before_him_but_not_behind_him_nor_behind_a_house() -> None:
    house = Feature("building", ((26, 20), (34, 20), (34, 24), (26, 24)), height=4, hardness="hard")
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (55, 38)), board=Board(60, 40, features=(house,)))
    assert seen(battle, (30, 15.2))
    assert seen(battle, (10.2, 30.2))
    assert not seen(battle, (30.2, 30.2))  # behind the house
    assert not seen(battle, (30.2, 5.2))  # behind him: he looks north, 180 degrees


def test_a_man_who_is_down_has_neither_ranges_nor_sight_and_a_vehicle_is_only_marked() -> None:
    humvee = truck("Humvee", BLACK, (20.0, 8.0))
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), wounds=[Level.MORTAL]),
        aboard(man("Driver", BLACK), humvee, "driver"),
        man("Red", RED, (30, 38)),
        vehicles=[humvee],
    )
    assert (surveyed(battle, Viewer(BLACK)).reaches, surveyed(battle, Viewer(BLACK)).sight) == ((), ())
    assert surveyed(battle, Viewer(BLACK), "humvee").selected == "humvee"


# ── The lines of the picture ──────────────────────────────────────────────────────────────────────────────────────


def test_a_move_and_a_shot_are_drawn_and_the_next_action_begins_afresh() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), aim=1), man("Red", RED, (30, 24)), man("Guard", RED, (50, 38)))
    battle.card("alpha")
    battle.do(Move(to="30,12"))
    assert battle.state.shown == (Trace("move", ((30, 10), (30, 12)), BLACK, ref="alpha"),)
    battle.do(Fire(target="red"), "1")
    assert battle.state.shown == (Trace("fire", ((30, 12), (30, 24)), BLACK),)
    assert RULES.battle.view(battle.state, Viewer()).scene.traces == battle.state.shown  # pyright: ignore[reportOptionalMemberAccess]


def test_a_hit_says_so() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), aim=3), man("Red", RED, (30, 16)), man("Guard", RED, (50, 38)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "6,1,6")
    assert [(trace.kind, trace.label) for trace in battle.state.shown] == [("fire", "hit")]


@pytest.mark.rule("MM-7.8.3")
def test_a_grenade_is_drawn_with_its_flight_and_its_blast() -> None:
    """A frag reaches 3 in."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag", strength=3), man("Red", RED, (50, 38)))
    battle.card("alpha")
    battle.do(Throw(at="30,16"), "6")
    assert battle.state.shown == (
        Trace("fire", ((30, 10), (30, 16)), BLACK),
        Trace("blast", ((30, 16),), radius=3),
    )


def test_without_a_board_nothing_is_drawn_and_never_more_than_a_dozen_lines() -> None:
    battle = Skirmish(man("Alpha", BLACK), man("Red", RED), board=None)
    battle.card("alpha")
    battle.do(Move(path=("3 even",)))
    assert battle.state.shown == ()
    crowd = [man(f"Red{n}", RED, (30 + n / 10, 24)) for n in range(4)]
    full = Skirmish(man("Alpha", BLACK, (30, 10), "m16"), *crowd)
    full.state = replace(full.state, shown=tuple(Trace("fire", ((0, 0), (1, 1))) for _ in range(MOST)))
    full.card("alpha")
    assert len(full.state.shown) == MOST
