"""Numbers and their words agree, and one function sees to it: no text makes a plural by hand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.script.plan import Happened, Script
from rules.script.words import trigger_words

ROOT = Path(__file__).parents[2]
BY_HAND = re.compile(r"""(['"])(\w*)\1 if [^{}\n]*?(?:==|!=|>|<=) 1 else (['"])(\w*)\3""")
"""A word, or its ending, chosen by whether there is one."""
ODD = {frozenset(pair) for pair in (("man", "men"), ("has", "have"), ("is", "are"), ("goes", "go"), ("was", "were"))}


def made_by_hand(line: str) -> bool:
    pairs = [sorted((found[2], found[4]), key=len) for found in BY_HAND.finditer(line)]
    return any(
        several == f"{one}s" or several == f"{one}es" or frozenset((one, several)) in ODD for one, several in pairs
    )


@pytest.mark.parametrize(("after", "words"), [(1, "happened 1 turn ago"), (2, "2 turns ago"), (11, "11 turns ago")])
def test_so_many_turns_ago(after: int, words: str) -> None:
    assert words in trigger_words(Happened(event="it", after=after), Script())


def test_a_plural_made_by_hand_is_recognised() -> None:
    assert made_by_hand("""f"{n} base{'' if n == 1 else 's'}" """)
    assert made_by_hand("""f"{n} {'man' if n == 1 else 'men'}" """)
    assert made_by_hand("""verb = "hold" if len(held) > 1 else "holds" """)
    assert not made_by_hand("""words = "number two" if helping == 1 else "numbers two and three" """)
    assert not made_by_hand("""kind = "a" if n == 1 else "b" """)


@pytest.mark.parametrize("layer", ["rules", "campaigns", "bot"])
def test_no_plural_is_made_by_hand(layer: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / layer).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if made_by_hand(line)
    ]
    assert found == []


UNCOUNTED = re.compile(
    r"""f(["']).*?(?<!\d to )(?<!\} to )(?<! of )\{(?!FIGURES)[^{}]*(?:turn_limit|points|original|dropped|support)\} """
    r"(?:base|figure|hit|man|period|point|turn|unit|wall)s\b"
)
"""A number that may be one, before a plural: a turn limit, a price, a unit's figures."""


@pytest.mark.parametrize("layer", ["rules", "campaigns", "bot"])
def test_what_may_be_one_is_counted(layer: str) -> None:
    assert UNCOUNTED.search('f"{scenario.turn_limit} turns"')
    assert not UNCOUNTED.search('f"1 to {card.unit_max} bases"')
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted((ROOT / layer).rglob("*.py"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if UNCOUNTED.search(line)
    ]
    assert found == []
