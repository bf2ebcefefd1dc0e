"""The word that was meant, when the one that was written is not there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from rules.language.naming import folded


def plainly(text: str) -> str:
    """What words of a closed list are compared by: `folded`, without accents, hyphens and underscores as spaces.

    >>> plainly("  Line_of-SIGHT ") == plainly("líne of sight") == "line of sight"
    True
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return folded(bare.replace("_", " ").replace("-", " "))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that comes nearest to it; None when none comes near."""
    by_plain = {plainly(each): each for each in known}
    near = get_close_matches(plainly(word), list(by_plain), n=1, cutoff=0.6)
    return by_plain[near[0]] if near else None
