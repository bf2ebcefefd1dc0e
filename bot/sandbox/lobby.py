"""The sandbox's own page: who can be looked over the shoulder of, where, and the button that lets a day pass."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from html import escape
from pathlib import Path
from socket import AF_INET, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket
from urllib.parse import urlsplit

from aiohttp import web
from simcord import MemberActor, SetupError

from bot.pictures import pictures
from bot.pictures.pictures import NoPicture
from bot.sandbox.opening import OpeningStuck
from bot.sandbox.solo import LoneBattle
from bot.sandbox.world import World
from bot.talk.command_names import spelled
from rules.kernel.action import SideId
from rules.seam.planning import Boldness
from rules.table.scene import Scene

HOST = "127.0.0.1"
LEAPS = {"hour": ("Let an hour pass", timedelta(hours=1)), "day": ("Let a day pass", timedelta(days=1))}
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # with no-referrer the browser would call its own posts' origin "null"
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'",
}
PICTURE_WIDTH = 480
STYLE = Path(__file__).with_name("lobby.css").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class AwaitedAnswer:
    """Whose answer a battle waits for: the member's id, the channel, the question; the battle and its rules by name.
    `alone`: the other side could be left to the staff."""

    member: int
    place: int
    question: str
    battle: str
    rules: str
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Lobby:
    """What the page needs of the sandbox."""

    world: World
    now: Callable[[], datetime]
    turns: Callable[[], Awaitable[list[AwaitedAnswer]]]
    leap: Callable[[timedelta], Awaitable[None]]
    against_staff: Callable[[int, int], Awaitable[bool]]
    """The staff takes over whoever plays against that member in that channel; whether there is such a battle."""
    lone: tuple[LoneBattle, ...]
    """What one person can begin against the staff."""
    first: tuple[LoneBattle, ...]
    """By which a newcomer learns each rule set."""
    play_alone: Callable[[LoneBattle, SideId, Boldness], Awaitable[tuple[int, int] | None]]
    """Begins one of them as that side: its channel, and the member who plays."""
    setting_up: Callable[[], str]
    """What is still being set up; empty when all is there."""

    def battles(self, kind: str) -> tuple[LoneBattle, ...]:
        return self.first if kind == "first" else self.lone


def bind(port: int) -> socket:
    """The door, locked still. 0: any free port. Raises OSError when the port is taken."""
    door = socket(AF_INET, SOCK_STREAM)
    if os.name == "posix":  # so that a restart need not wait; elsewhere it would share a port that is in use
        door.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        door.bind((HOST, port))
    except OSError:
        door.close()
        raise
    return door


@dataclass(slots=True)
class Hall:
    """What stands behind the door: the lobby, or before it is set up a page that says what is being done."""

    lobby: Lobby | None = None
    doing: str = "Starting"

    @property
    def inside(self) -> Lobby:
        """Raises web.HTTPServiceUnavailable before it is set up."""
        if self.lobby is None:
            raise web.HTTPServiceUnavailable(text="The sandbox is still being set up. Go back and wait a moment.")
        return self.lobby


async def start(hall: Hall, door: socket) -> tuple[web.AppRunner, str]:
    """Serve the page on loopback. Gives the runner and the address."""

    async def front(_: web.Request) -> web.Response:
        lobby = hall.lobby
        page = _page(lobby, await lobby.turns()) if lobby is not None else _set_up_page(hall.doing)
        return web.Response(text=page, content_type="text/html")

    async def open_page(request: web.Request) -> web.Response:
        return await _open(hall.inside, request)

    async def let_pass(request: web.Request) -> web.Response:
        return await _pass(hall.inside, request)

    async def play_alone(request: web.Request) -> web.Response:
        return await _alone(hall.inside, request)

    async def begin_alone(request: web.Request) -> web.Response:
        return await _begin_alone(hall.inside, request)

    async def learn(request: web.Request) -> web.Response:
        return await _learn(hall.inside, request)

    async def table(request: web.Request) -> web.Response:
        return await _table_of(hall.inside, request)

    app = web.Application(middlewares=[_only_from_here])
    app.add_routes(
        [
            web.get("/", front),
            web.get("/open/{place:\\d+}/{member:\\d+}", open_page),
            web.post("/pass/{leap}", let_pass),
            web.post("/alone/{place:\\d+}/{member:\\d+}", play_alone),
            web.post("/lone/{number:\\d+}", begin_alone),
            web.post("/learn/{number:\\d+}", learn),
            web.get("/table/{kind:first|lone}/{number:\\d+}.png", table),
        ]
    )
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.SockSite(runner, door).start()
    return runner, f"http://{HOST}:{door.getsockname()[1]}/"


@web.middleware
async def _only_from_here(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Another site's page in the same browser must neither read this one nor press its buttons."""
    name = urlsplit(f"//{request.host}").hostname
    origin = request.headers.get("Origin")
    if name not in (HOST, "localhost") or (origin is not None and origin != f"http://{request.host}"):
        raise web.HTTPForbidden
    response = await handler(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _open(lobby: Lobby, request: web.Request) -> web.Response:
    place = lobby.world.place(int(request.match_info["place"]))
    member = next((each for each in lobby.world.people.values() if str(each.id) == request.match_info["member"]), None)
    if place is None or member is None or not lobby.world.may_read(place, member):
        raise web.HTTPNotFound(text="There is no such channel for that member.")
    return web.Response(status=303, headers={"Location": await lobby.world.page(place, member)})


async def _alone(lobby: Lobby, request: web.Request) -> web.Response:
    place, member = int(request.match_info["place"]), int(request.match_info["member"])
    if not await lobby.against_staff(place, member):
        raise web.HTTPNotFound(text="There is no battle that this member could play alone.")
    return web.Response(status=303, headers={"Location": f"/open/{place}/{member}"})


async def _begin_alone(lobby: Lobby, request: web.Request) -> web.Response:
    number, said = int(request.match_info["number"]), await request.post()
    boldness = next((each for each in Boldness if each.value == said.get("boldness")), None)
    if number >= len(lobby.lone) or boldness is None:
        raise web.HTTPNotFound(text="There is no such battle.")
    return await _begun(lobby, lobby.lone[number], str(said.get("side")), boldness)


async def _learn(lobby: Lobby, request: web.Request) -> web.Response:
    number = int(request.match_info["number"])
    if number >= len(lobby.first):
        raise web.HTTPNotFound(text="There is no such battle.")
    (learner, _), *_ = lobby.first[number].sides
    return await _begun(lobby, lobby.first[number], learner, Boldness.STEADY)


async def _table_of(lobby: Lobby, request: web.Request) -> web.Response:
    """The bare table of a battle that can be begun, as a picture."""
    battles, number = lobby.battles(request.match_info["kind"]), int(request.match_info["number"])
    board = battles[number].board if number < len(battles) else None
    if board is None:
        raise web.HTTPNotFound(text="There is no such table.")
    try:
        drawn = await pictures.map_of(Scene(board), PICTURE_WIDTH)
    except NoPicture as error:
        raise web.HTTPNotFound(text=f"The table cannot be drawn: {error}") from None
    return web.Response(body=drawn, content_type="image/png", headers={"Cache-Control": "max-age=86400"})


async def _begun(lobby: Lobby, wanted: LoneBattle, side: SideId, boldness: Boldness) -> web.Response:
    """Begins the battle, and the way to its page."""
    try:
        begun = await lobby.play_alone(wanted, side, boldness)
    except OpeningStuck as error:
        raise web.HTTPConflict(text=f"The battle could not be begun: {error}") from None
    except SetupError:
        raise web.HTTPServiceUnavailable(text="Somebody's click is at work. Go back and try again.") from None
    if begun is None:
        raise web.HTTPNotFound(text="That scenario has no such side.")
    return web.Response(status=303, headers={"Location": f"/open/{begun[0]}/{begun[1]}"})


async def _pass(lobby: Lobby, request: web.Request) -> web.Response:
    if request.match_info["leap"] not in LEAPS:
        raise web.HTTPNotFound
    await lobby.leap(LEAPS[request.match_info["leap"]][1])
    return web.Response(status=303, headers={"Location": "/"})


def _set_up_page(doing: str) -> str:
    """Until the lobby is there; it looks again every second."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adjutant sandbox</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="refresh" content="1"><style>{STYLE}</style></head><body>'
        "<h1>Adjutant sandbox</h1>"
        '<p class="quiet">The real bot in a Discord that lives in this process. Nothing leaves this machine.</p>'
        f"<h2>Being set up</h2><p>{escape(doing)} …</p>"
        '<p class="quiet">Four battles are begun by the bot itself, as members of a server would: campaigns, squads, '
        "first moves. The page goes on by itself.</p></body></html>"
    )


def _page(lobby: Lobby, turns: list[AwaitedAnswer]) -> str:
    more = lobby.setting_up()
    buttons = "".join(
        f'<form method="post" action="/pass/{key}"><button>{escape(label)}</button></form> '
        for key, (label, _) in LEAPS.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adjutant sandbox</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta http-equiv="refresh" content="{3 if more else 10}"><style>{STYLE}</style></head><body>'
        "<h1>Adjutant sandbox</h1>"
        '<p class="quiet">The real bot in a Discord that lives in this process. Nothing leaves this machine.</p>'
        f"{_first_battles(lobby)}{_invitation(lobby, turns)}{_more_to_come(more)}{_alone_too(lobby)}"
        f"<h2>Look at a channel as one of its members</h2>{_table(lobby, turns)}"
        f"<h2>Time</h2><p>It is {_moment(lobby.now())} UTC here. Deadlines and reminders fall due as time passes.</p>"
        f"<p>{buttons}</p>"
        '<p class="quiet">Each page opens in a tab of its own and follows what happens; a page can also switch its '
        "viewer by itself. Slash commands work in every channel: type / and choose. Ctrl-C in the terminal stops the "
        "sandbox; the next start goes on from here, and <code>--fresh</code> starts from the beginning.</p>"
        '<p class="quiet">All battles are scenarios: things happen in them by themselves. As Gwen, '
        f"<code>{spelled('gm event')}</code> shows what may happen and lets it happen; each side's own briefing lies "
        "behind a button on the battle's first post.</p></body></html>"
    )


def _more_to_come(more: str) -> str:
    return f'<p class="quiet">Still being set up: {escape(more)} …</p>' if more else ""


def _moment(now: datetime) -> str:
    return f"{now:%A} {now.day} {now:%B %Y, %H:%M}"


def _invitation(lobby: Lobby, turns: list[AwaitedAnswer]) -> str:
    if not turns:
        return (
            "<p>No battle waits for anybody. Open a campaign's channel as the GM and type "
            f"<code>{spelled('battle begin')}</code>; <code>{spelled('scenario list')}</code> tells what there is to "
            "fight.</p>"
        )
    first = {turn.place: turn for turn in reversed(turns)}
    return "".join(_battle(lobby, first[place]) for place in dict.fromkeys(turn.place for turn in turns))


def _battle(lobby: Lobby, turn: AwaitedAnswer) -> str:
    """One battle that waits, and the way into it."""
    who = next((_name(member) for member in lobby.world.people.values() if member.id == turn.member), "somebody")
    return (
        f'<section><h2>{escape(turn.battle)} <span class="quiet">{escape(turn.rules)}</span></h2>'
        f"<p>{escape(who)} is asked: {escape(turn.question)}</p>"
        f'<a class="start" target="_blank" href="/open/{turn.place}/{turn.member}">'
        f"Play {escape(turn.battle)} as {escape(who)}</a>{_against_staff(turn)}</section>"
    )


def _against_staff(turn: AwaitedAnswer) -> str:
    """The other side is played by the program from then on."""
    if not turn.alone:
        return ""
    return (
        f'<form method="post" target="_blank" action="/alone/{turn.place}/{turn.member}">'
        "<button>Play against the staff</button> "
        '<span class="quiet">The program plays the other side, from what that side can see.</span></form>'
    )


def _first_battles(lobby: Lobby) -> str:
    """What a newcomer begins with: a button a rule book."""
    rows = "".join(
        f'<li>{_drawn("first", number, one)}<form method="post" target="_blank" action="/learn/{number}">'
        f"<button>{escape(one.rules_title)}</button> {_told(one, one.title)}</form></li>"
        for number, one in enumerate(lobby.first)
    )
    return (
        '<h2>New here? A first battle</h2><p class="quiet">Ten minutes, alone against the staff: three decisions, each '
        f'explained by what stands on the screen.</p><ul class="alone">{rows}</ul>'
        if rows
        else ""
    )


def _alone_too(lobby: Lobby) -> str:
    """Every battle of the library, for one person. Buttons alone: what is half chosen would be lost when the page looks
    again."""
    if not lobby.lone:
        return ""
    rows = "".join(
        f"<li>{_drawn('lone', number, one)}<section><strong>{escape(one.title)}</strong> {_told(one, one.rules_title)}"
        f"{''.join(_as(number, key, name) for key, name in one.sides)}</section></li>"
        for number, one in enumerate(lobby.lone)
    )
    return (
        '<h2>Play alone</h2><p class="quiet">Any battle, either side: the staff plays the other, from what that side '
        "can see, as careful or as bold as you choose. Each begins in a channel of its own, with you as Ada.</p>"
        f'<ul class="alone">{rows}</ul>'
    )


def _drawn(kind: str, number: int, one: LoneBattle) -> str:
    if one.board is None:
        return "<span></span>"
    return f'<img loading="lazy" src="/table/{kind}/{number}.png" alt="The table: {escape(one.board.name)}">'


def _told(one: LoneBattle, first: str) -> str:
    said = " · ".join(filter(None, (first, one.about)))
    return f'<span class="quiet">{escape(said)}<br>{escape(one.summary)}</span>'


def _as(number: int, side: SideId, name: str) -> str:
    """That side, against each kind of staff."""
    bold = " ".join(f'<button name="boldness" value="{each.value}">{each.value}</button>' for each in Boldness)
    return (
        f'<form method="post" target="_blank" action="/lone/{number}"><input type="hidden" name="side" '
        f'value="{escape(side)}"><div>{escape(name)} against a staff that is {bold}</div></form>'
    )


def _table(lobby: Lobby, turns: list[AwaitedAnswer]) -> str:
    waiting = {(turn.place, turn.member) for turn in turns}
    rows = []
    for place in lobby.world.places():
        cells = []
        for member in lobby.world.people.values():
            kind = "go turn" if (place.id, member.id) in waiting else "go"
            link = f'<a class="{kind}" target="_blank" href="/open/{place.id}/{member.id}">{escape(_name(member))}</a>'
            cells.append(f"<td>{link if lobby.world.may_read(place, member) else ''}</td>")
        row = "thread" if place.is_thread else "channel"
        sign = "↳ " if place.is_thread else "# "
        rows.append(f'<tr class="{row}"><td>{sign}{escape(place.name or "?")}</td>{"".join(cells)}</tr>')
    return f"<table>{''.join(rows)}</table>"


def _name(member: MemberActor) -> str:
    return member.user.global_name or member.name
