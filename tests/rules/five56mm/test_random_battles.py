"""Whole battles fought by random lawful choices, with unlawful ones thrown in.

Whatever happens: the live state is the fold of the journal, also as the database would read it back; a refusal changes
nothing; nobody is lost from the count; somebody can always answer; no squad sheet is shown to the enemy; the battle
ends.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.five56mm import RULES
from rules.five56mm.actions import ACTIONS
from rules.five56mm.actions.battle import StandingAnswer
from rules.five56mm.book.profile import Gear, Skill, Traits, dump_traits
from rules.five56mm.book.switches import SWITCHES
from rules.five56mm.book.weapons import Arm, weight
from rules.five56mm.state import BLACK, RED, Life, State
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Draw, Seeded
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Offer
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC, View, Viewer
from rules.table.board import Board, Feature
from tests.examples import examples
from tests.rules.promises import (
    Counted,
    deadline_does,
    decided,
    faces_tell_nothing_hidden,
    keys_hold,
    odds_refuse_alike,
    others_keep_theirs,
    tallied,
)

OPEN = Board(30, 24)
TOWN = Board(
    36,
    26,
    features=(
        Feature("wall", ((8, 12), (18, 12)), height=1.0, width=0.3),
        Feature("building", ((22, 10), (28, 10), (28, 15), (22, 15)), height=2.5, hardness="hard"),
        Feature("rubble", ((4, 6), (9, 6), (9, 10), (4, 10))),
        Feature("marsh", ((28, 18), (34, 18), (34, 23), (28, 23))),
    ),
)
ARMS = ("m16", "ak47", "mp5", "m9", "saw", "m21", "uzi", "fn-fal", "benelli-m1", "desert-eagle", "m60")
EXTRA = ("knife", "frag", "stun", "cs", "wp", "law", "rpg")
VIEWERS = (Viewer(BLACK), Viewer(RED), PUBLIC)
PLACES = ("B2", "C4", "north 3", "south-west 4", "left 2", "forward 4", "10,10", "2 toward 20,12", "Z99")
STEPS = 1500
"""More than any battle of so few turns can take."""


class Battle:
    """One battle and the random hands that fight it."""

    nonsense = 0.15
    """How often something out of the blue is asked for first."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.key = f"battle {seed}".encode()
        self.events: list[Event] = list(RULES.battle.muster(self.call(), Seeded(self.key, 0)))
        self.state: State = RULES.battle.fold(self.events)
        self.raised = {who.id for who in self.state.characters}
        self.number = 0
        self.refusals = 0

    # ── How it begins ─────────────────────────────────────────────────────────────────────────────────────────────

    def call(self) -> Muster:
        pick = self.pick
        options = [(s.key, pick.choice(s.choices)) for s in SWITCHES if pick.random() < 0.15]
        board = pick.choice((OPEN, TOWN, TOWN, None))
        sides = (self.side(BLACK), self.side(RED))
        return Muster("Random", sides, board, tuple(options), pick.choice((2, 3)), self.scenario())

    def scenario(self) -> str:
        light = self.pick.choice(("Full Light", "Full Light", "Low Light", "No Light", "roll"))
        vehicle = self.pick.choice(("hmmv", "jeep", "black-hawk"))
        helicopter = vehicle == "black-hawk"
        turret = "minigun" if helicopter else "m60"
        crew = [["pilot" if helicopter else "driver", "black1"], ["gunner", "black2"], ["passenger", "black3"]]
        flying = str(helicopter).lower()
        return (
            f'{{"light": "{light}", "jokers": [{{"card": "RJ", "event": "shelling"}}],'
            f' "radio": [{{"key": "help", "number": 4, "event": "help comes"}}], "vehicles": [{{"id": "car",'
            f' "side": "black", "profile": "{vehicle}", "turret": "{turret}", "flying": {flying},'
            f' "crew": {str(crew).replace(chr(39), chr(34))}}}]}}'
        )

    def side(self, key: str) -> MusterSide:
        figures = tuple(
            MusterFigure(f"{key}{n}", n, f"Zq{key}x{n}", "Private", "", dump_traits(self.sheet(n))) for n in range(1, 6)
        )
        return MusterSide(key, key.title(), (MusterUnit(key, f"{key} squad", key, "any", "", "", figures),))

    def sheet(self, number: int) -> Traits:
        pick = self.pick
        skills = set(pick.sample(list(Skill), pick.choice((0, 1, 1, 2))))
        if number > 1:
            skills -= {Skill.LEADER, Skill.ELITE}
        arms = [pick.choice(ARMS), *pick.sample(EXTRA, pick.choice((0, 1, 2)))]
        while weight(Arm(arm) for arm in arms) > 4:
            arms.pop()
        return Traits(
            *(pick.choice((0, 0, 1, 1, 2, 3)) for _ in range(4)),
            skills=tuple(sorted(skills)),
            arms=tuple(Arm(arm, ammo_low=pick.random() < 0.2) for arm in arms),
            gear=tuple(sorted(pick.sample(list(Gear), pick.choice((0, 1, 2))))),
            leader=number == 1,
        )

    # ── How it goes on ────────────────────────────────────────────────────────────────────────────────────────────

    def fight(self) -> None:
        for _ in range(STEPS):
            if not self.step():
                return
        raise AssertionError(f"no end after {STEPS} steps, turn {self.state.turn}")

    def step(self) -> bool:
        engine = RULES.battle.proceed(self.state)
        if engine is not None:
            self.happen(engine, ENGINE)
            return True
        prompt = RULES.battle.prompt(self.state)
        if not prompt:
            return False
        faces_tell_nothing_hidden(RULES, self.state)
        ask = self.pick.choice(prompt.asks)
        by = Actor.player(ask.side)
        if self.pick.random() < 0.05:
            deadline_does(RULES, self.state, ask)
            keys_hold(RULES, self.state, ask)
        if self.pick.random() < self.nonsense:
            self.try_nonsense(by)
        if self.pick.random() < 0.05:
            self.happen(self.standing_answer(), by)
            return True
        offers = [
            *ask.quick,
            *(offer for unit in ask.units for offer in RULES.battle.offers(self.state, ask.side, unit)),
        ]
        assert offers, ask
        if self.pick.random() < 0.1:
            self.happen(ask.default, Actor.player(ask.side, absent=True))
            return True
        chosen = self.pick.choice(offers)
        action, filled = self.filled(chosen), bool(chosen.needs)
        try:
            RULES.battle.odds(self.state, action, by)
            self.happen(action, by)
        except RuleViolation:
            # Only an offer that still needed something may turn out unlawful when it is filled in at random.
            assert filled
            self.happen(ask.default, by)
        return True

    def standing_answer(self) -> StandingAnswer:
        questions = ("cover", "throw-back", "withdraw", "nails", "sharpshooter", "leader", "fearless", "lucky")
        answer = self.pick.choice(("ask", "ask", "yes", "no"))
        return StandingAnswer.model_validate({"question": self.pick.choice(questions), "answer": answer})

    def filled(self, offer: Offer) -> Action:
        fillings: dict[str, object] = {
            "range": self.pick.choice((2.0, 6.0, 12.0, 20.0)),
            "path": (self.pick.choice(("4 even", "2 dense rubble", "1.5 obstacle")),),
            "contact": self.pick.random() < 0.5,
            "blast": (),
            "to": self.pick.choice(PLACES),
            "at": self.pick.choice(PLACES),
        }
        return offer.filled(**{need: fillings[need] for need in offer.needs})

    def happen(self, action: Action, by: Actor) -> None:
        before = self.state
        chance = Counted(self.key, self.number + 1)
        events = decided(RULES.battle.decide, before, action, by, chance)
        assert events, action
        assert chance.taken() == ()  # every die belongs to an event
        self.number += 1
        for event in events:
            self.state = RULES.battle.evolve(self.state, event)
            for viewer in VIEWERS:
                RULES.battle.tell(self.state, event, viewer)
        others_keep_theirs(RULES, before, self.state, by, events)
        self.events += events

    def try_nonsense(self, by: Actor) -> None:
        """An action out of the blue: refused, and nothing changes; or lawful by chance."""
        kind = self.pick.choice([a for a in ACTIONS if a.role.value == "player"])
        units = [*(c.id for c in self.state.characters), "car", "nobody"]
        given: dict[str, object] = {"verb": kind.name()}
        for name, info in kind.model_fields.items():
            if name != "verb" and info.is_required():
                given[name] = self.pick.choice(units)
        wrong = Actor.player(RED if by.side == BLACK else BLACK)
        try:
            action = RULES.battle.actions.load_python(given)
            odds_refuse_alike(RULES, self.state, action, wrong)
            decided(RULES.battle.decide, self.state, action, wrong, Counted(self.key, self.number + 1))
        except (ValidationError, RuleViolation):
            self.refusals += 1


