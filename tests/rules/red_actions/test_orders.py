"""Orders: what each step is, in a small battle set up by hand."""

from __future__ import annotations

import pytest

from rules.battle.orders.data import OrderFollowed
from rules.kernel.changing import replace
from rules.red_actions.actions.ambush import Hide
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.morale import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.actions.movement import Enter, Limber, Move
from rules.red_actions.actions.rails import Rail
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.works import CutWire, Dig
from rules.red_actions.prompt import prompt
from rules.red_actions.state import DEFENDER
from rules.red_actions.units import Rails, Rout
from tests.rules.red_actions.field import UnitFormation, acting, area, battle, board, feature, officer, unit
from tests.rules.red_actions.ordered import (
    REGULARS,
    Field,
    ends,
    fight,
)

pytestmark = pytest.mark.rule("RA-action.one")


# ── Steps ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_order_uses_up_the_segment_and_asks_nobody():
    field = fight()
    field.order("hold")
    assert not prompt(field.state)
    events = field.goes_on()
    [followed] = [event for event in events if isinstance(event, OrderFollowed)]
    assert followed.unit == "reds"
    assert field.state.unit("reds").acted == 1
    assert field.state.segment is None


def test_the_advance_is_as_far_as_the_unit_gets():
    field = fight()
    field.order("advance")
    # Red regulars move 8 in.
    assert ends(field.due()) == (30, 18)


def test_nobody_goes_nearer_than_the_order_says():
    field = fight()
    field.order("advance", within=17)
    # Foot is 0.8 in deep: 20 in from middle to middle are 19.2 in, so that 2.2 in are left to the limit.
    assert ends(field.due()) == (30, 12.2)


def test_an_advance_to_a_place_goes_there_and_no_farther():
    field = fight()
    field.order("advance to", to="30,13")
    assert ends(field.due()) == (30, 13)
    field.put("reds", at=(30.0, 13.0))
    assert field.due() == Stand(unit="reds")


@pytest.mark.rule("RA-march.1")
def test_a_march_is_twice_as_far_in_column_and_ends_near_the_enemy():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(10, 46)),
                  reds=unit("reds", card=REGULARS, at=(60, 4)))  # fmt: skip
    field.order("march to", to="60,40")
    due = field.due()
    assert isinstance(due, Move)
    assert (due.pace, due.formation) == ("march", "column")
    # Twice 8 in, with the wheel that a column needs.
    assert 19.5 <= ends(due)[1] <= 20
    # Within 40 in of an enemy nobody marches.
    near = fight()
    near.order("march to", to="30,40")
    assert near.due().pace == "normal"


def test_who_follows_keeps_behind():
    field = fight(unit("baker", card=REGULARS, at=(30, 2)))
    field.order("follow", target="reds", units=("baker",))
    field.state = acting(field.state, "baker")
    # 8 in behind, of which 4 are kept.
    assert ends(field.due()) == (30, 6)


def test_who_draws_back_goes_away_from_the_nearest_and_faces_him():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 22)))
    field.order("draw back")
    due = field.due()
    assert ends(due)[1] < 9
    assert due.facing in (None, 0.0)
    field.order("draw back", within=5)
    assert field.due() == Stand(unit="reds")


@pytest.mark.rule("RA-shoot.5")
def test_fire_comes_before_the_advance_and_the_move_after_it():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))
    field.order("fire and advance")
    assert field.due() == Fire(unit="reds", target="whites", then_move=True)
    # A roll of 2 does nothing.
    field.goes_on(1, 1)
    assert field.state.segment is not None
    assert field.state.segment.fired
    x, y = ends(field.due())
    # Nobody comes within 2 in but by a charge: 4.2 in are between them.
    assert x == 30
    assert 11.5 <= y <= 12.2
    far = fight()
    far.order("fire and advance", units=("reds",))
    far.put("whites", at=(30.0, 46.0))
    assert isinstance(far.due(), Move)


