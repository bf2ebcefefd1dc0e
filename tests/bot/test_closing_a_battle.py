"""Between two battles: one panel settles what the first has left, and the next begins from it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from simcord import InteractionResult, ResponseMessage
from sqlmodel import select

from campaigns.battle import battles
from campaigns.battle.frame import settling_up
from campaigns.battle.frame.settling_up import ClosingStep
from campaigns.errors import Refusal
from campaigns.honours import granting
from campaigns.honours.granting import Grant
from campaigns.post.matter import Matter, Said
from campaigns.roster import careers, rosters
from campaigns.roster.careers import Status
from campaigns.roster.rosters import RosterUnit
from campaigns.tables.battles import BattleStatus, BattleUnit
from campaigns.tables.posts import OutboxPost
from campaigns.tables.roster import CareerFact, FactKind
from rules.book_and_gun.book.organisations import figure_traits
from tests.bot.world import Delivery, World, ids_of, labels, options, refused, said, text_of, world

MOST_CLICKS = 6
"""Of the GM from the last shot of a battle to the first of the next."""


@pytest.fixture
async def over(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of the Book and the Gun that is over: the squad's leader and a rifleman fell, one is wounded, and a
    Fighter felled both."""
    async with world(tmp_path) as front:
        await front.gm.slash(front.channel, "campaign create", name="Helmand", rules="book-and-gun")
        await front.ada.slash(front.channel, "campaign join", side="army")
        await front.ivo.slash(front.channel, "campaign join", side="insurgents")
        await front.ada.slash(front.channel, "unit raise", kind="us-infantry-squad", name="Able")
        await front.ivo.slash(front.channel, "unit raise", kind=await a_cell(front), name="Well")
        await front.gm.slash(front.channel, "battle begin", title="The ford", anyway=True)
        await front.gm.slash(front.thread, "battle end", winner="insurgents", reason="nightfall")
        able, well = await unit(front, "Able"), await unit(front, "Well")
        killer = held(well, 1)
        async with front.store.writing() as session:
            for number, kind in ((1, FactKind.KILLED), (3, FactKind.KILLED), (4, FactKind.WOUNDED)):
                whom = held(able, number)
                fact = CareerFact(
                    figure_id=whom, battle_id=1, kind=kind, by_figure_id=killer, at=front.store.clock.now()
                )
                session.add(fact)
                if kind is FactKind.KILLED:
                    did = FactKind.KILL_CREDITED
                    session.add(
                        CareerFact(
                            figure_id=killer, battle_id=1, kind=did, by_figure_id=whom, at=front.store.clock.now()
                        )
                    )
        yield front


async def a_cell(front: World) -> str:
    offered = await front.ivo.autocomplete(front.channel, "unit raise", "kind", "cell")
    return next(choice["value"] for choice in offered)


async def unit(front: World, name: str) -> RosterUnit:
    return next(each for each in await rosters.units_of(front.store, 1) if each.name == name)


def held(found: RosterUnit, number: int) -> int:
    slot = next(slot for slot in found.slots if slot.number == number)
    assert slot.holder is not None
    return slot.holder.id


def panel(result: InteractionResult) -> ResponseMessage:
    assert result.response is not None
    return result.response


async def opened(front: World) -> ResponseMessage:
    (post,) = [post for post in front.posts() if ids_of(post, "close")]
    return panel(await front.gm.click(post, custom_id=ids_of(post, "close")[0]))


async def press(front: World, shown: ResponseMessage, what: str, label: str = "") -> ResponseMessage:
    found = [each for each in ids_of(shown, what) if label in each]
    return panel(await front.gm.click(shown, custom_id=found[0]))


async def test_from_the_last_shot_to_the_first_by_six_clicks_and_no_typed_command(over: World) -> None:
    clicks = 0
    shown = await opened(over)
    clicks += 1
    for words in ("Steps up", "Empty places", "Away", "Honours"):
        assert words in text_of(shown)
    shown = await press(over, shown, "close-all")
    clicks += 1
    shown = await press(over, shown, "close-publish")
    clicks += 1
    shown = await press(over, shown, "close-next")
    clicks += 1
    assert "up to 1 more by policy" in text_of(shown)
    shown = await press(over, shown, "close-begin")
    clicks += 1
    assert "**Battle 2** has begun" in text_of(shown)
    assert clicks <= MOST_CLICKS
    second = max(await battles.of_campaign(over.store, 1), key=lambda info: info.number)
    assert second.status is BattleStatus.RUNNING

    able = await unit(over, "Able")
    assert all(slot.holder is not None for slot in able.slots)
    leader = next(slot for slot in able.slots if slot.number == 1)
    assert leader.holder is not None
    assert figure_traits(leader.traits).leader
    assert len(leader.holder.standing.battles) == 1, "no stranger leads"
    killer = (await unit(over, "Well")).slots[0].last
    assert killer.standing.decorations == ("Mentioned in dispatches",)


