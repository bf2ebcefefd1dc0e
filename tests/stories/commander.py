"""People who play by post: they look at what the bot shows them and press what it offers."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import count

from simcord import InteractionResult, MemberActor

from bot.talk.ticket import read
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.tables.battles import BattleStatus
from rules.seam.asking import Ask, Offer, keyed
from tests.bot.world import World, ids_of, options, said

WARLIKE = ("fire", "charge", "spot", "rally")
"""What a unit does first, where it may."""


@dataclass
class Command:
    """Both sides' players in one battle; each answers when asked, by turns through every way that there is."""

    world: World
    battle: int
    ways: Counter[str] = field(default_factory=Counter)
    _turns: count[int] = field(default_factory=count)

    async def field_(self) -> StandingBattle:
        return await battles.load(self.world.store, self.battle)

    async def over(self) -> bool:
        return (await self.field_()).info.status is not BattleStatus.RUNNING

    def player(self, ask: Ask) -> MemberActor:
        if ask.umpire:
            return self.world.gm
        players = {side: self.world.ada for side in ("army", "black")} | {
            side: self.world.ivo for side in ("insurgents", "red")
        }
        return players.get(ask.side, self.world.gm)

    async def answer(self) -> str:
        """The side that is asked does something. What it was told."""
        now = await self.field_()
        ask = now.prompt.asks[0]
        who, turn = self.player(ask), next(self._turns)
        chosen = self._choose(now, ask)
        if chosen is None:
            return await self._quick(who)
        unit, key, offer = chosen
        if turn % 3 == 2:
            return await self._by_command(who, offer)
        return await self._by_panel(who, unit, key)

    def _choose(self, now: StandingBattle, ask: Ask) -> tuple[str, str, Offer] | None:
        """The first warlike offer of any unit that needs no further word; None: answer for the whole side."""
        found = [
            (unit, key, offer)
            for unit in ask.units
            for key, offer in keyed(now.rules.battle.offers(now.state, ask.side, unit)).items()
            if not offer.needs
        ]
        found = [one for one in found if one[2].verb in WARLIKE and one[2].verb != "charge"] or (
            [] if ask.quick else found
        )
        return found[0] if found else None

    async def _quick(self, who: MemberActor) -> str:
        self.ways["quick"] += 1
        prompt = self.world.prompt()
        if ids_of(prompt, "quick"):
            return self._done(await who.click(prompt, custom_id=ids_of(prompt, "quick")[0]))
        opened = await who.click(prompt, custom_id=ids_of(prompt, "open")[0])  # a secret question
        assert opened.response is not None, said(opened)
        return self._done(await who.click(opened.response, custom_id=ids_of(opened.response, "quick")[0]))

    async def _by_panel(self, who: MemberActor, unit: str, key: str) -> str:
        """Pick the unit from the prompt, press the offer's button or take it from the list of the others."""
        self.ways["panel"] += 1
        prompt, opened = self.world.prompt(), None
        if unit not in options(prompt, "pick").values() and ids_of(prompt, "open"):  # for the side's eyes alone
            opened = await who.click(prompt, custom_id=ids_of(prompt, "open")[0])
            assert opened.response is not None, said(opened)
            prompt = opened.response
        if not ids_of(prompt, "pick"):
            assert opened is not None
            panel = opened  # of a side of which one unit is asked
        else:
            where = next(one for one in ids_of(prompt, "pick") if unit in options(prompt, "pick").values())
            panel = await who.select(prompt, [unit], custom_id=where)
        assert panel.response is not None, said(panel)
        button = _button(panel, key)
        if button is None:
            panel = await who.select(panel.response, [key], custom_id=ids_of(panel.response, "more")[0])
            button = _button(panel, key)
        assert panel.response is not None, said(panel)
        assert button is not None, said(panel)
        return self._done(await who.click(panel.response, custom_id=button))

    async def _by_command(self, who: MemberActor, offer: Offer) -> str:
        self.ways["command"] += 1
        spoken = offer.action.model_dump(mode="json", exclude={"verb"}, exclude_defaults=True)
        given = {name: ",".join(value) if isinstance(value, list) else value for name, value in spoken.items()}
        ordered = await who.slash(self.world.thread, offer.verb, **given)
        if ordered.response is not None and (sure := ids_of(ordered.response, "go")):
            ordered = await who.click(ordered.response, custom_id=sure[0])  # its way was shown first
        return self._done(ordered)

    @staticmethod
    def _done(result: InteractionResult) -> str:
        words = said(result)
        assert "✔" in words, words
        return words


def _button(panel: InteractionResult, key: str) -> str | None:
    assert panel.response is not None
    for custom_id in ids_of(panel.response, "do"):
        ticket = read(custom_id)
        if ticket is not None and ticket.choice == key:
            return custom_id
    return None
