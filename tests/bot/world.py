"""A virtual Discord server with the real bot on it: a GM, a player a side, a bystander, and time that can pass."""

from __future__ import annotations

import hashlib
import json
import pickle
import re
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import discord
import structlog
from jsonschema import ValidationError, validators
from simcord import ChannelHandle, Env, GuildHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend import Backend, serializers
from simcord.components import walk_components
from simcord.enums import ChannelType, InteractionType
from simcord.interactions import base_payload

from bot.actions import verbs
from bot.actions.groups import GMS
from bot.client import Adjutant, build_bot
from bot.sandbox.keeping import PASSING
from bot.shell.permissions import LEAST
from campaigns import greetings
from campaigns.battle import battles
from campaigns.battle.record import journal
from campaigns.database.store import Store
from rules.kernel.once import once_a_state
from rules.seam.ruleset import AnyRuleSet
from tests.bot import shapes
from tests.clocks import PATIENCE
from tests.databases import new_file

verbs.groups = once_a_state(verbs.groups)  # a program makes them once, every bot of a test run would make them anew
LOOKING = 0.005
"""Seconds between two looks at whether the bot has come to rest."""
SHARED = Path(__file__).resolve().parents[3] / "shared" / "tools"


class Server(Env):
    """Discord, which waits for the bot as long as a machine takes that runs other tests beside, and looks often whether
    it has come to rest: looking costs little, and most of its work is done within milliseconds."""

    async def _settle_internal(self, *, idle: float = LOOKING, **limits: Any) -> None:
        if limits.get("timeout") is not None:  # the few seconds that a bot has for its start
            limits["timeout"] = self.settle_timeout
        await super()._settle_internal(idle=min(idle, LOOKING), **limits)


class Person(MemberActor):
    """Who plays. An action may be called by its verb alone ("fire", "umpire place"), as it is known at the table: which
    group it lies in is the bot's to say."""

    async def slash(self, channel: ChannelHandle, name: str, /, **options: Any) -> InteractionResult:
        return await super().slash(channel, self._path(channel, name), **options)

    async def autocomplete(
        self, channel: ChannelHandle, name: str, option: str, value: str, /, **filled: Any
    ) -> list[dict[str, Any]]:
        return await super().autocomplete(channel, self._path(channel, name), option, value, **filled)

    def can_order(self, channel: ChannelHandle, verb: str) -> bool:
        """Whether there is a command for that action."""
        return bool(self._orders(channel, verb))

    def _path(self, channel: ChannelHandle, name: str) -> str:
        found = self._orders(channel, name)
        assert len(found) < 2, f"say which: {found}"
        return found[0] if found else name

    def _orders(self, channel: ChannelHandle, verb: str) -> list[str]:
        bot = self._env.bot
        assert isinstance(bot, Adjutant)
        orders = {path for rules in bot.store.rule_sets for path in bot.names.paths(rules)}
        return [
            path
            for path in self.available_commands(channel)
            if path in orders and path.replace("-umpire ", " umpire ").endswith(f" {verb}")
        ]


def person(member: MemberActor) -> Person:
    """The same member, who knows the verbs."""
    return Person(member._env, member.guild, member.user)


@dataclass(frozen=True)
class Delivery:
    """An interaction on its way, and what it will have been answered with."""

    payload: dict[str, Any]
    result: InteractionResult


@dataclass(frozen=True)
class Kept:
    """A server and its bot's database as they were, for other tests to go on from."""

    discord: bytes
    blobs: tuple[tuple[str, bytes], ...]
    elapsed: float
    database: bytes
    drawn: int


