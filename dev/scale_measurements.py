"""Measures several servers on one PostgreSQL, beside one server with a data directory, with one mix of requests each."""

import json
import multiprocessing
import random
import selectors
import signal
import socket
import statistics
import time

from scale_clients import APP
from scale_servers import Server, check, request

# More of them would only wait for each other on a small machine.
PROCESSES = 2


def http_request(method, path, body=None):
    text = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n"
    if body is not None:
        head += f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
    return head.encode() + b"\r\n" + text


def read(device):
    return http_request("GET", f"/v1/devices/{device}")


def write(device):
    return http_request("POST", f"/v1/devices/{device}/apps/{APP}/actions", {"action": "log", "message": "x"})


class Connection:
    """A client that keeps its connection to a server, and takes another server when that one is gone."""

    def __init__(self, addresses, requests, pause, numbers):
        self.addresses, self.requests, self.pause, self.random = addresses, requests, pause, numbers
        self.socket, self.text, self.received = None, None, b""
        self.began = self.due = time.monotonic() + numbers.uniform(0, pause)

    def connect(self):
        self.close()
        addresses = self.random.sample(self.addresses, len(self.addresses))
        for address in addresses:
            try:
                self.socket = socket.create_connection(address, timeout=1)
                self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return
            except OSError:
                continue
        raise OSError("no server")

    def close(self):
        if self.socket:
            self.socket.close()
            self.socket = None

    def send(self):
        if self.text is None:
            self.text = self.random.choice(self.requests)
            # The instant at which it was to be sent: a slow answer makes the next one late, too.
            self.began = self.due
        for _ in range(20):
            try:
                if self.socket is None:
                    self.connect()
                self.received = b""
                self.socket.sendall(self.text)
                return
            except OSError:
                self.close()
                time.sleep(0.01)
        raise OSError("no server accepts requests")

    def receive(self):
        """Reads what is there: the status of the answer when it is complete, 0 when the server is gone, else None."""
        try:
            data = self.socket.recv(65_536)
        except OSError:
            data = b""
        if not data:
            self.close()
            return 0
        self.received += data
        head, end, body = self.received.partition(b"\r\n\r\n")
        if not end:
            return None
        lower = head.lower()
        length = int(lower.split(b"content-length:")[1].split(b"\r\n")[0]) if b"content-length:" in lower else 0
        if len(body) < length:
            return None
        self.text = None
        self.due = max(self.due + self.pause, time.monotonic()) if self.pause else time.monotonic()
        return int(head[9:12])


def use(addresses, requests, connections, pause, end, seed, results):
    """Uses servers until an instant, in a process of its own."""
    numbers = random.Random(seed)
    waiting = [Connection(addresses, requests, pause, numbers) for _ in range(connections)]
    selector = selectors.DefaultSelector()
    done = []
    while (now := time.monotonic()) < end:
        for one in [one for one in waiting if one.due <= now]:
            one.send()
            waiting.remove(one)
            selector.register(one.socket, selectors.EVENT_READ, one)
        limit = max(0, min((one.due for one in waiting), default=now + 0.1) - now)
        if not selector.get_map():
            time.sleep(min(limit, 0.01))
            continue
        for key, _ in selector.select(min(limit, 0.1)):
            one = key.data
            status = one.receive()
            if status is None:
                continue
            selector.unregister(key.fileobj)
            now = time.monotonic()
            if status:
                done.append((now, now - one.began, status))
            # What got no answer is sent again, at once.
            waiting.append(one)
            if not status:
                one.due = now
    results.put(done)


