"""What an umpire may do in any battle, whatever its rule set.

Here stands what is the same in every book: what his actions are called, what is asked for with them, where he may put
somebody, the ruling of facts with all that comes of it. A rule set names in a subclass with which field of its own it
is done to whom, and says with its own events what changes. How he ends a battle stands in `ending.py`, what his hand
does to people and their kit in `hand.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeVar, cast

from pydantic import AliasChoices, BeforeValidator, Field

from rules.battle.deed import Deed, certain
from rules.battle.facts import Ruled, Vocabulary, WithRulings, read
from rules.kernel.action import Action, Actor, Facing, MapRef, Role, SideId, UnitRef
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board

Leaving = Annotated[str, Field(max_length=100, description="why he leaves, for everybody to read")]
T = TypeVar("T")
S = TypeVar("S", bound=WithRulings)


# ── What may be asked for ─────────────────────────────────────────────────────────────────────────────────────────


class ByUmpire(Action):
    """What the umpire alone may ask for."""

    role: ClassVar[Role] = Role.UMPIRE


class RuleFact(ByUmpire):
    """Rules a fact on the spot; it goes before declared and measured facts, and before a ruling of the same name on the
    same units."""

    title: ClassVar[str] = "Rule a fact"
    summary: ClassVar[str] = "Umpire: decide a fact of the tabletop"
    verb: Literal["rule-fact"] = "rule-fact"
    fact: Annotated[str, Field(min_length=1, max_length=40, description="which fact: range, line of sight, contact …")]
    value: Annotated[str, Field(min_length=1, max_length=80, description="what it is: 14, rough, yes …")]
    unit: Annotated[UnitRef | None, Field(description="for this one only; empty: for all")] = None
    other: Annotated[UnitRef | None, Field(description="only towards this one")] = None
    turns: Annotated[int | None, Field(ge=1, le=99, description="how many turns it holds; empty: always")] = None


class PlaceUnit(ByUmpire):
    """Puts somebody or something on a place of the board."""

    title: ClassVar[str] = "Place unit"
    summary: ClassVar[str] = "Umpire: put a unit somewhere"
    verb: Literal["place"] = "place"
    unit: Annotated[UnitRef, Field(description="unit that is put there")]
    to: Annotated[MapRef, Field(description="where to: B2, 6in toward a name, north 4")]
    facing: Annotated[Facing | None, Field(description="degrees clockwise from north")] = None


class Remove(ByUmpire):
    """Takes somebody out of the battle, neither hit nor taken."""

    asked_last: ClassVar[tuple[str, ...]] = ("reason",)
    verb: Literal["remove"] = "remove"
    reason: Leaving = "taken off by the umpire"


class Restore(ByUmpire):
    """Makes somebody fit and present again."""

    verb: Literal["restore"] = "restore"


class Reveal(ByUmpire):
    """Shows somebody hidden to everybody."""

    title: ClassVar[str] = "Reveal"
    verb: Literal["reveal"] = "reveal"
    unit: Annotated[UnitRef, Field(description="unit that is seen from now on")]


class SetLight(ByUmpire):
    """Sets the light; each book has its own."""

    title: ClassVar[str] = "Set light"
    verb: Literal["set-light"] = "set-light"


class Bombard(ByUmpire):
    """Something falls or explodes by the scenario's will; what, and what comes of it, is the book's."""

    title: ClassVar[str] = "Bombard"
    verb: Literal["bombard"] = "bombard"


class CallMoraleTest(ByUmpire):
    """Somebody tests his nerve because the scenario says so."""

    title: ClassVar[str] = "Call morale test"
    verb: Literal["call-morale-test", "morale-test"] = "call-morale-test"  # the second: in journals of old


# ── What happens ──────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True, kw_only=True)
class UmpireActed(Event):
    """Something was done by the umpire's hand, and why; the rule set's own events say what it changed. `unit`: which
    unit it was done to; `what`: in words that need nothing else. `sealed`: the reason is the umpire's alone until the
    battle is over."""

    kind: Literal["umpire-acted"] = "umpire-acted"
    unit: str
    what: str
    reason: str
    sealed: bool = False


def unsealed(events: Iterable[Event]) -> tuple[str, ...]:
    """What the umpire kept to himself, in words for everybody, now that the battle is over."""
    return tuple(f"{e.what}: {e.reason}" for e in events if isinstance(e, UmpireActed) and e.sealed)


def _of_old(stored: object) -> object:
    """A ruling as The Book and the Gun stored it before its version 4: with its subjects in one list."""
    if not isinstance(stored, dict):
        return stored
    old = cast("dict[str, Any]", stored)
    if "subjects" not in old:
        return old
    subjects = dict(zip(("unit", "other"), old["subjects"], strict=False))
    return {"fact": old["name"], "value": old["value"], **subjects, "until": old.get("until")}


@dataclass(frozen=True, slots=True, kw_only=True)
class FactRuled(Event):
    """The umpire has decided a fact of the tabletop. In journals of The Book and the Gun before its version 8 it stands
    as `ruling`."""

    kind: Literal["fact-ruled"] = "fact-ruled"
    ruled: Annotated[Ruled, BeforeValidator(_of_old), Field(validation_alias=AliasChoices("ruled", "ruling"))]


def ruled_words(ruled: Ruled, name: Callable[[str], str], *, turn: str = "turn") -> str:
    """What he has ruled, of whom and how long. `name`: what the reader calls a unit; `turn`: what the book calls it."""
    of = f" of {name(ruled.unit)}" if ruled.unit is not None else ""
    to = f" towards {name(ruled.other)}" if ruled.other is not None else ""
    until = f" until the end of {turn} {ruled.until}" if ruled.until is not None else ""
    return f"The umpire rules: {ruled.fact}{of}{to} is {ruled.said}{until}"


# ── Rulings ───────────────────────────────────────────────────────────────────────────────────────────────────────


def ruling(vocabulary: Vocabulary, action: RuleFact, *, unit: str | None, other: str | None, turn: int) -> Ruled:
    """A ruling as the battle keeps it: of a fact that there is, with a value that the fact can have, for so many turns
    from this one or, before the first, from the first. `unit` and `other`: those meant, by their ids.

    Raises RuleViolation for anything that no rule would ever read.
    """
    name = vocabulary.named(action.fact)
    if other is not None and not name.towards:
        raise RuleViolation(
            Why.NOT_TOWARDS, f"“{name.name}” holds towards nobody.", remedy="Rule it for the one whom it concerns."
        )
    until = None if action.turns is None else max(1, turn) + action.turns - 1
    return Ruled(name.name, read(name, action.value), unit, other, until)


class _Found(Protocol):
    @property
    def id(self) -> str: ...


def _everybody(state: object, ruled: Ruled) -> None:
    return None


def rule_fact(
    vocabulary: Vocabulary,
    find: Callable[[S, str], _Found],
    *,
    heard: Callable[[S, Ruled], tuple[SideId, ...] | None] = _everybody,
    citations: tuple[str, ...] = (),
) -> Deed[S, RuleFact, Sequence[Event]]:
    """The deed of RuleFact. `find`: whom a name means, RuleViolation for nobody; `heard`: who is told of it."""

    def judge(state: S, action: RuleFact, by: Actor) -> Sequence[Event]:
        unit, other = (None if each is None else find(state, each).id for each in (action.unit, action.other))
        ruled = ruling(vocabulary, action, unit=unit, other=other, turn=state.turn)
        return (FactRuled(ruled=ruled, audience=heard(state, ruled), citations=citations),)

    return certain(RuleFact, judge)


# ── Looking, and refusals ─────────────────────────────────────────────────────────────────────────────────────────


def there(found: T | None, unknown: Why, what: str) -> T:
    """Who or what was named. Raises RuleViolation where there is nobody: "There is no such unit."."""
    if found is None:
        raise RuleViolation(unknown, f"There is no such {what}.", remedy="Choose one from the list.")
    return found


def table_of(board: Board | None) -> Board:
    """Raises RuleViolation where there is none to put somebody on."""
    if board is None:
        raise RuleViolation(Why.NO_BOARD, "This battle has no board.", remedy="Rule the facts instead.")
    return board


def falls_nowhere(citation: str = "") -> RuleViolation:
    """A bombardment with neither a place nor victims."""
    return RuleViolation(
        Why.NO_PLACE,
        "Where it falls is not said.",
        citation=citation,
        remedy="Give a place, or without a board the victims.",
    )


def out_already(name: str) -> RuleViolation:
    return RuleViolation(Why.NOT_THERE, f"{name} is out of the battle already.", remedy="Choose somebody else.")


def not_on_table(name: str) -> RuleViolation:
    return RuleViolation(Why.NOT_THERE, f"{name} is not on the table.", remedy="Bring it in as a reinforcement.")
