"""Bases, guns, vehicles and cars as campaigns keep them: one type of element for each card. RA-def.base.1, RA-R04"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict

from rules.red_actions.book.cards import BOOK_PACK
from rules.red_actions.book.kinds import Arm
from rules.red_actions.book.pack import TroopCard
from rules.red_actions.forces.traits import ElementTraits, dump_element
from rules.seam.forces import ElementKind, ElementType


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Sizes(_Part):
    own: tuple[int, ...]
    any: tuple[int, ...]
    mg: tuple[int, ...]
    tachanka: tuple[int, ...]
    gun: tuple[int, ...]
    mortar: tuple[int, ...]
    cart: tuple[int, ...]


class Stiffened(_Part):
    sizes: tuple[int, ...]


class Train(_Part):
    title: str
    cars: tuple[str, ...]


class Staff(_Part):
    post: str
    rank: Literal[1, 2, 3]
    general: bool = False


class ArmyWords(_Part):
    """What an army calls its officers. `seniors`: lowest first."""

    locales: tuple[str, ...]
    foot: str
    horse: str
    leader: str
    seniors: tuple[str, str, str]

    def junior(self, arm: Arm) -> str:
        return self.horse if arm.cavalry else self.foot


class VehicleSheet(_Part):
    men: dict[Arm, int]
    kinds: dict[Literal["gun", "vehicle"], tuple[Arm, ...]]
    sizes: Sizes
    stiffened: Stiffened
    train: dict[str, Train]
    staff: dict[str, Staff]
    army: dict[str, ArmyWords]


def _load() -> VehicleSheet:
    text = files("rules.red_actions.forces").joinpath("organisations.toml").read_text("utf-8")
    return VehicleSheet.model_validate(tomllib.loads(text))


SHEET = _load()


def kind_of(arm: Arm) -> ElementKind:
    """As what a campaign keeps a base of that kind of troops."""
    for kind, arms in SHEET.kinds.items():
        if arm in arms:
            return ElementKind(kind)
    return ElementKind.BASE


def men_of(arm: Arm) -> int:
    """Men that a base at full strength stands for."""
    return SHEET.men[arm]


def element_type(card: TroopCard) -> ElementType:
    traits = dump_element(ElementTraits(card.id))
    return ElementType(card.id, kind_of(card.arm), card.name, traits, men_of(card.arm))


ELEMENT_TYPES: tuple[ElementType, ...] = tuple(
    element_type(card) for card in BOOK_PACK.cards if card.arm is not Arm.OFFICER
)
BY_KEY = {each.key: each for each in ELEMENT_TYPES}
