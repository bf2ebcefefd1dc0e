"""Events of men: moving, hiding, wounds and those who tend them, hand-to-hand combat, courage, the radio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.five56mm.book.explosions import Resisted
from rules.five56mm.book.ground import PieceCrossed
from rules.five56mm.book.hand_to_hand import Bout, EscapeRoll
from rules.five56mm.book.injury import Injury, Level, WoundOnRecord
from rules.five56mm.book.morale import Courage
from rules.five56mm.book.target_number import Roll
from rules.five56mm.state import Point, Stance
from rules.kernel.event import Event
from rules.kernel.facts import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved(Event):
    """A character is somewhere else. `route`: the points he came by; `inches` along the ground; `die` of a Sprint;
    `level`: the floor or roof on which he now is, None: the same as before; `risen`: how many levels he has gone up, or
    less than 0 down, by stairs, a ladder or a climb (MM-R225)."""

    kind: Literal["moved"] = "moved"
    character: str
    way: Literal["move", "sprint", "hide", "carry", "fall-back", "rope", "leave", "board", "aside", "jump"]
    to: Point | None
    facing: float
    inches: float
    crossings: tuple[PieceCrossed, ...] = ()
    route: tuple[Point, ...] = ()
    die: int | None = None
    roll: Roll | None = None
    facts: tuple[Fact, ...] = ()
    level: int | None = None
    risen: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceTaken(Event):
    """What he keeps doing until his next card. `partner`: the other of a carrier and the carried. MM-R17."""

    kind: Literal["stance-taken"] = "stance-taken"
    character: str
    stance: Stance
    partner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GoGivenUp(Event):
    """He has no go this turn: he is carried, or helps to carry. MM-4.5.1, MM-R51."""

    kind: Literal["go-given-up"] = "go-given-up"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried(Event):
    """The roll (None for two carriers) and how far all of them get. MM-4.5.2, MM-4.5.5."""

    kind: Literal["carried"] = "carried"
    carrier: str
    patient: str
    second: str | None
    roll: Roll | None
    inches: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Hurt(Event):
    """A hit was resisted or not. `wound` None: no wound; a `level` of dead kills. `by`: who did it.

    MM-5.0.1, MM-5.0.2.
    """

    kind: Literal["hurt"] = "hurt"
    character: str
    cause: str
    injury: Injury
    wound: WoundOnRecord | None = None
    by: str | None = None
    weapon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Died(Event):
    """A character is killed: at once, or because his time ran out. MM-5.01.4, MM-5.01.5."""

    kind: Literal["died"] = "died"
    character: str
    cause: str
    by: str | None = None
    weapon: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aided(Event):
    """First Aid or Treat Injury. `wound`: as it is afterwards, None when it is healed. MM-3.5.3, MM-4.4.3."""

    kind: Literal["aided"] = "aided"
    how: Literal["first-aid", "treat-injury"]
    helper: str
    patient: str
    number: int
    before: Level
    roll: Roll
    wound: WoundOnRecord | None
    holds: int | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Relapsed(Event):
    """First Aid no longer holds. MM-3.5.4."""

    kind: Literal["relapsed"] = "relapsed"
    character: str
    wound: WoundOnRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Survived(Event):
    """The attempt to save a Mortally Wounded man after the battle. MM-5.1.3."""

    kind: Literal["survived"] = "survived"
    character: str
    roll: Roll
    wounds: tuple[WoundOnRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stunned(Event):
    """MM-7.8.5."""

    kind: Literal["stunned"] = "stunned"
    character: str
    test: Resisted


@dataclass(frozen=True, slots=True, kw_only=True)
class Gassed(Event):
    """A test in the cloud; `test` None: the respirator. `number`: the TN kept if he is poisoned. MM-7.8.6, MM-8.0.9."""

    kind: Literal["gassed"] = "gassed"
    character: str
    cloud: int
    test: Resisted | None
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudLeft(Event):
    """He is out of that cloud; out of all of them, his recovery begins to count. MM-7.8.8."""

    kind: Literal["cloud-left"] = "cloud-left"
    character: str
    cloud: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GasShaken(Event):
    """A poisoned man outside the cloud tests again. MM-7.8.8."""

    kind: Literal["gas-shaken"] = "gas-shaken"
    character: str
    roll: Roll


@dataclass(frozen=True, slots=True, kw_only=True)
class CaughtFire(Event):
    """Phosphorous burns on him. MM-7.8.10."""

    kind: Literal["caught-fire"] = "caught-fire"
    character: str
    distance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FireOut(Event):
    """It burns no more. MM-7.8.11, MM-R33."""

    kind: Literal["fire-out"] = "fire-out"
    character: str
    reason: Literal["burnt", "helped", "too far"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatBegan(Event):
    """Two are in hand-to-hand combat. MM-3.7.1, MM-3.7.8."""

    kind: Literal["combat-began"] = "combat-began"
    starter: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CombatEnded(Event):
    """A pair is parted."""

    kind: Literal["combat-ended"] = "combat-ended"
    one: str
    other: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fought(Event):
    """One attack. MM-3.7.2."""

    kind: Literal["fought"] = "fought"
    attacker: str
    defender: str
    bout: Bout
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeTried(Event):
    """MM-3.7.10, MM-3.73.1, MM-3.73.2, MM-3.73.3."""

    kind: Literal["escape-tried"] = "escape-tried"
    character: str
    opponent: str
    escape: EscapeRoll


@dataclass(frozen=True, slots=True, kw_only=True)
class ConsentSpoken(Event):
    """The opponents let him go, or not. MM-3.7.9."""

    kind: Literal["consent-spoken"] = "consent-spoken"
    character: str
    given: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleTested(Event):
    """A Morale Test or a rally. `courage`: his state now. MM-9.4.2, MM-9.4.6, MM-9.4.7."""

    kind: Literal["morale-tested"] = "morale-tested"
    character: str
    reason: str
    roll: Roll
    courage: Courage
    rally: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Calmed(Event):
    """A shaken man is himself again after his move. MM-9.01.3."""

    kind: Literal["calmed"] = "calmed"
    character: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RadioUsed(Event):
    """A call. `scenario_event`: what the scenario says of it, when it was answered. MM-4.9.1."""

    kind: Literal["radio-used"] = "radio-used"
    character: str
    task: str
    roll: Roll
    leader: str | None = None
    scenario_event: str = ""
    facts: tuple[Fact, ...] = ()


FootEvent: TypeAlias = (
    Moved | StanceTaken | GoGivenUp | Carried | Hurt | Died | Aided | Relapsed | Survived | Stunned | Gassed | CloudLeft
    | GasShaken | CaughtFire | FireOut | CombatBegan | CombatEnded | Fought | EscapeTried | ConsentSpoken | MoraleTested
    | Calmed | RadioUsed
)  # fmt: skip
