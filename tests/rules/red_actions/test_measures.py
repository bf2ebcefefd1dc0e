"""What is measured in a battle, and what a one-off resolution says of the same facts, over random placements. RA-R272

The facts are worked out here with bare trigonometry and shapely from where the bases stand.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon
from shapely import Point as Spot

from rules.kernel.chance import Scripted
from rules.red_actions import RULES
from rules.red_actions.book.kinds import UnitFormation
from rules.red_actions.pending.fire import Shot
from rules.red_actions.play.fire.aiming import aimed_volley, refusal
from rules.red_actions.play.fire.weapons import pieces
from rules.red_actions.play.ground.layout import distance, in_contact, layout
from rules.red_actions.play.ground.lines import enfiladed, sees
from rules.red_actions.play.ground.measures import uphill
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Unit
from tests.rules.red_actions.field import area, battle, board, junior, unit

PLACES = st.tuples(st.floats(6, 66), st.floats(6, 42))
FACINGS = st.integers(0, 359).map(float)
FORMATIONS = st.sampled_from([UnitFormation.LINE, UnitFormation.RANKS, UnitFormation.COLUMN])
CARDS = st.sampled_from(["red-regulars", "mg-team", "red-cavalry", "tachanka"])
FEW = settings(max_examples=60, deadline=None)
assert RULES.book.resolve is not None


def told(verb: str, *dice: int, **facts: Any) -> dict[str, Any]:
    form = next(form for form in RULES.book.resolutions if form.name() == verb)
    assert RULES.book.resolve is not None
    script = Scripted([str(die) for die in dice])
    return dict(RULES.book.resolve(form.model_validate({"verb": verb, **facts}), script).outcome)


def outline(state: State, id_: str) -> Any:
    found = [Polygon(base.corners) for base in layout(state, id_)]
    whole = found[0]
    for each in found[1:]:
        whole = whole.union(each)
    return whole


def heading(a: tuple[float, float], b: tuple[float, float]) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def drawn_up(card: str, at: Any, facing: float, foe: Any, looks: float, formation: UnitFormation, bases: int) -> State:
    reds = unit("reds", card=card, at=at, facing=facing, bases=min(bases, 4))
    whites = unit("whites", DEFENDER, "white-volunteers", at=foe, facing=looks, bases=bases, formation=formation)
    return battle(reds, whites, junior("reds", token="red-zero-plain"))


@pytest.mark.rule("RA-arc.1", "RA-R272")
@FEW
@given(card=CARDS, at=PLACES, facing=FACINGS, to=PLACES)
def test_arcs_are_measured_from_the_middle_of_each_base(card: str, at: Any, facing: float, to: Any) -> None:
    state = battle(unit("reds", card=card, at=at, facing=facing, bases=2))
    for piece in pieces(state, state.unit("reds")):
        bearing = heading(piece.stood.at, to)
        off = (bearing - piece.stood.facing) % 360
        assume(min(abs((off - edge + 180) % 360 - 180) for edge in (22, 338, 158, 202)) > 0.01)
        assert piece.bears(bearing) is told("fire-arc", card=card, bearing=round(off, 6) % 360)["in_arc"]


@pytest.mark.rule("RA-enfilade.1", "RA-enfilade.2", "RA-R272")
@FEW
@given(at=PLACES, foe=PLACES, looks=FACINGS, formation=FORMATIONS, bases=st.integers(2, 6))
def test_enfilade_is_measured_from_the_middle_of_the_target(
    at: Any, foe: Any, looks: float, formation: UnitFormation, bases: int
) -> None:
    state = drawn_up("red-regulars", at, heading(at, foe), foe, looks, formation, bases)
    angle = math.radians(looks)
    corners = [corner for base in layout(state, "whites") for corner in base.corners]
    across = [x * math.cos(angle) - y * math.sin(angle) for x, y in corners]
    along = [x * math.sin(angle) + y * math.cos(angle) for x, y in corners]
    middle = (max(across) + min(across)) / 2, (max(along) + min(along)) / 2
    answers = []
    for base in layout(state, "reds"):
        x, y = base.at
        facts = {
            "right": round(x * math.cos(angle) - y * math.sin(angle) - middle[0], 6),
            "ahead": round(x * math.sin(angle) + y * math.cos(angle) - middle[1], 6),
            "width": round(max(across) - min(across), 6),
            "depth": round(max(along) - min(along), 6),
        }
        answers.append(told("enfilade", formation=formation.value, **facts)["enfiladed"])
    assert enfiladed(state, "reds", "whites") is (2 * sum(answers) > len(answers))


@pytest.mark.rule("RA-shoot.3", "RA-shoot.range.2", "RA-R272")
@FEW
@given(card=st.sampled_from(["red-regulars", "mg-team"]), at=PLACES, looks=FACINGS, away=st.floats(2, 25),
       turn=FACINGS, bases=st.integers(2, 6))  # fmt: skip
def test_a_shot_in_battle_is_the_shot_that_is_resolved(
    card: str, at: Any, looks: float, away: float, turn: float, bases: int
) -> None:
    """Range from the nearest of the bases that fire to the target's nearest point; enfilade by those bases."""
    foe = (at[0] + away * math.sin(math.radians(turn)), at[1] + away * math.cos(math.radians(turn)))
    assume(0 < foe[0] < 72 and 0 < foe[1] < 48)
    state = drawn_up(card, at, turn, foe, looks, UnitFormation.LINE, bases)
    if refusal(state, Shot("reds", "whites")) is not None:
        assume(False)
    volley = aimed_volley(state, Shot("reds", "whites"))
    (part,) = volley.parts
    target = outline(state, "whites")
    inches = min(Polygon(piece.stood.corners).distance(target) for piece in part.pieces)
    assert volley.distance == pytest.approx(inches, abs=1e-6)
    assume(abs(inches - 6) > 0.001 and abs(inches - 12) > 0.001 and abs(inches - 8) > 0.001)
    assert volley.column is not None
    assert volley.mark is not None
    said = told(
        "shoot", 3, 4, firer=card, bases=min(bases, 4), target="white-volunteers", range=round(inches, 6),
        firing=len(part.pieces), enfiladed=volley.mark.enfiladed,
    )  # fmt: skip
    assert (said["band"], said["column"]) == (volley.far.value, volley.column.number)


