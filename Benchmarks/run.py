#!/usr/bin/env python3
"""Measures Greenroom and its peers in one run: a line of JSON for each figure, and a table on standard error.

run.py GREENROOM [--python PYTHON] [STAGE...]: the release binary, a Python that has the peers, and which stages to run.
"""
import argparse
import collections
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time

import explore as explorer
import goals
import servers

HERE = servers.HERE


def lines(*command):
    """The figures that a program prints."""
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=HERE).stdout
    return [json.loads(line) for line in said.splitlines()]


def figure(name, value, unit):
    return {"name": name, "value": value, "unit": unit}


def by_turns(programs, rounds=15):
    """The medians of what programs print, run by turns so that what the machine does besides meets all of them."""
    seen = collections.defaultdict(list)
    for _ in range(rounds):
        for program in programs:
            for row in lines(*program):
                seen[row["name"], row["unit"]].append(row["value"])
    return [figure(name, statistics.median(values), unit) for (name, unit), values in seen.items()]


def kernel(options):
    """Transitions and timed events on one core, beside Erlang, SimPy and transitions."""
    programs = [(".build/release/KernelBenchmarks",)]
    programs += [(options.python, f"peers/{peer}_peer.py") for peer in ("simpy", "transitions")]
    with tempfile.TemporaryDirectory() as folder:
        if not servers.missing("erl", "erlc"):
            subprocess.run(["erlc", "-o", folder, "peers/app_process.erl"], check=True, cwd=HERE)
            one_core = ("+S", "1", "+sbwt", "none")
            programs.append(("erl", *one_core, "-noshell", "-pa", folder, "-run", "app_process", "bench", "100000"))
        return by_turns(programs)


def host(_):
    """A million suspended processes on a hundred thousand devices."""
    return lines(".build/release/HostBenchmarks")


def start(options):
    """How long it takes to be ready, and what it takes when nobody asks anything."""
    times, sizes = [], []
    for _ in range(5):
        with servers.greenroom(options.greenroom) as server:
            time.sleep(1)
            times.append(server.milliseconds)
            sizes.append(server.memory())
    return [
        figure("server.startToReady", statistics.median(times), "ms"),
        figure("server.idleMemory", statistics.median(sizes), "MiB"),
    ]


def load(name, seen):
    """The two figures of a server under load."""
    rate, processor_time = seen
    return [figure(name, rate, "1/s"), figure(f"{name}.processorTime", processor_time, "us")]


def http(options):
    """Requests a second over 64 connections, beside Hummingbird alone."""
    if servers.missing("wrk"):
        return []
    server, peer, prepared = servers.greenroom(options.greenroom, *servers.STEADY), servers.bare(), servers.bare_prepared()
    with server, peer, prepared:
        server.make_devices()
        every = (server, peer, prepared)
        get, bare_get, prepared_get = servers.side_by_side(every, "process")
        post, bare_post, prepared_post = servers.side_by_side(every, "event", servers.BATTERY)
        transition = servers.side_by_side((server,), "event", servers.HOME, servers.LAUNCH)[0]
    return (
        load("http.getProcess", get) + load("bare.get", bare_get)
        + load("http.postEvent", post) + load("bare.post", bare_post)
        + load("http.postTransition", transition)
        + load("bare.get.prepared", prepared_get) + load("bare.post.prepared", prepared_post)
    )


def fastapi(options):
    """The mock that a team would write."""
    if servers.missing("wrk"):
        return []
    with servers.fastapi(options.python) as server:
        return (
            load("http.getProcess.fastapi", servers.requests(server, "process"))
            + load("http.postTransition.fastapi", servers.requests(server, "event", servers.HOME, servers.LAUNCH))
        )


def batch(options):
    """Events in one long request, in pieces that a server answers while they come in."""
    events, piece = 200_000, 2_000
    with servers.greenroom(options.greenroom, *servers.STEADY) as server:
        server.make_devices()
        event = json.loads(servers.BATTERY)
        body = b"".join(
            json.dumps({"device": f"bench-{turn % servers.DEVICES}", "event": event}).encode() + b"\n"
            for turn in range(piece)
        )
        began = time.perf_counter()
        for _ in range(events // piece):
            verdicts = server.post("/v1/batch", body, "application/x-ndjson")
            assert verdicts.count(b'"status":200') == piece, verdicts[:500]
        return [figure("http.batchLines", events / (time.perf_counter() - began), "1/s")]


def store(options):
    """Events that survive a crash, and how long recovery takes; for a server that has a store on disk."""
    told = subprocess.run([options.greenroom, "serve", "--help"], capture_output=True, text=True, check=True).stdout
    if "--data-dir" not in told or servers.missing("wrk"):
        return []
    with tempfile.TemporaryDirectory() as folder:
        kept = ("--data-dir", folder, *servers.STEADY)
        server = servers.greenroom(options.greenroom, *kept)
        server.make_devices()
        with servers.bare() as peer:
            seen, beside = servers.side_by_side((server, peer), "event", servers.BATTERY)
        # The rest of a million inputs, then the plug is pulled.
        line = json.loads(servers.BATTERY)
        rows = [json.dumps({"device": f"bench-{turn % servers.DEVICES}", "event": line}) for turn in range(2_000)]
        body = ("\n".join(rows) + "\n").encode()
        for _ in range(500):
            server.post("/v1/batch", body, "application/x-ndjson")
        server.end(signal.SIGKILL)
        with servers.greenroom(options.greenroom, *kept) as recovered:
            return (
                load("http.postEvent.sqlite", seen) + load("bare.postBesideSQLite", beside)
                + [figure("server.recoveryOfAMillionInputs", recovered.milliseconds, "ms")]
            )


def explore(options):
    """Searches, beside a random monkey and Hypothesis' stateful testing over HTTP."""
    return explorer.stage(options, by_turns)


STAGES = {stage.__name__: stage for stage in (kernel, host, start, http, fastapi, batch, store, explore)}


def named(text):
    """The stage of a name."""
    if text not in STAGES:
        raise argparse.ArgumentTypeError(f"no stage {text}; there are {', '.join(STAGES)}")
    return STAGES[text]


def table(rows):
    """The figures for people."""
    print(f"{'figure':36}{'value':>12} {'unit':5}{'peer':>34}{'ratio':>8}  goal", file=sys.stderr)
    for row in rows:
        peer = f"{row['peer']['name']} {row['peer']['value']}" if row["peer"] else ""
        mark = {True: "reached", False: "missed", None: ""}[row["reached"]]
        ratio = "" if row["ratio"] is None else row["ratio"]
        goal = f"{row['goal'] or ''} {mark}"
        print(f"{row['name']:36}{row['value']:>12} {row['unit']:5}{peer:>34}{ratio:>8}  {goal}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("greenroom", type=os.path.abspath)
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("stages", nargs="*", type=named)
    options = parser.parse_intermixed_args()
    shares = "shares them with" if servers.CLIENT_CORES == servers.CORES else "has its own, apart from"
    print(f"{platform.platform()}, {os.cpu_count()} cores; the client {shares} the servers", file=sys.stderr)
    figures = []
    for stage in options.stages or STAGES.values():
        print(f"== {stage.__name__}: {stage.__doc__}", file=sys.stderr)
        figures += stage(options)
    rows = list(goals.joined(figures))
    for row in rows:
        print(json.dumps(row), flush=True)
    table(rows)


if __name__ == "__main__":
    main()
