"""The pack of cards, and a group's own laid over it: what is taken, and what is refused with its place."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.violation import RuleViolation
from rules.red_actions.book.cards import BOOK_PACK, HitNumbers, Pack, PackFault, cell_of, checked_pack
from rules.red_actions.book.kinds import Test, Trait
from tests.charts import chart

ROW = ["-"] * 10
NEW = {
    "id": "sailors", "name": "Baltic Sailors", "army": "red", "kind": "rifle", "mover": "infantry", "class": 4,
    "move": 8, "evade": 4, "shoot": 3, "range": 12, "combat": 5, "charge": 9, "fear": 10, "serious": 9, "rally": 8,
    "traits": ["storm", "grenadiers"], "unit-min": 2, "unit-max": 6, "points": 13,
}  # fmt: skip


def fault(data: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(PackFault) as caught:
        checked_pack(data)
    assert str(caught.value)
    return caught.value.faults[0]


@pytest.mark.rule("RA-R04")
def test_a_unit_names_a_card_that_there_is() -> None:
    assert BOOK_PACK.card("red-regulars").number(Test.FEAR) == 8
    with pytest.raises(RuleViolation) as caught:
        BOOK_PACK.card("sailors")
    assert caught.value.citation == "RA-R04"
    assert "red-regulars" in caught.value.remedy
    with pytest.raises(RuleViolation):
        BOOK_PACK.army("cheka")
    with pytest.raises(RuleViolation):
        BOOK_PACK.token("red-plus9")


@pytest.mark.rule("RA-R152")
@pytest.mark.parametrize(
    ("army", "serves", "serves_not"),
    [
        ("soviet", "red-conscripts", "white-conscripts"),
        ("latvian", "red-regulars", "plastoons"),
        ("white", "plastoons", "red-regulars"),
        ("partisan", "red-partisans", "red-regulars"),
        ("partisan", "makhnovist-cavalry", "red-cavalry"),
        ("polish", "polish-uhlans", "fk-uhlans"),
        ("freikorps", "mg-team", "polish-uhlans"),
    ],
)
def test_which_cards_serve_in_an_army(army: str, serves: str, serves_not: str) -> None:
    ids = [card.id for card in BOOK_PACK.serving(army)]
    assert serves in ids
    assert "field-gun" in ids
    assert serves_not not in ids


@pytest.mark.rule("RA-rally.crew.1", "RA-R60")
@pytest.mark.parametrize(
    ("army", "number"),
    [
        ("soviet", 7),
        ("konnarmiya", 7),
        ("white", 8),
        ("partisan", 8),
        ("nationalist", 7),
        ("polish", 8),
        ("freikorps", 9),
    ],
)
def test_crews_rally_as_their_armys_infantry(army: str, number: int) -> None:
    for crew in ("mg-team", "mortar"):
        assert BOOK_PACK.rally_card(BOOK_PACK.card(crew), army).rally == number
    assert BOOK_PACK.rally_card(BOOK_PACK.card("tachanka"), army).id == "tachanka"


@pytest.mark.rule("RA-R04", "RA-R153")
def test_an_own_pack_replaces_only_what_it_gives() -> None:
    pack = checked_pack({"card": [{"id": "red-regulars", "shoot": 4, "points": 9}]})
    changed, book = pack.card("red-regulars"), BOOK_PACK.card("red-regulars")
    assert (changed.shoot, changed.points) == (4, 9)
    assert changed.model_copy(update={"shoot": 2, "points": 7}) == book
    assert pack.cards[0] == BOOK_PACK.cards[0]
    assert checked_pack({}) == BOOK_PACK


@pytest.mark.rule("RA-R04", "RA-R31", "RA-R153")
def test_an_own_pack_adds_cards() -> None:
    numbers = {"building": 8, "moving": 12, "stationary": 10, "other": 9}
    pack = checked_pack({"card": [NEW, {"id": "heavy-gun", "direct-hit": numbers}]})
    assert len(pack.cards) == len(BOOK_PACK.cards) + 1
    assert pack.card("sailors").traits == {Trait.STORM, Trait.GRENADIERS}
    assert pack.card("heavy-gun").direct_hit == HitNumbers(building=8, moving=12, stationary=10, other=9)
    assert pack.card("heavy-gun").hits


@pytest.mark.rule("RA-R05", "RA-R153", "RA-R14")
def test_an_own_pack_changes_tokens_and_armies() -> None:
    pack = checked_pack(
        {
            "officer-token": [
                {"id": "red-minus1-mob", "count": 0},
                {"id": "red-plus3", "deck": "red", "morale": 3, "count": 1},
            ],
            "army": [{"id": "soviet", "flight-percent": 60}],
            "rally-infantry": {"red": "red-conscripts"},
        }
    )
    assert len(pack.deck("soviet")) == 18
    assert "red-plus3" in pack.deck("latvian")
    assert "red-minus1-mob" not in pack.deck("soviet")
    assert pack.army("soviet").flight_percent == 60
    assert pack.rally_card(pack.card("mortar"), "soviet").rally == 5


@pytest.mark.rule("RA-R01", "RA-R02")
def test_an_own_shooting_table() -> None:
    rows = {str(roll): ROW for roll in range(2, 12)} | {
        "12": ["Ret", "Ter + Ret", "2 x Ter S! Off", *["kill! s! off"] * 7]
    }
    bounds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    shooting = checked_pack({"shooting": {"rows": rows, "lower-bounds": bounds}}).shooting
    assert shooting.lower_bounds == tuple(bounds)
    assert shooting.rows is not None
    assert shooting.rows[0] == ("-",) * 10
    assert shooting.rows[10] == ("Ret", "Ter+Ret", "2xTer S! Off", *("Kill! S! Off",) * 7)
    by_number = checked_pack({"shooting": {"rows": {int(roll): row for roll, row in rows.items()}}}).shooting
    assert (by_number.rows, by_number.lower_bounds) == (shooting.rows, None)
    assert BOOK_PACK.shooting.rows is None


@pytest.mark.rule("RA-R01")
@pytest.mark.parametrize(
    ("written", "cell"),
    [
        ("", "-"), ("-", "-"), ("Ret", "Ret"), ("ter", "Ter"), ("Ter + Ret", "Ter+Ret"), ("2 x Ter", "2xTer"),
        ("TER S!", "Ter S!"), ("2xTer Off S!", "2xTer S! Off"), ("Kill! S! Off", "Kill! S! Off"),
    ],
)  # fmt: skip
def test_cells_in_any_spacing(written: str, cell: str) -> None:
    assert cell_of(written) == cell


@pytest.mark.rule("RA-R01")
@pytest.mark.parametrize("written", ["Rout", "Ter Ter", "Ter 2xTer", "3xTer"])
def test_what_is_no_result(written: str) -> None:
    with pytest.raises(ValueError, match="isn't a result"):
        cell_of(written)


@pytest.mark.rule("RA-R01", "RA-R02", "RA-R04", "RA-R05", "RA-R153")
@chart(
    ("data", "where"),
    [
        ({"cards": []}, "cards"),
        ({"card": {"id": "x"}}, "card"),
        ({"card": [{"points": 3}]}, "card number 1"),
        ({"card": ["red-regulars"]}, "card number 1"),
        ({"card": [{"id": "mortar"}, {"id": "mortar"}]}, "card mortar"),
        ({"card": [{"id": "red-regulars", "move": -1}]}, "card red-regulars, move"),
        ({"card": [{"id": "red-regulars", "move": "fast"}]}, "card red-regulars, move"),
        ({"card": [{"id": "red-regulars", "fear": 13}]}, "card red-regulars, fear"),
        ({"card": [{"id": "red-regulars", "class": 5}]}, "card red-regulars, class"),
        ({"card": [{"id": "red-regulars", "kind": "sailor"}]}, "card red-regulars, kind"),
        ({"card": [{"id": "red-regulars", "traits": ["brave"]}]}, "card red-regulars, traits, 0"),
        ({"card": [{"id": "red-regulars", "colour": "red"}]}, "card red-regulars, colour"),
        ({"card": [{"id": "red-regulars", "unit-max": 1, "unit-min": 2}]}, "card red-regulars, unit-min"),
        ({"card": [{"id": "mg-team", "unit-max": 5}]}, "card mg-team, unit-max"),
        ({"card": [{"id": "red-regulars", "evade": 9}]}, "card red-regulars, evade"),
        ({"card": [{"id": "red-cavalry", "dismounts-as": "tank-mg"}]}, "card red-cavalry, dismounts-as"),
        ({"card": [{"id": "white-conscripts", "stiffened-by": "guards"}]}, "card white-conscripts, stiffened-by"),
        ({"card": [{"id": "red-conscripts", "stiffened-by": "engineers"}]}, "card red-conscripts, stiffened-by"),
        ({"card": [{"id": "sailors", "name": "Sailors"}]}, "card sailors, army"),
        ({"officer-token": [{"id": "red-zero-mob", "morale": 9}]}, "officer-token red-zero-mob, morale"),
        ({"army": [{"id": "soviet", "flight-percent": 0}]}, "army soviet, flight-percent"),
        ({"army": [{"id": "soviet", "token-deck": "blue"}]}, "army soviet, token-deck"),
        ({"army": [{"id": "soviet", "cards": ["blue"]}]}, "army soviet, cards"),
        ({"army": [{"id": "soviet", "also": ["blue"]}]}, "army soviet, also"),
        ({"rally-infantry": {"red": "mortar"}}, "rally-infantry, red"),
        ({"rally-infantry": []}, "rally-infantry"),
        ({"shooting": []}, "shooting"),
        ({"shooting": {"bands": []}}, "shooting, bands"),
        ({"shooting": {"lower-bounds": [1, 2, 3]}}, "shooting, lower-bounds"),
        ({"shooting": {"lower-bounds": [1, 3, 2, 4, 5, 6, 7, 8, 9, 10]}}, "shooting, lower-bounds"),
        ({"shooting": {"lower-bounds": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]}}, "shooting, lower-bounds"),
        ({"shooting": {"rows": {"2": ROW}}}, "shooting, rows, 3"),
        ({"shooting": {"rows": {str(n): ROW for n in range(2, 14)}}}, "shooting, rows, 13"),
        (
            {"shooting": {"rows": {str(n): ROW for n in range(2, 12)} | {"12": ["Rout", *ROW[1:]]}}},
            "shooting, rows, 12, column 1",
        ),
    ],
)
def test_a_fault_says_where_it_is(data: dict[str, Any], where: str) -> None:
    place, what = fault(data)
    assert place == where
    assert what


@pytest.mark.rule("RA-R04")
def test_all_faults_are_said_at_once() -> None:
    with pytest.raises(PackFault) as caught:
        checked_pack({"card": [{"id": "red-regulars", "move": -1, "fear": 13}, {"id": "mortar", "shoot": 1000}]})
    assert [place for place, _ in caught.value.faults] == [
        "card red-regulars, move", "card red-regulars, fear", "card mortar, shoot",
    ]  # fmt: skip


@pytest.mark.rule("RA-R04")
def test_a_card_that_stands_twice_in_a_file_is_a_fault() -> None:
    """The second would silently take the first one's place."""
    assert fault({"card": [{"id": "own", "move": 4}, {"id": "own", "move": 6}]}) == (
        "card own",
        "it stands there twice",
    )
    assert (
        checked_pack({"card": [{"id": "red-regulars", "move": 6}, {"id": "mortar", "shoot": 9}]})
        .card("red-regulars")
        .move
        == 6
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 50) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "card", "2", "rows"]), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["card", "officer-token", "army", "rally-infantry", "shooting", "x"]), JSON))
def test_any_file_is_taken_or_refused(data: dict[str, Any]) -> None:
    """Nothing but a pack or a PackFault comes of whatever a file holds."""
    pack: Pack | None = None
    with suppress(PackFault):
        pack = checked_pack(data)
    assert pack is None or Pack.model_validate_json(pack.model_dump_json(by_alias=True)) == pack
