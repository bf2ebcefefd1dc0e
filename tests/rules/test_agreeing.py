"""Verbs agree with whoever does it: units and sides whose names are plurals, in what all four books tell."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from rules.battle.orders.sealing import SealBroken
from rules.book_and_gun import state as bg
from rules.book_and_gun.events.movement import FormationChanged
from rules.book_and_gun.tell import tell as tell_book_and_gun
from rules.book_and_gun.units import Formation, Spacing
from rules.five56mm import state as mm
from rules.five56mm.tell import tell as tell_five56mm
from rules.infantry_action import state as ia
from rules.infantry_action.events.umpire import GroupSteadied
from rules.infantry_action.tell import tell as tell_infantry_action
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Scripted
from rules.language.words import agreeing, are_several
from rules.red_actions.actions.fight import Fire
from rules.red_actions.actions.umpire import RemoveUnit, Steady, TestMorale, Wound
from rules.red_actions.decide import decide
from rules.red_actions.evolve import evolve
from rules.red_actions.state import ATTACKER, DEFENDER, Side, State
from rules.red_actions.tell import tell
from rules.registry import rule_sets
from rules.seam.asking import KnownAs, PublicWords, Wording
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.book_and_gun.field import army
from tests.rules.book_and_gun.field import battle as table
from tests.rules.infantry_action.field import field as ground
from tests.rules.infantry_action.field import section
from tests.rules.red_actions.field import ATTACK, answering, junior, unit
from tests.rules.red_actions.nerves import REDS, WHITES, battle

BOOKS: dict[str, tuple[Any, Any, Any]] = {
    "book-and-gun": (bg.State, bg.Side, tell_book_and_gun),
    "five56mm": (mm.State, mm.Side, tell_five56mm),
    "infantry-action": (ia.State, ia.Side, tell_infantry_action),
    "red-actions": (State, lambda key, name: Side(key, name, "soviet", 10, "south"), tell),
}
SCENARIOS = sorted((Path(__file__).parents[2] / "rules").glob("*/scenarios/*.yaml"))
NO_BODIES = {"board", "features", "army"}
PLURALS = {
    "Cousins", "Keepers", "Melon sellers", "Riders", "Sappers", "The men of the Combs",
    "8th Uhlans", "Centurions", "Cousins with a lorry", "Engineers", "Eyes", "Fishermen", "The brook people", "Tubes",
    "Friends from the docks", "Kuban Cossacks",
    "Machine-guns", "Men from the field", "Old soldiers", "Pathfinders", "Pioneers", "Riders from the hamlets",
    "Schwarzlose guns", "Stragglers", "Submachine gunners", "Tachankas", "The brick works", "The gunners",
    "The raiders", "The ridge people", "The sleepers",
}  # fmt: skip
"""The names of the library's units and sides that are plurals, as one reads them."""
DOES = {
    "routs": "rout", "rallies from terror": "rally from terror", "surrenders to the Poles": "surrender to the Poles",
    "abandons 2 bases of guns": "abandon 2 bases of guns", "takes a pinned marker": "take a pinned marker",
    "retires 3 in": "retire 3 in", "is destroyed": "are destroyed", "has its weapons again": "have their weapons again",
    "passes its charge test": "pass their charge test", "does not retire": "do not retire", "goes on": "go on",
    "crushes the wire": "crush the wire", "scouts the wood and sees nothing": "scout the wood and see nothing",
    "stays pinned: it may only retire": "stay pinned: they may only retire", "flees 8 in": "flee 8 in",
    "cannot go back any further": "cannot go back any further",
}  # fmt: skip


@cache
def names() -> frozenset[str]:
    """What the library calls its units and sides: read once, it takes seconds."""
    found: set[str] = set()

    def look(part: object, key: str) -> None:
        if isinstance(part, list):
            for each in part:
                look(each, key)
        if isinstance(part, dict):
            if key not in NO_BODIES and isinstance(part.get("name"), str):
                found.add(part["name"])
            for below, each in part.items():
                look(each, below if isinstance(each, dict | list) else key)

    for path in SCENARIOS:
        look(YAML(typ="safe").load(path.read_text("utf-8")), "")
    return frozenset(found)


def test_of_every_unit_and_side_of_the_library_it_is_known_whether_it_is_a_plural() -> None:
    assert len(names()) > 60
    assert {name for name in names() if are_several(name)} == PLURALS


@pytest.mark.parametrize("one", list(DOES))
def test_a_verb_agrees_with_every_name_of_the_library(one: str) -> None:
    everybody = names()
    plurals = [name for name in everybody if are_several(name)]
    for name in everybody:
        assert agreeing(f"{name} {one}", plurals) == f"{name} {DOES[one] if name in PLURALS else one}"
        assert agreeing(f"{name} {DOES[one]}", plurals) == f"{name} {DOES[one]}"


