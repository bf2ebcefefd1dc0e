"""What each kind of click may cost, and two battles in which each of them is made once.

`LIMITS` holds every kind of button, select and form, and every command that is not a rule set's own: by what `walked`
reaches it, and how much it may cost. Whatever is new is entered here, with a way to it or with why it has none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, ResponseMessage

from campaigns.battle import battles
from tests.bot.counting import Cost, counted
from tests.bot.opened import Fight, campaign_of
from tests.bot.toy import TOY
from tests.bot.world import Person, World, components, ids_of, options, said, text_of, world
from tests.campaigns.scenario_files import FARM

REBUILDS, QUERIES = 2, 8
Shown = discord.Message | ResponseMessage


@dataclass(frozen=True)
class Limit:
    """`why`: for what reason it may cost more than the rest, or is not walked."""

    queries: int = QUERIES
    why: str = ""
    walked: bool = True
    rebuilds: int = REBUILDS


def _not_walked(why: str) -> Limit:
    return Limit(why=why, walked=False)


_USUAL, _ONE_STATE = Limit(), Limit(rebuilds=1)
_DRAFT = _not_walked("a squad is put together before a battle, at leisure")
_DELETE = _not_walked("once in a campaign's life: it reads all of it")
_GMS = _not_walked("the GM prepares or mends a campaign with it, between battles")
_ROSTER = _not_walked("writes into a roster between battles")
_ABOUT_ME = _not_walked("about one person in all campaigns: each of them is read")
_CASTING = _not_walked("a GM casts a scenario before its battle begins: all units of the campaign are read")
_SETTING = _not_walked("set once, for all that person's battles")

BUTTONS: Mapping[str, Limit] = {
    # The prompt of a battle, the panel that it opens, and what stands there.
    **dict.fromkeys(("open", "pick", "more", "do", "quick", "ask", "form", "back"), _USUAL),
    **dict.fromkeys(("go", "way", "ways", "drop"), _USUAL),
    **dict.fromkeys(("explain", "status", "map", "regard", "news", "briefing", "details", "replay"), _USUAL),
    **dict.fromkeys(("raise-army", "raise-kind", "raise-page", "raise-form", "raise-formed"), _ROSTER),
    "why": _not_walked("as pick: the same panel"),
    "where": _not_walked("as form: an action with its place"),
    "now": _not_walked("on the list of several battles: as /now in one of them, which is walked"),
    **dict.fromkeys(("orders", "orders-unit", "orders-take", "orders-write", "orders-set", "orders-flags"), _USUAL),
    **dict.fromkeys(("orders-ask", "orders-form", "orders-give"), _USUAL),
    **dict.fromkeys(("letter-plan", "letter-bold", "letter-map", "letter-send"), _USUAL),
    **dict.fromkeys(
        ("letter-again", "letter-strike", "letter-role", "letter-horizon", "letter-alarm", "letter-until"),
        _not_walked("as letter-plan"),
    ),
    "letter-until-ask": _not_walked("opens a form, and reads nothing"),
    **dict.fromkeys(("card-join", "card-side"), _not_walked("as campaign join")),
    "career-of": _not_walked("as unit list: the rosters that the asker may look at"),
    "career-pick": _not_walked("as figure show"),
    **dict.fromkeys(("card-begin", "card-fight", "card-roles"), _not_walked("as battle begin")),
    "card-watch": _not_walked("Discord is asked about each thread"),
    "seal-turns": _not_walked("once in a campaign's life"),
    **dict.fromkeys(
        ("greet-lesson", "greet-book", "greet-campaign", "greet-created"), _not_walked("once in a server's life")
    ),
    "end-words": _not_walked("once in a battle, after its end: what the poster shows, in words"),
    "staff-plans": _not_walked("once in a battle, after its end: it reads the whole journal"),
    **dict.fromkeys(("orders-cancel", "orders-seal", "orders-unseal"), _not_walked("as orders-take: an action")),
    "catch-up": Limit(
        11, "the table as the battle began or as they last looked, and since their side's sitting", rebuilds=3
    ),
    "look": _not_walked("as regard: the same map with other things on it"),
    "details-page": _not_walked("as details"),
    **dict.fromkeys(("events", "event-look", "event"), _USUAL),
    # The campaign around it.
    **dict.fromkeys(("agree", "decline", "verify"), _ONE_STATE),
    **dict.fromkeys(("check-in", "checked", "check-same", "check-none"), _USUAL),
    **dict.fromkeys(
        ("chronicle", "units", "roster", "career", "file", "help"), _not_walked("as its command: a further page")
    ),
    **dict.fromkeys(
        ("admit", "turn-down", "regroup", "seat-take", "seat-back"), _not_walked("comings and goings, between battles")
    ),
    **dict.fromkeys(("gm-deputy", "gm-stand", "gm-vote", "gm-ask", "gm-again"), _not_walked("when a GM has vanished")),
    **dict.fromkeys(("roll", "roll-page"), _not_walked("the dead of a whole campaign, read at leisure")),
    **dict.fromkeys(
        ("unit-file", "unit-file-page", "side-file", "side-file-page"), _not_walked("as figure show: all battles told")
    ),
    **dict.fromkeys(
        ("diary", "diary-write", "diary-written", "diary-down"), _not_walked("the days of a whole campaign, at leisure")
    ),
    **dict.fromkeys(
        ("stats", "stats-csv", "report", "report-of", "report-page", "report-post", "preface", "preface-written"),
        _not_walked("a whole battle, told once it is over"),
    ),
    "ready": _not_walked("before a battle begins; the last one begins it"),
    "learn": _ROSTER,
    "learner": _not_walked("as figure upgrade"),
    **dict.fromkeys(("close", "close-take", "close-some", "close-all", "close-next", "close-again"), _ROSTER),
    **dict.fromkeys(("close-guest", "close-publish", "close-rest", "close-rests"), _ROSTER),
    **dict.fromkeys(("honours", "honour", "honour-give", "honour-ask", "honour-not", "honours-page"), _ROSTER),
    **dict.fromkeys(("cast", "cast-part", "cast-give", "cast-new", "cast-none", "cast-all", "roles"), _CASTING),
    **dict.fromkeys(("cast-split", "cast-some", "cast-divide"), _CASTING),
    **dict.fromkeys(("wish", "wish-unit", "wish-none", "wish-back"), _not_walked("as casting, by a player")),
    "close-begin": _not_walked("as battle begin"),
    **dict.fromkeys(
        ("draft-pick", "draft-whole", "draft-buy", "draft-undo", "draft-sure", "draft-again", "draft-name"), _DRAFT
    ),
    **dict.fromkeys(("draft-named", "draft-raise", "draft-raised"), _DRAFT),
    **dict.fromkeys(("clock-night", "clock-off", "clock-back", "clock-meanwhile"), _SETTING),
    "forget": _ABOUT_ME,
    "board-paste": _GMS,
    **dict.fromkeys(("delete-export", "delete-ask", "delete-now"), _DELETE),
    **dict.fromkeys(
        ("bring-in", "bring-same", "bring-who", "bring-named"), _not_walked("a campaign brought in, once in its life")
    ),
}
"""By the first word of their tickets."""

COMMANDS: Mapping[str, Limit] = {
    "catchup": Limit(9, "the table as they last looked, and since their side's last sitting", rebuilds=3),
    **dict.fromkeys(("now", "status", "chronicle", "orders", "map", "replay", "help"), _USUAL),
    "unit roster": Limit(10, "the sheet, the unit's record and its honours, and which battles bear one title"),
    **dict.fromkeys(("unit list", "campaign show", "campaign requests"), _USUAL),
    "figure show": Limit(10, "a whole life, its honours, and what the asker's side knows of the battles in it"),
    "figure portrait": _ROSTER,
    "stats": _not_walked("all battles of a campaign counted, at leisure"),
    "campaign diary": _not_walked("the days of a whole campaign, at leisure"),
    "battle end": Limit(10, "what it did is written into the places in which people fought, and told for its sides"),
    **dict.fromkeys(("battle redo", "battle verify", "battle assign"), _USUAL),
    "battle undo": Limit(14, "of a battle's end: it looks for what its units have done since"),
    "battle open": Limit(
        28, "a battle is made: its units are read, twice for how the sides would meet, a seed is sealed"
    ),
    "battle checkin": Limit(11, "before a battle begins: it looks for the one that waits, its parts, and who is late"),
    "battle begin": Limit(46, "a battle is made: all units, the first question, everybody's clock"),
    **dict.fromkeys(("gm remind", "gm deadline", "gm pause", "gm resume", "gm clock", "gm answer"), _USUAL),
    **dict.fromkeys(("gm event", "gm whisper", "gm undelivered"), _USUAL),
    **dict.fromkeys(("clock show", "scenario list", "board list"), _USUAL),
    "gm reinforce": _not_walked("units come into a battle: they are read as at its beginning"),
    **dict.fromkeys(("gm policy", "gm house-rule", "gm appoint", "gm deputy", "gm dismiss", "gm excuse"), _GMS),
    **dict.fromkeys(("battle thread", "battle ready", "battle cancel"), _not_walked("before a battle begins")),
    "battle close": _ROSTER,
    "battle tutorial": _not_walked("once for each book that somebody learns: it sets up a campaign"),
    "battle staff": _not_walked("once in a battle: what the staff answers is an action of its side"),
    **dict.fromkeys(
        ("campaign create", "campaign card", "campaign join", "campaign leave", "campaign volunteer"),
        _not_walked("comings and goings"),
    ),
    **dict.fromkeys(("campaign settings", "campaign direct", "campaign remove", "campaign move"), _GMS),
    **dict.fromkeys(("campaign rename", "campaign side", "campaign channel", "campaign close"), _GMS),
    "campaign delete": _DELETE,
    **dict.fromkeys(
        ("campaign export", "campaign import", "campaign chronicle", "campaign print"),
        _not_walked("a whole campaign, once in its life"),
    ),
    **dict.fromkeys(("unit raise", "unit draft", "unit rename", "unit add", "unit crew", "unit disband"), _ROSTER),
    "unit print": _not_walked("a sheet of every battle that a unit fought, at leisure"),
    **dict.fromkeys(("unit split", "unit merge", "unit transfer"), _ROSTER),
    **dict.fromkeys(("figure rename", "figure note", "figure decorate", "figure promote", "figure recover"), _ROSTER),
    **dict.fromkeys(("unit honour", "campaign honours"), _ROSTER),
    **dict.fromkeys(("figure absent", "figure upgrade", "figure replace", "figure retire", "figure correct"), _ROSTER),
    **dict.fromkeys(("board generate", "board paste", "board import", "board show", "board discard"), _GMS),
    **dict.fromkeys(("scenario show", "scenario import", "scenario discard"), _GMS),
    **dict.fromkeys(("clock zone", "clock hours", "clock days-off", "clock away", "clock back"), _SETTING),
    **dict.fromkeys(("clock pause", "clock resume", "clock side"), _SETTING),
    **dict.fromkeys(("privacy show", "privacy forget"), _ABOUT_ME),
}
"""By their names, in all servers alike."""

OTHERS: Mapping[str, Limit] = {
    **dict.fromkeys(("hold", "move"), _USUAL),  # the rule sets' own are all made alike
    **dict.fromkeys(("fire ?target", "map ?where", "unit roster ?unit", "figure show ?figure"), _USUAL),
    **dict.fromkeys(("gm reinforce ?units", "battle undo ?to", "orders ?cancel", "catchup ?battle"), _USUAL),
}
"""Actions by command, and completions of options while one types."""

LIMITS = {f"button {what}": each for what, each in BUTTONS.items()}
LIMITS |= {f"/{name}": each for name, each in (*COMMANDS.items(), *OTHERS.items())}


@dataclass
class Walk:
    """What each click has cost, by its kind."""

    world: World
    costs: dict[str, list[Cost]] = field(default_factory=dict[str, list[Cost]])

    async def _counted(self, kind: str, click: Awaitable[InteractionResult]) -> InteractionResult:
        with counted(self.world.store) as cost:
            result = await click
        assert "-# Nothing has changed" not in said(result), f"{kind}: {said(result)}"
        self.costs.setdefault(kind, []).append(cost)
        return result

    async def slash(self, who: Person, name: str, place: ChannelHandle | None = None, **given: Any) -> Shown:
        return _shown(await self._counted(f"/{name}", who.slash(place or self.world.thread, name, **given)))

    async def press(self, who: Person, message: Shown, what: str, at: int = 0) -> Shown:
        click = who.click(message, custom_id=ids_of(message, what)[at])
        return _shown(await self._counted(f"button {what}", click))

    async def choose(self, who: Person, message: Shown, what: str, *at: int) -> Shown:
        """The first of the options, or those at these places."""
        custom_id = ids_of(message, what)[0]
        (part,) = [each for each in components(message) if each.get("custom_id") == custom_id]
        click = who.select(message, [part["options"][each]["value"] for each in at or (0,)], custom_id=custom_id)
        return _shown(await self._counted(f"button {what}", click))

    async def fill(self, who: Person, message: Shown, what: str, fields: Mapping[str, Any]) -> Shown:
        """Press what opens a form, and hand it in."""
        form = await self._counted(f"button {what}", who.click(message, custom_id=ids_of(message, what)[0]))
        assert form.modal is not None
        kind = form.modal["custom_id"].split(":")[1]
        return _shown(await self._counted(f"button {kind}", who.submit_modal(form, dict(fields))))

    async def type(self, who: Person, name: str, option: str, **filled: Any) -> list[dict[str, Any]]:
        """See what is offered for an option of a command."""
        with counted(self.world.store) as cost:
            offered = await who.autocomplete(self.world.thread, name, option, "", **filled)
        self.costs.setdefault(f"/{name} ?{option}", []).append(cost)
        return offered


def _shown(result: InteractionResult) -> Shown:
    found = result.response or next(iter(result.followups), None)
    return found  # type: ignore[return-value]  # a form has been opened instead


async def walked(folder: Path) -> dict[str, list[Cost]]:
    """Both battles."""
    costs: dict[str, list[Cost]] = {}
    for name, rules, through in (("toy", {"toy": TOY}, _toys), ("farm", None, _farm)):
        (folder / name).mkdir()
        async with world(folder / name, rules) as made:
            walk = Walk(made)
            await through(walk)
            for kind, each in walk.costs.items():
                costs.setdefault(kind, []).extend(each)
    return costs


async def _toys(walk: Walk) -> None:
    """A battle of toy soldiers: from the check-in to the verified end."""
    club, gm, ada, ivo = walk.world, walk.world.gm, walk.world.ada, walk.world.ivo
    campaign_id = await campaign_of(club, army=("squad", "squad"), insurgents=("cell", "cell"))
    await walk.slash(gm, "battle open", club.channel, title="The ford", check_in=True)
    (post,) = [post for post in club.posts() if ids_of(post, "check-in")]
    await walk.slash(ada, "battle checkin", club.channel)
    for who in (ada, ivo):
        await walk.press(who, await walk.press(who, post, "check-in"), "check-same")
    await walk.press(ada, await walk.press(ada, post, "check-in"), "check-none")
    await walk.choose(ada, await walk.press(ada, post, "check-in"), "checked", 0, 1)
    await walk.slash(gm, "battle begin", club.channel)
    (info,) = await battles.of_campaign(club.store, campaign_id)
    fight = Fight(club, info.id)

    await fight.until("army")
    prompt = club.prompt()
    await _looked(walk, ada, prompt)
    await _gm_looks_after_it(walk)
    for command, option, given in (
        ("fire", "target", {}), ("map", "where", {}), ("unit roster", "unit", {}), ("orders", "cancel", {}),
        ("catchup", "battle", {}), ("battle undo", "to", {}),
    ):  # fmt: skip
        await walk.type(ada, command, option, **given)
    await walk.type(gm, "gm reinforce", "units")
    await walk.slash(ada, "unit roster", unit=(await fight.field()).state.squads[0].name)
    figure = (await walk.type(ada, "figure show", "figure"))[0]["value"]
    await walk.slash(ada, "figure show", lines=True, figure=figure)

    # What his side alone is told of goes to its thread, and to who has asked for it in private.
    await ada.slash(club.channel, "campaign direct", wanted=True)
    prompt = club.prompt()
    panel = await walk.choose(ada, prompt, "pick")
    await walk.fill(ada, panel, "ask", {"where": "the secret orchard", "depth": ["deep"]})
    assert "secret orchard" in text_of(await walk.press(ada, club.prompt(), "news"))
    await walk.slash(gm, "battle undo")
    await walk.slash(gm, "battle redo")
    # To tell what was taken back and brought back, once, a state is built for each turn of it.
    await ada.slash(club.thread, "now")
    panel = await walk.press(ada, club.prompt(), "open")
    await walk.press(ada, panel, "do")
    await fight.until("army")
    await walk.slash(ada, "hold")
    await fight.until("army")
    prompt, _ = fight.quick()
    await walk.press(ada, prompt, "quick")
    post = [message for message in club.posts() if ids_of(message, "details")][-1]
    await walk.press(ada, post, "details")

    for answer in ("decline", "agree"):
        await walk.slash(ada, "battle end", winner="army")
        post = [message for message in club.posts() if ids_of(message, answer)][-1]
        await walk.press(ivo, post, answer)
    post = [message for message in club.posts() if ids_of(message, "verify")][-1]
    await walk.press(ivo, post, "verify")
    await walk.slash(ada, "battle verify")
    await walk.slash(ada, "chronicle")
    await walk.slash(gm, "battle undo")
    await walk.slash(gm, "battle end", winner="army")


async def _looked(walk: Walk, who: Person, prompt: Shown) -> None:
    for what in ("explain", "status", "map", "news", "catch-up"):
        await walk.press(who, prompt, what)
    seen = await walk.slash(who, "map")
    await walk.choose(who, seen, "regard")
    for name in ("now", "catchup", "status", "unit list", "campaign show", "clock show", "scenario list"):
        await walk.slash(who, name)
    await walk.slash(who, "help", topic="start")
    await walk.slash(who, "battle assign")


async def _gm_looks_after_it(walk: Walk) -> None:
    gm = walk.world.gm
    for name in ("gm remind", "gm clock", "gm pause", "gm resume", "gm undelivered", "gm answer", "board list", "now"):
        await walk.slash(gm, name)
    await walk.slash(gm, "now", walk.world.channel)
    await walk.slash(gm, "campaign requests")
    await walk.slash(gm, "gm deadline", side="army", hours=3.0)


async def _farm(walk: Walk) -> None:
    """A scenario of The Book and the Gun: events, whispers, orders, ways."""
    club, gm = walk.world, walk.world.gm
    await gm.slash(club.channel, "campaign create", name="Mostar", rules="book-and-gun")
    for who, side in ((club.ada, "army"), (club.ivo, "insurgents")):
        await who.slash(club.channel, "campaign join", side=side)
    await gm.slash(club.channel, "scenario import", file=("farm.yaml", FARM.encode()))
    await gm.slash(club.channel, "battle begin", scenario="the-farm")
    post = next(message for message in club.posts() if ids_of(message, "briefing"))
    await walk.press(club.ada, post, "briefing")
    every = await walk.slash(gm, "gm event")
    chosen = await walk.press(gm, every, "event-look")
    every = await walk.press(gm, chosen, "events")
    await walk.press(gm, await walk.press(gm, every, "event-look"), "event")
    await walk.slash(gm, "gm whisper", side="army", text="The bridge is mined.")
    await _ordered(walk, await _asked(club))
    await _moved(walk, await _asked(club))


async def _asked(club: World) -> Person:
    """Who plays the side that is asked what its units do; what is asked before that is answered."""
    for _ in range(8):
        ask = (await battles.load(club.store, 1)).prompt.asks[0]
        who, prompt = club.ada if ask.side == "army" else club.ivo, club.prompt()
        if ask.units and ids_of(prompt, "orders"):
            return who
        if found := ids_of(prompt, "quick"):
            await who.click(prompt, custom_id=found[0])
            continue
        panel = (await who.click(prompt, custom_id=ids_of(prompt, "open")[0])).response
        assert panel is not None
        await who.click(panel, custom_id=ids_of(panel, "quick")[0])
    raise AssertionError("nobody is asked what his units do")


async def _ordered(walk: Walk, who: Person) -> None:
    """Orders are written step by step, and others taken as they are proposed."""
    panel = await walk.press(who, walk.world.prompt(), "orders")
    if ids_of(panel, "orders-unit"):
        panel = await walk.choose(who, panel, "orders-unit")
    await walk.press(who, panel, "back")
    panel = await walk.press(who, walk.world.prompt(), "orders")
    panel = await walk.press(who, panel, "orders-write")
    panel = await walk.choose(who, panel, "orders-set", 1)
    panel = await walk.choose(who, panel, "orders-flags")
    panel = await walk.fill(who, panel, "orders-ask", {"to": "B2"})
    await walk.press(who, panel, "orders-give")
    panel = await walk.slash(who, "orders")
    panel = await walk.press(who, panel, "letter-plan")
    panel = await walk.choose(who, panel, "letter-bold")
    await walk.press(who, panel, "letter-map")
    panel = await walk.choose(who, panel, "orders-unit")
    panel = await walk.press(who, panel, "orders-take")
    await walk.press(who, panel, "letter-send")


async def _moved(walk: Walk, who: Person) -> None:
    """A unit is given a way, another one, and is on it."""
    prompt = walk.world.prompt()
    panel = await (walk.choose(who, prompt, "pick") if options(prompt, "pick") else walk.press(who, prompt, "open"))
    await walk.choose(who, panel, "more")
    unit = (await battles.load(walk.world.store, 1)).prompt.asks[0].units[0]
    shown = await walk.slash(who, "move", unit=unit, to="forward 3")
    await walk.press(who, shown, "drop")
    shown = await walk.slash(who, "move", unit=unit, to="forward 3")
    shown = await walk.fill(who, shown, "way", {"to": "forward 2"})
    await walk.press(who, shown, "go")
    await walk.press(who, await walk.slash(who, "map"), "replay")
    await walk.slash(who, "replay", turn=1)
