"""Words that every rule set's telling shares: lists, counts, lengths, dice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from rules.kernel.facts import plain

UNSEEN = "an unseen enemy"
_ONE = frozenset(
    {
        "atlas", "canvas", "chaos", "christmas", "corps", "cosmos", "gas", "headquarters", "hercules", "kansas", "lens",
        "mars", "news", "series", "species", "texas", "vickers",
    }
)  # fmt: skip
"""Words that end in s and are no plurals."""
_BEHIND = re.compile(r"\s+(?:at|behind|from|in|of|on|with)\s+")
"""What stands behind these tells of the one before it."""
_VERBS = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
_SECOND = re.compile(r"\b(and) (cannot|finds|gets|goes|has|is|loses|routs|sees|stands|takes|turns)\b")
"""A second thing that the subject of a sentence does."""
_IT = re.compile(r"\bit (did|does|halts|has|is|kept|lost|may|must|stays)\b( its\b)?")
_ITS = re.compile(r"\bits\b")
_WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def listed(names: Sequence[str], nobody: str = "nobody") -> str:
    """ "A, B and C".

    >>> listed(["A", "B", "C"]), listed(["A"]), listed([])
    ('A, B and C', 'A', 'nobody')
    """
    if len(names) < 2:
        return names[0] if names else nobody
    return f"{', '.join(names[:-1])} and {names[-1]}"


def by_stem(names: Sequence[str]) -> str:
    """Names that end in a number, each stem once, in the order in which the stems come.

    >>> by_stem(["West 1", "Sgt Hart", "West 3", "West 5"]), by_stem(["West 1"])
    ('West 1, 3 and 5; Sgt Hart', 'West 1')
    """
    stems: dict[str, list[str]] = {}
    for name in names:
        stem, _, number = name.rpartition(" ")
        if stem and number.isdigit():
            stems.setdefault(stem, []).append(number)
        else:
            stems.setdefault(name, [])
    each = [f"{stem} {listed(numbers)}" if numbers else stem for stem, numbers in stems.items()]
    return "; ".join(each)


def plural(count: float, one: str, several: str = "") -> str:
    """The word for so many, a noun or a verb: `one` for 1, else `several`, which is `one` with an s unless it is given.

    >>> plural(1, "figure"), plural(0, "figure"), plural(2, "man", "men"), plural(2, "goes", "go")
    ('figure', 'figures', 'men', 'go')
    """
    return one if count == 1 else several or f"{one}s"


@cache
def are_several(name: str) -> bool:
    """Whether a side's or unit's name is a plural, by its last word before "of", "from" and the like. No abbreviation
    is, no possessive, nothing with a number behind it; and no word that ends in s by itself.

    >>> are_several("Maxim guns"), are_several("The herdsmen"), are_several("1st Company"), are_several("Maxim guns 2")
    (True, True, False, False)
    >>> are_several("1st Corps"), are_several("Chorus"), are_several("Oasis"), are_several("HMS"), are_several("Kit's")
    (False, False, False, False, False)
    >>> are_several("Men from the mill"), are_several("Squadron of Uhlans")
    (True, False)
    """
    words = _BEHIND.split(name, maxsplit=1)[0].split()
    word = words[-1] if words else ""
    last = word.casefold()
    if last in _ONE or (word.isupper() and len(word) > 1) or last.endswith(("'s", "’s")):
        return False
    return last.endswith(("men", "people", "s")) and not last.endswith(("ss", "us", "is"))


def agreeing(text: str, names: Iterable[str]) -> str:
    """A sentence whose subject is one of these names, all of them plurals, with its verbs and pronouns in the plural.

    >>> agreeing("Maxim guns takes a terror marker", ["Maxim guns"])
    'Maxim guns take a terror marker'
    >>> agreeing("The guards hesitates: it stays where it is", ["The guards"])
    'The guards hesitate: they stay where they are'
    >>> agreeing("Riders is shaken: it lost its nerve", ["Riders"])
    'Riders are shaken: they lost their nerve'
    >>> agreeing("1st Company takes Maxim guns", ["Maxim guns"])
    '1st Company takes Maxim guns'
    >>> agreeing("Cousins with a lorry routs", ["Cousins", "Cousins with a lorry"])
    'Cousins with a lorry rout'
    """
    for name in sorted(names, key=len, reverse=True):  # "Cousins with a lorry" before "Cousins"
        if not text.casefold().startswith(f"{name.casefold()} "):
            continue
        subject, verb, rest = text[: len(name)], *text[len(name) + 1 :].partition(" ")[::2]
        if _several(verb) == verb and verb not in _VERBS.values():
            return text
        rest = _rest(rest)
        return f"{subject} {_several(verb)}" + (f" {rest}" if rest else "")
    return text


def _rest(text: str) -> str:
    """What follows the verb. Behind a colon it is about the subject only where nobody else is named before: "fires at
    2nd Company: it is pinned"."""
    said, colon, more = text.partition(":")
    other = " at " in f" {said}"
    said = _SECOND.sub(lambda found: f"{found[1]} {_several(found[2])}", _ITS.sub("their", said))
    return "".join(part if part is more and other else _IT.sub(_they, part) for part in (said, colon, more))


