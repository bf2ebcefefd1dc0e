"""Orders: what each step and stop is, in a small battle set up by hand."""

import pytest

from rules.battle.orders.data import OrderFollowed, OrdersGiven, OrderStopped
from rules.battle.orders.following import FollowOrders
from rules.battle.orders.giving import CancelOrders, RepeatOrders
from rules.five56mm import RULES
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import Aim, FallBack, FirstAid, Hide, Move, Sprint, Stealth
from rules.five56mm.actions.orders import GiveOrders
from rules.five56mm.book.injury import Level
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.weapons import Arm
from rules.five56mm.deeds import ORDERS
from rules.five56mm.events.battle import ActionDeclared, StandingSet
from rules.five56mm.events.fire import Shot
from rules.five56mm.play.ground.field import in_view_of_enemies
from rules.five56mm.state import BLACK, RED, Joker, Light
from rules.kernel.action import ENGINE, Actor
from rules.kernel.chance import Card, Scripted
from rules.kernel.changing import replace
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature
from rules.table.measure import between
from tests.rules.battle.alarms import at_once

from .skirmish import Skirmish, man, one, script

US, THEM = Actor.player(BLACK), Actor.player(RED)
pytestmark = pytest.mark.rule("MM-2.2.1")


def fight(*more, able=None, kay=None, **settings):
    """Able of Black at 20,10 faces north; Kay of Red 12 inches before him."""
    return Skirmish(able or man("Able", BLACK, (20, 10)), kay or man("Kay", RED, (20, 22)), *more, **settings)


def order(battle, first, by=US, **given):
    return battle.do(GiveOrders(first=first, **at_once(given)), by=by)


def due(battle, side=BLACK):
    """The action that the orders come to; None where they have nothing to say."""
    action = RULES.battle.proceed(battle.state)
    if not isinstance(action, FollowOrders):
        return None
    [found] = ORDERS.due(battle.state, side)
    return getattr(found, "action", found)


def goes_on(battle, dice=""):
    return battle.do(RULES.battle.proceed(battle.state), dice, by=ENGINE)


# ── Steps ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_order_uses_up_the_go_and_asks_nobody():
    battle = fight()
    order(battle, "advance")
    battle.card("able")
    assert not RULES.battle.prompt(battle.state)
    goes_on(battle)
    goes_on(battle)
    # Two Moves of 4 in with Movement +0.
    assert battle["able"].at == (20, 18)
    battle.run()
    assert battle.state.go is None


def test_fire_at_the_best_odds_takes_the_likeliest_shot_and_the_nearest_the_first():
    battle = fight(man("Joe", RED, (24, 18)))
    order(battle, "fire at the nearest")
    battle.card("able")
    assert due(battle) == Fire(character="able", target="joe")
    order(battle, "fire at", target="kay")
    assert due(battle) == Fire(character="able", target="kay")


def test_a_shot_that_is_not_worth_it_is_not_fired():
    battle = fight()
    order(battle, "fire at the best odds", least=100)
    battle.card("able")
    assert due(battle) == EndGo(character="able")


def test_aimed_fire_aims_first():
    battle = fight()
    order(battle, "aimed fire")
    battle.card("able")
    assert due(battle) == Aim(character="able")
    goes_on(battle)
    assert due(battle) == Fire(character="able", target="kay")


def test_aimed_fire_aims_at_nobody_where_there_is_nobody():
    battle = fight(able=man("Able", BLACK, (20, 10), "m9"), kay=man("Kay", RED, (59, 39)))
    order(battle, "aimed fire")
    battle.card("able")
    assert due(battle) == EndGo(character="able")


def test_bursts_and_grenades_are_steps_of_their_own():
    battle = fight(able=man("Able", BLACK, (20, 10), "saw", "frag"), kay=man("Kay", RED, (20, 18)))
    order(battle, "auto-fire")
    battle.card("able")
    assert isinstance(due(battle), AutoFire)
    order(battle, "throw a grenade")
    assert isinstance(due(battle), Throw)


