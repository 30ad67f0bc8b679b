"""Servers that are measured, and wrk, which measures them."""
import json
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
DEVICES = 1000
CONNECTIONS = 64

# Where there are four cores or more, the client has a quarter of them for itself; on fewer it shares them with the server.
CORES = sorted(os.sched_getaffinity(0))
CLIENT_CORES = CORES[-(len(CORES) // 4):] if len(CORES) >= 4 else CORES
SERVER_CORES = CORES[:-len(CLIENT_CORES)] or CORES


def pinned(cores, command):
    """A command that runs on some of the cores only."""
    return ["taskset", "-c", ",".join(map(str, cores)), *command]


class Server:
    """A server that runs while it is needed. Its command must print a line that ends in its address."""

    def __init__(self, command, ready):
        start = time.perf_counter()
        self.process = subprocess.Popen(
            pinned(SERVER_CORES, command), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=HERE
        )
        for line in self.process.stdout:
            found = re.search(ready + r".*(http://\S+:\d+)", line)
            if found:
                self.url = found[1]
                self.milliseconds = (time.perf_counter() - start) * 1000
                return
        raise SystemExit(f"bench: {command[0]} did not become ready")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end(signal.SIGTERM)

    def end(self, how):
        """Ends the server and waits for it."""
        self.process.send_signal(how)
        self.process.wait()
        self.process.stdout.close()

    def memory(self):
        """What it takes, in MiB."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) / 1024

    def processor_time(self):
        """How long processors have worked for it, in seconds."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

    def post(self, path, body, kind="application/json"):
        """Sends a body and gives the answer."""
        request = urllib.request.Request(self.url + path, data=body, headers={"Content-Type": kind}, method="POST")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def make_devices(self):
        """A thousand phones, each with one app that has been opened; the app's process is number 101."""
        for number in range(DEVICES):
            device = {"id": f"bench-{number}", "clock": {"mode": "manual"}, "apps": [{"bundleID": "com.example.notes"}]}
            self.post("/v1/devices", json.dumps(device).encode())
            self.post(f"/v1/devices/bench-{number}/events", LAUNCH.encode())


LAUNCH = json.dumps({"type": "app.launch", "bundleID": "com.example.notes"})
HOME = json.dumps({"type": "device.home"})
BATTERY = json.dumps({"type": "device.setBattery", "level": 0.8})


# What goes on for long: the timelines of all devices are full soon, and no new memory has to be found for them.
STEADY = ("--records-per-device", "100")


def greenroom(binary, *options):
    """A Greenroom on a free port, as it is delivered."""
    return Server([binary, "serve", "--port", "0", *options], "greenroom ready on")


def bare():
    """Hummingbird with two routes and nothing behind them."""
    return Server([os.path.join(HERE, ".build/release/BareServer"), "18981"], "bare ready on")


def bare_prepared():
    """The same, with answers that were encoded when it started, and bodies that are read but not decoded."""
    return Server([os.path.join(HERE, ".build/release/BareServer"), "18983", "prepared"], "bare ready on")


def fastapi(python):
    """One worker of uvicorn."""
    command = [python, "-m", "uvicorn", "--app-dir", "peers", "--port", "18982", "--no-access-log", "fastapi_peer:app"]
    return Server(command, "Uvicorn running on")


def requests(server, script, *arguments, seconds=3):
    """Requests a second, as wrk counts them, and the processor time that the server takes for one, in microseconds.

    A request that failed ends the benchmark: it would count for nothing.
    """
    before = server.processor_time()
    said = subprocess.run(
        pinned(CLIENT_CORES, ["wrk", "-t2", f"-c{CONNECTIONS}", f"-d{seconds}s", "-s", f"wrk/{script}.lua", server.url])
        + ["--", str(DEVICES), *arguments],
        capture_output=True, text=True, check=True, cwd=HERE,
    ).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        raise SystemExit(f"bench: {said}")
    count = int(re.search(r"(\d+) requests in", said)[1])
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", said)[1])
    return rate, (server.processor_time() - before) / count * 1e6


def side_by_side(servers, script, *arguments, rounds=5):
    """The medians for each server, measured by turns so that what the machine does besides meets all of them."""
    seen = [[requests(server, script, *arguments) for server in servers] for _ in range(rounds)]
    return [tuple(map(statistics.median, zip(*column))) for column in zip(*seen)]


def missing(*tools):
    """The tools that are not installed; it says so."""
    found = [tool for tool in tools if shutil.which(tool) is None]
    for tool in found:
        print(f"bench: {tool} is not installed; what needs it is left out", file=sys.stderr)
    return found
