"""What a script consists of: events, the triggers that they wait for, the effects that they have.

This is how a battle keeps its script; `rules.scenario` reads it from YAML. Units, figures and sides are named as the
scenario names them; `Script.refs` says who they are in this battle.

A trigger asks what *has come to pass*: `all` is fulfilled when each of its parts has, in whatever order; `not` when its
part never has. An event of `once: false` waits anew after it has happened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from rules.kernel.action import SideId
from rules.language.naming import folded
from rules.seam.planning import AimKind

Key = Annotated[str, Field(min_length=1, max_length=60)]
ScriptWords = Annotated[str, Field(min_length=1, max_length=1500)]
JokerCard = Literal["RJ", "BJ"]
Edge = Literal["north", "east", "south", "west"]


class ScriptPart(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


# ── Triggers ──────────────────────────────────────────────────────────────────────────────────────────────────────


class Turn(ScriptPart):
    """The turn has begun; with `every`, so many turns later again, and so on."""

    kind: Literal["turn"] = "turn"
    turn: int = Field(ge=1, le=100)
    every: int | None = Field(default=None, ge=1, le=100)


class _Timed(ScriptPart):
    """Counts only in these turns."""

    from_turn: int | None = Field(default=None, ge=0, le=100)
    to_turn: int | None = Field(default=None, ge=0, le=100)

    def in_time(self, turn: int) -> bool:
        return (self.from_turn is None or turn >= self.from_turn) and (self.to_turn is None or turn <= self.to_turn)


class JokerTurned(_Timed):
    """A joker was turned: the red one, the black one, or any."""

    kind: Literal["joker"] = "joker"
    card: JokerCard | None = None


class RadioAnswered(_Timed):
    """A radio task of the scenario succeeded."""

    kind: Literal["radio"] = "radio"
    call: Key


class Found(_Timed):
    """A search by the side has found what somebody hides, one of that unit where it is named."""

    kind: Literal["found"] = "found"
    side: SideId
    unit: Key | None = None


class Entered(_Timed):
    """A figure of the side (of one of the units, where they are named) has come into the area from outside."""

    kind: Literal["entered"] = "entered"
    side: SideId
    units: tuple[Key, ...] = ()
    area: tuple[tuple[float, float], ...] = Field(min_length=3)
    name: str = ""
    """The area's name in words."""


class PlaceHeld(_Timed):
    """As a turn begins, a steady figure of the side stands in the area, and no steady one of those against it stands
    there or within `clear` of it. Unlike other triggers it counts in that turn alone."""

    kind: Literal["held"] = "held"
    side: SideId
    against: SideId
    area: tuple[tuple[float, float], ...] = Field(min_length=3)
    clear: float = Field(default=0.0, ge=0)
    """In the board's measure."""
    name: str = ""
    """The area's name in words."""


class Left(_Timed):
    """So many of the side (of some of its units) have left the table of their own will, by that edge or by any."""

    kind: Literal["left"] = "left"
    side: SideId
    units: tuple[Key, ...] = ()
    edge: Edge | None = None
    number: int = Field(default=1, ge=1, le=100)


class Losses(_Timed):
    """So many in a hundred of the side's figures (of one of its units) count no more."""

    kind: Literal["losses"] = "losses"
    side: SideId
    unit: Key | None = None
    percent: int = Field(ge=1, le=100)


class Happened(_Timed):
    """Another event of the script has happened; with `after`, so many turns ago, as that turn begins."""

    kind: Literal["event"] = "event"
    event: Key
    after: int = Field(default=0, ge=0, le=50)


class Chosen(_Timed):
    """A side has chosen this option of a choice that the event put to it."""

    kind: Literal["chosen"] = "chosen"
    event: Key
    option: Key


class OnlyCalled(ScriptPart):
    """Nothing but the GM's call lets it happen."""

    kind: Literal["called"] = "called"


class AllOf(ScriptPart):
    kind: Literal["all"] = "all"
    of: tuple[Trigger, ...] = Field(min_length=1)


