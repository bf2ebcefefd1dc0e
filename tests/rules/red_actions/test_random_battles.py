"""Whole battles fought by random lawful actions, with unlawful ones thrown in.

Whatever happens: the live state is the fold of the journal, also as the database would read it back; a refusal changes
nothing; every base that came is on the table, lost, captured or left lying, once; no officer is forgotten; somebody can
always act; what is hidden shows in nothing that the other side can see; the battle ends.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Seeded
from rules.kernel.event import Codec, Event
from rules.kernel.violation import RuleViolation
from rules.red_actions import RULES, actions, events
from rules.red_actions.actions import ACTIONS
from rules.red_actions.book.cards import BOOK_PACK, TroopCard
from rules.red_actions.book.kinds import Arm, Light, UnitFormation, Weather
from rules.red_actions.book.switches import SWITCHES
from rules.red_actions.decide import decide, odds
from rules.red_actions.events.turn import BattleOpened, SideReady, UnitMustered
from rules.red_actions.evolve import evolve
from rules.red_actions.knowledge import may_see
from rules.red_actions.offers import offers
from rules.red_actions.prompt import proceed, prompt
from rules.red_actions.state import Side, State
from rules.red_actions.tell import tell
from rules.red_actions.units import Base, Concealment, Officer, Rails, Unit
from rules.red_actions.view import view
from rules.seam.viewing import PUBLIC, Viewer
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
    said_at_the_end,
    tallied,
)
from tests.rules.red_actions.standing import assert_stands

FIELD = Board(
    72,
    48,
    features=(
        Feature("woods", ((20, 18), (30, 18), (30, 28), (20, 28)), name="the wood"),
        Feature("hedge", ((36, 24), (56, 24)), width=0.4, name="the hedge"),
        Feature("building", ((44, 28), (50, 28), (50, 33), (44, 33)), name="the village", hardness="hard"),
        Feature("stream", ((0, 22), (18, 23)), width=0.8, name="the brook"),
        Feature("road", ((34, 0), (34, 48)), width=1.2, name="the road"),
        Feature("wire", ((8, 32), (18, 32)), width=0.6, name="the wire"),
        Feature("trench", ((8, 34), (18, 34)), width=0.8, name="the trench"),
        Feature("railway", ((62, 0), (62, 48)), width=1.0, name="the line"),
        Feature("hill", ((4, 6), (14, 6), (14, 14), (4, 14)), height=2.0, name="the hill"),
    ),
    edges=(("attacker", "south"), ("defender", "north")),
)
SIDES = ("attacker", "defender")
ARMIES = tuple(army.id for army in BOOK_PACK.armies)
VIEWERS = (Viewer(side="attacker"), Viewer(side="defender"), PUBLIC)
CODEC_OF_STATES: Codec[State] = Codec((State,))
STEPS = 3000
"""More than any battle of so few turns can take."""
FOOT = [card for card in BOOK_PACK.cards if card.arm is Arm.RIFLE]
HORSE = [card for card in BOOK_PACK.cards if card.arm is Arm.SABRE]
OTHERS = [card for card in BOOK_PACK.cards if card.arm in (Arm.MG, Arm.TACHANKA, Arm.GUN, Arm.MORTAR)]
MACHINES = [card for card in BOOK_PACK.cards if card.arm in (Arm.TANK, Arm.ARMOURED_CAR)]
WANTED = {"charge": 30, "fire": 20, "move": 8, "answer": 12, "rally-rout": 10, "rally-terror": 6, "stand": 0, "pass": 0}
"""How much random hands want an action; of the rest each 1."""
TRAIN = ("train-mg", "train-engine", "train-artillery-field", "train-other")


class Battle:
    """One battle and the random hands that fight it."""

    def __init__(self, seed: int, turns: int = 5, board: Board = FIELD) -> None:
        self.pick = random.Random(seed)
        self.key = seed.to_bytes(32, "big")
        self.state, self.number, self.refusals = State(), 0, 0
        self.events: list[Event] = []
        options = tuple(
            (each.key, self.pick.choice(each.choices))
            for each in SWITCHES
            if self.pick.random() < 0.15 and each.key != "shooting-table"
        )
        self.note(
            BattleOpened(
                title="A random battle",
                sides=tuple(
                    Side(key, key.capitalize(), self.pick.choice(ARMIES), edge=edge)
                    for key, edge in zip(SIDES, ("south", "north"), strict=True)
                ),
                board=board,
                options=options,
                light=self.pick.choice((Light.DAY, Light.DAY, Light.DAY, Light.MOON, Light.DARK)),
                weather=self.pick.choice((Weather.CLEAR, Weather.CLEAR, Weather.RAIN)),
                turn_limit=turns,
            )
        )
        self.raised: set[str] = set()
        self.marker = 0
        for side in SIDES:
            self.raise_side(side)
        self.mustered = {officer.id for officer in self.state.officers}
        for side in SIDES:
            self.note(SideReady(side=side))

    # Forces ---------------------------------------------------------------------------------------------------------

    def raise_side(self, side: str) -> None:
        for number in range(self.pick.choice((1, 2, 3))):
            self.unit(f"{side[0]}{number}", side, self.pick.choice(FOOT), 8.0 + 16 * number)
        if self.pick.random() < 0.7:
            self.unit(f"{side[0]}h", side, self.pick.choice(HORSE), 58.0)
        if self.pick.random() < 0.7:
            self.unit(f"{side[0]}g", side, self.pick.choice(OTHERS), 50.0)
        if self.pick.random() < 0.4:
            self.unit(f"{side[0]}v", side, self.pick.choice(MACHINES), 67.0)
        if self.pick.random() < 0.6:
            self.officer(f"{side[0]}o", side)
        if side == "defender" and self.pick.random() < 0.4:
            self.train("dt", side)

    def unit(self, ref: str, side: str, card: TroopCard, x: float) -> None:
        count = self.pick.randint(card.unit_min, card.unit_max)
        bases = tuple(self.base(f"{ref}.{n}", card) for n in range(count))
        y, facing = (5.0, 0.0) if side == "attacker" else (40.0, 180.0)
        hidden = Concealment.NO
        if side == "defender" and not card.arm.vehicle:
            hidden = self.pick.choice((Concealment.NO, Concealment.MARKER, Concealment.AMBUSH))
        self.marker += hidden is Concealment.MARKER
        made = Unit(
            ref, f"Zz{ref}", side, card.id, bases, raised=count, at=(x, y), facing=facing,
            formation=self.pick.choice((UnitFormation.LINE, UnitFormation.RANKS, UnitFormation.COLUMN)),
            limbered=card.arm is Arm.GUN and self.pick.random() < 0.5,
            hidden=hidden, marker=self.marker if hidden is Concealment.MARKER else 0,
        )  # fmt: skip
        officers: tuple[Officer, ...] = ()
        if card.arm in (Arm.RIFLE, Arm.SABRE):
            token = self.pick.choice(BOOK_PACK.deck(self.state.side(side).army))
            officers = (Officer(f"{ref}.j", f"Junior {ref}", side, "junior", ref, token),)
        audience = (side,) if hidden is not Concealment.NO else None
        self.note(UnitMustered(unit=made, officers=officers, audience=audience))

    def base(self, ref: str, card: TroopCard) -> Base:
        self.raised.add(ref)
        return Base(ref, card.id, limber=2, cart=6) if card.arm.artillery else Base(ref, card.id)

    def officer(self, ref: str, side: str) -> None:
        card = BOOK_PACK.card(self.pick.choice(("senior-officer-mounted", "senior-officer-foot")))
        y, facing = (3.0, 0.0) if side == "attacker" else (44.0, 180.0)
        token = self.pick.choice(BOOK_PACK.deck(self.state.side(side).army))
        made = Unit(
            ref, f"Zz{ref}", side, card.id, (self.base(f"{ref}.0", card),), raised=1, at=(30.0, y), facing=facing
        )
        man = Officer(f"{ref}.s", f"Senior {ref}", side, "senior", ref, token, general=True, level=2)
        self.note(UnitMustered(unit=made, officers=(man,)))

    def train(self, ref: str, side: str) -> None:
        bases = tuple(self.base(f"{ref}.{n}", BOOK_PACK.card(card)) for n, card in enumerate(TRAIN))
        made = Unit(
            ref, f"Zz{ref}", side, "train-engine", bases, raised=len(bases), at=(62.0, 40.0), facing=180.0,
            formation=UnitFormation.COLUMN, rails=Rails("the line", 36.0, ahead=False),
        )  # fmt: skip
        self.note(UnitMustered(unit=made))

    # Fighting ---------------------------------------------------------------------------------------------------------

    def fight(self) -> None:
        for _ in range(STEPS):
            if not self.step():
                return
        raise AssertionError("the battle does not end")

    def step(self) -> bool:
        engine = proceed(self.state)
        if engine is not None:
            self.happen(engine, ENGINE)
            return True
        asks = prompt(self.state).asks
        if not asks:
            assert self.state.ended is not None
            return False
        faces_tell_nothing_hidden(RULES, self.state)
        ask = self.pick.choice(asks)
        by = Actor.player(ask.side)
        if self.pick.random() < 0.05:
            deadline_does(RULES, self.state, ask)
            keys_hold(RULES, self.state, ask)
        if self.pick.random() < 0.15:
            self.try_nonsense(by)
            return True
        found = [offer.action for offer in ask.quick if not offer.needs]
        unit = self.pick.choice(ask.units) if ask.units else ""
        if unit:
            found += [offer.action for offer in offers(self.state, ask.side, unit) if not offer.needs]
        for action in found:
            odds(self.state, action, by)  # an offer can be done, and what may come of it can be told
        # Units that only stand, or only divide, would make a dull battle.
        weights = [WANTED.get(action.name(), 1) for action in found]
        if any(weights) and self.pick.random() < 0.85:
            self.happen(self.pick.choices(found, weights)[0], by)
        elif unit and self.pick.random() < 0.5 and self.state.unit(unit).at is not None:
            self.try_way(unit, by)
        else:
            self.happen(ask.default, by)
        return True

    def try_way(self, unit: str, by: Actor) -> None:
        x, y = self.state.unit(unit).at or (0.0, 0.0)
        x = min(71.0, max(1.0, x + self.pick.uniform(-8, 8)))
        y = min(47.0, max(1.0, y + self.pick.uniform(-10, 10)))
        pace = self.pick.choice(("normal", "normal", "evading", "march"))
        self.ask_for("move", {"unit": unit, "path": (f"{x:.1f},{y:.1f}",), "pace": pace}, by)

    def try_nonsense(self, by: Actor) -> None:
        """An action out of the blue: refused, and nothing changes; or lawful by chance."""
        umpire = self.pick.random() < 0.1
        kind = self.pick.choice([each for each in ACTIONS if each.role.value == ("umpire" if umpire else "player")])
        if kind.name() in ("declare-end",):
            return
        refs = [unit.id for unit in self.state.units] + ["nobody", *(officer.id for officer in self.state.officers[:3])]
        given: dict[str, object] = {}
        for name in kind.model_fields:
            if name == "verb" or (not kind.model_fields[name].is_required() and self.pick.random() < 0.5):
                continue
            given[name] = self.pick.choice(
                [*refs, "G7", "30,20", True, 2, "column", "march", 90.0, (refs[0],), ("30,20",), "ask", "why", "fear"]
            )
        self.ask_for(kind.name(), given, UMPIRE if umpire else by)

    def ask_for(self, verb: str, given: dict[str, object], by: Actor) -> None:
        try:
            action = actions.CODEC.load_python({"verb": verb, **given})
        except ValidationError:
            return
        before = self.state
        if self.pick.random() < 0.2:
            odds_refuse_alike(RULES, before, action, by)
        refused: RuleViolation | None = None
        try:
            self.happen(action, by)
        except RuleViolation as refusal:
            refused = refusal
        if refused is not None:
            assert refused.message
            assert refused.remedy, refused
            assert self.state is before
            self.refusals += 1

    def happen(self, action: Action, by: Actor) -> None:
        before = self.state
        chance = Counted(self.key, self.number + 1)
        found = decided(decide, before, action, by, chance)
        assert chance.taken() == ()  # every die belongs to an event
        self.number += 1
        for event in found:
            self.note(event)
        others_keep_theirs(RULES, before, self.state, by, found)
        assert_stands(before, self.state, found)
        self.assert_counted()
        if self.pick.random() < 0.1:
            self.assert_secret()

    def note(self, event: Event) -> None:
        self.state = evolve(self.state, event)
        for viewer in VIEWERS:
            told = tell(self.state, event, viewer)
            if told is not None:
                self.assert_silent(viewer, " ".join((told.headline, *told.lines, *told.details)))
        self.events.append(event)

    # Promises ---------------------------------------------------------------------------------------------------------

    def assert_counted(self) -> None:
        """Every base that came is somewhere, once; so is every officer; who stands, stands on the table."""
        state = self.state
        bases = [base.id for unit in state.units for base in unit.bases]
        bases += [base.id for unit in state.units for base, _ in unit.horses]
        bases += [loss.base.id for loss in state.losses]
        bases += [base.id for held in state.prisoners for base in held.bases]
        bases += [base.id for left in state.abandoned for base in left.bases]
        assert len(bases) == len(set(bases)), sorted(bases)
        assert set(bases) == self.raised, set(bases) ^ self.raised
        assert {officer.id for officer in state.officers} >= self.mustered
        for unit in state.units:
            assert unit.bases, unit
            assert unit.at is None or state.board is None or state.board.holds(*unit.at), unit
            assert not (unit.pinned and unit.routing), unit
            assert unit.routing or unit.markers <= len(unit.bases) or state.card(unit).arm.vehicle, unit
            assert len([o for o in state.officers if o.unit == unit.id and o.rank == "junior" and o.fit]) <= 1

    def assert_secret(self) -> None:
        """A side's view shows no unit that is hidden from it."""
        for viewer in VIEWERS:
            shown = view(self.state, viewer)
            for unit in shown.units:
                assert may_see(self.state, viewer, unit.ref)
                if self.state.unit(unit.ref).side != viewer.side:
                    assert unit.figures == ()
            written = " ".join(str(unit) for unit in shown.units)
            written += " ".join(f"{mark.label}" for mark in (shown.scene.units if shown.scene else ()))
            self.assert_silent(viewer, written)

    def assert_silent(self, viewer: Viewer, text: str) -> None:
        for unit in self.state.units:  # a part that has been seen is called after its whole
            if "part" in unit.name and may_see(self.state, viewer, unit.id):
                text = text.replace(unit.name, "")
        for unit in self.state.units:
            if (
                unit.side != viewer.side
                and unit.hidden is not Concealment.NO
                and not may_see(self.state, viewer, unit.id)
            ):
                assert f"{unit.name} " not in f"{text} ".replace(",", " ").replace(":", " "), (unit.name, text)


