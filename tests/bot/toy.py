"""A rule set small enough to know by heart, for tests of the Discord side: two sides shoot at each other by turns.

One unit of the side whose turn it is fires or holds; then it is the other side's turn. A red card drawn at the
start of each turn gives insurgents the turn, a black one the army. A hit on 10 or less kills the target's first fit
man; of a base, one of the men that it stands for; guns nobody hits.
Range beyond 20 is out of range. "Ghost" units are hidden from the other side until they fire, and of a trench whose
place has "secret" in its name only the side that digs it is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.kernel.action import FACT, Action, Actor, EnemyUnit, Inches, MapRef, OwnUnit, Role, SideId, UnitRef
from rules.kernel.chance import STANDARD, Card, Chance, is_red
from rules.kernel.event import Codec, Event
from rules.kernel.facts import Fact, Item, Itemised, Source
from rules.kernel.violation import RuleViolation
from rules.seam.asking import ALL_KNOWN, Odds, Offer, Outcome, Prompt, Prospect, Wording, common, put_to
from rules.seam.forces import (
    ElementKind,
    ElementPlan,
    ElementType,
    FigurePlan,
    Muster,
    MusterUnit,
    Organisation,
    SideKind,
    UnitPlan,
)
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
from rules.seam.viewing import FigureView, Result, UnitView, View, Viewer
from rules.table.board import Board
from rules.table.scene import Scene, UnitMark
from rules.telling.told import Told
from tests.tableless import as_it_is, no_board

# ── Actions ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Fire(Action):
    verb: Literal["fire"] = "fire"
    title: ClassVar[str] = "Fire"
    summary: ClassVar[str] = "A unit fires at an enemy unit"
    unit: OwnUnit = Field(description="the unit that fires")
    target: EnemyUnit = Field(description="whom it fires at")
    range: Annotated[Inches | None, FACT] = Field(None, description="distance to the target", le=99)


class Hold(Action):
    verb: Literal["hold"] = "hold"
    title: ClassVar[str] = "Hold"
    summary: ClassVar[str] = "The side does nothing this turn"


class Dig(Action):
    """Needs a word from the player: the panel asks for it."""

    verb: Literal["dig"] = "dig"
    title: ClassVar[str] = "Dig in"
    summary: ClassVar[str] = "A unit digs in somewhere"
    unit: OwnUnit = Field(description="the unit that digs")
    where: Annotated[MapRef, Field(description="where to dig", max_length=40)]
    depth: Literal["shallow", "deep"] = Field("shallow", description="how deep")


class Reveal(Action):
    verb: Literal["reveal"] = "reveal"
    role: ClassVar[Role] = Role.UMPIRE
    title: ClassVar[str] = "Reveal"
    summary: ClassVar[str] = "Shows a hidden unit to everybody"
    unit: UnitRef = Field(description="the hidden unit")


class Turn(Action):
    verb: Literal["turn"] = "turn"
    role: ClassVar[Role] = Role.ENGINE


# ── Events and state ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Man:
    id: str
    name: str
    alive: bool = True
    kind: str = ""
    """Of an element; a gun fights only by its crew."""
    men: int = 1


@dataclass(frozen=True, slots=True)
class Squad:
    id: str
    name: str
    side: SideId
    men: tuple[Man, ...]
    hidden: bool
    fired: bool = False


@dataclass(frozen=True, slots=True)
class State:
    squads: tuple[Squad, ...] = ()
    turn: int = 0
    to_act: SideId | None = None
    limit: int | None = None

    def squad(self, id: str) -> Squad | None:
        return next((squad for squad in self.squads if squad.id == id), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered(Event):
    kind: Literal["mustered"] = "mustered"
    squads: tuple[Squad, ...]
    limit: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    kind: Literal["turned"] = "turned"
    side: SideId


@dataclass(frozen=True, slots=True, kw_only=True)
class Fired(Event):
    kind: Literal["fired"] = "fired"
    unit: str
    target: str
    range: Fact
    die: int
    killed: str | None
    gone: bool = True
    """Nobody is left of whom or what was hit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived(Event):
    kind: Literal["arrived"] = "arrived"
    squads: tuple[Squad, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Event):
    kind: Literal["held"] = "held"
    side: SideId
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dug(Event):
    kind: Literal["dug"] = "dug"
    unit: str
    where: str
    depth: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Event):
    kind: Literal["revealed"] = "revealed"
    unit: str


