"""Grenades (3.2, 7.8), the M203 (7.5), LAW and RPG (7.9): throws, misses, throwing back, what a blast does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import Answer, Bombard, EndGo, StandingAnswer
from rules.five56mm.actions.fire import Fire, Throw, ThrowBack
from rules.five56mm.actions.foot import FirstAid, Move
from rules.five56mm.book.explosions import (
    Scatter,
    ThrowValues,
    actions_lost,
    blast_harm,
    burning_harm,
    check_throw_back,
    direct_harm,
    landing,
    scatter,
    throw_number,
)
from rules.five56mm.book.fire import Platform
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.book.tables import WEAPONS
from rules.five56mm.book.vehicle_damage import Damage
from rules.five56mm.book.weapons import Arm
from rules.five56mm.events.battle import Asked, CardTurned, GoBegan
from rules.five56mm.events.fire import (
    AmmoTested,
    Dud,
    Exploded,
    GrenadeLanded,
    GrenadePicked,
    Scattered,
    Shot,
    Thrown,
    WeaponSpent,
)
from rules.five56mm.events.foot import CaughtFire, CloudLeft, Died, FireOut, Gassed, GasShaken, Hurt, Stunned
from rules.five56mm.events.vehicles import VehicleHit
from rules.five56mm.state import BLACK, RED, Burning, Poison
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Feature
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one, truck

FRAG = WEAPONS["frag"]

# ── The throw ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.2.13", "MM-3.2.14", "MM-3.2.15")
def test_a_grenade_is_thrown_by_strength_at_a_place() -> None:
    number, bonus = throw_number(ThrowValues(FRAG, 6, 2))
    assert (number.value, bonus.value) == (4, 2)  # 6 in is Medium
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag", strength=2), man("Red", RED, (30, 30)))
    battle.card("alpha")
    events = battle.do(Throw(at="30,16"), "2")
    assert one(events, Exploded).at == (30, 16)
    assert one(events, Thrown).roll.bonus.items[0].reason == "Strength"


@pytest.mark.rule("MM-3.24.14", "MM-3.2.25", "MM-R20")
def test_what_changes_a_throw() -> None:
    held = ThrowValues(FRAG, 6, 0, holding=True, platform=Platform("moving"), light=Light.LOW, aimed=True)
    number, bonus = throw_number(held)
    assert {item.citation for item in number.items} == {"MM-3.2.14", "MM-3.24.14", "MM-3.24.4", "MM-6.2.6"}
    assert (number.value, bonus.value) == (4 + 1 + 1 + 1, 1)


@pytest.mark.rule("MM-3.2.16", "MM-R94", "MM-R93")
@pytest.mark.parametrize(
    ("margin", "dice", "distance"),
    [(-1, "d6:5,d6:1", 3), (-2, "d6:5,d6:1", 5), (-3, "d6:5,d6:1", 6), (-6, "d6:6,d6:1", 7)],
)
def test_how_far_a_miss_goes_astray(margin: int, dice: str, distance: int) -> None:
    assert scatter(margin, Scripted(dice)).distance == distance


@pytest.mark.rule("MM-3.2.17", "MM-R21")
@pytest.mark.parametrize(
    ("die", "point"),
    [(1, (-4, 10)), (2, (-2.828, 12.828)), (3, (0, 6)), (4, (0, 14)), (5, (2.828, 12.828)), (6, (4, 10))],
)
def test_where_a_miss_lands(die: int, point: tuple[float, float]) -> None:
    # Thrown from (0, 0) to (0, 10), four inches off.
    degrees = {1: 270, 2: 315, 3: 180, 4: 0, 5: 45, 6: 90}[die]
    assert landing((0, 0), (0, 10), Scatter(4, degrees, 4, die)) == pytest.approx(point, abs=0.001)


@pytest.mark.rule("MM-3.2.16", "MM-3.2.17", "MM-7.8.1", "MM-R93")
def test_a_bad_throw_tests_ammo_then_distance_then_direction() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag"), man("Red", RED, (30, 38)))
    battle.card("alpha")
    events = battle.do(Throw(at="30,16"), "1,6,2,4")  # 1 against 4: -3; Ammo 6; D6+1 = 3 in, directly long
    assert one(events, AmmoTested).test.every_shot
    assert one(events, Scattered).at == (30, 19)
    assert one(events, Exploded).at == (30, 19)


@pytest.mark.rule("MM-7.8.1")
def test_grenades_run_out_below_six() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag"), man("Red", RED, (30, 38)))
    battle.card("alpha")
    battle.do(Throw(at="30,16"), "1,5,1,4")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Throw(at="30,16"))
    assert refused.value.citation == "MM-7.8.1"


@pytest.mark.rule("MM-7.8.2", "MM-3.2.13")
def test_several_kinds_are_carried_and_one_is_chosen() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m16", "frag", "stun"), man("Red", RED, (30, 38)))
    battle.card("alpha")
    assert one(battle.do(Throw(grenade="stun", at="30,16"), "4"), Exploded).of == "stun"


@pytest.mark.rule("MM-R20", "MM-3.2.13")
def test_a_throw_needs_range_and_a_sight_of_its_place() -> None:
    wall = Feature("wall", ((20, 14), (40, 14)), height=5.0, width=0.3)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag"), man("Red", RED, (30, 38)), board=Board(60, 40, (wall,))
    )
    battle.card("alpha")
    for at, code in (("30,18", "no-line-of-sight"), ("45,10", "out-of-range"), ("30,10.5", "too-near")):
        with pytest.raises(RuleViolation) as refused:
            battle.do(Throw(at=at))
        assert refused.value.code == code


# ── Throwing back ─────────────────────────────────────────────────────────────────────────────────────────────────


def beside_red(*options: tuple[str, str], **red: int) -> Skirmish:
    """A grenade has landed at Red's feet; he has not had his card."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag"),
        man("Reserve", BLACK, (5, 2)),
        man("Red", RED, (30, 16), **red),
        man("Guard", RED, (50, 38)),
        man("Third", RED, (52, 38)),
        options=options,
    )
    battle.card("alpha")
    landed = one(battle.do(Throw(target="red"), "4"), GrenadeLanded)
    assert landed.grenade.at == (30, 16)
    return battle


