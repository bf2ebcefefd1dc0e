"""What README promises is there: its two commands, the files that it names, its picture."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.main import COMMANDS

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_two_lines_set_up_the_sandbox_and_the_tests_with_the_same_versions() -> None:
    lines = re.findall(r"^python3 -m venv .*$", README, re.MULTILINE)
    assert len(lines) == 2
    sandbox, tests = lines
    assert sandbox.endswith(".venv/bin/adjutant sandbox")
    assert ".venv/bin/python -m pytest" in tests
    assert all("pip install -q -c deploy/requirements.lock -e" in line for line in lines)


def test_every_command_of_the_shell_is_named() -> None:
    assert {command for command in COMMANDS if f"adjutant {command}" not in README} == set()


@pytest.mark.parametrize("path", sorted(set(re.findall(r"[\w./]*\w+/[\w./]+\.(?:py|md|png|lock|toml)", README))))
def test_every_file_that_it_names_exists(path: str) -> None:
    assert (ROOT / path).exists()
