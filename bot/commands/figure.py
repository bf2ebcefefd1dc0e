"""/figure: the careers of single figures, and what a GM or their player writes into them."""

from __future__ import annotations

from discord import app_commands

from bot.commands import honours, options, several_figures
from bot.post.honours import worn_line
from bot.post.summaries import career_head, career_lines, fact_line
from bot.talk.controls import Answer, Values, choose, handles
from bot.talk.desk import campaign_here, desk_of
from bot.talk.errors import guarded
from bot.talk.paging import leaf, page_of, pages
from bot.talk.say import GOOD, PLAIN, TEXT_LIMIT, Interaction, card, say, think
from bot.talk.text import escape
from bot.talk.ticket import Ticket
from campaigns.errors import Refusal
from campaigns.honours import granting, held
from campaigns.roster import careers, contradicting, growth, injuries, nicknames, promoting, rosters
from campaigns.roster.injuries import InjuryGiven
from campaigns.roster.rosters import RosterFigure
from campaigns.story import file as files

FOOT = 100
"""Characters that the number of the page may take."""
MOST_LEFT = 8
"""Lines that a correction leaves without their ground, and that are shown."""
WHO = "Which figure: a name, or one from the list"
group = app_commands.Group(
    name="figure", description="Figures, vehicles and guns: careers, decorations, replacements", guild_only=True
)


async def _told(interaction: Interaction, what: str, man: RosterFigure) -> None:
    await _career(interaction, man.id, 0, said=f"✔ {what}")


async def _career(interaction: Interaction, figure_id: int, number: int, *, said: str = "") -> None:
    store, here = desk_of(interaction).store, await campaign_here(interaction)
    career = await files.lines(store, here, figure_id, interaction.user.id)
    worn = worn_line(held.honours_in(career))
    head = "\n".join(filter(None, (said, career_head(career, worn))))
    found = pages(career_lines(career), TEXT_LIMIT - len(head) - FOOT)
    accent = GOOD if said else PLAIN
    await say(interaction, leaf(head, found, Ticket("career", unit=career.ref), number, accent))


async def show_career(interaction: Interaction, figure_id: int) -> None:
    """A figure's career line by line, the newest first, for somebody who may look at it."""
    await _career(interaction, figure_id, 0)


