"""Who of a group does a task, and where: the man who has the means, the square, the weapon that lies there."""

from __future__ import annotations

from collections.abc import Iterator

from rules.infantry_action.book.casualties import takeover_bar
from rules.infantry_action.book.clearing import BAYONETS, Sapper
from rules.infantry_action.book.grid import Square, square_at
from rules.infantry_action.book.kinds import Charge, Gear, Pace, Posture, Weapon
from rules.infantry_action.figures import Figure, Gun, Point
from rules.infantry_action.groups import Group, GroupOrder, Task
from rules.infantry_action.state import State
from rules.kernel.refusals import Why
from rules.kernel.violation import RuleViolation
from rules.table.measure import between, step

LONG_TASKS = frozenset({"set-claymore", "mark-mines", "lift-mines", "reload-smoke", "bangalore"})
"""What takes its man the whole period, where he is."""
WORK = frozenset({*LONG_TASKS, "take-over"})
"""What one man of the group does."""


def doer(state: State, group: Group, task: Task) -> Figure | None:
    """Who does it: whoever is named, else the first who can. Of the men who take over, the nearest."""
    able = [man for man in state.men(group.id) if _can(state, man, task)]
    if task.figure:
        return next((man for man in able if man.id == task.figure), None)
    if task.kind == "take-over":
        at = place_of(left_behind(state, group, task))
        return None if at is None else min(able, key=lambda man: between(man.at or at, at), default=None)
    if task.kind == "mark-mines":
        return min(able, key=lambda man: not _sweeps(man), default=None)
    if task.kind == "reload-smoke":
        return max(able, key=lambda man: man.place not in ("driver", "commander"), default=None)
    return next(iter(able), None)


def _can(state: State, man: Figure, task: Task) -> bool:
    if task.kind == "reload-smoke":
        return man.aboard is not None and man.place != "passenger"
    if man.at is None:
        return False
    match task.kind:
        case "set-claymore":
            return Charge.CLAYMORE in man.charges
        case "bangalore":
            return Charge.BANGALORE in man.charges
        case "mark-mines":
            return _sweeps(man) or bayonet(man) is not None
        case "lift-mines":
            return "engineer" in man.specialities
        case "take-over":
            item = left_behind(state, state.group(man.group), task)
            return item is not None and item.id != man.id and _may_take(state, man, item)
        case _:
            return False


def _may_take(state: State, man: Figure, item: Figure | Gun) -> bool:
    if isinstance(item, Gun):
        speciality = item.kind.value in man.specialities
        return man.serves is None and takeover_bar(0.0, True, speciality, item.gone) is None
    return man.serves is None


def _sweeps(man: Figure) -> bool:
    return "engineer" in man.specialities and man.has(Gear.MINE_DETECTOR)


def bayonet(man: Figure) -> Weapon | None:
    return next((weapon for weapon in man.weapons if weapon in BAYONETS), None)


def sapper(man: Figure) -> Sapper:
    """As the book sees him at work: he walks or crawls about his square; without a detector he lies down."""
    sweeps = _sweeps(man)
    return Sapper(
        engineer="engineer" in man.specialities,
        detector=sweeps,
        weapon=bayonet(man) or man.weapons[0],
        posture=man.posture if sweeps else Posture.PRONE,
        pace=Pace.WALK if man.posture is Posture.ERECT else Pace.CRAWL,
    )


def at_work(state: State, group: Group, order: GroupOrder) -> Iterator[tuple[Task, Figure]]:
    """The tasks of an order that one man does, each with him; nobody does two at once."""
    taken: set[str] = set()
    for task in order.tasks:
        if task.kind not in WORK:
            continue
        man = doer(state, group, task)
        if man is not None and man.id not in taken:
            taken.add(man.id)
            yield task, man


def ahead_of(man: Figure, task: Task) -> Point | None:
    """Where he works: the place that was named, else 10 m in front of him."""
    if man.at is None:
        return None
    return task.spot if task.spot is not None else step(man.at, man.facing, 10.0)