def test_the_best_attack_is_two_shots_or_the_burst_that_is_likelier():
    """A SAW at 6 in hits on 5 and 6: with two shots 5 in 9, its burst 56 in 81. An M16 at 12 in: both 3 in 4."""
    gunner = fight(able=man("Able", BLACK, (20, 10), "saw"), kay=man("Kay", RED, (20, 16)))
    rifleman = fight(able=man("Able", BLACK, (20, 10), "m16"))
    for battle, kind in ((gunner, AutoFire), (rifleman, Fire)):
        order(battle, "best attack")
        battle.card("able")
        assert isinstance(due(battle), kind)


def test_the_best_attack_aims_a_poor_shot_first():
    """A pistol at 12 in by Low Light: he sees Kay in 1 of 3 and hits then in 1 of 3: 1 in 9, less than 1 in 6."""
    battle = fight(able=man("Able", BLACK, (20, 5), "m9"), kay=man("Kay", RED, (20, 17)), light=Light.LOW)
    order(battle, "best attack")
    battle.card("able")
    assert due(battle) == Aim(character="able")
    goes_on(battle)
    assert due(battle) == Fire(character="able", target="kay")


def test_the_best_attack_throws_no_grenade_among_friends():
    near = man("Baker", BLACK, (20, 14))
    battle = fight(near, able=man("Able", BLACK, (20, 10), "m9", "frag"), kay=man("Kay", RED, (20, 15)))
    battle.card("able")
    order(battle, "best attack", units=("able",))
    assert isinstance(due(battle), Fire)


def test_who_advances_to_a_place_goes_round_a_high_wall_by_its_gate():
    """The wall lies across at 14, its gate from 22 to 24. A Move makes 4 in: the first ends 4 in along the way to the
    gate, and nobody climbs."""
    walls = (
        Feature("high wall", ((2.0, 14.0), (22.0, 14.0)), height=2.0, width=0.4),
        Feature("high wall", ((24.0, 14.0), (40.0, 14.0)), height=2.0, width=0.4),
    )
    battle = fight(board=Board(60.0, 40.0, walls), kay=man("Kay", RED, (59, 39)))
    order(battle, "advance to", to="20,20")
    battle.card("able")
    goes_on(battle)
    first = battle["able"].at
    assert between((20, 10), first) == pytest.approx(4.0, abs=0.05)
    assert first[0] > 21, "towards the gate"
    goes_on(battle)
    x, y = battle["able"].at
    assert y > 14 or (x > 22 and y > 13.5), "into the gate without a die"
    battle.run()
    far = fight(board=Board(60.0, 40.0, (Feature("high wall", ((0.0, 14.0), (60.0, 14.0)), height=2.0, width=0.4),)))
    order(far, "advance to", to="20,20")
    far.card("able")
    assert isinstance(due(far), Move), "over it, where there is no gate"


def test_no_grenade_is_thrown_where_a_friend_is_in_the_blast():
    battle = fight(
        man("Baker", BLACK, (20, 17)), able=man("Able", BLACK, (20, 10), "m16", "frag"), kay=man("Kay", RED, (20, 18))
    )
    order(battle, "throw a grenade")
    battle.card("able")
    assert due(battle) == EndGo(character="able")


def test_covering_fire_is_taken_up_unasked_towards_a_place():
    battle = fight()
    order(battle, "covering fire", to="north 4")
    battle.card("able")
    assert due(battle) == CoveringFire(character="able", watch="acting", orders="fire", toward="north 4")
    goes_on(battle)
    assert due(battle) is None
    order(battle, "cover against anybody", lasts="battle")
    assert ORDERS.table.orders(battle.state).of(BLACK)[-1].steps[0].kind == "cover against anybody"


def test_an_advance_stops_where_the_order_says():
    battle = fight()
    order(battle, "advance", within=10)
    battle.card("able")
    goes_on(battle)
    # Kay is 12 in away: 2 in are left to the limit.
    assert battle["able"].at == (20, 12)
    assert due(battle) == EndGo(character="able")


def test_advance_to_a_place_goes_there_and_no_farther():
    battle = fight()
    order(battle, "advance to", to="20,16")
    battle.card("able")
    goes_on(battle)
    goes_on(battle)
    assert battle["able"].at == (20, 16)


