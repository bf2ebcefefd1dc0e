"""What the book says in sentences, chapter by chapter, typed a second time from its paragraphs."""

from __future__ import annotations

import pytest

from rules.book_and_gun.book import chapters, explosives, houses, signals
from rules.book_and_gun.book.charts import CHARTS
from rules.book_and_gun.book.organisations import raise_unit
from rules.book_and_gun.play.combat.capture import HELD, NEAR, PRISONERS
from rules.book_and_gun.play.turn.leadership import RADIUS
from rules.kernel.violation import RuleViolation
from tests.charts import chart

SHOWN = {each.name: each for each in CHARTS}
NUMBERS = {
    # IX.3.1 three turns; IX.4.2 four; IX.4.3 a door is clear, one at a time; IX.4.4 one turn at the window, one behind
    # it, one figure a turn; R205 a room for 16 square inches; IX.4.6 and R105: 3 better than a 4.
    "buildings": (3, 2, 1, 1, 0, 4, 16, 1),
    # IV.4, VIII.6.1 (six inches, one rally a turn), IV.4 (the highest die), IV.5 (three basic units)
    "leadership": (6, 6, 1, 1, 3),
    # I.1.1 two minutes, one for a player; I.1.2 five metres; I.1.3 one man, one vehicle; III.0 seven; III.2.1 fourteen
    "scale": (2, 1, 5, 1, 1, 7, 14),
    # R135, R64, XI.5.2, XIII.3.2, 4.1, 7.1 (four, six, +3 and +2 by R66), 8.2, 8.3, 8.4 (6 inches, 3 turns), 9.1
    "supplementary": (6, 2, 5, 2, 2, 4, 6, 3, 2, 3, 50, 6, 3, 2, 1, 4),
}
DEVICES = """
    command detonated mine 4 0 anybody man
    shaped charge 1 0 engineer fuse
    c4 2 2 engineer man
    ied 3 2 insurgent man
    car bomb 3 2 insurgent man
    booby trap 1 2 insurgent victim
    land mine 0 0 engineer victim
    anti-vehicle mine 0 0 engineer victim
    stakes 0 0 insurgent victim
    trip flare 0 0 anybody victim"""
SMOKE = (
    ("grenade", 1, 2), ("discharger", 6, 2), ("light mortar", 2, 2), ("medium mortar", 3, 3), ("heavy mortar", 4, 3),
    ("artillery", 4, 3),
)  # fmt: skip
"""Width, and the turns that it stands: 3 inches in the first, 6 after it. X.14.31, R101."""
WORK = ("ynn", "ynn", "ynn", "yyn", "yyn", "yyy", "ynn", "ynn")
"""C4, charges, mines, improvised, stakes, claymores, detector, finding: engineer, insurgent, others. XIII.3.1, R235."""
UNITS = (7, 8, 7, 11, 9, 12, 7, 7, 9, 7, 3, 9, 3, 7, 7, 7, 3, 7, 3, 14, 4, 4, 4, 3, 3, 3)
"""III.1.4 to III.2.1, in the book's order; then armour: four in the USA, UK and Canada, three elsewhere."""


@chart("name", list(NUMBERS))
def test_measures_of_a_chapter(name: str) -> None:
    assert tuple(row[1] for row in SHOWN[name].rows) == NUMBERS[name]


@pytest.mark.rule("BG-X.12.51", "BG-X.12.62a", "BG-X.12.62b", "BG-X.12.7", "BG-XIII.3.1", "BG-R235")
def test_devices_are_laid_and_used_as_their_chart_says() -> None:
    rows = SHOWN["explosives"].rows
    for row, line in zip(rows, DEVICES.strip().splitlines(), strict=True):
        *name, template, phases, ability, fired = line.split()
        device = " ".join(name)
        assert row[:3] == (device, int(template), int(phases))
        assert (ability in str(row[3]), fired in str(row[4])) == (True, True)
        assert explosives.TEMPLATES[device] == int(template)
        assert explosives.PREPARING.get(device, 0) == int(phases)
        for trained in ("none", "insurgent", "engineer"):
            able = ability == "anybody" or trained in (ability, "engineer")
            if able:
                explosives.require_able(device, trained)
            else:
                with pytest.raises(RuleViolation):
                    explosives.require_able(device, trained)
    assert {kind for kind in explosives.SPRUNG} == {row[0] for row in rows if row[4] == "its victim"}


@pytest.mark.rule("BG-X.14.31a", "BG-X.14.31b", "BG-R101")
def test_smoke_stands_as_its_chart_says() -> None:
    rows = [(source, width, 3, 6, 6 if turns == 3 else None) for source, width, turns in SMOKE]
    assert list(SHOWN["smoke"].rows) == rows
    for row in chapters.SMOKE.values():
        stands = [signals.screen(row.source, turn) for turn in range(5)]
        assert stands == [3, 6, row.third or 0, 0, 0]


def test_who_can_do_what() -> None:
    yes = {"y": "yes", "n": "no"}
    assert [row[1:] for row in SHOWN["engineering"].rows] == [tuple(yes[each] for each in line) for line in WORK]


@pytest.mark.rule("BG-VII.2", "BG-R10")
def test_the_deck_and_whose_card_it_is() -> None:
    assert [row[1:3] for row in SHOWN["cards"].rows] == [
        (26, "army"), (26, "insurgents"), (1, "army"), (1, "insurgents"),
    ]  # fmt: skip


@pytest.mark.rule("BG-III.1.4a", "BG-III.2.1")
def test_units_have_the_figures_that_the_chart_gives() -> None:
    rows = SHOWN["organisations"].rows
    assert tuple(row[1] for row in rows) == UNITS
    for name, count, who in rows:
        plan = raise_unit(str(name))
        assert len(plan.elements if who == "tanks" else plan.figures) == count, name


def test_a_measure_that_stands_in_chart_and_code_is_the_same() -> None:
    assert NUMBERS["supplementary"][:3] == (NEAR, HELD, PRISONERS)
    assert chapters.LEADERSHIP["leader's radius"] == RADIUS
    assert houses.ROOM == 4
