"""What all tests share: long runs only when asked for, and no verdict by the clock."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

settings.register_profile("steady", deadline=None)
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run what is marked long, and longer runs of the rest")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes minutes; runs with --long only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: runs with --long"))


@pytest.fixture(scope="session")
def long(request: pytest.FixtureRequest) -> bool:
    """Whether long runs are wanted."""
    return bool(request.config.getoption("--long"))


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A test that sets up a host's log (every in-process `adjutant run` does) leaves none to the tests after it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    if structlog.is_configured():
        root.handlers, root.level = handlers, level
        structlog.reset_defaults()