def test_a_sprint_to_another_floor_is_a_sprint_up_the_stairs():
    """Whoever is ordered upstairs goes there, and not at the enemy whom he could sprint at in the hall. MM-R226"""
    house = Feature("building", ((16, 6), (24, 6), (24, 14), (16, 14)), "The house", height=4.0, floors=2)
    for kind, action in (
        ("sprint to", Sprint(character="able", to="up")),
        ("advance to", Move(character="able", to="up")),
    ):
        battle = fight(kay=man("Kay", RED, (20, 13.5)), board=Board(60, 40, (house,)))
        order(battle, kind, to="1st floor of The house")
        battle.card("able")
        assert due(battle) == action


def test_a_sprint_is_the_whole_go():
    battle = fight(kay=man("Kay", RED, (20, 38)))
    order(battle, "sprint")
    battle.card("able")
    assert isinstance(due(battle), Sprint)
    goes_on(battle, "6")
    assert due(battle) is None


def test_who_follows_stays_two_inches_behind():
    battle = fight(man("Baker", BLACK, (20, 4)))
    order(battle, "follow", target="able", units=("baker",))
    battle.card("baker")
    goes_on(battle)
    assert battle["baker"].at == (20, 8)
    assert due(battle) == EndGo(character="baker")


def test_who_closes_in_runs_at_him_with_his_second_move():
    battle = fight(kay=man("Kay", RED, (20, 17)))
    order(battle, "close in", then="advance", within=4)
    battle.card("able")
    assert isinstance(due(battle), Sprint)


def test_drawing_back_cover_stealth_and_hiding():
    battle = fight()
    order(battle, "draw back")
    battle.card("able")
    action = due(battle)
    assert isinstance(action, Move)
    goes_on(battle)
    # Four inches straight away from him.
    assert battle["able"].at == (20, 6)
    order(battle, "take cover")
    # On open ground no place is out of sight.
    assert due(battle) == Stealth(character="able")
    order(battle, "stealth")
    assert due(battle) == Stealth(character="able")
    other = fight()
    order(other, "hide")
    other.card("able")
    assert isinstance(due(other), Hide | EndGo)


def test_the_wounded_beside_him_are_helped_once():
    battle = fight(man("Baker", BLACK, (20.5, 10), wounds=(Level.SERIOUS,)))
    order(battle, "treat the wounded", units=("able",))
    battle.card("able")
    assert due(battle) == FirstAid(character="able", patient="baker")
    wound = replace(battle["baker"].wounds[0], aid_until=3)
    battle.put(replace(battle["baker"], wounds=(wound,)))
    assert due(battle) == EndGo(character="able")


def test_fear_goes_before_every_order():
    battle = fight(able=replace(man("Able", BLACK, (20, 10)), courage=Courage.WITHDRAWING))
    order(battle, "advance")
    battle.card("able")
    assert isinstance(due(battle), FallBack)


def test_hand_to_hand_he_fights_the_man_who_holds_him():
    battle = fight(kay=man("Kay", RED, (20, 10.8)))
    battle.card("able")
    [engage] = [o for o in RULES.battle.offers(battle.state, BLACK, "able") if o.verb == "engage"]
    order(battle, "close in", units=("able",))
    assert due(battle) == engage.action


# ── Covering fire in the way ──────────────────────────────────────────────────────────────────────────────────────


def test_an_ordered_action_is_declared_where_somebody_may_interrupt_it():
    battle = fight()
    battle.card("kay")
    battle.do(CoveringFire(character="kay", orders="fire"))
    battle.run()
    order(battle, "advance")
    battle.card("able")
    events = goes_on(battle)
    assert one(events, ActionDeclared).intent == Move(character="able", to="20,14")
    assert one(events, OrderFollowed).unit == "able"
    # Kay misses, and Able goes on with what was ordered.
    assert not one(battle.run("1"), Shot).hit
    assert battle["able"].at == (20, 14)


