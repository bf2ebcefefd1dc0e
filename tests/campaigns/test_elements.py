"""Vehicles, guns, bases and animals on the roster: raised, manned, fought, lost, repaired, replaced."""

from __future__ import annotations

import json

import pytest

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.campaign.chronicle import chronicle
from campaigns.errors import Refusal
from campaigns.roster import careers, elements, promoting, rosters
from campaigns.roster.careers import Status
from campaigns.roster.rosters import RosterFigure, RosterUnit
from campaigns.tables.roster import FactKind
from tests.campaigns.behind import act, recover
from tests.campaigns.toy import FIELD_GUN, HITS, Strike
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, THREAD, World


async def things(world: World, unit: RosterUnit) -> list[RosterFigure]:
    """Who holds the unit's places of elements now, or held them last."""
    return [slot.last for slot in (await rosters.show_unit(world.store, unit.id)).elements]


async def guns_against_bases(world: World) -> tuple[RosterUnit, RosterUnit]:
    for unit in (world.red, world.blue):
        await rosters.disband(world.store, unit.id, GM)
    return (
        await rosters.raise_unit(world.store, world.id, RED, "gun-section", name="Battery"),
        await rosters.raise_unit(world.store, world.id, BLUE, "platoon", name="Platoon"),
    )


async def fight(world: World, title: str, *strikes: tuple[RosterFigure, str, int]) -> int:
    """A battle of all free units in which just this happens."""
    battle_id = await world.battle(title)
    for of, fate, men in strikes:
        strike = Strike.model_validate({"figure": of.ref, "fate": fate, "men": men})
        await act(world.store, battle_id, strike, GM)
    await battles.end(world.store, battle_id, GM)
    return battle_id


async def test_a_unit_is_raised_with_its_gun_its_crew_and_its_mule(world: World) -> None:
    battery, platoon = await guns_against_bases(world)
    assert [(slot.number, slot.kind, slot.type, slot.last.name) for slot in battery.elements] == [
        (4, "gun", "field-gun", "Long Tom"),
        (5, "animal", "mule", "Mule"),
    ]
    gun = battery.elements[0]
    crew = [(place, man.number) for place, man in elements.crew_of(battery, gun)]
    assert crew == [("layer", 2), ("loader", 3)]
    assert [(each.name, each.men_left) for each in await things(world, platoon)] == [
        ("Rifle base", 4),
        ("Rifle base 2", 4),
    ]
    assert (battery.fit, len(battery.slots)) == (3, 3)


async def test_what_befalls_them_in_a_battle_is_their_career(world: World) -> None:
    battery, platoon = await guns_against_bases(world)
    gun, mule = await things(world, battery)
    base, other = await things(world, platoon)
    await fight(
        world, "Hill", (gun, "damaged", 0), (mule, "destroyed", 0), (base, "men-lost", 3), (other, "men-lost", 4)
    )

    gun, mule = await things(world, battery)
    base, other = await things(world, platoon)
    assert (gun.status, gun.standing.condition) == (Status.DAMAGED, HITS)
    assert (mule.status, base.status, other.status) == (Status.DESTROYED, Status.FIT, Status.DESTROYED)
    assert (base.men_left, other.men_left) == (1, 0)
    life = await careers.career(world.store, other.id)
    assert [(fact.kind, fact.men) for fact in life.facts] == [
        (FactKind.JOINED, 0),
        (FactKind.FIELDED, 0),
        (FactKind.MEN_LOST, 4),
        (FactKind.DESTROYED, 0),
    ]
    sheet = await rosters.sheet(world.store, battery.id)
    assert [row.cells for row in sheet.rows if row.number in (4, 5)] == [("Long Tom(H)",), ("Mule(X)",)]
    assert (sheet.rows[-1].name, sheet.rows[-1].holder) == ("Mule", "")
    sheet = await rosters.sheet(world.store, platoon.id)
    assert [row.cells for row in sheet.rows][1:] == [("Rifle base(-3)",), ("Rifle base 2(X)(-4)",)]
    (chapter,) = await chronicle(world.store, world.id)
    red, blue = chapter.tallies
    assert (red.fielded, red.elements, red.destroyed, red.damaged, red.men_lost) == (3, 2, 1, 1, 0)
    assert (blue.fielded, blue.elements, blue.destroyed, blue.damaged, blue.men_lost) == (9, 2, 1, 0, 7), (
        "a man and two bases of four"
    )
    assert chapter.result is not None
    assert chapter.result.aftermath is not None
    told = [(loss.name, loss.fate, loss.men) for side in chapter.result.aftermath.sides for loss in side.losses]
    assert told == [
        ("Mule", "destroyed", 0),
        ("Long Tom", "damaged", 0),
        ("Rifle base 2", "destroyed", 0),
        ("Rifle base", "men-lost", 3),
        ("Rifle base 2", "men-lost", 4),
    ]
    assert [(side.fielded, side.elements) for side in chapter.result.aftermath.sides] == [(3, 2), (9, 0)]


