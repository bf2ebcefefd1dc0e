"""The state of a battle of The Book and the Gun: immutable values, nothing but the fold of its events.

Turns are counted from 1. What a unit or figure last did is kept as the number of the turn in which it did it
(`moved_turn == state.turn`), so that a new turn resets nothing; 0 means never. Distances are inches, places
(x, y) on the board, None when the battle has no board. Figures, units and sides are known by id everywhere;
`state.unit(id)`, `state.figure(id)` look them up, `state.with_unit(unit)` puts a changed one back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from rules.action import SideId
from rules.chance import Card
from rules.table.board import Board, Point
from rules.table.formation import Formation as Formation
from rules.table.formation import Order as Order

ARMY: SideId = "army"
INSURGENTS: SideId = "insurgents"
CIVILIANS: SideId = "civilians"

Value = str | int | float | bool
Attitude = Literal["neutral", "pro-insurgent", "pro-army"]
"""Whom the civilians of a battle favour. BG-III.2.3b."""


class Phase(StrEnum):
    """The four phases of a turn, and before the first. BG-VII.3."""

    SETUP = "set-up"
    MOVEMENT = "movement"
    FIRE = "fire"
    CLOSE_COMBAT = "close combat"
    MORALE = "morale"


class Status(StrEnum):
    """A figure's; `GONE` figures left the field: routed off, removed by the rules of engagement, moved off an edge."""

    FIT = "fit"
    WOUNDED = "wounded"
    KILLED = "killed"
    CAPTURED = "captured"
    GONE = "gone"


class Posture(StrEnum):
    STANDING = "standing"
    PRONE = "prone"


class Morale(StrEnum):
    STEADY = "steady"
    PINNED = "pinned"
    SHAKEN = "shaken"
    ROUTED = "routed"


class Ground(StrEnum):
    """BG-IX.1.1 to BG-IX.1.3a."""

    CLEAR = "clear"
    ROUGH = "rough"
    DENSE = "dense"


# ── What a figure or unit brings along (JSON text in MusterFigure.traits and MusterUnit.traits) ───────────────────


@dataclass(frozen=True, slots=True)
class FigureTraits:
    """What the roster says of a figure. `weapons` are keys of the weapon chart, the usual one first; empty: unarmed.

    `leader`: the leader of his unit, or a higher leader when the unit is `independent`. `precedence`: rank for the
    choice of a commander-in-chief, higher outranks (BG-R24). `key`: a key figure (BG-R06). `crew`: artillery crewman.
    """

    weapons: tuple[str, ...] = ()
    leader: bool = False
    precedence: int = 0
    key: bool = False
    crew: bool = False
    body_armour: Literal["none", "modern", "flak"] = "none"
    night_vision: Literal["none", "infrared", "thermal"] = "none"
    laser_aiming: bool = False
    drug_user: bool = False
    radio: Literal["none", "personal", "squad", "platoon"] = "none"
    engineer: bool = False
    team: int = 0
    """Fire team or weapon team inside the unit; 0: none."""


@dataclass(frozen=True, slots=True)
class Munitions:
    """Rounds that a unit carries, not figures. BG-R21."""

    laws: int = 0
    hand_grenades: int = 0
    rifle_grenades: int = 0
    smoke_grenades: int = 0


@dataclass(frozen=True, slots=True)
class UnitTraits:
    """What the roster says of a unit.

    `basic`: counts as a basic unit (BG-R24). `independent`: higher leaders who belong to no basic unit and move with
    one or after all (BG-VIII.1.15). `group`: key of the national efficiency table. `mob`: part of a mob, so civilians
    may charge (BG-VIII.1.43e). `armed_civilians` need no flag: their figures have weapons.
    """

    kind: str = "squad"
    basic: bool = True
    independent: bool = False
    mob: bool = False
    group: str = ""
    elite: bool = False
    munitions: Munitions = Munitions()
    formation: Formation = Formation.LINE
    order: Order = Order.OPEN


