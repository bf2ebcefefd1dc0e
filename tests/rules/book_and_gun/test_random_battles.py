"""Whole battles fought to the end by random lawful choices, with unlawful ones thrown in.

Whatever happens: the live state is the fold of the journal, also as the database would read it back; a refusal changes
nothing and comes before the first die (a `LateRefusal` is caught by nobody); nobody is lost from the count; somebody
can always answer; nobody sees what he may not; the battle ends.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.book_and_gun import RULES
from rules.book_and_gun.actions import ACTIONS
from rules.book_and_gun.actions.battle import Bombard, CallMoraleTest, Conceal, HoldAll
from rules.book_and_gun.units import Status
from rules.kernel.action import ENGINE, UMPIRE, Actor
from rules.kernel.chance import Seeded
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Muster, MusterElement, MusterFigure, MusterSide, MusterUnit
from rules.seam.viewing import PUBLIC, Viewer
from rules.table.board import Board, Feature
from tests.rules.promises import (
    Counted,
    deadline_does,
    decided,
    keys_hold,
    odds_refuse_alike,
    others_keep_theirs,
    said_at_the_end,
    tallied,
)

ARMIES = ("us-infantry-squad", "uk-section", "canada-section", "israel-squad", "soviet-squad", "arab-squad")
REBELS = ("insurgent-cell-of-7", "insurgent-cell", "insurgent-village-cell-of-7", "insurgent-group-leader")
MOBS = ("civilian-mob", "civilian-mob-armed")
OPEN = Board(32, 24)
WOODED = Board(
    36,
    24,
    features=(
        Feature("woods", ((4, 9), (14, 8), (15, 15), (5, 16))),
        Feature("road", ((24, 0), (24, 24)), width=3.0),
        Feature("building", ((28, 10), (33, 10), (33, 14), (28, 14)), height=2.5, hardness="hard"),
        Feature("wall", ((8, 18), (20, 18)), width=0.3, height=0.6, hardness="hard"),
    ),
)
NIGHT = Board(32, 24, features=WOODED.features[:1], light="night", weather="rain")
VIEWERS = (Viewer("army"), Viewer("insurgents"), PUBLIC)
STEPS = 900
"""More than any battle of so few turns can take."""


class Battle:
    """One battle and the random hands that fight it."""

    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.seed = f"battle {seed}".encode()
        self.events = list(RULES.battle.muster(self.call(), Seeded(self.seed, 0)))
        self.state = RULES.battle.fold(self.events)
        self.raised = {unit.id: len(unit.figures) for unit in self.state.units}
        self.number = 0
        self.refusals = []

    # How it begins --------------------------------------------------------------------------------------------

    def call(self):
        pick = self.dice
        sides = [
            self.side("army", [pick.choice(ARMIES) for _ in range(pick.choice((1, 1, 2)))]),
            self.side("insurgents", [REBELS[0], *(pick.choice(REBELS) for _ in range(pick.choice((0, 0, 1))))]),
        ]
        if pick.random() < 0.3:
            sides.append(self.side("civilians", [pick.choice(MOBS)]))
        options = [("pace", "card")] if pick.random() < 0.2 else []
        options += [("civilian-attitude", pick.choice(("neutral", "pro-insurgent", "pro-army")))]
        options += [("rules-of-engagement", pick.choice(("none", "1", "2", "3", "4")))]
        if pick.random() < 0.5:
            options += [(switch.key, pick.choice(switch.choices)) for switch in pick.sample(RULES.book.switches, 4)]
        board = pick.choice((OPEN, OPEN, WOODED, WOODED, NIGHT, None))
        return Muster("Random", tuple(sides), board, tuple(options), pick.choice((2, 3, 3, 4)))

    def side(self, key, organisations):
        units = []
        for index, organisation in enumerate(organisations):
            plan, name = RULES.forces.raise_unit(organisation), f"{key}{index}"
            figures = tuple(
                MusterFigure(f"{name}.{f.number}", f.number, f"Zq{name}x{f.number}", f.rank, f.role, f.traits)
                for f in plan.figures
            )
            elements = tuple(
                MusterElement(
                    f"{name}.{e.number}",
                    e.number,
                    e.type.kind,
                    e.type.key,
                    f"Zq{name}x{e.number}",
                    e.type.traits,
                    crew=tuple((place, f"{name}.{number}") for place, number in e.crew),
                )
                for e in plan.elements
            )
            traits = plan.traits
            units.append(
                MusterUnit(name, f"Unit {name}", key, organisation, plan.nation, traits, figures, elements=elements)
            )
        return MusterSide(key, key.title(), tuple(units))

    # What happens ---------------------------------------------------------------------------------------------

    def act(self, action, by):
        """One action as the journal would carry it out; a refusal leaves everything as it was."""
        self.number += 1
        chance = Counted(self.seed, self.number)
        try:
            events = list(decided(RULES.battle.decide, self.state, action, by, chance))
        except RuleViolation as refused:
            self.refusals.append(refused)
            return False
        assert not chance.taken(), f"a draw of {action} is in no event"
        before = self.state
        for event in events:
            stored = RULES.battle.events.load(RULES.battle.events.dump(event))
            assert stored == event
            self.state = RULES.battle.evolve(self.state, stored)
        others_keep_theirs(RULES, before, self.state, by, events)
        self.events += events
        return True

    def step(self):
        """The engine's next action, or a random answer; False when the battle is over."""
        action = RULES.battle.proceed(self.state)
        prompt = RULES.battle.prompt(self.state)
        assert not (action and prompt), "the engine goes on and asks at the same time"
        if action is not None:
            assert self.act(action, ENGINE), f"the engine's own {action} was refused: {self.refusals[-1]}"
            return True
        if not prompt:
            assert self.state.ended
            return False
        ask = self.dice.choice(prompt.asks)
        if self.dice.random() < 0.1:
            self.try_answers(ask)
        if self.dice.random() < 0.06 and self.interfere():
            return True
        if self.dice.random() < 0.05 and self.scenario():
            return True
        by = UMPIRE if ask.umpire else Actor.player(ask.side)
        if not self.answer(ask, by):
            assert self.act(ask.default, Actor.player(ask.side, absent=True)), f"the default of {ask} was refused"
        return True

    def try_answers(self, ask):
        """What the deadline would do, and every quick answer, can be carried out."""
        absent = Actor.player(ask.side, absent=True)
        assert RULES.battle.decide(self.state, ask.default, absent, Seeded(b"trial", 0))
        deadline_does(RULES, self.state, ask)
        keys_hold(RULES, self.state, ask)
        for offer in (o for o in ask.quick if not o.needs):
            RULES.battle.decide(
                self.state, offer.filled(), UMPIRE if ask.umpire else Actor.player(ask.side), Seeded(b"trial", 0)
            )

    def answer(self, ask, by):
        """A random offer of a random unit, or a quick answer for the whole side."""
        offers = []
        if ask.units and self.dice.random() < 0.75:
            offers = [o for o in RULES.battle.offers(self.state, ask.side, self.dice.choice(ask.units)) if not o.needs]
        offers = offers or [o for o in ask.quick if not o.needs]
        if not offers or self.dice.random() < 0.03:
            return False
        offer = self.dice.choice(offers)
        action = offer.filled()
        if self.dice.random() < 0.1:
            RULES.battle.odds(self.state, action, by)
        assert self.act(action, by), f"the offer {offer} was refused: {self.refusals[-1]}"
        return True

    def interfere(self):
        """Something that is most likely not allowed now, by somebody who may not even be asked; True if it was."""
        kind = self.dice.choice(ACTIONS)
        fields = {"verb": kind.name()}
        for name in kind.model_fields:
            if name in ("unit", "target", "enemy", "other"):
                fields[name] = self.dice.choice(["nobody", *(u.id for u in self.state.units)])
            elif name in ("figure", "target_figure", "carrier", "wounded"):
                fields[name] = self.dice.choice(self.dice.choice([u for u in self.state.units if u.figures]).figures).id
            elif name in ("to", "at"):
                fields[name] = self.dice.choice(["G3", "Z99", "6in toward Unit army0", "12,12", "gibberish"])
        try:
            action = RULES.battle.actions.load_python(fields)
        except ValidationError:
            return False
        by = self.dice.choice([Actor.player("army"), Actor.player("insurgents"), Actor.player("civilians")])
        before = self.state
        odds_refuse_alike(RULES, before, action, by)
        if self.act(action, by):
            return True
        assert self.state is before
        return False

    def scenario(self):
        """What a scenario brings about: shells, a test of morale, a unit that arrives. True if it happened."""
        if not RULES.battle.stage.settled(self.state) or RULES.battle.stage.over(self.state):
            return False
        unit = self.dice.choice(self.state.units)
        what = self.dice.random()
        if what < 0.5:
            blast = self.dice.choice(("light mortar", "heavy mortar", "artillery", "air strike"))
            at = f"{self.dice.uniform(2, 30):.1f},{self.dice.uniform(2, 22):.1f}"
            where = {"at": self.dice.choice((at, unit.name))} if self.state.board else {"victims": (unit.name,)}
            if self.state.board == WOODED and self.dice.random() < 0.3:
                where = {"at": "30,12", "building": True}
            action = Bombard(blast_of=blast, target_class=None if self.state.board else "II", **where)
        elif what < 0.7:
            action = CallMoraleTest(unit=unit.id)
        else:
            return self.reinforce()
        before = self.state
        if self.dice.random() < 0.3 and self.act_ahead(action):
            RULES.battle.odds(self.state, action, UMPIRE)
        if self.act(action, UMPIRE):
            return True
        assert self.state is before
        return False

    def act_ahead(self, action):
        """Whether it would be allowed; nothing happens."""
        try:
            return bool(RULES.battle.decide(self.state, action, UMPIRE, Seeded(b"trial", 0)))
        except RuleViolation:
            return False

    def reinforce(self):
        if len(self.state.units) > 6:
            return False
        key = self.dice.choice(("army", "insurgents"))
        (unit,) = self.side(key, [self.dice.choice(ARMIES if key == "army" else REBELS)]).units
        name = f"{key}{len(self.state.units)}late"
        figures = tuple(replace(f, id=f"{name}.{f.number}", name=f"Zq{name}x{f.number}") for f in unit.figures)
        place = self.dice.choice((None, (self.dice.uniform(2, 30), self.dice.uniform(2, 22))))
        unit = replace(unit, id=name, name=f"Unit {name}", figures=figures, place=place)
        self.number += 1
        for event in RULES.battle.reinforce(self.state, (unit,), Seeded(self.seed, self.number)):
            self.state = RULES.battle.evolve(self.state, RULES.battle.events.load(RULES.battle.events.dump(event)))
            self.events.append(event)
        self.raised[name] = len(figures)
        return True

    # What must hold -------------------------------------------------------------------------------------------

    def check(self):
        strength = Counter()
        for unit in self.state.units:
            strength[unit.home or unit.id] += len(unit.figures)
            for figure in unit.figures:
                assert figure.status in Status
                if self.state.board is not None and figure.on_field and not unit.reserve:
                    assert self.state.board.holds(*figure.at)
        assert strength == self.raised
        ids = [figure.id for unit in self.state.units for figure in unit.figures]
        assert len(set(ids)) == len(ids)
        assert len(set(self.state.deck)) == len(self.state.deck)

    def check_secrets(self):
        """Nothing of a concealed unit is in what its enemies, or the public, get."""
        for viewer in VIEWERS:
            shown = repr(RULES.battle.view(self.state, viewer))
            for unit in self.state.units:
                if unit.concealed and viewer.side != unit.side and not self.controls(viewer, unit):
                    assert f"Unit {unit.id}" not in shown
                    assert f"Zq{unit.id}x" not in shown

    def controls(self, viewer, unit):
        return RULES.battle.controllers(self.state).get(unit.side) == viewer.side

    def reread(self):
        """The state as the database would keep it, and the whole journal folded anew."""
        assert RULES.battle.states.load(RULES.battle.states.dump(self.state)) == self.state


