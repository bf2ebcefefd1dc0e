"""One sitting, one post: what one person does gathers in one message, the question moves along below it, and nobody is
mentioned who knows that it is his turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import discord
import pytest
from sqlmodel import col, delete, select

from bot.post import brief, posts
from bot.post.details import EVERYTHING
from bot.talk.ticket import read
from campaigns.battle import battles
from campaigns.battle.record.books import books_of
from campaigns.battle.telling import digest
from campaigns.battle.telling.telling import Line
from campaigns.database.store import Store
from campaigns.post import sittings
from campaigns.post.matter import Matter
from campaigns.tables.posts import OutboxPost, PostStatus
from rules.battle.orders.sealing import OrdersSealed
from rules.battle.orders.telling import tell_sealing
from rules.kernel.chance import Draw
from rules.seam.viewing import PUBLIC
from rules.telling.gathering import gather
from rules.telling.headline import headline
from rules.telling.told import Casualty, Gravity, Strike, TellingRole, Told, Upshot
from tests.bench import pace
from tests.bench.letterbox import Letterbox, undrawn
from tests.bot.opened import Fight, battle_of, in_turn
from tests.bot.test_pace import SHORT
from tests.bot.world import World, ids_of, text_of
from tests.clocks import ManualClock

HELD = "holds"


async def sole(club: World) -> Fight:
    """A battle in which the GM is asked for both sides: whatever he does is one sitting."""
    fight = await battle_of(club)
    for player in (club.ada, club.ivo):
        await player.slash(club.channel, "campaign leave")
    await hold(club)  # for a side whose player was asked a moment ago
    return fight


async def hold(club: World) -> None:
    await club.gm.slash(club.thread, "hold")


def said_by(view: discord.ui.LayoutView) -> list[str]:
    return [part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay)]


def told(message: discord.Message) -> int:
    return text_of(message).casefold().count(HELD)


def asking(club: World) -> list[discord.Message]:
    return [message for message in club.posts() if ids_of(message, "quick")]


async def test_a_sitting_is_one_message_with_the_question_below_it(club: World) -> None:
    await sole(club)
    before = len(club.posts())
    for _ in range(3):
        await hold(club)
    assert len(club.posts()) <= before + 1
    (last,) = asking(club)
    assert last.id == club.posts()[-1].id
    assert told(last) >= 3
    sent = [request.json for request in club.env.http_requests if request.path.endswith("/messages") and request.json]
    assert sent[-1]["allowed_mentions"].get("users", []) == []


async def test_what_somebody_else_has_written_below_it_ends_a_message(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    held = told(first)
    await club.zoe.send(club.thread, "Are you still at it?")
    await hold(club)
    (second,) = asking(club)
    assert second.id != first.id
    assert told(second) == 1
    (first,) = [message for message in club.posts() if message.id == first.id]
    assert (told(first), ids_of(first, "quick")) == (held, []), "it keeps its words and loses its question"


async def test_a_message_is_written_on_while_it_is_young(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    await club.passes(seconds=sittings.YOUNG.total_seconds() + 1)
    await hold(club)
    (second,) = asking(club)
    assert (second.id != first.id, told(second)) == (True, 1)


async def test_a_sitting_goes_on_in_its_message_after_a_restart(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    held = told(first)
    await club.restart()
    await hold(club)
    (second,) = asking(club)
    assert (second.id, told(second)) == (first.id, held + 1)


async def test_a_message_that_somebody_has_deleted_is_told_anew_as_a_whole(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    held = told(first)
    club.env.backend.delete_message(club.thread.id, first.id)
    await hold(club)
    (second,) = asking(club)
    assert (second.id != first.id, told(second)) == (True, held + 1)


async def test_that_it_was_deleted_is_noticed_whatever_stands_below_it(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    held = told(first)
    await club.zoe.send(club.thread, "Who took that away?")
    club.env.backend.delete_message(club.thread.id, first.id)
    await hold(club)
    (second,) = asking(club)
    assert told(second) == held + 1


async def test_a_change_that_fails_is_made_later_and_tells_everything_once(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    held = told(first)
    club.env.inject_error("PATCH", f"/channels/{club.thread.id}/messages/{first.id}", status=403, times=2)
    await hold(club)
    await hold(club)
    assert told(asking(club)[0]) == held
    await club.restart()
    await club.passes(minutes=5)
    (second,) = asking(club)
    assert (second.id, told(second)) == (first.id, held + 2)


async def test_who_has_just_acted_is_never_mentioned(club: World) -> None:
    fight = await battle_of(club)
    for _ in range(4):
        who, before = await fight.player(), len(club.env.http_requests)
        await who.slash(club.thread, "hold")
        sent = [request.json for request in club.env.http_requests[before:] if request.method == "POST"]
        pinged = [user for body in sent if body for user in (body.get("allowed_mentions") or {}).get("users", ())]
        then = await fight.player()
        assert [int(user) for user in pinged] == ([then.id] if then.id != who.id else [])


async def test_a_hand_over_is_one_new_message_with_the_story_the_question_and_the_mention(
    club: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = await battle_of(club)
    await in_turn(monkeypatch, fight)
    for _ in range(6):
        who, before = await fight.player(), club.posts()
        await who.slash(club.thread, "hold")
        then = await fight.player()
        if then.id != who.id:
            (fresh,) = club.posts()[len(before) :]
            assert (told(fresh), ids_of(fresh, "quick") != []) == (1, True)
            assert f"<@{then.id}>" in text_of(fresh)
            assert f"Answered by <@{who.id}>" in text_of(club.posts()[-2])
            return
    raise AssertionError("the turn never passed to the other side")


async def test_a_question_that_another_has_overtaken_before_it_was_sent_calls_nobody(club: World) -> None:
    """Two hand-overs while Discord is out of order: both stories arrive, and only the newest question, with its
    mention."""
    fight = await battle_of(club)
    place = f"/channels/{club.thread.id}/messages"
    club.env.inject_error("POST", place, status=500, times=None)
    club.env.inject_error("PATCH", f"{place}/*", status=500, times=None)
    before = len(club.posts())
    for _ in range(4):
        await (await fight.player()).slash(club.thread, "hold")
    club.env.backend.faults.clear()
    since = len(club.env.http_requests)
    await club.passes(minutes=2)
    sent = [r.json for r in club.env.http_requests[since:] if r.method == "POST" and r.path == place and r.json]
    pinged = [user for body in sent for user in body["allowed_mentions"].get("users") or ()]
    assert [int(user) for user in pinged] in ([], [(await fight.player()).id])
    assert sum(told(post) for post in club.posts()[before:]) == 4
    (asked,) = asking(club)
    assert asked.id == club.posts()[-1].id


# ── What the books hold ───────────────────────────────────────────────────────────────────────────────────────────


async def test_every_word_that_everybody_is_told_stands_in_the_posts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the sittings were: each action's telling is found in the messages, or behind the button of one that
    tells in brief, in order, once (without the digests, which are told of turns, not of actions)."""

    async def none(*_: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(digest, "of", none)
    clock = ManualClock(pace.START)
    store = Store(f"sqlite+aiosqlite:///{tmp_path}/told.db", clock, entropy=pace.repeated("told"))
    await store.open()
    box, drained = Letterbox(store), 0

    async def posted() -> None:
        """Posts are sent after some answers only, and the process dies in between."""
        nonlocal box, drained
        drained += 1
        if drained % 3:
            await box.pump.drain()
        if drained % 5 == 0:
            box.restart()

    with undrawn():
        await pace.fought(store, SHORT, "clicks", 0, posted)
        await box.pump.drain()
    (info,) = await battles.of_campaign(store, 1)
    report = await battles.report(store, info.id, 1, info.version, PUBLIC)
    await store.close()
    wanted = wanted_of(report.lines)
    known = set(wanted)
    standing = box.get_channel(pace.TABLE.thread).standing
    shown: list[str] = []
    for _, view in sorted(standing.items()):  # the last says how it has ended, too
        between = left_out_of(view)
        if any("Since then:" in text for text in said_by(view)):
            continue  # it goes when it is answered, and the next one tells it
        if between is None:
            texts = [part.content for part in view.walk_children() if isinstance(part, discord.ui.TextDisplay)]
            shown += [line for line in plain(texts) if line in known]
            continue
        told = [line for line in report.lines if between[0] <= (line.entry.told or 0) <= between[1]]
        behind = "\n".join(
            text for page in posts.details(*posts.by_action(told), everything=True) for text in page.texts
        )
        assert all(line in behind for line in wanted_of(told) if not line.startswith("-# "))
        shown += wanted_of(told)
    assert shown == wanted
    assert len(standing) < info.version


def wanted_of(lines: Sequence[Line]) -> list[str]:
    """The lines of a message that tells these entries in full."""
    pages = [page for run in posts.by_action(lines) for page in posts.compose((gather(run),), terse=True)]
    return plain([text for page in pages for text in page.texts])


def left_out_of(view: discord.ui.LayoutView) -> tuple[int, int] | None:
    """The first and the last of all that everybody is told, as a message counts what it tells of in brief."""
    pressed = (discord.ui.Button, discord.ui.DynamicItem)
    ids = [part.custom_id for part in view.walk_children() if isinstance(part, pressed)]
    tickets = [found for each in ids if each is not None and (found := read(each)) is not None]
    brief = [each for each in tickets if each.what == "details" and each.choice.endswith(EVERYTHING)]
    return (int(brief[0].choice.split(".")[0]), brief[0].mark) if brief else None


def plain(texts: Sequence[str]) -> list[str]:
    """Their lines, without what makes the first headline of a message larger than the others."""
    lines = [line for text in texts for line in text.splitlines()]
    return [line.removeprefix("### ").removeprefix("**").removesuffix("**") for line in lines]


@pytest.mark.parametrize(
    ("asked_before", "arrived", "asked", "by", "mentioned"),
    [
        (None, True, (1,), None, (1,)),
        ((1,), True, (1,), 1, ()),
        ((1,), True, (2,), 1, (2,)),
        ((1, 2), True, (2,), 1, ()),
        ((2,), True, (1, 2), 2, (1,)),
        ((2,), False, (2,), 1, (2,)),
    ],
)
async def test_mentioned_is_who_does_not_know_that_it_is_his_turn(
    club: World,
    asked_before: tuple[int, ...] | None,
    arrived: bool,
    asked: tuple[int, ...],
    by: int | None,
    mentioned: tuple[int, ...],
) -> None:
    """(asked before, has that arrived, asked now, by whose act) and who is mentioned."""
    fight = await battle_of(club)
    async with club.store.writing() as session:
        if asked_before is None:
            await session.exec(delete(OutboxPost).where(col(OutboxPost.kind) == "sitting"))
        else:
            row = (await session.exec(select(OutboxPost).where(OutboxPost.kind == "sitting"))).one()
            row.matter = Matter(topic="prompt", users=asked_before).model_dump_json()
            row.status = PostStatus.SENT if arrived else PostStatus.PENDING
    async with club.store.reading() as session:
        books = await books_of(session, (await fight.field()).info.campaign_id, fight.id)
    assert sittings.to_be_told(books.end, asked, by) == mentioned


# ── Long runs ─────────────────────────────────────────────────────────────────────────────────────────────────────


def shot(by: str, *fates: str) -> list[Told]:
    """An attack on the Mill cell, and what became of its men."""
    struck = Told(f"{by} fires", strike=Strike(by, "fires at", "Mill cell", len(fates)), about=by)
    fallen = (Casualty(f"Man {by} {n}", fate, "Mill cell") for n, fate in enumerate(fates))
    return [struck, *(Told("falls", role=TellingRole.FOLLOWS, casualties=(one,), important=True) for one in fallen)]


def summed_up(runs: Sequence[Sequence[Told]]) -> str:
    return headline([told for run in runs for told in gather(run)])


def test_a_long_run_is_summed_up_by_who_lost_whom() -> None:
    runs = [
        shot("1st Squad", "killed", "wounded", "killed"),
        shot("1st Squad", "killed"),
        shot("2nd Squad"),
        [Told("Poplar cell routs.", important=True)],
    ]
    # The same man, killed in two volleys, is one man.
    assert summed_up(runs) == "Mill cell loses 2 killed, 1 wounded; Poplar cell routs"


def test_those_who_lost_most_stand_first_and_a_fallen_leader_is_named() -> None:
    scratch = Casualty("Pvt Ito", "wounded", "2nd Squad")
    alone = Casualty("Ada Finch", "killed", grave=True)
    sergeant = Casualty("SGT Moss", "killed", "1st Squad", note="leader", grave=True, gravity=Gravity.LEADER)
    dead = Casualty("PFC Bell", "killed", "1st Squad", grave=True)
    spared = Casualty("PFC Ray", "unhurt", "1st Squad", unhurt=True)
    runs = [
        [Told("Mill cell fires", strike=Strike("Mill cell", "fires at", one.body or one.who, 1), casualties=(one,))]
        for one in (scratch, spared, alone, sergeant, dead)
    ]
    summed = summed_up(runs)
    assert summed == (
        "1st Squad loses 2 killed, SGT Moss (leader) among them; Ada Finch is killed; 2nd Squad loses 1 wounded"
    )
    assert "Mill cell" not in summed, "whoever struck lost nobody"


def test_those_who_fall_to_what_is_no_strike_are_counted_too() -> None:
    fallen = (Casualty("a man", "hit", "2 Section"), Casualty("Lt Rose", "hit", "2 Section", gravity=Gravity.COMMANDER))
    fire = Told("East section fires at 2 Section: 2 men fall", casualties=fallen, important=True)
    runs = [[fire], *([Told(f"{n} moves")] for n in range(4))]
    assert summed_up(runs) == "2 Section loses 2 men, Lt Rose among them"


def test_what_says_itself_and_a_run_in_which_nobody_came_to_harm_are_not() -> None:
    assert summed_up([shot("1st Squad", "killed")]) == "", "its own first line is that the Mill cell has 1 killed"
    assert summed_up([[Told(f"{n} moves")] for n in range(9)]) == ""


def test_what_stands_first_anyway_is_not_said_twice() -> None:
    opened = [Told("Mill road: Army against Cells", important=True)]
    assert summed_up([opened, *([Told(f"{n} is there")] for n in range(9))]) == ""


def test_a_sum_stays_short() -> None:
    """Two clauses of 68 characters and what joins them are 138, three are too many."""
    charges = [[Told(f"{n}{'x' * 60} charges", important=True)] for n in range(5)]
    summed = summed_up(charges)
    assert len(summed.split("; ")) == 3
    assert summed.endswith("; and 3 more")


def test_the_gravest_stands_first_whatever_came_first() -> None:
    """Losses before what was decided, a commander before a leader, he before a vehicle, that before men."""
    men = Told("East fires at West: 1 man falls", casualties=(Casualty("a man", "hit", "West"),), important=True)
    tank = Told("It burns", important=True, upshots=(Upshot("Sherman 1", "is destroyed", Gravity.VEHICLE),))
    sergeant = Casualty("Sergeant Hale", "hit", "2 Section", gravity=Gravity.LEADER)
    leader = Told("West fires at 2 Section: 1 man falls", casualties=(sergeant,), important=True)
    chief = Told("It hits", important=True, upshots=(Upshot("7 Platoon", "loses its commander", Gravity.COMMANDER),))
    ran = Told("They run", important=True, upshots=(Upshot("North", "runs in panic", Gravity.ROUT, "run in panic"),))
    fled = replace(ran, upshots=(Upshot("South", "runs in panic", Gravity.ROUT, "run in panic"),))
    ground = Told("Taken", upshots=(Upshot("South", "takes possession of the mill", Gravity.GROUND),))
    assert headline([ran, ground, men, fled, tank, leader, chief]) == (
        "7 Platoon loses its commander; 2 Section loses Sergeant Hale; Sherman 1 is destroyed; West loses 1 man; "
        "South takes possession of the mill; and 2 more"
    )


def test_two_men_whom_nobody_may_name_are_two() -> None:
    fire = Told("They fire", casualties=(Casualty("a man", "hit", "West"),) * 2, important=True)
    assert headline([Told("A moves"), fire]) == "West loses 2 men"


def test_bases_of_one_unit_are_added_up_and_not_counted_where_it_is_gone() -> None:
    lost = Told("It loses a base", upshots=(Upshot("Volunteers", "loses", Gravity.MEN, count=1, thing="base"),))
    gone = Told("It is gone", upshots=(Upshot("Volunteers", "is destroyed", Gravity.UNIT),))
    assert headline([lost, lost]) == "Volunteers loses 2 bases"
    assert headline([lost, gone]) == "Volunteers is destroyed"


def test_all_that_is_said_of_one_body_is_one_clause_that_names_it_once() -> None:
    """What comes later overtakes: a charge that was fought, a rout that ends off the table."""
    begun = Told("Reds charge", important=True, upshots=(Upshot("Reds", "charge Whites", Gravity.BEGUN, about="c"),))
    back = Told("Whites back", upshots=(Upshot("2nd Company", "is thrown back by Reds", Gravity.BEATEN, about="c"),))
    bases = Told("It loses a base", upshots=(Upshot("2nd Company", "loses", Gravity.MEN, count=1, thing="base"),))
    ran = Told("It runs", important=True, upshots=(Upshot("2nd Company", "routs", Gravity.ROUT, several="rout"),))
    off = Told("It is off", important=True, upshots=(Upshot("2nd Company", "runs off the table", Gravity.ROUT),))
    captain = Casualty("Captain Orlov", "a casualty", "2nd Company", "commander", gravity=Gravity.LEADER)
    fell = Told("Captain Orlov falls", casualties=(captain,), important=True)
    gone = Told("It is gone", upshots=(Upshot("2nd Company", "is destroyed", Gravity.UNIT),))
    assert headline([Told("A moves"), begun]) == "Reds charge Whites"
    assert headline([begun, back]) == "2nd Company is thrown back by Reds"
    assert headline([begun, back, bases, ran]) == "2nd Company loses 1 base, is thrown back by Reds and routs"
    assert headline([ran, off]) == "2nd Company runs off the table"
    assert headline([bases, fell]) == "2nd Company loses Captain Orlov (commander) and 1 base"
    assert headline([back, ran, gone]) == "2nd Company is destroyed"


def test_two_whom_the_reader_does_not_see_stay_two() -> None:
    unseen = Told("It runs", important=True, upshots=(Upshot("An unseen enemy", "runs off the table", Gravity.ROUT),))
    other = Told("It is gone", upshots=(Upshot("An unseen enemy", "is destroyed", Gravity.UNIT),))
    assert headline([unseen, other]).count("An unseen enemy") == 2


def test_a_detail_belongs_to_what_was_done_whatever_the_scenario_said_meanwhile() -> None:
    story = Told("The lamps go out", story=True)
    done, ordered = Told("1st Squad moves"), Told("By orders", role=TellingRole.DETAIL)
    assert [told.headline for told in gather([done, story, ordered])] == ["1st Squad moves", "The lamps go out"]
    card = Told("K♥: Able", role=TellingRole.FRAME)
    assert [told.headline for told in gather([card, ordered])] == ["K♥: Able"]


def moved(unit: str) -> list[Told]:
    return [Told(f"{unit} moves {'far ' * 20}", details=("3D6: 1, 2, 3",))]


def routed(unit: str) -> list[Told]:
    return [Told(f"{unit} routs {'far ' * 20}", details=("3D6: 1, 2, 3",), important=True)]


def texts_of(telling: brief.Telling) -> str:
    return "\n".join(text for page in telling.pages for text in page.texts)


def test_what_fits_is_told_whole() -> None:
    telling = brief.tell([moved("Mill cell"), shot("1st Squad", "killed")])
    assert (telling.whole, "Mill cell moves" in texts_of(telling)) == (True, True)


def test_numbers_stand_behind_the_button() -> None:
    """Of a mere move as of whoever ran: a post says what came of them."""
    ran = Told("Poplar cell routs", details=("Major check: 14",), important=True)
    telling = brief.tell([moved("Mill cell"), [ran]])
    assert "3D6: 1, 2, 3" not in texts_of(telling)
    assert "Major check" not in texts_of(telling)
    assert telling.pages[-1].more


def test_a_long_run_leaves_its_numbers_to_the_details() -> None:
    """Thirteen routs of some 114 characters with their dice are more than a message takes, of 98 without them not."""
    telling = brief.tell([routed(f"Cell {n:02}") for n in range(13)])
    assert (telling.whole, telling.told > brief.PHONE, len(telling.pages)) == (False, True, 1)
    assert [f"Cell {n:02} routs" in texts_of(telling) for n in range(13)] == [True] * 13
    assert "3D6" not in texts_of(telling)
    assert telling.pages[-1].more


def test_a_long_run_leaves_its_cards_to_the_details_too() -> None:
    """One rout shows the card on which it came; of thirteen none is shown below what is said of them."""
    drew = [replace(told, draws=(Draw("KH", "morale", 1, 0, among=("KH", "2S")),)) for told in routed("Cell")]
    assert [str(card) for page in brief.tell([drew]).pages for card in page.cards] == ["KH"]
    many = brief.tell([[replace(told, headline=f"{n} {told.headline}") for told in drew] for n in range(16)])
    assert not many.whole
    assert [card for page in many.pages for card in page.cards] == []


def test_a_very_long_run_tells_what_was_grave_and_how_much_it_leaves_out() -> None:
    ended = [Told("Turn 1 in short", ("Mill: killed Man A 0",), role=TellingRole.SUM)]
    story = [Told("The bridge is blown", story=True)]
    runs = [*(moved(f"Cell {n:02}") for n in range(30)), shot("1st Squad", "killed"), shot("2nd Squad"), ended, story]
    telling = brief.tell(runs)
    said = texts_of(telling)
    assert "1st Squad fires at Mill cell" in said
    assert "Turn 1 in short" in said
    assert "The bridge is blown" in said
    assert "Cell 00" not in said
    assert "Also: 2nd Squad fires at Mill cell: miss." in said
    assert "… and 30 lesser things: see Details" in said, "thirty moves"


def test_of_turns_that_are_over_the_longest_runs_tell_the_sums() -> None:
    """What happened since the last of them is told all the same."""
    turns = [run for n in range(30) for run in (shot(f"Squad {n:02}", "killed", "killed"), [])]
    ended = [Told("Turn 1 in short", ("Mill: 60 killed",), role=TellingRole.SUM)]
    said = texts_of(brief.tell([*turns, ended, shot("Last Squad", "killed")]))
    assert "Mill: 60 killed" in said
    assert "Squad 29 fires" not in said
    assert "Last Squad fires at Mill cell" in said


def test_where_nothing_grave_has_happened_that_is_said() -> None:
    said = texts_of(brief.tell([moved(f"Cell {n:02}") for n in range(60)]))
    assert said == "### Nobody is seen to come to harm\n-# … and 60 lesser things: see Details"


def test_a_day_is_never_young() -> None:
    assert timedelta(hours=1) > sittings.YOUNG, "older messages may be changed now and then only"


def test_a_seal_stands_behind_the_button_alone() -> None:
    sealed = tell_sealing(OrdersSealed(side="army", envelope="turn 2", sides=("army",), seal="ab" * 32), str)
    assert sealed is not None
    assert "ab" * 32 not in texts_of(brief.tell([[sealed]]))
    (behind,) = posts.details([sealed])
    assert f"seal {'ab' * 32}" in behind.texts[0]
    assert brief.tell([[sealed]]).pages == (), "the line in the question says it"
    assert brief.tell([[sealed], [Told("Cell 4 routs", important=True)]]).pages[0].more


async def test_a_post_of_its_own_between_two_messages_leaves_no_question_open(club: World) -> None:
    await sole(club)
    await hold(club)
    (first,) = asking(club)
    await club.gm.slash(club.thread, "gm pause")
    await club.gm.slash(club.thread, "gm resume")
    await club.zoe.send(club.thread, "What was that?")
    await hold(club)
    (second,) = asking(club)
    assert second.id != first.id
