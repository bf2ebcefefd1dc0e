"""Where chapters meet: cases of whole goes worked by hand from the book, fought on the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import Answer, EndGo, PlaceUnit
from rules.five56mm.actions.fire import CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import (
    Aim,
    Carry,
    FallBack,
    FirstAid,
    Hide,
    Move,
    Sprint,
    Stealth,
    Withdraw,
)
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.light import Light
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import Asked, CardTurned, TurnBegan
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.events.foot import CombatEnded, Died, Hurt, Moved, Relapsed
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import BLACK, RED, Combat, Stance
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one


def refused(battle: Skirmish, action: object) -> str:
    with pytest.raises(RuleViolation) as caught:
        battle.do(action)  # type: ignore[arg-type]  # any action
    return caught.value.code


def held(**red: object) -> Skirmish:
    """Alpha's card is up; he and Red are in hand-to-hand combat, and Guard stands far off."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag", morale=1),
        man("Red", RED, (30, 10.9), **red),  # type: ignore[arg-type]  # traits of a man
        man("Guard", RED, (50, 38)),
    )
    battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
    return battle


# ── Hand to hand, and leaving it ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.7.9", "MM-R41")
def test_consent_is_for_leaving_and_for_nothing_else() -> None:
    battle = held()
    battle.card("alpha")
    battle.do(Withdraw())
    battle.do(Answer(answer="yes"))
    for action in (Fire(target="guard"), Throw(at="30,16"), Stealth(), Aim(), Hide()):
        assert refused(battle, action) == "in-combat"
    assert one(battle.do(Move(to="30,7")), CombatEnded).one == "alpha"
    battle.do(Stealth())
    assert battle["alpha"].stance is Stance.STEALTH


@pytest.mark.rule("MM-3.7.9", "MM-9.01.2")
def test_fear_leaves_a_combat_that_the_enemy_gives_up() -> None:
    battle = held()
    battle.put(replace(battle["alpha"], courage=Courage.WITHDRAWING))
    battle.card("alpha")
    battle.do(Withdraw())
    battle.do(Answer(answer="yes"))
    events = battle.do(FallBack())
    assert one(events, CombatEnded).one == "alpha"
    assert battle.state.combats == ()


@pytest.mark.rule("MM-3.2.18", "MM-R22", "MM-R41")
@pytest.mark.parametrize("fights", [True, False])
def test_a_man_who_fights_for_his_life_throws_no_grenade_back(fights: bool) -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), morale=1),
        man("Red", RED, (32, 10)),
        man("Bomber", RED, (30, 16), "ak47", "frag"),
    )
    if fights:
        battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
    battle.card("bomber")
    # 5.5 in: Medium, 4. Half an inch from Alpha, 2.1 in from Red, who has not moved into the way of it.
    events = battle.do(Throw(at="30,10.5"), "4,1,6,1,6" if fights else "4")
    events += battle.run()
    assert bool(all_of(events, Asked)) is not fights
    assert [h.character for h in all_of(events, Hurt)] == (["alpha", "red"] if fights else [])


@pytest.mark.rule("MM-3.7.1")
def test_whom_the_umpire_puts_elsewhere_fights_on_only_within_an_inch() -> None:
    battle = held()
    battle.do(PlaceUnit(unit="alpha", to="30.4,10.4"))
    assert battle.state.opponents("alpha") == ("red",)
    assert one(battle.do(PlaceUnit(unit="alpha", to="20,10")), CombatEnded).other == "red"
    assert battle.state.combats == ()


@pytest.mark.rule("MM-4.5.1", "MM-R41")
def test_nobody_is_carried_out_of_a_combat() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), wounds=[Level.CRITICAL]),
        man("Buddy", BLACK, (29.2, 10)),
        man("Red", RED, (30, 10.9)),
    )
    battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
    battle.card("buddy")
    assert refused(battle, Carry(patient="alpha", to="25,10")) == "in-combat"
    battle.state = replace(battle.state, combats=())
    battle.do(Carry(patient="alpha", to="25,10"), "2")  # Critical, 2: 3 in
    assert battle["buddy"].at == pytest.approx((26.2, 10))


@pytest.mark.rule("MM-4.5.5", "MM-R51", "MM-7.8.5")
def test_a_second_carrier_must_be_fit_for_a_special_action() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), wounds=[Level.MORTAL]),
        man("Buddy", BLACK, (29.2, 10)),
        man("Pal", BLACK, (30.8, 10)),
        man("Red", RED, (30, 38)),
    )
    battle.card("buddy")
    carry = Carry(patient="alpha", second="pal", to="24,10")
    for unfit in ({"lost_actions": 1}, {"courage": Courage.FLEEING}, {"threw_back_turn": 1}):
        fit = battle["pal"]
        battle.put(replace(fit, **unfit))
        assert refused(battle, carry) == "no-second-carrier"
        battle.put(fit)
    battle.do(carry)
    assert battle["buddy"].at == (24, 10)
    assert [battle[who].stance for who in ("alpha", "pal")] == [Stance.CARRIED, Stance.CARRYING]