@pytest.mark.rule("MM-3.2.18", "MM-R22")
def test_a_man_within_an_inch_who_has_not_had_his_go_is_asked() -> None:
    battle = beside_red()
    question = one(battle.run(), Asked).question
    assert (question.kind, question.side, question.who) == ("throw-back", RED, ("red",))


@pytest.mark.rule("MM-3.2.18", "MM-3.2.25")
def test_nobody_is_asked_after_his_go_nor_when_the_thrower_held_on() -> None:
    for hold in (False, True):
        battle = Skirmish(
            man("Alpha", BLACK, (30, 10), "m16", "frag"), man("Red", RED, (30, 16)), man("Guard", RED, (50, 38))
        )
        if not hold:
            battle.card("red")
            battle.do(EndGo())
            battle.run()
        battle.card("alpha")
        events = battle.do(Throw(target="red", hold=hold), "6,1,6")
        assert all_of(events, GrenadeLanded) == []
        assert one(events, Exploded).at == (30, 16)


@pytest.mark.rule("MM-3.2.20", "MM-3.2.21", "MM-3.2.19", "MM-3.2.22")
def test_it_is_picked_up_and_thrown_back_at_the_cost_of_an_action() -> None:
    battle = beside_red()
    battle.run()
    # Morale TN 4: 4. Thrown 6 in, Medium, TN 4: 5. Alpha resists D6+6 with a 1: 1 + 6 against 1, dead.
    events = battle.do(ThrowBack(character="red", target="alpha"), "4,5,1,1")
    assert one(events, GrenadePicked).roll.number.value == 4
    assert (one(events, Thrown).back, one(events, Exploded).at) == (True, (30, 10))
    assert one(events, Died).by == "red"
    battle.run("6")  # the Reserve tests his morale
    assert one(battle.card("red"), GoBegan).allowance == 1


@pytest.mark.rule("MM-3.2.20", "MM-3.2.23", "MM-R23")
@pytest.mark.parametrize("dice", ["3,1,6", "4,3,1,6"])  # too slow to pick it up; a throw that fails
def test_whatever_fails_it_explodes_in_his_hand(dice: str) -> None:
    battle = beside_red()
    battle.run()
    events = battle.do(ThrowBack(character="red", target="alpha"), dice)
    assert one(events, Exploded).at == (30, 16)
    hurt = one(events, Hurt)
    assert hurt.character == "red"
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == 1 + 6  # the ordinary blast at 0 in
    assert all_of(events, Scattered) == []


