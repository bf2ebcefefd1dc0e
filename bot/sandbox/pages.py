"""The browser pages of the virtual Discord: simcord's preview, made to stand still while a select is opened."""

from __future__ import annotations

from aiohttp import web
from simcord import Preview
from simcord.preview._server import PreviewServer

UNSTEADY = """\
    image.width = width;
    image.height = height;
  }"""
STEADY = """\
    image.width = width;
    image.height = height;
    image.style.aspectRatio = `${width} / ${height}`;
    trigger.style.width = `min(100%, ${width}px)`;
  }"""


class SteadyServer(PreviewServer):
    """Serves a page whose pictures keep their place while they are drawn anew.

    simcord 3.2.1 draws the whole conversation anew when a select is opened. Pictures have no height until they are
    decoded once more, the conversation jumps, the select is pushed out of sight and closes: with a map in every
    second post no unit could be chosen. The picture's proportions are known by then; one line more uses them.
    """

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == "/media.js" and response.text is not None:
            response.text = response.text.replace(UNSTEADY, STEADY)
        return response


def steady(preview: Preview) -> Preview:
    """The same preview, not yet entered, on a steady server."""
    preview._server = SteadyServer(preview, preview._server._requested_port)
    return preview
