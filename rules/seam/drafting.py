"""Drafting: a unit that its player puts together himself, step by step, within what was rolled for it.

A draft is an immutable value that only the rule set reads: what was rolled, and the steps since. Every step gives
another draft or a RuleViolation; steps are text keys, so a front end needs nothing but what `offers` lists. What has
been put together is the fold of the steps, so the newest can always be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

from rules.kernel.chance import Chance
from rules.kernel.event import Codec
from rules.kernel.facts import plain
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.forces import Organisation, UnitPlan, plain_kind

DRAFTED = "own-"
"""What the kind of a unit of one's own begins with."""


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One choice for one member, by his number."""

    number: int = 1
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftState:
    """Base of what a rule set keeps of a unit in the making. `kind`: key of its Organisation."""

    kind: str
    options: tuple[tuple[str, str], ...] = ()
    steps: tuple[DraftStep, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnUnit(DraftState):
    """A unit of one's own, of either army: "own-soviet"."""

    @property
    def of(self) -> str:
        """Whose it is: "soviet"."""
        return plain_kind(self.kind).removeprefix(DRAFTED)


D = TypeVar("D", bound=DraftState)


@dataclass(frozen=True, slots=True)
class Purchase:
    """A step that may be asked for one figure of a draft. `refused`: why it cannot be taken now, "" where it can."""

    key: str
    title: str
    about: str
    group: str
    refused: str = ""


@dataclass(frozen=True, slots=True)
class DraftMember:
    """One figure of a draft. `tag`: what marks it in play (its card); `cost` in the rule book's notation."""

    number: int
    rank: str
    role: str
    tag: str
    cost: str
    short: str
    """The sheet in one line."""
    sheet: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftView:
    """A draft as its player sees it. `roll`: how the budget came about; `spent` and `left` in the book's notation.
    `budget` and `left` are empty where there is no limit."""

    roll: str
    budget: str
    spent: str
    left: str
    members: tuple[DraftMember, ...]
    last: str = ""
    """The step that undoing would take back; "" where there is none."""
    missing: str = ""
    """Why it cannot be raised as it is."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftWords:
    """What the book calls what is put together, those who are in it, and what they are paid with."""

    unit: str
    """ "squad"."""
    member: str
    """ "character"."""
    coin: str
    """In the plural: "Upgrades"."""
    limit: str
    """How much of it there is, as a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafting(Generic[D]):
    """What a rule set lends to those who put a unit together. D is its draft."""

    title: str
    """ "Random Squad"."""
    words: DraftWords
    kinds: tuple[Organisation, ...]
    """What can be drafted; a unit raised from a draft bears its kind as its organisation."""
    start: Callable[[str, tuple[tuple[str, str], ...], Chance], D]
    """One of the kinds' keys and the house rules to a draft with nothing in it yet; rolls."""
    members: Callable[[D], int]
    """How many there are to choose for."""
    purchases: Callable[[D, int], Iterable[Purchase]]
    """All that may be asked for on a member's sheet, by his number, lawful or not."""
    judge: Callable[[D, int], Callable[[str], None]]
    """What judges a step on his sheet by its key: it raises RuleViolation for one that is not allowed."""
    shown: Callable[[D], DraftView]
    """The draft as its player sees it, but for its newest step."""
    finish: Callable[[D], UnitPlan]
    """The unit to be raised. Raises RuleViolation while something is missing."""
    drafts: Codec[D]
    citation: str
    """Of that the newest step can be taken back."""
    first: str
    """What to do before there is anything to take back: "Choose a man first."."""
    numbered: bool = True
    """Steps are said with whose they are; False: there is one sheet only."""
    cited: bool = False
    """Why a step cannot be taken is said with its citation."""

    def begin(self, kind: str, options: tuple[tuple[str, str], ...], chance: Chance) -> D:
        """A draft with nothing in it yet. KeyError for an unknown kind."""
        return self.start(self._known(kind), options, chance)

    def anew(self, draft: D, kind: str) -> D:
        """The same roll with nothing in it, of that kind. KeyError for an unknown kind."""
        return replace(draft, kind=self._known(kind), steps=())

    def _known(self, kind: str) -> str:
        if all(each.key != plain_kind(kind) for each in self.kinds):
            raise KeyError(kind)
        return plain_kind(kind)

    def view(self, draft: D) -> DraftView:
        return replace(self.shown(draft), last=self._newest(draft))

    def offers(self, draft: D, number: int) -> tuple[Purchase, ...]:
        """All steps on a member's sheet, those that may not be taken with the reason. Raises RuleViolation for a number
        that there is not."""
        self._require_member(draft, number)
        judge = self.judge(draft, number)
        found: list[Purchase] = []
        for purchase in self.purchases(draft, number):
            try:
                judge(purchase.key)
            except RuleViolation as refused:
                why = f"{refused.message} {refused.citation}" if self.cited else refused.message
                found.append(replace(purchase, refused=why))
            else:
                found.append(purchase)
        return tuple(found)

    def apply(self, draft: D, number: int, key: str) -> D:
        """Takes a step. Raises RuleViolation for what the book or the house rules do not allow; the draft is then as it
        was."""
        self._require_member(draft, number)
        if all(purchase.key != key for purchase in self.purchases(draft, number)):
            raise RuleViolation(Why.NO_STEP, "There is nothing like that to take.", remedy="Choose from the lists.")
        self.judge(draft, number)(key)
        return replace(draft, steps=(*draft.steps, DraftStep(number, key)))

    def undo(self, draft: D) -> D:
        """Takes the newest step back. Raises RuleViolation where there is none."""
        if not draft.steps:
            raise RuleViolation(
                Why.NOTHING_TO_UNDO, "Nothing has been chosen yet.", citation=self.citation, remedy=self.first
            )
        return _before(draft)

    def _newest(self, draft: D) -> str:
        """The newest step in words, "3: Corporal"; "" where there is none."""
        if not draft.steps:
            return ""
        step = draft.steps[-1]
        known = {each.key: each.title for each in self.purchases(_before(draft), step.number)}
        return f"{step.number}: {known[step.key]}" if self.numbered else known[step.key]

    def _require_member(self, draft: D, number: int) -> None:
        count = self.members(draft)
        if not 1 <= number <= count:
            raise RuleViolation(
                Why.UNKNOWN_FIGURE,
                f"There is no {self.words.member} {number}.",
                remedy=f"Write 1 to {count}." if count > 1 else "Write 1.",
            )


def _before(draft: D) -> D:
    """Without its newest step."""
    return replace(draft, steps=draft.steps[:-1])


AnyDrafting: TypeAlias = Drafting[Any]
"""A drafting whose draft does not matter to the holder: campaigns pass it through unseen."""


def refuse(message: str, citation: str, remedy: str) -> NoReturn:
    """A step that the book or the agreed points do not allow."""
    raise RuleViolation(Why.NOT_LAWFUL, message, citation=citation, remedy=remedy)


def require_points(before: float, after: float, budget: int | None, citation: str) -> None:
    """What is short, where the points do not suffice for a step. None: there is no limit."""
    if budget is None or after <= budget or after <= before:
        return
    short = plain(after - budget)
    refuse(
        f"It costs {plain(after - before)} points, and {plain(budget - before)} are left: {short} short.",
        citation,
        f"Leave out {short} points, or agree on more.",
    )
