"""Servers that share a database, a balancer in front of them, and requests to them."""

import concurrent.futures
import http.client
import itertools
import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
import typing

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
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()


def encoded(body, headers):
    """A body as it is sent, bytes as they are, and the header fields."""
    if body is None or isinstance(body, bytes):
        return body, headers or {}
    return json.dumps(body).encode(), {"Content-Type": "application/json"} | (headers or {})


def break_off(address, method, path, body, headers, pause):
    """Sends a request, and closes the connection without waiting for the answer."""
    body, headers = encoded(body, headers)
    fields = {"Host": "localhost", "Content-Length": len(body), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    with socket.create_connection(address, timeout=CONNECT_TIMEOUT) as connection:
        connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        time.sleep(pause)


class Server:
    """A server, from one start to its end."""

    def __init__(self, command, name, log, host="127.0.0.1"):
        self.name, self.host, self.port = name, host, None
        # That somebody has ended it, so that its end is no failure.
        self.is_ended = False
        self.log = open(log, "ab")
        self.process = subprocess.Popen(
            # It ends with the test.
            ["setpriv", "--pdeathsig", "KILL", *command],
            stdout=subprocess.PIPE, stderr=self.log, stdin=subprocess.DEVNULL,
            # Variables of whoever runs the test are no settings of its servers.
            env={name: value for name, value in os.environ.items() if not name.startswith("GREENROOM_")},
        )

    def wait_until_ready(self):
        line = self.process.stdout.readline().decode()
        found = re.search(r"ready on http://[0-9.]+:(\d+)", line)
        check(found, f"{self.name} did not start: {line!r}, see {self.log.name}")
        self.port = int(found.group(1))
        return self

    @property
    def address(self):
        return self.host, self.port

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
        # The kernel ends a server with the thread that has started it, so that is always the same one.
        self.starter = concurrent.futures.ThreadPoolExecutor(1)
        # For how many seconds a start is tried again.
        self.patience = 0
        self.lock = threading.Lock()
        self.running, self.started = {}, []

    def start(self, name):
        command = [self.binary, "serve", "--port", "0", *self.options()]
        host = "127.0.0.1"
        if self.network:
            command, host = self.network.command(name) + command, self.network.host(name)
        end = time.monotonic() + self.patience
        while True:
            server = self.starter.submit(Server, command, name, self.folder / f"{name}.log", host).result()
            self.started.append(server)
            try:
                server.wait_until_ready()
                break
            except Failure:
                # Whatever runs servers starts one again that could not use the database.
                server.is_ended = True
                if server.wait() != 1 or time.monotonic() > end:
                    raise
                time.sleep(0.5)
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
    """Sends each request to another server than the one before, whoever sends it."""

    def __init__(self, addresses):
        self.addresses = addresses
        self.turns = itertools.count()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.address = self.listener.getsockname()
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                client.settimeout(60)
                received = b""
                while b"\r\n\r\n" not in received:
                    data = client.recv(65_536)
                    if not data:
                        return
                    received += data
                with self.connect() as server:
                    server.sendall(self.single(received))
                    self.splice(client, server)
            except OSError:
                # The client sees that its connection is closed, as it would without a balancer.
                return

    @staticmethod
    def single(received):
        """A request or an answer as one after which the connection is closed, so that the next request is another server's."""
        head, _, rest = received.partition(b"\r\n\r\n")
        if not received:
            return b""
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"connection:")]
        return b"\r\n".join([*lines, b"Connection: close", b"", rest])

    def connect(self):
        addresses = self.addresses()
        first = next(self.turns)
        for number in range(len(addresses)):
            try:
                return socket.create_connection(addresses[(first + number) % len(addresses)], timeout=CONNECT_TIMEOUT)
            except OSError:
                continue
        raise OSError("no server")

    def splice(self, client, server):
        """Copies until the server closes its connection, or the client its own."""
        for one in (client, server):
            one.settimeout(None)

        def send_rest():
            try:
                while data := client.recv(65_536):
                    server.sendall(data)
                server.shutdown(socket.SHUT_RDWR)
            except OSError:
                return

        threading.Thread(target=send_rest, daemon=True).start()
        # The client has to know that its connection ends with the answer.
        received = b""
        while b"\r\n\r\n" not in received and (data := server.recv(65_536)):
            received += data
        client.sendall(self.single(received))
        while data := server.recv(65_536):
            client.sendall(data)
        client.shutdown(socket.SHUT_RDWR)
