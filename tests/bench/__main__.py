"""`python -m tests.bench [--json] [--rounds N] [NAME …]`: our work beside the bare libraries' on the same task.

Exits with 1 when a ratio is above the one that its benchmark allows. NAME: only those whose name contains it.
`python -m tests.bench growth [--json]` instead measures how a battle's demands grow from 10 to 80 units, what a turn by
orders takes in all four books, what a journal of 10,000 events takes, and for how long the event loop answers nobody.
`python -m tests.bench growth RULES [SIZE …]` measures the turn by orders of one rule set alone.
`python -m tests.bench pace [--json] [--only NAME …] [--hands KIND …] [--battles N]` measures what battles by post cost
a table in all its channels: hand-overs, messages, pings, days, aims won.
`python -m tests.bench evenly [--json] [--n N] [--battles NAME …]` has hands that order ahead play
against hands that click, by the rules alone.
`python -m tests.bench balance SCENARIO [--json] [--battles N] [--first N]` has careful hands, and careless ones, fight
a scenario, and counts who wins by what.
`python -m tests.bench staff [--json] [--only NAME …] [--battles N] [--first N]` has the staff fight careful hands, and
hands that only fire and advance, on either side of each scenario.
`python -m tests.bench scale [--json] [--quick]` measures on a PostgreSQL of its own how a database with up to 10,000
running campaigns fares, what several processes do together, and what an action of each book takes.
`python -m tests.bench simulate [--json] [--quick] [--pictures FOLDER]` simulates the busiest hours of a Sunday with 100
to 100,000 campaigns, and draws the curves.
`python -m tests.bench shape [--json]` counts the code: files, lines, rooms, floors and arrows between rooms.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import structlog

from tests.bench import (
    answering,
    balance,
    carrying,
    chance,
    evenly,
    fighting,
    flooding,
    growth,
    keeping,
    lasting,
    pace,
    scale,
    seeing,
    shape,
    staffed,
)
from tests.bench.balance_red import RED_MATCHES
from tests.bench.matches import MATCHES as LIBRARY
from tests.bench.pair import Measured, measure
from tests.bench.scale import curves, simulation
from tests.bench.scale.figures import Figure, line
from tests.bench.scale.simulation import Simulated
from tests.postgres import Unavailable

MATCHES = {**LIBRARY, **RED_MATCHES}
BENCHES = (answering.pairs, chance.pairs, fighting.pairs, flooding.pairs, keeping.pairs, seeing.pairs)


def log_aside() -> None:
    """What the program logs goes to stderr, and warnings only: a bench's own words stand on stdout, whole JSON."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--n", type=int, help=f"pace, evenly: battles of each kind ({pace.BATTLES}, {evenly.BATTLES})")
    parser.add_argument(
        "--battles", nargs="*", default=(), metavar="NAME", help="pace, balance, staff: how many; evenly: which"
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="balance, staff: the first battle's number")
    parser.add_argument("--hands", nargs="*", default=(), metavar="KIND", help=f"pace: {', '.join(pace.HANDS)}, orders")
    parser.add_argument("--only", nargs="*", default=(), metavar="NAME", help="staff, pace: whose name contains it")
    parser.add_argument("--quick", action="store_true", help="scale, simulate: few of everything, to see that it runs")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="simulate: where the curves are drawn")
    asked = parser.parse_args()
    log_aside()
    if asked.names == ["simulate"]:
        return _simulate(quick=asked.quick, as_json=asked.json, pictures=asked.pictures)
    if asked.names == ["scale"]:
        return _scale(parser, quick=asked.quick, as_json=asked.json)
    if asked.names == ["pace"]:
        number = asked.battles[0] if asked.battles else str(pace.BATTLES if asked.n is None else asked.n)
        return _pace(parser, number, asked.only, asked.hands or pace.HANDS, as_json=asked.json)
    if asked.names == ["evenly"]:
        return _evenly(parser, asked.n, asked.battles, as_json=asked.json)
    if asked.names[:1] == ["balance"]:
        return _balance(parser, asked.names[1:], asked.battles, asked.first, as_json=asked.json)
    if asked.names == ["staff"]:
        return _staff(parser, asked.only, asked.battles, asked.first, as_json=asked.json)
    if asked.names == ["shape"]:
        return _shape(as_json=asked.json)
    if asked.names == ["growth"]:
        return _growth(as_json=asked.json)
    if asked.names[:1] == ["growth"]:
        return _turns_of(parser, asked.names[1], asked.names[2:], as_json=asked.json)
    results: list[Measured] = []
    for bench in BENCHES:
        with bench() as pairs:
            for pair in pairs:
                if asked.names and not any(name in pair.name for name in asked.names):
                    continue
                results.append(measure(pair, asked.rounds))
                if not asked.json:
                    print(_line(results[-1]), flush=True)
    if asked.json:
        print(json.dumps([asdict(result) | {"ok": result.ok} for result in results], indent=2))
    return 0 if all(result.ok for result in results) else 1


