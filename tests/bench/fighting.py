"""The Book and the Gun: a volley beside its bare dice, and a battle's fold beside reading its journal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count

from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import BeginTurn, PlaceUnit
from rules.book_and_gun.state import State
from rules.kernel.action import ENGINE, UMPIRE, Action, Actor
from rules.kernel.chance import Scripted, Seeded
from rules.kernel.event import Event
from rules.seam.forces import Muster, MusterFigure, MusterSide, MusterUnit
from rules.table import boards
from tests.bench.pair import Pair, processor

KEY = b"bench"
DECISIONS = 60
UNITS = 6
"""A side."""


@contextmanager
def pairs() -> Iterator[Iterator[Pair]]:
    assert RULES.book.resolve is not None
    resolve = RULES.book.resolve
    form = next(form for form in RULES.book.resolutions if form.name() == "fire")
    asked = form.model_validate(
        {"weapon": "assault rifle", "figures": 10, "range": 6.0, "target_class": "I", "target_figures": 14}
    )
    drawn = [draw for step in resolve(asked, Seeded(KEY, 1)).events for draw in step.draws]
    script = [str(draw) for draw in drawn]
    events = battle()
    journal = [RULES.battle.events.dump(event) for event in events]
    yield iter(
        (
            Pair(
                "volley",
                f"ten rifles' volley with its casualties, beside its {len(drawn)} dice and cards alone",
                lambda: resolve(asked, Scripted(script)),
                lambda: bare(script, drawn),
                most=25,
            ),
            Pair(
                "fold",
                f"the state folded from {len(events)} events, beside reading them from their JSON",
                lambda: RULES.battle.fold(events),
                lambda: [RULES.battle.events.load(line) for line in journal],
                most=10,
            ),
            Pair(
                "fog",
                f"a unit moved among {2 * UNITS} in the fog of war, all looking again, beside the same move on an "
                "open table; processor time",
                partial(moved, meeting("on"), count()),
                partial(moved, meeting("off"), count()),
                most=1000,
                on_top=150,
                clock=processor,
            ),
        )
    )


def meeting(fog: str) -> State:
    """Two sides of UNITS units each that stand against each other in a village."""
    muster = Muster(
        "Bench",
        (side("army", "us-infantry-squad", UNITS), side("insurgents", "insurgent-cell", UNITS)),
        boards.generate("village", "bench", width=72, depth=48, edges=(("army", "south"), ("insurgents", "north"))),
        (("fog", fog), ("commander", "highest-rank")),
    )
    state = RULES.battle.fold(RULES.battle.muster(muster, Seeded(KEY, 0)))
    return RULES.battle.fold(RULES.battle.decide(state, BeginTurn(), ENGINE, Seeded(KEY, 1)), state)


def moved(state: State, numbers: Iterator[int]) -> object:
    """A cell is put somewhere else, never twice in the same place: nothing is remembered from the last time."""
    at = 20.0 + next(numbers) * 0.173 % 30.0
    return RULES.battle.decide(state, PlaceUnit(unit="insurgents0", to=f"{at:.3f},26"), UMPIRE, Seeded(KEY, 2))


def bare(script: Sequence[str], drawn: Sequence[object]) -> None:
    chance = Scripted(script)
    for draw in drawn:
        among = getattr(draw, "among", ())
        if among:
            chance.draw(among, for_="casualty")
        else:
            chance.roll(20, for_="to hit")


def battle() -> list[Event]:
    """Two sides that go at each other by the answers offered first."""
    muster = Muster(
        "Bench",
        (side("army", "us-infantry-squad", 2), side("insurgents", "insurgent-cell", 2)),
        boards.generate("village", "bench", width=42, depth=28, edges=(("army", "south"), ("insurgents", "north"))),
    )
    events = list(RULES.battle.muster(muster, Seeded(KEY, 0)))
    state = RULES.battle.fold(events)
    for number in range(1, DECISIONS):
        action, by = next_decision(state)
        if action is None:
            break
        new = RULES.battle.decide(state, action, by, Seeded(KEY, number))
        state = RULES.battle.fold(new, state)
        events += new
    return events


def next_decision(state: object) -> tuple[Action | None, Actor]:
    for ask in RULES.battle.prompt(state).asks:  # type: ignore[arg-type]  # the state is the rule set's own
        actor = Actor.player(ask.side)
        for unit in ask.units:
            for offer in RULES.battle.offers(state, ask.side, unit):  # type: ignore[arg-type]
                if offer.verb == "fire" and not offer.needs:
                    return offer.filled(), actor
        quick = next((offer for offer in ask.quick if not offer.needs), None)
        return (
            quick.filled() if quick else ask.default,
            actor,
        )
    return RULES.battle.proceed(state), ENGINE  # type: ignore[arg-type]


def side(key: str, organisation: str, units: int) -> MusterSide:
    plan = RULES.forces.raise_unit(organisation)
    return MusterSide(
        key,
        key.title(),
        tuple(
            MusterUnit(
                f"{key}{number}",
                f"{key} {number}",
                key,
                plan.organisation,
                plan.nation,
                plan.traits,
                tuple(
                    MusterFigure(
                        f"{key}{number}.{figure.number}", figure.number, "X", figure.rank, figure.role, figure.traits
                    )
                    for figure in plan.figures
                ),
            )
            for number in range(units)
        ),
    )
