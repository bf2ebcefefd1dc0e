"""Who comes back is told what he has missed, as his side may know it, and what is asked of him."""

from __future__ import annotations

import re

from bot.post import catching_up
from campaigns.battle import battles
from campaigns.battle.telling import looks
from campaigns.campaign import deleting, privacy
from tests.bot.opened import Fight, battle_of
from tests.bot.world import World, ids_of, labels, said, text_of


async def ada_fires(club: World, fight: Fight) -> None:
    await fight.until("army")
    state = (await fight.field()).state
    unit = next(squad.id for squad in state.squads if squad.side == "army" and not squad.fired)
    target = next(squad.id for squad in state.squads if squad.side == "insurgents")
    answer = await club.ada.slash(club.thread, "fire", unit=unit, target=target)
    assert "✔" in said(answer), said(answer)


async def test_it_tells_what_has_happened_since_the_last_look_with_its_posts(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await club.ivo.slash(club.thread, "catchup")
    await club.passes(hours=5)
    await ada_fires(club, fight)

    answer = await club.ivo.click(club.prompt(), custom_id=ids_of(club.prompt(), "catch-up")[0])

    words = said(answer)
    assert re.search(r"fires at .*\[↗\]\(https://discord.com/channels/\d+/\d+/\d+\)", words), words
    link = re.search(r"channels/(\d+)/(\d+)/(\d+)", words)
    assert link is not None
    post = next(post for post in club.posts() if post.id == int(link[3]))
    assert (int(link[1]), int(link[2])) == (club.guild.id, club.thread.id)
    assert "fires at" in text_of(post)
    assert answer.response is not None
    assert answer.response.ephemeral


async def test_a_second_time_it_says_that_nothing_is_new_and_tells_the_sitting_again(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await club.ivo.slash(club.thread, "catchup")
    await club.passes(hours=5)
    await ada_fires(club, fight)

    first = said(await club.ivo.slash(club.thread, "catchup"))
    again = said(await club.ivo.slash(club.thread, "catchup"))

    assert "Nothing is new" not in first
    assert "Nothing is new since your last look" in again
    assert "fires at" in again


async def test_looks_are_kept_for_each_person_and_never_go_back(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    store, who, version = club.store, club.ada.id, await fight.version()
    assert (await looks.since(store, fight.id, who, version)).at is None
    await looks.look(store, fight.id, who, 3)
    await looks.look(store, fight.id, who, 2)
    assert await looks.since(store, fight.id, who, 3) == looks.Since(0, store.clock.now(), again=True)
    await club.passes(hours=1)
    await looks.look(store, fight.id, who, 5)
    await looks.look(store, fight.id, who, 6)
    found = await looks.since(store, fight.id, who, 6)
    assert (found.seq, found.again) == (3, True)
    assert (await looks.since(store, fight.id, who, 9)).seq == 6
    assert (await looks.since(store, fight.id, club.ivo.id, 9)).at is None


async def test_secret_news_is_in_its_own_sides_only_and_both_maps_are_shown(club: World) -> None:
    fight = await battle_of(club, army=("squad", "ghost"))
    await club.ada.slash(club.thread, "catchup")
    await club.ivo.slash(club.thread, "catchup")
    await fight.until("army")
    state = (await fight.field()).state
    unit = next(squad for squad in state.squads if squad.side == "army" and not squad.fired)
    await club.ada.slash(club.thread, "dig", unit=unit.id, where="secret hollow", depth="deep")

    own = said(await club.ada.slash(club.thread, "catchup"))
    other = await club.ivo.slash(club.thread, "catchup")
    nobody = said(await club.zoe.slash(club.thread, "catchup"))

    assert "📨" in own
    assert "secret hollow" in own
    assert "secret hollow" not in said(other)
    assert "secret hollow" not in nobody
    assert other.response is not None
    assert [each.filename for each in other.response.attachments][-1] == "now.png"


async def test_it_says_what_is_asked_and_until_when(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    who, other = await fight.player(), await fight.other()

    asked = await who.slash(club.thread, "catchup")
    waits = await other.slash(club.thread, "catchup")

    assert "You are asked now" in said(asked)
    assert re.search(r"until <t:\d+>", said(asked))
    assert asked.response is not None
    assert "My orders" in labels(asked.response)
    assert "Nothing is asked of you" in said(waits)


async def test_now_lists_all_my_battles_the_oldest_question_first_and_in_private_too(club: World) -> None:
    await battle_of(club, army=("squad", "squad"))
    await club.passes(hours=2)
    second = club.guild.create_text_channel("second")
    await club.gm.slash(second, "campaign create", name="Kosovo 1999")
    await club.ada.slash(second, "campaign join", side="army", unit="squad")
    await club.ivo.slash(second, "campaign join", side="insurgents", unit="cell")
    await club.gm.slash(second, "battle begin")

    listed = await club.ada.slash(club.channel, "now")
    words = said(listed)
    assert listed.response is not None
    ways = [label for label in labels(listed.response) if label.startswith(("My orders", "Look"))]
    assert len(set(ways)) == len(ways) == 2, "two buttons with one label: both battles are the first of their campaigns"
    assert "2 battles go on" in words
    assert "Bosnia 1993" in words
    assert "Kosovo 1999" in words
    assert words.count("[↗ to the question]") == 2
    turns = re.findall(r"It is your turn|battle waits for", words)
    assert turns == sorted(turns)
    private = said(await club.ada.user.slash("now"))
    assert "2 battles go on" in private
    assert (private.count("asked <t:"), private.count("until <t:")) == (2, 2)
    await club.gm.slash(second, "gm pause")
    paused = said(await club.ada.user.slash("now"))
    assert (paused.count("asked <t:"), paused.count("until <t:")) == (2, 1)
    assert "No battle of yours" in said(await club.zoe.user.slash("now"))


async def test_what_is_kept_of_looks_is_shown_and_forgotten_and_goes_with_the_campaign(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await club.ada.slash(club.thread, "catchup")
    assert "up to where you have seen it" in said(await club.ada.slash(club.channel, "privacy show"))
    await privacy.forget(club.store, club.ada.id)
    assert (await looks.since(club.store, fight.id, club.ada.id, 9)).at is None
    await club.ivo.slash(club.thread, "catchup")
    await battles.end(club.store, fight.id, club.gm.id, winner=None, reason="")
    await deleting.delete_campaign(club.store, 1, club.gm.id, "Bosnia 1993")
    assert (await looks.since(club.store, fight.id, club.ivo.id, 9)).at is None


async def test_now_does_not_count_as_having_looked(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await club.ivo.slash(club.thread, "catchup")
    await club.passes(hours=5)
    await ada_fires(club, fight)
    await club.ivo.slash(club.thread, "now")
    words = said(await club.ivo.slash(club.thread, "catchup"))
    assert "Nothing is new" not in words
    assert "fires at" in words


async def test_who_has_never_looked_reads_a_summary_of_what_the_battle_has_cost(club: World) -> None:
    """Against the table as it was at the beginning; before, there was none to compare with."""
    fight = await battle_of(club, army=("squad", "squad"))
    for _ in range(5):
        await ada_fires(club, fight)
    words = said(await club.zoe.slash(club.thread, "catchup"))
    assert "From the beginning" in words
    told = [line for line in words.splitlines() if " → " in line or "no longer" in line.casefold()]
    assert told, words


async def test_a_finished_battles_result_stands_first(club: World) -> None:
    fight = await battle_of(club, army=("squad", "squad"))
    await battles.end(club.store, fight.id, club.gm.id, winner="army", reason="They ran")
    words = said(await club.ivo.slash(club.thread, "catchup"))
    assert words.startswith("## 🏁 Army has won"), words[:200]
    assert "They ran" in words.splitlines()[0]


def test_a_long_absence_leaves_room_for_what_is_asked() -> None:
    """3,600 characters in all, of any text 1,800. 900 are asked: 2,700 are left for the others, 300 and 1,800 for the
    first two, and 600 of the 1,700 of the third; for a fourth there is no room, and an empty text is no text."""
    head, short, events, more, asked = "h" * 300, "s" * 2000, "e" * 1700, "m" * 50, "a" * 900
    found = catching_up.fitting([head, short, events, more, asked])
    assert found == [head, "s" * 1799 + "…", "e" * 599 + "…", asked]
    assert sum(map(len, found)) == 3600
    assert catching_up.fitting([head, asked]) == [head, asked]
    assert catching_up.fitting(["a" * 5000]) == ["a" * 1799 + "…"]
