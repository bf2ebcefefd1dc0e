"""The one error path of commands, buttons, selects, modals and autocomplete.

In this order: what the rules or the campaign refuse is told to the asker alone, with what is wrong, why and what to do
instead; an interaction that Discord no longer knows is logged; anything else gets an id, which the asker sees and the
log explains. What ails the database (a full disk, somebody who keeps it locked) is said in words. In every case nothing
has changed: what changes something does it in one transaction or not at all.
"""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec

import discord
import structlog
from discord import app_commands, ui
from pydantic import ValidationError

from bot.talk.command_names import Names, mention, names_of
from bot.talk.limits import limits_of
from bot.talk.say import BAD, Interaction, card, say, say_more
from bot.talk.text import escape, small
from bot.talk.ticket import Misread
from bot.talk.watch import name_of, watched
from campaigns.database.trouble import Trouble, to_log, trouble_of
from campaigns.errors import Command, Refusal
from campaigns.thinking import work_for
from rules.kernel.violation import RuleViolation

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)
P = ParamSpec("P")

TOO_LATE, TAKEN = 10062, 40060
"""Discord's codes: the interaction is unknown (older than 3 seconds), or has been acknowledged already."""


def outdated() -> Refusal:
    return Refusal(
        "outdated",
        "This button comes from an older version of Adjutant.",
        ("Use ", Command("now"), " for a fresh one."),
    )


