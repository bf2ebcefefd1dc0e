"""RuleSet: the one seam that every rule set fills, and the words that cross it.

A rule set is a decider over an immutable state:

- ``decide(state, action, by, chance) -> events`` judges an action, rolls, and says what happens. It raises
  RuleViolation or returns events; it changes nothing.
- ``evolve(state, event) -> state`` applies one event. Total, no chance, no rules. A state is always the fold of
  the journal's events over ``blank()``.
- ``prompt(state) -> Prompt`` says who must decide what now. An empty prompt means that the engine goes on:
  ``proceed(state)`` is then the engine's own next action (turning a card), or None when the battle is over.

Everything that a person sees goes through ``view`` and ``tell``, which get the viewer and show only what that viewer
may know. The four rule sets take turns in four ways; all of them are prompts: one side with a choice of units (Book and
Gun), one named character (5.56mm), both sides at once in secret (Infantry Action: a Prompt with two asks, each
side's sealed orders in the state until both are in), an answer out of turn (Red Actions: the ask goes to the charged
side, the half-resolved charge is data in the state). Standing answers belong to the state: where one applies,
``prompt`` is empty and ``proceed`` gives the action that the standing answer stands for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Generic, TypeAlias, TypeVar

from rules.book.showing import Chart, Resolution, Resolved, Ruling, Switch
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Codec, Event
from rules.seam.asking import Odds, Offer, Prompt
from rules.seam.drafting import AnyDrafting
from rules.seam.forces import ElementType, Muster, MusterUnit, Organisation, RoleKind, SideKind, UnitPlan, plain_kind
from rules.seam.growth import Growth
from rules.seam.injuries import NO_INJURIES, Injuries
from rules.seam.ordering import Ordering
from rules.seam.paper import ROLL, Paper
from rules.seam.scenario_part import ScenarioPart
from rules.seam.stage import Stage
from rules.seam.succession import Succession
from rules.seam.viewing import PUBLIC, ObjectiveView, Result, ScriptedEvent, Term, Topic, View, Viewer
from rules.table.board import Board
from rules.table.scene import Scene
from rules.telling.story import BattleStory, untold
from rules.telling.told import Told

S = TypeVar("S")


# ── What lasts ────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Service:
    """What a battle did to a figure or an element. `what`, of both: fielded, captured, missing; of a figure: wounded,
    killed, recovered, left (the table, of its own will); of an element: damaged, knocked-out, destroyed, repaired,
    men-lost; of who did it: kill-credited, destroy-credited; of each who had a part in what several did:
    share-credited; of who helped a comrade: treated, carried, freed; of a commander: honoured, humiliated,
    field-promoted. `by`: who or what did it, or whom it was done to; `note`: weapon, card, grade in the rule set's
    words."""

    of: str
    what: str
    by: str | None = None
    note: str = ""
    men: int = 0
    """Of men-lost: how many of those that the element stands for."""
    condition: str = ""
    """Of damaged and knocked-out: what it carries into its next battle, as JSON text that only the rule set reads."""
    told: str = ""
    """What it is called while the battle goes on and nobody can say what becomes of it ("hit"); empty: `what`."""


# ── The seam ──────────────────────────────────────────────────────────────────────────────────────────────────────


def drawn(event: Event) -> bool:
    """What gives chance away: every event with a draw."""
    return bool(event.draws)


def nobody_else(state: object) -> Mapping[SideId, SideId]:
    """`controllers` of a rule set whose sides are all played."""
    return {}


def unscripted(state: object, viewer: Viewer) -> tuple[ScriptedEvent, ...]:
    """`scripted` of a battle without a script."""
    return ()


def no_objectives(state: object, viewer: Viewer, over: bool) -> tuple[ObjectiveView, ...]:
    """`objectives` of a battle without a scenario."""
    return ()


def unmarked(events: Sequence[Event]) -> Mapping[str, str]:
    """`condition_after` of a rule set whose people carry nothing from battle to battle."""
    return {}


def as_it_was(plan: UnitPlan, leader: int | None, new: bool) -> UnitPlan:
    """`regroup` of a rule set that does not mind who is in a unit."""
    return plan


def by_nation(traits: str) -> tuple[str, ...]:
    """`called` of a rule set whose figures are people, every one."""
    return ()


@dataclass(frozen=True, slots=True)
class Measure:
    """The measure of a table. `per_inch`: how many to an inch of the real table; `square`: the side of a map square."""

    name: str
    """"inches" or "metres"."""
    short: str
    per_inch: float
    square: float


INCHES = Measure("inches", "in", 1.0, 4.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What a rule set shows of its book outside battles."""

    charts: tuple[Chart, ...]
    rulings: tuple[Ruling, ...]
    switches: tuple[Switch, ...]
    """House rules, each with its choices."""
    terms: tuple[Term, ...] = ()
    """What the words of the book mean that stand in posts and panels."""
    guide: tuple[Topic, ...] = ()
    """How to play what is its own: chapters of the help wherever it is played."""
    resolutions: tuple[type[Resolution], ...] = ()
    resolve: Callable[[Resolution, Chance], Resolved] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Forces:
    """Who comes to a battle, and what becomes of him between battles.

    `sides` are those of a campaign and of its battles alike: armies, with one key through all of them, so that seats,
    secrets, threads and people stay with their army. `roles`: what each is in one battle, where the book tells attack
    from defence. Then the key of a side is the role that it has as long as nobody says otherwise, and the battle's
    muster says otherwise (`MusterSide.role`). Scenario files, boards and house rules name roles; `Scenario.fought_by`
    and the muster put the armies in their place, and from then on a state knows armies, each with its role."""

    sides: tuple[SideKind, ...]
    organisations: tuple[Organisation, ...]
    raise_unit: Callable[[str], UnitPlan]
    """Organisation key to plan. KeyError for an unknown one."""
    roles: tuple[RoleKind, ...] = ()
    """Empty: sides are what they are in every battle."""
    drafting: AnyDrafting | None = None
    """Units that a player puts together himself. None: all are raised as the book has them."""
    growth: Growth | None = None
    """What it lends to campaigns whose people change. None: nobody keeps anything but his career."""
    scenario: ScenarioPart[Any, Any] | None = None
    """What the rule set lends to scenario files."""
    elements: tuple[ElementType, ...] = ()
    """What an umpire may give to a unit beside what it was raised with."""

    def element_type(self, key: str) -> ElementType | None:
        return next((type_ for type_ in self.elements if type_.key == key), None)

    regroup: Callable[[UnitPlan, int | None, bool], UnitPlan] = as_it_was
    """A unit as the book wants it that is put together from others: its people, the number of him who is to lead
    (None: as before), whether it is a new one. Raises RuleViolation for one that the book does not allow."""

    points: Callable[[UnitPlan], Decimal] | None = None
    """What a unit is worth by the book's price list. None: the book prices nobody."""

    succession: Succession | None = None
    """Who leads, and what becomes of somebody who steps up. None: the book knows no leaders."""

    paper: Paper = ROLL
    """Its units on paper."""

    called: Callable[[str], tuple[str, ...]] = by_nation
    """What a figure with this sheet may be called, where it has no name of its nation: a dog. Empty: as its nation."""

    injuries: Injuries = NO_INJURIES
    """What somebody may keep of a wound for good."""

    def kind_of_unit(self, key: str) -> Organisation | None:
        """What a unit was raised as, drafted ones too."""
        drafted = self.drafting.kinds if self.drafting is not None else ()
        return next((kind for kind in (*self.organisations, *drafted) if kind.key == plain_kind(key)), None)

    def role(self, key: SideId) -> RoleKind | None:
        return next((role for role in self.roles if role.key == key), None)

    @property
    def in_files(self) -> tuple[SideKind, ...]:
        """The sides as scenario files name them: by their roles, where the book has any."""
        titles = {role.key: role.title for role in self.roles}
        return tuple(replace(side, title=titles.get(side.key, side.title)) for side in self.sides)


