"""Hundreds of pairs of worlds at a glance: a battle on the bot's server is, for as long as others look at it, another
one in which its other side hides something else.

The courses of `test_bytes.py` are begun anew for every secret, which takes a second each. Here one course is played. At
each step the state that the bot remembers is exchanged for each twin that the book can make of it (`Secret.other`, as
`test_seam.py` has them), and Ada, who plays the other side, and Zoe, who plays none, look, press what stands in the
channel, type, and have names completed. What the bot sends them is the same byte for byte, and so is the prompt that it
would post. Before and after all twins the battle itself is looked at: these two must be the same, or no pair counts.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from bot.post import prompts
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.campaign import campaign
from campaigns.clocks import waits
from campaigns.errors import Refusal
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import View, Viewer
from tests.bot.world import World, ids_of, world
from tests.twins import scripts
from tests.twins.courses import Player
from tests.twins.fronts import FRONTS, TWICE, Front, begin
from tests.twins.probing import LOOKED, Prying
from tests.twins.registry import BOOKS
from tests.twins.sending import Wire, renumbered, tapped
from tests.twins.test_bytes import Table, shown
from tests.twins.twin import Secret

STEPS = {
    "book_and_gun": 11, "five56mm": 15, "infantry_action": 8, "landing": 8, "red_actions": 14, "red_swapped": 2,
    "infantry_swapped": 2,
}  # fmt: skip
"""Looks in a course of an ordinary run."""
TYPED, BETWEEN, LEAST = 3, 2, 75
"""Words typed at each look, things done between two, and pairs of each book: three hundred in all four."""


@dataclass
class Glances:
    """Ada and Zoe before a battle that is now this one, now its twin."""

    made: World
    front: Front
    wire: Wire
    dice: random.Random
    table: Table = field(default_factory=Table)

    async def at(self, step: int) -> None:
        """All twins of the battle as it stands."""
        now = await battles.load(self.made.store, 1)
        await self.looked(now, now.state, step)  # what is seen for the first time
        here = await self.looked(now, now.state, step)
        twins = [(secret.key, other) for secret in self.secrets() if (other := self.other(now, secret)) is not None]
        there = [(key, await self.looked(now, other, step)) for key, other in twins]
        again = await self.looked(now, now.state, step)
        assert renumbered([here]) == renumbered([again]), "a world differs from itself"
        for key, sent in there:
            self.table.hold(key, [here], [sent])

    def secrets(self) -> Sequence[Secret]:
        return (*BOOKS[self.front.file][0].secrets, *scripts.HIDING.secrets)

    def other(self, now: StandingBattle, secret: Secret) -> Any | None:
        """The battle with another secret of the side that hides; None where it has none of the kind."""
        if secret.other is None:
            return None
        viewer, whole = Viewer(self.front.theirs), secret in scripts.HIDING.secrets
        found = secret.other(now.state if whole else now.state.battle, viewer, self.dice)
        if found is None:
            return None
        state = found if whole else replace(now.state, battle=found)
        battle = now.rules.battle
        return state if battle.prompt(state) and battle.proceed(state) is None else None

    async def looked(self, now: StandingBattle, state: Any, step: int) -> list[str]:
        """What the others are sent who look at this state instead, and the post that would ask who is asked."""
        made, start, prying = self.made, len(self.wire.sent), Prying(self.made, self.front)
        made.store.states.keep(now.rules, 1, now.info.version, state)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(battles, "settle", would_be_done)
            for number, who in enumerate((made.ada, made.ada, made.zoe)):
                await who.slash(made.thread, LOOKED[(3 * step + number) % len(LOOKED)])
            if step % 2:
                await made.ada.slash(made.thread, "map", layers="all")
            prompt = made.prompt()
            pressed = [*ids_of(prompt, "open"), *ids_of(prompt, "orders"), *ids_of(prompt, "explain")]
            await made.ada.click(prompt, custom_id=pressed[step % len(pressed)])
            await prying.pry(range(step * TYPED, (step + 1) * TYPED))
            posted = await asked(made)
        made.store.states.keep(now.rules, 1, now.info.version, now.state)
        assert (await battles.load(made.store, 1)).info.version == now.info.version, "a look changes nothing"
        self.table.typed += prying.typed
        return [*self.wire.to_others(made, frozenset({made.ivo.id, made.gm.id}), start), posted]


async def asked(made: World) -> str:
    """The prompt as it would be posted now."""
    battle, here = await battles.load(made.store, 1), await campaign.show(made.store, 1)
    layout, mentions = await prompts.post(battle, here, await waits.standing(made.store, 1), ())
    faces = battle.prompt.faces
    view = await battle.view(Viewer())
    struck = prompts.answered(battle, here, view.headline, faces, "Answered.")
    return repr((layout.to_components(), mentions.to_dict(), struck.to_components()))


async def would_be_done(*_: object, **__: object) -> None:
    """What Ada types and the rules allow is not done: the battle stays as it is."""
    raise Refusal("rehearsal", "That would be done.")


@asynccontextmanager
async def glances(
    folder: Path, name: str, seed: int, rule_sets: Mapping[str, AnyRuleSet] | None = None
) -> AsyncIterator[Glances]:
    front = FRONTS[name]
    with tapped() as wire:
        async with world(folder, rule_sets) as made:
            await begin(made, front)
            yield Glances(made, front, wire, random.Random(seed))


async def course(here: Glances, seed: int, steps: int) -> None:
    """Some steps of a battle, with all its twins after every few of them."""
    player = Player(here.made, here.front, here.wire, random.Random(seed), random.Random(f"{seed} 0"))
    for step in range(steps):
        for _ in range(BETWEEN if step else 0):
            if await player.step(None) is None:
                return
        await here.made.passes(seconds=7)
        await here.at(step)
    here.table.did += player.course.did


@pytest.mark.parametrize("name", STEPS)
async def test_nobody_who_looks_can_tell_a_battle_from_its_twins(name: str, tmp_path: Path, long: bool) -> None:
    if name in TWICE and name != "red_swapped" and not long:
        pytest.skip("the same book as another, which an ordinary run has")
    table = Table()
    for seed in range(20 if long else 1):
        (folder := tmp_path / str(seed)).mkdir()
        async with glances(folder, name, seed) as here:
            here.table = table
            await course(here, seed, STEPS[name] * (2 if long else 1))
    shown(name, table)
    assert table.pairs.total() >= (5 if STEPS[name] == 2 else LEAST)


async def test_a_leak_would_be_noticed(tmp_path: Path) -> None:
    """With a view that has a word of all that there is, each kind of secret is found out."""
    rules = FRONTS["five56mm"].rules

    def leaking(state: Any, viewer: Viewer) -> View:
        view = rules.battle.view(state, viewer)
        told = hashlib.sha256(rules.battle.states.dump(state).encode()).hexdigest()[:8]
        return replace(view, headline=f"{view.headline} {told}")

    leaky = replace(rules, battle=replace(rules.battle, view=leaking))
    async with glances(tmp_path, "five56mm", 0, {rules.key: leaky}) as here:
        await here.at(0)
    assert here.table.pairs
    assert {each.split(",")[0] for each in here.table.differing} == set(here.table.pairs)
