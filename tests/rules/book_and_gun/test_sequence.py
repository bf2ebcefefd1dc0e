"""Cards, runs, phases, pace, decks: who may act, and what the engine does by itself. Chapter VII, VIII.0, VIII.1."""

from dataclasses import replace

import pytest

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import (
    BeginTurn,
    DeclareEnd,
    EndPhase,
    Hold,
    HoldAll,
    SetAttitude,
    TurnCards,
)
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.play.turn.sequence import part_of_phase, taker
from rules.book_and_gun.play.turn.victory import result
from rules.book_and_gun.prompt import proceed, prompt
from rules.book_and_gun.state import Side
from rules.book_and_gun.units import Morale, Phase, Status
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import FULL_DECK, Card
from rules.seam.viewing import PUBLIC

from .field import SOUTH, army, battle, cell, hurt, mob
from .war import War, band, black, cards, dice, red, squad


def setup(*units, **changes):
    """Before the first card."""
    return War(replace(battle(*units, turn=0, **changes), phase=Phase.SETUP))


def begun(*units, **changes):
    """The movement phase of turn 1, no card turned yet."""
    war = setup(*units, **changes)
    war.do(BeginTurn(), by=ENGINE)
    return war


def two_a_side(**changes):
    return begun(
        squad(at=(4, 8)),
        squad("baker", at=(24, 8)),
        cell(size=3, at=(4, 30), facing=SOUTH),
        cell("green", size=3, at=(24, 30), facing=SOUTH),
        **changes,
    )


# ── Turns and phases ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VII.1", "BG-VII.3", "BG-VII.3.a.1", "BG-R02")
def test_a_turn_begins_with_the_movement_phase_and_all_54_cards():
    war = setup(squad(at=(4, 8)), cell(at=(4, 30)))
    assert war.engine()[0].turn == 1
    assert war.state.phase is Phase.MOVEMENT
    assert war.state.deck == FULL_DECK
    assert isinstance(proceed(war.state), TurnCards)


@pytest.mark.rule("BG-VII.3", "BG-VII.3.b.1", "BG-VII.3.c", "BG-VII.3.d.3", "BG-R02", "BG-R03", "BG-X.1.1")
def test_the_phases_follow_one_another_and_the_fire_phase_shuffles_both_decks():
    unarmed = [cell(size=1, at=(4, 30)), squad(size=1, at=(4, 8))]
    unarmed = [
        replace(u, figures=tuple(replace(f, traits=replace(f.traits, weapons=())) for f in u.figures)) for u in unarmed
    ]
    war = begun(*unarmed)
    war.engine(cards("2S"))
    war.do(Hold(unit="able"))
    war.engine(cards("2H"))
    war.do(Hold(unit="red"), by=red())
    seen = []
    while war.state.turn == 1:
        seen.append(war.state.phase)
        events = war.engine()
        if war.state.phase is Phase.FIRE:
            shuffled = [e for e in events if e.kind == "deck-shuffled"]
            assert {e.deck for e in shuffled} == {"initiative", "casualty"}
            assert [RULES.battle.tell(war.state, e, PUBLIC) for e in shuffled] == [None, None]  # as in every turn
            assert war.state.deck == war.state.casualty_deck == FULL_DECK
    assert list(dict.fromkeys(seen)) == [Phase.MOVEMENT, Phase.FIRE, Phase.CLOSE_COMBAT, Phase.MORALE]
    assert (war.state.turn, war.state.phase) == (2, Phase.MOVEMENT)


@pytest.mark.rule("BG-VIII.1.13", "BG-R02")
def test_a_phase_ends_at_once_when_nobody_is_left_to_act():
    war = two_a_side()
    war.engine(cards("2S", "3S"))
    war.do(HoldAll())
    war.engine(cards("2H", "3H"))
    war.do(HoldAll(), by=red())
    assert part_of_phase(war.state) == "done"
    assert isinstance(proceed(war.state), EndPhase)


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-VII.2", "BG-VIII.1.11", "BG-VIII.1.12")
def test_black_cards_are_the_armys_and_red_ones_the_insurgents():
    war = two_a_side()
    war.engine(cards("2S", "9D"))
    assert war.state.run.side == "army"
    assert prompt(war.state).asks[0].side == "army"
    assert war.refuses(Move(unit="red", to="south 3"), by=red()) == "not-your-turn"
    war.do(Hold(unit="able"))
    war.engine(cards("3D"))
    assert war.state.run.cards == ("9D", "3D")
    assert prompt(war.state).asks[0].side == "insurgents"