# ── Wounds over time ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.5.4", "MM-3.5.5", "MM-R34", "MM-R46", "MM-R115")
@pytest.mark.parametrize(("dies_at", "then"), [(4, 6), (3, 5), (2, 4), (1, 4)])
def test_the_countdown_goes_on_with_the_turns_that_were_left(dies_at: int, then: int) -> None:
    """Helped in turn 1 with D3 1: it holds to the end of turn 3. A man hit in this turn with three turns to live has
    them still; one in his last turn gets one more, in which he can be helped again."""
    battle = Skirmish(man("Alpha", BLACK, (30.9, 10)), man("Doc", BLACK, (30, 10), morale=1), man("Red", RED, (30, 38)))
    battle.put(replace(battle["alpha"], wounds=(WoundOnRecord(1, Level.MORTAL, dies_at=dies_at),)))
    battle.card("doc")
    battle.do(FirstAid(patient="alpha"), "5,1")
    for _ in range(2):
        assert all_of(battle.end_turn(), Relapsed) == []
    assert one(battle.end_turn(), Relapsed).wound.dies_at == then
    for turn in range(4, then):
        assert all_of(battle.end_turn(), Died) == [], turn
    assert one(battle.end_turn("6"), Died).character == "alpha"


@pytest.mark.rule("MM-R34", "MM-5.01.3", "MM-5.0.4")
def test_a_helped_mortal_wound_acts_as_a_critical_one() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)))
    battle.put(replace(battle["alpha"], wounds=(WoundOnRecord(1, Level.MORTAL, aid_until=3, left=2),)))
    battle.card("alpha")
    assert actions_left(battle.state) == 1
    assert refused(battle, Sprint(to="30,2")) == "critical"
    assert one(battle.do(Move(to="30,4")), Moved).inches == 2  # 2 in less
    other = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)))
    other.put(replace(other["alpha"], wounds=(WoundOnRecord(1, Level.MORTAL, aid_until=3, left=2),)))
    other.card("alpha")
    assert one(other.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + 2


@pytest.mark.rule("MM-5.01.1", "MM-R44", "MM-R45", "MM-5.0.4", "MM-5.01.2")
def test_three_minor_wounds_are_one_minor_and_two_serious() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22), wounds=[Level.MINOR]))
    battle.card("alpha")
    # TN 4. The M16's 1 + 4 against a 4: a Minor that counts as Serious. Then 1 + 4 and his own 1 against a 5: -1 again.
    assert one(battle.do(Fire(target="red"), "4,1,4"), Hurt).injury.level is Level.SERIOUS
    assert one(battle.do(Fire(target="red"), "4,1,5"), Hurt).injury.level is Level.SERIOUS
    assert [wound.level for wound in battle["red"].wounds] == [Level.MINOR, Level.SERIOUS, Level.SERIOUS]
    battle.run()
    battle.card("red")
    assert one(battle.do(Move(to="30,26")), Moved).inches == 2  # 1 in less for each


@pytest.mark.rule("MM-5.01.3", "MM-R88", "MM-2.3T.9", "MM-2.3T.10")
def test_an_elite_man_hurt_between_his_cards() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.ELITE]), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(Move(to="30,9"))
    battle.do(EndGo())
    battle.run()
    battle.put(replace(battle["alpha"], wounds=(WoundOnRecord(1, Level.CRITICAL),)))
    battle.card("alpha", which=1)
    assert actions_left(battle.state) == 0  # one action per turn, and he has had it
    fresh = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.ELITE]), man("Red", RED, (30, 22)))
    fresh.card("alpha")
    fresh.do(EndGo())
    fresh.run()
    fresh.card("alpha", which=1)
    assert refused(fresh, Sprint(to="30,2")) == "second-card"
    fresh.do(CoveringFire())  # a single action, and he did nothing on his first card
    assert fresh["alpha"].stance is Stance.COVERING


