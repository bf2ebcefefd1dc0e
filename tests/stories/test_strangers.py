"""Hostile commands, forged buttons and forms, clicks at the same moment: everybody is answered, nobody learns what he
may not know, nothing is done twice, and the battle is still the fold of its journal.

`--long` sends many more.
"""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord import MemberActor

from campaigns.battle import battles
from campaigns.battle.telling import telling
from rules.book_and_gun import RULES as BOOK_AND_GUN
from rules.book_and_gun.actions.battle import Conceal
from rules.five56mm import RULES as FIVE56MM
from rules.seam.viewing import PUBLIC, Viewer
from tests.bot.world import World, ids_of, world
from tests.campaigns.behind import act
from tests.stories.strangers import Stranger, answered, heard, one_at_a_time

SECRET = "Zzyzx"
"""The name of a unit that lies hidden: whoever reads it knows too much."""


@pytest.fixture
async def hidden(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of the Book and Gun in which a cell lies hidden from all but its side."""
    async with world(tmp_path, {"book-and-gun": BOOK_AND_GUN}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Bosnia")
        await made.ada.slash(
            made.channel, "campaign join", side="army", unit="us-infantry-squad", unit_name="Able squad"
        )
        await made.ivo.slash(
            made.channel, "campaign join", side="insurgents", unit="insurgent-cell-of-7", unit_name="Mill cell"
        )
        await made.ivo.slash(made.channel, "unit raise", kind="insurgent-cell-of-7", name=SECRET)
        await made.gm.slash(made.channel, "battle begin", board="village")
        battle = await battles.load(made.store, 1)
        ghost = next(unit for unit in battle.state.units if unit.name == SECRET)
        await act(made.store, 1, Conceal(unit=ghost.id), made.gm.id)
        yield made


@pytest.fixture
async def skirmish(tmp_path: Path) -> AsyncIterator[World]:
    """A battle of 5.56mm."""
    async with world(tmp_path, {"five56mm": FIVE56MM}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Rhodesia")
        for who, side in ((made.ada, "blufor"), (made.ivo, "opfor")):
            sides = [kind.key for kind in FIVE56MM.forces.sides if kind.playable]
            await who.slash(made.channel, "campaign join", side=side if side in sides else sides[who is made.ivo])
            kinds = await who.autocomplete(made.channel, "unit raise", "kind", "")
            await who.slash(made.channel, "unit raise", kind=kinds[0]["value"])
        await made.gm.slash(made.channel, "battle begin", board="village")
        yield made


async def found_out(made: World) -> bool:
    """Whether the army knows the hidden unit by now, as when a man of its own has walked into it."""
    battle = await battles.load(made.store, 1)
    return any(unit.name == SECRET for unit in battle.rules.battle.view(battle.state, Viewer(side="army")).units)


async def told_openly(made: World) -> frozenset[str]:
    """The first lines of what everybody was told before the newest entry, by which the unit hid."""
    battle = await battles.load(made.store, 1)
    lines = await telling.told_of(made.store, battle.rules, 1, 1, battle.info.version - 1, PUBLIC)
    return frozenset(told.headline for line in lines for told in line.tolds)


async def send(
    made: World, stranger: Stranger, people: list[MemberActor], secret: str, told: int, openly: frozenset[str]
) -> None:
    """One interaction of any kind. Who may not know the secret is not told it, nor is anybody in a post after the
    first `told`."""
    who = stranger.choice.choice(people)
    place = stranger.choice.choice((made.thread, made.thread, made.channel))
    kind = stranger.choice.random()
    if kind < 0.45:
        sent = stranger.command(who, place)
    elif kind < 0.7:
        sent = stranger.command(who, place, typing=True)
    elif kind < 0.95:
        sent = stranger.button(who, place)
    else:
        sent = stranger.form(who, place)
    if sent is None:
        return
    await made.deliver(sent)
    assert answered(sent), sent.payload["data"]
    words = heard(sent)
    assert "went wrong" not in words, sent.payload["data"]
    if secret and not await found_out(made):
        texts = made.texts()
        assert not [text for text in texts[told:] if secret in text]
        asked = str(sent.payload["data"])
        words = without_old_news(words, "\n".join(texts[:told]), openly)
        assert secret not in words.replace(asked, ""), (sent.payload["data"], words)


def without_old_news(words: str, posted: str, openly: frozenset[str]) -> str:
    """Without the lines in which /catchup repeats, and links to, what was posted for everybody before the secret was
    one, and tells who has been lost sight of that everybody saw when the battle began; and in which the Details of the
    first post repeat what everybody was told then."""
    if words.startswith("### Details"):
        words = "\n".join(line for line in words.splitlines() if line.strip("*") not in openly)
    words = "\n".join(line for line in words.splitlines() if not line.startswith("**No longer in sight**: "))
    lines = [(line, line.removeprefix("• ").partition(" [↗](")) for line in words.splitlines()]
    return "\n".join(line for line, (told, link, _) in lines if not (link and (told in posted or told in openly)))


async def disturb(made: World, *, seed: int, count: int, secret: str = "") -> None:
    stranger, told = Stranger(made, seed), len(made.texts())
    openly = await told_openly(made) if secret else frozenset[str]()
    people = [made.ada, made.zoe] if secret else [made.ada, made.ivo, made.zoe]
    while stranger.sent < count:
        await send(made, stranger, people, secret, told, openly)
        if secret and await found_out(made):
            break
        if stranger.sent % 50 == 0:
            await made.agrees(1)
    await made.agrees(1)
    await one_at_a_time(made, 1)
    assert stranger.sent > count / 4, "the secret was out too soon to tell anything"


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)])
async def test_whatever_strangers_send_is_answered_and_betrays_nothing(hidden: World, seed: int, long: bool) -> None:
    await disturb(hidden, seed=seed, count=1200 if long else 160, secret=SECRET)


@pytest.mark.parametrize("seed", [4, pytest.param(5, marks=pytest.mark.long)])
async def test_nor_does_it_harm_a_battle_of_the_other_book(skirmish: World, seed: int, long: bool) -> None:
    await disturb(skirmish, seed=seed, count=1200 if long else 120)


@pytest.mark.parametrize("seed", [6, pytest.param(7, marks=pytest.mark.long), pytest.param(8, marks=pytest.mark.long)])
async def test_of_clicks_at_the_same_moment_each_counts_once(hidden: World, seed: int, long: bool) -> None:
    """Both players and a bystander press the newest prompt's buttons together, each delivered once or twice."""
    choice = random.Random(seed)
    for _ in range(60 if long else 8):
        before = (await battles.load(hidden.store, 1)).info
        if before.status != "running":
            break
        prompt = hidden.prompt()
        buttons = [*ids_of(prompt, "quick"), *ids_of(prompt, "open"), *ids_of(prompt, "status")]
        sent = [
            hidden.pressed(choice.choice([hidden.ada, hidden.ivo, hidden.zoe]), prompt, choice.choice(buttons))
            for _ in range(choice.randint(2, 5))
        ]
        twice = [each for each in sent if choice.random() < 0.4]
        await hidden.deliver(*sent, *twice)
        for each in sent:
            assert answered(each)
            assert "went wrong" not in heard(each)
        await hidden.agrees(1)
        await one_at_a_time(hidden, 1)
        done = [each for each in sent if "✔" in heard(each)]
        after = (await battles.load(hidden.store, 1)).info
        assert bool(done) == (after.version > before.version)
        await hidden.passes(minutes=20)