def test_with_pace_run_the_cards_of_one_colour_come_together_and_the_next_colour_waits():
    war = two_a_side()
    war.engine(cards("2S", "KC"))
    # Two units, two cards: no third card is turned.
    assert (war.state.run.cards, war.state.next_card) == (("2S", "KC"), None)
    ask = prompt(war.state).asks[0]
    assert set(ask.units) == {"able", "baker"}
    war.do(Move(unit="baker", to="north 3"), dice(1, 1, 1))
    assert prompt(war.state).asks[0].units == ("able",)


def test_with_pace_card_one_card_is_turned_for_one_unit():
    war = two_a_side(options=(("pace", "card"),))
    war.engine(cards("2S"))
    assert war.state.run.cards == ("2S",)


@pytest.mark.rule("BG-R10")
def test_cards_that_nobody_can_use_are_turned_without_asking():
    war = begun(squad(at=(4, 8)), cell(at=(4, 30), morale=Morale.ROUTED))
    events = war.engine(cards("2H", "RJ", "9D", "5C"))
    assert events[-1].discarded == ("2H", "RJ", "9D")
    assert war.state.run.cards == ("5C",)


@pytest.mark.rule("BG-VIII.0.2a", "BG-X.0.5a", "BG-R02")
def test_an_empty_deck_is_shuffled_anew_while_somebody_can_still_act():
    war = begun(squad(at=(4, 8)), cell(at=(4, 30), morale=Morale.ROUTED))
    war.state = replace(war.state, deck=(Card("9D"),))
    events = war.engine(cards("9D", "3C"))
    assert [e.kind for e in events] == ["cards-turned", "deck-shuffled", "cards-turned"]
    assert len(war.state.deck) == 53
    told = RULES.battle.tell(war.state, events[1], PUBLIC)
    assert told is not None
    assert told.headline == "The initiative deck is shuffled again."


@pytest.mark.rule("BG-VIII.1.14")
def test_a_joker_ends_a_run_and_opens_the_next():
    war = two_a_side()
    war.engine(cards("2S", "BJ"))
    assert (war.state.run.cards, war.state.next_card) == (("2S",), "BJ")
    war.do(Hold(unit="able"))
    war.engine()
    assert war.state.run.joker
    assert war.refuses(Move(unit="baker", to="north 3")) == "joker-waits"


@pytest.mark.rule("BG-VIII.0.1b", "BG-X.0.4")
def test_declining_marks_the_named_unit():
    war = two_a_side()
    war.engine(cards("2S", "3S"))
    war.do(Hold(unit="baker"))
    assert all(f.move_turn == 1 for f in war.unit("baker").figures)
    assert all(f.move_turn == 0 for f in war.unit("able").figures)


def test_holding_with_all_takes_the_cards_of_the_run_or_the_whole_phase():
    war = two_a_side()
    war.engine(cards("2S", "9D"))
    war.do(HoldAll())
    assert [war.unit(u).figures[0].move_turn for u in ("able", "baker")] == [1, 0]
    war = two_a_side()
    war.engine(cards("2S", "9D"))
    war.do(HoldAll(whole_phase=True))
    assert [war.unit(u).figures[0].move_turn for u in ("able", "baker")] == [1, 1]
    assert war.refuses(HoldAll(), by=black()) == "nobody-to-hold"