def _they(found: re.Match[str]) -> str:
    """ "they lost their", of "it lost its"."""
    return f"they {_several(found[1])}{' their' if found[2] else ''}"


def _several(verb: str) -> str:
    """The plural of a verb in the third person; another word as it is. A colon or comma behind it stays."""
    word = verb.rstrip(",:;.")
    mark = verb[len(word) :]
    if word in _VERBS:
        return f"{_VERBS[word]}{mark}"
    if not word.islower() or not word.isalpha() or not word.endswith("s") or word.endswith(("ss", "us")):
        return verb
    if word.endswith("ies"):
        return f"{word[:-3]}y{mark}"
    return f"{word[:-2] if word.endswith(('ches', 'shes', 'sses', 'xes', 'zzes')) else word[:-1]}{mark}"


def within(name: str) -> str:
    """A side's or unit's name in the middle of a sentence.

    >>> within("The Poles"), within("Theodor's guns")
    ('the Poles', "Theodor's guns")
    """
    return f"the {name[4:]}" if name.startswith("The ") else name


def with_article(word: str) -> str:
    """The word with "a" or "an" before it, by its first letter.

    >>> with_article("rifleman"), with_article("assault rifleman"), with_article("SMG")
    ('a rifleman', 'an assault rifleman', 'an SMG')
    """
    spelled = (len(word) > 1 and word[:2].isupper()) or (len(word) > 1 and word[0].isupper() and not word[1].isalpha())
    vowel = word[:1].upper() in "AEFHILMNORSX" if spelled else word[:1].lower() in "aeiou"
    return f"{'an' if vowel else 'a'} {word}"


def those_that_hold(*words: tuple[str, object]) -> list[str]:
    """Of words, each with what it says, those that are so, in their order.

    >>> those_that_hold(("routing", False), ("pinned", True), ("terror", 2))
    ['pinned', 'terror']
    """
    return [word for word, holds in words if holds]


def counted(count: float, one: str, several: str = "", none: str = "0") -> str:
    """A number with its word. `several`: as in `plural`; `none`: what stands for 0.

    >>> counted(1, "figure"), counted(7, "man", "men"), counted(2.5, "turn"), counted(0, "hit", none="no")
    ('1 figure', '7 men', '2.5 turns', 'no hits')
    """
    shown = none if not count else str(count) if isinstance(count, int) else f"{count:g}"
    return f"{shown} {plural(count, one, several)}"


def inches(length: float) -> str:
    """ "5 in", "3.9 in": to the tenth that one can measure on a table.

    >>> inches(5.0), inches(3.94)
    ('5 in', '3.9 in')
    """
    return f"{plain(round(length, 1))} in"


def total(dice: Sequence[int], sides: int = 6) -> str:
    """ "3D6: 5, 3, 1 = 9".

    >>> total((5, 3, 1)), total((5,)), total(())
    ('3D6: 5, 3, 1 = 9', '1D6: 5', '')
    """
    if not dice:
        return ""
    shown = f"{len(dice)}D{sides}: {', '.join(map(str, dice))}"
    return shown if len(dice) == 1 else f"{shown} = {sum(dice)}"


def capital(text: str) -> str:
    """With its first letter a capital, the rest as it is.

    >>> capital("an unseen enemy"), capital("")
    ('An unseen enemy', '')
    """
    return text[:1].upper() + text[1:]


def compass(direction: float) -> str:
    """ "north-east": the nearest of eight winds.

    >>> compass(50.0), compass(350.0)
    ('north-east', 'north')
    """
    return _WINDS[round(direction / 45.0) % 8]
