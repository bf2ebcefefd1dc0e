"""/help: how to play, in the app, by topic; with what the asker can do at this moment on top."""

from __future__ import annotations

from typing import Any

from discord import app_commands

from bot.panels.panel import waiting
from bot.panels.teaching import terms_in
from bot.reading.autocomplete import matching
from bot.talk.command_names import Names, mention, names_of, spelled
from bot.talk.controls import Answer, Values, button, handles, rows
from bot.talk.desk import desk_of
from bot.talk.errors import guarded, quietly
from bot.talk.say import Interaction, card, say, think
from bot.talk.seat import seat_here
from bot.talk.text import clip, escape, small
from bot.talk.ticket import Ticket
from campaigns.campaign import campaign
from campaigns.campaign.campaign import CampaignView
from campaigns.errors import Command, Refusal
from rules.language.naming import folded
from rules.seam.drafting import AnyDrafting
from rules.seam.ruleset import AnyRuleSet
from rules.seam.viewing import Term, Topic

TOPICS = {
    "start": (
        "Getting started",
        f"1. A GM opens a campaign in a channel: {mention('campaign create')}. Its card stands there.\n"
        f"2. Players join a side by the card's buttons, or {mention('campaign join')} `side: … unit: …`. More units: "
        f"{mention('unit raise')}.\n"
        f"3. The GM starts a battle: {mention('battle begin')} (or {mention('battle open')} first, so that each side "
        f"can give words for its dice with {mention('battle ready')}). Every free unit fights, or those that `units: "
        f"…` names. By a scenario nothing need be raised before: {mention('battle begin')} `scenario: …`.\n"
        "4. The battle goes on in a thread of its own. The bot mentions there whoever has to decide.\n"
        f"New to a rule book? {mention('battle tutorial')} teaches it in ten minutes: three decisions of a small "
        "battle, alone against the staff (a program). It counts in no campaign.\n"
        f"Once a battle has begun a GM lets newcomers in, unless {mention('campaign settings')} says otherwise. "
        "They also decide when somebody asks to change sides while a battle goes on.",
    ),
    "turn": (
        "Your turn",
        "The newest prompt in the battle's thread says who must decide. Choose a unit from its list: you get a "
        "panel of your own with everything that unit may do, the facts measured on the table and the exact odds. "
        "One click does it. The quick buttons answer for your whole side. Where only one may act, **Act with …** "
        "opens that panel at once, and the next one's follows while it is still your turn.\n"
        "**❔ What can I do?** explains the prompt: the question, what your side wants and how far it is, what each "
        f"button does and may lead to, and the book's words. {mention('help')} `word: …` explains any one of them.\n"
        "**Where to…** on a unit's panel lists places of the board; a direction alone leads as far as it goes.\n"
        "Every action is a slash command too, which takes facts by your own word: those of this campaign's rules "
        "stand at the foot of this page.\n"
        f"{mention('now')} shows your panel wherever you are, and in the campaign's channel every battle that goes "
        "on. Nobody on your side needs to ask another: each may command.",
    ),
    "orders": (
        "Orders that stand",
        "Orders say what your units do when their turn comes, so that nobody has to wait for you. An order is a list, "
        "tried from the top (*fire at the best odds, else look, else hold*). It is for one unit or for all, for a "
        "phase, a turn or the battle. **Orders** below every prompt, or "
        f"{mention('orders')}, proposes lists that one click gives, shows what each unit would do now with its odds, "
        "and cancels.\n"
        "An order looks out for what you name (charged, fired at, men lost). Each of these *tells "
        "you*, *asks you when the phase or turn is over* (as usual) or *asks you now*. It also stops and asks when "
        "nothing on its list can be done. No stop breaks a volley in two. The enemy learns nothing of your orders "
        "before they are carried out. "
        "They do nothing that you could not do by hand, with the same dice.\n"
        "**Terms** · *stands*: your unit follows it until it lapses · *stopped*: it waits, and you decide · *by "
        "hand*: you choose yourself; the order stands for next time · *sealed*: by the house rule, both sides order a "
        "whole phase. Everybody sees only who has sealed, and the last seal carries all of it out. Of several "
        "players on a side each seals for the units that they command, and the bot waits only for those who have not "
        "sealed. **Seal for all of the side** on the panel seals for everybody. *Under one seal*: your letter is for "
        "several turns, and the bot seals each of them for you as long as your orders stand; **Take back** ends that.",
    ),
    "posts": (
        "Reading the posts",
        "A post says what happened and who did it to whom, then the number needed with its reasons, every die and "
        "card. Small at the bottom stand the rules it rests on. In red: somebody was killed, or the battle turned.\n"
        "What came to nothing has no post: the question says it in a line, and **Details** has it all.\n"
        "A battle ends with a poster: losses by name, what turned it, whose dice were kind. **In words** below it says "
        "the same as text.\n"
        f"{mention('status')} and {mention('map')} show the battle as your side may know it; what is hidden from you "
        "is not there. What only your side has learned stands behind **For my side only** below every prompt and on "
        "top of your panel. Your side's private thread, if there is one, has it too. The secret briefing stands behind "
        f"**My briefing** on the opening post and in {mention('status')}.",
    ),
    "away": (
        "Catching up",
        f"{mention('catchup')} (**Catch up** below every prompt) tells what has happened since you last looked: "
        "losses, ground, what has changed for you, the events with links to their posts, the table then and now. It "
        f"ends with what you have to decide. {mention('map')} marks what has changed since your side's last sitting; "
        f"**Replay** below it, or {mention('replay')} `turn: …`, shows it deed by deed, as your side saw it then. "
        f"{mention('now')} lists all your battles on this server, the oldest question first; in "
        "a private conversation with me those of all servers.\n"
        "Each side has a private thread below the campaign's channel, if I may make one: its secret news and briefings "
        "come there, what is grave at once and the rest when your side is asked or called. What you have ordered "
        f"yourself isn't repeated to you. {mention('campaign direct')} has them sent to you as direct messages, too. "
        f"Whoever leaves a side is put out of its thread at once. A GM says in {mention('campaign settings')} "
        "`side_threads: …` whether they read along, or whether there are any.",
    ),
    "time": (
        "Deadlines",
        f"Time is yours, not the prompt's: you have so many hours in each battle ({mention('campaign show')}), get "
        "them back with each new question, and may save some (the GM settles how many). On a side with "
        "several players the latest of their clocks counts; one of them is mentioned, the others at half "
        "time. You are reminded once, of all your battles in one "
        "message; when your time is over, the battle goes on with what the prompt names, usually holding.\n"
        f"**Your nights**: {mention('clock zone')}, then {mention('clock hours')} and {mention('clock days-off')}. "
        "Your time stands still then, and nobody mentions you; what came in the night calls you in the morning.\n"
        f"**Away**: {mention('clock away')} says until when, and what happens meanwhile: the battle pauses, the staff "
        "plays, your orders stand, or somebody answers. The others read how long you are on leave. "
        f"{mention('clock back')} ends it. {mention('clock show')}: how your time stands everywhere.\n"
        f"**Seats**: {mention('campaign volunteer')} puts you in a queue. The bot mentions you when a player leaves or "
        "misses two deadlines in a row. One click takes the seat; its owner takes it back by one click at any time.\n"
        f"{mention('clock side')}: what a missed deadline does for your side. {mention('clock pause')}: a break by "
        "agreement. A table where nobody says a word pauses by itself. A GM can give more time or excuse somebody: "
        f"{mention('gm deadline')}, {mention('gm excuse')}. {mention('campaign settings')} `calendar: True` puts "
        "deadlines into the server's calendar.\n"
        "A question that comes up again and again can be answered for good, where the rules have it so: by the "
        "buttons that say *unasked*, or by an action at the foot of this page, which also lets you be asked again.",
    ),
    "dice": (
        "Dice and cards",
        "The bot posts the SHA-256 of a secret seed before the sides say or do what is mixed with it: their words "
        f"({mention('battle ready')}), else what they did last (joining, raising or choosing units, a decision). A "
        "side that has done nothing since is asked for a click on **Ready** before the first die; a GM who will not "
        f"wait begins with {mention('battle begin')} `anyway: True`, and then everybody reads which dice that leaves "
        "unproven. Every die and card follows from it. Each turn's digest shows the head of the journal, which holds "
        "fast all that was done until "
        f"then. At the end the seed is revealed, and {mention('battle verify')} checks every draw, decision "
        "and sheet of sealed orders, and the journal against what was posted. `adjutant verify FILE` does it without "
        "the bot. A post that failed is sent again, never rolled again.",
    ),
    "roster": (
        "Rosters",
        f"Every figure has a name and a number. {mention('unit roster')} shows the sheet: a column for each battle, "
        f"(W) wounded, (K) killed, (D) decorated, six battles a page. {mention('figure show')} tells one man's "
        "life: a card, the story battle by battle, service, comrades; *Line by line* every fact. "
        f"{mention('figure portrait')} gives a picture; the *Roll of honour* and the report of each battle stand "
        f"below {mention('chronicle')}; {mention('stats')} counts them. "
        f"{mention('campaign chronicle')} makes a site of it all, {mention('unit print')} and "
        f"{mention('campaign print')} make sheets for the table.\n"
        "Vehicles, guns and bases stand on the roster like men, with a number, a name and a career: (H) hit and "
        "damaged, (O) knocked out, (X) destroyed, (-3) men lost. What is knocked out stays at home until it has been "
        f"repaired. {mention('figure rename')} names yours, {mention('unit crew')} says who drives.\n"
        f"The GM's policies ({mention('campaign show')}) say what becomes of people between battles. Where the "
        "wounded **fight on hurt**, they take the next field with their wounds, those in hospital do not; each "
        f"battle that a man sits out heals him by a step, and {mention('figure absent')} has yours rest. Where "
        f"battles survived earn an **upgrade**, {mention('unit roster')} marks who has one to spend: "
        f"{mention('figure upgrade')}. What a man has learned is his own; his replacement starts from the sheet of "
        "his place.\n"
        f"Between battles {mention('unit split')}, {mention('unit merge')} and {mention('unit transfer')} regroup "
        "units: careers go with their men. Where two players' units are concerned, both must agree.",
    ),
    "end": (
        "Ending and taking back",
        f"A battle ends by its rules, by the GM ({mention('battle end')}), or when a side proposes it "
        f"({mention('battle end')} too) and the other agrees.\n"
        f"{mention('battle undo')} takes the last action back, with `to: …` several: a player only what revealed "
        f"nothing, a GM anything. {mention('battle redo')} brings it back, with the same dice and cards, as long as "
        "nothing has been decided since.",
    ),
    "scenario": (
        "Scenarios",
        "A scenario brings forces, table, house rules, briefings and events that happen by themselves or when a GM "
        f"calls them. {mention('scenario list')} and {mention('scenario show')} list them; a GM fights one "
        f"with {mention('battle begin')} `scenario: …` and brings a file of their own with "
        f"{mention('scenario import')}, which names each fault with its line. Its forces are your campaign's own men "
        "where there are fitting ones; others are raised.\n"
        f"For GMs: {mention('gm event')} lists the events of the battle. The button of each shows first what it "
        f"would do; another lets it happen. {mention('battle open')} shows a GM who plays which part, and why others "
        "cannot: units change places, are split over two parts, newly raised, or a part stays empty. *Who plays what* "
        f"below the battle, or {mention('battle checkin')}, opens that again; players wish there for a part.\n"
        "Where a book tells attack from defence, sides are armies, and *Who attacks?* below an open battle (or "
        "`roles: …`) says which army is what. A scenario's sides are these roles: its parts, "
        "briefings and events go with them.",
    ),
    "gm": (
        "For GMs",
        "The umpire's actions (at the foot of this page) rule facts, reveal and place. "
        f"{mention('gm answer')} opens a side's panel for you, {mention('gm remind')}, {mention('gm deadline')}, "
        f"{mention('gm excuse')}, {mention('gm clock')}, {mention('gm pause')}, {mention('gm resume')}, "
        f"{mention('gm policy')}, {mention('gm house-rule')} do what they say. {mention('gm reinforce')} brings units "
        f"into a battle that goes on, those of newcomers too. {mention('unit add')} gives a unit "
        f"a vehicle or gun. "
        f"{mention('gm whisper')} tells one side "
        f"something alone. {mention('battle open')} `check_in: True` lets every player choose their units; "
        f"{mention('battle assign')} gives the command of a unit to another player of its side, and the policy "
        "`stand_in` says whether others may act with it. What you do by your own hand (wound, kill, heal, steady, "
        "give, take) has its reason, which may stay sealed until the end. "
        f"{mention('battle close')} settles what a battle has left on one panel, and begins the next one. "
        f"It proposes honours by the campaign's awards ({mention('campaign honours')}, where you bring your own); "
        f"{mention('figure decorate')} and {mention('unit honour')} give them by hand. "
        f"{mention('figure recover')} (or "
        f"all), {mention('figure replace')}, {mention('figure upgrade')} (by your order) and "
        f"{mention('figure correct')} keep the rolls. {mention('figure promote')} gives a rank, or an empty place with "
        f"its command. {mention('gm undelivered')} lists posts that have not arrived, "
        f"and why; {mention('battle thread')} gives a battle a new thread, {mention('campaign channel')} the "
        "campaign one.\n"
        f"{mention('gm deputy')} names who may take over by one click after three silent days of yours. After "
        "seven, the players elect a GM by the buttons of a post.\n"
        f"{mention('campaign settings')} says who may join; a request is a post with buttons for you "
        f"({mention('campaign requests')} lists them). {mention('campaign move')} has a player change sides, "
        f"{mention('campaign remove')} takes one out or puts another in their place. The "
        "bot tells you what somebody has seen of a battle that goes on. "
        f"{mention('campaign close')} ends a campaign, {mention('campaign delete')} erases it; "
        f"{mention('campaign export')} makes a file of it, {mention('campaign import')} brings one in.",
    ),
    "privacy": (
        "What is kept about you",
        f"{mention('privacy show')} lists it, {mention('privacy forget')} takes you out of every campaign and erases "
        "your id everywhere; what your side did stays, under “a former player”. Both work in a private "
        "conversation, too.",
    ),
}
FIRST = "start"