# ── Figures and units ─────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Figure:
    """One man."""

    id: str
    number: int
    name: str
    rank: str
    role: str
    traits: FigureTraits = FigureTraits()
    status: Status = Status.FIT
    at: Point | None = None
    facing: float = 0.0
    posture: Posture = Posture.STANDING
    scout: bool = False
    """Sent out as a scout: moves for itself, within 12 or 24 inches of its leader. BG-VIII.4.5a."""
    carries: str | None = None
    """The wounded figure that this one carries. BG-R44."""
    carried_turn: int = 0
    """Turn in which it last carried a wounded figure, and so may not fire. BG-X.2.2b."""
    move_turn: int = 0
    """Turn in which it had its chance to move, used or declined."""
    fire_turn: int = 0
    """Turn in which it had its chance to fire, used or declined."""
    fired_turn: int = 0
    """Turn in which it really fired. BG-R130."""
    fired_prone_turn: int = 0
    """Turn in which it last fired while prone. BG-R43."""
    charged_turn: int = 0
    """Turn in which it used a charge move. BG-X.2.3a."""
    empty: tuple[str, ...] = ()
    """Weapons that are out of ammunition. BG-X.2.1a."""
    restock_turn: int = 0
    """Turn in which restocking began; 0: it is not restocking. BG-R82."""
    reload: tuple[tuple[str, int, int], ...] = ()
    """(weapon, markers, turn of firing). BG-R83."""
    stunned_until: int = 0
    """Last turn in which a flash bang holds him. BG-R65."""
    rally_turn: int = 0
    """A leader: turn in which he spent his one rally attempt. BG-VIII.6.1b."""
    out_turn: int = 0
    """Turn in which he was last wounded, killed, captured or lost."""
    captor: str | None = None
    """Unit that holds him prisoner."""

    @property
    def fit(self) -> bool:
        return self.status is Status.FIT

    @property
    def on_field(self) -> bool:
        """Alive and not taken: fit or wounded."""
        return self.status in (Status.FIT, Status.WOUNDED)


@dataclass(frozen=True, slots=True)
class Contact:
    """That something happened with another unit in a turn. BG-R130."""

    turn: int
    unit: str


@dataclass(frozen=True, slots=True)
class Sighting:
    """A unit is spotted by `side` until the end of turn `until`. BG-R29."""

    side: SideId
    until: int


@dataclass(frozen=True, slots=True)
class JokerEffect:
    """What a joker does to the unit named for it: `die` on the chart of `phase`, `amount` the inches or D6 with it."""

    turn: int
    phase: Phase
    die: int
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Unit:
    """A basic unit (squad, cell, mob, team), a headquarters or a higher leader on his own."""

    id: str
    name: str
    side: SideId
    organisation: str
    nation: str
    traits: UnitTraits
    figures: tuple[Figure, ...]
    formation: Formation = Formation.LINE
    order: Order = Order.OPEN
    facing: float = 0.0
    munitions: Munitions = Munitions()
    morale: Morale = Morale.STEADY
    morale_turn: int = 0
    """Turn in which it came into its present state of morale."""
    retreat_turn: int = 0
    """Turn in which it last made a 4D6 retreat or rout move. BG-R53, BG-R54."""
    surrounded_turn: int = 0
    """Turn in which an enemy unit barred its retreat. BG-XI.5.41, BG-R133."""
    hit_while_shaken_turn: int = 0
    """Turn in which it last took a hit while shaken. BG-R55."""
    concealed: bool = False
    """Under a concealment marker or hidden: not on the table for the enemy. BG-R139."""
    reserve: bool = False
    """Not yet on the table. BG-VIII.0.2b."""
    entered_turn: int = 0
    """Turn in which it entered over an edge, and so may not move. BG-R126."""
    spotted: tuple[Sighting, ...] = ()
    spot_attempts: tuple[Contact, ...] = ()
    """Which units it tried to spot, this turn's only. BG-R29."""
    moved_turn: int = 0
    """Turn in which it last moved at all. BG-R130."""
    moved_inches: float = 0.0
    """Inches of that move."""
    charged_turn: int = 0
    """Turn in which it used a charge move."""
    fired_turn: int = 0
    fired_at: tuple[Contact, ...] = ()
    """Units it fired at, this turn and the last. BG-R130."""
    under_fire: tuple[Contact, ...] = ()
    """Units that fired at it, this turn and the last."""
    fought: tuple[Contact, ...] = ()
    """Units it met in close combat, this turn and the last."""
    fire_as: Literal["", "unit", "figures"] = ""
    """How it declared to fire in turn `fire_as_turn`. BG-R09."""
    fire_as_turn: int = 0
    joker: JokerEffect | None = None
    casualty_order: tuple[str, ...] = ()
    """Whom its owner gives up first, by house rule. BG-R07."""
    disordered_turn: int = 0
    """Turn in which it counts as unformed (column that did not wheel, failed evasion). BG-VIII.1.2d, BG-XI.3.5c."""
    flight_turn: int = 0
    """Civilians: last turn whose firing they have fled from. BG-R129."""

    @property
    def original(self) -> int:
        """Strength at the start of the battle."""
        return len(self.figures)

    @property
    def fit(self) -> tuple[Figure, ...]:
        return tuple(f for f in self.figures if f.status is Status.FIT)

    @property
    def present(self) -> tuple[Figure, ...]:
        """Fit and wounded figures on the field."""
        return tuple(f for f in self.figures if f.on_field)

    @property
    def strength(self) -> int:
        """Fit figures."""
        return sum(f.status is Status.FIT for f in self.figures)

    @property
    def in_play(self) -> bool:
        """On the table with at least one figure that is fit or wounded."""
        return not self.reserve and any(f.on_field for f in self.figures)

    @property
    def leader(self) -> Figure | None:
        """Its own leader while he is unhurt. A lost one is not replaced (BG-R22)."""
        return next((f for f in self.figures if f.traits.leader and f.status is Status.FIT), None)

    def figure(self, figure_id: str) -> Figure:
        """Raises KeyError for a figure of another unit."""
        for figure in self.figures:
            if figure.id == figure_id:
                return figure
        raise KeyError(figure_id)

    def with_figure(self, figure: Figure) -> Unit:
        return replace(self, figures=tuple(figure if f.id == figure.id else f for f in self.figures))


