"""A Random Squad put together by clicks: the public roll, the panel, refusals, a restart in the middle, the raising."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from campaigns.campaign import campaign
from campaigns.roster import drafts, rosters
from campaigns.roster.drafts import DraftBoard
from rules.five56mm.book.profile import Skill, load_traits
from rules.registry import rule_sets
from tests.bot.world import World, components, ids_of, labels, refused, said, text_of, world
from tests.campaigns.behind import draft_of


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[World]:
    async with world(tmp_path, {"five56mm": rule_sets()["five56mm"]}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Bakara")
        yield made


async def joined(club: World, who: MemberActor | None = None, **more: str) -> InteractionResult:
    return await (who or club.ada).slash(club.channel, "campaign join", side="black", **more)


async def board_of(club: World, who: MemberActor | None = None) -> DraftBoard:
    here = await campaign.of_channel(club.store, club.channel.id)
    assert here is not None
    player = (who or club.ada).id
    number = await draft_of(club.store, here.id, player)
    assert number is not None
    return await drafts.show(club.store, number, player)


async def pick(club: World, shown: InteractionResult, number: int) -> InteractionResult:
    return await club.ada.select(shown.response, [str(number)], custom_id=ids_of(shown.response, "draft-pick")[0])


async def buy(club: World, shown: InteractionResult, title: str) -> InteractionResult:
    """Choose the option of that title from whichever select has it."""
    assert shown.response is not None
    for part in components(shown.response):
        for option in part.get("options", []):
            if option["label"] == title:
                return await club.ada.select(shown.response, [option["value"]], custom_id=part["custom_id"])
    raise AssertionError(f"{title} is not offered")


async def press(club: World, shown: InteractionResult, what: str) -> InteractionResult:
    return await club.ada.click(shown.response, custom_id=ids_of(shown.response, what)[0])


def required(form: InteractionResult) -> dict[str, bool]:
    """The fields of a form, and whether they must be filled in."""
    assert form.modal is not None
    inputs = [part.get("component") or part["components"][0] for part in form.modal["components"]]
    return {field["custom_id"]: field.get("required", True) for field in inputs}


@pytest.mark.rule("MM-11.1R.3", "MM-R113")
async def test_the_roll_is_posted_for_everybody_once(club: World) -> None:
    await joined(club)
    shown = await club.ada.slash(club.channel, "unit draft")
    board = await board_of(club)
    assert shown.response is not None
    assert shown.response.ephemeral
    assert "The dice have been rolled" in said(shown)
    assert f"**{board.view.budget} left** of {board.view.budget}" in said(shown)
    (post,) = [text for text in club.texts(club.channel) if "Random Squad" in text]
    assert f"rolls for a Random Squad of **Black**:\n🎲 **{board.view.roll}**" in post
    again = await club.ada.slash(club.channel, "unit draft")
    assert "have been rolled" not in said(again)
    assert len([text for text in club.texts(club.channel) if "Random Squad" in text]) == 1


@pytest.mark.rule("MM-11.1R.1", "MM-11.1R.4", "MM-11.1R.6", "MM-R113")
async def test_a_whole_squad_is_put_together_by_clicks_with_a_restart_in_the_middle(club: World) -> None:
    await joined(club)
    shown = await club.ada.slash(club.channel, "unit draft", kind="random-uk", name="Chalk One")
    assert shown.response is not None
    assert "`10♣" in text_of(shown.response)

    shown = await pick(club, shown, 1)
    for title in ("Leader", "Morale +1", "Morale +2", "Frag Grenade"):
        shown = await buy(club, shown, title)
    assert "✔ 1: Frag Grenade" in said(shown)
    shown = await pick(club, shown, 2)
    shown = await buy(club, shown, "Machine Gunner")
    shown = await buy(club, shown, "SAW")
    shown = await buy(club, shown, "Leave the rifle behind")
    await club.restart()
    shown = await pick(club, shown, 3)
    shown = await buy(club, shown, "Medic")
    shown = await buy(club, shown, "Knife")
    shown = await press(club, shown, "draft-undo")
    assert "✔ Taken back" in said(shown)
    form = await press(club, shown, "draft-name")
    assert required(form) == {"given": False, "family": True, "role": False}
    shown = await club.ada.submit_modal(form, {"given": "Ann", "family": "Grey", "role": "doc"})
    assert "Named: Ann Grey" in said(shown)
    shown = await pick(club, shown, 4)
    shown = await buy(club, shown, "Elite")
    shown = await buy(club, shown, "M4 as his rifle")
    whole = await press(club, shown, "draft-whole")
    board = await board_of(club)
    # 1: Leader, Morale +2, frag 3; 2: Machine Gunner, SAW 5; 3: Medic; 4: Elite. 3.3 + 2.0 + 1.0 + 1.0.
    assert [member.cost for member in board.view.members[:4]] == ["3.3", "2.0", "1.0", "1.0"]
    assert board.view.spent == "7.3"
    assert "`4♣" in text_of(whole.response)
    assert len(components(whole.response)) <= 40  # type: ignore[arg-type]

    beside = await club.ada.slash(club.channel, "unit draft")
    form = await press(club, whole, "draft-raise")
    done = await club.ada.submit_modal(form, {"name": ""})

    assert "✔ Raised." in said(done)
    assert "**Chalk One** · Random Squad (United Kingdom) · 10/10 fit" in said(done)
    (unit,) = await rosters.units_of(club.store, board.campaign_id)
    assert [load_traits(slot.traits, "").skills for slot in unit.slots[:4]] == [
        (Skill.LEADER,), (Skill.MACHINE_GUNNER,), (Skill.MEDIC,), (Skill.ELITE,),
    ]  # fmt: skip
    assert [arm.weapon for arm in load_traits(unit.slots[1].traits, "").arms] == ["saw"]
    assert unit.slots[2].holder is not None
    assert (unit.slots[2].holder.name, unit.slots[2].role) == ("Ann Grey", "doc")
    post = club.texts(club.channel)[-1]
    assert "raises **Chalk One** for **Black**" in post
    assert f"**7.3** of {board.view.budget} Upgrades spent" in post
    assert "Each: 1: 3.3 · 2: 2.0 · 3: 1.0 · 4: 1.0 · 5: 0.0" in post
    # Another panel of it is of no use any more.
    late = await pick(club, beside, 5)
    assert "has been raised already" in refused(late)


@pytest.mark.rule("MM-10.L.2", "MM-11.1R.5")
async def test_what_may_not_be_chosen_says_why_before_and_after_the_click(club: World) -> None:
    await joined(club)
    shown = await pick(club, await club.ada.slash(club.channel, "unit draft"), 2)
    option = next(
        option
        for part in components(shown.response)  # type: ignore[arg-type]
        for option in part.get("options", [])
        if option["label"] == "✗ Leader"
    )
    assert "MM-10.L.2" in option["description"]
    words = refused(await buy(club, shown, "✗ Leader"))
    assert "Leader skill belongs to the squad leader only" in words
    assert "Rule MM-10.L.2" in words
    # The refusal stands beside the panel, which still works.
    for title in ("Nails", "Medic", "Pilot"):
        shown = await buy(club, shown, title)
    assert "limit" in refused(await buy(club, shown, "✗ Morale +1"))
    assert (await board_of(club)).view.spent == "3.0"


async def test_two_panels_of_one_draft_do_not_run_into_each_other(club: World) -> None:
    await joined(club)
    old = await pick(club, await club.ada.slash(club.channel, "unit draft"), 2)
    new = await pick(club, await club.ada.slash(club.channel, "unit draft"), 2)
    await buy(club, new, "Medic")
    late = await buy(club, old, "Nails")
    assert "nothing was done" in said(late)
    assert (await board_of(club)).view.last == "2: Medic"
    assert "✔ 2: Nails" in said(await buy(club, late, "Nails"))


async def test_beginning_anew_asks_once_more_and_keeps_the_roll(club: World) -> None:
    await joined(club)
    shown = await buy(club, await pick(club, await club.ada.slash(club.channel, "unit draft"), 2), "Medic")
    before = await board_of(club)
    asked = await press(club, await press(club, shown, "draft-whole"), "draft-sure")
    assert "Every choice is taken back" in said(asked)
    back = await press(club, asked, "draft-whole")
    asked = await press(club, back, "draft-sure")
    again = await press(club, asked, "draft-again")
    after = await board_of(club)
    assert (after.view.spent, after.view.roll, after.people) == ("0.0", before.view.roll, before.people)
    assert "Start over…" not in labels(again.response)  # type: ignore[arg-type]


async def test_joining_may_lead_straight_to_the_draft(club: World) -> None:
    offered = await club.ada.autocomplete(club.channel, "campaign join", "unit", "draft", side="black")
    names = [choice["name"] for choice in offered]
    assert "Draft a Random Squad (United States) · 10 men" in names
    assert not any("Somalia" in name for name in names)
    shown = await joined(club, unit="random-us", unit_name="Chalk Two")
    assert "You play for Black" in said(shown)
    assert ids_of(shown.response, "draft-pick")  # type: ignore[arg-type]
    # /unit raise of such a kind goes on with it.
    again = await club.ada.slash(club.channel, "unit raise", kind="random-us")
    assert ids_of(again.response, "draft-pick")  # type: ignore[arg-type]


async def test_another_players_draft_is_no_draft_of_yours(club: World) -> None:
    await joined(club)
    await club.ivo.slash(club.channel, "campaign join", side="red")
    shown = await buy(club, await pick(club, await club.ada.slash(club.channel, "unit draft"), 2), "Medic")
    assert shown.response is not None
    click = club.pressed(club.ivo, shown.response, ids_of(shown.response, "draft-undo")[0])
    await club.deliver(click)
    assert "no such draft of yours" in refused(click.result)
    assert "of that kind" in refused(await club.ivo.slash(club.channel, "unit draft", kind="random-mars"))
    assert "side Black" in refused(await club.ivo.slash(club.channel, "unit draft", kind="random-us"))