@pytest.mark.rule("MM-R23")
def test_by_house_rule_it_does_its_direct_damage_in_the_hand() -> None:
    battle = beside_red(("hand-explosion", "direct"))
    battle.run()
    hurt = one(battle.do(ThrowBack(character="red", target="alpha"), "3,1,6"), Hurt)
    assert hurt.injury.roll is not None
    assert hurt.injury.roll.number.value == 1 + 8


@pytest.mark.rule("MM-3.2.22", "MM-R22")
def test_a_throw_back_reaches_less_than_long_range() -> None:
    check_throw_back(FRAG, 6.9)
    for inches in (7, 0.5):
        with pytest.raises(RuleViolation):
            check_throw_back(FRAG, inches)


@pytest.mark.rule("MM-3.2.24", "MM-3.2.18")
def test_a_grenade_thrown_back_is_not_thrown_back_again() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag"),
        man("Bravo", BLACK, (30.5, 10)),
        man("Red", RED, (30, 16)),
        man("Guard", RED, (50, 38)),
        man("Third", RED, (52, 38)),
        man("Charlie", BLACK, (5, 2)),
    )
    battle.card("alpha")
    battle.do(Throw(target="red"), "4")
    battle.run()
    # Bravo has not had his go, but he is not asked: it goes off among them.
    events = battle.do(ThrowBack(character="red", target="alpha"), "4,5,1,6,1,6")
    assert one(events, Exploded).at == (30, 10)
    assert {hurt.character for hurt in all_of(events, Hurt)} == {"alpha", "bravo"}


@pytest.mark.rule("MM-3.2.18", "MM-R22")
def test_the_side_that_did_not_throw_it_chooses_first_then_the_other() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag"),
        man("Friend", BLACK, (30.5, 16)),
        man("Red", RED, (30, 16)),
    )
    battle.card("alpha")
    battle.do(Throw(target="red"), "4")
    assert one(battle.run(), Asked).question.side == RED
    battle.do(Answer(answer="no"))
    assert one(battle.run(), Asked).question.side == BLACK
    battle.do(Answer(answer="no"))
    events = battle.run("1,6,1,6")
    assert one(events, Exploded).of == "frag"


def test_a_standing_answer_spares_the_question() -> None:
    battle = beside_red()
    battle.do(StandingAnswer(question="throw-back", answer="no"), by=Actor.player(RED))
    assert one(battle.run("1,6"), Exploded).at == (30, 16)
    battle = beside_red()
    battle.do(StandingAnswer(question="throw-back", answer="yes"), by=Actor.player(RED))
    assert one(battle.run("4,5,1,6"), GrenadePicked).character == "red"


# ── Blasts ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.8.3", "MM-7.8.9", "MM-7.8.10", "MM-7.9.4", "MM-7.9.6", "MM-R02")
@pytest.mark.parametrize(
    ("kind", "plus"),
    [("frag", (6, 4, 2, None)), ("wp", (4, 2, 1, 0)), ("law", (8, 6, 4, 2)), ("rpg", (7, 5, 3, 1))],
)
def test_damage_by_distance(kind: str, plus: tuple[int | None, ...]) -> None:
    found = [blast_harm(kind, inches) for inches in (1, 2, 3, 4)]
    assert tuple(None if harm is None else harm.dice.plus for harm in found) == plus
    burning = [burning_harm(inches) for inches in (1, 2, 3, 4)]
    assert tuple(None if harm is None else harm.dice.plus for harm in burning) == (2, 1, 0, None)


@pytest.mark.rule("MM-7.8.12", "MM-R67")
def test_body_armour_helps_against_all_blasts_but_phosphorous() -> None:
    sources = {kind: (blast_harm(kind, 1) or direct_harm(kind)).source for kind in ("frag", "wp", "law", "rpg")}
    assert sources == {"frag": "grenade", "wp": "", "law": "heavy weapon", "rpg": "heavy weapon"}


