"""11.1 The Random Squad as a guided creation: the roll, then steps for one character after the other.

A draft is its roll and its steps; the characters are their fold. So the newest step can always be taken back
(MM-R113), and only the roll is ever drawn. What is lawful is judged by `squads.faults`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rules.five56mm.book import sheets
from rules.five56mm.book.profile import Skill, SquadTraits, dump_squad, dump_traits
from rules.five56mm.book.sheets import role_of
from rules.five56mm.book.squads import PER_UPGRADE, Cost, Fault, cost, faults, upgrades_spent
from rules.five56mm.book.tables import NUMBERS
from rules.five56mm.forces.draft import KINDS, NATIONS, Member, SquadDraft, members, start, take
from rules.five56mm.forces.muster import deal
from rules.five56mm.forces.purchases import check, purchases
from rules.kernel.chance import card_sign
from rules.kernel.event import Codec
from rules.seam.drafting import Drafting, DraftMember, DraftStep, DraftView, DraftWords, Purchase, refuse
from rules.seam.forces import FigurePlan, UnitPlan


def _purchases(draft: SquadDraft, number: int) -> Iterator[Purchase]:
    return purchases(members(draft)[number - 1].traits)


def _judge(draft: SquadDraft, number: int) -> Callable[[str], None]:
    """What refuses a step that the book does not allow; the faults that the squad has already it need not mend.

    MM-11.1R.1 to MM-11.1R.6, MM-9.0.2, MM-10.0.1, MM-10.L.2, MM-10.E.2, MM-7.0.2, MM-7.5.4, MM-R74, MM-R75.
    """
    squad = members(draft)
    standing = _standing(draft, squad)

    def judge(key: str) -> None:
        check(squad[number - 1], key)
        after = list(squad)
        take(after, DraftStep(number, key))
        for fault in _faults(draft, after):
            if (fault.who, fault.kind) not in standing:
                refuse(
                    f"That would make {fault.words}.",
                    fault.citation,
                    "Choose something else, or take something back first.",
                )

    return judge


def _standing(draft: SquadDraft, squad: Sequence[Member]) -> set[tuple[int, str]]:
    return {(fault.who, fault.kind) for fault in _faults(draft, squad)}


def _faults(draft: SquadDraft, squad: Sequence[Member]) -> tuple[Fault, ...]:
    return faults([who.traits for who in squad], [who.rank for who in squad], draft.budget, draft.house)


def _finish(draft: SquadDraft) -> UnitPlan:
    """The squad to be raised. Upgrades may be left over. MM-11.1R.1, MM-11.1R.3."""
    squad = members(draft)
    for fault in _faults(draft, squad):
        refuse(f"The squad has {fault.words}.", fault.citation, "Change that first.")
    nation = NATIONS[draft.kind]
    figures = tuple(
        FigurePlan(number, who.rank, role_of(who.traits), dump_traits(who.traits))
        for number, who in enumerate(squad, start=1)
    )
    return UnitPlan(nation.key, nation.nation, nation.side, dump_squad(SquadTraits()), figures)


# ── What the player sees ──────────────────────────────────────────────────────────────────────────────────────────


def _shown(draft: SquadDraft) -> DraftView:
    """Budget, costs in the book's notation, and a card for everybody as if the squad were alone on its side.
    MM-11.1R.7, MM-R75, MM-2.3T.2, MM-2.3T.3."""
    squad = members(draft)
    spent, left = _spent_and_left(draft, squad)
    cards = deal(NATIONS[draft.kind].side)
    shown: list[DraftMember] = []
    for number, who in enumerate(squad, start=1):
        own = [next(cards) for _ in range(2 if Skill.ELITE in who.traits.skills else 1)]
        tag = " ".join(card_sign(card) for card in own)
        shown.append(_member(number, who, tag))
    found = _faults(draft, squad)
    first, second = draft.dice
    pooled = draft.house.choice("purchases-pool") == "squad"
    return DraftView(
        roll=f"2D6+{NUMBERS.budget}: {first} + {second} + {NUMBERS.budget} = {draft.budget} Upgrades",
        budget=Cost(draft.budget).notation,
        spent=spent.notation,
        left=left.notation,
        members=tuple(shown),
        missing=found[0].words if found else "",
        notes=(
            f"An Upgrade is {PER_UPGRADE} Purchases, {'pooled for the squad' if pooled else 'each for one character'}; "
            f"at most {NUMBERS.upgrade_limit} Upgrades of a character go to abilities and skills",
            "Cards as they are dealt to the first squad of a side",
        ),
    )


def _spent_and_left(draft: SquadDraft, squad: Sequence[Member]) -> tuple[Cost, Cost]:
    sheets = [who.traits for who in squad]
    if draft.house.choice("purchases-pool") == "character":
        whole = upgrades_spent(sheets, draft.house)
        return Cost(whole), Cost(draft.budget - whole)
    spent = sum((cost(traits) for traits in sheets), Cost())
    return spent, Cost(0, Cost(draft.budget).value - spent.value)


def _member(number: int, who: Member, tag: str) -> DraftMember:
    traits = who.traits
    return DraftMember(
        number, who.rank, role_of(traits), tag, cost(traits).notation, sheets.in_short(traits), sheets.in_words(traits)
    )


DRAFTING: Drafting[SquadDraft] = Drafting(
    title="Random Squad",
    words=DraftWords(
        unit="squad",
        member="character",
        coin="Upgrades",
        limit=f"2D6+{NUMBERS.budget} Upgrades are rolled once, for everybody to see, and stand until you raise it.",
    ),
    kinds=KINDS,
    start=start,
    members=lambda draft: NUMBERS.squad,
    purchases=_purchases,
    judge=_judge,
    shown=_shown,
    finish=_finish,
    drafts=Codec((SquadDraft,)),
    citation="MM-R113",
    first="Choose a character first.",
    cited=True,
)
