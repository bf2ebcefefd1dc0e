"""11.1 The Random Squad as a guided creation: the roll, then steps for one character after the other.

A draft is its roll and its steps; the characters are their fold. So the newest step can always be taken back
(MM-R113), and only the roll is ever drawn. What is lawful is judged by `squads.faults`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.chance import Chance, card_sign
from rules.drafting import Drafting, DraftMember, DraftView, Purchase
from rules.event import Codec
from rules.five56mm import sheets
from rules.five56mm.muster import deal
from rules.five56mm.profile import (
    ABILITIES,
    HIGHEST,
    OFFICERS,
    Gear,
    Skill,
    SquadTraits,
    Traits,
    dump_squad,
    dump_traits,
)
from rules.five56mm.sheets import role_of
from rules.five56mm.squads import FREE_RIFLES, PER_UPGRADE, Cost, Fault, cost, faults, roll_budget, upgrades_spent
from rules.five56mm.state import BLACK, RED
from rules.five56mm.switches import House
from rules.five56mm.tables import MELEE, NUMBERS, WEAPONS, Group, Weapon
from rules.five56mm.weapons import Arm
from rules.forces import FigurePlan, Organisation, UnitPlan
from rules.violation import RuleViolation

ABILITY, SKILL, GUN, SMALL, OTHER = "Ability", "Special skill", "Weapon", "Grenade or knife", "Rifle, radio, rank"
RANKS = ("Private", "Corporal", "Sergeant", "Staff Sergeant", "Warrant Officer", "Lieutenant", "Captain")


@dataclass(frozen=True, slots=True)
class _Nation:
    key: str
    side: str
    nation: str
    locales: tuple[str, ...]
    rifle: str
    """What everybody begins with."""


_NATIONS = (
    _Nation("random-us", BLACK, "United States", ("en_US",), "m16"),
    _Nation("random-uk", BLACK, "United Kingdom", ("en_GB",), "m16"),
    _Nation("random-russia", BLACK, "Russia", ("ru_RU",), "ak47"),
    _Nation("random-somalia", RED, "Somalia", ("ar_AA", "en_KE", "en_US"), "ak47"),
    _Nation("random-afghanistan", RED, "Afghanistan", ("fa_IR", "en_US"), "ak47"),
    _Nation("random-russia-red", RED, "Russia", ("ru_RU",), "ak47"),
    _Nation("random-us-red", RED, "United States", ("en_US",), "m16"),
)
_BY_KEY = {nation.key: nation for nation in _NATIONS}

KINDS = tuple(
    Organisation(
        nation.key,
        f"Random Squad ({nation.nation})",
        nation.side,
        nation.nation,
        NUMBERS.squad,
        nation.locales,
        "MM-11.1R.1",
        f"Ten characters of your own making, with 2D6+{NUMBERS.budget} Upgrades",
    )
    for nation in _NATIONS
)


@dataclass(frozen=True, slots=True)
class Step:
    """One choice for one character: "ability.morale", "skill.Medic", "buy.m9", "load.stun", "swap.ak47", "leave",
    "radio", "lead", "rank.Corporal"."""

    number: int
    key: str


@dataclass(frozen=True, slots=True)
class SquadDraft:
    """A Random Squad in the making."""

    kind: str
    dice: tuple[int, int]
    options: tuple[tuple[str, str], ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def budget(self) -> int:
        return sum(self.dice) + NUMBERS.budget

    @property
    def house(self) -> House:
        return House(self.options)


@dataclass(frozen=True, slots=True)
class Member:
    traits: Traits
    rank: str


def begin(kind: str, options: tuple[tuple[str, str], ...], chance: Chance) -> SquadDraft:
    """2D6+12 Upgrades for ten characters with an assault rifle each. MM-11.1R.1, MM-11.1R.2, MM-11.1R.3."""
    nation = _BY_KEY[kind]
    return SquadDraft(nation.key, roll_budget(chance).dice, options)


def anew(draft: SquadDraft, kind: str) -> SquadDraft:
    """The dice stand. MM-R113."""
    return replace(draft, kind=_BY_KEY[kind].key, steps=())


# ── The fold of the steps ─────────────────────────────────────────────────────────────────────────────────────────


def members(draft: SquadDraft) -> tuple[Member, ...]:
    """The ten characters. The first leads, the last but one has the free Patrol Radio, until the player says otherwise.
    MM-11.1R.1, MM-11.1R.2, MM-8.0.17, MM-R74, MM-R114."""
    plain = Traits(arms=(Arm(_BY_KEY[draft.kind].rifle),))
    squad = [Member(plain, "Private")] * NUMBERS.squad
    squad[0] = Member(replace(plain, leader=True), "Sergeant")
    squad[-2] = Member(replace(plain, gear=(Gear.RADIO,)), "Private")
    for step in draft.steps:
        _take(squad, step)
    return tuple(squad)


def _take(squad: list[Member], step: Step) -> None:
    at, (what, _, which) = step.number - 1, step.key.partition(".")
    who = squad[at]
    traits = who.traits
    match what:
        case "ability":
            scores = {name: traits.ability(name) for name in ABILITIES}
            scores[which] += 1
            traits = replace(traits, **scores)
        case "skill":
            traits = replace(traits, skills=(*traits.skills, Skill(which)))
        case "buy":
            traits = replace(traits, arms=(*traits.arms, _bought(which)))
        case "load":
            traits = replace(traits, arms=tuple(_loaded(arm, which) for arm in traits.arms))
        case "swap":
            traits = replace(traits, arms=_without_rifle(traits, Arm(which)))
        case "leave":
            traits = replace(traits, arms=_without_rifle(traits))
        case "radio":
            for number, other in enumerate(squad):
                gear = tuple(each for each in other.traits.gear if each is not Gear.RADIO)
                squad[number] = replace(other, traits=replace(other.traits, gear=gear))
            traits = replace(traits, gear=(*traits.gear, Gear.RADIO))
        case "lead":
            for number, other in enumerate(squad):
                squad[number] = replace(other, traits=replace(other.traits, leader=False))
            traits = replace(traits, leader=True)
            who = who if who.rank.lower() in OFFICERS else replace(who, rank="Sergeant")
        case "rank":
            who = replace(who, rank=which)
        case _:
            raise ValueError(f"there is no step {step.key!r}")
    squad[at] = replace(who, traits=traits)


def _bought(key: str) -> Arm:
    profile = WEAPONS.get(key)
    launcher = profile is not None and profile.group is Group.GRENADE_LAUNCHER
    return Arm(key, loads=("frag",) if launcher else ())


def _loaded(arm: Arm, kind: str) -> Arm:
    return replace(arm, loads=(*arm.loads, kind)) if arm.loads else arm


def _without_rifle(traits: Traits, instead: Arm | None = None) -> tuple[Arm, ...]:
    """The free assault rifle left behind, or changed for another of its kind. MM-R74, MM-R114."""
    arms = list(traits.arms)
    at = next(number for number, arm in enumerate(arms) if arm.weapon in FREE_RIFLES)
    arms[at : at + 1] = [] if instead is None else [instead]
    return tuple(arms)


# ── Steps that may be taken ───────────────────────────────────────────────────────────────────────────────────────


def apply(draft: SquadDraft, number: int, key: str) -> SquadDraft:
    """A further step. RuleViolation for what the book does not allow.

    MM-11.1R.1 to MM-11.1R.6, MM-9.0.2, MM-10.0.1, MM-10.L.2, MM-10.E.2, MM-7.0.2, MM-7.5.4, MM-R74, MM-R75.
    """
    squad = members(draft)
    who = _member(squad, number)
    if key not in _keys(who.traits):
        raise RuleViolation("no-step", "There is nothing like that to buy.", remedy="Choose from the lists.")
    _check(who, key)
    after = replace(draft, steps=(*draft.steps, Step(number, key)))
    standing = {(fault.who, fault.citation) for fault in _faults(draft, squad)}
    for fault in _faults(after, members(after)):
        if (fault.who, fault.citation) not in standing:
            raise RuleViolation(
                "not-lawful",
                f"That would make {fault.words}.",
                citation=fault.citation,
                remedy="Choose something else, or take something back first.",
            )
    return after


def _faults(draft: SquadDraft, squad: Sequence[Member]) -> tuple[Fault, ...]:
    return faults([who.traits for who in squad], [who.rank for who in squad], draft.budget, draft.house)


def _check(who: Member, key: str) -> None:
    """What `faults` could not tell from a lawful squad, or would tell in less plain words."""
    what, _, which = key.partition(".")
    traits = who.traits
    if what == "ability" and traits.ability(which) >= HIGHEST:
        _refuse(f"{which.capitalize()} is at +{HIGHEST} already.", "MM-9.0.2", "Raise another ability.")
    if what == "skill" and which in traits.skills:
        _refuse(f"He is {which} already.", "MM-10.0.1", "Learn another skill.")
    if what == "buy" and any(arm.weapon == which for arm in traits.arms):
        _refuse(f"He carries {_title(which)} already.", "MM-7.0.2", "Buy another weapon.")
    if what == "load" and any(which in arm.loads for arm in traits.arms):
        _refuse(f"His M203 has {_title(which)} rounds already.", "MM-7.5.7", "Buy another kind.")
    if what in ("swap", "leave") and not any(arm.weapon in FREE_RIFLES for arm in traits.arms):
        _refuse("He has left his free assault rifle behind.", "MM-R74", "Take that back first.")
    if what == "swap" and any(arm.weapon == which for arm in traits.arms):
        _refuse(f"He carries {_title(which)} already.", "MM-R114", "Choose another type.")
    if what == "radio" and Gear.RADIO in traits.gear:
        _refuse("He has the squad's Patrol Radio; a second one comes only from a scenario.", "MM-R114", "Go on.")
    if what == "lead" and traits.leader:
        _refuse("He leads the squad already.", "MM-11.1R.1", "Choose somebody else.")
    if what == "rank" and who.rank == which:
        _refuse(f"He is {which} already.", "MM-R114", "Choose another rank.")


def _refuse(message: str, citation: str, remedy: str) -> None:
    raise RuleViolation("not-lawful", message, citation=citation, remedy=remedy)


def _member(squad: Sequence[Member], number: int) -> Member:
    if not 1 <= number <= len(squad):
        raise RuleViolation("unknown-character", f"There is no character {number}.", remedy=f"Write 1 to {len(squad)}.")
    return squad[number - 1]


def _keys(traits: Traits) -> dict[str, Purchase]:
    """Every step that a character could be asked for, whether he may take it or not."""
    return {each.key: each for each in _purchases(traits)}


def _purchases(traits: Traits) -> Iterator[Purchase]:
    for name in ABILITIES:
        now = traits.ability(name)
        yield Purchase(f"ability.{name}", f"{name.capitalize()} +{now + 1}", f"1 Upgrade · +{now} now", ABILITY)
    for skill in Skill:
        yield Purchase(f"skill.{skill.value}", skill.value, "1 Upgrade", SKILL)
    for key, weapon in WEAPONS.items():
        if weapon.carried and weapon.round_of is None and weapon.group is not Group.GRENADE:
            yield Purchase(f"buy.{key}", weapon.title, f"{_price(traits, key)} · {_about(weapon)}", GUN)
    for key in ("frag", "stun", "cs", "wp"):
        yield Purchase(f"buy.{key}", WEAPONS[key].title, f"{_price(traits, key)} · thrown", SMALL)
    yield Purchase("buy.knife", MELEE["knife"].title, f"{_price(traits, 'knife')} · hand-to-hand", SMALL)
    if any(arm.loads for arm in traits.arms):
        for key in ("frag", "stun", "cs", "wp"):
            yield Purchase(f"load.{key}", f"{WEAPONS[key].title} for the M203", _purchased(3), SMALL)
    for key in FREE_RIFLES:
        yield Purchase(f"swap.{key}", f"{WEAPONS[key].title} as his rifle", "free · instead of the one he has", OTHER)
    yield Purchase("leave", "Leave the rifle behind", "free · nothing is refunded", OTHER)
    yield Purchase("radio", "Carry the Patrol Radio", "free · the squad has one", OTHER)
    yield Purchase("lead", "Lead the squad", "free · at least a Sergeant", OTHER)
    for rank in RANKS:
        yield Purchase(f"rank.{rank}", rank, "free · rank", OTHER)


def _price(traits: Traits, key: str) -> str:
    return _purchased(cost(replace(traits, arms=(*traits.arms, _bought(key)))).purchases - cost(traits).purchases)


def _purchased(number: int) -> str:
    return f"{number} Purchase{'' if number == 1 else 's'}" if number else "free"


def _about(weapon: Weapon) -> str:
    damage = f" · damage +{weapon.damage}" if weapon.damage is not None else ""
    return f"{weapon.group.value} · reach {weapon.maximum:g} in{damage}"


def _title(key: str) -> str:
    return WEAPONS[key].title if key in WEAPONS else MELEE[key].title


def offers(draft: SquadDraft, number: int) -> tuple[Purchase, ...]:
    """All steps for one character, those that he may not take with the reason."""
    who = _member(members(draft), number)
    found: list[Purchase] = []
    for each in _purchases(who.traits):
        try:
            apply(draft, number, each.key)
        except RuleViolation as refused:
            found.append(replace(each, refused=f"{refused.message} {refused.citation}"))
        else:
            found.append(each)
    return tuple(found)


def undo(draft: SquadDraft) -> SquadDraft:
    """The newest step taken back. MM-R113."""
    if not draft.steps:
        raise RuleViolation(
            "nothing-to-undo", "Nothing has been chosen yet.", citation="MM-R113", remedy="Choose a character first."
        )
    return replace(draft, steps=draft.steps[:-1])


def finish(draft: SquadDraft) -> UnitPlan:
    """The squad to be raised. Upgrades may be left over. MM-11.1R.1, MM-11.1R.3."""
    squad = members(draft)
    for fault in _faults(draft, squad):
        raise RuleViolation(
            "not-lawful", f"The squad has {fault.words}.", citation=fault.citation, remedy="Change that first."
        )
    nation = _BY_KEY[draft.kind]
    figures = tuple(
        FigurePlan(number, who.rank, role_of(who.traits), dump_traits(who.traits))
        for number, who in enumerate(squad, start=1)
    )
    return UnitPlan(nation.key, nation.nation, nation.side, dump_squad(SquadTraits()), figures)


# ── What the player sees ──────────────────────────────────────────────────────────────────────────────────────────


def view(draft: SquadDraft) -> DraftView:
    """Budget, costs in the book's notation, and a card for everybody as if the squad were alone on its side.
    MM-11.1R.7, MM-R75, MM-2.3T.2, MM-2.3T.3."""
    squad = members(draft)
    spent, left = _spent_and_left(draft, squad)
    cards = deal(_BY_KEY[draft.kind].side)
    shown: list[DraftMember] = []
    for number, who in enumerate(squad, start=1):
        own = [next(cards) for _ in range(2 if Skill.ELITE in who.traits.skills else 1)]
        tag = " ".join(card_sign(card) for card in own)
        shown.append(_shown(number, who, tag))
    found = _faults(draft, squad)
    first, second = draft.dice
    pooled = draft.house.choice("purchases-pool") == "squad"
    return DraftView(
        roll=f"2D6+{NUMBERS.budget}: {first} + {second} + {NUMBERS.budget} = {draft.budget} Upgrades",
        budget=Cost(draft.budget).notation,
        spent=spent.notation,
        left=left.notation,
        members=tuple(shown),
        last=_last(draft),
        missing=found[0].words if found else "",
        notes=(
            f"An Upgrade is {PER_UPGRADE} Purchases, {'pooled for the squad' if pooled else 'each for one character'}; "
            f"at most {NUMBERS.upgrade_limit} Upgrades of a character go to abilities and skills",
        ),
    )


def _spent_and_left(draft: SquadDraft, squad: Sequence[Member]) -> tuple[Cost, Cost]:
    sheets = [who.traits for who in squad]
    if draft.house.choice("purchases-pool") == "character":
        whole = upgrades_spent(sheets, draft.house)
        return Cost(whole), Cost(draft.budget - whole)
    spent = sum((cost(traits) for traits in sheets), Cost())
    return spent, Cost(0, Cost(draft.budget).value - spent.value)


def _shown(number: int, who: Member, tag: str) -> DraftMember:
    traits = who.traits
    return DraftMember(
        number, who.rank, role_of(traits), tag, cost(traits).notation, sheets.in_short(traits), sheets.in_words(traits)
    )


def _last(draft: SquadDraft) -> str:
    """The newest step: "3: Morale +1"."""
    if not draft.steps:
        return ""
    step = draft.steps[-1]
    known = _keys(members(replace(draft, steps=draft.steps[:-1]))[step.number - 1].traits)
    return f"{step.number}: {known[step.key].title}"


DRAFTING: Drafting[SquadDraft] = Drafting(
    title="Random Squad",
    kinds=KINDS,
    begin=begin,
    anew=anew,
    view=view,
    offers=offers,
    apply=apply,
    undo=undo,
    finish=finish,
    drafts=Codec((SquadDraft,)),
)
