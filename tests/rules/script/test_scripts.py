"""Scripted events: triggers, effects, choices, the umpire's call, what each viewer learns."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from pydantic import ValidationError

from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.five56mm import RULES as FIVE56MM
from rules.infantry_action import RULES as INFANTRY_ACTION
from rules.kernel.action import UMPIRE, Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.registry import rule_sets
from rules.script.actions import CallEvent, Choose, RunScript
from rules.script.events import ChoiceMade, EffectFailed, Posted, ReservesCame, ScriptRolled
from rules.script.plan import (
    AllOf,
    AnyOf,
    Branch,
    CallEffect,
    ChoiceEffect,
    Chosen,
    EndEffect,
    Entered,
    EventPlan,
    Happened,
    JokerTurned,
    Losses,
    Not,
    ObjectiveEffect,
    OnlyCalled,
    Option,
    PlaceHeld,
    PostEffect,
    RadioAnswered,
    ReinforceEffect,
    RollEffect,
    Script,
    ScriptEffect,
    Trigger,
    Turn,
    UmpireOrder,
)
from rules.script.staging import staged
from rules.seam.ruleset import Battle, RuleSet
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board
from tests.rules.script.patrol import PATROL, RULES, Play, Rest, Strike, unit

BLUE, RED = Actor.player("blue"), Actor.player("red")
GATE = ((8.0, -2.0), (12.0, -2.0), (12.0, 2.0), (8.0, 2.0))


def event(when: Trigger, *effects: ScriptEffect, key: str = "it", once: bool = True) -> EventPlan:
    return EventPlan(
        key=key, title=key.capitalize(), when=when, once=once, effects=effects or (PostEffect(text="Now."),)
    )


def order(verb: str, **fields: str) -> UmpireOrder:
    model = next(each for each in RULES.battle.action_types() if each.name() == verb)
    return UmpireOrder(verb=verb, action=model.model_validate(fields).model_dump_json())


# ── Triggers ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_turn_begins() -> None:
    play = Play(event(Turn(turn=2)))
    play.tell("turn")
    assert play.times("it") == 0
    assert [type(e).__name__ for e in play.tell("turn")] == ["Heard", "ScriptedEventBegan", "Posted"]
    play.tell("turn")
    assert play.times("it") == 1


def test_every_second_turn_from_the_second() -> None:
    play = Play(event(Turn(turn=2, every=2), once=False))
    counts = []
    for _ in range(6):
        play.tell("turn")
        counts.append(play.times("it"))
    assert counts == [0, 1, 1, 2, 2, 3]


@pytest.mark.parametrize(("wanted", "turned", "happens"), [(None, "BJ", True), ("RJ", "RJ", True), ("RJ", "BJ", False)])
def test_a_joker_is_turned(wanted: str | None, turned: str, happens: bool) -> None:
    play = Play(event(JokerTurned.model_validate({"card": wanted})))
    play.tell("joker", turned)
    assert play.times("it") == int(happens)


def test_a_radio_call_is_answered_in_its_turns_only() -> None:
    play = Play(event(RadioAnswered(call="Air strike", from_turn=1, to_turn=1)))
    play.tell("radio", "air strike")
    assert play.times("it") == 0
    play.tell("turn")
    play.tell("radio", "extraction")
    assert play.times("it") == 0
    play.tell("radio", "air strike")
    assert play.times("it") == 1


def test_an_area_is_entered_from_outside_by_the_side_and_unit_that_are_meant() -> None:
    play = Play(
        event(Entered(side="blue", units=("alpha",), area=GATE)), event(Entered(side="red", area=GATE), key="red")
    )
    play.step(7.9)
    assert play.times("it") == 0
    play.step(8.0)
    assert (play.times("it"), play.times("red")) == (1, 0)
    play.step(10, "unit-2-1")
    assert play.times("red") == 1


def test_who_stands_in_the_area_from_the_start_has_not_entered_it() -> None:
    play = Play(event(Entered(side="red", area=((19.0, -1.0), (21.0, -1.0), (21.0, 1.0), (19.0, 1.0)))))
    play.step(20.5, "unit-2-1")
    assert play.times("it") == 0
    play.step(25, "unit-2-1")
    play.step(20, "unit-2-1")
    assert play.times("it") == 1


def test_losses_of_a_side_and_of_a_unit() -> None:
    play = Play(
        event(Losses(side="blue", percent=50)), event(Losses(side="red", unit="ravens", percent=26), key="ravens")
    )
    play.do(Strike(figure="unit-1-1"))
    assert play.times("it") == 0  # 25 of a hundred
    play.do(Strike(figure="unit-1-2"))
    assert play.times("it") == 1  # 50
    play.do(Strike(figure="unit-2-1"))
    assert play.times("ravens") == 0
    play.do(Strike(figure="unit-2-2"))
    assert play.times("ravens") == 1


def test_an_area_is_held_as_a_turn_begins_with_nobody_of_the_others_in_it_or_near() -> None:
    held = PlaceHeld(side="blue", against="red", area=GATE, clear=3.0)
    play = Play(event(held, once=False))
    play.step(9)
    assert play.times("it") == 0  # a turn must begin
    play.step(15, "unit-2-1")  # 3 from the area: as near as counts
    play.tell("turn")
    assert play.times("it") == 0
    play.step(15.1, "unit-2-1")
    play.tell("turn")
    assert play.times("it") == 1
    play.step(7.9)
    play.tell("turn")
    assert play.times("it") == 1


def test_who_is_down_neither_holds_an_area_nor_keeps_others_from_holding_it() -> None:
    held = event(PlaceHeld(side="blue", against="red", area=GATE), once=False)
    play = Play(held)
    play.step(9)
    play.step(10, "unit-2-1")
    play.do(Strike(figure="unit-2-1"))
    play.tell("turn")
    assert play.times("it") == 1
    play.do(Strike(figure="unit-1-1"))
    play.tell("turn")
    assert play.times("it") == 1


def test_that_an_area_was_held_counts_in_that_turn_alone() -> None:
    held = PlaceHeld(side="blue", against="red", area=GATE)
    play = Play(event(AllOf(of=(held, RadioAnswered(call="help")))))
    play.step(9)
    play.tell("turn")
    play.step(7)
    play.tell("turn")
    play.tell("radio", "help")
    assert play.times("it") == 0  # held as the turn before began, and lost since
    play.step(9)
    play.tell("turn")
    assert play.times("it") == 1


def test_all_wants_everything_in_whatever_order_and_any_one_of_them() -> None:
    play = Play(
        event(AllOf(of=(JokerTurned(card="RJ"), Turn(turn=1))), key="both"),
        event(AnyOf(of=(JokerTurned(card="BJ"), Turn(turn=2))), key="either"),
    )
    play.tell("joker", "RJ")
    assert play.times("both") == 0
    play.tell("turn")
    assert (play.times("both"), play.times("either")) == (1, 0)
    play.tell("joker", "BJ")
    assert play.times("either") == 1


def test_not_holds_only_while_it_never_came_to_pass() -> None:
    late = event(AllOf(of=(Turn(turn=2), Not(of=RadioAnswered(call="help")))))
    silent, called = Play(late), Play(late)
    called.tell("radio", "help")
    for play in (silent, called):
        play.tell("turn")
        play.tell("turn")
    assert (silent.times("it"), called.times("it")) == (1, 0)


def test_what_only_a_call_brings_is_brought_by_nothing_else() -> None:
    """Nor as a part of something: with a turn it waits for the call in vain, instead of a turn it is not needed."""
    play = Play(
        event(AllOf(of=(Turn(turn=1), OnlyCalled())), key="both"),
        event(AnyOf(of=(Turn(turn=2), OnlyCalled())), key="either"),
    )
    play.tell("turn")
    assert (play.times("both"), play.times("either")) == (0, 0)
    play.tell("turn")
    assert (play.times("both"), play.times("either")) == (0, 1)


def test_an_event_of_once_happens_once_another_one_each_time_anew() -> None:
    play = Play(event(JokerTurned(), key="one"), event(JokerTurned(), key="many", once=False))
    for card in ("RJ", "BJ", "RJ"):
        play.tell("joker", card)
    assert (play.times("one"), play.times("many")) == (1, 3)


def test_one_event_brings_another_about() -> None:
    play = Play(event(Happened(event="first"), key="second"), event(Turn(turn=1), key="first"))
    play.tell("turn")
    assert [occurrence.event for occurrence in play.state.occurrences] == ["first", "second"]


def test_what_waits_for_nothing_is_no_trigger() -> None:
    with pytest.raises(ValidationError, match="waits for nothing"):
        event(Not(of=JokerTurned()))
    with pytest.raises(ValidationError, match="waits for nothing"):
        event(AnyOf(of=(Turn(turn=1), Not(of=JokerTurned()))))


def test_events_that_bring_each_other_about_for_ever_are_refused() -> None:
    a = event(Happened(event="b"), key="a", once=False)
    b = event(AnyOf(of=(Turn(turn=1), Happened(event="a"))), key="b", once=False)
    with pytest.raises(ValidationError, match="again and again"):
        Script(events=(a, b))
    Script(events=(a.model_copy(update={"once": True}), b))


def test_nothing_comes_in_between_while_something_is_half_resolved() -> None:
    play = Play(event(JokerTurned()))
    play.tell("busy")
    play.tell("joker", "RJ")
    assert play.times("it") == 0
    play.tell("busy")
    assert play.times("it") == 1


def test_nothing_happens_after_the_end() -> None:
    play = Play(event(JokerTurned()))
    play.tell("over")
    play.tell("joker", "RJ")
    assert play.times("it") == 0


# ── Effects ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_post_reaches_those_it_is_for() -> None:
    play = Play(
        event(
            Turn(turn=1),
            PostEffect(text="To all."),
            PostEffect(text="To Blue.", to=("blue",)),
            PostEffect(text="GM.", to=()),
        )
    )
    play.tell("turn")
    heard = {name: play.heard_by(viewer) for name, viewer in _viewers().items()}
    assert {name: "To all." in lines for name, lines in heard.items()} == dict.fromkeys(heard, True)
    assert [name for name, lines in heard.items() if "To Blue." in lines] == ["blue", "umpire"]
    assert [name for name, lines in heard.items() if "GM." in lines] == ["umpire"]
    assert [name for name, lines in heard.items() if "Scenario: It" in lines] == ["umpire"]


def _viewers() -> dict[str, Viewer]:
    return {"public": PUBLIC, "blue": Viewer("blue"), "red": Viewer("red"), "umpire": Viewer(umpire=True)}


def test_the_umpires_action_with_its_die_names_the_battles_own_units() -> None:
    play = Play(event(Turn(turn=1), order("shell", unit="ravens")), dice=["d6:4"])
    events = play.tell("turn")
    assert play.state.battle.down == ("unit-2-1",)
    assert [draw.value for e in events for draw in e.draws] == [4]


def test_an_order_that_cannot_be_carried_out_is_told_to_the_umpire_and_the_rest_goes_on() -> None:
    play = Play(event(Turn(turn=1), order("strike", figure="nobody"), PostEffect(text="Later.")))
    play.tell("turn")
    (failed,) = [e for e in play.journal if isinstance(e, EffectFailed)]
    assert failed.reason == "There is no figure 'nobody'."
    assert "Later." in play.heard_by(PUBLIC)
    assert not any("nobody" in line for line in play.heard_by(Viewer("blue")))
    assert any("nobody" in line for line in play.heard_by(Viewer(umpire=True)))


def test_reserves_arrive_where_they_are_put_and_only_once() -> None:
    comes = event(JokerTurned(), ReinforceEffect(forces=("bravo",), at=(5.0, 6.0)), once=False)
    play = Play(comes, reserves=(unit("unit-3", "blue", 2),))
    assert len(play.state.battle.units) == 2
    first = play.tell("joker", "RJ")
    assert [e.units for e in first if isinstance(e, ReservesCame)] == [("unit-3",)]
    assert dict(play.state.battle.at)["unit-3-1"] == (5.0, 6.0)
    assert play.state.reserves == ()
    again = play.tell("joker", "BJ")
    assert [e.reason for e in again if isinstance(e, EffectFailed)] == ["“bravo” is not in reserve, or has come."]
    assert len(play.state.battle.units) == 3
    assert {s.of for s in RULES.battle.service(play.journal)} >= {"unit-1-1", "unit-2-4", "unit-3-2"}


def test_whom_the_umpire_brings_in_is_no_longer_in_reserve() -> None:
    """He brings in what is held back, and somebody of whom the script knows nothing."""
    play = Play(event(JokerTurned(), ReinforceEffect(forces=("bravo",))), reserves=(unit("unit-3", "blue", 2),))
    strangers = RULES.battle.reinforce(play.state, [unit("unit-4", "blue", 1)], Scripted(""))
    assert not any(isinstance(e, ReservesCame) for e in strangers)
    came = RULES.battle.reinforce(play.state, [unit("unit-3", "blue", 2), unit("unit-4", "blue", 1)], Scripted(""))
    assert came[0] == ReservesCame(units=("unit-3",), by_umpire=True)
    assert RULES.battle.evolve(play.state, came[0]).reserves == ()


def test_objectives_are_given_and_judged_and_stand_in_the_view_of_those_they_are_for() -> None:
    play = Play(
        event(Turn(turn=1), ObjectiveEffect(key="gate", text="Hold the gate", to=("blue",)), key="give"),
        event(Turn(turn=2), ObjectiveEffect(key="gate", state="achieved"), key="judge"),
        event(Turn(turn=1), ObjectiveEffect(key="ghost", state="failed"), key="ghost"),
    )
    play.tell("turn")
    assert RULES.battle.view(play.state, Viewer("blue")).lines == ("Objective: Hold the gate",)
    assert RULES.battle.view(play.state, Viewer("red")).lines == ()
    assert [e.reason for e in play.journal if isinstance(e, EffectFailed)] == ["The objective “ghost” was never given."]
    play.tell("turn")
    assert RULES.battle.view(play.state, Viewer(umpire=True)).lines == ("Objective: Hold the gate (achieved)",)
    assert RULES.battle.view(play.state, PUBLIC).lines == ()


def test_a_die_decides() -> None:
    mortar = RollEffect(
        what="mortar",
        branches=(
            Branch(faces=(1, 2), effects=(PostEffect(text="Short."),)),
            Branch(faces=(5, 6), effects=(PostEffect(text="On it."), CallEffect(event="more"))),
        ),
    )
    for die, said in ((2, ["Short."]), (4, []), (5, ["On it.", "More."])):
        play = Play(
            event(Turn(turn=1), mortar, PostEffect(text="End.")),
            event(OnlyCalled(), PostEffect(text="More."), key="more"),
            dice=[f"d6:{die}"],
        )
        play.tell("turn")
        assert [e.text for e in play.journal if isinstance(e, Posted)] == [*said, "End."]
        assert [e.die for e in play.journal if isinstance(e, ScriptRolled)] == [die]


def test_the_scenario_ends_the_battle() -> None:
    play = Play(event(Turn(turn=1), EndEffect(winner="blue", reason="dawn"), PostEffect(text="Never said.")))
    play.tell("turn")
    assert play.state.battle.over
    assert not any(isinstance(e, Posted) for e in play.journal)


def test_reserves_on_the_last_mans_fall_come_before_the_result_is_judged() -> None:
    play = Play(
        event(Losses(side="red", percent=100), ReinforceEffect(forces=("bravo",))), reserves=(unit("unit-3", "red", 2),)
    )
    for n in range(1, 5):
        play.do(Strike(figure=f"unit-2-{n}"))
    assert RULES.battle.result(play.state) is None
    play.do(Strike(figure="unit-3-1"))
    play.do(Strike(figure="unit-3-2"))
    assert RULES.battle.result(play.state) is not None


# ── Choices ───────────────────────────────────────────────────────────────────────────────────────────────────────

ASKED = ChoiceEffect(
    side="red",
    question="Give up the bridge?",
    options=(
        Option(label="Yes", effects=(PostEffect(text="They go."),)),
        Option(label="Never", effects=(PostEffect(text="They stay."),)),
    ),
    default=1,
)


def test_a_choice_is_put_to_its_side_and_the_battle_waits_for_it() -> None:
    play = Play(
        event(Turn(turn=1), ASKED, PostEffect(text="Then.")), event(Chosen(event="it", option="yes"), key="peace")
    )
    play.tell("turn")
    (ask,) = RULES.battle.prompt(play.state).asks
    assert (ask.side, ask.question, ask.default) == ("red", "Give up the bridge?", Choose(option="Never"))
    assert [offer.label for offer in ask.quick] == ["Yes", "Never"]
    assert RULES.battle.proceed(play.state) is None
    for action, by, code in (
        (Rest(), BLUE, "question-open"),
        (Choose(option="Yes"), BLUE, "not-asked"),
        (Choose(option="Perhaps"), RED, "unknown-choice"),
    ):
        with pytest.raises(RuleViolation) as refusal:
            play.do(action, by)
        assert refusal.value.code == code
    play.do(Choose(option="yes"), RED)
    assert [e.text for e in play.journal if isinstance(e, Posted)] == ["They go.", "Then.", "Now."]
    assert play.times("peace") == 1
    assert RULES.battle.prompt(play.state).asks[0].key == "rest"


def test_the_default_answers_for_the_absent_and_numbers_are_taken_too() -> None:
    for action, by, absent in (
        (ASKED_DEFAULT, Actor.player("red", absent=True), True),
        (Choose(option="2"), RED, False),
    ):
        play = Play(event(Turn(turn=1), ASKED))
        play.tell("turn")
        play.do(action, by)
        assert [(e.label, e.absent) for e in play.journal if isinstance(e, ChoiceMade)] == [("Never", absent)]
        assert "They stay." in play.heard_by(PUBLIC)


ASKED_DEFAULT = Choose(option="Never")


def test_choosing_when_nothing_is_asked_is_refused() -> None:
    with pytest.raises(RuleViolation, match="asks nothing"):
        Play().do(Choose(option="Yes"), RED)


# ── The umpire's call ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_umpire_calls_an_event_whatever_it_waits_for_and_again_only_when_he_says_so() -> None:
    play = Play(event(Turn(turn=9), PostEffect(text="Now.")))
    play.do(CallEvent(event="IT"))
    assert play.times("it") == 1
    with pytest.raises(RuleViolation, match="has happened already"):
        play.do(CallEvent(event="it"))
    play.do(CallEvent(event="it", again=True))
    assert play.times("it") == 2
    with pytest.raises(RuleViolation, match="no event"):
        play.do(CallEvent(event="other"))
    with pytest.raises(RuleViolation, match="Only the umpire"):
        play.do(CallEvent(event="it", again=True), BLUE)
    with pytest.raises(RuleViolation, match="goes on by itself"):
        play.do(RunScript(), BLUE)


def test_the_dry_run_says_what_it_would_do_and_changes_nothing() -> None:
    play = Play(
        event(OnlyCalled(), order("shell", unit="ravens"), order("strike", figure="nobody"), ASKED), dice=["d6:6"]
    )
    before = play.state
    odds = RULES.battle.odds(play.state, CallEvent(event="it"), UMPIRE)
    assert odds.effects[0] == (0, "Shell: unit ravens")
    assert [line.depth for line in odds.effects if "“Never” (the default)" in line.words] == [1]
    assert odds.notes[-1] == "Not as things are: Strike: figure nobody: There is no figure 'nobody'."
    assert play.state is before
    play.do(CallEvent(event="it"))
    assert play.state.battle.down == ("unit-2-1",)  # the die is still there: the dry run took none


def test_only_the_umpire_sees_that_there_is_a_script() -> None:
    play = Play(event(AllOf(of=(Turn(turn=2), Not(of=RadioAnswered(call="help"))))))
    (seen,) = RULES.battle.scripted(play.state, Viewer(umpire=True))
    assert (seen.key, seen.when, seen.happened) == ("it", "turn 2 begins and never: the radio call “help” succeeds", ())
    assert RULES.battle.scripted(play.state, Viewer("blue")) == ()
    play.tell("turn")
    play.tell("turn")
    assert RULES.battle.scripted(play.state, Viewer(umpire=True))[0].happened == (2,)


def test_a_battle_without_a_script_has_no_trace_of_one() -> None:
    play = Play()
    play.step(3.0)
    assert [type(e).__name__ for e in play.journal] == ["Came", "Came", "Stepped"]
    assert RULES.battle.scripted(play.state, Viewer(umpire=True)) == ()


def test_a_script_wraps_the_battle_and_nothing_else() -> None:
    for inner in (PATROL, BOOK_AND_GUN, FIVE56MM):
        outer = staged(inner)
        same = {field.name for field in fields(RuleSet) if getattr(outer, field.name) is getattr(inner, field.name)}
        assert {field.name for field in fields(RuleSet)} - same == {"battle", "version"}


WRAPPED = {"actions", "events", "states", "stage", "service", "condition_after", "reveals", "account"}
"""What a script replaces of a battle beside what takes or gives a state."""


def test_a_script_hands_on_every_field_of_a_battle_that_it_has_no_part_in() -> None:
    """A field that a script knows nothing of, today's or tomorrow's, is the rule set's own, its default or not."""
    inner = replace(INFANTRY_ACTION, battle=replace(INFANTRY_ACTION.battle, turn="watch"))
    outer = staged(inner)
    assert outer.battle.turn == "watch"
    for field in fields(Battle):
        own, wrapped = getattr(inner.battle, field.name), getattr(outer.battle, field.name)
        about_states = "S" in re.findall(r"\w+", str(field.type))
        replaced = field.name in WRAPPED or about_states or field.name == "muster"
        assert (wrapped is not own) == replaced, field.name


