"""Names for people, by the nation's locales: Faker draws them, from injected entropy.

Rosters are read by people of every tongue, so names come in Latin letters: Cyrillic is transcribed, and for scripts
that leave the vowels out there are lists (names.toml) or a neighbouring locale that is written in Latin letters.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import cast

from faker import Faker
from faker.config import AVAILABLE_LOCALES

from campaigns.clock import Entropy
from rules.language.naming import free
from rules.seam.forces import Organisation

_LATIN_NEIGHBOUR = {"ar": "fr_DZ", "fa": "fa_IR", "ps": "ps_AF", "ur": "en_PK", "hi": "en_IN", "en_AF": "ps_AF"}
_FALLBACK = "en_US"
_ROMANIZED = ("ja_JP", "zh_CN", "zh_TW")
_CYRILLIC = {
    **dict(zip("абвгґдезиіклмнопрстуфыэъь", "abvggdezyiklmnoprstufye__", strict=True)),
    **{"ё": "yo", "є": "ye", "ж": "zh", "и": "i", "ї": "yi", "й": "y", "х": "kh", "ц": "ts", "ч": "ch"},
    **{"ш": "sh", "щ": "shch", "ю": "yu", "я": "ya", "ј": "j", "љ": "lj", "њ": "nj", "ќ": "kj", "ѓ": "gj"},
    **{"ʼ": "_", "’": "_"},
}


@dataclass(frozen=True, slots=True)
class Name:
    given: str
    family: str

    def __str__(self) -> str:
        return f"{self.given} {self.family}".strip()


def draw(kind: Organisation | None, count: int, taken: Collection[str], entropy: Entropy) -> tuple[Name, ...]:
    """`count` names of people of that kind of unit, none of them (as "given family") in `taken` or twice. Family names
    differ as well as long as the locale has enough of them: a roster's columns show nothing else."""
    dice = random.Random(entropy(16))
    sources = [_source(locale) for locale in kind.locales] if kind is not None and kind.locales else [_FALLBACK]
    women = kind.women if kind is not None else 0
    full, families = set(taken), {name.rpartition(" ")[2] for name in taken}
    drawn: list[Name] = []
    attempts = 0
    while len(drawn) < count:
        attempts += 1
        name = _one(dice.choice(sources), dice, women)
        if attempts > 500 * count:  # a tiny locale: tell namesakes apart by their generation
            name = Name(name.given, f"{name.family} {'I' * (2 + attempts % 7)}")
        if str(name) in full or (name.family in families and attempts < 50 * count):
            continue
        drawn.append(name)
        full.add(str(name))
        families.add(name.family)
    return tuple(drawn)


def draw_from(pool: Sequence[str], count: int, taken: Collection[str], entropy: Entropy) -> tuple[Name, ...]:
    """`count` single names of a list, none of them in `taken` or twice as long as the list lasts, then numbered."""
    dice = random.Random(entropy(16))
    borne = set(taken)
    drawn: list[Name] = []
    for _ in range(count):
        left = [name for name in pool if name not in borne]
        name = dice.choice(left) if left else free(dice.choice(list(pool)), borne)
        borne.add(name)
        drawn.append(Name("", name))
    return tuple(drawn)


def _source(locale: str) -> str:
    locale = locale.replace("-", "_")
    language = locale.partition("_")[0]
    for candidate in (_LATIN_NEIGHBOUR.get(locale), _LATIN_NEIGHBOUR.get(language), locale):
        if candidate and (candidate in _lists() or candidate in AVAILABLE_LOCALES):
            return candidate
    return next((known for known in sorted(AVAILABLE_LOCALES) if known.startswith(f"{language}_")), _FALLBACK)


def _one(source: str, dice: random.Random, women: int) -> Name:
    woman = women > 0 and dice.randrange(women) == 0
    if lists := _lists().get(source):
        given = dice.choice(lists["female" if woman else "male"])
        return Name(given, dice.choice(lists["family"]))
    native = _faker(source)
    native.seed_instance(dice.getrandbits(64))
    if source in _ROMANIZED:
        given = _romanized(native, woman)
        return Name(given, native.last_romanized_name())
    given = native.first_name_female() if woman else native.first_name_male()
    family = native.last_name_female() if woman else native.last_name_male()
    return Name(_latin(given), _latin(family))


def _romanized(native: Faker, woman: bool) -> str:
    """Chinese names do not say whose they are."""
    drawn = getattr(native, f"first_romanized_name_{'female' if woman else 'male'}", native.first_romanized_name)
    return str(drawn())


def _latin(text: str) -> str:
    return "".join(_letter(letter) for letter in text).replace("_", "").strip()


def _letter(letter: str) -> str:
    latin = _CYRILLIC.get(letter.lower(), letter)
    return latin.capitalize() if letter.isupper() else latin


@cache
def _faker(locale: str) -> Faker:
    return Faker(locale)


@cache
def _lists() -> dict[str, dict[str, list[str]]]:
    text = files("campaigns.roster").joinpath("names.toml").read_text(encoding="utf-8")
    return cast("dict[str, dict[str, list[str]]]", tomllib.loads(text))
