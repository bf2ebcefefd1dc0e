"""Drafts: one roll a unit, whatever happens between the roll and the raising; the Random Squad through the services."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from campaigns.campaign import campaign, leaving, privacy
from campaigns.errors import Refusal
from campaigns.post.matter import DraftRaised, DraftRolled
from campaigns.roster import drafts, rosters
from campaigns.roster.drafts import DraftBoard, DraftChanged
from rules.five56mm import RULES
from rules.five56mm.book.profile import Skill, load_traits
from rules.kernel.violation import RuleViolation
from tests.campaigns.behind import draft_of, pending
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, STRANGER, World, new_store


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    store = new_store(url, rules=RULES)
    world = await World.make(store, red="rangers", blue="militia", rules="five56mm")
    yield world
    await world.store.close()


async def restarted(world: World) -> None:
    url = world.store.url.render_as_string(hide_password=False)
    clock = world.store.clock
    await world.store.close()
    world.store = new_store(url, clock, RULES)  # type: ignore[arg-type]
    await world.store.open()


async def taken(world: World, board: DraftBoard, *steps: tuple[int, str], who: int = RED) -> DraftBoard:
    for number, key in steps:
        board = await drafts.choose(world.store, board.id, who, number, key, seen=board.version)
    return board


async def posts(world: World) -> list[DraftRolled | DraftRaised]:
    """The notices of drafts that wait to be sent, the oldest first."""
    found = [post.matter.about for post in await pending(world.store)]
    return [about for about in found if isinstance(about, DraftRolled | DraftRaised)]


def dice(board: DraftBoard) -> list[int | str]:
    return [draw.value for draw in board.draws]


@pytest.mark.rule("MM-11.1R.3", "MM-R113")
async def test_the_roll_is_posted_in_the_transaction_that_makes_it(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED, interaction_id=3)
    first, second = dice(board)
    assert board.rolled
    assert board.view.budget == f"{int(first) + int(second) + 12}.0"
    assert (board.kind.key, len({str(person) for person in board.people})) == ("random-us", 10)
    again = await drafts.begin(war.store, war.id, RED, interaction_id=3)
    assert (again.id, again.rolled) == (board.id, False)
    (post,) = await posts(war)
    assert post.roll == board.view.roll == f"2D6+12: {first} + {second} + 12 = {int(first) + int(second) + 12} Upgrades"


@pytest.mark.rule("MM-R113")
async def test_nothing_gives_a_second_roll_until_the_squad_is_raised(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    board = await taken(war, board, (1, "ability.morale"), (2, "skill.Medic"))
    rolled = dice(board)
    await restarted(war)
    back = await drafts.begin(war.store, war.id, RED)
    assert (dice(back), back.rolled, back.view) == (rolled, False, board.view)
    again = await drafts.begin_anew(war.store, board.id, RED, seen=board.version)
    assert (dice(again), again.view.spent, again.people) == (rolled, "0.0", board.people)
    await leaving.leave(war.store, war.id, RED)
    await campaign.join(war.store, war.id, RED, "red")
    other = await drafts.begin(war.store, war.id, RED)
    assert (other.id, other.kind.side, dice(other)) == (board.id, "red", rolled)
    assert other.people != board.people
    assert len(await posts(war)) == 1


async def test_a_squad_is_raised_as_it_was_put_together(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED, name="Chalk One")
    board = await taken(war, board, (1, "skill.Leader"), (3, "ability.morale"), (3, "skill.Medic"), (4, "buy.law"))
    board = await drafts.rename(war.store, board.id, RED, 3, "Ann", "Grey", "doc")
    unit = await drafts.raise_drafted(war.store, board.id, RED, seen=board.version, interaction_id=8)

    assert (unit.name, unit.organisation, unit.owner, len(unit.slots)) == ("Chalk One", "random-us", RED, 10)
    doc = unit.slots[2]
    assert doc.holder is not None
    assert (doc.holder.name, doc.role, load_traits(doc.traits, "").skills) == ("Ann Grey", "doc", (Skill.MEDIC,))
    assert unit.slots[0].role == "squad leader"
    assert (await drafts.raise_drafted(war.store, board.id, RED, seen=0, interaction_id=8)).id == unit.id
    assert await draft_of(war.store, war.id, RED) is None
    _, raised = await posts(war)
    assert isinstance(raised, DraftRaised)
    assert (raised.unit, raised.spent, raised.budget) == ("Chalk One", "4.0", board.view.budget)
    assert raised.costs.startswith("1: 1.0 · 2: 0.0 · 3: 2.0 · 4: 1.0")
    # The next squad has a roll of its own; a replacement of this one gets a name of its nation.
    assert (await drafts.begin(war.store, war.id, RED)).rolled
    await rosters.retire(war.store, doc.holder.id, RED)
    assert (await rosters.replace(war.store, doc.id, GM)).standing.gains == ()


@pytest.mark.rule("MM-R113")
async def test_a_squad_disbanded_before_its_first_battle_gives_its_roll_back(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    unit = await drafts.raise_drafted(war.store, board.id, RED, seen=board.version)
    await rosters.disband(war.store, unit.id, RED)
    again = await drafts.begin(war.store, war.id, RED)
    assert (dice(again), again.view.spent) == (dice(board), "0.0")
    assert [isinstance(post, DraftRolled) and post.again for post in await posts(war)] == [False, False, True]


async def test_what_was_chosen_on_an_older_draft_is_not_done(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    newer = await taken(war, board, (1, "ability.morale"))
    for late in (
        drafts.choose(war.store, board.id, RED, 1, "ability.morale", seen=board.version),
        drafts.undo(war.store, board.id, RED, seen=board.version),
        drafts.raise_drafted(war.store, board.id, RED, seen=board.version),
    ):
        with pytest.raises(DraftChanged):
            await late
    assert (await drafts.show(war.store, board.id, RED)).version == newer.version
    assert (await drafts.undo(war.store, board.id, RED, seen=newer.version)).view.last == ""


async def test_two_clicks_at_once_count_once(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    both = [drafts.choose(war.store, board.id, RED, 1, "ability.morale", seen=board.version) for _ in range(2)]
    done = await asyncio.gather(*both, return_exceptions=True)
    assert sum(isinstance(one, DraftChanged) for one in done) == 1
    assert (await drafts.show(war.store, board.id, RED)).view.spent == "1.0"


async def test_a_second_delivery_changes_nothing(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    for _ in range(2):
        await drafts.choose(war.store, board.id, RED, 1, "ability.morale", seen=board.version, interaction_id=4)
    assert (await drafts.show(war.store, board.id, RED)).view.spent == "1.0"


async def test_a_refusal_of_the_rules_leaves_the_draft_alone(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    with pytest.raises(RuleViolation) as refused:
        await drafts.choose(war.store, board.id, RED, 2, "skill.Leader", seen=board.version)
    assert refused.value.citation == "MM-10.L.2"
    assert (await drafts.show(war.store, board.id, RED)) == (await drafts.show(war.store, board.id, RED))
    assert (await drafts.show(war.store, board.id, RED)).version == board.version


async def test_a_draft_is_its_players_alone(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    for who in (RED_TOO, BLUE, GM, STRANGER):
        with pytest.raises(Refusal) as refused:
            await drafts.show(war.store, board.id, who)
        assert refused.value.code == "no-draft"


@pytest.mark.parametrize(
    ("who", "kind", "code"),
    [
        (RED, "random-somalia", "not-your-side"),
        (RED, "legion", "no-organisation"),
        (STRANGER, "", "no-side"),
        (GM, "", "no-side"),
    ],
)
async def test_who_may_not_draft_what(war: World, who: int, kind: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await drafts.begin(war.store, war.id, who, kind=kind)
    assert refused.value.code == code
    assert await posts(war) == []


async def test_a_gm_drafts_for_any_side_by_its_kind(war: World) -> None:
    board = await drafts.begin(war.store, war.id, GM, kind="random-somalia")
    unit = await drafts.raise_drafted(war.store, board.id, GM, seen=board.version)
    assert (unit.side, unit.owner, unit.name) == ("red", None, "Random Squad 1")


async def test_another_kind_only_while_nothing_has_been_chosen(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    british = await drafts.begin(war.store, war.id, RED, kind="random-uk")
    assert (british.id, british.kind.nation, dice(british)) == (board.id, "United Kingdom", dice(board))
    await taken(war, british, (1, "ability.morale"))
    with pytest.raises(Refusal) as refused:
        await drafts.begin(war.store, war.id, RED, kind="random-us")
    assert refused.value.code == "draft-open"


async def test_names_are_told_apart(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    other = board.people[1]
    for given, family, code in ((other.given, other.family, "name-taken"), ("Al", "", "bad-name")):
        with pytest.raises(Refusal) as refused:
            await drafts.rename(war.store, board.id, RED, 1, given, family)
        assert refused.value.code == code


async def test_a_kind_that_is_drafted_is_not_raised_ready_made(war: World) -> None:
    with pytest.raises(Refusal) as refused:
        await rosters.raise_unit(war.store, war.id, RED, "random-us")
    assert (refused.value.code, refused.value.remedy) == ("drafted", "Begin it with /unit draft.")


async def test_a_rule_set_with_ready_made_units_only_says_so(small: World) -> None:
    with pytest.raises(Refusal) as none:
        await drafts.begin(small.store, small.id, RED)
    assert none.value.code == "no-drafting"


async def test_a_draft_of_somebody_forgotten_is_gone_and_its_number_is_not_used_again(war: World) -> None:
    board = await drafts.begin(war.store, war.id, RED)
    await privacy.forget(war.store, RED)
    await campaign.join(war.store, war.id, RED, "red")
    again = await drafts.begin(war.store, war.id, RED)
    assert again.rolled
    assert again.id > board.id


async def test_who_is_forgotten_takes_his_unfinished_draft_with_him_and_nobody_elses(war: World) -> None:
    await drafts.begin(war.store, war.id, RED)
    await drafts.begin(war.store, war.id, BLUE)
    await privacy.forget(war.store, RED)
    assert await draft_of(war.store, war.id, RED) is None
    assert await draft_of(war.store, war.id, BLUE) is not None
