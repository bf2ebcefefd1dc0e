"""Worlds that differ in a secret, and whoever may not know of it: they are shown, offered and told the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from rules.book_and_gun import RULES
from rules.book_and_gun.play.ground.knowing import knows
from rules.book_and_gun.state import ARMY, INSURGENTS, State
from rules.book_and_gun.support import FiredMissions
from rules.book_and_gun.units import Munitions, Unit
from rules.kernel.action import Actor
from rules.kernel.violation import RuleViolation
from rules.scenario.scenario import Scenario
from rules.script.state import Staged
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC, Viewer
from tests.rules.scenario.company import Company

VIEWERS = (Viewer(ARMY), Viewer(INSURGENTS), PUBLIC)
World: TypeAlias = Staged[State]
Change: TypeAlias = Callable[[World], World]
Secrets: TypeAlias = Callable[[Viewer], Iterator[tuple[str, Change]]]
"""What a viewer may not know of, each with the change to a world in which it is otherwise."""


def of(change: Callable[[State], State]) -> Change:
    return lambda staged: replace(staged, battle=change(staged.battle))


# ── What any scenario hides ──────────────────────────────────────────────────────────────────────────────────────


def without(state: State, side: str) -> State:
    """The same world, in which nothing lies on the table that the side does not know of."""
    return replace(state, devices=tuple(d for d in state.devices if d.side == side or side in d.known))


def other_stores(state: State, side: str) -> State:
    """The world in which a side's people carry no grenades, charges or flash bangs, and have had missions."""
    units = (replace(unit, munitions=Munitions()) for unit in state.units_of(side))
    return replace(state.with_unit(*units), missions=(FiredMissions(side, "artillery", 1),))


def others_unseen(state: State, viewer: Viewer) -> State:
    """The world in which those whom the viewer does not see are called otherwise."""
    found = [unit for unit in state.units if unit.in_play and not knows(state, viewer, unit)]
    return state.with_unit(*(_others(unit) for unit in found)) if found else state


def _others(unit: Unit) -> Unit:
    return replace(unit, figures=tuple(replace(f, name="Somebody", rank="", role="") for f in unit.figures))


def no_reserves(staged: World) -> World:
    """The world in which nobody is to come."""
    return replace(staged, reserves=())


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────


def shown(state: Any, viewer: Viewer, rules: AnyRuleSet = RULES) -> list[object]:
    """What a viewer is shown, offered and told before a click."""
    battle = rules.battle
    got: list[object] = [battle.view(state, viewer), battle.scene(state, viewer)]
    for ask in battle.prompt(state).asks:
        got.append((ask.side, ask.key, ask.units) if ask.side != viewer.side else ask)
        for unit in ask.units[:3] if ask.side == viewer.side else ():
            offers = battle.offers(state, ask.side, unit)
            got.append(offers)
            for offer in [each for each in offers if not each.needs][:4]:
                try:
                    got.append(battle.odds(state, offer.filled(), Actor.player(ask.side)))
                except RuleViolation as refused:
                    got.append((refused.code, refused.message, refused.remedy))
    return got


def looked(scenario: Scenario, secrets: Secrets, seeds: range, steps: Sequence[int], *, each: bool) -> Counter[str]:
    """How many pairs of each kind were looked at, after so many steps of each battle. `each`: a secret at a time; else
    all that differ at once."""
    pairs = Counter[str]()
    for seed in seeds:
        company = Company(scenario, seed, eager=0.7)
        for number in range(1, max(steps) + 1):
            if not company.step():
                break
            if number in steps and company.state.battle.ended is None:
                for viewer in VIEWERS:
                    _held(company, viewer, secrets, pairs, each=each)
    return pairs


def _held(company: Company, viewer: Viewer, secrets: Secrets, pairs: Counter[str], *, each: bool) -> None:
    here = shown(company.state, viewer, company.rules)
    together = company.state
    for what, change in secrets(viewer):
        world = change(company.state)
        pairs[what] += world != company.state
        together = change(together)
        if each and world != company.state:
            assert here == shown(world, viewer, company.rules), (what, viewer)
    if not each:
        assert here == shown(together, viewer, company.rules), viewer
