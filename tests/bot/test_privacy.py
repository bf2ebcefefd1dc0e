"""Having oneself forgotten, and deleting a campaign, by commands and clicks."""

from __future__ import annotations

from sqlalchemy import text

from bot.talk.say import GOOD
from campaigns.battle import battles
from campaigns.campaign import campaign
from campaigns.campaign.travel import checking, sheets
from campaigns.tables.base import metadata
from tests.bot.opened import battle_of, campaign_of
from tests.bot.test_campaign_life import killed
from tests.bot.world import World, components, ids_of, labels, refused, said, text_of


async def kept(club: World) -> str:
    """The whole database."""
    async with club.store.engine.connect() as connection:
        rows = [
            str(tuple(row))
            for table in metadata.sorted_tables
            for row in (await connection.execute(text(f'SELECT * FROM "{table.name}"'))).all()
        ]
    return "\n".join(rows)


# ── One's own ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_player_sees_what_is_kept_about_him(club: World) -> None:
    await battle_of(club)
    assert "Nothing is kept about you" in said(await club.zoe.slash(club.channel, "privacy show"))
    assert "Nothing is kept about you" in said(await club.zoe.slash(club.channel, "privacy forget"))
    shown = said(await club.ada.slash(club.channel, "privacy show"))
    assert "**Bosnia 1993**: you play for army, 1 unit of yours" in shown
    assert "**Bosnia 1993**: GM" in said(await club.gm.slash(club.channel, "privacy show"))


async def test_a_player_is_forgotten_in_mid_battle_and_it_goes_on(club: World) -> None:
    fight = await battle_of(club)
    await fight.until("army")
    await club.ada.slash(club.thread, "battle end", reason=f"{club.ada.mention} must go")
    asked = await club.ada.slash(club.channel, "privacy forget")
    assert "It cannot be undone" in said(asked)
    assert str(club.ada.id) in await kept(club)
    await club.restart()

    done = await club.ada.click(asked.response, custom_id=ids_of(asked.response, "forget")[0])

    assert "You are forgotten" in said(done)
    assert done.response is not None
    assert components(done.response)[0]["accent_color"] == GOOD, "it has been done; the question before was red"
    assert str(club.ada.id) not in await kept(club)
    assert "A former player no longer plays for **Army**." in club.texts(club.channel)
    assert "**Army** has no player left in *Battle 1*." in club.texts()[-1]
    assert "Nothing is kept about you" in said(await club.ada.slash(club.channel, "privacy show"))
    before = await fight.version()
    await club.passes(hours=49)
    assert await fight.version() > before
    await club.agrees(fight.id)
    # For the other side he would be somebody new, whom the GM must let in.
    assert "A GM decides" in said(await club.ada.slash(club.channel, "campaign join", side="insurgents"))


async def test_what_has_changed_since_it_was_shown_is_shown_again(club: World) -> None:
    await campaign_of(club)
    asked = await club.ada.slash(club.channel, "privacy forget")
    await club.gm.slash(club.channel, "gm appoint", member=club.ada.user)
    again = await club.ada.click(asked.response, custom_id=ids_of(asked.response, "forget")[0])
    assert "has changed, so nothing was done" in said(again)
    assert "**Bosnia 1993**: GM, you play for army" in said(again)
    assert str(club.ada.id) in await kept(club)
    await club.ada.click(again.response, custom_id=ids_of(again.response, "forget")[0])
    assert str(club.ada.id) not in await kept(club)


async def test_the_only_gm_hears_what_to_do_first(club: World) -> None:
    await campaign_of(club)
    asked = await club.gm.slash(club.channel, "privacy forget")
    told = refused(await club.gm.click(asked.response, custom_id=ids_of(asked.response, "forget")[0]))
    assert "only GM of Bosnia 1993" in told
    assert "/campaign delete" in told


# ── The campaign ──────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_campaign_is_exported_and_deleted_by_its_name(club: World) -> None:
    fight = await battle_of(club)
    await killed(fight)
    assert "Only a GM" in refused(await club.ada.slash(club.channel, "campaign delete"))
    assert "still goes on" in refused(await club.gm.slash(club.channel, "campaign delete"))
    await club.gm.slash(club.thread, "battle end", reason="nightfall")
    closing = club.posts()[-1]
    asked = await club.gm.slash(club.channel, "campaign delete")
    assert "1 battle, 2 units, 4 figures with their careers: everything goes" in said(asked)
    assert asked.response is not None
    assert labels(asked.response) == ["Export", "Delete for good …"]
    await club.restart()

    exported = await club.gm.click(asked.response, custom_id=ids_of(asked.response, "delete-export")[0])
    assert exported.response is not None
    (attached,) = exported.response.attachments
    assert attached.filename == "bosnia-1993.zip"
    found = await checking.check(club.store, sheets.read(await attached.read()))
    assert (found.battles, found.faults, found.unchecked) == (1, (), ())

    form = await club.gm.click(asked.response, custom_id=ids_of(asked.response, "delete-ask")[0])
    wrong = await club.gm.submit_modal(form, {"name": "Bosnia"})
    assert "This campaign is called Bosnia 1993." in refused(wrong)
    form = await club.gm.click(asked.response, custom_id=ids_of(asked.response, "delete-ask")[0])
    done = await club.gm.submit_modal(form, {"name": "Bosnia 1993"})

    assert "**Bosnia 1993** has been deleted" in said(done)
    assert "has been deleted by its GM" in text_of(club.posts(club.channel)[-1])
    assert await campaign.of_guild(club.store, club.guild.id) == ()
    assert "no such battle" in refused(await club.ivo.click(closing, custom_id=ids_of(closing, "verify")[0]))
    assert "no such campaign" in refused(await club.ada.slash(club.channel, "campaign settings"))


async def test_a_button_of_a_deleted_battle_does_not_come_to_life_again(club: World) -> None:
    fight = await battle_of(club)
    old = club.prompt()
    late = [club.pressed(who, old, ids_of(old, "quick")[0]) for who in (club.ada, club.ivo)]
    await club.gm.slash(club.thread, "battle end")
    asked = await club.gm.slash(club.channel, "campaign delete")
    form = await club.gm.click(asked.response, custom_id=ids_of(asked.response, "delete-ask")[0])
    await club.gm.submit_modal(form, {"name": "bosnia 1993"})

    again = await battle_of(club)

    assert again.id != fight.id
    await club.deliver(*late)
    for click in late:
        assert "no such battle" in refused(click.result)
    assert (await battles.load(club.store, again.id)).info.version == 2