@dataclass
class World:
    """Everything that a test needs at hand."""

    env: Env
    store: Store
    guild: GuildHandle
    channel: ChannelHandle
    people: dict[str, Person]
    log: list[dict[str, Any]] = field(default_factory=list)

    @property
    def bot(self) -> Adjutant:
        assert isinstance(self.env.bot, Adjutant)
        return self.env.bot

    @property
    def gm(self) -> Person:
        return self.people["gwen"]

    @property
    def ada(self) -> Person:
        """Plays the army."""
        return self.people["ada"]

    @property
    def ivo(self) -> Person:
        """Plays the insurgents."""
        return self.people["ivo"]

    @property
    def zoe(self) -> Person:
        """Plays nothing."""
        return self.people["zoe"]

    async def restart(self) -> None:
        """The process dies and another one starts on the same database."""
        await self.store.close()
        self.store = type(self.store)(str(self.store.url), self.store.clock, self.store.entropy, self.store.rule_sets)
        await self.store.open()
        await self.env.restart_bot(build_bot(self.store))
        await self.env.settle()

    def discord(self) -> bytes:
        """All that Discord knows: equal where the same has happened."""
        return pickle.dumps({name: value for name, value in vars(self.env.backend).items() if name not in PASSING})

    def keep(self) -> Kept:
        """Everything as it is now, between two things that are done."""
        backend, entropy = self.env.backend, self.store.entropy
        assert isinstance(entropy, Entropy)
        with closing(sqlite3.connect(self._file)) as database:
            kept = database.serialize()
        blobs = tuple(backend.cdn._blobs.items())
        return Kept(self.discord(), blobs, backend.clock.elapsed, kept, entropy.drawn)

    async def become(self, kept: Kept) -> None:
        """Another process starts where that one was; on this server nothing has happened that had not there."""
        backend, entropy = self.env.backend, self.store.entropy
        assert isinstance(entropy, Entropy)
        await self.store.close()
        for suffix in ("-wal", "-shm"):
            self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)
        self._file.write_bytes(kept.database)
        entropy.drawn, backend.clock.elapsed, backend.cdn._blobs = kept.drawn, kept.elapsed, dict(kept.blobs)
        vars(backend).update(pickle.loads(kept.discord))
        backend.http_requests.clear()  # of the bot that took the steps
        self.guild._guild = backend.guilds[self.guild.id]
        self.channel._channel = backend.get_channel(self.channel.id)
        for someone in self.people.values():
            someone.user._user = backend.get_user(someone.id)
        await self.restart()

    @property
    def _file(self) -> Path:
        return Path(str(self.store.url.database))

    async def passes(self, **time: float) -> None:
        """Time passes, for Discord and for the bot; whatever falls due happens."""
        await self.env.advance_time(timedelta(**time).total_seconds())
        await self.env.settle()

    @property
    def thread(self) -> ChannelHandle:
        """The newest battle's thread."""
        types = {each.id: self.env.backend.get_channel(each.id).type for each in self.channel.threads}
        public = [each for each in self.channel.threads if types[each.id] != ChannelType.PRIVATE_THREAD]
        return max(public, key=lambda thread: thread.id)

    def posts(self, place: ChannelHandle | None = None) -> list[discord.Message]:
        """What everybody sees: Pat, who looks, never does anything that would be answered."""
        return (place or self.thread).history(viewer=self.people["pat"])

    def texts(self, place: ChannelHandle | None = None) -> list[str]:
        """What the posts of a place say, the oldest first."""
        return [text_of(message) for message in self.posts(place)]

    def prompt(self, place: ChannelHandle | None = None) -> discord.Message:
        """The newest prompt."""
        found = [message for message in self.posts(place) if ids_of(message, "status") and ids_of(message, "map")]
        return found[-1]

    def pressed(self, who: MemberActor, message: discord.Message | ResponseMessage, custom_id: str) -> Delivery:
        """A click on a button as Discord would deliver it, not delivered yet."""
        place = ChannelHandle(self.env, self.guild, self.env.backend.get_channel(_channel(message)))
        stored = self.env.backend.get_message(place.id, message.id)
        record, payload = base_payload(
            self.env.backend,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=place.id,
            guild_id=self.guild.id,
            user_id=who.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        record.source_message_id = stored.id
        return Delivery(payload, InteractionResult(self.env, record))

    def typed(self, who: MemberActor, place: ChannelHandle, name: str, **options: str) -> Delivery:
        """A command with options of text as Discord would deliver it, not delivered yet."""
        group, verb = name.split()
        root = self.env.backend.visible_commands(user_id=who.id, channel_id=place.id)
        found = next(each for each in root if each["name"] == group)
        filled = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
        record, payload = base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=place.id,
            guild_id=self.guild.id,
            user_id=who.id,
            data={
                "id": found["id"],
                "name": group,
                "type": 1,
                "options": [{"name": verb, "type": 1, "options": filled}],
            },
        )
        return Delivery(payload, InteractionResult(self.env, record))

    async def deliver(self, *deliveries: Delivery) -> None:
        """All of them at once, before the bot has dealt with the first."""
        for delivery in deliveries:
            self.env.backend.emit("INTERACTION_CREATE", delivery.payload)
        await self.env.settle()

    async def agrees(self, battle_id: int) -> None:
        """The folded journal equals the live state, and survives being written down and read."""
        battle = await battles.load(self.store, battle_id)
        async with self.store.reading() as session:
            entries = await journal.entries(session, battle.rules, battle_id)
        folded = battle.rules.battle.fold(journal.events_of(journal.living(entries)))
        assert folded == battle.state
        assert battle.rules.battle.states.load(battle.rules.battle.states.dump(folded)) == folded
        assert battle.info.version == entries[-1].seq


