"""What a shot would use and what may come of it, and the shots that a unit could fire now: odds and offers of fire."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.action import Actor
from rules.book_and_gun import hit_odds as chances
from rules.book_and_gun.actions.fire import Fire, Spot
from rules.book_and_gun.aim import Aimed
from rules.book_and_gun.arms import arm
from rules.book_and_gun.engagement import punished
from rules.book_and_gun.fire import aimed_shots
from rules.book_and_gun.firers import declared, firers, under_control
from rules.book_and_gun.joker_fire import effect_of
from rules.book_and_gun.observation import attempt_at, why_known
from rules.book_and_gun.organisations import is_key
from rules.book_and_gun.readiness import fire_chances
from rules.book_and_gun.restraint import engagement_of, require_allowed
from rules.book_and_gun.sequence import claim
from rules.book_and_gun.state import Phase, State, Unit
from rules.book_and_gun.switches import switch
from rules.book_and_gun.tabletop import distance, in_sight
from rules.facts import Itemised
from rules.ruleset import Odds, Offer, Outcome, Prospect
from rules.violation import RuleViolation

MOST_OFFERS = 12
"""Offers of single figures at most."""


# ── Odds ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def fire_odds(state: State, action: Fire, by: Actor) -> Odds:
    """Facts, numbers and chances of a shot. Raises RuleViolation as `fire` would."""
    unit = claim(state, action.unit, by, Phase.FIRE)
    who = firers(state, unit, action)
    shots = aimed_shots(state, unit, who.figures, action)
    require_allowed(state, unit, shots, insist=action.insist)
    effect = effect_of(state, unit)
    spreads = [chances.hits_of(shot.firing, effect, state.options) for shot in shots]
    total: chances.Spread = (chances.ONE,)
    for spread in spreads:
        total = chances.convolved(total, spread)
    known = [Prospect("at least one hit", chances.ONE - total[0], Outcome("hit"))]
    notes = [_dice(shots), f"{float(chances.mean(total)):.2f} hits expected"]
    kinds = [(chances.hurts(s.firing.aims[0], sniper=s.weapon.sniper), p) for s, p in zip(shots, spreads, strict=True)]
    if len({kind for kind, _ in kinds}) <= chances.MOST_KINDS and not _scattered(shots):
        falls = chances.ONE - chances.nobody_falls(kinds, state.casualty_deck, state.options)
        known.append(Prospect("at least one casualty", falls, Outcome("falls")))
    if len({kind for kind, _ in kinds}) == 1 and not _scattered(shots):
        fit = len({man.id for shot in shots for aim in shot.firing.aims for man in aim.area if not man.hurt}) or 1
        fallen = chances.expected_casualties(kinds[0][0], total, state.casualty_deck, fit, state.options)
        notes.append(f"{fallen:.2f} casualties expected")
    numbers = tuple(dict.fromkeys(shot.number for shot in shots if shot.number is not None))
    return Odds(
        facts=tuple(dict.fromkeys(fact for shot in shots for fact in shot.facts)),
        numbers=numbers,
        chances=tuple(known),
        notes=(*notes, *_warnings(state, unit, shots, len(who.spent))),
    )


def _scattered(shots: Sequence[Aimed]) -> bool:
    """Whether some cone catches several units, or figures of several classes."""
    return any(len({(aim.unit, aim.target_class) for aim in shot.firing.aims}) > 1 for shot in shots)


def _dice(shots: Sequence[Aimed]) -> str:
    """ "15D20: 5 assault rifle, 1 light machinegun at Cell 1"."""
    count = Counter(shot.weapon.key for shot in shots)
    dice = sum(shot.weapon.dice for shot in shots)
    words = ", ".join(f"{number} {weapon}" for weapon, number in count.items())
    targets = ", ".join(dict.fromkeys(shot.target.name for shot in shots))
    return f"{dice}D20: {words} at {targets}" if dice else f"{words} at {targets}: one card"


def _warnings(state: State, unit: Unit, shots: Sequence[Aimed], spent: int) -> Iterator[str]:
    idle = spent - len(shots)
    if idle:
        yield f"{idle} more cannot fire at {'that' if len(shots) else 'anything'} and hold"
    friends = {f.name for s in shots for u, f in s.caught if u.side == unit.side}
    if friends:
        yield f"in the line of fire: {', '.join(sorted(friends))}"
    judged = [punished(engagement_of(state, unit, s), insisted=True, civilians_harmed=False) for s in shots]
    if any(who != "nobody" for who in judged) and switch(state, "roe") == "enforce":
        yield "breaks the rules of engagement: who answers for it is removed"


def spot_odds(state: State, action: Spot, by: Actor) -> Odds:
    """The number to spot and its chance. Of a look for hidden enemies nothing can be said. BG-VI.1.c."""
    unit, attempt = attempt_at(state, action, by)
    if attempt is None:
        return Odds(notes=(f"{unit.name}: one D20 for whoever may be hidden near it",))
    number, facts = attempt
    if number is None:
        return Odds(facts=facts, chances=(Prospect("spotted", chances.ONE, Outcome("spotted")),), notes=("automatic",))
    return Odds(facts=facts, numbers=(number,), chances=(Prospect("spotted", _up_to(number), Outcome("spotted")),))


def _up_to(number: Itemised) -> Fraction:
    return Fraction(max(0, min(20, number.value)), 20)


# ── Offers ───────────────────────────────────────────────────────────────────────────────────────────────────────


def fire_offers(state: State, unit: Unit) -> Iterator[Offer]:
    """The shots that this unit could fire now, complete, facts filled in; looks at enemies not yet spotted.

    A unit under its leader fires as one, those who cannot see the first target at the next; otherwise figure by
    figure. Without a board range and target class are asked for.
    """
    foes = sorted(_targets(state, unit), key=lambda foe: distance(unit, foe) or 0.0)
    if state.board is None:
        yield from _unmeasured(state, unit, foes)
    elif _whole(state, unit):
        yield from _unit_shots(state, unit, foes)
    else:
        yield from _single_shots(state, unit, foes)
    if state.board is not None:
        yield from _launchers(state, unit, foes)
    yield from _looks(state, unit, foes)


def _targets(state: State, unit: Unit) -> list[Unit]:
    """Units of other sides on the table; neutral civilians are no targets that one would offer."""
    return [
        other
        for other in state.units
        if other.in_play
        and other.side != unit.side
        and in_sight(state, unit.side, other)
        and (other.fit or other.present)
        and not (other.side == "civilians" and state.civilian_attitude != "pro-insurgent")
        and not (other.side == "civilians" and unit.side == "insurgents")
        and not (unit.side == "civilians" and state.civilian_attitude == "pro-insurgent" and other.side != "army")
    ]


def _whole(state: State, unit: Unit) -> bool:
    """Whether the unit may fire as a unit: its leader controls at least one of those who may fire. BG-R09."""
    if switch(state, "fire-card") == "always-figure" or declared(state, unit) == "figures":
        return False
    return bool(under_control(state, unit))


def _unit_shots(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    found = 0
    for foe in foes:
        rest = tuple(other.id for other in foes if other.id != foe.id)
        action = Fire(unit=unit.id, target=foe.id, also_at=rest)
        shots = _try(state, unit, action)
        own = [shot for shot in shots if shot.target.id == foe.id]
        if not own:
            continue
        found += 1
        yield _offer(f"Fire at {foe.name}", (("unit", unit.id), ("target", foe.id), ("also_at", rest)), own, len(shots))
    outside = [f for f in fire_chances(state, unit) if f.id not in {g.id for g in under_control(state, unit)}]
    if not found or outside:
        yield from _single_shots(state, unit, foes, only=[f.id for f in outside])


def _single_shots(state: State, unit: Unit, foes: Sequence[Unit], only: Sequence[str] | None = None) -> Iterator[Offer]:
    """One offer for each figure, at the nearest enemy that it can fire at."""
    if switch(state, "fire-card") == "always-unit":
        return
    able = [f for f in fire_chances(state, unit) if only is None or f.id in only]
    for figure in able[:MOST_OFFERS]:
        for foe in foes:
            shots = _try(state, unit, Fire(unit=unit.id, target=foe.id, figure=figure.id))
            if shots:
                given = (("unit", unit.id), ("target", foe.id), ("figure", figure.id))
                yield _offer(f"{figure.name} at {foe.name}", given, shots, 1)
                break


def _launchers(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """Shots with a launcher that is not its man's usual weapon, and with a LAW of the unit by its last rifleman; each
    makes the unit fire figure by figure. BG-R09, BG-R21."""
    if switch(state, "fire-card") == "always-unit" or declared(state, unit) == "unit":
        return
    able = fire_chances(state, unit)
    armed = [(f, key) for f in able for key in f.traits.weapons[1:] if arm(key, state.options).high_explosive]
    riflemen = [f for f in able if not f.traits.leader and not is_key(f, state.options)]
    if unit.munitions.laws and riflemen:
        armed.append((riflemen[-1], "law"))
    for figure, key in armed:
        for foe in foes:
            shots = _try(state, unit, Fire(unit=unit.id, target=foe.id, figure=figure.id, weapon=key))
            if shots:
                given = (("unit", unit.id), ("target", foe.id), ("figure", figure.id), ("weapon", key))
                yield _offer(f"{figure.name}, {key.upper() if len(key) < 5 else key} at {foe.name}", given, shots, 1)
                break


def _try(state: State, unit: Unit, action: Fire) -> list[Aimed]:
    try:
        shots = aimed_shots(state, unit, firers(state, unit, action).figures, action)
        require_allowed(state, unit, shots, insist=False)
    except RuleViolation:
        return []
    return shots


def _offer(
    label: str, given: tuple[tuple[str, str | tuple[str, ...]], ...], shots: Sequence[Aimed], all_: int
) -> Offer:
    first = shots[0]
    reach = next((fact for fact in first.facts if fact.name == "range"), None)
    inches = f"{reach.value:g} in, " if reach is not None else ""
    who = f"{len(shots)} firing" if all_ == len(shots) else f"{len(shots)} of {all_} firing"
    return Offer(
        "fire",
        label,
        tuple((name, value) for name, value in given if value),
        facts=first.facts,
        detail=f"{inches}class {first.target_class}, {who}",
    )


def _unmeasured(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """Battles without a board: the player gives range and class."""
    able = fire_chances(state, unit)
    whole = _whole(state, unit)
    for foe in foes:
        given = (("unit", unit.id), ("target", foe.id))
        if whole:
            yield Offer("fire", f"Fire at {foe.name}", given, needs=("range", "target_class"))
        elif able:
            first = (*given, ("figure", able[0].id))
            yield Offer("fire", f"{able[0].name} at {foe.name}", first, needs=("range", "target_class"))


def _looks(state: State, unit: Unit, foes: Sequence[Unit]) -> Iterator[Offer]:
    """Enemies that are in sight but may not be fired at yet, and a look for hidden ones where the enemy set up on the
    table. BG-VI.1.c, BG-R146."""
    if state.board is None:
        return
    looked = any(contact.unit == "" and contact.turn == state.turn for contact in unit.spot_attempts)
    if not looked and any(side.conceals and side.key != unit.side for side in state.sides):
        yield Offer("spot", "Look for hidden enemies", (("unit", unit.id),))
    for foe in foes:
        near = distance(unit, foe)
        if near is None or why_known(state, unit, foe, distance=near, in_view=True):
            continue
        try:
            attempt_at(state, Spot(unit=unit.id, target=foe.id), Actor.player(unit.side))
        except RuleViolation:
            continue
        yield Offer(
            "spot", f"Look at {foe.name}", (("unit", unit.id), ("target", foe.id)), detail=f"{near:.1f} in away"
        )
