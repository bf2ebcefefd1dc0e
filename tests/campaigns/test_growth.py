"""What people carry from battle to battle and what they learn, by the policies of the GM."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from campaigns.battle import battles
from campaigns.battle.frame.returns import RETURNS
from campaigns.battle.proof import verification
from campaigns.campaign import campaign
from campaigns.errors import Refusal
from campaigns.roster import careers, growth, rosters
from campaigns.roster.careers import Career, Status
from campaigns.roster.rosters import RosterFigure
from campaigns.tables.battles import BattleStatus
from campaigns.tables.roster import FactKind
from rules.kernel.violation import RuleViolation
from rules.seam.viewing import Viewer
from tests.campaigns.behind import act, recover
from tests.campaigns.growing import GROWING
from tests.campaigns.toy import Strike
from tests.campaigns.world import BLUE, GM, RED, RED_TOO, World, new_store


@pytest.fixture
async def war(url: str) -> AsyncIterator[World]:
    """Outposts with growth, wounds kept."""
    store = new_store(url, rules=GROWING)
    world = await World.make(store)
    await campaign.change_settings(store, world.id, GM, wounded="kept")
    yield world
    await store.close()


async def man(world: World, slot: int = 0) -> RosterFigure:
    """Who holds that place of Alpha."""
    holder = (await rosters.show_unit(world.store, world.red.id)).slots[slot].last
    return holder


async def life(world: World, slot: int = 0) -> Career:
    return await careers.career(world.store, (await man(world, slot)).id)


async def fight(world: World, title: str, **fates: str) -> int:
    """A battle in which these men of Alpha (by "a", "b", "c") are struck down, ended by the GM."""
    battle_id = await world.battle(title)
    for letter, fate in fates.items():
        who = await man(world, "abc".index(letter))
        await act(world.store, battle_id, Strike.model_validate({"figure": who.ref, "fate": fate}), GM)
    await battles.end(world.store, battle_id, GM)
    return battle_id


async def on_field(world: World, battle_id: int) -> dict[str, str]:
    """Names of the men of Alpha in the battle, and what each brought along."""
    state = (await battles.load(world.store, battle_id)).state
    return {one.name: one.condition for post in state.posts if post.side == "red" for one in post.men}


async def test_the_badly_wounded_stay_away_heal_by_a_step_and_fight_on_hurt(war: World) -> None:
    a, b = (await man(war, 0)).name, (await man(war, 1)).name
    await fight(war, "One", a="wounded")
    assert (await man(war)).status is Status.WOUNDED
    assert (await life(war)).condition == "badly hurt"

    second = await war.battle("Two")
    assert a not in await on_field(war, second)
    (line, *_) = (await battles.report(war.store, second, 1, 1, Viewer(umpire=True))).lines
    assert [(back.name, back.what, back.condition) for back in RETURNS.validate_json(line.entry.intent)] == [
        (a, "still away", "badly hurt")
    ]
    await battles.end(war.store, second, GM)
    assert (await life(war)).condition == "hurt"

    third = await war.battle("Three")
    field = await on_field(war, third)
    assert (field[a], field[b]) == ("1", "")
    await battles.end(war.store, third, GM)
    # He has fought: nothing has healed, and nothing new is written.
    career = await life(war)
    assert (career.standing.status, career.condition) == (Status.WOUNDED, "hurt")
    assert [fact.kind for fact in career.facts] == [
        FactKind.JOINED, FactKind.FIELDED, FactKind.WOUNDED, FactKind.CONDITION, FactKind.CONDITION, FactKind.FIELDED,
    ]  # fmt: skip
    assert career.standing.wounds == 1


async def test_a_unit_can_be_called_to_a_battle_by_what_the_policies_make_of_its_wounded(war: World) -> None:
    """Badly hurt nobody of Alpha fights on; other policies bring them back when the battle begins, or may."""

    async def could() -> bool:
        here = await campaign.show(war.store, war.id)
        unit = await rosters.show_unit(war.store, war.red.id)
        assert unit.fit == 0
        return growth.could_field(unit, GROWING, here.settings, war.store.clock.now().date())

    battle_id = await war.battle("One")
    for place in range(3):  # with the third the battle is lost and over
        who = await man(war, place)
        await act(war.store, battle_id, Strike.model_validate({"figure": who.ref, "fate": "wounded"}), GM)
    for policy, expected in (("next-battle", True), ("d6", True), ("umpire-decides", False), ("kept", False)):
        await campaign.change_settings(war.store, war.id, GM, wounded=policy)
        assert await could() is expected


async def test_a_player_may_have_a_wounded_man_rest_until_he_is_whole(war: World) -> None:
    await fight(war, "One", a="wounded")
    await fight(war, "Two")
    who = (await man(war)).id
    await rosters.excuse(war.store, who, RED, absent=True)

    third = await fight(war, "Three")

    assert (await man(war)).status is Status.FIT
    assert [fact.kind for fact in (await life(war)).facts][-1] is FactKind.RECOVERED
    assert third not in (await man(war)).standing.battles
    await rosters.excuse(war.store, who, RED, absent=False)
    assert not (await man(war)).excused


@pytest.mark.parametrize(
    ("who", "absent", "code"),
    [
        pytest.param(RED, True, "umpire-only", id="a fit man"),
        pytest.param(BLUE, True, "not-yours", id="another side's man"),
    ],
)
async def test_nobody_else_rests_anybody(war: World, who: int, absent: bool, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await rosters.excuse(war.store, (await man(war)).id, who, absent=absent)
    assert refused.value.code == code


async def test_whom_a_gm_marked_absent_the_player_does_not_call_back(war: World) -> None:
    await fight(war, "One", a="wounded")
    who = (await man(war)).id
    await rosters.excuse(war.store, who, GM, absent=True)
    with pytest.raises(Refusal) as refused:
        await rosters.excuse(war.store, who, RED, absent=False)
    assert refused.value.code == "umpire-only"


async def test_the_umpire_may_report_him_fit_at_once(war: World) -> None:
    await fight(war, "One", a="wounded")
    who = await man(war)
    await recover(war.store, who.id, GM, "a field surgeon")
    assert (await life(war)).condition == ""
    assert (await on_field(war, await war.battle("Two")))[who.name] == ""


async def test_one_who_was_missing_turns_up_with_his_wounds(war: World) -> None:
    await fight(war, "One", a="wounded")
    await fight(war, "Two")
    await fight(war, "Three", a="missing")
    assert (await man(war)).status is Status.MISSING

    fourth = await war.battle("Four")

    assert (await on_field(war, fourth))[(await man(war)).name] == "1"
    assert (await man(war)).status is Status.WOUNDED


async def test_with_another_policy_the_wounded_are_whole_again(war: World) -> None:
    await fight(war, "One", a="wounded")
    await campaign.change_settings(war.store, war.id, GM, wounded="next-battle")
    second = await war.battle("Two")
    assert (await on_field(war, second))[(await man(war)).name] == ""
    assert (await life(war)).condition == ""


async def test_a_house_rule_of_the_book_keeps_wounds_as_well(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, wounded="next-battle", options=(("mud", "yes"),))
    await fight(war, "One", a="wounded")
    assert (await man(war)).name not in await on_field(war, await war.battle("Two"))


async def test_taking_back_the_end_takes_conditions_and_healing_back(war: World) -> None:
    first = await fight(war, "One", a="wounded")
    second = await fight(war, "Two", b="wounded")
    assert [(await life(war, n)).condition for n in (0, 1)] == ["hurt", "badly hurt"]

    await battles.undo(war.store, second, GM)

    assert [(await life(war, n)).condition for n in (0, 1)] == ["badly hurt", ""]
    assert (await battles.load(war.store, second)).info.status is BattleStatus.RUNNING
    await battles.end(war.store, second, GM)
    assert [(await life(war, n)).condition for n in (0, 1)] == ["hurt", "badly hurt"]
    assert first in (await man(war)).standing.battles


async def test_the_battle_of_those_who_fight_on_can_be_verified(war: World) -> None:
    await fight(war, "One", a="wounded")
    await fight(war, "Two")
    third = await fight(war, "Three")
    report = verification.verify(await verification.export(war.store, third), GROWING)
    assert report.ok, report


async def test_a_rule_set_without_growth_refuses_the_policies(small: World) -> None:
    for changes in ({"wounded": "kept"}, {"experience": 3}):
        with pytest.raises(Refusal) as refused:
            await campaign.change_settings(small.store, small.id, GM, **changes)
        assert refused.value.code == "bad-setting"
        assert refused.value.message.startswith("Outposts ")
    with pytest.raises(Refusal, match="Nobody learns anything"):
        await growth.learn(small.store, (await man(small)).id, RED, "aim")


# ── Upgrades ──────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_every_so_many_battles_survived_earn_one_upgrade(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=2)
    who = (await man(war)).id
    await fight(war, "One")
    assert await growth.learners(war.store, war.id, RED) == ()
    with pytest.raises(Refusal) as early:
        await growth.learn(war.store, who, RED, "aim")
    assert (early.value.code, early.value.remedy) == ("nothing-earned", "1 more to go.")

    second = await fight(war, "Two", b="killed")

    assert [(one.number, spare) for _, one, spare in await growth.learners(war.store, war.id, RED)] == [(1, 1), (3, 1)]
    lessons = await growth.lessons(war.store, who, RED)
    assert (lessons.left, lessons.by_order, [offer.key for offer in lessons.offers]) == (1, False, ["aim", "run"])
    learned = await growth.learn(war.store, who, RED, "aim", interaction_id=9)
    assert learned.standing.gains == ("aim",)
    career = await life(war)
    assert career.sheet == ("Aim +1",)
    assert [(fact.kind, fact.battle_id, fact.note) for fact in career.facts][-1] == (
        FactKind.UPGRADED, second, "Aim +1",
    )  # fmt: skip
    # The same interaction again changes nothing; another one finds nothing left.
    assert (await growth.learn(war.store, who, RED, "run", interaction_id=9)).standing.gains == ("aim",)
    with pytest.raises(Refusal) as spent:
        await growth.learn(war.store, who, RED, "run")
    assert spent.value.remedy == "2 more to go."


async def test_what_he_has_learned_goes_with_him_and_not_with_his_place(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=1)
    await fight(war, "One")
    await growth.learn(war.store, (await man(war)).id, RED, "aim")
    second = await war.battle("Two")
    assert (await on_field(war, second))[(await man(war)).name] == "|aim"
    await act(war.store, second, Strike.model_validate({"figure": (await man(war)).ref}), GM)
    await battles.end(war.store, second, GM)

    new = await rosters.replace(war.store, war.red.slots[0].id, GM)

    assert new.standing.gains == ()
    third = await war.battle("Three")
    assert (await on_field(war, third))[new.name] == ""


async def test_the_rules_have_the_last_word(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=1)
    await fight(war, "One")
    who = (await man(war)).id
    await growth.learn(war.store, who, RED, "aim")
    await fight(war, "Two")
    with pytest.raises(RuleViolation) as refused:
        await growth.learn(war.store, who, RED, "aim")
    assert refused.value.citation == "TOY-2"
    assert (await life(war)).standing.gains == ("aim",)


async def test_the_umpire_may_order_an_upgrade_and_take_it_back(war: World) -> None:
    who = (await man(war)).id
    assert (await growth.lessons(war.store, who, GM)).by_order
    await growth.learn(war.store, who, GM, "run")
    career = await life(war)
    assert career.facts[-1].note == "Run +1, by the umpire's order"
    assert career.facts[-1].battle_id is None
    await rosters.correct(war.store, career.facts[-1].id, GM, "the wrong man")
    assert (await man(war)).standing.gains == ()


async def test_an_upgrade_that_a_gm_saw_as_earned_does_not_become_his_order(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=1)
    await fight(war, "One")
    who = (await man(war)).id
    await growth.learn(war.store, who, RED, "aim", seen=1)
    with pytest.raises(Refusal, match="no upgrades to spend by now, not 1") as refused:
        await growth.learn(war.store, who, GM, "run", seen=1)
    assert refused.value.code == "learned"
    assert (await man(war)).standing.gains == ("aim",)


async def test_taking_back_the_battle_that_earned_it_takes_the_upgrade_back(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=1)
    first = await fight(war, "One")
    who = (await man(war)).id
    await growth.learn(war.store, who, RED, "aim")
    await battles.undo(war.store, first, GM)
    assert (await man(war)).standing.gains == ()
    await battles.end(war.store, first, GM)
    assert (await growth.lessons(war.store, who, RED)).left == 1


@pytest.mark.parametrize(
    ("who", "code"), [(RED_TOO, "not-yours"), (BLUE, "not-yours"), (1, "unknown-figure"), (RED, "nothing-earned")]
)
async def test_nobody_learns_for_another_or_for_nothing(war: World, who: int, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        await growth.learn(war.store, (await man(war)).id, who, "aim")
    assert refused.value.code == code


async def test_nobody_learns_in_battle_or_when_he_is_gone(war: World) -> None:
    await campaign.change_settings(war.store, war.id, GM, experience=1)
    await fight(war, "One", b="killed")
    who, dead = (await man(war)).id, (await man(war, 1)).id
    with pytest.raises(Refusal) as gone:
        await growth.learn(war.store, dead, RED, "aim")
    assert gone.value.code == "away"
    await war.battle("Two")
    with pytest.raises(Refusal) as busy:
        await growth.learn(war.store, who, RED, "aim")
    assert busy.value.code == "fighting"
