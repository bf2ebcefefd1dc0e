"""Two players on a side of Infantry Action by post: each seals his own orders, and the battle waits for the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from simcord import MemberActor

from campaigns.battle import battles
from campaigns.clocks import waits
from rules.infantry_action.state import PeriodStep
from tests.bot.world import World, ids_of, labels, refused, said, text_of, world


class Pings:
    """Who is called by the posts of the battle's thread."""

    def __init__(self, front: World) -> None:
        self.front, self.seen = front, len(front.env.http_requests)

    def since(self) -> list[int]:
        """Everybody who has been called since this was asked last, as often as he was."""
        requests = self.front.env.http_requests[self.seen :]
        self.seen = len(self.front.env.http_requests)
        place = f"/channels/{self.front.thread.id}/messages"
        bodies: list[Any] = [each.json for each in requests if each.method == "POST" and each.path.endswith(place)]
        return [int(user) for body in bodies for user in body["allowed_mentions"].get("users", ())]


async def begun(front: World) -> None:
    """Ada and Zoe have a section each and attack; Ivo defends. An answer is due within a day."""
    await front.gm.slash(front.channel, "campaign create", name="Hedgerows", rules="infantry-action")
    await front.gm.slash(front.channel, "gm policy", deadline_hours=24.0, reminder_hours=6.0)
    for who, side, unit, name in (
        (front.ada, "attacker", "gb44-section", "1 Section"),
        (front.zoe, "attacker", "gb44-section", "2 Section"),
        (front.ivo, "defender", "de44-gruppe", "1. Gruppe"),
    ):
        await who.slash(front.channel, "campaign join", side=side, unit=unit, unit_name=name)
    await front.gm.slash(front.channel, "battle begin")


async def asked(front: World) -> dict[str, list[int]]:
    return {one.side: list(one.users) for one in await waits.standing(front.store, 1)}


def mentions(front: World, who: MemberActor) -> bool:
    """Whether the prompt names him."""
    return f"<@{who.id}>" in text_of(front.prompt())


