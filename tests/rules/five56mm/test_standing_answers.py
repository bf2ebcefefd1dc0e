"""Standing answers by post: one click settles the question that stands and all to come; nobody is asked in vain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from rules.five56mm import RULES
from rules.five56mm.actions.battle import CallMoraleTest, StandingAnswer
from rules.five56mm.actions.fire import CoveringFire, Fire, Throw
from rules.five56mm.actions.foot import Aim, FallBack, Move, Withdraw
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import Answered, Asked, CoverPassed, SkillUsed, StandingSet
from rules.five56mm.events.fire import Exploded, GrenadePicked, Shot
from rules.five56mm.events.foot import ConsentSpoken, Moved
from rules.five56mm.state import BLACK, RED, Combat, Stance
from rules.kernel.action import Action, Actor
from rules.seam.asking import Ask, Offer
from rules.seam.viewing import Viewer
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck


def ask_of(battle: Skirmish) -> Ask:
    (ask,) = RULES.battle.prompt(battle.state).asks
    return ask


def offered(offers: Sequence[Offer], label: str) -> Action:
    """The action behind the button of that label."""
    found = next(offer for offer in offers if offer.label == label)
    return found.filled()


def covered() -> Skirmish:
    """Alpha, with Weapons +1, watches Red 12 in before him and wants to be asked; Red aims: Alpha is asked."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10), aim=1), man("Red", RED, (30, 22)))
    battle.card("alpha")
    battle.do(CoveringFire(orders="ask"))
    battle.run()
    battle.card("red")
    battle.do(Aim())
    battle.run()
    return battle


# ── Covering fire ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.6.2")
def test_the_question_shows_shots_hold_and_answers_for_good_and_the_deadline_holds_fire() -> None:
    ask = ask_of(covered())
    assert (ask.side, ask.units) == (BLACK, ("alpha",))
    assert [offer.label for offer in ask.quick] == [
        "Fire at Red",
        "Hold fire",
        "Hold fire in this go",
        "Always hold covering fire, unasked",
        "Always fire from Covering Fire, unasked",
    ]
    assert ask.default == offered(ask.quick, "Hold fire in this go")


@pytest.mark.rule("MM-3.6.2")
def test_fire_is_held_for_one_action_or_for_the_rest_of_the_go() -> None:
    """Red aims and moves: Alpha could fire before each of them and after the last."""
    once, whole = covered(), covered()
    once.do(offered(ask_of(once).quick, "Hold fire"))
    once.run()
    assert one(once.do(Move(to="30,24")) + once.run(), Asked).question.phase == "before"
    whole.do(ask_of(whole).default, by=Actor.player(BLACK, absent=True))
    whole.run()
    moved = whole.do(Move(to="30,24")) + whole.run()
    assert all_of(moved, Asked) == []
    assert whole.state.go is None
    # The next enemy's go is another one: he still covers.
    assert whole["alpha"].stance is Stance.COVERING


def test_always_hold_passes_this_shot_and_all_to_come() -> None:
    battle = covered()
    events = battle.do(offered(ask_of(battle).quick, "Always hold covering fire, unasked"))
    assert one(events, StandingSet).audience == (BLACK,)  # the enemy does not learn of it
    assert one(events, Answered).answer == "no"
    assert one(battle.run(), CoverPassed).character == "alpha"
    assert all_of(battle.do(Move(to="30,26")) + battle.run(), Asked) == []


def test_always_fire_shoots_at_once() -> None:
    battle = covered()
    battle.do(offered(ask_of(battle).quick, "Always fire from Covering Fire, unasked"))
    assert one(battle.run("1"), Shot).target == "red"


def test_a_standing_answer_about_something_else_leaves_the_question_open() -> None:
    battle = covered()
    battle.do(StandingAnswer(question="throw-back", answer="no"), by=Actor.player(BLACK))
    battle.do(StandingAnswer(question="cover", answer="no"), by=Actor.player(RED))  # the other side's own affair
    assert battle.state.question is not None


@pytest.mark.rule("MM-3.6.2", "MM-2.3N.4")
def test_who_cannot_hit_is_not_asked() -> None:
    """Extreme range, TN 6 and more; a Critical Wound costs him 2: no die reaches it."""
    battle = Skirmish(man("Alpha", BLACK, (30, 2), "m16", wounds=[Level.CRITICAL]), man("Red", RED, (30, 38)))
    battle.card("alpha")
    battle.do(CoveringFire(orders="ask"))
    battle.run()
    battle.card("red")
    assert all_of(battle.do(Aim()) + battle.run(), Asked) == []


# ── Grenades ──────────────────────────────────────────────────────────────────────────────────────────────────────