def _growth(*, as_json: bool) -> int:
    grown: list[growth.Grown] = []
    if not as_json:
        columns = ("begin", "panel", "answer", "report", "end", "stretch")
        print(f"{'':>23} " + " ".join(f"{word:>9}" for word in columns) + "   worst, ms")
    for table in growth.measure():
        grown.append(table)
        if not as_json:
            times = (table.begin_ms, table.panel_ms, table.answer_ms, table.report_ms, table.end_ms, table.stretch_ms)
            line = f"{table.rules:>12} {table.size:>2} {table.named:>7} " + " ".join(f"{ms:>9.1f}" for ms in times)
            print(line + ("" if table.ok else "   too long"), flush=True)
    spans = []
    for span in lasting.measure():
        spans.append(span)
        if not as_json:
            stretch = "" if span.stretch_ms is None else f", stretch {span.stretch_ms:.1f} ms"
            print(f"{span.ms:>9.1f} ms{stretch}: {span.about}" + ("" if span.ok else "   too long"), flush=True)
    turns = _turns(carrying.measure(), as_json=as_json)
    if as_json:
        every = (("tables", grown), ("spans", spans), ("turns", turns))
        told = {name: [asdict(each) | {"ok": each.ok} for each in found] for name, found in every}
        print(json.dumps(told, indent=2))
    return 0 if all(each.ok for each in (*grown, *spans, *turns)) else 1


def _turns(measured: Iterable[carrying.Carried], *, as_json: bool) -> list[carrying.Carried]:
    found: list[carrying.Carried] = []
    for turn in measured:
        found.append(turn)
        if not as_json:
            what = f"{turn.answer_ms:>9.1f} ms, stretch {turn.stretch_ms:>6.1f} ms: {turn.rules}, {turn.size} a side"
            verdict = "" if turn.ok else "   too long"
            whole = f"an answer, or a slice of the {turn.whole_ms:.1f} ms for {turn.steps} steps of orders"
            print(f"{what}, {whole}{verdict}", flush=True)
    return found


def _turns_of(parser: argparse.ArgumentParser, rules: str, sizes: list[str], *, as_json: bool) -> int:
    known = [str(size) for size in carrying.SIZES]
    if rules not in carrying.KINDS_OF or not set(sizes) <= set(known):
        parser.error(f"growth takes one of {', '.join(carrying.KINDS_OF)}, and sizes of {', '.join(known)}")
    found = _turns(carrying.measure((rules,), [int(size) for size in sizes or known]), as_json=as_json)
    if as_json:
        print(json.dumps({"turns": [asdict(each) | {"ok": each.ok} for each in found]}, indent=2))
    return 0 if all(each.ok for each in found) else 1


def _shape(*, as_json: bool) -> int:
    found = shape.measure()
    if as_json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return 0
    print(f"{'':>20} {'files':>6} {'lines':>7} {'rooms':>6} {'floors':>7} {'arrows':>7}   over {shape.LONG} lines")
    for each in found:
        numbers = f"{each.files:>6} {each.lines:>7} {each.rooms:>6} {each.floors or 'circle':>7} {each.arrows:>7}"
        print(f"{each.package:>20} {numbers}   {', '.join(each.long)}")
    return 0


def _scale(parser: argparse.ArgumentParser, *, quick: bool, as_json: bool) -> int:
    found: list[Figure] = []
    try:
        for figure in scale.measure(scale.QUICK if quick else scale.Sizes()):
            found.append(figure)
            if not as_json:
                print(line(figure), flush=True)
    except Unavailable as error:
        parser.error(str(error))
    if as_json:
        told = [asdict(each) | {"ok": each.ok} for each in found]
        print(json.dumps({"seed": scale.SEED, "quick": quick, "figures": told}, indent=2))
    return 0 if all(each.ok for each in found) else 1