# ── The decider ───────────────────────────────────────────────────────────────────────────────────────────────────


def muster(muster: Muster, chance: Chance) -> Sequence[Event]:
    squads = tuple(_squad(unit) for side in muster.sides for unit in side.units)
    if {squad.side for squad in squads} != {"army", "insurgents"}:
        raise RuleViolation("one-sided", "Both sides need a unit.", remedy="Raise one.")
    return (Mustered(squads=squads, limit=muster.turn_limit),)


def _squad(unit: MusterUnit) -> Squad:
    people = [Man(f.id, f.name) for f in unit.figures]
    elements = [Man(e.id, e.name, kind=e.kind, men=e.men) for e in unit.elements]
    return Squad(unit.id, unit.name, unit.side, (*people, *elements), unit.organisation == "ghost")


def reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    return (Arrived(squads=tuple(map(_squad, units))),)


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    match action:
        case Turn():
            card = chance.draw(STANDARD, for_="initiative")
            return (Turned(side="insurgents" if is_red(card) else "army", draws=chance.taken()),)
        case Hold():
            return (Held(side=by.side or "", absent=by.absent),)
        case Dig(unit=unit, where=where, depth=depth):
            _own(state, unit, by)
            return (Dug(unit=unit, where=where, depth=depth),)
        case Reveal(unit=unit):
            if state.squad(unit) is None:
                raise RuleViolation("unknown-unit", "There is no such unit.")
            return (Revealed(unit=unit),)
        case Fire():
            squad, target, fact = _aim(state, action, by)
            die = chance.roll(20, for_="to hit")
            victim = next(man for man in target.men if man.alive and man.men) if die <= 10 else None
            return (
                Fired(
                    unit=squad.id, target=target.id, range=fact, die=die, killed=victim.id if victim else None,
                    gone=victim is None or victim.men <= 1,
                    draws=chance.taken(), citations=("TOY-1",),
                ),
            )  # fmt: skip
        case _:
            raise AssertionError(action)


def _own(state: State, unit: str, by: Actor) -> Squad:
    squad = state.squad(unit)
    if squad is None or squad.side != by.side:
        raise RuleViolation("not-yours", "That isn't a unit of yours.", remedy="Choose one of your own.")
    if squad.fired:
        raise RuleViolation(
            "has-fired", f"{squad.name} has fired this turn.", citation="TOY-2", remedy="Choose another unit."
        )
    return squad


def _aim(state: State, action: Fire, by: Actor) -> tuple[Squad, Squad, Fact]:
    squad, target = _own(state, action.unit, by), state.squad(action.target)
    if target is None or target.hidden or target.side == by.side:
        raise RuleViolation("unseen", "There is no such target in sight.", remedy="Choose a target that you see.")
    fact = Fact("range", 12.0, Source.MEASURED, "in")
    if action.range is not None:
        fact = Fact("range", action.range, Source.DECLARED, "in")
    if float(fact.value) > 20:
        raise RuleViolation(
            "out-of-range", f"The target is {fact.value:g} in away.", citation="TOY-1", remedy="Move to within 20 in."
        )
    return squad, target, fact


def evolve(state: State, event: Event) -> State:
    match event:
        case Mustered(squads=squads, limit=limit):
            return State(squads=squads, limit=limit)
        case Arrived(squads=squads):
            return replace(state, squads=(*state.squads, *squads))
        case Turned(side=side):
            fresh = tuple(replace(squad, fired=False) for squad in state.squads)
            return replace(state, squads=fresh, turn=state.turn + 1, to_act=side)
        case Held():
            return replace(state, to_act=None)
        case Revealed(unit=unit):
            return _with(state, unit, lambda squad: replace(squad, hidden=False))
        case Dug(unit=unit):
            return _with(state, unit, lambda squad: replace(squad, fired=True))
        case Fired(unit=unit, target=target, killed=killed):
            state = _with(state, unit, lambda squad: replace(squad, fired=True, hidden=False))
            state = _with(
                state,
                target,
                lambda squad: replace(squad, men=tuple(_hit(man) if man.id == killed else man for man in squad.men)),
            )
            left = [squad for squad in state.squads if squad.side == state.to_act and not squad.fired]
            return state if left else replace(state, to_act=None)
        case _:
            raise AssertionError(event)