@examples(2, 4)
@given(seed=st.integers(0, 10**9))
def test_a_random_battle(seed: int) -> None:
    fight_to_the_end(seed)


@pytest.mark.long
@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_two_hundred_random_battles(seed: int) -> None:
    fight_to_the_end(seed)


def fight_to_the_end(seed: int) -> None:
    battle = Battle(seed)
    battle.fight()
    state = battle.state
    assert state.ended is not None
    tallied(RULES, state, (side.key for side in state.sides))
    said_at_the_end(RULES, battle.events, state)
    stored = [events.CODEC.load(events.CODEC.dump(event)) for event in battle.events]
    folded = State()
    for event in stored:
        folded = evolve(folded, event)
    assert folded == state
    assert CODEC_OF_STATES.load(CODEC_OF_STATES.dump(state)) == state
    for event in battle.events:
        for draw in event.draws:
            assert Seeded.value_of(battle.key, draw) == draw.value


@settings(max_examples=1, deadline=None)
@given(seed=st.integers(0, 10**9), stop=st.integers(2, 60))
@pytest.mark.whole
def test_a_battle_goes_on_after_a_restart(seed: int, stop: int) -> None:
    battle = Battle(seed)
    for _ in range(stop):
        if not battle.step():
            break
    battle.state = CODEC_OF_STATES.load(CODEC_OF_STATES.dump(battle.state))
    battle.fight()
    assert battle.state.ended is not None
