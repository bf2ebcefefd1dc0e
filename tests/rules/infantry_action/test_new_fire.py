"""What of a fight that goes on ends a seal for several periods: fire, losses and tests that are new."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.actions.command import SealAhead
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.events.orders import AheadOver
from rules.infantry_action.evolve import evolve
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Ahead, Bound
from rules.infantry_action.play.ahead.sealing import looked_for, over, signs
from rules.infantry_action.state import ATTACKER, DEFENDER, State
from rules.infantry_action.tell import tell
from rules.seam.viewing import Viewer
from tests.rules.infantry_action.field import SOUTH, changed, field, located, order, section

PERIOD = 4
"""Its orders are due: the fire of period 3 is over."""
KINDS = looked_for(SealAhead())


def fought(*fired: str, lost: int = 0, seen: tuple[str, ...] = (), period: int = PERIOD) -> State:
    """Able after a period in which these fired at it and it lost so many men; it has located the `seen`."""
    state = replace(
        field(
            section("able", ATTACKER, at=(100, 50), size=8),
            section("red", DEFENDER, at=(100, 150), facing=SOUTH, hidden=True),
            section("blue", DEFENDER, at=(200, 150), facing=SOUTH, hidden=True),
        ),
        period=period,
    )
    fallen = [f"able{number}" for number in range(8, 8 - lost, -1)]
    for man in fallen:
        state = changed(state, man, life=Life.CASUALTY, lost_in=period - 1)
    if fired:
        state = changed(state, "able", fired_on_in=period - 1, fired_on_by=fired, lost=tuple(fallen))
    for enemy in seen:
        state = located(state, "able", enemy)
    return state


def ended(before: State, after: State) -> tuple[str, ...]:
    """What of the period after ends what able's side had sealed until contact in the one before."""
    told = signs(before, ATTACKER, KINDS)
    ahead = Ahead(ATTACKER, PERIOD, PERIOD + 9, KINDS, told)
    return next((each.met for each in over(replace(after, aheads=(ahead,))) if isinstance(each, AheadOver)), ())


def later(*fired: str, lost: int = 0, seen: tuple[str, ...] = ()) -> State:
    return fought(*fired, lost=lost, seen=seen, period=PERIOD + 1)


@pytest.mark.rule("IA-R270", "IA-R252")
def test_fire_at_a_group_that_was_under_none_ends_a_seal() -> None:
    assert ended(fought(), later("red")) == ("fired-on: able",)


@pytest.mark.rule("IA-R270")
def test_fire_that_goes_on_as_it_was_ends_none() -> None:
    both = {"seen": ("red",)}
    assert ended(fought("red"), later("red")) == ()
    assert ended(fought("red", **both), later("red", **both)) == ()
    assert ended(fought("red", lost=2), later("red", lost=2)) == ()


@pytest.mark.rule("IA-R270")
def test_another_enemy_who_is_seen_to_fire_ends_it() -> None:
    both = ("red", "blue")
    assert ended(fought("red", seen=both), later("red", "blue", seen=both)) == ("fired-on: able by blue",)


@pytest.mark.rule("IA-R270")
def test_more_losses_than_in_the_period_before_it_was_written_end_it() -> None:
    assert ended(fought("red", lost=1), later("red", lost=3)) == ("fired-on: able loses 2", "fired-on: able loses 3")
    assert ended(fought("red", lost=2), later("red", lost=1)) == ()


@pytest.mark.rule("IA-R270", "IA-R260")
def test_nobody_learns_that_another_fires_whom_they_do_not_see() -> None:
    """Under red's fire already: whether blue, unseen, fires too or instead makes no difference."""
    before = fought("red", seen=("red",))
    told = [ended(before, later(*fired, seen=("red",))) for fired in (("red",), ("red", "blue"))]
    unseen = [signs(later(*fired), ATTACKER, KINDS) for fired in (("red",), ("blue",), ("blue", "red"))]
    assert told == [(), ()]
    assert unseen[0] == unseen[1] == unseen[2]
    assert "fired-on: able" in unseen[0]


@pytest.mark.rule("IA-R270")
def test_a_test_that_keeps_a_group_from_its_order_again_ends_none_and_a_worse_one_does() -> None:
    """At -2 it moves nowhere nearer to red, whom it sees; at -6 it panics (band "under -5")."""
    on = order(Pace.WALK, (100, 90))

    def bound(state: State, score: int) -> State:
        return changed(state, "able", order=replace(on, given=1), bound=Bound(score=score))

    before = bound(fought(seen=("red",)), -2)
    assert "forbidden: able reaction" in signs(before, ATTACKER, KINDS)
    assert ended(before, bound(later(seen=("red",)), -2)) == ()
    assert ended(before, bound(later(seen=("red",)), -6)) == ("forbidden: able panic",)


@pytest.mark.rule("IA-R270")
def test_the_side_reads_who_fires_and_that_it_bites_in_one_line_each() -> None:
    met = ("fired-on: able", "fired-on: able by red", "fired-on: able loses 1", "fired-on: able loses 2")
    state = later("red", lost=2, seen=("red",))
    event = AheadOver(side=ATTACKER, met=met, audience=(ATTACKER,))
    told = tell(evolve(state, event), event, Viewer(ATTACKER))
    assert told is not None
    assert told.lines == ("Able was fired on by Red.", "Able loses more men under fire.")


@pytest.mark.rule("IA-R270")
def test_a_seal_of_before_has_the_older_signs_and_asks_once() -> None:
    """Its signs named the period; it ends with the next fire, as it would have then."""
    ahead = Ahead(ATTACKER, PERIOD, PERIOD + 9, KINDS, ("fired-on: able 3", "forbidden: able 4", "joined: able"))
    [told] = over(replace(later("red"), aheads=(ahead,)))
    assert isinstance(told, AheadOver)
    assert told.met == ("fired-on: able",)