async def test_one_seals_the_other_is_waited_for_and_the_deadline_seals_what_is_missing(tmp_path: Path) -> None:
    async with world(tmp_path) as front:
        await begun(front)
        ada, zoe, ivo = front.ada, front.zoe, front.ivo
        assert await asked(front) == {"attacker": [ada.id, zoe.id], "defender": [ivo.id]}
        pings = Pings(front)
        posts = len(front.posts())

        # Ada writes and seals. The prompt waits for Zoe, and names her alone of the side; nobody is called anew.
        shown = text_of(front.prompt())
        assert "🔏 **First Army** open · **Second Army** open" in shown
        await ada.slash(front.thread, "ia order", unit="1 Section", pace="halt", posture="prone")
        prompt = front.prompt()
        assert text_of(prompt) == shown, "nobody sees that a side has begun to write"
        seal = dict(zip(_answers(prompt), ids_of(prompt, "quick"), strict=True))["First Army: Seal your orders"]
        done = await ada.click(prompt, custom_id=seal)
        assert "✔ **Seal your orders**" in said(done)
        assert f"That was for your own units; waiting for <@{zoe.id}>" in said(done)
        assert f"Your orders are sealed; waiting for <@{zoe.id}>" in said(done)
        assert done.response is not None
        assert labels(done.response) == ["Orders …"]
        assert await asked(front) == {"attacker": [zoe.id], "defender": [ivo.id]}
        assert mentions(front, zoe)
        assert mentions(front, ivo)
        assert not mentions(front, ada)
        assert "then: seal your orders" in text_of(front.prompt())
        assert "🔏 **First Army** sealed in part · **Second Army** open" in text_of(front.prompt())
        assert "has sealed" not in "\n".join(front.texts())
        assert (len(front.posts()) - posts, pings.since()) == (0, [])

        # The process dies in between.
        await front.restart()
        assert await asked(front) == {"attacker": [zoe.id], "defender": [ivo.id]}
        assert "waiting for" in said(await ada.slash(front.thread, "now"))
        assert "It is your turn" not in said(await ada.slash(front.channel, "now"))
        assert "waiting for" not in said(await zoe.slash(front.thread, "now"))

        # Ada thinks again: her seal is her own to break, and until then her section takes no orders.
        told = refused(await ada.slash(front.thread, "ia order", unit="1 Section", pace="walk", to="north 30"))
        assert "Orders of these units are sealed" in told
        panel = await ada.slash(front.thread, "orders")
        assert panel.response is not None
        assert "Yours are sealed. 🔏 Still to seal: First Army and Second Army; of your side 2 Section." in said(panel)
        assert labels(panel.response) == ["Break the seal", "Seal for all of the side"]
        broken = await ada.click(panel.response, custom_id=ids_of(panel.response, "orders-unseal")[0])
        assert "✔ **Seal broken**" in said(broken)
        assert "waiting for" not in said(broken)
        assert await asked(front) == {"attacker": [ada.id, zoe.id], "defender": [ivo.id]}
        await ada.slash(front.thread, "ia order", unit="1 Section", pace="halt")
        again = await ada.slash(front.thread, "ia orders seal-orders")
        assert f"waiting for <@{zoe.id}>" in said(again)
        # The one line of the prompt is changed, where it stands.
        assert "🔏 **First Army** sealed in part · **Second Army** open" in text_of(front.prompt())
        assert (len(front.posts()) - posts, pings.since()) == (0, [])

        # Zoe seals, then the other side: everything is carried out at once.
        await zoe.slash(front.thread, "ia order", unit="2 Section", pace="halt", posture="prone")
        rest = await zoe.slash(front.thread, "ia orders seal-orders")
        assert "waiting for" not in said(rest)
        assert await asked(front) == {"defender": [ivo.id]}
        told = refused(await ada.slash(front.thread, "ia orders seal-orders"))
        assert "sealed already" in told
        assert (len(front.posts()) - posts, pings.since()) == (0, [])
        assert "🔏 **First Army** sealed · **Second Army** open" in text_of(front.prompt())
        await ivo.slash(front.thread, "ia orders seal-orders")
        field = await battles.load(front.store, 1)
        assert field.state.battle.step is not PeriodStep.ORDERS
        assert {str(man.posture) for man in field.state.battle.men("u2")} == {"prone"}
        beginning, question = front.posts()[-2:]
        assert "The battle has begun" in text_of(beginning), "the first question stood below it, which stays"
        assert front.prompt().id == question.id
        assert (len(front.posts()) - posts, pings.since()) == (1, [ada.id, zoe.id])
        await _deadline(front, pings)


async def _deadline(front: World, pings: Pings) -> None:
    """Of the fire of the period Zoe says nothing: only she is reminded, and the deadline seals for her alone."""
    ada, zoe, ivo = front.ada, front.zoe, front.ivo
    await front.passes(minutes=30)
    await ivo.slash(front.thread, "ia orders seal-orders")
    await ada.slash(front.thread, "ia orders seal-orders")
    assert await asked(front) == {"attacker": [zoe.id]}
    pings.since()
    await front.passes(hours=18, minutes=10)
    assert pings.since() == [zoe.id]
    await front.passes(hours=6)
    assert "**First Army** did not answer in time" in "\n".join(front.texts())
    await front.agrees(1)

    # Of the next orders Ada knows what Zoe wants: she seals for both, on purpose.
    panel = await ada.slash(front.thread, "orders")
    assert panel.response is not None
    for_all = ids_of(panel.response, "orders-seal")[1]
    done = await ada.click(panel.response, custom_id=for_all)
    assert "✔ **Orders of all sealed**" in said(done)
    assert await asked(front) == {"defender": [ivo.id]}
    alone = await ivo.slash(front.thread, "orders")
    assert alone.response is not None
    assert "Seal" in labels(alone.response)
    assert "Seal for all of the side" not in labels(alone.response)


def _answers(prompt: discord.Message) -> list[str]:
    """What the quick answers of the prompt say."""
    return [label for label in labels(prompt) if ": " in label and not label.endswith("…")]
