"""Words that every rule set's telling shares: lists, counts, lengths, dice."""

from __future__ import annotations

from collections.abc import Sequence

from rules.facts import plain

UNSEEN = "an unseen enemy"
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


def are_several(name: str) -> bool:
    """Whether a side's or unit's name is a plural, by its last word.

    >>> are_several("Maxim guns"), are_several("The herdsmen"), are_several("1st Company"), are_several("Chorus")
    (True, True, False, False)
    """
    last = name.split()[-1].casefold() if name.strip() else ""
    return last.endswith(("men", "people", "s")) and not last.endswith(("ss", "us"))


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
