"""Men and shots as people write them in a field: "3 rifle 80 moved", "4 prone soft", "Smith corporal 60 erect"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from rules.infantry_action.book.casualties import TargetFigure
from rules.infantry_action.book.effect import Means
from rules.infantry_action.book.fire import FigureUnderFire, Firer, Volley
from rules.infantry_action.book.kinds import Charge, Cover, Rank, Weapon
from rules.kernel.violation import RuleViolation

T = TypeVar("T")

ARMS: Mapping[str, Means] = {
    **{weapon.name.lower().replace("_", "-"): weapon for weapon in Weapon},
    **{charge.name.lower(): charge for charge in (Charge.SATCHEL, Charge.MOLOTOV)},
}
COVERS: Mapping[str, Cover] = {
    "open": Cover.OPEN,
    "soft": Cover.SOFT,
    "trench": Cover.TRENCH,
    "building": Cover.BUILDING,
    "hard": Cover.HARD_VEHICLE,
    "bunker": Cover.BUNKER,
}
RANKS: Mapping[str, Rank] = {rank.value.replace(" ", "-"): rank for rank in Rank}

SHOT_WORDS = ("moved", "fresh", "vehicle", "works", "helper", "helpers")
MARK_WORDS = ("erect", "prone", "dashed", "grenading", "entering", "overlapping", "shield", "hatch", "riding")
FIGURE_WORDS = ("erect", "prone", "moving", "firing", "first", "radio", "riding")

MOST_MEN = 200
_DIGITS = 8
"""Of a range."""


def _refuse(text: str, why: str, remedy: str) -> RuleViolation:
    return RuleViolation("unreadable", f"“{text}”: {why}", citation="IA-pot.total", remedy=remedy)


def _known(text: str, words: Iterable[str], known: Iterable[str], example: str) -> None:
    allowed = tuple(known)
    for word in words:
        if word not in allowed:
            raise _refuse(text, f"“{word}” is not known here.", f"Write e.g. “{example}”; words: {', '.join(allowed)}.")


@dataclass(frozen=True, slots=True)
class _Parts:
    count: int
    metres: float | None
    words: tuple[str, ...]


def _parts(text: str, counted: bool, example: str) -> _Parts:
    """A leading count (1 without one), a range, and the words."""
    tokens = text.casefold().split()
    count = 1
    if counted and tokens and tokens[0].isdecimal():
        count = _count(tokens.pop(0))
    if not 1 <= count <= MOST_MEN:
        raise _refuse(text, f"1 to {MOST_MEN} can be given.", f"Write e.g. “{example}”.")
    numbers = [number for token in tokens if (number := _number(token)) is not None]
    if len(numbers) > 1:
        raise _refuse(text, "there is more than one range.", f"Write e.g. “{example}”.")
    words = tuple(token for token in tokens if _number(token) is None)
    return _Parts(count, numbers[0] if numbers else None, words)


def _count(token: str) -> int:
    """A number of men; what is far too long to be one is one too many."""
    return int(token) if len(token) <= len(str(MOST_MEN)) else MOST_MEN + 1


def _number(token: str) -> float | None:
    """A range in metres: digits and at most one point."""
    plain = token.removesuffix("m")
    return float(plain) if plain.replace(".", "", 1).isdecimal() and len(plain) <= _DIGITS else None


_SHOT = "A: 3 rifle 80 moved"


def shots(text: str) -> tuple[str, tuple[Firer, ...]]:
    """ "A: 3 rifle 80 moved": the group, and one firer a weapon. Raises RuleViolation."""
    group, colon, rest = text.rpartition(":")
    parts = _parts(rest if colon else text, counted=True, example=_SHOT)
    arms = [word for word in parts.words if word in ARMS]
    others = [word for word in parts.words if word not in ARMS]
    if len(arms) != 1:
        raise _refuse(text, "one weapon must be named.", f"Write e.g. “{_SHOT}”; weapons: {', '.join(ARMS)}.")
    _known(text, others, SHOT_WORDS, _SHOT)
    if parts.metres is None:
        raise _refuse(text, "the range is missing.", f"Write e.g. “{_SHOT}”.")
    shot = Firer(
        ARMS[arms[0]],
        parts.metres,
        helpers=2 if "helpers" in others else int("helper" in others),
        moved="moved" in others,
        fresh="fresh" in others,
        from_moving_vehicle="vehicle" in others,
        at_works="works" in others,
    )
    return group.strip() or "firers", (shot,) * parts.count


def volleys(texts: Iterable[str], men: Iterable[str], *, blind: bool = False, average: bool = False) -> list[Volley]:
    """The firing groups in the order in which they are named. `men`: "A 8", the men of each; without it those who fire
    with their helpers. Raises RuleViolation."""
    groups: dict[str, list[Firer]] = {}
    for text in texts:
        group, fired = shots(text)
        groups.setdefault(group, []).extend(fired)
    strength = _strengths(men, groups)
    found: list[Volley] = []
    for group, fired in groups.items():
        firing = sum(1 + shot.helpers for shot in fired)
        found.append(Volley(group, tuple(fired), strength.get(group, firing), firing, blind=blind, average=average))
    return found


def _strengths(texts: Iterable[str], groups: Mapping[str, object]) -> dict[str, int]:
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.strip().rpartition(" ")
        group = name.strip().removesuffix(":") or (next(iter(groups)) if len(groups) == 1 else "")
        if not number.isdecimal() or _count(number) > MOST_MEN or group not in groups:
            raise _refuse(text, "that isn't a firing group with its men.", "Write the group's name and its men: “A 8”.")
        found[group] = int(number)
    return found


_MARK = "4 prone soft"


def marks(text: str) -> tuple[FigureUnderFire, ...]:
    """ "4 prone soft": figures of the target; erect in the open unless said otherwise. Raises RuleViolation."""
    parts = _parts(text, counted=True, example=_MARK)
    _known(text, parts.words, (*COVERS, *MARK_WORDS), _MARK)
    said = set(parts.words)
    mark = FigureUnderFire(
        _one(text, parts.words, COVERS, Cover.OPEN, _MARK),
        erect="prone" not in said,
        dashed="dashed" in said,
        grenading="grenading" in said,
        entering="entering" in said,
        overlapping="overlapping" in said,
        shielded="shield" in said,
        partly_inside="hatch" in said,
        riding="riding" in said,
    )
    return (mark,) * parts.count


def _one(text: str, words: Iterable[str], among: Mapping[str, T], default: T, example: str) -> T:
    named = [among[word] for word in words if word in among]
    if len(named) > 1:
        raise _refuse(text, "two things are said of which only one can be.", f"Write e.g. “{example}”.")
    return named[0] if named else default


_FIGURE = "Smith corporal 60 erect firing soft"


def figure(text: str) -> TargetFigure:
    """ "Smith corporal 60 erect firing soft": a figure that can be hit. Raises RuleViolation."""
    name, _, rest = text.strip().partition(" ")
    parts = _parts(rest, counted=False, example=_FIGURE)
    _known(text, parts.words, (*RANKS, *COVERS, *FIGURE_WORDS), _FIGURE)
    said = set(parts.words)
    if not name:
        raise _refuse(text, "the figure has no name.", f"Write e.g. “{_FIGURE}”.")
    return TargetFigure(
        name,
        erect=bool(said & {"erect", "riding"}),
        moving="moving" in said,
        firing="firing" in said,
        cover=_one(text, parts.words, COVERS, Cover.OPEN, _FIGURE),
        rank=_one(text, parts.words, RANKS, Rank.PRIVATE, _FIGURE),
        metres=parts.metres or 0,
        first="first" in said,
        radio="radio" in said,
        vehicle="vehicle" if "riding" in said else "",
    )
