"""A small battle for tests: characters put where a test wants them, cards turned by name, dice given by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from rules.five56mm.actions.battle import Proceed
from rules.five56mm.book.injury import Level, WoundOnRecord
from rules.five56mm.book.light import Light
from rules.five56mm.book.profile import Gear, Skill, Traits
from rules.five56mm.book.tables import VEHICLES
from rules.five56mm.book.weapons import Arm
from rules.five56mm.decide import decide
from rules.five56mm.events.battle import BattleOpened, SquadMustered
from rules.five56mm.evolve import evolve
from rules.five56mm.play.engine.engine import EngineStep, next_step
from rules.five56mm.state import BLACK, RED, Character, Joker, RadioTask, Side, Squad, State, Vehicle
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Card, Scripted
from rules.kernel.event import Event
from rules.table.board import Board

E = TypeVar("E", bound=Event)

FIELD = Board(60, 40)
"""Open ground, 60 by 40 inches."""
CARDS = {BLACK: "C", RED: "H"}


def arms(*keys: str | Arm) -> tuple[Arm, ...]:
    return tuple(key if isinstance(key, Arm) else Arm(key, loads=("frag",) if key == "m203" else ()) for key in keys)


def man(
    name: str,
    side: str = BLACK,
    at: tuple[float, float] | None = None,
    *weapons: str | Arm,
    movement: int = 0,
    aim: int = 0,
    strength: int = 0,
    morale: int = 0,
    skills: Sequence[Skill] = (),
    gear: Sequence[Gear] = (),
    leader: bool = False,
    facing: float | None = None,
    wounds: Sequence[Level] = (),
) -> Character:
    """A character with +0 in everything unless said otherwise; black faces north, red south. `aim`: Weapons."""
    held = arms(*(weapons or ("m16",)))
    traits = Traits(movement, aim, strength, morale, tuple(skills), held, tuple(gear), leader)
    looks = facing if facing is not None else (0.0 if side == BLACK else 180.0)
    records = tuple(
        WoundOnRecord(number, level, dies_at=9 if level is Level.MORTAL else None)
        for number, level in enumerate(wounds, 1)
    )
    return Character(name.lower(), name, 0, "Private", side, side, traits, (), held, at, looks, wounds=records)


def truck(
    name: str = "Truck",
    side: str = BLACK,
    at: tuple[float, float] | None = (30.0, 20.0),
    profile: str = "hmmv",
    *,
    mounts: Sequence[str] = (),
    facing: float = 0.0,
    flying: bool = False,
    moved: float = 0.0,
    full_speed: bool = False,
    hover: int | None = None,
) -> Vehicle:
    return Vehicle(
        name.lower(), name, side, VEHICLES[profile], at, facing, arms(*mounts),
        flying=flying, moved=moved, full_speed=full_speed, hover=hover,
    )  # fmt: skip


def aboard(who: Character, vehicle: Vehicle, place: str = "passenger") -> Character:
    return replace(who, vehicle=vehicle.id, place=place, at=None)


class Skirmish:
    """A battle under way. `do` decides an action with the given dice, `run` lets the engine go on until somebody must
    decide or a card is due; both refuse left-over dice."""

    def __init__(
        self,
        *characters: Character,
        vehicles: Sequence[Vehicle] = (),
        board: Board | None = FIELD,
        options: Sequence[tuple[str, str]] = (),
        light: Light = Light.FULL,
        jokers: Sequence[Joker] = (),
        radio: Sequence[RadioTask] = (),
        turn_limit: int | None = None,
        care: bool = True,
    ) -> None:
        self.journal: list[Event] = []
        self.state = State()
        self._happen(
            BattleOpened(
                title="Skirmish",
                sides=(Side(BLACK, "Black"), Side(RED, "Red")),
                board=board,
                options=tuple(options),
                light=light,
                turn_limit=turn_limit,
                jokers=tuple(jokers),
                radio=tuple(radio),
                care=care,
            )
        )
        for side in (BLACK, RED):
            self._muster(side, [c for c in characters if c.side == side], [v for v in vehicles if v.side == side])
        self.run(until_card=True)

    def _muster(self, side: str, members: list[Character], vehicles: list[Vehicle]) -> None:
        ranks = iter("K23456789TJQA")
        dealt: list[Character] = []
        for number, who in enumerate(members, start=1):
            cards = tuple(Card(next(ranks) + CARDS[side]) for _ in range(2 if who.has(Skill.ELITE) else 1))
            luck = 2 if who.has(Skill.LUCKY) else 0
            dealt.append(replace(who, number=number, cards=cards, luck=luck))
        leader = next((c.id for c in dealt if c.traits.leader), None)
        self._happen(
            SquadMustered(
                squad=Squad(side, side.title(), side, len(dealt), leader),
                characters=tuple(dealt),
                vehicles=tuple(vehicles),
            )
        )

    def _happen(self, event: Event) -> None:
        self.journal.append(event)
        self.state = evolve(self.state, event)

    # ── Doing ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def do(self, action: Action, dice: str = "", by: Actor | None = None) -> list[Event]:
        """Decide one action with these dice, "6,2,5" for D6s."""
        chance = Scripted(script(dice))
        events = list(decide(self.state, action, by or self._who(action), chance))
        chance.finish()
        for event in events:
            self._happen(event)
        return events

    def _who(self, action: Action) -> Actor:
        if action.role.value == "umpire":
            return UMPIRE
        if self.state.question is not None:
            return Actor.player(self.state.question.side)
        if self.state.go is not None:
            return Actor.player(self.state.character(self.state.go.character).side)
        return UMPIRE

    def run(self, dice: str = "", *, until_card: bool = False) -> list[Event]:
        """Let the engine go on until a card is due or somebody must decide."""
        chance = Scripted(script(dice))
        found: list[Event] = []
        while (step := next_step(self.state)) is not None and step is not EngineStep.TURN_CARD:
            for event in decide(self.state, Proceed(), ENGINE, chance):
                self._happen(event)
                found.append(event)
        chance.finish()
        return found

    def card(self, who: str, dice: str = "", which: int = 0) -> list[Event]:
        """Turn this character's card; dice for what happens at it."""
        card = self.state.character(who).cards[which]
        chance = Scripted([f"card:{card}", *script(dice)])
        events = list(decide(self.state, Proceed(), ENGINE, chance))
        chance.finish()
        for event in events:
            self._happen(event)
        return events

    def joker(self, card: str = "RJ") -> list[Event]:
        events = list(decide(self.state, Proceed(), ENGINE, Scripted([f"card:{card}"])))
        for event in events:
            self._happen(event)
        return events

    def end_turn(self, dice: str = "") -> list[Event]:
        """Let every card left come up and pass, then the turn ends; dice for all that happens meanwhile."""
        from rules.five56mm.actions.battle import EndGo

        chance = Scripted(script(dice))
        turn = self.state.turn
        found: list[Event] = []
        while self.state.turn == turn and self.state.ended is None:
            if next_step(self.state) is None:
                events = list(decide(self.state, EndGo(), UMPIRE, chance))
            elif next_step(self.state) is EngineStep.TURN_CARD:
                events = list(decide(self.state, Proceed(), ENGINE, _WithCards(chance, self.state.deck)))
            else:
                events = list(decide(self.state, Proceed(), ENGINE, chance))
            for event in events:
                self._happen(event)
                found.append(event)
        chance.finish()
        return found

    # ── Looking ───────────────────────────────────────────────────────────────────────────────────────────────────

    def __getitem__(self, who: str) -> Character:
        return self.state.character(who)

    def put(self, who: Character) -> None:
        """Change a character by hand, as an umpire's pencil would."""
        self.state = self.state.with_character(who)


class _WithCards(Scripted):
    """The first card of the deck, then the dice of another script."""

    def __init__(self, dice: Scripted, deck: Sequence[Card]) -> None:
        super().__init__([f"card:{deck[0]}"])
        self._dice = dice

    def roll(self, sides: int, *, for_: str) -> int:
        return self._dice.roll(sides, for_=for_)


def script(dice: str) -> list[str]:
    return [entry if ":" in entry else f"d6:{entry.strip()}" for entry in dice.split(",") if entry.strip()]


def one(events: Sequence[Event], kind: type[E]) -> E:
    """The only event of that kind."""
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, [type(event).__name__ for event in events]
    return found[0]


def all_of(events: Sequence[Event], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]
