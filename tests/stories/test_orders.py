"""The mill road played by orders: two people give them for a whole turn, the bot dies in the middle of it, and nothing
of what one side has ordered reaches the other."""

from __future__ import annotations

import json
import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from simcord import InteractionResult, MemberActor

from campaigns.battle import battles
from tests.bot.test_panel import replaced
from tests.bot.test_side_threads import allow, everywhere_but, quiet, read, thread_of
from tests.bot.world import World, components, ids_of, labels, options, refused, said, text_of, world
from tests.stories.commander import Command
from tests.stories.test_mill_road import received

MOST = 40
"""Answers of a turn at the very most."""


async def begun(club: World, *, sealed: bool = False) -> Command:
    await club.gm.slash(club.channel, "campaign create", name="Lantern", rules="book-and-gun")
    await club.ada.slash(club.channel, "campaign join", side="army")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents")
    if sealed:
        await club.gm.slash(club.channel, "gm house-rule", rule="sealed-orders", choice="on")
    await club.gm.slash(club.channel, "battle begin", scenario="the-mill-road")
    (info,) = await battles.of_campaign(club.store, 1)
    command = Command(club, info.id)
    for _ in range(MOST):
        field = await command.field_()
        if field.rules.battle.ordering.would_do(field.state, "army"):
            return command
        await _by_hand(club, command)
    raise AssertionError("nothing can be ordered")


async def _by_hand(club: World, command: Command) -> None:
    ask, prompt = (await command.field_()).prompt.asks[0], club.prompt()
    who = command.player(ask)
    if ids_of(prompt, "quick"):
        await who.click(prompt, custom_id=ids_of(prompt, "quick")[0])
        return
    panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
    assert panel is not None
    await who.click(panel, custom_id=ids_of(panel, "quick")[0])


async def opened(club: World, who: MemberActor) -> InteractionResult:
    prompt = club.prompt()
    panel = await who.click(prompt, custom_id=ids_of(prompt, "orders")[0])
    assert panel.response is not None
    assert panel.response.ephemeral
    assert len(components(panel.response)) <= 40
    return panel


async def planned(who: MemberActor, panel: InteractionResult) -> InteractionResult:
    """The first plan is written into the letter."""
    plans = ids_of(panel.response, "letter-plan") or ids_of(panel.response, "orders-take")
    return await who.click(panel.response, custom_id=plans[0])


async def sent(who: MemberActor, panel: InteractionResult) -> InteractionResult:
    return await who.click(panel.response, custom_id=ids_of(panel.response, "letter-send")[0])


async def pressed(club: World, who: MemberActor, custom_id: str) -> InteractionResult:
    """A click on a control as somebody's client remembers it, wherever it stood."""
    prompt = club.prompt()
    stored, own = club.env.backend.get_message(club.thread.id, prompt.id), ids_of(prompt, "map")[0]
    replaced(stored.components, own, custom_id)
    click = club.pressed(who, prompt, custom_id)
    await club.deliver(click)
    replaced(stored.components, custom_id, own)
    return click.result


