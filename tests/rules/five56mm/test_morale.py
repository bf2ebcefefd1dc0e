"""9.4 Morale Tests: who must test and when, who runs, who comes back; Leader and Fearless."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from rules.battle.umpire import RuleFact
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.battle import Answer, CallMoraleTest, EndGo, StandingAnswer
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Engage, FallBack, Move, Stealth
from rules.five56mm.actions.vehicles import BoardVehicle, Drive, Leave
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.light import Light
from rules.five56mm.book.morale import Courage, after_rally, crosses_quarter, morale_test, of_margin, quarters
from rules.five56mm.book.profile import Skill
from rules.five56mm.book.target_number import Help
from rules.five56mm.events.battle import Asked, Frightened, GoBegan, LeftTable, SkillUsed
from rules.five56mm.events.foot import Calmed, MoraleTested, Moved, StanceTaken
from rules.five56mm.offers import offers
from rules.five56mm.prompt import prompt
from rules.five56mm.state import BLACK, RED, Life, Stance
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Card, Scripted
from rules.kernel.facts import Item
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.board import Board, Feature
from tests.rules.five56mm.skirmish import Skirmish, aboard, all_of, man, one, truck

# ── The test ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-9.4.2", "MM-9.01.1", "MM-9.01.2", "MM-9.01.3", "MM-R69")
@pytest.mark.parametrize(
    ("margin", "courage"),
    [
        (0, Courage.STEADY),
        (-1, Courage.SHAKEN),
        (-2, Courage.WITHDRAWING),
        (-3, Courage.FLEEING),
        (-6, Courage.FLEEING),
    ],
)
def test_the_result_by_the_margin(margin: int, courage: Courage) -> None:
    assert of_margin(margin) is courage


@pytest.mark.rule("MM-9.4.2")
def test_morale_against_three() -> None:
    test, courage = morale_test(1, Scripted("d6:2"))
    assert (test.number.value, test.bonus.value, courage) == (3, 1, Courage.STEADY)


@pytest.mark.rule("MM-R42", "MM-R107")
def test_wounds_hamper_it_and_darkness_does_not() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), wounds=[Level.SERIOUS]), man("Red", RED, (30, 38)), light=Light.NO)
    battle.do(CallMoraleTest(unit="alpha"))
    assert one(battle.run("3"), MoraleTested).roll.number.value == 3 + 1


@pytest.mark.rule("MM-9.4.7")
def test_every_failed_rally_makes_the_next_harder() -> None:
    test, _ = morale_test(0, Scripted("d6:5"), (Item(0, "nothing"),), failed_rallies=2)
    assert test.number.value == 5
    assert test.passed


@pytest.mark.rule("MM-9.4.6", "MM-R69")
def test_a_failed_rally_keeps_the_worse_state() -> None:
    assert after_rally(Courage.WITHDRAWING, Courage.SHAKEN) is Courage.WITHDRAWING
    assert after_rally(Courage.WITHDRAWING, Courage.FLEEING) is Courage.FLEEING
    assert after_rally(Courage.FLEEING, Courage.STEADY) is Courage.STEADY


# ── Who tests ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-9.4.5", "MM-R68")
def test_a_quarter_a_half_and_three_quarters_rounded_up() -> None:
    assert quarters(10) == (3, 5, 8)
    assert [crosses_quarter(10, before, before + 1) for before in range(9)] == [
        False, False, True, False, True, False, False, True, False,
    ]  # fmt: skip
    assert crosses_quarter(10, 1, 6)


def squad_of_ten(*, dead: int = 0, leader: bool = False, skills: tuple[Skill, ...] = ()) -> Skirmish:
    """Ten Reds in a line 3 in apart, the first `dead` of them dead already; the first one leads if wished."""
    reds = [man(f"Red{n}", RED, (10 + 3 * n, 30), leader=leader and n == 0) for n in range(10)]
    battle = Skirmish(man("Alpha", BLACK, (30, 20), aim=3, skills=skills), *reds)
    for number in range(dead):
        battle.put(replace(battle[f"red{number + (1 if leader else 0)}"], life=Life.DEAD))
    battle.card("alpha")
    return battle


@pytest.mark.rule("MM-9.4.5", "MM-R68", "MM-R93")
def test_the_third_of_ten_killed_frightens_the_squad_in_squad_order() -> None:
    battle = squad_of_ten(dead=2)
    battle.do(Fire(target="red9", not_closest=False), "6,6,1")
    tested = all_of(battle.run("6,6,6,6,6,6,6"), MoraleTested)
    assert [event.character for event in tested] == [f"red{n}" for n in range(2, 9)]
    assert {event.reason for event in tested} == {"3 of 10 killed"}


@pytest.mark.rule("MM-9.4.3", "MM-R68")
def test_the_leaders_death_frightens_every_other_member() -> None:
    battle = squad_of_ten(leader=True)
    battle.do(Fire(target="red0", not_closest=False), "6,6,1")
    tested = all_of(battle.run(",".join("6" * 9)), MoraleTested)
    assert len(tested) == 9
    assert tested[0].reason == "leader Red0 killed"


@pytest.mark.rule("MM-9.4.3", "MM-R70")
def test_a_leader_who_runs_frightens_them_too_and_a_shaken_one_does_not() -> None:
    battle = squad_of_ten(leader=True)
    battle.do(CallMoraleTest(unit="red0"))
    events = battle.run("1," + ",".join("6" * 9))
    assert all_of(events, MoraleTested)[0].courage is Courage.WITHDRAWING
    assert len(all_of(events, MoraleTested)) == 10
    shaken = squad_of_ten(leader=True)
    shaken.do(CallMoraleTest(unit="red0"))
    assert len(all_of(shaken.run("2"), MoraleTested)) == 1


@pytest.mark.rule("MM-R70", "MM-5.01.4")
def test_a_mortally_wounded_leader_is_not_killed_yet() -> None:
    battle = squad_of_ten(leader=True)
    battle.do(Fire(target="red0", not_closest=False), "6,2,2,3")
    assert all_of(battle.run(), MoraleTested) == []


@pytest.mark.rule("MM-9.4.4", "MM-R68")
def test_a_friend_killed_within_two_inches() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), aim=3),
        *(man(f"Red{n}", RED, (10 + 5 * n, 30)) for n in range(8)),
    )
    battle.put(replace(battle["red1"], at=(11.9, 30)))
    battle.card("alpha")
    events = battle.do(Fire(target="red0", not_closest=False), "6,6,1")
    fright = one(events, Frightened).frights
    assert [(f.character, f.citation) for f in fright] == [("red1", "MM-9.4.4")]


@pytest.mark.rule("MM-R68")
def test_one_fright_for_one_event_unless_the_table_wants_one_for_each() -> None:
    def frights(*options: tuple[str, str]) -> int:
        battle = Skirmish(
            man("Alpha", BLACK, (30, 10), aim=3),
            man("Boss", RED, (30, 20), leader=True),
            man("Red", RED, (31, 20)),
            options=options,
        )
        battle.card("alpha")
        events = battle.do(Fire(target="boss", not_closest=False), "6,6,1")
        return len(one(events, Frightened).frights)

    assert frights() == 1
    assert frights(("morale-tests-per-event", "one-per-trigger")) == 3  # killed nearby, leader, half the squad


@pytest.mark.rule("MM-R68")
def test_the_incapacitated_and_those_who_run_already_do_not_test() -> None:
    battle = squad_of_ten(dead=2)
    battle.put(replace(battle["red5"], courage=Courage.FLEEING))
    battle.put(replace(battle["red6"], wounds=(WoundOnRecord(1, Level.MORTAL, dies_at=9),)))
    events = battle.do(Fire(target="red9", not_closest=False), "6,6,1")
    assert {f.character for f in one(events, Frightened).frights} == {"red2", "red3", "red4", "red7", "red8"}


# ── Running ───────────────────────────────────────────────────────────────────────────────────────────────────────


def afraid(courage: Courage) -> Skirmish:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), "m9"), man("Red", RED, (30, 20), "m9"), man("Guard", RED, (5, 38)))
    battle.put(replace(battle["red"], courage=courage))
    battle.card("red")
    return battle


@pytest.mark.rule("MM-9.01.1", "MM-R69")
def test_who_flees_spends_his_go_on_two_moves_away_and_then_tests() -> None:
    battle = afraid(Courage.FLEEING)
    assert isinstance(prompt(battle.state).asks[0].default, FallBack)
    for action in (Stealth(), Move(to="30,24"), EndGo()):
        with pytest.raises(RuleViolation) as refused:
            battle.do(action)
        assert refused.value.code == "must-fall-back"
    battle.do(FallBack())
    battle.do(FallBack())
    assert battle["red"].at == (30, 28)
    rally = one(battle.run("3"), MoraleTested)
    assert (rally.rally, rally.courage) == (True, Courage.STEADY)


@pytest.mark.rule("MM-9.01.1")
def test_or_on_a_sprint() -> None:
    battle = afraid(Courage.FLEEING)
    events = battle.do(FallBack(how="sprint"), "3")
    assert one(events, Moved).inches == 7
    assert battle["red"].stance is Stance.SPRINTING


@pytest.mark.rule("MM-9.01.2", "MM-9.01.3", "MM-9.4.2")
@pytest.mark.parametrize(("courage", "citation"), [(Courage.WITHDRAWING, "MM-9.01.2"), (Courage.SHAKEN, "MM-9.01.3")])
def test_who_withdraws_or_is_shaken_makes_one_move_and_no_sprint(courage: Courage, citation: str) -> None:
    # Only the row of -3 and less names a Sprint beside two Moves; -2 and -1 say “a single Move action”.
    battle = afraid(courage)
    before = battle.state
    with pytest.raises(RuleViolation) as refused:
        battle.do(FallBack(how="sprint"))
    assert (refused.value.code, refused.value.citation) == ("one-move", citation)
    assert battle.state == before
    assert "Sprint away" not in {offer.label for offer in offers(battle.state, RED, "red")}


@pytest.mark.rule("MM-2.2.1", "MM-9.01.1", "MM-9.01.2", "MM-9.01.3")
@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({}, ()),
        ({"second": True, "allowance": 1}, ("His second card: one action, no special one.",)),
        ({"allowance": 1}, ("One action only.",)),
        ({"allowance": 0}, ("No action, he is stunned.",)),
        ({"forced": Courage.WITHDRAWING}, ("Withdrawing, he must fall back first.",)),
    ],
)
def test_a_card_is_told_where_it_allows_less_than_two_free_actions(
    changes: dict[str, Any], said: tuple[str, ...]
) -> None:
    battle = afraid(Courage.STEADY)
    began = replace(
        GoBegan(character="red", card=Card("2S"), second=False, allowance=2, special=True, forced=Courage.STEADY),
        **changes,
    )
    told = FIVE56MM.battle.tell(battle.state, began, Viewer(umpire=True))
    assert (() if told is None else (told.headline,)) == said


@pytest.mark.rule("MM-9.01.1")
def test_who_flees_is_offered_the_sprint() -> None:
    assert "Sprint away" in {offer.label for offer in offers(afraid(Courage.FLEEING).state, RED, "red")}


@pytest.mark.rule("MM-9.01.1", "MM-R69")
def test_who_flees_off_the_table_is_out_of_the_battle_but_alive() -> None:
    battle = afraid(Courage.FLEEING)
    battle.put(replace(battle["red"], at=(30, 39)))
    assert one(battle.do(FallBack()), LeftTable).character == "red"
    assert battle["red"].life is Life.LEFT
    assert battle.run() != []
    assert battle.state.go is None


@pytest.mark.rule("MM-9.01.2", "MM-R69")
def test_who_withdraws_makes_one_move_away_and_may_then_do_other_things() -> None:
    battle = afraid(Courage.WITHDRAWING)
    battle.do(FallBack())
    assert battle["red"].at == (30, 24)
    with pytest.raises(RuleViolation) as towards:
        battle.do(Move(to="30,20"))
    assert towards.value.code == "towards-enemy"
    with pytest.raises(RuleViolation) as afraid_:
        battle.do(Engage(target="alpha"))
    assert afraid_.value.code == "afraid"
    battle.do(Fire(target="alpha"), "1")


@pytest.mark.rule("MM-9.4.6", "MM-9.4.7", "MM-R69")
def test_rallies_fail_at_a_growing_number() -> None:
    battle = afraid(Courage.WITHDRAWING)
    battle.do(FallBack())
    battle.do(EndGo())
    assert one(battle.run("2"), MoraleTested).courage is Courage.WITHDRAWING
    assert battle["red"].failed_rallies == 1
    battle.end_turn()
    battle.card("red")
    battle.do(FallBack())
    battle.do(EndGo())
    again = one(battle.run("4"), MoraleTested)
    assert (again.roll.number.value, again.courage) == (4, Courage.STEADY)
    assert battle["red"].failed_rallies == 0


@pytest.mark.rule("MM-9.01.3", "MM-R69")
def test_a_shaken_man_moves_once_and_is_himself_again() -> None:
    battle = afraid(Courage.SHAKEN)
    battle.do(FallBack())
    battle.do(Stealth())
    assert one(battle.run(), Calmed).character == "red"
    assert battle["red"].courage is Courage.STEADY


@pytest.mark.rule("MM-R69")
def test_fear_that_comes_in_his_own_go_binds_his_next_one() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 20)))
    battle.card("red")
    battle.do(CallMoraleTest(unit="red"))
    battle.run("1")
    battle.do(Stealth())
    battle.do(EndGo())
    assert all_of(battle.run(), MoraleTested) == []  # no rally yet
    assert battle["red"].courage is Courage.WITHDRAWING


@pytest.mark.rule("MM-9.01.1", "MM-9.01.2", "MM-9.01.3")
@pytest.mark.parametrize("how", ["move", "sprint", "hide", "stealth"])
@pytest.mark.parametrize(
    ("courage", "first", "code"),
    [
        (Courage.STEADY, None, "not-forced"),
        (Courage.SHAKEN, FallBack(), "not-forced"),
        (Courage.WITHDRAWING, FallBack(), "not-forced"),
        (Courage.WITHDRAWING, FallBack(how="stealth"), "not-forced"),
    ],
)
def test_nobody_falls_back_unless_fear_still_demands_it(
    courage: Courage, first: FallBack | None, code: str, how: Literal["move", "sprint", "hide", "stealth"]
) -> None:
    """Once is all that fear asks of those who do not flee: with his second action he does as he likes."""
    battle = afraid(courage)
    if first is not None:
        battle.do(first)
    stood = battle.state
    with pytest.raises(RuleViolation) as refused:
        battle.do(FallBack(how=how))
    assert (refused.value.code, refused.value.citation) == (code, "MM-9.01.2")
    assert battle.state == stood
    assert not {"Fall back", "Sprint away"} & {offer.label for offer in offers(battle.state, RED, "red")}
    battle.do(Fire(target="alpha"), "1")


@pytest.mark.rule("MM-9.01.1", "MM-9.01.2")
def test_cover_instead_of_a_watched_way() -> None:
    battle = afraid(Courage.WITHDRAWING)
    with pytest.raises(RuleViolation) as wrong:
        battle.do(FallBack(how="hide"))
    assert wrong.value.code == "wrong-cover"
    # Alpha sees every way out on the open field.
    assert one(battle.do(FallBack(how="stealth")), StanceTaken).stance is Stance.STEALTH
    fleeing = afraid(Courage.FLEEING)
    assert one(fleeing.do(FallBack(how="hide")), StanceTaken).stance is Stance.HIDDEN


@pytest.mark.rule("MM-9.01.2")
def test_no_cover_where_a_way_is_open() -> None:
    wall = Feature("wall", ((20, 22), (40, 22)), height=4.0, width=0.3)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), "m9"), man("Red", RED, (30, 23.5), "m9"), board=Board(60, 40, (wall,))
    )
    battle.put(replace(battle["red"], courage=Courage.WITHDRAWING))
    battle.card("red")
    with pytest.raises(RuleViolation) as refused:
        battle.do(FallBack(how="stealth"))
    assert refused.value.code == "way-open"


def test_a_way_of_his_own_must_lead_away() -> None:
    battle = afraid(Courage.WITHDRAWING)
    with pytest.raises(RuleViolation) as refused:
        battle.do(FallBack(to="30,17"))
    assert refused.value.code == "not-away"
    battle.do(FallBack(to="33,23"))


@pytest.mark.rule("MM-R69")
def test_an_elite_rallies_once_a_turn_at_the_end_of_his_last_go() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10)), man("Red", RED, (30, 20), skills=[Skill.ELITE]))
    battle.put(replace(battle["red"], courage=Courage.WITHDRAWING))
    battle.card("red")
    battle.do(FallBack())
    battle.do(EndGo())
    assert all_of(battle.run(), MoraleTested) == []
    battle.card("red", which=1)
    battle.do(FallBack())
    assert one(battle.run("3"), MoraleTested).rally


@pytest.mark.rule("MM-9.01.1", "MM-R69")
def test_who_flees_at_the_wheel_drives_off_and_who_rides_may_get_out() -> None:
    car = truck(side=RED, at=(30, 20), facing=0)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)),
        aboard(man("Red", RED, skills=[Skill.DRIVER]), car, "driver"),
        aboard(man("Rider", RED), car),
        vehicles=[car],
    )
    for who in ("red", "rider"):
        battle.put(replace(battle[who], courage=Courage.FLEEING))
    battle.card("red")
    battle.do(Drive(to="30,30"))
    battle.run("3")
    battle.card("rider")
    with pytest.raises(RuleViolation):
        battle.do(Fire(target="alpha"))
    battle.do(Leave())
    battle.do(FallBack())


@pytest.mark.rule("MM-9.01.1", "MM-9.01.2", "MM-R69")
@pytest.mark.parametrize("courage", [Courage.FLEEING, Courage.WITHDRAWING, Courage.SHAKEN])
def test_who_is_afraid_does_not_drive_board_or_get_out_towards_the_enemy(courage: Courage) -> None:
    car = truck(side=RED, at=(30, 20), facing=180)
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)),
        aboard(man("Red", RED, skills=[Skill.DRIVER]), car, "driver"),
        aboard(man("Rider", RED), car),
        man("Runner", RED, (30, 25)),
        vehicles=[car],
    )
    for who in ("red", "rider", "runner"):
        battle.put(replace(battle[who], courage=courage))
    battle.card("red")
    labels = {offer.label for offer in offers(battle.state, RED, "red")}
    assert "Drive on" not in labels, "the car looks at the enemy"
    assert "Drive to …" in labels
    assert refusal(battle, Drive(to="30,16")) == "towards-enemy"
    battle.do(EndGo())
    battle.run("6" if courage is not Courage.SHAKEN else "")
    battle.card("rider")
    assert refusal(battle, Leave(to="30,16")) == "towards-enemy"
    battle.do(Leave())
    battle.do(FallBack())
    if courage is not Courage.FLEEING:
        battle.run("6" if courage is not Courage.SHAKEN else "")
        battle.card("runner")
        battle.do(FallBack(to="30,29"))
        battle.put(replace(battle["runner"], at=(30, 25)))
        assert refusal(battle, BoardVehicle(vehicle="truck")) == "towards-enemy"


def refusal(battle: Skirmish, action: Action) -> str:
    with pytest.raises(RuleViolation) as refused:
        battle.do(action)
    return refused.value.code


# ── Leader and Fearless ───────────────────────────────────────────────────────────────────────────────────────────


def led(*, distance: float = 8, options: tuple[tuple[str, str], ...] = (), skills: tuple[Skill, ...] = ()) -> Skirmish:
    return Skirmish(
        man("Alpha", BLACK, (30, 10)),
        man("Boss", RED, (30, 30), leader=True, skills=[Skill.LEADER]),
        man("Red", RED, (30 + distance, 30), skills=skills),
        options=options,
    )


@pytest.mark.rule("MM-10.L.1", "MM-R71")
def test_a_leader_within_eight_inches_lets_others_test_again() -> None:
    near = led()
    near.do(CallMoraleTest(unit="red"))
    assert one(near.run("1,3"), MoraleTested).roll.helps == (Help.LEADER,)
    far = led(distance=8.1)
    far.do(CallMoraleTest(unit="red"))
    assert one(far.run("1"), MoraleTested).roll.helps == ()
    for said in ("on", "yes", "Y", "true", "1"):
        ruled = led(distance=8.1)
        ruled.do(RuleFact(fact="leader near", value=said, unit="red"))
        ruled.do(CallMoraleTest(unit="red"))
        assert one(ruled.run("1,3"), MoraleTested).roll.helps == (Help.LEADER,)


@pytest.mark.rule("MM-10.L.1", "MM-R71")
def test_not_himself_and_not_while_he_runs() -> None:
    himself = led()
    himself.do(CallMoraleTest(unit="boss"))
    assert one(himself.run("2"), MoraleTested).roll.helps == ()
    by_rule = led(options=(("leader-rerolls-himself", "true"),))
    by_rule.do(CallMoraleTest(unit="boss"))
    assert one(by_rule.run("2,3"), MoraleTested).roll.helps == (Help.LEADER,)
    running = led()
    running.put(replace(running["boss"], courage=Courage.FLEEING))
    running.do(CallMoraleTest(unit="red"))
    assert one(running.run("2"), MoraleTested).roll.helps == ()


@pytest.mark.rule("MM-10.F.1", "MM-R71")
def test_fearless_once_a_game_and_the_better_die_counts() -> None:
    battle = led(distance=20, skills=(Skill.FEARLESS,))
    battle.do(CallMoraleTest(unit="red"))
    events = battle.run("2,1")
    assert one(events, MoraleTested).roll.die == 2
    assert one(events, SkillUsed).help is Help.FEARLESS
    battle.put(replace(battle["red"], courage=Courage.STEADY))
    battle.do(CallMoraleTest(unit="red"))
    assert one(battle.run("2"), MoraleTested).roll.dice == (2,)


@pytest.mark.rule("MM-R71")
def test_leader_first_then_fearless() -> None:
    battle = led(skills=(Skill.FEARLESS,))
    battle.do(CallMoraleTest(unit="red"))
    tested = one(battle.run("1,2,4"), MoraleTested)
    assert (tested.roll.helps, tested.roll.dice) == ((Help.LEADER, Help.FEARLESS), (1, 2, 4))


@pytest.mark.rule("MM-10.F.1")
def test_its_owner_may_wish_to_be_asked() -> None:
    battle = led(distance=20, skills=(Skill.FEARLESS,))
    battle.do(StandingAnswer(question="fearless", answer="ask"), by=Actor.player(RED))
    battle.do(CallMoraleTest(unit="red"))
    question = one(battle.run("1"), Asked).question
    assert (question.kind, question.help, question.margin, question.side) == ("help", Help.FEARLESS, -2, RED)
    events = battle.do(Answer(answer="yes"), "5")
    tested = one(events, MoraleTested)
    assert (tested.roll.dice, tested.courage) == ((1, 5), Courage.STEADY)
    assert [draw.value for draw in tested.draws] == [5]  # the first die stands in the question
