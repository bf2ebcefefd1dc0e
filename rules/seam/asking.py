"""What a battle asks, what it offers, and what may come of it: words that cross the seam."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, LiteralString, NamedTuple, NewType, TypeAlias

from rules.kernel.action import Action, Kind, SideId, fields_of
from rules.kernel.facts import Fact, Itemised
from rules.language.words import agreeing, are_several
from rules.table.scene import Trace

KEY = 6
"""Hexadecimal digits of an offer's key."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:KEY]


@dataclass(frozen=True, slots=True)
class Offer:
    """A lawful action as a button shows it. `needs` names the fields that the player still has to fill (a modal asks
    for them): until then the action may be a draft."""

    action: Action
    label: str
    needs: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    detail: str = ""

    @property
    def verb(self) -> str:
        return self.action.name()

    @property
    def key(self) -> str:
        """What a button remembers of the offer that it shows: a digest of its words, not of the whole action.

        The words are on show anyway. What they stand for may rest on what not everybody knows (whom a marker hides,
        how far it is), and anybody may read the key of a button in a channel: he could try out what gives that digest;
        and a key that changes by itself would tell that something has happened unseen. So offers that are made
        together have words of their own, and words keep what they stand for while their side hears of nothing: the
        random battles hold both.
        """
        return _digest(f"{self.verb}\n{self.label}")

    @property
    def full_key(self) -> str:
        """The key of one of several offers in the same words: it names the action too."""
        given = sorted((name, getattr(self.action, name)) for name in self.action.model_fields_set)
        return f"{self.key}-{_digest(repr(given))}"

    def filled(self, **values: object) -> Action:
        """The whole action, with these fields as the player has filled them. Raises ValidationError."""
        if not self.needs and not values:
            return self.action
        given = {name: getattr(self.action, name) for name in self.action.model_fields_set}
        return type(self.action).model_validate({**given, **values})


def keyed(offers: Iterable[Offer]) -> dict[str, Offer]:
    """Offers made together, in their order, each by a key of its own: its words, and where several are in the same
    words what it stands for, whichever comes first. The same offer made twice is one."""
    made = tuple(offers)
    words = Counter(offer.key for offer in made)
    return {offer.key if words[offer.key] == 1 else offer.full_key: offer for offer in made}


PublicWords = NewType("PublicWords", str)
"""Words that everybody may read: a template that stands in the code, filled with what everybody knows."""


@dataclass(frozen=True, slots=True)
class KnownAs:
    """What a question speaks of: as the side that is asked calls it, and as everybody does ("Marker 3", "a unit")."""

    own: str
    public: PublicWords


def common(words: object) -> KnownAs:
    """What everybody may read as it stands: a number, a card, a side, a scenario's own text."""
    return KnownAs(str(words), PublicWords(str(words)))


@dataclass(frozen=True, slots=True)
class Wording:
    """A question in words, `{}` for each of its names. `openly`: other words for everybody, where the side's own would
    betray something by themselves. Neither is put together of names: only a text that stands in the code is taken."""

    template: LiteralString
    names: tuple[KnownAs, ...] = ()
    openly: LiteralString = ""

    @property
    def own(self) -> str:
        return _sentence(self.template, [name.own for name in self.names])

    @property
    def public(self) -> PublicWords:
        return PublicWords(_sentence(self.openly or self.template, [name.public for name in self.names]))


def _sentence(template: str, names: Sequence[str]) -> str:
    """With a capital; the verb of the first sentence agrees with its subject."""
    first, stop, more = template.format(*names).partition(". ")
    words = agreeing(first, [name for name in names if are_several(name)]) + stop + more
    return f"{words[:1].upper()}{words[1:]}"


@dataclass(frozen=True, slots=True)
class PublicKnowledge:
    """What everybody knows of a battle. `knows`: whether everybody knows the unit or the figure of that id; `more`:
    whether a side may have others, as far as everybody can tell. That some are hidden now is nothing to go by. `verbs`:
    the actions whose offers rest on nothing that a side keeps to itself; None: all of them."""

    knows: Callable[[str], bool]
    more: bool = False
    verbs: tuple[str, ...] | None = None

    def offered(self, offer: Offer) -> bool:
        """Whether everybody knows all units and figures that an offer names, and what makes it one."""
        open_to_all = self.verbs is None or offer.verb in self.verbs
        return open_to_all and all(self.knows(ref) for ref in _named(offer.action))


ALL_KNOWN = PublicKnowledge(lambda ref: True)
"""Of a battle in which nothing is hidden."""


def _named(action: Action) -> Iterator[str]:
    """The units and figures that an action names."""
    for spec in fields_of(type(action)):
        if spec.kind in (Kind.OWN_UNIT, Kind.ENEMY_UNIT, Kind.UNIT, Kind.FIGURE):
            value: str | tuple[str, ...] | None = getattr(action, spec.name)
            yield from (value,) if isinstance(value, str) else value or ()


SealState: TypeAlias = Literal["sealed", "sealed in part", "open"]


