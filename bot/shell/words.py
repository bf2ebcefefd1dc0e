"""Words as people type them: spaces, hyphens or underscores, capitals or not, are all the same."""

from __future__ import annotations

from collections.abc import Sequence

_ROMAN = {"1": "I", "2": "II", "3": "III", "4": "IV"}


def squeezed(word: str) -> str:
    """ "Third-World", "third_world" and "THIRD WORLD" all give "thirdworld"; a sign in front of a number stays."""
    word = word.strip().casefold()
    sign = word[:1] if word[:1] in ("-", "+") and word[1:2].isdigit() else ""
    return sign + "".join(letter for letter in word if not letter.isspace() and letter not in "-_")


def chosen(word: str, choices: Sequence[str]) -> str | None:
    """The choice that was meant, None for none of them. Classes may be given as figures: "2" for "II"; the beginning
    of a single choice is enough: "low" for "Low Light"."""
    if word in choices:
        return word
    said = squeezed(word)
    found = next((choice for choice in choices if squeezed(choice) == said), None)
    roman = _ROMAN.get(said)
    if found is None and roman in choices:
        return roman
    begun = [choice for choice in choices if len(said) > 1 and squeezed(choice).startswith(said)]
    return begun[0] if found is None and len(begun) == 1 else found
