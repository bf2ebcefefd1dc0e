"""What a bench prints: its own words on stdout, nothing of what the program logs."""

from __future__ import annotations

import pytest
import structlog


def test_a_bench_has_stdout_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.bench.__main__ import log_aside  # all benches: not for each worker that collects

    before = structlog.get_config()
    try:
        log_aside()
        log = structlog.get_logger()
        log.info("post", outcome="sent")
        log.warning("post failed", status=500)
    finally:
        structlog.configure(**before)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "post failed" in printed.err
    assert "sent" not in printed.err
