"""A deadline of a side that would rather hold: nothing is done for it where its prompt says how, else the default; and
the post says which."""

from __future__ import annotations

from dataclasses import replace

import pytest

from campaigns.battle import battles
from campaigns.battle.watch import timers
from campaigns.clocks import granting
from campaigns.members.policies import AtDeadline
from campaigns.post.matter import Passed
from campaigns.tables.posts import TimerKind
from rules.kernel.action import Action
from rules.seam.asking import Prompt
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import PUBLIC
from tests.campaigns.behind import pending
from tests.campaigns.toy import TOY, Fire, Hold, State, prompt
from tests.campaigns.world import BLUE, RED, World, new_store
from tests.clocks import ManualClock


def at_deadline(idle: Action | None) -> AnyRuleSet:
    """The toy rules, whose absent sides fire unless they are known to hold by `idle`."""

    def eager(state: State) -> Prompt:
        asked = prompt(state)
        first = asked.asks[0] if asked else None
        if first is None or not first.units:
            return asked
        enemy = next(post.id for post in state.posts if post.side != first.side and post.fit)
        return Prompt((replace(first, default=Fire(unit=first.units[0], target=enemy), idle=idle),))

    return replace(TOY, battle=replace(TOY.battle, prompt=eager))


@pytest.mark.parametrize(
    ("policy", "idle", "done", "told"),
    [
        (AtDeadline.HOLD, Hold(), "hold", "holds by default"),
        (AtDeadline.HOLD, None, "default", "fires"),
        (AtDeadline.DEFAULT, Hold(), "default", "fires"),
    ],
)
async def test_what_a_deadline_does_for_a_side_that_would_hold(
    small: World, policy: AtDeadline, idle: Action | None, done: str, told: str
) -> None:
    clock = small.store.clock
    assert isinstance(clock, ManualClock)
    store = new_store(str(small.store.url), clock, at_deadline(idle), small.store.entropy)
    world = World(store, small.campaign, small.red, small.blue)
    battle_id = await world.battle()
    before = await battles.load(store, battle_id)
    side = before.prompt.asks[0].side
    await granting.at_deadline(store, world.id, BLUE if side == "blue" else RED, side, policy)

    fired = await timers.fire_due(store, world.later(hours=48))

    assert [each.problem for each in fired if each.kind is TimerKind.DEADLINE] == [""]
    report = await battles.report(store, battle_id, before.info.version + 1, before.info.version + 1, PUBLIC)
    headlines = " ".join(said.headline for line in report.lines for said in line.tolds)
    assert told in headlines
    posts = [post for post in await pending(store) if post.matter.topic == "deadline"]
    assert [post.matter.of(Passed).done for post in posts] == [done]
    await store.close()
