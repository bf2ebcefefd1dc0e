"""A generated command was used: the walk from /bg fire to the journal.

/bg fire → `order` → `carry_out` → `battles.take` → the rule set's `decide` → journal, rosters, timers and outbox in
one transaction → the post, sent from the outbox. An action with a way on the map is shown to its giver first
(`preview`).
"""

from __future__ import annotations

from bot.actions.acting import Intention, carry_out
from bot.actions.preview import shown_first
from bot.actions.verbs import MOVED, Given
from bot.reading.references import action_of
from bot.talk.command_names import Names, Verb, names_of
from bot.talk.say import GOOD, Interaction, card, say, think
from bot.talk.seat import seat_here
from bot.talk.text import small
from campaigns.battle.battles import Seat
from campaigns.errors import Command, Refusal
from campaigns.tables.battles import BattleStatus
from rules.kernel.action import SideId
from rules.seam.ruleset import AnyRuleSet


async def order(interaction: Interaction, verb: Verb, given: Given) -> None:
    """Carry out a command of the battle that goes on here, for the asker's side."""
    await think(interaction)
    if verb.name in MOVED:
        raise Refusal("moved", "This command is the same in every book now.", ("Use ", Command(MOVED[verb.name]), "."))
    seat = await seat_here(interaction, BattleStatus.RUNNING)
    if seat.battle.rules.key != verb.rules:
        raise _other_rules(names_of(interaction.client), seat.battle.rules, verb)
    side = _side(seat)
    meant = Intention(seat, action_of(seat.battle.rules, verb.name, given, seat.view, side=side), side)
    if await shown_first(interaction, meant):
        return
    _, words = await carry_out(interaction, meant, verb.action.title or verb.name)
    place = seat.battle.info.channel_id
    where = f"\n{small(f'In <#{place}>')}" if place != interaction.channel_id else ""
    await say(interaction, card(words + where, accent=GOOD))


def _side(seat: Seat) -> SideId | None:
    """For whom the action is: the asked side that the asker may speak for (a GM for any), else his own."""
    asked = [ask.side for ask in seat.battle.prompt.asks if ask.side in seat.spoken_for]
    return asked[0] if len(asked) == 1 else seat.viewer.side


def _other_rules(names: Names, rules: AnyRuleSet, verb: Verb) -> Refusal:
    """For a command of another rule set than the battle's: what to use instead, where there is the same action."""
    same = names.path(rules.key, verb.name)
    instead = ("Use ", Command(same), ".") if same else ("See ", Command("help"), " for what there is.")
    return Refusal("unknown-action", f"This battle is fought by the rules of {rules.title}.", instead)