# ── Sides, decks, open matters ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Side:
    """A side in the battle. `edge`: its friendly table edge ("south"). `basic_units`: how many it began with."""

    key: SideId
    name: str
    edge: str = ""
    basic_units: int = 0
    commander: str | None = None
    """Figure nominated as commander-in-chief; secret until he is lost. BG-IV.5."""
    nominated: bool = False
    """The player named him; otherwise he is the highest in rank. BG-R24."""
    commander_lost_turn: int = 0
    """Turn in which the commander was killed or captured: major morale from then on. BG-XII.1.2b."""
    immobile_turn: int = 0
    """Turn in which the side may not move after a failed major check. BG-XII.1.21b."""
    roe: int = 0
    """Rules of engagement 1 to 4 that bind it; 0: none. BG-III.2.4.0."""
    when_charged: Literal["ask", "stand", "evade"] = "ask"
    """Standing answer to a charge: stand or evade without being asked."""
    when_won: Literal["ask", "take", "stay"] = "ask"
    """Standing answer to a place that the enemy has left: take it, or stay."""
    conceals: bool = False
    """It set up on the board as the defender and may use concealment. BG-VI.3.1a."""


@dataclass(frozen=True, slots=True)
class Run:
    """Cards turned for one side and not yet spent. With pace "run" all cards of one colour up to the next colour or
    joker; with pace "card" one. `side` takes the cards: ARMY for black, INSURGENTS for red.
    `joker`: this run is a single joker; `unit` is then the unit named for it, whose card it is."""

    side: SideId
    cards: tuple[Card, ...]
    spent: int = 0
    joker: bool = False
    unit: str | None = None

    @property
    def left(self) -> int:
        return len(self.cards) - self.spent


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light, weather and ground. `visibility` in inches, None without limit; halvings are the rules' work (BG-R30)."""

    light: Literal["day", "night"] = "day"
    weather: Literal["clear", "fog", "rain", "falling snow"] = "clear"
    ground: Literal["dry", "snow", "mud"] = "dry"
    visibility: float | None = None
    wind: float = 0.0


@dataclass(frozen=True, slots=True)
class Ruled:
    """A fact that the umpire ruled: it goes before what players declare and what the table measures.

    `subjects`: the units or figures it concerns, in the order (who acts, at whom); empty: everybody.
    `until`: last turn in which it holds, None for the rest of the battle."""

    name: str
    value: Value
    subjects: tuple[str, ...] = ()
    until: int | None = None


