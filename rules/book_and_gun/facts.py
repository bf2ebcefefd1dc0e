"""Facts of the tabletop: the umpire's ruling, else what was declared, else what is measured, else a default.

A fact is asked for by name and by its subjects (who acts, at whom). Every question answers with the value and the
`Fact` to be recorded in the event, or raises RuleViolation "fact-missing" that names the option to give.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.book_and_gun.state import State, Value
from rules.facts import Fact, Source
from rules.violation import RuleViolation

V = TypeVar("V", str, float, bool)


def ruled(state: State, name: str, *subjects: str) -> Value | None:
    """What the umpire ruled for these subjects: the ruling that names most of them, the latest of equals."""
    best: tuple[int, Value] | None = None
    for ruling in state.rulings:
        if ruling.name != name or (ruling.until is not None and ruling.until < state.turn):
            continue
        if ruling.subjects != subjects[: len(ruling.subjects)]:
            continue
        if best is None or len(ruling.subjects) >= best[0]:
            best = (len(ruling.subjects), ruling.value)
    return best[1] if best else None


def number(
    state: State,
    name: str,
    *subjects: str,
    declared: float | None = None,
    measured: Callable[[], float | None] | None = None,
    default: float | None = None,
    unit: str = "in",
) -> tuple[float, Fact]:
    """A number with its unit. A measured one is rounded to hundredths for the record only."""
    word = ruled(state, name, *subjects)
    if isinstance(word, int | float) and not isinstance(word, bool):
        return float(word), Fact(name, float(word), Source.RULING, unit)
    value, source = _settle(name, declared, measured, default)
    return value, Fact(name, round(value, 2), source, unit)


def flag(
    state: State,
    name: str,
    *subjects: str,
    declared: bool | None = None,
    measured: Callable[[], bool | None] | None = None,
    default: bool | None = None,
) -> tuple[bool, Fact]:
    """Yes or no."""
    word = ruled(state, name, *subjects)
    if isinstance(word, bool):
        return word, Fact(name, word, Source.RULING)
    value, source = _settle(name, declared, measured, default)
    return value, Fact(name, value, source)


def word(
    state: State,
    name: str,
    *subjects: str,
    declared: str | None = None,
    measured: Callable[[], str | None] | None = None,
    default: str | None = None,
) -> tuple[str, Fact]:
    """One word of several ("rough", "III")."""
    said = ruled(state, name, *subjects)
    if said is not None and not isinstance(said, bool):
        return str(said), Fact(name, str(said), Source.RULING)
    value, source = _settle(name, declared, measured, default)
    return value, Fact(name, value, source)


def _settle(
    name: str, declared: V | None, measured: Callable[[], V | None] | None, default: V | None
) -> tuple[V, Source]:
    if declared is not None:
        return declared, Source.DECLARED
    found = measured() if measured else None
    if found is not None:
        return found, Source.MEASURED
    if default is not None:
        return default, Source.DEFAULT
    raise RuleViolation(
        "fact-missing",
        f"The rules need to know: {name}. There is no table that could be measured, and nobody has said.",
        remedy=f"Give the option “{name}”, or ask the umpire to rule it.",
    )


def read(text: str) -> Value:
    """A ruling as an umpire writes it: a number, yes or no, or a word."""
    plain = text.strip().lower()
    if plain in ("yes", "true", "y"):
        return True
    if plain in ("no", "false", "n"):
        return False
    try:
        value = float(plain.removesuffix("inches").removesuffix("in").removesuffix('"').strip())
    except ValueError:
        return text.strip()
    return value if abs(value) < 1e6 else text.strip()
