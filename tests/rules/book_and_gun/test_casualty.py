"""Casualty cards, worked by hand from X.1.5 and the rulings."""

from __future__ import annotations

import pytest

from rules.book_and_gun.book.casualty import (
    CasualtyDeck,
    Hit,
    Man,
    blast,
    casualties,
    casualty,
    crew_casualty,
    sniper_card,
)
from rules.book_and_gun.book.rows import TargetClass
from rules.kernel.chance import FULL_DECK, Card, Scripted, Seeded
from tests.charts import chart

LEADER, GUNNER = Man("leader", leader=True), Man("gunner", key=True)
NEAR, FAR = Man("near"), Man("far")
SQUAD = (NEAR, LEADER, GUNNER, FAR)
"""Nearest to the firer first."""


def drawn(cards: str, target_class: TargetClass, area: tuple[Man, ...] = SQUAD, **more: object):
    script = ",".join(f"card:{card}" for card in cards.split())
    chance = Scripted(script)
    result = casualty(area, target_class, CasualtyDeck(), chance, **more)  # type: ignore[arg-type]  # keywords as given
    chance.finish()
    return result


def harm(cards: str, target_class: TargetClass, area: tuple[Man, ...] = SQUAD, **more: object):
    result = drawn(cards, target_class, area, **more)
    return result.figure, result.result


# ── Suits ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.1.5.a2", "BG-X.1.5.b2", "BG-X.1.5.c2", "BG-X.1.5.d3", "BG-R07")
@chart(
    ("target_class", "cards", "expected"),
    [
        ("I", "5H", ("near", "killed")),
        ("I", "5D", ("near", "killed")),
        ("I", "5C", ("near", "wounded")),
        ("I", "5S", (None, "none")),
        ("II", "5H", ("near", "killed")),
        ("II", "5D", ("near", "wounded")),
        ("II", "5C", (None, "none")),
        ("II", "5S", (None, "none")),
        ("III", "5H KC", ("near", "killed")),
        ("III", "5D TC", ("near", "wounded")),
        ("III", "5H JS", ("near", "killed")),
        ("III", "5D 2S", ("near", "wounded")),
        ("III", "5C", (None, "none")),
        ("III", "5S", (None, "none")),
        ("IV", "5H AS", ("near", "killed")),
        ("IV", "5H 9S", ("near", "wounded")),
        ("IV", "5D", (None, "none")),
        ("IV", "5C", (None, "none")),
    ],
)
def test_number_cards_are_read_by_suit_and_hit_the_nearest_ordinary_figure(
    target_class: TargetClass, cards: str, expected: tuple[str | None, str]
) -> None:
    assert harm(cards, target_class) == expected


# ── Aces and face cards ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IV.1b", "BG-IV.3b", "BG-R05")
@pytest.mark.parametrize("ace", ["AS", "AC", "AD", "AH"])
def test_an_ace_of_any_suit_kills_the_leader_in_the_open_in_place_of_an_ordinary_figure(ace: str) -> None:
    assert harm(ace, "I") == ("leader", "killed")
    assert harm(ace, "II") == ("leader", "killed")


@pytest.mark.rule("BG-R05", "BG-X.1.5.c2", "BG-X.1.5.d3")
def test_under_cover_an_ace_only_hits_the_leader_and_the_second_card_decides() -> None:
    assert harm("AS JC", "III") == ("leader", "killed")
    assert harm("AS TC", "III") == ("leader", "wounded")
    assert harm("AC 4H", "IV") == ("leader", "wounded")


@pytest.mark.rule("BG-R05", "BG-R06")
@pytest.mark.parametrize("face", ["KS", "QC", "JD"])
def test_a_face_card_of_any_suit_takes_the_nearest_key_figure(face: str) -> None:
    two = (NEAR, Man("far gunner", key=True), GUNNER)
    assert harm(face, "II", two) == ("far gunner", "killed")
    assert harm(f"{face} 3C", "III", two) == ("far gunner", "wounded")