def assert_nothing_of_the_enemy(view: View, side: str, state: State) -> None:
    for unit in view.units:
        who = state.find(unit.ref)
        if who is not None and who.side != side:
            assert unit.lines == ()


@examples(3, 6)
@given(seed=st.integers(0, 10**9))
def test_a_random_battle(seed: int) -> None:
    fight_to_the_end(seed)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_some_hundred_random_battles(seed: int) -> None:
    fight_to_the_end(seed)


def fight_to_the_end(seed: int) -> None:
    battle = Battle(seed)
    battle.fight()
    state = battle.state
    assert state.ended is not None
    result = RULES.battle.result(state)
    assert result is not None
    tallied(RULES, state, (side.key for side in state.sides))
    # The state is the fold of the journal, also as the database gives it back.
    stored = [RULES.battle.events.load(RULES.battle.events.dump(event)) for event in battle.events]
    assert RULES.battle.fold(stored) == state
    assert RULES.battle.states.load(RULES.battle.states.dump(state)) == state
    # Nobody is lost: everybody is alive, dead or gone, and the dead stay out of combat.
    assert {who.id for who in state.characters} == battle.raised
    assert Counter(who.life for who in state.characters).total() == 10
    assert all(who.alive for who in state.living())
    assert all(state.character(c.starter).able and state.character(c.other).able for c in state.combats)
    assert all(who.luck >= 0 and len(set(who.spent)) == len(who.spent) for who in state.characters)
    # Careers: everybody fielded once, the dead killed once.
    served = Counter((entry.of, entry.what) for entry in RULES.battle.service(battle.events))
    assert all(served[who, "fielded"] == 1 for who in battle.raised)
    dead = {who.id for who in state.characters if who.life is Life.DEAD}
    assert {figure for (figure, what), _ in served.items() if what == "killed"} == dead
    # Every draw can be verified by itself.
    for event in battle.events:
        for draw in event.draws:
            assert Seeded.value_of(battle.key, draw) == draw.value
    for side in (BLACK, RED):
        assert_nothing_of_the_enemy(RULES.battle.view(state, Viewer(side)), side, state)