@pytest.mark.rule("MM-7.8.3", "MM-R24", "MM-R25")
def test_a_blast_catches_friend_and_enemy_nearest_first() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 12.5)),
        man("Bravo", BLACK, (30, 10.5)),
        man("Safe", BLACK, (30, 13.1)),
        man("Red", RED, (30, 11.5)),
        man("Guard", RED, (50, 38)),
        man("Third", RED, (52, 38)),
    )
    events = battle.do(Bombard(blast_of="frag", at="30,10"), "1,6,1,6,1,6")
    hurts = all_of(events, Hurt)
    assert [hurt.character for hurt in hurts] == ["bravo", "red", "alpha"]
    numbers = [hurt.injury.roll.number.value for hurt in hurts if hurt.injury.roll]
    assert numbers == [1 + 6, 1 + 4, 1 + 2]


@pytest.mark.rule("MM-R24")
def test_by_house_rule_one_die_counts_for_the_whole_explosion() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 11)), man("Bravo", BLACK, (30, 12.5)), man("Red", RED, (50, 38)),
        options=[("blast-tn", "per-explosion")],
    )  # fmt: skip
    events = battle.do(Bombard(blast_of="frag", at="30,10"), "1,6,6")
    assert [h.injury.roll.number.value for h in all_of(events, Hurt) if h.injury.roll] == [1 + 6, 1 + 2]


@pytest.mark.rule("MM-R25")
def test_by_house_rule_cover_blocks_a_blast() -> None:
    wall = Feature("wall", ((20, 11), (40, 11)), height=3.0, width=0.3)

    def victims(*options: tuple[str, str]) -> int:
        battle = Skirmish(
            man("Alpha", BLACK, (30, 12)), man("Red", RED, (50, 38)), board=Board(60, 40, (wall,)), options=options
        )
        return len(all_of(battle.do(Bombard(blast_of="frag", at="30,10"), "1,6" if not options else ""), Hurt))

    assert victims() == 1
    assert victims(("blast-cover", "blocked-without-line-of-sight")) == 0


@pytest.mark.rule("MM-7.8.4", "MM-7.8.5", "MM-R31")
@pytest.mark.parametrize(("die", "lost", "allowance"), [(6, 0, 2), (5, 1, 1), (4, 2, 0), (1, 2, 0)])
def test_a_stun_grenade_takes_actions_of_the_next_go(die: int, lost: int, allowance: int) -> None:
    # At 2 in the TN is D6+4.
    battle = Skirmish(man("Alpha", BLACK, (30, 12), morale=0), man("Red", RED, (50, 38)))
    events = battle.do(Bombard(blast_of="stun", at="30,10"), f"2,{die}")  # TN 6
    assert one(events, Stunned).test.lost == lost
    assert actions_lost(die - 6) == lost
    began = one(battle.card("alpha"), GoBegan)
    assert (began.allowance, began.special) == (allowance, allowance == 2)
    assert battle["alpha"].lost_actions == 0


# ── CS gas ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-7.8.6", "MM-7.8.7", "MM-8.0.9")
def test_gas_poisons_who_fails_and_stays_where_it_lies() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (28, 10)),
        man("Masked", BLACK, (30, 11), gear=[Gear.RESPIRATOR]),
        man("Late", BLACK, (30, 20)),
        man("Red", RED, (50, 38)),
    )
    events = battle.do(
        Bombard(blast_of="cs", at="30,10"), "3,4"
    )  # Masked rolls nothing; Alpha at 2 in: 3 + 2 against 4
    gassed = {event.character: event for event in all_of(events, Gassed)}
    assert gassed["masked"].test is None
    assert gassed["alpha"].number == 5
    assert battle["alpha"].poison == Poison(5)
    battle.card("late")
    # He runs in: the test is at the nearest point of his path, 4 in away: D6.
    moved = battle.do(Move(to="30,14"), "")
    assert all_of(moved, Gassed) == []
    again = battle.do(Move(to="30,12"), "6,1")
    assert one(again, Gassed).number == 6 + 2


@pytest.mark.rule("MM-7.8.6", "MM-5.0.4")
def test_a_poisoned_man_does_everything_at_plus_two() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), aim=1), man("Red", RED, (30, 20)))
    battle.put(replace(battle["alpha"], poison=Poison(5)))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "1"), Shot).roll.number.value == 4 + 2