@dataclass(frozen=True, slots=True)
class Face:
    """A question as everybody may read it: all that a channel is shown of it is made from this alone.

    `units`: those that may be picked and that everybody knows; `more`: on his own panel who is asked may find others;
    `answers`: it is about no unit, and all its answers name what not everybody knows: they stand on that panel;
    `quick`: the answers that name nothing hidden; `then`: what the deadline does, empty where that is not told;
    `secret`: it is answered on a panel of one's own, and what may be answered is not told.
    """

    key: str
    side: SideId
    question: PublicWords
    units: tuple[str, ...] = ()
    more: bool = False
    answers: bool = False
    quick: tuple[Offer, ...] = ()
    then: PublicWords = PublicWords("")
    secret: bool = False
    umpire: bool = False
    seals: tuple[tuple[SideId, SealState], ...] = ()
    """How far each side is whose seal the question waits for, which all may know; none where nothing is sealed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that the battle waits on, as the side that is asked reads it; `face`: as everybody may. `key` is
    stable while the question stands (a deadline hangs on it); `units` are those that may be picked; `quick` are answers
    for the whole side that need no unit. Made by `put_to`."""

    key: str
    side: SideId
    question: str
    default: Action
    """What the deadline does for an absent side."""
    face: Face
    units: tuple[str, ...] = ()
    quick: tuple[Offer, ...] = ()
    umpire: bool = False
    """The umpire must answer (neutral civilians, a ruling); `side` then says for whom."""
    about: tuple[str, ...] = ()
    """Whose word is awaited, where it is not that of whoever may be picked: of part of the side only."""
    idle: Action | None = None
    """The answer by which the side does nothing: it holds, waits, leaves all as it is. None where the book lets nobody
    do nothing, and where all of it would be to carry out what has been written."""
    each: bool = False
    """Everybody of the side answers it for those they command; else one answer settles it."""

    @property
    def bodies(self) -> tuple[str, ...]:
        """Those whose commanders are asked before the others of the side; empty: nobody is before the others."""
        return self.about or self.units


def put_to(
    side: SideId,
    key: str,
    words: Wording,
    default: Action,
    *,
    known: PublicKnowledge,
    units: tuple[str, ...] = (),
    quick: Iterable[Offer] = (),
    room: int | None = None,
    then: LiteralString = "",
    secret: bool = False,
    umpire: bool = False,
    about: tuple[str, ...] = (),
    idle: Action | None = None,
) -> Ask:
    """A question put to a side, with the face that everybody sees.

    `known`: what everybody knows; an answer and a unit beyond that are for the side's own panel. `room`: how many of
    the answers are shown at most; those that everybody may read go before the others, so that their number tells
    nothing. `then`: what the deadline does, where neither a public answer nor the action's title says it without
    telling what is hidden. `secret`: everybody reads the question's public words alone.
    """
    own, public = _shared_out(quick, known, room, secret=secret)
    shown = () if secret else tuple(unit for unit in units if known.knows(unit))
    face = Face(
        key=key,
        side=side,
        question=words.public,
        units=shown,
        more=bool(units) and not secret and (known.more or not shown),
        answers=bool(own) and not (public or units or secret),
        quick=public,
        then=PublicWords("" if secret else then or _in_words(default, public)),
        secret=secret,
        umpire=umpire,
    )
    return Ask(key, side, words.own, default, face, units, own, umpire, about, idle)


def _shared_out(
    quick: Iterable[Offer], known: PublicKnowledge, room: int | None, *, secret: bool
) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
    """The answers for the side's own panel, and those of them for everybody, in their order; no more are made than
    there is room for."""
    made: list[Offer] = []
    public: list[Offer] = []
    for offer in quick:
        made.append(offer)
        public += [offer] if not secret and known.offered(offer) else []
        if len(public if not secret else made) == room:
            break
    others = [offer for offer in made if offer not in public]
    kept = [*public, *others][:room]
    return tuple(offer for offer in made if offer in kept), tuple(public)


def _in_words(default: Action, quick: Iterable[Offer]) -> str:
    """What the deadline does: in the words of the public answer that it is, else what such an action is called."""
    default = type(default)() if default.stands_for else default
    for offer in quick:
        if offer.action == default:
            return offer.label if default.model_fields_set else f"{offer.label[:1].lower()}{offer.label[1:]}"
    return (default.title or default.name()).lower()


@dataclass(frozen=True, slots=True)
class Prompt:
    """Who must decide what now; empty when the engine goes on or the battle is over."""

    asks: tuple[Ask, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.asks)

    def for_side(self, side: SideId) -> Ask | None:
        return next((ask for ask in self.asks if ask.side == side), None)

    @property
    def faces(self) -> tuple[Face, ...]:
        """What is asked as everybody may read it."""
        return tuple(ask.face for ask in self.asks)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Something that may come of an action, as data: `kind` in the rule set's words ("hit", "ends in"), `of` whom or
    what it is about where there are several (a unit, a square). The action's events show whether it came about."""

    kind: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Prospect:
    """An outcome with its exact chance, and in words. `danger`: nobody would want it (one's own men in the cone), and
    front ends say so in red. Unpacks as words and chance."""

    words: str
    chance: Fraction
    outcome: Outcome
    danger: bool = False

    def __iter__(self) -> Iterator[str | Fraction]:
        yield self.words
        yield self.chance


class EffectLine(NamedTuple):
    """What a scripted event does, in words. `depth`: how many dice, choices and their outcomes it hangs on."""

    depth: int
    words: str


@dataclass(frozen=True, slots=True)
class Odds:
    """What an action would use and what may come of it: exact chances, nothing rolled, nothing secret."""

    facts: tuple[Fact, ...] = ()
    numbers: tuple[Itemised, ...] = ()
    chances: tuple[Prospect, ...] = ()
    """ "at least one hit" 13/20 …"""
    notes: tuple[str, ...] = ()
    traces: tuple[Trace, ...] = ()
    """The way that a move would take, for a picture of it before anything is rolled."""
    effects: tuple[EffectLine, ...] = ()
    """Of a scripted event: everything that it would do."""
