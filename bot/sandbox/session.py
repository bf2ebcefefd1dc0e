"""One run of the sandbox: the virtual Discord, the bot on it, the lobby page, until Ctrl-C."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import structlog
from simcord import SetupError
from simcord.backend import Backend

from bot.client import build_bot
from bot.sandbox import lobby, opening, solo
from bot.sandbox.clock import SandboxClock
from bot.sandbox.entropy import SandboxEntropy
from bot.sandbox.keeping import Keeping, Taken, Unreadable
from bot.sandbox.world import HUNG, World, attach, found_again, founded
from bot.shell import host
from bot.shell.database import opened, working_alone
from bot.shell.garbage import unsearched
from bot.shell.report import REFUSED, ShellError
from campaigns import greetings
from campaigns.battle import battles
from campaigns.battle.battles import BattleInfo
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.tables.battles import BattleStatus
from rules.kernel.action import SideId
from rules.seam.planning import Boldness

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)

KEEP_UP = 0.4
"""Seconds between two looks at whether something has happened that open pages do not show yet."""
SLOWEST = 30.0
"""Seconds between two looks while they fail."""
PATIENCE = int(HUNG / (KEEP_UP / 4))
"""Looks after which a leap in time gives up on a click that is still being carried out."""


@dataclass(slots=True)
class Session:
    """The parts of a running sandbox."""

    store: Store
    world: World
    clock: SandboxClock
    keeping: Keeping
    setting_up: str = ""
    """What is still being set up, while visitors are already in."""
    _others: asyncio.Task[None] | None = None

    async def turns(self) -> list[lobby.AwaitedAnswer]:
        """Whose answer which battle waits for."""
        found: list[lobby.AwaitedAnswer] = []
        for view in sorted(await campaign.of_guild(self.store, self.world.guild.id), key=lambda view: view.channel_id):
            title = self.store.rules(view.rules).title
            for info in await battles.of_campaign(self.store, view.id):
                if info.status != BattleStatus.RUNNING:
                    continue
                for ask in (await battles.load(self.store, info.id)).prompt.faces:
                    side = next((side for side in view.sides if side.key == ask.side), None)
                    asked = view.gms if ask.umpire or side is None else tuple(p.user_id for p in side.players)
                    alone = not ask.umpire and ask.side in self._opposed(view, info)
                    found += [
                        lobby.AwaitedAnswer(who, info.channel_id, ask.question, info.title, title, alone)
                        for who in asked
                    ]
        return found

    def _opposed(self, view: CampaignView, info: BattleInfo) -> set[str]:
        """The sides whose enemy could be left to the staff: it makes plans there, and somebody plays him."""
        ordering = self.store.rules(view.rules).battle.ordering
        played = {side.key for side in view.sides if side.players}
        able = ordering is not None and ordering.planning is not None and len(played) > 1 and not info.staff
        return played if able else set()

    async def against_staff(self, place: int, member: int) -> bool:
        """Whoever plays against that member in the battle of that channel leaves his side to the staff."""
        channel, info = self.world.place(place), await battles.in_channel(self.store, place)
        if channel is None or info is None or info.status != BattleStatus.RUNNING:
            return False
        view = await campaign.show(self.store, info.campaign_id)
        mine = next((side.key for side in view.sides if member in {p.user_id for p in side.players}), None)
        if mine not in self._opposed(view, info):
            return False
        for side in view.sides:
            people = [each for each in self.world.people.values() if each.id in {p.user_id for p in side.players}]
            if side.key != mine and people:
                await people[0].slash(channel, "battle staff", side=side.key)
        self.save()
        return True

    def lone_battles(self) -> tuple[solo.LoneBattle, ...]:
        return solo.lone_battles(self.store)

    async def play_alone(self, wanted: solo.LoneBattle, side: SideId, boldness: Boldness) -> tuple[int, int] | None:
        """Begin a battle of one person against the staff: its channel, and who plays."""
        begun = await solo.begin(self.world, self.store, wanted, side, boldness)
        self.save()
        return begun

    async def leap(self, ahead: timedelta) -> None:
        """Let time pass: whatever falls due meanwhile happens in its order."""
        for _ in range(PATIENCE):
            try:
                await self.world.env.advance_time(ahead.total_seconds())
                break
            except SetupError:  # somebody's click is at work
                await asyncio.sleep(KEEP_UP / 4)
        self.save()

    def lobby(self) -> lobby.Lobby:
        """What its page shows and does."""
        return lobby.Lobby(
            self.world,
            self.clock.now,
            self.turns,
            self.leap,
            self.against_staff,
            self.lone_battles(),
            solo.first_battles(self.store),
            self.play_alone,
            lambda: self.setting_up,
        )

    def save(self) -> None:
        """Not while battles are set up: nobody could go on with a half-begun one, so the next start begins anew."""
        if not self.setting_up:
            self.keeping.save(self.world.backend)

    async def set_up(self, entropy: SandboxEntropy, doing: Callable[[str], None]) -> None:
        """Begin the first battle now and the others while visitors are in. Raises ShellError."""
        first, *others = opening.OPENINGS
        try:
            await self._begin(first, entropy, doing)
        except opening.OpeningStuck as error:
            raise ShellError(f"a battle of the sandbox could not be set up: {error}", code=REFUSED) from None
        self._others = asyncio.create_task(self._begin_all(others, entropy, doing))

    async def all_there(self) -> None:
        """Until every battle has been begun."""
        if self._others is not None:
            await asyncio.shield(self._others)

    async def _begin_all(
        self, wanted: Sequence[opening.SandboxOpening], entropy: SandboxEntropy, doing: Callable[[str], None]
    ) -> None:
        for each in wanted:
            try:
                await self._begin(each, entropy, doing)
            except opening.OpeningStuck as error:  # a visitor was there first, say: the others have their turn
                log.error("battle not set up", channel=each.channel, error=str(error))
        entropy.opened()
        self.setting_up = ""

    async def _begin(
        self, wanted: opening.SandboxOpening, entropy: SandboxEntropy, doing: Callable[[str], None]
    ) -> None:
        self.setting_up = opening.named(self.store, wanted)
        doing(self.setting_up)
        entropy.open(wanted.campaign)
        await opening.play(self.world, self.store, wanted)

    async def keep_up(self) -> None:
        """Save what happens, and show it on the pages of those who did not do it themselves."""
        record, unsaved, behind, pause = self.world.backend.transcript, False, False, KEEP_UP
        while True:
            await asyncio.sleep(pause)
            if record:
                unsaved = behind = True
                record.clear()
                self.world.backend.http_requests.clear()
            try:
                if unsaved:
                    self.save()
                    unsaved = False
                if behind:
                    await self.world.refresh()
                    behind = False
                pause = KEEP_UP
            except SetupError:  # somebody's click is at work: the next look will do
                pause = KEEP_UP
            except Exception as error:  # a full disk or a page that has died ends no sandbox
                pause = min(pause * 2, SLOWEST)
                log.error("sandbox not kept up", again=pause, exc_info=error)


def _untold(what: str) -> None:
    """For a caller who wants to hear nothing."""


@asynccontextmanager
async def running(
    folder: Path, *, fresh: bool = False, doing: Callable[[str], None] = _untold
) -> AsyncIterator[Session]:
    """The sandbox of that folder (an absolute path): taken up where it was left, or with its first battle set up. The
    others follow; the end of the block waits for them. `doing` hears of each step."""
    keeping = Keeping(folder)
    async with AsyncExitStack() as afterwards:
        try:
            afterwards.enter_context(keeping.alone())
            kept = None if fresh else keeping.load()
        except Taken:
            taken = f"a sandbox is already running in {folder}: stop it, or choose another folder with --data"
            raise ShellError(taken, code=REFUSED) from None
        except Unreadable as error:
            lost = f"the sandbox in {folder} cannot be taken up: {error}. Start it with --fresh"
            raise ShellError(lost, code=REFUSED) from None
        if kept is None:
            keeping.clear()  # also after a first start that did not come to its end
        backend = kept or Backend(clock=SandboxClock())
        assert isinstance(backend.clock, SandboxClock)
        entropy = SandboxEntropy()
        url = f"sqlite+aiosqlite:///{folder / 'adjutant.db'}"
        afterwards.enter_context(working_alone(url, "adjutant sandbox"))
        store = Store(url, backend.clock, entropy)
        afterwards.push_async_callback(store.close)
        doing("Opening the database")
        await opened(store)
        doing("Starting the bot")
        with unsearched():
            env = attach(build_bot(store), backend)
            await env.start()
        afterwards.push_async_callback(env.shutdown)  # open pages with it
        session = Session(store, found_again(env) if kept else founded(env), backend.clock, keeping)
        await greetings.claim(store, session.world.guild.id)  # the lobby is this server's greeting
        if kept is None:
            await session.set_up(entropy, doing)
        session.save()
        afterwards.callback(session.save)
        afterwards.push_async_callback(session.all_there)
        watch = asyncio.create_task(session.keep_up())
        afterwards.push_async_callback(_stop, watch)
        yield session


async def _stop(task: asyncio.Task[None]) -> None:
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def serve(
    folder: Path,
    port: int,
    ready: Callable[[str], None],
    *,
    fresh: bool = False,
    at_the_door: Callable[[str], None] = _untold,
    doing: Callable[[str], None] = _untold,
) -> None:
    """Run the sandbox until the task is cancelled. `at_the_door` gets the page's address at once, while the sandbox is
    being set up, `doing` what is done meanwhile, `ready` the address when the lobby is there. Raises ShellError."""
    try:
        door = lobby.bind(port)
    except OSError:
        taken = f"port {port} is taken, perhaps by another sandbox: choose one with --port"
        raise ShellError(taken, code=REFUSED) from None
    hall = lobby.Hall()

    def told(what: str) -> None:
        hall.doing = what
        doing(what)

    runner, address = await lobby.start(hall, door)
    try:
        at_the_door(address)
        async with running(folder, fresh=fresh, doing=told) as session:
            hall.lobby = session.lobby()
            ready(address)
            await session.all_there()
            host.prepare(session.store.rule_sets.values())
            await asyncio.Event().wait()
    finally:
        await runner.cleanup()
