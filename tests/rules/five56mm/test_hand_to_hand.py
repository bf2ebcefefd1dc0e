"""3.7 Engage and 7.1 Melee weapons: attacks, additional fighters, withdrawing, escaping."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import Answer, EndGo, StandingAnswer
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Engage, Escape, Move, Sprint, Stealth, Withdraw
from rules.five56mm.book.hand_to_hand import (
    Fighter,
    MeleeSituation,
    attack,
    attack_items,
    blow_harm,
    defence_items,
    escape,
)
from rules.five56mm.book.injury import Level
from rules.five56mm.book.light import Light
from rules.five56mm.book.tables import MELEE
from rules.five56mm.book.weapons import Arm, melee_bonus
from rules.five56mm.events.battle import Asked, GoOver
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.events.foot import CombatBegan, CombatEnded, ConsentSpoken, EscapeTried, Fought, Hurt
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import BLACK, RED, Combat
from rules.five56mm.tell import tell
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC
from rules.table.board import Board, Feature
from rules.telling.told import TellingRole
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one

BARE = Fighter(0, MELEE["unarmed"])


def total(how: MeleeSituation, *, attacking: bool) -> dict[str, int]:
    found = attack_items(BARE, how) if attacking else defence_items(BARE, how)
    return {item.citation: item.amount for item in found[1:]}


# ── Weapons and modifiers ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.1.2", "MM-7.1.3", "MM-7.1.4")
@pytest.mark.parametrize(
    ("weapons", "best"),
    [
        (("m9",), "unarmed"),
        (("m16",), "rifle-butt"),
        (("m21",), "rifle-butt"),
        (("m16", "knife"), "knife"),
        (("saw",), "unarmed"),
    ],
)
def test_the_best_weapon_at_hand(weapons: tuple[str, ...], best: str) -> None:
    assert melee_bonus(tuple(Arm(weapon) for weapon in weapons)).key == best


@pytest.mark.rule("MM-3.7.2", "MM-R43")
def test_the_defenders_total_is_the_number_of_the_attacker() -> None:
    attacker, defender = Fighter(1, MELEE["knife"]), Fighter(2, MELEE["rifle-butt"])
    bout = attack(attacker, defender, MeleeSituation(), Scripted("d6:3,d6:3"))
    assert (bout.attack.number.value, bout.attack.total, bout.hit) == (3 + 2 + 1, 3 + 1 + 2, True)
    assert not attack(attacker, defender, MeleeSituation(), Scripted("d6:4,d6:3")).hit


@pytest.mark.rule("MM-3.71.1", "MM-3.71.2", "MM-3.71.3", "MM-3.71.4")
def test_what_helps_the_attacker() -> None:
    how = MeleeSituation(engaging=True, behind=True, attacker_higher=True, more_attackers=2)
    assert total(how, attacking=True) == {"MM-3.71.1": 1, "MM-3.71.2": 2, "MM-3.71.3": 1, "MM-3.71.4": 2}


@pytest.mark.rule("MM-3.7.4", "MM-R37")
def test_after_the_first_attack_only_additional_attackers_count() -> None:
    how = MeleeSituation(engaging=False, behind=True, attacker_higher=True, more_attackers=1)
    assert total(how, attacking=True) == {"MM-3.71.4": 1}


@pytest.mark.rule("MM-3.72.1", "MM-3.72.2", "MM-3.72.3", "MM-3.7.5")
def test_what_helps_the_defender_always() -> None:
    how = MeleeSituation(engaging=False, obstacle=True, defender_higher=True, more_defenders=2)
    assert total(how, attacking=False) == {"MM-3.72.1": 1, "MM-3.72.2": 1, "MM-3.72.3": 2}


@pytest.mark.rule("MM-10.B.1", "MM-R103")
def test_a_black_belt_adds_one_to_attack_and_defence() -> None:
    belt = Fighter(0, MELEE["unarmed"], black_belt=True)
    assert sum(item.amount for item in attack_items(belt, MeleeSituation())) == 1
    assert sum(item.amount for item in defence_items(belt, MeleeSituation())) == 1


@pytest.mark.rule("MM-3.7.3", "MM-5.0.3", "MM-R38")
def test_a_blow_is_d6_and_strength_and_the_margin() -> None:
    harm = blow_harm(1, 4)
    assert (harm.dice.sides, sum(item.amount for item in harm.items), harm.source) == (6, 5, "melee")


# ── In a battle ───────────────────────────────────────────────────────────────────────────────────────────────────


def close(**red: int) -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "knife", strength=1),
        man("Red", RED, (30, 10.9), "ak47", **red),
        man("Guard", RED, (50, 38)),
    )
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-3.7.1", "MM-3.71.1", "MM-R39")
def test_an_enemy_within_an_inch_is_engaged() -> None:
    battle = close()
    # 2 + rifle butt 1 = 3; 4 + Strength 1 + knife 2 + Engaging 1 = 8, a margin of 5. Damage 5 + 1 + 5 = 11 against 4.
    events = battle.do(Engage(target="red"), "2,4,5,4")
    assert one(events, CombatBegan).starter == "alpha"
    fought = one(events, Fought).bout
    assert (fought.attack.number.value, fought.attack.total, fought.attack.margin) == (3, 8, 5)
    roll = one(events, Hurt).injury.roll
    assert roll is not None
    assert (roll.number.value, roll.margin, one(events, Hurt).injury.level) == (11, -7, Level.DEAD)


@pytest.mark.rule("MM-3.7.1", "MM-R36")
def test_an_enemy_farther_away_must_be_reached_first() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 14.9)), man("Guard", RED, (50, 38)))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Engage(target="red"))
    assert refused.value.citation == "MM-3.7.1"
    battle.do(Move(to="30,14"))
    assert one(battle.do(Engage(target="red"), "6,1"), CombatBegan).other == "red"


@pytest.mark.rule("MM-3.7.4", "MM-R37")
def test_engaging_counts_once_and_the_former_defender_never_has_it() -> None:
    battle = close()
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.bonus.value == 1 + 2 + 1
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.bonus.value == 1 + 2
    battle.run()
    battle.card("red")
    assert one(battle.do(Engage(target="alpha"), "6,1"), Fought).bout.attack.bonus.value == 0 + 1


@pytest.mark.rule("MM-3.71.2", "MM-2.0.2")
def test_from_behind() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"), man("Red", RED, (30, 10.9), facing=0), man("Guard", RED, (50, 38))
    )
    battle.card("alpha")
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.bonus.value == 1 + 2


@pytest.mark.rule("MM-3.7.6", "MM-R105", "MM-3.71.4")
def test_additional_attackers_are_those_in_combat_with_the_defender() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"),
        man("Bravo", BLACK, (30.5, 11.5)),
        man("Idle", BLACK, (29.5, 11.5)),
        man("Down", BLACK, (29.5, 10.5), wounds=[Level.MORTAL]),
        man("Red", RED, (30, 10.9)),
        man("Guard", RED, (50, 38)),
    )
    battle.state = replace(battle.state, combats=(Combat("bravo", "red", True), Combat("down", "red", True)))
    battle.card("alpha")
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.bonus.value == 1 + 1


@pytest.mark.rule("MM-3.7.7", "MM-R105", "MM-3.72.3")
def test_additional_defenders_are_those_within_an_inch_of_the_attacker() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"),
        man("Red", RED, (30, 10.9), "m9"),
        man("Friend", RED, (30.8, 10.4)),
        man("Far", RED, (30, 12)),
        man("Guard", RED, (50, 38)),
    )
    battle.card("alpha")
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.defence.value == 6 + 1


@pytest.mark.rule("MM-3.71.3", "MM-3.72.2", "MM-3.72.1")
def test_height_and_obstacles_are_measured() -> None:
    hill = Feature("hill", ((20, 9.6), (40, 9.6), (40, 0), (20, 0)), height=2.0)
    wall = Feature("wall", ((20, 10.5), (40, 10.5)), height=1.0, width=0.2)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 9.2), "m9"), man("Red", RED, (30, 10.1), "m9"), man("Guard", RED, (50, 38)),
        board=Board(60, 40, (hill,)),
    )  # fmt: skip
    battle.card("alpha")
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.attack.bonus.value == 1 + 1
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10.1), "m9"), man("Red", RED, (30, 10.9), "m9"), man("Guard", RED, (50, 38)),
        board=Board(60, 40, (wall,)),
    )  # fmt: skip
    battle.card("alpha")
    assert one(battle.do(Engage(target="red"), "6,1"), Fought).bout.defence.value == 6 + 1


@pytest.mark.rule("MM-R41")
def test_in_combat_he_fights_or_leaves_and_does_nothing_else() -> None:
    battle = close()
    battle.do(Engage(target="red"), "6,1")
    for action in (Move(to="30,5"), Stealth()):
        with pytest.raises(RuleViolation) as refused:
            battle.do(action)
        assert refused.value.code == "in-combat"


# ── Withdrawing and escaping ──────────────────────────────────────────────────────────────────────────────────────


def held(**alpha: int) -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), **alpha), man("Red", RED, (30, 10.9), strength=2), man("Guard", RED, (50, 38))
    )
    battle.state = replace(battle.state, combats=(Combat("red", "alpha", True),))
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-3.7.9")
def test_the_opponents_are_asked_and_may_let_him_go() -> None:
    battle = held()
    question = one(battle.do(Withdraw()), Asked).question
    assert (question.kind, question.side, question.about) == ("withdraw", RED, "alpha")
    assert one(battle.do(Answer(answer="yes")), ConsentSpoken).given
    events = battle.do(Move(to="30,6"))
    parted = one(events, CombatEnded)
    assert parted.one == "alpha"
    told = tell(battle.state, parted, PUBLIC)
    assert told is not None
    assert told.role is TellingRole.FOLLOWS, "it comes of his move, and is said below it"
    assert battle["alpha"].at == (30, 6)


@pytest.mark.rule("MM-3.7.9", "MM-3.7.10")
def test_without_consent_he_must_fight_on_or_escape() -> None:
    battle = held()
    battle.do(Withdraw())
    battle.do(Answer(answer="no"))
    with pytest.raises(RuleViolation):
        battle.do(Sprint(to="30,2"))
    with pytest.raises(RuleViolation):
        battle.do(Withdraw())


def test_a_standing_answer_for_withdrawing_enemies() -> None:
    battle = held()
    battle.do(StandingAnswer(question="withdraw", answer="yes"), by=Actor.player(RED))
    events = battle.do(Withdraw())
    assert all_of(events, Asked) == []
    assert one(events, ConsentSpoken).given


@pytest.mark.rule("MM-3.7.10", "MM-3.7.11", "MM-3.73.1", "MM-3.73.2", "MM-3.73.3", "MM-R40")
@pytest.mark.parametrize(
    ("die", "away", "struck", "penalty"),
    [(5, True, False, 0), (4, True, False, 1), (3, True, True, 2), (2, False, True, 0), (1, False, True, 0)],
)
def test_an_escape_by_its_margin(die: int, away: bool, struck: bool, penalty: int) -> None:
    # The opponent's 3 and Strength 2 make 5; no weapon counts on either side.
    tried = escape(0, 2, Scripted(f"d6:3,d6:{die}"))
    assert (tried.away, tried.struck, tried.penalty) == (away, struck, penalty)


@pytest.mark.rule("MM-3.7.11", "MM-R40")
def test_who_escapes_clean_has_his_whole_go() -> None:
    battle = held(movement=1)
    events = battle.do(Escape(), "3,4")
    assert one(events, EscapeTried).escape.away
    assert battle.state.combats == ()
    assert actions_left(battle.state) == 2
    battle.do(Sprint(to="30,2"), "1")


@pytest.mark.rule("MM-3.73.1", "MM-3.73.2")
def test_a_bad_escape_hampers_him_for_the_rest_of_the_turn() -> None:
    battle = held()
    events = battle.do(Escape(), "3,3,1,6")  # -2: away, struck for D6 + Strength 2
    assert one(events, Hurt).by == "red"
    assert (battle["alpha"].escape_penalty, battle["alpha"].escape_turn) == (2, 1)
    battle.put(replace(battle["guard"], at=(30, 20)))
    assert one(battle.do(Fire(target="guard", not_closest=False), "1"), Shot).roll.number.value == 4 + 2


@pytest.mark.rule("MM-3.73.3", "MM-R40")
def test_who_fails_to_escape_is_struck_and_his_go_is_over() -> None:
    battle = held()
    events = battle.do(Escape(), "3,2,1,6")
    assert one(events, GoOver).character == "alpha"
    assert one(events, Hurt).injury.roll is not None
    assert battle.state.opponents("alpha") == ("red",)
    assert actions_left(battle.state) == 0


@pytest.mark.rule("MM-R40")
def test_an_escape_is_tried_once_and_first() -> None:
    battle = held()
    battle.do(Engage(target="red"), "6,1")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Escape())
    assert refused.value.code == "escape-at-start"


@pytest.mark.rule("MM-R40", "MM-R43")
def test_the_strongest_of_several_holds_him_unless_another_is_named() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)),
        man("Red", RED, (30, 10.9), strength=1),
        man("Strong", RED, (30.5, 10.5), strength=3),
    )
    battle.state = replace(battle.state, combats=(Combat("red", "alpha"), Combat("strong", "alpha")))
    battle.card("alpha")
    tried = one(battle.do(Escape(), "1,6"), EscapeTried)
    assert (tried.opponent, tried.escape.roll.number.value) == ("strong", 1 + 3)
    assert battle.state.combats == ()


def test_withdrawing_needs_a_combat() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    for action in (Withdraw(), Escape()):
        with pytest.raises(RuleViolation, match="not in hand-to-hand combat"):
            battle.do(action)
    battle.do(EndGo())


@pytest.mark.rule("MM-3.7.8")
def test_a_sprint_may_end_in_combat_too() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 18)))
    battle.card("alpha")
    events = battle.do(Sprint(close_in="red"), "4")
    assert one(events, CombatBegan).starter == "alpha"
    assert all_of(events, Fought) == []


@pytest.mark.rule("MM-R40")
def test_the_weaker_of_two_cannot_be_chosen_by_him_who_escapes() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 10.9)), man("Strong", RED, (30.5, 10.5), strength=3)
    )
    battle.state = replace(battle.state, combats=(Combat("red", "alpha"), Combat("strong", "alpha")))
    battle.card("alpha")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Escape(opponent="red"))
    assert refused.value.code == "enemy-names"
    assert one(battle.do(Escape(opponent="red"), "1,6", by=UMPIRE), EscapeTried).opponent == "red"


@pytest.mark.rule("MM-6.2.4", "MM-6.2.7", "MM-6.2.3")
def test_in_the_dark_an_enemy_is_seen_before_he_is_engaged() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"),
        man("Red", RED, (30, 10.9), "m9"),
        man("Guard", RED, (5, 38)),
        light=Light.NO,
    )
    battle.card("alpha")
    missed = battle.do(Engage(target="red"), "4")  # 4.24: TN 3 below 2 in, and 2
    assert one(missed, SpotTried).rolls[0].number.value == 5
    assert all_of(missed, Fought) == []
    assert actions_left(battle.state) == 2
    with pytest.raises(RuleViolation):
        battle.do(Engage(target="red"))
    low = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"),
        man("Red", RED, (30, 10.9), "m9"),
        man("Guard", RED, (5, 38)),
        light=Light.LOW,
    )
    low.card("alpha")
    events = low.do(Engage(target="red"), "2,6,1")
    assert one(events, SpotTried).seen
    assert one(events, Fought).bout.attack.number.items[-1].reason == "Low Light"
    assert all_of(low.do(Engage(target="red"), "6,1"), SpotTried) == []
