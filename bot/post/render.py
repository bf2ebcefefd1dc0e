"""Posts of the outbox in words and pictures, as late as possible: what they say is what everybody may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import groupby

import discord

from bot.post import (
    brief,
    campaign_card,
    changed,
    clocks,
    comings,
    details,
    dice,
    dispatches,
    drafted,
    endings,
    fitting,
    posts,
    prompts,
    proposals,
    reports,
    roles,
    standing,
)
from bot.sending.outbox_pump import Message
from bot.talk.command_names import mention
from bot.talk.controls import button, rows
from bot.talk.people import listed, pinged
from bot.talk.say import BAD, GOOD, PLAIN, card
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.battle import battles
from campaigns.battle.battles import Report, StandingBattle
from campaigns.battle.record.journal import Entry
from campaigns.battle.telling import digest
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.clocks import waits
from campaigns.database.store import Store
from campaigns.errors import Refusal
from campaigns.post import outbox, sittings
from campaigns.post.matter import (
    Dice,
    DraftRaised,
    DraftRolled,
    EndProposed,
    HowItEnded,
    JustHappened,
    Matter,
    Passed,
    Refused,
    Regrouping,
    RolesGiven,
    Said,
    UnitRaised,
)
from campaigns.post.outbox import Post
from campaigns.post.strikes import Spent
from campaigns.scenario import boards, scenarios
from campaigns.tables.battles import BattleStatus, EntryKind
from rules.seam.viewing import PUBLIC
from rules.telling.gathering import gather
from rules.telling.told import Gravity, Told


async def messages(store: Store, post: Post) -> list[Message]:
    """The messages of one post; none where there is nothing that everybody may know, or a prompt that is over."""
    try:
        here = await campaign.show(store, post.campaign_id)
    except Refusal:
        return []  # deleted since the post was claimed
    if post.audience is not None:
        return await dispatches.messages(store, here, post)
    if post.battle_id is None:
        if isinstance(post.matter.about, HowItEnded):
            return await endings.in_campaign(store, here, post.matter.about)
        if isinstance(post.matter.about, JustHappened) and post.matter.about.kind == "campaign-opened":
            return [Message(await campaign_card.of_campaign(store, here.id, post.matter.about.commitment))]
        return [_notice(here, post.matter)]
    battle = await battles.load(store, post.battle_id)
    match post.matter.topic:
        case "journal" | "returns":
            return await _journal(store, battle, post)
        case "sitting":
            return await _sitting(store, battle, here, post)
        case "prompt":
            return await _prompt(store, battle, here, post)
        case "ended":
            return await _closing(store, battle, here, post)
        case "report":
            return await reports.post(store, here, post.battle_id)
        case "opened" | "reopened":
            return [standing.opened(battle, here, post.matter, await scenarios.briefing(store, post.battle_id, PUBLIC))]
        case "standing":
            return [Message(await standing.post(store, battle, here, post.matter))]
        case "under-way":
            return [Message(clocks.under_way(post.matter))]
        case "proposal":
            return [_proposal(here, post)]
        case "begun" if await sittings.said_below(store, post.id):
            return []
        case "awaited":
            return [dice.awaited(battle, here, post.matter)] if battle.info.status is BattleStatus.OPEN else []
        case "reminder":
            return await _reminder(store, battle, here, post.matter)
        case _:
            return [_said(battle, here, post.matter)]


async def _journal(store: Store, battle: StandingBattle, post: Post) -> list[Message]:
    """What has happened, with the cards drawn and the map as it then is."""
    first, last = post.from_seq, post.to_seq
    if first is None or last is None:
        return []
    # Who has won, and the table as it was left, stand in the closing post, once.
    over = battle.info.result is not None
    made = await _told(store, battle, (first, last), None if over else post.id, cards=True)
    if all(message.idle for message in made):
        return []
    return [replace(message, closed=True) for message in made] if over else made


async def _closing(store: Store, battle: StandingBattle, here: CampaignView, post: Post) -> list[Message]:
    """How the battle ended, below what its last action came to where no message tells that."""
    end = await endings.in_thread(store, battle, here, post.matter)
    left = await sittings.left_to_close(store, post.id)
    made = await _told(store, battle, left, None, cards=True) if left is not None else []
    if all(message.idle for message in made):
        return [end]
    joined = fitting.below(made[-1], end)
    return [*made[:-1], joined] if joined else [*made, end]


async def _sitting(store: Store, battle: StandingBattle, here: CampaignView, post: Post) -> list[Message]:
    """What has happened so far in a sitting, and below it what is asked now. Pictures come with the message that hands
    the battle over, others when the sitting is over: a message is changed more often than anybody looks at its
    pictures."""
    first, last = post.from_seq, post.to_seq
    if first is None or last is None or await _nothing_to_see(store, battle):
        return []
    over = await sittings.overtaken(store, post.id)
    asked = None if over else await _asked(store, battle, here, post)
    drawn_for = post.id if asked is not None and asked.mentions.users else post.pictured_for
    made = await _told(store, battle, (first, last), drawn_for, cards=drawn_for is not None)
    idle = all(message.idle for message in made)
    if asked is None and idle:
        return []
    if asked is None or not made:
        return made or ([replace(asked, idle=True)] if asked else [])
    if joined := fitting.below(made[-1], asked):
        return [*made[:-1], joined]
    return [replace(asked, idle=True)] if idle else [*made, asked]


async def told_only(store: Store, spent: Spent) -> Message | None:
    """The last message of a sitting's post without its question, and with its pictures; None: it told nothing."""
    first, last = spent.from_seq, spent.at_seq
    assert spent.battle_id is not None, "every sitting is a battle's"
    assert first is not None, "and tells of its entries"
    assert last is not None, "from the first to the last"
    battle = await battles.load(store, spent.battle_id)
    drawn_for = await sittings.handed_over(store, spent.battle_id, spent.message_id)
    made = await _told(store, battle, (first, last), drawn_for, cards=True)
    return made[-1] if made else None