def _hit(man: Man) -> Man:
    return replace(man, men=man.men - 1) if man.men > 1 else replace(man, alive=False, men=0)


def _with(state: State, unit: str, change) -> State:  # type: ignore[no-untyped-def]
    return replace(state, squads=tuple(change(squad) if squad.id == unit else squad for squad in state.squads))


def prompt(state: State) -> Prompt:
    if state.to_act is None or result(state):
        return Prompt()
    ready = tuple(squad.id for squad in state.squads if squad.side == state.to_act and not squad.fired)
    quick = (Offer(Hold(), "Hold"),)
    asked = put_to(
        state.to_act,
        f"turn-{state.turn}",
        Wording("Turn {}: fire or hold", (common(state.turn),)),
        Hold(),
        known=ALL_KNOWN,
        units=ready,
        quick=quick,
        idle=Hold(),
    )
    return Prompt((asked,))


def proceed(state: State) -> Action | None:
    return Turn() if state.squads and state.to_act is None and not result(state) else None


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    squad = state.squad(unit)
    if squad is None or squad.side != side or squad.fired:
        return ()
    facts = (Fact("range", 12.0, Source.MEASURED, "in"),)
    targets = [other for other in state.squads if other.side != side and not other.hidden]
    fires = [Offer(Fire(unit=unit, target=other.id), f"Fire at {other.name}", facts=facts) for other in targets]
    return (*fires, Offer(Dig.draft(unit=unit), "Dig in", needs=("where", "depth")))


def odds(state: State, action: Action, by: Actor) -> Odds:
    if not isinstance(action, Fire):
        return Odds()
    _, _, fact = _aim(state, action, by)
    number = Itemised((Item(8, "rifle"), Item(2, "steady")))
    return Odds((fact,), (number,), (Prospect("a hit", Fraction(1, 2), Outcome("hit")),))


def result(state: State) -> Result | None:
    alive = {squad.side for squad in state.squads for man in squad.men if man.alive and man.men}
    if not state.squads or (len(alive) == 2 and (state.limit is None or state.turn <= state.limit)):
        return None
    winner = next(iter(alive)) if len(alive) == 1 else None
    return Result(winner, "the other side has nobody left" if winner else "time is up", ())


def view(state: State, viewer: Viewer) -> View:
    seen = [s for s in state.squads if viewer.umpire or viewer.side == s.side or not s.hidden]
    units = tuple(
        UnitView(
            squad.id, squad.name, squad.side, sum(man.alive for man in squad.men), len(squad.men),
            ("has fired",) if squad.fired else (),
            figures=tuple(
                FigureView(man.id, number, man.name, "Private", "rifleman", "fit" if man.alive else "killed")
                for number, man in enumerate(squad.men, 1)
            ),
        )
        for squad in seen
    )  # fmt: skip
    marks = tuple(
        UnitMark(s.id, s.name, s.side, "friend" if s.side == "army" else "hostile",
                 "#3366cc" if s.side == "army" else "#cc3333", 6 + 4 * index, 5 if s.side == "army" else 17)
        for index, s in enumerate(seen)
    )  # fmt: skip
    return View(f"Turn {state.turn}", ("A toy battle.",), units, Scene(Board(36, 24), marks))


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    name = {squad.id: squad.name for squad in state.squads}
    men = {man.id: man.name for squad in state.squads for man in squad.men}
    match event:
        case Mustered():
            return Told("The battle begins", (f"{len(state.squads)} units take the field.",))
        case Arrived(squads=squads):
            names = [squad.name for squad in squads if viewer.umpire or viewer.side == squad.side or not squad.hidden]
            return Told(f"{', '.join(names)} arrives", important=True) if names else None
        case Turned(side=side):
            return Told(f"Turn {state.turn}: the card gives {side} the turn", draws=event.draws)
        case Held(side=side):
            return Told(f"{side} holds" + (" by default: nobody answered in time" if event.absent else ""))
        case Dug(unit=unit, where=where):
            squad = state.squad(unit)
            if "secret" in where and not viewer.umpire and (squad is None or viewer.side != squad.side):
                return None
            return Told(f"{name[unit]} digs in at {where}")
        case Revealed(unit=unit):
            return Told(f"{name[unit]} is revealed")
        case Fired(unit=unit, target=target, killed=killed):
            fate = f"{men[killed]} is killed." if killed else "Nobody is hit."
            number = Itemised((Item(8, "rifle"), Item(2, "steady")))
            return Told(
                f"{name[unit]} fires at {name[target]}", (fate,),
                event.draws, event.citations, important=killed is not None,
                details=(f"TO HIT {number}",), facts=(event.range,),
            )  # fmt: skip
        case _:
            raise AssertionError(event)


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    found: list[Service] = []
    elements: set[str] = set()
    for event in events:
        match event:
            case Mustered(squads=squads) | Arrived(squads=squads):
                elements |= {man.id for squad in squads for man in squad.men if man.kind}
                found += [Service(man.id, "fielded") for squad in squads for man in squad.men]
            case Fired(killed=str(killed), die=die, gone=gone) if killed in elements:
                found.append(Service(killed, "men-lost", note=f"rifle, a {die}", men=1))
                found += [Service(killed, "destroyed", note="nobody is left")] if gone else []
            case Fired(killed=str(killed), die=die):
                found.append(Service(killed, "killed", note=f"rifle, a {die}"))
            case _:
                pass
    return tuple(found)


