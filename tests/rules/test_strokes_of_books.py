"""What each book's tellings leave on a map of what has changed: a shot worked by hand in each, and who may see it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.five56mm.actions.fire import Fire as CharacterFire
from rules.five56mm.state import RED
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.infantry_action.state import ATTACKER, DEFENDER
from rules.kernel.action import Actor
from rules.kernel.event import Event
from rules.red_actions import RULES as RED_ACTIONS
from rules.red_actions.actions.fight import Fire as UnitFire
from rules.red_actions.decide import decide as decide_red
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.changes import Glance, changes
from rules.table.scene import Changes
from tests.rules.book_and_gun import test_fire_battle as gun
from tests.rules.five56mm.skirmish import Skirmish, man
from tests.rules.infantry_action import test_fire_in_battle as platoon
from tests.rules.red_actions import firing, turning


def changed(rules: AnyRuleSet, state: Any, events: Iterable[Event], viewer: Viewer) -> Changes:
    """What these events change on the viewer's map."""
    battle: Any = rules.battle
    before = battle.view(state, viewer).scene
    glances: list[Glance] = []
    for event in events:
        state = battle.evolve(state, event)
        told = battle.tell(state, event, viewer)
        glances.append(Glance(battle.view(state, viewer).scene, told.strokes if told is not None else ()))
    return changes(before, glances)


def fire_of(found: Changes) -> list[tuple[str, str, int, int]]:
    return [(line.by, line.at, line.shots, line.hits) for line in found.fire]


def test_the_book_and_the_gun_a_rifleman_kills_at_eight_inches() -> None:
    """Two of three dice hit, 7 or less; the first card kills, the second finds nobody."""
    state = gun.firefight(gun.ONE, gun.FOE)
    events, _ = gun.shoot(state, "d20:6,d20:7,d20:20,card:7H", unit="able", target="red")
    shot = next(event for event in events if event.kind == "volleyed")
    for viewer in (PUBLIC, Viewer("army"), Viewer("insurgents")):
        found = changed(BOOK_AND_GUN, state, events, viewer)
        assert fire_of(found) == [(state.unit("able").name, state.unit("red").name, 1, shot.hits)]
        (line,) = found.fire
        assert (line.start, line.end) == ((20.0, 10.0), (20.0, 18.0))
        assert [loss.at for loss in found.losses] == [(20.0, 18.0)]


def test_the_book_and_the_gun_a_unit_that_nobody_may_know_of_is_the_end_of_no_line() -> None:
    state = gun.firefight(gun.ONE, gun.FOE)
    events, _ = gun.shoot(state, "d20:6,d20:7,d20:20,card:7H", unit="able", target="red")
    hidden = state.with_unit(replace(state.unit("red"), concealed=True))
    found = changed(BOOK_AND_GUN, hidden, events, PUBLIC)
    assert (found.fire, found.losses) == ((), ())
    own = changed(BOOK_AND_GUN, hidden, events, Viewer("insurgents"))
    assert len(own.losses) == 1


def test_five56mm_a_shot_that_misses_is_a_line_without_hits() -> None:
    battle = Skirmish(man("Alpha", "black", (30, 10)), man("Red", RED, (30, 22)))
    battle.card("alpha")
    before = battle.state
    events = battle.do(CharacterFire(target="red"), "1")
    found = changed(FIVE56MM, before, events, PUBLIC)
    assert fire_of(found) == [("Alpha", "Red", 1, 0)]
    assert (found.fire[0].start, found.fire[0].end) == ((30, 10), (30, 22))
    assert found.losses == ()


def test_infantry_action_the_firers_side_sees_its_shots_and_others_what_strikes_them() -> None:
    """One rifle at 100 m; ones on all dice: nobody falls."""
    state = platoon.plans(platoon.facing_each_other(), platoon.AT_RED)
    events = platoon.resolved(state).events
    own = changed(INFANTRY_ACTION, state, events, Viewer(ATTACKER))
    struck = changed(INFANTRY_ACTION, state, events, Viewer(DEFENDER))
    able, red = state.group("able").name, state.group("red").name
    assert fire_of(own) == [(able, red, 1, 0)]
    assert fire_of(struck) == [(able, red, 1, 0)]
    assert (own.losses, struck.losses) == ((), ())


def test_red_actions_a_volley_that_only_frightens_is_a_line_without_hits() -> None:
    """2 x 4 = 8 at 5.2 in: column 4, where a 10 is two markers, no base and a serious test; 8 passes it."""
    table = turning.Table(firing.facing_off(6), 5, 5, 4, 4)
    before = table.state
    events = decide_red(before, UnitFire(unit="reds", target="whites"), Actor.player("attacker"), table.chance)
    found = changed(RED_ACTIONS, before, events, PUBLIC)
    assert fire_of(found) == [("Reds", "Whites", 1, 0)]