async def _told(
    store: Store, battle: StandingBattle, between: tuple[int, int], drawn_for: int | None, *, cards: bool
) -> list[Message]:
    """What happened from the first entry to the last in a sitting: every time the same pages. `drawn_for`: the post
    that the map is drawn for, if the table looks otherwise than before the sitting."""
    report = await battles.report(store, battle.info.id, *between, PUBLIC)
    runs = await _runs(store, battle, report, *between)
    telling = brief.tell(runs)
    scene = report.view.scene if drawn_for is not None else None
    if scene is not None and drawn_for is not None:
        began = min(await sittings.began(store, drawn_for), between[0])
        scene = await changed.in_sitting(store, battle, (began, between[1]), scene)
    under = await boards.picture_of_battle(store, battle.info.id) if scene is not None else None
    told = [line.entry.told for line in report.lines if line.entry.told is not None]
    ticket = details.ticket_of(battle.info.id, told, whole=telling.whole)
    made: list[Message] = []
    begun = await _begun(store, battle, between[0])
    pages = brief.with_a_word(telling.pages, begun) if begun else telling.pages
    for number, page in enumerate(pages, 1):
        shown = page if cards else replace(page, cards=())
        view, files = await posts.build(shown, scene if number == len(pages) else None, under, ticket)
        made.append(Message(view, files, told=telling.told + len(begun), idle=telling.idle and not begun))
    return made


async def _begun(store: Store, battle: StandingBattle, first: int) -> str:
    """That the battle has begun, and with which dice, above its first question; nothing elsewhere."""
    if first > 1:
        return ""
    dice_of = await sittings.begun_by(store, battle.info.id)
    here = await campaign.show(store, battle.info.campaign_id)
    return dice.begun(here, dice_of) if dice_of is not None else ""


async def _runs(store: Store, battle: StandingBattle, report: Report, first: int, last: int) -> list[list[Told]]:
    """What everybody is told of these entries, by the action that they came of."""
    ended = {short.seq: short.told for short in await digest.of(store, battle.info.id, first, last)}
    runs: list[list[Told]] = []
    for _, lines in groupby(report.lines, key=lambda line: line.entry.cause):
        runs.append([])
        for line in lines:
            runs[-1] += [ended[line.entry.seq]] if line.entry.seq in ended else []
            runs[-1] += [told for told in line.tolds if not _ends(told)]
            if line.went_back is EntryKind.UNDO:
                runs[-1] += await _taken_back(store, battle.info.id, line.entry)
            if line.went_back is EntryKind.REDO:
                runs[-1] += await _brought_back(store, battle.info.id, line.entry)
    return runs


