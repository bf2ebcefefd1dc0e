"""A small battle of Red Actions through the bot: an ambush, position markers with a dummy among them, troops that hide,
reinforcements that have not come. Nothing of them reaches the other side or the public before they are revealed."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

import pytest

from bot.pictures import pictures
from campaigns.battle.battles import StandingBattle
from rules.red_actions.knowledge import hidden
from tests.bot.red_front import WOODS, does, field_of, fought, panel_of, ready
from tests.bot.test_secrecy import Spy, all_of
from tests.bot.world import Person, World, components, ids_of, labels, refused, said, text_of
from tests.lots import loaded
from tests.stories.test_mill_road import received


@pytest.fixture
async def front(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """Tokens lie on the table; the attackers win the roll for the first turn."""
    loaded(monkeypatch, {"initiative, First Army": 6, "initiative, Second Army": 1})
    async with fought(tmp_path, WOODS) as made:
        yield made


async def kept(front: World) -> None:
    """Both sides keep a token, each by a button."""
    prompt = front.prompt()
    await front.ada.click(prompt, custom_id=ids_of(prompt, "quick")[0])
    prompt = front.prompt()
    panel = await front.ivo.click(prompt, custom_id=ids_of(prompt, "open")[0])
    assert "Which token does General" in said(panel)
    await front.ivo.click(panel_of(panel), custom_id=ids_of(panel_of(panel), "do")[0])


async def laid(front: World) -> None:
    """The dummy lies among the markers, everybody stands."""
    await does(front, front.ivo, "place-dummy", place="8,33")
    await ready(front)


def unknown(now: StandingBattle) -> set[str]:
    """What nobody but Ivo and the GM may read: names, officers, references of all who are hidden or have not come."""
    found = {"Plokij", "dummy)"}
    families = {officer.name.split()[-1] for officer in now.state.officers if officer.side == "attacker"}
    for unit in now.state.of("defender"):
        if hidden(now.state, unit):
            found |= {unit.name, unit.id}
            found |= {officer.name.split()[-1] for officer in now.state.officers if officer.unit == unit.id}
    return found - families  # two may bear the same name


def betrayed(words: Iterable[str], texts: Iterable[str]) -> list[tuple[str, str]]:
    """Which of the words stand in a text, and where."""
    return [
        (word, text[max(0, hit.start() - 200) : hit.end() + 200])
        for text in texts
        for word in words
        for hit in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text)
    ]


async def looks(front: World, who: Person) -> list[str]:
    """Everything that somebody can look at, type or try who is not of the garrison."""
    place, got = front.thread, list[str]()
    for command in ("status", "now", "orders", "battle verify"):
        got.append(all_of(await who.slash(place, command)))
    got.append(all_of(await who.slash(place, "map", layers="all")))
    for command, option in (
        ("fire", "target"),
        ("fire", "place"),
        ("charge", "target"),
        ("move", "path"),
        ("scout", "place"),
        ("map", "where"),
        ("give-orders", "target"),
        ("unit roster", "unit"),
    ):
        for typed in ("", "ma", "q"):
            got.append(str(await who.autocomplete(place, command, option, typed)))
    for command in ("fire", "charge"):
        names = ("Qazwsx company", "u5", "Ujmikol sotnia", "u8", "Nobody company", "u99")
        tried = [refused(await who.slash(place, command, unit="First company", target=name)) for name in names]
        answers = {words.replace(name, "…") for words, name in zip(tried, names, strict=True)}
        assert len(answers) == 1, answers
    return got


def public(front: World) -> list[str]:
    """What stands in the thread and in the channel for everybody."""
    return [str(part) for place in (front.thread, front.channel) for m in front.posts(place) for part in components(m)]


def strangers(front: World) -> list[str]:
    """All that was ever sent to those who are not of the garrison: answers, menus, posts with their alt texts."""
    return [received(front, who) for who in (front.ada, front.zoe, front.people["pat"])]


async def springs(front: World, answer: str) -> None:
    """Ivo answers the secret question by a button of his panel."""
    prompt = front.prompt()
    panel = await front.ivo.click(prompt, custom_id=ids_of(prompt, "open")[0])
    assert "First company comes within reach of Qazwsx company in ambush. Spring it?" in said(panel)
    quick = ids_of(panel_of(panel), "quick")[labels(panel_of(panel)).index(answer)]
    assert "✔" in said(await front.ivo.click(panel_of(panel), custom_id=quick))


@pytest.mark.rule("RA-seq.2", "RA-seq.3", "RA-seq.dummy", "RA-ambush.place")
async def test_before_the_first_turn(front: World, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(pictures, "png", spy.png)
    words = unknown(await field_of(front))
    assert {"Wsxqaz staff", "Qazwsx company", "Edcrfv company", "Ujmikol sotnia"} <= words
    assert not betrayed(words, public(front))
    await kept(front)
    assert all(officer.token for officer in (await field_of(front)).state.officers)
    await laid(front)
    spy.drawn.clear()
    got = [*await looks(front, front.ada), *await looks(front, front.zoe)]
    got += [all_of(await who.slash(front.thread, "catchup")) for who in (front.ada, front.zoe)]
    got += [all_of(await who.slash(front.thread, "chronicle")) for who in (front.ada, front.zoe)]
    assert spy.drawn
    assert not betrayed(words, (*got, *spy.drawn, *public(front), *strangers(front)))
    # A marker with somebody behind it and one without look the same.
    drawn = [text for text in spy.drawn if "Marker 1" in text]
    assert drawn
    assert all("Marker 2" in text and "Marker 3" in text for text in drawn)
    own = said(await front.ivo.slash(front.thread, "status"))
    assert {name for name in words if " " in name} == {name for name in words if " " in name and name in own}


@pytest.mark.rule("RA-ambush.spring.1", "RA-action.hide")
async def test_an_ambush_lies_low_and_troops_hide(front: World, monkeypatch: pytest.MonkeyPatch) -> None:
    spy = Spy()
    monkeypatch.setattr(pictures, "png", spy.png)
    await kept(front)
    await laid(front)
    words = unknown(await field_of(front))
    await does(front, front.ada, "move", unit="First company", path="14,8")
    prompt = front.prompt()
    assert "**Second Army** · The battle waits on an answer." in text_of(prompt)
    assert "ambush" not in text_of(prompt)
    assert not ids_of(prompt, "quick"), "what may be answered would tell"
    assert not betrayed(words, (*public(front), *strangers(front)))
    while (await field_of(front)).state.question is not None:
        await springs(front, "Lie low")
    assert not betrayed(words, (*public(front), *strangers(front)))

    posts = front.texts()
    await does(front, front.ivo, "hide", unit="Tgbyhn company")
    now = await field_of(front)
    spy.drawn.clear()
    got = [*await looks(front, front.ada), *await looks(front, front.zoe)]
    assert "Tgbyhn company" in unknown(now)
    assert not betrayed(unknown(now), (*got, *spy.drawn, *front.texts()[len(posts) :]))
    assert not betrayed(words, (*public(front), *strangers(front)))


@pytest.mark.rule("RA-seq.reveal", "RA-ambush.spring.1")
async def test_what_is_sprung_is_seen_and_nothing_else(front: World) -> None:
    await kept(front)
    await laid(front)
    words = unknown(await field_of(front))
    await does(front, front.ada, "move", unit="First company", path="14,8")
    await springs(front, "Spring it: charge")
    now = await field_of(front)
    assert "Qazwsx company" in "\n".join(front.texts())
    left = unknown(now)
    assert words - left >= {"Qazwsx company", "u5"}
    assert {"Wsxqaz staff", "Edcrfv company", "Ujmikol sotnia", "Plokij"} <= left
    assert not betrayed(left, (*public(front), *strangers(front)))
    await front.agrees(1)
