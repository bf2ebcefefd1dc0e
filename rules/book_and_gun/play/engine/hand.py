"""The umpire's hand: he wounds, kills, heals, steadies, gives and takes as the story demands. What he does is on the
record with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.battle.hand import (
    AMMUNITION,
    Subject,
    exchanged,
    has_enough,
    has_it,
    has_none,
    no_such_thing,
    on_record,
)  # fmt: skip
from rules.book_and_gun.actions.hand import THINGS, Give, Heal, Kill, Steady, Take, Wound
from rules.book_and_gun.book.arms import arm
from rules.book_and_gun.book.explosives import STORES
from rules.book_and_gun.events.battle import FigureFell, FigureHealed
from rules.book_and_gun.events.combat import MoraleChanged
from rules.book_and_gun.events.hand import KitChanged
from rules.book_and_gun.play.turn.sequence import find_figure, find_unit
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, FigureTraits, Morale, Munitions, Status, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.changing import replace
from rules.kernel.event import Event
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.language.words import counted


def wound(state: State, action: Wound, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    if not figure.fit:
        raise RuleViolation("not-fit", f"{figure.name} is {figure.status}.", remedy="Choose somebody who is fit.")
    fell = FigureFell(unit=unit.id, figure=figure.id, status=Status.WOUNDED, cause="umpire", audience=_heard(unit))
    return [on_record(action, _subject(unit, figure), "wounded"), fell]


def kill(state: State, action: Kill, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    if not figure.on_field:
        raise RuleViolation(Why.NOT_THERE, f"{figure.name} is {figure.status}.", remedy="Choose another figure.")
    fell = FigureFell(unit=unit.id, figure=figure.id, status=Status.KILLED, cause="umpire", audience=_heard(unit))
    return [on_record(action, _subject(unit, figure), "killed"), fell]


def heal(state: State, action: Heal, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    if figure.status is not Status.WOUNDED:
        raise RuleViolation(
            Why.NOT_WOUNDED,
            f"{figure.name} is {figure.status}.",
            remedy="Choose somebody who is wounded; restore brings back whoever is out.",
        )
    healed = FigureHealed(unit=unit.id, figure=figure.id, reason="umpire", audience=_heard(unit))
    return [on_record(action, _subject(unit, figure), "healed"), healed]


def steady(state: State, action: Steady, by: Actor) -> list[Event]:
    unit = find_unit(state, action.unit)
    if unit.morale is Morale.STEADY:
        raise RuleViolation(Why.IS_STEADY, f"{unit.name} is steady.", remedy="Choose one that is pinned or shaken.")
    changed = MoraleChanged(unit=unit.id, morale=Morale.STEADY, reason="the umpire's word", audience=_heard(unit))
    return [on_record(action, Subject(unit.id, unit.side, unit.name, unit.name, _heard(unit)), "steadied"), changed]


def give(state: State, action: Give, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    return _changed(unit, figure, _given(unit, figure, action.what, action.number), action)


def take(state: State, action: Take, by: Actor) -> list[Event]:
    unit, figure = find_figure(state, action.figure)
    return _changed(unit, figure, _taken(unit, figure, action.what, action.number), action)


def _changed(unit: Unit, figure: Figure, kit: _Kit, action: Give | Take) -> list[Event]:
    changed = KitChanged(
        unit=unit.id,
        figure=figure.id,
        what=kit.what,
        given=isinstance(action, Give),
        traits=kit.traits,
        empty=kit.empty,
        munitions=kit.munitions,
    )
    return exchanged(action, _subject(unit, figure), changed)


def _subject(unit: Unit, figure: Figure) -> Subject:
    full = f"{figure.rank} {figure.name} ({unit.name})".strip()
    return Subject(unit.id, unit.side, figure.name, full, _heard(unit))


def _heard(unit: Unit) -> tuple[SideId, ...] | None:
    """Who may know of it: its own side, while it is concealed. None: everybody."""
    return (unit.side,) if unit.concealed else None


# ── Kit ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Kit:
    """What a figure carries, and his unit's rounds, after `what` has been given or taken."""

    what: str
    traits: FigureTraits
    empty: tuple[str, ...]
    munitions: Munitions