def _simulate(*, quick: bool, as_json: bool, pictures: Path | None) -> int:
    found: list[tuple[Simulated, list[Simulated]]] = []
    for best, fewer in simulation.measure(simulation.SIZES[:2] if quick else simulation.SIZES):
        found.append((best, fewer))
        if not as_json:
            print("\n".join(simulation.line(each) for each in (*reversed(fewer), best)), flush=True)
    if as_json:
        told = [
            {**asdict(best), "breaks_first": best.breaks_first, "fewer": [asdict(each) for each in fewer]}
            for best, fewer in found
        ]
        print(json.dumps({"seed": simulation.SEED, "sizes": told}, indent=2))
    if pictures is not None:
        for file in curves.draw(found, pictures):
            print(file, file=sys.stderr)
    return 0


def _pace(parser: argparse.ArgumentParser, number: str, only: list[str], hands: Sequence[str], *, as_json: bool) -> int:
    unknown = [word for word in only if not any(word in name for name in pace.NAMES)]
    if not number.isdecimal() or int(number) < 1 or not set(hands) <= {*pace.HANDS, "orders"}:
        parser.error(f"--battles is 1 or more, --hands some of {', '.join(pace.HANDS)}, orders")
    if unknown:
        parser.error(f"no such battle: {', '.join(unknown)}; there are {', '.join(pace.NAMES)}")
    found: list[pace.Paced] = []
    if not as_json:
        print(pace.HEAD)
    for paced in pace.measure(int(number), only, hands):
        found.append(paced)
        if not as_json:
            print(pace.line(paced), flush=True)
    if as_json:
        print(json.dumps({"battles": [paced.as_json() | {"ok": paced.ok} for paced in found]}, indent=2))
    return 0 if all(paced.ok for paced in found) else 1


def _evenly(parser: argparse.ArgumentParser, n: int | None, names: list[str], *, as_json: bool) -> int:
    n, known = evenly.BATTLES if n is None else n, [plan.name for plan in evenly.PLANS]
    unknown = [name for name in names if name not in known]
    if n < 1 or n % evenly.ROUND or unknown:
        wrong = f"no such battle: {', '.join(unknown)}; there are {', '.join(known)}"
        parser.error(
            wrong if unknown else f"--n is a multiple of {evenly.ROUND}: each side, each temper, the same dice"
        )
    found: list[evenly.Even] = []
    for even in evenly.measure(n, names):
        found.append(even)
        if not as_json:
            came_off = f"{even.won} won, {even.n - even.won - even.lost} drawn, {even.lost} lost of {even.n}"
            bound = f"no less than {even.least:.1f}" if even.ok else f"below {even.least:.1f}: worse play"
            print(f"{even.name:<15} who orders ahead: {came_off}; score {even.score:.1f}, {bound}", flush=True)
    if as_json:
        print(json.dumps({"battles": [asdict(even) | {"ok": even.ok} for even in found]}, indent=2))
    return 0 if all(even.ok for even in found) else 1


def _balance(
    parser: argparse.ArgumentParser, names: list[str], battles: list[str], first: int, *, as_json: bool
) -> int:
    number = battles[0] if battles else str(balance.BATTLES)
    if len(names) != 1 or names[0] not in MATCHES or not number.isdecimal() or int(number) < 1:
        parser.error(f"balance needs a scenario of {', '.join(MATCHES)}; --battles is 1 or more")
    found = balance.measure(MATCHES[names[0]], int(number), first)
    print(json.dumps(balance.as_json(found), indent=2) if as_json else "\n".join(balance.lines(found)))
    return 0 if found.ok else 1


def _staff(parser: argparse.ArgumentParser, only: list[str], battles: list[str], first: int, *, as_json: bool) -> int:
    number = battles[0] if battles else str(staffed.BATTLES)
    if not number.isdecimal() or int(number) < 1 or first < 0:
        parser.error("--battles is 1 or more, --first 0 or more")
    found: list[staffed.Staffed] = []
    for each in staffed.measure(only, int(number), first):
        found.append(each)
        if not as_json:
            print(staffed.line(each), flush=True)
    if not found:
        parser.error(f"no such scenario; there are {', '.join(staffed.SCENARIOS)}")
    if as_json:
        print(json.dumps([asdict(each) | {"share": each.share, "ok": each.ok} for each in found], indent=2))
    return 0 if all(each.ok for each in found) else 1


def _line(result: Measured) -> str:
    more = f", {result.on_top:g} ms on top" if result.on_top is not None else ""
    verdict = "" if result.ok else f"   above × {result.most:g}{more}"
    return (
        f"{result.name:<22} {result.ours_ms:9.2f} ms beside {result.bare_ms:9.2f} ms  × {result.ratio:6.2f}{verdict}"
        f"\n{'':<22} {result.about}"
    )


if __name__ == "__main__":
    sys.exit(main())
