"""Long histories in pages: the newest first, nothing cut, turned after a restart, and only by who may read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from simcord import InteractionResult, MemberActor
from sqlmodel import select

from bot.talk.paging import pages
from campaigns.battle import battles
from campaigns.roster import rosters
from campaigns.tables.posts import OutboxPost, PostStatus
from campaigns.tables.roster import CareerFact, FactKind
from tests.bot.opened import campaign_of
from tests.bot.world import World, ids_of, labels, refused, said


async def fought(club: World, campaign_id: int, *titles: str) -> None:
    """Battles that the GM has ended, one after the other."""
    for title in titles:
        info = await battles.open_battle(club.store, campaign_id, club.gm.id, title, channel_id=club.channel.id)
        await battles.begin(club.store, info.id, club.gm.id)
        await battles.end(club.store, info.id, club.gm.id)
    async with club.store.writing() as session:
        # What the battles' own posts say is told elsewhere.
        for post in (await session.exec(select(OutboxPost))).all():
            post.status = PostStatus.SENT


async def turned(who: MemberActor, shown: InteractionResult, what: str, label: str) -> InteractionResult:
    """A button of that label is pressed."""
    assert shown.response is not None
    found = ids_of(shown.response, what)
    return await who.click(shown.response, custom_id=found[labels(shown.response).index(label)])


async def leafed(who: MemberActor, shown: InteractionResult, what: str) -> list[str]:
    """What every page says, from the first to the last."""
    found = [said(shown)]
    while shown.response is not None and "Older ▶" in labels(shown.response):
        shown = await turned(who, shown, what, "Older ▶")
        found.append(said(shown))
    return found


async def test_a_veterans_life_is_told_from_the_newest_line_to_the_oldest(club: World) -> None:
    await campaign_of(club)
    man = (await rosters.units_of(club.store, 1))[0].slots[0].last
    for number in range(60):
        await rosters.note(club.store, man.id, club.ada.id, f"remark {number} " + "x" * 80)
    shown = await club.ada.slash(club.channel, "figure show", lines=True, figure=man.ref)
    assert "remark 59" in said(shown), "his newest line stands on the first page"
    await club.restart()
    found = await leafed(club.ada, shown, "career")
    assert len(found) > 1
    told = "\n".join(found)
    order = [told.index(f"remark {number} ") for number in range(59, -1, -1)]
    assert order == sorted(order)
    assert "joined" in found[-1]
    assert all(len(page) <= 4000 for page in found)


async def test_another_side_cannot_turn_the_pages_of_a_life(club: World) -> None:
    await campaign_of(club)
    man = (await rosters.units_of(club.store, 1))[0].slots[0].last
    for number in range(60):
        await rosters.note(club.store, man.id, club.ada.id, f"remark {number} " + "x" * 80)
    shown = await club.ada.slash(club.channel, "figure show", lines=True, figure=man.ref)
    assert shown.response is not None
    forged = club.pressed(club.ivo, shown.response, ids_of(shown.response, "career")[0])
    await club.deliver(forged)
    assert "no such figure" in refused(forged.result)


@pytest.mark.rule("BG-XIII.10.1", "BG-XIII.10.2")
async def test_a_roster_sheet_has_six_battles_a_page_the_newest_first(club: World) -> None:
    campaign_id = await campaign_of(club)
    await fought(club, campaign_id, *(f"Battle of the {number:02}th mill" for number in range(1, 14)))
    shown = await club.ada.slash(club.channel, "unit roster", unit="Rifle squad 1")
    await club.restart()
    found = [page for page in await leafed(club.ada, shown, "roster") if "UNIT ROSTER" in page]
    columns = [[n for n in range(1, 14) if f"{n:02}th" in page] for page in found]
    assert columns == [[8, 9, 10, 11, 12, 13], [2, 3, 4, 5, 6, 7], [1]]
    sheet = found[0].partition("```")[2].partition("```")[0]
    assert max(map(len, sheet.splitlines())) < 120
    assert "Battle of the" in sheet, "a long title runs over several lines"


async def test_a_chronicle_of_many_battles_loses_none(club: World) -> None:
    campaign_id = await campaign_of(club)
    titles = [f"Battle {number:02} of {'a long war ' * 5}".strip() for number in range(1, 25)]
    await fought(club, campaign_id, *titles)
    shown = await club.gm.slash(club.channel, "chronicle")
    assert "**24. Battle 24" in said(shown)
    await club.restart()
    found = await leafed(club.gm, shown, "chronicle")
    assert len(found) > 1
    told = "\n".join(found)
    order = [told.index(f"**{number}. Battle {number:02}") for number in range(24, 0, -1)]
    assert order == sorted(order)
    assert told.count("2 took the field") == 48
    for page in found[-2::-1]:
        shown = await turned(club.gm, shown, "chronicle", "◀ Newer")
        assert said(shown) == page


async def test_two_battles_are_both_shown_by_now(club: World) -> None:
    await campaign_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    await club.gm.slash(club.channel, "battle begin", title="Hill", units="Rifle squad 1, Cell 1")
    await club.gm.slash(club.channel, "battle begin", title="Ford", units="Rifle squad 2, Cell 2")
    hill, ford = await battles.of_campaign(club.store, 1)
    asked = {info.id: (await battles.load(club.store, info.id)).prompt.asks[0].side for info in (hill, ford)}
    await club.restart()
    for who, side in ((club.ada, "army"), (club.ivo, "insurgents")):
        shown = await who.slash(club.channel, "now")
        assert "2 battles go on" in said(shown)
        assert shown.response is not None
        for info in (hill, ford):
            assert f"{info.title}** · [↗ to the question](https://discord.com/channels/" in said(shown)
            assert f"/{info.channel_id}/" in said(shown)
            mine = asked[info.id] == side
            (label,) = [label for label in labels(shown.response) if info.title in label]
            assert label.startswith("My orders" if mine else "Look")
        assert said(shown).count("It is your turn") == list(asked.values()).count(side)
        first = await who.click(shown.response, custom_id=ids_of(shown.response, "now")[0])
        assert ("Choose a unit" in said(first) or "### " in said(first)) == (side in asked.values())
    watching = await club.zoe.slash(club.channel, "now")
    assert "It is your turn" not in said(watching)
    inside = next(thread for thread in club.channel.threads if thread.id == hill.channel_id)
    assert "2 battles" not in said(await club.ada.slash(inside, "now")), "in a battle's own thread that battle"
    assert "Also going on: Hill" in said(await club.ada.slash(club.channel, "status"))


async def lost(club: World, kind: FactKind, *men: int) -> None:
    async with club.store.writing() as session:
        session.add_all(CareerFact(figure_id=man, kind=kind, at=club.store.clock.now()) for man in men)


async def test_all_who_are_missing_are_reported_back_at_once(club: World) -> None:
    await campaign_of(club, army=("squad", "squad"))
    one, two, _ = await rosters.units_of(club.store, 1)
    men = [slot.last for unit in (one, two) for slot in unit.slots]
    await lost(club, FactKind.MISSING, *(man.id for man in men[:3]))
    offered = await club.gm.autocomplete(club.channel, "figure recover", "figures", "")
    assert [choice["name"] for choice in offered[:2]] == ["All 3 who are away", "All 2 of Rifle squad 1"]
    assert len(offered) == 5
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "figure recover", figures="all"))
    back = said(await club.gm.slash(club.channel, "figure recover", figures="all", note="walked home"))
    assert "3 are fit again" in back
    assert all(man.name in back for man in men[:3])
    assert "None of them" in refused(await club.gm.slash(club.channel, "figure recover", figures="all"))
    assert "walked home" in said(await club.gm.slash(club.channel, "figure show", lines=True, figure=men[0].ref))


async def test_several_named_men_return_together_or_not_at_all(club: World) -> None:
    await campaign_of(club, army=("squad", "squad"))
    one, two, _ = await rosters.units_of(club.store, 1)
    first, second = (slot.last for slot in one.slots)
    third = two.slots[0].last
    await lost(club, FactKind.WOUNDED, first.id, third.id)
    words = refused(
        await club.gm.slash(club.channel, "figure recover", figures=f"{first.name}, {second.name}, {third.ref}")
    )
    assert f"{second.name} is fit" in words
    assert (await rosters.show_unit(club.store, one.id)).fit == 1, "nobody has returned"
    await club.gm.slash(club.channel, "figure recover", figures=f"{first.name}, {third.ref}")
    assert (await rosters.show_unit(club.store, one.id)).fit == 2
    assert "Fit again" in said(await _one_more(club, first.id, first.ref))
    assert "no figure 'Nobody'" in refused(await club.gm.slash(club.channel, "figure recover", figures="Nobody"))


async def _one_more(club: World, man: int, ref: str) -> InteractionResult:
    await lost(club, FactKind.CAPTURED, man)
    return await club.gm.slash(club.channel, "figure recover", figures=ref)


@given(st.lists(st.text(alphabet="ab \n", min_size=1, max_size=90), max_size=30), st.integers(20, 200))
def test_pages_hold_every_word_in_order_and_none_is_too_long(blocks: list[str], room: int) -> None:
    found = pages(blocks, room)
    assert all(len(page) <= room for page in found)
    assert "".join("".join(found).split()) == "".join("".join(blocks).split())