async def test_off_means_as_it_is_and_the_next_battle_finds_it_so(small: World) -> None:
    battery, platoon = await guns_against_bases(small)
    gun, mule = await things(small, battery)
    base, other = await things(small, platoon)
    await fight(
        small, "Hill", (gun, "damaged", 0), (mule, "knocked-out", 0), (base, "men-lost", 3), (other, "men-lost", 4)
    )
    field = await battles.load(small.store, await small.battle("Ford"))

    on_field = {man.id: (man.status, man.condition, man.men) for post in field.state.posts for man in post.men}
    assert on_field[gun.ref] == ("damaged", HITS, 0)
    assert on_field[base.ref] == ("fit", "", 1)
    assert mule.ref not in on_field
    assert other.ref not in on_field


@pytest.mark.parametrize(("policy", "whole"), [("off", False), ("next-battle", True)])
async def test_by_house_rule_all_is_repaired_and_made_good(small: World, policy: str, whole: bool) -> None:
    await campaign.change_settings(small.store, small.id, GM, repairs=policy)
    battery, platoon = await guns_against_bases(small)
    gun, mule = await things(small, battery)
    base, _ = await things(small, platoon)
    await fight(small, "Hill", (gun, "damaged", 0), (mule, "knocked-out", 0), (base, "men-lost", 3))
    second = await fight(small, "Ford")

    gun, mule = await things(small, battery)
    base, _ = await things(small, platoon)
    assert (gun.status is Status.FIT, mule.status is Status.FIT, base.men_left == 4) == (whole, whole, whole)
    assert (len(mule.standing.battles) == 2) is whole
    assert verification.verify(await verification.export(small.store, second), small.store.rules("outposts")).ok


async def test_a_die_decides_each_repair_and_can_be_verified(small: World) -> None:
    await campaign.change_settings(small.store, small.id, GM, repairs="d6")
    battery, _ = await guns_against_bases(small)
    gun, mule = await things(small, battery)
    await fight(small, "Hill", (gun, "damaged", 0), (mule, "knocked-out", 0))
    second = await fight(small, "Ford")

    battle = await verification.export(small.store, second)
    assert verification.verify(battle, small.store.rules("outposts")).ok
    dice = {draw["purpose"] for draw in json.loads(battle.entries[0].draws.json)}
    assert dice == {f"repair of {gun.ref}", f"repair of {mule.ref}"}


async def test_a_unit_of_bases_alone_takes_the_field_and_one_with_a_gun_alone_does_not(small: World) -> None:
    levy = await rosters.raise_unit(small.store, small.id, BLUE, "levy", name="Levy")
    battery = await rosters.raise_unit(small.store, small.id, RED, "gun-section", name="Battery")
    for slot in battery.slots:
        assert slot.holder is not None
        await rosters.excuse(small.store, slot.holder.id, GM, absent=True)
    field = await battles.load(small.store, await small.battle())

    posts = {post.name: post for post in field.state.posts}
    assert [man.men for man in posts["Levy"].men] == [4]
    assert (levy.slots, "Battery" in posts) == ((), False)


async def test_a_gm_gives_a_unit_a_gun_with_a_reason_and_a_player_names_and_mans_it(world: World) -> None:
    gun = await elements.add(world.store, world.red.id, GM, FIELD_GUN.key, reason="found in a barn", interaction_id=9)
    again = await elements.add(world.store, world.red.id, GM, FIELD_GUN.key, reason="found in a barn", interaction_id=9)
    assert (gun, gun.number, gun.name) == (again, 4, "Field gun")
    await rosters.rename(world.store, gun.id, RED, "Big", "Bertha")
    leader, man = (slot.holder for slot in world.red.slots[:2])
    assert leader is not None
    assert man is not None
    await elements.man(world.store, gun.id, RED, "layer", leader.id)
    await elements.man(world.store, gun.id, RED, "loader", man.id)
    await elements.man(world.store, gun.id, RED, "layer", man.id)

    unit = await rosters.show_unit(world.store, world.red.id)
    (slot,) = unit.elements
    assert [(place, each.id) for place, each in elements.crew_of(unit, slot)] == [("layer", man.id)]
    life = await careers.career(world.store, gun.id)
    assert [(fact.kind, fact.note) for fact in life.facts] == [
        (FactKind.JOINED, ""),
        (FactKind.NOTED, "found in a barn"),
        (FactKind.NOTED, "formerly Field gun"),
    ]
    assert life.name == "Big Bertha"
    field = await battles.load(world.store, await world.battle())
    assert field.state.man(gun.ref).crew == (("layer", man.ref),)


