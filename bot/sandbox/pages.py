"""The browser pages of the virtual Discord: simcord's preview, made to stand still while a select is opened and to wait
its turn with a click."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from aiohttp import web
from simcord import Env, Preview
from simcord.preview._server import PreviewServer

STEADIER = (
    ("\nconst IMAGE_TYPES", "\nconst drawn = new Map();\nconst IMAGE_TYPES"),
    (
        "const width = Number(manifest?.displayWidth);",
        "const width = Number(manifest?.displayWidth || drawn.get(assetId)?.[0]);",
    ),
    (
        "const height = Number(manifest?.displayHeight);",
        "const height = Number(manifest?.displayHeight || drawn.get(assetId)?.[1]);",
    ),
    (
        "    image.width = width;\n    image.height = height;\n",
        "    image.width = width;\n    image.height = height;\n"
        "    image.style.aspectRatio = `${width} / ${height}`;\n"
        "    trigger.style.width = `min(100%, ${width}px)`;\n",
    ),
    (
        "    image.width = displayWidth;\n",
        "    image.width = displayWidth;\n    drawn.set(assetId, [displayWidth, displayHeight]);\n",
    ),
)

PAUSE = 0.1
"""Seconds after which what found the virtual Discord at work looks again."""


class SteadyServer(PreviewServer):
    """Serves a page whose pictures keep their place while they are drawn anew.

    simcord 3.2.1 draws the whole conversation anew when a select is opened. Pictures have no height until they are
    decoded once more, the conversation jumps, the select is pushed out of sight and closes: with a map in every
    second post no unit could be chosen. Its script is served with a memory of the proportions of what it has drawn.
    """

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == "/media.js" and response.text is not None:
            for old, new in STEADIER:
                response.text = response.text.replace(old, new)
        return response


async def idle(env: Env) -> None:
    """Until nothing is at work in the virtual Discord: it does one thing at a time."""
    while env._operation_task is not None:  # noqa: ASYNC110  # simcord has no event for it
        await asyncio.sleep(PAUSE)


def steady(preview: Preview) -> Preview:
    """The same preview, not yet entered, on a steady server, whose pages' actions wait while another is at work.

    The virtual Discord does one thing at a time, and we have a preview for each place and member. simcord 3.2.1 turns a
    click away with an error when another preview's click or a redrawing is at work. The page then takes the outcome for
    uncertain and keeps every button disabled for good, for a receipt that never comes.
    """
    env, act = preview.env, preview._action

    async def in_turn(context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        await idle(env)
        return await act(context_id, body)

    preview._action = in_turn
    preview._server = SteadyServer(preview, preview._server._requested_port)
    return preview