@pytest.mark.parametrize(
    "name", ["1st Corps", "Task Force Chaos", "Team Oasis", "HMS", "Kit's", "Rifle Cross", "Venus"]
)
def test_a_name_that_ends_in_s_may_be_one(name: str) -> None:
    assert not are_several(name)
    assert agreeing(f"{name} routs", ["Maxim guns"]) == f"{name} routs"


@pytest.mark.parametrize("key", [*rule_sets()])
def test_every_book_lets_verbs_agree_with_its_sides(key: str) -> None:
    """A seal is taken back by a side, in the same words everywhere."""
    empty, side, tells = BOOKS[key]
    for name, said in (("The raiders", "have taken their"), ("The patrol", "has taken its")):
        state = empty(sides=(side("raiders", name),))
        told = tells(state, SealBroken(side="raiders"), PUBLIC)
        assert told is not None
        assert told.headline.rstrip(".") == f"{name} {said} sealed orders back"


def test_units_of_the_book_and_the_gun_and_groups_of_infantry_action_agree_too() -> None:
    umpire = Viewer(umpire=True)
    lost = FormationChanged(unit="fishermen", formation=Formation.COLUMN, order=Spacing.OPEN, disordered=True)
    told = tell_book_and_gun(table(army("fishermen")), lost, umpire)
    assert told is not None
    assert told.headline == "Fishermen lose their formation for this turn."
    told = tell_infantry_action(ground(section("fishermen", ATTACKER)), GroupSteadied(group="fishermen"), umpire)
    assert told is not None
    assert told.headline == "Fishermen are steady again"


# ── In battles ────────────────────────────────────────────────────────────────────────────────────────────────────


def field(name: str, **changes: Any) -> State:
    """Reds of that name, four in the open; Whites 6 in north of them, in their segment."""
    return battle(
        unit("reds", card=REDS, at=(30, 20), name=name, **changes), junior("reds", token="red-zero-plain"),
        unit("whites", DEFENDER, WHITES, at=(30, 26)), junior("whites", DEFENDER, token="white-zero-plain"),
    )  # fmt: skip


def told(state: State, action: Action, *dice: int, by: Actor = UMPIRE) -> list[str]:
    """What everybody reads of it."""
    lines: list[str] = []
    for event in decide(state, action, by, Scripted(str(die) for die in dice)):
        state = evolve(state, event)
        said = tell(state, event, PUBLIC)
        lines += [] if said is None else [said.headline, *said.lines, *(f"{up.who} {up.does}" for up in said.upshots)]
    return lines


STORIES = {
    "rout": (lambda s: told(s, TestMorale(unit="reds", test="fear"), 4, 5), "routs", "rout"),
    "run": (lambda s: told(s, TestMorale(unit="reds", test="fear"), 4, 5), "runs 8 in to", "run 8 in to"),
    "retire": (lambda s: told(s, TestMorale(unit="reds", test="serious"), 4, 5), "retires 3 in to", "retire 3 in to"),
    "marker": (lambda s: told(s, Wound(unit="reds", what="terror", reason="A test")), "takes 1 terror marker",
               "take 1 terror marker"),
    "steady": (lambda s: told(field_with(s, terror=1), Steady(unit="reds", reason="A test")), "is steady",
               "are steady"),
    "removed": (lambda s: told(s, RemoveUnit(unit="reds", reason="A test")), "leaves the battle", "leave the battle"),
    "fire": (lambda s: told(answering(s, DEFENDER, return_fire="no"), Fire(unit="reds", target="whites"), 1, 1,
                            by=ATTACK), "fires at", "fire at"),
}  # fmt: skip


def field_with(state: State, **changes: Any) -> State:
    return state.with_unit(replace(state.unit("reds"), **changes))


@pytest.mark.parametrize("what", list(STORIES))
@pytest.mark.parametrize(("name", "several"), [("Maxim guns", True), ("1st Corps", False), ("Fishermen", True)])
def test_red_actions_tells_of_several_in_the_plural(what: str, name: str, several: bool) -> None:
    story, one, many = STORIES[what]
    lines = story(field(name))
    assert any(line.startswith(f"{name} {many if several else one}") for line in lines), lines
    assert not any(line.startswith(f"{name} {one if several else many} ") for line in lines), lines


def test_a_question_agrees_with_whom_it_is_about() -> None:
    def asked(about: str, other: str) -> str:
        return Wording("{} charges {}. What now?", (known(about), known(other))).own

    assert asked("Fishermen", "1st Company") == "Fishermen charge 1st Company. What now?"
    assert asked("1st Company", "Fishermen") == "1st Company charges Fishermen. What now?"
    assert Wording("{} acts.", (known("Maxim guns"),)).public == "Maxim guns act."


def known(name: str) -> KnownAs:
    return KnownAs(name, PublicWords(name))