HIDDEN = "hidden "
"""What begins so is hidden with somebody, and a search may find it: "hidden letters". BG-XIII.9.1"""
_WORN: dict[str, tuple[str, str | bool]] = {
    "body armour": ("body_armour", "modern"),
    "flak jacket": ("body_armour", "flak"),
    "infrared": ("night_vision", "infrared"),
    "thermal": ("night_vision", "thermal"),
    "laser aiming": ("laser_aiming", True),
    "engineer": ("engineer", True),
    "engineering": ("engineer", True),
    "detector": ("detector", True),
    "radar": ("radar", True),
    "a detector": ("detector", True),
    "radio": ("radio", "personal"),
    "a radio": ("radio", "personal"),
    "personal radio": ("radio", "personal"),
    "squad radio": ("radio", "squad"),
    "platoon radio": ("radio", "platoon"),
}
"""Which trait each thing is, and what it is then."""
_NOTHING: dict[str, str | bool] = {
    "body_armour": "none",
    "night_vision": "none",
    "laser_aiming": False,
    "engineer": False,
    "detector": False,
    "radar": False,
    "radio": "none",
}
_Round = Literal[
    "laws", "hand_grenades", "rifle_grenades", "smoke_grenades", "flash_bangs", "claymores", "c4", "ieds",
    "booby_traps", "land_mines", "vehicle_mines", "stakes", "shaped_charges", "trip_flares", "sensors",
]  # fmt: skip
_ROUNDS: dict[str, _Round] = {
    "law": "laws",
    "hand grenade": "hand_grenades",
    "grenade": "hand_grenades",
    "rifle grenade": "rifle_grenades",
    "smoke grenade": "smoke_grenades",
    "flash bang": "flash_bangs",
    **STORES,
}


def _given(unit: Unit, figure: Figure, what: str, number: int) -> _Kit:
    word, traits, rounds = folded(what), figure.traits, unit.munitions
    if word in AMMUNITION:
        if not figure.empty:
            raise has_enough(_subject(unit, figure))
        return _Kit("ammunition", traits, (), rounds)
    if word in _WORN:
        trait, value = _WORN[word]
        if getattr(traits, trait) == value:
            raise has_it(_subject(unit, figure))
        return _Kit(_thing(word), replace(traits, **{trait: value}), figure.empty, rounds)
    if (kind := _rounds(word)) is not None:
        now = getattr(rounds, kind) + number
        return _Kit(_counted(kind, number), traits, figure.empty, replace(rounds, **{kind: now}))
    if word.startswith(HIDDEN):
        return _Kit(word, replace(traits, hides=what.strip()[len(HIDDEN) :]), figure.empty, rounds)
    key = _weapon(what)
    if key in traits.weapons:
        raise RuleViolation(Why.HAS_IT, f"{figure.name} has one already.", remedy="Give him ammunition, or another.")
    return _Kit(f"a {key}", replace(traits, weapons=(*traits.weapons, key)), figure.empty, rounds)


def _taken(unit: Unit, figure: Figure, what: str, number: int) -> _Kit:
    word, traits, rounds = folded(what), figure.traits, unit.munitions
    missing = has_none(_subject(unit, figure), what)
    if word in AMMUNITION:
        if set(figure.empty) >= set(traits.weapons):
            raise missing
        return _Kit("all ammunition", traits, traits.weapons, rounds)
    if word in _WORN:
        trait, value = _WORN[word]
        plain = word in ("radio", "a radio") and traits.radio != "none"
        if getattr(traits, trait) != value and not plain:
            raise missing
        return _Kit(_thing(word), replace(traits, **{trait: _NOTHING[trait]}), figure.empty, rounds)
    if (kind := _rounds(word)) is not None:
        left = getattr(rounds, kind) - number
        if left < 0:
            raise RuleViolation(
                Why.HAS_NONE, f"{unit.name} has {_counted(kind, left + number)}.", remedy="Take no more than that."
            )
        return _Kit(_counted(kind, number), traits, figure.empty, replace(rounds, **{kind: left}))
    if word.startswith(HIDDEN):
        if not traits.hides:
            raise missing
        return _Kit(f"hidden {traits.hides}", replace(traits, hides=""), figure.empty, rounds)
    key = _weapon(what)
    if key not in traits.weapons:
        raise missing
    weapons = tuple(own for own in traits.weapons if own != key)
    empty = tuple(own for own in figure.empty if own != key)
    return _Kit(f"his {key}", replace(traits, weapons=weapons), empty, rounds)


def _rounds(word: str) -> _Round | None:
    return _ROUNDS.get(word) or _ROUNDS.get(word.removesuffix("s"))


def _counted(kind: str, number: int) -> str:
    one = {"laws": "LAW"}.get(kind, kind.removesuffix("s").replace("_", " "))
    return counted(number, one)


def _thing(word: str) -> str:
    return {"radio": "a radio", "infrared": "infrared sights", "thermal": "thermal sights"}.get(word, word)


def _weapon(what: str) -> str:
    try:
        return arm(what).key
    except RuleViolation as unknown:
        raise no_such_thing(what, unknown, THINGS) from None