def work_square(man: Figure, task: Task) -> Square | None:
    """The square that he works on, his own or one beside it; None: it is out of his reach."""
    at = ahead_of(man, task)
    if at is None or man.at is None:
        return None
    column, row = square_at(at)
    own = square_at(man.at)
    return (column, row) if abs(column - own[0]) <= 1 and abs(row - own[1]) <= 1 else None


# ── Weapons that lie about ────────────────────────────────────────────────────────────────────────────────────────


def left_behind(state: State, group: Group, task: Task) -> Figure | Gun | None:
    """The casualty or gun of its own side that a task of taking over names, by id or name; unnamed: the nearest one
    that has something. IA-soft.takeover, IA-soft.takeover-heavy"""
    at = state.anchor(group.id)
    found = [
        each
        for each in (*state.guns, *state.figures)
        if each.side == group.side and _lies(state, each) and (not task.subject or task.subject in (each.id, each.name))
    ]
    if not found or at is None:
        return None
    return min(found, key=lambda each: between(place_of(each) or at, at))


def _lies(state: State, item: Figure | Gun) -> bool:
    if isinstance(item, Gun):
        return not item.gone and item.at is not None
    return not item.fit and item.at is not None and bool(worth_taking(item))


def worth_taking(casualty: Figure) -> tuple[Weapon | Gear, ...]:
    """What a casualty has that another man may use, the best first: support weapons, a radio, other small arms."""
    support = (Weapon.BELT_LMG, Weapon.MAGAZINE_LMG, Weapon.FLAME_THROWER, Weapon.GRENADE_LAUNCHER, Weapon.ONE_MAN_AT)
    arms = [weapon for weapon in casualty.weapons if weapon.small_arm]
    first = [weapon for weapon in support if weapon in arms]
    radio = [Gear.RADIO] if casualty.has(Gear.RADIO) else []
    return (*first, *radio, *(weapon for weapon in arms if weapon not in first))


def place_of(item: Figure | Gun | None) -> Point | None:
    return None if item is None else item.at


# ── Judging ───────────────────────────────────────────────────────────────────────────────────────────────────────


def require_worker(state: State, group: Group, task: Task) -> None:
    """RuleViolation for a task that nobody of the group can do, or not there, as far as its side knows."""
    man = doer(state, group, task)
    if man is None:
        lacking, citation, remedy = _LACKING[task.kind]
        who = f"{state.figure(task.figure).name} is not" if task.figure else f"None of {group.name} is"
        raise RuleViolation("cannot-work", f"{who} {lacking}.", citation=citation, remedy=remedy)
    if task.kind in ("mark-mines", "lift-mines") and work_square(man, task) is None:
        raise RuleViolation(
            Why.NO_PLACE,
            f"{man.name} is too far from that square.",
            citation="IA-mine.mark-detector",
            remedy="Send him to it first: he works on his own square or one beside it.",
        )


_LACKING = {
    "set-claymore": ("on foot with a Claymore", "IA-mine.claymore-setup", "Choose the man who carries one."),
    "bangalore": ("on foot with a bangalore torpedo", "IA-mine.bangalore", "Choose the man who carries one."),
    "mark-mines": (
        "able to find mines",
        "IA-mine.mark-bayonet",
        "It takes an engineer with a mine detector, or a man with rifle and bayonet.",
    ),
    "lift-mines": ("an engineer", "IA-mine.lift", "Send an engineer."),
    "take-over": (
        "able to take that over",
        "IA-soft.takeover",
        "Name a casualty's weapon or a gun; a gun asks for a man of its speciality.",
    ),
    "reload-smoke": (
        "able to get out and reload",
        "IA-smoke.projectors",
        "A crewman of an AFV with projectors does it while it stands still.",
    ),
}
"""Nobody is that, why it matters, what to do."""
