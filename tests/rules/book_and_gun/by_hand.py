"""Reads a case that was worked by hand, asks it, and says what differs."""

from __future__ import annotations

import re

from rules.book_and_gun.resolve import RESOLUTIONS, resolve
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation

FORMS = {form.name(): form for form in RESOLUTIONS}
NAMES = {
    action: sorted({name.replace("_", " ") for name in form.model_fields}, key=len, reverse=True)
    for action, form in FORMS.items()
}
_WORDS: dict[str, object] = {"yes": True, "no": False, "none": None}


def split(text: str) -> list[str]:
    """The cases of a text, one a line."""
    whole = re.sub(r"\n {10,}", " ", text)
    return [line.strip() for line in whole.strip().splitlines()]


def differing(action: str, case: str) -> list[str]:
    """What the program gives otherwise than the case."""
    facts, script, expected = (part.strip() for part in f"{case} | ".split("|")[:3])
    dice = [f"d6:{each}" if each.isdigit() else each for each in script.split()]
    chance = Scripted(",".join(dice))
    form = FORMS[action].model_validate(dict(_pair(each, NAMES[action]) for each in _parts(facts)))
    try:
        outcome = resolve(form, chance).outcome
        chance.finish()
    except RuleViolation as violation:
        got = f"refused {violation.code}"
        return [] if got == expected else [f"{got}, by hand {expected}"]
    named = {key.replace("_", " "): value for key, value in outcome.items()}
    by_hand = dict(_pair(each, sorted(named, key=len, reverse=True)) for each in _parts(expected))
    return [
        f"{key}: {named.get(key)}, by hand {value}"
        for key, value in by_hand.items()
        if _plain(named.get(key.replace("_", " "))) != value
    ]


def _parts(text: str) -> list[str]:
    """Split at the commas that stand in no list."""
    return [part.strip() for part in re.split(r",(?![^\[]*\])", text) if part.strip()]


def _pair(text: str, names: list[str]) -> tuple[str, object]:
    name = next((name for name in names if text.startswith(f"{name} ")), text.partition(" ")[0])
    return name.replace(" ", "_"), _value(text[len(name) :].strip())


def _value(word: str) -> object:
    if word.startswith("["):
        return [_value(each.strip()) for each in word[1:-1].split(";") if each.strip()]
    if word in _WORDS:
        return _WORDS[word]
    return float(word) if re.fullmatch(r"-?[0-9.]+", word) else word


def _plain(value: object) -> object:
    return list(value) if isinstance(value, (tuple, list)) else value
