"""What grows conceals by its depth, and what a thermal sight makes of what hides a target: in battles on a board."""

from __future__ import annotations

import pytest

from rules.five56mm.actions.fire import AutoFire, CoveringFire, Fire
from rules.five56mm.actions.foot import Move
from rules.five56mm.book.weapons import Arm, WeaponSight
from rules.five56mm.events.fire import Shot
from rules.five56mm.offers import offers
from rules.five56mm.play.ground import field
from rules.five56mm.state import BLACK, RED
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one

ORCHARD = Board(60, 40, features=(Feature("orchard", ((0, 20), (60, 20), (60, 40), (0, 40))),))
"""From 20 in north of the south edge on; one sees 8 in into it."""


@pytest.mark.rule("MM-3.24.1", "MM-3.24.2", "MM-3.2.2", "MM-R216")
@pytest.mark.parametrize(("deep", "hidden", "number"), [(0.0, 0, 4), (2.2, 25, 5), (4.2, 50, 6), (6.0, 75, 6)])
def test_each_inch_of_growth_conceals(deep: float, hidden: float, number: int) -> None:
    """M16 at 10 in to 20 in: Medium, TN 4; +1 from a quarter, +2 from a half hidden."""
    people = man("Alpha", BLACK, (30, 9 + deep), morale=3), man("Red", RED, (30, 20 + deep))
    battle = Skirmish(*people, board=ORCHARD)
    assert field.obscured(battle.state, "alpha", "red") == pytest.approx(hidden, abs=6)
    battle.card("alpha")
    dice = "6,1" if hidden >= 50 else "1"  # who shows less than half is spotted first
    assert one(battle.do(Fire(target="red"), dice), Shot).roll.number.value == number


@pytest.mark.rule("MM-3.2.1", "MM-R216")
def test_nobody_is_seen_through_more_than_it_lets_through() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 29)), board=ORCHARD)
    battle.card("alpha")
    with pytest.raises(RuleViolation) as caught:
        battle.do(Fire(target="red"))
    assert caught.value.code == "no-line-of-sight"


@pytest.mark.rule("MM-3.24.1", "MM-R216")
def test_low_growth_hides_only_what_it_reaches() -> None:
    """Scrub stands 0.4 high: of whoever is far in it about 40 % is hidden, by its whole depth."""
    scrub = Board(60, 40, features=(Feature("scrub", ((0, 20), (60, 20), (60, 40), (0, 40))),))
    battle = Skirmish(man("Alpha", BLACK, (30, 5)), man("Red", RED, (30, 35)), board=scrub)
    found = field.obscured(battle.state, "alpha", "red")
    assert found is not None
    assert 30 <= found <= 50


# ── Thermal sights ────────────────────────────────────────────────────────────────────────────────────────────────

THERMAL = Arm("m16", sights=(WeaponSight.THERMAL,))


def behind(kind: str, height: float) -> Skirmish:
    board = Board(60, 40, features=(Feature(kind, ((10, 19), (50, 19)), height=height, width=0.4),))
    battle = Skirmish(man("Alpha", BLACK, (30, 10), THERMAL), man("Red", RED, (30, 20)), board=board)
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-8.0.15", "MM-8.0.16", "MM-R209")
def test_through_a_hedge_he_shoots_at_whom_it_hides_wholly() -> None:
    battle = behind("hedge", 3.0)
    shot = one(battle.do(Fire(target="red"), "1"), Shot)
    assert shot.roll.number.value == 4


@pytest.mark.rule("MM-8.0.16", "MM-R217")
def test_no_round_is_wasted_on_bricks_unless_he_wants_it() -> None:
    """Heavy cover stops every round: whom it hides wholly he has no line of sight to, in orders and offers too."""
    battle = behind("wall", 3.0)
    assert not [each for each in offers(battle.state, BLACK, "alpha") if isinstance(each.action, Fire | AutoFire)]
    with pytest.raises(RuleViolation) as caught:
        battle.do(Fire(target="red"))
    assert caught.value.code == "no-line-of-sight"
    battle.do(Fire(target="red", through="heavy"), "1")


@pytest.mark.rule("MM-3.6.2", "MM-8.0.16", "MM-R217")
def test_a_watch_with_a_thermal_sight_keeps_its_shot_for_whom_it_may_hurt() -> None:
    battle = behind("wall", 3.0)
    battle.do(CoveringFire(toward="30,20", orders="fire"))
    battle.run()
    battle.card("red")
    assert all_of(battle.do(Move(to="31,20")), Shot) == []
    assert battle["alpha"].stance.value == "Covering Fire"


@pytest.mark.rule("MM-8.0.15", "MM-8.0.16", "MM-R209")
def test_at_what_shows_over_a_wall_he_shoots_as_with_any_other_sight() -> None:
    battle = behind("wall", 0.4)
    hidden = field.obscured(battle.state, "alpha", "red")
    assert hidden is not None
    assert 25 <= hidden < 50
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 5  # Medium 4, +1 partly hidden
