"""Sealed orders (BG-R196): both sides order a phase at once; nobody learns anything before the last seal."""

import json
from dataclasses import replace
from itertools import permutations

import pytest

from rules.battle.envelope import Sheet, holds
from rules.battle.orders.data import Order, Orders, Step
from rules.battle.orders.giving import CancelOrders, RepeatOrders
from rules.battle.orders.sealing import BreakSeal, OrdersOpened, OrdersSealed, SealOrders, SheetKept
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.charts import chart

from .test_orders import Table, able, baker, far
from .test_random_battles import STEPS, Battle

pytestmark = pytest.mark.rule("BG-VII.2")

BLACK, RED = Actor.player(ARMY), Actor.player(INSURGENTS)
SEALED = (("sealed-orders", "on"),)


def table(*units):
    return Table(*(units or (able(), far())), options=SEALED)


def asked(table):
    return [ask.side for ask in RULES.battle.prompt(table.state).asks]


def test_both_sides_are_asked_at_once_and_the_last_seal_opens_all():
    both = table()
    assert asked(both) == [ARMY, INSURGENTS]
    both.order("advance")
    sealed, kept = both.do(SealOrders())
    assert isinstance(sealed, OrdersSealed)
    assert isinstance(kept, SheetKept)
    assert kept.audience == (ARMY,)
    assert asked(both) == [INSURGENTS]
    assert RULES.battle.proceed(both.state) is None
    events = both.do(SealOrders(), RED)
    assert isinstance(events[-1], OrdersOpened)
    assert asked(both) == []
    assert both.due() == Move(unit="able")
    assert all(holds(both.state.envelope.key, sheet) for sheet in both.state.envelope.sheets)


def test_anybody_can_check_that_the_orders_are_those_that_were_sealed():
    """Other words, another salt, another side's sheet or another envelope: the seal does not bind it."""
    both = table()
    both.order("advance")
    seal, kept = both.do(SealOrders())
    sheet = Sheet(kept.side, words=kept.words, seal=seal.seal, salt=kept.salt)
    assert holds(seal.envelope, sheet)
    assert not holds("x", sheet)
    for forged in (replace(sheet, words="[]"), replace(sheet, salt="0"), replace(sheet, side=INSURGENTS)):
        assert not holds(seal.envelope, forged)


def test_a_unit_without_orders_holds_and_one_whose_orders_have_stopped_does_too():
    both = table(able(), baker(), far())
    both.order("advance", units=("baker",), ask_losses=1)
    both.do(SealOrders())
    both.do(SealOrders(), RED)
    assert both.due() == Move(unit="baker")
    wounded = both.state.unit("baker").figures[0]
    both.state = both.state.with_figure(replace(wounded, status="wounded"))
    [stopped] = both.goes_on()
    assert stopped.kind == "order-stopped"
    assert both.due() == Hold(unit="able")
    both.goes_on()
    assert both.due() == Hold(unit="baker")


def test_sealed_orders_stand_until_the_seal_is_broken_and_opened_ones_for_the_phase():
    both = table()
    both.order("advance")
    both.do(SealOrders())
    for action in (GiveOrders(first="hold"), CancelOrders(), SealOrders()):
        assert refused(both, action) == "sealed"
    both.do(BreakSeal())
    assert asked(both) == [ARMY, INSURGENTS]
    both.order("hold")
    both.do(SealOrders())
    both.do(SealOrders(), RED)
    for action in (GiveOrders(first="advance"), CancelOrders()):
        assert refused(both, action) == "envelope-opened"
    assert both.due() == Hold(unit="able")


def refused(table, action, by=BLACK):
    before = table.state
    with pytest.raises(RuleViolation) as found:
        table.do(action, by)
    assert table.state is before
    assert found.value.remedy
    return found.value.code


def test_without_the_house_rule_nobody_seals():
    plain = Table(able(), far())
    assert refused(plain, SealOrders()) == "not-asked"
    assert refused(plain, BreakSeal()) == "not-asked"