def _ends(told: Told) -> bool:
    """Whether it says how the battle has ended, which the closing post does."""
    return any(upshot.gravity is Gravity.END for upshot in told.upshots)


async def _taken_back(store: Store, battle_id: int, undo: Entry) -> list[Told]:
    """What everybody had been told of the entries that no longer stand; nothing where that was nothing."""
    report = await battles.report(store, battle_id, (undo.after or 0) + 1, undo.seq - 1, PUBLIC)
    return _listed(report, "↩ Taken back", "Dice and cards that were drawn are never drawn again.")


async def _brought_back(store: Store, battle_id: int, redo: Entry) -> list[Told]:
    """What everybody had been told of what stands again, by the undoing just after `redo.after`."""
    left = (redo.after or 0) + 1
    undoing = (await battles.report(store, battle_id, left, left, PUBLIC)).lines[0].entry
    report = await battles.report(store, battle_id, (undoing.after or 0) + 1, left - 1, PUBLIC)
    return _listed(report, "↪ Brought back", "It all stands as it did, with the same dice and cards.")


def _listed(report: Report, heading: str, kept: str) -> list[Told]:
    headlines = tuple(told.headline for line in report.lines for told in gather(line.tolds))
    more = (f"… and {len(headlines) - 8} things more",) if len(headlines) > 8 else ()
    return [Told(heading, (*headlines[:8], *more, kept), important=True)] if headlines else []


async def _prompt(store: Store, battle: StandingBattle, here: CampaignView, post: Post) -> list[Message]:
    """What is asked now, in the place to which the battle has moved."""
    asked = await _asked(store, battle, here, post)
    return [asked] if asked is not None else []


async def _asked(store: Store, battle: StandingBattle, here: CampaignView, post: Post) -> Message | None:
    """The question that a post is about, if it still stands."""
    if not _stands(battle, post.matter):
        return None
    waiting = await waits.standing(store, battle.info.id)
    view, mentions = await prompts.post(battle, here, waiting, post.matter.users, post.matter.pinged)
    return Message(view, mentions=mentions)


async def _nothing_to_see(store: Store, battle: StandingBattle) -> bool:
    """Whether the prompt that stands in the channel is the same, and nobody has been told anything since: a second one
    would betray that something has happened in secret. The first one's buttons look at the battle as it is anyway."""
    shown = await outbox.last_prompt(store, battle.info.id)
    if shown is None or shown >= battle.info.version:
        return False
    before = await battles.report(store, battle.info.id, shown, shown, PUBLIC)
    since = await battles.report(store, battle.info.id, shown + 1, battle.info.version, PUBLIC)
    told = any(line.tolds or line.went_back for line in since.lines)
    return not told and before.faces == since.faces and before.view == since.view


def _stands(battle: StandingBattle, matter: Matter) -> bool:
    """Whether what is asked or reminded of is still open."""
    asked = {ask.key for ask in battle.prompt.asks}
    return battle.info.status == BattleStatus.RUNNING and bool(asked & set(matter.ask_keys))


def _proposal(here: CampaignView, post: Post) -> Message:
    matter = post.matter
    return Message(proposals.post(here, post.battle_id or 0, matter.side or "", matter.of(EndProposed)))


async def _reminder(store: Store, battle: StandingBattle, here: CampaignView, matter: Matter) -> list[Message]:
    """What still waits of what is reminded of; nothing where it has all been answered since."""
    standing = {each.battle_id: await waits.standing(store, each.battle_id) for each in matter.waits}
    left = [each for each in matter.waits if (each.ask_key, each.side) in _keys(standing[each.battle_id])]
    if not (left or (not matter.waits and _stands(battle, matter))):
        return []
    return [clocks.reminder(here, matter, battle.info.id, tuple(left))]


def _keys(asked: tuple[waits.QuestionPut, ...]) -> set[tuple[str, str]]:
    return {(each.ask_key, each.side) for each in asked}


