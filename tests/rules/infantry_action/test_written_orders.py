"""Orders: written in secret by both sides, sealed, opened together; what they may rest on; who is hidden."""

from __future__ import annotations

import pytest

from rules.battle.orders.sealing import BreakSeal, OrdersOpened, OrdersSealed, SealOrders, SheetKept
from rules.infantry_action.actions.command import Instruct
from rules.infantry_action.actions.fire import Fire
from rules.infantry_action.actions.movement import CarryOn, GiveTask, Join, OrderGroup, Split
from rules.infantry_action.actions.support import CallSupport
from rules.infantry_action.book.kinds import Pace, Posture, Weapon
from rules.infantry_action.decide import decide
from rules.infantry_action.events.orders import OrderWritten
from rules.infantry_action.evolve import evolve
from rules.infantry_action.offers import offers
from rules.infantry_action.on_the_table import Screen
from rules.infantry_action.prompt import proceed, prompt
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep, State
from rules.infantry_action.tell import tell
from rules.infantry_action.view import view
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.infantry_action.field import (
    ATTACK,
    DEFENCE,
    SOUTH,
    carried_out,
    field,
    looked,
    officer,
    order,
    section,
    team,
    vehicle,
)


class Table:
    """A battle under way: the state, and what has happened."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    def do(self, action: Action, by: Actor) -> list[Event]:
        found = list(decide(self.state, action, by, Seeded(b"k" * 32, len(self.events) + 1)))
        for event in found:
            self.state = evolve(self.state, event)
        self.events += found
        return found

    def goes_on(self) -> None:
        while (action := proceed(self.state)) is not None:
            self.do(action, ENGINE)


def two_sections() -> Table:
    """An officer leads the attackers; the sides stand 300 m apart in the open, facing each other."""
    able = officer("able", ATTACKER, at=(100, 50))
    baker = section("baker", ATTACKER, at=(120, 50))
    red = section("red", DEFENDER, at=(100, 350), facing=SOUTH)
    chief = officer("chief", DEFENDER, at=(130, 350), facing=SOUTH)
    return Table(field(able, baker, red, chief))


@pytest.mark.rule("IA-orders.written", "IA-orders.simultaneous", "IA-R021")
def test_both_sides_write_in_secret_and_the_last_seal_opens() -> None:
    table = two_sections()
    assert {ask.side for ask in prompt(table.state).asks} == {ATTACKER, DEFENDER}
    (written,) = table.do(OrderGroup(unit="baker", pace="walk", to="120,100"), ATTACK)
    assert isinstance(written, OrderWritten)
    assert tell(table.state, written, Viewer(side=DEFENDER)) is None
    assert tell(table.state, written, PUBLIC) is None
    sealed, kept = table.do(SealOrders(), ATTACK)
    assert isinstance(sealed, OrdersSealed)
    assert isinstance(kept, SheetKept)
    assert "120" in kept.words
    assert kept.audience == (ATTACKER,)
    assert tell(table.state, kept, Viewer(side=DEFENDER)) is None
    assert {ask.side for ask in prompt(table.state).asks} == {DEFENDER}
    assert table.state.figure("baker1").at == (120.0, 50.0)
    *_, opened = table.do(SealOrders(), DEFENCE)
    assert isinstance(opened, OrdersOpened)
    assert table.state.step is PeriodStep.MOVEMENT
    table.goes_on()
    assert table.state.figure("baker1").at == (120.0, 100.0)


@pytest.mark.rule("IA-orders.written", "IA-R022")
def test_a_seal_is_broken_until_the_other_side_has_sealed() -> None:
    table = two_sections()
    table.do(SealOrders(), ATTACK)
    with pytest.raises(RuleViolation) as refusal:
        table.do(OrderGroup(unit="baker", pace="walk", to="120,100"), ATTACK)
    assert refusal.value.code == "sealed"
    table.do(BreakSeal(), ATTACK)
    table.do(OrderGroup(unit="baker", pace="walk", to="120,100"), ATTACK)
    table.do(SealOrders(), ATTACK)
    table.do(SealOrders(), DEFENCE)
    table.goes_on()
    assert table.state.figure("baker1").at == (120.0, 100.0)


@pytest.mark.rule("IA-orders.content")
def test_an_order_needs_direction_and_pace_and_holds_no_fire() -> None:
    table = two_sections()
    with pytest.raises(RuleViolation) as refusal:
        table.do(OrderGroup(unit="baker", pace="walk"), ATTACK)
    assert refusal.value.remedy
    with pytest.raises(RuleViolation) as refusal:
        table.do(Fire(unit="baker", target="red"), ATTACK)
    assert refusal.value.citation == "IA-R023"
    table.do(OrderGroup(unit="baker", pace="crawl", to="120,60"), ATTACK)
    draft = table.state.draft_of("baker")
    assert draft is not None
    assert (draft.pace, draft.path) == (Pace.CRAWL, ((120.0, 60.0),))
    (taken_back,) = table.do(CarryOn(unit="baker"), ATTACK)
    assert isinstance(taken_back, OrderWritten)
    assert table.state.draft_of("baker") is None


@pytest.mark.rule("IA-orders.information", "IA-R157")
def test_an_order_may_rest_only_on_what_the_side_knows() -> None:
    """A group that has not been located is no place to go to: it reads as if there were none."""
    table = two_sections()
    with pytest.raises(RuleViolation) as hidden:
        table.do(OrderGroup(unit="baker", pace="walk", to="Red"), ATTACK)
    with pytest.raises(RuleViolation) as unknown:
        table.do(OrderGroup(unit="baker", pace="walk", to="Rob"), ATTACK)
    assert hidden.value.code == unknown.value.code
    table.state = looked(table.state)
    assert table.state.seen(ATTACKER, "red")


@pytest.mark.rule("IA-notes.hidden-deployment", "IA-R157")
def test_a_hidden_group_is_shown_when_it_is_located_or_fires() -> None:
    """Prone in the open it is located at 100 m (chart), so not at 300; the house rule shows everybody."""
    hidden = section("red", DEFENDER, at=(100, 350), facing=SOUTH, posture=Posture.PRONE, hidden=True)
    near = section("baker", ATTACKER, at=(100, 200))
    state = looked(field(officer("able", ATTACKER, at=(300, 10)), near, hidden))
    assert not state.seen(ATTACKER, "red")
    assert state.group("red").hidden
    assert [unit.ref for unit in view(state, Viewer(side=ATTACKER)).units] == ["able", "baker"]
    close = section("baker", ATTACKER, at=(100, 260))
    state = looked(field(officer("able", ATTACKER, at=(300, 10)), close, hidden))
    assert state.seen(ATTACKER, "red")
    assert not state.group("red").hidden
    open_table = field(near, hidden, options=(("hidden-deployment", "off"),))
    assert "red" in [unit.ref for unit in view(open_table, Viewer(side=ATTACKER)).units]


@pytest.mark.rule("IA-smoke.movement")
def test_smoke_costs_no_movement() -> None:
    """Walking 50 m through a screen that stands across the way."""
    baker = section("baker", ATTACKER, 1, at=(100, 50))
    screen = Screen((50.0, 75.0), (150.0, 75.0), laid=1, fed=1)
    state = field(baker, period=2, screens=(screen,))
    assert screen.active(2)
    course = carried_out(state, {"baker": order(Pace.WALK, (100, 120))})
    assert course.state.figure("baker1").at == (100.0, 100.0)


@pytest.mark.rule("IA-R023")
def test_the_whole_table_answers_at_most_three_times_a_period() -> None:
    """Both seal orders, both seal fire; whoever seals last is asked for the next at once: two hand-overs a period. A
    side that leaves its fire to its men is asked for orders alone: one."""
    table = two_sections()
    handed, last = 0, ATTACKER
    for _ in range(3):
        while proceed(table.state) is None and (asks := prompt(table.state).asks):
            sides = [ask.side for ask in asks]
            side = last if last in sides else sides[0]
            handed += side != last
            last = side
            table.do(SealOrders(), ATTACK if side == ATTACKER else DEFENCE)
            table.goes_on()
            if len(sides) == 1:
                break
    assert handed <= 2 * 3
    table.do(Instruct(ask_fire=False), ATTACK)
    assert table.state.side(ATTACKER).fire == "at will"
    assert all(figure.weapons == (Weapon.RIFLE,) for figure in table.state.men("baker"))


def test_a_group_is_drawn_by_its_branch() -> None:
    state = field(section("able", ATTACKER), vehicle("tank", ATTACKER), team("mortar", ATTACKER, Weapon.MEDIUM_MORTAR))
    scene = view(state, Viewer(side=ATTACKER)).scene
    assert scene is not None
    assert {mark.ref: mark.branch for mark in scene.units} == {"able": "", "tank": "1205", "mortar": "1308"}


# ── Several players of a side ─────────────────────────────────────────────────────────────────────────────────────


def refused(table: Table, action: Action, by: Actor = ATTACK) -> str:
    with pytest.raises(RuleViolation) as found:
        table.do(action, by)
    assert found.value.remedy
    return found.value.code


@pytest.mark.rule("IA-orders.written", "IA-R021")
def test_each_player_seals_for_his_own_groups() -> None:
    """Able's player seals; Baker's still writes, splits and carries on, and is asked alone."""
    table = two_sections()
    table.do(OrderGroup(unit="able", pace="walk", to="100,80"), ATTACK)
    table.do(OrderGroup(unit="baker", pace="walk", to="120,100"), ATTACK)
    sealed, kept = table.do(SealOrders(units=("able",)), ATTACK)
    assert isinstance(sealed, OrdersSealed)
    assert isinstance(kept, SheetKept)
    assert (sealed.units, sealed.left) == (("able",), ("baker",))
    assert '"able"' in kept.words
    assert '"baker"' not in kept.words
    mine, theirs = prompt(table.state).asks
    assert (mine.units, mine.about, theirs.about) == (("baker",), ("baker",), ())
    for action in (
        OrderGroup(unit="able", pace="halt"),
        CarryOn(unit="able"),
        GiveTask(unit="able", what="withdraw"),
        Split(unit="able", figures=("able1",)),
        CallSupport(unit="able", what="fire", at="100,300"),
        Join(unit="able", other="baker"),
        SealOrders(units=("able",)),
    ):
        assert refused(table, action) == "sealed"
    assert next(iter(offers(table.state, ATTACKER, "able")), None) is None
    assert next(iter(offers(table.state, ATTACKER, "baker")), None) is not None
    (back,) = table.do(CarryOn(), ATTACK)
    assert isinstance(back, OrderWritten)
    assert back.group == "baker"
    assert refused(table, CarryOn()) == "nothing-written"
    table.do(Split(unit="baker", figures=("baker3", "baker4")), ATTACK)
    assert prompt(table.state).asks[0].about == ("baker", "baker-2")
    table.do(OrderGroup(unit="baker-2", pace="walk", to="140,100"), ATTACK)
    table.do(SealOrders(), DEFENCE)
    assert refused(table, BreakSeal(units=("able",))) == "seal-stands"
    *_, opened = table.do(SealOrders(units=("baker", "baker-2")), ATTACK)
    assert isinstance(opened, OrdersOpened)
    table.goes_on()
    assert table.state.figure("able1").at == (100.0, 80.0)
    assert table.state.figure("baker1").at == (120.0, 50.0)
    assert table.state.figure("baker3").at == (140.0, 100.0)


@pytest.mark.rule("IA-R023")
def test_each_player_seals_the_fire_of_his_own_groups() -> None:
    able, baker = section("able", ATTACKER, at=(100, 50)), section("baker", ATTACKER, at=(160, 50))
    red = section("red", DEFENDER, at=(120, 120), facing=SOUTH)
    table = Table(looked(field(able, baker, red)))
    assert table.state.step is PeriodStep.DECLARATION
    table.do(Fire(unit="able", target="red"), ATTACK)
    table.do(Fire(unit="baker", how="hold"), ATTACK)
    _, kept = table.do(SealOrders(units=("able",)), ATTACK)
    assert isinstance(kept, SheetKept)
    assert "able1" in kept.words
    assert "baker1" not in kept.words
    assert refused(table, Fire(unit="able", how="hold")) == "sealed"
    table.do(Fire(unit="baker", target="red"), ATTACK)
    _, rest = table.do(SealOrders(), ATTACK)
    assert isinstance(rest, SheetKept)
    assert "baker1" in rest.words
    assert "able1" not in rest.words
    *_, opened = table.do(SealOrders(), DEFENCE)
    assert isinstance(opened, OrdersOpened)
