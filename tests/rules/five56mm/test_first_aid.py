"""3.5 First Aid, 4.4 Treat Injury, 4.5 Carry, 4.9 Use Radio and 5.1: those who help, and who lives to the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.five56mm.actions.battle import DeclareEnd, EndGo
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Carry, FirstAid, Stealth, TreatInjury, UseRadio
from rules.five56mm.book.first_aid import Helper, aid_number, carry, check_patient, survives, treated
from rules.five56mm.book.injury import Level, WoundOnRecord, milder
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill
from rules.five56mm.events.battle import BattleEnded, CardTurned, Frightened
from rules.five56mm.events.fire import Shot
from rules.five56mm.events.foot import Aided, Carried, Died, MoraleTested, Moved, RadioUsed, Relapsed, Survived
from rules.five56mm.state import BLACK, RED, Life, RadioTask, Stance
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, all_of, man, one

LEVELS = (Level.MINOR, Level.SERIOUS, Level.CRITICAL, Level.MORTAL)


def beside(*wounds: Level, skills: tuple[Skill, ...] = (), gear: tuple[Gear, ...] = (), **doc: int) -> Skirmish:
    """Doc has his card and stands beside Alpha, who is wounded."""
    battle = Skirmish(
        man("Doc", BLACK, (30, 10), skills=skills, gear=gear, **doc),
        man("Alpha", BLACK, (30.9, 10), wounds=wounds),
        man("Red", RED, (30, 38)),
    )
    battle.card("doc")
    return battle


# ── First Aid ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-3.5.2", "MM-4.4.2")
def test_the_number_of_the_injury() -> None:
    for kind in ("first-aid", "treat-injury"):
        numbers = [aid_number(kind, level, Helper(1), False)[0].value for level in LEVELS]
        assert numbers == [2, 4, 5, 6]


@pytest.mark.rule("MM-3.5.3")
def test_success_improves_a_wound_by_one_level() -> None:
    assert [milder(level) for level in LEVELS] == [Level.NONE, Level.MINOR, Level.SERIOUS, Level.CRITICAL]


@pytest.mark.rule("MM-3.5.1", "MM-R35")
def test_the_helper_must_be_within_an_inch() -> None:
    battle = beside(Level.SERIOUS)
    battle.put(replace(battle["alpha"], at=(31.2, 10)))
    with pytest.raises(RuleViolation) as refused:
        battle.do(FirstAid(patient="alpha"))
    assert refused.value.citation == "MM-3.5.1"


@pytest.mark.rule("MM-3.5.4", "MM-3.5.5", "MM-R34")
def test_it_holds_for_some_turns_and_may_then_be_given_again() -> None:
    battle = beside(Level.SERIOUS)
    aided = one(battle.do(FirstAid(patient="alpha"), "4,1"), Aided)  # D3 1, and 1: to the end of turn 3
    assert (aided.holds, aided.wound) == (2, WoundOnRecord(1, Level.SERIOUS, aid_until=3))
    assert battle["alpha"].wounds[0].acts_as is Level.MINOR
    with pytest.raises(RuleViolation) as refused:
        battle.do(FirstAid(patient="alpha"))
    assert refused.value.citation == "MM-3.5.5"
    battle.end_turn()
    battle.end_turn()
    assert one(battle.end_turn(), Relapsed).wound == WoundOnRecord(1, Level.SERIOUS)
    battle.card("doc")
    battle.do(FirstAid(patient="alpha"), "4,6")


@pytest.mark.rule("MM-3.5.5", "MM-R34", "MM-5.01.4")
def test_a_mortal_wound_stops_killing_while_first_aid_holds() -> None:
    battle = beside(Level.MORTAL, morale=1)
    battle.put(replace(battle["alpha"], wounds=(WoundOnRecord(1, Level.MORTAL, dies_at=2),)))
    battle.do(FirstAid(patient="alpha"), "5,1")  # 5 + 1 against 6; to the end of turn 3
    assert not battle["alpha"].down
    assert battle["alpha"].one_action  # he acts as Critical
    battle.end_turn()
    battle.end_turn()
    assert battle["alpha"].alive  # turn 2 would have killed him
    events = battle.end_turn()
    # One turn was left to him after that in which he was helped, and is left again.
    assert one(events, Relapsed).wound.dies_at == 4
    assert one(battle.end_turn("6"), Died).character == "alpha"


@pytest.mark.rule("MM-3.5.6", "MM-3.5.7")
def test_helping_oneself() -> None:
    battle = Skirmish(man("Alpha", BLACK, (30, 10), wounds=[Level.MINOR]), man("Red", RED, (30, 38)))
    battle.card("alpha")
    aided = one(battle.do(FirstAid(patient="alpha"), "2"), Aided)
    assert aided.roll.number.value == 2 + 1
    down = beside(Level.SERIOUS)
    down.put(replace(down["doc"], wounds=(WoundOnRecord(1, Level.MORTAL, aid_until=9, left=2),)))
    with pytest.raises(RuleViolation) as refused:
        down.do(FirstAid(patient="doc", wound=1))
    assert refused.value.code in ("aid-holds", "not-on-himself")


@pytest.mark.rule("MM-3.5.7", "MM-4.4.6")
def test_nobody_helps_himself_with_a_mortal_wound() -> None:
    for cited in ("MM-3.5.7", "MM-4.4.6"):
        with pytest.raises(RuleViolation) as refused:
            check_patient(Level.MORTAL, True, cited)
        assert refused.value.citation == cited


@pytest.mark.rule("MM-R34")
def test_the_helper_may_name_the_wound() -> None:
    battle = beside(Level.SERIOUS, Level.MINOR)
    assert one(battle.do(FirstAid(patient="alpha", wound=2), "2,1"), Aided).before is Level.MINOR
    assert one(battle.do(FirstAid(patient="alpha"), "1"), Aided).before is Level.SERIOUS


@pytest.mark.rule("MM-8.0.2")
def test_a_kit_adds_one_for_who_has_it() -> None:
    with_kit = beside(Level.SERIOUS, gear=(Gear.FIRST_AID_KIT,))
    assert one(with_kit.do(FirstAid(patient="alpha"), "1"), Aided).roll.bonus.value == 1
    without = beside(Level.SERIOUS)
    assert one(without.do(FirstAid(patient="alpha"), "1"), Aided).roll.bonus.value == 0


@pytest.mark.rule("MM-6.2.6", "MM-5.0.4")
def test_darkness_and_his_own_wounds_hamper_the_helper() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10), morale=2, wounds=[Level.SERIOUS]),
        man("Alpha", BLACK, (30.9, 10), wounds=[Level.MINOR]),
        man("Red", RED, (30, 38)),
        light=Light.LOW,
    )
    battle.card("doc")
    assert one(battle.do(FirstAid(patient="alpha"), "1"), Aided).roll.number.value == 2 + 1 + 1


@pytest.mark.rule("MM-2.3N.4")
def test_an_impossible_help_is_refused() -> None:
    battle = beside(Level.MORTAL)
    battle.put(replace(battle["doc"], wounds=(WoundOnRecord(1, Level.SERIOUS),)))
    with pytest.raises(RuleViolation) as refused:
        battle.do(FirstAid(patient="alpha"))
    assert refused.value.citation == "MM-2.3N.4"


# ── Treat Injury ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.4.1", "MM-10.M.1")
def test_only_a_medic_treats_injuries() -> None:
    battle = beside(Level.SERIOUS)
    with pytest.raises(RuleViolation) as refused:
        battle.do(TreatInjury(patient="alpha"))
    assert refused.value.citation == "MM-4.4.1"
    medic = beside(Level.SERIOUS, skills=(Skill.MEDIC,), morale=2)
    aided = one(medic.do(TreatInjury(patient="alpha"), "2"), Aided)
    assert aided.roll.bonus.value == 2


@pytest.mark.rule("MM-4.4.3", "MM-4.4.4", "MM-R35")
def test_treatment_is_for_good() -> None:
    medic = beside(Level.CRITICAL, skills=(Skill.MEDIC,))
    medic.do(TreatInjury(patient="alpha"), "5")
    assert medic["alpha"].wounds == (WoundOnRecord(1, Level.SERIOUS),)
    assert treated(WoundOnRecord(1, Level.MORTAL, dies_at=4)) == WoundOnRecord(1, Level.CRITICAL)
    minor = beside(Level.MINOR, skills=(Skill.MEDIC,))
    minor.do(TreatInjury(patient="alpha"), "2")
    assert minor["alpha"].wounds == ()


@pytest.mark.rule("MM-R35")
def test_treatment_works_on_the_original_wound_and_ends_first_aid() -> None:
    battle = beside(Level.CRITICAL, skills=(Skill.MEDIC,))
    battle.put(replace(battle["alpha"], wounds=(WoundOnRecord(1, Level.CRITICAL, aid_until=4),)))
    aided = one(battle.do(TreatInjury(patient="alpha"), "5"), Aided)
    assert (aided.roll.number.value, aided.wound) == (5, WoundOnRecord(1, Level.SERIOUS))


@pytest.mark.rule("MM-4.4.5")
def test_the_dead_and_the_hale_are_not_treated() -> None:
    battle = beside(skills=(Skill.MEDIC,))
    with pytest.raises(RuleViolation) as refused:
        battle.do(TreatInjury(patient="alpha"))
    assert refused.value.citation == "MM-4.4.5"


@pytest.mark.rule("MM-4.4.6")
def test_a_medic_treats_himself_at_plus_one() -> None:
    battle = beside(skills=(Skill.MEDIC,))
    battle.put(replace(battle["doc"], wounds=(WoundOnRecord(1, Level.MINOR),)))
    assert one(battle.do(TreatInjury(patient="doc"), "3"), Aided).roll.number.value == 2 + 1


# ── Carry ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-4.5.2", "MM-4.5.3", "MM-4.5.4")
@pytest.mark.parametrize(("die", "inches"), [(2, 0), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_how_far_a_mortally_wounded_man_is_carried(die: int, inches: float) -> None:
    assert carry(Level.MORTAL, 0, Scripted(f"d6:{die}"))[1] == inches
    assert carry(Level.CRITICAL, 0, Scripted("d6:2"))[1] == 3


@pytest.mark.rule("MM-R51", "MM-4.5.2")
def test_who_can_walk_is_not_carried() -> None:
    battle = beside(Level.SERIOUS)
    with pytest.raises(RuleViolation) as refused:
        battle.do(Carry(patient="alpha", to="30,5"))
    assert refused.value.citation == "MM-4.5.2"


@pytest.mark.rule("MM-4.5.1", "MM-4.5.3", "MM-R51")
def test_both_move_and_the_patient_has_no_go_this_turn() -> None:
    battle = beside(Level.CRITICAL)
    events = battle.do(Carry(patient="alpha", to="30,2"), "4")  # two above 2: 5 in
    assert one(events, Carried).inches == 5
    assert battle["doc"].at == (30, 5)
    moved = [event.character for event in all_of(events, Moved)]
    assert moved == ["doc", "alpha"]
    assert battle["alpha"].at == (30.9, 5)
    assert (battle["doc"].stance, battle["alpha"].stance) == (Stance.CARRYING, Stance.CARRIED)
    battle.run()
    assert one(battle.card("alpha"), CardTurned).fate == "given-up"
    assert battle["alpha"].stance is Stance.CARRIED
    battle.end_turn()
    battle.card("doc")
    assert battle["alpha"].stance is Stance.NONE


@pytest.mark.rule("MM-4.5.1", "MM-R51")
def test_a_critically_wounded_man_who_has_acted_is_not_carried() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10)), man("Alpha", BLACK, (30.9, 10), wounds=[Level.CRITICAL]), man("Red", RED, (30, 38))
    )
    battle.card("alpha")
    battle.do(Stealth())
    battle.run()
    battle.card("doc")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Carry(patient="alpha", to="30,2"))
    assert refused.value.code == "has-acted"


@pytest.mark.rule("MM-4.5.4")
def test_who_struggles_gains_no_ground() -> None:
    battle = beside(Level.MORTAL)
    assert one(battle.do(Carry(patient="alpha", to="30,2"), "1"), Carried).inches == 0
    assert battle["doc"].at == (30, 10)


@pytest.mark.rule("MM-4.5.5", "MM-R51")
def test_two_carriers_go_six_inches_without_a_roll() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10)),
        man("Bravo", BLACK, (31.5, 10)),
        man("Alpha", BLACK, (30.9, 10), wounds=[Level.MORTAL]),
        man("Red", RED, (30, 38)),
    )
    battle.card("doc")
    events = battle.do(Carry(patient="alpha", second="bravo", to="30,1"))
    carried = one(events, Carried)
    assert (carried.roll, carried.inches) == (None, 6)
    assert [battle[who].at for who in ("doc", "alpha", "bravo")] == [(30, 4), (30.9, 4), (29.1, 4)]
    battle.run()
    assert one(battle.card("bravo"), CardTurned).fate == "given-up"


@pytest.mark.rule("MM-4.5.5")
def test_a_second_carrier_must_not_have_had_his_go() -> None:
    battle = Skirmish(
        man("Doc", BLACK, (30, 10)),
        man("Bravo", BLACK, (31.5, 10)),
        man("Alpha", BLACK, (30.9, 10), wounds=[Level.MORTAL]),
        man("Red", RED, (30, 38)),
    )
    battle.card("bravo")
    battle.do(EndGo())
    battle.run()
    battle.card("doc")
    with pytest.raises(RuleViolation) as refused:
        battle.do(Carry(patient="alpha", second="bravo", to="30,1"))
    assert refused.value.code == "has-had-his-go"


@pytest.mark.rule("MM-3.25.4", "MM-4.5.3")
def test_carrier_and_carried_are_easier_to_hit() -> None:
    battle = beside(Level.CRITICAL)
    battle.do(Carry(patient="alpha", to="30,2"), "4")
    battle.run()
    battle.put(replace(battle["red"], at=(30, 15)))
    battle.card("red")
    assert one(battle.do(Fire(target="alpha", not_closest=False), "1"), Shot).roll.bonus.value == 1


# ── Radio ─────────────────────────────────────────────────────────────────────────────────────────────────────────

STRIKE = RadioTask("air strike", 5, "bombs fall on the village", once=True)


def caller(*, leader_at: tuple[float, float] = (31.5, 10), radio: bool = True) -> Skirmish:
    battle = Skirmish(
        man("Sparks", BLACK, (30, 10), morale=0, gear=[Gear.RADIO] if radio else []),
        man("Boss", BLACK, leader_at, morale=2, leader=True),
        man("Red", RED, (30, 38)),
        radio=[STRIKE],
    )
    battle.card("sparks")
    return battle


@pytest.mark.rule("MM-4.9.1", "MM-8.0.17", "MM-R60")
def test_a_call_needs_a_radio_and_something_to_call() -> None:
    with pytest.raises(RuleViolation) as deaf:
        caller(radio=False).do(UseRadio(task="air strike"))
    assert deaf.value.code == "no-radio"
    with pytest.raises(RuleViolation) as nobody:
        caller().do(UseRadio(task="pizza"))
    assert nobody.value.code == "no-such-call"


@pytest.mark.rule("MM-4.9.1", "MM-4.9.2")
def test_the_leaders_morale_counts_when_he_is_near() -> None:
    battle = caller()
    used = one(battle.do(UseRadio(task="air strike"), "3"), RadioUsed)
    assert (used.leader, used.roll.total, used.scenario_event) == ("boss", 5, "bombs fall on the village")
    far = caller(leader_at=(32.1, 10))
    used = one(far.do(UseRadio(task="air strike"), "4"), RadioUsed)
    assert (used.leader, used.roll.total, used.scenario_event) == (None, 4, "")


@pytest.mark.rule("MM-4.9.1")
def test_a_call_that_is_answered_once_is_not_made_again() -> None:
    battle = caller()
    battle.do(UseRadio(task="air strike"), "5")
    battle.run()
    battle.end_turn()
    battle.card("sparks")
    with pytest.raises(RuleViolation) as refused:
        battle.do(UseRadio(task="air strike"))
    assert refused.value.code == "no-such-call"


# ── After the battle ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("MM-5.1.1", "MM-5.1.2", "MM-5.1.3", "MM-R47")
def test_the_one_attempt_after_the_battle() -> None:
    for medic in (None, 0, 3):
        assert survives(medic, Scripted("d6:3")).passed
        assert not survives(medic, Scripted("d6:2")).passed


def over(*options: tuple[str, str], care: bool = True) -> Skirmish:
    """Red has nobody left; Alpha lies Mortally Wounded."""
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), wounds=[Level.MORTAL]),
        man("Bravo", BLACK, (30, 5)),
        man("Red", RED, (30, 20), "m9"),
        options=options,
        care=care,
    )
    battle.card("bravo")
    battle.do(Fire(target="red"), "6,6,1")
    return battle


@pytest.mark.rule("MM-5.1.1", "MM-5.1.3", "MM-R47")
@pytest.mark.parametrize(("die", "alive"), [(3, True), (2, False)])
def test_when_the_battle_is_over_the_mortally_wounded_are_saved_or_not(die: int, alive: bool) -> None:
    battle = over()
    battle.do(EndGo())
    events = battle.run(str(die))
    assert one(events, Survived).character == "alpha"
    assert one(events, BattleEnded).winner == BLACK
    assert battle["alpha"].alive is alive
    if alive:
        assert battle["alpha"].wounds == (WoundOnRecord(1, Level.CRITICAL),)


@pytest.mark.rule("MM-5.1.1", "MM-R47")
@pytest.mark.parametrize(("options", "care"), [((("medical-care-after-battle", "false"),), True), ((), False)])
def test_without_care_he_dies(options: tuple[tuple[str, str], ...], care: bool) -> None:
    battle = over(*options, care=care)
    battle.do(EndGo())
    events = battle.run()
    assert one(events, Died).character == "alpha"
    assert all_of(events, Survived) == []


@pytest.mark.rule("MM-5.1.1", "MM-9.4.3", "MM-9.4.4", "MM-9.4.5", "MM-R118")
def test_who_dies_after_the_battle_frightens_nobody() -> None:
    # Alpha leads, Bravo stands beside him, and he is a quarter of the squad: three reasons while the battle goes on.
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), leader=True, wounds=[Level.MORTAL]),
        *(man(name, BLACK, (30 + n, 11)) for n, name in enumerate(("Bravo", "Charlie", "Delta"))),
        man("Red", RED, (30, 20), "m9"),
    )
    battle.card("bravo")
    battle.do(Fire(target="red"), "6,6,1")
    battle.do(EndGo())
    events = battle.run("2")
    assert one(events, Died).character == "alpha"
    assert all_of(events, Frightened) == []
    assert all_of(events, MoraleTested) == []
    assert isinstance(events[-1], BattleEnded)


@pytest.mark.rule("MM-5.1.3", "MM-R47", "MM-R118")
def test_who_is_saved_after_the_battle_does_not_fight_on() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10)),
        man("Red", RED, (30, 20), "m9"),
        man("Guard", RED, (40, 20), "m9", wounds=[Level.MORTAL]),
    )
    battle.card("alpha")
    battle.do(Fire(target="red"), "6,6,1")
    battle.do(EndGo())
    events = battle.run("3")
    assert battle["guard"].wounds == (WoundOnRecord(1, Level.CRITICAL),)
    assert one(events, BattleEnded).winner == BLACK


@pytest.mark.rule("MM-5.1.1", "MM-R47", "MM-R118")
def test_the_mortally_wounded_are_cared_for_when_the_umpire_ends_the_battle() -> None:
    battle = Skirmish(
        man("Alpha", BLACK, (30, 10), wounds=[Level.MORTAL]), man("Bravo", BLACK, (31, 10)), man("Red", RED, (30, 20))
    )
    events = battle.do(DeclareEnd(winner="draw", reason="Night falls."), "2")
    assert not one(events, Survived).roll.passed
    assert battle["alpha"].life is Life.DEAD
    assert one(events, BattleEnded).winner is None
    assert not one(events, BattleEnded).alone, "both sides have somebody left who can act"