class AnyOf(ScriptPart):
    kind: Literal["any"] = "any"
    of: tuple[Trigger, ...] = Field(min_length=1)


class Not(ScriptPart):
    kind: Literal["not"] = "not"
    of: Trigger


Leaf: TypeAlias = Turn | JokerTurned | RadioAnswered | Found | Entered | PlaceHeld | Left | Losses | Happened | Chosen
Trigger: TypeAlias = Annotated[Leaf | OnlyCalled | AllOf | AnyOf | Not, Field(discriminator="kind")]


def leaves(trigger: Trigger) -> Iterator[Leaf]:
    """What it waits for, from the left; a leaf is known by its number in this order."""
    match trigger:
        case AllOf() | AnyOf():
            for part in trigger.of:
                yield from leaves(part)
        case Not():
            yield from leaves(trigger.of)
        case OnlyCalled():
            return
        case _:
            yield trigger


# ── Effects ───────────────────────────────────────────────────────────────────────────────────────────────────────

Audience = tuple[SideId, ...] | None
"""The sides that learn of it; None: everybody; empty: the umpire alone."""


class PostEffect(ScriptPart):
    """Words for those who may read them."""

    kind: Literal["post"] = "post"
    text: ScriptWords
    to: Audience = None


class ReinforceEffect(ScriptPart):
    """Units that the scenario held back arrive: at the place, else where the scenario puts them, else at their edge."""

    kind: Literal["reinforce"] = "reinforce"
    forces: tuple[Key, ...] = Field(min_length=1)
    at: tuple[float, float] | None = None
    facing: float | None = Field(default=None, ge=0, lt=360)


class ObjectiveEffect(ScriptPart):
    """An objective is given, or judged."""

    kind: Literal["objective"] = "objective"
    key: Key
    text: str = Field(default="", max_length=300)
    """Empty: as it was given."""
    state: Literal["open", "achieved", "failed", "withdrawn"] = "open"
    to: Audience = None
    place: str = Field(default="", max_length=60)
    """Where on the board it lies, a named place or a square; empty: at the places that its text speaks of."""
    secret: bool = False
    """The others never learn of it, not even when the battle is over."""
    at_end: Literal["achieved", "failed"] | None = None
    """What it comes to when the battle ends and nothing has judged it: whoever was to keep something up has. None: as
    it was given; failed."""
    aim: AimKind | None = None
    """What the side does for it, for plans; None: it takes the place, or keeps it where `at_end` is achieved."""
    about: tuple[Key, ...] = ()
    """Whom the aim is about, as the scenario names them."""
    edge: Edge | None = None

    @property
    def outcome(self) -> Literal["achieved", "failed", "withdrawn"]:
        """What it has come to when the battle is over."""
        return self.at_end or "failed" if self.state == "open" else self.state


class UmpireOrder(ScriptPart):
    """An action of the rule set's umpire. `action`: its JSON, with units and figures as the scenario names them."""

    kind: Literal["order"] = "order"
    verb: Key
    action: str = Field(max_length=4000)


class CallEffect(ScriptPart):
    """Another event of the script happens."""

    kind: Literal["call"] = "call"
    event: Key


class EndEffect(ScriptPart):
    """The battle ends. `winner` None: a draw."""

    kind: Literal["end"] = "end"
    winner: SideId | None = None
    reason: str = Field(min_length=1, max_length=200)


class Branch(ScriptPart):
    """What some faces of a die bring. `faces`: (2, 4) is two to four."""

    faces: tuple[int, int]
    effects: tuple[ScriptEffect, ...] = ()