@pytest.mark.rule("RA-vis.2", "RA-vis.3", "RA-R262", "RA-R272")
@FEW
@given(x=st.floats(30, 42), depth=st.floats(0.5, 6), away=st.floats(3, 18), moving=st.booleans())
def test_the_two_inches_of_a_wood_run_from_the_border_of_a_base(
    x: float, depth: float, away: float, moving: bool
) -> None:
    """The wood begins at 20; one base looks straight up at another in it, whose border is so deep inside."""
    wood = board(area("woods", 10, 20, 62, 40))
    whites = unit("whites", DEFENDER, "mg-team", at=(x, 20.4 + depth), facing=180.0, bases=1)
    if moving:
        whites = _moved(whites)
    state = battle(unit("reds", card="mg-team", at=(x, 19.6 - away), bases=1), whites, board=wood)
    apart = Spot(x, 20 - away).distance(Spot(x, 20 + depth))
    assume(min(abs(depth - 2), abs(apart - 4), abs(apart - 2)) > 0.01)
    said = told(
        "visibility", ground="woods", still=not moving, low=True, depth=round(depth, 6), distance=round(apart, 6)
    )
    assert sees(state, "reds", "whites") is said["seen"]


def _moved(whites: Unit) -> Unit:
    return replace(whites, moved=3.0, moved_turn=1, acted=1)


@pytest.mark.rule("RA-charge.contact", "RA-R272")
@FEW
@given(at=PLACES, facing=FACINGS, foe=PLACES, looks=FACINGS, bases=st.integers(2, 6))
def test_distance_and_contact_run_between_nearest_points_and_both_ways(
    at: Any, facing: float, foe: Any, looks: float, bases: int
) -> None:
    state = drawn_up("red-regulars", at, facing, foe, looks, UnitFormation.LINE, bases)
    inches = float(outline(state, "reds").distance(outline(state, "whites")))
    assert distance(state, "reds", "whites") == pytest.approx(inches, abs=1e-6)
    assert distance(state, "reds", "whites") == distance(state, "whites", "reds")
    assert in_contact(state, "reds", "whites") is (distance(state, "reds", "whites") <= 0.1)


@pytest.mark.rule("RA-combat.modifiers.uphill", "RA-R260", "RA-R272")
@FEW
@given(one=PLACES, two=PLACES)
def test_uphill_is_the_ground_under_the_middles(one: Any, two: Any) -> None:
    hill = Polygon([(20, 12), (50, 12), (50, 36), (20, 36)])
    assume(min(hill.boundary.distance(Spot(place)) for place in (one, two)) > 0.01)
    state = battle(board=board(area("hill", 20, 12, 50, 36, height=2.0)))
    higher = hill.covers(Spot(one)) and not hill.covers(Spot(two))
    assert uphill(state, one, two) is higher
    assert not (uphill(state, one, two) and uphill(state, two, one))


@pytest.mark.rule("RA-enfilade.1", "RA-R272")
def test_only_the_bases_that_fire_count_for_enfilade() -> None:
    """Six bases in column, the first 8 in beside a line's end: the others stand behind it and do not fire. All of them
    together would not lie between the two lines of 11 degrees."""
    reds = unit("reds", card="red-regulars", at=(20, 22), facing=90.0, bases=6, formation=UnitFormation.COLUMN)
    whites = unit("whites", DEFENDER, "white-volunteers", at=(34, 22), facing=180.0, bases=4)
    state = battle(reds, whites, junior("reds", token="red-zero-plain"))
    volley = aimed_volley(state, Shot("reds", "whites", no_turn=True))
    assert len(volley.parts[0].pieces) == 1
    assert volley.mark is not None
    assert volley.mark.enfiladed
    line = LineString([volley.parts[0].pieces[0].stood.at, (34, 22)])
    assert line.length < 14