# ── Stops ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def stops(battle, who="able"):
    """The stop that ends the orders on his card, told to his side; then it is asked."""
    battle.card(who)
    [stopped] = goes_on(battle)
    assert isinstance(stopped, OrderStopped)
    assert RULES.battle.tell(battle.state, stopped, Viewer(BLACK)).headline
    assert RULES.battle.tell(battle.state, stopped, PUBLIC) is None
    assert RULES.battle.tell(battle.state, stopped, Viewer(RED)) is None
    assert RULES.battle.prompt(battle.state).asks[0].side == BLACK
    return stopped.stop.kind


def test_it_stops_for_whoever_is_fired_at():
    battle = fight()
    order(battle, "advance", ask_fired_at=True)
    battle.card("kay")
    battle.do(Fire(character="kay", target="able"), "1")
    battle.do(EndGo())
    battle.run()
    assert battle.state.under_fire == (("able", 1),)
    assert stops(battle) == "fired at"


def test_it_stops_for_the_wounded_the_afraid_and_the_empty():
    battle = fight(man("Baker", BLACK, (10, 10)), man("Cole", BLACK, (12, 10)))
    order(battle, "hold", ask_wounded=True, ask_afraid=True, ask_ammunition=True)
    hurt = man("Able", wounds=(Level.MINOR,)).wounds
    battle.put(replace(battle["able"], wounds=hurt))
    battle.put(replace(battle["baker"], courage=Courage.SHAKEN))
    battle.put(replace(battle["cole"], arms=(Arm("m16", out=True),)))
    assert stops(battle) == "wounded"
    battle.do(EndGo())
    battle.run()
    assert stops(battle, "baker") == "afraid"
    battle.do(RULES.battle.prompt(battle.state).asks[0].default)
    while RULES.battle.prompt(battle.state):
        battle.do(EndGo())
    battle.run()
    assert stops(battle, "cole") == "ammunition"


def test_it_stops_at_losses_for_all():
    battle = fight(man("Baker", BLACK, (10, 10)), man("Cole", BLACK, (12, 10)))
    order(battle, "hold", ask_losses=2)
    mortal = man("Able", wounds=(Level.MORTAL,)).wounds
    battle.put(replace(battle["baker"], wounds=mortal))
    battle.card("cole")
    assert due(battle) == EndGo(character="cole")
    goes_on(battle)
    battle.run()
    battle.put(replace(battle["cole"], wounds=mortal))
    assert stops(battle) == "losses"
    assert ORDERS.table.orders(battle.state).of(BLACK)[0].stopped == "losses"


def test_it_stops_when_an_enemy_comes_near_or_into_sight():
    battle = fight(kay=man("Kay", RED, (20, 4)))
    order(battle, "hold", ask_new_enemy=True)
    battle.put(replace(battle["kay"], at=(20.0, 30.0)))
    assert stops(battle) == "new enemy"
    near = fight()
    order(near, "hold", ask_near=6)
    near.put(replace(near["kay"], at=(20.0, 15.0)))
    assert stops(near) == "near"


def test_it_stops_at_a_joker_and_at_a_turn():
    battle = fight(jokers=(Joker(Card("RJ"), "shelling"),))
    order(battle, "hold", ask_joker=True)
    battle.joker()
    assert stops(battle) == "joker"
    quiet = fight(jokers=(Joker(Card("RJ"), "shelling"),))
    order(quiet, "hold")
    quiet.joker()
    quiet.card("able")
    assert not any(isinstance(event, OrderStopped) for event in goes_on(quiet)), "nobody has asked for it"
    later = fight()
    order(later, "hold", lasts="battle", ask_turn=2)
    later.end_turn()
    assert stops(later) == "turn"


def test_it_stops_when_nothing_on_its_list_can_be_done():
    battle = fight(able=man("Able", BLACK, (20, 10), Arm("m9")), kay=man("Kay", RED, (59, 39)))
    order(battle, "fire at the best odds", otherwise="ask")
    assert stops(battle) == "no longer fits"


# ── How long, and how they are given ──────────────────────────────────────────────────────────────────────────────


def test_orders_for_two_turns_lapse_with_the_second_and_are_repeated_for_two():
    battle = fight()
    order(battle, "hold", lasts="2 turns")
    battle.end_turn()
    [stands] = ORDERS.table.orders(battle.state).of(BLACK)
    assert stands.until == (2, "")
    battle.end_turn()
    assert ORDERS.table.orders(battle.state).of(BLACK) == ()
    battle.do(RepeatOrders(), by=US)
    [again] = ORDERS.table.orders(battle.state).of(BLACK)
    assert again.until == (4, "")


