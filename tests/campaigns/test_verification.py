"""A finished battle can be verified by anybody; whoever changes a die, a card, a phrase or the seed is found out."""

from __future__ import annotations

import asyncio
import gc
import json
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.battle import battles
from campaigns.battle.proof import verification
from campaigns.battle.proof.verification import Export
from campaigns.battle.record.seed import battle_key, digest
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import rosters
from tests.campaigns.behind import act
from tests.campaigns.toy import TOY, Strike, toy
from tests.campaigns.world import BLUE, GM, RED, STRANGER, World, new_store, repeatable_entropy
from tests.databases import new_file


@cache
def played() -> str:
    """A battle with everything in it: words from both sides, a wounded man who diced for his return, an undoing, and
    an end that was taken back."""

    async def play() -> str:
        with TemporaryDirectory() as folder:
            entropy = repeatable_entropy("verified")
            store = new_store(new_file(Path(folder)), entropy=entropy)
            await store.open()
            world = await World.make(store)
            await campaign.change_settings(store, world.id, GM, wounded="d6")
            first = await world.battle("First")
            await world.play(first, seed=4)
            await campaign.change_settings(store, world.id, GM, replacements="automatic")
            await rosters.raise_unit(store, world.id, GM, "squad", name="Reserve")
            await rosters.raise_unit(store, world.id, GM, "section", name="Reservists")
            info = await battles.open_battle(store, world.id, GM, "Second", channel_id=8, turn_limit=4)
            await battles.ready(store, info.id, RED, "sand in the gears")
            await battles.ready(store, info.id, BLUE, "„Schnee“ und [Eis]")
            await battles.begin(store, info.id, GM)
            for seed in range(5):
                await world.one_move(info.id, random.Random(seed))
            await battles.undo(store, info.id, GM)
            await world.play(info.id, seed=5)
            await battles.undo(store, info.id, GM)
            state = (await battles.load(store, info.id)).state
            for post in state.posts:
                for man in post.fit if post.side == "red" else ():
                    await act(store, info.id, Strike(figure=man.id), GM)
            text = (await verification.export(store, info.id)).model_dump_json()
            await store.close()
            return text

    return asyncio.run(play())


def problems(export: Any) -> list[str]:
    text = export if isinstance(export, str) else json.dumps(export)
    report = verification.verify(verification.read(text), TOY)
    assert report.ok == all(check.ok for check in report.checks)
    return [check.name for check in report.checks if not check.ok]


def test_an_honest_battle_passes_every_check() -> None:
    report = verification.verify(verification.read(played()), TOY)
    assert [(check.name, check.ok) for check in report.checks] == [
        (name, True)
        for name in (
            "journal",
            "chain",
            "commitments",
            "keys",
            "draws",
            "decks",
            "seals",
            "returns",
            "injuries",
            "fold",
            "decisions",
            "outcome",
        )
    ], report
    battle = json.loads(played())
    kinds = [entry["kind"] for entry in battle["entries"]]
    assert {"returns", "muster", "action", "undo"} <= set(kinds)
    assert len(battle["seeds"]) == 2
    assert sum(len(entry["draws"]) for entry in battle["entries"]) >= 10


def test_the_file_names_no_person_behind_the_keyboard() -> None:
    assert str(RED) not in played()
    assert "Ada" not in played()


def test_what_is_read_from_the_file_is_written_into_it_again() -> None:
    assert verification.read(played()).model_dump_json() == played()


def test_nothing_that_nobody_verifies_stands_in_a_file() -> None:
    """What the reader does not know is refused, on the battle, an entry and a seed."""
    battle = json.loads(played())
    for place in (battle, battle["entries"][0], battle["seeds"][0]):
        place["signed"] = "by the general staff"
        with pytest.raises(Refusal, match="signed") as refused:
            verification.read(json.dumps(battle))
        assert refused.value.code == "not-an-export"
        del place["signed"]