@pytest.mark.rule("BG-R05")
def test_without_a_leader_or_key_figure_the_card_is_read_by_its_suit() -> None:
    plain = (NEAR, FAR)
    assert harm("AS", "I", plain) == (None, "none")
    assert harm("AH", "II", plain) == ("near", "killed")
    assert harm("KC", "I", plain) == ("near", "wounded")
    hurt_leader = (Man("leader", leader=True, hurt=True), NEAR)
    assert harm("AD", "II", hurt_leader) == ("near", "wounded")


@pytest.mark.rule("BG-R05")
def test_the_units_own_leader_is_taken_before_a_higher_one_who_stands_nearer() -> None:
    area = (Man("colonel", leader=True, higher=True), NEAR, LEADER)
    assert harm("AC", "II", area) == ("leader", "killed")
    without = (Man("colonel", leader=True, higher=True), NEAR)
    assert harm("AC", "II", without) == ("colonel", "killed")


@pytest.mark.rule("BG-R05")
def test_by_house_rule_an_ace_needs_a_suit_that_hits() -> None:
    rule = {"options": (("ace-suit", "suit-must-hit"),)}
    assert harm("AS", "I", **rule) == (None, "none")
    assert harm("AC", "I", **rule) == ("leader", "killed")
    assert harm("KD", "IV", **rule) == (None, "none")


@pytest.mark.rule("BG-IV.1c", "BG-R07")
def test_no_other_card_harms_the_leader_until_he_is_the_last_unhurt_figure() -> None:
    assert harm("7H", "II", (LEADER, NEAR)) == ("near", "killed")
    assert harm("7H", "II", (LEADER, GUNNER)) == ("gunner", "killed")
    assert harm("7H", "II", (LEADER, Man("near", hurt=True))) == ("leader", "killed")


@pytest.mark.rule("BG-R07")
def test_house_rules_for_who_is_hit() -> None:
    random = (("hit-allocation", "random"),)
    chance = Scripted("card:7H,d2:2")
    assert casualty(SQUAD, "II", CasualtyDeck(), chance, options=random).figure == "far"
    owner = (("hit-allocation", "owner-chooses"),)
    area = (Man("near", order=2), Man("far", order=1))
    assert casualty(area, "II", CasualtyDeck(), Scripted("card:7H"), options=owner).figure == "far"


# ── Jokers ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R04")
def test_a_joker_does_nothing_unless_the_table_redraws() -> None:
    for target_class in ("I", "II", "III", "IV"):
        assert harm("RJ", target_class) == (None, "none")
    assert harm("RJ 7H", "I", options=(("joker-casualty", "redraw"),)) == ("near", "killed")


@pytest.mark.rule("BG-R04")
def test_a_joker_as_second_card_is_set_aside() -> None:
    result = drawn("5H BJ 3C", "IV")
    assert (result.figure, result.result) == ("near", "wounded")
    assert result.cards == ("5H", "BJ", "3C")


# ── A named figure ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-IV.1c", "BG-R08")
def test_only_the_named_figure_can_be_harmed_and_a_leader_also_by_number_cards() -> None:
    assert harm("5C", "I", (LEADER,), named=True) == ("leader", "wounded")
    assert harm("5S", "I", (LEADER,), named=True) == (None, "none")
    assert harm("AS", "I", (LEADER,), named=True) == ("leader", "killed")
    assert harm("AS", "I", (NEAR,), named=True) == (None, "none")
    assert harm("KS", "I", (NEAR,), named=True) == (None, "none")
    assert harm("KS", "I", (GUNNER,), named=True) == ("gunner", "killed")
    assert harm("KS", "I", (LEADER,), named=True) == (None, "none")