@pytest.mark.rule("MM-7.8.8", "MM-R32")
def test_outside_he_tests_at_the_end_of_each_go_with_one_more_for_every_turn() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 12)), man("Red", RED, (50, 38)))
    battle.do(Bombard(blast_of="cs", at="30,10"), "3,2")
    battle.card("alpha")
    assert one(battle.do(Move(to="30,16")), CloudLeft).character == "alpha"
    battle.do(EndGo())
    shaken = one(battle.run("4"), GasShaken)  # TN 5, no turn out yet
    assert (shaken.roll.number.value, shaken.roll.bonus.value, shaken.roll.passed) == (5, 0, False)
    battle.end_turn()
    battle.card("alpha")
    battle.do(EndGo())
    assert one(battle.run("4"), GasShaken).roll.passed  # 4 + 1
    assert battle["alpha"].poison is None


@pytest.mark.rule("MM-R32")
def test_by_house_rule_those_inside_test_every_turn() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 12)), man("Red", RED, (50, 38)), options=[("gas-retest-inside", "every-turn")]
    )
    battle.do(Bombard(blast_of="cs", at="30,10"), "1,6")
    battle.card("alpha")
    battle.do(EndGo())
    assert one(battle.run("6,1"), Gassed).number == 8


# ── White phosphorous ─────────────────────────────────────────────────────────────────────────────────────────────


def burning() -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 11)),
        man("Medic", BLACK, (30.5, 11.5), skills=[Skill.MEDIC]),
        man("Red", RED, (50, 38)),
    )
    battle.put(replace(battle["medic"], at=(40, 30)))
    events = battle.do(Bombard(blast_of="wp", at="30,10"), "1,3")  # 1 + 4 against 3: -2
    assert one(events, CaughtFire).distance == 1
    return battle


@pytest.mark.rule("MM-7.8.9", "MM-7.8.10", "MM-R33")
def test_phosphorous_burns_again_when_his_card_comes_up_next_turn() -> None:
    battle = burning()
    battle.card("alpha")
    battle.do(EndGo())
    battle.run()
    assert battle["alpha"].burning == Burning(1, 1)
    battle.end_turn()
    events = battle.card("alpha", "2,6")  # D6+2 = 4, and +1 for his Serious Wound, against 6
    assert one(events, Hurt).cause == "burning phosphorous"
    assert events.index(one(events, CardTurned)) < events.index(one(events, Hurt)) < events.index(one(events, GoBegan))
    assert battle["alpha"].burning is None


@pytest.mark.rule("MM-7.8.11", "MM-R33")
def test_help_in_the_same_turn_puts_it_out() -> None:
    battle = burning()
    battle.put(replace(battle["medic"], at=(30.5, 11.5)))
    battle.card("medic")
    events = battle.do(FirstAid(patient="alpha"), "4,1")
    assert one(events, FireOut).reason == "helped"


@pytest.mark.rule("MM-7.8.10")
def test_who_stood_three_to_four_inches_off_does_not_burn_again() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 14)), man("Red", RED, (50, 38)))
    battle.do(Bombard(blast_of="wp", at="30,10"), "4,2")
    battle.end_turn()
    assert one(battle.card("alpha"), FireOut).reason == "too far"


# ── M203, LAW, RPG ────────────────────────────────────────────────────────────────────────────────────────────────


def launcher(
    *weapons: str | Arm, red: tuple[float, float] = (30, 22), options: tuple[tuple[str, str], ...] = ()
) -> Skirmish:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), *weapons, aim=1, skills=[Skill.HEAVY_WEAPONS]),
        man("Red", RED, red),
        man("Near", RED, (red[0] + 1.5, red[1])),
        man("Guard", RED, (5, 38)),
        man("Third", RED, (3, 38)),
        vehicles=[truck(side=RED, at=(50, 30))],
        options=options,
    )
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-7.5.8", "MM-R26", "MM-R28", "MM-7.5.7")
def test_a_direct_m203_hit_does_the_grenades_damage_and_the_rest_the_blast() -> None:
    battle = launcher("m16", "m203")
    # 12 in, Medium, TN 4: 3 + 1. Red D6+8, Near at 1.5 in D6+4. No Ammo roll.
    events = battle.do(Fire(target="red", weapon="m203"), "3,1,6,1,6")
    hurts = all_of(events, Hurt)
    assert [(h.character, h.injury.roll.number.value) for h in hurts if h.injury.roll] == [("red", 9), ("near", 5)]
    assert all_of(events, AmmoTested) == []