async def test_what_is_refused_changes_nothing(small: World) -> None:
    gun = await elements.add(small.store, small.red.id, GM, FIELD_GUN.key, reason="issued")
    man, stranger = small.red.slots[0].holder, small.blue.slots[0].holder
    assert man is not None
    assert stranger is not None
    for attempt, code in (
        (elements.add(small.store, small.red.id, RED, FIELD_GUN.key, reason="please"), "umpire-only"),
        (elements.add(small.store, small.red.id, GM, "tank", reason="issued"), "no-element-type"),
        (elements.add(small.store, small.red.id, GM, FIELD_GUN.key, reason=" "), "bad-text"),
        (elements.add(small.store, small.red.id, GM, FIELD_GUN.key, reason="x", name="field gun"), "name-taken"),
        (elements.man(small.store, gun.id, RED_TOO, "layer", man.id), "not-yours"),
        (elements.man(small.store, gun.id, RED, "driver", man.id), "no-place"),
        (elements.man(small.store, gun.id, RED, "layer", stranger.id), "other-unit"),
        (elements.man(small.store, man.id, RED, "layer", man.id), "no-element"),
        (promoting.promote(small.store, gun.id, GM, "General"), "no-person"),
        (recover(small.store, gun.id, GM), "not-away"),
        (
            rosters.replace(small.store, (await rosters.show_unit(small.store, small.red.id)).elements[0].id, GM),
            "not-away",
        ),
    ):
        with pytest.raises(Refusal) as refused:
            await attempt
        assert refused.value.code == code
    assert len((await careers.career(small.store, gun.id)).facts) == 2


async def test_the_place_outlives_the_gun_and_the_new_one_is_linked_to_the_lost(world: World) -> None:
    battery, _ = await guns_against_bases(world)
    gun, mule = await things(world, battery)
    await fight(world, "Hill", (gun, "destroyed", 0), (mule, "captured", 0))
    place = (await rosters.show_unit(world.store, battery.id)).elements[0]
    assert place.holder is None
    new = await rosters.replace(world.store, place.id, GM)

    assert (new.name, new.number, new.status) == ("Field gun", 4, Status.FIT)
    assert (await careers.career(world.store, new.id)).replaces == "Long Tom"
    assert (await careers.career(world.store, gun.id)).facts[-1].by == "Field gun"
    unit = await rosters.show_unit(world.store, battery.id)
    assert [man.number for _, man in elements.crew_of(unit, unit.elements[0])] == [2, 3]
    back = await recover(world.store, mule.id, GM, "strayed home")
    assert back.status is Status.FIT


async def test_the_end_taken_back_takes_back_what_it_did_to_them(world: World) -> None:
    _, platoon = await guns_against_bases(world)
    base, _ = await things(world, platoon)
    battle_id = await fight(world, "Hill", (base, "men-lost", 3))
    assert (await things(world, platoon))[0].men_left == 1
    await battles.undo(world.store, battle_id, GM)
    assert (await things(world, platoon))[0].men_left == 4
    await battles.undo(world.store, battle_id, GM)
    await battles.end(world.store, battle_id, GM)
    assert (await things(world, platoon))[0].men_left == 4


async def test_a_line_of_its_career_can_be_corrected(small: World) -> None:
    battery, _ = await guns_against_bases(small)
    gun, _ = await things(small, battery)
    await fight(small, "Hill", (gun, "knocked-out", 0))
    (line,) = [f for f in (await careers.career(small.store, gun.id)).facts if f.kind is FactKind.KNOCKED_OUT]
    corrected = await rosters.correct(small.store, line.id, GM, "it was the other gun")
    assert (corrected.status, corrected.standing.condition) == (Status.FIT, "")


async def test_a_battle_opens_and_ends_in_its_own_thread(small: World) -> None:
    """A side whose only unit is of bases is beaten with them."""
    await rosters.disband(small.store, small.blue.id, GM)
    levy = await rosters.raise_unit(small.store, small.id, BLUE, "levy", name="Levy")
    (base,) = await things(small, levy)
    battle_id = await small.battle()
    await act(small.store, battle_id, Strike(figure=base.ref, fate="men-lost", men=4), GM)
    field = await battles.load(small.store, battle_id)
    assert (field.info.channel_id, field.info.result and field.info.result.winner) == (THREAD, "red")
