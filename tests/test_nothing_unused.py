"""What a function is given it uses, and what it works out it uses: a word that nobody hands on is lost on the way. What
is not given is not so.

Read from the source. A function that is handed on itself (a row of a table, a handler, a method) is given what all of
its kind are given: there only what it works out counts. A flag that is left out is off, and a number is 0; where
what is left out says something `left_out.toml` has what. Older journals and callers rest on it.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("rules", "campaigns", "bot")
GIVEN = {
    "bot/commands/clock.py": {"_week.shown"},
    "bot/post/catching_up.py": {"_losses.viewer"},
    "bot/post/posts.py": {"turn.left"},
    "bot/shell/database.py": {"_recheck.found"},
    "campaigns/battle/telling/telling.py": {"_told.own"},
    "rules/battle/orders/giving.py": {"require_command.by"},
    "rules/book_and_gun/play/turn/leadership.py": {"needs_commander.state"},
    "rules/book_and_gun/play/turn/sequence.py": {"require_free.state"},
    "rules/five56mm/play/fire/targets.py": {"require_may_fire.state"},
    "rules/five56mm/play/harm/wrecks.py": {"hands_of.vehicle"},
    "rules/five56mm/play/vehicles/ramming.py": {"_in_path.vehicle"},
    "rules/five56mm/play/vehicles/wheels.py": {"means_of.state"},
    "rules/five56mm/view.py": {"_skill.state"},
    "rules/infantry_action/book/support.py": {"call_bar.who"},
    "rules/infantry_action/evolve/movement.py": {"_in_part.state"},
    "rules/infantry_action/ordering.py": {"_for_all.side"},
    "rules/infantry_action/planning.py": {"_on_its_way.state", "_stays.task"},
    "rules/infantry_action/play/fire/engaging.py": {"_shelled.state", "_special.state"},
    "rules/infantry_action/play/fire/planning.py": {"_blind.spot"},
    "rules/infantry_action/play/fire/shots.py": {"_engaged.sighting"},
    "rules/infantry_action/play/fire/targets.py": {"_fires.state"},
    "rules/infantry_action/play/movement/carrying_out.py": {"_enters.about"},
    "rules/infantry_action/play/movement/order_judging.py": {"_detail.state", "_detail.group"},
    "rules/infantry_action/play/movement/tasks.py": {"_blows_a_lane.group"},
    "rules/infantry_action/play/movement/workers.py": {"_may_take.state"},
    "rules/infantry_action/play/reaction/prisoners.py": {"_over_the_line.group"},
    "rules/infantry_action/play/sight/locating.py": {"_man.group"},
    "rules/infantry_action/play/sight/sweep.py": {"over.row"},
    "rules/infantry_action/tell/works.py": {"_work.words"},
    "rules/red_actions/forces/muster.py": {"_hidden.unit"},
    "rules/red_actions/orders/planning.py": {"_troops.boldness"},
    "rules/red_actions/play/fire/aiming.py": {"_number.shot"},
    "rules/red_actions/play/fire/deeds.py": {"shot_of.by"},
    "rules/red_actions/play/fire/offering.py": {"_harassing.state"},
    "rules/red_actions/play/morale/running_away.py": {"_round.way"},
    "rules/red_actions/tell/fire.py": {"_car.words"},
}
"""What is given without being needed, as its neighbours are given it: nothing is lost by it. A new one is no entry:
use it, or take it out."""


@dataclass(frozen=True)
class Scope:
    """A function, with the names that it and what it holds read and make."""

    name: str
    given: frozenset[str]
    of_its_kind: bool
    """A method, or decorated: it is given what all of its kind are given."""
    read: set[str] = field(default_factory=set[str])
    made: set[str] = field(default_factory=set[str])


@dataclass(frozen=True)
class Seen:
    """The functions of a module, and the names that stand for a function without calling it."""

    scopes: tuple[Scope, ...]
    handed: frozenset[str]
    left_out: Mapping[str, float] = field(default_factory=dict[str, float])
    """What an argument or a field is that is left out, as "function.name", where that is a number other than 0."""


def look(tree: ast.Module) -> Seen:
    """One walk through a module."""
    scopes: list[Scope] = []
    handed: set[str] = set()
    left_out: dict[str, float] = {}
    left: list[tuple[ast.AST, tuple[Scope, ...], bool, bool]] = [(tree, (), False, False)]
    while left:
        node, within, method, called = left.pop()
        match node:
            case ast.Name():
                for scope in within:
                    (scope.read if isinstance(node.ctx, ast.Load) else scope.made).add(node.id)
                if isinstance(node.ctx, ast.Load) and not called:
                    handed.add(node.id)
                continue
            case ast.Attribute() if isinstance(node.ctx, ast.Load) and not called:
                handed.add(node.attr)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                left_out |= _said(node.name, _by_argument(node.args))
                args = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                given = frozenset(each.arg for each in args)
                scopes.append(Scope(node.name, given, method or bool(node.decorator_list)))
                within, method = (*within, scopes[-1]), False
            case ast.ClassDef():
                left_out |= _said(node.name, _by_field(node))
                method = True
            case ast.Constant() | ast.Load() | ast.Store():
                continue
            case _:
                pass
        function = node.func if isinstance(node, ast.Call) else None
        left += [(part, within, method, part is function) for part in ast.iter_child_nodes(node)]
    return Seen(tuple(scopes), frozenset(handed), left_out)


def _by_argument(args: ast.arguments) -> Iterator[tuple[str, ast.expr | None]]:
    those = (*args.posonlyargs, *args.args)
    yield from ((each.arg, default) for each, default in zip(those[::-1], args.defaults[::-1], strict=False))
    yield from ((each.arg, default) for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True))


def _by_field(node: ast.ClassDef) -> Iterator[tuple[str, ast.expr | None]]:
    for part in node.body:
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
            given = part.value
            if isinstance(given, ast.Call):  # Field(default=1), Decimal(0)
                default = next((word.value for word in given.keywords if word.arg == "default"), None)
                given = default or (given.args[0] if given.args else None)
            yield part.target.id, given


def _said(name: str, defaults: Iterator[tuple[str, ast.expr | None]]) -> dict[str, float]:
    return {
        f"{name}.{word}": default.value
        for word, default in defaults
        if isinstance(default, ast.Constant) and isinstance(default.value, int | float) and default.value
    }


def unused(seen: Seen, handed: Set[str]) -> set[str]:
    """What a function is given or works out in vain, as "function.name"."""
    found: set[str] = set()
    for scope in seen.scopes:
        given = set[str]() if scope.of_its_kind or scope.name in handed else scope.given
        names = (given | (scope.made - scope.given)) - scope.read
        found |= {f"{scope.name}.{name}" for name in names if not name.startswith("_")}
    return found


@cache
def program() -> dict[str, Seen]:
    return {
        path.relative_to(ROOT).as_posix(): look(ast.parse(path.read_text()))
        for room in PRODUCT
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
    }


def test_what_is_left_out_is_not_so() -> None:
    kept = tomllib.loads(Path(__file__).with_name("left_out.toml").read_text())
    found = {path: dict(each.left_out) for path, each in program().items() if each.left_out}
    wrong = [
        path
        for path in kept.keys() | found.keys()
        if repr(sorted(kept.get(path, {}).items())) != repr(sorted(found.get(path, {}).items()))
    ]
    assert not wrong, "what is left out says something, and left_out.toml something else: " + "; ".join(
        f"{path} {found.get(path)}" for path in sorted(wrong)
    )


def test_what_is_given_and_worked_out_is_used() -> None:
    seen = program()
    handed = frozenset().union(*(each.handed for each in seen.values()))
    found = {path: names for path, each in seen.items() if (names := unused(each, handed))}
    lost = {f"{path} {name}" for path, names in found.items() for name in names - GIVEN.get(path, set())}
    assert not lost, f"given or worked out, and not used: {', '.join(sorted(lost))}"
    used = {f"{path} {name}" for path, names in GIVEN.items() for name in names - found.get(path, set())}
    assert not used, f"used now, and no longer an exception: {', '.join(sorted(used))}"


def test_what_is_lost_on_the_way_is_found() -> None:
    seen = look(
        ast.parse("""
def fell(figure, wound, _why):
    day = today()
    note(figure, day=1)
    return [word for word, number in wounds(wound)]
def handed(state, side):
    return [each for each in state]
def quick(row, kind=handed): return row
class Row:
    def told(self, words):
        kept = 1
""")
    )
    assert unused(seen, {"handed"}) == {"fell.day", "fell.number", "quick.kind", "told.kept"}
    assert unused(seen, set()) == {"fell.day", "fell.number", "handed.side", "quick.kind", "told.kept"}
    assert {"handed"} <= seen.handed
    assert "note" not in seen.handed


def test_what_says_something_when_it_is_left_out_is_found() -> None:
    seen = look(
        ast.parse("""
def fell(figure, wound=1, *, by=None, dead=True, twice=False, far=0.5): return 1
class Row:
    name: str = "x"
    crew: int = Field(default=3, ge=1)
    kept: bool = True
    none: int = 0
    tons: Decimal = Decimal(2)
""")
    )
    assert seen.left_out == {
        "fell.wound": 1, "fell.dead": True, "fell.far": 0.5, "Row.crew": 3, "Row.kept": True, "Row.tons": 2,
    }  # fmt: skip