class RollEffect(ScriptPart):
    """A die decides what happens."""

    kind: Literal["roll"] = "roll"
    sides: Literal[6, 20] = 6
    what: str = Field(default="", max_length=100)
    to: Audience = None
    branches: tuple[Branch, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _no_face_twice(self) -> RollEffect:
        taken: set[int] = set()
        for branch in self.branches:
            low, high = branch.faces
            faces = set(range(low, high + 1))
            if not faces or not 1 <= low <= high <= self.sides or faces & taken:
                raise ValueError(f"the faces of a D{self.sides} are 1 to {self.sides}, each in one branch at most")
            taken |= faces
        return self


class Option(ScriptPart):
    label: str = Field(min_length=1, max_length=70)
    effects: tuple[ScriptEffect, ...] = ()


class ChoiceEffect(ScriptPart):
    """A choice put to a side; the battle waits for it. `default`: number of the option that an absent side takes."""

    kind: Literal["choice"] = "choice"
    side: SideId
    question: str = Field(min_length=1, max_length=600)
    options: tuple[Option, ...] = Field(min_length=2, max_length=5)
    default: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _default_is_there(self) -> ChoiceEffect:
        if self.default >= len(self.options):
            raise ValueError("the default is the number of one of the options, counted from 0")
        labels = [folded(option.label) for option in self.options]
        if len(set(labels)) != len(labels):
            raise ValueError("two options have the same label")
        return self


ScriptEffect: TypeAlias = Annotated[
    PostEffect | ReinforceEffect | ObjectiveEffect | UmpireOrder | CallEffect | EndEffect | RollEffect | ChoiceEffect,
    Field(discriminator="kind"),
]


def within(effects: tuple[ScriptEffect, ...]) -> Iterator[ScriptEffect]:
    """All effects, also those that hang on a die or a choice."""
    for effect in effects:
        yield effect
        match effect:
            case RollEffect():
                for branch in effect.branches:
                    yield from within(branch.effects)
            case ChoiceEffect():
                for option in effect.options:
                    yield from within(option.effects)
            case _:
                continue


# ── Scripts ───────────────────────────────────────────────────────────────────────────────────────────────────────


class EventPlan(ScriptPart):
    """An event of a script."""

    key: Key
    title: str = Field(min_length=1, max_length=80)
    when: Trigger = OnlyCalled()
    once: bool = True
    effects: tuple[ScriptEffect, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _waits_for_something(self) -> EventPlan:
        if not isinstance(self.when, OnlyCalled) and _holds_of_itself(self.when):
            raise ValueError("it waits for nothing: beside “not” there must be something that comes to pass")
        return self


def _holds_of_itself(trigger: Trigger) -> bool:
    """Whether it may be fulfilled before anything has come to pass."""
    match trigger:
        case Not():
            return not _holds_of_itself(trigger.of)
        case AllOf():
            return all(_holds_of_itself(part) for part in trigger.of)
        case AnyOf():
            return any(_holds_of_itself(part) for part in trigger.of)
        case _:
            return False


class Script(ScriptPart):
    """The scripted events of a battle. `refs`: (name in the scenario, who it is here) of units and figures."""

    events: tuple[EventPlan, ...] = ()
    refs: tuple[tuple[str, str], ...] = ()

    @model_validator(mode="after")
    def _comes_to_rest(self) -> Script:
        keys = [event.key for event in self.events]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise ValueError(f"two events are called {twice!r}")
        again = {event.key: _brings(event, self.events) for event in self.events if not event.once}
        for key in again:
            if key in _reached(key, again):
                raise ValueError(
                    f"{key!r} brings itself about again and again; let one event of the circle happen once"
                )
        return self

    def event(self, key: str) -> EventPlan | None:
        return next((event for event in self.events if event.key == key), None)

    def ref(self, name: str) -> str:
        """Who a unit or figure of the scenario is in this battle; other names stay as they are."""
        return dict(self.refs).get(name, name)


def _brings(event: EventPlan, others: tuple[EventPlan, ...]) -> set[str]:
    """The events that this one may bring about at once."""
    called = {effect.event for effect in within(event.effects) if isinstance(effect, CallEffect)}
    waiting = {
        other.key
        for other in others
        if any(isinstance(leaf, Happened) and leaf.event == event.key and not leaf.after for leaf in leaves(other.when))
    }
    return called | waiting


def _reached(start: str, steps: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    pending = list(steps[start])
    while pending:
        key = pending.pop()
        if key in steps and key not in found:
            found.add(key)
            pending += steps[key]
    return found