def test_the_absent_seal_what_they_have_written():
    both = table()
    both.order("advance")
    [ask, _] = RULES.battle.prompt(both.state).asks
    sealed, _ = both.do(ask.default, Actor.player(ARMY, absent=True))
    assert sealed.absent
    assert "at the deadline" in RULES.battle.tell(both.state, sealed, PUBLIC).headline


class Sealed(Battle):
    """Random battles in which both sides give random orders and seal them."""

    def call(self):
        call = super().call()
        options = tuple(one for one in call.options if one[0] != "sealed-orders")
        return replace(call, options=(*options, *SEALED))

    def answer(self, ask, by):
        if ask.key.startswith("seal:") and self.dice.random() < 0.6:
            first = self.dice.choice(("advance", "fire at the best odds", "charge", "look", "hold"))
            self.act(GiveOrders(first=first, then=self.dice.choice((None, "step back"))), by)
            return self.act(SealOrders(), by)
        return super().answer(ask, by)


@chart("seed", range(12))
def test_a_sealed_phase_is_carried_out_without_a_question_and_betrays_nothing_before(seed):
    battle, asked_in_phases = Sealed(seed), 0
    for _ in range(STEPS):
        envelope = battle.state.envelope
        prompt = RULES.battle.prompt(battle.state)
        if ORDERS.sealing.open(battle.state):
            assert all(ask.umpire for ask in prompt.asks)
        if envelope is not None and not envelope.opened:
            betrays_nothing(battle.state, prompt)
        asked_in_phases += any(ask.key.startswith("seal:") for ask in prompt.asks)
        if not battle.step():
            break
    else:
        pytest.fail("the battle does not end")
    assert asked_in_phases
    assert RULES.battle.fold(battle.events) == battle.state
    assert RULES.battle.states.load(RULES.battle.states.dump(battle.state)) == battle.state
    for event in battle.events:
        if isinstance(event, SheetKept):
            assert all(RULES.battle.tell(battle.state, event, viewer) is None for viewer in (PUBLIC, Viewer(ARMY)))


def betrays_nothing(state, prompt):
    """With other words under the same seals nothing is different for anybody else."""
    sheets = tuple(replace(sheet, words="[]", salt="0") if sheet.seal else sheet for sheet in state.envelope.sheets)
    hidden = replace(state, envelope=replace(state.envelope, sheets=sheets), orders=replace(state.orders, standing=()))
    assert RULES.battle.prompt(hidden) == prompt
    for viewer in (PUBLIC, Viewer(ARMY), Viewer(INSURGENTS)):
        assert RULES.battle.view(hidden, viewer) == RULES.battle.view(state, viewer)


def test_salts_differ_from_seal_to_seal():
    salts = set()
    for number in range(20):
        both = table()
        events = RULES.battle.decide(both.state, SealOrders(), BLACK, Seeded(b"salt", number))
        salts |= {event.salt for event in events if isinstance(event, SheetKept)}
    assert len(salts) == 20


# ── Several players of a side ─────────────────────────────────────────────────────────────────────────────────────


def in_parts():
    """Able is one player's, Baker another's; each has an order, and there is one for all."""
    both = table(able(), baker(), far())
    both.order("hold")
    both.order("advance", units=("able",))
    both.order("step back", units=("baker",))
    return both


def words_of(both, side=ARMY):
    sheets = both.state.envelope.of(side)
    return {sheet.units: [(order["number"], order["units"]) for order in json.loads(sheet.words)] for sheet in sheets}