@asynccontextmanager
async def world(
    folder: Path,
    rule_sets: Mapping[str, AnyRuleSet] | None = None,
    made_by: type[Store] = Store,
    shard_id: int | None = None,
) -> AsyncIterator[World]:
    """A server on which the bot has the least rights that it asks for, and nothing has happened yet."""
    backend = Backend()
    store = made_by(new_file(folder), backend.clock, Entropy(), rule_sets)
    await store.open()
    with structlog.testing.capture_logs() as log:
        env = Server(build_bot(store), settle_timeout=PATIENCE)
        env.backend = backend
        await env.start()
        owner = env.create_user("gwen")
        guild = env.create_guild("The Wednesday Club", owner=owner, shard_id=shard_id)
        bots_own = next(role for name, role in guild.roles.items() if name != "@everyone")
        bots_own._role.permissions = LEAST.value
        # Everybody sees the GM's commands, so that their refusals are seen too; `test_groups` has others.
        guild.roles["@everyone"]._role.permissions |= GMS.value
        channel = guild.create_text_channel("campaign")
        people = {"gwen": Person(env, guild, owner)}
        people |= {name: person(guild.add_member(env.create_user(name))) for name in ("ada", "ivo", "zoe", "pat")}
        made = World(env, store, guild, channel, people, log)
        await greetings.claim(store, guild.id)  # the greeting has been read
        try:
            yield made
        finally:
            await env.shutdown()
            await made.store.close()
        checked(env)
        env.raise_errors()
    mishaps = [entry for entry in log if entry["log_level"] == "error"]
    assert not mishaps, mishaps


