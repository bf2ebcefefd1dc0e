"""Outposts: a rule set small enough to know by heart, with every shape of turn that campaigns must carry.

Each turn begins with a card: its colour says which side fires first. One unit fires at one unit, a die of 4 or more
hits, and a casualty card says what became of the man: red wounded, black killed. A unit that was hit and can still
fight is asked, out of turn, whether it fires back. When both sides have fired, both write a secret order at once;
they are opened together, and a side that orders an assault on one that withdraws captures a man. The crowd is run by
the reds once the umpire has incited it. A side with nobody fit has lost; after the last turn it is a draw.

Beside people there are bases, which fight like a man and lose one or two men to a hit, and guns, which only the umpire
strikes. Units that join later come into the next turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from pydantic import Field

from rules.book.showing import Switch
from rules.kernel.action import Action, Actor, EnemyUnit, FigureRef, OwnUnit, Role, SideId
from rules.kernel.chance import Card, Chance, is_red
from rules.kernel.event import Codec, Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import ALL_KNOWN, Odds, Offer, Prompt, Wording, put_to
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
    no_objectives,
    unmarked,
    unscripted,
)
from rules.seam.service import repaired
from rules.seam.viewing import FigureView, Result, UnitView, View, Viewer
from rules.telling.told import Told
from tests.tableless import as_it_is, no_board

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in "CDHS" for rank in "234")
HIT = 4
Stance = Literal["stand", "assault", "withdraw"]

# ── Actions ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Fire(Action):
    verb: Literal["fire"] = "fire"
    title: ClassVar[str] = "Fire"
    unit: OwnUnit = Field(description="the unit that fires")
    target: EnemyUnit = Field(description="at whom")


class Hold(Action):
    verb: Literal["hold"] = "hold"
    title: ClassVar[str] = "Hold"


class Answer(Action):
    verb: Literal["answer"] = "answer"
    title: ClassVar[str] = "Fire back, or not"
    back: bool = Field(description="fire back")


class Order(Action):
    verb: Literal["order"] = "order"
    title: ClassVar[str] = "Secret order"
    stance: Stance = Field(description="what the side does")


class Strike(Action):
    verb: Literal["strike"] = "strike"
    title: ClassVar[str] = "Strike down"
    role: ClassVar[Role] = Role.UMPIRE
    figure: FigureRef = Field(description="who")
    fate: Literal[
        "killed", "wounded", "missing", "captured", "damaged", "knocked-out", "destroyed", "repaired", "men-lost"
    ] = Field("killed", description="what becomes of him, or of it")
    men: int = Field(0, ge=0, le=20, description="how many men a base loses")


class Incite(Action):
    verb: Literal["incite"] = "incite"
    title: ClassVar[str] = "Incite the crowd"
    role: ClassVar[Role] = Role.UMPIRE


class TurnCard(Action):
    verb: Literal["turn-card"] = "turn-card"
    role: ClassVar[Role] = Role.ENGINE


class OpenOrders(Action):
    verb: Literal["open-orders"] = "open-orders"
    role: ClassVar[Role] = Role.ENGINE


# ── Events and state ──────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Man:
    id: str
    name: str
    status: str = "fit"
    condition: str = ""
    kind: str = ""
    """Of an element."""
    men: int = 0
    """Of a base: who are left."""
    crew: tuple[tuple[str, str], ...] = ()

    @property
    def fights(self) -> bool:
        return self.status in ("fit", "damaged") and (not self.kind or self.men > 0)


@dataclass(frozen=True, slots=True)
class Post:
    id: str
    name: str
    side: SideId
    men: tuple[Man, ...]

    @property
    def fit(self) -> tuple[Man, ...]:
        return tuple(man for man in self.men if man.fights)


@dataclass(frozen=True, slots=True)
class State:
    posts: tuple[Post, ...] = ()
    deck: tuple[Card, ...] = ()
    casualties: tuple[Card, ...] = DECK
    turn: int = 0
    limit: int = 0
    to_fire: tuple[SideId, ...] = ()
    ordering: bool = False
    orders: tuple[tuple[SideId, Stance], ...] = ()
    question: tuple[str, str] | None = None
    """The unit that was hit, and the one that hit it."""
    incited: bool = False

    def man(self, ref: str | None) -> Man | None:
        return next((man for post in self.posts for man in post.men if man.id == ref), None)

    def post(self, ref: str) -> Post | None:
        return next((post for post in self.posts if post.id == ref), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mustered(Event):
    kind: Literal["mustered"] = "mustered"
    posts: tuple[Post, ...]
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined(Event):
    kind: Literal["joined"] = "joined"
    posts: tuple[Post, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned(Event):
    kind: Literal["turned"] = "turned"
    card: Card
    deck: tuple[Card, ...]
    order: tuple[SideId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot(Event):
    kind: Literal["shot"] = "shot"
    unit: str
    target: str
    die: int
    by: str
    victim: str | None = None
    card: Card | None = None
    fate: str = ""
    men: int = 0
    left: tuple[Card, ...] = ()
    answer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Event):
    kind: Literal["passed"] = "passed"
    side: SideId
    absent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered(Event):
    kind: Literal["ordered"] = "ordered"
    side: SideId
    stance: Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened(Event):
    kind: Literal["opened"] = "opened"
    orders: tuple[tuple[SideId, Stance], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell(Event):
    kind: Literal["fell"] = "fell"
    figure: str
    fate: str
    by: str | None = None
    men: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Incited(Event):
    kind: Literal["incited"] = "incited"


# ── The decider ───────────────────────────────────────────────────────────────────────────────────────────────────


def muster(muster: Muster, chance: Chance) -> Sequence[Event]:
    posts = tuple(_post(unit) for side in muster.sides for unit in side.units)
    if not {"red", "blue"} <= {post.side for post in posts}:
        raise RuleViolation("one-sided", "Both sides need a unit.", remedy="Raise one.")
    return (Mustered(posts=posts, limit=muster.turn_limit or 99),)


def _post(unit: MusterUnit) -> Post:
    people = [Man(figure.id, figure.name, condition=figure.condition) for figure in unit.figures]
    elements = [
        Man(e.id, e.name, "damaged" if e.condition else "fit", e.condition, e.kind, e.men, e.crew)
        for e in unit.elements
    ]
    return Post(unit.id, unit.name, unit.side, (*people, *elements))


def reinforce(state: State, units: Sequence[MusterUnit], chance: Chance) -> Sequence[Event]:
    if state.question:
        raise RuleViolation("question-open", "Somebody is asked something.", remedy="Wait for the answer.")
    return (Joined(posts=tuple(map(_post, units))),)


def decide(state: State, action: Action, by: Actor, chance: Chance) -> Sequence[Event]:
    match action:
        case TurnCard():
            deck = state.deck or DECK
            card = chance.draw(deck, for_="initiative")
            first = ("red", "blue") if is_red(card) else ("blue", "red")
            order = (*first, "crowd") if state.incited and _side_fit(state, "crowd") else first
            left = tuple(other for other in deck if other != card)
            return (Turned(card=card, deck=left, order=order, draws=chance.taken()),)
        case OpenOrders():
            return _opened(state)
        case Strike(figure=figure, fate=fate, men=men):
            struck = state.man(figure)
            if struck is None:
                raise RuleViolation("unknown-figure", "There is no such figure.")
            if bool(struck.kind) != (fate in OF_ELEMENTS) and fate not in OF_BOTH:
                raise RuleViolation("no-such-fate", "That does not happen to such a one.")
            if struck.kind and struck.status in ("destroyed", *OF_BOTH) and fate != "repaired":
                raise RuleViolation("gone", "It is gone.", remedy="Have it repaired first.")
            if fate == "men-lost" and not 0 < men <= struck.men:
                raise RuleViolation("too-many", "It has not so many men.")
            return (Fell(figure=figure, fate=fate, men=men if fate == "men-lost" else 0),)
        case Incite():
            return (Incited(),)
        case Order(stance=stance):
            if not state.ordering or dict(state.orders).get(by.side or ""):
                raise RuleViolation("not-now", "No order is asked of you.", remedy="Wait for the end of the turn.")
            return (Ordered(side=by.side or "", stance=stance, audience=(by.side or "",)),)
        case Answer(back=back):
            return _answered(state, back, by, chance)
        case Hold():
            _in_turn(state, by)
            return (Passed(side=by.side or "", absent=by.absent),)
        case Fire(unit=unit, target=target):
            _in_turn(state, by)
            return (_shot(state, _own(state, unit, by), _enemy(state, target, by), chance),)
        case _:
            raise AssertionError(action)


def _in_turn(state: State, by: Actor) -> None:
    if state.question or by.side not in state.to_fire[:1]:
        raise RuleViolation("not-your-turn", "It is not your turn.", citation="TOY-1", remedy="Wait for it.")


def _own(state: State, unit: str, by: Actor) -> Post:
    post = state.post(unit)
    if post is None or post.side != by.side or not post.fit:
        raise RuleViolation("not-yours", "That isn't a unit of yours that can fight.", remedy="Choose another.")
    return post


def _enemy(state: State, unit: str, by: Actor) -> Post:
    post = state.post(unit)
    if post is None or post.side == by.side or not post.fit:
        raise RuleViolation("no-target", "There is no such target.", remedy="Choose another.")
    return post


def _shot(state: State, post: Post, target: Post, chance: Chance, *, answer: bool = False) -> Shot:
    die, by = chance.roll(6, for_=f"{post.id} fires"), post.fit[0].id
    shot = Shot(unit=post.id, target=target.id, die=die, by=by, left=state.casualties, answer=answer)
    if die < HIT:
        return replace(shot, draws=chance.taken())
    deck = state.casualties or DECK
    card = chance.draw(deck, for_="casualty")
    fate, men = "wounded" if is_red(card) else "killed", 0
    if target.fit[0].kind:
        fate, men = "men-lost", min(1 if is_red(card) else 2, target.fit[0].men)
    left = tuple(other for other in deck if other != card)
    return replace(shot, victim=target.fit[0].id, card=card, fate=fate, men=men, left=left, draws=chance.taken())


def _answered(state: State, back: bool, by: Actor, chance: Chance) -> Sequence[Event]:
    hit = state.post(state.question[0]) if state.question else None
    if state.question is None or hit is None or hit.side != by.side:
        raise RuleViolation("no-question", "Nobody asks you that.")
    firer = state.post(state.question[1])
    if back and firer is not None and firer.fit:
        return (_shot(state, hit, firer, chance, answer=True),)
    return (Passed(side=by.side or "", absent=by.absent),)


def _opened(state: State) -> Sequence[Event]:
    stances = dict(state.orders)
    events: list[Event] = [Opened(orders=tuple(sorted(state.orders)))]
    for side, other in (("red", "blue"), ("blue", "red")):
        if stances.get(side) == "assault" and stances.get(other) == "withdraw":
            caught = next((man for post in state.posts if post.side == other for man in post.fit), None)
            taker = next((man for post in state.posts if post.side == side for man in post.fit), None)
            if caught and taker:
                events.append(Fell(figure=caught.id, fate="captured", by=taker.id))
    return events


def _side_fit(state: State, side: SideId) -> bool:
    return any(post.fit for post in state.posts if post.side == side)


def evolve(state: State, event: Event) -> State:
    match event:
        case Mustered(posts=posts, limit=limit):
            return State(posts=posts, limit=limit)
        case Turned(deck=deck, order=order):
            return replace(state, turn=state.turn + 1, deck=deck, to_fire=order, orders=(), ordering=False)
        case Shot():
            state = _felled(replace(state, casualties=event.left), event.victim, event.fate, event.men)
            return _fired(state, event)
        case Passed():
            return replace(state, question=None) if state.question else _next(state)
        case Ordered(side=side, stance=stance):
            return replace(state, orders=(*state.orders, (side, stance)))
        case Opened():
            return replace(state, ordering=False)
        case Fell(figure=figure, fate=fate, men=men):
            return _felled(state, figure, fate, men)
        case Joined(posts=posts):
            return replace(state, posts=(*state.posts, *posts))
        case Incited():
            return replace(state, incited=True)
        case _:
            raise AssertionError(event)


def _fired(state: State, shot: Shot) -> State:
    if shot.answer:
        return replace(state, question=None)
    state = _next(state)
    target = state.post(shot.target)
    return replace(state, question=(shot.target, shot.unit)) if shot.victim and target and target.fit else state


def _next(state: State) -> State:
    left = state.to_fire[1:]
    return replace(state, to_fire=left, ordering=not left)


def _felled(state: State, figure: str | None, fate: str, men: int = 0) -> State:
    def man(one: Man) -> Man:
        if one.id != figure:
            return one
        if fate == "men-lost":
            return replace(one, men=one.men - men, status=one.status if one.men > men else "destroyed")
        if fate == "repaired":
            return replace(one, status="fit", condition="")
        return replace(one, status=fate, condition=HITS if fate in ("damaged", "knocked-out") else one.condition)

    return replace(state, posts=tuple(replace(post, men=tuple(map(man, post.men))) for post in state.posts))


def prompt(state: State) -> Prompt:
    if not state.posts or result(state):
        return Prompt()
    if state.question:
        hit = state.post(state.question[0])
        side = hit.side if hit else "red"
        back = Wording("Fire back?")
        return Prompt((put_to(side, f"t{state.turn}-answer-{side}", back, Answer(back=False), known=ALL_KNOWN),))
    if state.to_fire:
        side = state.to_fire[0]
        ready = tuple(post.id for post in state.posts if post.side == side and post.fit)
        quick = (Offer(Hold(), "Hold"),)
        words, key = Wording("Fire or hold"), f"t{state.turn}-fire-{side}"
        return Prompt((put_to(side, key, words, Hold(), known=ALL_KNOWN, units=ready, quick=quick, idle=Hold()),))
    if state.ordering:
        given = dict(state.orders)
        asks = [
            put_to(
                side, f"t{state.turn}-orders-{side}", Wording("Write an order"), Order(stance="stand"), known=ALL_KNOWN
            )
            for side in ("red", "blue")
            if side not in given
        ]
        return Prompt(tuple(asks))
    return Prompt()


def proceed(state: State) -> Action | None:
    if not state.posts or result(state) or prompt(state):
        return None
    return OpenOrders() if state.ordering else TurnCard()


def result(state: State) -> Result | None:
    fit = {side: _side_fit(state, side) for side in ("red", "blue")}
    if not state.posts or (all(fit.values()) and state.turn <= state.limit):
        return None
    winner = next((side for side in fit if fit[side]), None) if not all(fit.values()) else None
    return Result(winner, "nobody is left to fight" if winner else "night falls", lines=(f"after {state.turn} turns",))


def offers(state: State, side: SideId, unit: str) -> tuple[Offer, ...]:
    return tuple(
        Offer(Fire(unit=unit, target=other.id), f"Fire at {other.name}")
        for other in state.posts
        if other.side != side and other.fit
    )


def odds(state: State, action: Action, by: Actor) -> Odds:
    return Odds()


def view(state: State, viewer: Viewer) -> View:
    units = tuple(
        UnitView(
            post.id,
            post.name,
            post.side,
            len(post.fit),
            len(post.men),
            figures=tuple(FigureView(m.id, n, m.name, "", "", m.status) for n, m in enumerate(post.men, 1)),
        )
        for post in state.posts
    )
    known = tuple(f"{side}: {what}" for side, what in state.orders if viewer.umpire or viewer.side == side)
    return View(f"Turn {state.turn}", known, units)


def tell(state: State, event: Event, viewer: Viewer) -> Told | None:
    if event.audience is not None and not viewer.umpire and viewer.side not in event.audience:
        return None
    match event:
        case Ordered(side=side, stance=stance):
            return Told(f"{side} orders: {stance}")
        case Shot(unit=unit, target=target, die=die, fate=fate):
            return Told(f"{unit} fires at {target}: {die}{f', {fate}' if fate else ''}", draws=event.draws)
        case Passed(side=side, absent=absent):
            return Told(f"{side} holds{' by default' if absent else ''}")
        case _:
            return Told(type(event).__name__, draws=event.draws)


def service(events: Sequence[Event]) -> tuple[Service, ...]:
    found: list[Service] = []
    left: dict[str, int] = {}
    for event in events:
        match event:
            case Mustered(posts=posts) | Joined(posts=posts):
                found += [Service(man.id, "fielded") for post in posts for man in post.men]
                left |= {man.id: man.men for post in posts for man in post.men}
            case Shot(victim=str(victim), by=by, fate="men-lost", card=card, men=men):
                found += _fewer(left, victim, men, by, f"rifle, {card}")
            case Fell(figure=figure, fate="men-lost", men=men):
                found += _fewer(left, figure, men, None, "")
            case Shot(victim=str(victim), by=by, fate=fate, card=card):
                found.append(Service(victim, fate, by, f"rifle, {card}"))
                found += [Service(by, "kill-credited", victim)] if fate == "killed" else []
            case Fell(figure=figure, fate="repaired"):
                found = repaired(found, figure, damaged=True)
            case Fell(figure=figure, fate=fate, by=by):
                lasts = HITS if fate in ("damaged", "knocked-out") else ""
                found.append(Service(figure, fate, by, condition=lasts))
            case _:
                pass
    return tuple(found)


def _fewer(left: dict[str, int], base: str, men: int, by: str | None, note: str) -> list[Service]:
    """A base of which nobody is left is destroyed, and whoever did it is credited with it."""
    lost = [Service(base, "men-lost", by, note, men)]
    left[base] = left.get(base, men + 1) - men
    if left[base] > 0:
        return lost
    credit = [Service(by, "destroy-credited", base, note)] if by is not None else []
    return [*lost, Service(base, "destroyed", by, note), *credit]


def reveals(event: Event) -> bool:
    return bool(event.draws) or isinstance(event, Opened)


ORGANISATIONS = (
    Organisation("squad", "Squad", "red", "USA", 3, "3 men", ("en_US",)),
    Organisation("section", "Section", "blue", "Russia", 3, "3 men", ("ru_RU",)),
    Organisation("pair", "Pair", "red", "USA", 2, "2 men", ("en_US",)),
    Organisation("mob", "Mob", "crowd", "Spain", 2, "2 men", ("es_ES",)),
    Organisation("gun-section", "Gun section", "red", "USA", 3, "3 men", ("en_US",)),
    Organisation("platoon", "Platoon", "blue", "Russia", 1, "1 men", ("ru_RU",)),
    Organisation("levy", "Levy", "blue", "Russia", 0, "0 men", ("ru_RU",)),
)
FIELD_GUN = ElementType("field-gun", ElementKind.GUN, "Field gun", places=("layer", "loader"))
BASE = ElementType("rifle-base", ElementKind.BASE, "Rifle base", men=4)
MULE = ElementType("mule", ElementKind.ANIMAL, "Mule")
ELEMENTS: dict[str, tuple[ElementPlan, ...]] = {
    "gun-section": (
        ElementPlan(4, FIELD_GUN, "Long Tom", (("layer", 2), ("loader", 3))),
        ElementPlan(5, MULE),
    ),
    "platoon": (ElementPlan(2, BASE), ElementPlan(3, BASE)),
    "levy": (ElementPlan(1, BASE),),
}
HITS = '{"hits": 1}'
OF_ELEMENTS = ("damaged", "knocked-out", "destroyed", "repaired", "men-lost")
OF_BOTH = ("missing", "captured")


def raise_unit(organisation: str) -> UnitPlan:
    kind = next((one for one in ORGANISATIONS if one.key == organisation), None)
    if kind is None:
        raise KeyError(organisation)
    men = [
        FigurePlan(number, "Sgt" if number == 1 else "Pvt", "leader" if number == 1 else "rifleman", "{}")
        for number in range(1, (kind.most or 0) + 1)
    ]
    return UnitPlan(kind.key, kind.nation, kind.side, "{}", tuple(men), ELEMENTS.get(organisation, ()))


def controllers(state: State) -> Mapping[SideId, SideId]:
    return {"crowd": "red"} if state.incited else {}


def toy(
    version: str = "1", decide: Callable[[State, Action, Actor, Chance], Sequence[Event]] = decide
) -> RuleSet[State]:
    """The rule set, in another version or with another decider where a test needs that."""
    return RuleSet(
        key="outposts",
        title="Outposts",
        group="outposts",
        version=version,
        measure=INCHES,
        book=Book(
            charts=(),
            rulings=(),
            switches=(Switch("mud", "no", ("no", "yes"), "Whether it has rained"),),
        ),
        forces=Forces(
            sides=(
                SideKind("red", "Reds", "#cc3333", "hostile"),
                SideKind("blue", "Blues", "#3366cc", "friend"),
                SideKind("crowd", "Crowd", "#888888", "neutral", playable=False),
            ),
            organisations=ORGANISATIONS,
            raise_unit=raise_unit,
            elements=(FIELD_GUN, BASE, MULE),
        ),
        battle=Battle(
            actions=Codec[Action]([Fire, Hold, Answer, Order, Strike, Incite, TurnCard, OpenOrders], "verb"),
            events=Codec[Event]([Mustered, Joined, Turned, Shot, Passed, Ordered, Opened, Fell, Incited], "kind"),
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
            reveals=reveals,
            controllers=controllers,
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


TOY = toy()
