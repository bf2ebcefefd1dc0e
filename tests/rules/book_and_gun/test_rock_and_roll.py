"""Rock and roll: submachineguns and assault rifles on automatic, worked by hand from XIII.9.2 and BG-R88.

A rifleman stands at 20,10 and looks north. His cone is a triangle 9 inches long and 2 inches wide at its end, so at 8
inches it is 0.89 inches wide on either side; the number is that of short range, 6 against class II, less 2.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.fire import Fire
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.to_hit import Shot, hits, to_hit
from rules.book_and_gun.state import ARMY
from rules.book_and_gun.units import Status
from rules.kernel.action import Actor
from tests.rules.book_and_gun.field import SOUTH, army, cell, hurt, only
from tests.rules.book_and_gun.test_fire_battle import carrying, firefight, refusal, shoot
from tests.rules.book_and_gun.test_resolve import outcome, refused

RIFLEMAN = army(size=1, at=(20.0, 10.0), leader=False)
FOE = cell(size=1, at=(20.0, 18.0), facing=SOUTH, leader=False)
BURST = {"unit": "able", "target": "red", "automatic": True}


def standing(unit, *places):
    """The unit with its men at these places."""
    return replace(unit, figures=tuple(replace(f, at=at) for f, at in zip(unit.figures, places, strict=True)))


def struck(events):
    """Who got which dice, by target and number."""
    return {(e.target, e.to_hit.value): e.dice for e in only(events, "volleyed")}


# ── The cone ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_the_number_is_two_lower_and_says_why() -> None:
    events, after = shoot(firefight(RIFLEMAN, FOE), "d20:4,d20:5,d20:20,card:7H", **BURST)
    (shot,) = only(events, "volleyed")
    assert (shot.dice, shot.hits, shot.automatic) == ((4, 5, 20), 1, True)
    assert str(shot.to_hit) == "4 = 6 assault rifle, short, class II · −2 on automatic"
    assert {"BG-XIII.9.2", "BG-R88"} <= set(shot.citations)
    assert after.figure("red1").status is Status.KILLED


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_a_natural_1_still_hits_where_nothing_else_could() -> None:
    rifle = arm("assault rifle")
    number = to_hit(Shot(rifle, 8.0, "IV", drug_user=True, automatic=True))  # 3, less 1 and 2
    assert number is not None
    assert number.value == 0
    assert hits(1, number)
    assert not hits(2, number)


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
@pytest.mark.parametrize(
    ("aside", "inside"),
    [(0.8, True), (1.0, False)],  # 8 inches out: 0.89 on either side
)
def test_the_cone_is_a_narrow_triangle(aside: float, inside: bool) -> None:
    foes = standing(cell(size=2, at=(20.0, 18.0), leader=False), (20.0, 18.0), (20.0 + aside, 18.0))
    # The three dice go to both in turn, or all to the one.
    cards = "card:7H,card:8H" if inside else "card:7H"
    _, after = shoot(firefight(RIFLEMAN, foes), f"d20:4,d20:4,d20:20,{cards}", **BURST)
    fallen = {figure.id for figure in after.unit("red").figures if not figure.fit}
    assert fallen == ({"red1", "red2"} if inside else {"red1"})


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_it_ends_at_nine_inches_and_friends_in_it_are_targets() -> None:
    """A friend 4 inches ahead, a foe at 8, another at 9.5: the dice go to friend, foe, friend."""
    friend = army("baker", size=1, at=(20.0, 14.0), leader=False)
    foes = standing(cell(size=2, at=(20.0, 18.0), facing=SOUTH, leader=False), (20.0, 18.0), (20.2, 19.5))
    events, _ = shoot(firefight(RIFLEMAN, friend, foes), "d20:4,d20:4,d20:20,card:7H,card:8H", **BURST)
    assert struck(events) == {("baker", 4): (4, 20), ("red", 5): (4,)}  # two men in the open: class I, 7
    assert [fallen.figure for fallen in only(events, "figure-fell")] == ["baker1", "red1"]


@pytest.mark.rule("BG-XIII.9.2", "BG-R87", "BG-R195")
def test_the_dice_are_shared_even_where_machineguns_have_them_all_for_each() -> None:
    foes = standing(cell(size=2, at=(20.0, 18.0), leader=False), (20.0, 18.0), (20.5, 18.0))
    state = firefight(RIFLEMAN, foes, options=(("mg-cone", "full-dice-per-figure"),))
    shoot(state, "d20:20,d20:20,d20:20", **BURST)


@pytest.mark.rule("BG-XIII.9.2", "BG-R125", "BG-R195")
def test_a_wounded_man_in_the_cone_is_killed_once_nobody_unhurt_is_left() -> None:
    pair = standing(cell(size=2, at=(20.0, 18.0), leader=False), (20.0, 18.0), (20.3, 18.2))
    foes = hurt(pair, Status.WOUNDED, 2)
    # red1 takes the first hit; the second die is at the wounded man, who lies: class III, 4 less 2. A heart hits, a 5
    # would wound: him it kills.
    events, _ = shoot(firefight(RIFLEMAN, foes), "d20:4,d20:2,d20:20,card:7H,card:8H,card:5C", **BURST)
    assert [(e.figure, e.status) for e in only(events, "figure-fell")] == [
        ("red1", Status.KILLED),
        ("red2", Status.KILLED),
    ]


@pytest.mark.rule("BG-X.2.1a", "BG-R82")
def test_two_ones_empty_the_weapon() -> None:
    events, _ = shoot(firefight(RIFLEMAN, FOE), "d20:1,d20:1,d20:20,card:2S,card:3S", **BURST)
    assert only(events, "ammunition-spent")[0].figure == "able1"


# ── Who may ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.9.2", "BG-R88", "BG-R195")
def test_nobody_fires_so_beyond_short_range_or_with_another_weapon() -> None:
    far = standing(FOE, (20.0, 19.5))
    assert refusal(firefight(RIFLEMAN, far), **BURST) == "nobody-on-automatic"
    for other in ("light machinegun", "self loading rifle", "pistol"):
        near = standing(FOE, (20.0, 12.0))
        assert refusal(firefight(carrying(RIFLEMAN, other), near), **BURST) == "nobody-on-automatic"
    gunman = carrying(RIFLEMAN, "submachinegun")
    events, _ = shoot(firefight(gunman, FOE), "d20:3,d20:20,d20:20,card:2S", **BURST)
    assert struck(events) == {("red", 3): (3, 20, 20)}  # submachinegun, short, class II: 5


@pytest.mark.rule("BG-R195")
def test_nobody_is_named_on_automatic() -> None:
    assert refusal(firefight(RIFLEMAN, FOE), **BURST, target_figure="red1") == "not-aimed"


@pytest.mark.rule("BG-R88")
def test_the_table_may_do_without() -> None:
    state = firefight(RIFLEMAN, FOE, options=(("rock-and-roll", "off"),))
    assert refusal(state, **BURST) == "no-automatic-fire"
    assert not [offer for offer in RULES.battle.offers(state, ARMY, "able") if "automatic" in offer.label]


@pytest.mark.rule("BG-R09", "BG-R195")
def test_in_a_volley_the_others_fire_aimed() -> None:
    """Three men under their leader, the second with a machinegun: only the rifles fire on automatic."""
    squad = carrying(army(size=3, at=(19.0, 10.0), spacing=1.0), "self loading rifle", number=2)
    state = firefight(squad, FOE)
    events, _ = shoot(state, ",".join(["d20:20"] * 8), **BURST)
    assert [(e.figure, e.automatic, len(e.dice)) for e in only(events, "volleyed")] == [
        ("able1", True, 3),
        ("able2", False, 2),
        ("able3", True, 3),
    ]


# ── Offers, odds, one-off resolution ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-XIII.9.2")
def test_it_is_offered_beside_aimed_fire_and_what_is_offered_can_be_done() -> None:
    state = firefight(RIFLEMAN, FOE)
    offers = {o.label: o for o in RULES.battle.offers(state, ARMY, "able") if o.verb == "fire"}
    assert list(offers) == ["Man able1 at Red", "Man able1 on automatic at Red"]
    burst = offers["Man able1 on automatic at Red"]
    assert burst.detail == "8 in, class II (open order in the open), 1 firing, all on automatic"
    action = burst.filled()
    odds = RULES.battle.odds(state, action, Actor.player(ARMY))
    assert dict(odds.chances)["at least one hit"] == 1 - Fraction(16, 20) ** 3
    assert odds.notes[0] == "3D20, each hits at TO HIT or less: assault rifle on automatic at Red"
    shoot(state, "d20:20,d20:20,d20:20", **burst.action.model_dump(exclude_unset=True))


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_the_odds_tell_friends_and_enemies_apart() -> None:
    """Friend at 4 inches, foe at 8: two dice for the friend, one for the foe, each a hit on 4 or less; hearts and
    diamonds harm a man of class II, 26 of 54 cards."""
    friend = army("baker", size=1, at=(20.0, 14.0), leader=False)
    state = firefight(RIFLEMAN, friend, FOE)
    odds = RULES.battle.odds(state, Fire(**BURST), Actor.player(ARMY))
    told = {one.words: (one.chance, one.danger) for one in odds.chances}
    hit, blank = Fraction(4, 20), Fraction(28, 54)
    unhurt = (1 - hit) ** 2 + 2 * hit * (1 - hit) * blank + hit**2 * blank * Fraction(27, 53)
    assert told == {
        "at least one hit": (hit, False),
        "at least one casualty": (hit * (1 - blank), False),
        "one of your own men is hit": (1 - unhurt, True),
    }
    assert "in the line of fire: Man baker1" in odds.notes


@pytest.mark.rule("BG-XIII.9.2", "BG-R88")
def test_one_resolution_without_a_battle() -> None:
    given = {"weapon": "assault rifle", "range": 9, "target_class": "I", "automatic": True}
    done = outcome("fire", "d20:5,d20:6,d20:20,card:5C", **given)
    assert (done["to_hit"], done["hits"], done["wounded"]) == (5, 1, 1)  # 7, less 2
    assert refused("fire", **{**given, "range": 10}) == "nobody-on-automatic"
    assert refused("fire", **{**given, "weapon": "light machinegun"}) == "nobody-on-automatic"
    assert refused("fire", **{**given, "target": "leader"}) == "not-aimed"
    assert refused("fire", **given, house_rule=("rock-and-roll=off",)) == "no-automatic-fire"
