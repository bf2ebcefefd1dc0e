"""Names as people write them: what they are compared by, and the characters in them that do not show what they are.

Two names are the same name when they fold to the same text, whatever the capitals ("ÄCKER", "äcker"), the widths
("Ｍill", "Mill") and the spaces; what one reads is then what one finds. A name that only looks like another, or that
looks like nothing, is found out by `fault_in`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

_SELECTORS = re.compile("[\ufe00-\ufe0f]")
"""How the character before them is to be drawn, in colour or not: no part of a name."""
_BLANKS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that show nothing although Unicode counts them among letters, marks and symbols."""
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_SHOWING = "LNPS"
MOST_MARKS = 3
"""Accents over one letter."""
_ALIKE = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC", "LISU")
"""Alphabets with letters that look like those of another."""
_LOOKS = {
    **dict(zip("авекмнорстухіјѕԁһӏԛԝѵ", "abekmhopctyxijsdhlqwv", strict=True)),
    **dict(zip("αβεζηικμνορτυχ", "abezhikmnoptyx", strict=True)),
}
"""Cyrillic and Greek letters by the Latin one that they, or their capitals, pass for."""


def tidy(name: str) -> str:
    """A name as it is kept: in ordinary letters (NFKC), with single spaces, without marks for emoji."""
    return " ".join(unicodedata.normalize("NFKC", _SELECTORS.sub("", name)).split())


@lru_cache(4096)
def folded(name: str) -> str:
    """What a name is compared by: `casefold` after NFKC, single spaces.

    >>> folded("  Ｍill   CELL ") == folded("mill cell")
    True
    >>> folded("ÄCKER") == folded("äcker") == folded("A\u0308cker")
    True
    """
    return tidy(tidy(name).casefold())


def looks(name: str) -> str:
    """What a name is taken for at a glance: as `folded`, with Cyrillic and Greek letters as the Latin ones that they
    resemble.

    >>> looks("АСЕ") == looks("Ace")
    True
    """
    return "".join(_LOOKS.get(letter, letter) for letter in folded(name))


def same(one: str, other: str) -> bool:
    """Whether two people mean the same name."""
    return folded(one) == folded(other)


def fault_in(name: str) -> str:
    """What is wrong with the characters of a tidy name, as a sentence; empty where nothing is: something unseen or that
    turns the direction of writing, letters of two alphabets in one word, nothing to see at all."""
    for character in name:
        if character in _BLANKS or unicodedata.category(character) in _UNSEEN:
            return f"It holds a character that cannot be seen: {_called(character)}."
    if not any(unicodedata.category(character)[0] in _SHOWING for character in name):
        return "There is nothing in it that could be seen."
    runs = (len(list(run)) for mark, run in groupby(map(unicodedata.combining, name), bool) if mark)
    if max(runs, default=0) > MOST_MARKS:
        return f"A letter has more than {MOST_MARKS} accents."
    for word in re.findall(r"[^\W\d_]+", name):
        strange = _strangers(word)
        if strange:
            return f"“{word}” mixes alphabets that look alike: {_called(strange)} is not the letter that it looks like."
    return ""


def revealed(text: str) -> str:
    """The text with every unseen character in place of itself as its number: "Mill⟨U+200B⟩". New lines stay; so do the
    joiners of emoji and of scripts that need them."""
    if text.isprintable() and _BLANKS.isdisjoint(text):
        return text
    return "".join(_shown(character) for character in text)


def free(wanted: str, taken: Iterable[str], most: int = 80) -> str:
    """The name that is wanted, or that with the first number (2, 3 …) that nobody in `taken` bears."""
    used = {looks(name) for name in taken}
    candidates = (wanted, *(f"{wanted[: most - 6].rstrip()} {number}" for number in range(2, len(used) + 3)))
    return next(name for name in candidates if looks(name) not in used)


def _shown(character: str) -> str:
    kept = character in "\n\r\t\u200c\u200d" or not (
        character in _BLANKS or unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp")
    )
    return character if kept else f"⟨U+{ord(character):04X}⟩"


def _called(character: str) -> str:
    return f"U+{ord(character):04X} ({unicodedata.name(character, 'no character')})"


def _strangers(word: str) -> str:
    """The first letter of a word that belongs to another of the alike alphabets than most of its letters; "": none."""
    of = [(letter, _alphabet(letter)) for letter in word]
    known = [alphabet for _, alphabet in of if alphabet]
    if len(set(known)) < 2:
        return ""
    usual = max(sorted(set(known)), key=lambda alphabet: (known.count(alphabet), alphabet == "LATIN"))
    return next(letter for letter, alphabet in of if alphabet and alphabet != usual)


def _alphabet(letter: str) -> str:
    first = unicodedata.name(letter, "").partition(" ")[0]
    return first if first in _ALIKE else ""
