"""What a side does in private while the battle stands still: the others look at everything, and a day goes by."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from campaigns.battle import battles
from campaigns.battle.letters.intents import settle_boldness, settle_role
from campaigns.battle.letters.letter import aims_of, fill, plans_for, require_ordering, write
from rules.script.actions import Whisper
from rules.seam.planning import Boldness, Intent
from tests.bot.world import World, ids_of, options
from tests.campaigns.behind import act
from tests.twins.courses import Player
from tests.twins.fronts import Front

Deed = Callable[[World, Front, Player], Awaitable[None]]


async def nothing(made: World, front: Front, player: Player) -> None:
    """The battle stands still."""


async def words(made: World, front: Front, player: Player) -> None:
    """The umpire tells the side something."""
    await act(made.store, 1, Whisper(side=front.ours, text="Look out"), made.gm.id)


async def acts(made: World, front: Front, player: Player) -> None:
    """Standing answers, watches, instructions, orders of hidden troops: whatever can be done that nobody hears of."""
    for _ in range(3):
        await player.in_private()


async def standing_orders(made: World, front: Front, player: Player) -> None:
    """Orders that nobody carries out yet."""
    battle, now = front.rules.battle, await player.now()
    assert battle.ordering is not None
    for unit in battle.ordering.units(now.state, front.ours)[:2]:
        for one in battle.ordering.proposals(now.state, front.ours, unit)[:3]:
            events = player.rehearsed(now, one.action, front.ours)
            if not events or not all(player.kept(event) for event in events):
                continue
            if battle.proceed(battle.fold(tuple(events), now.state)) is None:
                await act(made.store, 1, one.action, made.ivo.id, side=front.ours)
                return


async def letter(made: World, front: Front, player: Player) -> None:
    """Orders are begun to be written and lie on the desk; a plan and a line of one's own stand in a letter that is not
    sent, by another boldness."""
    panel = (await made.ivo.slash(made.thread, "orders")).response
    assert panel is not None
    if bold := ids_of(panel, "letter-bold"):
        await made.ivo.select(panel, ["bold"], custom_id=bold[0])
    if plans := ids_of(panel, "letter-plan"):
        panel = (await made.ivo.click(panel, custom_id=plans[0])).response
        assert panel is not None
        await made.ivo.click(panel, custom_id=ids_of(panel, "letter-map")[0])
    if lasts := ids_of(panel, "letter-horizon"):
        asked = (await made.ivo.select(panel, ["until.things"], custom_id=lasts[0])).response
        assert asked is not None
        things = list(options(asked, "letter-until").values())
        panel = (await made.ivo.select(asked, things[:1], custom_id=ids_of(asked, "letter-until")[0])).response
        assert panel is not None
    if not (picks := ids_of(panel, "orders-unit")):
        return
    ref = next(iter(options(panel, "orders-unit").values()))
    one = await made.ivo.select(panel, [ref], custom_id=picks[0])
    assert one.response is not None
    if role := ids_of(one.response, "letter-role"):
        await made.ivo.select(one.response, ["hold"], custom_id=role[0])
    if take := ids_of(one.response, "orders-take"):
        one = await made.ivo.click(one.response, custom_id=take[0])
        assert one.response is not None
    if write := ids_of(one.response, "orders-write"):
        await made.ivo.click(one.response, custom_id=write[0])


async def plans(made: World, front: Front, player: Player) -> None:
    """How the side means to fight is settled, and a whole letter is written by that, where its book makes plans."""
    seat = await battles.sit(made.store, 1, made.ivo.id)
    ordering = require_ordering(seat.battle)
    await settle_boldness(made.store, 1, front.ours, Boldness.BOLD)
    if ordering.planning is None:
        lines = ordering.proposals(seat.battle.state, front.ours, "")
        await write(seat, front.ours, [one.action for one in lines if isinstance(one.action, ordering.actions)][:1])
        return
    for unit in ordering.planning.roles(seat.battle.state, front.ours, await aims_of(seat.battle, front.ours))[:1]:
        await settle_role(made.store, 1, front.ours, unit, unit.choices[-1])
    for found in (await plans_for(seat, front.ours, Intent(Boldness.BOLD, seed=1)))[:1]:
        await fill(seat, front.ours, found)


async def careers(made: World, front: Front, player: Player) -> None:
    """A figure gets another name and a remark, a unit another name."""
    place = made.channel
    for option in (await made.ivo.autocomplete(place, "figure note", "figure", ""))[:2]:
        await made.ivo.slash(place, "figure note", figure=option["value"], text="Sings in his sleep")
        await made.ivo.slash(place, "figure rename", figure=option["value"], family="Rename")
    for option in (await made.ivo.autocomplete(place, "unit roster", "unit", ""))[-1:]:
        await made.ivo.slash(place, "unit rename", unit=option["value"], name="Renamed by night")


async def looks(made: World, front: Front, player: Player) -> None:
    """The side looks at everything it has, and types."""
    for command in ("status", "now", "catchup", "orders", "chronicle"):
        await made.ivo.slash(made.thread, command)
        await made.gm.slash(made.thread, command)
    await made.ivo.slash(made.thread, "map", layers="all")


DEEDS: dict[str, Deed] = {
    "whispers": words,
    "private acts": acts,
    "standing orders": standing_orders,
    "letters": letter,
    "plans": plans,
    "careers": careers,
    "looks": looks,
}
LASTING = ("letters", "plans", "careers", "looks")
"""What stands in no journal: when the battle is over and its file is handed out, nobody reads of it either."""


async def everything(made: World, front: Front, player: Player) -> None:
    for deed in DEEDS.values():
        await deed(made, front, player)


async def lasting(made: World, front: Front, player: Player) -> None:
    for name in LASTING:
        await DEEDS[name](made, front, player)
