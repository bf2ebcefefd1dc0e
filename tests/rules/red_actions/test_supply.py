"""Supply carts at the rear: what they hold, whom they serve, how they are lost. RA-ammo.carts, RA-R117, RA-R269

A cart holds three fills: six turns of a gun, which carries two, or nine of a mortar, which carries three. A horse-drawn
base is 1.2 in deep, so that a cart 1.2 in behind the middle of a gun touches it.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.chance import Scripted
from rules.red_actions import RULES
from rules.red_actions.actions.fight import Charge
from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.forces.drafting import DRAFTING
from rules.red_actions.forces.organisations import raise_unit
from rules.red_actions.play.fire.supply import refill_all
from rules.red_actions.state import ATTACKER, DEFENDER, State
from rules.red_actions.units import Base, Concealment
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.red_actions import mustering
from tests.rules.red_actions.charges import charged
from tests.rules.red_actions.field import area, battle, board, course, junior, unit

GUN, CART, MORTAR = "field-gun", "supply-cart", "mortar"


def guns(id_="guns", card=GUN, *, limber=0, own=0, bases=1, **changes):
    made = unit(id_, card=card, bases=bases, **changes)
    stood = tuple(replace(base, limber=limber, cart=own) for base in made.bases)
    return replace(made, bases=stood)


def cart(id_="cart", *, left=18, **changes):
    made = unit(id_, card=CART, bases=1, **changes)
    return replace(made, bases=(Base(f"{id_}1", CART, cart=left),))


def handed_out(state: State) -> State:
    went = course(state)
    refill_all(went)
    return went.state


def rounds(state: State, id_: str) -> list[tuple[int, int]]:
    return [(base.limber, base.cart) for base in state.unit(id_).bases]


@pytest.mark.rule("RA-ammo.carts", "RA-R117", "RA-R165", "RA-R269")
def test_a_gun_that_stands_at_a_cart_for_a_turn_is_filled() -> None:
    """Two turns for its limber are two of the six: 18 parts less 2 times 3."""
    state = handed_out(battle(guns(at=(30, 20)), cart(at=(30, 18.8))))
    assert rounds(state, "guns") == [(2, 0)]
    assert rounds(state, "cart") == [(0, 12)]


@pytest.mark.rule("RA-ammo.mortars", "RA-R269")
def test_a_mortar_takes_three_and_a_cart_holds_nine_for_it() -> None:
    """Three turns of nine: 18 parts less 3 times 2."""
    state = handed_out(battle(guns(card=MORTAR, at=(30, 20)), cart(at=(30, 18.9))))
    assert rounds(state, "guns") == [(3, 0)]
    assert rounds(state, "cart") == [(0, 12)]


@pytest.mark.rule("RA-ammo.carts", "RA-R117")
@pytest.mark.parametrize("who", ["guns", "cart"])
@pytest.mark.parametrize("what", ["moved_turn", "fired_turn"])
def test_nothing_is_handed_out_in_a_turn_of_action(who: str, what: str) -> None:
    state = battle(guns(at=(30, 20)), cart(at=(30, 18.8)))
    state = state.with_unit(replace(state.unit(who), **{what: 1}))
    assert rounds(handed_out(state), "guns") == [(0, 0)]


@pytest.mark.rule("RA-R117", "RA-R269")
def test_nor_from_a_cart_a_way_off_or_an_empty_one_or_the_enemy_s() -> None:
    for at, left, side in (((30, 17.5), 18, "attacker"), ((30, 18.8), 2, "attacker"), ((30, 18.8), 18, DEFENDER)):
        state = battle(guns(at=(30, 20)), cart(at=at, left=left, side=side))
        assert rounds(handed_out(state), "guns") == [(0, 0)], (at, left, side)


@pytest.mark.rule("RA-ammo.carts", "RA-R269", "RA-R273")
def test_nothing_is_handed_out_across_deep_water() -> None:
    """The gun's rear and the cart's front are 0.9 in apart, with half an inch of a pond between."""
    pond = area("pond", 20, 18.7, 40, 19.2)
    for features, filled in (((), True), ((pond,), False)):
        state = handed_out(battle(guns(at=(30, 20)), cart(at=(30, 17.9)), board=board(*features)))
        assert (rounds(state, "cart") == [(0, 12)]) is filled


@pytest.mark.rule("RA-ammo.guns", "RA-ammo.carts")
def test_its_own_cart_comes_first() -> None:
    state = handed_out(battle(guns(at=(30, 20), own=6), cart(at=(30, 18.8))))
    assert rounds(state, "guns") == [(2, 4)]
    assert rounds(state, "cart") == [(0, 18)]


@pytest.mark.rule("RA-charge.guns", "RA-R269")
def test_a_cart_that_is_reached_surrenders_and_its_rounds_go_with_it() -> None:
    """A cart does not fight. Its charged driver has stood (a 2 on two dice); the cart is captured and lost."""
    reds = unit("reds", card="horse-army-cavalry", at=(30, 20))
    state = battle(reds, junior("reds", token="red-zero-plain"), cart(side=DEFENDER, at=(30, 30)))
    state = replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))
    after = charged(state, 1, 1, 1, 1, action=Charge(unit="reds", target="cart")).state
    assert after.find("cart") is None
    assert [(loss.base.id, loss.how) for loss in after.losses] == [("cart1", "captured")]


@pytest.mark.rule("RA-ammo.carts", "RA-R269")
def test_carts_are_raised_with_their_load() -> None:
    plan = raise_unit("soviet-supply-cart-1")
    assert [element.type.key for element in plan.elements] == [CART]
    card = BOOK_PACK.card(CART)
    assert (card.shoot, card.combat, card.charge, card.mover.value) == (0, 0, 0, "tachanka-limbered")


@pytest.mark.rule("RA-ammo.carts", "RA-R269")
def test_carts_come_to_a_battle_loaded_and_where_a_scenario_says() -> None:
    """As position markers with the defenders; without the rule for ammunition they carry nothing that is counted."""
    carts = mustering.unit(DEFENDER, "polish-supply-cart-1", place=(40.0, 40.0))
    state = mustering.mustered([mustering.unit(ATTACKER, mustering.CAVALRY)], [carts])
    (unit_,) = (each for each in state.units if each.card == CART)
    assert [base.cart for base in unit_.bases] == [18]
    assert (unit_.at, unit_.hidden) == ((40.0, 40.0), Concealment.MARKER)
    plan = DRAFTING.finish(
        DRAFTING.apply(DRAFTING.begin("own-white", (("unit-points", "no-limit"),), Scripted("")), 1, "base.supply-cart")
    )
    assert [element.type.key for element in plan.elements] == [CART]


@pytest.mark.rule("RA-ammo.carts", "RA-seq.3")
def test_only_its_own_side_knows_what_a_cart_holds_and_a_hidden_one_at_all() -> None:
    state = battle(cart(at=(30, 18.8), left=12), unit("whites", DEFENDER, at=(30, 30)))
    own, other = (view(state, Viewer(side)) for side in ("attacker", DEFENDER))
    (mine,) = (each for each in own.units if each.ref == "cart")
    (theirs,) = (each for each in other.units if each.ref == "cart")
    assert "4 turns of fire for a gun, or 6 for a mortar" in " ".join(mine.lines)
    assert "turns of fire" not in " ".join(theirs.lines)
    hidden = state.with_unit(replace(state.unit("cart"), hidden=Concealment.MARKER, marker=1))
    for viewer in (Viewer(DEFENDER), PUBLIC):
        assert "cart" not in {each.ref for each in view(hidden, viewer).units}


@pytest.mark.rule("RA-charge.target.none", "RA-R269")
def test_a_cart_charges_nobody_and_fires_at_nobody() -> None:
    state = battle(cart(at=(30, 20)), unit("whites", DEFENDER, at=(30, 26)))
    verbs = {offer.verb for offer in RULES.battle.offers(state, "attacker", "cart")}
    assert verbs & {"charge", "fire"} == set()
    assert "move" in verbs
