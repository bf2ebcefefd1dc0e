"""What an event can say somebody says, and what a battle can remember some event writes.

Read from the source. Of each book's events, each field of their own that may be left out is given where the event is
made; of its rows that live through a battle, each field that may be left out is written in evolve/. Whoever brings an
event about says by which rule.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
BOOKS = ("book_and_gun", "five56mm", "infantry_action", "red_actions")
COMMON = {"kind", "audience", "draws", "citations"}
"""Fields that all events have."""
LIVING = {
    "State", "Side", "Unit", "Figure", "Vehicle", "Character", "Squad", "Group", "Gun", "Officer", "Marker", "Base",
}  # fmt: skip
ROWS = ("state.py", "units.py", "figures.py", "groups.py", "characters.py", "on_the_table.py")
UNSAID = {
    "book_and_gun": {
        "FormationChanged.placed", "JokerNamed.amount", "MunitionsUsed.count", "NoteTaken.value", "PeopleOut.dice",
    },
    "infantry_action": {
        "MenDiced.life", "MenEscaped.life", "VehicleHarmed.burning",
    },
    "red_actions": {
        "Deployed.marker", "Halted.other",
    },
}  # fmt: skip
"""What a dictionary or a row of the same shape gives; or what only older journals say."""
SET_OUT = {
    "book_and_gun": {"Side.edge", "Side.basic_units", "Side.conceals", "Figure.of_crew"},
    "five56mm": {"Vehicle.door"},
    "infantry_action": {
        "Figure.specialities", "Figure.home", "Figure.value", "Gun.shield", "Gun.calibre", "Gun.value",
        "Vehicle.smgs", "Vehicle.value", "Group.average", "Group.quality", "Group.late", "Group.by_air",
        "Group.parted_from", "Group.parted_in", "Group.of", "Side.limit", "Side.strength", "Side.on_defence",
        "Side.role", "Figure.injuries",
    },
    "red_actions": {"Side.edge", "Side.role", "Unit.wheeled", "Unit.more_horses", "State.coming"},
}  # fmt: skip
"""What a row has from the start and keeps."""
SHARED = {"State.awaited", "State.envelope", "State.sealed_turns"}
"""What rules/battle writes for all books."""

UNCITED = {
    "book_and_gun": """
        forces/muster.py: UnitMustered UnitMustered
        play/combat/contact.py: ChargeUpdated ChargeUpdated PhaseStepDone PhaseStepDone
        play/combat/evasion.py: ChargeUpdated
        play/combat/hounds.py: UnitMoved
        play/combat/joining.py: ChargeUpdated CombatUpdated CombatUpdated CombatUpdated
        play/combat/melee.py: ChargeUpdated CombatUpdated CombatUpdated CombatUpdated
        play/engine/hand.py: FigureFell FigureFell FigureHealed MoraleChanged
        play/engine/hiding.py: PhaseStepDone PhaseStepDone
        play/engine/orders.py: StandingSet
        play/engine/turn.py: TurnBegan
        play/engine/umpire.py: FigureHealed FigureLeft UnitMoved
        play/morale/morale_phase.py: PhaseStepDone
        play/morale/stampede.py: HorsesTested
        play/turn/question.py: QuestionAnswered
    """,
    "five56mm": """
        orders/table.py: StandingSet
        play/engine/aftermath.py: CareGiven
        play/engine/answering.py: Answered CoverPassed GrenadeLeft IntentDropped StandingSet
        play/engine/engine.py: SkillUsed
        play/engine/hand.py: Calmed WoundsHealed
        play/engine/steps.py: Asked
        play/engine/umpire.py: Frightened LeftTable Placed Restored VehicleSet VehicleSet
        play/fire/auto_fire.py: ActionTaken
        play/fire/covering.py: CoverPassed CoverPassed Faced StanceTaken WatchSet
        play/fire/firing.py: ActionTaken ActionTaken
        play/fire/throwing.py: ActionTaken GrenadeLeft
        play/harm/harm.py: CombatEnded CombatEnded
        play/melee/melee.py: ActionTaken CombatEnded
        play/movement/falling_back.py: StanceTaken StanceTaken
        play/movement/lying_low.py: StanceTaken StanceTaken
        play/movement/movement.py: ActionTaken ActionTaken StanceTaken
        play/tasks/carrying.py: ActionTaken Moved StanceTaken StanceTaken
        play/tasks/medics.py: ActionTaken ActionTaken
        play/tasks/radio.py: ActionTaken
        play/turn/course.py: Answered SkillUsed SkillUsed
        play/vehicles/boarding.py: ActionTaken ActionTaken ActionTaken
        play/vehicles/wheels.py: ActionTaken ActionTaken
    """,
    "infantry_action": """
        play/command/instructing.py: FireLeft Instructed
        play/movement/carrying_out.py: OrderTaken OrderTaken OrderTaken
        play/movement/messengers.py: OrderWritten
        play/turn/closing.py: TargetRegistered
        play/umpire/deeds.py: FigureRemoved FigureRestored GroupPlaced GroupSteadied ManLost
    """,
    "red_actions": """
        course.py: AgendaSet AgendaSet Asked
        orders/table.py: StandingSet
        play/engine/deeds.py: Answered StandingSet WatchSet
        play/engine/preempting.py: ActionResumed SegmentOpened SegmentOpened
        play/morale/routers.py: ActionDone SegmentTaken
        play/setup/deeds.py: Deployed MarkerPlaced
        play/turn/segments.py: ActionDone BesideDone SegmentTaken
        play/umpire/deeds.py: OfficerRestored UnitPlaced UnitRemoved UnitSteadied
    """,
}
"""Where an event is made without a rule, once for each time: what the umpire does of their own accord, what somebody
has said or chosen, what only goes on or is over, and what another event beside it has the rule of."""

Fields = list[tuple[str, str]]


class Call(NamedTuple):
    """What is called, the words that it is given (None stands for all of them), and how many by their place alone."""

    of: str
    words: frozenset[str | None]
    by_place: int


@cache
def trees(book: str) -> dict[Path, ast.Module]:
    folder = ROOT / "rules" / book
    return {path.relative_to(folder): ast.parse(path.read_text()) for path in sorted(folder.rglob("*.py"))}


def optional(tree: ast.Module) -> Fields:
    """Each class and each of its own fields that may be left out."""
    return [
        (each.name, part.target.id)
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for part in each.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) and part.value is not None
        if not part.target.id.startswith("_") and "ClassVar" not in ast.unparse(part.annotation)
    ]


def places(tree: ast.Module) -> dict[tuple[str, str], int]:
    """Where each field of a class stands among its own."""
    return {
        (each.name, name): place
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
        for place, name in enumerate(
            part.target.id
            for part in each.body
            if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
        )
    }


def calls(tree: ast.Module) -> Iterator[Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func
            called = name.id if isinstance(name, ast.Name) else name.attr if isinstance(name, ast.Attribute) else ""
            yield Call(called, frozenset(word.arg for word in node.keywords), len(node.args))


@cache
def all_calls(book: str) -> dict[Path, list[Call]]:
    return {path: list(calls(tree)) for path, tree in trees(book).items()}


def unsaid(book: str) -> set[str]:
    said: dict[str, set[str | None]] = defaultdict(set)
    counted: dict[str, int] = defaultdict(int)
    for call in (call for those in all_calls(book).values() for call in those):
        said[call.of] |= call.words
        counted[call.of] = max(counted[call.of], call.by_place)
    told = [tree for path, tree in trees(book).items() if path.parts[0] == "events"]
    place = {each: number for tree in told for each, number in places(tree).items()}
    fields = [each for tree in told for each in optional(tree) if place[each] >= counted[each[0]]]
    return {f"{event}.{field}" for event, field in fields if field not in COMMON and not {field, None} & said[event]}


def unwritten(book: str) -> set[str]:
    evolving = [call for path, those in all_calls(book).items() if path.parts[0].startswith("evolve") for call in those]
    written = {word for call in evolving for word in call.words}
    fields = [each for path, tree in trees(book).items() if str(path) in ROWS for each in optional(tree)]
    return {f"{row}.{field}" for row, field in fields if row in LIVING and field not in written}


def uncited(book: str) -> Counter[str]:
    """Where events are made without a rule: by "file Event", how often."""
    made = {
        each.name
        for path, tree in trees(book).items()
        if path.parts[0] == "events"
        for each in ast.walk(tree)
        if isinstance(each, ast.ClassDef)
    }
    return Counter(
        f"{path.as_posix()} {call.of}"
        for path, those in all_calls(book).items()
        if path.parts[0] not in ("events", "evolve", "tell")
        for call in those
        if call.of in made and "kind" in fields_of(book)[call.of] and not {"citations", None} & call.words
    )


@cache
def fields_of(book: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees(book).items():
        if path.parts[0] == "events":
            for name, word in optional(tree):
                found[name].add(word)
    return found


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_brings_an_event_about_cites_the_rule(book: str) -> None:
    lines = (line.split() for line in UNCITED[book].strip().splitlines())
    assert uncited(book) == Counter(f"{path.removesuffix(':')} {event}" for path, *events in lines for event in events)


@pytest.mark.parametrize("book", BOOKS)
def test_what_an_event_can_say_is_said_by_somebody(book: str) -> None:
    assert unsaid(book) == UNSAID.get(book, set())


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_battle_can_remember_is_written_by_an_event(book: str) -> None:
    assert unwritten(book) - SHARED == SET_OUT.get(book, set())


def test_what_nobody_says_is_found() -> None:
    tree = ast.parse("""
class Fell:
    who: str
    by: str = ""
    kept: ClassVar[int] = 1
    _quiet: int = 0
def fall(row): return [Fell(who="a", by="b"), words.told(**row)]
""")
    assert optional(tree) == [("Fell", "by")]
    assert list(calls(tree)) == [Call("Fell", frozenset({"who", "by"}), 0), Call("told", frozenset({None}), 0)]
