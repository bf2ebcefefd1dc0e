"""Orders: who acts, what stops them, how they are given, shown and sealed, in a small battle set up by hand."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from rules.battle.orders.data import OrderFollowed, OrdersGiven, OrderStopped
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, RepeatOrders
from rules.battle.orders.sealing import OrdersOpened, SealOrders
from rules.kernel.chance import Scripted
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.fight import Fire
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import Stand, Watch
from rules.red_actions.decide import decide
from rules.red_actions.deeds import DEEDS, ORDERING, ORDERS
from rules.red_actions.events.agenda import StandingSet
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Phase, Segment
from rules.red_actions.tell import tell
from rules.red_actions.units import Concealment, Loss
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions.field import (
    ATTACK,
    DEFENCE,
    answering,
    area,
    battle,
    board,
    junior,
    officer,
    unit,
)
from tests.rules.red_actions.ordered import (
    OFFICERS,
    REGULARS,
    Field,
    fight,
)

pytestmark = pytest.mark.rule("RA-action.one")


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
    hidden = unit("hidden", DEFENDER, "white-volunteers", at=(30, 18), hidden=Concealment.AMBUSH)
    field, without = fight(hidden), fight()
    for each in (field, without):
        each.order("advance")
    assert field.due() == without.due()


def test_a_marker_draws_the_advance_whatever_stands_behind_it():
    marker = unit("marker", DEFENDER, "white-volunteers", at=(50, 10), hidden=Concealment.MARKER, marker=3)
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
    field = fight(unit("hidden", DEFENDER, "white-volunteers", at=(60, 40), hidden=Concealment.MARKER, marker=1))
    field.order("hold", ask_new_enemy=True)
    assert field.due() == Stand(unit="reds")
    field.put("hidden", hidden=Concealment.NO)
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


@pytest.mark.parametrize(
    ("lasts", "until"),
    [("turn", (1, "")), ("2 turns", (2, "")), ("3 turns", (3, "")), ("5 turns", (5, "")), ("battle", None)],
)
def test_orders_last_as_many_turns_as_they_say_the_first_among_them(lasts: str, until: object):
    field = fight()
    field.order("hold", lasts=lasts)
    [stands] = ORDERS.table.orders(field.state).of(ATTACKER)
    assert stands.until == until


@pytest.mark.parametrize("lasts", ["0 turns", "", "phase"])
def test_orders_of_no_length_or_for_a_phase_that_there_is_not_are_no_orders(lasts: str):
    with pytest.raises(ValidationError):
        GiveOrders(first="hold", lasts=lasts)  # pyright: ignore[reportArgumentType]


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
        ("stop-never", {"first": "hold", "ask_turn": 4, "lasts": "3 turns"}),
        ("not-yours", {"first": "hold", "units": ("whites",)}),
    ],
)
def test_what_cannot_be_ordered_is_refused_and_changes_nothing(code, given):
    field = fight(unit("hidden", DEFENDER, "white-volunteers", at=(30, 40), hidden=Concealment.AMBUSH))
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
    sheet = field.state.envelope.sheet((ATTACKER, ()))
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


@pytest.mark.rule("RA-R240")
def test_the_players_of_a_side_seal_one_after_the_other():
    guards = unit("guards", card=REGULARS, at=(40, 10)), junior("guards", token="red-zero-plain")
    field = fight(*guards, options=(("sealed-orders", "turn"),), segment=None)
    field.order("advance", units=("reds",))
    own = set(ORDERING.units(field.state, ATTACKER))
    field.do(SealOrders(units=("reds",)), *[1] * 32)
    [mine, _] = prompt(field.state).asks
    assert set(mine.about) == own - {"reds"}
    assert ORDERING.sealed(field.state, ATTACKER) == ("reds",)
    with pytest.raises(RuleViolation) as found:
        field.order("hold", units=("reds",))
    assert found.value.code == "sealed"
    field.order("advance", units=("guards",))
    field.do(SealOrders(), *[1] * 32, by=DEFENCE)
    assert [ask.side for ask in prompt(field.state).asks] == [ATTACKER]
    assert isinstance(field.do(SealOrders(), *[1] * 32)[-1], OrdersOpened)
    while field.state.closed == 0:
        assert not prompt(field.state)
        field.goes_on()
    assert field.state.unit("reds").at != (30.0, 10.0)
    assert field.state.unit("guards").at != (40.0, 10.0)
