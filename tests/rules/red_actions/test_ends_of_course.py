"""What lasts ends in the course of a battle of Red Actions: segments, cards, tokens, questions and announced actions
whose units and officers are no more. Each step is an action that somebody takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.red_actions.actions.morale import RallyRout
from rules.red_actions.actions.segment import Stand
from rules.red_actions.actions.umpire import Kill, RemoveUnit, TestMorale
from rules.red_actions.actions.works import Possess
from rules.red_actions.decide import decide
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.state import DEFENDER, Segment, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Rout
from rules.seam.viewing import PUBLIC
from rules.telling.told import TellingRole
from tests.rules.red_actions.field import ATTACK, EAST, board, junior, unit
from tests.rules.red_actions.mustering import fold, mustered
from tests.rules.red_actions.nerves import REDS, WHITES, battle
from tests.rules.red_actions.test_trains_in_battle import LINE, train
from tests.rules.red_actions.turning import Table, start
from tests.rules.red_actions.turning import unit as formed

# ── Whose segment it is ───────────────────────────────────────────────────────────────────────────────────────────


def by_cards(*dice: str) -> Table:
    """Two Reds and two Whites, by cards. The first card is r1's."""
    reds = formed("r1", at=(10, 4)), formed("r2", at=(50, 4))
    units = *reds, formed("w1", DEFENDER, at=(10, 44)), formed("w2", DEFENDER, at=(50, 44))
    state = start(*units, options=(("initiative", "cards"),))
    state = replace(state, sides=tuple(replace(side, original=10_000) for side in state.sides))
    return Table(state, "card:r1", *dice).go()


@pytest.mark.rule("RA-init.cards.1")
def test_a_card_is_over_when_its_unit_is_taken_away() -> None:
    table = by_cards("card:w1")
    assert table.state.segment == Segment("attacker", only=("r1",))
    table.do(RemoveUnit(unit="r1", reason="A test"), UMPIRE)
    assert table.state.segment == Segment(DEFENDER, only=("w1",))
    assert prompt(table.state).asks


@pytest.mark.rule("RA-init.cards.1", "RA-action.forfeit")
def test_a_card_is_over_when_its_unit_is_made_to_run() -> None:
    """It fails a fear test that the umpire calls, runs, and has lost its segment."""
    table = by_cards("6", "6", "card:w1")
    table.do(TestMorale(unit="r1", test="fear"), UMPIRE)
    assert table.state.unit("r1").routing
    assert table.state.segment == Segment(DEFENDER, only=("w1",))


@pytest.mark.rule("RA-init.cards.1")
def test_the_card_of_a_unit_that_is_no_more_is_drawn_for_nobody() -> None:
    table = by_cards("card:r2", "card:w1")
    table.do(RemoveUnit(unit="r2", reason="A test"), UMPIRE)
    action, by, words, roles = Stand(unit="r1"), ATTACK, list[str](), list[TellingRole]()
    while action is not None:
        for event in decide(table.state, action, by, table.chance):
            table.state = fold([event], table.state)
            told = tell(table.state, event, PUBLIC)
            words += [] if told is None else [told.headline]
            roles += [] if told is None else [told.role]
        action, by = proceed(table.state), ENGINE
    card = words.index("Card: a unit that is no more")
    assert roles[card] is TellingRole.FRAME, "the battle's own course: no deed of anybody's"
    assert table.state.segment == Segment(DEFENDER, only=("w1",))


@pytest.mark.rule("RA-init.standard.2")
def test_a_segment_is_over_when_the_last_unit_that_might_take_it_is_gone() -> None:
    """The only Red left is removed before it acts: Whites go on."""
    state = battle(
        unit("reds", card=REDS, at=(30, 20)), unit("done", card=REDS, at=(60, 4), acted=1),
        unit("whites", DEFENDER, WHITES, at=(30, 40)),
    )  # fmt: skip
    table = Table(state).do(RemoveUnit(unit="reds", reason="A test"), UMPIRE)
    assert table.state.segment == Segment(DEFENDER)
    assert [ask.side for ask in prompt(table.state).asks] == [DEFENDER]


# ── Tokens on the table ───────────────────────────────────────────────────────────────────────────────────────────


def drawn(state: State) -> State:
    number = 0
    while (action := proceed(state)) is not None:
        number += 1
        state = fold(decide(state, action, ENGINE, Seeded(b"cup", number)), state)
    return state


@pytest.mark.rule("RA-def.officer.draw.2", "RA-R05")
@pytest.mark.parametrize("end", ["killed", "removed"])
def test_nobody_chooses_a_token_for_an_officer_who_is_no_more(end: str) -> None:
    """Both generals' tokens lie there; the first is hit, or taken away with his staff."""
    state = drawn(mustered())
    first, second = state.drawn
    gone = Kill(figure=first.officer, reason="A test") if end == "killed" else RemoveUnit(
        unit=state.officer(first.officer).unit, reason="A test")  # fmt: skip
    state = drawn(fold(decide(state, gone, UMPIRE, Seeded(b"cup", 99)), state))
    assert state.drawn == (second,)
    assert [ask.side for ask in prompt(state).asks] == [second.side]
    keeps = prompt(state).asks[0].default
    state = drawn(fold(decide(state, keeps, Actor.player(second.side), Seeded(b"cup", 100)), state))
    assert state.officer(first.officer).token == ""
    assert state.drawn == ()


@pytest.mark.rule("RA-def.officer.draw.2", "RA-R05")
def test_no_tokens_are_drawn_for_an_officer_without_a_staff() -> None:
    state = mustered()
    staff = next(officer.unit for officer in state.officers if officer.rank == "senior")
    state = fold(decide(state, RemoveUnit(unit=staff, reason="A test"), UMPIRE, Seeded(b"cup", 1)), state)
    assert staff not in [state.officer(each.officer).unit for each in drawn(state).drawn]


# ── Whom they run from ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("RA-rout.2", "RA-R131", "RA-R233")
def test_nobody_runs_on_from_a_train_that_their_own_side_has_taken() -> None:
    """Runners ran west from the train that stands at 36,12. Takers take it; in the next turn Runners, who have the
    Whites due west of them, run east, towards it; Takers, by whom they come, pass their test."""
    state = battle(
        train(15.6, side=DEFENDER), unit("takers", card=REDS, at=(34.9, 12), facing=EAST),
        junior("takers", token="red-zero-plain"),
        unit("runners", card=REDS, at=(24, 12), rout=Rout(1, "train", began_at=(30, 12))),
        junior("runners", token="red-zero-plain"),
        unit("whites", DEFENDER, WHITES, at=(10, 12), facing=EAST),
        board=board(LINE),
    )  # fmt: skip
    state = Table(state).do(Possess(unit="takers", what="train")).state
    assert state.unit("train").side == "attacker"
    state = replace(state, turn=2, segment=Segment("attacker"))
    ran = Table(state, 6, 6, 1, 1).do(RallyRout(unit="runners"))
    at = ran.state.unit("runners").at
    assert at is not None
    assert at == pytest.approx((32.0, 12.0))