def test_fire_and_draw_back_goes_the_other_way():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))
    field.order("fire and draw back")
    field.goes_on(1, 1)
    assert ends(field.due())[1] < 10


@pytest.mark.rule("RA-shoot.move.mg")
def test_whoever_may_not_move_after_firing_only_fires():
    field = fight(reds=unit("reds", card="mg-team", bases=2, at=(30, 10)),
                  whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))  # fmt: skip
    field.order("fire and advance")
    assert field.due() == Fire(unit="reds", target="whites")


def test_the_nearest_the_named_and_the_likeliest_target():
    near = unit("near", DEFENDER, "white-volunteers", at=(28, 15))
    far = unit("far", DEFENDER, "white-cossacks", at=(36, 16), bases=2, formed=True)
    field = fight(near, far, reds=unit("reds", card=REGULARS, at=(32, 10)))
    field.put("whites", at=(60.0, 46.0))
    field.order("fire at the nearest")
    assert field.due() == Fire(unit="reds", target="near")
    field.order("fire at", target="far")
    assert field.due() == Fire(unit="reds", target="far")
    # Foot evades, which is worth two columns to it; formed cavalry is two columns easier to hit.
    field.order("fire at the best odds")
    assert field.due() == Fire(unit="reds", target="far")


def test_a_shot_that_is_not_worth_it_is_not_fired():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))
    field.order("fire at the best odds", least=100)
    assert field.due() == Stand(unit="reds")
    field.order("fire at the best odds", least=1)
    assert isinstance(field.due(), Fire)


@pytest.mark.rule("RA-action.charge")
def test_a_charge_is_at_the_nearest_within_reach_or_the_one_that_is_named():
    others = unit("others", DEFENDER, "white-volunteers", at=(34, 17))
    field = fight(others, whites=unit("whites", DEFENDER, "white-volunteers", at=(27, 15)))
    field.order("charge")
    assert field.due() == Charge(unit="reds", target="whites")
    field.order("charge", target="others")
    assert field.due() == Charge(unit="reds", target="others")
    far = fight()
    far.order("charge", then="advance")
    assert isinstance(far.due(), Move)


@pytest.mark.rule("RA-action.rally-terror")
def test_a_unit_rallies_from_as_many_markers_as_the_order_says():
    field = fight()
    field.order("rally from terror", terror=2)
    field.put("reds", terror=1)
    assert field.due() == Stand(unit="reds")
    field.put("reds", terror=2)
    assert field.due() == RallyTerror(unit="reds")
    field.order("rally from terror")
    field.put("reds", terror=1)
    assert field.due() == RallyTerror(unit="reds")


@pytest.mark.rule("RA-action.rally-rout")
def test_a_routing_unit_tries_to_rally_whatever_its_orders_are():
    field = fight(reds=unit("reds", card=REGULARS, at=(30, 10), rout=Rout(1, "whites")))
    field.order("advance")
    assert field.due() == RallyRout(unit="reds")


@pytest.mark.rule("RA-rally.pinned.1")
def test_a_pinned_unit_gets_up_before_it_goes_on_but_not_to_fire():
    field = fight(reds=unit("reds", card=REGULARS, at=(30, 10), pinned=True))
    field.order("advance")
    assert field.due() == RallyPinned(unit="reds")
    # 12 fails every test: it stays where it is.
    field.goes_on(6, 6)
    assert field.due() == Stand(unit="reds")
    fires = fight(
        reds=unit("reds", card=REGULARS, at=(30, 10), pinned=True),
        whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)),
    )
    fires.order("fire at the best odds")
    assert isinstance(fires.due(), Fire)


