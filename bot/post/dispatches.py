"""What is for one side alone, in words: as that side may know it, and nobody else."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from discord import ui

from bot.post import brief, briefings, details, posts
from bot.post.briefings import briefing_button, quoted
from bot.post.catching_up import catch_up_button
from bot.post.news import news_button
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.people import listed, pinged
from bot.talk.say import GOOD, STORY, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import StandingBattle
from campaigns.battle.telling.telling import Line, confided, is_news, untold
from campaigns.campaign.campaign import CampaignView
from campaigns.database.store import Store
from campaigns.members.policies import SideThreads
from campaigns.post.matter import JustHappened, PostData, Said
from campaigns.post.outbox import Post
from campaigns.scenario import scenarios
from campaigns.tables.battles import BattleStatus, EntryKind
from rules.seam.viewing import Viewer
from rules.telling.gathering import gather
from rules.telling.told import Told


async def messages(store: Store, here: CampaignView, post: Post) -> list[Message]:
    """The messages of a post for one side; none where it holds nothing that not everybody is told."""
    assert post.audience is not None, "others are for everybody"
    viewer = Viewer(post.audience)
    if post.matter.topic == "side-thread":
        return [_thread(here, post.audience)]
    battle = await battles.load(store, post.battle_id) if post.battle_id is not None else None
    match post.matter.topic:
        case "side-words":
            return [_words(battle, post)]
        case "side-briefing" if battle is not None:
            return await _briefing(store, here, battle, viewer)
        case "side-news" if battle is not None:
            return await _news(store, here, battle, post, viewer)
        case _:
            raise ValueError(f"post {post.id} is for {post.audience} and about {post.matter.topic}")


def _thread(here: CampaignView, key: str) -> Message:
    side = here.side(key)
    others = ", and the GM" if here.settings.side_threads is SideThreads.WITH_GM else ""
    return Message(
        card(
            f"### For {escape(side.name if side else key)} alone",
            f"Only this side reads here{others}: its secret news, its briefings, and what the umpire tells it. Talk "
            "here as you like; I read nothing.",
            small(
                "Whoever joins the side is let in, whoever leaves it is put out. People who manage threads on this "
                f"server can see every private thread. {mention('catchup')} tells all that you have missed."
            ),
            accent=GOOD,
        )
    )


def _words(battle: StandingBattle | None, post: Post) -> Message:
    said = post.matter.of(Said)
    head = f"### 📨 {escape(clip(said.title, 200))}" if said.title else "### 📨 For your side alone"
    about = small(escape(battle.info.title)) if battle is not None else ""
    view = card(
        head, quoted(clip("\n".join(escape(line) for line in said.text.splitlines()), 3000)), about, accent=STORY
    )
    if battle is not None:
        made = [catch_up_button(Ticket("status", battle.info.id))]
        if battle.info.status is BattleStatus.ENDED:
            made.append(button(Ticket("close", battle.info.id), "After the battle", emoji="📋"))
        for row in rows(made):
            view.add_item(row)
    return Message(view)


async def _briefing(store: Store, here: CampaignView, battle: StandingBattle, viewer: Viewer) -> list[Message]:
    found = await scenarios.briefing(store, battle.info.id, viewer)
    if found is None or not found.own:
        return []
    view = card(f"### 📜 {escape(found.title)}", *briefings.secret_texts(found, here, viewer), accent=STORY)
    for row in rows([briefing_button(Ticket("briefing", battle.info.id))]):
        view.add_item(row)
    return [Message(view)]


async def _news(store: Store, here: CampaignView, battle: StandingBattle, post: Post, viewer: Viewer) -> list[Message]:
    if post.matter.held:
        return []
    first, last, battle_id = post.from_seq or 1, post.to_seq or 0, battle.info.id
    runs: list[list[Told]] = []
    secrets = await _secrets(store, battle_id, first, last, viewer)
    only = here.only_player(post.audience or "")
    for _, run in groupby(secrets, key=lambda found: found[0].entry.cause):
        runs.append([])
        for line, secret in run:
            fresh = untold(line, secret, only)
            runs[-1] += fresh if is_news(fresh) else ()
            if line.entry.kind is EntryKind.UNDO:
                runs[-1] += await _taken_back(store, battle_id, line, viewer)
    over = post.matter.about == JustHappened(kind="battle-over")
    if over:  # the closing post says what each aim has come to
        runs = [[told for told in run if not (told.story and told.upshots)] for run in runs]
    called = [user for user in post.matter.pinged or () if here.side_of(user) == post.audience]
    ended = isinstance(post.matter.about, JustHappened) and not over
    made: list[Message] = []
    for page in brief.confide(runs, f"📨 {battle.info.title}", waits=not called and not ended):
        # In a private conversation no server says whose details they are.
        ticket = await details.ticket_for(store, battle, viewer.side or "", last) if post.recipient is None else None
        view, files = await posts.build(page, None, None, ticket)
        made.append(Message(view, files, told=sum(len(text) for text in page.texts)))
    if ended and not made and (called or post.recipient is not None):  # the question to everybody calls the others
        made.append(Message(card(f"### 📨 {escape(battle.info.title)}")))
    if made and (called or ended):
        made[-1].view.add_item(ui.TextDisplay(_called(called, post.matter.about)))
        made[-1].mentions = pinged(called)
    if made and post.recipient is None:
        at = Ticket("status", battle_id)
        buttons = [button(at.but("map"), "Map", emoji="🗺️"), news_button(at), catch_up_button(at)]
        if ended:
            buttons.insert(0, button(at.but("orders"), "Orders", emoji="✍️"))
        for row in rows(buttons):
            made[-1].view.add_item(row)
    return made


def _called(called: Sequence[int], about: PostData | None) -> str:
    """Say what the side's orders have come to, to those whom it concerns."""
    whom = f"{listed(called)}: " if called else ""
    match about:
        case JustHappened(kind="orders-open"):
            words = "another side acts first. Write your first orders now: then nobody has to wait for you."
        case JustHappened():
            words = "your orders have run out. Write the next ones now: then nobody has to wait for you."
        case _:
            return f"{whom}your orders have stopped."
    return f"{whom}{words}" if whom else f"{words[:1].upper()}{words[1:]}"


async def _secrets(
    store: Store, battle_id: int, first: int, last: int, viewer: Viewer
) -> Sequence[tuple[Line, tuple[Told, ...]]]:
    return confided((await battles.report(store, battle_id, first, last, viewer)).lines)


async def _taken_back(store: Store, battle_id: int, undo: Line, viewer: Viewer) -> list[Told]:
    """What this side alone had been told of the entries that no longer stand."""
    former = await _secrets(store, battle_id, (undo.entry.after or 0) + 1, undo.entry.seq - 1, viewer)
    headlines = [told.headline for _, secret in former for told in gather(secret)]
    more = (f"… and {len(headlines) - 8} things more",) if len(headlines) > 8 else ()
    return [Told("↩ Taken back", (*headlines[:8], *more), important=True)] if headlines else []
