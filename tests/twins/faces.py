"""What somebody is shown of a battle at the seam, as texts: whatever a front end can make posts of.

Two worlds that a viewer may not tell apart have the same faces for that viewer. A face leaves out what the words of
its own side say to itself; what everybody reads of a side's question stands in all of them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from rules.kernel.action import Action, Actor, Role
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Offer, keyed
from rules.seam.ordering import Ordering
from rules.seam.planning import Boldness, Intent
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, View, Viewer
from rules.table import drawing

PROBED = ("target", "to", "at", "enemy", "other", "place", "path", "subject", "toward", "figure", "patient", "opponent")
"""Fields in which a player types whom or what an action is about."""
PLAYERS = ("unit", "character", "carrier", "officer")
"""Fields in which a player names who acts."""


@dataclass(frozen=True)
class Probe:
    """Something that a player types: an action of one of the own units about a word."""

    verb: str
    fields: tuple[tuple[str, object], ...]


def face(rules: AnyRuleSet, state: Any, viewer: Viewer, *, picture: bool = False) -> dict[str, str]:
    """Everything that the viewer is shown as the battle stands, by where it stands. A side reads the channel too, and
    what everybody is asked and shown there."""
    battle = rules.battle
    view = battle.view(state, viewer)
    shown = {"view": repr(view), "scene": repr(battle.scene(state, viewer)), "result": repr(battle.result(state))}
    shown["objectives"] = repr(battle.objectives(state, viewer, battle.result(state) is not None))
    shown["controllers"] = repr(sorted(battle.controllers(state).items()))
    shown["scripted"] = repr(battle.scripted(state, viewer))
    public = battle.view(state, PUBLIC)
    shown["channel"] = repr((public, battle.scene(state, PUBLIC)))
    for ask in battle.prompt(state).asks:
        shown[f"channel ask {ask.side}"] = repr(read(ask, public))
        asked = own(rules, state, ask) if ask.side == viewer.side and not ask.umpire else read(ask, public)
        shown[f"ask {ask.side}"] = repr(asked)
    if battle.ordering is not None and viewer.side is not None:
        shown["orders"] = repr(_orders(rules, state, viewer.side))
    if picture and battle.survey is not None:
        selected = next((unit.ref for unit in view.units if unit.side == viewer.side), "")
        shown["survey"] = repr(battle.survey(state, viewer, selected))
    if picture and view.scene is not None:
        shown["picture"] = drawing.draw(battle.scene(state, viewer) or view.scene)
        shown["alt text"] = drawing.describe(battle.scene(state, viewer) or view.scene)
    return shown


def read(ask: Ask, view: View) -> tuple[object, ...]:
    """What everybody reads of a question."""
    face = ask.face
    quick = tuple((key, offer.verb, offer.label) for key, offer in keyed(face.quick).items())
    units = tuple(view.unit(ref) for ref in face.units)
    return (
        face.key,
        face.side,
        face.question,
        face.units,
        units,
        face.more,
        quick,
        face.then,
        face.secret,
        face.umpire,
    )


def own(rules: AnyRuleSet, state: Any, ask: Ask) -> tuple[object, ...]:
    """The side's own question, its offers and what each may come to."""
    by = Actor.player(ask.side)
    found: list[object] = [ask.key, ask.question, ask.default, ask.units, _offers(rules, state, ask.quick, by)]
    for unit in ask.units[:3]:
        found.append(_offers(rules, state, rules.battle.offers(state, ask.side, unit), by))
    return tuple(found)


def _offers(rules: AnyRuleSet, state: Any, offers: Sequence[Offer], by: Actor) -> list[object]:
    found: list[object] = []
    for number, (key, offer) in enumerate(keyed(offers).items()):
        found.append((key, offer.verb, offer.label, offer.needs, offer.facts, offer.detail))
        if not offer.needs and number < 6:
            found.append(answered(rules, state, offer.filled(), by))
    return found


def answered(rules: AnyRuleSet, state: Any, action: Action, by: Actor) -> str:
    """What may come of an action, or the words of its refusal."""
    return _or_refusal(lambda: rules.battle.odds(state, action, by))


def _or_refusal(ask: Callable[[], object]) -> str:
    try:
        return repr(ask())
    except RuleViolation as refused:
        return f"refused {refused.code}: {refused.message} {refused.citation} {refused.remedy}"


def _orders(rules: AnyRuleSet, state: Any, side: str) -> Iterator[object]:
    ordering = rules.battle.ordering
    assert ordering is not None
    units = ordering.units(state, side)
    proposals = [
        (one.label, one.detail, one.units) for unit in ("", *units[:2]) for one in ordering.proposals(state, side, unit)
    ]
    return (
        *proposals,
        units,
        ordering.sealed(state, side),
        ordering.standing(state, side),
        ordering.would_do(state, side),
        ordering.ends(state, side, ()),
        *_planned(ordering, state, side),
    )  # type: ignore[return-value]


def _planned(ordering: Ordering[Any], state: Any, side: str) -> Iterator[object]:
    """What the staff thinks for a side: a plan never sees more than its side."""
    planning = ordering.planning
    if planning is None:
        return
    aims = planning.aims(state, side)
    yield aims
    yield planning.standing(state, side, aims)
    yield planning.roles(state, side, aims)
    for boldness in (Boldness.CAREFUL, Boldness.BOLD):
        plans = planning.plans(state, side, aims, Intent(boldness, seed=1))
        yield plans
        yield planning.answer(state, side, aims, Intent(boldness, seed=1))
        for plan in plans[:1]:
            yield planning.warnings(state, side, aims, Intent(boldness, seed=1), [line.action for line in plan.lines])


# ── What is typed ─────────────────────────────────────────────────────────────────────────────────────────────────


def probes(rules: AnyRuleSet, state: Any, viewer: Viewer, words: Sequence[str], dice: random.Random) -> list[Probe]:
    """Every action of a player about each of these words, in an order of chance."""
    refs = [unit.ref for unit in rules.battle.view(state, viewer).units if unit.side == viewer.side]
    if not refs:
        return []
    found: list[Probe] = []
    for kind in rules.battle.action_types():
        if kind.role is not Role.PLAYER:
            continue
        about = [name for name in PROBED if name in kind.model_fields]
        for name in about:
            for word in words:
                filled: list[tuple[str, object]] = [(name, (word,) if name == "path" else word)]
                filled += [(who, dice.choice(refs)) for who in PLAYERS if who in kind.model_fields and who != name]
                found.append(Probe(kind.name(), tuple(filled)))
    dice.shuffle(found)
    return found


def tried(rules: AnyRuleSet, state: Any, viewer: Viewer, probe: Probe) -> str:
    """How somebody is answered who types that."""
    assert viewer.side is not None
    try:
        action = rules.battle.actions.load_python({"verb": probe.verb, **dict(probe.fields)})
    except ValidationError:
        return ""
    return answered(rules, state, action, Actor.player(viewer.side))
