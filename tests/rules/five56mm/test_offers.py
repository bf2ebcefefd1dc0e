"""Every button keeps its word: what is offered is accepted as it stands, what still needs a word is accepted with one,
and what the rules refuse changes nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.five56mm import RULES
from rules.five56mm.state import State
from rules.kernel.action import Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from tests.rules.five56mm.test_random_battles import STEPS, Battle
from tests.rules.truth import require_whole

WORDS: dict[str, tuple[object, ...]] = {
    "range": (2.0, 4.0, 6.0, 12.0, 20.0, 35.0, 1.2, 9.0),
    "path": (("1 even",),),
    "contact": (True,),
    "blast": ((),),
    "to": ("north 1", "south 1", "east 1", "west 1", "forward 4", "back 4", "left 4", "right 4", "15,12"),
    "at": ("15,12", "north 5", "south 5", "east 5", "west 5", "forward 4"),
}


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_whatever_is_offered_is_accepted(seed: int) -> None:
    battle, pick = Battle(seed), random.Random(seed)
    for _ in range(STEPS):
        if pick.random() < 0.15:
            before = RULES.battle.states.dump(battle.state)
            for offer, by in standing(battle.state):
                require_whole(offer)
                assert accepted(battle.state, offer, by), (offer, by)
            assert RULES.battle.states.dump(battle.state) == before
        if not battle.step():
            return


def standing(state: State) -> Iterator[tuple[Offer, Actor]]:
    """All that is offered now, beside the prompt and on the panels, and each prompt's default."""
    for ask in RULES.battle.prompt(state).asks:
        by = Actor.player(ask.side)
        RULES.battle.decide(state, ask.default, Actor.player(ask.side, absent=True), Seeded(b"default", 1))
        for offer in (*ask.quick, *(each for unit in ask.units for each in RULES.battle.offers(state, ask.side, unit))):
            yield offer, by


def accepted(state: State, offer: Offer, by: Actor) -> bool:
    """As it stands, or with some word for all that it still needs."""
    return any(_accepted(state, action, by) for action in _filled(offer))


def _filled(offer: Offer) -> Iterator[Action]:
    for words in product(*(WORDS[need] for need in offer.needs)):
        yield offer.filled(**dict(zip(offer.needs, words, strict=True)))


def _accepted(state: State, action: Action, by: Actor) -> bool:
    try:
        RULES.battle.odds(state, action, by)
        RULES.battle.decide(state, action, by, Seeded(b"offer", 1))
    except RuleViolation:
        return False
    return True
