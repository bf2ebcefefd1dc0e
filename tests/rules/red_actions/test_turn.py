"""Whose segment comes when, by the three ways of the book. Dice scripted by hand."""

from __future__ import annotations

import pytest

from rules.kernel.violation import RuleViolation
from rules.red_actions.actions.command import Combine
from rules.red_actions.actions.movement import Move, TurnOrForm
from rules.red_actions.actions.segment import Pass, Stand
from rules.red_actions.play.turn.initiative import on_card, waiting
from rules.red_actions.state import ATTACKER, DEFENDER
from rules.red_actions.units import Concealment
from tests.rules.red_actions.field import (
    officer,
)
from tests.rules.red_actions.turning import PLAIN, Table, start, two_each, unit

# ── Standard initiative ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-init.standard.1", "RA-def.turn")
def test_the_higher_die_begins_and_the_sides_alternate():
    """Reds 3, whites 3: again; reds 2, whites 5: whites begin."""
    table = Table(two_each(), 3, 3, 2, 5, 6, 1).go()
    order = []
    for ref in ("w1", "r1", "w2", "r2"):
        order.append(table.side)
        table.stand(ref)
    assert order == [DEFENDER, ATTACKER, DEFENDER, ATTACKER]
    assert (table.state.turn, table.side) == (2, ATTACKER), "reds throw 6 against 1 for the next turn"
    table.done()


@pytest.mark.rule("RA-init.standard.2")
def test_who_has_units_left_gives_each_its_segment():
    """Reds begin with one unit against three: R, W, W, W, and the turn is over."""
    state = start(unit("r1", at=(10, 4)), *(unit(f"w{n}", DEFENDER, at=(10 * n, 44)) for n in (1, 2, 3)))
    table = Table(state, 6, 1, 6, 1).go()
    order = []
    for ref in ("r1", "w1", "w2", "w3"):
        order.append(table.side)
        table.stand(ref)
    assert order == [ATTACKER, DEFENDER, DEFENDER, DEFENDER]
    assert table.state.turn == 2
    table.done()


@pytest.mark.rule("RA-def.turn")
def test_ambushes_and_officers_with_units_have_no_segment_of_their_own():
    state = start(
        unit("r1", at=(10, 4)),
        officer("boss", with_unit="r1", at=(10, 4)),
        unit("w1", DEFENDER, at=(10, 44), hidden=Concealment.AMBUSH),
        unit("w2", DEFENDER, at=(50, 44)),
        turn=1,
    )
    assert [u.id for u in waiting(state, ATTACKER)] == ["r1"]
    assert [u.id for u in waiting(state, DEFENDER)] == ["w2"]


def test_nobody_passes_unless_the_house_rule_lets_him():
    table = Table(two_each(), 6, 1).go()
    with pytest.raises(RuleViolation, match="Nobody passes"):
        table.do(Pass())
    table = Table(two_each(options=(("allow-pass", "on"),)), 6, 1).go()
    table.do(Pass())
    assert table.side == DEFENDER
    assert [u.id for u in waiting(table.state, ATTACKER)] == ["r1", "r2"], "the units still have theirs"


@pytest.mark.rule("RA-action.one")
def test_a_unit_has_one_action_and_another_cannot_break_in():
    table = Table(two_each(), 6, 1).go()
    table.do(TurnOrForm(unit="r1", facing=90))
    assert table.side == ATTACKER, "turning is done beside the action"
    with pytest.raises(RuleViolation, match="R1 is in its segment"):
        table.do(Stand(unit="r2"))
    table.do(Move(unit="r1", path=("14,4",)))
    assert table.side == DEFENDER, "moving is its action"
    table.stand("w1")
    with pytest.raises(RuleViolation, match="has had or lost"):
        table.do(Stand(unit="r1"))


# ── Cards ───────────────────────────────────────────────────────────────────────────────────────────────────────────

CARDS = (("initiative", "cards"),)


