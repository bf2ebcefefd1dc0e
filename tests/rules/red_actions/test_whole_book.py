"""The charts, procedures and rulings of all chapters together, as front ends get them."""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from pathlib import Path

import pytest

import rules.red_actions
from rules.book.showing import Chart, Resolution
from rules.five56mm.resolve import RESOLUTIONS as OTHERS
from rules.kernel.action import fields_of
from rules.kernel.chance import Scripted
from rules.red_actions import book, resolutions
from rules.red_actions.book.charts import CHARTS
from rules.red_actions.book.rulings import RULINGS
from rules.red_actions.book.switches import SWITCHES
from rules.red_actions.resolve import RESOLUTIONS, resolve
from tests.charts import chart


def test_no_chapter_is_left_out() -> None:
    charts: list[Chart] = []
    for module in pkgutil.iter_modules(book.__path__, f"{book.__name__}."):
        if module.name != "rules.red_actions.book.charts":
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
    assert chart.citation.startswith("RA-")
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


def test_rulings_stand_once_and_in_order() -> None:
    numbers = [int(ruling.id.removeprefix("RA-R")) for ruling in RULINGS]
    assert numbers[:151] == list(range(1, 152))
    assert numbers == sorted(set(numbers))


def test_our_own_rulings_are_written_down_with_their_reasons() -> None:
    page = Path(rules.red_actions.__file__).with_name("RULINGS.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\| RA-R.*$", page, re.M)]
    assert {row[0]: (row[1], row[2]) for row in rows} == {
        ruling.id: (", ".join(ruling.about), ruling.text) for ruling in RULINGS[151:]
    }
    assert len(rows) == len(RULINGS[151:])
    assert all(len(row) == 4 and row[3] for row in rows)


def test_every_switch_belongs_to_a_ruling_or_an_option_of_the_book() -> None:
    named = {switch.ruling for switch in SWITCHES if re.fullmatch(r"RA-R\d+", switch.ruling)}
    assert named == {ruling.id for ruling in RULINGS if ruling.switch}
