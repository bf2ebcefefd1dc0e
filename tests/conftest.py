"""What all tests share: long and whole runs only when asked for, no verdict by the clock, and none by luck.

An ordinary run gives the property tests the same examples each time (they follow from the test itself), so that what
passes here passes everywhere, and what fails can be had again. `--long` looks for new ones at random, and says with
`@reproduce_failure` how to have the one that fails again.
"""

from __future__ import annotations

import gc
import logging
import os
import re
import sys
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling

from tests.byte_code import compile_all
from tests.costs import Costs
from tests.databases import hurry
from tests.in_play import citing_tests, module_of

BY_NO_CLOCK = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "print_blob": True}
settings.register_profile("steady", derandomize=True, **BY_NO_CLOCK)
settings.register_profile("exploring", **BY_NO_CLOCK)

ROOMS = ("stories", "bot", "campaigns", "rules")
WHOLE = (
    *(f"tests/stories/test_{name}.py" for name in (
        "alone", "bosnia", "first_battles", "five56mm", "infantry_scenarios", "kill", "lasting", "mill_road", "orders",
        "orders_run_out", "ordering_hands", "red_scenarios", "sandbox", "sealed_periods", "ten_battles", "three_weeks",
        "veterans", "weeks_away", "route_amber", "alarms", "buttons_that_stand", "carriers", "chronicle_browser",
        "strangers", "market_day", "dog", "hostage", "schoolhouse", "gun", "boat", "grenades", "helicopter", "mines",
        "mortars", "one_machine", "tailgate",
    )),
    *(f"tests/bot/test_{name}.py" for name in (
        "bad_letters", "beside", "boards", "casting", "chronicle_site", "clocks", "closing_a_battle",
        "database_command", "deadlines", "delivery", "details", "figure_files", "map", "paging", "replay", "trouble",
        "undelivered",
        "faces", "file_twins", "first_clicks", "greeting", "groups", "headlines", "leads", "offices",
        "optional_packages", "pace", "readings", "readings_panels", "recurring", "red_actions", "red_actions_secrets",
        "seats", "sealed_turns", "sealing_in_turn", "budget",
        "secrecy", "secret_deeds", "side_threads",
    )),
    *(f"tests/campaigns/test_{name}.py" for name in (
        "alterations", "crashes", "failover", "fates", "first_words", "five56mm", "moving", "older_databases",
        "partitions", "reinforcing", "reports", "stories", "travel",
    )),
    *(f"tests/rules/book_and_gun/test_{name}.py" for name in (
        "amber_worlds", "hit_odds", "market_worlds", "orders_kept", "plans", "random_dogs", "random_horses",
        "odds_of_scenarios", "random_vehicles", "school_worlds", "secrets", "true_odds",
    )),
    *(f"tests/rules/five56mm/test_{name}.py" for name in (
        "levels_in_battles", "offers", "orders_kept", "told", "true_odds",
    )),
    "tests/rules/infantry_action/test_fire_odds.py",
    *(f"tests/rules/red_actions/test_{name}.py" for name in ("ends_by_play", "nerve_odds", "orders_kept")),
    *(f"tests/rules/test_{name}.py" for name in ("hidden_reads_as_nothing", "public_view", "umpires_facts")),
    "tests/rules/scenario/test_balance.py",
    "tests/rules/scenario/test_first_shot.py",
    "tests/rules/table/test_effort.py",
    *(f"tests/twins/test_{name}.py" for name in ("bytes", "glances", "pictures", "seam")),
    "tests/kills/test_kills.py",
    "tests/wire/test_faults.py",
)  # fmt: skip
"""Files of tests that play battles, or days without a battle, to their end, or start processes and databases: four
fifths of what all of them cost."""

PROVING = (
    "tests/twins/", "tests/rules/", "tests/bot/test_secrecy.py", "tests/bot/test_secret_deeds.py",
    "tests/bot/test_red_actions_secrets.py", "tests/bot/test_faces.py", "tests/bot/test_budget.py",
    "tests/bot/test_delivery.py", "tests/bot/test_map.py", "tests/bot/test_replay.py", "tests/bot/test_trouble.py",
    "tests/bot/test_undelivered.py",
    "tests/campaigns/test_moving.py", "tests/campaigns/test_reports.py", "tests/stories/test_chronicle_browser.py",
    "tests/kills/", "tests/wire/", "tests/campaigns/test_failover.py",
)  # fmt: skip
"""Where what is marked `whole` proves something that must hold before any change lands: that nothing hidden shows, that
odds are exact, what the books ask, and the pages. With it goes what is run on the second engine."""

