"""What the book says outside its charts, copied once more from its paragraphs and held against what is shown."""

from __future__ import annotations

import pytest

from rules.book.showing import Value
from rules.book_and_gun.book import explosives, measures
from rules.book_and_gun.book.charts import CHARTS
from rules.book_and_gun.book.tables import BLAST_TEMPLATES, CANISTER
from rules.table.formation import Formation
from tests.charts import chart

SHOWN = {each.name: each for each in CHARTS}

PRINTED = {
    # VIII.2.6, VIII.2.71, VIII.2.8, VIII.2.9, VIII.2.10, VIII.5.2; armoured cars by BG-R210
    "carrying": """
        wagon | 6 | 0
        ambulance wagon | 6 | 0
        limber | 2 | 0
        light wheeled | 7 | 0
        medium wheeled | 12 | 0
        heavy wheeled | 16 | 0
        light tracked | 7 | 0
        heavy tracked | 0 | 7
        armoured car | 0 | 7
        boat | 9 | 0
        horse | 1 | 0
        bicycle | 1 | 0""",
    # X.8.1 on the number; X.11.1, X.5.2, X.1.13 (6), X.7.22, X.7.223 on the die, so with the other sign
    "vehicle-fire-modifiers": """
        spaced armour | -1 | vehicles
        reactive armour | -1 | vehicles
        composite armour | -1 | vehicles
        citv | 1 | vehicles
        thermal sights | 1 | vehicles
        stabilized gun | 1 | vehicles
        armoured attack helicopter | -1 | aircraft
        infrared goggles | -1 | both
        good fire command | 1 | both
        laser designator | 1 | vehicles, by artillery and air strikes
        improved munitions | 2 | vehicles, by artillery""",
    # X.1.3 (30 and 60 degrees), X.2.7 and XIII.9.2 (2 inches at the end), X.2.8 (60 degrees, 8 inches), X.2.9 (half of
    # it, 15 degrees out), X.12.3 (a cone of 4 inches), X.12.2 (within 1 inch), X.14.3b (180 degrees, 3 inches)
    "templates": """
        small arms | cone | 30 | range | -
        guns and support weapons | cone | 60 | range | -
        machinegun's burst | triangle | - | range | 2
        rock and roll | triangle | - | short range | 2
        canister | cone | 60 | 8 | -
        back blast | cone | 30 | 4 | -
        claymore | cone | 60 | 4 | -
        flash bang | circle | - | - | 2
        smoke dischargers | half ring | 180 | 3 | 1""",
    # X.4.22 to X.4.24, X.4.16, X.4.17, X.10.15 to X.10.17 (a 50 mm gun is medium, BG-R108), X.13.1, X.13.13
    "calibres": """
        gun | 15 | 41 | light cannon
        gun | 42 | 100 | medium cannon
        gun | 101 | 155 | heavy cannon
        recoilless rifle | 57 | 90 | maw recoilless rifle
        recoilless rifle | 91 | 120 | haw recoilless rifle
        anti-aircraft gun | 15 | 49 | light aa cannon
        anti-aircraft gun | 50 | 90 | medium aa cannon
        anti-aircraft gun | 91 | 130 | heavy aa cannon
        mortar | 0 | 60 | light mortar
        mortar | 61 | 90 | medium mortar""",
    # VIII.5.3, VIII.5.21, VIII.5.41, XI.3.5d
    "cavalry": """
        men for each horse holder | 4 | men
        mounting or dismounting | 1 | D6
        scouts who mount | 2 | D6
        stampede | 5 | D6
        evading a charge | 2 | D6""",
    # VIII.1.2, VIII.1.41, VIII.1.42, VIII.1.43, VIII.2.3, VIII.2.11, VIII.3.1, VIII.3.3, VIII.4.2, VIII.4.21, VIII.4.5,
    # IX.1.3, XI.2.3, IV.4; the lone leader by BG-R23, 6 inches for each die by BG-R36
    "movement-facts": """
        prone | 1 | D6
        scout | 3 | D6
        lone leader | 3 | D6
        least move | 1 | inches
        an inch back | 3 | inches
        turn of 90 degrees | 1 | inches
        wheeled, backing up | 1 | D6
        tracked, backing up | 2 | D6
        amphibious, on water | 1 | D6
        getting in or out | 1 | D6
        scouts getting in | 2 | D6
        charge on leaving a vehicle | 2 | D6
        charge declared, each die | 6 | inches
        charge, straight at its end | 4 | inches
        charge halts before the enemy | 2 | inches
        charge repulsed | 6 | inches
        scout from the leader | 12 | inches
        scout with a radio | 24 | inches
        leader's radius | 6 | inches
        figures to push a gun | 2 | figures
        limbering with a full crew | 1 | turns""",
    # VI.1b, V.2, X.2.5, X.2.6, X.2.1, X.2.8, X.8.2, X.7.223, X.1.13 (4)
    "fire-facts": """
        fire without spotting, within | 6 | inches
        ranks that fire | 2 | ranks
        crew at a gun, within | 1 | inches
        figures to fire a gun | 2 | figures
        crewmen among them | 1 | figures
        restocking ammunition | 2 | turns
        canister: friends safe up to | 4 | inches
        canister: friends beside it, within | 1 | inches
        coming through: die within | 2 | of the number
        bomblet lands on a vehicle | 4 | or less on 1D6
        joker's smoke | 2 | D6""",
    # V.3 to V.11 by BG-R26: a column has a row of its own, all others go by their order
    "formations": """
        line | close order | open order
        squad ack-ack | close order | open order
        platoon ack-ack | close order | open order
        arrowhead | close order | open order
        box | close order | open order
        column | column | column
        mass | close order | open order
        circle | close order | open order
        unformed | close order | open order""",
}


