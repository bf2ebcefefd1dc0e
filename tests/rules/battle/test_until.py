"""Orders last until a place is reached or a thing happens: in The Book and the Gun, on a table with a mill."""

from dataclasses import replace

import pytest

from rules.battle.orders.data import OrderEnded, OrderNoticed, OrderStopped
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import RepeatOrders
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.events.battle import PhaseBegan, PhaseEnded
from rules.book_and_gun.evolve import evolve
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.units import Contact, Phase, Status
from rules.kernel.event import Codec
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Feature
from tests.rules.book_and_gun.field import PLAIN, army, cell, hurt
from tests.rules.book_and_gun.test_orders import Table, able, baker, far, red
from tests.rules.book_and_gun.war import led

pytestmark = pytest.mark.rule("BG-VII.2")
MILL = Feature("building", ((6.0, 14.0), (14.0, 14.0), (14.0, 22.0), (6.0, 22.0)), name="The Mill")
"""Able stands at 10,6, eight inches south of it."""
BOARD = replace(PLAIN, features=(MILL,))


def table(*more, **given):
    return Table(able(), *more, far(), board=BOARD, **given)


def told(battle, event, whom=ARMY):
    return RULES.battle.tell(battle.state, event, Viewer(whom))


def stands(battle, unit, at):
    """Able's men stand there."""
    found = battle.state.unit(unit)
    battle.unit(unit, figures=tuple(replace(figure, at=at) for figure in found.figures))


def lapsed(battle):
    orders = battle.state.orders
    battle.changed(orders=replace(orders, standing=(), past=orders.standing))


def next_phase(battle):
    for event in (PhaseEnded(phase=Phase.MOVEMENT), PhaseBegan(phase=Phase.FIRE)):
        battle.state = evolve(battle.state, event)


# ── What ends them, and what is read then ─────────────────────────────────────────────────────────────────────────


def test_until_a_place_is_reached_by_one_of_its_units_the_order_stands_and_then_its_side_is_asked():
    """The mill begins at y 14, and its edge is a quarter of a square wide: 12.9 is before it, 13.1 there."""
    battle = table(baker())
    [given] = battle.order("advance", until="the Mill is reached")
    assert (given.order.until, battle.state.orders.standing[0].stops[0].ends) == (None, True)
    assert told(battle, given).lines == ("Until the Mill is reached.",)
    stands(battle, "able", (10, 12.9))
    assert battle.due() == Move(unit="able")
    stands(battle, "able", (10, 13.1))
    [noticed] = battle.goes_on()
    assert isinstance(noticed, OrderNoticed)
    assert told(battle, noticed).headline == (
        "Orders 1 end with this phase or turn: the Mill is reached, and you are asked then."
    )
    assert isinstance(proceed(battle.state), FollowOrders), "baker goes on meanwhile"
    next_phase(battle)
    [stopped] = battle.goes_on()
    assert isinstance(stopped, OrderStopped)
    assert told(battle, stopped).headline == "Orders 1 are over: the Mill is reached. You are asked."
    assert told(battle, stopped).important
    for other in (PUBLIC, Viewer(INSURGENTS)):
        assert all(RULES.battle.tell(battle.state, event, other) is None for event in (given, noticed, stopped))


def test_an_end_that_asks_at_once_asks_at_once():
    battle = table(baker())
    battle.order("advance", until="the Mill is reached", at_once=("until",))
    stands(battle, "able", (10, 18))
    [stopped] = battle.goes_on()
    assert isinstance(stopped, OrderStopped)
    assert not isinstance(proceed(battle.state), FollowOrders)
    assert prompt(battle.state).asks[0].side == ARMY


def test_an_end_that_only_tells_ends_the_order_with_the_phase_and_asks_for_nothing():
    battle = table(baker())
    battle.order("advance", until="the Mill is reached", tells=("until",))
    stands(battle, "able", (10, 18))
    assert isinstance(battle.goes_on()[0], OrderNoticed)
    next_phase(battle)
    [ended] = battle.goes_on()
    assert isinstance(ended, OrderEnded)
    assert told(battle, ended).headline == "Orders 1 are over: the Mill is reached."
    assert not told(battle, ended).important
    assert battle.state.orders.standing == ()
    assert not isinstance(proceed(battle.state), FollowOrders)