def topics_of(rules: AnyRuleSet | None, names: Names) -> dict[str, tuple[str, str]]:
    """The chapters where these rules are played: those on any battle, and the book's own behind the orders."""
    if rules is None:
        return TOPICS
    own = {topic.key: (topic.title, _in_words(rules, topic, names)) for topic in rules.book.guide}
    own |= {"draft": _draft(rules.forces.drafting)} if rules.forces.drafting is not None else {}
    found: dict[str, tuple[str, str]] = {}
    for key, topic in TOPICS.items():
        found[key] = topic
        found |= own if key == "orders" else {}
    return found


def _in_words(rules: AnyRuleSet, topic: Topic, names: Names) -> str:
    return "".join(part if isinstance(part, str) else names.action_of(rules.key, part) for part in topic.parts)


def _draft(drafting: AnyDrafting) -> tuple[str, str]:
    words = drafting.words
    text = (
        f"You may put a {drafting.title} together yourself: {mention('unit draft')}, or choose it in "
        f"{mention('campaign join')} `unit: …`. {words.limit} On your panel choose whom it is for (each {words.member} "
        "is in its list), then what is to be had; what may not be stands there with the rule that says so. **Undo** "
        "takes the newest choice back, **Start over** all of them. Go away and come back as you like: "
        f"{mention('unit draft')} shows it again."
    )
    return f"Your own {words.unit}", text


