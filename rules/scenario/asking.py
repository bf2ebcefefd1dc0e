"""What a force of a scenario file asks of whoever takes it, checked against what its book knows."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

from rules.scenario.reader import Reader, YamlPath
from rules.scenario.sheet import FitsPart, ForcePart, OpenPart
from rules.scenario.terms import Candidate, Span, Terms
from rules.seam.forces import UnitPlan
from rules.seam.ruleset import AnyRuleSet


def terms_of(reader: Reader, force: ForcePart, plan: UnitPlan, path: YamlPath) -> Terms | None:
    """What the force asks; None where the file says nothing but its organisation."""
    if force.fits is not None and force.open is not None:
        reader.fault((*path, "open"), "`fits` and `open` both say who may take the force; leave one of them out")
        return None
    if force.guest and (force.fits is not None or force.open is not None):
        word = "fits" if force.fits is not None else "open"
        reader.fault((*path, word), "a guest is written out or raised, and nobody else takes the part; leave this out")
        return None
    if force.open is not None:
        return _open(reader, force.open, path)
    if force.fits is None:
        return None
    terms = _fits(reader, force.fits, path)
    if own := terms.lacking(candidate(reader.rules, plan)):
        reader.warn((*path, "fits"), f"the force as it is written would not fit itself: {', '.join(own)}")
    return terms


def candidate(rules: AnyRuleSet, plan: UnitPlan, men: int | None = None) -> Candidate:
    """What counts of a unit. `men`: who would take the field, where that is not everybody in the plan."""
    leads = rules.forces.succession
    price = rules.forces.points
    return Candidate(
        men=len(plan.figures) + sum(element.type.men for element in plan.elements) if men is None else men,
        points=_priced(rules, plan) if price is not None else None,
        arms=Counter(element.type.kind for element in plan.elements),
        led=leads is None or any(leads.leads(figure.traits) for figure in plan.figures),
    )


def _priced(rules: AnyRuleSet, plan: UnitPlan) -> Decimal | None:
    return None if rules.forces.points is None else rules.forces.points(plan)


def _fits(reader: Reader, asked: FitsPart, path: YamlPath) -> Terms:
    known = {type_.kind for type_ in reader.rules.forces.elements}
    for kind in asked.arms:
        if kind not in known:
            reader.fault((*path, "fits", "arms", kind), f"{reader.rules.title} knows no {kind}s")
    if asked.points is not None:
        _require_prices(reader, (*path, "fits", "points"))
    if asked.leader and reader.rules.forces.succession is None:
        reader.fault((*path, "fits", "leader"), f"{reader.rules.title} knows no leaders; leave this out")
    return Terms(men=asked.men, points=asked.points, arms=tuple(asked.arms.items()), leader=asked.leader)


def _open(reader: Reader, asked: OpenPart, path: YamlPath) -> Terms:
    if asked.points is not None:
        _require_prices(reader, (*path, "open", "points"))
    return Terms(
        men=None if asked.most is None else Span(0, asked.most),
        points=None if asked.points is None else Span(0, asked.points),
    )


def _require_prices(reader: Reader, path: YamlPath) -> None:
    if reader.rules.forces.points is None:
        reader.fault(path, f"{reader.rules.title} prices nobody; ask for men instead")