class ChargeStage(StrEnum):
    """How far a charge has come in the close combat phase."""

    HALTED = "halted 2 inches away"
    CLOSED = "closed"
    MET = "met"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Charge:
    """A charge of this turn that reached its 2 inches: completed in the close combat phase.

    `distance` base to base when declared, `inches` the total rolled after deductions, of which
    `inches - (distance - 2)` are unused (BG-R68). `from_rear`: it started where the target could not see it
    (BG-XI.5.1), or caught it evading.
    `held`: where the target's figures stood, (figure, place); `target_moves`: its last moves at that time, so that
    one who has gone since is known (BG-XI.1.1b). `over_obstacle`: from a position at a wall or barricade, with
    `stragglers` left behind (BG-XI.5.3a). `wall`: which wall of an enclosure it goes for (BG-XI.5.4)."""

    unit: str
    target: str
    turn: int
    distance: float
    inches: float
    counter: bool = False
    from_rear: bool = False
    origin: Point | None = None
    stage: ChargeStage = ChargeStage.HALTED
    held: tuple[tuple[str, Point], ...] = ()
    target_moves: tuple[int, float, int] = (0, 0.0, 0)
    over_obstacle: bool = False
    stragglers: tuple[str, ...] = ()
    wall: str = ""
    position: str = ""
    """Where its target stands, as declared: "in building", "in water", "on wall"."""


@dataclass(frozen=True, slots=True)
class Combat:
    """A close combat under way. Figures still fighting on each side, in roster order. `round` from 1.

    `asked`: which questions were put before it (support, defend). `counter`: both sides charged, nobody defends."""

    key: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    attacking: tuple[str, ...]
    """Figures of the attackers still in it."""
    defending: tuple[str, ...]
    round: int = 1
    desperate: bool = False
    from_rear: bool = False
    counter: bool = False
    wall: str = ""
    asked: tuple[str, ...] = ()


QuestionKind = Literal["evade", "support", "defend", "place"]


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a side must answer in the middle of another action.

    `kind`: "evade" (stand or evade the charge), "support" (bring up figures of other units), "defend" (which wounded
    to defend), "place" (take the place that the enemy has left). `key` is stable while the question stands.
    `choices`: units or figures that the answer may name. `place`: what may be taken."""

    key: str
    kind: QuestionKind
    side: SideId
    unit: str
    other: str
    choices: tuple[str, ...] = ()
    place: Point | None = None


@dataclass(frozen=True, slots=True)
class Moved:
    """The last path gone, for the picture."""

    kind: str
    points: tuple[Point, ...]
    side: SideId = ""
    label: str = ""
    unit: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """A battle. `deck` and `casualty_deck`: the cards that each still holds. `next_card`: turned already, of another
    colour than the run before it; it opens the next run. `phase_steps`: work of the close combat and morale phases
    that is done, by name."""

    title: str = ""
    turn: int = 0
    phase: Phase = Phase.SETUP
    sides: tuple[Side, ...] = ()
    units: tuple[Unit, ...] = ()
    board: Board | None = None
    options: tuple[tuple[str, str], ...] = ()
    turn_limit: int | None = None
    conditions: Conditions = Conditions()
    civilian_attitude: Attitude = "neutral"
    deck: tuple[Card, ...] = ()
    casualty_deck: tuple[Card, ...] = ()
    next_card: Card | None = None
    run: Run | None = None
    rulings: tuple[Ruled, ...] = ()
    questions: tuple[Question, ...] = ()
    charges: tuple[Charge, ...] = ()
    combats: tuple[Combat, ...] = ()
    phase_steps: tuple[str, ...] = ()
    last: Moved | None = None
    ended: bool = False
    declared_winner: SideId | None = None
    end_reason: str = ""

    def unit(self, unit_id: str) -> Unit:
        """Raises KeyError for an unknown id."""
        for unit in self.units:
            if unit.id == unit_id:
                return unit
        raise KeyError(unit_id)

    def unit_of(self, figure_id: str) -> Unit:
        """The unit that a figure belongs to. Raises KeyError for an unknown id."""
        for unit in self.units:
            for figure in unit.figures:
                if figure.id == figure_id:
                    return unit
        raise KeyError(figure_id)

    def figure(self, figure_id: str) -> Figure:
        """Raises KeyError for an unknown id."""
        return self.unit_of(figure_id).figure(figure_id)

    def side(self, key: SideId) -> Side:
        """Raises KeyError for a side that does not take part."""
        for side in self.sides:
            if side.key == key:
                return side
        raise KeyError(key)

    def units_of(self, side: SideId) -> Iterator[Unit]:
        return (unit for unit in self.units if unit.side == side)

    def with_unit(self, *changed: Unit) -> State:
        by_id = {unit.id: unit for unit in changed}
        return replace(self, units=tuple(by_id.get(unit.id, unit) for unit in self.units))

    def with_figure(self, figure: Figure) -> State:
        return self.with_unit(self.unit_of(figure.id).with_figure(figure))

    def with_side(self, side: Side) -> State:
        return replace(self, sides=tuple(side if s.key == side.key else s for s in self.sides))
