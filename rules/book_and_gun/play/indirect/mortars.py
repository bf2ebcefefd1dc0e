"""Mortars on the board: who serves one, where it may be aimed, its round. X.13.1, BG-R98, BG-R228, BG-R229."""

from __future__ import annotations

from dataclasses import dataclass

from rules.book_and_gun import facts
from rules.book_and_gun.actions.battle import Bombard
from rules.book_and_gun.actions.indirect import FireMortar
from rules.book_and_gun.book import indirect
from rules.book_and_gun.book.arms import Arm, arm, indirect_range, spelled
from rules.book_and_gun.book.indirect import Attack
from rules.book_and_gun.book.rows import TargetClass
from rules.book_and_gun.book.switches import HOUSE
from rules.book_and_gun.book.tables import MORTARS
from rules.book_and_gun.book.volley import Firing, PartOfFire
from rules.book_and_gun.course import Course
from rules.book_and_gun.events.fire import FireDeclared
from rules.book_and_gun.events.indirect import MortarFired
from rules.book_and_gun.play.blasts.shelled_vehicles import beneath
from rules.book_and_gun.play.fire.aim import LawfulShot
from rules.book_and_gun.play.fire.bombard import Gunner, PointOfAim, Shelling, fall
from rules.book_and_gun.play.fire.engagement import enforce, require_allowed
from rules.book_and_gun.play.fire.fire import binds
from rules.book_and_gun.play.fire.firers import AT_THE_GUN, Firers, declared, support_weapon, weapons
from rules.book_and_gun.play.ground.blast import blast_at
from rules.book_and_gun.play.ground.cover import inside
from rules.book_and_gun.play.ground.passage import in_arms_reach
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import are_enemies, known_to
from rules.book_and_gun.play.indirect.observers import Observing, observing
from rules.book_and_gun.play.turn.sequence import activated, claim
from rules.book_and_gun.state import CIVILIANS, State
from rules.book_and_gun.support import Laid
from rules.book_and_gun.units import Figure, Phase, Status, Unit
from rules.kernel.action import Actor
from rules.kernel.chance import Chance
from rules.kernel.event import Event
from rules.kernel.facts import Fact
from rules.kernel.violation import RuleViolation
from rules.table.board import Point
from rules.table.measure import between, tidy
from rules.table.reference import Surroundings, place, point_text

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class ServedMortar:
    """A mortar and who serves it. `carrier`: whose weapon it is; it stands where he is."""

    figure: Figure
    carrier: Figure
    weapon: Arm

    @property
    def attack(self) -> Attack:
        return "medium mortar" if self.weapon.key == "medium mortar" else "light mortar"


@dataclass(frozen=True, slots=True)
class ReadyRound:
    """A round before its dice. What `shelling` is meant to catch are those whom the firing side may know; `shots`: the
    same as the rules of engagement see them."""

    unit: Unit
    who: Firers
    served: ServedMortar
    observed: Observing
    shelling: Shelling
    laid: Laid
    facts: tuple[Fact, ...]
    shots: tuple[LawfulShot, ...]
    insist: bool


def judge_mortar(state: State, action: FireMortar, by: Actor) -> ReadyRound:
    """Raises RuleViolation: no card, no board, no mortar that could fire, moved in this turn, in a building, the place
    nearer or farther than it reaches, nobody observes it, the rules of engagement. BG-X.13.1a, BG-X.13.13a,
    BG-X.13.13b, BG-R228, BG-R229."""
    unit = claim(state, action.unit, by, Phase.FIRE)
    board = state.board
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board that a template could be laid on.",
            citation="BG-X.13.1a",
            remedy="Ask the umpire to bombard: they name who lies under it.",
        )
    served = serving(state, unit, action.figure)
    who = support_weapon(state, unit, served.figure.id)
    _require_set_down(state, unit, served)
    stood = served.carrier.at
    if stood is None:
        raise RuleViolation(
            "not-on-table", f"{served.figure.name} is not on the table.", remedy="Choose another figure."
        )
    at = place(action.at, Surroundings(board, stood, unit.facing, known_places(state, board, unit.side)))
    at = tidy(at[0]), tidy(at[1])
    inches, range_fact = facts.fact(state, facts.RANGE, unit.id, measured=lambda: between(stood, at))
    require_reach(state, served.weapon, inches)
    observed = observing(state, unit, served.figure, at)
    if observed is None:
        raise RuleViolation(
            "not-observed",
            f"Nobody observes that place for {served.figure.name}.",
            citation="BG-X.13.13a",
            remedy="Aim where the unit sees, or a leader within 6 inches, on a wire or on its radio net.",
        )
    laid = _laying(state, served, at, stood)
    action_of = Bombard(
        blast_of=served.attack, at=point_text(at), smoke=action.smoke, turns_before=min(laid.in_a_row - 1, 20)
    )
    known = blast_at(known_to(state, unit.side), action_of, at)
    shelling = Shelling(action_of, PointOfAim(at, stood), known)
    shots = shots_at(state, unit, served.figure, served.weapon, shelling, range_fact)
    require_allowed(state, unit, shots, insist=action.insist)
    known_facts = (range_fact, *facts.said(state, observed.unit.id, facts.LINE_OF_SIGHT))
    return ReadyRound(unit, who, served, observed, shelling, laid, known_facts, shots, action.insist)


