"""Pictures that no test looks at are not painted.

A picture takes a third of a second of processor time, and most stories would have dozens of them drawn for nobody. Here
what the painter would be given is read as the drawing that it must be, and a small picture stands in for the result.
Tests that look at pictures, or at how they come about, are marked `painted`: they have the real painter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from xml.etree import ElementTree

import pytest

from bot.pictures import pictures, rasterise
from tests.clocks import PATIENCE

_SVG = "{http://www.w3.org/2000/svg}svg"


@cache
def _standing_in() -> bytes:
    return rasterise.png('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"/>', 30, [])


async def _sketched(svg: str, _width: int) -> bytes:
    assert ElementTree.fromstring(svg).tag == _SVG
    return _standing_in()


async def _flicked(stills: Sequence[pictures.Still]) -> bytes:
    for still in stills:
        assert ElementTree.fromstring(still.svg).tag == _SVG
    return _standing_in()


@contextmanager
def unpainted() -> Iterator[None]:
    """Pictures are only sketched."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pictures, "_rasterised", _sketched)
        patched.setattr(pictures, "_animated", _flicked)
        yield


@pytest.fixture(autouse=True)
def sketches(request: pytest.FixtureRequest) -> Iterator[None]:
    """For every test of a folder that takes this in, but for those that are marked `painted`."""
    if "painted" in request.keywords:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(pictures, "PATIENCE", PATIENCE)  # a busy machine paints slowly
            yield
        return
    with unpainted():
        yield
