"""The cards, officer tokens, armies and morale charts copied once more, and held against the pack in use and the
ledger that they come from."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rules.book.showing import Chart
from rules.red_actions.book import card_charts, morale, officers, rallying, units
from rules.red_actions.book.cards import BOOK_PACK, HitNumbers
from rules.red_actions.book.kinds import Trait

LEDGER = Path(__file__).parents[4] / "shared" / "rules-ledger" / "red-actions.toml"
MODULES = (card_charts, units, officers, morale, rallying)
CHARTS: dict[str, Chart] = {chart.name: chart for module in MODULES for chart in module.CHARTS}

FIGURES = """
                           class move evade shoot range combat charge fear serious rally min max points
    red-conscripts          1  8 4   1  12 2   5  7  6 5  2 6  4
    red-regulars            2  8 4   2  12 3   7  8  7 7  2 6  7
    red-partisans           1  8 5   1  12 2   6  7  6 7  2 6  6
    latvian-rifles          3  8 4   3  12 4   8  9  9 9  2 6 11
    communist-detachment    3  8 4   2  12 4   9 10  9 9  2 6 11
    white-conscripts        1  8 4   1  12 2   5  7  6 5  2 6  4
    white-volunteers        3  8 4   2  12 4   8  9  8 8  2 6  9
    white-officers          4  8 4   3  12 5  10 10 10 9  2 6 14
    plastoons               3  8 5   2  12 4   8  9  8 9  2 6 10
    nationalist-regulars    2  8 4   2  12 3   7  8  7 7  2 6  7
    polish-regulars         2  8 4   2  12 3   8  8  8 8  2 6  8
    freikorps-kompagnie     4  8 5   3  12 4   9 10  9 9  2 6 14
    makhnovist-partisans    1  8 5   1  12 3   7  7  6 8  2 6  7
    engineers               3  8 4   2  12 3   7  9  8 8  2 6  9
    grenadiers              3  8 4   2  10 5   9  9  9 8  2 6 12
    red-cavalry             2 16 0   1   8 4   7  8  7 7  2 6  8
    horse-army-cavalry      3 16 0   1   8 5   9  9  8 8  2 6 11
    red-cossacks            2 16 0   1   8 5   8  8  7 8  2 6 10
    white-cossacks          3 16 0   1   8 5   8  9  8 9  2 6 12
    white-cavalry           3 16 0   1   8 5   9  9  9 8  2 6 12
    nationalist-cavalry     2 16 0   1   8 4   7  8  7 7  2 6  9
    polish-uhlans           3 16 0   1   8 5   9  9  8 8  2 6 11
    fk-uhlans               3 16 0   2   8 4   8  9  9 9  2 6 12
    makhnovist-cavalry      2 16 0   1   8 4   8  8  7 8  2 6 10
    mg-team                 2  6 3   8  24 2   0  8  8 0  1 4 15
    tachanka                2 14 0   6  24 2   0  8  8 7  1 4 16
    field-gun               2  8 0  18 120 0   0  8  8 7  1 4 30
    early-soviet-field-gun  1  8 0  16 120 0   0  7  7 6  1 4 25
    horse-gun               3 14 0  16 100 0   0  8  8 7  1 4 34
    heavy-gun               2  6 0  24 160 0   0  8  8 7  1 4 40
    mortar                  2  5 0   8  40 0   0  7  7 0  1 4 14
    supply-cart             1  8 0   0   0 0   0  7  6 6  1 4  4
    armoured-car            3 16 0   8  24 0   8  0  0 0  1 1 40
    armoured-car-gun        3 14 0   9  40 0   8  0  0 0  1 1 48
    tank-mg                 4  5 0  10  24 0   9  0  0 0  1 1 60
    tank-gun                4  5 0  12  40 0   9  0  0 0  1 1 70
    train-engine            3  8 0   0   0 0   0  8  0 7  1 1 60
    train-artillery-field   3  0 0  18 120 0   0  0  0 0  1 1 40
    train-artillery-turret  3  0 0  24 160 0   0  0  0 0  1 1 60
    train-mg                3  0 0  16  24 0   0  0  0 0  1 1 30
    train-other             3  0 0   0   0 0   0  0  0 0  1 1  5
    senior-officer-mounted  4 20 0   0   0 0   0  0  0 0  1 1  0
    senior-officer-foot     4 10 0   0   0 0   0  0  0 0  1 1  0
    white-officer-cavalry   3 16 0   1   8 5   9  9  9 8  2 6 12"""

WORDS = """
    red-conscripts          red         rifle        infantry          mob
    red-regulars            red         rifle        infantry
    red-partisans           red         rifle        infantry          partisan skirmisher
    latvian-rifles          red         rifle        infantry          specialist
    communist-detachment    red         rifle        infantry          storm
    white-conscripts        white       rifle        infantry          mob
    white-volunteers        white       rifle        infantry
    white-officers          white       rifle        infantry          storm
    plastoons               white       rifle        infantry          skirmisher
    nationalist-regulars    nationalist rifle        infantry
    polish-regulars         polish      rifle        infantry
    freikorps-kompagnie     freikorps   rifle        infantry          storm skirmisher
    makhnovist-partisans    partisan    rifle        infantry          partisan skirmisher
    engineers               any         rifle        infantry          specialist engineers tools
    grenadiers              any         rifle        infantry          storm grenadiers
    red-cavalry             red         sabre        sabres            >red-conscripts
    horse-army-cavalry      red         sabre        sabres            >red-regulars
    red-cossacks            red         sabre        sabres            skirmisher >red-partisans
    white-cossacks          white       sabre        sabres            skirmisher forms >plastoons
    white-cavalry           white       sabre        sabres            forms >white-volunteers
    nationalist-cavalry     nationalist sabre        sabres            >nationalist-regulars
    polish-uhlans           polish      sabre        sabres            forms >polish-regulars
    fk-uhlans               freikorps   sabre        sabres            skirmisher forms >freikorps-kompagnie
    makhnovist-cavalry      partisan    sabre        sabres            skirmisher >makhnovist-partisans
    mg-team                 any         mg           infantry          crew
    tachanka                any         tachanka     tachanka-limbered
    field-gun               any         gun          tachanka-limbered field
    early-soviet-field-gun  red         gun          tachanka-limbered field poor
    horse-gun               any         gun          tachanka-limbered field horse-artillery
    heavy-gun               any         gun          tachanka-limbered other
    mortar                  any         mortar       infantry          other crew
    supply-cart             any         supply-cart  tachanka-limbered
    armoured-car            any         armoured-car armoured-car      turret mg-armed
    armoured-car-gun        any         armoured-car armoured-car      turret other
    tank-mg                 any         tank         tank              sponsons mg-armed
    tank-gun                any         tank         tank              sponsons other
    train-engine            any         train-engine rail
    train-artillery-field   any         train-artillery-field  rail    arc-45 field
    train-artillery-turret  any         train-artillery-turret rail    turret other
    train-mg                any         train-mg     rail              arc-45 mg-armed
    train-other             any         train-other  rail              carries-troops
    senior-officer-mounted  any         officer      sabres
    senior-officer-foot     any         officer      infantry
    white-officer-cavalry   white       sabre        sabres            forms >white-officers"""

TOKENS = """
    red      -1 mob 3 | -1 plain 1 | 0 mob 2 | 0 plain 4 | 0 commissar 2 | 1 plain 3 | 1 commissar 2 | 1 clever 1
    red       2 commissar 1 | 2 storm 1
    white    -1 mob 1 | -1 plain 2 | 0 plain 5 | 1 plain 5 | 1 clever 2 | 1 skirmisher 1 | 1 storm 1 | 2 plain 2
    white     2 clever 1
    partisan -1 mob 3 | 0 mob 2 | 0 plain 3 | 0 partisan 2 | 1 partisan 3 | 1 clever,partisan 1 | 1 skirmisher 1
    partisan  2 partisan 1
    regular  -1 plain 2 | 0 plain 5 | 1 plain 4 | 1 specialist 1 | 1 clever 2 | 2 plain 1 | 2 storm 1"""

ARMIES = """
    soviet      red      2 40
    konnarmiya  red      3 50
    latvian     red      3 50
    partisan    partisan 2 35
    white       white    3 50
    nationalist regular  3 40
    polish      regular  3 50
    freikorps   regular  3 55"""

TRIGGERS = """
    charging the enemy: charge
    charged by the enemy: fear
    ambushed: fear
    gassed: fear
    a base lost against its will: fear
    routing friends pass through: fear
    humiliated in combat: fear
    a serious shooting result: serious
    all its officers lost: serious
    routing friends of equal or better class pass by: serious
    trying to rally from rout: rally
    trying to rally from pinned: rally"""


def lines(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


@pytest.mark.rule("RA-R04", "RA-def.unit.1", "RA-def.unit.2", "RA-move.1", "RA-morale.roll.1")
def test_the_figures_of_every_card() -> None:
    _, *rows = lines(FIGURES)
    assert len(rows) == 44
    assert [card.id for card in BOOK_PACK.cards] == [row[0] for row in rows]
    for row in rows:
        card = BOOK_PACK.card(row[0])
        assert [
            card.grade, card.move, card.evade, card.shoot, card.range, card.combat, card.charge, card.fear,
            card.serious, card.rally, card.unit_min, card.unit_max, card.points,
        ] == [int(figure) for figure in row[1:]], card.id  # fmt: skip


@pytest.mark.rule("RA-R04", "RA-def.characteristics", "RA-dismount.4", "RA-rally.crew.1")
def test_the_words_of_every_card() -> None:
    rows = lines(WORDS)
    assert len(rows) == 44
    for id, army, arm, mover, *words in rows:
        card = BOOK_PACK.card(id)
        assert (card.army, card.arm.value, card.mover.value) == (army, arm, mover), id
        said = {trait.value for trait in card.traits}
        said |= {"forms"} if card.may_form else set()
        said |= {f">{card.dismounts_as}"} if card.dismounts_as else set()
        said |= {"crew"} if card.rally_as else set()
        said |= {"poor"} if card.poor_gunnery else set()
        assert not isinstance(card.direct_hit, HitNumbers)
        said |= {card.direct_hit} if card.hits else set()
        assert said == set(words), id


@pytest.mark.rule("RA-R05", "RA-officer.morale.1", "RA-char.officer-shared")
def test_every_officer_token() -> None:
    typed: list[tuple[str, int, tuple[str, ...], int]] = []
    for line in TOKENS.strip().splitlines():
        deck, rest = line.split(maxsplit=1)
        for token in rest.split("|"):
            morale, traits, count = token.split()
            typed.append((deck, int(morale), () if traits == "plain" else tuple(traits.split(",")), int(count)))
    assert len(typed) == 34
    assert [(t.deck, t.morale, tuple(sorted(t.traits)), t.count) for t in BOOK_PACK.tokens] == typed
    sizes = {deck: sum(count for whose, _, _, count in typed if whose == deck) for deck, *_ in typed}
    assert sizes == {"red": 20, "white": 20, "partisan": 16, "regular": 16}


@pytest.mark.rule("RA-R14", "RA-def.officer.draw.1", "RA-def.officer.draw.2")
def test_every_army() -> None:
    typed = [(id, deck, int(draw), int(flight)) for id, deck, draw, flight in lines(ARMIES)]
    assert [(a.id, a.token_deck, a.senior_draw, a.flight_percent) for a in BOOK_PACK.armies] == typed


@pytest.mark.rule("RA-R60")
def test_the_infantry_whose_rally_number_crews_use() -> None:
    assert BOOK_PACK.rally_infantry == {
        "red": "red-regulars",
        "white": "white-volunteers",
        "partisan": "makhnovist-partisans",
        "nationalist": "nationalist-regulars",
        "polish": "polish-regulars",
        "freikorps": "freikorps-kompagnie",
    }


@pytest.mark.rule(
    "RA-morale.trigger.charge", "RA-morale.trigger.charged", "RA-morale.trigger.ambushed", "RA-morale.trigger.gassed",
    "RA-morale.trigger.base", "RA-morale.trigger.interpenetrated", "RA-morale.trigger.humiliated",
    "RA-morale.trigger.serious", "RA-morale.trigger.officers", "RA-morale.trigger.routers",
    "RA-morale.trigger.rally-rout", "RA-morale.trigger.rally-pinned",
)  # fmt: skip
def test_the_occasions_of_morale_tests() -> None:
    typed = [tuple(line.strip().rsplit(": ", 1)) for line in TRIGGERS.strip().splitlines()]
    assert list(CHARTS["morale-tests"].rows) == typed


def test_the_other_charts() -> None:
    assert [row[-1] for row in CHARTS["morale-modifiers"].rows] == ["its own", -2, 2, -3]
    assert [row[-1] for row in CHARTS["officer-casualties"].rows] == ["1", "1", "1\u20132"]
    assert [row[-1] for row in CHARTS["senior-officers"].rows] == [12, 4]
    assert [row[1:] for row in CHARTS["unit-sizes"].rows] == [(2, 6)] * 2 + [(1, 4)] * 4 + [(1, 1)] * 8 + [(1, 4)]
    assert CHARTS["failed-tests"].rows[1:3] == (("fear", "routs at once"), ("serious", "retires at once"))
    assert CHARTS["cards-morale"].rows[24] == ("Machine-gun team", 2, None, 8, 8, None, 15)
    assert CHARTS["cards-fighting"].rows[26] == ("Field gun", 8, None, 18, 120, None, "field")
    assert CHARTS["cards-traits"].rows[15] == ("Red Cavalry", "red-cavalry", "red", None, None, "Red Conscripts")
    assert CHARTS["rally-infantry"].rows[0] == ("red", "Red Regulars", 7)
    assert CHARTS["armies"].rows[0] == ("Soviets", "red", 2, 40)
    assert CHARTS["officer-tokens"].rows[0] == ("red", -1, "mob", 3)


@pytest.mark.skipif(not LEDGER.exists(), reason="the ledger is not here")
@pytest.mark.rule("RA-R04", "RA-R05", "RA-R14", "RA-R60")
def test_the_pack_is_the_ledgers() -> None:
    ledger = tomllib.loads(LEDGER.read_text(encoding="utf-8"))
    for entry in ledger["card"]:
        assert _card(entry["id"]) == _of_ledger(entry), entry["id"]
    tokens = [{key: value for key, value in token.items() if key != "source"} for token in ledger["officer-token"]]
    assert [
        {"id": t.id, "deck": t.deck, "morale": t.morale, "traits": sorted(t.traits), "count": t.count}
        for t in BOOK_PACK.tokens
    ] == [{**token, "traits": sorted(token["traits"])} for token in tokens]
    armies = [{key: value for key, value in army.items() if not key.startswith("source")} for army in ledger["army"]]
    assert [army.model_dump(by_alias=True, exclude={"cards", "also"}) for army in BOOK_PACK.armies] == armies
    assert BOOK_PACK.rally_infantry == ledger["rally-infantry"]


ADDED = {Trait.GRENADIERS, Trait.ENGINEERS, Trait.TOOLS}


def _card(id: str) -> dict[str, Any]:
    card = BOOK_PACK.card(id).model_dump(mode="json", by_alias=True, exclude={"stiffened_by", "stiffened_as"})
    return {**card, "traits": sorted(set(card["traits"]) - {trait.value for trait in ADDED})}


def _of_ledger(entry: dict[str, Any]) -> dict[str, Any]:
    plain = {"dismounts-as": "", "rally-as": "", **entry, "traits": sorted(entry["traits"])}
    return {key: value for key, value in plain.items() if key not in ("note", "grenadiers")}
