"""Which tests are nearest to a change: those that name its rules, those that speak of the same things, those of its own
module, those that import it, and the random battles of its book."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.affected import SOURCES
from tests.conftest import WHOLE
from tests.mutate.places import Change

ID = re.compile(r"\b(?:BG|MM|IA|RA)-[\w.]*\w")
WORD = re.compile(r"[A-Z]?[a-z]{3,}|[A-Z]{3,}")
ROOMS = ("rules", "campaigns", "bot", "tests")
LONG = 30_000
"""Bytes of a test file that is not run whole because it imports what imports the changed module."""


@dataclass(frozen=True, slots=True)
class Tests:
    """`marked`: ledger id to the tests that are marked with it; `users`: a module to those that import it; `words`: a
    test to the words in it; `rarity`: a word to what it weighs; `heavy`: test files that take long; `readers`: those of
    all rooms that read the sources; `pages`: a test file to the words in it."""

    root: Path
    marked: dict[str, list[str]]
    users: dict[str, set[str]]
    words: dict[str, frozenset[str]]
    rarity: dict[str, float]
    heavy: frozenset[str]
    readers: tuple[str, ...] = ()
    pages: dict[str, frozenset[str]] = field(default_factory=dict)

    def near(self, change: Change, most: int) -> list[str]:
        """The tests that name the change's rules and those that speak of the same things, which are quick; then the
        test files that reach it. At most so many of each, nearest first. Then the random battles, where it is about
        play."""
        rules = dict.fromkeys(ID.findall(change.within))
        by_rule = list(dict.fromkeys(test for rule in rules for test in self.marked.get(rule, ())))[:most]
        alike = [test for test in self.alike(change, 2 * most) if test not in by_rule]
        files = self.reaching(change, most)
        files += [battles for battles in self.battles(change.path) if battles not in files]
        return [*(test for test in (*by_rule, *alike) if test.partition("::")[0] not in files), *files]

    def alike(self, change: Change, most: int) -> list[str]:
        """The tests of its rule set, or of its layer, that share the rarest words with the changed function."""
        rooms = self.rooms(change.path)
        said = _said_by(change)
        weighed = [(self._likeness(said, words), test) for test, words in self.words.items() if test.startswith(rooms)]
        return [test for weight, test in sorted(weighed, key=lambda each: (-each[0], each[1]))[:most] if weight > 0]

    def _likeness(self, said: frozenset[str], words: frozenset[str]) -> float:
        return sum(self.rarity.get(word, 0.0) for word in said & words) / math.sqrt(20 + len(words))

    def ranked(self, change: Change, costs: Mapping[str, float]) -> list[str]:
        """All tests that have a cost, the nearest first: by the words and rules that they share with the change, by the
        name of their file and by what it imports; of two as near the cheaper. Of one test on two databases only one,
        and none of another rule set."""
        said = _said_by(change)
        rules = set(ID.findall(change.within))
        marked = {test for rule in rules for test in self.marked.get(rule, ())}
        module = _module(change.path)
        users = {_path(user) for user in self.users.get(module, ())}
        own = self.rooms(change.path)
        nearness: dict[str, float] = {}
        books = {test.rpartition("/")[0] + "/" for test in costs if "/test_random_battles.py" in test}
        others = tuple(books - {*own}) if own[0] in books else ()
        for test in {each.partition("[")[0] for each in costs}:
            file, words = test.partition("::")[0], self.words.get(test, frozenset())
            weight = self._likeness(said, words)
            weight += 4 * (test in marked) + 3 * (file in users) + 3 * _kin(_module(file), module)
            nearness[test] = weight + 2 * test.startswith(own)
        twice = {each for each in costs if "[postgresql" in each and each.replace("postgresql", "sqlite") in costs}
        once = [each for each in costs if each not in twice and not each.startswith(others)]
        return sorted(once, key=lambda each: (-nearness[each.partition("[")[0]] / math.sqrt(0.3 + costs[each]), each))

    def rooms(self, path: str) -> tuple[str, ...]:
        """Where the tests of a rule set stand, and those of all; or else those of a layer."""
        own = "/".join(("tests", *Path(path).parts[:2])) + "/"
        layer = f"tests/{Path(path).parts[0]}/"
        return (own, f"{layer}test_") if any(test.startswith(own) for test in self.words) else (layer,)

    def reaching(self, change: Change, most: int) -> list[str]:
        """The test files that are called after its module; then those that import it, or what imports it, the closest
        first, and of as close ones those that speak of the same things. Long ones only where they are called after it
        or import it themselves; none of which an ordinary run leaves out."""
        module, said = _module(change.path), _said_by(change)
        files = dict.fromkeys([file for file in self.called_after(module) if file not in WHOLE][: max(1, most // 3)])
        rounds, seen, own = [module], {module}, True
        while rounds and len(files) < most:
            tests = [user for user in rounds if user.rpartition(".")[2].startswith("test_")]
            tests = [test for test in tests if own or _path(test) not in self.heavy]
            tests = [test for test in tests if _path(test) not in WHOLE]
            likeness = {test: self._likeness(said, self.pages.get(_path(test), frozenset())) for test in tests}
            tests.sort(key=lambda test: (not _kin(test, module), not _room(test, module), -likeness[test], test))
            files.update(dict.fromkeys(map(_path, tests)))
            own = len(seen) == 1
            rounds = sorted({user for each in rounds for user in self.users.get(each, ())} - seen)
            seen.update(rounds)
        return sorted(list(files)[:most], key=lambda file: file in self.heavy)

    def called_after(self, module: str) -> list[str]:
        """The test files of its own rule set or layer whose name is the module's, one or several of it."""
        name = module.rpartition(".")[2]
        files = (file for file in self.pages if Path(file).stem in (f"test_{name}", f"test_{name}s"))
        return sorted(file for file in files if _room(_module(file), module))

    def whole(self, change: Change) -> list[str]:
        """The test files called after its module, or that import it, which an ordinary run leaves out."""
        module = _module(change.path)
        importing = (_path(user) for user in sorted(self.users.get(module, ())))
        return [file for file in dict.fromkeys((*self.called_after(module), *importing)) if file in WHOLE]

    def battles(self, path: str) -> list[str]:
        """The random battles of the book whose play it is."""
        parts = Path(path).parts
        if parts[0] != "rules" or len(parts) < 3:
            return []
        file = f"tests/rules/{parts[1]}/test_random_battles.py"
        return [file] if (self.root / file).is_file() else []


