"""The tool that makes small changes: what it changes and leaves, which tests it asks, how a function is altered."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.mutate.__main__ import Warm
from tests.mutate.nearest import collected
from tests.mutate.places import Change, changes
from tests.mutate.trees import drawn
from tests.mutate.warm import Program, Refused, function_at

PLAY = '''"""Play."""
from functools import lru_cache

LIMIT = 3


@lru_cache(maxsize=64)
def reaches(inches: float, *, far: bool = False) -> bool:
    """Within reach. RA-R97"""
    log.info("asked", inches=3)
    if not far and inches <= LIMIT - 1:
        record(inches, strict=True, reason="near")
    return any(x > 2 for x in (inches,))
'''


def made(path: str, text: str = PLAY) -> dict[str, str]:
    return {f"{change.line} {change.what}": change.made(text) for change in changes(path, text)}


def test_every_change_is_a_program_and_alters_one_thing() -> None:
    found = made("rules/red_actions/play/reach.py")
    assert list(found) == [
        "4 3 becomes 4",
        "8 False becomes True",
        "11 no longer 'not'",
        "11 the condition turned round",
        "11  and  becomes  or ",
        "11 <= becomes <",
        "11  -  becomes  + ",
        "11 1 becomes 2",
        '12 without record(inches, strict=True, reason="near")',
        "12 without reason",
        "13 any becomes all",
        "13 > becomes >=",
        "13 2 becomes 3",
    ]
    for after in found.values():
        compile(after, "reach.py", "exec")
        assert sum(a != b for a, b in zip(after.splitlines(), PLAY.splitlines(), strict=True)) == 1
    assert found["12 without reason"].splitlines()[11] == "        record(inches, strict=True, )"


def test_what_no_test_should_hold_stays() -> None:
    """The log, the size of a cache, zip's own guard; and on paper a number more or less."""
    whats = " ".join(made("rules/red_actions/play/reach.py"))
    assert not {"maxsize", "64", "asked", "without strict"} & set(whats.split())
    painted = [what for what in made("rules/table/canvas.py") if "becomes" in what]
    assert painted == [
        "8 False becomes True", "11  and  becomes  or ", "11 <= becomes <",
        "13 any becomes all", "13 > becomes >=",
    ]  # fmt: skip


FINE = """
HAIR = 1e-6
NEAR = 4.0
T = TypeVar("T", bound=int)


def near(a, b):
    c = round(a, 4) + round(b, 1)
    task = create_task(c, name="near", quiet=True)
    if a <= NEAR + HAIR or b > 0.01:
        return a < NEAR
    return a == b + HAIR
"""


def test_what_nobody_can_tell_stays() -> None:
    """The limit itself where rounding is allowed for; the fourth digit; bounds of types; a name for a debugger."""
    assert list(made("rules/reach.py", FINE)) == [
        "8  +  becomes  - ", "8 1 becomes 2", "9 without quiet", "9 True becomes False",
        "10 the condition turned round", "10  +  becomes  - ", "10  or  becomes  and ", "11 < becomes <=",
        "12 == becomes !=", "12  +  becomes  - ",
    ]  # fmt: skip


def test_a_draw_keeps_what_is_not_altered() -> None:
    """Each line has its own lot: what is new stands among the others, and nothing else comes or goes."""
    lines = [f"def f{n}(a):\n    return a < {n}\n" for n in range(40)]
    texts = {"rules/a.py": "\n".join(lines), "rules/b.py": PLAY}
    before = [(each.path, each.within, each.what) for each in drawn(texts, 20, 3)]
    after = drawn(texts | {"rules/a.py": "\n".join(["def g(a):\n    return not a\n", *lines])}, 21, 3)
    same = [(each.path, each.within, each.what) for each in after if each.within != "g "]
    assert same[:19] == before[:19]
    assert len({(each.path, each.line) for each in after}) == 21
    assert [each.within for each in drawn(texts, 20, 4)] != [each.within for each in drawn(texts, 20, 3)]


def test_a_change_knows_the_rule_that_it_breaks() -> None:
    (change, *_) = (each for each in changes("rules/red_actions/play/reach.py", PLAY) if each.line == 11)
    assert "RA-R97" in change.within
    assert "LIMIT - 1" in change.around