def _confided(own: Told | None, everybody: Told | None, event: Event, viewer: Viewer) -> Told | None:
    """What one viewer is told, marked where everybody is not told the same."""
    if own is None or (everybody is not None and everybody.words == own.words):
        return own
    sides = (viewer.side,) if viewer.side is not None else ()
    return replace(own, audience=sides if event.audience is None else event.audience)


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle(Generic[S]):
    """The decider: a battle from the muster to its end. S is its state; nobody outside its package looks into one.

    Whoever wraps a battle (a script does) replaces the fields that take or give a state, and hands on all others.
    """

    actions: Codec[Action]
    events: Codec[Event]
    states: Codec[S]

    blank: Callable[[], S]
    muster: Callable[[Muster, Chance], Sequence[Event]]
    """The events that begin a battle. Raises RuleViolation when the forces cannot fight it."""
    reinforce: Callable[[S, Sequence[MusterUnit], Chance], Sequence[Event]]
    """Units join a battle that goes on, by the umpire's word or a script's: at their `place`, else at their side's
    edge. Raises RuleViolation when they cannot."""
    decide: Callable[[S, Action, Actor, Chance], Sequence[Event]]
    evolve: Callable[[S, Event], S]
    prompt: Callable[[S], Prompt]
    proceed: Callable[[S], Action | None]
    offers: Callable[[S, SideId, str], tuple[Offer, ...]]
    """The lawful actions of one unit for its side, facts filled in."""
    odds: Callable[[S, Action, Actor], Odds]
    """Raises RuleViolation as decide would."""
    result: Callable[[S], Result | None]
    view: Callable[[S, Viewer], View]
    tell: Callable[[S, Event, Viewer], Told | None]
    """State after the event; None: this viewer may not know, or there is nothing to say."""
    service: Callable[[Sequence[Event]], tuple[Service, ...]]
    account: Callable[[Sequence[Event]], BattleStory] = untold
    """What these events say of each person in the battle."""
    condition_after: Callable[[Sequence[Event]], Mapping[str, str]]
    """The events to the condition of each figure that the battle left alive, by id; "" for one who carries nothing."""
    reveals: Callable[[Event], bool]
    """Whether taking the event back would give away chance or a secret."""
    controllers: Callable[[S], Mapping[SideId, SideId]]
    """Sides run by another side (civilians friendly to the insurgents: by the insurgent player)."""
    stage: Stage[S] | None
    """What the rule set lends to scripted events. None: it cannot be scripted."""
    scripted: Callable[[S, Viewer], tuple[ScriptedEvent, ...]]
    """The events of the battle's script, for the umpire alone; `odds` of calling one is its dry run."""
    objectives: Callable[[S, Viewer, bool], tuple[ObjectiveView, ...]]
    """What the scenario wants of the sides that the viewer may know of; `over`: now that the battle has ended, however
    it ended, and nothing has to be kept any more but what the scenario keeps for good."""
    turn: str = "turn"
    """What the book calls a turn."""
    turn_begun: Callable[[Event], int | None]
    """The number of the turn that begins with an event; None for all other events."""
    board: Callable[[S], Board | None]
    """The table as the state has it: the part of a state that seldom changes, kept apart from it."""
    on_board: Callable[[S, Board | None], S]
    """The state with that table; None: without any."""
    survey: Callable[[S, Viewer, str], Scene | None] | None
    """The viewer's scene with a unit selected (or none): its ranges, its arcs, the ground that it and its side see, as
    far as the viewer may know them. None: the rule set has none to show."""
    ordering: Ordering[S] | None
    """Orders that stand, as their own side may see them. None: the rule set knows none."""

    def scene(self, state: S, viewer: Viewer, selected: str = "") -> Scene | None:
        """The table as the viewer may see it drawn, with one of the units that he knows selected."""
        if self.survey is not None:
            return self.survey(state, viewer, selected)
        found = self.view(state, viewer).scene
        known = found is not None and any(mark.ref == selected for mark in found.units)
        return replace(found, selected=selected) if found is not None and known else found

    def told(self, state: S, event: Event, viewers: Sequence[Viewer]) -> tuple[Told | None, ...]:
        """The event as each of them is told it, with who may know it: whom it is for, where the public is told nothing
        of it or less; the viewer's own side, where `tell` alone has kept that from the others."""
        everybody = self.tell(state, event, PUBLIC)
        return tuple(
            everybody if viewer == PUBLIC else _confided(self.tell(state, event, viewer), everybody, event, viewer)
            for viewer in viewers
        )

    def action_types(self) -> tuple[type[Action], ...]:
        return self.actions.classes

    def fold(self, events: Sequence[Event], start: S | None = None) -> S:
        """The state after these events."""
        state = self.blank() if start is None else start
        for event in events:
            state = self.evolve(state, event)
        return state


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet(Generic[S]):
    """A rule set as one value: what it is called, its book, its forces, its battle."""

    key: str
    """"book-and-gun"."""
    title: str
    group: str
    """What front ends call the rule set's commands by: "bg", lower-case letters only, no other rule set's."""
    version: str
    """Stored with every journal entry; raise it whenever decide changes."""
    measure: Measure
    book: Book
    forces: Forces
    battle: Battle[S]


AnyRuleSet: TypeAlias = RuleSet[Any]
"""A rule set whose state type does not matter to the holder: campaigns and bot pass states through unseen."""