BOTH = frozenset(
    f"tests/campaigns/test_{name}.py" for name in (
        "clocks", "fleet", "notes", "outbox", "sending_at_once", "slices", "store", "timers", "upgraded_rows",
    )
)  # fmt: skip
"""Files whose tests are run on SQLite and on PostgreSQL every time: they are about the database, or about several who
use it at once. What else can be run on either is run on the second with `whole` only."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run what is marked long, and longer runs of the rest")
    parser.addoption("--whole", action="store_true", help="run what is marked whole, too")
    parser.addoption("--costs", action="store_true", help="print where the run's processor time goes")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes minutes; runs with --long only")
    config.addinivalue_line("markers", "whole: plays a battle or weeks of life to the end; runs with --whole or --long")
    config.addinivalue_line("markers", "proving: whole, and run before any change lands; see PROVING")
    # For the decorators of the modules that are imported from now on.
    settings.load_profile("exploring" if config.getoption("--long") else "steady")
    # Many tests start the program, and other processes run tests: each would compile all of it anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False
    if config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        compile_all(config)
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config), "costs")
    # Hypothesis tries the numbers and words that the program's own files are written with: each process reads all of
    # them for it, and which examples a test is given depends on what happens to be imported.
    providers._get_local_constants = lambda: providers._local_constants
    gc.disable()  # until everything is collected
    hurry()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than cores: browsers, databases and other processes are often waited for."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WorkStealingScheduling:
    """Who has nothing left to do takes over what others have not begun: nobody runs long alone at the end."""
    return WorkStealingScheduling(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=_turn)
    if re.search(r"\bin_(?:play|resolve)\b", config.getoption("markexpr", "")):
        _mark_where_rules_act(items)
    for item in items:
        file = item.path.relative_to(item.config.rootpath).as_posix()
        second = file not in BOTH and _second_engine(item)
        if file in WHOLE or second:
            item.add_marker(pytest.mark.whole)
        proves = file.startswith(PROVING) and not file.startswith("tests/rules/scenario/")
        if second or (proves and "whole" in item.keywords):
            item.add_marker(pytest.mark.proving)
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="long: runs with --long"))
        elif "whole" in item.keywords and not config.getoption("--whole"):
            item.add_marker(pytest.mark.skip(reason="whole: runs with --whole"))


def _second_engine(item: pytest.Item) -> bool:
    """Whether the same test is run on SQLite, too."""
    return (
        isinstance(item, pytest.Function)
        and hasattr(item, "callspec")
        and "postgresql" in item.callspec.params.values()
    )


def _mark_where_rules_act(items: list[pytest.Item]) -> None:
    """Mark each test that cites rules as `in_play` or `in_resolve`: they are chosen by these with `-m`."""
    in_play = {each.name: each.in_play for each in citing_tests()}
    for item in items:
        within = [item.cls.__name__] if isinstance(item, pytest.Function) and item.cls else []
        function = getattr(item, "originalname", item.name)
        name = ".".join([module_of(item.path, item.config.rootpath), *within, function])
        if name in in_play:
            item.add_marker(pytest.mark.in_play if in_play[name] else pytest.mark.in_resolve)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: it is no longer searched for garbage. What a test leaves
    behind is searched for seldom: a battle makes hundreds of thousands of objects, hardly any of them in circles.

    Nothing heavy happens at import, where each worker pays for it.
    """
    scenarios = sys.modules.get("rules.scenario.library")
    if scenarios and scenarios.library.cache_info().currsize:
        raise pytest.UsageError("a module of tests reads scenarios at import; tests.scenarios reads them in the tests")
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 5)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish() -> None:
    """What the tests have left behind is searched for garbage while the run still goes on, and never again.

    pytest searches once more when a worker has already said that it has finished. Five seconds later execnet
    interrupts whoever is still at work: on a busy machine in the midst of that search.
    """
    gc.collect()
    gc.freeze()


def _turn(item: pytest.Item) -> int:
    """Where tests are shared out, whole campaigns go first and single rules last: the last ones shall be short."""
    room = item.nodeid.split("/")[1]
    return ROOMS.index(room) if room in ROOMS else len(ROOMS)


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