def drop(state: State, ready: ReadyRound, chance: Chance) -> list[Event]:
    """The round: where it bursts, whom it hits. BG-X.13.1a to BG-X.13.14, BG-R97 to BG-R99, BG-R11."""
    unit, served, laid = ready.unit, ready.served, ready.laid
    course = Course(state, chance)
    if not declared(state, unit) and len(unit.fit) > 1 and binds(state, unit, ready.who.spent):
        course.note(FireDeclared(unit=unit.id, how="figures", citations=("BG-X.0.3", "BG-R09")))
    course.note(activated(course.state, unit, ready.who.spent))
    course.note(
        MortarFired(
            unit=unit.id,
            figure=served.figure.id,
            mortar=served.carrier.id,
            weapon=served.weapon.key,
            at=laid.at,
            stood=laid.stood,
            observer=ready.observed.figure.id,
            contact=ready.observed.contact,
            in_a_row=laid.in_a_row,
            rounds=laid.rounds,
            facts=ready.facts,
            citations=("BG-X.13.1a" if served.attack == "light mortar" else "BG-X.13.13b", "BG-X.13.13a", "BG-R228"),
        )
    )
    fall(course, ready.shelling, Gunner(unit.id, served.figure.id))
    enforce(course, state, unit, ready.shots, insisted=ready.insist, as_unit=False)
    return course.events


# ── Who and with what ────────────────────────────────────────────────────────────────────────────────────────────


def mortars(unit: Unit, state: State) -> list[tuple[Figure, Arm]]:
    """The mortars of a unit, each with the figure that carries it, wherever he is."""
    return [
        (figure, weapon)
        for figure in unit.figures
        for key in figure.traits.weapons
        if (weapon := arm(key, state.options)).key in MORTARS
    ]


def crews(state: State, unit: Unit) -> list[ServedMortar]:
    """Each mortar with who serves it: who carries it, or when he is down an unhurt one of his team within an inch of
    him. A mortar that nobody serves is left out. BG-X.2.5, BG-R228."""
    found: list[ServedMortar] = []
    for carrier, weapon in mortars(unit, state):
        crewman = carrier if carrier.fit else _mate(state, unit, carrier)
        if crewman is not None:
            found.append(ServedMortar(crewman, carrier, weapon))
    return found


def _mate(state: State, unit: Unit, carrier: Figure) -> Figure | None:
    if carrier.status not in (Status.WOUNDED, Status.KILLED) or not carrier.traits.team:
        return None
    team = [f for f in unit.fit if f.traits.team == carrier.traits.team]
    return next((f for f in team if in_arms_reach(state.board, [carrier], [f], AT_THE_GUN)), None)


def serving(state: State, unit: Unit, wanted: str | None) -> ServedMortar:
    """The mortar of the figure that is named, else the first that could fire now. Raises RuleViolation."""
    found = [served for served in crews(state, unit) if wanted in (None, served.figure.id)]
    if not found:
        raise RuleViolation(
            "no-mortar",
            f"{unit.name} has no mortar that {'he' if wanted else 'anybody'} could serve.",
            citation="BG-R228",
            remedy="Name who carries it, or one of the team beside it.",
        )
    first: RuleViolation | None = None
    for served in found:
        try:
            support_weapon(state, unit, served.figure.id)
            weapons(state, unit, served.carrier, served.weapon.key)
            _require_rounds(state, served)
        except RuleViolation as refused:
            first = first or refused
        else:
            return served
    raise first or AssertionError("a mortar was judged neither way")