_SAID: dict[str, Callable[[str, Matter], str]] = {
    "deadline": lambda side, matter: (
        f"⌛ **{side}** did not answer in time"
        + (" (I was away when the time ran out)" if matter.late else "")
        + ("; it holds." if matter.of(Passed).done == "hold" else "; the battle goes on with the default.")
    ),
    "default-refused": lambda side, matter: (
        f"⌛ **{side}** did not answer in time, and the default cannot be carried out: "
        f"{escape(matter.of(Refused).why)}\nA GM may answer for it with {mention('gm answer')}."
    ),
    "not-begun": dice.not_begun,
    "excused": clocks.excused,
    "gm-asked": clocks.gm_asked,
    "staffed": clocks.staffed,
    "on-leave": clocks.on_leave,
    "paused": clocks.paused,
    "declined": lambda side, matter: f"**{side}** declines to end the battle.",
    "displaced": lambda side, matter: (
        f"🧵 The thread of **{escape(matter.of(Dice).title)}** is gone: the battle goes on here.\n"
        + small(f"A GM gives it a new thread with {mention('battle thread')}.")
    ),
    "moved": lambda side, matter: (
        f"🧵 **{escape(matter.of(Dice).title)}** goes on here.\n"
        + small(f"SHA-256 of the seed of its dice: `{matter.of(Dice).commitment}`")
    ),
    "checked-in": lambda side, matter: f"☑ {listed(matter.users)} of **{side}** is ready.",
    "whispered": lambda side, matter: "📨 There is news for one side, behind *For my side only*.",
    "cancelled": lambda side, matter: "**The battle is called off.**",
}


def _said(battle: StandingBattle, here: CampaignView, matter: Matter) -> Message:
    if matter.topic == "begun":
        return Message(card(dice.begun(here, matter.of(Dice))))
    if matter.topic == "roles":
        return Message(card(f"⚔️ {roles.bold(battle.rules, roles.names_in(here), dict(matter.of(RolesGiven).roles))}"))
    say = _SAID.get(matter.topic)
    if say is None:
        return Message(card(_own_words(matter) or escape(battle.info.title)))
    accent = BAD if matter.topic == "default-refused" else PLAIN
    called = matter.users if matter.topic == "paused" else ()
    words = clip(say(_name(here, matter.side), matter), 3000)
    return Message(card(words, small(listed(called)) if called else "", accent=accent), mentions=pinged(called))


def _notice(here: CampaignView, matter: Matter) -> Message:
    """What concerns the campaign as a whole."""
    about_people = comings.notice(here, matter)
    if about_people is not None:
        return about_people
    who, side = listed(matter.users), _name(here, matter.side)
    match matter.about:
        case JustHappened(kind="resettled"):
            return Message(card(f"📌 **{escape(here.name)}** goes on in this channel.", accent=GOOD))
        case UnitRaised(kind="joined", unit=unit):
            more = f" and raises **{escape(unit)}**." if unit else "."
            return Message(card(f"{who} plays for **{side}**{more}", accent=GOOD))
        case UnitRaised(unit=unit):
            return Message(card(f"{who} raises **{escape(unit)}** for **{side}**.", accent=GOOD))
        case Regrouping() as wish:
            return _regroup(who, matter, wish)
        case DraftRolled() as draft:
            return drafted.rolled(who, side, draft)
        case DraftRaised() as draft:
            return drafted.raised(who, side, draft)
        case _:
            return Message(card(_own_words(matter)))


def _own_words(matter: Matter) -> str:
    said = matter.about if isinstance(matter.about, Said) else Said(text="")
    return clip("\n".join(escape(line) for line in filter(None, (said.title, said.text))), 3000)


def _regroup(who: str, matter: Matter, wish: Regrouping) -> Message:
    """Somebody else's unit is concerned: he is asked."""
    view = card(f"{who}\n🔀 {escape(wish.words)}, if you agree.")
    ticket = Ticket("regroup", unit=f"{wish.kept}.{wish.other}", choice=f"{wish.what}.{wish.leader}.{wish.by}")
    for row in rows([button(ticket, "Agree", discord.ButtonStyle.success)]):
        view.add_item(row)
    return Message(view, mentions=pinged(matter.users))


def _name(here: CampaignView, key: str | None) -> str:
    side = here.side(key or "")
    return escape(side.name if side else key or "")
