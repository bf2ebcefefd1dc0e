"""11.1 A Random Squad in the making: its roll, its steps, and the characters that they come to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules.five56mm.book.profile import ABILITIES, OFFICERS, Gear, Skill, Traits
from rules.five56mm.book.squads import FREE_RIFLES, roll_budget
from rules.five56mm.book.switches import House
from rules.five56mm.book.tables import NUMBERS, WEAPONS, Group
from rules.five56mm.book.weapons import Arm
from rules.five56mm.state import BLACK, RED
from rules.kernel.chance import Chance
from rules.seam.drafting import DraftState, DraftStep
from rules.seam.forces import Organisation


@dataclass(frozen=True, slots=True)
class Nation:
    key: str
    side: str
    nation: str
    locales: tuple[str, ...]
    rifle: str
    """What everybody begins with."""


_LIST = (
    Nation("random-us", BLACK, "United States", ("en_US",), "m16"),
    Nation("random-uk", BLACK, "United Kingdom", ("en_GB",), "m16"),
    Nation("random-russia", BLACK, "Russia", ("ru_RU",), "ak47"),
    Nation("random-somalia", RED, "Somalia", ("ar_AA", "en_KE", "en_US"), "ak47"),
    Nation("random-afghanistan", RED, "Afghanistan", ("fa_IR", "en_US"), "ak47"),
    Nation("random-russia-red", RED, "Russia", ("ru_RU",), "ak47"),
    Nation("random-us-red", RED, "United States", ("en_US",), "m16"),
)
NATIONS = {nation.key: nation for nation in _LIST}

KINDS = tuple(
    Organisation(
        nation.key,
        f"Random Squad ({nation.nation})",
        nation.side,
        nation.nation,
        NUMBERS.squad,
        f"{NUMBERS.squad} men",
        nation.locales,
        "MM-11.1R.1",
        f"Ten characters of your own making, with 2D6+{NUMBERS.budget} Upgrades",
    )
    for nation in _LIST
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadDraft(DraftState):
    """A Random Squad in the making; its steps are "ability.morale", "skill.Medic", "buy.m9", "load.stun", "swap.ak47",
    "leave", "radio", "lead", "rank.Corporal"."""

    dice: tuple[int, int]

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


def start(kind: str, options: tuple[tuple[str, str], ...], chance: Chance) -> SquadDraft:
    """2D6+12 Upgrades for ten characters with an assault rifle each. MM-11.1R.1, MM-11.1R.2, MM-11.1R.3."""
    return SquadDraft(kind=kind, dice=roll_budget(chance).dice, options=options)


# ── The fold of the steps ─────────────────────────────────────────────────────────────────────────────────────────


def members(draft: SquadDraft) -> tuple[Member, ...]:
    """The ten characters. The first leads, the last but one has the free Patrol Radio, until the player says otherwise.
    MM-11.1R.1, MM-11.1R.2, MM-8.0.17, MM-R74, MM-R114."""
    plain = Traits(arms=(Arm(NATIONS[draft.kind].rifle),))
    squad = [Member(plain, "Private")] * NUMBERS.squad
    squad[0] = Member(replace(plain, leader=True), "Sergeant")
    squad[-2] = Member(replace(plain, gear=(Gear.RADIO,)), "Private")
    for step in draft.steps:
        take(squad, step)
    return tuple(squad)


def take(squad: list[Member], step: DraftStep) -> None:
    """Carry a lawful step out on these characters. ValueError for one that there is not."""
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
            traits = replace(traits, arms=(*traits.arms, bought(which)))
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


def bought(key: str) -> Arm:
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