def test_orders_for_a_turn_lapse_with_it_and_can_be_repeated():
    battle = fight()
    order(battle, "hold")
    battle.end_turn()
    assert ORDERS.table.orders(battle.state).of(BLACK) == ()
    battle.do(RepeatOrders(), by=US)
    [again] = ORDERS.table.orders(battle.state).of(BLACK)
    assert again.until == (2, "")
    battle.do(CancelOrders(), by=US)
    assert ORDERS.table.orders(battle.state).of(BLACK) == ()


def test_standing_answers_are_given_with_an_order():
    battle = fight()
    given, back, held = order(battle, "advance", throw_back="yes", withdraw="no", cover="ask")
    assert isinstance(given, OrdersGiven)
    assert [(e.question, e.answer, e.audience) for e in (back, held) if isinstance(e, StandingSet)] == [
        ("throw-back", "yes", (BLACK,)),
        ("withdraw", "no", (BLACK,)),
    ]
    assert len(order(battle, "advance", throw_back="yes", withdraw="no")) == 1


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("no-place", {"first": "advance to"}),
        ("nobody-named", {"first": "fire at"}),
        ("unknown-unit", {"first": "fire at", "target": "able"}),
        ("unknown-unit", {"first": "follow", "target": "kay"}),
        ("turn-gone", {"first": "hold", "ask_turn": 1}),
        ("stop-never", {"first": "hold", "ask_turn": 3, "lasts": "2 turns"}),
        ("not-yours", {"first": "hold", "units": ("kay",)}),
    ],
)
def test_what_cannot_be_ordered_is_refused_and_changes_nothing(code, given):
    battle = fight()
    before = battle.state
    with pytest.raises(RuleViolation) as refused:
        battle.do(GiveOrders(**given), by=US)
    assert refused.value.code == code
    assert refused.value.remedy
    assert battle.state is before


def test_what_is_proposed_can_be_ordered_and_says_what_it_would_do():
    battle = fight(man("Baker", BLACK, (22, 10)))
    ordering = RULES.battle.ordering
    for unit in ("", "able"):
        found = ordering.proposals(battle.state, BLACK, unit)
        assert len(found) >= 8
        for proposed in found:
            chance = Scripted(script(""))
            assert RULES.battle.decide(battle.state, proposed.action, US, chance)
    assert ordering.proposals(battle.state, BLACK, "kay") == ()
    order(battle, "fire at the best odds", units=("able",))
    able, baker = ordering.would_do(battle.state, BLACK)
    assert able.action == Fire(character="able", target="kay")
    assert able.words.startswith("Fire at Kay")
    assert able.chances
    assert baker.order is None
    [stands] = ordering.standing(battle.state, BLACK)
    assert stands.words == "fire at the best odds, else hold"
    assert stands.until == "the end of turn 1"
    assert ordering.standing(battle.state, RED) == ()


def test_a_place_is_in_view_of_an_enemy_who_is_able_and_looks_its_way():
    """Half the way round to either side of him, on open ground (MM-2.0.2); cover is sought from him alone."""
    before, behind, far = (20.0, 10.0), (20.0, 30.0), (58.0, 20.0)
    state = fight(kay=man("Kay", RED, (20, 22), facing=180.0)).state
    assert [in_view_of_enemies(state, BLACK, place) for place in (before, behind, far)] == [True, False, True]
    state = fight(kay=man("Kay", RED, (20, 22), facing=0.0)).state
    assert [in_view_of_enemies(state, BLACK, place) for place in (before, behind)] == [False, True]
    away = man("Lee", RED, (50, 2), facing=180.0)
    state = fight(away, kay=man("Kay", RED, (20, 22), facing=180.0, wounds=[Level.MORTAL])).state
    assert not in_view_of_enemies(state, BLACK, before)
    assert not in_view_of_enemies(state, RED, (20.0, 9.0)), "Able looks north"
