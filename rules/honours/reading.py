"""Reading a file of awards: every fault of it at once, each with its line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from rules.honours.award import Award, Name, Recipient, Scope, nation_and_year, years_of
from rules.registry import rule_sets as known_rule_sets
from rules.seam.ruleset import AnyRuleSet
from rules.table.board_file import faults_of
from rules.table.faults import FileFault
from rules.table.marked_yaml import MarkedValues, read_marked

MOST_AWARDS = 80
"""Of one file."""
LARGEST = 64 * 1024
"""Bytes of a file."""


class AwardFault(FileFault):
    """A file of awards that cannot be used; `all` are its faults, each with file and line."""


@dataclass(frozen=True, slots=True)
class AwardFile:
    """A file that has been read. `shipped`: the awards that come with the rule set stay beside it, but for those of
    the same key."""

    title: str
    rules: str
    awards: tuple[Award, ...]
    text: str
    shipped: bool = True


class _Head(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    rules: str
    title: Name
    shipped: bool = True
    awards: dict[str, object] = Field(min_length=1, max_length=MOST_AWARDS)


def read_awards(
    text: str,
    *,
    file: str = "honours.yaml",
    rule_sets: Mapping[str, AnyRuleSet] | None = None,
    known: Iterable[Award] = (),
) -> AwardFile:
    """The awards of a YAML file, in its order. `known`: the awards that come with the rule set, which they may follow.

    Raises AwardFault with all that is wrong: an unknown measure, rule set or nation, a threshold below 1, a circle of
    steps, a stripe without a colour.
    """
    try:
        if len(text.encode()) > LARGEST:
            raise FileFault(file, 0, f"the file is larger than {LARGEST // 1024} KiB")
        marked = read_marked(text, file)
    except FileFault as fault:
        raise AwardFault.of([fault]) from None
    if not isinstance(marked.value, dict):
        raise AwardFault(file, 1, "a file of awards is a map of parts: “rules: …”, “title: …”, “awards: …”")
    try:
        head = _Head.model_validate(marked.value)
    except ValidationError as invalid:
        raise AwardFault.of(faults_of(invalid, marked)) from None
    rules = (known_rule_sets() if rule_sets is None else rule_sets).get(head.rules)
    if rules is None:
        message = f"rules: there is no rule set “{head.rules[:40]}”"
        raise AwardFault(file, marked.line(("rules",)), message)
    awards, faults = _awards(head, marked)
    faults += _nations(awards, rules, marked)
    beside = {award.key: award for award in known if head.shipped and award.key not in head.awards}
    faults += _steps(awards, beside, {*head.awards, *beside}, marked)
    if faults:
        raise AwardFault.of(sorted(faults, key=lambda fault: fault.line))
    return AwardFile(head.title, head.rules, tuple(awards.values()), text, head.shipped)


def _awards(head: _Head, marked: MarkedValues) -> tuple[dict[str, Award], list[FileFault]]:
    found: dict[str, Award] = {}
    faults: list[FileFault] = []
    for key, said in head.awards.items():
        where = ("awards", key)
        if not isinstance(said, dict):
            faults.append(FileFault(marked.file, marked.line(where), f"awards.{key[:40]}: an award is a map of parts"))
            continue
        try:
            award = Award.model_validate({**said, "key": key})
        except ValidationError as invalid:
            faults += faults_of(invalid, marked, where)
            continue
        found[key] = award
        if award.years is not None and years_of(award.years)[0] > years_of(award.years)[1]:
            message = f"awards.{key}.years: {award.years} counts backwards"
            faults.append(FileFault(marked.file, marked.line((*where, "years")), message))
        if award.to is Recipient.UNIT and award.scope in (Scope.UNIT, Scope.CAREER):
            message = f"awards.{key}.scope: a unit's award counts in a battle or in the campaign"
            faults.append(FileFault(marked.file, marked.line((*where, "scope")), message))
    return found, faults


def _nations(awards: Mapping[str, Award], rules: AnyRuleSet, marked: MarkedValues) -> list[FileFault]:
    known = {nation_and_year(kind.nation)[0] for kind in rules.forces.organisations}
    faults: list[FileFault] = []
    for award in awards.values():
        for nation in award.nations:
            if nation not in known:
                near = get_close_matches(nation, known, 1)
                meant = f"; is “{near[0]}” meant?" if near else f"; there are: {', '.join(sorted(known))}"
                line = marked.line(("awards", award.key, "nation"))
                message = f"awards.{award.key}.nation: {rules.title} has no nation “{nation[:40]}”{meant}"
                faults.append(FileFault(marked.file, line, message))
    return faults


def _steps(
    awards: Mapping[str, Award], beside: Mapping[str, Award], known: set[str], marked: MarkedValues
) -> list[FileFault]:
    """No award follows one that does not exist, one for somebody else, or in a circle itself."""
    faults: list[FileFault] = []
    every = {**beside, **awards}
    for award in awards.values():
        if award.after is None:
            continue
        line, before = marked.line(("awards", award.key, "after")), every.get(award.after)
        if award.after not in known:
            message = f"awards.{award.key}.after: there is no award “{award.after}”"
            faults.append(FileFault(marked.file, line, message))
        elif before is not None and (before.to is Recipient.UNIT) is not (award.to is Recipient.UNIT):
            message = f"awards.{award.key}.after: “{award.after}” is not for the same: a unit or a person"
            faults.append(FileFault(marked.file, line, message))
        elif ring := _circle(award, every):
            message = f"awards.{award.key}.after: the steps go in a circle: {' → '.join(ring)}"
            faults.append(FileFault(marked.file, line, message))
    return faults


def _circle(award: Award, awards: Mapping[str, Award]) -> list[str]:
    """The circle that its steps go in; nothing where they come to an end."""
    seen = [award.key]
    at: Award | None = award
    while at is not None and at.after is not None:
        if at.after == award.key:
            return [*seen, award.key]
        if at.after in seen:
            return []  # the circle is that of others, and told of them
        seen.append(at.after)
        at = awards.get(at.after)
    return []
