"""Lasting injuries in play: whoever limps really moves less, whoever's hands shake really hits less."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.organisations import dump_figure, figure_traits
from rules.book_and_gun.book.to_hit import Shot, to_hit
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.foot import Sprint
from rules.five56mm.book.profile import Traits, dump_traits, load_traits
from rules.five56mm.forces.injuries import lessened
from rules.five56mm.state import RED
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.forces.traits import FigureTraits, load_figure
from rules.infantry_action.forces.traits import dump_figure as dump_man
from rules.infantry_action.state import ATTACKER
from rules.red_actions import RULES as RED_ACTIONS
from tests.rules.book_and_gun.field import SOUTH, battle, cell
from tests.rules.book_and_gun.war import dice, moving, squad
from tests.rules.five56mm.skirmish import Skirmish, man
from tests.rules.infantry_action.field import carried_out, field, order, section

if TYPE_CHECKING:
    from rules.seam.ruleset import AnyRuleSet
EVERY = (BOOK_AND_GUN, FIVE56MM, INFANTRY_ACTION, RED_ACTIONS)


@pytest.mark.rule("BG-R244")
def test_a_limp_leaves_its_figure_an_inch_behind_and_nobody_else() -> None:
    able = squad(at=(10, 8))
    limping = able.figures[2]
    sheet = BOOK_AND_GUN.forces.injuries.borne(dump_figure(limping.traits), ("limp",))
    lame = replace(limping, traits=figure_traits(sheet, limping.name))
    able = replace(able, figures=tuple(lame if f.id == limping.id else f for f in able.figures))
    war = moving(battle(able, cell(at=(10, 34), facing=SOUTH), phase="movement"))
    before = {f.id: f.at for f in able.figures}
    war.do(Move(unit="able", to="north 20"), dice(4, 3, 2))  # 9 inches
    for figure in war.unit("able").figures:
        x, y = before[figure.id]
        assert figure.at == (x, y + (8 if figure.id == limping.id else 9))


@pytest.mark.rule("BG-R244")
def test_bad_eyes_and_shaking_hands_lower_the_number() -> None:
    # An assault rifle at class I: 7 at short range; at class III and 18 inches 4.
    near, far = Shot(arm("assault rifle"), 9, "I"), Shot(arm("assault rifle"), 18, "III")
    found = [
        [number.value for shot in (near, far) if (number := to_hit(replace(shot, **hurt)))]
        for hurt in ({}, {"bad_eye": True}, {"shaking_hands": True}, {"bad_eye": True, "shaking_hands": True})
    ]
    assert found == [[7, 4], [7, 3], [6, 3], [6, 2]]


@pytest.mark.rule("MM-R291", "MM-4.1.1")
@pytest.mark.parametrize(("movement", "inches"), [(2, 8), (0, 6)])
def test_a_limp_takes_an_inch_of_a_sprint(movement: int, inches: int) -> None:
    # 4 inches, a 3 on the die, and Movement: 9 and 7 without the limp.
    sheet = FIVE56MM.forces.injuries.borne(dump_traits(Traits(movement=movement)), ("limp",))
    lame = replace(man("Alpha", at=(30, 10)), traits=lessened(load_traits(sheet, "Alpha")))
    fight = Skirmish(lame, man("Red", RED, (30, 39)))
    fight.card("alpha")
    fight.do(Sprint(to="30,30"), "3")
    assert fight["alpha"].at == (30, 10 + inches)


@pytest.mark.rule("MM-R291")
def test_the_others_take_one_from_their_ability() -> None:
    sheet = FIVE56MM.forces.injuries.borne(dump_traits(Traits(1, 1, 1, 1)), ("hands", "arm", "nerve"))
    found = lessened(load_traits(sheet, "Alpha"))
    assert (found.movement, found.weapons, found.strength, found.morale) == (1, 0, 0, 0)


@pytest.mark.rule("IA-R271", "IA-foot.walk", "IA-foot.deduct-10")
def test_a_limp_costs_ten_metres_of_a_period() -> None:
    state = field(section("able", ATTACKER, 2, at=(100, 50)))
    sheet = INFANTRY_ACTION.forces.injuries.borne(dump_man(FigureTraits()), ("limp",))
    lame = replace(state.figure("able2"), injuries=load_figure(sheet, "able2").injuries)
    state = state.with_figure(lame)
    before = {who: state.figure(who).at for who in ("able1", "able2")}
    after = carried_out(state, {"able": order(Pace.WALK, (100.0, 350.0))}).state
    gone = {who: after.figure(who).at[1] - at[1] for who, at in before.items()}
    assert gone == {"able1": 50.0, "able2": 40.0}


@pytest.mark.rule("RA-R278")
def test_a_book_without_a_number_of_one_person_says_so() -> None:
    assert [rules.key for rules in EVERY if rules.forces.injuries.none] == [RED_ACTIONS.key]
    assert RED_ACTIONS.forces.injuries.known == ()
    assert "no number" in RED_ACTIONS.forces.injuries.none


@pytest.mark.parametrize("rules", [each for each in EVERY if not each.forces.injuries.none], ids=lambda each: each.key)
def test_a_d6_names_each_injury_of_a_book_about_as_often(rules: AnyRuleSet) -> None:
    injuries = rules.forces.injuries
    named = [injuries.on(die).key for die in range(1, 7)]
    counts = {injury.key: named.count(injury.key) for injury in injuries.known}
    assert sum(counts.values()) == 6
    assert max(counts.values()) - min(counts.values()) <= 1
    rulings = {ruling.id for ruling in rules.book.rulings}
    assert {injury.citation for injury in injuries.known} <= rulings
