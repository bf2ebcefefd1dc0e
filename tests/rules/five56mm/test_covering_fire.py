"""3.6 Covering Fire: taking it up, and interrupting an enemy's go, by a question that the state holds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import Answer, EndGo, StandingAnswer
from rules.five56mm.actions.fire import CoveringFire, CoverShot, Fire
from rules.five56mm.actions.foot import Aim, Move, Stealth
from rules.five56mm.book.injury import Level
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import (
    ActionDeclared,
    ActionTaken,
    Asked,
    CoverPassed,
    IntentDropped,
    WatchSet,
    WindowOpened,
)
from rules.five56mm.events.fire import Shot, SpotTried
from rules.five56mm.events.foot import Died, Moved
from rules.five56mm.play.fire.covering import targets
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.prompt import prompt
from rules.five56mm.state import BLACK, RED, Combat, Stance
from rules.kernel.action import Actor
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one


def covered(orders: str = "ask", watch: str = "acting") -> Skirmish:
    """Alpha covers north; Red, 12 in before him, has his card."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), aim=1, morale=1),
        man("Red", RED, (30, 22)),
        man("Other", RED, (33, 20)),
        man("Aside", RED, (45, 12)),
    )
    battle.card("alpha")
    battle.do(CoveringFire.model_validate({"orders": orders, "watch": watch}))
    battle.run()
    battle.card("red")
    return battle


# ── Taking it up ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.6.1", "MM-R16")
def test_it_takes_the_whole_go() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    events = battle.do(CoveringFire())
    assert one(events, ActionTaken).cost == 2
    assert battle["alpha"].stance is Stance.COVERING
    assert actions_left(battle.state) == 0


@pytest.mark.rule("MM-3.6.1", "MM-R16")
def test_it_must_be_the_only_thing_he_does() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(Stealth())
    with pytest.raises(RuleViolation) as refused:
        battle.do(CoveringFire())
    assert refused.value.citation == "MM-3.6.1"


@pytest.mark.rule("MM-R16")
def test_one_action_is_enough_and_an_elites_second_card_if_he_did_nothing_on_the_first() -> None:
    critical = Skirmish(man("Alpha", BLACK, (30, 10), wounds=[Level.CRITICAL]), man("Red", RED, (30, 22)))
    critical.card("alpha")
    critical.do(CoveringFire())
    elite = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.ELITE]), man("Red", RED, (30, 22)))
    elite.card("alpha")
    elite.do(EndGo())
    elite.run()
    elite.card("alpha", which=1)
    elite.do(CoveringFire())
    busy = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.ELITE]), man("Red", RED, (30, 22)))
    busy.card("alpha")
    busy.do(Stealth())
    busy.do(EndGo())
    busy.run()
    busy.card("alpha", which=1)
    with pytest.raises(RuleViolation):
        busy.do(CoveringFire())


@pytest.mark.rule("MM-R16", "MM-R17")
def test_it_ends_with_his_next_card() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 36)))
    battle.card("alpha")
    battle.do(CoveringFire())
    battle.run()
    battle.card("red")
    battle.do(EndGo())
    battle.run()
    battle.card("alpha")
    assert battle["alpha"].stance is Stance.NONE
    assert battle.state.watches == ()


def test_his_orders_are_his_sides_secret() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 36)))
    battle.card("alpha")
    watch = one(battle.do(CoveringFire()), WatchSet)
    assert RULES.battle.tell(battle.state, watch, Viewer(RED)) is None
    assert RULES.battle.tell(battle.state, watch, PUBLIC) is None
    assert RULES.battle.tell(battle.state, watch, Viewer(BLACK)) is not None


# ── Interrupting ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.6.2", "MM-2.2.2")
def test_an_action_is_only_declared_while_somebody_may_interrupt_it() -> None:
    battle = covered()
    events = battle.do(Fire(target="alpha"))
    assert [type(event) for event in events] == [ActionDeclared, WindowOpened]
    assert all_of(events, Shot) == []
    asked = one(battle.run(), Asked).question
    assert (asked.kind, asked.side, asked.who, asked.about, asked.phase) == (
        "cover",
        BLACK,
        ("alpha",),
        "red",
        "before",
    )
    ask = prompt(battle.state).asks[0]
    assert (ask.side, ask.units) == (BLACK, ("alpha",))


@pytest.mark.rule("MM-3.6.2", "MM-3.24.13", "MM-3.6.4")
def test_a_shot_before_the_action_can_prevent_it() -> None:
    battle = covered()
    battle.do(Fire(target="alpha"))
    battle.run()
    shot = battle.do(CoverShot(character="alpha", target="red"), "6,6,1")
    # Not the closest (Other is), Covering Fire: 4 + 1 + 1.
    assert one(shot, Shot).roll.number.value == 6
    assert {item.citation for item in one(shot, Shot).roll.number.items} >= {"MM-3.24.13"}
    assert one(shot, Died).character == "red"
    assert battle["alpha"].stance is Stance.NONE
    later = battle.run("6,6")  # two frightened friends
    assert one(later, IntentDropped).character == "red"
    assert all_of(later, Shot) == []


@pytest.mark.rule("MM-3.6.2")
def test_the_restart_loses_nothing() -> None:
    battle = covered()
    battle.do(Fire(target="alpha"))
    battle.run()
    again = RULES.battle.states.load(RULES.battle.states.dump(battle.state))
    assert again == battle.state
    assert again.intent == Fire(target="alpha")