async def guard(interaction: Interaction, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work, unless its asker has had too much of it; whatever goes wrong ends here."""
    with watched(interaction) as came:
        try:
            limits = limits_of(interaction)
            limits.admit(interaction, name_of(interaction))
            async with limits.places.entered(interaction.guild_id):
                work_for(interaction.guild_id)
                await work()
        except Exception as error:  # noqa: BLE001  # the boundary: everything is answered and, if unexpected, logged
            came.outcome = await answer(interaction, error)


def guarded(
    callback: Callable[P, Coroutine[Any, Any, None]],
) -> Callable[P, Coroutine[Any, Any, None]]:
    """For a command's callback, whose first argument is the interaction."""

    @wraps(callback)
    async def protected(*args: P.args, **kwargs: P.kwargs) -> None:
        interaction = args[0]
        assert isinstance(interaction, discord.Interaction)

        async def work() -> None:
            _require_listed(interaction)
            await callback(*args, **kwargs)

        await guard(interaction, work)

    # discord.py reads the options from the signature, and would look names up in this module.
    protected.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
    return protected


def _require_listed(interaction: Interaction) -> None:
    """Discord sends of a command's listed choices only those that it lists now. Raises Refusal "unknown-choice"."""
    command = interaction.command
    for option in command.parameters if isinstance(command, app_commands.Command) else ():
        value = getattr(interaction.namespace, option.name, None)
        if value is not None and option.choices and value not in [choice.value for choice in option.choices]:
            listed = ", ".join(choice.name for choice in option.choices)
            raise Refusal(
                "unknown-choice", f"{option.name} cannot be {str(value)[:40]!r}.", f"Choose one of: {listed}."
            )


async def quietly(choices: Awaitable[list[app_commands.Choice[str]]]) -> list[app_commands.Choice[str]]:
    """Autocomplete cannot be answered with words: a refusal offers nothing, anything unexpected is logged as well."""
    try:
        return await choices
    except (Refusal, RuleViolation):
        return []
    except Exception as error:  # the same boundary; discord.py would swallow it without a word
        log.error("mishap", where="autocomplete", exc_info=error)
        return []


async def answer(interaction: Interaction, error: Exception) -> str:
    """Tell the asker what came of it. In a word, as `Watch.answered` has it."""
    cause = error.__cause__
    wrapped = {app_commands.CommandInvokeError: Exception, app_commands.TransformerError: (Refusal, RuleViolation)}
    if isinstance(cause, wrapped.get(type(error), ())) and isinstance(cause, Exception):
        error = cause
    if isinstance(error, discord.HTTPException) and error.code in (TOO_LATE, TAKEN):
        log.warning("interaction lost", interaction=interaction.id, code=error.code)
        return "lost"
    view, outcome = told(error, names_of(interaction.client)), getattr(error, "code", type(error).__name__)
    if view is None:
        outcome = "mishap"
        number, trouble = secrets.token_hex(4), trouble_of(error)
        log.error(
            "mishap", id=number, interaction=interaction.id, user=interaction.user.id, **to_log(error), exc_info=error
        )
        view = _mishap(number, trouble)
    try:
        await _say(interaction, view)
    except discord.HTTPException as failure:
        log.warning("answer lost", interaction=interaction.id, error=str(failure))
    return str(outcome)


def told(error: Exception, names: Names) -> ui.LayoutView | None:
    """A refusal in words; None for what nobody foresaw."""
    match error:
        case RuleViolation():
            remedy = [escape(part) if isinstance(part, str) else names.order(part) for part in error.parts]
            return refusal(error.message, "".join(remedy), error.citation)
        case Refusal():
            return refusal(error.message, "".join(map(_remedy, error.parts)))
        case Misread():
            return told(outdated(), names)
        case ValidationError():
            return refusal(_fault(error), "Correct that option and give the order again.")
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return refusal(
                "Discord still shows you an older form of this command.",
                "Wait a minute or reload Discord, then try again.",
            )
        case app_commands.TransformerError():
            return refusal(f"{error.value!r} does not fit that option.", "Choose one of the values offered.")
        case app_commands.NoPrivateMessage() | app_commands.CheckFailure():
            return refusal("That cannot be used here.", "Use it in a channel of your server.")
        case _:
            return None


def _remedy(part: str | Command | datetime) -> str:
    match part:
        case str():
            return escape(part)
        case Command():
            return mention(part.path)
        case datetime():
            return discord.utils.format_dt(part, "R")


def _mishap(number: str, trouble: Trouble | None) -> ui.LayoutView:
    """What nobody foresaw, or what ails the database, with the number under which the log explains it."""
    what, remedy = "Something went wrong on my side", ""
    came_of = "Nothing has changed."
    if trouble is not None:
        what = f"{str(trouble)[:1].upper()}{str(trouble)[1:]}"
    match trouble:
        case Trouble.BUSY:
            remedy = "➜ Try again in a minute. Tell the host if it goes on."
        case Trouble.AWAY:
            came_of = "Whether your order still got through is not known."
            remedy = f"➜ Look with {mention('now')} before you try again, and tell the host."
        case Trouble():
            remedy = "➜ Tell the host. Try again when they have put it right."
        case None:
            pass
    return card(f"**{what}.** {came_of}", remedy, small(f"Tell the host this number: {number}"), accent=BAD)


def refusal(message: str, remedy: str = "", citation: str = "") -> ui.LayoutView:
    """What is wrong, what to do instead (safe to show), and the rule that it rests on."""
    message, remedy = _as_sentence(message), _as_sentence(remedy)
    return card(
        f"**{escape(message)}**",
        f"➜ {remedy}" if remedy else "",
        small(f"Rule {escape(citation)} · nothing has changed" if citation else "Nothing has changed"),
        accent=BAD,
    )


def _fault(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"][-1:])
    return f"{where or 'That'}: {first['msg']}" if where else first["msg"]


async def _say(interaction: Interaction, view: ui.LayoutView) -> None:
    # A refusal stands beside the panel whose button was pressed, so that another can be tried.
    if interaction.response.type is discord.InteractionResponseType.deferred_message_update:
        await say_more(interaction, view)
    else:
        await say(interaction, view)


def _as_sentence(words: str) -> str:
    """With a capital, but for what begins with a name and place of its own ("a.yaml:5: …")."""
    first = words.split(" ", 1)[0]
    return words if ":" in first else f"{words[:1].upper()}{words[1:]}"
