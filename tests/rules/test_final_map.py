"""The map of a battle that is over: whoever fell lies where he fell, as far as the viewer may know of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.battle.ending import BattleEnded, Ended
from rules.book_and_gun.events.battle import FigureFell
from rules.book_and_gun.evolve import evolve as gun_evolve
from rules.book_and_gun.units import Status
from rules.book_and_gun.view import view as gun_view
from rules.infantry_action.events.movement import ManLost
from rules.infantry_action.evolve import evolve as infantry_evolve
from rules.infantry_action.figures import Life
from rules.infantry_action.view import view as infantry_view
from rules.red_actions.events.morale import BasesLost
from rules.red_actions.evolve import evolve as red_evolve
from rules.red_actions.play.ground.layout import WIDTH
from rules.red_actions.units import Loss
from rules.red_actions.view import view as red_view
from rules.seam.viewing import PUBLIC, View, Viewer
from tests.rules.book_and_gun import field as guns
from tests.rules.infantry_action import field as infantry
from tests.rules.red_actions import field as reds

OVER = Ended(None, "Enough")


def lying(view: View) -> dict[str, list[tuple[float, float]]]:
    """Who lies on the map, by unit: the places of those who fell."""
    assert view.scene is not None
    return {unit.ref: [(token.x, token.y) for token in unit.figures] for unit in view.scene.fallen}


def shot(state: Any, figure: str, audience: tuple[str, ...] | None = None) -> Any:
    unit = figure.rstrip("0123456789")
    fell = FigureFell(unit=unit, figure=figure, status=Status.KILLED, cause="fire", audience=audience)
    return gun_evolve(state, fell)


def hit(state: Any, figure: str, audience: tuple[str, ...] | None = None) -> Any:
    return infantry_evolve(state, ManLost(figure=figure, life=Life.CASUALTY, cause="mine", audience=audience))


def destroyed(state: Any, unit: str, *bases: str, unseen: bool = False) -> Any:
    there = state.unit(unit)
    losses = tuple(Loss(b, unit, there.side, "destroyed", 1, unseen=unseen) for b in there.bases if b.id in bases)
    gone = len(losses) == len(there.bases)
    return red_evolve(state, BasesLost(unit=unit, name=there.name, losses=losses, gone=gone))


def test_the_dead_of_a_squad_lie_where_they_stood_once_the_battle_is_over() -> None:
    state = guns.battle(guns.army(size=3, at=(10.0, 8.0)), guns.cell(size=2, at=(10.0, 30.0)))
    state = shot(shot(shot(state, "able2"), "red1"), "red2")
    assert lying(gun_view(state, PUBLIC)) == {}
    ended = replace(state, ended=OVER)
    assert lying(gun_view(ended, PUBLIC)) == {"able": [(12.0, 8.0)], "red": [(10.0, 30.0), (12.0, 30.0)]}


def test_whoever_fell_unknown_to_all_lies_on_his_own_sides_map_alone() -> None:
    state = guns.battle(guns.army(size=3, at=(10.0, 8.0)), guns.cell(size=2, at=(10.0, 30.0)))
    ended = replace(shot(state, "red1", ("insurgents",)), ended=OVER)
    assert lying(gun_view(ended, PUBLIC)) == {} == lying(gun_view(ended, Viewer("army")))
    assert lying(gun_view(ended, Viewer("insurgents"))) == {"red": [(10.0, 30.0)]}


def test_a_section_that_was_wiped_out_lies_on_the_map() -> None:
    state = infantry.field(
        infantry.section("one", infantry.ATTACKER, 2, at=(100.0, 50.0)),
        infantry.section("two", infantry.DEFENDER, 2, at=(100.0, 90.0)),
    )
    state = hit(hit(hit(state, "two1"), "two2"), "one2", (infantry.ATTACKER,))
    ended = replace(state, ended=OVER)
    assert lying(infantry_view(ended, PUBLIC)) == {"two": [(100.0, 90.0), (110.0, 90.0)]}
    assert lying(infantry_view(ended, Viewer(infantry.ATTACKER)))["one"] == [(110.0, 50.0)]
    mark = infantry_view(ended, PUBLIC).scene.units[0]  # type: ignore[union-attr]
    assert [token.id for token in mark.figures] == ["one1"]


def test_bases_lie_side_by_side_where_their_unit_stood_when_they_were_destroyed() -> None:
    state = reds.battle(reds.unit("one", at=(30.0, 10.0)), reds.unit("two", reds.DEFENDER, at=(30.0, 20.0), bases=1))
    state = destroyed(destroyed(state, "one", "one1", "one2"), "two", "two1")
    state = reds.changed(state, "one", at=(30.0, 4.0))
    assert lying(red_view(state, PUBLIC)) == {}
    half = WIDTH / 2
    assert lying(red_view(replace(state, ended=OVER), PUBLIC)) == {
        "one": [(30.0 - half, 10.0), (30.0 + half, 10.0)],
        "two": [(30.0, 20.0)],
    }


@pytest.mark.rule("RA-R247")
def test_a_base_that_was_lost_unseen_lies_on_its_own_sides_map_alone() -> None:
    state = reds.battle(reds.unit("one"), reds.unit("two", reds.DEFENDER, at=(30.0, 20.0)))
    ended = replace(destroyed(state, "two", "two3", unseen=True), ended=OVER)
    assert lying(red_view(ended, PUBLIC)) == {} == lying(red_view(ended, Viewer(reds.ATTACKER)))
    assert lying(red_view(ended, Viewer(reds.DEFENDER))) == {"two": [(30.0, 20.0)]}


def test_what_was_captured_does_not_lie_there() -> None:
    state = reds.battle(reds.unit("one"), reds.unit("two", reds.DEFENDER, at=(30.0, 20.0)))
    there = state.unit("two")
    taken = (Loss(there.bases[0], "two", reds.DEFENDER, "captured", 1),)
    state = red_evolve(state, BasesLost(unit="two", name="Two", losses=taken))
    assert lying(red_view(red_evolve(state, BattleEnded(winner=None, reason="")), PUBLIC)) == {}