@settings(max_examples=16, deadline=None, derandomize=True)
@example(21030)  # nobody who may still go has anybody who can: no offer to go forward with all
@given(st.integers(0, 10**6))
@pytest.mark.rule("BG-R131", "BG-VII.3", "BG-VIII.1.13", "BG-VI.3.3")
def test_random_battles_are_fought_to_the_end(seed):
    fight_to_the_end(seed)


@pytest.mark.long
@settings(max_examples=1000, deadline=None)
@given(st.integers(0, 10**6))
def test_a_thousand_more_are_fought_to_the_end(seed):
    fight_to_the_end(seed)


def fight_to_the_end(seed, kind=Battle):
    battle = kind(seed)
    if battle.dice.random() < 0.4 and battle.state.board is not None:
        battle.act(Conceal(unit="insurgents0"), UMPIRE)
    for number in range(STEPS):
        if not battle.step():
            break
        battle.check()
        if number % 15 == 0:
            battle.check_secrets()
            battle.reread()
    assert battle.state.ended
    said_at_the_end(RULES, battle.events, battle.state)
    tallied(RULES, battle.state, [side.key for side in battle.state.sides if battle.state.units_of(side.key)])
    assert RULES.battle.fold(battle.events) == battle.state
    battle.reread()
    for viewer in (*VIEWERS, Viewer(umpire=True)):
        for event in battle.events[:: 1 if seed % 7 == 0 else 25]:
            RULES.battle.tell(battle.state, event, viewer)
    assert all(refused.code and refused.message and refused.remedy for refused in battle.refusals)
    fielded = [entry for entry in RULES.battle.service(battle.events) if entry.what == "fielded"]
    assert len(fielded) == sum(battle.raised.values()) + len(battle.state.vehicles) + len(battle.state.steeds) + len(
        battle.state.pieces
    )
    assert isinstance(HoldAll(), RULES.battle.action_types())
