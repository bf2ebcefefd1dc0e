"""How much an ordinary run explores at random, and how much one with `--long`."""

from __future__ import annotations

from hypothesis import settings


def examples(few: int, many: int) -> settings:
    """Settings of a property test that looks at `few` examples in an ordinary run, always the same ones, and at `many`
    new ones with `--long`."""
    exploring = settings.get_current_profile_name() == "exploring"
    return settings(max_examples=many if exploring else few, deadline=None)
