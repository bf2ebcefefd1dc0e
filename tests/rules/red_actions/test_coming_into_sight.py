"""Whatever a unit does that lets it see an ambush reveals it at once: nobody stays hidden in plain sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.chance import Scripted
from rules.red_actions.actions.movement import Embark, Enter, Limber, TurnOrForm
from rules.red_actions.actions.works import CutWire
from rules.red_actions.decide import decide
from rules.red_actions.evolve import evolve
from rules.red_actions.play.sight.knowledge import would_reveal
from rules.red_actions.state import DEFENDER, State
from rules.red_actions.units import Base, Concealment, Rails
from tests.rules.red_actions.charges import charged, field
from tests.rules.red_actions.field import ATTACK, NORTH, SOUTH, WEST, area, battle, board, junior, line, unit

WIRE = line("wire", (20, 12), (40, 12), width=0.5, name="Wire")


def before(reds, at, *features, facing=SOUTH, parts=()) -> State:
    """Whites lie in ambush there; nobody sees them."""
    whites = unit("whites", DEFENDER, "white-volunteers", at=at, facing=facing, hidden=Concealment.AMBUSH)
    state = battle(reds, junior("reds", token="red-zero-plain"), whites, *parts, board=board(*features), turn=2)
    assert not would_reveal(state)
    return state


def kinds(state: State, action, *dice: int) -> list[str]:
    """What happens, in order, until the Whites stand on the table."""
    chance = Scripted(str(die) for die in dice)
    found: list[str] = []
    for event in decide(state, action, ATTACK, chance):
        state = evolve(state, event)
        found.append(event.kind)
    chance.finish()
    assert state.unit("whites").hidden is Concealment.NO
    return found


@pytest.mark.rule("RA-seq.reveal", "RA-action.extra.facing")
def test_a_unit_that_turns() -> None:
    """Troops in a wood are seen from 2 in. From the Reds' front it is 3.6 in; their line is 4.8 in long, and when it
    faces east its end is 1.6 in off."""
    state = before(unit("reds", at=(30, 10)), (30, 14.4), area("woods", 20, 13.8, 40, 30))
    assert "revealed" in kinds(state, TurnOrForm(unit="reds", facing=90))


@pytest.mark.rule("RA-seq.reveal", "RA-form.limber")
def test_a_battery_that_unlimbers_to_the_side() -> None:
    """Its guns stand 4.8 in wide, 3.4 in before the wood's defenders; facing east its end is 1.6 in off."""
    reds = unit("reds", card="field-gun", at=(30, 10), limbered=True)
    state = before(reds, (30, 14.4), area("woods", 20, 13.8, 40, 30))
    assert "revealed" in kinds(state, Limber(unit="reds", facing=90))


@pytest.mark.rule("RA-seq.reveal", "RA-wire.2")
def test_a_unit_that_crosses_wire() -> None:
    """From within the wire it is 3 in to the wood's defenders, from beyond it less than 2."""
    reds = unit("reds", card="red-regulars", at=(30, 11.2), in_wire="Wire", wire_since=1)
    state = before(reds, (30, 15), WIRE, area("woods", 20, 14.2, 40, 30))
    assert "revealed" in kinds(state, CutWire(unit="reds"), 6, 3)


@pytest.mark.rule("RA-seq.reveal", "RA-wire.5")
def test_a_tank_that_clears_wire() -> None:
    reds = unit("reds", card="tank-mg", bases=1, at=(30, 12), facing=90, kit=("wire-cutter",))
    """It runs 5 in; its nose is then at 35.6, the front of the company in the wood at 37.4."""
    state = before(reds, (37.8, 12), WIRE, area("woods", 37, 5, 50, 30), facing=WEST)
    assert "revealed" in kinds(state, CutWire(unit="reds"), 4, 2, 6)


@pytest.mark.rule("RA-seq.reveal", "RA-seq.reinforce")
def test_a_unit_that_comes_onto_the_table_sees_it_before_it_can_be_ambushed() -> None:
    reds = unit("reds", card="red-regulars", at=None, arrives=1, entry=(30.0, 0.0))
    found = kinds(before(reds, (30, 10)), Enter(unit="reds", path=("30,3",)))
    assert found[found.index("entered") + 1] == "revealed"


@pytest.mark.rule("RA-seq.reveal", "RA-dismount.1")
def test_troops_that_get_off_a_train() -> None:
    """The car's side is 2.6 in from the company in the wood; those who get off stand 1 in nearer."""
    cars = (Base("engine", "train-engine"), Base("wagon", "train-other"))
    train = unit("train", card="train-engine", bases=1, at=(31.2, 12), rails=Rails("Rail", 23.6))
    reds = unit("reds", card="red-regulars", at=None, aboard="train", car="wagon")
    rail = line("railway", (10, 12), (60, 12), name="Rail", width=0.5)
    state = before(
        reds, (30, 8.4), rail, area("woods", 20, 5, 40, 9.2), facing=NORTH, parts=(replace(train, bases=cars),)
    )
    assert "revealed" in kinds(state, Embark(unit="reds"))


@pytest.mark.rule("RA-seq.reveal", "RA-charge.contact")
def test_a_charge_that_comes_past_them() -> None:
    """In contact the Reds' line ends at 32.4, 15.2; the company in the wood beside it begins at 34."""
    hidden = unit("hidden", DEFENDER, "white-volunteers", at=(34.4, 15.2), facing=WEST, hidden=Concealment.AMBUSH)
    plain = field()
    wood = board(area("woods", 33.6, 12, 40, 19))
    state = replace(plain, units=(*plain.units, hidden), board=wood)
    assert not would_reveal(state)
    happened = [event.kind for event in charged(state, 3, 4, 4, 5, 3, 4, 6, 6).events]
    assert happened[happened.index("charge-moved") + 1] == "revealed"
