"""From inviting the bot to the first volley."""

from __future__ import annotations

from tests.bot.world import World, ids_of, labels, said


async def test_it_takes_at_most_eight_interactions_of_all_people_together(club: World) -> None:
    before = len(club.env.backend.interactions)
    await club.gm.slash(club.channel, "campaign create", name="Bosnia 1993")
    await club.ada.slash(club.channel, "campaign join", side="army", unit="squad")
    await club.ivo.slash(club.channel, "campaign join", side="insurgents", unit="cell")
    begun = await club.gm.slash(club.channel, "battle begin")
    assert "has begun" in said(begun)
    print("\n".join(club.texts()))
    prompt = club.prompt()
    shooter = club.ada if "Act with Rifle squad 1 …" in labels(prompt) else club.ivo
    panel = await shooter.click(prompt, custom_id=ids_of(prompt, "open")[0])
    print(said(panel))
    fired = await shooter.click(panel.response, custom_id=ids_of(panel.response, "do")[0])
    print(said(fired))
    print("\n".join(club.texts()))
    assert "fires at" in "\n".join(club.texts())
    assert len(club.env.backend.interactions) - before <= 8
