"""Where fighters come from: a process that has everything imported, and parts into one for each line that it is given.
A new interpreter for each would take most of the processor's time.

    python -m tests.kills.cradle

Each line is a fighter's orders as JSON. What a fighter says stands on stdout behind its number; "gone" and how it ended
is the last of it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import select
import sys
import traceback

import structlog

from rules.registry import rule_sets
from tests.kills.fighter import Fighter, Orders


def main() -> None:
    for rules in rule_sets().values():
        assert rules.key
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    logging.disable(logging.CRITICAL)
    gc.collect()
    gc.freeze()
    fighters: dict[int, int] = {}
    waiting = b""
    print("ready", flush=True)
    while True:
        heard, _, _ = select.select([0], [], [], 0.01)
        if heard:
            came = os.read(0, 1 << 16)
            if not came:
                return
            *lines, waiting = (waiting + came).split(b"\n")
            for line in lines:
                orders = Orders(**json.loads(line))
                fighters[_begun(orders)] = orders.number
        for pid in list(fighters):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                os.write(1, f"{fighters.pop(pid)} gone {os.waitstatus_to_exitcode(status)}\n".encode())


def _begun(orders: Orders) -> int:
    """The number of the process that fights."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        asyncio.run(Fighter(orders).fight())
        code = 0
    except BaseException:  # noqa: BLE001  # the parent's copy must not go on here, whatever happens
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    main()
