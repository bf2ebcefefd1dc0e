"""Getting onto horses and off them, on the unit's card in the movement phase; who then holds them. VIII.5.2, VIII.5.3.

Whoever mounts or dismounts neither charges nor fires in that turn (BG-VIII.5.2a, BG-X.2.3a).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from rules.book_and_gun import facts
from rules.book_and_gun.actions.movement import Move
from rules.book_and_gun.actions.vehicles import Dismount, MountVehicle
from rules.book_and_gun.book.horses import MOUNTING_DICE, SCOUT_MOUNTING_DICE
from rules.book_and_gun.book.horses import holders as holders_of
from rules.book_and_gun.book.organisations import is_key
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.horses import RidersDown, RidersUp, Tethered
from rules.book_and_gun.evolve import fold
from rules.book_and_gun.play.ground import passage
from rules.book_and_gun.play.ground.formation import others
from rules.book_and_gun.play.ground.housing import ground_of
from rules.book_and_gun.play.ground.mounted import cavalry
from rules.book_and_gun.play.ground.tabletop import BASE, middle, tokens
from rules.book_and_gun.play.movement.guns import pushed
from rules.book_and_gun.play.movement.maneuver import SettingOff, march_off, set_out
from rules.book_and_gun.play.movement.movement import group_of
from rules.book_and_gun.play.turn.readiness import PartOfUnit, movers
from rules.book_and_gun.play.turn.sequence import activated
from rules.book_and_gun.state import State
from rules.book_and_gun.steeds import Steed
from rules.book_and_gun.units import Figure, Morale, Placed, Unit
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Odds, Outcome, Prospect
from rules.table.board import Point
from rules.table.formation import Position, settle
from rules.table.measure import between, step

FACES = 6
ABREAST = 2
"""Led horses side by side."""
PACE = 1.1
"""Inches from one led horse to the next."""


# ── Up ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class MountingUp:
    """Figures about to mount, each with the horse that is to be theirs and the inches to it, the nearest first.

    `holders`: those of them who hold the horses until then; `dice`: D6 that they have for it."""

    unit: Unit
    figures: tuple[Figure, ...]
    far: tuple[tuple[str, str, float], ...]
    holders: frozenset[str]
    dice: int
    known: tuple[Fact, ...]

    def within(self, inches: float) -> tuple[tuple[str, str], ...]:
        """Who mounts which horse with so many inches; whoever holds them stays while somebody is short of his."""
        near = [(who, steed) for who, steed, far in self.far if far <= inches + 1e-6]
        if len(near) == len(self.far):
            return tuple(near)
        return tuple((who, steed) for who, steed in near if who not in self.holders)


def judge_mount_up(state: State, unit: Unit, action: MountVehicle) -> MountingUp:
    """Raises RuleViolation: no horse waits for them, horses of the enemy for those who are no cavalry, too far.

    BG-VIII.5.2a, BG-VIII.5.2b, BG-VIII.5.21, BG-XIII.1.1b, BG-R253."""
    group = tuple(f for f in group_of(state, unit, action.figures) if f.fit and not f.steed and not f.traits.dog)
    _require_steady(unit)
    holders = tuple(f for f in unit.fit if f.holds and f.move_turn != state.turn and f not in group)
    figures = (*group, *(holders if action.figures == "unit" else ()))
    if not figures:
        raise RuleViolation(Why.AS_IT_IS, f"{unit.name} is mounted.", citation="BG-VIII.5.21", remedy="Ride on.")
    _require_free_hands(unit, figures, state)
    horses = _to_ride(state, unit)
    distance, fact = facts.fact(
        state,
        facts.DISTANCE,
        unit.id,
        declared=action.distance,
        measured=lambda: min((_gap(f, h) for f in figures for h in horses), default=None) if state.board else None,
        default=0.0,
    )
    far = _paired(state, figures, horses, distance if state.board is None else None)
    if not far:
        raise RuleViolation(
            Why.TOO_FAR,
            f"No horse is in {unit.name}'s reach: something closes the way.",
            citation="BG-VIII.5.21",
            remedy="Move beside the horses first, and mount next turn.",
        )
    dice = SCOUT_MOUNTING_DICE if action.figures == "scouts" else MOUNTING_DICE
    if far[0][2] > dice * FACES:
        raise RuleViolation(
            Why.TOO_FAR,
            f"The nearest horse is {far[0][2]:g} in away: {unit.name} cannot reach it with {dice}D6.",
            citation="BG-VIII.5.21",
            remedy="Move beside the horses first, and mount next turn.",
        )
    return MountingUp(unit, figures, far, frozenset(f.id for f in figures if f.holds), dice, (fact,))


def _require_steady(unit: Unit) -> None:
    if unit.morale is not Morale.STEADY:
        raise RuleViolation(
            Why.CANNOT_MOVE, f"{unit.name} is {unit.morale.value}.", citation="BG-R50", remedy="Rally it first."
        )


def _require_free_hands(unit: Unit, figures: Sequence[Figure], state: State) -> None:
    if pushed(figures, state.options):
        raise RuleViolation(
            "gun-in-tow",
            f"{unit.name} has a gun with it, which nobody takes on horseback.",
            citation="BG-VIII.3.1b",
            remedy="Push it on foot.",
        )


def _to_ride(state: State, unit: Unit) -> tuple[Steed, ...]:
    """The horses that wait for the unit; those of the enemy for cavalry and elite troops alone. BG-XIII.1.1b."""
    waiting = state.led_by(unit.home or unit.id)
    if unit.home:
        waiting = (*waiting, *state.led_by(unit.id))
    trained = unit.traits.elite or cavalry(state, unit)
    horses = tuple(each for each in waiting if trained or not each.captured)
    if horses:
        return horses
    if waiting:
        raise RuleViolation(
            "not-a-rider",
            "Only cavalry and elite forces ride captured horses.",
            citation="BG-XIII.1.1b",
            remedy="Leave them with their guards.",
        )
    raise RuleViolation(
        "no-horse-there",
        f"No horse waits for {unit.name}.",
        citation="BG-VIII.5.21",
        remedy="Name a unit with a vehicle to get into, or move on foot.",
    )


def _gap(figure: Figure, horse: Steed) -> float:
    """Inches between two bases."""
    if figure.at is None or horse.at is None:
        return 0.0
    return round(max(0.0, between(figure.at, horse.at) - 2 * BASE), 2)


def _paired(
    state: State, figures: Sequence[Figure], horses: Sequence[Steed], said: float | None
) -> tuple[tuple[str, str, float], ...]:
    """Each figure with a horse: its own if that waits, else the nearest that is left; the closest pairs first, and
    those for whom there is none left out, or none with an open way to it. `said`: the inches where nothing is
    measured."""
    board = ground_of(state, [f for f in figures if not f.steed])
    pairs = sorted(
        (horse.rider != figure.id, _gap(figure, horse) if said is None else said, n, m)
        for n, figure in enumerate(figures)
        for m, horse in enumerate(horses)
        if board is None or figure.at is None or horse.at is None or passage.is_open(board, figure.at, horse.at)
    )
    ours: set[int] = set()
    theirs: set[int] = set()
    found: list[tuple[float, str, str]] = []
    for _, far, n, m in pairs:
        if n not in ours and m not in theirs:
            ours.add(n)
            theirs.add(m)
            found.append((far, figures[n].id, horses[m].id))
    return tuple((who, steed, far) for far, who, steed in sorted(found, key=lambda each: each[0]))


def mount_up(state: State, ready: MountingUp, chance: Chance) -> list[Event]:
    """1D6, scouts on foot 2D6: whoever stands no farther from a horse mounts. BG-VIII.5.2a, BG-VIII.5.21, BG-R253."""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures))
    dice = chance.dice(ready.dice, sides=FACES, for_="mounting")
    pairs = ready.within(sum(dice))
    up = {who for who, _ in pairs}
    course.note(
        RidersUp(
            unit=ready.unit.id,
            pairs=pairs,
            placed=tuple(
                Placed(who, horse.at, horse.facing)
                for who, steed in pairs
                if (horse := state.steed(steed)).at is not None
            ),
            dice=dice,
            short=tuple(f.id for f in ready.figures if f.id not in up),
            draws=chance.taken(),
            citations=("BG-VIII.5.2a", "BG-VIII.5.21"),
        )
    )
    return course.events


def mount_up_odds(ready: MountingUp) -> Odds:
    """The chance that all of them mount, and that anybody does."""
    rolls = [sum(dice) for dice in product(range(1, FACES + 1), repeat=ready.dice)]
    share = Fraction(1, len(rolls))
    able = len(ready.far)
    everybody = sum((share for roll in rolls if len(ready.within(roll)) == able), Fraction(0))
    anybody = sum((share for roll in rolls if ready.within(roll)), Fraction(0))
    return Odds(
        facts=ready.known,
        chances=(
            Prospect("all mount", everybody, Outcome("all mounted", ready.unit.id)),
            Prospect("somebody mounts", anybody, Outcome("mounted", ready.unit.id)),
        ),
        notes=(f"{ready.dice}D6 in to the horses; nobody who mounts fires in this turn",),
    )


# ── Down ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DismountingDown:
    """Riders about to dismount. `down`: where the horses then stand, and who holds them; `off`: the move of 1D6 of the
    others that follows, None where they stay."""

    unit: Unit
    figures: tuple[Figure, ...]
    down: RidersDown
    off: SettingOff | None


def judge_dismount_down(state: State, unit: Unit, action: Dismount) -> DismountingDown:
    """Raises RuleViolation: holders of the wrong number, or who do not ride, a place that cannot be read.
    BG-VIII.5.2a, BG-VIII.5.21, BG-VIII.5.3a, BG-R253."""
    figures = tuple(f for f in movers(state, unit).get("unit", ()) if f.steed)
    number = holders_of(len(figures))
    chosen = _chosen(figures, number, action.holders) if action.holders else _usual(figures, number, state)
    down = RidersDown(
        unit=unit.id,
        figures=tuple(f.id for f in figures),
        holders=chosen,
        horses=_tethered(state, unit, figures, chosen),
        citations=("BG-VIII.5.2a", "BG-VIII.5.21", "BG-VIII.5.3a"),
    )
    ids = [f.id for f in figures if f.id not in chosen]
    if action.to is None or state.board is None or not ids:
        return DismountingDown(unit, figures, down, None)
    after = fold(state, [down])
    move = Move(unit=unit.id, to=action.to)
    told = set_out(after, after.unit(unit.id), ids, move)
    told = replace(told, going=replace(told.going, own_dice=MOUNTING_DICE))
    return DismountingDown(unit, figures, down, SettingOff((), told, move))


def _chosen(riders: Sequence[Figure], number: int, named: tuple[str, ...]) -> tuple[str, ...]:
    able = {f.id for f in riders}
    strangers = [name for name in named if name not in able]
    if strangers or len(set(named)) != number:
        raise RuleViolation(
            "wrong-holders",
            f"{number} of the {len(riders)} who dismount hold the horses, neither more nor fewer.",
            citation="BG-VIII.5.3a",
            remedy=f"Name {number} of them, or leave it open." if number else "Leave it open.",
        )
    return tuple(f.id for f in riders if f.id in named)


def _usual(riders: Sequence[Figure], number: int, state: State) -> tuple[str, ...]:
    """One of each share of the riders: plain figures before key figures before leaders, the nearest to the middle of
    theirs, then the last of the roster. BG-R253."""

    def first(figure: Figure, centre: Point | None) -> tuple[int, float]:
        far = between(figure.at, centre) if figure.at is not None and centre is not None else 0.0
        return 2 * figure.traits.leader + is_key(figure, state.options), round(far, 3)

    found: list[str] = []
    for share in _shares(riders, number):
        centre = middle(share)
        found.append(min(reversed(share), key=lambda f, centre=centre: first(f, centre)).id)
    return tuple(found)


def _shares(riders: Sequence[Figure], number: int) -> Iterator[Sequence[Figure]]:
    """The riders in so many shares, as even as can be, each of neighbours in the roster."""
    for n in range(number):
        yield riders[n * len(riders) // number : (n + 1) * len(riders) // number]


def _tethered(state: State, unit: Unit, riders: Sequence[Figure], holders: Sequence[str]) -> tuple[Tethered, ...]:
    """Each horse with the holder of its rider's share, in pairs behind him; without holders behind its rider."""
    with_ = {f.id: [f.steed] for f in riders}
    if holders:
        shares = zip(holders, _shares(riders, len(holders)), strict=True)
        with_ = {who: [f.steed for f in share] for who, share in shares}
    found: list[Tethered] = []
    wanted: list[Position] = []
    for who, steeds in with_.items():
        figure = unit.figure(who)
        for number, steed in enumerate(steeds):
            found.append(Tethered(steed, None, who if holders else ""))
            if figure.at is not None:
                row, file = divmod(number, ABREAST)
                behind = step(figure.at, figure.facing + 180.0, PACE * (row + 1))
                aside = 0.0 if len(steeds) == 1 else (file - 0.5) * PACE
                wanted.append(Position(*step(behind, figure.facing + 90.0, aside), figure.facing))
    board = state.board
    if board is None or len(wanted) < len(found):
        return tuple(found)
    taken = [*others(state, riders), *tokens(riders)]
    placed = settle(wanted, taken, radius=BASE, board=board, barred=lambda at: not passage.has_room(board, at))
    return tuple(replace(each, at=(p.x, p.y)) for each, p in zip(found, placed, strict=True))


def dismount_down(state: State, ready: DismountingDown, chance: Chance) -> list[Event]:
    """They stand beside their horses, a quarter of them hold these, and the others go up to 1D6. BG-VIII.5.21,
    BG-VIII.5.3a."""
    course = Course(state, chance)
    course.note(activated(state, ready.unit, ready.figures), ready.down)
    if ready.off is not None:
        march_off(course, ready.off)
    return course.events


def lead_on(figures: Sequence[Figure]) -> bool:
    """Whether these are horse holders alone, who go nowhere without a place to go to."""
    return bool(figures) and all(f.holds for f in figures)


def mountable(state: State, unit: Unit) -> Iterator[PartOfUnit]:
    """The groups of a unit on foot for which horses may wait."""
    if state.steeds:
        for group, figures in movers(state, unit).items():
            if any(f.fit and not f.steed for f in figures) and (group != "separated" or not lead_on(figures)):
                yield group
