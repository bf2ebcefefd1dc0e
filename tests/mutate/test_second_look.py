"""A change that the nearest tests miss is looked at again by the tests of its folder, within a bound."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.mutate.__main__ import Tried, Warm, tried_by
from tests.mutate.nearest import Tests
from tests.mutate.places import Change
from tests.mutate.warm import ENDLESS, SECOND, SECONDS

CHANGE = Change("rules/table/reach.py", 1, 0, 1, "2", "1 becomes 2")
NEAREST = "tests/rules/table/test_reach.py::test_near"


class Spoken(Warm):
    """Answers as told, the nearest tests first, and notes how long each look may take."""

    def __init__(self, tree: Path, *answers: str) -> None:
        self.tree, self.answers, self.looks = tree, list(answers), list[tuple[tuple[str, ...], int]]()

    def wait(self) -> None:
        pass

    def failing(self, change: dict[str, object], tests: list[str], seconds: int) -> str:
        self.looks.append((tuple(tests), seconds))
        return self.answers.pop(0)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "rules/table").mkdir(parents=True)
    (tmp_path / CHANGE.path).write_text("1\n")
    return tmp_path


def looked(warm: Spoken, *, second: bool = True) -> Tried:
    copies: SimpleQueue[Warm] = SimpleQueue()
    copies.put(warm)
    near = Tests(warm.tree, {}, {}, {NEAREST: frozenset({"reach"})}, {"reach": 1.0}, frozenset())
    return tried_by(CHANGE, near, copies, second=second)


def test_what_the_nearest_notice_is_not_looked_at_again(tree: Path) -> None:
    warm = Spoken(tree, NEAREST)
    tried = looked(warm)
    assert (tried.noticed, tried.look) == (True, 1)
    assert warm.looks == [((NEAREST,), SECONDS)]
    assert (tree / CHANGE.path).read_text() == "1\n"


def test_what_they_miss_is_shown_to_the_whole_folder(tree: Path) -> None:
    warm = Spoken(tree, "", "tests/rules/table/test_far.py::test_far")
    tried = looked(warm)
    assert (tried.noticed, tried.look) == (True, 2)
    assert warm.looks[1] == (("tests/rules/table",), SECOND)
    assert tried.line.startswith("at second rules/table/reach.py:1")


def test_a_second_look_that_comes_to_no_end_has_noticed_nothing(tree: Path) -> None:
    assert not looked(Spoken(tree, "", ENDLESS)).noticed
    assert looked(Spoken(tree, ENDLESS)).noticed, "among the nearest, the change made a loop endless"


def test_the_second_look_can_be_left_out(tree: Path) -> None:
    assert not looked(Spoken(tree, ""), second=False).noticed
