"""Plans: which lists the units of a side are given for its aims, worked out by hand; and over random battles that
they are lawful, change nothing, and hang on nothing that their side may not know."""

from __future__ import annotations

from dataclasses import replace

from rules.battle.orders import letters
from rules.battle.plans.staff import answer_to
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.actions.orders import GiveOrders
from rules.book_and_gun.devices import Device
from rules.book_and_gun.units import Munitions
from rules.seam.planning import AimKind, BattleAim, Boldness, Intent, UnitRole
from rules.seam.viewing import Viewer

from .field import army, battle, cell
from .motor import flown
from .test_fire_missions import table
from .test_orders_kept import STEPS, UMPIRE, Ordered, hidden, otherwise, remembered

ORDERING = RULES.battle.ordering
assert ORDERING is not None
PLANNING = ORDERING.planning
assert PLANNING is not None
STEADY = Intent(Boldness.STEADY)
HILL = BattleAim("hill", AimKind.TAKE, "Take the hill", "20,30", (20.0, 30.0), 2.0)


def lines(state, side, aim, key, intent=STEADY):
    found = {plan.key: plan for plan in PLANNING.plans(state, side, (aim,), intent)}
    return [line.action for line in found[key].lines]


def test_squads_go_for_the_place_and_fire_from_there_on():
    state = battle(army("one", 1, at=(20, 10)), cell("two", 1, at=(20, 34)))
    (order,) = lines(state, "army", HILL, "take")
    assert order == GiveOrders(
        units=("one",),
        first="advance to",
        to="20,30",
        then="fire at the best odds",
        last="look",
        least=10,
        lasts="turn",
    )


def test_who_stands_there_holds_in_the_movement_phase_and_fires_in_the_other():
    """A list that said nothing of moving would be asked there."""
    state = battle(army("one", 1, at=(20, 30)), cell("two", 1, at=(20, 36)))
    first, second = lines(state, "army", replace(HILL, kind=AimKind.KEEP), "hold")
    assert (first.first, first.lasts, first.units) == ("hold", "turn", ("one",))
    assert (second.first, second.then, second.units) == ("fire at the best odds", "look", ("one",))


def test_who_has_more_than_rifles_uses_what_hurts_most_and_observers_ask_for_fire():
    squad = army("one", 1, at=(20, 10), munitions=Munitions(hand_grenades=3))
    (order,) = lines(battle(squad, cell("two", 1, at=(20, 34))), "army", HILL, "take")
    assert (order.first, order.then, order.last) == ("advance to", "strike at the best odds", "look")
    # Its fire is off the board: it stays where it is, asks in the one phase, and lets the mission fall in the other.
    state = table().state
    ask, strike = lines(state, "army", replace(HILL, kind=AimKind.KEEP), "shoot")[:2]
    assert (ask.units, ask.first, ask.then) == (("eyes",), "request fire", "hold")
    assert (strike.units, strike.first, strike.then) == (("eyes",), "strike at the best odds", "look")


def test_whoever_has_a_charge_on_the_table_fires_it_first_when_somebody_comes():
    state = battle(army("one", 1, at=(20, 10)), cell("two", 1, at=(20, 34)))
    bomb = Device("insurgents-1", "ied", "insurgents", (20.0, 20.0), unit="two", work=2)
    keep = replace(HILL, kind=AimKind.KEEP)
    wired = replace(state, devices=(bomb,))
    orders = lines(wired, "insurgents", keep, "hold")
    assert any(order.first == "detonate" and order.then is not None for order in orders)
    anothers = replace(state, devices=(replace(bomb, unit="three"),))
    assert all(order.first != "detonate" for order in lines(anothers, "insurgents", keep, "hold"))


def test_a_helicopter_that_another_aim_brings_somewhere_goes_there_and_lands():
    """The plan is about the squad; the helicopter has its own place."""
    crew, body = flown("bird", "medevac", at=(5.0, 5.0))
    state = battle(army("one", 1, at=(20, 10)), crew, cell("two", 1, at=(20, 34)), vehicles=(body,))
    brings = replace(HILL, kind=AimKind.BRING, units=("one",))
    lands = BattleAim("field", AimKind.BRING, "Land there", "8,8", (8.0, 8.0), 2.0, units=("bird",))
    plan = PLANNING.plans(state, "army", (brings, lands), STEADY)[0]
    orders = {order.units[0]: order for order in (line.action for line in plan.lines)}
    assert (orders["bird"].first, orders["bird"].to) == ("land at", "8,8")
    assert orders["one"].to == "20,30"


