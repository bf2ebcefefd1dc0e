"""The charts and the procedures of all chapters together, as front ends get them."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

from rules.book.showing import Chart, Resolution
from rules.five56mm.resolve import RESOLUTIONS as OTHERS
from rules.infantry_action import book, resolutions
from rules.infantry_action.book.charts import CHARTS
from rules.infantry_action.book.rulings import RULINGS
from rules.infantry_action.resolve import RESOLUTIONS, resolve
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from tests.charts import chart


def test_no_chapter_is_left_out() -> None:
    charts: list[Chart] = []
    for module in pkgutil.iter_modules(book.__path__, f"{book.__name__}."):
        if module.name != "rules.infantry_action.book.charts":
            charts += getattr(import_module(module.name), "CHARTS", ())
    forms: list[type[Resolution]] = []
    for module in pkgutil.iter_modules(resolutions.__path__, f"{resolutions.__name__}."):
        forms += [form for form, _ in getattr(import_module(module.name), "ROWS", ())]
    assert sorted(chart.name for chart in CHARTS) == sorted(chart.name for chart in charts)
    assert {form.name() for form in RESOLUTIONS} == {form.name() for form in forms}
    assert len(RESOLUTIONS) == len(forms)


def test_names_are_unique() -> None:
    assert len({chart.name for chart in CHARTS}) == len(CHARTS)
    assert len({form.name() for form in RESOLUTIONS}) == len(RESOLUTIONS)
    assert len({ruling.id for ruling in RULINGS}) == len(RULINGS)


@chart("chart", CHARTS, ids=lambda chart: chart.name)
def test_a_chart_is_whole(chart: Chart) -> None:
    assert chart.title
    assert chart.section
    assert chart.citation.startswith("IA-")
    assert chart.rows
    assert {len(row) for row in chart.rows} == {len(chart.columns)}


@chart("form", RESOLUTIONS, ids=lambda form: form.name())
def test_a_form_can_be_asked_for(form: type[Resolution]) -> None:
    assert form.title  # type: ignore[attr-defined]
    assert form.summary  # type: ignore[attr-defined]
    fields = fields_of(form)
    assert len(fields) <= 25  # Discord's limit
    assert all(field.description for field in fields)


def test_a_form_of_another_book_is_refused() -> None:
    with pytest.raises(TypeError):
        resolve(OTHERS[0].model_construct(), Scripted(""))