def test_guns_go_on_and_off_their_limbers():
    field = fight(reds=unit("reds", card="field-gun", bases=1, at=(30, 10), limbered=True))
    field.order("unlimber")
    assert field.due() == Limber(unit="reds")
    field.order("limber")
    assert field.due() == Stand(unit="reds")
    field.put("reds", limbered=False)
    assert field.due() == Limber(unit="reds")
    field.order("advance")
    assert field.due() == Limber(unit="reds")


@pytest.mark.rule("RA-R244")
def test_guns_that_would_have_a_shot_come_off_their_limbers_and_face_the_enemy():
    guns = unit("reds", card="field-gun", bases=2, at=(30, 10), limbered=True)
    field = fight(reds=guns, options=(("ammunition", "off"),))
    field.order("fire and advance")
    # The Whites stand 20 in north of them, in the open and in range.
    assert field.due() == Limber(unit="reds", facing=0.0)


@pytest.mark.rule("RA-R244")
def test_a_senior_officer_who_is_to_advance_goes_with_the_troops():
    field = fight(officer("hq", at=(30, 2)), unit("far", card=REGULARS, at=(60, 10)))
    field.order("advance")
    field.state = acting(field.state, "hq")
    # 8 in behind the Reds, of which 4 are kept.
    assert ends(field.due()) == (30, 6)


def test_hiding_digging_and_cover():
    wood = area("woods", 26, 12, 34, 15, name="the wood")
    field = fight(board=board(wood))
    field.order("take cover")
    x, y = ends(field.due())
    assert 26 <= x <= 34
    assert 12 <= y <= 15
    field.put("reds", at=(30.0, 13.5))
    assert field.due() == Stand(unit="reds")
    field.order("hide")
    # Two inches inside, and still, it is not seen from 32 in.
    field.put("whites", at=(30.0, 46.0))
    assert field.due() == Hide(unit="reds")
    field.put("reds", at=(30.0, 6.0))
    # In the open nobody hides.
    assert field.due() == Stand(unit="reds")
    field.order("dig in")
    assert field.due() == Dig(unit="reds")


@pytest.mark.rule("RA-wire.2")
def test_foot_in_wire_works_its_way_through():
    wire = feature("wire", (20, 12), (40, 12), width=0.6, name="the wire")
    field = fight(reds=unit("reds", card=REGULARS, at=(30, 11), in_wire="the wire"), board=board(wire), turn=2)
    field.order("advance")
    assert field.due() == CutWire(unit="reds")


@pytest.mark.rule("RA-train.move.1")
def test_a_train_runs_keeps_its_speed_and_brakes():
    line = feature("railway", (62, 0), (62, 48), width=1.0, name="the line")
    train = unit("train", card="train-engine", bases=1, at=(62, 10), formation=UnitFormation.COLUMN,
                 rails=Rails("the line", 12.0, last=4.0))  # fmt: skip
    field = Field(battle(train, unit("whites", DEFENDER, "white-volunteers", at=(5, 46)), board=board(line)))
    for words, order in (("run the train", "faster"), ("keep the train's speed", "hold"), ("brake the train", "brake")):
        field.order(words)
        assert field.due() == Rail(unit="train", order=order)


@pytest.mark.rule("RA-char.mob.1")
def test_a_mob_that_has_hesitated_does_what_is_left_to_it():
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)))
    field.state = field.state.with_officer(replace(field.state.officer("reds-junior"), token="red-zero-mob"))
    field.order("advance", then="fire at the nearest")
    assert isinstance(field.due(), Move)
    # On a 1 it stays where it is, and may only shoot.
    field.goes_on(1)
    assert field.due() == Fire(unit="reds", target="whites")


@pytest.mark.rule("RA-seq.reinforce")
def test_a_reinforcement_comes_on_when_it_is_ordered_to():
    late = unit("late", card=REGULARS, at=None, arrives=1, entry=(50.0, 0.0))
    field = fight(late)
    field.order("hold")
    assert field.due() == Stand(unit="reds")
    field.order("come on", then="advance", units=("late",))
    assert isinstance(field.due(), Enter)
