"""Who plays which part of a scenario: the GM's panel, the players' wishes, and what comes of both when it begins."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from simcord import InteractionResult, ResponseMessage
from sqlmodel import func, select

from campaigns.battle import battles
from campaigns.battle.frame import recasting, wishing
from campaigns.battle.record import mustering
from campaigns.errors import Refusal
from campaigns.roster import rosters
from campaigns.tables.campaigns import GM
from campaigns.tables.roster import CareerFact, FactKind, Figure
from tests.bot.opened import once
from tests.bot.world import Person, World, components, ids_of, labels, options, refused, said, text_of, world
from tests.campaigns.parts import SORTIE

PART, GIVE, ALL, NEW, NONE, SPLIT = "cast-part", "cast-give", "cast-all", "cast-new", "cast-none", "cast-split"


@pytest.fixture
async def ford(tmp_path: Path) -> AsyncIterator[World]:
    """A campaign of the Book and the Gun; Ada has two squads of seven, and the GM keeps a scenario with parts."""
    async with world(tmp_path) as made:

        async def steps() -> None:
            await made.gm.slash(made.channel, "campaign create", name="The ford", rules="book-and-gun")
            await made.ada.slash(made.channel, "campaign join", side="army")
            await made.ivo.slash(made.channel, "campaign join", side="insurgents")
            for name in ("Able", "Baker"):
                await made.ada.slash(made.channel, "unit raise", kind="us-infantry-squad", name=name)
            await made.gm.slash(made.channel, "scenario import", file=("sortie.yaml", SORTIE.encode()))

        await once(made, steps, "ford")
        yield made


async def opened(ford: World) -> ResponseMessage:
    """The GM's panel, as the opening shows it."""
    result = await ford.gm.slash(ford.channel, "battle open", scenario="sortie")
    panel = result.followups[-1]
    assert panel.ephemeral
    return panel


async def part(ford: World, panel: ResponseMessage, name: str) -> ResponseMessage:
    return shown(await picked(ford.gm, panel, PART, name))