def beside_red() -> Skirmish:
    """Alpha's frag lands half an inch short of Red, 8 in away."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag", strength=3),
        man("Red", RED, (30, 18)),
    )
    battle.card("alpha")
    battle.do(Throw(at="30,17.5"), "6")
    return battle


@pytest.mark.rule("MM-3.2.18")
def test_a_grenade_is_thrown_back_by_one_click_for_good() -> None:
    battle = beside_red()
    battle.run()
    ask = ask_of(battle)
    assert [offer.label for offer in ask.quick] == [
        "Red throws it back",
        "Leave it",
        "Always leave grenades, unasked",
        "Always throw grenades back, unasked",
    ]
    assert ask.default == offered(ask.quick, "Leave it")
    battle.do(offered(ask.quick, "Always throw grenades back, unasked"))
    # Picked up with a 4 and Morale +0; thrown with a 5: it goes off where Alpha stands.
    events = battle.run("4,6,1,6")
    assert one(events, GrenadePicked).roll.passed


@pytest.mark.rule("MM-3.2.20", "MM-2.3N.4")
def test_who_could_not_even_pick_it_up_is_not_asked() -> None:
    """TN 4 and 1 more for each of three Serious Wounds is 7: Morale +0 never gets there. The frag (D6 and 6, half an
    inch off) then takes him with 1 + 6 + 3 against his 6: by 4, a Mortal Wound, with 3 + 1 turns to live."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m16", "frag", strength=3),
        man("Red", RED, (30, 18), wounds=[Level.SERIOUS, Level.SERIOUS, Level.SERIOUS]),
    )
    battle.card("alpha")
    events = battle.do(Throw(at="30,17.5"), "6,1,6,3")
    assert all_of(events, Asked) == []
    assert one(events, Exploded).of == "frag"


# ── Hand to hand ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.7.9")
@pytest.mark.parametrize(
    ("label", "given"), [("Always let them withdraw, unasked", True), ("Never let them withdraw, unasked", False)]
)
def test_letting_an_enemy_withdraw_for_good(label: str, given: bool) -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 10.9)))
    battle.state = replace(battle.state, combats=(Combat("red", "alpha", struck=True),))
    battle.card("alpha")
    battle.do(Withdraw())
    ask = ask_of(battle)
    assert [offer.label for offer in ask.quick][:2] == ["Let him go", "Hold him"]
    assert one(battle.do(offered(ask.quick, label)), ConsentSpoken).given is given


# ── Skills ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-10.S.1", "MM-R73")
def test_a_skill_is_used_on_this_die_and_whenever_it_counts() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]), man("Red", RED, (30, 20)))
    battle.card("alpha")
    battle.do(offered(RULES.battle.offers(battle.state, BLACK, "alpha"), "Ask about Sharpshooter"))
    battle.do(Fire(target="red"), "1")
    ask = ask_of(battle)
    assert [offer.label for offer in ask.quick][:2] == ["Use it", "Keep it"]
    assert ask.default == offered(ask.quick, "Use it")
    events = battle.do(offered(ask.quick, "Use Sharpshooter when it counts, unasked"), "1")
    assert one(events, SkillUsed).character == "alpha"
    assert one(events, Shot).roll.dice == (1, 1)


def test_the_panel_offers_to_change_what_is_set_and_nothing_that_is_settled() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), skills=[Skill.NAILS]), man("Beta", BLACK, (32, 10)), man("Red", RED, (30, 38))
    )

    def for_good(who: str) -> list[str]:
        return [
            offer.label for offer in RULES.battle.offers(battle.state, BLACK, who) if offer.verb == "standing-answer"
        ]

    battle.card("beta")
    assert for_good("beta") == []
    battle.do(CoveringFire(orders="ask"))
    battle.run()
    battle.card("alpha")
    assert for_good("alpha") == [
        "Ask about Nails",
        "Never use Nails, unasked",
        "Always hold covering fire, unasked",
        "Always fire from Covering Fire, unasked",
    ]
    battle.do(StandingAnswer(question="throw-back", answer="no"))
    assert for_good("alpha")[-1] == "Ask about grenades"
    own = RULES.battle.view(battle.state, Viewer(BLACK)).lines
    assert "Standing answer: Always leave grenades, unasked" in own
    assert not any("Standing answer" in line for line in RULES.battle.view(battle.state, Viewer(RED)).lines)


# ── Fear ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-9.01.2", "MM-R69")
def test_who_must_fall_back_may_say_where_to_and_the_deadline_lets_him_run() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 14)), man("Beta", BLACK, (31, 14)), man("Red", RED, (30, 30)))
    battle.do(CallMoraleTest(unit="alpha"))
    battle.run("1")  # TN 3 with Morale +0, missed by 2: he withdraws
    battle.card("alpha")
    ask = ask_of(battle)
    assert ask.quick[0].label == "Fall back"
    panel = RULES.battle.offers(battle.state, BLACK, "alpha")
    assert ("Fall back to …", ("to",)) in [(offer.label, offer.needs) for offer in panel]
    assert ask.default == FallBack(character="alpha")
    moved = one(battle.do(FallBack(to="32.4,10.8")), Moved)
    assert moved.way == "fall-back"
    assert moved.to == (32.4, 10.8)  # 4 in, a whole Move


# ── What everybody reads ──────────────────────────────────────────────────────────────────────────────────────────


def test_what_a_side_has_said_once_for_all_and_can_call_upon_makes_no_button_in_the_channel() -> None:
    """Red, a passenger who has aimed, has little left to do: everybody reads the same of a Lucky one as of a plain
    one, and the same once his side has settled how it answers grenades."""
    plain, lucky = (
        Skirmish(
            man("Alpha", BLACK, (30, 40)),
            aboard(man("Red", RED, skills=skills), truck("lorry", RED, (30, 4))),
            vehicles=(truck("lorry", RED, (30, 4)),),
        )
        for skills in ((), (Skill.LUCKY, Skill.NAILS))
    )
    for battle in (plain, lucky):
        battle.card("red")
        battle.do(Aim())
        battle.run()
    shown = ask_of(plain).face
    assert ask_of(lucky).face == shown
    for answer in ("no", "ask"):
        lucky.do(StandingAnswer(question="throw-back", answer=answer), by=Actor.player(RED))
        assert ask_of(lucky).face == shown