def tree(folder: Path) -> Path:
    files = {
        "rules/red_actions/play/reach.py": PLAY,
        "rules/red_actions/play/users.py": "from rules.red_actions.play import reach\n",
        "tests/rules/red_actions/test_reach.py": "from rules.red_actions.play.reach import reaches\n",
        "tests/rules/red_actions/test_users.py": "import rules.red_actions.play.users\n",
        "tests/rules/red_actions/test_random_battles.py": "def test_battles(): pass\n",
        "tests/rules/red_actions/test_far.py": '@pytest.mark.rule("RA-R97")\ndef test_rule(): pass\n'
        "def test_inches_reaches(): reaches(inches=1)\n@pytest.mark.long\ndef test_reaches_long(): reaches()\n",
        "tests/rules/five56mm/test_reach.py": "def test_inches_reaches(): reaches()\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_the_nearest_tests_are_the_quickest_first(tmp_path: Path) -> None:
    """The rule's own, those that speak of the same things in the same book, the files that reach it, its battles."""
    (change, *_) = (each for each in changes("rules/red_actions/play/reach.py", PLAY) if each.line == 11)
    assert collected(tree(tmp_path)).near(change, 3) == [
        "tests/rules/red_actions/test_far.py::test_rule",
        "tests/rules/red_actions/test_far.py::test_inches_reaches",
        "tests/rules/red_actions/test_reach.py",
        "tests/rules/red_actions/test_users.py",
        "tests/rules/red_actions/test_random_battles.py",
    ]


def test_a_file_called_after_the_module_is_asked_though_it_names_nothing_of_it(tmp_path: Path) -> None:
    """It plays through the whole bot, as `test_scenarios.py` does; of files as far off those go first that speak of the
    same things. A file of that name elsewhere is another's."""
    root = tree(tmp_path)
    more = {
        "tests/rules/red_actions/test_reach.py": "def test_over_the_table(): pass\n",
        "tests/rules/red_actions/test_users.py": "",
        "tests/rules/red_actions/test_able.py": "import rules.red_actions.play.users\n",
        "tests/rules/red_actions/test_baker.py": "import rules.red_actions.play.users\ndef test_inches(): reaches()\n",
    }
    for name, text in more.items():
        (root / name).write_text(text)
    (change, *_) = (each for each in changes("rules/red_actions/play/reach.py", PLAY) if each.line == 11)
    files = [name for name in collected(root).near(change, 3) if "::" not in name]
    assert files == [
        "tests/rules/red_actions/test_reach.py",
        "tests/rules/red_actions/test_baker.py",
        "tests/rules/red_actions/test_able.py",
        "tests/rules/red_actions/test_random_battles.py",
    ]


def test_files_that_an_ordinary_run_leaves_out_are_asked_apart(tmp_path: Path) -> None:
    """They would be skipped, and stand in the place of others that look."""
    root = tree(tmp_path)
    for name in ("greeting", "greetings", "other"):
        (root / f"tests/bot/test_{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (root / f"tests/bot/test_{name}.py").write_text("import bot.post.greeting\n")
    (root / "bot/post").mkdir(parents=True)
    (root / "bot/post/greeting.py").write_text(PLAY)
    (change, *_) = changes("bot/post/greeting.py", PLAY)
    tests = collected(root)
    assert tests.near(change, 3) == ["tests/bot/test_greetings.py", "tests/bot/test_other.py"]
    assert tests.whole(change) == ["tests/bot/test_greeting.py"]


TEXT = """class A:
    def one(self, n=1):
        def inner():
            return 1
        return inner() + n

def begun():
    return 5

BEGUN = begun()
"""


def test_the_function_around_an_offset() -> None:
    assert function_at(TEXT, TEXT.index("return 1")) == ("A.one", 2)
    assert function_at(TEXT, TEXT.index("return 5")) == ("begun", 7)
    assert function_at(TEXT, TEXT.index("n=1")) is None, "a default is made when the module is read"
    assert function_at(TEXT, TEXT.index("BEGUN")) is None


def test_a_function_is_altered_where_it_stands_unless_it_has_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shed").mkdir()
    (tmp_path / "shed/mutable.py").write_text(TEXT)
    monkeypatch.syspath_prepend(str(tmp_path))
    program = Program(tmp_path, ("shed",))
    module = sys.modules.pop("shed.mutable")
    held = module.A().one
    found = {change.what + str(change.line): change for change in changes("shed/mutable.py", TEXT)}

    def alter(change: Change) -> None:
        program.alter(change.path, TEXT, change.made(TEXT), change.start)

    alter(found["1 becomes 24"])
    assert held() == 3, "who holds it already has the altered one"
    for read in ("5 becomes 68", "1 becomes 22"):
        with pytest.raises(Refused):
            alter(found[read])


def test_a_file_without_any_function_has_been_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table of rows: its change is tried by starting anew, not on the rows that were read."""
    (tmp_path / "shed").mkdir()
    (tmp_path / "shed/rows.py").write_text("ROWS = (1, 2)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    program = Program(tmp_path, ("shed",))
    sys.modules.pop("shed.rows")
    with pytest.raises(Refused, match="not in a function"):
        program.alter("shed/rows.py", "ROWS = (1, 2)\n", "ROWS = (1, 3)\n", 11)
    program.alter("shed/unread.py", "", "", 0)


def test_no_file_is_altered_before_the_program_has_been_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first change would be read as the program, and stay in it for all that follow."""
    (tmp_path / "tests/mutate").mkdir(parents=True)
    (tmp_path / "tests/__init__.py").touch()
    reading = "import json\n\nprint(json.dumps({'read': True}), flush=True)\n"
    (tmp_path / "tests/mutate/warm.py").write_text(f"import read\n{reading}")
    (tmp_path / "read.py").write_text("LIMIT = 3\n")
    monkeypatch.chdir(tmp_path)
    warm = Warm(tmp_path)
    warm.wait()
    (tmp_path / "read.py").write_text("this isn't a program\n")
    warm.wait()
    warm.close()
    assert warm.process.returncode == 0

    broken = Warm(tmp_path)
    with pytest.raises(RuntimeError, match="cannot be read"):
        broken.wait()
    broken.close()
