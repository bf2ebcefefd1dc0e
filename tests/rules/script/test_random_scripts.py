"""Any script, any course of events: it comes to rest, replays to the same state, and betrays nothing."""

from __future__ import annotations

from hypothesis import event, given
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.violation import RuleViolation
from rules.script.actions import CallEvent, Choose
from rules.script.plan import (
    AllOf,
    AnyOf,
    Branch,
    CallEffect,
    ChoiceEffect,
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
    ScriptEffect,
    Trigger,
    Turn,
    UmpireOrder,
)
from rules.seam.viewing import PUBLIC, Viewer
from tests.examples import examples
from tests.rules.script.patrol import RULES, Play, Rest, Shell, Step, Strike, Tell, unit

KEYS = ("a", "b", "c", "d")
AUDIENCES = st.sampled_from([None, (), ("blue",), ("red",)])
GATE = ((4.0, -2.0), (9.0, -2.0), (9.0, 2.0), (4.0, 2.0))
LEAVES: st.SearchStrategy[Trigger] = st.one_of(
    st.builds(Turn, turn=st.integers(1, 4), every=st.sampled_from([None, 1, 2])),
    st.builds(JokerTurned, card=st.sampled_from([None, "RJ", "BJ"]), from_turn=st.sampled_from([None, 2])),
    st.builds(RadioAnswered, call=st.just("help")),
    st.builds(Entered, side=st.sampled_from(["blue", "red"]), area=st.just(GATE)),
    st.builds(PlaceHeld, side=st.just("blue"), against=st.just("red"), area=st.just(GATE)),
    st.builds(Losses, side=st.sampled_from(["blue", "red"]), percent=st.sampled_from([25, 50, 100])),
    st.builds(Happened, event=st.sampled_from(KEYS)),
    st.just(OnlyCalled()),
)
TRIGGERS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(AllOf, of=st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(AnyOf, of=st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.tuples(LEAVES, inner).map(lambda two: AllOf(of=(two[0], Not(of=two[1])))),
    ),
    max_leaves=4,
)


def _posts(audience: tuple[str, ...] | None) -> PostEffect:
    return PostEffect(
        text=f"secret of {audience[0] if audience else 'the umpire'}" if audience is not None else "news", to=audience
    )


def _order(action: Action) -> UmpireOrder:
    return UmpireOrder(verb=action.name(), action=action.model_dump_json())


SIMPLE: st.SearchStrategy[ScriptEffect] = st.one_of(
    AUDIENCES.map(_posts),
    st.builds(ObjectiveEffect, key=st.sampled_from(["x", "y"]), text=st.sampled_from(["", "Hold"]), to=AUDIENCES),
    st.builds(ObjectiveEffect, key=st.sampled_from(["x", "y"]), state=st.sampled_from(["achieved", "failed"])),
    st.sampled_from([_order(Shell(unit="ravens")), _order(Strike(figure="alpha.1")), _order(Strike(figure="nobody"))]),
    st.builds(ReinforceEffect, forces=st.just(("bravo",))),
    st.builds(CallEffect, event=st.sampled_from(KEYS)),
    st.builds(EndEffect, reason=st.just("dusk")),
)
EFFECTS = st.recursive(
    SIMPLE,
    lambda inner: st.one_of(
        st.builds(
            RollEffect,
            branches=st.just((Branch(faces=(1, 3), effects=(PostEffect(text="low"),)), Branch(faces=(4, 6)))),
        ),
        st.builds(
            ChoiceEffect,
            side=st.sampled_from(["blue", "red"]),
            question=st.just("Which?"),
            options=st.tuples(inner, inner).map(
                lambda two: (Option(label="one", effects=(two[0],)), Option(label="two", effects=(two[1],)))
            ),
            default=st.sampled_from([0, 1]),
        ),
    ),
    max_leaves=3,
)
EVENTS = st.lists(
    st.tuples(TRIGGERS, st.booleans(), st.lists(EFFECTS, min_size=1, max_size=3).map(tuple)), min_size=2, max_size=4
)
ACTIONS: st.SearchStrategy[tuple[Action, Actor]] = st.one_of(
    st.sampled_from(["turn", "turn", "joker", "radio", "busy"]).map(
        lambda what: (Tell.model_validate({"what": what, "of": {"joker": "RJ", "radio": "help"}.get(what, "")}), UMPIRE)
    ),
    st.integers(1, 4).map(lambda n: (Strike(figure=f"unit-2-{n}"), UMPIRE)),
    st.integers(0, 10).map(lambda x: (Step(figure="unit-1-2", x=float(x)), UMPIRE)),
    st.sampled_from(KEYS).map(lambda key: (CallEvent(event=key, again=True), UMPIRE)),
    st.sampled_from([(Rest(), Actor.player("blue")), (Choose(option="one"), Actor.player("red"))]),
    st.sampled_from([(Choose(option="1"), Actor.player("blue")), (Choose(option="two"), Actor.player("blue"))]),
)


@examples(60, 200)
@given(EVENTS, st.lists(ACTIONS, min_size=6, max_size=20), st.lists(st.integers(1, 6), min_size=200, max_size=200))
def test_scripts(
    drawn: list[tuple[Trigger, bool, tuple[ScriptEffect, ...]]], actions: list[tuple[Action, Actor]], dice: list[int]
) -> None:
    try:
        events = [
            EventPlan(key=key, title=f"Event {key}", when=when, once=once, effects=effects)
            for key, (when, once, effects) in zip(KEYS, drawn, strict=False)
        ]
        play = Play(*events, reserves=(unit("unit-3", "blue", 2),), dice=[f"d6:{die}" for die in dice])
    except (ValidationError, RuleViolation):
        event("refused")
        return  # refused beforehand: it waits for nothing, or would never come to rest
    for action, by in actions:
        before = play.state
        try:
            play.do(action, by)
        except RuleViolation:
            assert play.state == before
    assert RULES.battle.fold(play.journal) == play.state
    event(f"{min(len(play.state.occurrences), 3)} happened")
    called = {action.event for action, _ in actions if isinstance(action, CallEvent)}
    for plan in events:
        assert not plan.once or plan.key in called or play.times(plan.key) <= 1
    for viewer in (PUBLIC, Viewer("blue"), Viewer("red")):
        heard = " ".join([*play.heard_by(viewer), *RULES.battle.view(play.state, viewer).lines])
        for side in ("blue", "red", "the umpire"):
            assert viewer.side == side or f"secret of {side}" not in heard
        assert "Scenario" not in heard.replace("scenario", "")
    assert len(play.state.battle.units) <= 3
