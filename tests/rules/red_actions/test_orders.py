"""Orders: what each step and stop is, in a small battle set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.action import ENGINE, Action
from rules.battle.orders.data import OrderFollowed, OrdersGiven, OrderStopped
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, RepeatOrders
from rules.battle.orders.sealing import OrdersOpened, SealOrders
from rules.chance import Scripted
from rules.changing import replace
from rules.red_actions.actions.command import RallyPinned, RallyRout, RallyTerror
from rules.red_actions.actions.fight import Charge, Fire
from rules.red_actions.actions.movement import CutWire, Dig, Enter, Hide, Limber, Move, Rail
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import Stand, Watch
from rules.red_actions.decide import decide
from rules.red_actions.deeds import DEEDS, ORDERING, ORDERS
from rules.red_actions.events.agenda import StandingSet
from rules.red_actions.evolve import evolve
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Phase, Segment, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Hidden, Loss, Rails, Rout
from rules.viewing import PUBLIC, Viewer
from rules.violation import RuleViolation
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    Formation,
    acting,
    answering,
    area,
    battle,
    board,
    changed,
    feature,
    junior,
    officer,
    unit,
)

REGULARS = "red-regulars"
pytestmark = pytest.mark.rule("RA-action.one")


OFFICERS = (junior("reds", token="red-zero-plain"), junior("whites", DEFENDER, token="white-zero-plain"))
"""Neither helps nor hinders."""


class Field:
    """A battle that goes on."""

    def __init__(self, state: State) -> None:
        self.state = answering(state, DEFENDER, mode="normal", return_fire="no", charged="stand", spare="retire")

    def do(self, action: Action, *dice: int, by=ATTACK):
        chance = Scripted(str(die) for die in dice)
        events = decide(self.state, action, by, chance)
        for event in events:
            self.state = evolve(self.state, event)
        return events

    def order(self, first: str, by=ATTACK, **given):
        return self.do(GiveOrders.model_validate({"first": first, **given}), by=by)

    def due(self, side=ATTACKER) -> Any:
        """The action that the orders come to; None where they have nothing to say."""
        if not isinstance(proceed(self.state), FollowOrders):
            return None
        [found] = ORDERS.due(self.state, side)
        return getattr(found, "action", found)

    def goes_on(self, *dice: int):
        action = proceed(self.state)
        assert action is not None
        return self.do(action, *dice, by=ENGINE)

    def put(self, ref: str, **changes) -> None:
        self.state = changed(self.state, ref, **changes)


def fight(*more, reds=None, whites=None, **changes) -> Field:
    """Four bases of red regulars at 30,10 look north; Whites 20 inches before them look south."""
    own = reds or unit("reds", card=REGULARS, at=(30, 10))
    foe = whites or unit("whites", DEFENDER, "white-volunteers", at=(30, 30))
    return Field(battle(own, foe, *OFFICERS, *more, **changes))


def ends(move) -> tuple[float, float]:
    assert isinstance(move, Move)
    x, y = move.path[-1].split(",")
    return float(x), float(y)


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
    train = unit("train", card="train-engine", bases=1, at=(62, 10), formation=Formation.COLUMN,
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


# ── Who acts ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_those_with_orders_of_their_own_act_first_then_those_nearest_the_enemy():
    field = fight(unit("front", card=REGULARS, at=(40, 14)), unit("rear", card=REGULARS, at=(20, 4)))
    field.order("advance")
    assert field.due().unit == "front"
    field.order("advance", units=("rear",))
    assert field.due().unit == "rear"


def test_a_unit_without_orders_is_asked_for():
    field = fight(unit("front", card=REGULARS, at=(40, 14)))
    field.order("hold", units=("reds",))
    assert field.due() is None
    assert prompt(field.state).asks[0].side == ATTACKER


def test_what_a_side_does_not_know_changes_nothing():
    hidden = unit("hidden", DEFENDER, "white-volunteers", at=(30, 18), hidden=Hidden.AMBUSH)
    field, without = fight(hidden), fight()
    for each in (field, without):
        each.order("advance")
    assert field.due() == without.due()


def test_a_marker_draws_the_advance_whatever_stands_behind_it():
    marker = unit("marker", DEFENDER, "white-volunteers", at=(50, 10), hidden=Hidden.MARKER, marker=3)
    behind = fight(marker)
    dummy = fight(dummies=(Dummy(DEFENDER, 3, (50.0, 10.0)),))
    for each in (behind, dummy):
        each.order("advance", units=("reds",), within=1)
    assert known_target(behind) == known_target(dummy)


def known_target(field: Field):
    from rules.red_actions.orders import known

    found = known.nearest(field.state, field.state.unit("reds"))
    assert found is not None
    return found.key, found.at


# ── Clever officers ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-preempt.clever.1")
def test_an_ordered_action_is_announced_where_somebody_may_pre_empt_it():
    clever = next(token.id for token in battle().cards.tokens if "clever" in {t.value for t in token.traits})
    field = fight()
    field.state = field.state.with_officer(replace(field.state.officer("whites-junior"), token=clever))
    field.do(Watch(unit="whites", how="try"), by=DEFENCE)
    field.order("advance")
    # A 5 is no 6: the advance goes on.
    events = field.goes_on(5)
    assert any(isinstance(event, OrderFollowed) for event in events)
    assert field.state.announced
    while field.state.unit("reds").acted == 0:
        field.goes_on()
    assert field.state.unit("reds").at != (30.0, 10.0)


# ── Stops ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def stops(field: Field) -> str:
    """The stop that ends the orders in this segment, told to its side; then it is asked."""
    [stopped] = field.goes_on()
    assert isinstance(stopped, OrderStopped)
    told = tell(field.state, stopped, Viewer(side=ATTACKER))
    assert told is not None
    assert told.headline
    assert tell(field.state, stopped, PUBLIC) is None
    assert tell(field.state, stopped, Viewer(side=DEFENDER)) is None
    assert prompt(field.state).asks[0].side == ATTACKER
    return stopped.stop.kind


def test_it_stops_for_whoever_is_fired_at():
    field = Field(
        battle(
            unit("reds", card=REGULARS, at=(30, 10)),
            unit("whites", DEFENDER, "white-volunteers", at=(30, 15)),
            *OFFICERS,
            side=DEFENDER,
        )
    )
    field.state = answering(field.state, ATTACKER, mode="normal", return_fire="no")
    field.order("hold", ask_fired_at=True)
    field.do(Fire(unit="whites", target="reds"), 1, 1, by=DEFENCE)
    assert field.state.unit("reds").shot_at == 1
    field.state = replace(field.state, segment=Segment(ATTACKER))
    assert stops(field) == "fired at"


def test_it_stops_at_terror_and_when_pinned():
    field = fight()
    field.order("hold", ask_terror=2, ask_pinned=True)
    field.put("reds", terror=1)
    assert field.due() == Stand(unit="reds")
    field.put("reds", terror=2)
    assert stops(field) == "terror"
    field.order("hold", ask_pinned=True)
    field.put("reds", pinned=True)
    assert stops(field) == "pinned"


def test_it_stops_when_an_officer_is_lost():
    field = fight()
    field.order("hold", ask_officer_lost=True)
    fallen = replace(field.state.officer("reds-junior"), fate="casualty")
    field.state = field.state.with_officer(fallen)
    assert stops(field) == "officer lost"


def test_it_stops_for_a_senior_officer_of_the_side_too():
    field = fight(officer("hq", at=(30, 4)))
    field.order("hold", units=("reds",), ask_officer_lost=True)
    field.state = field.state.with_officer(replace(field.state.officer("hq-man"), fate="casualty"))
    assert stops(field) == "officer lost"


def test_it_stops_at_losses_those_of_units_that_are_no_more_too():
    gone = unit("gone", card=REGULARS, bases=2, at=(50, 10))
    field = fight(gone)
    field.order("hold", ask_losses=2)
    losses = tuple(Loss(base, "gone", ATTACKER, "destroyed", 1) for base in gone.bases)
    field.state = replace(field.state, losses=losses[:1])
    assert field.due() in (Stand(unit="reds"), Stand(unit="gone"))
    field.state = replace(field.state.without_unit("gone"), losses=losses)
    assert stops(field) == "losses"


def test_it_stops_when_an_enemy_comes_near_or_is_made_out():
    field = fight(unit("hidden", DEFENDER, "white-volunteers", at=(60, 40), hidden=Hidden.MARKER, marker=1))
    field.order("hold", ask_new_enemy=True)
    assert field.due() == Stand(unit="reds")
    field.put("hidden", hidden=Hidden.NO)
    assert stops(field) == "new enemy"
    near = fight()
    near.order("hold", ask_near=8)
    near.put("whites", at=(30.0, 18.0))
    assert stops(near) == "near"


def test_it_stops_in_a_turn():
    field = fight()
    field.order("hold", lasts="battle", ask_turn=2)
    assert field.due() == Stand(unit="reds")
    field.state = replace(field.state, turn=2)
    assert stops(field) == "turn"


def test_it_stops_when_nothing_on_its_list_can_be_done():
    field = fight()
    field.order("rally from terror", otherwise="ask")
    assert stops(field) == "no longer fits"


# ── How long, and how they are given ──────────────────────────────────────────────────────────────────────────────


def test_orders_for_a_turn_lapse_with_it_and_can_be_repeated():
    field = fight()
    field.order("hold")
    field.order("hold", by=DEFENCE)
    while field.state.turn == 1:
        field.goes_on(*((6, 1) if field.state.closed == 1 else ()))
    assert ORDERS.table.orders(field.state).of(ATTACKER) == ()
    field.do(RepeatOrders())
    [again] = ORDERS.table.orders(field.state).of(ATTACKER)
    assert again.until == (2, "")
    field.do(CancelOrders())
    assert ORDERS.table.orders(field.state).of(ATTACKER) == ()


def test_standing_answers_are_given_with_an_order():
    field = fight()
    # Units return fire and evade unless their side has said otherwise.
    given, charged, returned = field.order("advance", charged="fire", return_fire="no", mode="evade")
    assert isinstance(given, OrdersGiven)
    assert [(e.question, e.answer, e.audience) for e in (charged, returned) if isinstance(e, StandingSet)] == [
        ("charged", "fire", (ATTACKER,)),
        ("return-fire", "no", (ATTACKER,)),
    ]
    assert len(field.order("advance", charged="fire", return_fire="no")) == 1


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("no-place", {"first": "advance to"}),
        ("no-place", {"first": "march to"}),
        ("nobody-named", {"first": "fire at"}),
        ("unknown-unit", {"first": "fire at", "target": "reds"}),
        ("unknown-unit", {"first": "charge", "target": "hidden"}),
        ("unknown-unit", {"first": "follow", "target": "whites"}),
        ("turn-gone", {"first": "hold", "ask_turn": 1}),
        ("not-yours", {"first": "hold", "units": ("whites",)}),
    ],
)
def test_what_cannot_be_ordered_is_refused_and_changes_nothing(code, given):
    field = fight(unit("hidden", DEFENDER, "white-volunteers", at=(30, 40), hidden=Hidden.AMBUSH))
    before = field.state
    with pytest.raises(RuleViolation) as refused:
        field.do(GiveOrders(**given))
    assert refused.value.code == code
    assert refused.value.remedy
    assert field.state is before


def test_what_is_proposed_can_be_ordered_and_says_what_it_would_do():
    field = fight(
        unit("guns", card="field-gun", bases=1, at=(40, 6)),
        officer("hq", at=(30, 4)),
        whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 15)),
        board=board(area("woods", 50, 30, 60, 40, name="the wood")),
    )
    for ref in ("", "reds", "guns", "hq"):
        found = ORDERING.proposals(field.state, ATTACKER, ref)
        assert len(found) >= 9
        assert len({proposed.label for proposed in found}) == len(found)
        for proposed in found:
            assert decide(field.state, proposed.action, ATTACK, Scripted(()))
    assert ORDERING.proposals(field.state, ATTACKER, "whites") == ()
    field.order("fire at the best odds", units=("reds",))
    would = {one.unit: one for one in ORDERING.would_do(field.state, ATTACKER)}
    assert set(would) == {"reds", "guns", "hq"}
    assert would["reds"].action == Fire(unit="reds", target="whites")
    assert would["reds"].words == "Fire at Whites"
    assert would["reds"].chances
    assert would["guns"].order is None
    [stands] = ORDERING.standing(field.state, ATTACKER)
    assert stands.words == "fire at the best odds, else hold"
    assert stands.until == "the end of turn 1"
    assert ORDERING.standing(field.state, DEFENDER) == ()


# ── Sealed ────────────────────────────────────────────────────────────────────────────────────────────────────────


def sealed_turn() -> Field:
    """The turn has begun, and no segment is open yet."""
    return fight(options=(("sealed-orders", "turn"),), segment=None)


@pytest.mark.rule("RA-R240")
def test_both_sides_seal_a_turn_and_nobody_is_asked_while_it_is_carried_out():
    field = sealed_turn()
    assert [ask.side for ask in prompt(field.state).asks] == [ATTACKER, DEFENDER]
    assert proceed(field.state) is None
    field.order("advance")
    field.do(SealOrders(), *[1] * 32)
    assert [ask.side for ask in prompt(field.state).asks] == [DEFENDER]
    for refused in (GiveOrders(first="hold"), SealOrders()):
        with pytest.raises(RuleViolation) as found:
            field.do(refused)
        assert found.value.code == "sealed"
    events = field.do(SealOrders(), *[1] * 32, by=DEFENCE)
    assert isinstance(events[-1], OrdersOpened)
    assert field.state.envelope is not None
    sheet = field.state.envelope.sheet((ATTACKER, ""))
    assert sheet.words is not None
    assert '"advance"' in sheet.words
    while field.state.closed == 0:
        assert not prompt(field.state)
        field.goes_on()
    assert field.state.unit("reds").at != (30.0, 10.0)
    # The Whites had no orders: they stood.
    assert field.state.unit("whites").at == (30.0, 30.0)


@pytest.mark.rule("RA-R240")
def test_a_question_in_a_sealed_turn_gets_the_answer_of_an_absent_side():
    field = sealed_turn()
    field.state = replace(field.state, standing=())
    field.put("whites", at=(30.0, 14.5))
    field.order("charge")
    field.do(SealOrders(), *[1] * 32)
    field.do(SealOrders(), *[1] * 32, by=DEFENCE)
    while field.state.closed == 0:
        assert not prompt(field.state)
        field.goes_on(*[3] * 60)
        if field.state.ended is not None:
            break


def test_every_order_action_has_its_row_and_orders_are_followed_in_play_alone():
    assert {GiveOrders, CancelOrders, RepeatOrders, SealOrders, FollowOrders} <= set(DEEDS.rows)
    field = fight(phase=Phase.DEPLOYING, segment=None, turn=0, deployed=())
    field.order("hold")
    assert proceed(field.state) is None
    assert prompt(field.state).asks