def load(addresses, requests, connections, seconds, pause=0.0, meanwhile=None):
    """Uses servers for some seconds: when each answer came, how long it took, and its status."""
    results = multiprocessing.Queue()
    end = time.monotonic() + seconds
    processes = [
        multiprocessing.Process(
            target=use, args=(addresses, requests, connections // PROCESSES, pause, end, number, results), daemon=True
        )
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    if meanwhile:
        meanwhile()
    done = [one for _ in processes for one in results.get(timeout=seconds + 60)]
    for process in processes:
        process.join()
    return sorted(done)


def percentile(times, part):
    times = sorted(times)
    return times[min(len(times) - 1, int(len(times) * part))] if times else float("nan")


def said(done, seconds):
    good = [took for _, took, status in done if status == 200]
    bad = len(done) - len(good)
    return (
        f"{len(good) / seconds:.0f}/s, median {percentile(good, 0.5) * 1000:.1f} ms, p99 {percentile(good, 0.99) * 1000:.0f} ms"
        + (f", {bad} refused" if bad else "")
    )


def make_devices(address, count):
    names = [f"measured-{number}" for number in range(count)]
    for name in names:
        body = {"id": name, "clock": {"mode": "manual"}, "apps": [{"bundleID": APP}]}
        answer = request(address, "POST", "/v1/devices", body)
        check(answer.status == 201, f"{name}: {answer.body}")
        launched = request(address, "POST", f"/v1/devices/{name}/events", {"type": "app.launch", "bundleID": APP})
        check(launched.status == 200, f"{name}: {launched.body}")
    return names


class Measurements:
    """Each method is one, and says what it came to."""

    def __init__(self, surroundings):
        self.surroundings, self.servers, self.cluster = surroundings, surroundings.servers, surroundings.cluster

    NAMES = ("after_kill", "hot_device", "idle", "get_latency", "durable_posts")

    def with_data_directory(self):
        """A server with a data directory, beside the others."""
        folder = self.surroundings.folder
        command = [
            self.surroundings.options.binary, "serve", "--port", "0", "--data-dir", str(folder / "data"), "--durability", "power",
        ]
        server = Server(command, "alone", folder / "alone.log").wait_until_ready()
        self.servers.started.append(server)
        return server

    def end(self, server):
        server.send(signal.SIGTERM)
        server.wait()

    def after_kill(self):
        """The slowest hundredth of the second after a kill, and of five seconds before it."""
        self.servers.start_all()
        devices = make_devices(self.servers.one(), 100)
        requests = [one(device) for device in devices for one in (read, write)]
        before, after, worst = [], [], 0
        for _ in range(5):
            name = self.servers.random.choice(self.servers.names)
            killed = []

            def kill(name=name, killed=killed):
                time.sleep(7)
                killed.append(time.monotonic())
                self.servers.end(name, signal.SIGKILL)

            done = load(self.servers.addresses(), requests, 24, 10, pause=0.1, meanwhile=kill)
            instant = killed[0]
            before.append(percentile([took for ended, took, _ in done if instant - 5 < ended < instant], 0.99))
            following = [took for ended, took, _ in done if instant <= ended < instant + 1]
            after.append(percentile(following, 0.99))
            worst = max(worst, *following)
            bad = [status for _, _, status in done if status != 200]
            check(not bad, f"{len(bad)} requests were refused: {set(bad)}")
            self.servers.start(name)
        pairs = ", ".join(f"{b * 1000:.0f}/{a * 1000:.0f}" for b, a in zip(before, after, strict=True))
        most = max(a - b for b, a in zip(before, after, strict=True))
        return f"240 requests a second, half of them writes: p99 before/after a kill in ms {pairs}; at most {most * 1000:.0f} ms more; the slowest {worst * 1000:.0f} ms"

    def hot_device(self):
        """One device, 24 clients, at one server and at three."""
        self.servers.start_all()
        requests = [write(make_devices(self.servers.one(), 1)[0])]
        alone = load(self.servers.addresses()[:1], requests, 24, 10)
        together = load(self.servers.addresses(), requests, 24, 10)
        ratio = len(together) / max(1, len(alone))
        return f"one server {said(alone, 10)}; {len(self.servers.names)} servers {said(together, 10)}; {ratio:.2f} of one"

    def idle(self):
        """What servers do in the database when nobody asks for anything."""
        first = self.servers.names[0]
        self.servers.start(first)
        make_devices(self.servers.one(), 20)
        one = self.idle_rate()
        self.servers.start_all()
        several = self.idle_rate()
        return f"{one:.1f} transactions a second with one server, {several:.1f} with {len(self.servers.names)}"

    def idle_rate(self):
        time.sleep(5)
        before, began = self.cluster.commits(), time.monotonic()
        time.sleep(20)
        asked = self.cluster.commits()
        own = self.cluster.commits() - asked
        return (asked - before - own) / (time.monotonic() - began)

    def get_latency(self):
        """What a GET takes, one after another on one connection."""
        server = self.with_data_directory()
        self.servers.start(self.servers.names[0])
        found = {}
        for name, address in (("a data directory", server.address), ("a database", self.servers.one())):
            device = make_devices(address, 1)[0]
            found[name] = self.sequential(address, read(device), 3000)
        self.end(server)
        (alone, both), (with_it, p99) = found["a data directory"], found["a database"]
        return (
            f"median {alone * 1000:.2f} ms (p99 {both * 1000:.2f}) with a data directory, {with_it * 1000:.2f} ms (p99 {p99 * 1000:.2f})"
            f" with a database: {(with_it - alone) * 1000:.2f} ms more"
        )

    @staticmethod
    def sequential(address, text, count):
        one = Connection([address], [text], 0, random.Random(1))
        times = []
        for _ in range(count):
            began = time.perf_counter()
            one.send()
            while (status := one.receive()) is None:
                pass
            check(status == 200, f"a GET was answered with {status}")
            times.append(time.perf_counter() - began)
        one.close()
        return statistics.median(times[count // 10 :]), percentile(times[count // 10 :], 0.99)

    def durable_posts(self):
        """Inputs that survive a loss of power: 64 devices, 32 clients."""
        server = self.with_data_directory()
        self.servers.start(self.servers.names[0])
        rates = []
        texts = []
        for name, address in (("a data directory", server.address), ("a database", self.servers.one())):
            requests = [write(device) for device in make_devices(address, 64)]
            load([address], requests, 32, 2)
            done = load([address], requests, 32, 10)
            rates.append(len(done))
            texts.append(f"{name} {said(done, 10)}")
        self.end(server)
        return f"{'; '.join(texts)}; {rates[1] / max(1, rates[0]):.2f} of the data directory"