def left(state: State, carrier: Figure) -> int | None:
    """Rounds that a mortar has left; None: they are not counted. BG-R229."""
    most = HOUSE.choice(state.options, "mortar-rounds")
    if most == "unlimited":
        return None
    fired = next((laid.rounds for laid in state.laid if laid.mortar == carrier.id), 0)
    return max(0, int(most) - fired)


def _require_rounds(state: State, served: ServedMortar) -> None:
    if left(state, served.carrier) == 0:
        raise RuleViolation(
            "mortar-empty",
            f"{served.carrier.name}'s {spelled(served.weapon.key)} has no more rounds.",
            citation="BG-R229",
            remedy="Fire other weapons.",
        )


def _require_set_down(state: State, unit: Unit, served: ServedMortar) -> None:
    """BG-VIII.3.1c, BG-R228."""
    name = spelled(served.weapon.key)
    if unit.moved_turn == state.turn and unit.moved_inches > 0:
        raise RuleViolation(
            "moved-mortar",
            f"The {name} stands on its base plate and does not fire in a turn in which it moved.",
            citation="BG-R228",
            remedy="Fire next turn, from where it stands.",
        )
    if state.board is not None and inside(state.board, served.carrier):
        raise RuleViolation(
            "under-a-roof",
            f"The {name} cannot fire from inside a building.",
            citation="BG-R228",
            remedy="Set it up in the open.",
        )


def require_reach(state: State, weapon: Arm, inches: float) -> None:
    """Refuses a place nearer than the least range, or beyond the longest. BG-X.13.1a, BG-X.13.13b."""
    least, most = indirect_range(weapon, state.options)
    if least - _HAIR <= inches <= most + _HAIR:
        return
    raise RuleViolation(
        "too-near" if inches < least else "out-of-range",
        f"The place is {inches:.1f} in away; a {spelled(weapon.key)} reaches from {least:g} to {most:g} in.",
        citation="BG-X.13.1a" if weapon.key == "light mortar" else "BG-X.13.13b",
        remedy="Choose another place.",
    )


# ── The round ────────────────────────────────────────────────────────────────────────────────────────────────────


def _laying(state: State, served: ServedMortar, at: Point, stood: Point) -> Laid:
    """The mortar as this round lays it: a turn more at the same point, if nothing has changed. BG-R98, BG-R228."""
    before = next((laid for laid in state.laid if laid.mortar == served.carrier.id), None)
    rounds = (before.rounds if before is not None else 0) + 1
    again = before is not None and (before.at, before.stood, before.turn) == (at, stood, state.turn - 1)
    row = before.in_a_row + 1 if before is not None and again else 1
    return Laid(served.carrier.id, at, stood, state.turn, row, rounds)


def shots_at(
    state: State, unit: Unit, figure: Figure, weapon: Arm, shelling: Shelling, range_fact: Fact
) -> tuple[LawfulShot, ...]:
    """A shot at each enemy or civilian unit that lies under it where it is aimed, in the open or in a vehicle.
    BG-III.2.4.0, BG-R228."""
    known = shelling.meant
    struck: dict[str, TargetClass] = {one.figure: one.target_class for one in known.struck}
    caught = tuple((other, f) for other in state.units for f in other.present if f.id in struck)
    found: list[LawfulShot] = []
    for other_id in dict.fromkeys(known.units):
        other = state.unit(other_id)
        if not are_enemies(state, unit, other) and other.side != CIVILIANS:
            continue
        first = next(f for home, f in caught if home.id == other_id)
        of_class = struck[first.id]
        part = PartOfFire((), of_class, None, other_id)
        firing = Firing(figure.id, weapon, (part,))
        shot = LawfulShot(figure, weapon, firing, (range_fact,), other, None, first, of_class, caught)
        found.append(shot)
    for vehicle in beneath(known_to(state, unit.side), shelling.action, shelling.aimed.at):
        other, inside = state.unit(vehicle.unit), state.people_in(vehicle.id)
        against = are_enemies(state, unit, other) or other.side == CIVILIANS
        if inside and against and other.id not in known.units:
            firing = Firing(figure.id, weapon, (PartOfFire((), "I", None, other.id),))
            caught = (*caught, (other, inside[0]))
            found.append(LawfulShot(figure, weapon, firing, (range_fact,), other, None, inside[0], "I", caught))
    return tuple(found)


def template_of(served: ServedMortar) -> float:
    """Diameter of its blast in inches."""
    return indirect.template(served.attack)
