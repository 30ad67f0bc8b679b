"""The explorer, beside a random monkey and Hypothesis' stateful testing over HTTP."""
import glob
import json
import os
import re
import statistics
import subprocess
import sys
import time
import urllib.request

import servers

FOLDER = os.path.join(servers.HERE, "..", "examples", "explore")
PROGRAM = ".build/release/ExplorerBenchmarks"
POSTS = 2_000


def figure(name, value, unit):
    return {"name": name, "value": value, "unit": unit}


def app(name):
    """The file of an app."""
    return glob.glob(os.path.join(FOLDER, f"{name}-*.yaml"))[0]


def failures(path):
    """The failures that the header of a file tells of, the main one first."""
    with open(path, encoding="utf-8") as file:
        header = re.findall(r"^# explore: (?:breaks|also:) (.*)$", file.read(), re.MULTILINE)
    found = re.findall(r"([\w-]+)(?: [\w-]+)? \((?:error|warning|note)\)", "; ".join(header))
    return list(dict.fromkeys(found))


def lines(*command):
    """The figures that a program prints."""
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, cwd=servers.HERE).stdout
    return [json.loads(line) for line in said.splitlines()]


def found(options):
    """Time to each failure: the explorer on one core, random runs in the kernel, and Hypothesis over HTTP."""
    figures, first, peer = [], {}, {}
    with servers.greenroom(options.greenroom, "--records-per-device", "1000") as server:
        for path in sorted(glob.glob(os.path.join(FOLDER, "e*.yaml"))):
            name, wanted = os.path.basename(path).partition("-")[0], failures(path)
            met = lines(PROGRAM, "failures", path, *wanted)
            seen = {row["name"].rpartition(".")[2]: row["value"] for row in met}
            figures.append(figure(f"explorer.{name}.failuresMet", len(seen), f"of {len(wanted)}"))
            if wanted[0] in seen:
                first[name] = seen[wanted[0]]
                figures.append(figure(f"explorer.{name}.first", first[name], "s"))
                figures.append(figure(f"explorer.{name}.all", max(seen.values()), "s"))
            met = {row["name"].rpartition(".")[2]: row["value"] for row in lines(PROGRAM, "randomRuns", path, *wanted)}
            figures.append(figure(f"randomRuns.{name}.failuresMet", len(met), f"of {len(wanted)}"))
            if wanted[0] in met:
                figures.append(figure(f"randomRuns.{name}.first", met[wanted[0]], "inputs"))
            inputs = subprocess.run(
                [options.greenroom, "explore", "--list-inputs", "--json", path], stdout=subprocess.PIPE, text=True, check=True
            ).stdout
            tried = lines(options.python, "peers/hypothesis_peer.py", server.url, path, inputs, wanted[0])
            for row in tried:
                if row["name"] == f"hypothesis.{name}.{wanted[0]}":
                    peer[name] = row["value"]
                row["name"] = row["name"].replace(f"{name}.{wanted[0]}", f"{name}.first", 1)
                figures.append(row)
    both = sorted(first.keys() & peer.keys())
    return figures + [
        figure("explorer.toFirstFailure", statistics.median(first[name] for name in both), "s"),
        figure("hypothesis.toFirstFailure", statistics.median(peer[name] for name in both), "s"),
        figure("hypothesis.found", len(peer), f"of {len(first)}"),
    ]


def latency(server):
    """The 99th percentile of how long the POST of an event takes, in milliseconds, from a client that waits for each."""
    times = []
    for number in range(POSTS):
        began = time.perf_counter()
        server.post(f"/v1/devices/bench-{number % servers.DEVICES}/events", servers.BATTERY.encode())
        times.append((time.perf_counter() - began) * 1000)
    return statistics.quantiles(times, n=100)[98]


def delete(server, path):
    """Deletes something."""
    with urllib.request.urlopen(urllib.request.Request(server.url + path, method="DELETE"), timeout=60):
        pass


def beside(options, rounds=5):
    """How long others wait while the server explores, by turns."""
    with open(app("e08"), encoding="utf-8") as file:
        endless = file.read().encode()
    alone, exploring = [], []
    with servers.greenroom(options.greenroom, *servers.STEADY) as server:
        server.make_devices()
        for _ in range(rounds):
            alone.append(latency(server))
            answer = json.loads(server.post("/v1/explorations", endless, "application/yaml"))
            exploring.append(latency(server))
            delete(server, f"/v1/explorations/{answer['id']}")
    return [
        figure("http.postEvent.p99", statistics.median(alone), "ms"),
        figure("http.postEvent.p99.exploring", statistics.median(exploring), "ms"),
    ]


def code(options):
    """A search of an app whose code is in the client for Python, and what that client can send."""
    with servers.greenroom(options.greenroom) as server:
        return lines(options.python, "explored_code.py", server.url)


def stage(options, by_turns):
    """All figures of the explorer."""
    big = app("c2")
    figures = by_turns([(PROGRAM, "search", big), (PROGRAM, "monkey", big)], rounds=3)
    figures += by_turns([(PROGRAM, "jobs", big)], rounds=3)
    figures += lines(PROGRAM, "size", big)
    figures += lines(PROGRAM, "closing", app("c1"), "2") + lines(PROGRAM, "closing", big, "2")
    print("   time to each failure", file=sys.stderr)
    return figures + found(options) + beside(options) + code(options)
