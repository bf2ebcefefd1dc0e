"""Fire of a launcher or gun at a locked door: one hit opens it. IX.4.3, BG-R104, BG-R206.

The dice are those against class I. Nobody is harmed but those within the blast template about the door.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.book_and_gun.actions.fire import Breach
from rules.book_and_gun.book.arms import Arm, arm, spelled
from rules.book_and_gun.book.casualty import CasualtyDeck
from rules.book_and_gun.book.organisations import is_key
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.to_hit import Shot, chance_in_twenty, hits, to_hit
from rules.book_and_gun.book.volley import Firing, PartOfFire, volley
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import DoorFiredAt, FireDeclared, MunitionsUsed
from rules.book_and_gun.play.fire.aim import LawfulShot, in_back_blast, man, require_outside
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire import back_blast, binds, reloading
from rules.book_and_gun.play.fire.fire_events import harm
from rules.book_and_gun.play.fire.firers import Firers, declared, firers, weapons
from rules.book_and_gun.play.fire.line_to_target import SUPPORT_CONE, everybody, group_of
from rules.book_and_gun.play.ground import housing
from rules.book_and_gun.play.ground.cover import class_of, class_of_most
from rules.book_and_gun.play.ground.mounted import targets_of
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import BASE, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.sight.watching import CLOUDS, goggles_of, reach_of
from rules.book_and_gun.play.turn.acting import acting
from rules.book_and_gun.play.turn.joker_fire import effect_of
from rules.book_and_gun.play.turn.readiness import fire_chances
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.state import State
from rules.book_and_gun.units import EYE, HANDS, Figure, Morale, Phase, Unit
from rules.kernel.action import Actor, SideId
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact, Itemised, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Offer, Outcome, Prospect
from rules.table.board import Board, Feature, Opening, Point, Token
from rules.table.measure import bearing, between, in_arc, step, tidy
from rules.table.reference import Surroundings, place
from rules.table.sight import Sight

DOORS = frozenset({"door", "gate"})
CLASS: TargetClass = "I"
"""Of a door. BG-R104"""
NEAR = 2.0
"""Inches from a door within which a place names it."""
_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Door:
    """A door of a building, and the point of it that is aimed at."""

    house: Feature
    opening: Opening

    @property
    def at(self) -> Point:
        (ax, ay), (bx, by) = self.opening.a, self.opening.b
        return (ax + bx) / 2, (ay + by) / 2

    @property
    def name(self) -> str:
        return self.house.name or f"the {self.house.kind}"


@dataclass(frozen=True, slots=True)
class AtDoor:
    """A shot at a door before its dice. `caught`: those under the blast template, the nearest to the door first;
    `behind`: those in the back blast."""

    unit: Unit
    who: Firers
    weapon: Arm
    door: Door
    firing: Firing
    facts: tuple[Fact, ...]
    caught: tuple[tuple[Unit, Figure], ...]
    behind: tuple[tuple[Unit, Figure], ...]

    @property
    def figure(self) -> Figure:
        return self.who.figures[0]

    @property
    def number(self) -> Itemised | None:
        return self.firing.aims[0].number

    @property
    def shots(self) -> tuple[LawfulShot, ...]:
        """As a shot at those whom its blast may harm; empty where there is nobody."""
        if not self.caught:
            return ()
        target, at = self.caught[0]
        part = self.firing.aims[0]
        return (
            LawfulShot(
                self.figure, self.weapon, self.firing, self.facts, target, None, at, part.target_class, self.caught
            ),
        )


def judge_breach(state: State, action: Breach, by: Actor) -> AtDoor:
    """Raises RuleViolation: no card, no board, no door there, it is open, no launcher, not in sight, cone or range.
    BG-IX.4.3, BG-R104."""
    unit = claim(state, action.unit, by, Phase.FIRE)
    who = firers(state, unit, action.figure)
    board = state.board
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board with doors.",
            citation="BG-IX.4.3b",
            remedy="Ask the umpire what becomes of it.",
        )
    door = _door(state, board, unit, action.door)
    figure = who.figures[0]
    weapon = _weapon(state, unit, figure, action.weapon)
    require_outside(board, figure, weapon)
    shot = _aimed(state, board, unit, who, weapon, door)
    require_allowed(state, unit, shot.shots, insist=False)
    return shot


def breach(state: State, ready: AtDoor, chance: Chance) -> list[Event]:
    """The dice, the door, those in the blast, the back blast. BG-IX.4.3, BG-R104, BG-R80, BG-X.2.9."""
    unit, figure, weapon, door = ready.unit, ready.figure, ready.weapon, ready.door
    course = Course(state, chance)
    if not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, ready.who.spent):
        how = "unit" if ready.who.as_unit else "figures"
        course.note(FireDeclared(unit=unit.id, how=how, citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, ready.who.spent))
    if weapon.spent == "laws":
        course.note(MunitionsUsed(unit=unit.id, munition="laws", citations=("BG-R21", "BG-X.4.15")))
    before, effect = course.state, effect_of(state, unit)
    deck = CasualtyDeck(before.casualty_deck, before.options)
    done = volley([ready.firing], deck, chance, effect=effect, options=before.options)
    draws = list(chance.taken())
    dice = tuple(die.value for rolled in done.rolled for die in rolled.dice)
    course.note(
        DoorFiredAt(
            unit=unit.id,
            figure=figure.id,
            weapon=weapon.key,
            structure=door.house.kind,
            outline=door.house.outline,
            name=door.house.name,
            door=(door.opening.a, door.opening.b),
            to_hit=ready.number,
            dice=dice,
            hits=sum(hits(die, ready.number, before.options) for die in dice),
            facts=ready.facts,
            draws=tuple(draws.pop(0) for _ in dice),
            citations=("BG-IX.4.3b", "BG-R104"),
        )
    )
    course.note(*harm(before, unit, ready.shots, done, draws))
    reloading(course, before, unit, figure, weapon)
    here = {f.id for unit, _ in ready.behind for f in targets_of(course.state, course.unit(unit.id)) if f.fit}
    standing = [one for one in ready.behind if one[1].id in here]
    back_blast(course, figure, weapon, standing, unit.id)
    enforce(course, state, unit, ready.shots, insisted=False, as_unit=ready.who.as_unit)
    return course.events


# ── Judging ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _door(state: State, board: Board, unit: Unit, wanted: str) -> Door:
    """The door nearest to the place, within 2 inches or of the building there."""
    at = place(wanted, Surroundings(board, places=known_places(state, board, unit.side)))
    home = housing.house_at(board, at)
    doors = [Door(house, one) for house in housing.houses(board) for one in house.openings if one.kind in DOORS]
    found = [door for door in doors if door.house is home or between(door.at, at) <= NEAR]
    figure = unit.fit[0].at if unit.fit else None
    if not found:
        raise RuleViolation(
            "no-door", f"There is no door at “{wanted}”.", citation="BG-IX.4.3a", remedy="Name a building with a door."
        )
    near = at if home is None or figure is None else figure
    return min(found, key=lambda door: (between(door.at, near), door.at))


def _weapon(state: State, unit: Unit, figure: Figure, wanted: str | None) -> Arm:
    """The launcher or gun: the one wanted, else one that he carries, else a LAW of the unit. BG-R104"""
    carried = [key for key in figure.traits.weapons if arm(key, state.options).high_explosive]
    for key in [wanted] if wanted is not None else [*carried, "law"]:
        (weapon,) = weapons(state, unit, figure, key)
        if weapon.high_explosive:
            return weapon
    raise RuleViolation(
        Why.NO_LAUNCHER,
        f"{figure.name}'s {spelled(wanted or 'weapon')} opens no door: that takes high explosive.",
        citation="BG-IX.4.3b",
        remedy="Fire a launcher, a LAW or a gun.",
    )


def _aimed(state: State, board: Board, unit: Unit, who: Firers, weapon: Arm, door: Door) -> AtDoor:
    figure = who.figures[0]
    me, here = figure.at, token(figure)
    if me is None or here is None:
        raise RuleViolation(
            "not-on-table", f"{figure.name} is not on the table.", citation="BG-X.1.2", remedy="Choose another figure."
        )
    if not in_arc(here, door.at, SUPPORT_CONE):
        raise RuleViolation(
            "out-of-arc",
            f"The door of {door.name} is outside {figure.name}'s cone of {SUPPORT_CONE:g} degrees.",
            citation="BG-X.1.3a",
            remedy="Turn in the movement phase, or fire with another figure.",
        )
    if not _sees(state, board, unit, figure, here, door):
        raise RuleViolation(
            "no-line-of-sight",
            f"{figure.name} does not see the door of {door.name}.",
            citation="BG-VI.2.1a",
            remedy="Choose another door, or fire with another figure.",
        )
    far = between(me, door.at)
    caught = _caught(state, unit, weapon, door)
    part = PartOfFire(
        tuple(man(state, other, one) for other, one in caught),
        class_of_most([class_of(board, one, other.present, me) for other, one in caught]) if caught else CLASS,
        _number(state, unit, figure, weapon, far),
        caught[0][0].id if caught else "",
    )
    behind = in_back_blast(everybody(state, unit.side), figure, door.at) if weapon.back_blast else []
    known = (Fact("range", round(far, 2), Source.MEASURED, "in"), Fact("target class", CLASS, Source.DEFAULT))
    firing = Firing(figure.id, weapon, (part,), most=len(caught))
    return AtDoor(unit, who, weapon, door, firing, known, caught, tuple(behind))


def _sees(state: State, board: Board, unit: Unit, figure: Figure, here: Token, door: Door) -> bool:
    """Whether he sees what stands in the doorway, from the side that he is on. BG-VI.2.1a, BG-VI.2.2a"""
    reach = reach_of(state, unit, figure)
    if reach is not None and between((here.x, here.y), door.at) > reach + _HAIR:
        return False
    across = bearing(door.opening.a, door.opening.b) + 90.0
    steps = [step(door.at, way % 360.0, BASE) for way in (across, across + 180.0)]
    x, y = min(steps, key=lambda spot: between(spot, (here.x, here.y)))
    thermal = goggles_of(state, figure) == "thermal"
    return Sight(board, NATURES, ignoring=CLOUDS if thermal else ()).share(here, Token("door", tidy(x), tidy(y))) > 0.5


def _caught(state: State, unit: Unit, weapon: Arm, door: Door) -> tuple[tuple[Unit, Figure], ...]:
    """Who stands under the template about the door, the nearest first, friends too. BG-R80, BG-R104"""
    if not weapon.template:
        return ()
    near = [
        (between(one.at, door.at), other, one)
        for other, one in everybody(state, unit.side)
        if one.at is not None and between(one.at, door.at) <= weapon.template / 2 + _HAIR
    ]
    return tuple((other, one) for _, other, one in sorted(near, key=lambda each: (round(each[0], 6), each[2].id)))


def _number(state: State, unit: Unit, figure: Figure, weapon: Arm, far: float) -> Itemised | None:
    """The TO HIT number against class I. Raises RuleViolation out of range. BG-R104"""
    shot = Shot(
        weapon,
        far,
        CLASS,
        group_of(unit),
        elite=unit.traits.elite,
        goggles=goggles_of(state, figure) if state.conditions.light == "night" else "none",
        laser_aiming=figure.traits.laser_aiming,
        good_command=effect_of(state, unit) == "good fire command",
        shaken=unit.morale is Morale.SHAKEN,
        bad_eye=EYE in figure.traits.injuries,
        shaking_hands=HANDS in figure.traits.injuries,
    )
    return to_hit(shot, state.options)


# ── Odds and offers ──────────────────────────────────────────────────────────────────────────────────────────────


def breach_odds(state: State, ready: AtDoor) -> Odds:
    """The chance that the door opens, and who may be harmed. BG-R104"""
    options = state.options
    faces = chance_in_twenty(ready.number, options)
    rolls = 2 if effect_of(state, ready.unit) == "two shots per figure" else 1
    dice = rolls * len(ready.firing.dice_at(options))
    missed = Fraction(20 - faces, 20) ** dice
    names = ", ".join(sorted(one.name for _, one in ready.caught))
    behind = ", ".join(sorted(one.name for _, one in ready.behind))
    return Odds(
        facts=ready.facts,
        numbers=() if ready.number is None else (ready.number,),
        chances=(Prospect("the door opens", 1 - missed, Outcome("opens")),),
        notes=(
            f"{dice}D20, each hits at TO HIT or less: {spelled(ready.weapon.key)}",
            *((f"in the blast: {names}",) if names else ()),
            *((f"in the back blast: {behind}, hit on 1 to 3 of a D6 each",) if behind else ()),
        ),
    )


def at_doors(state: State, side: SideId, unit_id: str) -> Iterator[Offer]:
    """A shot at each door that enemies whom the side sees keep locked, by the last rifleman or the man with the
    launcher. BG-IX.4.3"""
    unit = acting(state, side, unit_id, Phase.FIRE)
    if unit is None or state.board is None:
        return
    held = housing.held_against(state, unit.side)
    if not held:
        return
    gunners = _gunners(state, unit)
    for house in held:
        for opening in house.openings:
            door = Door(house, opening)
            if opening.kind not in DOORS:
                continue
            words = f"{tidy(door.at[0]):g},{tidy(door.at[1]):g}"
            for figure, key in gunners:
                action = Breach(unit=unit.id, figure=figure.id, door=words, weapon=key)
                try:
                    shot = judge_breach(state, action, Actor.player(side))
                except RuleViolation:
                    continue
                detail = f"{shot.facts[0].value:g} in, class {CLASS}"
                yield Offer(
                    action, f"{figure.name}, {spelled(key)} at the door of {door.name}", facts=shot.facts, detail=detail
                )
                break


def _gunners(state: State, unit: Unit) -> Sequence[tuple[Figure, str]]:
    """Who could fire what at a door: each man with a launcher, and the unit's LAW by its last rifleman."""
    able = fire_chances(state, unit)
    found = [(f, key) for f in able for key in f.traits.weapons if arm(key, state.options).high_explosive]
    riflemen = [f for f in able if not f.traits.leader and not is_key(f, state.options)]
    return [*found, (riflemen[-1], "law")] if unit.munitions.laws and riflemen else found
