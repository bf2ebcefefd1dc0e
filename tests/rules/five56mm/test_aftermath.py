"""Between battles: sheets afterwards and improvement. MM-R92."""

from __future__ import annotations

import pytest

from rules.chance import Seeded
from rules.five56mm import RULES
from rules.five56mm.aftermath import improved, sheets_after
from rules.five56mm.injury import Level, Wound
from rules.five56mm.profile import Skill, Traits, dump_traits
from rules.five56mm.state import BLACK, RED
from rules.five56mm.weapons import Arm
from rules.ruleset import Muster, MusterFigure, MusterSide, MusterUnit
from rules.violation import RuleViolation
from tests.rules.five56mm.skirmish import Skirmish, man


@pytest.mark.rule("MM-R92", "MM-R47")
@pytest.mark.parametrize(("choice", "wounds"), [("healed", ()), ("kept", (Level.SERIOUS, Level.CRITICAL))])
def test_wounds_are_healed_or_kept(choice: str, wounds: tuple[Level, ...]) -> None:
    battle = Skirmish(
        man("Alpha", BLACK, wounds=[Level.SERIOUS, Level.MORTAL]),
        man("Bravo", BLACK),
        man("Red", RED),
        options=[("wounds-between-battles", choice)],
    )
    sheets = sheets_after(battle.state)
    assert sheets["alpha"].wounds == wounds
    sides = tuple(
        MusterSide(
            side,
            side,
            (
                MusterUnit(
                    side, side, side, "x", "", "", (MusterFigure(f"{side}1", 1, side, "", "", dump_traits(sheet)),)
                ),
            ),
        )
        for side, sheet in ((BLACK, sheets["alpha"]), (RED, sheets["red"]))
    )
    again = RULES.fold(RULES.muster(Muster("t", sides, None), Seeded(b"x" * 32, 0)))
    assert again.character("black1").wounds == tuple(Wound(n, level) for n, level in enumerate(wounds, 1))


@pytest.mark.rule("MM-R92", "MM-11.1R.4", "MM-11.1R.5")
def test_the_umpire_may_improve_a_veteran_beyond_three_upgrades() -> None:
    veteran = Traits(1, 2, 0, 0, (Skill.NAILS,), (Arm("m16"),))
    assert improved(veteran, ability="morale").morale == 1
    assert improved(veteran, skill=Skill.FEARLESS).skills == (Skill.NAILS, Skill.FEARLESS)
    for wrong in ({"skill": Skill.NAILS}, {"ability": "charm"}, {}):
        with pytest.raises(RuleViolation):
            improved(veteran, **wrong)
    with pytest.raises(RuleViolation):
        improved(Traits(morale=3), ability="morale")
