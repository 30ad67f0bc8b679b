"""Measures several servers on one PostgreSQL, beside one server with a data directory. Requests are half reads, half writes."""

import contextlib
import http.client
import itertools
import json
import os
import pathlib
import re
import signal
import statistics
import subprocess
import threading
import time

from scale_clients import APP
from scale_database import free_port
from scale_servers import BROKEN, Server, check, request

DEV = pathlib.Path(__file__).parent
# So many clients use the servers at the same time.
CLIENTS = 24
# How long one measurement takes, in seconds.
LENGTH = 10
# Under load without a pause wrk counts; it shares no core with the database, where there are several.
CORES = sorted(os.sched_getaffinity(0))


def read(device):
    return "GET", f"/v1/devices/{device}", None


def write(device):
    return "POST", f"/v1/devices/{device}/apps/{APP}/actions", json.dumps({"action": "log", "message": "x"})


def percentile(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))]


def make_devices(address, count):
    names = [f"measured-{number}" for number in range(count)]
    for name in names:
        body = {"id": name, "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]}
        for path, body in (("", body), (f"/{name}/events", {"type": "app.launch", "bundleID": APP})):
            answer = request(address, "POST", f"/v1/devices{path}", body)
            check(answer.status < 300, f"{name}: {answer.body}")
    return names


class Load:
    """What wrk counts while it sends the same requests to several servers again and again."""

    def __init__(self, folder, addresses, requests, seconds=LENGTH):
        script = folder / "requests.lua"
        texts = [f'wrk.format("{method}", "{path}", nil, {f"[[{body}]]" if body else "nil"})' for method, path, body in requests]
        script.write_text(
            'local texts, turn = {}, 0\nfunction init() wrk.headers["Content-Type"] = "application/json"\n'
            f"texts = {{ {', '.join(texts)} }} end\nfunction request() turn = turn + 1 return texts[turn % #texts + 1] end\n"
        )
        command = ["wrk", "-t1", f"-c{CLIENTS // len(addresses)}", f"-d{seconds}s", "--timeout", "20s", "--latency", "-s", script]
        running = [
            subprocess.Popen([*command, f"http://{host}:{port}"], stdout=subprocess.PIPE, text=True) for host, port in addresses
        ]
        texts = [one.communicate()[0] for one in running]
        refused = [re.search(r"(Non-2xx.*|Socket errors.*)", text) for text in texts]
        check(not any(refused), f"requests were refused: {[one[0] for one in refused if one]}")
        self.rate = sum(float(re.search(r"Requests/sec: +([0-9.]+)", text)[1]) for text in texts)
        self.p99 = max(self.milliseconds(re.search(r"99% +([0-9.]+)(us|ms|s|m)\b", text)) for text in texts)

    @staticmethod
    def milliseconds(found):
        return float(found[1]) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60_000}[found[2]]

    def __str__(self):
        return f"{self.rate:.0f}/s (p99 {self.p99:.0f} ms)"


class Steady(threading.Thread):
    """A client that sends requests at a steady pace, and takes another server when its own one is gone."""

    def __init__(self, servers, requests, pause, end):
        super().__init__(daemon=True)
        self.servers, self.requests, self.pause, self.end = servers, itertools.cycle(requests), pause, end
        self.connection = None
        # Of each answer: when it came, how long it took since it was to be sent, and its status.
        self.done = []
        self.start()

    def run(self):
        due = time.monotonic() + self.servers.random.uniform(0, self.pause)
        while due < self.end:
            time.sleep(max(0, due - time.monotonic()))
            status = self.ask(*next(self.requests))
            now = time.monotonic()
            self.done.append((now, now - due, status))
            due = max(due + self.pause, now)

    def ask(self, method, path, body):
        while True:
            try:
                self.connection = self.connection or http.client.HTTPConnection(*self.servers.one(), timeout=5)
                self.connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
                answer = self.connection.getresponse()
                answer.read()
                return answer.status
            except BROKEN:
                self.connection.close()
                self.connection = None


class Quota:
    """Parts of a core, each for one process."""

    def __init__(self):
        old = pathlib.Path("/sys/fs/cgroup/cpu")
        self.root = old if old.exists() else pathlib.Path("/sys/fs/cgroup")
        self.folders = []

    def limit(self, process, share):
        folder = self.root / f"greenroom-{process}"
        folder.mkdir()
        self.folders.append(folder)
        if (folder / "cpu.cfs_quota_us").exists():
            (folder / "cpu.cfs_quota_us").write_text(f"{int(share * 100_000)}")
        else:
            (folder / "cpu.max").write_text(f"{int(share * 100_000)} 100000")
        (folder / "cgroup.procs").write_text(f"{process}")

    def remove(self):
        for folder in self.folders:
            folder.rmdir()


