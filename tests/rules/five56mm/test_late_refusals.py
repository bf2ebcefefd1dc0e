"""Nothing is refused after a die: whatever is asked for, with whatever options, either happens or is refused before
anything has been rolled or drawn.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.five56mm import RULES
from rules.five56mm.actions import ACTIONS
from rules.five56mm.actions.battle import Answer, RemoveCharacter, StandingAnswer
from rules.five56mm.actions.fire import Fire
from rules.five56mm.actions.vehicles import Drive, Leave, Pilot
from rules.five56mm.book.profile import Skill
from rules.five56mm.events.battle import Answered, Asked, IntentDropped
from rules.five56mm.play.turn.goes import actions_left
from rules.five56mm.state import BLACK, RED
from rules.kernel.action import UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.table.board import Board, Feature
from tests.rules.five56mm.skirmish import Skirmish, aboard, man, one, truck
from tests.rules.five56mm.test_random_battles import ARMS, EXTRA, PLACES, Battle

NAMES = ("black1", "black2", "red1", "red3", "car", "nobody")
ROUTES = (*PLACES, "9,14; 12,9", "25,12", "B2; nowhere", "toward nobody")
PATHS = ((), ("4 even",), ("1 even", "2 dense rubble"), ("5 obstacle",), ("3 cheese",), ("2 mud TN 6",))
NEAR = ((), ("black2 1.5",), ("nobody 1",), ("red1",), ("red1 0.5", "car 2"))
UNITS = ((), ("black2",), ("car", "red1"), ("nobody",), ("red2", "red3", "red4"))
OPTIONS: dict[str, tuple[object, ...]] = {
    "to": ROUTES, "at": ROUTES, "toward": ROUTES, "path": PATHS, "blast": NEAR, "victims": NEAR, "rams": UNITS,
    "near": UNITS, "others": UNITS, "turns": (0, 1, 9), "right_angles": (0, 1, 4), "inches": (0.0, 6.0, 40.0),
    "inches_back": (0.0, 2.0, 30.0), "reverse": (True, False), "load": ("frag", "cs", "rubbish"),
    "weapon": (*ARMS, *EXTRA, "m203", "broom"), "range": (0.0, 2.0, 9.0, 300.0), "obscured": (0.0, 60.0, 100.0),
    "task": ("none", "turn", "full-speed", "hover", "land", "bank", "help", "moon"), "hold": (True, False),
    "how": ("move", "sprint", "hide", "stealth"), "close_in": NAMES, "contact": (True, False),
    "opponent": NAMES, "second": NAMES, "patient": NAMES, "target": NAMES, "character": NAMES, "vehicle": NAMES,
    "unit": NAMES, "apart": (0.0, 1.0, 30.0), "wound": (1, 7), "watched": (True, False), "ground": ("even", "cheese"),
    "through": ("light", "heavy"), "facing": (0.0, 200.0), "place": ("driver", "passenger", "pilot"),
    "fact": ("range", "contact", "rubbish"), "value": ("7", "yes", "rubbish"), "blast_of": ("frag", "cs", "law"),
    "winner": ("black", "draw"), "light": ("Low Light",), "answer": ("yes", "no", "ask"), "leader": (True, False),
    "question": ("cover", "lucky", "withdraw"), "whole_squad": (True, False), "low": (True, False),
}  # fmt: skip


class Meddled(Battle):
    """A random battle in which, before each decision, everything that is offered is asked for with other options."""

    nonsense = 1.0

    def try_nonsense(self, by: Actor) -> None:
        asks = RULES.battle.prompt(self.state).asks  # two of them while both sides seal a turn
        offers = [
            offer for ask in asks for unit in ask.units for offer in RULES.battle.offers(self.state, ask.side, unit)
        ]
        for offer in self.pick.sample(offers, min(4, len(offers))):
            self.ask_for(self.meddled(offer), by)
        self.ask_for(self.any_action(), UMPIRE)

    def meddled(self, offer: Offer) -> dict[str, object]:
        kind = type(offer.action)
        given: dict[str, object] = {**offer.action.model_dump(exclude_unset=True), "verb": offer.verb}
        fields = [name for name in kind.model_fields if name in OPTIONS and name != "character"]
        for name in self.pick.sample(fields, min(len(fields), self.pick.choice((1, 1, 2, 3)))):
            given[name] = self.pick.choice(OPTIONS[name])
        return given

    def any_action(self) -> dict[str, object]:
        kind: type[Action] = self.pick.choice([action for action in ACTIONS if action.role.value != "engine"])
        given: dict[str, object] = {"verb": kind.name()}
        for name, info in kind.model_fields.items():
            if name in OPTIONS and (info.is_required() or self.pick.random() < 0.3):
                given[name] = self.pick.choice(OPTIONS[name])
        return given

    def ask_for(self, given: dict[str, object], by: Actor) -> None:
        """LateRefusal is no RuleViolation: it would end the test."""
        try:
            action = RULES.battle.actions.load_python(given)
        except ValidationError:
            return
        try:
            assert RULES.battle.decide(self.state, action, by, Seeded(self.key, self.number + 1))
        except RuleViolation:
            self.refusals += 1


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_nothing_is_refused_after_a_die(seed: int) -> None:
    fight_meddled_with(seed)


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_nothing_is_refused_after_a_die_in_a_hundred_battles(seed: int) -> None:
    fight_meddled_with(seed)


def fight_meddled_with(seed: int) -> None:
    battle = Meddled(seed)
    battle.fight()
    assert battle.state.ended is not None


# ── Once refused only when dice lay on the table ──────────────────────────────────────────────────────────────────


def refused(battle: Skirmish, action: Action) -> str:
    """The code of the refusal; a die would find no script."""
    with pytest.raises(RuleViolation) as refusal:
        battle.do(action)
    return refusal.value.code


def test_who_is_in_the_path_is_known_before_the_wheel_is_turned() -> None:
    car = truck(at=None)
    battle = Skirmish(aboard(man("Driver"), car, "driver"), man("Red", RED), vehicles=[car], board=None)
    battle.card("driver")
    assert refused(battle, Drive(task="full-speed", inches=10, rams=("nobody",))) == "unknown-unit"


def test_turns_that_a_task_may_win_are_paid_for_before_it_is_tried() -> None:
    """Twelve turns of an inch are all that a HMMV can pay; one more, won by the task, it cannot."""
    car = truck(at=None)
    battle = Skirmish(aboard(man("Driver"), car, "driver"), man("Red", RED), vehicles=[car], board=None)
    battle.card("driver")
    assert refused(battle, Drive(task="turn", inches=1, turns=12, right_angles=1)) == "too-far"


def test_who_is_near_a_landing_is_known_before_it_is_tried() -> None:
    hawk = truck("Hawk", BLACK, None, "black-hawk", flying=True)
    battle = Skirmish(aboard(man("Pilot"), hawk, "pilot"), man("Red", RED), vehicles=[hawk], board=None)
    battle.card("pilot")
    assert refused(battle, Pilot(task="land", near=("nobody",))) == "unknown-unit"


def test_the_way_from_a_moving_car_is_looked_at_before_the_jump() -> None:
    wall = Board(60, 40, features=(Feature("wall", ((34, 10), (34, 30)), height=4.0, width=0.3),))
    car = truck(moved=12.0)
    battle = Skirmish(aboard(man("Rider"), car), man("Red", RED, (10, 38)), vehicles=[car], board=wall)
    battle.card("rider")
    assert refused(battle, Leave(to="36,20")) == "too-high"


def test_a_step_broken_off_that_is_no_longer_lawful_is_dropped_with_the_answer() -> None:
    """Alpha has missed and is asked about his skill; the umpire takes his target off meanwhile."""
    battle = Skirmish(man("Alpha", BLACK, (30, 10), skills=[Skill.SHARPSHOOTER]), man("Red", RED, (30, 20)))
    battle.do(StandingAnswer(question="sharpshooter", answer="ask"), by=Actor.player(BLACK))
    battle.card("alpha")
    assert one(battle.do(Fire(target="red"), "2"), Asked).question.help is not None
    battle.do(RemoveCharacter(character="red"), by=UMPIRE)
    events = battle.do(Answer(answer="yes"))
    assert [type(event) for event in events] == [Answered, IntentDropped]
    assert battle.state.question is None
    assert actions_left(battle.state) == 2
