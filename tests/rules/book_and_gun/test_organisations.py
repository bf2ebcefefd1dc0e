"""Chapter III: the units of each nation, figure by figure, from the book's lists."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.book_and_gun.book.organisations import (
    ORGANISATIONS,
    figure_traits,
    group_weapons,
    is_key,
    mustered_munitions,
    raise_unit,
    unit_traits,
)
from rules.book_and_gun.units import Figure, FigureTraits, Formation, Munitions, Spacing

BY_KEY = {organisation.key: organisation for organisation in ORGANISATIONS}


def weapons(key: str) -> Counter[str]:
    """How many figures have each weapon as their usual one."""
    found = Counter[str]()
    for figure in raise_unit(key).figures:
        carried = figure_traits(figure.traits).weapons
        found[carried[0] if carried else "unarmed"] += 1
    return found


def roles(key: str) -> Counter[str]:
    return Counter(figure.role.partition(" (")[0] for figure in raise_unit(key).figures)


@pytest.mark.rule("BG-III.1.1a", "BG-R17")
@pytest.mark.parametrize("key", ["us-infantry-squad", "uk-section", "canada-section", "israel-squad", "soviet-squad"])
def test_an_army_squad_is_a_leader_and_six_figures(key: str) -> None:
    figures = [figure_traits(figure.traits) for figure in raise_unit(key).figures]
    assert len(figures) == 7
    assert [figure.leader for figure in figures] == [True] + [False] * 6
    assert BY_KEY[key].most == 7


@pytest.mark.rule("BG-III.1.1b", "BG-III.1.4a", "BG-III.1.4b", "BG-R18", "BG-R21")
def test_a_us_squad_has_two_fire_teams_and_carries_its_laws_as_rounds() -> None:
    plan = raise_unit("us-infantry-squad")
    teams = Counter(figure_traits(figure.traits).team for figure in plan.figures)
    assert teams == {0: 1, 1: 3, 2: 3}
    assert weapons("us-infantry-squad") == {"assault rifle": 5, "light machinegun": 2}
    launchers = [f for f in plan.figures if "rifle grenade" in figure_traits(f.traits).weapons]
    assert [f.role for f in launchers] == ["team leader (M203)"] * 2
    # 2 LAWs a squad, 1 hand grenade a figure, 6 rifle grenades a launcher, 1 smoke grenade an army squad
    assert unit_traits(plan.traits).munitions == Munitions(2, 7, 12, 1)


@pytest.mark.rule("BG-III.1.4c", "BG-III.1.4d")
def test_us_squads_of_all_four_kinds_and_special_forces_in_teams_of_four() -> None:
    for key in ("us-light-infantry-squad", "us-ranger-squad", "us-marine-squad"):
        assert weapons(key) == weapons("us-infantry-squad")
    assert weapons("us-special-forces") == {"sniper rifle": 2, "assault rifle": 6}
    assert weapons("us-special-forces-urban") == {"sniper rifle": 2, "assault rifle": 2, "submachinegun": 4}
    teams = Counter(figure_traits(f.traits).team for f in raise_unit("us-special-forces").figures)
    assert teams == {1: 4, 2: 4}
    assert unit_traits(raise_unit("us-special-forces").traits).elite
    assert unit_traits(raise_unit("us-ranger-squad").traits).elite
    assert not unit_traits(raise_unit("us-marine-squad").traits).elite


@pytest.mark.rule("BG-III.1.41a", "BG-III.1.41b", "BG-III.1.41c", "BG-III.1.41d", "BG-R20")
def test_us_headquarters() -> None:
    light, infantry, ranger = weapons("us-light-platoon-hq"), weapons("us-platoon-hq"), weapons("us-ranger-platoon-hq")
    assert light == {"assault rifle": 5, "medium machinegun": 2}  # 3 and two teams of 2
    assert infantry == {"assault rifle": 7, "medium machinegun": 2, "latgm": 2}  # 3 and four teams of 2
    assert ranger == {"assault rifle": 6, "medium machinegun": 3}  # 3 and three teams of 2
    assert weapons("us-company-hq") == {"assault rifle": 9, "light mortar": 3}  # 3 and three mortars of 3 men


@pytest.mark.rule("BG-III.1.5a", "BG-III.1.5b", "BG-III.1.5c", "BG-R19", "BG-R79")
def test_uk_units() -> None:
    assert weapons("uk-section") == {"assault rifle": 5, "squad automatic rifle": 2}
    assert weapons("uk-platoon-hq") == {"assault rifle": 5, "medium machinegun": 1, "light mortar": 1}
    assert weapons("uk-company-hq") == {"assault rifle": 6, "milan": 3}
    assert unit_traits(raise_unit("uk-section").traits).munitions.laws == 2


@pytest.mark.rule("BG-III.1.6a", "BG-III.1.6b", "BG-III.1.6c", "BG-X.14.5")
def test_canadian_units_and_their_personal_radios() -> None:
    assert weapons("canada-section") == {"assault rifle": 5, "light machinegun": 2}
    assert weapons("canada-platoon-hq") == {"assault rifle": 3}
    assert weapons("canada-weapons-section") == {
        "assault rifle": 5, "medium machinegun": 2, "maw recoilless rifle": 1, "light mortar": 1,
    }  # fmt: skip
    assert weapons("canada-weapons-section-eryx")["latgm"] == 1
    assert weapons("canada-company-hq") == {"assault rifle": 3}
    radios = Counter(figure_traits(f.traits).radio for f in raise_unit("canada-section").figures)
    assert radios == {"squad": 1, "personal": 6}


@pytest.mark.rule("BG-III.1.7a", "BG-III.1.7b", "BG-III.1.8a", "BG-III.1.8b", "BG-III.1.9a", "BG-III.1.9b")
def test_israeli_former_soviet_and_arab_units() -> None:
    assert roles("israel-squad") == {
        "squad leader": 1, "gunner": 1, "RPG7 gunner": 1, "grenadier": 1, "rifleman": 3,
    }  # fmt: skip
    assert weapons("israel-platoon-hq") == {"assault rifle": 5, "latgm": 1, "light mortar": 1}
    for nation in ("soviet", "arab"):
        assert weapons(f"{nation}-squad") == {"assault rifle": 6, "light machinegun": 1}
        assert weapons(f"{nation}-platoon-hq") == {"assault rifle": 2, "medium machinegun": 1}
    assert "RPG16 gunner" in roles("soviet-squad")
    assert "RPG7 gunner" in roles("arab-squad")
    assert unit_traits(raise_unit("soviet-squad").traits).group == "former soviet"
    assert unit_traits(raise_unit("arab-squad").traits).group == "third world"
    assert unit_traits(raise_unit("israel-squad").traits).group == "nato"


@pytest.mark.rule("BG-III.2.1a", "BG-III.2.1b", "BG-III.2.1c", "BG-R17", "BG-R21")
def test_an_insurgent_cell_is_fourteen_figures_under_one_leader() -> None:
    plan = raise_unit("insurgent-cell")
    figures = [figure_traits(figure.traits) for figure in plan.figures]
    assert len(figures) == 14
    assert sum(figure.leader for figure in figures) == 1
    assert weapons("insurgent-cell") == {"assault rifle": 13, "light machinegun": 1}
    assert sum("maw" in figure.weapons for figure in figures) == 1
    assert unit_traits(plan.traits).munitions == Munitions(0, 14, 0, 0)  # no smoke for insurgents
    assert [BY_KEY[f"insurgent-cell-of-{size}"].most for size in (7, 15)] == [7, 15]
    for leader in ("insurgent-group-leader", "liberation-front-leader"):
        traits = unit_traits(raise_unit(leader).traits)
        assert traits.independent
        assert not traits.basic


@pytest.mark.rule("BG-III.2.1c", "BG-III.2.1d", "BG-R137")
@pytest.mark.parametrize(
    ("cells", "heavy", "sams"), [(1, 0, 1), (3, 0, 1), (4, 1, 1), (7, 1, 1), (16, 4, 1), (32, 8, 2)]
)
def test_heavy_weapons_of_a_group_go_by_its_cells(cells: int, heavy: int, sams: int) -> None:
    held = group_weapons(cells)
    assert (held.heavy_machineguns, held.recoilless_rifles, held.light_sams) == (heavy, heavy, sams)


@pytest.mark.rule("BG-III.2.2")
def test_civilians_are_a_mob_in_mass_with_or_without_a_few_old_rifles() -> None:
    mob = unit_traits(raise_unit("civilian-mob").traits)
    assert mob.mob
    assert (mob.formation, mob.order) == (Formation.MASS, Spacing.CLOSE)
    assert weapons("civilian-mob") == {"unarmed": 14}
    assert weapons("civilian-mob-armed") == {"unarmed": 11, "bolt action rifle": 3}
    assert mob.munitions == Munitions()


@pytest.mark.rule("BG-R21")
def test_the_table_may_set_the_number_of_laws() -> None:
    squad, cell = (unit_traits(raise_unit(key).traits) for key in ("uk-section", "insurgent-cell"))
    assert mustered_munitions(squad, ()).laws == 2
    assert mustered_munitions(squad, (("laws-per-squad", "4"),)).laws == 4
    assert mustered_munitions(cell, (("laws-per-squad", "4"),)).laws == 0


def figure(role: str, *weapons: str, key: bool = False) -> Figure:
    return Figure("f", 1, "Ali", "", role, FigureTraits(weapons=weapons, key=key))


@pytest.mark.rule("BG-R06")
@pytest.mark.parametrize(
    ("man", "key"),
    [
        (figure("gunner", "light machinegun"), True),
        (figure("gunner", "squad automatic rifle"), True),
        (figure("grenadier", "assault rifle", "rifle grenade"), True),
        (figure("rpg gunner", "assault rifle", "maw"), True),
        (figure("sniper", "sniper rifle"), True),
        (figure("medic"), True),
        (figure("rifleman", "assault rifle"), False),
        (figure("rifleman", "assault rifle", "law"), False),  # a LAW is a round, not a gunner's weapon
        (figure("civilian"), False),
    ],
)
def test_key_figures_by_what_they_carry(man: Figure, key: bool) -> None:
    assert is_key(man) is key


@pytest.mark.rule("BG-R06")
def test_a_table_may_go_by_the_roster_flag_alone() -> None:
    flags = (("key-figures", "roster-flag-only"),)
    assert not is_key(figure("gunner", "light machinegun"), flags)
    assert is_key(figure("rifleman", "assault rifle", key=True), flags)


def test_every_organisation_can_be_raised_and_numbers_its_figures() -> None:
    for organisation in ORGANISATIONS:
        plan = raise_unit(organisation.key)
        assert [figure.number for figure in plan.figures] == list(range(1, (organisation.most or 0) + 1))
        assert (plan.side, plan.nation) == (organisation.side, organisation.nation)
        assert organisation.locales
    with pytest.raises(KeyError):
        raise_unit("hussars")