@pytest.mark.rule("MM-3.6.2")
def test_who_holds_fire_before_may_fire_after_the_last_action() -> None:
    battle = covered()
    battle.do(Move(to="30,18"))
    battle.run()
    battle.do(Answer(answer="no"))
    assert one(battle.run(), Moved).to == (30, 18)
    battle.do(EndGo())
    asked = one(battle.run(), Asked).question
    assert asked.phase == "after"
    shot = one(battle.do(CoverShot(character="alpha", target="red"), "1"), Shot)
    assert shot.covering
    battle.run()
    assert battle.state.go is None


@pytest.mark.rule("MM-3.6.2")
def test_the_declared_action_is_carried_out_when_nobody_shoots() -> None:
    battle = covered()
    battle.do(Fire(target="alpha"))
    battle.run()
    battle.do(Answer(answer="no"))
    events = battle.run("1")
    assert one(events, Shot).firer == "red"
    assert battle.state.intent is None


@pytest.mark.rule("MM-3.6.2", "MM-R16")
def test_by_his_orders_he_fires_at_the_first_chance_without_a_question() -> None:
    battle = covered(orders="fire")
    battle.do(Aim())
    events = battle.run("1")
    assert all_of(events, Asked) == []
    assert one(events, Shot).firer == "alpha"
    assert one(events, ActionTaken).verb == "aim"


@pytest.mark.rule("MM-3.6.2")
def test_a_side_may_answer_once_for_all() -> None:
    battle = covered()
    battle.do(StandingAnswer(question="cover", answer="no"), by=Actor.player(BLACK))
    events = battle.do(Stealth())
    assert all_of(events, ActionDeclared) == []
    battle = covered()
    battle.do(StandingAnswer(question="cover", answer="yes"), by=Actor.player(BLACK))
    battle.do(Stealth())
    assert one(battle.run("1"), Shot).firer == "alpha"


@pytest.mark.rule("MM-3.6.2")
def test_he_may_shoot_at_any_target_he_sees_if_he_watches_them_all() -> None:
    battle = covered(watch="anyone")
    battle.do(Stealth())
    battle.run()
    assert one(battle.do(CoverShot(character="alpha", target="other"), "1"), Shot).target == "other"


@pytest.mark.rule("MM-3.6.2")
def test_the_acting_enemy_comes_first_and_then_the_nearest() -> None:
    battle = covered(watch="anyone")
    battle.put(replace(battle["aside"], at=(31, 14)))  # 4.1 in away; Other 10.4, Red 12
    assert targets(battle.state, battle["alpha"]) == ("red", "aside", "other")


@pytest.mark.rule("MM-3.6.1")
def test_who_has_been_set_upon_meanwhile_no_longer_covers() -> None:
    battle = covered(watch="anyone")
    battle.do(Stealth())
    battle.run()
    battle.state = replace(battle.state, combats=(Combat("alpha", "red"),))
    with pytest.raises(RuleViolation) as refused:
        battle.do(CoverShot(character="alpha", target="red"))
    assert (refused.value.code, refused.value.citation) == ("cannot-cover", "MM-3.6.1")


@pytest.mark.rule("MM-3.6.3")
def test_the_target_must_be_in_the_90_degrees_before_him() -> None:
    battle = covered(watch="anyone")
    battle.do(Stealth())
    battle.run()
    with pytest.raises(RuleViolation) as refused:
        battle.do(CoverShot(character="alpha", target="aside"))
    assert refused.value.citation == "MM-3.6.3"


@pytest.mark.rule("MM-3.6.3")
def test_an_enemy_outside_his_arc_is_not_interrupted() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), facing=90), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(CoveringFire())
    battle.run()
    battle.card("red")
    assert all_of(battle.do(Stealth()), ActionDeclared) == []


@pytest.mark.rule("MM-3.6.2")
def test_nobody_interrupts_a_friend() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Bravo", BLACK, (30, 14)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(CoveringFire())
    battle.run()
    battle.card("bravo")
    assert all_of(battle.do(Stealth()), ActionDeclared) == []


@pytest.mark.rule("MM-3.6.4", "MM-3.6.2")
def test_it_is_one_shot_by_all_rules_of_fire_spotting_too() -> None:
    battle = covered()
    battle.put(replace(battle["red"], stance=Stance.HIDDEN))
    battle.put(replace(battle["other"], at=(10, 30)))
    battle.do(Stealth())
    battle.run()
    events = battle.do(CoverShot(character="alpha", target="red", obscured=30), "1")
    assert one(events, SpotTried).seen is False
    assert battle.state.question is not None  # he may still choose
    with pytest.raises(RuleViolation):
        battle.do(CoverShot(character="alpha", target="red", obscured=30))
    battle.do(Answer(answer="no"))
    assert battle["alpha"].stance is Stance.COVERING


@pytest.mark.rule("MM-3.6.2", "MM-3.6.4")
def test_by_his_orders_he_looks_once_and_lets_go_on_whom_he_does_not_make_out() -> None:
    battle = covered(orders="fire")
    battle.state = replace(battle.state, light=Light.LOW)
    battle.do(Aim())
    events = battle.run("1")
    assert one(events, SpotTried).seen is False
    assert one(events, CoverPassed).character == "alpha"
    assert all_of(events, Shot) == all_of(events, Asked) == []
    assert one(events, ActionTaken).verb == "aim"
    assert battle["alpha"].stance is Stance.COVERING


@pytest.mark.rule("MM-R16")
def test_it_ends_when_he_is_down_or_engaged() -> None:
    battle = covered()
    battle.state = replace(battle.state, combats=(Combat("red", "alpha"),))
    assert all_of(battle.do(EndGo()), ActionDeclared) == []
    battle.run()
    assert battle.state.go is None


def test_a_window_passes_by_one_who_was_hit_meanwhile() -> None:
    battle = covered()
    battle.do(Stealth())
    battle.put(replace(battle["alpha"], stance=Stance.NONE))
    assert one(battle.run(), CoverPassed).character == "alpha"
