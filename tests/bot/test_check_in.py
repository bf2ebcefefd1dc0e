"""Choosing one's units before a battle: the announcement's button, /battle checkin, and what the GM sees of it."""

from __future__ import annotations

from campaigns.battle import battles
from tests.bot.opened import campaign_of
from tests.bot.test_choosing import TWO_EACH, names_in
from tests.bot.world import Person, World, ids_of, labels, options, refused, said

AS_IT_STANDS, NONE = "check-same", "check-none"


async def opened(club: World, *, check_in: bool = True, **given: object) -> int:
    """A battle that waits for its players' choices. Its id."""
    campaign_id = await campaign_of(club, **TWO_EACH)
    await club.gm.slash(club.channel, "battle open", title="The ford", check_in=check_in, **given)
    (info,) = await battles.of_campaign(club.store, campaign_id)
    return info.id


async def panel(club: World, who: Person):
    """The panel as the announcement's button opens it, for his eyes only."""
    (post,) = [post for post in club.posts() if ids_of(post, "check-in")]
    result = await who.click(post, custom_id=ids_of(post, "check-in")[0])
    assert result.response is not None
    assert result.response.ephemeral
    return result.response


async def test_each_chooses_on_his_own_panel_the_bot_dies_in_between_and_they_and_no_others_fight(club: World) -> None:
    battle_id = await opened(club)
    ada = await panel(club, club.ada)
    assert list(options(ada, "checked")) == ["Rifle squad 1", "Rifle squad 2"]
    second = options(ada, "checked")["Rifle squad 2"]
    told = said(await club.ada.select(ada, [second], custom_id=ids_of(ada, "checked")[0]))
    assert "You are ready." in told
    assert "You bring Rifle squad 2." in told
    assert any(club.ada.mention in text and "Army" in text for text in club.texts()), (
        "everybody hears that she is ready"
    )
    assert "squad" not in club.texts()[-1], "and not with whom"

    # The panel says whom the battle waits for, and the GM cannot begin over his head by mistake.
    ivo = await panel(club, club.ivo)
    late = await panel(club, club.ada)
    words = refused(await club.gm.slash(club.channel, "battle begin"))
    assert "Ivo has not chosen their units yet" in words
    await club.restart()
    assert "You bring Cell 1, Cell 2." in said(await club.ivo.click(ivo, custom_id=ids_of(ivo, AS_IT_STANDS)[0]))
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin"))
    assert await names_in(club, battle_id) == ["Rifle squad 2", "Cell 1", "Cell 2"]

    # What was chosen before cannot be chosen anew now.
    assert "begun" in refused(await club.ada.click(late, custom_id=ids_of(late, NONE)[0]))
    assert "no such battle" in refused(await club.ada.slash(club.channel, "battle checkin"))


async def test_who_chooses_again_is_announced_once_and_may_sit_it_out(club: World) -> None:
    battle_id = await opened(club)
    before = len(club.texts())
    first = await club.ada.slash(club.channel, "battle checkin")
    assert "As it stands: Rifle squad 1, Rifle squad 2." in said(first)
    assert f"Not chosen yet: {club.ada.mention} {club.ivo.mention}" in said(first)
    assert first.response is not None
    assert labels(first.response) == ["As it stands", "None of mine"]
    none = await club.ada.click(first.response, custom_id=ids_of(first.response, NONE)[0])
    assert "You bring none of your units." in said(none)
    assert none.response is not None
    again = await club.ada.click(none.response, custom_id=ids_of(none.response, "check-in")[0])
    assert "As it stands: none of yours." in said(again)
    assert f"Not chosen yet: {club.ivo.mention}" in said(again)
    assert again.response is not None
    chosen = options(again.response, "checked")["Rifle squad 1"]
    await club.ada.select(again.response, [chosen], custom_id=ids_of(again.response, "checked")[0])
    assert len(club.texts()) == before + 1
    assert (await battles.load(club.store, battle_id)).info.unit_ids == (1, 3, 4)


async def test_the_gm_may_begin_although_somebody_has_not_chosen(club: World) -> None:
    battle_id = await opened(club)
    assert "has begun" in said(await club.gm.slash(club.channel, "battle begin", anyway=True))
    assert await names_in(club, battle_id) == ["Rifle squad 1", "Rifle squad 2", "Cell 1", "Cell 2"]


async def test_where_nobody_is_to_choose_or_has_nothing_to_bring_he_is_told_so(club: World) -> None:
    await opened(club)
    post = next(post for post in club.posts() if ids_of(post, "check-in"))
    button = ids_of(post, "check-in")[0]
    assert "You play no side here" in refused(await club.gm.click(post, custom_id=button))
    assert "no such battle" in refused(await club.zoe.click(post, custom_id=button)), "a stranger learns nothing"
    await club.gm.slash(club.channel, "battle cancel")
    await club.gm.slash(club.channel, "battle open", title="The mill")
    assert "The GM has chosen who fights" in refused(await club.ada.slash(club.channel, "battle checkin"))