class Entropy:
    """The same bytes in every run, and never the same ones twice in a run."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, count: int) -> bytes:
        self.drawn += 1
        return hashlib.shake_256(self.drawn.to_bytes(8, "big")).digest(count)


def _channel(message: discord.Message | ResponseMessage) -> int:
    return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id


# ── Reading messages ──────────────────────────────────────────────────────────────────────────────────────────────


def components(message: discord.Message | ResponseMessage) -> list[dict[str, Any]]:
    roots = message.components if isinstance(message, ResponseMessage) else [c.to_dict() for c in message.components]
    return list(walk_components(roots))


def text_of(message: discord.Message | ResponseMessage) -> str:
    """All text displays of a message; commands that can be clicked as they read."""
    return plain("\n".join(part["content"] for part in components(message) if part.get("type") == 10))


def plain(texts: str) -> str:
    """Commands that can be clicked as they read."""
    return re.sub(r"</([^:<>]+):[1-9]\d*>", r"`/\1`", texts)


def said(result: InteractionResult) -> str:
    """What an interaction was answered with: in place, and beside it."""
    answers = [result.response] if result.response is not None else []
    return "\n".join(text_of(message) for message in (*answers, *result.followups))


def refused(result: InteractionResult) -> str:
    """The text of a refusal: only the asker sees it, and it says that nothing has changed."""
    message = result.followups[-1] if result.followups else result.response
    assert message is not None
    assert message.ephemeral
    words = text_of(message)
    assert "othing has changed" in words, words
    return words


def ids_of(message: discord.Message | ResponseMessage, what: str) -> list[str]:
    """Custom ids of the controls of that kind, in order."""
    return [part["custom_id"] for part in components(message) if part.get("custom_id", "").startswith(f"adj2:{what}:")]


def labels(message: discord.Message | ResponseMessage) -> list[str]:
    return [part["label"] for part in components(message) if part.get("type") == 2]


def options(message: discord.Message | ResponseMessage, what: str) -> dict[str, str]:
    """Label to value of the selects of that kind."""
    found = [part for part in components(message) if part.get("custom_id", "").startswith(f"adj2:{what}:")]
    return {option["label"]: option["value"] for part in found for option in part["options"]}


# ── What Discord would say ────────────────────────────────────────────────────────────────────────────────────────


@cache
def contract() -> ModuleType | None:
    """The checker against Discord's OpenAPI document, where it lies beside the repository."""
    if not (SHARED / "contract.py").exists():
        return None
    sys.path.insert(0, str(SHARED))
    import contract as checker

    checker.Draft202012Validator = validators.extend(checker.Draft202012Validator, {"oneOf": _one_of})
    return checker


_FITS: dict[tuple[int, str], bool] = {}
"""Whether exactly one of some alternatives of the document, which stays as it is, fits what is of one shape."""


def _one_of(validator: Any, schemas: Any, instance: Any, _schema: Any) -> Iterator[ValidationError]:
    """jsonschema's own lists everything that each alternative finds wrong, and all of that again for each alternative
    within: options within commands within groups take seconds. A control of one shape stands in many messages: what
    the document's alternatives say to it is found out once."""
    asked = (id(schemas), json.dumps(instance, sort_keys=True))
    if asked not in _FITS:
        _FITS[asked] = sum(validator.evolve(schema=each).is_valid(instance) for each in schemas) == 1
    if not _FITS[asked]:
        yield ValidationError(f"{instance!r} is not valid under exactly one of the given schemas")


def _known(method: str, path: str, body: object) -> bool:
    """Whether the document allows all requests of this shape."""
    return _allowed(method, shapes.place(path), json.dumps(shapes.body(body), sort_keys=True))


@cache
def _allowed(method: str, path: str, body: str) -> bool:
    checker = contract()
    return checker is not None and not checker.violations(method, path, json.loads(body))


def checked(env: Env) -> None:
    """Every body that the bot sent is one that Discord documents, within the limits that the document leaves out."""
    checker = contract()
    for request in env.http_requests:
        if checker is not None and not _known(request.method, request.path, request.json):
            assert not (found := checker.violations(request.method, request.path, request.json)), found
        body = request.json
        if not isinstance(body, dict):
            continue
        message = body.get("data", body) if isinstance(body.get("data", body), dict) else {}
        assert len(message.get("content") or "") <= 2000
        assert len(message.get("choices") or []) <= 25
        assert len(message.get("attachments") or []) <= 10
        parts = list(walk_components(message.get("components") or []))
        assert len(parts) <= 40
        assert len(ids := [part["custom_id"] for part in parts if "custom_id" in part]) == len(set(ids)), ids
        assert sum(len(part["content"]) for part in parts if part.get("type") == 10) <= 4000
        if request.method == "POST" and request.path.endswith("/messages") and "/channels/" in request.path:
            assert 0 < len(body["nonce"]) <= 25
            assert body["enforce_nonce"] is True
            assert "everyone" not in (body["allowed_mentions"].get("parse") or [])