@pytest.mark.rule("RA-init.cards.1")
def test_cards_are_drawn_for_the_order_of_units():
    table = Table(two_each(options=CARDS), "card:w2", "card:r1", "card:w1", "card:r2", "card:r1").go()
    order = []
    for ref in ("w2", "r1", "w1", "r2"):
        segment = table.state.segment
        order.append(segment.only)
        table.stand(ref)
    assert order == [("w2",), ("r1",), ("w1",), ("r2",)]
    assert table.state.turn == 2
    assert set(table.state.deck) == {"r2", "w1", "w2"}, "a new turn, a new deck, one card of it drawn"
    table.done()


@pytest.mark.rule("RA-init.cards.1")
def test_on_a_card_only_its_unit_acts():
    table = Table(two_each(options=CARDS), "card:r1").go()
    with pytest.raises(RuleViolation, match="This segment is for R1"):
        table.do(Stand(unit="r2"))


@pytest.mark.rule("RA-init.cards.2")
def test_combining_takes_a_card_out_of_the_deck():
    """R1 and R2 touch, two bases each; R1 combines with R2 on its card, and R2's card is gone."""
    state = start(
        unit("r1", at=(10, 4), bases=2), unit("r2", at=(12.4, 4), bases=2), unit("w1", DEFENDER, at=(10, 44)),
        options=CARDS,
    )  # fmt: skip
    table = Table(state, "card:r1", 1, "card:w1").go()
    table.do(Combine(unit="r1", other="r2"))
    assert "r2" not in table.state.deck
    assert table.side == DEFENDER
    assert table.state.find("r2") is None


@pytest.mark.rule("RA-init.cards.3")
def test_on_an_officers_card_a_unit_that_he_commands_directly_may_act():
    """The general's base is 2 in from R1 (within 4) and far from R2; the other card then serves nobody."""
    state = start(
        unit("r1", at=(10, 6)), unit("r2", at=(50, 4)), officer("boss", at=(10, 3.2), token=PLAIN),
        unit("w1", DEFENDER, at=(10, 44)), options=CARDS,
    )  # fmt: skip
    table = Table(state, "card:boss", "card:r1", "card:w1").go()
    assert table.state.segment.only == ("boss", "r1")
    table.stand("r1")
    drawn = [kind for kind in table.kinds if kind == "unit-card-drawn"]
    assert len(drawn) == 3, "R1's own card served nobody, and the next was drawn"
    assert table.state.segment.only == ("w1",)
    assert on_card(table.state, "r2") == ("r2",)


# ── Roll-off ────────────────────────────────────────────────────────────────────────────────────────────────────────

DICE = (("initiative", "dice"),)


@pytest.mark.rule("RA-init.dice.1")
@pytest.mark.rule("RA-init.dice.2")
def test_the_higher_die_moves_a_unit_and_a_draw_goes_to_the_last_loser():
    """First a draw: again (there is no loser yet); reds 5, whites 2; then 4 and 4: whites, who lost the last."""
    table = Table(two_each(options=DICE), 3, 3, 5, 2, 4, 4, 6, 1).go()
    order = []
    for ref in ("r1", "w1"):
        order.append(table.side)
        table.stand(ref)
    order.append(table.side)
    assert order == [ATTACKER, DEFENDER, ATTACKER]
    table.done()


@pytest.mark.rule("RA-init.dice.3")
def test_two_ones_end_the_turn_where_that_was_agreed():
    agreed = Table(two_each(options=(*DICE, ("both-ones-end-turn", "on"))), 1, 1, 6, 2).go()
    assert agreed.state.turn == 2
    assert "turn-ended" in agreed.kinds
    usual = Table(two_each(options=DICE), 1, 1, 2, 3).go()
    assert (usual.state.turn, usual.side) == (1, DEFENDER), "else they are thrown again, nobody having lost before"


def test_who_alone_has_units_left_needs_no_dice():
    state = start(
        unit("r1", at=(10, 4)), unit("w1", DEFENDER, at=(10, 44)), unit("w2", DEFENDER, at=(50, 44)), options=DICE
    )
    table = Table(state, 6, 1).go().stand("r1")
    assert table.side == DEFENDER
    table.stand("w1")
    assert table.side == DEFENDER
    table.done()