def test_the_bold_take_any_shot_the_careful_none_below_a_quarter():
    state = battle(army("one", 1, at=(20, 10)), cell("two", 1, at=(20, 34)))
    (bold,) = lines(state, "army", HILL, "take", Intent(Boldness.BOLD))
    (careful,) = lines(state, "army", HILL, "take", Intent(Boldness.CAREFUL))
    assert (bold.least, careful.least) == (None, 25)


def test_a_base_of_fire_goes_on_only_until_the_place_is_in_range():
    """Rifles reach 24 in at the most; half of that is what counts: 20 in away it goes on, 10 in away it stays."""
    role = Intent(Boldness.STEADY, {"two": UnitRole.FIRE})
    far = battle(army("one", 1, at=(14, 10)), army("two", 1, at=(26, 10)), cell("three", 1, at=(20, 36)))
    near = battle(army("one", 1, at=(14, 10)), army("two", 1, at=(20, 21)), cell("three", 1, at=(20, 36)))
    (support,) = [order for order in lines(far, "army", HILL, "take", role) if order.units == ("two",)]
    assert (support.first, support.to, support.within) == ("advance to", "20,30", 10.0)
    hold, fire = [order for order in lines(near, "army", HILL, "take", role) if order.units == ("two",)]
    assert (hold.first, fire.first) == ("hold", "fire at the best odds")


def test_whoever_goes_for_the_aim_is_named_as_the_nearest():
    state = battle(army("one", 1, at=(20, 10)), army("two", 1, at=(20, 29)), cell("three", 1, at=(20, 36)))
    (found,) = PLANNING.standing(state, "army", (HILL,))
    assert found.nearest == "two"
    assert found.inside == ("two",)


def test_plans_of_random_battles_are_lawful_and_change_nothing(long):
    seen = 0
    for seed in range(24 if long else 6):
        fought = Ordered(seed)
        for number in range(STEPS):
            if number % 7 == 0 and fought.state.turn and not fought.state.ended:
                before = RULES.battle.states.dump(fought.state)
                for side in ("army", "insurgents"):
                    for plan in PLANNING.plans(fought.state, side, (HILL,), STEADY):
                        actions = [line.action for line in plan.lines]
                        _, refused = letters.supposed(RULES.battle, fought.state, side, actions)
                        assert refused == (), plan.key
                        seen += 1
                assert RULES.battle.states.dump(fought.state) == before
            if not fought.step():
                break
    assert seen > 50


def test_neither_plans_nor_the_staff_know_what_their_side_does_not(long):
    """The same in the same battle with the hidden units elsewhere and called otherwise."""
    compared = 0
    for seed in range(40 if long else 10):
        fought = Ordered(seed)
        if fought.state.board is None:
            continue
        fought.act(Conceal(unit="insurgents0"), UMPIRE)
        for _ in range(60):
            unseen = hidden(fought.state, Viewer("army"))
            if unseen:
                other = otherwise(fought.state, unseen, remembered(fought.state, Viewer("army")))
                assert told(fought.state) == told(other)
                compared += 1
            if not fought.step():
                break
    assert compared > 40


def told(state):
    """All that a plan of the army's tells or does."""
    aims = PLANNING.aims(state, "army")
    plans = PLANNING.plans(state, "army", aims, STEADY)
    letter = [line.action for line in plans[0].lines] if plans else []
    ask = RULES.battle.prompt(state).for_side("army")
    staff = answer_to(RULES.battle, state, "army", ask, STEADY, written=False) if ask is not None else ()
    return (
        plans,
        PLANNING.roles(state, "army", aims),
        PLANNING.standing(state, "army", (HILL,)),
        PLANNING.warnings(state, "army", (HILL,), STEADY, letter),
        ORDERING.would_do(letters.supposed(RULES.battle, state, "army", letter)[0], "army"),
        staff,
    )