@pytest.mark.rule("MM-R28")
def test_by_house_rule_an_m203_tests_ammo_as_its_grenade() -> None:
    battle = launcher("m16", "m203", options=(("m203-ammo", "as-grenade"),))
    events = battle.do(Fire(target="red", weapon="m203"), "1,6,1,4,1,6,1,6")
    assert one(events, AmmoTested).test.number == 6


@pytest.mark.rule("MM-R26")
def test_a_stun_grenade_from_an_m203_counts_as_at_no_distance() -> None:
    battle = launcher("m16", Arm("m203", loads=("stun",)))
    events = battle.do(Fire(target="red", weapon="m203"), "3,1,6,1,6")
    first = all_of(events, Stunned)[0]
    assert (first.character, first.test.roll.number.value) == ("red", 1 + 6)


@pytest.mark.rule("MM-7.5.5", "MM-R27")
def test_below_eight_inches_an_m203_grenade_is_a_dud() -> None:
    battle = launcher("m16", "m203", red=(30, 16))
    events = battle.do(Fire(target="red", weapon="m203"))
    assert one(events, Dud).distance == 6
    assert all_of(events, Exploded) == []
    assert battle.state.go is not None
    assert battle.state.go.spent == 1


@pytest.mark.rule("MM-R27", "MM-7.5.5")
def test_a_launched_miss_comes_down_elsewhere_and_goes_off_unless_too_near() -> None:
    battle = launcher("m16", "m203", red=(30, 19))
    events = battle.do(Fire(target="red", weapon="m203"), "1,6,3")  # 2 against 4: D6 = 6 in, directly short: 3 in away
    assert one(events, Scattered).at == (30, 13)
    assert one(events, Dud).distance == 3
    battle = launcher("law", "m16")
    events = battle.do(Fire(target="red", weapon="law"), "1,6,4")
    assert one(events, Exploded).at == (30, 28)


@pytest.mark.rule("MM-R27")
def test_by_house_rule_a_launched_miss_does_nothing() -> None:
    battle = launcher("law", "m16", options=(("launched-miss", "no-effect"),))
    assert all_of(battle.do(Fire(target="red", weapon="law"), "1"), Exploded) == []


@pytest.mark.rule("MM-7.9.3", "MM-7.9.4")
def test_a_law_is_fired_once() -> None:
    battle = launcher("law", "m16")
    # Red D6+12 against 6 dies; Near at 1.5 in D6+6.
    events = battle.do(Fire(target="red", weapon="law"), "3,1,6,1,6")
    assert one(events, WeaponSpent).weapon == "law"
    assert [h.injury.roll.number.value for h in all_of(events, Hurt) if h.injury.roll] == [13, 7]
    battle.run("6,6,6")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Fire(at="30,22", weapon="law"))
    assert refused.value.code == "weapon-spent"


@pytest.mark.rule("MM-7.9.5", "MM-7.9.6")
@pytest.mark.parametrize(("die", "out"), [(5, True), (6, False)])
def test_an_rpg_tests_ammo_after_every_shot(die: int, out: bool) -> None:
    battle = launcher("rpg", "ak47")
    events = battle.do(Fire(at="40,25", weapon="rpg"), f"5,{die}")
    assert one(events, AmmoTested).test.out is out
    assert one(events, Exploded).at == (40, 25)


@pytest.mark.rule("MM-R99", "MM-7.9.4", "MM-R25")
def test_rocket_blasts_strike_other_vehicles_too() -> None:
    battle = launcher("law", "m16")
    # A point 1.5 in from the HMMV's side: D6+6 = 7 against Armour 8 + 1.
    events = battle.do(Fire(at="47.5,30", weapon="law"), "6,1,1")
    hit = one(events, VehicleHit)
    assert (hit.test.roll.number.value, hit.test.damage) == (7, Damage.NONE)


@pytest.mark.rule("MM-7.5.4")
def test_an_m203_grenade_explodes_on_impact_and_is_never_thrown_back() -> None:
    battle = launcher("m16", "m203")
    events = battle.do(Fire(at="30,22", weapon="m203"), "3,1,6,1,6")
    assert all_of(events, GrenadeLanded) == []
    assert one(events, Exploded).of == "frag"