def test_a_long_battle_in_memory_gives_a_search_for_garbage_little_to_look_at() -> None:
    """An entry, its fields, its events: not one more for every man of every unit that an event names."""
    battle = verification.read(played())
    seen: set[int] = set()
    found: list[object] = [battle.entries]
    while found:
        each = found.pop()
        if gc.is_tracked(each) and not isinstance(each, type) and id(each) not in seen:
            seen.add(id(each))
            found += gc.get_referents(each)
    events = sum(len(entry.events) for entry in battle.entries)
    assert len(seen) <= 8 * len(battle.entries) + 2 * events + 10


Change = Callable[[Any, st.DataObject], str]


def draws_of(battle: Any, *, cards: bool) -> list[Any]:
    found = [draw for entry in battle["entries"] for draw in entry["draws"] if bool(draw["among"]) is cards]
    assert found
    return found


def another_die(battle: Any, data: st.DataObject) -> str:
    draw = data.draw(st.sampled_from(draws_of(battle, cards=False)))
    draw["value"] = data.draw(st.integers(1, draw["sides"]).filter(lambda value: value != draw["value"]))
    return "draws"


def another_card(battle: Any, data: st.DataObject) -> str:
    draw = data.draw(st.sampled_from([draw for draw in draws_of(battle, cards=True) if len(draw["among"]) > 1]))
    draw["value"] = data.draw(st.sampled_from([card for card in draw["among"] if card != draw["value"]]))
    return "draws"


def a_rigged_deck(battle: Any, data: st.DataObject) -> str:
    """The wanted card is put where the drawn one lay: the draw itself still fits the seed."""
    draw = data.draw(st.sampled_from([draw for draw in draws_of(battle, cards=True) if len(draw["among"]) > 1]))
    here = draw["among"].index(draw["value"])
    there = data.draw(st.integers(0, len(draw["among"]) - 1).filter(lambda n: n != here))
    cards = draw["among"]
    cards[here], cards[there] = cards[there], cards[here]
    draw["value"] = cards[here]
    return "decisions"


def another_phrase(battle: Any, data: st.DataObject) -> str:
    which = data.draw(st.integers(0, len(battle["phrases"]) - 1))
    old = battle["phrases"][which][1]
    battle["phrases"][which][1] = data.draw(st.text(max_size=20).filter(lambda text: text != old))
    return "keys"


def another_seed(battle: Any, data: st.DataObject) -> str:
    which = data.draw(st.sampled_from(battle["seeds"]))
    old = which["seed"]
    which["seed"] = data.draw(st.binary(min_size=32, max_size=32).map(bytes.hex).filter(lambda seed: seed != old))
    return "commitments"


def a_seed_with_its_own_commitment(battle: Any, data: st.DataObject) -> str:
    """Whoever forges the commitments as well cannot make the dice fit."""
    seed = data.draw(st.binary(min_size=32, max_size=32))
    which = battle["seeds"][0]
    which["seed"], which["commitment"] = seed.hex(), digest(seed)
    which["key_digest"] = digest(battle_key(seed, [tuple(pair) for pair in battle["phrases"]]))
    return "draws"


def another_target(battle: Any, data: st.DataObject) -> str:
    """The dice stay, but somebody else fell."""
    men = [man["id"] for post in battle["state"]["posts"] for man in post["men"]]
    fallen = [e for entry in battle["entries"] for e in entry["events"] if e.get("victim") or e["kind"] == "fell"]
    event = data.draw(st.sampled_from(fallen))
    key = "victim" if event.get("victim") else "figure"
    event[key] = data.draw(st.sampled_from([man for man in men if man != event[key]]))
    return "decisions"


def a_missing_entry(battle: Any, data: st.DataObject) -> str:
    missing = data.draw(st.integers(0, len(battle["entries"]) - 1))
    battle["entries"].pop(missing)
    return "journal" if missing < len(battle["entries"]) else "outcome"


def another_end(battle: Any, data: st.DataObject) -> str:
    battle["outcome"]["winner"] = data.draw(st.sampled_from(["red", None]))
    return "outcome"


def another_state(battle: Any, data: st.DataObject) -> str:
    battle["state"]["turn"] += data.draw(st.integers(1, 5))
    return "fold"


