"""Infantry along the edge of a wood or in a building, its bases facing several ways. RA-move.5, RA-move.6, RA-arc.1,
RA-enfilade.2, RA-R270

The wood of these tests reaches from 20,20 to 30,30. A base of foot is 1.2 in wide and 0.8 deep, so that one on the
southern edge has its middle at 20.4 and looks south.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from shapely import Polygon

from rules.kernel.action import Action
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.movement import Move, TurnOrForm
from rules.red_actions.actions.setup import Deploy
from rules.red_actions.book.kinds import StruckSide, UnitFormation
from rules.red_actions.decide import decide
from rules.red_actions.deeds import DEEDS
from rules.red_actions.play.fire.weapons import pieces
from rules.red_actions.play.ground.fronts import side_struck
from rules.red_actions.play.ground.layout import layout, mixed
from rules.red_actions.play.ground.lines import enfiladed
from rules.red_actions.state import ATTACKER, DEFENDER, Segment, State
from tests.rules.red_actions import mustering
from tests.rules.red_actions.field import ATTACK, DEFENCE, EAST, NORTH, SOUTH, WEST, area, battle, board, junior, unit

REDS, WHITES = "red-regulars", "white-volunteers"
WOOD = board(area("woods", 20, 20, 30, 30, name="the wood"))
LINING = TurnOrForm(unit="reds", formation="along the edge")


def done(state: State, action: Action) -> State:
    return RULES.battle.fold(decide(state, action, ATTACK, Seeded(b"lining" * 6, 1)), state)


def again(state: State) -> State:
    """The attackers' next segment, a turn later."""
    return replace(state, turn=2, segment=Segment("attacker"), agenda=())


def refused(state: State, action) -> str:
    with pytest.raises(RuleViolation) as found:
        DEEDS.judge(state, action, ATTACK)
    return str(found.value.code)


def stood(state: State, id_="reds"):
    return {base.base: (base.at, base.facing) for base in layout(state, id_)}


def south(*more, bases=4, at=(25, 21)) -> State:
    """In the wood's southern edge."""
    reds = unit("reds", card=REDS, at=at, facing=SOUTH, bases=bases)
    return battle(reds, junior("reds", token="red-zero-plain"), *more, board=WOOD)


def corner(*more, bases=4) -> State:
    """Round the south-western corner."""
    reds = unit("reds", card=REDS, at=(21.2, 21.2), facing=225.0, bases=bases)
    return battle(reds, junior("reds", token="red-zero-plain"), *more, board=WOOD)


@pytest.mark.rule("RA-form.contact", "RA-R270")
def test_a_straight_edge_is_lined_in_one_rank_that_looks_out() -> None:
    """Four bases side by side are 4.8 in: their middles 0.6 and 1.8 in to either side of 25."""
    state = done(south(), LINING)
    places = sorted(at for at, _ in stood(state).values())
    assert [x for x, _ in places] == pytest.approx([23.2, 24.4, 25.6, 26.8], abs=0.05)
    assert [y for _, y in places] == pytest.approx([20.4] * 4, abs=0.05)
    assert {round(facing) for _, facing in stood(state).values()} == {180}
    assert not mixed(state.unit("reds"))


@pytest.mark.rule("RA-form.contact", "RA-R270")
def test_round_a_corner_some_look_one_way_and_some_the_other() -> None:
    state = done(corner(), LINING)
    looks = sorted(round(facing) for _, facing in stood(state).values())
    assert looks == [180, 180, 270, 270]
    assert mixed(state.unit("reds"))
    grounds = [Polygon(base.corners) for base in layout(state, "reds")]
    for number, one in enumerate(grounds):
        assert Polygon([(20, 20), (30, 20), (30, 30), (20, 30)]).buffer(0.05).covers(one)
        assert all(one.intersection(other).area < 0.03 for other in grounds[number + 1 :])


@pytest.mark.rule("RA-arc.1")
def test_each_base_fires_where_it_looks() -> None:
    """Whites straight south of the southern bases: the western ones do not bear on them."""
    state = done(corner(), LINING)
    bears = {piece.base.id: (piece.bears(SOUTH), piece.bears(WEST)) for piece in pieces(state, state.unit("reds"))}
    assert sorted(bears.values()) == [(False, True), (False, True), (True, False), (True, False)]


@pytest.mark.rule("RA-arc.1", "RA-shoot.2")
def test_a_shot_counts_the_bases_that_bear() -> None:
    whites = unit("whites", DEFENDER, WHITES, at=(21.5, 12), facing=NORTH)
    state = done(corner(whites), LINING)
    ready = DEEDS.judge(state, Fire(unit="reds", target="whites"), ATTACK)
    assert "'2'" in repr(ready) or len(ready.aim.parts[0].firing) == 2


@pytest.mark.rule("RA-enfilade.2", "RA-R270")
def test_only_those_basically_in_line_are_enfiladed() -> None:
    """Whites west of both, on a line with the southern front."""
    whites = unit("whites", DEFENDER, WHITES, at=(10, 20.4), facing=EAST, bases=2)
    assert enfiladed(done(south(whites), LINING), "whites", "reds")
    assert not enfiladed(done(corner(whites), LINING), "whites", "reds")