@examples(1, 2)
@given(seed=st.integers(0, 10**9), stop=st.integers(5, 120))
@pytest.mark.whole
def test_a_battle_goes_on_after_a_restart(seed: int, stop: int) -> None:
    battle = Battle(seed)
    for _ in range(stop):
        if not battle.step():
            break
    battle.state = RULES.battle.states.load(RULES.battle.states.dump(battle.state))
    battle.fight()
    assert RULES.battle.fold(battle.events) == battle.state


@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_same_seed_gives_the_same_battle(seed: int) -> None:
    first, second = Battle(seed), Battle(seed)
    for battle in (first, second):
        for _ in range(80):
            battle.step()
    assert first.events == second.events


def test_the_umpire_may_answer_for_a_side() -> None:
    battle = Battle(1)
    for _ in range(200):
        if RULES.battle.proceed(battle.state) is None:
            break
        battle.step()
    ask = RULES.battle.prompt(battle.state).asks[0]
    battle.happen(ask.default, UMPIRE)


def test_a_draw_is_no_secret_and_no_event_forgets_its_dice() -> None:
    battle = Battle(2)
    battle.fight()
    draws: list[Draw] = [draw for event in battle.events for draw in event.draws]
    assert len(draws) > 20
    assert all(RULES.battle.reveals(event) == bool(event.draws) for event in battle.events)


@pytest.mark.parametrize("seed", range(3))
def test_refusals_happen_and_change_nothing(seed: int) -> None:
    battle = Battle(100 + seed)
    before = battle.state
    for _ in range(40):
        battle.try_nonsense(Actor.player(BLACK))
    assert battle.state == before
    assert battle.refusals > 0
