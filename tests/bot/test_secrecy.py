"""Nothing that the other side may not know reaches a player, whatever he is sent, looks at, types or tries.

Battles in the fog of war and with hidden troops, through the bot: after every few actions the army's player uses all
that he has. What he gets is searched for the names and references of everybody whom his side has never seen, and for
the squares of those whom it does not see now.
"""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult, MemberActor

from bot.pictures import pictures
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.record import journal
from campaigns.campaign import campaign
from rules.book_and_gun import RULES
from rules.book_and_gun.actions.battle import Conceal
from rules.book_and_gun.actions.fire import PlaceDummy, SetUp
from rules.book_and_gun.play.sight.concealment import in_the_open
from rules.kernel.action import Actor
from rules.kernel.chance import Scripted
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from rules.table.reference import square_of
from tests.bot.world import World, components, ids_of, options, refused, said, world
from tests.campaigns.behind import act

ARMY = Viewer("army")
CELLS = ("Qazwsx cell", "Edcrfv cell", "Tgbyhn cell")
DOT = b"\x89PNG\r\n\x1a\n" + bytes(16)


@dataclass
class Spy:
    """Every picture's drawing as text; the bot sends a dot instead, for nobody looks at it here."""

    drawn: list[str] = field(default_factory=list)

    async def png(self, svg: str, width: int) -> bytes:
        self.drawn.append(svg)
        return DOT


@asynccontextmanager
async def battle(folder: Path, rules: dict[str, str]) -> AsyncIterator[World]:
    """A squad against three cells, under these house rules, in a jungle."""
    async with world(folder, {"book-and-gun": RULES}) as made:
        await made.gm.slash(made.channel, "campaign create", name="Bosnia")
        squad = {"side": "army", "unit": "us-infantry-squad", "unit_name": "Able squad"}
        await made.ada.slash(made.channel, "campaign join", **squad)
        await made.ada.slash(made.channel, "unit raise", kind="us-infantry-squad", name="Baker squad")
        cell = {"side": "insurgents", "unit": "insurgent-cell-of-7", "unit_name": CELLS[0]}
        await made.ivo.slash(made.channel, "campaign join", **cell)
        for name in CELLS[1:]:
            await made.ivo.slash(made.channel, "unit raise", kind="insurgent-cell-of-7", name=name)
        await campaign.change_settings(made.store, 1, made.gm.id, options=tuple(rules.items()))
        await made.gm.slash(made.channel, "battle begin", board="jungle", size="60x40")
        yield made


async def field_of(made: World) -> StandingBattle:
    return await battles.load(made.store, 1)


async def ever_seen(made: World) -> set[str]:
    """The units that the army has had on its table at any time, as the journal tells it."""
    async with made.store.reading() as session:
        entries = await journal.entries(session, RULES, 1)
    state, seen = RULES.battle.blank(), set[str]()
    for entry in entries:
        for event in entry.events:
            state = RULES.battle.evolve(state, event)
        seen |= {unit.ref for unit in RULES.battle.view(state, ARMY).units}
        seen |= {mark.ref for mark in _marks(state)}
    return seen


def _marks(state: Any) -> Iterator[Any]:
    scene = RULES.battle.view(state, ARMY).scene
    return iter((*scene.units, *scene.markers) if scene is not None else ())


async def secrets(made: World) -> tuple[set[str], set[str]]:
    """Words that the army must not meet, and the references of units that it does not see now."""
    now = await field_of(made)
    met = await ever_seen(made)
    view = RULES.battle.view(now.state, ARMY)
    unseen = [u for u in now.state.units if u.side == "insurgents" and view.unit(u.id) is None]
    never = [unit for unit in unseen if unit.id not in met]
    words = {unit.name for unit in never}
    words |= {man.name for unit in never for man in unit.figures} | {man.id for unit in never for man in unit.figures}
    return words, {unit.id for unit in unseen}


def all_of(result: InteractionResult) -> str:
    """Texts, choices, buttons and alt texts of an answer."""
    answers = [result.response] if result.response is not None else []
    parts = [part for message in (*answers, *result.followups) for part in components(message)]
    shown = [str(part) for part in parts]
    return "\n".join((said(result), *shown))


async def looks(made: World, who: MemberActor, hidden: set[str]) -> list[str]:
    """Everything that a player can look at, type or try, as the bot answers it."""
    got: list[str] = []
    place = made.thread
    for command in ("status", "now", "chronicle"):
        got.append(all_of(await who.slash(place, command)))
    whole = await who.slash(place, "map", layers="all")
    got.append(all_of(whole))
    own = await who.slash(place, "map", where="Able squad", layers="all")
    got.append(all_of(own) if own.response is not None else "")
    got.append(all_of(await who.slash(place, "battle verify")))
    for command, option in (
        ("fire", "target"),
        ("spot", "target"),
        ("charge", "target"),
        ("move", "to"),
        ("map", "where"),
    ):
        for typed in ("", "ce", "6in toward "):
            choices = await who.autocomplete(place, command, option, typed)
            got.append("\n".join(map(str, choices)))  # A line each: a place offered is not where the one before stands.
    now = await who.slash(place, "now")
    if now.response is not None and (picks := options(now.response, "pick")):
        panel = await who.select(now.response, [next(iter(picks.values()))], custom_id=ids_of(now.response, "pick")[0])
        got.append(all_of(panel))
    got += await refusals(made, who, hidden)
    return got