@pytest.mark.rule("BG-X.2.2a", "BG-R125")
def test_a_wounded_man_who_is_named_is_killed_by_any_result() -> None:
    lying = (Man("lying", hurt=True),)
    assert harm("5H TC", "III", lying, named=True) == ("lying", "killed")
    assert harm("5H KC", "III", lying, named=True) == ("lying", "killed")
    assert harm("5S", "III", lying, named=True) == (None, "none")


@pytest.mark.rule("BG-R125", "BG-R142")
def test_in_a_template_the_wounded_are_hit_when_nobody_unhurt_is_left() -> None:
    area = (Man("lying", hurt=True), Man("fit"))
    assert harm("5C", "I", area, wounded_too=True) == ("fit", "wounded")
    assert harm("5C", "I", area[:1], wounded_too=True) == ("lying", "killed")
    hit = Hit(area, "I", wounded_too=True)
    assert resolved("5C 6C 7H", hit, hit, hit) == [("fit", "wounded"), ("lying", "killed"), ("fit", "killed")]


# ── Gun crews, snipers, blasts ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-X.2.61b", "BG-R85")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("AH", ("near", "killed")),
        ("JH", ("near", "killed")),
        ("KD", ("near", "wounded")),
        ("TH", (None, "none")),
        ("AC", (None, "none")),
        ("QS", (None, "none")),
        ("RJ", (None, "none")),
    ],
)
def test_gun_crews_suffer_only_from_high_red_cards(card: str, expected: tuple[str | None, str]) -> None:
    result = crew_casualty(SQUAD, CasualtyDeck(), Scripted(f"card:{card}"))
    assert (result.figure, result.result) == expected


@pytest.mark.rule("BG-X.2.61c", "BG-R04")
def test_a_joker_destroys_a_gun_that_artillery_fires_at() -> None:
    result = crew_casualty(SQUAD, CasualtyDeck(), Scripted("card:BJ"), artillery=True)
    assert result.result == "gun destroyed"


@pytest.mark.rule("BG-X.5.1b", "BG-R81")
@pytest.mark.parametrize(
    ("card", "killed"), [("2S", True), ("TH", True), ("7C", True), ("JH", False), ("AH", False), ("RJ", False)]
)
def test_a_sniper_kills_with_two_to_ten_of_any_suit(card: str, killed: bool) -> None:
    result = sniper_card("leader", CasualtyDeck(), Scripted(f"card:{card}"))
    assert (result.figure == "leader") is killed


@pytest.mark.rule("BG-X.2.8a", "BG-X.2.8b", "BG-X.2.9", "BG-R04", "BG-R86", "BG-R125")
def test_back_blast_rolls_for_each_figure_behind_and_spares_no_rank() -> None:
    chance = Scripted("d6:3,d6:4,d6:1,d6:2,d6:3,card:4H,card:AS,card:RJ,card:2S")
    behind = [*(Man(name) for name in "abcd"), Man("lying", hurt=True)]
    result = blast(behind, CasualtyDeck(), chance)
    chance.finish()
    assert [(one.figure, one.result) for one in result.casualties] == [
        ("a", "killed"),
        ("c", "wounded"),
        ("d", "wounded"),
        ("lying", "killed"),
    ]


# ── Several hits ─────────────────────────────────────────────────────────────────────────────────────────────────


def resolved(cards: str, *hits: Hit, **more: object) -> list[tuple[str | None, str]]:
    chance = Scripted(",".join(f"card:{card}" for card in cards.split()))
    done = casualties(hits, CasualtyDeck(), chance, **more)  # type: ignore[arg-type]  # keywords as given
    chance.finish()
    return [(one.figure, "cancelled" if one.cancelled else one.result) for _, one in done]


@pytest.mark.rule("BG-X.1.5", "BG-R11", "BG-R07")
def test_each_hit_draws_one_card_and_a_hurt_figure_takes_no_more() -> None:
    hit = Hit((NEAR, FAR, LEADER), "II")
    assert resolved("5H 6D 2S AS", hit, hit, hit, hit) == [
        ("near", "killed"),
        ("far", "wounded"),
        (None, "none"),
        ("leader", "killed"),
    ]


