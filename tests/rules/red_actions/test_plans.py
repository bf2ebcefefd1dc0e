"""Plans: what each unit is for and is ordered to do; charges by the chance to win; plans that betray nothing hidden."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.battle.deed import lawful
from rules.kernel.action import Actor
from rules.red_actions.actions.fight import Charge
from rules.red_actions.actions.orders import GiveOrders
from rules.red_actions.actions.segment import Stand
from rules.red_actions.deeds import DEEDS, ORDERING, ORDERS
from rules.red_actions.play.charge.reaching import assault
from rules.red_actions.play.charge.winning import wins
from rules.red_actions.state import ATTACKER, DEFENDER, Dummy, Phase, State
from rules.red_actions.units import Concealment
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, LetterPlan, Planning, UnitRole
from tests.rules.red_actions import charges
from tests.rules.red_actions.field import ATTACK, area, battle, board, changed, officer, unit
from tests.rules.red_actions.ordered import fight

MILL = BattleAim("mill", AimKind.TAKE, "Take the mill", "Mill", (30.0, 40.0), 3.0)
PLACES = board(area("building", 28, 38, 32, 42, name="Mill"), area("woods", 20, 24, 40, 30))


def _planning() -> Planning[State]:
    assert ORDERING.planning is not None
    return ORDERING.planning


def _plans(state: State, side: str = ATTACKER, intent: Intent | None = None) -> tuple[LetterPlan, ...]:
    return _planning().plans(state, side, (MILL,), intent or Intent())


def _take(state: State, intent: Intent | None = None) -> dict[str, GiveOrders]:
    first = _plans(state, intent=intent)[0]
    assert first.key == "take"
    return {line.units[0]: line.action for line in first.lines if isinstance(line.action, GiveOrders)}


def _column() -> State:
    """Foot, sabres, a machine-gun, a gun, a general and another senior, before four bases of Whites in the open."""
    general, man = officer("general", at=(30, 4))
    return battle(
        unit("foot", card="red-regulars", at=(30, 10)),
        unit("horse", card="red-cavalry", at=(44, 8)),
        unit("maxim", card="mg-team", bases=1, at=(20, 10)),
        unit("gun", card="field-gun", bases=1, at=(12, 6)),
        general,
        replace(man, general=True),
        officer("colonel", at=(34, 6)),
        unit("whites", DEFENDER, "white-volunteers", at=(30, 20)),
        board=PLACES,
    )


@pytest.mark.rule("RA-def.officer.senior")
def test_arm_and_rank_say_what_each_unit_is_for() -> None:
    roles = {each.unit: each.role for each in _planning().roles(_column(), ATTACKER, (MILL,))}
    assert roles == {
        "foot": UnitRole.ASSAULT,
        "horse": UnitRole.ASSAULT,
        "maxim": UnitRole.FIRE,
        "gun": UnitRole.FIRE,
        "general": UnitRole.SAFE,
        "colonel": UnitRole.COMMAND,
    }


def test_the_assault_goes_for_the_place_guns_fire_first_and_staff_keep_out_of_reach() -> None:
    """The Whites are 10 in from the foot whom the colonel would follow: within the 18 in that he keeps."""
    state = _column()
    given = _take(state)
    assert (given["foot"].first, given["foot"].then, given["foot"].to) == ("charge", "fire and advance", "Mill")
    assert (given["horse"].first, given["horse"].then, given["horse"].to) == ("charge", "advance to", "Mill")
    assert {given[ref].first for ref in ("maxim", "gun")} == {"fire at the best odds"}
    assert {(given[ref].first, given[ref].within, given[ref].then) for ref in ("general", "colonel")} == {
        ("draw back", 18.0, None)
    }
    assert list(given) == ["maxim", "gun", "foot", "horse", "general", "colonel"]


def test_staff_follow_troops_who_are_far_from_every_enemy() -> None:
    """The foot is 36 in from the Whites."""
    given = _take(changed(_column(), "whites", at=(30.0, 46.0)))
    assert (given["colonel"].then, given["colonel"].target) == ("follow", "foot")
    assert given["general"].then is None


@pytest.mark.rule("RA-action.rally-terror")
def test_whoever_is_shaken_rallies_first_and_the_bold_bear_more() -> None:
    state = changed(_column(), "foot", terror=2)
    assert (_take(state)["foot"].first, _take(state)["foot"].then) == ("rally from terror", "charge")
    assert _take(state, Intent(Boldness.BOLD))["foot"].first == "charge"


def test_a_reinforcement_comes_on_and_who_routs_has_orders_too() -> None:
    state = changed(changed(_column(), "horse", at=None, arrives=1), "foot", terror=0)
    assert _take(state)["horse"].first == "come on"
    assert set(_take(state)) == {"foot", "horse", "maxim", "gun", "general", "colonel"}


def test_nothing_is_planned_before_the_first_turn() -> None:
    assert _plans(replace(_column(), phase=Phase.DEPLOYING)) == ()


def test_every_line_of_every_plan_can_be_ordered() -> None:
    state = _column()
    for side in (ATTACKER, DEFENDER):
        for boldness in Boldness:
            for plan in _plans(state, side, Intent(boldness)):
                for line in plan.lines:
                    assert lawful(ORDERS.rows[0].judge, state, line.action, Actor.player(side))


@pytest.mark.rule("RA-R241")
def test_what_is_hidden_changes_no_plan_no_warning_and_no_chance_to_win() -> None:
    """An ambush on the way, a marker with a unit or with nobody behind it: the same letters and dangers."""
    there, guns = (30.0, 16.0), (30.0, 27.0)
    without = replace(_column(), dummies=(Dummy(DEFENDER, 3, guns),))
    lying = unit("band", DEFENDER, at=there, hidden=Concealment.AMBUSH)
    marked = unit("guns", DEFENDER, "mg-team", at=guns, bases=2, hidden=Concealment.MARKER, marker=3)
    within = replace(without, units=(*without.units, lying, marked), dummies=())
    for boldness in Boldness:
        intent = Intent(boldness)
        assert _plans(without, intent=intent) == _plans(within, intent=intent)
        actions = [line.action for line in _plans(without, intent=intent)[0].lines]
        one, two = (_planning().warnings(state, ATTACKER, (MILL,), intent, actions) for state in (without, within))
        assert one == two
    found = assault(without, without.unit("horse"), without.unit("whites"))
    assert wins(without, found) == wins(within, found)


# ── Charges ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-combat.4", "RA-charge.fear", "RA-charge.test")
def test_the_chance_to_win_is_that_of_all_its_tests_and_the_fight() -> None:
    """Regulars 4 × 3 = 12 at Volunteers 4 × 4 = 16, who have acted and do not fire: they are the stronger by less than
    3:2. The charge test needs 7 (21 of 36), their fear test 9 (30 of 36); at Advantage the stronger gives way on 2 to
    6 (15 of 36)."""
    state = changed(charges.field(), "whites", acted=1)
    found = assault(state, state.unit("reds"), state.unit("whites"))
    holds = Fraction(30, 36)
    assert wins(state, found) == Fraction(21, 36) * (1 - holds + holds * Fraction(15, 36))


@pytest.mark.rule("RA-charge.shoot")
def test_fire_at_the_chargers_lowers_the_chance_to_win() -> None:
    ready = charges.field()
    spent = changed(ready, "whites", acted=1)
    one, two = (assault(state, state.unit("reds"), state.unit("whites")) for state in (ready, spent))
    assert wins(ready, one) < wins(spent, two)


@pytest.mark.rule("RA-action.charge")
def test_an_order_charges_where_its_chance_to_win_is_good_enough() -> None:
    """The chance is 259 of 864, 29.98 %, against whoever has acted."""
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 16), acted=1))
    field.order("charge", win=29)
    assert field.due() == Charge(unit="reds", target="whites")
    field.order("charge", win=30)
    assert field.due() == Stand(unit="reds")


def test_proposed_attacks_charge_by_the_chance_to_win() -> None:
    field = fight(whites=unit("whites", DEFENDER, "white-volunteers", at=(30, 16)))
    for ref in ("", "reds"):
        given = [one.action for one in ORDERING.proposals(field.state, ATTACKER, ref)]
        charging = [
            one for one in given if isinstance(one, GiveOrders) and "charge" in (one.first, one.then, one.third)
        ]
        assert charging
        assert {one.win for one in charging} == {50}


@pytest.mark.rule("RA-R80")
def test_the_odds_of_a_charge_say_the_chance_to_win() -> None:
    state = changed(charges.field(), "whites", acted=1)
    odds = DEEDS.odds(state, charges.CHARGE, ATTACK)
    assert any(note.startswith("Reds wins in 30% of cases all told") for note in odds.notes)