async def test_everything_by_one_click(over: World) -> None:
    shown = await press(over, await opened(over), "close-all")
    assert "✔ 1 stepped up; 2 places filled; 4 honoured." in text_of(shown)
    assert "Away** (1)" in text_of(shown), "the hurt are left to the policy"
    assert not ids_of(shown, "close-all")
    shown = await press(over, shown, "close-take", "fates")
    assert "all is settled" in text_of(shown)


async def test_only_some_of_a_step(over: World) -> None:
    shown = await opened(over)
    (select,) = [each for each in ids_of(shown, "close-some") if "replacements" in each]
    empty = [slot for slot in (await unit(over, "Able")).slots if slot.holder is None]
    chosen = next(value for label, value in options_of(shown, select).items() if empty[1].last.name in label)
    shown = panel(await over.gm.select(shown, [chosen], custom_id=select))
    assert "✔ 1 place filled." in text_of(shown)
    left = [slot.number for slot in (await unit(over, "Able")).slots if slot.holder is None]
    assert left == [empty[0].number]


def options_of(shown: ResponseMessage, custom_id: str) -> dict[str, str]:
    return {label: value for label, value in options(shown, "close-some").items()} | {
        label: value for label, value in options(shown, custom_id).items()
    }


async def test_the_panel_is_the_gms_and_opens_again_by_command_until_the_units_fight_again(over: World) -> None:
    (post,) = [post for post in over.posts() if ids_of(post, "close")]
    for who in (over.ada, over.ivo):
        shown = panel(await who.click(post, custom_id=ids_of(post, "close")[0]))
        assert "what has become of your people" in text_of(shown)
        assert [each for what in ("close-take", "close-some", "close-next") for each in ids_of(shown, what)] == []
    refused(await over.zoe.slash(over.channel, "battle close"))
    again = await over.gm.slash(over.channel, "battle close")
    assert "what you may settle" in said(again)
    await over.restart()
    stale = panel(again)
    succession = next(each for each in ids_of(stale, "close-take") if "succession" in each)
    await over.gm.click(stale, custom_id=succession)
    newer = panel(await over.gm.slash(over.channel, "battle close"))
    late = newer if succession in ids_of(newer, "close-take") else stale
    assert succession not in ids_of(late, "close-take"), "nothing of it is left"
    await over.gm.slash(over.channel, "battle begin", title="Next", anyway=True)
    told = said(await over.gm.slash(over.channel, "battle close", battle="1"))
    assert "Another battle has called Able and Well since." in told


async def test_a_player_sees_what_has_become_of_their_own_people_and_of_nobody_else_s(over: World) -> None:
    able, well = await unit(over, "Able"), await unit(over, "Well")
    fallen, hurt, killer = able.slots[0].last, held(able, 4), well.slots[0].last
    ada = said(await over.ada.slash(over.channel, "battle close"))
    assert f"✝ {fallen.rank} {fallen.name}: killed" in ada
    man = next(slot.holder for slot in able.slots if slot.holder is not None and slot.holder.id == hurt)
    assert f"{man.rank} {man.name}: wounded" in ada
    assert f"{len(able.slots) - 3} others are as before" in ada
    assert "Away: 1. By the campaign's policy: back in the next battle. Empty places: 2." in ada
    ivo = said(await over.ivo.slash(over.channel, "battle close"))
    for told, theirs, other in ((ada, fallen, killer), (ivo, killer, fallen)):
        assert other.name not in told
        assert other.family not in told or other.family == theirs.family
    assert "**Well**" in ivo
    await over.passes(minutes=1)
    shown = await press(over, await opened(over), "close-all")
    assert "4 honoured" in text_of(shown)
    assert f"{killer.rank} {killer.name}: decorated" in said(await over.ivo.slash(over.channel, "battle close"))
    later = said(await over.ada.slash(over.channel, "battle close"))
    assert ": promoted" in later
    assert ": joined" in later, "whoever fills the places"
    assert "Empty places" not in later
    assert "Only a GM" in refused(await over.ada.slash(over.channel, "battle begin", title="Mine"))


async def test_before_a_battle_the_gm_sees_both_sides_and_who_is_missing(over: World) -> None:
    told = said(await over.gm.slash(over.channel, "battle open", title="Next"))
    assert "no leader in Able" in told
    assert "2 empty places" in told
    assert "wounded: 1" in told