async def _topics(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    async def found() -> list[app_commands.Choice[str]]:
        known = topics_of(_rules(interaction, await _campaign(interaction)), names_of(interaction.client))
        return matching([(title, key) for key, (title, _) in known.items()], current)

    return await quietly(found())


async def _known_words(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    async def found() -> list[app_commands.Choice[str]]:
        terms = _of_book(_rules(interaction, await _campaign(interaction)))
        return matching([(term.word, term.word) for term in terms], current)

    return await quietly(found())


@app_commands.command(name="help", description="How to play, and what you can do now")
@app_commands.describe(
    topic="What you want to know", word="A word of the rule book that stands in a post or on a panel"
)
@app_commands.autocomplete(topic=_topics, word=_known_words)
@app_commands.guild_only()
@guarded
async def help_(interaction: Interaction, topic: str = FIRST, word: str = "") -> None:
    await think(interaction)
    if word.strip():
        await _explain(interaction, word)
    else:
        await _show(interaction, topic)


async def _explain(interaction: Interaction, word: str) -> None:
    """What a word means in the rule book that is played here."""
    terms = _of_book(_rules(interaction, await _campaign(interaction)))
    found = terms_in(terms, (word,)) or tuple(term for term in terms if folded(word) in folded(term.word))
    if not found:
        raise Refusal(
            "no-such-word",
            f"The glossary has no word “{clip(word, 40)}”.",
            ("Choose one from the list of ", Command("help"), ", or read its topic *Reading the posts*."),
        )
    await say(interaction, card("\n".join(f"**{escape(term.word)}**: {escape(term.meaning)}" for term in found)))


def _of_book(rules: AnyRuleSet | None) -> tuple[Term, ...]:
    return rules.book.terms if rules is not None else ()


@handles("help", Answer.IN_PLACE)
async def help_button(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    await _show(interaction, ticket.choice)


async def _show(interaction: Interaction, wanted: str) -> None:
    here = await _campaign(interaction)
    known = topics_of(_rules(interaction, here), names_of(interaction.client))
    topic = next((key for key, (title, _) in known.items() if folded(wanted) in (key, folded(title))), FIRST)
    title, text = known[topic]
    if topic == "posts":
        text += _terms(interaction, here)
    layout = card(await _standing(interaction, here), f"### {title}\n{text}", small(_actions(interaction, here)))
    others = [button(Ticket("help", choice=key), name) for key, (name, _) in known.items() if key != topic]
    for row in rows(others):
        layout.add_item(row)
    await say(interaction, layout)


def _rules(interaction: Interaction, here: CampaignView | None) -> AnyRuleSet | None:
    return desk_of(interaction).store.rules(here.rules) if here is not None else None


async def _campaign(interaction: Interaction) -> CampaignView | None:
    if interaction.channel_id is None:
        return None
    return await campaign.of_channel(desk_of(interaction).store, interaction.channel_id)


async def _standing(interaction: Interaction, here: CampaignView | None) -> str:
    """Where the asker stands: no campaign, not joined, whose turn it is."""
    if here is None:
        return f"There is no campaign in this channel yet: {mention('campaign create')} opens one."
    who = interaction.user.id
    if here.side_of(who) is None and not here.is_gm(who):
        return f"You have not joined **{escape(here.name)}**: {mention('campaign join')}."
    try:
        seat = await seat_here(interaction)
    except Refusal:
        gm = (
            f" A GM begins one with {mention('battle begin')}."
            if not here.is_gm(who)
            else f" Begin one with {mention('battle begin')}."
        )
        return f"No battle of **{escape(here.name)}** goes on.{gm}"
    battle, spoken_for = seat.battle, seat.spoken_for
    if any(ask.side in spoken_for for ask in battle.prompt.asks) and here.side_of(who) in spoken_for:
        return f"**It is your turn** in <#{battle.info.channel_id}>: {mention('now')} opens your panel."
    return waiting(battle, seat.view)


def _terms(interaction: Interaction, here: CampaignView | None) -> str:
    """What the words of the campaign's rule book mean."""
    terms = _of_book(_rules(interaction, here))
    lines = [f"• **{escape(term.word)}**: {escape(term.meaning)}" for term in terms]
    return "\n".join(("\nIn the posts of this campaign:", *lines)) if lines else ""


def _actions(interaction: Interaction, here: CampaignView | None) -> str:
    if here is None:
        return ""
    rooms: dict[str, list[str]] = {}
    for path in names_of(interaction.client).paths(here.rules):
        room, _, verb = path.rpartition(" ")
        rooms.setdefault(room, []).append(verb)
    listed = "\n".join(f"**{spelled(room)}** {' · '.join(verbs)}" for room, verbs in rooms.items())
    return f"Actions of {escape(desk_of(interaction).store.rules(here.rules).title)}:\n{listed}"


commands: list[app_commands.Command[Any, ..., Any]] = [help_]
