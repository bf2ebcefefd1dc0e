"""Where a grenade goes off: at a man of the target whom the thrower sees, or on a place. X.12.1, X.12.2, X.14.3c.

With a board sight, arc and inches are measured; ruled and declared facts go before them, and without a board the range
is given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.book_and_gun import facts
from rules.book_and_gun.actions.explosives import Throw
from rules.book_and_gun.book.explosives import TEMPLATES, Thrown, reach, require_range
from rules.book_and_gun.book.signals import WIDTHS
from rules.book_and_gun.play.fire.line_to_target import SMALL_ARMS_CONE
from rules.book_and_gun.play.ground.route import known_places
from rules.book_and_gun.play.ground.tabletop import BASE, token
from rules.book_and_gun.play.ground.terrain import NATURES
from rules.book_and_gun.play.sight.observation import why_known
from rules.book_and_gun.play.sight.watching import CLOUDS, FIELD_OF_VIEW, goggles_of, reach_of, watch
from rules.book_and_gun.state import State
from rules.book_and_gun.units import Figure, Unit
from rules.kernel.facts import Fact, Source
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.board import Board, Point, Token
from rules.table.measure import between, in_arc
from rules.table.reference import Surroundings, place
from rules.table.sight import Sight

_HAIR = 1e-6


@dataclass(frozen=True, slots=True)
class Landing:
    """Where it goes off, and at whom. `at` None: without a board, `among` the first figures of the target."""

    at: Point | None
    target: Unit | None
    aimed: Figure | None
    facts: tuple[Fact, ...]
    among: tuple[Figure, ...] = ()


def radius_of(grenade: Thrown) -> float:
    """Inches from the burst within which it takes effect; of smoke half of its breadth. BG-X.12.1a, BG-X.12.2,
    BG-R100, BG-R101."""
    return (WIDTHS["grenade"] if grenade == "smoke grenade" else TEMPLATES[grenade]) / 2


def arc_of(grenade: Thrown) -> float:
    """Degrees to his front: a rifle is fired in its cone, whoever throws sees where. BG-X.1.3a, BG-R221."""
    return SMALL_ARMS_CONE if grenade == "rifle grenade" else FIELD_OF_VIEW


# ── At a unit ────────────────────────────────────────────────────────────────────────────────────────────────────


def at_unit(state: State, unit: Unit, figure: Figure, target: Unit, action: Throw) -> Landing:
    """Raises RuleViolation: nobody of the target is in sight, in the arc, in range, or the unit is not spotted.
    BG-VI.1.b, BG-VI.2.1a, BG-X.1.3a, BG-X.12.1a, BG-X.12.1b, BG-R221."""
    eyes = watch(state, unit, (figure,), target.exposed)
    candidates = _candidates(target, action.target_figure)
    subjects = (unit.id, target.id)
    seen = [f for f in candidates if eyes is not None and f.at is not None and eyes.sees(figure.id, f.id)]
    sight, sight_fact = facts.fact(
        state,
        facts.LINE_OF_SIGHT,
        *subjects,
        declared=action.line_of_sight,
        measured=(lambda: bool(seen)) if eyes is not None else None,
        default=True,
    )
    if not sight:
        raise RuleViolation(
            "no-line-of-sight",
            f"{figure.name} sees none of {target.name}.",
            citation="BG-VI.2.1a",
            remedy="Choose a target in sight, or let another man throw.",
        )
    order = list(seen or candidates)
    if eyes is not None:
        order = sorted((f for f in order if f.at is not None), key=lambda f: round(eyes.distance(figure.id, f.id), 6))
    here = token(figure)
    before = [f for f in order if here is not None and f.at is not None and in_arc(here, f.at, arc_of(action.thrown))]
    good, arc_fact = facts.fact(
        state,
        facts.IN_ARC,
        *subjects,
        declared=action.in_arc,
        measured=(lambda: bool(before)) if here is not None else None,
        default=True,
    )
    if not good:
        raise _not_in_front(figure, target.name, action.thrown)
    order = before or order
    least, most = reach(action.thrown, state.options)
    fair = [f for f in order if eyes is not None and least <= eyes.distance(figure.id, f.id) <= most + _HAIR]
    aimed = next(iter(fair), order[0])
    far, range_fact = facts.fact(
        state,
        facts.RANGE,
        *subjects,
        declared=action.range,
        measured=(lambda: eyes.distance(figure.id, aimed.id)) if eyes is not None else None,
    )
    require_range(action.thrown, far, state.options)
    if not why_known(state, unit, target, distance=far, in_view=True):
        raise RuleViolation(
            "not-spotted",
            f"{target.name} is not spotted: it has neither moved nor fired in view.",
            citation="BG-VI.1.b",
            remedy="Spot it first, or throw at a place.",
        )
    known = (sight_fact, arc_fact, range_fact)
    if eyes is not None and aimed.at is not None:
        return Landing(aimed.at, target, aimed, known)
    count, number = facts.fact(state, facts.IN_TEMPLATE, *subjects, declared=action.in_template, default=1)
    return Landing(None, target, aimed, (*known, number), tuple(order[: max(1, int(count))]))


def _candidates(target: Unit, named: str | None) -> Sequence[Figure]:
    """Those who may be aimed at: nobody behind a hull. BG-R125, BG-VIII.2.9b."""
    exposed = target.exposed
    if target.fit and not exposed:
        raise RuleViolation(
            "behind-hulls",
            f"{target.name} sits inside vehicles: nothing that is thrown gets at them.",
            citation="BG-VIII.2.9b",
            remedy="Fire at the vehicle, or wait until they get out.",
        )
    if named is not None:
        found = [f for f in exposed if f.id == named]
        if not found:
            raise RuleViolation(
                "unknown-figure",
                f"{target.name} has no such figure on the field.",
                remedy="Choose a figure of the target unit.",
            )
        return found
    if not target.fit:
        raise RuleViolation(
            Why.NOBODY_LEFT,
            f"{target.name} has no unhurt figure left.",
            citation="BG-R125",
            remedy="Name a wounded figure, or choose another target.",
        )
    return tuple(f for f in exposed if f.fit) or exposed


# ── On a place ───────────────────────────────────────────────────────────────────────────────────────────────────


def at_place(state: State, unit: Unit, figure: Figure, to: str, grenade: Thrown) -> Landing:
    """Raises RuleViolation: no board, no such place, not in front of him, out of range, out of sight. Smoke needs no
    more than a way for the hand: smoke and darkness do not hinder it. BG-X.12.1a, BG-X.14.3c, BG-R221, BG-R223."""
    board, me, here = state.board, figure.at, token(figure)
    if board is None:
        raise RuleViolation(
            "no-board",
            "This battle has no board with places on it.",
            citation="BG-X.12.1a",
            remedy="Name the enemy unit instead; the umpire rules what smoke hides.",
        )
    if me is None or here is None:
        raise RuleViolation(
            "not-on-table", f"{figure.name} is not on the table.", citation="BG-X.1.2", remedy="Choose another figure."
        )
    at = place(to, Surroundings(board, me, figure.facing, known_places(state, board, unit.side)))
    far = between(me, at)
    require_range(grenade, far, state.options)
    if far > BASE and not in_arc(here, at, arc_of(grenade)):
        raise _not_in_front(figure, "That place", grenade)
    if far > BASE and not _sees(state, board, unit, figure, here, at, grenade):
        raise RuleViolation(
            "no-line-of-sight",
            f"{figure.name} does not see that place.",
            citation="BG-VI.2.1a",
            remedy="Choose a place in sight, or let another man throw.",
        )
    return Landing(at, None, None, (Fact("range", round(far, 2), Source.MEASURED, "in"),))


def _sees(state: State, board: Board, unit: Unit, figure: Figure, here: Token, at: Point, grenade: Thrown) -> bool:
    """Whether anything of a man who stood there would show. BG-R221."""
    smoke = grenade == "smoke grenade"
    limit = None if smoke else reach_of(state, unit, figure)
    if limit is not None and between((here.x, here.y), at) > limit + _HAIR:
        return False
    through = CLOUDS if smoke or goggles_of(state, figure) == "thermal" else ()
    return Sight(board, NATURES, ignoring=through).share(here, Token("place", at[0], at[1])) > 0.0


def _not_in_front(figure: Figure, what: str, grenade: Thrown) -> RuleViolation:
    return RuleViolation(
        "out-of-arc",
        f"{what} is outside {figure.name}'s front of {arc_of(grenade):g} degrees.",
        citation="BG-X.1.3a" if grenade == "rifle grenade" else "BG-R221",
        remedy="Turn in the movement phase, or let another man do it.",
    )