# ── Civilians ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R01", "BG-III.2.3b")
def test_neutral_civilians_act_after_both_sides_on_the_umpires_word():
    war = begun(squad(at=(4, 8)), band(at=(4, 30)), mob(size=3, at=(30, 18)), civilian_attitude="neutral")
    war.engine(cards("2S"))
    war.do(Hold(unit="able"))
    assert war.refuses(Move(unit="crowd", to="north 3"), by=UMPIRE) == "not-its-turn"
    war.engine(cards("2H"))
    war.do(HoldAll(), by=red())
    assert part_of_phase(war.state) == "neutrals"
    ask = prompt(war.state).asks[0]
    assert (ask.side, ask.umpire, ask.units) == ("civilians", True, ("crowd",))
    assert war.refuses(Move(unit="crowd", to="north 3")) == "not-yours"
    war.do(Move(unit="crowd", to="north 3"), dice(1, 1, 1), by=UMPIRE)
    assert part_of_phase(war.state) == "done"


@pytest.mark.rule("BG-R01", "BG-III.2.3b")
@pytest.mark.parametrize(
    ("attitude", "option", "side"),
    [
        ("pro-insurgent", "after-all", "insurgents"),
        ("pro-army", "after-all", "army"),
        ("neutral", "after-all", None),
        ("neutral", "black-cards", "army"),
        ("neutral", "red-cards", "insurgents"),
    ],
)
def test_civilians_take_the_cards_of_the_side_that_they_favour(attitude, option, side):
    state = battle(
        squad(at=(4, 8)),
        cell(at=(4, 30)),
        mob(size=3, at=(30, 18)),
        civilian_attitude=attitude,
        options=(("neutral-civilians", option),),
    )
    assert taker(state, state.unit("crowd")) == side


@pytest.mark.rule("BG-III.2.3b")
def test_civilians_friendly_to_the_insurgents_are_their_players():
    war = begun(squad(at=(4, 8)), band(at=(4, 30)), mob(size=3, at=(30, 18)))
    war.engine(cards("2H", "3H"))
    assert set(prompt(war.state).asks[0].units) == {"red", "crowd"}
    war.do(Move(unit="crowd", to="north 3"), dice(1, 1, 1), by=red())
    war.do(SetAttitude(attitude="pro-army"), by=UMPIRE)
    war.do(HoldAll(), by=red())
    war.engine(cards("2S"))
    assert prompt(war.state).asks[0].side == "army"


# ── The end ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R131")
def test_a_side_without_a_fit_figure_has_lost_and_the_tally_says_so():
    war = begun(squad(at=(4, 8)), hurt(cell(size=2, at=(4, 30)), Status.KILLED, 1, 2))
    found = result(war.state)
    assert found.winner == "army"
    assert "2 killed" in found.tallies[1].words
    war.engine()
    assert war.state.ended
    assert proceed(war.state) is None
    assert not prompt(war.state)
    assert war.refuses(HoldAll()) == "battle-over"


@pytest.mark.rule("BG-R131")
def test_the_umpire_declares_a_result():
    war = two_a_side()
    war.do(DeclareEnd(winner="insurgents", reason="the convoy is lost"), by=UMPIRE)
    assert result(war.state).winner == "insurgents"
    assert result(war.state).reason == "the convoy is lost"


@pytest.mark.rule("BG-R131")
def test_the_last_turn_ends_in_a_draw():
    war = two_a_side(turn_limit=1)
    war.state = replace(war.state, phase=Phase.MORALE, phase_steps=("morale",))
    war.engine()
    war.engine()
    assert war.state.ended
    assert result(war.state).winner is None


# ── Roles ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_players_cannot_turn_cards_nor_speak_as_the_umpire():
    war = two_a_side()
    assert war.refuses(TurnCards()) == "engine-only"
    assert war.refuses(SetAttitude(attitude="neutral")) == "umpire-only"
    assert war.refuses(HoldAll(), by=Actor.player("martians")) == "no-side"


def test_a_side_with_nobody_but_the_wounded_still_has_a_name():
    war = two_a_side()
    assert [s.key for s in war.state.sides] == ["army", "insurgents", "civilians"]
    assert isinstance(war.state.side("army"), Side)
    assert army().original == 7