async def test_two_gms_who_begin_the_next_battle_at_once_begin_one(over: World) -> None:
    await over.gm.slash(over.channel, "gm appoint", member=over.zoe.user)
    (post,) = [post for post in over.posts() if ids_of(post, "close")]
    clicks: list[Delivery] = []
    for who in (over.gm, over.zoe):
        shown = panel(await who.click(post, custom_id=ids_of(post, "close")[0]))
        shown = panel(await who.click(shown, custom_id=ids_of(shown, "close-next")[0]))
        clicks.append(over.pressed(who, shown, ids_of(shown, "close-begin")[0]))
    await over.deliver(*clicks)
    first, second = sorted((said(click.result) for click in clicks), key=lambda words: "has begun" not in words)
    assert "**Battle 2** has begun" in first
    assert "There is no unit to fight with" in second
    assert "Nothing has changed" in second
    every = [(info.number, info.status) for info in await battles.of_campaign(over.store, 1)]
    assert every == [(1, BattleStatus.ENDED), (2, BattleStatus.RUNNING)]


async def test_two_against_many_is_said(over: World) -> None:
    able = await unit(over, "Able")
    async with over.store.writing() as session:
        for slot in able.slots[2:]:
            assert slot.holder is None or (await careers.career(over.store, slot.holder.id)).name
            if slot.holder is not None:
                session.add(
                    CareerFact(figure_id=slot.holder.id, battle_id=1, kind=FactKind.KILLED, at=over.store.clock.now())
                )
    shown = await press(over, await opened(over), "close-next")
    assert "would have 1 against" in text_of(shown)
    assert "Begin the battle" in labels(shown)


async def test_where_nobody_is_replaced_the_panel_does_not_offer_it(over: World) -> None:
    await over.gm.slash(over.channel, "gm policy", replacements="none")
    shown = await opened(over)
    offered = [each for what in ("close-take", "close-some") for each in ids_of(shown, what)]
    assert any("succession" in each for each in offered)
    assert not any("replacements" in each for each in offered)


async def test_nobody_is_honoured_twice_for_one_battle_whoever_else_clicks(over: World) -> None:
    killer = held(await unit(over, "Well"), 1)
    one = Grant("Mentioned", None, "for two", None, figure_id=killer)
    assert await granting.grant(over.store, 1, over.gm.id, [one]) == (one,)
    assert await granting.grant(over.store, 1, over.gm.id, [one]) == ()
    assert (await unit(over, "Well")).slots[0].last.standing.decorations == ("Mentioned",)


async def test_what_a_step_proposes_bears_references_of_its_own(over: World) -> None:
    now = await settling_up.settlement(over.store, 1, over.gm.id)
    for lines in now.steps.values():
        assert len({line.ref for line in lines}) == len(lines)
    up = now.steps[ClosingStep.SUCCESSION]
    done = await settling_up.carry_out(over.store, 1, over.gm.id, ClosingStep.SUCCESSION, {up[-1].ref})
    assert up[-1] in done
    with pytest.raises(Refusal, match="settled already"):
        await settling_up.carry_out(over.store, 1, over.gm.id, ClosingStep.SUCCESSION, {up[-1].ref})


async def test_publishing_tells_each_side_of_its_own_people(over: World) -> None:
    """Two posts: neither names anybody of the other side."""
    able, well = await unit(over, "Able"), await unit(over, "Well")
    await over.passes(minutes=1)
    shown = await press(over, await opened(over), "close-all")
    shown = await press(over, shown, "close-publish")
    assert "✔ 2 sides told." in text_of(shown)
    again = await over.gm.click(shown, custom_id=ids_of(shown, "close-publish")[0])
    assert "have read all of that already" in refused(again)
    army, insurgents = await published(over, "army"), await published(over, "insurgents")
    assert "Purple Heart (killed in action)" in army
    assert "Mentioned in dispatches (2 felled)" in insurgents
    assert f"Fell: {able.slots[0].last.rank} {able.slots[0].last.name}" in army
    assert "Promoted:" in army
    assert "Came:" in army
    assert not any(slot.last.name in army for slot in well.slots)
    assert not any(slot.last.name in insurgents for slot in able.slots)


async def published(front: World, side: str) -> str:
    """What was written for that side alone."""
    async with front.store.reading() as session:
        rows = (await session.exec(select(OutboxPost.matter).where(OutboxPost.audience == side))).all()
    (found,) = [said for row in rows if (said := Matter.model_validate_json(row).about) and isinstance(said, Said)]
    return found.text


