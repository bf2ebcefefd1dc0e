"""Every chart of every book says what it is, where it stands in the book, and which rule it is."""

from __future__ import annotations

import pytest

from rules.registry import rule_set, rule_sets

PREFIX = {"book-and-gun": "BG-", "five56mm": "MM-", "infantry-action": "IA-", "red-actions": "RA-"}


@pytest.mark.parametrize("key", PREFIX)
def test_a_chart_has_a_name_of_its_own_a_title_a_section_and_a_citation(key: str) -> None:
    charts = rule_set(key).book.charts
    assert len({chart.name for chart in charts}) == len(charts)
    for chart in charts:
        assert chart.title, chart.name
        assert chart.section, chart.name
        assert chart.citation.startswith(PREFIX[key]), chart.name
        assert all(len(row) == len(chart.columns) for row in chart.rows), chart.name


def test_no_book_is_left_out() -> None:
    assert {*PREFIX} == {*rule_sets()}