@pytest.mark.rule("BG-R121", "BG-R07")
def test_drawing_stops_when_nobody_unhurt_is_left_in_the_area() -> None:
    hit = Hit((NEAR, FAR), "I")
    assert resolved("5C 6C", hit, hit, hit, hit) == [("near", "wounded"), ("far", "wounded")]


@pytest.mark.rule("BG-R121")
def test_a_named_figure_that_is_wounded_ends_the_drawing() -> None:
    hit = Hit((NEAR,), "I", named=True)
    assert resolved("5S 5C", hit, hit, hit) == [(None, "none"), ("near", "wounded")]


@pytest.mark.rule("BG-R125", "BG-X.2.2a", "BG-R121")
def test_fire_at_a_wounded_man_goes_on_until_he_is_dead() -> None:
    hit = Hit((Man("lying", hurt=True),), "III", named=True)
    assert resolved("5S 5H TC", hit, hit, hit) == [(None, "none"), ("lying", "killed")]


@pytest.mark.rule("BG-X.1.13.5", "BG-R16")
def test_bad_aim_keeps_the_first_half_of_the_harm_rounded_up() -> None:
    hit = Hit(tuple(Man(name) for name in "abcd"), "I")
    assert resolved("5C 2S 6H 7D", hit, hit, hit, hit, halved=True) == [
        ("a", "wounded"),
        (None, "none"),
        ("b", "killed"),
        ("c", "cancelled"),
    ]


# ── The deck ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.rule("BG-R03")
def test_cards_are_not_put_back_and_an_empty_deck_is_shuffled() -> None:
    deck = CasualtyDeck([Card("2S")])
    result = casualty((NEAR,), "III", deck, Scripted("card:2S"))
    assert deck.left == ()
    assert result.shuffled == 0
    result = casualty((NEAR,), "III", deck, Scripted("card:5H,card:KC"))
    assert result.shuffled == 1
    assert set(FULL_DECK) - set(deck.left) == {"5H", "KC"}


@pytest.mark.rule("BG-R03")
def test_a_deck_that_runs_out_between_first_and_second_card_leaves_the_first_on_the_table() -> None:
    deck = CasualtyDeck([Card("5H")])
    result = casualty((NEAR,), "III", deck, Scripted("card:5H,card:KC"))
    assert result.shuffled == 1
    assert set(FULL_DECK) - set(deck.left) == {"5H", "KC"}


@pytest.mark.rule("BG-R03")
def test_by_house_rule_the_deck_is_shuffled_before_every_draw() -> None:
    rules = (("casualty-deck", "shuffle-every-draw"),)
    deck = CasualtyDeck(options=rules)
    first = casualty((NEAR,), "I", deck, Scripted("card:2S"), options=rules)
    again = casualty((NEAR,), "I", deck, Scripted("card:2S"), options=rules)
    assert (first.shuffled, again.shuffled) == (0, 1)


@pytest.mark.rule("BG-R121", "BG-R07")
@chart("seed", range(30))
def test_no_more_figures_fall_than_stood_there_whatever_the_cards(seed: int) -> None:
    chance = Seeded(b"casualties", seed)
    done = casualties([Hit(SQUAD, "I")] * 12, CasualtyDeck(), chance)
    fallen = [one.figure for _, one in done if one.harms]
    assert len(fallen) == len(set(fallen)) <= 4


@pytest.mark.rule("BG-X.2.61b", "BG-R125")
def test_hits_on_a_gun_crew_of_which_nobody_is_fit_are_lost():
    """Under a template the wounded may be hit, by the cards of their class; a crew card knows only those who serve."""
    down = Man("a", hurt=True)
    hit = Hit((down,), "I", crew=True, wounded_too=True)
    assert casualties([hit], CasualtyDeck(), Scripted("")) == ()
