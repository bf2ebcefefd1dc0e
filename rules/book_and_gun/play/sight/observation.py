"""Whom one may fire at in a battle, and looking for the enemy. Chapter VI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun import facts
from rules.book_and_gun.actions.fire import Spot
from rules.book_and_gun.book.check import side_name
from rules.book_and_gun.book.spotting import (
    FREE_FIRE,
    MEMORY,
    Goggles,
    Look,
    spotting_number,
    weather_halves,
)
from rules.book_and_gun.book.switches import switch
from rules.book_and_gun.book.tables import spots_automatically
from rules.book_and_gun.events.fire import MarkerRemoved, SpottingTried
from rules.book_and_gun.play.ground.tabletop import enemies, in_sight
from rules.book_and_gun.play.sight.scent import scented_by
from rules.book_and_gun.play.sight.watching import (
    Watch,
    goggles_of,
    looks_at,
    reach_of,
    watch,
)
from rules.book_and_gun.play.turn.leadership import leader_of
from rules.book_and_gun.play.turn.sequence import CARD_PHASES, claim
from rules.book_and_gun.state import Marker, State
from rules.book_and_gun.units import Figure, Phase, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.language.naming import folded
from rules.seam.asking import Odds, Outcome, Prospect

# ── Whom one may fire at ─────────────────────────────────────────────────────────────────────────────────────────


def why_known(state: State, unit: Unit, target: Unit, *, distance: float, in_view: bool) -> str:
    """Why a unit may fire at another: the reason that it is spotted, "" when it is not.

    It fired at this side, or fought it, in this turn or the last, and no morale move has broken every line of sight
    since; it moved or fired in view; a unit of this side has spotted it; it is a vehicle under no marker; a dog of this
    side has found it; it is within 6 inches of the firer, or by house rule within the 4 of the automatic row; or the
    umpire says so. BG-VI.1.a, BG-VI.1.b, BG-VI.1.c, BG-VI.1.2b, BG-VI.1.1c, BG-XIII.7.1a, BG-R28, BG-R29, BG-R130.
    """
    word = facts.ruled(state, facts.SPOTTED, unit.id, target.id)
    if word is not None:
        return "by the umpire's word" if word else ""
    if any(s.side == unit.side and s.until >= state.turn for s in target.spotted):
        return "spotted"
    since = max(1, state.turn - 1)
    ours = [own for own in state.units if own.side == unit.side]
    lost = unit.side in target.lost_by
    if not lost and any(c.unit == target.id and c.turn >= since for own in ours for c in own.under_fire):
        return "it fired at your side"
    if not lost and any(c.unit == target.id and c.turn >= since for c in unit.fought):
        return "it fought this unit"
    if in_view and max(target.moved_turn, target.fired_turn) >= since:
        return "it moved or fired in view"
    if in_view and not target.concealed and any(f.seat is not None for f in target.present):
        return "a vehicle in view"
    if scented_by(state, unit.side, target):
        return "a dog has found it"
    if distance <= FREE_FIRE and switch(state, "spot-within-6") == "free-fire":
        return "within 6 inches"
    if distance <= FREE_FIRE and _seen_at_once(state, unit, distance):
        return "too near to be missed"
    return ""


# ── Looking ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Attempt:
    """A unit that is about to look at an enemy unit or a marker, or (no target) for whoever is hidden. `number` None:
    it sees what it looks at without a die."""

    unit: Unit
    target: str | None
    number: Itemised | None = None
    known: tuple[Fact, ...] = ()


def spot_enemy(state: State, ready: Attempt, chance: Chance) -> list[Event]:
    """A unit that has its chance tries to spot an enemy unit, or looks for hidden ones; it keeps its chance.

    One attempt on each unit in a turn. A look for hidden enemies is one D20 against the number for each of them that
    is near enough and in line of sight, rolled even when nobody is there. BG-VI.1.c, BG-VI.1.2a, BG-VI.1.1a, BG-R29,
    BG-R146.
    """
    unit, target, number = ready.unit, ready.target, ready.number
    if target is None:
        return _search(state, unit, chance)
    die = chance.roll(20, for_="spotting") if number is not None else None
    spotted = number is None or (die is not None and die <= number.value)
    marker = marker_named(state, target)
    found = marker.unit if marker is not None and spotted else ""
    events: list[Event] = [
        SpottingTried(
            unit=unit.id,
            target=found or target,
            number=number,
            die=die,
            spotted=spotted and (marker is None or bool(found)),
            until=state.turn + MEMORY,
            facts=ready.known,
            draws=chance.taken(),
            citations=("BG-VI.1.c", "BG-VI.1.2a", "BG-R29"),
        )
    ]
    if marker is not None and spotted and not found:
        events.append(MarkerRemoved(number=marker.number, reason="a dummy", citations=("BG-VI.3.2b",)))
    return events


def spot_odds(state: State, ready: Attempt) -> Odds:
    """The number to spot and its chance. Of a look for hidden enemies nothing can be said. BG-VI.1.c."""
    if ready.target is None:
        return Odds(notes=(f"{ready.unit.name}: one D20 for whoever may be hidden near it",))
    number = ready.number
    if number is None:
        sure = Prospect("spotted", Fraction(1), Outcome("spotted"))
        return Odds(facts=ready.known, chances=(sure,), notes=("automatic",))
    share = Fraction(max(0, min(20, number.value)), 20)
    return Odds(facts=ready.known, numbers=(number,), chances=(Prospect("spotted", share, Outcome("spotted")),))


def judge_spot(state: State, action: Spot, by: Actor) -> Attempt:
    """The unit that looks, at whom, and the number for it. Raises RuleViolation when it may not look, or cannot see
    that far."""
    phase = state.phase if state.phase in CARD_PHASES else Phase.FIRE
    unit = claim(state, action.unit, by, phase)
    if any(c.unit == (action.target or "") and c.turn == state.turn for c in unit.spot_attempts):
        raise RuleViolation(
            "looked-already",
            f"{unit.name} has looked for that in this turn.",
            citation="BG-R29",
            remedy="Let another unit look, or wait for the next turn.",
        )
    if action.target is None:
        return Attempt(unit, None)
    marker = marker_named(state, action.target)
    if marker is not None and marker.side != unit.side:
        name, figures = marker_ref(marker), [Figure(marker_ref(marker), 0, "", "", "", at=marker.at)]
    else:
        target = _visible_enemy(state, unit, action.target)
        name, figures = target.name, list(target.present)
    eyes = watch(state, unit, unit.fit, figures)
    seen = _seen(unit, figures, eyes)
    sight, sight_fact = facts.fact(
        state,
        facts.LINE_OF_SIGHT,
        unit.id,
        action.target,
        declared=action.line_of_sight,
        measured=(lambda: bool(seen)) if eyes is not None else None,
        default=True,
    )
    if not sight:
        raise RuleViolation(
            "no-line-of-sight",
            f"{unit.name} has no line of sight to {name}.",
            citation="BG-VI.2.1a",
            remedy="Look from another place.",
        )
    distance, range_fact = facts.fact(
        state,
        facts.RANGE,
        unit.id,
        action.target,
        declared=action.range,
        measured=(lambda: min(seen or _apart(unit, figures, eyes), default=None)) if eyes is not None else None,
    )
    number = spotting_number(_look(state, unit, distance), state.options)
    known = (range_fact, sight_fact, _led(state, unit)[1], *facts.said(state, unit.id, facts.VISIBILITY))
    return Attempt(unit, action.target, number, known)


def marker_ref(marker: Marker) -> str:
    """How a concealment marker is named as a target: "marker 3"."""
    return f"marker {marker.number}"


def marker_named(state: State, ref: str) -> Marker | None:
    """The marker of that name on the table."""
    return next((m for m in state.markers if m.number and marker_ref(m) == folded(ref)), None)


def _visible_enemy(state: State, unit: Unit, target_id: str) -> Unit:
    target = next((u for u in state.units if u.id == target_id and u.in_play and in_sight(state, unit.side, u)), None)
    if target is None or target.side == unit.side:
        raise RuleViolation(
            Why.NO_TARGET, f"You see no enemy unit “{target_id}”.", remedy="Choose an enemy unit that you see."
        )
    return target


def _seen(unit: Unit, targets: Sequence[Figure], eyes: Watch | None) -> list[float]:
    """Distances of the pairs in which a figure sees one of the target."""
    if eyes is None:
        return []
    return [
        eyes.distance(v.id, t.id)
        for v in unit.fit
        for t in targets
        if v.at is not None and t.at is not None and looks_at(v, t) and eyes.sees(v.id, t.id)
    ]


def _apart(unit: Unit, targets: Sequence[Figure], eyes: Watch) -> list[float]:
    """Distances of all pairs: the umpire may rule that they see each other."""
    there = [t for t in targets if t.at is not None]
    return [eyes.distance(v.id, t.id) for v in unit.fit if v.at is not None for t in there]


def too_far(state: State, unit: Unit, distance: float) -> bool:
    """Whether nothing at that distance, or beyond, can be spotted by the unit."""
    try:
        spotting_number(_look(state, unit, distance), state.options)
    except RuleViolation:
        return True
    return False


def _led(state: State, unit: Unit) -> tuple[bool, Fact]:
    """Whether the unit that looks has a leader with it. BG-R22."""
    return facts.fact(state, facts.LEADER_NEAR, unit.id, measured=lambda: leader_of(state, unit) is not None)


def _look(state: State, unit: Unit, distance: float) -> Look:
    worn = {goggles_of(state, figure) for figure in unit.fit}
    best: Goggles = "thermal" if "thermal" in worn else "infrared" if "infrared" in worn else "none"
    reaches = [reach_of(state, unit, figure) for figure in unit.fit]
    limits = [reach for reach in reaches if reach is not None]
    return Look(
        side_name(unit.side),
        round(distance, 3),
        leader=_led(state, unit)[0],
        in_vehicle=any(figure.inside for figure in unit.fit),
        weather=state.conditions.weather,
        goggles=best,
        visibility=max(limits) if limits and len(limits) == len(reaches) else None,
    )


def _seen_at_once(state: State, unit: Unit, distance: float) -> bool:
    """Whether it is in the row of the chart that needs no roll. BG-VI.1.c, BG-R30."""
    look = _look(state, unit, distance)
    scale = 0.5 if weather_halves(look.weather, look.goggles) else 1.0
    return spots_automatically(look.side, look.distance, scale=scale)


def _search(state: State, unit: Unit, chance: Chance) -> list[Event]:
    """One die for everybody who may be hidden there. What it does not find it does not tell of. BG-R146."""
    die = chance.roll(20, for_="spotting")
    draws = chance.taken()
    found: list[Event] = []
    for other in enemies(state, unit):
        if not other.concealed:
            continue
        seen = _seen(unit, other.present, watch(state, unit, unit.fit, other.present))
        if not seen:
            continue
        try:
            number = spotting_number(_look(state, unit, min(seen)), state.options)
        except RuleViolation:
            continue
        if number is None or die <= number.value:
            found.append(
                SpottingTried(
                    unit=unit.id,
                    target=other.id,
                    number=number,
                    die=die,
                    spotted=True,
                    until=state.turn + MEMORY,
                    citations=("BG-VI.1.c", "BG-R29", "BG-R139"),
                )
            )
    nothing = SpottingTried(
        unit=unit.id,
        target="",
        number=None,
        die=die,
        spotted=False,
        until=state.turn,
        draws=draws,
        audience=(unit.side,),
        citations=("BG-R146",),
    )
    return [nothing, *found]
