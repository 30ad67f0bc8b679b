"""Servers that share a database, a balancer in front of them, and requests to them."""

import concurrent.futures
import http.client
import json
import os
import signal
import subprocess
import threading
import time
import typing

from scale_database import free_port

CONNECT_TIMEOUT = 3
ANSWER_TIMEOUT = 20


class Failure(Exception):
    """Something is not as it has to be."""


def check(holds, what):
    if not holds:
        raise Failure(what)


class Answer(typing.NamedTuple):
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def document(self):
        return json.loads(self.body) if self.body.startswith((b"{", b"[")) else {}

    @property
    def code(self):
        """The code of a problem."""
        return self.document.get("code") if self.status >= 400 else None


# What says that a server, or the way to it, is gone.
BROKEN = (OSError, http.client.HTTPException, ValueError)


def request(address, method, path, body=None, headers=None, timeout=ANSWER_TIMEOUT):
    """Sends a request on a connection of its own; raises one of `BROKEN` when there is no answer."""
    connection = http.client.HTTPConnection(*address, timeout=CONNECT_TIMEOUT)
    try:
        connection.connect()
        connection.sock.settimeout(timeout)
        connection.request(method, path, *encoded(body, headers))
        answer = connection.getresponse()
        body = answer.read()
        if answer.status in (502, 503, 504) and b"<html>" in body:
            raise OSError("the balancer has got no answer")
        return Answer(answer.status, answer.headers, body)
    finally:
        connection.close()


def encoded(body, headers):
    """A body as it is sent, bytes as they are, and the header fields."""
    if body is None or isinstance(body, bytes):
        return body, headers or {}
    return json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {})


def break_off(address, method, path, body, headers, pause):
    """Sends a request, and closes the connection without waiting for the answer."""
    connection = http.client.HTTPConnection(*address, timeout=CONNECT_TIMEOUT)
    try:
        connection.request(method, path, *encoded(body, headers))
        time.sleep(pause)
    finally:
        connection.close()


class Server:
    """A server, from one start to its end."""

    def __init__(self, command, name, log, address):
        self.name, self.address = name, address
        # That somebody has ended it, so that its end is no failure.
        self.is_ended = False
        self.log = open(log, "ab")
        self.process = subprocess.Popen(
            # It ends with the test.
            ["setpriv", "--pdeathsig", "KILL", *command, "--port", str(address[1])],
            stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL,
            # Variables of whoever runs the test are no settings of its servers.
            env={name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")},
        )

    def wait_until_ready(self):
        line = self.process.stdout.readline().decode()
        check("ready on http" in line, f"{self.name} did not start: {line!r}, see {self.log.name}")
        return self

    def send(self, number):
        self.is_ended |= number in (signal.SIGKILL, signal.SIGTERM)
        self.process.send_signal(number)

    def wait(self):
        code = self.process.wait(timeout=90)
        self.process.stdout.close()
        self.log.close()
        return code


class Servers:
    """The servers, which are started again by whoever ends one."""

    def __init__(self, binary, folder, options, count, random_numbers, network=None):
        self.binary, self.folder, self.random, self.network = binary, folder, random_numbers, network
        # Gives the options of a start.
        self.options = options
        self.names = [f"s{number}" for number in range(1, count + 1)]
        self.places = {name: (network.host(name), 8080) if network else ("127.0.0.1", free_port("127.0.0.1")) for name in self.names}
        # The kernel ends a server with the thread that has started it, so that is always the same one.
        self.starter = concurrent.futures.ThreadPoolExecutor(1)
        self.lock = threading.Lock()
        self.running, self.started = {}, []

    def start(self, name):
        command = [*(self.network.command(name) if self.network else []), self.binary, "serve", *self.options()]
        server = self.starter.submit(Server, command, name, self.folder / f"{name}.log", self.places[name]).result()
        self.started.append(server)
        server.wait_until_ready()
        with self.lock:
            self.running[name] = server
        return server

    def start_all(self):
        for name in self.names:
            if name not in self.running:
                self.start(name)

    def addresses(self, but=()):
        """Where the servers are that run, without those of these names."""
        with self.lock:
            return [server.address for server in self.running.values() if server.name not in but]

    def one(self, but=None):
        """Where one of them is, if possible not this one; None if none runs."""
        there = self.addresses()
        there = [address for address in there if address != but] or there
        return self.random.choice(there) if there else None

    def end(self, name, number):
        """Ends a server, and says with which code."""
        with self.lock:
            server = self.running.pop(name) if number == signal.SIGKILL else self.running[name]
        server.send(number)
        code = server.wait()
        with self.lock:
            self.running.pop(name, None)
        return code

    def end_all(self):
        """Ends all in order."""
        for name in list(self.running):
            code = self.end(name, signal.SIGTERM)
            check(code == 0, f"{name} ended with {code} after SIGTERM")

    def kill_all(self):
        for server in self.started:
            if server.process.poll() is None:
                server.send(signal.SIGKILL)
                server.wait()
        self.running.clear()

    def unexpected_ends(self):
        """The servers that have ended though nobody ended them."""
        return [
            f"{server.name} ended by itself with {server.process.returncode}, see {server.log.name}"
            for server in self.started
            if server.process.poll() is not None and not server.is_ended
        ]

    def wait_until_ready(self, limit=20):
        """Waits until all say that they are ready; says how long that took."""
        began = time.monotonic()
        left = list(self.running.values())
        while left:
            try:
                answer = request(left[-1].address, "GET", "/readyz", timeout=3)
                if answer.status == 200:
                    left.pop()
                    continue
                said = answer.body
            except BROKEN as reason:
                said = repr(reason)
            check(time.monotonic() - began < limit, f"{left[-1].name} is not ready after {limit} s: {said}")
            time.sleep(0.05)
        return time.monotonic() - began


class Balancer:
    """haproxy, which sends each request to another server than the one before, whoever sends it."""

    def __init__(self, folder, addresses, asks_for_readiness=False):
        self.address = "127.0.0.1", free_port("127.0.0.1")
        configuration = [
            "defaults", "mode http", "timeout connect 3s", "timeout client 90s", "timeout server 90s", "option redispatch 1",
            "listen servers", f"bind {self.address[0]}:{self.address[1]}", "balance roundrobin",
        ]
        if asks_for_readiness:
            configuration += ["timeout check 3s", "option httpchk GET /readyz", "default-server check inter 200ms fall 1 rise 1"]
        configuration += [f"server {host}:{port} {host}:{port}" for host, port in addresses]
        file = folder / f"haproxy-{self.address[1]}.cfg"
        file.write_text("".join(f"{line}\n" for line in configuration))
        with open(file.with_suffix(".log"), "wb") as log:
            self.process = subprocess.Popen(["haproxy", "-db", "-f", file], stdout=log, stderr=log)

    # Clients that use nothing else take it for the servers.

    def addresses(self, but=()):
        return [self.address]

    def one(self, but=None):
        return self.address

    def close(self):
        self.process.kill()
        self.process.wait()
