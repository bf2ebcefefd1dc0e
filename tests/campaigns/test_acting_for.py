"""For whom somebody acts who names no side, where several are asked at once."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from campaigns.battle import battles
from campaigns.battle.course.seats import StandingBattle
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import rosters
from rules.kernel.action import Action, Actor, SideId
from rules.kernel.event import Event
from rules.kernel.violation import RuleViolation
from rules.seam.asking import Ask, Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act
from tests.campaigns.toy import TOY, Fire, Hold, Incite, Passed, Shot, State
from tests.campaigns.world import BLUE, GM, RED, World, new_store
from tests.databases import new_file

# ── Outposts where all sides are asked at once; the crowd first, where the umpire is asked about it ──────────────────


def first(state: State, side: SideId | None) -> State:
    if side not in state.to_fire or state.question:
        return state
    return replace(state, to_fire=(side, *(each for each in state.to_fire if each != side)))


def prompt(state: State, *, umpire: bool) -> Prompt:
    if state.question or not state.to_fire:
        return TOY.battle.prompt(state)
    asks: list[Ask] = []
    for side in sorted(state.to_fire, key=lambda each: not (umpire and each == "crowd")):
        (ask,) = TOY.battle.prompt(first(state, side)).asks
        asks.append(replace(ask, umpire=umpire and side == "crowd"))
    return Prompt(tuple(asks))


def decide(state: State, action: Action, by: Actor, chance: object) -> object:
    return TOY.battle.decide(first(state, by.side), action, by, chance)  # type: ignore[arg-type]


def evolve(state: State, event: Event) -> State:
    side = event.side if isinstance(event, Passed) else None
    if isinstance(event, Shot):
        fired = state.post(event.unit)
        side = fired.side if fired else None
    return TOY.battle.evolve(first(state, side), event)


def at_once(*, umpire: bool = False) -> AnyRuleSet:
    changed = {"prompt": partial(prompt, umpire=umpire), "decide": decide, "evolve": evolve}
    return replace(TOY, battle=replace(TOY.battle, **changed))


class Front:
    """A battle in which Red, Blue and the crowd are asked; Red runs the crowd."""

    def __init__(self, world: World, battle_id: int, mob: str) -> None:
        self.world, self.id, self.mob = world, battle_id, mob

    @classmethod
    async def made(cls, folder: Path, *, umpire: bool = False, gm: SideId | None = None) -> Front:
        url = new_file(folder)
        world = await World.make(new_store(url, rules=at_once(umpire=umpire)))
        if gm is not None:
            await campaign.join(world.store, world.id, GM, gm)
        mob = await rosters.raise_unit(world.store, world.id, GM, "mob", name="Mob")
        front = cls(world, await world.battle(), mob.ref)
        await act(world.store, front.id, Incite(), GM)
        for who in (RED, BLUE):
            await act(world.store, front.id, Hold(), who)
        for ask in (await front.field()).prompt.asks:
            await act(world.store, front.id, ask.default, RED if ask.side == "red" else BLUE)
        assert await front.asked() == {"red", "blue", "crowd"}
        return front

    async def field(self) -> StandingBattle:
        return await battles.load(self.world.store, self.id)

    async def asked(self) -> set[SideId]:
        return {ask.side for ask in (await self.field()).prompt.asks}

    async def by(self, who: int, action: Action, side: SideId | None = None) -> tuple[str, SideId | None]:
        """Somebody acts; as whom the journal has it."""
        done = await act(self.world.store, self.id, action, who, side=side)
        (line, *_) = (
            await battles.report(self.world.store, self.id, done.from_seq, done.from_seq, Viewer(umpire=True))
        ).lines
        return str(line.entry.by.role), line.entry.by.side

    async def refused(self, who: int, action: Action) -> str:
        version = (await self.field()).info.version
        with pytest.raises((Refusal, RuleViolation)) as refusal:
            await act(self.world.store, self.id, action, who)
        assert (await self.field()).info.version == version
        return refusal.value.code


async def test_a_player_acts_for_the_unit_s_side_else_for_the_own_one_else_for_the_one_that_is_asked(
    tmp_path: Path,
) -> None:
    front = await Front.made(tmp_path)
    shot = Fire(unit=front.mob, target=front.world.blue.ref)

    assert await front.by(RED, Hold()) == ("player", "red"), "both are asked: the own side"
    assert await front.by(RED, shot) == ("player", "crowd")
    assert await front.refused(RED, shot) == "not-your-turn", "the crowd has acted, Blue is asked"
    assert await front.refused(RED, Hold()) == "not-your-turn"
    await front.world.store.close()


async def test_who_is_asked_for_the_crowd_alone_acts_for_it(tmp_path: Path) -> None:
    front = await Front.made(tmp_path)
    await front.by(RED, Hold(), "red")

    assert await front.by(RED, Hold()) == ("player", "crowd")
    await front.world.store.close()


async def test_a_gm_who_plays_nobody_names_a_side_or_a_unit_while_several_are_asked(tmp_path: Path) -> None:
    front = await Front.made(tmp_path)

    assert await front.refused(GM, Hold()) == "which-side"
    assert await front.by(GM, Hold(), "crowd") == ("player", "crowd")
    assert await front.refused(GM, Hold()) == "which-side"
    missing = Fire(unit=front.mob, target=front.world.blue.ref)
    assert await front.refused(GM, missing) == "which-side", "the crowd is asked no more"
    assert await front.by(BLUE, Hold()) == ("player", "blue")
    assert await front.by(GM, Hold()) == ("player", "red"), "Red alone is asked"
    await front.world.store.close()


async def test_a_gm_who_plays_acts_for_the_others_only_where_the_umpire_is_asked(tmp_path: Path) -> None:
    front = await Front.made(tmp_path, umpire=True, gm="blue")

    assert await front.by(GM, Hold()) == ("player", "blue"), "the own side goes before the umpire's crowd"
    assert await front.by(GM, Hold()) == ("umpire", "crowd")
    assert await front.refused(GM, Hold()) == "not-your-turn", "Red is asked, whom the GM plays by name only"
    assert await front.asked() == {"red"}
    assert await front.by(GM, Hold(), "red") == ("player", "red")
    await front.world.store.close()


async def test_what_the_umpire_is_asked_about_a_unit_no_player_answers(tmp_path: Path) -> None:
    front = await Front.made(tmp_path, umpire=True, gm="blue")
    shot = Fire(unit=front.mob, target=front.world.blue.ref)

    assert await front.refused(RED, shot) == "umpire-only"
    assert await front.by(GM, shot) == ("umpire", "crowd"), "it is about the crowd's unit"
    await front.world.store.close()
