"""Processor time of a test run (`--costs`): starting, collecting, each folder's tests, the dearest fixtures and tests.

Processor time, of the process and of the children that it has waited for, says the same on a busy machine as on an
idle one; what waits costs nothing here.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Generator, Iterable
from typing import Any

import pytest

PHASES = ("setup", "call", "teardown")
SHOWN = 25
FOLDER_DEPTH = 3  # tests/rules/five56mm


def spent() -> float:
    """Return the seconds of processor time of this process so far, with those of its children that have ended."""
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


class Costs:
    """Counts in each process of a run, and prints what they add up to where the run was started."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.counted: Counter[tuple[str, str]] = Counter()  # seconds by (kind, name)
        self.times: Counter[tuple[str, str]] = Counter()  # how often, by the same
        self.last: dict[str, float] = {}  # of the running test: seconds by phase
        self.configured = spent()
        self._count("process", "starting", self.configured)

    def _count(self, kind: str, name: str, seconds: float) -> None:
        self.counted[kind, name] += seconds
        self.times[kind, name] += 1

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Generator[None, object, object]:
        before = spent()
        result = yield
        self._count("process", "collecting", spent() - before)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, object, object]:
        before = spent()
        result = yield
        if isinstance(collector, pytest.Module):
            self._count("collecting", collector.nodeid, spent() - before)
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        before = spent()
        try:
            return (yield)
        finally:
            if fixturedef.func.__name__ != "get_direct_param_fixture_func":  # a parameter of the test
                self._count("fixture", f"{fixturedef.argname} ({fixturedef.baseid or 'plugin'})", spent() - before)

    def _phase(self, name: str) -> Generator[None, object, object]:
        before = spent()
        try:
            return (yield)
        finally:
            self.last[name] = spent() - before

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self) -> Generator[None, object, object]:
        return (yield from self._phase("setup"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self) -> Generator[None, object, object]:
        return (yield from self._phase("call"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self) -> Generator[None, object, object]:
        return (yield from self._phase("teardown"))

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self.last.clear()
        before = spent()
        result = yield
        whole = spent() - before
        path, _, _ = item.nodeid.partition("::")
        folder = "/".join(path.split("/")[:-1][:FOLDER_DEPTH])
        for phase, seconds in self.last.items():
            self._count(phase, folder, seconds)
        self._count("reporting", folder, whole - sum(self.last.values()))
        self._count("file", path, whole)
        self._count("test", item.nodeid, whole)
        return result

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            rows = [[*key, seconds, self.times[key]] for key, seconds in self.counted.items()]
            self.config.workeroutput["costs"] = rows

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        for kind, name, seconds, times in getattr(node, "workeroutput", {}).get("costs", ()):
            self.counted[kind, name] += seconds
            self.times[kind, name] += times

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        write = terminalreporter.write_line
        terminalreporter.section("processor time, seconds")
        self._count("process", "everything", spent())  # of the workers, too: they have ended
        for name in ("starting", "collecting", "everything"):
            write(f"{self.counted['process', name]:9.1f}  {name} ({self.times['process', name]} processes)")
        write("")
        write(f"{'tests':>7}" + "".join(f"{kind:>11}" for kind in (*PHASES, "reporting")) + "  folder")
        for folder in sorted({name for kind, name in self.counted if kind == "reporting"}):
            row = [self.counted[kind, folder] for kind in (*PHASES, "reporting")]
            write(
                f"{self.times['reporting', folder]:7}" + "".join(f"{seconds:11.1f}" for seconds in row) + f"  {folder}"
            )
        for kind in ("fixture", "file", "test", "collecting"):
            write("")
            for name, seconds in self._dearest(kind):
                write(f"{seconds:9.2f}  {self.times[kind, name]:5} x  {kind} {name}")

    def _dearest(self, kind: str) -> Iterable[tuple[str, float]]:
        of_kind = Counter({name: seconds for (is_kind, name), seconds in self.counted.items() if is_kind == kind})
        return of_kind.most_common(SHOWN)
