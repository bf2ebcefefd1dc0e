"""Nothing is refused after a die: whatever is asked for, with whatever options, either happens or is refused before
anything has been rolled or drawn.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.action import UMPIRE, Action, Actor
from rules.chance import Seeded
from rules.five56mm import RULES
from rules.five56mm.actions import ACTIONS
from rules.ruleset import Offer
from rules.violation import RuleViolation
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
        (ask,) = RULES.prompt(self.state).asks
        offers = [offer for unit in ask.units for offer in RULES.offers(self.state, ask.side, unit)]
        for offer in self.pick.sample(offers, min(4, len(offers))):
            self.ask_for(self.meddled(offer), by)
        self.ask_for(self.any_action(), UMPIRE)

    def meddled(self, offer: Offer) -> dict[str, object]:
        kind = next(action for action in ACTIONS if action.name() == offer.verb)
        given: dict[str, object] = {"verb": offer.verb, **dict(offer.given)}
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
            action = RULES.actions.load_python(given)
        except ValidationError:
            return
        try:
            assert RULES.decide(self.state, action, by, Seeded(self.key, self.number + 1))
        except RuleViolation:
            self.refusals += 1


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_nothing_is_refused_after_a_die(seed: int) -> None:
    battle = Meddled(seed)
    battle.fight()
    assert battle.state.ended is not None