def raise_unit(organisation: str) -> UnitPlan:
    kind = next((o for o in ORGANISATIONS if o.key == organisation), None)
    if kind is None:
        raise KeyError(organisation)
    men = tuple(FigurePlan(number, "Private", "rifleman", "{}") for number in range(1, (kind.most or 0) + 1))
    return UnitPlan(kind.key, kind.nation, kind.side, "{}", men, ELEMENTS.get(organisation, ()))


ORGANISATIONS = (
    Organisation("squad", "Rifle squad", "army", "USA", 2, "2 men", ("en_US",)),
    Organisation("cell", "Cell", "insurgents", "Bosnia", 2, "2 men", ("hr_HR",)),
    Organisation("ghost", "Hidden cell", "insurgents", "Bosnia", 2, "2 men", ("hr_HR",)),
    Organisation("battery", "Battery", "army", "USA", 2, "2 men", ("en_US",)),
)
BASE = ElementType("base", ElementKind.BASE, "Rifle base", men=3)
MORTAR = ElementType("mortar", ElementKind.GUN, "Mortar", places=("layer", "loader"))
ELEMENTS = {"battery": (ElementPlan(3, BASE), ElementPlan(4, MORTAR, "Thumper", (("layer", 1), ("loader", 2))))}
"""What a unit has beside its men, by its organisation."""

TOY: RuleSet[State] = RuleSet(
    key="toy",
    title="Toy Soldiers",
    group="toy",
    version="1",
    measure=INCHES,
    book=Book(
        charts=(),
        rulings=(),
        switches=(),
    ),
    forces=Forces(
        sides=(
            SideKind("army", "Army", "#3366cc", "friend"),
            SideKind("insurgents", "Insurgents", "#cc3333", "hostile"),
        ),
        organisations=ORGANISATIONS,
        raise_unit=raise_unit,
        elements=(BASE, MORTAR),
    ),
    battle=Battle(
        actions=Codec[Action]([Fire, Hold, Dig, Reveal, Turn], "verb"),
        events=Codec[Event]([Mustered, Arrived, Turned, Fired, Held, Dug, Revealed], "kind"),
        states=Codec[State]([State]),
        blank=State,
        muster=muster,
        reinforce=reinforce,
        decide=decide,
        evolve=evolve,
        prompt=prompt,
        proceed=proceed,
        offers=offers,
        odds=odds,
        result=result,
        view=view,
        tell=tell,
        service=service,
        condition_after=unmarked,
        reveals=drawn,
        controllers=nobody_else,
        stage=None,
        scripted=unscripted,
        objectives=no_objectives,
        turn_begun=lambda event: None,
        board=no_board,
        on_board=as_it_is,
        survey=None,
        ordering=None,
    ),
)

__all__ = ["TOY", "Card"]