async def test_how_long_somebody_stays_away(over: World) -> None:
    shown = await press(over, await opened(over), "close-rest")
    (once,) = [each for each in ids_of(shown, "close-rests") if each.endswith(":2")]
    who = next(iter(options(shown, "close-rests").values()))
    shown = panel(await over.gm.select(shown, [who], custom_id=once))
    assert "✔ 1 stays away for 2 battles." in text_of(shown)
    assert "wounded, 2 battles more" in text_of(shown)


async def test_somebody_stays_away_until_a_day_of_the_calendar(over: World) -> None:
    """Away for 7 days: not in the battle that begins meanwhile, whatever the policy says; back in one on the 8th."""
    shown = await press(over, await opened(over), "close-rest")
    shown = panel(await over.gm.click(shown, label="In days"))
    (week,) = [each for each in ids_of(shown, "close-rests") if each.endswith(":7d")]
    who = next(iter(options(shown, "close-rests").values()))
    shown = panel(await over.gm.select(shown, [who], custom_id=week))
    assert "✔ 1 stays away for 7 days." in text_of(shown)
    day = over.store.clock.now().date() + timedelta(days=7)
    assert f"wounded, until {day.day} {day:%B %Y}" in text_of(shown)
    (man,) = [slot.last for slot in (await unit(over, "Able")).slots if slot.number == 4]
    lines = said(await over.gm.slash(over.channel, "figure show", figure=man.ref, lines=True))
    assert f"stays away (until {day.day} {day:%B %Y})" in lines

    async def status() -> Status:
        return next(slot.last.status for slot in (await unit(over, "Able")).slots if slot.last.ref == man.ref)

    await over.gm.slash(over.channel, "battle begin", title="Meanwhile", anyway=True)
    assert await status() is Status.WOUNDED
    await over.gm.slash(over.thread, "battle end", reason="rain")
    await over.passes(days=7)
    await over.gm.slash(over.channel, "battle begin", title="Later", anyway=True)
    assert await status() is Status.FIT


async def test_two_weak_units_of_one_kind_become_one(over: World) -> None:
    """Able has its seven, of whom it loses five; Baker has three left: together they are no more than one squad."""
    await over.ada.slash(over.channel, "unit raise", kind="us-infantry-squad", name="Baker")
    able, baker = await unit(over, "Able"), await unit(over, "Baker")
    async with over.store.writing() as session:
        gone = [held(able, number) for number in (5, 6, 7)] + [held(baker, number) for number in (1, 2, 3, 4)]
        for figure in gone:
            session.add(CareerFact(figure_id=figure, kind=FactKind.KILLED, at=over.store.clock.now()))
        session.add(BattleUnit(battle_id=1, unit_id=baker.id))
    shown = await opened(over)
    assert "Able into Baker" in text_of(shown)
    (select_,) = [each for each in ids_of(shown, "close-some") if "mergers" in each]
    shown = panel(await over.gm.select(shown, [able.ref], custom_id=select_))
    assert "✔ 1 unit merged." in text_of(shown)
    now = await unit(over, "Baker")
    assert len([slot for slot in now.slots if slot.holder is not None]) == 5
    assert sum(figure_traits(slot.traits).leader for slot in now.slots if slot.holder is not None) == 1
    assert not any(each.name == "Able" for each in await rosters.units_of(over.store, 1))


async def test_whoever_has_earned_an_upgrade_stands_on_the_panel_in_a_book_that_has_them(tmp_path: Path) -> None:
    async with world(tmp_path) as front:
        await front.gm.slash(front.channel, "campaign create", name="Mogadishu", rules="five56mm")
        await front.gm.slash(front.channel, "gm policy", experience=1)
        for who, side in ((front.ada, "black"), (front.ivo, "red")):
            await who.slash(front.channel, "campaign join", side=side)
            offered = await who.autocomplete(front.channel, "unit raise", "kind", "")
            kind = next(choice["value"] for choice in offered if "Draft" not in choice["name"])
            await who.slash(front.channel, "unit raise", kind=kind)
        await front.gm.slash(front.channel, "battle begin", title="The market", anyway=True)
        await front.gm.slash(front.thread, "battle end", reason="nightfall")
        shown = await opened(front)
        assert "To learn" in text_of(shown)
        first = next(iter(options(shown, "learner").values()))
        lesson = panel(await front.gm.select(shown, [first], custom_id=ids_of(shown, "learner")[0]))
        assert "1 to spend" in text_of(lesson)
        await press(front, shown, "close-publish")
        assert "To learn: " in await published(front, "black")
