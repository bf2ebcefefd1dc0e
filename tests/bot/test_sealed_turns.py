"""Several turns under one seal through the bot: by the letter and by commands, over a restart, opened in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from campaigns.battle import battles
from campaigns.battle.letters import letter
from rules.battle.orders.ahead import SealAhead
from tests.bot.world import World, ids_of, labels, options, refused, said, text_of, world


@asynccontextmanager
async def street(folder: Path) -> AsyncIterator[World]:
    async with world(folder) as made:
        await made.gm.slash(made.channel, "campaign create", name="The street", rules="five56mm")
        await made.gm.slash(made.channel, "gm house-rule", rule="sealed-orders", choice="on")
        await made.ada.slash(made.channel, "campaign join", side="black", unit="rangers")
        await made.ivo.slash(made.channel, "campaign join", side="red", unit="militia")
        await made.gm.slash(made.channel, "battle begin")
        yield made


async def field(made: World) -> Any:
    return await battles.load(made.store, 1)


async def asked(made: World) -> list[str]:
    return [ask.side for ask in (await field(made)).prompt.asks]


async def test_three_turns_by_two_seals_and_nobody_is_asked_in_between(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        for who in (made.ada, made.ivo):
            await who.slash(made.thread, "give-orders", first="hold", lasts="3 turns")
            ahead = await who.slash(made.thread, "seal-ahead", turns=3)
            assert "Your next seal is for turns 1 to 3" in said(ahead)
        posts = len(made.posts())
        await made.ada.slash(made.thread, "seal-orders")
        await made.restart()
        panel = await made.ada.slash(made.thread, "orders")
        assert "🔏 **Sealed for turns 1 to 3**" in said(panel)
        assert labels(panel.response)[:2] == ["Take back", "Break the seal"]
        assert "for turns" not in said(await made.ivo.slash(made.thread, "now"))
        await made.ivo.slash(made.thread, "seal-orders")
        assert ((await field(made)).state.battle.turn, await asked(made)) == (4, ["black", "red"])
        heard = "\n".join(made.texts()[posts:])
        assert "for turns" not in heard, "nobody else learns for how long"
        assert "has sealed its orders for turn 2" not in heard, "the later seals stand in Details alone"
        assert "**Black** open · **Red** open" in text_of(made.prompt())
        await made.agrees(1)


async def test_a_letter_holds_several_turns_by_a_select_and_is_taken_back(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        panel = await made.ada.slash(made.thread, "orders")
        written = await made.ada.click(panel.response, custom_id=ids_of(panel.response, "letter-plan")[0])
        long = options(written.response, "letter-horizon")
        assert "3 turns under one seal" in long.values()
        chosen = await made.ada.select(
            written.response, ["3 turns under one seal"], custom_id=ids_of(written.response, "letter-horizon")[0]
        )
        assert "The letter lasts: 3 turns under one seal" in said(chosen)
        loaded = await field(made)
        lines = (await letter.written_by(made.store, loaded.rules, 1, "black", made.ada.id)).letter.lines
        assert {line.model_dump()["lasts"] for line in lines if hasattr(line, "lasts")} == {"3 turns"}
        assert [line for line in lines if isinstance(line, SealAhead)] == [SealAhead(turns=3)]

        # Another length of the lines alone takes the seal ahead out of the letter, and back in.
        alone = await made.ada.select(
            chosen.response, ["2 turns"], custom_id=ids_of(chosen.response, "letter-horizon")[0]
        )
        lines = (await letter.written_by(made.store, loaded.rules, 1, "black", made.ada.id)).letter.lines
        assert not [line for line in lines if isinstance(line, SealAhead)]
        again = await made.ada.select(
            alone.response, ["5 turns under one seal"], custom_id=ids_of(alone.response, "letter-horizon")[0]
        )
        sent = await made.ada.click(again.response, custom_id=ids_of(again.response, "letter-send")[0])
        assert "🔏 **Sealed for turns 1 to 5**" in said(sent)
        assert "are sealed" in refused(await made.ada.slash(made.thread, "seal-ahead", turns=2))
        back = await made.ada.click(sent.response, custom_id=ids_of(sent.response, "orders-unseal")[0])
        assert "✔ **Taken back**" in said(back)
        assert "Sealed for turns" not in said(back)
        assert labels(back.response)[0] == "Break the seal", "the seal of this turn stands"
        assert await asked(made) == ["red"]
        await made.ivo.slash(made.thread, "seal-ahead", turns=2)
        await made.ivo.slash(made.thread, "give-orders", first="hold", lasts="2 turns")
        await made.ivo.slash(made.thread, "seal-orders")
        assert ((await field(made)).state.battle.turn, await asked(made)) == (2, ["black"])
        await made.restart()
        assert await asked(made) == ["black"]
        await made.agrees(1)


async def test_what_cannot_be_sealed_ahead_is_refused_with_its_reason(tmp_path: Path) -> None:
    """A length of none, an end that never comes, and a seal where nobody seals."""
    async with street(tmp_path) as made:
        for given, why in (
            ({"turns": 1, "until": "turn 3"}, "ends with it"),
            ({"until": "Atlantis is reached"}, "never reached"),
            ({"turns": 2, "until": "turn 9"}, "before turn 9"),
        ):
            assert why in refused(await made.ada.slash(made.thread, "seal-ahead", **given))
        assert (await field(made)).state.battle.sealed_turns == ()


async def test_a_seal_changes_the_question_where_it_stands_below_what_was_told(tmp_path: Path) -> None:
    """No message of its own: what the turn before came to, and its map, stay above the question."""
    async with street(tmp_path) as made:
        for who in (made.ada, made.ivo):
            await who.slash(made.thread, "give-orders", first="hold", lasts="3 turns")
            await who.slash(made.thread, "seal-orders")
        before, question = [post.id for post in made.posts()], made.prompt()
        assert "Turn 1 in short" in text_of(question)
        assert "**Black** open · **Red** open" in text_of(question)
        await made.ada.slash(made.thread, "seal-orders")
        await made.restart()
        changed = made.prompt()
        assert ([post.id for post in made.posts()], changed.id) == (before, question.id)
        assert "**Black** sealed · **Red** open" in text_of(changed)
        assert "Turn 1 in short" in text_of(changed)
        assert len(changed.attachments) == len(question.attachments)
        await made.ivo.slash(made.thread, "seal-orders")
        assert sum("Turn 1 in short" in text for text in made.texts()) == 1, "it is told once"
        assert "Turn 2 in short" in text_of(made.prompt())
