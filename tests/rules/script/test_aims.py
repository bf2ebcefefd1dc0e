"""What a scenario wants of a side, as plans hear it."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

import pytest

from rules.registry import rule_set
from rules.scenario import ScenarioFault
from rules.scenario.reading import read_scenario
from rules.script.aims import aims_of
from rules.script.plan import ObjectiveEffect, within
from rules.seam.planning import AimKind
from rules.table.reference import named_places
from tests.rules.script.test_objectives import begun


def test_an_objective_is_an_aim_with_its_place() -> None:
    """Whoever brings a man into the mill takes it; whose objective stands until it fails keeps it. What is judged or
    another side's is no aim that is open."""
    rules, state = begun("book-and-gun", "the-mill-road")
    board = rules.battle.board(state)
    assert board is not None
    given = (
        ObjectiveEffect(key="burnt", text="Burn the barn", to=("army",), state="achieved"),
        ObjectiveEffect(key="mill", text="Bring a man into the mill", to=("army",)),
        ObjectiveEffect(key="deny", text="No stranger keeps the mill", to=("insurgents",), at_end="achieved"),
    )
    state = replace(state, objectives=given)
    (mill, burnt), (deny,) = aims_of(state, "army", board), aims_of(state, "insurgents", board)
    assert (mill.key, mill.kind, mill.place, mill.state) == ("mill", AimKind.TAKE, "Mill", "open")
    assert (burnt.key, burnt.state) == ("burnt", "achieved")
    assert (deny.key, deny.kind, deny.place) == ("deny", AimKind.KEEP, "Mill")
    assert mill.at == deny.at == named_places(board)["Mill"]
    # Its corners are (22.08, 14.86), (26.72, 14.83), (26.74, 17.78), (22.1, 17.81): 4.64 by 2.95 in, half the diagonal.
    assert mill.radius == deny.radius == pytest.approx(2.75, abs=0.02)
    (square,) = aims_of(
        replace(state, objectives=(ObjectiveEffect(key="c", text="To B2", place="B2", to=("army",)),)), "army", board
    )
    assert square.radius == 2.0, "half a square of 4 in"


def test_a_battle_in_which_nobody_has_an_objective_is_fought_to_beat_the_enemy() -> None:
    own = rule_set("book-and-gun").battle
    assert own.ordering is not None
    assert own.ordering.planning is not None
    (aim,) = own.ordering.planning.aims(own.blank(), "army")
    assert (aim.kind, aim.at) == (AimKind.BREAK, None)


def _with(line: str) -> str:
    text = files("rules.five56mm").joinpath("scenarios/last-bird.yaml").read_text(encoding="utf-8")
    bird = r"- objective:\n +\{key: bird, text: Call.*\n"
    made, found = re.subn(bird, f"- objective: {line}\n", text, count=1)
    assert found == 1
    return made


def test_whom_and_over_which_edge_is_read_from_the_file() -> None:
    line = "{key: bird, text: Out, to: black, aim: leave, about: [consul, guard.1], edge: north}"
    script = read_scenario(_with(line), file="bird.yaml").script
    effects = [e for plan in script.events for e in within(plan.effects) if isinstance(e, ObjectiveEffect)]
    found = next(e for e in effects if e.key == "bird")
    assert (found.aim, found.about, found.edge) == (AimKind.LEAVE, ("consul", "guard.1"), "north")


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("{key: bird, text: Out, to: black, aim: fly}", "aim"),
        ("{key: bird, text: Out, to: black, about: [pilot]}", "pilot"),
        ("{key: bird, text: Out, to: black, about: [consul.9]}", "consul"),
    ],
)
def test_an_unknown_aim_or_person_is_a_fault_of_its_line(line: str, word: str) -> None:
    with pytest.raises(ScenarioFault, match=word):
        read_scenario(_with(line), file="bird.yaml")
