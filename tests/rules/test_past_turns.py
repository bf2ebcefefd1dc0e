"""What holds for a turn is nothing when the turn is over: of each row of a battle's state that is a turn, compared with
the one that runs, the same questions and the same deeds with the same dice come to the same, whether it was so in a
turn that has passed or never. In the turn itself something differs, or the test would show nothing.

Red Actions' rows are tried in `red_actions/test_ends_by_play.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from rules import book_and_gun, five56mm, infantry_action
from rules.book_and_gun.state import ARMY, Run
from rules.book_and_gun.units import Morale, Phase, Posture
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.foot import Carry
from rules.five56mm.book.injury import Level
from rules.five56mm.book.profile import Skill
from rules.five56mm.state import BLACK, RED
from rules.infantry_action.book.kinds import Pace
from rules.infantry_action.figures import LONG_AGO
from rules.infantry_action.state import ATTACKER, DEFENDER, PeriodStep
from rules.kernel.action import ENGINE, Action, Actor
from rules.kernel.chance import Card, Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from tests.rules.book_and_gun import field as bg
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, truck
from tests.rules.infantry_action import field as ia

TURN = 4
"""That which runs."""
KEYS = 3
"""Throws of the dice for what is offered first; for what is tried four times as many."""


@dataclass(frozen=True)
class Row:
    """A row of somebody's state that is a turn. `states`: battles in which it is this turn; `never`: what it is where
    that has never been; `lasts`: how many turns it holds for; `tries`: what is done beside what is offered."""

    rules: AnyRuleSet
    name: str
    states: Callable[[Any], list[Any]]
    never: Any
    lasts: int = 1
    tries: tuple[tuple[Action, Actor], ...] = ()


def came_to(rules: AnyRuleSet, state: Any, action: Action, by: Actor, throws: int = KEYS) -> Iterator[object]:
    for number in range(throws):
        try:
            yield tuple(rules.battle.decide(state, action, by, Seeded(b"past", number)))
        except RuleViolation as refusal:
            yield refusal.code


def course(row: Row, turn: Any) -> list[str]:
    """What is asked and offered, what everybody sees, what comes of what is tried, and how the engine goes on; in
    words, but for the row itself, which events may carry along."""
    rules, found = row.rules.battle, list[object]()
    for state in row.states(turn):
        prompt = rules.prompt(state)
        found.append(prompt)
        for ask in prompt.asks:
            found += [rules.offers(state, ask.side, unit) for unit in ask.units]
            found += came_to(row.rules, state, ask.default, Actor.player(ask.side))
        found += [rules.view(state, Viewer(side.key)) for side in row.rules.forces.sides]
        for action, by in row.tries:
            found += came_to(row.rules, state, action, by, 4 * KEYS)
        step = rules.proceed(state)
        if step is not None:
            found += came_to(row.rules, state, step, ENGINE)
    return [re.sub(rf"\b{row.name}=[^,)]+", "", str(each)) for each in found]


# ── 5.56mm ────────────────────────────────────────────────────────────────────────────────────────────────────────


def skirmish(go: str = "") -> Any:
    """Owner and a friend who lies critical beside him; Foe 8 in off; a Black Hawk with its two pilots in the air. It is
    somebody's go, or Owner's card comes up next."""
    hawk = truck("Hawk", BLACK, (50, 30), "black-hawk", flying=True)
    fight = Skirmish(
        man("Owner", BLACK, (30, 10), "m16", "frag", skills=(Skill.LUCKY,)),
        man("Hurt", BLACK, (30.7, 10), wounds=[Level.CRITICAL]), man("Mate", BLACK, (31.4, 10)),
        man("Foe", RED, (30, 18)),
        aboard(man("Pilot", BLACK), hawk, "pilot"), aboard(man("Copilot", BLACK), hawk, "co-pilot"),
        vehicles=[hawk],
    )  # fmt: skip
    fight.state = replace(fight.state, turn=TURN)
    if go:
        fight.card(go)
        return fight.state
    return replace(fight.state, deck=fight["owner"].cards)


def of_man(
    name: str, who: str = "owner", go: str = "", never: Any = None, tries: tuple[Action, ...] = (), **more: Any
) -> Row:
    def states(turn: Any) -> list[Any]:
        state = skirmish(go)
        return [state.with_character(replace(state.character(who), **{name: turn}, **more))]

    return Row(five56mm.RULES, name, states, never, tries=tuple((each, Actor.player(BLACK)) for each in tries))


def of_hawk(name: str) -> Row:
    def states(turn: Any) -> list[Any]:
        state = skirmish("pilot")
        return [state.with_vehicle(replace(state.vehicle("hawk"), **{name: turn}))]

    return Row(five56mm.RULES, name, states, None)


TOGETHER = Carry(patient="hurt", second="mate", to="30,6")
FIVE56MM = {
    "Character.threw_back_turn": of_man("threw_back_turn"),
    "Character.gave_up_turn": of_man("gave_up_turn"),
    "Character.acted_turn": of_man("acted_turn", "hurt", "owner", tries=(Carry(patient="hurt", to="30,6"),)),
    "Character.goes_turn": of_man("goes_turn", "mate", "owner", 0, (TOGETHER,), goes=1),
    "Character.escape_turn": of_man("escape_turn", go="owner", never=0, escape_penalty=2),
    "Character.luck_turn": of_man("luck_turn", go="owner", tries=(Fire(target="foe"),)),
    "Vehicle.flown_turn": of_hawk("flown_turn"),
}


# ── The Book and the Gun ──────────────────────────────────────────────────────────────────────────────────────────


def war(unit: dict[str, Any], figures: dict[str, Any]) -> list[Any]:
    """Able in line with its leader, Baker beside it, Red six inches north of Able; each phase, on Able's card."""
    able = bg.army("able", 5, at=(10.0, 10.0), **unit)
    able = replace(able, figures=tuple(replace(each, **figures) for each in able.figures))
    others = bg.army("baker", 3, at=(26.0, 10.0)), bg.cell("red", 5, at=(10.0, 16.0), facing=bg.SOUTH)
    run = Run(ARMY, tuple(Card(f"{n}S") for n in "2345"))
    return [
        bg.battle(able, *others, turn=TURN, phase=phase, run=None if phase is Phase.MORALE else run) for phase in Phase
    ]


