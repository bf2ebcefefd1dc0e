"""Patrol: a rule set in which everything that a script may wait for is an umpire's action, one step each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.kernel.action import ENGINE, UMPIRE, Action, Actor, FigureRef, Role, SideId, UnitRef
from rules.kernel.chance import Chance, Scripted
from rules.kernel.event import Codec, Event
from rules.kernel.violation import RuleViolation
from rules.script.plan import EventPlan, Script
from rules.script.staging import staged
from rules.script.state import Staged
from rules.seam.asking import ALL_KNOWN, Odds, Offer, Prompt, Wording, put_to
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit, SideKind, UnitPlan
from rules.seam.ruleset import (
    INCHES,
    Battle,
    Book,
    Forces,
    RuleSet,
    Service,
    drawn,
    no_objectives,
    nobody_else,
    unmarked,
    unscripted,
)
from rules.seam.stage import Body, Happening, Situation, Stage, awaiting
from rules.seam.viewing import Result, View, Viewer
from rules.telling.told import Told
from tests.tableless import as_it_is, no_board


class Rest(Action):
    """What a player may always do."""

    verb: Literal["rest"] = "rest"


REST = put_to("blue", "rest", Wording("Rest?"), Rest(), known=ALL_KNOWN, units=("alpha",))


class Step(Action):
    role = Role.UMPIRE
    verb: Literal["step"] = "step"
    figure: FigureRef
    x: float
    y: float = 0.0


class Strike(Action):
    role = Role.UMPIRE
    verb: Literal["strike"] = "strike"
    figure: FigureRef


class Shell(Action):
    """Strikes the first able figure of a unit down, on a 4 or more."""

    role = Role.UMPIRE
    verb: Literal["shell"] = "shell"
    unit: UnitRef


class Tell(Action):
    """A turn begins, a joker is turned, a call is answered, the battle is busy or no longer, it is over."""

    role = Role.UMPIRE
    verb: Literal["tell"] = "tell"
    what: Literal["turn", "joker", "radio", "busy", "over"]
    of: str = ""


@dataclass(frozen=True, slots=True)
class State:
    units: tuple[MusterUnit, ...] = ()
    at: tuple[tuple[str, tuple[float, float]], ...] = ()
    down: tuple[str, ...] = ()
    turn: int = 0
    busy: bool = False
    over: bool = False
    awaited: tuple[MusterUnit, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Came(Event):
    kind: Literal["came"] = "came"
    unit: MusterUnit


@dataclass(frozen=True, slots=True, kw_only=True)
class Stepped(Event):
    kind: Literal["stepped"] = "stepped"
    figure: str
    at: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Struck(Event):
    kind: Literal["struck"] = "struck"
    figure: str
    die: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard(Event):
    kind: Literal["heard"] = "heard"
    what: str
    name: str = ""


def muster(call: Muster, chance: Chance) -> Sequence[Event]:
    return [Came(unit=unit) for side in call.sides for unit in side.units]


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    match action:
        case Step():
            return [Stepped(figure=_known(state, action.figure), at=(action.x, action.y))]
        case Strike():
            return [Struck(figure=_known(state, action.figure))]
        case Shell():
            able = [f.id for u in state.units if u.id == action.unit for f in u.figures if f.id not in state.down]
            if not able:
                raise RuleViolation("nobody", "Nobody is there.", remedy="Shell somebody else.")
            die = chance.roll(6, for_="shell")
            return [Struck(figure=able[0] if die >= 4 else "", die=die, draws=chance.taken())]
        case Tell():
            return [Heard(what=action.what, name=action.of)]
        case _:
            return []


def _known(state: State, figure: str) -> str:
    if all(figure != known.id for unit in state.units for known in unit.figures):
        raise RuleViolation("unknown-figure", f"There is no figure {figure!r}.", remedy="Name another.")
    return figure


def evolve(state: State, event: Event) -> State:
    match event:
        case Came():
            spots = tuple((figure.id, event.unit.place or (0.0, 0.0)) for figure in event.unit.figures)
            return replace(state, units=(*state.units, event.unit), at=(*state.at, *spots))
        case Stepped():
            return replace(state, at=tuple({**dict(state.at), event.figure: event.at}.items()))
        case Struck():
            return replace(state, down=(*state.down, event.figure)) if event.figure else state
        case Heard(what="turn"):
            return replace(state, turn=state.turn + 1)
        case Heard(what="busy"):
            return replace(state, busy=not state.busy)
        case Heard(what="over"):
            return replace(state, over=True)
        case _:
            return state


def _situation(state: State) -> Situation:
    at = dict(state.at)
    bodies = tuple(
        Body(figure.id, unit.id, unit.side, at[figure.id], figure.id not in state.down)
        for unit in state.units
        for figure in unit.figures
    )
    return Situation(state.turn, bodies, None)


def _happenings(state: State, event: Event) -> tuple[Happening, ...]:
    if isinstance(event, Heard) and event.what == "joker":
        return (Happening("joker", event.name),)
    return (Happening("radio", event.name),) if isinstance(event, Heard) and event.what == "radio" else ()


def _reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    return [Came(unit=unit) for unit in units]


def _result(state: State) -> Result | None:
    beaten = [
        side for side in ("blue", "red")
        if all(f.id in state.down for u in state.units if u.side == side for f in u.figures)
    ]  # fmt: skip
    if state.over or beaten:
        return Result(None, "over")
    return None


PATROL: RuleSet[State] = RuleSet(
    key="patrol",
    title="Patrol",
    group="patrol",
    version="1",
    measure=INCHES,
    book=Book(
        charts=(),
        rulings=(),
        switches=(),
    ),
    forces=Forces(
        sides=(SideKind("blue", "Blue", "#0000ff", "friend"), SideKind("red", "Red", "#ff0000", "hostile")),
        organisations=(),
        raise_unit=lambda key: UnitPlan(key, "", "blue", "", ()),
    ),
    battle=Battle(
        actions=Codec[Action]((Rest, Step, Strike, Shell, Tell), "verb"),
        events=Codec[Event]((Came, Stepped, Struck, Heard), "kind"),
        states=Codec[State]((State,)),
        blank=State,
        muster=muster,
        reinforce=_reinforce,
        decide=decide,
        evolve=evolve,
        prompt=lambda state: Prompt() if state.over else Prompt((REST,)),
        proceed=lambda state: None,
        offers=lambda state, side, unit: (Offer(Rest(), "Rest"),),
        odds=lambda state, action, by: Odds(),
        result=_result,
        view=lambda state, viewer: View(f"Turn {state.turn}"),
        tell=lambda state, event, viewer: Told(type(event).__name__),
        service=lambda events: tuple(
            Service(f.id, "fielded") for e in events if isinstance(e, Came) for f in e.unit.figures
        ),
        condition_after=unmarked,
        reveals=drawn,
        controllers=nobody_else,
        stage=Stage(
            situation=_situation,
            happenings=_happenings,
            settled=lambda state: not state.busy,
            over=lambda state: state.over,
            end=lambda winner, reason: Tell(what="over", of=reason),
            awaiting=awaiting,
        ),
        scripted=unscripted,
        objectives=no_objectives,
        turn_begun=lambda event: None,
        board=no_board,
        on_board=as_it_is,
        survey=None,
        ordering=None,
    ),
)
RULES = staged(PATROL)


def unit(ref: str, side: SideId, men: int, place: tuple[float, float] = (0.0, 0.0)) -> MusterUnit:
    figures = tuple(MusterFigure(f"{ref}-{n}", n, f"{ref} {n}", "", "", "") for n in range(1, men + 1))
    return MusterUnit(ref, ref.capitalize(), side, "squad", "", "", figures, place)


class Play:
    """A patrol of two squads of four with a script, driven by hand; the engine goes on after each action."""

    def __init__(self, *events: EventPlan, reserves: tuple[MusterUnit, ...] = (), dice: Sequence[str] = ()) -> None:
        sides = (
            MusterSide("blue", "The Blues", (unit("unit-1", "blue", 4),)),
            MusterSide("red", "The Reds", (unit("unit-2", "red", 4, (20.0, 0.0)),)),
        )
        refs = (("alpha", "unit-1"), ("alpha.1", "unit-1-1"), ("ravens", "unit-2"), ("bravo", "unit-3"))
        script = Script(events=events, refs=refs)
        self.chance = Scripted(list(dice))
        self.journal: list[Event] = []
        self.state: Staged[State] = RULES.battle.blank()
        call = Muster("Patrol", sides, None, script=script.model_dump_json(), reserves=reserves)
        self._happen(RULES.battle.muster(call, self.chance))
        self._go_on()

    def do(self, action: Action, by: Actor = UMPIRE) -> Sequence[Event]:
        """What came of it, the engine's steps included."""
        start = len(self.journal)
        self._happen(RULES.battle.decide(self.state, action, by, self.chance))
        self._go_on()
        return self.journal[start:]

    def tell(self, what: Literal["turn", "joker", "radio", "busy", "over"], name: str = "") -> Sequence[Event]:
        return self.do(Tell(what=what, of=name))

    def step(self, x: float, figure: str = "unit-1-1") -> Sequence[Event]:
        return self.do(Step(figure=figure, x=x))

    def heard_by(self, viewer: Viewer) -> list[str]:
        """The headlines and lines that a viewer has been told, of the script alone."""
        found: list[str] = []
        state = RULES.battle.blank()
        for event in self.journal:
            state = RULES.battle.evolve(state, event)
            said = RULES.battle.tell(state, event, viewer)
            if said is not None and type(event).__module__ == "rules.script.events":
                found += [said.headline, *said.lines]
        return found

    def times(self, key: str) -> int:
        return sum(occurrence.event == key for occurrence in self.state.occurrences)

    def _go_on(self) -> None:
        for _ in range(100):
            if RULES.battle.prompt(self.state):
                return
            step = RULES.battle.proceed(self.state)
            if step is None:
                return
            self._happen(RULES.battle.decide(self.state, step, ENGINE, self.chance))
        raise AssertionError("it does not come to rest")

    def _happen(self, events: Sequence[Event]) -> None:
        """Through the codecs, as a journal would keep them."""
        kept = [RULES.battle.events.load(RULES.battle.events.dump(event)) for event in events]
        self.journal += kept
        self.state = RULES.battle.fold(kept, self.state)
        assert RULES.battle.states.load(RULES.battle.states.dump(self.state)) == self.state
