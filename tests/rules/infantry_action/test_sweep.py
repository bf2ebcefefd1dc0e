"""The first look over all men and places at once: it passes over nobody whom the exact rule lets see."""

from __future__ import annotations

import math

import pytest

from rules.infantry_action.book.kinds import Posture
from rules.infantry_action.book.location import Seen
from rules.infantry_action.play.ground.lines import Eye
from rules.infantry_action.play.sight.fields import looks_at
from rules.infantry_action.play.sight.sweep import Sweep, furthest
from rules.infantry_action.state import ATTACKER

from .field import NORTH, field, section

STILL = frozenset({Seen(posture=Posture.PRONE)})


@pytest.mark.rule("IA-loc.arc-infantry", "IA-R058", "IA-loc.table")
def test_it_leaves_out_only_what_is_out_of_arc_or_beyond_the_furthest_row() -> None:
    state = field(section("able", ATTACKER, 2, at=(300, 200), facing=NORTH))
    men = tuple(state.men("able"))
    places = [
        (300 + away * math.sin(angle), 200 + away * math.cos(angle))
        for away in (0.0, 1.0, 35.0, 149.9, 400.0)
        for angle in (math.radians(5 * n) for n in range(72))
    ]
    limit = furthest(STILL, state.light, state.options)

    could = Sweep(state, {"foe": [(at, Eye(at)) for at in places]}, {"foe": STILL}).over(men)["foe"]

    for row, man in zip(could.tolist(), men, strict=True):
        assert man.at is not None
        exact = [looks_at(state, man, at) and math.dist(man.at, at) <= limit for at in places]
        assert all(possible for possible, sees in zip(row, exact, strict=True) if sees)
        assert 0 < sum(exact) <= sum(row) < len(places)


def test_a_place_of_every_enemy_has_its_own_limit() -> None:
    """Somebody who has fired a heavy weapon is located from further than one who lies still."""
    fired = frozenset({Seen(posture=Posture.PRONE, fired=True, fired_heavy=True, heavy_group=True)})
    state = field(section("able", ATTACKER, 1, at=(300, 100), facing=NORTH))
    near = furthest(STILL, state.light, state.options)
    assert near < furthest(fired, state.light, state.options)
    at = (300.0, 100.0 + near + 5.0)

    could = Sweep(state, {"still": [(at, Eye(at))], "gun": [(at, Eye(at))]}, {"still": STILL, "gun": fired})
    over = could.over(tuple(state.men("able")))

    assert [over[enemy].tolist() for enemy in ("still", "gun")] == [[[False]], [[True]]]
