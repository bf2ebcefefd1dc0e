"""Guns that figures have with them: who can push one, what turning it costs. VIII.3.1, VIII.3.2, R39, R114."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules.book_and_gun.book import guns
from rules.book_and_gun.book.arms import Arm, arm
from rules.book_and_gun.book.switches import HouseRules
from rules.book_and_gun.units import Figure
from rules.kernel.violation import RuleViolation


def pushed(figures: Iterable[Figure], options: HouseRules = ()) -> list[Arm]:
    """The guns that these figures have with them and would have to push: artillery and heavy recoilless rifles.
    BG-VIII.3.1b, BG-R232."""
    carried = ((f, arm(key, options)) for f in figures if f.fit for key in f.traits.weapons if key not in f.wrecked)
    return [weapon for _, weapon in carried if weapon.artillery or weapon.reload == "heavy recoilless rifle"]


def require_pushed(figures: Sequence[Figure], options: HouseRules = ()) -> None:
    """Refuses a move with a gun that is too heavy, or that too few are there to push: two for each. BG-VIII.3.1b,
    BG-R39."""
    with_them = pushed(figures, options)
    if not with_them:
        return
    hands = sum(figure.fit for figure in figures)
    for weapon in with_them:
        guns.require_manhandled(weapon, guns.carriage_of(weapon), hands // len(with_them))


def stay(figures: Sequence[Figure], options: HouseRules = ()) -> bool:
    """Whether a gun keeps them where they are."""
    try:
        require_pushed(figures, options)
    except RuleViolation:
        return True
    return False
