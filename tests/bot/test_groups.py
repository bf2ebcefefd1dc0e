"""Groups of commands: within Discord's limits however large the books are, or refused before anything is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, create_model

from bot.actions.groups import GMS, LONGEST, MOST_CHILDREN, CommandChapter, Unpublishable, check, grouped, size_of
from bot.actions.verbs import groups
from bot.client import build_bot
from bot.commands import everywhere
from bot.talk.command_names import Names
from rules.kernel.action import Action, Role
from rules.kernel.event import Codec
from rules.registry import rule_sets
from rules.seam.ruleset import AnyRuleSet
from tests.bot.toy import TOY
from tests.bot.world import World, world

CHAPTERS = ("", "", "assault", "vehicle", "aid", "artillery", "night", "orders")


async def nothing(*_: Any) -> None: ...


async def no_choices(*_: Any) -> list[app_commands.Choice[str]]:
    return []


def action(verb: str, options: int, *, chapter: str = "", role: Role = Role.PLAYER, about: str = "x" * 60) -> Any:
    fields: dict[str, Any] = {f"option_{n}": (str, Field("", description=about)) for n in range(options)}
    base = type("Base", (Action,), {"chapter": chapter, "role": role, "summary": "What it does, in a sentence"})
    return create_model(f"Made{verb}", __base__=base, verb=(Literal[verb], verb), **fields)


def book(group: str, actions: Sequence[type[Action]]) -> AnyRuleSet:
    return replace(
        TOY,
        key=group,
        group=group,
        title=f"The book {group}",
        battle=replace(TOY.battle, actions=Codec[Action](list(actions), "verb")),
    )


def large(group: str) -> AnyRuleSet:
    """80 actions of ten options each: 68 of players in seven chapters, 12 of the umpire."""
    players = [action(f"do-{n}", 10, chapter=CHAPTERS[n % len(CHAPTERS)]) for n in range(68)]
    return book(group, [*players, *(action(f"rule-{n}", 10, role=Role.UMPIRE) for n in range(12))])


def made(rules: AnyRuleSet) -> list[app_commands.Group]:
    return groups(rules, nothing, no_choices)


def counted(part: dict[str, Any]) -> int:
    """What Discord counts of a command as it is sent."""
    own = len(part.get("name", "")) + len(part.get("description", ""))
    choices = sum(len(choice["name"]) + len(str(choice["value"])) for choice in part.get("choices") or [])
    return own + choices + sum(counted(option) for option in part.get("options") or [])


def sent(commands: Sequence[app_commands.Group]) -> list[dict[str, Any]]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return [command.to_dict(tree) for command in commands]


def paths(commands: Sequence[app_commands.Group]) -> list[str]:
    return [
        leaf.qualified_name
        for command in commands
        for leaf in command.walk_commands()
        if isinstance(leaf, app_commands.Command)
    ]


# ── Large books ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_four_rule_sets_of_eighty_actions_with_ten_options_fit_one_server() -> None:
    books = {group: made(large(group)) for group in ("bg", "mm", "ia", "ra")}
    every = [group for among in books.values() for group in among]
    check(every)
    bodies = sent(every)
    assert len(bodies) <= 100
    assert max(counted(body) for body in bodies) <= 8000
    for body in bodies:
        assert len(body["options"]) <= 25
        assert all(len(room["options"]) <= 25 for room in body["options"] if room["type"] == 2)
    for group, among in books.items():
        found = paths(among)
        assert len(found) == len(set(found)) == 80
        assert found == paths(made(large(group))), "the same in every process"
        assert all(path.startswith((f"{group} ", f"{group}-")) for path in found)


def test_a_chapter_without_room_becomes_a_group_beside_and_too_much_for_one_is_dealt_out() -> None:
    found = made(large("bg"))
    # 10 options of 60 characters and a sentence are some 730 characters: ten such actions to a group, 17 at hand.
    assert [group.name for group in found][:4] == ["bg", "bg-2", "bg-umpire", "bg-umpire-2"]
    assert {"bg-assault", "bg-vehicle", "bg-aid", "bg-artillery", "bg-night", "bg-orders"} <= {g.name for g in found}
    assert found[0].description == "The book bg"


def test_a_small_book_has_one_group_with_rooms_in_it() -> None:
    small = book("bg", [action("fire", 3), action("drive", 3, chapter="vehicle"), action("rule", 1, role=Role.UMPIRE)])
    assert paths(made(small)) == ["bg fire", "bg vehicle drive", "bg-umpire rule"]


def test_the_rule_sets_of_today_keep_what_is_done_every_turn_and_the_umpire_in_their_own_group() -> None:
    books = {rules.group: made(rules) for rules in rule_sets().values()}
    check([group for among in books.values() for group in among])
    for name, among in books.items():
        assert among[0].name == name
        move = "order" if name == "ia" else "move"
        assert {f"{name} {move}", f"{name} fire", f"{name}-umpire place"} <= set(paths(among))
        assert not [group.name for group in among if group.name[-1].isdigit()], "give its actions chapters"
    assert sum(map(len, books.values())) <= 24


@given(
    st.lists(
        st.tuples(st.sampled_from(["", "umpire", "aid", "night"]), st.integers(0, 25), st.integers(1, 100)),
        min_size=1,
        max_size=70,
    )
)
def test_whatever_the_actions_are_every_one_has_one_place_and_no_group_is_too_large(
    drawn: list[tuple[str, int, int]],
) -> None:
    actions = [
        action(f"v{n}", options, chapter=chapter, about="y" * about)
        for n, (chapter, options, about) in enumerate(drawn)
    ]
    found = made(book("bg", actions))
    check(found)
    assert sorted(path.rpartition(" ")[2] for path in paths(found)) == sorted(f"v{n}" for n in range(len(drawn)))
    assert [counted(body) for body in sent(found)] == [size_of(group) for group in found]


# ── What no group holds ───────────────────────────────────────────────────────────────────────────────────────────


class Endless(Action):
    """25 options with 25 choices of some length each."""

    verb: Literal["endless"] = "endless"
    summary: ClassVar[str] = "Too long for Discord"


WORDS = Literal[tuple(f"a long choice number {n}" for n in range(25))]  # type: ignore[valid-type]
ENDLESS: Any = create_model(
    "Endless2", __base__=Endless, **{f"o{n}": (WORDS, Field(description="which of them")) for n in range(25)}
)


def test_a_command_too_long_for_any_group_is_refused_by_name() -> None:
    with pytest.raises(Unpublishable, match=r"/bg has \d{5} characters, it takes 8000"):
        check(made(book("bg", [ENDLESS])))


def test_all_that_is_wrong_is_told_at_once() -> None:
    two = [app_commands.Group(name="bg", description="x" * 101) for _ in range(2)]
    with pytest.raises(Unpublishable) as refused:
        check(two)
    words = str(refused.value)
    assert "/bg is there more than once" in words
    assert "/bg is described by 101 characters, it takes 1 to 100" in words
    assert "/bg holds 0 commands, it takes 1 to 25" in words


def test_more_groups_than_a_server_has_room_for_are_refused() -> None:
    leaf = groups(TOY, nothing, no_choices)[0].commands[0]
    many = [group for n in range(101) for group in grouped(f"g{n}", "about", [CommandChapter("", "about", (leaf,))])]  # type: ignore[arg-type]
    with pytest.raises(Unpublishable, match="101 of them, it takes 100"):
        check(many)


def test_what_all_servers_have_is_within_the_limits_and_shares_no_name_with_a_book() -> None:
    check([*everywhere(), *(group for rules in rule_sets().values() for group in made(rules))])
    assert max(map(size_of, everywhere())) <= LONGEST
    assert max(len(group.commands) for group in everywhere() if isinstance(group, app_commands.Group)) <= MOST_CHILDREN


async def test_books_that_discord_would_not_take_are_refused_before_anything_is_sent(club: World) -> None:
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    before = len(club.env.http_requests)
    club.store._rule_sets = {
        "toy": replace(
            TOY, battle=replace(TOY.battle, actions=Codec[Action]([*TOY.battle.actions.classes, ENDLESS], "verb"))
        )
    }
    with pytest.raises(Unpublishable, match="/toy"):
        build_bot(club.store)
    assert club.env.http_requests[before:] == []
    assert club.ada.can_order(club.channel, "fire"), "what was published stands"


async def test_a_server_that_plays_four_large_books_is_published_in_one_go(tmp_path: Path) -> None:
    books = {group: large(group) for group in ("bg", "mm", "ia", "ra")}
    async with world(tmp_path, books) as club:
        for number, key in enumerate(books):
            place = club.guild.create_text_channel(f"campaign-{number}")
            await club.gm.slash(place, "campaign create", name=f"C{number}", rules=key)
        available = club.ada.available_commands(club.channel)
        assert len([path for path in available if path.startswith(tuple(books))]) == 4 * 80
        last = [request for request in club.env.http_requests if request.method == "PUT"][-1]
        assert len(last.json) == len({body["name"] for body in last.json}) <= 100


def test_names_know_where_every_action_lies() -> None:
    names = Names({rules.key: made(rules) for rules in rule_sets().values()})
    assert names.path("book-and-gun", "place") == "bg-umpire place"
    assert names.path("five56mm", "drive") == "mm-vehicle drive"
    assert names.path("five56mm", "spot") is None
    assert len(names.paths("five56mm")) == 55


async def test_players_are_not_shown_the_commands_of_gms_and_umpires(club: World) -> None:
    """A member whom nobody has given that permission sees none of them; a player of the campaign keeps his own."""
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    every = set(club.ada.available_commands(club.channel))
    club.guild.roles["@everyone"]._role.permissions &= ~GMS.value
    seen = set(club.ada.available_commands(club.channel))
    hidden = {path for path in every if path.partition(" ")[0].partition("-umpire")[0] != path.partition(" ")[0]}
    hidden |= {path for path in every if path.startswith("gm ")}
    assert {"gm policy", "toy-umpire reveal"} <= hidden
    assert every - seen == hidden
    assert {"toy fire", "now", "orders", "unit raise"} <= seen
