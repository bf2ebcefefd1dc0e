"""The awards that come with the program: `rules/<rule set>/honours/*.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rules.honours.award import Award, AwardMeasure
from rules.honours.reading import read_awards
from rules.registry import rule_sets

MENTION = Award(key="mention", name="Mentioned in dispatches", short="MiD", measure=AwardMeasure.DEEDS, best=True)
"""For whoever did most on each side, where a rule set has no file."""


@cache
def shipped(rules: str) -> tuple[Award, ...]:
    """The awards of a rule set, in the order of its files; the mention alone for one that did not come with the
    program."""
    if rules not in rule_sets():
        return (MENTION,)
    return tuple(award for text in texts(rules) for award in read_awards(text).awards)


def texts(rules: str) -> tuple[str, ...]:
    """The files of a rule set that comes with the program, by name."""
    folder = files(f"rules.{rules.replace('-', '_')}").joinpath("honours")
    found = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".yaml")), key=lambda entry: entry.name)
    return tuple(entry.read_text(encoding="utf-8") for entry in found)