@pytest.mark.rule("RA-charge.flank.1", "RA-R270")
def test_whoever_comes_at_a_base_that_looks_at_him_strikes_no_flank() -> None:
    """From the west they come at the western bases of the corner, but at the end of the southern line."""
    whites = unit("whites", DEFENDER, WHITES, at=(14, 22), facing=EAST, bases=2)
    assert side_struck(done(corner(whites), LINING), "whites", "reds") is StruckSide.FRONT
    beside = unit("whites", DEFENDER, WHITES, at=(16, 23), facing=EAST, bases=2)
    assert side_struck(done(south(beside), LINING), "whites", "reds") is not StruckSide.FRONT


@pytest.mark.rule("RA-move.5", "RA-move.6")
def test_who_faces_several_ways_forms_up_before_it_moves() -> None:
    state = again(done(corner(), LINING))
    assert refused(state, Move(unit="reds", path=("22,14",))) == "mixed-facing"
    formed = done(state, TurnOrForm(unit="reds", formation="line", facing=SOUTH))
    assert formed.unit("reds").formation is UnitFormation.LINE
    assert formed.segment is None or formed.segment.unit != "reds"
    straight = again(done(south(), LINING))
    assert done(straight, Move(unit="reds", path=("25,16",))).unit("reds").formation is UnitFormation.LINE


@pytest.mark.rule("RA-move.6", "RA-R270")
def test_it_may_form_up_just_outside() -> None:
    """A line of four that looks west is 0.8 in deep: just beyond 20 its middle is at 19.6 at the most."""
    state = again(done(corner(), LINING))
    formed = done(state, TurnOrForm(unit="reds", formation="line", facing=WEST, outside=True))
    place = formed.unit("reds").at
    assert place is not None
    assert 18.9 <= place[0] <= 19.6
    open_ = battle(unit("reds", card=REDS, formation=UnitFormation.SQUARE), junior("reds", token="red-zero-plain"))
    assert refused(open_, TurnOrForm(unit="reds", formation="line", outside=True)) == "place-left"


@pytest.mark.rule("RA-charge.legal.wheel", "RA-R270")
def test_who_faces_several_ways_charges_nobody() -> None:
    whites = unit("whites", DEFENDER, WHITES, at=(21.2, 15), facing=NORTH)
    assert refused(done(corner(whites), LINING), Charge(unit="reds", target="whites")) == "mixed-facing"


@pytest.mark.rule("RA-R270")
@pytest.mark.parametrize(
    ("changes", "code"),
    [({"at": (25, 15)}, "no-edge"), ({"card": "red-cavalry"}, "not-along-an-edge"), ({"bases": 6}, "")],
)
def test_who_may_line_an_edge(changes, code) -> None:
    state = south()
    reds = unit("reds", **{"card": REDS, "at": (25, 21), "facing": SOUTH, **changes})
    state = replace(state, units=(reds,))
    if code:
        assert refused(state, LINING) == code
    else:
        assert len(stood(done(state, LINING))) == 6


@pytest.mark.rule("RA-R270", "RA-building.1")
def test_a_building_is_held_facing_several_ways() -> None:
    """A house of 3 by 3 in: its walls within are 8.8 in round; six bases look to at least three sides."""
    house = board(area("building", 30, 30, 33, 33, name="the mill", hardness="hard"))
    reds = unit("reds", card=REDS, at=(31.5, 31.5), facing=SOUTH, bases=6, holds="the mill")
    state = battle(reds, junior("reds", token="red-zero-plain"), board=house)
    after = done(state, LINING)
    assert len({round(facing) for _, facing in stood(after).values()}) >= 3
    assert after.unit("reds").holds == "the mill"


@pytest.mark.rule("RA-R270")
def test_a_base_that_falls_leaves_its_place() -> None:
    state = done(corner(), LINING)
    before = stood(state)
    reds = state.unit("reds")
    fewer = state.with_unit(replace(reds, bases=reds.bases[:3]))
    assert stood(fewer) == {base.id: before[base.id] for base in reds.bases[:3]}


@pytest.mark.rule("RA-R270", "RA-seq.3")
def test_a_scenario_may_have_troops_along_an_edge_and_so_may_who_deploys() -> None:
    """The Wood reaches from 20,26 to 30,34; the south looks at the attackers."""
    foot = mustering.unit(DEFENDER, mustering.INFANTRY, place=(25.0, 27.0))
    scenario = json.dumps({"troops": [{"unit": foot.id, "how": "open", "formation": "along the edge"}]})
    state = mustering.mustered([mustering.unit(ATTACKER, mustering.CAVALRY)], [foot], scenario=scenario)
    assert [round(base.at[1], 1) for base in layout(state, foot.id)] == [26.4] * 4
    assert {round(base.facing) for base in layout(state, foot.id)} == {180}
    ready = mustering.with_tokens(state)
    deploy = Deploy(unit=foot.id, place="25,33", facing=NORTH, formation="along the edge", how="open")
    found = DEEDS.judge(ready, deploy, DEFENCE)
    after = RULES.battle.fold(found, ready)
    assert [round(base.at[1], 1) for base in layout(after, foot.id)] == [33.6] * 4
