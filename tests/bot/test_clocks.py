"""Clocks for people as Discord sees them: panels, nights without a ping, one reminder for all, pauses, substitutes."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord

from campaigns.clocks import habits, waits
from tests.bot.opened import Fight, battle_of
from tests.bot.world import Person, World, ids_of, options, refused, said, text_of


def pings(world: World) -> list[int]:
    """Everybody whom a message has notified, in order."""
    bodies: list[Any] = [request.json for request in world.env.http_requests if request.path.endswith("/messages")]
    sent = [body for body in bodies if isinstance(body, dict)]
    return [int(user) for body in sent for user in (body.get("allowed_mentions") or {}).get("users") or ()]


async def asleep_now(world: World, who: Person) -> None:
    """It is two hours past the beginning of his night, which takes ten hours."""
    now = world.store.clock.now().astimezone(ZoneInfo("Europe/Berlin"))
    quiet = f"{(now - timedelta(hours=2)):%H:%M}-{(now + timedelta(hours=8)):%H:%M}"
    await who.slash(world.channel, "clock zone", zone="Europe/Berlin")
    assert "Your quiet hours are set" in said(await who.slash(world.channel, "clock hours", quiet=quiet))


async def test_the_panel_tells_and_takes_what_somebody_says_of_his_days(club: World) -> None:
    assert "Time zone: **not told**" in said(await club.ada.slash(club.channel, "clock show"))
    assert "do not know your time zone" in refused(await club.ada.slash(club.channel, "clock hours", quiet="22-7"))
    choices = await club.ada.autocomplete(club.channel, "clock zone", "zone", "berl")
    assert [choice["value"] for choice in choices] == ["Europe/Berlin"]
    panel = await club.ada.slash(club.channel, "clock zone", zone="Europe/Berlin")
    assert "Time zone: **Europe/Berlin**" in said(panel)
    assert panel.response is not None
    night = await club.ada.select(panel.response, ["22:00-07:00"], custom_id=ids_of(panel.response, "clock-night")[0])
    assert "Quiet hours: **22:00 to 07:00**" in said(night)
    off = await club.ada.select(panel.response, ["5.6"], custom_id=ids_of(panel.response, "clock-off")[0])
    assert "Days off: **Saturday, Sunday**" in said(off)
    assert "Days off: **none**" in said(await club.ada.slash(club.channel, "clock days-off", days="none"))
    kept = said(await club.ada.slash(club.channel, "privacy show"))
    assert "Time zone: **Europe/Berlin**" in kept


async def test_a_panel_opened_before_a_restart_takes_his_answer_after_it_and_shows_his_battles(club: World) -> None:
    fight = await battle_of(club)
    player, other = await fight.player(), await fight.other()
    await player.slash(club.channel, "clock zone", zone="Europe/Berlin")
    panel = (await player.slash(club.channel, "clock show")).response
    assert panel is not None
    assert panel.ephemeral
    words = text_of(panel)
    assert "Battle 1" in words
    await club.restart()
    night = await player.select(panel, ["23:00-08:00"], custom_id=ids_of(panel, "clock-night")[0])
    assert "Your quiet hours are set." in said(night)
    assert "Quiet hours: **23:00 to 08:00**" in said(night)
    none = await player.select(panel, ["none"], custom_id=ids_of(panel, "clock-night")[0])
    assert "Quiet hours: **none**" in said(none)
    # What the one has told is his: the other's panel knows nothing of it.
    assert "Time zone: **not told**" in said(await other.slash(club.channel, "clock show"))


async def test_whose_turn_comes_in_his_night_is_pinged_in_the_morning_and_only_once(club: World) -> None:
    fight = await battle_of(club)
    sleeper, actor = await fight.other(), await fight.player()
    await asleep_now(club, sleeper)
    while (await fight.player()).id == actor.id:
        await actor.slash(club.thread, "hold")
    before = pings(club).count(sleeper.id)
    assert sleeper.mention in text_of(club.prompt())
    await club.passes(hours=7)
    assert pings(club).count(sleeper.id) == before
    await club.restart()
    await club.passes(hours=1, minutes=1)
    assert pings(club).count(sleeper.id) == before + 1
    (call,) = [message for message in club.posts() if "⏰" in text_of(message)]
    assert sleeper.mention in text_of(call)
    await club.restart()
    await club.passes(hours=1)
    assert pings(club).count(sleeper.id) == before + 1


async def test_who_is_away_is_asked_nothing_and_the_gm_is_in_his_place(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    told = said(await player.slash(club.channel, "clock away", until="5 days", meanwhile="gm"))
    assert "in your place the GMs" in told
    (waiting,) = await waits.standing(club.store, fight.id)
    assert waiting.users == (club.gm.id,)
    await club.passes(minutes=2)
    (call,) = [message for message in club.posts() if "⏰" in text_of(message)]
    assert club.gm.mention in text_of(call)
    panel = await player.slash(club.channel, "clock show")
    assert panel.response is not None
    back = await player.click(panel.response, custom_id=ids_of(panel.response, "clock-back")[0])
    assert "Welcome back" in said(back)
    (waiting,) = await waits.standing(club.store, fight.id)
    assert waiting.users == (player.id,)
    assert "no day" not in said(await player.slash(club.channel, "clock away", until="tomorrow"))
    assert "do not understand" in refused(await player.slash(club.channel, "clock away", until="next moon"))


async def test_a_pause_by_agreement_and_one_by_the_gm(club: World) -> None:
    fight = await battle_of(club)
    assert "Only a GM" in refused(await club.ada.slash(club.thread, "gm pause"))
    assert "when the others agree" in said(await club.ada.slash(club.thread, "clock pause"))
    assert "asks for a pause" in "\n".join(club.texts())
    assert "stand still" in said(await club.ivo.slash(club.thread, "clock pause"))
    version = await fight.version()
    await club.passes(days=3)
    assert await fight.version() == version
    assert "⏰" not in "\n".join(club.texts())
    await club.gm.slash(club.thread, "gm resume")
    assert "The clocks run again" in "\n".join(club.texts())
    await club.passes(hours=73)
    assert await fight.version() > version


async def test_silence_is_told_once_and_the_next_answer_goes_on(club: World) -> None:
    fight = await battle_of(club)
    await club.gm.slash(club.channel, "gm policy", deadline_hours=4.0, pause_after=3)
    await club.passes(days=4)
    texts = "\n".join(club.texts())
    assert texts.count("⏸ **Paused**") == 1
    missed = re.findall(r"\*\*(\w+)\*\* did not answer in time", texts)
    assert max(missed.count(side) for side in missed) == 3, "so many of one side"
    prompt, hold = fight.quick()
    assert "Paused: nothing falls due" in text_of(prompt)
    await (await fight.player()).click(prompt, custom_id=hold)
    assert "The clocks run again" in "\n".join(club.texts())
    await club.agrees(fight.id)


async def test_the_gm_sees_the_clocks_excuses_and_settles_the_policy(club: World) -> None:
    fight = await battle_of(club)
    player, side = await fight.player(), await fight.turn()
    changed = await club.gm.slash(club.channel, "gm policy", excused_misses=1, at_deadline="gm")
    assert "1 excused a battle" in said(changed)
    await club.passes(hours=49)
    assert "That is excused" in "\n".join(club.texts())
    shown = said(await club.gm.slash(club.thread, "gm clock"))
    assert f"{player.mention}: asked" in shown
    assert "1 missed here" in shown
    assert "starts again" in said(await club.gm.slash(club.thread, "gm excuse", member=player.user))
    assert "missed here" not in said(await club.gm.slash(club.thread, "gm clock"))
    chosen = await player.slash(club.thread, "clock side", deadline="hold")
    assert "hold, where the rules let it" in said(chosen)
    other = "insurgents" if side == "army" else "army"
    assert "You do not play that side" in refused(
        await player.slash(club.thread, "clock side", deadline="gm", side=other)
    )


async def test_a_substitute_goes_on_where_the_vanished_one_was(club: World) -> None:
    fight = await battle_of(club)
    player = await fight.player()
    done = await club.gm.slash(club.channel, "campaign remove", member=player.user, substitute=club.zoe.user)
    assert "plays in the place of" in said(done)
    (waiting,) = await waits.standing(club.store, fight.id)
    assert waiting.users == (club.zoe.id,)
    version = await fight.version()
    await club.zoe.slash(club.thread, "hold")
    assert await fight.version() > version
    called = [text for text in club.texts(club.channel) if "It waits for you" in text]
    assert len(called) == 1, "the campaign's channel has the link to the battle that waits"
    assert f"<#{club.thread.id}>" in called[0]
    assert (await habits.show(club.store, player.id)).running == () or not _asked(
        await habits.show(club.store, player.id)
    )


def _asked(shown: habits.Habits) -> bool:
    return any(running.asked for running in shown.running)


async def test_the_gm_who_sets_up_a_battle_hears_who_keeps_others_waiting(club: World) -> None:
    fight = await battle_of(club)
    late = await fight.player()
    await club.gm.slash(club.channel, "gm policy", deadline_hours=2.0)
    await club.gm.slash(club.thread, "gm deadline", side=await fight.turn(), hours=-46.0)
    for _ in range(3):
        await club.passes(hours=4)
        if (await fight.player()).id != late.id:
            await (await fight.player()).slash(club.thread, "hold")
    await club.gm.slash(club.thread, "battle end")
    begun = said(await club.gm.slash(club.channel, "battle begin"))
    assert "May keep you waiting" in begun
    assert late.mention in begun


async def test_deadlines_are_shown_in_everybodys_own_time(club: World) -> None:
    fight = await battle_of(club)
    due = discord.utils.format_dt(club.store.clock.now() + timedelta(hours=48), "R")
    assert due in text_of(club.prompt())
    assert due in said(await club.zoe.slash(club.thread, "status"))
    assert due in said(await (await fight.player()).slash(club.thread, "now"))
    assert options(club.prompt(), "pick") is not None
    assert isinstance(fight, Fight)


async def test_a_leave_says_what_happens_meanwhile_and_the_table_reads_until_when(club: World) -> None:
    fight = await battle_of(club)
    player, other = await fight.player(), await fight.other()
    answer = await player.slash(club.thread, "clock away", until="10 days")
    assert "the battle pauses for the days that the campaign gives, then the staff plays" in said(answer)
    await club.passes(seconds=5)
    assert any("is on leave until" in text and "The battle waits up to 5 d" in text for text in club.texts())
    assert "is on leave until" in said(await other.slash(club.thread, "now"))
    assert "is on leave until" in said(await other.slash(club.thread, "status"))
    assert answer.response is not None
    changed = await player.select(answer.response, ["gm"], custom_id=ids_of(answer.response, "clock-meanwhile")[0])
    assert "in your place the GMs" in said(changed)
    await club.restart()
    assert "is on leave until" in said(await other.slash(club.thread, "status"))


async def test_a_battle_whose_other_side_is_silent_is_claimed_by_a_word(club: World) -> None:
    fight = await battle_of(club)
    other = await fight.other()
    await club.gm.slash(club.channel, "gm policy", claim_days=3, staff=False, deadline_hours=0.0)
    early = refused(await other.slash(club.thread, "battle end", claim=True))
    assert "has not been silent for 3 days yet" in early
    assert "You may claim in 3 days" in early
    await club.passes(days=3, minutes=1)
    await club.restart()
    assert "Claimed" in said(await other.slash(club.thread, "battle end", claim=True))
    assert "claimed after 3 silent days of the other side" in "\n".join(club.texts()).casefold()
