"""Orders last until something becomes of somebody: aims without a place, in all four books."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.orders.data import OrderStopped, Stop
from rules.battle.orders.fates import BEATEN, HURT, OUT
from rules.battle.orders.horizons import Until
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Hold
from rules.book_and_gun.deeds import ORDERS
from rules.book_and_gun.state import ARMY, INSURGENTS
from rules.book_and_gun.units import Status
from rules.five56mm.deeds import ORDERS as FIVE56MM
from rules.infantry_action.play.ahead.until import UNTIL_WHAT
from rules.infantry_action.state import ATTACKER
from rules.kernel.violation import RuleViolation
from rules.red_actions.deeds import ORDERS as RED_ACTIONS
from rules.seam.planning import AimKind, BattleAim
from rules.seam.viewing import Viewer
from tests.rules.battle import test_sealed_turns as sealed_turns
from tests.rules.book_and_gun.field import hurt
from tests.rules.book_and_gun.test_orders import Table, able, baker, far, red
from tests.rules.infantry_action.test_sealed_ahead import far as groups

pytestmark = pytest.mark.rule("BG-VII.2")


def fallen(table: Table, unit: str, *numbers: int, status: Status = Status.KILLED) -> None:
    table.changed(units=tuple(hurt(u, status, *numbers) if u.id == unit else u for u in table.state.units))


def test_until_one_of_ones_own_is_hurt_or_lost() -> None:
    """A wounded man is hurt and not lost; Baker's orders look out for one of Able's men too."""
    battle = Table(able(), baker(), far())
    first = battle.state.unit("able").figures[0]
    battle.order("hold", units=("baker",), until=f"{first.name} is hurt", at_once=("until",))
    battle.order("hold", units=("able",), until=f"{first.name} is lost", at_once=("until",))
    fallen(battle, "able", first.number, status=Status.WOUNDED)
    found = [event for event in battle.goes_on() if isinstance(event, OrderStopped)]
    assert [(event.order, event.stop.said) for event in found] == [(1, f"{first.name} is hurt")]
    fallen(battle, "able", first.number)
    found = [event for event in battle.goes_on() if isinstance(event, OrderStopped)]
    assert [(event.order, event.stop.said) for event in found] == [(2, f"{first.name} is lost")]


def test_until_an_enemy_is_beaten_as_the_side_knows() -> None:
    """A destroyed cell ends it; it does not for whoever has never seen that cell."""
    battle = Table(able(), red(at=(10, 18)), far())
    [given] = battle.order("hold", until="Red is destroyed", at_once=("until",))
    assert RULES.battle.tell(battle.state, given, Viewer(ARMY)).lines == ("Until Red is beaten.",)
    cell = battle.state.unit("red")
    fallen(battle, "red", *(figure.number for figure in cell.figures[1:]))
    assert battle.due() == Hold(unit="able"), "one of them is left"
    fallen(battle, "red", *(figure.number for figure in cell.figures))
    [stopped] = battle.goes_on()
    assert (stopped.kind, stopped.stop.kind) == ("order-stopped", BEATEN)


@pytest.mark.parametrize(
    ("until", "code"),
    [
        ("my aim is reached", "until-told"),
        ("the aim", "until-told"),
        ("an aim without a place", "until-told"),
        ("the enemy is beaten", "no-such-stop"),
        ("enemies are broken", "no-such-stop"),
        ("Nobody is hurt", "never-happens"),
        ("Nobody is destroyed", "never-happens"),
        ("Red is hurt", "never-happens"),
        ("the Mill is lost", "never-reached"),
    ],
)
def test_what_is_said_of_nobody_is_refused_with_its_reason(until: str, code: str) -> None:
    battle = Table(able(), red(at=(10, 18)), far())
    with pytest.raises(RuleViolation) as refused:
        battle.order("hold", until=until)
    assert (refused.value.code, bool(refused.value.remedy)) == (code, True)


def test_what_has_become_of_somebody_already_ends_nothing() -> None:
    battle = Table(able(), red(at=(10, 18)), far())
    first = battle.state.unit("able").figures[0]
    fallen(battle, "able", first.number)
    for until in (f"{first.name} is hurt", f"{first.name} is lost", "Able is hurt"):
        with pytest.raises(RuleViolation) as refused:
            battle.order("hold", until=until)
        assert refused.value.code == "happened-already"
    battle.order("hold", until="Able is lost")


def test_whom_an_aim_is_about_is_offered_first() -> None:
    battle = Table(able(), red(at=(10, 18)), far())
    first = battle.state.unit("able").figures[0]
    aims = (
        BattleAim("save", AimKind.SAVE, "Keep him alive", units=(first.id,)),
        BattleAim("stop", AimKind.STOP, "Destroy them", units=("red",)),
    )
    offered = [one.text for one in ORDERS.until.offered(battle.state, ARMY, aims)]
    assert offered[:3] == [f"{first.name} is hurt", f"{first.name} is lost", "Red is beaten"]
    theirs = [one.text for one in ORDERS.until.offered(battle.state, INSURGENTS, ())]
    assert not any("is hurt" in one or "is beaten" in one for one in theirs)


def _ends(until: Until[Any], state: Any, side: str, text: str) -> Stop:
    return until.read(state, side, (), text, "later")


@pytest.mark.parametrize(("book", "until"), [("five56mm", FIVE56MM.until), ("red-actions", RED_ACTIONS.until)])
def test_the_other_books_name_their_people_units_and_enemies(book: str, until: Until[Any]) -> None:
    state = sealed_turns.BEGUN[book]()
    side = state.sides[0].key
    own, *_ = until.where.fates.own(state, side)
    assert _ends(until, state, side, f"{own.name} is hurt").kind == HURT
    assert _ends(until, state, side, f"{own.ref} is dead").kind == OUT
    for foe in tuple(until.where.fates.foes(state, side))[:1]:
        assert _ends(until, state, side, f"{foe.name} is destroyed").kind == BEATEN


def test_a_group_of_infantry_action_does_not_see_the_end_of_an_enemy() -> None:
    state = groups().state
    assert _ends(UNTIL_WHAT, state, ATTACKER, "Able is lost").kind == OUT
    men = tuple(replace(m, life=type(m.life).CASUALTY) if m.group == "able" else m for m in state.figures)
    assert UNTIL_WHAT.where.fates.fate(replace(state, figures=men), ATTACKER, "able") == "out"
    with pytest.raises(RuleViolation) as refused:
        _ends(UNTIL_WHAT, state, ATTACKER, "Red is destroyed")
    assert refused.value.code == "never-happens"
