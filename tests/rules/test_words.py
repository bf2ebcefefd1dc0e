"""Words that every rule set's telling shares."""

import doctest

import pytest

import rules.book.house
import rules.language.nearest
import rules.language.words


@pytest.mark.parametrize(
    "module", [rules.language.words, rules.language.nearest, rules.book.house], ids=lambda module: module.__name__
)
def test_the_examples_in_the_docstrings_hold(module):
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
