"""Ways through mined squares: on, back, in and out again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.infantry_action.book.kinds import Pace, Weapon
from rules.infantry_action.figures import Life
from rules.infantry_action.groups import Instructions
from rules.infantry_action.state import ATTACKER
from tests.rules.infantry_action.field import carried_out, changed, field, happened, mined, order, section, team


def later(course, period):
    return replace(course.state, period=period, drafts=())


def one_man(**instructions):
    """He stands 10 m south of square (10, 6), which reaches from y = 60 to 70."""
    state = field(section("able", ATTACKER, 1, at=(105, 50)), mines=(mined(10, 6),))
    return changed(state, "able", instructions=Instructions(**instructions))


@pytest.mark.rule("IA-mine.spotted-choice", "IA-R140", "IA-R244")
def test_who_turns_back_in_a_mined_square_dices_again() -> None:
    """In on a 4, unaware, to y = 66; his way back out of it takes another die, and 2 is a casualty."""
    inside = carried_out(one_man(), {"able": order(Pace.WALK, (105, 66))}, "d6:4")
    back = carried_out(later(inside, 2), {"able": order(Pace.WALK, (105, 50))}, "d6:2")
    assert back.state.figure("able1").life is Life.CASUALTY
    assert 60 < (back.state.figure("able1").at or (0, 0))[1] < 66


@pytest.mark.rule("IA-mine.ap-foot", "IA-R140", "IA-R244")
@pytest.mark.parametrize("to", [(105, 80), (115, 66), (120, 72)])
def test_who_goes_on_out_of_it_has_crossed_with_one_die(to) -> None:
    inside = carried_out(one_man(), {"able": order(Pace.WALK, (105, 66))}, "d6:4")
    on = carried_out(later(inside, 2), {"able": order(Pace.WALK, to)}, "")
    assert on.state.figure("able1").at == to


@pytest.mark.rule("IA-mine.ap-foot", "IA-R140", "IA-R244")
def test_a_way_in_and_out_again_in_one_period_takes_two_dice() -> None:
    """10 m to the square, 6 m into it, 16 m back: 32 of the 50 m of a walk."""
    course = carried_out(one_man(), {"able": order(Pace.WALK, (105, 66), (105, 50))}, "d6:4,d6:4")
    assert course.state.figure("able1").at == (105, 50)
    assert [[die.die for die in event.dice] for event in happened(course, "men-in-mines")] == [[4], [4]]


@pytest.mark.rule("IA-mine.spotted-choice", "IA-R140")
def test_a_spotter_who_went_back_crosses_later_without_a_die() -> None:
    seen = carried_out(one_man(mines="back"), {"able": order(Pace.WALK, (105, 90))}, "d6:5")
    assert seen.state.figure("able1").at == (105, 59.5)
    over = carried_out(later(seen, 2), {}, "")
    assert over.state.figure("able1").at == (105, 90)


@pytest.mark.rule("IA-mine.spotted-choice", "IA-R140")
def test_a_spotter_inside_goes_back_without_a_die() -> None:
    """Told to stop he stands a quarter of the square inside, at y = 62.5."""
    seen = carried_out(one_man(), {"able": order(Pace.WALK, (105, 90))}, "d6:6")
    assert seen.state.figure("able1").at == (105, 62.5)
    back = carried_out(later(seen, 2), {"able": order(Pace.WALK, (105, 50))}, "")
    assert back.state.figure("able1").at == (105, 50)


@pytest.mark.rule("IA-mine.at-trigger", "IA-R141")
def test_a_gun_that_is_pushed_over_anti_tank_mines_is_lost() -> None:
    """15 m from y = 50, 5 of them in square (10, 6). The second of its three men throws a 1."""
    gun = team("gun", ATTACKER, Weapon.AT_GUN, at=(102, 50))
    for mine, dice, gone in (
        (mined(10, 6, people=False, tanks=True), "d6:2,d6:1,d6:6", True),
        (mined(10, 6), "", False),
    ):
        if not gone:
            mine = replace(mine, marked=True)
        state = field(gun, mines=(mine,))
        after = carried_out(state, {"gun": order(Pace.MANHANDLE, (102, 90))}, dice).state
        assert after.gun("gun-gun").gone is gone
        assert [man.id for man in after.men("gun")] == (["gun1", "gun3"] if gone else ["gun1", "gun2", "gun3"])