@pytest.mark.parametrize("half", [True, False])
def test_an_end_never_breaks_a_volley_in_two(half):
    """A man falls when half of able has fired: the others fire all the same. Before anybody has, the side is asked."""
    battle = Table(able(), red(at=(10, 12)), far(), board=BOARD, phase=Phase.FIRE)
    battle.order("fire at", target="red", until="losses 1", at_once=("until",))
    unit = battle.state.unit("able")
    fired = tuple(replace(f, fire_turn=2) if half and place < 3 else f for place, f in enumerate(unit.figures))
    battle.unit("able", figures=fired)
    battle.changed(units=tuple(hurt(u, Status.WOUNDED, 6) if u.id == "able" else u for u in battle.state.units))
    if half:
        assert isinstance(battle.due(), Fire)
    else:
        assert isinstance(battle.goes_on()[0], OrderStopped)


@pytest.mark.parametrize(
    ("until", "change"),
    [
        ("fired at", {"under_fire": (Contact(2, "far"),)}),
        ("charged", {"fought": (Contact(2, "far"),)}),
    ],
)
def test_a_thing_that_happens_to_one_unit_ends_the_order_for_that_unit(until, change):
    battle = table(baker())
    battle.order("advance", until=until, at_once=("until",))
    battle.unit("able", **change)
    [stopped] = battle.goes_on()
    assert (stopped.stop.kind, stopped.units) == (until, ("able",))
    assert battle.state.orders.standing[0].stands_for("baker")


def test_a_named_unit_reaches_a_place_and_the_orders_of_others_end():
    battle = table(baker())
    name = battle.state.unit("baker").name
    battle.order("hold", units=("able",), until=f"{name} reaches the Mill", at_once=("until",))
    stands(battle, "able", (10, 18))
    assert not battle.due() or battle.goes_on()[-1].kind == "order-followed"
    stands(battle, "baker", (10, 18))
    assert any(isinstance(event, OrderStopped) for event in battle.goes_on())


def test_a_place_is_taken_when_no_enemy_that_the_side_sees_is_left_in_it_and_lost_when_nobody_holds_it():
    battle = Table(able(), baker(), red(at=(10, 20)), far(), board=BOARD)
    battle.order("hold", until="the Mill is taken", at_once=("until",))
    stands(battle, "able", (10, 15))
    assert battle.goes_on()[-1].kind == "order-followed", "red is in it, too"
    stands(battle, "red", (40, 30))
    [taken] = battle.goes_on()
    assert (taken.kind, taken.stop.said) == ("order-stopped", "the Mill is taken")
    battle.order("hold", until="the Mill is lost", at_once=("until",))
    stands(battle, "able", (10, 6))
    [lost] = battle.goes_on()
    assert (lost.kind, lost.stop.kind) == ("order-stopped", "lost")


def test_a_turn_that_begins_ends_them_and_a_length_ends_them_before():
    battle = table()
    [given] = battle.order("advance", until="turn 4", lasts="3 turns")
    assert given.order.until == (4, "")
    assert told(battle, given).lines == ("Until the end of turn 4, or until turn 4.",)
    battle.changed(turn=4)
    assert isinstance(battle.goes_on()[0], OrderNoticed)


