"""What could be said together is one message, and nobody is told what they have just said themselves."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import discord
from discord import ui

from bot.post import fitting
from bot.sending.outbox_pump import Message
from bot.talk.people import pinged
from campaigns.battle.record.journal import Entry
from campaigns.battle.telling.telling import Line, is_news, untold
from campaigns.tables.battles import EntryKind
from rules.kernel.action import Actor
from rules.telling.gathering import gather
from rules.telling.told import Told
from tests.bot.opened import battle_of
from tests.bot.test_side_threads import PLACE, allow, everywhere_but, quiet, read
from tests.bot.world import World, said, text_of

BEGUN = "The battle has begun"


async def test_the_first_question_says_that_the_battle_has_begun_with_which_dice(club: World) -> None:
    fight = await battle_of(club, anew=True)
    digest = (await fight.field()).info.key_digest
    saying = [text for text in club.texts() if BEGUN in text]
    assert saying == [text_of(club.prompt())], "one message, and it asks"
    assert f"SHA-256 of its key: `{digest}`" in saying[0]

    await club.restart()
    await fight.until("army")
    await fight.until("insurgents")
    (kept,) = (text for text in club.texts() if BEGUN in text)
    assert digest in kept, "it stays when the question is answered"


async def test_what_is_not_grave_waits_until_the_side_is_asked(club: World) -> None:
    """Nothing is lost by a restart in between, and it calls nobody."""
    allow(club)
    fight = await battle_of(club)
    await fight.until("insurgents")
    unit = next(squad.id for squad in (await fight.field()).state.squads if squad.side == "army")
    dug = await club.ada.slash(club.thread, "dig", unit=unit, where=PLACE, depth="shallow")
    assert PLACE in said(dug), "whoever digs reads it in the answer"
    await quiet(club)
    assert PLACE not in everywhere_but(club)

    await club.restart()
    await fight.until("army")
    await quiet(club)
    assert read(club, "army").count(PLACE) == 1


def line(user: int | None) -> Line:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    by = Actor.player("army")
    return Line(Entry(1, 1, EntryKind.ACTION, by, user, None, at, "1", "{}", (), ()), ())


def test_whoever_plays_alone_is_not_told_what_they_have_said_themselves() -> None:
    """A fellow is, and so is everybody what the staff has said for them."""
    order = Told("Orders 1: Able: hold", own_word=True, audience=("army",))
    seen = Told("Able spots Mill cell", audience=("army",))
    assert untold(line(2), (order, seen), 2) == (seen,)
    assert not is_news(untold(line(2), (order,), 2))
    assert untold(line(2), (order,), None) == (order,), "several play the side"
    assert untold(line(None), (order,), 2) == (order,), "somebody else has said it"


def test_what_is_told_together_is_their_own_word_where_all_of_it_is() -> None:
    order = Told("Orders 1: Able: hold", own_word=True)
    assert [told.own_word for told in gather([order])] == [True]
    assert [told.own_word for told in gather([replace(order, own_word=False)])] == [False]


def message(*, texts: int, length: int = 10) -> Message:
    view, frame = ui.LayoutView(timeout=None), ui.Container[ui.LayoutView]()
    for number in range(texts):
        if number:
            frame.add_item(ui.Separator(visible=False))
        frame.add_item(ui.TextDisplay("x" * length))
    view.add_item(frame)
    return Message(view)


def test_a_question_stands_below_what_is_told_where_closing_up_makes_room() -> None:
    """Of Discord's 40 components: twelve texts in a frame with the gaps between them are 24, without them 13."""
    question = message(texts=9)  # 18 in all: a frame, nine texts and eight gaps
    question.mentions = pinged([7])
    joined = fitting.below(message(texts=12), question)
    assert joined is not None
    assert sum(1 for _ in joined.view.walk_children()) == 13 + 18
    assert joined.mentions is question.mentions
    assert fitting.below(message(texts=3, length=1300), message(texts=1)) is None, (
        "3,900 characters are too many already"
    )


def test_a_file_goes_with_the_message_below() -> None:
    end = message(texts=1)
    end.files = [discord.File(__file__, "map.png")]
    joined = fitting.below(message(texts=1), end)
    assert joined is not None
    assert [file.filename for file in joined.files] == ["map.png"]
