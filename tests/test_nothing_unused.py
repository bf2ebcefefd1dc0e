"""What a function is given it uses, and what it works out it uses: a word that nobody hands on is lost on the way.

Read from the source. A function that is handed on itself (a row of a table, a handler, a method) is given what all of
its kind are given: there only what it works out counts.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Set
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
    "rules/five56mm/play/turn/standing_answers.py": {"_others.who"},
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


def handed_on(trees: Iterable[ast.Module]) -> set[str]:
    """The names that stand for a function without calling it."""
    found: set[str] = set()
    for tree in trees:
        nodes = [*ast.walk(tree)]
        called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
        for node in nodes:
            if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load) and id(node) not in called:
                found.add(node.id if isinstance(node, ast.Name) else node.attr)
    return found


def unused(tree: ast.Module, handed: Set[str]) -> set[str]:
    """What a function is given or works out in vain, as "function.name"."""
    found: set[str] = set()
    for function, method in _functions(tree):
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        read = Counter(node.id for node in names if isinstance(node.ctx, ast.Load))
        given = {each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)}
        made = {node.id for node in names if isinstance(node.ctx, ast.Store)} - given
        if method or function.decorator_list or function.name in handed:
            given = set()
        found |= {f"{function.name}.{name}" for name in given | made if not read[name] and not name.startswith("_")}
    return found


def _functions(node: ast.AST, method: bool = False) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool]]:
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            yield part, method
            yield from _functions(part)
        else:
            yield from _functions(part, isinstance(part, ast.ClassDef) or method)


def test_what_is_given_and_worked_out_is_used() -> None:
    trees = {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text())
        for room in PRODUCT
        for path in sorted((ROOT / room).rglob("*.py"))
        if "migrations" not in path.parts
    }
    handed = handed_on(trees.values())
    found = {path: names for path, tree in trees.items() if (names := unused(tree, handed))}
    lost = {f"{path} {name}" for path, names in found.items() for name in names - GIVEN.get(path, set())}
    assert not lost, f"given or worked out, and not used: {', '.join(sorted(lost))}"
    used = {f"{path} {name}" for path, names in GIVEN.items() for name in names - found.get(path, set())}
    assert not used, f"used now, and no longer an exception: {', '.join(sorted(used))}"


def test_what_is_lost_on_the_way_is_found() -> None:
    tree = ast.parse("""
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
    assert unused(tree, {"handed"}) == {"fell.day", "fell.number", "quick.kind", "told.kept"}
    assert unused(tree, set()) == {"fell.day", "fell.number", "handed.side", "quick.kind", "told.kept"}
    assert {"handed"} <= handed_on([tree])
    assert "note" not in handed_on([tree])