async def refusals(made: World, who: MemberActor, hidden: set[str]) -> list[str]:
    """What is tried at somebody unseen, by name and by reference, is answered like what is tried at nobody."""
    now = await field_of(made)
    got: list[str] = []
    for ref in sorted(hidden)[:1]:
        unit = now.state.unit(ref)
        remembered = any(mark.ref == ref for mark in _marks(now.state))
        for command, option in (("fire", "target"), ("charge", "target"), ("map", "where")):
            if command == "map" and remembered:
                continue  # One may look at where it was seen last.
            answers: list[str] = []
            for word in (unit.name, "Nobody cell", *(() if command == "map" else (ref, "u999"))):
                given = {option: word} if command == "map" else {"unit": "Able squad", option: word}
                answers.append(refused(await who.slash(made.thread, command, **given)).replace(word, "…"))
            assert len(set(answers)) == 1, answers
            got += answers
    return got


async def fight(made: World, dice: random.Random, steps: int) -> None:
    """A few random answers by both sides, through the campaign's services."""
    for _ in range(steps):
        now = await field_of(made)
        if now.info.result is not None or not now.prompt.asks:
            return
        ask = now.prompt.asks[0]
        offers = [*ask.quick]
        for unit in ask.units:
            offers += [offer for offer in RULES.battle.offers(now.state, ask.side, unit) if offer.verb != "form-up"]
        ready = [o.filled() for o in offers if not o.needs]
        dice.shuffle(ready)
        who = made.gm.id if ask.umpire else made.ada.id if ask.side == "army" else made.ivo.id
        for action in [*ready, ask.default]:
            try:
                await act(made.store, 1, action, who, side=ask.side, seen_version=now.info.version)
                break
            except RuleViolation:
                continue


async def set_up(made: World) -> None:
    """Two cells go where the jungle hides all of them, and a dummy with them; the third stands where it was."""
    now = await field_of(made)
    cells = [unit for unit in now.state.units if unit.side == "insurgents"][:2]
    taken: list[float] = []
    for cell in cells:
        for x, y in product(range(6, 56, 2), range(22, 38, 2)):
            if any(abs(x - other) < 14 for other in taken):
                continue
            order = SetUp(unit=cell.id, to=f"{x},{y}")
            try:
                placed = RULES.battle.fold(
                    RULES.battle.decide(now.state, order, Actor.player("insurgents"), Scripted("")), now.state
                )
            except RuleViolation:
                continue
            if not in_the_open(placed, placed.unit(cell.id)):
                await act(made.store, 1, order, made.ivo.id)
                taken.append(x)
                break
    assert len(taken) == len(cells)
    await act(made.store, 1, PlaceDummy(to=f"{taken[0]},{26}"), made.ivo.id)


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (1, {"fog": "on"}),
        (2, {"fog": "on", "concealment": "insurgents"}),
        (3, {"concealment": "insurgents"}),
    ],
)
async def test_nothing_secret_reaches_the_other_side(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int, rules: dict[str, str]
) -> None:
    spy = Spy()
    monkeypatch.setattr(pictures, "png", spy.png)
    dice, kept = random.Random(seed), 0
    async with battle(tmp_path, rules) as made:
        if "concealment" in rules:
            await set_up(made)
        for _ in range(5):
            await fight(made, dice, 6)
            await made.passes(seconds=5)
            now = await field_of(made)
            if now.info.result is not None:
                break
            words, hidden = await secrets(made)
            kept += len(words)
            spy.drawn.clear()
            got = await looks(made, made.ada, hidden)
            posts = [str(part) for message in made.posts() for part in components(message)]
            assert spy.drawn
            assert posts
            for text in (*got, *spy.drawn, *posts):
                assert not [word for word in words if re.search(rf"\b{re.escape(word)}\b", text)], text[:2000]
            for text in (*got, *spy.drawn):
                betrayed_places(now, hidden, text)
        assert kept, "there was never anything to keep secret"
        ended = await made.gm.slash(made.thread, "battle end", winner="draw")
        assert "over" in said(ended) or "othing" in said(ended)


def betrayed_places(now: StandingBattle, hidden: set[str], text: str) -> None:
    """A unit out of sight is not said to be in the square where it stands; where it was seen last may be said."""
    view = RULES.battle.view(now.state, ARMY)
    last = {mark.ref: (mark.x, mark.y) for mark in (view.scene.markers if view.scene is not None else ())}
    for ref in hidden:
        unit = now.state.unit(ref)
        men = [man.at for man in unit.figures if man.at is not None and man.on_field]
        if not men or now.state.board is None:
            continue
        middle = sum(x for x, _ in men) / len(men), sum(y for _, y in men) / len(men)
        here = square_of(now.state.board, middle)
        if ref in last and square_of(now.state.board, last[ref]) == here:
            continue
        assert not re.search(rf"{re.escape(unit.name)}\b[^;.\n]*\b{here}\b", text), (unit.name, here)


async def test_a_running_battle_is_not_handed_out(tmp_path: Path) -> None:
    """The journal holds every secret: before the end nobody gets it, not the GM either, who is told all by looking."""
    async with battle(tmp_path, {"fog": "on"}) as made:
        state = (await field_of(made)).state
        ghost = next(unit for unit in state.units if unit.name == CELLS[1])
        await act(made.store, 1, Conceal(unit=ghost.id), made.gm.id)
        for who in (made.ada, made.ivo, made.gm, made.zoe):
            answer = await who.slash(made.thread, "battle verify")
            assert answer.response is not None
            assert not answer.response.attachments
            assert "revealed when the battle has ended" in refused(answer)
        await made.gm.slash(made.thread, "battle end")
        after = await made.ada.slash(made.thread, "battle verify")
        assert after.response is not None
        assert [each.filename for each in after.response.attachments]