# ── Refused ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("reached-already", {"until": "10,6 is reached"}),
        ("reached-already", {"until": "Able reaches 10,6"}),
        ("never-reached", {"until": "Atlantis is reached"}),
        ("never-reached", {"until": "Z99 is reached"}),
        ("never-reached", {"until": "300 in is reached"}),
        ("never-reached", {"until": "Nobody reaches the Mill"}),
        ("never-reached", {"until": "Far reaches the Mill"}),
        ("happened-already", {"until": "the Mill is lost"}),
        ("happened-already", {"until": "10,6 is taken"}),
        ("never-happens", {"until": "losses 400"}),
        ("turn-gone", {"until": "turn 2"}),
        ("stop-never", {"until": "turn 9", "lasts": "3 turns"}),
        ("no-such-stop", {"until": "pigs fly"}),
        ("until-told", {"until": "reached"}),
        ("until-told", {"until": "a place is reached"}),
        ("until-told", {"until": "Able reaches"}),
        ("until-told", {"until": "near"}),
        ("until-told", {"until": "turn"}),
        ("until-told", {"lasts": "until"}),
        ("no-length", {"until": "  "}),
        ("no-length", {"until": "losses 0"}),
        ("no-length", {"until": "near 0"}),
        ("no-such-stop", {"tells": ("until",)}),
        ("two-alarms", {"until": "new enemy", "tells": ("until",), "at_once": ("until",)}),
        ("not-yours", {"until": "the Mill is reached", "units": ("far",)}),
    ],
)
def test_an_end_that_says_nothing_or_cannot_come_is_refused_and_changes_nothing(code, given):
    battle = table()
    before = battle.state
    with pytest.raises(RuleViolation) as refused:
        battle.do(GiveOrders(first="advance", **given))
    assert refused.value.code == code
    assert refused.value.remedy
    assert battle.state is before


def test_without_a_board_no_place_is_ever_reached():
    battle = Table(led(army("able")), cell("far"))
    with pytest.raises(RuleViolation) as refused:
        battle.do(GiveOrders(first="hold", until="the Mill is reached"))
    assert refused.value.code == "never-reached"


# ── Kept, shown, offered ──────────────────────────────────────────────────────────────────────────────────────────


def test_it_outlives_a_restart_stands_in_the_list_and_is_given_again():
    battle = table()
    battle.order("advance", until="the Mill is reached", lasts="turn")
    codec = Codec((State,))
    battle.state = codec.load(codec.dump(battle.state))
    ordering = RULES.battle.ordering
    [one] = ordering.standing(battle.state, ARMY)
    assert (one.until, one.stops) == ("the end of turn 2, or until the Mill is reached", ())
    battle.state = replace(
        battle.state, orders=replace(battle.state.orders, standing=(), past=battle.state.orders.standing)
    )
    [again] = battle.do(RepeatOrders())
    assert again.order.stops[0].said == "the Mill is reached"
    battle.state = replace(
        battle.state, orders=replace(battle.state.orders, standing=(), past=battle.state.orders.standing)
    )
    stands(battle, "able", (10, 18))
    with pytest.raises(RuleViolation) as refused:
        battle.do(RepeatOrders())
    assert refused.value.code == "reached-already"


def test_what_is_offered_can_be_given_and_has_not_come():
    battle = table()
    ordering = RULES.battle.ordering
    found = ordering.ends(battle.state, ARMY, ())
    assert [one.text for one in found if one.place] == ["The Mill is reached"]
    assert {one.text for one in found if not one.place} >= {"new enemy", "fired at", "losses 1", "turn 4", "near 6"}
    for one in found:
        assert battle.do(GiveOrders(first="advance", until=one.text))
    stands(battle, "able", (10, 18))
    assert not any(one.place for one in ordering.ends(battle.state, ARMY, ()))


# ── Secrets ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_enemy_who_is_hidden_in_a_place_neither_keeps_it_nor_is_betrayed_by_it():
    """Two worlds: a concealed cell lies in the mill, or it does not. The army reads the same in both."""
    heard = []
    for hidden in ((), (replace(cell("lurk", at=(10, 20)), concealed=True),)):
        battle = Table(able(), baker(), far(), *hidden, board=BOARD)
        events = list(battle.order("hold", until="the Mill is taken", at_once=("until",)))
        stands(battle, "able", (10, 15))
        events += battle.goes_on()
        offered = RULES.battle.ordering.ends(battle.state, ARMY, ())
        heard.append(([told(battle, event) for event in events], offered, prompt(battle.state)))
    assert heard[0] == heard[1]