def _cell(word: str) -> Value | None:
    if word == "-":
        return None
    return int(word) if word.lstrip("-").isdigit() else word


@pytest.mark.rule(
    "BG-V.3", "BG-V.8", "BG-VI.1.b", "BG-VIII.2.3", "BG-VIII.2.6b", "BG-VIII.2.71b", "BG-VIII.2.8", "BG-VIII.2.9a",
    "BG-VIII.2.10b", "BG-VIII.2.11", "BG-VIII.3.3", "BG-VIII.4.21b", "BG-VIII.5.3a", "BG-VIII.5.41", "BG-X.1.3a",
    "BG-X.2.5", "BG-X.2.6b", "BG-X.2.7", "BG-X.2.8a", "BG-X.2.8c", "BG-X.4.22", "BG-X.7.22b", "BG-X.7.223a",
    "BG-X.8.1a", "BG-X.8.1b", "BG-X.10.14", "BG-X.11.1a", "BG-X.13.13b", "BG-XI.2.3", "BG-XI.3.5d",
    "BG-R26", "BG-R71", "BG-R108",
    "BG-R210",
)  # fmt: skip
@chart("name", list(PRINTED))
def test_a_chart_of_what_the_book_says_in_sentences(name: str) -> None:
    lines = [line.split(" | ") for line in PRINTED[name].strip().splitlines()]
    assert [list(row) for row in SHOWN[name].rows] == [[_cell(word.strip()) for word in line] for line in lines]


@pytest.mark.rule("BG-X.7.5", "BG-X.10.5", "BG-X.1.5.a1", "BG-X.1.5.b1", "BG-X.1.5.c1", "BG-X.1.5.d1")
def test_the_classes_of_people_vehicles_and_aircraft() -> None:
    assert [row[0] for row in SHOWN["target-classes"].rows] == ["I", "II", "III", "IV"]
    people, vehicles, aircraft = (tuple(str(row[n]) for row in SHOWN["target-classes"].rows) for n in (1, 2, 3))
    for words, named in (
        (people, ("close order", "open order", "prone", "building")),
        (vehicles, ("not moving", "moving", "hull down", "partly covered")),
        (aircraft, ("ground", "hovering", "helicopter", "fixed wing")),
    ):
        assert all(name in word for word, name in zip(words, named, strict=True))


def test_a_measure_that_stands_in_two_charts_is_the_same_in_both() -> None:
    for name in ("canister", "back blast"):
        assert (measures.degrees(name), measures.length(name)) == (CANISTER[name].degrees, CANISTER[name].length)
    assert measures.width("flash bang") == explosives.TEMPLATES["flash bang"]
    assert measures.length("claymore") == explosives.TEMPLATES["claymore"]
    assert not set(measures.SHAPES) & set(BLAST_TEMPLATES)
    assert set(measures.FORMATIONS) == {each.value for each in Formation}
