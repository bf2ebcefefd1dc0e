"""People who send what no client of Discord would: commands with options out of all bounds, buttons and forms of their
own making, the same click twice, several at the same moment.

Everything is drawn from a seed, so that a run can be repeated.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

from simcord import ChannelHandle, InteractionResult, MemberActor
from simcord.backend import serializers
from simcord.components import walk_components
from simcord.enums import InteractionType
from simcord.interactions import base_payload, command_leaves

from bot.talk.ticket import PREFIX
from campaigns.battle import battles
from campaigns.battle.record import journal
from tests.bot.world import Delivery, World, text_of

WORDS = (
    "", " ", ",", ";;", "\u200b", "\u202e abc", "Ｍill cell", "ÄCKER", "a" * 6000, "[" * 3000, "{}", "null", "-1",
    "1e309", "nan", "9" * 400, "0", "@everyone", "<@&1>", "```", "'; DROP TABLE battle; --", "%s%n", "\x00", "🎲" * 500,
    "A1", "zz999", "12.5,30", "-5,-5", "6in toward", "toward toward", "along the road to", "north 1e9",
    "adj2:do:1:1:::", "Ghost cell", "Mill cell", "Able squad", "army", "insurgents", "None", "\n\n\n", "\\", "𝕄𝕚𝕝𝕝",
)  # fmt: skip
"""What strangers write where a word belongs."""
NUMBERS = (0, 1, -1, 2**31, -(2**31), 2**53, -(2**53), 7, 10_000)
REALS = (0.0, -0.0, 0.1, -1.5, 1e300, -1e300, 1e-300, 2**53 + 0.5, 12.5)
NOT_THESE = frozenset({"join", "leave", "close", "delete", "end", "cancel", "forget", "archive"})
"""Commands that their user is free to use, and after which there would be nothing left to disturb."""


@dataclass
class Stranger:
    """One hand that sends whatever a seed draws, as any of several people."""

    world: World
    seed: int
    choice: random.Random = field(init=False)
    sent: int = 0

    def __post_init__(self) -> None:
        self.choice = random.Random(self.seed)

    # ── What is sent ──────────────────────────────────────────────────────────────────────────────────────────────

    def command(self, who: MemberActor, place: ChannelHandle, *, typing: bool = False) -> Delivery | None:
        """A command with options out of bounds; `typing`: one of them is still being typed. None where the drawn one
        is left alone."""
        known = self.world.env.backend.visible_commands(user_id=who.id, channel_id=place.id)
        leaves = [
            (command, *leaf) for command in known if command.get("type", 1) == 1 for leaf in command_leaves(command)
        ]
        command, path, leaf = self.choice.choice(leaves)
        if NOT_THESE & set(path):
            return None
        resolved: dict[str, Any] = {}
        options = [
            {"name": spec["name"], "type": spec["type"], "value": value}
            for spec in leaf.get("options") or []
            if (spec.get("required") or self.choice.random() < 0.6)
            and (value := self._value(spec, resolved)) is not None
        ]
        given = {option["name"] for option in options}
        if any(spec.get("required") and spec["name"] not in given for spec in leaf.get("options") or []):
            return None  # a file: Discord sends no command without it
        if typing:
            typed = [spec["name"] for spec in leaf.get("options") or [] if spec.get("autocomplete")]
            focused = [option for option in options if option["name"] in typed]
            if not focused:
                return None
            self.choice.choice(focused)["focused"] = True
        for name, kind in zip(reversed(path[1:]), (1, 2), strict=False):
            options = [{"name": name, "type": kind, "options": options}]
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": options, "resolved": resolved}
        if command.get("guild_id"):
            data["guild_id"] = str(command["guild_id"])
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE if typing else InteractionType.APPLICATION_COMMAND
        return self._interaction(kind, place, who, data)

    def button(self, who: MemberActor, place: ChannelHandle) -> Delivery | None:
        """A button or a select of some post, its ticket forged here and there."""
        posts = [post for post in self.world.posts(place) if self._tickets(post)]
        if not posts:
            return None
        post = self.choice.choice(posts[-8:])
        part = self.choice.choice(self._tickets(post))
        real, ticket = part["custom_id"], self._forged(part["custom_id"])
        data: dict[str, Any] = {"custom_id": ticket, "component_type": part["type"]}
        if part["type"] != 2:
            listed = [option["value"] for option in part.get("options") or []]
            data["values"] = [self.choice.choice([*listed, self._word()[:100] or "x"])]
        delivery = self._interaction(InteractionType.MESSAGE_COMPONENT, place, who, data)
        stored = self.world.env.backend.get_message(place.id, post.id)
        shown = json.dumps(serializers.message_payload(self.world.env.backend, stored))
        delivery.payload["message"] = json.loads(shown.replace(json.dumps(real), json.dumps(ticket)))
        delivery.result._interaction.source_message_id = stored.id
        return delivery

    def form(self, who: MemberActor, place: ChannelHandle) -> Delivery:
        """A form that nobody opened."""
        what = self.choice.choice(("board-paste", "way", "place", "order", "draft", "words", "nothing"))
        inner = [
            {"type": 18, "component": {"type": 4, "custom_id": name, "value": self._word()[:4000]}}
            for name in ("grid", "legend", "cell", "name", "place", "words")
        ]
        data = {"custom_id": self._forged(f"{PREFIX}:{what}:1:1:::"), "components": inner}
        return self._interaction(InteractionType.MODAL_SUBMIT, place, who, data)

    def _interaction(
        self, kind: InteractionType, place: ChannelHandle, who: MemberActor, data: dict[str, Any]
    ) -> Delivery:
        record, payload = base_payload(
            self.world.env.backend,
            type=int(kind),
            channel_id=place.id,
            guild_id=self.world.guild.id,
            user_id=who.id,
            data=data,
        )
        self.sent += 1
        return Delivery(payload, InteractionResult(self.world.env, record))

    def _value(self, spec: dict[str, Any], resolved: dict[str, Any]) -> object:
        match spec["type"]:
            case 3:
                listed = [choice["value"] for choice in spec.get("choices") or []]
                return self.choice.choice(listed) if listed else self._word()
            case 4:
                return self.choice.choice(NUMBERS)
            case 5:
                return self.choice.random() < 0.5
            case 10:
                return self.choice.choice(REALS)
            case 6:
                who = self.choice.choice([*self.world.people.values()])
                backend = self.world.env.backend
                guild = backend.get_guild(self.world.guild.id)
                resolved.setdefault("users", {})[str(who.id)] = dict(serializers.user_payload(backend.get_user(who.id)))
                resolved.setdefault("members", {})[str(who.id)] = dict(
                    serializers.member_payload(backend, guild, guild.members[who.id], with_user=False)
                )
                return str(who.id)
            case _:
                return None  # files and channels are tested by themselves

    def _word(self) -> str:
        return self.choice.choice(WORDS)

    @staticmethod
    def _tickets(post: Any) -> list[dict[str, Any]]:
        """The buttons and selects of a post."""
        parts = walk_components([part.to_dict() for part in post.components])
        return [dict(part) for part in parts if part.get("custom_id")]

    def _forged(self, ticket: str) -> str:
        words = ticket.split(":")
        for _ in range(self.choice.randrange(3)):
            place = self.choice.randrange(1, len(words))  # Discord sends nothing but what is ours, of some version
            words[place] = self.choice.choice(
                ("", "0", "1", "2", "99999999999999999999", "-1", "army", "insurgents", "x" * 40, "ü", *words)
            )
        if self.choice.random() < 0.05:
            words = words[: self.choice.randrange(2, len(words) + 1)]
        return ":".join(words)[:100]


# ── What must hold ────────────────────────────────────────────────────────────────────────────────────────────────


def answered(delivery: Delivery) -> bool:
    """Whether something came back at all."""
    return delivery.result.acknowledged or delivery.result.autocomplete_choices is not None


def heard(delivery: Delivery) -> str:
    """All that its sender alone was told."""
    result = delivery.result
    messages = [result.response, *result.followups]
    words = [text_of(message) for message in messages if message is not None]
    return "\n".join([*words, str(result.autocomplete_choices or ""), str(result.modal or "")])


async def one_at_a_time(world: World, battle_id: int) -> None:
    """No two entries of the journal stem from the same interaction, and the journal has no gap."""
    field_ = await battles.load(world.store, battle_id)
    async with world.store.reading() as session:
        entries = await journal.entries(session, field_.rules, battle_id)
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    causes = [(entry.cause, entry.interaction_id) for entry in entries if entry.interaction_id is not None]
    by_interaction = dict.fromkeys(interaction for _, interaction in causes)
    assert len(by_interaction) == len(set(causes)), "an interaction was carried out twice"