def of_unit(name: str, never: Any = 0, lasts: int = 1, figures: dict[str, Any] | None = None, **more: Any) -> Row:
    return Row(book_and_gun.RULES, name, lambda turn: war({name: turn, **more}, figures or {}), never, lasts)


def of_figures(name: str, never: Any = 0, lasts: int = 1, unit: dict[str, Any] | None = None, **more: Any) -> Row:
    return Row(book_and_gun.RULES, name, lambda turn: war(unit or {}, {name: turn, **more}), never, lasts)


SHAKEN, PINNED = ({"morale": each} for each in (Morale.SHAKEN, Morale.PINNED))
BOOK_AND_GUN = {
    "Figure.carried_turn": of_figures("carried_turn"),
    "Figure.move_turn": of_figures("move_turn"),
    "Figure.fire_turn": of_figures("fire_turn"),
    "Figure.fired_prone_turn": of_figures("fired_prone_turn", lasts=2, posture=Posture.PRONE),
    "Figure.charged_turn": of_figures("charged_turn"),
    "Figure.stunned_until": of_figures("stunned_until"),
    "Figure.rally_turn": of_figures("rally_turn", unit=PINNED),
    "Unit.entered_turn": of_unit("entered_turn"),
    "Unit.retreat_turn": of_unit("retreat_turn", **SHAKEN),
    "Unit.hit_while_shaken_turn": of_unit("hit_while_shaken_turn", **SHAKEN),
    "Unit.fire_as_turn": of_unit("fire_as_turn", fire_as="figures"),
    "Unit.morale_turn": of_unit("morale_turn", **SHAKEN),
}


# ── Infantry Action ───────────────────────────────────────────────────────────────────────────────────────────────


def period(name: str, where: str, value: Any, **more: Any) -> list[Any]:
    """Able and a tank 100 m south of Red, who know of each other; orders are written, or carried out."""
    state = ia.field(
        ia.section("able", ATTACKER, at=(100, 50)), ia.vehicle("tank", ATTACKER, at=(200, 50)),
        ia.section("red", DEFENDER, at=(100, 150), facing=ia.SOUTH), period=TURN,
    )  # fmt: skip
    state = ia.located(ia.located(state, "able", "red"), "red", "able")
    kept = ia.grouped if where.startswith("@") else ia.changed
    state = kept(state, where.removeprefix("@"), **{name: value}, **more)
    drafts = (("able", ia.order(Pace.DOUBLE, (100, 70))), ("tank", ia.order(Pace.WALK, (200, 390))))
    return [state, replace(state, step=PeriodStep.MOVEMENT, drafts=drafts)]


def in_period(name: str, where: str, lasts: int = 1, **more: Any) -> Row:
    return Row(infantry_action.RULES, name, lambda value: period(name, where, value, **more), LONG_AGO, lasts)


INFANTRY_ACTION = {
    "Figure.doubled_in": in_period("doubled_in", "able1", 3),
    "Vehicle.halted_in": in_period("halted_in", "tank", 2),
    "Group.panicked_in": in_period("panicked_in", "@able"),
    "Group.parted_in": in_period("parted_in", "@able", parted_from="tank"),
}
ROWS = {
    **{f"five56mm {name}": row for name, row in FIVE56MM.items()},
    **{f"book_and_gun {name}": row for name, row in BOOK_AND_GUN.items()},
    **{f"infantry_action {name}": row for name, row in INFANTRY_ACTION.items()},
}


@pytest.mark.parametrize("name", list(ROWS))
def test_what_held_for_a_turn_is_nothing_when_it_is_over(name: str) -> None:
    row = ROWS[name]
    assert course(row, TURN - row.lasts) == course(row, row.never)


@pytest.mark.parametrize("name", list(ROWS))
def test_in_its_turn_it_holds(name: str) -> None:
    row = ROWS[name]
    assert course(row, TURN - row.lasts + 1) != course(row, row.never)