class Measurements:
    """Each method is one, and says what it came to."""

    NAMES = ("after_kill", "hot_device", "idle", "get_latency", "durable_posts", "small_servers", "many_devices")

    def __init__(self, surroundings):
        self.surroundings, self.servers, self.cluster = surroundings, surroundings.servers, surroundings.cluster
        self.folder, self.options = surroundings.folder, surroundings.options

    def load(self, addresses, requests, seconds=LENGTH):
        return Load(self.folder, addresses, requests, seconds)

    @contextlib.contextmanager
    def with_data_directory(self):
        """The address of a server with a data directory, and that of one with the database."""
        command = [self.options.binary, "serve", "--data-dir", str(self.folder / "data"), "--durability", "power"]
        server = Server(command, "alone", self.folder / "alone.log", ("127.0.0.1", free_port("127.0.0.1"))).wait_until_ready()
        self.servers.started.append(server)
        yield server.address, self.servers.start(self.servers.names[0]).address
        server.send(signal.SIGTERM)
        server.wait()

    def after_kill(self):
        """The slowest hundredth of the second after a kill, and of five seconds before it."""
        self.servers.start_all()
        requests = [one(device) for device in make_devices(self.servers.one(), 100) for one in (read, write)]
        before, after, slowest = [], [], 0
        for _ in range(5):
            clients = [Steady(self.servers, requests[n:] + requests[:n], 0.1, time.monotonic() + LENGTH) for n in range(CLIENTS)]
            time.sleep(7)
            name, instant = self.servers.random.choice(self.servers.names), time.monotonic()
            self.servers.end(name, signal.SIGKILL)
            for client in clients:
                client.join()
            done = [one for client in clients for one in client.done]
            check({status for _, _, status in done} == {200}, "requests were refused")
            before.append(percentile([took for ended, took, _ in done if instant - 5 < ended < instant], 0.99) * 1000)
            following = [took * 1000 for ended, took, _ in done if instant <= ended < instant + 1]
            after.append(percentile(following, 0.99))
            slowest = max(slowest, *following)
            self.servers.start(name)
        pairs = ", ".join(f"{b:.0f}/{a:.0f}" for b, a in zip(before, after, strict=True))
        most = max(a - b for b, a in zip(before, after, strict=True))
        return f"240 requests a second: p99 before/after a kill {pairs} ms; at most {most:.0f} ms more (goal: 100); the slowest {slowest:.0f} ms"

    def hot_device(self):
        """One device that all clients write to, at one server and at all."""
        self.servers.start_all()
        requests = [write(make_devices(self.servers.one(), 1)[0])]
        alone = self.load(self.servers.addresses()[:1], requests)
        together = self.load(self.servers.addresses(), requests)
        ratio = together.rate / alone.rate
        return f"one server {alone}, {len(self.servers.names)} servers {together}: {ratio:.2f} of one (goals: 0.5, p99 below 1000 ms)"

    def idle(self):
        """What servers do in the database when nobody asks for anything."""
        self.servers.start(self.servers.names[0])
        make_devices(self.servers.one(), 20)
        one = self.idle_rate()
        self.servers.start_all()
        return f"{one:.1f} statements a second by one server (goal: 5), {self.idle_rate():.1f} by {len(self.servers.names)}"

    def idle_rate(self):
        # PostgreSQL counts the last commits of a connection that is idle only after ten seconds.
        time.sleep(12)
        before, began = self.cluster.commits(), time.monotonic()
        time.sleep(20)
        asked = self.cluster.commits()
        own = self.cluster.commits() - asked
        return (asked - before - own) / (time.monotonic() - began)

    def get_latency(self):
        """What a GET takes, one after another on one connection."""
        with self.with_data_directory() as addresses:
            alone, shared = (self.sequential(address, read(make_devices(address, 1)[0])) for address in addresses)
        return f"median {alone:.2f} ms with a data directory, {shared:.2f} ms with a database: {shared - alone:.2f} ms more (goal: 0.5)"

    @staticmethod
    def sequential(address, text, count=3000):
        connection = http.client.HTTPConnection(*address)
        times = []
        for _ in range(count):
            began = time.perf_counter()
            connection.request(*text)
            answer = connection.getresponse()
            answer.read()
            times.append(time.perf_counter() - began)
            check(answer.status == 200, f"a GET was answered with {answer.status}")
        connection.close()
        return statistics.median(times[count // 10 :]) * 1000

    def durable_posts(self):
        """Inputs to 64 devices that survive a loss of power."""
        found = []
        with self.with_data_directory() as addresses:
            for address in addresses:
                requests = [write(device) for device in make_devices(address, 64)]
                self.load([address], requests, 2)
                found.append(self.load([address], requests))
        alone, shared = found
        return f"a data directory {alone}, a database {shared}: {shared.rate / alone.rate:.2f} of it (goal: 0.60)"

    def small_servers(self):
        """Servers of a quarter of a core each; the database has cores of its own."""
        quota, found = Quota(), []
        if len(CORES) > 1:
            subprocess.run(["taskset", "-a", "-c", "-p", f"{CORES[-1]}", f"{self.cluster.process}"], check=True, stdout=subprocess.DEVNULL)
        # What is started from here on has the other ones.
        os.sched_setaffinity(0, CORES[:-1] or CORES)
        self.servers.starter.submit(os.sched_setaffinity, 0, CORES[:-1] or CORES).result()
        try:
            for names in (self.servers.names[:1], self.servers.names):
                for name in names:
                    if name not in self.servers.running:
                        quota.limit(self.servers.start(name).process.pid, 0.25)
                devices = [f"measured-{number}" for number in range(100)] if found else make_devices(self.servers.one(), 100)
                requests = [one(device) for device in devices for one in (read, write)]
                self.load(self.servers.addresses(), requests, 3)
                found.append(self.load(self.servers.addresses(), requests))
        finally:
            self.servers.kill_all()
            quota.remove()
            os.sched_setaffinity(0, CORES)
        alone, together = found
        ratio = together.rate / alone.rate
        return f"one of a quarter core {alone}, {len(self.servers.names)} of them {together}: {ratio:.2f} of one (goal: 2.5)"

    def many_devices(self):
        """A million devices in the database, a thousand of them in use."""
        command = [DEV / "check-cache", self.options.binary, f"{self.options.devices}", "1000", "150", self.surroundings.url]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"{done.stdout}{done.stderr[-3000:]}")
        return f"(goal: 150 MiB)\n{done.stdout.strip()}"