def test_each_player_seals_his_own_units_and_only_the_other_is_asked():
    both = in_parts()
    both.do(SealOrders(units=("able",)))
    [mine, theirs] = RULES.battle.prompt(both.state).asks
    assert (mine.about, mine.bodies, theirs.bodies) == (("baker",), ("baker",), ())
    assert mine.units == (), "what may be picked is as it was"
    for action in (
        GiveOrders(first="hold", units=("able",)),
        CancelOrders(units=("able",)),
        SealOrders(units=("able",)),
    ):
        assert refused(both, action) == "sealed"
    assert refused(both, CancelOrders(number=2)) == "no-order"
    [given] = both.order("advance")
    assert given.order.units == ("baker",), "an order for all is for those who are not sealed"
    [gone] = both.do(CancelOrders())
    assert (gone.orders, gone.units) == ((1, 4), ("baker",))
    [given] = both.order("lie down", units=("baker",))
    both.do(SealOrders(units=("baker",)))
    assert words_of(both) == {("able",): [(1, ["able"]), (2, ["able"])], ("baker",): [(1, ["baker"]), (5, ["baker"])]}
    both.do(BreakSeal(units=("able",)))
    both.order("hold", units=("able",))
    both.do(SealOrders(), RED)
    assert refused(both, BreakSeal(units=("baker",))) == "seal-stands"
    events = both.do(SealOrders(units=("able",)))
    assert isinstance(events[-1], OrdersOpened)
    assert all(holds(both.state.envelope.key, sheet) for sheet in both.state.envelope.sheets)


def test_orders_as_last_time_are_for_those_who_are_not_sealed():
    both = table(able(), baker(), far())
    past = Order(1, ARMY, (Step("advance"),), ("movement",), until=(1, "movement"))
    both.changed(orders=Orders(past=(past, replace(past, number=2, units=("able",))), last=2))
    both.do(SealOrders(units=("able",)))
    [again] = both.do(RepeatOrders())
    assert again.order.units == ("baker",)


PARTS = ((BLACK, ("able",)), (BLACK, ("baker",)), (RED, ()))


@pytest.mark.parametrize("order", list(permutations(PARTS)))
def test_the_order_of_sealing_does_not_matter_to_what_happens(order):
    both = in_parts()
    for by, units in order:
        both.do(SealOrders(units=units), by)
    whole = in_parts()
    whole.do(SealOrders())
    whole.do(SealOrders(), RED)
    assert carried_out(both) == carried_out(whole)


def carried_out(table):
    """What happens once the envelope is open, with the same dice."""
    table.number = 100
    found = []
    while (step := RULES.battle.proceed(table.state)) is not None and table.state.envelope.opened and len(found) < 40:
        found += table.do(step, ENGINE)
    assert found
    return found


class InParts(Sealed):
    """The same, and each side seals for one unit after the other, breaks a seal, or is late."""

    def answer(self, ask, by):
        units = RULES.battle.ordering.units(self.state, ask.side)
        if ask.key.startswith("seal:") and len(units) > 1:
            left = ask.about or units
            if self.dice.random() < 0.3 and len(ask.about) and self.may_break(ask.side):
                return self.act(BreakSeal(units=(next(one for one in units if one not in left),)), by)
            return self.act(SealOrders(units=(self.dice.choice(left),)), by)
        return super().answer(ask, by)

    def may_break(self, side):
        return not any(sheet.seal for sheet in self.state.envelope.sheets if sheet.side != side)


@pytest.mark.parametrize("seed", [0, 1, 3, 5])
def test_battles_are_sealed_in_parts(seed):
    """Of sides with several units."""
    battle, parted = InParts(seed), 0
    for _ in range(3 * STEPS):
        prompt, envelope = RULES.battle.prompt(battle.state), battle.state.envelope
        if envelope is not None and not envelope.opened:
            betrays_nothing(battle.state, prompt)
        parted += any(ask.about for ask in prompt.asks)
        if not battle.step():
            break
    else:
        pytest.fail("the battle does not end")
    assert parted
    assert RULES.battle.fold(battle.events) == battle.state
    assert RULES.battle.states.load(RULES.battle.states.dump(battle.state)) == battle.state