def shown(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None, said(result)
    return result.response


async def pressed(who: Person, message: discord.Message | ResponseMessage, what: str) -> ResponseMessage:
    return shown(await who.click(message, custom_id=ids_of(message, what)[0]))


async def picked(who: Person, message: ResponseMessage, what: str, *names: str) -> InteractionResult:
    values = options(message, what)
    return await who.select(message, [values[name] for name in names], custom_id=ids_of(message, what)[0])


async def announced(ford: World, who: Person) -> ResponseMessage:
    """What the button on the announcement shows somebody."""
    (post,) = [post for post in ford.posts() if ids_of(post, "check-in")]
    result = await who.click(post, custom_id=ids_of(post, "check-in")[0])
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def plays(ford: World) -> dict[str, str | None]:
    (info,) = await battles.of_campaign(ford.store, 1)
    async with ford.store.reading() as session:
        gm = (await session.exec(select(GM.user_id))).one()
    now = await recasting.casting(ford.store, info.id, gm)
    return {each.force.key: each.unit.name if each.unit else None for each in now.parts}


async def people(ford: World) -> int:
    async with ford.store.reading() as session:
        return (await session.exec(select(func.count()).select_from(Figure))).one()


async def test_the_gm_sees_each_part_with_who_fits_and_why_others_do_not(ford: World) -> None:
    panel = await opened(ford)
    words = text_of(panel)
    assert "Dagger 2 (part “dagger”, 3 to 9 men and a leader): **Able**" in words
    assert "The escort (bring your own, at most 7 men): **Baker**" in words
    assert "The consul's men (a guest): raised for it" in words
    dagger = text_of(await part(ford, panel, "Dagger 2"))
    assert "Now: Able" in dagger
    assert "Able: 7/7 fit, raised as this kind of unit, plays Dagger 2" in dagger
    assert "The consul's men: a guest of another scene" in dagger
    consul = await part(ford, await announced(ford, ford.gm), "The consul's men")
    assert "Able: the part is a guest's" in text_of(consul)
    assert labels(consul) == ["Leave it empty", "Split a unit …", "Back"]


async def test_a_player_wishes_the_bot_dies_and_the_gm_casts_as_suggested(ford: World) -> None:
    first = await opened(ford)
    mine = await announced(ford, ford.ada)
    assert "Able" in text_of(mine)
    assert "could be Dagger 2, The escort" in text_of(mine)
    assert "cell" not in text_of(mine).lower(), "the other side's parts are not hers to read"
    choose = shown(await picked(ford.ada, mine, "wish-unit", "Baker"))
    await ford.restart()
    wished = await picked(ford.ada, choose, "wish", "Dagger 2")
    assert "Baker wishes for Dagger 2" in said(wished)
    assert (await plays(ford))["dagger"] == "Able", "a wish changes nothing by itself"
    again = await announced(ford, ford.gm)
    assert "wished for Baker" in text_of(again)
    assert "suggested: Baker" in text_of(again)
    done = await pressed(ford.gm, again, ALL)
    assert "Cast as suggested" in text_of(done)
    now = await plays(ford)
    assert (now["dagger"], now["escort"]) == ("Baker", "Able")
    stale = await part(ford, first, "Dagger 2")
    assert "Now: Baker" in text_of(stale), "a look is always at what is"
    theirs = text_of(await announced(ford, ford.ivo))
    assert "Baker" not in theirs
    assert "Dagger" not in theirs


async def test_units_change_places_and_an_old_panel_is_out_of_date(ford: World) -> None:
    panel = await opened(ford)
    view = await part(ford, panel, "Dagger 2")
    old = await part(ford, await announced(ford, ford.gm), "The escort")
    await ford.restart()
    swapped = await picked(ford.gm, view, GIVE, "Baker")
    assert "Dagger 2: Baker" in said(swapped)
    now = await plays(ford)
    assert (now["dagger"], now["escort"]) == ("Baker", "Able")
    assert "changed the casting since" in refused(await ford.gm.click(old, custom_id=ids_of(old, NONE)[0]))
    assert await plays(ford) == now


async def test_raise_new_leave_empty_and_nobody_is_left_over(ford: World) -> None:
    panel = await opened(ford)
    before = await people(ford)
    raised = await pressed(ford.gm, await part(ford, panel, "The escort"), NEW)
    assert "The escort (bring your own, at most 7 men): raised for it" in text_of(raised)
    assert await people(ford) == before + 7
    empty = await pressed(ford.gm, await part(ford, raised, "The escort"), NONE)
    assert "The escort (bring your own, at most 7 men): ⚠ nobody" in text_of(empty)
    assert await people(ford) == before, "whoever was raised in vain goes as they came"
    assert [unit.name for unit in await rosters.units_of(ford.store, 1, side="army")] == ["Able", "Baker"]
    begun = await ford.gm.slash(ford.thread, "battle begin", anyway=True)
    assert "has begun" in said(begun)
    (info,) = await battles.of_campaign(ford.store, 1)
    async with ford.store.reading() as session:
        muster = await mustering.taking_part(session, info.id)
    assert [unit.name for side in muster.sides for unit in side.units] == ["Able", "The consul's men", "Ford cell"]
    assert "has already begun" in refused(await picked(ford.gm, empty, PART, "The escort"))


async def test_a_players_unit_is_split_over_two_parts(ford: World) -> None:
    panel = await opened(ford)
    empty = await pressed(ford.gm, await part(ford, panel, "The escort"), NONE)
    before = await people(ford)
    split = await pressed(ford.gm, await part(ford, empty, "The escort"), SPLIT)
    some = shown(await picked(ford.gm, split, "cast-some", "Able"))
    men = list(options(some, "cast-divide").values())
    assert len(men) == 7
    done = await ford.gm.select(some, men[4:], custom_id=ids_of(some, "cast-divide")[0])
    assert "The escort: Able 2" in said(done)
    assert await people(ford) == before
    now = await plays(ford)
    assert (now["dagger"], now["escort"]) == ("Able", "Able 2")
    sizes = {unit.name: unit.fit for unit in await rosters.units_of(ford.store, 1, side="army")}
    assert sizes == {"Able": 4, "Baker": 7, "Able 2": 3}


async def test_a_player_and_a_stranger_cannot_cast(ford: World) -> None:
    """Nor do they see who is cast; a stranger hears the same as of a battle that does not exist."""
    await opened(ford)
    before = await plays(ford)
    for who, code in ((ford.ada, "umpire-only"), (ford.zoe, "no-battle")):
        for ask in (
            recasting.casting(ford.store, 1, who.id),
            recasting.leave_empty(ford.store, 1, who.id, "dagger", seen=0),
        ):
            with pytest.raises(Refusal) as refusal:
                await ask
            assert refusal.value.code == code
    assert await plays(ford) == before


async def test_the_gm_reads_why_a_unit_cannot_play_and_whose_it_is(ford: World) -> None:
    """One serves elsewhere, one is destroyed, one is too small; one's player has left: it is the GM's."""
    store = ford.store
    for name in ("Cut down", "Handful"):
        await ford.ada.slash(ford.channel, "unit raise", kind="us-infantry-squad", name=name)
    await ford.ivo.slash(ford.channel, "unit raise", kind="insurgent-cell", name="Well")
    await ford.gm.slash(ford.channel, "battle open", title="The mill", units="Baker, Well")
    units = {unit.name: unit for unit in await rosters.units_of(store, 1)}
    fallen = [*units["Cut down"].slots, *units["Handful"].slots[2:]]
    async with store.writing() as session:
        for slot in fallen:
            session.add(CareerFact(figure_id=slot.last.id, kind=FactKind.KILLED, at=store.clock.now()))
    await ford.ada.slash(ford.channel, "campaign leave")
    panel = await opened(ford)
    view = text_of(await part(ford, panel, "Dagger 2"))
    assert "Baker: serves in The mill" in view
    assert "Cut down: destroyed: none of it is left" in view
    assert "Handful: 2 men, asked for 3 to 9" in view
    assert "Able: 7/7 fit, raised as this kind of unit, plays Dagger 2, its player has left: it is yours" in view


async def test_what_a_side_wishes_and_who_is_cast_there_changes_nothing_for_the_other(ford: World) -> None:
    """Ivo wishes, the GM recasts Ivo's side: Ada and everybody are shown and sent the same bytes as before."""
    await ford.ivo.slash(ford.channel, "unit raise", kind="insurgent-cell", name="Well")
    await opened(ford)
    before = components(await announced(ford, ford.ada))
    posts = [(post.id, components(post)) for post in ford.posts()]
    mine = await announced(ford, ford.ivo)
    choose = shown(await picked(ford.ivo, mine, "wish-unit", "Well"))
    assert "wishes for Ford cell" in said(await picked(ford.ivo, choose, "wish", "Ford cell"))
    view = await part(ford, await announced(ford, ford.gm), "Ford cell")
    await pressed(ford.gm, view, NEW)
    assert components(await announced(ford, ford.ada)) == before
    assert [(post.id, components(post)) for post in ford.posts()] == posts
    own = {unit.name: unit.id for unit in await rosters.units_of(ford.store, 1)}
    for force in ("cell", "nothing"):
        with pytest.raises(Refusal) as refusal:
            await wishing.wish(ford.store, 1, ford.ada.id, own["Able"], force)
        assert refusal.value.code == "no-such-part", "theirs reads like none"


async def test_a_check_in_waits_until_everybody_has_wished(ford: World) -> None:
    await ford.gm.slash(ford.channel, "battle open", scenario="sortie", check_in=True)
    assert "Ada and ivo have not chosen their units yet" in refused(await ford.gm.slash(ford.thread, "battle begin"))
    choose = shown(await picked(ford.ada, await announced(ford, ford.ada), "wish-unit", "Able"))
    await picked(ford.ada, choose, "wish", "The escort")
    assert any(ford.ada.mention in text and "is ready" in text for text in ford.texts()), "everybody hears that"
    assert not any("escort" in text for text in ford.texts()), "and not for what"
