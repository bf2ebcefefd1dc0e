"""A host's log: one pipe for everything, for people or for a collector, and nothing that must stay secret."""

from __future__ import annotations

import json
import logging

import pytest
import structlog

from bot.shell import logs
from bot.shell.settings import HostSettings


def mishap() -> None:
    seed = "very-secret-seed"
    try:
        raise ValueError(len(seed))
    except ValueError as error:
        structlog.get_logger("test").error("mishap", id="1234", exc_info=error)


@pytest.mark.parametrize("form", ["lines", "json"])
def test_an_error_is_logged_with_its_traceback_and_without_local_variables(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    logs.configure(HostSettings.model_validate({"log_format": form}))
    mishap()
    said = capsys.readouterr()
    assert said.out == ""
    assert "mishap" in said.err
    assert "1234" in said.err
    assert "ValueError" in said.err
    assert "very-secret-seed" not in said.err


def test_json_is_one_object_a_line_for_our_own_and_for_foreign_records(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure(HostSettings.model_validate({"log_format": "json", "log_level": "warning"}))
    structlog.get_logger("ours").warning("post failed", post=7)
    logging.getLogger("discord").warning("rate limited")
    logging.getLogger("discord").info("not worth a line")
    ours, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["post"], ours["logger"]) == ("post failed", 7, "ours")
    assert (theirs["event"], theirs["level"]) == ("rate limited", "warning")
