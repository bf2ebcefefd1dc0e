"""Which tests really run a changed line: the probes, what they note, and the third look by those tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from types import SimpleNamespace

import pytest

from tests.mutate import __main__ as mutate
from tests.mutate import reach as reaching
from tests.mutate import recorder
from tests.mutate.nearest import Tests
from tests.mutate.places import Change, changes
from tests.mutate.reach import RECORDER, Reach, affordable, cheapest, digest, key, noted, probed, read
from tests.mutate.test_second_look import CHANGE, NEAREST, Spoken
from tests.mutate.trees import ROOT
from tests.mutate.warm import ENDLESS, SECOND, SECONDS

PLAY = '''LIMIT = 3


def kept(question):
    return question


@kept
def reaches(inches, far=False):
    """Within reach."""
    if inches > LIMIT:
        return "é" == far
    elif (
        inches == 1 and "é"
    ):
        return 10
    try:
        return [n for n in (1, 2) if n > inches]
    except ValueError:
        return 20
'''


def ran(
    text: str, monkeypatch: pytest.MonkeyPatch, *calls: object
) -> tuple[list[int], dict[str, object], list[object]]:
    """The probes that were come by, what the module holds, and what the calls say."""
    numbers: list[int] = []
    monkeypatch.setitem(sys.modules, RECORDER, SimpleNamespace(at=lambda number: numbers.append(number)))  # type: ignore[arg-type]
    module: dict[str, object] = {}
    exec(compile(text, "play.py", "exec"), module)
    said = [module["reaches"](call) for call in calls]  # type: ignore[operator]
    return numbers, module, said


def numbered(text: str) -> dict[str, tuple[int, Change]]:
    return {f"{each.line} {each.what}": (at, each) for at, each in enumerate(changes("rules/play.py", text))}


def test_each_statement_that_holds_a_change_tells_who_comes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """A condition of an `elif` tells too, and nothing is done otherwise."""
    found = numbered(PLAY)
    text, read_only = probed(PLAY, {at: change.start for at, change in found.values()}, Path())
    by_number = {at: what for what, (at, _) in found.items()}
    assert {by_number[at] for at in read_only} == {"1 3 becomes 4", "9 False becomes True"}

    numbers, _, said = ran(text, monkeypatch, 9)
    assert said == [False]
    assert {by_number[at] for at in numbers} == {"11 > becomes >=", "12 == becomes !="}

    numbers, _, said = ran(text, monkeypatch, 1, 0)
    assert said == [10, [1, 2]]
    lines = {int(by_number[at].split()[0]) for at in numbers}
    assert lines == {11, 14, 16, 18}, "not 12, where it does not return; not 20, where nothing was raised"


def test_a_function_within_a_function_is_reached_where_it_is_made_or_run(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "def reaches(n):\n    @kept\n    def inner(m=1):\n        return m + 2\n    return inner()\nkept = lambda f: f"
    )
    found = {each.what: each.start for each in changes("rules/play.py", text)}
    probes, read_only = probed(text, {1: found["1 becomes 2"], 2: found["2 becomes 3"]}, Path())
    assert not read_only
    assert ran(probes, monkeypatch, 0)[::2] == ([1, 2], [3])


def test_the_recorder_notes_each_test_once_and_no_leader_counts_costs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "WRITTEN", tmp_path / "reached.jsonl")
    monkeypatch.setattr(recorder, "_seen", set())
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/test_a.py::test_a[x y] (setup)")
    assert recorder.at(4) is False
    monkeypatch.setenv("PYTEST_CURRENT_TEST", "tests/test_a.py::test_a[x y] (call)")
    recorder.at(4)
    recorder.pytest_runtest_logstart("t")
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    recorder.pytest_runtest_logfinish("t")
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    recorder.pytest_runtest_logfinish("t")
    (hit, (seconds, *cost)) = map(json.loads, (tmp_path / "reached.jsonl").read_text().splitlines())
    assert hit == [4, "tests/test_a.py::test_a[x y]"]
    assert cost == ["t", "cost"]
    assert 0 <= seconds < 60


def test_a_process_that_knows_no_other_place_than_its_own_tells_too(tmp_path: Path) -> None:
    """As the one that draws: isolated, and without what is installed."""
    (tmp_path / "recorder").mkdir()
    (tmp_path / f"recorder/{RECORDER}.py").write_text((ROOT / "tests/mutate/recorder.py").read_text())
    text = "def drawn():\n    return 1\nprint(drawn())\n"
    change, *_ = changes("rules/play.py", text)
    (tmp_path / "play.py").write_text(probed(text, {7: change.start}, tmp_path / "recorder")[0])
    for test in ("tests/a.py::b (call)", None):
        env = {key: value for key, value in os.environ.items() if key != "PYTEST_CURRENT_TEST"}
        env |= {} if test is None else {"PYTEST_CURRENT_TEST": test}
        subprocess.run([sys.executable, "-I", "-S", tmp_path / "play.py"], env=env, check=True, capture_output=True)
    lines = (tmp_path / "reached.jsonl").read_text().splitlines()
    assert list(map(json.loads, lines)) == [[7, "tests/a.py::b"], [7, ""]]
    texts = {change.path: ""}
    assert noted([change], set(), texts, [line.replace("7", "0") for line in lines]).hits == {
        key(change): ["tests/a.py::b"]
    }
    assert noted([change], set(), texts, ['[0, ""]']).hits == {key(change): None}
    assert noted([change], set(), texts, []).hits == {key(change): []}


def test_what_was_noted_is_kept_in_a_file_and_holds_for_that_text_alone(tmp_path: Path) -> None:
    path = "rules/kernel/facts.py"
    change, other, late = list(changes(path, (ROOT / path).read_text()))[:3]
    texts = {path: digest((ROOT / path).read_text())}
    reach = noted(
        [change, other], {1}, texts, ['[0, "tests/a.py::b"]', '[0, "tests/c.py::d"]', '[1.5, "tests/c.py::d", "cost"]']
    )
    (tmp_path / "hits").write_text(reach.written())
    again = read(tmp_path / "hits")
    assert again == reach
    assert again.runs(change) == ["tests/a.py::b", "tests/c.py::d"]
    assert again.costs == {"tests/c.py::d": 1.5}
    assert again.runs(late) is None, "nobody measured it"
    assert Reach(again.hits, again.costs, {path: digest("another text")}).runs(change) is None
    kept = again.of(["tests/c.py::d", "tests/e.py::new"])
    assert kept.runs(change) == ["tests/c.py::d"], "the other is no more"
    assert kept.costs == {"tests/c.py::d": 1.5, "tests/e.py::new": 1.5}


def test_the_cheapest_of_each_file_come_first_within_the_bounds() -> None:
    costs = {"a::1": 5.0, "a::2": 1.0, "b::3": 2.0, "b::4": 90.0, "c::5": 3.0}
    assert cheapest(costs, costs, 9, 1000) == ["a::2", "b::3", "c::5", "a::1", "b::4"]
    assert cheapest(costs, costs, 2, 1000) == ["a::2", "b::3"]
    assert cheapest(costs, costs, 9, 11) == ["a::2", "b::3", "c::5", "a::1"]


OWN, FAR, BATTLE = "tests/rules/table/test_far.py::test_far", "tests/bot/test_bot.py::test_bot", NEAREST + "[x]"


@pytest.fixture
def warm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spoken:
    (tmp_path / "rules/table").mkdir(parents=True)
    (tmp_path / CHANGE.path).write_text("1\n")
    monkeypatch.setattr(reaching, "ROOT", tmp_path)
    return Spoken(tmp_path)


def looked(
    warm: Spoken,
    *answers: str,
    run_by: tuple[str, ...] = (OWN, FAR, BATTLE),
    costs: tuple[str, ...] = (OWN, FAR, BATTLE),
    readers: tuple[str, ...] = (),
) -> mutate.Tried:
    warm.answers = list(answers)
    copies: SimpleQueue[mutate.Warm] = SimpleQueue()
    copies.put(warm)
    near = Tests(warm.tree, {}, {}, {NEAREST: frozenset({"reach"})}, {"reach": 1.0}, frozenset(), readers)
    reach = Reach({key(CHANGE): list(run_by)}, dict.fromkeys(costs, 50.0), {CHANGE.path: digest("1\n")})
    return mutate.tried_by(CHANGE, near, copies, second=True, reach=reach)


def test_the_third_look_is_by_whoever_runs_the_line_elsewhere(warm: Spoken) -> None:
    tried = looked(warm, "", "", FAR)
    assert (tried.look, tried.failed) == (3, FAR)
    assert warm.looks == [((BATTLE,), SECONDS), ((OWN,), SECOND), ((FAR,), SECOND)], "nobody is asked twice"
    assert tried.line.startswith("at third  rules/table/reach.py:1")


def test_a_third_look_that_comes_to_no_end_has_noticed_nothing(warm: Spoken) -> None:
    tried = looked(warm, "", "", ENDLESS)
    assert not tried.noticed
    assert not tried.unrun


def test_the_nearest_look_where_they_run_the_line_and_those_that_nobody_measured(warm: Spoken) -> None:
    assert looked(warm, "", run_by=(OWN,)).look == 0
    assert warm.looks == [((OWN,), SECOND)], "the nearest was measured, and does not run it"
    warm.looks.clear()
    looked(warm, NEAREST, run_by=(OWN,), costs=(OWN,))
    assert warm.looks == [((NEAREST,), SECONDS)], "it is newer than the measurement"


@pytest.mark.parametrize("new", ["pass", "", "2", "True"])
def test_who_reads_the_sources_looks_at_what_was_left_out_and_what_is_said_otherwise(
    warm: Spoken, monkeypatch: pytest.MonkeyPatch, new: str
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "CHANGE", replace(CHANGE, new=new))
    reader = "tests/test_nothing_unused.py"
    tried = looked(warm, "", "", f"{reader}::test_what", readers=(reader,))
    assert tried.look == 3
    assert warm.looks[2] == ((FAR, reader), SECOND)


def test_what_no_test_runs_is_said_to_be_so(warm: Spoken) -> None:
    tried = looked(warm, "", run_by=(), costs=())
    assert tried.line == "UNNOTICED rules/table/reach.py:1 1 becomes 2 (no test runs it)"
    assert tried.tests == (NEAREST,)


def test_where_nobody_knows_who_runs_it_the_nearest_of_the_folder_look_first(
    warm: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "CHANGE", replace(CHANGE, new="not"))
    looked(warm, "", "", "", run_by=(), costs=(FAR, OWN, BATTLE), readers=("tests/test_nothing_unused.py",))
    assert warm.looks == [((BATTLE,), SECONDS), ((OWN,), SECOND), ((FAR,), SECOND)], "nothing has been left out"
    assert affordable([OWN, FAR, BATTLE], {OWN: 9.0, FAR: 1.0, BATTLE: 1.0}, 9, 3) == [FAR, BATTLE]


def test_the_file_is_read_where_it_is_there_and_written_where_it_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach = Reach({key(CHANGE): [FAR]}, {FAR: 1.0}, {CHANGE.path: digest("1\n")})
    runs: list[int] = []
    monkeypatch.setattr(mutate, "measured", lambda drawn, workers: runs.append(len(drawn)) or reach)
    assert [mutate.reached_by([CHANGE], tmp_path / "hits") for _ in (1, 2)] == [reach, reach]
    assert runs == [1]