def test_a_turn_is_called_in_a_scripted_battle_as_in_the_book() -> None:
    """Infantry Action has periods: its digest says "Period 3 in short"."""
    assert {key: rules.battle.turn for key, rules in rule_sets().items()} == {
        "book-and-gun": "turn", "five56mm": "turn", "infantry-action": "period", "red-actions": "turn",
    }  # fmt: skip


@pytest.mark.parametrize("inner", [BOOK_AND_GUN, FIVE56MM])
def test_the_table_of_a_scripted_battle_is_known_and_can_be_kept_apart(inner: RuleSet) -> None:
    outer, table = staged(inner), Board(36, 24)
    state = outer.battle.on_board(outer.battle.blank(), table)
    assert outer.battle.board(state) is table
    assert outer.battle.board(outer.battle.on_board(state, None)) is None


def test_words_that_come_again_stand_in_the_details() -> None:
    """An event that says the same each time is told in full once; one that says this or that is told in full."""
    post = PostEffect(text="A pop, high up.")
    play = Play(event(JokerTurned(), post, key="flare", once=False))
    told = [RULES.battle.tell(play.state, each, PUBLIC) for each in play.tell("joker") if isinstance(each, Posted)]
    assert [(one.headline, one.lines, one.details) for one in told if one] == [("Flare", ("A pop, high up.",), ())]
    told = [RULES.battle.tell(play.state, each, PUBLIC) for each in play.tell("joker") if isinstance(each, Posted)]
    assert [(one.headline, one.lines, one.details) for one in told if one] == [("Flare", (), ("A pop, high up.",))]
