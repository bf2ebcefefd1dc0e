"""2.2 Actions and 2.3 Turns: personal cards, goes, what one card allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import EndGo
from rules.five56mm.actions.fire import AutoFire, Fire, Throw
from rules.five56mm.actions.foot import Aim, Move, Sprint, Stealth
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import CardTurned, GoBegan, GoEnded, TurnBegan
from rules.five56mm.forces.muster import deal
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.prompt import proceed, prompt
from rules.five56mm.state import BLACK, RED, Joker, Life
from rules.kernel.action import Actor
from rules.kernel.chance import Card, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one


def squad(side: str, organisation: str) -> MusterSide:
    plan = RULES.forces.raise_unit(organisation)
    figures = tuple(
        MusterFigure(f"{side}{f.number}", f.number, f"Name {side}{f.number}", f.rank, f.role, f.traits)
        for f in plan.figures
    )
    return MusterSide(
        side, side.title(), (MusterUnit(side, side, side, organisation, plan.nation, plan.traits, figures),)
    )


@pytest.mark.rule("MM-2.3T.2", "MM-2.3T.3")
def test_every_character_has_a_card_of_his_own_in_his_sides_colour() -> None:
    events = RULES.battle.muster(
        Muster("t", (squad(BLACK, "rangers"), squad(RED, "militia")), None), Seeded(b"x" * 32, 0)
    )
    state = RULES.battle.fold(events)
    cards = [card for who in state.characters for card in who.cards]
    assert len(cards) == len(set(cards)) == 20
    assert all(card[1] in "CS" for who in state.living(BLACK) for card in who.cards)
    assert all(card[1] in "HD" for who in state.living(RED) for card in who.cards)


@pytest.mark.rule("MM-2.3T.3", "MM-R106")
def test_the_twenty_seventh_card_of_a_side_comes_from_a_second_pack() -> None:
    cards = deal(BLACK)
    first = [next(cards) for _ in range(26)]
    assert first[:3] == ["KC", "2C", "3C"]
    assert len(set(first)) == 26
    assert next(cards) == Card("KC#2")


@pytest.mark.rule("MM-2.3T.4", "MM-2.3T.7")
def test_the_deck_holds_the_cards_of_both_sides_and_nothing_else() -> None:
    battle = Skirmish(man("Alpha"), man("Bravo"), man("Red", RED))
    assert set(battle.state.deck) == {"KC", "2C", "KH"}


@pytest.mark.rule("MM-2.3T.5")
def test_the_drawn_card_names_who_acts_and_nobody_else_may() -> None:
    battle = Skirmish(man("Alpha"), man("Bravo"), man("Red", RED))
    events = battle.card("alpha")
    assert one(events, GoBegan).character == "alpha"
    ask = prompt(battle.state).asks[0]
    assert (ask.side, ask.units) == (BLACK, ("alpha",))
    with pytest.raises(RuleViolation, match="card on the table is that of Alpha"):
        battle.do(Stealth(character="bravo"))
    with pytest.raises(RuleViolation, match="other side"):
        battle.do(Stealth(), by=Actor.player(RED))


@pytest.mark.rule("MM-2.3T.6", "MM-2.2.4")
def test_a_go_ends_when_its_actions_are_used_or_the_player_says_so() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Stealth())
    assert actions_left(battle.state) == 1
    battle.do(Aim())
    assert one(battle.run(), GoEnded).character == "alpha"
    battle.card("red")
    battle.do(EndGo())
    assert GoEnded in {type(event) for event in battle.run()}


@pytest.mark.rule("MM-2.3T.7", "MM-2.3T.8", "MM-R90")
def test_the_cards_of_all_but_the_dead_come_back_for_the_next_turn() -> None:
    battle = Skirmish(man("Alpha"), man("Bravo"), man("Red", RED), man("Fallen", RED))
    battle.put(replace(battle["fallen"], life=Life.DEAD))
    events = battle.end_turn()
    fates = {event.character: event.fate for event in all_of(events, CardTurned)}
    assert fates == {"alpha": "go", "bravo": "go", "red": "go", "fallen": "dead"}
    assert set(one(events, TurnBegan).deck) == {"KC", "2C", "KH"}
    assert battle.state.turn == 2


@pytest.mark.rule("MM-2.3T.8")
def test_a_dead_mans_card_is_taken_out_and_another_is_drawn() -> None:
    battle = Skirmish(man("Alpha"), man("Red", RED), man("Fallen", RED))
    battle.put(replace(battle["fallen"], life=Life.DEAD))
    event = one(battle.card("fallen"), CardTurned)
    assert (event.fate, event.returns) == ("dead", False)
    assert proceed(battle.state) is not None
    assert battle["fallen"].cards[0] in battle.state.removed


@pytest.mark.rule("MM-2.3T.9", "MM-10.E.1", "MM-2.3T.10")
def test_an_elite_acts_twice_and_then_once_without_a_special_action() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.ELITE]), man("Red", RED, (30, 30)))
    assert len(battle["alpha"].cards) == 2
    first = one(battle.card("alpha", which=1), GoBegan)
    assert (first.allowance, first.special, first.second) == (2, True, False)
    battle.do(Stealth())
    battle.do(Aim())
    battle.run()
    second = one(battle.card("alpha", which=0), GoBegan)
    assert (second.allowance, second.special, second.second) == (1, False, True)
    with pytest.raises(RuleViolation) as refused:
        battle.do(Sprint(to="30,14"))
    assert refused.value.citation == "MM-2.3T.10"
    battle.do(Move(to="30,14"))
    with pytest.raises(RuleViolation):
        battle.do(Move(to="30,18"))


@pytest.mark.rule("MM-R88", "MM-5.01.3")
def test_a_critically_wounded_elite_has_one_action_over_both_cards() -> None:
    battle = Skirmish(man("Alpha", skills=[Skill.ELITE], wounds=[Level.CRITICAL]), man("Red", RED))
    assert one(battle.card("alpha"), GoBegan).allowance == 1
    battle.do(Stealth())
    battle.run()
    battle.card("alpha", which=1)
    assert actions_left(battle.state) == 0


@pytest.mark.rule("MM-2.3T.11", "MM-R89")
def test_a_joker_fires_its_event_and_comes_back_unless_it_happens_once() -> None:
    battle = Skirmish(
        man("Alpha"), man("Red", RED), jokers=[Joker(Card("RJ"), "sandstorm"), Joker(Card("BJ"), "gunship", once=True)]
    )
    storm = one(battle.joker("RJ"), CardTurned)
    assert (storm.fate, storm.scenario_event, storm.returns) == ("joker", "sandstorm", True)
    assert battle.state.go is None
    assert one(battle.joker("BJ"), CardTurned).returns is False
    battle.end_turn()
    assert "RJ" in battle.state.deck
    assert "BJ" not in battle.state.deck


@pytest.mark.rule("MM-R89")
def test_by_house_rule_no_joker_comes_back() -> None:
    battle = Skirmish(
        man("Alpha"), man("Red", RED), jokers=[Joker(Card("RJ"), "sandstorm")], options=[("joker-returns", "false")]
    )
    assert one(battle.joker("RJ"), CardTurned).returns is False


@pytest.mark.rule("MM-2.2.1")
def test_any_two_single_actions_in_any_order_also_the_same_one_twice() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(Fire(target="red"), "1")
    battle.do(Move(to="30,8"))
    battle.run()
    battle.end_turn()
    battle.card("alpha")
    battle.do(Move(to="30,10"))
    battle.do(Move(to="30,14"))
    with pytest.raises(RuleViolation) as refused:
        battle.do(Stealth())
    assert refused.value.code in ("no-actions", "not-yet")


@pytest.mark.rule("MM-2.2.2")
def test_a_move_is_one_whole_action_and_cannot_be_finished_later() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(Move(to="30,11"))  # one of his four inches: the rest is lost
    battle.do(Fire(target="red"), "1")
    assert actions_left(battle.state) == 0
    assert battle["alpha"].at == (30, 11)


@pytest.mark.rule("MM-2.2.3")
@pytest.mark.parametrize("special", [Sprint(to="30,20"), AutoFire(target="red")])
def test_a_special_action_takes_the_whole_go(special: Sprint | AutoFire) -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(Stealth())
    with pytest.raises(RuleViolation) as refused:
        battle.do(special)
    assert refused.value.citation == "MM-2.2.3"


@pytest.mark.rule("MM-2.2.3")
def test_after_a_special_action_nothing_is_left() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 30)))
    battle.card("alpha")
    battle.do(Sprint(to="30,20"), "3")
    assert actions_left(battle.state) == 0


@pytest.mark.rule("MM-5.01.4")
def test_a_mortally_wounded_mans_card_gives_no_go() -> None:
    battle = Skirmish(man("Alpha", wounds=[Level.MORTAL]), man("Bravo"), man("Red", RED))
    assert one(battle.card("alpha"), CardTurned).fate == "down"
    assert battle.state.go is None


def test_a_refused_action_changes_nothing() -> None:
    battle = Skirmish(man("Alpha", at=(30, 10)), man("Red", RED, (30, 20)))
    battle.card("alpha")
    before = battle.state
    with pytest.raises(RuleViolation):
        battle.do(Throw(grenade="frag", target="red"))
    assert battle.state is before


@pytest.mark.rule("MM-5.01.3", "MM-2.2.1")
@pytest.mark.parametrize(("wounds", "left"), [((), 2), ((Level.SERIOUS,), 2), ((Level.CRITICAL,), 1)])
def test_a_critical_wound_leaves_one_action_of_the_go(wounds: tuple[Level, ...], left: int) -> None:
    battle = Skirmish(man("Able", BLACK, (20, 10), wounds=wounds), man("Kay", RED, (20, 22)))
    battle.card("able")
    assert actions_left(battle.state) == left
    battle.do(Move(to="20,12"))
    assert actions_left(battle.state) == left - 1