CHANGES: tuple[Change, ...] = (
    another_die,
    another_card,
    a_rigged_deck,
    another_phrase,
    another_seed,
    a_seed_with_its_own_commitment,
    another_target,
    a_missing_entry,
    another_end,
    another_state,
)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_tampering_is_found(change: Change, data: st.DataObject) -> None:
    battle = json.loads(played())
    expected = change(battle, data)
    assert expected in problems(battle)


def test_a_die_that_was_never_rolled_is_found_even_if_the_event_is_changed_with_it() -> None:
    battle = json.loads(played())
    entry = next(entry for entry in battle["entries"] if entry["events"] and entry["events"][0]["kind"] == "shot")
    for draw in (entry["draws"][0], entry["events"][0]["draws"][0]):
        draw["value"] = draw["value"] % 6 + 1
    assert "draws" in problems(battle)


def test_a_wounded_man_s_die_counts_as_the_others_do() -> None:
    battle = json.loads(played())
    entry = next(entry for entry in battle["entries"] if entry["kind"] == "returns" and entry["draws"])
    line = next(line for line in entry["intent"] if line["die"] is not None)
    line["what"] = "still away" if line["what"] == "recovered" else "recovered"
    assert problems(battle) == ["chain", "returns"]


def test_what_other_rules_decided_is_unchecked_and_all_else_is_verified() -> None:
    report = verification.verify(verification.read(played()), toy("2"))
    assert not report.ok
    assert not report.failed
    assert [check.name for check in report.checks if check.state == "unchecked"] == ["decisions"]
    (decisions,) = (check for check in report.checks if check.name == "decisions")
    assert decisions.detail.startswith("version 1 decided ")


def test_a_file_that_is_no_battle_is_refused_and_a_broken_one_reported() -> None:
    for text in ("", "{}", "[]", "not json"):
        with pytest.raises(Refusal) as refused:
            verification.read(text)
        assert refused.value.code == "not-an-export"
    battle = json.loads(played())
    battle["format"] = "adjutant-battle-99"
    with pytest.raises(Refusal, match="not known"):
        verification.read(json.dumps(battle))
    battle = json.loads(played())
    battle["entries"][2]["events"] = [{"kind": "miracle"}]
    assert problems(battle) == ["journal"]
    battle = json.loads(played())
    battle["seeds"][0]["seed"] = "not hexadecimal"
    assert {"commitments", "keys", "draws"} <= set(problems(battle))


@pytest.mark.parametrize("sides", [10**400, 2**64 + 1, 0, 1, -6])
def test_a_die_that_nobody_could_roll_is_a_problem_and_no_endless_search(sides: int) -> None:
    battle = json.loads(played())
    draws_of(battle, cards=False)[0]["sides"] = sides
    assert "draws" in problems(battle)


def test_a_journal_that_is_not_in_order_is_not_followed_any_further() -> None:
    battle = json.loads(played())
    battle["entries"] *= 300
    report = verification.verify(verification.read(json.dumps(battle)), TOY)
    assert not any(check.ok for check in report.checks)
    assert {check.detail for check in report.checks[1:]} == {"not looked at: the journal is not in order"}


@pytest.mark.parametrize("after", [-3, 10**9])
def test_an_undoing_of_what_is_not_before_it_is_found(after: int) -> None:
    battle = json.loads(played())
    undo = next(entry for entry in battle["entries"] if entry["kind"] == "undo")
    undo["intent"]["after"] = after
    assert "journal" in problems(battle)


async def test_nothing_is_exported_before_the_end_nor_to_strangers(world: World) -> None:
    battle_id = await world.battle()
    with pytest.raises(Refusal) as refused:
        await verification.export(world.store, battle_id, who=RED)
    assert refused.value.code == "not-ended"
    await battles.end(world.store, battle_id, GM)
    for stranger in (
        verification.export(world.store, battle_id, who=STRANGER),
        verification.export(world.store, battle_id, guild_id=5),
        verification.export(world.store, 999),
    ):
        with pytest.raises(Refusal) as refused:
            await stranger
        assert refused.value.code == "no-battle"

    export = await verification.export(world.store, battle_id, who=RED)

    assert verification.verify(Export.model_validate_json(export.model_dump_json()), TOY).ok
