"""The grammar of stories: which of several ways to say a thing is taken.

The choice is drawn from a key (whose story, which battle, what is said), so a story reads the same again. Of the ways
that the page has used least often one is taken, and no sentence stands on a page more than twice.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

MOST = 2
"""How often one sentence may stand on a page."""


@lru_cache(maxsize=1)
def phrases() -> dict[str, tuple[Template, ...]]:
    """The ways to say each thing."""
    # Plain text: whoever shows it escapes it for where it stands.
    made = Environment(undefined=StrictUndefined, autoescape=False)
    text = (files("campaigns.story") / "phrases.toml").read_text("utf-8")
    return {kind: tuple(made.from_string(one) for one in ways) for kind, ways in tomllib.loads(text).items()}


def drawn(*key: object) -> int:
    """A number that is the same whenever it is asked for."""
    return int.from_bytes(sha256("\n".join(map(str, key)).encode()).digest()[:4], "big")


class StoryPage:
    """What has been said so far on a page, and how. `key`: whose page it is."""

    def __init__(self, *key: object) -> None:
        self._key = key
        self._ways: Counter[tuple[str, int]] = Counter()
        self._said: Counter[str] = Counter()

    def say(self, kind: str, *key: object, **words: str) -> str:
        """A sentence that tells this, with a capital; "" where every way to say it has been used up."""
        ways = phrases()[kind]
        first = drawn(*self._key, kind, *key)
        order = sorted(range(len(ways)), key=lambda at: (self._ways[kind, at], (at - first) % len(ways)))
        for at in order:
            text = ways[at].render(words)
            text = text[:1].upper() + text[1:]
            if self._said[text] < MOST:
                self._ways[kind, at] += 1
                self._said[text] += 1
                return text
        return ""