async def test_a_turn_by_orders(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        field = await command.field_()
        turn = field.state.battle.turn
        first = field.prompt.asks[0].side
        other = "insurgents" if first == "army" else "army"
        people = {"army": club.ada, "insurgents": club.ivo}

        # Whoever is not asked orders first: nothing is posted, nobody is mentioned, the prompt stands as it was.
        posts, before = club.texts(), received(club, people[first])
        panel = await opened(club, people[other])
        assert "No orders: you are asked" in said(panel)
        version = field.info.version
        written = await planned(people[other], panel)
        assert "✉️ Your letter: " in said(written)
        assert (await command.field_()).info.version == version, "a draft changes nothing"
        given = await sent(people[other], written)
        assert said(given).startswith("✔ **Sent: "), said(given)
        assert club.texts() == posts
        assert received(club, people[first]) == before
        assert (await command.field_()).prompt == field.prompt

        # The bot dies before the letter is sent; the one who is asked orders, and the engine goes on.
        written = await planned(people[first], await opened(club, people[first]))
        prompt = club.prompt()
        await club.restart()
        given = await sent(people[first], written)
        told = said(given)
        assert told.startswith("✔ **Sent: "), told
        assert "\n• " in told, "what came of it stands in the same message"
        assert "→ " in told
        await club.env.settle()
        assert prompt.id not in [post.id for post in club.posts()], "nothing was told above it, so the question goes"

        # Until the turn is over nobody is asked for more than what orders leave open.
        asked = 0
        while (field := await command.field_()).state.battle.turn == turn and field.prompt.asks and asked < MOST:
            asked += 1
            await _by_hand(club, command)
        assert asked <= 6, asked

        # Each knows his own orders, and of the other's nothing but what was done.
        for side, person in people.items():
            theirs = next(one for key, one in people.items() if key != side)
            assert "fire at the best odds" not in "\n".join(club.texts())
            words = await person.slash(club.thread, "orders")
            assert "cannot" not in said(words)
            assert await person.autocomplete(club.thread, "orders", "cancel", "") is not None
            for forged in ids_of(words.response, "letter-")[:2]:
                assert "you do not command there" in refused(await pressed(club, theirs, forged))
        await club.agrees(command.battle)


@pytest.mark.painted
async def test_a_letter_is_seen_on_the_map_before_it_is_sent(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        first = (await command.field_()).prompt.asks[0].side
        who = club.ada if first == "army" else club.ivo
        written = await planned(who, await opened(club, who))
        version, posts = (await command.field_()).info.version, club.texts()
        button = ids_of(written.response, "letter-map")[0]

        seen = await who.click(written.response, custom_id=button)

        assert seen.response is not None
        assert seen.response.ephemeral
        assert "nothing is sent yet" in said(seen)
        (picture,) = seen.response.attachments
        assert picture.filename == "letter.png"
        data = await picture.read()
        if folder := os.environ.get("ADJUTANT_PICTURES"):
            (Path(folder) / "letter.png").write_bytes(data)
        again = await who.click(written.response, custom_id=button)
        assert again.response is not None
        assert await again.response.attachments[0].read() == data, "looking changes nothing"
        plain = (await who.slash(club.thread, "map")).response
        assert plain is not None
        assert await plain.attachments[0].read() != data
        assert ((await command.field_()).info.version, club.texts()) == (version, posts)

        other = club.ivo if first == "army" else club.ada
        assert "you do not command there" in refused(await pressed(club, other, button))
        torn = await who.click(written.response, custom_id=ids_of(written.response, "letter-strike")[0])
        assert not ids_of(torn.response, "letter-map")
        assert "Your letter is empty" in refused(await pressed(club, who, button))


async def test_one_unit_and_orders_of_ones_own(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        side = "insurgents" if (await command.field_()).prompt.asks[0].side == "army" else "army"
        who, enemy = (club.ada, club.ivo) if side == "army" else (club.ivo, club.ada)
        panel = await opened(club, who)
        name, unit = next(iter(options(panel.response, "orders-unit").items()))
        own = await who.select(panel.response, [unit], custom_id=ids_of(panel.response, "orders-unit")[0])
        assert name.split(":")[0].split(" · ")[0].split(" ")[0] in said(own).splitlines()[0]
        draft = await who.click(own.response, custom_id=ids_of(own.response, "orders-write")[0])
        assert "New orders" in said(draft)

        fields = {
            part["placeholder"]: part["custom_id"] for part in components(draft.response) if "placeholder" in part
        }
        second = fields["First: more …"]  # one select has no room for all steps
        draft = await who.select(draft.response, ["hold"], custom_id=second)
        assert "First: hold" in said(draft)
        fields = {
            part["placeholder"]: part["custom_id"] for part in components(draft.response) if "placeholder" in part
        }
        draft = await who.select(
            draft.response, ["ask_charged", "jokers"], custom_id=ids_of(draft.response, "orders-flags")[0]
        )
        assert "Ask charged: yes" in said(draft)
        await club.restart()
        form = await who.click(draft.response, custom_id=ids_of(draft.response, "orders-ask")[0])
        assert form.modal is not None
        number = next(spec for spec in ("least", "within", "ask_losses") if spec in json.dumps(form.modal))
        draft = await who.submit_modal(form, {number: "3"})
        assert "3" in said(draft)
        posts, before = club.texts(), received(club, enemy)
        version = (await command.field_()).info.version
        written = await who.click(draft.response, custom_id=ids_of(draft.response, "orders-give")[0])
        assert "✏️ **Written**" in said(written)
        assert (await command.field_()).info.version == version
        sending = ids_of(written.response, "letter-send")[0]
        given = await sent(who, written)
        assert "✔ **Sent: 1 line**" in said(given)
        assert "charged" in said(given)
        assert (club.texts(), received(club, enemy)) == (posts, before)
        # Sent once: the same button pressed again finds an empty letter.
        assert "Nothing is written in your letter" in refused(await pressed(club, who, sending))

        choices = await who.autocomplete(club.thread, "orders", "cancel", "")
        assert [choice["value"] for choice in choices][-1] == "all"
        assert await enemy.autocomplete(club.thread, "orders", "cancel", "") == []
        assert "No order 1 of yours" in refused(await enemy.slash(club.thread, "orders", cancel="1"))
        assert "Order 1 cancelled" in said(await who.slash(club.thread, "orders", cancel="1"))
        assert "No orders: you are asked" in said(await who.slash(club.thread, "orders"))
        assert (club.texts(), len(labels(club.prompt()))) == (posts, len(labels(club.prompt())))


async def test_who_has_no_side_has_no_orders(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await begun(club)
        assert "Orders are given by a side" in refused(await club.people["zoe"].slash(club.thread, "orders"))
        assert await club.people["zoe"].autocomplete(club.thread, "orders", "cancel", "") == []


async def test_sealed_orders_are_opened_together(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club, sealed=True)
        assert {ask.side for ask in (await command.field_()).prompt.asks} == {"army", "insurgents"}
        posts = club.texts()
        panel = await opened(club, club.ada)
        assert "No orders: units without orders hold" in said(panel)
        assert "Still to seal: Army and Insurgents" in said(panel)
        empty = await club.ada.click(panel.response, custom_id=ids_of(panel.response, "orders-seal")[0])
        assert "You have written no orders. Seal all the same?" in said(empty)
        panel = await club.ada.click(empty.response, custom_id=ids_of(empty.response, "orders")[0])
        assert "Yours is the last seal" not in said(panel)
        given = await planned(club.ada, panel)
        assert club.texts() == posts, "nobody learns that something was ordered"
        before = received(club, club.ivo)
        assert "Seal and send" in labels(given.response)
        sealed = await sent(club.ada, given)
        assert labels(sealed.response) == ["Break the seal"]
        assert "Still to seal: Insurgents" in said(sealed)
        public = "\n".join(club.texts())
        assert "🔏 **Army** sealed · **Insurgents** open" in public
        assert "-# seal " not in public, "its 64 digits stand behind the button"
        news = received(club, club.ivo).replace(before, "")
        assert "advance" not in news
        assert "best odds" not in news

        # Taken back, and sealed again after the bot has died.
        broken = await club.ada.click(sealed.response, custom_id=ids_of(sealed.response, "orders-unseal")[0])
        await club.restart()
        sealed = await club.ada.click(broken.response, custom_id=ids_of(broken.response, "orders-seal")[0])
        assert "✔ **Orders sealed**" in said(sealed)

        # The last seal carries the phase out; its giver sees it, and is asked for the next phase in the same sitting.
        last = await opened(club, club.ivo)
        assert "Yours is the last seal" in said(last)
        done = await sent(club.ivo, await planned(club.ivo, last))
        told = said(done)
        assert re.search("(1st|2nd) Squad moves", told)
        assert "→ **You are asked.**" in told
        assert {"Seal", "Write orders …"} <= set(labels(done.response))
        field = await command.field_()
        assert {ask.side for ask in field.prompt.asks} == {"army", "insurgents"}
        assert "Turn 1 · fire phase" in text_of(club.prompt())
        again = await club.ivo.click(done.response, custom_id=ids_of(done.response, "orders-seal")[0])
        assert "Still to seal: Army" in said(again)
        await club.agrees(command.battle)


async def test_orders_that_stop_say_why_to_their_own_side_and_a_turn_takes_no_hand_over(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        command = await begun(club)
        ways = {"first": "advance", "then": "fire at the best odds", "last": "look", "lasts": "battle"}
        await club.ada.slash(club.thread, "give-orders", **ways, ask_turn=2)
        await club.ivo.slash(club.thread, "give-orders", **ways)
        # A whole turn, and nobody has been asked anything: what the boy offers is the first question of the next one.
        field = await command.field_()
        assert (field.state.battle.turn, field.prompt.asks[0].key) == (2, "choice:1")
        asked = [text for text in club.texts() if "Answer by" in text]
        assert len(asked) == 1, "the question that stood before the orders has lost its buttons"
        assert "stops and asks: turn 2" in said(await opened(club, club.ada)), "what would come of it is told before"

        await _by_hand(club, command)
        assert (await command.field_()).prompt.asks[0].side == "army"
        panel = said(await opened(club, club.ada))
        assert "Orders 1 stop: turn 2. You are asked." in panel
        assert "⛔ Your order stopped: turn 2" in panel
        prompt = club.prompt()
        buttons = ids_of(prompt, "open") or ids_of(prompt, "explain")
        assert "Orders 1 stop: turn 2" in said(await club.ada.click(prompt, custom_id=buttons[0]))
        assert "Orders 1 stop" not in received(club, club.ivo)
        assert "Orders 1 stop" not in "\n".join(club.texts())
        panel = await opened(club, club.ivo)
        assert "Orders 2" not in said(panel), "he has lost nothing, and hears nothing"
        assert "Ordered: take the joker, else advance" in said(panel)


async def test_squads_of_another_book_are_ordered_by_the_same_panel(tmp_path: Path) -> None:
    async with world(tmp_path) as club:
        await club.gm.slash(club.channel, "campaign create", name="Bird", rules="five56mm")
        await club.ada.slash(club.channel, "campaign join", side="black")
        await club.ivo.slash(club.channel, "campaign join", side="red")
        await club.gm.slash(club.channel, "battle begin", scenario="last-bird")
        (info,) = await battles.of_campaign(club.store, 1)
        command = Command(club, info.id)
        for _ in range(MOST):
            field = await command.field_()
            side = field.prompt.asks[0].side
            if side in ("black", "red") and field.rules.battle.ordering.proposals(field.state, side, ""):
                break
            await _by_hand(club, command)
        who, enemy = (club.ada, club.ivo) if side == "black" else (club.ivo, club.ada)
        panel = await opened(club, who)
        before = received(club, enemy)
        given = await sent(who, await planned(who, panel))
        assert said(given).startswith("✔ **Sent"), said(given)
        assert "Ordered: " in said(given)
        words = said(await who.slash(club.thread, "orders"))
        assert len(words) <= 4000
        draft = await who.click(given.response, custom_id=ids_of(given.response, "orders-write")[0])
        assert "New orders" in said(draft)
        assert len(components(draft.response)) <= 40
        assert "adj2:orders-take" not in received(club, enemy).replace(before, "")
        await club.agrees(info.id)


@pytest.mark.parametrize("sleeps", [False, True])
async def test_whose_orders_stop_is_called_once_by_the_question_and_not_at_night(tmp_path: Path, sleeps: bool) -> None:
    """Ada's orders stop in the second turn, when she has just acted: she sees it for herself. Ivo's stop in the third,
    when she has just acted again: the question in the battle's thread calls him, and nothing else does."""
    async with world(tmp_path) as club:
        allow(club)
        command = await begun(club)
        ways = {"first": "advance", "then": "fire at the best odds", "last": "look", "lasts": "battle"}
        for who, turn in ((club.ada, 2), (club.ivo, 3)):
            await who.slash(club.thread, "give-orders", **ways, ask_turn=turn)
        await quiet(club)
        if sleeps:
            now = club.store.clock.now()  # in Abidjan clocks show UTC, all the year
            quiet_hours = f"{now:%H}:00-{now + timedelta(hours=8):%H}:00"
            await club.ivo.slash(club.channel, "clock zone", zone="Africa/Abidjan")
            assert "are set" in said(await club.ivo.slash(club.channel, "clock hours", quiet=quiet_hours))
        before = _calls(club, club.thread.id).count(str(club.ivo.id))
        # Whoever is not asked first is called to their first orders as the battle begins; nothing calls them after it.
        threads = [thread_of(club, side).id for side in ("army", "insurgents")]
        at_first = [_calls(club, thread) for thread in threads]
        stopped = "Orders 2 stop: turn 3"
        for _ in range(MOST):
            if stopped in read(club, "insurgents"):
                break
            await _by_hand(club, command)
            await quiet(club)
        for _ in range(MOST):  # the cards may ask her first
            if "insurgents" in {ask.side for ask in (await command.field_()).prompt.asks}:
                break
            await _by_hand(club, command)
            await quiet(club)

        assert "Orders 1 stop: turn 2" in read(club, "army")
        assert "Orders 1: All" not in read(club, "army"), "she has just given them, and nobody else plays the army"
        assert [_calls(club, thread) for thread in threads] == at_first, "the question calls him, which has its buttons"
        called = _calls(club, club.thread.id).count(str(club.ivo.id)) - before
        assert (called > 0) is not sleeps
        assert stopped not in everywhere_but(club, thread_of(club, "insurgents"))
        await club.restart()
        await club.passes(minutes=20)
        await quiet(club)
        assert _calls(club, thread_of(club, "insurgents").id) == [], "and not a second time"


def _calls(club: World, place: int) -> list[str]:
    """Who has been mentioned there."""
    path = f"/channels/{place}/messages"
    requests = [request.json for request in club.env.http_requests if request.path == path and request.json]
    return [str(user) for body in requests for user in body["allowed_mentions"].get("users") or ()]