def collected(root: Path) -> Tests:
    """All tests of the tree, read without running them."""
    marked: dict[str, list[str]] = defaultdict(list)
    users: dict[str, set[str]] = defaultdict(set)
    words: dict[str, frozenset[str]] = {}
    pages: dict[str, frozenset[str]] = {}
    heavy: set[str] = set()
    readers: list[str] = []
    for path in sorted(path for room in ROOMS for path in (root / room).rglob("*.py")):
        place, text = str(path.relative_to(root)), path.read_text()
        tree = ast.parse(text)
        for used in _imports(tree):
            users[used].add(_module(place))
        if path.name.startswith("test_"):
            if len(text) > LONG:
                heavy.add(place)
            if SOURCES in text and place.count("/") == 1:
                readers.append(place)
            for name, rule in _marks(tree):
                marked[rule].append(f"{place}::{name}")
            words.update(_said(place, text, tree.body))
            pages[place] = words_of(f"{place}\n{text}")
    found = Counter(word for each in words.values() for word in each)
    rarity = {word: math.log(len(words) / count) for word, count in found.items()}
    return Tests(root, dict(marked), dict(users), words, rarity, frozenset(heavy), tuple(readers), pages)


def words_of(text: str) -> frozenset[str]:
    """The words in names and texts, in small letters and without the plural."""
    return frozenset(word.lower().removesuffix("s") for word in WORD.findall(text))


def _said_by(change: Change) -> frozenset[str]:
    return words_of(f"{change.path} {change.within} {change.around}")


def _said(place: str, text: str, parts: Sequence[ast.stmt]) -> Iterator[tuple[str, frozenset[str]]]:
    lines = text.splitlines()
    for part in parts:
        if (
            isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
            and part.name.startswith("test_")
            and not _long(part)
        ):
            yield f"{place}::{part.name}", words_of("\n".join((place, *lines[part.lineno - 1 : part.end_lineno])))


def _long(part: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        ast.unparse(mark).startswith(("pytest.mark.long", "pytest.mark.browser")) for mark in part.decorator_list
    )


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _marks(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                yield from ((node.name, arg.value) for arg in mark.args
                            if isinstance(arg, ast.Constant) and isinstance(arg.value, str))  # fmt: skip


def _kin(test: str, module: str) -> bool:
    """Whether the test's file is called after the module."""
    return any(word in test.rpartition(".")[2] for word in module.split(".")[-2:])


def _room(test: str, module: str) -> bool:
    """Whether the test stands in the folder of the module's rule set or layer."""
    return test.startswith("tests." + ".".join(module.split(".")[:2])) or (
        not module.startswith("rules.") and test.startswith("tests." + module.partition(".")[0])
    )


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _path(module: str) -> str:
    return module.replace(".", "/") + ".py"