@pytest.mark.rule("MM-2.3T.7", "MM-2.3T.8")
def test_the_card_of_a_dead_man() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), aim=1), man("Red", RED, (30, 22)), man("Mate", RED, (50, 38), morale=3)
    )
    battle.card("alpha")
    battle.do(Fire(target="red"), "4,6,1")
    battle.run("1")  # Mate: half his squad is dead; 1 + 3 passes
    battle.do(EndGo())
    battle.run()
    turned = one(battle.card("red"), CardTurned)
    assert (turned.fate, turned.returns, battle.state.go) == ("dead", False, None)
    battle.card("mate")
    battle.do(EndGo())
    events = battle.run()
    assert one(events, TurnBegan).deck == (*battle["alpha"].cards, *battle["mate"].cards)


# ── Aim, Stealth, Hide ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.4.1", "MM-3.4.2", "MM-R18", "MM-R20")
def test_aim_counts_for_what_follows_at_once_in_the_same_go() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag"), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(Aim())
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.bonus.value == 1
    battle.end_turn()
    battle.card("alpha")
    battle.do(Move(to="30,11"))
    battle.do(Aim())
    battle.end_turn()
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.bonus.value == 0


@pytest.mark.rule("MM-3.3.1", "MM-R17", "MM-3.2.7", "MM-R07")
def test_stealth_lasts_whatever_follows_to_his_next_card() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(Stealth())
    battle.do(Fire(target="red"), "1")
    battle.run()
    battle.card("red")
    assert one(battle.do(Fire(target="alpha"), "1"), Shot).roll.number.value == 4 + 1
    battle.end_turn()
    battle.card("alpha")
    assert battle["alpha"].stance is Stance.NONE


@pytest.mark.rule("MM-6.2.7", "MM-3.2.7", "MM-7.4.3", "MM-R07")
@pytest.mark.parametrize(
    ("weapon", "moves", "given"), [("mp5", False, 2), ("mp5", True, 0), ("mp5sd", False, 0), ("mp5sd", True, 0)]
)
def test_who_gives_himself_away_in_low_light(weapon: str, moves: bool, given: int) -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), weapon), man("Red", RED, (30, 20)), light=Light.LOW)
    battle.card("alpha")
    battle.do(Fire(target="red", not_closest=False), "5,1")  # 3.21 at 10 in: 4, + 1 for the light; the shot misses
    battle.end_turn()
    if moves:
        battle.card("alpha")
        battle.do(Move(to="30,9"))
        battle.do(EndGo())
        battle.run()
    battle.card("red")
    tried = one(battle.do(Fire(target="alpha"), "1"), SpotTried)
    assert (tried.rolls[0].number.value, tried.rolls[0].bonus.value) == (4 + 1, given)


@pytest.mark.rule("MM-3.2.8", "MM-4.2.9", "MM-R05", "MM-R06")
def test_a_failed_spotting_costs_no_action_and_is_not_repeated() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 20)), man("Mate", RED, (40, 20)), light=Light.LOW
    )
    battle.card("alpha")
    assert all_of(battle.do(Fire(target="red", not_closest=False), "4"), Shot) == []
    assert actions_left(battle.state) == 2
    assert refused(battle, Fire(target="red")) == "not-spotted"
    assert one(battle.do(Fire(target="mate", not_closest=False), "5,1"), Shot).target == "mate"
    assert (
        one(battle.do(Fire(target="mate", not_closest=False), "1"), Shot).target == "mate"
    )  # seen to the end of the go


# ── Grenades and several who stand together ───────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.8.3", "MM-R24", "MM-R25", "MM-R02", "MM-R93")
def test_a_blast_takes_friend_and_foe_the_nearest_first() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag"),
        man("Buddy", BLACK, (30, 13)),
        man("Red", RED, (31, 16)),
        man("Mate", RED, (29, 16)),
        man("Far", RED, (30, 19.1)),
    )
    battle.card("alpha")
    # 6 in: Medium, 4, and 1 for holding on. Red and Mate 1 in, in squad order: D6+6; Buddy 3 in: D6+2; Far is 3.1 in
    # away. 7 against 4; 7 against 3 and six turns to live; 4 against 5.
    events = battle.do(Throw(at="30,16", hold=True), "5,1,4,1,3,5,2,5")
    assert [(h.character, h.injury.level, h.injury.countdown) for h in all_of(events, Hurt)] == [
        ("red", Level.CRITICAL, None), ("mate", Level.MORTAL, 6), ("buddy", Level.NONE, None),
    ]  # fmt: skip


@pytest.mark.rule("MM-3.2.12", "MM-3.2.13")
def test_two_fire_actions_at_one_target_only() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)), man("Mate", RED, (31, 22)))
    battle.card("alpha")
    battle.do(Fire(target="red", not_closest=False), "1")
    assert refused(battle, Fire(target="mate")) == "same-target"
    battle.do(Fire(target="red", not_closest=False), "1")