@handles("career", Answer.IN_PLACE)
async def career_page(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """A page of a life, line by line."""
    man, _ = await options.figure_named(interaction, ticket.unit, on_file=True)
    await _career(interaction, man.id, page_of(ticket))


@group.command(name="rename", description="Give a figure, a vehicle or a gun another name")
@app_commands.describe(
    figure=WHO,
    given="His given name from now on; leave empty for none",
    family="His family name from now on, or all of a vehicle's name",
    nickname="What comrades call him; - takes it away",
)
@app_commands.autocomplete(figure=options.served)
@guarded
async def rename(interaction: Interaction, figure: str, family: str = "", given: str = "", nickname: str = "") -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    store, who = desk_of(interaction).store, interaction.user.id
    if not (family.strip() or given.strip() or nickname.strip()):
        raise Refusal("nothing-said", "You have given neither a name nor a nickname.", "Give one of them.")
    if family.strip() or given.strip():
        man = await rosters.rename(store, man.id, who, given, family)
    if nickname.strip():
        await nicknames.nickname(store, man.id, who, nickname)
    await _told(interaction, "Renamed.", man)


@group.command(name="note", description="Write a remark into a figure's career")
@app_commands.describe(figure=WHO, text="What is to be remembered about him")
@app_commands.autocomplete(figure=options.served)
@guarded
async def note(interaction: Interaction, figure: str, text: str) -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    await _told(
        interaction, "Noted.", await rosters.note(desk_of(interaction).store, man.id, interaction.user.id, text)
    )


@group.command(name="decorate", description="Decorate a figure (GM)")
@app_commands.describe(
    figure=WHO,
    decoration="What they are given: an award from the list, or your own words",
    battle="For which battle; leave empty for none in particular",
    citation="For what; it stands in the career",
)
@app_commands.autocomplete(figure=options.served, decoration=honours.for_figure, battle=options.battles_here)
@guarded
async def decorate(
    interaction: Interaction, figure: str, decoration: str, battle: str = "", citation: str = ""
) -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    battle_id = await honours.battle_named(interaction, battle)
    store, who = desk_of(interaction).store, interaction.user.id
    man = await granting.decorate(store, man.id, who, decoration, battle_id=battle_id, citation=citation)
    await _told(interaction, "Decorated.", man)


@group.command(name="promote", description="Give a figure another rank, or an empty place of its unit (GM)")
@app_commands.describe(
    figure=WHO,
    rank="The new rank; if you give a place and no rank, the place's, where it is higher",
    place="An empty place of the unit: its role, arms and command go with it; the old place falls free",
)
@app_commands.autocomplete(figure=options.served, place=options.open_places)
@guarded
async def promote(interaction: Interaction, figure: str, rank: str = "", place: str = "") -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    if not (rank.strip() or place.strip()):
        raise Refusal("nothing-said", "You have named neither a rank nor a place.", "Name one of them.")
    goal = await options.open_place_named(interaction, man, place) if place.strip() else None
    store, who = desk_of(interaction).store, interaction.user.id
    man = await promoting.promote(store, man.id, who, rank, place=goal)
    head = "Promoted." if goal is None else f"Promoted to place {man.number}: {escape(man.role)}."
    await _told(interaction, head, man)


@group.command(name="recover", description="Report figures fit, vehicles and guns repaired, several at once (GM)")
@app_commands.describe(
    figures="Who: one or several with commas, a unit for all of its men who are away, or “all”",
    note="A remark for their careers",
)
@app_commands.autocomplete(figures=several_figures.away)
@guarded
async def recover(interaction: Interaction, figures: str, note: str = "") -> None:
    await think(interaction)
    men = await several_figures.away_named(interaction, figures)
    store, who = desk_of(interaction).store, interaction.user.id
    back = await rosters.recover_several(store, [man.id for man in men], who, note)
    if len(back) == 1:
        await _told(interaction, "Fit again.", back[0])
        return
    lines = [f"• {escape(man.rank)} {escape(man.name)}" for man in back]
    await say(interaction, card(f"✔ **{len(back)} are fit again.**", "\n".join(lines), accent=GOOD))


@group.command(name="absent", description="Mark a figure absent from the next battles, or call him back")
@app_commands.describe(figure=WHO, absent="False calls him back")
@app_commands.autocomplete(figure=options.figures)
@guarded
async def absent(interaction: Interaction, figure: str, absent: bool = True) -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    man = await rosters.excuse(desk_of(interaction).store, man.id, interaction.user.id, absent=absent)
    await _told(interaction, "Marked absent." if absent else "Called back.", man)


@group.command(name="upgrade", description="Let a figure learn something for the battles that he has survived")
@app_commands.describe(figure="Who has an upgrade to spend (a GM may order one for anybody)")
@app_commands.autocomplete(figure=options.learners)
@guarded
async def upgrade(interaction: Interaction, figure: str) -> None:
    await think(interaction)
    await _offer(interaction, figure)


@handles("learner", Answer.BESIDE)
async def learner(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """Whose upgrade is to be spent was chosen after a battle."""
    await _offer(interaction, values.get("", ""))


async def _offer(interaction: Interaction, figure: str) -> None:
    """What a figure may learn, to choose from."""
    man, _ = await options.figure_named(interaction, figure)
    lessons = await growth.lessons(desk_of(interaction).store, man.id, interaction.user.id)
    if lessons.by_order:
        head = "No upgrade is left to spend: this would be **by your order** as GM (house rule)."
    else:
        head = f"**{lessons.left} to spend** for {len(man.standing.battles)} battles survived (house rule)."
    title = f"### {escape(man.rank)} {escape(man.name)}\n{escape(lessons.unit.name)}, number {man.number}"
    view = card(title, "\n".join(escape(line) for line in lessons.sheet), head)
    for group_ in dict.fromkeys(offer.group for offer in lessons.offers):
        own = [(offer.title, offer.key, offer.about) for offer in lessons.offers if offer.group == group_]
        view.add_item(
            choose(
                Ticket("learn", mark=lessons.left, unit=man.ref, choice=group_.lower()[:20]),
                f"{group_ or 'Learn'}…",
                own,
            )
        )
    await say(interaction, view)


@handles("learn", Answer.IN_PLACE)
async def learn(interaction: Interaction, ticket: Ticket, values: Values) -> None:
    """What he is to learn was chosen."""
    man, _ = await options.figure_named(interaction, ticket.unit)
    store, who = desk_of(interaction).store, interaction.user.id
    man = await growth.learn(store, man.id, who, values.get("", ""), seen=ticket.mark, interaction_id=interaction.id)
    await _told(interaction, "Learned.", man)


@group.command(name="replace", description="Fill the places of the dead, lost or retired, several at once (GM)")
@app_commands.describe(
    figure="Whose place: one or several with commas, a unit for all of its empty places, or “all”",
    given="For one: the given name; left empty, names are drawn",
    family="For one: the family name",
)
@app_commands.autocomplete(figure=several_figures.vacant)
@guarded
async def replace(interaction: Interaction, figure: str, given: str = "", family: str = "") -> None:
    await think(interaction)
    slots = await several_figures.vacant_named(interaction, figure)
    store, who = desk_of(interaction).store, interaction.user.id
    if len(slots) == 1:
        man = await rosters.replace(store, slots[0].id, who, given=given, family=family)
        await _told(interaction, f"{escape(man.name)} takes {escape(slots[0].last.name)}'s place.", man)
        return
    if given or family:
        raise Refusal("one-name", "One name is for one newcomer.", "Name one figure, or leave the names empty.")
    came = await rosters.replace_several(store, [slot.id for slot in slots], who)
    lines = [
        f"• {escape(f'{man.rank} {man.name}'.strip())} for {escape(slot.last.name)}"
        for man, slot in zip(came, slots, strict=True)
    ]
    await say(interaction, card(f"✔ **{len(came)} places are filled.**", "\n".join(lines), accent=GOOD))


@group.command(name="retire", description="Take a living figure off the strength")
@app_commands.describe(figure=WHO, reason="Why he goes, for his career")
@app_commands.autocomplete(figure=options.figures)
@guarded
async def retire(interaction: Interaction, figure: str, reason: str = "") -> None:
    await think(interaction)
    man, _ = await options.figure_named(interaction, figure)
    await _told(
        interaction, "Retired.", await rosters.retire(desk_of(interaction).store, man.id, interaction.user.id, reason)
    )


@group.command(name="correct", description="Take a line of a career back, or give a lasting injury (GM)")
@app_commands.describe(
    figure=WHO,
    line="The line that is wrong, which stays readable; or a lasting injury (+) that it lacks (see the list)",
    why="Why it is wrong, or where the injury comes from",
    place="Of somebody who lives after all, and whose place another holds: where they go",
)
@app_commands.autocomplete(figure=options.served, line=options.career_lines, place=options.return_places)
@guarded
async def correct(interaction: Interaction, figure: str, line: str, why: str, place: str = "") -> None:
    await think(interaction)
    store = desk_of(interaction).store
    man, _ = await options.figure_named(interaction, figure)
    if line.strip().startswith(options.GIVES):
        given = InjuryGiven(man.id, line.strip().removeprefix(options.GIVES), how=why)
        await injuries.give(store, interaction.user.id, [given])
        await _told(interaction, "Given: it counts from the next battle that begins.", man)
        return
    known = {str(fact.id): fact.id for fact in (await careers.career(store, man.id)).facts}
    # A line of somebody else reads the same as one that does not exist.
    taken = known.get(line.strip(), 0)
    await rosters.correct(store, taken, interaction.user.id, why, place=place.strip())
    left = await contradicting.groundless(store, man.id, taken)
    lines = [f"• {escape(each.who)}: {fact_line(each.line)}" for each in left[:MOST_LEFT]]
    lines += [f"• and {len(left) - MOST_LEFT} more"] if len(left) > MOST_LEFT else []
    asks = "⚠️ **These lines have lost their ground and stand all the same.** Correct those that are wrong."
    await _told(interaction, "\n".join(("Corrected.", *((asks, *lines) if lines else ()))), man)
